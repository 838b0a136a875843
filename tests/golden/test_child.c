/* SPDX-License-Identifier: MIT */
// The harness tests itself: a cmocka program that must fail is run as a child; its output, exit
// status and artefacts are checked. Spec golden section 11, item 11.

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

#include "golden_workspace.h"

static char output[1 << 16];

static void make_goldens(const workspace *w)
{
    enum { WIDTH = 64, HEIGHT = 48 };
    static uint32_t pixels[WIDTH * HEIGHT];
    static const char *const names[] = {"good", "wrong", "soft-one", "soft-two"};
    char command[WORKSPACE_PATH + 64];
    r3d_picture_view view;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[i] = i * 37u & 0xffffffu;
    }
    r3d_diff_view_xrgb32(pixels, WIDTH, HEIGHT, 0, &view);
    snprintf(command, sizeof command, "mkdir -p '%s/child'", w->root);
    assert_int_equal(workspace_run(command, output, sizeof output), 0);
    for (int i = 0; i < 4; i++) {
        char path[WORKSPACE_PATH];
        snprintf(path, sizeof path, "%.900s/child/%s.png", w->root, names[i]);
        assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, NULL), R3D_OK);
    }
}

static int run_child(const workspace *w, const char *extra)
{
    char command[4 * WORKSPACE_PATH];
    snprintf(command, sizeof command,
             "cd / && env -u CI R3D_GOLDEN_DIR='%s' R3D_GOLDEN_OUT='%s' %s '%s' 2>'%s/stderr'",
             w->root, w->out, extra, R3D_CHILD, w->folder);
    return workspace_run(command, output, sizeof output);
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (const char *found = strstr(text, part); found != NULL; found = strstr(found + 1, part)) {
        count++;
    }
    return count;
}

static void a_failing_suite_says_what_is_wrong_and_leaves_one_ring(void **state)
{
    (void)state;
    workspace w;
    char path[WORKSPACE_PATH];
    workspace_make(&w, R3D_TEST_BINARY_DIR, "child");
    make_goldens(&w);
    int status = run_child(&w, "");
    assert_int_not_equal(status, 0);

    const char *mismatch = "golden mismatch: child/wrong: 1 of 3072 px (0.03 %), 1 cluster, max "
                           "delta ";
    assert_int_equal(occurrences(output, mismatch), 1);
    const char *first = strstr(output, "#1 1 px at 30,20..30,20 first (30,20): expected #");
    assert_non_null(first);
    const char *diff = strstr(first, "\ndiff: ");
    assert_non_null(diff);
    assert_non_null(strstr(diff, "\naccept: retro3d golden accept child/wrong --out "));
    // Soft checks are listed by the teardown, once each, and did not stop the test.
    assert_int_equal(occurrences(output, "golden mismatch: child/soft-one: "), 1);
    assert_int_equal(occurrences(output, "golden mismatch: child/soft-two: "), 1);
    assert_non_null(strstr(output, "2 golden checks failed:\n"));
    assert_non_null(strstr(output, "pixel (1,0): expected #123456 actual #000025\n"));
    assert_non_null(strstr(output, "images differ: 1 of 4 px (25.00 %)"));

    assert_int_equal(occurrences(output, "golden error: table: "), 1);

    workspace_path(w.folder, "stderr", path);
    const char *errors = workspace_read(path);
    assert_non_null(strstr(errors, "child.c:"));
    assert_non_null(strstr(errors, "a_wrong_pixel_fails"));
    assert_non_null(strstr(errors, "a_wrong_color_fails"));
    assert_non_null(strstr(errors, "unequal_images_fail"));
    assert_null(strstr(errors, "golden mismatch"));

    static const char *const kinds[] = {"actual", "expected", "diff", "circled"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%.900s/child/wrong.%s.png", w.out, kinds[i]);
        assert_true(workspace_exists(path));
        snprintf(path, sizeof path, "%.900s/child/good.%s.png", w.out, kinds[i]);
        assert_false(workspace_exists(path));
    }
    // Exactly one ring, radius 8 and stroke 2, round (30,20).
    r3d_picture picture;
    r3d_picture_view view;
    snprintf(path, sizeof path, "%.900s/child/wrong.diff.png", w.out);
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, NULL), R3D_OK);
    r3d_picture_get_view(&picture, &view);
    for (int32_t y = 0; y < view.height; y++) {
        for (int32_t x = 0; x < view.width; x++) {
            uint32_t argb;
            int32_t dx = 2 * (x - 30);
            int32_t dy = 2 * (y - 20);
            bool ring = dx * dx + dy * dy > 256 && dx * dx + dy * dy <= 400;
            assert_int_equal(r3d_diff_view_pixel(&view, x, y, &argb), R3D_OK);
            assert_int_equal(argb == 0xffff0000u, ring || (dx == 0 && dy == 0));
        }
    }
    r3d_picture_free(&picture);
}

static void updating_makes_the_golden_assertions_pass(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "child-update");
    make_goldens(&w);
    assert_int_not_equal(run_child(&w, "R3D_GOLDEN=update"), 0);
    assert_int_equal(occurrences(output, "golden updated: child/wrong: 1 of 3072 px"), 1);
    assert_int_not_equal(run_child(&w, ""), 0);
    assert_int_equal(occurrences(output, "golden mismatch"), 0);
    assert_int_equal(occurrences(output, "golden checks failed"), 0);
}

static void a_typo_in_the_switch_fails_the_whole_group(void **state)
{
    (void)state;
    workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "child-typo");
    make_goldens(&w);
    assert_int_not_equal(run_child(&w, "R3D_GOLDEN=true"), 0);
    assert_non_null(strstr(output, "R3D_GOLDEN is \"true\""));
}

static void each_scene_file_of_a_folder_is_a_test_of_its_name(void **state)
{
    (void)state;
    workspace w;
    char command[8 * WORKSPACE_PATH];
    workspace_make(&w, R3D_TEST_BINARY_DIR, "child-dir");
    make_goldens(&w);
    snprintf(
        command, sizeof command,
        "mkdir '%s/scenes' && cd '%s/scenes' && touch good.scene wrong.scene other.txt && env -u "
        "CI R3D_GOLDEN_DIR='%s' R3D_GOLDEN_OUT='%s' '%s' '%s/scenes' 2>&1",
        w.folder, w.folder, w.root, w.out, R3D_CHILD, w.folder);
    assert_int_equal(workspace_run(command, output, sizeof output), 1);
    assert_non_null(strstr(output, "[       OK ] good\n"));
    assert_non_null(strstr(output, "[  FAILED  ] wrong\n"));
    assert_non_null(strstr(output, "2 test(s) run"));
    assert_int_equal(occurrences(output, "golden mismatch: child/wrong: "), 1);
    // A folder without scenes must not pass.
    snprintf(command, sizeof command, "rm '%s'/scenes/*; R3D_GOLDEN_DIR='%s' '%s' '%s/scenes' 2>&1",
             w.folder, w.root, R3D_CHILD, w.folder);
    assert_int_not_equal(workspace_run(command, output, sizeof output), 0);
    assert_non_null(strstr(output, "no scene *.scene in "));
    // Nor does its name steer the terminal.
    snprintf(command, sizeof command,
             "cd '%s' && mkdir \"$(printf 'x\\033[31m')\"; R3D_GOLDEN_DIR='%s' '%s' x* 2>&1",
             w.folder, w.root, R3D_CHILD);
    assert_int_not_equal(workspace_run(command, output, sizeof output), 0);
    assert_non_null(strstr(output, "no scene *.scene in x\\x1b[31m\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failing_suite_says_what_is_wrong_and_leaves_one_ring),
        cmocka_unit_test(updating_makes_the_golden_assertions_pass),
        cmocka_unit_test(each_scene_file_of_a_folder_is_a_test_of_its_name),
        cmocka_unit_test(a_typo_in_the_switch_fails_the_whole_group),
    };
    return cmocka_run_group_tests_name("golden child", tests, NULL, NULL);
}
