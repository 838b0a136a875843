/* SPDX-License-Identifier: MIT */
/* The words of reference scenes, for the files that read them. */

#ifndef R3D_TESTS_SCENE_WORDS_H
#define R3D_TESTS_SCENE_WORDS_H

#include "cmocka_all.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

static inline int32_t number_at(const char *text)
{
    char *end;
    const long long value = strtoll(text, &end, 10);
    assert_true(end != text && (*end == 0 || *end == ','));
    return (int32_t)(uint32_t)(uint64_t)value;
}

static inline bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Comma-separated numbers. */
static inline int list(const char *text, int32_t *out, int max)
{
    int count = 0;
    while (text != NULL && count < max) {
        out[count++] = number_at(text);
        text = strchr(text, ',');
        text = text == NULL ? NULL : text + 1;
    }
    return count;
}

/* The value of key=value, or NULL. */
static inline const char *value_of(const char *word, const char *key)
{
    const size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static inline int index_of(const char *word, const char *const names[], int count)
{
    for (int i = 0; i < count; i++) {
        if (is(word, names[i])) {
            return i;
        }
    }
    fail_msg("unknown word %s", word);
    return -1;
}

static inline uint32_t pack(int32_t r, int32_t g, int32_t b, int32_t a)
{
    return (uint32_t)(a & 255) << 24 | (uint32_t)(r & 255) << 16 | (uint32_t)(g & 255) << 8 |
           (uint32_t)(b & 255);
}

/* ---- scene_stages.c ---- */

void scene_read_dxt1(reader *r, scene *s);
r3d_layers_stage scene_read_stage(const reader *r, scene *s);

r3d_layers_target *scene_target_of(scene *s);

/* ---- scene_info.c ---- */

void scene_put_info(scene *s, const char *word);

#endif
