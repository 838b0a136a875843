/* SPDX-License-Identifier: MIT */
/* Four divisions at once; texels one by one. */

#include "../kernels.h"

#if R3D_PRIV_X86

#include "lanes_sse2.h"
#include "points_4.h"

typedef struct group {
    uint32_t *pixels;
    int32_t a;
    int32_t b;
    int32_t a_step;
    int32_t b_step;
    int32_t light;
} group;

/* Up to 8 pixels; `count` and `masked` are constants where this is inlined, if possible. */
KERNEL void draw_pixels(const group *g, int32_t count, const uint32_t *shade,
                        const r3d_priv_addressing *address, bool masked)
{
    uint32_t shift = (uint32_t)g->light >> 23 & 31u;
    uint32_t v_mask = (uint32_t)address->v_mask;
    uint32_t a = (uint32_t)g->a; /* never negative in a group */
    uint32_t b = (uint32_t)g->b;
    for (int32_t i = 0; i < count; i++) {
        uint32_t texel = shade[(b & v_mask) + (a >> address->row_shift)] >> shift;
        if (!masked || texel != 0) {
            g->pixels[i] = texel | R3D_PRIV_DRAWN;
        }
        a += (uint32_t)g->a_step;
        b += (uint32_t)g->b_step;
    }
}

/* The indices of 8 texels in their shade. 16 bits of a position are enough: a needs 14 bits, and of
 * b the lowest 14 count. */
KERNEL void find_indices(uint16_t indices[R3D_PRIV_GROUP], const group *g,
                         const r3d_priv_addressing *address)
{
    __m128i numbers = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
    __m128i a = _mm_add_epi16(_mm_set1_epi16((int16_t)g->a),
                              _mm_mullo_epi16(_mm_set1_epi16((int16_t)g->a_step), numbers));
    __m128i b = _mm_add_epi16(_mm_set1_epi16((int16_t)g->b),
                              _mm_mullo_epi16(_mm_set1_epi16((int16_t)g->b_step), numbers));
    a = _mm_srl_epi16(a, _mm_cvtsi32_si128(address->row_shift));
    b = _mm_and_si128(b, _mm_set1_epi16((int16_t)address->v_mask));
    _mm_storeu_si128((__m128i *)(void *)indices, _mm_or_si128(a, b));
}

/* Four pixels of a masked texture. A hole is drawn as it was: a branch would not foresee holes. */
KERNEL void draw_four(uint32_t *pixels, const uint32_t *shade, const uint16_t *indices,
                      __m128i shift)
{
    __m128i first = _mm_cvtsi32_si128(r3d_i32_from_bits(shade[indices[0]]));
    __m128i second = _mm_cvtsi32_si128(r3d_i32_from_bits(shade[indices[1]]));
    __m128i third = _mm_cvtsi32_si128(r3d_i32_from_bits(shade[indices[2]]));
    __m128i fourth = _mm_cvtsi32_si128(r3d_i32_from_bits(shade[indices[3]]));
    __m128i found =
        _mm_unpacklo_epi64(_mm_unpacklo_epi32(first, second), _mm_unpacklo_epi32(third, fourth));
    found = _mm_srl_epi32(found, shift);
    __m128i holes = _mm_cmpeq_epi32(found, _mm_setzero_si128());
    found = _mm_andnot_si128(holes, lanes_or(found, lanes_all(R3D_PRIV_DRAWN)));
    lanes_store(pixels, lanes_or(found, lanes_and(holes, lanes_load(pixels))));
}

KERNEL void draw_group(const group *g, int32_t left, int32_t room, const r3d_texels *texels,
                       const r3d_priv_addressing *address)
{
    (void)room;
    const uint32_t *shade = texels->texels + ((g->light >> 21 & 3) << address->shade_shift);
    if (texels->masked && left >= R3D_PRIV_GROUP) {
        __m128i shift = _mm_cvtsi32_si128(g->light >> 23 & 31);
        uint16_t indices[R3D_PRIV_GROUP];
        find_indices(indices, g, address);
        draw_four(g->pixels, shade, indices, shift);
        draw_four(g->pixels + LANES, shade, indices + LANES, shift);
    } else if (texels->masked) {
        draw_pixels(g, left, shade, address, true);
    } else if (left < R3D_PRIV_GROUP) {
        draw_pixels(g, left, shade, address, false);
    } else {
        draw_pixels(g, R3D_PRIV_GROUP, shade, address, false);
    }
}

#include "texture_rows_4.h"

#include "../vector/textured.h"

KERNEL_ENTRY void r3d_priv_fill_textured_sse2(const r3d_raster *raster, const int32_t x[3],
                                              const int32_t y[3], const int32_t shade[3],
                                              const r3d_texture_plane *plane,
                                              const r3d_texels *texels)
{
    fill_textured(raster, x, y, shade, plane, texels);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
