/* SPDX-License-Identifier: MIT */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE // madvise
#endif

#include "io_internal.h"

#include "../base/desc.h"
#include "large_alloc.h"

r3d_result r3d_priv_io_allocator(const r3d_allocator *allocator, r3d_allocator *out)
{
    return r3d_allocator_resolve(allocator, out);
}

void *r3d_priv_io_alloc(const r3d_allocator *allocator, size_t size)
{
    return r3d_priv_large_alloc(allocator, size);
}

void r3d_priv_io_free(const r3d_allocator *allocator, void *memory)
{
    if (memory != NULL) {
        allocator->free(memory, allocator->user);
    }
}

void *r3d_priv_io_zlib_alloc(void *allocator, unsigned items, unsigned size)
{
    if (size != 0 && items > SIZE_MAX / size) {
        return NULL;
    }
    return r3d_priv_io_alloc(allocator, (size_t)items * size);
}

void r3d_priv_io_zlib_free(void *allocator, void *memory)
{
    r3d_priv_io_free(allocator, memory);
}

void r3d_io_limits_init_sized(r3d_io_limits *limits, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(limits, struct_size);
}

r3d_result r3d_priv_io_limits(const r3d_io_limits *limits, r3d_io_limits *out)
{
    r3d_io_limits_init(out);
    if (limits != NULL && r3d_priv_desc_read(out, sizeof *out, limits) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    if (out->max_samples < 0 || out->max_file_bytes < 0 || !r3d_isa_available(out->isa)) {
        return R3D_ERR_RANGE;
    }
    if (out->max_samples == 0) {
        out->max_samples = R3D_PRIV_MAX_SAMPLES;
    }
    if (out->max_file_bytes == 0) {
        out->max_file_bytes = R3D_PRIV_MAX_FILE_BYTES;
    }
    return R3D_OK;
}
