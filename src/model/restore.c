/* SPDX-License-Identifier: MIT */
/* Meshes that were lit before they were stored. */

#include "mesh_internal.h"

r3d_result r3d_mesh_restore_lit(r3d_mesh *mesh, const int32_t *lit, const r3d_bounds *bounds,
                                bool drop_colors)
{
    if (mesh == NULL || bounds == NULL || (lit == NULL && mesh->face_count > 0)) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_priv_array *array = r3d_priv_array_create_from(&mesh->allocator, lit, mesh->face_count * 3);
    if (array == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_priv_array_replace(&mesh->allocator, &mesh->arrays[R3D_PRIV_LIT], array);
    mesh->bounds = *bounds;
    if (drop_colors) {
        r3d_priv_mesh_drop(mesh, R3D_PRIV_COLORS);
    }
    return R3D_OK;
}
