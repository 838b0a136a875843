/* SPDX-License-Identifier: MIT */
/* What a listener hears of a draw: the parts write every pixel and say who and how. */

#include <stdlib.h>
#include <string.h>

#include <retro3d/column_calls.h>

#include "cmocka_all.h"
#include "rng.h"
#include "scene.h"

enum { POINTS = 100 };

/* What is followed while a picture is drawn. */
struct hearing {
    scene *s;
    uint32_t *before; /* the surface before the part */
    uint32_t *again;  /* into which parts are repeated */
    int32_t *writes;  /* of parts, by pixel */
    int32_t depth;
    int32_t parts;
    int32_t draws;
    int32_t explained;
    bool has_source;
    uint32_t source;
    rng random;
};

static size_t pixel_count(const struct hearing *h)
{
    return (size_t)h->s->surface.width * (size_t)h->s->surface.height;
}

static void ignore_fact(const char *name, int32_t value, void *user)
{
    (void)user;
    assert_true(name[0] >= 'a' && name[0] <= 'z');
    assert_true(value >= 0 || strcmp(name, "light") == 0);
}

static void note_source(uint32_t rgb, int32_t share, uint32_t background, void *user)
{
    struct hearing *h = user;
    (void)background;
    assert_int_equal(share, 256);
    h->has_source = true;
    h->source = rgb;
}

static void ignore_variant(const char *cause, uint32_t rgb, int32_t distance, const char *words,
                           void *user)
{
    (void)user;
    assert_true(cause[0] != '\0' && words[0] != '\0');
    assert_int_equal(rgb >> 24, 0);
    assert_true(distance >= 0);
}

/* The kind and number of an IDS pixel, as an origin. */
static void check_owner(uint32_t pixel, const r3d_draw_origin *origin)
{
    static const char *const kinds[] = {"background", "middle", "upper", "lower", "floor",
                                        "ceiling",    "sky",    "thing", "thing"};
    const uint32_t kind = pixel >> 16 & 15u;
    const int32_t index = (int32_t)((pixel >> 20 & 15u) << 16 | (pixel & 0xFFFFu));
    assert_true(kind < sizeof kinds / sizeof kinds[0]);
    if (kind == R3D_COLUMN_NOTHING) {
        assert_null(origin);
        return;
    }
    assert_non_null(origin);
    assert_string_equal(origin->kind, kinds[kind]);
    assert_int_equal(origin->id, index);
}

static void check_origins(const struct hearing *h, const r3d_draw_call *call)
{
    const r3d_column_part_call *a = call->arguments;
    const r3d_draw_origin *wall = r3d_draw_origin_find(call->origin, "wall");
    const r3d_draw_origin *leaf = r3d_draw_origin_find(call->origin, "leaf");
    const r3d_draw_origin *sector = r3d_draw_origin_find(call->origin, "sector");
    assert_int_equal(wall != NULL ? wall->id : -1, a->wall);
    assert_int_equal(leaf != NULL ? leaf->id : -1, a->leaf);
    assert_int_equal(sector != NULL ? sector->id : -1, a->sector);
    if (wall != NULL) {
        const r3d_column_level_wall *w = &r3d_column_level_get_desc(h->s->level)->walls[wall->id];
        assert_int_equal(r3d_draw_origin_number(wall, "side", -1), a->side);
        assert_int_equal(a->side == 0 ? w->front.sector : w->back.sector, a->sector);
    }
}

static void before(const r3d_draw_call *call, void *user)
{
    struct hearing *h = user;
    if (call->type == &r3d_call_column_draw) {
        assert_int_equal(h->depth, 0);
        h->depth++;
        return;
    }
    assert_int_equal(h->depth, 1);
    h->depth++;
    memcpy(h->before, h->s->pixels, pixel_count(h) * sizeof *h->before);
    /* So that what a part writes differs from what it leaves. */
    for (size_t i = 0; i < pixel_count(h); i++) {
        h->s->pixels[i] = KEY_COLOR;
        h->again[i] = KEY_COLOR;
    }
}

static bool may_write(const r3d_draw_call *call, int32_t x, int32_t y)
{
    const r3d_column_part_call *a = call->arguments;
    r3d_rect touched;
    call->type->touches(call, &touched);
    if (x < touched.left || x >= touched.right || y < touched.top || y >= touched.bottom) {
        return false;
    }
    return a->top == NULL || (y >= a->top[x] && y < a->bottom[x]);
}

static void explain(struct hearing *h, const r3d_draw_call *call, int32_t at, bool is_written)
{
    const r3d_draw_pixel pixel = {at % h->s->surface.width, at / h->s->surface.width, is_written,
                                  h->before[at], h->s->pixels[at]};
    const r3d_draw_explainer to = {ignore_fact, note_source, ignore_variant, h};
    h->has_source = false;
    call->type->explain(call, &pixel, &to);
    if (h->has_source) {
        assert_true(is_written);
        assert_int_equal(h->source, h->s->pixels[at] & 0xFFFFFFu);
        h->explained++;
    }
}

static void after(const r3d_draw_call *call, void *user)
{
    struct hearing *h = user;
    h->depth--;
    if (call->type == &r3d_call_column_draw) {
        h->draws++;
        return;
    }
    h->parts++;
    check_origins(h, call);
    r3d_surface other = h->s->surface;
    other.pixels = h->again;
    assert_int_equal(r3d_draw_call_repeat(call, &other), R3D_OK);
    assert_memory_equal(h->again, h->s->pixels, pixel_count(h) * sizeof *h->again);
    const bool is_region = ((const r3d_column_part_call *)call->arguments)->top != NULL;
    for (int32_t i = 0; i < (int32_t)pixel_count(h); i++) {
        const bool is_written = h->s->pixels[i] != KEY_COLOR;
        const bool may = may_write(call, i % other.width, i / other.width);
        assert_true(is_region ? is_written == may : may || !is_written);
        if (is_written) {
            h->writes[i]++;
            if (h->s->view.mode == R3D_COLUMN_IDS) {
                check_owner(h->s->pixels[i], call->origin);
            }
            if (rng_next(&h->random) % 16 == 0) {
                explain(h, call, i, true);
            }
        } else {
            if (rng_next(&h->random) % 256 == 0) {
                explain(h, call, i, false);
            }
            h->s->pixels[i] = h->before[i];
        }
    }
}

static void hear(scene *s, const char *id)
{
    const size_t count = (size_t)s->surface.width * (size_t)s->surface.height;
    uint32_t *unheard = malloc(count * sizeof *unheard);
    struct hearing h;
    memset(&h, 0, sizeof h);
    h.s = s;
    h.before = malloc(count * sizeof *h.before);
    h.again = malloc(count * sizeof *h.again);
    h.writes = calloc(count, sizeof *h.writes);
    h.random.state = 13;
    assert_true(unheard != NULL && h.before != NULL && h.again != NULL && h.writes != NULL);
    scene_draw(s);
    memcpy(unheard, s->pixels, count * sizeof *unheard);
    const r3d_column_stats stats = s->stats;
    const r3d_draw_listener listener = {before, after, &h};
    r3d_surface_set_listener(&s->surface, &listener);
    scene_draw(s);
    r3d_surface_set_listener(&s->surface, NULL);
    assert_memory_equal(&stats, &s->stats, sizeof stats);
    if (memcmp(unheard, s->pixels, count * sizeof *unheard) != 0) {
        fail_msg("%s, mode %d: the heard draw differs", id, (int)s->view.mode);
    }
    assert_int_equal(h.depth, 0);
    assert_int_equal(h.draws, 1);
    assert_true(h.parts > 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(h.writes[i] > 0);
    }
    assert_true(s->view.mode == R3D_COLUMN_LINES || h.explained > 0);
    free(unheard);
    free(h.before);
    free(h.again);
    free(h.writes);
}

static void hear_case(const reference_case *c, void *user)
{
    (void)user;
    if (c->width > 100) {
        return; /* many parts times many pixels */
    }
    scene s;
    scene_open_case(&s, c, false);
    for (int mode = 0; mode < 5; mode++) {
        s.view.mode = (r3d_column_mode)mode;
        hear(&s, c->id);
    }
    scene_free(&s);
}

static void parts_write_every_pixel_and_name_its_owner(void **state)
{
    (void)state;
    each_case(hear_case, NULL);
}

/* A level with textures and a sky; sprites from the folder. */
static void open_textured(scene *s, const char *id, const char *level_name)
{
    reference_case c = find_case(id);
    char path[1024];
    c.width = c.width > 96 ? 96 : c.width;
    c.height = c.height > 64 ? 64 : c.height;
    level_path(level_name, path, sizeof path);
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.wall_material = "brick1";
    options.step_material = "brown1";
    options.floor_material = "aqf001";
    options.ceiling_material = "aqf040";
    r3d_column_level *level = NULL;
    assert_int_equal(r3d_column_level_load(path, &options, NULL, &level, NULL), R3D_OK);
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.sprite_dir = strcmp(level_name, "e2m7-demo") == 0
                             ? R3D_TEST_SOURCE_DIR "/golden/data/nostromo"
                             : R3D_TEST_SOURCE_DIR "/golden/data/levels";
    sources.texture_dir = R3D_TEST_SOURCE_DIR "/golden/data/freedoom";
    r3d_column_level_pictures *pictures = NULL;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, NULL),
                     R3D_OK);
    scene_make(s, level, pictures, c.width, c.height);
    scene_apply_case(s, &c);
    s->view.mode = R3D_COLUMN_TEXTURED;
    s->view.things = true;
    s->view.contrast = true;
    s->view.fade_start = 50;
    s->view.fade_length = 2000;
}

static void facts_give_the_colors_of_textures_and_sprites(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"r-demo11", "e2m7-demo"},
                                           {"r-demo05", "e2m7-demo"},
                                           {"r-demo17", "e2m7-demo"},
                                           {"r-sprites00", "sprites"},
                                           {"r-sky00", "sky"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scene s;
        open_textured(&s, cases[i][0], cases[i][1]);
        hear(&s, cases[i][0]);
        scene_free(&s);
    }
}

static void a_clip_rectangle_moves_parts_with_the_picture(void **state)
{
    (void)state;
    scene s;
    reference_case c = find_case("r-demo11");
    open_textured(&s, c.id, "e2m7-demo");
    s.view.column_begin = 5;
    s.view.column_end = 40;
    r3d_surface_set_clip(&s.surface, 20, 10, 80, 50);
    const size_t count = (size_t)s.surface.width * (size_t)s.surface.height;
    uint32_t *unheard = malloc(count * sizeof *unheard);
    assert_non_null(unheard);
    scene_draw(&s);
    memcpy(unheard, s.pixels, count * sizeof *unheard);
    static const r3d_draw_listener nothing = {NULL, NULL, NULL};
    for (size_t i = 0; i < count; i++) {
        s.pixels[i] = KEY_COLOR;
    }
    r3d_surface_set_listener(&s.surface, &nothing);
    scene_draw(&s);
    assert_memory_equal(unheard, s.pixels, count * sizeof *unheard);
    free(unheard);
    scene_free(&s);
}

static void note_owner_call(const r3d_draw_call *call, void *user)
{
    int32_t *total = user;
    if (call->type == &r3d_call_column_draw) {
        r3d_draw_owners owners[R3D_DRAW_OWNER_KINDS_MAX];
        const int32_t kinds = call->type->owners(call, owners);
        assert_int_equal(kinds, 8);
        for (int32_t i = 0; i < kinds; i++) {
            *total += owners[i].count;
        }
    }
}

static void owners_are_the_records_of_the_level(void **state)
{
    (void)state;
    const reference_case c = find_case("r-demo05");
    scene s;
    scene_open_case(&s, &c, false);
    int32_t total = 0;
    const r3d_draw_listener listener = {note_owner_call, NULL, &total};
    r3d_surface_set_listener(&s.surface, &listener);
    scene_draw(&s);
    const r3d_column_level_desc *d = r3d_column_level_get_desc(s.level);
    assert_int_equal(total, 4 * d->wall_count + 2 * d->sector_count + 1 + d->thing_count);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_write_every_pixel_and_name_its_owner),
        cmocka_unit_test(facts_give_the_colors_of_textures_and_sprites),
        cmocka_unit_test(a_clip_rectangle_moves_parts_with_the_picture),
        cmocka_unit_test(owners_are_the_records_of_the_level),
    };
    return cmocka_run_group_tests_name("column_calls", tests, NULL, NULL);
}
