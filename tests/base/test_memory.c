/* SPDX-License-Identifier: MIT */
/* Memory by hooks, arrays that grow, and bytes of other machines. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/base/bytes.h"
#include "../../src/base/hash.h"
#include "../../src/base/memory.h"

/* Hooks that count, and refuse above a number of bytes. */
typedef struct counter {
    int live;
    int calls;
    size_t most;
} counter;

static void *count_alloc(size_t size, void *user)
{
    counter *c = user;
    c->calls++;
    if (size > c->most) {
        return NULL;
    }
    void *memory = malloc(size);
    assert_non_null(memory);
    memset(memory, 0xA5, size);
    c->live++;
    return memory;
}

static void count_free(void *memory, void *user)
{
    assert_non_null(memory);
    ((counter *)user)->live--;
    free(memory);
}

static void sizes_that_overflow_reach_no_allocator(void **state)
{
    (void)state;
    counter c = {0, 0, SIZE_MAX};
    const r3d_allocator hooks = {count_alloc, count_free, &c};
    assert_null(r3d_priv_alloc(&hooks, SIZE_MAX / 4 + 2, 4));
    assert_null(r3d_priv_alloc(&hooks, (size_t)PTRDIFF_MAX / 16 + 1, 16));
    assert_null(r3d_priv_alloc_zeroed(&hooks, 3, SIZE_MAX / 3 + 1));
    r3d_priv_growing array = {NULL, 0, 0};
    assert_int_equal(r3d_priv_reserve(&hooks, &array, SIZE_MAX / 2, 8, R3D_PRIV_ANY_COUNT),
                     R3D_ERR_MEMORY);
    assert_null(r3d_priv_grow(&hooks, &array, SIZE_MAX, 1));
    assert_int_equal(c.calls, 0);
    assert_null(array.items);
}

static void empty_arrays_are_memory_and_null_is_not_freed(void **state)
{
    (void)state;
    counter c = {0, 0, SIZE_MAX};
    const r3d_allocator hooks = {count_alloc, count_free, &c};
    void *nothing = r3d_priv_alloc(&hooks, 0, 8);
    assert_non_null(nothing);
    r3d_priv_release(&hooks, nothing);
    r3d_priv_release(&hooks, NULL);
    uint8_t *zeros = r3d_priv_alloc_zeroed(&hooks, 5, 3);
    assert_non_null(zeros);
    for (int i = 0; i < 15; i++) {
        assert_int_equal(zeros[i], 0);
    }
    r3d_priv_release(&hooks, zeros);
    assert_int_equal(c.live, 0);
}

static void arrays_double_and_keep_their_items(void **state)
{
    (void)state;
    counter c = {0, 0, SIZE_MAX};
    const r3d_allocator hooks = {count_alloc, count_free, &c};
    r3d_priv_growing array = {NULL, 0, 0};
    assert_non_null(r3d_priv_grow(&hooks, &array, 0, sizeof(uint32_t)));
    assert_int_equal(array.count, 0);
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t *place = r3d_priv_grow(&hooks, &array, 1, sizeof *place);
        assert_non_null(place);
        *place = i;
    }
    assert_int_equal(array.capacity, 16384);
    assert_int_equal(c.calls, 9); /* 64, 128 .. 16384 */
    for (uint32_t i = 0; i < 10000; i++) {
        assert_int_equal(((uint32_t *)array.items)[i], i);
    }
    uint32_t *many = r3d_priv_grow(&hooks, &array, 100000, sizeof *many);
    assert_ptr_equal(many, (uint32_t *)array.items + 10000);
    assert_int_equal(array.capacity, 110000);
    r3d_priv_growing_free(&hooks, &array);
    assert_int_equal(c.live, 0);
    assert_int_equal(array.capacity, 0);
}

static void arrays_end_at_their_limit_and_stay_whole_without_memory(void **state)
{
    (void)state;
    counter c = {0, 0, 1000};
    const r3d_allocator hooks = {count_alloc, count_free, &c};
    r3d_priv_growing array = {NULL, 0, 0};
    assert_int_equal(r3d_priv_reserve(&hooks, &array, 1, 1, 10), R3D_OK);
    assert_int_equal(array.capacity, 10);
    assert_int_equal(r3d_priv_reserve(&hooks, &array, 11, 1, 10), R3D_ERR_LIMIT);
    assert_int_equal(r3d_priv_reserve(&hooks, &array, 65, 1, 100), R3D_OK);
    assert_int_equal(array.capacity, 65);
    assert_int_equal(r3d_priv_reserve(&hooks, &array, 66, 1, 100), R3D_OK);
    assert_int_equal(array.capacity, 100);
    char *place = r3d_priv_grow(&hooks, &array, 100, 1);
    assert_non_null(place);
    memset(place, 'x', 100);
    assert_null(r3d_priv_grow(&hooks, &array, 901, 1));
    assert_int_equal(array.count, 100);
    assert_int_equal(array.capacity, 100);
    assert_ptr_equal(array.items, place);
    assert_int_equal(place[99], 'x');
    r3d_priv_growing_free(&hooks, &array);
    assert_int_equal(c.live, 0);
}

static void numbers_are_read_in_both_orders(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0xFE, 0x01, 0x80, 0xFF};
    uint8_t out[4];
    assert_int_equal(r3d_priv_be16(bytes), 0xFE01);
    assert_int_equal(r3d_priv_be24(bytes), 0xFE0180);
    assert_int_equal(r3d_priv_be32(bytes), 0xFE0180FFu);
    assert_int_equal(r3d_priv_le16(bytes), 0x01FE);
    assert_int_equal(r3d_priv_le16_signed(bytes), 0x01FE);
    assert_int_equal(r3d_priv_le16_signed(bytes + 2), -128);
    assert_int_equal(r3d_priv_le32(bytes), 0xFF8001FEu);
    r3d_priv_put_be32(out, 0xFE0180FFu);
    assert_memory_equal(out, bytes, 4);
}

static void the_reader_remembers_where_the_data_ended(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0xFF, 0x80, 0x01, 0x00, 0x02, 0xFF, 0xFE, 1, 2, 3, 4, 5};
    r3d_priv_reader r = r3d_priv_reader_make(bytes, sizeof bytes, 0);
    assert_int_equal(r3d_priv_read_s8(&r), -1);
    assert_int_equal(r3d_priv_read_u16(&r), 0x8001);
    assert_int_equal(r3d_priv_read_u8(&r), 0);
    assert_int_equal(r3d_priv_read_u8(&r), 2);
    assert_int_equal(r3d_priv_read_s16(&r), -2);
    assert_int_equal(r3d_priv_read_u24(&r), 0x010203);
    assert_false(r.failed);
    assert_int_equal(r3d_priv_read_u32(&r), 0);
    assert_true(r.failed);
    assert_int_equal(r.at, 10);
    assert_int_equal(r3d_priv_read_u8(&r),
                     0); /* there would be two; a reader that failed gives 0 */
    assert_int_equal(r.at, 10);
    r = r3d_priv_reader_make(bytes, sizeof bytes, sizeof bytes + 1);
    assert_true(r.failed);
    r = r3d_priv_reader_make(bytes, sizeof bytes, 2);
    r3d_priv_skip(&r, 10);
    assert_false(r.failed);
    r3d_priv_skip(&r, 1);
    assert_true(r.failed);
    r = r3d_priv_reader_make(bytes, sizeof bytes, 2);
    assert_false(r3d_priv_reader_has(&r, SIZE_MAX));
}

static void names_are_hashed_by_fnv_1a(void **state)
{
    (void)state;
    /* From the authors' list of test vectors. */
    assert_int_equal(r3d_priv_hash_name("", 0), 0x811C9DC5u);
    assert_int_equal(r3d_priv_hash_name("a", 1), 0xE40C292Cu);
    assert_int_equal(r3d_priv_hash_name("foobar", 6), 0xBF9CF968u);
    assert_int_equal(r3d_priv_hash_name("foobarbaz", 6), 0xBF9CF968u);
    assert_int_equal(r3d_priv_hash_name("\xFF", 1), (0x811C9DC5u ^ 0xFFu) * 16777619u);
}

static void crc_equals_its_definition(void **state)
{
    (void)state;
    assert_int_equal(r3d_crc32(0, "123456789", 9), 0xCBF43926u);
    assert_int_equal(r3d_crc32(0, NULL, 0), 0);
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t data[2] = {(uint8_t)byte, (uint8_t)(255 - byte)};
        uint32_t crc = 0xFFFFFFFFu;
        for (int i = 0; i < 2; i++) {
            crc ^= data[i];
            for (int bit = 0; bit < 8; bit++) {
                crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
            }
        }
        assert_int_equal(r3d_crc32(0, data, 2), ~crc);
        assert_int_equal(r3d_crc32(r3d_crc32(0, data, 1), data + 1, 1), ~crc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_that_overflow_reach_no_allocator),
        cmocka_unit_test(empty_arrays_are_memory_and_null_is_not_freed),
        cmocka_unit_test(arrays_double_and_keep_their_items),
        cmocka_unit_test(arrays_end_at_their_limit_and_stay_whole_without_memory),
        cmocka_unit_test(numbers_are_read_in_both_orders),
        cmocka_unit_test(the_reader_remembers_where_the_data_ended),
        cmocka_unit_test(names_are_hashed_by_fnv_1a),
        cmocka_unit_test(crc_equals_its_definition),
    };
    return cmocka_run_group_tests_name("base/memory", tests, NULL, NULL);
}
