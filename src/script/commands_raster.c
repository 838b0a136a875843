/* SPDX-License-Identifier: MIT */
/* Triangles and their textures. Source: golden/raster/README.md, "Script format". */

#include "script_writing.h"
#include "command_forms.h"

#include <retro3d/pictures.h>

static r3d_priv_script_texture *find_texture(r3d_replay *replay, int32_t id)
{
    if (!r3d_priv_textures_of(replay)->textures[id].loaded) {
        (void)r3d_replay_fail(replay, R3D_ERR_STATE, "texture %ld was not loaded", (long)id);
        return NULL;
    }
    return &r3d_priv_textures_of(replay)->textures[id];
}

const r3d_texels *r3d_priv_current_texels(r3d_replay *replay, int32_t id)
{
    r3d_priv_script_texture *texture = find_texture(replay, id);
    if (texture != NULL && !texture->texels_valid && !texture->is_bank) {
        /* Cannot fail: the loader checked the canvas and the palette. */
        (void)r3d_texels_build(&texture->image, replay->detail, &replay->gamma, replay->black_rule,
                               texture->texel_memory, &texture->texels);
        texture->texels_valid = true;
    }
    return texture != NULL ? &texture->texels : NULL;
}

int32_t r3d_priv_texture_of(const r3d_replay *replay, const r3d_texels *texels)
{
    int32_t found = -1;
    for (int32_t id = 0; id < R3D_PRIV_TEXTURE_COUNT; id++) {
        if (r3d_priv_textures_of(replay)->textures[id].loaded &&
            r3d_priv_textures_of(replay)->textures[id].texel_memory == texels->texels) {
            found = id;
        }
    }
    return found;
}

static r3d_result run_texture(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_image8 image;
    r3d_result result = r3d_priv_load_image8(replay, args, "texture", R3D_TX8_TEXTURE, &image);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_script_texture *texture = &r3d_priv_textures_of(replay)->textures[V(0)];
    if (texture->is_bank) { /* its memory may have the size of the other detail */
        replay->allocator.free(texture->texel_memory, replay->allocator.user);
        texture->texel_memory = NULL;
    }
    if (texture->texel_memory == NULL) {
        size_t bytes = r3d_texels_count(replay->detail) * sizeof *texture->texel_memory;
        texture->texel_memory = replay->allocator.alloc(bytes, replay->allocator.user);
        if (texture->texel_memory == NULL) {
            r3d_image8_free(&image, &replay->allocator);
            return R3D_ERR_MEMORY;
        }
    }
    r3d_image8_free(&texture->image, &replay->allocator);
    texture->image = image;
    texture->loaded = true;
    texture->is_bank = false;
    texture->texels_valid = false;
    texture->average_known = false;
    r3d_priv_textures_of(replay)->any_is_loaded = true;
    return R3D_OK;
}

/* The average is found at its first use and kept, whatever becomes of the brightness. */
static r3d_result run_texavg(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_texture *texture = find_texture(replay, V(0));
    if (texture == NULL) {
        return R3D_ERR_STATE;
    }
    if (texture->is_bank) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "texture %ld is known by its texels only",
                               (long)V(0));
    }
    if (!texture->average_known) {
        r3d_result result = r3d_texture_average(&texture->image, &replay->gamma, replay->black_rule,
                                                &texture->average);
        if (result != R3D_OK) {
            return result;
        }
        texture->average_known = true;
    }
    r3d_draw_rect(&replay->surface, V(1), V(2), V(3), V(4), texture->average);
    return R3D_OK;
}

static r3d_result run_flat(r3d_replay *replay, const r3d_script_args *args)
{
    const int32_t x[3] = {V(0), V(2), V(4)};
    const int32_t y[3] = {V(1), V(3), V(5)};
    r3d_fill_flat(&replay->raster, x, y, (uint32_t)V(6));
    return R3D_OK;
}

static r3d_result run_gouraud(r3d_replay *replay, const r3d_script_args *args)
{
    const int32_t x[3] = {V(0), V(3), V(6)};
    const int32_t y[3] = {V(1), V(4), V(7)};
    const int32_t hsl16[3] = {V(2), V(5), V(8)};
    replay->raster.palette = r3d_priv_current_palette(replay);
    r3d_fill_gouraud(&replay->raster, x, y, hsl16);
    return R3D_OK;
}

r3d_result r3d_priv_run_tex(r3d_replay *replay, const r3d_script_args *args)
{
    const int32_t x[3] = {V(1), V(4), V(7)};
    const int32_t y[3] = {V(2), V(5), V(8)};
    const int32_t shade[3] = {V(3), V(6), V(9)};
    const r3d_texture_plane plane = {
        {V(10), V(11), V(12)}, {V(13), V(14), V(15)}, {V(16), V(17), V(18)}};
    const r3d_texels *texels = r3d_priv_current_texels(replay, V(0));
    if (texels == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_fill_textured(&replay->raster, x, y, shade, &plane, texels);
    return R3D_OK;
}

#define TEXTURE_ID R3D_SCRIPT_INT("ID", 0, R3D_PRIV_NUMBERED_TEXTURES - 1)

static const r3d_script_command specs[] = {
    {DRAW("flat", run_flat),
     {ANY("XA"), ANY("YA"), ANY("XB"), ANY("YB"), ANY("XC"), ANY("YC"), R3D_SCRIPT_RGB}},
    {DRAW("gouraud", run_gouraud),
     {ANY("XA"), ANY("YA"), ANY("CA"), ANY("XB"), ANY("YB"), ANY("CB"), ANY("XC"), ANY("YC"),
      ANY("CC")}},
    {DRAW("tex", r3d_priv_run_tex),
     {TEXTURE_ID, ANY("XA"), ANY("YA"), ANY("LA"), ANY("XB"), ANY("YB"), ANY("LB"), ANY("XC"),
      ANY("YC"), ANY("LC"), ANY("OX"), ANY("OY"), ANY("OZ"), ANY("MX"), ANY("MY"), ANY("MZ"),
      ANY("NX"), ANY("NY"), ANY("NZ")}},
    {PREPARE("texture", run_texture), {TEXTURE_ID, R3D_SCRIPT_FILE}},
    {DRAW("texavg", run_texavg), {TEXTURE_ID, ANY("X"), ANY("Y"), ANY("W"), ANY("H")}},
};

static void release_textures(void *state, const r3d_allocator *allocator)
{
    r3d_priv_script_textures *textures = state;
    for (int i = 0; i < R3D_PRIV_TEXTURE_COUNT; i++) {
        r3d_image8_free(&textures->textures[i].image, allocator);
        allocator->free(textures->textures[i].texel_memory, allocator->user);
    }
}

r3d_priv_script_textures *r3d_priv_textures_of(const r3d_replay *replay)
{
    return r3d_replay_get_room_state(replay, &r3d_priv_raster_room);
}

const r3d_script_room r3d_priv_raster_room = {
    "raster",
    specs,
    R3D_PRIV_COUNT(specs),
    r3d_priv_fill_calls,
    R3D_PRIV_FILL_CALLS_COUNT,
    {sizeof(r3d_priv_script_textures), release_textures},
    {sizeof(r3d_priv_raster_writing), r3d_priv_raster_writing_release}};
