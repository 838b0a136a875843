/* SPDX-License-Identifier: MIT */
/* retro3d replay: a display list goes in, the picture comes out. */

#include <stdio.h>
#include <string.h>

#include <retro3d/history.h>
#include <retro3d/io.h>
#include <retro3d/script.h>

#include "commands.h"
#include "level_option.h"
#include "options.h"

enum { OPTION_OUTPUT, OPTION_DUMP, OPTION_LEVEL, OPTION_OWNER };

static const r3d_option options[] = {
    {"output", 'o', "OUT.png", "Where to write the picture (required)"},
    {"dump", 0, "OUT.txt", "Where to write what the script's dump commands tell"},
    {"level", 0, "NAME", "Instruction set of the triangle fills; every one draws the same"},
    {"owner", 0, "OWNER.png", "Where to write the owner plane: who drew each pixel, as 24-bit ids"},
};

static const r3d_command_help help = {
    "replay",
    "SCRIPT.r3d -o OUT.png",
    "Draws the display list SCRIPT.r3d in a fresh renderer and writes the frame as an 8-bit RGB "
    "PNG, or\n"
    "RGBA if the script uses \"sentinel\".\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the script or a file it names cannot be read or is "
    "wrong,\n"
    "6 the picture cannot be written. After an error nothing is written: an OUT.png from an "
    "earlier\n"
    "run is left as it was.\n",
    options,
    sizeof options / sizeof options[0],
};

static int save_frame(const r3d_replay *replay, const char *script_path, const char *output)
{
    const r3d_surface *surface = r3d_replay_surface(replay);
    if (surface == NULL) {
        fprintf(stderr,
                "%s: the script has no \"size\" command, expected one before anything is "
                "drawn\n",
                script_path);
        return R3D_EXIT_INPUT;
    }
    r3d_picture_view view;
    view.pixels = surface->pixels;
    view.stride_bytes = (ptrdiff_t)surface->stride_px * (ptrdiff_t)sizeof *surface->pixels;
    view.width = surface->width;
    view.height = surface->height;
    view.layout = r3d_replay_has_alpha(replay) ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32;
    r3d_error error;
    if (r3d_png_save(output, &view, R3D_PNG_FAST, &error) != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    return R3D_EXIT_OK;
}

static int save_dump(const r3d_replay *replay, const char *path)
{
    size_t size;
    r3d_error error;
    const char *text = r3d_replay_dump(replay, &size);
    if (r3d_file_write(path, text, size, &error) != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    return R3D_EXIT_OK;
}

/* The ids of the owner plane as a picture 0xRRGGBB; the least 24 bits of larger ids. */
static int save_owner(const r3d_script *script, const char *path)
{
    r3d_error error;
    r3d_history *history = NULL;
    r3d_history_desc desc;
    r3d_history_desc_init(&desc);
    desc.owner = true;
    if (r3d_history_create(script, &desc, &history, &error) != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_INPUT;
    }
    const r3d_surface *surface = r3d_history_surface(history);
    const r3d_picture_view view = {r3d_history_owner(history),
                                   (ptrdiff_t)surface->width * (ptrdiff_t)sizeof(uint32_t),
                                   surface->width, surface->height, R3D_LAYOUT_XRGB32};
    r3d_result result = r3d_png_save(path, &view, R3D_PNG_FAST, &error);
    r3d_history_destroy(history);
    if (result != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    return R3D_EXIT_OK;
}

static int refuse_one_output(const char *output)
{
    return r3d_usage_error(&help, "two outputs cannot both be written to %.200s", output);
}

static int replay_file(const char *script_path, const char *output, const char *dump,
                       const char *owner, r3d_level level)
{
    r3d_error error;
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.level = level;
    if (r3d_script_load(script_path, NULL, &script, &error) != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_INPUT;
    }
    int exit_code;
    if (r3d_replay_create(&desc, &replay) != R3D_OK) {
        fprintf(stderr, "retro3d replay: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (r3d_replay_run(replay, script, &error) != R3D_OK) {
        r3d_print_error(&error);
        exit_code = R3D_EXIT_INPUT;
    } else {
        exit_code = save_frame(replay, script_path, output);
        if (exit_code == R3D_EXIT_OK && dump != NULL) {
            /* only now that the picture exists are two spellings of one name seen to be the same */
            exit_code = r3d_file_is_same(output, dump) ? refuse_one_output(output)
                                                       : save_dump(replay, dump);
        }
        if (exit_code == R3D_EXIT_OK && owner != NULL) {
            bool is_same = r3d_file_is_same(output, owner) ||
                           (dump != NULL && r3d_file_is_same(dump, owner));
            exit_code = is_same ? refuse_one_output(owner) : save_owner(script, owner);
        }
    }
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    return exit_code;
}

int r3d_cmd_replay(int argc, char **argv)
{
    r3d_arguments arguments;
    const char *script_path = NULL;
    const char *output = NULL;
    const char *dump = NULL;
    const char *owner = NULL;
    r3d_level level = R3D_LEVEL_BEST;
    const char *value;
    r3d_arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = r3d_arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_OUTPUT:
            output = value;
            break;
        case OPTION_DUMP:
            dump = value;
            break;
        case OPTION_OWNER:
            owner = value;
            break;
        case OPTION_LEVEL:
            if (!r3d_option_level(&help, option, value, &level)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (script_path != NULL) {
                return r3d_usage_error(&help, "one script expected, \"%.100s\" is a second", value);
            }
            script_path = value;
            break;
        default:
            return r3d_arguments_exit_code(&arguments);
        }
    }
    if (script_path == NULL) {
        return r3d_usage_error(&help, "no script given");
    }
    if (output == NULL) {
        return r3d_usage_error(&help, "no output given, expected -o OUT.png");
    }
    const char *const outputs[] = {output, dump, owner};
    if (!r3d_outputs_are_safe(&help, outputs, 3, &script_path, 1)) {
        return R3D_EXIT_USAGE;
    }
    return replay_file(script_path, output, dump, owner, level);
}
