/* SPDX-License-Identifier: MIT */
/// @file candidates.h
/// The plain golden and its variants: loading them and finding the one that a picture equals or
/// comes nearest to. Spec golden section 5, "Variants".

#ifndef RETRO3D_GOLDEN_CANDIDATES_H
#define RETRO3D_GOLDEN_CANDIDATES_H

#include "session_internal.h"

enum { R3D_PRIV_TAG_SIZE = 64 };

/// A golden file that was compared.
typedef struct r3d_priv_candidate {
    char path[R3D_PRIV_PATH_MAX];
    char tag[R3D_PRIV_TAG_SIZE]; ///< "" for the plain golden.
    r3d_picture picture;
    r3d_picture_view view;
    r3d_picture mask;
    r3d_picture_view mask_view;
    r3d_diff_result diff;
    bool compared;
} r3d_priv_candidate;

void r3d_priv_candidate_free(r3d_priv_candidate *candidate);

/// Compares `actual` with the plain golden and every allowed variant until one passes; keeps that
/// one, or the one with the fewest mismatches.
/// @param out_found  False when there is neither plain golden nor variant.
/// @return R3D_OK; an error with its file when a golden or mask cannot be read or compared.
r3d_result r3d_priv_candidates_compare(const r3d_golden *golden, const char *name,
                                       const r3d_picture_view *actual,
                                       const r3d_diff_effective *effective,
                                       r3d_priv_candidate *out_best, bool *out_found,
                                       r3d_error *out_error);

#endif
