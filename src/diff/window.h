/* SPDX-License-Identifier: MIT */
/// @file window.h
/// The most mismatches in any N x N window, row by row. Spec golden section 2.2.

#ifndef RETRO3D_DIFF_WINDOW_H
#define RETRO3D_DIFF_WINDOW_H

#include "diff_internal.h"

typedef struct r3d_priv_window r3d_priv_window;

r3d_result r3d_priv_window_create(int32_t width, int32_t height, int32_t size,
                                  const r3d_allocator *allocator, r3d_priv_window **out);
void r3d_priv_window_destroy(r3d_priv_window *window);

/// Adds row y; `deltas` is not 0 where a pixel mismatches, or NULL when none does. Every row of the
/// canvas must be added, from top to bottom.
void r3d_priv_window_row(r3d_priv_window *window, int32_t y, const uint16_t *deltas);

/// Returns the largest count so far and the top-left corner of the first window that has it.
int64_t r3d_priv_window_max(const r3d_priv_window *window, int64_t *out_x, int64_t *out_y);

#endif
