/* SPDX-License-Identifier: MIT */
/* The state of a script run: making it, running commands, releasing it. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/pictures.h>

#include "script_internal.h"

#include "../base/desc.h"

/* ---- memory within a budget ---- */

/* Each block begins with its size; the header keeps the alignment that malloc gives. */
typedef union replay_block_header {
    size_t size;
    max_align_t alignment;
} replay_block_header;

static void *budget_alloc(size_t size, void *user)
{
    r3d_priv_budget *budget = user;
    if (size > (size_t)PTRDIFF_MAX - sizeof(replay_block_header)) {
        return NULL;
    }
    int64_t total = (int64_t)(size + sizeof(replay_block_header));
    if (total > budget->limit - budget->used) {
        budget->exceeded = true;
        return NULL;
    }
    replay_block_header *block = budget->base.alloc((size_t)total, budget->base.user);
    if (block == NULL) {
        return NULL;
    }
    block->size = (size_t)total;
    budget->used += total;
    return block + 1;
}

static void budget_free(void *memory, void *user)
{
    r3d_priv_budget *budget = user;
    if (memory != NULL) {
        replay_block_header *block = (replay_block_header *)memory - 1;
        budget->used -= (int64_t)block->size;
        budget->base.free(block, budget->base.user);
    }
}

enum { BANDS_TRIANGLES = 8192 };

/* ---- create and destroy ---- */

void r3d_replay_desc_init_sized(r3d_replay_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

r3d_result r3d_replay_create(const r3d_replay_desc *desc, r3d_replay **out_replay)
{
    if (out_replay == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_replay = NULL;
    r3d_replay_desc whole;
    r3d_replay_desc_init(&whole);
    if (desc != NULL && r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    desc = &whole;
    r3d_allocator base;
    if (desc->max_memory < 0 || !r3d_isa_available(desc->isa) || desc->band_count < 0 ||
        desc->band_count > R3D_BANDS_MAX || (desc->band_count > 0 && desc->listener != NULL) ||
        r3d_allocator_resolve(&desc->allocator, &base) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_replay *replay = base.alloc(sizeof *replay, base.user);
    if (replay == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(replay, 0, sizeof *replay);
    replay->budget.base = base;
    replay->budget.limit = desc->max_memory > 0 ? desc->max_memory : R3D_REPLAY_MEMORY_DEFAULT;
    replay->allocator.alloc = budget_alloc;
    replay->allocator.free = budget_free;
    replay->allocator.user = &replay->budget;
    replay->black_rule = R3D_BLACK_IS_HOLE;
    replay->isa = desc->isa;
    replay->listener = desc->listener;
    replay->detail = R3D_DETAIL_HIGH;
    replay->palette = replay->allocator.alloc(sizeof *replay->palette, replay->allocator.user);
    replay->band_count = desc->band_count;
    replay->run = desc->run;
    replay->run_user = desc->run_user;
    if (desc->band_count > 0 &&
        r3d_bands_create(&replay->allocator, BANDS_TRIANGLES, &replay->bands) != R3D_OK) {
        r3d_replay_destroy(replay);
        return R3D_ERR_MEMORY;
    }
    if (replay->palette == NULL || r3d_gamma_build(0.8, &replay->gamma) != R3D_OK) {
        r3d_replay_destroy(replay);
        return R3D_ERR_MEMORY;
    }
    *out_replay = replay;
    return R3D_OK;
}

void r3d_replay_destroy(r3d_replay *replay)
{
    if (replay == NULL) {
        return;
    }
    const r3d_allocator *hooks = &replay->allocator;
    r3d_bands_destroy(replay->bands);
    for (size_t i = 0; replay->script != NULL && i < replay->script->room_count; i++) {
        const r3d_script_state *kept = &replay->script->rooms[i]->replay_state;
        if (replay->states[i] != NULL && kept->release != NULL) {
            kept->release(replay->states[i], hooks);
        }
        hooks->free(replay->states[i], hooks->user);
    }
    hooks->free(replay->pixels, hooks->user);
    hooks->free(replay->palette, hooks->user);
    r3d_allocator base = replay->budget.base;
    base.free(replay, base.user);
}

const r3d_surface *r3d_replay_get_surface(const r3d_replay *replay)
{
    if (replay == NULL) {
        return NULL;
    }
    return replay->pixels != NULL && replay->state != R3D_PRIV_REPLAY_FAILED ? &replay->surface
                                                                             : NULL;
}

/* ---- failures ---- */

r3d_result r3d_replay_fail(r3d_replay *replay, r3d_result result, const char *format, ...)
{
    if (replay == NULL || format == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    va_list list;
    va_start(list, format);
    (void)r3d_priv_error_vprintf(&replay->error, result, NULL, 0, -1, format, list);
    va_end(list);
    return result;
}

r3d_result r3d_priv_fail_loading(r3d_replay *replay, const char *what, int32_t id,
                                 const r3d_error *cause)
{
    enum { PATH_SHOWN = 160 }; /* the end of a path tells most; the reason must fit behind it */
    const char *path = cause->file;
    size_t length = strlen(path);
    const char *cut = "";
    if (length > PATH_SHOWN) {
        path += length - PATH_SHOWN;
        cut = "...";
    }
    char place[64] = "";
    if (cause->line > 0) {
        snprintf(place, sizeof place, ":%ld", (long)cause->line);
    } else if (cause->offset >= 0) {
        snprintf(place, sizeof place, ", byte %lld", (long long)cause->offset);
    }
    return r3d_replay_fail(replay, cause->result, "%s %ld: %s%s%s: %s", what, (long)id, cut, path,
                           place, cause->message);
}

/* ---- running ---- */

static r3d_result check_phase(r3d_replay *replay, const r3d_script_command *spec)
{
    if (spec->phase == R3D_SCRIPT_AFTER_SIZE && replay->pixels == NULL) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "%s: comes before \"size\"", spec->name);
    }
    if (spec->phase == R3D_SCRIPT_BEFORE_SIZE && replay->pixels != NULL) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "%s: comes after \"size\"", spec->name);
    }
    return R3D_OK;
}

/* Runs a command whose triangles are drawn in bands when it ends: nothing it draws otherwise comes
 * before them, as no command does both. */
static r3d_result run_in_bands(r3d_replay *replay, const r3d_script_command *spec,
                               const r3d_script_args *args)
{
    if (replay->pixels == NULL) {
        return spec->run(replay, args);
    }
    const r3d_kernels *kernels = replay->raster.kernels;
    r3d_raster recorder;
    r3d_result result = r3d_bands_begin(replay->bands, &replay->raster, replay->band_count,
                                        replay->run, replay->run_user, &recorder);
    if (result != R3D_OK) {
        return result;
    }
    replay->raster = recorder;
    result = spec->run(replay, args);
    r3d_result ended = r3d_bands_end(replay->bands);
    replay->raster.kernels = kernels;
    return result != R3D_OK ? result : ended;
}

/* Runs one command; on failure replay->error says everything but where the script lies. */
static r3d_result run_command(r3d_replay *replay, const r3d_script *script,
                              const r3d_priv_command *command)
{
    r3d_script_args args = {script->values + command->first_value, command->value_count,
                            script->text};
    replay->error.message[0] = '\0';
    r3d_result result = check_phase(replay, command->spec);
    if (result == R3D_OK) {
        result = replay->bands != NULL ? run_in_bands(replay, command->spec, &args)
                                       : command->spec->run(replay, &args);
    }
    if (result == R3D_ERR_MEMORY && replay->budget.exceeded) {
        result =
            r3d_replay_fail(replay, R3D_ERR_LIMIT, "%s: needs more than the %lld bytes allowed",
                            command->spec->name, (long long)replay->budget.limit);
    } else if (result != R3D_OK && replay->error.message[0] == '\0') {
        (void)r3d_replay_fail(replay, result, "%s: %s", command->spec->name,
                              r3d_result_string(result));
    }
    replay->error.result = result;
    replay->error.line = command->line;
    replay->error.offset = -1;
    return result;
}

/* Makes what is kept for the rooms of a script, at its first command. */
static r3d_result make_states(r3d_replay *replay, const r3d_script *script)
{
    replay->script = script;
    for (size_t i = 0; i < script->room_count; i++) {
        const size_t size = script->rooms[i]->replay_state.size;
        if (size == 0) {
            continue;
        }
        replay->states[i] = replay->allocator.alloc(size, replay->allocator.user);
        if (replay->states[i] == NULL) {
            return R3D_ERR_MEMORY;
        }
        memset(replay->states[i], 0, size);
    }
    return R3D_OK;
}

r3d_result r3d_replay_run_range(r3d_replay *replay, const r3d_script *script, size_t first,
                                size_t count, r3d_error *out_error)
{
    if (replay == NULL || script == NULL) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_ARGUMENT, NULL);
    }
    if (replay->state == R3D_PRIV_REPLAY_FAILED || first != replay->next_command ||
        (first != 0 && script != replay->script)) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_STATE, script->path);
    }
    if (count > script->command_count - first) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_RANGE, script->path);
    }
    if (replay->state == R3D_PRIV_REPLAY_FRESH && make_states(replay, script) != R3D_OK) {
        replay->state = R3D_PRIV_REPLAY_FAILED;
        return r3d_priv_refuse_call(out_error, R3D_ERR_MEMORY, script->path);
    }
    replay->state = R3D_PRIV_REPLAY_RUNNING;
    for (size_t i = first; i < first + count; i++) {
        r3d_result result = run_command(replay, script, &script->commands[i]);
        if (result != R3D_OK) {
            replay->state = R3D_PRIV_REPLAY_FAILED;
            if (out_error != NULL) {
                *out_error = replay->error;
                r3d_priv_error_file(out_error, script->path);
            }
            return result;
        }
        replay->next_command = i + 1;
    }
    return R3D_OK;
}

r3d_result r3d_replay_run(r3d_replay *replay, const r3d_script *script, r3d_error *out_error)
{
    if (replay == NULL || script == NULL) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_ARGUMENT, NULL);
    }
    return r3d_replay_run_range(replay, script, 0, script->command_count, out_error);
}

/* ---- what the commands share ---- */

void *r3d_replay_get_room_state(const r3d_replay *replay, const r3d_script_room *room)
{
    if (replay == NULL || room == NULL) {
        return NULL;
    }
    for (size_t i = 0; replay->script != NULL && i < replay->script->room_count; i++) {
        if (replay->script->rooms[i] == room) {
            return replay->states[i];
        }
    }
    return NULL;
}

r3d_surface *r3d_replay_get_target(r3d_replay *replay)
{
    if (replay == NULL) {
        return NULL;
    }
    return replay->pixels != NULL ? &replay->surface : NULL;
}

r3d_raster *r3d_replay_get_raster(r3d_replay *replay)
{
    if (replay == NULL) {
        return NULL;
    }
    return replay->pixels != NULL ? &replay->raster : NULL;
}

const r3d_allocator *r3d_replay_get_allocator(const r3d_replay *replay)
{
    if (replay == NULL) {
        return NULL;
    }
    return &replay->allocator;
}

const char *r3d_script_word(const r3d_script_args *args, int index)
{
    if (args == NULL) {
        return NULL;
    }
    return args->text + args->values[index].text;
}

r3d_result r3d_replay_resolve_path(r3d_replay *replay, const r3d_script_args *args, int index,
                                   char **out_path)
{
    if (replay == NULL || args == NULL || out_path == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const char *word = r3d_script_word(args, index);
    if (word[0] == '/' || word[0] == '\\') {
        return r3d_replay_fail(
            replay, R3D_ERR_ARGUMENT,
            "file name \"%.60s\" is absolute, expected one relative to the script", word);
    }
    const char *script_path = replay->script->path;
    size_t folder_length = r3d_priv_script_folder_length(replay->script);
    size_t word_size = strlen(word) + 1;
    char *path = replay->allocator.alloc(folder_length + word_size, replay->allocator.user);
    if (path == NULL) {
        return R3D_ERR_MEMORY;
    }
    memcpy(path, script_path, folder_length);
    memcpy(path + folder_length, word, word_size);
    *out_path = path;
    return R3D_OK;
}

const r3d_file_source *r3d_replay_get_files(const r3d_replay *replay)
{
    const r3d_script *script = replay != NULL ? replay->script : NULL;
    return script != NULL && script->files.open != NULL ? &script->files : NULL;
}

r3d_result r3d_priv_load_image8(r3d_replay *replay, const r3d_script_args *args, const char *what,
                                r3d_tx8_kind kind, r3d_image8 *out_image)
{
    char *path = NULL;
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    r3d_error cause;
    result = r3d_image8_load_tx8_from(r3d_replay_get_files(replay), path, kind, &replay->allocator,
                                      out_image, &cause);
    replay->allocator.free(path, replay->allocator.user);
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_fail_loading(replay, what, args->values[0].i, &cause);
}

const r3d_palette *r3d_priv_current_palette(r3d_replay *replay)
{
    if (!replay->palette_valid) {
        /* Cannot fail: both pointers are valid. */
        (void)r3d_palette_build(&replay->gamma, replay->black_rule, replay->palette);
        replay->palette_valid = true;
    }
    return replay->palette;
}
