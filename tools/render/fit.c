/* SPDX-License-Identifier: MIT */
#include "fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/fixed.h>

enum { SCALE_ONE = 128 /* of r3d_mesh_scale */ };

static const double focal_length = 512;
static const double fill = 0.9;        /* of the picture */
static const double reach_max = 30000; /* coordinates at the eye; the engine wraps at 32,768 */
static const double size_min = 64;     /* below, the engine's rounding shows */
static const double closeness = 0.125; /* of the model's size, between it and the eye */
static const double turn = 3.14159265358979323846 / 1024;

typedef struct rotation {
    double sine;
    double cosine;
} rotation;

static rotation rotation_by(int32_t angle_a11)
{
    const double angle = (angle_a11 & 2047) * turn;
    const rotation r = {sin(angle), cos(angle)};
    return r;
}

void render_extent_begin(render_extent *extent)
{
    memset(extent, 0, sizeof *extent);
}

/* The distance from the middle of the picture that corners may have. */
static double half_of(int32_t size, const render_view *view)
{
    return size * 0.5 * fill * view->zoom / 100;
}

static void add_corner(render_extent *e, double x, double y, double z, double kx, double ky)
{
    if (!e->is_any) {
        e->right = e->left = e->below = e->above = -HUGE_VAL;
        e->nearest = HUGE_VAL;
        e->is_any = true;
    }
    e->right = fmax(e->right, x * kx - z);
    e->left = fmax(e->left, -x * kx - z);
    e->below = fmax(e->below, y * ky - z);
    e->above = fmax(e->above, -y * ky - z);
    e->nearest = fmin(e->nearest, z);
    e->farthest = fmax(e->farthest, sqrt(x * x + y * y + z * z));
}

/* Turns corners as the engine does: roll, yaw, then the pitch of the eye. */
typedef struct turning {
    rotation roll;
    rotation yaw;
    rotation pitch;
} turning;

static turning turning_of(const render_view *view)
{
    const turning t = {rotation_by(view->roll_a11), rotation_by(view->yaw_a11),
                       rotation_by(view->pitch_a11)};
    return t;
}

static void apply(const turning *t, const int32_t in[3], double out[3])
{
    const double x = in[1] * t->roll.sine + in[0] * t->roll.cosine;
    const double y = in[1] * t->roll.cosine - in[0] * t->roll.sine;
    const double z = in[2] * t->yaw.cosine - x * t->yaw.sine;
    out[0] = in[2] * t->yaw.sine + x * t->yaw.cosine;
    out[1] = y * t->pitch.cosine - z * t->pitch.sine;
    out[2] = y * t->pitch.sine + z * t->pitch.cosine;
}

double render_depth(const render_view *view, int32_t x, int32_t y, int32_t z)
{
    const turning t = turning_of(view);
    const int32_t corner[3] = {x, y, z};
    double turned[3];
    apply(&t, corner, turned);
    return turned[2];
}

void render_extent_add(render_extent *extent, const r3d_mesh_view *mesh, const render_view *view)
{
    const turning t = turning_of(view);
    const double kx = focal_length / half_of(view->width, view);
    const double ky = focal_length / half_of(view->height, view);
    for (int32_t i = 0; i < mesh->face_count * 3; i++) {
        if (mesh->infos != NULL && mesh->infos[i / 3] == R3D_FACE_HIDDEN) {
            continue;
        }
        const int32_t v = mesh->corners[i];
        const int32_t corner[3] = {mesh->x[v], mesh->y[v], mesh->z[v]};
        double turned[3];
        apply(&t, corner, turned);
        add_corner(extent, turned[0], turned[1], turned[2], kx, ky);
    }
}

void render_place_eye(const render_extent *extent, const render_view *view, bool turns,
                      render_eye *out_eye)
{
    const render_extent *e = extent;
    const double size = fmax(e->farthest, 1);
    double across = (e->right + e->left) / 2;
    double down = (e->below + e->above) / 2;
    out_eye->x = -(e->right - e->left) / 2 * half_of(view->width, view) / focal_length;
    out_eye->y = -(e->below - e->above) / 2 * half_of(view->height, view) / focal_length;
    if (turns) {
        out_eye->x = 0;
        across = fmax(e->right, e->left);
    }
    const double closest = size * closeness - e->nearest;
    out_eye->distance = fmax(closest, fmax(across, down));
    out_eye->is_closest = closest > fmax(across, down);
    const double reach = out_eye->distance + size + fabs(out_eye->x) + fabs(out_eye->y);
    out_eye->scale = 1;
    if (reach > reach_max) {
        out_eye->scale = reach_max / reach;
    } else if (size < size_min) {
        out_eye->scale = fmax(1, floor(fmin(size_min * 2 / size, reach_max / reach)));
    }
}

static int32_t rounded(double value)
{
    return (int32_t)floor(value + 0.5);
}

void render_get_icon_view(const render_eye *eye, const render_view *view, r3d_icon_view *out_view)
{
    const rotation pitch = rotation_by(view->pitch_a11);
    const double y = eye->y * eye->scale;
    const double z = eye->distance * eye->scale;
    memset(out_view, 0, sizeof *out_view);
    out_view->yaw_a11 = view->yaw_a11;
    out_view->roll_a11 = view->roll_a11;
    out_view->eye_pitch_a11 = view->pitch_a11;
    out_view->eye.x = rounded(eye->x * eye->scale);
    out_view->eye.y = rounded(y * pitch.cosine + z * pitch.sine);
    out_view->eye.z = rounded(z * pitch.cosine - y * pitch.sine);
}

r3d_result render_scale(r3d_mesh *mesh, double scale, double *out_scale)
{
    r3d_result result = R3D_OK;
    *out_scale = 1;
    while (scale * SCALE_ONE < 1 && result == R3D_OK) {
        result = r3d_mesh_scale(mesh, 1, 1, 1);
        scale *= SCALE_ONE;
        *out_scale /= SCALE_ONE;
    }
    const int32_t factor = (int32_t)(scale * SCALE_ONE);
    if (factor != SCALE_ONE && result == R3D_OK) {
        result = r3d_mesh_scale(mesh, factor, factor, factor);
        *out_scale *= (double)factor / SCALE_ONE;
    }
    return result;
}

static int64_t greatest_coordinate(const r3d_mesh_view *view)
{
    int64_t greatest = 0;
    const int32_t *const axes[3] = {view->x, view->y, view->z};
    for (int axis = 0; axis < 3; axis++) {
        for (int32_t i = 0; i < view->vertex_count; i++) {
            const int64_t size = llabs((long long)axes[axis][i]);
            greatest = size > greatest ? size : greatest;
        }
    }
    return greatest;
}

r3d_result render_shrink(r3d_mesh *mesh, int32_t coordinate_max, int64_t *out_greatest,
                         double *out_scale)
{
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    *out_greatest = greatest_coordinate(&view);
    *out_scale = 1;
    return *out_greatest <= coordinate_max
               ? R3D_OK
               : render_scale(mesh, coordinate_max / (double)*out_greatest, out_scale);
}
