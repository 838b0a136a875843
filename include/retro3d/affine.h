/* SPDX-License-Identifier: MIT */
/// @file affine.h
/// Arenas made of affine copies only, as a handheld of 2004 drew them: one or two tilemap floors that
/// share a matrix, upright walls that share one matrix a direction, sprites that face the camera, and
/// shadows. No triangles, no depth, no perspective.
///
/// Mode R3D_AFFINE_FREE is precise and without limits; mode R3D_AFFINE_HW is the handheld's compositor
/// with its 8.8 matrices, limits and quirks, which r3d_affine_compose also offers alone.
/// World: x right, y forward at heading 0, z up, in world units; `_q8` is 1/256 of one. Angles are
/// 1/2048 turn. Source: spec affine.

#ifndef RETRO3D_AFFINE_H
#define RETRO3D_AFFINE_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/fixed.h>
#include <retro3d/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_affine_limits {
    R3D_AFFINE_SCREEN_MAX = 4096,    ///< Largest width or height of a picture.
    R3D_AFFINE_HW_SCREEN_MAX = 512,  ///< The same in mode hw.
    R3D_AFFINE_PITCH_MAX = 483,      ///< Below 85 degrees.
    R3D_AFFINE_PLACE_MAX = 32767,    ///< World units; the least is one less than minus that.
    R3D_AFFINE_SCALE_MIN = 16,       ///< Of hs and vs.
    R3D_AFFINE_SCALE_MAX = 4096,     ///< Of hs and vs.
    R3D_AFFINE_TANGENT_MAX = 262144, ///< Of a component of a tangent, in 1/65536.
    R3D_AFFINE_PICTURE_MAX = 4096, ///< Largest width or height of the picture of a wall or sprite.
    R3D_AFFINE_RUN_TEXELS_MAX = 1 << 20, ///< Longest run of chunks, in texels.
    R3D_AFFINE_RUN_Q8_MAX = 1 << 26,     ///< Longest run of chunks in the world, in 1/256 unit.
    R3D_AFFINE_MAP_MAX = 1024,           ///< Most columns or rows of a floor's map.
    R3D_AFFINE_DIRECTIONS = 8,
    R3D_AFFINE_SHADOW_WIDTH = 32,
    R3D_AFFINE_SHADOW_HEIGHT = 16,
    R3D_AFFINE_HW_OBJECTS_MAX = 128,
    R3D_AFFINE_HW_MATRICES_MAX = 32,
    R3D_AFFINE_HW_BACKGROUNDS_MAX = 4,
    R3D_AFFINE_CYCLES_MAX = 2
};

typedef enum r3d_affine_mode { R3D_AFFINE_FREE = 0, R3D_AFFINE_HW = 1 } r3d_affine_mode;

/// A picture: either colours or palette indices. Borrowed while it is drawn.
typedef struct r3d_affine_picture {
    const uint32_t *argb; ///< Row-major 0xAARRGGBB, alpha 0 is transparent; or NULL.
    const uint8_t
        *indices; ///< Row-major palette indices, 0 is transparent; used when argb is NULL.
    const uint32_t *palette; ///< 256 colours 0x00RRGGBB for `indices`.
    int32_t width;
    int32_t height;
    int32_t stride_px; ///< Elements between rows, at least width.
} r3d_affine_picture;

/// A tilemap, its middle at the world's origin.
typedef struct r3d_affine_floor {
    bool is_present;
    int32_t z;
    r3d_affine_picture
        tiles; ///< Tiles of 8x8 pixels, counted along rows; width and height multiples of 8.
    const int16_t *cells; ///< columns * rows tile numbers, -1 empty, rows from +Y to -Y.
    int32_t columns; ///< 1..R3D_AFFINE_MAP_MAX; in mode hw 16, 32, 64 or 128 and equal to rows.
    int32_t rows;
} r3d_affine_floor;

/// Directions of walls by their outward normal. Source: spec affine section 4.
typedef enum r3d_affine_direction {
    R3D_WALL_Y_PLUS = 0,
    R3D_WALL_X_MINUS = 1,
    R3D_WALL_Y_MINUS = 2,
    R3D_WALL_X_PLUS = 3,
    R3D_WALL_X_MINUS_Y_PLUS = 4,
    R3D_WALL_X_MINUS_Y_MINUS = 5,
    R3D_WALL_X_PLUS_Y_MINUS = 6,
    R3D_WALL_X_PLUS_Y_PLUS = 7
} r3d_affine_direction;

/// An upright rectangle. Zeroed members are a wall of direction R3D_WALL_Y_PLUS.
typedef struct r3d_affine_wall {
    int32_t x; ///< The middle of its bottom edge, in world units.
    int32_t y;
    int32_t z;
    r3d_affine_picture picture;
    bool has_tangent;       ///< Whether the tangent decides, and not the turn.
    int32_t turn_a11;       ///< Direction R3D_WALL_Y_PLUS, turned counter-clockwise.
    int32_t tangent_x_fx16; ///< The way u grows, as seen from the front; each at most
                            ///< R3D_AFFINE_TANGENT_MAX, one of them not 0.
    int32_t tangent_y_fx16;
    int32_t hs;  ///< Width scale of this wall; 0: that of the scene.
    int32_t run; ///< Chunks side by side; 0: 1. More than 1 in mode free only.
} r3d_affine_wall;

/// The turn of a direction.
R3D_API int32_t r3d_affine_direction_turn(r3d_affine_direction direction);

/// A sprite that faces the camera, drawn 1:1.
typedef struct r3d_affine_sprite {
    int32_t x; ///< Its foot, in world units.
    int32_t y;
    int32_t z;
    r3d_affine_picture picture;
    bool has_shadow;
} r3d_affine_sprite;

/// A raised area; x, y the corner of the smallest coordinates, sizes at least 0.
typedef struct r3d_affine_box {
    int32_t x;
    int32_t y;
    int32_t width;
    int32_t height;
} r3d_affine_box;

/// A cycling range of a floor palette. Source: spec affine section 9.
typedef struct r3d_affine_cycle {
    int32_t first; ///< 1..255, at most last.
    int32_t last;
    int32_t speed; ///< Entries per second.
} r3d_affine_cycle;

/// All that is drawn. Fill it with r3d_affine_scene_init first; arrays and pictures are borrowed while
/// drawing.
typedef struct r3d_affine_scene {
    uint32_t struct_size; ///< Set by r3d_affine_scene_init.
    r3d_affine_mode mode;
    int32_t
        width; ///< Of the picture, 1..R3D_AFFINE_SCREEN_MAX (hw: R3D_AFFINE_HW_SCREEN_MAX); 240 x 160.
    int32_t height;
    uint32_t backdrop_rgb;
    int32_t hs; ///< Scale of floors and widths of walls; 512 (twice) by default.
    int32_t vs; ///< Scale of heights of walls; 368 by default.
    r3d_affine_floor floors[2];
    const r3d_affine_wall *walls;
    int32_t wall_count;
    const r3d_affine_sprite *sprites;
    int32_t sprite_count;
    const r3d_affine_box *boxes;
    int32_t box_count;
    r3d_affine_picture
        shadows[3];      ///< R3D_AFFINE_SHADOW_WIDTH x R3D_AFFINE_SHADOW_HEIGHT, the largest
                         ///< first. Needed when a sprite has a shadow.
    int32_t sort_offset; ///< 14 by default.
    bool has_seal;       ///< No holes between walls and floor 1; mode free only.
    bool has_continuous_shadows;
    bool
        has_culling; ///< Walls outside the picture are left out; true by default. Changes no pixel in mode free.
    r3d_affine_cycle cycles[R3D_AFFINE_CYCLES_MAX];
    int32_t cycle_count;
    int64_t time_ms; ///< For the cycles, -2^40..2^40.
} r3d_affine_scene;

/// As r3d_affine_scene_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_affine_scene_init_sized(r3d_affine_scene *out_scene, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_affine_scene_init(r3d_affine_scene *out_scene)
{
    r3d_affine_scene_init_sized(out_scene, (uint32_t)sizeof(r3d_affine_scene));
}

/// Where the camera is.
typedef struct r3d_affine_camera {
    int32_t heading_a11; ///< Any; 0 looks towards +Y.
    int32_t pitch_a11;   ///< 0 (straight down) to R3D_AFFINE_PITCH_MAX.
    int32_t roll_a11;    ///< Any; 0 in mode hw.
    int32_t x_q8;        ///< Within the world's range.
    int32_t y_q8;
    int32_t z_q8;
} r3d_affine_camera;

/// The rounded sine of the room, in 1/65536: not the truncated one of models.
R3D_API int32_t r3d_affine_sin(int32_t angle_a11);
R3D_API int32_t r3d_affine_cos(int32_t angle_a11);

/// Where a point of the world is on the picture, in 1/256 pixel, and how near: greater is nearer.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (camera, sizes, a place beyond 16 times the world).
R3D_API r3d_result r3d_affine_project(const r3d_affine_camera *camera, int32_t width,
                                      int32_t height, const int32_t place_q8[3],
                                      int32_t out_screen_q8[2], int32_t *out_nearness_q8);

/// The point of height z at a place of the picture: the inverse of r3d_affine_project, within 1 to 2
/// world units. Source: spec affine section 3.
/// @return As r3d_affine_project.
R3D_API r3d_result r3d_affine_unproject(const r3d_affine_camera *camera, int32_t width,
                                        int32_t height, const int32_t screen_q8[2], int32_t z_q8,
                                        int32_t out_place_q8[2]);

/// A sampling matrix, screen to texture: 8.8 in mode hw, 16.16 in mode free.
typedef struct r3d_affine_matrix {
    int64_t pa;
    int64_t pb;
    int64_t pc;
    int64_t pd;
} r3d_affine_matrix;

/// Sizes of a context. Fill it with r3d_affine_context_desc_init first.
typedef struct r3d_affine_context_desc {
    uint32_t struct_size;           ///< Set by r3d_affine_context_desc_init.
    const r3d_allocator *allocator; ///< NULL: malloc and free. Copied.
    int32_t max_walls;              ///< 0..2^20; 4096 by default.
    int32_t max_sprites;            ///< 0..2^20; 1024 by default.
} r3d_affine_context_desc;

/// The scratch memory and the report of frames; one thread uses a context at a time.
typedef struct r3d_affine_context r3d_affine_context;

/// As r3d_affine_context_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_affine_context_desc_init_sized(r3d_affine_context_desc *out_desc,
                                                uint32_t struct_size);

/// Sets the defaults.
static inline void r3d_affine_context_desc_init(r3d_affine_context_desc *out_desc)
{
    r3d_affine_context_desc_init_sized(out_desc, (uint32_t)sizeof(r3d_affine_context_desc));
}

/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE; R3D_ERR_MEMORY.
R3D_API r3d_result r3d_affine_context_create(const r3d_affine_context_desc *desc,
                                             r3d_affine_context **out_context);

/// Frees a context. NULL is allowed.
R3D_API void r3d_affine_context_destroy(r3d_affine_context *context);

/// Draws a scene into a surface, its left upper pixel at (x, y), inside the clip rectangle.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL, structs of unknown size, missing pictures); R3D_ERR_RANGE (a
///         number out of its range; in mode hw a size that the hardware does not have); R3D_ERR_LIMIT
///         (more walls or sprites than the context has room for; in mode hw more than 128 objects or 32
///         matrices); R3D_ERR_STATE (roll, runs or seal in mode hw). Nothing is drawn then.
/// @note Allocates nothing.
R3D_API r3d_result r3d_affine_draw(r3d_affine_context *context, const r3d_affine_scene *scene,
                                   const r3d_affine_camera *camera, r3d_surface *surface, int32_t x,
                                   int32_t y);

/// What a frame's walls have in common: walls share a matrix iff orientation and width scale are equal.
typedef struct r3d_affine_kind {
    bool has_tangent;
    int32_t turn_a11; ///< 0..2047
    int32_t tangent_x_fx16;
    int32_t tangent_y_fx16;
    int32_t hs;
    bool is_visible;
    r3d_affine_matrix matrix; ///< After the roll; all 0 when it is not visible.
} r3d_affine_kind;

typedef enum r3d_affine_wall_state {
    R3D_AFFINE_WALL_HIDDEN = 0, ///< Turned away, or edge-on.
    R3D_AFFINE_WALL_CULLED = 1, ///< Outside the picture.
    R3D_AFFINE_WALL_DRAWN = 2
} r3d_affine_wall_state;

typedef struct r3d_affine_shadow_state {
    int32_t floor; ///< 0 or 1; -1: the sprite has no shadow.
    int32_t frame; ///< 0..2
    int32_t scale; ///< 1/256, of continuous shadows.
} r3d_affine_shadow_state;

/// One wall or sprite in the order of drawing.
typedef struct r3d_affine_item {
    int32_t nearness_q8;
    int32_t number; ///< Of the scene's walls, or of its sprites.
    bool is_sprite;
} r3d_affine_item;

/// Counts of one frame. Source: spec affine section 14.
typedef struct r3d_affine_counters {
    int32_t camera_updates;
    int32_t direction_tests;
    int32_t wall_matrices;
    int32_t floor_matrices;
    int32_t walls_drawn;
    int32_t walls_culled;
    int32_t walls_hidden;
} r3d_affine_counters;

/// What is known of the frame that was drawn last. Arrays are valid until the context draws again or is
/// destroyed.
typedef struct r3d_affine_report {
    r3d_affine_counters counters;
    const r3d_affine_kind *kinds; ///< The eight directions first, then other kinds as they came.
    int32_t kind_count;
    r3d_affine_matrix floor_matrix;
    int64_t floor_reference[2][2];          ///< rx, ry of each floor in mode hw.
    const uint8_t *wall_states;             ///< r3d_affine_wall_state of each wall.
    const r3d_affine_shadow_state *shadows; ///< Of each sprite.
    const r3d_affine_item *orders[2];       ///< Of floor 0 and floor 1, far to near.
    int32_t order_counts[2];
} r3d_affine_report;

/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE when nothing was drawn yet, or the last draw failed.
R3D_API r3d_result r3d_affine_context_get_report(const r3d_affine_context *context,
                                                 r3d_affine_report *out_report);

/// @name The handheld's compositor
/// @{

/// An affine background.
typedef struct r3d_affine_hw_background {
    r3d_affine_picture tiles; ///< As in r3d_affine_floor.
    const int16_t *cells;     ///< side/8 * side/8 tile numbers, -1 empty.
    int32_t side;             ///< 128, 256, 512 or 1024 pixels.
    int32_t priority;         ///< 0..3, 0 in front.
    int32_t number;           ///< 0..3, decides at equal priority.
    bool wraps;
    r3d_affine_matrix matrix; ///< 8.8
    int64_t reference_x;      ///< 20.8
    int64_t reference_y;
} r3d_affine_hw_background;

/// What an object stands for, for inspectors.
typedef enum r3d_affine_hw_origin {
    R3D_AFFINE_HW_RAW = 0,
    R3D_AFFINE_HW_WALL = 1,
    R3D_AFFINE_HW_SPRITE = 2,
    R3D_AFFINE_HW_SHADOW = 3
} r3d_affine_hw_origin;

typedef struct r3d_affine_hw_object {
    r3d_affine_picture picture; ///< One of the twelve sizes of the hardware.
    int32_t x;                  ///< The left upper pixel of its box; 9 bits of it count.
    int32_t y;                  ///< 8 bits of it count.
    int32_t priority;           ///< 0..3
    bool is_affine;
    bool is_doubled;   ///< Affine objects: the box is twice as wide and high.
    int32_t matrix;    ///< Affine objects: 0..matrix_count - 1.
    bool flips_across; ///< Other objects.
    bool flips_down;
    r3d_affine_hw_origin origin;
    int32_t number; ///< Of the wall or sprite that it stands for.
} r3d_affine_hw_object;

/// What the compositor puts together. All arrays are borrowed while it draws.
typedef struct r3d_affine_hw_frame {
    uint32_t struct_size; ///< Set by r3d_affine_hw_frame_init.
    int32_t width;        ///< 1..R3D_AFFINE_HW_SCREEN_MAX
    int32_t height;
    uint32_t backdrop_rgb;
    const r3d_affine_hw_background *backgrounds;
    int32_t background_count;            ///< 0..R3D_AFFINE_HW_BACKGROUNDS_MAX
    const r3d_affine_hw_object *objects; ///< In the order of the memory: the first in front.
    int32_t object_count;
    const r3d_affine_matrix *matrices; ///< 8.8
    int32_t matrix_count;
    r3d_affine_cycle cycles[R3D_AFFINE_CYCLES_MAX]; ///< Of the backgrounds.
    int32_t cycle_count;
    int64_t time_ms;
} r3d_affine_hw_frame;

/// As r3d_affine_hw_frame_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_affine_hw_frame_init_sized(r3d_affine_hw_frame *out_frame, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_affine_hw_frame_init(r3d_affine_hw_frame *out_frame)
{
    r3d_affine_hw_frame_init_sized(out_frame, (uint32_t)sizeof(r3d_affine_hw_frame));
}

/// Draws what the handheld would.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE; R3D_ERR_LIMIT (objects, matrices, backgrounds).
///         Nothing is drawn then. @note Allocates nothing. Source: spec affine section 8.
R3D_API r3d_result r3d_affine_compose(const r3d_affine_hw_frame *frame, r3d_surface *surface,
                                      int32_t x, int32_t y);

/// The objects and matrices of the frame that was drawn last in mode hw; valid as those of the report.
/// @param out_frame  Initialised by r3d_affine_hw_frame_init, whose size says how many members are wanted.
/// @return R3D_OK; R3D_ERR_ARGUMENT (a struct_size that is none, too); R3D_ERR_STATE.
R3D_API r3d_result r3d_affine_context_get_hw_frame(const r3d_affine_context *context,
                                                   r3d_affine_hw_frame *out_frame);

/// Draws the rims of the boxes of objects over a composed frame: red regular, green affine, yellow
/// doubled ones. Source: spec affine section 14.
/// @return As r3d_affine_compose.
R3D_API r3d_result r3d_affine_draw_boxes(const r3d_affine_hw_frame *frame, r3d_surface *surface,
                                         int32_t x, int32_t y);
/// @}

#ifdef __cplusplus
}
#endif

#endif
