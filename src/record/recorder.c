/* SPDX-License-Identifier: MIT */
/* A recording: listening, and saving what was heard. */

#include <retro3d/record.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "recorder_internal.h"

void r3d_priv_recorder_fail(r3d_recorder *recorder, r3d_result result, const char *format, ...)
{
    if (recorder->result != R3D_OK) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(recorder->reason, sizeof recorder->reason, format, arguments);
    va_end(arguments);
    recorder->result = result;
}

void r3d_priv_recorder_put(r3d_recorder *recorder, const char *format, ...)
{
    char line[512]; /* longer than any line but those of row lists, which come in parts */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    char *place = length >= 0 && (size_t)length < sizeof line
                      ? r3d_priv_grow(&recorder->allocator, &recorder->text, (size_t)length, 1)
                      : NULL;
    if (place == NULL) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for a line");
        return;
    }
    memcpy(place, line, (size_t)length);
}

/* ---- listening ---- */

static void reset(r3d_recorder *recorder)
{
    const r3d_allocator *hooks = &recorder->allocator;
    r3d_priv_recorder_free_files(recorder);
    for (int i = 0; i < R3D_PRIV_TEXTURE_COUNT; i++) {
        recorder->textures[i].asset = R3D_PRIV_NO_FILE;
        recorder->textures[i].last_use = 0;
    }
    for (int i = 0; i < R3D_PRIV_SPRITE_COUNT; i++) {
        recorder->sprites8[i].asset = R3D_PRIV_NO_FILE;
        recorder->sprites8[i].last_use = 0;
        recorder->sprites24[i].asset = R3D_PRIV_NO_FILE;
        recorder->sprites24[i].last_use = 0;
    }
    for (int i = 0; i < 2; i++) {
        hooks->free(recorder->leftovers[i].numbers, hooks->user);
        memset(&recorder->leftovers[i], 0, sizeof recorder->leftovers[i]);
    }
    recorder->text.count = 0;
    recorder->meshes.count = 0;
    recorder->surface = NULL;
    recorder->result = R3D_OK;
    recorder->depth = 0;
    recorder->clock = 0;
    recorder->has_palette = false;
    recorder->limits = R3D_LIMITS_ORIGINAL;
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

/* The frame as it is when the recording begins. */
static void begin(r3d_recorder *recorder, const r3d_surface *surface)
{
    recorder->surface = surface;
    recorder->width = surface->width;
    recorder->height = surface->height;
    recorder->clip.left = recorder->clip.top = 0;
    recorder->clip.right = surface->width;
    recorder->clip.bottom = surface->height;
    recorder->center_x = surface->width / 2;
    recorder->center_y = surface->height / 2;
    recorder->translucency = 0;
    recorder->side_clip = recorder->smooth = false;
    recorder->band_top = 0;
    recorder->band_bottom = INT32_MAX;
    r3d_priv_recorder_put(recorder, "size %ld %ld\n", (long)surface->width, (long)surface->height);
    if ((int64_t)surface->width * surface->height > R3D_SCRIPT_FRAME_PIXELS_MAX) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_LIMIT, "a frame of %ld x %ld",
                               (long)surface->width, (long)surface->height);
    } else if (!is_blank(surface)) {
        r3d_priv_recorder_put_pixels(recorder, surface->pixels, surface->stride_px);
    }
}

static void hear_before(const r3d_draw_call *call, void *user)
{
    r3d_recorder *recorder = user;
    if (recorder->surface == NULL) {
        begin(recorder, call->surface);
    }
    if (call->surface->pixels != recorder->surface->pixels ||
        call->surface->width != recorder->width || call->surface->height != recorder->height) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_STATE, "more than one surface was drawn into");
    }
    bool is_outer = recorder->depth == 0;
    recorder->depth += call->kind > R3D_CALL_TEXTURED ? 1 : 0;
    if (!is_outer || recorder->result != R3D_OK) {
        return;
    }
    r3d_priv_recorder_put_call(recorder, call);
}

static void hear_after(const r3d_draw_call *call, void *user)
{
    r3d_recorder *recorder = user;
    recorder->depth -= call->kind > R3D_CALL_TEXTURED ? 1 : 0;
    if (call->mesh != NULL && recorder->result == R3D_OK &&
        !r3d_priv_leftover_take(call->context, &recorder->allocator,
                                &recorder->leftovers[recorder->limits])) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for leftovers");
    }
}

r3d_result r3d_recorder_create(const r3d_allocator *allocator, r3d_recorder **out_recorder)
{
    if (out_recorder == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_recorder = NULL;
    r3d_allocator hooks;
    r3d_result result = r3d_allocator_resolve(allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    r3d_recorder *recorder = hooks.alloc(sizeof *recorder, hooks.user);
    if (recorder == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(recorder, 0, sizeof *recorder);
    recorder->allocator = hooks;
    recorder->listener.before = hear_before;
    recorder->listener.after = hear_after;
    recorder->listener.user = recorder;
    recorder->palette = hooks.alloc(sizeof *recorder->palette, hooks.user);
    if (recorder->palette == NULL) {
        r3d_recorder_destroy(recorder);
        return R3D_ERR_MEMORY;
    }
    reset(recorder);
    *out_recorder = recorder;
    return R3D_OK;
}

void r3d_recorder_destroy(r3d_recorder *recorder)
{
    if (recorder == NULL) {
        return;
    }
    const r3d_allocator hooks = recorder->allocator;
    reset(recorder);
    for (int i = 0; i < R3D_PRIV_TEXTURE_COUNT; i++) {
        hooks.free(recorder->texels[i], hooks.user);
    }
    hooks.free(recorder->seen.numbers, hooks.user);
    hooks.free(recorder->meshes.items, hooks.user);
    hooks.free(recorder->text.items, hooks.user);
    hooks.free(recorder->palette, hooks.user);
    hooks.free(recorder, hooks.user);
}

r3d_result r3d_recorder_attach(r3d_recorder *recorder, r3d_surface *surface, r3d_raster *raster)
{
    if (recorder == NULL || surface == NULL || surface->pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (surface->listener != NULL) {
        return R3D_ERR_STATE;
    }
    reset(recorder);
    r3d_surface_set_listener(surface, &recorder->listener);
    if (raster != NULL) {
        (void)r3d_raster_set_isa(raster, r3d_raster_isa(raster));
    }
    begin(recorder, surface);
    return R3D_OK;
}

void r3d_recorder_detach(r3d_recorder *recorder, r3d_surface *surface, r3d_raster *raster)
{
    if (recorder == NULL || surface == NULL || surface->listener != &recorder->listener) {
        return;
    }
    r3d_surface_set_listener(surface, NULL);
    if (raster != NULL) {
        (void)r3d_raster_set_isa(raster, r3d_raster_isa(raster));
    }
}

const r3d_draw_listener *r3d_recorder_listener(r3d_recorder *recorder)
{
    return recorder != NULL ? &recorder->listener : NULL;
}

/* ---- saving ---- */

static bool is_same_frame(const r3d_surface *a, const r3d_surface *b)
{
    if (b == NULL || a->width != b->width || a->height != b->height) {
        return false;
    }
    for (int32_t y = 0; y < a->height; y++) {
        const uint32_t *p = a->pixels + (ptrdiff_t)y * a->stride_px;
        const uint32_t *q = b->pixels + (ptrdiff_t)y * b->stride_px;
        for (int32_t x = 0; x < a->width; x++) {
            if (((p[x] ^ q[x]) & 0xFFFFFFu) != 0 || (p[x] >> 24 != 0) != (q[x] >> 24 != 0)) {
                return false;
            }
        }
    }
    return true;
}

/* Replays the recording and compares. The files are written by now. */
static r3d_result verify(const r3d_recorder *recorder, const r3d_surface *surface, const char *path,
                         r3d_error *out_error)
{
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.allocator = recorder->allocator;
    r3d_result result = r3d_script_parse(recorder->text.items, recorder->text.count, path,
                                         &recorder->allocator, &script, out_error);
    if (result == R3D_OK) {
        result = r3d_replay_create(&desc, &replay);
        if (result != R3D_OK) {
            (void)r3d_priv_refuse_call(out_error, result, path);
        }
    }
    if (result == R3D_OK) {
        result = r3d_replay_run(replay, script, out_error);
    }
    if (result == R3D_OK && !is_same_frame(surface, r3d_replay_surface(replay))) {
        result = r3d_priv_refuse_call(out_error, R3D_ERR_STATE, path);
        if (out_error != NULL) {
            snprintf(out_error->message, sizeof out_error->message,
                     "the recording does not draw the frame: pixels were changed by something "
                     "else than the calls it heard");
        }
    }
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    return result;
}

r3d_result r3d_recorder_save(r3d_recorder *recorder, const r3d_surface *surface, const char *path,
                             r3d_error *out_error)
{
    if (recorder == NULL || surface == NULL || path == NULL) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_ARGUMENT, path);
    }
    if (recorder->surface == NULL) {
        begin(recorder, surface); /* nothing was drawn */
    }
    if (recorder->result != R3D_OK) {
        (void)r3d_priv_refuse_call(out_error, recorder->result, path);
        if (out_error != NULL) {
            snprintf(out_error->message, sizeof out_error->message, "cannot be recorded: %s",
                     recorder->reason);
        }
        return recorder->result;
    }
    const r3d_allocator *hooks = &recorder->allocator;
    size_t count = recorder->assets.count;
    bool *is_new = hooks->alloc((count + 1) * sizeof *is_new, hooks->user);
    if (is_new == NULL) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_MEMORY, path);
    }
    memset(is_new, 0, (count + 1) * sizeof *is_new);
    r3d_result result = r3d_priv_recorder_write_files(recorder, path, is_new, out_error);
    if (result == R3D_OK) {
        result = verify(recorder, surface, path, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_file_write(path, recorder->text.items, recorder->text.count, out_error);
    }
    if (result != R3D_OK) {
        r3d_priv_recorder_remove_files(recorder, path, is_new);
    }
    hooks->free(is_new, hooks->user);
    return result;
}
