/* SPDX-License-Identifier: MIT */
/* Label groups: for each label the list of its vertices or faces. Source: spec rs2-model section 6.
 *
 * Layout of the array for n labels: n, then n + 1 positions, then all members label by label; the
 * members of label i are those from position i up to position i + 1. */

#include "mesh_internal.h"

static r3d_priv_array *make_groups(const r3d_allocator *allocator, const int32_t *labels,
                                   int32_t count)
{
    int32_t greatest = -1;
    for (int32_t i = 0; i < count; i++) {
        if (labels[i] > greatest) {
            greatest = labels[i];
        }
    }
    int32_t label_count = greatest + 1;
    r3d_priv_array *groups = r3d_priv_array_create_from(allocator, NULL, label_count + 2 + count);
    if (groups == NULL) {
        return NULL;
    }
    groups->data[0] = label_count;
    int32_t *positions = groups->data + 1;
    int32_t *members = positions + label_count + 1;
    for (int32_t i = 0; i < count; i++) {
        positions[labels[i]]++;
    }
    int32_t end = 0;
    for (int32_t label = 0; label <= label_count; label++) {
        end += positions[label];
        positions[label] = end;
    }
    /* Backwards, so that each position ends at the start of its list and the lists ascend. */
    for (int32_t i = count - 1; i >= 0; i--) {
        members[--positions[labels[i]]] = i;
    }
    return groups;
}

const int32_t *r3d_priv_label_group(const r3d_priv_array *groups, int32_t label, int32_t *out_count)
{
    if (groups == NULL || label < 0 || label >= groups->data[0]) {
        *out_count = 0;
        return NULL;
    }
    const int32_t *positions = groups->data + 1;
    *out_count = positions[label + 1] - positions[label];
    return positions + groups->data[0] + 1 + positions[label];
}

r3d_result r3d_mesh_group_labels(r3d_mesh *mesh)
{
    if (mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const int32_t *vertex_labels = r3d_priv_mesh_data(mesh, R3D_PRIV_VERTEX_LABELS);
    const int32_t *face_labels = r3d_priv_mesh_data(mesh, R3D_PRIV_FACE_LABELS);
    if (mesh->lost_labels && vertex_labels == NULL && face_labels == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_priv_array *of_vertices = NULL;
    if (vertex_labels != NULL) {
        of_vertices = make_groups(&mesh->allocator, vertex_labels, mesh->vertex_count);
        if (of_vertices == NULL) {
            return R3D_ERR_MEMORY;
        }
    }
    if (face_labels != NULL) {
        r3d_priv_array *of_faces = make_groups(&mesh->allocator, face_labels, mesh->face_count);
        if (of_faces == NULL) {
            r3d_priv_array_release(&mesh->allocator, of_vertices);
            return R3D_ERR_MEMORY;
        }
        r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_FACE_GROUPS], of_faces);
        r3d_priv_mesh_drop(mesh, R3D_PRIV_FACE_LABELS);
    }
    if (of_vertices != NULL) {
        r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_VERTEX_GROUPS],
                               of_vertices);
        r3d_priv_mesh_drop(mesh, R3D_PRIV_VERTEX_LABELS);
    }
    return R3D_OK;
}
