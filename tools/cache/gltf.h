/* SPDX-License-Identifier: MIT */
/* Models and characters of a cache as binary glTF 2.0. */

#ifndef R3D_TOOLS_CACHE_GLTF_H
#define R3D_TOOLS_CACHE_GLTF_H

#include <retro3d/cache.h>
#include <retro3d/mesh.h>

/* Writes a texture as an RGBA PNG; index 0 is transparent. */
r3d_result gltf_save_texture(const char *path, const r3d_image8 *image, r3d_error *out_error);

/* Writes a lit mesh of things in the cache, without motion. */
r3d_result gltf_save_mesh(const char *path, r3d_cache *cache, const r3d_mesh *mesh,
                          r3d_error *out_error);

/* Writes a model, lit as an item is. */
r3d_result gltf_save_model(const char *path, r3d_cache *cache, int32_t model, r3d_error *out_error);

/* Writes a character with its stand and walk sequences. */
r3d_result gltf_save_npc(const char *path, r3d_cache *cache, int32_t npc, r3d_error *out_error);

#endif
