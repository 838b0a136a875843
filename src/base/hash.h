/* SPDX-License-Identifier: MIT */
/* The hash of names in tables: FNV-1a of 32 bits. It spreads, it does not defend. */

#ifndef R3D_SRC_BASE_HASH_H
#define R3D_SRC_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t r3d_priv_hash_name(const char *name, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;
    }
    return hash;
}

#endif
