/* SPDX-License-Identifier: MIT */
/* One model out of its parts, which both revisions have; they differ in where the parts lie.
 * Source: spec rs2-cache sections 2 and 3. */

#include "cache_internal.h"

#include <string.h>

void r3d_priv_model_scratch_free(r3d_priv_model_scratch *scratch, const r3d_allocator *allocator)
{
    r3d_priv_io_free(allocator, scratch->numbers);
    scratch->numbers = NULL;
    scratch->capacity = 0;
}

bool r3d_priv_model_has(const r3d_priv_model_head *head, r3d_priv_model_part part)
{
    switch (part) {
    case R3D_PRIV_PART_VERTEX_LABELS:
        return head->has_vertex_labels;
    case R3D_PRIV_PART_INFOS:
        return head->has_infos;
    case R3D_PRIV_PART_PRIORITIES:
        return head->priority == 255;
    case R3D_PRIV_PART_ALPHAS:
        return head->has_alphas;
    case R3D_PRIV_PART_FACE_LABELS:
        return head->has_face_labels;
    case R3D_PRIV_PART_PLANES:
        return head->plane_count > 0;
    default:
        return true;
    }
}

/* A model that is being decoded. */
typedef struct job {
    const r3d_priv_model_head *head;
    const r3d_priv_model_piece *pieces;
    const char *archive;
    const char *title;
    int32_t *next; /* free scratch */
    r3d_error *out_error;
} job;

static r3d_priv_reader open_part(const job *j, r3d_priv_model_part part)
{
    const r3d_priv_model_piece *piece = &j->pieces[part];
    return r3d_priv_reader_make(piece->data, piece->size, piece->at);
}

static r3d_priv_origin origin_of(const job *j, r3d_priv_model_part part)
{
    return (r3d_priv_origin){.archive = j->archive, .entry = j->pieces[part].entry};
}

static r3d_result truncated(const job *j, r3d_priv_model_part part, const r3d_priv_reader *reader)
{
    return r3d_priv_cache_truncated(j->out_error, origin_of(j, part), reader, j->title);
}

static int32_t *take(job *j, int32_t count)
{
    int32_t *numbers = j->next;
    j->next += count;
    return numbers;
}

static r3d_result read_vertices(job *j, r3d_mesh_desc *desc)
{
    const int32_t count = j->head->vertex_count;
    r3d_priv_reader flags = open_part(j, R3D_PRIV_PART_FLAGS);
    if (!r3d_priv_reader_has(&flags, (size_t)count)) {
        return truncated(j, R3D_PRIV_PART_FLAGS, &flags);
    }
    int32_t *axes[3];
    for (int axis = 0; axis < 3; axis++) {
        axes[axis] = take(j, count);
        const r3d_priv_model_part part = (r3d_priv_model_part)(R3D_PRIV_PART_X + axis);
        r3d_priv_reader reader = open_part(j, part);
        int32_t value = 0;
        for (int32_t i = 0; i < count; i++) {
            if ((flags.data[flags.at + (size_t)i] >> axis & 1) != 0) {
                /* At most 65,535 steps of 16,384: no overflow. */
                value += r3d_priv_read_smart(&reader);
            }
            axes[axis][i] = value;
        }
        if (reader.failed) {
            return truncated(j, part, &reader);
        }
    }
    desc->x = axes[0];
    desc->y = axes[1];
    desc->z = axes[2];
    return R3D_OK;
}

static r3d_result read_corners(job *j, r3d_mesh_desc *desc)
{
    const int32_t count = j->head->face_count;
    const int32_t vertices = j->head->vertex_count;
    r3d_priv_reader opcodes = open_part(j, R3D_PRIV_PART_OPCODES);
    r3d_priv_reader steps = open_part(j, R3D_PRIV_PART_CORNERS);
    if (!r3d_priv_reader_has(&opcodes, (size_t)count)) {
        return truncated(j, R3D_PRIV_PART_OPCODES, &opcodes);
    }
    int32_t *corners = take(j, count * 3);
    int32_t a = 0;
    int32_t b = 0;
    int32_t c = 0;
    for (int32_t i = 0; i < count; i++) {
        size_t step_at = steps.at;
        int32_t opcode = opcodes.data[opcodes.at + (size_t)i];
        int32_t last = c; /* the running corner is always the last one that was read */
        int32_t swapped;
        switch (opcode) {
        case 1:
            a = last + r3d_priv_read_smart(&steps);
            b = a + r3d_priv_read_smart(&steps);
            c = b + r3d_priv_read_smart(&steps);
            break;
        case 2:
            b = c;
            c = last + r3d_priv_read_smart(&steps);
            break;
        case 3:
            a = c;
            c = last + r3d_priv_read_smart(&steps);
            break;
        case 4:
            swapped = a;
            a = b;
            b = swapped;
            c = last + r3d_priv_read_smart(&steps);
            break;
        default:
            /* The engine leaves such a face at 0, 0, 0 and goes on. */
            corners[i * 3] = 0;
            corners[i * 3 + 1] = 0;
            corners[i * 3 + 2] = 0;
            if (vertices == 0) {
                return r3d_priv_cache_fail(
                    j->out_error, R3D_ERR_FORMAT_INDEX, origin_of(j, R3D_PRIV_PART_OPCODES),
                    (int64_t)opcodes.at + i, "%s has faces and no vertices", j->title);
            }
            continue;
        }
        if (steps.failed) {
            return truncated(j, R3D_PRIV_PART_CORNERS, &steps);
        }
        if (a < 0 || a >= vertices || b < 0 || b >= vertices || c < 0 || c >= vertices) {
            return r3d_priv_cache_fail(
                j->out_error, R3D_ERR_FORMAT_INDEX, origin_of(j, R3D_PRIV_PART_CORNERS),
                (int64_t)step_at, "face %ld of %s has the corners %ld %ld %ld, expected 0..%ld",
                (long)i, j->title, (long)a, (long)b, (long)c, (long)vertices - 1);
        }
        corners[i * 3] = a;
        corners[i * 3 + 1] = b;
        corners[i * 3 + 2] = c;
    }
    desc->corners = corners;
    return R3D_OK;
}

/* An array of bytes; NULL stays for an absent one. */
static r3d_result read_bytes(job *j, r3d_priv_model_part part, int32_t count,
                             const int32_t **out_numbers)
{
    if (!r3d_priv_model_has(j->head, part)) {
        return R3D_OK;
    }
    r3d_priv_reader reader = open_part(j, part);
    if (!r3d_priv_reader_has(&reader, (size_t)count)) {
        return truncated(j, part, &reader);
    }
    int32_t *numbers = take(j, count);
    const uint8_t *bytes = reader.data + reader.at;
    for (int32_t i = 0; i < count; i++) {
        numbers[i] = bytes[i];
    }
    *out_numbers = numbers;
    return R3D_OK;
}

static r3d_result read_words(job *j, r3d_priv_model_part part, int32_t count, int32_t below,
                             const int32_t **out_numbers)
{
    r3d_priv_reader reader = open_part(j, part);
    if (!r3d_priv_reader_has(&reader, (size_t)count * 2)) {
        return truncated(j, part, &reader);
    }
    int32_t *numbers = take(j, count);
    const uint8_t *bytes = reader.data + reader.at;
    for (int32_t i = 0; i < count; i++) {
        numbers[i] = (int32_t)r3d_priv_be16(&bytes[i * 2]);
        if (numbers[i] >= below) {
            return r3d_priv_cache_fail(j->out_error, R3D_ERR_FORMAT_INDEX, origin_of(j, part),
                                       (int64_t)reader.at + i * 2,
                                       "a texture plane of %s names vertex %ld, expected 0..%ld",
                                       j->title, (long)numbers[i], (long)below - 1);
        }
    }
    *out_numbers = numbers;
    return R3D_OK;
}

static r3d_result read_arrays(job *j, r3d_mesh_desc *desc)
{
    const int32_t vertices = j->head->vertex_count;
    const int32_t faces = j->head->face_count;
    const int32_t any_word = 65536;
    r3d_result result = read_vertices(j, desc);
    if (result == R3D_OK) {
        result = read_bytes(j, R3D_PRIV_PART_VERTEX_LABELS, vertices, &desc->vertex_labels);
    }
    if (result == R3D_OK) {
        result = read_corners(j, desc);
    }
    if (result == R3D_OK) {
        result = read_words(j, R3D_PRIV_PART_COLORS, faces, any_word, &desc->colors);
    }
    if (result == R3D_OK) {
        result = read_bytes(j, R3D_PRIV_PART_INFOS, faces, &desc->infos);
    }
    if (result == R3D_OK) {
        result = read_bytes(j, R3D_PRIV_PART_PRIORITIES, faces, &desc->priorities);
    }
    if (result == R3D_OK) {
        result = read_bytes(j, R3D_PRIV_PART_ALPHAS, faces, &desc->alphas);
    }
    if (result == R3D_OK) {
        result = read_bytes(j, R3D_PRIV_PART_FACE_LABELS, faces, &desc->face_labels);
    }
    if (result == R3D_OK && j->head->plane_count > 0) {
        result =
            read_words(j, R3D_PRIV_PART_PLANES, j->head->plane_count * 3, vertices, &desc->planes);
    }
    return result;
}

static bool reserve(r3d_priv_model_scratch *scratch, size_t count, const r3d_allocator *allocator)
{
    if (scratch->numbers != NULL && count <= scratch->capacity) {
        return true;
    }
    r3d_priv_model_scratch_free(scratch, allocator);
    scratch->numbers = r3d_priv_cache_alloc_array(allocator, count, sizeof *scratch->numbers);
    scratch->capacity = scratch->numbers != NULL ? count : 0;
    return scratch->numbers != NULL;
}

r3d_result r3d_priv_model_decode(const r3d_priv_model_head *head,
                                 const r3d_priv_model_piece pieces[R3D_PRIV_PART_COUNT],
                                 const char *archive, const char *title,
                                 r3d_priv_model_scratch *scratch, const r3d_allocator *allocator,
                                 r3d_mesh **out_mesh, r3d_error *out_error)
{
    /* Coordinates and label of a vertex; corners, colour, info, priority, alpha and label of a
     * face. */
    size_t numbers = (size_t)head->vertex_count * 4 + (size_t)head->face_count * 8 +
                     (size_t)head->plane_count * 3;
    r3d_priv_origin origin = {.archive = archive, .entry = pieces[R3D_PRIV_PART_FLAGS].entry};
    if (!reserve(scratch, numbers, allocator)) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    job j = {.head = head,
             .pieces = pieces,
             .archive = archive,
             .title = title,
             .next = scratch->numbers,
             .out_error = out_error};
    r3d_mesh_desc desc;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = head->vertex_count;
    desc.face_count = head->face_count;
    desc.plane_count = head->plane_count;
    desc.priority = head->priority == 255 ? 0 : head->priority;
    desc.allow_missing_planes = true; /* the engine notices when such a face is drawn */
    r3d_result result = read_arrays(&j, &desc);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_mesh_create(&desc, allocator, out_mesh);
    if (result != R3D_OK) {
        return r3d_priv_cache_fail(out_error, result, origin, -1, "%s: %s", title,
                                   r3d_result_string(result));
    }
    return R3D_OK;
}
