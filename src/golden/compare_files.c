/* SPDX-License-Identifier: MIT */
// Compares two PNG files row by row while they are decoded: memory for a few rows, whatever the
// size. Spec golden section 9.

#include <string.h>

#include "../io/png_internal.h"
#include "golden_internal.h"

typedef struct stream {
    r3d_priv_png *png;
    r3d_picture_view view; // without pixels
    void *row;
    bool has_alpha;
} stream;

static void close_stream(stream *s, const r3d_allocator *allocator)
{
    r3d_priv_png_close(s->png);
    r3d_priv_golden_free(allocator, s->row);
}

static r3d_result open_stream(stream *s, const char *path, const r3d_allocator *allocator,
                              r3d_error *out_error)
{
    r3d_result result = r3d_priv_png_open_file(path, NULL, allocator, &s->png, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_png_header *header = r3d_priv_png_get_header(s->png);
    s->view.width = header->width;
    s->view.height = header->height;
    s->view.layout = header->layout;
    s->view.stride_bytes = (ptrdiff_t)header->row_size;
    s->has_alpha = header->has_alpha;
    s->row = r3d_priv_golden_alloc(allocator, header->row_size, 1);
    if (s->row == NULL) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_MEMORY, path, "out of memory");
    }
    return R3D_OK;
}

static r3d_result compare_rows(r3d_priv_differ *differ, stream *s, int32_t height, bool *out_done,
                               r3d_error *out_error)
{
    *out_done = false;
    for (int32_t y = 0; y < height && !*out_done; y++) {
        const void *rows[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++) {
            if (y < s[i].view.height) {
                r3d_result result = r3d_priv_png_read_row(s[i].png, s[i].row, out_error);
                if (result != R3D_OK) {
                    return result;
                }
                rows[i] = s[i].row;
            }
        }
        r3d_result result = r3d_priv_differ_row(differ, y, rows[0], rows[1], out_done);
        if (result != R3D_OK) {
            return r3d_priv_golden_fail(out_error, result, NULL, "out of memory for clusters");
        }
    }
    return R3D_OK;
}

static r3d_result compare_streams(stream *s, const r3d_diff_effective *effective,
                                  const r3d_allocator *allocator, r3d_diff_result *out_result,
                                  r3d_error *out_error)
{
    r3d_diff_effective own;
    r3d_priv_differ *differ;
    bool done;
    if (effective != NULL) {
        own = *effective;
    } else {
        r3d_diff_effective_init(&own);
    }
    if (own.values.antialiasing) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                    "antialias needs whole pictures, not rows");
    }
    if (own.values.channels == R3D_DIFF_CHANNELS_AUTO && !s[0].has_alpha && !s[1].has_alpha) {
        own.values.channels = R3D_DIFF_RGB;
    }
    r3d_result result =
        r3d_priv_differ_create(&s[0].view, &s[1].view, &own, allocator, &differ, out_error);
    if (result != R3D_OK) {
        return result;
    }
    bool cropped = own.values.crop_to_common;
    int32_t taller = s[0].view.height > s[1].view.height ? s[0].view.height : s[1].view.height;
    int32_t lower = s[0].view.height < s[1].view.height ? s[0].view.height : s[1].view.height;
    result = compare_rows(differ, s, cropped ? lower : taller, &done, out_error);
    // The files are verified to their ends, unless the verdict was wanted at the first mismatch.
    for (int i = 0; i < 2 && result == R3D_OK && !done; i++) {
        result = r3d_priv_png_finish(s[i].png, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_priv_differ_finish(differ, out_result, out_error);
    }
    r3d_priv_differ_destroy(differ);
    return result;
}

r3d_result r3d_diff_compare_png_files(const char *expected_path, const char *actual_path,
                                      const r3d_diff_effective *effective,
                                      const r3d_allocator *allocator, r3d_diff_result *out_result,
                                      r3d_error *out_error)
{
    stream s[2];
    if (expected_path == NULL || actual_path == NULL || out_result == NULL) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL, "an argument is NULL");
    }
    memset(s, 0, sizeof s);
    memset(out_result, 0, sizeof *out_result);
    r3d_result result = open_stream(&s[0], expected_path, allocator, out_error);
    if (result == R3D_OK) {
        result = open_stream(&s[1], actual_path, allocator, out_error);
    }
    if (result == R3D_OK) {
        result = compare_streams(s, effective, allocator, out_result, out_error);
    }
    close_stream(&s[0], allocator);
    close_stream(&s[1], allocator);
    return result;
}
