/* SPDX-License-Identifier: MIT */
/* A room that the library does not know: boards of squares in two inks. */

#ifndef R3D_TESTS_TOY_ROOM_H
#define R3D_TESTS_TOY_ROOM_H

#include <retro3d/script_room.h>

typedef struct toy_board {
    int32_t x;
    int32_t y;
    int32_t columns;
    int32_t rows;
    uint32_t inks[2];
} toy_board;

enum { TOY_SQUARE = 5 /* pixels */ };

void toy_draw_board(r3d_surface *surface, const toy_board *board);

extern const r3d_draw_call_type toy_board_call;
extern const r3d_draw_call_type toy_square_call;
extern const r3d_script_room toy_room;

#endif
