/* SPDX-License-Identifier: MIT */
/* Lighting. Source: spec rs2-model section 1. */

#include <retro3d/light.h>

#include "mesh_internal.h"

enum {
    NORMAL_LENGTH = 256,    /* of the normal of a face */
    COMPONENT_LIMIT = 8192, /* normals are halved until no component passes this */
    FLAT_BIT = 1,           /* of a face's info */
    TEXTURED_BIT = 2
};

static int32_t dot(const r3d_vec3i *a, const r3d_vec3i *b)
{
    return r3d_i32_add(r3d_i32_add(r3d_i32_mul(a->x, b->x), r3d_i32_mul(a->y, b->y)),
                       r3d_i32_mul(a->z, b->z));
}

/* How strongly lightness follows the direction: the divisor of the dot products. */
static int32_t weight_of(const r3d_light *light)
{
    int32_t length = r3d_priv_root_down(dot(&light->direction, &light->direction));
    return r3d_i32_mul(light->contrast, length) >> 8;
}

static bool beyond_limit(int32_t component)
{
    return component > COMPONENT_LIMIT || component < -COMPONENT_LIMIT;
}

/* component * 256 / length; components are within the limit by now. */
static int32_t normalized(int32_t component, int32_t length)
{
    return component * NORMAL_LENGTH / length;
}

static r3d_vec3i face_normal(const int32_t *vertices, int32_t vertex_count,
                             const int32_t corners[3])
{
    const int32_t *x = vertices;
    const int32_t *y = x + vertex_count;
    const int32_t *z = y + vertex_count;
    int32_t a = corners[0];
    int32_t b = corners[1];
    int32_t c = corners[2];
    r3d_vec3i e = {r3d_i32_sub(x[b], x[a]), r3d_i32_sub(y[b], y[a]), r3d_i32_sub(z[b], z[a])};
    r3d_vec3i f = {r3d_i32_sub(x[c], x[a]), r3d_i32_sub(y[c], y[a]), r3d_i32_sub(z[c], z[a])};
    r3d_vec3i n;
    n.x = r3d_i32_sub(r3d_i32_mul(e.y, f.z), r3d_i32_mul(f.y, e.z));
    n.y = r3d_i32_sub(r3d_i32_mul(e.z, f.x), r3d_i32_mul(f.z, e.x));
    n.z = r3d_i32_sub(r3d_i32_mul(e.x, f.y), r3d_i32_mul(f.x, e.y));
    while (beyond_limit(n.x) || beyond_limit(n.y) || beyond_limit(n.z)) {
        n.x >>= 1;
        n.y >>= 1;
        n.z >>= 1;
    }
    int32_t length = r3d_priv_root_down(dot(&n, &n));
    if (length <= 0) {
        length = 1;
    }
    n.x = normalized(n.x, length);
    n.y = normalized(n.y, length);
    n.z = normalized(n.z, length);
    return n;
}

/* The colour (or shade, if textured) of a corner at a lightness of any value. */
static int32_t shade(int32_t color, int32_t lightness, int32_t info)
{
    if ((info & TEXTURED_BIT) != 0) {
        int32_t clamped = lightness < 0 ? 0 : lightness > 127 ? 127 : lightness;
        return 127 - clamped;
    }
    int32_t value = r3d_i32_mul(lightness, color & 127) >> 7;
    value = value < 2 ? 2 : value > 126 ? 126 : value;
    return (color & 0xFF80) + value;
}

static int32_t info_of(const int32_t *infos, int32_t face)
{
    return infos != NULL ? infos[face] : 0;
}

/* First step: adds the normals of smooth faces to their vertices, colours the flat ones. */
static r3d_result sum_normals(const r3d_mesh *mesh, const r3d_light *light, int32_t *normals,
                              int32_t *lit)
{
    const int32_t *vertices = r3d_priv_mesh_data(mesh, R3D_PRIV_VERTICES);
    const int32_t *corners = r3d_priv_mesh_data(mesh, R3D_PRIV_CORNERS);
    const int32_t *colors = r3d_priv_mesh_data(mesh, R3D_PRIV_COLORS);
    const int32_t *infos = r3d_priv_mesh_data(mesh, R3D_PRIV_INFOS);
    int32_t weight = weight_of(light);
    int32_t flat_weight = r3d_i32_add(weight, weight / 2);
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t *corner = corners + face * 3;
        r3d_vec3i normal = face_normal(vertices, mesh->vertex_count, corner);
        int32_t info = info_of(infos, face);
        if ((info & FLAT_BIT) == 0) {
            for (int i = 0; i < 3; i++) {
                int32_t *sum = normals + corner[i] * 4;
                sum[0] = r3d_i32_add(sum[0], normal.x);
                sum[1] = r3d_i32_add(sum[1], normal.y);
                sum[2] = r3d_i32_add(sum[2], normal.z);
                sum[3] = r3d_i32_add(sum[3], 1);
            }
            continue;
        }
        if (flat_weight == 0) {
            return R3D_ERR_RANGE;
        }
        int32_t lightness =
            r3d_i32_add(light->ambient, r3d_i32_div(dot(&light->direction, &normal), flat_weight));
        lit[face * 3] = shade(colors[face], lightness, info);
    }
    return R3D_OK;
}

/* Second step: colours the smooth faces. */
static r3d_result apply_normals(const r3d_mesh *mesh, const r3d_light *light,
                                const int32_t *normals, int32_t *lit)
{
    const int32_t *corners = r3d_priv_mesh_data(mesh, R3D_PRIV_CORNERS);
    const int32_t *colors = r3d_priv_mesh_data(mesh, R3D_PRIV_COLORS);
    const int32_t *infos = r3d_priv_mesh_data(mesh, R3D_PRIV_INFOS);
    int32_t weight = weight_of(light);
    for (int32_t face = 0; face < mesh->face_count; face++) {
        int32_t info = info_of(infos, face);
        if ((info & FLAT_BIT) != 0) {
            continue;
        }
        for (int i = 0; i < 3; i++) {
            const int32_t *sum = normals + corners[face * 3 + i] * 4;
            r3d_vec3i normal = {sum[0], sum[1], sum[2]};
            int32_t divisor = r3d_i32_mul(weight, sum[3]);
            if (divisor == 0) {
                return R3D_ERR_RANGE;
            }
            int32_t lightness =
                r3d_i32_add(light->ambient, r3d_i32_div(dot(&light->direction, &normal), divisor));
            lit[face * 3 + i] = shade(colors[face], lightness, info);
        }
    }
    return R3D_OK;
}

/* What a lit mesh does not keep. Label groups stay; unlit colours stay for the numbers of textures.
 */
static void drop_sources(r3d_mesh *mesh)
{
    r3d_priv_mesh_drop(mesh, R3D_PRIV_NORMALS);
    r3d_priv_mesh_drop(mesh, R3D_PRIV_NORMALS_ALONE);
    r3d_priv_mesh_drop(mesh, R3D_PRIV_VERTEX_LABELS);
    r3d_priv_mesh_drop(mesh, R3D_PRIV_FACE_LABELS);
    const int32_t *infos = r3d_priv_mesh_data(mesh, R3D_PRIV_INFOS);
    for (int32_t face = 0; infos != NULL && face < mesh->face_count; face++) {
        if ((infos[face] & TEXTURED_BIT) != 0) {
            return;
        }
    }
    r3d_priv_mesh_drop(mesh, R3D_PRIV_COLORS);
}

/* Computes the first step into new arrays. */
static r3d_result begin(const r3d_mesh *mesh, const r3d_light *light, r3d_priv_array **out_normals,
                        r3d_priv_array **out_lit)
{
    if (mesh == NULL || light == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (mesh->arrays[R3D_PRIV_COLORS] == NULL) {
        return R3D_ERR_STATE;
    }
    const r3d_allocator *allocator = &mesh->allocator;
    r3d_priv_array *normals = r3d_priv_array_create_from(allocator, NULL, mesh->vertex_count * 4);
    r3d_priv_array *lit = r3d_priv_array_create_from(allocator, NULL, mesh->face_count * 3);
    r3d_result result = normals == NULL || lit == NULL
                            ? R3D_ERR_MEMORY
                            : sum_normals(mesh, light, normals->data, lit->data);
    if (result != R3D_OK) {
        r3d_priv_array_release(allocator, normals);
        r3d_priv_array_release(allocator, lit);
        return result;
    }
    *out_normals = normals;
    *out_lit = lit;
    return R3D_OK;
}

r3d_result r3d_mesh_light(r3d_mesh *mesh, const r3d_light *light)
{
    r3d_priv_array *normals = NULL;
    r3d_priv_array *lit = NULL;
    r3d_result result = begin(mesh, light, &normals, &lit);
    if (result != R3D_OK) {
        return result;
    }
    result = apply_normals(mesh, light, normals->data, lit->data);
    r3d_priv_array_release(&mesh->allocator, normals);
    if (result != R3D_OK) {
        r3d_priv_array_release(&mesh->allocator, lit);
        return result;
    }
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_LIT], lit);
    drop_sources(mesh);
    return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER);
}

r3d_result r3d_mesh_light_begin(r3d_mesh *mesh, const r3d_light *light)
{
    r3d_priv_array *normals = NULL;
    r3d_priv_array *lit = NULL;
    r3d_result result = begin(mesh, light, &normals, &lit);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_LIT], lit);
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_NORMALS], normals);
    /* Shared until r3d_mesh_share_normals changes the running sums. */
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_NORMALS_ALONE],
                           r3d_priv_array_share(normals));
    return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_BOX);
}

r3d_result r3d_mesh_light_finish(r3d_mesh *mesh, const r3d_light *light)
{
    if (mesh == NULL || light == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const int32_t *normals = r3d_priv_mesh_data(mesh, R3D_PRIV_NORMALS);
    if (normals == NULL || mesh->arrays[R3D_PRIV_COLORS] == NULL) {
        return R3D_ERR_STATE;
    }
    const r3d_allocator *allocator = &mesh->allocator;
    r3d_priv_array *lit = r3d_priv_array_create_from(
        allocator, r3d_priv_mesh_data(mesh, R3D_PRIV_LIT), mesh->face_count * 3);
    if (lit == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_result result = apply_normals(mesh, light, normals, lit->data);
    if (result != R3D_OK) {
        r3d_priv_array_release(allocator, lit);
        return result;
    }
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_LIT], lit);
    drop_sources(mesh);
    return R3D_OK;
}
