/* SPDX-License-Identifier: MIT */
/* Loads and draws all that is in a cache, and looks at every error on the way. */

#ifndef R3D_TESTS_CACHE_SWEEP_H
#define R3D_TESTS_CACHE_SWEEP_H

#include <stdbool.h>

#include <retro3d/cache.h>

typedef struct sweep_result {
    int loaded;
    int failed;
} sweep_result;

/* What of a cache to look at: what comes from one archive, and pictures, which need all three. */
enum sweep_parts {
    SWEEP_MODELS = 1, /* and frames and skeletons */
    SWEEP_TEXTURES = 2,
    SWEEP_CONFIG = 4,
    SWEEP_PICTURES = 8,
    SWEEP_ALL = 15
};

/* desc->allocator is replaced by one that counts. A failure to open counts as one.
 * max_bytes  What the cache may use at a time; more ends the test, and so does a leak. */
sweep_result sweep(const char *root, const r3d_cache_desc *desc, unsigned parts, size_t max_bytes);

/* An allocator that counts, and fails at the n-th call if told to. Its memory comes from pool.h. */
typedef struct counting {
    size_t used;
    size_t peak;
    long calls;
    long fail_at; /* -1: never */
} counting;

r3d_allocator counting_hooks(counting *c);

#endif
