/* SPDX-License-Identifier: MIT */
/* 4 vertices a register; the last ones are left to the scalar code. */

#include "../vertices.h"

#if R3D_PRIV_NEON

#include <arm_neon.h>

#define KERNEL __attribute__((always_inline)) static inline
#define LANES 4

typedef int32x4_t lanes;

KERNEL lanes lanes_all(int32_t value)
{
    return vdupq_n_s32(value);
}

KERNEL lanes lanes_load_first(const int32_t *p, int32_t n)
{
    (void)n;
    return vld1q_s32(p);
}

KERNEL void lanes_store_first(int32_t *p, lanes v, int32_t n)
{
    (void)n;
    vst1q_s32(p, v);
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return vaddq_s32(a, b);
}

KERNEL lanes lanes_sub(lanes a, lanes b)
{
    return vsubq_s32(a, b);
}

KERNEL lanes lanes_mul(lanes a, lanes b)
{
    return vmulq_s32(a, b);
}

KERNEL lanes lanes_sra16(lanes a)
{
    return vshrq_n_s32(a, 16);
}

KERNEL lanes lanes_times_512(lanes a)
{
    return vshlq_n_s32(a, R3D_PRIV_FOCAL_BITS);
}

KERNEL bool lanes_any_below(lanes a, int32_t limit, int32_t n)
{
    (void)n;
    return vminvq_s32(a) < limit;
}

KERNEL bool lanes_any_zero(lanes a, int32_t n)
{
    (void)n;
    return vmaxvq_u32(vceqzq_s32(a)) != 0;
}

typedef struct divisors {
    float32x4_t narrow;
    lanes z;
} divisors;

KERNEL divisors divisors_of(lanes z, int32_t n)
{
    (void)n;
    divisors d = {vcvtq_f32_s32(z), z};
    return d;
}

/* Two 64-bit quotients of a double division, which is exact for 32-bit numbers. */
KERNEL int32x2_t two_quotients(int32x2_t numerators, int32x2_t z)
{
    float64x2_t quotients =
        vdivq_f64(vcvtq_f64_s64(vmovl_s32(numerators)), vcvtq_f64_s64(vmovl_s32(z)));
    return vmovn_s64(vcvtq_s64_f64(quotients)); /* 2^31 wraps, as it must */
}

/* Truncated quotients. Numerators below 2^24 in float, see ../x86/vertices_avx512.c. */
KERNEL lanes divide(lanes numerators, const divisors *d)
{
    uint32x4_t size = vreinterpretq_u32_s32(vabsq_s32(numerators)); /* 2^31 for the least one */
    if (vmaxvq_u32(size) >= 1u << 24) {
        return vcombine_s32(two_quotients(vget_low_s32(numerators), vget_low_s32(d->z)),
                            two_quotients(vget_high_s32(numerators), vget_high_s32(d->z)));
    }
    return vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(numerators), d->narrow));
}

#include "../vector/project.h"

int32_t r3d_priv_project_vertices_neon(const r3d_priv_projection *projection,
                                       const r3d_mesh_view *mesh,
                                       const r3d_priv_vertex_scratch *out, int32_t first,
                                       int32_t count, bool stores_camera)
{
    return project_vertices(projection, mesh, out, first, count, stores_camera);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
