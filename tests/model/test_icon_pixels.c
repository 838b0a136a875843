/* SPDX-License-Identifier: MIT */
/* Outlines and shadows of random pixels: each instruction set equals plain C. */

#include "support.h"

#include <string.h>

#include "../../src/model/icon_pixels.h"

enum { PIXELS = R3D_ICON_SIZE * R3D_ICON_SIZE, ICONS = 2000 };

static void fill(rng *r, uint32_t pixels[PIXELS])
{
    static const uint32_t some[] = {0, 0, 0xFF000000u, 0xFF000001u, 1, 0xFF00FF00u, 0xFF302020u};
    int32_t kinds = rng_range(r, 1, 6);
    for (int i = 0; i < PIXELS; i++) {
        pixels[i] = some[rng_range(r, 0, kinds)];
    }
}

static void outlines_and_shadows_equal_those_of_plain_c(void **state)
{
    (void)state;
    const r3d_priv_icon_pixels *plain = r3d_priv_icon_pixels_of(R3D_ISA_SCALAR);
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        const r3d_priv_icon_pixels *fast = r3d_priv_icon_pixels_of((r3d_isa)isa);
        if (!r3d_isa_available((r3d_isa)isa) || fast == plain) {
            continue;
        }
        rng r = {4711};
        for (int i = 0; i < ICONS; i++) {
            uint32_t pixels[2][PIXELS];
            r3d_priv_class_map maps[2];
            memset(maps, 0, sizeof maps);
            fill(&r, pixels[0]);
            memcpy(pixels[1], pixels[0], sizeof pixels[0]);
            r3d_icon_background background =
                rng_range(&r, 0, 1) == 0 ? R3D_ICON_BY_COLOR : R3D_ICON_BY_COVERAGE;
            plain->outline(pixels[0], background, &maps[0]);
            fast->outline(pixels[1], background, &maps[1]);
            assert_memory_equal(&maps[0], &maps[1], sizeof maps[0]);
            assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
            plain->shadow(pixels[0], &maps[0]);
            fast->shadow(pixels[1], &maps[1]);
            assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
            plain->second_outline(pixels[0], &maps[0], 0xFFFFFFu);
            fast->second_outline(pixels[1], &maps[1], 0xFFFFFFu);
            assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
        }
        print_message("%s: equal\n", r3d_isa_name((r3d_isa)isa));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_and_shadows_equal_those_of_plain_c),
    };
    return cmocka_run_group_tests_name("model/icon_pixels", tests, NULL, NULL);
}
