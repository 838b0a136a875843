/* SPDX-License-Identifier: MIT */

#include "bounds.h"

#include <string.h>

#include <retro3d/raster.h>

enum {
    CHUNK = 64 /* pixels */
};

/* Pixels as the compiler's own vectors: one source for every width. memcpy is one store. */
#if defined(__GNUC__)

typedef uint32_t wide __attribute__((vector_size(64)));
typedef uint32_t four __attribute__((vector_size(16)));

#define INLINE __attribute__((always_inline)) static inline

INLINE void store_chunk(uint32_t *p, uint32_t value)
{
    wide v = {value, value, value, value, value, value, value, value,
              value, value, value, value, value, value, value, value};
    for (int i = 0; i < CHUNK; i += 16) {
        *(wide *)(void *)(p + i) = v;
    }
}

INLINE void modify_chunk(uint32_t *p, uint32_t value)
{
    wide v = {value, value, value, value, value, value, value, value,
              value, value, value, value, value, value, value, value};
    for (int i = 0; i < CHUNK; i += 16) {
        *(wide *)(void *)(p + i) += v;
    }
}

INLINE void store_four(uint32_t *p, uint32_t value)
{
    four v = {value, value, value, value};
    *(four *)(void *)p = v;
}

#else

#define INLINE static inline

INLINE void store_four(uint32_t *p, uint32_t value)
{
    p[0] = p[1] = p[2] = p[3] = value;
}

INLINE void store_chunk(uint32_t *p, uint32_t value)
{
    for (int i = 0; i < CHUNK; i++) {
        p[i] = value;
    }
}

INLINE void modify_chunk(uint32_t *p, uint32_t value)
{
    for (int i = 0; i < CHUNK; i++) {
        p[i] += value;
    }
}

#endif

/* Random without being the bottleneck: four independent sequences of full period. */
typedef struct random_indices {
    uint32_t state[4];
} random_indices;

INLINE uint32_t random_index(random_indices *r, int which, uint32_t mask)
{
    r->state[which] = r->state[which] * 5u + 12345u;
    return r->state[which] & mask;
}

INLINE void palette_chunk(uint32_t *restrict p, random_indices *r, const uint32_t *restrict table)
{
    for (int i = 0; i < CHUNK; i += 16) {
        store_four(p + i, table[random_index(r, 0, 0xFFFFu)]);
        store_four(p + i + 4, table[random_index(r, 1, 0xFFFFu)]);
        store_four(p + i + 8, table[random_index(r, 2, 0xFFFFu)]);
        store_four(p + i + 12, table[random_index(r, 3, 0xFFFFu)]);
    }
}

INLINE void texel_chunk(uint32_t *restrict p, random_indices *r, const uint32_t *restrict table)
{
    for (int i = 0; i < CHUNK; i += 4) {
        p[i] = table[random_index(r, 0, 0x3FFFu)];
        p[i + 1] = table[random_index(r, 1, 0x3FFFu)];
        p[i + 2] = table[random_index(r, 2, 0x3FFFu)];
        p[i + 3] = table[random_index(r, 3, 0x3FFFu)];
    }
}

INLINE void run_bound(bench_bound bound, uint32_t *frame, size_t frame_count, size_t count,
                      const uint32_t *table)
{
    random_indices r = {{1, 20000, 40000, 60000}};
    size_t at = 0;
    for (size_t done = 0; done + CHUNK <= count; done += CHUNK) {
        if (at + CHUNK > frame_count) {
            at = 0;
        }
        switch (bound) {
        case R3D_BOUND_STORE:
            store_chunk(frame + at, (uint32_t)done);
            break;
        case R3D_BOUND_MODIFY:
            modify_chunk(frame + at, (uint32_t)done);
            break;
        case R3D_BOUND_PALETTE:
            palette_chunk(frame + at, &r, table);
            break;
        case R3D_BOUND_TEXELS:
            texel_chunk(frame + at, &r, table);
            break;
        default:
            return;
        }
        at += CHUNK;
    }
}

/* `bound` is a constant in each call, so that the switch leaves the loop. */
INLINE void run_any(bench_bound bound, uint32_t *frame, size_t frame_count, size_t count,
                    const uint32_t *table)
{
    switch (bound) {
    case R3D_BOUND_STORE:
        run_bound(R3D_BOUND_STORE, frame, frame_count, count, table);
        break;
    case R3D_BOUND_MODIFY:
        run_bound(R3D_BOUND_MODIFY, frame, frame_count, count, table);
        break;
    case R3D_BOUND_PALETTE:
        run_bound(R3D_BOUND_PALETTE, frame, frame_count, count, table);
        break;
    case R3D_BOUND_TEXELS:
        run_bound(R3D_BOUND_TEXELS, frame, frame_count, count, table);
        break;
    default:
        break;
    }
}

#if defined(__GNUC__) && defined(__x86_64__)

/* One load a pixel: gather instructions, which a compiler may choose, are slower. */
static void run_baseline(uint32_t *frame, size_t frame_count, size_t count, const uint32_t *table)
{
    run_any(R3D_BOUND_TEXELS, frame, frame_count, count, table);
}

__attribute__((target("avx512f"))) static void run_avx512(bench_bound bound, uint32_t *frame,
                                                          size_t frame_count, size_t count,
                                                          const uint32_t *table)
{
    run_any(bound, frame, frame_count, count, table);
}

__attribute__((target("avx2"))) static void run_avx2(bench_bound bound, uint32_t *frame,
                                                     size_t frame_count, size_t count,
                                                     const uint32_t *table)
{
    run_any(bound, frame, frame_count, count, table);
}

#endif

void bench_run_bound(bench_bound bound, uint32_t *frame, size_t frame_count, size_t count,
                     const uint32_t *table)
{
#if defined(__GNUC__) && defined(__x86_64__)
    if (bound == R3D_BOUND_TEXELS) {
        run_baseline(frame, frame_count, count, table);
        return;
    }
    if (r3d_isa_available(R3D_ISA_AVX512)) {
        run_avx512(bound, frame, frame_count, count, table);
        return;
    }
    if (r3d_isa_available(R3D_ISA_AVX2)) {
        run_avx2(bound, frame, frame_count, count, table);
        return;
    }
#endif
    run_any(bound, frame, frame_count, count, table);
}
