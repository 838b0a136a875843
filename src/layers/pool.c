/* SPDX-License-Identifier: MIT */
/* A field of water heights. Source: spec layers section 6, "Pool". */

#include <string.h>

#include "layers_internal.h"

#include <retro3d/layers_effects.h>

size_t r3d_layers_pool_count(int32_t size)
{
    if (size < 4 || size > R3D_LAYERS_POOL_MAX || (size & (size - 1)) != 0) {
        return 0;
    }
    return 2 * (size_t)size * (size_t)size;
}

r3d_result r3d_layers_pool_init(r3d_layers_pool *out_pool, int32_t size, int16_t *memory)
{
    if (out_pool == NULL || memory == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const size_t count = r3d_layers_pool_count(size);
    if (count == 0) {
        return R3D_ERR_RANGE;
    }
    memset(memory, 0, count * sizeof *memory);
    out_pool->size = size;
    out_pool->current = memory;
    out_pool->previous = memory + count / 2;
    return R3D_OK;
}

static int16_t limited_16(int64_t value)
{
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

r3d_result r3d_layers_pool_drop(r3d_layers_pool *pool, int32_t x, int32_t y, int32_t height)
{
    if (pool == NULL || pool->current == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (x < 1 || y < 1 || x > pool->size - 2 || y > pool->size - 2) {
        return R3D_ERR_RANGE;
    }
    int16_t *cell = &pool->current[(size_t)y * (size_t)pool->size + (size_t)x];
    *cell = limited_16((int64_t)*cell + height);
    return R3D_OK;
}

void r3d_layers_pool_step(r3d_layers_pool *pool)
{
    if (pool == NULL || pool->current == NULL || pool->previous == NULL) {
        return;
    }
    const ptrdiff_t size = pool->size;
    for (ptrdiff_t y = 1; y < size - 1; y++) {
        for (ptrdiff_t x = 1; x < size - 1; x++) {
            const int16_t *at = &pool->current[y * size + x];
            int16_t *previous = &pool->previous[y * size + x];
            int32_t value = ((at[-1] + at[1] + at[-size] + at[size]) >> 1) - *previous;
            value -= value >> 5;
            *previous = limited_16(value);
        }
    }
    int16_t *swap = pool->current;
    pool->current = pool->previous;
    pool->previous = swap;
}

void r3d_layers_pool_draw(const r3d_layers_pool *pool, uint32_t *out_argb)
{
    if (pool == NULL || pool->current == NULL || out_argb == NULL) {
        return;
    }
    const size_t count = (size_t)pool->size * (size_t)pool->size;
    for (size_t i = 0; i < count; i++) {
        out_argb[i] = (uint32_t)r3d_priv_channel(128 + (pool->current[i] >> 4)) * 0x01010101u;
    }
}
