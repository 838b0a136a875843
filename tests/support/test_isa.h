/* SPDX-License-Identifier: MIT */
/* The instruction set that a test draws with, from the environment. */

#ifndef R3D_TESTS_TEST_ISA_H
#define R3D_TESTS_TEST_ISA_H

#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

#include <retro3d/raster.h>

/* R3D_TEST_ISA names it; without that the best one is tested. Skips the test if this machine
 * lacks it. */
static inline r3d_isa isa_of_the_environment(void)
{
    const char *name = getenv("R3D_TEST_ISA");
    if (name == NULL) {
        return R3D_ISA_BEST;
    }
    for (int i = 0; i < R3D_ISA_COUNT; i++) {
        if (strcmp(name, r3d_isa_name((r3d_isa)i)) == 0) {
            if (!r3d_isa_available((r3d_isa)i)) {
                print_message("R3D_TEST_ISA=%s: not on this machine\n", name);
                skip();
            }
            return (r3d_isa)i;
        }
    }
    fail_msg("R3D_TEST_ISA=%s: no such instruction set", name);
    return R3D_ISA_BEST;
}

#endif
