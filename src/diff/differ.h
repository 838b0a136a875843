/* SPDX-License-Identifier: MIT */
/// @file differ.h
/// What the files of one comparison share: compare.c (beginning, verdict), differ_check.c
/// (options), deltas.c (pixels) and differ_rows.c (statistics and runs).

#ifndef RETRO3D_DIFFER_H
#define RETRO3D_DIFFER_H

#include "diff_internal.h"
#include "window.h"

enum {
    BLOCK = 64, // pixels that the vector loops treat at once
    DELTA_TABLES = 4
};

struct r3d_priv_differ {
    r3d_allocator allocator;
    r3d_picture_view expected;
    r3d_picture_view actual;
    r3d_priv_channel_rule rule;
    r3d_diff_result result;
    r3d_priv_clusterer *clusterer;
    r3d_priv_window *window;
    int32_t common_width;
    int32_t common_height;
    bool exact;   // any difference of a compared channel is a mismatch
    bool masked;  // regions or a mask are given
    bool limited; // pixels may differ that are not compared: alpha, low bytes
    bool differs; // some pixel differs, whether it counts or not
    uint32_t *expected_row;
    uint32_t *actual_row;
    uint16_t *deltas;
    uint8_t *mask_row;
    r3d_priv_run *runs;
    // Mismatches per delta, spread over tables so that equal neighbours do not wait for each other.
    int64_t delta_counts[DELTA_TABLES][256];
};

static inline int32_t r3d_priv_larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* ---- differ_check.c ---- */

r3d_result r3d_priv_differ_check_options(const r3d_diff_options *options, int32_t depth,
                                         r3d_error *out_error);
r3d_result r3d_priv_differ_check_mask(const r3d_diff_options *options,
                                      const r3d_picture_view *expected, r3d_error *out_error);

/* ---- deltas.c: the largest channel difference of each pixel of a row, 0 for no mismatch ---- */

/// Exact, without masks. Returns false when the rows are equal.
bool r3d_priv_deltas_exact(const uint32_t *expected, const uint32_t *actual, int32_t width,
                           uint16_t *deltas);

/// Any metric, with masks. Returns false when no pixel counts as a mismatch.
bool r3d_priv_deltas_general(r3d_priv_differ *differ, int32_t y, int32_t width);

/// The same for 16-bit samples.
bool r3d_priv_deltas_deep(r3d_priv_differ *differ, int32_t width);

/// Samples of the compared channels of a pair of 16-bit pixels.
void r3d_priv_deep_samples(const uint16_t *expected, const uint16_t *actual,
                           r3d_priv_channel_rule rule, int32_t *out_expected, int32_t *out_actual);

#endif
