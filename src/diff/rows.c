/* SPDX-License-Identifier: MIT */
// See diff_rows.h. Spec golden section 9.
//
// Each of two jobs decodes one file. Whichever is ahead compares what both have, so that the slower
// decoder need not. No job ever waits: one that has nothing to do returns, and both are run again
// when the other has returned, too. So it also works where jobs run one after the other. Rows that
// one job wrote are read by the other after it has seen `decoded` grow, and overwritten after it has
// seen `compared` grow.

#include "rows.h"

#include <string.h>

enum {
    ALONE_BYTES = 1 << 18,  // of rows that are decoded before they are compared, by one thread
    SHARED_BYTES = 1 << 19, // that one thread may be ahead
    BATCHES = 8             // in that
};

/* ---- blocks ---- */

static int32_t rows_of(ptrdiff_t bytes, ptrdiff_t row)
{
    return bytes < row ? 1 : (int32_t)(bytes / row);
}

r3d_result r3d_priv_diff_rows_allocate(r3d_priv_diff_rows *rows, const r3d_allocator *allocator,
                                       r3d_error *out_error)
{
    ptrdiff_t row = rows->sides[0].view.stride_bytes;
    row = rows->sides[1].view.stride_bytes > row ? rows->sides[1].view.stride_bytes : row;
    if (rows->run == NULL) {
        rows->ring = rows_of(ALONE_BYTES, row);
        rows->batch = rows->ring;
    } else {
        rows->ring = rows_of(SHARED_BYTES, row);
        rows->batch = (rows->ring + BATCHES - 1) / BATCHES;
        rows->ring = rows->keep ? rows->row_count : rows->ring;
    }
    atomic_init(&rows->comparing, false);
    atomic_init(&rows->compared, 0);
    atomic_init(&rows->done, false);
    for (int i = 0; i < R3D_PRIV_SIDES; i++) {
        r3d_priv_diff_side *s = &rows->sides[i];
        atomic_init(&s->decoded, 0);
        atomic_init(&s->has_left, false);
        int32_t count = rows->keep ? s->view.height : rows->ring;
        s->block = r3d_priv_diff_alloc(allocator, (size_t)count, (size_t)s->view.stride_bytes);
        if (s->block == NULL) {
            return r3d_priv_diff_fail(out_error, R3D_ERR_MEMORY, NULL,
                                      "no memory for %ld rows of %s", (long)count, s->path);
        }
    }
    return R3D_OK;
}

// Row y of the canvas; NULL below the end of the picture.
static uint8_t *row_at(const r3d_priv_diff_rows *rows, const r3d_priv_diff_side *s, int32_t y)
{
    int32_t at = rows->keep ? y : y % rows->ring;
    return y < s->view.height ? s->block + (size_t)at * (size_t)s->view.stride_bytes : NULL;
}

/* ---- jobs ---- */

static int32_t rows_to_decode(const r3d_priv_diff_rows *rows, const r3d_priv_diff_side *s)
{
    return s->view.height < rows->row_count ? s->view.height : rows->row_count;
}

// Rows of the canvas that a side has decoded or does not have.
static int32_t available(const r3d_priv_diff_rows *rows, r3d_priv_diff_side *s)
{
    int32_t decoded = atomic_load_explicit(&s->decoded, memory_order_acquire);
    return decoded == rows_to_decode(rows, s) ? rows->row_count : decoded;
}

// Compares what both sides have, unless the other job is doing it. Returns whether there was a row.
static bool compare(r3d_priv_diff_rows *rows)
{
    if (atomic_exchange_explicit(&rows->comparing, true, memory_order_acquire)) {
        return false;
    }
    int32_t end = available(rows, &rows->sides[0]);
    int32_t other = available(rows, &rows->sides[1]);
    end = other < end ? other : end;
    int32_t begin = atomic_load_explicit(&rows->compared, memory_order_relaxed);
    bool done = atomic_load_explicit(&rows->done, memory_order_relaxed);
    for (int32_t y = begin; y < end && !done; y++) {
        rows->compare_result =
            r3d_priv_differ_row(rows->differ, y, row_at(rows, &rows->sides[0], y),
                                row_at(rows, &rows->sides[1], y), &done);
        done = done || rows->compare_result != R3D_OK;
        atomic_store_explicit(&rows->compared, y + 1, memory_order_release);
    }
    atomic_store_explicit(&rows->done, done, memory_order_relaxed);
    atomic_store_explicit(&rows->comparing, false, memory_order_release);
    return begin < end;
}

// Decodes up to a batch, as far as there is room. Returns false when there is none.
static bool decode(r3d_priv_diff_rows *rows, r3d_priv_diff_side *s)
{
    int32_t y = atomic_load_explicit(&s->decoded, memory_order_relaxed);
    int32_t end = rows_to_decode(rows, s);
    int32_t room = atomic_load_explicit(&rows->compared, memory_order_acquire) + rows->ring;
    end = y + rows->batch < end ? y + rows->batch : end;
    if (room < end) {
        return false; // batches are whole but for the last, so that little work is not claimed
    }
    for (; y < end && s->result == R3D_OK; y++) {
        s->result = r3d_png_reader_read_row(s->png, row_at(rows, s, y), &s->error);
        if (s->result == R3D_OK) {
            atomic_store_explicit(&s->decoded, y + 1, memory_order_release);
        }
    }
    return true;
}

// Whether the job of a side cannot go on, or need not.
static bool is_over(r3d_priv_diff_rows *rows, r3d_priv_diff_side *s, r3d_priv_diff_side *other)
{
    if (atomic_load_explicit(&rows->done, memory_order_relaxed) || s->result != R3D_OK ||
        s->finished) {
        return true;
    }
    if (!atomic_load_explicit(&other->has_left, memory_order_acquire)) {
        return false;
    }
    int32_t own = available(rows, s);
    int32_t others = available(rows, other);
    if (other->result != R3D_OK) {
        return own > others; // its fault comes first
    }
    // When this one has caught up, both go on together.
    return others < rows->row_count && own >= others;
}

static void side_job(int32_t index, void *argument)
{
    r3d_priv_diff_rows *rows = argument;
    r3d_priv_diff_side *s = &rows->sides[index];
    r3d_priv_diff_side *other = &rows->sides[1 - index];
    while (!is_over(rows, s, other)) {
        int32_t own = available(rows, s);
        int32_t behind = own - atomic_load_explicit(&rows->compared, memory_order_relaxed);
        if (own >= available(rows, other) || behind > rows->ring / 2) {
            (void)compare(rows);
        }
        if (own == rows->row_count) {
            s->result = r3d_png_reader_finish(s->png, &s->error);
            s->finished = s->result == R3D_OK;
        } else if (!decode(rows, s) && !compare(rows)) {
            break;
        }
    }
    (void)compare(rows);
    atomic_store_explicit(&s->has_left, true, memory_order_release);
}

/* ---- meetings ---- */

static void run_jobs(r3d_priv_diff_rows *rows)
{
    for (int32_t i = 0; i < R3D_PRIV_SIDES; i++) {
        atomic_store_explicit(&rows->sides[i].has_left, false, memory_order_relaxed);
    }
    if (rows->run != NULL) {
        rows->run(R3D_PRIV_SIDES, side_job, rows, rows->run_user);
    } else {
        for (int32_t i = 0; i < R3D_PRIV_SIDES; i++) {
            side_job(i, rows);
        }
    }
    (void)compare(rows); // what both had when both were busy
}

// The side whose fault comes first, once it is known; else NULL.
static const r3d_priv_diff_side *faulty_side(r3d_priv_diff_rows *rows, bool *out_certain)
{
    const r3d_priv_diff_side *first = NULL;
    int32_t first_row = 0;
    *out_certain = true;
    for (int i = 0; i < R3D_PRIV_SIDES; i++) {
        r3d_priv_diff_side *s = &rows->sides[i];
        int32_t row = available(rows, s);
        if (s->result != R3D_OK && (first == NULL || row < first_row)) {
            first = s;
            first_row = row;
        }
    }
    for (int i = 0; i < R3D_PRIV_SIDES && first != NULL; i++) {
        r3d_priv_diff_side *s = &rows->sides[i];
        bool open = s->result == R3D_OK && !s->finished;
        *out_certain = *out_certain && !(open && available(rows, s) <= first_row);
    }
    return first;
}

r3d_result r3d_priv_diff_rows_compare(r3d_priv_diff_rows *rows, r3d_error *out_error)
{
    for (;;) {
        run_jobs(rows);
        if (atomic_load_explicit(&rows->done, memory_order_relaxed)) {
            break;
        }
        bool certain;
        const r3d_priv_diff_side *faulty = faulty_side(rows, &certain);
        if (faulty != NULL && certain) {
            if (out_error != NULL) {
                *out_error = faulty->error;
            }
            return faulty->result;
        }
        if (rows->sides[0].finished && rows->sides[1].finished) {
            break;
        }
    }
    if (rows->compare_result != R3D_OK) {
        return r3d_priv_diff_fail(out_error, rows->compare_result, NULL, "%s while clustering",
                                  r3d_result_string(rows->compare_result));
    }
    return R3D_OK;
}
