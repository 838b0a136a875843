/* SPDX-License-Identifier: MIT */
/// @file hash.h
/// The hash of the manifest.

#ifndef RETRO3D_DIFF_HASH_H
#define RETRO3D_DIFF_HASH_H

#include "diff_internal.h"

enum { R3D_PRIV_HASH_TEXT = R3D_DIFF_HASH_SIZE };

typedef struct r3d_priv_hash {
    uint64_t h1;
    uint64_t h2;
    uint64_t length;
    uint32_t pending[4];
    int32_t pending_count;
} r3d_priv_hash;

void r3d_priv_hash_begin(r3d_priv_hash *hash);
void r3d_priv_hash_row(r3d_priv_hash *hash, const uint32_t *argb, int32_t count);
void r3d_priv_hash_end(r3d_priv_hash *hash, char *out_hex);

#endif
