/* SPDX-License-Identifier: MIT */
/* Cutting a display list down while something stays true of it: delta debugging over its commands,
 * the faces of its meshes and its numbers. */

#ifndef R3D_TOOLS_REDUCE_SCRIPT_H
#define R3D_TOOLS_REDUCE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/script_room.h>

/* A display list as words, and the files that it is tried with. */
typedef struct r3d_reduction r3d_reduction;

/* Whether a candidate still shows what is looked for. `path` names the folder that its files are
 * found in; the script itself is not there. */
typedef bool (*r3d_reduction_test)(const char *text, size_t size, const char *path, void *user);

/* Called from time to time: what is being cut, how much is left, how many candidates were tried. */
typedef void (*r3d_reduction_progress)(const char *what, size_t left, size_t tried, void *user);

/* Reads a script. Returns NULL after an error, which *out_error tells. */
r3d_reduction *r3d_reduction_open(const char *path, r3d_error *out_error);
void r3d_reduction_close(r3d_reduction *reduction);

/* Rooms besides those of the library, whose commands tell what is a file; borrowed. */
void r3d_reduction_set_rooms(r3d_reduction *reduction, const r3d_script_room *const *rooms,
                             size_t count);

void r3d_reduction_set_test(r3d_reduction *reduction, r3d_reduction_test test,
                            r3d_reduction_progress progress, void *user);

/* Whether the test holds for what is left now. */
bool r3d_reduction_holds(r3d_reduction *reduction);

/* Cuts commands. The test must hold. */
void r3d_reduction_cut_commands(r3d_reduction *reduction);

/* Makes the files that are still named lie beside `output`, under names without folders, so that
 * they can be cut too. From here on candidates are tried there. Returns false after an error. */
bool r3d_reduction_move(r3d_reduction *reduction, const char *output, r3d_error *out_error);

/* Cuts parts of files, such as the faces of meshes: new files beside the output, named after their
 * contents. */
bool r3d_reduction_cut_faces(r3d_reduction *reduction, r3d_error *out_error);

/* Makes numbers smaller. */
void r3d_reduction_cut_numbers(r3d_reduction *reduction);

/* Gives up: no line is left, so that tidying removes all files that were made. */
void r3d_reduction_abandon(r3d_reduction *reduction);

/* Removes the files beside the output that the reduction made and does not name any more. */
void r3d_reduction_tidy(r3d_reduction *reduction);

/* The script as text, valid until the next call. */
const char *r3d_reduction_text(r3d_reduction *reduction, size_t *out_size);

size_t r3d_reduction_command_count(const r3d_reduction *reduction);
size_t r3d_reduction_tried(const r3d_reduction *reduction);

#endif
