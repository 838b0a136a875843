/* SPDX-License-Identifier: MIT */
/* Numbers and words in untrusted text. */

#include <retro3d/text.h>

#include <string.h>

#include "double_bits.h"

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
    if (word == NULL || out_value == NULL) {
        return R3D_ERR_ARGUMENT;
    }
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

/* ---- decimal fractions ---- */

/* A word of WORD_MAX digits has less than 1,000 bits, and so has the power of ten behind its point;
 * with the 55 bits of a quotient everything stays below 40 limbs of 32. */
enum { WORD_MAX = 300, LIMBS = 40, QUOTIENT_BITS = 55 };

/* A natural number, least limb first. */
typedef struct natural {
    uint32_t limbs[LIMBS];
} natural;

static void multiply_add(natural *n, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)n->limbs[i] * factor; /* below 2^64: (2^32 - 1)^2 + 2^32 - 1 */
        n->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static int bit_length(const natural *n)
{
    int bits = LIMBS * 32;
    while (bits > 0 && (n->limbs[(bits - 1) / 32] >> (bits - 1) % 32 & 1u) == 0) {
        bits--;
    }
    return bits;
}

static void shift_left(natural *n, int bits)
{
    for (; bits >= 31; bits -= 31) {
        multiply_add(n, 1u << 31, 0);
    }
    multiply_add(n, 1u << bits, 0);
}

static void halve(natural *n)
{
    for (int i = 0; i < LIMBS; i++) {
        n->limbs[i] = n->limbs[i] >> 1 | (i + 1 < LIMBS ? n->limbs[i + 1] << 31 : 0);
    }
}

static bool is_at_least(const natural *a, const natural *b)
{
    for (int i = LIMBS - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] > b->limbs[i];
        }
    }
    return true;
}

static void subtract(natural *a, const natural *b)
{
    uint32_t borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        const uint64_t less = (uint64_t)b->limbs[i] + borrow;
        borrow = a->limbs[i] < less ? 1 : 0;
        a->limbs[i] = (uint32_t)(a->limbs[i] - less);
    }
}

/* The bits of the double nearest to digits / power, halves to even. Integers only, so that no
 * rounding mode, locale or C library has a say. The least that can be asked for is 10^-300 and the
 * most 10^300: neither subnormal nor infinite. */
static uint64_t nearest_double(natural *digits, natural *power)
{
    const int digits_bits = bit_length(digits);
    if (digits_bits == 0) {
        return 0;
    }
    /* Between 2^53 and 2^55 after scaling by 2^scale. */
    const int scale = QUOTIENT_BITS - 1 - (digits_bits - bit_length(power));
    shift_left(scale > 0 ? digits : power, scale > 0 ? scale : -scale);
    shift_left(power, QUOTIENT_BITS);
    uint64_t quotient = 0;
    for (int i = 0; i < QUOTIENT_BITS; i++) {
        halve(power);
        quotient <<= 1;
        if (is_at_least(digits, power)) {
            subtract(digits, power);
            quotient |= 1;
        }
    }
    const int dropped = quotient >> (QUOTIENT_BITS - 1) != 0 ? 2 : 1;
    const uint64_t half = UINT64_C(1) << (dropped - 1);
    const uint64_t rest = quotient & (2 * half - 1);
    uint64_t fraction = quotient >> dropped;
    const bool is_above = rest > half || (rest == half && bit_length(digits) > 0);
    if (is_above || (rest == half && (fraction & 1) != 0)) {
        fraction++; /* 2^53 stands for the next power of two: the sum below carries by itself */
    }
    const int exponent =
        dropped - scale + R3D_PRIV_DOUBLE_FRACTION_BITS + R3D_PRIV_DOUBLE_EXPONENT_BIAS;
    return ((uint64_t)(exponent - 1) << R3D_PRIV_DOUBLE_FRACTION_BITS) + fraction;
}

r3d_result r3d_text_to_double(const char *word, size_t length, double *out_value)
{
    if (word == NULL || out_value == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    _Static_assert(sizeof(double) == sizeof(uint64_t), "doubles have 64 bits");
    natural digits = {{0}};
    natural power = {{1}};
    size_t digit_count = 0;
    bool point_seen = false;
    const bool negative = length > 0 && word[0] == '-';
    if (length > WORD_MAX) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    for (size_t at = negative ? 1 : 0; at < length; at++) {
        const char c = word[at];
        if (c >= '0' && c <= '9') {
            digit_count++;
            multiply_add(&digits, 10, (uint32_t)(c - '0'));
            if (point_seen) {
                multiply_add(&power, 10, 0);
            }
        } else if (c == '.' && !point_seen) {
            point_seen = true;
        } else {
            return R3D_ERR_FORMAT_SYNTAX;
        }
    }
    if (digit_count == 0) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    const uint64_t bits =
        nearest_double(&digits, &power) | (negative ? UINT64_C(1) << 63 : UINT64_C(0));
    memcpy(out_value, &bits, sizeof bits);
    return R3D_OK;
}

/* ---- words ---- */

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
    if (word == NULL || known == NULL) {
        return NULL;
    }
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
