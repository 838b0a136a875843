/* SPDX-License-Identifier: MIT */
/// @file triptych.h
/// The triptych and zooms from a diff picture that was made before, so that a failure's pictures
/// share it.

#ifndef RETRO3D_DIFF_TRIPTYCH_H
#define RETRO3D_DIFF_TRIPTYCH_H

#include "diff_internal.h"

r3d_result r3d_priv_triptych(const r3d_diff_result *result, const r3d_picture_view *expected,
                             const r3d_picture_view *actual, const r3d_diff_canvas *unmarked,
                             const char *name, const r3d_allocator *allocator,
                             r3d_diff_canvas *out_canvas);
r3d_result r3d_priv_zoom(const r3d_diff_result *result, const r3d_picture_view *expected,
                         const r3d_picture_view *actual, const r3d_diff_canvas *unmarked,
                         size_t cluster, const r3d_allocator *allocator,
                         r3d_diff_canvas *out_canvas);

#endif
