/* SPDX-License-Identifier: MIT */
/* Fuzz target of the `.mesh`, `.skel` and `.anim` readers. What is accepted is lit, posed and
 * drawn, with and without the original's limits. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/icon.h>
#include <retro3d/light.h>
#include <retro3d/model.h>
#include <retro3d/models.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "demand failed: %s\n", what);
        abort();
    }
}

static void demand_report(r3d_result result, const r3d_error *error)
{
    demand(error->result == result && error->message[0] != '\0', "there is a report");
}

static void draw(const r3d_mesh *mesh)
{
    uint32_t pixels[R3D_ICON_SIZE * R3D_ICON_SIZE];
    r3d_palette *palette = calloc(1, sizeof *palette);
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    for (int limits = 0; limits < 2 && palette != NULL; limits++) {
        r3d_draw_context_desc desc;
        r3d_draw_context *context = NULL;
        r3d_draw_context_desc_init(&desc);
        desc.limits = (r3d_draw_limits)limits;
        demand(r3d_draw_context_create(&desc, &context) == R3D_OK, "there is memory");
        demand(r3d_draw_context_reserve(context, view.vertex_count, view.face_count) == R3D_OK,
               "there is memory");
        const r3d_icon_look look = {600, 100, 200, 0, 0, 0};
        const r3d_scene_view scene = {100, 128, 300, {0, 60, 200}, 1, false};
        r3d_surface surface;
        r3d_raster raster;
        (void)r3d_icon_draw(context, palette, mesh, &look, (r3d_icon_background)limits, NULL,
                            pixels, NULL);
        (void)r3d_surface_init(&surface, pixels, R3D_ICON_SIZE, R3D_ICON_SIZE, R3D_ICON_SIZE);
        (void)r3d_raster_init(&raster, &surface, palette);
        r3d_draw_context_set_mouse(context, 16, 16);
        (void)r3d_draw_model_in_scene(context, &raster, mesh, &scene, NULL);
        r3d_draw_context_destroy(context);
    }
    free(palette);
}

static const int32_t labels[] = {0, 1, 2};
static const r3d_base bases[] = {{R3D_BASE_ORIGIN, 3, labels},
                                 {R3D_BASE_ROTATE, 3, labels},
                                 {R3D_BASE_TRANSLATE, 2, labels},
                                 {R3D_BASE_ALPHA, 1, labels}};
static const r3d_skeleton skeleton = {4, bases};

static void use_mesh(r3d_mesh *mesh)
{
    static const r3d_frame_op ops[] = {{0, 1, 2, 3}, {1, 20, 30, 40}, {2, 5, 5, 5}, {3, 4, 0, 0}};
    const r3d_frame frame = {4, ops, &skeleton, 1};
    const r3d_light light = {64, 768, {-50, -10, -50}};
    const r3d_mesh *parts[2] = {mesh, mesh};
    r3d_mesh *twice = NULL;
    (void)r3d_mesh_weld(parts, 2, R3D_PLANES_REBASED, NULL, &twice);
    r3d_mesh_destroy(twice);
    demand(r3d_mesh_group_labels(mesh) == R3D_OK, "labels were checked");
    demand(r3d_mesh_light(mesh, &light) == R3D_OK, "the light is no zero");
    demand(r3d_mesh_apply_frame(mesh, &frame) == R3D_OK, "the frame is valid");
    draw(mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = data != NULL ? (const char *)data : "";
    r3d_error error;
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_mesh_decode_text(text, size, "", true, NULL, &mesh, &error);
    if (result == R3D_OK) {
        use_mesh(mesh);
        r3d_mesh_destroy(mesh);
    } else {
        demand(mesh == NULL, "nothing is left");
        demand_report(result, &error);
    }
    r3d_loaded_skeleton loaded;
    result = r3d_skeleton_decode_text(text, size, "", NULL, &loaded, &error);
    if (result == R3D_OK) {
        r3d_loaded_skeleton_free(&loaded);
    } else {
        demand(loaded.memory == NULL, "nothing is left");
        demand_report(result, &error);
    }
    r3d_animation animation;
    result = r3d_animation_decode_text(text, size, "", &skeleton, NULL, &animation, &error);
    if (result == R3D_OK) {
        r3d_animation_free(&animation);
    } else {
        demand(animation.memory == NULL, "nothing is left");
        demand_report(result, &error);
    }
    return 0;
}
