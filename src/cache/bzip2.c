/* SPDX-License-Identifier: MIT */
#include "bzip2.h"

#include <string.h>

enum {
    BLOCK_MAX = 100000, /* level 1 */
    TABLES_MIN = 2,
    TABLES_MAX = 6,
    GROUP_SYMBOLS = 50, /* symbols that share a selector */
    SELECTORS_MAX = 32767,
    ALPHABET_MAX = 258,
    CODE_MAX = 20, /* longest code the format allows */
    LOOKUP_BITS = 10,
    RUN_A = 0,
    RUN_B = 1,
    RUN_SHIFT_MAX = 20
};

/* One Huffman table. Codes up to LOOKUP_BITS long are found at once, longer ones length by length.
 */
typedef struct huffman_table {
    uint16_t lookup[1 << LOOKUP_BITS]; /* symbol << 5 | length; 0 for longer codes */
    uint32_t limit[CODE_MAX + 2];      /* first code, left-aligned to 20 bits, that is longer */
    int32_t first[CODE_MAX + 1];       /* what to subtract to get an index into `symbols` */
    uint16_t symbols[ALPHABET_MAX];
    int shortest;
} huffman_table;

typedef struct scratch {
    uint32_t order[BLOCK_MAX];
    huffman_table tables[TABLES_MAX];
    uint8_t selectors[SELECTORS_MAX];
} scratch;

typedef struct decoder {
    const uint8_t *data;
    size_t size;
    size_t at;
    uint64_t bits; /* left-aligned */
    int bit_count;
    scratch *scratch;
    uint8_t *out;
    size_t out_size;
    size_t out_at;
    bool check;
    r3d_result result;
    const char *problem;
} decoder;

size_t r3d_priv_bzip2_scratch_size(void)
{
    return sizeof(scratch);
}

static bool fail(decoder *d, r3d_result result, const char *problem)
{
    if (d->result == R3D_OK) {
        d->result = result;
        d->problem = problem;
    }
    return false;
}

/* Bytes past the end read as zeros; what was consumed is compared with the size afterwards. */
static void refill(decoder *d)
{
    while (d->bit_count <= 56) {
        uint64_t byte = d->at < d->size ? d->data[d->at] : 0;
        d->at++;
        d->bits |= byte << (56 - d->bit_count);
        d->bit_count += 8;
    }
}

static size_t consumed_bytes(const decoder *d)
{
    return d->at - (size_t)(d->bit_count / 8);
}

static bool overrun(const decoder *d)
{
    return consumed_bytes(d) > d->size;
}

/* At most 32 bits. */
static uint32_t take(decoder *d, int count)
{
    if (count == 0) {
        return 0;
    }
    refill(d);
    uint32_t value = (uint32_t)(d->bits >> (64 - count));
    d->bits <<= count;
    d->bit_count -= count;
    return value;
}

static bool truncated(decoder *d)
{
    return fail(d, R3D_ERR_FORMAT_TRUNCATED, "the compressed data end inside a block");
}

/* ---- Huffman tables ---- */

static bool build_table(decoder *d, huffman_table *t, const uint8_t *lengths, int symbol_count)
{
    int counts[CODE_MAX + 1] = {0};
    for (int i = 0; i < symbol_count; i++) {
        counts[lengths[i]]++;
    }
    uint32_t code = 0;
    int index = 0;
    t->shortest = CODE_MAX;
    memset(t->lookup, 0, sizeof t->lookup);
    for (int length = 1; length <= CODE_MAX; length++) {
        if (counts[length] > 0 && length < t->shortest) {
            t->shortest = length;
        }
        t->first[length] = (int32_t)code - index;
        for (int symbol = 0; symbol < symbol_count; symbol++) {
            if (lengths[symbol] != length) {
                continue;
            }
            if (code >> length != 0) {
                return fail(d, R3D_ERR_FORMAT_DATA, "a Huffman table has more codes than fit");
            }
            t->symbols[index++] = (uint16_t)symbol;
            if (length <= LOOKUP_BITS) {
                uint32_t start = code << (LOOKUP_BITS - length);
                for (uint32_t i = 0; i < 1u << (LOOKUP_BITS - length); i++) {
                    t->lookup[start + i] = (uint16_t)(symbol << 5 | length);
                }
            }
            code++;
        }
        t->limit[length] = code << (CODE_MAX - length);
        code <<= 1;
    }
    return true;
}

static bool read_table(decoder *d, huffman_table *t, int symbol_count)
{
    uint8_t lengths[ALPHABET_MAX];
    int length = (int)take(d, 5);
    for (int i = 0; i < symbol_count; i++) {
        for (;;) {
            if (length < 1 || length > CODE_MAX) {
                return fail(d, R3D_ERR_FORMAT_DATA, "a Huffman code is not 1 to 20 bits long");
            }
            if (take(d, 1) == 0) {
                break;
            }
            length += take(d, 1) == 0 ? 1 : -1;
        }
        lengths[i] = (uint8_t)length;
        if (overrun(d)) {
            return truncated(d);
        }
    }
    return build_table(d, t, lengths, symbol_count);
}

/* -1 for a code that no symbol has. */
static int long_symbol(decoder *d, const huffman_table *t)
{
    uint32_t code = (uint32_t)(d->bits >> (64 - CODE_MAX));
    for (int length = t->shortest; length <= CODE_MAX; length++) {
        if (code < t->limit[length]) {
            int32_t index = (int32_t)(code >> (CODE_MAX - length)) - t->first[length];
            d->bits <<= length;
            d->bit_count -= length;
            return t->symbols[index];
        }
    }
    return -1;
}

static int next_symbol(decoder *d, const huffman_table *t)
{
    if (d->bit_count < CODE_MAX) {
        refill(d);
    }
    unsigned entry = t->lookup[d->bits >> (64 - LOOKUP_BITS)];
    if (entry == 0) {
        return long_symbol(d, t);
    }
    int length = (int)(entry & 31u);
    d->bits <<= length;
    d->bit_count -= length;
    return (int)(entry >> 5);
}

/* ---- blocks ---- */

/* What a block says before its symbols. */
typedef struct block_head {
    uint32_t checksum;
    uint32_t start; /* where the inverse transform begins */
    uint8_t bytes[256];
    int byte_count;
    int selector_count;
} block_head;

static bool read_bytes_used(decoder *d, block_head *head)
{
    uint32_t rows = take(d, 16);
    head->byte_count = 0;
    for (int row = 0; row < 16; row++) {
        if ((rows >> (15 - row) & 1u) == 0) {
            continue;
        }
        uint32_t columns = take(d, 16);
        for (int column = 0; column < 16; column++) {
            if ((columns >> (15 - column) & 1u) != 0) {
                head->bytes[head->byte_count++] = (uint8_t)(row * 16 + column);
            }
        }
    }
    if (head->byte_count == 0) {
        return fail(d, R3D_ERR_FORMAT_DATA, "a block uses no byte values");
    }
    return true;
}

static bool read_selectors(decoder *d, block_head *head, int table_count)
{
    uint8_t recent[TABLES_MAX] = {0, 1, 2, 3, 4, 5};
    head->selector_count = (int)take(d, 15);
    if (head->selector_count == 0) {
        return fail(d, R3D_ERR_FORMAT_COUNT, "a block has no selectors");
    }
    for (int i = 0; i < head->selector_count; i++) {
        int place = 0;
        while (take(d, 1) != 0) {
            if (++place >= table_count) {
                return fail(d, R3D_ERR_FORMAT_INDEX, "a selector names a table that is not there");
            }
        }
        uint8_t selected = recent[place];
        memmove(recent + 1, recent, (size_t)place);
        recent[0] = selected;
        d->scratch->selectors[i] = selected;
        if (overrun(d)) {
            return truncated(d);
        }
    }
    return true;
}

static bool read_block_head(decoder *d, block_head *head)
{
    head->checksum = take(d, 32);
    if (take(d, 1) != 0) {
        return fail(d, R3D_ERR_FORMAT_UNSUPPORTED, "a randomised block, which is not read");
    }
    head->start = take(d, 24);
    if (!read_bytes_used(d, head)) {
        return false;
    }
    int table_count = (int)take(d, 3);
    if (table_count < TABLES_MIN || table_count > TABLES_MAX) {
        return fail(d, R3D_ERR_FORMAT_COUNT, "a block does not have 2 to 6 Huffman tables");
    }
    if (!read_selectors(d, head, table_count)) {
        return false;
    }
    for (int i = 0; i < table_count; i++) {
        if (!read_table(d, &d->scratch->tables[i], head->byte_count + 2)) {
            return false;
        }
    }
    return overrun(d) ? truncated(d) : true;
}

/* Undoes Huffman coding, run lengths and move-to-front. The bytes of the block land in the low 8
 * bits of `order`, `counts` says how often each occurs. Returns their number, or -1. */
static int32_t read_symbols(decoder *d, const block_head *head, uint32_t counts[256])
{
    uint32_t *order = d->scratch->order;
    uint8_t recent[256];
    memcpy(recent, head->bytes, (size_t)head->byte_count);
    const int end_symbol = head->byte_count + 1;
    int32_t count = 0;
    int32_t run = 0;
    int run_shift = 0;
    int selector = -1;
    int left = 0;
    const huffman_table *t = NULL;
    for (;;) {
        if (left == 0) {
            if (++selector >= head->selector_count) {
                (void)fail(d, R3D_ERR_FORMAT_COUNT, "a block has more symbols than selectors");
                return -1;
            }
            if (overrun(d)) {
                (void)truncated(d);
                return -1;
            }
            t = &d->scratch->tables[d->scratch->selectors[selector]];
            left = GROUP_SYMBOLS;
        }
        left--;
        int symbol = next_symbol(d, t);
        if (symbol == RUN_A || symbol == RUN_B) {
            if (run_shift >= RUN_SHIFT_MAX) {
                break;
            }
            run += (symbol + 1) << run_shift++;
            continue;
        }
        if (run_shift > 0) {
            if (run > BLOCK_MAX - count) {
                break;
            }
            counts[recent[0]] += (uint32_t)run;
            for (const uint32_t byte = recent[0]; run > 0; run--) {
                order[count++] = byte;
            }
            run_shift = 0;
        }
        if (symbol == end_symbol) {
            return count;
        }
        if (symbol < 0) {
            (void)fail(d, R3D_ERR_FORMAT_DATA, "a Huffman code that no symbol has");
            return -1;
        }
        if (count == BLOCK_MAX) {
            break;
        }
        int place = symbol - 1;
        uint8_t byte = recent[place];
        if (place < 16) {
            for (int i = place; i > 0; i--) {
                recent[i] = recent[i - 1];
            }
        } else {
            memmove(recent + 1, recent, (size_t)place);
        }
        recent[0] = byte;
        counts[byte]++;
        order[count++] = byte;
    }
    (void)fail(d, R3D_ERR_LIMIT, "a block holds more than the 100,000 bytes of level 1");
    return -1;
}

/* Undoes the sorting and the first run-length coding. */
static void write_block(decoder *d, uint32_t start, int32_t count)
{
    const uint32_t *order = d->scratch->order;
    uint8_t *out = d->out;
    size_t at = d->out_at;
    const size_t end = d->out_size;
    uint32_t position = order[start] >> 8;
    int repeats = 0;
    int last = -1;
    for (int32_t i = 0; i < count && at < end; i++) {
        uint32_t entry = order[position];
        int byte = (int)(entry & 255u);
        position = entry >> 8;
        if (repeats == 4) {
            size_t length = (size_t)byte < end - at ? (size_t)byte : end - at;
            memset(out + at, last, length);
            at += length;
            repeats = 0;
            last = -1;
            continue;
        }
        repeats = byte == last ? repeats + 1 : 1;
        last = byte;
        out[at++] = (uint8_t)byte;
    }
    d->out_at = at;
}

static uint32_t checksum(const uint8_t *data, size_t size)
{
    /* The CRC-32 of bzip2: polynomial 0x04C11DB7, highest bit first. */
    uint32_t steps[256];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i << 24;
        for (int bit = 0; bit < 8; bit++) {
            value = value << 1 ^ ((value >> 31) != 0 ? 0x04C11DB7u : 0);
        }
        steps[i] = value;
    }
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc = crc << 8 ^ steps[crc >> 24 ^ data[i]];
    }
    return ~crc;
}

static bool read_block(decoder *d, uint32_t *combined)
{
    block_head head;
    uint32_t counts[256] = {0};
    if (!read_block_head(d, &head)) {
        return false;
    }
    int32_t count = read_symbols(d, &head, counts);
    if (count < 0) {
        return false;
    }
    if (overrun(d)) {
        return truncated(d);
    }
    if (head.start >= (uint32_t)count) {
        return fail(d, R3D_ERR_FORMAT_INDEX, "a block begins outside itself");
    }
    uint32_t sum = 0;
    for (int i = 0; i < 256; i++) {
        uint32_t number = counts[i];
        counts[i] = sum;
        sum += number;
    }
    uint32_t *order = d->scratch->order;
    for (int32_t i = 0; i < count; i++) {
        order[counts[order[i] & 255u]++] |= (uint32_t)i << 8;
    }
    size_t before = d->out_at;
    write_block(d, head.start, count);
    if (d->check) {
        uint32_t found = checksum(d->out + before, d->out_at - before);
        *combined = (*combined << 1 | *combined >> 31) ^ found;
        if (found != head.checksum) {
            return fail(d, R3D_ERR_FORMAT_CHECKSUM, "the checksum of a block is wrong");
        }
    }
    return true;
}

/* The end of the stream, which only checked reading looks at. */
static bool check_end(decoder *d, uint32_t combined)
{
    uint32_t high = take(d, 24);
    uint32_t low = take(d, 24);
    if (high != 0x177245 || low != 0x385090) {
        return fail(d, R3D_ERR_FORMAT_COUNT, "the stream goes on after the expected size");
    }
    if (take(d, 32) != combined) {
        return fail(d, R3D_ERR_FORMAT_CHECKSUM, "the checksum of the stream is wrong");
    }
    if (take(d, d->bit_count % 8) != 0 || consumed_bytes(d) != d->size) {
        return fail(d, R3D_ERR_FORMAT_COUNT, "there are data after the end of the stream");
    }
    return true;
}

r3d_result r3d_priv_bzip2_decode(const uint8_t *data, size_t size, bool check, void *memory,
                                 uint8_t *out, size_t out_size, r3d_priv_bzip2_report *report)
{
    decoder d = {.data = data,
                 .size = size,
                 .scratch = memory,
                 .out = out,
                 .out_size = out_size,
                 .check = check,
                 .result = R3D_OK};
    uint32_t combined = 0;
    while (d.out_at < out_size) {
        uint32_t high = take(&d, 24);
        uint32_t low = take(&d, 24);
        if (overrun(&d)) {
            (void)fail(&d, R3D_ERR_FORMAT_TRUNCATED, "the compressed data end before a block");
        } else if (high == 0x177245 && low == 0x385090) {
            (void)fail(&d, R3D_ERR_FORMAT_TRUNCATED, "the stream ends before the expected size");
        } else if (high != 0x314159 || low != 0x265359) {
            (void)fail(&d, R3D_ERR_FORMAT_MAGIC, "the six bytes that begin a block are not there");
        } else {
            (void)read_block(&d, &combined);
        }
        if (d.result != R3D_OK) {
            break;
        }
    }
    if (d.result == R3D_OK && check) {
        (void)check_end(&d, combined);
    }
    size_t offset = consumed_bytes(&d);
    *report = (r3d_priv_bzip2_report){.result = d.result,
                                      .produced = d.out_at,
                                      .offset = offset < size ? offset : size,
                                      .problem = d.problem};
    return d.result;
}
