/* SPDX-License-Identifier: MIT */
/* Posing meshes by frames. Source: spec rs2-model section 6. */

#include <retro3d/skeleton.h>

#include "mesh_internal.h"

/* A mesh that is being posed. */
typedef struct posing {
    const r3d_skeleton *skeleton;
    const r3d_priv_array *vertex_groups;
    const r3d_priv_array *face_groups;
    int32_t *x;
    int32_t *y;
    int32_t *z;
    int32_t *alphas; /* NULL: alpha operations do nothing */
    r3d_vec3i pivot; /* set by the last origin */
} posing;

static void set_pivot(posing *p, const r3d_base *base, const r3d_frame_op *op)
{
    r3d_vec3i sum = {0, 0, 0};
    int32_t total = 0;
    for (int32_t i = 0; i < base->label_count; i++) {
        int32_t count;
        const int32_t *group = r3d_priv_label_group(p->vertex_groups, base->labels[i], &count);
        for (int32_t k = 0; k < count; k++) {
            sum.x = r3d_i32_add(sum.x, p->x[group[k]]);
            sum.y = r3d_i32_add(sum.y, p->y[group[k]]);
            sum.z = r3d_i32_add(sum.z, p->z[group[k]]);
        }
        total = r3d_i32_add(total, count);
    }
    p->pivot.x = op->x;
    p->pivot.y = op->y;
    p->pivot.z = op->z;
    if (total > 0) {
        p->pivot.x = r3d_i32_add(sum.x / total, op->x);
        p->pivot.y = r3d_i32_add(sum.y / total, op->y);
        p->pivot.z = r3d_i32_add(sum.z / total, op->z);
    }
}

static void translate(posing *p, int32_t vertex, const r3d_frame_op *op)
{
    p->x[vertex] = r3d_i32_add(p->x[vertex], op->x);
    p->y[vertex] = r3d_i32_add(p->y[vertex], op->y);
    p->z[vertex] = r3d_i32_add(p->z[vertex], op->z);
}

/* Angles of operations are in 1/256 turn; only their low byte counts. */
static r3d_a11 angle_of(int32_t value)
{
    return (value & 255) * 8;
}

/* Turns one pair of coordinates unless the angle is 0: the original leaves the pair alone then. */
static void turn_pair(int32_t *a, int32_t *b, r3d_a11 angle)
{
    if (angle != 0) {
        r3d_priv_rotate(a, b, r3d_sin_a11(angle), r3d_cos_a11(angle));
    }
}

static void rotate(posing *p, int32_t vertex, const r3d_frame_op *op)
{
    int32_t x = r3d_i32_sub(p->x[vertex], p->pivot.x);
    int32_t y = r3d_i32_sub(p->y[vertex], p->pivot.y);
    int32_t z = r3d_i32_sub(p->z[vertex], p->pivot.z);
    turn_pair(&y, &x, angle_of(op->z));
    turn_pair(&y, &z, angle_of(op->x));
    turn_pair(&z, &x, angle_of(op->y));
    p->x[vertex] = r3d_i32_add(x, p->pivot.x);
    p->y[vertex] = r3d_i32_add(y, p->pivot.y);
    p->z[vertex] = r3d_i32_add(z, p->pivot.z);
}

static int32_t scaled_around(int32_t value, int32_t pivot, int32_t factor)
{
    return r3d_i32_add(r3d_i32_mul(r3d_i32_sub(value, pivot), factor) / 128, pivot);
}

static void scale(posing *p, int32_t vertex, const r3d_frame_op *op)
{
    p->x[vertex] = scaled_around(p->x[vertex], p->pivot.x, op->x);
    p->y[vertex] = scaled_around(p->y[vertex], p->pivot.y, op->y);
    p->z[vertex] = scaled_around(p->z[vertex], p->pivot.z, op->z);
}

static void for_each_vertex(posing *p, const r3d_base *base, const r3d_frame_op *op,
                            void (*change)(posing *, int32_t, const r3d_frame_op *))
{
    for (int32_t i = 0; i < base->label_count; i++) {
        int32_t count;
        const int32_t *group = r3d_priv_label_group(p->vertex_groups, base->labels[i], &count);
        for (int32_t k = 0; k < count; k++) {
            change(p, group[k], op);
        }
    }
}

static void add_alpha(posing *p, const r3d_base *base, const r3d_frame_op *op)
{
    for (int32_t i = 0; p->alphas != NULL && i < base->label_count; i++) {
        int32_t count;
        const int32_t *group = r3d_priv_label_group(p->face_groups, base->labels[i], &count);
        for (int32_t k = 0; k < count; k++) {
            int32_t *alpha = &p->alphas[group[k]];
            int32_t sum = r3d_i32_add(*alpha, r3d_i32_mul(op->x, 8));
            *alpha = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        }
    }
}

static void apply(posing *p, const r3d_frame_op *op)
{
    const r3d_base *base = &p->skeleton->bases[op->base];
    switch (base->type) {
    case R3D_BASE_ORIGIN:
        set_pivot(p, base, op);
        break;
    case R3D_BASE_TRANSLATE:
        for_each_vertex(p, base, op, translate);
        break;
    case R3D_BASE_ROTATE:
        for_each_vertex(p, base, op, rotate);
        break;
    case R3D_BASE_SCALE:
        for_each_vertex(p, base, op, scale);
        break;
    case R3D_BASE_ALPHA:
        add_alpha(p, base, op);
        break;
    default:
        break;
    }
}

static bool is_valid_frame(const r3d_frame *frame, const r3d_skeleton *skeleton)
{
    for (int32_t i = 0; i < frame->op_count; i++) {
        if (frame->ops[i].base < 0 || frame->ops[i].base >= skeleton->base_count) {
            return false;
        }
    }
    return true;
}

static bool has_alpha_op(const r3d_frame *frame, const r3d_skeleton *skeleton)
{
    for (int32_t i = 0; i < frame->op_count; i++) {
        if (skeleton->bases[frame->ops[i].base].type == R3D_BASE_ALPHA) {
            return true;
        }
    }
    return false;
}

/* Makes the arrays that the frames change the mesh's own. */
static r3d_result begin_pose(posing *p, r3d_mesh *mesh, const r3d_skeleton *skeleton,
                             bool with_alpha)
{
    p->skeleton = skeleton;
    p->vertex_groups = mesh->arrays[R3D_PRIV_VERTEX_GROUPS];
    p->face_groups = mesh->arrays[R3D_PRIV_FACE_GROUPS];
    p->pivot.x = 0;
    p->pivot.y = 0;
    p->pivot.z = 0;
    p->x = r3d_priv_mesh_change(mesh, R3D_PRIV_VERTICES);
    if (p->x == NULL) {
        return R3D_ERR_MEMORY;
    }
    p->y = p->x + mesh->vertex_count;
    p->z = p->y + mesh->vertex_count;
    p->alphas = NULL;
    if (with_alpha && p->face_groups != NULL && mesh->arrays[R3D_PRIV_ALPHAS] != NULL) {
        p->alphas = r3d_priv_mesh_change(mesh, R3D_PRIV_ALPHAS);
        if (p->alphas == NULL) {
            return R3D_ERR_MEMORY;
        }
    }
    return R3D_OK;
}

r3d_result r3d_mesh_apply_frame(r3d_mesh *mesh, const r3d_frame *frame)
{
    return frame == NULL ? R3D_ERR_ARGUMENT : r3d_mesh_apply_two_frames(mesh, frame, NULL, NULL);
}

/* One frame of a pair: does origins, and the operations whose membership in the mask is `wanted`.
 * The cursor only moves forward, as in the original: bases of a frame ascend. */
static void apply_masked(posing *p, const r3d_frame *frame, const r3d_mask *mask, bool wanted)
{
    int32_t cursor = 0;
    for (int32_t i = 0; i < frame->op_count; i++) {
        const r3d_frame_op *op = &frame->ops[i];
        while (cursor < mask->base_count && op->base > mask->bases[cursor]) {
            cursor++;
        }
        bool in_mask = cursor < mask->base_count && op->base == mask->bases[cursor];
        if (in_mask == wanted || p->skeleton->bases[op->base].type == R3D_BASE_ORIGIN) {
            apply(p, op);
        }
    }
}

r3d_result r3d_mesh_apply_two_frames(r3d_mesh *mesh, const r3d_frame *primary,
                                     const r3d_frame *secondary, const r3d_mask *mask)
{
    if (mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (primary == NULL) {
        return R3D_OK;
    }
    if (mesh->lost_labels && mesh->arrays[R3D_PRIV_VERTEX_GROUPS] == NULL &&
        mesh->arrays[R3D_PRIV_FACE_GROUPS] == NULL) {
        return R3D_ERR_STATE;
    }
    const r3d_skeleton *skeleton = primary->skeleton;
    bool masked = secondary != NULL && mask != NULL;
    if (skeleton == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!is_valid_frame(primary, skeleton) || (masked && !is_valid_frame(secondary, skeleton))) {
        return R3D_ERR_FORMAT_INDEX;
    }
    if (mesh->arrays[R3D_PRIV_VERTEX_GROUPS] == NULL) {
        return R3D_OK;
    }
    posing p;
    bool with_alpha =
        has_alpha_op(primary, skeleton) || (masked && has_alpha_op(secondary, skeleton));
    r3d_result result = begin_pose(&p, mesh, skeleton, with_alpha);
    if (result != R3D_OK) {
        return result;
    }
    if (!masked) {
        for (int32_t i = 0; i < primary->op_count; i++) {
            apply(&p, &primary->ops[i]);
        }
        return R3D_OK;
    }
    apply_masked(&p, primary, mask, false);
    p.pivot.x = 0;
    p.pivot.y = 0;
    p.pivot.z = 0;
    apply_masked(&p, secondary, mask, true);
    return R3D_OK;
}
