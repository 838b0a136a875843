/* SPDX-License-Identifier: MIT */
// The inflater of the PNG reader against zlib: the same bytes, the same verdict and the same end, whatever
// the data and however input and output are cut.

#include "io_test.h"

#include <zlib.h>

#include "io_internal.h"
#include "png_inflate.h"

enum { DATA_MAX = 300000, PACKED_MAX = 400000 };

static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

typedef struct outcome {
    int verdict; // 0 ended, 1 wants more, 2 bad
    char message[64];
    size_t size;
    size_t used;
    uint8_t *data;
} outcome;

static void by_zlib(const uint8_t *packed, size_t size, outcome *out)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    assert_int_equal(inflateInit2(&stream, -15), Z_OK);
    stream.next_in = (z_const Bytef *)packed;
    stream.avail_in = (uInt)size;
    stream.next_out = out->data;
    stream.avail_out = DATA_MAX;
    int status = inflate(&stream, Z_NO_FLUSH);
    out->verdict = status == Z_STREAM_END ? 0 : status == Z_DATA_ERROR ? 2 : 1;
    snprintf(out->message, sizeof out->message, "%s",
             status == Z_DATA_ERROR && stream.msg != NULL ? stream.msg : "");
    out->size = DATA_MAX - stream.avail_out;
    out->used = size - stream.avail_in;
    (void)inflateEnd(&stream);
}

// In pieces of at most the given sizes.
static void by_us(const uint8_t *packed, size_t size, size_t in_step, size_t out_step, outcome *out)
{
    r3d_allocator allocator;
    assert_int_equal(r3d_priv_io_allocator(NULL, &allocator), R3D_OK);
    r3d_priv_png_inflater *self = r3d_priv_png_inflater_open(&allocator);
    assert_non_null(self);
    size_t at = 0;
    r3d_priv_png_inflate_state state = R3D_PRIV_PNG_INFLATE_GOES_ON;
    const char *message = "";
    out->size = 0;
    while (out->size < DATA_MAX && state == R3D_PRIV_PNG_INFLATE_GOES_ON) {
        // As the reader does: no input while there is output without it.
        bool ahead = r3d_priv_png_inflater_is_ahead(self);
        if (!ahead && at == size) {
            break;
        }
        size_t in = size - at < in_step ? size - at : in_step;
        in = ahead ? 0 : in;
        size_t room = DATA_MAX - out->size < out_step ? DATA_MAX - out->size : out_step;
        // Small enough for sanitizers, which make large allocations slow.
        size_t most = in < 16 ? 600 : 20000;
        room = room < most ? room : most;
        // Input of exactly the size that is told, so that a sanitizer sees each byte beyond it.
        uint8_t *piece = malloc(in + 1);
        uint8_t *target = malloc(room);
        assert_non_null(piece);
        assert_non_null(target);
        memcpy(piece + 1, packed + at, in);
        size_t used = 0;
        size_t got =
            r3d_priv_png_inflater_run(self, piece + 1, in, &used, target, room, &state, &message);
        assert_true(used <= in && got <= room);
        assert_true(ahead || used > 0 || got > 0 || state != R3D_PRIV_PNG_INFLATE_GOES_ON);
        memcpy(out->data + out->size, target, got);
        out->size += got;
        at += used;
        free(piece);
        free(target);
    }
    uint8_t back[8];
    size_t count = 0;
    while (state == R3D_PRIV_PNG_INFLATE_ENDED && count < sizeof back &&
           r3d_priv_png_inflater_give_back(self, &back[count])) {
        count++;
    }
    assert_true(count <= at);
    at -= count;
    assert_memory_equal(back, packed + at, count);
    out->used = at;
    out->verdict = state == R3D_PRIV_PNG_INFLATE_ENDED ? 0
                   : state == R3D_PRIV_PNG_INFLATE_BAD ? 2
                                                       : 1;
    snprintf(out->message, sizeof out->message, "%s", message);
    r3d_priv_png_inflater_close(self);
}

typedef struct bench {
    uint8_t *data;
    uint8_t *packed;
    outcome zlib;
    outcome ours;
} bench;

static int setup(void **state)
{
    bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->data = malloc(DATA_MAX);
    b->packed = malloc(PACKED_MAX);
    b->zlib.data = malloc(DATA_MAX);
    b->ours.data = malloc(DATA_MAX);
    assert_true(b->data != NULL && b->packed != NULL && b->zlib.data != NULL &&
                b->ours.data != NULL);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    bench *b = *state;
    free(b->data);
    free(b->packed);
    free(b->zlib.data);
    free(b->ours.data);
    free(b);
    return 0;
}

// ISA-L takes sets of codes that leave some unused, as long as none of these occurs, and says of some
// heads of blocks that they are bad before zlib has read them to their end. In all else it agrees.
static bool isal_may_differ(const outcome *zlib, const outcome *ours)
{
#if defined(R3D_INFLATE_ISAL)
    return zlib->verdict == 1 ? ours->verdict == 2
                              : strcmp(zlib->message, "invalid code lengths set") == 0 ||
                                    strcmp(zlib->message, "invalid literal/lengths set") == 0 ||
                                    strcmp(zlib->message, "invalid distances set") == 0;
#else
    (void)zlib;
    (void)ours;
    return false;
#endif
}

static void assert_same(bench *b, size_t size, size_t in_step, size_t out_step)
{
    by_zlib(b->packed, size, &b->zlib);
    by_us(b->packed, size, in_step, out_step, &b->ours);
    assert_true((b->ours.message[0] != '\0') == (b->ours.verdict == 2));
    if (b->ours.verdict != b->zlib.verdict) {
        assert_true(isal_may_differ(&b->zlib, &b->ours));
        return;
    }
    if (b->zlib.verdict == 0) {
        assert_int_equal(b->ours.used, b->zlib.used);
    }
    // What comes before an error depends on when it is noticed; both give a beginning of the same.
    if (b->zlib.verdict != 2) {
        assert_int_equal(b->ours.size, b->zlib.size);
    }
    size_t common = b->ours.size < b->zlib.size ? b->ours.size : b->zlib.size;
    assert_memory_equal(b->ours.data, b->zlib.data, common);
}

// Bytes of several kinds: noise, few symbols, long runs, periods, far repetitions.
static size_t make_data(uint32_t seed, uint8_t *out)
{
    uint32_t state = seed * 2654435761u + 1;
    size_t size = seed % 7 == 0 ? next(&state) % 300 : next(&state) % DATA_MAX;
    size_t at = 0;
    while (at < size) {
        size_t run = next(&state) % 5000 + 1;
        run = run < size - at ? run : size - at;
        unsigned kind = next(&state) % 5;
        size_t period = next(&state) % 40 + 1;
        for (size_t i = 0; i < run; i++, at++) {
            uint32_t r = next(&state);
            switch (kind) {
            case 0:
                out[at] = (uint8_t)r;
                break;
            case 1:
                out[at] = (uint8_t)("aaaabbcd"[r % 8]);
                break;
            case 2:
                out[at] = 7;
                break;
            case 3:
                out[at] = (uint8_t)(at >= period ? out[at - period] : r);
                break;
            default:
                out[at] = (uint8_t)(at >= 32768 ? out[at - 32768] : r % 3);
                break;
            }
        }
    }
    return size;
}

static size_t pack(const uint8_t *data, size_t size, int level, int strategy, uint8_t *out)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    assert_int_equal(deflateInit2(&stream, level, Z_DEFLATED, -15, 8, strategy), Z_OK);
    stream.next_in = (z_const Bytef *)data;
    stream.avail_in = (uInt)size;
    stream.next_out = out;
    stream.avail_out = PACKED_MAX;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size_t packed = PACKED_MAX - stream.avail_out;
    (void)deflateEnd(&stream);
    return packed;
}

static const size_t steps[][2] = {{SIZE_MAX, SIZE_MAX}, {65536, 4096}, {1000, 1000},
                                  {1, SIZE_MAX},        {7, 13},       {SIZE_MAX, 1}};

// Steps of a few bytes go with few data.
static size_t packed_of_seed(bench *b, uint32_t seed, size_t step)
{
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE};
    size_t size = make_data(seed, b->data);
    size = step >= 3 && size > 5000 ? 5000 : size;
    return pack(b->data, size, (int)(seed % 10), strategies[seed / 3 % 4], b->packed);
}

static void streams_inflate_to_what_was_packed(void **state)
{
    bench *b = *state;
    for (uint32_t seed = 0; seed < 24; seed++) {
        size_t i = seed % (sizeof steps / sizeof steps[0]);
        size_t size = packed_of_seed(b, seed, i);
        // Bytes that follow are left alone.
        b->packed[size] = 0xa5;
        b->packed[size + 1] = 0x5a;
        assert_same(b, size + 2, steps[i][0], steps[i][1]);
        assert_int_equal(b->ours.verdict, 0);
        assert_int_equal(b->ours.used, size);
    }
}

// The last match and the end may lie in one byte: then all input is used while output waits.
static void output_that_waits_needs_no_input(void **state)
{
    bench *b = *state;
    memset(b->data, 0, 1200);
    for (size_t size = 600; size < 1200; size++) {
        size_t packed = pack(b->data, size, 9, Z_DEFAULT_STRATEGY, b->packed);
        assert_same(b, packed, SIZE_MAX, 15);
        assert_int_equal(b->ours.verdict, 0);
        assert_int_equal(b->ours.size, size);
    }
}

static void streams_that_are_cut_off_want_more(void **state)
{
    bench *b = *state;
    for (uint32_t seed = 0; seed < 70; seed += 7) {
        size_t size = packed_of_seed(b, seed, 3);
        for (size_t cut = 0; cut < size && cut < 400; cut++) {
            assert_same(b, cut, cut % 3 == 0 ? 1 : SIZE_MAX, SIZE_MAX);
        }
    }
}

static void damaged_streams_are_refused(void **state)
{
    bench *b = *state;
    int bad = 0;
    for (uint32_t seed = 0; seed < 160; seed++) {
        uint32_t random = seed + 99;
        size_t k = seed % (sizeof steps / sizeof steps[0]);
        size_t size = packed_of_seed(b, seed % 50, k);
        size_t reach = seed % 2 == 0 && size > 200 ? 200 : size;
        for (int i = 0; i < (int)(seed % 3) + 1; i++) {
            b->packed[next(&random) % reach] ^= (uint8_t)(1u << next(&random) % 8);
        }
        assert_same(b, size, steps[k][0], steps[k][1]);
        bad += b->ours.verdict == 2 ? 1 : 0;
    }
    assert_true(bad > 40);
}

// Heads of blocks are where the rules are: random bits behind the type of a block with codes of its
// own, with the counts and code lengths drawn small so that some get through.
static void random_heads_of_blocks_are_judged_alike(void **state)
{
    bench *b = *state;
    uint32_t random = 4711;
    int verdicts[3] = {0, 0, 0};
    for (int i = 0; i < 12000; i++) {
        size_t size = 4 + next(&random) % 60;
        for (size_t k = 0; k < size; k++) {
            uint32_t r = next(&random);
            b->packed[k] = (uint8_t)(i % 3 == 0   ? r
                                     : i % 3 == 1 ? r & r >> 8
                                                  : r & r >> 8 & r >> 16);
        }
        b->packed[0] = (uint8_t)((b->packed[0] & 0xf8u) | (i % 8 == 0 ? 3u : 5u));
        assert_same(b, size, i % 5 == 0 ? 1 : SIZE_MAX, SIZE_MAX);
        verdicts[b->ours.verdict]++;
    }
    assert_true(verdicts[2] > 200 && verdicts[1] > 20 && verdicts[0] > 2);
}

typedef struct bit_writer {
    uint8_t *out;
    size_t count;
} bit_writer;

static void put_bits(bit_writer *w, uint32_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++, w->count++) {
        if (w->count % 8 == 0) {
            w->out[w->count / 8] = 0;
        }
        w->out[w->count / 8] |= (uint8_t)((value >> i & 1u) << w->count % 8);
    }
}

// Blocks whose code lengths are written out one by one, most of them complete codes: the lengths of
// a random tree, with a few spoiled.
static void random_codes_are_judged_alike(void **state)
{
    bench *b = *state;
    uint32_t random = 1234;
    int verdicts[3] = {0, 0, 0};
    for (int i = 0; i < 1500; i++) {
        uint8_t lengths[318] = {0};
        unsigned literals = 257 + next(&random) % 30;
        unsigned distances = 1 + next(&random) % 30;
        for (int kind = 0; kind < 2; kind++) {
            uint8_t *of = kind == 0 ? lengths : lengths + literals;
            unsigned count = kind == 0 ? literals : distances;
            unsigned leaves = next(&random) % count;
            leaves = kind == 0 ? leaves + 1 : leaves;
            // Splits random leaves of a tree.
            uint8_t depth[288];
            unsigned used = 1;
            depth[0] = leaves > 1 ? 0 : 1;
            while (used < leaves) {
                unsigned k = next(&random) % used;
                if (i % 3 == 0) {
                    k = used - 1 - k % (used < 3 ? 1 : 3); // deep trees
                }
                if (depth[k] < 15) {
                    depth[k]++;
                    depth[used++] = depth[k];
                } else if (i % 3 == 0) {
                    break;
                }
            }
            for (unsigned k = 0; k < used && leaves > 0; k++) {
                unsigned symbol = next(&random) % count;
                while (of[symbol] != 0) {
                    symbol = (symbol + 1) % count;
                }
                of[symbol] = depth[k];
            }
            if (kind == 0 && of[256] == 0) {
                unsigned k = 0;
                while (of[k] == 0) {
                    k++;
                }
                of[256] = of[k];
                of[k] = 0;
            }
        }
        if (i % 5 == 0) {
            lengths[next(&random) % (literals + distances)] = (uint8_t)(next(&random) % 16);
        }
        bit_writer w = {b->packed, 0};
        put_bits(&w, 1 | 2 << 1, 3);
        put_bits(&w, literals - 257, 5);
        put_bits(&w, distances - 1, 5);
        put_bits(&w, 15, 4);
        // Sixteen lengths of four bits: a complete code of 0..15.
        static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                          11, 4,  12, 3, 13, 2, 14, 1, 15};
        for (int k = 0; k < 19; k++) {
            put_bits(&w, order[k] < 16 ? 4 : 0, 3);
        }
        for (unsigned k = 0; k < literals + distances; k++) {
            unsigned v = lengths[k];
            put_bits(&w, (v & 1u) << 3 | (v & 2u) << 1 | (v & 4u) >> 1 | (v & 8u) >> 3, 4);
        }
        for (int k = 0; k < 40; k++) {
            put_bits(&w, next(&random), 16);
        }
        assert_same(b, w.count / 8, i % 4 == 0 ? 3 : SIZE_MAX, SIZE_MAX);
        verdicts[b->ours.verdict]++;
    }
    assert_true(verdicts[0] > 20 && verdicts[1] > 20 && verdicts[2] > 20);
}

// A block of one literal and the end, whose codes are 0 and 10: nothing has the code 11.
static size_t put_incomplete_block(uint8_t *out, unsigned literal_length, unsigned last_code)
{
    bit_writer w = {out, 0};
    put_bits(&w, 1 | 2 << 1, 3);
    put_bits(&w, 0, 5);
    put_bits(&w, 0, 5);
    put_bits(&w, 14, 4);
    // Lengths of code lengths: 18 (zeros) 1; 0, 1 and 2 share the rest: 0 has 2, 1 and 2 have 3.
    static const uint8_t order[18] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1};
    for (int k = 0; k < 18; k++) {
        unsigned length = order[k] == 18 ? 1 : order[k] == 0 ? 2 : order[k] <= 2 ? 3 : 0;
        put_bits(&w, length, 3);
    }
    put_bits(&w, literal_length == 1 ? 3 : 7, 3); // literal 0: length 1 or 2 (codes 110 and 111)
    for (unsigned zeros = 255; zeros > 0;) {
        unsigned run = zeros > 138 ? 138 : zeros;
        put_bits(&w, 0, 1);
        put_bits(&w, run - 11, 7);
        zeros -= run;
    }
    put_bits(&w, 7, 3); // 256: length 2
    put_bits(&w, 1, 2); // no distances: length 0 (code 10)
    put_bits(&w, 0, literal_length);
    put_bits(&w, last_code, 2);
    put_bits(&w, 0, 16);
    return w.count / 8;
}

// docs/formats.md: what the libraries judge differently.
static void a_set_of_codes_with_room_left_is_for_the_library_to_judge(void **state)
{
    bench *b = *state;
    size_t size = put_incomplete_block(b->packed, 1, 1); // the end: 10, first bit first
    by_zlib(b->packed, size, &b->zlib);
    assert_string_equal(b->zlib.message, "invalid literal/lengths set");
    by_us(b->packed, size, SIZE_MAX, SIZE_MAX, &b->ours);
#if defined(R3D_INFLATE_ISAL)
    assert_int_equal(b->ours.verdict, 0);
    assert_int_equal(b->ours.size, 1);
    assert_int_equal(b->ours.data[0], 0);
#else
    assert_int_equal(b->ours.verdict, 2);
#endif
    // A code that nothing has is refused by both.
    size = put_incomplete_block(b->packed, 1, 3);
    by_us(b->packed, size, SIZE_MAX, SIZE_MAX, &b->ours);
    assert_int_equal(b->ours.verdict, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_inflate_to_what_was_packed),
        cmocka_unit_test(output_that_waits_needs_no_input),
        cmocka_unit_test(streams_that_are_cut_off_want_more),
        cmocka_unit_test(damaged_streams_are_refused),
        cmocka_unit_test(random_heads_of_blocks_are_judged_alike),
        cmocka_unit_test(random_codes_are_judged_alike),
        cmocka_unit_test(a_set_of_codes_with_room_left_is_for_the_library_to_judge),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
