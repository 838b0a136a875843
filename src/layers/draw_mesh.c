/* SPDX-License-Identifier: MIT */
/* Meshes in perspective. Source: spec layers sections 12 and 13. */

#include <string.h>

#include "../base/desc.h"

#include "layers_internal.h"

#include <retro3d/layers_calls.h>

void r3d_layers_mesh_init_sized(r3d_layers_mesh *out_mesh, uint32_t struct_size)
{
    r3d_layers_mesh whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.cell = R3D_PRIV_NO_CELL;
    whole.instance_q16[0] = R3D_PRIV_ONE_Q16;
    whole.instance_q16[4] = R3D_PRIV_ONE_Q16;
    whole.instance_q16[8] = R3D_PRIV_ONE_Q16;
    R3D_PRIV_DESC_GIVE(out_mesh, whole, struct_size);
}

/* ---- checks ---- */

static bool is_coordinate(const int32_t uv[2])
{
    return uv[0] > -R3D_LAYERS_COORDINATE_MAX && uv[0] < R3D_LAYERS_COORDINATE_MAX &&
           uv[1] > -R3D_LAYERS_COORDINATE_MAX && uv[1] < R3D_LAYERS_COORDINATE_MAX;
}

static bool is_vertex(const r3d_layers_mesh *mesh, const r3d_layers_vertex *vertex)
{
    enum { NORMAL_RANGE_Q14 = 1 << 16, PICTURE_RANGE_FX4 = 1 << 18 };
    for (int i = 0; i < 3; i++) {
        if (vertex->normal_q14[i] < -NORMAL_RANGE_Q14 || vertex->normal_q14[i] > NORMAL_RANGE_Q14) {
            return false;
        }
    }
    if (!is_coordinate(vertex->uv_q16) || !is_coordinate(vertex->uv1_q16)) {
        return false;
    }
    if (!mesh->is_on_picture) {
        return r3d_priv_is_in_world(vertex->place_q16);
    }
    const int32_t *place = vertex->place_q16;
    return is_coordinate(vertex->planar_q16) && place[0] >= -PICTURE_RANGE_FX4 &&
           place[0] <= PICTURE_RANGE_FX4 && place[1] >= -PICTURE_RANGE_FX4 &&
           place[1] <= PICTURE_RANGE_FX4 && place[2] >= R3D_PERSPECTIVE_NEAR_MIN_Q16 &&
           place[2] <= R3D_PERSPECTIVE_FAR_Q16;
}

static r3d_result check_mesh(const r3d_layers_mesh *mesh)
{
    if (mesh->vertex_count < 0 || mesh->face_count < 0 || mesh->alpha_test < 0 ||
        mesh->alpha_test > 255 || mesh->cell < R3D_PRIV_NO_CELL || mesh->cell > INT16_MAX ||
        (int)mesh->blend < R3D_LAYERS_BLEND_REPLACE ||
        (int)mesh->blend > R3D_LAYERS_BLEND_MODULATE ||
        (int)mesh->cull < R3D_PERSPECTIVE_CULL_NONE ||
        (int)mesh->cull > R3D_PERSPECTIVE_CULL_FRONT || (int)mesh->depth < R3D_LAYERS_DEPTH_WRITE ||
        (int)mesh->depth > R3D_LAYERS_DEPTH_OFF) {
        return R3D_ERR_RANGE;
    }
    if ((mesh->vertex_count > 0 && mesh->vertices == NULL) ||
        (mesh->face_count > 0 && mesh->corners == NULL) || (mesh->is_on_picture && mesh->is_lit)) {
        return R3D_ERR_ARGUMENT;
    }
    return R3D_OK;
}

r3d_result r3d_layers_mesh_prepare(const r3d_layers_mesh *mesh)
{
    r3d_layers_mesh whole;
    r3d_layers_mesh_init(&whole);
    r3d_result result = r3d_priv_desc_read(&whole, sizeof whole, mesh);
    if (result == R3D_OK) {
        result = check_mesh(&whole);
    }
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < whole.vertex_count; i++) {
        if (!is_vertex(&whole, &whole.vertices[i])) {
            return R3D_ERR_RANGE;
        }
    }
    for (int64_t i = 0; i < 3 * (int64_t)whole.face_count; i++) {
        if (whole.corners[i] < 0 || whole.corners[i] >= whole.vertex_count) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

/* ---- vertices ---- */

void r3d_priv_layers_place(const r3d_layers_mesh *mesh, const r3d_layers_vertex *vertex,
                           int32_t out_place_q16[3], bool *out_is_in_world)
{
    const int32_t *m = mesh->instance_q16;
    const int32_t *p = vertex->place_q16;
    *out_is_in_world = true;
    for (int i = 0; i < 3; i++) {
        const int64_t value = ((m[3 * i] * (int64_t)p[0] + m[3 * i + 1] * (int64_t)p[1] +
                                m[3 * i + 2] * (int64_t)p[2] + R3D_PRIV_HALF_Q16) >>
                               16) +
                              m[9 + i];
        *out_is_in_world = *out_is_in_world && value >= -R3D_PERSPECTIVE_WORLD_MAX_Q16 &&
                           value <= R3D_PERSPECTIVE_WORLD_MAX_Q16;
        out_place_q16[i] = *out_is_in_world ? (int32_t)value : 0;
    }
}

static void turn_normal(const r3d_layers_mesh *mesh, const r3d_layers_vertex *vertex,
                        int32_t out_normal_q14[3])
{
    const int32_t *m = mesh->instance_q16;
    const int32_t *n = vertex->normal_q14;
    int64_t turned[3];
    for (int i = 0; i < 3; i++) {
        turned[i] =
            m[3 * i] * (int64_t)n[0] + m[3 * i + 1] * (int64_t)n[1] + m[3 * i + 2] * (int64_t)n[2];
    }
    r3d_perspective_unit(turned, R3D_PRIV_ONE_Q14, out_normal_q14);
}

/* A vertex in space, seen and lit. */
static void see_vertex(const r3d_layers_view *view, const r3d_layers_mesh *mesh,
                       const r3d_layers_vertex *vertex, r3d_perspective_vertex *out)
{
    int32_t place[3];
    int32_t normal[3];
    int32_t seen[3];
    int32_t bytes[2];
    bool is_inside;
    r3d_priv_layers_place(mesh, vertex, place, &is_inside);
    turn_normal(mesh, vertex, normal);
    r3d_perspective_view(&view->camera, place, seen);
    r3d_perspective_view_normal(&view->camera, normal, bytes);
    int32_t *c = out->component;
    memcpy(&c[R3D_PERSPECTIVE_X], seen, sizeof seen);
    memcpy(&c[R3D_PERSPECTIVE_U], vertex->uv_q16, sizeof vertex->uv_q16);
    memcpy(&c[R3D_PERSPECTIVE_U1], vertex->uv1_q16, sizeof vertex->uv1_q16);
    memcpy(&c[R3D_PERSPECTIVE_PLANAR_X], place, 2 * sizeof place[0]);
    memcpy(&c[R3D_PERSPECTIVE_NORMAL_X], bytes, sizeof bytes);
    uint8_t lit[3] = {255, 255, 255};
    if (mesh->is_lit) {
        static const r3d_layers_lights none;
        (void)r3d_layers_light_vertex(view->lights != NULL ? view->lights : &none, view->frame,
                                      place, normal, lit);
    }
    for (int i = 0; i < 3; i++) {
        c[R3D_PERSPECTIVE_RED + i] = r3d_priv_mul8(vertex->rgba[i], lit[i]);
    }
    c[R3D_PERSPECTIVE_ALPHA] = vertex->rgba[3];
}

static void take_vertex(const r3d_layers_vertex *vertex, r3d_perspective_vertex *out,
                        r3d_perspective_corner *out_corner)
{
    int32_t *c = out->component;
    out_corner->x_fx4 = vertex->place_q16[0];
    out_corner->y_fx4 = vertex->place_q16[1];
    out_corner->depth_q16 = vertex->place_q16[2];
    c[R3D_PERSPECTIVE_X] = 0;
    c[R3D_PERSPECTIVE_Y] = 0;
    c[R3D_PERSPECTIVE_W] = vertex->place_q16[2];
    memcpy(&c[R3D_PERSPECTIVE_U], vertex->uv_q16, sizeof vertex->uv_q16);
    memcpy(&c[R3D_PERSPECTIVE_U1], vertex->uv1_q16, sizeof vertex->uv1_q16);
    memcpy(&c[R3D_PERSPECTIVE_PLANAR_X], vertex->planar_q16, sizeof vertex->planar_q16);
    c[R3D_PERSPECTIVE_NORMAL_X] = r3d_priv_normal_byte(vertex->normal_q14[0]);
    c[R3D_PERSPECTIVE_NORMAL_Y] = r3d_priv_normal_byte(vertex->normal_q14[1]);
    for (int i = 0; i < 4; i++) {
        c[R3D_PERSPECTIVE_RED + i] = vertex->rgba[i];
    }
}

/* ---- pixels ---- */

static void fog(const r3d_layers_view *view, const r3d_layers_mesh *mesh, int32_t depth_q16,
                int32_t rgba[4])
{
    int64_t f = 0;
    if (depth_q16 >= view->fog_far_q16 && depth_q16 > view->fog_near_q16) {
        f = 255;
    } else if (depth_q16 > view->fog_near_q16) {
        f = ((int64_t)depth_q16 - view->fog_near_q16) * 255 /
            ((int64_t)view->fog_far_q16 - view->fog_near_q16);
    }
    const bool adds =
        mesh->blend == R3D_LAYERS_BLEND_ADD || mesh->blend == R3D_LAYERS_BLEND_ADD_ALPHA;
    for (int i = 0; i < 3; i++) {
        const int32_t color = adds ? 0 : view->fog_rgb[i];
        rgba[i] = r3d_priv_d255(rgba[i] * (255 - (int32_t)f) + color * (int32_t)f);
    }
}

static void mesh_input_at(const r3d_perspective_vertex v[3], const r3d_perspective_weights *weights,
                          int32_t depth_q16, r3d_priv_layers_input *out_input)
{
    const int32_t *a = v[0].component;
    const int32_t *b = v[1].component;
    const int32_t *c = v[2].component;
    int32_t mixed[6];
    for (int i = 0; i < 6; i++) {
        const int k = R3D_PERSPECTIVE_U + i;
        mixed[i] = r3d_perspective_mix(a[k], b[k], c[k], weights);
    }
    memcpy(out_input->uv_q16, &mixed[0], sizeof out_input->uv_q16);
    memcpy(out_input->uv1_q16, &mixed[2], sizeof out_input->uv1_q16);
    memcpy(out_input->planar_q16, &mixed[4], sizeof out_input->planar_q16);
    for (int i = 0; i < 2; i++) {
        const int k = R3D_PERSPECTIVE_NORMAL_X + i;
        out_input->normal8[i] = r3d_perspective_mix_normal(a[k], b[k], c[k], weights);
    }
    for (int i = 0; i < 4; i++) {
        const int k = R3D_PERSPECTIVE_RED + i;
        out_input->diffuse[i] = r3d_perspective_mix_color(a[k], b[k], c[k], weights);
    }
    out_input->depth_q16 = depth_q16;
}

static void draw_pixel(r3d_layers_target *target, const r3d_layers_view *view,
                       const r3d_layers_mesh *mesh, const r3d_perspective_vertex v[3], int32_t x,
                       int32_t y, const r3d_perspective_weights *weights)
{
    const size_t at = (size_t)y * (size_t)target->width + (size_t)x;
    const int32_t depth =
        r3d_perspective_mix(v[0].component[R3D_PERSPECTIVE_W], v[1].component[R3D_PERSPECTIVE_W],
                            v[2].component[R3D_PERSPECTIVE_W], weights);
    if (mesh->depth != R3D_LAYERS_DEPTH_OFF && depth > target->depth_q16[at]) {
        return;
    }
    r3d_priv_layers_input input;
    int32_t rgba[4];
    mesh_input_at(v, weights, depth, &input);
    r3d_priv_layers_run(mesh->stack, &input, view->frame, rgba);
    if (rgba[3] < mesh->alpha_test) {
        return;
    }
    if (mesh->has_fog) {
        fog(view, mesh, depth, rgba);
    }
    r3d_priv_layers_write(target, x, y, mesh->blend, rgba);
    target->cells[at] = (int16_t)mesh->cell;
    if (mesh->depth == R3D_LAYERS_DEPTH_WRITE) {
        target->depth_q16[at] = depth;
    }
}

static void draw_triangle(r3d_layers_target *target, const r3d_layers_view *view,
                          const r3d_layers_mesh *mesh, const r3d_perspective_vertex v[3],
                          const r3d_perspective_corner corners[3], const r3d_rect *clip)
{
    r3d_perspective_triangle triangle;
    if (!r3d_perspective_triangle_init(&triangle, corners, mesh->cull)) {
        return;
    }
    target->counters.triangles++;
    const int32_t top = triangle.top > clip->top ? triangle.top : clip->top;
    const int32_t bottom = triangle.bottom < clip->bottom ? triangle.bottom : clip->bottom;
    for (int32_t y = top; y < bottom; y++) {
        int32_t first;
        const int32_t count =
            r3d_perspective_triangle_run(&triangle, y, clip->left, clip->right, &first);
        if (count == 0) {
            continue;
        }
        r3d_perspective_triangle_weigh(&triangle, y, first, count, target->weights);
        for (int32_t i = 0; i < count; i++) {
            draw_pixel(target, view, mesh, v, first + i, y, &target->weights[i]);
        }
    }
}

static void draw_mesh_face(r3d_layers_target *target, const r3d_layers_view *view,
                           const r3d_layers_mesh *mesh, const int32_t *corners,
                           const r3d_rect *clip)
{
    r3d_perspective_vertex vertices[3];
    if (mesh->is_on_picture) {
        r3d_perspective_corner places[3];
        for (int i = 0; i < 3; i++) {
            take_vertex(&mesh->vertices[corners[i]], &vertices[i], &places[i]);
        }
        draw_triangle(target, view, mesh, vertices, places, clip);
        return;
    }
    for (int i = 0; i < 3; i++) {
        see_vertex(view, mesh, &mesh->vertices[corners[i]], &vertices[i]);
    }
    r3d_perspective_vertex clipped[R3D_PERSPECTIVE_CLIPPED_MAX];
    const int32_t count = r3d_perspective_clip(&view->camera, vertices, 3, clipped);
    r3d_perspective_corner places[R3D_PERSPECTIVE_CLIPPED_MAX];
    for (int32_t i = 0; i < count; i++) {
        r3d_perspective_project(&view->camera, &clipped[i], target->width, target->height,
                                &places[i]);
    }
    for (int32_t k = 1; k + 1 < count; k++) {
        const r3d_perspective_vertex fan[3] = {clipped[0], clipped[k], clipped[k + 1]};
        const r3d_perspective_corner fan_places[3] = {places[0], places[k], places[k + 1]};
        draw_triangle(target, view, mesh, fan, fan_places, clip);
    }
}

r3d_result r3d_layers_draw_mesh(r3d_layers_target *target, const r3d_layers_view *view,
                                const r3d_layers_mesh *mesh, const r3d_rect *scissor)
{
    r3d_layers_mesh whole;
    r3d_layers_mesh_init(&whole);
    if (target == NULL || view == NULL ||
        r3d_priv_desc_read(&whole, sizeof whole, mesh) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    const r3d_result result = check_mesh(&whole);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < whole.vertex_count && !whole.is_on_picture; i++) {
        int32_t place[3];
        bool is_inside;
        r3d_priv_layers_place(&whole, &whole.vertices[i], place, &is_inside);
        if (!is_inside) {
            return R3D_ERR_RANGE;
        }
    }
    const r3d_rect clip = r3d_priv_layers_clip(target, scissor);
    const r3d_layers_call call = {target, view, &whole, NULL, scissor, view->frame, 0};
    r3d_draw_tell_before(&r3d_call_layers_mesh, target->surface, &call);
    const int64_t before = target->counters.pixels;
    for (int32_t f = 0; f < whole.face_count; f++) {
        draw_mesh_face(target, view, &whole, &whole.corners[3 * (size_t)f], &clip);
    }
    r3d_draw_tell_after(&r3d_call_layers_mesh, target->surface, &call);
    r3d_priv_layers_note_stages(target, before, whole.stack);
    return R3D_OK;
}
