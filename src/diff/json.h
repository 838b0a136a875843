/* SPDX-License-Identifier: MIT */
/// @file json.h
/// Writing JSON text.

#ifndef RETRO3D_DIFF_JSON_H
#define RETRO3D_DIFF_JSON_H

#include "diff_internal.h"

/// Appends a string with its quotes; everything but plain ASCII is escaped, and so are < > &.
void r3d_priv_json_string(r3d_diff_text *text, const char *string);

#endif
