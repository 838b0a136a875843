/* SPDX-License-Identifier: MIT */
#include "rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Times of keys are floats: a frame that begins at a key, up to their rounding, shows it. */
static const double time_rounding = 1e-5;

void rig_node_init(rig_node *node)
{
    memset(node, 0, sizeof *node);
    node->name = "";
    node->parent = -1;
    node->part = -1;
    node->matrix = matrix_identity();
    node->turn[3] = 1;
    for (int i = 0; i < 3; i++) {
        node->size[i] = 1;
    }
}

/* ---- a channel at a time ---- */

/* The last key that is not after a time; the first if all are. */
static int32_t find_key(const rig_channel *c, double seconds)
{
    int32_t low = 0;
    int32_t high = c->key_count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if (c->times[middle] <= seconds + time_rounding) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Along the shorter arc. */
static void turn_between(const double *a, const double *b, double share, double out[4])
{
    double cosine = 0;
    double lengths[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
        cosine += a[i] * b[i];
        lengths[0] += a[i] * a[i];
        lengths[1] += b[i] * b[i];
    }
    cosine /= sqrt(lengths[0] * lengths[1]);
    const double angle = acos(fabs(cosine) > 1 ? 1 : fabs(cosine));
    double from = 1 - share;
    double to = share;
    if (angle > 1e-4) {
        from = sin((1 - share) * angle) / sin(angle);
        to = sin(share * angle) / sin(angle);
    }
    to *= cosine < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] / sqrt(lengths[0]) + to * b[i] / sqrt(lengths[1]);
    }
}

/* The curve of glTF's appendix C: values and tangents of both ends. */
static double curve(double from, double leaving, double to, double arriving, double share,
                    double span)
{
    const double s = share;
    const double s2 = s * s;
    const double s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * from + span * (s3 - 2 * s2 + s) * leaving +
           (3 * s2 - 2 * s3) * to + span * (s3 - s2) * arriving;
}

static void sample(const rig_channel *c, double seconds, double *out)
{
    const int32_t width = c->target == RIG_TURN ? 4 : 3;
    const int32_t stride = c->interpolation == RIG_CUBIC ? width * 3 : width;
    const double *values = c->values + (c->interpolation == RIG_CUBIC ? width : 0);
    const int32_t i = find_key(c, seconds);
    const double *a = values + (ptrdiff_t)i * stride;
    const double span = i + 1 < c->key_count ? c->times[i + 1] - c->times[i] : 0;
    double share = span > 0 ? (seconds - c->times[i]) / span : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    memcpy(out, a, (size_t)width * sizeof *out);
    if (!(share > 0) || c->interpolation == RIG_STEP) {
        return;
    }
    const double *b = a + stride;
    if (c->interpolation == RIG_CUBIC) {
        for (int32_t k = 0; k < width; k++) {
            out[k] = curve(a[k], a[k + width], b[k], b[k - width], share, span);
        }
    } else if (c->target == RIG_TURN) {
        turn_between(a, b, share, out);
    } else {
        for (int32_t k = 0; k < width; k++) {
            out[k] = a[k] + (b[k] - a[k]) * share;
        }
    }
}

/* ---- all nodes at a time ---- */

void rig_places(const rig *r, const rig_clip *clip, double seconds, import_matrix *out_places)
{
    for (int32_t i = 0; i < r->node_count; i++) {
        const rig_node *n = &r->nodes[i];
        out_places[i] = n->has_matrix ? n->matrix : matrix_of(n->shift, n->turn, n->size);
    }
    /* The channels of a node stand side by side: readers sort them. */
    for (int32_t c = 0; clip != NULL && c < clip->channel_count;) {
        const int32_t node = clip->channels[c].node;
        rig_node moved = r->nodes[node];
        for (; c < clip->channel_count && clip->channels[c].node == node; c++) {
            double *const targets[RIG_TARGETS] = {moved.shift, moved.turn, moved.size};
            sample(&clip->channels[c], seconds, targets[clip->channels[c].target]);
        }
        out_places[node] = matrix_of(moved.shift, moved.turn, moved.size);
    }
    for (int32_t i = 0; i < r->node_count; i++) {
        if (r->nodes[i].parent >= 0) {
            out_places[i] = matrix_multiply(&out_places[r->nodes[i].parent], &out_places[i]);
        }
    }
}

bool rig_add_parts(import_job *import, rig *r, const import_matrix *places)
{
    for (int32_t i = 0; i < r->node_count; i++) {
        rig_node *node = &r->nodes[i];
        node->part = -1;
        if (!node->is_part) {
            continue;
        }
        int32_t above = node->parent;
        while (above >= 0 && r->nodes[above].part < 0) {
            above = r->nodes[above].parent;
        }
        node->part = import->part_count;
        if (!import_add_part(import, node->name, above >= 0 ? r->nodes[above].part : -1,
                             &places[i])) {
            return false;
        }
    }
    return true;
}

static int32_t frame_count_of(const rig_clip *clip)
{
    const double count = clip->seconds * 1000 / (IMPORT_TICKS_A_FRAME * R3D_TICK_MILLISECONDS);
    const int32_t frames = count < IMPORT_FRAMES_MAX ? (int32_t)(count + 0.5) : IMPORT_FRAMES_MAX;
    return frames > 0 ? frames : 1;
}

/* Whether an .anim can hold all clips: four operations for each part in each frame. */
static bool have_room(const import_job *import, const rig *r)
{
    int64_t frames = 0;
    for (int32_t i = 0; i < r->clip_count; i++) {
        frames += frame_count_of(&r->clips[i]);
    }
    return frames <= R3D_MODEL_TEXT_FRAMES_MAX &&
           frames * import->part_count * 4 <= R3D_MODEL_TEXT_ITEMS_MAX;
}

bool rig_add_clips(import_job *import, const rig *r)
{
    if (!have_room(import, r)) {
        import->has_too_many_frames = true;
        return true;
    }
    import_matrix *places = malloc(((size_t)r->node_count + 1) * sizeof *places);
    if (places == NULL) {
        return import_fail(import, "out of memory");
    }
    for (int32_t i = 0; i < r->clip_count; i++) {
        const rig_clip *clip = &r->clips[i];
        const int32_t frames = frame_count_of(clip);
        import_matrix *out = import_add_clip(import, clip->name, frames);
        for (int32_t f = 0; f < frames && out != NULL; f++) {
            rig_places(r, clip, clip->seconds * f / frames, places);
            for (int32_t n = 0; n < r->node_count; n++) {
                if (r->nodes[n].part >= 0) {
                    *out++ = places[n];
                }
            }
        }
        if (out == NULL) {
            free(places);
            return false;
        }
    }
    free(places);
    return true;
}
