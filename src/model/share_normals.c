/* SPDX-License-Identifier: MIT */
/* Normals that neighbouring models share. Source: spec rs2-model section 1.1.
 *
 * The rule compares every vertex of one mesh with every vertex of the other. Here the vertices of b
 * are grouped by place first, and each group exchanges the sums of its members, which adds up to
 * the same (wrapping addition does not care for order) at a cost that grows linearly. */

#include <retro3d/light.h>

#include <string.h>

#include "mesh_internal.h"
#include "point_index.h"

enum { LEAST_MATCHES_TO_HIDE = 3, LEAST_CAPACITY = 1 };

/* A place where b has vertices: sums of the normals of both meshes' vertices there. */
typedef struct shared_place {
    int32_t a_sum[4];
    int32_t b_sum[4];
    int32_t a_count;
    int32_t b_count;
} shared_place;

typedef struct sharing {
    r3d_priv_point_index index;
    shared_place *places;
    uint8_t *a_marks; /* vertices that match one of the other mesh */
    uint8_t *b_marks;
    r3d_allocator allocator;
} sharing;

static void add_normal(int32_t sum[4], const int32_t normal[4])
{
    for (int i = 0; i < 4; i++) {
        sum[i] = r3d_i32_add(sum[i], normal[i]);
    }
}

static r3d_vec3i vertex(const r3d_mesh *mesh, int32_t i)
{
    const int32_t *x = r3d_priv_mesh_data(mesh, R3D_PRIV_VERTICES);
    r3d_vec3i point = {x[i], x[mesh->vertex_count + i], x[mesh->vertex_count * 2 + i]};
    return point;
}

static void release(sharing *s)
{
    r3d_priv_point_index_free(&s->index, &s->allocator);
    r3d_priv_release(&s->allocator, s->places);
    r3d_priv_release(&s->allocator, s->a_marks);
    r3d_priv_release(&s->allocator, s->b_marks);
}

static bool prepare_sharing(sharing *s, const r3d_mesh *a, const r3d_mesh *b)
{
    s->allocator = a->allocator;
    size_t a_count = (size_t)a->vertex_count;
    size_t b_count = (size_t)b->vertex_count;
    s->places = r3d_priv_alloc(&s->allocator, b_count + LEAST_CAPACITY, sizeof *s->places);
    s->a_marks = r3d_priv_alloc(&s->allocator, a_count + LEAST_CAPACITY, 1);
    s->b_marks = r3d_priv_alloc(&s->allocator, b_count + LEAST_CAPACITY, 1);
    if (!r3d_priv_point_index_init(&s->index, &s->allocator, b->vertex_count) ||
        s->places == NULL || s->a_marks == NULL || s->b_marks == NULL) {
        release(s);
        return false;
    }
    memset(s->places, 0, b_count * sizeof *s->places);
    memset(s->a_marks, 0, a_count);
    memset(s->b_marks, 0, b_count);
    return true;
}

/* Groups the vertices of b that have normals by place. */
static void gather_points(sharing *s, const r3d_mesh *b)
{
    const int32_t *alone = r3d_priv_mesh_data(b, R3D_PRIV_NORMALS_ALONE);
    for (int32_t i = 0; i < b->vertex_count; i++) {
        if (alone[i * 4 + 3] != 0) {
            r3d_vec3i point = vertex(b, i);
            shared_place *p = &s->places[r3d_priv_point_index_add(&s->index, &point)];
            add_normal(p->b_sum, alone + i * 4);
            p->b_count++;
        }
    }
}

/* Gives each vertex of a what b has at its place. Returns the number of matching pairs. */
static int64_t give_to_a(sharing *s, const r3d_mesh *a, int32_t *a_normals, const r3d_bounds *box,
                         const r3d_vec3i *offset)
{
    const int32_t *alone = r3d_priv_mesh_data(a, R3D_PRIV_NORMALS_ALONE);
    int64_t matches = 0; /* at most 2^20 * 2^20 */
    for (int32_t i = 0; i < a->vertex_count; i++) {
        if (alone[i * 4 + 3] == 0) {
            continue;
        }
        r3d_vec3i point = vertex(a, i);
        point.x = r3d_i32_sub(point.x, offset->x);
        point.y = r3d_i32_sub(point.y, offset->y);
        point.z = r3d_i32_sub(point.z, offset->z);
        /* The box is that of b when its normals were summed, even if b was moved since. */
        if (point.y > box->down || point.x < box->min_x || point.x > box->max_x ||
            point.z < box->min_z || point.z > box->max_z) {
            continue;
        }
        int32_t number = r3d_priv_point_index_find(&s->index, &point);
        if (number >= 0) {
            shared_place *p = &s->places[number];
            add_normal(a_normals + i * 4, p->b_sum);
            add_normal(p->a_sum, alone + i * 4);
            p->a_count++;
            s->a_marks[i] = 1;
            matches += p->b_count;
        }
    }
    return matches;
}

static void give_to_b(sharing *s, const r3d_mesh *b, int32_t *b_normals)
{
    const int32_t *alone = r3d_priv_mesh_data(b, R3D_PRIV_NORMALS_ALONE);
    for (int32_t i = 0; i < b->vertex_count; i++) {
        if (alone[i * 4 + 3] == 0) {
            continue;
        }
        r3d_vec3i point = vertex(b, i);
        const shared_place *p = &s->places[r3d_priv_point_index_find(&s->index, &point)];
        if (p->a_count > 0) {
            add_normal(b_normals + i * 4, p->a_sum);
            s->b_marks[i] = 1;
        }
    }
}

static void hide_marked(r3d_mesh *mesh, const uint8_t *marks, int32_t *infos)
{
    const int32_t *corner = r3d_priv_mesh_data(mesh, R3D_PRIV_CORNERS);
    for (int32_t face = 0; face < mesh->face_count; face++, corner += 3) {
        if (marks[corner[0]] != 0 && marks[corner[1]] != 0 && marks[corner[2]] != 0) {
            infos[face] = R3D_FACE_HIDDEN;
        }
    }
}

/* The arrays that a call may change, as the meshes' own. */
typedef struct targets {
    int32_t *a_normals;
    int32_t *b_normals;
    int32_t *a_infos;
    int32_t *b_infos;
} targets;

static bool own_targets(r3d_mesh *a, r3d_mesh *b, bool hide_inner, targets *out)
{
    out->a_normals = r3d_priv_mesh_change(a, R3D_PRIV_NORMALS);
    out->b_normals = r3d_priv_mesh_change(b, R3D_PRIV_NORMALS);
    out->a_infos = NULL;
    out->b_infos = NULL;
    if (hide_inner) {
        out->a_infos = r3d_priv_mesh_change(a, R3D_PRIV_INFOS);
        out->b_infos = r3d_priv_mesh_change(b, R3D_PRIV_INFOS);
    }
    return out->a_normals != NULL && out->b_normals != NULL &&
           (!hide_inner || (out->a_infos != NULL && out->b_infos != NULL));
}

r3d_result r3d_mesh_share_normals(r3d_mesh *a, r3d_mesh *b, int32_t dx, int32_t dy, int32_t dz,
                                  bool hide_inner)
{
    if (a == NULL || b == NULL || a == b) {
        return R3D_ERR_ARGUMENT;
    }
    if (a->arrays[R3D_PRIV_NORMALS] == NULL || b->arrays[R3D_PRIV_NORMALS] == NULL ||
        (hide_inner && (a->arrays[R3D_PRIV_INFOS] == NULL || b->arrays[R3D_PRIV_INFOS] == NULL))) {
        return R3D_ERR_STATE;
    }
    sharing s;
    targets target;
    if (!prepare_sharing(&s, a, b)) {
        return R3D_ERR_MEMORY;
    }
    if (!own_targets(a, b, hide_inner, &target)) {
        release(&s);
        return R3D_ERR_MEMORY;
    }
    const r3d_vec3i offset = {dx, dy, dz};
    gather_points(&s, b);
    int64_t matches = give_to_a(&s, a, target.a_normals, &b->bounds, &offset);
    give_to_b(&s, b, target.b_normals);
    if (hide_inner && matches >= LEAST_MATCHES_TO_HIDE) {
        hide_marked(a, s.a_marks, target.a_infos);
        hide_marked(b, s.b_marks, target.b_infos);
    }
    release(&s);
    return R3D_OK;
}
