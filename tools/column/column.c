/* SPDX-License-Identifier: MIT */
/* retro3d column: draws a column world from a camera, or along a path of cameras. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/apng.h>
#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "cols.h"
#include "load_level.h"
#include "path.h"
#include "stats.h"
#include "../common/commands.h"
#include "../common/options.h"
#include "../common/scale.h"

enum {
    OPTION_CAMERA,
    OPTION_FOCAL,
    OPTION_FOV,
    OPTION_SIZE,
    OPTION_MODE,
    OPTION_THINGS,
    OPTION_SET,
    OPTION_OUTPUT,
    OPTION_COLS,
    OPTION_PATH,
    OPTION_RATE,
    OPTION_TEXTURES,
    OPTION_IWAD,
    OPTION_FADE,
    OPTION_CONTRAST,
    OPTION_SKILL,
    OPTION_SCALE,
    OPTION_STATS
};

static const command_option options[] = {
    {"camera", 'c', "X,Y,Z,YAW,SHEAR",
     "Eye, degrees from east, pixels that the horizon is moved down (default: the level's start)",
     "!path"},
    {"focal", 'f', "FX,FY", "Focal lengths in pixels (96x64 of the classic view: 48,32)", NULL},
    {"fov", 0, "DEGREES", "Horizontal field of view with square pixels (default 90)", "!focal"},
    {"size", 's', "WxH", "Size of the picture (default 320x200)", NULL},
    {"mode", 'm', "NAME", "ids, lines, dither, flat or textured (default textured)", NULL},
    {"things", 't', NULL, "Draw things", NULL},
    {"set", 0, "SECTOR:floor|ceil:Z", "Change a height first; up to 256 times, in any order", NULL},
    {"output", 'o', "OUT.png", "Where to write the picture (required)", NULL},
    {"cols", 0, "OUT.cols", "Write the visible walls and windows of every column, too", "!path"},
    {"path", 'p', "FILE",
     "Film a path: lines X Y Z YAW SHEAR [FRAMES], walk FORWARD FRAMES [LEFT], turn DEGREES "
     "FRAMES, "
     "wait FRAMES, mover NAME up|down|stop [SPEED], set SECTOR:floor|ceil:Z; an animated PNG, or "
     "one file a frame when OUT.png has ### in its name",
     NULL},
    {"rate", 0, "N", "Frames a second of the film and of what moves in it (default 20)", "path"},
    {"textures", 0, "DIR", "Folder of NAME.png for the materials of a text level",
     "!mode|mode=flat,textured"},
    {"iwad", 0, "FILE.wad", "Where graphics are looked up that are not beside the level or in it",
     "!mode|mode=flat,textured|things"},
    {"fade", 0, "START,LENGTH", "Light fades from this depth on, by 255 over the length",
     "!mode|mode=textured"},
    {"contrast", 0, NULL, "Walls running east-west darker, north-south lighter",
     "!mode|mode=flat,textured"},
    {"skill", 0, "easy|medium|hard|all",
     "Things of a map that a single player meets on this level, or all (default medium)", "things"},
    {"scale", 0, "N", SCALE_HELP, NULL},
    {"stats", 0, NULL, "Print what the picture was made of, a line a frame", NULL},
};

/* What the value of an option must be, by option. */
static const char *const expected[] = {
    [OPTION_CAMERA] = "five numbers X,Y,Z,YAW,SHEAR within +-10000000",
    [OPTION_FOCAL] = "two numbers FX,FY, 0.001 to 10000000",
    [OPTION_FOV] = "a number of degrees 1..179",
    [OPTION_SIZE] = "WxH with 1..8192 each",
    [OPTION_MODE] = "ids, lines, dither, flat or textured",
    [OPTION_SET] = "SECTOR:floor:Z or SECTOR:ceil:Z, or there are more than 256",
    [OPTION_RATE] = "a number of frames 1..1000",
    [OPTION_FADE] = "two numbers START,LENGTH within +-10000000, LENGTH at least 0",
    [OPTION_CONTRAST] = NULL,
    [OPTION_SKILL] = "easy, medium, hard or all",
    [OPTION_SCALE] = "a number 1..64",
    [OPTION_STATS] = NULL,
};

static const command_help help = {
    "column",
    "LEVEL -o OUT.png [options]",
    "LEVEL is a .level file or FILE.wad:MAP (without :MAP the first map).\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the level or a file it names cannot be read or is "
    "wrong,\n"
    "6 the picture cannot be written. After an error there is no output file.\n",
    options,
    sizeof options / sizeof options[0],
};

enum { SETS_MAX = 256, SIZE_MAX_PX = 8192 };

struct height_change {
    int32_t sector;
    bool is_ceiling;
    double z;
};

struct job {
    const char *level;
    const char *output;
    const char *cols;
    const char *path;
    bool has_camera;
    double camera[5];
    bool has_focal;
    double focal[2];
    double fov;
    int32_t scale;
    int32_t width;
    int32_t height;
    r3d_column_mode mode;
    bool things;
    bool contrast;
    bool stats;
    double fade[2];
    bool has_rate;
    bool has_skill;
    int32_t rate;
    struct height_change sets[SETS_MAX];
    int32_t set_count;
    open_level_options open;
};

/* ---- words ---- */

/* Reads `count` numbers with commas between them. */
static bool parse_numbers(const char *text, double *out, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const size_t length = strcspn(text, ",");
        if (r3d_text_to_double(text, length, &out[i]) != R3D_OK) {
            return false;
        }
        text += length;
        if (i + 1 < count && *text++ != ',') {
            return false;
        }
    }
    return *text == '\0';
}

static const double camera_limit = (double)R3D_COLUMN_CAMERA_MAX;

/* What r3d_column_draw takes. */
static bool is_within(double value, double low)
{
    return value >= low && value <= camera_limit;
}

static bool parse_size(const char *text, int32_t *out_width, int32_t *out_height)
{
    const char *x = strchr(text, 'x');
    return x != NULL && r3d_text_to_i32(text, (size_t)(x - text), out_width) == R3D_OK &&
           r3d_text_to_i32(x + 1, strlen(x + 1), out_height) == R3D_OK && *out_width >= 1 &&
           *out_height >= 1 && *out_width <= SIZE_MAX_PX && *out_height <= SIZE_MAX_PX;
}

static bool parse_mode(const char *text, r3d_column_mode *out)
{
    static const char *const names[] = {"ids", "lines", "dither", "flat", "textured"};
    for (int i = 0; i < 5; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = (r3d_column_mode)i;
            return true;
        }
    }
    return false;
}

static bool parse_set(const char *text, struct height_change *out)
{
    return path_parse_set(text, strlen(text), &out->sector, &out->is_ceiling, &out->z);
}

/* Takes one option; false after an error that has been printed. */
static bool take_option(struct job *job, int option, const char *value)
{
    bool good = true;
    switch (option) {
    case OPTION_CAMERA:
        job->has_camera = true;
        good = parse_numbers(value, job->camera, 5);
        for (int i = 0; i < 5; i++) {
            good = good && is_within(job->camera[i], -camera_limit);
        }
        break;
    case OPTION_FOCAL:
        job->has_focal = true;
        good = parse_numbers(value, job->focal, 2) && is_within(job->focal[0], 0.001) &&
               is_within(job->focal[1], 0.001);
        break;
    case OPTION_FOV:
        good = parse_numbers(value, &job->fov, 1) && job->fov >= 1.0 && job->fov <= 179.0;
        break;
    case OPTION_SIZE:
        good = parse_size(value, &job->width, &job->height);
        break;
    case OPTION_MODE:
        good = parse_mode(value, &job->mode);
        break;
    case OPTION_THINGS:
        job->things = true;
        break;
    case OPTION_SET:
        good = job->set_count < SETS_MAX && parse_set(value, &job->sets[job->set_count++]);
        break;
    case OPTION_OUTPUT:
        job->output = value;
        break;
    case OPTION_COLS:
        job->cols = value;
        break;
    case OPTION_PATH:
        job->path = value;
        break;
    case OPTION_RATE:
        job->has_rate = true;
        good = r3d_text_to_i32(value, strlen(value), &job->rate) == R3D_OK && job->rate >= 1 &&
               job->rate <= 1000;
        break;
    case OPTION_TEXTURES:
        job->open.textures = value;
        break;
    case OPTION_IWAD:
        job->open.iwad = value;
        break;
    case OPTION_FADE:
        good = parse_numbers(value, job->fade, 2) && is_within(job->fade[0], -camera_limit) &&
               is_within(job->fade[1], 0.0);
        break;
    case OPTION_SKILL:
        job->has_skill = true;
        good = parse_skill(value, &job->open.skill);
        break;
    case OPTION_SCALE:
        good = r3d_text_to_i32(value, strlen(value), &job->scale) == R3D_OK && job->scale >= 1 &&
               job->scale <= SCALE_MAX;
        break;
    case OPTION_STATS:
        job->stats = true;
        break;
    default:
        job->contrast = true;
        break;
    }
    if (!good) {
        usage_error(&help, "--%s: \"%s\" is not %s", options[option].name, value, expected[option]);
    }
    return good;
}

/* ---- drawing ---- */

struct canvas {
    r3d_column_world *world;
    r3d_column_context *context;
    uint32_t *pixels;
    r3d_surface surface;
    r3d_column_view view;
    r3d_picture_view picture;
    r3d_column_counters counters;
    int32_t frame;
};

/* All heights of a sector change together, so the order of the options does not matter; of two for
 * the same height the last counts. */
static bool set_heights(const struct job *job, r3d_column_world *world)
{
    const r3d_column_level_desc *desc =
        r3d_column_level_get_desc(r3d_column_world_get_level(world));
    for (int32_t i = 0; i < job->set_count; i++) {
        const int32_t sector = job->sets[i].sector;
        if (sector < 0 || sector >= desc->sector_count) {
            fprintf(stderr, "retro3d column: --set %ld: there are sectors 0..%ld\n", (long)sector,
                    (long)desc->sector_count - 1);
            return false;
        }
        double heights[2] = {r3d_column_world_get_floor(world, sector),
                             r3d_column_world_get_ceiling(world, sector)};
        for (int32_t k = 0; k < job->set_count; k++) {
            if (job->sets[k].sector == sector) {
                heights[job->sets[k].is_ceiling] = job->sets[k].z;
            }
        }
        if (r3d_column_world_set_heights(world, sector, heights[0], heights[1]) != R3D_OK) {
            fprintf(stderr,
                    "retro3d column: --set %ld: floor %g and ceiling %g: the ceiling lies below "
                    "the floor, or a height beyond +-%ld\n",
                    (long)sector, heights[0], heights[1], (long)R3D_COLUMN_COORDINATE_MAX);
            return false;
        }
    }
    return true;
}

static bool make_canvas(const struct job *job, const open_level *open, struct canvas *out)
{
    memset(out, 0, sizeof *out);
    out->pixels = malloc((size_t)job->width * (size_t)job->height * sizeof *out->pixels);
    if (out->pixels == NULL || r3d_column_world_create(open->level, NULL, &out->world) != R3D_OK ||
        r3d_column_context_create(open->level, job->width, job->height, 0, NULL, &out->context) !=
            R3D_OK) {
        fprintf(stderr, "retro3d column: out of memory\n");
        return false;
    }
    r3d_surface_init(&out->surface, out->pixels, job->width, job->height, job->width);
    out->picture.pixels = out->pixels;
    out->picture.stride_bytes = (ptrdiff_t)job->width * (ptrdiff_t)sizeof *out->pixels;
    out->picture.width = job->width;
    out->picture.height = job->height;
    out->picture.layout = R3D_LAYOUT_XRGB32;
    r3d_column_view_init(&out->view);
    r3d_column_counters_init(&out->counters);
    out->view.counters = job->stats ? &out->counters : NULL;
    out->view.mode = job->mode;
    out->view.things = job->things;
    out->view.contrast = job->contrast;
    out->view.fade_start = job->fade[0];
    out->view.fade_length = job->fade[1];
    out->view.materials =
        open->pictures == NULL ? NULL : r3d_column_level_pictures_get_materials(open->pictures);
    return set_heights(job, out->world);
}

static void free_canvas(struct canvas *canvas)
{
    r3d_column_context_destroy(canvas->context);
    r3d_column_world_destroy(canvas->world);
    free(canvas->pixels);
}

static void print_stats(const r3d_column_stats *stats, const r3d_column_counters *counters,
                        int32_t frame)
{
    char name[32];
    column_sums sums;
    memset(&sums, 0, sizeof sums);
    column_sums_add(&sums, stats, counters);
    snprintf(name, sizeof name, "frame %ld", (long)frame);
    column_sums_print(name, &sums);
}

static bool draw(const struct job *job, struct canvas *canvas, const r3d_column_camera *camera)
{
    canvas->view.camera = *camera;
    if (job->has_focal) {
        canvas->view.camera.focal_x = job->focal[0];
        canvas->view.camera.focal_y = job->focal[1];
    } else {
        r3d_column_camera_square(&canvas->view.camera, job->width, job->fov);
    }
    r3d_column_stats stats;
    r3d_result result =
        r3d_column_draw(canvas->context, canvas->world, &canvas->view, &canvas->surface, &stats);
    if (result == R3D_ERR_LIMIT &&
        r3d_column_context_reserve(canvas->context, stats.slices_needed) == R3D_OK) {
        result = r3d_column_draw(canvas->context, canvas->world, &canvas->view, &canvas->surface,
                                 &stats);
    }
    if (result != R3D_OK) {
        fprintf(stderr, "retro3d column: cannot draw: %s\n", r3d_result_string(result));
    } else if (job->stats) {
        print_stats(&stats, &canvas->counters, canvas->frame++);
    }
    return result == R3D_OK;
}

/* The first # of a file name; NULL when it has none. */
static const char *frame_mark(const char *output)
{
    const char *slash = strrchr(output, '/');
    return strchr(slash == NULL ? output : slash, '#');
}

/* "walk-###.png" with the frame's number in place of the run of #. */
static bool frame_name(const char *output, int32_t frame, char *out, size_t size)
{
    const char *first = frame_mark(output);
    const size_t digits = strspn(first, "#");
    const int used = snprintf(out, size, "%.*s%0*ld%s", (int)(first - output), output, (int)digits,
                              (long)frame, first + digits);
    return used > 0 && (size_t)used < size;
}

/* After an error there are no frames. */
static void remove_frames(const char *output, int32_t count)
{
    char name[4096];
    for (int32_t i = 0; i < count; i++) {
        if (frame_name(output, i, name, sizeof name)) {
            remove(name);
        }
    }
}

static r3d_result begin_film(const struct job *job, r3d_apng **out_apng, r3d_error *out_error)
{
    r3d_apng_options film;
    r3d_apng_options_init(&film);
    film.delay_denominator = (uint16_t)job->rate;
    return r3d_apng_create(job->output, &film, NULL, out_apng, out_error);
}

static int draw_path(const struct job *job, struct canvas *canvas, const column_path *path)
{
    path_run run;
    r3d_column_camera camera;
    const bool separate = frame_mark(job->output) != NULL;
    r3d_apng *apng = NULL;
    r3d_error error;
    r3d_result result = separate ? R3D_OK : begin_film(job, &apng, &error);
    int exit_code = R3D_EXIT_OK;
    int32_t i = 0;
    path_begin(&run, path, canvas->world, job->rate);
    for (; i < path->frame_count && result == R3D_OK && exit_code == R3D_EXIT_OK; i++) {
        char name[4096];
        if (path_next(&run, &camera) < 1 || !draw(job, canvas, &camera)) {
            exit_code = R3D_EXIT_INPUT;
        } else if (!separate) {
            result = scale_add(apng, &canvas->picture, job->scale, &error);
        } else if (!frame_name(job->output, i, name, sizeof name)) {
            fprintf(stderr, "retro3d column: the output's name is too long\n");
            exit_code = R3D_EXIT_OUTPUT;
        } else {
            result = scale_save(name, &canvas->picture, job->scale, R3D_PNG_SMALL, &error);
        }
    }
    if (result == R3D_OK && exit_code == R3D_EXIT_OK && !separate) {
        result = r3d_apng_finish(apng, &error);
    }
    if (result != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    if (exit_code != R3D_EXIT_OK && separate) {
        remove_frames(job->output, i - 1);
    }
    r3d_apng_destroy(apng);
    return exit_code;
}

static int draw_picture(const struct job *job, struct canvas *canvas)
{
    const double *values = job->camera;
    const r3d_column_camera camera = {values[0], values[1], values[2], values[3], values[4], 0, 0};
    crossing_list crossings;
    memset(&crossings, 0, sizeof crossings);
    if (job->cols != NULL) {
        canvas->view.trace = crossing_list_add;
        canvas->view.trace_user = &crossings;
    }
    int exit_code = draw(job, canvas, &camera) ? R3D_EXIT_OK : R3D_EXIT_INPUT;
    if (exit_code == R3D_EXIT_OK && job->cols != NULL) {
        exit_code = crossing_list_write(&crossings, job->cols, job->width);
    }
    r3d_error error;
    if (exit_code == R3D_EXIT_OK &&
        scale_save(job->output, &canvas->picture, job->scale, R3D_PNG_SMALL, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
        if (job->cols != NULL) {
            remove(job->cols);
        }
    }
    free(crossings.items);
    return exit_code;
}

static int run(struct job *job)
{
    open_level open;
    job->open.pictures = true;
    job->open.sprites = job->things;
    job->open.show_warnings = true;
    job->open.show_missing = job->mode == R3D_COLUMN_TEXTURED;
    int exit_code = open_level_file(job->level, &job->open, &open);
    if (exit_code != R3D_EXIT_OK) {
        return exit_code;
    }
    column_path path;
    memset(&path, 0, sizeof path);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(open.level);
    if (job->path != NULL) {
        exit_code = column_path_read(&path, job->path, open.level);
        if (exit_code == R3D_EXIT_OK && job->has_rate && frame_mark(job->output) != NULL &&
            !path.has_time) {
            exit_code = usage_error(&help, "--rate is for an animated PNG or for what moves by "
                                           "itself; neither is here");
        }
    } else if (!job->has_camera) {
        job->camera[0] = desc->start_x;
        job->camera[1] = desc->start_y;
        job->camera[2] = desc->start_eye;
        job->camera[3] = desc->start_yaw;
    }
    struct canvas canvas;
    memset(&canvas, 0, sizeof canvas);
    if (exit_code == R3D_EXIT_OK) {
        if (!make_canvas(job, &open, &canvas)) {
            exit_code = R3D_EXIT_INPUT;
        } else if (job->path != NULL) {
            exit_code = draw_path(job, &canvas, &path);
        } else {
            exit_code = draw_picture(job, &canvas);
        }
    }
    free_canvas(&canvas);
    column_path_free(&path);
    close_level(&open);
    return exit_code;
}

int cmd_column(int argc, char **argv)
{
    command_arguments arguments;
    struct job job;
    memset(&job, 0, sizeof job);
    job.fov = 90.0;
    job.width = 320;
    job.height = 200;
    job.mode = R3D_COLUMN_TEXTURED;
    job.rate = 20;
    job.scale = 1;
    arguments_init(&arguments, &help, argc, argv);
    for (;;) {
        const char *value = NULL;
        const int option = arguments_next(&arguments, &value);
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (option == R3D_ARGUMENT_END) {
            break;
        }
        if (option == R3D_ARGUMENT_POSITIONAL) {
            if (job.level != NULL) {
                return usage_error(&help, "one level at a time, not \"%s\" too", value);
            }
            job.level = value;
        } else if (!take_option(&job, option, value)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (job.level == NULL || job.output == NULL) {
        return usage_error(&help, "expected a level and --output OUT.png");
    }
    if (!scale_fits(&help, job.scale, job.width, job.height)) {
        return R3D_EXIT_USAGE;
    }
    if (job.path == NULL && frame_mark(job.output) != NULL) {
        return usage_error(&help,
                           "# in the name \"%s\" is the number of a frame: that needs "
                           "--path",
                           job.output);
    }
    if (job.open.textures != NULL && level_is_wad(job.level)) {
        return usage_error(&help, "--textures is for text levels, %.200s is a map", job.level);
    }
    if (job.has_skill && !level_is_wad(job.level)) {
        return usage_error(&help, "--skill is for maps of WAD files");
    }
    if (job.has_skill && job.mode == R3D_COLUMN_LINES) {
        return usage_error(&help, "--skill: mode lines draws no things of maps");
    }
    const char *const outputs[] = {job.output, job.cols};
    char file[4096];
    level_file(job.level, file, sizeof file);
    const char *const inputs[] = {file, job.path, job.open.iwad};
    if (!outputs_are_safe(&help, outputs, 2, inputs, 3)) {
        return R3D_EXIT_USAGE;
    }
    return run(&job);
}
