/* SPDX-License-Identifier: MIT */
/* The walk through the tree and the windows of the columns. Source: spec column sections 4 to 6. */

#include <string.h>

#include <retro3d/column_calls.h>

#include "../base/desc.h"
#include "column_internal.h"

/* ---- one wall piece ---- */

bool r3d_priv_column_see_wall(r3d_column_context *c, int32_t wall, int32_t side,
                              struct r3d_priv_column_seen_wall *out)
{
    const r3d_column_level_wall *w = &c->level->desc.walls[wall];
    const r3d_column_level_vertex *a = &c->level->desc.vertices[w->a];
    const r3d_column_level_vertex *b = &c->level->desc.vertices[w->b];
    /* The side decides by the sign of (a - eye) x (b - eye): negative sees the front, 0 is edge on.
     */
    const double facing =
        (a->x - c->eye_x) * (b->y - c->eye_y) - (a->y - c->eye_y) * (b->x - c->eye_x);
    if (side == 0 ? !(facing < 0.0) : !(facing > 0.0)) {
        return false;
    }
    const struct r3d_priv_column_seen_vertex *left =
        r3d_priv_column_see_vertex(c, side == 0 ? w->a : w->b);
    const struct r3d_priv_column_seen_vertex *right =
        r3d_priv_column_see_vertex(c, side == 0 ? w->b : w->a);
    if (left->t <= 0.0 && right->t <= 0.0) {
        return false;
    }
    out->cross = left->t * right->s - left->s * right->t;
    if (!(out->cross > 0.0)) {
        return false;
    }
    out->wall = wall;
    out->side = side;
    out->look = side == 0 ? &w->front : &w->back;
    out->near_sector = out->look->sector;
    out->far_sector = (w->flags & R3D_COLUMN_WALL_OPAQUE) != 0 ? R3D_COLUMN_NONE
                      : side == 0                              ? w->back.sector
                                                               : w->front.sector;
    out->left_t = left->t;
    out->left_s = left->s;
    out->right_t = right->t;
    out->right_s = right->s;
    out->length = c->level->wall_length[wall];
    /* An end behind the eye: the wall leaves the view on that side. */
    out->x0 = left->t > 0.0 ? left->column : 0;
    out->x1 = right->t > 0.0 ? right->column : c->width;
    return true;
}

/* First column whose centre is at or right of the point at q (0 at the left end). Pieces that meet
 * at a cut compute it from the same numbers, so they neither overlap nor leave a gap. */
static int32_t column_of_cut(const r3d_column_context *c, const struct r3d_priv_column_seen_wall *w,
                             double q)
{
    /* From vertex a whatever side is seen, or two leaves could round differently. */
    const double a_t = w->side == 0 ? w->left_t : w->right_t;
    const double a_s = w->side == 0 ? w->left_s : w->right_s;
    const double b_t = w->side == 0 ? w->right_t : w->left_t;
    const double b_s = w->side == 0 ? w->right_s : w->left_s;
    const double t = a_t + q * (b_t - a_t);
    const double s = a_s + q * (b_s - a_s);
    int32_t column;
    if (t > 0.0) {
        column = r3d_priv_column_ceil_clamped(c->center_x + c->focal_x * s / t - 0.5, c->width);
    } else {
        /* Behind the eye: the wall's part in front of it runs out of the view at one side. */
        column = w->left_t <= 0.0 ? 0 : c->width;
    }
    return column < w->x0 ? w->x0 : column > w->x1 ? w->x1 : column;
}

/* Narrows a wall to the stretch inside the leaf. */
static void cut_to_fragment(const r3d_column_context *c,
                            const struct r3d_priv_column_fragment *fragment,
                            struct r3d_priv_column_seen_wall *w)
{
    const bool front = fragment->side == 0;
    const uint32_t flags = c->level->desc.walls[fragment->wall].flags;
    const bool at_a = fragment->q0 <= 0.0;
    const bool at_b = fragment->q1 >= 1.0;
    const bool stroke_a = at_a && (flags & R3D_COLUMN_WALL_STROKE_START) != 0;
    const bool stroke_b = at_b && (flags & R3D_COLUMN_WALL_STROKE_END) != 0;
    w->left_stroke = front ? stroke_a : stroke_b;
    w->right_stroke = front ? stroke_b : stroke_a;
    const int32_t x0 = w->x0;
    const int32_t x1 = w->x1;
    int32_t left = x0;
    int32_t right = x1;
    if (!(front ? at_a : at_b)) {
        left = column_of_cut(c, w, front ? fragment->q0 : fragment->q1);
    }
    if (!(front ? at_b : at_a)) {
        right = column_of_cut(c, w, front ? fragment->q1 : fragment->q0);
    }
    w->x0 = w->covered_x0 = left;
    w->x1 = w->covered_x1 = right;
}

/* Narrows [x0, x1) to the band and to its first and last open column; false when none is open. */
static bool cut_to_open(const r3d_column_context *c, struct r3d_priv_column_seen_wall *w)
{
    int32_t x0 = w->x0 < c->begin ? c->begin : w->x0;
    int32_t x1 = w->x1 > c->end ? c->end : w->x1;
    while (x0 < x1 && c->window_top[x0] >= c->window_bottom[x0]) {
        x0++;
    }
    while (x1 > x0 && c->window_top[x1 - 1] >= c->window_bottom[x1 - 1]) {
        x1--;
    }
    w->x0 = x0;
    w->x1 = x1;
    return x0 < x1;
}

static inline int32_t min_i32(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t max_i32(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* What the columns of a piece have in common. */
struct steps {
    double near_ceiling; /* focal_y * (z - eye z): a row is horizon - this / t. */
    double near_floor;
    double far_ceiling;
    double far_floor;
};

/* Which regions got at least one row. */
struct touched {
    bool ceiling;
    bool floor;
    bool upper;
    bool lower;
};

/* Steps 1, 2 and 4 for a middle wall. Closed columns come out empty by themselves: their window is
 * [0, 0). */
static struct touched close_columns(r3d_column_context *c,
                                    const struct r3d_priv_column_seen_wall *w,
                                    const struct steps *steps)
{
    int32_t any_ceiling = 0;
    int32_t any_floor = 0;
    int32_t any_wall = 0;
    int32_t closed = 0;
    for (int32_t i = w->x0; i < w->x1; i++) {
        const double inverse = c->inverse_depth[i];
        const int32_t top = c->window_top[i];
        const int32_t bottom = c->window_bottom[i];
        const int32_t row_ceiling =
            r3d_priv_column_row(c->horizon - steps->near_ceiling * inverse, c->height);
        const int32_t row_floor =
            r3d_priv_column_row(c->horizon - steps->near_floor * inverse, c->height);
        const int32_t ceiling_bottom = min_i32(row_ceiling, bottom);
        const int32_t floor_top = max_i32(row_floor, top);
        const int32_t wall_top = max_i32(top, row_ceiling);
        const int32_t wall_bottom = min_i32(bottom, row_floor);
        c->ceiling.top[i] = top;
        c->ceiling.bottom[i] = ceiling_bottom;
        c->floor.top[i] = floor_top;
        c->floor.bottom[i] = bottom;
        c->upper.top[i] = wall_top;
        c->upper.bottom[i] = wall_bottom;
        any_ceiling |= ceiling_bottom > top;
        any_floor |= bottom > floor_top;
        any_wall |= wall_bottom > wall_top;
        closed += bottom > top;
        c->window_top[i] = 0;
        c->window_bottom[i] = 0;
    }
    c->open_columns -= closed;
    const struct touched touched = {any_ceiling != 0, any_floor != 0, any_wall != 0, false};
    return touched;
}

/* Steps 1, 3 and 4 for a hole wall. */
static struct touched narrow_columns(r3d_column_context *c,
                                     const struct r3d_priv_column_seen_wall *w,
                                     const struct steps *steps, bool has_upper, bool has_lower)
{
    struct touched touched = {false, false, false, false};
    for (int32_t i = w->x0; i < w->x1; i++) {
        const double inverse = c->inverse_depth[i];
        int32_t top = c->window_top[i];
        int32_t bottom = c->window_bottom[i];
        const int32_t was_open = bottom > top;
        const int32_t row_ceiling =
            r3d_priv_column_row(c->horizon - steps->near_ceiling * inverse, c->height);
        const int32_t row_floor =
            r3d_priv_column_row(c->horizon - steps->near_floor * inverse, c->height);
        c->ceiling.top[i] = top;
        c->ceiling.bottom[i] = min_i32(row_ceiling, bottom);
        c->floor.top[i] = max_i32(row_floor, top);
        c->floor.bottom[i] = bottom;
        touched.ceiling |= c->ceiling.bottom[i] > top;
        touched.floor |= bottom > c->floor.top[i];
        top = max_i32(top, row_ceiling);
        bottom = min_i32(bottom, row_floor);
        const int32_t wall_top = top;
        const int32_t wall_bottom = bottom;
        if (has_upper) {
            const int32_t row =
                r3d_priv_column_row(c->horizon - steps->far_ceiling * inverse, c->height);
            c->upper.top[i] = wall_top;
            c->upper.bottom[i] = min_i32(row, wall_bottom);
            touched.upper |= c->upper.bottom[i] > wall_top;
            top = max_i32(top, row);
        }
        if (has_lower) {
            const int32_t row =
                r3d_priv_column_row(c->horizon - steps->far_floor * inverse, c->height);
            c->lower.top[i] = max_i32(row, wall_top);
            c->lower.bottom[i] = wall_bottom;
            touched.lower |= wall_bottom > c->lower.top[i];
            bottom = min_i32(bottom, row);
        }
        const bool is_open = bottom > top;
        c->open_columns -= was_open && !is_open;
        c->window_top[i] = is_open ? top : 0;
        c->window_bottom[i] = is_open ? bottom : 0;
    }
    return touched;
}

static void report_columns(const r3d_column_context *c, const struct r3d_priv_column_seen_wall *w)
{
    for (int32_t i = w->x0; i < w->x1; i++) {
        if (c->before_bottom[i] > c->before_top[i]) {
            c->view->trace(i, w->wall, w->far_sector == R3D_COLUMN_NONE, c->window_top[i],
                           c->window_bottom[i], c->view->trace_user);
        }
    }
}

static void paint_touched(r3d_column_context *c, const struct r3d_priv_column_seen_wall *w,
                          const struct touched *touched, bool upper_is_sky)
{
    if (touched->ceiling) {
        r3d_priv_column_paint_plane(c, &c->ceiling, w->x0, w->x1, w->near_sector, true);
    }
    if (touched->floor) {
        r3d_priv_column_paint_plane(c, &c->floor, w->x0, w->x1, w->near_sector, false);
    }
    if (touched->upper && upper_is_sky) {
        r3d_priv_column_paint_sky(c, &c->upper, w->x0, w->x1);
    } else if (touched->upper) {
        r3d_priv_column_paint_face(c, &c->upper, w,
                                   w->far_sector == R3D_COLUMN_NONE ? R3D_PRIV_COLUMN_FACE_MIDDLE
                                                                    : R3D_PRIV_COLUMN_FACE_UPPER);
    }
    if (touched->lower) {
        r3d_priv_column_paint_face(c, &c->lower, w, R3D_PRIV_COLUMN_FACE_LOWER);
    }
}

static void count_touched(r3d_column_context *c, const struct r3d_priv_column_seen_wall *w,
                          const struct touched *touched, bool upper_is_sky)
{
    const uint32_t flags = c->level->desc.sectors[w->near_sector].flags;
    c->counters.wall_columns += w->x1 - w->x0;
    if (c->view->mode == R3D_COLUMN_LINES) {
        return;
    }
    if (touched->ceiling) {
        r3d_priv_column_count_plane(c, &c->ceiling, w->x0, w->x1,
                                    (flags & R3D_COLUMN_SECTOR_SKY) != 0);
    }
    if (touched->floor) {
        r3d_priv_column_count_plane(c, &c->floor, w->x0, w->x1,
                                    (flags & R3D_COLUMN_SECTOR_SKY_FLOOR) != 0);
    }
    if (touched->upper && upper_is_sky) {
        r3d_priv_column_count_plane(c, &c->upper, w->x0, w->x1, true);
    } else if (touched->upper) {
        c->counters.wall_pixels += r3d_priv_column_count_pixels(&c->upper, w->x0, w->x1);
    }
    if (touched->lower) {
        c->counters.wall_pixels += r3d_priv_column_count_pixels(&c->lower, w->x0, w->x1);
    }
}

static void draw_fragment(r3d_column_context *c, const struct r3d_priv_column_fragment *fragment)
{
    struct r3d_priv_column_seen_wall w;
    if (!r3d_priv_column_see_wall(c, fragment->wall, fragment->side, &w)) {
        return;
    }
    c->stats.walls_tried++;
    cut_to_fragment(c, fragment, &w);
    if (!cut_to_open(c, &w)) {
        return;
    }
    c->stats.walls_drawn++;
    if (c->told != NULL) {
        c->piece_copy = w; /* a pointer to `w` would cost the loops their registers */
        c->piece = &c->piece_copy;
    }

    /* Along the ray (t, k t) the wall's line is met where 1 / t = alpha + beta k. */
    const double alpha = (w.right_s - w.left_s) / w.cross;
    const double beta = -(w.right_t - w.left_t) / w.cross;
    for (int32_t i = w.x0; i < w.x1; i++) {
        const double inverse = alpha + beta * c->k[i];
        c->inverse_depth[i] = inverse > 1e-12 ? inverse : 1e-12;
    }
    const bool keeps_windows =
        c->view->trace != NULL || c->view->mode == R3D_COLUMN_LINES || c->told != NULL;
    if (keeps_windows) {
        const size_t size = (size_t)(w.x1 - w.x0) * sizeof(int32_t);
        memcpy(c->before_top + w.x0, c->window_top + w.x0, size);
        memcpy(c->before_bottom + w.x0, c->window_bottom + w.x0, size);
    }

    const double *floors = c->world->floors;
    const double *ceilings = c->world->ceilings;
    struct steps steps;
    steps.near_ceiling = c->focal_y * (ceilings[w.near_sector] - c->eye_z);
    steps.near_floor = c->focal_y * (floors[w.near_sector] - c->eye_z);
    struct touched touched;
    bool upper_is_sky = false;
    if (w.far_sector == R3D_COLUMN_NONE) {
        touched = close_columns(c, &w, &steps);
    } else {
        steps.far_ceiling = c->focal_y * (ceilings[w.far_sector] - c->eye_z);
        steps.far_floor = c->focal_y * (floors[w.far_sector] - c->eye_z);
        const r3d_column_level_sector *sectors = c->level->desc.sectors;
        upper_is_sky = (sectors[w.near_sector].flags & sectors[w.far_sector].flags &
                        R3D_COLUMN_SECTOR_SKY) != 0;
        const bool has_upper = ceilings[w.far_sector] < ceilings[w.near_sector];
        const bool has_lower = floors[w.far_sector] > floors[w.near_sector];
        touched = narrow_columns(c, &w, &steps, has_upper, has_lower);
        if (c->told != NULL) { /* parts without a row are told of, too */
            touched.upper = has_upper;
            touched.lower = has_lower;
        }
    }
    if (c->told != NULL) {
        touched.ceiling = touched.floor = true;
        touched.upper = touched.upper || w.far_sector == R3D_COLUMN_NONE;
    }
    if (c->view->trace != NULL) {
        report_columns(c, &w);
    }
    if (c->view->counters != NULL) {
        count_touched(c, &w, &touched, upper_is_sky);
    }
    if (c->view->mode == R3D_COLUMN_LINES) {
        r3d_priv_column_stroke_wall(c, &w);
        return;
    }
    paint_touched(c, &w, &touched, upper_is_sky);
    if (w.far_sector != R3D_COLUMN_NONE && w.look->middle >= 0 &&
        c->view->mode == R3D_COLUMN_TEXTURED) {
        r3d_priv_column_keep_masked(c, &w);
    }
}

/* ---- the tree ---- */

static void draw_leaf(r3d_column_context *c, int32_t index)
{
    const struct r3d_priv_column_leaf *leaf = &c->level->leaves[index];
    c->stats.leaves_visited++;
    c->leaf = index;
    if (c->view->things && c->world->first_thing[index] >= 0) {
        r3d_priv_column_keep_things(c, index);
    }
    for (int32_t i = 0; i < leaf->fragment_count && c->open_columns > 0; i++) {
        draw_fragment(c, &c->level->fragments[leaf->first_fragment + i]);
    }
}

static void walk(r3d_column_context *c)
{
    int32_t depth = 0;
    c->stack[depth++] = c->level->root;
    while (depth > 0 && c->open_columns > 0) {
        const int32_t child = c->stack[--depth];
        if (child < 0) {
            draw_leaf(c, -1 - child);
            continue;
        }
        const struct r3d_priv_column_node *node = &c->level->nodes[child];
        c->stats.nodes_visited++;
        const int side = r3d_priv_column_node_value(node, c->eye_x, c->eye_y) > 0.0;
        c->stack[depth++] = node->child[1 - side];
        c->stack[depth++] = node->child[side];
    }
}

/* ---- the frame ---- */

static bool is_sane(double value, double limit)
{
    return value >= -limit && value <= limit;
}

static r3d_result check_view(const r3d_column_context *c, const r3d_column_world *world,
                             const r3d_column_view *view, const r3d_surface *surface)
{
    if (world->level != c->level || (int)view->mode < 0 || view->mode > R3D_COLUMN_TEXTURED) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_column_camera *camera = &view->camera;
    const double far_away = (double)R3D_COLUMN_CAMERA_MAX;
    if (!is_sane(camera->x, far_away) || !is_sane(camera->y, far_away) ||
        !is_sane(camera->z, far_away) || !is_sane(camera->yaw, far_away) ||
        !is_sane(camera->shear, far_away) || !(camera->focal_x >= 1e-3) ||
        !(camera->focal_x <= far_away) || !(camera->focal_y >= 1e-3) ||
        !(camera->focal_y <= far_away) || !is_sane(view->fade_start, 1e12) ||
        !is_sane(view->fade_length, 1e12) || !is_sane(view->sky_horizon, far_away)) {
        return R3D_ERR_RANGE;
    }
    const int32_t width = surface->clip.right - surface->clip.left;
    const int32_t height = surface->clip.bottom - surface->clip.top;
    if (width < 1 || height < 1) {
        return R3D_ERR_RANGE;
    }
    if (view->column_begin < 0 || view->column_end < view->column_begin ||
        view->column_end > width) {
        return R3D_ERR_RANGE;
    }
    return width > c->max_width || height > c->max_height ? R3D_ERR_LIMIT : R3D_OK;
}

static void begin_frame(r3d_column_context *c, const r3d_column_world *world,
                        const r3d_column_view *view, const r3d_surface *surface)
{
    const r3d_column_camera *camera = &view->camera;
    c->world = world;
    c->view = view;
    c->materials = view->materials;
    c->stride = surface->stride_px;
    c->pixels = surface->pixels + (ptrdiff_t)surface->clip.top * c->stride + surface->clip.left;
    c->clip_left = surface->clip.left;
    c->clip_top = surface->clip.top;
    c->piece = NULL;
    c->leaf = -1;
    c->width = surface->clip.right - surface->clip.left;
    c->height = surface->clip.bottom - surface->clip.top;
    c->begin = view->column_begin;
    c->end = view->column_end == 0 && view->column_begin == 0 ? c->width : view->column_end;
    c->eye_x = camera->x;
    c->eye_y = camera->y;
    c->eye_z = camera->z;
    r3d_priv_column_sincos_degrees(camera->yaw, &c->forward_y, &c->forward_x);
    c->center_x = (double)c->width / 2.0;
    c->horizon = (double)c->height / 2.0 + camera->shear;
    c->focal_x = camera->focal_x;
    c->focal_y = camera->focal_y;
    c->sky_ready = false;
    c->open_columns = c->end - c->begin;
    memset(&c->stats, 0, sizeof c->stats);
    r3d_column_counters_init(&c->counters);
    c->frame++;
    if (c->frame == 0) {
        /* After 2^32 frames the marks of the vertices would repeat. */
        memset(c->vertices, 0, (size_t)c->level->desc.vertex_count * sizeof *c->vertices);
        c->frame = 1;
    }
    for (int32_t i = c->begin; i < c->end; i++) {
        c->k[i] = ((double)i + 0.5 - c->center_x) / c->focal_x;
        c->window_top[i] = 0;
        c->window_bottom[i] = c->height;
        c->slice_head[i] = -1;
    }
    for (int32_t j = 0; j < c->height; j++) {
        c->slope[j] = (c->horizon - ((double)j + 0.5)) / c->focal_y;
    }
}

static r3d_result draw_frame(r3d_column_context *context, const r3d_column_world *world,
                             const r3d_column_view *view, const r3d_surface *surface)
{
    r3d_result result = R3D_OK;
    begin_frame(context, world, view, surface);
    if (view->mode == R3D_COLUMN_LINES) {
        r3d_priv_column_paint_paper(context);
    }
    walk(context);
    context->piece = NULL;
    context->leaf = -1;
    context->stats.columns_left = context->open_columns;
    if (view->mode != R3D_COLUMN_LINES && context->open_columns > 0) {
        r3d_priv_column_paint_nothing(context);
    }
    if (context->stats.slices_needed > context->stats.slices_used) {
        result = R3D_ERR_LIMIT;
    } else {
        r3d_priv_column_draw_slices(context);
    }
    if (view->counters != NULL && result == R3D_OK) {
        r3d_priv_column_count_slices(context);
    }
    return result;
}

r3d_result r3d_column_draw(r3d_column_context *context, const r3d_column_world *world,
                           const r3d_column_view *view, r3d_surface *surface,
                           r3d_column_stats *out_stats)
{
    if (context == NULL || world == NULL || view == NULL || surface == NULL ||
        surface->pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_column_view whole;
    r3d_column_view_init(&whole);
    r3d_result result = r3d_priv_desc_read(&whole, sizeof whole, view);
    if (result != R3D_OK) {
        return result;
    }
    view = &whole;
    r3d_column_counters counters;
    r3d_column_counters_init(&counters);
    if (view->counters != NULL) {
        result = r3d_priv_desc_read(&counters, sizeof counters, view->counters);
    }
    if (result != R3D_OK) {
        return result;
    }
    result = check_view(context, world, view, surface);
    if (result != R3D_OK) {
        return result;
    }
    const bool is_heard = surface->listener != NULL;
    const r3d_column_draw_call call = {context, context->level, world, view};
    if (is_heard) {
        r3d_draw_tell_before(&r3d_call_column_draw, surface, &call);
    }
    context->told = is_heard ? surface : NULL;
    result = draw_frame(context, world, view, surface);
    context->told = NULL;
    counters = context->counters;
    const r3d_column_stats stats = context->stats; /* a listener may draw with the context */
    if (is_heard) {
        r3d_draw_tell_after(&r3d_call_column_draw, surface, &call);
    }
    if (out_stats != NULL) {
        *out_stats = stats;
    }
    if (view->counters != NULL) {
        r3d_priv_desc_give(view->counters, view->counters->struct_size, &counters, sizeof counters);
    }
    return result;
}
