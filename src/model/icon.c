/* SPDX-License-Identifier: MIT */
/* Item icons. Source: spec rs2-model section 11. */

#include <retro3d/icon.h>

#include <string.h>

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "mesh_internal.h"

enum {
    SIZE = R3D_ICON_SIZE,
    LINKED_SIZE = 22, /* of the icon that a note shows */
    LINKED_POSITION = 5,
    STACK_ENTRIES_MAX = 10
};

static const uint32_t rgb_mask = 0xFFFFFFu;
static const uint32_t opaque = 0xFF000000u;

void r3d_icon_get_view(const r3d_icon_look *look, const r3d_mesh *mesh, r3d_icon_view *out_view)
{
    if (look == NULL || mesh == NULL || out_view == NULL) {
        return;
    }
    int32_t sine = r3d_i32_mul(r3d_sin_a11(look->pitch_a11), look->zoom) >> 16;
    int32_t cosine = r3d_i32_mul(r3d_cos_a11(look->pitch_a11), look->zoom) >> 16;
    out_view->pitch_a11 = 0;
    out_view->yaw_a11 = look->yaw_a11;
    out_view->roll_a11 = look->roll_a11;
    out_view->eye_pitch_a11 = look->pitch_a11;
    out_view->eye.x = look->x_offset;
    out_view->eye.y = r3d_i32_add(r3d_i32_add(sine, mesh->bounds.up / 2), look->y_offset);
    out_view->eye.z = r3d_i32_add(cosine, look->y_offset);
}

/* What the pixels of a row are, a bit for each; bit 0 is the leftmost. The rest is background. */
typedef struct class_row {
    uint32_t model;
    uint32_t outline; /* casts a shadow, but is no neighbour that an outline is drawn around */
} class_row;

/* The rows of an icon with a row of background above and below. */
typedef struct class_map {
    class_row rows[SIZE + 2];
} class_map;

/* A bit for each pixel of a row that is `value` where `mask` has ones. */
#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && defined(__SSE2__)

static __m128i four_equal(const uint32_t *pixels, __m128i mask, __m128i value)
{
    __m128i four = _mm_loadu_si128((const __m128i *)(const void *)pixels);
    return _mm_cmpeq_epi32(_mm_and_si128(four, mask), value);
}

static uint32_t pixels_equal(const uint32_t *row, uint32_t mask, uint32_t value)
{
    __m128i masks = _mm_set1_epi32(r3d_i32_from_bits(mask));
    __m128i values = _mm_set1_epi32(r3d_i32_from_bits(value));
    uint32_t bits = 0;
    for (uint32_t x = 0; x < SIZE; x += 16) {
        __m128i low = _mm_packs_epi32(four_equal(row + x, masks, values),
                                      four_equal(row + x + 4, masks, values));
        __m128i high = _mm_packs_epi32(four_equal(row + x + 8, masks, values),
                                       four_equal(row + x + 12, masks, values));
        bits |= (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << x;
    }
    return bits;
}

#else

static uint32_t pixels_equal(const uint32_t *row, uint32_t mask, uint32_t value)
{
    uint32_t bits = 0;
    for (uint32_t x = 0; x < SIZE; x++) {
        bits |= (uint32_t)((row[x] & mask) == value) << x;
    }
    return bits;
}

#endif

/* `map` is all background before. */
static void classify(const uint32_t *pixels, r3d_icon_background background, class_map *map)
{
    for (int y = 0; y < SIZE; y++) {
        const uint32_t *row = pixels + y * SIZE;
        class_row *out = &map->rows[y + 1];
        if (background == R3D_ICON_BY_COVERAGE) {
            out->model = ~pixels_equal(row, opaque, 0);
        } else {
            out->outline = pixels_equal(row, rgb_mask, R3D_ICON_OUTLINE_RGB);
            out->model = ~(pixels_equal(row, rgb_mask, 0) | out->outline);
        }
    }
}

static uint32_t background_of(const class_row *row)
{
    return ~(row->model | row->outline);
}

/* Writes the pixels whose bits are set. */
static void draw_pixels(uint32_t *row, uint32_t bits, uint32_t pixel)
{
    for (int x = 0; bits != 0; x++, bits >>= 1) {
#if defined(__GNUC__)
        int zeros = __builtin_ctz(bits);
        x += zeros;
        bits >>= zeros;
#endif
        if ((bits & 1u) != 0) {
            row[x] = pixel;
        }
    }
}

static void draw_outline(uint32_t *pixels, class_map *map)
{
    /* In place as in the original: outline pixels are no neighbours, so the order does not matter.
     */
    for (int y = 1; y <= SIZE; y++) {
        class_row *row = &map->rows[y];
        uint32_t beside = row->model << 1 | row->model >> 1 | row[-1].model | row[1].model;
        uint32_t found = beside & background_of(row);
        row->outline |= found;
        draw_pixels(pixels + (y - 1) * SIZE, found, opaque | R3D_ICON_OUTLINE_RGB);
    }
}

static void draw_shadow(uint32_t *pixels, const class_map *map)
{
    /* The map does not learn of the shadow, so it casts none itself; the original got the same by
     * going from the lower right to the upper left. */
    for (int y = 1; y <= SIZE; y++) {
        uint32_t above = ~background_of(&map->rows[y - 1]);
        draw_pixels(pixels + (y - 1) * SIZE, above << 1 & background_of(&map->rows[y]),
                    opaque | R3D_ICON_SHADOW_RGB);
    }
}

/* Colours the background beside the outline. Pixels that it colours are no outline, so the order
 * does not matter. */
static void draw_second_outline(uint32_t *pixels, const class_map *map, uint32_t rgb)
{
    for (int y = 1; y <= SIZE; y++) {
        const class_row *row = &map->rows[y];
        uint32_t beside = row->outline << 1 | row->outline >> 1 | row[-1].outline | row[1].outline;
        draw_pixels(pixels + (y - 1) * SIZE, beside & background_of(row), opaque | rgb);
    }
}

/* Draws a finished icon over a note: nearest samples, holes left out. */
static void draw_linked(uint32_t *pixels, const uint32_t *linked, r3d_icon_background background)
{
    int32_t step = (SIZE << 16) / LINKED_SIZE;
    for (int32_t y = 0; y < LINKED_SIZE; y++) {
        for (int32_t x = 0; x < LINKED_SIZE; x++) {
            uint32_t pixel = linked[(y * step >> 16) * SIZE + (x * step >> 16)];
            bool is_hole =
                background == R3D_ICON_BY_COVERAGE ? pixel >> 24 == 0 : (pixel & rgb_mask) == 0;
            if (!is_hole) {
                pixels[(LINKED_POSITION + y) * SIZE + LINKED_POSITION + x] = pixel | opaque;
            }
        }
    }
}

/* Draws the mesh and its outline. *out_map, if the result is not that of a wrong call, tells what
 * the pixels are. */
static r3d_result draw_outlined(r3d_draw_context *context, const r3d_palette *palette,
                                const r3d_mesh *mesh, const r3d_icon_look *look,
                                r3d_icon_background background, uint32_t *pixels,
                                class_map *out_map, r3d_draw_report *out_report)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_icon_view view;
    memset(out_map, 0, sizeof *out_map);
    if (mesh == NULL || look == NULL || pixels == NULL ||
        (background != R3D_ICON_BY_COVERAGE && background != R3D_ICON_BY_COLOR)) {
        return R3D_ERR_ARGUMENT;
    }
    memset(pixels, 0, (size_t)SIZE * SIZE * sizeof *pixels);
    r3d_result result = r3d_surface_init(&surface, pixels, SIZE, SIZE, SIZE);
    if (result == R3D_OK) {
        result = r3d_raster_init(&raster, &surface, palette);
    }
    if (result != R3D_OK) {
        return result;
    }
    raster.smooth = true;
    r3d_icon_get_view(look, mesh, &view);
    result = r3d_draw_model(context, &raster, mesh, &view, out_report);
    classify(pixels, background, out_map);
    draw_outline(pixels, out_map);
    return result;
}

r3d_result r3d_icon_draw(r3d_draw_context *context, const r3d_palette *palette,
                         const r3d_mesh *mesh, const r3d_icon_look *look,
                         r3d_icon_background background, const uint32_t *linked, uint32_t *pixels,
                         r3d_draw_report *out_report)
{
    class_map map;
    r3d_result result =
        draw_outlined(context, palette, mesh, look, background, pixels, &map, out_report);
    if (result == R3D_ERR_ARGUMENT) {
        return result;
    }
    draw_shadow(pixels, &map);
    if (linked != NULL) {
        draw_linked(pixels, linked, background);
    }
    return result;
}

r3d_result r3d_icon_draw_selected(r3d_draw_context *context, const r3d_palette *palette,
                                  const r3d_mesh *mesh, const r3d_icon_look *look,
                                  r3d_icon_background background, uint32_t outline_rgb,
                                  uint32_t *pixels, r3d_draw_report *out_report)
{
    class_map map;
    if (outline_rgb == 0 || outline_rgb > rgb_mask) {
        return R3D_ERR_RANGE;
    }
    if (look == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_icon_look smaller = *look;
    smaller.zoom = (int32_t)((int64_t)look->zoom * 104 / 100);
    r3d_result result =
        draw_outlined(context, palette, mesh, &smaller, background, pixels, &map, out_report);
    if (result != R3D_ERR_ARGUMENT) {
        draw_second_outline(pixels, &map, outline_rgb);
    }
    return result;
}

int32_t r3d_icon_stack_item(const r3d_stack_entry *entries, int32_t entry_count, int32_t item,
                            int32_t amount)
{
    if (entries == NULL || amount <= 1) {
        return item;
    }
    int32_t chosen = item;
    for (int32_t i = 0; i < entry_count && i < STACK_ENTRIES_MAX; i++) {
        if (entries[i].count != 0 && amount >= entries[i].count) {
            chosen = entries[i].item;
        }
    }
    return chosen;
}
