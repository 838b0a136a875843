/* SPDX-License-Identifier: MIT */
/* Replays one reference script and compares the frame with its picture.
 * usage: golden_case SUITE NAME [CRC], or SUITE --list FILE with lines "CRC NAME":
 * golden/SUITE/NAME.r3d and NAME.png; CRC, in hexadecimal, is that of the R, G, B bytes. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/r3d_cmocka_script.h>

#include "test_isa.h"

enum { CASES_MAX = 1000, CASE_NAME_SIZE = 100 };

typedef struct golden_case {
    const char *suite;
    const char *name;
    const char *crc;
    r3d_golden *golden;
    r3d_script_case *drawn; /* released by forget(): a failed assertion does not return */
} golden_case;

static int forget(void **state)
{
    golden_case *c = *state;
    r3d_script_case_destroy(c->drawn);
    c->drawn = NULL;
    return 0;
}

static void replayed_script_equals_its_picture(void **state)
{
    golden_case *c = *state;
    char path[1024];
    const char *root = getenv("R3D_GOLDEN_DIR");
    r3d_golden_options options;
    r3d_picture_view view;
    r3d_error error;
    snprintf(path, sizeof path, "%s/%s/%s.r3d", root != NULL ? root : R3D_GOLDEN_DEFAULT_DIR,
             c->suite, c->name);
    if (r3d_script_case_create(path, isa_of_the_environment(), NULL, &c->drawn, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    r3d_script_case_get_view(c->drawn, &view);
    r3d_golden_options_init(&options);
    r3d_cmocka_script_options(c->drawn, &options);
    assert_golden_opts(c->golden, &view, c->name, &options);
    if (c->crc != NULL) {
        uint32_t crc;
        assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_OK);
        assert_int_equal(crc, strtoul(c->crc, NULL, 16));
    }
}

static int run_cases(const char *suite, golden_case *cases, size_t count)
{
    static struct CMUnitTest tests[CASES_MAX];
    for (size_t i = 0; i < count; i++) {
        tests[i] = (struct CMUnitTest)cmocka_unit_test_prestate_setup_teardown(
            replayed_script_equals_its_picture, NULL, forget, &cases[i]);
        tests[i].name = cases[i].name;
    }
    return _cmocka_run_group_tests(suite, tests, count, NULL, NULL);
}

/* Reads "CRC NAME ..." lines. Returns their number, 0 if there are none or too many. */
static size_t read_list(const char *path, const char *suite, golden_case *cases)
{
    static char words[CASES_MAX][2][CASE_NAME_SIZE];
    char line[1024];
    size_t count = 0;
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') {
            continue;
        }
        if (count == CASES_MAX ||
            sscanf(line, "%99s %99s", words[count][0], words[count][1]) != 2) {
            count = 0;
            break;
        }
        cases[count].suite = suite;
        cases[count].crc = words[count][0];
        cases[count].name = words[count][1];
        count++;
    }
    if (file != NULL) {
        fclose(file);
    }
    return count;
}

int main(int argc, char **argv)
{
    static golden_case cases[CASES_MAX];
    size_t count = 1;
    if (argc < 3) {
        fprintf(stderr, "usage: golden_case SUITE NAME [CRC]\n"
                        "       golden_case SUITE --list FILE\n");
        return 2;
    }
    if (strcmp(argv[2], "--list") == 0) {
        count = argc == 4 ? read_list(argv[3], argv[1], cases) : 0;
    } else {
        cases[0].suite = argv[1];
        cases[0].name = argv[2];
        cases[0].crc = argc > 3 ? argv[3] : NULL;
    }
    void *golden = NULL;
    if (count == 0 || r3d_golden_group_setup(&golden, argv[1]) != 0) {
        fprintf(stderr, "golden_case: no cases, or no goldens\n");
        return 2;
    }
    for (size_t i = 0; i < count; i++) {
        cases[i].golden = golden;
    }
    int failed = run_cases(argv[1], cases, count);
    r3d_golden_destroy(golden);
    return failed;
}
