/* SPDX-License-Identifier: MIT */
#include "foreign.h"

#include <stdbool.h>
#include <string.h>

#include "scenes.h"

enum { W = FOREIGN_WIDTH, H = FOREIGN_HEIGHT };

static int below(uint32_t *seed, int limit)
{
    return (int)(scene_random(seed) % (uint32_t)limit);
}

static uint32_t color(uint32_t *seed)
{
    return 0xff000000u | (scene_random(seed) & 0xffffffu);
}

static void fill(uint32_t *pixels, int x0, int y0, int width, int height, uint32_t argb)
{
    for (int y = y0 < 0 ? 0 : y0; y < y0 + height && y < H; y++) {
        for (int x = x0 < 0 ? 0 : x0; x < x0 + width && x < W; x++) {
            pixels[y * W + x] = argb;
        }
    }
}

static void disc(uint32_t *pixels, int cx, int cy, int radius, uint32_t argb)
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= radius * radius) {
                pixels[y * W + x] = argb;
            }
        }
    }
}

/* ---- kinds of pictures ---- */

static void draw_photograph(uint32_t *seed, uint32_t *pixels)
{
    uint32_t r = scene_random(seed);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            uint32_t grain = scene_random(seed) & 0x0f0f0fu;
            uint32_t red = (uint32_t)(x * 2 + (int)(r & 63u));
            uint32_t green = (uint32_t)(y * 2 + (int)(r >> 8 & 63u));
            uint32_t blue = (uint32_t)((x + y) + (int)(r >> 16 & 63u));
            pixels[y * W + x] = 0xff000000u | ((red << 16 | green << 8 | blue) + grain);
        }
    }
}

static void draw_gradient(uint32_t *seed, uint32_t *pixels)
{
    int from = below(seed, 60);
    for (int i = 0; i < W * H; i++) {
        int x = i % W;
        int y = i / W;
        uint32_t v = (uint32_t)(from + x * 2);
        uint32_t u = (uint32_t)(from + y + x);
        pixels[i] = 0xff000000u | v << 16 | u << 8 | (uint32_t)(200 - y * 2);
    }
}

static void draw_interface(uint32_t *seed, uint32_t *pixels)
{
    fill(pixels, 0, 0, W, H, 0xffeeeeeeu);
    fill(pixels, 0, 0, W, 9, color(seed));
    for (int i = 0; i < 6; i++) {
        int x = below(seed, W - 12);
        int y = 10 + below(seed, H - 20);
        fill(pixels, x, y, 8 + below(seed, 20), 5, 0xff444444u);
        fill(pixels, x + 1, y + 1, 5, 3, color(seed));
    }
}

static void draw_sprites(uint32_t *seed, uint32_t *pixels)
{
    fill(pixels, 0, 0, W, H, 0xff000000u);
    for (int i = 0; i < 5; i++) {
        int x = 8 + below(seed, W - 16);
        int y = 8 + below(seed, H - 16);
        disc(pixels, x, y, 3 + below(seed, 5), color(seed));
        disc(pixels, x + 1, y - 1, 2, color(seed));
    }
}

static void draw_tiles(uint32_t *seed, uint32_t *pixels)
{
    uint32_t colors[4];
    for (int i = 0; i < 4; i++) {
        colors[i] = color(seed);
    }
    for (int i = 0; i < W * H; i++) {
        int x = i % W;
        int y = i / W;
        pixels[i] = colors[((x / 8) + (y / 8) * 3) & 3];
        if (x % 8 == 0 || y % 8 == 0) {
            pixels[i] = 0xff202020u;
        }
    }
}

static void draw_lines(uint32_t *seed, uint32_t *pixels)
{
    fill(pixels, 0, 0, W, H, 0xffffffffu);
    for (int i = 0; i < 9; i++) {
        int x = below(seed, W);
        int y = below(seed, H);
        int dx = below(seed, 5) - 2;
        int dy = below(seed, 5) - 2;
        uint32_t ink = i % 3 == 0 ? 0xff0000c0u : 0xff101010u;
        for (int k = 0; k < 40; k++) {
            int px = x + dx * k / 2;
            int py = y + dy * k / 2;
            if (px >= 0 && py >= 0 && px < W && py < H) {
                pixels[py * W + px] = ink;
            }
        }
    }
}

static void draw_letters(uint32_t *seed, uint32_t *pixels)
{
    fill(pixels, 0, 0, W, H, 0xff000000u);
    for (int row = 4; row + 8 < H; row += 10) {
        for (int column = 4; column + 6 < W; column += 7) {
            uint32_t glyph = scene_random(seed);
            for (int i = 0; i < 32; i++) {
                if (glyph >> i & 1u) {
                    pixels[(row + i / 5) * W + column + i % 5] = 0xffffffffu;
                }
            }
        }
    }
}

static void draw_clouds(uint32_t *seed, uint32_t *pixels)
{
    draw_photograph(seed, pixels);
    for (int i = 0; i < W * H; i++) {
        pixels[i] = (pixels[i] & 0xffffffu) | (uint32_t)(40 + (i % W) * 2 + i / W) << 24;
    }
}

static void draw_cutout(uint32_t *seed, uint32_t *pixels)
{
    memset(pixels, 0, (size_t)W * H * sizeof *pixels);
    for (int i = 0; i < 4; i++) {
        disc(pixels, 12 + below(seed, W - 24), 12 + below(seed, H - 24), 6, color(seed));
    }
    fill(pixels, 30, 30, 5, 9, 0x80c08040u);
}

typedef void (*draw_fn)(uint32_t *seed, uint32_t *pixels);

static const struct {
    const char *name;
    draw_fn draw;
} kinds[FOREIGN_KINDS] = {
    {"photograph", draw_photograph}, {"gradient", draw_gradient}, {"interface", draw_interface},
    {"sprites", draw_sprites},       {"tiles", draw_tiles},       {"lines", draw_lines},
    {"letters", draw_letters},       {"clouds", draw_clouds},     {"cutout", draw_cutout},
};

void foreign_draw(int kind, uint32_t seed, uint32_t *pixels)
{
    uint32_t state = seed * 2654435761u + 1u;
    kinds[kind].draw(&state, pixels);
}

const char *foreign_kind_name(int kind)
{
    return kinds[kind].name;
}

/* ---- damages ---- */

typedef struct part {
    int x;
    int y;
    int width;
    int height;
} part;

static bool inside(const part *p, int x, int y)
{
    return x >= p->x && y >= p->y && x < p->x + p->width && y < p->y + p->height;
}

static uint32_t channels(uint32_t argb, uint32_t red, uint32_t green, uint32_t blue)
{
    return (argb & 0xff000000u) | red << 16 | green << 8 | blue;
}

static uint32_t brighter(uint32_t argb)
{
    uint32_t r = argb >> 16 & 255u;
    uint32_t g = argb >> 8 & 255u;
    uint32_t b = argb & 255u;
    return channels(argb, r > 225u ? 255u : r + 30u, g > 225u ? 255u : g + 30u,
                    b > 225u ? 255u : b + 30u);
}

static uint32_t swapped(uint32_t argb)
{
    return channels(argb, argb & 255u, argb >> 8 & 255u, argb >> 16 & 255u);
}

static const char *const damage_names[FOREIGN_DAMAGES] = {"nothing left of a part",
                                                          "a part in one colour",
                                                          "noise in a part",
                                                          "a part brighter",
                                                          "a part swapped",
                                                          "a part flipped",
                                                          "a part moved",
                                                          "a part upside down",
                                                          "one pixel",
                                                          "some pixels",
                                                          "last column gone",
                                                          "first column gone",
                                                          "last row gone",
                                                          "a row twice",
                                                          "lower half moved",
                                                          "right half moved",
                                                          "every second row moved",
                                                          "a line",
                                                          "a part darker",
                                                          "a part inverted",
                                                          "two colours exchanged",
                                                          "left edge of things gone"};

const char *foreign_damage_name(int damage)
{
    return damage_names[damage];
}

static uint32_t damaged(int damage, uint32_t *seed, const part *p, uint32_t ink,
                        const uint32_t *from, int x, int y)
{
    uint32_t own = from[y * W + x];
    bool in = inside(p, x, y);
    switch (damage) {
    case 0:
        return in ? from[0] : own;
    case 1:
        return in ? ink : own;
    case 2:
        return in ? (own & 0xff000000u) | (scene_random(seed) & 0xffffffu) : own;
    case 3:
        return in ? brighter(own) : own;
    case 4:
        return in ? swapped(own) : own;
    case 5:
        return in ? from[y * W + 2 * p->x + p->width - 1 - x] : own;
    case 6:
        return in ? from[y * W + x - 2] : own;
    case 7:
        return in ? from[(2 * p->y + p->height - 1 - y) * W + x] : own;
    case 8:
        return x == p->x && y == p->y ? own ^ 0xffu : own;
    case 9:
        return in && below(seed, 20) == 0 ? color(seed) : own;
    case 10:
        return x == W - 1 ? from[0] : own;
    case 11:
        return x == 0 ? from[W * H - 1] : own;
    case 12:
        return y == H - 1 ? from[0] : own;
    case 13:
        return y == p->y ? from[(y - 1) * W + x] : own;
    case 14:
        return y >= H / 2 && x >= 3 ? from[y * W + x - 3] : own;
    case 15:
        return x >= W / 2 && y >= 3 ? from[(y - 3) * W + x] : own;
    case 16:
        return y % 2 == 1 && x >= 1 ? from[y * W + x - 1] : own;
    case 17:
        return x == p->x + (y - p->y) / 2 && in ? ink : own;
    case 18:
        return in ? channels(own, (own >> 16 & 255u) / 2, (own >> 8 & 255u) / 2, (own & 255u) / 2)
                  : own;
    case 19:
        return in ? own ^ 0xffffffu : own;
    case 20: {
        uint32_t other = from[(H / 2) * W + W / 2];
        return in && own == from[0] ? other : in && own == other ? from[0] : own;
    }
    default: // where something begins, the background goes on for one more pixel
        return x > 0 && from[y * W + x - 1] == from[0] ? from[0] : own;
    }
}

void foreign_damage(int damage, uint32_t seed, const uint32_t *from, uint32_t *to)
{
    uint32_t state = seed * 40503u + 77u;
    part p = {4 + below(&state, 30), 4 + below(&state, 30), 0, 0};
    p.width = 8 + below(&state, 25);
    p.height = 8 + below(&state, 25);
    uint32_t ink = color(&state);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            to[y * W + x] = damaged(damage, &state, &p, ink, from, x, y);
        }
    }
}
