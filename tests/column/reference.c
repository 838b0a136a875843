/* SPDX-License-Identifier: MIT */
/* One reference case a run: `column_reference KIND CASE`. CTest calls it once for each picture and
 * list under golden/column, by the pass rules of the README there. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "scene.h"

#define REFERENCE_DIR R3D_TEST_SOURCE_DIR "/golden/column"

static const char *case_id;

static void reference_path(const char *folder, const char *extension, char *out, size_t size)
{
    snprintf(out, size, "%s/%s/%s.%s", REFERENCE_DIR, folder, case_id, extension);
}

/* ---- surface numbers ---- */

/* Counts strict pixels that differ and prints the first ten. */
static int32_t count_id_differences(const scene *s, const reference_case *c)
{
    char path[1024];
    reference_path("ids", "png", path, sizeof path);
    uint8_t *rgba = load_rgba(path, c->width, c->height);
    int32_t wrong = 0;
    int32_t strict = 0;
    for (int32_t i = 0; i < c->width * c->height; i++) {
        const uint8_t *r = rgba + (size_t)i * 4;
        if (r[3] != 255) {
            continue;
        }
        strict++;
        const uint32_t expected =
            0xFF000000u | (uint32_t)r[0] << 16 | (uint32_t)r[1] << 8 | (uint32_t)r[2];
        if (s->pixels[i] != expected && wrong++ < 10) {
            print_error("%s: column %d row %d is %06x, expected %06x\n", c->id, i % c->width,
                        i / c->width, s->pixels[i] & 0xFFFFFFu, expected & 0xFFFFFFu);
        }
    }
    free(rgba);
    /* The reference promises that at most 3 % of the pixels are don't-care. */
    assert_true(strict >= c->width * c->height * 97 / 100);
    return wrong;
}

static void ids_match_on_all_strict_pixels(void **state)
{
    (void)state;
    const reference_case c = find_case(case_id);
    scene s;
    scene_open_case(&s, &c, false);
    scene_draw(&s);
    assert_int_equal(count_id_differences(&s, &c), 0);
    scene_free(&s);
}

static void ids_match_with_a_tree_of_our_own_builder(void **state)
{
    (void)state;
    const reference_case c = find_case(case_id);
    scene s;
    scene_open_case(&s, &c, true);
    scene_draw(&s);
    assert_int_equal(count_id_differences(&s, &c), 0);
    scene_free(&s);
}

/* The same level with every subsector's list turned round. */
static r3d_column_level *load_reversed(const char *name)
{
    r3d_column_level *level = load_level(name, false);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    int32_t *walls = malloc((size_t)desc->leaf_wall_count * sizeof *walls);
    assert_non_null(walls);
    for (int32_t i = 0; i < desc->leaf_count; i++) {
        const r3d_column_level_leaf *leaf = &desc->leaves[i];
        for (int32_t j = 0; j < leaf->wall_count; j++) {
            walls[leaf->first_wall + j] =
                desc->leaf_walls[leaf->first_wall + leaf->wall_count - 1 - j];
        }
    }
    r3d_column_level_desc reversed = *desc;
    reversed.leaf_walls = walls;
    reversed.blockmap.columns = 0;
    r3d_column_level *result = NULL;
    assert_int_equal(r3d_column_level_create(&reversed, NULL, NULL, &result, NULL), R3D_OK);
    r3d_column_level_destroy(level);
    free(walls);
    return result;
}

static void ids_match_with_the_walls_of_each_subsector_reversed(void **state)
{
    (void)state;
    const reference_case c = find_case(case_id);
    scene s;
    r3d_column_level *level = load_reversed(c.level);
    scene_make(&s, level, load_sprites(level, c.level), c.width, c.height);
    scene_apply_case(&s, &c);
    scene_draw(&s);
    assert_int_equal(count_id_differences(&s, &c), 0);
    scene_free(&s);
}

/* ---- visible walls and windows ---- */

enum { CROSSINGS_MAX = 64, COLUMNS_MAX = 512 };

struct crossing {
    int32_t wall;
    bool is_middle;
    int32_t top;
    int32_t bottom;
};

struct column_list {
    struct crossing crossings[CROSSINGS_MAX];
    int32_t count;
};

static void collect(int32_t column, int32_t wall, bool is_middle, int32_t top, int32_t bottom,
                    void *user)
{
    struct column_list *list = (struct column_list *)user + column;
    assert_true(list->count < CROSSINGS_MAX);
    const struct crossing crossing = {wall, is_middle, top, bottom};
    list->crossings[list->count++] = crossing;
}

struct bounds {
    int32_t low;
    int32_t high;
};

static struct bounds parse_bounds(char **text)
{
    struct bounds bounds;
    bounds.low = bounds.high = (int32_t)strtol(*text, text, 10);
    if (**text == '-') {
        (*text)++;
        bounds.high = (int32_t)strtol(*text, text, 10);
    }
    return bounds;
}

static bool within(int32_t value, struct bounds bounds)
{
    return value >= bounds.low && value <= bounds.high;
}

/* Checks one word "WALL[m]:WINDOW" against a crossing. `*out_may_end`: the window may be empty
 * here. */
static bool crossing_matches(char *word, const struct crossing *crossing, bool *out_may_end)
{
    char *text = word;
    *out_may_end = false;
    const int32_t wall = (int32_t)strtol(text, &text, 10);
    const bool is_middle = *text == 'm';
    text += is_middle;
    assert_int_equal(*text, ':');
    text++;
    if (crossing != NULL && (crossing->wall != wall || crossing->is_middle != is_middle)) {
        return false;
    }
    if (*text == 'x') {
        return crossing != NULL && crossing->top >= crossing->bottom;
    }
    const struct bounds top = parse_bounds(&text);
    assert_int_equal(*text, ',');
    text++;
    const struct bounds bottom = parse_bounds(&text);
    /* "0-a,0-b": the window may also be empty here, and then the list ends. */
    const bool may_be_empty = top.low == 0 && top.high > 0 && bottom.low == 0 && bottom.high > 0;
    if (crossing == NULL) {
        return false;
    }
    if (crossing->top >= crossing->bottom) {
        *out_may_end = true;
        return may_be_empty;
    }
    return within(crossing->top, top) && within(crossing->bottom, bottom);
}

static void columns_list_walls_and_windows_in_order(void **state)
{
    (void)state;
    const reference_case c = find_case(case_id);
    assert_true(c.width <= COLUMNS_MAX);
    scene s;
    scene_open_case(&s, &c, false);
    static struct column_list lists[COLUMNS_MAX];
    memset(lists, 0, sizeof lists);
    s.view.trace = collect;
    s.view.trace_user = lists;
    scene_draw(&s);

    char path[1024];
    reference_path("cols", "cols", path, sizeof path);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    static char line[8192];
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "columns 1\n");
    int32_t checked = 0;
    int32_t wrong = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *rest = NULL;
        char *word = strtok(line, " \n");
        const int32_t column = (int32_t)strtol(word, &rest, 10);
        if (*rest == '~') {
            continue;
        }
        checked++;
        const struct column_list *list = &lists[column];
        int32_t at = 0;
        bool ended = false;
        bool good = true;
        while (good && !ended && (word = strtok(NULL, " \n")) != NULL) {
            good = crossing_matches(word, at < list->count ? &list->crossings[at] : NULL, &ended);
            at++;
        }
        if (!good || at != list->count) {
            if (wrong++ < 5) {
                print_error("%s column %d: crossing %d", c.id, column, at - 1);
                for (int32_t i = 0; i < list->count; i++) {
                    print_error(" %d%s:%d,%d", list->crossings[i].wall,
                                list->crossings[i].is_middle ? "m" : "", list->crossings[i].top,
                                list->crossings[i].bottom);
                }
                print_error("\n");
            }
        }
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(checked > c.width / 8);
    scene_free(&s);
}

/* ---- line mode ---- */

static bool is_black(const uint8_t *rgba)
{
    return rgba[0] < 128;
}

static bool near_stroke(const bool *strokes, int32_t width, int32_t height, int32_t x, int32_t y)
{
    for (int32_t j = y - 1; j <= y + 1; j++) {
        for (int32_t i = x - 1; i <= x + 1; i++) {
            if (i >= 0 && i < width && j >= 0 && j < height && strokes[j * width + i]) {
                return true;
            }
        }
    }
    return false;
}

static void strokes_lie_within_one_pixel(void **state)
{
    (void)state;
    const reference_case c = find_case(case_id);
    scene s;
    scene_open_case(&s, &c, false);
    s.view.mode = R3D_COLUMN_LINES;
    s.view.things = false;
    scene_draw(&s);
    char path[1024];
    reference_path("lines", "png", path, sizeof path);
    uint8_t *rgba = load_rgba(path, c.width, c.height);
    const int32_t count = c.width * c.height;
    bool *expected = malloc((size_t)count);
    bool *actual = malloc((size_t)count);
    assert_non_null(expected);
    assert_non_null(actual);
    for (int32_t i = 0; i < count; i++) {
        expected[i] = is_black(rgba + (size_t)i * 4);
        actual[i] = s.pixels[i] == 0xFF000000u;
        assert_true(actual[i] || s.pixels[i] == 0xFFFFFFFFu);
    }
    int32_t wrong = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = i % c.width;
        const int32_t y = i / c.width;
        const bool extra = actual[i] && !near_stroke(expected, c.width, c.height, x, y);
        const bool missing = expected[i] && !near_stroke(actual, c.width, c.height, x, y);
        if ((extra || missing) && wrong++ < 10) {
            print_error("%s: %s stroke at column %d row %d\n", c.id, extra ? "extra" : "missing", x,
                        y);
        }
    }
    assert_int_equal(wrong, 0);
    free(rgba);
    free(expected);
    free(actual);
    scene_free(&s);
}

/* ---- texture coordinates ---- */

/* A texture whose colour is its own coordinate. */
static void make_coordinate_texture(uint32_t *texels, r3d_column_texture *out)
{
    for (uint32_t v = 0; v < 128; v++) {
        for (uint32_t u = 0; u < 128; u++) {
            texels[v * 128 + u] = u << 16 | v << 8;
        }
    }
    memset(out, 0, sizeof *out);
    out->width = out->height = 128;
    out->u_step = 1;
    out->v_step = 128;
    out->texels = texels;
    out->copies = 1;
}

static void texels_match_on_all_strict_pixels(void **state)
{
    (void)state;
    const reference_case c = find_case(case_id);
    char path[1024];
    level_path(c.level, path, sizeof path);
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.wall_material = options.step_material = "coordinates";
    options.floor_material = options.ceiling_material = "coordinates";
    r3d_column_level *level = NULL;
    assert_int_equal(r3d_column_level_load(path, &options, NULL, &level, NULL), R3D_OK);
    scene s;
    scene_make(&s, level, NULL, c.width, c.height);
    scene_apply_case(&s, &c);
    static uint32_t texels[128 * 128];
    r3d_column_texture texture;
    make_coordinate_texture(texels, &texture);
    r3d_column_materials materials;
    memset(&materials, 0, sizeof materials);
    materials.textures = &texture;
    materials.texture_count = 1;
    s.view.materials = &materials;
    s.view.mode = R3D_COLUMN_TEXTURED;
    scene_draw(&s);
    reference_path("texels", "png", path, sizeof path);
    uint8_t *rgba = load_rgba(path, c.width, c.height);
    int32_t wrong = 0;
    int32_t strict = 0;
    for (int32_t i = 0; i < c.width * c.height; i++) {
        const uint8_t *r = rgba + (size_t)i * 4;
        if (r[3] != 255) {
            continue;
        }
        strict++;
        const uint32_t expected = 0xFF000000u | (uint32_t)r[0] << 16 | (uint32_t)r[1] << 8;
        if (s.pixels[i] != expected && wrong++ < 10) {
            print_error("%s: column %d row %d is u %d v %d, expected u %d v %d\n", c.id,
                        i % c.width, i / c.width, (int)(s.pixels[i] >> 16 & 255),
                        (int)(s.pixels[i] >> 8 & 255), r[0], r[1]);
        }
    }
    free(rgba);
    assert_int_equal(wrong, 0);
    assert_true(strict > 0);
    scene_free(&s);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *kind;
        struct CMUnitTest test;
    } kinds[] = {
        {"ids", cmocka_unit_test(ids_match_on_all_strict_pixels)},
        {"ids-built", cmocka_unit_test(ids_match_with_a_tree_of_our_own_builder)},
        {"ids-reversed", cmocka_unit_test(ids_match_with_the_walls_of_each_subsector_reversed)},
        {"cols", cmocka_unit_test(columns_list_walls_and_windows_in_order)},
        {"lines", cmocka_unit_test(strokes_lie_within_one_pixel)},
        {"texels", cmocka_unit_test(texels_match_on_all_strict_pixels)},
    };
    for (size_t i = 0; argc == 3 && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(argv[1], kinds[i].kind) == 0) {
            case_id = argv[2];
            const struct CMUnitTest tests[] = {kinds[i].test};
            return cmocka_run_group_tests_name("column", tests, NULL, NULL);
        }
    }
    fprintf(stderr, "usage: column_reference ids|ids-built|ids-reversed|cols|lines|texels CASE\n");
    return 2;
}
