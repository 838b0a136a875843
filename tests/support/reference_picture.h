/* SPDX-License-Identifier: MIT */
#ifndef R3D_TEST_REFERENCE_PICTURE_H
#define R3D_TEST_REFERENCE_PICTURE_H

#include <stdint.h>

/* Fails the test, with the first wrong pixel and their number, unless the PNG at a path has this size and
 * these pixels: 0xAARRGGBB, opaque, and compared where mask has bits. */
void expect_reference_picture(const char *path, const uint32_t *argb, int32_t width, int32_t height,
                              uint32_t mask);

#endif
