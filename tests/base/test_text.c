/* SPDX-License-Identifier: MIT */
/* Decimal fractions beside the C library's strtod, which rounds correctly here. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/text.h>

#include "../support/rng.h"

static void must_equal_strtod(const char *word)
{
    double value = 0;
    assert_int_equal(r3d_text_to_double(word, strlen(word), &value), R3D_OK);
    const double expected = strtod(word, NULL);
    if (memcmp(&value, &expected, sizeof value) != 0) {
        fail_msg("%s is read as %.17g, expected %.17g", word, value, expected);
    }
}

static void fractions_equal_the_c_library(void **state)
{
    (void)state;
    static const char *const words[] = {
        "0", "-0", ".0", "0.000", "1", "-1", "0.8", "12.", "-.5", "0.1", "0.3", "123456789",
        /* halfway cases: the even neighbour, then one digit above and below */
        "9007199254740993", "9007199254740993.0000000000000000000001", "9007199254740992.9999999",
        "9007199254740995", "9007199254740991.5", "9007199254740990.5", "18014398509481983",
        "36028797018963967", "4503599627370496.5", "4503599627370497.5",
        /* all ones: the carry runs into the exponent */
        "9007199254740991.75", "0.99999999999999999999", "1.99999999999999999999999",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203126",
        "1.00000000000000011102230246251565404236316680908203124"};
    for (size_t i = 0; i < TEST_COUNT(words); i++) {
        must_equal_strtod(words[i]);
    }
    char word[301];
    for (int length = 1; length <= 300; length++) {
        memset(word, '9', (size_t)length);
        word[length] = '\0';
        must_equal_strtod(word);
        if (length > 1) {
            word[0] = '.';
            must_equal_strtod(word);
            memset(word + 1, '0', (size_t)length - 2);
            word[length - 1] = '1';
            must_equal_strtod(word);
        }
    }
    rng r = {20011};
    for (int i = 0; i < 20000; i++) {
        const int length = 3 + (int)(rng_next(&r) % (i % 10 == 0 ? 298 : 30));
        const int point = (int)(rng_next(&r) % (uint32_t)(length + 4));
        for (int k = 0; k < length; k++) {
            word[k] = k == point ? '.' : (char)('0' + rng_next(&r) % 10);
        }
        word[length] = '\0';
        if (rng_next(&r) % 2 == 0 && point != 0) {
            word[0] = '-';
        }
        must_equal_strtod(word);
    }
}

static void words_that_are_no_fractions_are_refused(void **state)
{
    (void)state;
    static const char *const words[] = {"",    "-",  ".",   "-.",  "--1", "1-",  "1.2.3", "1e5",
                                        "0x1", "1 ", "inf", "nan", "+1",  "1,5", "- 1"};
    char longest[302];
    double value = 7;
    for (size_t i = 0; i < TEST_COUNT(words); i++) {
        assert_int_equal(r3d_text_to_double(words[i], strlen(words[i]), &value),
                         R3D_ERR_FORMAT_SYNTAX);
    }
    memset(longest, '1', sizeof longest);
    assert_int_equal(r3d_text_to_double(longest, 301, &value), R3D_ERR_FORMAT_SYNTAX);
    assert_true(value == 7);
    assert_int_equal(r3d_text_to_double(longest, 300, &value), R3D_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fractions_equal_the_c_library),
        cmocka_unit_test(words_that_are_no_fractions_are_refused),
    };
    return cmocka_run_group_tests_name("base/text", tests, NULL, NULL);
}
