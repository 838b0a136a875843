/* SPDX-License-Identifier: MIT */
/* Causes that lie in a write itself: it should not have happened, or its colour is wrong. */

#include "../model/draw_internal.h"
#include "history_internal.h"

/* ---- where a triangle lies, without its walk ---- */

/* On which side of a triangle a pixel lies: -1 left or above, 1 right or below, 0 inside, or so near
 * an edge that the rounding of slopes decides. */
typedef struct cause_place {
    int horizontal;
    int vertical;
} cause_place;

/* An edge at a row, in 1/65536, and by how much the walk may be off: its slope is cut to a whole
 * number, which loses less than 1 a row. */
typedef struct crossing {
    int64_t x;
    int64_t slack;
} crossing;

static bool cross(const int32_t cx[3], const int32_t cy[3], int edge, int32_t y, crossing *out)
{
    int a = edge;
    int b = (edge + 1) % 3;
    if (cy[a] > cy[b]) {
        a = b;
        b = edge;
    }
    if (y < cy[a] || y > cy[b] || cy[a] == cy[b]) {
        return false;
    }
    int64_t width = ((int64_t)cx[b] - cx[a]) * 65536;
    int64_t height = (int64_t)cy[b] - cy[a];
    int64_t rows = (int64_t)y - cy[a];
    out->x = (int64_t)cx[a] * 65536 + width * rows / height;
    out->slack = width % height == 0 ? 0 : rows + 1;
    return true;
}

/* By the rule of the fills: the top row and the left column are inside, the bottom row and the right
 * column are not; a pixel belongs to the column its left end is in. */
static cause_place place_in(const int32_t cx[3], const int32_t cy[3], int32_t x, int32_t y)
{
    cause_place result = {0, 0};
    int32_t top = cy[0];
    int32_t bottom = cy[0];
    for (int i = 1; i < 3; i++) {
        top = cy[i] < top ? cy[i] : top;
        bottom = cy[i] > bottom ? cy[i] : bottom;
    }
    if (y < top || y >= bottom) {
        result.vertical = y < top ? -1 : 1;
        return result;
    }
    int64_t first = INT64_MAX; /* columns */
    int64_t end = INT64_MIN;
    for (int i = 0; i < 3; i++) {
        crossing c;
        if (cross(cx, cy, i, y, &c)) {
            int64_t low = (c.x - c.slack) >> 16;
            int64_t high = (c.x + c.slack) >> 16;
            first = low < first ? low : first;
            end = high > end ? high : end;
        }
    }
    result.horizontal = x < first ? -1 : x >= end ? 1 : 0;
    return result;
}

static bool is_small(const r3d_fill_call *fill)
{
    for (int i = 0; i < 3; i++) {
        if (fill->x[i] <= -16384 || fill->x[i] >= 16384 || fill->y[i] <= -16384 ||
            fill->y[i] >= 16384) {
            return false;
        }
    }
    return true;
}

/* ---- writes ---- */

/* A write that was wrong to happen: what was there before is expected. */
static void look_at_excess(const r3d_draw_call *call, r3d_priv_point *point,
                           const r3d_pixel_write *write, const char *name)
{
    const int32_t x = point->point.x;
    const int32_t y = point->point.y;
    const r3d_rect *clip = &call->surface->clip;
    const r3d_fill_call *fill = call->arguments;
    if (write->is_masked && r3d_priv_rgb(write->after) == 0) {
        r3d_priv_add_cause(point, R3D_CAUSE_HOLE, R3D_PRIV_RANK_HOLE,
                           "write #%zu (%s) draws texel (%ld,%ld) of texture %ld, which is a hole: "
                           "what it covers is expected",
                           point->write_number, name, (long)write->texel_x, (long)write->texel_y,
                           (long)write->texture);
    }
    if (write->face >= 0 && is_small(fill) && !r3d_priv_faces_eye(fill->x, fill->y)) {
        r3d_priv_add_cause(point, R3D_CAUSE_CULLING, R3D_PRIV_RANK_BACK,
                           "write #%zu (%s) is of a face that shows its back, which is not to be "
                           "drawn: what it covers is expected",
                           point->write_number, name);
    }
    int32_t limit = fill->raster->side_clip ? clip->right - 1 : call->surface->width;
    if (y >= clip->bottom || x >= limit) {
        r3d_priv_add_cause(point, R3D_CAUSE_CLIP, R3D_PRIV_RANK_OUTSIDE,
                           "write #%zu (%s) lies %s: what it covers is expected",
                           point->write_number, name,
                           y >= clip->bottom ? "below the clip rectangle"
                           : fill->raster->side_clip
                               ? "at or behind the last column inside the clip rectangle, which "
                                 "fills with hclip leave out"
                               : "right of the surface");
    }
    if (!is_small(fill)) {
        return;
    }
    cause_place at = place_in(fill->x, fill->y, x, y);
    if (at.vertical != 0 || at.horizontal != 0) {
        r3d_priv_add_cause(
            point, R3D_CAUSE_COVERAGE, R3D_PRIV_RANK_OUTSIDE,
            "write #%zu (%s) lies outside its triangle, %s: its %s edge reaches too far; what it "
            "covers is expected",
            point->write_number, name,
            at.vertical < 0     ? "above its top row"
            : at.vertical > 0   ? "at or below its bottom, which is not drawn"
            : at.horizontal < 0 ? "left of its left edge"
                                : "at or right of its right edge, which is not drawn",
            at.vertical < 0     ? "top"
            : at.vertical > 0   ? "bottom"
            : at.horizontal < 0 ? "left"
                                : "right");
    }
}

/* The ways to blend that are known to be confused. */
static void look_at_blend(const r3d_draw_call *call, r3d_priv_point *point,
                          const r3d_pixel_write *write, const char *name)
{
    struct way {
        int32_t share;
        int32_t rest;
        bool from_own;
        bool by_product;
        const char *words;
    };
    const bool is_fill = r3d_priv_is_fill(call->type);
    const int32_t share = write->share;
    const int32_t rest = 256 - share;
    const struct way ways[] = {
        {share, rest, false, is_fill, "256 - a of the colour and a of the background"},
        {share - 1, rest, false, is_fill, "255 - a of the colour and a of the background"},
        {share, rest - 1, false, is_fill, "256 - a of the colour and a - 1 of the background"},
        {share + 1, rest, false, is_fill, "257 - a of the colour and a of the background"},
        {rest, share, false, is_fill, "the shares of colour and background exchanged"},
        {256, 0, false, is_fill, "the colour alone, opaque"},
        {share, rest, true, is_fill, "the pixel's own old value as background"},
        {share - 1, rest, true, is_fill, "255 - a of the colour over the pixel's own old value"},
        {share, rest, false, !is_fill, "the other order of adding and truncating"},
    };
    const char *seen = NULL;
    const char *wanted = NULL;
    bool is_from_own = false;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        uint32_t result = r3d_priv_blend(write->source_rgb, ways[i].share,
                                         ways[i].from_own ? write->before : write->background,
                                         ways[i].rest, ways[i].by_product);
        if (wanted == NULL && r3d_priv_is_expected(point, result)) {
            wanted = ways[i].words;
            is_from_own = ways[i].from_own;
        }
        if (seen == NULL && r3d_priv_rgb(result) == r3d_priv_rgb(write->after)) {
            seen = ways[i].words;
        }
    }
    if (wanted != NULL) {
        r3d_priv_add_cause(
            point, R3D_CAUSE_TRANSLUCENCY, R3D_PRIV_RANK_BLEND,
            "write #%zu (%s, a = %ld/256) blends the right colours wrongly: expected "
            "is %s; drawn is %s%s",
            point->write_number, name, (long)rest, wanted,
            seen != NULL ? seen : "none of the known ways",
            is_from_own ? " (or the next pixel was wrong before: see its history)" : "");
    }
}

/* Another share: a face that was drawn with the translucency of another. */
static void look_at_share(const r3d_draw_call *call, r3d_priv_point *point,
                          const r3d_pixel_write *write, const char *name)
{
    if (call->type != &r3d_call_flat && call->type != &r3d_call_gouraud) {
        return;
    }
    for (int32_t share = 256; share > 0; share--) {
        if (share != write->share &&
            r3d_priv_is_expected(point, r3d_priv_blend(write->source_rgb, share, point->following,
                                                       256 - share, true))) {
            r3d_priv_add_cause(point, R3D_CAUSE_TRANSLUCENCY, R3D_PRIV_RANK_SHADE,
                               "write #%zu (%s): %ld/256 of its colour is expected instead of "
                               "%ld/256: the translucency is not its own",
                               point->write_number, name, (long)share, (long)write->share);
            return;
        }
    }
}

static void look_at_shade(const r3d_fill_call *fill, r3d_priv_point *point,
                          const r3d_pixel_write *write, const char *name)
{
    enum { SHADES = 40 };
    uint32_t right = r3d_priv_shaded_texel(write->texel_rgb, write->shade);
    if (r3d_priv_is_expected(point, right)) {
        r3d_priv_add_cause(
            point, R3D_CAUSE_SHADE, R3D_PRIV_RANK_SHADE_BANK,
            "write #%zu (%s): texel (%ld,%ld) of texture %ld is the right one, but its "
            "copy in bank %ld of the shades, shifted by %ld, is 0x%06lX; from bank 0 "
            "(0x%06lX) it should be 0x%06lX",
            point->write_number, name, (long)write->texel_x, (long)write->texel_y,
            (long)write->texture, (long)(write->shade & 3), (long)(write->shade >> 2),
            r3d_priv_rgb(write->after), r3d_priv_rgb(write->texel_rgb), r3d_priv_rgb(right));
        return;
    }
    for (int32_t distance = 1; distance < SHADES; distance++) {
        for (int side = -1; side <= 1; side += 2) {
            int32_t shade = write->shade + side * distance;
            if (shade >= 0 &&
                r3d_priv_is_expected(point, r3d_priv_shaded_texel(write->texel_rgb, shade))) {
                r3d_priv_add_cause(
                    point, R3D_CAUSE_SHADE, R3D_PRIV_RANK_SHADE,
                    "write #%zu (%s): texel (%ld,%ld) of texture %ld is the right one; expected is "
                    "shade %ld (bank %ld, shift %ld) instead of %ld (bank %ld, shift %ld)",
                    point->write_number, name, (long)write->texel_x, (long)write->texel_y,
                    (long)write->texture, (long)shade, (long)(shade & 3), (long)(shade >> 2),
                    (long)write->shade, (long)(write->shade & 3), (long)(write->shade >> 2));
                return;
            }
        }
    }
    /* The nearest texel of the texture that has the colour in this shade. */
    const int32_t size = fill->texels->detail == R3D_DETAIL_HIGH ? 128 : 64;
    int32_t best = INT32_MAX;
    int32_t best_x = 0;
    int32_t best_y = 0;
    for (int32_t v = 0; v < size; v++) {
        for (int32_t u = 0; u < size; u++) {
            uint32_t texel = fill->texels->texels[v * size + u];
            int32_t du = u > write->texel_x ? u - write->texel_x : write->texel_x - u;
            int32_t dv = v > write->texel_y ? v - write->texel_y : write->texel_y - v;
            int32_t distance = du > dv ? du : dv;
            if (distance < best &&
                r3d_priv_is_expected(point, r3d_priv_shaded_texel(texel, write->shade))) {
                best = distance;
                best_x = u;
                best_y = v;
            }
        }
    }
    if (best != INT32_MAX) {
        r3d_priv_add_cause(point, R3D_CAUSE_TEXEL, R3D_PRIV_RANK_TEXEL,
                           "write #%zu (%s): the shade is right; texel (%ld,%ld) instead of "
                           "(%ld,%ld) of texture %ld has the expected colour",
                           point->write_number, name, (long)best_x, (long)best_y,
                           (long)write->texel_x, (long)write->texel_y, (long)write->texture);
    }
}

/* The colour at the pixel with the other stepping mode. */
static void look_at_stepping(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point,
                             const char *name)
{
    const r3d_fill_call *fill = call->arguments;
    r3d_raster raster = *fill->raster;
    raster.smooth = !raster.smooth;
    uint32_t other = r3d_priv_trace_fill(history, call->type, fill, &raster, point->point.x,
                                         point->point.y, true);
    if (raster.translucency == 0 && other != 0 && r3d_priv_is_expected(point, other)) {
        r3d_priv_add_cause(point, R3D_CAUSE_STEPPING, R3D_PRIV_RANK_STEPPING,
                           "write #%zu (%s): expected is the colour that `smooth %d` gives",
                           point->write_number, name, raster.smooth ? 1 : 0);
    }
}

static void look_at_color(const r3d_palette *palette, r3d_priv_point *point,
                          const r3d_pixel_write *write, const char *name)
{
    const uint32_t *rgb = palette->rgb;
    for (int32_t distance = 1; distance < R3D_PALETTE_COUNT; distance++) {
        for (int side = -1; side <= 1; side += 2) {
            int32_t index = write->hsl16 + side * distance;
            if (index < 0 || index >= R3D_PALETTE_COUNT) {
                continue;
            }
            uint32_t pixel = write->share == 256
                                 ? rgb[index]
                                 : r3d_priv_blend(rgb[index], write->share, write->background,
                                                  256 - write->share, true);
            if (!r3d_priv_is_expected(point, pixel)) {
                continue;
            }
            bool is_near = distance <= 4 && index >> 7 == write->hsl16 >> 7;
            r3d_priv_add_cause(point, R3D_CAUSE_COLOR,
                               is_near ? R3D_PRIV_RANK_NEAR_COLOR : R3D_PRIV_RANK_COLOR,
                               "write #%zu (%s): packed colour %ld instead of %ld is expected, %ld "
                               "%s%s",
                               point->write_number, name, (long)index, (long)write->hsl16,
                               (long)distance, side < 0 ? "below" : "above",
                               index >> 7 == write->hsl16 >> 7
                                   ? ": the same hue in another lightness, an interpolation that "
                                     "steps otherwise"
                                   : "");
            return;
        }
    }
}

void r3d_priv_causes_of_write(r3d_history *history, const r3d_draw_call *call,
                              r3d_priv_point *point, const r3d_pixel_write *write)
{
    char name[160];
    const bool is_fill = r3d_priv_is_fill(call->type);
    const bool is_2d = r3d_priv_area_of(call) != NULL || r3d_priv_copy_of(call) != NULL;
    r3d_priv_name_write(write, name, sizeof name);
    if (is_2d) {
        r3d_priv_causes_of_2d_write(call, point, write, name);
    }
    if (is_fill && r3d_priv_is_expected(point, write->before)) {
        look_at_excess(call, point, write, name);
    }
    if (!is_fill && !is_2d) {
        r3d_priv_causes_of_room(history, call, point, write);
        return;
    }
    if (r3d_priv_is_expected(point, write->after) || !r3d_priv_shows(point)) {
        return; /* only what can be seen at the end is looked at for other colours */
    }
    if (write->share < 256) {
        look_at_blend(call, point, write, name);
    }
    look_at_share(call, point, write, name);
    const r3d_fill_call *fill = is_fill ? call->arguments : NULL;
    if (call->type == &r3d_call_textured && write->shade >= 0) {
        look_at_shade(fill, point, write, name);
    }
    if (call->type == &r3d_call_gouraud) {
        look_at_stepping(history, call, point, name);
    }
    if (is_fill && write->hsl16 >= 0) {
        look_at_color(fill->raster->palette, point, write, name);
    }
}
