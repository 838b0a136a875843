/* SPDX-License-Identifier: MIT */
/* retro3d level plan. North is up. Walls are dark where they are solid and grey where one sees through,
 * with a short normal to the front in the middle; findings lie over everything in red. */

#include "plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/column_inspect.h>
#include <retro3d/png.h>

#include "../common/commands.h"
#include "path.h"
#include "warnings.h"

enum { MARGIN = 24, NORMAL = 5, MARK = 6, PATH_RATE = 20 };

static const uint32_t paper_rgb = 0xFFFFFF;
static const uint32_t solid_rgb = 0x202028;
static const uint32_t hole_rgb = 0x9098A0;
static const uint32_t unseen_rgb = 0xC8B070;
static const uint32_t thing_rgb = 0x2878C0;
static const uint32_t start_rgb = 0x209040;
static const uint32_t path_rgb = 0x9040B0;
static const uint32_t tree_rgb = 0xE0A040;
static const uint32_t block_rgb = 0xE4E8EC;
static const uint32_t fault_rgb = 0xE00020;

struct plan {
    uint32_t *pixels;
    int32_t width;
    int32_t height;
    double scale; /* pixels a unit */
    double left;  /* units */
    double top;
    const r3d_column_level *level;
    const r3d_column_level_desc *desc;
    level_ear *ear;
};

/* ---- strokes ---- */

static double to_x(const struct plan *p, double x)
{
    return (x - p->left) * p->scale;
}

static double to_y(const struct plan *p, double y)
{
    return (p->top - y) * p->scale;
}

static void put(struct plan *p, double x, double y, int32_t thick, uint32_t rgb)
{
    const int32_t column = (int32_t)floor(x) - thick / 2;
    const int32_t row = (int32_t)floor(y) - thick / 2;
    for (int32_t j = row; j < row + thick; j++) {
        for (int32_t i = column; i < column + thick; i++) {
            if (i >= 0 && i < p->width && j >= 0 && j < p->height) {
                p->pixels[(size_t)j * (size_t)p->width + (size_t)i] = 0xFF000000u | rgb;
            }
        }
    }
}

/* Keeps the part of a line from `from` to `to` (shares) where start + share * step is within 0..end. */
static void cut(double start, double step, double end, double *from, double *to)
{
    if (step == 0.0) {
        *to = start < 0.0 || start > end ? -1.0 : *to;
        return;
    }
    const double a = (0.0 - start) / step;
    const double b = (end - start) / step;
    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
}

/* Between two places of the picture; dashes of this length with gaps as long, 0: whole. */
static void line(struct plan *p, double x0, double y0, double x1, double y1, int32_t thick,
                 int32_t dash, uint32_t rgb)
{
    double from = 0.0;
    double to = 1.0;
    cut(x0, x1 - x0, p->width, &from, &to);
    cut(y0, y1 - y0, p->height, &from, &to);
    const double length = fmax(fabs(x1 - x0), fabs(y1 - y0));
    if (!(to >= from)) {
        return;
    }
    const int32_t last = (int32_t)ceil(length * to);
    for (int32_t i = (int32_t)floor(length * from); i <= last; i++) {
        const double share = length == 0.0 ? 0.0 : fmin((double)i / length, 1.0);
        if (dash == 0 || i / dash % 2 == 0) {
            put(p, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, thick, rgb);
        }
    }
}

static void line_of_level(struct plan *p, double x0, double y0, double x1, double y1, int32_t thick,
                          int32_t dash, uint32_t rgb)
{
    line(p, to_x(p, x0), to_y(p, y0), to_x(p, x1), to_y(p, y1), thick, dash, rgb);
}

static void circle(struct plan *p, double x, double y, double radius, int32_t thick, uint32_t rgb)
{
    const int32_t corners = 48;
    for (int32_t i = 0; i < corners; i++) {
        const double a = 6.283185307179586 * i / corners;
        const double b = 6.283185307179586 * (i + 1) / corners;
        line(p, x + radius * cos(a), y + radius * sin(a), x + radius * cos(b), y + radius * sin(b),
             thick, 0, rgb);
    }
}

static void cross(struct plan *p, double x, double y, double size, uint32_t rgb)
{
    line(p, x - size, y - size, x + size, y + size, 2, 0, rgb);
    line(p, x - size, y + size, x + size, y - size, 2, 0, rgb);
}

/* ---- digits ---- */

/* Three columns of five rows, a bit each from the top left. */
static const uint16_t digits[10] = {0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9,
                                    0x79CF, 0x79EF, 0x7249, 0x7BEF, 0x7BCF};

static void number(struct plan *p, double x, double y, int32_t value, uint32_t rgb)
{
    char text[16];
    const int length = snprintf(text, sizeof text, "%ld", (long)value);
    if (x + 8.0 * (double)length > (double)p->width) { /* on the other side of its mark */
        x -= 8.0 * (double)length + 2.0 * MARK + 4.0;
    }
    for (size_t i = 0; text[i] != '\0'; i++) {
        for (int32_t bit = 0; bit < 15 && text[i] >= '0'; bit++) {
            if ((digits[text[i] - '0'] >> (14 - bit) & 1) != 0) {
                put(p, x + (double)(8 * i) + 2.0 * (bit % 3), y + 2.0 * floor((double)bit / 3.0), 2,
                    rgb);
            }
        }
    }
}

/* ---- what there is ---- */

static void draw_walls(struct plan *p)
{
    for (int32_t pass = 0; pass < 2; pass++) { /* solid ones on top */
        for (int32_t i = 0; i < p->desc->wall_count; i++) {
            const r3d_column_level_wall *w = &p->desc->walls[i];
            const bool is_unseen = (w->flags & R3D_COLUMN_WALL_UNSEEN) != 0;
            const bool is_solid = w->back.sector < 0 && !is_unseen;
            if (is_solid != (pass == 1)) {
                continue;
            }
            const r3d_column_level_vertex *a = &p->desc->vertices[w->a];
            const r3d_column_level_vertex *b = &p->desc->vertices[w->b];
            const uint32_t rgb = is_unseen ? unseen_rgb : is_solid ? solid_rgb : hole_rgb;
            line_of_level(p, a->x, a->y, b->x, b->y, is_solid ? 2 : 1, 0, rgb);
            const double dx = b->x - a->x;
            const double dy = b->y - a->y;
            const double length = sqrt(dx * dx + dy * dy);
            if (length * p->scale >= 3.0 * NORMAL && !is_unseen) {
                const double x = to_x(p, (a->x + b->x) / 2.0);
                const double y = to_y(p, (a->y + b->y) / 2.0);
                line(p, x, y, x + dy / length * NORMAL, y + dx / length * NORMAL, 1, 0, rgb);
            }
        }
    }
}

static void draw_blocks(struct plan *p)
{
    const r3d_column_level_blockmap *g = &p->desc->blockmap;
    if (g->size * p->scale < 3.0) {
        return; /* nothing but lines */
    }
    const double right = g->x + g->size * g->columns;
    const double top = g->y + g->size * g->rows;
    for (int32_t i = 0; i <= g->columns; i++) {
        line_of_level(p, g->x + g->size * i, g->y, g->x + g->size * i, top, 1, 0, block_rgb);
    }
    for (int32_t i = 0; i <= g->rows; i++) {
        line_of_level(p, g->x, g->y + g->size * i, right, g->y + g->size * i, 1, 0, block_rgb);
    }
}

static void draw_things(struct plan *p)
{
    for (int32_t i = 0; i < p->desc->thing_count; i++) {
        const r3d_column_level_thing *t = &p->desc->things[i];
        const double size = fmax(3.0, p->desc->thing_types[t->type].width / 2.0 * p->scale);
        circle(p, to_x(p, t->x), to_y(p, t->y), fmin(size, 24.0), 1, thing_rgb);
    }
    if (p->desc->has_start) {
        const double angle = p->desc->start_yaw * 3.14159265358979323846 / 180.0;
        const double x = to_x(p, p->desc->start_x);
        const double y = to_y(p, p->desc->start_y);
        line(p, x, y, x + 16.0 * cos(angle), y - 16.0 * sin(angle), 2, 0, start_rgb);
        circle(p, x, y, 5.0, 2, start_rgb);
    }
}

/* ---- the tree ---- */

static void node_line(const r3d_column_level_node *n, double *a, double *b, double *c)
{
    const double m = n->m_numerator / n->m_denominator;
    *c = n->c_numerator / n->c_denominator;
    *a = n->kind == R3D_COLUMN_NODE_X     ? 1.0
         : n->kind == R3D_COLUMN_NODE_Y   ? 0.0
         : n->kind == R3D_COLUMN_NODE_YMX ? -m
                                          : 1.0;
    *b = n->kind == R3D_COLUMN_NODE_X     ? 0.0
         : n->kind == R3D_COLUMN_NODE_Y   ? 1.0
         : n->kind == R3D_COLUMN_NODE_YMX ? 1.0
                                          : -m;
}

/* Cuts a line from (x, y) along (dx, dy) to where a x + b y - c has the sign. */
static void cut_by_node(const r3d_column_level_node *n, double sign, double x, double y, double dx,
                        double dy, double *from, double *to)
{
    double a = 0.0;
    double b = 0.0;
    double c = 0.0;
    node_line(n, &a, &b, &c);
    const double value = (a * x + b * y - c) * sign;
    const double step = (a * dx + b * dy) * sign;
    if (fabs(step) < 1e-12) {
        *to = value < -1e-6 ? *from - 1.0 : *to;
    } else if (step > 0.0) {
        *from = fmax(*from, -value / step);
    } else {
        *to = fmin(*to, -value / step);
    }
}

/* Each partition as far as its region reaches: cut by the nodes above it. */
static bool draw_tree(struct plan *p)
{
    r3d_column_level_desc tree = *p->desc;
    r3d_column_level_get_tree(p->level, &tree);
    if (tree.node_count == 0) {
        return true;
    }
    int32_t *above = malloc((size_t)tree.node_count * sizeof *above);
    if (above == NULL) {
        return false;
    }
    for (int32_t i = 0; i < tree.node_count; i++) {
        above[i] = -1;
    }
    for (int32_t i = 0; i < tree.node_count; i++) {
        const int32_t children[2] = {tree.nodes[i].low, tree.nodes[i].high};
        for (int32_t side = 0; side < 2; side++) {
            if (children[side] >= 0) {
                above[children[side]] = 2 * i + side;
            }
        }
    }
    const double far = (double)(p->width + p->height) / p->scale;
    for (int32_t i = 0; i < tree.node_count; i++) {
        double a = 0.0;
        double b = 0.0;
        double c = 0.0;
        node_line(&tree.nodes[i], &a, &b, &c);
        const double square = a * a + b * b;
        const double middle_x = p->left + (double)p->width / p->scale / 2.0;
        const double middle_y = p->top - (double)p->height / p->scale / 2.0;
        const double off = (a * middle_x + b * middle_y - c) / square;
        const double x = middle_x - a * off;
        const double y = middle_y - b * off;
        const double length = sqrt(square);
        double from = -far;
        double to = far;
        for (int32_t link = above[i]; link >= 0 && to > from; link = above[link / 2]) {
            cut_by_node(&tree.nodes[link / 2], link % 2 == 1 ? 1.0 : -1.0, x, y, -b / length,
                        a / length, &from, &to);
        }
        if (to > from) {
            line_of_level(p, x - b / length * from, y + a / length * from, x - b / length * to,
                          y + a / length * to, 1, 3, tree_rgb);
        }
    }
    free(above);
    return true;
}

/* ---- a path ---- */

static int draw_film(struct plan *p, const plan_options *options)
{
    column_path path;
    path_run run;
    r3d_column_camera camera;
    r3d_column_world *world = NULL;
    int exit_code = column_path_read(&path, options->path, p->level);
    if (exit_code == R3D_EXIT_OK && r3d_column_world_create(p->level, NULL, &world) != R3D_OK) {
        fprintf(stderr, "retro3d level: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    }
    double last[2] = {0.0, 0.0};
    int got = exit_code == R3D_EXIT_OK;
    if (got != 0) {
        path_begin(&run, &path, world, PATH_RATE);
    }
    for (int32_t frame = 0; got > 0 && (got = path_next(&run, &camera)) > 0; frame++) {
        if (frame > 0) {
            line_of_level(p, last[0], last[1], camera.x, camera.y, 2, 0, path_rgb);
        }
        if (options->radius) {
            circle(p, to_x(p, camera.x), to_y(p, camera.y), p->desc->actor_radius * p->scale, 1,
                   path_rgb);
        }
        last[0] = camera.x;
        last[1] = camera.y;
    }
    exit_code = got < 0 ? R3D_EXIT_INPUT : exit_code;
    r3d_column_world_destroy(world);
    column_path_free(&path);
    return exit_code;
}

/* ---- findings ---- */

static void draw_finding(const r3d_column_finding *f, void *user)
{
    struct plan *p = user;
    const int32_t heard = p->ear->findings;
    level_ear_finding(f, p->ear);
    if (p->ear->findings == heard) {
        return;
    }
    if (f->vertices[0] >= 0) {
        const r3d_column_level_vertex *a = &p->desc->vertices[f->vertices[0]];
        const r3d_column_level_vertex *b = &p->desc->vertices[f->vertices[1]];
        const bool is_gap = f->fault == R3D_COLUMN_FAULT_OPEN;
        line_of_level(p, a->x, a->y, b->x, b->y, 3, is_gap ? 6 : 0, fault_rgb);
        for (int32_t end = 0; end < 2 && is_gap; end++) {
            const r3d_column_level_vertex *v = end == 0 ? a : b;
            circle(p, to_x(p, v->x), to_y(p, v->y), MARK, 2, fault_rgb);
            number(p, to_x(p, v->x) + MARK + 3.0, to_y(p, v->y) + MARK - 2.0, f->vertices[end],
                   fault_rgb);
        }
        if (!is_gap) {
            number(p, to_x(p, (a->x + b->x) / 2.0) + MARK + 3.0, to_y(p, (a->y + b->y) / 2.0) + 3.0,
                   f->index, fault_rgb);
        }
        return;
    }
    double x = p->desc->start_x;
    double y = p->desc->start_y;
    if (f->record == R3D_COLUMN_RECORD_THING) {
        x = p->desc->things[f->index].x;
        y = p->desc->things[f->index].y;
    } else if (f->record == R3D_COLUMN_RECORD_VERTEX) {
        x = p->desc->vertices[f->index].x;
        y = p->desc->vertices[f->index].y;
    } else if (f->record != R3D_COLUMN_RECORD_START) {
        return; /* sectors and leaves have no single place */
    }
    /* What lies beyond the picture is marked at its edge. */
    x = fmin(fmax(to_x(p, x), MARK + 2.0), (double)p->width - MARK - 2.0);
    y = fmin(fmax(to_y(p, y), MARK + 2.0), (double)p->height - MARK - 2.0);
    cross(p, x, y, MARK, fault_rgb);
    if (f->index >= 0) {
        number(p, x + MARK + 3.0, y - 4.0, f->index, fault_rgb);
    }
}

/* ---- together ---- */

/* The picture shows all walls and as much around as things, start and unused vertices need, up to half
 * the level's size on each side. */
static void fit(struct plan *p)
{
    double box[4] = {1e30, 1e30, -1e30, -1e30};
    for (int32_t i = 0; i < 2 * p->desc->wall_count; i++) {
        const r3d_column_level_wall *w = &p->desc->walls[i / 2];
        const r3d_column_level_vertex *v = &p->desc->vertices[i % 2 == 0 ? w->a : w->b];
        box[0] = fmin(box[0], v->x);
        box[1] = fmin(box[1], v->y);
        box[2] = fmax(box[2], v->x);
        box[3] = fmax(box[3], v->y);
    }
    const double room = fmax(box[2] - box[0], box[3] - box[1]) / 2.0;
    const double outer[4] = {box[0] - room, box[1] - room, box[2] + room, box[3] + room};
    for (int32_t i = -1; i < p->desc->thing_count; i++) {
        const bool is_start = i < 0;
        const double x = is_start ? p->desc->start_x : p->desc->things[i].x;
        const double y = is_start ? p->desc->start_y : p->desc->things[i].y;
        if ((!is_start || p->desc->has_start) && x > outer[0] && y > outer[1] && x < outer[2] &&
            y < outer[3]) {
            box[0] = fmin(box[0], x);
            box[1] = fmin(box[1], y);
            box[2] = fmax(box[2], x);
            box[3] = fmax(box[3], y);
        }
    }
    const double margin = p->width > 4 * MARGIN && p->height > 4 * MARGIN ? MARGIN : 0.0;
    const double across = fmax(box[2] - box[0], 1.0);
    const double along = fmax(box[3] - box[1], 1.0);
    p->scale = fmin(((double)p->width - 2.0 * margin) / across,
                    ((double)p->height - 2.0 * margin) / along);
    p->left = (box[0] + box[2]) / 2.0 - (double)p->width / p->scale / 2.0;
    p->top = (box[1] + box[3]) / 2.0 + (double)p->height / p->scale / 2.0;
}

static int draw_all(struct plan *p, const plan_options *options)
{
    for (size_t i = 0; i < (size_t)p->width * (size_t)p->height; i++) {
        p->pixels[i] = 0xFF000000u | paper_rgb;
    }
    fit(p);
    if (options->blocks) {
        draw_blocks(p);
    }
    bool has_memory = !options->tree || draw_tree(p);
    draw_walls(p);
    draw_things(p);
    if (options->radius && p->desc->has_start) {
        circle(p, to_x(p, p->desc->start_x), to_y(p, p->desc->start_y),
               p->desc->actor_radius * p->scale, 1, start_rgb);
    }
    const int exit_code = options->path == NULL ? R3D_EXIT_OK : draw_film(p, options);
    has_memory = has_memory && r3d_column_level_inspect(p->level, draw_finding, p, NULL) == R3D_OK;
    if (!has_memory) {
        fprintf(stderr, "retro3d level: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    level_ear_tell(p->ear);
    return exit_code;
}

int draw_plan(const char *name, const open_level *open, const plan_options *options)
{
    level_ear ear = {.name = name, .shown = true, .vertex_limit = INT32_MAX};
    struct plan plan;
    memset(&plan, 0, sizeof plan);
    plan.width = options->width;
    plan.height = options->height;
    plan.level = open->level;
    plan.desc = r3d_column_level_get_desc(open->level);
    plan.ear = &ear;
    plan.pixels = malloc((size_t)plan.width * (size_t)plan.height * sizeof *plan.pixels);
    if (plan.pixels == NULL) {
        fprintf(stderr, "retro3d level: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    if (open->is_wad) {
        level_ear_map(&ear, open->level);
    }
    int exit_code = draw_all(&plan, options);
    const r3d_picture_view picture = {plan.pixels, (ptrdiff_t)plan.width * 4, plan.width,
                                      plan.height, R3D_LAYOUT_XRGB32};
    r3d_error error;
    if (exit_code == R3D_EXIT_OK &&
        r3d_png_save(options->output, &picture, R3D_PNG_SMALL, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    free(plan.pixels);
    return exit_code;
}
