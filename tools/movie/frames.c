/* SPDX-License-Identifier: MIT */
#include "frames.h"

#include <retro3d/folders.h>
#include <retro3d/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/commands.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_zeros(const char *text)
{
    while (text[0] == '0' && is_digit(text[1])) {
        text++;
    }
    return text;
}

static size_t digits_of(const char *text)
{
    size_t count = 0;
    while (is_digit(text[count])) {
        count++;
    }
    return count;
}

int frames_compare(const char *a, const char *b)
{
    const char *p = a;
    const char *q = b;
    while (*p != '\0' && *q != '\0') {
        if (!is_digit(*p) || !is_digit(*q)) {
            if (*p != *q) {
                return (unsigned char)*p < (unsigned char)*q ? -1 : 1;
            }
            p++;
            q++;
            continue;
        }
        p = skip_zeros(p);
        q = skip_zeros(q);
        const size_t digits = digits_of(p);
        const size_t other = digits_of(q);
        const int order = digits != other ? (digits < other ? -1 : 1) : memcmp(p, q, digits);
        if (order != 0) {
            return order;
        }
        p += digits;
        q += digits;
    }
    /* "01" and "1" are one number: the order is still that of their bytes, so that it never varies. */
    return *p == *q ? strcmp(a, b) : (*p == '\0' ? -1 : 1);
}

static int compare_paths(const void *a, const void *b)
{
    return frames_compare(*(const char *const *)a, *(const char *const *)b);
}

static bool append(frame_list *list, const char *folder, const char *name)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity * 2 + 16;
        char **paths = realloc(list->paths, capacity * sizeof *paths);
        if (paths == NULL) {
            return false;
        }
        list->paths = paths;
        list->capacity = capacity;
    }
    const size_t size = (folder != NULL ? strlen(folder) + 1 : 0) + strlen(name) + 1;
    char *path = malloc(size);
    if (path == NULL) {
        return false;
    }
    snprintf(path, size, "%s%s%s", folder != NULL ? folder : "", folder != NULL ? "/" : "", name);
    list->paths[list->count++] = path;
    return true;
}

typedef struct collector {
    frame_list *list;
    const char *folder;
    const char *output;
    bool failed;
} collector;

static bool is_png(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && name[0] != '.' &&
           (strcmp(name + length - 4, ".png") == 0 || strcmp(name + length - 4, ".PNG") == 0);
}

static bool collect(const char *name, void *user)
{
    collector *c = user;
    if (!is_png(name)) {
        return true;
    }
    if (!append(c->list, c->folder, name)) {
        c->failed = true;
        return false;
    }
    char **last = &c->list->paths[c->list->count - 1];
    if (r3d_path_get_kind(*last) != R3D_PATH_FILE || r3d_file_is_same(*last, c->output)) {
        free(*last);
        c->list->count--;
    }
    return true;
}

static bool out_of_memory(void)
{
    fprintf(stderr, "retro3d movie: out of memory\n");
    return false;
}

bool frames_add(frame_list *list, const char *path, const char *output)
{
    r3d_error error;
    const size_t first = list->count;
    if (r3d_path_get_kind(path) != R3D_PATH_FOLDER) {
        return append(list, NULL, path) || out_of_memory();
    }
    collector c = {list, path, output, false};
    if (r3d_folder_list(path, NULL, collect, &c, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    if (c.failed) {
        return out_of_memory();
    }
    if (list->count == first) {
        fprintf(stderr, "%s: no *.png in this folder\n", path);
        return false;
    }
    qsort(list->paths + first, list->count - first, sizeof *list->paths, compare_paths);
    return true;
}

void frames_free(frame_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->paths[i]);
    }
    free(list->paths);
    memset(list, 0, sizeof *list);
}
