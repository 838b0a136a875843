/* SPDX-License-Identifier: MIT */
/* Arenas as a whole: reading, time, giving back. Source: spec affine section 15. */

#include <string.h>

#include "../base/desc.h"

#include "arenas_internal.h"

void r3d_arena_load_options_init_sized(r3d_arena_load_options *out_options, uint32_t struct_size)
{
    r3d_arena_load_options whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    R3D_PRIV_DESC_GIVE(out_options, whole, struct_size);
}

/* ---- reading ---- */

static r3d_arena *make_arena(const r3d_allocator *hooks)
{
    r3d_arena *arena = r3d_priv_alloc_zeroed(hooks, 1, sizeof *arena);
    if (arena != NULL) {
        arena->allocator = *hooks;
        r3d_affine_scene_init(&arena->scene);
        r3d_affine_hw_frame_init(&arena->frame);
    }
    return arena;
}

static void free_reader(r3d_priv_arenas_reader *r)
{
    r3d_priv_growing_free(&r->hooks, &r->sheets);
    r3d_priv_growing_free(&r->hooks, &r->tile_sets);
    r3d_priv_growing_free(&r->hooks, &r->pictures);
    r3d_priv_growing_free(&r->hooks, &r->wall_lines);
    r3d_priv_growing_free(&r->hooks, &r->sprite_lines);
    r3d_priv_growing_free(&r->hooks, &r->names);
    for (int i = 0; i < 2; i++) {
        r3d_priv_growing_free(&r->hooks, &r->floors[i].row_lines);
    }
}

static r3d_result read_arena(r3d_arena *arena, r3d_priv_arenas_lines *lines,
                             const r3d_arena_load_options *options, const r3d_io_limits *limits)
{
    r3d_priv_arenas_reader *r = r3d_priv_alloc_zeroed(&arena->allocator, 1, sizeof *r);
    int32_t version = 0;
    if (r == NULL) {
        return r3d_priv_arenas_fail(lines, NULL, R3D_ERR_MEMORY, "out of memory");
    }
    r->lines = *lines;
    r->arena = arena;
    r->hooks = arena->allocator;
    r->files = options->files;
    r->limits = *limits;
    for (int i = 0; i < R3D_PRIV_ARENAS_BUCKETS; i++) {
        r->buckets[i] = -1;
    }
    r3d_result result = r3d_priv_arenas_need_number(&r->lines, "the version", 1, 1, &version);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_end(&r->lines);
    }
    r3d_priv_arenas_word record;
    while (result == R3D_OK && r3d_priv_arenas_next_line(&r->lines, &record)) {
        result = r3d_priv_arenas_read_record(r, &record);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_build(r);
    }
    free_reader(r);
    r3d_priv_release(&arena->allocator, r);
    return result;
}

static bool ends_in_scene(const char *name)
{
    static const char ending[] = ".scene";
    const size_t length = strlen(name);
    return length >= sizeof ending - 1 && strcmp(name + length - (sizeof ending - 1), ending) == 0;
}

/* What the sizes of arrays are when nothing grows any more. */
static void settle_arrays(r3d_arena *arena)
{
    r3d_affine_scene *scene = &arena->scene;
    scene->walls = arena->walls.items;
    scene->wall_count = (int32_t)arena->walls.count;
    scene->sprites = arena->sprites.items;
    scene->sprite_count = (int32_t)arena->sprites.count;
    scene->boxes = arena->boxes.items;
    scene->box_count = (int32_t)arena->boxes.count;
}

static r3d_result read_text(const char *text, size_t size, const char *name,
                            const r3d_arena_load_options *options, const r3d_io_limits *limits,
                            r3d_arena *arena, r3d_error *out_error)
{
    r3d_priv_arenas_lines lines;
    r3d_priv_arenas_word record;
    r3d_priv_arenas_lines_init(&lines, text, size, name, out_error);
    const bool any = r3d_priv_arenas_next_line(&lines, &record);
    if (any && r3d_priv_arenas_word_is(&record, "arena")) {
        return read_arena(arena, &lines, options, limits);
    }
    if (ends_in_scene(name)) {
        r3d_priv_arenas_lines_init(&lines, text, size, name, out_error);
        return r3d_priv_scene_read(arena, &lines);
    }
    if (!any) {
        return r3d_priv_arenas_fail(&lines, NULL, R3D_ERR_FORMAT_MAGIC,
                                    "an empty file, expected \"arena 1\"");
    }
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    return r3d_priv_arenas_fail(&lines, &record, R3D_ERR_FORMAT_MAGIC,
                                "found \"%s\", expected \"arena 1\" first",
                                r3d_priv_io_excerpt(record.text, record.length, excerpt));
}

static r3d_result check_arguments(const char *name, const r3d_arena_load_options *options,
                                  const r3d_allocator *allocator, r3d_arena **out_arena,
                                  r3d_arena_load_options *out_options, r3d_io_limits *out_limits,
                                  r3d_allocator *out_hooks, r3d_error *out_error)
{
    if (name == NULL || out_arena == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
    }
    *out_arena = NULL;
    r3d_arena_load_options_init(out_options);
    if (options != NULL &&
        r3d_priv_desc_read(out_options, sizeof *out_options, options) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "the options' struct_size is none");
    }
    if (r3d_priv_io_allocator(allocator, out_hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "half an allocator");
    }
    const r3d_result result = r3d_priv_io_limits(out_options->limits, out_limits);
    return result == R3D_OK
               ? result
               : r3d_priv_io_fail(out_error, result, name, 0, -1, R3D_PRIV_WRONG_LIMITS);
}

r3d_result r3d_arena_decode(const char *text, size_t size, const char *name,
                            const r3d_arena_load_options *options, const r3d_allocator *allocator,
                            r3d_arena **out_arena, r3d_error *out_error)
{
    r3d_arena_load_options whole;
    r3d_io_limits limits;
    r3d_allocator hooks;
    name = name != NULL ? name : "";
    r3d_result result = check_arguments(text != NULL ? name : NULL, options, allocator, out_arena,
                                        &whole, &limits, &hooks, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_arena *arena = make_arena(&hooks);
    if (arena == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1, "out of memory");
    }
    result = read_text(text, size, name, &whole, &limits, arena, out_error);
    if (result != R3D_OK) {
        r3d_arena_destroy(arena);
        return result;
    }
    settle_arrays(arena);
    (void)r3d_arena_set_time(arena, arena->scene.time_ms);
    *out_arena = arena;
    return R3D_OK;
}

r3d_result r3d_arena_load(const char *path, const r3d_arena_load_options *options,
                          const r3d_allocator *allocator, r3d_arena **out_arena,
                          r3d_error *out_error)
{
    r3d_arena_load_options whole;
    r3d_io_limits limits;
    r3d_allocator hooks;
    r3d_result result =
        check_arguments(path, options, allocator, out_arena, &whole, &limits, &hooks, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const int64_t most = limits.max_file_bytes < R3D_ARENA_FILE_BYTES_MAX
                             ? limits.max_file_bytes
                             : R3D_ARENA_FILE_BYTES_MAX;
    void *text = NULL;
    size_t size = 0;
    result = r3d_file_read_from(whole.files, path, most, &hooks, &text, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_arena_decode(text, size, path, &whole, &hooks, out_arena, out_error);
        r3d_priv_release(&hooks, text);
    }
    return result;
}

void r3d_arena_destroy(r3d_arena *arena)
{
    if (arena == NULL) {
        return;
    }
    const r3d_allocator hooks = arena->allocator;
    for (size_t i = 0; i < arena->blocks.count; i++) {
        r3d_priv_release(&hooks, ((void **)arena->blocks.items)[i]);
    }
    r3d_priv_growing_free(&hooks, &arena->blocks);
    r3d_priv_growing_free(&hooks, &arena->walls);
    r3d_priv_growing_free(&hooks, &arena->sprites);
    r3d_priv_growing_free(&hooks, &arena->boxes);
    r3d_priv_growing_free(&hooks, &arena->paths);
    r3d_priv_growing_free(&hooks, &arena->keys);
    for (int i = 0; i < 2; i++) {
        r3d_priv_growing_free(&hooks, &arena->cells[i]);
    }
    hooks.free(arena, hooks.user);
}

/* ---- time ---- */

/* a on the way to b, halves away from zero. */
static int32_t between(int32_t a, int32_t b, int64_t passed, int64_t all)
{
    const int64_t way = ((int64_t)b - a) * passed;
    const int64_t magnitude = way < 0 ? -way : way;
    const int64_t rounded = magnitude / all + (magnitude % all >= all - magnitude % all ? 1 : 0);
    return (int32_t)(a + (way < 0 ? -rounded : rounded));
}

static void place_sprite(const r3d_arena *arena, const r3d_priv_arenas_path *path, int64_t time_ms,
                         r3d_affine_sprite *sprite)
{
    const r3d_priv_arenas_key *keys = arena->keys.items;
    const r3d_priv_arenas_key *before = &keys[path->first];
    const r3d_priv_arenas_key *after = before;
    while (after->time_ms < time_ms && after->next >= 0) {
        before = after;
        after = &keys[after->next];
    }
    int32_t place[3];
    for (int i = 0; i < 3; i++) {
        if (before == after || time_ms >= after->time_ms) {
            place[i] = after->place[i];
        } else {
            place[i] = between(before->place[i], after->place[i], time_ms - before->time_ms,
                               (int64_t)after->time_ms - before->time_ms);
        }
    }
    sprite->x = place[0];
    sprite->y = place[1];
    sprite->z = place[2];
}

r3d_result r3d_arena_set_time(r3d_arena *arena, int64_t time_ms)
{
    const int64_t most = (int64_t)1 << 40;
    if (arena == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (time_ms < -most || time_ms > most) {
        return R3D_ERR_RANGE;
    }
    arena->scene.time_ms = time_ms;
    arena->frame.time_ms = time_ms;
    const r3d_priv_arenas_path *paths = arena->paths.items;
    for (size_t i = 0; i < arena->paths.count; i++) {
        if (paths[i].first >= 0) {
            place_sprite(arena, &paths[i], time_ms, (r3d_affine_sprite *)arena->sprites.items + i);
        }
    }
    return R3D_OK;
}

/* ---- what is in it ---- */

const r3d_affine_scene *r3d_arena_get_scene(const r3d_arena *arena)
{
    return arena == NULL || arena->is_raw ? NULL : &arena->scene;
}

r3d_result r3d_arena_get_camera(const r3d_arena *arena, r3d_affine_camera *out_camera)
{
    if (arena == NULL || out_camera == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_camera = arena->camera;
    return R3D_OK;
}

const r3d_affine_hw_frame *r3d_arena_get_hw_frame(const r3d_arena *arena)
{
    return arena == NULL || !arena->is_raw ? NULL : &arena->frame;
}

bool r3d_arena_has_counters(const r3d_arena *arena)
{
    return arena != NULL && arena->wants_counters;
}
