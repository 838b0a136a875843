/* SPDX-License-Identifier: MIT */
/* retro3d movie: PNG files, frame by frame, become an animated PNG. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/apng.h>
#include <retro3d/png_rows.h>

#include "../common/commands.h"
#include "../common/options.h"
#include "../common/scale.h"
#include "frames.h"

enum { OPTION_OUTPUT, OPTION_FPS, OPTION_DELAY, OPTION_LOOPS, OPTION_SCALE };

enum { FPS_MAX = 1000, DELAY_MAX = 65535, MILLISECONDS = 1000 };

static const command_option options[] = {
    {"output", 'o', "OUT.png", "Where to write the animation (required)", NULL},
    {"fps", 'r', "N", "Frames a second, 1..1000 (default 20)", "!delay"},
    {"delay", 'd', "MS", "How long a frame is shown in milliseconds, 0..65535", "!fps"},
    {"loops", 0, "N", "How often it is played; 0 (default): for ever", NULL},
    {"scale", 0, "N", SCALE_HELP, NULL},
};

static const command_help help = {
    "movie",
    "FRAME.png|FOLDER ... -o OUT.png [options]",
    "Makes an animated PNG of PNG files of one size, in the order given. Of a folder all files "
    "that\n"
    "end in .png, except OUT.png itself, sorted by name with numbers counted (frame-2 before\n"
    "frame-10). Browsers play it; other viewers show the first frame. Frames are read and written\n"
    "row by row: any number of them fits into memory. If a frame has transparency, all keep it.\n"
    "Examples:\n"
    "  retro3d movie frames/ --fps 35 -o walk.png\n"
    "  retro3d movie open.png half.png shut.png --delay 500 --scale 4 -o door.png\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a frame cannot be read or is wrong, 4 frames have "
    "different\n"
    "sizes, 6 the animation cannot be written. After an error there is no new output file.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct job {
    const char *output;
    r3d_apng_options options;
    int32_t scale;
    frame_list frames;
    int32_t width; /* of every frame */
    int32_t height;
} job;

/* ---- looking at the frames before anything is written ---- */

static r3d_png_reader *open_frame(const char *path)
{
    r3d_png_reader *png = NULL;
    r3d_error error;
    if (r3d_png_reader_open_file(path, NULL, NULL, &png, &error) != R3D_OK) {
        report_error(&error);
    }
    return png;
}

static int check_frame(job *j, size_t index)
{
    const char *path = j->frames.paths[index];
    r3d_png_reader *png = open_frame(path);
    if (png == NULL) {
        return R3D_EXIT_INPUT;
    }
    const r3d_png_header header = *r3d_png_reader_get_header(png);
    r3d_png_reader_close(png);
    if (header.bit_depth == 16) {
        fprintf(stderr, "%s: 16 bits a sample, expected 8 or less\n", path);
        return R3D_EXIT_INPUT;
    }
    if (index == 0) {
        j->width = header.width;
        j->height = header.height;
        if (!scale_fits(&help, j->scale, header.width, header.height)) {
            return R3D_EXIT_USAGE;
        }
    } else if (header.width != j->width || header.height != j->height) {
        fprintf(stderr, "%s: %ldx%ld, the first frame (%s) is %ldx%ld\n", path, (long)header.width,
                (long)header.height, j->frames.paths[0], (long)j->width, (long)j->height);
        return R3D_EXIT_SIZES;
    }
    if (header.has_alpha) {
        j->options.alpha = R3D_APNG_ALPHA_KEPT;
    }
    return R3D_EXIT_OK;
}

/* ---- a frame ---- */

typedef struct source {
    r3d_png_reader *png;
    const job *job;
    uint8_t *row; /* RGBA, as wide as a frame */
    r3d_error error;
} source;

static r3d_result make_row(void *user, int32_t y, void *out_row)
{
    source *s = user;
    if (y % s->job->scale == 0) {
        const r3d_result result = r3d_png_reader_read_row(s->png, s->row, &s->error);
        if (result != R3D_OK) {
            return result;
        }
    }
    /* What stands behind the last row is verified before the frame counts. */
    if (y == s->job->height * s->job->scale - 1) {
        const r3d_result result = r3d_png_reader_finish(s->png, &s->error);
        if (result != R3D_OK) {
            return result;
        }
    }
    scale_row(s->row, s->job->width, 4, s->job->scale, out_row);
    return R3D_OK;
}

static int add_frame(const job *j, r3d_apng *apng, size_t index, uint8_t *row)
{
    r3d_error error;
    source s = {open_frame(j->frames.paths[index]), j, row, {0}};
    if (s.png == NULL) {
        return R3D_EXIT_INPUT;
    }
    const r3d_png_header *header = r3d_png_reader_get_header(s.png);
    int exit_code = R3D_EXIT_OK;
    if (header->width != j->width || header->height != j->height || header->bit_depth == 16) {
        fprintf(stderr, "%s: changed while it was read\n", j->frames.paths[index]);
        exit_code = R3D_EXIT_INPUT;
    } else {
        const r3d_apng_rows rows = {j->width * j->scale, j->height * j->scale, R3D_LAYOUT_RGBA8,
                                    make_row, &s};
        if (r3d_apng_add_rows(apng, &rows, &error) != R3D_OK) {
            const bool is_input = s.error.result != R3D_OK;
            report_error(is_input ? &s.error : &error);
            exit_code = is_input ? R3D_EXIT_INPUT : R3D_EXIT_OUTPUT;
        }
    }
    r3d_png_reader_close(s.png);
    return exit_code;
}

static int write_movie(const job *j)
{
    r3d_error error;
    r3d_apng *apng = NULL;
    uint8_t *row = malloc((size_t)j->width * 4);
    if (row == NULL) {
        fprintf(stderr, "retro3d movie: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    int exit_code = R3D_EXIT_OK;
    if (r3d_apng_create(j->output, &j->options, NULL, &apng, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    for (size_t i = 0; i < j->frames.count && exit_code == R3D_EXIT_OK; i++) {
        exit_code = add_frame(j, apng, i, row);
    }
    if (exit_code == R3D_EXIT_OK && r3d_apng_finish(apng, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    r3d_apng_destroy(apng);
    free(row);
    return exit_code;
}

/* ---- options ---- */

static bool take_option(job *j, int option, const char *value)
{
    int32_t number = 0;
    switch (option) {
    case OPTION_OUTPUT:
        j->output = value;
        return true;
    case OPTION_FPS:
        if (!option_i32(&help, option, value, 1, FPS_MAX, &number)) {
            return false;
        }
        j->options.delay_numerator = 1;
        j->options.delay_denominator = (uint32_t)number;
        return true;
    case OPTION_DELAY:
        if (!option_i32(&help, option, value, 0, DELAY_MAX, &number)) {
            return false;
        }
        j->options.delay_numerator = (uint32_t)number;
        j->options.delay_denominator = MILLISECONDS;
        return true;
    case OPTION_LOOPS:
        if (!option_i32(&help, option, value, 0, INT32_MAX, &number)) {
            return false;
        }
        j->options.loops = (uint32_t)number;
        return true;
    default:
        return option_scale(&help, option, value, &j->scale);
    }
}

/* Frames come behind the options as well: folders are read when the output is known. */
static int parse(job *j, int argc, char **argv, const char **inputs, size_t *out_count)
{
    command_arguments arguments;
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
            inputs[(*out_count)++] = value;
        } else if (!take_option(j, option, value)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (*out_count == 0 || j->output == NULL) {
        return usage_error(&help, *out_count == 0 ? "no frames, expected FRAME.png or FOLDER"
                                                  : "no output, expected -o OUT.png");
    }
    return outputs_are_safe(&help, &j->output, 1, inputs, *out_count) ? -1 : R3D_EXIT_USAGE;
}

static int run(job *j, int argc, char **argv, const char **inputs)
{
    size_t count = 0;
    int exit_code = parse(j, argc, argv, inputs, &count);
    if (exit_code != -1) {
        return exit_code;
    }
    exit_code = R3D_EXIT_OK;
    for (size_t i = 0; i < count && exit_code == R3D_EXIT_OK; i++) {
        exit_code = frames_add(&j->frames, inputs[i], j->output) ? R3D_EXIT_OK : R3D_EXIT_INPUT;
    }
    for (size_t i = 0; i < j->frames.count && exit_code == R3D_EXIT_OK; i++) {
        exit_code = check_frame(j, i);
    }
    return exit_code == R3D_EXIT_OK ? write_movie(j) : exit_code;
}

int cmd_movie(int argc, char **argv)
{
    job j = {.scale = 1};
    const char **inputs = calloc((size_t)argc + 1, sizeof *inputs);
    if (inputs == NULL) {
        fprintf(stderr, "retro3d movie: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    r3d_apng_options_init(&j.options);
    j.options.alpha = R3D_APNG_ALPHA_DROPPED;
    j.options.delay_numerator = 1;
    j.options.delay_denominator = 20;
    const int exit_code = run(&j, argc, argv, inputs);
    frames_free(&j.frames);
    free(inputs);
    return exit_code;
}
