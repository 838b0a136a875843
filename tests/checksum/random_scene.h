/* SPDX-License-Identifier: MIT */
/* Random numbers, sums, and the surface, textures and sprites of a scene of checksums.c. */

#ifndef R3D_TESTS_RANDOM_SCENE_H
#define R3D_TESTS_RANDOM_SCENE_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/fixed.h>
#include <retro3d/gamma.h>
#include <retro3d/image.h>
#include <retro3d/palette.h>
#include <retro3d/raster.h>
#include <retro3d/surface.h>
#include <retro3d/texture.h>

enum {
    SEED_COUNT = 400,
    STEPS_MIN = 16,
    STEPS_MAX = 64,
    GUARD_PX = 64, /* elements before and behind the surface that nothing may touch */
    TEXTURE_COUNT = 3,
    SPRITE_COUNT = 4,
    SPRITE_SIZE_MAX = 40,
    ROWS_MAX = 96
};

static const uint32_t guard_value = 0x5AC3965Au;

/* ---- numbers --------------------------------------------------------------------------------- */

/* No expression below draws two random numbers without a sequence point between them: C leaves the
 * order in which operands and arguments are evaluated to the compiler. */

/* splitmix64: small, stateless beyond one word, the same everywhere. */
typedef struct rng {
    uint64_t state;
} rng;

static uint32_t next(rng *r)
{
    r->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = r->state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ z >> 31) >> 32);
}

/* 0..count-1 */
static int32_t below(rng *r, int32_t count)
{
    return (int32_t)(next(r) % (uint32_t)count);
}

static int32_t between(rng *r, int32_t first, int32_t last)
{
    return first + below(r, last - first + 1);
}

static bool one_in(rng *r, int32_t count)
{
    return below(r, count) == 0;
}

static int32_t any(rng *r)
{
    return r3d_i32_from_bits(next(r));
}

/* A coordinate along a side of `size` pixels: mostly in view, often at a border of the surface, of the
 * 16.16 range or of the 32-bit range. */
static int32_t coordinate(rng *r, int32_t size)
{
    static const int32_t corners[] = {
        INT32_MIN, INT32_MIN + 1, -65536, -32769, -32768, -32767,        -1,       0, 1,
        32767,     32768,         32769,  65535,  65536,  INT32_MAX - 1, INT32_MAX};
    switch (below(r, 16)) {
    case 0:
        return any(r);
    case 1:
        return corners[below(r, (int32_t)(sizeof corners / sizeof corners[0]))];
    case 2:
        return between(r, -40000, 40000);
    case 3:
        return between(r, -3, 3);
    case 4:
        return size + between(r, -3, 3);
    case 5:
    case 6:
        return between(r, -size, 2 * size);
    default:
        return below(r, size);
    }
}

static int32_t extent(rng *r, int32_t size)
{
    switch (below(r, 12)) {
    case 0:
        return any(r);
    case 1:
        return between(r, -2, 3);
    default:
        return between(r, 1, size + 1);
    }
}

/* ---- checksum -------------------------------------------------------------------------------- */

typedef struct checksum {
    uint32_t table[256];
    uint32_t crc;
} checksum;

static void checksum_begin(checksum *sum)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++) {
            value = value >> 1 ^ ((value & 1u) != 0 ? 0xEDB88320u : 0u);
        }
        sum->table[i] = value;
    }
    sum->crc = 0xFFFFFFFFu;
}

/* Adds a number, highest byte first whatever the machine's order. */
static void add(checksum *sum, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        sum->crc = sum->crc >> 8 ^ sum->table[(sum->crc ^ value >> shift) & 0xFFu];
    }
}

static void add_signed(checksum *sum, int32_t value)
{
    add(sum, (uint32_t)value);
}

/* ---- a scene --------------------------------------------------------------------------------- */

typedef struct texture {
    uint8_t pixels[128 * 128];
    uint32_t palette_rgb[R3D_TEXTURE_PALETTE_MAX];
    r3d_image8 image;
    uint32_t bank[R3D_TEXELS_HIGH_COUNT];
    r3d_texels texels;
} texture;

typedef struct sprite {
    uint8_t indices[SPRITE_SIZE_MAX * SPRITE_SIZE_MAX];
    uint32_t palette_rgb[R3D_IMAGE_PALETTE_MAX];
    uint32_t colors[SPRITE_SIZE_MAX * SPRITE_SIZE_MAX];
    uint8_t expanded[4 * SPRITE_SIZE_MAX * SPRITE_SIZE_MAX];
    r3d_image8 image8;
    r3d_image24 image24;
} sprite;

/* How scenes are drawn: must not change what they show. */
typedef struct manner {
    r3d_isa isa;
    bool bands;
} manner;

typedef struct scene {
    manner how;
    rng random;
    rng band_random; /* apart, so that bands do not change the scene */
    checksum sum;
    uint32_t *memory; /* guard, surface, guard */
    size_t memory_count;
    uint8_t *mask;
    r3d_surface surface;
    r3d_raster raster;
    r3d_gamma gamma;
    r3d_black_rule black_rule;
    r3d_palette palette;
    texture textures[TEXTURE_COUNT];
    sprite sprites[SPRITE_COUNT];
    const char *problem; /* why the scene cannot be trusted, NULL if all is well */
} scene;

static void must(scene *s, bool condition, const char *problem)
{
    if (!condition && s->problem == NULL) {
        s->problem = problem;
    }
}

static void make_surface(scene *s)
{
    static const int32_t sizes[][2] = {{1, 1},    {1, 97},   {97, 1},    {2, 3},     {7, 5},
                                       {64, 64},  {61, 83},  {320, 200}, {512, 334}, {765, 503},
                                       {2049, 9}, {9, 2049}, {5120, 3},  {16384, 2}, {2, 16384}};
    rng *r = &s->random;
    /* Half of all scenes are small ones: they cross their borders most often. */
    int32_t choice =
        below(r, 2) == 0 ? between(r, 4, 6) : below(r, (int32_t)(sizeof sizes / sizeof sizes[0]));
    int32_t width = sizes[choice][0];
    int32_t height = sizes[choice][1];
    int32_t stride = width + (one_in(r, 2) ? 0 : between(r, 1, 19));
    size_t used = (size_t)(height - 1) * (size_t)stride + (size_t)width;

    s->memory_count = used + 2 * (size_t)GUARD_PX;
    s->memory = malloc(s->memory_count * sizeof *s->memory);
    s->mask = malloc((size_t)width * (size_t)height);
    if (s->memory == NULL || s->mask == NULL) {
        fputs("checksums: out of memory\n", stderr);
        exit(3);
    }
    for (size_t i = 0; i < s->memory_count; i++) {
        s->memory[i] = guard_value;
    }
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        s->mask[i] = (uint8_t)below(r, 2);
    }
    must(s, r3d_surface_init(&s->surface, s->memory + GUARD_PX, width, height, stride) == R3D_OK,
         "r3d_surface_init refused a valid surface");
    r3d_surface_erase(&s->surface);
    r3d_surface_restore(&s->surface, s->memory + GUARD_PX);
    r3d_surface_clear(&s->surface, next(r));
}

static void make_colors(scene *s)
{
    static const double exponents[] = {0.6, 0.7, 0.8, 0.9, 1.0, 1.4, 2.2, 0.03, 12.5};
    rng *r = &s->random;
    double exponent = exponents[below(r, (int32_t)(sizeof exponents / sizeof exponents[0]))];
    s->black_rule = one_in(r, 2) ? R3D_BLACK_KEPT : R3D_BLACK_IS_HOLE;
    must(s, r3d_gamma_build(exponent, &s->gamma) == R3D_OK, "r3d_gamma_build failed");
    must(s, r3d_palette_build(&s->gamma, s->black_rule, &s->palette) == R3D_OK,
         "r3d_palette_build failed");
    for (int i = 0; i < 256; i++) {
        add(&s->sum, s->gamma.step[i]);
    }
    for (int i = 0; i < R3D_PALETTE_COUNT; i += 37) {
        add(&s->sum, s->palette.rgb[i]);
    }
    add(&s->sum, r3d_gamma_apply(&s->gamma, next(r)));
    uint32_t hue = next(r);
    uint32_t saturation = next(r);
    add(&s->sum, r3d_call_hsl16_pack(hue, saturation, next(r)));
    r3d_hsl hsl;
    r3d_hsl_from_rgb(hue, &hsl);
    add(&s->sum, (uint32_t)hsl.packed);
    add(&s->sum, r3d_hsl16_from_rgb(saturation));
}

/* A colour; now and then nearly black, which the black rules treat apart. */
static uint32_t some_rgb(rng *r)
{
    uint32_t mask = one_in(r, 4) ? 0x070707u : 0xFFFFFFu;
    return next(r) & mask;
}

static void make_texture(scene *s, texture *t)
{
    rng *r = &s->random;
    int32_t canvas = one_in(r, 2) ? 128 : 64;
    r3d_image8 *image = &t->image;
    image->pixels = t->pixels;
    image->palette_rgb = t->palette_rgb;
    image->palette_count = between(r, 1, R3D_TEXTURE_PALETTE_MAX);
    image->frame.canvas_width = canvas;
    image->frame.canvas_height = canvas;
    image->frame.width = one_in(r, 3) ? between(r, 1, canvas) : canvas;
    image->frame.height = one_in(r, 3) ? between(r, 1, canvas) : canvas;
    image->frame.offset_x = below(r, canvas - image->frame.width + 1);
    image->frame.offset_y = below(r, canvas - image->frame.height + 1);
    for (int32_t i = 0; i < image->palette_count; i++) {
        t->palette_rgb[i] = some_rgb(r);
    }
    for (size_t i = 0; i < (size_t)image->frame.width * (size_t)image->frame.height; i++) {
        t->pixels[i] = (uint8_t)below(r, image->palette_count);
    }
    must(s, r3d_image8_validate(image) == R3D_OK, "r3d_image8_validate refused a texture");

    r3d_detail detail = one_in(r, 2) ? R3D_DETAIL_HIGH : R3D_DETAIL_LOW;
    must(s,
         r3d_texels_build(image, detail, &s->gamma, s->black_rule, t->bank, &t->texels) == R3D_OK,
         "r3d_texels_build failed");
    for (size_t i = 0; i < r3d_texels_count(detail); i += 11) {
        add(&s->sum, t->bank[i]);
    }
    uint32_t average = 0;
    must(s, r3d_texture_average(image, &s->gamma, s->black_rule, &average) == R3D_OK,
         "r3d_texture_average failed");
    add(&s->sum, average);
}

static void make_sprite(scene *s, sprite *p)
{
    rng *r = &s->random;
    r3d_image_frame frame;
    frame.width = between(r, 1, SPRITE_SIZE_MAX);
    frame.height = between(r, 1, SPRITE_SIZE_MAX);
    frame.canvas_width = frame.width + below(r, SPRITE_SIZE_MAX - frame.width + 1);
    frame.canvas_height = frame.height + below(r, SPRITE_SIZE_MAX - frame.height + 1);
    frame.offset_x = below(r, frame.canvas_width - frame.width + 1);
    frame.offset_y = below(r, frame.canvas_height - frame.height + 1);
    size_t count = (size_t)frame.width * (size_t)frame.height;

    p->image8.frame = frame;
    p->image8.pixels = p->indices;
    p->image8.palette_rgb = p->palette_rgb;
    p->image8.palette_count = between(r, 1, R3D_IMAGE_PALETTE_MAX);
    for (int32_t i = 0; i < p->image8.palette_count; i++) {
        p->palette_rgb[i] = some_rgb(r);
    }
    p->image24.frame = frame;
    p->image24.pixels = p->colors;
    for (size_t i = 0; i < count; i++) {
        p->indices[i] = (uint8_t)(one_in(r, 4) ? 0 : below(r, p->image8.palette_count));
        p->colors[i] = one_in(r, 4) ? 0 : some_rgb(r);
    }
    must(s, r3d_image8_validate(&p->image8) == R3D_OK, "r3d_image8_validate refused a sprite");
    must(s, r3d_image24_validate(&p->image24) == R3D_OK, "r3d_image24_validate refused a sprite");
}

/* Scaled copies divide by the canvas and use the offset in wrapping arithmetic: any values count. */
static void make_odd_frame(rng *r, r3d_image_frame *frame)
{
    frame->canvas_width = one_in(r, 2) ? between(r, 1, 100) : (any(r) & INT32_MAX) | 1;
    frame->canvas_height = one_in(r, 2) ? between(r, 1, 100) : (any(r) & INT32_MAX) | 1;
    frame->offset_x = one_in(r, 2) ? between(r, -50, 50) : any(r);
    frame->offset_y = one_in(r, 2) ? between(r, -50, 50) : any(r);
}

static bool guards_are_whole(const scene *s)
{
    const r3d_surface *surface = &s->surface;
    for (size_t i = 0; i < GUARD_PX; i++) {
        if (s->memory[i] != guard_value || s->memory[s->memory_count - 1 - i] != guard_value) {
            return false;
        }
    }
    for (int32_t y = 0; y + 1 < surface->height; y++) {
        const uint32_t *row = surface->pixels + (size_t)y * (size_t)surface->stride_px;
        for (int32_t x = surface->width; x < surface->stride_px; x++) {
            if (row[x] != guard_value) {
                return false;
            }
        }
    }
    return true;
}

static void add_pixels(checksum *sum, const r3d_surface *surface)
{
    for (int32_t y = 0; y < surface->height; y++) {
        const uint32_t *row = surface->pixels + (size_t)y * (size_t)surface->stride_px;
        for (int32_t x = 0; x < surface->width; x++) {
            add(sum, row[x]);
        }
    }
}

#endif
