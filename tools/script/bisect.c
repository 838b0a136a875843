/* SPDX-License-Identifier: MIT */
/* retro3d bisect: the first command of a display list after which two ways of drawing it differ. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/diff.h>
#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/script.h>
#include <retro3d/text.h>
#ifdef R3D_PROGRAM_HAS_THREADS
#include <retro3d/threads.h>
#endif

#include "../common/commands.h"
#include "frames.h"
#include "../common/isa_option.h"
#include "../common/options.h"
#include "reduce_script.h"

enum { OPTION_ISAS, OPTION_THREADS, OPTION_AGAINST, OPTION_OUTPUT, PATH_SIZE = 4096 };

static const command_option options[] = {
    {"isa", 0, "A,B", "Compare two instruction sets", NULL},
    {"threads", 0, "A,B", "Compare two numbers of threads, 1..64, each drawing in 4 bands a thread",
     NULL},
    {"against", 0, "PROGRAM", "Compare with another build of retro3d, both with --isa scalar",
     NULL},
    {"output", 'o', "NAME",
     "Write the two frames that differ: NAME.a.png, NAME.b.png, NAME.diff.png", NULL},
};

static const command_help help = {
    "bisect",
    "SCRIPT.r3d --isa A,B | --threads A,B | --against PROGRAM",
    "Finds the first command of a display list after which two ways of drawing it differ, and the\n"
    "first pixel that does. \"retro3d golden bisect\" is the same command. Instruction sets and\n"
    "threads are compared after every command. Another build draws the first half, a quarter and "
    "so on: a\n"
    "difference is taken to stay once it is there.\n"
    "Exit codes: 0 nothing differs, 1 something does, 2 wrong usage, 3 a file cannot be read or\n"
    "is wrong, 6 a frame cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *script_path;
    const char *program;
    const char *output;
    bool has_isas;
    bool has_threads;
    r3d_isa isas[2];
    int32_t threads[2];
} request;

/* NAME.a.png and so on. */
static const char *const endings[3] = {".a.png", ".b.png", ".diff.png"};

static bool output_path(const request *ask, int index, char *out)
{
    return snprintf(out, PATH_SIZE, "%s%s", ask->output, endings[index]) < PATH_SIZE;
}

static bool save_output(const request *ask, int index, const r3d_picture_view *view)
{
    char path[PATH_SIZE];
    r3d_error error;
    if (!output_path(ask, index, path)) {
        fprintf(stderr, "retro3d bisect: the path is too long\n");
        return false;
    }
    if (r3d_png_save(path, view, R3D_PNG_SMALL, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    printf("%s\n", path);
    return true;
}

/* Writes the pair of frames and their diff picture. */
static bool write_frames(const request *ask, const r3d_surface *a, const r3d_surface *b)
{
    r3d_picture_view views[3];
    r3d_diff_result result;
    r3d_diff_canvas canvas;
    r3d_diff_view_xrgb32(a->pixels, a->width, a->height, a->stride_px, &views[0]);
    r3d_diff_view_xrgb32(b->pixels, b->width, b->height, b->stride_px, &views[1]);
    if (r3d_diff_compare(&views[0], &views[1], NULL, NULL, &result, NULL) != R3D_OK) {
        return false;
    }
    bool written = r3d_diff_render_diff(&result, &views[0], &views[1], NULL, &canvas) == R3D_OK;
    r3d_diff_result_free(&result);
    if (!written) {
        fprintf(stderr, "retro3d bisect: out of memory\n");
        return false;
    }
    r3d_diff_canvas_get_view(&canvas, &views[2]);
    for (int i = 0; i < 3 && written; i++) {
        written = save_output(ask, i, &views[i]);
    }
    r3d_diff_canvas_free(&canvas);
    return written;
}

static int write_if_asked(const request *ask, const r3d_surface *a, const r3d_surface *b)
{
    return ask->output == NULL || write_frames(ask, a, b) ? R3D_EXIT_DIFFERS : R3D_EXIT_OUTPUT;
}

static int tell_difference(const request *ask, const r3d_script *script, size_t command,
                           const r3d_surface *a, const r3d_surface *b)
{
    const char *name = r3d_script_command_name(script, command);
    const long line = (long)r3d_script_command_line(script, command);
    if (a == NULL || b == NULL) {
        return R3D_EXIT_DIFFERS;
    }
    if (a->width != b->width || a->height != b->height) {
        printf("%s:%ld: %s: the first command after which they differ: in the size of the frame\n",
               ask->script_path, line, name);
        return write_if_asked(ask, a, b);
    }
    for (int32_t y = 0; y < a->height; y++) {
        for (int32_t x = 0; x < a->width; x++) {
            uint32_t p = a->pixels[(ptrdiff_t)y * a->stride_px + x];
            uint32_t q = b->pixels[(ptrdiff_t)y * b->stride_px + x];
            if (p != q) {
                printf("%s:%ld: %s: the first command after which they differ; pixel (%ld,%ld) is "
                       "0x%06lX and 0x%06lX\n",
                       ask->script_path, line, name, (long)x, (long)y,
                       (unsigned long)(p & 0xFFFFFFu), (unsigned long)(q & 0xFFFFFFu));
                return write_if_asked(ask, a, b);
            }
        }
    }
    return R3D_EXIT_DIFFERS;
}

static int say_equal(const request *ask)
{
    printf("%s: nothing differs\n", ask->script_path);
    return R3D_EXIT_OK;
}

/* ---- two replays side by side ---- */

#ifdef R3D_PROGRAM_HAS_THREADS
static bool use_threads(r3d_replay_desc *desc, int32_t threads, r3d_pool **out_pool)
{
    enum { BANDS_A_THREAD = 4 };
    if (r3d_pool_create(NULL, threads, out_pool) != R3D_OK) {
        return false;
    }
    desc->run = r3d_pool_run;
    desc->run_user = *out_pool;
    desc->band_count =
        threads * BANDS_A_THREAD > R3D_BANDS_MAX ? R3D_BANDS_MAX : threads * BANDS_A_THREAD;
    return true;
}
#endif

static int step_through(const request *ask, const r3d_script *script, r3d_replay *replays[2])
{
    r3d_error error;
    const size_t count = r3d_script_command_count(script);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            if (r3d_replay_run_range(replays[k], script, i, 1, &error) != R3D_OK) {
                report_error(&error);
                return R3D_EXIT_INPUT;
            }
        }
        const r3d_surface *a = r3d_replay_get_surface(replays[0]);
        const r3d_surface *b = r3d_replay_get_surface(replays[1]);
        if (a != NULL && !frames_equal(a, b)) {
            return tell_difference(ask, script, i, a, b);
        }
    }
    return say_equal(ask);
}

static int compare_replays(const request *ask, const r3d_script *script)
{
    r3d_replay *replays[2] = {NULL, NULL};
    int exit_code = R3D_EXIT_OK;
#ifdef R3D_PROGRAM_HAS_THREADS
    r3d_pool *pools[2] = {NULL, NULL};
#endif
    for (int i = 0; i < 2 && exit_code == R3D_EXIT_OK; i++) {
        r3d_replay_desc desc;
        r3d_replay_desc_init(&desc);
        desc.isa = ask->isas[i];
        bool ok = true;
#ifdef R3D_PROGRAM_HAS_THREADS
        ok = !ask->has_threads || use_threads(&desc, ask->threads[i], &pools[i]);
#endif
        if (!ok || r3d_replay_create(&desc, &replays[i]) != R3D_OK) {
            fprintf(stderr, "retro3d bisect: out of memory, or no threads\n");
            exit_code = R3D_EXIT_INPUT;
        }
    }
    if (exit_code == R3D_EXIT_OK) {
        exit_code = step_through(ask, script, replays);
    }
    for (int i = 0; i < 2; i++) {
        r3d_replay_destroy(replays[i]);
#ifdef R3D_PROGRAM_HAS_THREADS
        r3d_pool_destroy(pools[i]);
#endif
    }
    return exit_code;
}

/* ---- another program ---- */

/* Whether the first `count` commands draw differently. Returns an exit code: 0 equal, 1 different. */
static int compare_prefix(const request *ask, const char *const *lines, size_t count,
                          const r3d_script *script, bool tell)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        size += strlen(lines[i]) + 1;
    }
    char *text = malloc(size + 1);
    char tried[4096];
    if (text == NULL) {
        return R3D_EXIT_INPUT;
    }
    char *at = text;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(lines[i]);
        memcpy(at, lines[i], length);
        at += length;
        *at++ = '\n';
    }
    r3d_script *part = NULL;
    r3d_picture picture;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.isa = R3D_ISA_SCALAR;
    r3d_replay *replay = frames_replay(text, size, ask->script_path, &desc, &part);
    int exit_code = R3D_EXIT_OK; /* without a frame nothing differs yet */
    memset(&picture, 0, sizeof picture);
    if (replay != NULL) {
        if (!frames_write_try(text, size, ask->script_path, tried, sizeof tried)) {
            exit_code = R3D_EXIT_INPUT;
        } else if (frames_of_program(ask->program, tried, &picture) != 0) {
            fprintf(stderr, "%s cannot replay the first %zu commands of %s\n", ask->program, count,
                    ask->script_path);
            exit_code = R3D_EXIT_INPUT;
        } else if (!frames_equal_picture(r3d_replay_get_surface(replay), &picture)) {
            exit_code = R3D_EXIT_DIFFERS;
        }
        (void)remove(tried);
    }
    if (exit_code == R3D_EXIT_DIFFERS && tell) {
        const r3d_surface *a = r3d_replay_get_surface(replay);
        uint32_t *pixels = malloc((size_t)picture.width * (size_t)picture.height * sizeof *pixels);
        r3d_surface b;
        if (pixels != NULL &&
            r3d_surface_init(&b, pixels, picture.width, picture.height, picture.width) == R3D_OK) {
            const uint8_t *c = picture.pixels;
            for (size_t i = 0; i < (size_t)picture.width * (size_t)picture.height; i++, c += 4) {
                pixels[i] =
                    (uint32_t)c[3] << 24 | (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
            }
            exit_code = tell_difference(ask, script, count - 1, a, &b);
        }
        free(pixels);
    }
    r3d_picture_free(&picture);
    r3d_replay_destroy(replay);
    r3d_script_destroy(part);
    free(text);
    return exit_code;
}

static int compare_programs(const request *ask, const r3d_script *script)
{
    r3d_error error;
    size_t size;
    reducer *lines_of = reducer_open(ask->script_path, &error);
    if (lines_of == NULL) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    const size_t count = r3d_script_command_count(script);
    char *text = (char *)(uintptr_t)reducer_text(lines_of, &size);
    const char **lines = calloc(count + 1, sizeof *lines);
    int exit_code = lines == NULL ? R3D_EXIT_INPUT : R3D_EXIT_OK;
    size_t found = 0;
    for (char *at = text; lines != NULL && *at != '\0' && found < count; found++) {
        lines[found] = at;
        at = strchr(at, '\n');
        *at++ = '\0';
    }
    if (exit_code == R3D_EXIT_OK) {
        exit_code = compare_prefix(ask, lines, found, script, false);
    }
    if (exit_code == R3D_EXIT_OK) {
        exit_code = say_equal(ask);
    } else if (exit_code == R3D_EXIT_DIFFERS) {
        size_t equal = 0; /* so many commands draw the same, `different` do not */
        size_t different = found;
        while (different - equal > 1 && exit_code != R3D_EXIT_INPUT) {
            size_t middle = equal + (different - equal) / 2;
            exit_code = compare_prefix(ask, lines, middle, script, false);
            if (exit_code == R3D_EXIT_OK) {
                equal = middle;
            } else {
                different = middle;
            }
        }
        if (exit_code != R3D_EXIT_INPUT) {
            exit_code = compare_prefix(ask, lines, different, script, true);
        }
    }
    free((void *)lines);
    reducer_close(lines_of);
    return exit_code;
}

/* ---- the command line ---- */

/* Cuts "A,B". Returns the second part, NULL if there is no comma. */
static const char *split(const char *value, char *first, size_t size)
{
    const char *comma = strchr(value, ',');
    if (comma == NULL || (size_t)(comma - value) >= size) {
        return NULL;
    }
    snprintf(first, size, "%.*s", (int)(comma - value), value);
    return comma + 1;
}

/* Refuses to compare a way of drawing with itself: that says nothing. */
static bool differs(int option, const char *value, bool are_different)
{
    if (!are_different) {
        (void)usage_error(&help,
                          "--%s is \"%.40s\": both are the same, so nothing would be compared",
                          options[option].name, value);
    }
    return are_different;
}

static bool parse_pair(request *ask, int option, const char *value)
{
    char first[16];
    const char *second = split(value, first, sizeof first);
    if (second == NULL) {
        (void)usage_error(&help, "--%s is \"%.40s\", expected two values with a comma",
                          options[option].name, value);
        return false;
    }
    if (option == OPTION_ISAS) {
        ask->has_isas = true;
        return option_isa(&help, option, first, &ask->isas[0]) &&
               option_isa(&help, option, second, &ask->isas[1]) &&
               differs(option, value, ask->isas[0] != ask->isas[1]);
    }
    ask->has_threads = true;
    return option_i32(&help, option, first, 1, 64, &ask->threads[0]) &&
           option_i32(&help, option, second, 1, 64, &ask->threads[1]) &&
           differs(option, value, ask->threads[0] != ask->threads[1]);
}

int cmd_bisect(int argc, char **argv)
{
    command_arguments arguments;
    request ask;
    const char *value;
    memset(&ask, 0, sizeof ask);
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_ISAS:
        case OPTION_THREADS:
            if (!parse_pair(&ask, option, value)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case OPTION_AGAINST:
            ask.program = value;
            break;
        case OPTION_OUTPUT:
            ask.output = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (ask.script_path != NULL) {
                return usage_error(&help, "one script expected, \"%.100s\" is a second", value);
            }
            ask.script_path = value;
            break;
        default:
            return arguments_exit_code(&arguments);
        }
    }
    if (ask.script_path == NULL) {
        return usage_error(&help, "no script given");
    }
    if ((ask.has_isas ? 1 : 0) + (ask.has_threads ? 1 : 0) + (ask.program != NULL ? 1 : 0) != 1) {
        return usage_error(&help, "expected one of --isa, --threads and --against");
    }
    for (int i = 0; i < 3 && ask.output != NULL; i++) {
        char path[PATH_SIZE];
        if (output_path(&ask, i, path) &&
            (r3d_file_is_same(path, ask.script_path) ||
             (ask.program != NULL && r3d_file_is_same(path, ask.program)))) {
            return usage_error(&help, "output %s would overwrite an input", path);
        }
        const char *output = path;
        if (output_path(&ask, i, path) &&
            !outputs_spare_script_file(&help, &output, 1, ask.script_path)) {
            return R3D_EXIT_USAGE;
        }
    }
#ifndef R3D_PROGRAM_HAS_THREADS
    if (ask.has_threads) {
        return usage_error(&help, "this build has no threads");
    }
#endif
    r3d_error error;
    r3d_script *script = NULL;
    if (r3d_script_load(ask.script_path, NULL, &script, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    int exit_code =
        ask.program != NULL ? compare_programs(&ask, script) : compare_replays(&ask, script);
    r3d_script_destroy(script);
    return exit_code;
}
