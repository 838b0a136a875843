/* SPDX-License-Identifier: MIT */

#include "../kernels.h"

#if R3D_PRIV_X86

#include "lanes_avx512.h"

#include "faces_avx512.h"

#include "../vector/gouraud.h"

KERNEL_ENTRY void r3d_priv_fill_gouraud_avx512(const r3d_raster *raster, const int32_t x[3],
                                               const int32_t y[3], const int32_t hsl16[3])
{
    fill_gouraud(raster, x, y, hsl16);
}

KERNEL_ENTRY void
r3d_priv_prepare_faces_avx512(const r3d_raster *raster,
                              const r3d_priv_drawn_face *const faces[R3D_PRIV_BATCH],
                              r3d_priv_gouraud_batch *out_batch)
{
    faces_prepare(raster, faces, out_batch);
}

KERNEL_ENTRY void r3d_priv_fill_faces_avx512(const r3d_raster *raster,
                                             const r3d_priv_gouraud_batch *batch, int32_t first,
                                             int32_t end)
{
    faces_fill(raster, batch, first, end);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
