/* SPDX-License-Identifier: MIT */
/* Model files of revision 317: data first, a trailer of 18 bytes last. Source: spec rs2-cache
 * section 3. */

#include "cache_internal.h"

enum { TRAILER_SIZE = 18, AXES = 3 };

/* What the trailer says. */
typedef struct trailer {
    r3d_priv_model_head head;
    size_t axis_sizes[AXES];
    size_t corner_size;
} trailer;

static trailer read_trailer(const uint8_t *data, size_t size)
{
    trailer t;
    r3d_priv_reader reader = r3d_priv_reader_make(data, size, size - TRAILER_SIZE);
    t.head.vertex_count = r3d_priv_read_u16(&reader);
    t.head.face_count = r3d_priv_read_u16(&reader);
    t.head.plane_count = r3d_priv_read_u8(&reader);
    t.head.has_infos = r3d_priv_read_u8(&reader) == 1;
    t.head.priority = r3d_priv_read_u8(&reader);
    t.head.has_alphas = r3d_priv_read_u8(&reader) == 1;
    t.head.has_face_labels = r3d_priv_read_u8(&reader) == 1;
    t.head.has_vertex_labels = r3d_priv_read_u8(&reader) == 1;
    for (int axis = 0; axis < AXES; axis++) {
        t.axis_sizes[axis] = (size_t)r3d_priv_read_u16(&reader);
    }
    t.corner_size = (size_t)r3d_priv_read_u16(&reader);
    return t;
}

static size_t part_size(const trailer *t, r3d_priv_model_part part)
{
    size_t vertices = (size_t)t->head.vertex_count;
    size_t faces = (size_t)t->head.face_count;
    if (!r3d_priv_model_has(&t->head, part)) {
        return 0;
    }
    switch (part) {
    case R3D_PRIV_PART_FLAGS:
    case R3D_PRIV_PART_VERTEX_LABELS:
        return vertices;
    case R3D_PRIV_PART_X:
    case R3D_PRIV_PART_Y:
    case R3D_PRIV_PART_Z:
        return t->axis_sizes[part - R3D_PRIV_PART_X];
    case R3D_PRIV_PART_CORNERS:
        return t->corner_size;
    case R3D_PRIV_PART_COLORS:
        return faces * 2;
    case R3D_PRIV_PART_PLANES:
        return (size_t)t->head.plane_count * 6;
    default:
        return faces;
    }
}

r3d_result r3d_priv_model_decode_file(const uint8_t *data, size_t size, r3d_priv_origin origin,
                                      bool strict, r3d_priv_model_scratch *scratch,
                                      const r3d_allocator *allocator, r3d_mesh **out_mesh,
                                      r3d_error *out_error)
{
    /* The order in which the parts follow each other. */
    static const r3d_priv_model_part order[R3D_PRIV_PART_COUNT] = {
        R3D_PRIV_PART_FLAGS,       R3D_PRIV_PART_OPCODES, R3D_PRIV_PART_PRIORITIES,
        R3D_PRIV_PART_FACE_LABELS, R3D_PRIV_PART_INFOS,   R3D_PRIV_PART_VERTEX_LABELS,
        R3D_PRIV_PART_ALPHAS,      R3D_PRIV_PART_CORNERS, R3D_PRIV_PART_COLORS,
        R3D_PRIV_PART_PLANES,      R3D_PRIV_PART_X,       R3D_PRIV_PART_Y,
        R3D_PRIV_PART_Z,
    };
    if (size < TRAILER_SIZE) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, origin, (int64_t)size,
                                   "the model has %zu bytes, its trailer alone has 18", size);
    }
    trailer t = read_trailer(data, size);
    r3d_priv_model_piece pieces[R3D_PRIV_PART_COUNT];
    size_t at = 0;
    for (int i = 0; i < R3D_PRIV_PART_COUNT; i++) {
        r3d_priv_model_piece *piece = &pieces[order[i]];
        piece->data = data;
        piece->at = at;
        at += part_size(&t, order[i]);
        piece->size = at; /* no part may read on into the next */
        piece->entry = origin.entry;
    }
    if (at > size - TRAILER_SIZE || (strict && at != size - TRAILER_SIZE)) {
        return r3d_priv_cache_fail(
            out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)(size - TRAILER_SIZE),
            "the trailer describes %zu bytes, there are %zu before it", at, size - TRAILER_SIZE);
    }
    return r3d_priv_model_decode(&t.head, pieces, origin.archive, "the model", scratch, allocator,
                                 out_mesh, out_error);
}

r3d_result r3d_cache_decode_model(const void *data, size_t size, const char *name,
                                  const r3d_allocator *allocator, r3d_mesh **out_mesh,
                                  r3d_error *out_error)
{
    name = name != NULL ? name : "";
    r3d_priv_origin origin = {.archive = name, .entry = NULL};
    r3d_allocator hooks;
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    if ((data == NULL && size > 0) || out_mesh == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_ARGUMENT, origin, -1,
                                   "a pointer is NULL or the allocator has only one function");
    }
    r3d_priv_model_scratch scratch = {NULL, 0};
    r3d_result result = r3d_priv_model_decode_file(data, size, origin, false, &scratch, &hooks,
                                                   out_mesh, out_error);
    r3d_priv_model_scratch_free(&scratch, &hooks);
    return result;
}
