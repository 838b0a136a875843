/* SPDX-License-Identifier: MIT */
/* All options structs of the headers; the table is made by make_init_calls.py. */

#ifndef R3D_TESTS_API_INIT_CALLS_H
#define R3D_TESTS_API_INIT_CALLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct init_call {
    const char *name; /* of the struct's functions, without _init */
    size_t size;
    void (*sized)(void *out, uint32_t size);
    void (*whole)(void *out);
} init_call;

extern const init_call init_calls[];
extern const size_t init_call_count;

#endif
