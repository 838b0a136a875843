/* SPDX-License-Identifier: MIT */
/// What test_null.c, objects.c and the generated null_calls.c share.
#ifndef API_NULL_H
#define API_NULL_H

#include <stdbool.h>
#include <stddef.h>

enum { API_ALL_NULL = -1, API_NONE_NULL = 100 };

typedef enum api_kind { API_NOTHING, API_RESULT, API_NUMBER, API_POINTER } api_kind;

typedef struct api_outcome {
    double number;
    const void *pointer;
} api_outcome;

typedef struct api_function {
    const char *name;
    api_outcome (*call)(int which, int number);
    api_kind kind;
    unsigned pointers; ///< A bit for each parameter that is a pointer,
    unsigned optional; ///< and for each that may be NULL.
    int parameter_count;
    const char *const *parameters;
    const char *const
        *types;    ///< The struct that a parameter points to and that is only read; "" for others.
    bool releases; ///< destroy, free, close: NULL is accepted.
    bool names_null;   ///< Its comment says something of NULL,
    bool may_be_empty; ///< or that an array without elements may be NULL.
} api_function;

extern const api_function api_functions[];
extern const size_t api_function_count;

void api_make_plain_objects(void);
void api_make_objects(void);

/// Keeps an object for parameters that point to a type; replaces an earlier one.
void api_put(const char *type, const void *object);
/// The object of a type, or zeroed memory of its own for each parameter.
void *api_object(const char *type, int parameter);
typedef void (*api_any_fn)(void);
api_any_fn api_callback(const char *type);

#endif
