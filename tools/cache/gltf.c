/* SPDX-License-Identifier: MIT */
/* Models of a cache as glTF: colours of lighting at the corners, without any light of the viewer
 * (KHR_materials_unlit), and the labels as joints of a skin that binds each vertex to one of them.
 */

#include "gltf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/assembly.h>
#include <retro3d/io.h>
#include <retro3d/light.h>
#include <retro3d/palette.h>
#include <retro3d/png.h>

#include "gltf_job.h"

static const float unit = 128.0f;
static const double brightness = 0.8;

/* ---- colours ---- */

/* A channel of the screen, 0..1, as light. */
static float linear(float value)
{
    return value <= 0.04045f ? value / 12.92f : (float)pow((value + 0.055f) / 1.055f, 2.4);
}

static bool is_textured(const gltf_job *j, int32_t face)
{
    return j->lit.infos != NULL && (j->lit.infos[face] & 2) != 0;
}

static bool is_hidden(const gltf_job *j, int32_t face)
{
    return j->lit.infos != NULL && j->lit.infos[face] == R3D_FACE_HIDDEN;
}

static gltf_material material_of(const gltf_job *j, int32_t face)
{
    gltf_material m = {.texture = -1, .translucent = false};
    if (is_textured(j, face)) {
        m.texture = j->lit.colors[face];
    } else {
        m.translucent = j->lit.alphas != NULL && j->lit.alphas[face] > 0;
    }
    return m;
}

/* The colour of a corner. Textures are darkened in sixteen steps: four shades, four halvings. */
static void corner_color(const gltf_job *j, int32_t face, int corner, float out[4])
{
    bool flat = j->lit.infos != NULL && (j->lit.infos[face] & 1) != 0;
    int32_t value = j->lit.lit[face * 3 + (flat ? 0 : corner)];
    out[3] = 1.0f;
    if (is_textured(j, face)) {
        int step = (value & 127) >> 3;
        float shade = (1.0f - (float)(step & 3) / 8.0f) / (float)(1 << (step >> 2));
        out[0] = linear(shade);
        out[1] = out[0];
        out[2] = out[0];
        return;
    }
    uint32_t rgb = j->palette->rgb[value & 0xFFFF];
    out[0] = linear((float)(rgb >> 16 & 255u) / 255.0f);
    out[1] = linear((float)(rgb >> 8 & 255u) / 255.0f);
    out[2] = linear((float)(rgb & 255u) / 255.0f);
    if (j->lit.alphas != NULL) {
        out[3] = 1.0f - (float)j->lit.alphas[face] / 255.0f; /* 255, the most, is not to be seen */
    }
}

/* ---- texture coordinates ---- */

static void difference(const gltf_job *j, int32_t to, int32_t from, double out[3])
{
    out[0] = (double)j->vertices.x[to] - j->vertices.x[from];
    out[1] = (double)j->vertices.y[to] - j->vertices.y[from];
    out[2] = (double)j->vertices.z[to] - j->vertices.z[from];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Where a vertex lies on the plane of its face, in units of the plane's two edges. */
static void texture_place(const gltf_job *j, int32_t face, int32_t vertex, float out[2])
{
    int32_t plane = j->lit.infos[face] >> 2;
    out[0] = 0;
    out[1] = 0;
    if (plane < 0 || plane >= j->lit.plane_count) {
        return;
    }
    const int32_t *corners = j->lit.planes + plane * 3;
    double u[3];
    double v[3];
    double d[3];
    difference(j, corners[1], corners[0], u);
    difference(j, corners[2], corners[0], v);
    difference(j, vertex, corners[0], d);
    double uu = dot(u, u);
    double vv = dot(v, v);
    double uv = dot(u, v);
    double area = uu * vv - uv * uv;
    if (area < 1e-6) {
        return;
    }
    out[0] = (float)((dot(d, u) * vv - dot(d, v) * uv) / area);
    out[1] = (float)((dot(d, v) * uu - dot(d, u) * uv) / area);
}

/* ---- materials ---- */

static int find_material(const gltf_job *j, gltf_material m)
{
    for (int i = 0; i < j->material_count; i++) {
        if (j->materials[i].texture == m.texture && j->materials[i].translucent == m.translucent) {
            return i;
        }
    }
    return -1;
}

static void collect_materials(gltf_job *j)
{
    for (int32_t face = 0; face < j->lit.face_count; face++) {
        gltf_material m = material_of(j, face);
        if (!is_hidden(j, face) && find_material(j, m) < 0 &&
            j->material_count < GLTF_MATERIALS_MAX) {
            j->materials[j->material_count++] = m;
        }
    }
}

static r3d_result encode_texture(const r3d_image8 *image, void **out_data, size_t *out_size,
                                 r3d_error *out_error);

/* Prints materials, textures and images. Textures that do not exist are drawn white. */
static r3d_result print_materials(gltf_job *j)
{
    growing_text images = {NULL, 0, 0};
    growing_text textures = {NULL, 0, 0};
    r3d_result result = R3D_OK;
    int image_count = 0;
    gltf_print(&j->file, &j->json, ",\"materials\":[");
    for (int i = 0; i < j->material_count && result == R3D_OK; i++) {
        const gltf_material *m = &j->materials[i];
        const r3d_image8 *image = NULL;
        if (m->texture >= 0 && r3d_cache_contains(j->cache, R3D_CACHE_TEXTURES, m->texture)) {
            void *data = NULL;
            size_t size = 0;
            result = r3d_cache_get_texture(j->cache, m->texture, &image, j->out_error);
            if (result == R3D_OK) {
                result = encode_texture(image, &data, &size, j->out_error);
            }
            if (result == R3D_OK) {
                int view = gltf_add_view(&j->file, data, size, R3D_GLTF_NO_TARGET);
                gltf_print(&j->file, &images, "%s{\"bufferView\":%d,\"mimeType\":\"image/png\"}",
                           image_count > 0 ? "," : "", view);
                gltf_print(&j->file, &textures, "%s{\"sampler\":0,\"source\":%d}",
                           image_count > 0 ? "," : "", image_count);
            }
            free(data);
        }
        gltf_print(&j->file, &j->json, "%s{\"pbrMetallicRoughness\":{", i > 0 ? "," : "");
        if (image != NULL) {
            gltf_print(&j->file, &j->json, "\"baseColorTexture\":{\"index\":%d},", image_count);
            image_count++;
        }
        const char *mode = m->translucent ? "BLEND" : m->texture >= 0 ? "MASK" : "OPAQUE";
        gltf_print(&j->file, &j->json,
                   "\"metallicFactor\":0,\"roughnessFactor\":1},\"alphaMode\":\"%s\","
                   "\"extensions\":{\"KHR_materials_unlit\":{}}}",
                   mode);
    }
    gltf_print(&j->file, &j->json, "]");
    if (image_count > 0) {
        gltf_print(&j->file, &j->json,
                   ",\"samplers\":[{\"magFilter\":9728,\"minFilter\":9728}],\"images\":[");
        gltf_append(&j->file, &j->json, &images);
        gltf_print(&j->file, &j->json, "],\"textures\":[");
        gltf_append(&j->file, &j->json, &textures);
        gltf_print(&j->file, &j->json, "]");
    }
    free(images.data);
    free(textures.data);
    return result;
}

/* ---- geometry ---- */

/* Corners of the faces of one material, side by side. */
typedef struct corner_arrays {
    float *positions;
    float *colors;
    float *places;
    float *weights;
    unsigned char *joints;
    int count;
} corner_arrays;

static void free_arrays(corner_arrays *a)
{
    free(a->positions);
    free(a->colors);
    free(a->places);
    free(a->weights);
    free(a->joints);
}

static bool make_arrays(corner_arrays *a, int32_t faces)
{
    size_t corners = (size_t)faces * 3 + 1;
    a->count = 0;
    a->positions = malloc(corners * 3 * sizeof(float));
    a->colors = malloc(corners * 4 * sizeof(float));
    a->places = malloc(corners * 2 * sizeof(float));
    a->weights = calloc(corners * 4, sizeof(float));
    a->joints = calloc(corners, 4);
    return a->positions != NULL && a->colors != NULL && a->places != NULL && a->weights != NULL &&
           a->joints != NULL;
}

static void add_corner(const gltf_job *j, corner_arrays *a, int32_t face, int corner)
{
    int32_t vertex = j->lit.corners[face * 3 + corner];
    int i = a->count++;
    a->positions[i * 3] = (float)j->vertices.x[vertex] / unit;
    a->positions[i * 3 + 1] = -(float)j->vertices.y[vertex] / unit;
    a->positions[i * 3 + 2] = -(float)j->vertices.z[vertex] / unit;
    corner_color(j, face, corner, a->colors + i * 4);
    if (is_textured(j, face)) {
        texture_place(j, face, vertex, a->places + i * 2);
    }
    a->weights[i * 4] = 1.0f;
    if (j->vertices.labels != NULL) {
        a->joints[i * 4] = (unsigned char)j->vertices.labels[vertex];
    }
}

static void print_primitive(gltf_job *j, const corner_arrays *a, int index, bool textured)
{
    int positions = gltf_add_floats(&j->file, a->positions, a->count, 3, R3D_GLTF_VERTICES, true);
    int colors = gltf_add_floats(&j->file, a->colors, a->count, 4, R3D_GLTF_VERTICES, false);
    gltf_print(&j->file, &j->json,
               "%s{\"material\":%d,\"attributes\":{\"POSITION\":%d,\"COLOR_0\":%d",
               index > 0 ? "," : "", index, positions, colors);
    if (textured) {
        gltf_print(&j->file, &j->json, ",\"TEXCOORD_0\":%d",
                   gltf_add_floats(&j->file, a->places, a->count, 2, R3D_GLTF_VERTICES, false));
    }
    if (j->vertices.labels != NULL) {
        int joints = gltf_add_joints(&j->file, a->joints, a->count);
        int weights = gltf_add_floats(&j->file, a->weights, a->count, 4, R3D_GLTF_VERTICES, false);
        gltf_print(&j->file, &j->json, ",\"JOINTS_0\":%d,\"WEIGHTS_0\":%d", joints, weights);
    }
    gltf_print(&j->file, &j->json, "}}");
}

static r3d_result print_mesh(gltf_job *j)
{
    corner_arrays arrays;
    memset(&arrays, 0, sizeof arrays);
    if (!make_arrays(&arrays, j->lit.face_count)) {
        free_arrays(&arrays);
        gltf_fail_memory(j->out_error, "mesh");
        return R3D_ERR_MEMORY;
    }
    gltf_print(&j->file, &j->json, ",\"meshes\":[{\"primitives\":[");
    for (int index = 0; index < j->material_count; index++) {
        arrays.count = 0;
        for (int32_t face = 0; face < j->lit.face_count; face++) {
            if (is_hidden(j, face) || find_material(j, material_of(j, face)) != index) {
                continue;
            }
            for (int corner = 0; corner < 3; corner++) {
                add_corner(j, &arrays, face, corner);
            }
        }
        print_primitive(j, &arrays, index, j->materials[index].texture >= 0);
    }
    gltf_print(&j->file, &j->json, "]}]");
    free_arrays(&arrays);
    return R3D_OK;
}

/* ---- files ---- */

static r3d_result save(gltf_job *j, const char *path, const int32_t seqs[GLTF_SEQUENCES_MAX])
{
    r3d_gamma gamma;
    j->palette = malloc(sizeof *j->palette);
    if (j->palette == NULL) {
        gltf_fail_memory(j->out_error, "palette");
        return R3D_ERR_MEMORY;
    }
    (void)r3d_gamma_build(brightness, &gamma);
    (void)r3d_palette_build(&gamma, R3D_BLACK_KEPT, j->palette);
    collect_materials(j);
    gltf_count_joints(j);
    gltf_print_nodes(j);
    r3d_result result = R3D_OK;
    if (j->material_count > 0) {
        result = print_mesh(j);
        if (result == R3D_OK) {
            result = print_materials(j);
        }
    }
    if (result == R3D_OK) {
        result = gltf_print_animations(j, seqs);
    }
    if (result == R3D_OK && j->source != NULL) {
        result = gltf_add_source(j, seqs);
    }
    if (result == R3D_OK) {
        result = gltf_save(&j->file, path, &j->json, j->out_error);
    }
    free(j->palette);
    free(j->json.data);
    gltf_free(&j->file);
    return result;
}

static void set_vertices(gltf_job *j, const r3d_mesh_view *view, bool with_labels)
{
    j->vertices.count = view->vertex_count;
    j->vertices.x = view->x;
    j->vertices.y = view->y;
    j->vertices.z = view->z;
    j->vertices.labels = with_labels ? view->vertex_labels : NULL;
}

static r3d_result mesh_failed(r3d_result result, const char *path, r3d_error *out_error)
{
    if (out_error != NULL) {
        memset(out_error, 0, sizeof *out_error);
        out_error->result = result;
        out_error->offset = -1;
        snprintf(out_error->file, sizeof out_error->file, "%.500s", path);
        snprintf(out_error->message, sizeof out_error->message, "%s", r3d_result_string(result));
    }
    return result;
}

r3d_result gltf_save_mesh(const char *path, r3d_cache *cache, const r3d_mesh *mesh,
                          r3d_error *out_error)
{
    static const int32_t no_seqs[GLTF_SEQUENCES_MAX] = {-1, -1};
    gltf_job j = {.cache = cache, .node_scale = {1, 1, 1}, .out_error = out_error};
    r3d_mesh_get_view(mesh, &j.lit);
    set_vertices(&j, &j.lit, false);
    return save(&j, path, no_seqs);
}

r3d_result gltf_save_model(const char *path, r3d_cache *cache, int32_t model, r3d_error *out_error)
{
    static const r3d_light light = {64, 768, {-50, -10, -50}};
    static const int32_t no_seqs[GLTF_SEQUENCES_MAX] = {-1, -1};
    r3d_mesh *mesh = NULL;
    r3d_mesh *source = NULL;
    gltf_job j = {.cache = cache, .node_scale = {1, 1, 1}, .out_error = out_error};
    r3d_result result = r3d_cache_get_mesh(cache, model, &mesh, out_error);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_mesh_copy(mesh, &source);
    if (result == R3D_OK) {
        result = r3d_mesh_light(mesh, &light);
    }
    if (result != R3D_OK) {
        r3d_mesh_destroy(mesh);
        r3d_mesh_destroy(source);
        return mesh_failed(result, path, out_error);
    }
    r3d_mesh_get_view(mesh, &j.lit);
    set_vertices(&j, &j.lit, false);
    j.source = source;
    result = save(&j, path, no_seqs);
    r3d_mesh_destroy(mesh);
    r3d_mesh_destroy(source);
    return result;
}

/* The models of a character as one mesh, not lit, so that it has its labels. */
static r3d_result weld_npc(r3d_cache *cache, const r3d_cache_npc *npc, const char *path,
                           r3d_mesh **out_mesh, r3d_error *out_error)
{
    r3d_mesh *parts[256];
    int32_t count = 0;
    r3d_cache_rules rules;
    r3d_result result = R3D_OK;
    r3d_cache_rules_init(&rules);
    r3d_cache_get_rules(cache, &rules);
    while (count < npc->model_count && result == R3D_OK) {
        result = r3d_cache_get_mesh(cache, npc->models[count], &parts[count], out_error);
        count += result == R3D_OK ? 1 : 0;
    }
    if (result == R3D_OK) {
        if (count == 1) {
            result = r3d_mesh_copy(parts[0], out_mesh);
        } else {
            result =
                r3d_mesh_weld((const r3d_mesh *const *)parts, count, rules.planes, NULL, out_mesh);
        }
        if (result != R3D_OK) {
            (void)mesh_failed(result, path, out_error);
        }
    }
    for (int32_t i = 0; i < count; i++) {
        r3d_mesh_destroy(parts[i]);
    }
    return result;
}

/* The models of a character in its colours, not lit. */
static r3d_result make_source(const r3d_cache_npc *npc, const r3d_mesh *rest, const char *path,
                              r3d_mesh **out_mesh, r3d_error *out_error)
{
    r3d_result result = r3d_mesh_copy(rest, out_mesh);
    for (int32_t i = 0; i < npc->recolor_count && result == R3D_OK; i++) {
        result = r3d_mesh_recolor(*out_mesh, npc->recolors[i].from, npc->recolors[i].to);
    }
    return result == R3D_OK ? R3D_OK : mesh_failed(result, path, out_error);
}

r3d_result gltf_save_npc(const char *path, r3d_cache *cache, int32_t npc, r3d_error *out_error)
{
    const r3d_cache_npc *record;
    r3d_mesh *lit = NULL;
    r3d_mesh *rest = NULL;
    r3d_mesh *source = NULL;
    r3d_mesh_view view;
    gltf_job j = {.cache = cache, .out_error = out_error};
    r3d_result result = r3d_cache_get_npc(cache, npc, &record, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_make_npc(cache, npc, NULL, &lit, out_error);
    }
    if (result == R3D_OK) {
        result = weld_npc(cache, record, path, &rest, out_error);
    }
    if (result == R3D_OK) {
        result = make_source(record, rest, path, &source, out_error);
    }
    if (result == R3D_OK) {
        const int32_t seqs[GLTF_SEQUENCES_MAX] = {record->stand_seq, record->walk_seq};
        r3d_mesh_get_view(lit, &j.lit);
        r3d_mesh_get_view(rest, &view);
        set_vertices(&j, &view, true);
        j.node_scale[0] = (float)record->scale_xz / 128.0f;
        j.node_scale[1] = (float)record->scale_y / 128.0f;
        j.node_scale[2] = j.node_scale[0];
        j.source = source;
        j.part_scale[0] = record->scale_xz;
        j.part_scale[1] = record->scale_y;
        j.has_motion = true;
        result = save(&j, path, seqs);
    }
    r3d_mesh_destroy(lit);
    r3d_mesh_destroy(source);
    r3d_mesh_destroy(rest);
    return result;
}

/* ---- textures ---- */

/* The picture on its canvas, RGBA, holes transparent. NULL without memory. */
static uint8_t *expand_texture(const r3d_image8 *image)
{
    const r3d_image_frame *frame = &image->frame;
    size_t width = (size_t)frame->canvas_width;
    size_t height = (size_t)frame->canvas_height;
    uint8_t *rgba = calloc(width * height, 4);
    for (int32_t y = 0; rgba != NULL && y < frame->height; y++) {
        for (int32_t x = 0; x < frame->width; x++) {
            int32_t column = x + frame->offset_x;
            int32_t row = y + frame->offset_y;
            uint8_t index = image->pixels[y * frame->width + x];
            if (index == 0 || column >= frame->canvas_width || row >= frame->canvas_height) {
                continue;
            }
            uint8_t *out = rgba + ((size_t)row * width + (size_t)column) * 4;
            uint32_t rgb = image->palette_rgb[index];
            out[0] = (uint8_t)(rgb >> 16);
            out[1] = (uint8_t)(rgb >> 8);
            out[2] = (uint8_t)rgb;
            out[3] = 255;
        }
    }
    return rgba;
}

static r3d_picture_view view_of(const r3d_image8 *image, const uint8_t *rgba)
{
    r3d_picture_view view = {.pixels = rgba,
                             .stride_bytes = (ptrdiff_t)image->frame.canvas_width * 4,
                             .width = image->frame.canvas_width,
                             .height = image->frame.canvas_height,
                             .layout = R3D_LAYOUT_RGBA8};
    return view;
}

static r3d_result encode_texture(const r3d_image8 *image, void **out_data, size_t *out_size,
                                 r3d_error *out_error)
{
    uint8_t *rgba = expand_texture(image);
    if (rgba == NULL) {
        gltf_fail_memory(out_error, "texture");
        return R3D_ERR_MEMORY;
    }
    r3d_picture_view view = view_of(image, rgba);
    r3d_result result = r3d_png_encode(&view, R3D_PNG_SMALL, NULL, out_data, out_size, out_error);
    free(rgba);
    return result;
}

r3d_result gltf_save_texture(const char *path, const r3d_image8 *image, r3d_error *out_error)
{
    uint8_t *rgba = expand_texture(image);
    if (rgba == NULL) {
        gltf_fail_memory(out_error, "texture");
        return R3D_ERR_MEMORY;
    }
    r3d_picture_view view = view_of(image, rgba);
    r3d_result result = r3d_png_save(path, &view, R3D_PNG_SMALL, out_error);
    free(rgba);
    return result;
}
