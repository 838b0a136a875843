/* SPDX-License-Identifier: MIT */
/* Four divisions at once; the 8 texels of a group are gathered. */

#include "../kernels.h"

#if R3D_PRIV_X86

#include "lanes_avx2.h"
#include "points_4.h"

typedef struct group {
    uint32_t *pixels;
    int32_t a;
    int32_t b;
    int32_t a_step;
    int32_t b_step;
    int32_t light;
} group;

KERNEL lanes ramp(int32_t first, int32_t step)
{
    lanes numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_add_epi32(_mm256_set1_epi32(first),
                            _mm256_mullo_epi32(_mm256_set1_epi32(step), numbers));
}

KERNEL void draw_group(const group *g, int32_t left, int32_t room, const r3d_texels *texels,
                       const r3d_priv_addressing *address)
{
    const uint32_t *shade = texels->texels + ((g->light >> 21 & 3) << address->shade_shift);
    lanes rows = _mm256_and_si256(ramp(g->b, g->b_step), _mm256_set1_epi32(address->v_mask));
    lanes columns = _mm256_srl_epi32(ramp(g->a, g->a_step), _mm_cvtsi32_si128(address->row_shift));
    lanes indices = _mm256_add_epi32(rows, columns);
    lanes found = _mm256_i32gather_epi32((const int *)(const void *)shade, indices, 4);
    found = _mm256_srl_epi32(found, _mm_cvtsi32_si128(g->light >> 23 & 31));
    lanes pixels = lanes_or(found, lanes_all(R3D_PRIV_DRAWN));
    if (left >= R3D_PRIV_GROUP && !texels->masked) {
        lanes_store(g->pixels, pixels);
        return;
    }
    lanes mask = lanes_first(left);
    if (texels->masked) {
        mask = _mm256_andnot_si256(_mm256_cmpeq_epi32(found, _mm256_setzero_si256()), mask);
    }
    lanes_store_masked(g->pixels, pixels, mask, room);
}

#include "texture_rows_4.h"

#include "../vector/textured.h"

KERNEL_ENTRY void r3d_priv_fill_textured_avx2(const r3d_raster *raster, const int32_t x[3],
                                              const int32_t y[3], const int32_t shade[3],
                                              const r3d_texture_plane *plane,
                                              const r3d_texels *texels)
{
    fill_textured(raster, x, y, shade, plane, texels);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
