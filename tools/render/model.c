/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/pictures.h>

#include "../common/commands.h"

enum {
    COORDINATE_MAX = 8000 /* the products of edges, and corners seen from afar, fit 32 bits */
};

static bool out_of_memory(void)
{
    fprintf(stderr, "retro3d: out of memory\n");
    return false;
}

static bool report(r3d_result result, const r3d_error *error)
{
    if (result != R3D_OK) {
        report_error(error);
    }
    return result == R3D_OK;
}

static bool make_context(render_model *model)
{
    r3d_mesh_view view;
    r3d_draw_context_desc desc;
    r3d_mesh_get_view(model->base, &view);
    r3d_draw_context_desc_init(&desc);
    desc.vertex_capacity = view.vertex_count;
    desc.face_capacity = view.face_count;
    return r3d_draw_context_create(&desc, &model->context) == R3D_OK || out_of_memory();
}

/* Models of other programs are imported first. */
static void tell_import(const char *path)
{
    static const char *const endings[] = {".glb", ".gltf", ".obj", ".fbx", ".stl",
                                          ".ply", ".dae",  ".3ds", ".md2"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0]; i++) {
        size_t same = 0;
        while (dot[same] != '\0' && (dot[same] | 0x20) == (endings[i][same] | 0x20)) {
            same++;
        }
        if (dot[same] == '\0' && endings[i][same] == '\0') {
            fprintf(stderr,
                    "%s is a model of another format: retro3d import %s -o MODEL.mesh makes a mesh "
                    "of it, which render draws\n",
                    path, path);
            return;
        }
    }
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
        if (!loaded && error.result != R3D_ERR_IO_OPEN) {
            tell_import(paths[i]);
        }
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

/* Makes a mesh so small that the engine's arithmetic does not wrap. */
static r3d_result shrink(render_model *model, const char *name)
{
    int64_t greatest;
    r3d_result result = render_shrink(model->base, COORDINATE_MAX, &greatest, &model->shrink);
    if (greatest <= COORDINATE_MAX) {
        return R3D_OK;
    }
    fprintf(stderr,
            "%s: coordinates reach %lld; above %d the engine's 32-bit arithmetic wraps, so the "
            "model is drawn at %.3g %% of its size\n",
            name, (long long)greatest, COORDINATE_MAX, model->shrink * 100);
    return result;
}

bool render_light_is_usable(const r3d_light *light)
{
    static const int32_t x[3] = {0, 100, 0};
    static const int32_t y[3] = {0, 0, 100};
    static const int32_t z[3] = {0, 0, 0};
    static const int32_t corners[6] = {0, 1, 2, 0, 1, 2};
    static const int32_t colors[2] = {0, 0};
    static const int32_t infos[2] = {R3D_FACE_FLAT, R3D_FACE_GOURAUD};
    r3d_mesh_desc desc;
    r3d_mesh *mesh = NULL;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = 3;
    desc.face_count = 2;
    desc.x = x;
    desc.y = y;
    desc.z = z;
    desc.corners = corners;
    desc.colors = colors;
    desc.infos = infos;
    r3d_result result = r3d_mesh_create(&desc, NULL, &mesh);
    if (result == R3D_OK) {
        result = r3d_mesh_light(mesh, light);
    }
    r3d_mesh_destroy(mesh);
    return result != R3D_ERR_RANGE;
}

bool render_model_load(render_model *model, const char *const *mesh_paths, int32_t path_count,
                       const r3d_light *light, double brightness)
{
    model->base = load_parts(mesh_paths, path_count);
    if (model->base == NULL) {
        return false;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(model->base, &view);
    if (view.face_count == 0) {
        fprintf(stderr, "%s: there are no faces, so there is nothing to draw\n", mesh_paths[0]);
        return false;
    }
    r3d_result result = shrink(model, mesh_paths[0]);
    if (result == R3D_OK) {
        result = r3d_mesh_group_labels(model->base);
    }
    if (result == R3D_OK) {
        result = r3d_mesh_light(model->base, light);
    }
    if (result == R3D_ERR_RANGE) {
        fprintf(stderr, "%s: under this light a rule of the engine divides by zero\n",
                mesh_paths[0]);
        return false;
    }
    model->palette = malloc(sizeof *model->palette);
    if (result != R3D_OK || model->palette == NULL ||
        r3d_mesh_copy(model->base, &model->pose) != R3D_OK ||
        r3d_gamma_build(brightness, &model->gamma) != R3D_OK ||
        r3d_palette_build(&model->gamma, R3D_BLACK_KEPT, model->palette) != R3D_OK) {
        return out_of_memory();
    }
    render_extent_begin(&model->extent);
    return make_context(model);
}

/* Room for the operations of any frame. */
static bool reserve_ops(render_model *model)
{
    int32_t most = 0;
    for (int32_t i = 0; i < model->animation.frame_count; i++) {
        const int32_t count = model->animation.frames[i].frame.op_count;
        most = count > most ? count : most;
    }
    model->shrunk_ops = calloc((size_t)most + 1, sizeof *model->shrunk_ops);
    return model->shrunk_ops != NULL || out_of_memory();
}

bool render_model_load_animation(render_model *model, const char *skeleton_path,
                                 const char *animation_path)
{
    r3d_error error;
    return report(r3d_skeleton_load_text(skeleton_path, NULL, &model->skeleton, &error), &error) &&
           report(r3d_animation_load_text(animation_path, &model->skeleton.skeleton, NULL,
                                          &model->animation, &error),
                  &error) &&
           reserve_ops(model);
}

bool render_model_load_texture(render_model *model, int32_t number, const char *path)
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

/* A frame for a mesh that was shrunk: distances shrink with it. */
static r3d_frame shrunk_frame(const render_model *model, const r3d_frame *frame)
{
    r3d_frame shrunk = *frame;
    shrunk.ops = model->shrunk_ops;
    for (int32_t i = 0; i < frame->op_count; i++) {
        r3d_frame_op *op = &model->shrunk_ops[i];
        *op = frame->ops[i];
        const int32_t type = frame->skeleton->bases[op->base].type;
        if (type == R3D_BASE_ORIGIN || type == R3D_BASE_TRANSLATE) {
            op->x = (int32_t)floor(op->x * model->shrink + 0.5);
            op->y = (int32_t)floor(op->y * model->shrink + 0.5);
            op->z = (int32_t)floor(op->z * model->shrink + 0.5);
        }
    }
    return shrunk;
}

static bool pose(render_model *model, const r3d_frame *frame)
{
    r3d_frame shrunk;
    if (frame != NULL && model->shrink < 1) {
        shrunk = shrunk_frame(model, frame);
        frame = &shrunk;
    }
    if (r3d_mesh_reset(model->pose, model->base) != R3D_OK ||
        r3d_mesh_apply_two_frames(model->pose, frame, NULL, NULL) != R3D_OK) {
        return out_of_memory(); /* the animation was checked when it was loaded */
    }
    return true;
}

bool render_model_add_extent(render_model *model, const r3d_frame *frame, const render_view *view)
{
    r3d_mesh_view mesh;
    if (!pose(model, frame)) {
        return false;
    }
    r3d_mesh_get_view(model->pose, &mesh);
    render_extent_add(&model->extent, &mesh, view);
    return true;
}

void render_model_place_eye(render_model *model, const render_view *view, bool turns)
{
    render_place_eye(&model->extent, view, turns, &model->eye);
    if (model->eye.is_closest && view->zoom > 100) {
        fprintf(stderr,
                "retro3d render: at --zoom %ld the eye would be in the model; drawn as large as "
                "can be\n",
                (long)view->zoom);
    }
}

bool render_model_draw(render_model *model, const r3d_frame *frame, const render_view *view,
                       uint32_t *pixels, int32_t stride_px, r3d_result *out_result,
                       r3d_draw_report *out_report)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_icon_view icon;
    render_eye eye = model->eye;
    memset(out_report, 0, sizeof *out_report);
    if (!pose(model, frame) || render_scale(model->pose, model->eye.scale, &eye.scale) != R3D_OK ||
        r3d_mesh_set_bounds(model->pose, R3D_BOUNDS_CYLINDER) != R3D_OK ||
        r3d_surface_init(&surface, pixels, view->width, view->height, stride_px) != R3D_OK ||
        r3d_raster_init(&raster, &surface, model->palette) != R3D_OK) {
        return out_of_memory();
    }
    for (int32_t y = 0; y < view->height; y++) {
        memset(pixels + (ptrdiff_t)y * stride_px, 0, (size_t)view->width * sizeof *pixels);
    }
    if (view->has_background) {
        r3d_surface_clear(&surface, view->background_rgb);
    }
    raster.smooth = view->smooth;
    render_get_icon_view(&eye, view, &icon);
    *out_result = r3d_draw_model(model->context, &raster, model->pose, &icon, out_report);
    return true;
}

void render_model_explain(const render_model *model, r3d_result result,
                          const r3d_draw_report *report)
{
    r3d_mesh_view view;
    r3d_mesh_get_view(model->base, &view);
    const int32_t face = report->reason_face;
    fprintf(stderr, "retro3d render: %ld faces were not drawn; ", (long)report->faces_skipped);
    if (face < 0 || face >= view.face_count) {
        fprintf(stderr, "%s\n", r3d_result_string(result));
    } else if (result == R3D_ERR_STATE && view.colors != NULL &&
               view.colors[face] >= R3D_RENDER_TEXTURES_MAX) {
        fprintf(stderr, "face %ld has texture %ld, but textures have numbers 0..%d\n", (long)face,
                (long)view.colors[face], R3D_RENDER_TEXTURES_MAX - 1);
    } else if (result == R3D_ERR_STATE && view.colors != NULL) {
        fprintf(stderr,
                "face %ld has texture %ld, which is not loaded: expected --texture "
                "%ld=FILE.tx8\n",
                (long)face, (long)view.colors[face], (long)view.colors[face]);
    } else if (result == R3D_ERR_FORMAT_INDEX && view.infos != NULL) {
        fprintf(stderr, "face %ld has texture plane %ld, but there are %ld planes\n", (long)face,
                (long)(view.infos[face] >> 2), (long)view.plane_count);
    } else if (result == R3D_ERR_RANGE && view.priorities != NULL &&
               (view.priorities[face] < 0 || view.priorities[face] > 11)) {
        fprintf(stderr, "face %ld has priority %ld, expected 0..11\n", (long)face,
                (long)view.priorities[face]);
    } else {
        fprintf(stderr, "face %ld: %s\n", (long)face, r3d_result_string(result));
    }
}

void render_model_free(render_model *model)
{
    r3d_mesh_destroy(model->base);
    r3d_mesh_destroy(model->pose);
    r3d_animation_free(&model->animation);
    r3d_loaded_skeleton_free(&model->skeleton);
    r3d_draw_context_destroy(model->context);
    free(model->palette);
    free(model->shrunk_ops);
    for (int i = 0; i < R3D_RENDER_TEXTURES_MAX; i++) {
        free(model->texels[i]);
    }
    memset(model, 0, sizeof *model);
}
