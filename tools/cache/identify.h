/* SPDX-License-Identifier: MIT */
/* Numbers that identify models and frames, for comparing decoders: rows of golden/cache/numbers.tsv.
 * Checksums are CRC-32 over 32-bit big-endian numbers; an entry of an array that is absent counts as -1. */

#ifndef R3D_TOOLS_CACHE_IDENTIFY_H
#define R3D_TOOLS_CACHE_IDENTIFY_H

#include <retro3d/cache.h>

typedef struct identity {
    int32_t count[3]; /* Vertices, faces, planes; or operations, delay, bases. */
    uint32_t crc_a;   /* x, y, z, label of each vertex; or base, x, y, z of each operation. */
    uint32_t crc_b;   /* Faces, planes, priority; or type, number of labels, labels of each base. */
    uint32_t
        crc_lit; /* Models: three lit colours of each face (0 for those that flat faces lack), lit
                          with 64, 768, (-50, -10, -50). */
    r3d_bounds bounds; /* Models: after lighting. */
} identity;

/* kind  R3D_CACHE_MODELS or R3D_CACHE_FRAMES. */
r3d_result identify(r3d_cache *cache, r3d_cache_kind kind, int32_t id, identity *out_identity,
                    r3d_error *out_error);

#endif
