/* SPDX-License-Identifier: MIT */
/* Coverage without rounding, so that walls and the raised floor leave no hole. Source: spec affine
 * section 13, whose E, L, P and Q these are.
 *
 * Every condition is linear in the pixels of a row, so it holds for one run of them: where it ends is
 * found by one division, which may be one off, and exact tests beside it. */

#include "../base/wide.h"
#include "affine_internal.h"

/* A point on the picture without rounding: x in 1/2^24, y in 1/2^40. */
typedef struct exact_point {
    int64_t x;
    int64_t y;
} exact_point;

/* E. Differences of places are below 2^28, so y is below 2^61. */
static exact_point point_of(const r3d_priv_affine_view *view, int64_t x_q8, int64_t y_q8,
                            int64_t z_q8)
{
    const int64_t dx = x_q8 - view->camera.x_q8;
    const int64_t dy = y_q8 - view->camera.y_q8;
    const int64_t dz = z_q8 - view->camera.z_q8;
    exact_point point;
    point.x = dx * view->cos_h + dy * view->sin_h;
    point.y = (dy * view->cos_h - dx * view->sin_h) * view->cos_p + dz * view->sin_p * 65536;
    return point;
}

static exact_point pixel_of(const r3d_priv_affine_view *view, int32_t x, int32_t y)
{
    const int64_t mx = (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * x + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 -
                       (int64_t)R3D_PRIV_AFFINE_HALF_PIXEL_Q8 * view->width;
    const int64_t my = (int64_t)R3D_PRIV_AFFINE_HALF_PIXEL_Q8 * view->height -
                       (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * y - R3D_PRIV_AFFINE_HALF_PIXEL_Q8;
    exact_point point;
    point.x = mx * view->cos_r - my * view->sin_r;
    point.y = (mx * view->sin_r + my * view->cos_r) * 65536;
    return point;
}

/* The way from a to b. Pixels on it and to its left are inside; a vertical limit when `is_limit`:
 * inside is x at least (b.x = 1) or at most (b.x = -1) that of a. */
typedef struct half_plane {
    exact_point a;
    exact_point b;
    bool is_limit;
} half_plane;

static bool is_inside(const half_plane *plane, exact_point p)
{
    if (plane->is_limit) {
        return plane->b.x > 0 ? p.x >= plane->a.x : p.x <= plane->a.x;
    }
    return r3d_priv_compare_products(plane->b.x - plane->a.x, p.y - plane->a.y,
                                     plane->b.y - plane->a.y, p.x - plane->a.x) >= 0;
}

/* Pixels first to last - 1 of a row. */
typedef struct pixel_run {
    int32_t first;
    int32_t last;
} pixel_run;

/* Where about the side changes: first + 1 .. last - 1. */
static int32_t guess_change(const r3d_priv_affine_view *view, const half_plane *plane, int32_t y,
                            const pixel_run *run)
{
    const exact_point p = pixel_of(view, run->first, y);
    /* From one pixel to the next. */
    const int64_t step_x = R3D_PRIV_AFFINE_UNIT_Q8 * view->cos_r;
    const int64_t step_y = R3D_PRIV_AFFINE_UNIT_Q8 * view->sin_r * 65536;
    int64_t steps;
    if (plane->is_limit) {
        steps = step_x == 0 ? 0 : (plane->a.x - p.x) / step_x;
    } else {
        const int64_t way_x = plane->b.x - plane->a.x;
        const int64_t way_y = plane->b.y - plane->a.y;
        const r3d_priv_i128 value =
            r3d_priv_difference_of_products(way_x, p.y - plane->a.y, way_y, p.x - plane->a.x);
        const r3d_priv_i128 change = r3d_priv_difference_of_products(way_x, step_y, way_y, step_x);
        steps = r3d_priv_u128_quotient(value.magnitude, change.magnitude);
    }
    const int64_t at = run->first + 1 + (steps < 0 ? 0 : steps);
    return (int32_t)(at < run->last ? at : run->last - 1);
}

/* Cuts a run to where it is inside. */
static void cut_run(const r3d_priv_affine_view *view, const half_plane *plane, int32_t y,
                    pixel_run *run)
{
    if (run->first >= run->last) {
        return;
    }
    const bool at_first = is_inside(plane, pixel_of(view, run->first, y));
    const bool at_last = is_inside(plane, pixel_of(view, run->last - 1, y));
    if (at_first == at_last) {
        if (!at_first) {
            run->last = run->first;
        }
        return;
    }
    /* The side changes after pixel `high` - 1. */
    int32_t high = guess_change(view, plane, y, run);
    while (high > run->first + 1 && is_inside(plane, pixel_of(view, high - 1, y)) != at_first) {
        high--;
    }
    while (is_inside(plane, pixel_of(view, high, y)) == at_first) {
        high++;
    }
    if (at_first) {
        run->last = high;
    } else {
        run->first = high;
    }
}

/* The rows that a point can be in, with two to spare; in the clip. */
static void take_row(const r3d_priv_affine_frame *frame, exact_point point, int32_t *top,
                     int32_t *bottom)
{
    enum { SPARE = 2 };
    const r3d_priv_affine_view *view = &frame->view;
    /* Turned back by the roll: C and S are of length 2^16, x is at most 2^45. */
    const int64_t up_q8 =
        ((point.y >> 16) / 65536 * view->cos_r - point.x / 65536 * view->sin_r) >> 24;
    const int64_t row = view->height / 2 - up_q8;
    if (row - SPARE < *top) {
        *top = (int32_t)(row - SPARE < frame->clip.top ? frame->clip.top : row - SPARE);
    }
    if (row + SPARE > *bottom) {
        *bottom = (int32_t)(row + SPARE > frame->clip.bottom ? frame->clip.bottom : row + SPARE);
    }
}

/* ---- walls ---- */

/* Bottom at u = 0 and at the other end, and the top above them. */
typedef struct wall_corners {
    exact_point p0;
    exact_point p1;
    exact_point q0;
    exact_point q1;
} wall_corners;

static wall_corners corners_of(const r3d_priv_affine_frame *frame, int32_t number)
{
    const r3d_affine_wall *wall = &frame->scene->walls[number];
    const r3d_affine_kind *kind = &frame->context->kinds[frame->context->wall_kinds[number]];
    const int64_t half =
        (int64_t)wall->picture.width * r3d_priv_affine_wall_run(wall) * kind->hs / 2;
    const int64_t tx =
        kind->has_tangent ? kind->tangent_x_fx16 : -(int64_t)r3d_affine_cos(kind->turn_a11);
    const int64_t ty =
        kind->has_tangent ? kind->tangent_y_fx16 : -(int64_t)r3d_affine_sin(kind->turn_a11);
    const int64_t dx = r3d_priv_round16(tx * half);
    const int64_t dy = r3d_priv_round16(ty * half);
    const int64_t x = (int64_t)wall->x * R3D_PRIV_AFFINE_UNIT_Q8;
    const int64_t y = (int64_t)wall->y * R3D_PRIV_AFFINE_UNIT_Q8;
    const int64_t bottom = (int64_t)wall->z * R3D_PRIV_AFFINE_UNIT_Q8;
    const int64_t top = bottom + (int64_t)wall->picture.height * frame->scene->vs;
    wall_corners c;
    c.p0 = point_of(&frame->view, x - dx, y - dy, bottom);
    c.p1 = point_of(&frame->view, x + dx, y + dy, bottom);
    c.q0 = point_of(&frame->view, x - dx, y - dy, top);
    c.q1 = point_of(&frame->view, x + dx, y + dy, top);
    return c;
}

bool r3d_priv_affine_seal_shows_wall(const r3d_priv_affine_frame *frame, int32_t wall)
{
    const wall_corners c = corners_of(frame, wall);
    return frame->context->axes[frame->context->wall_kinds[wall]].by > 0 && c.p1.x > c.p0.x;
}

static int64_t limited(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : (value > high ? high : value);
}

void r3d_priv_affine_seal_draw_wall(r3d_priv_affine_frame *frame, int32_t number)
{
    const r3d_affine_wall *wall = &frame->scene->walls[number];
    const r3d_affine_context *context = frame->context;
    const r3d_affine_kind *kind = &context->kinds[context->wall_kinds[number]];
    const r3d_affine_matrix *m = &kind->matrix;
    const int64_t *center = context->centers_q8[number];
    const int64_t length = (int64_t)wall->picture.width * r3d_priv_affine_wall_run(wall);
    const int64_t height = wall->picture.height;
    const wall_corners c = corners_of(frame, number);
    const half_plane planes[4] = {
        {c.p0, {1, 0}, true},
        {c.p1, {-1, 0}, true},
        {c.p0, c.p1, false},
        {c.q1, c.q0, false}, /* L(Q0,Q1;P) <= 0 is L(Q1,Q0;P) >= 0 */
    };
    int32_t top = frame->clip.bottom;
    int32_t bottom = frame->clip.top;
    take_row(frame, c.p0, &top, &bottom);
    take_row(frame, c.p1, &top, &bottom);
    take_row(frame, c.q0, &top, &bottom);
    take_row(frame, c.q1, &top, &bottom);
    for (int32_t y = top; y < bottom; y++) {
        pixel_run run = {frame->clip.left, frame->clip.right};
        for (int i = 0; i < 4; i++) {
            cut_run(&frame->view, &planes[i], y, &run);
        }
        uint32_t *row = r3d_priv_affine_row(frame, y);
        const int64_t iy =
            (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * y + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[1];
        for (int32_t x = run.first; x < run.last; x++) {
            const int64_t ix =
                (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * x + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[0];
            int64_t u = length / 2;
            int64_t v = 0;
            if (kind->is_visible) {
                u = limited(((m->pa * ix + m->pb * iy) >> R3D_PRIV_AFFINE_MATRIX_SHIFT) +
                                length / 2,
                            0, length - 1);
                v = limited(((m->pc * ix + m->pd * iy) >> R3D_PRIV_AFFINE_MATRIX_SHIFT) +
                                height / 2,
                            0, height - 1);
            }
            const uint32_t texel = r3d_priv_affine_texel(
                &wall->picture, (int32_t)(u % wall->picture.width), (int32_t)v);
            if (texel != 0) {
                row[x] = texel;
            }
        }
    }
}

/* ---- the raised floor ---- */

/* Whether a box lies wholly above or below the pixels of a row. */
static bool is_beside(const exact_point corners[4], const exact_point ends[2])
{
    const int64_t low = ends[0].y < ends[1].y ? ends[0].y : ends[1].y;
    const int64_t high = ends[0].y < ends[1].y ? ends[1].y : ends[0].y;
    bool above = true;
    bool below = true;
    for (int k = 0; k < 4; k++) {
        above = above && corners[k].y > high;
        below = below && corners[k].y < low;
    }
    return above || below;
}

/* Notes which box covers the columns of a row: the first of the list decides. */
static void cover_row(r3d_priv_affine_frame *frame, int32_t y)
{
    const r3d_affine_scene *scene = frame->scene;
    int32_t *boxes = frame->context->column_boxes;
    for (int32_t x = frame->clip.left; x < frame->clip.right; x++) {
        boxes[x] = -1;
    }
    const int64_t z = (int64_t)scene->floors[1].z * R3D_PRIV_AFFINE_UNIT_Q8;
    const exact_point ends[2] = {pixel_of(&frame->view, frame->clip.left, y),
                                 pixel_of(&frame->view, frame->clip.right - 1, y)};
    for (int32_t i = scene->box_count - 1; i >= 0; i--) {
        const r3d_affine_box *box = &scene->boxes[i];
        const int64_t left = (int64_t)box->x * R3D_PRIV_AFFINE_UNIT_Q8;
        const int64_t near = (int64_t)box->y * R3D_PRIV_AFFINE_UNIT_Q8;
        const int64_t right = left + (int64_t)box->width * R3D_PRIV_AFFINE_UNIT_Q8;
        const int64_t far = near + (int64_t)box->height * R3D_PRIV_AFFINE_UNIT_Q8;
        /* Counter-clockwise. */
        const exact_point corners[4] = {
            point_of(&frame->view, left, near, z), point_of(&frame->view, right, near, z),
            point_of(&frame->view, right, far, z), point_of(&frame->view, left, far, z)};
        pixel_run run = {frame->clip.left, frame->clip.right};
        if (is_beside(corners, ends)) {
            continue;
        }
        for (int k = 0; k < 4; k++) {
            const half_plane plane = {corners[k], corners[(k + 1) & 3], false};
            cut_run(&frame->view, &plane, y, &run);
        }
        for (int32_t x = run.first; x < run.last; x++) {
            boxes[x] = i;
        }
    }
}

static int64_t divide_up(int64_t n, int64_t d)
{
    return -r3d_priv_divide_down(-n, d);
}

void r3d_priv_affine_seal_draw_floor(r3d_priv_affine_frame *frame)
{
    const r3d_affine_scene *scene = frame->scene;
    const r3d_affine_floor *map = &scene->floors[1];
    const r3d_affine_matrix *m = &frame->context->report.floor_matrix;
    int64_t center[2];
    int64_t nearness;
    r3d_priv_affine_project(&frame->view, 0, 0, (int64_t)map->z * R3D_PRIV_AFFINE_UNIT_Q8, 0,
                            center, &nearness);
    const int64_t width = (int64_t)map->columns * R3D_PRIV_AFFINE_TILE;
    const int64_t height = (int64_t)map->rows * R3D_PRIV_AFFINE_TILE;
    for (int32_t y = frame->clip.top; y < frame->clip.bottom; y++) {
        cover_row(frame, y);
        uint32_t *row = r3d_priv_affine_row(frame, y);
        const int64_t iy =
            (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * y + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[1];
        for (int32_t x = frame->clip.left; x < frame->clip.right; x++) {
            const int32_t number = frame->context->column_boxes[x];
            if (number < 0) {
                continue;
            }
            const r3d_affine_box *box = &scene->boxes[number];
            const int64_t one = R3D_PRIV_AFFINE_UNIT_Q8;
            const int64_t ix = one * x + R3D_PRIV_AFFINE_HALF_PIXEL_Q8 - center[0];
            const int64_t right = (int64_t)box->x + box->width;
            const int64_t far = (int64_t)box->y + box->height;
            const int64_t u = limited((m->pa * ix + m->pb * iy) >> R3D_PRIV_AFFINE_MATRIX_SHIFT,
                                      r3d_priv_divide_down(one * box->x, scene->hs),
                                      divide_up(one * right, scene->hs) - 1) +
                              width / 2;
            const int64_t v = limited((m->pc * ix + m->pd * iy) >> R3D_PRIV_AFFINE_MATRIX_SHIFT,
                                      r3d_priv_divide_down(-one * far, scene->hs),
                                      divide_up(-one * box->y, scene->hs) - 1) +
                              height / 2;
            if (u < 0 || u >= width || v < 0 || v >= height) {
                continue;
            }
            const uint32_t texel = r3d_priv_affine_tile_texel(
                &map->tiles, map->cells, map->columns, (int32_t)u, (int32_t)v, frame->cycled);
            if (texel != 0) {
                row[x] = texel;
            }
        }
    }
}
