/* SPDX-License-Identifier: MIT */
/* A small fixed scene, whose instructions check_instructions.py counts.
 * usage: instruction_scene ISA */

#include <stdio.h>
#include <string.h>

#include "scene.h"

enum { WIDTH = 256, HEIGHT = 192, TRIANGLES = 2000 };

static scene_assets assets;
static uint32_t pixels[WIDTH * HEIGHT];

int main(int argc, char **argv)
{
    r3d_surface surface;
    r3d_raster raster;
    if (argc != 2 || r3d_surface_init(&surface, pixels, WIDTH, HEIGHT, WIDTH) != R3D_OK ||
        r3d_raster_init(&raster, &surface, &assets.palette) != R3D_OK) {
        fprintf(stderr, "usage: instruction_scene ISA\n");
        return 2;
    }
    for (int i = R3D_ISA_SCALAR; i < R3D_ISA_COUNT; i++) {
        if (strcmp(argv[1], r3d_isa_name((r3d_isa)i)) != 0) {
            continue;
        }
        if (r3d_raster_set_isa(&raster, (r3d_isa)i) != R3D_OK) {
            return 77; /* not on this machine */
        }
        scene_make_assets(&assets);
        scene_draw(&raster, &assets, 20091, TRIANGLES, SCENE_PLAIN);
        return 0;
    }
    fprintf(stderr, "instruction_scene: no instruction set \"%.20s\"\n", argv[1]);
    return 2;
}
