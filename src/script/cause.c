/* SPDX-License-Identifier: MIT */
/* Why a pixel does not have its expected colour: what would have given it. Candidates are tried one
 * by one and only those that give the expected colour exactly are told, the most telling first. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../model/draw_internal.h"
#include "history_internal.h"

/* Lower ranks tell more: a fact about the write itself comes before the order of two writes. */
enum cause_rank {
    RANK_HOLE = 10,
    RANK_BACK = 15,
    RANK_OUTSIDE = 20,
    RANK_SHADE_BANK = 25,
    RANK_BLEND = 30,
    RANK_SORT = 40,
    RANK_FACE_MISSING = 45,
    RANK_NEAR_COLOUR = 47,
    RANK_MISSING = 50,
    RANK_STEPPING = 55,
    RANK_ORDER = 58,
    RANK_SHADE = 60,
    RANK_TEXEL = 65,
    RANK_COLOUR = 70,
    RANK_NEAREST = 99
};

static unsigned long rgb_of(uint32_t pixel)
{
    return pixel & R3D_PRIV_RGB_MASK;
}

static bool is_expected(const r3d_priv_point *point, uint32_t pixel)
{
    return rgb_of(pixel) == rgb_of(point->point.expected_rgb);
}

void r3d_priv_add_cause(r3d_priv_point *point, r3d_pixel_cause cause, int32_t rank,
                        const char *format, ...)
{
    r3d_priv_cause made;
    va_list arguments;
    made.cause = cause;
    made.rank = rank;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    size_t at = 0;
    while (at < point->cause_count && point->causes[at].rank <= rank) {
        if (point->causes[at].rank == rank && strcmp(point->causes[at].text, made.text) == 0) {
            return; /* the two triangles of a face at the near plane say the same */
        }
        at++;
    }
    if (at == R3D_PRIV_CAUSES_MAX) {
        return;
    }
    size_t count = point->cause_count < R3D_PRIV_CAUSES_MAX ? point->cause_count + 1
                                                            : R3D_PRIV_CAUSES_MAX;
    memmove(&point->causes[at + 1], &point->causes[at],
            (count - at - 1) * sizeof point->causes[0]);
    point->causes[at] = made;
    point->cause_count = count;
}

/* ---- where a triangle lies, without its walk ---- */

/* On which side of a triangle a pixel lies: -1 left or above, 1 right or below, 0 inside, or so near
 * an edge that the rounding of slopes decides. */
typedef struct place {
    int horizontal;
    int vertical;
} place;

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
static place place_in(const int32_t cx[3], const int32_t cy[3], int32_t x, int32_t y)
{
    place result = {0, 0};
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

static bool is_small(const r3d_draw_call *call)
{
    for (int i = 0; i < 3; i++) {
        if (call->corner_x[i] <= -16384 || call->corner_x[i] >= 16384 ||
            call->corner_y[i] <= -16384 || call->corner_y[i] >= 16384) {
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
    if (write->is_masked && rgb_of(write->after) == 0) {
        r3d_priv_add_cause(point, R3D_CAUSE_HOLE, RANK_HOLE,
                           "write #%zu (%s) draws texel (%ld,%ld) of texture %ld, which is a hole: "
                           "what it covers is expected",
                           point->write_number, name, (long)write->texel_x, (long)write->texel_y,
                           (long)write->texture);
    }
    if (write->face >= 0 && is_small(call) &&
        !r3d_priv_faces_eye(call->corner_x, call->corner_y)) {
        r3d_priv_add_cause(point, R3D_CAUSE_CULLING, RANK_BACK,
                           "write #%zu (%s) is of a face that shows its back, which is not to be "
                           "drawn: what it covers is expected",
                           point->write_number, name);
    }
    int32_t limit = call->raster->side_clip ? clip->right - 1 : call->surface->width;
    if (y >= clip->bottom || x >= limit) {
        r3d_priv_add_cause(point, R3D_CAUSE_CLIP, RANK_OUTSIDE,
                           "write #%zu (%s) lies %s: what it covers is expected",
                           point->write_number, name,
                           y >= clip->bottom ? "below the clip rectangle"
                           : call->raster->side_clip
                               ? "at or behind the last column inside the clip rectangle, which "
                                 "fills with hclip leave out"
                               : "right of the surface");
    }
    if (!is_small(call)) {
        return;
    }
    place at = place_in(call->corner_x, call->corner_y, x, y);
    if (at.vertical != 0 || at.horizontal != 0) {
        r3d_priv_add_cause(
            point, R3D_CAUSE_COVERAGE, RANK_OUTSIDE,
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

/* One channel after another: both products truncated, as fills do it, or their sum. */
static uint32_t blend(uint32_t source, int32_t share, uint32_t background, int32_t rest,
                      bool by_product)
{
    uint32_t result = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int32_t s = (int32_t)(source >> shift & 255) * share;
        int32_t b = (int32_t)(background >> shift & 255) * rest;
        int32_t value = by_product ? (s >> 8) + (b >> 8) : (s + b) >> 8;
        result |= (uint32_t)(value & 255) << shift;
    }
    return result;
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
    const bool is_fill = r3d_priv_is_fill(call->kind);
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
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        uint32_t result =
            blend(write->source_rgb, ways[i].share,
                  ways[i].from_own ? write->before : write->background, ways[i].rest,
                  ways[i].by_product);
        if (wanted == NULL && is_expected(point, result)) {
            wanted = ways[i].words;
        }
        if (seen == NULL && rgb_of(result) == rgb_of(write->after)) {
            seen = ways[i].words;
        }
    }
    if (wanted != NULL) {
        r3d_priv_add_cause(point, R3D_CAUSE_TRANSLUCENCY, RANK_BLEND,
                           "write #%zu (%s, a = %ld/256) blends the right colours wrongly: expected "
                           "is %s; drawn is %s",
                           point->write_number, name, (long)rest, wanted,
                           seen != NULL ? seen : "none of the known ways");
    }
}

static void look_at_shade(const r3d_draw_call *call, r3d_priv_point *point,
                          const r3d_pixel_write *write, const char *name)
{
    enum { SHADES = 40 };
    uint32_t right = r3d_priv_shaded_texel(write->texel_rgb, write->shade);
    if (is_expected(point, right)) {
        r3d_priv_add_cause(point, R3D_CAUSE_SHADE, RANK_SHADE_BANK,
                           "write #%zu (%s): texel (%ld,%ld) of texture %ld is the right one, but its "
                           "copy in bank %ld of the shades, shifted by %ld, is 0x%06lX; from bank 0 "
                           "(0x%06lX) it should be 0x%06lX",
                           point->write_number, name, (long)write->texel_x, (long)write->texel_y,
                           (long)write->texture, (long)(write->shade & 3), (long)(write->shade >> 2),
                           rgb_of(write->after), rgb_of(write->texel_rgb), rgb_of(right));
        return;
    }
    for (int32_t distance = 1; distance < SHADES; distance++) {
        for (int side = -1; side <= 1; side += 2) {
            int32_t shade = write->shade + side * distance;
            if (shade >= 0 && is_expected(point, r3d_priv_shaded_texel(write->texel_rgb, shade))) {
                r3d_priv_add_cause(
                    point, R3D_CAUSE_SHADE, RANK_SHADE,
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
    const int32_t size = call->texels->detail == R3D_DETAIL_HIGH ? 128 : 64;
    int32_t best = INT32_MAX;
    int32_t best_x = 0;
    int32_t best_y = 0;
    for (int32_t v = 0; v < size; v++) {
        for (int32_t u = 0; u < size; u++) {
            uint32_t texel = call->texels->texels[v * size + u];
            int32_t du = u > write->texel_x ? u - write->texel_x : write->texel_x - u;
            int32_t dv = v > write->texel_y ? v - write->texel_y : write->texel_y - v;
            int32_t distance = du > dv ? du : dv;
            if (distance < best && is_expected(point, r3d_priv_shaded_texel(texel, write->shade))) {
                best = distance;
                best_x = u;
                best_y = v;
            }
        }
    }
    if (best != INT32_MAX) {
        r3d_priv_add_cause(point, R3D_CAUSE_TEXEL, RANK_TEXEL,
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
    r3d_raster raster = *call->raster;
    raster.smooth = !raster.smooth;
    uint32_t other =
        r3d_priv_trace_fill(history, call, &raster, point->point.x, point->point.y, true);
    if (raster.translucency == 0 && other != 0 && is_expected(point, other)) {
        r3d_priv_add_cause(point, R3D_CAUSE_STEPPING, RANK_STEPPING,
                           "write #%zu (%s): expected is the colour that `smooth %d` gives",
                           point->write_number, name, raster.smooth ? 1 : 0);
    }
}

static void look_at_colour(const r3d_draw_call *call, r3d_priv_point *point,
                           const r3d_pixel_write *write, const char *name)
{
    const uint32_t *rgb = call->raster->palette->rgb;
    for (int32_t distance = 1; distance < R3D_PALETTE_COUNT; distance++) {
        for (int side = -1; side <= 1; side += 2) {
            int32_t index = write->hsl16 + side * distance;
            if (index < 0 || index >= R3D_PALETTE_COUNT) {
                continue;
            }
            uint32_t pixel = write->share == 256
                                 ? rgb[index]
                                 : blend(rgb[index], write->share, write->background,
                                         256 - write->share, true);
            if (!is_expected(point, pixel)) {
                continue;
            }
            bool is_near = distance <= 4 && index >> 7 == write->hsl16 >> 7;
            r3d_priv_add_cause(point, R3D_CAUSE_COLOUR, is_near ? RANK_NEAR_COLOUR : RANK_COLOUR,
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

void r3d_priv_causes_of_write(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point,
                              const r3d_pixel_write *write)
{
    char name[160];
    r3d_priv_name_write(write, name, sizeof name);
    if (is_expected(point, write->before) && r3d_priv_is_fill(call->kind)) {
        look_at_excess(call, point, write, name);
    }
    if (is_expected(point, write->after) || call->kind <= R3D_CALL_RESTORE ||
        point->write_number < point->writes.count) {
        return; /* only the last write is looked at for other colours */
    }
    if (write->share < 256) {
        look_at_blend(call, point, write, name);
    }
    if (call->kind == R3D_CALL_TEXTURED && write->shade >= 0) {
        look_at_shade(call, point, write, name);
    }
    if (call->kind == R3D_CALL_GOURAUD) {
        look_at_stepping(history, call, point, name);
    }
    if (write->hsl16 >= 0) {
        look_at_colour(call, point, write, name);
    }
}

/* ---- writes that did not happen ---- */

/* Tells of a write that would have given the expected colour. */
static void tell_missing(r3d_priv_point *point, const r3d_history *history, r3d_pixel_cause cause,
                         const char *why)
{
    r3d_pixel_write write;
    r3d_priv_origin origin;
    char name[160];
    r3d_priv_get_origin(history->replay, &origin);
    memset(&write, 0, sizeof write);
    write.line = r3d_script_command_line(history->script, origin.command);
    write.command = r3d_script_command_name(history->script, origin.command);
    write.model = history->mesh != NULL ? origin.model : NULL;
    write.face = history->mesh != NULL ? origin.face : -1;
    r3d_priv_name_write(&write, name, sizeof name);
    r3d_priv_add_cause(point, cause, RANK_MISSING,
                       "a write that did not happen, between #%zu and #%zu (%s), would give it: %s",
                       point->write_number, point->write_number + 1, name, why);
}

/* The colour a fill would have given a pixel that it did not reach: opaque or blended. */
static uint32_t missing_pixel(const r3d_draw_call *call, const r3d_priv_point *point,
                              uint32_t opaque)
{
    int32_t rest = call->kind == R3D_CALL_TEXTURED ? 0 : call->raster->translucency & 0xFF;
    return rest == 0 ? opaque : blend(opaque, 256 - rest, point->following, rest, true);
}

/* The fill moved by a pixel reaches the place: the edge on the other side ends too early. */
static void look_at_edges(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point)
{
    static const struct {
        int32_t dx;
        int32_t dy;
        const char *words;
    } moves[] = {
        {1, 0, "its triangle ends one column earlier, at its right edge"},
        {-1, 0, "its triangle begins one column later, at its left edge"},
        {0, 1, "its triangle ends one row earlier, at its bottom"},
        {0, -1, "its triangle begins one row later, at its top"},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        r3d_draw_call moved = *call;
        r3d_raster raster = *call->raster;
        for (int k = 0; k < 3; k++) {
            moved.corner_x[k] = r3d_i32_add(call->corner_x[k], moves[i].dx);
            moved.corner_y[k] = r3d_i32_add(call->corner_y[k], moves[i].dy);
        }
        raster.center_x = r3d_i32_add(raster.center_x, moves[i].dx);
        raster.center_y = r3d_i32_add(raster.center_y, moves[i].dy);
        uint32_t pixel =
            r3d_priv_trace_fill(history, &moved, &raster, point->point.x, point->point.y, true);
        if (pixel != 0 && is_expected(point, missing_pixel(call, point, pixel))) {
            tell_missing(point, history, R3D_CAUSE_COVERAGE, moves[i].words);
            return;
        }
    }
}

void r3d_priv_causes_of_miss(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point)
{
    if (!r3d_priv_is_fill(call->kind)) {
        return;
    }
    const int32_t x = point->point.x;
    const int32_t y = point->point.y;
    /* Holes: the texel at this place, had it been drawn. */
    if (call->kind == R3D_CALL_TEXTURED && call->texels->masked) {
        uint32_t pixel = r3d_priv_trace_fill(history, call, call->raster, x, y, false);
        if (pixel != 0) {
            if (is_expected(point, pixel)) {
                tell_missing(point, history, R3D_CAUSE_HOLE,
                             "its texel here is black and was left out as a hole");
            }
            return;
        }
    }
    /* The clip rectangle. */
    r3d_raster raster = *call->raster;
    r3d_surface whole = *call->surface;
    whole.clip.left = whole.clip.top = 0;
    whole.clip.right = whole.width + 1;
    whole.clip.bottom = whole.height;
    raster.surface = &whole;
    uint32_t pixel = r3d_priv_trace_fill(history, call, &raster, x, y, true);
    if (pixel != 0) {
        if (is_expected(point, missing_pixel(call, point, pixel))) {
            tell_missing(point, history, R3D_CAUSE_CLIP, "the clip rectangle cuts it off here");
        }
        return;
    }
    look_at_edges(history, call, point);
}

/* ---- faces that were not drawn ---- */

static bool was_begun(const r3d_replay *replay, int32_t face)
{
    const r3d_priv_growing *order = &replay->models->last.order;
    const int32_t *faces = order->items;
    for (size_t i = 0; i < order->count; i++) {
        if (faces[i] == face) {
            return true;
        }
    }
    return false;
}

/* The fill that a face would be, from the vertices as the draw has left them. Returns false if it
 * cannot be made: a hidden face, one at the near plane, a texture that is missing. */
static bool fill_of_face(const r3d_draw_call *model, const r3d_mesh_view *mesh, int32_t face,
                         r3d_raster *raster, r3d_texture_plane *plane, r3d_draw_call *out)
{
    const r3d_draw_context *context = model->context;
    const r3d_priv_vertex_scratch *v = &context->vertices;
    const int32_t *corners = mesh->corners + face * 3;
    const int32_t info = mesh->infos != NULL ? mesh->infos[face] : 0;
    const int32_t *lit = mesh->lit + face * 3;
    if (info == R3D_FACE_HIDDEN) {
        return false;
    }
    memset(out, 0, sizeof *out);
    out->surface = model->surface;
    out->raster = raster;
    raster->translucency = mesh->alphas != NULL ? mesh->alphas[face] : 0;
    raster->side_clip = true;
    for (int i = 0; i < 3; i++) {
        if (corners[i] >= context->vertex_capacity ||
            v->screen_x[corners[i]] == R3D_DRAW_NEAR_X) {
            return false;
        }
        out->corner_x[i] = v->screen_x[corners[i]];
        out->corner_y[i] = v->screen_y[corners[i]];
        out->value[i] = (info & 3) == R3D_FACE_TEXTURED_FLAT ? lit[0] : lit[i];
    }
    switch (info & 3) {
    case R3D_FACE_GOURAUD:
        out->kind = R3D_CALL_GOURAUD;
        return true;
    case R3D_FACE_FLAT:
        out->kind = R3D_CALL_FLAT;
        out->rgb = raster->palette->rgb[lit[0] & (R3D_PALETTE_COUNT - 1)];
        return true;
    default:
        break;
    }
    int32_t number = info >> 2;
    if (number < 0 || number >= mesh->plane_count || mesh->colors == NULL ||
        mesh->colors[face] >= context->texture_capacity ||
        context->textures[mesh->colors[face]].state != R3D_PRIV_TEXTURE_SET) {
        return false;
    }
    r3d_vec3i *points[3] = {&plane->origin, &plane->u_end, &plane->v_end};
    for (int i = 0; i < 3; i++) {
        int32_t vertex = mesh->planes[number * 3 + i];
        points[i]->x = v->camera_x[vertex];
        points[i]->y = v->camera_y[vertex];
        points[i]->z = v->camera_z[vertex];
    }
    out->kind = R3D_CALL_TEXTURED;
    out->plane = plane;
    out->texels = &context->textures[mesh->colors[face]].texels;
    return true;
}

static void look_at_face(r3d_history *history, const r3d_draw_call *model, int32_t face,
                         r3d_priv_point *point)
{
    r3d_raster raster = *model->raster;
    r3d_texture_plane plane;
    r3d_draw_call call;
    if (!fill_of_face(model, &history->mesh_view, face, &raster, &plane, &call)) {
        return;
    }
    uint32_t pixel =
        r3d_priv_trace_fill(history, &call, &raster, point->point.x, point->point.y, true);
    /* What it would have blended with is not known any more. */
    if (pixel == 0 || (raster.translucency & 0xFF) != 0 || !is_expected(point, pixel)) {
        return;
    }
    r3d_priv_origin origin;
    r3d_priv_get_origin(history->replay, &origin);
    bool is_front = r3d_priv_faces_eye(call.corner_x, call.corner_y);
    r3d_priv_add_cause(point, R3D_CAUSE_CULLING, is_front ? RANK_FACE_MISSING : RANK_MISSING + 1,
                       "face %ld of %s (line %ld) would give it, but was not drawn: %s", (long)face,
                       origin.model,
                       (long)r3d_script_command_line(history->script, origin.command),
                       is_front ? "it shows its front, so culling or sorting lost it"
                                : "it shows its back");
}

void r3d_priv_causes_of_model(r3d_history *history, const r3d_draw_call *call)
{
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *point = &history->points[i];
        for (int32_t face = 0; point->is_wrong && face < history->mesh_view.face_count; face++) {
            if (!was_begun(history->replay, face)) {
                look_at_face(history, call, face, point);
            }
        }
    }
}

/* ---- order ---- */

/* An earlier write has the expected colour: why does a later one lie over it? */
static void tell_order(r3d_priv_point *point, size_t right, const r3d_pixel_write *writes,
                       size_t last)
{
    const r3d_pixel_write *a = &writes[right];
    const r3d_pixel_write *b = &writes[last];
    char a_name[160];
    char b_name[160];
    r3d_priv_name_write(a, a_name, sizeof a_name);
    r3d_priv_name_write(b, b_name, sizeof b_name);
    if (a->face < 0 || b->face < 0 || a->line != b->line) {
        r3d_priv_add_cause(point, R3D_CAUSE_ORDER, RANK_ORDER,
                           "write #%zu (%s) has the expected colour; #%zu (%s) lies over it and "
                           "should not: one write too many, or another order of commands",
                           right + 1, a_name, last + 1, b_name);
    } else if (a->priority != b->priority) {
        r3d_priv_add_cause(point, R3D_CAUSE_PRIORITY, RANK_SORT,
                           "write #%zu (%s, priority %ld) has the expected colour, but #%zu (face "
                           "%ld, priority %ld) is drawn after it: priority %ld over priority %ld is "
                           "the wrong order",
                           right + 1, a_name, (long)a->priority, last + 1, (long)b->face,
                           (long)b->priority, (long)b->priority, (long)a->priority);
    } else if (a->bucket == b->bucket) {
        r3d_priv_add_cause(point, R3D_CAUSE_TIE, RANK_SORT,
                           "write #%zu (%s) has the expected colour, but #%zu (face %ld) is drawn "
                           "after it; both are in depth bucket %ld: the order within a bucket is "
                           "wrong (%s face number first is drawn)",
                           right + 1, a_name, last + 1, (long)b->face, (long)b->bucket,
                           a->face < b->face ? "the lower" : "the higher");
    } else {
        r3d_priv_add_cause(point, R3D_CAUSE_BUCKET, RANK_SORT,
                           "write #%zu (%s, bucket %ld) has the expected colour, but #%zu (face %ld, "
                           "bucket %ld) is drawn after it: %s",
                           right + 1, a_name, (long)a->bucket, last + 1, (long)b->face,
                           (long)b->bucket,
                           b->bucket > a->bucket ? "a farther face over a nearer one"
                                                 : "a depth bucket is wrong");
    }
}

static int32_t distance_of(uint32_t a, uint32_t b)
{
    int32_t sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int32_t d = (int32_t)(a >> shift & 255) - (int32_t)(b >> shift & 255);
        sum += d < 0 ? -d : d;
    }
    return sum;
}

void r3d_priv_causes_of_order(r3d_history *history, r3d_priv_point *point)
{
    (void)history;
    const r3d_pixel_write *writes = point->writes.items;
    const size_t count = point->writes.count;
    for (size_t i = count; i-- > 0;) {
        if (is_expected(point, writes[i].after) && i + 1 < count) {
            tell_order(point, i, writes, count - 1);
            break;
        }
    }
    if (point->cause_count == 0 && count > 0 && is_expected(point, 0) &&
        rgb_of(writes[0].before) == 0) {
        r3d_priv_add_cause(point, R3D_CAUSE_ORDER, RANK_ORDER,
                           "black is expected, as before the first write");
    }
    if (point->cause_count > 0) {
        return;
    }
    size_t nearest = 0;
    for (size_t i = 1; i < count; i++) {
        if (distance_of(writes[i].after, point->point.expected_rgb) <=
            distance_of(writes[nearest].after, point->point.expected_rgb)) {
            nearest = i;
        }
    }
    if (count == 0) {
        r3d_priv_add_cause(point, R3D_CAUSE_NOT_EXPLAINED, RANK_NEAREST,
                           "nothing writes this pixel, and no command comes near it with the "
                           "expected colour");
        return;
    }
    char name[160];
    r3d_priv_name_write(&writes[nearest], name, sizeof name);
    r3d_priv_add_cause(point, R3D_CAUSE_NOT_EXPLAINED, RANK_NEAREST,
                       "no write and no variation of one gives it; the nearest is #%zu (%s) with "
                       "0x%06lX, off by R %+ld G %+ld B %+ld",
                       nearest + 1, name, rgb_of(writes[nearest].after),
                       (long)(writes[nearest].after >> 16 & 255) -
                           (long)(point->point.expected_rgb >> 16 & 255),
                       (long)(writes[nearest].after >> 8 & 255) -
                           (long)(point->point.expected_rgb >> 8 & 255),
                       (long)(writes[nearest].after & 255) -
                           (long)(point->point.expected_rgb & 255));
}
