/* SPDX-License-Identifier: MIT */

#include "path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/text.h>

#include "../common/commands.h"

enum { FRAMES_MAX = 100000 };

bool camera_list_add(camera_list *list, const double values[5])
{
    if (list->count == list->capacity) {
        const int32_t capacity = list->capacity == 0 ? 256 : list->capacity * 2;
        r3d_column_camera *grown = realloc(list->cameras, (size_t)capacity * sizeof *grown);
        if (grown == NULL || list->count >= FRAMES_MAX) {
            list->cameras = grown == NULL ? list->cameras : grown;
            fprintf(stderr, "retro3d column: more than %d frames, or out of memory\n", FRAMES_MAX);
            return false;
        }
        list->cameras = grown;
        list->capacity = capacity;
    }
    r3d_column_camera *camera = &list->cameras[list->count++];
    memset(camera, 0, sizeof *camera);
    camera->x = values[0];
    camera->y = values[1];
    camera->z = values[2];
    camera->yaw = values[3];
    camera->shear = values[4];
    return true;
}

/* One line of a path. Returns the number of values, 0 for an empty line, -1 for a wrong one. */
static int32_t parse_path_line(const char *line, size_t length, double values[6])
{
    int32_t count = 0;
    size_t at = 0;
    while (at < length && line[at] != '#') {
        if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
            at++;
            continue;
        }
        size_t end = at;
        while (end < length && line[end] != ' ' && line[end] != '\t' && line[end] != '\r' &&
               line[end] != '#') {
            end++;
        }
        if (count == 6 || r3d_text_to_double(line + at, end - at, &values[count]) != R3D_OK) {
            return -1;
        }
        count++;
        at = end;
    }
    return count == 0 || count >= 5 ? count : -1;
}

/* What r3d_column_draw takes. */
static bool is_camera(const double values[5])
{
    bool good = true;
    for (int i = 0; i < 5; i++) {
        good = good && values[i] >= -(double)R3D_COLUMN_CAMERA_MAX &&
               values[i] <= (double)R3D_COLUMN_CAMERA_MAX;
    }
    return good;
}

/* Straight from one camera to the next, the second one not included. */
static bool add_between(camera_list *list, const double *from, const double *to, double steps)
{
    // NOLINTNEXTLINE(cert-flp30-c): whole numbers, exact; there may be more than an int32_t counts
    for (double i = 0.0; i < steps; i += 1.0) {
        double values[5];
        for (int v = 0; v < 5; v++) {
            values[v] = from[v] + (to[v] - from[v]) * i / steps;
        }
        if (!camera_list_add(list, values)) {
            return false;
        }
    }
    return true;
}

int camera_list_read(camera_list *list, const char *path)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    if (r3d_file_read(path, 1 << 26, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    const char *next = data;
    const char *end = next + size;
    if (size >= 3 && memcmp(next, "\xEF\xBB\xBF", 3) == 0) {
        next += 3; /* the mark that some editors put before UTF-8 */
    }
    double previous[6] = {0, 0, 0, 0, 0, 0};
    bool has_previous = false;
    bool good = true;
    for (int line = 1; good && next < end; line++) {
        const char *newline = memchr(next, '\n', (size_t)(end - next));
        const char *stop = newline == NULL ? end : newline;
        double values[6] = {0, 0, 0, 0, 0, 1};
        const int32_t count = parse_path_line(next, (size_t)(stop - next), values);
        if (count < 0 || !(values[5] >= 1.0 && values[5] <= FRAMES_MAX) || !is_camera(values)) {
            fprintf(stderr,
                    "%s:%d: expected X Y Z YAW SHEAR [FRAMES], numbers within +-%ld and 1 to %d "
                    "frames\n",
                    path, line, (long)R3D_COLUMN_CAMERA_MAX, FRAMES_MAX);
            good = false;
        } else if (count > 0) {
            good = !has_previous || add_between(list, previous, values, previous[5]);
            memcpy(previous, values, sizeof previous);
            has_previous = true;
        }
        next = newline == NULL ? end : newline + 1;
    }
    free(data);
    if (good && !has_previous) {
        fprintf(stderr, "%s: has no cameras\n", path);
        good = false;
    }
    return good && camera_list_add(list, previous) ? R3D_EXIT_OK : R3D_EXIT_INPUT;
}
