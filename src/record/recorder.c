/* SPDX-License-Identifier: MIT */
/* A recording: listening, and saving what was heard. */

#include <retro3d/record.h>

#include <stdio.h>
#include <string.h>

#include "recorder_internal.h"

/* ---- listening ---- */

static void reset(r3d_recorder *recorder)
{
    r3d_priv_writer_reset(&recorder->writer);
    recorder->surface = NULL;
    recorder->depth = 0;
}

/* The frame as it is when the recording begins. */
static void begin(r3d_recorder *recorder, const r3d_surface *surface)
{
    recorder->surface = surface;
    recorder->width = surface->width;
    recorder->height = surface->height;
    r3d_priv_writer_begin(&recorder->writer, surface);
}

static void hear_before(const r3d_draw_call *call, void *user)
{
    r3d_recorder *recorder = user;
    r3d_script_writer *writer = &recorder->writer;
    if (recorder->surface == NULL) {
        begin(recorder, call->surface);
    }
    if (call->surface->pixels != recorder->surface->pixels ||
        call->surface->width != recorder->width || call->surface->height != recorder->height) {
        r3d_script_write_fail(writer, R3D_ERR_STATE, "more than one surface was drawn into");
    }
    bool is_outer = recorder->depth == 0;
    recorder->depth += call->type->writes == R3D_DRAW_WRITES_PARTS ? 1 : 0;
    if (!is_outer || writer->result != R3D_OK) {
        return;
    }
    const r3d_script_call *known = r3d_priv_writer_find(writer, call->type);
    if (known == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_STATE, "no room can write a call \"%.60s\"",
                              call->type->name);
        return;
    }
    known->write(writer, call);
}

static void hear_after(const r3d_draw_call *call, void *user)
{
    r3d_recorder *recorder = user;
    recorder->depth -= call->type->writes == R3D_DRAW_WRITES_PARTS ? 1 : 0;
    if (recorder->depth > 0 || recorder->writer.result != R3D_OK) {
        return;
    }
    const r3d_script_call *known = r3d_priv_writer_find(&recorder->writer, call->type);
    if (known != NULL && known->written != NULL) {
        known->written(&recorder->writer, call);
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
    r3d_priv_writer_init(&recorder->writer, &hooks);
    *out_recorder = recorder;
    return R3D_OK;
}

void r3d_recorder_destroy(r3d_recorder *recorder)
{
    if (recorder == NULL) {
        return;
    }
    const r3d_allocator hooks = recorder->allocator;
    r3d_priv_writer_release(&recorder->writer);
    hooks.free(recorder, hooks.user);
}

r3d_result r3d_recorder_set_rooms(r3d_recorder *recorder, const r3d_script_room *const *rooms,
                                  size_t room_count)
{
    if (recorder == NULL || (rooms == NULL && room_count > 0)) {
        return R3D_ERR_ARGUMENT;
    }
    if (room_count > R3D_SCRIPT_ROOMS_MAX - r3d_priv_room_count) {
        return R3D_ERR_LIMIT;
    }
    for (size_t i = 0; i < room_count; i++) {
        if (rooms[i] == NULL) {
            return R3D_ERR_ARGUMENT;
        }
    }
    reset(recorder);
    recorder->writer.room_count = r3d_priv_room_count;
    for (size_t i = 0; i < room_count; i++) {
        recorder->writer.rooms[recorder->writer.room_count++] = rooms[i];
    }
    return R3D_OK;
}

r3d_result r3d_recorder_attach(r3d_recorder *recorder, r3d_surface *surface)
{
    if (recorder == NULL || surface == NULL || surface->pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (surface->listener != NULL) {
        return R3D_ERR_STATE;
    }
    reset(recorder);
    r3d_surface_set_listener(surface, &recorder->listener);
    begin(recorder, surface);
    return R3D_OK;
}

void r3d_recorder_detach(r3d_recorder *recorder, r3d_surface *surface)
{
    if (recorder != NULL && surface != NULL && surface->listener == &recorder->listener) {
        r3d_surface_set_listener(surface, NULL);
    }
}

const r3d_draw_listener *r3d_recorder_get_listener(r3d_recorder *recorder)
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
    const r3d_script_writer *writer = &recorder->writer;
    r3d_script_load_options options;
    r3d_script_load_options_init(&options);
    options.allocator = recorder->allocator;
    options.rooms = writer->rooms + r3d_priv_room_count;
    options.room_count = writer->room_count - r3d_priv_room_count;
    r3d_result result = r3d_script_parse_with(writer->text.items, writer->text.count, path,
                                              &options, &script, out_error);
    if (result == R3D_OK) {
        result = r3d_replay_create(&desc, &replay);
        if (result != R3D_OK) {
            (void)r3d_priv_refuse_call(out_error, result, path);
        }
    }
    if (result == R3D_OK) {
        result = r3d_replay_run(replay, script, out_error);
    }
    if (result == R3D_OK && !is_same_frame(surface, r3d_replay_get_surface(replay))) {
        result = r3d_priv_error_fill(
            out_error, R3D_ERR_STATE, path, 0, -1,
            "the recording does not draw the frame: pixels were changed by something "
            "else than the calls it heard");
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
    if (recorder->writer.result != R3D_OK) {
        return r3d_priv_error_printf(out_error, recorder->writer.result, path, 0, -1,
                                     "cannot be recorded: %s", recorder->writer.reason);
    }
    const r3d_allocator *hooks = &recorder->allocator;
    size_t count = recorder->writer.assets.count;
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
        result = r3d_file_write(path, recorder->writer.text.items, recorder->writer.text.count,
                                out_error);
    }
    if (result != R3D_OK) {
        r3d_priv_recorder_remove_files(recorder, path, is_new);
    }
    hooks->free(is_new, hooks->user);
    return result;
}
