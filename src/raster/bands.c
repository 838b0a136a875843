/* SPDX-License-Identifier: MIT */
/* Keeping triangles and drawing them in bands: the public calls and the life of a list. */

#include "bands_internal.h"

#include <string.h>

#include "../base/desc.h"

enum {
    ENTRIES_A_TRIANGLE = 2 /* for which there is room, on average: one a band */
};

void r3d_priv_bands_set_geometry(r3d_bands *bands, const r3d_surface *surface)
{
    bands->pixels = surface->pixels;
    bands->height = surface->height;
    bands->stride_px = surface->stride_px;
    bands->reciprocal =
        ((uint64_t)1 << R3D_PRIV_BANDS_RECIPROCAL_SHIFT) / (uint64_t)surface->height + 1;
}

void r3d_priv_bands_forget(r3d_bands *bands)
{
    bands->triangle_count = 0;
    bands->texture_count = 0;
    bands->state_count = 0;
    bands->chunks_used = 0;
    bands->weight = 0;
    bands->published_weight = 0;
    for (int32_t i = 0; i < bands->band_count; i++) {
        bands->first_entry[i] = bands->kept[i];
    }
}

r3d_result r3d_bands_create(const r3d_allocator *allocator, int32_t capacity, r3d_bands **out_bands)
{
    if (out_bands == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_bands = NULL;
    r3d_allocator hooks;
    r3d_result result = r3d_allocator_resolve(allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    if (capacity < 1 || capacity > R3D_BANDS_TRIANGLES_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_bands *bands = hooks.alloc(sizeof *bands, hooks.user);
    if (bands == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(bands, 0, sizeof *bands);
    bands->allocator = hooks;
    bands->capacity = capacity;
    /* Every band may have a chunk that is not full. */
    bands->chunk_count =
        R3D_BANDS_MAX +
        (capacity * ENTRIES_A_TRIANGLE + R3D_PRIV_CHUNK_ENTRIES - 1) / R3D_PRIV_CHUNK_ENTRIES;
    size_t count = (size_t)capacity;
    if (count > SIZE_MAX / sizeof *bands->textures ||
        (size_t)bands->chunk_count > SIZE_MAX / sizeof *bands->chunks) {
        r3d_bands_destroy(bands);
        return R3D_ERR_MEMORY;
    }
    bands->textures = hooks.alloc(count * sizeof *bands->textures, hooks.user);
    bands->states = hooks.alloc(R3D_PRIV_BANDS_STATES_MAX * sizeof *bands->states, hooks.user);
    bands->chunks = hooks.alloc((size_t)bands->chunk_count * sizeof *bands->chunks, hooks.user);
    if (bands->textures == NULL || bands->states == NULL || bands->chunks == NULL) {
        r3d_bands_destroy(bands);
        return R3D_ERR_MEMORY;
    }
    *out_bands = bands;
    return R3D_OK;
}

void r3d_bands_destroy(r3d_bands *bands)
{
    if (bands == NULL) {
        return;
    }
    r3d_allocator hooks = bands->allocator;
    hooks.free(bands->textures, hooks.user);
    hooks.free(bands->states, hooks.user);
    hooks.free(bands->chunks, hooks.user);
    hooks.free(bands, hooks.user);
}

void r3d_bands_desc_init_sized(r3d_bands_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

r3d_result r3d_bands_begin_with(r3d_bands *bands, const r3d_raster *target,
                                const r3d_bands_desc *desc, r3d_raster *out_keeper)
{
    r3d_bands_desc whole;
    r3d_bands_desc_init(&whole);
    if (r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    desc = &whole;
    if (bands == NULL || target == NULL || target->surface == NULL || out_keeper == NULL ||
        (desc->offer != NULL && desc->run == NULL) ||
        (target->kernels != NULL && r3d_priv_bands_is_keeper(target->kernels))) {
        return R3D_ERR_ARGUMENT;
    }
    if (bands->is_keeping) {
        return R3D_ERR_STATE;
    }
    if (desc->band_count < 1 || desc->band_count > R3D_BANDS_MAX) {
        return R3D_ERR_RANGE;
    }
    bands->is_keeping = true;
    if (target->surface->listener != NULL) {
        *out_keeper = *target; /* a listener hears every fill when it is made, in order */
        return R3D_OK;
    }
    bands->band_count = desc->band_count;
    bands->run = desc->run;
    bands->offer = desc->offer;
    bands->user = desc->user;
    bands->target_kernels =
        target->kernels != NULL ? target->kernels : r3d_priv_kernels(R3D_ISA_SCALAR);
    bands->kernels.isa = bands->target_kernels->isa;
    r3d_priv_bands_set_fills(&bands->kernels, bands->target_kernels->prepare_faces != NULL);
    r3d_priv_bands_set_geometry(bands, target->surface);
    r3d_priv_bands_forget(bands);
    *out_keeper = *target;
    out_keeper->kernels = &bands->kernels;
    return R3D_OK;
}

r3d_result r3d_bands_begin(r3d_bands *bands, const r3d_raster *target, int32_t band_count,
                           r3d_run_jobs_fn run, void *user, r3d_raster *out_keeper)
{
    r3d_bands_desc desc;
    r3d_bands_desc_init(&desc);
    desc.band_count = band_count;
    desc.run = run;
    desc.user = user;
    return r3d_bands_begin_with(bands, target, &desc, out_keeper);
}

r3d_result r3d_bands_end(r3d_bands *bands)
{
    if (bands == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!bands->is_keeping) {
        return R3D_ERR_STATE;
    }
    r3d_priv_bands_flush(bands);
    bands->is_keeping = false;
    return R3D_OK;
}
