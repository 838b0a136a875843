/* SPDX-License-Identifier: MIT */
/* The calls of the room surface as lines: frames, areas, copies of pictures. */

#include <string.h>

#include <retro3d/font.h>
#include <retro3d/surface_calls.h>

#include "script_writing.h"

/* ---- the frame ---- */

void r3d_script_write_clip(r3d_script_writer *writer, const r3d_surface *surface)
{
    if (writer == NULL || surface == NULL) {
        return;
    }
    r3d_priv_frame_writing *known = r3d_script_writer_get_state(writer, &r3d_priv_frame_room);
    const r3d_rect *c = &surface->clip;
    if (known != NULL && (c->left != known->clip.left || c->top != known->clip.top ||
                          c->right != known->clip.right || c->bottom != known->clip.bottom)) {
        known->clip = *c;
        r3d_script_write(writer, "clip %ld %ld %ld %ld\n", (long)c->left, (long)c->top,
                         (long)c->right, (long)c->bottom);
    }
}

static void put_pixels(r3d_script_writer *writer, const uint32_t *pixels, int32_t width,
                       int32_t height, int32_t stride_px)
{
    int32_t asset =
        r3d_priv_writer_keep_png(writer, "pixels", pixels, width, height, stride_px, true);
    r3d_script_write(writer, "pixels %s\n", r3d_priv_writer_file_name(writer, asset));
}

static bool is_blank(const r3d_surface *surface)
{
    for (int32_t y = 0; y < surface->height; y++) {
        for (int32_t x = 0; x < surface->width; x++) {
            if (surface->pixels[(ptrdiff_t)y * surface->stride_px + x] != 0) {
                return false;
            }
        }
    }
    return true;
}

void r3d_priv_writer_begin(r3d_script_writer *writer, const r3d_surface *surface)
{
    r3d_priv_frame_writing *frame = r3d_script_writer_get_state(writer, &r3d_priv_frame_room);
    if (frame == NULL) {
        return;
    }
    frame->width = surface->width;
    frame->height = surface->height;
    frame->clip.left = frame->clip.top = 0;
    frame->clip.right = surface->width;
    frame->clip.bottom = surface->height;
    r3d_script_write(writer, "size %ld %ld\n", (long)surface->width, (long)surface->height);
    if ((int64_t)surface->width * surface->height > R3D_SCRIPT_FRAME_PIXELS_MAX) {
        r3d_script_write_fail(writer, R3D_ERR_LIMIT, "a frame of %ld x %ld", (long)surface->width,
                              (long)surface->height);
    } else if (!is_blank(surface)) {
        put_pixels(writer, surface->pixels, surface->width, surface->height, surface->stride_px);
    }
}

static void write_clear(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_area_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "clear 0x%06lx\n", (unsigned long)(c->rgb & 0xFFFFFFu));
}

static void write_erase(r3d_script_writer *writer, const r3d_draw_call *call)
{
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "sentinel\n");
}

static void write_restore(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_restore_call *c = call->arguments;
    put_pixels(writer, c->pixels, call->surface->width, call->surface->height,
               call->surface->width);
}

const r3d_script_call r3d_priv_frame_calls[R3D_PRIV_FRAME_CALLS_COUNT] = {
    {&r3d_call_clear, write_clear, NULL},
    {&r3d_call_erase, write_erase, NULL},
    {&r3d_call_restore, write_restore, NULL},
};

/* ---- areas ---- */

static long weight_of(int32_t weight)
{
    return weight < 0 ? 0 : weight > 256 ? 256 : weight;
}

/* A line without its weight and end. */
static void put_area(r3d_script_writer *writer, const r3d_draw_call *call, const char *name)
{
    const r3d_area_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "%s %ld %ld %ld %ld 0x%06lx", name, (long)c->x, (long)c->y,
                     (long)c->width, (long)c->height, (unsigned long)(c->rgb & 0xFFFFFFu));
}

static void put_line(r3d_script_writer *writer, const r3d_draw_call *call, const char *name,
                     int32_t length)
{
    const r3d_area_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "%s %ld %ld %ld 0x%06lx", name, (long)c->x, (long)c->y, (long)length,
                     (unsigned long)(c->rgb & 0xFFFFFFu));
}

static void put_weight(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_area_call *c = call->arguments;
    r3d_script_write(writer, " %ld\n", weight_of(c->weight));
}

static void write_rect(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_area(writer, call, "rect");
    r3d_script_write(writer, "\n");
}

static void write_rect_alpha(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_area(writer, call, "rectalpha");
    put_weight(writer, call);
}

static void write_outline(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_area(writer, call, "outline");
    r3d_script_write(writer, "\n");
}

static void write_outline_alpha(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_area(writer, call, "outlinealpha");
    put_weight(writer, call);
}

static void write_hline(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_line(writer, call, "hline", ((const r3d_area_call *)call->arguments)->width);
    r3d_script_write(writer, "\n");
}

static void write_hline_alpha(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_line(writer, call, "hlinealpha", ((const r3d_area_call *)call->arguments)->width);
    put_weight(writer, call);
}

static void write_vline(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_line(writer, call, "vline", ((const r3d_area_call *)call->arguments)->height);
    r3d_script_write(writer, "\n");
}

static void write_vline_alpha(r3d_script_writer *writer, const r3d_draw_call *call)
{
    put_line(writer, call, "vlinealpha", ((const r3d_area_call *)call->arguments)->height);
    put_weight(writer, call);
}

/* Single spaces between words stay; what a line of a script cannot hold is written as \\HH. */
static void write_text(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_text_call *c = call->arguments;
    if (c->text[0] == '\0') {
        return;
    }
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "text %ld %ld 0x%06lx ", (long)c->x, (long)c->y,
                     (unsigned long)(c->rgb & 0xFFFFFFu));
    bool after_space = true; /* a space here would be lost between words */
    for (int32_t i = 0; i < R3D_FONT_TEXT_MAX && c->text[i] != '\0'; i++) {
        const unsigned char at = (unsigned char)c->text[i];
        const bool ends = c->text[i + 1] == '\0' || i + 1 == R3D_FONT_TEXT_MAX;
        const bool is_space = at == ' ' && !after_space && !ends;
        if (is_space || (at > ' ' && at < 127 && at != '#' && at != '\\')) {
            r3d_script_write(writer, "%c", at);
        } else {
            r3d_script_write(writer, "\\%02x", at);
        }
        after_space = is_space;
    }
    r3d_script_write(writer, "\n");
}

const r3d_script_call r3d_priv_area_calls[R3D_PRIV_AREA_CALLS_COUNT] = {
    {&r3d_call_rect, write_rect, NULL},
    {&r3d_call_rect_alpha, write_rect_alpha, NULL},
    {&r3d_call_outline, write_outline, NULL},
    {&r3d_call_outline_alpha, write_outline_alpha, NULL},
    {&r3d_call_hline, write_hline, NULL},
    {&r3d_call_hline_alpha, write_hline_alpha, NULL},
    {&r3d_call_text, write_text, NULL},
    {&r3d_call_vline, write_vline, NULL},
    {&r3d_call_vline_alpha, write_vline_alpha, NULL},
};

/* ---- sprites ---- */

/* The place of a file among sprites of one kind, loaded if need be; -1 if it is loaded anew. */
static int32_t place_for(uint32_t *clock, r3d_priv_slot *places, int32_t asset,
                         const r3d_image_frame *frame, bool *out_is_there)
{
    int32_t chosen = 0;
    *out_is_there = false;
    for (int32_t id = 0; id < R3D_PRIV_SPRITE_COUNT; id++) {
        if (places[id].asset == asset + 1 && memcmp(&places[id].frame, frame, sizeof *frame) == 0) {
            chosen = id;
            *out_is_there = true;
            break;
        }
        if (places[id].last_use < places[chosen].last_use) {
            chosen = id;
        }
    }
    places[chosen].asset = asset + 1;
    places[chosen].frame = *frame;
    places[chosen].last_use = ++*clock;
    return chosen;
}

static int32_t put_sprite8(r3d_script_writer *writer, const r3d_image8 *image)
{
    bool is_there;
    r3d_priv_sprite_writing *s = r3d_script_writer_get_state(writer, &r3d_priv_sprite_room);
    if (s == NULL) {
        return 0;
    }
    int32_t asset = r3d_priv_writer_keep_tx8(writer, image);
    int32_t id = place_for(&s->clock, s->sprites8, asset, &image->frame, &is_there);
    if (!is_there) {
        r3d_script_write(writer, "sprite8 %ld %s\n", (long)id,
                         r3d_priv_writer_file_name(writer, asset));
    }
    return id;
}

static int32_t put_sprite24(r3d_script_writer *writer, const r3d_image24 *image)
{
    bool is_there;
    const r3d_image_frame *f = &image->frame;
    r3d_priv_sprite_writing *s = r3d_script_writer_get_state(writer, &r3d_priv_sprite_room);
    if (s == NULL) {
        return 0;
    }
    int32_t asset = r3d_priv_writer_keep_png(writer, "sprite", image->pixels, f->width, f->height,
                                             f->width, false);
    int32_t id = place_for(&s->clock, s->sprites24, asset, f, &is_there);
    if (!is_there) {
        r3d_script_write(writer, "sprite24 %ld %s %ld %ld %ld %ld\n", (long)id,
                         r3d_priv_writer_file_name(writer, asset), (long)f->canvas_width,
                         (long)f->canvas_height, (long)f->offset_x, (long)f->offset_y);
    }
    return id;
}

/* A mask as an 8-bit sprite of the frame's size. */
static int32_t put_mask(r3d_script_writer *writer, const r3d_surface *surface, const uint8_t *mask)
{
    const r3d_allocator *hooks = &writer->allocator;
    size_t count = (size_t)surface->width * (size_t)surface->height;
    uint8_t *pixels = hooks->alloc(count, hooks->user);
    if (pixels == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a mask");
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        pixels[i] = mask[i] != 0 ? 1 : 0;
    }
    uint32_t palette[2] = {0, 0xFFFFFF};
    r3d_image8 image;
    memset(&image, 0, sizeof image);
    image.frame.canvas_width = image.frame.width = surface->width;
    image.frame.canvas_height = image.frame.height = surface->height;
    image.pixels = pixels;
    image.palette_rgb = palette;
    image.palette_count = 2;
    int32_t id = put_sprite8(writer, &image);
    hooks->free(pixels, hooks->user);
    return id;
}

/* ---- copies ---- */

static void put_rotation(r3d_script_writer *writer, const r3d_rotation *r)
{
    r3d_script_write(writer, " %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (long)r->x, (long)r->y,
                     (long)r->width, (long)r->height, (long)r->anchor_x, (long)r->anchor_y,
                     (long)r->sin_fx16, (long)r->cos_fx16, (long)r->zoom);
}

static bool is_too_large(const r3d_copy_call *c)
{
    if (c->rotation == NULL) {
        return c->width > R3D_SPRITE_SPAN_MAX || c->height > R3D_SPRITE_SPAN_MAX;
    }
    if (c->rotation->width > R3D_SPRITE_SPAN_MAX || c->rotation->height > R3D_SPRITE_SPAN_MAX) {
        return true;
    }
    for (int32_t i = 0; i < c->row_count && i < c->rotation->height; i++) {
        if (c->rows[i].length > R3D_SPRITE_SPAN_MAX) {
            return true;
        }
    }
    return false;
}

static void write_image8(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_copy_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    const long id = put_sprite8(writer, c->image8);
    r3d_script_write(writer, "draw8 %ld %ld %ld\n", id, (long)c->x, (long)c->y);
}

static void write_image24(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_copy_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    const long id = put_sprite24(writer, c->image24);
    r3d_script_write(writer, "%s %ld %ld %ld\n",
                     call->type == &r3d_call_blit24 ? "blit24" : "draw24", id, (long)c->x,
                     (long)c->y);
}

static void write_image24_alpha(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_copy_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    const long id = put_sprite24(writer, c->image24);
    r3d_script_write(writer, "alpha24 %ld %ld %ld %ld\n", id, (long)c->x, (long)c->y,
                     weight_of(c->weight));
}

static void write_image24_masked(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_copy_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    const long id = put_sprite24(writer, c->image24);
    const long mask = put_mask(writer, call->surface, c->mask);
    r3d_script_write(writer, "mask24 %ld %ld %ld %ld\n", id, mask, (long)c->x, (long)c->y);
}

static void write_scaled(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_copy_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    if (is_too_large(c)) {
        return; /* the call drew nothing and said so */
    }
    const long id = put_sprite24(writer, c->image24);
    r3d_script_write(writer, "scale24 %ld %ld %ld %ld %ld\n", id, (long)c->x, (long)c->y,
                     (long)c->width, (long)c->height);
}

static void write_rotated_masked(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_copy_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    if (!is_too_large(c)) {
        const long id = put_sprite24(writer, c->image24);
        r3d_script_write(writer, "turnz24 %ld", id);
        put_rotation(writer, c->rotation);
    }
}

static void write_rotated(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_copy_call *c = call->arguments;
    r3d_script_write_clip(writer, call->surface);
    if (is_too_large(c)) {
        return;
    }
    const long id = put_sprite24(writer, c->image24);
    int32_t count = c->row_count < c->rotation->height ? c->row_count : c->rotation->height;
    count = count < 0 ? 0 : count;
    size_t before = writer->text.count;
    r3d_script_write(writer, "lines 0 %ld", (long)count);
    for (int32_t i = 0; i < count; i++) {
        r3d_script_write(writer, " %ld %ld", (long)c->rows[i].start, (long)c->rows[i].length);
    }
    if (writer->text.count - before > R3D_SCRIPT_LINE_BYTES_MAX) {
        r3d_script_write_fail(writer, R3D_ERR_LIMIT, "a list of %ld rows", (long)count);
    }
    r3d_script_write(writer, "\nturn24 %ld 0", id);
    put_rotation(writer, c->rotation);
}

const r3d_script_call r3d_priv_copy_calls[R3D_PRIV_COPY_CALLS_COUNT] = {
    {&r3d_call_image8, write_image8, NULL},
    {&r3d_call_image24, write_image24, NULL},
    {&r3d_call_blit24, write_image24, NULL},
    {&r3d_call_image24_alpha, write_image24_alpha, NULL},
    {&r3d_call_image24_masked, write_image24_masked, NULL},
    {&r3d_call_image24_scaled, write_scaled, NULL},
    {&r3d_call_image24_rotated, write_rotated, NULL},
    {&r3d_call_image24_rotated_masked, write_rotated_masked, NULL},
};
