/* SPDX-License-Identifier: MIT */
/* Cutting a display list down while something stays true of it: delta debugging over its commands,
 * the faces of its meshes and its numbers. */

#ifndef R3D_TOOLS_REDUCE_SCRIPT_H
#define R3D_TOOLS_REDUCE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/script_room.h>

/* A display list as words, and the files that it is tried with. */
typedef struct reducer reducer;

/* Whether a candidate still shows what is looked for. `path` names the folder that its files are
 * found in; the script itself is not there. */
typedef bool (*reducer_test)(const char *text, size_t size, const char *path, void *user);

/* Called from time to time: what is being cut, how much is left, how many candidates were tried. */
typedef void (*reducer_progress)(const char *what, size_t left, size_t tried, void *user);

/* Reads a script. Returns NULL after an error, which *out_error tells. */
reducer *reducer_open(const char *path, r3d_error *out_error);
void reducer_close(reducer *reduction);

/* Rooms besides those of the library, whose commands tell what is a file; borrowed. */
void reducer_set_rooms(reducer *reduction, const r3d_script_room *const *rooms, size_t count);

void reducer_set_test(reducer *reduction, reducer_test test, reducer_progress progress, void *user);

/* Whether the test holds for what is left now. */
bool reducer_holds(reducer *reduction);

/* Cuts commands. The test must hold. */
void reducer_cut_commands(reducer *reduction);

/* Makes the files that are still named lie beside `output`, under names without folders, so that
 * they can be cut too. From here on candidates are tried there. Returns false after an error. */
bool reducer_move(reducer *reduction, const char *output, r3d_error *out_error);

/* Cuts parts of files, such as the faces of meshes: new files beside the output, named after their
 * contents. */
bool reducer_cut_faces(reducer *reduction, r3d_error *out_error);

/* Makes numbers smaller. */
void reducer_cut_numbers(reducer *reduction);

/* Gives up: no line is left, so that tidying removes all files that were made. */
void reducer_abandon(reducer *reduction);

/* Removes the files beside the output that the reduction made and does not name any more. */
void reducer_tidy(reducer *reduction);

/* The script as text, valid until the next call. */
const char *reducer_text(reducer *reduction, size_t *out_size);

size_t reducer_command_count(const reducer *reduction);
size_t reducer_tried(const reducer *reduction);

#endif
