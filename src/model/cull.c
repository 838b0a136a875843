/* SPDX-License-Identifier: MIT */
/* Models against the view and against the mouse, by their bounds.
 * Source: spec rs2-model sections 7.2 and 10. */

#include "draw_internal.h"
#include "vertices.h"

/* (a * c + b * s) >> 16 and (a * c - b * s) >> 16. */
static int32_t along(int32_t a, r3d_fx16 c, int32_t b, r3d_fx16 s)
{
    return r3d_i32_add(r3d_i32_mul(a, c), r3d_i32_mul(b, s)) >> 16;
}

static int32_t across(int32_t a, r3d_fx16 c, int32_t b, r3d_fx16 s)
{
    return r3d_i32_sub(r3d_i32_mul(a, c), r3d_i32_mul(b, s)) >> 16;
}

static int32_t part(int32_t length, r3d_fx16 share)
{
    return r3d_i32_mul(length, share) >> 16;
}

/* A position as numerator of its projection. */
static int32_t numerator(int32_t position)
{
    return r3d_i32_shl(position, R3D_PRIV_FOCAL_BITS);
}

r3d_cull r3d_priv_place(const r3d_bounds *bounds, const r3d_surface *surface,
                        const r3d_scene_view *view, r3d_priv_placement *out)
{
    r3d_fx16 sp = r3d_sin_a11(view->camera_pitch_a11);
    r3d_fx16 cp = r3d_cos_a11(view->camera_pitch_a11);
    r3d_fx16 sy = r3d_sin_a11(view->camera_yaw_a11);
    r3d_fx16 cy = r3d_cos_a11(view->camera_yaw_a11);
    const r3d_vec3i *position = &view->position;
    int32_t radius = bounds->radius;

    int32_t z = across(position->z, cy, position->x, sy);
    int32_t middle = along(position->y, sp, z, cp);
    int32_t reach = part(radius, cp);
    int32_t far_z = r3d_i32_add(middle, reach);
    if (far_z <= R3D_DRAW_NEAR_Z || middle >= R3D_DRAW_FAR_Z) {
        return far_z <= R3D_DRAW_NEAR_Z ? R3D_CULL_NEAR : R3D_CULL_FAR;
    }
    /* The sides of the clip rectangle stand for its size, even if it does not begin at 0. */
    int32_t half_width = surface->clip.right / 2;
    int32_t half_height = surface->clip.bottom / 2;
    int32_t x = along(position->z, sy, position->x, cy);
    out->left = numerator(r3d_i32_sub(x, radius));
    out->right = numerator(r3d_i32_add(x, radius));
    if (out->left / far_z >= half_width) {
        return R3D_CULL_RIGHT;
    }
    if (out->right / far_z <= r3d_i32_neg(half_width)) {
        return R3D_CULL_LEFT;
    }
    int32_t y = across(position->y, cp, z, sp);
    int32_t height = part(radius, sp);
    out->bottom = numerator(r3d_i32_add(y, height));
    if (out->bottom / far_z <= r3d_i32_neg(half_height)) {
        return R3D_CULL_ABOVE;
    }
    int32_t top = r3d_i32_add(height, part(bounds->up, cp));
    out->top = numerator(r3d_i32_sub(y, top));
    if (out->top / far_z >= half_height) {
        return R3D_CULL_BELOW;
    }
    out->middle_z = middle;
    out->far_z = far_z;
    int32_t near_z = r3d_i32_sub(middle, reach);
    out->near_z = near_z > R3D_DRAW_NEAR_Z ? near_z : R3D_DRAW_NEAR_Z;
    out->center_x = x;
    out->center_y = y;
    int32_t toward_eye = r3d_i32_add(reach, part(bounds->up, sp));
    out->touches_near = r3d_i32_sub(middle, toward_eye) <= R3D_DRAW_NEAR_Z;
    return R3D_CULL_NONE;
}

r3d_cull r3d_scene_view_get_cull(const r3d_scene_view *view, const r3d_mesh *mesh,
                                 const r3d_raster *raster)
{
    if (view == NULL || mesh == NULL || raster == NULL || raster->surface == NULL) {
        return R3D_CULL_EMPTY;
    }
    const r3d_bounds *b = &mesh->bounds;
    if (mesh->vertex_count == 0 || (b->up == 0 && b->down == 0 && b->radius == 0)) {
        return R3D_CULL_EMPTY;
    }
    r3d_priv_placement placement;
    return r3d_priv_place(b, raster->surface, view, &placement);
}

bool r3d_priv_mouse_inside(const r3d_priv_draw *draw, const r3d_priv_placement *p)
{
    const r3d_draw_context *context = draw->context;
    if (draw->id <= 0 || !context->has_mouse) {
        return false;
    }
    /* The side toward the view axis is divided by the far distance, the other by the near one. */
    int32_t left = p->left / (p->center_x > 0 ? p->far_z : p->near_z);
    int32_t right = p->right / (p->center_x > 0 ? p->near_z : p->far_z);
    int32_t top = p->top / (p->center_y > 0 ? p->far_z : p->near_z);
    int32_t bottom = p->bottom / (p->center_y > 0 ? p->near_z : p->far_z);
    int32_t x = r3d_i32_sub(context->mouse_x, draw->raster.center_x);
    int32_t y = r3d_i32_sub(context->mouse_y, draw->raster.center_y);
    return x > left && x < right && y > top && y < bottom;
}

bool r3d_priv_pick(r3d_priv_draw *draw, int32_t face)
{
    r3d_draw_context *context = draw->context;
    if (context->pick_count == context->pick_capacity) {
        return r3d_priv_draw_error(draw, R3D_ERR_LIMIT, face);
    }
    context->picked_faces[context->pick_count] = face;
    context->picks[context->pick_count++] = draw->id;
    return true;
}

bool r3d_priv_mouse_over_face(const r3d_priv_draw *draw, const int32_t corners[3])
{
    const r3d_draw_context *context = draw->context;
    int32_t x = context->mouse_x;
    int32_t y = context->mouse_y;
    bool above = true; /* the mouse is on that side of all three corners */
    bool below = true;
    bool left = true;
    bool right = true;
    for (int i = 0; i < 3; i++) {
        int32_t corner_x = context->vertices.screen_x[corners[i]];
        int32_t corner_y = context->vertices.screen_y[corners[i]];
        above = above && y < corner_y;
        below = below && y > corner_y;
        left = left && x < corner_x;
        right = right && x > corner_x;
    }
    return !above && !below && !left && !right;
}
