/* SPDX-License-Identifier: MIT */
/* One reference scene: picture and values. usage: layers_reference NAME */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "reference_picture.h"
#include "scene.h"

static const char *name;

static void compare(const char *ending, const uint32_t *argb, int32_t width, int32_t height)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/layers/%s%s", R3D_TEST_SOURCE_DIR, name, ending);
    expect_reference_picture(path, argb, width, height, 0xFFFFFFFF);
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
