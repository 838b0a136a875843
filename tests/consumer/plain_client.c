/* SPDX-License-Identifier: MIT */
/* A client of the core's upper rooms, built by the line of README.md: a lit model stands in a room of walls. */

#include <retro3d/retro3d.h>

#include <stdio.h>

enum { WIDTH = 160, HEIGHT = 100 };

static uint32_t pixels[WIDTH * HEIGHT];
static r3d_palette palette;

static int count(uint32_t other)
{
    int found = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        found += pixels[i] != other;
    }
    return found;
}

static r3d_result draw_room(r3d_surface *surface)
{
    static const r3d_column_level_vertex vertices[] = {
        {0.0, 0.0}, {0.0, 256.0}, {256.0, 256.0}, {256.0, 0.0}};
    static const r3d_column_level_sector sectors[] = {{0.0, 128.0, 220, -1, -1, 0}};
    r3d_column_level_wall walls[4] = {{0}};
    r3d_column_level_desc desc;
    r3d_column_level *level = NULL;
    r3d_column_world *world = NULL;
    r3d_column_context *context = NULL;
    r3d_column_view view;
    for (int i = 0; i < 4; i++) {
        const r3d_column_level_side in = {0, -1, -1, -1, 0.0, 0.0},
                                    out = {-1, -1, -1, -1, 0.0, 0.0};
        walls[i].a = i;
        walls[i].b = (i + 1) % 4;
        walls[i].front = in;
        walls[i].back = out;
    }
    r3d_column_level_desc_init(&desc);
    desc.vertices = vertices;
    desc.vertex_count = 4;
    desc.sectors = sectors;
    desc.sector_count = 1;
    desc.walls = walls;
    desc.wall_count = 4;
    r3d_result result = r3d_column_level_create(&desc, NULL, NULL, &level, NULL);
    if (result == R3D_OK && (result = r3d_column_world_create(level, NULL, &world)) == R3D_OK &&
        (result = r3d_column_context_create(level, WIDTH, HEIGHT, 0, NULL, &context)) == R3D_OK) {
        r3d_column_view_init(&view);
        view.mode = R3D_COLUMN_FLAT;
        r3d_column_camera_square(&view.camera, WIDTH, 90.0);
        view.camera.x = 60.0;
        view.camera.y = 128.0;
        view.camera.z = 41.0;
        result = r3d_column_draw(context, world, &view, surface, NULL);
    }
    r3d_column_context_destroy(context);
    r3d_column_world_destroy(world);
    r3d_column_level_destroy(level);
    return result;
}

static r3d_result draw_model(r3d_surface *surface)
{
    static const int32_t x[4] = {-60, 60, 0, 0}, y[4] = {40, 40, 40, -80}, z[4] = {-40, -40, 60, 0};
    static const int32_t corners[12] = {0, 1, 3, 1, 2, 3, 2, 0, 3, 0, 2, 1};
    static const int32_t colors[4] = {960, 11200, 22400, 33600};
    const r3d_light light = {64, 850, {-30, -50, -30}};
    r3d_icon_view view = {0};
    r3d_raster raster;
    r3d_gamma gamma;
    r3d_mesh_desc desc;
    r3d_mesh *mesh = NULL;
    r3d_draw_context_desc context_desc;
    r3d_draw_context *context = NULL;
    r3d_gamma_build(0.8, &gamma);
    r3d_palette_build(&gamma, R3D_BLACK_KEPT, &palette);
    r3d_raster_init(&raster, surface, &palette);
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = 4;
    desc.face_count = 4;
    desc.x = x;
    desc.y = y;
    desc.z = z;
    desc.corners = corners;
    desc.colors = colors;
    r3d_draw_context_desc_init(&context_desc);
    view.eye.z = 500;
    r3d_result result = r3d_mesh_create(&desc, NULL, &mesh);
    if (result == R3D_OK && (result = r3d_mesh_light(mesh, &light)) == R3D_OK &&
        (result = r3d_draw_context_create(&context_desc, &context)) == R3D_OK) {
        result = r3d_draw_model(context, &raster, mesh, &view, NULL);
    }
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    return result;
}

int main(void)
{
    r3d_surface surface;
    r3d_surface_init(&surface, pixels, WIDTH, HEIGHT, WIDTH);
    r3d_result result = draw_room(&surface);
    const int walls = count(0);
    if (result != R3D_OK || walls < WIDTH * HEIGHT / 2) {
        printf("the room: %s, %d pixels\n", r3d_result_string(result), walls);
        return 1;
    }
    r3d_surface_clear(&surface, 0x102030);
    result = draw_model(&surface);
    const int faces = count(0xFF102030u);
    if (result != R3D_OK || faces < WIDTH * HEIGHT / 20) {
        printf("the model: %s, %d pixels\n", r3d_result_string(result), faces);
        return 1;
    }
    return 0;
}
