/* SPDX-License-Identifier: MIT */
/* The data of reference scenes, which are formulas. Source: golden/affine/README.md. */

#include <string.h>

#include "arenas_internal.h"

enum { TILE = 8, TILES_ACROSS = 16, TILES = 256, SHEET = TILE * TILES_ACROSS, COLORS = 255 };

static int64_t floor_rest(int64_t n, int64_t d)
{
    const int64_t rest = n % d;
    return rest < 0 ? rest + d : rest;
}

static int64_t scene_texel(r3d_priv_scene_bitmap kind, int64_t u, int64_t v, int64_t w, int64_t h,
                           int64_t seed)
{
    const int64_t x = 2 * u + 1 - w;
    const int64_t y = 2 * v + 1 - h;
    switch (kind) {
    case R3D_PRIV_SCENE_NOISE:
        return 1 + floor_rest(31 * u + 17 * v + ((u * v) >> 2) + 29 * seed, COLORS);
    case R3D_PRIV_SCENE_BRICK:
        return v % 8 == 0 || (u + 4 * ((v >> 3) & 1)) % 16 == 0
                   ? 1
                   : 2 + floor_rest(5 * (u >> 4) + 3 * (v >> 3) + seed, 254);
    case R3D_PRIV_SCENE_DISC:
        return x * x * h * h + y * y * w * w > w * w * h * h ? 0
                                                             : 1 + floor_rest(u + v + seed, COLORS);
    case R3D_PRIV_SCENE_LETTER:
        return u < w / 4 || v < h / 5 || (2 * h / 5 <= v && v < 3 * h / 5 && u < 3 * w / 4)
                   ? 40 + seed
                   : 0;
    case R3D_PRIV_SCENE_SOLID:
        break;
    }
    return 1 + floor_rest(seed, COLORS);
}

static r3d_affine_picture indexed(const r3d_arena *arena, const uint8_t *indices, int palette,
                                  int32_t width, int32_t height)
{
    r3d_affine_picture picture;
    memset(&picture, 0, sizeof picture);
    picture.indices = indices;
    picture.palette = arena->palettes[palette];
    picture.width = picture.stride_px = width;
    picture.height = height;
    return picture;
}

r3d_affine_picture r3d_priv_scene_make_bitmap(r3d_arena *arena, r3d_priv_scene_bitmap kind,
                                              int32_t width, int32_t height, int32_t seed)
{
    uint8_t *indices = r3d_priv_arenas_keep(arena, (size_t)width * (size_t)height, 1);
    for (int32_t v = 0; v < height && indices != NULL; v++) {
        for (int32_t u = 0; u < width; u++) {
            indices[(size_t)v * (size_t)width + (size_t)u] =
                (uint8_t)scene_texel(kind, u, v, width, height, seed);
        }
    }
    return indexed(arena, indices, 1, width, height);
}

static int32_t tile_texel(int32_t t, int32_t x, int32_t y)
{
    if (t % TILES_ACROSS == 0) {
        return 0;
    }
    if (x == 0 || y == 0) {
        return 1 + 7 * t % COLORS;
    }
    return x < 4 && y < 3 ? 1 + (29 * t + 100) % COLORS : 20 + 50 * (t & 3);
}

r3d_affine_picture r3d_priv_scene_make_tiles(r3d_arena *arena)
{
    uint8_t *indices = r3d_priv_arenas_keep(arena, (size_t)SHEET * SHEET, 1);
    for (int32_t t = 0; t < TILES && indices != NULL; t++) {
        for (int32_t y = 0; y < TILE; y++) {
            for (int32_t x = 0; x < TILE; x++) {
                indices[(t / TILES_ACROSS * TILE + y) * SHEET + t % TILES_ACROSS * TILE + x] =
                    (uint8_t)tile_texel(t, x, y);
            }
        }
    }
    return indexed(arena, indices, 0, SHEET, SHEET);
}

bool r3d_priv_scene_is_shadow(int32_t frame, int32_t u, int32_t v)
{
    static const int32_t axes[3][2] = {{14, 6}, {11, 5}, {7, 3}};
    const int32_t x = 2 * u + 1 - R3D_AFFINE_SHADOW_WIDTH;
    const int32_t y = 2 * v + 1 - R3D_AFFINE_SHADOW_HEIGHT;
    const int32_t a = axes[frame][0];
    const int32_t b = axes[frame][1];
    return x * x * b * b + y * y * a * a <= 4 * a * a * b * b;
}

bool r3d_priv_scene_make_shadows(r3d_arena *arena)
{
    enum { WIDTH = R3D_AFFINE_SHADOW_WIDTH, HEIGHT = R3D_AFFINE_SHADOW_HEIGHT };
    for (int32_t i = 0; i < 3; i++) {
        uint8_t *indices = r3d_priv_arenas_keep(arena, (size_t)WIDTH * HEIGHT, 1);
        if (indices == NULL) {
            return false;
        }
        for (int32_t v = 0; v < HEIGHT; v++) {
            for (int32_t u = 0; u < WIDTH; u++) {
                indices[v * WIDTH + u] = r3d_priv_scene_is_shadow(i, u, v) ? COLORS : 0;
            }
        }
        arena->scene.shadows[i] = indexed(arena, indices, 1, WIDTH, HEIGHT);
    }
    return true;
}

static uint32_t scene_color(uint32_t i, uint32_t k)
{
    const uint32_t red = (7 * i + 3 + k) & 31;
    const uint32_t green = (11 * i + (i >> 3) + k) & 31;
    const uint32_t blue = (5 * i + 3 * (i >> 2) + k) & 31;
    return r3d_priv_arenas_hw_color(red << 19 | green << 11 | blue << 3);
}

void r3d_priv_scene_make_palettes(r3d_arena *arena)
{
    enum { OBJECT_SHIFT = 101 };
    for (uint32_t i = 0; i < 256; i++) {
        arena->palettes[0][i] = scene_color(i, 0);
        arena->palettes[1][i] = scene_color(i, OBJECT_SHIFT);
    }
}

/* Whether a cell's middle lies in a raised area. */
static bool is_raised_cell(const r3d_arena *arena, int32_t side, int32_t i, int32_t j)
{
    const int64_t x = 2 * (TILE * i + TILE / 2) - side;
    const int64_t y = side - 2 * (TILE * j + TILE / 2);
    const r3d_affine_box *boxes = arena->boxes.items;
    for (size_t b = 0; b < arena->boxes.count; b++) {
        if (boxes[b].x <= x && x < (int64_t)boxes[b].x + boxes[b].width && boxes[b].y <= y &&
            y < (int64_t)boxes[b].y + boxes[b].height) {
            return true;
        }
    }
    return false;
}

int16_t *r3d_priv_scene_make_map(r3d_arena *arena, int32_t side, int32_t seed, bool is_raised)
{
    const int32_t n = side / TILE;
    int16_t *cells = r3d_priv_arenas_keep(arena, (size_t)n * (size_t)n, sizeof *cells);
    for (int32_t j = 0; j < n && cells != NULL; j++) {
        for (int32_t i = 0; i < n; i++) {
            int16_t *cell = &cells[(size_t)j * (size_t)n + (size_t)i];
            if (!is_raised) {
                *cell = (int16_t)((3 * i + 5 * j + ((i * j) >> 2) + seed) & (TILES - 1));
            } else {
                *cell = is_raised_cell(arena, side, i, j)
                            ? (int16_t)(((i + 5 * j + seed) | 1) & (TILES - 1))
                            : (int16_t)-1;
            }
        }
    }
    return cells;
}
