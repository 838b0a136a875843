/* SPDX-License-Identifier: MIT */
/* Changes of whole models and their bounds. Source: spec rs2-model sections 2 and 3. */

#include "../base/isa_internal.h"
#include "mesh_internal.h"

/* The coordinates of a mesh for writing. */
typedef struct coordinates {
    int32_t *x;
    int32_t *y;
    int32_t *z;
    int32_t count;
} coordinates;

static r3d_result change_vertices(r3d_mesh *mesh, coordinates *out)
{
    if (mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    out->x = r3d_priv_mesh_change(mesh, R3D_PRIV_VERTICES);
    if (out->x == NULL) {
        return R3D_ERR_MEMORY;
    }
    out->count = mesh->vertex_count;
    out->y = out->x + out->count;
    out->z = out->y + out->count;
    return R3D_OK;
}

r3d_result r3d_mesh_translate(r3d_mesh *mesh, int32_t dx, int32_t dy, int32_t dz)
{
    coordinates c;
    r3d_result result = change_vertices(mesh, &c);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < c.count; i++) {
        c.x[i] = r3d_i32_add(c.x[i], dx);
        c.y[i] = r3d_i32_add(c.y[i], dy);
        c.z[i] = r3d_i32_add(c.z[i], dz);
    }
    return R3D_OK;
}

r3d_result r3d_mesh_rotate_quarters(r3d_mesh *mesh, int32_t count)
{
    coordinates c;
    r3d_result result = change_vertices(mesh, &c);
    if (result != R3D_OK) {
        return result;
    }
    for (uint32_t turn = 0; turn < ((uint32_t)count & 3u); turn++) {
        for (int32_t i = 0; i < c.count; i++) {
            int32_t x = c.x[i];
            c.x[i] = c.z[i];
            c.z[i] = r3d_i32_neg(x);
        }
    }
    return R3D_OK;
}

r3d_result r3d_mesh_rotate_x(r3d_mesh *mesh, r3d_a11 angle_a11)
{
    coordinates c;
    r3d_result result = change_vertices(mesh, &c);
    if (result != R3D_OK) {
        return result;
    }
    r3d_fx16 sine = r3d_sin_a11(angle_a11);
    r3d_fx16 cosine = r3d_cos_a11(angle_a11);
    for (int32_t i = 0; i < c.count; i++) {
        r3d_priv_rotate(&c.y[i], &c.z[i], sine, cosine);
    }
    return R3D_OK;
}

r3d_result r3d_mesh_mirror(r3d_mesh *mesh)
{
    coordinates c;
    r3d_result result = change_vertices(mesh, &c);
    if (result != R3D_OK) {
        return result;
    }
    int32_t *corners = r3d_priv_mesh_change(mesh, R3D_PRIV_CORNERS);
    if (corners == NULL) {
        return R3D_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c.count; i++) {
        c.z[i] = r3d_i32_neg(c.z[i]);
    }
    for (int32_t *face = corners; face != corners + mesh->face_count * 3; face += 3) {
        int32_t first = face[0];
        face[0] = face[2];
        face[2] = first;
    }
    return R3D_OK;
}

r3d_result r3d_mesh_scale(r3d_mesh *mesh, int32_t x, int32_t y, int32_t z)
{
    coordinates c;
    r3d_result result = change_vertices(mesh, &c);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < c.count; i++) {
        c.x[i] = r3d_i32_mul(c.x[i], x) / 128;
        c.y[i] = r3d_i32_mul(c.y[i], y) / 128;
        c.z[i] = r3d_i32_mul(c.z[i], z) / 128;
    }
    return R3D_OK;
}

r3d_result r3d_mesh_recolor(r3d_mesh *mesh, int32_t from, int32_t to)
{
    if (mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (to < 0 || to > R3D_MESH_TEXTURE_MAX) {
        return R3D_ERR_RANGE;
    }
    if (mesh->arrays[R3D_PRIV_COLORS] == NULL) {
        return R3D_ERR_STATE;
    }
    int32_t *colors = r3d_priv_mesh_change(mesh, R3D_PRIV_COLORS);
    if (colors == NULL) {
        return R3D_ERR_MEMORY;
    }
    for (int32_t i = 0; i < mesh->face_count; i++) {
        if (colors[i] == from) {
            colors[i] = to;
        }
    }
    return R3D_OK;
}

/* a + (b - a) * (position + 64) / 128 - the height between two corners. */
static int32_t between(int32_t a, int32_t b, int32_t position)
{
    int32_t product = r3d_i32_mul(r3d_i32_sub(b, a), r3d_i32_add(position, 64));
    return r3d_i32_add(a, product / 128);
}

r3d_result r3d_mesh_skew(r3d_mesh *mesh, const r3d_corner_heights *heights)
{
    if (heights == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    coordinates c;
    r3d_result result = change_vertices(mesh, &c);
    if (result != R3D_OK) {
        return result;
    }
    int32_t sum = r3d_i32_add(r3d_i32_add(heights->south_west, heights->south_east),
                              r3d_i32_add(heights->north_east, heights->north_west));
    int32_t average = sum / 4;
    for (int32_t i = 0; i < c.count; i++) {
        int32_t south = between(heights->south_west, heights->south_east, c.x[i]);
        int32_t north = between(heights->north_west, heights->north_east, c.x[i]);
        int32_t ground = between(south, north, c.z[i]);
        c.y[i] = r3d_i32_add(c.y[i], r3d_i32_sub(ground, average));
    }
    return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_HEIGHT);
}

static int32_t square_sum(int32_t a, int32_t b)
{
    return r3d_i32_add(r3d_i32_mul(a, a), r3d_i32_mul(b, b));
}

/* What all vertices of a mesh reach. */
typedef struct model_extent {
    int32_t up;
    int32_t down;
    int32_t radius_squared;
    int32_t min_x;
    int32_t max_x;
    int32_t min_z;
    int32_t max_z;
} model_extent;

/* Written once, compiled for several instruction sets. */
#if R3D_PRIV_X86
__attribute__((always_inline))
#endif
static inline model_extent
extent_of(const int32_t *xs, const int32_t *ys, const int32_t *zs, int32_t count)
{
    model_extent e = {0,       0,     0,     999999,
                      -999999, 99999, -99999}; /* these start values show when a
                                            coordinate lies beyond them */
    for (int32_t i = 0; i < count; i++) {
        int32_t x = xs[i];
        int32_t y = ys[i];
        int32_t z = zs[i];
        int32_t squared = square_sum(x, z);
        e.up = r3d_i32_neg(y) > e.up ? r3d_i32_neg(y) : e.up;
        e.down = y > e.down ? y : e.down;
        e.radius_squared = squared > e.radius_squared ? squared : e.radius_squared;
        e.min_x = x < e.min_x ? x : e.min_x;
        e.max_x = x > e.max_x ? x : e.max_x;
        e.min_z = z < e.min_z ? z : e.min_z;
        e.max_z = z > e.max_z ? z : e.max_z;
    }
    return e;
}

#if R3D_PRIV_X86
__attribute__((target("avx2"))) static model_extent
extent_by_avx2(const int32_t *xs, const int32_t *ys, const int32_t *zs, int32_t count)
{
    return extent_of(xs, ys, zs, count);
}
#endif

static model_extent find_extent(const int32_t *xs, const int32_t *ys, const int32_t *zs,
                                int32_t count, uint32_t features)
{
#if R3D_PRIV_X86
    if ((features & R3D_ISA_HAS_AVX2) != 0) {
        return extent_by_avx2(xs, ys, zs, count);
    }
#endif
    (void)features;
    return extent_of(xs, ys, zs, count);
}

r3d_result r3d_mesh_set_bounds(r3d_mesh *mesh, r3d_bounds_kind kind)
{
    if (mesh == NULL ||
        (kind != R3D_BOUNDS_CYLINDER && kind != R3D_BOUNDS_HEIGHT && kind != R3D_BOUNDS_BOX)) {
        return R3D_ERR_ARGUMENT;
    }
    const int32_t *xs = r3d_priv_mesh_data(mesh, R3D_PRIV_VERTICES);
    const int32_t *ys = xs + mesh->vertex_count;
    const int32_t *zs = ys + mesh->vertex_count;
    r3d_bounds *bounds = &mesh->bounds;
    uint32_t features = r3d_isa_features(mesh->isa);
    model_extent e = find_extent(xs, ys, zs, mesh->vertex_count, features);
    bounds->up = e.up;
    bounds->down = e.down;
    int32_t (*root)(int32_t, uint32_t) =
        kind == R3D_BOUNDS_BOX ? r3d_priv_root_down : r3d_priv_root_up;
    if (kind != R3D_BOUNDS_HEIGHT) {
        bounds->radius = root(e.radius_squared, features);
    }
    if (kind == R3D_BOUNDS_BOX) {
        bounds->min_x = e.min_x;
        bounds->max_x = e.max_x;
        bounds->min_z = e.min_z;
        bounds->max_z = e.max_z;
    }
    bounds->min_depth = root(square_sum(bounds->radius, e.up), features);
    bounds->max_depth =
        r3d_i32_add(bounds->min_depth, root(square_sum(bounds->radius, e.down), features));
    return R3D_OK;
}
