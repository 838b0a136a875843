/* SPDX-License-Identifier: MIT */
/* Options structs of other versions, and errors. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/desc.h"
#include "../../src/base/error_text.h"

typedef struct options {
    uint32_t struct_size;
    int32_t first;
    int64_t second;
    void *third;
} options;

enum { WORD = (int)sizeof(void *), SIZE = (int)sizeof(options) };

/* A struct of `size` bytes at the end of a block, so that a sanitizer sees what is read behind it. */
static unsigned char *sized(size_t size, uint32_t struct_size)
{
    unsigned char *bytes = calloc(1, size);
    assert_non_null(bytes);
    memcpy(bytes, &struct_size, sizeof struct_size);
    /* The compiler is not to know how large the block is: it would warn of reads that do not happen. */
    unsigned char *volatile hidden = bytes;
    return hidden;
}

static void shorter_structs_leave_the_defaults(void **state)
{
    (void)state;
    for (uint32_t size = (uint32_t)WORD; size <= (uint32_t)SIZE; size += (uint32_t)WORD) {
        options out = {1, 2, 3, &out};
        options in = {size, 12, 13, &in};
        unsigned char *bytes = sized(size, size);
        memcpy(bytes, &in, size);
        assert_int_equal(r3d_priv_desc_read(&out, sizeof out, bytes), R3D_OK);
        assert_int_equal(out.struct_size, sizeof out);
        assert_int_equal(out.first, size > offsetof(options, first) ? 12 : 2);
        assert_int_equal(out.second, size > offsetof(options, second) ? 13 : 3);
        assert_ptr_equal(out.third, size > offsetof(options, third) ? (void *)&in : (void *)&out);
        free(bytes);
    }
}

static void longer_structs_are_read_if_the_rest_is_zero(void **state)
{
    (void)state;
    options out = {1, 2, 3, NULL};
    for (uint32_t size = (uint32_t)SIZE + (uint32_t)WORD; size <= R3D_PRIV_DESC_SIZE_MAX;
         size += (uint32_t)WORD * 61) {
        unsigned char *bytes = sized(size, size);
        bytes[offsetof(options, first)] = 5;
        assert_int_equal(r3d_priv_desc_read(&out, sizeof out, bytes), R3D_OK);
        bytes[size - 1] = 1;
        assert_int_equal(r3d_priv_desc_read(&out, sizeof out, bytes), R3D_ERR_ARGUMENT);
        bytes[size - 1] = 0;
        bytes[sizeof out] = 1;
        assert_int_equal(r3d_priv_desc_read(&out, sizeof out, bytes), R3D_ERR_ARGUMENT);
        free(bytes);
    }
}

static void sizes_of_no_version_are_refused(void **state)
{
    (void)state;
    const uint32_t sizes[] = {0,
                              1,
                              (uint32_t)WORD - 1,
                              (uint32_t)SIZE - 1,
                              (uint32_t)SIZE + 1,
                              R3D_PRIV_DESC_SIZE_MAX + (uint32_t)WORD,
                              0xFFFFFFF8u,
                              UINT32_MAX};
    options out = {1, 2, 3, NULL};
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        unsigned char *bytes = sized(R3D_PRIV_DESC_SIZE_MAX, sizes[i]);
        assert_int_equal(r3d_priv_desc_read(&out, sizeof out, bytes), R3D_ERR_ARGUMENT);
        free(bytes);
    }
    assert_int_equal(r3d_priv_desc_read(&out, sizeof out, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(out.struct_size, 1);
    assert_int_equal(out.first, 2);
}

/* ---- errors ---- */

static void long_paths_are_cut_at_the_front(void **state)
{
    (void)state;
    r3d_error error;
    char path[700];
    for (size_t length = 500; length < 600; length++) {
        memset(path, 'a', sizeof path);
        memcpy(path + length - 8, "\xC3\xA4/x.png", 9);
        r3d_priv_error_place(&error, R3D_ERR_IO_READ, path, 3, 4);
        assert_true(strlen(error.file) == (length < 512 ? length : 511));
        assert_string_equal(error.file + strlen(error.file) - 8, "\xC3\xA4/x.png");
        assert_int_equal(strncmp(error.file, "...", 3) == 0, length >= 512);
    }
    /* The cut falls into a character of two bytes. */
    memset(path, 'a', sizeof path);
    memcpy(path + 599 - 508 - 1, "\xC3\xA4", 2);
    path[599] = '\0';
    r3d_priv_error_file(&error, path);
    assert_int_equal(strlen(error.file), 510);
    assert_int_equal(error.file[3], 'a');
}

static void errors_are_filled_as_a_whole(void **state)
{
    (void)state;
    r3d_error error;
    memset(&error, 0x7F, sizeof error);
    assert_int_equal(r3d_priv_error_fill(&error, R3D_ERR_RANGE, NULL, 0, -1, "too much"),
                     R3D_ERR_RANGE);
    assert_int_equal(error.result, R3D_ERR_RANGE);
    assert_int_equal(error.line, 0);
    assert_true(error.offset == -1);
    assert_string_equal(error.file, "");
    assert_string_equal(error.message, "too much");
    assert_int_equal(r3d_priv_error_fill(NULL, R3D_ERR_RANGE, "f", 1, 2, "m"), R3D_ERR_RANGE);
    assert_int_equal(
        r3d_priv_error_printf(&error, R3D_ERR_LIMIT, "a.png", 7, 8, "%d of %s", 3, error.message),
        R3D_ERR_LIMIT);
    assert_string_equal(error.message, "3 of too much");
    assert_string_equal(error.file, "a.png");
    r3d_priv_error_printf(&error, R3D_ERR_LIMIT, error.file, 7, 8, "again");
    assert_string_equal(error.file, "a.png");
    char longest[1000];
    memset(longest, 'm', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    r3d_priv_error_printf(&error, R3D_ERR_LIMIT, "a.png", 7, 8, "%s", longest);
    assert_int_equal(strlen(error.message), R3D_ERROR_MESSAGE_SIZE - 1);
    r3d_priv_error_fill(&error, R3D_ERR_LIMIT, "a.png", 7, 8, longest);
    assert_int_equal(strlen(error.message), R3D_ERROR_MESSAGE_SIZE - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shorter_structs_leave_the_defaults),
        cmocka_unit_test(longer_structs_are_read_if_the_rest_is_zero),
        cmocka_unit_test(sizes_of_no_version_are_refused),
        cmocka_unit_test(long_paths_are_cut_at_the_front),
        cmocka_unit_test(errors_are_filled_as_a_whole),
    };
    return cmocka_run_group_tests_name("base/desc", tests, NULL, NULL);
}
