/* SPDX-License-Identifier: MIT */
// PNG filters one pixel at a time with its bytes side by side. A row is a chain: each pixel needs
// the one to its left, so what counts is how many dependent instructions one takes. See
// png_unfilter.h.

#include "../png_unfilter.h"

#if R3D_PRIV_X86

#include <smmintrin.h>
#include <string.h>

#define KERNEL __attribute__((target("sse4.1"), always_inline)) static inline

// `bpp` is a constant wherever these are inlined. Pixels of 3 and 6 bytes are read with 4 and 8:
// the loops below end before that would pass the end of the row.
KERNEL __m128i load_pixel(const uint8_t *from, size_t bpp)
{
    if (bpp <= 4) {
        int32_t bytes;
        memcpy(&bytes, from, 4);
        return _mm_cvtsi32_si128(bytes);
    }
    return _mm_loadl_epi64((const __m128i *)(const void *)from);
}

KERNEL void store_pixel(uint8_t *to, __m128i pixel, size_t bpp)
{
    uint8_t bytes[8]; // gcc -O0 would see 4 bytes too few for pixels that are never this short
    if (bpp <= 4) {
        int32_t word = _mm_cvtsi128_si32(pixel);
        memcpy(bytes, &word, 4);
    } else {
        _mm_storel_epi64((__m128i *)(void *)bytes, pixel);
    }
    memcpy(to, bytes, bpp);
}

KERNEL __m128i widen(__m128i pixel)
{
    return _mm_unpacklo_epi8(pixel, _mm_setzero_si128());
}

// How many bytes of a row can be treated with whole loads.
KERNEL size_t whole_bytes(size_t size, size_t bpp)
{
    size_t read = bpp <= 4 ? 4 : 8;
    return size < read ? 0 : (size - read) / bpp * bpp + bpp;
}

KERNEL size_t sub(uint8_t *row, size_t size, size_t bpp)
{
    __m128i left = _mm_setzero_si128();
    size_t end = whole_bytes(size, bpp);
    for (size_t i = 0; i < end; i += bpp) {
        left = _mm_add_epi8(left, load_pixel(row + i, bpp));
        store_pixel(row + i, left, bpp);
    }
    return end;
}

KERNEL size_t average(uint8_t *row, const uint8_t *above, size_t size, size_t bpp)
{
    __m128i left = _mm_setzero_si128(); // 16 bits a byte
    size_t end = whole_bytes(size, bpp);
    for (size_t i = 0; i < end; i += bpp) {
        __m128i up = widen(load_pixel(above + i, bpp));
        __m128i residual = widen(load_pixel(row + i, bpp));
        __m128i half = _mm_srli_epi16(_mm_add_epi16(left, up), 1);
        // Bytes are added as bytes: the upper ones stay 0.
        left = _mm_add_epi8(half, residual);
        store_pixel(row + i, _mm_packus_epi16(left, left), bpp);
    }
    return end;
}

// The nearest of left, up and corner to left + up - corner, without distances: with
// t = 3 corner - (left + up), it is the larger of left and up when t is at most the smaller one,
// else the smaller one when t is at least the larger one, else the corner. Ties included.
KERNEL size_t paeth(uint8_t *row, const uint8_t *above, size_t size, size_t bpp)
{
    __m128i left = _mm_setzero_si128();
    __m128i corner = _mm_setzero_si128();
    size_t end = whole_bytes(size, bpp);
    for (size_t i = 0; i < end; i += bpp) {
        __m128i up = widen(load_pixel(above + i, bpp));
        __m128i residual = widen(load_pixel(row + i, bpp));
        __m128i three = _mm_add_epi16(corner, _mm_add_epi16(corner, corner));
        __m128i t = _mm_sub_epi16(_mm_sub_epi16(three, up), left);
        __m128i low = _mm_min_epi16(left, up);
        __m128i high = _mm_max_epi16(left, up);
        __m128i nearest = _mm_blendv_epi8(low, corner, _mm_cmpgt_epi16(high, t));
        nearest = _mm_blendv_epi8(high, nearest, _mm_cmpgt_epi16(t, low));
        left = _mm_add_epi8(nearest, residual);
        corner = up;
        store_pixel(row + i, _mm_packus_epi16(left, left), bpp);
    }
    return end;
}

__attribute__((target("sse4.1"))) static size_t up_row(uint8_t *row, const uint8_t *above,
                                                       size_t size)
{
    size_t i = 0;
    for (; i + 16 <= size; i += 16) {
        __m128i *at = (__m128i *)(void *)(row + i);
        __m128i up = _mm_loadu_si128((const __m128i *)(const void *)(above + i));
        _mm_storeu_si128(at, _mm_add_epi8(_mm_loadu_si128(at), up));
    }
    return i;
}

// The pixels that remain, by the definition.
static void finish(unsigned filter, uint8_t *row, const uint8_t *above, size_t done, size_t size,
                   size_t bpp)
{
    for (size_t i = done; i < size; i++) {
        int left = i >= bpp ? row[i - bpp] : 0;
        int corner = i >= bpp ? above[i - bpp] : 0;
        int up = above[i];
        int t = 3 * corner - (left + up);
        int low = left < up ? left : up;
        int high = left < up ? up : left;
        int predicted = filter == 1   ? left
                        : filter == 2 ? up
                        : filter == 3 ? (left + up) / 2
                        : t <= low    ? high
                        : t >= high   ? low
                                      : corner;
        row[i] = (uint8_t)(row[i] + predicted);
    }
}

#define KERNEL_ENTRY(bpp)                                                                          \
    __attribute__((target("sse4.1"))) static size_t unfilter_##bpp(                                \
        unsigned filter, uint8_t *row, const uint8_t *above, size_t size)                          \
    {                                                                                              \
        switch (filter) {                                                                          \
        case 1:                                                                                    \
            return sub(row, size, bpp);                                                            \
        case 2:                                                                                    \
            return up_row(row, above, size);                                                       \
        case 3:                                                                                    \
            return average(row, above, size, bpp);                                                 \
        default:                                                                                   \
            return paeth(row, above, size, bpp);                                                   \
        }                                                                                          \
    }

KERNEL_ENTRY(3)
KERNEL_ENTRY(4)
KERNEL_ENTRY(6)
KERNEL_ENTRY(8)

bool r3d_priv_png_unfilter_sse41(unsigned filter, uint8_t *row, const uint8_t *previous,
                                 size_t size, size_t bpp)
{
    size_t done;
    if (filter < 1 || filter > 4) {
        return false;
    }
    switch (bpp) {
    case 3:
        done = unfilter_3(filter, row, previous, size);
        break;
    case 4:
        done = unfilter_4(filter, row, previous, size);
        break;
    case 6:
        done = unfilter_6(filter, row, previous, size);
        break;
    case 8:
        done = unfilter_8(filter, row, previous, size);
        break;
    default:
        return false;
    }
    finish(filter, row, previous, done, size, bpp);
    return true;
}

#else

typedef int r3d_priv_png_unfilter_sse41_is_of_another_processor;

#endif
