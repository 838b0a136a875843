/* SPDX-License-Identifier: MIT */

#include "cols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "../common/commands.h"

struct path_crossing {
    int32_t column;
    int32_t wall;
    int32_t top;
    int32_t bottom;
    bool is_middle;
};

enum { ENTRY_SIZE_MAX = 48 }; /* four numbers of at most 10 digits and what is between them */

void crossing_list_add(int32_t column, int32_t wall, bool is_middle, int32_t top, int32_t bottom,
                       void *user)
{
    crossing_list *list = user;
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 4096 : list->capacity * 2;
        struct path_crossing *grown = realloc(list->items, capacity * sizeof *grown);
        if (grown == NULL) {
            list->failed = true;
            return;
        }
        list->items = grown;
        list->capacity = capacity;
    }
    const struct path_crossing crossing = {column, wall, top, bottom, is_middle};
    list->items[list->count++] = crossing;
}

static size_t put_crossing(char *text, const struct path_crossing *c)
{
    int used = snprintf(text, ENTRY_SIZE_MAX, " %ld%s:", (long)c->wall, c->is_middle ? "m" : "");
    char *rest = text + used;
    const size_t room = ENTRY_SIZE_MAX - (size_t)used;
    used += c->top < c->bottom ? snprintf(rest, room, "%ld,%ld", (long)c->top, (long)c->bottom)
                               : snprintf(rest, room, "x");
    return (size_t)used;
}

int crossing_list_write(const crossing_list *list, const char *path, int32_t width)
{
    /* The walls of each column in the order in which they came. */
    size_t *next = malloc((list->count + 1) * sizeof *next);
    size_t *first = malloc((size_t)width * sizeof *first);
    size_t *last = malloc((size_t)width * sizeof *last);
    char *text = malloc(((size_t)width + list->count + 1) * ENTRY_SIZE_MAX);
    int exit_code = R3D_EXIT_OUTPUT;
    if (list->failed || next == NULL || first == NULL || last == NULL || text == NULL) {
        fprintf(stderr, "retro3d column: out of memory\n");
    } else {
        for (int32_t column = 0; column < width; column++) {
            first[column] = last[column] = SIZE_MAX;
        }
        for (size_t i = 0; i < list->count; i++) {
            const int32_t column = list->items[i].column;
            *(last[column] == SIZE_MAX ? &first[column] : &next[last[column]]) = i;
            last[column] = i;
            next[i] = SIZE_MAX;
        }
        size_t used = (size_t)sprintf(text, "columns 1\n");
        for (int32_t column = 0; column < width; column++) {
            used += (size_t)sprintf(text + used, "%ld", (long)column);
            for (size_t i = first[column]; i != SIZE_MAX; i = next[i]) {
                used += put_crossing(text + used, &list->items[i]);
            }
            text[used++] = '\n';
        }
        r3d_error error;
        exit_code = R3D_EXIT_OK;
        if (r3d_file_write(path, text, used, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_OUTPUT;
        }
    }
    free(next);
    free(first);
    free(last);
    free(text);
    return exit_code;
}
