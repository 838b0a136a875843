/* SPDX-License-Identifier: MIT */
/* What a camera sees through portals. Source: spec layers section 7. */

#include <string.h>

#include "layers_internal.h"

#include <retro3d/layers_effects.h>

typedef struct portal_visitor {
    const r3d_layers_cell *cells;
    int32_t cell_count;
    const r3d_layers_portal *portals;
    int32_t portal_count;
    const r3d_perspective_camera *camera;
    int32_t width;
    int32_t height;
    r3d_layers_visit *visits;
    int32_t *order;
    int32_t count;
    r3d_result result;
} portal_visitor;

/* On which side of a portal the eye is, as seen from a cell. */
static int64_t side_of(const portal_visitor *v, const r3d_layers_portal *portal, int32_t cell)
{
    int64_t a[3];
    int64_t b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = ((int64_t)portal->corners_q16[1][i] - portal->corners_q16[0][i]) >> 8;
        b[i] = ((int64_t)portal->corners_q16[2][i] - portal->corners_q16[0][i]) >> 8;
    }
    const int64_t cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                              a[0] * b[1] - a[1] * b[0]};
    int32_t normal[3];
    r3d_perspective_unit(cross, R3D_PRIV_ONE_Q14, normal);
    int64_t side = 0;
    for (int i = 0; i < 3; i++) {
        side += normal[i] * ((int64_t)v->camera->eye_q16[i] - portal->corners_q16[0][i]);
    }
    side >>= 14;
    return portal->b == cell ? -side : side;
}

static r3d_rect overlap(const r3d_rect *a, const r3d_rect *b)
{
    r3d_rect r;
    r.left = a->left > b->left ? a->left : b->left;
    r.top = a->top > b->top ? a->top : b->top;
    r.right = a->right < b->right ? a->right : b->right;
    r.bottom = a->bottom < b->bottom ? a->bottom : b->bottom;
    return r;
}

static bool is_empty(const r3d_rect *r)
{
    return r->left >= r->right || r->top >= r->bottom;
}

/* The pixels that a portal's polygon may touch; false: it is out of view. */
static bool portal_rect(const portal_visitor *v, const r3d_layers_portal *portal,
                        r3d_rect *out_rect)
{
    r3d_perspective_vertex vertices[R3D_LAYERS_PORTAL_CORNERS_MAX];
    r3d_perspective_vertex clipped[R3D_PERSPECTIVE_CLIPPED_MAX];
    memset(vertices, 0, sizeof vertices);
    for (int32_t i = 0; i < portal->count; i++) {
        int32_t seen[3];
        r3d_perspective_view(v->camera, portal->corners_q16[i], seen);
        memcpy(vertices[i].component, seen, sizeof seen);
    }
    const int32_t count = r3d_perspective_clip(v->camera, vertices, portal->count, clipped);
    if (count == 0) {
        return false;
    }
    r3d_rect box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int32_t i = 0; i < count; i++) {
        r3d_perspective_corner c;
        r3d_perspective_project(v->camera, &clipped[i], v->width, v->height, &c);
        box.left = c.x_fx4 < box.left ? c.x_fx4 : box.left;
        box.top = c.y_fx4 < box.top ? c.y_fx4 : box.top;
        box.right = c.x_fx4 > box.right ? c.x_fx4 : box.right;
        box.bottom = c.y_fx4 > box.bottom ? c.y_fx4 : box.bottom;
    }
    out_rect->left = box.left >> 4;
    out_rect->top = box.top >> 4;
    out_rect->right = (box.right + 15) >> 4;
    out_rect->bottom = (box.bottom + 15) >> 4;
    return true;
}

static bool is_seen(const r3d_layers_visit *visit, const r3d_rect *rect)
{
    for (int32_t i = 0; i < visit->rect_count; i++) {
        const r3d_rect *r = &visit->rects[i];
        if (r->left <= rect->left && r->top <= rect->top && r->right >= rect->right &&
            r->bottom >= rect->bottom) {
            return true;
        }
    }
    return false;
}

static void add_rect(portal_visitor *v, int32_t cell, const r3d_rect *rect)
{
    r3d_layers_visit *visit = &v->visits[cell];
    if (!visit->is_visited) {
        visit->is_visited = true;
        visit->bounds = *rect;
        v->order[v->count++] = cell;
    }
    if (visit->rect_count == R3D_LAYERS_CELL_RECTS_MAX) {
        v->result = R3D_ERR_LIMIT;
        return;
    }
    visit->rects[visit->rect_count++] = *rect;
    visit->bounds.left = rect->left < visit->bounds.left ? rect->left : visit->bounds.left;
    visit->bounds.top = rect->top < visit->bounds.top ? rect->top : visit->bounds.top;
    visit->bounds.right = rect->right > visit->bounds.right ? rect->right : visit->bounds.right;
    visit->bounds.bottom =
        rect->bottom > visit->bounds.bottom ? rect->bottom : visit->bounds.bottom;
}

/* Never deeper than the number of cells + 1. */
static void visit(portal_visitor *v, int32_t cell, const r3d_rect *rect, int32_t depth)
{
    add_rect(v, cell, rect);
    for (int32_t p = 0; p < v->portal_count && v->result == R3D_OK; p++) {
        const r3d_layers_portal *portal = &v->portals[p];
        if (portal->a != cell && portal->b != cell) {
            continue;
        }
        const int32_t other = portal->a == cell ? portal->b : portal->a;
        const int64_t side = side_of(v, portal, cell);
        const int64_t near = v->camera->near_q16;
        r3d_rect seen = *rect;
        if (side < -near) {
            continue;
        }
        if (side > near) {
            r3d_rect box;
            if (!portal_rect(v, portal, &box)) {
                continue;
            }
            seen = overlap(&box, rect);
            if (is_empty(&seen)) {
                continue;
            }
        }
        if (depth < v->cell_count + 1 && !is_seen(&v->visits[other], &seen)) {
            visit(v, other, &seen, depth + 1);
        }
    }
}

static int32_t cell_of(const portal_visitor *v)
{
    const int32_t *eye = v->camera->eye_q16;
    for (int32_t i = 0; i < v->cell_count; i++) {
        const r3d_layers_cell *cell = &v->cells[i];
        bool is_inside = true;
        for (int k = 0; k < 3; k++) {
            is_inside = is_inside && eye[k] >= cell->low_q16[k] && eye[k] < cell->high_q16[k];
        }
        if (is_inside) {
            return i;
        }
    }
    return 0;
}

r3d_result r3d_layers_visit_cells(const r3d_layers_cell *cells, int32_t cell_count,
                                  const r3d_layers_portal *portals, int32_t portal_count,
                                  const r3d_perspective_camera *camera, int32_t width,
                                  int32_t height, r3d_layers_visit *out_visits, int32_t *out_order,
                                  int32_t *out_count)
{
    if (cells == NULL || (portals == NULL && portal_count > 0) || camera == NULL ||
        out_visits == NULL || out_order == NULL || out_count == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (cell_count < 1 || portal_count < 0 || width < 1 || width > R3D_PERSPECTIVE_SIZE_MAX ||
        height < 1 || height > R3D_PERSPECTIVE_SIZE_MAX) {
        return R3D_ERR_RANGE;
    }
    if (cell_count > R3D_LAYERS_CELLS_MAX || portal_count > R3D_LAYERS_PORTALS_MAX) {
        return R3D_ERR_LIMIT;
    }
    for (int32_t p = 0; p < portal_count; p++) {
        const r3d_layers_portal *portal = &portals[p];
        if (portal->a < 0 || portal->a >= cell_count || portal->b < 0 || portal->b >= cell_count ||
            portal->count < 3 || portal->count > R3D_LAYERS_PORTAL_CORNERS_MAX) {
            return R3D_ERR_RANGE;
        }
    }
    memset(out_visits, 0, (size_t)cell_count * sizeof *out_visits);
    portal_visitor v = {cells,      cell_count, portals, portal_count, camera, width, height,
                        out_visits, out_order,  0,       R3D_OK};
    const r3d_rect whole = {0, 0, width, height};
    visit(&v, cell_of(&v), &whole, 0);
    *out_count = v.count;
    return v.result;
}
