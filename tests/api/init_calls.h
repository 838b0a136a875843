/* SPDX-License-Identifier: MIT */
/* All options structs of the headers; the table is made by make_init_calls.py. */

#ifndef R3D_TESTS_API_INIT_CALLS_H
#define R3D_TESTS_API_INIT_CALLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct init_call {
    const char *name; /* of the struct's functions, without _init */
    const char *type;
    size_t size;
    void (*sized)(void *out, uint32_t size);
    void (*whole)(void *out);
} init_call;

/* A struct that another one points to. */
typedef struct nested_struct {
    const char *outer; /* type names */
    const char *member;
    size_t offset;
    const char *inner;
} nested_struct;

extern const nested_struct nested_structs[];
extern const size_t nested_struct_count;

extern const init_call init_calls[];
extern const size_t init_call_count;

#endif
