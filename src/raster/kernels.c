/* SPDX-License-Identifier: MIT */
/* Which fills there are, and the public names of them all. */

#include "kernels.h"

#define FILLS(name)                                                                                \
    r3d_priv_fill_flat_##name, r3d_priv_fill_gouraud_##name, r3d_priv_fill_textured_##name

static const r3d_kernels scalar = {R3D_ISA_SCALAR, FILLS(scalar), NULL, NULL};

#if R3D_PRIV_X86

static const r3d_kernels sse2 = {R3D_ISA_SSE2, FILLS(sse2), NULL, NULL};
static const r3d_kernels avx2 = {R3D_ISA_AVX2, FILLS(avx2), NULL, NULL};
static const r3d_kernels avx512 = {R3D_ISA_AVX512, FILLS(avx512), r3d_priv_prepare_faces_avx512,
                                   r3d_priv_fill_faces_avx512};

#endif

#if R3D_PRIV_NEON

static const r3d_kernels neon = {R3D_ISA_NEON, FILLS(neon), NULL, NULL};

#endif

const r3d_kernels *r3d_priv_kernels(r3d_isa isa)
{
    if (!r3d_isa_available(isa)) {
        return NULL;
    }
    switch (r3d_isa_resolve(isa)) {
#if R3D_PRIV_X86
    case R3D_ISA_SSE2:
        return &sse2;
    case R3D_ISA_AVX2:
        return &avx2;
    case R3D_ISA_AVX512:
        return &avx512;
#endif
#if R3D_PRIV_NEON
    case R3D_ISA_NEON:
        return &neon;
#endif
    default:
        return &scalar;
    }
}

static const r3d_kernels *kernels_of(const r3d_raster *raster)
{
    return raster->kernels != NULL ? raster->kernels : &scalar;
}

r3d_result r3d_raster_set_isa(r3d_raster *raster, r3d_isa isa)
{
    if (raster == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_kernels *kernels = r3d_priv_kernels(isa);
    if (kernels == NULL) {
        return R3D_ERR_RANGE;
    }
    raster->kernels = kernels;
    return R3D_OK;
}

r3d_isa r3d_raster_get_isa(const r3d_raster *raster)
{
    return raster != NULL ? kernels_of(raster)->isa : R3D_ISA_BEST;
}

void r3d_fill_flat(const r3d_raster *raster, const int32_t x[3], const int32_t y[3], uint32_t rgb)
{
    if (raster == NULL || x == NULL || y == NULL) {
        return;
    }
    if (raster->surface->listener != NULL) {
        r3d_priv_tell_flat(raster, x, y, rgb);
        return;
    }
    kernels_of(raster)->flat(raster, x, y, rgb);
}

void r3d_fill_gouraud(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                      const int32_t hsl16[3])
{
    if (raster == NULL || x == NULL || y == NULL || hsl16 == NULL) {
        return;
    }
    if (raster->surface->listener != NULL) {
        r3d_priv_tell_gouraud(raster, x, y, hsl16);
        return;
    }
    kernels_of(raster)->gouraud(raster, x, y, hsl16);
}

void r3d_fill_textured(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                       const int32_t shade[3], const r3d_texture_plane *plane,
                       const r3d_texels *texels)
{
    if (raster == NULL || x == NULL || y == NULL || shade == NULL || plane == NULL ||
        texels == NULL) {
        return;
    }
    if (raster->surface->listener != NULL) {
        r3d_priv_tell_textured(raster, x, y, shade, plane, texels);
        return;
    }
    kernels_of(raster)->textured(raster, x, y, shade, plane, texels);
}
