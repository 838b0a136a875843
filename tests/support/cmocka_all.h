/* SPDX-License-Identifier: MIT */
/* cmocka and the headers it wants before it. */

#ifndef R3D_TESTS_CMOCKA_ALL_H
#define R3D_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST_COUNT(tests) (sizeof(tests) / sizeof((tests)[0]))

#endif
