/* SPDX-License-Identifier: MIT */
/* WAD files made in memory: a map of two rooms with its graphics, whole and damaged. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caster.h"
#include "cmocka_all.h"
#include "forge.h"
#include "rng.h"

static r3d_result load(const uint8_t *bytes, size_t size, r3d_column_level **out_level,
                       r3d_column_level_pictures **out_pictures, r3d_error *error)
{
    r3d_wad *wad = NULL;
    *out_level = NULL;
    *out_pictures = NULL;
    memset(error, 0, sizeof *error);
    r3d_result result = r3d_wad_decode(bytes, size, "forged.wad", NULL, &wad, error);
    if (result == R3D_OK) {
        result = r3d_wad_load_map(wad, NULL, "MAP01", NULL, NULL, out_level, out_pictures, error);
    }
    r3d_wad_destroy(wad);
    return result;
}

static void a_map_is_read_with_its_graphics(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    r3d_error error;
    if (load(f->bytes, f->size, &level, &pictures, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    const r3d_column_level_desc *d = r3d_column_level_get_desc(level);
    assert_int_equal(d->wall_count, 8);
    assert_int_equal(d->vertex_count, 6);
    assert_int_equal(d->sector_count, 2);
    assert_int_equal(d->thing_count, 1);
    assert_true(d->has_start && d->start_x == 32.0 && d->start_yaw == 90.0 && d->start_eye == 41.0);
    assert_int_equal(d->sectors[0].flags, R3D_COLUMN_SECTOR_SKY);
    assert_int_equal(d->sectors[1].light, 255); /* clamped */
    assert_int_equal(d->walls[2].front.sector, 0);
    assert_int_equal(d->walls[2].back.sector, 1);
    assert_true(d->walls[2].front.offset_u == 3.0 && d->walls[2].front.offset_v == 5.0);
    assert_true((d->walls[2].flags & R3D_COLUMN_WALL_UPPER_BOTTOM) != 0);
    assert_true((d->walls[0].flags & R3D_COLUMN_WALL_BLOCKS) != 0);
    assert_true(d->thing_types[0].width == 6.0 && d->thing_types[0].height == 16.0);

    const r3d_column_materials *m = r3d_column_level_pictures_get_materials(pictures);
    const r3d_column_texture *brick = &m->textures[d->walls[0].front.middle];
    assert_int_equal(brick->width, 12);
    assert_int_equal(brick->height, 24);
    assert_non_null(brick->mask);
    /* Patch 0 at (0, -2), patch 1 at (6, 2) over it; the post covers rows 6..17 of the patch. */
    assert_int_equal(brick->indices[0 * 24 + 4], 0);
    assert_int_equal(brick->mask[0 * 24 + 3], 0);
    assert_int_equal(brick->mask[0 * 24 + 4], 1);
    assert_int_equal(brick->indices[7 * 24 + 8], 16); /* column 1 of the second patch, its row 0 */
    assert_int_equal(brick->indices[7 * 24 + 4], 16 * 7);
    assert_int_equal(brick->mask[11 * 24 + 23], 0);
    const r3d_column_texture *flat = &m->textures[d->sectors[0].floor_material];
    assert_int_equal(flat->width, 64);
    assert_int_equal(flat->indices[5 * 64 + 32], (32 * 64 + 5) / 16);
    assert_non_null(m->sky);
    assert_int_equal(m->sprites[0].width, 6);

    scene s;
    scene_make(&s, level, pictures, 90, 70);
    r3d_column_camera_square(&s.view.camera, 90, 90.0);
    s.view.things = true;
    caster *c = caster_make(&s);
    int64_t checked = 0;
    for (int32_t i = 0; i < 40; i++) {
        s.view.camera.x = 5.0 + 3.7 * i;
        s.view.camera.y = 40.0;
        s.view.camera.z = 41.0;
        s.view.camera.yaw = 17.0 * i;
        s.view.mode = R3D_COLUMN_IDS;
        scene_draw(&s);
        caster_aim(c);
        assert_int_equal(caster_compare(c, 0, 1, &checked), 0);
        s.view.mode = R3D_COLUMN_TEXTURED;
        scene_draw(&s);
    }
    caster_free(c);
    scene_free(&s);
    free(f);
}

static void damage_is_reported_with_lump_and_offset(void **state)
{
    (void)state;
    static const struct {
        const char *lump;
        size_t at; /* byte in the lump; a 16-bit value is written there */
        int32_t value;
        r3d_result result;
        size_t record; /* where the report points, in the lump */
    } faults[] = {
        {"LINEDEFS", 14, 6, R3D_ERR_FORMAT_INDEX, 14}, /* a vertex */
        {"TEXTURE1", 0, 9000, R3D_ERR_FORMAT_COUNT, 0},
        {"TEXTURE1", 4, 9000, R3D_ERR_FORMAT_INDEX, 4},
        {"PNAMES", 0, 2, R3D_ERR_FORMAT_COUNT, 0},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct forge *f = forge_wad();
        const int32_t lump = find(f, faults[i].lump);
        uint8_t *bytes = f->bytes + f->lumps[lump].offset + faults[i].at;
        bytes[0] = (uint8_t)faults[i].value;
        bytes[1] = (uint8_t)(faults[i].value >> 8);
        r3d_column_level *level = NULL;
        r3d_column_level_pictures *pictures = NULL;
        r3d_error error;
        const r3d_result result = load(f->bytes, f->size, &level, &pictures, &error);
        if (result != faults[i].result || strstr(error.message, faults[i].lump) == NULL) {
            fail_msg("fault %d: %d: %s", (int)i, (int)result, error.message);
        }
        if (faults[i].record > 0) {
            assert_int_equal(error.offset, f->lumps[lump].offset + faults[i].record);
        }
        assert_null(level);
        assert_null(pictures);
        free(f);
    }
}

struct issues {
    int32_t count;
    r3d_column_level_issue last;
    char text[200];
};

static void hear(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    struct issues *heard = user;
    assert_int_equal(line, 0);
    heard->last = *issue;
    if (heard->count++ == 0) {
        snprintf(heard->text, sizeof heard->text, "%s", issue->message);
    }
}

/* What the engine of 1993 lived with is one warning. */
static void damage_that_a_map_can_bear_is_one_warning(void **state)
{
    (void)state;
    static const struct {
        const char *lump;
        size_t at;
        int32_t value;
        const char *text;
    } faults[] = {
        {"LINEDEFS", 14 + 10, 8, "linedef 1: a side or its sector does not exist"},
        {"LINEDEFS", 4 * 14 + 10, 65535, "linedef 4: it has no side"},
        {"SIDEDEFS", 30 + 28, 2, "linedef 1: a side or its sector does not exist"},
        {"SEGS", 12, 6, "SEGS: a vertex"},
        {"SEGS", 12 + 6, 8, "SEGS: its linedef does not exist"},
        {"SEGS", 12 + 8, 1, "SEGS: its linedef has no such side"},
        {"SSECTORS", 4, 5, "SSECTORS: its segs"},
        {"SSECTORS", 4, 0, "SSECTORS: its segs"},
        {"NODES", 24, 0x8002, "NODES: a child does not exist"},
        {"NODES", 24, 0x8000, "NODES: a child has two parents"},
        {"NODES", 24, 0, "NODES: a child is the node itself"},
        {"TEXTURE1", 12 + 12, 0, "no readable picture of texture BRICK"},     /* its width */
        {"TEXTURE1", 12 + 20, 99, "no readable picture of texture BRICK"},    /* patches */
        {"TEXTURE1", 12 + 22 + 4, 1, "no readable picture of texture BRICK"}, /* a patch */
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct forge *f = forge_wad();
        const int32_t lump = find(f, faults[i].lump);
        uint8_t *bytes = f->bytes + f->lumps[lump].offset + faults[i].at;
        bytes[0] = (uint8_t)faults[i].value;
        bytes[1] = (uint8_t)(faults[i].value >> 8);
        struct issues heard;
        memset(&heard, 0, sizeof heard);
        r3d_column_level_load_options options;
        r3d_column_level_load_options_init(&options);
        options.on_issue = hear;
        options.user = &heard;
        r3d_wad *wad = NULL;
        r3d_column_level *level = NULL;
        r3d_column_level_pictures *pictures = NULL;
        r3d_error error;
        assert_int_equal(r3d_wad_decode(f->bytes, f->size, "forged.wad", NULL, &wad, &error),
                         R3D_OK);
        if (r3d_wad_load_map(wad, NULL, NULL, &options, NULL, &level, &pictures, &error) !=
                R3D_OK ||
            heard.count != (i == 1 ? 2 : 1) || /* a seg speaks of the side that is not there */
            strstr(heard.text, faults[i].text) == NULL) {
            fail_msg("fault %d: %ld warnings: %s", (int)i, (long)heard.count, heard.text);
        }
        r3d_column_level_pictures_destroy(pictures);
        r3d_column_level_destroy(level);
        r3d_wad_destroy(wad);
        free(f);
    }
}

/* A patch that does not parse is not used; both textures made of it stay plain. */
static void a_damaged_patch_leaves_its_textures_plain(void **state)
{
    (void)state;
    static const int32_t faults[3][2] = {{0, 3000}, {8, 9000}, {8 + 32, 0xFF06}};
    for (size_t i = 0; i < 3; i++) {
        struct forge *f = forge_wad();
        uint8_t *bytes = f->bytes + f->lumps[find(f, "PATCH")].offset + faults[i][0];
        bytes[0] = (uint8_t)faults[i][1];
        bytes[1] = (uint8_t)(faults[i][1] >> 8);
        r3d_column_level *level = NULL;
        r3d_column_level_pictures *pictures = NULL;
        r3d_error error;
        assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_OK);
        const r3d_column_level_desc *d = r3d_column_level_get_desc(level);
        const r3d_column_materials *m = r3d_column_level_pictures_get_materials(pictures);
        assert_int_equal(m->textures[d->walls[0].front.middle].width, 0);
        assert_null(m->sky);
        r3d_column_level_pictures_destroy(pictures);
        r3d_column_level_destroy(level);
        free(f);
    }
}

static void a_ceiling_below_the_floor_is_told_and_closes_the_sector(void **state)
{
    (void)state;
    for (int strict = 0; strict < 2; strict++) {
        struct forge *f = forge_wad();
        const int32_t lump = find(f, "SECTORS");
        f->bytes[f->lumps[lump].offset + 26 + 2] = 10; /* its floor is 16 */
        struct issues heard;
        memset(&heard, 0, sizeof heard);
        r3d_column_level_load_options options;
        r3d_column_level_load_options_init(&options);
        options.strict = strict != 0;
        options.on_issue = hear;
        options.user = &heard;
        r3d_wad *wad = NULL;
        r3d_column_level *level = NULL;
        r3d_error error;
        assert_int_equal(r3d_wad_decode(f->bytes, f->size, "forged.wad", NULL, &wad, &error),
                         R3D_OK);
        const r3d_result result =
            r3d_wad_load_map(wad, NULL, "MAP01", &options, NULL, &level, NULL, &error);
        assert_int_equal(heard.count, 1);
        assert_int_equal(heard.last.is_error, strict);
        assert_int_equal(heard.last.record, R3D_COLUMN_RECORD_SECTOR);
        assert_int_equal(heard.last.index, 1);
        assert_non_null(strstr(heard.text, "sector 1: the ceiling (10) lies below the floor (16)"));
        if (strict) {
            assert_int_equal(result, R3D_ERR_FORMAT_DATA);
            assert_int_equal(error.offset, f->lumps[lump].offset + 26);
            assert_non_null(strstr(error.message, "SECTORS"));
        } else {
            assert_int_equal(result, R3D_OK);
            const r3d_column_level_desc *d = r3d_column_level_get_desc(level);
            assert_true(d->sectors[1].floor == 16.0 && d->sectors[1].ceiling == 16.0);
            r3d_column_level_destroy(level);
        }
        r3d_wad_destroy(wad);
        free(f);
    }
}

/* Writes another name over a lump's in the directory. */
static size_t rename_lump(struct forge *f, const char *from, const char *to)
{
    const size_t directory = f->size - (size_t)f->lump_count * DIRECTORY_ENTRY;
    const size_t at = directory + (size_t)find(f, from) * DIRECTORY_ENTRY;
    memset(f->bytes + at + 8, 0, 8);
    memcpy(f->bytes + at + 8, to, strlen(to));
    return at;
}

static void a_damaged_name_is_found_by_its_place_and_a_missing_lump_is_named(void **state)
{
    (void)state;
    static const char *const needed[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        struct forge *f = forge_wad();
        rename_lump(f, needed[i], "X");
        r3d_column_level *level = NULL;
        r3d_column_level_pictures *pictures = NULL;
        r3d_error error;
        if (load(f->bytes, f->size, &level, &pictures, &error) != R3D_OK) {
            fail_msg("%s: %s", needed[i], error.message);
        }
        assert_int_equal(r3d_column_level_get_desc(level)->wall_count, 8);
        assert_int_equal(r3d_column_level_get_desc(level)->thing_count, 1);
        r3d_column_level_pictures_destroy(pictures);
        r3d_column_level_destroy(level);
        free(f);
    }
    /* The map ends where pictures begin. */
    struct forge *f = forge_wad();
    rename_lump(f, "SECTORS", "P_START");
    const size_t marker = f->size - (size_t)f->lump_count * DIRECTORY_ENTRY;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    r3d_error error;
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_DATA);
    assert_non_null(strstr(error.message, "the lump SECTORS is missing"));
    assert_int_equal(error.offset, marker + (size_t)find(f, "MAP01") * DIRECTORY_ENTRY);
    free(f);
}

static void wrong_sizes_and_directories_are_refused(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    const size_t directory = f->size - (size_t)f->lump_count * DIRECTORY_ENTRY;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    r3d_error error;
    /* The size of SECTORS is no multiple of 26. */
    uint8_t *entry = f->bytes + directory + (size_t)find(f, "SECTORS") * DIRECTORY_ENTRY;
    entry[4]--;
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_COUNT);
    assert_non_null(strstr(error.message, "SECTORS"));
    entry[4]++;
    /* A lump reaches past the end of the file. */
    entry[7] = 0x10;
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_TRUNCATED);
    assert_non_null(strstr(error.message, "SECTORS"));
    entry[7] = 0;
    f->bytes[4] = 200; /* more entries than there are */
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_TRUNCATED);
    /* Negative numbers are outside, too, and shown as what they are. */
    memset(f->bytes + 4, 255, 4);
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_TRUNCATED);
    assert_non_null(strstr(error.message, "a directory of -1 entries"));
    memset(f->bytes + 4, 0, 4);
    f->bytes[4] = (uint8_t)f->lump_count;
    memset(entry, 255, 3);
    entry[3] = 127;
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_TRUNCATED);
    memset(entry, 254, 4);
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_TRUNCATED);
    assert_non_null(strstr(error.message, "bytes at -16843010) does not lie inside"));
    f->bytes[0] = 'Q';
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_ERR_FORMAT_MAGIC);
    free(f);
}

static void nodes_may_be_of_another_kind(void **state)
{
    (void)state;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    r3d_error error;
    /* A plain map whose first partition happens to spell XNOD. */
    struct forge *f = forge_wad();
    memcpy(f->bytes + f->lumps[find(f, "NODES")].offset, "XNOD", 4);
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_OK);
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    /* The real thing leaves SSECTORS empty. */
    const size_t directory = f->size - (size_t)f->lump_count * DIRECTORY_ENTRY;
    f->bytes[directory + (size_t)find(f, "SSECTORS") * DIRECTORY_ENTRY + 4] = 0;
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_OK);
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    free(f);
    /* 32-bit indices. */
    f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->size = 12;
    forge_map(f);
    f->size = f->lumps[find(f, "SEGS")].offset;
    f->lump_count = find(f, "SEGS");
    begin(f, "SEGS");
    const int32_t segs[8][4] = {{0, 1, 0, 0}, {1, 2, 1, 0}, {2, 3, 2, 0}, {3, 0, 3, 0},
                                {3, 2, 2, 1}, {2, 4, 4, 0}, {4, 5, 5, 0}, {5, 3, 6, 0}};
    for (int32_t i = 0; i < 8; i++) {
        put32(f, segs[i][0]);
        put32(f, segs[i][1]);
        put16(f, 0);
        put16(f, segs[i][2]);
        put16(f, segs[i][3]);
        put16(f, 0);
    }
    end(f);
    begin(f, "SSECTORS");
    put16(f, 4);
    put32(f, 0);
    put16(f, 4);
    put32(f, 4);
    end(f);
    begin(f, "NODES");
    put8(f, 'x');
    put8(f, 'N');
    put8(f, 'd');
    put8(f, '4');
    put32(f, 0);
    put16(f, 64);
    put16(f, 0);
    put16(f, 0);
    put16(f, 96);
    for (int32_t i = 0; i < 8; i++) {
        put16(f, 0);
    }
    put32(f, INT32_MIN + 1);
    put32(f, INT32_MIN);
    end(f);
    begin(f, "SECTORS");
    for (int32_t i = 0; i < 2; i++) {
        put16(f, 0);
        put16(f, 128);
        put_name(f, "FLOOR");
        put_name(f, "FLOOR");
        put16(f, 160);
        put32(f, 0);
    }
    end(f);
    forge_finish(f);
    if (load(f->bytes, f->size, &level, &pictures, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    /* The same with a cycle. */
    const size_t nodes = f->lumps[find(f, "NODES")].offset;
    memset(f->bytes + nodes + 8 + 24, 0, 4);
    assert_int_equal(load(f->bytes, f->size, &level, &pictures, &error), R3D_OK);
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_read_with_its_graphics),
        cmocka_unit_test(damage_is_reported_with_lump_and_offset),
        cmocka_unit_test(a_ceiling_below_the_floor_is_told_and_closes_the_sector),
        cmocka_unit_test(damage_that_a_map_can_bear_is_one_warning),
        cmocka_unit_test(a_damaged_patch_leaves_its_textures_plain),
        cmocka_unit_test(a_damaged_name_is_found_by_its_place_and_a_missing_lump_is_named),
        cmocka_unit_test(wrong_sizes_and_directories_are_refused),
        cmocka_unit_test(nodes_may_be_of_another_kind),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
