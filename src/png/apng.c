/* SPDX-License-Identifier: MIT */
// Animated PNG files, see apng.h: signature, IHDR, acTL, for each frame fcTL and its data (IDAT for the
// first, fdAT for the others), IEND. How many frames there are is patched into acTL at the end.
// Source: PNG (third edition) section 11.3.6.

#include "../base/desc.h"
#include "../io/io_internal.h"

#include <retro3d/apng.h>

#include "png_pack.h"
#include "png_put.h"

#include <stdlib.h>
#include <string.h>

enum {
    ACTL_OFFSET = 8 + 12 + 13, // behind the signature and IHDR
    ACTL_SIZE = 8,
    FCTL_SIZE = 26,
    RGB = 2,
    RGB_ALPHA = 6
};

struct r3d_apng {
    r3d_allocator hooks;
    r3d_apng_options options;
    r3d_priv_atomic_file file;
    r3d_priv_sink sink;
    r3d_priv_png_packer packer; // made for the first frame
    uint8_t *row;               // what r3d_apng_rows gives; NULL until it is used
    uint32_t frame_count;
    uint32_t sequence; // of fcTL and fdAT chunks
    int32_t width;     // 0: no frame yet
    int32_t height;
    bool with_alpha;
    bool ended; // finished, or failed
    char path[];
};

void r3d_apng_options_init_sized(r3d_apng_options *options, uint32_t struct_size)
{
    r3d_apng_options defaults;
    r3d_priv_desc_init(&defaults, sizeof defaults);
    defaults.effort = R3D_PNG_SMALL;
    defaults.delay_numerator = 1;
    defaults.delay_denominator = 10;
    R3D_PRIV_DESC_GIVE(options, defaults, struct_size);
}

static r3d_result fail(const r3d_apng *apng, r3d_result result, const char *message,
                       r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, result, apng->path, 0, -1, "%s", message);
}

// The file knows why a write failed; it is removed at once, so that a full disk has room again.
static r3d_result fail_writing(r3d_apng *apng, r3d_error *out_error)
{
    const int number = apng->file.error_number;
    r3d_priv_atomic_abort(&apng->file);
    apng->ended = true;
    return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, apng->path, 0, -1,
                            "cannot write the file: %s", r3d_priv_io_errno_text(number));
}

/* ---- making and ending ---- */

static const char *wrong_option(const r3d_apng_options *options)
{
    if (options->effort != R3D_PNG_FAST && options->effort != R3D_PNG_SMALL) {
        return "effort is not R3D_PNG_FAST or R3D_PNG_SMALL";
    }
    if ((int)options->alpha < R3D_APNG_ALPHA_OF_FIRST || options->alpha > R3D_APNG_ALPHA_DROPPED) {
        return "alpha is no r3d_apng_alpha";
    }
    if (options->loops > INT32_MAX) {
        return "loops is above 2147483647";
    }
    if (options->delay_numerator > UINT16_MAX || options->delay_denominator == 0 ||
        options->delay_denominator > UINT16_MAX) {
        return "delay_numerator or delay_denominator is above 65535, or the latter is 0";
    }
    return NULL;
}

r3d_result r3d_apng_create(const char *path, const r3d_apng_options *options,
                           const r3d_allocator *allocator, r3d_apng **out_apng,
                           r3d_error *out_error)
{
    r3d_apng_options own;
    r3d_allocator hooks;
    if (out_apng != NULL) {
        *out_apng = NULL;
    }
    r3d_apng_options_init(&own);
    if (path == NULL || out_apng == NULL || r3d_priv_io_allocator(allocator, &hooks) != R3D_OK ||
        (options != NULL && r3d_priv_desc_read(&own, sizeof own, options) != R3D_OK)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1,
                                "a pointer is NULL, the allocator has only one function, or "
                                "struct_size of the options is none");
    }
    const char *wrong = wrong_option(&own);
    if (wrong != NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, path, 0, -1, "%s", wrong);
    }
    const size_t length = strlen(path);
    r3d_apng *apng = r3d_priv_io_alloc(&hooks, sizeof *apng + length + 1);
    if (apng == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, path, 0, -1,
                                "no memory for the animation");
    }
    memset(apng, 0, sizeof *apng);
    memcpy(apng->path, path, length + 1);
    apng->hooks = hooks;
    apng->options = own;
    const r3d_result result = r3d_priv_atomic_begin(&apng->file, apng->path, out_error);
    if (result != R3D_OK) {
        r3d_priv_io_free(&hooks, apng);
        return result;
    }
    apng->sink = (r3d_priv_sink){.write = r3d_priv_atomic_write, .user = &apng->file};
    *out_apng = apng;
    return R3D_OK;
}

void r3d_apng_destroy(r3d_apng *apng)
{
    if (apng != NULL) {
        const r3d_allocator hooks = apng->hooks;
        r3d_priv_atomic_abort(&apng->file); // does nothing for one that is finished
        r3d_priv_png_packer_free(&apng->packer);
        r3d_priv_io_free(&hooks, apng->row);
        r3d_priv_io_free(&hooks, apng);
    }
}

r3d_result r3d_apng_set_delay(r3d_apng *apng, uint16_t numerator, uint16_t denominator)
{
    if (apng == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (denominator == 0) {
        return R3D_ERR_RANGE;
    }
    apng->options.delay_numerator = numerator;
    apng->options.delay_denominator = denominator;
    return R3D_OK;
}

/* ---- chunks ---- */

static void put_u16(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)(value >> 8 & 255u);
    out[1] = (uint8_t)(value & 255u);
}

static void make_animation_control(const r3d_apng *apng, uint8_t *chunk)
{
    r3d_priv_png_put_u32(chunk + R3D_PRIV_PNG_CHUNK_HEAD, apng->frame_count);
    r3d_priv_png_put_u32(chunk + R3D_PRIV_PNG_CHUNK_HEAD + 4, apng->options.loops);
}

static bool put_animation_control(const r3d_apng *apng, const r3d_priv_sink *sink)
{
    uint8_t chunk[R3D_PRIV_PNG_CHUNK_HEAD + ACTL_SIZE];
    make_animation_control(apng, chunk);
    return r3d_priv_png_put_chunk(sink, "acTL", chunk, ACTL_SIZE);
}

static bool put_frame_control(r3d_apng *apng)
{
    uint8_t chunk[R3D_PRIV_PNG_CHUNK_HEAD + FCTL_SIZE];
    uint8_t *data = chunk + R3D_PRIV_PNG_CHUNK_HEAD;
    // Offsets, disposal and blending stay 0: each frame replaces all of the one before.
    memset(chunk, 0, sizeof chunk);
    r3d_priv_png_put_u32(data, apng->sequence++);
    r3d_priv_png_put_u32(data + 4, (uint32_t)apng->width);
    r3d_priv_png_put_u32(data + 8, (uint32_t)apng->height);
    put_u16(data + 20, apng->options.delay_numerator);
    put_u16(data + 22, apng->options.delay_denominator);
    return r3d_priv_png_put_chunk(&apng->sink, "fcTL", chunk, FCTL_SIZE);
}

/* ---- frames ---- */

static bool layout_has_alpha(r3d_layout layout)
{
    return layout == R3D_LAYOUT_RGBA8 || layout == R3D_LAYOUT_BGRA8 ||
           layout == R3D_LAYOUT_ARGB32 || layout == R3D_LAYOUT_ARGB8 || layout == R3D_LAYOUT_ABGR8;
}

static r3d_result begin_file(r3d_apng *apng, int32_t width, int32_t height, r3d_layout layout,
                             r3d_error *out_error)
{
    const r3d_apng_alpha alpha = apng->options.alpha;
    const bool with_alpha = alpha == R3D_APNG_ALPHA_KEPT ||
                            (alpha == R3D_APNG_ALPHA_OF_FIRST && layout_has_alpha(layout));
    if (r3d_priv_png_packer_init(&apng->packer, width, with_alpha,
                                 apng->options.effort == R3D_PNG_SMALL, &apng->hooks,
                                 &apng->sink) != R3D_OK) {
        return fail(apng, R3D_ERR_MEMORY, "no memory for the PNG writer", out_error);
    }
    apng->width = width;
    apng->height = height;
    apng->with_alpha = with_alpha;
    return r3d_priv_png_put_header(&apng->sink, width, height, with_alpha ? RGB_ALPHA : RGB) &&
                   put_animation_control(apng, &apng->sink)
               ? R3D_OK
               : fail_writing(apng, out_error);
}

// What is wrong with a frame, before anything of it is written.
static r3d_result check_frame(const r3d_apng *apng, int32_t width, int32_t height,
                              r3d_layout layout, r3d_error *out_error)
{
    if (apng->ended) {
        return fail(apng, R3D_ERR_STATE, "the animation is finished, or an earlier call failed",
                    out_error);
    }
    if (layout == R3D_LAYOUT_RGBA16) {
        return fail(apng, R3D_ERR_RANGE, "16 bits a sample are not written", out_error);
    }
    if (apng->width == 0) {
        return R3D_OK;
    }
    if (width != apng->width || height != apng->height) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, apng->path, 0, -1,
                                "frame %u is %dx%d, the first one is %dx%d",
                                (unsigned)apng->frame_count + 1, (int)width, (int)height,
                                (int)apng->width, (int)apng->height);
    }
    if (layout_has_alpha(layout) && !apng->with_alpha &&
        apng->options.alpha != R3D_APNG_ALPHA_DROPPED) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, apng->path, 0, -1,
                                "frame %u has a layout with alpha, the first one has none",
                                (unsigned)apng->frame_count + 1);
    }
    // A frame has its number, and one for each piece of its data: see r3d_apng_add, R3D_ERR_LIMIT.
    if (apng->sequence > (uint32_t)INT32_MAX - UINT16_MAX * 4u) {
        return fail(apng, R3D_ERR_LIMIT, "no more frames fit into the file", out_error);
    }
    return R3D_OK;
}

static r3d_result begin_frame(r3d_apng *apng, int32_t width, int32_t height, r3d_layout layout,
                              r3d_error *out_error)
{
    if (apng->width == 0) {
        const r3d_result result = begin_file(apng, width, height, layout, out_error);
        if (result != R3D_OK) {
            return result;
        }
    }
    if (!put_frame_control(apng)) {
        return fail_writing(apng, out_error);
    }
    r3d_priv_png_packer_begin(&apng->packer, apng->frame_count == 0 ? NULL : &apng->sequence);
    return R3D_OK;
}

r3d_result r3d_apng_add(r3d_apng *apng, const r3d_picture_view *view, r3d_error *out_error)
{
    if (apng == NULL || view == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "a pointer is NULL");
    }
    r3d_result result = r3d_priv_view_check(view, apng->path, out_error);
    if (result == R3D_OK) {
        result = check_frame(apng, view->width, view->height, view->layout, out_error);
    }
    if (result == R3D_OK) {
        result = begin_frame(apng, view->width, view->height, view->layout, out_error);
    }
    for (int32_t y = 0; y < apng->height && result == R3D_OK; y++) {
        r3d_priv_view_read(view, 0, y, view->width, apng->with_alpha,
                           r3d_priv_png_packer_row(&apng->packer, y));
        if (!r3d_priv_png_packer_put(&apng->packer, y, y == view->height - 1)) {
            result = fail_writing(apng, out_error);
        }
    }
    apng->frame_count += result == R3D_OK ? 1 : 0;
    return result;
}

static r3d_result put_rows(r3d_apng *apng, const r3d_apng_rows *frame, r3d_error *out_error)
{
    r3d_picture_view view = {apng->row, 0, frame->width, 1, frame->layout};
    view.stride_bytes = (ptrdiff_t)r3d_priv_layout_bytes(frame->layout) * frame->width;
    for (int32_t y = 0; y < frame->height; y++) {
        const r3d_result result = frame->row(frame->user, y, apng->row);
        if (result != R3D_OK) {
            r3d_priv_atomic_abort(&apng->file);
            apng->ended = true;
            return r3d_priv_io_fail(out_error, result, apng->path, 0, -1,
                                    "row %d of frame %u was not made: %s", (int)y,
                                    (unsigned)apng->frame_count + 1, r3d_result_string(result));
        }
        r3d_priv_view_read(&view, 0, 0, frame->width, apng->with_alpha,
                           r3d_priv_png_packer_row(&apng->packer, y));
        if (!r3d_priv_png_packer_put(&apng->packer, y, y == frame->height - 1)) {
            return fail_writing(apng, out_error);
        }
    }
    return R3D_OK;
}

r3d_result r3d_apng_add_rows(r3d_apng *apng, const r3d_apng_rows *frame, r3d_error *out_error)
{
    if (apng == NULL || frame == NULL || frame->row == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "a pointer is NULL");
    }
    const size_t bytes = r3d_priv_layout_bytes(frame->layout);
    if (frame->width < 1 || frame->width > R3D_PICTURE_SIZE_MAX || frame->height < 1 ||
        frame->height > R3D_PICTURE_SIZE_MAX || bytes == 0) {
        return fail(apng, R3D_ERR_RANGE, "a size or the layout is none of a picture", out_error);
    }
    r3d_result result = check_frame(apng, frame->width, frame->height, frame->layout, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (apng->width == 0) { // the width of a call that failed may have been another
        r3d_priv_io_free(&apng->hooks, apng->row);
        apng->row = NULL;
    }
    if (apng->row == NULL) {
        // Four bytes a pixel are enough for every layout that is written.
        apng->row = r3d_priv_io_alloc(&apng->hooks, (size_t)frame->width * 4);
        if (apng->row == NULL) {
            return fail(apng, R3D_ERR_MEMORY, "no memory for a row", out_error);
        }
    }
    result = begin_frame(apng, frame->width, frame->height, frame->layout, out_error);
    if (result == R3D_OK) {
        result = put_rows(apng, frame, out_error);
    }
    apng->frame_count += result == R3D_OK ? 1 : 0;
    return result;
}

/* ---- the end ---- */

static bool patch(void *user, const void *data, size_t size)
{
    r3d_apng *apng = user;
    // The chunk comes in two pieces: length, type and data, then its checksum.
    const long offset = size == 4 ? ACTL_OFFSET + R3D_PRIV_PNG_CHUNK_HEAD + ACTL_SIZE : ACTL_OFFSET;
    return r3d_priv_atomic_patch(&apng->file, offset, data, size);
}

r3d_result r3d_apng_finish(r3d_apng *apng, r3d_error *out_error)
{
    if (apng == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "a pointer is NULL");
    }
    if (apng->ended || apng->frame_count == 0) {
        return fail(apng, R3D_ERR_STATE,
                    apng->ended ? "the animation is finished, or an earlier call failed"
                                : "the animation has no frame",
                    out_error);
    }
    const r3d_priv_sink patches = {.write = patch, .user = apng};
    if (!r3d_priv_png_put_end(&apng->sink) || !put_animation_control(apng, &patches)) {
        return fail_writing(apng, out_error);
    }
    apng->ended = true;
    return r3d_priv_atomic_commit(&apng->file, out_error);
}
