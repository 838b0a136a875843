/* SPDX-License-Identifier: MIT */
/// @file script_case.h
/// A display list as a golden case: its frame, its owner plane, and callbacks that tell the golden
/// harness the history of wrong pixels. r3d_cmocka_script.h makes assertions of it.

#ifndef RETRO3D_SCRIPT_CASE_H
#define RETRO3D_SCRIPT_CASE_H

#include <retro3d/io.h>
#include <retro3d/script.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A script that was run.
typedef struct r3d_script_case r3d_script_case;

/// Loads a script and runs it.
/// @param isa        Of the fills that draw the frame; the owner plane and histories are made by the
///                   scalar ones.
/// @param allocator  NULL for malloc.
/// @return What r3d_script_load and r3d_replay_run return; R3D_ERR_STATE if it has no frame.
R3D_API r3d_result r3d_script_case_create(const char *path, r3d_isa isa,
                                          const r3d_allocator *allocator,
                                          r3d_script_case **out_case, r3d_error *out_error);

/// The same from a source of files, which must live as long as the case; NULL: from disk.
R3D_API r3d_result r3d_script_case_create_from(const r3d_file_source *files, const char *name,
                                               r3d_isa isa, const r3d_allocator *allocator,
                                               r3d_script_case **out_case, r3d_error *out_error);

/// Releases a case. NULL is accepted.
R3D_API void r3d_script_case_destroy(r3d_script_case *script_case);

/// The frame: RGB, or with alpha if the script uses `sentinel`. Valid as long as the case.
R3D_API void r3d_script_case_get_view(const r3d_script_case *script_case,
                                      r3d_picture_view *out_view);

/// The owner plane, as r3d_golden_options.owner wants it; NULL without memory.
R3D_API const uint32_t *r3d_script_case_get_owner(r3d_script_case *script_case);

/// For r3d_golden_options.owner_name; `user` is the case.
R3D_API void r3d_script_case_owner_name(uint32_t owner, char *out_text, size_t size, void *user);

/// For r3d_golden_options.explain_difference; `user` is the case. Writes the history of the pixel and,
/// if it is wrong, why.
R3D_API r3d_result r3d_script_case_explain(int32_t x, int32_t y, bool has_expected,
                                           uint32_t expected_argb, char *out_text, size_t size,
                                           void *user);

#ifdef __cplusplus
}
#endif

#endif
