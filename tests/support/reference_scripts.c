/* SPDX-License-Identifier: MIT */
#include "reference_scripts.h"

#include "cmocka_all.h"

#include <stdio.h>

static void read_list(reference_scripts *out, const char *suite, const char *list, int field)
{
    char path[1024];
    char line[1024];
    char words[2][128];
    snprintf(path, sizeof path, "%s/golden/%s/%s", R3D_TEST_SOURCE_DIR, suite, list);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        words[1][0] = '\0';
        int found = sscanf(line, "%127s %127s", words[0], words[1]);
        if (line[0] == '#' || found <= field) {
            continue;
        }
        assert_true(out->count < REFERENCE_SCRIPTS_MAX);
        snprintf(out->path[out->count++], REFERENCE_PATH_SIZE, "%.200s/golden/%s/%s.r3d",
                 R3D_TEST_SOURCE_DIR, suite, words[field]);
    }
    fclose(file);
}

void read_reference_scripts(reference_scripts *out)
{
    out->count = 0;
    read_list(out, "raster", "crc32.txt", 1);
    read_list(out, "model", "cases.txt", 0);
    assert_int_equal(out->count, 176 + 182);
}
