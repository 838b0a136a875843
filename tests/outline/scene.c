/* SPDX-License-Identifier: MIT */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "listing.h"
#include "scene.h"

static int32_t number(const listing *list, int word)
{
    assert_true(word < list->word_count);
    char *end;
    const long value = strtol(list->words[word], &end, 10);
    assert_true(*end == 0);
    return (int32_t)value;
}

static void read_digits(const listing *list, scene *s, uint8_t *target, int32_t *row)
{
    const int32_t width = (int32_t)strlen(list->words[1]);
    assert_true(width <= SCENE_SIZE_MAX && *row < SCENE_SIZE_MAX);
    if (s->width == 0) {
        s->width = width;
    }
    assert_int_equal(width, s->width);
    for (int32_t x = 0; x < width; x++) {
        target[*row * width + x] = (uint8_t)(list->words[1][x] - '0');
    }
    ++*row;
}

/* The opacity of a bitmap by the formulas of golden/outline/README.md. */
static uint8_t *make_opacity(const char *kind, int32_t w, int32_t h)
{
    uint8_t *opacity = calloc((size_t)(w * h), 1);
    assert_non_null(opacity);
    const int32_t q = w * w * h * h;
    for (int32_t v = 0; v < h; v++) {
        for (int32_t u = 0; u < w; u++) {
            const int32_t x = 2 * u + 1 - w;
            const int32_t y = 2 * v + 1 - h;
            const int32_t r = x * x * h * h + y * y * w * w;
            bool opaque = true;
            if (strcmp(kind, "disc") == 0) {
                opaque = r <= q;
            } else if (strcmp(kind, "ring") == 0) {
                opaque = r > q / 4 && r <= q;
            } else if (strcmp(kind, "letter") == 0) {
                opaque =
                    u < w / 4 || v < h / 5 || (v >= 2 * h / 5 && v < 3 * h / 5 && u < 3 * w / 4);
            } else {
                assert_string_equal(kind, "full");
            }
            opacity[v * w + u] = opaque ? 1 : 0;
        }
    }
    return opacity;
}

static void read_billboard(const listing *list, scene *s)
{
    assert_true(s->billboard_count < SCENE_BILLBOARDS_MAX);
    r3d_outline_billboard *billboard = &s->billboards[s->billboard_count];
    billboard->x_a64 = number(list, 1);
    billboard->y_a64 = number(list, 2);
    billboard->rect.width = number(list, 4);
    billboard->rect.height = number(list, 5);
    if (strcmp(list->words[3], "sheet") != 0) {
        s->opacity[s->billboard_count] =
            make_opacity(list->words[3], billboard->rect.width, billboard->rect.height);
        billboard->opacity = s->opacity[s->billboard_count];
    }
    s->billboard_count++;
}

static void make_sheet(scene *s, int32_t width, int32_t height, int32_t q)
{
    assert_true(width <= SCENE_SHEET_MAX && height <= SCENE_SHEET_MAX);
    s->sheet_width = width;
    s->sheet_height = height;
    s->sheet = malloc((size_t)(width * height) * sizeof *s->sheet);
    assert_non_null(s->sheet);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const uint32_t r = (uint32_t)(8 * x + 3 * y + q) & 255;
            const uint32_t g = (uint32_t)(x * x + 7 * y + 3 * q) & 255;
            const uint32_t b = (uint32_t)(5 * (x ^ y) + q) & 255;
            const uint32_t a = ((x >> 2) + (y >> 2) + q) % 3 == 0 ? 0 : 255;
            s->sheet[y * width + x] = a << 24 | r << 16 | g << 8 | b;
        }
    }
}

static void read_ids(const char *word, scene *s)
{
    if (strcmp(word, "block") == 0) {
        s->ids = R3D_OUTLINE_IDS_BLOCK;
    } else if (strcmp(word, "face") == 0) {
        s->ids = R3D_OUTLINE_IDS_FACE;
    } else {
        assert_string_equal(word, "surface");
    }
}

/* Words with numbers only. */
static bool read_numbers(const listing *list, scene *s)
{
    const char *word = list->words[0];
    int32_t *single = strcmp(word, "rho") == 0           ? &s->rho_16
                      : strcmp(word, "width") == 0       ? &s->lines.width
                      : strcmp(word, "spritewidth") == 0 ? &s->lines.sprite_width
                      : strcmp(word, "texels") == 0      ? &s->texels
                      : strcmp(word, "quadrant") == 0    ? &s->quadrant
                      : strcmp(word, "shade") == 0       ? &s->paint.dark_shade
                      : strcmp(word, "fade") == 0        ? &s->paint.color_percent
                                                         : NULL;
    if (single != NULL) {
        *single = number(list, 1);
    } else if (strcmp(word, "canvas") == 0) {
        for (int i = 0; i < 4; i++) {
            s->canvas[i] = number(list, i + 1);
        }
    } else if (strcmp(word, "light") == 0 || strcmp(word, "light64") == 0) {
        const int32_t factor = strcmp(word, "light") == 0 ? 4 : 1;
        s->has_light = true;
        s->light_x_a64 = factor * number(list, 1);
        s->light_y_a64 = factor * number(list, 2);
    } else if (strcmp(word, "sheet") == 0) {
        make_sheet(s, number(list, 1), number(list, 2), number(list, 3));
    } else if (strcmp(word, "mat") == 0) {
        const int32_t i = number(list, 1);
        assert_in_range(i, 0, SCENE_MATERIALS - 1);
        s->rects[i] =
            (r3d_outline_rect){number(list, 2), number(list, 3), number(list, 4), number(list, 5)};
    } else if (strcmp(word, "paint") == 0) {
        const int32_t i = number(list, 1);
        assert_in_range(i, 0, s->billboard_count - 1);
        s->billboards[i].rect.x = number(list, 2);
        s->billboards[i].rect.y = number(list, 3);
        s->billboards[i].mirrored = number(list, 4) != 0;
    } else if (strcmp(word, "backdrop") == 0) {
        s->paint.backdrop_rgb = (uint32_t)number(list, 1) << 16 | (uint32_t)number(list, 2) << 8 |
                                (uint32_t)number(list, 3);
    } else if (strcmp(word, "faceshade") == 0) {
        s->paint.top_shade = number(list, 1);
        s->paint.x_side_shade = number(list, 2);
        s->paint.y_side_shade = number(list, 3);
    } else {
        return false;
    }
    return true;
}

scene *scene_read(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "golden/outline/%s.scene", name);
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    r3d_outline_lines_init(&s->lines);
    r3d_outline_paint_init(&s->paint);
    s->rho_16 = 24;
    s->texels = 8;
    for (int i = 0; i < SCENE_MATERIALS; i++) {
        s->rects[i] = (r3d_outline_rect){0, 0, 16, 16};
    }
    int32_t top_rows = 0;
    int32_t side_rows = 0;
    listing list = listing_open(path);
    while (listing_next(&list)) {
        const char *word = list.words[0];
        if (strcmp(word, "row") == 0) {
            read_digits(&list, s, s->heights, &s->height);
        } else if (strcmp(word, "top") == 0) {
            read_digits(&list, s, s->tops, &top_rows);
        } else if (strcmp(word, "side") == 0) {
            read_digits(&list, s, s->sides, &side_rows);
        } else if (strcmp(word, "billboard") == 0) {
            read_billboard(&list, s);
        } else if (strcmp(word, "ids") == 0) {
            read_ids(list.words[1], s);
        } else if (strcmp(word, "lines") == 0) {
            assert_string_equal(list.words[1], "dark");
            s->all_dark = true;
        } else if (strcmp(word, "want") == 0) {
            for (int i = 1; i < list.word_count; i++) {
                snprintf(s->want[s->want_count++], sizeof s->want[0], "%.15s", list.words[i]);
            }
        } else if (!read_numbers(&list, s)) {
            fail_msg("%s: unknown word %s", path, word);
        }
    }
    listing_close(&list);
    return s;
}

void scene_make(scene *s)
{
    r3d_outline_map_desc desc;
    r3d_outline_map_desc_init(&desc);
    desc.width = s->width;
    desc.height = s->height;
    desc.heights = s->heights;
    desc.quadrant = s->quadrant;
    desc.ids = s->ids;
    if (s->sheet != NULL) {
        desc.top_rects = s->tops;
        desc.side_rects = s->sides;
        desc.rects = s->rects;
        desc.rect_count = SCENE_MATERIALS;
        desc.sheet = (r3d_outline_sheet){s->sheet, s->sheet_width, s->sheet_height, s->sheet_width};
    }
    assert_int_equal(r3d_outline_map_create(&desc, &s->map), R3D_OK);
    if (s->has_light) {
        assert_int_equal(r3d_outline_shadow_create(s->map, s->texels, NULL, &s->shadow), R3D_OK);
        int32_t x = s->light_x_a64;
        int32_t y = s->light_y_a64;
        r3d_outline_turn(s->quadrant, s->width, s->height, &x, &y);
        assert_int_equal(r3d_outline_shadow_cast(s->shadow, x, y, s->rho_16), R3D_OK);
    }
    s->lines.shadow = s->all_dark ? NULL : s->shadow;
    s->paint.shadow = s->shadow;
    for (int32_t i = 0; i < s->billboard_count; i++) {
        r3d_outline_turn(s->quadrant, s->width, s->height, &s->billboards[i].x_a64,
                         &s->billboards[i].y_a64);
    }
    r3d_outline_frame_desc frame;
    r3d_outline_frame_desc_init(&frame);
    frame.max_width = s->canvas[0];
    frame.max_height = s->canvas[1];
    frame.max_billboards = s->billboard_count;
    assert_int_equal(r3d_outline_frame_create(&frame, &s->frame), R3D_OK);
    assert_int_equal(r3d_outline_frame_begin(s->frame, s->map, s->canvas[0], s->canvas[1],
                                             s->canvas[2], s->canvas[3]),
                     R3D_OK);
    assert_int_equal(r3d_outline_frame_draw_cells(s->frame, NULL, 0), R3D_OK);
    assert_int_equal(r3d_outline_frame_draw_billboards(s->frame, s->billboards, s->billboard_count),
                     R3D_OK);
}

void scene_free(scene *s)
{
    r3d_outline_frame_destroy(s->frame);
    r3d_outline_shadow_destroy(s->shadow);
    r3d_outline_map_destroy(s->map);
    for (int32_t i = 0; i < s->billboard_count; i++) {
        free(s->opacity[i]);
    }
    free(s->sheet);
    free(s);
}
