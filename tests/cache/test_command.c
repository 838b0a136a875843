/* SPDX-License-Identifier: MIT */
/* The program "retro3d cache". */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/models.h>
#include <retro3d/png.h>

#include "cmocka_all.h"
#include "forge.h"
#include "program.h"

static void compare_says_how_many_rows_are_equal(void **state)
{
    (void)state;
    assert_int_equal(run("render '%s' --compare '%s' -j3", source_path("golden/cache"),
                         source_path("golden/cache/expected.tsv")),
                     0);
    assert_string_equal(output, "94 of 94 rows equal\n");
    assert_int_equal(run("render '%s' --rules 225 --compare '%s'", source_path("golden/cache/317"),
                         source_path("golden/cache/expected.tsv")),
                     0);
    assert_int_equal(run("render '%s' --models models-whole --compare '%s'",
                         source_path("golden/cache"), source_path("golden/cache/expected.tsv")),
                     0);
    assert_int_equal(run("render '%s' --compare '%s'", source_path("golden/cache2"),
                         source_path("golden/cache2/expected.tsv")),
                     0);
    assert_string_equal(output, "180 of 180 rows equal\n");
}

static void compare_lists_the_rows_that_differ(void **state)
{
    (void)state;
    forge_bytes table = forge_read_file(source_path("golden/cache/expected.tsv"));
    char *row = strstr((char *)table.data, "icon\t4\t5\t");
    assert_non_null(row);
    char *crc = strchr(strchr(strchr(row + 9, '\t') + 1, '\t'), '\t') + 1;
    crc[0] = crc[0] == '0' ? '1' : '0';
    forge_write_file(work_path("wrong.tsv"), table.data, table.size);
    forge_free(&table);
    assert_int_equal(
        run("render '%s' --compare '%s'", source_path("golden/cache"), work_path("wrong.tsv")), 1);
    expect_in_output("icon\t4\t5\texpected ");
    expect_in_output("\tactual ");
    expect_in_output("93 of 94 rows equal\n");
}

static void three_parts_put_together_are_one_run(void **state)
{
    (void)state;
    const char *cache = source_path("golden/cache");
    const char *table = source_path("golden/cache/expected.tsv");
    assert_int_equal(run("render '%s' --rows '%s' --hash whole.tsv -o whole", cache, table), 0);
    assert_true(same_files(work_path("whole.tsv"), table));
    forge_bytes merged = {0};
    for (int part = 1; part <= 3; part++) {
        char format[256];
        char name[32];
        snprintf(format, sizeof format,
                 "render '%%s' --rows '%%s' --shard %d/3 --hash part-%d.tsv -o parts -j2", part,
                 part);
        assert_int_equal(run(format, cache, table), 0);
        snprintf(name, sizeof name, "part-%d.tsv", part);
        forge_bytes file = forge_read_file(work_path(name));
        size_t heading = part == 1 ? 0 : strcspn((char *)file.data, "\n") + 1;
        forge_add(&merged, file.data + heading, file.size - heading);
        forge_free(&file);
    }
    forge_bytes whole = forge_read_file(work_path("whole.tsv"));
    assert_int_equal(merged.size, whole.size);
    assert_memory_equal(merged.data, whole.data, whole.size);
    forge_free(&whole);
    forge_free(&merged);
    assert_true(
        same_files(work_path("whole/npc-3-masked-4.png"), work_path("parts/npc-3-masked-4.png")));
    assert_true(same_files(work_path("whole/spot-1-0.png"), work_path("parts/spot-1-0.png")));
}

static void pictures_are_those_of_the_reference(void **state)
{
    (void)state;
    static const char *const names[] = {"icon-8-1.png", "npc-2-walk-6.png", "loc-9-10-1-anim.png",
                                        "worn--1-0.png", "texels-4.png"};
    assert_int_equal(run("render '%s' --rows '%s' -o pictures", source_path("golden/cache"),
                         source_path("golden/cache/expected.tsv")),
                     0);
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        char ours[256];
        char theirs[256];
        r3d_picture a;
        r3d_picture b;
        snprintf(ours, sizeof ours, "pictures/%s", names[i]);
        snprintf(theirs, sizeof theirs, "golden/cache/expected/%s", names[i]);
        assert_int_equal(r3d_png_load(work_path(ours), NULL, NULL, &a, NULL), R3D_OK);
        assert_int_equal(r3d_png_load(source_path(theirs), NULL, NULL, &b, NULL), R3D_OK);
        assert_int_equal(a.width, b.width);
        assert_int_equal(a.height, b.height);
        assert_memory_equal(a.pixels, b.pixels, (size_t)a.width * (size_t)a.height * 4);
        r3d_picture_free(&a);
        r3d_picture_free(&b);
    }
}

static void an_interrupted_run_goes_on(void **state)
{
    (void)state;
    const char *cache = source_path("golden/cache");
    assert_int_equal(run("render '%s' -k icon --ids 0-9 -o resumed%s", cache, ""), 0);
    /* A picture that is there is taken as it is, one that is missing is drawn. */
    forge_bytes other = forge_read_file(work_path("resumed/icon-1-1.png"));
    forge_write_file(work_path("resumed/icon-0-1.png"), other.data, other.size);
    forge_free(&other);
    assert_int_equal(remove(work_path("resumed/icon-2-1.png")), 0);
    assert_int_equal(
        run("render '%s' -k icon --ids 0-9 -o resumed --resume --hash r.tsv%s", cache, ""), 0);
    assert_true(same_files(work_path("resumed/icon-0-1.png"), work_path("resumed/icon-1-1.png")));
    forge_bytes drawn = forge_read_file(work_path("resumed/icon-2-1.png"));
    assert_true(drawn.size > 0);
    forge_free(&drawn);
}

static void worn_rows_take_other_kits_and_sequences(void **state)
{
    (void)state;
    const char *cache = source_path("golden/cache");
    assert_int_equal(run("render '%s' -k worn --ids -1 --hash w0.tsv%s", cache, ""), 0);
    assert_int_equal(run("render '%s' -k worn --ids -1 --worn-seq 1 --hash w1.tsv%s", cache, ""),
                     0);
    assert_int_equal(run("render '%s' -k worn --ids -1 --kits-man 0,2 --hash w2.tsv%s", cache, ""),
                     0);
    assert_int_equal(run("render '%s' -k worn --ids -1 --worn-seq 2 --hash w3.tsv%s", cache, ""),
                     0);
    assert_false(same_files(work_path("w0.tsv"), work_path("w1.tsv")));
    assert_false(same_files(work_path("w0.tsv"), work_path("w2.tsv")));
    assert_true(same_files(work_path("w0.tsv"), work_path("w3.tsv")));
}

static void sheet_and_page_hold_all_pictures(void **state)
{
    (void)state;
    assert_int_equal(run("render '%s' -k icon -o page --sheet sheet.png --html%s",
                         source_path("golden/cache"), ""),
                     0);
    r3d_picture sheet;
    assert_int_equal(r3d_png_load(work_path("sheet.png"), NULL, NULL, &sheet, NULL), R3D_OK);
    assert_int_equal(sheet.width, 5 * 36 + 4); /* 19 icons in five columns */
    r3d_picture_free(&sheet);
    forge_bytes page = forge_read_file(work_path("page/index.html"));
    int figures = 0;
    for (const char *at = (char *)page.data; (at = strstr(at, "<figure>")) != NULL; at++) {
        figures++;
    }
    assert_int_equal(figures, 19);
    assert_non_null(strstr((char *)page.data, "type=\"search\""));
    forge_free(&page);
}

static void numbers_are_printed_and_compared(void **state)
{
    (void)state;
    const char *table = source_path("golden/cache/numbers.tsv");
    assert_int_equal(run("numbers '%s' -o numbers.tsv%s", source_path("golden/cache/317"), ""), 0);
    assert_true(same_files(work_path("numbers.tsv"), table));
    assert_int_equal(run("numbers '%s' --compare '%s'", source_path("golden/cache"), table), 0);
    assert_string_equal(output, "63 of 63 rows equal\n");
    assert_int_equal(run("numbers '%s' --compare '%s'", source_path("golden/cache2"), table), 1);
    expect_in_output(" of 63 rows equal\n");
}

static void bases_of_types_without_a_name_are_extracted_too(void **state)
{
    (void)state;
    static const char *const names[] = {"models", "textures", "config"};
    const char *root = work_path("odd-bases");
    forge_make_folder(root);
    int32_t odd = 0;
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        char path[1100];
        snprintf(path, sizeof path, "golden/cache/%s", names[i]);
        forge_archive archive = forge_unpack(source_path(path));
        for (int e = 0; e < archive.count; e++) {
            forge_bytes *data = &archive.entries[e].data;
            if (archive.entries[e].hash == r3d_archive_hash("base_type.dat")) {
                while (data->data[odd] != R3D_BASE_TRANSLATE) {
                    odd++;
                }
                data->data[odd] = 200; /* does nothing, but counts */
            }
        }
        snprintf(path, sizeof path, "%s/%s", root, names[i]);
        forge_bytes file = forge_pack(&archive, false);
        forge_write_file(path, file.data, file.size);
        forge_free(&file);
        forge_archive_free(&archive);
    }
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    r3d_cache *cache = NULL;
    const r3d_skeleton *expected;
    assert_int_equal(run("extract '%s' --kind skeleton -o odd-texts%s", root, ""), 0);
    assert_int_equal(
        r3d_skeleton_load_text(work_path("odd-texts/skeleton-0.skel"), NULL, &skeleton, NULL),
        R3D_OK);
    assert_int_equal(r3d_animation_load_text(work_path("odd-texts/skeleton-0.anim"),
                                             &skeleton.skeleton, NULL, &animation, NULL),
                     R3D_OK);
    assert_int_equal(r3d_cache_open(root, NULL, &cache, NULL), R3D_OK);
    assert_int_equal(r3d_cache_get_skeleton(cache, 0, &expected, NULL), R3D_OK);
    assert_int_equal(skeleton.skeleton.base_count, expected->base_count);
    for (int32_t i = 0; i < expected->base_count; i++) {
        assert_int_equal(skeleton.skeleton.bases[i].type, expected->bases[i].type);
    }
    assert_int_equal(skeleton.skeleton.bases[odd].type, 200);
    r3d_cache_close(cache);
    r3d_animation_free(&animation);
    r3d_loaded_skeleton_free(&skeleton);
}

static void extracted_texts_are_read_again(void **state)
{
    (void)state;
    r3d_mesh *mesh = NULL;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    assert_int_equal(run("extract '%s' -o extracted%s", source_path("golden/cache"), ""), 0);
    assert_int_equal(
        r3d_mesh_load_text(work_path("extracted/model-22.mesh"), true, NULL, &mesh, NULL), R3D_OK);
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.face_count, 432);
    r3d_mesh_destroy(mesh);
    assert_int_equal(
        r3d_skeleton_load_text(work_path("extracted/skeleton-0.skel"), NULL, &skeleton, NULL),
        R3D_OK);
    assert_int_equal(skeleton.skeleton.base_count, 26);
    assert_int_equal(r3d_animation_load_text(work_path("extracted/skeleton-0.anim"),
                                             &skeleton.skeleton, NULL, &animation, NULL),
                     R3D_OK);
    assert_int_equal(animation.frame_count, 29);
    r3d_animation_free(&animation);
    r3d_loaded_skeleton_free(&skeleton);
    r3d_picture texture;
    assert_int_equal(r3d_png_load(work_path("extracted/texture-2.png"), NULL, NULL, &texture, NULL),
                     R3D_OK);
    assert_int_equal(texture.width, 128);
    r3d_picture_free(&texture);
    forge_bytes gltf = forge_read_file(work_path("extracted/npc-0.glb"));
    assert_memory_equal(gltf.data, "glTF\2\0\0\0", 8);
    assert_int_equal(gltf.size, gltf.data[8] | gltf.data[9] << 8 | gltf.data[10] << 16);
    forge_free(&gltf);
}

static void characters_without_a_model_are_left_out_unless_they_are_asked_for(void **state)
{
    (void)state;
    static const char *const files[] = {"models", "textures"};
    forge_make_folder(work_path("bodiless"));
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        char from[256];
        char to[256];
        snprintf(from, sizeof from, "golden/cache/%s", files[i]);
        snprintf(to, sizeof to, "bodiless/%s", files[i]);
        forge_bytes file = forge_read_file(source_path(from));
        forge_write_file(work_path(to), file.data, file.size);
        forge_free(&file);
    }
    forge_archive config = forge_unpack(source_path("golden/cache/config"));
    forge_bytes *npcs = forge_entry_named(&config, "npc.dat");
    forge_bytes *index = forge_entry_named(&config, "npc.idx");
    forge_free(npcs);
    forge_free(index);
    forge_u16(npcs, 1);
    forge_u8(npcs, 0);
    forge_u16(index, 1);
    forge_u16(index, 1);
    forge_bytes file = forge_pack(&config, true);
    forge_write_file(work_path("bodiless/config"), file.data, file.size);
    forge_free(&file);
    forge_archive_free(&config);
    assert_int_equal(run("extract bodiless --kind npc -o none%s%s", "", ""), 0);
    assert_int_equal(run("extract bodiless --kind npc --ids 0 -o none%s%s", "", ""), 3);
    expect_in_output("npc 0 has no model");
    assert_int_equal(run("render bodiless --kind npc --hash none.tsv%s%s", "", ""), 0);
    assert_int_equal(
        run("render bodiless --kind npc -o none --html --sheet none/sheet.png --shard 2/3%s%s", "",
            ""),
        0);
}

static void list_and_info_describe_a_cache(void **state)
{
    (void)state;
    assert_int_equal(run("list '%s' --kind obj --ids 8%s", source_path("golden/cache"), ""), 0);
    expect_in_output("obj\t8\t");
    assert_int_equal(run("info '%s' --check%s", source_path("golden/cache"), ""), 0);
    expect_in_output("model     31, 0 damaged\n");
    expect_in_output("ob_vertex2.dat");
    assert_int_equal(run("info '%s' --check --strict%s", source_path("golden/cache"), ""), 0);
    assert_int_equal(run("info '%s' --check --strict%s", source_path("golden/cache/317"), ""), 0);
}

static void no_output_overwrites_a_table_the_cache_or_another_output(void **state)
{
    (void)state;
    static const char *const files[] = {"models", "textures", "config", "expected.tsv",
                                        "numbers.tsv"};
    forge_make_folder(work_path("kept"));
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        char from[256];
        char to[256];
        snprintf(from, sizeof from, "golden/cache/%s", files[i]);
        snprintf(to, sizeof to, "kept/%s", files[i]);
        forge_bytes file = forge_read_file(source_path(from));
        forge_write_file(work_path(to), file.data, file.size);
        forge_free(&file);
    }
    static const char *const commands[] = {
        "numbers kept --compare kept/numbers.tsv -o kept/numbers.tsv%s%s",
        "numbers kept -o kept/../kept/models%s%s",
        "render kept --compare kept/expected.tsv --hash ./kept/expected.tsv%s%s",
        "render kept --rows kept/expected.tsv --hash kept/expected.tsv%s%s",
        "render kept -k icon --sheet kept/config%s%s",
        "render kept -k icon --hash both --sheet ./both%s%s",
    };
    for (size_t i = 0; i < TEST_COUNT(commands); i++) {
        (void)remove(work_path("both"));
        if (i + 1 == TEST_COUNT(commands)) {
            forge_write_file(work_path("both"), "x", 1);
        }
        assert_int_equal(run(commands[i], "", ""), 2);
        expect_in_output(i + 1 == TEST_COUNT(commands) ? "two outputs" : "overwrite an input");
    }
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        char name[256];
        snprintf(name, sizeof name, "kept/%s", files[i]);
        char from[256];
        snprintf(from, sizeof from, "golden/cache/%s", files[i]);
        assert_true(same_files(work_path(name), source_path(from)));
    }
    /* A table that cannot be read leaves what an earlier run has written. */
    forge_write_file(work_path("bad.tsv"), "model\tx\n", 8);
    forge_write_file(work_path("earlier.tsv"), "earlier\n", 8);
    assert_int_equal(run("numbers kept --compare bad.tsv -o earlier.tsv%s%s", "", ""), 3);
    forge_bytes earlier = forge_read_file(work_path("earlier.tsv"));
    assert_int_equal(earlier.size, 8);
    forge_free(&earlier);
}

static void the_first_picture_that_cannot_be_written_ends_the_run(void **state)
{
    (void)state;
    (void)remove(work_path("file"));
    forge_write_file(work_path("file"), "x", 1);
    assert_int_equal(run("render '%s' -k icon -o file%s", source_path("golden/cache"), ""), 6);
    expect_in_output("icon 0 1: file/icon-0-1.png");
    expect_in_output("18 pictures were not drawn\n");
    if (strstr(output, "icon 1 1") != NULL) {
        fail_msg("it went on:\n%s", output);
    }
}

static void rows_that_are_no_rows_are_named_by_line(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "icon\t1\t1\t32\t32\t0123456\t5",      "icon\t1\t1\t32\t32",
        "icon\t70000\t1\t32\t32\t01234567\t5", "loc\t1\t10 8\t32\t32\t01234567\t5",
        "worn\t1\t2\t32\t32\t01234567\t5",     "npc\t1\trun 3\t32\t32\t01234567\t5",
        "icon\t../x\t1\t32\t32\t01234567\t5"};
    for (size_t i = 0; i < TEST_COUNT(lines); i++) {
        forge_bytes table = {0};
        forge_text(&table, "texels\t0\t-\t128\t512\t01234567\t5");
        forge_text(&table, lines[i]);
        forge_write_file(work_path("rows.tsv"), table.data, table.size);
        forge_free(&table);
        assert_int_equal(
            run("render '%s' --rows rows.tsv --hash none.tsv%s", source_path("golden/cache"), ""),
            3);
        expect_in_output("rows.tsv:2: ");
        expect_in_output("is no row, expected kind, id");
    }
    static const char zero[] = "texels\t0\t-\t128\t512\t01234567\t5\0more\n";
    forge_write_file(work_path("rows.tsv"), zero, sizeof zero - 1);
    assert_int_equal(
        run("render '%s' --rows rows.tsv --hash none.tsv%s", source_path("golden/cache"), ""), 3);
    expect_in_output("rows.tsv:1: ");
}

static void wrong_usage_and_missing_caches_have_their_exit_codes(void **state)
{
    (void)state;
    assert_int_equal(run("%s%s", "", ""), 2);
    assert_int_equal(run("rendr x%s%s", "", ""), 2);
    expect_in_output("did you mean \"render\"");
    assert_int_equal(run("render%s%s", "", ""), 2);
    assert_int_equal(run("render '%s' -k icom --hash x.tsv%s", source_path("golden/cache"), ""), 2);
    expect_in_output("did you mean icon");
    assert_int_equal(run("render '%s' -k icon%s", source_path("golden/cache"), ""), 2);
    assert_int_equal(
        run("render '%s' -k icon --shard 4/3 --hash x%s", source_path("golden/cache"), ""), 2);
    assert_int_equal(run("list /nowhere%s%s", "", ""), 3);
    expect_in_output("/nowhere: no cache is here");
    assert_int_equal(
        run("render '%s' -k icon --ids 500 --hash x.tsv%s", source_path("golden/cache"), ""), 3);
    expect_in_output("there is no obj 500");
    assert_int_equal(run("extract '%s' -o /proc/nowhere%s", source_path("golden/cache"), ""), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compare_says_how_many_rows_are_equal),
        cmocka_unit_test(compare_lists_the_rows_that_differ),
        cmocka_unit_test(three_parts_put_together_are_one_run),
        cmocka_unit_test(pictures_are_those_of_the_reference),
        cmocka_unit_test(an_interrupted_run_goes_on),
        cmocka_unit_test(worn_rows_take_other_kits_and_sequences),
        cmocka_unit_test(sheet_and_page_hold_all_pictures),
        cmocka_unit_test(numbers_are_printed_and_compared),
        cmocka_unit_test(extracted_texts_are_read_again),
        cmocka_unit_test(bases_of_types_without_a_name_are_extracted_too),
        cmocka_unit_test(characters_without_a_model_are_left_out_unless_they_are_asked_for),
        cmocka_unit_test(list_and_info_describe_a_cache),
        cmocka_unit_test(no_output_overwrites_a_table_the_cache_or_another_output),
        cmocka_unit_test(the_first_picture_that_cannot_be_written_ends_the_run),
        cmocka_unit_test(rows_that_are_no_rows_are_named_by_line),
        cmocka_unit_test(wrong_usage_and_missing_caches_have_their_exit_codes),
    };
    return cmocka_run_group_tests_name("cache command", tests, NULL, NULL);
}
