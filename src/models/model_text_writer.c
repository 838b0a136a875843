/* SPDX-License-Identifier: MIT */
/* `.mesh`, `.skel` and `.anim` files, out. */

#include <retro3d/models.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "model_text.h"

/* Text that grows. */
typedef struct text_writer {
    r3d_allocator hooks;
    r3d_priv_growing text;
    bool failed; /* there was no memory */
} text_writer;

static void put_bytes(text_writer *w, const char *bytes, size_t count)
{
    char *place = w->failed ? NULL : r3d_priv_grow(&w->hooks, &w->text, count, 1);
    w->failed = place == NULL;
    if (place != NULL) {
        memcpy(place, bytes, count);
    }
}

static void put(text_writer *w, const char *format, ...) R3D_PRIV_PRINTF(2, 3);

static void put(text_writer *w, const char *format, ...)
{
    char text[256]; /* numbers and short words only */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) {
        w->failed = true;
        return;
    }
    put_bytes(w, text, (size_t)length);
}

static void put_word(text_writer *w, const char *word)
{
    put_bytes(w, word, strlen(word));
}

/* Checks what all encoders get, and begins a text. */
static r3d_result begin(text_writer *w, const void *object, const r3d_allocator *allocator,
                        char **out_text, size_t *out_size, r3d_error *out_error)
{
    memset(w, 0, sizeof *w);
    if (out_text != NULL) {
        *out_text = NULL;
    }
    if (out_size != NULL) {
        *out_size = 0;
    }
    if (object == NULL || out_text == NULL || out_size == NULL ||
        r3d_priv_io_allocator(allocator, &w->hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                "a pointer is NULL, or the allocator has one function only");
    }
    return R3D_OK;
}

static r3d_result end(text_writer *w, char **out_text, size_t *out_size, r3d_error *out_error)
{
    put_bytes(w, "", 1); /* so that there is memory even for an empty text */
    if (w->failed) {
        r3d_priv_release(&w->hooks, w->text.items);
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, NULL, 0, -1, "no memory for the text");
    }
    *out_text = w->text.items;
    *out_size = w->text.count - 1;
    return R3D_OK;
}

/* Writes the text that an encoder made, and frees it. */
static r3d_result save(const char *path, r3d_result result, char *text, size_t size,
                       const r3d_error *reason, r3d_error *out_error)
{
    if (path == NULL && result == R3D_OK) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
    } else if (result != R3D_OK) {
        result = r3d_priv_io_fail(out_error, result, path, 0, -1, "%s", reason->message);
    } else {
        result = r3d_file_write(path, text, size, out_error);
    }
    free(text);
    return result;
}

static void put_optional(text_writer *w, const char *key, const int32_t *array, int32_t i)
{
    if (array != NULL) {
        put(w, " %s=%ld", key, (long)array[i]);
    }
}

r3d_result r3d_mesh_encode_text(const r3d_mesh *mesh, const r3d_allocator *allocator,
                                char **out_text, size_t *out_size, r3d_error *out_error)
{
    text_writer w;
    r3d_result result = begin(&w, mesh, allocator, out_text, out_size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    if (view.colors == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_STATE, NULL, 0, -1,
                                "the mesh is lit and has no colours any more");
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
    return end(&w, out_text, out_size, out_error);
}

r3d_result r3d_mesh_save_text(const r3d_mesh *mesh, const char *path, r3d_error *out_error)
{
    char *text = NULL;
    size_t size = 0;
    r3d_error reason;
    r3d_result result = r3d_mesh_encode_text(mesh, NULL, &text, &size, &reason);
    return save(path, result, text, size, &reason, out_error);
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

r3d_result r3d_skeleton_encode_text(const r3d_skeleton *skeleton, const r3d_allocator *allocator,
                                    char **out_text, size_t *out_size, r3d_error *out_error)
{
    text_writer w;
    r3d_result result = begin(&w, skeleton, allocator, out_text, out_size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < skeleton->base_count; i++) {
        const int32_t type = skeleton->bases[i].type;
        if (type < 0 || type > R3D_PRIV_BASE_TYPE_MAX) {
            return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, NULL, 0, -1,
                                    "base %ld has type %ld, expected 0..%d", (long)i, (long)type,
                                    R3D_PRIV_BASE_TYPE_MAX);
        }
    }
    for (int32_t i = 0; i < skeleton->base_count; i++) {
        const r3d_base *base = &skeleton->bases[i];
        const char *word = type_word(base->type);
        if (word != NULL) {
            put(&w, "base %s", word);
        } else {
            put(&w, "base %ld", (long)base->type);
        }
        for (int32_t k = 0; k < base->label_count; k++) {
            put(&w, " %ld", (long)base->labels[k]);
        }
        put(&w, "\n");
    }
    return end(&w, out_text, out_size, out_error);
}

r3d_result r3d_skeleton_save_text(const r3d_skeleton *skeleton, const char *path,
                                  r3d_error *out_error)
{
    char *text = NULL;
    size_t size = 0;
    r3d_error reason;
    r3d_result result = r3d_skeleton_encode_text(skeleton, NULL, &text, &size, &reason);
    return save(path, result, text, size, &reason, out_error);
}

r3d_result r3d_animation_encode_text(const r3d_animation *animation, const r3d_allocator *allocator,
                                     char **out_text, size_t *out_size, r3d_error *out_error)
{
    text_writer w;
    r3d_result result = begin(&w, animation, allocator, out_text, out_size, out_error);
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
    return end(&w, out_text, out_size, out_error);
}

r3d_result r3d_animation_save_text(const r3d_animation *animation, const char *path,
                                   r3d_error *out_error)
{
    char *text = NULL;
    size_t size = 0;
    r3d_error reason;
    r3d_result result = r3d_animation_encode_text(animation, NULL, &text, &size, &reason);
    return save(path, result, text, size, &reason, out_error);
}
