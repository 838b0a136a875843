/* SPDX-License-Identifier: MIT */
/* Drawing one mesh: what test_draw.c and test_context.c share. */

#ifndef R3D_TESTS_DRAW_TEST_H
#define R3D_TESTS_DRAW_TEST_H

#include <stdlib.h>
#include <string.h>

#include "support.h"

static recorder seen;

/* The model 600 units in front of the eye, not turned. */
static const r3d_icon_view front_view = {0, 0, 0, 0, {0, 0, 600}};

static r3d_draw_report draw_front(r3d_draw_context *context, const canvas *c, const r3d_mesh *mesh,
                                  r3d_result expected)
{
    r3d_draw_report report;
    recorder_attach(&seen, context);
    assert_int_equal(r3d_draw_model(context, &c->raster, mesh, &front_view, &report), expected);
    assert_int_equal(report.faces_drawn, seen.count);
    return report;
}

static uint32_t texel_memory[R3D_TEXELS_LOW_COUNT];

static r3d_texels plain_texture(void)
{
    for (size_t i = 0; i < TEST_COUNT(texel_memory); i++) {
        texel_memory[i] = (uint32_t)(0x102030 + i % 64 * 0x20101) & 0xF8F8FF;
    }
    const r3d_texels texels = {texel_memory, R3D_DETAIL_LOW, false};
    return texels;
}

#endif
