/* SPDX-License-Identifier: MIT */
// Cheap hypotheses about why two pictures differ. One is told when it explains at least 95 % of the
// mismatches; it never changes the verdict. Spec golden section 2.8.
//
// Each hypothesis is a function that says, for one mismatching pixel, whether it would be right.
// Only mismatches are looked at, and of many only an even sample, so that hints cost less than the
// diff picture does.

#include <stdlib.h>
#include <string.h>

#include "diff_internal.h"
#include "text_format.h"

enum {
    SHIFT_MAX = 8,
    SAMPLES_MAX = 1 << 13,
    SHIFT_SAMPLES_MAX = 1 << 10, // 288 shifts are tried
    PERCENT_NEEDED = 95
};

typedef struct sample {
    int32_t x;
    int32_t y;
    uint32_t expected;
    uint32_t actual;
} sample;

typedef struct evidence {
    const r3d_diff_result *result;
    const r3d_picture_view *expected;
    const r3d_picture_view *actual;
    sample *samples;
    int64_t count;
    int64_t every; // how many mismatches a sample stands for
    bool alpha;    // alpha is compared
} evidence;

/* ---- collecting mismatches ---- */

static r3d_result collect(evidence *e, const r3d_allocator *allocator)
{
    const r3d_diff_result *r = e->result;
    size_t width = (size_t)r->width;
    int64_t both = r->mismatches - r->only_expected - r->only_actual;
    // Every n-th mismatch in row-major order.
    int64_t every = (both + SAMPLES_MAX - 1) / SAMPLES_MAX;
    every = every < 1 ? 1 : every;
    e->every = every;
    size_t room = (size_t)(both / every + 1);
    uint32_t *scratch = r3d_priv_diff_alloc(allocator, width, 2 * sizeof *scratch);
    uint8_t *bytes = r3d_priv_diff_alloc(allocator, width, 2);
    e->samples = r3d_priv_diff_alloc(allocator, room, sizeof *e->samples);
    if (scratch == NULL || bytes == NULL || e->samples == NULL) {
        r3d_priv_diff_free(allocator, scratch);
        r3d_priv_diff_free(allocator, bytes);
        return R3D_ERR_MEMORY;
    }
    int64_t skip = 0; // mismatches before the next sample
    for (int32_t y = r->y0; y <= r->y1; y++) {
        r3d_priv_classify_row(r, e->expected, e->actual, y, scratch, bytes, bytes + width);
        const uint8_t *classes = bytes + width;
        for (int32_t x = r->x0; x <= r->x1 && (size_t)e->count < room; x++) {
            uint64_t eight;
            while (x + 7 <= r->x1 && (memcpy(&eight, classes + x, sizeof eight), eight == 0)) {
                x += 8; // R3D_PRIV_PIXEL_EQUAL
            }
            if (x > r->x1 || classes[x] != R3D_PRIV_PIXEL_MISMATCH) {
                continue;
            }
            if (skip-- > 0) {
                continue;
            }
            skip = every - 1;
            sample *s = &e->samples[e->count++];
            s->x = x;
            s->y = y;
            s->expected = r3d_priv_diff_pixel_argb(e->expected, R3D_PRIV_RULE_RGBA, x, y);
            s->actual = r3d_priv_diff_pixel_argb(e->actual, R3D_PRIV_RULE_RGBA, x, y);
        }
    }
    r3d_priv_diff_free(allocator, scratch);
    r3d_priv_diff_free(allocator, bytes);
    return R3D_OK;
}

static bool enough(int64_t explained, int64_t count)
{
    return count > 0 && explained * 100 >= count * PERCENT_NEEDED;
}

static int percent(int64_t explained, int64_t count)
{
    return (int)(explained * 100 / count);
}

/* ---- hypotheses on single pixels ---- */

static int32_t channel(uint32_t argb, int i)
{
    return r3d_priv_diff_channel(argb, i);
}

static bool near(int32_t a, int32_t b, int32_t tolerance)
{
    int32_t d = a - b;
    return d <= tolerance && d >= -tolerance;
}

static bool red_and_blue_swapped(const evidence *e, const sample *s)
{
    (void)e;
    return channel(s->expected, 0) == channel(s->actual, 2) &&
           channel(s->expected, 1) == channel(s->actual, 1) &&
           channel(s->expected, 2) == channel(s->actual, 0) &&
           channel(s->expected, 0) != channel(s->expected, 2);
}

static uint32_t expected_at(const evidence *e, int32_t x, int32_t y)
{
    return r3d_priv_diff_pixel_argb(e->expected, e->alpha ? R3D_PRIV_RULE_RGBA : R3D_PRIV_RULE_RGB,
                                    x, y);
}

static uint32_t actual_of(const evidence *e, const sample *s)
{
    return e->alpha ? s->actual : s->actual | 0xff000000u;
}

static bool flipped_vertically(const evidence *e, const sample *s)
{
    int32_t y = e->result->expected_height - 1 - s->y;
    return y >= 0 && expected_at(e, s->x, y) == actual_of(e, s);
}

static bool flipped_horizontally(const evidence *e, const sample *s)
{
    int32_t x = e->result->expected_width - 1 - s->x;
    return x >= 0 && expected_at(e, x, s->y) == actual_of(e, s);
}

static bool premultiplied(const evidence *e, const sample *s)
{
    int32_t alpha = channel(s->expected, 3);
    if (!e->alpha || alpha != channel(s->actual, 3) || alpha == 255) {
        return false;
    }
    bool straight_to_pre = true;
    bool pre_to_straight = true;
    for (int i = 0; i < 3; i++) {
        int32_t x = channel(s->expected, i);
        int32_t a = channel(s->actual, i);
        straight_to_pre = straight_to_pre && near(a, (x * alpha + 127) / 255, 1);
        pre_to_straight = pre_to_straight && near(x, (a * alpha + 127) / 255, 1);
    }
    return straight_to_pre || pre_to_straight;
}

static bool black_for_transparent(const evidence *e, const sample *s)
{
    return e->alpha && channel(s->expected, 3) == 255 && (s->expected & 0xffffffu) == 0 &&
           channel(s->actual, 3) == 0;
}

// 255 * (v / 255)^2.2 rounded: t with (t / 255)^5 nearest to (v / 255)^11. Multiplications only, so
// that every platform gives the same table.
static int32_t gamma_22(int32_t v)
{
    int32_t t = 0;
    double target = 1.0;
    for (int i = 0; i < 11; i++) {
        target *= v / 255.0;
    }
    for (; t < 255; t++) {
        double next = (t + 0.5) / 255.0;
        if (next * next * next * next * next > target) {
            break;
        }
    }
    return t;
}

typedef struct gamma_table {
    int32_t darker[256];
} gamma_table;

static bool gamma_applied(const gamma_table *table, const sample *s, bool darker)
{
    uint32_t from = darker ? s->expected : s->actual;
    uint32_t to = darker ? s->actual : s->expected;
    if (((from ^ to) & 0xffffffu) == 0) {
        return false; // only alpha differs
    }
    for (int i = 0; i < 3; i++) {
        if (!near(channel(to, i), table->darker[channel(from, i)], 1)) {
            return false;
        }
    }
    return true;
}

/* ---- saying it ---- */

typedef bool (*hypothesis_fn)(const evidence *e, const sample *s);

static void try_pixels(const evidence *e, hypothesis_fn holds, const char *text, r3d_diff_text *out)
{
    int64_t explained = 0;
    for (int64_t i = 0; i < e->count; i++) {
        explained += holds(e, &e->samples[i]) ? 1 : 0;
    }
    if (enough(explained, e->count)) {
        r3d_priv_text_printf(out, "hint: %s (explains %d %%)\n", text,
                             percent(explained, e->count));
    }
}

static void try_low_bits(const evidence *e, r3d_diff_text *out)
{
    const r3d_diff_result *r = e->result;
    static const int32_t limits[3] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        if (r->largest_delta <= limits[i] && r->depth == 8) {
            r3d_priv_text_printf(out, "hint: only the lowest bits differ, by at most %ld\n",
                                 (long)limits[i]);
            return;
        }
    }
}

// Takes the commonest difference of each channel; values that clamping cut count as explained.
static void try_constant_offset(const evidence *e, r3d_diff_text *out)
{
    int32_t offset[3] = {0, 0, 0};
    int64_t votes[3][511];
    memset(votes, 0, sizeof votes);
    for (int64_t k = 0; k < e->count; k++) {
        for (int i = 0; i < 3; i++) {
            votes[i][channel(e->samples[k].actual, i) - channel(e->samples[k].expected, i) + 255]++;
        }
    }
    for (int i = 0; i < 3; i++) {
        int best = 255;
        for (int d = 0; d < 511; d++) {
            best = votes[i][d] > votes[i][best] ? d : best;
        }
        offset[i] = best - 255;
    }
    int64_t explained = 0;
    for (int64_t k = 0; k < e->count; k++) {
        bool right = true;
        for (int i = 0; i < 3; i++) {
            int32_t sum = channel(e->samples[k].expected, i) + offset[i];
            sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
            right = right && sum == channel(e->samples[k].actual, i);
        }
        explained += right ? 1 : 0;
    }
    if (enough(explained, e->count) && (offset[0] != 0 || offset[1] != 0 || offset[2] != 0) &&
        e->count > 1) {
        r3d_priv_text_printf(out, "hint: constant offset R %+ld G %+ld B %+ld (explains %d %%)\n",
                             (long)offset[0], (long)offset[1], (long)offset[2],
                             percent(explained, e->count));
    }
}

// What moved in over an edge has no source in the expected picture: it speaks neither for the shift
// nor against it.
static int64_t shift_explains(const evidence *e, int32_t dx, int32_t dy, int64_t step,
                              int64_t *out_tried)
{
    int64_t explained = 0;
    int64_t tried = 0;
    // More than that many misses, and it is not enough, whatever the others are.
    int64_t misses = (e->count + step - 1) / step * (100 - PERCENT_NEEDED) / 100;
    *out_tried = 1; // where it returns early
    for (int64_t i = 0; i < e->count; i += step) {
        const sample *s = &e->samples[i];
        int32_t x = s->x - dx;
        int32_t y = s->y - dy;
        if (x >= 0 && y >= 0 && x < e->result->expected_width && y < e->result->expected_height) {
            tried++;
            explained += expected_at(e, x, y) == actual_of(e, s) ? 1 : 0;
            if (tried - explained > misses) {
                return 0;
            }
        }
    }
    *out_tried = tried;
    return explained;
}

static void try_shifts(const evidence *e, r3d_diff_text *out)
{
    int64_t best = 0;
    int64_t best_tried = 1;
    int32_t best_dx = 0;
    int32_t best_dy = 0;
    int64_t step = (e->count + SHIFT_SAMPLES_MAX - 1) / SHIFT_SAMPLES_MAX;
    step = step < 1 ? 1 : step;
    for (int32_t dy = -SHIFT_MAX; dy <= SHIFT_MAX; dy++) {
        for (int32_t dx = -SHIFT_MAX; dx <= SHIFT_MAX; dx++) {
            int64_t tried;
            int64_t explained = shift_explains(e, dx, dy, step, &tried);
            // Of equal ones the nearest: a striped picture fits many shifts.
            bool nearer = abs(dx) + abs(dy) < abs(best_dx) + abs(best_dy);
            if ((dx != 0 || dy != 0) &&
                (explained > best || (explained == best && explained != 0 && nearer))) {
                best = explained;
                best_tried = tried;
                best_dx = dx;
                best_dy = dy;
            }
        }
    }
    // A single wrong pixel finds its colour somewhere near; that says nothing.
    if (!enough(best, best_tried) || e->count < 4) {
        return;
    }
    int64_t tried;
    int64_t explained = shift_explains(e, best_dx, best_dy, 1, &tried);
    // Most must have a source: of a few pixels at an edge the rest says nothing.
    if (enough(explained, tried) && tried * 2 >= e->count) {
        r3d_priv_text_printf(out,
                             "hint: shifted by (%ld,%ld) (explains %d %% of what was not moved in, "
                             "%s%lld left over)\n",
                             (long)best_dx, (long)best_dy, percent(explained, tried),
                             e->every > 1 ? "about " : "",
                             (long long)((e->count - explained) * e->every));
    }
}

static void try_gamma(const evidence *e, r3d_diff_text *out)
{
    gamma_table table;
    int64_t darker = 0;
    int64_t brighter = 0;
    for (int32_t v = 0; v < 256; v++) {
        table.darker[v] = gamma_22(v);
    }
    for (int64_t i = 0; i < e->count; i++) {
        darker += gamma_applied(&table, &e->samples[i], true) ? 1 : 0;
        brighter += gamma_applied(&table, &e->samples[i], false) ? 1 : 0;
    }
    // Few pixels, or small differences, fit by chance.
    if (e->count < 4 || e->result->largest_delta <= 4) {
        return;
    }
    if (enough(darker, e->count)) {
        r3d_priv_text_printf(out,
                             "hint: the actual picture has gamma 2.2 applied (explains %d %%)\n",
                             percent(darker, e->count));
    }
    if (enough(brighter, e->count)) {
        r3d_priv_text_printf(out,
                             "hint: the expected picture has gamma 2.2 applied (explains %d %%)\n",
                             percent(brighter, e->count));
    }
}

r3d_result r3d_diff_hints(const r3d_diff_result *result, const r3d_picture_view *expected,
                          const r3d_picture_view *actual, const r3d_allocator *allocator,
                          r3d_diff_text *text)
{
    if (text == NULL || expected == NULL || actual == NULL || r3d_priv_hooks_are_half(allocator) ||
        !r3d_priv_render_views_fit(result, expected, actual)) {
        return R3D_ERR_ARGUMENT;
    }
    if (result->mismatches == 0) {
        return R3D_OK;
    }
    evidence e = {result, expected, actual, NULL, 0, 1, false};
    e.alpha = result->effective.values.channels != R3D_DIFF_RGB;
    r3d_result status = collect(&e, allocator);
    if (status == R3D_OK && e.count != 0) {
        try_pixels(&e, red_and_blue_swapped, "red and blue are swapped", text);
        try_pixels(&e, flipped_vertically, "flipped vertically", text);
        try_pixels(&e, flipped_horizontally, "flipped horizontally", text);
        try_shifts(&e, text);
        try_low_bits(&e, text);
        try_constant_offset(&e, text);
        try_pixels(&e, premultiplied, "straight against premultiplied alpha", text);
        try_gamma(&e, text);
        try_pixels(
            &e, black_for_transparent,
            "expected is black where actual is transparent: coverage must come from alpha or "
            "a sentinel, never from \"value != 0\"",
            text);
        status = text->result;
    }
    r3d_priv_diff_free(allocator, e.samples);
    return status;
}
