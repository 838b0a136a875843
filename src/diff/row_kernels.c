/* SPDX-License-Identifier: MIT */
// See row_kernels.h.

#include "row_kernels.h"

#include <stddef.h>

#include "diff_internal.h"

void r3d_priv_row_rgb_words_plain(const uint8_t *rgb, int32_t count, uint32_t *out_argb)
{
    for (int32_t i = 0; i < count; i++, rgb += 3) {
        out_argb[i] = 0xff000000u | (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    }
}

void r3d_priv_row_quarter_luma_plain(const uint32_t *argb, int32_t count, uint8_t *out)
{
    for (int32_t i = 0; i < count; i++) {
        out[i] = (uint8_t)(r3d_priv_diff_luma(argb[i]) >> 2);
    }
}

void r3d_priv_row_rgb_words(const uint8_t *rgb, int32_t count, uint32_t *out_argb,
                            uint32_t features)
{
    int32_t done = 0;
#if R3D_PRIV_X86
    if ((features & R3D_ISA_HAS_SSE41) != 0) {
        done = r3d_priv_row_rgb_words_ssse3(rgb, count, out_argb);
    }
#endif
    (void)features;
    r3d_priv_row_rgb_words_plain(rgb + (size_t)done * 3, count - done, out_argb + done);
}

void r3d_priv_row_quarter_luma(const uint32_t *argb, int32_t count, uint8_t *out, uint32_t features)
{
    int32_t done = 0;
#if R3D_PRIV_X86
    if ((features & R3D_ISA_HAS_SSE41) != 0) {
        done = r3d_priv_row_quarter_luma_ssse3(argb, count, out);
    }
#endif
    (void)features;
    r3d_priv_row_quarter_luma_plain(argb + done, count - done, out + done);
}
