/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include <retro3d/palette.h>

#include "import.h"

enum {
    KNOWN_COUNT = 1 << 16, /* remembered answers, by a hash of the colour */
    LEAST_LIGHTNESS = 2,   /* lighting clamps to these */
    GREATEST_LIGHTNESS = 126
};

static const double brightness = 0.8;

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
    if (finder == NULL || r3d_gamma_build(brightness, &gamma) != R3D_OK ||
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

/* ---- a colour in every light ---- */

/* What lighting multiplies lightness by, in 1/128, and how much each counts: a face is seen in light and
 * in shadow, so a colour that is right in full light only is not right. */
enum { LIGHTS = 7, FULL = 128 };
static const int32_t lights[LIGHTS] = {FULL, 112, 96, 80, 64, 48, 32};
static const int32_t weights[LIGHTS] = {2, 1, 1, 1, 1, 1, 1};

typedef struct channels {
    double at[3];
} channels;

/* A colour as hue, saturation and lightness before the gamma step, each 0..1. */
typedef struct tone {
    double hue;
    double saturation;
    double lightness;
} tone;

static tone tone_of(uint32_t rgb)
{
    double c[3];
    double least = 1;
    double most = 0;
    int strongest = 0;
    tone t = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        c[i] = pow((double)(rgb >> (16 - 8 * i) & 0xFF) / 255, 1 / brightness);
        least = fmin(least, c[i]);
        if (c[i] > most) {
            most = c[i];
            strongest = i;
        }
    }
    const double span = most - least;
    t.lightness = (most + least) / 2;
    if (span > 0) {
        t.saturation = span / (t.lightness < 0.5 ? most + least : 2 - most - least);
        t.hue = (strongest * 2 + (c[(strongest + 1) % 3] - c[(strongest + 2) % 3]) / span) / 6;
        t.hue -= floor(t.hue);
    }
    return t;
}

static double channel(double p, double q, double turn)
{
    const double t = turn - floor(turn);
    if (t < 1.0 / 6) {
        return p + (q - p) * 6 * t;
    }
    if (t < 0.5) {
        return q;
    }
    return t < 2.0 / 3 ? p + (q - p) * (2.0 / 3 - t) * 6 : p;
}

/* What a tone looks like at a factor of lightness, 0..255 each. */
static channels look_of(const tone *t, double factor)
{
    const double lightness = t->lightness * factor;
    const double q = lightness < 0.5 ? lightness * (1 + t->saturation)
                                     : lightness + t->saturation - lightness * t->saturation;
    const double p = 2 * lightness - q;
    channels c;
    for (int i = 0; i < 3; i++) {
        c.at[i] = 255 * pow(fmax(0, channel(p, q, t->hue + (1 - i) / 3.0)), brightness);
    }
    return c;
}

static double difference(const channels *wanted, uint32_t rgb)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double d = wanted->at[i] - (double)(rgb >> (16 - 8 * i) & 0xFF);
        sum += d * d;
    }
    return sum;
}

/* How wrong a packed colour is in all lights together; stops when it is no better than `best`. */
static double error_of(const r3d_palette *palette, const channels wanted[LIGHTS], int32_t hsl16,
                       double best)
{
    double sum = 0;
    for (int i = 0; i < LIGHTS && sum < best; i++) {
        int32_t lightness = (hsl16 & 127) * lights[i] >> 7;
        lightness = lightness < LEAST_LIGHTNESS      ? LEAST_LIGHTNESS
                    : lightness > GREATEST_LIGHTNESS ? GREATEST_LIGHTNESS
                                                     : lightness;
        sum += weights[i] * difference(&wanted[i], palette->rgb[(hsl16 & ~127) | lightness]);
    }
    return sum;
}

static int32_t nearest_step(double share, int32_t steps)
{
    const int32_t step = (int32_t)(share * steps);
    return step < steps ? step : steps - 1;
}

static int32_t search(const r3d_palette *palette, uint32_t rgb)
{
    const tone t = tone_of(rgb);
    channels wanted[LIGHTS];
    for (int i = 0; i < LIGHTS; i++) {
        wanted[i] = look_of(&t, (double)lights[i] / FULL);
    }
    /* The same tone as a packed colour is good enough to pass over most of the others at once. */
    int32_t first = nearest_step(t.lightness, 128);
    first = first < LEAST_LIGHTNESS      ? LEAST_LIGHTNESS
            : first > GREATEST_LIGHTNESS ? GREATEST_LIGHTNESS
                                         : first;
    int32_t best = nearest_step(t.hue, 64) << 10 | nearest_step(t.saturation, 8) << 7 | first;
    double best_error = error_of(palette, wanted, best, 1e18);
    for (int32_t i = 0; i < R3D_PALETTE_COUNT; i++) {
        const int32_t lightness = i & 127;
        if (lightness < LEAST_LIGHTNESS || lightness > GREATEST_LIGHTNESS ||
            (t.saturation <= 0 && (i >> 7 & 7) != 0)) { /* a grey stays a grey */
            continue;
        }
        const double error = error_of(palette, wanted, i, best_error);
        if (error < best_error) {
            best_error = error;
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
