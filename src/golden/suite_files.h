/* SPDX-License-Identifier: MIT */
/// @file suite_files.h
/// The text files of a suite folder: goldens.txt (manifest) and xfail.txt (known failures).

#ifndef RETRO3D_GOLDEN_SUITE_FILES_H
#define RETRO3D_GOLDEN_SUITE_FILES_H

#include "session_internal.h"

/// Looks a golden up in the manifest. True when the manifest vouches that a picture of this size
/// and hash equals the PNG file as it lies there: the bytes of the file are those that were entered.
bool r3d_priv_manifest_vouches(const r3d_golden *golden, const char *name, const char *golden_path,
                               const r3d_picture_view *actual);

/// Looks a name up in xfail.txt. *out_found tells whether it is listed; `out_reason` gets the rest
/// of its line. Returns an error when the file exists and cannot be read.
r3d_result r3d_priv_xfail_find(const r3d_golden *golden, const char *name, bool *out_found,
                               char *out_reason, size_t size, r3d_error *out_error);

#endif
