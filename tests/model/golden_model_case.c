/* SPDX-License-Identifier: MIT */
/* One case of golden/model: usage golden_model_case NAME [dump]; --all for all of them, with the
 * instruction set that R3D_TEST_ISA names. The picture goes through the golden harness, which
 * shows what differs; the dump is compared line by line. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/r3d_cmocka_script.h>

#include "model_case.h"
#include "test_isa.h"

typedef struct golden_case {
    const char *name;
    bool has_dump;
    r3d_golden *golden;
    /* Released by forget(): a failed assertion does not return. */
    played_case played;
    r3d_script_case *drawn;
} golden_case;

static const char *golden_root(void)
{
    const char *root = getenv("R3D_GOLDEN_DIR");
    return root != NULL ? root : R3D_GOLDEN_DEFAULT_DIR;
}

static int forget(void **state)
{
    golden_case *c = *state;
    r3d_script_case_destroy(c->drawn);
    release_case(&c->played);
    c->drawn = NULL;
    memset(&c->played, 0, sizeof c->played);
    return 0;
}

static void replayed_case_equals_its_picture_and_its_dump(void **state)
{
    golden_case *c = *state;
    assert_true(play_case(golden_root(), c->name, isa_of_the_environment(), &c->played));
    /* A failure tells who drew the wrong pixels. */
    char path[1024];
    r3d_error error;
    r3d_golden_options options;
    r3d_golden_options_init(&options);
    snprintf(path, sizeof path, "%s/model/%s.r3d", golden_root(), c->name);
    assert_int_equal(r3d_script_case_create(path, R3D_ISA_BEST, NULL, &c->drawn, &error), R3D_OK);
    r3d_cmocka_script_options(c->drawn, &options);
    assert_golden_opts(c->golden, &c->played.view, c->name, &options);
    /* The harness compares R, G, B; coverage is compared here. */
    assert_true(picture_equals_reference(golden_root(), c->name, &c->played));
    if (c->has_dump) {
        assert_true(dump_equals_reference(golden_root(), c->name, &c->played));
    } else {
        assert_int_equal(c->played.dump_size, 0);
    }
}

static struct CMUnitTest test_of(golden_case *c)
{
    struct CMUnitTest test = cmocka_unit_test_prestate_setup_teardown(
        replayed_case_equals_its_picture_and_its_dump, NULL, forget, c);
    test.name = c->name;
    return test;
}

/* All cases of the list in one process. */
static int run_all(r3d_golden *golden)
{
    case_list list;
    if (!read_case_list(golden_root(), &list)) {
        return 2;
    }
    size_t count = (size_t)list.count;
    golden_case *cases = calloc(count, sizeof *cases);
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    int failed = 2;
    if (count > 0 && cases != NULL && tests != NULL) {
        for (size_t i = 0; i < count; i++) {
            cases[i].name = list.names[i];
            cases[i].has_dump = list.has_dump[i];
            cases[i].golden = golden;
            tests[i] = test_of(&cases[i]);
        }
        failed = _cmocka_run_group_tests("model", tests, count, NULL, NULL);
    }
    free(cases);
    free(tests);
    free_case_list(&list);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: golden_model_case NAME [dump], or --all\n");
        return 2;
    }
    golden_case c;
    memset(&c, 0, sizeof c);
    c.name = argv[1];
    c.has_dump = argc > 2 && strcmp(argv[2], "dump") == 0;
    void *golden = NULL;
    if (r3d_golden_group_setup(&golden, "model") != 0) {
        return 2;
    }
    c.golden = golden;
    const struct CMUnitTest tests[] = {test_of(&c)};
    int failed = strcmp(argv[1], "--all") == 0
                     ? run_all(golden)
                     : cmocka_run_group_tests_name("model", tests, NULL, NULL);
    r3d_golden_destroy(golden);
    return failed;
}
