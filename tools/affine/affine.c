/* SPDX-License-Identifier: MIT */
/* retro3d affine: draws an arena: a picture, a film, what is known of the frame. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/apng.h>
#include <retro3d/arenas.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "../common/commands.h"
#include "../common/options.h"
#include "info.h"
#include "plan.h"

enum {
    OPTION_OUTPUT,
    OPTION_INFO,
    OPTION_COUNTERS,
    OPTION_SPRITES,
    OPTION_PLAN,
    OPTION_HEADING,
    OPTION_PITCH,
    OPTION_ROLL,
    OPTION_AT,
    OPTION_TIME,
    OPTION_FRAMES,
    OPTION_RATE,
    OPTION_TURN,
    OPTION_COUNT
};

static const command_option options[] = {
    {"output", 'o', "OUT.png", "Where to write the picture (required)", NULL},
    {"info", 0, "OUT", "Write the matrices, culled walls, shadows and orders of the frame, too",
     "!frames"},
    {"counters", 0, NULL, "End that with the counts of the frame", "info"},
    {"sprites", 0, "OUT",
     "Mode hw: list the objects of the hardware, and draw their boxes into OUT.png", "!frames"},
    {"plan", 0, "OUT.png", "Draw the arena from above, +Y up, too", "!frames"},
    {"heading", 0, "N", "Heading of the camera in 1/2048 turn, in place of the file's", NULL},
    {"pitch", 0, "N", "Pitch of the camera, 0 (straight down) to 483", NULL},
    {"roll", 0, "N", "Roll of the camera in 1/2048 turn; mode free only", NULL},
    {"at", 0, "X,Y,Z", "Place of the camera in world units", NULL},
    {"time", 0, "MS", "Time for moving sprites and cycling colours (default 0, a scene's own)",
     NULL},
    {"frames", 0, "N", "Write an animated PNG of N frames", NULL},
    {"rate", 0, "N", "Frames a second of the animated PNG (default 30)", "frames"},
    {"turn", 0, NULL, "The camera turns once round in the animated PNG", "frames"},
};

static const command_help help = {
    "affine",
    "FILE -o OUT.png [options]",
    "FILE is an .arena file, or a .scene file of the references.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the arena or a file it names cannot be read or is "
    "wrong,\n"
    "or cannot be drawn, 6 an output cannot be written. After an error there is no output file.\n",
    options,
    sizeof options / sizeof options[0],
};

enum { FRAMES_MAX = 10000, RATE_MAX = 1000, DEFAULT_RATE = 30, TURN = 2048, UNIT_Q8 = 256 };

typedef struct affine_job {
    const char *file;
    const char *outputs[OPTION_COUNT]; /* by option; NULL: not wanted */
    bool given[OPTION_COUNT];
    int32_t numbers[OPTION_COUNT];
    int32_t at[3];
} affine_job;

/* What is drawn, and into what. */
typedef struct affine_canvas {
    r3d_arena *arena;
    const r3d_affine_scene *scene;  /* NULL: a raw frame */
    const r3d_affine_hw_frame *raw; /* NULL: a scene */
    r3d_affine_camera camera;
    r3d_affine_context *context;
    uint32_t *pixels;
    r3d_surface surface;
    r3d_picture_view view;
} affine_canvas;

/* ---- words ---- */

static bool parse_place(const char *text, int32_t out[3])
{
    for (int i = 0; i < 3; i++) {
        const size_t length = strcspn(text, ",");
        if (r3d_text_to_i32(text, length, &out[i]) != R3D_OK ||
            out[i] < -R3D_AFFINE_PLACE_MAX - 1 || out[i] > R3D_AFFINE_PLACE_MAX) {
            return false;
        }
        text += length;
        if (i < 2 && *text++ != ',') {
            return false;
        }
    }
    return *text == '\0';
}

/* Takes one option; false after an error that has been printed. */
static bool take_option(affine_job *job, int option, const char *value)
{
    job->given[option] = true;
    int32_t *number = &job->numbers[option];
    switch (option) {
    case OPTION_HEADING:
    case OPTION_ROLL:
    case OPTION_TIME:
        return option_i32(&help, option, value, -INT32_MAX, INT32_MAX, number);
    case OPTION_PITCH:
        return option_i32(&help, option, value, 0, R3D_AFFINE_PITCH_MAX, number);
    case OPTION_FRAMES:
        return option_i32(&help, option, value, 1, FRAMES_MAX, number);
    case OPTION_RATE:
        return option_i32(&help, option, value, 1, RATE_MAX, number);
    case OPTION_AT:
        if (!parse_place(value, job->at)) {
            usage_error(&help, "--at: \"%s\" is not three whole numbers X,Y,Z, -32768..32767",
                        value);
            return false;
        }
        return true;
    default:
        job->outputs[option] = value;
        return true;
    }
}

/* ---- drawing ---- */

static int fail_drawing(const affine_job *job, r3d_result result)
{
    fprintf(stderr, "retro3d affine: %.200s: cannot be drawn: %s\n", job->file,
            r3d_result_string(result));
    return R3D_EXIT_INPUT;
}

static int no_memory(void)
{
    fprintf(stderr, "retro3d affine: out of memory\n");
    return R3D_EXIT_INPUT;
}

static int open_canvas(const affine_job *job, affine_canvas *c)
{
    r3d_error error;
    memset(c, 0, sizeof *c);
    if (r3d_arena_load(job->file, NULL, NULL, &c->arena, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    c->scene = r3d_arena_get_scene(c->arena);
    c->raw = r3d_arena_get_hw_frame(c->arena);
    (void)r3d_arena_get_camera(c->arena, &c->camera);
    const int32_t width = c->scene != NULL ? c->scene->width : c->raw->width;
    const int32_t height = c->scene != NULL ? c->scene->height : c->raw->height;
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    if (c->scene != NULL) {
        desc.max_walls = c->scene->wall_count;
        desc.max_sprites = c->scene->sprite_count;
    }
    c->pixels = calloc((size_t)width * (size_t)height, sizeof *c->pixels);
    if (c->pixels == NULL || r3d_affine_context_create(&desc, &c->context) != R3D_OK) {
        return no_memory();
    }
    (void)r3d_surface_init(&c->surface, c->pixels, width, height, width);
    c->view.pixels = c->pixels;
    c->view.stride_bytes = (ptrdiff_t)width * (ptrdiff_t)sizeof *c->pixels;
    c->view.width = width;
    c->view.height = height;
    c->view.layout = R3D_LAYOUT_XRGB32;
    return R3D_EXIT_OK;
}

static void close_canvas(affine_canvas *c)
{
    r3d_affine_context_destroy(c->context);
    r3d_arena_destroy(c->arena);
    free(c->pixels);
}

/* The options that a file of this kind has no use for. */
static int check_options(const affine_job *job, const affine_canvas *c)
{
    static const int of_camera[] = {OPTION_INFO, OPTION_PLAN, OPTION_HEADING, OPTION_PITCH,
                                    OPTION_ROLL, OPTION_AT,   OPTION_TURN};
    const bool is_hw = c->scene == NULL || c->scene->mode == R3D_AFFINE_HW;
    for (size_t i = 0; i < sizeof of_camera / sizeof of_camera[0] && c->scene == NULL; i++) {
        if (job->given[of_camera[i]]) {
            return usage_error(&help, "--%s: %.200s is a raw frame without a camera",
                               options[of_camera[i]].name, job->file);
        }
    }
    if (job->given[OPTION_SPRITES] && !is_hw) {
        return usage_error(&help,
                           "--sprites: %.200s is of mode free, which has no objects of the "
                           "hardware",
                           job->file);
    }
    if (job->given[OPTION_ROLL] && is_hw &&
        ((uint32_t)job->numbers[OPTION_ROLL] & (TURN - 1)) != 0) {
        return usage_error(&help, "--roll: %.200s is of mode hw, which cannot roll", job->file);
    }
    return R3D_EXIT_OK;
}

static void set_camera(const affine_job *job, affine_canvas *c)
{
    if (job->given[OPTION_HEADING]) {
        c->camera.heading_a11 = job->numbers[OPTION_HEADING];
    }
    if (job->given[OPTION_PITCH]) {
        c->camera.pitch_a11 = job->numbers[OPTION_PITCH];
    }
    if (job->given[OPTION_ROLL]) {
        c->camera.roll_a11 = job->numbers[OPTION_ROLL];
    }
    if (job->given[OPTION_AT]) {
        c->camera.x_q8 = job->at[0] * UNIT_Q8;
        c->camera.y_q8 = job->at[1] * UNIT_Q8;
        c->camera.z_q8 = job->at[2] * UNIT_Q8;
    }
}

static r3d_result draw(affine_canvas *c, const r3d_affine_camera *camera)
{
    return c->scene != NULL ? r3d_affine_draw(c->context, c->scene, camera, &c->surface, 0, 0)
                            : r3d_affine_compose(c->raw, &c->surface, 0, 0);
}

/* ---- outputs ---- */

enum { FILES_MAX = 5, PATH_BYTES = 4096 };

typedef struct affine_files {
    r3d_file_content files[FILES_MAX];
    void *memory[FILES_MAX];
    size_t count;
    char boxes_path[PATH_BYTES];
} affine_files;

static bool add_file(affine_files *out, const char *path, void *data, size_t size)
{
    const r3d_file_content file = {path, data, size};
    out->memory[out->count] = data;
    out->files[out->count++] = file;
    return data != NULL;
}

static bool add_picture(affine_files *out, const char *path, const r3d_picture_view *view)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    return r3d_png_encode(view, R3D_PNG_SMALL, NULL, &data, &size, &error) == R3D_OK &&
           add_file(out, path, data, size);
}

static bool add_text(affine_files *out, const char *path, info_text *text)
{
    if (text->failed) {
        free(text->bytes);
        return false;
    }
    if (text->bytes == NULL) {
        text->bytes = calloc(1, 1);
    }
    return add_file(out, path, text->bytes, text->length);
}

static bool add_info(const affine_job *job, affine_canvas *c, affine_files *out)
{
    info_text text;
    r3d_affine_report report;
    memset(&text, 0, sizeof text);
    (void)r3d_affine_context_get_report(c->context, &report);
    info_of_frame(&text, c->scene, &report,
                  job->given[OPTION_COUNTERS] || r3d_arena_has_counters(c->arena));
    return add_text(out, job->outputs[OPTION_INFO], &text);
}

static bool add_plan(const affine_job *job, affine_canvas *c, affine_files *out)
{
    uint32_t *pixels = calloc((size_t)PLAN_SIZE * PLAN_SIZE, sizeof *pixels);
    if (pixels == NULL) {
        return false;
    }
    r3d_affine_report report;
    (void)r3d_affine_context_get_report(c->context, &report);
    plan_draw(c->scene, &c->camera, &report, pixels);
    const r3d_picture_view view = {pixels, PLAN_SIZE * (ptrdiff_t)sizeof *pixels, PLAN_SIZE,
                                   PLAN_SIZE, R3D_LAYOUT_XRGB32};
    const bool added = add_picture(out, job->outputs[OPTION_PLAN], &view);
    free(pixels);
    return added;
}

/* The list of objects, and the picture with their boxes; the last, as it is drawn over the frame. */
static bool add_sprites(const affine_job *job, affine_canvas *c, affine_files *out)
{
    info_text text;
    r3d_affine_hw_frame drawn;
    memset(&text, 0, sizeof text);
    r3d_affine_hw_frame_init(&drawn);
    (void)r3d_affine_context_get_hw_frame(c->context, &drawn);
    const r3d_affine_hw_frame *frame = c->raw != NULL ? c->raw : &drawn;
    info_of_objects(&text, frame);
    (void)r3d_affine_draw_boxes(frame, &c->surface, 0, 0);
    return add_text(out, job->outputs[OPTION_SPRITES], &text) &&
           add_picture(out, out->boxes_path, &c->view);
}

static int write_picture(const affine_job *job, affine_canvas *c)
{
    affine_files files;
    memset(&files, 0, sizeof files);
    const r3d_result drawn = draw(c, &c->camera);
    if (drawn != R3D_OK) {
        return fail_drawing(job, drawn);
    }
    if (job->given[OPTION_SPRITES]) {
        (void)snprintf(files.boxes_path, sizeof files.boxes_path, "%s.png",
                       job->outputs[OPTION_SPRITES]);
    }
    bool good = add_picture(&files, job->outputs[OPTION_OUTPUT], &c->view);
    good = good && (!job->given[OPTION_INFO] || add_info(job, c, &files));
    good = good && (!job->given[OPTION_PLAN] || add_plan(job, c, &files));
    good = good && (!job->given[OPTION_SPRITES] || add_sprites(job, c, &files));
    int exit_code = good ? R3D_EXIT_OK : no_memory();
    r3d_error error;
    if (good && r3d_file_write_all(files.files, files.count, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    for (size_t i = 0; i < files.count; i++) {
        free(files.memory[i]);
    }
    return exit_code;
}

/* a / b to the nearest whole number, halves up; both positive. */
static int32_t divide_to_nearest(int64_t a, int64_t b)
{
    return (int32_t)((2 * a + b) / (2 * b));
}

/* Adds frame k: at its time and, with --turn, its heading. */
static int add_frame(const affine_job *job, affine_canvas *c, int32_t k, int64_t start_ms,
                     r3d_apng *film)
{
    const int32_t count = job->numbers[OPTION_FRAMES];
    const int32_t rate = job->given[OPTION_RATE] ? job->numbers[OPTION_RATE] : DEFAULT_RATE;
    r3d_affine_camera camera = c->camera;
    r3d_error error;
    if (job->given[OPTION_TURN]) {
        camera.heading_a11 =
            (camera.heading_a11 & (TURN - 1)) + divide_to_nearest((int64_t)TURN * k, count);
    }
    (void)r3d_arena_set_time(c->arena, start_ms + (int64_t)1000 * k / rate);
    const r3d_result drawn = draw(c, &camera);
    if (drawn != R3D_OK) {
        return fail_drawing(job, drawn);
    }
    if (r3d_apng_add(film, &c->view, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    return R3D_EXIT_OK;
}

static int write_film(const affine_job *job, affine_canvas *c)
{
    const int64_t start_ms = c->scene != NULL ? c->scene->time_ms : c->raw->time_ms;
    r3d_apng_options film_options;
    r3d_apng *film = NULL;
    r3d_error error;
    r3d_apng_options_init(&film_options);
    film_options.delay_numerator = 1;
    film_options.delay_denominator =
        (uint32_t)(job->given[OPTION_RATE] ? job->numbers[OPTION_RATE] : DEFAULT_RATE);
    int exit_code = R3D_EXIT_OK;
    if (r3d_apng_create(job->outputs[OPTION_OUTPUT], &film_options, NULL, &film, &error) !=
        R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    for (int32_t k = 0; k < job->numbers[OPTION_FRAMES] && exit_code == R3D_EXIT_OK; k++) {
        exit_code = add_frame(job, c, k, start_ms, film);
    }
    if (exit_code == R3D_EXIT_OK && r3d_apng_finish(film, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    r3d_apng_destroy(film);
    return exit_code;
}

static int run(const affine_job *job)
{
    affine_canvas canvas;
    int exit_code = open_canvas(job, &canvas);
    if (exit_code == R3D_EXIT_OK) {
        exit_code = check_options(job, &canvas);
    }
    if (exit_code == R3D_EXIT_OK) {
        set_camera(job, &canvas);
        if (job->given[OPTION_TIME]) {
            (void)r3d_arena_set_time(canvas.arena, job->numbers[OPTION_TIME]);
        }
        exit_code =
            job->given[OPTION_FRAMES] ? write_film(job, &canvas) : write_picture(job, &canvas);
    }
    close_canvas(&canvas);
    return exit_code;
}

int cmd_affine(int argc, char **argv)
{
    command_arguments arguments;
    affine_job job;
    memset(&job, 0, sizeof job);
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
            if (job.file != NULL) {
                return usage_error(&help, "one arena at a time, not \"%s\" too", value);
            }
            job.file = value;
        } else if (!take_option(&job, option, value)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (job.file == NULL || job.outputs[OPTION_OUTPUT] == NULL) {
        return usage_error(&help, "expected an arena and --output OUT.png");
    }
    char boxes[PATH_BYTES];
    const int used = snprintf(boxes, sizeof boxes, "%s.png",
                              job.given[OPTION_SPRITES] ? job.outputs[OPTION_SPRITES] : "");
    if (used < 0 || (size_t)used >= sizeof boxes) {
        return usage_error(&help, "--sprites: the name is too long");
    }
    const char *const outputs[] = {
        job.outputs[OPTION_OUTPUT], job.outputs[OPTION_INFO], job.outputs[OPTION_SPRITES],
        job.given[OPTION_SPRITES] ? boxes : NULL, job.outputs[OPTION_PLAN]};
    if (!outputs_are_safe(&help, outputs, sizeof outputs / sizeof outputs[0], &job.file, 1)) {
        return R3D_EXIT_USAGE;
    }
    return run(&job);
}
