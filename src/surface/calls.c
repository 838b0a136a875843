/* SPDX-License-Identifier: MIT */
/* The calls of this room: what listeners are told, and making one once more. */

#include <retro3d/surface_calls.h>

#include <retro3d/font.h>

static r3d_result repeat_clear(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_area_call *c = call->arguments;
    r3d_surface_clear(quiet, c->rgb);
    return R3D_OK;
}

static r3d_result repeat_erase(const r3d_draw_call *call, r3d_surface *quiet)
{
    (void)call;
    r3d_surface_erase(quiet);
    return R3D_OK;
}

static r3d_result repeat_restore(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_restore_call *c = call->arguments;
    r3d_surface_restore(quiet, c->pixels);
    return R3D_OK;
}

static r3d_result repeat_rect(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_area_call *c = call->arguments;
    r3d_draw_rect(quiet, c->x, c->y, c->width, c->height, c->rgb);
    return R3D_OK;
}

static r3d_result repeat_rect_alpha(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_area_call *c = call->arguments;
    r3d_draw_rect_alpha(quiet, c->x, c->y, c->width, c->height, c->rgb, c->weight);
    return R3D_OK;
}

static r3d_result repeat_outline(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_area_call *c = call->arguments;
    r3d_draw_outline(quiet, c->x, c->y, c->width, c->height, c->rgb);
    return R3D_OK;
}

static r3d_result repeat_outline_alpha(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_area_call *c = call->arguments;
    r3d_draw_outline_alpha(quiet, c->x, c->y, c->width, c->height, c->rgb, c->weight);
    return R3D_OK;
}

static r3d_result repeat_text(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_text_call *c = call->arguments;
    r3d_draw_text(quiet, c->x, c->y, c->text, c->rgb);
    return R3D_OK;
}

static r3d_result repeat_image8(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    r3d_draw_image8(quiet, c->image8, c->x, c->y);
    return R3D_OK;
}

static r3d_result repeat_image24(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    r3d_draw_image24(quiet, c->image24, c->x, c->y);
    return R3D_OK;
}

static r3d_result repeat_blit24(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    r3d_blit_image24(quiet, c->image24, c->x, c->y);
    return R3D_OK;
}

static r3d_result repeat_image24_alpha(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    r3d_draw_image24_alpha(quiet, c->image24, c->x, c->y, c->weight);
    return R3D_OK;
}

static r3d_result repeat_image24_masked(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    r3d_draw_image24_masked(quiet, c->image24, c->x, c->y, c->mask);
    return R3D_OK;
}

static r3d_result repeat_scaled(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    return r3d_draw_image24_scaled(quiet, c->image24, c->x, c->y, c->width, c->height);
}

static r3d_result repeat_rotated(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    return r3d_draw_image24_rotated(quiet, c->image24, c->rotation, c->rows, c->row_count);
}

static r3d_result repeat_rotated_masked(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_copy_call *c = call->arguments;
    return r3d_draw_image24_rotated_masked(quiet, c->image24, c->rotation);
}

/* No rectangles here: what goes wrong outside of them must not go unseen. */
#define CALL(symbol, name, writes, repeat)                                                         \
    const r3d_draw_call_type symbol = {(name), (writes), NULL, (repeat), NULL, NULL}

CALL(r3d_call_clear, "clear", R3D_DRAW_WRITES_PIXELS, repeat_clear);
CALL(r3d_call_erase, "erase", R3D_DRAW_WRITES_FRAME, repeat_erase);
CALL(r3d_call_restore, "whole frame", R3D_DRAW_WRITES_FRAME, repeat_restore);
CALL(r3d_call_rect, "rectangle", R3D_DRAW_WRITES_PIXELS, repeat_rect);
CALL(r3d_call_rect_alpha, "blended rectangle", R3D_DRAW_WRITES_PIXELS, repeat_rect_alpha);
CALL(r3d_call_hline, "row", R3D_DRAW_WRITES_PIXELS, repeat_rect);
CALL(r3d_call_hline_alpha, "blended row", R3D_DRAW_WRITES_PIXELS, repeat_rect_alpha);
CALL(r3d_call_vline, "column", R3D_DRAW_WRITES_PIXELS, repeat_rect);
CALL(r3d_call_vline_alpha, "blended column", R3D_DRAW_WRITES_PIXELS, repeat_rect_alpha);
CALL(r3d_call_outline, "outline", R3D_DRAW_WRITES_PARTS, repeat_outline);
CALL(r3d_call_outline_alpha, "blended outline", R3D_DRAW_WRITES_PARTS, repeat_outline_alpha);
CALL(r3d_call_text, "text", R3D_DRAW_WRITES_PARTS, repeat_text);
CALL(r3d_call_image8, "8-bit copy", R3D_DRAW_WRITES_PIXELS, repeat_image8);
CALL(r3d_call_image24, "copy", R3D_DRAW_WRITES_PIXELS, repeat_image24);
CALL(r3d_call_blit24, "blit", R3D_DRAW_WRITES_PIXELS, repeat_blit24);
CALL(r3d_call_image24_alpha, "blended copy", R3D_DRAW_WRITES_PIXELS, repeat_image24_alpha);
CALL(r3d_call_image24_masked, "masked copy", R3D_DRAW_WRITES_PIXELS, repeat_image24_masked);
CALL(r3d_call_image24_scaled, "scaled copy", R3D_DRAW_WRITES_PIXELS, repeat_scaled);
CALL(r3d_call_image24_rotated, "rotated copy", R3D_DRAW_WRITES_PIXELS, repeat_rotated);
CALL(r3d_call_image24_rotated_masked, "rotated copy", R3D_DRAW_WRITES_PIXELS,
     repeat_rotated_masked);
