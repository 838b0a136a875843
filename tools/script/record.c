/* SPDX-License-Identifier: MIT */
/* retro3d record: what a display list draws, written the way a client's frame is recorded. */

#include <stdio.h>

#include <retro3d/record.h>
#include <retro3d/script.h>

#include "../common/commands.h"
#include "frames.h"
#include "../common/options.h"
#include "record.h"

enum { OPTION_OUTPUT };

static const command_option options[] = {
    {"output", 'o', "OUT.r3d", "Where to write the recording (required)", NULL},
};

static const command_help help = {
    "record",
    "SCRIPT.r3d -o OUT.r3d",
    "Draws the display list SCRIPT.r3d and records what is drawn as another one, with the meshes,\n"
    "texels, palettes and sprites it uses in files beside it, each once, named after its "
    "contents:\n"
    "what r3d_recorder does for the frame of a client. The recording draws the same bytes.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the script or a file it names cannot be read or is\n"
    "wrong, 6 the recording cannot be written; nothing is written then.\n",
    options,
    sizeof options / sizeof options[0],
};

int record_script(const char *script_path, const char *output)
{
    r3d_error error;
    r3d_script *script = NULL;
    r3d_recorder *recorder = NULL;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    if (r3d_script_load(script_path, NULL, &script, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    int exit_code = R3D_EXIT_OK;
    r3d_result result = r3d_recorder_create(NULL, &recorder);
    if (result == R3D_OK) {
        desc.listener = r3d_recorder_get_listener(recorder);
        result = r3d_replay_create(&desc, &replay);
    }
    if (result != R3D_OK) {
        fprintf(stderr, "retro3d record: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (r3d_replay_run(replay, script, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_INPUT;
    } else if (r3d_replay_get_surface(replay) == NULL) {
        fprintf(stderr, "%s: the script has no \"size\" command\n", script_path);
        exit_code = R3D_EXIT_INPUT;
    } else if (r3d_recorder_save(recorder, r3d_replay_get_surface(replay), output, &error) !=
               R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    r3d_replay_destroy(replay);
    r3d_recorder_destroy(recorder);
    r3d_script_destroy(script);
    return exit_code;
}

int cmd_record(int argc, char **argv)
{
    command_arguments arguments;
    const char *script_path = NULL;
    const char *output = NULL;
    const char *value;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == OPTION_OUTPUT) {
            output = value;
        } else if (option == R3D_ARGUMENT_POSITIONAL && script_path == NULL) {
            script_path = value;
        } else if (option == R3D_ARGUMENT_POSITIONAL) {
            return usage_error(&help, "one script expected, \"%.100s\" is a second", value);
        } else {
            return arguments_exit_code(&arguments);
        }
    }
    if (script_path == NULL) {
        return usage_error(&help, "no script given");
    }
    if (output == NULL) {
        return usage_error(&help, "no output given, expected -o OUT.r3d");
    }
    if (!outputs_are_safe(&help, &output, 1, &script_path, 1) ||
        !outputs_spare_script_file(&help, &output, 1, script_path)) {
        return R3D_EXIT_USAGE;
    }
    return record_script(script_path, output);
}
