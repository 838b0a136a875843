/* SPDX-License-Identifier: MIT */
/// @file counting_allocator.h
/// An allocator that counts, measures and fails on demand.

#ifndef RETRO3D_COUNTING_ALLOCATOR_H
#define RETRO3D_COUNTING_ALLOCATOR_H

#include <stddef.h>

#include <retro3d/base.h>

typedef struct counting_allocator {
    size_t calls;   ///< Allocations asked for.
    size_t fail_at; ///< The allocation that fails, from 1, and all after it; 0: none.
    size_t live;    ///< Blocks that were not freed.
    size_t live_bytes;
    size_t peak_bytes; ///< Largest live_bytes.
} counting_allocator;

/// Hooks that use `self`, which must outlive every block.
r3d_allocator counting_hooks(counting_allocator *self);

#endif
