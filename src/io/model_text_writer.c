/* SPDX-License-Identifier: MIT */
/* `.mesh`, `.skel` and `.anim` files, out. Lines are written straight into the atomic file. */

#include <retro3d/model_io.h>

#include <stdarg.h>
#include <string.h>

#include "io_internal.h"

typedef struct text_writer {
    r3d_priv_atomic_file file;
    bool failed;
} text_writer;

static void put(text_writer *w, const char *format, ...) R3D_PRIV_PRINTF(2, 3);

static void put(text_writer *w, const char *format, ...)
{
    char text[256]; /* numbers and short words only */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    w->failed = w->failed || length < 0 || (size_t)length >= sizeof text ||
                !r3d_priv_atomic_write(&w->file, text, (size_t)length);
}

static void put_word(text_writer *w, const char *word)
{
    w->failed = w->failed || !r3d_priv_atomic_write(&w->file, word, strlen(word));
}

static r3d_result begin(text_writer *w, const char *path, r3d_error *out_error)
{
    w->failed = false;
    return r3d_priv_atomic_begin(&w->file, path, out_error);
}

/* A failed write is reported by the commit, which also removes the temporary file. */
static r3d_result end(text_writer *w, r3d_error *out_error)
{
    return r3d_priv_atomic_commit(&w->file, out_error);
}

static void put_optional(text_writer *w, const char *key, const int32_t *array, int32_t i)
{
    if (array != NULL) {
        put(w, " %s=%ld", key, (long)array[i]);
    }
}

r3d_result r3d_mesh_save_text(const char *path, const r3d_mesh *mesh, r3d_error *out_error)
{
    if (path == NULL || mesh == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    if (view.colors == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_STATE, path, 0, -1,
                                "the mesh is lit and has no colours any more");
    }
    text_writer w;
    r3d_result result = begin(&w, path, out_error);
    if (result != R3D_OK) {
        return result;
    }
    put(&w, "priority %ld\n", (long)view.priority);
    for (int32_t i = 0; i < view.vertex_count; i++) {
        put(&w, "v %ld %ld %ld", (long)view.x[i], (long)view.y[i], (long)view.z[i]);
        if (view.vertex_labels != NULL) {
            put(&w, " %ld", (long)view.vertex_labels[i]);
        }
        put(&w, "\n");
    }
    for (int32_t i = 0; i < view.face_count; i++) {
        const int32_t *corner = view.corners + i * 3;
        put(&w, "f %ld %ld %ld %ld", (long)corner[0], (long)corner[1], (long)corner[2],
            (long)view.colors[i]);
        put_optional(&w, "info", view.infos, i);
        put_optional(&w, "pri", view.priorities, i);
        put_optional(&w, "alpha", view.alphas, i);
        put_optional(&w, "label", view.face_labels, i);
        put(&w, "\n");
    }
    for (int32_t i = 0; i < view.plane_count; i++) {
        const int32_t *point = view.planes + i * 3;
        put(&w, "p %ld %ld %ld\n", (long)point[0], (long)point[1], (long)point[2]);
    }
    return end(&w, out_error);
}

static const char *type_word(int32_t type)
{
    switch (type) {
    case R3D_BASE_ORIGIN:
        return "origin";
    case R3D_BASE_TRANSLATE:
        return "translate";
    case R3D_BASE_ROTATE:
        return "rotate";
    case R3D_BASE_SCALE:
        return "scale";
    case R3D_BASE_ALPHA:
        return "alpha";
    default:
        return NULL;
    }
}

r3d_result r3d_skeleton_save_text(const char *path, const r3d_skeleton *skeleton,
                                  r3d_error *out_error)
{
    if (path == NULL || skeleton == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
    }
    for (int32_t i = 0; i < skeleton->base_count; i++) {
        if (type_word(skeleton->bases[i].type) == NULL) {
            return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, path, 0, -1,
                                    "base %ld has type %ld, which has no name", (long)i,
                                    (long)skeleton->bases[i].type);
        }
    }
    text_writer w;
    r3d_result result = begin(&w, path, out_error);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < skeleton->base_count; i++) {
        const r3d_base *base = &skeleton->bases[i];
        put(&w, "base %s", type_word(base->type));
        for (int32_t k = 0; k < base->label_count; k++) {
            put(&w, " %ld", (long)base->labels[k]);
        }
        put(&w, "\n");
    }
    return end(&w, out_error);
}

r3d_result r3d_animation_save_text(const char *path, const r3d_animation *animation,
                                   r3d_error *out_error)
{
    if (path == NULL || animation == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
    }
    text_writer w;
    r3d_result result = begin(&w, path, out_error);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < animation->frame_count; i++) {
        const r3d_frame *frame = &animation->frames[i].frame;
        put(&w, "frame %ld %ld\n", (long)animation->frames[i].id, (long)frame->delay);
        for (int32_t k = 0; k < frame->op_count; k++) {
            const r3d_frame_op *op = &frame->ops[k];
            put(&w, "op %ld %ld %ld %ld\n", (long)op->base, (long)op->x, (long)op->y, (long)op->z);
        }
    }
    for (int32_t i = 0; i < animation->mask_count; i++) {
        put_word(&w, "mask ");
        put_word(&w, animation->masks[i].name);
        for (int32_t k = 0; k < animation->masks[i].mask.base_count; k++) {
            put(&w, " %ld", (long)animation->masks[i].mask.bases[k]);
        }
        put(&w, "\n");
    }
    for (int32_t i = 0; i < animation->sequence_count; i++) {
        put_word(&w, "sequence ");
        put_word(&w, animation->sequences[i].name);
        for (int32_t k = 0; k < animation->sequences[i].frame_count; k++) {
            put(&w, " %ld", (long)animation->sequences[i].frame_ids[k]);
        }
        put(&w, "\n");
    }
    return end(&w, out_error);
}
