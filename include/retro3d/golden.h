/* SPDX-License-Identifier: MIT */
/// @file golden.h
/// Keeping reference pictures ("goldens"): a context finds goldens by name, compares by diff.h, applies
/// the update mode, writes artefacts and results, and says in words what happened.
/// retro3d/r3d_cmocka.h turns it into assertions; nothing else here needs cmocka.
///
/// Needs retro3d::diff. docs/golden-testing.md shows how it is used.
/// Source: spec golden sections 5 to 8.

#ifndef RETRO3D_GOLDEN_H
#define RETRO3D_GOLDEN_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/diff.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- goldens ------------------------------------------------------------------------------- */

/// A context: where goldens and artefacts lie, the mode, the suite's options, what was checked so
/// far. One thread at a time; two contexts may be used in two threads.
typedef struct r3d_golden r3d_golden;

/// What happens when a golden is missing or differs. From the environment variable R3D_GOLDEN:
/// "check", "new" or "update"; any other value is an error.
typedef enum r3d_golden_mode {
    R3D_GOLDEN_MODE_CHECK = 0,
    R3D_GOLDEN_MODE_NEW = 1,
    R3D_GOLDEN_MODE_UPDATE = 2
} r3d_golden_mode;

/// Looks up an environment variable; NULL when it is not set.
typedef const char *(*r3d_golden_env_fn)(const char *name, void *user);

/// How to make a context. Zeroed members mean the defaults; `suite` is required.
typedef struct r3d_golden_desc {
    uint32_t struct_size; ///< Set by r3d_golden_desc_init.
    const char *suite;    ///< Folder of the goldens below the root; same rules as for names.
    const char *root;     ///< Golden root; NULL: R3D_GOLDEN_DIR, then `default_root`.
    const char *default_root;
    const char *out_dir; ///< Artefact root; NULL: R3D_GOLDEN_OUT, then `default_out_dir`, then
                         ///< R3D_GOLDEN_DEFAULT_OUT. When there is none at all, no artefacts and
                         ///< no results are written.
    const char *default_out_dir;
    const char *variant_tags; ///< Comma separated tags of the variants that may match; NULL: all.
    const r3d_diff_options *options; ///< The suite's settings; copied, rectangles are borrowed.
    r3d_golden_env_fn get_env;       ///< NULL: getenv.
    void *env_user;
    r3d_allocator allocator;
} r3d_golden_desc;

/// As r3d_golden_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_golden_desc_init_sized(r3d_golden_desc *desc, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_golden_desc_init(r3d_golden_desc *desc)
{
    r3d_golden_desc_init_sized(desc, (uint32_t)sizeof(r3d_golden_desc));
}

/// Makes a context. Reads R3D_GOLDEN, R3D_GOLDEN_DIR, R3D_GOLDEN_OUT, R3D_GOLDEN_DEFAULT_OUT,
/// R3D_GOLDEN_NEW, R3D_GOLDEN_UPDATE, R3D_GOLDEN_ALLOW_CI, R3D_GOLDEN_CTEST, R3D_GOLDEN_TEST, R3D_GOLDEN_TESTS,
/// R3D_GOLDEN_SOURCE_BASE and CI once. Writes into the results that a run of the suite begins.
/// @return R3D_OK; R3D_ERR_ARGUMENT (no suite, no root, a wrong value of a variable; the message
///         names it), R3D_ERR_RANGE (a bad suite name), R3D_ERR_MEMORY.
R3D_API r3d_result r3d_golden_create(const r3d_golden_desc *desc, r3d_golden **out_golden,
                                     r3d_error *out_error);

/// Releases a context, after writing into the results that the run of the suite ended. NULL is accepted.
R3D_API void r3d_golden_destroy(r3d_golden *golden);

/// Says that the run leaves something out (a test was filtered or skipped, failed before its check, or the like),
/// so that no golden is taken for unused because of it. Failed checks say so themselves.
/// @param why  A few words; the first reason that is given stays. NULL is "".
R3D_API void r3d_golden_note_incomplete(r3d_golden *golden, const char *why);

/// Says where in a program's source the checks that follow are made; reports show the line.
/// @param file  As __FILE__; copied. NULL: not known.
R3D_API void r3d_golden_set_place(r3d_golden *golden, const char *file, int32_t line);

/// Writes the name of a primitive, for example "face 112, textured, masked".
typedef void (*r3d_golden_owner_name_fn)(uint32_t owner, char *out_text, size_t size, void *user);

/// Writes how pixel (x, y) of the actual picture came to be, one line or several.
/// Returns R3D_OK, or an error whose text is then shown instead.
typedef r3d_result (*r3d_golden_explain_fn)(int32_t x, int32_t y, char *out_text, size_t size,
                                            void *user);

/// The same for a pixel that differs, told what the golden has there (0xAARRGGBB) if it has the pixel.
typedef r3d_result (*r3d_golden_explain_difference_fn)(int32_t x, int32_t y, bool has_expected,
                                                       uint32_t expected_argb, char *out_text,
                                                       size_t size, void *user);

/// Draws the frame once more, for the instability check. The view stays valid until the next call.
typedef r3d_result (*r3d_golden_render_fn)(r3d_picture_view *out_view, void *user);

/// What one check may add. All members zero is a valid value.
typedef struct r3d_golden_options {
    uint32_t struct_size;         ///< Set by r3d_golden_options_init.
    const r3d_diff_options *diff; ///< Settings of this check; NULL: those of the suite.
    bool shared;                  ///< The same name may be checked several times.
    const uint32_t *owner;        ///< One id a pixel of the actual picture, row-major; NULL: none.
    int32_t owner_stride_px;      ///< 0: the picture's width.
    bool store_owner;             ///< Modes new and update write the owner plane beside the golden.
    r3d_golden_owner_name_fn owner_name; ///< NULL: ids are shown as numbers.
    r3d_golden_explain_fn explain;       ///< Called for the first pixels of circled clusters.
    r3d_golden_render_fn render;         ///< For the instability check; NULL: none.
    int32_t repeat; ///< How often to render; 0: R3D_GOLDEN_REPEAT, else no repetition.
    void *user;     ///< Passed to the callbacks.
    r3d_golden_explain_difference_fn explain_difference; ///< Called instead of `explain` when set.
} r3d_golden_options;

/// As r3d_golden_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_golden_options_init_sized(r3d_golden_options *options, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_golden_options_init(r3d_golden_options *options)
{
    r3d_golden_options_init_sized(options, (uint32_t)sizeof(r3d_golden_options));
}

/// What became of a check.
typedef enum r3d_golden_status {
    R3D_GOLDEN_PASSED = 0,
    R3D_GOLDEN_DIFFERS = 1,
    R3D_GOLDEN_MISSING = 2,
    R3D_GOLDEN_WRITTEN = 3,         ///< Mode new or update wrote a golden that did not exist.
    R3D_GOLDEN_UPDATED = 4,         ///< Mode update replaced a golden that differed.
    R3D_GOLDEN_KNOWN = 5,           ///< Differs, as xfail.txt says.
    R3D_GOLDEN_UNEXPECTED_PASS = 6, ///< Passes, although xfail.txt says that it differs.
    R3D_GOLDEN_UNSTABLE = 7,        ///< Rendering twice gave two pictures.
    R3D_GOLDEN_REFUSED = 8,         ///< Mode new or update in CI.
    R3D_GOLDEN_ERROR = 9            ///< The golden or an argument is unusable.
} r3d_golden_status;

/// Returns "passed", "differs" and so on. Static storage.
R3D_API const char *r3d_golden_status_name(r3d_golden_status status);

/// The outcome of a check. Release it with r3d_golden_report_free.
typedef struct r3d_golden_report {
    r3d_golden_status status;
    bool passed;          ///< Whether the test passes.
    bool compared;        ///< `diff` is filled.
    r3d_diff_result diff; ///< Its borrowed pointers must not be followed.
    char variant[64]; ///< Tag of the variant that matched or came nearest; "" for the plain golden.
    r3d_diff_text text; ///< What to print; empty when there is nothing to say.
} r3d_golden_report;

/// Empties a report. NULL is accepted.
R3D_API void r3d_golden_report_free(r3d_golden_report *report);

/// Compares a picture with the golden <root>/<suite>/<name>.png.
///
/// On failure writes NAME.actual.png, NAME.expected.png, NAME.diff.png and more into
/// <out>/<suite>/; on success deletes stale ones. Files appear whole or not at all.
/// `actual` or `name` NULL: R3D_GOLDEN_ERROR in the report.
/// @param name  `[A-Za-z0-9._-]` and `/`; no empty part, no "." or "..", at most 200 bytes.
/// @return R3D_OK when `out_report` tells the outcome, whatever it is; R3D_ERR_ARGUMENT,
///         R3D_ERR_MEMORY otherwise.
R3D_API r3d_result r3d_golden_check(r3d_golden *golden, const r3d_picture_view *actual,
                                    const char *name, const r3d_golden_options *options,
                                    r3d_golden_report *out_report);

/// Remembers the text of a soft check that failed.
R3D_API r3d_result r3d_golden_note_failure(r3d_golden *golden, const char *text);

/// Returns how many soft checks failed.
R3D_API int32_t r3d_golden_failure_count(const r3d_golden *golden);
/// Returns the texts of soft checks that failed, one after the other; "" when there are none and for NULL.
R3D_API const char *r3d_golden_get_failure_text(const r3d_golden *golden);

/// Compares a table of integers with the golden <root>/<suite>/<name>.i32.txt: whitespace separated
/// decimal numbers, a row a line, "#" comments. The text names the first differing row and column,
/// both values, two rows of context and the number of differing cells.
/// `name` NULL, or `values` NULL though there are rows: R3D_GOLDEN_ERROR in the report.
/// @param values  rows * columns numbers, row-major.
R3D_API r3d_result r3d_golden_check_i32(r3d_golden *golden, const int32_t *values, int32_t rows,
                                        int32_t columns, const char *name,
                                        r3d_golden_report *out_report);

/// Compares text with the golden <root>/<suite>/<name>.txt, line by line; "\r\n" equals "\n".
/// `actual` or `name` NULL: R3D_GOLDEN_ERROR in the report.
R3D_API r3d_result r3d_golden_check_text(r3d_golden *golden, const char *actual, const char *name,
                                         r3d_golden_report *out_report);

/// True when `name` may name a golden.
R3D_API bool r3d_golden_name_valid(const char *name);

/* ---- the manifest of a suite ----------------------------------------------------------------- */

/// Appends the line of goldens.txt for one golden: its name, width, height, hash of the pixels
/// (r3d_diff_hash), size of the file in bytes and hash of these bytes. A picture of 16 bits has no line.
/// @param path  The PNG.
/// @param name  As it is to stand in the line, a variant as NAME@TAG.
/// @param text  Its allocator is used for everything.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, or why the picture cannot be read.
R3D_API r3d_result r3d_golden_manifest_line(const char *path, const char *name, r3d_diff_text *text,
                                            r3d_error *out_error);

/// Enters a golden that was written into <suite_folder>/goldens.txt, in place of its old line. Does
/// nothing when there is no such file. Modes new and update do it themselves.
/// @param name  As in r3d_golden_manifest_line.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_LIMIT, R3D_ERR_MEMORY, or why a file cannot be read or
///         written. A line that stays old vouches for nothing.
R3D_API r3d_result r3d_golden_manifest_renew(const char *suite_folder, const char *name,
                                             r3d_error *out_error);

/// Writes the hash of a file's bytes, as it stands in goldens.txt and in results: 32 digits and a zero.
/// @param allocator  NULL for malloc.
/// @param out_hex  R3D_DIFF_HASH_SIZE characters.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, or why the file cannot be read.
R3D_API r3d_result r3d_golden_hash_file(const char *path, const r3d_allocator *allocator,
                                        char *out_hex, r3d_error *out_error);

/* ---- folders of scenes ----------------------------------------------------------------------- */

/// Called for each file; `name` is its name without the ending. False stops.
typedef bool (*r3d_golden_visit_fn)(const char *path, const char *name, void *user);

/// Visits the files of one folder whose names end with `ending`, in the order of their names.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_IO_OPEN, R3D_ERR_MEMORY.
R3D_API r3d_result r3d_golden_visit_folder(const char *folder, const char *ending,
                                           const r3d_allocator *allocator,
                                           r3d_golden_visit_fn visit, void *user);

/* ---- the first wrong draw -------------------------------------------------------------------- */

/// Draws the first `count` commands of a list with back end 0 or 1 (scalar and SIMD, one thread and
/// several, old library and new). The view stays valid until the next call for the same back end.
typedef r3d_result (*r3d_golden_replay_fn)(int32_t backend, int32_t count,
                                           r3d_picture_view *out_view, void *user);

/// What bisecting found. Release with r3d_golden_bisection_free.
typedef struct r3d_golden_bisection {
    bool differs;              ///< False when the whole lists draw equal frames.
    int32_t first_command;     ///< Index from 0 of the command after which the frames differ.
    r3d_diff_result diff;      ///< Of the frames after that command; back end 0 is expected.
    r3d_diff_canvas frames[2]; ///< The two frames after that command.
} r3d_golden_bisection;

/// Finds by binary search a command after which the frames of two back ends differ while they are
/// equal before it. About log2(command_count) replays of each back end.
/// @param command_count  0 or more.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, or what `replay` returned.
/// Source: spec golden section 2.8, "Bisect".
R3D_API r3d_result r3d_golden_bisect(int32_t command_count, r3d_golden_replay_fn replay, void *user,
                                     const r3d_allocator *allocator,
                                     r3d_golden_bisection *out_bisection, r3d_error *out_error);

/// Empties what r3d_golden_bisect found. NULL is accepted.
R3D_API void r3d_golden_bisection_free(r3d_golden_bisection *bisection);

#ifdef __cplusplus
}
#endif

#endif
