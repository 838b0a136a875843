/* SPDX-License-Identifier: MIT */
/* Poses, for what puts models together. */

#ifndef R3D_SRC_ASSEMBLY_MAKE_INTERNAL_H
#define R3D_SRC_ASSEMBLY_MAKE_INTERNAL_H

#include "../cache/root_internal.h"

#include <retro3d/assembly.h>

/* Reports that an operation on a whole mesh has failed, unless `result` is R3D_OK. */
r3d_result r3d_priv_make_failed(const r3d_cache *cache, r3d_result result, const char *kind,
                                int32_t id, r3d_error *out_error);

/* Poses a mesh by a frame; -1: not at all.
 * flagged  The record says that frames change its translucency. */
r3d_result r3d_priv_make_frame(r3d_cache *cache, r3d_mesh *mesh, int32_t id, bool flagged,
                               r3d_error *out_error);

/* The same by one or two frames; NULL: not at all. */
r3d_result r3d_priv_make_pose(r3d_cache *cache, r3d_mesh *mesh, const r3d_cache_pose *pose,
                              bool flagged, r3d_error *out_error);

#endif
