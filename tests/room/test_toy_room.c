/* SPDX-License-Identifier: MIT */
/* The toy room is heard, recorded, replayed, explained and reduced; nothing but this folder knows it. */

#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <retro3d/history.h>
#include <retro3d/record.h>
#include <retro3d/surface_calls.h>

#include "reduce_script.h"
#include "toy_room.h"

enum { WIDTH = 64, HEIGHT = 48 };

static const r3d_script_room *const rooms[] = {&toy_room};
static uint32_t pixels[WIDTH * HEIGHT];
static char folder[] = "/tmp/retro3d-room-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[sizeof folder + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void make_surface(r3d_surface *surface)
{
    memset(pixels, 0, sizeof pixels);
    assert_int_equal(r3d_surface_init(surface, pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
}

static void draw_frame(r3d_surface *surface)
{
    const toy_board first = {3, 4, 8, 6, {0x102030, 0xF0E0D0}};
    const toy_board second = {30, 10, 4, 4, {0x00FF00, 0x0000FF}};
    r3d_surface_clear(surface, 0x808080);
    toy_draw_board(surface, &first);
    r3d_surface_set_clip(surface, 32, 0, WIDTH, 26);
    toy_draw_board(surface, &second);
}

static r3d_script *parse(const char *text)
{
    r3d_script *script = NULL;
    r3d_error error;
    r3d_script_load_options options;
    r3d_script_load_options_init(&options);
    options.rooms = rooms;
    options.room_count = 1;
    if (r3d_script_parse_with(text, strlen(text), "toy.r3d", &options, &script, &error) != R3D_OK) {
        fail_msg("%d: %s", (int)error.line, error.message);
    }
    return script;
}

/* ---- heard ---- */

typedef struct heard {
    int boards;
    int squares;
    int last_square;
    uint32_t *again; /* squares are repeated here */
} heard;

static void hear(const r3d_draw_call *call, void *user)
{
    heard *h = user;
    h->boards += call->type == &toy_board_call ? 1 : 0;
    if (call->type == &toy_square_call) {
        r3d_surface surface;
        h->squares++;
        h->last_square = (int)r3d_draw_origin_find(call->origin, "square")->id;
        assert_int_equal(r3d_surface_init(&surface, h->again, WIDTH, HEIGHT, WIDTH), R3D_OK);
        surface.clip = call->surface->clip;
        assert_int_equal(r3d_draw_call_repeat(call, &surface), R3D_OK);
    } else if (call->type == &r3d_call_clear) {
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            h->again[i] = call->surface->pixels[i];
        }
    } else {
        assert_int_equal(r3d_draw_call_repeat(call, call->surface), R3D_ERR_ARGUMENT);
    }
}

static void it_is_heard_and_repeated(void **state)
{
    (void)state;
    static uint32_t unheard[WIDTH * HEIGHT];
    static uint32_t again[WIDTH * HEIGHT];
    heard h = {0, 0, -1, again};
    const r3d_draw_listener listener = {NULL, hear, &h};
    r3d_surface surface;
    make_surface(&surface);
    draw_frame(&surface);
    memcpy(unheard, pixels, sizeof pixels);
    make_surface(&surface);
    r3d_surface_set_listener(&surface, &listener);
    draw_frame(&surface);
    assert_memory_equal(pixels, unheard, sizeof pixels);
    assert_memory_equal(again, unheard, sizeof again);
    assert_int_equal(h.boards, 2);
    assert_int_equal(h.squares, 8 * 6 + 4 * 4);
    assert_int_equal(h.last_square, 15);
    assert_null(surface.origin);
}

/* ---- recorded and replayed ---- */

static void it_is_recorded_and_replayed(void **state)
{
    (void)state;
    r3d_recorder *recorder = NULL;
    r3d_surface surface;
    r3d_error error;
    char path[128];
    snprintf(path, sizeof path, "%s/frame.r3d", folder);
    assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);

    /* Without its room a call cannot be written. */
    make_surface(&surface);
    assert_int_equal(r3d_recorder_attach(recorder, &surface), R3D_OK);
    draw_frame(&surface);
    r3d_recorder_detach(recorder, &surface);
    assert_int_equal(r3d_recorder_save(recorder, &surface, path, &error), R3D_ERR_STATE);
    assert_non_null(strstr(error.message, "no room can write a call \"board\""));

    assert_int_equal(r3d_recorder_set_rooms(recorder, rooms, 1), R3D_OK);
    make_surface(&surface);
    assert_int_equal(r3d_recorder_attach(recorder, &surface), R3D_OK);
    draw_frame(&surface);
    r3d_recorder_detach(recorder, &surface);
    if (r3d_recorder_save(recorder, &surface, path, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    r3d_recorder_destroy(recorder);

    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_script_load_options options;
    r3d_script_load_options_init(&options);
    assert_int_equal(r3d_script_load(path, NULL, &script, &error), R3D_ERR_FORMAT_SYNTAX);
    options.rooms = rooms;
    options.room_count = 1;
    assert_int_equal(r3d_script_load_with(path, &options, &script, &error), R3D_OK);
    assert_int_equal(r3d_script_command_count(script), 7);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_int_equal(r3d_replay_run(replay, script, &error), R3D_OK);
    assert_memory_equal(r3d_replay_get_surface(replay)->pixels, pixels, sizeof pixels);
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
}

/* ---- explained ---- */

static const char frame[] = "size 64 48\n"
                            "toy_inks 0x102030 0xF0E0D0\n"
                            "toy_board left 3 4 8 6\n"
                            "toy_inks 0x00FF00 0x0000FF\n"
                            "clip 32 0 64 26\n"
                            "toy_board right 30 10 4 4\n";

static void it_is_explained(void **state)
{
    (void)state;
    r3d_script *script = parse(frame);
    const r3d_history_point points[] = {{34, 12, true, 0x0000FF}, {31, 12, true, 0x00FF00}};
    r3d_history *history = NULL;
    r3d_history_desc desc;
    char text[2048];
    r3d_history_desc_init(&desc);
    desc.points = points;
    desc.point_count = 2;
    desc.owner = true;
    assert_int_equal(r3d_history_create(script, &desc, &history, NULL), R3D_OK);

    r3d_history_text(history, 0, text, sizeof text);
    assert_string_equal(
        text, "pixel (34,12): 2 writes, now 0x00FF00\n"
              "  #1  line 3 toy_board, left square 14, ink 1: undrawn -> 0xF0E0D0\n"
              "      square\n"
              "      colour 0xF0E0D0, square x 1, square y 3\n"
              "  #2  line 6 toy_board, right square 0, ink 0: 0xF0E0D0 -> 0x00FF00\n"
              "      square\n"
              "      colour 0x00FF00, square x 4, square y 2\n"
              "  expected 0x0000FF\n"
              "  why: ink: write #2 (line 6 toy_board, right square 0): the other ink has the "
              "expected colour\n");
    assert_int_equal(r3d_history_cause(history, 0), R3D_CAUSE_OF_ROOM);
    assert_string_equal(r3d_history_cause_name(history, 0), "ink");
    r3d_history_json(history, 0, text, sizeof text);
    assert_non_null(strstr(text, "\"call\":\"square\",\"board\":\"left\",\"square\":14,\"ink\":1,"
                                 "\"squareX\":1,\"squareY\":3,\"source\":\"f0e0d0\""));

    /* A write that the clip rectangle prevents: a cause that histories have a word for. */
    assert_int_equal(r3d_history_cause(history, 1), R3D_CAUSE_CLIP);
    r3d_history_text(history, 1, text, sizeof text);
    assert_non_null(strstr(text, "(line 6 toy_board, right square 0), would give it: the clip "
                                 "rectangle cuts it off here"));

    /* Owners: those of the left board, one for the board itself, those of the right one. */
    const uint32_t *owner = r3d_history_get_owner(history);
    const uint32_t left = owner[4 * WIDTH + 3];
    assert_int_equal(owner[5 * WIDTH + 8], left + 1);
    assert_int_equal(owner[12 * WIDTH + 34], left + 8 * 6 + 1);
    assert_int_equal(owner[0], 0);
    r3d_history_owner_name(history, owner[12 * WIDTH + 36], text, sizeof text);
    assert_string_equal(text, "line 6 toy_board, right square 1");
    assert_int_equal(r3d_history_owner_of(history, r3d_history_get_write(history, 0, 1)),
                     owner[12 * WIDTH + 34]);
    r3d_history_destroy(history);
    r3d_script_destroy(script);
}

/* ---- reduced ---- */

/* The pixel is wrong for the same reason. */
static bool shows_it(const char *text, size_t size, const char *path, void *user)
{
    r3d_script *script = NULL;
    r3d_history *history = NULL;
    r3d_history_desc desc;
    r3d_script_load_options options;
    const r3d_history_point point = {34, 12, true, 0x0000FF};
    (void)user;
    r3d_script_load_options_init(&options);
    options.rooms = rooms;
    options.room_count = 1;
    if (r3d_script_parse_with(text, size, path, &options, &script, NULL) != R3D_OK) {
        return false;
    }
    r3d_history_desc_init(&desc);
    desc.points = &point;
    desc.point_count = 1;
    bool holds = r3d_history_create(script, &desc, &history, NULL) == R3D_OK &&
                 strcmp(r3d_history_cause_name(history, 0), "ink") == 0;
    r3d_history_destroy(history);
    r3d_script_destroy(script);
    return holds;
}

static void it_is_reduced(void **state)
{
    (void)state;
    char path[128];
    r3d_error error;
    snprintf(path, sizeof path, "%s/whole.r3d", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(frame, 1, sizeof frame - 1, file), sizeof frame - 1);
    assert_int_equal(fclose(file), 0);
    reducer *r = reducer_open(path, &error);
    assert_non_null(r);
    reducer_set_rooms(r, rooms, 1);
    reducer_set_test(r, shows_it, NULL, NULL);
    assert_true(reducer_holds(r));
    reducer_cut_commands(r);
    reducer_cut_numbers(r);
    size_t size;
    const char *text = reducer_text(r, &size);
    assert_int_equal(reducer_command_count(r), 3);
    assert_non_null(strstr(text, "toy_inks 0 0x0000FF\ntoy_board right "));
    reducer_close(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_heard_and_repeated),
        cmocka_unit_test(it_is_recorded_and_replayed),
        cmocka_unit_test(it_is_explained),
        cmocka_unit_test(it_is_reduced),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
