/* SPDX-License-Identifier: MIT */
/* Outlined isometric maps as a command, and as lines of a recording. Source: spec outline section 11,
 * "History". docs/script.md describes the command. */

#include <string.h>

#include <retro3d/isomaps.h>
#include <retro3d/outline_calls.h>
#include <retro3d/text.h>

#include "../script/command_forms.h"
#include "../script/script_internal.h"

enum { MAPS_MAX = 8 };

/* A map that was loaded; the file stays as it was then. */
typedef struct loaded_map {
    char *path; /* NULL: a free place */
    r3d_isomap *map;
    r3d_isomap_settings settings; /* of the file */
    uint32_t last_use;
} loaded_map;

typedef struct loaded_maps {
    loaded_map places[MAPS_MAX];
    uint32_t clock;
} loaded_maps;

static void clear_place(loaded_map *place, const r3d_allocator *allocator)
{
    r3d_isomap_destroy(place->map);
    allocator->free(place->path, allocator->user);
    memset(place, 0, sizeof *place);
}

static void release_maps(void *state, const r3d_allocator *allocator)
{
    loaded_maps *maps = state;
    for (int i = 0; i < MAPS_MAX; i++) {
        clear_place(&maps->places[i], allocator);
    }
}

/* The place of a file; loads it if it is not there yet. NULL, with the reason noted. */
static loaded_map *get_map(r3d_replay *replay, const r3d_script_args *args, int index)
{
    loaded_maps *maps = r3d_replay_get_room_state(replay, &r3d_priv_outline_room);
    const r3d_allocator *hooks = r3d_replay_get_allocator(replay);
    char *path = NULL;
    if (maps == NULL || r3d_replay_resolve_path(replay, args, index, &path) != R3D_OK) {
        return NULL;
    }
    loaded_map *oldest = &maps->places[0];
    for (int i = 0; i < MAPS_MAX; i++) {
        loaded_map *place = &maps->places[i];
        if (place->path != NULL && strcmp(place->path, path) == 0) {
            hooks->free(path, hooks->user);
            place->last_use = ++maps->clock;
            return place;
        }
        oldest = place->last_use < oldest->last_use ? place : oldest;
    }
    clear_place(oldest, hooks);
    r3d_isomap_load_options options;
    r3d_error error;
    r3d_isomap_load_options_init(&options);
    options.files = r3d_replay_get_files(replay);
    if (r3d_isomap_load(path, &options, hooks, &oldest->map, &error) != R3D_OK) {
        hooks->free(path, hooks->user);
        if (error.line > 0) {
            (void)r3d_replay_fail(replay, error.result, "%.60s, line %ld: %.150s",
                                  r3d_script_word(args, index), (long)error.line, error.message);
        } else {
            (void)r3d_replay_fail(replay, error.result, "%.60s: %.150s",
                                  r3d_script_word(args, index), error.message);
        }
        return NULL;
    }
    oldest->path = path;
    oldest->last_use = ++maps->clock;
    r3d_isomap_settings_init(&oldest->settings);
    r3d_isomap_get_settings(oldest->map, &oldest->settings);
    return oldest;
}

/* ---- the words behind the file ---- */

typedef struct request {
    r3d_isomap_settings settings;
    int32_t time_ms;
    bool has_mode;
    bool has_time;
} request;

static bool take_number(r3d_replay *replay, const r3d_script_args *args, int32_t *next,
                        const char *what, int32_t *out)
{
    if (*next >= (int32_t)args->count) {
        (void)r3d_replay_fail(replay, R3D_ERR_FORMAT_SYNTAX, "the line ends, expected %s", what);
        return false;
    }
    const char *word = r3d_script_word(args, (*next)++);
    const r3d_result result = r3d_text_to_i32(word, strlen(word), out);
    if (result != R3D_OK) {
        (void)r3d_replay_fail(replay, result, "found \"%.40s\", expected %s, a whole number", word,
                              what);
    }
    return result == R3D_OK;
}

static bool take_mode(r3d_replay *replay, const r3d_script_args *args, int32_t *next, request *out)
{
    const char *word = *next < (int32_t)args->count ? r3d_script_word(args, (*next)++) : "";
    const bool is_screen = strcmp(word, "screen") == 0;
    if (!is_screen && strcmp(word, "world") != 0) {
        (void)r3d_replay_fail(replay, R3D_ERR_FORMAT_SYNTAX,
                              "found \"%.40s\" behind \"mode\", expected world or screen", word);
        return false;
    }
    out->settings.mode = is_screen ? R3D_ISOMAP_SCREEN : R3D_ISOMAP_WORLD;
    return true;
}

/* Takes one option; each is given once. */
static bool take_option(r3d_replay *replay, const r3d_script_args *args, int32_t *next,
                        request *out)
{
    const char *word = r3d_script_word(args, (*next)++);
    bool *is_given;
    bool is_good;
    bool had;
    if (strcmp(word, "mode") == 0) {
        is_given = &out->has_mode;
        had = *is_given;
        is_good = take_mode(replay, args, next, out);
    } else if (strcmp(word, "time") == 0) {
        is_given = &out->has_time;
        had = *is_given;
        is_good = take_number(replay, args, next, "the time in milliseconds", &out->time_ms);
    } else if (strcmp(word, "light") == 0) {
        is_given = &out->settings.has_light;
        had = *is_given;
        is_good = take_number(replay, args, next, "the light's x", &out->settings.light_x_a64) &&
                  take_number(replay, args, next, "the light's y", &out->settings.light_y_a64);
    } else {
        (void)r3d_replay_fail(replay, R3D_ERR_FORMAT_SYNTAX,
                              "found \"%.40s\", expected mode, light or time", word);
        return false;
    }
    if (is_good && had) {
        (void)r3d_replay_fail(replay, R3D_ERR_FORMAT_DATA, "\"%s\" is given twice", word);
    }
    *is_given = true;
    return is_good && !had;
}

static bool is_equal(const r3d_isomap_settings *a, const r3d_isomap_settings *b)
{
    return a->mode == b->mode && a->has_light == b->has_light && a->light_x_a64 == b->light_x_a64 &&
           a->light_y_a64 == b->light_y_a64;
}

static r3d_result run_outline(r3d_replay *replay, const r3d_script_args *args)
{
    loaded_map *place = get_map(replay, args, 2);
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    request wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.settings = place->settings;
    for (int32_t next = 3; next < (int32_t)args->count;) {
        if (!take_option(replay, args, &next, &wanted)) {
            return R3D_ERR_FORMAT_SYNTAX;
        }
    }
    r3d_error error;
    r3d_isomap_settings current;
    r3d_isomap_settings_init(&current);
    r3d_isomap_get_settings(place->map, &current);
    r3d_result result = R3D_OK;
    if (!is_equal(&current, &wanted.settings)) {
        result = r3d_isomap_set_settings(place->map, &wanted.settings, &error);
    }
    if (result == R3D_OK) {
        result = r3d_isomap_draw(place->map, wanted.time_ms, &error);
    }
    if (result != R3D_OK) {
        return r3d_replay_fail(replay, result, "%.60s: %.150s", r3d_script_word(args, 2),
                               error.message);
    }
    if (!r3d_isomap_has_colors(place->map)) {
        return r3d_replay_fail(replay, R3D_ERR_FORMAT_COUNT,
                               "%.60s has no sheet, so it has no picture",
                               r3d_script_word(args, 2));
    }
    r3d_surface *target = r3d_replay_get_target(replay);
    r3d_draw_origin origin;
    memset(&origin, 0, sizeof origin);
    origin.kind = "map";
    origin.name = r3d_script_word(args, 2);
    if (target->listener != NULL) {
        r3d_draw_push(target, &origin);
    }
    result = r3d_isomap_paint(place->map, target, V(0), V(1));
    if (target->listener != NULL) {
        r3d_draw_pop(target);
    }
    return result;
}

/* ---- recordings ---- */

/* Files have names of their contents, so that of the sheet is known before the map names it. */
static void write_paint(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_outline_paint_call *a = call->arguments;
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    void *png = NULL;
    size_t png_size = 0;
    char *text = NULL;
    size_t text_size = 0;
    r3d_error error;
    r3d_result result = r3d_isomap_encode_sheet(a->frame, hooks, &png, &png_size, &error);
    if (result == R3D_OK) {
        const char *sheet = r3d_script_write_file(writer, "sheet", "png", png, png_size);
        result = r3d_isomap_encode(a->frame, a->paint, sheet, hooks, &text, &text_size, &error);
    }
    if (result != R3D_OK) {
        r3d_script_write_fail(writer, result, "an outlined map: %.130s", error.message);
    } else {
        const char *map = r3d_script_write_file(writer, "map", "iso", text, text_size);
        r3d_script_write_clip(writer, call->surface);
        r3d_script_write(writer, "outline %ld %ld %s\n", (long)a->x, (long)a->y, map);
    }
    if (png != NULL) {
        hooks->free(png, hooks->user);
    }
    if (text != NULL) {
        hooks->free(text, hooks->user);
    }
}

static void list_sheet(const void *data, size_t size, void (*found)(const char *name, void *user),
                       void *user)
{
    char name[256];
    if (r3d_isomap_find_sheet(data, size, name, sizeof name) == R3D_OK && name[0] != '\0') {
        found(name, user);
    }
}

static const r3d_script_command specs[] = {
    {"outline",
     run_outline,
     R3D_SCRIPT_AFTER_SIZE,
     0,
     0,
     1,
     {ANY("X"), ANY("Y"), R3D_SCRIPT_FILE_OF(NULL, list_sheet),
      R3D_SCRIPT_WORD("mode|light|time")}},
};

static const r3d_script_call calls[] = {{&r3d_call_outline_paint, write_paint, NULL}};

const r3d_script_room r3d_priv_outline_room = {"outline",
                                               specs,
                                               R3D_PRIV_COUNT(specs),
                                               calls,
                                               R3D_PRIV_COUNT(calls),
                                               {sizeof(loaded_maps), release_maps},
                                               {0, NULL}};
