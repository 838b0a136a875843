/* SPDX-License-Identifier: MIT */
/* What a call does at one pixel. The call is made again into a buffer, with numbers in place of
 * colours: a palette whose colour i is i tells the packed colour, texels that hold their own index
 * tell the texel, a picture whose pixels hold their own index tells the source of a copy. So no rule
 * of drawing is written down twice, and a fill that is wrong is described as it is. */

#include <string.h>

#include "history_internal.h"

enum {
    PROBE_TEXEL = 0x800000, /* shifted right by a shade it tells the shift */
    PROBE_SHIFT = 23,
    SPRITE_PIXELS_MAX = 0xFFFFFF
};

static const uint32_t alpha_mask = 0xFF000000u;

r3d_result r3d_priv_trace_init(r3d_history *history, const r3d_surface *frame)
{
    r3d_priv_trace *t = &history->trace;
    const r3d_allocator *hooks = &history->allocator;
    size_t count = (size_t)frame->width * (size_t)frame->height;
    t->pixels = hooks->alloc(count * sizeof *t->pixels, hooks->user);
    t->numbers = hooks->alloc(sizeof *t->numbers, hooks->user);
    t->bank = hooks->alloc(R3D_TEXELS_HIGH_COUNT * sizeof *t->bank, hooks->user);
    if (t->pixels == NULL || t->numbers == NULL || t->bank == NULL) {
        r3d_priv_trace_free(history);
        return R3D_ERR_MEMORY;
    }
    memset(t->pixels, 0, count * sizeof *t->pixels);
    for (uint32_t i = 0; i < R3D_PALETTE_COUNT; i++) {
        t->numbers->rgb[i] = i;
    }
    r3d_result result =
        r3d_surface_init(&t->surface, t->pixels, frame->width, frame->height, frame->width);
    return result == R3D_OK ? r3d_surface_set_isa(&t->surface, frame->isa) : result;
}

void r3d_priv_trace_free(r3d_history *history)
{
    const r3d_allocator *hooks = &history->allocator;
    r3d_priv_trace *t = &history->trace;
    hooks->free(t->pixels, hooks->user);
    hooks->free(t->numbers, hooks->user);
    hooks->free(t->bank, hooks->user);
    hooks->free(t->sprite.pixels, hooks->user);
    memset(t, 0, sizeof *t);
}

/* ---- fills ---- */

static uint32_t *row_of(const r3d_history *history, int32_t y)
{
    const r3d_surface *surface = &history->trace.surface;
    return surface->pixels + (ptrdiff_t)y * surface->stride_px;
}

uint32_t r3d_priv_trace_fill(r3d_history *history, const r3d_draw_call_type *type,
                             const r3d_fill_call *fill, const r3d_raster *raster, int32_t x,
                             int32_t y, bool masked)
{
    r3d_surface *surface = &history->trace.surface;
    r3d_fill_call again = *fill;
    const r3d_draw_call call = {type, surface, &again, NULL};
    r3d_raster copy = *raster;
    r3d_texels texels;
    if (fill->texels != NULL) {
        texels = *fill->texels;
        texels.masked = texels.masked && masked;
        again.texels = &texels;
    }
    copy.translucency = 0;
    copy.band_top = copy.band_top > y ? copy.band_top : y;
    copy.band_bottom = copy.band_bottom < y + 1 ? copy.band_bottom : y + 1;
    again.raster = &copy;
    if (raster->surface != NULL) {
        surface->clip = raster->surface->clip;
    }
    uint32_t *row = row_of(history, y);
    memset(row, 0, (size_t)surface->width * sizeof *row);
    (void)r3d_draw_call_repeat(&call, surface);
    return row[x];
}

void r3d_priv_trace_span(const r3d_history *history, int32_t x, int32_t y, int32_t *out_left,
                         int32_t *out_right)
{
    const uint32_t *row = row_of(history, y);
    int32_t left = x;
    int32_t right = x;
    while (left > 0 && (row[left - 1] & alpha_mask) != 0) {
        left--;
    }
    while (right < history->trace.surface.width && (row[right] & alpha_mask) != 0) {
        right++;
    }
    *out_left = right > x ? left : x;
    *out_right = right;
}

uint32_t r3d_priv_shaded_texel(uint32_t texel, int32_t shade)
{
    const uint32_t kept = 0xF8F8FFu;
    uint32_t bank = texel;
    switch (shade & 3) {
    case 1:
        bank = (texel - (texel >> 3)) & kept;
        break;
    case 2:
        bank = (texel - (texel >> 2)) & kept;
        break;
    case 3:
        bank = (texel - (texel >> 2) - (texel >> 3)) & kept;
        break;
    default:
        break;
    }
    return bank >> (shade >> 2 & 31);
}

static void trace_texel(r3d_history *history, const r3d_fill_call *fill, int32_t x, int32_t y,
                        r3d_pixel_write *write)
{
    r3d_fill_call again = *fill;
    r3d_texels probe = *fill->texels;
    uint32_t *bank = history->trace.bank;
    const size_t count = r3d_texels_count(probe.detail);
    const int32_t size = probe.detail == R3D_DETAIL_HIGH ? 128 : 64;
    probe.texels = bank;
    again.texels = &probe;
    /* First the shift, then the index, moved left so that the shift brings it back. */
    for (size_t i = 0; i < count; i++) {
        bank[i] = PROBE_TEXEL;
    }
    uint32_t seen =
        r3d_priv_trace_fill(history, &r3d_call_textured, &again, fill->raster, x, y, false) &
        ~alpha_mask;
    int32_t shift = 0;
    while (shift < PROBE_SHIFT && seen != (uint32_t)PROBE_TEXEL >> shift) {
        shift++;
    }
    if (seen == 0 || shift > 15) {
        return; /* so dark that every texel is black */
    }
    for (uint32_t i = 0; i < count; i++) {
        bank[i] = i << shift;
    }
    uint32_t index =
        r3d_priv_trace_fill(history, &r3d_call_textured, &again, fill->raster, x, y, false) &
        ~alpha_mask;
    if (index >= count) {
        return;
    }
    int32_t within = (int32_t)index % (size * size);
    write->texel_x = within % size;
    write->texel_y = within / size;
    write->shade = shift * 4 + (int32_t)index / (size * size);
    write->texel_rgb = fill->texels->texels[within];
}

static void trace_fill(r3d_history *history, const r3d_draw_call *call, int32_t x, int32_t y,
                       r3d_pixel_write *write)
{
    const r3d_fill_call *fill = call->arguments;
    for (int i = 0; i < 3; i++) {
        write->x[i] = fill->x[i];
        write->y[i] = fill->y[i];
    }
    r3d_raster raster = *fill->raster;
    if (call->type == &r3d_call_flat) {
        (void)r3d_priv_trace_fill(history, call->type, fill, &raster, x, y, true);
        write->source_rgb = fill->rgb;
    } else if (call->type == &r3d_call_gouraud) {
        raster.palette = history->trace.numbers;
        uint32_t pixel = r3d_priv_trace_fill(history, call->type, fill, &raster, x, y, true);
        write->hsl16 = (int32_t)(pixel & (R3D_PALETTE_COUNT - 1));
        write->source_rgb = fill->raster->palette->rgb[write->hsl16];
    } else {
        write->is_masked = fill->texels->masked;
        write->source_rgb = write->after & ~alpha_mask;
        trace_texel(history, fill, x, y, write);
        (void)r3d_priv_trace_fill(history, call->type, fill, &raster, x, y, false);
    }
    r3d_priv_trace_span(history, x, y, &write->span_left, &write->span_right);
}

/* ---- copies ---- */

/* A picture of the same shape that holds its own indices. */
static r3d_result number_sprite(r3d_history *history, const r3d_copy_call *copy)
{
    r3d_priv_trace *t = &history->trace;
    const r3d_image_frame *frame =
        copy->image8 != NULL ? &copy->image8->frame : &copy->image24->frame;
    size_t count = (size_t)frame->width * (size_t)frame->height;
    if (count > SPRITE_PIXELS_MAX) {
        return R3D_ERR_LIMIT;
    }
    const r3d_allocator *hooks = &history->allocator;
    if (count > t->sprite_capacity) {
        hooks->free(t->sprite.pixels, hooks->user);
        t->sprite_capacity = 0;
        t->sprite.pixels = hooks->alloc(count * sizeof *t->sprite.pixels, hooks->user);
        if (t->sprite.pixels == NULL) {
            return R3D_ERR_MEMORY;
        }
        t->sprite_capacity = count;
    }
    t->sprite.frame = *frame;
    for (size_t i = 0; i < count; i++) {
        bool is_hole =
            copy->image8 != NULL ? copy->image8->pixels[i] == 0 : copy->image24->pixels[i] == 0;
        t->sprite.pixels[i] = is_hole ? 0 : (uint32_t)i + 1u;
    }
    return R3D_OK;
}

static r3d_result trace_copy(r3d_history *history, const r3d_draw_call *call,
                             const r3d_copy_call *copy, int32_t x, int32_t y,
                             r3d_pixel_write *write)
{
    r3d_result result = number_sprite(history, copy);
    if (result != R3D_OK) {
        return result == R3D_ERR_LIMIT ? R3D_OK : result;
    }
    r3d_draw_call again = *call;
    r3d_copy_call numbered = *copy;
    again.arguments = &numbered;
    numbered.image8 = NULL;
    numbered.image24 = &history->trace.sprite;
    if (call->type == &r3d_call_image8 || call->type == &r3d_call_image24_alpha) {
        again.type = &r3d_call_image24; /* the same pixels, unblended */
    }
    r3d_surface *surface = &history->trace.surface;
    uint32_t *pixel = row_of(history, y) + x;
    surface->clip = call->surface->clip;
    *pixel = 0;
    (void)r3d_draw_call_repeat(&again, surface);
    uint32_t index = *pixel & ~alpha_mask;
    if (index == 0) {
        return R3D_OK; /* a hole that was copied as it is */
    }
    index--;
    write->sprite_x = (int32_t)index % history->trace.sprite.frame.width;
    write->sprite_y = (int32_t)index / history->trace.sprite.frame.width;
    if (copy->image8 != NULL) {
        write->index = copy->image8->pixels[index];
        write->source_rgb = copy->image8->palette_rgb[write->index];
    } else {
        write->source_rgb = copy->image24->pixels[index];
    }
    return R3D_OK;
}

/* ---- kinds of calls ---- */

static bool is_one_of(const r3d_draw_call_type *type, const r3d_draw_call_type *const *types,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (types[i] == type) {
            return true;
        }
    }
    return false;
}

const r3d_area_call *r3d_priv_area_of(const r3d_draw_call *call)
{
    static const r3d_draw_call_type *const areas[] = {&r3d_call_rect,  &r3d_call_rect_alpha,
                                                      &r3d_call_hline, &r3d_call_hline_alpha,
                                                      &r3d_call_vline, &r3d_call_vline_alpha};
    return is_one_of(call->type, areas, sizeof areas / sizeof areas[0]) ? call->arguments : NULL;
}

const r3d_copy_call *r3d_priv_copy_of(const r3d_draw_call *call)
{
    static const r3d_draw_call_type *const copies[] = {
        &r3d_call_image8,          &r3d_call_image24,
        &r3d_call_blit24,          &r3d_call_image24_alpha,
        &r3d_call_image24_masked,  &r3d_call_image24_scaled,
        &r3d_call_image24_rotated, &r3d_call_image24_rotated_masked};
    return is_one_of(call->type, copies, sizeof copies / sizeof copies[0]) ? call->arguments : NULL;
}

bool r3d_priv_is_blended(const r3d_draw_call_type *type)
{
    return type == &r3d_call_rect_alpha || type == &r3d_call_hline_alpha ||
           type == &r3d_call_vline_alpha || type == &r3d_call_image24_alpha;
}

static int32_t share_of(int32_t weight)
{
    return weight < 0 ? 0 : weight > 256 ? 256 : weight;
}

r3d_result r3d_priv_trace_write(r3d_history *history, const r3d_draw_call *call, int32_t x,
                                int32_t y, r3d_pixel_write *write)
{
    const r3d_area_call *area = r3d_priv_area_of(call);
    const r3d_copy_call *copy = r3d_priv_copy_of(call);
    if (r3d_priv_is_fill(call->type)) {
        trace_fill(history, call, x, y, write);
        return R3D_OK;
    }
    if (copy != NULL) {
        write->share = r3d_priv_is_blended(call->type) ? share_of(copy->weight) : 256;
        write->source_rgb = 0;
        return trace_copy(history, call, copy, x, y, write);
    }
    if (call->type == &r3d_call_clear) {
        area = call->arguments;
    }
    if (area != NULL) {
        write->share = r3d_priv_is_blended(call->type) ? share_of(area->weight) : 256;
        write->source_rgb = area->rgb;
    } else if (call->type == &r3d_call_erase) {
        write->source_rgb = 0;
    } else {
        write->source_rgb = write->after & ~alpha_mask;
    }
    return R3D_OK;
}
