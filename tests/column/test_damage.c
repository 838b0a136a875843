/* SPDX-License-Identifier: MIT */
/* Damaged texts and WAD files: refused with a reason, or read and drawn; never a crash. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>

#include "cmocka_all.h"
#include "forge.h"
#include "rng.h"
#include "scene.h"

/* What is accepted must draw. Takes over both. */
static void draw_accepted(r3d_column_level *level, r3d_column_level_pictures *pictures, int32_t i)
{
    scene s;
    scene_make(&s, level, pictures, 24, 16);
    r3d_column_camera_square(&s.view.camera, 24, 90.0);
    s.view.camera.x = 30.0;
    s.view.camera.y = 40.0;
    s.view.camera.z = 41.0;
    s.view.camera.yaw = i;
    s.view.things = true;
    s.view.mode = (r3d_column_mode)(i % 5);
    scene_draw(&s);
    scene_free(&s);
}

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

static void cut_and_damaged_texts_are_refused_or_read_but_never_crash(void **state)
{
    (void)state;
    char path[1024];
    level_path("sprites", path, sizeof path);
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read(path, 1 << 20, NULL, &data, &size, NULL), R3D_OK);
    char *copy = malloc(size + 1);
    rng r = {77};
    int32_t refused = 0;
    static const char letters[] = "0123456789 -./nsxy#\n";
    for (int32_t i = 0; i < 4000; i++) {
        memcpy(copy, data, size);
        size_t length = size;
        if (i % 2 == 0) {
            length = (size_t)rng_range(&r, 0, (int32_t)size);
        }
        for (int32_t k = rng_range(&r, 0, 3); k > 0 && length > 0; k--) {
            copy[rng_range(&r, 0, (int32_t)length - 1)] =
                letters[rng_range(&r, 0, (int32_t)sizeof letters - 2)];
        }
        r3d_column_level *level = NULL;
        r3d_error error;
        if (r3d_column_level_decode(copy, length, "damaged", NULL, NULL, &level, &error) !=
            R3D_OK) {
            refused++;
            assert_true(error.message[0] != '\0');
        } else {
            draw_accepted(level, NULL, i);
        }
    }
    assert_true(refused > 1000);
    free(copy);
    free(data);
}

/* A tree with one child exchanged for any other is none: something is reached twice or never. */
static void texts_with_one_child_exchanged_are_refused(void **state)
{
    (void)state;
    char path[1024];
    level_path("e2m7-demo", path, sizeof path);
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read(path, 1 << 20, NULL, &data, &size, NULL), R3D_OK);
    char *text = malloc(size + 1);
    char *changed = malloc(size + 64);
    memcpy(text, data, size);
    text[size] = '\0';
    free(data);
    rng r = {41};
    for (int32_t i = 0; i < 300; i++) {
        char mark[32];
        snprintf(mark, sizeof mark, "\nnode %d ", (int)rng_range(&r, 0, 99));
        const char *line = strstr(text, mark);
        assert_non_null(line);
        const bool is_low = rng_range(&r, 0, 1) == 0;
        const char *word = strstr(line, is_low ? " low " : " high ") + (is_low ? 5 : 6);
        const size_t length = strcspn(word, " \r\n");
        char child[16];
        const bool is_node = rng_range(&r, 0, 1) == 0;
        snprintf(child, sizeof child, "%c%d", is_node ? 'n' : 's',
                 (int)rng_range(&r, 0, is_node ? 99 : 100));
        if (strlen(child) == length && memcmp(child, word, length) == 0) {
            continue;
        }
        snprintf(changed, size + 64, "%.*s%s%s", (int)(word - text), text, child, word + length);
        r3d_column_level *level = NULL;
        r3d_error error;
        if (r3d_column_level_decode(changed, strlen(changed), "damaged", NULL, NULL, &level,
                                    &error) != R3D_ERR_FORMAT_DATA) {
            fail_msg("%s with child %s is accepted", mark + 1, child);
        }
        assert_true(error.line > 0);
        assert_true(strstr(error.message, "not a tree") != NULL ||
                    strstr(error.message, "cannot be reached") != NULL);
    }
    free(text);
    free(changed);
}

/* The word of a child in the text, low or high. */
static char *find_child(char *text, int32_t node, int32_t side)
{
    char mark[32];
    snprintf(mark, sizeof mark, "\nnode %d ", (int)node);
    char *line = strstr(text, mark);
    assert_non_null(line);
    return strstr(line, side == 0 ? " low " : " high ") + (side == 0 ? 5 : 6);
}

/* A branch hung under itself: no child has two parents, but the root does not lead there. */
static void texts_with_a_cycle_beside_the_tree_are_refused(void **state)
{
    (void)state;
    char path[1024];
    level_path("e2m7-demo", path, sizeof path);
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read(path, 1 << 20, NULL, &data, &size, NULL), R3D_OK);
    char *text = malloc(size + 1);
    char *changed = malloc(size + 64);
    memcpy(text, data, size);
    text[size] = '\0';
    free(data);
    rng r = {42};
    int32_t cycles = 0;
    for (int32_t i = 0; i < 200; i++) {
        char *branch = find_child(text, rng_range(&r, 0, 99), rng_range(&r, 0, 1));
        char *leaf = branch;
        while (leaf[0] == 'n') {
            leaf = find_child(text, (int32_t)strtol(leaf + 1, NULL, 10), rng_range(&r, 0, 1));
        }
        if (leaf == branch) {
            continue;
        }
        /* The two words change places. */
        const char *first = branch < leaf ? branch : leaf;
        const char *second = branch < leaf ? leaf : branch;
        const int first_length = (int)strcspn(first, " \r\n");
        const int second_length = (int)strcspn(second, " \r\n");
        snprintf(changed, size + 64, "%.*s%.*s%.*s%.*s%s", (int)(first - text), text, second_length,
                 second, (int)(second - first) - first_length, first + first_length, first_length,
                 first, second + second_length);
        r3d_column_level *level = NULL;
        r3d_error error;
        assert_int_equal(r3d_column_level_decode(changed, strlen(changed), "damaged", NULL, NULL,
                                                 &level, &error),
                         R3D_ERR_FORMAT_DATA);
        assert_non_null(strstr(error.message, "cannot be reached"));
        cycles++;
    }
    assert_true(cycles > 50);
    free(text);
    free(changed);
}

static void cut_and_damaged_files_never_crash(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    uint8_t *copy = malloc(f->size);
    rng r = {123};
    int32_t refused = 0;
    for (int32_t i = 0; i < 3000; i++) {
        memcpy(copy, f->bytes, f->size);
        size_t size = f->size;
        if (i % 8 == 0) {
            size = (size_t)rng_range(&r, 0, (int32_t)size);
        }
        /* Mostly in the map, the lists and the directory; flats and palettes have nothing to break.
         */
        for (int32_t k = rng_range(&r, 1, 4); k > 0 && size > 0; k--) {
            const int32_t lump = rng_range(&r, 0, f->lump_count);
            size_t at = lump == f->lump_count
                            ? f->size - (size_t)rng_range(&r, 1, f->lump_count * DIRECTORY_ENTRY)
                            : f->lumps[lump].offset +
                                  (size_t)rng_range(&r, 0, 1 + (int32_t)f->lumps[lump].size);
            at = at >= size ? size - 1 : at;
            copy[at] = rng_range(&r, 0, 1) == 0 ? (uint8_t)rng_next(&r) : 255;
        }
        r3d_column_level *level = NULL;
        r3d_column_level_pictures *pictures = NULL;
        r3d_error error;
        if (load(copy, size, &level, &pictures, &error) != R3D_OK) {
            refused++;
            assert_true(error.message[0] != '\0');
            continue;
        }
        draw_accepted(level, pictures, i);
    }
    assert_true(refused > 300 && refused < 2900);
    free(copy);
    free(f);
}

/* ---- a real map ---- */

/* The lumps of one map as a WAD file of their own. */
static uint8_t *cut_out_map(const char *path, const char *map, size_t *out_size,
                            r3d_wad_lump lumps[11])
{
    r3d_wad *wad = NULL;
    r3d_error error;
    void *file = NULL;
    size_t file_size = 0;
    if (r3d_path_get_kind(path) == R3D_PATH_NONE) {
        print_message("%s is not installed\n", path);
        return NULL;
    }
    if (r3d_file_read(path, INT32_MAX, NULL, &file, &file_size, &error) != R3D_OK) {
        fail_msg("%s is there and cannot be read: %s", path, error.message);
    }
    assert_int_equal(r3d_wad_load(path, NULL, &wad, &error), R3D_OK);
    int32_t marker = r3d_wad_next_map(wad, 0);
    assert_int_equal(r3d_wad_get_lump(wad, marker, &lumps[0]), R3D_OK);
    assert_string_equal(lumps[0].name, map);
    size_t total = 12;
    for (int32_t i = 0; i < 11; i++) {
        assert_int_equal(r3d_wad_get_lump(wad, marker + i, &lumps[i]), R3D_OK);
        total += (size_t)lumps[i].size;
    }
    uint8_t *out = calloc(1, total + 11 * DIRECTORY_ENTRY);
    memcpy(out, "PWAD\013", 5);
    for (int32_t i = 0; i < 4; i++) {
        out[8 + i] = (uint8_t)(total >> 8 * i);
    }
    size_t at = 12;
    for (int32_t i = 0; i < 11; i++) {
        uint8_t *entry = out + total + (size_t)i * DIRECTORY_ENTRY;
        memcpy(out + at, (uint8_t *)file + lumps[i].offset, (size_t)lumps[i].size);
        for (int32_t k = 0; k < 4; k++) {
            entry[k] = (uint8_t)(at >> 8 * k);
            entry[4 + k] = (uint8_t)((uint32_t)lumps[i].size >> 8 * k);
        }
        memcpy(entry + 8, lumps[i].name, strlen(lumps[i].name));
        lumps[i].offset = (int32_t)at;
        at += (size_t)lumps[i].size;
    }
    *out_size = total + 11 * DIRECTORY_ENTRY;
    free(file);
    r3d_wad_destroy(wad);
    return out;
}

static const r3d_wad_lump *lump_of(const r3d_wad_lump lumps[11], const char *name)
{
    for (int32_t i = 0; i < 11; i++) {
        if (strcmp(lumps[i].name, name) == 0) {
            return &lumps[i];
        }
    }
    fail_msg("no lump %s", name);
    return NULL;
}

static r3d_result load_first(const uint8_t *bytes, size_t size, r3d_error *error,
                             r3d_column_level **out_level)
{
    r3d_wad *wad = NULL;
    *out_level = NULL;
    r3d_result result = r3d_wad_decode(bytes, size, "cut.wad", NULL, &wad, error);
    if (result == R3D_OK) {
        result = r3d_wad_load_map(wad, NULL, NULL, NULL, NULL, out_level, NULL, error);
    }
    r3d_wad_destroy(wad);
    return result;
}

struct said {
    int32_t count;
    char text[200];
};

static void hear_said(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    struct said *said = user;
    assert_int_equal(line, 0);
    said->count++;
    snprintf(said->text, sizeof said->text, "%s", issue->message);
}

/* The nodes are not needed: a map whose nodes are no tree loads, with one warning about them. */
static void check_warned_of_nodes(const uint8_t *bytes, size_t size)
{
    r3d_wad *wad = NULL;
    r3d_column_level *level = NULL;
    r3d_error error;
    struct said said;
    memset(&said, 0, sizeof said);
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.on_issue = hear_said;
    options.user = &said;
    assert_int_equal(r3d_wad_decode(bytes, size, "cut.wad", NULL, &wad, &error), R3D_OK);
    assert_int_equal(r3d_wad_load_map(wad, NULL, NULL, &options, NULL, &level, NULL, &error),
                     R3D_OK);
    assert_int_equal(said.count, 1);
    assert_non_null(strstr(said.text, "NODES"));
    r3d_column_level_destroy(level);
    r3d_wad_destroy(wad);
}

static void a_real_map_with_damage_is_refused_or_drawn(void **state)
{
    (void)state;
    size_t size = 0;
    r3d_wad_lump lumps[11];
    uint8_t *map = cut_out_map(R3D_TEST_DOOM_DIR "/freedoom1.wad", "E1M1", &size, lumps);
    if (map == NULL) {
        print_message("skipped: Freedoom's E1M1 is not installed\n");
        skip();
    }
    uint8_t *copy = malloc(size);
    r3d_column_level *level = NULL;
    r3d_error error;
    if (load_first(map, size, &error, &level) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    r3d_column_level_destroy(level);
    /* Any child of any node exchanged for another node or leaf. */
    const r3d_wad_lump *nodes = lump_of(lumps, "NODES");
    const int32_t node_count = nodes->size / 28;
    rng r = {88};
    for (int32_t i = 0; i < 60; i++) {
        memcpy(copy, map, size);
        const int32_t child = rng_range(&r, 0, node_count) | rng_range(&r, 0, 1) << 15;
        uint8_t *field =
            copy + nodes->offset + 28 * rng_range(&r, 0, node_count - 1) + 24 + 2 * (i % 2);
        if ((field[0] | field[1] << 8) == child) {
            continue;
        }
        field[0] = (uint8_t)child;
        field[1] = (uint8_t)(child >> 8);
        check_warned_of_nodes(copy, size);
    }
    /* A branch hung under itself: nothing has two parents, but the root no longer leads there. */
    for (int32_t i = 0; i < 30; i++) {
        memcpy(copy, map, size);
        uint8_t *field = NULL;
        do {
            field = copy + nodes->offset + 28 * rng_range(&r, 0, node_count - 1) + 24 +
                    2 * rng_range(&r, 0, 1);
        } while ((field[1] & 128) != 0); /* a leaf */
        uint8_t *below = field;
        while ((below[1] & 128) == 0) {
            below = copy + nodes->offset + 28 * (below[0] | below[1] << 8) + 24 +
                    2 * rng_range(&r, 0, 1);
        }
        for (int32_t k = 0; k < 2; k++) {
            const uint8_t swap = field[k];
            field[k] = below[k];
            below[k] = swap;
        }
        check_warned_of_nodes(copy, size);
    }
    /* Numbers in every lump. */
    static const char *const names[] = {"LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",
                                        "SSECTORS", "SECTORS",  "THINGS"};
    int32_t refused = 0;
    for (int32_t i = 0; i < 140; i++) {
        memcpy(copy, map, size);
        const r3d_wad_lump *lump = lump_of(lumps, names[i % 7]);
        for (int32_t k = rng_range(&r, 1, 6); k > 0; k--) {
            copy[lump->offset + rng_range(&r, 0, lump->size - 1)] = (uint8_t)rng_next(&r);
        }
        if (load_first(copy, size, &error, &level) == R3D_OK) {
            draw_accepted(level, NULL, i);
        } else {
            refused++;
            assert_true(error.offset >= 0);
            assert_true(strstr(error.message, names[i % 7]) != NULL);
        }
    }
    print_message("%d of 140 damaged maps refused\n", (int)refused);
    assert_true(refused > 5 && refused < 130); /* vertices that do not exist */
    free(copy);
    free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_and_damaged_texts_are_refused_or_read_but_never_crash),
        cmocka_unit_test(texts_with_one_child_exchanged_are_refused),
        cmocka_unit_test(texts_with_a_cycle_beside_the_tree_are_refused),
        cmocka_unit_test(cut_and_damaged_files_never_crash),
        cmocka_unit_test(a_real_map_with_damage_is_refused_or_drawn),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
