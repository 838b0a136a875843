/* SPDX-License-Identifier: MIT */
/* Why a pixel does not have its expected colour: what would have given it. Candidates are tried one
 * by one and only those that give the expected colour exactly are told, the most telling first. Here:
 * the list of them, and what the order of the writes tells. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "history_internal.h"

/* Puts a cause in its place among the others. */
static void insert(r3d_priv_point *point, const r3d_priv_cause *made)
{
    size_t at = 0;
    while (at < point->cause_count && point->causes[at].rank <= made->rank) {
        if (point->causes[at].rank == made->rank &&
            strcmp(point->causes[at].text, made->text) == 0) {
            return; /* the two triangles of a face at the near plane say the same */
        }
        at++;
    }
    if (at == R3D_PRIV_CAUSES_MAX) {
        return;
    }
    size_t count =
        point->cause_count < R3D_PRIV_CAUSES_MAX ? point->cause_count + 1 : R3D_PRIV_CAUSES_MAX;
    memmove(&point->causes[at + 1], &point->causes[at], (count - at - 1) * sizeof point->causes[0]);
    point->causes[at] = *made;
    point->cause_count = count;
}

void r3d_priv_add_cause(r3d_priv_point *point, r3d_pixel_cause cause, int32_t rank,
                        const char *format, ...)
{
    r3d_priv_cause made;
    va_list arguments;
    made.cause = cause;
    made.name = r3d_pixel_cause_name(cause);
    made.rank = rank;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    insert(point, &made);
}

void r3d_priv_add_named_cause(r3d_priv_point *point, const char *name, int32_t rank,
                              const char *format, ...)
{
    r3d_priv_cause made;
    va_list arguments;
    made.cause = R3D_CAUSE_OF_ROOM;
    for (int cause = 0; cause < R3D_CAUSE_OF_ROOM; cause++) {
        if (strcmp(r3d_pixel_cause_name((r3d_pixel_cause)cause), name) == 0) {
            made.cause = (r3d_pixel_cause)cause;
        }
    }
    made.name = name;
    made.rank = rank;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    insert(point, &made);
}

/* One channel after another: both products truncated, as fills do it, or their sum. */
uint32_t r3d_priv_blend(uint32_t source, int32_t share, uint32_t background, int32_t rest,
                        bool by_product)
{
    uint32_t result = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int32_t s = (int32_t)(source >> shift & 255) * share;
        int32_t b = (int32_t)(background >> shift & 255) * rest;
        int32_t value = by_product ? (s >> 8) + (b >> 8) : (s + b) >> 8;
        result |= (uint32_t)(value & 255) << shift;
    }
    return result;
}

/* Fills blend with the next pixel, so they hide this one as opaque writes do. */
static bool lets_through(const r3d_pixel_write *write)
{
    return write->share < 256 && !r3d_priv_is_fill(write->call);
}

bool r3d_priv_shows(const r3d_priv_point *point)
{
    const r3d_pixel_write *writes = point->writes.items;
    for (size_t i = point->write_number; i < point->writes.count; i++) {
        if (!lets_through(&writes[i])) {
            return false;
        }
    }
    return true;
}

bool r3d_priv_is_expected(const r3d_priv_point *point, uint32_t pixel)
{
    const r3d_pixel_write *writes = point->writes.items;
    if (!r3d_priv_shows(point)) {
        return false;
    }
    for (size_t i = point->write_number; i < point->writes.count; i++) {
        pixel = r3d_priv_blend(writes[i].source_rgb, writes[i].share, pixel, 256 - writes[i].share,
                               false);
    }
    return r3d_priv_rgb(pixel) == r3d_priv_rgb(point->point.expected_rgb);
}

/* ---- order ---- */

/* An earlier write has the expected colour: why does a later one lie over it? */
static void tell_order(r3d_priv_point *point, size_t right, const r3d_pixel_write *writes,
                       size_t last)
{
    const r3d_pixel_write *a = &writes[right];
    const r3d_pixel_write *b = &writes[last];
    char a_name[160];
    char b_name[160];
    r3d_priv_name_write(a, a_name, sizeof a_name);
    r3d_priv_name_write(b, b_name, sizeof b_name);
    if (a->face < 0 || b->face < 0 || a->line != b->line) {
        r3d_priv_add_cause(point, R3D_CAUSE_ORDER, R3D_PRIV_RANK_ORDER,
                           "write #%zu (%s) has the expected colour; #%zu (%s) lies over it and "
                           "should not: one write too many, or another order of commands",
                           right + 1, a_name, last + 1, b_name);
    } else if (a->priority != b->priority) {
        r3d_priv_add_cause(
            point, R3D_CAUSE_PRIORITY, R3D_PRIV_RANK_SORT,
            "write #%zu (%s, priority %ld) has the expected colour, but #%zu (face "
            "%ld, priority %ld) is drawn after it: priority %ld over priority %ld is "
            "the wrong order",
            right + 1, a_name, (long)a->priority, last + 1, (long)b->face, (long)b->priority,
            (long)b->priority, (long)a->priority);
    } else if (a->bucket == b->bucket) {
        r3d_priv_add_cause(point, R3D_CAUSE_TIE, R3D_PRIV_RANK_SORT,
                           "write #%zu (%s) has the expected colour, but #%zu (face %ld) is drawn "
                           "after it; both are in depth bucket %ld: the order within a bucket is "
                           "wrong (%s face number first is drawn)",
                           right + 1, a_name, last + 1, (long)b->face, (long)b->bucket,
                           a->face < b->face ? "the lower" : "the higher");
    } else {
        r3d_priv_add_cause(
            point, R3D_CAUSE_BUCKET, R3D_PRIV_RANK_SORT,
            "write #%zu (%s, bucket %ld) has the expected colour, but #%zu (face %ld, "
            "bucket %ld) is drawn after it: %s",
            right + 1, a_name, (long)a->bucket, last + 1, (long)b->face, (long)b->bucket,
            b->bucket > a->bucket ? "a farther face over a nearer one" : "a depth bucket is wrong");
    }
}

static int32_t distance_of(uint32_t a, uint32_t b)
{
    int32_t sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int32_t d = (int32_t)(a >> shift & 255) - (int32_t)(b >> shift & 255);
        sum += d < 0 ? -d : d;
    }
    return sum;
}

void r3d_priv_causes_of_order(r3d_history *history, r3d_priv_point *point)
{
    (void)history;
    const r3d_pixel_write *writes = point->writes.items;
    const size_t count = point->writes.count;
    for (size_t i = count; i-- > 0;) {
        if (r3d_priv_is_expected(point, writes[i].after) && i + 1 < count) {
            tell_order(point, i, writes, count - 1);
            break;
        }
    }
    if (point->cause_count == 0 && count > 0 && r3d_priv_is_expected(point, 0) &&
        r3d_priv_rgb(writes[0].before) == 0) {
        r3d_priv_add_cause(point, R3D_CAUSE_ORDER, R3D_PRIV_RANK_ORDER,
                           "black is expected, as before the first write");
    }
    if (point->cause_count > 0) {
        return;
    }
    size_t nearest = 0;
    for (size_t i = 1; i < count; i++) {
        if (distance_of(writes[i].after, point->point.expected_rgb) <=
            distance_of(writes[nearest].after, point->point.expected_rgb)) {
            nearest = i;
        }
    }
    if (count == 0) {
        r3d_priv_add_cause(point, R3D_CAUSE_NOT_EXPLAINED, R3D_PRIV_RANK_NEAREST,
                           "nothing writes this pixel, and no command comes near it with the "
                           "expected colour");
        return;
    }
    char name[160];
    r3d_priv_name_write(&writes[nearest], name, sizeof name);
    r3d_priv_add_cause(
        point, R3D_CAUSE_NOT_EXPLAINED, R3D_PRIV_RANK_NEAREST,
        "no write and no variation of one gives it; the nearest is #%zu (%s) with "
        "0x%06lX, off by R %+ld G %+ld B %+ld%s",
        nearest + 1, name, r3d_priv_rgb(writes[nearest].after),
        (long)(writes[nearest].after >> 16 & 255) - (long)(point->point.expected_rgb >> 16 & 255),
        (long)(writes[nearest].after >> 8 & 255) - (long)(point->point.expected_rgb >> 8 & 255),
        (long)(writes[nearest].after & 255) - (long)(point->point.expected_rgb & 255),
        writes[count - 1].share < 256
            ? r3d_priv_is_fill(writes[count - 1].call)
                  ? "; the last write blends with the next pixel, whose history "
                    "may tell"
                  : "; the last write blends with what lies below it"
            : "");
}
