/* SPDX-License-Identifier: MIT */
/* The second half of a textured fill: blocks of 16 pixels whose texels are known by index. They
 * come from 8 rows at a time, so that the loop that reads texels is long and branches on nothing.
 */

#ifndef R3D_SRC_RASTER_X86_TEXEL_BLOCKS_AVX512_H
#define R3D_SRC_RASTER_X86_TEXEL_BLOCKS_AVX512_H

#include "lanes_avx512.h"

enum {
    BATCH_ROWS = 8,
    BATCH_BLOCKS = 4, /* blocks of each row */
    BATCH_SLOTS = BATCH_BLOCKS * BATCH_ROWS
};

/* Block k of row r has the slot 8 * k + r. */
typedef struct texel_blocks {
    _Alignas(64) uint16_t indices[BATCH_SLOTS][LANES];
    _Alignas(64) uint32_t shifts[BATCH_SLOTS][2]; /* of 8 pixels each */
    _Alignas(32) int32_t lefts[BATCH_ROWS];       /* the row's first pixel in the frame, from
                                                     the first row's first pixel */
    uint32_t blocks[BATCH_SLOTS + BATCH_ROWS];    /* slot << 16 | which pixels are drawn */
    uint32_t count;                               /* of `blocks` */
} texel_blocks;

/* Puts a texel into the lanes of `mask`. The load feeds any vector unit; an insertion needs one of
 * the few that shuffle. */
#define PUT_TEXEL(v, mask, texel)                                                                  \
    __asm__("vpbroadcastd %1, %0%{%2%}" : "+v"(v) : "m"(texel), "Yk"(mask))

KERNEL __m128i four_texels(const uint32_t *texels, const uint16_t *indices)
{
    __m128i four = _mm_cvtsi32_si128(r3d_i32_from_bits(texels[indices[0]]));
    PUT_TEXEL(four, (__mmask8)2, texels[indices[1]]);
    PUT_TEXEL(four, (__mmask8)4, texels[indices[2]]);
    PUT_TEXEL(four, (__mmask8)8, texels[indices[3]]);
    return four;
}

KERNEL lanes find_texels(const uint32_t *texels, const uint16_t *indices)
{
    __m128i first = four_texels(texels, indices);
    __m128i second = four_texels(texels, indices + 4);
    __m128i third = four_texels(texels, indices + 8);
    __m128i fourth = four_texels(texels, indices + 12);
    __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(third), fourth, 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* `masked` is a constant where this is inlined. */
KERNEL void draw_each_block(const texel_blocks *b, uint32_t *pixels, const uint32_t *texels,
                            bool masked)
{
    const lanes halves = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t slot = b->blocks[i] >> 16;
        __mmask16 mask = (__mmask16)b->blocks[i];
        uint32_t *p = pixels + b->lefts[slot % BATCH_ROWS] + slot / BATCH_ROWS * LANES;
        __m128i shift = _mm_loadl_epi64((const __m128i *)(const void *)b->shifts[slot]);
        lanes found = find_texels(texels, b->indices[slot]);
        found = _mm512_srlv_epi32(found,
                                  _mm512_permutexvar_epi32(halves, _mm512_castsi128_si512(shift)));
        if (masked) {
            mask = _mm512_mask_test_epi32_mask(mask, found, found);
        }
        _mm512_mask_storeu_epi32(p, mask, lanes_or(found, lanes_all(R3D_PRIV_DRAWN)));
    }
}

/* Draws the blocks. `pixels` is where `lefts` count from. */
KERNEL void draw_blocks(const texel_blocks *b, uint32_t *pixels, const r3d_texels *texels)
{
    if (texels->masked) {
        draw_each_block(b, pixels, texels->texels, true);
    } else {
        draw_each_block(b, pixels, texels->texels, false);
    }
}

#endif
