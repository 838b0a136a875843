/* SPDX-License-Identifier: MIT */
/* See identify.h. Source: golden/cache/README.md. */

#include "identify.h"

#include <string.h>

#include <retro3d/light.h>

#include "cards.h"

/* CRC-32 over 32-bit big-endian numbers. */
static void add_number(uint32_t *crc, int32_t number)
{
    uint32_t bits = (uint32_t)number;
    const uint8_t bytes[4] = {(uint8_t)(bits >> 24), (uint8_t)(bits >> 16), (uint8_t)(bits >> 8),
                              (uint8_t)bits};
    *crc = r3d_crc32(*crc, bytes, sizeof bytes);
}

/* An element of an array that may be absent. */
static void add_optional(uint32_t *crc, const int32_t *array, int32_t index)
{
    add_number(crc, array != NULL ? array[index] : -1);
}

static void add_shape(const r3d_mesh_view *view, identity *numbers)
{
    numbers->count[0] = view->vertex_count;
    numbers->count[1] = view->face_count;
    numbers->count[2] = view->plane_count;
    for (int32_t i = 0; i < view->vertex_count; i++) {
        add_number(&numbers->crc_a, view->x[i]);
        add_number(&numbers->crc_a, view->y[i]);
        add_number(&numbers->crc_a, view->z[i]);
        add_optional(&numbers->crc_a, view->vertex_labels, i);
    }
    for (int32_t i = 0; i < view->face_count; i++) {
        for (int32_t corner = 0; corner < 3; corner++) {
            add_number(&numbers->crc_b, view->corners[i * 3 + corner]);
        }
        add_number(&numbers->crc_b, view->colors[i]);
        add_optional(&numbers->crc_b, view->infos, i);
        add_optional(&numbers->crc_b, view->priorities, i);
        add_optional(&numbers->crc_b, view->alphas, i);
        add_optional(&numbers->crc_b, view->face_labels, i);
    }
    for (int32_t i = 0; i < view->plane_count * 3; i++) {
        add_number(&numbers->crc_b, view->planes[i]);
    }
    add_number(&numbers->crc_b, view->priority);
}

static void add_lit(const r3d_mesh_view *view, identity *numbers)
{
    for (int32_t i = 0; i < view->face_count; i++) {
        bool flat = view->infos != NULL && (view->infos[i] & 1) != 0;
        add_number(&numbers->crc_lit, view->lit[i * 3]);
        add_number(&numbers->crc_lit, flat ? 0 : view->lit[i * 3 + 1]);
        add_number(&numbers->crc_lit, flat ? 0 : view->lit[i * 3 + 2]);
    }
    numbers->bounds = view->bounds;
}

static r3d_result model_numbers(r3d_cache *cache, int32_t id, identity *numbers,
                                r3d_error *out_error)
{
    static const r3d_light light = {64, 768, {-50, -10, -50}};
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_cache_get_mesh(cache, id, &mesh, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    add_shape(&view, numbers);
    result = r3d_mesh_light(mesh, &light);
    if (result == R3D_OK) {
        r3d_mesh_get_view(mesh, &view);
        add_lit(&view, numbers);
    } else {
        (void)card_fail(out_error, result, cache, "model %ld cannot be lit: %s", (long)id,
                        r3d_result_string(result));
    }
    r3d_mesh_destroy(mesh);
    return result;
}

static r3d_result frame_numbers(r3d_cache *cache, int32_t id, identity *numbers,
                                r3d_error *out_error)
{
    const r3d_frame *frame = NULL;
    r3d_result result = r3d_cache_get_frame(cache, id, &frame, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_skeleton *skeleton = frame->skeleton;
    numbers->count[0] = frame->op_count;
    numbers->count[1] = frame->delay;
    numbers->count[2] = skeleton->base_count;
    for (int32_t i = 0; i < frame->op_count; i++) {
        add_number(&numbers->crc_a, frame->ops[i].base);
        add_number(&numbers->crc_a, frame->ops[i].x);
        add_number(&numbers->crc_a, frame->ops[i].y);
        add_number(&numbers->crc_a, frame->ops[i].z);
    }
    for (int32_t i = 0; i < skeleton->base_count; i++) {
        const r3d_base *base = &skeleton->bases[i];
        add_number(&numbers->crc_b, base->type);
        add_number(&numbers->crc_b, base->label_count);
        for (int32_t k = 0; k < base->label_count; k++) {
            add_number(&numbers->crc_b, base->labels[k]);
        }
    }
    return R3D_OK;
}

r3d_result identify(r3d_cache *cache, r3d_cache_kind kind, int32_t id, identity *out_identity,
                    r3d_error *out_error)
{
    memset(out_identity, 0, sizeof *out_identity);
    switch (kind) {
    case R3D_CACHE_MODELS:
        return model_numbers(cache, id, out_identity, out_error);
    case R3D_CACHE_FRAMES:
        return frame_numbers(cache, id, out_identity, out_error);
    default:
        return card_fail(out_error, R3D_ERR_RANGE, cache, "numbers are of models and frames");
    }
}
