/* SPDX-License-Identifier: MIT */
/* retro3d replay: a display list goes in, the picture comes out. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/history.h>
#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/script.h>

#include "../common/commands.h"
#include "frames.h"
#include "../common/isa_option.h"
#include "../common/options.h"
#include "../common/scale.h"

enum { OPTION_OUTPUT, OPTION_DUMP, OPTION_ISA, OPTION_OWNER, OPTION_COVERAGE, OPTION_SCALE };

enum { PATH_SIZE = 4096 };

static const command_option options[] = {
    {"output", 'o', "OUT.png", "Where to write the picture (required)", NULL},
    {"dump", 0, "OUT.txt", "Where to write what the script's dump commands tell", NULL},
    {"isa", 0, "NAME", "Instruction set of the triangle fills; every one draws the same", NULL},
    {"owner", 0, "OUT.png", "Where to write the owner plane: who drew each pixel", NULL},
    {"coverage", 0, NULL, "Make pixels that nothing drew transparent, whatever the script says",
     NULL},
    {"scale", 0, "N", SCALE_HELP, NULL},
};

static const command_help help = {
    "replay",
    "SCRIPT.r3d -o OUT.png [options]",
    "Draws the display list SCRIPT.r3d in a fresh renderer and writes the frame as an 8-bit RGB "
    "PNG,\n"
    "or RGBA if the script uses \"sentinel\". The owner plane has 24-bit ids as colours. All "
    "outputs\n"
    "are written together: after an error nothing is written, and files from an earlier run are "
    "left\n"
    "as they were.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the script or a file it names cannot be read or is "
    "wrong,\n"
    "6 an output cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

/* What is written; a NULL path means that it is not wanted. */
typedef enum output_kind { PICTURE, DUMP, OWNER, OUTPUT_COUNT } output_kind;

typedef struct outputs {
    const char *path[OUTPUT_COUNT];
    void *memory[OUTPUT_COUNT]; /* NULL for what the replay owns */
    r3d_file_content files[OUTPUT_COUNT];
    size_t count;
    bool has_coverage;
    int32_t scale;
} outputs;

static void add_file(outputs *o, output_kind kind, const void *data, size_t size)
{
    const r3d_file_content file = {o->path[kind], data, size};
    o->files[o->count++] = file;
}

static int add_png(outputs *o, output_kind kind, const r3d_picture_view *view)
{
    r3d_error error;
    size_t size = 0;
    if (scale_encode(view, o->scale, R3D_PNG_FAST, &o->memory[kind], &size, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    add_file(o, kind, o->memory[kind], size);
    return R3D_EXIT_OK;
}

static r3d_picture_view view_of(const uint32_t *pixels, const r3d_surface *surface,
                                ptrdiff_t stride_px, r3d_layout layout)
{
    const r3d_picture_view view = {pixels, stride_px * (ptrdiff_t)sizeof *pixels, surface->width,
                                   surface->height, layout};
    return view;
}

static int add_frame(outputs *o, const r3d_replay *replay, const char *script_path)
{
    const r3d_surface *surface = r3d_replay_get_surface(replay);
    if (surface == NULL) {
        fprintf(stderr,
                "%s: the script has no \"size\" command, expected one before anything is "
                "drawn\n",
                script_path);
        return R3D_EXIT_INPUT;
    }
    if (!scale_fits(&help, o->scale, surface->width, surface->height)) {
        return R3D_EXIT_USAGE;
    }
    const r3d_picture_view view = view_of(
        surface->pixels, surface, surface->stride_px,
        o->has_coverage || r3d_replay_has_alpha(replay) ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32);
    return add_png(o, PICTURE, &view);
}

/* The ids of the owner plane as a picture 0xRRGGBB; the least 24 bits of larger ids. */
static int add_owner(outputs *o, const r3d_script *script)
{
    r3d_error error;
    r3d_history *history = NULL;
    r3d_history_desc desc;
    r3d_history_desc_init(&desc);
    desc.owner = true;
    if (r3d_history_create(script, &desc, &history, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    const r3d_surface *surface = r3d_history_get_surface(history);
    const r3d_picture_view view =
        view_of(r3d_history_get_owner(history), surface, surface->width, R3D_LAYOUT_XRGB32);
    const int exit_code = add_png(o, OWNER, &view);
    r3d_history_destroy(history);
    return exit_code;
}

/* Makes all outputs, then writes all of them or none. */
static int save(outputs *o, const r3d_replay *replay, const r3d_script *script,
                const char *script_path)
{
    r3d_error error;
    int exit_code = add_frame(o, replay, script_path);
    if (exit_code == R3D_EXIT_OK && o->path[DUMP] != NULL) {
        size_t size;
        const char *text = r3d_replay_get_dump(replay, &size);
        add_file(o, DUMP, text, size);
    }
    if (exit_code == R3D_EXIT_OK && o->path[OWNER] != NULL) {
        exit_code = add_owner(o, script);
    }
    if (exit_code == R3D_EXIT_OK && r3d_file_write_all(o->files, o->count, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    for (int i = 0; i < OUTPUT_COUNT; i++) {
        free(o->memory[i]);
    }
    return exit_code;
}

static int replay_script(const r3d_script *script, const char *script_path, outputs *o, r3d_isa isa)
{
    r3d_error error;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    int exit_code;
    r3d_replay_desc_init(&desc);
    desc.isa = isa;
    if (r3d_replay_create(&desc, &replay) != R3D_OK) {
        fprintf(stderr, "retro3d replay: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (r3d_replay_run(replay, script, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_INPUT;
    } else {
        exit_code = save(o, replay, script, script_path);
    }
    r3d_replay_destroy(replay);
    return exit_code;
}

static int replay_file(const char *script_path, outputs *o, r3d_isa isa)
{
    r3d_error error;
    r3d_script *script = NULL;
    int exit_code = R3D_EXIT_USAGE;
    if (!outputs_are_safe(&help, o->path, OUTPUT_COUNT, &script_path, 1)) {
        return exit_code;
    }
    if (r3d_script_load(script_path, NULL, &script, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    if (outputs_spare_script(&help, o->path, OUTPUT_COUNT, script)) {
        exit_code = replay_script(script, script_path, o, isa);
    }
    r3d_script_destroy(script);
    return exit_code;
}

int cmd_replay(int argc, char **argv)
{
    command_arguments arguments;
    const char *script_path = NULL;
    outputs o;
    r3d_isa isa = R3D_ISA_BEST;
    const char *value;
    memset(&o, 0, sizeof o);
    o.scale = 1;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_OUTPUT:
            o.path[PICTURE] = value;
            break;
        case OPTION_DUMP:
            o.path[DUMP] = value;
            break;
        case OPTION_OWNER:
            o.path[OWNER] = value;
            break;
        case OPTION_COVERAGE:
            o.has_coverage = true;
            break;
        case OPTION_ISA:
            if (!option_isa(&help, option, value, &isa)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case OPTION_SCALE:
            if (!option_scale(&help, option, value, &o.scale)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (script_path != NULL) {
                return usage_error(&help, "one script expected, \"%.100s\" is a second", value);
            }
            script_path = value;
            break;
        default:
            return arguments_exit_code(&arguments);
        }
    }
    if (script_path == NULL) {
        return usage_error(&help, "no script given");
    }
    if (o.path[PICTURE] == NULL) {
        return usage_error(&help, "no output given, expected -o OUT.png");
    }
    return replay_file(script_path, &o, isa);
}
