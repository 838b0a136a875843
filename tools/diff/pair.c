/* SPDX-License-Identifier: MIT */
/* See diff_pair.h. */

#include "pair.h"

#include <retro3d/folders.h>
#include <retro3d/png.h>

#include "put_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/jobs.h"
#include "../common/commands.h"
#include "input.h"

static void put_error(r3d_diff_text *text, const r3d_error *error)
{
    if (error->offset >= 0) {
        put_words_format(text, "%s, byte %lld: %s\n", error->file, (long long)error->offset,
                         error->message);
    } else {
        put_words_format(text, "%s: %s\n", error->file, error->message);
    }
}

/* ---- reading ---- */

/* Decoding is nearly all of the time, so the second file gets a thread of its own. */
static bool decode_inputs(const diff_pair *p, diff_input *in)
{
    job_runner runner;
    job_runner_start(&runner, p->threads);
    if (runner.run != NULL) {
        job_runner_run(&runner, 2, diff_input_decode, in);
    } else {
        diff_input_decode(0, in);
        if (!in[0].failed) {
            diff_input_decode(1, in);
        }
    }
    job_runner_end(&runner);
    return !in[0].failed && !in[1].failed;
}

/* ---- writing ---- */

static bool save_canvas(const char *path, r3d_result rendered, r3d_diff_canvas *canvas,
                        r3d_diff_text *errors)
{
    r3d_picture_view view;
    r3d_error error;
    if (rendered != R3D_OK) {
        put_words_format(errors, "%s: %s\n", path, r3d_result_string(rendered));
        return false;
    }
    r3d_diff_canvas_get_view(canvas, &view);
    r3d_result saved = r3d_png_save(path, &view, R3D_PNG_INDEXED, &error);
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
        r3d_error error;
        written = r3d_diff_save_diff(p->output, result, expected, actual, NULL, &error) == R3D_OK;
        if (!written) {
            put_error(errors, &error);
        }
    }
    if (p->circled != NULL) {
        written = save_canvas(p->circled, r3d_diff_render_circled(result, actual, NULL, &canvas),
                              &canvas, errors) &&
                  written;
    }
    if (p->triptych != NULL) {
        written = save_canvas(p->triptych,
                              r3d_diff_render_triptych(result, expected, actual, NULL, p->expected,
                                                       NULL, &canvas),
                              &canvas, errors) &&
                  written;
    }
    return written;
}

/* The triptych for a terminal, after the words. What cannot be shown is no failure. */
static void put_preview(const diff_pair *p, const r3d_diff_result *result,
                        const r3d_picture_view *expected, const r3d_picture_view *actual,
                        r3d_diff_text *out)
{
    r3d_diff_canvas canvas;
    r3d_picture_view view;
    void *png = NULL;
    size_t size = 0;
    if (p->preview == PREVIEW_NONE || expected == NULL || r3d_diff_passed(result)) {
        return;
    }
    if (r3d_diff_render_triptych(result, expected, actual, NULL, p->expected, NULL, &canvas) ==
        R3D_OK) {
        r3d_diff_canvas_get_view(&canvas, &view);
        (void)r3d_png_encode(&view, R3D_PNG_FAST, NULL, &png, &size, NULL);
        r3d_diff_canvas_free(&canvas);
    }
    if (png == NULL || !preview_append(p->preview, png, size, out)) {
        put_text(out, "(no memory for a preview)\n");
    }
    free(png);
}

static bool remove_stale(const char *path, r3d_diff_text *errors)
{
    static const unsigned char png_signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    unsigned char head[sizeof png_signature];
    if (path == NULL || r3d_path_get_kind(path) != R3D_PATH_FILE) {
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
        put_words_format(errors, "%s: an old file cannot be removed\n", path);
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
    return p->output != NULL || p->circled != NULL || p->triptych != NULL ||
           p->preview != PREVIEW_NONE;
}

/* ---- saying ---- */

static void put_settings(const r3d_diff_effective *effective, r3d_diff_text *out)
{
    for (int i = 0; i < R3D_DIFF_SET_COUNT; i++) {
        char value[128];
        r3d_diff_setting_text(effective, (r3d_diff_setting)i, value, sizeof value);
        put_words_format(out, "%-16s %s (%s)\n", r3d_diff_setting_name((r3d_diff_setting)i), value,
                         effective->origin[i] == R3D_DIFF_FROM_CALL ? "command line" : "default");
    }
}

/* The settings as they were used: lengths that follow the size of the pictures are known now. */
static r3d_diff_effective settings_of(const r3d_diff_result *result)
{
    r3d_diff_effective effective = result->effective;
    effective.values.link_distance = result->link_distance;
    effective.values.base_radius = result->base_radius;
    effective.values.stroke = result->stroke;
    return effective;
}

/* `result` is NULL for identical files that are not pictures. */
static void put_json(const diff_pair *p, const r3d_diff_result *result, r3d_diff_text *out)
{
    put_text(out, "{\"expected\":");
    r3d_diff_text_json_string(out, p->expected);
    put_text(out, ",\"actual\":");
    r3d_diff_text_json_string(out, p->actual);
    put_text(out, ",\"diff\":");
    if (result != NULL) {
        r3d_diff_describe_json(result, out);
    } else {
        put_text(out, "{\"verdict\":\"equal\"}");
    }
    put_text(out, "}\n");
}

/* A pair that could not be compared; the words are those that go to the standard error output. */
static void put_json_error(const diff_pair *p, const r3d_diff_text *errors, r3d_diff_text *out)
{
    char message[1024];
    const char *words = errors->data != NULL ? errors->data : "";
    snprintf(message, sizeof message, "%.*s", (int)strcspn(words, "\n"), words);
    put_text(out, "{\"expected\":");
    r3d_diff_text_json_string(out, p->expected);
    put_text(out, ",\"actual\":");
    r3d_diff_text_json_string(out, p->actual);
    put_text(out, ",\"diff\":{\"verdict\":\"error\",\"message\":");
    r3d_diff_text_json_string(out, message);
    put_text(out, "}}\n");
}

static bool is_masked(const diff_pair *p)
{
    const r3d_diff_options *v = &p->effective->values;
    return v->include_count != 0 || v->ignore_count != 0 || v->mask != NULL;
}

static void put_mask_note(const diff_pair *p, int64_t needed, r3d_diff_text *out)
{
    if (is_masked(p) && needed == 0) {
        put_text(out, "note: the mask is not needed, nothing differs below it\n");
    }
}

static void put_identical(const diff_pair *p, const r3d_diff_result *result, r3d_diff_text *out)
{
    if (p->quiet) {
        return;
    }
    if (p->list) {
        r3d_diff_effective effective = result != NULL ? settings_of(result) : *p->effective;
        put_settings(&effective, out);
    }
    if (p->json) {
        put_json(p, NULL, out);
    } else {
        put_text(out, "equal: identical files\n");
        put_mask_note(p, 0, out);
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
        r3d_diff_effective effective = settings_of(result);
        put_settings(&effective, out);
    }
    if (p->json) {
        put_json(p, result, out);
        return;
    }
    r3d_diff_describe(result, out);
    if (expected != NULL) {
        r3d_diff_hints(result, expected, actual, NULL, out);
    }
    put_mask_note(p, result->mask_needed, out);
    if (p->output != NULL && !p->passing_output && written && !r3d_diff_passed(result)) {
        put_words_format(out, "diff: %s\n", p->output);
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
        put_words_format(errors, "retro3d diff: %s\n", error->message);
    }
    return compared == R3D_ERR_ARGUMENT || compared == R3D_ERR_RANGE ? R3D_EXIT_USAGE
                                                                     : R3D_EXIT_INPUT;
}

/* ---- comparing ---- */

static int compare_decoded(const diff_pair *p, diff_input *in, r3d_diff_text *out,
                           r3d_diff_text *errors)
{
    const r3d_picture_view *expected = &in[0].view;
    const r3d_picture_view *actual = &in[1].view;
    r3d_diff_result result;
    r3d_error error;
    r3d_diff_effective effective = *p->effective;
    if (effective.values.channels == R3D_DIFF_CHANNELS_AUTO && !in[0].has_alpha &&
        !in[1].has_alpha) {
        effective.values.channels = R3D_DIFF_RGB;
    }
    r3d_result compared = r3d_diff_compare(expected, actual, &effective, NULL, &result, &error);
    if (compared != R3D_OK) {
        return refuse(compared, &error, errors);
    }
    int exit_code = exit_code_of(&result);
    bool written = r3d_diff_passed(&result) ? remove_stale_pictures(p, errors)
                                            : write_pictures(p, &result, expected, actual, errors);
    put_result(p, &result, expected, actual, written, out);
    put_preview(p, &result, expected, actual, out);
    r3d_diff_result_free(&result);
    return written ? exit_code : R3D_EXIT_OUTPUT;
}

enum {
    HINT_PIXELS = 1 << 24 /* up to this size reasons are looked for, when no picture is drawn */
};

/* Whether reasons are worth what they cost: a picture that is drawn costs more. */
static bool wants_hints(const diff_pair *p, const r3d_diff_result *result)
{
    return !p->quiet && !p->json &&
           (wants_pictures(p) || (!p->low_memory && result->compared <= HINT_PIXELS));
}

/* Says what was found in opened files and draws it. */
static int report_files(const diff_pair *p, r3d_diff_files *files, const r3d_diff_result *result,
                        bool identical, r3d_diff_text *out, r3d_diff_text *errors)
{
    r3d_picture_view expected;
    r3d_picture_view actual;
    r3d_error error;
    if (r3d_diff_passed(result)) {
        bool removed = remove_stale_pictures(p, errors);
        if (identical && !p->json) {
            put_identical(p, result, out);
        } else {
            put_result(p, result, NULL, NULL, false, out);
        }
        return removed ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
    }
    bool hints = wants_hints(p, result);
    bool written = true;
    bool viewed = hints || wants_pictures(p);
    if (viewed) {
        if (r3d_diff_files_get_views(files, &expected, &actual, &error) != R3D_OK) {
            put_error(errors, &error);
            return R3D_EXIT_INPUT;
        }
        written = write_pictures(p, result, &expected, &actual, errors);
    }
    put_result(p, result, hints ? &expected : NULL, hints ? &actual : NULL, written, out);
    put_preview(p, result, viewed ? &expected : NULL, viewed ? &actual : NULL, out);
    return written ? exit_code_of(result) : R3D_EXIT_OUTPUT;
}

static r3d_diff_source source_of(const diff_input *in)
{
    r3d_diff_source source = {in->path, in->data, in->size};
    return source;
}

/* While they are decoded; `identical` files need not be. */
static int compare_png(const diff_pair *p, const diff_input *in, bool identical, r3d_diff_text *out,
                       r3d_diff_text *errors)
{
    r3d_diff_files_desc desc;
    r3d_diff_files *files;
    r3d_diff_result result;
    r3d_error error;
    job_runner runner;
    r3d_diff_files_desc_init(&desc);
    memset(&error, 0, sizeof error);
    desc.expected = source_of(&in[0]);
    desc.actual = source_of(&in[1]);
    if (!p->low_memory && !identical) {
        desc.keep_pixels = wants_pictures(p) ? INT64_MAX : p->quiet || p->json ? 0 : HINT_PIXELS;
    }
    job_runner_start(&runner, identical ? 1 : p->threads);
    desc.run = runner.run;
    desc.run_user = runner.user;
    desc.limits = &p->limits;
    r3d_result compared = r3d_diff_files_open(&desc, &files, &error);
    if (compared == R3D_OK) {
        compared = identical ? r3d_diff_files_assume_equal(files, p->effective, &result, &error)
                             : r3d_diff_files_compare(files, p->effective, &result, &error);
    }
    int exit_code;
    if (compared == R3D_OK) {
        exit_code = report_files(p, files, &result, identical, out, errors);
        r3d_diff_result_free(&result);
    } else {
        exit_code = refuse(compared, &error, errors);
    }
    r3d_diff_files_close(files);
    job_runner_end(&runner);
    return exit_code;
}

static bool options_fit_depth(const diff_pair *p, r3d_layout layout, r3d_error *error)
{
    static const uint16_t pixel[4] = {0};
    r3d_picture_view view;
    r3d_diff_result result;
    r3d_diff_effective effective = *p->effective;
    effective.values.mask = NULL;
    effective.values.include_count = 0;
    effective.values.ignore_count = 0;
    memset(&view, 0, sizeof view);
    memset(error, 0, sizeof *error);
    view.pixels = pixel;
    view.width = 1;
    view.height = 1;
    view.stride_bytes = sizeof pixel;
    view.layout = layout;
    bool valid = r3d_diff_compare(&view, &view, &effective, NULL, &result, error) == R3D_OK;
    r3d_diff_result_free(&result);
    return valid;
}

/* Whether there are pictures that the options fit. What fits none is wrong usage, whatever the
   files are. */
static bool options_are_valid(const diff_pair *p, r3d_error *error)
{
    r3d_error deep;
    return options_fit_depth(p, R3D_LAYOUT_RGBA8, error) ||
           options_fit_depth(p, R3D_LAYOUT_RGBA16, &deep);
}

/* Whether equal bytes are all there is to say: files with a damaged head are equal, too. */
static bool opens(const diff_input *in)
{
    r3d_diff_files_desc desc;
    r3d_diff_files *files;
    r3d_diff_files_desc_init(&desc);
    desc.expected = source_of(&in[0]);
    desc.actual = source_of(&in[1]);
    desc.limits = in[0].limits;
    bool opened = r3d_diff_files_open(&desc, &files, NULL) == R3D_OK;
    r3d_diff_files_close(files);
    return opened;
}

static int finish_identical(const diff_pair *p, const diff_input *in, bool png, r3d_diff_text *out,
                            r3d_diff_text *errors)
{
    if (png && !p->effective->values.antialiasing && opens(in)) {
        return compare_png(p, in, true, out, errors);
    }
    /* No file of these has 16 bits: only PNG has, and anti-aliasing is for 8. */
    r3d_error error;
    if ((!png || p->effective->values.antialiasing) &&
        !options_fit_depth(p, R3D_LAYOUT_RGBA8, &error)) {
        return refuse(error.result, &error, errors);
    }
    bool removed = remove_stale_pictures(p, errors);
    put_identical(p, NULL, out);
    return removed ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

static int compare_inputs(const diff_pair *p, diff_input *in, r3d_diff_text *out,
                          r3d_diff_text *errors)
{
    bool png = diff_input_is_png(&in[0]) && diff_input_is_png(&in[1]);
    bool masked = p->effective->values.mask != NULL;
    r3d_error error;
    if (!options_are_valid(p, &error)) {
        return refuse(error.result, &error, errors);
    }
    if (png && p->raw != NULL) {
        put_text(errors, "retro3d diff: --raw is for files that are no PNG\n");
        return R3D_EXIT_USAGE;
    }
    if (!p->verify && p->raw == NULL && (png || !masked) && diff_input_same_bytes(in)) {
        return finish_identical(p, in, png, out, errors);
    }
    if (p->low_memory || (png && !p->effective->values.antialiasing)) {
        return compare_png(p, in, false, out, errors);
    }
    for (int i = 0; i < 2; i++) {
        if (!diff_input_read(&in[i])) {
            put_error(errors, &in[i].error);
            return R3D_EXIT_INPUT;
        }
    }
    if (!decode_inputs(p, in)) {
        put_error(errors, in[0].failed ? &in[0].error : &in[1].error);
        return R3D_EXIT_INPUT;
    }
    return compare_decoded(p, in, out, errors);
}

int diff_pair_run(const diff_pair *p, r3d_diff_text *out, r3d_diff_text *errors)
{
    diff_input in[2];
    int exit_code = R3D_EXIT_OK;
    memset(in, 0, sizeof in);
    in[0].path = p->expected;
    in[1].path = p->actual;
    in[0].raw = p->raw;
    in[1].raw = p->raw;
    in[0].palette = p->palette;
    in[1].palette = p->palette;
    in[0].limits = &p->limits;
    in[1].limits = &p->limits;
    for (int i = 0; i < 2 && exit_code == R3D_EXIT_OK; i++) {
        if (strcmp(in[i].path, "-") == 0 && !diff_input_read_standard(&in[i])) {
            put_error(errors, &in[i].error);
            exit_code = R3D_EXIT_INPUT;
        }
    }
    if (exit_code == R3D_EXIT_OK) {
        exit_code = compare_inputs(p, in, out, errors);
    }
    diff_input_free(&in[0]);
    diff_input_free(&in[1]);
    if (p->json && !p->quiet && (exit_code == R3D_EXIT_INPUT || exit_code == R3D_EXIT_USAGE)) {
        put_json_error(p, errors, out);
    }
    return exit_code;
}
