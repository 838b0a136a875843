/* SPDX-License-Identifier: MIT */
// Hypotheses about pictures of different sizes: a common part that is equal, and where it lies; a
// picture that was turned; one that was enlarged.

#include <string.h>

#include "hints.h"
#include "text_format.h"

enum {
    PROBES_A_SIDE = 8,
    PIXELS_NEEDED = 16 // a smaller part lies somewhere by chance
};

// Where the common part begins in each picture.
typedef struct corner {
    int32_t expected_x;
    int32_t expected_y;
    int32_t actual_x;
    int32_t actual_y;
} corner;

typedef struct common {
    int32_t width;
    int32_t height;
} common;

static bool same_at(const r3d_priv_evidence *e, const corner *c, int32_t x, int32_t y)
{
    r3d_priv_wide expected =
        r3d_priv_evidence_pixel(e, e->expected, c->expected_x + x, c->expected_y + y);
    r3d_priv_wide actual = r3d_priv_evidence_pixel(e, e->actual, c->actual_x + x, c->actual_y + y);
    return r3d_priv_evidence_same(e, 0, x, y, expected, actual);
}

// Whether the pictures are equal there; some places are looked at first.
static bool part_is_equal(r3d_priv_evidence *e, const common *size, const corner *c,
                          bool *out_plain)
{
    *out_plain = true;
    e->work_left -= 1;
    for (int32_t i = 0; i < PROBES_A_SIDE * PROBES_A_SIDE; i++) {
        int32_t x =
            (int32_t)((int64_t)(i % PROBES_A_SIDE) * (size->width - 1) / (PROBES_A_SIDE - 1));
        int32_t y =
            (int32_t)((int64_t)(i / PROBES_A_SIDE) * (size->height - 1) / (PROBES_A_SIDE - 1));
        e->work_left -= 1;
        if (!same_at(e, c, x, y)) {
            return false;
        }
    }
    r3d_priv_wide first = r3d_priv_evidence_pixel(e, e->expected, c->expected_x, c->expected_y);
    for (int32_t y = 0; y < size->height; y++) {
        e->work_left -= size->width;
        r3d_priv_evidence_row(e, e->expected, c->expected_x, c->expected_y + y, size->width,
                              e->predicted);
        r3d_priv_evidence_row(e, e->actual, c->actual_x, c->actual_y + y, size->width, e->found);
        for (int32_t x = 0; x < size->width; x++) {
            *out_plain = *out_plain && e->predicted[x] == first;
            if (!r3d_priv_evidence_same(e, 0, x, y, e->predicted[x], e->found[x])) {
                return false;
            }
        }
        if (e->work_left < 0) {
            return false;
        }
    }
    return true;
}

// Part (x, y) of what the larger picture has more than the smaller one, on each axis.
static void place_corner(const r3d_priv_evidence *e, int32_t x, int32_t y, corner *out)
{
    memset(out, 0, sizeof *out);
    if (e->expected->width > e->actual->width) {
        out->expected_x = x;
    } else {
        out->actual_x = x;
    }
    if (e->expected->height > e->actual->height) {
        out->expected_y = y;
    } else {
        out->actual_y = y;
    }
}

static void tell_part(const r3d_priv_evidence *e, const common *size, const corner *c,
                      r3d_diff_text *text)
{
    r3d_priv_text_printf(text, "hint: the common part, %ldx%ld, is equal: ", (long)size->width,
                         (long)size->height);
    if (size->width == e->actual->width && size->height == e->actual->height) {
        r3d_priv_text_printf(text, "the whole actual picture lies at %ld,%ld of the expected one",
                             (long)c->expected_x, (long)c->expected_y);
    } else if (size->width == e->expected->width && size->height == e->expected->height) {
        r3d_priv_text_printf(text, "the whole expected picture lies at %ld,%ld of the actual one",
                             (long)c->actual_x, (long)c->actual_y);
    } else {
        r3d_priv_text_printf(text,
                             "it lies at %ld,%ld of the expected picture and at %ld,%ld of "
                             "the actual one",
                             (long)c->expected_x, (long)c->expected_y, (long)c->actual_x,
                             (long)c->actual_y);
    }
    bool top_left =
        c->expected_x == 0 && c->expected_y == 0 && c->actual_x == 0 && c->actual_y == 0;
    r3d_priv_text_puts(text, top_left ? ": --crop-to-common compares that alone\n"
                                      : "; cut it out, --crop-to-common takes the top left part\n");
}

// The corners and the middle first, then every place while the work lasts.
static bool tell_common(r3d_priv_evidence *e, r3d_diff_text *text)
{
    const r3d_diff_result *r = e->result;
    common size;
    corner c;
    bool plain;
    size.width = e->expected->width < e->actual->width ? e->expected->width : e->actual->width;
    size.height = e->expected->height < e->actual->height ? e->expected->height : e->actual->height;
    place_corner(e, 0, 0, &c);
    if (e->mismatches == 0 && r->compared > r->only_expected + r->only_actual) {
        tell_part(e, &size, &c, text);
        return true;
    }
    if (r3d_priv_mask_active(&r->effective.values) ||
        (int64_t)size.width * size.height < PIXELS_NEEDED) {
        return false;
    }
    int32_t more_x = r->width - size.width;
    int32_t more_y = r->height - size.height;
    const int32_t likely[4][2] = {
        {more_x, 0}, {0, more_y}, {more_x, more_y}, {more_x / 2, more_y / 2}};
    for (int i = 0; i < 4; i++) {
        place_corner(e, likely[i][0], likely[i][1], &c);
        if (part_is_equal(e, &size, &c, &plain) && !plain) {
            tell_part(e, &size, &c, text);
            return true;
        }
    }
    for (int32_t y = 0; y <= more_y; y++) {
        for (int32_t x = 0; x <= more_x; x++) {
            place_corner(e, x, y, &c);
            if (part_is_equal(e, &size, &c, &plain) && !plain) {
                tell_part(e, &size, &c, text);
                return true;
            }
            if (e->work_left < 0) {
                return false;
            }
        }
    }
    return false;
}

// Whether every pixel of the actual picture is that of the expected one at its source.
static bool whole_is_equal(r3d_priv_evidence *e, const r3d_priv_transform *t, int32_t factor)
{
    r3d_priv_wide first = r3d_priv_evidence_pixel(e, e->expected, 0, 0);
    bool plain = true;
    for (int32_t y = 0; y < e->actual->height; y++) {
        e->work_left -= e->actual->width;
        if (e->work_left < 0) {
            return false;
        }
        r3d_priv_evidence_row(e, e->actual, 0, y, e->actual->width, e->found);
        for (int32_t x = 0; x < e->actual->width; x++) {
            int32_t from_x = x / factor;
            int32_t from_y = y / factor;
            if (!r3d_priv_transform_source(t, e->expected, &from_x, &from_y)) {
                return false;
            }
            r3d_priv_wide expected = r3d_priv_evidence_pixel(e, e->expected, from_x, from_y);
            plain = plain && expected == first;
            if (!r3d_priv_evidence_same(e, 0, x, y, expected, e->found[x])) {
                return false;
            }
        }
    }
    return !plain;
}

static bool tell_turned(r3d_priv_evidence *e, r3d_diff_text *text)
{
    static const char *const words[] = {
        "rotated by 90 degrees clockwise",
        "rotated by 90 degrees anticlockwise",
        "mirrored at the diagonal from the top left (rows are columns)",
        "mirrored at the diagonal from the top right",
    };
    for (int i = 0; i < 4; i++) {
        r3d_priv_transform t;
        memset(&t, 0, sizeof t);
        t.place = (r3d_priv_place)(R3D_PRIV_PLACE_TURN_90 + i);
        if (whole_is_equal(e, &t, 1)) {
            r3d_priv_text_printf(text, "hint: %s (explains 100 %%)\n", words[i]);
            return true;
        }
    }
    return false;
}

static bool tell_enlarged(r3d_priv_evidence *e, r3d_diff_text *text)
{
    int32_t factor = e->actual->width / e->expected->width;
    r3d_priv_transform t;
    memset(&t, 0, sizeof t);
    if (factor < 2 || e->actual->width != e->expected->width * factor ||
        e->actual->height != e->expected->height * factor || !whole_is_equal(e, &t, factor)) {
        return false;
    }
    r3d_priv_text_printf(text, "hint: the actual picture is the expected one, %ld times enlarged\n",
                         (long)factor);
    return true;
}

r3d_result r3d_priv_hint_sizes(r3d_priv_evidence *e, r3d_diff_text *text)
{
    bool exchanged =
        e->expected->width == e->actual->height && e->expected->height == e->actual->width;
    bool told = exchanged && tell_turned(e, text);
    told = told || tell_enlarged(e, text) || tell_common(e, text);
    (void)told;
    return text->result;
}
