/* SPDX-License-Identifier: MIT */
/* Light of a vertex. Source: spec layers sections 4 and 13. */

#include "layers_internal.h"

uint32_t r3d_layers_hash(uint32_t id, uint32_t n)
{
    uint32_t x = 2654435761u * (n + 1u) + 40503u * (id + 1u);
    if (x == 0) {
        x = 1;
    }
    for (int i = 0; i < 3; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}

int32_t r3d_layers_lamp_intensity(const r3d_layers_lamp *lamp, int32_t frame)
{
    if (lamp == NULL) {
        return 0;
    }
    const int64_t flicker = r3d_layers_hash(lamp->id, (uint32_t)(frame >> 1)) & 255;
    const int64_t value = lamp->base + ((lamp->amp * flicker) >> 8);
    return (int32_t)(value < 0                          ? 0
                     : value > R3D_LAYERS_INTENSITY_MAX ? R3D_LAYERS_INTENSITY_MAX
                                                        : value);
}

/* A lamp in reach of the vertex, its distance squared in 1/256 of 1/256 unit. */
typedef struct lamp_in_reach {
    const r3d_layers_lamp *lamp;
    int64_t way[3];
    int64_t distance_squared;
    int64_t radius_squared;
} lamp_in_reach;

/* Keeps the nearest; equal ones in the order of the list. */
static void keep_nearest(lamp_in_reach nearest[R3D_LAYERS_LAMPS_USED], int32_t *count,
                         const lamp_in_reach *candidate)
{
    int32_t at = *count;
    while (at > 0 && candidate->distance_squared < nearest[at - 1].distance_squared) {
        at--;
    }
    if (at == R3D_LAYERS_LAMPS_USED) {
        return;
    }
    if (*count < R3D_LAYERS_LAMPS_USED) {
        ++*count;
    }
    for (int32_t i = *count - 1; i > at; i--) {
        nearest[i] = nearest[i - 1];
    }
    nearest[at] = *candidate;
}

static void add_lamp(const lamp_in_reach *reach, int32_t frame, const int32_t normal_q14[3],
                     int64_t sums[3])
{
    const int64_t facing = normal_q14[0] * reach->way[0] + normal_q14[1] * reach->way[1] +
                           normal_q14[2] * reach->way[2];
    if (facing <= 0 || reach->distance_squared == 0) {
        return;
    }
    const int64_t cosine = facing / (64 * r3d_priv_root((uint64_t)reach->distance_squared));
    const int64_t k = cosine < 256 ? cosine : 256;
    const int64_t fall = 256 - 256 * reach->distance_squared / reach->radius_squared;
    const int64_t intensity = r3d_layers_lamp_intensity(reach->lamp, frame);
    for (int i = 0; i < 3; i++) {
        sums[i] += (reach->lamp->rgb[i] * intensity * k * fall) >> 16;
    }
}

r3d_result r3d_layers_light_vertex(const r3d_layers_lights *lights, int32_t frame,
                                   const int32_t place_q16[3], const int32_t normal_q14[3],
                                   uint8_t out_rgb[3])
{
    if (lights == NULL || place_q16 == NULL || normal_q14 == NULL || out_rgb == NULL ||
        (lights->lamp_count > 0 && lights->lamps == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    int64_t sums[3];
    for (int i = 0; i < 3; i++) {
        sums[i] = 256 * (int64_t)lights->ambient[i];
    }
    if (lights->has_sun) {
        const int64_t way[3] = {lights->sun_q16[0], lights->sun_q16[1], lights->sun_q16[2]};
        int32_t sun[3];
        r3d_perspective_unit(way, R3D_PRIV_ONE_Q14, sun);
        const int64_t dot = (int64_t)normal_q14[0] * sun[0] + (int64_t)normal_q14[1] * sun[1] +
                            (int64_t)normal_q14[2] * sun[2];
        const int64_t k = dot > 0 ? dot >> 20 : 0;
        for (int i = 0; i < 3; i++) {
            sums[i] += lights->sun_rgb[i] * k;
        }
    }
    lamp_in_reach nearest[R3D_LAYERS_LAMPS_USED];
    int32_t count = 0;
    for (int32_t l = 0; l < lights->lamp_count; l++) {
        lamp_in_reach reach;
        reach.lamp = &lights->lamps[l];
        reach.distance_squared = 0;
        for (int i = 0; i < 3; i++) {
            reach.way[i] = ((int64_t)reach.lamp->place_q16[i] - place_q16[i]) >> 8;
            reach.distance_squared += reach.way[i] * reach.way[i];
        }
        const int64_t radius = reach.lamp->radius_q16 >> 8;
        reach.radius_squared = radius * radius;
        if (reach.distance_squared < reach.radius_squared) {
            keep_nearest(nearest, &count, &reach);
        }
    }
    for (int32_t l = 0; l < count; l++) {
        add_lamp(&nearest[l], frame, normal_q14, sums);
    }
    for (int i = 0; i < 3; i++) {
        const int64_t value = sums[i] >> 8;
        out_rgb[i] = (uint8_t)(value > 255 ? 255 : value);
    }
    return R3D_OK;
}
