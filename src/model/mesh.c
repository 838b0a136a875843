/* SPDX-License-Identifier: MIT */
/* Making, copying, reading and destroying meshes. Source: spec rs2-model sections 0 and 5. */

#include "mesh_internal.h"

#include <string.h>

#include "../base/desc.h"

void r3d_mesh_desc_init_sized(r3d_mesh_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

static bool all_within(const int32_t *values, int32_t count, int32_t least, int32_t greatest)
{
    for (int32_t i = 0; i < count; i++) {
        if (values[i] < least || values[i] > greatest) {
            return false;
        }
    }
    return true;
}

static bool planes_exist(const r3d_mesh_desc *desc)
{
    for (int32_t i = 0; i < desc->face_count; i++) {
        int32_t info = desc->infos[i];
        if (info != R3D_FACE_HIDDEN && (info & R3D_FACE_TEXTURED) != 0 &&
            (info < 0 || info >> 2 >= desc->plane_count)) {
            return false;
        }
    }
    return true;
}

static bool count_is_valid(int32_t count)
{
    return count >= 0 && count <= R3D_MESH_COUNT_MAX;
}

static r3d_result validate(const r3d_mesh_desc *desc)
{
    if (!count_is_valid(desc->vertex_count) || !count_is_valid(desc->face_count) ||
        !count_is_valid(desc->plane_count)) {
        return R3D_ERR_LIMIT;
    }
    int32_t vertices = desc->vertex_count;
    int32_t faces = desc->face_count;
    int32_t planes = desc->plane_count;
    if ((vertices > 0 && (desc->x == NULL || desc->y == NULL || desc->z == NULL)) ||
        (faces > 0 && (desc->corners == NULL || desc->colors == NULL)) ||
        (planes > 0 && desc->planes == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    if (!all_within(desc->corners, faces * 3, 0, vertices - 1) ||
        !all_within(desc->planes, planes * 3, 0, vertices - 1)) {
        return R3D_ERR_FORMAT_INDEX;
    }
    if (!all_within(desc->colors, faces, 0, R3D_MESH_TEXTURE_MAX) ||
        (desc->alphas != NULL && !all_within(desc->alphas, faces, 0, 255)) ||
        (desc->vertex_labels != NULL &&
         !all_within(desc->vertex_labels, vertices, 0, R3D_MESH_LABEL_MAX)) ||
        (desc->face_labels != NULL &&
         !all_within(desc->face_labels, faces, 0, R3D_MESH_LABEL_MAX))) {
        return R3D_ERR_RANGE;
    }
    if (desc->infos != NULL && !desc->allow_missing_planes && !planes_exist(desc)) {
        return R3D_ERR_FORMAT_INDEX;
    }
    return R3D_OK;
}

r3d_mesh *r3d_priv_mesh_create_empty(const r3d_allocator *hooks)
{
    r3d_mesh *mesh = r3d_priv_alloc_zeroed(hooks, 1, sizeof *mesh);
    if (mesh != NULL) {
        mesh->allocator = *hooks;
        mesh->priority = -1;
        for (int i = 0; i < R3D_PRIV_ARRAY_COUNT; i++) {
            mesh->arrays[i] = NULL; /* a null pointer need not be all zero bits */
        }
    }
    return mesh;
}

/* Copies an array into the mesh. An optional one that is not there stays absent. */
static bool take(r3d_mesh *mesh, r3d_priv_mesh_array which, const int32_t *data, int32_t count)
{
    mesh->arrays[which] = r3d_priv_array_create_from(&mesh->allocator, data, count);
    return mesh->arrays[which] != NULL;
}

static bool take_optional(r3d_mesh *mesh, r3d_priv_mesh_array which, const int32_t *data,
                          int32_t count)
{
    return data == NULL || take(mesh, which, data, count);
}

static bool take_vertices(r3d_mesh *mesh, const r3d_mesh_desc *desc)
{
    int32_t count = desc->vertex_count;
    r3d_priv_array *vertices = r3d_priv_array_create(&mesh->allocator, count * 3);
    mesh->arrays[R3D_PRIV_VERTICES] = vertices;
    if (vertices == NULL) {
        return false;
    }
    if (count > 0) {
        size_t size = (size_t)count * sizeof(int32_t);
        memcpy(vertices->data, desc->x, size);
        memcpy(vertices->data + count, desc->y, size);
        memcpy(vertices->data + count * 2, desc->z, size);
    }
    return true;
}

r3d_result r3d_mesh_create(const r3d_mesh_desc *desc, const r3d_allocator *allocator,
                           r3d_mesh **out_mesh)
{
    if (out_mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_mesh = NULL;
    r3d_mesh_desc whole;
    r3d_allocator hooks;
    r3d_mesh_desc_init(&whole);
    r3d_result result = r3d_priv_desc_read(&whole, sizeof whole, desc);
    if (result == R3D_OK) {
        result = r3d_allocator_resolve(allocator, &hooks);
    }
    if (result == R3D_OK) {
        result = validate(&whole);
    }
    if (result != R3D_OK) {
        return result;
    }
    desc = &whole;
    r3d_mesh *mesh = r3d_priv_mesh_create_empty(&hooks);
    if (mesh == NULL) {
        return R3D_ERR_MEMORY;
    }
    int32_t faces = desc->face_count;
    mesh->vertex_count = desc->vertex_count;
    mesh->face_count = faces;
    mesh->plane_count = desc->plane_count;
    mesh->priority = desc->priority;
    if (!take_vertices(mesh, desc) || !take(mesh, R3D_PRIV_CORNERS, desc->corners, faces * 3) ||
        !take(mesh, R3D_PRIV_COLORS, desc->colors, faces) ||
        !take(mesh, R3D_PRIV_PLANES, desc->planes, desc->plane_count * 3) ||
        !take_optional(mesh, R3D_PRIV_INFOS, desc->infos, faces) ||
        !take_optional(mesh, R3D_PRIV_PRIORITIES, desc->priorities, faces) ||
        !take_optional(mesh, R3D_PRIV_ALPHAS, desc->alphas, faces) ||
        !take_optional(mesh, R3D_PRIV_FACE_LABELS, desc->face_labels, faces) ||
        !take_optional(mesh, R3D_PRIV_VERTEX_LABELS, desc->vertex_labels, desc->vertex_count)) {
        r3d_mesh_destroy(mesh);
        return R3D_ERR_MEMORY;
    }
    *out_mesh = mesh;
    return R3D_OK;
}

r3d_result r3d_mesh_set_isa(r3d_mesh *mesh, r3d_isa isa)
{
    if (mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_isa_available(isa)) {
        return R3D_ERR_RANGE;
    }
    mesh->isa = isa;
    return R3D_OK;
}

r3d_result r3d_mesh_copy(const r3d_mesh *mesh, r3d_mesh **out_mesh)
{
    if (out_mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_mesh = NULL;
    if (mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_mesh *copy = r3d_priv_alloc(&mesh->allocator, 1, sizeof *copy);
    if (copy == NULL) {
        return R3D_ERR_MEMORY;
    }
    *copy = *mesh;
    for (int i = 0; i < R3D_PRIV_ARRAY_COUNT; i++) {
        r3d_priv_array_share(copy->arrays[i]);
    }
    *out_mesh = copy;
    return R3D_OK;
}

static bool same_allocator(const r3d_allocator *a, const r3d_allocator *b)
{
    return a->alloc == b->alloc && a->free == b->free && a->user == b->user;
}

/* Overwrites an array of the pose by the base's, if the pose owns one of the same size. */
static bool overwrite(r3d_mesh *pose, const r3d_mesh *base, r3d_priv_mesh_array which)
{
    r3d_priv_array *old = pose->arrays[which];
    const r3d_priv_array *other = base->arrays[which];
    if (old == NULL || other == NULL || old == other || old->count != other->count ||
        !r3d_priv_array_is_own(old)) {
        return false;
    }
    if (other->count > 0) {
        memcpy(old->data, other->data, (size_t)other->count * sizeof(int32_t));
    }
    return true;
}

r3d_result r3d_mesh_reset(r3d_mesh *pose, const r3d_mesh *base)
{
    if (pose == NULL || base == NULL || !same_allocator(&pose->allocator, &base->allocator)) {
        return R3D_ERR_ARGUMENT;
    }
    if (pose == base) {
        return R3D_OK;
    }
    for (int i = 0; i < R3D_PRIV_ARRAY_COUNT; i++) {
        if ((i == R3D_PRIV_VERTICES || i == R3D_PRIV_ALPHAS) &&
            overwrite(pose, base, (r3d_priv_mesh_array)i)) {
            continue;
        }
        r3d_priv_array_replace(&pose->allocator, &pose->arrays[i],
                               r3d_priv_array_share(base->arrays[i]));
    }
    pose->vertex_count = base->vertex_count;
    pose->face_count = base->face_count;
    pose->plane_count = base->plane_count;
    pose->priority = base->priority;
    pose->isa = base->isa;
    pose->lost_labels = base->lost_labels;
    pose->bounds = base->bounds;
    return R3D_OK;
}

void r3d_mesh_destroy(r3d_mesh *mesh)
{
    if (mesh == NULL) {
        return;
    }
    r3d_allocator allocator = mesh->allocator;
    for (int i = 0; i < R3D_PRIV_ARRAY_COUNT; i++) {
        r3d_priv_array_release(&allocator, mesh->arrays[i]);
    }
    r3d_priv_release(&allocator, mesh);
}

int32_t *r3d_priv_mesh_change(r3d_mesh *mesh, r3d_priv_mesh_array which)
{
    return r3d_priv_array_own(&mesh->allocator, &mesh->arrays[which]) ? mesh->arrays[which]->data
                                                                      : NULL;
}

void r3d_priv_mesh_drop(r3d_mesh *mesh, r3d_priv_mesh_array which)
{
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[which], NULL);
}

static r3d_result add_zeros(r3d_mesh *mesh, r3d_priv_mesh_array which)
{
    if (mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (mesh->arrays[which] == NULL && !take(mesh, which, NULL, mesh->face_count)) {
        return R3D_ERR_MEMORY;
    }
    return R3D_OK;
}

r3d_result r3d_mesh_add_infos(r3d_mesh *mesh)
{
    return add_zeros(mesh, R3D_PRIV_INFOS);
}

r3d_result r3d_mesh_add_alphas(r3d_mesh *mesh)
{
    return add_zeros(mesh, R3D_PRIV_ALPHAS);
}

void r3d_mesh_get_view(const r3d_mesh *mesh, r3d_mesh_view *out_view)
{
    if (mesh == NULL || out_view == NULL) {
        return;
    }
    const int32_t *vertices = r3d_priv_mesh_data(mesh, R3D_PRIV_VERTICES);
    out_view->vertex_count = mesh->vertex_count;
    out_view->face_count = mesh->face_count;
    out_view->plane_count = mesh->plane_count;
    out_view->priority = mesh->priority;
    out_view->x = vertices;
    out_view->y = vertices + mesh->vertex_count;
    out_view->z = vertices + mesh->vertex_count * 2;
    out_view->vertex_labels = r3d_priv_mesh_data(mesh, R3D_PRIV_VERTEX_LABELS);
    out_view->corners = r3d_priv_mesh_data(mesh, R3D_PRIV_CORNERS);
    out_view->colors = r3d_priv_mesh_data(mesh, R3D_PRIV_COLORS);
    out_view->infos = r3d_priv_mesh_data(mesh, R3D_PRIV_INFOS);
    out_view->priorities = r3d_priv_mesh_data(mesh, R3D_PRIV_PRIORITIES);
    out_view->alphas = r3d_priv_mesh_data(mesh, R3D_PRIV_ALPHAS);
    out_view->face_labels = r3d_priv_mesh_data(mesh, R3D_PRIV_FACE_LABELS);
    out_view->lit = r3d_priv_mesh_data(mesh, R3D_PRIV_LIT);
    out_view->planes = r3d_priv_mesh_data(mesh, R3D_PRIV_PLANES);
    out_view->normals = (const r3d_vertex_normal *)r3d_priv_mesh_data(mesh, R3D_PRIV_NORMALS);
    out_view->bounds = mesh->bounds;
}
