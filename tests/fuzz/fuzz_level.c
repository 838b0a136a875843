/* SPDX-License-Identifier: MIT */
/* Level texts: whatever is accepted must build, draw and be written. */

#include <stdlib.h>

#include <retro3d/column.h>
#include <retro3d/levels.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(const r3d_column_level *level)
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
    view.camera.x = desc->start_x;
    view.camera.y = desc->start_y;
    view.camera.z = desc->start_eye;
    view.camera.yaw = desc->start_yaw;
    view.things = true;
    for (int mode = 0; mode < 5; mode++) {
        view.mode = (r3d_column_mode)mode;
        if (r3d_column_draw(context, world, &view, &surface, NULL) != R3D_OK) {
            abort();
        }
    }
    r3d_column_actor actor;
    if (r3d_column_actor_init(world, desc->start_x, desc->start_y, &actor) == R3D_OK) {
        r3d_column_actor_move(&actor, world, actor.radius * 3.0, actor.radius);
        r3d_column_actor_advance(&actor, world, 1.0);
    }
    r3d_column_context_destroy(context);
    r3d_column_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    r3d_column_level *level = NULL;
    if (r3d_column_level_decode((const char *)data, size, "fuzz.level", NULL, NULL, &level, NULL) ==
        R3D_OK) {
        draw(level);
    }
    r3d_column_level_destroy(level);
    return 0;
}
