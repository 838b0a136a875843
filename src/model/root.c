/* SPDX-License-Identifier: MIT */
/* Integer square roots that equal the original's double arithmetic. */

#include "../base/isa_internal.h"
#include "mesh_internal.h"

#if R3D_PRIV_X86_64
#include <emmintrin.h>
#define HAS_ROOT R3D_ISA_HAS_SSE2
#define ROOT(x) _mm_cvttsd_si32(_mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd((double)(x))))
#elif R3D_PRIV_NEON
#include <arm_neon.h>
#define HAS_ROOT R3D_ISA_HAS_NEON
#define ROOT(x) ((int32_t)vget_lane_f64(vsqrt_f64(vdup_n_f64((double)(x))), 0))
#endif

/* The greatest r with r * r <= x, by the processor's root or bit by bit. A correctly rounded double
 * root of a 32-bit number never reaches the next whole number, so truncating it gives the same. */
int32_t r3d_priv_root_down(int32_t x, uint32_t features)
{
    if (x <= 0) {
        return 0; /* the root of a negative number is NaN, which converts to 0 */
    }
#ifdef ROOT
    if ((features & HAS_ROOT) != 0) {
        return ROOT(x);
    }
#endif
    (void)features;
    uint32_t rest = (uint32_t)x;
    uint32_t root = 0;
    for (uint32_t bit = UINT32_C(1) << 30; bit != 0; bit >>= 2) {
        uint32_t step = root + bit;
        root >>= 1;
        if (rest >= step) {
            rest -= step;
            root += bit;
        }
    }
    return (int32_t)root;
}

/* sqrt(x) + 0.99 reaches r + 1 when x >= (r + 0.01)^2 = r*r + 0.02*r + 0.0001, that is when
 * 10000 * (x - r*r) >= 200 * r + 1. Both sides are whole and never equal (mod 200), so the true
 * root is at least 1e-4 / (2 * 46341) = 1e-9 away from the limit, far more than the doubles'
 * rounding. */
int32_t r3d_priv_root_up(int32_t x, uint32_t features)
{
    int32_t root = r3d_priv_root_down(x, features);
    if (x <= 0) {
        return 0;
    }
    /* x - root*root <= 2*root <= 92680, so the product is below 2^30. */
    return 10000 * (x - root * root) >= 200 * root + 1 ? root + 1 : root;
}
