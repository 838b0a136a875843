/* SPDX-License-Identifier: MIT */
/// @file diff_rows.h
/// Two PNG files that are decoded and compared at the same time, by one thread or by two.

#ifndef RETRO3D_DIFF_ROWS_H
#define RETRO3D_DIFF_ROWS_H

#include <stdatomic.h>

#include <retro3d/png_rows.h>

#include "diff_internal.h"

enum r3d_priv_diff_sides { R3D_PRIV_SIDES = 2 };

typedef struct r3d_priv_diff_side {
    const char *path;
    r3d_png_reader *png;
    r3d_picture_view view; ///< Without pixels.
    uint8_t *block;        ///< A ring of rows, or all of them when they are kept.
    r3d_result result;
    r3d_error error;
    bool finished;        ///< Verified to the end.
    atomic_int decoded;   ///< Rows; a row that failed is not counted.
    atomic_bool has_left; ///< The job of this side has nothing to do before the next meeting.
} r3d_priv_diff_side;

/// Zero it; set sides (path, png, view), run, keep and row_count.
typedef struct r3d_priv_diff_rows {
    r3d_priv_diff_side sides[R3D_PRIV_SIDES];
    r3d_run_jobs_fn run; ///< NULL: this thread alone.
    void *run_user;
    bool keep;         ///< Blocks hold whole pictures.
    int32_t row_count; ///< Rows to compare.
    int32_t batch;     ///< Rows that are decoded at once.
    int32_t ring;      ///< Rows that a side may be ahead of the comparison.
    r3d_priv_differ *differ;
    r3d_result compare_result;
    atomic_bool comparing; ///< One job compares at a time.
    atomic_int compared;   ///< Rows.
    atomic_bool done;      ///< The verdict is known, or cannot be found.
} r3d_priv_diff_rows;

/// Chooses batches and allocates the blocks, to be freed by r3d_priv_diff_free.
r3d_result r3d_priv_diff_rows_allocate(r3d_priv_diff_rows *rows, const r3d_allocator *allocator,
                                       r3d_error *out_error);

/// Decodes, compares and verifies until the verdict is certain. A file that is damaged in an earlier
/// row is reported before the other one; mismatches in rows before count, when they end the comparison.
r3d_result r3d_priv_diff_rows_compare(r3d_priv_diff_rows *rows, r3d_error *out_error);

#endif
