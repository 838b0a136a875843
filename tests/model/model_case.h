/* SPDX-License-Identifier: MIT */
/* Cases of golden/model: a script, its picture, and mostly the text of its dumps. */

#ifndef R3D_TESTS_MODEL_CASE_H
#define R3D_TESTS_MODEL_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/io.h>
#include <retro3d/script.h>

/* A replayed case. */
typedef struct played_case {
    r3d_script *script;
    r3d_replay *replay;
    r3d_picture_view view;
    const char *dump;
    size_t dump_size;
} played_case;

/* Replays ROOT/model/NAME.r3d with an instruction set; false, with the reason printed, on failure. */
bool play_case(const char *root, const char *name, r3d_isa isa, played_case *out);

/* The same as by a client that does not ask for the order of the faces; no dump tells of it. */
bool play_unobserved_case(const char *root, const char *name, r3d_isa isa, played_case *out);

void release_case(played_case *played);

/* Compares the dump with ROOT/model/NAME.txt line by line; false, with the first lines that differ
 * printed, if they are not equal or the file cannot be read. */
bool dump_equals_reference(const char *root, const char *name, const played_case *played);

/* Compares all pixels with ROOT/model/NAME.png; alpha too if the script asked for it. */
bool picture_equals_reference(const char *root, const char *name, const played_case *played);

/* Reads the list ROOT/model/cases.txt. Each name is zero-terminated; has_dump tells of NAME.txt. */
typedef struct case_list {
    char *text;
    int count;
    const char **names;
    bool *has_dump;
} case_list;

bool read_case_list(const char *root, case_list *out);
void free_case_list(case_list *list);

#endif
