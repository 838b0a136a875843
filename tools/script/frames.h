/* SPDX-License-Identifier: MIT */
/* Frames of a script by several ways of drawing it: instruction sets, threads, another program.
 * For reduce and bisect. And what no command about scripts may overwrite. */

#ifndef R3D_TOOLS_FRAMES_H
#define R3D_TOOLS_FRAMES_H

#include <retro3d/io.h>
#include <retro3d/script.h>

#include "../common/options.h"

/* Refuses outputs that would be written over a file that the commands of a script load, with a usage error. */
bool outputs_spare_script(const command_help *help, const char *const *outputs, size_t count,
                          const r3d_script *script);

/* The same for a script that is not loaded yet; one that cannot be loaded is told later. */
bool outputs_spare_script_file(const command_help *help, const char *const *outputs, size_t count,
                               const char *script_path);

/* Replays a text whose files are beside `path`. Returns NULL if it cannot be run. *out_script must
 * outlive the replay; release both. */
r3d_replay *frames_replay(const char *text, size_t size, const char *path,
                          const r3d_replay_desc *desc, r3d_script **out_script);

/* Whether two frames are equal: colours, and which pixels were drawn. */
bool frames_equal(const r3d_surface *a, const r3d_surface *b);
bool frames_equal_picture(const r3d_surface *frame, const r3d_picture *picture);

/* Writes a text as a file beside `path`, with the name of the process in it; the path goes to `out`.
 * Prints what fails. */
bool frames_write_try(const char *text, size_t size, const char *path, char *out, size_t out_size);

/* Runs "PROGRAM replay SCRIPT -o PICTURE --isa scalar --coverage" and loads the picture. Returns its exit
 * code, -1 if it could not be run or the picture not be read. */
int frames_of_program(const char *program, const char *script_path, r3d_picture *out_picture);

/* Runs a shell command with a quoted argument behind it, or in place of {}. Returns the exit code. */
int frames_run_command(const char *command, const char *argument);

#endif
