/* SPDX-License-Identifier: MIT */

#include <retro3d/base.h>

uint32_t r3d_version(void)
{
    return R3D_VERSION_MAJOR * 1000000u + R3D_VERSION_MINOR * 1000u + R3D_VERSION_PATCH;
}

#define DIGIT(number) (char)('0' + (number))

_Static_assert(R3D_VERSION_MAJOR < 10 && R3D_VERSION_MINOR < 10 && R3D_VERSION_PATCH < 10,
               "r3d_version_string writes one digit a part");

const char *r3d_version_string(void)
{
    static const char text[] = {DIGIT(R3D_VERSION_MAJOR), '.', DIGIT(R3D_VERSION_MINOR), '.',
                                DIGIT(R3D_VERSION_PATCH), '\0'};
    return text;
}
