/* SPDX-License-Identifier: MIT */
/* Replays one reference script and compares the frame with its picture.
 * usage: golden_case SUITE NAME [CRC]: golden/SUITE/NAME.r3d and NAME.png; CRC, in hexadecimal, is
 * that of the R, G, B bytes. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/r3d_cmocka.h>
#include <retro3d/script.h>

typedef struct golden_case {
    const char *suite;
    const char *name;
    const char *crc;
    r3d_golden *golden;
} golden_case;

/* R3D_TEST_LEVEL names the instruction set; without it the best one is tested. */
static r3d_level level_of_the_environment(void)
{
    const char *name = getenv("R3D_TEST_LEVEL");
    if (name == NULL) {
        return R3D_LEVEL_BEST;
    }
    for (int i = 0; i < R3D_LEVEL_COUNT; i++) {
        if (strcmp(name, r3d_level_name((r3d_level)i)) == 0) {
            if (!r3d_level_available((r3d_level)i)) {
                skip();
            }
            return (r3d_level)i;
        }
    }
    fail_msg("R3D_TEST_LEVEL=%s: no such level", name);
    return R3D_LEVEL_BEST;
}

static void replayed_script_equals_its_picture(void **state)
{
    const golden_case *c = *state;
    char path[1024];
    const char *root = getenv("R3D_GOLDEN_DIR");
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_error error;
    snprintf(path, sizeof path, "%s/%s/%s.r3d", root != NULL ? root : R3D_GOLDEN_DEFAULT_DIR,
             c->suite, c->name);
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.level = level_of_the_environment();
    assert_int_equal(r3d_replay_create(&desc, &replay), R3D_OK);
    if (r3d_script_load(path, NULL, &script, &error) != R3D_OK ||
        r3d_replay_run(replay, script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    const r3d_surface *surface = r3d_replay_surface(replay);
    assert_non_null(surface);
    r3d_picture_view view = {surface->pixels,
                             (ptrdiff_t)surface->stride_px * (ptrdiff_t)sizeof *surface->pixels,
                             surface->width, surface->height, R3D_LAYOUT_XRGB32};
    assert_golden(c->golden, &view, c->name);
    if (c->crc != NULL) {
        uint32_t crc;
        assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_OK);
        assert_int_equal(crc, strtoul(c->crc, NULL, 16));
    }
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: golden_case SUITE NAME [CRC]\n");
        return 2;
    }
    golden_case c = {argv[1], argv[2], argc > 3 ? argv[3] : NULL, NULL};
    void *golden = NULL;
    if (r3d_golden_group_setup(&golden, c.suite) != 0) {
        return 2;
    }
    c.golden = golden;
    struct CMUnitTest test = cmocka_unit_test_prestate(replayed_script_equals_its_picture, &c);
    test.name = c.name;
    const struct CMUnitTest tests[] = {test};
    int failed = cmocka_run_group_tests_name(c.suite, tests, NULL, NULL);
    r3d_golden_destroy(c.golden);
    return failed;
}
