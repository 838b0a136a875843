/* SPDX-License-Identifier: MIT */
/* Every instruction set that this machine runs draws what the scalar fills draw: a million random
 * triangles of each class on surfaces between guard pages. The scalar fills draw them once for all
 * the others. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/raster.h>

#include "guard.h"
#include "rng.h"

enum {
    TRIANGLES = 1000000, /* of each class, in every instruction set */
    BATCH = 16,          /* triangles between two comparisons */
    ROUND = 4000         /* triangles before the frames are filled anew */
};

typedef enum fill_class { FLAT, GOURAUD, TEXTURED } fill_class;

typedef struct paint_class {
    const char *name;
    fill_class fill;
    bool translucent;
    bool smooth;
    bool masked;
} paint_class;

static const paint_class classes[] = {
    {"flat", FLAT, false, false, false},
    {"flat translucent", FLAT, true, false, false},
    {"gouraud", GOURAUD, false, false, false},
    {"gouraud translucent", GOURAUD, true, false, false},
    {"gouraud smooth", GOURAUD, false, true, false},
    {"gouraud smooth translucent", GOURAUD, true, true, false},
    {"textured", TEXTURED, false, false, false},
    {"masked", TEXTURED, false, false, true},
};

/* The wide one has rows beyond the original's reciprocal table, and triangles on the tall one have
 * more rows than are looked at together; most are small, for the comparison. */
typedef struct shape {
    int32_t width;
    int32_t height;
    int32_t stride;
} shape;

static const shape shapes[] = {{67, 53, 67},   {1, 40, 1},      {128, 30, 128}, {33, 64, 40},
                               {300, 20, 300}, {4500, 3, 4500}, {19, 140, 19},  {64, 48, 64}};

static r3d_palette palette;
static uint32_t texel_memory[2][R3D_TEXELS_HIGH_COUNT];

static int make_assets(void **state)
{
    (void)state;
    rng r = {20061};
    for (size_t i = 0; i < R3D_PALETTE_COUNT; i++) {
        palette.rgb[i] = rng_next(&r) & 0xFFFFFFu;
    }
    for (size_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        texel_memory[0][i] = rng_next(&r) & 0xF8F8FFu;
        texel_memory[1][i] = rng_range(&r, 0, 2) == 0 ? 0 : rng_next(&r) & 0xF8F8FFu;
    }
    return 0;
}

/* The instruction sets of this machine; the first is the scalar one. */
static r3d_isa isas[R3D_ISA_COUNT];
static int isa_count;

/* The same picture, drawn by each instruction set. */
typedef struct frames {
    guarded memory[R3D_ISA_COUNT];
    r3d_surface surface[R3D_ISA_COUNT];
    r3d_raster raster[R3D_ISA_COUNT];
    size_t size;
} frames;

static void make_frames(frames *f, const shape *s, guard_side side)
{
    size_t count = (size_t)(s->height - 1) * (size_t)s->stride + (size_t)s->width;
    f->size = count * sizeof(uint32_t);
    for (int i = 0; i < isa_count; i++) {
        f->memory[i] = guarded_alloc(f->size, side);
        assert_int_equal(
            r3d_surface_init(&f->surface[i], f->memory[i].memory, s->width, s->height, s->stride),
            R3D_OK);
        assert_int_equal(r3d_raster_init(&f->raster[i], &f->surface[i], &palette), R3D_OK);
        assert_int_equal(r3d_raster_set_isa(&f->raster[i], isas[i]), R3D_OK);
    }
}

static void free_frames(frames *f)
{
    for (int i = 0; i < isa_count; i++) {
        guarded_free(&f->memory[i]);
    }
}

static void refill(frames *f, rng *r)
{
    uint32_t *pixels = f->memory[0].memory;
    for (size_t i = 0; i < f->size / sizeof(uint32_t); i++) {
        pixels[i] = rng_next(r);
    }
    for (int i = 1; i < isa_count; i++) {
        memcpy(f->memory[i].memory, pixels, f->size);
    }
}

/* Mostly on or around the surface; sometimes where 32 bits wrap. */
static int32_t coordinate(rng *r, int32_t size)
{
    static const int32_t marks[] = {-65536, -32769, -32768, -16384, 16384,
                                    32767,  32768,  65535,  65536};
    switch (rng_range(r, 0, 19)) {
    case 0:
        return (int32_t)rng_next(r);
    case 1:
        return marks[rng_range(r, 0, 8)] + rng_range(r, -2, 2);
    case 2:
        return (rng_next(r) & 1u) != 0 ? INT32_MIN + rng_range(r, 0, 3)
                                       : INT32_MAX - rng_range(r, 0, 3);
    case 3:
        return rng_range(r, -40000, 40000);
    case 4:
        return rng_range(r, 0, 1) * size + rng_range(r, -3, 3);
    case 5:
    case 6:
    case 7:
        return rng_range(r, -size / 2 - 2, size + size / 2 + 2);
    default:
        return rng_range(r, 0, size);
    }
}

static int32_t plane_coordinate(rng *r)
{
    return rng_range(r, 0, 15) == 0 ? (int32_t)rng_next(r) : rng_range(r, -2000, 2000);
}

/* Depths that pass through 0, whose rows take the scalar path in every instruction set. */
static void make_plane(rng *r, r3d_texture_plane *plane)
{
    r3d_vec3i *points[3] = {&plane->origin, &plane->u_end, &plane->v_end};
    for (int i = 0; i < 3; i++) {
        points[i]->x = plane_coordinate(r);
        points[i]->y = plane_coordinate(r);
        points[i]->z = plane_coordinate(r);
    }
    int32_t kind = rng_range(r, 0, 7);
    if (kind == 0) { /* so small that single points of a row have the depth 0 */
        r3d_vec3i *ends[2] = {&plane->u_end, &plane->v_end};
        for (int i = 0; i < 2; i++) {
            ends[i]->x = r3d_i32_add(plane->origin.x, rng_range(r, -4, 4));
            ends[i]->y = r3d_i32_add(plane->origin.y, rng_range(r, -4, 4));
            ends[i]->z = r3d_i32_add(plane->origin.z, rng_range(r, -4, 4));
        }
    } else if (kind > 1) {
        int32_t z = rng_range(r, 50, 3000);
        for (int i = 0; i < 3; i++) {
            points[i]->z = z + rng_range(r, -40, 40);
        }
    }
}

static void draw_triangle(rng *r, frames *f, const paint_class *class)
{
    const r3d_surface *surface = &f->surface[0];
    int32_t x[3];
    int32_t y[3];
    int32_t value[3];
    int32_t side = rng_range(r, 0, 3);
    int32_t most = class->fill == TEXTURED ? 255 : 65535;
    for (int k = 0; k < 3; k++) {
        x[k] = coordinate(r, surface->width);
        y[k] = coordinate(r, surface->height);
        if (side == 0 && k > 0) { /* a small one */
            x[k] = r3d_i32_add(x[0], rng_range(r, -9, 9));
            y[k] = r3d_i32_add(y[0], rng_range(r, -9, 9));
        }
        value[k] = rng_range(r, 0, 9) == 0 ? (int32_t)rng_next(r) : rng_range(r, 0, most);
    }
    if (rng_range(r, 0, 1) == 0) { /* of few colours, sometimes at an end of the palette */
        value[0] = rng_range(r, 0, 7) == 0 ? rng_range(r, 0, 1) * most : value[0];
        int32_t spread = rng_range(r, 0, 40);
        value[1] = r3d_i32_add(value[0], rng_range(r, -spread, spread));
        value[2] = r3d_i32_add(value[0], rng_range(r, -spread, spread));
    }
    uint32_t rgb = rng_next(r);
    int32_t translucency = class->translucent ? rng_range(r, 1, 255) : 0;
    bool side_clip = (rng_next(r) & 1u) != 0;
    r3d_texture_plane plane;
    r3d_texels texels = {texel_memory[class->masked], R3D_DETAIL_HIGH, class->masked};
    if (class->fill == TEXTURED) {
        make_plane(r, &plane);
        texels.detail = (rng_next(r) & 1u) != 0 ? R3D_DETAIL_HIGH : R3D_DETAIL_LOW;
    }
    int32_t clip_right = rng_range(r, 0, 15) == 0 ? rng_range(r, -1, surface->width) : 0;
    int32_t clip_bottom = rng_range(r, -1, surface->height);
    for (int i = 0; i < isa_count; i++) {
        r3d_raster *raster = &f->raster[i];
        r3d_surface_reset_clip(raster->surface);
        if (clip_right != 0) {
            r3d_surface_set_clip(raster->surface, 0, 0, clip_right, clip_bottom);
        }
        raster->side_clip = side_clip;
        raster->translucency = translucency;
        raster->smooth = class->smooth;
        if (class->fill == FLAT) {
            r3d_fill_flat(raster, x, y, rgb);
        } else if (class->fill == GOURAUD) {
            r3d_fill_gouraud(raster, x, y, value);
        } else {
            r3d_fill_textured(raster, x, y, value, &plane, &texels);
        }
    }
}

static void compare(const frames *f, const shape *s, const char *name, uint64_t seed,
                    int32_t triangle)
{
    const uint32_t *expected = f->memory[0].memory;
    for (int isa = 1; isa < isa_count; isa++) {
        const uint32_t *actual = f->memory[isa].memory;
        if (memcmp(expected, actual, f->size) == 0) {
            continue;
        }
        size_t i = 0;
        while (expected[i] == actual[i]) {
            i++;
        }
        fail_msg("%s, %s, %dx%d, seed %llu, triangles up to %d: pixel %d,%d is %08x, scalar %08x",
                 r3d_isa_name(isas[isa]), name, (int)s->width, (int)s->height,
                 (unsigned long long)seed, (int)triangle, (int)(i % (size_t)s->stride),
                 (int)(i / (size_t)s->stride), (unsigned)actual[i], (unsigned)expected[i]);
    }
}

static void draw_class(const paint_class *class, int32_t triangles)
{
    int32_t drawn = 0;
    for (uint64_t round = 0; drawn < triangles; round++) {
        const shape *s = &shapes[round % TEST_COUNT(shapes)];
        uint64_t seed = 77000 + round * 16 + (uint64_t)(class - classes);
        rng r = {seed};
        frames f = {.size = 0};
        make_frames(&f, s, round / 8 % 2 == 0 ? GUARD_BEFORE : GUARD_AFTER);
        refill(&f, &r);
        for (int32_t i = 0; i < ROUND; i += BATCH) {
            for (int k = 0; k < BATCH; k++) {
                draw_triangle(&r, &f, class);
            }
            compare(&f, s, class->name, seed, i + BATCH);
        }
        free_frames(&f);
        drawn += ROUND;
    }
}

/* R3D_TEST_TRIANGLES makes the sanitizer builds shorter. */
static int32_t triangle_count(void)
{
    const char *text = getenv("R3D_TEST_TRIANGLES");
    return text != NULL ? (int32_t)strtol(text, NULL, 10) : TRIANGLES;
}

static void every_isa_draws_random_triangles_like_the_scalar_one(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        if (r3d_isa_available((r3d_isa)isa)) {
            isas[isa_count++] = (r3d_isa)isa;
        } else {
            print_message("%s: not on this machine\n", r3d_isa_name((r3d_isa)isa));
        }
    }
    assert_int_equal(isas[0], R3D_ISA_SCALAR);
    for (size_t c = 0; c < TEST_COUNT(classes); c++) {
        draw_class(&classes[c], triangle_count());
        print_message("%s: equal\n", classes[c].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_isa_draws_random_triangles_like_the_scalar_one),
    };
    return cmocka_run_group_tests_name("raster/isas", tests, make_assets, NULL);
}
