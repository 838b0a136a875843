/* SPDX-License-Identifier: MIT */
/* The instruction set that a test draws with, from the environment. */

#ifndef R3D_TESTS_TEST_LEVEL_H
#define R3D_TESTS_TEST_LEVEL_H

#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

#include <retro3d/raster.h>

/* R3D_TEST_LEVEL names it; without that the best one is tested. Skips the test if this machine
 * lacks it. */
static inline r3d_level level_of_the_environment(void)
{
    const char *name = getenv("R3D_TEST_LEVEL");
    if (name == NULL) {
        return R3D_LEVEL_BEST;
    }
    for (int i = 0; i < R3D_LEVEL_COUNT; i++) {
        if (strcmp(name, r3d_level_name((r3d_level)i)) == 0) {
            if (!r3d_level_available((r3d_level)i)) {
                print_message("R3D_TEST_LEVEL=%s: not on this machine\n", name);
                skip();
            }
            return (r3d_level)i;
        }
    }
    fail_msg("R3D_TEST_LEVEL=%s: no such level", name);
    return R3D_LEVEL_BEST;
}

#endif
