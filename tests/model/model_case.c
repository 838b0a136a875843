/* SPDX-License-Identifier: MIT */
#include "model_case.h"

#include <retro3d/png.h>

#include "../../src/script/script_internal.h" /* is_unobserved */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_LINES = 8 };

static void path_of(char *path, size_t size, const char *root, const char *name, const char *ending)
{
    snprintf(path, size, "%s/model/%s%s", root, name, ending);
}

static bool play(const char *root, const char *name, r3d_isa isa, bool is_unobserved,
                 played_case *out)
{
    char path[1024];
    r3d_replay_desc desc;
    r3d_error error;
    memset(out, 0, sizeof *out);
    path_of(path, sizeof path, root, name, ".r3d");
    r3d_replay_desc_init(&desc);
    desc.isa = isa;
    if (r3d_replay_create(&desc, &out->replay) != R3D_OK) {
        printf("no memory for a replay\n");
        return false;
    }
    out->replay->is_unobserved = is_unobserved;
    if (r3d_script_load(path, NULL, &out->script, &error) != R3D_OK ||
        r3d_replay_run(out->replay, out->script, &error) != R3D_OK) {
        printf("%s:%d: %s\n", error.file, (int)error.line, error.message);
        return false;
    }
    const r3d_surface *surface = r3d_replay_get_surface(out->replay);
    out->view.pixels = surface->pixels;
    out->view.stride_bytes = (ptrdiff_t)surface->stride_px * (ptrdiff_t)sizeof *surface->pixels;
    out->view.width = surface->width;
    out->view.height = surface->height;
    out->view.layout = r3d_replay_has_alpha(out->replay) ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32;
    out->dump = r3d_replay_get_dump(out->replay, &out->dump_size);
    return true;
}

bool play_case(const char *root, const char *name, r3d_isa isa, played_case *out)
{
    return play(root, name, isa, false, out);
}

bool play_unobserved_case(const char *root, const char *name, r3d_isa isa, played_case *out)
{
    return play(root, name, isa, true, out);
}

void release_case(played_case *played)
{
    r3d_replay_destroy(played->replay);
    r3d_script_destroy(played->script);
}

/* Cuts the next line off a text. */
static size_t next_line(const char **text, size_t *size, const char **out_line)
{
    const char *end = *size > 0 ? memchr(*text, '\n', *size) : NULL;
    size_t length = end != NULL ? (size_t)(end - *text) : *size;
    *out_line = *text;
    size_t taken = end != NULL ? length + 1 : length;
    *text += taken;
    *size -= taken;
    return length;
}

bool dump_equals_reference(const char *root, const char *name, const played_case *played)
{
    char path[1024];
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    path_of(path, sizeof path, root, name, ".txt");
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        printf("%s: %s\n", error.file, error.message);
        return false;
    }
    const char *expected = data;
    const char *actual = played->dump;
    size_t actual_size = played->dump_size;
    int different = 0;
    for (int line = 1; size > 0 || actual_size > 0; line++) {
        const char *expected_line;
        const char *actual_line;
        size_t expected_length = next_line(&expected, &size, &expected_line);
        size_t actual_length = next_line(&actual, &actual_size, &actual_line);
        if (expected_length != actual_length ||
            memcmp(expected_line, actual_line, expected_length) != 0) {
            different++;
            if (different <= SHOWN_LINES) {
                printf("%s, line %d: expected \"%.*s\", actual \"%.*s\"\n", path, line,
                       (int)expected_length, expected_line, (int)actual_length, actual_line);
            }
        }
    }
    if (different > 0) {
        printf("%s: %d lines differ\n", path, different);
    }
    free(data);
    return different == 0;
}

static uint32_t reference_pixel(const uint8_t *rgba)
{
    return (uint32_t)rgba[3] << 24 | (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

bool picture_equals_reference(const char *root, const char *name, const played_case *played)
{
    char path[1024];
    r3d_picture picture;
    r3d_error error;
    path_of(path, sizeof path, root, name, ".png");
    if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
        printf("%s: %s\n", error.file, error.message);
        return false;
    }
    long different = 0;
    bool alpha_counts = played->view.layout == R3D_LAYOUT_ARGB32;
    bool same_size = picture.width == played->view.width && picture.height == played->view.height;
    const uint8_t *expected = picture.pixels;
    const uint32_t *actual = played->view.pixels;
    for (long i = 0; same_size && i < (long)picture.width * picture.height; i++) {
        uint32_t difference = reference_pixel(expected + i * 4) ^ actual[i];
        different += (alpha_counts ? difference : difference & 0xFFFFFFu) != 0 ? 1 : 0;
    }
    if (!same_size || different > 0) {
        printf("%s: %ld pixels differ%s\n", path, different, same_size ? "" : ", the size does");
    }
    r3d_picture_free(&picture);
    return same_size && different == 0;
}

bool read_case_list(const char *root, case_list *out)
{
    char path[1024];
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    memset(out, 0, sizeof *out);
    path_of(path, sizeof path, root, "cases", ".txt");
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        printf("%s: %s\n", error.file, error.message);
        return false;
    }
    out->text = data;
    out->names = calloc(size + 1, sizeof *out->names);
    out->has_dump = calloc(size + 1, sizeof *out->has_dump);
    if (out->names == NULL || out->has_dump == NULL) {
        free_case_list(out);
        return false;
    }
    for (char *line = out->text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        char *blank = strchr(line, ' ');
        if (line[0] != '#' && line[0] != '\0') {
            out->has_dump[out->count] = blank != NULL;
            out->names[out->count++] = line;
            if (blank != NULL) {
                *blank = '\0';
            }
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return true;
}

void free_case_list(case_list *list)
{
    free(list->text);
    free((void *)list->names);
    free(list->has_dump);
    memset(list, 0, sizeof *list);
}
