/* SPDX-License-Identifier: MIT */
/* WAD files: whatever is accepted must draw with its textures. */

#include <stdlib.h>

#include <retro3d/column.h>
#include <retro3d/levels.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(const r3d_column_level *level, const r3d_column_level_pictures *pictures)
{
    enum { WIDTH = 24, HEIGHT = 16 };
    uint32_t pixels[WIDTH * HEIGHT];
    r3d_surface surface;
    r3d_column_world *world = NULL;
    r3d_column_context *context = NULL;
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    if (r3d_column_world_create(level, NULL, &world) != R3D_OK ||
        r3d_column_context_create(level, WIDTH, HEIGHT, 0, NULL, &context) != R3D_OK ||
        r3d_surface_init(&surface, pixels, WIDTH, HEIGHT, WIDTH) != R3D_OK) {
        abort();
    }
    r3d_column_view view;
    r3d_column_view_init(&view);
    view.mode = R3D_COLUMN_TEXTURED;
    view.things = true;
    view.materials = r3d_column_level_pictures_get_materials(pictures);
    view.camera.x = desc->start_x;
    view.camera.y = desc->start_y;
    view.camera.z = desc->start_eye;
    for (int turn = 0; turn < 4; turn++) {
        view.camera.yaw = 90.0 * turn + 5.0;
        if (r3d_column_draw(context, world, &view, &surface, NULL) != R3D_OK) {
            abort();
        }
    }
    r3d_column_context_destroy(context);
    r3d_column_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    r3d_wad *wad = NULL;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    if (size > 0 && r3d_wad_decode(data, size, "fuzz.wad", NULL, &wad, NULL) == R3D_OK &&
        r3d_wad_load_map(wad, NULL, NULL, NULL, NULL, &level, &pictures, NULL) == R3D_OK) {
        draw(level, pictures);
    }
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    r3d_wad_destroy(wad);
    return 0;
}
