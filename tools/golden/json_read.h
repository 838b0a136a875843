/* SPDX-License-Identifier: MIT */
/* A small reader of JSON text. Strings become UTF-8. */

#ifndef R3D_TOOLS_JSON_READ_H
#define R3D_TOOLS_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

typedef enum json_kind {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

typedef struct json {
    json_kind kind;
    bool truth;
    double number;
    char *string;       /* of strings */
    char *key;          /* of an object's members */
    struct json *first; /* of arrays and objects */
    struct json *next;
} json;

/* Reads one value that fills the whole text, apart from blanks. NULL when it is no JSON, nested
 * more than 32 deep, or memory is out. Free it with json_free. */
json *json_read(const char *text, size_t size);
void json_free(json *value);

/* Member of an object, or NULL. */
const json *json_get(const json *object, const char *key);

/* Member's string or number, or a default when it is missing or of another kind. */
const char *json_get_string(const json *object, const char *key);
double json_get_number(const json *object, const char *key);
bool json_get_bool(const json *object, const char *key);

/* Number of entries. */
size_t json_count(const json *array);

/* Entry of an array, or NULL. */
const json *json_at(const json *array, size_t index);

#endif
