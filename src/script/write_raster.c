/* SPDX-License-Identifier: MIT */
/* The fills as lines, with the settings, palettes and texels that they need. */

#include <string.h>

#include <retro3d/raster_calls.h>

#include "script_writing.h"

void r3d_priv_raster_writing_release(void *state, const r3d_allocator *allocator)
{
    r3d_priv_raster_writing *known = state;
    for (int i = 0; i < R3D_PRIV_TEXTURE_COUNT; i++) {
        allocator->free(known->texels[i], allocator->user);
    }
    allocator->free(known->palette, allocator->user);
}

/* The settings as `size` leaves them, for the first fill or model. */
static r3d_priv_raster_writing *state_of(r3d_script_writer *writer)
{
    r3d_priv_raster_writing *known = r3d_script_writer_get_state(writer, &r3d_priv_raster_room);
    const r3d_priv_frame_writing *frame = r3d_script_writer_get_state(writer, &r3d_priv_frame_room);
    if (known != NULL && frame != NULL && !known->is_begun) {
        known->is_begun = true;
        known->center_x = frame->width / 2;
        known->center_y = frame->height / 2;
        known->band_bottom = INT32_MAX;
    }
    return known;
}

void r3d_priv_write_raster(r3d_script_writer *writer, const r3d_raster *raster)
{
    r3d_priv_raster_writing *known = state_of(writer);
    if (known == NULL) {
        return;
    }
    if (raster->center_x != known->center_x || raster->center_y != known->center_y) {
        known->center_x = raster->center_x;
        known->center_y = raster->center_y;
        r3d_script_write(writer, "center %ld %ld\n", (long)raster->center_x,
                         (long)raster->center_y);
    }
    if (raster->smooth != known->smooth) {
        known->smooth = raster->smooth;
        r3d_script_write(writer, "smooth %d\n", raster->smooth ? 1 : 0);
    }
    if (raster->band_top != known->band_top || raster->band_bottom != known->band_bottom) {
        known->band_top = raster->band_top;
        known->band_bottom = raster->band_bottom;
        r3d_script_write(writer, "band %ld %ld\n", (long)raster->band_top,
                         (long)raster->band_bottom);
    }
}

static void put_settings(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_raster *raster = ((const r3d_fill_call *)call->arguments)->raster;
    r3d_script_write_clip(writer, call->surface);
    r3d_priv_write_raster(writer, raster);
    r3d_priv_raster_writing *known = state_of(writer);
    if (known == NULL) {
        return;
    }
    int32_t translucency = raster->translucency & 0xFF;
    if (translucency != known->translucency) {
        known->translucency = translucency;
        r3d_script_write(writer, "alpha %ld\n", (long)translucency);
    }
    if (raster->side_clip != known->side_clip) {
        known->side_clip = raster->side_clip;
        r3d_script_write(writer, "hclip %d\n", raster->side_clip ? 1 : 0);
    }
}

void r3d_priv_write_palette(r3d_script_writer *writer, const r3d_palette *palette)
{
    enum { SIDE = 256 };
    r3d_priv_raster_writing *known = state_of(writer);
    if (known == NULL ||
        (known->palette != NULL && memcmp(known->palette, palette, sizeof *palette) == 0)) {
        return;
    }
    if (known->palette == NULL) {
        known->palette = writer->allocator.alloc(sizeof *palette, writer->allocator.user);
        if (known->palette == NULL) {
            r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a palette");
            return;
        }
    }
    *known->palette = *palette;
    int32_t asset =
        r3d_priv_writer_keep_png(writer, "palette", palette->rgb, SIDE, SIDE, SIDE, false);
    r3d_script_write(writer, "palette %s\n", r3d_priv_writer_file_name(writer, asset));
}

/* ---- texels ---- */

static bool has_texels(const r3d_priv_raster_writing *known, int32_t id, const r3d_texels *texels)
{
    const r3d_priv_slot *place = &known->textures[id];
    int32_t size = texels->detail == R3D_DETAIL_HIGH ? 128 : 64;
    return place->asset != 0 && place->frame.width == size && place->masked == texels->masked &&
           memcmp(known->texels[id], texels->texels,
                  r3d_texels_count(texels->detail) * sizeof *texels->texels) == 0;
}

void r3d_priv_write_texels(r3d_script_writer *writer, int32_t id, const r3d_texels *texels)
{
    r3d_priv_raster_writing *known = state_of(writer);
    if (known == NULL || has_texels(known, id, texels)) {
        return;
    }
    r3d_priv_slot *place = &known->textures[id];
    const r3d_allocator *hooks = &writer->allocator;
    if (known->texels[id] == NULL) {
        known->texels[id] =
            hooks->alloc(R3D_TEXELS_HIGH_COUNT * sizeof *texels->texels, hooks->user);
        if (known->texels[id] == NULL) {
            r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for texels");
            return;
        }
    }
    size_t count = r3d_texels_count(texels->detail);
    memcpy(known->texels[id], texels->texels, count * sizeof *texels->texels);
    int32_t size = texels->detail == R3D_DETAIL_HIGH ? 128 : 64;
    const int32_t asset =
        r3d_priv_writer_keep_png(writer, "texels", texels->texels, size, size * 4, size, false);
    place->asset = asset + 1;
    place->masked = texels->masked;
    place->frame.width = size;
    r3d_script_write(writer, "texels %ld %s %d\n", (long)id,
                     r3d_priv_writer_file_name(writer, asset), texels->masked ? 1 : 0);
}

bool r3d_priv_wrote_texels(r3d_script_writer *writer, int32_t id)
{
    const r3d_priv_raster_writing *known = state_of(writer);
    return known != NULL && known->textures[id].asset != 0;
}

/* A place among those of fills: the one that holds the texels, a free one, or the one that was not
 * used for longest. */
static int32_t bank_for(r3d_script_writer *writer, const r3d_texels *texels)
{
    r3d_priv_raster_writing *known = state_of(writer);
    int32_t oldest = R3D_PRIV_FILLS_BANK;
    if (known == NULL) {
        return oldest;
    }
    for (int32_t id = R3D_PRIV_FILLS_BANK; id < R3D_PRIV_TEXTURE_COUNT; id++) {
        if (has_texels(known, id, texels)) {
            oldest = id;
            break;
        }
        if (known->textures[id].last_use < known->textures[oldest].last_use) {
            oldest = id;
        }
        if (known->textures[id].asset == 0) {
            oldest = id;
            break; /* places are taken in order: none behind it holds anything */
        }
    }
    known->textures[oldest].last_use = ++known->clock;
    r3d_priv_write_texels(writer, oldest, texels);
    return oldest;
}

/* ---- fills ---- */

static void write_flat(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_fill_call *c = call->arguments;
    put_settings(writer, call);
    r3d_script_write(writer, "flat %ld %ld %ld %ld %ld %ld 0x%06lx\n", (long)c->x[0], (long)c->y[0],
                     (long)c->x[1], (long)c->y[1], (long)c->x[2], (long)c->y[2],
                     (unsigned long)(c->rgb & 0xFFFFFFu));
}

/* The corners with their values. */
static void put_corners(r3d_script_writer *writer, const r3d_fill_call *c)
{
    for (int i = 0; i < 3; i++) {
        r3d_script_write(writer, " %ld %ld %ld", (long)c->x[i], (long)c->y[i], (long)c->value[i]);
    }
}

static void write_gouraud(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_fill_call *c = call->arguments;
    put_settings(writer, call);
    r3d_priv_write_palette(writer, c->raster->palette);
    r3d_script_write(writer, "gouraud");
    put_corners(writer, c);
    r3d_script_write(writer, "\n");
}

static void write_textured(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_fill_call *c = call->arguments;
    const r3d_texture_plane *p = c->plane;
    put_settings(writer, call);
    const long id = bank_for(writer, c->texels);
    r3d_script_write(writer, "banktex %ld", id);
    put_corners(writer, c);
    r3d_script_write(writer, " %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (long)p->origin.x,
                     (long)p->origin.y, (long)p->origin.z, (long)p->u_end.x, (long)p->u_end.y,
                     (long)p->u_end.z, (long)p->v_end.x, (long)p->v_end.y, (long)p->v_end.z);
}

const r3d_script_call r3d_priv_fill_calls[R3D_PRIV_FILL_CALLS_COUNT] = {
    {&r3d_call_flat, write_flat, NULL},
    {&r3d_call_gouraud, write_gouraud, NULL},
    {&r3d_call_textured, write_textured, NULL},
};
