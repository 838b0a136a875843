/* SPDX-License-Identifier: MIT */
/// @file io_test.h
/// cmocka and what it needs before it, for the tests of this room.

#ifndef RETRO3D_IO_TEST_H
#define RETRO3D_IO_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#endif
