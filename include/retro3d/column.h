/* SPDX-License-Identifier: MIT */
/// @file column.h
/// Drawing of column worlds: front-to-back traversal of the partition tree with one open window of
/// rows per column. Five ways to fill what is seen, from surface numbers for tests to textures with
/// distance light. Levels are column_level.h, what moves in them column_world.h.
///
/// A context holds all scratch memory; drawing allocates nothing. Contexts are not shared, but any
/// number of them may draw the same level and world at once, also into column bands of one surface:
/// the pixels are those of a single draw.
/// Source: spec column sections 4 to 9.

#ifndef RETRO3D_COLUMN_H
#define RETRO3D_COLUMN_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/column_level.h>
#include <retro3d/surface.h>
#include <retro3d/texture.h>
#include <retro3d/column_world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Largest magnitude of a camera's members; focal lengths are at least 0.001.
enum r3d_column_camera_limits { R3D_COLUMN_CAMERA_MAX = 10000000 };

/// Eye and projection. Looking up and down moves the horizon (shearing); verticals stay vertical.
typedef struct r3d_column_camera {
    double x;
    double y;
    double z;
    double yaw;     ///< Degrees counter-clockwise from east; exact at quarter turns.
    double shear;   ///< Pixels added to the horizon row; positive looks up.
    double focal_x; ///< Focal lengths in pixels, above 0.
    double focal_y;
} r3d_column_camera;

/// Sets the focal lengths for pixels as wide as high: both are (width / 2) / tan(fov / 2).
/// @param fov_degrees  Horizontal field of view, 1..179; others are clamped.
R3D_API void r3d_column_camera_square(r3d_column_camera *camera, int32_t width, double fov_degrees);

typedef enum r3d_column_mode {
    R3D_COLUMN_IDS = 0,     ///< Surface identity, see r3d_column_id.
    R3D_COLUMN_LINES = 1,   ///< Black outlines on white.
    R3D_COLUMN_DITHER = 2,  ///< Black and white, 17 shades by a 4 x 4 pattern.
    R3D_COLUMN_FLAT = 3,    ///< One lit colour a face.
    R3D_COLUMN_TEXTURED = 4 ///< Textures, sky, masked walls, distance light.
} r3d_column_mode;

/// Surface kinds of R3D_COLUMN_IDS.
typedef enum r3d_column_kind {
    R3D_COLUMN_NOTHING = 0,
    R3D_COLUMN_MIDDLE = 1, ///< Index: the wall.
    R3D_COLUMN_UPPER = 2,
    R3D_COLUMN_LOWER = 3,
    R3D_COLUMN_FLOOR = 4, ///< Index: the sector.
    R3D_COLUMN_CEILING = 5,
    R3D_COLUMN_SKY = 6,         ///< Index 0.
    R3D_COLUMN_THING_WHITE = 7, ///< Index: the thing. Texels of pictures with more colours too.
    R3D_COLUMN_THING_BLACK = 8
} r3d_column_kind;

/// The pixel of a surface: red = kind + 16 * (index >> 16), green and blue the low 16 bits of
/// index.
R3D_API uint32_t r3d_column_id(r3d_column_kind kind, int32_t index);

/// A picture on walls, planes, things or the sky, in the caller's memory. Either `indices` with
/// `shades`, or `texels`. Texel (u, v) is element u * u_step + v * v_step.
typedef struct r3d_column_texture {
    int32_t width; ///< 1..32767; any size, not only powers of two. 0: no texture.
    int32_t height;
    int32_t u_step;
    int32_t v_step;
    const uint8_t *indices;
    const uint32_t *shades; ///< `copies` tables of 256 colours 0x00RRGGBB, brightest first.
    const uint32_t *texels; ///< `copies` pictures of width * height colours, brightest first.
    int32_t copies;         ///< Brightness steps, at least 1.
    const uint8_t *mask;    ///< 0 marks a hole; NULL: none. The same layout as the texels.
    uint32_t average_rgb;   ///< For flat fills.
    bool three_valued;      ///< Index 0 is white and 1 is black, for the 1-bit modes.
} r3d_column_texture;

/// Makes a view of the core's texel bank: 128 x 128 or 64 x 64, four brightness steps. Holes
/// (texels that are 0) show as black on solid faces.
R3D_API void r3d_column_texture_from_texels(const r3d_texels *texels,
                                            r3d_column_texture *out_texture);

/// The pictures of a level.
typedef struct r3d_column_materials {
    const r3d_column_texture *textures; ///< By material number; NULL for none.
    int32_t texture_count;
    const r3d_column_texture *sprites; ///< By thing type; NULL for none.
    int32_t sprite_count;
    const r3d_column_texture *sky; ///< NULL for a plain sky.
} r3d_column_materials;

/// One visible crossing of a column, nearest first: the wall and the window after it.
/// @param window_top,window_bottom  First open row and first row below; equal when nothing is open.
typedef void (*r3d_column_trace)(int32_t column, int32_t wall, bool is_middle, int32_t window_top,
                                 int32_t window_bottom, void *user);

/// What a picture was made of, for measuring. Every opaque pixel is written once, so
/// wall_pixels + plane_pixels + sky_pixels are the picture where nothing is open to the background;
/// slice_pixels come on top: overdraw is (all four) / (the first three). All zero in mode lines but
/// wall_columns.
typedef struct r3d_column_counters {
    uint32_t struct_size; ///< Set by r3d_column_counters_init.
    int32_t plane_spans;  ///< Pieces of rows of floors, ceilings and sky.
    int64_t wall_columns; ///< Columns that the drawn wall pieces cover.
    int64_t wall_pixels;  ///< Of middle, upper and lower faces.
    int64_t plane_pixels; ///< Of floors and ceilings.
    int64_t sky_pixels;
    int64_t slice_pixels; ///< Rows of the columns of things and masked walls, holes included.
} r3d_column_counters;

/// As r3d_column_counters_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_column_counters_init_sized(r3d_column_counters *counters, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_column_counters_init(r3d_column_counters *counters)
{
    r3d_column_counters_init_sized(counters, (uint32_t)sizeof(r3d_column_counters));
}

/// What is drawn and how. Start from r3d_column_view_init.
typedef struct r3d_column_view {
    uint32_t struct_size; ///< Set by r3d_column_view_init.
    r3d_column_camera camera;
    r3d_column_mode mode;
    bool things;          ///< Draw billboards.
    bool contrast;        ///< East-west walls darker by 16, north-south walls lighter.
    int32_t column_begin; ///< The band of columns to draw; 0, 0 is all of them.
    int32_t column_end;
    double fade_start;       ///< Depth at which light begins to fade.
    double fade_length;      ///< Over this depth it fades by 255; 0: no fading.
    double sky_horizon;      ///< Row of the sky picture that lies on the horizon; 100.
    uint32_t background_rgb; ///< Where nothing is seen.
    const r3d_column_materials *materials; ///< NULL: none.
    r3d_column_trace trace;                ///< NULL: none.
    void *trace_user;
    r3d_column_counters *counters; ///< Filled by the draw; NULL: nothing is counted.
} r3d_column_view;

/// As r3d_column_view_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_column_view_init_sized(r3d_column_view *view, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_column_view_init(r3d_column_view *view)
{
    r3d_column_view_init_sized(view, (uint32_t)sizeof(r3d_column_view));
}

/// What a draw did.
typedef struct r3d_column_stats {
    int32_t nodes_visited;
    int32_t leaves_visited;
    int32_t walls_tried;      ///< Wall pieces that face the eye in visited leaves.
    int32_t walls_drawn;      ///< Of those, the ones that met an open column.
    int32_t columns_left;     ///< Columns still open at the end.
    int32_t clip_stack_depth; ///< Leaves with things whose windows were kept.
    int32_t slices_used;      ///< Columns of things and masked walls kept for the end.
    int32_t slices_needed;    ///< More than slices_used when the context was too small.
} r3d_column_stats;

/// Scratch memory for drawing.
typedef struct r3d_column_context r3d_column_context;

/// Makes a context for a level.
/// @param max_width,max_height  Largest picture, 1..R3D_SURFACE_SIZE_MAX.
/// @param slice_count  How many columns of things and masked walls can be kept for the end of a
///                     picture; 0 chooses enough for every thing and masked wall at full width, up
///                     to 2^20 (about 32 MiB).
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE, R3D_ERR_MEMORY.
R3D_API r3d_result r3d_column_context_create(const r3d_column_level *level, int32_t max_width,
                                             int32_t max_height, int32_t slice_count,
                                             const r3d_allocator *allocator,
                                             r3d_column_context **out_context);

/// Releases a context; NULL is accepted.
R3D_API void r3d_column_context_destroy(r3d_column_context *context);

/// Makes room for at least `slice_count` slices; see r3d_column_stats.slices_needed.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY (the context keeps what it had).
R3D_API r3d_result r3d_column_context_reserve(r3d_column_context *context, int32_t slice_count);

/// Draws a world into the clip rectangle of a surface, which is the picture: its size gives the
/// number of columns and rows. Every pixel of the band is written, with alpha 255.
/// @param out_stats  NULL when not wanted.
/// @return R3D_OK; R3D_ERR_ARGUMENT (a level other than the context's, too); R3D_ERR_RANGE for an
///         empty clip rectangle, a camera beyond R3D_COLUMN_CAMERA_MAX or a band outside the
///         picture; R3D_ERR_LIMIT when the picture is larger than the context allows (nothing
///         drawn), or has more slices than it has room for (everything but things and masked walls
///         is drawn; see r3d_column_context_reserve).
R3D_API r3d_result r3d_column_draw(r3d_column_context *context, const r3d_column_world *world,
                                   const r3d_column_view *view, r3d_surface *surface,
                                   r3d_column_stats *out_stats);

#ifdef __cplusplus
}
#endif

#endif
