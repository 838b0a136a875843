/* SPDX-License-Identifier: MIT */
/* A golden test that must fail: one pixel of a reference is changed, the case is run as a child, and
 * its exit status, its words and its diff picture are checked. */

#define _DEFAULT_SOURCE

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

enum { WRONG_X = 61, WRONG_Y = 37, OUTPUT_SIZE = 16384 };

static char folder[] = "/tmp/r3d-wrong-pixel-XXXXXX";

static void copy_file(const char *from, const char *to)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    assert_int_equal(r3d_file_read(from, 1 << 24, NULL, &data, &size, &error), R3D_OK);
    assert_int_equal(r3d_file_write(to, data, size, &error), R3D_OK);
    free(data);
}

/* Runs the case against the golden folder in `folder`; returns its exit status. */
static int run_case(const char *name, char *output)
{
    char command[2048];
    snprintf(command, sizeof command,
             "R3D_GOLDEN_DIR=%s/golden R3D_GOLDEN_OUT=%s/out %s raster %s 2>&1", folder, folder,
             R3D_GOLDEN_CASE_PROGRAM, name);
    FILE *child = popen(command, "r");
    assert_non_null(child);
    size_t length = fread(output, 1, OUTPUT_SIZE - 1, child);
    output[length] = '\0';
    int status = pclose(child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

#ifdef R3D_PROGRAM
/* Runs an action of `retro3d golden` on the results of the case. */
static void run_golden(const char *action, const char *to)
{
    char command[2048];
    snprintf(command, sizeof command, "%s golden %s %s/out -o %s/%s >/dev/null 2>&1", R3D_PROGRAM,
             action, folder, folder, to);
    int status = system(command);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) <= 1);
}

static void assert_file_has(const char *name, const char *text)
{
    char path[1024];
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(r3d_file_read(path, 1 << 26, NULL, &data, &size, &error), R3D_OK);
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp((const char *)data + i, text, length) == 0) {
            free(data);
            return;
        }
    }
    free(data);
    fail_msg("%s has no \"%s\"", name, text);
}
#endif

static int make_folder(void **state)
{
    (void)state;
    char path[1024];
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/golden", folder);
    if (mkdir(path, 0700) != 0) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/golden/raster", folder);
    return mkdir(path, 0700);
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void install_case(const char *name)
{
    static const char *const endings[] = {"r3d", "png"};
    for (size_t i = 0; i < TEST_COUNT(endings); i++) {
        char from[1024];
        char to[1024];
        snprintf(from, sizeof from, "%s/golden/raster/%s.%s", R3D_TEST_SOURCE_DIR, name,
                 endings[i]);
        snprintf(to, sizeof to, "%s/golden/raster/%s.%s", folder, name, endings[i]);
        copy_file(from, to);
    }
}

static bool is_red(const uint8_t *rgba)
{
    return rgba[0] == 255 && rgba[1] == 0 && rgba[2] == 0;
}

/* Section 3 of the golden spec for one pixel in a picture of 96 x 96: radius 8, stroke 2. */
static bool on_ring(int32_t x, int32_t y)
{
    int32_t ex = 2 * x - 2 * WRONG_X;
    int32_t ey = 2 * y - 2 * WRONG_Y;
    int32_t distance = ex * ex + ey * ey;
    return 16 * 16 < distance && distance <= 20 * 20;
}

static void one_wrong_pixel_fails_is_named_and_ringed(void **state)
{
    (void)state;
    static char output[OUTPUT_SIZE];
    char path[1024];
    r3d_picture picture;
    r3d_error error;
    install_case("flat_order_abc");
    assert_int_equal(run_case("flat_order_abc", output), 0);

    snprintf(path, sizeof path, "%s/golden/raster/flat_order_abc.png", folder);
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, &error), R3D_OK);
    assert_true(picture.width > WRONG_X + 10 && picture.height > WRONG_Y + 10);
    assert_true(picture.width <= 512);
    uint8_t *wrong =
        (uint8_t *)picture.pixels + ((size_t)WRONG_Y * (size_t)picture.width + WRONG_X) * 4;
    wrong[1] ^= 1;
    r3d_picture_view view;
    r3d_picture_get_view(&picture, &view);
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, &error), R3D_OK);

    assert_int_equal(run_case("flat_order_abc", output), 1);
    assert_non_null(strstr(output, "flat_order_abc: 1 of "));
    assert_non_null(strstr(output, "first (61,37)"));
    assert_non_null(strstr(output, "diff: "));
    /* who drew it, and that no write gives what the changed reference says */
    assert_non_null(strstr(output, "history of (61,37):\npixel (61,37): "));
    assert_non_null(strstr(output, " clear: undrawn -> "));
    assert_non_null(strstr(output, "  why: "));
    assert_non_null(strstr(output, "line "));
    r3d_picture_free(&picture);
#ifdef R3D_PROGRAM
    /* The page, JSON and JUnit reports of a script case show its history, too. */
    static const char *const actions[] = {"report", "json", "junit"};
    for (size_t i = 0; i < TEST_COUNT(actions); i++) {
        run_golden(actions[i], actions[i]);
        assert_file_has(actions[i], "history of (61,37)");
        assert_file_has(actions[i], "clear: undrawn -");
        assert_file_has(actions[i], "why: ");
    }
#endif

    snprintf(path, sizeof path, "%s/out/raster/flat_order_abc.diff.png", folder);
    if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
        fail_msg("%s: %s\n%s", error.file, error.message, output);
    }
    const uint8_t *rgba = picture.pixels;
    for (int32_t y = 0; y < picture.height; y++) {
        for (int32_t x = 0; x < picture.width; x++, rgba += 4) {
            bool expected = on_ring(x, y) || (x == WRONG_X && y == WRONG_Y);
            if (is_red(rgba) != expected) {
                fail_msg("diff picture: pixel (%d,%d) is%s red", (int)x, (int)y,
                         expected ? " not" : "");
            }
        }
    }
    r3d_picture_free(&picture);

    /* a passing run takes the pictures away again */
    install_case("flat_order_abc");
    assert_int_equal(run_case("flat_order_abc", output), 0);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void a_missing_reference_fails(void **state)
{
    (void)state;
    static char output[OUTPUT_SIZE];
    char path[1024];
    install_case("flat_tiny");
    snprintf(path, sizeof path, "%s/golden/raster/flat_tiny.png", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(run_case("flat_tiny", output), 1);
    assert_non_null(strstr(output, "missing"));
    assert_int_not_equal(access(path, F_OK), 0);
}

static void a_damaged_reference_fails(void **state)
{
    (void)state;
    static char output[OUTPUT_SIZE];
    char path[1024];
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    install_case("flat_tiny");
    snprintf(path, sizeof path, "%s/golden/raster/flat_tiny.png", folder);
    assert_int_equal(r3d_file_read(path, 1 << 24, NULL, &data, &size, &error), R3D_OK);
    ((uint8_t *)data)[size - 20] ^= 1; /* in the last chunk's data or checksum */
    assert_int_equal(r3d_file_write(path, data, size, &error), R3D_OK);
    free(data);
    assert_int_equal(run_case("flat_tiny", output), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_wrong_pixel_fails_is_named_and_ringed),
        cmocka_unit_test(a_missing_reference_fails),
        cmocka_unit_test(a_damaged_reference_fails),
    };
    return cmocka_run_group_tests_name("script/wrong pixel", tests, make_folder, remove_folder);
}
