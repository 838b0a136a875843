/* SPDX-License-Identifier: MIT */
/// @file session_internal.h
/// The context behind r3d_golden and what the files that work on it share.

#ifndef RETRO3D_GOLDEN_SESSION_INTERNAL_H
#define RETRO3D_GOLDEN_SESSION_INTERNAL_H

#include <retro3d/golden.h>

enum r3d_priv_session_sizes {
    R3D_PRIV_NAME_MAX = 200,
    R3D_PRIV_PATH_MAX = 4096,
    R3D_PRIV_WHY_MAX = 160
};

struct r3d_golden {
    r3d_allocator allocator;
    char *suite;
    char *root;
    char *out_dir;      // NULL: no artefacts, no results
    char *variant_tags; // NULL: every variant may match
    r3d_golden_mode mode;
    bool new_passes;     // R3D_GOLDEN_NEW=pass
    bool update_fails;   // R3D_GOLDEN_UPDATE=fail
    bool writes_refused; // in CI without R3D_GOLDEN_ALLOW_CI=1
    bool ctest_lines;
    int32_t repeat;
    r3d_diff_effective effective;
    char **checked;
    size_t checked_count;
    size_t checked_capacity;
    r3d_diff_text failures;
    int32_t failure_count;
    char *test;         // name of the test in its build, NULL: none
    char *tests;        // path of the list of all tests of the build, NULL: none
    bool is_incomplete; // something was left out
    char why_incomplete[R3D_PRIV_WHY_MAX];
    char place_file[R3D_PRIV_PATH_MAX]; // where the next check is written; "": not known
    int32_t place_line;
    char *source_base; // folder below which relative places are looked for too, NULL: none
};

/// Copies text through the allocator; NULL when memory is out.
char *r3d_priv_golden_copy_text(const r3d_allocator *allocator, const char *text);

/// Writes "<root>/<suite>/<name><ending>". False when the path is too long.
bool r3d_priv_golden_path(const char *root, const char *suite, const char *name, const char *ending,
                          char *out_path);

/// Appends the line "accept: ..." with the command that accepts a result of this session.
void r3d_priv_golden_put_accept(const r3d_golden *golden, const char *name, r3d_diff_text *text);

/// Appends a string of others, such as a path or a message with one, as r3d_text_show shows it; tabs stay. Whatever is
/// told of a check goes through here: programs print it on terminals.
void r3d_priv_golden_put_shown(r3d_diff_text *text, const char *string);

/// The same between two texts of our own.
void r3d_priv_golden_put_named(r3d_diff_text *text, const char *before, const char *string,
                               const char *after);

/// Appends the last line of a failure: where the report is.
void r3d_priv_golden_put_report(const r3d_golden *golden, r3d_diff_text *text);

/// Writes down that what was checked is not all that the suite has to check; the first reason stays.
void r3d_priv_golden_leave_out(r3d_golden *golden, const char *why);

/// Enters what became of a check; one that failed leaves its run incomplete.
void r3d_priv_golden_conclude(r3d_golden *golden, r3d_golden_report *report,
                              r3d_golden_status status, bool passed);

/// Concludes a check that could not be made, and says why.
void r3d_priv_golden_fail(r3d_golden *golden, r3d_golden_report *report, const char *name,
                          const char *message);

/* ---- names.c ---- */

/// Claims a file name for one check. Returns NULL, or why the check must fail.
const char *r3d_priv_golden_claim_name(r3d_golden *golden, const char *name, const char *ending,
                                       bool shared);

/* ---- artefacts.c ---- */

/// What the pictures of a failure are made of.
typedef struct r3d_priv_failure {
    const char *name;
    const char *golden_path;          ///< NULL when there is no golden.
    const r3d_picture_view *expected; ///< NULL when there is no golden.
    const r3d_picture_view *actual;
    const r3d_diff_result *diff; ///< NULL when nothing was compared.
    r3d_picture_view owner;      ///< Owner plane; no pixels when there is none.
} r3d_priv_failure;

/// Writes the pictures; for each one that cannot be written a line is appended to `text`.
void r3d_priv_artefacts_write(const r3d_golden *golden, const r3d_priv_failure *failure,
                              r3d_diff_text *text);

/// Deletes every artefact of a name.
void r3d_priv_artefacts_remove(const r3d_golden *golden, const char *name, r3d_diff_text *text);

#endif
