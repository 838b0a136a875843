/* SPDX-License-Identifier: MIT */
/* See diff_pair.h. */

#include "diff_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include "../src/golden/fs.h"
#include "commands.h"

static void put_error(r3d_diff_text *text, const r3d_error *error)
{
    if (error->offset >= 0) {
        r3d_priv_text_printf(text, "%s, byte %lld: %s\n", error->file, (long long)error->offset,
                             error->message);
    } else {
        r3d_priv_text_printf(text, "%s: %s\n", error->file, error->message);
    }
}

/* ---- reading ---- */

typedef struct input {
    const char *path;
    void *data;
    size_t size;
    r3d_picture picture;
    r3d_error error;
    bool failed;
} input;

/* Reads standard input to its end. */
static bool read_standard_input(input *in)
{
    size_t capacity = (size_t)1 << 16;
    char *data = malloc(capacity);
    size_t size = 0;
    while (data != NULL) {
        size += fread(data + size, 1, capacity - size, stdin);
        if (size < capacity) {
            break;
        }
        char *larger = capacity <= (size_t)INT32_MAX / 2 ? realloc(data, capacity * 2) : NULL;
        if (larger == NULL) {
            free(data);
            data = NULL;
        } else {
            data = larger;
            capacity *= 2;
        }
    }
    if (data == NULL || ferror(stdin)) {
        memset(&in->error, 0, sizeof in->error);
        in->error.result = data == NULL ? R3D_ERR_LIMIT : R3D_ERR_IO_READ;
        in->error.offset = -1;
        snprintf(in->error.file, sizeof in->error.file, "-");
        snprintf(in->error.message, sizeof in->error.message, "%s",
                 data == NULL ? "standard input is too large" : "reading standard input failed");
        free(data);
        return false;
    }
    in->data = data;
    in->size = size;
    return true;
}

static bool read_input(input *in)
{
    if (strcmp(in->path, "-") == 0) {
        return read_standard_input(in);
    }
    return r3d_file_read(in->path, 0, NULL, &in->data, &in->size, &in->error) == R3D_OK;
}

static void *decode_input(void *argument)
{
    input *in = argument;
    in->failed = r3d_picture_decode(in->data, in->size, in->path, NULL, NULL, &in->picture,
                                    &in->error) != R3D_OK;
    return NULL;
}

/* Decoding is nearly all of the time, so the second file gets a thread of its own. */
static bool decode_inputs(input *in, int threads)
{
#if !defined(_WIN32)
    pthread_t thread;
    if (threads > 1 && pthread_create(&thread, NULL, decode_input, &in[1]) == 0) {
        decode_input(&in[0]);
        pthread_join(thread, NULL);
        return !in[0].failed && !in[1].failed;
    }
#else
    (void)threads;
#endif
    decode_input(&in[0]);
    if (!in[0].failed) {
        decode_input(&in[1]);
    }
    return !in[0].failed && !in[1].failed;
}

static void free_input(input *in)
{
    free(in->data);
    r3d_picture_free(&in->picture);
}

/* ---- writing ---- */

static bool save_canvas(const char *path, r3d_result rendered, r3d_diff_canvas *canvas,
                        r3d_diff_text *errors)
{
    r3d_picture_view view;
    r3d_error error;
    if (rendered != R3D_OK) {
        r3d_priv_text_printf(errors, "%s: %s\n", path, r3d_result_string(rendered));
        return false;
    }
    r3d_diff_canvas_get_view(canvas, &view);
    r3d_result saved = r3d_png_save(path, &view, R3D_PNG_FAST, &error);
    r3d_diff_canvas_free(canvas);
    if (saved != R3D_OK) {
        put_error(errors, &error);
    }
    return saved == R3D_OK;
}

static bool write_pictures(const diff_pair *p, const r3d_diff_result *result,
                           const r3d_picture_view *expected, const r3d_picture_view *actual,
                           r3d_diff_text *errors)
{
    r3d_diff_canvas canvas;
    bool written = true;
    if (p->output != NULL) {
        written =
            save_canvas(p->output, r3d_diff_render_diff(result, expected, actual, NULL, &canvas),
                        &canvas, errors);
    }
    if (p->circled != NULL) {
        written = save_canvas(p->circled, r3d_diff_render_circled(result, actual, NULL, &canvas),
                              &canvas, errors) &&
                  written;
    }
    if (p->triptych != NULL) {
        written = save_canvas(p->triptych,
                              r3d_diff_render_triptych(result, expected, actual, p->expected, NULL,
                                                       &canvas),
                              &canvas, errors) &&
                  written;
    }
    return written;
}

static bool remove_stale(const char *path, r3d_diff_text *errors)
{
    static const unsigned char png_signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    unsigned char head[sizeof png_signature];
    if (path == NULL || r3d_priv_fs_kind_of(path) != R3D_PRIV_FS_FILE) {
        return true;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return true;
    }
    bool is_png = fread(head, 1, sizeof head, file) == sizeof head &&
                  memcmp(head, png_signature, sizeof head) == 0;
    fclose(file);
    if (!is_png) { /* none of ours */
        return true;
    }
    if (remove(path) != 0) {
        r3d_priv_text_printf(errors, "%s: an old file cannot be removed\n", path);
        return false;
    }
    return true;
}

static bool remove_stale_pictures(const diff_pair *p, r3d_diff_text *errors)
{
    bool removed = remove_stale(p->output, errors);
    removed = remove_stale(p->circled, errors) && removed;
    return remove_stale(p->triptych, errors) && removed;
}

static bool wants_pictures(const diff_pair *p)
{
    return p->output != NULL || p->circled != NULL || p->triptych != NULL;
}

/* ---- saying ---- */

static void put_settings(const r3d_diff_effective *effective, r3d_diff_text *out)
{
    for (int i = 0; i < R3D_DIFF_SET_COUNT; i++) {
        char value[128];
        r3d_diff_setting_text(effective, (r3d_diff_setting)i, value, sizeof value);
        r3d_priv_text_printf(
            out, "%-16s %s (%s)\n", r3d_diff_setting_name((r3d_diff_setting)i), value,
            effective->origin[i] == R3D_DIFF_FROM_CALL ? "command line" : "default");
    }
}

/* `result` is NULL for identical files. */
static void put_json(const diff_pair *p, const r3d_diff_result *result, r3d_diff_text *out)
{
    r3d_priv_text_puts(out, "{\"expected\":");
    r3d_diff_text_json_string(out, p->expected);
    r3d_priv_text_puts(out, ",\"actual\":");
    r3d_diff_text_json_string(out, p->actual);
    r3d_priv_text_puts(out, ",\"diff\":");
    if (result != NULL) {
        r3d_diff_describe_json(result, out);
    } else {
        r3d_priv_text_puts(out, "{\"verdict\":\"equal\"}");
    }
    r3d_priv_text_puts(out, "}\n");
}

static void put_identical(const diff_pair *p, r3d_diff_text *out)
{
    if (p->quiet) {
        return;
    }
    if (p->list) {
        put_settings(p->effective, out);
    }
    if (p->json) {
        put_json(p, NULL, out);
    } else {
        r3d_priv_text_puts(out, "equal: identical files\n");
    }
}

/* Views are NULL when the pictures were streamed and are not in memory. */
static void put_result(const diff_pair *p, const r3d_diff_result *result,
                       const r3d_picture_view *expected, const r3d_picture_view *actual,
                       bool written, r3d_diff_text *out)
{
    if (p->quiet) {
        return;
    }
    if (p->list) {
        put_settings(&result->effective, out);
    }
    if (p->json) {
        put_json(p, result, out);
        return;
    }
    if (result->verdict == R3D_DIFF_EQUAL) {
        r3d_priv_text_printf(out, "equal: %lld px\n", (long long)result->compared);
        return;
    }
    r3d_priv_text_puts(out, result->verdict == R3D_DIFF_WITHIN ? "within bounds: " : "");
    r3d_diff_describe(result, out);
    if (expected != NULL) {
        r3d_diff_hints(result, expected, actual, NULL, out);
    }
    if (p->output != NULL && written && !r3d_diff_passed(result)) {
        r3d_priv_text_printf(out, "diff: %s\n", p->output);
    }
}

static int exit_code_of(const r3d_diff_result *result)
{
    switch (result->verdict) {
    case R3D_DIFF_EQUAL:
    case R3D_DIFF_WITHIN:
        return R3D_EXIT_OK;
    case R3D_DIFF_LAYOUT:
        return R3D_EXIT_SIZES;
    case R3D_DIFF_DIFFERENT:
        break;
    }
    return R3D_EXIT_DIFFERS;
}

/* Exit code when a comparison could not be made. */
static int refuse(r3d_result compared, const r3d_error *error, r3d_diff_text *errors)
{
    if (error->file[0] != '\0') {
        put_error(errors, error);
    } else {
        r3d_priv_text_printf(errors, "retro3d diff: %s\n", error->message);
    }
    return compared == R3D_ERR_ARGUMENT || compared == R3D_ERR_RANGE || compared == R3D_ERR_LIMIT
               ? R3D_EXIT_USAGE
               : R3D_EXIT_INPUT;
}

/* ---- comparing ---- */

static int compare_decoded(const diff_pair *p, input *in, r3d_diff_text *out, r3d_diff_text *errors)
{
    r3d_picture_view expected;
    r3d_picture_view actual;
    r3d_diff_result result;
    r3d_error error;
    r3d_diff_effective effective = *p->effective;
    r3d_picture_get_view(&in[0].picture, &expected);
    r3d_picture_get_view(&in[1].picture, &actual);
    if (effective.values.channels == R3D_DIFF_CHANNELS_AUTO && !in[0].picture.has_alpha &&
        !in[1].picture.has_alpha) {
        effective.values.channels = R3D_DIFF_RGB;
    }
    r3d_result compared = r3d_diff_compare(&expected, &actual, &effective, NULL, &result, &error);
    if (compared != R3D_OK) {
        return refuse(compared, &error, errors);
    }
    int exit_code = exit_code_of(&result);
    bool written = r3d_diff_passed(&result)
                       ? remove_stale_pictures(p, errors)
                       : write_pictures(p, &result, &expected, &actual, errors);
    put_result(p, &result, &expected, &actual, written, out);
    r3d_diff_result_free(&result);
    return written ? exit_code : R3D_EXIT_OUTPUT;
}

enum {
    HINT_PIXELS = 1 << 24 /* up to this size pictures are decoded once more for the hints */
};

/* Row by row; returns -1 when the pictures are needed as a whole after all: to draw them, or to
 * look for reasons. */
static int compare_streamed(const diff_pair *p, r3d_diff_text *out, r3d_diff_text *errors)
{
    r3d_diff_result result;
    r3d_error error;
    memset(&error, 0, sizeof error);
    r3d_result compared =
        r3d_diff_compare_png_files(p->expected, p->actual, p->effective, NULL, &result, &error);
    if (compared != R3D_OK) {
        return refuse(compared, &error, errors);
    }
    int exit_code = exit_code_of(&result);
    bool hints = !p->low_memory && !p->quiet && !p->json && result.compared <= HINT_PIXELS;
    if (!r3d_diff_passed(&result) && (hints || wants_pictures(p))) {
        exit_code = -1;
    } else {
        bool removed = !r3d_diff_passed(&result) || remove_stale_pictures(p, errors);
        put_result(p, &result, NULL, NULL, false, out);
        exit_code = removed ? exit_code : R3D_EXIT_OUTPUT;
    }
    r3d_diff_result_free(&result);
    return exit_code;
}

static bool is_png(const char *path)
{
    unsigned char head[8] = {0};
    FILE *file = strcmp(path, "-") != 0 && r3d_priv_fs_kind_of(path) == R3D_PRIV_FS_FILE
                     ? fopen(path, "rb")
                     : NULL;
    if (file == NULL) {
        return false;
    }
    bool png = fread(head, 1, sizeof head, file) == sizeof head &&
               memcmp(head, "\211PNG\r\n\032\n", sizeof head) == 0;
    fclose(file);
    return png;
}

/* Streaming takes a third of the time of decoding whole pictures that do not fit into caches; but a
 * picture that will be drawn is needed as a whole. */
static bool should_stream(const diff_pair *p)
{
    if (p->low_memory) {
        return true;
    }
    return !wants_pictures(p) && !p->effective->values.antialiasing && is_png(p->expected) &&
           is_png(p->actual);
}

static bool same_bytes(const input *in)
{
    return in[0].size == in[1].size && in[0].size != 0 &&
           memcmp(in[0].data, in[1].data, in[0].size) == 0;
}

/* Whether two files have the same bytes, without decoding them. */
static bool files_are_identical(const diff_pair *p)
{
    input in[2];
    memset(in, 0, sizeof in);
    in[0].path = p->expected;
    in[1].path = p->actual;
    bool same = r3d_priv_fs_size(p->expected) == r3d_priv_fs_size(p->actual) &&
                read_input(&in[0]) && read_input(&in[1]) && same_bytes(in);
    free_input(&in[0]);
    free_input(&in[1]);
    return same;
}

static int finish_identical(const diff_pair *p, r3d_diff_text *out, r3d_diff_text *errors)
{
    bool removed = remove_stale_pictures(p, errors);
    put_identical(p, out);
    return removed ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

int diff_pair_run(const diff_pair *p, r3d_diff_text *out, r3d_diff_text *errors)
{
    input in[2];
    int exit_code = R3D_EXIT_INPUT;
    memset(in, 0, sizeof in);
    in[0].path = p->expected;
    in[1].path = p->actual;
    if (should_stream(p)) {
        if (!p->verify && !p->low_memory && files_are_identical(p)) {
            return finish_identical(p, out, errors);
        }
        exit_code = compare_streamed(p, out, errors);
        if (exit_code >= 0) {
            return exit_code;
        }
    }
    if (!read_input(&in[0]) || !read_input(&in[1])) {
        put_error(errors, in[0].data == NULL ? &in[0].error : &in[1].error);
        exit_code = R3D_EXIT_INPUT;
    } else if (!p->verify && same_bytes(in)) {
        exit_code = finish_identical(p, out, errors);
    } else if (!decode_inputs(in, p->threads)) {
        put_error(errors, in[0].failed ? &in[0].error : &in[1].error);
        exit_code = R3D_EXIT_INPUT;
    } else {
        exit_code = compare_decoded(p, in, out, errors);
    }
    free_input(&in[0]);
    free_input(&in[1]);
    return exit_code;
}
