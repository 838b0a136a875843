/* SPDX-License-Identifier: MIT */
/* Histories and owner planes of arenas: the owner of random pixels is the one that drawing without it shows;
 * seeded faults are named. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/history.h>
#include <retro3d/record.h>
#include <retro3d/script.h>

#include "rng.h"
#include "scene.h"

enum { POINTS = 100 };

/* Draws a reference scene; its first wall, sprite or floor other than the given one is left alone. */
typedef struct drawn {
    scene *s;
    uint32_t *pixels;
    r3d_surface surface;
    r3d_affine_context *context;
} drawn;

static drawn open_scene(const char *name)
{
    drawn d;
    d.s = scene_read(name);
    const size_t count = (size_t)(d.s->scene.width * d.s->scene.height);
    d.pixels = calloc(count, sizeof *d.pixels);
    assert_non_null(d.pixels);
    assert_int_equal(r3d_surface_init(&d.surface, d.pixels, d.s->scene.width, d.s->scene.height,
                                      d.s->scene.width),
                     R3D_OK);
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    assert_int_equal(r3d_affine_context_create(&desc, &d.context), R3D_OK);
    return d;
}

static void close_scene(drawn *d)
{
    r3d_affine_context_destroy(d->context);
    free(d->pixels);
    scene_free(d->s);
}

static void draw(drawn *d)
{
    assert_int_equal(r3d_affine_draw(d->context, &d->s->scene, &d->s->camera, &d->surface, 0, 0),
                     R3D_OK);
}

static const char script_path[] = R3D_TEST_BINARY_DIR "/recorded.r3d";

/* Records one draw, as a script that is loaded again. */
static r3d_script *record(drawn *d)
{
    r3d_recorder *recorder = NULL;
    r3d_script *script = NULL;
    r3d_error error;
    memset(d->pixels, 0, (size_t)(d->s->scene.width * d->s->scene.height) * sizeof *d->pixels);
    assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
    assert_int_equal(r3d_recorder_attach(recorder, &d->surface), R3D_OK);
    draw(d);
    r3d_recorder_detach(recorder, &d->surface);
    if (r3d_recorder_save(recorder, &d->surface, script_path, &error) != R3D_OK ||
        r3d_script_load(script_path, NULL, &script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    r3d_recorder_destroy(recorder);
    return script;
}

/* Makes a thing of the scene transparent, and undoes it. */
static void toggle(drawn *d, const r3d_draw_origin *origin)
{
    static uint32_t nothing[64 * 64];
    static r3d_affine_picture kept;
    static bool is_off;
    r3d_affine_picture *picture = NULL;
    if (strcmp(origin->kind, "wall") == 0) {
        picture = &d->s->walls[origin->id].picture;
    } else if (strcmp(origin->kind, "object") == 0) {
        picture = &d->s->sprites[origin->id].picture;
    }
    if (picture != NULL) {
        if (!is_off) {
            kept = *picture;
            picture->argb = nothing;
            picture->stride_px = picture->width;
        } else {
            *picture = kept;
        }
    } else if (strcmp(origin->kind, "floor") == 0) {
        d->s->scene.floors[origin->id].is_present = is_off;
    } else if (strcmp(origin->kind, "shadow") == 0) {
        d->s->sprites[origin->id].has_shadow = is_off;
    } else {
        d->s->scene.backdrop_rgb ^= 0x00FF00; /* only this changes with it */
    }
    is_off = !is_off;
}

/* Each pixel's last writer is the thing without which the pixel is another one. */
static void owners_of(const char *name, uint64_t seed)
{
    drawn d = open_scene(name);
    r3d_script *script = record(&d);
    const size_t count = (size_t)(d.s->scene.width * d.s->scene.height);
    uint32_t *whole = malloc(count * sizeof *whole);
    assert_non_null(whole);
    memcpy(whole, d.pixels, count * sizeof *whole);
    rng random = {seed};
    r3d_history_point points[POINTS];
    memset(points, 0, sizeof points);
    for (int i = 0; i < POINTS; i++) {
        points[i].x = rng_range(&random, 0, d.s->scene.width - 1);
        points[i].y = rng_range(&random, 0, d.s->scene.height - 1);
    }
    r3d_history_desc desc;
    r3d_history *history = NULL;
    r3d_error error;
    r3d_history_desc_init(&desc);
    desc.points = points;
    desc.point_count = POINTS;
    desc.owner = true;
    if (r3d_history_create(script, &desc, &history, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    const uint32_t *owner = r3d_history_get_owner(history);
    int confirmed = 0;
    for (size_t i = 0; i < POINTS; i++) {
        const size_t writes = r3d_history_write_count(history, i);
        assert_true(writes > 0);
        const r3d_pixel_write *write = r3d_history_get_write(history, i, writes - 1);
        const size_t at = (size_t)(points[i].y * d.s->scene.width + points[i].x);
        assert_int_equal(write->after, whole[at]);
        assert_int_equal(r3d_history_owner_of(history, write), owner[at]);
        assert_non_null(write->origin);
        toggle(&d, write->origin);
        draw(&d);
        confirmed += d.pixels[at] != whole[at];
        toggle(&d, write->origin);
    }
    /* What lies behind may have the same colour. */
    assert_true(confirmed >= POINTS * 9 / 10);
    r3d_history_destroy(history);
    r3d_script_destroy(script);
    free(whole);
    close_scene(&d);
}

static void pixels_have_the_owner_that_shows_them(void **state)
{
    (void)state;
    static const char *const names[] = {"affine_23", "affine_26", "affine_27", "affine_29",
                                        "affine_42", "affine_43", "affine_44", "affine_46",
                                        "affine_47", "affine_50", "affine_53"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        owners_of(names[i], 100 + i);
    }
}

/* ---- seeded faults ---- */

/* Of up to 100 pixels where the picture is not the expected one: how many have this cause. */
static int count_cause(drawn *d, const uint32_t *expected, const char *cause, int *out_points)
{
    r3d_history_point points[POINTS];
    r3d_script *script = record(d);
    int count = 0;
    const int32_t all = d->s->scene.width * d->s->scene.height;
    memset(points, 0, sizeof points);
    for (int32_t i = 0; i < all && count < POINTS; i++) {
        if (expected[i] != d->pixels[i]) {
            points[count].x = i % d->s->scene.width;
            points[count].y = i / d->s->scene.width;
            points[count].has_expected = true;
            points[count].expected_rgb = expected[i] & 0xFFFFFF;
            count++;
        }
    }
    r3d_history_desc desc;
    r3d_history *history = NULL;
    r3d_error error;
    r3d_history_desc_init(&desc);
    desc.points = points;
    desc.point_count = (size_t)count;
    if (r3d_history_create(script, &desc, &history, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    int found = 0;
    for (int i = 0; i < count; i++) {
        found += strcmp(r3d_history_cause_name(history, (size_t)i), cause) == 0;
    }
    r3d_history_destroy(history);
    r3d_script_destroy(script);
    *out_points = count;
    return found;
}

static uint32_t *copy_of(const drawn *d)
{
    const size_t size = (size_t)(d->s->scene.width * d->s->scene.height) * sizeof *d->pixels;
    uint32_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, d->pixels, size);
    return copy;
}

/* Walls whose texture begins one texel later. */
static void a_wrong_texel_is_named(void **state)
{
    (void)state;
    drawn d = open_scene("affine_23");
    draw(&d);
    uint32_t *expected = copy_of(&d);
    for (int32_t i = 0; i < d.s->scene.wall_count; i++) {
        r3d_affine_picture *p = &d.s->walls[i].picture;
        uint8_t *moved = calloc((size_t)(p->width * p->height) + 1, 1);
        assert_non_null(moved);
        memcpy(moved, p->indices + 1, (size_t)(p->width * p->height) - 1);
        moved[p->width * p->height - 1] = 1;
        p->indices = moved;
        d.s->memory[d.s->memory_count++] = moved;
    }
    int points;
    const int found = count_cause(&d, expected, "texel", &points);
    assert_int_equal(points, POINTS);
    if (found < points * 2 / 3) {
        fail_msg("%d of %d", found, points);
    }
    free(expected);
    close_scene(&d);
}

/* Objects that stand on the raised floor are drawn before it: the offset of sorting is missing. */
static void a_wrong_order_is_named(void **state)
{
    (void)state;
    static const char *const names[] = {"affine_19", "affine_23", "affine_25",
                                        "affine_29", "affine_32", "affine_42"};
    int points = 0;
    int found = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        drawn d = open_scene(names[i]);
        draw(&d);
        uint32_t *expected = copy_of(&d);
        d.s->scene.sort_offset = -20000;
        int count;
        found += count_cause(&d, expected, "order", &count);
        points += count;
        free(expected);
        close_scene(&d);
    }
    assert_true(points > 10);
    assert_true(found >= points * 9 / 10);
}

/* What seal adds at the rims of surfaces is missing. */
static void a_missing_rim_is_named(void **state)
{
    (void)state;
    int points = 0;
    int found = 0;
    for (int number = 54; number < 58; number++) {
        char name[16];
        snprintf(name, sizeof name, "affine_%d", number);
        drawn d = open_scene(name);
        draw(&d);
        uint32_t *expected = copy_of(&d);
        d.s->scene.has_seal = false;
        int count;
        found += count_cause(&d, expected, "coverage", &count);
        points += count;
        free(expected);
        close_scene(&d);
    }
    assert_true(points > 3);
    assert_true(found >= points / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_have_the_owner_that_shows_them),
        cmocka_unit_test(a_wrong_texel_is_named),
        cmocka_unit_test(a_wrong_order_is_named),
        cmocka_unit_test(a_missing_rim_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
