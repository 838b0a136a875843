/* SPDX-License-Identifier: MIT */
/* Random cameras against the ray caster: `column_cameras LEVEL COUNT`, with LEVEL a name of
 * golden/data or "FILE.wad:MAP". Exit code 77 (skipped) when the WAD file is not there. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caster.h"
#include "cmocka_all.h"
#include "rng.h"

enum { WIDTH_MAX = 1920, HEIGHT_MAX = 1080 };

static const char *level_name;
static int32_t camera_count;

static void open_level(scene *s)
{
    r3d_error error;
    const char *colon = strchr(level_name, ':');
    if (colon == NULL) {
        r3d_column_level *level = load_level(level_name, false);
        scene_make(s, level, load_sprites(level, level_name), WIDTH_MAX, HEIGHT_MAX);
        return;
    }
    char path[512];
    snprintf(path, sizeof path, "%.*s", (int)(colon - level_name), level_name);
    r3d_wad *wad = NULL;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    if (r3d_wad_load(path, NULL, &wad, &error) != R3D_OK ||
        r3d_wad_load_map(wad, NULL, colon + 1, NULL, NULL, &level, &pictures, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    r3d_wad_destroy(wad);
    scene_make(s, level, pictures, WIDTH_MAX, HEIGHT_MAX);
}

/* Mostly small pictures; every sixteenth may be large, then only some columns are compared. */
static void random_size(rng *r, int32_t index, int32_t *out_width, int32_t *out_height)
{
    const bool large = index % 16 == 15;
    *out_width = rng_range(r, 1, large ? WIDTH_MAX : 120);
    *out_height = rng_range(r, 1, large ? HEIGHT_MAX : 80);
    if (index % 256 == 255) {
        *out_width = WIDTH_MAX;
        *out_height = HEIGHT_MAX;
    }
    if (index == 0) {
        *out_width = *out_height = 1;
    }
}

/* Whether the nearest wall to the east shows the point a side that has a sector. */
static bool is_inside(const r3d_column_level_desc *desc, double x, double y)
{
    double nearest = HUGE_VAL;
    bool inside = false;
    for (int32_t i = 0; i < desc->wall_count; i++) {
        const r3d_column_level_vertex *a = &desc->vertices[desc->walls[i].a];
        const r3d_column_level_vertex *b = &desc->vertices[desc->walls[i].b];
        const double meeting = a->x + (y - a->y) * (b->x - a->x) / (b->y - a->y) - x;
        if ((a->y > y) != (b->y > y) && meeting >= 0.0 && meeting < nearest) {
            nearest = meeting;
            inside = b->y < a->y || desc->walls[i].back.sector >= 0;
        }
    }
    return inside;
}

static void random_camera(rng *r, const scene *s, r3d_column_camera *out)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s->level);
    double low[2] = {HUGE_VAL, HUGE_VAL};
    double high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int32_t i = 0; i < desc->vertex_count; i++) {
        low[0] = fmin(low[0], desc->vertices[i].x);
        high[0] = fmax(high[0], desc->vertices[i].x);
        low[1] = fmin(low[1], desc->vertices[i].y);
        high[1] = fmax(high[1], desc->vertices[i].y);
    }
    /* Most eyes lie inside the level; the others see it from the solid rock. */
    const bool anywhere = rng_range(r, 0, 7) == 0;
    const bool whole = rng_range(r, 0, 3) == 0;
    int32_t tries = 0;
    do {
        out->x = low[0] + (high[0] - low[0]) * rng_unit(r);
        out->y = low[1] + (high[1] - low[1]) * rng_unit(r);
        if (whole) {
            /* Whole coordinates: rays through vertices, eyes on partition lines. */
            out->x = floor(out->x);
            out->y = floor(out->y);
        }
    } while (!anywhere && !is_inside(desc, out->x, out->y) && ++tries < 1000);
    const int32_t sector = r3d_column_level_find_sector(s->level, out->x, out->y);
    const double floor_z = r3d_column_world_get_floor(s->world, sector);
    const double room = r3d_column_world_get_ceiling(s->world, sector) - floor_z;
    out->z = floor_z + room * rng_unit(r);
    if (rng_range(r, 0, 15) == 0) {
        out->z += 300.0 * (rng_unit(r) - 0.5); /* above ceilings and under floors too */
    }
    static const double yaws[4] = {0.0, 90.0, 180.0, 270.0};
    out->yaw = rng_range(r, 0, 7) == 0 ? yaws[rng_range(r, 0, 3)] : 360.0 * rng_unit(r);
    const int32_t width = s->surface.width;
    const int32_t height = s->surface.height;
    r3d_column_camera_square(out, width, 30.0 + 110.0 * rng_unit(r));
    if (rng_range(r, 0, 1) == 0) {
        out->focal_y = out->focal_x * (0.5 + rng_unit(r));
    }
    out->shear = rng_range(r, 0, 1) == 0 ? 0.0 : (4.0 * rng_unit(r) - 2.0) * height;
}

/* Moves some heights, so that closed doors and raised lifts are seen as well. */
static void random_heights(rng *r, const scene *s)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s->level);
    r3d_column_world_reset(s->world);
    for (int32_t i = 0; i < desc->mover_count; i++) {
        const r3d_column_level_mover *m = &desc->movers[i];
        const double z = m->min + (m->max - m->min) * rng_range(r, 0, 4) / 4.0;
        assert_int_equal(m->is_ceiling ? r3d_column_world_set_ceiling(s->world, m->sector, z)
                                       : r3d_column_world_set_floor(s->world, m->sector, z),
                         R3D_OK);
    }
}

static void draw_sized(scene *s, int32_t width, int32_t height)
{
    assert_int_equal(r3d_surface_init(&s->surface, s->pixels, width, height, width), R3D_OK);
    for (int32_t i = 0; i < width * height; i++) {
        s->pixels[i] = KEY_COLOR;
    }
}

static void random_cameras_agree_with_the_ray_caster(void **state)
{
    (void)state;
    scene s;
    open_level(&s);
    caster *c = caster_make(&s);
    rng r = {UINT64_C(0x9E3779B97F4A7C15)};
    int64_t checked = 0;
    int32_t wrong = 0;
    for (int32_t i = 0; i < camera_count; i++) {
        int32_t width;
        int32_t height;
        random_size(&r, i, &width, &height);
        draw_sized(&s, width, height);
        random_heights(&r, &s);
        random_camera(&r, &s, &s.view.camera);
        s.view.things = rng_range(&r, 0, 1) == 1;
        scene_draw(&s);
        caster_aim(c);
        const int32_t step = width > 120 ? 1 + width / 24 : 1;
        wrong += caster_compare(c, rng_range(&r, 0, step - 1), step, &checked);
    }
    print_message("%s: %d cameras, %lld pixels compared, %d strict differences\n", level_name,
                  (int)camera_count, (long long)checked, (int)wrong);
    assert_int_equal(wrong, 0);
    caster_free(c);
    scene_free(&s);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: column_cameras LEVEL COUNT\n");
        return 2;
    }
    level_name = argv[1];
    camera_count = atoi(argv[2]);
    const char *colon = strchr(level_name, ':');
    if (colon != NULL) {
        char path[512];
        snprintf(path, sizeof path, "%.*s", (int)(colon - level_name), level_name);
        FILE *file = fopen(path, "rb");
        if (file == NULL) {
            printf("%s is not installed: skipped\n", path);
            return 77;
        }
        fclose(file);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_cameras_agree_with_the_ray_caster)};
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
