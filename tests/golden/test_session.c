/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
// The golden context: names, modes, artefacts. Spec golden section 11, items 1 and 7.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/golden.h>
#include <retro3d/png.h>

#include "../diff/scenes.h"
#include "golden_workspace.h"

enum { WIDTH = 40, HEIGHT = 30 };

static r3d_picture_view view_of(const slow_picture *p)
{
    r3d_picture_view view;
    r3d_diff_view_xrgb32(p->pixels, p->width, p->height, 0, &view);
    return view;
}

static void put_golden(const workspace *w, const char *name, const slow_picture *p)
{
    char path[WORKSPACE_PATH];
    char command[WORKSPACE_PATH + 64];
    char out[256];
    r3d_error error;
    r3d_picture_view view = view_of(p);
    snprintf(command, sizeof command, "mkdir -p '%s/suite'", w->root);
    assert_int_equal(workspace_run(command, out, sizeof out), 0);
    snprintf(path, sizeof path, "%.900s/suite/%s", w->root, name);
    if (r3d_png_save(path, &view, R3D_PNG_SMALL, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
}

static void artefact(const workspace *w, const char *name, char *out)
{
    snprintf(out, WORKSPACE_PATH, "%.900s/suite/%s", w->out, name);
}

static bool has_artefact(const workspace *w, const char *name)
{
    char path[WORKSPACE_PATH];
    artefact(w, name, path);
    return workspace_exists(path);
}

static void an_equal_picture_passes_and_writes_nothing(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "equal");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    put_golden(&w, "a.png", &p);
    r3d_golden *g = workspace_golden(&w, NULL);
    r3d_picture_view view = view_of(&p);
    r3d_golden_report report;
    assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &report), R3D_OK);
    assert_true(report.passed);
    assert_int_equal(report.status, R3D_GOLDEN_PASSED);
    assert_int_equal(report.text.length, 0);
    r3d_golden_report_free(&report);
    r3d_golden_destroy(g);
    char folder[WORKSPACE_PATH];
    workspace_path(w.out, "suite", folder);
    assert_int_equal(workspace_count_files(folder), 0);
    free(p.pixels);
}

static void a_mismatch_fails_names_the_pixel_and_leaves_pictures(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "mismatch");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    put_golden(&w, "a.png", &p);
    uint32_t before = p.pixels[5 * WIDTH + 7];
    p.pixels[5 * WIDTH + 7] ^= 3u;
    r3d_golden *g = workspace_golden(&w, NULL);
    r3d_picture_view view = view_of(&p);
    r3d_golden_report report;
    assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &report), R3D_OK);
    assert_false(report.passed);
    assert_int_equal(report.status, R3D_GOLDEN_DIFFERS);
    assert_int_equal(report.diff.mismatches, 1);
    const char *line = "golden mismatch: suite/a: 1 of 1200 px (0.08 %), 1 cluster, max delta ";
    assert_memory_equal(report.text.data, line, strlen(line));
    assert_non_null(strstr(report.text.data, "first (7,5): expected #"));
    assert_non_null(strstr(report.text.data, "\naccept: retro3d golden accept suite/a --out "));
    assert_non_null(strstr(report.text.data, "/suite/a.diff.png\n"));
    assert_null(strstr(report.text.data, "CTestMeasurement"));
    r3d_golden_report_free(&report);
    assert_true(has_artefact(&w, "a.actual.png"));
    assert_true(has_artefact(&w, "a.expected.png"));
    assert_true(has_artefact(&w, "a.circled.png"));
    char path[WORKSPACE_PATH];
    artefact(&w, "a.diff.png", path);
    r3d_picture diff;
    assert_int_equal(r3d_png_load(path, NULL, NULL, &diff, NULL), R3D_OK);
    r3d_picture_view diff_view;
    uint32_t argb;
    r3d_picture_get_view(&diff, &diff_view);
    r3d_diff_view_pixel(&diff_view, 7, 5, &argb);
    assert_int_equal(argb, 0xffff0000u);
    r3d_diff_view_pixel(&diff_view, 7 + 9, 5, &argb);
    assert_int_equal(argb, 0xffff0000u);
    r3d_diff_view_pixel(&diff_view, 7 + 8, 5, &argb);
    assert_int_not_equal(argb, 0xffff0000u);
    r3d_picture_free(&diff);
    r3d_golden_destroy(g);

    // The next pass removes what the failure left.
    p.pixels[5 * WIDTH + 7] = before;
    g = workspace_golden(&w, NULL);
    assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &report), R3D_OK);
    assert_true(report.passed);
    r3d_golden_report_free(&report);
    r3d_golden_destroy(g);
    char folder[WORKSPACE_PATH];
    workspace_path(w.out, "suite", folder);
    assert_int_equal(workspace_count_files(folder), 0);
    free(p.pixels);
}

static void measurement_lines_for_ctest_appear_only_when_asked_for(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "ctest");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    put_golden(&w, "a.png", &p);
    p.pixels[0] ^= 1u;
    workspace_set(&w, "R3D_GOLDEN_CTEST", "1");
    r3d_golden *g = workspace_golden(&w, NULL);
    r3d_picture_view view = view_of(&p);
    r3d_golden_report report;
    assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &report), R3D_OK);
    const char *accept = strstr(report.text.data, "accept:");
    assert_non_null(accept);
    const char *file = strstr(accept, "<CTestMeasurementFile type=\"image/png\" name=\"suite/a "
                                      "expected\">");
    assert_non_null(file);
    assert_non_null(strstr(file, "suite/a.actual.png</CTestMeasurementFile>"));
    assert_non_null(strstr(file, "suite/a.diff.png</CTestMeasurementFile>"));
    assert_non_null(strstr(file, "<CTestMeasurement type=\"numeric/integer\" "
                                 "name=\"mismatches\">1</CTestMeasurement>"));
    r3d_golden_report_free(&report);
    r3d_golden_destroy(g);
    free(p.pixels);
}

typedef enum situation { MISSING, EQUAL, DIFFERENT } situation;

static void every_mode_does_what_its_table_says(void **state)
{
    (void)state;
    static const struct {
        const char *mode;
        const char *extra; // a variable that is set as well
        const char *value;
        const char *ci;
        situation situation;
        r3d_golden_status status;
        bool passed;
        bool written;
    } cases[] = {
        {NULL, NULL, NULL, NULL, MISSING, R3D_GOLDEN_MISSING, false, false},
        {NULL, NULL, NULL, NULL, EQUAL, R3D_GOLDEN_PASSED, true, false},
        {NULL, NULL, NULL, NULL, DIFFERENT, R3D_GOLDEN_DIFFERS, false, false},
        {NULL, NULL, NULL, "true", MISSING, R3D_GOLDEN_MISSING, false, false},
        {NULL, NULL, NULL, "true", EQUAL, R3D_GOLDEN_PASSED, true, false},
        {NULL, NULL, NULL, "true", DIFFERENT, R3D_GOLDEN_DIFFERS, false, false},
        {"check", NULL, NULL, NULL, MISSING, R3D_GOLDEN_MISSING, false, false},
        {"check", NULL, NULL, "1", MISSING, R3D_GOLDEN_MISSING, false, false},
        {"check", NULL, NULL, "1", EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"check", NULL, NULL, "1", DIFFERENT, R3D_GOLDEN_DIFFERS, false, false},
        {"check", NULL, NULL, NULL, EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"check", NULL, NULL, NULL, DIFFERENT, R3D_GOLDEN_DIFFERS, false, false},
        {"new", NULL, NULL, NULL, MISSING, R3D_GOLDEN_WRITTEN, false, true},
        {"new", "R3D_GOLDEN_NEW", "pass", NULL, MISSING, R3D_GOLDEN_WRITTEN, true, true},
        {"new", NULL, NULL, NULL, EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"new", NULL, NULL, NULL, DIFFERENT, R3D_GOLDEN_DIFFERS, false, false},
        {"new", NULL, NULL, "true", MISSING, R3D_GOLDEN_REFUSED, false, false},
        {"new", NULL, NULL, "true", EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"new", NULL, NULL, "true", DIFFERENT, R3D_GOLDEN_DIFFERS, false, false},
        {"new", NULL, NULL, "0", MISSING, R3D_GOLDEN_WRITTEN, false, true},
        {"new", NULL, NULL, "false", MISSING, R3D_GOLDEN_WRITTEN, false, true},
        {"new", "R3D_GOLDEN_ALLOW_CI", "1", "true", MISSING, R3D_GOLDEN_WRITTEN, false, true},
        {"update", NULL, NULL, NULL, MISSING, R3D_GOLDEN_WRITTEN, true, true},
        {"update", NULL, NULL, NULL, EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"update", NULL, NULL, NULL, DIFFERENT, R3D_GOLDEN_UPDATED, true, true},
        {"update", "R3D_GOLDEN_UPDATE", "fail", NULL, DIFFERENT, R3D_GOLDEN_UPDATED, false, true},
        {"update", "R3D_GOLDEN_UPDATE", "fail", NULL, MISSING, R3D_GOLDEN_WRITTEN, false, true},
        {"update", NULL, NULL, "yes", MISSING, R3D_GOLDEN_REFUSED, false, false},
        {"update", NULL, NULL, "yes", EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"update", NULL, NULL, "yes", DIFFERENT, R3D_GOLDEN_REFUSED, false, false},
        {"new", "R3D_GOLDEN_ALLOW_CI", "1", "true", EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"new", "R3D_GOLDEN_ALLOW_CI", "1", "true", DIFFERENT, R3D_GOLDEN_DIFFERS, false, false},
        {"update", NULL, NULL, "", DIFFERENT, R3D_GOLDEN_UPDATED, true, true},
        {"update", "R3D_GOLDEN_ALLOW_CI", "1", "yes", MISSING, R3D_GOLDEN_WRITTEN, true, true},
        {"update", "R3D_GOLDEN_ALLOW_CI", "1", "yes", EQUAL, R3D_GOLDEN_PASSED, true, false},
        {"update", "R3D_GOLDEN_ALLOW_CI", "1", "yes", DIFFERENT, R3D_GOLDEN_UPDATED, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        workspace w;
        workspace_make(&w, R3D_TEST_BINARY_DIR, "modes");
        slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
        slow_picture stored = scene_pattern(WIDTH, HEIGHT, cases[i].situation == DIFFERENT ? 2 : 1);
        if (cases[i].situation != MISSING) {
            put_golden(&w, "a.png", &stored);
        }
        workspace_set(&w, "R3D_GOLDEN", cases[i].mode);
        workspace_set(&w, "CI", cases[i].ci);
        if (cases[i].extra != NULL) {
            workspace_set(&w, cases[i].extra, cases[i].value);
        }
        r3d_golden *g = workspace_golden(&w, NULL);
        r3d_picture_view view = view_of(&p);
        r3d_golden_report report;
        assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &report), R3D_OK);
        if (report.status != cases[i].status || report.passed != cases[i].passed) {
            fail_msg("case %zu: status %s, passed %d", i, r3d_golden_status_name(report.status),
                     report.passed);
        }
        r3d_golden_report_free(&report);
        r3d_golden_destroy(g);

        char path[WORKSPACE_PATH];
        snprintf(path, sizeof path, "%.900s/suite/a.png", w.root);
        r3d_picture golden;
        bool exists = r3d_png_load(path, NULL, NULL, &golden, NULL) == R3D_OK;
        assert_int_equal(exists, cases[i].situation != MISSING || cases[i].written);
        if (exists) {
            r3d_picture_view golden_view;
            r3d_diff_result diff;
            r3d_picture_get_view(&golden, &golden_view);
            assert_int_equal(r3d_diff_compare(&golden_view, &view, NULL, NULL, &diff, NULL),
                             R3D_OK);
            bool now_equal = cases[i].written || cases[i].situation == EQUAL;
            assert_int_equal(diff.verdict, now_equal ? R3D_DIFF_EQUAL : R3D_DIFF_DIFFERENT);
            r3d_diff_result_free(&diff);
            r3d_picture_free(&golden);
        }
        free(p.pixels);
        free(stored.pixels);
    }
}

static void a_missing_golden_keeps_the_actual_picture(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "missing");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_golden *g = workspace_golden(&w, NULL);
    r3d_picture_view view = view_of(&p);
    r3d_golden_report report;
    assert_int_equal(r3d_golden_check(g, &view, "deep/er/a", NULL, &report), R3D_OK);
    assert_int_equal(report.status, R3D_GOLDEN_MISSING);
    assert_non_null(strstr(report.text.data, "golden missing: suite/deep/er/a"));
    r3d_golden_report_free(&report);
    r3d_golden_destroy(g);
    assert_true(has_artefact(&w, "deep/er/a.actual.png"));
    assert_false(has_artefact(&w, "deep/er/a.diff.png"));
    free(p.pixels);
}

static void wrong_values_of_the_switches_are_errors_that_name_them(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"R3D_GOLDEN", "1"},        {"R3D_GOLDEN", "true"},         {"R3D_GOLDEN", "0"},
        {"R3D_GOLDEN", "Update"},   {"R3D_GOLDEN", "update "},      {"R3D_GOLDEN_NEW", "1"},
        {"R3D_GOLDEN_UPDATE", "1"}, {"R3D_GOLDEN_ALLOW_CI", "yes"}, {"R3D_GOLDEN_CTEST", "on"},
        {"R3D_GOLDEN_REPEAT", "0"}, {"R3D_GOLDEN_REPEAT", "3x"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        workspace w;
        workspace_make(&w, R3D_TEST_BINARY_DIR, "switches");
        // workspace_golden aborts on errors, so the context is made by hand.
        r3d_golden *good = NULL;
        r3d_golden_desc desc;
        r3d_error error;
        r3d_golden_desc_init(&desc);
        desc.suite = "suite";
        desc.root = w.root;
        assert_int_equal(setenv(wrong[i][0], wrong[i][1], 1), 0);
        assert_int_equal(r3d_golden_create(&desc, &good, &error), R3D_ERR_ARGUMENT);
        assert_int_equal(unsetenv(wrong[i][0]), 0);
        assert_null(good);
        assert_non_null(strstr(error.message, wrong[i][0]));
        assert_non_null(strstr(error.message, wrong[i][1]));
    }
}

static void names_are_checked(void **state)
{
    (void)state;
    char longest[202];
    memset(longest, 'a', 201);
    longest[201] = '\0';
    static const char *const bad[] = {"",       "/a",         "a/",       "a//b",     ".",
                                      "..",     "a/../b",     "./a",      "a b",      "a\\b",
                                      "a@b",    "<script>",   "a\nb",     "\xc3\xa4", "a.mask",
                                      "a.diff", "x/a.actual", "a.zoom-1", "a:b",      "a\"b"};
    static const char *const good[] = {"a", "a.b", "A-1_2/b/c.d", "..a", "a..", "...", "mask"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(r3d_golden_name_valid(bad[i]));
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(r3d_golden_name_valid(good[i]));
    }
    assert_false(r3d_golden_name_valid(longest));
    longest[200] = '\0';
    assert_true(r3d_golden_name_valid(longest));
}

static void the_same_name_twice_is_an_error_unless_it_is_shared(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "duplicates");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    put_golden(&w, "a.png", &p);
    put_golden(&w, "A.png", &p);
    r3d_golden *g = workspace_golden(&w, NULL);
    r3d_picture_view view = view_of(&p);
    r3d_golden_report report;
    r3d_golden_options options;
    r3d_golden_options_init(&options);
    options.shared = true;
    static const struct {
        const char *name;
        bool shared;
        const char *text;
    } steps[] = {{"a", false, NULL},
                 {"a", false, "duplicate name"},
                 {"a", true, NULL},
                 {"A", true, "only by case"}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_int_equal(
            r3d_golden_check(g, &view, steps[i].name, steps[i].shared ? &options : NULL, &report),
            R3D_OK);
        assert_int_equal(report.passed, steps[i].text == NULL);
        if (steps[i].text != NULL) {
            assert_non_null(strstr(report.text.data, steps[i].text));
        }
        r3d_golden_report_free(&report);
    }
    r3d_golden_destroy(g);
    free(p.pixels);
}

static void a_rotten_golden_is_an_error_and_not_a_missing_one(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "printf 'x' | dd of='%s' bs=1 seek=60 conv=notrunc 2>/dev/null", // a flipped byte
        "head -c 70 '%s' > '%s.t' && mv '%s.t' '%s'",                    // cut off
        "rm '%s' && mkdir '%s'",
        "rm '%s' && mkfifo '%s'",
        "rm '%s' && ln -s a.png '%s'",
        "rm '%s' && ln -s nowhere '%s'",
        ": > '%s'"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        workspace w;
        workspace_make(&w, R3D_TEST_BINARY_DIR, "rotten");
        slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
        put_golden(&w, "a.png", &p);
        char path[WORKSPACE_PATH];
        char command[8 * WORKSPACE_PATH];
        char out[256];
        size_t used = 0;
        snprintf(path, sizeof path, "%.900s/suite/a.png", w.root);
        for (const char *c = commands[i]; *c != '\0'; c++) {
            if (c[0] == '%' && c[1] == 's') {
                used += (size_t)snprintf(command + used, sizeof command - used, "%s", path);
                c++;
            } else {
                command[used++] = *c;
            }
        }
        command[used] = '\0';
        assert_int_equal(workspace_run(command, out, sizeof out), 0);
        workspace_set(&w, "R3D_GOLDEN", "update");
        r3d_golden *g = workspace_golden(&w, NULL);
        r3d_picture_view view = view_of(&p);
        r3d_golden_report report;
        assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &report), R3D_OK);
        assert_int_equal(report.status, R3D_GOLDEN_ERROR);
        assert_false(report.passed);
        assert_non_null(strstr(report.text.data, "a.png"));
        r3d_golden_report_free(&report);
        r3d_golden_destroy(g);
        free(p.pixels);
    }
}

static void an_artefact_that_cannot_be_written_does_not_hide_the_verdict(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "unwritable");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    put_golden(&w, "a.png", &p);
    p.pixels[0] ^= 1u;
    char command[2 * WORKSPACE_PATH];
    char out[256];
    // A file where a folder must be; and a folder where a file must be.
    for (int form = 0; form < 2; form++) {
        snprintf(command, sizeof command,
                 form == 0 ? "rm -rf '%s' && : > '%s'"
                           : "rm -rf '%s' && mkdir -p '%s/suite/a.diff.png/x'",
                 w.out, w.out);
        assert_int_equal(workspace_run(command, out, sizeof out), 0);
        r3d_golden *g = workspace_golden(&w, NULL);
        r3d_picture_view view = view_of(&p);
        r3d_golden_report report;
        assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &report), R3D_OK);
        assert_int_equal(report.status, R3D_GOLDEN_DIFFERS);
        const char *line = "golden mismatch: suite/a: 1 of 1200 px";
        assert_memory_equal(report.text.data, line, strlen(line));
        assert_non_null(strstr(report.text.data, "not written"));
        r3d_golden_report_free(&report);
        r3d_golden_destroy(g);
    }
    free(p.pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_equal_picture_passes_and_writes_nothing),
        cmocka_unit_test(a_mismatch_fails_names_the_pixel_and_leaves_pictures),
        cmocka_unit_test(measurement_lines_for_ctest_appear_only_when_asked_for),
        cmocka_unit_test(every_mode_does_what_its_table_says),
        cmocka_unit_test(a_missing_golden_keeps_the_actual_picture),
        cmocka_unit_test(wrong_values_of_the_switches_are_errors_that_name_them),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(the_same_name_twice_is_an_error_unless_it_is_shared),
        cmocka_unit_test(a_rotten_golden_is_an_error_and_not_a_missing_one),
        cmocka_unit_test(an_artefact_that_cannot_be_written_does_not_hide_the_verdict),
    };
    return cmocka_run_group_tests_name("golden session", tests, NULL, NULL);
}
