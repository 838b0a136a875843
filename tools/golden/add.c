/* SPDX-License-Identifier: MIT */
/* retro3d golden add: a display list becomes a golden case. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/golden.h>
#include <retro3d/png.h>
#include <retro3d/script_case.h>

#include "golden.h"
#include "../common/commands.h"
#include "../script/frames.h"
#include "../script/record.h"
#include "../common/options.h"
#include "../script/reduce_script.h"

enum { OPTION_TO, OPTION_NAME, OPTION_BY };

enum { PATH_SIZE = 4096 };

static const command_option options[] = {
    {"to", 0, "SUITE_FOLDER", "Where the case goes (required)", NULL},
    {"name", 0, "NAME", "What it is called (default: the script's name)", NULL},
    {"by", 0, "PROGRAM", "Take the picture that another build of retro3d draws", "!@2"},
};

static const command_help help = {
    "golden add",
    "SCRIPT.r3d [EXPECTED.png] --to SUITE_FOLDER [--name NAME]",
    "Makes a golden case of a display list: SUITE_FOLDER/NAME.r3d, the files it names beside it, "
    "and\n"
    "the golden NAME.png. A list that reads folders or arenas is recorded: the files that it needs "
    "are "
    "beside\n"
    "the case. The picture is EXPECTED.png, or what the program of --by draws, or what\n"
    "this program draws. Nothing that is there is overwritten.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a file cannot be read or is wrong, 4 the picture does "
    "not\n"
    "have the frame's size, 6 a file is there already or cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *script_path;
    const char *expected_path;
    const char *folder;
    const char *name;
    const char *program;
} request;

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

/* The picture of the case. Returns an exit code. */
static int get_picture(const request *ask, const r3d_picture_view *frame, r3d_picture *loaded,
                       r3d_picture_view *out_view)
{
    r3d_error error;
    *out_view = *frame;
    if (ask->expected_path != NULL) {
        if (r3d_png_load(ask->expected_path, NULL, NULL, loaded, &error) != R3D_OK) {
            report_error(&error);
            return R3D_EXIT_INPUT;
        }
        r3d_picture_get_view(loaded, out_view);
    } else if (ask->program != NULL) {
        if (frames_of_program(ask->program, ask->script_path, loaded) != 0) {
            fprintf(stderr, "%s cannot replay %s\n", ask->program, ask->script_path);
            return R3D_EXIT_INPUT;
        }
        if (frame->layout == R3D_LAYOUT_XRGB32) { /* coverage is not part of such a golden */
            uint8_t *rgba = loaded->pixels;
            for (size_t i = 0; i < (size_t)loaded->width * (size_t)loaded->height; i++) {
                rgba[i * 4 + 3] = 255;
            }
        }
        r3d_picture_get_view(loaded, out_view);
    }
    if (out_view->width != frame->width || out_view->height != frame->height) {
        fprintf(stderr, "the picture is %ld x %ld, the frame of %s is %ld x %ld\n",
                (long)out_view->width, (long)out_view->height, ask->script_path, (long)frame->width,
                (long)frame->height);
        return R3D_EXIT_SIZES;
    }
    return R3D_EXIT_OK;
}

/* Whether a file names others. */
static bool is_arena(const char *path)
{
    static const char ending[] = ".arena";
    const size_t length = strlen(path);
    return length >= sizeof ending - 1 && strcmp(path + length - (sizeof ending - 1), ending) == 0;
}

/* Whether a command of the script reads a folder, or a file that names others: which files are needed is known
 * when all is drawn. */
static bool reads_others(const char *path)
{
    char file[PATH_SIZE];
    bool found = false;
    r3d_script *script = NULL;
    if (r3d_script_load(path, NULL, &script, NULL) != R3D_OK) {
        return false; /* whoever opens it next says why */
    }
    for (size_t i = 0; i < r3d_script_command_count(script) && !found; i++) {
        for (int32_t k = 0;
             !found && r3d_script_command_file(script, i, k, file, sizeof file) == R3D_OK &&
             file[0] != '\0';
             k++) {
            found = r3d_path_get_kind(file) == R3D_PATH_FOLDER || is_arena(file);
        }
    }
    r3d_script_destroy(script);
    return found;
}

static int write_recorded_case(const request *ask, const r3d_picture_view *view, const char *script,
                               const char *golden)
{
    r3d_error error;
    if (r3d_folder_make_of(golden, &error) != R3D_OK ||
        r3d_png_save(golden, view, R3D_PNG_SMALL, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    const int exit_code = record_script(ask->script_path, script);
    if (exit_code != R3D_EXIT_OK) {
        (void)remove(golden);
    } else {
        printf("%s\n%s\n", script, golden);
    }
    return exit_code;
}

static int write_case(const request *ask, const r3d_picture_view *view, const char *script,
                      const char *golden)
{
    r3d_error error;
    size_t size;
    memset(&error, 0, sizeof error);
    error.offset = -1;
    reducer *copy = reducer_open(ask->script_path, &error);
    if (copy == NULL || !reducer_move(copy, script, &error)) {
        const int exit_code = copy == NULL ? R3D_EXIT_INPUT : R3D_EXIT_OUTPUT;
        report_error(&error);
        if (copy != NULL) { /* files that were copied before the one that failed */
            reducer_abandon(copy);
            reducer_tidy(copy);
        }
        reducer_close(copy);
        return exit_code;
    }
    const char *text = reducer_text(copy, &size);
    int exit_code = R3D_EXIT_OK;
    if (r3d_file_write(script, text, size, &error) != R3D_OK) {
        exit_code = R3D_EXIT_OUTPUT;
    } else if (r3d_png_save(golden, view, R3D_PNG_SMALL, &error) != R3D_OK) {
        (void)remove(script);
        exit_code = R3D_EXIT_OUTPUT;
    }
    if (exit_code != R3D_EXIT_OK) {
        report_error(&error);
        reducer_abandon(copy);
        reducer_tidy(copy);
    } else {
        printf("%s\n%s\n", script, golden);
    }
    reducer_close(copy);
    return exit_code;
}

static int add(const request *ask)
{
    char script[PATH_SIZE];
    char golden[PATH_SIZE];
    r3d_error error;
    r3d_script_case *drawn = NULL;
    r3d_picture loaded;
    r3d_picture_view frame;
    r3d_picture_view view;
    memset(&loaded, 0, sizeof loaded);
    snprintf(script, sizeof script, "%.3000s/%.200s.r3d", ask->folder, ask->name);
    snprintf(golden, sizeof golden, "%.3000s/%.200s.png", ask->folder, ask->name);
    if (exists(script) || exists(golden)) {
        fprintf(stderr, "%s is there already\n", exists(script) ? script : golden);
        return R3D_EXIT_OUTPUT;
    }
    if (r3d_script_case_create(ask->script_path, R3D_ISA_BEST, NULL, &drawn, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    r3d_script_case_get_view(drawn, &frame);
    int exit_code = get_picture(ask, &frame, &loaded, &view);
    if (exit_code == R3D_EXIT_OK) {
        exit_code = reads_others(ask->script_path) ? write_recorded_case(ask, &view, script, golden)
                                                   : write_case(ask, &view, script, golden);
    }
    r3d_picture_free(&loaded);
    r3d_script_case_destroy(drawn);
    return exit_code;
}

int golden_add(int argc, char **argv)
{
    static char name[256];
    command_arguments arguments;
    request ask;
    const char *value;
    memset(&ask, 0, sizeof ask);
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_TO:
            ask.folder = value;
            break;
        case OPTION_NAME:
            ask.name = value;
            break;
        case OPTION_BY:
            ask.program = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (ask.expected_path != NULL) {
                return usage_error(&help, "\"%.100s\" is one argument too many", value);
            }
            *(ask.script_path == NULL ? &ask.script_path : &ask.expected_path) = value;
            break;
        default:
            return arguments_exit_code(&arguments);
        }
    }
    if (ask.script_path == NULL || ask.folder == NULL) {
        return usage_error(&help, "expected SCRIPT.r3d and --to SUITE_FOLDER");
    }
    if (ask.expected_path != NULL && ask.program != NULL) {
        return usage_error(&help, "expected EXPECTED.png or --by, not both");
    }
    if (ask.name == NULL) {
        const char *slash = strrchr(ask.script_path, '/');
        const char *base = slash != NULL ? slash + 1 : ask.script_path;
        const char *dot = strrchr(base, '.');
        snprintf(name, sizeof name, "%.*s", dot != NULL ? (int)(dot - base) : (int)strlen(base),
                 base);
        ask.name = name;
    }
    if (!r3d_golden_name_valid(ask.name)) {
        return usage_error(&help, "\"%.100s\" is no name of a golden", ask.name);
    }
    return add(&ask);
}
