/* SPDX-License-Identifier: MIT */
/* Gouraud triangles of few colours, which an instruction set may draw in ways of its own, singly and set up
 * sixteen at a time: each instruction set draws what the scalar fills draw. Everything here lies next to a
 * limit: of the colours, of the coordinates, of the surface, of the clip rectangle, of a band. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/raster.h>

#include "../../src/raster/kernels.h"
#include "guard.h"
#include "rng.h"

enum {
    FACES = 500000,         /* of every instruction set and way */
    FACES_OF_A_ROUND = 960, /* on one surface */
    LENGTH_MAX = 200,
    ALIGNMENTS = 16 /* of 4 bytes: a cache line */
};

/* Two palettes, of which one begins behind a page that must not be touched and the other ends
 * before one. */
static guarded palettes[2];

static int make_palettes(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        palettes[i] = guarded_alloc(sizeof(r3d_palette), i == 0 ? GUARD_BEFORE : GUARD_AFTER);
        r3d_palette *palette = palettes[i].memory;
        rng r = {20062};
        for (size_t k = 0; k < R3D_PALETTE_COUNT; k++) {
            palette->rgb[k] = rng_next(&r) & 0xFFFFFFu;
        }
    }
    return 0;
}

static int free_palettes(void **state)
{
    (void)state;
    guarded_free(&palettes[0]);
    guarded_free(&palettes[1]);
    return 0;
}

#define ONE_OF(r, list) ((list)[rng_range((r), 0, (int32_t)TEST_COUNT(list) - 1)])

static int32_t any_x(rng *r, int32_t width)
{
    static const int32_t far[] = {-32768, -16385, -16384, -16383, 16383, 16384, 16385, 32767};
    switch (rng_range(r, 0, 9)) {
    case 0:
        return ONE_OF(r, far);
    case 1:
        return rng_range(r, -16384, 16384);
    case 2:
        return rng_range(r, 0, 1) * width + rng_range(r, -3, 3);
    case 3:
        return rng_range(r, -width - 2, 2 * width + 2);
    default:
        return rng_range(r, 0, width);
    }
}

static int32_t any_y(rng *r, int32_t height)
{
    static const int32_t far[] = {INT32_MIN,   -0x40000001, -0x20000001, -0x20000000,
                                  -0x1FFFFFFF, -70000,      INT32_MAX,   0x40000001,
                                  0x20000001,  0x20000000,  0x1FFFFFFF,  70000};
    switch (rng_range(r, 0, 9)) {
    case 0:
        return ONE_OF(r, far);
    case 1:
        return rng_range(r, -40000, 40000);
    case 2:
        return rng_range(r, -height - 2, 2 * height + 2);
    default:
        return rng_range(r, -1, height + 1);
    }
}

/* Ranges of 14 and 15 entries, of 30 and 31, and of 62 and 63 are drawn in different ways. */
static void make_values(rng *r, int32_t value[3])
{
    static const int32_t spreads[] = {0, 1, 12, 13, 14, 15, 28, 29, 30, 31, 60, 61, 62, 63, 5000};
    static const int32_t bases[] = {-1,    0,     1,     2,     65409, 65410, 65411, 65471,
                                    65472, 65473, 65506, 65507, 65520, 65522, 65526, 65535};
    int32_t spread = rng_range(r, 0, 1) == 0 ? ONE_OF(r, spreads) : rng_range(r, 0, 61);
    int32_t base = rng_range(r, 0, 3) == 0 ? ONE_OF(r, bases) : rng_range(r, 1, 65400);
    int32_t first = rng_range(r, 0, 2);
    for (int i = 0; i < 3; i++) {
        value[i] = base + rng_range(r, 0, spread);
    }
    value[first] = base;
    value[(first + rng_range(r, 1, 2)) % 3] = base + spread;
}

static void make_face(rng *r, const r3d_surface *surface, r3d_priv_drawn_face *face)
{
    memset(face, 0, sizeof *face);
    int32_t reach = rng_range(r, 0, 1) == 0 ? rng_range(r, 1, 140) : 0; /* 0: anywhere */
    for (int i = 0; i < 3; i++) {
        face->x[i] = any_x(r, surface->width);
        face->y[i] = any_y(r, surface->height);
        if (i > 0 && reach != 0) {
            face->x[i] = r3d_i32_add(face->x[0], rng_range(r, -reach, reach));
            face->y[i] = r3d_i32_add(face->y[0], rng_range(r, -reach, reach));
        }
    }
    if (rng_range(r, 0, 15) == 0) { /* an instruction set edge, or a standing one */
        int from = rng_range(r, 0, 2);
        int to = (from + 1) % 3;
        *(rng_range(r, 0, 1) == 0 ? &face->y[to] : &face->x[to]) =
            rng_range(r, 0, 1) == 0 ? face->y[from] : face->x[from];
    }
    make_values(r, face->value);
    face->is_plain = rng_range(r, 0, 15) != 0;
    face->alpha = face->is_plain ? 0 : 128;
}

/* The same picture, drawn by the scalar fills and by another instruction set. */
typedef struct pair {
    guarded memory[2];
    r3d_surface surface[2];
    r3d_raster raster[2];
    size_t size;
} pair;

static void make_pair_of(pair *p, r3d_isa isa, guard_side side, int32_t width, int32_t height,
                         int32_t stride)
{
    size_t count = (size_t)(height - 1) * (size_t)stride + (size_t)width;
    p->size = count * sizeof(uint32_t);
    for (int i = 0; i < 2; i++) {
        p->memory[i] = guarded_alloc(p->size, side);
        assert_int_equal(
            r3d_surface_init(&p->surface[i], p->memory[i].memory, width, height, stride), R3D_OK);
        assert_int_equal(r3d_raster_init(&p->raster[i], &p->surface[i], palettes[side].memory),
                         R3D_OK);
        assert_int_equal(r3d_raster_set_isa(&p->raster[i], i == 0 ? R3D_ISA_SCALAR : isa), R3D_OK);
    }
}

static void free_pair(pair *p)
{
    guarded_free(&p->memory[0]);
    guarded_free(&p->memory[1]);
}

static void make_pair(pair *p, rng *r, r3d_isa isa)
{
    static const int32_t widths[] = {1, 2, 8, 15, 16, 17, 32, 33, 63, 64, 65, 127, 128, 129, 300};
    int32_t width = ONE_OF(r, widths);
    int32_t height = rng_range(r, 1, 50);
    if (rng_range(r, 0, 31) == 0) {
        width = rng_range(r, 0, 1) == 0 ? 16384 : rng_range(r, 2000, 4200);
        height = rng_range(r, 1, 3);
    }
    int32_t stride = width + (rng_range(r, 0, 1) == 0 ? 0 : rng_range(r, 1, 20));
    guard_side side = rng_range(r, 0, 1) == 0 ? GUARD_BEFORE : GUARD_AFTER;
    make_pair_of(p, isa, side, width, height, stride);
}

static void set_state(pair *p, rng *r)
{
    static const int32_t limits[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, 2};
    static const int32_t bands[] = {INT32_MIN, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    int32_t width = p->surface[0].width;
    int32_t height = p->surface[0].height;
    int32_t right = width;
    int32_t bottom = height;
    int32_t top = 0;
    int32_t end = INT32_MAX;
    if (rng_range(r, 0, 2) == 0) {
        right = rng_range(r, 0, 3) == 0 ? ONE_OF(r, limits) : rng_range(r, 0, width + 1);
        bottom = rng_range(r, 0, 7) == 0 ? ONE_OF(r, limits) : rng_range(r, 0, height + 1);
    }
    if (rng_range(r, 0, 2) == 0) {
        top = rng_range(r, 0, 3) == 0 ? ONE_OF(r, bands) : rng_range(r, 0, height);
        end = rng_range(r, 0, 3) == 0 ? ONE_OF(r, bands) : rng_range(r, 0, height + 1);
    }
    bool smooth = rng_range(r, 0, 1) != 0;
    for (int i = 0; i < 2; i++) {
        r3d_surface_set_clip(&p->surface[i], 0, 0, right, bottom);
        p->raster[i].band_top = top;
        p->raster[i].band_bottom = end;
        p->raster[i].smooth = smooth;
    }
}

/* With the side clipping of the engine, or with `other` than that. */
static void draw_singly(r3d_raster *raster, const r3d_priv_drawn_face *face, bool other)
{
    int32_t last = r3d_i32_sub(raster->surface->clip.right, 1);
    bool outside = false;
    for (int i = 0; i < 3; i++) {
        outside = outside || face->x[i] < 0 || face->x[i] > last;
    }
    raster->side_clip = outside != other;
    r3d_fill_gouraud(raster, face->x, face->y, face->value);
}

static void compare(const pair *p, r3d_isa isa, const char *way, uint64_t seed, int32_t face)
{
    const uint32_t *expected = p->memory[0].memory;
    const uint32_t *actual = p->memory[1].memory;
    const r3d_surface *s = &p->surface[0];
    if (memcmp(expected, actual, p->size) == 0) {
        return;
    }
    size_t i = 0;
    while (expected[i] == actual[i]) {
        i++;
    }
    fail_msg("%s, %s, %dx%d, seed %llu, faces from %d on: pixel %d,%d is %08x, scalar %08x",
             r3d_isa_name(isa), way, (int)s->width, (int)s->height, (unsigned long long)seed,
             (int)face, (int)(i % (size_t)s->stride_px), (int)(i / (size_t)s->stride_px),
             (unsigned)actual[i], (unsigned)expected[i]);
}

/* Draws faces, 16 for each comparison. Returns how many of them were set up together. */
static int32_t draw_round(r3d_isa isa, uint64_t seed, bool together)
{
    rng r = {seed};
    pair p;
    int32_t fitting = 0;
    make_pair(&p, &r, isa);
    const r3d_kernels *kernels = p.raster[1].kernels;
    for (int32_t n = 0; n < FACES_OF_A_ROUND; n += R3D_PRIV_BATCH) {
        r3d_priv_drawn_face faces[R3D_PRIV_BATCH];
        const r3d_priv_drawn_face *pointers[R3D_PRIV_BATCH];
        r3d_priv_gouraud_batch batch = {.fits = 0};
        set_state(&p, &r);
        for (int i = 0; i < R3D_PRIV_BATCH; i++) {
            make_face(&r, &p.surface[0], &faces[i]);
            pointers[i] = &faces[i];
        }
        bool other = !together && rng_range(&r, 0, 1) != 0;
        if (together) {
            kernels->prepare_faces(&p.raster[1], pointers, &batch);
        }
        for (int32_t i = 0; i < R3D_PRIV_BATCH; i++) {
            bool fits = (batch.fits >> i & 1u) != 0;
            assert_true(!fits || faces[i].is_plain);
            draw_singly(&p.raster[0], &faces[i], other);
            if (fits) {
                kernels->fill_faces(&p.raster[1], &batch, i, i + 1);
                fitting++;
            } else {
                draw_singly(&p.raster[1], &faces[i], other);
            }
        }
        compare(&p, isa, together ? "together" : "singly", seed, n);
    }
    free_pair(&p);
    return fitting;
}

/* R3D_TEST_TRIANGLES makes the sanitizer builds shorter and a search longer. */
static int32_t face_count(void)
{
    const char *text = getenv("R3D_TEST_TRIANGLES");
    return text != NULL ? (int32_t)strtol(text, NULL, 10) : FACES;
}

static void draw_rounds(r3d_isa isa, bool together)
{
    int32_t rounds = face_count() / FACES_OF_A_ROUND + 1;
    int64_t fitting = 0;
    for (int32_t i = 0; i < rounds; i++) {
        fitting += draw_round(isa, 90001 + (uint64_t)i * 2, together);
    }
    /* about a third lie inside all limits */
    assert_true(!together || fitting > (int64_t)rounds * FACES_OF_A_ROUND / 5);
}

static void triangles_of_few_colors_are_drawn_like_the_scalar_ones(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        if (r3d_isa_available((r3d_isa)isa)) {
            draw_rounds((r3d_isa)isa, false);
        }
    }
}

static void faces_that_are_set_up_together_are_drawn_like_the_scalar_ones(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        const r3d_kernels *kernels = r3d_priv_kernels((r3d_isa)isa);
        if (kernels != NULL && kernels->prepare_faces != NULL) {
            draw_rounds((r3d_isa)isa, true);
        }
    }
}

/* ---- rows ---- */

/* A row from `left` to `right`, as the only row of a face or, of faces drawn singly, as each of
 * eight: such of a few rows are not drawn in a way of their own. */
static void draw_row(pair *p, bool together, int32_t range, int32_t left, int32_t right,
                     int32_t turn)
{
    int32_t height = together ? 1 : p->surface[0].height;
    int32_t value = 31 * turn + 1;
    const r3d_priv_drawn_face parts[2] = {
        {.x = {left, right, left}, .y = {0, 0, height}, .is_plain = 1},
        {.x = {right, right, left}, .y = {0, height, height}, .is_plain = 1}};
    for (int k = 0; k < 2; k++) {
        r3d_priv_drawn_face face = parts[k];
        const r3d_priv_drawn_face *pointers[R3D_PRIV_BATCH];
        r3d_priv_gouraud_batch batch = {.fits = 0};
        face.value[0] = turn % 2 == 0 ? value : value + range;
        face.value[1] = turn % 2 == 0 ? value + range : value;
        face.value[2] = value + range / 2;
        for (int i = 0; i < R3D_PRIV_BATCH; i++) {
            pointers[i] = &face;
        }
        for (int smooth = 0; smooth < 2; smooth++) {
            p->raster[0].smooth = smooth != 0;
            p->raster[1].smooth = smooth != 0;
            draw_singly(&p->raster[0], &face, false);
            if (together) {
                p->raster[1].kernels->prepare_faces(&p->raster[1], pointers, &batch);
            }
            if ((batch.fits & 1u) != 0) {
                p->raster[1].kernels->fill_faces(&p->raster[1], &batch, 0, 1);
            } else {
                draw_singly(&p->raster[1], &face, false);
            }
            compare(p, r3d_raster_get_isa(&p->raster[1]), together ? "row together" : "row singly",
                    (uint64_t)left, right);
        }
    }
}

static void draw_rows(r3d_isa isa, bool together)
{
    static const int32_t ranges[] = {0, 13, 14, 29, 30, 61, 62};
    for (int32_t length = 0; length <= LENGTH_MAX; length++) {
        for (int32_t at = 0; at < ALIGNMENTS; at++) {
            int32_t end = at + length > 0 ? at + length : 1;
            int32_t height = together ? 1 : 8;
            /* to the last column, and beyond it as far as to the left of the first one */
            int32_t widths[] = {end, end + 1, end > 7 ? end - 7 : 1};
            for (int i = 0; i < 3; i++) {
                pair p;
                make_pair_of(&p, isa, (guard_side)((at + i) % 2), widths[i], height, widths[i]);
                for (int32_t k = 0; k < (int32_t)TEST_COUNT(ranges); k++) {
                    draw_row(&p, together, ranges[k], i == 2 ? at - 9 : at, at + length,
                             at + length + k);
                }
                free_pair(&p);
            }
        }
    }
}

static void rows_of_few_colors_are_drawn_like_the_scalar_ones(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        const r3d_kernels *kernels = r3d_priv_kernels((r3d_isa)isa);
        if (kernels != NULL) {
            draw_rows((r3d_isa)isa, false);
        }
        if (kernels != NULL && kernels->prepare_faces != NULL) {
            draw_rows((r3d_isa)isa, true);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_few_colors_are_drawn_like_the_scalar_ones),
        cmocka_unit_test(triangles_of_few_colors_are_drawn_like_the_scalar_ones),
        cmocka_unit_test(faces_that_are_set_up_together_are_drawn_like_the_scalar_ones),
    };
    return cmocka_run_group_tests_name("raster/few colours", tests, make_palettes, free_palettes);
}
