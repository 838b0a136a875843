/* SPDX-License-Identifier: MIT */
/* See bench_pairs.h. */

#include "pairs.h"

#include <retro3d/png.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "work.h"
#include "../common/commands.h"
#include "../common/options.h"

enum { SQUARE = 10, PATH_SIZE = 4096 };

const char *bench_change_name(bench_change change)
{
    static const char *const names[R3D_BENCH_CHANGE_COUNT] = {"identical", "one-pixel",
                                                              "one-percent", "all"};
    return names[change];
}

/* Bricks with a little grain: the texels of the fills' benchmark are noise, which no PNG compresses. */
static void make_bricks(bench_assets *assets)
{
    for (int32_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        int32_t x = i & 127;
        int32_t y = i >> 7 & 127;
        bool joint = y % 16 == 0 || (x + y / 16 % 2 * 16) % 32 == 0;
        uint32_t grain = ((uint32_t)(i >> 1) * 2654435761u >> 27) / 28 * 8;
        uint32_t shade = (uint32_t)(i >> 14) * 0x0c0606u;
        uint32_t texel = (joint ? 0xa09888u : 0x903828u + grain * 0x010100u) - shade;
        bool hole = assets->texels[1][i] == 0;
        assets->texels[0][i] = texel;
        assets->texels[1][i] = hole ? 0 : texel;
    }
}

static void draw_class(const bench_class *class, const bench_assets *assets,
                       const r3d_surface *surface, bench_triangle *triangles, int32_t area,
                       int32_t tile)
{
    /* Each class fills tiles of its own, so that the picture of any size has the same mixture. */
    for (int32_t y = 0; y + tile <= surface->height; y += tile) {
        for (int32_t x = 0; x + tile <= surface->width; x += tile) {
            r3d_surface part;
            r3d_raster raster;
            int32_t count = (int32_t)((int64_t)tile * tile / (4 * (int64_t)area)) + 1;
            (void)r3d_surface_init(&part,
                                   surface->pixels + (size_t)y * (size_t)surface->stride_px + x,
                                   tile, tile, surface->stride_px);
            (void)r3d_raster_init(&raster, &part, &assets->palette);
            bench_begin_class(class, &raster);
            if (bench_make_triangles(triangles, count, area, tile, tile) >= 0) {
                bench_draw(class, assets, &raster, triangles, count);
            }
        }
    }
}

uint32_t *bench_draw_picture(int32_t width, int32_t height)
{
    static const int32_t areas[] = {50000, 10000, 1000, 100};
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    bench_assets *assets = malloc(sizeof *assets);
    bench_triangle *triangles = malloc(20000 * sizeof *triangles);
    r3d_surface surface;
    if (pixels == NULL || assets == NULL || triangles == NULL ||
        r3d_surface_init(&surface, pixels, width, height, width) != R3D_OK) {
        free(pixels);
        pixels = NULL;
    } else {
        bench_make_assets(assets);
        make_bricks(assets);
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                pixels[(size_t)y * (size_t)width + (size_t)x] =
                    (uint32_t)(x * 255 / width) << 16 | (uint32_t)(y * 255 / height) << 8 | 0x60u;
            }
        }
        for (int i = 0; i < (int)(sizeof areas / sizeof areas[0]); i++) {
            for (int k = 0; k < bench_class_count; k++) {
                draw_class(&bench_classes[k], assets, &surface, triangles, areas[i],
                           480 - 20 * k - 40 * i);
            }
        }
    }
    free(assets);
    free(triangles);
    return pixels;
}

void bench_change_picture(bench_change change, int32_t width, int32_t height,
                          const uint32_t *pixels, uint32_t *out_pixels)
{
    size_t count = (size_t)width * (size_t)height;
    memcpy(out_pixels, pixels, count * sizeof *pixels);
    if (change == R3D_BENCH_ONE_PIXEL) {
        out_pixels[(size_t)(height / 3) * (size_t)width + (size_t)(width / 3)] ^= 0x000040u;
    } else if (change == R3D_BENCH_ONE_PERCENT) {
        /* One square in each field of 100 x 100. */
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                if (x % 100 / SQUARE == y / 100 % 10 && y % 100 / SQUARE == x / 100 % 10) {
                    out_pixels[(size_t)y * (size_t)width + (size_t)x] ^= 0x001020u;
                }
            }
        }
    } else if (change == R3D_BENCH_ALL) {
        for (size_t i = 0; i < count; i++) {
            out_pixels[i] ^= 0x010204u;
        }
    }
}

static bool write_picture(const char *folder, int32_t width, int32_t height, const char *name,
                          const uint32_t *pixels, r3d_png_effort effort)
{
    char path[PATH_SIZE];
    r3d_error error;
    r3d_picture_view view = {.pixels = pixels,
                             .width = width,
                             .height = height,
                             .stride_bytes = (ptrdiff_t)width * 4,
                             .layout = R3D_LAYOUT_XRGB32};
    snprintf(path, sizeof path, "%s/%ldx%ld-%s.png", folder, (long)width, (long)height, name);
    if (r3d_png_save(path, &view, effort, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    return true;
}

bool bench_write_pairs(const char *folder, int32_t width, int32_t height)
{
    uint32_t *expected = bench_draw_picture(width, height);
    uint32_t *actual = malloc((size_t)width * (size_t)height * sizeof *actual);
    bool ok = expected != NULL && actual != NULL;
    if (!ok) {
        fprintf(stderr, "retro3d bench: out of memory\n");
    } else {
        ok = write_picture(folder, width, height, "expected", expected, R3D_PNG_SMALL);
        for (int i = 0; i < R3D_BENCH_CHANGE_COUNT && ok; i++) {
            bench_change_picture((bench_change)i, width, height, expected, actual);
            ok = write_picture(folder, width, height, bench_change_name((bench_change)i), actual,
                               R3D_PNG_FAST);
        }
    }
    free(expected);
    free(actual);
    return ok;
}
