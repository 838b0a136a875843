/* SPDX-License-Identifier: MIT */
// Fuzz target of the fills: any corners, any values, any clip rectangle and band, drawn by every
// instruction set of this machine on surfaces between guard pages. All must draw what the scalar one
// draws. An input is a head of HEAD_SIZE bytes and records of RECORD_SIZE bytes, one a triangle.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/raster.h>

#include "../support/guard.h"

enum { HEAD_SIZE = 8, RECORD_SIZE = 84, TRIANGLES_MAX = 24, TEXELS = R3D_TEXELS_HIGH_COUNT };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static r3d_palette palette;
static uint32_t texel_memory[2][TEXELS];

static void make_assets(void)
{
    uint32_t state = 1;
    for (size_t i = 0; i < R3D_PALETTE_COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        palette.rgb[i] = state >> 8;
    }
    for (size_t i = 0; i < TEXELS; i++) {
        state = state * 1664525u + 1013904223u;
        texel_memory[0][i] = state >> 8 & 0xF8F8FFu;
        texel_memory[1][i] = state >> 30 == 0 ? 0 : texel_memory[0][i];
    }
}

static int32_t read_i32(const uint8_t *bytes)
{
    return (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                     (uint32_t)bytes[3] << 24);
}

// Corners of 32 bits that a fuzzer writes lie nowhere near the surface. Most are brought there; `wide`
// ones stay what they are.
static int32_t corner(const uint8_t *bytes, int32_t size, bool wide)
{
    int32_t value = read_i32(bytes);
    return wide ? value : value % (2 * size + 5) - size / 2;
}

typedef struct canvas {
    int32_t width, height, stride;
    size_t bytes;
    guarded memory;
    r3d_surface surface;
    r3d_raster raster;
} canvas;

static void open_canvas(canvas *c, r3d_isa isa, const uint8_t *head)
{
    c->width = head[0] % 80 + 1;
    c->height = head[1] % 70 + 1;
    c->stride = c->width + head[2] % 9;
    c->bytes = ((size_t)(c->height - 1) * (size_t)c->stride + (size_t)c->width) * 4;
    c->memory = guarded_alloc(c->bytes, head[3] % 2 == 0 ? GUARD_BEFORE : GUARD_AFTER);
    uint32_t *pixels = c->memory.memory;
    for (size_t i = 0; i < c->bytes / 4; i++) {
        pixels[i] = (uint32_t)i * 2654435761u;
    }
    if (r3d_surface_init(&c->surface, pixels, c->width, c->height, c->stride) != R3D_OK ||
        r3d_raster_init(&c->raster, &c->surface, &palette) != R3D_OK ||
        r3d_raster_set_isa(&c->raster, isa) != R3D_OK) {
        abort();
    }
    c->raster.center_x = c->width / 2 + (int8_t)head[4];
    c->raster.center_y = c->height / 2 + (int8_t)head[5];
}

static void draw(canvas *c, const uint8_t *record)
{
    uint8_t kind = record[0];
    uint8_t flags = record[1];
    r3d_raster *raster = &c->raster;
    int32_t x[3];
    int32_t y[3];
    int32_t value[3];
    for (int k = 0; k < 3; k++) {
        bool wide = (flags >> (k + 4) & 1) != 0;
        x[k] = corner(record + 8 + 4 * k, c->width, wide);
        y[k] = corner(record + 20 + 4 * k, c->height, wide);
        value[k] = read_i32(record + 32 + 4 * k);
        value[k] = (flags & 128) != 0 ? value[k] : value[k] & (kind % 3 == 2 ? 127 : 65535);
    }
    raster->side_clip = (flags & 1) != 0;
    raster->smooth = (flags & 2) != 0;
    raster->translucency = record[2];
    r3d_surface_reset_clip(&c->surface);
    if ((flags & 4) != 0) {
        r3d_surface_set_clip(&c->surface, (int8_t)record[3], (int8_t)record[4], (int8_t)record[5],
                             (int8_t)record[6]);
    }
    raster->band_top = (flags & 8) != 0 ? (int8_t)record[7] : 0;
    raster->band_bottom = (flags & 8) != 0 ? raster->band_top + 17 : INT32_MAX;
    if (kind % 3 == 0) {
        r3d_fill_flat(raster, x, y, (uint32_t)value[0]);
    } else if (kind % 3 == 1) {
        r3d_fill_gouraud(raster, x, y, value);
    } else {
        int32_t p[9];
        for (int k = 0; k < 9; k++) {
            p[k] = read_i32(record + 48 + 4 * k);
            p[k] = (kind & 64) != 0 ? p[k] : p[k] % 3000;
        }
        r3d_texture_plane plane = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}};
        bool masked = (kind & 128) != 0;
        r3d_texels texels = {texel_memory[masked],
                             (kind & 32) != 0 ? R3D_DETAIL_LOW : R3D_DETAIL_HIGH, masked};
        r3d_fill_textured(raster, x, y, value, &plane, &texels);
    }
}

static void draw_all(canvas *c, r3d_isa isa, const uint8_t *data, size_t size)
{
    open_canvas(c, isa, data);
    size_t count = (size - HEAD_SIZE) / RECORD_SIZE;
    for (size_t i = 0; i < count && i < TRIANGLES_MAX; i++) {
        draw(c, data + HEAD_SIZE + i * RECORD_SIZE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (palette.rgb[1] == 0) {
        make_assets();
    }
    if (size < HEAD_SIZE + RECORD_SIZE) {
        return 0;
    }
    canvas expected;
    draw_all(&expected, R3D_ISA_SCALAR, data, size);
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        if (!r3d_isa_available((r3d_isa)isa)) {
            continue;
        }
        canvas actual;
        draw_all(&actual, (r3d_isa)isa, data, size);
        if (memcmp(expected.memory.memory, actual.memory.memory, expected.bytes) != 0) {
            (void)fprintf(stderr, "%s differs from scalar\n", r3d_isa_name((r3d_isa)isa));
            abort();
        }
        guarded_free(&actual.memory);
    }
    guarded_free(&expected.memory);
    return 0;
}
