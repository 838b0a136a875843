/* SPDX-License-Identifier: MIT */
/* Vertices onto the screen. Source: spec rs2-model section 7. */

#include "draw_internal.h"

enum {
    FOCAL_BITS = 9 /* the focal length is 512 */
};

/* An angle's sine and cosine; a turn by 0 is left out, which changes nothing but the speed. */
typedef struct rotation {
    bool active;
    r3d_fx16 sine;
    r3d_fx16 cosine;
} rotation;

static rotation rotation_by(r3d_a11 angle)
{
    rotation r = {angle != 0, r3d_sin_a11(angle), r3d_cos_a11(angle)};
    return r;
}

static void turn(const rotation *r, int32_t *a, int32_t *b)
{
    if (r->active) {
        r3d_priv_rotate(a, b, r->sine, r->cosine);
    }
}

/* The screen position of a coordinate; z must not be 0. */
static int32_t project(int32_t center, int32_t coordinate, int32_t z)
{
    return r3d_i32_add(center, r3d_i32_div(r3d_i32_shl(coordinate, FOCAL_BITS), z));
}

static void store_camera(const r3d_priv_vertex_scratch *out, int32_t i, int32_t x, int32_t y,
                         int32_t z)
{
    out->camera_x[i] = x;
    out->camera_y[i] = y;
    out->camera_z[i] = z;
}

/* Notes a vertex that passes the original's scratch memory. Returns false if the draw ends. */
static bool check_vertex_number(r3d_priv_draw *draw, int32_t i)
{
    if (draw->context->original && i >= R3D_PRIV_VERTICES_MAX) {
        draw->report->outcome = R3D_DRAW_FAILED;
        return r3d_priv_draw_error(draw, R3D_ERR_LIMIT, -1);
    }
    return true;
}

/* Notes a vertex at depth 0, which has no position. Returns false if the draw ends. */
static bool note_vertex_at_eye(r3d_priv_draw *draw, int32_t i)
{
    if (draw->context->original) {
        draw->report->outcome = R3D_DRAW_FAILED;
        return r3d_priv_draw_error(draw, R3D_ERR_RANGE, -1);
    }
    draw->context->at_eye[i] = 1;
    draw->context->at_eye_count++;
    return true;
}

bool r3d_priv_project_icon(r3d_priv_draw *draw, const r3d_icon_view *view)
{
    const r3d_mesh_view *mesh = &draw->mesh;
    const r3d_priv_vertex_scratch *out = &draw->context->vertices;
    rotation roll = rotation_by(view->roll_a11);
    rotation pitch = rotation_by(view->pitch_a11);
    rotation yaw = rotation_by(view->yaw_a11);
    rotation eye = rotation_by(view->eye_pitch_a11);
    int32_t middle =
        r3d_i32_add(r3d_i32_mul(view->eye.y, eye.sine), r3d_i32_mul(view->eye.z, eye.cosine)) >> 16;
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        if (!check_vertex_number(draw, i)) {
            return false;
        }
        int32_t x = mesh->x[i];
        int32_t y = mesh->y[i];
        int32_t z = mesh->z[i];
        turn(&roll, &y, &x);
        turn(&pitch, &y, &z);
        turn(&yaw, &z, &x);
        x = r3d_i32_add(x, view->eye.x);
        y = r3d_i32_add(y, view->eye.y);
        z = r3d_i32_add(z, view->eye.z);
        turn(&eye, &y, &z);
        out->depth[i] = r3d_i32_sub(z, middle);
        if (z == 0) {
            if (!note_vertex_at_eye(draw, i)) {
                return false;
            }
            continue;
        }
        out->screen_x[i] = project(draw->raster.center_x, x, z);
        out->screen_y[i] = project(draw->raster.center_y, y, z);
        if (mesh->plane_count > 0) {
            store_camera(out, i, x, y, z);
        }
    }
    return true;
}

bool r3d_priv_project_scene(r3d_priv_draw *draw, const r3d_scene_view *view,
                            const r3d_priv_placement *placement)
{
    const r3d_mesh_view *mesh = &draw->mesh;
    const r3d_priv_vertex_scratch *out = &draw->context->vertices;
    rotation yaw = rotation_by(view->yaw_a11);
    rotation camera_yaw = rotation_by(view->camera_yaw_a11);
    rotation camera_pitch = rotation_by(view->camera_pitch_a11);
    /* The original keeps camera coordinates from the first vertex on that shows that they are
     * needed; without its limits none are stale. */
    bool keep_all = mesh->plane_count > 0 || !draw->context->original;
    bool touches_near = placement->touches_near;
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        if (!check_vertex_number(draw, i)) {
            return false;
        }
        int32_t x = mesh->x[i];
        int32_t y = mesh->y[i];
        int32_t z = mesh->z[i];
        turn(&yaw, &z, &x);
        x = r3d_i32_add(x, view->position.x);
        y = r3d_i32_add(y, view->position.y);
        z = r3d_i32_add(z, view->position.z);
        turn(&camera_yaw, &z, &x);
        turn(&camera_pitch, &y, &z);
        out->depth[i] = r3d_i32_sub(z, placement->middle_z);
        if (z >= R3D_DRAW_NEAR_Z) {
            out->screen_x[i] = project(draw->raster.center_x, x, z);
            out->screen_y[i] = project(draw->raster.center_y, y, z);
        } else {
            out->screen_x[i] = R3D_DRAW_NEAR_X;
            touches_near = true;
        }
        if (touches_near || keep_all) {
            store_camera(out, i, x, y, z);
        }
    }
    draw->has_near_vertices = touches_near;
    return true;
}
