/* SPDX-License-Identifier: MIT */
/* The commands that draw arenas, and the room. docs/script.md. */

#include <stdio.h>

#include "script_affine.h"

/* ---- arena files ---- */

/* `heading N`, `pitch N`, `roll N`, `time MS` behind the file, each once. */
static r3d_result read_words(r3d_replay *replay, const r3d_script_args *args,
                             r3d_affine_camera *camera, int64_t *time_ms)
{
    static const char *const words[] = {"heading", "pitch", "roll", "time"};
    enum { FIRST = 3, WORDS = 4 };
    bool given[WORDS] = {false, false, false, false};
    int32_t numbers[WORDS] = {camera->heading_a11, camera->pitch_a11, camera->roll_a11, 0};
    for (uint32_t i = FIRST; i + 1 < args->count; i += 2) {
        const char *word = r3d_script_word(args, (int)i);
        int which = 0;
        while (which < WORDS && strcmp(word, words[which]) != 0) {
            which++;
        }
        if (which == WORDS || given[which]) {
            return r3d_replay_fail(replay, R3D_ERR_RANGE,
                                   "\"%.40s\", expected heading, pitch, roll or time, each once",
                                   word);
        }
        given[which] = true;
        numbers[which] = N(i + 1);
    }
    camera->heading_a11 = numbers[0];
    camera->pitch_a11 = numbers[1];
    camera->roll_a11 = numbers[2];
    *time_ms = given[3] ? numbers[3] : *time_ms;
    return R3D_OK;
}

static r3d_result load_arena(r3d_replay *replay, const r3d_script_args *args, r3d_arena **out)
{
    const r3d_allocator *hooks = r3d_replay_get_allocator(replay);
    char *path = NULL;
    r3d_error cause;
    r3d_result result = r3d_replay_resolve_path(replay, args, 2, &path);
    if (result != R3D_OK) {
        return result;
    }
    r3d_arena_load_options options;
    r3d_arena_load_options_init(&options);
    options.files = r3d_replay_get_files(replay);
    result = r3d_arena_load(path, &options, hooks, out, &cause);
    hooks->free(path, hooks->user);
    return result == R3D_OK ? result
                            : r3d_replay_fail(replay, result, "%.150s:%ld: %.250s", cause.file,
                                              (long)cause.line, cause.message);
}

static r3d_result fail_drawing(r3d_replay *replay, r3d_result result)
{
    return r3d_replay_fail(replay, result,
                           "the arena cannot be drawn: a number is out of its range, or mode hw "
                           "has no such thing or too few of them (%s)",
                           r3d_result_string(result));
}

static r3d_result draw_arena(r3d_replay *replay, const r3d_script_args *args, r3d_arena *arena)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    r3d_surface *target = r3d_replay_get_target(replay);
    const r3d_affine_scene *scene = r3d_arena_get_scene(arena);
    const r3d_affine_hw_frame *frame = r3d_arena_get_hw_frame(arena);
    r3d_affine_camera camera;
    if (s == NULL) {
        return R3D_ERR_MEMORY;
    }
    (void)r3d_arena_get_camera(arena, &camera);
    int64_t time_ms = scene != NULL ? scene->time_ms : frame->time_ms;
    r3d_result result = read_words(replay, args, &camera, &time_ms);
    if (result != R3D_OK) {
        return result;
    }
    (void)r3d_arena_set_time(arena, time_ms);
    if (scene == NULL) {
        result = r3d_affine_compose(frame, target, N(0), N(1));
        return result == R3D_OK ? result : fail_drawing(replay, result);
    }
    result = r3d_priv_affine_need_context(replay, s, scene);
    if (result != R3D_OK) {
        return result;
    }
    r3d_draw_origin origin;
    memset(&origin, 0, sizeof origin);
    origin.kind = "arena";
    origin.name = r3d_script_word(args, 2);
    r3d_draw_push(target, &origin);
    result = r3d_affine_draw(s->context, scene, &camera, target, N(0), N(1));
    r3d_draw_pop(target);
    return result == R3D_OK ? result : fail_drawing(replay, result);
}

static r3d_result run_affine(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_arena *arena = NULL;
    r3d_result result = load_arena(replay, args, &arena);
    if (result == R3D_OK) {
        result = draw_arena(replay, args, arena);
        r3d_arena_destroy(arena);
    }
    return result;
}

/* ---- scenes and frames that were said ---- */

static r3d_result run_draw(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    if (s == NULL) {
        return R3D_ERR_MEMORY;
    }
    if (!s->has_scene) {
        return r3d_replay_fail(replay, R3D_ERR_STATE,
                               "expected \"affine_scene\" and what is in it before");
    }
    r3d_affine_scene *scene = &s->scene;
    scene->walls = s->walls.items;
    scene->wall_count = (int32_t)s->walls.count;
    scene->sprites = s->sprites.items;
    scene->sprite_count = (int32_t)s->sprites.count;
    scene->boxes = s->boxes.items;
    scene->box_count = (int32_t)s->boxes.count;
    memcpy(scene->cycles, s->cycles, sizeof scene->cycles);
    scene->cycle_count = s->cycle_count;
    scene->time_ms = s->time_ms;
    r3d_result result = r3d_priv_affine_need_context(replay, s, scene);
    if (result == R3D_OK) {
        result = r3d_affine_draw(s->context, scene, &s->camera, r3d_replay_get_target(replay), N(0),
                                 N(1));
        result = result == R3D_OK ? result : fail_drawing(replay, result);
    }
    return result;
}

static r3d_result compose(r3d_replay *replay, const r3d_script_args *args, bool is_boxes)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    if (s == NULL) {
        return R3D_ERR_MEMORY;
    }
    if (!s->has_frame) {
        return r3d_replay_fail(replay, R3D_ERR_STATE,
                               "expected \"affine_frame\" and what is in it before");
    }
    r3d_affine_hw_frame *frame = &s->frame;
    frame->backgrounds = s->backgrounds;
    frame->objects = s->objects;
    frame->matrices = s->matrices;
    memcpy(frame->cycles, s->cycles, sizeof frame->cycles);
    frame->cycle_count = s->cycle_count;
    frame->time_ms = s->time_ms;
    r3d_surface *target = r3d_replay_get_target(replay);
    const r3d_result result = is_boxes ? r3d_affine_draw_boxes(frame, target, N(0), N(1))
                                       : r3d_affine_compose(frame, target, N(0), N(1));
    return result == R3D_OK ? result : fail_drawing(replay, result);
}

static r3d_result run_compose(r3d_replay *replay, const r3d_script_args *args)
{
    return compose(replay, args, false);
}

static r3d_result run_boxes(r3d_replay *replay, const r3d_script_args *args)
{
    return compose(replay, args, true);
}

#define AT R3D_SCRIPT_ANY_INT("X"), R3D_SCRIPT_ANY_INT("Y")
#define DRAWS(name, run) (name), (run), R3D_SCRIPT_AFTER_SIZE, 0, 0, 0

static const r3d_script_command drawing[] = {
    {"affine",
     run_affine,
     R3D_SCRIPT_AFTER_SIZE,
     0,
     0,
     2,
     {AT, R3D_SCRIPT_FILE_OF_PARTS("wall"), R3D_SCRIPT_WORD("WORD"), R3D_SCRIPT_ANY_INT("N")}},
    {DRAWS("affine_draw", run_draw), {AT}},
    {DRAWS("affine_compose", run_compose), {AT}},
    {DRAWS("affine_boxes", run_boxes), {AT}},
};

static const r3d_script_call calls[] = {
    {&r3d_call_affine_draw, r3d_priv_affine_write_draw, NULL},
    {&r3d_call_affine_compose, r3d_priv_affine_write_compose, NULL},
    {&r3d_call_affine_boxes, r3d_priv_affine_write_boxes, NULL},
};

const r3d_script_room r3d_priv_affine_draw_room = {
    "affine draws", drawing, sizeof drawing / sizeof drawing[0], NULL, 0, {0, NULL}, {0, NULL}};

const r3d_script_room r3d_priv_affine_room = {
    "affine",
    r3d_priv_affine_item_commands,
    sizeof r3d_priv_affine_item_commands / sizeof r3d_priv_affine_item_commands[0],
    calls,
    sizeof calls / sizeof calls[0],
    {sizeof(r3d_priv_affine_state), r3d_priv_affine_state_release},
    {sizeof(r3d_priv_affine_written), NULL}};
