/* SPDX-License-Identifier: MIT */
/* Making one mesh of several. Source: spec rs2-model section 4. */

#include "mesh_internal.h"
#include "point_index.h"

#include <string.h>

enum {
    TEXTURED_BIT = 2 /* of a face's info */
};

/* Which arrays the result has, and how large it is. */
typedef struct combine_plan {
    const r3d_mesh *const *parts;
    int32_t part_count;
    r3d_plane_numbering numbering;
    int32_t vertex_count; /* of all parts; welding makes fewer */
    int32_t face_count;
    int32_t plane_count;
    r3d_isa isa; /* of the first part that is not empty */
    int32_t priority;
    bool present[R3D_PRIV_ARRAY_COUNT]; /* optional per-face arrays */
} combine_plan;

static const r3d_priv_mesh_array optional_arrays[] = {
    R3D_PRIV_INFOS,
    R3D_PRIV_PRIORITIES,
    R3D_PRIV_ALPHAS,
    R3D_PRIV_COLORS,
};

enum { OPTIONAL_COUNT = sizeof optional_arrays / sizeof optional_arrays[0] };

/* The whole-model priority is that of the first part without an array of its own; a part that
 * differs from it makes an array necessary. */
static void plan_priority(combine_plan *p, const r3d_mesh *part, bool *found)
{
    if (part->arrays[R3D_PRIV_PRIORITIES] != NULL) {
        return;
    }
    if (!*found) {
        p->priority = part->priority;
        *found = true;
    } else if (part->priority != p->priority) {
        p->present[R3D_PRIV_PRIORITIES] = true;
    }
}

static r3d_result make_plan(combine_plan *p, const r3d_mesh *const *parts, int32_t part_count,
                            r3d_plane_numbering numbering)
{
    memset(p, 0, sizeof *p);
    p->parts = parts;
    p->part_count = part_count;
    p->numbering = numbering;
    p->priority = -1;
    p->isa = R3D_ISA_BEST;
    bool priority_found = false;
    for (int32_t i = 0; i < part_count; i++) {
        const r3d_mesh *part = parts[i];
        if (part == NULL) {
            continue;
        }
        if (p->face_count == 0 && p->vertex_count == 0) {
            p->isa = part->isa;
        }
        /* Both sides are at most 2^20, so the sums cannot overflow. */
        p->vertex_count += part->vertex_count;
        p->face_count += part->face_count;
        p->plane_count += part->plane_count;
        if (p->vertex_count > R3D_MESH_COUNT_MAX || p->face_count > R3D_MESH_COUNT_MAX ||
            p->plane_count > R3D_MESH_COUNT_MAX) {
            return R3D_ERR_LIMIT;
        }
        for (int k = 0; k < OPTIONAL_COUNT; k++) {
            r3d_priv_mesh_array which = optional_arrays[k];
            p->present[which] = p->present[which] || part->arrays[which] != NULL;
        }
        p->present[R3D_PRIV_FACE_LABELS] =
            p->present[R3D_PRIV_FACE_LABELS] || part->arrays[R3D_PRIV_FACE_LABELS] != NULL;
        plan_priority(p, part, &priority_found);
    }
    return R3D_OK;
}

static bool add_array(r3d_mesh *mesh, r3d_priv_mesh_array which, int32_t count)
{
    mesh->arrays[which] = r3d_priv_array_create_from(&mesh->allocator, NULL, count);
    return mesh->arrays[which] != NULL;
}

/* Makes the mesh with all arrays that do not depend on welding, filled with zeros. NULL without
 * memory. */
static r3d_mesh *create_target(const combine_plan *p, const r3d_allocator *hooks)
{
    r3d_mesh *mesh = r3d_priv_mesh_create_empty(hooks);
    if (mesh == NULL) {
        return NULL;
    }
    mesh->face_count = p->face_count;
    mesh->plane_count = p->plane_count;
    mesh->priority = p->priority;
    mesh->isa = p->isa;
    bool complete = add_array(mesh, R3D_PRIV_CORNERS, p->face_count * 3) &&
                    add_array(mesh, R3D_PRIV_PLANES, p->plane_count * 3);
    for (int k = 0; k < OPTIONAL_COUNT; k++) {
        r3d_priv_mesh_array which = optional_arrays[k];
        complete = complete && (!p->present[which] || add_array(mesh, which, p->face_count));
    }
    if (!complete) {
        r3d_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

/* Copies a part's array behind those of the parts before it; a part without one leaves the zeros.
 */
static void append(r3d_mesh *target, const r3d_mesh *part, r3d_priv_mesh_array which, int32_t first)
{
    const r3d_priv_array *source = part->arrays[which];
    if (target->arrays[which] != NULL && source != NULL && source->count > 0) {
        memcpy(target->arrays[which]->data + first, source->data,
               (size_t)source->count * sizeof(int32_t));
    }
}

/* The per-face arrays of a part, from face number `first` on. */
static void append_faces(r3d_mesh *target, const combine_plan *p, const r3d_mesh *part,
                         int32_t first, int32_t first_plane)
{
    for (int k = 0; k < OPTIONAL_COUNT; k++) {
        append(target, part, optional_arrays[k], first);
    }
    if (target->arrays[R3D_PRIV_PRIORITIES] != NULL && part->arrays[R3D_PRIV_PRIORITIES] == NULL) {
        for (int32_t i = 0; i < part->face_count; i++) {
            target->arrays[R3D_PRIV_PRIORITIES]->data[first + i] = part->priority;
        }
    }
    if (p->numbering == R3D_PLANES_REBASED && part->arrays[R3D_PRIV_INFOS] != NULL) {
        int32_t *infos = target->arrays[R3D_PRIV_INFOS]->data + first;
        for (int32_t i = 0; i < part->face_count; i++) {
            if ((infos[i] & TEXTURED_BIT) != 0) {
                /* A hidden face (-1) is no exception: it becomes visible, as it did in 317. */
                infos[i] = r3d_i32_add(infos[i], first_plane * 4);
            }
        }
    }
}

/* Vertex numbers of a part turned into those of the result. */
typedef struct welder {
    r3d_priv_point_index index;
    int32_t *labels; /* of the points by number */
} welder;

static int32_t weld_vertex(welder *w, const r3d_mesh *part, int32_t vertex)
{
    const int32_t *x = r3d_priv_mesh_data(part, R3D_PRIV_VERTICES);
    r3d_vec3i point = {x[vertex], x[part->vertex_count + vertex],
                       x[part->vertex_count * 2 + vertex]};
    int32_t known = w->index.count;
    int32_t number = r3d_priv_point_index_add(&w->index, &point);
    if (number == known) { /* new: it takes the label of its first user */
        const int32_t *labels = r3d_priv_mesh_data(part, R3D_PRIV_VERTEX_LABELS);
        w->labels[number] = labels != NULL ? labels[vertex] : 0;
    }
    return number;
}

static void weld_references(welder *w, const r3d_mesh *part, r3d_priv_mesh_array which,
                            int32_t *target)
{
    const r3d_priv_array *source = part->arrays[which];
    for (int32_t i = 0; i < source->count; i++) {
        target[i] = weld_vertex(w, part, source->data[i]);
    }
}

static void weld_parts(r3d_mesh *mesh, const combine_plan *p, welder *w)
{
    int32_t face = 0;
    int32_t plane = 0;
    for (int32_t i = 0; i < p->part_count; i++) {
        const r3d_mesh *part = p->parts[i];
        if (part == NULL) {
            continue;
        }
        append_faces(mesh, p, part, face, plane);
        append(mesh, part, R3D_PRIV_FACE_LABELS, face);
        weld_references(w, part, R3D_PRIV_CORNERS, mesh->arrays[R3D_PRIV_CORNERS]->data + face * 3);
        weld_references(w, part, R3D_PRIV_PLANES, mesh->arrays[R3D_PRIV_PLANES]->data + plane * 3);
        face += part->face_count;
        plane += part->plane_count;
    }
}

/* Gives the mesh the welded vertices and their labels. */
static bool take_points(r3d_mesh *mesh, const welder *w)
{
    int32_t count = w->index.count;
    mesh->vertex_count = count;
    mesh->arrays[R3D_PRIV_VERTEX_LABELS] =
        r3d_priv_array_create_from(&mesh->allocator, w->labels, count);
    if (mesh->arrays[R3D_PRIV_VERTEX_LABELS] == NULL ||
        !add_array(mesh, R3D_PRIV_VERTICES, count * 3)) {
        return false;
    }
    int32_t *x = mesh->arrays[R3D_PRIV_VERTICES]->data;
    for (int32_t i = 0; i < count; i++) {
        x[i] = w->index.points[i].x;
        x[count + i] = w->index.points[i].y;
        x[count * 2 + i] = w->index.points[i].z;
    }
    return true;
}

static bool arguments_are_valid(const r3d_mesh *const *parts, int32_t part_count,
                                r3d_plane_numbering numbering)
{
    return part_count >= 0 && (parts != NULL || part_count == 0) &&
           (numbering == R3D_PLANES_KEPT || numbering == R3D_PLANES_REBASED);
}

static bool all_have(const combine_plan *p, r3d_priv_mesh_array which)
{
    for (int32_t i = 0; i < p->part_count; i++) {
        if (p->parts[i] != NULL && p->parts[i]->arrays[which] == NULL) {
            return false;
        }
    }
    return true;
}

r3d_result r3d_mesh_weld(const r3d_mesh *const *parts, int32_t part_count,
                         r3d_plane_numbering numbering, const r3d_allocator *allocator,
                         r3d_mesh **out_mesh)
{
    if (out_mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_mesh = NULL;
    r3d_allocator hooks;
    if (!arguments_are_valid(parts, part_count, numbering) ||
        r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    combine_plan p;
    r3d_result result = make_plan(&p, parts, part_count, numbering);
    if (result != R3D_OK) {
        return result;
    }
    if (!all_have(&p, R3D_PRIV_COLORS)) {
        return R3D_ERR_STATE;
    }
    p.present[R3D_PRIV_COLORS] = true;
    r3d_mesh *mesh = create_target(&p, &hooks);
    if (mesh == NULL) {
        return R3D_ERR_MEMORY;
    }
    welder w;
    w.labels = r3d_priv_alloc(&mesh->allocator, (size_t)p.vertex_count + 1u, sizeof(int32_t));
    if (!r3d_priv_point_index_init(&w.index, &mesh->allocator, p.vertex_count) ||
        w.labels == NULL ||
        (p.present[R3D_PRIV_FACE_LABELS] && !add_array(mesh, R3D_PRIV_FACE_LABELS, p.face_count))) {
        result = R3D_ERR_MEMORY;
    } else {
        weld_parts(mesh, &p, &w);
        result = take_points(mesh, &w) ? R3D_OK : R3D_ERR_MEMORY;
    }
    r3d_priv_release(&mesh->allocator, w.labels);
    r3d_priv_point_index_free(&w.index, &mesh->allocator);
    if (result != R3D_OK) {
        r3d_mesh_destroy(mesh);
        return result;
    }
    *out_mesh = mesh;
    return R3D_OK;
}

/* Copies references to vertices, moved by the number of vertices before the part. */
static void join_references(const r3d_mesh *part, r3d_priv_mesh_array which, int32_t *target,
                            int32_t first_vertex)
{
    const r3d_priv_array *source = part->arrays[which];
    for (int32_t i = 0; i < source->count; i++) {
        target[i] = source->data[i] + first_vertex;
    }
}

static void join_vertices(r3d_mesh *mesh, const r3d_mesh *part, int32_t first)
{
    const int32_t *source = r3d_priv_mesh_data(part, R3D_PRIV_VERTICES);
    int32_t *target = mesh->arrays[R3D_PRIV_VERTICES]->data;
    for (int axis = 0; axis < 3 && part->vertex_count > 0; axis++) {
        memcpy(target + mesh->vertex_count * axis + first, source + part->vertex_count * axis,
               (size_t)part->vertex_count * sizeof(int32_t));
    }
}

r3d_result r3d_mesh_join(const r3d_mesh *const *parts, int32_t part_count,
                         r3d_plane_numbering numbering, const r3d_allocator *allocator,
                         r3d_mesh **out_mesh)
{
    if (out_mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_mesh = NULL;
    r3d_allocator hooks;
    if (!arguments_are_valid(parts, part_count, numbering) ||
        r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    combine_plan p;
    r3d_result result = make_plan(&p, parts, part_count, numbering);
    if (result != R3D_OK) {
        return result;
    }
    if (!all_have(&p, R3D_PRIV_LIT)) {
        return R3D_ERR_STATE;
    }
    r3d_mesh *mesh = create_target(&p, &hooks);
    if (mesh == NULL) {
        return R3D_ERR_MEMORY;
    }
    mesh->vertex_count = p.vertex_count;
    if (!add_array(mesh, R3D_PRIV_VERTICES, p.vertex_count * 3) ||
        !add_array(mesh, R3D_PRIV_LIT, p.face_count * 3)) {
        r3d_mesh_destroy(mesh);
        return R3D_ERR_MEMORY;
    }
    int32_t vertex = 0;
    int32_t face = 0;
    int32_t plane = 0;
    for (int32_t i = 0; i < part_count; i++) {
        const r3d_mesh *part = parts[i];
        if (part == NULL) {
            continue;
        }
        append_faces(mesh, &p, part, face, plane);
        append(mesh, part, R3D_PRIV_LIT, face * 3);
        join_vertices(mesh, part, vertex);
        join_references(part, R3D_PRIV_CORNERS, mesh->arrays[R3D_PRIV_CORNERS]->data + face * 3,
                        vertex);
        join_references(part, R3D_PRIV_PLANES, mesh->arrays[R3D_PRIV_PLANES]->data + plane * 3,
                        vertex);
        vertex += part->vertex_count;
        face += part->face_count;
        plane += part->plane_count;
    }
    *out_mesh = mesh;
    return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER);
}
