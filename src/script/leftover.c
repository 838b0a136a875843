/* SPDX-License-Identifier: MIT */
/* What earlier draws leave in a draw context and later ones may come upon: the translucency of the
 * last face, counts of depth buckets, vertices, textures that were missed, picks. A recording that
 * begins in the middle of a client's life needs it to draw the same. Source: spec rs2-model sections 8
 * to 10. */

#include <string.h>

#include "../model/draw_internal.h"
#include "number_text.h"

/* Of the numbers: translucency, picks, the mouse's three, then the capacity, which does not count. */
enum { MOUSE = 2, HEAD_NUMBERS = 6 };

static bool is_black(const r3d_draw_context *context, int32_t number)
{
    return context->textures[number].state == R3D_PRIV_TEXTURE_BLACK;
}

bool r3d_priv_leftover_take(const r3d_draw_context *context, const r3d_allocator *allocator,
                            r3d_priv_leftover *leftover)
{
    size_t vertices = (size_t)context->vertex_capacity * R3D_PRIV_VERTEX_ARRAYS;
    size_t count =
        HEAD_NUMBERS + R3D_PRIV_BUCKETS_MAX + (size_t)context->texture_capacity + vertices;
    if (count != leftover->count) {
        allocator->free(leftover->numbers, allocator->user);
        leftover->count = 0;
        leftover->numbers = allocator->alloc(count * sizeof *leftover->numbers, allocator->user);
        if (leftover->numbers == NULL) {
            return false;
        }
        leftover->count = count;
    }
    int32_t *n = leftover->numbers;
    *n++ = context->translucency;
    *n++ = context->pick_count;
    *n++ = context->has_mouse ? 1 : 0;
    *n++ = context->has_mouse ? context->mouse_x : 0;
    *n++ = context->has_mouse ? context->mouse_y : 0;
    *n++ = context->vertex_capacity;
    memcpy(n, context->bucket_counts, sizeof context->bucket_counts);
    n += R3D_PRIV_BUCKETS_MAX;
    for (int32_t i = 0; i < context->texture_capacity; i++) {
        *n++ = is_black(context, i) ? 1 : 0;
    }
    memcpy(n, context->vertices.screen_x, vertices * sizeof *n);
    return true;
}

/* Whether numbers first..end - 1 are the same, or 0 in `seen` if nothing is known. */
static bool is_same(const r3d_priv_leftover *known, const r3d_priv_leftover *seen, size_t first,
                    size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (seen->numbers[i] != (known->numbers != NULL ? known->numbers[i] : 0)) {
            return false;
        }
    }
    return true;
}

bool r3d_priv_leftover_is_equal(const r3d_priv_leftover *known, const r3d_priv_leftover *seen)
{
    return (known->numbers == NULL || known->count == seen->count) &&
           is_same(known, seen, 0, MOUSE) && is_same(known, seen, HEAD_NUMBERS, seen->count);
}

bool r3d_priv_leftover_mouse_differs(const r3d_priv_leftover *known, const r3d_priv_leftover *seen)
{
    return !is_same(known, seen, MOUSE, MOUSE + 3);
}

bool r3d_priv_leftover_text(const r3d_draw_context *context, const r3d_allocator *allocator,
                            r3d_priv_growing *out)
{
    const r3d_priv_vertex_scratch *v = &context->vertices;
    bool ok = r3d_priv_append(allocator, out, "leftover 1\ntranslucency %ld\npicks %ld\n",
                              (long)context->translucency, (long)context->pick_count);
    if (ok && context->has_mouse) {
        ok = r3d_priv_append(allocator, out, "mouse %ld %ld\n", (long)context->mouse_x,
                             (long)context->mouse_y);
    }
    for (int32_t i = 0; ok && i < R3D_PRIV_BUCKETS_MAX; i++) {
        if (context->bucket_counts[i] != 0) {
            ok = r3d_priv_append(allocator, out, "bucket %ld %ld\n", (long)i,
                                 (long)context->bucket_counts[i]);
        }
    }
    for (int32_t i = 0; ok && i < context->texture_capacity; i++) {
        if (is_black(context, i)) {
            ok = r3d_priv_append(allocator, out, "black %ld\n", (long)i);
        }
    }
    for (int32_t i = 0; ok && i < context->vertex_capacity; i++) {
        if ((v->screen_x[i] | v->screen_y[i] | v->depth[i] | v->camera_x[i] | v->camera_y[i] |
             v->camera_z[i]) != 0) {
            ok = r3d_priv_append(allocator, out, "vertex %ld %ld %ld %ld %ld %ld %ld\n", (long)i,
                                 (long)v->screen_x[i], (long)v->screen_y[i], (long)v->depth[i],
                                 (long)v->camera_x[i], (long)v->camera_y[i], (long)v->camera_z[i]);
        }
    }
    return ok;
}

/* ---- putting it back ---- */

static void forget(r3d_draw_context *context)
{
    context->translucency = 0;
    context->pick_count = 0;
    context->has_mouse = false;
    memset(context->bucket_counts, 0, sizeof context->bucket_counts);
    for (int32_t i = 0; i < context->texture_capacity; i++) {
        if (is_black(context, i)) {
            context->textures[i].state = R3D_PRIV_TEXTURE_UNSET;
        }
    }
    memset(context->vertices.screen_x, 0,
           (size_t)context->vertex_capacity * R3D_PRIV_VERTEX_ARRAYS * sizeof(int32_t));
}

static bool within(int32_t number, int32_t end)
{
    return number >= 0 && number < end;
}

/* Returns false for a line that is wrong; *out_result tells of missing memory. */
static bool put_back(r3d_draw_context *context, const r3d_priv_number_line *line,
                     r3d_result *out_result)
{
    const int32_t *n = line->numbers;
    r3d_priv_vertex_scratch *v = &context->vertices;
    if (strcmp(line->word, "translucency") == 0 && line->count == 1) {
        context->translucency = n[0];
        return true;
    }
    if (strcmp(line->word, "picks") == 0 && line->count == 1 &&
        within(n[0], context->pick_capacity + 1)) {
        memset(context->picks, 0, (size_t)n[0] * sizeof *context->picks);
        context->pick_count = n[0];
        return true;
    }
    if (strcmp(line->word, "mouse") == 0 && line->count == 2) {
        r3d_draw_context_set_mouse(context, n[0], n[1]);
        return true;
    }
    if (strcmp(line->word, "bucket") == 0 && line->count == 2 &&
        within(n[0], R3D_PRIV_BUCKETS_MAX) && within(n[1], R3D_PRIV_BUCKET_FACES_MAX + 1)) {
        context->bucket_counts[n[0]] = n[1];
        return true;
    }
    if (strcmp(line->word, "black") == 0 && line->count == 1 &&
        within(n[0], context->texture_capacity)) {
        context->textures[n[0]].state = R3D_PRIV_TEXTURE_BLACK;
        return true;
    }
    if (strcmp(line->word, "vertex") != 0 || line->count != 7 ||
        !within(n[0], R3D_MESH_COUNT_MAX)) {
        return false;
    }
    if (n[0] >= context->vertex_capacity) {
        *out_result = r3d_draw_context_reserve(context, n[0] + 1, 0);
        if (*out_result != R3D_OK) {
            return true;
        }
    }
    v->screen_x[n[0]] = n[1];
    v->screen_y[n[0]] = n[2];
    v->depth[n[0]] = n[3];
    v->camera_x[n[0]] = n[4];
    v->camera_y[n[0]] = n[5];
    v->camera_z[n[0]] = n[6];
    return true;
}

r3d_result r3d_priv_run_leftover(r3d_replay *replay, const r3d_script_args *args)
{
    struct r3d_priv_models *models = r3d_priv_models_get(replay);
    if (models == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_priv_number_text text;
    r3d_result result = r3d_priv_number_text_open(replay, args, 0, "leftover", &text);
    if (result != R3D_OK) {
        return result;
    }
    forget(models->context);
    while (result == R3D_OK) {
        r3d_priv_number_line line;
        bool is_end;
        result = r3d_priv_number_text_line(replay, &text, &line, &is_end);
        if (result != R3D_OK || is_end) {
            break;
        }
        if (!put_back(models->context, &line, &result)) {
            result = r3d_priv_number_text_fail(
                replay, &text, R3D_ERR_FORMAT_SYNTAX,
                "translucency, picks, mouse, bucket, black or vertex with its numbers in range");
        }
    }
    r3d_priv_number_text_close(&text);
    return result;
}
