/* SPDX-License-Identifier: MIT */
/// @file large_alloc.h
/// Memory of megabytes that is written once from end to end: files, pictures. The system hands fresh
/// memory out page by page, which can cost more than decoding a picture into it; with huge pages it
/// costs a fraction. Only a hint: without them everything works as before.

#ifndef RETRO3D_LARGE_ALLOC_H
#define RETRO3D_LARGE_ALLOC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <retro3d/base.h>

#if defined(__linux__) && !defined(R3D_NO_HUGE_PAGES)
#include <sys/mman.h>
#endif

enum r3d_priv_large_sizes { R3D_PRIV_LARGE_FROM = 1 << 20, R3D_PRIV_HUGE_PAGE = 2 << 20 };

// The including file defines _DEFAULT_SOURCE first.

/// As malloc; released by free.
static inline void *r3d_priv_large_malloc(size_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (size >= R3D_PRIV_LARGE_FROM && size <= SIZE_MAX - R3D_PRIV_HUGE_PAGE) {
        size_t whole = (size + R3D_PRIV_HUGE_PAGE - 1) / R3D_PRIV_HUGE_PAGE * R3D_PRIV_HUGE_PAGE;
        void *memory = aligned_alloc(R3D_PRIV_HUGE_PAGE, whole);
        if (memory != NULL) {
            (void)madvise(memory, whole, MADV_HUGEPAGE);
            return memory;
        }
    }
#endif
    return malloc(size);
}

/// Allocates through hooks that have both functions. Those that mean malloc get the memory above.
static inline void *r3d_priv_large_alloc(const r3d_allocator *hooks, size_t size)
{
    r3d_allocator defaults;
    if (size >= R3D_PRIV_LARGE_FROM && r3d_allocator_resolve(NULL, &defaults) == R3D_OK &&
        hooks->alloc == defaults.alloc) {
        return r3d_priv_large_malloc(size);
    }
    return hooks->alloc(size, hooks->user);
}

#endif
