/* SPDX-License-Identifier: MIT */
/* The tests' own random numbers: the same sequence everywhere (xorshift64*). */

#ifndef R3D_TESTS_RNG_H
#define R3D_TESTS_RNG_H

#include <stdint.h>

typedef struct rng {
    uint64_t state; /* never 0 */
} rng;

static inline uint32_t rng_next(rng *r)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)(r->state * UINT64_C(0x2545F4914F6CDD1D) >> 32);
}

/* first..last, both included */
static inline int32_t rng_range(rng *r, int32_t first, int32_t last)
{
    uint64_t count = (uint64_t)((int64_t)last - first + 1);
    return (int32_t)((int64_t)first + (int64_t)((uint64_t)rng_next(r) * count >> 32));
}

/* 0 <= result < 1 */
static inline double rng_unit(rng *r)
{
    return rng_next(r) / 4294967296.0;
}

#endif
