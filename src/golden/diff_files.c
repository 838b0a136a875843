/* SPDX-License-Identifier: MIT */
// Compares two PNG files while they are decoded, a few rows at a time so that they stay in the cache.
// Two jobs at a time, one a file. Spec golden section 9.

#include <string.h>

#include "../io/png_internal.h"
#include "golden_internal.h"

enum {
    BATCH_BYTES = 1 << 18, // of rows that are decoded before they are compared,
    SHARED_BATCH_BYTES = 1 << 21, // and when threads have to meet after each batch
    BATCH_ROWS = 256,
    SIDES = 2,
    COMPARING = 2, // the job that compares the batch before
    JOBS = 3
};

typedef struct side {
    const r3d_diff_source *source;
    r3d_priv_png *png;
    r3d_picture_view view; // without pixels
    bool has_alpha;
    uint8_t *block;      // rows of a batch, or all of them when they are kept
    r3d_picture picture; // decoded again when they were not
    r3d_result result;
    r3d_error error;
} side;

struct r3d_diff_files {
    r3d_diff_files_desc desc;
    r3d_allocator allocator;
    side sides[SIDES];
    int32_t batch_rows;  // of all batches but the last
    int32_t batch_first; // the batch of rows that jobs decode
    int32_t batch_count;
    int32_t compare_end; // rows before this one may be compared
    int32_t compared_rows;
    r3d_priv_differ *differ;
    r3d_result compare_result;
    bool done; // the verdict is known
    bool compared;
    bool keep;     // blocks hold whole pictures
    bool complete; // all pixels are in the blocks
};

/* ---- jobs ---- */

static void run_jobs(r3d_diff_files *f, int32_t count, r3d_bands_job job)
{
    if (f->desc.run != NULL) {
        f->desc.run(count, job, f, f->desc.run_user);
    } else {
        for (int32_t i = 0; i < count; i++) {
            job(i, f);
        }
    }
}

// The failure of the first file comes first, whichever job was faster.
static r3d_result jobs_result(const r3d_diff_files *f, r3d_error *out_error)
{
    for (int i = 0; i < SIDES; i++) {
        if (f->sides[i].result != R3D_OK) {
            if (out_error != NULL) {
                *out_error = f->sides[i].error;
            }
            return f->sides[i].result;
        }
    }
    return R3D_OK;
}

static void open_job(int32_t index, void *argument)
{
    r3d_diff_files *f = argument;
    side *s = &f->sides[index];
    const r3d_diff_source *source = s->source;
    if (source->data != NULL) {
        s->result = r3d_priv_png_open_memory(source->data, source->size, source->path,
                                             f->desc.limits, &f->allocator, &s->png, &s->error);
    } else {
        s->result =
            r3d_priv_png_open_file(source->path, f->desc.limits, &f->allocator, &s->png, &s->error);
    }
    if (s->result != R3D_OK) {
        return;
    }
    s->has_alpha = r3d_priv_png_get_header(s->png)->has_alpha;
    s->result = r3d_priv_png_set_rows(s->png, R3D_PRIV_PNG_ROWS_NATIVE, &s->error);
    const r3d_priv_png_header *header = r3d_priv_png_get_header(s->png);
    s->view.width = header->width;
    s->view.height = header->height;
    s->view.layout = header->layout;
    s->view.stride_bytes = (ptrdiff_t)header->row_size;
}

// Row y of the canvas; NULL below the end of the picture. Only rows of the batch and the one before,
// unless all are kept.
static uint8_t *row_at(const r3d_diff_files *f, const side *s, int32_t y)
{
    int32_t at = f->keep ? y : y % (f->batch_rows * (f->desc.run != NULL ? 2 : 1));
    return y < s->view.height ? s->block + (size_t)at * (size_t)s->view.stride_bytes : NULL;
}

static void compare_rows(r3d_diff_files *f)
{
    for (; f->compared_rows < f->compare_end && f->compare_result == R3D_OK && !f->done;
         f->compared_rows++) {
        int32_t y = f->compared_rows;
        f->compare_result =
            r3d_priv_differ_row(f->differ, y, row_at(f, &f->sides[0], y),
                                row_at(f, &f->sides[1], y), &f->done);
    }
}

// Two decode a batch, the third compares the batch before: whoever decodes faster takes it.
static void rows_job(int32_t index, void *argument)
{
    r3d_diff_files *f = argument;
    if (index == COMPARING) {
        compare_rows(f);
        return;
    }
    side *s = &f->sides[index];
    for (int32_t i = 0; i < f->batch_count && s->result == R3D_OK; i++) {
        uint8_t *row = row_at(f, s, f->batch_first + i);
        if (row != NULL) {
            s->result = r3d_priv_png_read_row(s->png, row, &s->error);
        }
    }
}

static void finish_job(int32_t index, void *argument)
{
    r3d_diff_files *f = argument;
    side *s = &f->sides[index];
    s->result = r3d_priv_png_finish(s->png, &s->error);
}

static void pixels_job(int32_t index, void *argument)
{
    r3d_diff_files *f = argument;
    side *s = &f->sides[index];
    const r3d_diff_source *source = s->source;
    if (source->data != NULL) {
        s->result = r3d_png_decode(source->data, source->size, source->path, f->desc.limits,
                                   &f->allocator, &s->picture, &s->error);
    } else {
        s->result = r3d_png_load(source->path, f->desc.limits, &f->allocator, &s->picture,
                                 &s->error);
    }
    if (s->result == R3D_OK) {
        r3d_picture_get_view(&s->picture, &s->view);
    }
}

/* ---- opening ---- */

static int32_t batch_rows(const r3d_diff_files *f)
{
    ptrdiff_t row = f->sides[0].view.stride_bytes;
    row = f->sides[1].view.stride_bytes > row ? f->sides[1].view.stride_bytes : row;
    ptrdiff_t rows = (f->desc.run != NULL ? SHARED_BATCH_BYTES : BATCH_BYTES) / row;
    return rows < 1 ? 1 : rows > BATCH_ROWS ? BATCH_ROWS : (int32_t)rows;
}

r3d_result r3d_diff_files_open(const r3d_diff_files_desc *desc, r3d_diff_files **out_files,
                               r3d_error *out_error)
{
    r3d_allocator hooks;
    if (out_files != NULL) {
        *out_files = NULL;
    }
    if (desc == NULL || out_files == NULL || desc->expected.path == NULL ||
        desc->actual.path == NULL || r3d_allocator_resolve(desc->allocator, &hooks) != R3D_OK) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL, "an argument is NULL");
    }
    r3d_diff_files *f = r3d_priv_golden_alloc(&hooks, 1, sizeof *f);
    if (f == NULL) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_MEMORY, NULL, "out of memory");
    }
    memset(f, 0, sizeof *f);
    f->desc = *desc;
    f->allocator = hooks;
    f->sides[0].source = &f->desc.expected;
    f->sides[1].source = &f->desc.actual;
    run_jobs(f, SIDES, open_job);
    r3d_result result = jobs_result(f, out_error);
    if (result != R3D_OK) {
        r3d_diff_files_close(f);
        return result;
    }
    *out_files = f;
    return R3D_OK;
}

void r3d_diff_files_close(r3d_diff_files *files)
{
    if (files == NULL) {
        return;
    }
    r3d_allocator allocator = files->allocator;
    for (int i = 0; i < SIDES; i++) {
        r3d_priv_png_close(files->sides[i].png);
        r3d_priv_golden_free(&allocator, files->sides[i].block);
        r3d_picture_free(&files->sides[i].picture);
    }
    r3d_priv_golden_free(&allocator, files);
}

/* ---- comparing ---- */

static int64_t pixels_of(const side *s)
{
    return (int64_t)s->view.width * s->view.height;
}

static r3d_result make_blocks(r3d_diff_files *f, r3d_error *out_error)
{
    for (int i = 0; i < SIDES; i++) {
        side *s = &f->sides[i];
        int32_t count = f->keep ? s->view.height : f->batch_rows * (f->desc.run != NULL ? 2 : 1);
        s->block = r3d_priv_golden_alloc(&f->allocator, (size_t)count, (size_t)s->view.stride_bytes);
        if (s->block == NULL) {
            return r3d_priv_golden_fail(out_error, R3D_ERR_MEMORY, NULL,
                                        "no memory for %ld rows of %s", (long)count,
                                        s->source->path);
        }
    }
    return R3D_OK;
}

static r3d_result compare_result(const r3d_diff_files *f, r3d_error *out_error)
{
    if (f->compare_result == R3D_OK) {
        return R3D_OK;
    }
    return r3d_priv_golden_fail(out_error, f->compare_result, NULL, "%s while clustering",
                                r3d_result_string(f->compare_result));
}

// With threads the comparison is a batch behind.
static r3d_result decode_and_compare(r3d_diff_files *f, int32_t height, r3d_error *out_error)
{
    bool threads = f->desc.run != NULL;
    f->batch_rows = batch_rows(f);
    f->keep = pixels_of(&f->sides[0]) <= f->desc.keep_pixels &&
              pixels_of(&f->sides[1]) <= f->desc.keep_pixels;
    r3d_result result = make_blocks(f, out_error);
    for (int32_t y = 0; y < height && result == R3D_OK && !f->done; y += f->batch_count) {
        f->batch_first = y;
        f->batch_count = height - y < f->batch_rows ? height - y : f->batch_rows;
        f->compare_end = y;
        run_jobs(f, threads ? JOBS : SIDES, rows_job);
        // What the rows before say counts before faults of these.
        result = compare_result(f, out_error);
        if (result == R3D_OK && !f->done) {
            result = jobs_result(f, out_error);
        }
        bool last = y + f->batch_count == height;
        if (result == R3D_OK && !f->done && (!threads || last)) {
            f->compare_end = y + f->batch_count;
            compare_rows(f);
            result = compare_result(f, out_error);
        }
    }
    return result;
}

static r3d_result make_differ(r3d_diff_files *f, const r3d_diff_effective *effective,
                              r3d_diff_result *out_result, r3d_priv_differ **out_differ,
                              r3d_error *out_error)
{
    r3d_diff_effective own;
    if (out_result != NULL) {
        memset(out_result, 0, sizeof *out_result);
    }
    if (f == NULL || out_result == NULL) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL, "an argument is NULL");
    }
    if (f->compared) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_STATE, NULL, "the files were compared");
    }
    f->compared = true;
    if (effective != NULL) {
        own = *effective;
    } else {
        r3d_diff_effective_init(&own);
    }
    if (own.values.antialiasing) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                    "antialias needs whole pictures, not rows");
    }
    if (own.values.channels == R3D_DIFF_CHANNELS_AUTO && !f->sides[0].has_alpha &&
        !f->sides[1].has_alpha) {
        own.values.channels = R3D_DIFF_RGB;
    }
    return r3d_priv_differ_create(&f->sides[0].view, &f->sides[1].view, &own, &f->allocator,
                                  out_differ, out_error);
}

static bool effective_is_cropped(const r3d_diff_effective *effective)
{
    return effective != NULL && effective->values.crop_to_common;
}

static int32_t rows_to_compare(const r3d_diff_files *f, const r3d_diff_effective *effective)
{
    int32_t e = f->sides[0].view.height;
    int32_t a = f->sides[1].view.height;
    return (e > a) == effective_is_cropped(effective) ? a : e;
}

r3d_result r3d_diff_files_assume_equal(r3d_diff_files *files, const r3d_diff_effective *effective,
                                       r3d_diff_result *out_result, r3d_error *out_error)
{
    r3d_priv_differ *differ;
    r3d_result result = make_differ(files, effective, out_result, &differ, out_error);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t y = 0; y < files->sides[0].view.height; y++) {
        r3d_priv_differ_equal_row(differ, y);
    }
    result = r3d_priv_differ_finish(differ, out_result, out_error);
    r3d_priv_differ_destroy(differ);
    return result;
}

r3d_result r3d_diff_files_compare(r3d_diff_files *files, const r3d_diff_effective *effective,
                                  r3d_diff_result *out_result, r3d_error *out_error)
{
    r3d_result result = make_differ(files, effective, out_result, &files->differ, out_error);
    if (result != R3D_OK) {
        return result;
    }
    result = decode_and_compare(files, rows_to_compare(files, effective), out_error);
    // The files are verified to their ends, unless the verdict was wanted at the first mismatch.
    if (result == R3D_OK && !files->done) {
        run_jobs(files, SIDES, finish_job);
        result = jobs_result(files, out_error);
    }
    files->complete =
        result == R3D_OK && !files->done && files->keep && !effective_is_cropped(effective);
    if (result == R3D_OK) {
        result = r3d_priv_differ_finish(files->differ, out_result, out_error);
    }
    r3d_priv_differ_destroy(files->differ);
    return result;
}

r3d_result r3d_diff_files_get_views(r3d_diff_files *files, r3d_picture_view *out_expected,
                                    r3d_picture_view *out_actual, r3d_error *out_error)
{
    if (files == NULL || out_expected == NULL || out_actual == NULL) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL, "an argument is NULL");
    }
    if (files->complete) {
        for (int i = 0; i < SIDES; i++) {
            files->sides[i].view.pixels = files->sides[i].block;
        }
    } else if (files->sides[0].view.pixels == NULL || files->sides[1].view.pixels == NULL) {
        run_jobs(files, SIDES, pixels_job);
        r3d_result result = jobs_result(files, out_error);
        if (result != R3D_OK) {
            return result;
        }
    }
    *out_expected = files->sides[0].view;
    *out_actual = files->sides[1].view;
    return R3D_OK;
}

r3d_result r3d_diff_compare_png_files(const char *expected_path, const char *actual_path,
                                      const r3d_diff_effective *effective,
                                      const r3d_allocator *allocator, r3d_diff_result *out_result,
                                      r3d_error *out_error)
{
    const r3d_diff_files_desc desc = {.expected = {.path = expected_path},
                                      .actual = {.path = actual_path},
                                      .allocator = allocator};
    r3d_diff_files *files;
    if (out_result != NULL) {
        memset(out_result, 0, sizeof *out_result);
    }
    r3d_result result = r3d_diff_files_open(&desc, &files, out_error);
    if (result == R3D_OK) {
        result = r3d_diff_files_compare(files, effective, out_result, out_error);
        r3d_diff_files_close(files);
    }
    return result;
}
