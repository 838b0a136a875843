/* SPDX-License-Identifier: MIT */
/* Lighting. Source: spec rs2-model section 1. */

#include "light_kernels.h"

#include <stddef.h>

static int32_t dot(const r3d_vec3i *a, const r3d_vec3i *b)
{
    return r3d_i32_add(r3d_i32_add(r3d_i32_mul(a->x, b->x), r3d_i32_mul(a->y, b->y)),
                       r3d_i32_mul(a->z, b->z));
}

/* How strongly lightness follows the direction: the divisor of the dot products. */
static int32_t weight_of(const r3d_light *light, uint32_t features)
{
    int32_t length = r3d_priv_root_down(dot(&light->direction, &light->direction), features);
    return r3d_i32_mul(light->contrast, length) >> 8;
}

static bool beyond_limit(int32_t component)
{
    return component > R3D_PRIV_COMPONENT_LIMIT || component < -R3D_PRIV_COMPONENT_LIMIT;
}

static bool is_beyond_limit(const r3d_vec3i *n, int shift)
{
    return beyond_limit(n->x >> shift) || beyond_limit(n->y >> shift) ||
           beyond_limit(n->z >> shift);
}

/* How often the components are halved until none passes the limit. */
static int halvings_of(const r3d_vec3i *n)
{
    int shift = 0;
#if defined(__GNUC__)
    /* As many bits as are too many, less one: that may bring a component to the limit itself. */
    uint32_t bits = (uint32_t)(n->x ^ n->x >> 31) | (uint32_t)(n->y ^ n->y >> 31) |
                    (uint32_t)(n->z ^ n->z >> 31);
    shift = 31 - __builtin_clz(bits | 1u) - R3D_PRIV_LIMIT_BITS;
    shift = shift < 0 ? 0 : shift;
#endif
    while (is_beyond_limit(n, shift)) {
        shift++;
    }
    return shift;
}

/* component * 256 / length; components are within the limit by now. */
static int32_t normalized(int32_t component, int32_t length)
{
    return component * R3D_PRIV_NORMAL_LENGTH / length;
}

static r3d_vec3i face_normal(const int32_t *vertices, int32_t vertex_count,
                             const int32_t corners[3], uint32_t features)
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
    int shift = halvings_of(&n);
    n.x >>= shift;
    n.y >>= shift;
    n.z >>= shift;
    int32_t length = r3d_priv_root_down(dot(&n, &n), features);
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
    if ((info & R3D_PRIV_TEXTURED_BIT) != 0) {
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

static int32_t smaller_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Faces first..end - 1: adds the normals of smooth ones to their vertices, colours the flat ones.
 */
static r3d_result sum_normals_range(const r3d_priv_lighting *l, int32_t first, int32_t end,
                                    int32_t *normals, int32_t *lit)
{
    int32_t flat_weight = r3d_i32_add(l->weight, l->weight / 2);
    for (int32_t face = first; face < end; face++) {
        const int32_t *corner = l->corners + face * 3;
        r3d_vec3i normal = face_normal(l->vertices, l->vertex_count, corner, l->features);
        int32_t info = info_of(l->infos, face);
        if ((info & R3D_PRIV_FLAT_BIT) == 0) {
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
        int32_t lightness = r3d_i32_add(
            l->light.ambient, r3d_i32_div(dot(&l->light.direction, &normal), flat_weight));
        lit[face * 3] = shade(l->colors[face], lightness, info);
    }
    return R3D_OK;
}

/* NULL: the scalar code alone. */
static const r3d_priv_light_kernels *light_kernels_of(const r3d_priv_lighting *l)
{
#if R3D_PRIV_X86
    if ((l->features & R3D_ISA_HAS_AVX512) != 0) {
        return &r3d_priv_light_kernels_avx512;
    }
#endif
    (void)l;
    return NULL;
}

/* First step. */
static r3d_result sum_normals(const r3d_priv_lighting *l, int32_t *normals, int32_t *lit)
{
    const r3d_priv_light_kernels *kernels = light_kernels_of(l);
    int32_t block = kernels != NULL ? R3D_PRIV_LIGHT_BLOCK : l->face_count;
    if (kernels != NULL) {
        kernels->lay_out(l);
    }
    for (int32_t face = 0; face < l->face_count;) {
        if (kernels != NULL) {
            face = kernels->sum_normals(l, face, normals);
        }
        int32_t end = face + smaller_of(block, l->face_count - face);
        r3d_result result = sum_normals_range(l, face, end, normals, lit);
        if (result != R3D_OK) {
            return result;
        }
        face = end;
    }
    return R3D_OK;
}

/* The lightness at each vertex from the sums of its normals. Returns false if the rule divides by
 * zero somewhere, which matters only if a smooth face has that vertex. */
static bool find_lightness(const r3d_priv_lighting *l, const r3d_priv_light_kernels *kernels,
                           const int32_t *normals)
{
    bool divides = true;
    int32_t first = kernels != NULL ? kernels->find_lightness(l, normals, &divides) : 0;
    for (int32_t i = first; i < l->vertex_count; i++) {
        const r3d_vec3i normal = {normals[i * 4], normals[i * 4 + 1], normals[i * 4 + 2]};
        int32_t divisor = r3d_i32_mul(l->weight, normals[i * 4 + 3]);
        if (divisor == 0) {
            divides = false;
            l->lightness[i] = 0;
            continue;
        }
        l->lightness[i] =
            r3d_i32_add(l->light.ambient, r3d_i32_div(dot(&l->light.direction, &normal), divisor));
    }
    return divides;
}

/* Whether a smooth face has a vertex for which the rule divides by zero. */
static bool divides_by_zero(const r3d_priv_lighting *l, const int32_t *normals)
{
    for (int32_t i = 0; i < l->face_count * 3; i++) {
        if ((info_of(l->infos, i / 3) & R3D_PRIV_FLAT_BIT) == 0 &&
            r3d_i32_mul(l->weight, normals[l->corners[i] * 4 + 3]) == 0) {
            return true;
        }
    }
    return false;
}

static void shade_faces_range(const r3d_priv_lighting *l, int32_t first, int32_t end, int32_t *lit)
{
    for (int32_t face = first; face < end; face++) {
        int32_t info = info_of(l->infos, face);
        for (int i = 0; i < 3 && (info & R3D_PRIV_FLAT_BIT) == 0; i++) {
            lit[face * 3 + i] =
                shade(l->colors[face], l->lightness[l->corners[face * 3 + i]], info);
        }
    }
}

/* Second step: colours the smooth faces. */
static r3d_result apply_normals(const r3d_priv_lighting *l, const int32_t *normals, int32_t *lit)
{
    const r3d_priv_light_kernels *kernels = light_kernels_of(l);
    if (!find_lightness(l, kernels, normals) && divides_by_zero(l, normals)) {
        return R3D_ERR_RANGE;
    }
    int32_t block = kernels != NULL ? R3D_PRIV_LIGHT_BLOCK : l->face_count;
    for (int32_t face = 0; face < l->face_count;) {
        if (kernels != NULL) {
            face = kernels->shade_faces(l, face, lit);
        }
        int32_t end = face + smaller_of(block, l->face_count - face);
        shade_faces_range(l, face, end, lit);
        face = end;
    }
    return R3D_OK;
}

/* What a lit mesh does not keep. Label groups stay; unlit colours stay for the numbers of textures.
 */
static void drop_sources(r3d_mesh *mesh)
{
    r3d_priv_mesh_drop(mesh, R3D_PRIV_NORMALS);
    r3d_priv_mesh_drop(mesh, R3D_PRIV_NORMALS_ALONE);
    mesh->lost_labels = mesh->lost_labels || mesh->arrays[R3D_PRIV_VERTEX_LABELS] != NULL ||
                        mesh->arrays[R3D_PRIV_FACE_LABELS] != NULL;
    r3d_priv_mesh_drop(mesh, R3D_PRIV_VERTEX_LABELS);
    r3d_priv_mesh_drop(mesh, R3D_PRIV_FACE_LABELS);
    const int32_t *infos = r3d_priv_mesh_data(mesh, R3D_PRIV_INFOS);
    for (int32_t face = 0; infos != NULL && face < mesh->face_count; face++) {
        if ((infos[face] & R3D_PRIV_TEXTURED_BIT) != 0) {
            return;
        }
    }
    r3d_priv_mesh_drop(mesh, R3D_PRIV_COLORS);
}

/* Describes the work; its scratch memory is for the caller to free. Returns false without memory.
 */
static bool prepare_lighting(const r3d_mesh *mesh, const r3d_light *light, r3d_priv_lighting *l)
{
    l->vertices = r3d_priv_mesh_data(mesh, R3D_PRIV_VERTICES);
    l->corners = r3d_priv_mesh_data(mesh, R3D_PRIV_CORNERS);
    l->colors = r3d_priv_mesh_data(mesh, R3D_PRIV_COLORS);
    l->infos = r3d_priv_mesh_data(mesh, R3D_PRIV_INFOS);
    l->vertex_count = mesh->vertex_count;
    l->face_count = mesh->face_count;
    l->light = *light;
    l->features = r3d_isa_features(mesh->isa);
    l->weight = weight_of(light, l->features);
    int32_t count = mesh->vertex_count;
    size_t numbers = (size_t)count * 5 + 1;
    l->points = r3d_priv_alloc(&mesh->allocator, numbers, sizeof *l->points);
    if (l->points == NULL) {
        return false;
    }
    l->lightness = l->points + count * 4;
    return true;
}

/* The steps' work and results: the first step is done in a new one. */
typedef struct progress {
    r3d_priv_lighting work;
    r3d_priv_array *normals;
    r3d_priv_array *lit;
} progress;

static void give_up(const r3d_mesh *mesh, progress *p)
{
    r3d_priv_release(&mesh->allocator, p->work.points);
    r3d_priv_array_release(&mesh->allocator, p->normals);
    r3d_priv_array_release(&mesh->allocator, p->lit);
}

/* Does the first step. On failure nothing is left. */
static r3d_result begin_lighting(const r3d_mesh *mesh, const r3d_light *light, progress *p)
{
    if (mesh == NULL || light == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (mesh->arrays[R3D_PRIV_COLORS] == NULL) {
        return R3D_ERR_STATE;
    }
    const r3d_allocator *allocator = &mesh->allocator;
    bool prepared = prepare_lighting(mesh, light, &p->work);
    p->normals = r3d_priv_array_create_from(allocator, NULL, mesh->vertex_count * 4);
    p->lit = r3d_priv_array_create_from(allocator, NULL, mesh->face_count * 3);
    r3d_result result = !prepared || p->normals == NULL || p->lit == NULL
                            ? R3D_ERR_MEMORY
                            : sum_normals(&p->work, p->normals->data, p->lit->data);
    if (result != R3D_OK) {
        give_up(mesh, p);
    }
    return result;
}

r3d_result r3d_mesh_light(r3d_mesh *mesh, const r3d_light *light)
{
    progress p;
    r3d_result result = begin_lighting(mesh, light, &p);
    if (result != R3D_OK) {
        return result;
    }
    result = apply_normals(&p.work, p.normals->data, p.lit->data);
    if (result != R3D_OK) {
        give_up(mesh, &p);
        return result;
    }
    r3d_priv_release(&mesh->allocator, p.work.points);
    r3d_priv_array_release(&mesh->allocator, p.normals);
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_LIT], p.lit);
    drop_sources(mesh);
    return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER);
}

r3d_result r3d_mesh_light_begin(r3d_mesh *mesh, const r3d_light *light)
{
    progress p;
    r3d_result result = begin_lighting(mesh, light, &p);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_release(&mesh->allocator, p.work.points);
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_LIT], p.lit);
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_NORMALS], p.normals);
    /* Shared until r3d_mesh_share_normals changes the running sums. */
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_NORMALS_ALONE],
                           r3d_priv_array_share(p.normals));
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
    progress p;
    bool prepared = prepare_lighting(mesh, light, &p.work);
    p.normals = NULL;
    p.lit = r3d_priv_array_create_from(allocator, r3d_priv_mesh_data(mesh, R3D_PRIV_LIT),
                                       mesh->face_count * 3);
    r3d_result result =
        !prepared || p.lit == NULL ? R3D_ERR_MEMORY : apply_normals(&p.work, normals, p.lit->data);
    if (result != R3D_OK) {
        give_up(mesh, &p);
        return result;
    }
    r3d_priv_release(allocator, p.work.points);
    r3d_priv_array_replace(allocator, &mesh->arrays[R3D_PRIV_LIT], p.lit);
    drop_sources(mesh);
    return R3D_OK;
}
