/* SPDX-License-Identifier: MIT */
// See inflate.h. A block's symbols are decoded by two loops: a fast one that reads and writes in
// words and needs room for that, and a careful one for the ends of input and output.

#include "inflate.h"

#include <string.h>

#include "inflate_tables.h"

#if defined(__GNUC__)
#define ALWAYS_INLINE __attribute__((always_inline)) static inline
#else
#define ALWAYS_INLINE static inline
#endif

enum {
    ATOM_BITS = 48,  // the longest length with its distance: 15 + 5 + 15 + 13
    FAST_INPUT = 32, // bytes that the fast loop may read in one turn, and more
    MATCH_MAX = 258,
    END_OF_BLOCK = 256
};

void r3d_priv_inflate_init(r3d_priv_inflate *self)
{
    self->step = R3D_PRIV_INFLATE_BLOCK;
    self->message = NULL;
    self->bits = 0;
    self->bit_count = 0;
    self->final = false;
    self->end = 0;
    self->taken = 0;
}

static void fail(r3d_priv_inflate *self, const char *message)
{
    self->step = R3D_PRIV_INFLATE_BAD;
    self->message = message;
}

/* ---- bits ---- */

typedef struct input {
    const uint8_t *begin;
    const uint8_t *at;
    const uint8_t *end;
} input;

// Makes at least `count` bits available, up to 56, if the input has them.
static bool need_bits(r3d_priv_inflate *self, input *in, unsigned count)
{
    while (self->bit_count < count) {
        if (in->at == in->end) {
            return false;
        }
        self->bits |= (uint64_t)*in->at++ << self->bit_count;
        self->bit_count += 8;
    }
    return true;
}

static uint32_t peek(const r3d_priv_inflate *self, unsigned count)
{
    return (uint32_t)(self->bits & (((uint64_t)1 << count) - 1));
}

static uint32_t take(r3d_priv_inflate *self, unsigned count)
{
    uint32_t value = peek(self, count);
    self->bits >>= count;
    self->bit_count -= count;
    return value;
}

bool r3d_priv_inflate_give_back(r3d_priv_inflate *self, uint8_t *out_byte)
{
    if (self->bit_count < 8) {
        return false;
    }
    // Bits up to the next byte belong to the last byte of the stream.
    (void)take(self, self->bit_count & 7u);
    *out_byte = (uint8_t)take(self, 8);
    return true;
}

ALWAYS_INLINE uint64_t load_word(const uint8_t *from)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return word;
#else
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) {
        word = word << 8 | from[i];
    }
    return word;
#endif
}

/* ---- heads of blocks: each returns false when it needs more input ---- */

static void use_fixed_codes(r3d_priv_inflate *self)
{
    memset(self->lengths, 8, 144);
    memset(self->lengths + 144, 9, 112);
    memset(self->lengths + 256, 7, 24);
    memset(self->lengths + 280, 8, 8);
    (void)r3d_priv_inflate_table(R3D_PRIV_CODE_OF_LITERALS, self->lengths, 288,
                                 R3D_PRIV_INFLATE_ROOT, self->literals);
    memset(self->lengths, 5, 32);
    (void)r3d_priv_inflate_table(R3D_PRIV_CODE_OF_DISTANCES, self->lengths, 32,
                                 R3D_PRIV_INFLATE_DISTANCE_ROOT, self->distances);
    self->step = R3D_PRIV_INFLATE_SYMBOLS;
}

static bool begin_block(r3d_priv_inflate *self, input *in)
{
    if (self->final) {
        self->step = R3D_PRIV_INFLATE_ENDED;
        return true;
    }
    if (!need_bits(self, in, 3)) {
        return false;
    }
    self->final = take(self, 1) != 0;
    switch (take(self, 2)) {
    case 0:
        (void)take(self, self->bit_count & 7u);
        self->step = R3D_PRIV_INFLATE_STORED_SIZE;
        return true;
    case 1:
        use_fixed_codes(self);
        return true;
    case 2:
        self->step = R3D_PRIV_INFLATE_COUNTS;
        return true;
    default:
        fail(self, "invalid block type");
        return true;
    }
}

static bool read_stored_size(r3d_priv_inflate *self, input *in)
{
    if (!need_bits(self, in, 32)) {
        return false;
    }
    uint32_t size = take(self, 16);
    if (size != (take(self, 16) ^ 0xffffu)) {
        fail(self, "invalid stored block lengths");
        return true;
    }
    self->stored_left = size;
    self->step = R3D_PRIV_INFLATE_STORED;
    return true;
}

static bool read_counts(r3d_priv_inflate *self, input *in)
{
    if (!need_bits(self, in, 14)) {
        return false;
    }
    self->literal_count = take(self, 5) + 257;
    self->distance_count = take(self, 5) + 1;
    self->code_count = take(self, 4) + 4;
    self->length_count = 0;
    if (self->literal_count > 286 || self->distance_count > 30) {
        fail(self, "too many length or distance symbols");
        return true;
    }
    memset(self->lengths, 0, 19);
    self->step = R3D_PRIV_INFLATE_CODE_CODE;
    return true;
}

static bool read_code_code(r3d_priv_inflate *self, input *in)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    for (; self->length_count < self->code_count; self->length_count++) {
        if (!need_bits(self, in, 3)) {
            return false;
        }
        self->lengths[order[self->length_count]] = (uint8_t)take(self, 3);
    }
    if (!r3d_priv_inflate_table(R3D_PRIV_CODE_OF_LENGTHS, self->lengths, 19, 7, self->code_codes)) {
        fail(self, "invalid code lengths set");
        return true;
    }
    self->length_count = 0;
    self->step = R3D_PRIV_INFLATE_CODE_LENGTHS;
    return true;
}

static void make_tables(r3d_priv_inflate *self)
{
    if (self->lengths[END_OF_BLOCK] == 0) {
        fail(self, "invalid code -- missing end-of-block");
    } else if (!r3d_priv_inflate_table(R3D_PRIV_CODE_OF_LITERALS, self->lengths,
                                       self->literal_count, R3D_PRIV_INFLATE_ROOT,
                                       self->literals)) {
        fail(self, "invalid literal/lengths set");
    } else if (!r3d_priv_inflate_table(R3D_PRIV_CODE_OF_DISTANCES,
                                       self->lengths + self->literal_count, self->distance_count,
                                       R3D_PRIV_INFLATE_DISTANCE_ROOT, self->distances)) {
        fail(self, "invalid distances set");
    } else {
        self->step = R3D_PRIV_INFLATE_SYMBOLS;
    }
}

static bool read_code_lengths(r3d_priv_inflate *self, input *in)
{
    unsigned all = self->literal_count + self->distance_count;
    while (self->length_count < all) {
        // A symbol and its repeat count, 14 bits at most, together or not at all.
        bool enough = need_bits(self, in, 14);
        uint32_t entry = self->code_codes[peek(self, 7)];
        unsigned length = entry & 255u;
        unsigned symbol = entry >> 16;
        unsigned extra = symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
        if (!enough && self->bit_count < length + extra) {
            return false;
        }
        (void)take(self, length);
        if (symbol < 16) {
            self->lengths[self->length_count++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == 16 && self->length_count == 0) {
            fail(self, "invalid bit length repeat");
            return true;
        }
        uint8_t value = symbol == 16 ? self->lengths[self->length_count - 1] : 0;
        unsigned count = take(self, extra) + (symbol == 18 ? 11 : 3);
        if (count > all - self->length_count) {
            fail(self, "invalid bit length repeat");
            return true;
        }
        memset(self->lengths + self->length_count, value, count);
        self->length_count += count;
    }
    make_tables(self);
    return true;
}

/* ---- contents of blocks ---- */

static size_t room(const r3d_priv_inflate *self)
{
    size_t full = R3D_PRIV_INFLATE_HISTORY + R3D_PRIV_INFLATE_CHUNK; // a match may pass it
    return self->end < full ? full - self->end : 0;
}

static bool copy_stored(r3d_priv_inflate *self, input *in)
{
    while (self->stored_left > 0 && room(self) > 0 && self->bit_count >= 8) {
        self->window[self->end++] = (uint8_t)take(self, 8);
        self->stored_left--;
    }
    size_t part = self->stored_left < room(self) ? self->stored_left : room(self);
    size_t here = (size_t)(in->end - in->at);
    part = part < here ? part : here;
    memcpy(self->window + self->end, in->at, part);
    self->end += part;
    self->stored_left -= part;
    in->at += part;
    if (self->stored_left == 0) {
        self->step = R3D_PRIV_INFLATE_BLOCK;
        return true;
    }
    return false;
}

// Copies a match; may write up to 31 bytes beyond it.
ALWAYS_INLINE void copy_match(uint8_t *out, size_t distance, size_t length)
{
    const uint8_t *from = out - distance;
    const uint8_t *end = out + length;
    if (distance >= 16) {
        do {
            memcpy(out, from, 16);
            out += 16;
            from += 16;
        } while (out < end);
    } else if (distance == 1) {
        memset(out, *from, length);
    } else if (distance >= 8) {
        do {
            memcpy(out, from, 8);
            out += 8;
            from += 8;
        } while (out < end);
    } else {
        while (out < end) {
            *out++ = *from++;
        }
    }
}

ALWAYS_INLINE uint32_t look_up(const uint32_t *table, unsigned root, uint64_t bits)
{
    uint32_t entry = table[bits & ((1u << root) - 1u)];
    if ((entry & (R3D_PRIV_ENTRY_SPECIAL | R3D_PRIV_ENTRY_TABLE)) ==
        (R3D_PRIV_ENTRY_SPECIAL | R3D_PRIV_ENTRY_TABLE)) {
        entry = table[(entry >> 16) + (bits >> root & ((1u << (entry & 15u)) - 1u))];
    }
    return entry;
}

// Value of an entry that is not special, with its extra bits.
ALWAYS_INLINE uint32_t value_of(uint32_t entry, uint64_t bits)
{
    uint64_t extra = bits & (((uint64_t)1 << (entry & 255u)) - 1);
    return (entry >> 16 & 0x7fffu) + (uint32_t)(extra >> (entry >> 8 & 15u));
}

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && defined(__x86_64__)
#define HAS_BMI2 1
#else
#define HAS_BMI2 0
#endif

// As long as there is room for whole words on both sides.
ALWAYS_INLINE void decode_words(r3d_priv_inflate *self, input *in)
{
    const uint32_t *literals = self->literals;
    const uint32_t *distances = self->distances;
    const uint8_t *at = in->at;
    const uint8_t *last = in->end - FAST_INPUT;
    uint8_t *out = self->window + self->end;
    uint8_t *const full = self->window + R3D_PRIV_INFLATE_HISTORY + R3D_PRIV_INFLATE_CHUNK;
    uint64_t bits = self->bits;
    unsigned count = self->bit_count;
    const char *message = NULL;
    bool ended = false;

    // Bits above `count` are the ones that follow: reading them again changes nothing.
#define REFILL() (bits |= load_word(at) << count, at += (63u - count) >> 3, count |= 56u)
#define DROP(n) (bits >>= (n), count -= (n))

    while (at <= last && out < full) {
        REFILL();
        uint32_t entry = literals[bits & ((1u << R3D_PRIV_INFLATE_ROOT) - 1u)];
        if ((entry & R3D_PRIV_ENTRY_LITERAL) != 0) {
            DROP(entry & 255u);
            *out++ = (uint8_t)(entry >> 16);
            entry = literals[bits & ((1u << R3D_PRIV_INFLATE_ROOT) - 1u)];
            if ((entry & R3D_PRIV_ENTRY_LITERAL) != 0) {
                DROP(entry & 255u);
                *out++ = (uint8_t)(entry >> 16);
                entry = literals[bits & ((1u << R3D_PRIV_INFLATE_ROOT) - 1u)];
                if ((entry & R3D_PRIV_ENTRY_LITERAL) != 0) {
                    DROP(entry & 255u);
                    *out++ = (uint8_t)(entry >> 16);
                    continue;
                }
            }
        }
        if ((entry & R3D_PRIV_ENTRY_SPECIAL) != 0) {
            entry = look_up(literals, R3D_PRIV_INFLATE_ROOT, bits);
            if ((entry & R3D_PRIV_ENTRY_LITERAL) != 0) {
                DROP(entry & 255u);
                *out++ = (uint8_t)(entry >> 16);
                continue;
            }
            if ((entry & R3D_PRIV_ENTRY_SPECIAL) != 0) {
                DROP(entry & 255u);
                ended = (entry & R3D_PRIV_ENTRY_END) != 0;
                message = ended ? NULL : "invalid literal/length code";
                break;
            }
        }
        // At least 26 bits are left of the 56: a length takes 20.
        size_t length = value_of(entry, bits);
        DROP(entry & 255u);
        REFILL();
        entry = look_up(distances, R3D_PRIV_INFLATE_DISTANCE_ROOT, bits);
        if ((entry & R3D_PRIV_ENTRY_SPECIAL) != 0) {
            message = "invalid distance code";
            break;
        }
        size_t distance = value_of(entry, bits);
        DROP(entry & 255u);
        if (distance > (size_t)(out - self->window)) {
            message = "invalid distance too far back";
            break;
        }
        copy_match(out, distance, length);
        out += length;
    }
#undef REFILL
#undef DROP

    // Whole bytes go back to the input, unless an earlier piece of it brought them.
    size_t back = count >> 3;
    back = back < (size_t)(at - in->begin) ? back : (size_t)(at - in->begin);
    count -= 8u * (unsigned)back;
    self->bits = bits & (((uint64_t)1 << count) - 1);
    self->bit_count = count;
    in->at = at - back;
    self->end = (size_t)(out - self->window);
    if (message != NULL) {
        fail(self, message);
    } else if (ended) {
        self->step = R3D_PRIV_INFLATE_BLOCK;
    }
}

#if HAS_BMI2
// The same code with shifts that need no fixed register and leave the flags alone.
__attribute__((target("bmi2"))) static void decode_bmi2(r3d_priv_inflate *self, input *in)
{
    decode_words(self, in);
}
#endif

static void decode_fast(r3d_priv_inflate *self, input *in)
{
#if HAS_BMI2
    if (__builtin_cpu_supports("bmi2")) {
        decode_bmi2(self, in);
        return;
    }
#endif
    decode_words(self, in);
}

// One literal, or one length with its distance. False when it needs more input.
static bool decode_one(r3d_priv_inflate *self, input *in)
{
    (void)need_bits(self, in, ATOM_BITS);
    uint64_t bits = self->bits;
    uint32_t entry = look_up(self->literals, R3D_PRIV_INFLATE_ROOT, bits);
    unsigned used = entry & 255u;
    if (used > self->bit_count) {
        return false;
    }
    if ((entry & R3D_PRIV_ENTRY_LITERAL) != 0) {
        (void)take(self, used);
        self->window[self->end++] = (uint8_t)(entry >> 16);
        return true;
    }
    if ((entry & R3D_PRIV_ENTRY_SPECIAL) != 0) {
        (void)take(self, used);
        if ((entry & R3D_PRIV_ENTRY_END) != 0) {
            self->step = R3D_PRIV_INFLATE_BLOCK;
        } else {
            fail(self, "invalid literal/length code");
        }
        return true;
    }
    size_t length = value_of(entry, bits);
    bits >>= used;
    entry = look_up(self->distances, R3D_PRIV_INFLATE_DISTANCE_ROOT, bits);
    if (used + (entry & 255u) > self->bit_count) {
        return false;
    }
    if ((entry & R3D_PRIV_ENTRY_SPECIAL) != 0) {
        fail(self, "invalid distance code");
        return true;
    }
    size_t distance = value_of(entry, bits);
    used += entry & 255u;
    self->bits >>= used;
    self->bit_count -= used;
    if (distance > self->end) {
        fail(self, "invalid distance too far back");
        return true;
    }
    copy_match(self->window + self->end, distance, length);
    self->end += length;
    return true;
}

static bool decode_symbols(r3d_priv_inflate *self, input *in)
{
    while (self->step == R3D_PRIV_INFLATE_SYMBOLS) {
        if (self->end >= R3D_PRIV_INFLATE_HISTORY + R3D_PRIV_INFLATE_CHUNK) {
            return false;
        }
        if (in->end - in->at >= FAST_INPUT && self->bit_count <= 56) {
            decode_fast(self, in);
        } else if (!decode_one(self, in)) {
            return false;
        }
    }
    return true;
}

/* ---- the stream ---- */

// Decodes into the window until it is full, the input is used up or the stream is over.
static void fill_window(r3d_priv_inflate *self, input *in)
{
    bool goes_on = true;
    while (goes_on) {
        switch (self->step) {
        case R3D_PRIV_INFLATE_BLOCK:
            goes_on = begin_block(self, in);
            break;
        case R3D_PRIV_INFLATE_STORED_SIZE:
            goes_on = read_stored_size(self, in);
            break;
        case R3D_PRIV_INFLATE_STORED:
            goes_on = copy_stored(self, in);
            break;
        case R3D_PRIV_INFLATE_COUNTS:
            goes_on = read_counts(self, in);
            break;
        case R3D_PRIV_INFLATE_CODE_CODE:
            goes_on = read_code_code(self, in);
            break;
        case R3D_PRIV_INFLATE_CODE_LENGTHS:
            goes_on = read_code_lengths(self, in);
            break;
        case R3D_PRIV_INFLATE_SYMBOLS:
            goes_on = decode_symbols(self, in);
            break;
        default:
            goes_on = false;
            break;
        }
    }
}

static void move_history(r3d_priv_inflate *self)
{
    if (self->taken == self->end &&
        self->end >= R3D_PRIV_INFLATE_HISTORY + R3D_PRIV_INFLATE_CHUNK) {
        memcpy(self->window, self->window + self->end - R3D_PRIV_INFLATE_HISTORY,
               R3D_PRIV_INFLATE_HISTORY);
        self->end = R3D_PRIV_INFLATE_HISTORY;
        self->taken = R3D_PRIV_INFLATE_HISTORY;
    }
}

size_t r3d_priv_inflate_run(r3d_priv_inflate *self, const uint8_t *data, size_t data_size,
                            size_t *out_used, uint8_t *out, size_t size)
{
    input in = {data, data, data + data_size};
    size_t got = 0;
    for (;;) {
        size_t part = self->end - self->taken;
        part = part < size - got ? part : size - got;
        if (part > 0) {
            memcpy(out + got, self->window + self->taken, part);
            self->taken += part;
            got += part;
        }
        if (got == size || self->step >= R3D_PRIV_INFLATE_ENDED) {
            break;
        }
        move_history(self);
        size_t end = self->end;
        const uint8_t *before = in.at;
        r3d_priv_inflate_step step = self->step;
        fill_window(self, &in);
        if (self->end == end && in.at == before && self->step == step) {
            break; // more input is needed
        }
    }
    // What was read beyond the end goes back as far as it came in now.
    while (self->step >= R3D_PRIV_INFLATE_ENDED && self->bit_count >= 8 && in.at > data) {
        in.at--;
        self->bit_count -= 8;
    }
    self->bits &= ((uint64_t)1 << self->bit_count) - 1;
    *out_used = (size_t)(in.at - data);
    return got;
}
