/* SPDX-License-Identifier: MIT */
/* Faces in drawing order, sixteen at a time where the fills can set up so many: of the small faces
 * of a model the set-up is the greater part. */

#include "../raster/kernels.h"
#include "draw_internal.h"

enum { PREFETCH_DISTANCE = 4 /* faces */ };

static bool draw_singly(r3d_priv_draw *draw, const r3d_priv_sorted_face *sorted, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (i + PREFETCH_DISTANCE < count) {
            R3D_PRIV_PREFETCH(&draw->context->drawn[sorted[i + PREFETCH_DISTANCE].drawn]);
        }
        if (!r3d_priv_draw_face(draw, &sorted[i])) {
            return false;
        }
    }
    return true;
}

/* Draws up to R3D_PRIV_BATCH faces, after which so many follow. */
static bool draw_batch(r3d_priv_draw *draw, const r3d_kernels *kernels,
                       const r3d_priv_sorted_face *sorted, int32_t count, int32_t following)
{
    r3d_draw_context *context = draw->context;
    const r3d_priv_drawn_face *faces[R3D_PRIV_BATCH];
    r3d_priv_gouraud_batch batch;
    for (int32_t i = 0; i < R3D_PRIV_BATCH; i++) {
        faces[i] = &context->drawn[sorted[i < count ? i : 0].drawn];
        if (i < following) { /* of the next batch */
            R3D_PRIV_PREFETCH(&context->drawn[sorted[i + R3D_PRIV_BATCH].drawn]);
        }
    }
    kernels->prepare_faces(&draw->raster, faces, &batch);
    uint32_t fits = batch.fits;
    for (int32_t i = 0; i < count;) {
        int32_t end = i;
        while (end < count && (fits >> end & 1u) != 0) {
            end++;
        }
        if (end > i) {
            kernels->fill_faces(&draw->raster, &batch, i, end);
            context->translucency = 0; /* that of the last one */
            draw->report->faces_drawn += end - i;
            i = end;
        } else if (!r3d_priv_draw_face(draw, &sorted[i++])) {
            return false;
        }
    }
    return true;
}

bool r3d_priv_draw_face_list(r3d_priv_draw *draw, const r3d_priv_sorted_face *sorted, int32_t count)
{
    const r3d_kernels *kernels = draw->raster.kernels;
    const r3d_draw_observer *observer = &draw->context->observer;
    if (count < 2 || kernels == NULL || kernels->prepare_faces == NULL || observer->face != NULL ||
        observer->triangle != NULL || draw->context->has_watch ||
        draw->raster.surface->listener != NULL) {
        return draw_singly(draw, sorted, count);
    }
    for (int32_t i = 0; i < count; i += R3D_PRIV_BATCH) {
        int32_t rest = count - i;
        if (!draw_batch(draw, kernels, sorted + i, rest < R3D_PRIV_BATCH ? rest : R3D_PRIV_BATCH,
                        rest - R3D_PRIV_BATCH)) {
            return false;
        }
    }
    return true;
}
