/* SPDX-License-Identifier: MIT */
/* "retro3d cache record": pictures as display lists that draw the same. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/script.h>

#include "cmocka_all.h"
#include "forge.h"
#include "program.h"

/* Replays a display list and compares it with a picture. */
static void expect_same_pixels(const char *script_path, const char *picture_path)
{
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_picture picture;
    r3d_error error;
    if (r3d_script_load(script_path, NULL, &script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_int_equal(r3d_replay_run(replay, script, &error), R3D_OK);
    const r3d_surface *surface = r3d_replay_get_surface(replay);
    assert_int_equal(r3d_png_load(picture_path, NULL, NULL, &picture, NULL), R3D_OK);
    assert_int_equal(surface->width, picture.width);
    assert_int_equal(surface->height, picture.height);
    const uint8_t *bytes = picture.pixels;
    for (int32_t y = 0; y < picture.height; y++) {
        for (int32_t x = 0; x < picture.width; x++, bytes += 4) {
            const uint32_t rgb =
                (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2];
            if ((surface->pixels[y * surface->stride_px + x] & 0xFFFFFFu) != rgb) {
                fail_msg("%s: another pixel at %ld,%ld", script_path, (long)x, (long)y);
            }
        }
    }
    r3d_picture_free(&picture);
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
}

/* Every row of icons of the references, as the program records it. */
static int record_icons(const char *root)
{
    char table_path[256];
    int count = 0;
    snprintf(table_path, sizeof table_path, "%s/expected.tsv", root);
    forge_bytes table = forge_read_file(source_path(table_path));
    forge_u8(&table, 0);
    for (char *line = strtok((char *)table.data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        long id;
        long amount;
        if (sscanf(line, "icon %ld %ld", &id, &amount) != 2) {
            continue;
        }
        char options[128];
        char picture[256];
        snprintf(options, sizeof options, "--kind obj --ids %ld --amount %ld", id, amount);
        assert_int_equal(run("record '%s' %s -o recorded/icon.r3d", source_path(root), options), 0);
        snprintf(picture, sizeof picture, "%s/expected/icon-%ld-%ld.png", root, id, amount);
        expect_same_pixels(work_path("recorded/icon.r3d"), source_path(picture));
        count++;
    }
    forge_free(&table);
    return count;
}

static void recorded_icons_are_those_of_the_reference(void **state)
{
    (void)state;
    forge_make_folder(work_path("recorded"));
    assert_true(record_icons("golden/cache") >= 19);
    assert_true(record_icons("golden/cache2") >= 16);
}

/* What a note shows is drawn over the paper and has no shadow: revision 317. */
static void notes_of_revision_317_are_recorded_too(void **state)
{
    (void)state;
    forge_make_folder(work_path("recorded"));
    for (int i = 0; i < 2; i++) {
        const char *const ids = i == 0 ? "8" : "16";
        char picture[64];
        assert_int_equal(run("record '%s' --kind icon --ids %s -o recorded/note.r3d",
                             source_path("golden/cache/317"), ids),
                         0);
        assert_int_equal(run("render '%s' --kind icon --ids %s -o recorded -q",
                             source_path("golden/cache/317"), ids),
                         0);
        snprintf(picture, sizeof picture, "recorded/icon-%s-1.png", ids);
        expect_same_pixels(work_path("recorded/note.r3d"), work_path(picture));
    }
    forge_bytes text = forge_read_file(work_path("recorded/note.r3d"));
    forge_u8(&text, 0);
    assert_non_null(strstr((char *)text.data, "icon317 icon1 "));
    forge_free(&text);
}

static void other_cards_are_recorded_as_they_are_drawn(void **state)
{
    (void)state;
    static const char *const cards[][2] = {
        {"--kind npc --ids 1 --seq 0 --frame 3", "npc-1-seq-0-3.png"},
        {"--kind worn --ids 12 --right-hand 0 --seq 1", "worn-12-0-seq-1-0.png"},
        {"--kind loc --ids 9 --frame 0", "loc-9-10-1-anim.png"},
        {"--kind spot --ids 1", "spot-1-0.png"},
        {"--kind model --ids 12", "model-12.png"},
        {"--kind model --ids 12 --size 300 --zoom 80", "model-12.png"},
        {"--kind idk --ids 3 --yaw 700 --pitch 200", "idk-3.png"},
        {"--kind icon --ids 0 --zoom 150 --yaw 300 --pitch 900", "icon-0-1.png"},
    };
    for (size_t i = 0; i < TEST_COUNT(cards); i++) {
        char picture[128];
        forge_make_folder(work_path("recorded"));
        assert_int_equal(
            run("record '%s' %s -o recorded/card.r3d", source_path("golden/cache"), cards[i][0]),
            0);
        assert_int_equal(
            run("render '%s' %s -o recorded -q", source_path("golden/cache"), cards[i][0]), 0);
        snprintf(picture, sizeof picture, "recorded/%s", cards[i][1]);
        expect_same_pixels(work_path("recorded/card.r3d"), work_path(picture));
    }
}

static void one_picture_is_recorded_or_nothing(void **state)
{
    (void)state;
    const struct refusal {
        const char *arguments;
        int exit_code;
        const char *message;
    } refusals[] = {
        {"record '%s' --kind obj --ids 1-3 -o none.r3d%s", 2, "3 pictures, expected one"},
        {"record '%s' --kind loc --ids 1 -o none.r3d%s", 2, "and --shape"},
        {"record '%s' --kind loc --ids 1 --shape 7 -o none.r3d%s", 3, "no such shape"},
        {"record '%s' --kind obj --ids 99 -o none.r3d%s", 3, "the largest is 18"},
        {"record '%s' --kind texture --ids 1 -o none.r3d%s", 2, "not drawn but expanded"},
        {"record '%s' --kind seq --ids 1 -o none.r3d%s", 2, "not drawn by itself"},
        {"record '%s' --kind obj --ids 1 -o none.png%s", 2, "give it the ending .r3d"},
        {"record '%s' --kind obj -o none.r3d%s", 2, "expected ROOT, --kind, --ids"},
    };
    for (size_t i = 0; i < TEST_COUNT(refusals); i++) {
        assert_int_equal(run(refusals[i].arguments, source_path("golden/cache"), ""),
                         refusals[i].exit_code);
        expect_in_output(refusals[i].message);
        FILE *file = fopen(work_path("none.r3d"), "rb");
        assert_null(file);
    }
    assert_int_equal(run("record '%s' --kind loc --ids 1 --shape 11 -o recorded/tree.r3d%s",
                         source_path("golden/cache"), ""),
                     0);
    assert_int_equal(
        run("record '%s' --kind obj --ids 1 -o nowhere/a.r3d%s", source_path("golden/cache"), ""),
        6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_icons_are_those_of_the_reference),
        cmocka_unit_test(notes_of_revision_317_are_recorded_too),
        cmocka_unit_test(other_cards_are_recorded_as_they_are_drawn),
        cmocka_unit_test(one_picture_is_recorded_or_nothing),
    };
    return cmocka_run_group_tests_name("cache record", tests, NULL, NULL);
}
