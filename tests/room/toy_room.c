/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "toy_room.h"

/* ---- drawing ---- */

typedef struct square {
    const toy_board *board;
    int32_t column;
    int32_t row;
} square;

static r3d_rect place_of(const square *s)
{
    const int32_t left = s->board->x + s->column * TOY_SQUARE;
    const int32_t top = s->board->y + s->row * TOY_SQUARE;
    const r3d_rect place = {left, top, left + TOY_SQUARE, top + TOY_SQUARE};
    return place;
}

static uint32_t ink_of(const square *s)
{
    return s->board->inks[(s->column + s->row) & 1];
}

static void draw_square(r3d_surface *surface, const square *s)
{
    if (surface->listener != NULL) {
        (void)r3d_draw_tell(&toy_square_call, surface, s);
        return;
    }
    const r3d_rect place = place_of(s);
    r3d_draw_rect(surface, place.left, place.top, TOY_SQUARE, TOY_SQUARE, ink_of(s));
}

void toy_draw_board(r3d_surface *surface, const toy_board *board)
{
    r3d_draw_tell_before(&toy_board_call, surface, board);
    for (int32_t i = 0; i < board->columns * board->rows; i++) {
        const square s = {board, i % board->columns, i / board->columns};
        r3d_draw_origin origin = {NULL, "square", NULL, i, 1, {{"ink", (s.column + s.row) & 1}}};
        r3d_draw_push(surface, &origin);
        draw_square(surface, &s);
        r3d_draw_pop(surface);
    }
    r3d_draw_tell_after(&toy_board_call, surface, board);
}

/* ---- calls ---- */

static void touch(const r3d_draw_call *call, r3d_rect *out_rect)
{
    *out_rect = place_of(call->arguments);
}

static r3d_result repeat(const r3d_draw_call *call, r3d_surface *quiet)
{
    draw_square(quiet, call->arguments);
    return R3D_OK;
}

static void explain(const r3d_draw_call *call, const r3d_draw_pixel *pixel,
                    const r3d_draw_explainer *to)
{
    const square *s = call->arguments;
    const r3d_rect place = place_of(s);
    if (pixel->is_written) {
        to->fact("square x", pixel->x - place.left, to->user);
        to->fact("square y", pixel->y - place.top, to->user);
        to->variant("ink", s->board->inks[(s->column + s->row + 1) & 1], 1,
                    "the other ink has the expected colour", to->user);
    } else if (pixel->x >= place.left && pixel->x < place.right && pixel->y >= place.top &&
               pixel->y < place.bottom) {
        to->variant("clip", ink_of(s), 0, "the clip rectangle cuts it off here", to->user);
    }
}

static int32_t owners(const r3d_draw_call *call,
                      r3d_draw_owners out_owners[R3D_DRAW_OWNER_KINDS_MAX])
{
    const toy_board *board = call->arguments;
    const r3d_draw_owners squares = {"square", board->columns * board->rows};
    out_owners[0] = squares;
    return 1;
}

const r3d_draw_call_type toy_board_call = {"board", R3D_DRAW_WRITES_PARTS, NULL, NULL, NULL,
                                           owners};
const r3d_draw_call_type toy_square_call = {
    "square", R3D_DRAW_WRITES_PIXELS, touch, repeat, explain, NULL};

/* ---- commands ---- */

typedef struct inks {
    uint32_t rgb[2];
} inks;

static r3d_result run_inks(r3d_replay *replay, const r3d_script_args *args)
{
    const inks given = {{(uint32_t)args->values[0].i, (uint32_t)args->values[1].i}};
    *(inks *)r3d_replay_get_room_state(replay, &toy_room) = given;
    return R3D_OK;
}

static r3d_result run_board(r3d_replay *replay, const r3d_script_args *args)
{
    const inks *known = r3d_replay_get_room_state(replay, &toy_room);
    const r3d_script_value *v = args->values + 1;
    const toy_board board = {v[0].i, v[1].i, v[2].i, v[3].i, {known->rgb[0], known->rgb[1]}};
    r3d_draw_origin origin = {NULL, "board", r3d_script_word(args, 0), -1, 0, {{NULL, 0}}};
    r3d_draw_push(r3d_replay_get_target(replay), &origin);
    toy_draw_board(r3d_replay_get_target(replay), &board);
    r3d_draw_pop(r3d_replay_get_target(replay));
    return R3D_OK;
}

#define COMMAND(name, run, phase, flags) (name), (run), (phase), (flags), 0, 0

static const r3d_script_command commands[] = {
    {COMMAND("toy_inks", run_inks, R3D_SCRIPT_ANY_TIME, R3D_SCRIPT_PREPARES),
     {R3D_SCRIPT_RGB, R3D_SCRIPT_RGB}},
    {COMMAND("toy_board", run_board, R3D_SCRIPT_AFTER_SIZE, 0),
     {R3D_SCRIPT_WORD("B"), R3D_SCRIPT_INT("X", -999, 999), R3D_SCRIPT_INT("Y", -999, 999),
      R3D_SCRIPT_INT("COLUMNS", 0, 99), R3D_SCRIPT_INT("ROWS", 0, 99)}},
};

static void write_board(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const toy_board *b = call->arguments;
    inks *known = r3d_script_writer_get_state(writer, &toy_room);
    r3d_script_write_clip(writer, call->surface);
    if (known != NULL && memcmp(known->rgb, b->inks, sizeof b->inks) != 0) {
        memcpy(known->rgb, b->inks, sizeof b->inks);
        r3d_script_write(writer, "toy_inks 0x%06lx 0x%06lx\n", (unsigned long)b->inks[0],
                         (unsigned long)b->inks[1]);
    }
    r3d_script_write(writer, "toy_board b %ld %ld %ld %ld\n", (long)b->x, (long)b->y,
                     (long)b->columns, (long)b->rows);
}

static const r3d_script_call calls[] = {{&toy_board_call, write_board, NULL}};

const r3d_script_room toy_room = {
    "toy", commands, 2, calls, 1, {sizeof(inks), NULL}, {sizeof(inks), NULL}};
