/* SPDX-License-Identifier: MIT */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../tools/cache/cards.h"
#include "../../tools/cache/identify.h"
#include "cmocka_all.h"

enum { COLUMNS_MAX = 16, PIXELS_MAX = 65536 };

r3d_cache *open_cache(const char *root, r3d_cache_revision revision, const char *models)
{
    r3d_cache_desc desc;
    r3d_cache *cache = NULL;
    r3d_error error;
    r3d_cache_desc_init(&desc);
    desc.revision = revision;
    desc.models_name = models;
    if (r3d_cache_open(root, &desc, &cache, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    return cache;
}

/* Splits a line at its tabs. */
static int split(char *line, char *columns[COLUMNS_MAX])
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at != NULL && count < COLUMNS_MAX;) {
        columns[count++] = at;
        at = strchr(at, '\t');
        if (at != NULL) {
            *at++ = '\0';
        }
    }
    return count;
}

/* Opens a table and passes over its heading. */
static FILE *open_table(const char *path)
{
    char heading[512];
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(heading, sizeof heading, file) == NULL) {
        fail_msg("cannot read %s", path);
    }
    return file;
}

static void write_numbers(const char *kind, int32_t id, const identity *n, char *out, size_t size)
{
    int used = snprintf(out, size, "%s\t%ld\t%ld\t%ld\t%ld\t%08lx\t%08lx", kind, (long)id,
                        (long)n->count[0], (long)n->count[1], (long)n->count[2],
                        (unsigned long)n->crc_a, (unsigned long)n->crc_b);
    if (kind[0] == 'm') {
        snprintf(out + used, size - (size_t)used, "\t%08lx\t%ld\t%ld\t%ld\t%ld\t%ld",
                 (unsigned long)n->crc_lit, (long)n->bounds.up, (long)n->bounds.down,
                 (long)n->bounds.radius, (long)n->bounds.min_depth, (long)n->bounds.max_depth);
    } else {
        snprintf(out + used, size - (size_t)used, "\t-\t-\t-\t-\t-\t-");
    }
}

table_result compare_numbers(r3d_cache *cache, const char *table)
{
    table_result result = {0, 0};
    char line[512];
    FILE *file = open_table(table);
    while (fgets(line, sizeof line, file) != NULL) {
        char copy[512];
        char actual[512];
        char *columns[COLUMNS_MAX];
        identity numbers;
        r3d_error error;
        line[strcspn(line, "\r\n")] = '\0';
        memcpy(copy, line, sizeof copy);
        assert_int_equal(split(copy, columns), 13);
        result.rows++;
        int32_t id = (int32_t)strtol(columns[1], NULL, 10);
        r3d_cache_kind kind =
            strcmp(columns[0], "model") == 0 ? R3D_CACHE_MODELS : R3D_CACHE_FRAMES;
        if (identify(cache, kind, id, &numbers, &error) != R3D_OK) {
            print_error("%s %s: %s, byte %lld: %s\n", columns[0], columns[1], error.file,
                        (long long)error.offset, error.message);
            continue;
        }
        write_numbers(columns[0], id, &numbers, actual, sizeof actual);
        if (strcmp(actual, line) == 0) {
            result.equal++;
        } else {
            print_error("expected %s\n  actual %s\n", line, actual);
        }
    }
    (void)fclose(file);
    return result;
}

table_result compare_pictures(r3d_cache *cache, const char *table)
{
    table_result result = {0, 0};
    char line[512];
    FILE *file = open_table(table);
    card_drawer *drawer = NULL;
    uint32_t *pixels = malloc(PIXELS_MAX * sizeof *pixels);
    assert_non_null(pixels);
    assert_int_equal(card_drawer_create(cache, NULL, NULL, &drawer, NULL), R3D_OK);
    while (fgets(line, sizeof line, file) != NULL) {
        char *columns[COLUMNS_MAX];
        card_row row;
        r3d_error error;
        int32_t width;
        int32_t height;
        uint32_t crc;
        int32_t nonzero;
        char param[CARD_PARAM_SIZE];
        assert_int_equal(split(line, columns), 7);
        result.rows++;
        assert_int_equal(card_row_parse(columns[0], columns[1], columns[2], &row), R3D_OK);
        card_row_param(&row, param);
        assert_string_equal(param, columns[2]);
        card_size(&row, NULL, &width, &height);
        assert_int_equal(width, strtol(columns[3], NULL, 10));
        assert_int_equal(height, strtol(columns[4], NULL, 10));
        if (card_draw(drawer, &row, NULL, pixels, &error) != R3D_OK) {
            print_error("%s %s %s: %s, byte %lld: %s\n", columns[0], columns[1], columns[2],
                        error.file, (long long)error.offset, error.message);
            continue;
        }
        card_hash(pixels, width, height, &crc, &nonzero);
        if (crc == strtoul(columns[5], NULL, 16) && nonzero == strtol(columns[6], NULL, 10)) {
            result.equal++;
        } else {
            print_error("%s %s %s: expected %s %s, actual %08lx %ld\n", columns[0], columns[1],
                        columns[2], columns[5], columns[6], (unsigned long)crc, (long)nonzero);
        }
    }
    free(pixels);
    card_drawer_destroy(drawer);
    (void)fclose(file);
    return result;
}
