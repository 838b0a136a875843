/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <retro3d/palette.h>

#include "import.h"

enum {
    KNOWN_COUNT = 1 << 16, /* remembered answers, by a hash of the colour */
    LEAST_LIGHTNESS = 2,   /* lighting clamps to these */
    GREATEST_LIGHTNESS = 126
};

typedef struct known_color {
    uint32_t rgb;
    int32_t hsl16; /* -1: nothing is known */
} known_color;

struct color_finder {
    r3d_palette palette;
    known_color known[KNOWN_COUNT];
};

color_finder *color_finder_create(void)
{
    r3d_gamma gamma;
    color_finder *finder = malloc(sizeof *finder);
    if (finder == NULL || r3d_gamma_build(0.8, &gamma) != R3D_OK ||
        r3d_palette_build(&gamma, R3D_BLACK_IS_HOLE, &finder->palette) != R3D_OK) {
        free(finder);
        return NULL;
    }
    for (int i = 0; i < KNOWN_COUNT; i++) {
        finder->known[i].hsl16 = -1;
    }
    return finder;
}

void color_finder_destroy(color_finder *finder)
{
    free(finder);
}

static int32_t channel_difference(uint32_t a, uint32_t b, int shift)
{
    int32_t difference = (int32_t)(a >> shift & 0xFF) - (int32_t)(b >> shift & 0xFF);
    return difference * difference;
}

static int32_t search(const r3d_palette *palette, uint32_t rgb)
{
    int32_t best = 0;
    int32_t best_distance = INT32_MAX;
    for (int32_t i = 0; i < R3D_PALETTE_COUNT; i++) {
        int32_t lightness = i & 127;
        if (lightness < LEAST_LIGHTNESS || lightness > GREATEST_LIGHTNESS) {
            continue;
        }
        uint32_t candidate = palette->rgb[i];
        int32_t distance = channel_difference(rgb, candidate, 16) +
                           channel_difference(rgb, candidate, 8) +
                           channel_difference(rgb, candidate, 0);
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

int32_t color_finder_nearest(color_finder *finder, uint32_t rgb)
{
    known_color *known = &finder->known[(rgb * 2654435761u) >> 16 & (KNOWN_COUNT - 1)];
    if (known->hsl16 < 0 || known->rgb != rgb) {
        known->rgb = rgb;
        known->hsl16 = search(&finder->palette, rgb);
    }
    return known->hsl16;
}
