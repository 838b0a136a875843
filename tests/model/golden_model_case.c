/* SPDX-License-Identifier: MIT */
/* One case of golden/model: usage golden_model_case NAME [dump]. The picture goes through the
 * golden harness, which shows what differs; the dump is compared line by line. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/r3d_cmocka.h>

#include "model_case.h"

typedef struct golden_case {
    const char *name;
    bool has_dump;
    r3d_golden *golden;
} golden_case;

static const char *golden_root(void)
{
    const char *root = getenv("R3D_GOLDEN_DIR");
    return root != NULL ? root : R3D_GOLDEN_DEFAULT_DIR;
}

static void replayed_case_equals_its_picture_and_its_dump(void **state)
{
    const golden_case *c = *state;
    played_case played;
    assert_true(play_case(golden_root(), c->name, &played));
    assert_golden(c->golden, &played.view, c->name);
    /* The harness compares R, G, B; coverage is compared here. */
    assert_true(picture_equals_reference(golden_root(), c->name, &played));
    if (c->has_dump) {
        assert_true(dump_equals_reference(golden_root(), c->name, &played));
    } else {
        assert_int_equal(played.dump_size, 0);
    }
    release_case(&played);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: golden_model_case NAME [dump]\n");
        return 2;
    }
    golden_case c = {argv[1], argc > 2 && strcmp(argv[2], "dump") == 0, NULL};
    void *golden = NULL;
    if (r3d_golden_group_setup(&golden, "model") != 0) {
        return 2;
    }
    c.golden = golden;
    struct CMUnitTest test =
        cmocka_unit_test_prestate(replayed_case_equals_its_picture_and_its_dump, &c);
    test.name = c.name;
    const struct CMUnitTest tests[] = {test};
    int failed = cmocka_run_group_tests_name("model", tests, NULL, NULL);
    r3d_golden_destroy(c.golden);
    return failed;
}
