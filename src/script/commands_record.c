/* SPDX-License-Identifier: MIT */
/* What recordings are made of besides the other commands: state as a client has it, not as it was
 * made. docs/script.md describes them. */

#include <string.h>

#include "number_text.h"
#include "command_forms.h"

/* Whether a picture has a size; notes it if not, and releases the picture. */
static bool has_size(r3d_replay *replay, r3d_picture *picture, int32_t width, int32_t height)
{
    if (picture->width == width && picture->height == height) {
        return true;
    }
    (void)r3d_replay_fail(replay, R3D_ERR_RANGE, "the picture is %ld x %ld, expected %ld x %ld",
                          (long)picture->width, (long)picture->height, (long)width, (long)height);
    r3d_picture_free(picture);
    return false;
}

static uint32_t argb_of(const uint8_t *rgba)
{
    return (uint32_t)rgba[3] << 24 | (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

static r3d_result run_pixels(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_picture picture;
    r3d_surface *surface = &replay->surface;
    r3d_result result = r3d_priv_replay_load_picture(replay, args, 0, &picture);
    if (result != R3D_OK) {
        return result;
    }
    if (!has_size(replay, &picture, surface->width, surface->height)) {
        return R3D_ERR_RANGE;
    }
    const size_t count = (size_t)surface->width * (size_t)surface->height;
    uint32_t *pixels = replay->allocator.alloc(count * sizeof *pixels, replay->allocator.user);
    if (pixels != NULL) {
        const uint8_t *rgba = picture.pixels;
        for (size_t i = 0; i < count; i++, rgba += 4) {
            pixels[i] = argb_of(rgba);
        }
        r3d_surface_restore(surface, pixels);
    }
    result = pixels != NULL ? R3D_OK : R3D_ERR_MEMORY;
    replay->allocator.free(pixels, replay->allocator.user);
    r3d_picture_free(&picture);
    return result;
}

static r3d_result run_palette(r3d_replay *replay, const r3d_script_args *args)
{
    enum { SIDE = 256 };
    r3d_picture picture;
    r3d_result result = r3d_priv_replay_load_picture(replay, args, 0, &picture);
    if (result != R3D_OK) {
        return result;
    }
    if (!has_size(replay, &picture, SIDE, SIDE)) {
        return R3D_ERR_RANGE;
    }
    const uint8_t *rgba = picture.pixels;
    for (int i = 0; i < R3D_PALETTE_COUNT; i++, rgba += 4) {
        replay->palette->rgb[i] = argb_of(rgba) & 0xFFFFFFu;
    }
    replay->palette_valid = true;
    r3d_picture_free(&picture);
    return R3D_OK;
}

static r3d_result run_texels(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_picture picture;
    r3d_result result = r3d_priv_replay_load_picture(replay, args, 1, &picture);
    if (result != R3D_OK) {
        return result;
    }
    bool is_high = picture.width == 128;
    if (!has_size(replay, &picture, is_high ? 128 : 64, is_high ? 512 : 256)) {
        return R3D_ERR_RANGE;
    }
    const size_t count = is_high ? R3D_TEXELS_HIGH_COUNT : R3D_TEXELS_LOW_COUNT;
    uint32_t *memory = replay->allocator.alloc(count * sizeof *memory, replay->allocator.user);
    if (memory == NULL) {
        r3d_picture_free(&picture);
        return R3D_ERR_MEMORY;
    }
    const uint8_t *rgba = picture.pixels;
    for (size_t i = 0; i < count; i++, rgba += 4) {
        memory[i] = argb_of(rgba) & 0xFFFFFFu;
    }
    r3d_picture_free(&picture);
    r3d_priv_script_texture *texture = &r3d_priv_textures_of(replay)->textures[V(0)];
    r3d_image8_free(&texture->image, &replay->allocator);
    replay->allocator.free(texture->texel_memory, replay->allocator.user);
    memset(texture, 0, sizeof *texture);
    texture->loaded = true;
    texture->is_bank = true;
    texture->texel_memory = memory;
    texture->texels.texels = memory;
    texture->texels.detail = is_high ? R3D_DETAIL_HIGH : R3D_DETAIL_LOW;
    texture->texels.masked = V(2) != 0;
    texture->texels_valid = true;
    return R3D_OK;
}

static r3d_result run_limits(r3d_replay *replay, const r3d_script_args *args)
{
    const char *word = r3d_script_word(args, 0);
    if (strcmp(word, "original") == 0 || strcmp(word, "none") == 0) {
        return r3d_priv_models_set_limits(replay,
                                          word[0] == 'o' ? R3D_LIMITS_ORIGINAL : R3D_LIMITS_NONE);
    }
    return r3d_replay_fail(replay, R3D_ERR_RANGE, "\"%.40s\", expected original or none", word);
}

static r3d_result run_band(r3d_replay *replay, const r3d_script_args *args)
{
    replay->raster.band_top = V(0);
    replay->raster.band_bottom = V(1);
    return R3D_OK;
}

static const r3d_image24 *find_sprite(r3d_replay *replay, int32_t id)
{
    if (r3d_priv_sprites_of(replay)->sprites24[id].pixels == NULL) {
        (void)r3d_replay_fail(replay, R3D_ERR_STATE, "24-bit sprite %ld was not loaded", (long)id);
        return NULL;
    }
    return &r3d_priv_sprites_of(replay)->sprites24[id];
}

static r3d_result check_result(r3d_replay *replay, r3d_result result)
{
    return result != R3D_ERR_LIMIT
               ? result
               : r3d_replay_fail(replay, result, "a size or row length above %d",
                                 R3D_SPRITE_SPAN_MAX);
}

static r3d_result run_turn24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite(replay, V(0));
    const r3d_priv_row_list *list = &r3d_priv_sprites_of(replay)->lists[V(1)];
    if (image == NULL || list->rows == NULL) {
        return image == NULL ? R3D_ERR_STATE
                             : r3d_replay_fail(replay, R3D_ERR_STATE, "row list %ld was not loaded",
                                               (long)V(1));
    }
    const r3d_rotation rotation = {V(2), V(3), V(4), V(5), V(6), V(7), V(8), V(9), V(10)};
    return check_result(replay, r3d_draw_image24_rotated(&replay->surface, image, &rotation,
                                                         list->rows, list->count));
}

static r3d_result run_turnz24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    const r3d_rotation rotation = {V(1), V(2), V(3), V(4), V(5), V(6), V(7), V(8), V(9)};
    return check_result(replay,
                        r3d_draw_image24_rotated_masked(&replay->surface, image, &rotation));
}

#define BANK_ID INT("ID", 0, R3D_PRIV_TEXTURE_COUNT - 1)
#define TURN                                                                                       \
    ANY("X"), ANY("Y"), ANY("W"), ANY("H"), ANY("AX"), ANY("AY"), ANY("SIN"), ANY("COS"),          \
        ANY("ZOOM")

static const r3d_script_command specs[] = {
    {DRAW("pixels", run_pixels), {R3D_SCRIPT_FILE}},
    {PREPARE("palette", run_palette), {R3D_SCRIPT_FILE}},
    {PREPARE("texels", run_texels), {BANK_ID, R3D_SCRIPT_FILE, INT("masked", 0, 1)}},
    {DRAW("banktex", r3d_priv_run_tex),
     {BANK_ID, ANY("XA"), ANY("YA"), ANY("LA"), ANY("XB"), ANY("YB"), ANY("LB"), ANY("XC"),
      ANY("YC"), ANY("LC"), ANY("OX"), ANY("OY"), ANY("OZ"), ANY("MX"), ANY("MY"), ANY("MZ"),
      ANY("NX"), ANY("NY"), ANY("NZ")}},
    {PREPARE("litmesh", r3d_priv_run_litmesh),
     {R3D_SCRIPT_WORD("M"), R3D_SCRIPT_FILE_OF_PARTS("f")}},
    {PREPARE("leftover", r3d_priv_run_leftover), {R3D_SCRIPT_FILE}},
    {DRAW("limits", run_limits), {R3D_SCRIPT_WORD("limits")}},
    {DRAW("band", run_band), {ANY("TOP"), ANY("BOTTOM")}},
    {DRAW("turn24", run_turn24), {SPRITE_ID, INT("L", 0, R3D_PRIV_SPRITE_COUNT - 1), TURN}},
    {DRAW("turnz24", run_turnz24), {SPRITE_ID, TURN}},
};

const r3d_script_room r3d_priv_record_room = {
    "recordings", specs, R3D_PRIV_COUNT(specs), NULL, 0, {0, NULL}, {0, NULL}};
