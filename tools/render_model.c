/* SPDX-License-Identifier: MIT */
#include "render_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "commands.h"

enum {
    FOCAL_LENGTH = 512,
    FILL_PERCENT = 94 /* of the picture, at a zoom of 100 */
};

static bool out_of_memory(void)
{
    fprintf(stderr, "retro3d: out of memory\n");
    return false;
}

static bool report(r3d_result result, const r3d_error *error)
{
    if (result != R3D_OK) {
        r3d_print_error(error);
    }
    return result == R3D_OK;
}

static bool make_context(r3d_render_model *model)
{
    r3d_mesh_view view;
    r3d_draw_context_desc desc;
    r3d_mesh_get_view(model->base, &view);
    r3d_draw_context_desc_init(&desc);
    desc.vertex_capacity = view.vertex_count;
    desc.face_capacity = view.face_count;
    return r3d_draw_context_create(&desc, &model->context) == R3D_OK || out_of_memory();
}

/* Loads the parts of a model and makes one mesh of them. */
static r3d_mesh *load_parts(const char *const *paths, int32_t count)
{
    r3d_mesh *parts[R3D_RENDER_PARTS_MAX] = {NULL};
    r3d_mesh *whole = NULL;
    r3d_error error;
    bool loaded = true;
    for (int32_t i = 0; i < count && loaded; i++) {
        loaded = report(r3d_mesh_load_text(paths[i], false, NULL, &parts[i], &error), &error);
    }
    if (loaded && count == 1) {
        return parts[0];
    }
    if (loaded) {
        const r3d_mesh *views[R3D_RENDER_PARTS_MAX];
        for (int32_t i = 0; i < count; i++) {
            views[i] = parts[i];
        }
        r3d_result result = r3d_mesh_weld(views, count, R3D_PLANES_REBASED, NULL, &whole);
        if (result != R3D_OK) {
            fprintf(stderr, "retro3d: the parts cannot be welded: %s\n", r3d_result_string(result));
        }
    }
    for (int32_t i = 0; i < count; i++) {
        r3d_mesh_destroy(parts[i]);
    }
    return whole;
}

bool r3d_render_model_load(r3d_render_model *model, const char *const *mesh_paths,
                           int32_t path_count, const r3d_light *light, double brightness)
{
    model->base = load_parts(mesh_paths, path_count);
    if (model->base == NULL) {
        return false;
    }
    r3d_result result = r3d_mesh_group_labels(model->base);
    if (result == R3D_OK) {
        result = r3d_mesh_light(model->base, light);
    }
    if (result == R3D_ERR_RANGE) {
        fprintf(stderr, "retro3d: the light is too weak to have a direction\n");
        return false;
    }
    model->palette = malloc(sizeof *model->palette);
    if (result != R3D_OK || model->palette == NULL ||
        r3d_mesh_copy(model->base, &model->pose) != R3D_OK ||
        r3d_gamma_build(brightness, &model->gamma) != R3D_OK ||
        r3d_palette_build(&model->gamma, R3D_BLACK_KEPT, model->palette) != R3D_OK) {
        return out_of_memory();
    }
    if (!make_context(model)) {
        return false;
    }
    r3d_render_model_begin_extent(model);
    return true;
}

bool r3d_render_model_load_animation(r3d_render_model *model, const char *skeleton_path,
                                     const char *animation_path)
{
    r3d_error error;
    return report(r3d_skeleton_load_text(skeleton_path, NULL, &model->skeleton, &error), &error) &&
           report(r3d_animation_load_text(animation_path, &model->skeleton.skeleton, NULL,
                                          &model->animation, &error),
                  &error);
}

bool r3d_render_model_load_texture(r3d_render_model *model, int32_t number, const char *path)
{
    r3d_image8 image;
    r3d_error error;
    if (!report(r3d_image8_load_tx8(path, R3D_TX8_TEXTURE, NULL, &image, &error), &error)) {
        return false;
    }
    free(model->texels[number]);
    model->texels[number] = malloc(r3d_texels_count(R3D_DETAIL_HIGH) * sizeof(uint32_t));
    r3d_texels texels;
    bool made = model->texels[number] != NULL &&
                r3d_texels_build(&image, R3D_DETAIL_HIGH, &model->gamma, R3D_BLACK_KEPT,
                                 model->texels[number], &texels) == R3D_OK &&
                r3d_draw_context_set_texture(model->context, number, &texels) == R3D_OK;
    r3d_image8_free(&image, NULL);
    return made || out_of_memory();
}

bool r3d_render_model_pose(r3d_render_model *model, const r3d_frame *frame)
{
    if (r3d_mesh_reset(model->pose, model->base) != R3D_OK ||
        r3d_mesh_apply_two_frames(model->pose, frame, NULL, NULL) != R3D_OK ||
        r3d_mesh_set_bounds(model->pose, R3D_BOUNDS_CYLINDER) != R3D_OK) {
        return out_of_memory(); /* the animation was checked when it was loaded */
    }
    return true;
}

void r3d_render_model_begin_extent(r3d_render_model *model)
{
    r3d_mesh_view view;
    r3d_mesh_get_view(model->pose, &view);
    model->extent = view.bounds;
}

void r3d_render_model_add_extent(r3d_render_model *model)
{
    r3d_mesh_view view;
    r3d_mesh_get_view(model->pose, &view);
    r3d_bounds *extent = &model->extent;
    extent->up = view.bounds.up > extent->up ? view.bounds.up : extent->up;
    extent->down = view.bounds.down > extent->down ? view.bounds.down : extent->down;
    extent->radius = view.bounds.radius > extent->radius ? view.bounds.radius : extent->radius;
}

/* How far away the model's middle must be for the sphere around its cylinder to fill the smaller
 * side. A sphere of radius r at distance d shows a radius of f * r / sqrt(d*d - r*r); for that to
 * be h, with q = r * f / h, d is sqrt(q*q + r*r), which is close to q + r*r / 2q. */
static int32_t distance_of(const r3d_bounds *extent, const r3d_render_view *view)
{
    int64_t radius = extent->radius;
    int64_t half_height = ((int64_t)extent->up + extent->down + 1) / 2;
    int64_t sphere = 1;
    while (sphere * sphere < radius * radius + half_height * half_height && sphere < INT32_MAX) {
        sphere += 1 + sphere / 1024;
    }
    int32_t side = view->width < view->height ? view->width : view->height;
    int64_t q = sphere * FOCAL_LENGTH * 2 * 100 / ((int64_t)side * FILL_PERCENT);
    q = q > 0 ? q : 1;
    int64_t distance = (q + sphere * sphere / (2 * q)) * 100 / view->zoom;
    return distance < 1000000 ? (int32_t)distance : 1000000;
}

r3d_result r3d_render_model_draw(const r3d_render_model *model, const r3d_render_view *view,
                                 uint32_t *pixels, int32_t stride_px, r3d_draw_report *out_report)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_result result = r3d_surface_init(&surface, pixels, view->width, view->height, stride_px);
    if (result == R3D_OK) {
        result = r3d_raster_init(&raster, &surface, model->palette);
    }
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t y = 0; y < view->height; y++) {
        memset(pixels + (ptrdiff_t)y * stride_px, 0, (size_t)view->width * sizeof *pixels);
    }
    if (view->has_background) {
        r3d_surface_clear(&surface, view->background_rgb);
    }
    raster.smooth = view->smooth;
    int32_t distance = distance_of(&model->extent, view);
    r3d_icon_view icon;
    memset(&icon, 0, sizeof icon);
    icon.yaw_a11 = view->yaw_a11;
    icon.roll_a11 = view->roll_a11;
    icon.eye_pitch_a11 = view->pitch_a11;
    int32_t middle = (model->extent.up - model->extent.down) / 2;
    int64_t sine = r3d_sin_a11(view->pitch_a11);
    int64_t cosine = r3d_cos_a11(view->pitch_a11);
    icon.eye.y = (int32_t)(sine * distance >> 16) + middle;
    icon.eye.z = (int32_t)(cosine * distance >> 16);
    return r3d_draw_model(model->context, &raster, model->pose, &icon, out_report);
}

void r3d_render_model_free(r3d_render_model *model)
{
    r3d_mesh_destroy(model->base);
    r3d_mesh_destroy(model->pose);
    r3d_animation_free(&model->animation);
    r3d_loaded_skeleton_free(&model->skeleton);
    r3d_draw_context_destroy(model->context);
    free(model->palette);
    for (int i = 0; i < R3D_RENDER_TEXTURES_MAX; i++) {
        free(model->texels[i]);
    }
    memset(model, 0, sizeof *model);
}
