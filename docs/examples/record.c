/* SPDX-License-Identifier: MIT */
/* A client that draws a frame and records it: usage example_record FRAME.r3d.
 * docs/pixel-history.md goes on from there. */

#include <stdio.h>
#include <string.h>

#include <retro3d/record.h>
#include <retro3d/retro3d.h>

enum { WIDTH = 160, HEIGHT = 120 };

/* A pyramid, lit. NULL without memory. */
static r3d_mesh *make_pyramid(void)
{
    static const int32_t x[] = {0, 60, 60, -60, -60};
    static const int32_t y[] = {-90, 0, 0, 0, 0};
    static const int32_t z[] = {0, 60, -60, -60, 60};
    static const int32_t corners[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};
    static const int32_t colors[] = {7104, 7104, 43968, 43968};
    const r3d_light light = {64, 768, {-50, -10, -50}};
    r3d_mesh_desc desc;
    r3d_mesh *mesh = NULL;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = 5;
    desc.face_count = 4;
    desc.x = x;
    desc.y = y;
    desc.z = z;
    desc.corners = corners;
    desc.colors = colors;
    if (r3d_mesh_create(&desc, NULL, &mesh) != R3D_OK || r3d_mesh_light(mesh, &light) != R3D_OK) {
        r3d_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

/* What a client does sixty times a second. */
static void draw_frame(r3d_surface *surface, r3d_raster *raster, r3d_draw_context *context,
                       const r3d_mesh *mesh)
{
    const int32_t glass_x[3] = {30, 130, 70};
    const int32_t glass_y[3] = {20, 50, 110};
    r3d_surface_clear(surface, 0x302820);
    for (int32_t i = 0; i < 3; i++) {
        const r3d_scene_view view = {i * 170, 128, 0, {i * 110 - 110, 260, 420}, 0, false};
        (void)r3d_draw_model_in_scene(context, raster, mesh, &view, NULL);
    }
    raster->translucency = 120;
    raster->side_clip = true;
    r3d_fill_flat(raster, glass_x, glass_y, 0x80C0E0);
    raster->translucency = 0;
    r3d_draw_outline(surface, 4, 4, WIDTH - 8, HEIGHT - 8, 0xFFD040);
    r3d_draw_rect_alpha(surface, 8, 100, 60, 10, 0x000000, 160);
}

int main(int argc, char **argv)
{
    static uint32_t pixels[WIDTH * HEIGHT];
    static r3d_palette palette;
    r3d_surface surface;
    r3d_raster raster;
    r3d_gamma gamma;
    r3d_error error;
    r3d_draw_context *context = NULL;
    r3d_recorder *recorder = NULL;
    r3d_mesh *mesh = make_pyramid();
    if (argc != 2) {
        fprintf(stderr, "usage: example_record FRAME.r3d\n");
        return 2;
    }
    if (mesh == NULL || r3d_gamma_build(0.8, &gamma) != R3D_OK ||
        r3d_palette_build(&gamma, R3D_BLACK_KEPT, &palette) != R3D_OK ||
        r3d_surface_init(&surface, pixels, WIDTH, HEIGHT, WIDTH) != R3D_OK ||
        r3d_raster_init(&raster, &surface, &palette) != R3D_OK ||
        r3d_draw_context_create(NULL, &context) != R3D_OK ||
        r3d_recorder_create(NULL, &recorder) != R3D_OK) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    (void)r3d_recorder_attach(recorder, &surface);
    draw_frame(&surface, &raster, context, mesh);
    r3d_recorder_detach(recorder, &surface);
    int failed = r3d_recorder_save(recorder, &surface, argv[1], &error) != R3D_OK;
    if (failed) {
        fprintf(stderr, "%s: %s\n", error.file, error.message);
    }
    r3d_recorder_destroy(recorder);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    return failed;
}
