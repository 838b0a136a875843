/* SPDX-License-Identifier: MIT */
/// @file r3d_cmocka_script.h
/// Display lists as cmocka assertions: a failure shows the history of the first pixel of each
/// cluster, and which commands and faces own the wrong pixels. Include what r3d_cmocka.h wants first;
/// link retro3d::golden and retro3d::script.
///
///     assert_golden_script(*state, "golden/menu/closed.r3d", "closed");
///
/// The picture is that of the golden harness: NAME.png in the suite's folder, where the scripts may
/// lie as well.

#ifndef RETRO3D_R3D_CMOCKA_SCRIPT_H
#define RETRO3D_R3D_CMOCKA_SCRIPT_H

#include <retro3d/r3d_cmocka.h>
#include <retro3d/script_case.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sets the members of options that belong to a case. The case must outlive the check.
static inline void r3d_cmocka_script_options(r3d_script_case *script_case,
                                             r3d_golden_options *options)
{
    options->owner = r3d_script_case_get_owner(script_case);
    options->owner_name = r3d_script_case_owner_name;
    options->explain_difference = r3d_script_case_explain;
    options->user = script_case;
}

/// The function behind assert_golden_script.
static inline void r3d_cmocka_golden_script(r3d_golden *golden, const char *path, const char *name,
                                            int soft, const char *file, int line)
{
    r3d_script_case *script_case = NULL;
    r3d_picture_view view;
    r3d_golden_options options;
    r3d_golden_report report;
    r3d_error error;
    r3d_result result;
    r3d_golden_options_init(&options);
    memset(&report, 0, sizeof report);
    result = r3d_script_case_create(path, R3D_ISA_BEST, NULL, &script_case, &error);
    if (result != R3D_OK) {
        r3d_cmocka_write_text("", error.file, ":");
        printf("%ld: ", (long)error.line);
        r3d_cmocka_write_text("", error.message, "\n");
    } else {
        r3d_script_case_get_view(script_case, &view);
        r3d_cmocka_script_options(script_case, &options);
        r3d_golden_set_place(golden, file, line);
        result = r3d_golden_check(golden, &view, name, &options, &report);
    }
    r3d_script_case_destroy(script_case);
    r3d_cmocka_report(golden, result, &report, name, soft, file, line);
}

/// Asserts that the frame of the display list at `path` equals the golden `name`.
#define assert_golden_script(ctx, path, name)                                                      \
    r3d_cmocka_golden_script((r3d_golden *)(ctx), (path), (name), 0, __FILE__, __LINE__)

/// The soft form: a failure is recorded, the test goes on.
#define check_golden_script(ctx, path, name)                                                       \
    r3d_cmocka_golden_script((r3d_golden *)(ctx), (path), (name), 1, __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
