/* SPDX-License-Identifier: MIT */
/* Options structs of other versions of the headers: a program that was compiled with a shorter struct, or
 * a longer one, than the library knows. Every struct of the headers is in the table. */

#include "cmocka_all.h"

#include <string.h>

#include "init_calls.h"

enum { ROOM = 4096, SPARE = 64, UNTOUCHED = 0xA5 };

typedef union buffer {
    void *alignment;
    unsigned char bytes[ROOM];
} buffer;

static uint32_t size_in(const buffer *b)
{
    uint32_t size;
    memcpy(&size, b->bytes, sizeof size);
    return size;
}

static void no_byte_behind_the_struct_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < init_call_count; i++) {
        const init_call *call = &init_calls[i];
        static buffer whole;
        static buffer part;
        assert_true(call->size + SPARE <= ROOM);
        memset(&whole, UNTOUCHED, sizeof whole);
        call->whole(&whole);
        assert_int_equal(size_in(&whole), call->size);
        for (size_t size = sizeof(void *); size <= call->size + SPARE; size += sizeof(void *)) {
            memset(&part, UNTOUCHED, sizeof part);
            call->sized(&part, (uint32_t)size);
            if (size_in(&part) != size) {
                fail_msg("%s: struct_size is %u, not %zu", call->name, (unsigned)size_in(&part),
                         size);
            }
            /* Members that both know have the same defaults; those that we do not know are 0. */
            for (size_t at = sizeof(uint32_t); at < size; at++) {
                const unsigned char expected = at < call->size ? whole.bytes[at] : 0;
                if (part.bytes[at] != expected) {
                    fail_msg("%s of %zu bytes: byte %zu is %d, not %d", call->name, size, at,
                             part.bytes[at], expected);
                }
            }
            for (size_t at = size; at < ROOM; at++) {
                if (part.bytes[at] != UNTOUCHED) {
                    fail_msg("%s of %zu bytes: byte %zu is written", call->name, size, at);
                }
            }
        }
    }
}

static void sizes_of_no_version_give_a_struct_that_is_refused(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {4, 5, 6, 7, 4097, 0x80000000u, UINT32_MAX};
    for (size_t i = 0; i < init_call_count; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            if (sizes[k] == sizeof(void *)) {
                continue; /* a struct of one pointer's size can be, where pointers are that small */
            }
            buffer b;
            memset(&b, UNTOUCHED, sizeof b);
            init_calls[i].sized(&b, sizes[k]);
            assert_int_equal(size_in(&b), 0);
            for (size_t at = sizeof(uint32_t); at < ROOM; at++) {
                assert_int_equal(b.bytes[at], UNTOUCHED);
            }
        }
        init_calls[i].sized(NULL, (uint32_t)init_calls[i].size);
        init_calls[i].whole(NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_byte_behind_the_struct_is_written),
        cmocka_unit_test(sizes_of_no_version_give_a_struct_that_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
