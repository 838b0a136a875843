/* SPDX-License-Identifier: MIT */
/* Sprites: loading, changing, copying. Source: golden/raster/README.md, "Script format". */

#include "script_writing.h"
#include "command_forms.h"

#include <retro3d/pictures.h>
#include <retro3d/png.h>

static r3d_image8 *find_sprite8(r3d_replay *replay, int32_t id)
{
    if (r3d_priv_sprites_of(replay)->sprites8[id].pixels == NULL) {
        (void)r3d_replay_fail(replay, R3D_ERR_STATE, "8-bit sprite %ld was not loaded", (long)id);
        return NULL;
    }
    return &r3d_priv_sprites_of(replay)->sprites8[id];
}

static r3d_image24 *find_sprite24(r3d_replay *replay, int32_t id)
{
    if (r3d_priv_sprites_of(replay)->sprites24[id].pixels == NULL) {
        (void)r3d_replay_fail(replay, R3D_ERR_STATE, "24-bit sprite %ld was not loaded", (long)id);
        return NULL;
    }
    return &r3d_priv_sprites_of(replay)->sprites24[id];
}

/* ---- loading ---- */

static r3d_result run_sprite8(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_image8 image;
    r3d_result result = r3d_priv_load_image8(replay, args, "8-bit sprite", R3D_TX8_SPRITE, &image);
    if (result != R3D_OK) {
        return result;
    }
    r3d_image8_free(&r3d_priv_sprites_of(replay)->sprites8[V(0)], &replay->allocator);
    r3d_priv_sprites_of(replay)->sprites8[V(0)] = image;
    return R3D_OK;
}

static r3d_result run_sprite24(r3d_replay *replay, const r3d_script_args *args)
{
    char *path = NULL;
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    r3d_error cause;
    r3d_image24 image;
    result = r3d_image24_load_png_from(r3d_replay_get_files(replay), path, &replay->allocator,
                                       &image, &cause);
    replay->allocator.free(path, replay->allocator.user);
    if (result != R3D_OK) {
        return r3d_priv_fail_loading(replay, "24-bit sprite", V(0), &cause);
    }
    image.frame.canvas_width = V(2);
    image.frame.canvas_height = V(3);
    image.frame.offset_x = V(4);
    image.frame.offset_y = V(5);
    r3d_image24_free(&r3d_priv_sprites_of(replay)->sprites24[V(0)], &replay->allocator);
    r3d_priv_sprites_of(replay)->sprites24[V(0)] = image;
    return R3D_OK;
}

static r3d_result run_lines(r3d_replay *replay, const r3d_script_args *args)
{
    uint32_t given = (args->count - 2) / 2;
    if (given != (uint32_t)V(1)) {
        return r3d_replay_fail(replay, R3D_ERR_FORMAT_COUNT,
                               "lines: %lu rows given, expected N = %ld", (unsigned long)given,
                               (long)V(1));
    }
    /* One element more, so that a list without rows is a list all the same. */
    r3d_row_span *rows =
        replay->allocator.alloc((given + 1) * sizeof *rows, replay->allocator.user);
    if (rows == NULL) {
        return R3D_ERR_MEMORY;
    }
    for (uint32_t i = 0; i < given; i++) {
        rows[i].start = V(2 + 2 * i);
        rows[i].length = V(3 + 2 * i);
    }
    r3d_priv_row_list *list = &r3d_priv_sprites_of(replay)->lists[V(0)];
    replay->allocator.free(list->rows, replay->allocator.user);
    list->rows = rows;
    list->count = (int32_t)given;
    return R3D_OK;
}

/* ---- changing ---- */

static r3d_result run_flip8h(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_image8 *image = find_sprite8(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_image8_flip_horizontal(image);
    return R3D_OK;
}

static r3d_result run_flip8v(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_image8 *image = find_sprite8(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_image8_flip_vertical(image);
    return R3D_OK;
}

typedef r3d_result (*canvas_change)(const r3d_image8 *image, uint8_t *out_pixels,
                                    r3d_image8 *out_image);

/* Replaces the pixels of a sprite by those of a whole canvas of the given size. */
static r3d_result change_canvas(r3d_replay *replay, int32_t id, int32_t divisor,
                                canvas_change change)
{
    r3d_image8 *image = find_sprite8(replay, id);
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    int32_t width = image->frame.canvas_width / divisor;
    int32_t height = image->frame.canvas_height / divisor;
    if (width < 1 || height < 1 || width > R3D_IMAGE_SIZE_MAX || height > R3D_IMAGE_SIZE_MAX) {
        return r3d_replay_fail(replay, R3D_ERR_LIMIT,
                               "8-bit sprite %ld would become %ld x %ld, expected 1..%d", (long)id,
                               (long)width, (long)height, R3D_IMAGE_SIZE_MAX);
    }
    uint8_t *pixels =
        replay->allocator.alloc((size_t)width * (size_t)height, replay->allocator.user);
    if (pixels == NULL) {
        return R3D_ERR_MEMORY;
    }
    uint8_t *old_pixels = image->pixels;
    r3d_result result = change(image, pixels, image);
    replay->allocator.free(result == R3D_OK ? old_pixels : pixels, replay->allocator.user);
    return result;
}

static r3d_result run_expand8(r3d_replay *replay, const r3d_script_args *args)
{
    return change_canvas(replay, V(0), 1, r3d_image8_expand);
}

static r3d_result run_shrink8(r3d_replay *replay, const r3d_script_args *args)
{
    return change_canvas(replay, V(0), 2, r3d_image8_shrink);
}

static r3d_result run_tint8(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_image8 *image = find_sprite8(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_image8_tint(image, V(1), V(2), V(3));
    return R3D_OK;
}

static r3d_result run_tint24(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_image24 *image = find_sprite24(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_image24_tint(image, V(1), V(2), V(3));
    return R3D_OK;
}

/* ---- copying ---- */

static r3d_result run_draw8(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image8 *image = find_sprite8(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_draw_image8(&replay->surface, image, V(1), V(2));
    return R3D_OK;
}

static r3d_result run_draw24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite24(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_draw_image24(&replay->surface, image, V(1), V(2));
    return R3D_OK;
}

static r3d_result run_blit24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite24(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_blit_image24(&replay->surface, image, V(1), V(2));
    return R3D_OK;
}

static r3d_result run_alpha24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite24(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_draw_image24_alpha(&replay->surface, image, V(1), V(2), V(3));
    return R3D_OK;
}

static r3d_result run_mask24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite24(replay, V(0));
    const r3d_image8 *mask = image != NULL ? find_sprite8(replay, V(1)) : NULL;
    if (mask == NULL) {
        return R3D_ERR_STATE;
    }
    if (mask->frame.width != replay->surface.width ||
        mask->frame.height != replay->surface.height) {
        return r3d_replay_fail(replay, R3D_ERR_ARGUMENT,
                               "mask24: mask %ld is %ld x %ld, expected the frame's %ld x %ld",
                               (long)V(1), (long)mask->frame.width, (long)mask->frame.height,
                               (long)replay->surface.width, (long)replay->surface.height);
    }
    r3d_draw_image24_masked(&replay->surface, image, V(2), V(3), mask->pixels);
    return R3D_OK;
}

static r3d_result check_span_limit(r3d_replay *replay, r3d_result result, const char *name)
{
    if (result == R3D_ERR_LIMIT) {
        return r3d_replay_fail(replay, result, "%s: a size or row length above %d", name,
                               R3D_SPRITE_SPAN_MAX);
    }
    return result;
}

static r3d_result run_scale24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite24(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_draw_image24_scaled(&replay->surface, image, V(1), V(2), V(3), V(4));
    return check_span_limit(replay, result, "scale24");
}

static r3d_result run_rot24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite24(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    const r3d_priv_row_list *list = &r3d_priv_sprites_of(replay)->lists[V(1)];
    if (list->rows == NULL) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "row list %ld was not loaded", (long)V(1));
    }
    r3d_rotation rotation = {V(2), V(3), V(4), V(5), V(6), V(7), 0, 0, V(9)};
    r3d_sincos_angle_326(V(8), &rotation.sin_fx16, &rotation.cos_fx16);
    r3d_result result =
        r3d_draw_image24_rotated(&replay->surface, image, &rotation, list->rows, list->count);
    return check_span_limit(replay, result, "rot24");
}

static r3d_result run_rotz24(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_image24 *image = find_sprite24(replay, V(0));
    if (image == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_rotation rotation = {V(1), V(2), V(3), V(4), V(5), V(6), 0, 0, V(8)};
    if (r3d_sincos_fx16(args->values[7].d, &rotation.sin_fx16, &rotation.cos_fx16) != R3D_OK) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE,
                               "rotz24: RADIANS is %.12g, expected at most %d", args->values[7].d,
                               R3D_SINCOS_RADIANS_MAX);
    }
    r3d_result result = r3d_draw_image24_rotated_masked(&replay->surface, image, &rotation);
    return check_span_limit(replay, result, "rotz24");
}

#define ANCHOR ANY("AX"), ANY("AY")
#define CHANNELS ANY("R"), ANY("G"), ANY("B")

static const r3d_script_command specs[] = {
    {PREPARE("sprite8", run_sprite8), {SPRITE_ID, R3D_SCRIPT_FILE}},
    {PREPARE("sprite24", run_sprite24),
     {SPRITE_ID, R3D_SCRIPT_FILE, INT("CW", 1, INT32_MAX), INT("CH", 1, INT32_MAX), ANY("OX"),
      ANY("OY")}},
    {PREPARE("flip8h", run_flip8h), {SPRITE_ID}},
    {PREPARE("flip8v", run_flip8v), {SPRITE_ID}},
    {PREPARE("expand8", run_expand8), {SPRITE_ID}},
    {PREPARE("shrink8", run_shrink8), {SPRITE_ID}},
    {PREPARE("tint8", run_tint8), {SPRITE_ID, CHANNELS}},
    {PREPARE("tint24", run_tint24), {SPRITE_ID, CHANNELS}},
    {DRAW("draw8", run_draw8), {SPRITE_ID, POSITION}},
    {DRAW("draw24", run_draw24), {SPRITE_ID, POSITION}},
    {DRAW("blit24", run_blit24), {SPRITE_ID, POSITION}},
    {DRAW("alpha24", run_alpha24), {SPRITE_ID, POSITION, INT("A", 0, 256)}},
    {DRAW("mask24", run_mask24),
     {SPRITE_ID, INT("MASKID", 0, R3D_PRIV_SPRITE_COUNT - 1), POSITION}},
    {DRAW("scale24", run_scale24), {SPRITE_ID, POSITION, SIZE}},
    {"lines",
     run_lines,
     R3D_SCRIPT_AFTER_SIZE,
     R3D_SCRIPT_PREPARES,
     0,
     2,
     {INT("L", 0, R3D_PRIV_SPRITE_COUNT - 1), INT("N", 0, INT32_MAX), ANY("S"), ANY("L")}},
    {DRAW("rot24", run_rot24),
     {SPRITE_ID, INT("L", 0, R3D_PRIV_SPRITE_COUNT - 1), POSITION, SIZE, ANCHOR, ANY("ANGLE"),
      ANY("ZOOM")}},
    {DRAW("rotz24", run_rotz24),
     {SPRITE_ID, POSITION, SIZE, ANCHOR, R3D_SCRIPT_DECIMAL("RADIANS"), ANY("ZOOM")}},
};

static void release_sprites(void *state, const r3d_allocator *allocator)
{
    r3d_priv_script_sprites *sprites = state;
    for (int i = 0; i < R3D_PRIV_SPRITE_COUNT; i++) {
        r3d_image8_free(&sprites->sprites8[i], allocator);
        r3d_image24_free(&sprites->sprites24[i], allocator);
        allocator->free(sprites->lists[i].rows, allocator->user);
    }
}

r3d_priv_script_sprites *r3d_priv_sprites_of(const r3d_replay *replay)
{
    return r3d_replay_get_room_state(replay, &r3d_priv_sprite_room);
}

const r3d_script_room r3d_priv_sprite_room = {"sprites",
                                              specs,
                                              R3D_PRIV_COUNT(specs),
                                              r3d_priv_copy_calls,
                                              R3D_PRIV_COPY_CALLS_COUNT,
                                              {sizeof(r3d_priv_script_sprites), release_sprites},
                                              {sizeof(r3d_priv_sprite_writing), NULL}};
