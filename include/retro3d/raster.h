/* SPDX-License-Identifier: MIT */
/// @file raster.h
/// The triangle fills of the 2004 RuneScape 2 engine: flat, Gouraud and textured, pixel for pixel.
/// A fill takes screen positions as integers, any 32-bit values; it knows nothing of models, cameras or
/// depth: what is drawn later covers what was drawn before.
///
/// What every fill shares (docs/fidelity.md lists the quirks):
/// - both windings are filled; the top row of a triangle is included, its bottom row is not; on a row
///   the left pixel is included, the right one is not, so triangles that share an edge leave no crack;
/// - rows are cut at row 0 and at clip.bottom; the left and top sides of the clip rectangle are ignored;
/// - clip.right counts only when `side_clip` is on, and then the last column inside it is not drawn.
/// No function here allocates, locks or fails, nothing is drawn outside the surface, and several
/// threads may draw at once into different surfaces while sharing palettes and texels.
/// Source: spec rs2-raster sections 3 to 7 and 10.

#ifndef RETRO3D_RASTER_H
#define RETRO3D_RASTER_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/isa.h>
#include <retro3d/palette.h>
#include <retro3d/surface.h>
#include <retro3d/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The fills of one instruction set; see r3d_raster_set_isa.
typedef struct r3d_kernels r3d_kernels;

/// Where and how triangles are drawn. A plain value: fill it with r3d_raster_init and change the
/// members between calls. Everything it points to is borrowed.
typedef struct r3d_raster {
    r3d_surface *surface;       ///< Target.
    const r3d_palette *palette; ///< Colours of r3d_fill_gouraud; may be NULL if that is not called.
    int32_t center_x;     ///< Screen position of the view axis, for textures; initially width / 2.
    int32_t center_y;     ///< Initially height / 2.
    int32_t translucency; ///< Share of the background in flat and Gouraud fills, in 1/256:
                          ///< 0 (initially) is opaque, 1..255; only the low 8 bits count.
    bool side_clip;       ///< Cut rows at the left of the surface and at the right of the clip
                          ///< rectangle. The engine sets it for triangles that have a corner
                          ///< with x < 0 or x > clip.right - 1. Initially off: the caller
                          ///< promises 0 <= x <= width, and other x are cut at the surface.
                          ///< It also selects other rounding of colour and light steps.
    bool smooth;          ///< Gouraud colours change at every pixel instead of every fourth.
    int32_t band_top;     ///< First row that is drawn; initially 0.
    int32_t band_bottom;  ///< First row that is not drawn any more; initially INT32_MAX.
                          ///< A band cuts rows away and changes no pixel of the others, unlike
                          ///< the clip rectangle: bands that cover the surface together give
                          ///< the frame that one call gives. Several threads may draw disjoint
                          ///< bands of one surface at once, but see r3d_fill_leaves_row.
    const r3d_kernels
        *kernels; ///< The fills; set by r3d_raster_init to those of the surface. NULL means
                  ///< R3D_ISA_SCALAR.
} r3d_raster;

/// Fills a descriptor with the start values above; the fills are those of the surface's instruction set.
/// @param palette  NULL is allowed, see the member.
/// @return R3D_OK; R3D_ERR_ARGUMENT for a NULL raster or surface.
R3D_API r3d_result r3d_raster_init(r3d_raster *raster, r3d_surface *surface,
                                   const r3d_palette *palette);

/// Chooses the instruction set of the fills, and of vertices that are drawn with this raster, in place
/// of the surface's.
/// @return R3D_OK; R3D_ERR_ARGUMENT for NULL; R3D_ERR_RANGE for one that is not available (the raster is
///         unchanged).
R3D_API r3d_result r3d_raster_set_isa(r3d_raster *raster, r3d_isa isa);

/// Returns the instruction set a raster draws with, never R3D_ISA_BEST; R3D_ISA_BEST for NULL.
R3D_API r3d_isa r3d_raster_get_isa(const r3d_raster *raster);

/// Returns whether a translucent fill of this triangle may read the first pixel of the row below the
/// one it draws, which happens for pixels in the last column of the surface (their background is the
/// pixel at the next address). Such a triangle must not be drawn in bands by several threads at once:
/// draw what came before it, then the triangle alone, then go on. The engine's own triangles never do:
/// it sets `side_clip` for corners outside the surface. May err on the side of true.
R3D_API bool r3d_fill_leaves_row(const r3d_raster *raster, const int32_t x[3], const int32_t y[3]);

/// Fills a triangle with one colour.
/// @param x,y  3 screen positions each, any values.
/// @param rgb  0x00RRGGBB.
/// Source: spec rs2-raster section 4.
R3D_API void r3d_fill_flat(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                           uint32_t rgb);

/// Fills a triangle with packed colours interpolated between its corners.
///
/// Hue, saturation and lightness are interpolated as one number, so corners of different hue run
/// through unrelated colours in between.
/// @param hsl16  3 packed colours; meant to be 0..65535, any value is safe.
/// Source: spec rs2-raster section 5.
R3D_API void r3d_fill_gouraud(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                              const int32_t hsl16[3]);

/// The plane of a texture in view space: u runs from `origin` to `u_end`, v from `origin` to `v_end`.
/// The points need not be corners of the triangle. Axes: x right, y down, z forward; the projection is
/// screen = center + (coordinate << 9) / z.
typedef struct r3d_texture_plane {
    r3d_vec3i origin;
    r3d_vec3i u_end;
    r3d_vec3i v_end;
} r3d_texture_plane;

/// Fills a triangle with a texture in perspective. Never translucent; a masked texture leaves out
/// texels that are 0.
/// @param shade  3 light values: 0..127 in the engine, higher is darker; any value is safe.
/// @param texels Made by r3d_texels_build.
/// Source: spec rs2-raster section 7.
R3D_API void r3d_fill_textured(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                               const int32_t shade[3], const r3d_texture_plane *plane,
                               const r3d_texels *texels);

#ifdef __cplusplus
}
#endif

#endif
