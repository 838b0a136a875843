/* SPDX-License-Identifier: MIT */
/* The one place that looks at the processor. Everything that is written for several instruction sets
 * asks here, with the wish of the object it works for. */

#include "isa_internal.h"

#include <string.h>

static const char *const names[R3D_ISA_COUNT] = {
    [R3D_ISA_BEST] = "best", [R3D_ISA_SCALAR] = "scalar", [R3D_ISA_SSE2] = "sse2",
    [R3D_ISA_AVX2] = "avx2", [R3D_ISA_AVX512] = "avx512", [R3D_ISA_NEON] = "neon",
};

static bool is_known(r3d_isa isa)
{
    return (int)isa >= 0 && (int)isa < R3D_ISA_COUNT;
}

#if R3D_PRIV_X86

/* The compiler's own detection: done once before main, so it can be asked for every icon. The CPUID
 * instruction itself takes 8 microseconds under some hypervisors. It covers what the operating system
 * saves, too. Each group includes those before it. */
static uint32_t features_here(void)
{
    uint32_t features = 0;
    if (__builtin_cpu_supports("sse2")) {
        features |= R3D_ISA_HAS_SSE2;
    }
    if (features != 0 && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1")) {
        features |= R3D_ISA_HAS_SSE41;
    }
    if ((features & R3D_ISA_HAS_SSE41) != 0 && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
        features |= R3D_ISA_HAS_AVX2;
    }
    if ((features & R3D_ISA_HAS_AVX2) != 0 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        features |= R3D_ISA_HAS_AVX512;
    }
    return features;
}

#elif R3D_PRIV_NEON

/* Every 64-bit ARM has NEON. */
static uint32_t features_here(void)
{
    return R3D_ISA_HAS_NEON;
}

#else

static uint32_t features_here(void)
{
    return 0;
}

#endif

/* What an instruction set consists of. */
static uint32_t features_of(r3d_isa isa)
{
    switch (isa) {
    case R3D_ISA_SSE2:
        return R3D_ISA_HAS_SSE2;
    case R3D_ISA_AVX2:
        return R3D_ISA_HAS_SSE2 | R3D_ISA_HAS_SSE41 | R3D_ISA_HAS_AVX2;
    case R3D_ISA_AVX512:
        return R3D_ISA_HAS_SSE2 | R3D_ISA_HAS_SSE41 | R3D_ISA_HAS_AVX2 | R3D_ISA_HAS_AVX512;
    case R3D_ISA_NEON:
        return R3D_ISA_HAS_NEON;
    default:
        return 0;
    }
}

bool r3d_isa_available(r3d_isa isa)
{
    uint32_t needed = features_of(isa);
    return is_known(isa) && (features_here() & needed) == needed;
}

uint32_t r3d_isa_features(r3d_isa isa)
{
    if (isa == R3D_ISA_BEST) {
        return features_here();
    }
    return r3d_isa_available(isa) ? features_of(isa) : 0;
}

r3d_isa r3d_isa_resolve(r3d_isa isa)
{
    if (isa != R3D_ISA_BEST) {
        return r3d_isa_available(isa) ? isa : R3D_ISA_SCALAR;
    }
    uint32_t features = features_here();
    return (features & R3D_ISA_HAS_NEON) != 0     ? R3D_ISA_NEON
           : (features & R3D_ISA_HAS_AVX512) != 0 ? R3D_ISA_AVX512
           : (features & R3D_ISA_HAS_AVX2) != 0   ? R3D_ISA_AVX2
           : (features & R3D_ISA_HAS_SSE2) != 0   ? R3D_ISA_SSE2
                                                  : R3D_ISA_SCALAR;
}

const char *r3d_isa_name(r3d_isa isa)
{
    return is_known(isa) ? names[isa] : NULL;
}

r3d_result r3d_isa_from_name(const char *name, r3d_isa *out_isa)
{
    if (name == NULL || out_isa == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    for (int i = 0; i < R3D_ISA_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) {
            *out_isa = (r3d_isa)i;
            return r3d_isa_available(*out_isa) ? R3D_OK : R3D_ERR_RANGE;
        }
    }
    return R3D_ERR_FORMAT_SYNTAX;
}
