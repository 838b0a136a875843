/* SPDX-License-Identifier: MIT */
/* Outlined maps in display lists: what a client drew is recorded, replayed pixel for pixel, and the
 * history of its pixels names who drew them. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/history.h>
#include <retro3d/isomaps.h>
#include <retro3d/outline_calls.h>
#include <retro3d/record.h>
#include <retro3d/script.h>

#include "cmocka_all.h"
#include "random_map.h"

#define SCRIPT_PATH R3D_TEST_BINARY_DIR "/isomaps-recorded.r3d"
#define GOLDEN_PATH R3D_TEST_SOURCE_DIR "/golden/outline/maps/test.r3d"

enum { POINTS = 100, WIDTH = 240, HEIGHT = 180 };

typedef struct stage {
    uint32_t pixels[WIDTH * HEIGHT];
    r3d_surface surface;
} stage;

static stage *stage_make(void)
{
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(r3d_surface_init(&s->surface, s->pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    return s;
}

static void replay_equals(const stage *s, r3d_script *script)
{
    r3d_replay *replay = NULL;
    r3d_error error;
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    if (r3d_replay_run(replay, script, &error) != R3D_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    const r3d_surface *frame = r3d_replay_get_surface(replay);
    assert_int_equal(frame->width, WIDTH);
    assert_memory_equal(frame->pixels, s->pixels, sizeof s->pixels);
    r3d_replay_destroy(replay);
}

static r3d_script *record(stage *s, const random_map *m, int32_t x, int32_t y)
{
    r3d_recorder *recorder = NULL;
    r3d_script *script = NULL;
    r3d_error error;
    assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
    assert_int_equal(r3d_recorder_attach(recorder, &s->surface), R3D_OK);
    r3d_surface_set_clip(&s->surface, 7, 5, WIDTH - 9, HEIGHT - 11);
    assert_int_equal(r3d_outline_frame_paint(m->frame, &m->paint, &s->surface, x, y), R3D_OK);
    r3d_recorder_detach(recorder, &s->surface);
    if (r3d_recorder_save(recorder, &s->surface, SCRIPT_PATH, &error) != R3D_OK ||
        r3d_script_load(SCRIPT_PATH, NULL, &script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    r3d_recorder_destroy(recorder);
    return script;
}

/* Who a pixel belongs to, asked of the frame. */
static void check_write(const random_map *m, const r3d_history *history,
                        const r3d_pixel_write *write, int32_t x, int32_t y, uint32_t owner)
{
    r3d_outline_pixel pixel;
    r3d_outline_map_counts counts;
    char name[200];
    char expected[64];
    assert_int_equal(r3d_outline_frame_get_pixel(m->frame, x, y, &pixel), R3D_OK);
    r3d_outline_map_get_counts(m->map, &counts);
    const int32_t id = pixel.line != R3D_OUTLINE_NO_LINE ? pixel.line_owner : pixel.id;
    const char *kind = id == 0 ? "backdrop" : id > counts.ids ? "billboard" : "surface";
    const int32_t number = id > counts.ids ? id - counts.ids - 1 : id;
    assert_string_equal(write->command, "outline");
    assert_ptr_equal(write->call, &r3d_call_outline_run);
    assert_non_null(write->origin);
    assert_string_equal(write->origin->kind, kind);
    assert_int_equal(write->origin->id, number);
    r3d_history_owner_name(history, owner, name, sizeof name);
    snprintf(expected, sizeof expected, "%s %d", kind, (int)number);
    assert_non_null(strstr(name, expected));
    int32_t facts = 0;
    for (int32_t i = 0; i < write->fact_count; i++) {
        const r3d_draw_number *fact = r3d_history_get_fact(history, write, i);
        if (strcmp(fact->name, "kind") == 0) {
            assert_int_equal(fact->value, pixel.kind);
            facts++;
        } else if (strcmp(fact->name, "line") == 0) {
            assert_int_equal(fact->value, pixel.line);
            facts++;
        } else if (strcmp(fact->name, "texel x") == 0) {
            /* Sprites with an opacity of their own lie elsewhere in the sheet of a recording. */
            if (pixel.kind != R3D_OUTLINE_BILLBOARD) {
                assert_int_equal(fact->value, pixel.texel_x);
            }
            facts++;
        }
    }
    assert_int_equal(facts, 1 + (pixel.line != R3D_OUTLINE_NO_LINE ? 1 : 0) +
                                (pixel.kind != R3D_OUTLINE_BACKDROP ? 1 : 0));
}

static void check_history(const random_map *m, r3d_script *script, int32_t x, int32_t y, rng *r)
{
    r3d_history_point points[POINTS];
    r3d_history_desc desc;
    r3d_history *history = NULL;
    r3d_error error;
    memset(points, 0, sizeof points);
    for (int i = 0; i < POINTS; i++) {
        points[i].x = rng_range(r, 0, WIDTH - 1);
        points[i].y = rng_range(r, 0, HEIGHT - 1);
    }
    r3d_history_desc_init(&desc);
    desc.points = points;
    desc.point_count = POINTS;
    desc.owner = true;
    if (r3d_history_create(script, &desc, &history, &error) != R3D_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    const uint32_t *owner = r3d_history_get_owner(history);
    for (size_t i = 0; i < POINTS; i++) {
        const int32_t px = points[i].x - x;
        const int32_t py = points[i].y - y;
        const bool is_drawn = px >= 0 && py >= 0 && px < m->width && py < m->height &&
                              points[i].x >= 7 && points[i].y >= 5 && points[i].x < WIDTH - 9 &&
                              points[i].y < HEIGHT - 11;
        const size_t count = r3d_history_write_count(history, i);
        assert_int_equal(count, is_drawn ? 1 : 0);
        if (is_drawn) {
            const uint32_t at = owner[points[i].y * WIDTH + points[i].x];
            const r3d_pixel_write *write = r3d_history_get_write(history, i, 0);
            assert_int_equal(r3d_history_owner_of(history, write), at);
            check_write(m, history, write, px, py, at);
        }
    }
    r3d_history_destroy(history);
}

static void frames_are_recorded_and_explained(void **state)
{
    (void)state;
    rng r = {20261201};
    for (int i = 0; i < 200; i++) {
        stage *s = stage_make();
        random_map m;
        random_map_make(&m, &r);
        const int32_t x = rng_range(&r, -40, 60);
        const int32_t y = rng_range(&r, -40, 60);
        r3d_script *script = record(s, &m, x, y);
        replay_equals(s, script);
        check_history(&m, script, x, y, &r);
        r3d_script_destroy(script);
        random_map_free(&m);
        free(s);
    }
}

/* What no file can say fails the recording, with the reason. */
static void what_no_file_can_say_is_told(void **state)
{
    (void)state;
    rng r = {5};
    for (int i = 0; i < 4; i++) {
        random_map m;
        r3d_outline_lines lines;
        char *text = NULL;
        size_t size = 0;
        r3d_error error;
        static const char *const reasons[] = {"drawn all at once", "without lines", "crease limit",
                                              "another light"};
        do {
            random_map_make(&m, &r);
            if (m.shadow == NULL) {
                random_map_free(&m);
            }
        } while (m.shadow == NULL);
        r3d_outline_lines_init(&lines);
        if (i == 0) {
            const r3d_outline_cell cell = {1, 1};
            assert_int_equal(r3d_outline_frame_begin(m.frame, m.map, 9, 9, 0, 0), R3D_OK);
            assert_int_equal(r3d_outline_frame_draw_cells(m.frame, &cell, 1), R3D_OK);
        } else if (i == 1) {
            m.paint.has_lines = false;
        } else if (i == 2) {
            lines.crease_limit = 17;
        } else {
            lines.shadow = m.shadow;
            m.paint.shadow = NULL;
        }
        assert_int_equal(r3d_outline_frame_mark_screen(m.frame, &lines), R3D_OK);
        assert_int_equal(
            r3d_isomap_encode(m.frame, &m.paint, "sheet.png", NULL, &text, &size, &error),
            R3D_ERR_FORMAT_UNSUPPORTED);
        assert_non_null(strstr(error.message, reasons[i]));
        assert_null(text);
        random_map_free(&m);
    }
}

/* ---- the command ---- */

static r3d_result run(const char *text, r3d_error *out_error, uint32_t *out_pixel)
{
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_result result = r3d_script_parse(text, strlen(text), GOLDEN_PATH, NULL, &script, out_error);
    if (result == R3D_OK) {
        assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
        result = r3d_replay_run(replay, script, out_error);
        if (result == R3D_OK) {
            *out_pixel = r3d_replay_get_surface(replay)->pixels[60 * 200 + 60];
        }
        r3d_replay_destroy(replay);
    }
    r3d_script_destroy(script);
    return result;
}

static void the_command_refuses_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *words;
    } cases[] = {
        {"outline 0 0 world.iso mode", "expected world or screen"},
        {"outline 0 0 world.iso mode both", "expected world or screen"},
        {"outline 0 0 world.iso time", "expected the time"},
        {"outline 0 0 world.iso time soon", "a whole number"},
        {"outline 0 0 world.iso light 5", "the light's y"},
        {"outline 0 0 world.iso light 20 20", "in a wall"},
        {"outline 0 0 world.iso shade 5", "expected mode, light or time"},
        {"outline 0 0 world.iso time 5 time 6", "given twice"},
        {"outline 0 0 ../outline_00.scene", "no sheet"},
        {"outline 0 0 missing.iso", "missing.iso"},
        {"outline 0 0 sheet.png", "sheet.png, line 1"},
        {"outline 0 0", "expected"},
        {"outline 0 x world.iso", "expected a decimal"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        uint32_t pixel = 0;
        r3d_error error;
        snprintf(text, sizeof text, "size 200 120\n%s\n", cases[i].line);
        assert_int_not_equal(run(text, &error, &pixel), R3D_OK);
        if (error.line != 2 || strstr(error.message, cases[i].words) == NULL) {
            fail_msg("%s: line %d: %s", cases[i].line, (int)error.line, error.message);
        }
    }
}

/* One name, two commands: a rectangle has a number where a map has a file. */
static void outline_is_a_rectangle_too(void **state)
{
    (void)state;
    uint32_t pixel = 0;
    r3d_error error;
    assert_int_equal(run("size 200 120\noutline 60 60 5 5 0x123456\n", &error, &pixel), R3D_OK);
    assert_int_equal(pixel & 0xFFFFFF, 0x123456);
    assert_int_equal(run("size 200 120\noutline 0 0 world.iso\n", &error, &pixel), R3D_OK);
    assert_int_not_equal(pixel & 0xFFFFFF, 0x123456);
    assert_int_not_equal(run("size 200 120\noutline 60 60 5 5\n", &error, &pixel), R3D_OK);
    assert_non_null(strstr(error.message, "4 fields, expected 5"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_recorded_and_explained),
        cmocka_unit_test(what_no_file_can_say_is_told),
        cmocka_unit_test(the_command_refuses_what_is_wrong),
        cmocka_unit_test(outline_is_a_rectangle_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
