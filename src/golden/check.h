/* SPDX-License-Identifier: MIT */
/// @file check.h
/// One check of a picture against its golden: check.c (verdict and workflow) and check_why.c (what is
/// told about a mismatch).

#ifndef RETRO3D_CHECK_H
#define RETRO3D_CHECK_H

#include "candidates.h"

/// Everything one check works with; released at its end.
typedef struct r3d_priv_check {
    r3d_golden *golden;
    const char *name;
    const r3d_picture_view *actual;
    const r3d_golden_options *options;
    r3d_golden_report *report;
    r3d_diff_text notes; ///< printed behind the verdict
    r3d_diff_text hints;
    r3d_diff_text explain;
    r3d_priv_candidate best; ///< the golden that matched or came nearest
    bool has_candidate;
    r3d_diff_canvas first_frame; ///< of the instability check
    r3d_diff_owners owners;
    bool has_owners;
    bool known; ///< listed in xfail.txt
    char reason[256];
    char golden_path[R3D_PRIV_PATH_MAX]; ///< the plain golden
} r3d_priv_check;

static inline int32_t r3d_priv_check_owner_stride(const r3d_priv_check *c)
{
    return c->options->owner_stride_px != 0 ? c->options->owner_stride_px : c->actual->width;
}

/// Appends hints, owners and the histories of pixels to the report. After a comparison that failed.
void r3d_priv_check_put_reasons(r3d_priv_check *check);

#endif
