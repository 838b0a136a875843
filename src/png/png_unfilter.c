/* SPDX-License-Identifier: MIT */
// Undoing the five filters of PNG rows. The functions here are the definition; a vector version
// (x86/) takes rows of the usual pixels where the machine has it, with the same bytes.
// Source: PNG (third edition) section 9.2.

#include "png_unfilter.h"

#include <stddef.h>

static void unfilter_sub(uint8_t *row, size_t size, size_t bpp)
{
    for (size_t i = bpp; i < size; i++) {
        row[i] = (uint8_t)(row[i] + row[i - bpp]);
    }
}

static void unfilter_up(uint8_t *row, const uint8_t *up, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        row[i] = (uint8_t)(row[i] + up[i]);
    }
}

static void unfilter_average(uint8_t *row, const uint8_t *up, size_t size, size_t bpp)
{
    for (size_t i = 0; i < bpp && i < size; i++) {
        row[i] = (uint8_t)(row[i] + up[i] / 2);
    }
    for (size_t i = bpp; i < size; i++) {
        row[i] = (uint8_t)(row[i] + (row[i - bpp] + up[i]) / 2);
    }
}

static void unfilter_average_first(uint8_t *row, size_t size, size_t bpp)
{
    for (size_t i = bpp; i < size; i++) {
        row[i] = (uint8_t)(row[i] + row[i - bpp] / 2);
    }
}

// Of left, up and upper left the one nearest to left + up - upper left; ties in that order.
static inline int paeth(int left, int up, int corner)
{
    int to_left = up - corner;
    int to_up = left - corner;
    int to_corner = to_left + to_up;
    to_left = to_left < 0 ? -to_left : to_left;
    to_up = to_up < 0 ? -to_up : to_up;
    to_corner = to_corner < 0 ? -to_corner : to_corner;
    int nearest = to_up <= to_corner ? up : corner;
    return to_left <= to_up && to_left <= to_corner ? left : nearest;
}

static inline void unfilter_paeth(uint8_t *row, const uint8_t *up, size_t size, size_t bpp)
{
    // Nothing to the left: the predictor is the byte above.
    for (size_t i = 0; i < bpp && i < size; i++) {
        row[i] = (uint8_t)(row[i] + up[i]);
    }
    for (size_t i = bpp; i < size; i++) {
        row[i] = (uint8_t)(row[i] + paeth(row[i - bpp], up[i], up[i - bpp]));
    }
}

bool r3d_priv_png_unfilter_scalar(unsigned filter, uint8_t *row, const uint8_t *previous,
                                  size_t size, size_t bpp)
{
    switch (filter) {
    case 0:
        return true;
    case 1:
        unfilter_sub(row, size, bpp);
        return true;
    case 2:
        if (previous != NULL) {
            unfilter_up(row, previous, size);
        }
        return true;
    case 3:
        if (previous != NULL) {
            unfilter_average(row, previous, size, bpp);
        } else {
            unfilter_average_first(row, size, bpp);
        }
        return true;
    case 4:
        if (previous == NULL) {
            // With zeros above, the nearest of left, 0 and 0 is always left.
            unfilter_sub(row, size, bpp);
        } else if (bpp == 3) {
            unfilter_paeth(row, previous, size, 3); // constant distances: twice as fast
        } else if (bpp == 4) {
            unfilter_paeth(row, previous, size, 4);
        } else {
            unfilter_paeth(row, previous, size, bpp);
        }
        return true;
    default:
        return false;
    }
}

bool r3d_priv_png_unfilter(unsigned filter, uint8_t *row, const uint8_t *previous, size_t size,
                           size_t bpp, uint32_t features)
{
#if R3D_PRIV_X86
    if (previous != NULL && (features & R3D_ISA_HAS_SSE41) != 0 &&
        r3d_priv_png_unfilter_sse41(filter, row, previous, size, bpp)) {
        return true;
    }
#endif
    (void)features;
    return r3d_priv_png_unfilter_scalar(filter, row, previous, size, bpp);
}
