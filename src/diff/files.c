/* SPDX-License-Identifier: MIT */
// Two PNG files that are opened, compared while they are decoded (diff_rows.c), and decoded again for
// pictures when their pixels were not kept. Spec golden section 9.

#include <string.h>

#include "../base/desc.h"

#include "rows.h"

#include <retro3d/png.h>

enum { SIDES = R3D_PRIV_SIDES };

struct r3d_diff_files {
    r3d_diff_files_desc desc;
    r3d_allocator allocator;
    const r3d_diff_source *sources[SIDES];
    bool has_alpha[SIDES];
    r3d_picture pictures[SIDES]; // decoded again when rows were not kept
    r3d_priv_diff_rows rows;
    bool compared;
    bool complete; // all pixels are in the blocks
};

/* ---- opening ---- */

static r3d_result open_side(r3d_diff_files *f, int index)
{
    r3d_priv_diff_side *s = &f->rows.sides[index];
    const r3d_diff_source *source = f->sources[index];
    s->path = source->path;
    if (source->data != NULL) {
        s->result = r3d_png_reader_open_memory(source->data, source->size, source->path,
                                               f->desc.limits, &f->allocator, &s->png, &s->error);
    } else {
        s->result = r3d_png_reader_open_file(source->path, f->desc.limits, &f->allocator, &s->png,
                                             &s->error);
    }
    if (s->result != R3D_OK) {
        return s->result;
    }
    f->has_alpha[index] = r3d_png_reader_get_header(s->png)->has_alpha;
    s->result = r3d_png_reader_set_rows(s->png, R3D_PNG_ROWS_NATIVE, &s->error);
    const r3d_png_header *header = r3d_png_reader_get_header(s->png);
    s->view.width = header->width;
    s->view.height = header->height;
    s->view.layout = header->layout;
    s->view.stride_bytes = (ptrdiff_t)header->row_size;
    return s->result;
}

void r3d_diff_files_desc_init_sized(r3d_diff_files_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

r3d_result r3d_diff_files_open(const r3d_diff_files_desc *desc, r3d_diff_files **out_files,
                               r3d_error *out_error)
{
    r3d_allocator hooks;
    if (out_files != NULL) {
        *out_files = NULL;
    }
    r3d_diff_files_desc whole;
    r3d_diff_files_desc_init(&whole);
    if (r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                  "there is no description, or its struct_size is none");
    }
    desc = &whole;
    if (out_files == NULL || desc->expected.path == NULL || desc->actual.path == NULL ||
        r3d_allocator_resolve(desc->allocator, &hooks) != R3D_OK) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL, "an argument is NULL");
    }
    r3d_diff_files *f = r3d_priv_diff_alloc(&hooks, 1, sizeof *f);
    if (f == NULL) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_MEMORY, NULL, "out of memory");
    }
    memset(f, 0, sizeof *f);
    f->desc = *desc;
    f->allocator = hooks;
    f->sources[0] = &f->desc.expected;
    f->sources[1] = &f->desc.actual;
    f->rows.run = desc->run;
    f->rows.run_user = desc->run_user;
    // Headers are soon read: not worth a second thread.
    for (int i = 0; i < SIDES; i++) {
        r3d_result result = open_side(f, i);
        if (result != R3D_OK) {
            if (out_error != NULL) {
                *out_error = f->rows.sides[i].error;
            }
            r3d_diff_files_close(f);
            return result;
        }
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
        r3d_png_reader_close(files->rows.sides[i].png);
        r3d_priv_diff_free(&allocator, files->rows.sides[i].block);
        r3d_picture_free(&files->pictures[i]);
    }
    r3d_priv_diff_free(&allocator, files);
}

/* ---- comparing ---- */

static bool fits(const r3d_diff_files *f, int index)
{
    const r3d_picture_view *view = &f->rows.sides[index].view;
    return (int64_t)view->width * view->height <= f->desc.keep_pixels;
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
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL, "an argument is NULL");
    }
    if (f->compared) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_STATE, NULL, "the files were compared");
    }
    f->compared = true;
    if (effective != NULL) {
        own = *effective;
    } else {
        r3d_diff_effective_init(&own);
    }
    if (own.values.antialiasing) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                  "antialias needs whole pictures, not rows");
    }
    if (own.values.channels == R3D_DIFF_CHANNELS_AUTO && !f->has_alpha[0] && !f->has_alpha[1]) {
        own.values.channels = R3D_DIFF_RGB;
    }
    return r3d_priv_differ_create(&f->rows.sides[0].view, &f->rows.sides[1].view, &own,
                                  &f->allocator, out_differ, out_error);
}

static bool effective_is_cropped(const r3d_diff_effective *effective)
{
    return effective != NULL && effective->values.crop_to_common;
}

static int32_t rows_to_compare(const r3d_diff_files *f, const r3d_diff_effective *effective)
{
    int32_t e = f->rows.sides[0].view.height;
    int32_t a = f->rows.sides[1].view.height;
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
    for (int32_t y = 0; y < files->rows.sides[0].view.height; y++) {
        r3d_priv_differ_equal_row(differ, y);
    }
    result = r3d_priv_differ_finish(differ, out_result, out_error);
    r3d_priv_differ_destroy(differ);
    return result;
}

r3d_result r3d_diff_files_compare(r3d_diff_files *files, const r3d_diff_effective *effective,
                                  r3d_diff_result *out_result, r3d_error *out_error)
{
    r3d_priv_differ *differ;
    r3d_result result = make_differ(files, effective, out_result, &differ, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_diff_rows *rows = &files->rows;
    rows->differ = differ;
    rows->keep = fits(files, 0) && fits(files, 1);
    rows->row_count = rows_to_compare(files, effective);
    result = r3d_priv_diff_rows_allocate(rows, &files->allocator, out_error);
    if (result == R3D_OK) {
        result = r3d_priv_diff_rows_compare(rows, out_error);
    }
    // When the verdict was wanted at the first mismatch, rows are missing.
    bool whole = rows->sides[0].finished && rows->sides[1].finished;
    files->complete = result == R3D_OK && whole && rows->keep && !effective_is_cropped(effective);
    if (result == R3D_OK) {
        result = r3d_priv_differ_finish(differ, out_result, out_error);
    }
    r3d_priv_differ_destroy(differ);
    return result;
}

/* ---- pixels ---- */

static void pixels_job(int32_t index, void *argument)
{
    r3d_diff_files *f = argument;
    r3d_priv_diff_side *s = &f->rows.sides[index];
    const r3d_diff_source *source = f->sources[index];
    if (source->data != NULL) {
        s->result = r3d_png_decode(source->data, source->size, source->path, f->desc.limits,
                                   &f->allocator, &f->pictures[index], &s->error);
    } else {
        s->result = r3d_png_load(source->path, f->desc.limits, &f->allocator, &f->pictures[index],
                                 &s->error);
    }
    if (s->result == R3D_OK) {
        r3d_picture_get_view(&f->pictures[index], &s->view);
    }
}

static r3d_result decode_again(r3d_diff_files *f, r3d_error *out_error)
{
    if (f->desc.run != NULL) {
        f->desc.run(SIDES, pixels_job, f, f->desc.run_user);
    } else {
        for (int32_t i = 0; i < SIDES; i++) {
            pixels_job(i, f);
        }
    }
    for (int i = 0; i < SIDES; i++) {
        if (f->rows.sides[i].result != R3D_OK) {
            if (out_error != NULL) {
                *out_error = f->rows.sides[i].error;
            }
            return f->rows.sides[i].result;
        }
    }
    return R3D_OK;
}

r3d_result r3d_diff_files_get_views(r3d_diff_files *files, r3d_picture_view *out_expected,
                                    r3d_picture_view *out_actual, r3d_error *out_error)
{
    if (files == NULL || out_expected == NULL || out_actual == NULL) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL, "an argument is NULL");
    }
    r3d_priv_diff_side *sides = files->rows.sides;
    if (files->complete) {
        for (int i = 0; i < SIDES; i++) {
            sides[i].view.pixels = sides[i].block;
        }
    } else if (sides[0].view.pixels == NULL || sides[1].view.pixels == NULL) {
        r3d_result result = decode_again(files, out_error);
        if (result != R3D_OK) {
            return result;
        }
    }
    *out_expected = sides[0].view;
    *out_actual = sides[1].view;
    return R3D_OK;
}

r3d_result r3d_diff_compare_png_files(const char *expected_path, const char *actual_path,
                                      const r3d_diff_effective *effective,
                                      const r3d_allocator *allocator, r3d_diff_result *out_result,
                                      r3d_error *out_error)
{
    r3d_io_limits limits;
    r3d_io_limits_init(&limits);
    limits.isa = effective != NULL ? effective->values.isa : R3D_ISA_BEST;
    r3d_diff_files_desc desc;
    r3d_diff_files_desc_init(&desc);
    desc.expected.path = expected_path;
    desc.actual.path = actual_path;
    desc.allocator = allocator;
    desc.limits = &limits;
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
