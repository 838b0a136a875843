/* SPDX-License-Identifier: MIT */
/// @file perspective.h
/// Triangles with sub-pixel corners, eye depth and perspective-exact attributes: the camera, clipping,
/// coverage and the weights of each pixel. It writes no pixel; the room layers does.
///
/// Everything is exact in integers. Positions and depths are 16.16 (`_q16`), normals 2.14 (`_q14`),
/// places on the picture 28.4 (`_fx4`): the centre of pixel (x, y) is (16x + 8, 16y + 8). World: z up.
/// Source: spec layers section 12.

#ifndef RETRO3D_PERSPECTIVE_H
#define RETRO3D_PERSPECTIVE_H

#include <stdbool.h>

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_perspective_limits {
    R3D_PERSPECTIVE_WORLD_MAX_Q16 = 1 << 27, ///< Greatest magnitude of a coordinate.
    R3D_PERSPECTIVE_NEAR_MIN_Q16 = 4096,     ///< Least near distance.
    R3D_PERSPECTIVE_FAR_Q16 = 0x0FFFFFFF,    ///< Greatest depth, and that of an empty depth buffer.
    R3D_PERSPECTIVE_FOCAL_MIN_FX4 = 16,      ///< Least focal length, in 1/16 pixel.
    R3D_PERSPECTIVE_FOCAL_MAX_FX4 = (1 << 17) - 1,
    R3D_PERSPECTIVE_GUARD_FX4 = 32768,    ///< The guard band round the middle of the picture.
    R3D_PERSPECTIVE_SIZE_MAX = 4096,      ///< Largest width or height of a picture.
    R3D_PERSPECTIVE_ONE_WEIGHT = 1 << 24, ///< The sum of three weights.
    R3D_PERSPECTIVE_POLYGON_MAX = 8,      ///< Most corners of a polygon to clip.
    R3D_PERSPECTIVE_CLIPPED_MAX = 14      ///< Most corners after clipping.
};

/// What a vertex carries. Components are clipped and interpolated alike.
typedef enum r3d_perspective_component {
    R3D_PERSPECTIVE_X = 0, ///< In view space, right; q16.
    R3D_PERSPECTIVE_Y = 1, ///< Down.
    R3D_PERSPECTIVE_W = 2, ///< The eye depth, ahead.
    R3D_PERSPECTIVE_U = 3, ///< Texture coordinates, in 1/65536 texel.
    R3D_PERSPECTIVE_V = 4,
    R3D_PERSPECTIVE_U1 = 5,
    R3D_PERSPECTIVE_V1 = 6,
    R3D_PERSPECTIVE_PLANAR_X = 7, ///< World x and y, q16.
    R3D_PERSPECTIVE_PLANAR_Y = 8,
    R3D_PERSPECTIVE_NORMAL_X = 9, ///< Normal bytes in eye space, -127..127, y up.
    R3D_PERSPECTIVE_NORMAL_Y = 10,
    R3D_PERSPECTIVE_RED = 11, ///< 0..255
    R3D_PERSPECTIVE_GREEN = 12,
    R3D_PERSPECTIVE_BLUE = 13,
    R3D_PERSPECTIVE_ALPHA = 14,
    R3D_PERSPECTIVE_COMPONENT_COUNT = 15
} r3d_perspective_component;

typedef struct r3d_perspective_vertex {
    int32_t component[R3D_PERSPECTIVE_COMPONENT_COUNT];
} r3d_perspective_vertex;

/// A camera. Fill it with r3d_perspective_camera_init.
typedef struct r3d_perspective_camera {
    int32_t eye_q16[3];
    int32_t focal_fx4;
    int32_t near_q16;
    int32_t right_q16[3]; ///< Of length 1.
    int32_t down_q16[3];
    int32_t forward_q16[3];
} r3d_perspective_camera;

/// Makes a camera that looks from one point to another.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (coordinates, focal length, near distance, eye and
///         target the same): *out_camera is unchanged then.
R3D_API r3d_result r3d_perspective_camera_init(r3d_perspective_camera *out_camera,
                                               const int32_t eye_q16[3],
                                               const int32_t target_q16[3], int32_t focal_fx4,
                                               int32_t near_q16);

/// Turns a place of the world into view space: right, down, ahead. NULL: nothing is done.
R3D_API void r3d_perspective_view(const r3d_perspective_camera *camera, const int32_t place_q16[3],
                                  int32_t out_view_q16[3]);

/// The normal bytes (x right, y up) of a world normal. NULL: nothing is done.
R3D_API void r3d_perspective_view_normal(const r3d_perspective_camera *camera,
                                         const int32_t normal_q14[3], int32_t out_bytes[2]);

/// Scales a vector to the length `one`; 0 stays 0. Components of at most 62 bits.
R3D_API void r3d_perspective_unit(const int64_t vector[3], int32_t one, int32_t out_unit[3]);

/// Clips a polygon at near, far and the guard band.
/// @param vertices    `count` vertices, 3..R3D_PERSPECTIVE_POLYGON_MAX.
/// @param out         Room for R3D_PERSPECTIVE_CLIPPED_MAX vertices, not overlapping `vertices`.
/// @return How many vertices are left: 0, or 3 and more; a fan (0, k, k+1). 0 for NULL and other counts.
R3D_API int32_t r3d_perspective_clip(const r3d_perspective_camera *camera,
                                     const r3d_perspective_vertex *vertices, int32_t count,
                                     r3d_perspective_vertex *out);

/// A corner on the picture.
typedef struct r3d_perspective_corner {
    int32_t x_fx4; ///< Within R3D_PERSPECTIVE_GUARD_FX4 of the middle of the picture.
    int32_t y_fx4;
    int32_t depth_q16; ///< R3D_PERSPECTIVE_NEAR_MIN_Q16..R3D_PERSPECTIVE_FAR_Q16
} r3d_perspective_corner;

/// Where a vertex that was clipped is on a picture of that size. NULL: nothing is done.
R3D_API void r3d_perspective_project(const r3d_perspective_camera *camera,
                                     const r3d_perspective_vertex *vertex, int32_t width,
                                     int32_t height, r3d_perspective_corner *out_corner);

/// Which faces are not drawn. Front faces have their corners counter-clockwise on the picture.
typedef enum r3d_perspective_cull {
    R3D_PERSPECTIVE_CULL_NONE = 0,
    R3D_PERSPECTIVE_CULL_BACK = 1,
    R3D_PERSPECTIVE_CULL_FRONT = 2
} r3d_perspective_cull;

/// A triangle, set up. Members are read by the functions below; `is_exchanged` tells which weight
/// belongs to which corner.
typedef struct r3d_perspective_triangle {
    bool is_exchanged; ///< Corners 1 and 2 changed places, so that the area is above 0.
    int32_t shift;     ///< Of weights: t of the specification.
    int32_t top;       ///< Rows that may have pixels: top to bottom - 1.
    int32_t bottom;
    int64_t area;        ///< E: twice the area, in 1/256 pixel.
    int64_t edge[3];     ///< The edge values at the centre of pixel (0, 0).
    int64_t across[3];   ///< What they gain a pixel.
    int64_t along[3];    ///< And a row.
    int64_t inverse[3];  ///< q of each corner.
    uint8_t includes[3]; ///< Whether points on the edge are inside.
} r3d_perspective_triangle;

/// Sets up a triangle.
/// @return Whether it has an area and is not culled; false for NULL and corners out of range.
R3D_API bool r3d_perspective_triangle_init(r3d_perspective_triangle *out_triangle,
                                           const r3d_perspective_corner corners[3],
                                           r3d_perspective_cull cull);

/// The pixels of a row that the triangle covers: a run.
/// @param left,right  Columns from left to right - 1 are asked for.
/// @param out_first   The first column of the run.
/// @return How many; 0 for NULL.
R3D_API int32_t r3d_perspective_triangle_run(const r3d_perspective_triangle *triangle, int32_t y,
                                             int32_t left, int32_t right, int32_t *out_first);

/// The shares of the three corners in a pixel, perspective-correct. Their sum is
/// R3D_PERSPECTIVE_ONE_WEIGHT. b1 and b2 are those of the corners as they were given.
typedef struct r3d_perspective_weights {
    int32_t b0;
    int32_t b1;
    int32_t b2;
} r3d_perspective_weights;

/// The weights of `count` pixels of a row from column `first` on; all must be covered. NULL: nothing.
R3D_API void r3d_perspective_triangle_weigh(const r3d_perspective_triangle *triangle, int32_t y,
                                            int32_t first, int32_t count,
                                            r3d_perspective_weights *out_weights);

/// Depth, texture and planar coordinates of a pixel.
static inline int32_t r3d_perspective_mix(int32_t a0, int32_t a1, int32_t a2,
                                          const r3d_perspective_weights *weights)
{
    return (int32_t)(a0 +
                     ((((int64_t)a1 - a0) * weights->b1 + ((int64_t)a2 - a0) * weights->b2) >> 24));
}

/// Normal bytes of a pixel, times 256.
static inline int32_t r3d_perspective_mix_normal(int32_t n0, int32_t n1, int32_t n2,
                                                 const r3d_perspective_weights *weights)
{
    return (int32_t)(((int64_t)n0 * weights->b0 + (int64_t)n1 * weights->b1 +
                      (int64_t)n2 * weights->b2) >>
                     16);
}

/// A colour channel of a pixel.
static inline int32_t r3d_perspective_mix_color(int32_t c0, int32_t c1, int32_t c2,
                                                const r3d_perspective_weights *weights)
{
    return (int32_t)(((int64_t)c0 * weights->b0 + (int64_t)c1 * weights->b1 +
                      (int64_t)c2 * weights->b2 + (1 << 23)) >>
                     24);
}

/// The same for callers that cannot inline.
R3D_API int32_t r3d_call_perspective_mix(int32_t a0, int32_t a1, int32_t a2,
                                         const r3d_perspective_weights *weights);
R3D_API int32_t r3d_call_perspective_mix_normal(int32_t n0, int32_t n1, int32_t n2,
                                                const r3d_perspective_weights *weights);
R3D_API int32_t r3d_call_perspective_mix_color(int32_t c0, int32_t c1, int32_t c2,
                                               const r3d_perspective_weights *weights);

#ifdef __cplusplus
}
#endif

#endif
