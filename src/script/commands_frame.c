/* SPDX-License-Identifier: MIT */
/* Commands that set the state: frame, scissor, brightness, fill settings.
 * Source: golden/raster/README.md, "Script format"; spec rs2-raster section 1. */

#include <string.h>

#include "script_writing.h"
#include "command_forms.h"

static r3d_result run_size(r3d_replay *replay, const r3d_script_args *args)
{
    int32_t width = args->values[0].i;
    int32_t height = args->values[1].i;
    if ((int64_t)width * height > R3D_SCRIPT_FRAME_PIXELS_MAX) {
        return r3d_replay_fail(
            replay, R3D_ERR_LIMIT, "size: %ld x %ld is %lld pixels, expected at most %d",
            (long)width, (long)height, (long long)width * height, R3D_SCRIPT_FRAME_PIXELS_MAX);
    }
    size_t bytes = (size_t)width * (size_t)height * sizeof *replay->pixels;
    replay->pixels = replay->allocator.alloc(bytes, replay->allocator.user);
    if (replay->pixels == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(replay->pixels, 0, bytes);
    r3d_result result = r3d_surface_init(&replay->surface, replay->pixels, width, height, width);
    if (result == R3D_OK) {
        result = r3d_surface_set_isa(&replay->surface, replay->isa);
    }
    if (result == R3D_OK) {
        r3d_surface_set_listener(&replay->surface, replay->listener);
        result = r3d_raster_init(&replay->raster, &replay->surface, replay->palette);
    }
    return result;
}

static r3d_result run_detail(r3d_replay *replay, const r3d_script_args *args)
{
    const char *word = r3d_script_word(args, 0);
    if (r3d_priv_textures_of(replay)->any_is_loaded) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "detail: comes after \"texture\"");
    }
    if (strcmp(word, "high") == 0) {
        replay->detail = R3D_DETAIL_HIGH;
    } else if (strcmp(word, "low") == 0) {
        replay->detail = R3D_DETAIL_LOW;
    } else {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "detail: \"%.40s\", expected high or low",
                               word);
    }
    return R3D_OK;
}

static r3d_result run_blackfix(r3d_replay *replay, const r3d_script_args *args)
{
    replay->black_rule = args->values[0].i != 0 ? R3D_BLACK_KEPT : R3D_BLACK_IS_HOLE;
    replay->palette_valid = false;
    return R3D_OK;
}

static r3d_result run_brightness(r3d_replay *replay, const r3d_script_args *args)
{
    double exponent = args->values[0].d;
    if (r3d_gamma_build(exponent, &replay->gamma) != R3D_OK) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "brightness: G is %g, expected 0.001..1000",
                               exponent);
    }
    replay->palette_valid = false;
    for (int i = 0; i < R3D_PRIV_TEXTURE_COUNT; i++) {
        r3d_priv_textures_of(replay)->textures[i].texels_valid = false;
    }
    return R3D_OK;
}

static r3d_result run_clear(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_surface_clear(&replay->surface, (uint32_t)args->values[0].i);
    return R3D_OK;
}

static r3d_result run_clip(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_script_value *v = args->values;
    r3d_surface_set_clip(&replay->surface, v[0].i, v[1].i, v[2].i, v[3].i);
    return R3D_OK;
}

static r3d_result run_unclip(r3d_replay *replay, const r3d_script_args *args)
{
    (void)args;
    r3d_surface_reset_clip(&replay->surface);
    return R3D_OK;
}

static r3d_result run_center(r3d_replay *replay, const r3d_script_args *args)
{
    replay->raster.center_x = args->values[0].i;
    replay->raster.center_y = args->values[1].i;
    return R3D_OK;
}

static r3d_result run_alpha(r3d_replay *replay, const r3d_script_args *args)
{
    replay->raster.translucency = args->values[0].i;
    return R3D_OK;
}

static r3d_result run_hclip(r3d_replay *replay, const r3d_script_args *args)
{
    replay->raster.side_clip = args->values[0].i != 0;
    return R3D_OK;
}

static r3d_result run_smooth(r3d_replay *replay, const r3d_script_args *args)
{
    replay->raster.smooth = args->values[0].i != 0;
    return R3D_OK;
}

#define PREPARE_IN(name, run, phase) (name), (run), (phase), R3D_SCRIPT_PREPARES, 0, 0
#define SET_FRAME(name, run) (name), (run), R3D_SCRIPT_AFTER_SIZE, 0, 0, 0

static const r3d_script_command specs[] = {
    {PREPARE_IN("size", run_size, R3D_SCRIPT_BEFORE_SIZE),
     {INT("W", 1, R3D_SURFACE_SIZE_MAX), INT("H", 1, R3D_SURFACE_SIZE_MAX)}},
    {PREPARE_IN("detail", run_detail, R3D_SCRIPT_ANY_TIME), {R3D_SCRIPT_WORD("detail")}},
    {PREPARE_IN("blackfix", run_blackfix, R3D_SCRIPT_BEFORE_SIZE), {INT("blackfix", 0, 1)}},
    {PREPARE_IN("brightness", run_brightness, R3D_SCRIPT_AFTER_SIZE), {R3D_SCRIPT_DECIMAL("G")}},
    {PREPARE_IN("clear", run_clear, R3D_SCRIPT_AFTER_SIZE), {R3D_SCRIPT_RGB}},
    {SET_FRAME("clip", run_clip), {ANY("X0"), ANY("Y0"), ANY("X1"), ANY("Y1")}},
    {SET_FRAME("unclip", run_unclip), {{0}}},
    {SET_FRAME("center", run_center), {ANY("X"), ANY("Y")}},
    {SET_FRAME("alpha", run_alpha), {INT("T", 0, 255)}},
    {SET_FRAME("hclip", run_hclip), {INT("hclip", 0, 1)}},
    {SET_FRAME("smooth", run_smooth), {INT("smooth", 0, 1)}},
};

const r3d_script_room r3d_priv_frame_room = {"frame",
                                             specs,
                                             R3D_PRIV_COUNT(specs),
                                             r3d_priv_frame_calls,
                                             R3D_PRIV_FRAME_CALLS_COUNT,
                                             {0, NULL},
                                             {sizeof(r3d_priv_frame_writing), NULL}};
