/* SPDX-License-Identifier: MIT */
/* The table of fills, one a level, and the functions in it. A fill draws a whole triangle: its
 * set-up and its rows are compiled together for their instruction set, so that a row costs no call.
 *
 * No source file needs a compiler flag for its instruction set: each function carries a target
 * attribute, and files of another processor compile to nothing. So the library builds from a plain
 * list of its sources. Define R3D_NO_SIMD to build the scalar level alone. */

#ifndef R3D_SRC_RASTER_KERNELS_H
#define R3D_SRC_RASTER_KERNELS_H

#include <retro3d/raster.h>

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define R3D_PRIV_X86 1
#else
#define R3D_PRIV_X86 0
#endif

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && defined(__aarch64__) && defined(__AARCH64EL__)
#define R3D_PRIV_NEON 1
#else
#define R3D_PRIV_NEON 0
#endif

struct r3d_kernels {
    r3d_level level;
    void (*flat)(const r3d_raster *raster, const int32_t x[3], const int32_t y[3], uint32_t rgb);
    void (*gouraud)(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                    const int32_t hsl16[3]);
    void (*textured)(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                     const int32_t shade[3], const r3d_texture_plane *plane,
                     const r3d_texels *texels);
};

#define R3D_PRIV_DECLARE_FILLS(level)                                                              \
    void r3d_priv_fill_flat_##level(const r3d_raster *raster, const int32_t x[3],                  \
                                    const int32_t y[3], uint32_t rgb);                             \
    void r3d_priv_fill_gouraud_##level(const r3d_raster *raster, const int32_t x[3],               \
                                       const int32_t y[3], const int32_t hsl16[3]);                \
    void r3d_priv_fill_textured_##level(const r3d_raster *raster, const int32_t x[3],              \
                                        const int32_t y[3], const int32_t shade[3],                \
                                        const r3d_texture_plane *plane, const r3d_texels *texels)

R3D_PRIV_DECLARE_FILLS(scalar);
#if R3D_PRIV_X86
R3D_PRIV_DECLARE_FILLS(sse2);
R3D_PRIV_DECLARE_FILLS(avx2);
R3D_PRIV_DECLARE_FILLS(avx512);
#endif
#if R3D_PRIV_NEON
R3D_PRIV_DECLARE_FILLS(neon);
#endif

/* The fills of a level; NULL if this build or this machine lacks them. */
const r3d_kernels *r3d_priv_kernels(r3d_level level);

/* The same, or if somebody listens to the surface fills that draw with them and tell. */
const r3d_kernels *r3d_priv_kernels_of(const r3d_surface *surface, r3d_level level);

/* Whether these fills tell a listener. */
bool r3d_priv_kernels_tell(const r3d_kernels *kernels);

#endif
