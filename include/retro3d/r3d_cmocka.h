/* SPDX-License-Identifier: MIT */
/// @file r3d_cmocka.h
/// Golden pictures as cmocka assertions. Header only: the library itself does not need cmocka.
/// It replaces cmocka's macros skip and cmocka_run_group_tests and the functions that set filters by ones that do the
/// same and remember it: what a run left out must not make goldens look unused. So include it in each file that uses
/// them, also in one that checks no golden.
/// Include <stdarg.h>, <stddef.h>, <setjmp.h>, <stdint.h> and <cmocka.h> first. Works with cmocka
/// 1.1.5 and 2.x. What failed is printed to standard output once, then the test fails at the line
/// of the assertion.
///
///     static int setup(void **state) { return r3d_golden_group_setup(state, "menu"); }
///     static void the_menu_is_drawn(void **state)
///     {
///         r3d_picture_view frame;
///         r3d_diff_view_xrgb32(pixels, 512, 334, 0, &frame);
///         assert_golden(*state, &frame, "menu/closed");
///     }
///     return cmocka_run_group_tests(tests, setup, r3d_golden_group_teardown);
///
/// Define R3D_GOLDEN_DEFAULT_DIR and R3D_GOLDEN_DEFAULT_OUT (strings) for tests that run without
/// the environment variables R3D_GOLDEN_DIR and R3D_GOLDEN_OUT; r3d_add_golden_test does. Source:
/// spec golden section 8.

#ifndef RETRO3D_R3D_CMOCKA_H
#define RETRO3D_R3D_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/golden.h>
#include <retro3d/text.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef R3D_GOLDEN_DEFAULT_DIR
#define R3D_GOLDEN_DEFAULT_DIR NULL
#endif
#ifndef R3D_GOLDEN_DEFAULT_OUT
#define R3D_GOLDEN_DEFAULT_OUT NULL
#endif

/* ---- what a run leaves out ------------------------------------------------------------------ */

/// What the tests of this program left out so far, and the contexts of groups that are not over: whether tests
/// failed is known only behind the last one. One for the whole program where the compiler can.
typedef struct r3d_cmocka_run_state {
    int depth;       ///< Groups that run now.
    int is_filtered; ///< cmocka_set_test_filter or cmocka_set_skip_filter.
    int skipped;     ///< Tests that called skip().
    r3d_golden **ended;
    size_t ended_count;
} r3d_cmocka_run_state;

#if defined(__GNUC__) && !defined(_WIN32)
extern r3d_cmocka_run_state r3d_cmocka_run;
__attribute__((weak)) r3d_cmocka_run_state r3d_cmocka_run = {0, 0, 0, NULL, 0};
#else
static r3d_cmocka_run_state r3d_cmocka_run = {0, 0, 0, NULL, 0};
#endif

/// Tells the context what was left out, if anything was.
static inline void r3d_cmocka_note_incomplete(r3d_golden *golden, int failed)
{
    if (r3d_cmocka_run.is_filtered) {
        r3d_golden_note_incomplete(golden, "a test filter was set");
    } else if (r3d_cmocka_run.skipped != 0) {
        r3d_golden_note_incomplete(golden, "a test was skipped");
    } else if (failed != 0) {
        r3d_golden_note_incomplete(golden, "a test failed, and its checks may not have run");
    }
}

/// The function behind cmocka_run_group_tests.
static inline int r3d_cmocka_run_group(const char *name, const struct CMUnitTest *tests,
                                       size_t count, CMFixtureFunction group_setup,
                                       CMFixtureFunction group_teardown)
{
    int failed;
    size_t i;
    r3d_cmocka_run.depth++;
    failed = _cmocka_run_group_tests(name, tests, count, group_setup, group_teardown);
    r3d_cmocka_run.depth--;
    for (i = 0; i < r3d_cmocka_run.ended_count; i++) {
        r3d_cmocka_note_incomplete(r3d_cmocka_run.ended[i], failed);
        if (r3d_cmocka_run.depth == 0) {
            r3d_golden_destroy(r3d_cmocka_run.ended[i]);
        }
    }
    if (r3d_cmocka_run.depth == 0) {
        free(r3d_cmocka_run.ended);
        r3d_cmocka_run.ended = NULL;
        r3d_cmocka_run.ended_count = 0;
    }
    return failed;
}

/// Destroys a context, or leaves it to r3d_cmocka_run_group.
static inline void r3d_cmocka_end(r3d_golden *golden)
{
    r3d_golden **ended = NULL;
    if (golden != NULL && r3d_cmocka_run.depth != 0) {
        ended = (r3d_golden **)realloc(r3d_cmocka_run.ended,
                                       (r3d_cmocka_run.ended_count + 1) * sizeof *ended);
    }
    if (ended != NULL) {
        r3d_cmocka_run.ended = ended;
        ended[r3d_cmocka_run.ended_count++] = golden;
        return;
    }
    r3d_cmocka_note_incomplete(golden, 0);
    r3d_golden_destroy(golden);
}

static inline void r3d_cmocka_set_test_filter(const char *pattern)
{
    r3d_cmocka_run.is_filtered = r3d_cmocka_run.is_filtered || pattern != NULL;
    cmocka_set_test_filter(pattern);
}

static inline void r3d_cmocka_set_skip_filter(const char *pattern)
{
    r3d_cmocka_run.is_filtered = r3d_cmocka_run.is_filtered || pattern != NULL;
    cmocka_set_skip_filter(pattern);
}

/* cmocka does not say what it left out: these notice it on the way. */
#undef cmocka_run_group_tests
#define cmocka_run_group_tests(group_tests, group_setup, group_teardown)                           \
    r3d_cmocka_run_group(#group_tests, group_tests,                                                \
                         sizeof(group_tests) / sizeof((group_tests)[0]), group_setup,              \
                         group_teardown)
#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests_name(group_name, group_tests, group_setup, group_teardown)          \
    r3d_cmocka_run_group(group_name, group_tests, sizeof(group_tests) / sizeof((group_tests)[0]),  \
                         group_setup, group_teardown)
#define cmocka_set_test_filter r3d_cmocka_set_test_filter
#define cmocka_set_skip_filter r3d_cmocka_set_skip_filter
#undef skip
#define skip() (r3d_cmocka_run.skipped++, _skip(__FILE__, __LINE__))

/* ---- contexts ------------------------------------------------------------------------------- */

/// Prints a string of others between two texts of our own, as r3d_text_show shows it.
static inline void r3d_cmocka_write_text(const char *before, const char *text, const char *after)
{
    char shown[4096];
    (void)r3d_text_show(text, shown, sizeof shown);
    printf("%s%s%s", before, shown, after);
}

/// Makes the context of a suite and stores it in *state. Returns 0, or -1 after printing why not.
static inline int r3d_golden_group_setup(void **state, const char *suite)
{
    r3d_golden_desc desc;
    r3d_golden *golden;
    r3d_error error;
    r3d_golden_desc_init(&desc);
    desc.suite = suite;
    desc.default_root = R3D_GOLDEN_DEFAULT_DIR;
    desc.default_out_dir = R3D_GOLDEN_DEFAULT_OUT;
    if (r3d_golden_create(&desc, &golden, &error) != R3D_OK) {
        printf("golden setup of suite %s failed: ", suite != NULL ? suite : "(none)");
        r3d_cmocka_write_text("", error.message, "\n");
        return -1;
    }
    *state = golden;
    return 0;
}

/// Fails if any soft check failed and lists them all; destroys the context in *state.
static inline int r3d_golden_group_teardown(void **state)
{
    r3d_golden *golden = (r3d_golden *)*state;
    int32_t count = r3d_golden_failure_count(golden);
    if (count != 0) {
        printf("%ld golden %s failed:\n%s", (long)count, count == 1 ? "check" : "checks",
               r3d_golden_get_failure_text(golden));
        fflush(stdout);
    }
    r3d_cmocka_end(golden);
    *state = NULL;
    return count == 0 ? 0 : -1;
}

/// Prints text to standard output and fails the present test at the caller's line.
static inline void r3d_cmocka_fail(const char *text, const char *file, int line)
{
    if (text != NULL) {
        fputs(text, stdout);
    }
    fflush(stdout);
    _fail(file, line);
}

/// Prints what became of a check, notes it when it is a soft one that failed, or fails; releases the report.
static inline void r3d_cmocka_report(r3d_golden *golden, r3d_result result,
                                     r3d_golden_report *report, const char *name, int soft,
                                     const char *file, int line)
{
    const char *text = report->text.data != NULL ? report->text.data : "";
    char problem[512] = "";
    int passed = result == R3D_OK && report->passed;
    if (result != R3D_OK) {
        char shown[256];
        (void)r3d_text_show(name, shown, sizeof shown);
        snprintf(problem, sizeof problem, "golden error: %s: %s\n", shown,
                 r3d_result_string(result));
    }
    if (soft && !passed) {
        r3d_golden_note_failure(golden, text[0] != '\0' ? text : problem);
    } else {
        fputs(text, stdout);
        fputs(problem, stdout);
        fflush(stdout);
    }
    r3d_golden_report_free(report);
    if (!passed && !soft) {
        r3d_cmocka_fail(NULL, file, line);
    }
}

/// The function behind assert_golden and check_golden.
static inline void r3d_cmocka_golden(r3d_golden *golden, const r3d_picture_view *actual,
                                     const char *name, const r3d_golden_options *options, int soft,
                                     const char *file, int line)
{
    r3d_golden_report report;
    r3d_result result;
    r3d_golden_set_place(golden, file, line);
    result = r3d_golden_check(golden, actual, name, options, &report);
    r3d_cmocka_report(golden, result, &report, name, soft, file, line);
}

/// The function behind assert_golden_i32.
static inline void r3d_cmocka_golden_i32(r3d_golden *golden, const char *name,
                                         const int32_t *values, int32_t rows, int32_t columns,
                                         int soft, const char *file, int line)
{
    r3d_golden_report report;
    r3d_result result;
    memset(&report, 0, sizeof report);
    r3d_golden_set_place(golden, file, line);
    result = r3d_golden_check_i32(golden, values, rows, columns, name, &report);
    r3d_cmocka_report(golden, result, &report, name, soft, file, line);
}

/// The function behind assert_golden_text.
static inline void r3d_cmocka_golden_text(r3d_golden *golden, const char *name, const char *text,
                                          int soft, const char *file, int line)
{
    r3d_golden_report report;
    r3d_result result;
    memset(&report, 0, sizeof report);
    r3d_golden_set_place(golden, file, line);
    result = r3d_golden_check_text(golden, text, name, &report);
    r3d_cmocka_report(golden, result, &report, name, soft, file, line);
}

/// The function behind assert_images_equal.
static inline void r3d_cmocka_images_equal(const r3d_picture_view *expected,
                                           const r3d_picture_view *actual,
                                           const r3d_diff_options *options, const char *file,
                                           int line)
{
    r3d_diff_effective effective;
    r3d_diff_result result;
    r3d_error error;
    int passed;
    r3d_diff_effective_init(&effective);
    r3d_diff_effective_merge(&effective, options, R3D_DIFF_FROM_CALL);
    if (r3d_diff_compare(expected, actual, &effective, NULL, &result, &error) != R3D_OK) {
        printf("images cannot be compared: %s\n", error.message);
        r3d_cmocka_fail(NULL, file, line);
        return;
    }
    passed = r3d_diff_passed(&result) ? 1 : 0;
    if (!passed) {
        r3d_diff_text text;
        memset(&text, 0, sizeof text);
        r3d_diff_describe(&result, &text);
        printf("images differ: %s", text.data != NULL ? text.data : "\n");
        r3d_diff_text_free(&text);
    }
    r3d_diff_result_free(&result);
    if (!passed) {
        r3d_cmocka_fail(NULL, file, line);
    }
}

/// The function behind assert_pixel.
static inline void r3d_cmocka_pixel(const r3d_picture_view *view, int32_t x, int32_t y,
                                    uint32_t expected_rgb, const char *file, int line)
{
    uint32_t argb = 0;
    if (r3d_diff_view_pixel(view, x, y, &argb) != R3D_OK) {
        printf("pixel (%ld,%ld) lies outside the picture\n", (long)x, (long)y);
        r3d_cmocka_fail(NULL, file, line);
    } else if ((argb & 0xffffffu) != (expected_rgb & 0xffffffu)) {
        printf("pixel (%ld,%ld): expected #%06lx actual #%06lx\n", (long)x, (long)y,
               (unsigned long)(expected_rgb & 0xffffffu), (unsigned long)(argb & 0xffffffu));
        r3d_cmocka_fail(NULL, file, line);
    }
}

/// Draws a scene file. The view stays valid until the next call.
typedef r3d_result (*r3d_golden_draw_file_fn)(const char *path, r3d_picture_view *out_view,
                                              void *user);

/// One test of r3d_golden_run_dir.
typedef struct r3d_cmocka_scene {
    r3d_golden *golden;
    r3d_golden_draw_file_fn draw;
    void *user;
    char *path;
    char *name;
} r3d_cmocka_scene;

typedef struct r3d_cmocka_scenes {
    r3d_cmocka_scene *scenes;
    size_t count;
    r3d_cmocka_scene first; ///< What every scene begins as.
} r3d_cmocka_scenes;

static inline char *r3d_cmocka_copy(const char *text)
{
    char *copy = (char *)malloc(strlen(text) + 1);
    if (copy != NULL) {
        memcpy(copy, text, strlen(text) + 1);
    }
    return copy;
}

static inline bool r3d_cmocka_add_scene(const char *path, const char *name, void *user)
{
    r3d_cmocka_scenes *list = (r3d_cmocka_scenes *)user;
    r3d_cmocka_scene *scenes =
        (r3d_cmocka_scene *)realloc(list->scenes, (list->count + 1) * sizeof(r3d_cmocka_scene));
    if (scenes == NULL) {
        return false;
    }
    list->scenes = scenes;
    scenes[list->count] = list->first;
    scenes[list->count].path = r3d_cmocka_copy(path);
    scenes[list->count].name = r3d_cmocka_copy(name);
    return scenes[list->count].path != NULL && scenes[list->count++].name != NULL;
}

static inline void r3d_cmocka_run_scene(void **state)
{
    r3d_cmocka_scene *scene = (r3d_cmocka_scene *)*state;
    r3d_picture_view view;
    r3d_result result = scene->draw(scene->path, &view, scene->user);
    if (result != R3D_OK) {
        r3d_cmocka_write_text("", scene->path, " cannot be drawn: ");
        printf("%s\n", r3d_result_string(result));
        r3d_cmocka_fail(NULL, __FILE__, __LINE__);
    } else {
        r3d_cmocka_golden(scene->golden, &view, scene->name, NULL, 0, __FILE__, __LINE__);
    }
}

/// Runs one cmocka test for each file of `dir` whose name ends with `ending`: draws it and asserts
/// it against the golden of the file's name without the ending. Each test has that name, so filters
/// work. Returns the number of failed tests; 1 when there is no scene at all.
static inline int r3d_golden_run_dir(r3d_golden *golden, const char *dir, const char *ending,
                                     r3d_golden_draw_file_fn draw, void *user)
{
    r3d_cmocka_scenes list;
    struct CMUnitTest *tests;
    size_t i;
    int failed = 1;
    r3d_result result;
    memset(&list, 0, sizeof list);
    list.first.golden = golden;
    list.first.draw = draw;
    list.first.user = user;
    result = r3d_golden_visit_folder(dir, ending, NULL, r3d_cmocka_add_scene, &list);
    tests = (struct CMUnitTest *)calloc(list.count + 1, sizeof *tests);
    if (result != R3D_OK || list.count == 0 || tests == NULL) {
        printf("no scene *%s in ", ending);
        r3d_cmocka_write_text("", dir, "\n");
    } else {
        for (i = 0; i < list.count; i++) {
            tests[i].name = list.scenes[i].name;
            tests[i].test_func = r3d_cmocka_run_scene;
            tests[i].initial_state = &list.scenes[i];
        }
        failed = r3d_cmocka_run_group(dir, tests, list.count, NULL, NULL);
        r3d_cmocka_note_incomplete(golden, failed);
    }
    for (i = 0; i < list.count; i++) {
        free(list.scenes[i].path);
        free(list.scenes[i].name);
    }
    free(list.scenes);
    free(tests);
    return failed;
}

/// Asserts that a picture equals its golden. `image` is a `const r3d_picture_view *`.
#define assert_golden(ctx, image, name)                                                            \
    r3d_cmocka_golden((r3d_golden *)(ctx), (image), (name), NULL, 0, __FILE__, __LINE__)

/// The same with a `const r3d_golden_options *`.
#define assert_golden_opts(ctx, image, name, opts)                                                 \
    r3d_cmocka_golden((r3d_golden *)(ctx), (image), (name), (opts), 0, __FILE__, __LINE__)

/// Soft forms: a failure is recorded, the test goes on, and r3d_golden_group_teardown fails.
#define check_golden(ctx, image, name)                                                             \
    r3d_cmocka_golden((r3d_golden *)(ctx), (image), (name), NULL, 1, __FILE__, __LINE__)
#define check_golden_opts(ctx, image, name, opts)                                                  \
    r3d_cmocka_golden((r3d_golden *)(ctx), (image), (name), (opts), 1, __FILE__, __LINE__)

/// Asserts a table of rows * cols int32_t against NAME.i32.txt, and a text against NAME.txt.
#define assert_golden_i32(ctx, name, ptr, rows, cols)                                              \
    r3d_cmocka_golden_i32((r3d_golden *)(ctx), (name), (ptr), (rows), (cols), 0, __FILE__, __LINE__)
#define check_golden_i32(ctx, name, ptr, rows, cols)                                               \
    r3d_cmocka_golden_i32((r3d_golden *)(ctx), (name), (ptr), (rows), (cols), 1, __FILE__, __LINE__)
#define assert_golden_text(ctx, name, text)                                                        \
    r3d_cmocka_golden_text((r3d_golden *)(ctx), (name), (text), 0, __FILE__, __LINE__)
#define check_golden_text(ctx, name, text)                                                         \
    r3d_cmocka_golden_text((r3d_golden *)(ctx), (name), (text), 1, __FILE__, __LINE__)

/// Asserts that two pictures are equal; the second form takes a `const r3d_diff_options *`.
#define assert_images_equal(expected, actual)                                                      \
    r3d_cmocka_images_equal((expected), (actual), NULL, __FILE__, __LINE__)
#define assert_images_equal_opts(expected, actual, opts)                                           \
    r3d_cmocka_images_equal((expected), (actual), (opts), __FILE__, __LINE__)

/// Asserts the colour 0xRRGGBB of one pixel.
#define assert_pixel(image, x, y, rgb)                                                             \
    r3d_cmocka_pixel((image), (x), (y), (rgb), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
