/* SPDX-License-Identifier: MIT */
/* A client in C of the core library alone: draws with each kind of fill and checks pixels. */

#include <retro3d/palette.h>
#include <retro3d/raster.h>
#include <retro3d/surface.h>

#include <stdio.h>

enum { WIDTH = 64, HEIGHT = 48 };

static uint32_t pixels[WIDTH * HEIGHT];
static r3d_palette palette;

static int expect(const char *what, uint32_t actual, uint32_t expected)
{
    if (actual != expected) {
        printf("%s: 0x%08lX, expected 0x%08lX\n", what, (unsigned long)actual,
               (unsigned long)expected);
    }
    return actual != expected;
}

int main(void)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_gamma gamma;
    const int32_t x[3] = {8, 56, 8};
    const int32_t y[3] = {4, 4, 44};
    const int32_t hsl16[3] = {5000, 5000, 5000};
    int wrong = 0;

    if (r3d_version() !=
        R3D_VERSION_MAJOR * 1000000u + R3D_VERSION_MINOR * 1000u + R3D_VERSION_PATCH) {
        printf("headers and library are of different versions\n");
        return 1;
    }
    if (r3d_surface_init(&surface, pixels, WIDTH, HEIGHT, WIDTH) != R3D_OK ||
        r3d_gamma_build(0.8, &gamma) != R3D_OK ||
        r3d_palette_build(&gamma, R3D_BLACK_KEPT, &palette) != R3D_OK ||
        r3d_raster_init(&raster, &surface, &palette) != R3D_OK) {
        printf("setting up failed\n");
        return 1;
    }
    r3d_surface_clear(&surface, 0x102030);
    r3d_fill_flat(&raster, x, y, 0xFF8000);
    wrong += expect("inside the flat triangle", pixels[10 * WIDTH + 12], 0xFFFF8000u);
    wrong += expect("outside the flat triangle", pixels[40 * WIDTH + 50], 0xFF102030u);
    r3d_fill_gouraud(&raster, x, y, hsl16);
    wrong += expect("inside the Gouraud triangle", pixels[10 * WIDTH + 12],
                    palette.rgb[5000] | 0xFF000000u);
    r3d_draw_rect(&surface, 60, 40, 2, 2, 0x00FF00);
    wrong += expect("inside the rectangle", pixels[41 * WIDTH + 61], 0xFF00FF00u);
    return wrong;
}
