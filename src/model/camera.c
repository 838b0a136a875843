/* SPDX-License-Identifier: MIT */
/* Cameras and views that fit. The formula is that of project.c; what is chosen is verified with it. */

#include <retro3d/camera.h>

#include "draw_internal.h"
#include "vertices.h"

enum {
    FULL_TURN = 2048,
    ZOOM_MAX = 16383, /* above it the formula may wrap */
    SLACK = 2,        /* units that the roundings of a fitted position may be off */
    STEPS_OF_ONE =
        32 /* tries before the distance grows faster; one of the first is right, but where
                         the original's test against the view wants more */
};

/* ---- looking ---- */

static bool is_within_reach(int64_t value)
{
    return value >= -R3D_CAMERA_REACH_MAX && value <= R3D_CAMERA_REACH_MAX;
}

static int64_t size_of(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Of all angles the one that turns (a, b) so that a is nearest to 0 and b before the eye. */
static r3d_a11 angle_to(int64_t a, int64_t b, int sign)
{
    r3d_a11 best = 0;
    int64_t best_off = INT64_MAX;
    for (r3d_a11 angle = 0; angle < FULL_TURN; angle++) {
        const int64_t sine = sign * (int64_t)r3d_sin_a11(angle);
        const int64_t cosine = r3d_cos_a11(angle);
        const int64_t off = size_of(a * cosine + b * sine);
        if (b * cosine - a * sine > 0 && off < best_off) {
            best_off = off;
            best = angle;
        }
    }
    return best;
}

r3d_result r3d_camera_look_at(r3d_camera *camera, const r3d_vec3i *target)
{
    if (camera == NULL || target == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const int64_t x = (int64_t)target->x - camera->eye.x;
    const int64_t y = (int64_t)target->y - camera->eye.y;
    const int64_t z = (int64_t)target->z - camera->eye.z;
    if (!is_within_reach(x) || !is_within_reach(y) || !is_within_reach(z) ||
        (x == 0 && y == 0 && z == 0)) {
        return R3D_ERR_RANGE;
    }
    if (x != 0 || z != 0) {
        camera->yaw_a11 = angle_to(x, z, 1);
    }
    int32_t ahead = (int32_t)z;
    int32_t aside = (int32_t)x;
    r3d_priv_rotate(&ahead, &aside, r3d_sin_a11(camera->yaw_a11), r3d_cos_a11(camera->yaw_a11));
    camera->pitch_a11 = angle_to(y, ahead, -1);
    return R3D_OK;
}

void r3d_camera_get_view(const r3d_camera *camera, const r3d_vec3i *position, r3d_a11 yaw_a11,
                         r3d_scene_view *out_view)
{
    if (camera == NULL || position == NULL || out_view == NULL) {
        return;
    }
    out_view->yaw_a11 = yaw_a11;
    out_view->camera_pitch_a11 = camera->pitch_a11;
    out_view->camera_yaw_a11 = camera->yaw_a11;
    out_view->position.x = r3d_i32_sub(position->x, camera->eye.x);
    out_view->position.y = r3d_i32_sub(position->y, camera->eye.y);
    out_view->position.z = r3d_i32_sub(position->z, camera->eye.z);
    out_view->id = 0;
    out_view->pick_by_box = false;
}

/* ---- the formula ---- */

static void turn_point(r3d_a11 angle, int32_t *a, int32_t *b)
{
    if (angle != 0) {
        r3d_priv_rotate(a, b, r3d_sin_a11(angle), r3d_cos_a11(angle));
    }
}

static void to_camera(const r3d_scene_view *view, r3d_vec3i *point)
{
    turn_point(view->yaw_a11, &point->z, &point->x);
    point->x = r3d_i32_add(point->x, view->position.x);
    point->y = r3d_i32_add(point->y, view->position.y);
    point->z = r3d_i32_add(point->z, view->position.z);
    turn_point(view->camera_yaw_a11, &point->z, &point->x);
    turn_point(view->camera_pitch_a11, &point->y, &point->z);
}

static int32_t on_screen(int32_t center, int32_t coordinate, int32_t z)
{
    return r3d_i32_add(center, r3d_i32_div(r3d_i32_shl(coordinate, R3D_PRIV_FOCAL_BITS), z));
}

r3d_result r3d_scene_view_project(const r3d_scene_view *view, const r3d_raster *raster,
                                  const r3d_vec3i *point, r3d_screen_vertex *out_vertex)
{
    if (view == NULL || raster == NULL || point == NULL || out_vertex == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_vec3i at = *point;
    to_camera(view, &at);
    const r3d_scene_view origin_view = {
        0, view->camera_pitch_a11, view->camera_yaw_a11, view->position, 0, false};
    r3d_vec3i origin = {0, 0, 0};
    to_camera(&origin_view, &origin);
    out_vertex->depth = r3d_i32_sub(at.z, origin.z);
    if (at.z < R3D_DRAW_NEAR_Z) {
        out_vertex->x = R3D_DRAW_NEAR_X;
        out_vertex->y = 0;
        return R3D_ERR_RANGE;
    }
    out_vertex->x = on_screen(raster->center_x, at.x, at.z);
    out_vertex->y = on_screen(raster->center_y, at.y, at.z);
    return R3D_OK;
}

/* ---- the corners that are seen ---- */

static bool shows_face(const r3d_mesh_view *mesh, int32_t face)
{
    return mesh->infos == NULL || mesh->infos[face] != R3D_FACE_HIDDEN;
}

static r3d_vec3i corner_of(const r3d_mesh_view *mesh, int32_t face, int corner)
{
    const int32_t vertex = mesh->corners[face * 3 + corner];
    const r3d_vec3i point = {mesh->x[vertex], mesh->y[vertex], mesh->z[vertex]};
    return point;
}

/* Whether there is a face, and its coordinates do not make the formula wrap. */
static r3d_result check_fitted(const r3d_mesh_view *mesh)
{
    bool any = false;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        for (int i = 0; i < 3 && shows_face(mesh, face); i++) {
            const r3d_vec3i p = corner_of(mesh, face, i);
            if (!is_within_reach(p.x) || !is_within_reach(p.y) || !is_within_reach(p.z)) {
                return R3D_ERR_RANGE;
            }
            any = true;
        }
    }
    return any ? R3D_OK : R3D_ERR_STATE;
}

/* The columns and rows that corners may have, relative to the centre. */
typedef struct frame {
    int32_t left;
    int32_t top;
    int32_t right;
    int32_t bottom;
} frame;

static bool is_in_frame(const frame *f, int32_t x, int32_t y)
{
    return x >= f->left && x <= f->right && y >= f->top && y <= f->bottom;
}

/* ---- fitting in a scene ---- */

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Offsets of the axis of the eye with which a model whose origin is `distance` away is inside the frame. */
static bool find_offsets(const r3d_mesh_view *mesh, const r3d_scene_view *turned, const frame *f,
                         int64_t distance, int64_t *out_x, int64_t *out_y)
{
    int64_t least_x = INT64_MIN;
    int64_t least_y = INT64_MIN;
    int64_t most_x = INT64_MAX;
    int64_t most_y = INT64_MAX;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        for (int i = 0; i < 3 && shows_face(mesh, face); i++) {
            r3d_vec3i p = corner_of(mesh, face, i);
            to_camera(turned, &p);
            const int64_t z = p.z + distance;
            if (z < R3D_DRAW_NEAR_Z + SLACK) {
                return false;
            }
            /* Rounded toward the inside or not, the slack is wider than the difference. */
            least_x = larger(least_x, f->left * z / (1 << R3D_PRIV_FOCAL_BITS) - p.x);
            most_x = smaller(most_x, f->right * z / (1 << R3D_PRIV_FOCAL_BITS) - p.x);
            least_y = larger(least_y, f->top * z / (1 << R3D_PRIV_FOCAL_BITS) - p.y);
            most_y = smaller(most_y, f->bottom * z / (1 << R3D_PRIV_FOCAL_BITS) - p.y);
        }
    }
    *out_x = (least_x + most_x) / 2;
    *out_y = (least_y + most_y) / 2;
    return most_x - least_x >= 2 * SLACK && most_y - least_y >= 2 * SLACK;
}

/* (a * c + b * s) / 65536, rounded to nearest. */
static int32_t unturned(int64_t a, int64_t c, int64_t b, int64_t s)
{
    return (int32_t)((a * c + b * s + 32768) >> 16);
}

/* The position that the angles of the camera bring to (x, y, z). */
static void place_view(r3d_scene_view *view, int64_t x, int64_t y, int64_t z)
{
    const int64_t sp = r3d_sin_a11(view->camera_pitch_a11);
    const int64_t cp = r3d_cos_a11(view->camera_pitch_a11);
    const int64_t sy = r3d_sin_a11(view->camera_yaw_a11);
    const int64_t cy = r3d_cos_a11(view->camera_yaw_a11);
    const int64_t ahead = unturned(z, cp, -y, sp);
    view->position.y = unturned(y, cp, z, sp);
    view->position.x = unturned(x, cy, -ahead, sy);
    view->position.z = unturned(ahead, cy, x, sy);
}

static bool is_whole(const r3d_mesh_view *mesh, const r3d_scene_view *view, const frame *f)
{
    for (int32_t face = 0; face < mesh->face_count; face++) {
        for (int i = 0; i < 3 && shows_face(mesh, face); i++) {
            r3d_vec3i p = corner_of(mesh, face, i);
            to_camera(view, &p);
            if (p.z < R3D_DRAW_NEAR_Z ||
                !is_in_frame(f, on_screen(0, p.x, p.z), on_screen(0, p.y, p.z))) {
                return false;
            }
        }
    }
    return true;
}

static bool make_frame(const r3d_raster *raster, int32_t margin_px, frame *out)
{
    const r3d_rect *clip = &raster->surface->clip;
    const int64_t left = (int64_t)clip->left + margin_px;
    const int64_t top = (int64_t)clip->top + margin_px;
    const int64_t right = (int64_t)clip->right - 1 - margin_px;
    const int64_t bottom = (int64_t)clip->bottom - 1 - margin_px;
    if (margin_px < 0 || left > right || top > bottom ||
        size_of(raster->center_x) > R3D_SURFACE_SIZE_MAX ||
        size_of(raster->center_y) > R3D_SURFACE_SIZE_MAX) {
        return false;
    }
    out->left = (int32_t)left - raster->center_x;
    out->top = (int32_t)top - raster->center_y;
    out->right = (int32_t)right - raster->center_x;
    out->bottom = (int32_t)bottom - raster->center_y;
    return true;
}

r3d_result r3d_scene_view_fit(r3d_scene_view *view, const r3d_mesh *mesh, const r3d_raster *raster,
                              int32_t margin_px)
{
    if (view == NULL || mesh == NULL || raster == NULL || raster->surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_mesh_view arrays;
    frame f;
    r3d_mesh_get_view(mesh, &arrays);
    const r3d_result result = check_fitted(&arrays);
    if (result != R3D_OK || !make_frame(raster, margin_px, &f)) {
        return result != R3D_OK ? result : R3D_ERR_RANGE;
    }
    if (r3d_scene_view_get_cull(view, mesh, raster) == R3D_CULL_EMPTY) {
        return R3D_ERR_STATE;
    }
    r3d_scene_view turned = *view;
    turned.position.x = turned.position.y = turned.position.z = 0;
    int64_t x = 0;
    int64_t y = 0;
    /* Farther away everything that fits still fits: the nearest distance is between these. */
    int64_t misses = -2 * R3D_CAMERA_REACH_MAX;
    int64_t fits = R3D_DRAW_FAR_Z - 1;
    if (!find_offsets(&arrays, &turned, &f, fits, &x, &y)) {
        return R3D_ERR_RANGE;
    }
    while (fits - misses > 1) {
        const int64_t middle = misses + (fits - misses) / 2;
        if (find_offsets(&arrays, &turned, &f, middle, &x, &y)) {
            fits = middle;
        } else {
            misses = middle;
        }
    }
    for (int64_t i = 0; fits < R3D_DRAW_FAR_Z; i++, fits += 1 + i / STEPS_OF_ONE) {
        if (find_offsets(&arrays, &turned, &f, fits, &x, &y)) {
            place_view(&turned, x, y, fits);
            if (is_whole(&arrays, &turned, &f) &&
                r3d_scene_view_get_cull(&turned, mesh, raster) == R3D_CULL_NONE) {
                view->position = turned.position;
                return R3D_OK;
            }
            turned.position.x = turned.position.y = turned.position.z = 0;
        }
    }
    return R3D_ERR_RANGE;
}

/* ---- fitting an icon ---- */

typedef struct icon_box {
    int32_t left;
    int32_t top;
    int32_t right;
    int32_t bottom;
    int32_t middle_z; /* of the corners */
    bool is_before;   /* no corner is at the eye or behind it */
} icon_box;

static icon_box project_icon(const r3d_mesh *mesh, const r3d_mesh_view *arrays,
                             const r3d_icon_look *look)
{
    icon_box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, 0, true};
    int32_t near_z = INT32_MAX;
    int32_t far_z = INT32_MIN;
    r3d_icon_view view;
    r3d_icon_get_view(look, mesh, &view);
    for (int32_t face = 0; face < arrays->face_count && box.is_before; face++) {
        for (int i = 0; i < 3 && shows_face(arrays, face); i++) {
            r3d_vec3i p = corner_of(arrays, face, i);
            turn_point(view.roll_a11, &p.y, &p.x);
            turn_point(view.pitch_a11, &p.y, &p.z);
            turn_point(view.yaw_a11, &p.z, &p.x);
            p.x = r3d_i32_add(p.x, view.eye.x);
            p.y = r3d_i32_add(p.y, view.eye.y);
            p.z = r3d_i32_add(p.z, view.eye.z);
            turn_point(view.eye_pitch_a11, &p.y, &p.z);
            if (p.z <= 0) {
                box.is_before = false;
                return box;
            }
            const int32_t x = on_screen(R3D_ICON_SIZE / 2, p.x, p.z);
            const int32_t y = on_screen(R3D_ICON_SIZE / 2, p.y, p.z);
            box.left = x < box.left ? x : box.left;
            box.right = x > box.right ? x : box.right;
            box.top = y < box.top ? y : box.top;
            box.bottom = y > box.bottom ? y : box.bottom;
            near_z = p.z < near_z ? p.z : near_z;
            far_z = p.z > far_z ? p.z : far_z;
        }
    }
    box.middle_z = near_z + (far_z - near_z) / 2;
    return box;
}

/* Moves the model to the middle of its icon at a zoom; returns whether it is inside then. */
static bool center_at_zoom(const r3d_mesh *mesh, const r3d_mesh_view *arrays, int32_t zoom,
                           const frame *f, bool moves_down, r3d_icon_look *look)
{
    enum { STEPS = 12, LEAST_SHARE = 6554 /* a tenth */ };
    /* An offset of 1 moves the model by this down the picture, in 1/65536. */
    const int64_t share = (int64_t)r3d_cos_a11(look->pitch_a11) - r3d_sin_a11(look->pitch_a11);
    look->zoom = zoom;
    look->x_offset = 0;
    look->y_offset = 0;
    for (int i = 0; i < STEPS; i++) {
        const icon_box box = project_icon(mesh, arrays, look);
        if (!box.is_before) {
            return false;
        }
        if (is_in_frame(f, box.left, box.top) && is_in_frame(f, box.right, box.bottom)) {
            return true;
        }
        const int64_t right = f->left + (int64_t)f->right - box.left - box.right;
        const int64_t down = f->top + (int64_t)f->bottom - box.top - box.bottom;
        const int64_t half_pixel = box.middle_z; /* / 1024: for twice the distance to move */
        look->x_offset += (int32_t)(right * half_pixel / 1024);
        if (moves_down && size_of(share) >= LEAST_SHARE) {
            look->y_offset += (int32_t)(down * half_pixel * 64 / share);
        }
        if (!is_within_reach(look->x_offset) || !is_within_reach(look->y_offset)) {
            return false;
        }
    }
    return false;
}

/* An offset down the picture moves the model away as well, which may lead nowhere: then without. */
static bool fit_at_zoom(const r3d_mesh *mesh, const r3d_mesh_view *arrays, int32_t zoom,
                        const frame *f, r3d_icon_look *look)
{
    return center_at_zoom(mesh, arrays, zoom, f, true, look) ||
           center_at_zoom(mesh, arrays, zoom, f, false, look);
}

r3d_result r3d_icon_look_fit(r3d_icon_look *look, const r3d_mesh *mesh, int32_t margin_px)
{
    if (look == NULL || mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_mesh_view arrays;
    r3d_mesh_get_view(mesh, &arrays);
    const r3d_result result = check_fitted(&arrays);
    if (result != R3D_OK) {
        return result;
    }
    if (margin_px < 0 || margin_px >= R3D_ICON_SIZE / 2) {
        return R3D_ERR_RANGE;
    }
    const frame f = {margin_px, margin_px, R3D_ICON_SIZE - 1 - margin_px,
                     R3D_ICON_SIZE - 1 - margin_px};
    r3d_icon_look found = *look;
    int32_t fits = 1;
    while (fits <= ZOOM_MAX && !fit_at_zoom(mesh, &arrays, fits, &f, &found)) {
        fits *= 2;
    }
    if (fits > ZOOM_MAX) {
        fits = ZOOM_MAX;
        if (!fit_at_zoom(mesh, &arrays, fits, &f, &found)) {
            return R3D_ERR_RANGE;
        }
    }
    r3d_icon_look best = found;
    for (int32_t misses = fits / 2; fits - misses > 1;) {
        const int32_t middle = misses + (fits - misses) / 2;
        if (fit_at_zoom(mesh, &arrays, middle, &f, &found)) {
            fits = middle;
            best = found;
        } else {
            misses = middle;
        }
    }
    *look = best;
    return R3D_OK;
}

const char *r3d_cull_name(r3d_cull cull)
{
    static const char *const names[] = {"none",  "near",  "far",   "left",
                                        "right", "above", "below", "empty"};
    return (int)cull >= R3D_CULL_NONE && cull <= R3D_CULL_EMPTY ? names[cull] : "?";
}
