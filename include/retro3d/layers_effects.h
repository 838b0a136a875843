/* SPDX-License-Identifier: MIT */
/// @file layers_effects.h
/// What the room layers draws beside surfaces: particles in targets of their own and their billboards,
/// planar shadows by a stencil, lightning, a pool of water, and portals that tell what is out of view.
/// Source: spec layers sections 5 to 7.

#ifndef RETRO3D_LAYERS_EFFECTS_H
#define RETRO3D_LAYERS_EFFECTS_H

#include <retro3d/layers.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_layers_effect_limits {
    R3D_LAYERS_PARTICLES_MAX = 64,
    R3D_LAYERS_PARTICLE_TARGET = 64, ///< Width and height of the target of a particle system.
    R3D_LAYERS_POOL_MAX = 2048,
    R3D_LAYERS_LIGHTNING_DEPTH_MAX = 12,
    R3D_LAYERS_CELLS_MAX = 1024,
    R3D_LAYERS_PORTALS_MAX = 4096,
    R3D_LAYERS_PORTAL_CORNERS_MAX = 8,
    R3D_LAYERS_CELL_RECTS_MAX = 64
};

/// xorshift32 (13, 17, 5): the next value of a state that is not 0.
R3D_API uint32_t r3d_layers_random(uint32_t *state);

/// @name Particles
/// @{

/// The numbers of a system: ranges are first and last.
typedef struct r3d_layers_system_desc {
    uint32_t seed; ///< Not 0.
    int32_t count; ///< 1..R3D_LAYERS_PARTICLES_MAX
    int32_t x_q16[2];
    int32_t y_q16[2];
    int32_t vx_q16[2];
    int32_t vy_q16[2];
    int32_t ax_q16;
    int32_t ay_q16;
    int32_t life[2];  ///< Frames, at least 1.
    int32_t stagger;  ///< Frames between the starts of two particles.
    int32_t sides[2]; ///< At birth and at the end.
    uint8_t rgb[2][3];
} r3d_layers_system_desc;

typedef struct r3d_layers_particle {
    int32_t age;
    int32_t life;
    int32_t x_q16;
    int32_t y_q16;
    int32_t vx_q16;
    int32_t vy_q16;
} r3d_layers_particle;

/// A particle system; a plain value.
typedef struct r3d_layers_system {
    r3d_layers_system_desc desc;
    r3d_layers_particle particles[R3D_LAYERS_PARTICLES_MAX];
    uint32_t random;
} r3d_layers_system;

/// Starts a system, as of frame 0.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (numbers; squares that could touch the border of the
///         target when they are born): nothing is changed then.
R3D_API r3d_result r3d_layers_system_start(const r3d_layers_system_desc *desc,
                                           r3d_layers_system *out_system);

/// One frame further. NULL: nothing.
R3D_API void r3d_layers_system_step(r3d_layers_system *system);

/// CRC-32 over the state, the same on every machine. 0 for NULL.
R3D_API uint32_t r3d_layers_system_hash(const r3d_layers_system *system);

/// Adds one square of light: centre and side in pixels.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE; R3D_ERR_RANGE (side).
R3D_API r3d_result r3d_layers_draw_particle(r3d_layers_target *target, int32_t x, int32_t y,
                                            int32_t side, const uint8_t rgb[3]);

/// Draws the particles of a system. They neither test nor write depth.
/// @return As r3d_layers_draw_particle.
R3D_API r3d_result r3d_layers_draw_system(r3d_layers_target *target,
                                          const r3d_layers_system *system);

/// Adds a picture of 64x64 pixels, scaled to a rectangle by the nearest pixel.
/// @param pixels  R3D_LAYERS_PARTICLE_TARGET rows of that many pixels 0x??RRGGBB.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE; R3D_ERR_RANGE (sizes).
R3D_API r3d_result r3d_layers_add_nearest(r3d_layers_target *target, const uint32_t *pixels,
                                          int32_t x, int32_t y, int32_t width, int32_t height);

/// The same, bilinear, counted as pixels written.
R3D_API r3d_result r3d_layers_add_sprite(r3d_layers_target *target, const uint32_t *pixels,
                                         int32_t x, int32_t y, int32_t width, int32_t height);

/// The same as a billboard at a point of the world, behind what is nearer.
/// @param half_q16  Half of its size.
R3D_API r3d_result r3d_layers_add_billboard(r3d_layers_target *target,
                                            const r3d_perspective_camera *camera,
                                            const uint32_t *pixels, const int32_t place_q16[3],
                                            int32_t half_q16);
/// @}

/// @name Shadows
/// @{

/// Marks the pixels of a triangle on the picture, corners in whole pixels. Zero area: nothing.
R3D_API r3d_result r3d_layers_mark_triangle(r3d_layers_target *target, const int32_t x[3],
                                            const int32_t y[3]);

/// A plane n.x + d = 0 and a light.
typedef struct r3d_layers_shadow_plane {
    int32_t normal_q14[3];
    int32_t d_q16;
    int32_t light_q16[3];
} r3d_layers_shadow_plane;

/// Marks where a mesh casts its shadow on a plane.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE; R3D_ERR_RANGE (the instance leaves the world).
R3D_API r3d_result r3d_layers_mark_shadow(r3d_layers_target *target, const r3d_layers_view *view,
                                          const r3d_layers_mesh *mesh,
                                          const r3d_layers_shadow_plane *plane);

/// Darkens each marked pixel once by weight / 255 and takes the marks away.
R3D_API r3d_result r3d_layers_darken(r3d_layers_target *target, uint8_t weight);
/// @}

/// @name Lightning
/// @{

/// A bolt between two points of the picture, in pixels.
/// @param seed  Not 0. @param depth 0..R3D_LAYERS_LIGHTNING_DEPTH_MAX halvings.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE; R3D_ERR_RANGE.
R3D_API r3d_result r3d_layers_draw_lightning(r3d_layers_target *target, uint32_t seed,
                                             const int32_t from[2], const int32_t to[2],
                                             int32_t depth, int32_t amplitude,
                                             const uint8_t rgb[3]);

/// A bolt between two points of the world, behind what is nearer.
R3D_API r3d_result r3d_layers_draw_bolt(r3d_layers_target *target,
                                        const r3d_perspective_camera *camera, uint32_t seed,
                                        const int32_t from_q16[3], const int32_t to_q16[3],
                                        int32_t depth, int32_t amplitude_q16, const uint8_t rgb[3]);
/// @}

/// @name Pool
/// @{

/// How many numbers the memory of a pool of that size has; 0 for sizes that are not allowed.
R3D_API size_t r3d_layers_pool_count(int32_t size);

/// A field of water heights. Members are read only.
typedef struct r3d_layers_pool {
    int32_t size; ///< A power of two, 4..R3D_LAYERS_POOL_MAX.
    int16_t *current;
    int16_t *previous;
} r3d_layers_pool;

/// Makes a flat pool in the caller's memory.
/// @param memory  r3d_layers_pool_count(size) numbers; borrowed.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE.
R3D_API r3d_result r3d_layers_pool_init(r3d_layers_pool *out_pool, int32_t size, int16_t *memory);

/// Adds to the height of an inner cell. @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (the edge).
R3D_API r3d_result r3d_layers_pool_drop(r3d_layers_pool *pool, int32_t x, int32_t y,
                                        int32_t height);

/// One frame further. NULL: nothing.
R3D_API void r3d_layers_pool_step(r3d_layers_pool *pool);

/// The pool as the pixels of a texture without levels; room for size * size.
R3D_API void r3d_layers_pool_draw(const r3d_layers_pool *pool, uint32_t *out_argb);
/// @}

/// @name Portals
/// @{

/// A room: an axis-aligned box.
typedef struct r3d_layers_cell {
    int32_t low_q16[3];
    int32_t high_q16[3];
} r3d_layers_cell;

/// A convex hole between two cells, counter-clockwise as seen from cell a.
typedef struct r3d_layers_portal {
    int32_t a;
    int32_t b;
    int32_t count; ///< 3..R3D_LAYERS_PORTAL_CORNERS_MAX
    int32_t corners_q16[R3D_LAYERS_PORTAL_CORNERS_MAX][3];
} r3d_layers_portal;

/// What is seen of a cell.
typedef struct r3d_layers_visit {
    bool is_visited;
    r3d_rect bounds; ///< Of its rectangles.
    int32_t rect_count;
    r3d_rect rects[R3D_LAYERS_CELL_RECTS_MAX];
} r3d_layers_visit;

/// Finds the cells that a camera sees through portals.
/// @param out_visits  cell_count of them.
/// @param out_order   Room for cell_count numbers: the visited cells in the order of their first visit.
/// @param out_count   How many.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (a portal to a cell that is not there, corners);
///         R3D_ERR_LIMIT (cells, portals; more rectangles of one cell than there is room for).
R3D_API r3d_result r3d_layers_visit_cells(const r3d_layers_cell *cells, int32_t cell_count,
                                          const r3d_layers_portal *portals, int32_t portal_count,
                                          const r3d_perspective_camera *camera, int32_t width,
                                          int32_t height, r3d_layers_visit *out_visits,
                                          int32_t *out_order, int32_t *out_count);
/// @}

#ifdef __cplusplus
}
#endif

#endif
