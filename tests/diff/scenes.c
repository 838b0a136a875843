/* SPDX-License-Identifier: MIT */
// See scenes.h.

#include "scenes.h"

#include <stdlib.h>

uint32_t scene_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

slow_picture scene_pattern(int width, int height, uint32_t seed)
{
    slow_picture p = {width, height, malloc((size_t)width * (size_t)height * sizeof(uint32_t))};
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            uint32_t red = (uint32_t)(x * 3 + y) + seed;
            uint32_t green = (uint32_t)(y * 5) ^ (uint32_t)x;
            uint32_t blue = (uint32_t)(x + y) * 2 + seed * 7;
            p.pixels[(size_t)y * (size_t)width + (size_t)x] =
                (red & 255) << 16 | (green & 255) << 8 | (blue & 255);
        }
    }
    return p;
}

// Changes a rectangle of the actual picture, clipped to it.
static void change(slow_picture *p, int x0, int y0, int width, int height)
{
    for (int y = y0; y < y0 + height; y++) {
        for (int x = x0; x < x0 + width; x++) {
            if (x >= 0 && y >= 0 && x < p->width && y < p->height) {
                p->pixels[(size_t)y * (size_t)p->width + (size_t)x] ^= 0x000102u;
            }
        }
    }
}

static scene pair(const char *name, int width, int height)
{
    scene s = {name, scene_pattern(width, height, 1), scene_pattern(width, height, 1)};
    return s;
}

enum { SCENE_COUNT = 14 };

int scene_count(void)
{
    return SCENE_COUNT;
}

scene scene_make(int index)
{
    scene s;
    uint32_t state = 0x2545f491u;
    switch (index) {
    case 0:
        s = pair("one_pixel", 512, 334);
        change(&s.actual, 200, 150, 1, 1);
        break;
    case 1:
        s = pair("circle", 320, 200);
        change(&s.actual, 100, 60, 41, 30);
        break;
    case 2:
        s = pair("capsule_horizontal", 320, 200);
        change(&s.actual, 60, 90, 150, 6);
        break;
    case 3:
        s = pair("capsule_vertical", 200, 320);
        change(&s.actual, 95, 40, 7, 181);
        break;
    case 4:
        s = pair("frame", 160, 100);
        change(&s.actual, 12, 8, 130, 85);
        break;
    case 5:
        s = pair("clipped_corners", 160, 120);
        change(&s.actual, 0, 0, 1, 1);
        change(&s.actual, 159, 0, 1, 1);
        change(&s.actual, 0, 119, 1, 1);
        change(&s.actual, 159, 119, 1, 1);
        break;
    case 6:
        s = pair("clipped_edges", 200, 150);
        change(&s.actual, 100, 0, 2, 1);
        change(&s.actual, 0, 70, 1, 3);
        change(&s.actual, 199, 75, 1, 1);
        change(&s.actual, 90, 149, 60, 1);
        break;
    case 7:
        s = pair("chain", 320, 200);
        for (int i = 0; i < 12; i++) {
            change(&s.actual, 40 + 8 * i, 40 + 8 * (i % 3), 1, 1);
        }
        change(&s.actual, 250, 150, 1, 1);
        break;
    case 8:
        s = pair("many_clusters", 360, 240);
        for (int i = 0; i < 220; i++) {
            change(&s.actual, 5 + 17 * (i % 20), 5 + 20 * (i / 20), 1 + i % 3, 1 + i % 2);
        }
        break;
    case 9:
        s = pair("wide_actual", 200, 100);
        free(s.actual.pixels);
        s.actual = scene_pattern(230, 100, 1);
        change(&s.actual, 50, 50, 1, 1);
        break;
    case 10:
        s = pair("tall_expected", 120, 160);
        free(s.actual.pixels);
        s.actual = scene_pattern(120, 141, 1);
        break;
    case 11:
        s = pair("crossed_sizes", 150, 60);
        free(s.actual.pixels);
        s.actual = scene_pattern(60, 150, 1);
        break;
    case 12:
        s = pair("noise", 256, 256);
        for (int i = 0; i < 90; i++) {
            int x = (int)(scene_random(&state) % 256u);
            int y = (int)(scene_random(&state) % 256u);
            change(&s.actual, x, y, 1, 1);
        }
        break;
    default:
        s = pair("small", 24, 16);
        change(&s.actual, 3, 4, 1, 1);
        break;
    }
    return s;
}

void scene_free(scene *s)
{
    free(s->expected.pixels);
    free(s->actual.pixels);
}
