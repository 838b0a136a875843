/* SPDX-License-Identifier: MIT */
/* Vertices onto the screen. Source: spec rs2-model section 7. */

#include "vertices.h"

static r3d_priv_rotation rotation_by(r3d_a11 angle)
{
    r3d_priv_rotation r = {angle != 0, r3d_sin_a11(angle), r3d_cos_a11(angle)};
    return r;
}

static const r3d_priv_rotation no_rotation = {false, 0, 0};

static void turn(const r3d_priv_rotation *r, int32_t *a, int32_t *b)
{
    if (r->active) {
        r3d_priv_rotate(a, b, r->sine, r->cosine);
    }
}

/* The screen position of a coordinate; z must not be 0. */
static int32_t project(int32_t center, int32_t coordinate, int32_t z)
{
    return r3d_i32_add(center, r3d_i32_div(r3d_i32_shl(coordinate, R3D_PRIV_FOCAL_BITS), z));
}

static void store_camera(const r3d_priv_vertex_scratch *out, int32_t i, int32_t x, int32_t y,
                         int32_t z)
{
    out->camera_x[i] = x;
    out->camera_y[i] = y;
    out->camera_z[i] = z;
}

/* The kernel of an instruction set, NULL for the scalar code alone. */
static r3d_priv_project_vertices kernel_of(r3d_isa isa)
{
    switch (isa) {
#if R3D_PRIV_X86
    case R3D_ISA_SSE2:
        return r3d_priv_project_vertices_sse2;
    case R3D_ISA_AVX2:
        return r3d_priv_project_vertices_avx2;
    case R3D_ISA_AVX512:
        return r3d_priv_project_vertices_avx512;
#endif
#if R3D_PRIV_NEON
    case R3D_ISA_NEON:
        return r3d_priv_project_vertices_neon;
#endif
    default:
        return NULL;
    }
}

/* How many vertices are projected: as many as the original's scratch memory has room for. */
static int32_t vertex_count_of(const r3d_priv_draw *draw)
{
    int32_t count = draw->mesh.vertex_count;
    return draw->context->original && count > R3D_PRIV_VERTICES_MAX ? R3D_PRIV_VERTICES_MAX : count;
}

/* Notes vertices that pass the original's scratch memory. Returns false if the draw ends. */
static bool check_vertex_count(r3d_priv_draw *draw)
{
    if (vertex_count_of(draw) < draw->mesh.vertex_count) {
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

/* Vertices first..end - 1 in icon style. Returns false if the draw ends. */
static bool project_icon_range(r3d_priv_draw *draw, const r3d_priv_projection *p, int32_t first,
                               int32_t end)
{
    const r3d_mesh_view *mesh = &draw->mesh;
    const r3d_priv_vertex_scratch *out = &draw->context->vertices;
    for (int32_t i = first; i < end; i++) {
        int32_t x = mesh->x[i];
        int32_t y = mesh->y[i];
        int32_t z = mesh->z[i];
        turn(&p->roll, &y, &x);
        turn(&p->pitch, &y, &z);
        turn(&p->yaw, &z, &x);
        x = r3d_i32_add(x, p->move.x);
        y = r3d_i32_add(y, p->move.y);
        z = r3d_i32_add(z, p->move.z);
        turn(&p->camera_pitch, &y, &z);
        out->depth[i] = r3d_i32_sub(z, p->middle_z);
        if (z == 0) {
            if (!note_vertex_at_eye(draw, i)) {
                return false;
            }
            continue;
        }
        out->screen_x[i] = project(p->center_x, x, z);
        out->screen_y[i] = project(p->center_y, y, z);
        if (mesh->plane_count > 0) {
            store_camera(out, i, x, y, z);
        }
    }
    return true;
}

bool r3d_priv_project_icon(r3d_priv_draw *draw, const r3d_icon_view *view)
{
    r3d_priv_projection p;
    p.roll = rotation_by(view->roll_a11);
    p.pitch = rotation_by(view->pitch_a11);
    p.yaw = rotation_by(view->yaw_a11);
    p.move = view->eye;
    p.camera_yaw = no_rotation;
    p.camera_pitch = rotation_by(view->eye_pitch_a11);
    p.middle_z = r3d_i32_add(r3d_i32_mul(view->eye.y, p.camera_pitch.sine),
                             r3d_i32_mul(view->eye.z, p.camera_pitch.cosine)) >>
                 16;
    p.center_x = draw->raster.center_x;
    p.center_y = draw->raster.center_y;
    p.has_near_plane = false;

    r3d_priv_project_vertices kernel = kernel_of(r3d_raster_get_isa(&draw->raster));
    int32_t count = vertex_count_of(draw);
    int32_t block = kernel != NULL ? R3D_PRIV_VERTEX_BLOCK : count;
    for (int32_t i = 0; i < count;) {
        if (kernel != NULL) {
            i = kernel(&p, &draw->mesh, &draw->context->vertices, i, count,
                       draw->mesh.plane_count > 0);
        }
        int32_t end = count - i > block ? i + block : count;
        if (!project_icon_range(draw, &p, i, end)) {
            return false;
        }
        i = end;
    }
    return check_vertex_count(draw);
}

/* Vertices first..end - 1 in scene style. Camera coordinates are stored from the first vertex
 * before the near plane on, or all. */
static void project_scene_range(r3d_priv_draw *draw, const r3d_priv_projection *p, int32_t first,
                                int32_t end, bool keeps_all, bool *touches_near)
{
    const r3d_mesh_view *mesh = &draw->mesh;
    const r3d_priv_vertex_scratch *out = &draw->context->vertices;
    for (int32_t i = first; i < end; i++) {
        int32_t x = mesh->x[i];
        int32_t y = mesh->y[i];
        int32_t z = mesh->z[i];
        turn(&p->yaw, &z, &x);
        x = r3d_i32_add(x, p->move.x);
        y = r3d_i32_add(y, p->move.y);
        z = r3d_i32_add(z, p->move.z);
        turn(&p->camera_yaw, &z, &x);
        turn(&p->camera_pitch, &y, &z);
        out->depth[i] = r3d_i32_sub(z, p->middle_z);
        if (z >= R3D_DRAW_NEAR_Z) {
            out->screen_x[i] = project(p->center_x, x, z);
            out->screen_y[i] = project(p->center_y, y, z);
        } else {
            out->screen_x[i] = R3D_DRAW_NEAR_X;
            *touches_near = true;
        }
        if (*touches_near || keeps_all) {
            store_camera(out, i, x, y, z);
        }
    }
}

bool r3d_priv_project_scene(r3d_priv_draw *draw, const r3d_scene_view *view,
                            const r3d_priv_placement *placement)
{
    r3d_priv_projection p;
    p.roll = no_rotation;
    p.pitch = no_rotation;
    p.yaw = rotation_by(view->yaw_a11);
    p.move = view->position;
    p.camera_yaw = rotation_by(view->camera_yaw_a11);
    p.camera_pitch = rotation_by(view->camera_pitch_a11);
    p.middle_z = placement->middle_z;
    p.center_x = draw->raster.center_x;
    p.center_y = draw->raster.center_y;
    p.has_near_plane = true;

    /* The original keeps camera coordinates from the first vertex on that shows that they are
     * needed; without its limits none are stale. */
    bool keeps_all = draw->mesh.plane_count > 0 || !draw->context->original;
    bool touches_near = placement->touches_near;
    r3d_priv_project_vertices kernel = kernel_of(r3d_raster_get_isa(&draw->raster));
    int32_t count = vertex_count_of(draw);
    int32_t block = kernel != NULL ? R3D_PRIV_VERTEX_BLOCK : count;
    for (int32_t i = 0; i < count;) {
        if (kernel != NULL) {
            i = kernel(&p, &draw->mesh, &draw->context->vertices, i, count,
                       touches_near || keeps_all);
        }
        int32_t end = count - i > block ? i + block : count;
        project_scene_range(draw, &p, i, end, keeps_all, &touches_near);
        i = end;
    }
    if (!check_vertex_count(draw)) {
        return false;
    }
    draw->has_near_vertices = touches_near;
    return true;
}
