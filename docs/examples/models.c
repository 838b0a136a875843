/* SPDX-License-Identifier: MIT */
/* models MESH SKEL ANIM OUT.png: draws the frames of an animation side by side, and prints which
 * face lies at the middle of each. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <retro3d/io.h>
#include <retro3d/models.h>
#include <retro3d/png.h>
#include <retro3d/retro3d.h>

enum { SIZE = 160, FRAMES_MAX = 16 };

static uint32_t pixels[SIZE * SIZE * FRAMES_MAX];

static int fail(const r3d_error *error)
{
    fprintf(stderr, "%s:%d: %s\n", error->file, (int)error->line, error->message);
    return EXIT_FAILURE;
}

static bool draw(r3d_draw_context *context, const r3d_mesh *mesh, const r3d_animation *animation)
{
    const int32_t count = animation->frame_count < FRAMES_MAX ? animation->frame_count : FRAMES_MAX;
    r3d_gamma gamma;
    static r3d_palette palette;
    if (r3d_gamma_build(0.8, &gamma) != R3D_OK ||
        r3d_palette_build(&gamma, R3D_BLACK_IS_HOLE, &palette) != R3D_OK) {
        return false;
    }
    r3d_mesh *pose = NULL;
    bool good = r3d_mesh_copy(mesh, &pose) == R3D_OK; /* shares all that is not changed */
    for (int32_t i = 0; i < count && good; i++) {
        r3d_surface surface;
        r3d_raster raster;
        r3d_surface_init(&surface, pixels + (size_t)i * SIZE, SIZE, SIZE, SIZE * FRAMES_MAX);
        r3d_surface_clear(&surface, 0x304050);
        r3d_raster_init(&raster, &surface, &palette);
        /* Each pose starts from the mesh; only the first allocates. */
        good = r3d_mesh_reset(pose, mesh) == R3D_OK &&
               r3d_mesh_apply_frame(pose, &animation->frames[i].frame) == R3D_OK;
        const r3d_scene_view view = {.yaw_a11 = 200, .position = {0, 130, 700}, .id = i + 1};
        r3d_draw_report report;
        r3d_draw_context_set_mouse(context, SIZE / 2, SIZE / 2);
        if (good && r3d_draw_model_in_scene(context, &raster, pose, &view, &report) != R3D_OK) {
            printf("frame %d: %d faces were not drawn\n", (int)i, (int)report.faces_skipped);
        }
    }
    r3d_mesh_destroy(pose);
    int32_t pick_count;
    const int32_t *ids = r3d_draw_context_get_picks(context, &pick_count);
    const int32_t *faces = r3d_draw_context_get_picked_faces(context, &pick_count);
    for (int32_t i = 0; i < pick_count; i++) {
        printf("frame %d: face %d\n", (int)ids[i] - 1, (int)faces[i]);
    }
    return good;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: models MESH SKEL ANIM OUT.png\n");
        return EXIT_FAILURE;
    }
    r3d_error error;
    r3d_mesh *mesh = NULL;
    r3d_draw_context *context = NULL;
    r3d_loaded_skeleton skeleton = {0};
    r3d_animation animation = {0};
    if (r3d_mesh_load_text(argv[1], false, NULL, &mesh, &error) != R3D_OK ||
        r3d_skeleton_load_text(argv[2], NULL, &skeleton, &error) != R3D_OK ||
        r3d_animation_load_text(argv[3], &skeleton.skeleton, NULL, &animation, &error) != R3D_OK) {
        return fail(&error);
    }
    /* Groups come before lighting, which drops the labels. */
    const r3d_light light = {64, 850, {-30, -50, -30}};
    bool good = r3d_mesh_group_labels(mesh) == R3D_OK && r3d_mesh_light(mesh, &light) == R3D_OK &&
                r3d_draw_context_create(NULL, &context) == R3D_OK &&
                draw(context, mesh, &animation);
    r3d_draw_context_destroy(context);
    r3d_animation_free(&animation);
    r3d_loaded_skeleton_free(&skeleton);
    r3d_mesh_destroy(mesh);
    const r3d_picture_view picture = {pixels, SIZE * FRAMES_MAX * (ptrdiff_t)sizeof *pixels,
                                      SIZE * FRAMES_MAX, SIZE, R3D_LAYOUT_XRGB32};
    if (good && r3d_png_save(argv[4], &picture, R3D_PNG_SMALL, &error) != R3D_OK) {
        return fail(&error);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
