/* SPDX-License-Identifier: MIT */

#include "fill.h"

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

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))

typedef uint32_t wide __attribute__((vector_size(64), aligned(4), may_alias));

__attribute__((target("avx512f"))) static void fill_avx512(uint32_t *pixels, size_t count,
                                                           uint32_t value)
{
    wide v = {value, value, value, value, value, value, value, value,
              value, value, value, value, value, value, value, value};
    const size_t run = sizeof v / sizeof *pixels;
    size_t i = 0;
    for (; i + 4 * run <= count; i += 4 * run) {
        *(wide *)(pixels + i) = v;
        *(wide *)(pixels + i + run) = v;
        *(wide *)(pixels + i + 2 * run) = v;
        *(wide *)(pixels + i + 3 * run) = v;
    }
    fill_any(pixels + i, count - i, value);
}

__attribute__((target("avx2"))) static void fill_avx2(uint32_t *pixels, size_t count,
                                                      uint32_t value)
{
    fill_any(pixels, count, value);
}

void r3d_priv_fill(uint32_t *pixels, size_t count, uint32_t value)
{
    if (__builtin_cpu_supports("avx512f")) {
        fill_avx512(pixels, count, value);
    } else if (__builtin_cpu_supports("avx2")) {
        fill_avx2(pixels, count, value);
    } else {
        fill_any(pixels, count, value);
    }
}

#else

void r3d_priv_fill(uint32_t *pixels, size_t count, uint32_t value)
{
    fill_any(pixels, count, value);
}

#endif
