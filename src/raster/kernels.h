/* SPDX-License-Identifier: MIT */
/* The table of fills, one for each instruction set, and the functions in it. A fill draws a whole triangle: its
 * set-up and its rows are compiled together for their instruction set, so that a row costs no call. */

#ifndef R3D_SRC_RASTER_KERNELS_H
#define R3D_SRC_RASTER_KERNELS_H

#include <retro3d/raster.h>

#include "../base/isa_internal.h"

enum { R3D_PRIV_BATCH = 16 /* triangles that are set up together */ };

/* A face of a model that will be drawn, with all that this needs. Faces are gathered in the order
 * of the mesh, in which memory is read in a row, and drawn in order of depth, when each is one
 * cache line. */
typedef struct r3d_priv_drawn_face {
    int32_t face;
    int32_t info;
    int32_t alpha;
    int32_t is_near; /* it may cross the near plane; x and y are not set then */
    int32_t x[3];
    int32_t y[3];
    int32_t value[3];
    int32_t
        is_plain; /* it is opaque, its colours are Gouraud's or three times the same, not near */
    int32_t unused[2]; /* makes it 64 bytes */
} r3d_priv_drawn_face;

/* Such faces, set up. Edges are lines by rows from `y` on; values are relative to `base`. */
typedef struct r3d_priv_gouraud_batch {
    uint32_t fits; /* by bit: is plain and can be drawn by fill_faces */
    uint32_t side_clip;
    uint32_t wide;                         /* of many of the few colours */
    int32_t y[R3D_PRIV_BATCH];             /* first row */
    int32_t rows[R3D_PRIV_BATCH];          /* how many; 0 and below: nothing is drawn */
    int32_t middle[R3D_PRIV_BATCH];        /* first row, counted from y, of the lower edge */
    uint32_t full_is_left[R3D_PRIV_BATCH]; /* 0xFFFF or 0 */
    int32_t base[R3D_PRIV_BATCH];          /* a palette entry below all of the triangle */
    int32_t limit[R3D_PRIV_BATCH];         /* column that a row must not reach */
    int32_t full_x[R3D_PRIV_BATCH];
    int32_t full_x_slope[R3D_PRIV_BATCH];
    int32_t full_value[R3D_PRIV_BATCH];
    int32_t full_value_slope[R3D_PRIV_BATCH];
    int32_t upper_x[R3D_PRIV_BATCH];
    int32_t upper_x_slope[R3D_PRIV_BATCH];
    int32_t upper_value[R3D_PRIV_BATCH];
    int32_t upper_value_slope[R3D_PRIV_BATCH];
    int32_t lower_x[R3D_PRIV_BATCH];
    int32_t lower_x_slope[R3D_PRIV_BATCH];
    int32_t lower_value[R3D_PRIV_BATCH];
    int32_t lower_value_slope[R3D_PRIV_BATCH];
} r3d_priv_gouraud_batch;

/* Sets up faces, each with the side clipping that the engine gives it. */
typedef void (*r3d_priv_prepare_faces)(const r3d_raster *raster,
                                       const r3d_priv_drawn_face *const faces[R3D_PRIV_BATCH],
                                       r3d_priv_gouraud_batch *out_batch);

/* Draws triangles first..end - 1 of a batch; all of them fit. */
typedef void (*r3d_priv_fill_faces)(const r3d_raster *raster, const r3d_priv_gouraud_batch *batch,
                                    int32_t first, int32_t end);

struct r3d_kernels {
    r3d_isa isa;
    void (*flat)(const r3d_raster *raster, const int32_t x[3], const int32_t y[3], uint32_t rgb);
    void (*gouraud)(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                    const int32_t hsl16[3]);
    void (*textured)(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                     const int32_t shade[3], const r3d_texture_plane *plane,
                     const r3d_texels *texels);
    r3d_priv_prepare_faces prepare_faces; /* both or none */
    r3d_priv_fill_faces fill_faces;
};

#define R3D_PRIV_DECLARE_FILLS(isa)                                                                \
    void r3d_priv_fill_flat_##isa(const r3d_raster *raster, const int32_t x[3],                    \
                                  const int32_t y[3], uint32_t rgb);                               \
    void r3d_priv_fill_gouraud_##isa(const r3d_raster *raster, const int32_t x[3],                 \
                                     const int32_t y[3], const int32_t hsl16[3]);                  \
    void r3d_priv_fill_textured_##isa(const r3d_raster *raster, const int32_t x[3],                \
                                      const int32_t y[3], const int32_t shade[3],                  \
                                      const r3d_texture_plane *plane, const r3d_texels *texels)

R3D_PRIV_DECLARE_FILLS(scalar);
#if R3D_PRIV_X86
R3D_PRIV_DECLARE_FILLS(sse2);
R3D_PRIV_DECLARE_FILLS(avx2);
R3D_PRIV_DECLARE_FILLS(avx512);
void r3d_priv_prepare_faces_avx512(const r3d_raster *raster,
                                   const r3d_priv_drawn_face *const faces[R3D_PRIV_BATCH],
                                   r3d_priv_gouraud_batch *out_batch);
void r3d_priv_fill_faces_avx512(const r3d_raster *raster, const r3d_priv_gouraud_batch *batch,
                                int32_t first, int32_t end);
#endif
#if R3D_PRIV_NEON
R3D_PRIV_DECLARE_FILLS(neon);
#endif

/* The fills of an instruction set; NULL if this build or this machine lacks them. */
const r3d_kernels *r3d_priv_kernels(r3d_isa isa);

/* Fills of a surface that somebody listens to, see calls.c. */
void r3d_priv_tell_flat(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                        uint32_t rgb);
void r3d_priv_tell_gouraud(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                           const int32_t hsl16[3]);
void r3d_priv_tell_textured(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                            const int32_t shade[3], const r3d_texture_plane *plane,
                            const r3d_texels *texels);

#endif
