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

static void characters_of_utf8_are_told_from_bytes_that_are_none(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        uint32_t code;
    } cases[] = {
        {"a", 1, 'a'},
        {"\xc3\xa9x", 2, 0xe9},
        {"\xe2\x82\xac", 3, 0x20ac},
        {"\xf0\x9f\x98\x80", 4, 0x1f600},
        {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
        /* a lone byte, cut short, a longer form of "/" and of zero, half a pair, above Unicode */
        {"\x80", 1, UINT32_MAX},
        {"\xc3", 1, UINT32_MAX},
        {"\xe2\x82", 1, UINT32_MAX},
        {"\xe2\x82z", 1, UINT32_MAX},
        {"\xc0\xaf", 1, UINT32_MAX},
        {"\xe0\x80\xaf", 1, UINT32_MAX},
        {"\xed\xa0\x80", 1, UINT32_MAX},
        {"\xf4\x90\x80\x80", 1, UINT32_MAX},
        {"\xff", 1, UINT32_MAX},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        uint32_t code = 0;
        assert_int_equal(r3d_text_next_character(cases[i].text, strlen(cases[i].text), &code),
                         cases[i].length);
        assert_int_equal(code, cases[i].code);
    }
    assert_int_equal(r3d_text_next_character("", 0, NULL), 0);
    assert_int_equal(r3d_text_next_character(NULL, 3, NULL), 0);
}

static void what_a_terminal_would_obey_is_shown_as_its_number(void **state)
{
    (void)state;
    char text[64];
    static const char *const cases[][2] = {
        {"caf\xc3\xa9.png", "caf\xc3\xa9.png"},
        {"a\x1b[2J\n\x7f", "a\\x1b[2J\\x0a\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\u{9b}31m"},
        {"gnp\xe2\x80\xae.exe", "gnp\\u{202e}.exe"},
        {"\xe2\x81\xa6x\xe2\x80\xa8\xef\xbb\xbf", "\\u{2066}x\\u{2028}\\u{feff}"},
        {"\xd8\x9c\xe2\x80\x8f", "\\u{61c}\\u{200f}"},
        {"\xff\xc3", "\\xff\\xc3"},
        {"\xd7\x90\xe2\x80\x8d", "\xd7\x90\xe2\x80\x8d"}, /* a Hebrew letter, a joiner of emoji */
        {"", ""},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        assert_int_equal(r3d_text_show(cases[i][0], text, sizeof text), strlen(cases[i][1]));
        assert_string_equal(text, cases[i][1]);
    }
    assert_int_equal(r3d_text_show("ab\x1b"
                                   "c",
                                   text, 6),
                     2); /* no half of a number */
    assert_string_equal(text, "ab");
    assert_int_equal(r3d_text_show("x\xe2\x82\xac", text, 4), 1);
    assert_string_equal(text, "x");
    assert_int_equal(r3d_text_show(NULL, text, 4), 0);
    assert_string_equal(text, "");
    assert_int_equal(r3d_text_show("x", text, 0), 0);
    assert_int_equal(r3d_text_show("x", NULL, 4), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_of_utf8_are_told_from_bytes_that_are_none),
        cmocka_unit_test(what_a_terminal_would_obey_is_shown_as_its_number),
        cmocka_unit_test(fractions_equal_the_c_library),
        cmocka_unit_test(words_that_are_no_fractions_are_refused),
    };
    return cmocka_run_group_tests_name("base/text", tests, NULL, NULL);
}
