/* SPDX-License-Identifier: MIT */
/* Mode free: floors, walls, shadows and sprites, painter's order. Source: spec affine sections 6 and 7. */

#include "affine_internal.h"

/* ---- runs of a row ---- */

/* Columns first to last - 1 of a row, and the texel that the first one shows, in 1/2^24. */
typedef struct sampled_run {
    int32_t first;
    int32_t last;
    int64_t u_fx24;
    int64_t v_fx24;
} sampled_run;

/* Cuts a run to where low <= at + step * column < high; `at` is that of the first column. */
static void cut_to(sampled_run *run, int64_t at, int64_t step, int64_t low, int64_t high)
{
    const int64_t count = (int64_t)run->last - run->first;
    int64_t begin = 0;
    int64_t end = count;
    if (step == 0) {
        end = at >= low && at < high ? count : 0;
    } else if (step > 0) {
        begin = at >= low ? 0 : (low - at + step - 1) / step;
        end = at >= high ? 0 : (high - at + step - 1) / step;
    } else {
        begin = at < high ? 0 : (at - high) / -step + 1;
        end = at < low ? 0 : (at - low) / -step + 1;
    }
    begin = begin < count ? begin : count;
    end = end < count ? end : count;
    run->last = run->first + (int32_t)(end > begin ? end : begin);
    run->first += (int32_t)begin;
}

/* The columns of a row at which a picture of that size is sampled inside. */
static sampled_run run_of(const r3d_affine_matrix *m, const int64_t center[2], int32_t y,
                          int32_t left, int32_t right, int64_t width, int64_t height)
{
    const int64_t iy =
        (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * y + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[1];
    const int64_t ix =
        (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * left + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[0];
    const int64_t one = (int64_t)1 << R3D_PRIV_AFFINE_MATRIX_SHIFT;
    const int64_t u = m->pa * ix + m->pb * iy + width / 2 * one;
    const int64_t v = m->pc * ix + m->pd * iy + height / 2 * one;
    const int64_t u_step = m->pa * R3D_PRIV_AFFINE_UNIT_Q8;
    const int64_t v_step = m->pc * R3D_PRIV_AFFINE_UNIT_Q8;
    sampled_run run = {left, right, u, v};
    cut_to(&run, u, u_step, 0, width * one);
    cut_to(&run, v + v_step * (run.first - left), v_step, 0, height * one);
    run.u_fx24 = u + u_step * (run.first - left);
    run.v_fx24 = v + v_step * (run.first - left);
    return run;
}

/* ---- floors ---- */

/* What an index of a palette shows now: 0 where it is transparent. */
static void shown_colors(const r3d_affine_picture *tiles, const uint8_t cycled[256],
                         uint32_t out[256])
{
    out[0] = 0;
    for (int i = 1; i < 256; i++) {
        out[i] = tiles->palette[cycled[i]] | 0xFF000000;
    }
}

static void draw_floor_row(const r3d_affine_floor *map, const r3d_affine_matrix *m,
                           const sampled_run *run, const uint32_t colors[256], uint32_t *row)
{
    enum { SHIFT = R3D_PRIV_AFFINE_MATRIX_SHIFT, TILE_MASK = R3D_PRIV_AFFINE_TILE - 1 };
    const r3d_affine_picture *tiles = &map->tiles;
    const int32_t across = tiles->width / R3D_PRIV_AFFINE_TILE;
    const int64_t u_step = m->pa * R3D_PRIV_AFFINE_UNIT_Q8;
    const int64_t v_step = m->pc * R3D_PRIV_AFFINE_UNIT_Q8;
    int64_t u_fx24 = run->u_fx24;
    int64_t v_fx24 = run->v_fx24;
    /* Neighbours show the same tile, mostly. */
    int32_t cell_before = -1;
    size_t corner = 0;
    bool is_empty = true;
    for (int32_t x = run->first; x < run->last; x++) {
        const int32_t u = (int32_t)(u_fx24 >> SHIFT);
        const int32_t v = (int32_t)(v_fx24 >> SHIFT);
        u_fx24 += u_step;
        v_fx24 += v_step;
        const int32_t cell = (v >> 3) * map->columns + (u >> 3);
        if (cell != cell_before) {
            const int32_t tile = map->cells[cell];
            cell_before = cell;
            is_empty = tile < 0;
            corner = is_empty ? 0
                              : (size_t)(tile / across * R3D_PRIV_AFFINE_TILE) *
                                        (size_t)tiles->stride_px +
                                    (size_t)(tile % across * R3D_PRIV_AFFINE_TILE);
        }
        if (is_empty) {
            continue;
        }
        const size_t at =
            corner + (size_t)(v & TILE_MASK) * (size_t)tiles->stride_px + (size_t)(u & TILE_MASK);
        if (tiles->argb == NULL) {
            const uint32_t texel = colors[tiles->indices[at]];
            row[x] = texel != 0 ? texel : row[x];
        } else {
            const uint32_t texel = tiles->argb[at];
            row[x] = texel >> 24 != 0 ? texel | 0xFF000000 : row[x];
        }
    }
}

static void draw_floor(r3d_priv_affine_frame *frame, const r3d_affine_floor *map)
{
    const r3d_affine_matrix *m = &frame->context->report.floor_matrix;
    uint32_t colors[256];
    int64_t center[2];
    int64_t nearness;
    r3d_priv_affine_project(&frame->view, 0, 0, (int64_t)map->z * R3D_PRIV_AFFINE_UNIT_Q8, 0,
                            center, &nearness);
    if (map->tiles.argb == NULL) {
        shown_colors(&map->tiles, frame->cycled, colors);
    } else {
        colors[0] = 0;
    }
    for (int32_t y = frame->clip.top; y < frame->clip.bottom; y++) {
        const sampled_run run = run_of(m, center, y, frame->clip.left, frame->clip.right,
                                       (int64_t)map->columns * R3D_PRIV_AFFINE_TILE,
                                       (int64_t)map->rows * R3D_PRIV_AFFINE_TILE);
        draw_floor_row(map, m, &run, colors, r3d_priv_affine_row(frame, y));
    }
}

/* ---- walls ---- */

static int32_t limit(int64_t value, int32_t low, int32_t high)
{
    return (int32_t)(value < low ? low : value > high ? high : value);
}

static void draw_wall_row(const r3d_affine_picture *picture, const r3d_affine_matrix *m,
                          const sampled_run *run, uint32_t *row)
{
    const int64_t u_step = m->pa * R3D_PRIV_AFFINE_UNIT_Q8;
    const int64_t v_step = m->pc * R3D_PRIV_AFFINE_UNIT_Q8;
    int64_t u_fx24 = run->u_fx24;
    int64_t v_fx24 = run->v_fx24;
    /* Where the chunk begins that was shown last. */
    int32_t chunk = 0;
    for (int32_t x = run->first; x < run->last; x++) {
        const int32_t u = (int32_t)(u_fx24 >> R3D_PRIV_AFFINE_MATRIX_SHIFT);
        const int32_t v = (int32_t)(v_fx24 >> R3D_PRIV_AFFINE_MATRIX_SHIFT);
        u_fx24 += u_step;
        v_fx24 += v_step;
        if (u < chunk || u - chunk >= picture->width) {
            chunk = u - u % picture->width;
        }
        const uint32_t texel = r3d_priv_affine_texel(picture, u - chunk, v);
        row[x] = texel != 0 ? texel : row[x];
    }
}

static void draw_wall(r3d_priv_affine_frame *frame, int32_t number)
{
    const r3d_affine_wall *wall = &frame->scene->walls[number];
    const r3d_affine_context *context = frame->context;
    const r3d_affine_matrix *m = &context->kinds[context->wall_kinds[number]].matrix;
    const int64_t *center = context->centers_q8[number];
    const int64_t length = (int64_t)wall->picture.width * r3d_priv_affine_wall_run(wall);
    /* The box is exact but for the rounding of the matrix: one more pixel on each side is enough. */
    int64_t half[2];
    r3d_priv_affine_wall_box(frame, number, half);
    const int32_t left =
        limit(((center[0] - half[0]) >> 8) - 2, frame->clip.left, frame->clip.right);
    const int32_t right =
        limit(((center[0] + half[0]) >> 8) + 3, frame->clip.left, frame->clip.right);
    const int32_t top =
        limit(((center[1] - half[1]) >> 8) - 2, frame->clip.top, frame->clip.bottom);
    const int32_t bottom =
        limit(((center[1] + half[1]) >> 8) + 3, frame->clip.top, frame->clip.bottom);
    if (left >= right) {
        return; /* so far out that products below would not fit */
    }
    for (int32_t y = top; y < bottom; y++) {
        const sampled_run run = run_of(m, center, y, left, right, length, wall->picture.height);
        draw_wall_row(&wall->picture, m, &run, r3d_priv_affine_row(frame, y));
    }
}

/* ---- copies ---- */

static bool is_visible(const r3d_priv_affine_frame *frame, int64_t x, int64_t y)
{
    return x >= frame->clip.left && x < frame->clip.right && y >= frame->clip.top &&
           y < frame->clip.bottom;
}

/* The pixel in which a point of the world lies. */
static void free_foot_of(const r3d_priv_affine_frame *frame, int32_t x, int32_t y, int64_t z,
                         int64_t out_foot[2])
{
    int64_t nearness;
    r3d_priv_affine_project(&frame->view, (int64_t)x * R3D_PRIV_AFFINE_UNIT_Q8,
                            (int64_t)y * R3D_PRIV_AFFINE_UNIT_Q8, z * R3D_PRIV_AFFINE_UNIT_Q8, 0,
                            out_foot, &nearness);
    out_foot[0] = r3d_priv_round8(out_foot[0]);
    out_foot[1] = r3d_priv_round8(out_foot[1]);
}

static void draw_sprite(r3d_priv_affine_frame *frame, int32_t number)
{
    const r3d_affine_sprite *sprite = &frame->scene->sprites[number];
    const r3d_affine_picture *picture = &sprite->picture;
    const bool mirrored = frame->view.cos_h < 0;
    int64_t foot[2];
    free_foot_of(frame, sprite->x, sprite->y, sprite->z, foot);
    const int64_t left = foot[0] - picture->width / 2;
    const int64_t top = foot[1] - picture->height;
    for (int32_t v = 0; v < picture->height; v++) {
        for (int32_t u = 0; u < picture->width; u++) {
            if (!is_visible(frame, left + u, top + v)) {
                continue;
            }
            const uint32_t texel =
                r3d_priv_affine_texel(picture, mirrored ? picture->width - 1 - u : u, v);
            if (texel != 0) {
                r3d_priv_affine_row(frame, (int32_t)(top + v))[left + u] = texel;
            }
        }
    }
}

enum { SHADOW_CENTER_X = 16, SHADOW_CENTER_Y = 9 };

/* The texel at a place of the box of a shadow: the middle of the box shows the middle of the picture. */
static void shadow_texel(const r3d_priv_affine_frame *frame, int32_t number, int64_t dx, int64_t dy,
                         int64_t *out_u, int64_t *out_v)
{
    *out_u = dx;
    *out_v = dy;
    if (frame->scene->has_continuous_shadows) {
        const int64_t s = frame->context->shadows[number].scale;
        *out_u = r3d_priv_divide_down(
            (2 * dx - (R3D_AFFINE_SHADOW_WIDTH - 1)) * 128 + R3D_AFFINE_SHADOW_WIDTH / 2 * s, s);
        *out_v = r3d_priv_divide_down(
            (2 * dy - (R3D_AFFINE_SHADOW_HEIGHT - 1)) * 128 + R3D_AFFINE_SHADOW_HEIGHT / 2 * s, s);
    }
}

static void draw_free_shadow(r3d_priv_affine_frame *frame, int32_t number)
{
    const r3d_affine_scene *scene = frame->scene;
    const r3d_affine_sprite *sprite = &scene->sprites[number];
    const r3d_affine_shadow_state *state = &frame->context->shadows[number];
    const r3d_affine_floor *below = &scene->floors[state->floor];
    const bool continuous = scene->has_continuous_shadows;
    const r3d_affine_picture *picture = &scene->shadows[continuous ? 0 : state->frame];
    int64_t foot[2];
    free_foot_of(frame, sprite->x, sprite->y, below->is_present ? below->z : 0, foot);
    const int64_t left = foot[0] - SHADOW_CENTER_X;
    const int64_t top = foot[1] - SHADOW_CENTER_Y;
    for (int32_t dy = 0; dy < R3D_AFFINE_SHADOW_HEIGHT; dy++) {
        for (int32_t dx = 0; dx < R3D_AFFINE_SHADOW_WIDTH; dx++) {
            int64_t u;
            int64_t v;
            shadow_texel(frame, number, dx, dy, &u, &v);
            if (u < 0 || u >= R3D_AFFINE_SHADOW_WIDTH || v < 0 || v >= R3D_AFFINE_SHADOW_HEIGHT ||
                !is_visible(frame, left + dx, top + dy)) {
                continue;
            }
            const uint32_t texel = r3d_priv_affine_texel(picture, (int32_t)u, (int32_t)v);
            if (texel != 0) {
                r3d_priv_affine_row(frame, (int32_t)(top + dy))[left + dx] = texel;
            }
        }
    }
}

/* ---- a texel, for who asks ---- */

/* Of the middle of a wall or floor. */
static void sampled(const r3d_affine_matrix *m, const int64_t center[2], int32_t x, int32_t y,
                    int64_t *out_u, int64_t *out_v)
{
    const int64_t ix =
        (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * x + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[0];
    const int64_t iy =
        (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * y + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[1];
    *out_u = (m->pa * ix + m->pb * iy) >> R3D_PRIV_AFFINE_MATRIX_SHIFT;
    *out_v = (m->pc * ix + m->pd * iy) >> R3D_PRIV_AFFINE_MATRIX_SHIFT;
}

void r3d_priv_affine_free_texel(const r3d_priv_affine_frame *frame, r3d_affine_part_kind kind,
                                int32_t number, int32_t x, int32_t y, int64_t *out_u,
                                int64_t *out_v)
{
    const r3d_affine_context *context = frame->context;
    int64_t center[2];
    int64_t nearness;
    if (kind == R3D_AFFINE_PART_FLOOR) {
        const r3d_affine_floor *map = &frame->scene->floors[number];
        r3d_priv_affine_project(&frame->view, 0, 0, (int64_t)map->z * R3D_PRIV_AFFINE_UNIT_Q8, 0,
                                center, &nearness);
        sampled(&context->report.floor_matrix, center, x, y, out_u, out_v);
        *out_u += (int64_t)map->columns * R3D_PRIV_AFFINE_TILE / 2;
        *out_v += (int64_t)map->rows * R3D_PRIV_AFFINE_TILE / 2;
    } else if (kind == R3D_AFFINE_PART_WALL) {
        const r3d_affine_wall *wall = &frame->scene->walls[number];
        const int64_t length = (int64_t)wall->picture.width * r3d_priv_affine_wall_run(wall);
        sampled(&context->kinds[context->wall_kinds[number]].matrix, context->centers_q8[number], x,
                y, out_u, out_v);
        *out_u += length / 2;
        *out_v += wall->picture.height / 2;
    } else if (kind == R3D_AFFINE_PART_OBJECT) {
        const r3d_affine_sprite *sprite = &frame->scene->sprites[number];
        free_foot_of(frame, sprite->x, sprite->y, sprite->z, center);
        *out_u = x - (center[0] - sprite->picture.width / 2);
        *out_v = y - (center[1] - sprite->picture.height);
        *out_u = frame->view.cos_h < 0 ? sprite->picture.width - 1 - *out_u : *out_u;
    } else {
        const r3d_affine_sprite *sprite = &frame->scene->sprites[number];
        const r3d_affine_floor *below = &frame->scene->floors[context->shadows[number].floor];
        free_foot_of(frame, sprite->x, sprite->y, below->is_present ? below->z : 0, center);
        shadow_texel(frame, number, x - (center[0] - SHADOW_CENTER_X),
                     y - (center[1] - SHADOW_CENTER_Y), out_u, out_v);
    }
}

/* ---- the frame ---- */

static void fill_backdrop(const r3d_priv_affine_frame *frame)
{
    const uint32_t backdrop = frame->scene->backdrop_rgb | 0xFF000000;
    for (int32_t y = frame->clip.top; y < frame->clip.bottom; y++) {
        uint32_t *row = r3d_priv_affine_row(frame, y);
        for (int32_t x = frame->clip.left; x < frame->clip.right; x++) {
            row[x] = backdrop;
        }
    }
}

void r3d_priv_affine_paint(r3d_priv_affine_frame *frame, r3d_affine_part_kind kind, int32_t number)
{
    const bool has_seal = frame->scene->has_seal;
    switch (kind) {
    case R3D_AFFINE_PART_BACKDROP:
        fill_backdrop(frame);
        break;
    case R3D_AFFINE_PART_FLOOR:
        if (number == 1 && has_seal) {
            r3d_priv_affine_seal_draw_floor(frame);
        } else {
            draw_floor(frame, &frame->scene->floors[number]);
        }
        break;
    case R3D_AFFINE_PART_SHADOW:
        draw_free_shadow(frame, number);
        break;
    case R3D_AFFINE_PART_WALL:
        if (has_seal) {
            r3d_priv_affine_seal_draw_wall(frame, number);
        } else {
            draw_wall(frame, number);
        }
        break;
    case R3D_AFFINE_PART_OBJECT:
        draw_sprite(frame, number);
        break;
    }
}

static void do_part(r3d_priv_affine_frame *frame, r3d_affine_part_kind kind, int32_t number)
{
    if (frame->told != NULL) {
        r3d_priv_affine_tell_part(frame, kind, number);
    } else {
        r3d_priv_affine_paint(frame, kind, number);
    }
}

/* Who listens hears of the walls outside the picture, too, so that it can be told why they are not there. */
static void tell_culled(r3d_priv_affine_frame *frame)
{
    for (int32_t i = 0; i < frame->scene->wall_count; i++) {
        if (frame->context->wall_states[i] == R3D_AFFINE_WALL_CULLED) {
            r3d_priv_affine_tell_part(frame, R3D_AFFINE_PART_WALL, i);
        }
    }
}

static void draw_level(r3d_priv_affine_frame *frame, int32_t level)
{
    const r3d_affine_scene *scene = frame->scene;
    const r3d_affine_context *context = frame->context;
    if (scene->floors[level].is_present) {
        do_part(frame, R3D_AFFINE_PART_FLOOR, level);
    }
    for (int32_t i = 0; i < scene->sprite_count; i++) {
        if (context->shadows[i].floor == level) {
            do_part(frame, R3D_AFFINE_PART_SHADOW, i);
        }
    }
    if (level == 0 && frame->told != NULL) {
        tell_culled(frame);
    }
    for (int32_t i = 0; i < context->report.order_counts[level]; i++) {
        const r3d_affine_item *item = &context->orders[level][i];
        do_part(frame, item->is_sprite ? R3D_AFFINE_PART_OBJECT : R3D_AFFINE_PART_WALL,
                item->number);
    }
}

void r3d_priv_affine_draw_free(r3d_priv_affine_frame *frame)
{
    do_part(frame, R3D_AFFINE_PART_BACKDROP, 0);
    draw_level(frame, 0);
    draw_level(frame, 1);
}
