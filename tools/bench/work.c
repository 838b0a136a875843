/* SPDX-License-Identifier: MIT */

#include "work.h"

#include <retro3d/fixed.h>

const bench_class bench_classes[] = {
    {"flat", R3D_BENCH_FLAT, 0, false, false, R3D_BOUND_STORE, 0.5, 5.0, 1.9, 1.6},
    {"flat-alpha", R3D_BENCH_FLAT, 100, false, false, R3D_BOUND_MODIFY, 0.3, 10.0, 3.0, 3.5},
    {"gouraud", R3D_BENCH_GOURAUD, 0, false, false, R3D_BOUND_PALETTE, 0.6, 2.5, 1.2, 1.8},
    {"gouraud-alpha", R3D_BENCH_GOURAUD, 100, false, false, R3D_BOUND_NONE, 0, 5.0, 3.0, 3.5},
    {"smooth", R3D_BENCH_GOURAUD, 0, true, false, R3D_BOUND_NONE, 0, 0, 1.2, 0},
    {"smooth-alpha", R3D_BENCH_GOURAUD, 100, true, false, R3D_BOUND_NONE, 0, 0, 1.2, 0},
    {"textured", R3D_BENCH_TEXTURED, 0, false, false, R3D_BOUND_TEXELS, 0.5, 1.8, 1.2, 1.1},
    {"masked", R3D_BENCH_TEXTURED, 0, false, true, R3D_BOUND_TEXELS, 0.5, 2.5, 2.5, 1.1},
};

const int bench_class_count = sizeof bench_classes / sizeof bench_classes[0];

enum { TRIES_MAX = 10000 };

/* xorshift64*: the same triangles everywhere. */
static uint32_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(0x2545F4914F6CDD1D) >> 32);
}

/* first..last, both included */
static int32_t between(uint64_t *state, int32_t first, int32_t last)
{
    uint64_t count = (uint64_t)((int64_t)last - first + 1);
    return (int32_t)((int64_t)first + (int64_t)((uint64_t)next(state) * count >> 32));
}

void bench_make_assets(bench_assets *assets)
{
    uint64_t state = 20071;
    r3d_gamma gamma;
    (void)r3d_gamma_build(0.8, &gamma); /* cannot fail for this exponent */
    (void)r3d_palette_build(&gamma, R3D_BLACK_KEPT, &assets->palette);
    /* Opaque and hole in patches of 16 texels, as fences and leaves have them. */
    for (int32_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        uint32_t texel = (next(&state) & 0xF8F8FFu) | 0x080808u;
        bool is_hole = ((i >> 4 & 7) * 5 + (i >> 11 & 7) * 3) % 8 < 3;
        assets->texels[0][i] = texel;
        assets->texels[1][i] = is_hole ? 0 : texel;
    }
}

int32_t bench_triangle_count(int32_t area)
{
    int32_t count = 1000000 / area;
    return count < 24 ? 24 : count > 20000 ? 20000 : count;
}

static int64_t root(int64_t square)
{
    int64_t r = 0;
    for (int64_t bit = INT64_C(1) << 30; bit > 0; bit >>= 1) {
        if ((r + bit) * (r + bit) <= square) {
            r += bit;
        }
    }
    return r;
}

/* Twice the area, by the shoelace formula. */
static int64_t doubled_area(const bench_triangle *t)
{
    int64_t d = (int64_t)(t->x[1] - t->x[0]) * (t->y[2] - t->y[0]) -
                (int64_t)(t->x[2] - t->x[0]) * (t->y[1] - t->y[0]);
    return d < 0 ? -d : d;
}

static bool place_corners(bench_triangle *t, uint64_t *state, int32_t area, int32_t width,
                          int32_t height)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        /* height = base * 0.866 * stretch; area = base * height / 2; lengths in 1/256 pixel */
        int64_t stretch = between(state, 700, 1300);
        int64_t base = root((int64_t)area * 2 * 65536 * 1000 * 1000 / (866 * stretch));
        int64_t tall = (int64_t)area * 2 * 65536 / base;
        r3d_a11 angle = between(state, 0, 2047);
        int64_t sine = r3d_sin_a11(angle);
        int64_t cosine = r3d_cos_a11(angle);
        const int64_t u[3] = {-base / 2, base / 2, between(state, -64, 64)};
        const int64_t v[3] = {-tall / 3, -tall / 3, tall * 2 / 3};
        int32_t x = between(state, 0, width - 1);
        int32_t y = between(state, 0, height - 1);
        bool inside = true;
        for (int k = 0; k < 3; k++) {
            t->x[k] = x + (int32_t)((u[k] * cosine - v[k] * sine + (1 << 23)) >> 24);
            t->y[k] = y + (int32_t)((u[k] * sine + v[k] * cosine + (1 << 23)) >> 24);
            inside = inside && t->x[k] >= 0 && t->x[k] < width && t->y[k] >= 0 && t->y[k] < height;
        }
        if (inside && doubled_area(t) > 0) {
            return true;
        }
    }
    return false;
}

/* Colours of one hue and saturation, light all over its range, and a slanted texture that begins at
 * the first corner and has about two pixels a texel. */
static void paint(bench_triangle *t, uint64_t *state, int32_t width, int32_t height)
{
    int32_t hue_saturation = between(state, 0, 511) << 7;
    t->rgb = next(state) & 0xFFFFFFu;
    for (int k = 0; k < 3; k++) {
        t->hsl16[k] = hue_saturation | between(state, 10, 117);
        t->shade[k] = between(state, 0, 127);
    }
    int32_t z = between(state, 800, 1200);
    r3d_vec3i *origin = &t->plane.origin;
    origin->x = (t->x[0] - width / 2) * z / 512 - 250;
    origin->y = (t->y[0] - height / 2) * z / 512 - 250;
    origin->z = z;
    t->plane.u_end.x = origin->x + 500;
    t->plane.u_end.y = origin->y;
    t->plane.u_end.z = z + between(state, -100, 100);
    t->plane.v_end.x = origin->x;
    t->plane.v_end.y = origin->y + 500;
    t->plane.v_end.z = z + between(state, -100, 100);
}

int64_t bench_make_triangles(bench_triangle *triangles, int32_t count, int32_t area, int32_t width,
                             int32_t height)
{
    uint64_t state = 20072 + (uint64_t)area;
    int64_t doubled = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!place_corners(&triangles[i], &state, area, width, height)) {
            return -1;
        }
        paint(&triangles[i], &state, width, height);
        doubled += doubled_area(&triangles[i]);
    }
    return doubled / 2;
}

void bench_begin_class(const bench_class *class, r3d_raster *raster)
{
    raster->translucency = class->translucency;
    raster->smooth = class->smooth;
    raster->side_clip = false;
}

void bench_draw(const bench_class *class, const bench_assets *assets, const r3d_raster *raster,
                const bench_triangle *triangles, int32_t count)
{
    r3d_texels texels = {assets->texels[class->masked], R3D_DETAIL_HIGH, class->masked};
    switch (class->fill) {
    case R3D_BENCH_FLAT:
        for (int32_t i = 0; i < count; i++) {
            r3d_fill_flat(raster, triangles[i].x, triangles[i].y, triangles[i].rgb);
        }
        break;
    case R3D_BENCH_GOURAUD:
        for (int32_t i = 0; i < count; i++) {
            r3d_fill_gouraud(raster, triangles[i].x, triangles[i].y, triangles[i].hsl16);
        }
        break;
    case R3D_BENCH_TEXTURED:
        for (int32_t i = 0; i < count; i++) {
            r3d_fill_textured(raster, triangles[i].x, triangles[i].y, triangles[i].shade,
                              &triangles[i].plane, &texels);
        }
        break;
    }
}
