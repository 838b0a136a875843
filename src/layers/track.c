/* SPDX-License-Identifier: MIT */
/* Values between keys. Source: spec layers section 8. */

#include "layers_internal.h"

#include <retro3d/layers_film.h>

static r3d_result check_keys(const r3d_layers_track *track, int32_t value_count)
{
    if (track->keys == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (track->key_count < 1 || value_count < 1 || value_count > R3D_LAYERS_TRACK_VALUES_MAX ||
        (int)track->kind < R3D_LAYERS_TRACK_STEP || (int)track->kind > R3D_LAYERS_TRACK_CUBIC) {
        return R3D_ERR_RANGE;
    }
    return R3D_OK;
}

/* The last key at or before a frame; -1: the frame is before all. */
static int32_t key_before(const r3d_layers_track *track, int32_t frame)
{
    int32_t low = 0;
    int32_t high = track->key_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (track->keys[middle].frame <= frame) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low - 1;
}

static int64_t cubic(const int64_t p[4], int64_t n, int64_t d)
{
    const int64_t n2 = n * n;
    const int64_t n3 = n2 * n;
    const int64_t d2 = d * d;
    const int64_t d3 = d2 * d;
    return r3d_priv_divide_nearest(
        p[0] * (-n3 + 2 * n2 * d - n * d2) + p[1] * (3 * n3 - 5 * n2 * d + 2 * d3) +
            p[2] * (-3 * n3 + 4 * n2 * d + n * d2) + p[3] * (n3 - n2 * d),
        2 * d3);
}

/* The value of one component between key i and the next one of the same shot. */
static int32_t between_keys(const r3d_layers_track *track, int32_t i, int32_t frame, int32_t k)
{
    const r3d_layers_key *keys = track->keys;
    const int64_t p1 = keys[i].values[k];
    const int64_t p2 = keys[i + 1].values[k];
    const int64_t n = frame - keys[i].frame;
    const int64_t d = keys[i + 1].frame - keys[i].frame;
    if (track->kind == R3D_LAYERS_TRACK_LINEAR) {
        return (int32_t)r3d_priv_divide_nearest(p1 * (d - n) + p2 * n, d);
    }
    /* At the ends of a shot the end itself stands for what is beyond. */
    const bool has_before = i > 0 && !keys[i].is_cut;
    const bool has_after = i + 2 < track->key_count && !keys[i + 2].is_cut;
    const int64_t p[4] = {has_before ? keys[i - 1].values[k] : p1, p1, p2,
                          has_after ? keys[i + 2].values[k] : p2};
    const int64_t value = cubic(p, n, d);
    return (int32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}

r3d_result r3d_layers_track_value(const r3d_layers_track *track, int32_t frame, int32_t value_count,
                                  int32_t *out_values)
{
    if (track == NULL || out_values == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_result result = check_keys(track, value_count);
    if (result != R3D_OK) {
        return result;
    }
    const int32_t before = key_before(track, frame);
    const int32_t i = before < 0 ? 0 : before;
    const bool holds = before < 0 || i + 1 == track->key_count ||
                       track->kind == R3D_LAYERS_TRACK_STEP || track->keys[i + 1].is_cut;
    if (!holds) {
        const int64_t d = (int64_t)track->keys[i + 1].frame - track->keys[i].frame;
        if (d <= 0 || d > R3D_LAYERS_FRAMES_MAX ||
            (track->kind == R3D_LAYERS_TRACK_CUBIC && d > R3D_LAYERS_CUBIC_FRAMES_MAX)) {
            return R3D_ERR_RANGE;
        }
    }
    for (int32_t k = 0; k < value_count; k++) {
        out_values[k] = holds ? track->keys[i].values[k] : between_keys(track, i, frame, k);
    }
    return R3D_OK;
}
