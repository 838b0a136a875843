/* SPDX-License-Identifier: MIT */
/* Levels of column worlds, what moves in them, and their cameras. docs/script.md. */

#include <string.h>

#include <retro3d/column_calls.h>

#include "column_state.h"
#include "column_write.h"
#include "command_forms.h"

#define V_DECIMAL(index) (args->values[index].d)

/* ---- levels ---- */

static const char *optional_word(const r3d_script_args *args, uint32_t index)
{
    const char *word = index < args->count ? r3d_script_word(args, (int)index) : "-";
    return strcmp(word, "-") == 0 ? NULL : word;
}

static r3d_result run_level(r3d_replay *replay, const r3d_script_args *args)
{
    char *path = NULL;
    r3d_error cause;
    r3d_column_level *level = NULL;
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.files = r3d_replay_get_files(replay);
    options.wall_material = optional_word(args, 2);
    options.step_material = optional_word(args, 3);
    options.floor_material = optional_word(args, 4);
    options.ceiling_material = optional_word(args, 5);
    result = r3d_column_level_load(path, &options, &replay->allocator, &level, &cause);
    replay->allocator.free(path, replay->allocator.user);
    return result == R3D_OK ? r3d_priv_column_place_fill(replay, V(0), level, NULL)
                            : r3d_priv_fail_loading(replay, "column level", V(0), &cause);
}

static r3d_result load_wad(r3d_replay *replay, const r3d_script_args *args, r3d_wad **out_wad)
{
    char *path = NULL;
    r3d_error cause;
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    result =
        r3d_wad_load_from(r3d_replay_get_files(replay), path, &replay->allocator, out_wad, &cause);
    replay->allocator.free(path, replay->allocator.user);
    return result == R3D_OK ? result : r3d_priv_fail_loading(replay, "column level", V(0), &cause);
}

static r3d_result run_map(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_wad *wad = NULL;
    r3d_error cause;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    r3d_result result = load_wad(replay, args, &wad);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    result = r3d_wad_load_map(wad, NULL, r3d_script_word(args, 2), &options, &replay->allocator,
                              &level, &pictures, &cause);
    r3d_wad_destroy(wad);
    return result == R3D_OK ? r3d_priv_column_place_fill(replay, V(0), level, pictures)
                            : r3d_priv_fail_loading(replay, "column level", V(0), &cause);
}

/* ---- pictures from folders and WAD files ---- */

static r3d_result add_pictures(r3d_replay *replay, int32_t number, r3d_priv_script_level *place,
                               const r3d_column_picture_sources *sources)
{
    r3d_column_level_pictures *pictures = NULL;
    r3d_error cause;
    const r3d_result result = r3d_column_level_load_pictures(place->level, sources,
                                                             &replay->allocator, &pictures, &cause);
    return result == R3D_OK
               ? r3d_priv_column_place_add(replay, place, pictures)
               : r3d_priv_fail_loading(replay, "pictures of column level", number, &cause);
}

static r3d_result run_wad_pictures(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    r3d_column_picture_sources sources;
    r3d_wad *wad = NULL;
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = load_wad(replay, args, &wad);
    if (result == R3D_OK) {
        r3d_column_picture_sources_init(&sources);
        sources.wad = wad;
        result = add_pictures(replay, V(0), place, &sources);
        r3d_wad_destroy(wad);
    }
    return result;
}

static r3d_result run_folder(r3d_replay *replay, const r3d_script_args *args, bool is_sprites)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    r3d_column_picture_sources sources;
    char *path = NULL;
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result == R3D_OK) {
        r3d_column_picture_sources_init(&sources);
        sources.files = r3d_replay_get_files(replay);
        sources.sprite_dir = is_sprites ? path : NULL;
        sources.texture_dir = is_sprites ? NULL : path;
        result = add_pictures(replay, V(0), place, &sources);
        replay->allocator.free(path, replay->allocator.user);
    }
    return result;
}

static r3d_result run_sprites(r3d_replay *replay, const r3d_script_args *args)
{
    return run_folder(replay, args, true);
}

static r3d_result run_textures(r3d_replay *replay, const r3d_script_args *args)
{
    return run_folder(replay, args, false);
}

/* ---- worlds ---- */

static r3d_result run_heights(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    return r3d_column_world_set_heights(place->world, V(1), V_DECIMAL(2), V_DECIMAL(3)) == R3D_OK
               ? R3D_OK
               : r3d_replay_fail(
                     replay, R3D_ERR_RANGE,
                     "sector %ld cannot have floor %g and ceiling %g: no such sector, a "
                     "height beyond %ld, or the floor above the ceiling",
                     (long)V(1), V_DECIMAL(2), V_DECIMAL(3), (long)R3D_COLUMN_COORDINATE_MAX);
}

static r3d_result run_floor(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    return r3d_column_world_set_floor(place->world, V(1), V_DECIMAL(2)) == R3D_OK
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_RANGE,
                                 "sector %ld cannot have its floor at %g: no such sector, beyond "
                                 "%ld, or above its ceiling",
                                 (long)V(1), V_DECIMAL(2), (long)R3D_COLUMN_COORDINATE_MAX);
}

static r3d_result run_ceiling(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    return r3d_column_world_set_ceiling(place->world, V(1), V_DECIMAL(2)) == R3D_OK
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_RANGE,
                                 "sector %ld cannot have its ceiling at %g: no such sector, beyond "
                                 "%ld, or below its floor",
                                 (long)V(1), V_DECIMAL(2), (long)R3D_COLUMN_COORDINATE_MAX);
}

static r3d_result run_thing(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    const double *z = args->count > 4 ? &args->values[4].d : NULL;
    return r3d_column_world_move_thing(place->world, V(1), V_DECIMAL(2), V_DECIMAL(3), z) == R3D_OK
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_RANGE,
                                 "thing %ld cannot be moved: no such thing, or beyond %ld",
                                 (long)V(1), (long)R3D_COLUMN_COORDINATE_MAX);
}

static r3d_result run_mover(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    static const char *const words[] = {"down", "stopped", "up"};
    const char *word = r3d_script_word(args, 2);
    int direction = R3D_COLUMN_MOVER_DOWN;
    while (direction <= R3D_COLUMN_MOVER_UP &&
           strcmp(word, words[direction - R3D_COLUMN_MOVER_DOWN]) != 0) {
        direction++;
    }
    if (direction > R3D_COLUMN_MOVER_UP) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "\"%.40s\", expected down, stopped or up",
                               word);
    }
    const double speed = args->count > 3 ? V_DECIMAL(3) : 0.0;
    const bool reverse = args->count > 4 && V(4) != 0;
    return r3d_column_world_start_mover(place->world, V(1), (r3d_column_mover_direction)direction,
                                        speed, reverse) == R3D_OK
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_RANGE,
                                 "mover %ld cannot be started: no such mover, or a bad speed",
                                 (long)V(1));
}

static r3d_result run_advance(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    return r3d_column_world_advance(place->world, V_DECIMAL(1), NULL, 0) == R3D_OK
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_RANGE, "SECONDS is %g, expected 0..3600",
                                 V_DECIMAL(1));
}

/* ---- the view ---- */

static r3d_result run_camera(r3d_replay *replay, const r3d_script_args *args)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    if (columns == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_column_camera *camera = &columns->view.camera;
    camera->x = V_DECIMAL(0);
    camera->y = V_DECIMAL(1);
    camera->z = V_DECIMAL(2);
    camera->yaw = V_DECIMAL(3);
    camera->shear = V_DECIMAL(4);
    return R3D_OK;
}

static r3d_result run_start(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(place->level);
    r3d_column_camera *camera = &r3d_priv_columns_get(replay)->view.camera;
    if (!desc->has_start) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "column level %ld has no start", (long)V(0));
    }
    camera->x = desc->start_x;
    camera->y = desc->start_y;
    camera->z = desc->start_eye;
    camera->yaw = desc->start_yaw;
    camera->shear = 0.0;
    return R3D_OK;
}

static r3d_result run_focal(r3d_replay *replay, const r3d_script_args *args)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    if (columns == NULL) {
        return R3D_ERR_MEMORY;
    }
    columns->view.camera.focal_x = V_DECIMAL(0);
    columns->view.camera.focal_y = V_DECIMAL(1);
    columns->fov = 0.0;
    return R3D_OK;
}

static r3d_result run_fov(r3d_replay *replay, const r3d_script_args *args)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    if (columns == NULL) {
        return R3D_ERR_MEMORY;
    }
    if (!(V_DECIMAL(0) >= 1.0 && V_DECIMAL(0) <= 179.0)) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "DEGREES is %g, expected 1..179",
                               V_DECIMAL(0));
    }
    columns->fov = V_DECIMAL(0);
    return R3D_OK;
}

static r3d_result run_light(r3d_replay *replay, const r3d_script_args *args)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    if (columns == NULL) {
        return R3D_ERR_MEMORY;
    }
    columns->view.fade_start = V_DECIMAL(0);
    columns->view.fade_length = V_DECIMAL(1);
    columns->view.contrast = V(2) != 0;
    return R3D_OK;
}

static r3d_result run_behind(r3d_replay *replay, const r3d_script_args *args)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    if (columns == NULL) {
        return R3D_ERR_MEMORY;
    }
    columns->view.background_rgb = (uint32_t)V(0);
    columns->view.sky_horizon = V_DECIMAL(1);
    return R3D_OK;
}

static r3d_result run_band(r3d_replay *replay, const r3d_script_args *args)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    if (columns == NULL) {
        return R3D_ERR_MEMORY;
    }
    columns->view.column_begin = V(0);
    columns->view.column_end = V(1);
    return R3D_OK;
}

/* ---- drawing ---- */

static const char *const mode_names[] = {"ids", "lines", "dither", "flat", "textured"};

enum { MODE_COUNT = sizeof mode_names / sizeof mode_names[0] };

/* Room for the columns of all things and masked walls, as many as there are. */
static r3d_result draw(r3d_replay *replay, r3d_priv_script_level *place,
                       const r3d_column_view *view)
{
    r3d_surface *surface = &replay->surface;
    r3d_column_stats stats;
    r3d_result result = R3D_OK;
    if (place->context == NULL) {
        result = r3d_column_context_create(place->level, surface->width, surface->height, 0,
                                           &replay->allocator, &place->context);
    }
    if (result == R3D_OK) {
        result = r3d_column_draw(place->context, place->world, view, surface, &stats);
    }
    if (result == R3D_ERR_LIMIT) {
        result = r3d_column_context_reserve(place->context, stats.slices_needed);
        if (result == R3D_OK) {
            result = r3d_column_draw(place->context, place->world, view, surface, &stats);
        }
    }
    return result;
}

static r3d_result run_draw(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_column_view view = r3d_priv_columns_get(replay)->view;
    const char *word = r3d_script_word(args, 1);
    int mode = 0;
    while (mode < MODE_COUNT && strcmp(word, mode_names[mode]) != 0) {
        mode++;
    }
    if (mode == MODE_COUNT) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE,
                               "\"%.40s\", expected ids, lines, dither, flat or textured", word);
    }
    view.mode = (r3d_column_mode)mode;
    const char *things = args->count > 2 ? r3d_script_word(args, 2) : "";
    if (args->count > 2 && strcmp(things, "things") != 0) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "\"%.40s\", expected things or nothing",
                               things);
    }
    view.things = args->count > 2;
    view.materials = &place->materials;
    const r3d_rect *clip = &replay->surface.clip;
    if (r3d_priv_columns_get(replay)->fov > 0.0) {
        r3d_column_camera_square(&view.camera, clip->right - clip->left,
                                 r3d_priv_columns_get(replay)->fov);
    }
    const r3d_result result = draw(replay, place, &view);
    return result != R3D_ERR_RANGE
               ? result
               : r3d_replay_fail(replay, result,
                                 "nothing to draw into, columns outside the picture, or a camera "
                                 "or light beyond %ld",
                                 (long)R3D_COLUMN_CAMERA_MAX);
}

#define DECIMAL R3D_SCRIPT_DECIMAL
#define WORD R3D_SCRIPT_WORD
#define LEVEL INT("L", 0, R3D_PRIV_COLUMN_PLACES - 1)
#define SECTOR INT("SECTOR", 0, R3D_COLUMN_SECTORS_MAX - 1)
#define SET_COLUMN(name, run, optional)                                                            \
    (name), (run), R3D_SCRIPT_ANY_TIME, R3D_SCRIPT_PREPARES, (optional), 0

static const r3d_script_command specs[] = {
    {SET_COLUMN("column_level", run_level, 4),
     {LEVEL, R3D_SCRIPT_FILE, WORD("WALL"), WORD("STEP"), WORD("FLOOR"), WORD("CEILING")}},
    {SET_COLUMN("column_map", run_map, 0), {LEVEL, R3D_SCRIPT_FILE, WORD("MAP")}},
    {SET_COLUMN("column_wad", run_wad_pictures, 0), {LEVEL, R3D_SCRIPT_FILE}},
    {SET_COLUMN("column_sprites", run_sprites, 0), {LEVEL, R3D_SCRIPT_FILE}},
    {SET_COLUMN("column_textures", run_textures, 0), {LEVEL, R3D_SCRIPT_FILE}},
    {SET_COLUMN("column_heights", run_heights, 0),
     {LEVEL, SECTOR, DECIMAL("FLOOR"), DECIMAL("CEILING")}},
    {SET_COLUMN("column_floor", run_floor, 0), {LEVEL, SECTOR, DECIMAL("Z")}},
    {SET_COLUMN("column_ceiling", run_ceiling, 0), {LEVEL, SECTOR, DECIMAL("Z")}},
    {SET_COLUMN("column_thing", run_thing, 1),
     {LEVEL, INT("THING", 0, R3D_COLUMN_THINGS_MAX - 1), DECIMAL("X"), DECIMAL("Y"), DECIMAL("Z")}},
    {SET_COLUMN("column_mover", run_mover, 2),
     {LEVEL, INT("MOVER", 0, R3D_COLUMN_NAMES_MAX - 1), WORD("DIRECTION"), DECIMAL("SPEED"),
      INT("reverse", 0, 1)}},
    {SET_COLUMN("column_advance", run_advance, 0), {LEVEL, DECIMAL("SECONDS")}},
    {SET_COLUMN("column_camera", run_camera, 0),
     {DECIMAL("X"), DECIMAL("Y"), DECIMAL("Z"), DECIMAL("YAW"), DECIMAL("SHEAR")}},
    {SET_COLUMN("column_start", run_start, 0), {LEVEL}},
    {SET_COLUMN("column_focal", run_focal, 0), {DECIMAL("FX"), DECIMAL("FY")}},
    {SET_COLUMN("column_fov", run_fov, 0), {DECIMAL("DEGREES")}},
    {SET_COLUMN("column_light", run_light, 0),
     {DECIMAL("START"), DECIMAL("LENGTH"), INT("contrast", 0, 1)}},
    {SET_COLUMN("column_behind", run_behind, 0), {R3D_SCRIPT_RGB, DECIMAL("HORIZON")}},
    {SET_COLUMN("column_band", run_band, 0),
     {INT("BEGIN", 0, R3D_SURFACE_SIZE_MAX), INT("END", 0, R3D_SURFACE_SIZE_MAX)}},
    {"column_draw",
     run_draw,
     R3D_SCRIPT_AFTER_SIZE,
     0,
     1,
     0,
     {LEVEL, WORD("MODE"), WORD("things")}},
};

static const r3d_script_call calls[] = {{&r3d_call_column_draw, r3d_priv_column_write_draw, NULL}};

const r3d_script_room r3d_priv_column_room = {
    "column",
    specs,
    R3D_PRIV_COUNT(specs),
    calls,
    R3D_PRIV_COUNT(calls),
    {sizeof(struct r3d_priv_columns), r3d_priv_columns_release},
    {sizeof(r3d_priv_written_columns), r3d_priv_columns_written_release}};
