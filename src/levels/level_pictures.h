/* SPDX-License-Identifier: MIT */
/* The store behind r3d_column_level_pictures, for the readers that fill it. */

#ifndef R3D_SRC_LEVELS_LEVEL_PICTURES_H
#define R3D_SRC_LEVELS_LEVEL_PICTURES_H

#include <retro3d/levels.h>

#include "../io/io_internal.h"

enum { R3D_PRIV_SHADE_COPIES = 32 };

struct r3d_column_level_pictures {
    r3d_allocator allocator;
    r3d_column_materials materials;
    r3d_column_texture *textures;
    r3d_column_texture *sprites;
    r3d_column_texture sky;
    void **blocks; ///< Everything allocated for pictures.
    int32_t block_count;
    int32_t block_capacity;
    uint8_t *told; ///< For the sky, each texture, then each sprite: a warning has been given.
    const r3d_file_source *files; ///< While they are loaded; NULL: from disk.
};

/// Makes an empty store with the given numbers of textures and sprites.
r3d_result r3d_priv_pictures_create(int32_t texture_count, int32_t sprite_count,
                                    const r3d_allocator *allocator,
                                    r3d_column_level_pictures **out);

/// Memory that lives as long as the store; NULL when there is none.
void *r3d_priv_pictures_alloc(r3d_column_level_pictures *pictures, size_t size);

/// Where it is kept that a warning about a texture or sprite of the store, or its sky, was given.
uint8_t *r3d_priv_pictures_told(const r3d_column_level_pictures *pictures,
                                const r3d_column_texture *texture);

/// Tells `on_missing` of the sources "WHAT NAME".
void r3d_priv_pictures_warn(const r3d_column_picture_sources *sources,
                            r3d_column_level_record record, int32_t index, const char *what,
                            const char *name);

#endif
