/* SPDX-License-Identifier: MIT */
/* Telling listeners of 2D calls, and making such a call once more. */

#include <retro3d/listen.h>

#include <string.h>

#include "surface_internal.h"

r3d_draw_call r3d_priv_call(r3d_draw_call_kind kind, r3d_surface *surface, int32_t x, int32_t y,
                            int32_t width, int32_t height)
{
    r3d_draw_call call;
    memset(&call, 0, sizeof call);
    call.kind = kind;
    call.surface = surface;
    call.x = x;
    call.y = y;
    call.width = width;
    call.height = height;
    return call;
}

void r3d_priv_tell_before(const r3d_draw_call *call)
{
    const r3d_draw_listener *listener = call->surface->listener;
    if (listener != NULL && listener->before != NULL) {
        listener->before(call, listener->user);
    }
}

void r3d_priv_tell_after(const r3d_draw_call *call)
{
    const r3d_draw_listener *listener = call->surface->listener;
    if (listener != NULL && listener->after != NULL) {
        listener->after(call, listener->user);
    }
}

r3d_result r3d_priv_tell(const r3d_draw_call *call)
{
    r3d_surface quiet = *call->surface;
    quiet.listener = NULL;
    r3d_priv_tell_before(call);
    r3d_result result = r3d_priv_repeat_2d(call, &quiet);
    r3d_priv_tell_after(call);
    return result;
}

/* The calls that fill areas. */
static void repeat_fill(const r3d_draw_call *c, r3d_surface *quiet)
{
    switch (c->kind) {
    case R3D_CALL_CLEAR:
        r3d_surface_clear(quiet, c->rgb);
        break;
    case R3D_CALL_ERASE:
        r3d_surface_erase(quiet);
        break;
    case R3D_CALL_RESTORE:
        r3d_surface_restore(quiet, c->pixels);
        break;
    case R3D_CALL_RECT:
    case R3D_CALL_HLINE:
    case R3D_CALL_VLINE:
        r3d_draw_rect(quiet, c->x, c->y, c->width, c->height, c->rgb);
        break;
    default:
        r3d_draw_rect_alpha(quiet, c->x, c->y, c->width, c->height, c->rgb, c->weight);
        break;
    }
}

r3d_result r3d_priv_repeat_2d(const r3d_draw_call *c, r3d_surface *quiet)
{
    if (c->kind <= R3D_CALL_VLINE_ALPHA) {
        repeat_fill(c, quiet);
        return R3D_OK;
    }
    switch (c->kind) {
    case R3D_CALL_IMAGE8:
        r3d_draw_image8(quiet, c->image8, c->x, c->y);
        return R3D_OK;
    case R3D_CALL_IMAGE24:
        r3d_draw_image24(quiet, c->image24, c->x, c->y);
        return R3D_OK;
    case R3D_CALL_BLIT24:
        r3d_blit_image24(quiet, c->image24, c->x, c->y);
        return R3D_OK;
    case R3D_CALL_IMAGE24_ALPHA:
        r3d_draw_image24_alpha(quiet, c->image24, c->x, c->y, c->weight);
        return R3D_OK;
    case R3D_CALL_IMAGE24_MASKED:
        r3d_draw_image24_masked(quiet, c->image24, c->x, c->y, c->mask);
        return R3D_OK;
    case R3D_CALL_IMAGE24_SCALED:
        return r3d_draw_image24_scaled(quiet, c->image24, c->x, c->y, c->width, c->height);
    case R3D_CALL_IMAGE24_ROTATED:
        return r3d_draw_image24_rotated(quiet, c->image24, c->rotation, c->rows, c->row_count);
    case R3D_CALL_IMAGE24_ROTATED_MASKED:
        return r3d_draw_image24_rotated_masked(quiet, c->image24, c->rotation);
    default:
        return R3D_ERR_ARGUMENT;
    }
}

void r3d_surface_set_listener(r3d_surface *surface, const r3d_draw_listener *listener)
{
    if (surface != NULL) {
        surface->listener = listener;
    }
}
