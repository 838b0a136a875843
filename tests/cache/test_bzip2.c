/* SPDX-License-Identifier: MIT */
/* Our bzip2 decoder against libbz2. */

#include <stdlib.h>
#include <string.h>

#include <bzip2.h>

#include "cmocka_all.h"
#include "forge.h"
#include "rng.h"

typedef struct result {
    uint8_t *out;
    r3d_priv_bzip2_report report;
} result;

static result decode(const forge_bytes *packed, size_t size, bool check)
{
    result r;
    void *scratch = malloc(r3d_priv_bzip2_scratch_size());
    r.out = malloc(size > 0 ? size : 1);
    assert_non_null(scratch);
    assert_non_null(r.out);
    (void)r3d_priv_bzip2_decode(packed->data, packed->size, check, scratch, r.out, size, &r.report);
    free(scratch);
    return r;
}

static void expect_same(const uint8_t *data, size_t size)
{
    forge_bytes packed = forge_bzip2(data, size);
    for (int check = 0; check < 2; check++) {
        result r = decode(&packed, size, check != 0);
        assert_int_equal(r.report.result, R3D_OK);
        assert_int_equal(r.report.produced, size);
        assert_null(r.report.problem);
        if (size > 0) {
            assert_memory_equal(r.out, data, size);
        }
        free(r.out);
    }
    forge_free(&packed);
}

/* Data of several kinds: noise, few symbols, long runs, text-like. */
static uint8_t *make_data(rng *r, size_t size, int kind)
{
    uint8_t *data = malloc(size > 0 ? size : 1);
    assert_non_null(data);
    for (size_t i = 0; i < size;) {
        uint8_t byte = (uint8_t)(kind == 0 ? rng_next(r) : rng_next(r) % (kind == 1 ? 3 : 40));
        size_t run = kind == 2 ? 1 + rng_next(r) % 700 : 1;
        while (run-- > 0 && i < size) {
            data[i++] = byte;
        }
    }
    return data;
}

static void decodes_what_libbz2_has_encoded(void **state)
{
    (void)state;
    rng r = {1};
    static const size_t sizes[] = {0,   1,    2,     3,     4,      5,      255,    256,
                                   260, 1000, 65537, 99980, 100000, 100001, 250000, 400003};
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        for (int kind = 0; kind < 4; kind++) {
            uint8_t *data = make_data(&r, sizes[i], kind);
            expect_same(data, sizes[i]);
            free(data);
        }
    }
    for (int i = 0; i < 300; i++) {
        size_t size = rng_next(&r) % 3000;
        uint8_t *data = make_data(&r, size, i % 4);
        expect_same(data, size);
        free(data);
    }
}

static void runs_of_every_length_around_four_and_255_are_kept(void **state)
{
    (void)state;
    uint8_t data[3 * 520];
    for (size_t run = 1; run < 520; run++) {
        memset(data, 'a', run);
        memset(data + run, 'b', run);
        memset(data + 2 * run, 'a', run);
        expect_same(data, 3 * run);
    }
}

static void a_wrong_or_missing_checksum_is_no_error_unless_it_is_asked_for(void **state)
{
    (void)state;
    rng r = {2};
    uint8_t *data = make_data(&r, 250000, 3);
    forge_bytes packed = forge_bzip2(data, 250000);
    packed.data[6] ^= 0x55; /* checksum of the first of three blocks */
    result loose = decode(&packed, 250000, false);
    assert_int_equal(loose.report.result, R3D_OK);
    assert_memory_equal(loose.out, data, 250000);
    result strict = decode(&packed, 250000, true);
    assert_int_equal(strict.report.result, R3D_ERR_FORMAT_CHECKSUM);
    free(loose.out);
    free(strict.out);
    packed.data[6] ^= 0x55;

    packed.size -= 4; /* most of the checksum of the stream */
    loose = decode(&packed, 250000, false);
    assert_int_equal(loose.report.result, R3D_OK);
    assert_memory_equal(loose.out, data, 250000);
    strict = decode(&packed, 250000, true);
    assert_int_not_equal(strict.report.result, R3D_OK);
    free(loose.out);
    free(strict.out);
    forge_free(&packed);
    free(data);
}

static void a_stream_that_is_cut_off_gives_what_came_before_and_an_offset(void **state)
{
    (void)state;
    rng r = {3};
    uint8_t *data = make_data(&r, 250000, 3);
    forge_bytes packed = forge_bzip2(data, 250000);
    size_t full = packed.size;
    size_t last = 0;
    for (int i = 0; i <= 40; i++) {
        packed.size = full * (size_t)i / 41;
        result cut = decode(&packed, 250000, false);
        assert_int_not_equal(cut.report.result, R3D_OK);
        assert_non_null(cut.report.problem);
        assert_true(cut.report.offset <= packed.size);
        assert_true(cut.report.produced >= last);
        assert_memory_equal(cut.out, data, cut.report.produced);
        last = cut.report.produced;
        free(cut.out);
    }
    assert_true(last > 90000); /* two whole blocks survive the last cut */
    forge_free(&packed);
    free(data);
}

static void a_stream_of_another_size_is_an_error(void **state)
{
    (void)state;
    static const uint8_t data[] = "what is said three times is true, true, true";
    forge_bytes packed = forge_bzip2(data, sizeof data);
    result longer = decode(&packed, sizeof data + 1, false);
    assert_int_equal(longer.report.result, R3D_ERR_FORMAT_TRUNCATED);
    assert_int_equal(longer.report.produced, sizeof data);
    /* Fewer bytes than there are: the original stops there. */
    result shorter = decode(&packed, sizeof data - 1, false);
    assert_int_equal(shorter.report.result, R3D_OK);
    result strict = decode(&packed, sizeof data - 1, true);
    assert_int_not_equal(strict.report.result, R3D_OK);
    free(longer.out);
    free(shorter.out);
    free(strict.out);
    forge_free(&packed);
}

static void checked_reading_notices_every_changed_bit_that_matters(void **state)
{
    (void)state;
    rng r = {4};
    uint8_t *data = make_data(&r, 700, 3);
    forge_bytes packed = forge_bzip2(data, 700);
    int noticed = 0;
    for (size_t bit = 0; bit < packed.size * 8; bit++) {
        packed.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        result changed = decode(&packed, 700, true);
        if (changed.report.result == R3D_OK) {
            assert_memory_equal(changed.out, data, 700);
        } else {
            noticed++;
        }
        free(changed.out);
        packed.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(noticed > (int)packed.size * 7);
    forge_free(&packed);
    free(data);
}

static void noise_never_decodes_out_of_bounds(void **state)
{
    (void)state;
    rng r = {5};
    for (int i = 0; i < 20000; i++) {
        uint8_t *data = make_data(&r, 200, i % 4);
        forge_bytes packed = forge_bzip2(data, 200);
        for (int change = 0; change < 1 + i % 5; change++) {
            packed.data[10 + rng_next(&r) % (packed.size - 10)] = (uint8_t)rng_next(&r);
        }
        result changed = decode(&packed, 4096, false);
        assert_true(changed.report.produced <= 4096);
        free(changed.out);
        forge_free(&packed);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_what_libbz2_has_encoded),
        cmocka_unit_test(runs_of_every_length_around_four_and_255_are_kept),
        cmocka_unit_test(a_wrong_or_missing_checksum_is_no_error_unless_it_is_asked_for),
        cmocka_unit_test(a_stream_that_is_cut_off_gives_what_came_before_and_an_offset),
        cmocka_unit_test(a_stream_of_another_size_is_an_error),
        cmocka_unit_test(checked_reading_notices_every_changed_bit_that_matters),
        cmocka_unit_test(noise_never_decodes_out_of_bounds),
    };
    return cmocka_run_group_tests_name("cache bzip2", tests, NULL, NULL);
}
