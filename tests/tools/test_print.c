/* SPDX-License-Identifier: MIT */
/* The program's printf: numbers as the C library writes them, strings escaped. */

#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#define R3D_PRINT_ITSELF
#include "../../tools/common/print.h"

static char printed[4096];

static void append(const char *piece, size_t length, void *user)
{
    (void)user;
    size_t used = strlen(printed);
    assert_true(length < sizeof printed - used);
    memcpy(printed + used, piece, length);
    printed[used + length] = '\0';
}

PRINT_FORMAT(1, 2) static int print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printed[0] = '\0';
    int length = print_format(format, arguments, append, NULL);
    va_end(arguments);
    return length;
}

#define SAME(...)                                                                                  \
    do {                                                                                           \
        char expected[512];                                                                        \
        snprintf(expected, sizeof expected, __VA_ARGS__);                                          \
        assert_int_equal(print(__VA_ARGS__), strlen(expected));                                    \
        assert_string_equal(printed, expected);                                                    \
    } while (0)

static void numbers_are_those_of_printf(void **state)
{
    (void)state;
    SAME("no conversion, 100 %%");
    SAME("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%i", 7, 7, 7, 7, 7, 7, 7, -7);
    SAME("%u %x %X %o %#x %08lx", 4000000000u, 255u, 255u, 8u, 255u, 0xdeadbeeful);
    SAME("%ld %lld %zu %td %hd %hhd", -123456789L, -1234567890123LL, (size_t)9, (ptrdiff_t)-9, 3,
         4);
    SAME("%f %.2f %8.3f %-8.1f| %e %g %.3g %+.1f", 1.5, 2.345, 3.14159, 2.5, 1e10, 0.1, 12345.0,
         1.0);
    SAME("%*d %-*d| %.*f %*.*f", 6, 42, 6, 42, 2, 3.14159, 8, 1, 2.5);
    SAME("%d%%: %s", 50, "half");
}

static void plain_strings_are_those_of_printf(void **state)
{
    (void)state;
    SAME("%s|%10s|%-10s|%.3s|%10.2s|%c%c", "abc", "abc", "abc", "abcdef", "abcdef", 'x', 'y');
    SAME("%.*s|%-*s|", 2, "abcdef", 8, "ab");
    SAME("%s", "gr\xc3\xbc\xc3\x9f, \xe6\x97\xa5 \xf0\x9f\x98\x80");
}

static void names_of_others_are_escaped(void **state)
{
    (void)state;
    print("%s!\n", "a\x1b[31m\nb\x7f");
    assert_string_equal(printed, "a\\x1b[31m\\x0ab\\x7f!\n");
    print("%s %c",
          "\xc2\x9b"
          "1m \xe2\x80\xae\xff",
          '\r');
    assert_string_equal(printed, "\\u{9b}1m \\u{202e}\\xff \\x0d");
    /* A precision cuts no character; the string need not end. */
    static const char open[4] = {'a', 'b', '\xc3', '\xbc'};
    print("%.*s|%.*s|%.*s", 2, open, 3, open, 4, open);
    assert_string_equal(printed, "ab|ab|ab\xc3\xbc");
    /* Longer than any fixed room. */
    char longest[3000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    longest[7] = '\n';
    assert_int_equal(print("%s", longest), sizeof longest - 1 + 3);
    assert_memory_equal(printed, "xxxxxxx\\x0axxx", 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_printf),
        cmocka_unit_test(plain_strings_are_those_of_printf),
        cmocka_unit_test(names_of_others_are_escaped),
    };
    return cmocka_run_group_tests_name("tools/print", tests, NULL, NULL);
}
