/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/base.h>

enum { LAST_RESULT = R3D_ERR_FORMAT_UNSUPPORTED };

static void every_code_has_its_own_text(void **state)
{
    (void)state;
    for (int a = LAST_RESULT; a <= 0; a++) {
        const char *text = r3d_result_string((r3d_result)a);
        assert_true(strlen(text) > 0);
        assert_string_not_equal(text, r3d_result_string((r3d_result)(LAST_RESULT - 1)));
        for (int b = a + 1; b <= 0; b++) {
            assert_string_not_equal(text, r3d_result_string((r3d_result)b));
        }
    }
    assert_string_equal(r3d_result_string((r3d_result)12345), "unknown result code");
}

static char *read_source_file(const char *path)
{
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", R3D_TEST_SOURCE_DIR, path);
    FILE *file = fopen(full, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void every_code_of_the_header_is_documented(void **state)
{
    (void)state;
    char *header = read_source_file("include/retro3d/base.h");
    char *document = read_source_file("docs/errors.md");
    int count = 0;
    for (char *at = header; (at = strstr(at, "    R3D_ERR_")) != NULL; count++) {
        char name[64];
        at += 4;
        size_t length = strcspn(at, " =");
        assert_true(length < sizeof name - 3);
        snprintf(name, sizeof name, "`%.*s`", (int)length, at);
        if (strstr(document, name) == NULL) {
            fail_msg("docs/errors.md does not explain %s", name);
        }
    }
    assert_int_equal(count, -LAST_RESULT);
    free(header);
    free(document);
}

static void version_text_and_number_agree(void **state)
{
    (void)state;
    char text[32];
    uint32_t version = r3d_version();
    snprintf(text, sizeof text, "%u.%u.%u", version / 1000000u, version / 1000u % 1000u,
             version % 1000u);
    assert_string_equal(text, r3d_version_string());
    assert_int_equal(version,
                     R3D_VERSION_MAJOR * 1000000 + R3D_VERSION_MINOR * 1000 + R3D_VERSION_PATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_its_own_text),
        cmocka_unit_test(every_code_of_the_header_is_documented),
        cmocka_unit_test(version_text_and_number_agree),
    };
    return cmocka_run_group_tests_name("base/result", tests, NULL, NULL);
}
