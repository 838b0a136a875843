/* SPDX-License-Identifier: MIT */

#include "fill.h"

#include "../base/isa_internal.h"

/* The body for every instruction set: the compiler makes of it the stores of the function that it
 * is inlined into. No member of a surface is read between two stores, which could change it as far
 * as the compiler knows. */
#if defined(__GNUC__)
#define ALWAYS_INLINE __attribute__((always_inline)) static inline
#else
#define ALWAYS_INLINE static inline
#endif

ALWAYS_INLINE void fill_any(uint32_t *pixels, size_t count, uint32_t value)
{
    for (size_t i = 0; i < count; i++) {
        pixels[i] = value;
    }
}

#if R3D_PRIV_X86

typedef uint32_t wide_pixels __attribute__((vector_size(64), aligned(4), may_alias));

__attribute__((target("avx512f"))) static void fill_avx512(uint32_t *pixels, size_t count,
                                                           uint32_t value)
{
    wide_pixels v = {value, value, value, value, value, value, value, value,
                     value, value, value, value, value, value, value, value};
    const size_t run = sizeof v / sizeof *pixels;
    size_t i = 0;
    for (; i + 4 * run <= count; i += 4 * run) {
        *(wide_pixels *)(pixels + i) = v;
        *(wide_pixels *)(pixels + i + run) = v;
        *(wide_pixels *)(pixels + i + 2 * run) = v;
        *(wide_pixels *)(pixels + i + 3 * run) = v;
    }
    fill_any(pixels + i, count - i, value);
}

__attribute__((target("avx2"))) static void fill_avx2(uint32_t *pixels, size_t count,
                                                      uint32_t value)
{
    fill_any(pixels, count, value);
}

#endif

void r3d_priv_fill(uint32_t *pixels, size_t count, uint32_t value, uint32_t features)
{
#if R3D_PRIV_X86
    if ((features & R3D_ISA_HAS_AVX512) != 0) {
        fill_avx512(pixels, count, value);
        return;
    }
    if ((features & R3D_ISA_HAS_AVX2) != 0) {
        fill_avx2(pixels, count, value);
        return;
    }
#endif
    (void)features;
    fill_any(pixels, count, value);
}
