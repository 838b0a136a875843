/* SPDX-License-Identifier: MIT */
/* See plan.h. Whole numbers only, in 1/256 of a world unit. */

#include "plan.h"

enum {
    UNIT_Q8 = 256,
    MARGIN_PX = 32,
    PAPER = 0x14181F,
    GRID = 0x232A35,
    FLOOR = 0x2A3A33,
    ROOF = 0x51432F,
    ROOF_RIM = 0x8C7450,
    WALL = 0xF2C14E,
    HIDDEN_WALL = 0x5C6A80,
    SPRITE = 0x6FD3F2,
    CAMERA = 0xF25F5C
};

typedef struct plan_view {
    uint32_t *pixels;
    int64_t left_q8;
    int64_t top_q8;  /* greatest y */
    int64_t span_q8; /* of the picture without margins */
} plan_view;

static int64_t across(const plan_view *p, int64_t x_q8)
{
    return MARGIN_PX + (x_q8 - p->left_q8) * (PLAN_SIZE - 2 * MARGIN_PX) / p->span_q8;
}

static int64_t down(const plan_view *p, int64_t y_q8)
{
    return MARGIN_PX + (p->top_q8 - y_q8) * (PLAN_SIZE - 2 * MARGIN_PX) / p->span_q8;
}

static void put(const plan_view *p, int64_t x, int64_t y, uint32_t rgb)
{
    if (x >= 0 && x < PLAN_SIZE && y >= 0 && y < PLAN_SIZE) {
        p->pixels[y * PLAN_SIZE + x] = 0xFF000000u | rgb;
    }
}

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

/* A stroke of `width` pixels between two places of the picture. */
static void stroke(const plan_view *p, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                   int32_t width, uint32_t rgb)
{
    const int64_t dx = x1 - x0;
    const int64_t dy = y1 - y0;
    int64_t steps = magnitude(dx) > magnitude(dy) ? magnitude(dx) : magnitude(dy);
    /* What is far outside is not walked. */
    const int64_t most = 8 * (int64_t)PLAN_SIZE;
    steps = steps > most ? most : steps;
    for (int64_t i = 0; i <= steps; i++) {
        const int64_t x = x0 + (steps > 0 ? dx * i / steps : 0);
        const int64_t y = y0 + (steps > 0 ? dy * i / steps : 0);
        for (int32_t k = 0; k < width * width; k++) {
            put(p, x + k % width - width / 2, y + k / width - width / 2, rgb);
        }
    }
}

static void fill(const plan_view *p, int64_t x0, int64_t y0, int64_t x1, int64_t y1, uint32_t rgb)
{
    for (int64_t y = y0 < 0 ? 0 : y0; y < y1 && y < PLAN_SIZE; y++) {
        for (int64_t x = x0 < 0 ? 0 : x0; x < x1 && x < PLAN_SIZE; x++) {
            put(p, x, y, rgb);
        }
    }
}

/* ---- where walls are ---- */

/* Half the way from u = 0 to the other end, and the outward normal, whose length is about 2^16. */
static void wall_way(const r3d_affine_scene *scene, const r3d_affine_wall *wall,
                     int64_t out_half_q8[2], int64_t out_normal[2])
{
    const int64_t hs = wall->hs != 0 ? wall->hs : scene->hs;
    const int64_t run = wall->run != 0 ? wall->run : 1;
    const int64_t half = run * wall->picture.width * hs / 2;
    const int64_t tx =
        wall->has_tangent ? wall->tangent_x_fx16 : -(int64_t)r3d_affine_cos(wall->turn_a11);
    const int64_t ty =
        wall->has_tangent ? wall->tangent_y_fx16 : -(int64_t)r3d_affine_sin(wall->turn_a11);
    out_half_q8[0] = tx * half / 65536;
    out_half_q8[1] = ty * half / 65536;
    out_normal[0] = ty;
    out_normal[1] = -tx;
}

/* ---- the frame of the plan ---- */

static void include(int64_t box[4], int64_t x, int64_t y)
{
    box[0] = x < box[0] ? x : box[0];
    box[1] = y < box[1] ? y : box[1];
    box[2] = x > box[2] ? x : box[2];
    box[3] = y > box[3] ? y : box[3];
}

static plan_view frame_of(const r3d_affine_scene *scene, const r3d_affine_camera *camera,
                          uint32_t *pixels)
{
    int64_t box[4] = {camera->x_q8, camera->y_q8, camera->x_q8, camera->y_q8};
    for (int i = 0; i < 2; i++) {
        const r3d_affine_floor *floor = &scene->floors[i];
        const int64_t w = (int64_t)floor->columns * 4 * scene->hs;
        const int64_t h = (int64_t)floor->rows * 4 * scene->hs;
        if (floor->is_present && i == 0) {
            include(box, -w, -h);
            include(box, w, h);
        }
    }
    for (int32_t i = 0; i < scene->wall_count; i++) {
        const r3d_affine_wall *wall = &scene->walls[i];
        int64_t half[2];
        int64_t normal[2];
        wall_way(scene, wall, half, normal);
        include(box, (int64_t)wall->x * UNIT_Q8 - half[0], (int64_t)wall->y * UNIT_Q8 - half[1]);
        include(box, (int64_t)wall->x * UNIT_Q8 + half[0], (int64_t)wall->y * UNIT_Q8 + half[1]);
    }
    for (int32_t i = 0; i < scene->box_count; i++) {
        const r3d_affine_box *b = &scene->boxes[i];
        include(box, (int64_t)b->x * UNIT_Q8, (int64_t)b->y * UNIT_Q8);
        include(box, ((int64_t)b->x + b->width) * UNIT_Q8, ((int64_t)b->y + b->height) * UNIT_Q8);
    }
    for (int32_t i = 0; i < scene->sprite_count; i++) {
        include(box, (int64_t)scene->sprites[i].x * UNIT_Q8,
                (int64_t)scene->sprites[i].y * UNIT_Q8);
    }
    enum { LEAST_SPAN = 64 * UNIT_Q8 };
    plan_view p;
    const int64_t width = box[2] - box[0];
    const int64_t height = box[3] - box[1];
    p.pixels = pixels;
    p.span_q8 = width > height ? width : height;
    p.span_q8 = p.span_q8 > LEAST_SPAN ? p.span_q8 : LEAST_SPAN;
    p.left_q8 = (box[0] + box[2] - p.span_q8) / 2;
    p.top_q8 = (box[1] + box[3] + p.span_q8) / 2;
    return p;
}

/* ---- drawing ---- */

static void draw_ground(const plan_view *p, const r3d_affine_scene *scene)
{
    const r3d_affine_floor *floor = &scene->floors[0];
    const int64_t w = (int64_t)floor->columns * 4 * scene->hs;
    const int64_t h = (int64_t)floor->rows * 4 * scene->hs;
    if (floor->is_present) {
        fill(p, across(p, -w), down(p, h), across(p, w), down(p, -h), FLOOR);
    }
    stroke(p, 0, down(p, 0), PLAN_SIZE, down(p, 0), 1, GRID);
    stroke(p, across(p, 0), 0, across(p, 0), PLAN_SIZE, 1, GRID);
    for (int32_t i = 0; i < scene->box_count; i++) {
        const r3d_affine_box *b = &scene->boxes[i];
        const int64_t x0 = across(p, (int64_t)b->x * UNIT_Q8);
        const int64_t x1 = across(p, ((int64_t)b->x + b->width) * UNIT_Q8);
        const int64_t y0 = down(p, ((int64_t)b->y + b->height) * UNIT_Q8);
        const int64_t y1 = down(p, (int64_t)b->y * UNIT_Q8);
        fill(p, x0, y0, x1, y1, ROOF);
        stroke(p, x0, y0, x1, y0, 1, ROOF_RIM);
        stroke(p, x0, y1, x1, y1, 1, ROOF_RIM);
        stroke(p, x0, y0, x0, y1, 1, ROOF_RIM);
        stroke(p, x1, y0, x1, y1, 1, ROOF_RIM);
    }
}

static void draw_walls(const plan_view *p, const r3d_affine_scene *scene,
                       const r3d_affine_report *report)
{
    enum { NORMAL_PX = 9 };
    for (int32_t i = 0; i < scene->wall_count; i++) {
        const r3d_affine_wall *wall = &scene->walls[i];
        const bool is_hidden = report->wall_states[i] == R3D_AFFINE_WALL_HIDDEN;
        const int32_t width = is_hidden ? 1 : 3;
        const uint32_t rgb = is_hidden ? HIDDEN_WALL : WALL;
        int64_t half[2];
        int64_t normal[2];
        wall_way(scene, wall, half, normal);
        const int64_t x = (int64_t)wall->x * UNIT_Q8;
        const int64_t y = (int64_t)wall->y * UNIT_Q8;
        stroke(p, across(p, x - half[0]), down(p, y - half[1]), across(p, x + half[0]),
               down(p, y + half[1]), width, rgb);
        stroke(p, across(p, x), down(p, y), across(p, x) + normal[0] * NORMAL_PX / 65536,
               down(p, y) - normal[1] * NORMAL_PX / 65536, width, rgb);
    }
}

static void draw_camera(const plan_view *p, const r3d_affine_camera *camera)
{
    enum { LENGTH = 44, HEAD = 12 };
    const int64_t x = across(p, camera->x_q8);
    const int64_t y = down(p, camera->y_q8);
    /* f = (-S, C) on the ground; right is (C, S). */
    const int64_t s = r3d_affine_sin(camera->heading_a11);
    const int64_t c = r3d_affine_cos(camera->heading_a11);
    const int64_t tip_x = x - s * LENGTH / 65536;
    const int64_t tip_y = y - c * LENGTH / 65536;
    stroke(p, x, y, tip_x, tip_y, 3, CAMERA);
    for (int side = -1; side <= 1; side += 2) {
        stroke(p, tip_x, tip_y, tip_x + (s + side * c) * HEAD / 65536,
               tip_y + (c - side * s) * HEAD / 65536, 3, CAMERA);
    }
    stroke(p, x, y, x, y, 9, CAMERA);
}

void plan_draw(const r3d_affine_scene *scene, const r3d_affine_camera *camera,
               const r3d_affine_report *report, uint32_t *pixels)
{
    const plan_view p = frame_of(scene, camera, pixels);
    for (int32_t i = 0; i < PLAN_SIZE * PLAN_SIZE; i++) {
        pixels[i] = 0xFF000000u | PAPER;
    }
    draw_ground(&p, scene);
    draw_walls(&p, scene, report);
    for (int32_t i = 0; i < scene->sprite_count; i++) {
        const int64_t x = across(&p, (int64_t)scene->sprites[i].x * UNIT_Q8);
        const int64_t y = down(&p, (int64_t)scene->sprites[i].y * UNIT_Q8);
        stroke(&p, x, y, x, y, 7, SPRITE);
    }
    draw_camera(&p, camera);
}
