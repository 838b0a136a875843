/* SPDX-License-Identifier: MIT */
/// @file hints.h
/// What the files of the hints share: hints.c (which hypotheses there are, and words),
/// hint_evidence.c (pixels, and whether a transform explains a difference), hint_values.c (changes of
/// values), hint_places.c (moves) and hint_sizes.c (pictures of different sizes).
///
/// A hypothesis is a transform of the whole expected picture. It is told only when it makes nearly all
/// mismatches right and nothing wrong that was right: what did not change counts as what did.

#ifndef RETRO3D_DIFF_HINTS_H
#define RETRO3D_DIFF_HINTS_H

#include "diff_internal.h"

enum r3d_priv_hint_limits {
    R3D_PRIV_HINT_PERCENT = 95, ///< Of the mismatches that have a source.
    R3D_PRIV_HINT_SHIFT = 8,    ///< Farthest move that is tried.
    R3D_PRIV_HINT_ZERO = 4,     ///< A channel's source that is no channel: 0, or the largest value.
    R3D_PRIV_HINT_FULL = 5
};

/// A pixel of any depth: R in the lowest 16 bits, then G, B and A. Values of 8-bit pictures are 0..255.
typedef uint64_t r3d_priv_wide;

static inline int32_t r3d_priv_wide_get(r3d_priv_wide pixel, int32_t channel)
{
    return (int32_t)(pixel >> (16 * channel) & 0xffffu);
}

static inline r3d_priv_wide r3d_priv_wide_set(r3d_priv_wide pixel, int32_t channel, int32_t value)
{
    int32_t at = 16 * channel;
    return (pixel & ~((r3d_priv_wide)0xffffu << at)) | (r3d_priv_wide)(uint32_t)value << at;
}

/// Where a transformed picture takes its pixels from.
typedef enum r3d_priv_place {
    R3D_PRIV_PLACE_SAME = 0,
    R3D_PRIV_PLACE_SHIFT,
    R3D_PRIV_PLACE_UPSIDE_DOWN,
    R3D_PRIV_PLACE_MIRROR,
    R3D_PRIV_PLACE_TURN_180,
    R3D_PRIV_PLACE_TURN_90, ///< Clockwise; from here on width and height are exchanged.
    R3D_PRIV_PLACE_TURN_270,
    R3D_PRIV_PLACE_TRANSPOSE,
    R3D_PRIV_PLACE_TRANSVERSE ///< Mirrored at the other diagonal.
} r3d_priv_place;

typedef struct r3d_priv_transform r3d_priv_transform;

/// Changes the values of pixels in place.
typedef void (*r3d_priv_values_fn)(const r3d_priv_transform *transform, r3d_priv_wide *pixels,
                                   int32_t count);

struct r3d_priv_transform {
    r3d_priv_place place;
    int32_t dx; ///< Of a shift.
    int32_t dy;
    r3d_priv_values_fn values; ///< NULL: as they are.
    int32_t max;               ///< 255 or 65535.
    int32_t source[4];         ///< Of a mapping of channels.
    int32_t offset[4];
    int64_t factor_fx16;
    const uint16_t *table; ///< A value for each value.
    bool reversed;         ///< Makes the expected picture from the actual one.
    int32_t slack;         ///< By how much a value may be off because of rounding.
};

/// A mismatching pixel.
typedef struct r3d_priv_hint_pixel {
    int32_t x;
    int32_t y;
    r3d_priv_wide expected;
    r3d_priv_wide actual;
} r3d_priv_hint_pixel;

typedef struct r3d_priv_evidence {
    const r3d_diff_result *result;
    const r3d_picture_view *expected;
    const r3d_picture_view *actual;
    r3d_priv_channel_rule rule;
    int32_t max;                  ///< 255 or 65535.
    r3d_priv_hint_pixel *changed; ///< An even sample of the mismatches.
    int64_t count;
    int64_t mismatches; ///< Of pixels that both pictures have.
    int32_t pairs;      ///< Different pairs of colours among `changed`; counting stops at 3.
    int32_t colors_expected;
    int32_t colors_actual;
    int64_t work_left; ///< Pixels that may be looked at before the search is given up.
    uint32_t *argb;    ///< Rows as wide as the widest picture.
    uint32_t *scratch;
    r3d_priv_wide *predicted;
    r3d_priv_wide *found;
    uint8_t *classes;
    uint8_t *mask_row;
    void *memory;
} r3d_priv_evidence;

/// How well a transform explains the mismatches that it has a source for.
typedef struct r3d_priv_hint_score {
    int64_t tried;
    int64_t explained;
} r3d_priv_hint_score;

/* ---- hint_evidence.c ---- */

/// Collects mismatches. Ended with r3d_priv_evidence_free, also after an error.
r3d_result r3d_priv_evidence_collect(r3d_priv_evidence *evidence, const r3d_allocator *allocator);
void r3d_priv_evidence_free(r3d_priv_evidence *evidence, const r3d_allocator *allocator);

r3d_priv_wide r3d_priv_evidence_pixel(const r3d_priv_evidence *evidence,
                                      const r3d_picture_view *view, int32_t x, int32_t y);

/// Reads `count` pixels of a row from x on.
void r3d_priv_evidence_row(const r3d_priv_evidence *evidence, const r3d_picture_view *view,
                           int32_t x, int32_t y, int32_t count, r3d_priv_wide *out);

/// Whether two pixels at a place count as equal, by the comparison's metric or within the slack.
bool r3d_priv_evidence_same(const r3d_priv_evidence *evidence, int32_t slack, int32_t x, int32_t y,
                            r3d_priv_wide expected, r3d_priv_wide actual);

/// The source of a transformed pixel; false when it lies outside.
bool r3d_priv_transform_source(const r3d_priv_transform *transform, const r3d_picture_view *from,
                               int32_t *x, int32_t *y);

/// How many mismatches of the sample a transform explains; stops when they are too few.
int64_t r3d_priv_evidence_sample(const r3d_priv_evidence *evidence,
                                 const r3d_priv_transform *transform, int64_t *out_tried);

/// Whether a transform explains the difference, over the whole picture.
bool r3d_priv_evidence_explains(r3d_priv_evidence *evidence, const r3d_priv_transform *transform,
                                r3d_priv_hint_score *out_score);

/// How much is explained of the mismatches that have a source.
int32_t r3d_priv_hint_percent(const r3d_priv_hint_score *score);

/* ---- what is told ---- */

/// Each tells at most one hint and returns whether it did.
bool r3d_priv_hint_places(r3d_priv_evidence *evidence, r3d_diff_text *text);
bool r3d_priv_hint_values(r3d_priv_evidence *evidence, const r3d_allocator *allocator,
                          r3d_diff_text *text);
r3d_result r3d_priv_hint_sizes(r3d_priv_evidence *evidence, r3d_diff_text *text);

#endif
