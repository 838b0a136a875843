/* SPDX-License-Identifier: MIT */
/* One reference scene: picture and values. usage: layers_reference NAME */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "scene.h"

static const char *name;

static void compare(const char *ending, const uint32_t *argb, int32_t width, int32_t height)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/layers/%s%s", R3D_TEST_SOURCE_DIR, name, ending);
    r3d_picture picture;
    r3d_error error;
    if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    assert_int_equal(picture.width, width);
    assert_int_equal(picture.height, height);
    int32_t wrong = 0;
    const uint8_t *expected = picture.pixels;
    for (int32_t i = 0; i < width * height; i++) {
        const uint32_t want = 0xFF000000 | (uint32_t)expected[4 * i] << 16 |
                              (uint32_t)expected[4 * i + 1] << 8 | expected[4 * i + 2];
        if (argb[i] != want && wrong++ == 0) {
            print_error("%s: (%d,%d) is %08X, expected %08X\n", path, (int)(i % width),
                        (int)(i / width), (unsigned)argb[i], (unsigned)want);
        }
    }
    r3d_picture_free(&picture);
    if (wrong > 0) {
        fail_msg("%s: %d pixels differ", path, (int)wrong);
    }
}

static void compare_info(const scene *s)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/layers/%s.info", R3D_TEST_SOURCE_DIR, name);
    void *expected;
    size_t size;
    assert_int_equal(r3d_file_read(path, 1 << 20, NULL, &expected, &size, NULL), R3D_OK);
    assert_string_equal(s->info, (const char *)expected);
    free(expected);
}

static void scene_equals_its_references(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/golden/layers/%s.scene", R3D_TEST_SOURCE_DIR, name);
    scene *s = scene_run(path);
    if (s->info_length > 0) {
        compare_info(s);
    }
    if (strcmp(s->show, "target") == 0) {
        compare(".png", s->film != NULL ? film_flame(s, s->show_flame) : s->sprite_pixels,
                R3D_LAYERS_PARTICLE_TARGET, R3D_LAYERS_PARTICLE_TARGET);
    } else {
        compare(".png", s->pixels, s->surface.width, s->surface.height);
    }
    scene_free(s);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        return 2;
    }
    name = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(scene_equals_its_references)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
