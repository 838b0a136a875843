/* SPDX-License-Identifier: MIT */
// Hypotheses that change values: channels in another order, offsets, factors, alpha, gamma. Each is
// computed for the whole picture, in the depth in which it was compared.

#include <stdlib.h>
#include <string.h>

#include "hints.h"
#include "text_format.h"

enum { CHANNELS = 4, SOURCES = 6 };

static int32_t clamp(int32_t value, int32_t max)
{
    return value < 0 ? 0 : value > max ? max : value;
}

/* ---- transforms ---- */

static void map_channels(const r3d_priv_transform *t, r3d_priv_wide *pixels, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        r3d_priv_wide out = 0;
        for (int32_t i = 0; i < CHANNELS; i++) {
            int32_t s = t->source[i];
            out = r3d_priv_wide_set(out, i,
                                    s < CHANNELS              ? r3d_priv_wide_get(pixels[k], s)
                                    : s == R3D_PRIV_HINT_FULL ? t->max
                                                              : 0);
        }
        pixels[k] = out;
    }
}

static void add_offset(const r3d_priv_transform *t, r3d_priv_wide *pixels, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        for (int32_t i = 0; i < CHANNELS; i++) {
            pixels[k] = r3d_priv_wide_set(
                pixels[k], i, clamp(r3d_priv_wide_get(pixels[k], i) + t->offset[i], t->max));
        }
    }
}

static void multiply_by_alpha(const r3d_priv_transform *t, r3d_priv_wide *pixels, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        int64_t alpha = r3d_priv_wide_get(pixels[k], 3);
        for (int32_t i = 0; i < 3; i++) {
            // Below 2^32: 65535 * 65535.
            int64_t product = r3d_priv_wide_get(pixels[k], i) * alpha + t->max / 2;
            pixels[k] = r3d_priv_wide_set(pixels[k], i, (int32_t)(product / t->max));
        }
    }
}

static void look_up(const r3d_priv_transform *t, r3d_priv_wide *pixels, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        for (int32_t i = 0; i < 3; i++) {
            pixels[k] = r3d_priv_wide_set(pixels[k], i, t->table[r3d_priv_wide_get(pixels[k], i)]);
        }
    }
}

static void multiply(const r3d_priv_transform *t, r3d_priv_wide *pixels, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        for (int32_t i = 0; i < 3; i++) {
            int64_t product = r3d_priv_wide_get(pixels[k], i) * t->factor_fx16 + 0x8000;
            product = product >> 16;
            pixels[k] =
                r3d_priv_wide_set(pixels[k], i, product > t->max ? t->max : (int32_t)product);
        }
    }
}

static void invert(const r3d_priv_transform *t, r3d_priv_wide *pixels, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        for (int32_t i = 0; i < 3; i++) {
            pixels[k] = r3d_priv_wide_set(pixels[k], i, t->max - r3d_priv_wide_get(pixels[k], i));
        }
    }
}

static void hide_black(const r3d_priv_transform *t, r3d_priv_wide *pixels, int32_t count)
{
    const r3d_priv_wide black = (r3d_priv_wide)(uint32_t)t->max << 48;
    for (int32_t k = 0; k < count; k++) {
        pixels[k] = pixels[k] == black ? 0 : pixels[k];
    }
}

static void start(const r3d_priv_evidence *e, r3d_priv_values_fn values, r3d_priv_transform *t)
{
    memset(t, 0, sizeof *t);
    t->values = values;
    t->max = e->max;
}

/* ---- the order of channels ---- */

static int32_t value_of_source(r3d_priv_wide pixel, int32_t source, int32_t max)
{
    return source < CHANNELS ? r3d_priv_wide_get(pixel, source)
                             : (source == R3D_PRIV_HINT_FULL ? max : 0);
}

// From which source a channel of the actual picture comes most often; itself when that is as good.
static int32_t best_source(const r3d_priv_evidence *e, int32_t channel)
{
    int64_t votes[SOURCES] = {0};
    for (int64_t k = 0; k < e->count; k++) {
        int32_t found = r3d_priv_wide_get(e->changed[k].actual, channel);
        for (int32_t s = 0; s < SOURCES; s++) {
            votes[s] += value_of_source(e->changed[k].expected, s, e->max) == found ? 1 : 0;
        }
    }
    int32_t best = channel;
    for (int32_t s = 0; s < SOURCES; s++) {
        best = votes[s] > votes[best] ? s : best;
    }
    return best;
}

static bool is_map(const r3d_priv_transform *t, const char *letters, bool alpha)
{
    static const char names[] = "RGBA";
    for (int32_t i = 0; i < (alpha ? 4 : 3); i++) {
        // Without alpha its place holds a constant, and any constant will do.
        bool same = t->source[i] < CHANNELS && names[t->source[i]] == letters[i];
        bool constant = !alpha && letters[i] == 'A' && t->source[i] >= 3;
        if (!same && !constant) {
            return false;
        }
    }
    return true;
}

static bool is_permutation(const r3d_priv_transform *t)
{
    uint32_t used = 0;
    for (int32_t i = 0; i < CHANNELS; i++) {
        used |= t->source[i] < CHANNELS ? 1u << t->source[i] : 0u;
    }
    return used == 15u;
}

typedef struct known_order {
    const char *letters; // the actual picture's R, G, B and A are these of the expected one
    const char *words;
    const char *layouts;
} known_order;

static const known_order known_orders[] = {
    {"BGRA", "red and blue are swapped", "as the layouts rgba8 and bgra8"},
    {"ABGR", "the byte order of words is reversed", "as the layouts rgba8 and abgr8"},
    {"GRAB", "the byte order of words is reversed", "as the layouts bgra8 and argb8"},
    {"ARGB", "the bytes of words are rotated by one", "as the layouts argb8 and rgba8"},
    {"GBAR", "the bytes of words are rotated by one", "as the layouts rgba8 and argb8"},
};

static bool tell_order(r3d_priv_evidence *e, r3d_diff_text *text)
{
    static const char names[] = "RGBA01";
    bool alpha = e->rule != R3D_PRIV_RULE_RGB;
    r3d_priv_hint_score score;
    r3d_priv_transform t;
    start(e, map_channels, &t);
    for (int32_t i = 0; i < CHANNELS; i++) {
        t.source[i] = i < 3 || alpha ? best_source(e, i) : i;
    }
    const known_order *known = NULL;
    for (size_t i = 0; i < sizeof known_orders / sizeof known_orders[0]; i++) {
        known = is_map(&t, known_orders[i].letters, alpha) ? &known_orders[i] : known;
    }
    if ((known == NULL && !is_permutation(&t)) || !r3d_priv_evidence_explains(e, &t, &score)) {
        return false;
    }
    if (known != NULL) {
        r3d_priv_text_printf(text, "hint: %s (explains %ld %%), %s have them\n", known->words,
                             (long)r3d_priv_hint_percent(&score), known->layouts);
    } else {
        char order[CHANNELS + 1] = {0};
        for (int32_t i = 0; i < (alpha ? 4 : 3); i++) {
            order[i] = names[t.source[i]];
        }
        r3d_priv_text_printf(text,
                             "hint: channels are in another order: %s of the actual picture are %s "
                             "of the expected one (explains %ld %%)\n",
                             alpha ? "RGBA" : "RGB", order, (long)r3d_priv_hint_percent(&score));
    }
    return true;
}

/* ---- offsets and factors ---- */

static int compare_i32(const void *left, const void *right)
{
    int32_t l = *(const int32_t *)left;
    int32_t r = *(const int32_t *)right;
    return (l > r) - (l < r);
}

// The commonest of numbers, which are sorted here.
static int32_t commonest(int32_t *numbers, int64_t count)
{
    int32_t best = numbers[0];
    int64_t best_run = 0;
    int64_t run = 0;
    qsort(numbers, (size_t)count, sizeof *numbers, compare_i32);
    for (int64_t i = 0; i < count; i++) {
        run = i != 0 && numbers[i] == numbers[i - 1] ? run + 1 : 1;
        if (run > best_run) {
            best_run = run;
            best = numbers[i];
        }
    }
    return best;
}

// Values that clamping cut count as explained; they do not tell the offset.
static bool tell_offset(r3d_priv_evidence *e, int32_t *numbers, r3d_diff_text *text)
{
    int32_t channels = e->rule == R3D_PRIV_RULE_RGB ? 3 : 4;
    r3d_priv_hint_score score;
    r3d_priv_transform t;
    start(e, add_offset, &t);
    for (int32_t i = 0; i < channels; i++) {
        int64_t count = 0;
        for (int64_t k = 0; k < e->count; k++) {
            int32_t found = r3d_priv_wide_get(e->changed[k].actual, i);
            if (found != 0 && found != e->max) {
                numbers[count++] = found - r3d_priv_wide_get(e->changed[k].expected, i);
            }
        }
        t.offset[i] = count != 0 ? commonest(numbers, count) : 0;
    }
    if (!r3d_priv_evidence_explains(e, &t, &score)) {
        return false;
    }
    r3d_priv_text_puts(text, "hint: constant offset");
    if (t.offset[0] == t.offset[1] && t.offset[0] == t.offset[2] && t.offset[3] == 0) {
        r3d_priv_text_printf(text, " %+ld", (long)t.offset[0]);
    } else {
        for (int32_t i = 0; i < (t.offset[3] != 0 ? 4 : 3); i++) {
            r3d_priv_text_printf(text, " %c %+ld", "RGBA"[i], (long)t.offset[i]);
        }
    }
    r3d_priv_text_printf(text, " of %ld (explains %ld %%)\n", (long)e->max,
                         (long)r3d_priv_hint_percent(&score));
    return true;
}

// The factor is the middle one of those of bright values, which tell it best.
static bool tell_factor(r3d_priv_evidence *e, int32_t *numbers, r3d_diff_text *text)
{
    int64_t count = 0;
    r3d_priv_hint_score score;
    r3d_priv_transform t;
    start(e, multiply, &t);
    for (int64_t k = 0; k < e->count; k++) {
        int32_t brightest = 0;
        for (int32_t i = 1; i < 3; i++) {
            brightest = r3d_priv_wide_get(e->changed[k].expected, i) >
                                r3d_priv_wide_get(e->changed[k].expected, brightest)
                            ? i
                            : brightest;
        }
        int64_t from = r3d_priv_wide_get(e->changed[k].expected, brightest);
        int64_t to = r3d_priv_wide_get(e->changed[k].actual, brightest);
        if (from >= e->max / 8 && to != 0 && to != e->max) {
            numbers[count++] = (int32_t)(to * 65536 / from);
        }
    }
    if (count == 0) {
        return false;
    }
    qsort(numbers, (size_t)count, sizeof *numbers, compare_i32);
    t.factor_fx16 = numbers[count / 2];
    t.slack = 1;
    if (!r3d_priv_evidence_explains(e, &t, &score)) {
        return false;
    }
    int32_t hundredths = (int32_t)((t.factor_fx16 * 100 + 0x8000) >> 16);
    r3d_priv_text_printf(text, "hint: colours are multiplied by about %ld.%02d (explains %ld %%)\n",
                         (long)(hundredths / 100), (int)(hundredths % 100),
                         (long)r3d_priv_hint_percent(&score));
    return true;
}

/* ---- alpha, gamma ---- */

static bool tell_either_way(r3d_priv_evidence *e, r3d_priv_transform *t, const char *forwards,
                            const char *backwards, r3d_diff_text *text)
{
    r3d_priv_hint_score score;
    for (int i = 0; i < 2; i++) {
        t->reversed = i == 1;
        if (r3d_priv_evidence_explains(e, t, &score)) {
            r3d_priv_text_printf(text, "hint: %s (explains %ld %%)\n",
                                 i == 0 ? forwards : backwards,
                                 (long)r3d_priv_hint_percent(&score));
            return true;
        }
    }
    return false;
}

// max * (v / max)^2.2 rounded: t with (t / max)^5 nearest to (v / max)^11. Multiplications only, so
// that every platform gives the same table.
static void fill_gamma(uint16_t *table, int32_t max)
{
    int32_t t = 0;
    for (int32_t v = 0; v <= max; v++) {
        double base = (double)v / (double)max;
        double target = 1.0;
        for (int i = 0; i < 11; i++) {
            target *= base;
        }
        for (; t < max; t++) {
            double next = (t + 0.5) / (double)max;
            if (next * next * next * next * next > target) {
                break;
            }
        }
        table[v] = (uint16_t)t;
    }
}

static bool tell_gamma(r3d_priv_evidence *e, uint16_t *table, r3d_diff_text *text)
{
    r3d_priv_transform t;
    start(e, look_up, &t);
    fill_gamma(table, e->max);
    t.table = table;
    t.slack = 1;
    return tell_either_way(e, &t, "the actual picture has gamma 2.2 applied",
                           "the expected picture has gamma 2.2 applied", text);
}

static bool has_colors_and_alpha(const r3d_priv_evidence *e)
{
    return e->rule == R3D_PRIV_RULE_RGBA || e->rule == R3D_PRIV_RULE_OVER;
}

// Whether different colours with an alpha between 0 and all changed: transparent ones become black by
// any factor, and a single one fits by chance.
static bool has_shades_of_alpha(const r3d_priv_evidence *e)
{
    const r3d_priv_hint_pixel *first = NULL;
    for (int64_t k = 0; k < e->count; k++) {
        const r3d_priv_hint_pixel *p = &e->changed[k];
        int32_t alpha = r3d_priv_wide_get(p->expected, 3);
        bool shade = alpha > 0 && alpha < e->max && alpha == r3d_priv_wide_get(p->actual, 3);
        if (shade && first != NULL && p->expected != first->expected) {
            return true;
        }
        first = shade && first == NULL ? p : first;
    }
    return false;
}

static bool tell_premultiplied(r3d_priv_evidence *e, r3d_diff_text *text)
{
    r3d_priv_transform t;
    start(e, multiply_by_alpha, &t);
    t.slack = 1;
    return has_colors_and_alpha(e) && has_shades_of_alpha(e) &&
           tell_either_way(e, &t, "straight alpha against premultiplied in the actual picture",
                           "straight alpha against premultiplied in the expected picture", text);
}

static bool tell_hidden_black(r3d_priv_evidence *e, r3d_diff_text *text)
{
    r3d_priv_hint_score score;
    r3d_priv_transform t;
    start(e, hide_black, &t);
    if (!has_colors_and_alpha(e) || !r3d_priv_evidence_explains(e, &t, &score)) {
        return false;
    }
    r3d_priv_text_printf(text,
                         "hint: expected is black where actual is transparent: coverage must come "
                         "from alpha or a sentinel, never from \"value != 0\" (explains %ld %%)\n",
                         (long)r3d_priv_hint_percent(&score));
    return true;
}

static bool tell_inverted(r3d_priv_evidence *e, r3d_diff_text *text)
{
    r3d_priv_hint_score score;
    r3d_priv_transform t;
    start(e, invert, &t);
    if (!r3d_priv_evidence_explains(e, &t, &score)) {
        return false;
    }
    r3d_priv_text_printf(text, "hint: colours are inverted (explains %ld %%)\n",
                         (long)r3d_priv_hint_percent(&score));
    return true;
}

bool r3d_priv_hint_values(r3d_priv_evidence *e, const r3d_allocator *allocator, r3d_diff_text *text)
{
    // One colour that became another fits some transform by chance, but for black.
    if (e->rule == R3D_PRIV_RULE_ALPHA || e->pairs < 2) {
        return tell_hidden_black(e, text);
    }
    size_t bytes = (size_t)e->count * sizeof(int32_t);
    size_t table_bytes = ((size_t)e->max + 1) * sizeof(uint16_t);
    void *memory = r3d_priv_diff_alloc(allocator, bytes > table_bytes ? bytes : table_bytes, 1);
    if (memory == NULL) {
        text->result = R3D_ERR_MEMORY;
        return false;
    }
    // Small differences, and few colours, fit a curve by chance.
    bool curves = e->pairs >= 3 && e->result->largest_delta > 4 * (e->max / 255);
    bool told = tell_order(e, text) || tell_offset(e, memory, text) ||
                tell_premultiplied(e, text) || tell_hidden_black(e, text) ||
                (curves && tell_gamma(e, memory, text)) || tell_inverted(e, text) ||
                (curves && tell_factor(e, memory, text));
    r3d_priv_diff_free(allocator, memory);
    return told;
}
