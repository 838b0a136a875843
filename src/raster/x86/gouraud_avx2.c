/* SPDX-License-Identifier: MIT */

#include "../kernels.h"

#if R3D_PRIV_X86

#include "lanes_avx2.h"

#include "few_colors_avx2.h"

#include "../vector/gouraud.h"

KERNEL_ENTRY void r3d_priv_fill_gouraud_avx2(const r3d_raster *raster, const int32_t x[3],
                                             const int32_t y[3], const int32_t hsl16[3])
{
    fill_gouraud(raster, x, y, hsl16);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
