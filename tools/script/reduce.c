/* SPDX-License-Identifier: MIT */
/* retro3d reduce: the few commands of a display list that still show what is wrong. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <retro3d/diff.h>
#include <retro3d/history.h>
#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "../common/commands.h"
#include "frames.h"
#include "../common/isa_option.h"
#include "../common/options.h"
#include "reduce_script.h"

enum {
    OPTION_OUTPUT,
    OPTION_EXPECT,
    OPTION_PIXEL,
    OPTION_ISAS,
    OPTION_AGAINST,
    OPTION_COMMAND,
    OPTION_ONLY_COMMANDS,
    OPTION_QUIET
};

static const command_option options[] = {
    {"output", 'o', "OUT.r3d", "Where to write the reduced script (required)", NULL},
    {"expect", 0, "EXPECTED.png", "It shows the difference that a pixel has from this picture",
     NULL},
    {"pixel", 0, "X,Y", "With --expect: which pixel (default: the first of the largest cluster)",
     "expect"},
    {"isa", 0, "A,B", "It draws differently with two instruction sets", NULL},
    {"against", 0, "PROGRAM",
     "It draws differently with another build of retro3d, both with --isa scalar", NULL},
    {"command", 0, "CMD", "CMD SCRIPT exits as it does for the whole script; {} stands for SCRIPT",
     NULL},
    {"only-commands", 0, NULL, "Leave the faces of meshes and the numbers as they are", NULL},
    {"quiet", 'q', NULL, "Do not tell how far it is", NULL},
};

static const command_help help = {
    "reduce",
    "SCRIPT.r3d -o OUT.r3d --expect EXPECTED.png | --isa A,B | --against PROGRAM | --command "
    "CMD",
    "Cuts a display list down while it still shows what is wrong: commands first, then faces of\n"
    "meshes, then numbers. The files that remain are written beside OUT.r3d.\n"
    "With --expect, one pixel that differs is looked at: what is left must draw it wrongly for "
    "the\n"
    "same cause that \"retro3d explain\" gives.\n"
    "Exit codes: 0 done, 1 the whole script does not show it, 2 wrong usage, 3 a file cannot be\n"
    "read or is wrong, 6 the result cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *script_path;
    const char *output;
    const char *expected_path;
    const char *program;
    const char *command;
    bool has_isas;
    r3d_isa isas[2];
    bool has_pixel;
    int32_t pixel[2];
    bool only_commands;
    bool is_quiet;
} request;

typedef struct predicate {
    const request *ask;
    r3d_history_point point; /* --expect */
    const char *cause;       /* its name */
    uint32_t value;
    int exit_code;       /* --command */
    bool failed;         /* a candidate could not be written */
    bool program_failed; /* --against: it could not draw the last candidate */
} predicate;

static uint32_t rgb_at(const r3d_surface *s, const r3d_history_point *p)
{
    return s->pixels[(ptrdiff_t)p->y * s->stride_px + p->x] & 0xFFFFFFu;
}

/* Looks at the pixel; returns false if the script cannot be run or the pixel is right. */
static bool look_at_pixel(predicate *p, const r3d_script *script, const char **out_cause,
                          uint32_t *out_value)
{
    r3d_history *history = NULL;
    r3d_history_desc desc;
    r3d_history_desc_init(&desc);
    desc.points = &p->point;
    desc.point_count = 1;
    if (r3d_history_create(script, &desc, &history, NULL) != R3D_OK) {
        return false;
    }
    const r3d_surface *s = r3d_history_get_surface(history);
    bool is_inside = p->point.x < s->width && p->point.y < s->height;
    *out_value = is_inside ? rgb_at(s, &p->point) : 0;
    *out_cause = r3d_history_cause_name(history, 0);
    r3d_history_destroy(history);
    return is_inside && *out_value != p->point.expected_rgb;
}

static bool expectation_fails(predicate *p, const char *text, size_t size, const char *path)
{
    r3d_script *script = NULL;
    const char *cause;
    uint32_t value;
    if (r3d_script_parse(text, size, path, NULL, &script, NULL) != R3D_OK) {
        return false;
    }
    bool holds =
        look_at_pixel(p, script, &cause, &value) && strcmp(cause, p->cause) == 0 &&
        (strcmp(cause, r3d_pixel_cause_name(R3D_CAUSE_NOT_EXPLAINED)) != 0 || value == p->value);
    r3d_script_destroy(script);
    return holds;
}

static bool isas_differ(const predicate *p, const char *text, size_t size, const char *path)
{
    r3d_script *scripts[2];
    r3d_replay *replays[2];
    for (int i = 0; i < 2; i++) {
        r3d_replay_desc desc;
        r3d_replay_desc_init(&desc);
        desc.isa = p->ask->isas[i];
        replays[i] = frames_replay(text, size, path, &desc, &scripts[i]);
    }
    bool holds =
        replays[0] != NULL && replays[1] != NULL &&
        !frames_equal(r3d_replay_get_surface(replays[0]), r3d_replay_get_surface(replays[1]));
    for (int i = 0; i < 2; i++) {
        r3d_replay_destroy(replays[i]);
        r3d_script_destroy(scripts[i]);
    }
    return holds;
}

static bool programs_differ(predicate *p, const char *text, size_t size, const char *path)
{
    char tried[4096];
    r3d_script *script;
    r3d_picture picture;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.isa = R3D_ISA_SCALAR;
    r3d_replay *replay = frames_replay(text, size, path, &desc, &script);
    if (replay == NULL) {
        return false;
    }
    bool holds = false;
    if (!frames_write_try(text, size, path, tried, sizeof tried)) {
        p->failed = true;
    } else {
        p->program_failed = frames_of_program(p->ask->program, tried, &picture) != 0;
        holds =
            !p->program_failed && !frames_equal_picture(r3d_replay_get_surface(replay), &picture);
        r3d_picture_free(&picture);
        (void)remove(tried);
    }
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    return holds;
}

static int run_command(predicate *p, const char *text, size_t size, const char *path)
{
    char tried[4096];
    if (!frames_write_try(text, size, path, tried, sizeof tried)) {
        p->failed = true;
        return -1;
    }
    int code = frames_run_command(p->ask->command, tried);
    (void)remove(tried);
    return code;
}

static bool still_fails(const char *text, size_t size, const char *path, void *user)
{
    predicate *p = user;
    if (p->failed) {
        return false;
    }
    if (p->ask->expected_path != NULL) {
        return expectation_fails(p, text, size, path);
    }
    if (p->ask->has_isas) {
        return isas_differ(p, text, size, path);
    }
    if (p->ask->program != NULL) {
        return programs_differ(p, text, size, path);
    }
    return run_command(p, text, size, path) == p->exit_code;
}

static void tell_progress(const char *what, size_t left, size_t tried, void *user)
{
    const predicate *p = user;
    if (!p->ask->is_quiet && isatty(STDERR_FILENO) != 0) {
        fprintf(stderr, "\r%zu %s left, %zu candidates tried   ", left, what, tried);
    }
}

/* ---- --expect ---- */

/* Chooses the pixel and finds out what is wrong with it. Returns an exit code. */
static int prepare_expectation(predicate *p, const r3d_script *script)
{
    r3d_error error;
    r3d_picture picture;
    r3d_history *whole = NULL;
    r3d_history_desc desc;
    r3d_history_desc_init(&desc);
    if (r3d_png_load(p->ask->expected_path, NULL, NULL, &picture, &error) != R3D_OK ||
        r3d_history_create(script, &desc, &whole, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    const r3d_surface *s = r3d_history_get_surface(whole);
    int exit_code = R3D_EXIT_OK;
    if (picture.layout != R3D_LAYOUT_RGBA8 || s->width != picture.width ||
        s->height != picture.height) {
        fprintf(stderr, "%s is not an 8-bit picture of %ld x %ld, the size of the frame\n",
                p->ask->expected_path, (long)s->width, (long)s->height);
        exit_code = R3D_EXIT_INPUT;
    } else if (!p->ask->has_pixel) {
        const r3d_picture_view actual = {s->pixels, (ptrdiff_t)s->stride_px * 4, s->width,
                                         s->height, R3D_LAYOUT_XRGB32};
        r3d_picture_view expected;
        r3d_diff_effective effective;
        r3d_diff_options rgb;
        r3d_diff_result diff;
        r3d_picture_get_view(&picture, &expected);
        r3d_diff_options_init(&rgb);
        rgb.channels = R3D_DIFF_RGB;
        r3d_diff_effective_init(&effective);
        r3d_diff_effective_merge(&effective, &rgb, R3D_DIFF_FROM_CALL);
        if (r3d_diff_compare(&expected, &actual, &effective, NULL, &diff, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_INPUT;
        } else if (diff.cluster_count == 0) {
            exit_code = R3D_EXIT_DIFFERS;
        } else {
            p->point.x = diff.clusters[0].first.x;
            p->point.y = diff.clusters[0].first.y;
        }
        r3d_diff_result_free(&diff);
    } else {
        p->point.x = p->ask->pixel[0];
        p->point.y = p->ask->pixel[1];
        exit_code = R3D_EXIT_OK;
        if (p->point.x >= s->width || p->point.y >= s->height) {
            fprintf(stderr, "--pixel %ld,%ld lies outside the frame of %ld x %ld\n",
                    (long)p->point.x, (long)p->point.y, (long)s->width, (long)s->height);
            exit_code = R3D_EXIT_USAGE;
        }
    }
    if (exit_code == R3D_EXIT_OK) {
        const uint8_t *rgba = (const uint8_t *)picture.pixels +
                              ((size_t)p->point.y * (size_t)picture.width + (size_t)p->point.x) * 4;
        p->point.has_expected = true;
        p->point.expected_rgb =
            (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | (uint32_t)rgba[2];
        if (!look_at_pixel(p, script, &p->cause, &p->value)) {
            exit_code = R3D_EXIT_DIFFERS;
        }
    }
    r3d_history_destroy(whole);
    r3d_picture_free(&picture);
    return exit_code;
}

/* ---- the whole ---- */

static int not_shown(const request *ask)
{
    fprintf(stderr, "%s does not show it as a whole: there is nothing to reduce\n",
            ask->script_path);
    return R3D_EXIT_DIFFERS;
}

static int cut(reducer *r, predicate *p)
{
    const request *ask = p->ask;
    r3d_error error;
    const size_t before = reducer_command_count(r);
    memset(&error, 0, sizeof error);
    error.offset = -1;
    /* What runs elsewhere needs its files where candidates can be written. */
    bool runs_elsewhere = ask->program != NULL || ask->command != NULL;
    if (runs_elsewhere && !reducer_move(r, ask->output, &error)) {
        report_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    if (ask->command != NULL) {
        size_t size;
        const char *text = reducer_text(r, &size);
        p->exit_code = run_command(p, text, size, ask->output);
    } else if (!reducer_holds(r)) {
        if (p->program_failed) {
            fprintf(stderr, "%s cannot replay %s\n", ask->program, ask->script_path);
            return R3D_EXIT_INPUT;
        }
        return p->failed ? R3D_EXIT_OUTPUT : not_shown(ask);
    }
    reducer_cut_commands(r);
    if (!runs_elsewhere && !reducer_move(r, ask->output, &error)) {
        report_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    if (!ask->only_commands) {
        if (!reducer_cut_faces(r, &error)) {
            report_error(&error);
            return R3D_EXIT_OUTPUT;
        }
        reducer_cut_numbers(r);
        reducer_cut_commands(r); /* smaller numbers may have made some needless */
    }
    size_t size;
    const char *text = reducer_text(r, &size);
    if (p->failed || r3d_file_write(ask->output, text, size, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    if (!ask->is_quiet) {
        if (isatty(STDERR_FILENO) != 0) {
            fprintf(stderr, "\r%60s\r", "");
        }
        printf("%zu of %zu commands left after %zu candidates:\n", reducer_command_count(r), before,
               reducer_tried(r));
        (void)fwrite(text, 1, size, stdout);
    }
    return R3D_EXIT_OK;
}

static int reduce(const request *ask)
{
    r3d_error error;
    r3d_script *script = NULL;
    predicate p;
    memset(&p, 0, sizeof p);
    p.ask = ask;
    if (r3d_script_load(ask->script_path, NULL, &script, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    int exit_code = ask->expected_path != NULL ? prepare_expectation(&p, script) : R3D_EXIT_OK;
    r3d_script_destroy(script);
    if (exit_code != R3D_EXIT_OK) {
        return exit_code == R3D_EXIT_DIFFERS ? not_shown(ask) : exit_code;
    }
    reducer *r = reducer_open(ask->script_path, &error);
    if (r == NULL) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    reducer_set_test(r, still_fails, tell_progress, &p);
    exit_code = cut(r, &p);
    if (exit_code != R3D_EXIT_OK) {
        /* nothing is left behind */
        reducer_abandon(r);
    }
    reducer_tidy(r);
    reducer_close(r);
    return exit_code;
}

static bool parse_isas(request *ask, const char *value)
{
    char first[16];
    const char *comma = strchr(value, ',');
    if (comma == NULL || (size_t)(comma - value) >= sizeof first) {
        (void)usage_error(&help, "--isa is \"%.40s\", expected two names with a comma", value);
        return false;
    }
    snprintf(first, sizeof first, "%.*s", (int)(comma - value), value);
    ask->has_isas = true;
    return option_isa(&help, OPTION_ISAS, first, &ask->isas[0]) &&
           option_isa(&help, OPTION_ISAS, comma + 1, &ask->isas[1]);
}

static bool parse_pixel(request *ask, const char *value)
{
    size_t length = strcspn(value, ",");
    ask->has_pixel = true;
    if (value[length] == ',' && r3d_text_to_i32(value, length, &ask->pixel[0]) == R3D_OK &&
        r3d_text_to_i32(value + length + 1, strlen(value + length + 1), &ask->pixel[1]) == R3D_OK &&
        ask->pixel[0] >= 0 && ask->pixel[1] >= 0) {
        return true;
    }
    (void)usage_error(&help, "--pixel is \"%.40s\", expected X,Y", value);
    return false;
}

/* Returns -1 to go on, else the exit code. */
static int take(request *ask, int option, const char *value, const command_arguments *arguments)
{
    switch (option) {
    case OPTION_OUTPUT:
        ask->output = value;
        return -1;
    case OPTION_EXPECT:
        ask->expected_path = value;
        return -1;
    case OPTION_PIXEL:
        return parse_pixel(ask, value) ? -1 : R3D_EXIT_USAGE;
    case OPTION_ISAS:
        return parse_isas(ask, value) ? -1 : R3D_EXIT_USAGE;
    case OPTION_AGAINST:
        ask->program = value;
        return -1;
    case OPTION_COMMAND:
        ask->command = value;
        return -1;
    case OPTION_ONLY_COMMANDS:
        ask->only_commands = true;
        return -1;
    case OPTION_QUIET:
        ask->is_quiet = true;
        return -1;
    case R3D_ARGUMENT_POSITIONAL:
        if (ask->script_path != NULL) {
            return usage_error(&help, "one script expected, \"%.100s\" is a second", value);
        }
        ask->script_path = value;
        return -1;
    default:
        return arguments_exit_code(arguments);
    }
}

int cmd_reduce(int argc, char **argv)
{
    command_arguments arguments;
    request ask;
    const char *value;
    memset(&ask, 0, sizeof ask);
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        int exit_code = take(&ask, option, value, &arguments);
        if (exit_code >= 0) {
            return exit_code;
        }
    }
    if (ask.script_path == NULL) {
        return usage_error(&help, "no script given");
    }
    if (ask.output == NULL) {
        return usage_error(&help, "no output given, expected -o OUT.r3d");
    }
    int ways = (ask.expected_path != NULL ? 1 : 0) + (ask.has_isas ? 1 : 0) +
               (ask.program != NULL ? 1 : 0) + (ask.command != NULL ? 1 : 0);
    if (ways != 1) {
        return usage_error(&help, "expected one of --expect, --isa, --against and --command");
    }
    const char *const inputs[] = {ask.script_path, ask.expected_path};
    if (!outputs_are_safe(&help, &ask.output, 1, inputs, ask.expected_path != NULL ? 2 : 1) ||
        !outputs_spare_script_file(&help, &ask.output, 1, ask.script_path)) {
        return R3D_EXIT_USAGE;
    }
    return reduce(&ask);
}
