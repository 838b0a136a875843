/* SPDX-License-Identifier: MIT */
/* Draws seeded random scenes with every drawing function of the core rooms surface, palette, texture
 * and raster, and prints one checksum a scene. The sums are the same for every compiler, optimisation
 * level, word size and byte order; expected.txt holds them. Needs the core library and libc only:
 *
 *   checksums [FIRST [LAST]]      prints "SEED CRC" for the seeds FIRST..LAST
 *   checksums --check FILE        computes all seeds of FILE and compares, at every instruction set
 *   checksums --trace SEED        prints the sum after every step of one scene
 *
 * Before these: `--isa NAME` draws with one instruction set (scalar, sse2, ...), `--bands` draws
 * each triangle in two bands of rows, the lower one first. Neither may change a sum.
 *
 * first_difference.sh compares two builds, or two instruction sets of one build, with these. */

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

/* ---- steps ----------------------------------------------------------------------------------- */

static int32_t some_x(scene *s)
{
    return coordinate(&s->random, s->surface.width);
}

static int32_t some_y(scene *s)
{
    return coordinate(&s->random, s->surface.height);
}

static int32_t some_width(scene *s)
{
    return extent(&s->random, s->surface.width);
}

static int32_t some_height(scene *s)
{
    return extent(&s->random, s->surface.height);
}

static int32_t some_weight(scene *s)
{
    return one_in(&s->random, 8) ? any(&s->random) : below(&s->random, 257);
}

static sprite *some_sprite(scene *s)
{
    return &s->sprites[below(&s->random, SPRITE_COUNT)];
}

static void draw_box(scene *s, int which)
{
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    int32_t width = some_width(s);
    int32_t height = some_height(s);
    uint32_t rgb = next(&s->random);
    int32_t weight = some_weight(s);
    r3d_surface *surface = &s->surface;
    switch (which) {
    case 0:
        r3d_draw_rect(surface, x, y, width, height, rgb);
        break;
    case 1:
        r3d_draw_rect_alpha(surface, x, y, width, height, rgb, weight);
        break;
    case 2:
        r3d_draw_outline(surface, x, y, width, height, rgb);
        break;
    case 3:
        r3d_draw_outline_alpha(surface, x, y, width, height, rgb, weight);
        break;
    case 4:
        r3d_draw_hline(surface, x, y, width, rgb);
        break;
    case 5:
        r3d_draw_hline_alpha(surface, x, y, width, rgb, weight);
        break;
    case 6:
        r3d_draw_vline(surface, x, y, height, rgb);
        break;
    default:
        r3d_draw_vline_alpha(surface, x, y, height, rgb, weight);
        break;
    }
}

static void step_rect(scene *s)
{
    draw_box(s, 0);
}
static void step_rect_alpha(scene *s)
{
    draw_box(s, 1);
}
static void step_outline(scene *s)
{
    draw_box(s, 2);
}
static void step_outline_alpha(scene *s)
{
    draw_box(s, 3);
}
static void step_hline(scene *s)
{
    draw_box(s, 4);
}
static void step_hline_alpha(scene *s)
{
    draw_box(s, 5);
}
static void step_vline(scene *s)
{
    draw_box(s, 6);
}
static void step_vline_alpha(scene *s)
{
    draw_box(s, 7);
}

static void step_clip(scene *s)
{
    if (one_in(&s->random, 3)) {
        r3d_surface_reset_clip(&s->surface);
        return;
    }
    int32_t left = some_x(s);
    int32_t top = some_y(s);
    int32_t right = some_x(s);
    int32_t bottom = some_y(s);
    r3d_surface_set_clip(&s->surface, left, top, right, bottom);
}

static void draw_sprite(scene *s, int which)
{
    const sprite *p = some_sprite(s);
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    int32_t weight = some_weight(s);
    r3d_surface *surface = &s->surface;
    switch (which) {
    case 0:
        r3d_draw_image8(surface, &p->image8, x, y);
        break;
    case 1:
        r3d_draw_image24(surface, &p->image24, x, y);
        break;
    case 2:
        r3d_blit_image24(surface, &p->image24, x, y);
        break;
    case 3:
        r3d_draw_image24_alpha(surface, &p->image24, x, y, weight);
        break;
    default:
        r3d_draw_image24_masked(surface, &p->image24, x, y, s->mask);
        break;
    }
}

static void step_image8(scene *s)
{
    draw_sprite(s, 0);
}
static void step_image24(scene *s)
{
    draw_sprite(s, 1);
}
static void step_blit(scene *s)
{
    draw_sprite(s, 2);
}
static void step_image24_alpha(scene *s)
{
    draw_sprite(s, 3);
}
static void step_image24_masked(scene *s)
{
    draw_sprite(s, 4);
}

static void step_scaled(scene *s)
{
    rng *r = &s->random;
    r3d_image24 image = some_sprite(s)->image24;
    if (one_in(r, 4)) {
        make_odd_frame(r, &image.frame);
    }
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    int32_t width = one_in(r, 8) ? any(r) : between(r, -1, 200);
    int32_t height = one_in(r, 8) ? any(r) : between(r, -1, 200);
    add_signed(&s->sum, r3d_draw_image24_scaled(&s->surface, &image, x, y, width, height));
}

static void make_rotation(scene *s, r3d_rotation *rotation)
{
    rng *r = &s->random;
    rotation->x = some_x(s);
    rotation->y = some_y(s);
    rotation->width = one_in(r, 8) ? any(r) : between(r, -1, ROWS_MAX);
    rotation->height = one_in(r, 8) ? any(r) : between(r, -1, ROWS_MAX);
    rotation->anchor_x = one_in(r, 8) ? any(r) : between(r, -10, 50);
    rotation->anchor_y = one_in(r, 8) ? any(r) : between(r, -10, 50);
    rotation->zoom = one_in(r, 8) ? any(r) : between(r, 16, 1024);
    if (one_in(r, 2)) {
        int32_t angle = one_in(r, 4) ? any(r) : below(r, 2048);
        r3d_sincos_angle_326(angle, &rotation->sin_fx16, &rotation->cos_fx16);
    } else {
        /* A multiple of 2^-12, so that the argument itself is exact on every machine. */
        double radians = between(r, -100000, 100000) / 4096.0;
        must(s, r3d_sincos_fx16(radians, &rotation->sin_fx16, &rotation->cos_fx16) == R3D_OK,
             "r3d_sincos_fx16 failed");
    }
    add_signed(&s->sum, rotation->sin_fx16);
    add_signed(&s->sum, rotation->cos_fx16);
}

static void step_rotated(scene *s)
{
    rng *r = &s->random;
    const sprite *p = some_sprite(s);
    r3d_rotation rotation;
    make_rotation(s, &rotation);
    r3d_row_span rows[ROWS_MAX];
    int32_t count = below(r, ROWS_MAX + 1);
    for (int32_t i = 0; i < count; i++) {
        rows[i].start = one_in(r, 16) ? any(r) : between(r, -4, 20);
        rows[i].length = one_in(r, 64) ? any(r) : between(r, -2, 80);
    }
    add_signed(&s->sum, r3d_draw_image24_rotated(&s->surface, &p->image24, &rotation, rows, count));
}

static void step_rotated_masked(scene *s)
{
    const sprite *p = some_sprite(s);
    r3d_rotation rotation;
    make_rotation(s, &rotation);
    add_signed(&s->sum, r3d_draw_image24_rotated_masked(&s->surface, &p->image24, &rotation));
}

/* Changes a sprite: later steps draw the result. */
static void step_change_sprite(scene *s)
{
    rng *r = &s->random;
    sprite *p = some_sprite(s);
    int32_t red = one_in(r, 8) ? any(r) : between(r, -64, 64);
    int32_t green = one_in(r, 8) ? any(r) : between(r, -64, 64);
    int32_t blue = one_in(r, 8) ? any(r) : between(r, -64, 64);
    switch (below(r, 4)) {
    case 0:
        r3d_image8_flip_horizontal(&p->image8);
        break;
    case 1:
        r3d_image8_flip_vertical(&p->image8);
        break;
    case 2:
        r3d_image8_tint(&p->image8, red, green, blue);
        break;
    default:
        r3d_image24_tint(&p->image24, red, green, blue);
        break;
    }
}

/* Draws an expanded or a halved copy of an indexed sprite. */
static void step_resized_image8(scene *s)
{
    rng *r = &s->random;
    sprite *p = some_sprite(s);
    r3d_image8 resized;
    r3d_result result = one_in(r, 2) ? r3d_image8_expand(&p->image8, p->expanded, &resized)
                                     : r3d_image8_shrink(&p->image8, p->expanded, &resized);
    add_signed(&s->sum, result);
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    if (result == R3D_OK) {
        r3d_draw_image8(&s->surface, &resized, x, y);
    }
}

/* Changes what the triangle fills look at. */
static void step_settings(scene *s)
{
    rng *r = &s->random;
    s->raster.side_clip = one_in(r, 2);
    s->raster.smooth = one_in(r, 2);
    s->raster.translucency = one_in(r, 2) ? 0 : one_in(r, 8) ? any(r) : below(r, 256);
    if (one_in(r, 4)) {
        s->raster.center_x = some_x(s);
        s->raster.center_y = some_y(s);
    }
}

static void make_corners(scene *s, int32_t x[3], int32_t y[3])
{
    rng *r = &s->random;
    if (one_in(r, 4)) { /* a small triangle near one place, as in meshes */
        int32_t place_x = some_x(s);
        int32_t place_y = some_y(s);
        for (int i = 0; i < 3; i++) {
            x[i] = r3d_i32_add(place_x, between(r, -9, 9));
            y[i] = r3d_i32_add(place_y, between(r, -9, 9));
        }
        return;
    }
    for (int i = 0; i < 3; i++) {
        x[i] = some_x(s);
        y[i] = some_y(s);
    }
}

/* One call of a fill. */
typedef struct triangle {
    int32_t x[3];
    int32_t y[3];
    int32_t value[3]; /* colours of a Gouraud triangle, light of a textured one */
    uint32_t rgb;
    r3d_texture_plane plane;
    const r3d_texels *texels;
} triangle;

typedef void (*fill)(const r3d_raster *raster, const triangle *t);

static void fill_flat(const r3d_raster *raster, const triangle *t)
{
    r3d_fill_flat(raster, t->x, t->y, t->rgb);
}

static void fill_gouraud(const r3d_raster *raster, const triangle *t)
{
    r3d_fill_gouraud(raster, t->x, t->y, t->value);
}

static void fill_textured(const r3d_raster *raster, const triangle *t)
{
    r3d_fill_textured(raster, t->x, t->y, t->value, &t->plane, t->texels);
}

static void draw_triangle(scene *s, fill draw, const triangle *t)
{
    if (!s->how.bands || r3d_fill_leaves_row(&s->raster, t->x, t->y)) {
        draw(&s->raster, t);
        return;
    }
    int32_t row = below(&s->band_random, s->surface.height + 1);
    r3d_raster band = s->raster;
    band.band_top = row;
    draw(&band, t);
    band = s->raster;
    band.band_bottom = row;
    draw(&band, t);
}

static void step_flat(scene *s)
{
    triangle t = {0};
    make_corners(s, t.x, t.y);
    t.rgb = next(&s->random);
    draw_triangle(s, fill_flat, &t);
}

static void step_gouraud(scene *s)
{
    rng *r = &s->random;
    triangle t = {0};
    make_corners(s, t.x, t.y);
    bool wild = one_in(r, 8);
    for (int i = 0; i < 3; i++) {
        t.value[i] = wild ? any(r) : below(r, R3D_PALETTE_COUNT);
    }
    draw_triangle(s, fill_gouraud, &t);
}

static void make_point(rng *r, bool wild, r3d_vec3i *point)
{
    point->x = wild ? any(r) : between(r, -600, 600);
    point->y = wild ? any(r) : between(r, -600, 600);
    point->z = wild ? any(r) : between(r, 50, 1500);
}

static void step_textured(scene *s)
{
    rng *r = &s->random;
    triangle t = {0};
    make_corners(s, t.x, t.y);
    bool wild = one_in(r, 8);
    for (int i = 0; i < 3; i++) {
        t.value[i] = wild ? any(r) : below(r, 128);
    }
    wild = one_in(r, 8);
    make_point(r, wild, &t.plane.origin);
    make_point(r, wild, &t.plane.u_end);
    make_point(r, wild, &t.plane.v_end);
    t.texels = &s->textures[below(r, TEXTURE_COUNT)].texels;
    draw_triangle(s, fill_textured, &t);
}

/* Tables and wrapping arithmetic. */
static void step_numbers(scene *s)
{
    rng *r = &s->random;
    checksum *sum = &s->sum;
    for (int i = 0; i < 8; i++) {
        int32_t a = coordinate(r, 2048);
        int32_t b = coordinate(r, 2048);
        add_signed(sum, r3d_sin_a11(a));
        add_signed(sum, r3d_cos_a11(a));
        add_signed(sum, r3d_recip15(a));
        add_signed(sum, r3d_recip16(a));
        add_signed(sum, r3d_call_i32_add(a, b));
        add_signed(sum, r3d_call_i32_sub(a, b));
        add_signed(sum, r3d_call_i32_mul(a, b));
        add_signed(sum, r3d_call_i32_neg(a));
        add_signed(sum, r3d_call_i32_shl(a, b));
        add_signed(sum, r3d_call_i32_sar(a, b));
        add_signed(sum, r3d_call_i32_shr(a, b));
        add_signed(sum, r3d_call_i32_div(a, b));
    }
}

/* How often a step is taken, relative to the others. Triangles are what the library is for. */
typedef struct step {
    const char *name;
    void (*run)(scene *s);
    int32_t share;
} step;

static const step steps[] = {
    {"rect", step_rect, 2},
    {"rect_alpha", step_rect_alpha, 2},
    {"outline", step_outline, 1},
    {"outline_alpha", step_outline_alpha, 2},
    {"hline", step_hline, 1},
    {"hline_alpha", step_hline_alpha, 1},
    {"vline", step_vline, 1},
    {"vline_alpha", step_vline_alpha, 1},
    {"clip", step_clip, 3},
    {"image8", step_image8, 2},
    {"image24", step_image24, 2},
    {"blit_image24", step_blit, 2},
    {"image24_alpha", step_image24_alpha, 2},
    {"image24_masked", step_image24_masked, 2},
    {"image24_scaled", step_scaled, 3},
    {"image24_rotated", step_rotated, 3},
    {"image24_rotated_masked", step_rotated_masked, 2},
    {"change_sprite", step_change_sprite, 2},
    {"resized_image8", step_resized_image8, 2},
    {"settings", step_settings, 6},
    {"flat", step_flat, 12},
    {"gouraud", step_gouraud, 18},
    {"textured", step_textured, 18},
    {"numbers", step_numbers, 1},
};

static const step *some_step(rng *r)
{
    int32_t total = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        total += steps[i].share;
    }
    int32_t ticket = below(r, total);
    const step *chosen = steps;
    while (ticket >= chosen->share) {
        ticket -= chosen->share;
        chosen++;
    }
    return chosen;
}

/* Draws the scene of a seed. `trace` prints the sum after each step. */
static uint32_t draw_scene(uint32_t seed, manner how, bool trace)
{
    scene *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fputs("checksums: out of memory\n", stderr);
        exit(3);
    }
    s->how = how;
    s->random.state = seed;
    s->band_random.state = ~(uint64_t)seed;
    checksum_begin(&s->sum);
    make_surface(s);
    make_colors(s);
    for (int i = 0; i < TEXTURE_COUNT; i++) {
        make_texture(s, &s->textures[i]);
    }
    for (int i = 0; i < SPRITE_COUNT; i++) {
        make_sprite(s, &s->sprites[i]);
    }
    must(s, r3d_raster_init(&s->raster, &s->surface, &s->palette) == R3D_OK,
         "r3d_raster_init failed");
    must(s, r3d_surface_set_isa(&s->surface, how.isa) == R3D_OK, "r3d_surface_set_isa failed");
    must(s, r3d_raster_set_isa(&s->raster, how.isa) == R3D_OK, "r3d_raster_set_isa failed");
    must(s, how.isa == R3D_ISA_BEST || r3d_raster_get_isa(&s->raster) == how.isa,
         "r3d_raster_get_isa is not the instruction set that was set");
    if (trace) {
        printf("surface %" PRId32 " x %" PRId32 ", stride %" PRId32 "\n", s->surface.width,
               s->surface.height, s->surface.stride_px);
        printf("  0 %08" PRIx32 " set-up\n", s->sum.crc);
    }

    int32_t count = between(&s->random, STEPS_MIN, STEPS_MAX);
    for (int32_t i = 1; i <= count; i++) {
        const step *chosen = some_step(&s->random);
        chosen->run(s);
        if (trace) {
            checksum so_far = s->sum;
            add_pixels(&so_far, &s->surface);
            printf("%3" PRId32 " %08" PRIx32 " %s\n", i, so_far.crc, chosen->name);
        }
    }
    add_pixels(&s->sum, &s->surface);
    must(s, guards_are_whole(s), "something was drawn outside the surface");
    if (s->problem != NULL) {
        fprintf(stderr, "checksums: seed %" PRIu32 ": %s\n", seed, s->problem);
        exit(1);
    }
    uint32_t crc = ~s->sum.crc;
    free(s->mask);
    free(s->memory);
    free(s);
    return crc;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Compares with a list, drawing each scene in one manner. */
static int check(const char *path, manner how)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "checksums: %s cannot be opened\n", path);
        return 3;
    }
    char line[256];
    int checked = 0;
    int wrong = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        uint32_t seed;
        uint32_t expected;
        if (line[0] == '#') {
            continue;
        }
        if (sscanf(line, "%" SCNu32 " %" SCNx32, &seed, &expected) != 2) {
            fprintf(stderr, "checksums: %s: not \"SEED CRC\": %s", path, line);
            wrong++;
            break;
        }
        uint32_t crc = draw_scene(seed, how, false);
        checked++;
        if (crc != expected) {
            printf("seed %" PRIu32 ": expected %08" PRIx32 ", got %08" PRIx32 "\n", seed, expected,
                   crc);
            wrong++;
        }
    }
    if (fclose(file) != 0 || checked == 0) {
        fprintf(stderr, "checksums: %s holds no sums\n", path);
        return 3;
    }
    printf("%s%s: %d scenes, %d wrong\n", r3d_isa_name(how.isa), how.bands ? " in bands" : "",
           checked, wrong);
    return wrong == 0 ? 0 : 1;
}

/* Compares at every instruction set that this machine has. */
static int check_isas(const char *path, bool bands)
{
    int status = 0;
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        manner how = {(r3d_isa)isa, bands};
        if (r3d_isa_available(how.isa)) {
            int result = check(path, how);
            status = result > status ? result : status;
        }
    }
    return status;
}

/* Finds an available instruction set by its name. */
static bool isa_of(const char *name, r3d_isa *out_isa)
{
    for (int isa = R3D_ISA_BEST; isa < R3D_ISA_COUNT; isa++) {
        if (strcmp(name, r3d_isa_name((r3d_isa)isa)) == 0) {
            *out_isa = (r3d_isa)isa;
            return r3d_isa_available((r3d_isa)isa);
        }
    }
    return false;
}

static bool seed_of(const char *text, uint32_t *out_seed)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *out_seed = (uint32_t)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value < UINT32_MAX;
}

int main(int argc, char **argv)
{
    uint32_t first = 0;
    uint32_t last = SEED_COUNT - 1;
    manner how = {R3D_ISA_BEST, false};
    bool one_isa = false;
    for (;;) {
        if (argc > 1 && strcmp(argv[1], "--bands") == 0) {
            how.bands = true;
            argc--;
            argv++;
        } else if (argc > 2 && strcmp(argv[1], "--isa") == 0) {
            if (!isa_of(argv[2], &how.isa)) {
                fprintf(stderr, "checksums: no instruction set '%s' on this machine\n", argv[2]);
                return 2;
            }
            one_isa = true;
            argc -= 2;
            argv += 2;
        } else {
            break;
        }
    }
    if (argc == 3 && strcmp(argv[1], "--check") == 0) {
        return one_isa ? check(argv[2], how) : check_isas(argv[2], how.bands);
    }
    if (argc == 3 && strcmp(argv[1], "--trace") == 0 && seed_of(argv[2], &first)) {
        (void)draw_scene(first, how, true);
        return 0;
    }
    if (argc > 3 || (argc > 1 && !seed_of(argv[1], &first)) ||
        (argc > 2 && !seed_of(argv[2], &last))) {
        fputs("usage: checksums [--isa NAME] [--bands] [FIRST [LAST]] | --check FILE | --trace "
              "SEED\n",
              stderr);
        return 2;
    }
    for (uint32_t seed = first; seed <= last; seed++) {
        printf("%" PRIu32 " %08" PRIx32 "\n", seed, draw_scene(seed, how, false));
    }
    return 0;
}
