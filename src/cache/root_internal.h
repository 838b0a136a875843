/* SPDX-License-Identifier: MIT */
/* The inside of a cache. */

#ifndef R3D_SRC_CACHE_ROOT_INTERNAL_H
#define R3D_SRC_CACHE_ROOT_INTERNAL_H

#include "cache_internal.h"

/* What is opened when it is first needed. */
typedef enum r3d_priv_part_id {
    R3D_PRIV_MODEL_ARCHIVE,
    R3D_PRIV_TEXTURE_ARCHIVE,
    R3D_PRIV_CONFIG_ARCHIVE,
    R3D_PRIV_MODEL_SET,
    R3D_PRIV_FRAME_SET,
    R3D_PRIV_RECORD_SET, /* and the next five */
    R3D_PRIV_PART_ID_COUNT = R3D_PRIV_RECORD_SET + R3D_PRIV_RECORD_KINDS
} r3d_priv_part_id;

/* A part, or why it cannot be opened. */
typedef struct r3d_priv_lazy {
    void *part;
    r3d_error *failure;
} r3d_priv_lazy;

/* A mesh that is kept for the next time. The kept ones form a ring, most recently used first. */
typedef struct r3d_priv_kept {
    r3d_mesh *mesh;
    int64_t bytes;
    struct r3d_priv_kept *before;
    struct r3d_priv_kept *after;
} r3d_priv_kept;

/* A texture. */
typedef struct r3d_priv_cache_texture {
    r3d_image8 image; /* pixels NULL: not decoded yet */
    uint32_t *bank;
    r3d_texels texels;
} r3d_priv_cache_texture;

struct r3d_cache {
    r3d_allocator allocator;
    r3d_cache_limits limits;
    r3d_cache_rules rules;
    r3d_cache_layout layout;
    double brightness;
    r3d_gamma gamma;
    bool has_gamma;
    bool strict;
    char *root;
    char *models_name;
    r3d_file_source files; /* `open` NULL: on disk */
    r3d_store *store;      /* R3D_CACHE_STORE */
    r3d_priv_lazy parts[R3D_PRIV_PART_ID_COUNT];
    r3d_priv_kept *kept; /* by id */
    int32_t kept_count;
    r3d_priv_kept ring;
    int64_t kept_bytes;
    r3d_priv_model_scratch scratch;
    r3d_priv_cache_texture textures[R3D_DRAW_TEXTURES_DEFAULT];
    int64_t inflated_left; /* bytes that archives may still inflate to */
    int64_t record_left;   /* bytes that records may still take */
    r3d_priv_arena arena;  /* sequences */
    r3d_sequence **sequences;
    int32_t sequence_count;
};

/* A part, opened if it is not open yet. NULL when it cannot be opened. */
void *r3d_priv_cache_part(r3d_cache *cache, r3d_priv_part_id id, r3d_result *out_result,
                          r3d_error *out_error);

/* The record set of a kind. NULL when it cannot be opened. */
r3d_priv_record_set *r3d_priv_cache_records(r3d_cache *cache, r3d_cache_kind kind,
                                            r3d_result *out_result, r3d_error *out_error);

/* Where errors of the cache as a whole come from. */
r3d_priv_origin r3d_priv_cache_origin(const r3d_cache *cache);

#endif
