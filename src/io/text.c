/* SPDX-License-Identifier: MIT */
/* Numbers and words in untrusted text. */

#include <retro3d/text.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return 16;
}

r3d_result r3d_text_to_i32(const char *word, size_t length, int32_t *out_value)
{
    size_t at = 0;
    bool negative = length > 0 && word[0] == '-';
    if (negative) {
        at++;
    }
    int base = 10;
    if (length - at > 2 && word[at] == '0' && (word[at + 1] == 'x' || word[at + 1] == 'X')) {
        base = 16;
        at += 2;
    }
    if (at == length) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    const int64_t limit = negative ? -(int64_t)INT32_MIN : INT32_MAX;
    int64_t value = 0;
    bool too_large = false;
    for (; at < length; at++) {
        int digit = digit_value(word[at]);
        if (digit >= base) {
            return R3D_ERR_FORMAT_SYNTAX;
        }
        if (!too_large) {
            value = value * base + digit;
            too_large = value > limit;
        }
    }
    if (too_large) {
        return R3D_ERR_RANGE;
    }
    *out_value = (int32_t)(negative ? -value : value);
    return R3D_OK;
}

r3d_result r3d_text_to_double(const char *word, size_t length, double *out_value)
{
    enum { WORD_MAX = 300, POINT_MAX = 16 };
    char copy[WORD_MAX + POINT_MAX + 1];
    size_t used = 0;
    size_t digits = 0;
    bool point_seen = false;
    if (length > WORD_MAX) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    for (size_t at = 0; at < length; at++) {
        char c = word[at];
        if (c >= '0' && c <= '9') {
            digits++;
            copy[used++] = c;
        } else if (c == '-' && at == 0) {
            copy[used++] = c;
        } else if (c == '.' && !point_seen) {
            /* strtod rounds correctly but wants the locale's own point. */
            const char *point = localeconv()->decimal_point;
            size_t point_length = strlen(point);
            if (point_length == 0 || point_length > POINT_MAX) {
                point = ".";
                point_length = 1;
            }
            memcpy(copy + used, point, point_length);
            used += point_length;
            point_seen = true;
        } else {
            return R3D_ERR_FORMAT_SYNTAX;
        }
    }
    if (digits == 0) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    copy[used] = '\0';
    *out_value = strtod(copy, NULL);
    return R3D_OK;
}

enum { LENGTH_MAX = 63 }; /* longer words are near to nothing */

/* Levenshtein distance of words up to LENGTH_MAX. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    size_t row[LENGTH_MAX + 1];
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t substituted = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
            size_t changed = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = substituted < changed ? substituted : changed;
        }
    }
    return row[b_length];
}

const char *r3d_text_nearest(const char *word, const char *const *known, size_t known_count)
{
    const char *best = NULL;
    size_t best_distance = 0;
    size_t word_length = strlen(word);
    for (size_t i = 0; i < known_count; i++) {
        size_t known_length = strlen(known[i]);
        size_t longer = word_length > known_length ? word_length : known_length;
        if (longer > LENGTH_MAX) {
            continue;
        }
        size_t distance = edit_distance(word, known[i]);
        size_t allowed = longer / 3 > 0 ? longer / 3 : 1;
        if (distance <= allowed && (best == NULL || distance < best_distance)) {
            best = known[i];
            best_distance = distance;
        }
    }
    return best;
}
