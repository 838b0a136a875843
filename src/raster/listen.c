/* SPDX-License-Identifier: MIT */
/* Fills of surfaces that somebody listens to: a table of fills of their own, so that all others pay
 * nothing. A table for each instruction set says which fills draw. */

#include <retro3d/listen.h>

#include "kernels.h"

#include "../surface/surface_internal.h"

static r3d_draw_call fill_call(r3d_draw_call_kind kind, const r3d_raster *raster,
                               const int32_t x[3], const int32_t y[3])
{
    r3d_draw_call call = r3d_priv_call(kind, raster->surface, 0, 0, 0, 0);
    call.raster = raster;
    for (int i = 0; i < 3; i++) {
        call.corner_x[i] = x[i];
        call.corner_y[i] = y[i];
    }
    return call;
}

static void set_values(r3d_draw_call *call, const int32_t value[3])
{
    for (int i = 0; i < 3; i++) {
        call->value[i] = value[i];
    }
}

static void fill(const r3d_draw_call *c, const r3d_raster *raster)
{
    const r3d_kernels *kernels = r3d_priv_kernels(r3d_raster_isa(raster));
    switch (c->kind) {
    case R3D_CALL_FLAT:
        kernels->flat(raster, c->corner_x, c->corner_y, c->rgb);
        break;
    case R3D_CALL_GOURAUD:
        kernels->gouraud(raster, c->corner_x, c->corner_y, c->value);
        break;
    default:
        kernels->textured(raster, c->corner_x, c->corner_y, c->value, c->plane, c->texels);
        break;
    }
}

static void tell(const r3d_draw_call *call)
{
    r3d_priv_tell_before(call);
    fill(call, call->raster);
    r3d_priv_tell_after(call);
}

static void tell_flat(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                      uint32_t rgb)
{
    r3d_draw_call call = fill_call(R3D_CALL_FLAT, raster, x, y);
    call.rgb = rgb;
    tell(&call);
}

static void tell_gouraud(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                         const int32_t hsl16[3])
{
    r3d_draw_call call = fill_call(R3D_CALL_GOURAUD, raster, x, y);
    set_values(&call, hsl16);
    tell(&call);
}

static void tell_textured(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                          const int32_t shade[3], const r3d_texture_plane *plane,
                          const r3d_texels *texels)
{
    r3d_draw_call call = fill_call(R3D_CALL_TEXTURED, raster, x, y);
    set_values(&call, shade);
    call.plane = plane;
    call.texels = texels;
    tell(&call);
}

#define TELLING(isa)                                                                               \
    {                                                                                              \
        (isa), tell_flat, tell_gouraud, tell_textured, NULL, NULL                                  \
    }

/* By r3d_isa; the first stands for none. */
static const r3d_kernels telling[R3D_ISA_COUNT] = {
    TELLING(R3D_ISA_SCALAR), TELLING(R3D_ISA_SCALAR), TELLING(R3D_ISA_SSE2),
    TELLING(R3D_ISA_AVX2),   TELLING(R3D_ISA_AVX512), TELLING(R3D_ISA_NEON),
};

const r3d_kernels *r3d_priv_kernels_of(const r3d_surface *surface, r3d_isa isa)
{
    const r3d_kernels *kernels = r3d_priv_kernels(isa);
    return surface->listener == NULL || kernels == NULL ? kernels : &telling[kernels->isa];
}

bool r3d_priv_kernels_tell(const r3d_kernels *kernels)
{
    return kernels != NULL && kernels->flat == tell_flat;
}

r3d_result r3d_draw_call_repeat(const r3d_draw_call *call, r3d_surface *target)
{
    if (call == NULL || target == NULL || target->pixels == NULL ||
        call->kind > R3D_CALL_TEXTURED || (call->kind >= R3D_CALL_FLAT && call->raster == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    if (call->kind < R3D_CALL_FLAT) {
        r3d_surface quiet = *target;
        quiet.listener = NULL;
        return r3d_priv_repeat_2d(call, &quiet);
    }
    r3d_raster raster = *call->raster;
    raster.surface = target;
    fill(call, &raster);
    return R3D_OK;
}
