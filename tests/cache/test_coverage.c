/* SPDX-License-Identifier: MIT */
/* What is used of what a cache can say, and what is said of folders that hold none. */

#include <string.h>

#include <retro3d/cache.h>

#include "cmocka_all.h"
#include "forge.h"
#include "program.h"
#include "tables.h"

static void info_tells_opcodes_features_and_what_is_drawn(void **state)
{
    (void)state;
    assert_int_equal(run("info '%s' --coverage%s", source_path("golden/cache"), ""), 0);
    expect_in_output("coverage\nmodel     31 of 31 read\n");
    expect_in_output("model: 31 of 31 drawn, 0 of them show nothing\n");
    expect_in_output("faces gouraud:");
    expect_in_output("operations origin:");
    expect_in_output("obj       19 of 19 read\n");
    expect_in_output("icon: 19 of 19 drawn, ");
    expect_in_output("worn: 5 of 5 drawn, ");
    expect_in_output("idk: 8 of 8 drawn, ");
    expect_in_output("seq       5 of 5 read\n");
    assert_int_equal(run("info '%s'%s", source_path("golden/cache"), ""), 0);
    assert_null(strstr(output, "coverage"));
}

static void render_tells_what_was_behind_its_pictures(void **state)
{
    (void)state;
    const char *expected = "obj\n          icon: 3 of 3 drawn, 0 of them show nothing\n"
                           "          opcodes 1:3 2:3 3:3 4:3";
    assert_int_equal(
        run("render '%s' --kind obj --ids 4-6 --coverage%s", source_path("golden/cache"), ""), 0);
    expect_in_output(expected);
    /* Of the same record once, however many pictures it has. */
    assert_int_equal(
        run("render '%s' --kind loc --ids 1 --coverage%s", source_path("golden/cache"), ""), 0);
    expect_in_output("loc: 3 of 3 drawn");
    expect_in_output("opcodes 1:1 2:1 ");
    /* Model 30 is not there. */
    assert_int_equal(
        run("render '%s' --kind model --ids 30,40 --coverage%s", source_path("golden/cache"), ""),
        3);
    expect_in_output("model: 1 of 2 drawn");
}

static void opcodes_of_a_record_are_counted(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(source_path("golden/cache"), R3D_REVISION_225, NULL);
    static int32_t counts[R3D_CACHE_OPCODES];
    assert_int_equal(r3d_cache_count_opcodes(cache, R3D_CACHE_OBJS, 4, counts, NULL), R3D_OK);
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[1], 1);
    assert_int_equal(counts[2], 1);
    assert_int_equal(counts[98], 0);
    assert_int_equal(r3d_cache_count_opcodes(cache, R3D_CACHE_OBJS, 8, counts, NULL), R3D_OK);
    assert_int_equal(counts[97], 1);
    assert_int_equal(counts[98], 1);
    assert_int_equal(counts[1], 0);
    assert_int_equal(r3d_cache_count_opcodes(cache, R3D_CACHE_SEQS, 1, counts, NULL), R3D_OK);
    assert_int_equal(counts[1], 1);
    assert_int_equal(counts[3], 1);
    assert_int_equal(r3d_cache_count_opcodes(cache, R3D_CACHE_SEQS, 5, counts, NULL),
                     R3D_ERR_RANGE);
    assert_int_equal(counts[1], 0);
    assert_int_equal(r3d_cache_count_opcodes(cache, R3D_CACHE_MODELS, 1, counts, NULL),
                     R3D_ERR_RANGE);
    r3d_cache_close(cache);
}

static void a_folder_without_a_cache_says_what_was_looked_for(void **state)
{
    (void)state;
    forge_make_folder(work_path("empty"));
    assert_int_equal(run("info '%s'%s", work_path("empty"), ""), 3);
    expect_in_output("empty: no cache is here, expected a folder with the files models, textures "
                     "and config, or main_file_cache.dat");
    assert_int_equal(run("info '%s' --models mod317%s", work_path("empty"), ""), 3);
    expect_in_output("the files mod317, textures and config");
    assert_int_equal(run("info '%s' --layout store%s", source_path("golden/cache"), ""), 3);
    expect_in_output("expected a folder with main_file_cache.dat, as a store was asked for");
    assert_int_equal(run("info '%s' --layout archives%s", source_path("golden/cache/317"), ""), 3);
    expect_in_output("one of the files models, textures and config at least");
    assert_int_equal(run("info '%s'%s", source_path("golden/cache/config"), ""), 3);
    expect_in_output("golden/cache/config: this is a file, not the folder of a cache");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_tells_opcodes_features_and_what_is_drawn),
        cmocka_unit_test(render_tells_what_was_behind_its_pictures),
        cmocka_unit_test(opcodes_of_a_record_are_counted),
        cmocka_unit_test(a_folder_without_a_cache_says_what_was_looked_for),
    };
    return cmocka_run_group_tests_name("cache coverage", tests, NULL, NULL);
}
