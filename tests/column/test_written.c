/* SPDX-License-Identifier: MIT */
/* Levels that are written as text and read back: nothing that is drawn or felt may be lost. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "cmocka_all.h"
#include "forge.h"
#include "plan.h"
#include "rng.h"
#include "scene.h"

#define WRITTEN_PATH R3D_TEST_BINARY_DIR "/round-trip.level"

static r3d_column_level *write_and_read(const r3d_column_level *level)
{
    r3d_error error;
    r3d_column_level *again = NULL;
    if (r3d_column_level_save(level, WRITTEN_PATH, &error) != R3D_OK ||
        r3d_column_level_load(WRITTEN_PATH, NULL, NULL, &again, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    /* The text in memory is that of the file. */
    char *text = NULL;
    size_t size = 0;
    void *file = NULL;
    size_t file_size = 0;
    assert_int_equal(r3d_column_level_encode(level, NULL, &text, &size, NULL), R3D_OK);
    assert_int_equal(r3d_file_read(WRITTEN_PATH, 1 << 28, NULL, &file, &file_size, NULL), R3D_OK);
    assert_int_equal(size, file_size);
    assert_memory_equal(text, file, size);
    free(text);
    free(file);
    remove(WRITTEN_PATH);
    return again;
}

static void compare_material(const r3d_column_level_desc *a, int32_t ma,
                             const r3d_column_level_desc *b, int32_t mb)
{
    assert_int_equal(ma < 0, mb < 0);
    if (ma >= 0) {
        assert_string_equal(a->materials[ma], b->materials[mb]);
    }
}

static void compare_sides(const r3d_column_level_desc *a, const r3d_column_level_side *sa,
                          const r3d_column_level_desc *b, const r3d_column_level_side *sb,
                          bool is_hole)
{
    assert_int_equal(sa->sector, sb->sector);
    compare_material(a, sa->middle, b, sb->middle);
    assert_true(sa->offset_u == sb->offset_u && sa->offset_v == sb->offset_v);
    if (is_hole) {
        compare_material(a, sa->upper, b, sb->upper);
        compare_material(a, sa->lower, b, sb->lower);
    }
}

static void compare_plans(const r3d_column_level_desc *a, const r3d_column_level_desc *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    for (int32_t i = 0; i < a->vertex_count; i++) {
        if (a->vertices[i].x != b->vertices[i].x || a->vertices[i].y != b->vertices[i].y) {
            fail_msg("vertex %d: %.17g %.17g became %.17g %.17g", (int)i, a->vertices[i].x,
                     a->vertices[i].y, b->vertices[i].x, b->vertices[i].y);
        }
    }
    assert_int_equal(a->sector_count, b->sector_count);
    for (int32_t i = 0; i < a->sector_count; i++) {
        const r3d_column_level_sector *sa = &a->sectors[i];
        const r3d_column_level_sector *sb = &b->sectors[i];
        assert_true(sa->floor == sb->floor && sa->ceiling == sb->ceiling);
        assert_int_equal(sa->light, sb->light);
        assert_int_equal(sa->flags, sb->flags);
        compare_material(a, sa->floor_material, b, sb->floor_material);
        compare_material(a, sa->ceiling_material, b, sb->ceiling_material);
    }
    assert_int_equal(a->wall_count, b->wall_count);
    for (int32_t i = 0; i < a->wall_count; i++) {
        const bool is_hole = a->walls[i].back.sector >= 0;
        assert_int_equal(a->walls[i].a, b->walls[i].a);
        assert_int_equal(a->walls[i].b, b->walls[i].b);
        assert_int_equal(a->walls[i].flags, b->walls[i].flags);
        compare_sides(a, &a->walls[i].front, b, &b->walls[i].front, is_hole);
        if (is_hole) {
            compare_sides(a, &a->walls[i].back, b, &b->walls[i].back, true);
        } else {
            assert_int_equal(b->walls[i].back.sector, R3D_COLUMN_NONE);
        }
    }
}

static void compare_rest(const r3d_column_level_desc *a, const r3d_column_level_desc *b)
{
    assert_string_equal(a->name == NULL ? "" : a->name, b->name == NULL ? "" : b->name);
    assert_int_equal(a->has_start, b->has_start);
    assert_true(a->start_x == b->start_x && a->start_y == b->start_y &&
                a->start_yaw == b->start_yaw && a->start_eye == b->start_eye);
    assert_true(a->actor_radius == b->actor_radius && a->actor_knee == b->actor_knee &&
                a->actor_eye == b->actor_eye && a->actor_head == b->actor_head);
    assert_int_equal(a->thing_type_count, b->thing_type_count);
    for (int32_t i = 0; i < a->thing_type_count; i++) {
        const r3d_column_level_thing_type *ta = &a->thing_types[i];
        const r3d_column_level_thing_type *tb = &b->thing_types[i];
        assert_string_equal(ta->name, tb->name);
        assert_int_equal(ta->sprite == NULL, tb->sprite == NULL);
        assert_string_equal(ta->sprite == NULL ? "" : ta->sprite,
                            tb->sprite == NULL ? "" : tb->sprite);
        assert_true(ta->width == tb->width && ta->height == tb->height);
        assert_true(ta->has_offset == tb->has_offset && ta->left == tb->left && ta->top == tb->top);
    }
    assert_int_equal(a->thing_count, b->thing_count);
    for (int32_t i = 0; i < a->thing_count; i++) {
        assert_int_equal(a->things[i].type, b->things[i].type);
        assert_int_equal(a->things[i].has_z, b->things[i].has_z);
        assert_true(a->things[i].x == b->things[i].x && a->things[i].y == b->things[i].y &&
                    (!a->things[i].has_z || a->things[i].z == b->things[i].z));
    }
    assert_int_equal(a->mover_count, b->mover_count);
    for (int32_t i = 0; i < a->mover_count; i++) {
        assert_string_equal(a->movers[i].name, b->movers[i].name);
        assert_int_equal(a->movers[i].sector, b->movers[i].sector);
        assert_int_equal(a->movers[i].is_ceiling, b->movers[i].is_ceiling);
        assert_true(a->movers[i].min == b->movers[i].min && a->movers[i].max == b->movers[i].max &&
                    a->movers[i].speed == b->movers[i].speed);
    }
    const r3d_column_level_blockmap *ga = &a->blockmap;
    const r3d_column_level_blockmap *gb = &b->blockmap;
    assert_true(ga->x == gb->x && ga->y == gb->y && ga->size == gb->size);
    assert_int_equal(ga->columns, gb->columns);
    assert_int_equal(ga->rows, gb->rows);
    const int32_t blocks = ga->columns * ga->rows;
    assert_memory_equal(ga->offsets, gb->offsets, ((size_t)blocks + 1) * sizeof *ga->offsets);
    if (ga->offsets[blocks] > 0) {
        assert_memory_equal(ga->walls, gb->walls, (size_t)ga->offsets[blocks] * sizeof *ga->walls);
    }
}

static void compare_trees(const r3d_column_level *a, const r3d_column_level *b)
{
    r3d_column_level_tree_info ia;
    r3d_column_level_tree_info ib;
    r3d_column_level_get_tree_info(a, &ia);
    r3d_column_level_get_tree_info(b, &ib);
    assert_int_equal(ia.node_count, ib.node_count);
    assert_int_equal(ia.leaf_count, ib.leaf_count);
    assert_int_equal(ia.depth, ib.depth);
    assert_int_equal(ia.fragment_count, ib.fragment_count);
}

static void compare_levels(const r3d_column_level *a, const r3d_column_level *b)
{
    compare_plans(r3d_column_level_get_desc(a), r3d_column_level_get_desc(b));
    compare_rest(r3d_column_level_get_desc(a), r3d_column_level_get_desc(b));
    compare_trees(a, b);
}

/* ---- levels with everything ---- */

static double odd_number(rng *r, double limit)
{
    switch (rng_range(r, 0, 3)) {
    case 0:
        return (double)rng_range(r, -(int32_t)limit, (int32_t)limit);
    case 1:
        return rng_range(r, -1000, 1000) / 100.0;
    case 2:
        return limit * rng_unit(r) / 3.0; /* 17 digits as a decimal */
    default:
        return (double)rng_range(r, -99, 99) / 7.0;
    }
}

static void odd_side(rng *r, r3d_column_level_side *side)
{
    side->upper = rng_range(r, -1, 3);
    side->middle = rng_range(r, -1, 3);
    side->lower = rng_range(r, -1, 3);
    side->offset_u = rng_range(r, 0, 1) == 0 ? 0.0 : odd_number(r, 300.0);
    side->offset_v = rng_range(r, 0, 1) == 0 ? 0.0 : odd_number(r, 300.0);
}

static void a_level_with_everything_comes_back_unchanged(void **state)
{
    (void)state;
    static const char *const materials[] = {"brick", "flat:STONE", "-", "b/c:d"};
    static const r3d_column_level_thing_type types[2] = {
        {"post", NULL, 1.0 / 3.0, 7.25, false, 0.0, 0.0},
        {"ball", "BALL", 16.0, 0.1, true, -1.0 / 3.0, 40.0}};
    static const int32_t lists[3] = {0, 4, 2};
    static const int32_t offsets[7] = {0, 1, 1, 1, 3, 3, 3};
    rng r = {2024};
    for (int32_t round = 0; round < 200; round++) {
        plan p;
        plan_init(&p, 32);
        const int32_t west = plan_sector(&p, odd_number(&r, 20.0), 200.0 + odd_number(&r, 90.0));
        const int32_t east = plan_sector(&p, -1.0 / 3.0, 128.0);
        /* Two rooms with a slanted opening between them, and a wall of no length. */
        const double middle = odd_number(&r, 30.0);
        const int32_t v[6] = {
            plan_vertex(&p, -90.0, 0.0),   plan_vertex(&p, -80.0 - 1.0 / 3.0, 64.1),
            plan_vertex(&p, middle, 64.1), plan_vertex(&p, 77.7, 64.1),
            plan_vertex(&p, 80.0, 0.0),    plan_vertex(&p, middle + 3.0, 0.0)};
        plan_wall(&p, v[0], v[1], west, -1);
        plan_wall(&p, v[1], v[2], west, -1);
        plan_wall(&p, v[2], v[3], east, -1);
        plan_wall(&p, v[3], v[4], east, -1);
        plan_wall(&p, v[4], v[5], east, -1);
        plan_wall(&p, v[5], v[0], west, -1);
        plan_wall(&p, v[2], v[5], west, east);
        plan_wall(&p, v[0], v[0], west, -1);
        plan_thing(&p, 1.5, 20.0);
        plan_thing(&p, 10.0 / 3.0, 21.0);
        p.things[1].type = 1;
        p.things[1].has_z = true;
        p.things[1].z = odd_number(&r, 50.0);
        for (int32_t i = 0; i < p.wall_count; i++) {
            odd_side(&r, &p.walls[i].front);
            odd_side(&r, &p.walls[i].back);
            p.walls[i].flags = (uint32_t)rng_range(&r, 0, 63);
        }
        p.walls[6].flags |= rng_range(&r, 0, 1) == 0 ? 0u : (uint32_t)R3D_COLUMN_WALL_OPAQUE;
        p.walls[3].flags |= rng_range(&r, 0, 1) == 0 ? 0u : (uint32_t)R3D_COLUMN_WALL_UNSEEN;
        for (int32_t i = 0; i < p.sector_count; i++) {
            p.sectors[i].light = rng_range(&r, 0, 255);
            p.sectors[i].flags = (uint32_t)rng_range(&r, 0, 3);
            p.sectors[i].floor_material = rng_range(&r, -1, 3);
            p.sectors[i].ceiling_material = rng_range(&r, -1, 3);
        }
        const r3d_column_level_mover movers[2] = {
            {"lift", west, false, -1.0 / 7.0, 20.0, 0.0},
            {"door", east, true, 0.0, 128.0, 35.5},
        };
        r3d_column_level_desc d;
        plan_desc(&p, &d);
        d.name = round % 2 == 0 ? "A place, with blanks" : NULL;
        d.has_start = round % 3 != 0;
        d.start_x = d.has_start ? odd_number(&r, 60.0) : 0.0;
        d.start_yaw = d.has_start ? odd_number(&r, 180.0) : 0.0;
        d.start_eye = d.has_start ? odd_number(&r, 60.0) : 0.0;
        d.actor_radius = 1.0 + rng_unit(&r);
        d.actor_knee = 24.1;
        d.thing_types = types;
        d.thing_type_count = 2;
        d.movers = movers;
        d.mover_count = 2;
        d.materials = materials;
        d.material_count = 4;
        if (round % 4 == 1) {
            d.blockmap.size = 37.5;
        } else if (round % 4 == 2) {
            d.blockmap.x = -99.5;
            d.blockmap.y = -1.0 / 3.0;
            d.blockmap.size = 64.0;
            d.blockmap.columns = 3;
            d.blockmap.rows = 2;
            d.blockmap.offsets = offsets;
            d.blockmap.walls = lists;
        }
        r3d_column_level_options options;
        memset(&options, 0, sizeof options);
        r3d_column_level_options_init(&options);
        options.allow_empty_walls = true;
        r3d_column_level *level = NULL;
        r3d_error error;
        if (r3d_column_level_create(&d, &options, NULL, &level, &error) != R3D_OK) {
            fail_msg("%s", error.message);
        }
        r3d_column_level *again = write_and_read(level);
        compare_levels(level, again);
        r3d_column_level_destroy(again);
        r3d_column_level_destroy(level);
        plan_free(&p);
    }
}

static void names_that_a_text_cannot_hold_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"two words", "a#b", "", "line\n"};
    for (size_t i = 0; i < 4; i++) {
        for (int32_t place = 0; place < 4; place++) {
            plan p;
            plan_init(&p, 16);
            plan_room(&p, 0.0, 0.0, 9.0, 9.0, plan_sector(&p, 0.0, 9.0));
            const r3d_column_level_mover mover = {bad[i], 0, true, 0.0, 9.0, 0.0};
            r3d_column_level_desc d;
            r3d_column_level_thing_type type = {"post", "post", 1.0, 1.0, false, 0.0, 0.0};
            plan_desc(&p, &d);
            d.thing_types = &type;
            d.thing_type_count = 1;
            d.materials = &bad[i];
            d.material_count = place == 0;
            d.movers = &mover;
            d.mover_count = place == 1;
            type.name = place == 2 ? bad[i] : "post";
            type.sprite = place == 3 ? bad[i] : "post";
            r3d_column_level *level = NULL;
            assert_int_equal(r3d_column_level_create(&d, NULL, NULL, &level, NULL), R3D_OK);
            r3d_error error;
            assert_int_equal(r3d_column_level_save(level, WRITTEN_PATH, &error),
                             R3D_ERR_FORMAT_DATA);
            assert_non_null(strstr(error.message, "cannot be written"));
            r3d_column_level_destroy(level);
            plan_free(&p);
        }
    }
    assert_null(fopen(WRITTEN_PATH, "r"));
}

/* ---- maps of WAD files ---- */

static void open_map(const r3d_wad *wad, const char *map, r3d_column_level *written, scene *s)
{
    r3d_column_level *level = written;
    r3d_error error;
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.wad = wad;
    r3d_column_level_pictures *pictures = NULL;
    if ((level == NULL &&
         r3d_wad_load_map(wad, NULL, map, NULL, NULL, &level, NULL, &error) != R3D_OK) ||
        r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    scene_make(s, level, pictures, 160, 100);
}

/* Draws both from cameras near things and walls and compares every pixel. */
static void compare_pictures(scene *a, scene *b, int32_t cameras)
{
    const r3d_column_level_desc *d = r3d_column_level_get_desc(a->level);
    rng r = {5};
    int32_t colors = 0;
    for (int32_t i = 0; i < cameras; i++) {
        const r3d_column_level_wall *wall = &d->walls[rng_range(&r, 0, d->wall_count - 1)];
        const r3d_column_level_vertex *v = &d->vertices[wall->a];
        const r3d_column_level_vertex *w = &d->vertices[wall->b];
        r3d_column_camera *camera = &a->view.camera;
        /* In front of its middle, or behind. */
        const double way = wall->back.sector >= 0 && i % 2 == 0 ? -0.3 : 0.3;
        camera->x = (v->x + w->x) / 2.0 + (w->y - v->y) * way;
        camera->y = (v->y + w->y) / 2.0 - (w->x - v->x) * way;
        camera->z = d->sectors[wall->front.sector].floor + 41.0;
        camera->yaw = 360.0 * rng_unit(&r);
        r3d_column_camera_square(camera, 160, 90.0);
        a->view.things = true;
        a->view.contrast = true;
        a->view.fade_start = 100.0;
        a->view.fade_length = 1500.0;
        a->view.mode = i % 8 == 7 ? (r3d_column_mode)(i / 8 % 4) : R3D_COLUMN_TEXTURED;
        const r3d_column_materials *materials = b->view.materials;
        b->view = a->view;
        b->view.materials = materials;
        scene_draw(a);
        scene_draw(b);
        assert_memory_equal(a->pixels, b->pixels, 160 * 100 * sizeof *a->pixels);
        colors += a->pixels[50 * 160 + 80] != a->pixels[0];
    }
    assert_true(colors > cameras / 3); /* something was to be seen */
}

static void check_map(const r3d_wad *wad, const char *map, int32_t cameras)
{
    scene original;
    scene written;
    open_map(wad, map, NULL, &original);
    open_map(wad, map, write_and_read(original.level), &written);
    compare_levels(original.level, written.level);
    compare_pictures(&original, &written, cameras);
    scene_free(&original);
    scene_free(&written);
}

static void generated_maps_are_drawn_as_before(void **state)
{
    (void)state;
    static const char *const textures[] = {"BRICK", "SKY1", "-", "BRICK"};
    rng r = {31};
    for (int32_t round = 0; round < 25; round++) {
        struct forge *f = forge_wad();
        /* Any pegging, any two looks of a wall. */
        uint8_t *lines = f->bytes + f->lumps[find(f, "LINEDEFS")].offset;
        for (int32_t i = 0; i < 8; i++) {
            lines[14 * i + 4] =
                (uint8_t)(lines[14 * i + 4] | rng_range(&r, 0, 3) << 3 | rng_range(&r, 0, 1));
        }
        uint8_t *sides = f->bytes + f->lumps[find(f, "SIDEDEFS")].offset;
        for (int32_t i = 0; i < 8; i++) {
            uint8_t *side = sides + 30 * i;
            side[0] = (uint8_t)rng_range(&r, 0, 255);
            side[1] = rng_range(&r, 0, 1) == 0 ? 0 : 255;
            side[2] = (uint8_t)rng_range(&r, 0, 255);
            for (int32_t face = 0; face < 3; face++) {
                memset(side + 4 + 8 * face, 0, 8);
                const char *texture = textures[rng_range(&r, 0, 3)];
                memcpy(side + 4 + 8 * face, texture, strlen(texture));
            }
        }
        r3d_wad *wad = NULL;
        r3d_error error;
        assert_int_equal(r3d_wad_decode(f->bytes, f->size, "forged.wad", NULL, &wad, &error),
                         R3D_OK);
        check_map(wad, "MAP01", 40);
        r3d_wad_destroy(wad);
        free(f);
    }
}

/* Textured with things, and every eighth picture in another mode. */
static void all_maps_of_freedoom_are_drawn_as_before(void **state)
{
    (void)state;
    static const char *const files[] = {R3D_TEST_DOOM_DIR "/freedoom1.wad",
                                        R3D_TEST_DOOM_DIR "/freedoom2.wad"};
    int32_t maps = 0;
    for (int file = 0; file < 2; file++) {
        r3d_wad *wad = NULL;
        r3d_error error;
        const r3d_result result = r3d_wad_load(files[file], NULL, &wad, &error);
        if (result == R3D_ERR_IO_OPEN) {
            print_message("%s is not installed\n", files[file]);
            skip();
        }
        assert_int_equal(result, R3D_OK);
        for (int32_t i = r3d_wad_next_map(wad, 0); i >= 0; i = r3d_wad_next_map(wad, i + 1)) {
            r3d_wad_lump lump;
            r3d_wad_get_lump(wad, i, &lump);
            check_map(wad, lump.name, maps == 0 ? 160 : 24);
            maps++;
        }
        r3d_wad_destroy(wad);
    }
    assert_int_equal(maps, 68);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_with_everything_comes_back_unchanged),
        cmocka_unit_test(names_that_a_text_cannot_hold_are_refused),
        cmocka_unit_test(generated_maps_are_drawn_as_before),
        cmocka_unit_test(all_maps_of_freedoom_are_drawn_as_before),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
