/* SPDX-License-Identifier: MIT */
/// @file outline.h
/// Outlined isometric worlds: maps of columns and upright sprites, drawn with surface ids and
/// nearness for each pixel; dark and light lines, found in screen space or in world space; field of
/// view and light; the coloured picture. The screen pass also serves buffers of any other origin.
///
/// A frame: r3d_outline_frame_begin, _draw_cells, _draw_billboards; then a pass that finds lines
/// (r3d_outline_frame_mark_screen or _mark_world); then r3d_outline_frame_paint. Everything is exact
/// in integers. Coordinates called "a64" are in 1/64 cell.
/// Source: spec outline.

#ifndef RETRO3D_OUTLINE_H
#define RETRO3D_OUTLINE_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_outline_limits {
    R3D_OUTLINE_MAP_SIZE_MAX = 256,     ///< Largest width or height of a map, in cells.
    R3D_OUTLINE_HEIGHT_MAX = 9,         ///< Greatest height of a cell.
    R3D_OUTLINE_ID_MAX = 65535,         ///< Greatest surface id.
    R3D_OUTLINE_RECT_SIZE_MAX = 256,    ///< Largest side of a rectangle of a sheet.
    R3D_OUTLINE_RECT_COUNT_MAX = 256,   ///< Most rectangles of a map.
    R3D_OUTLINE_WIDTH_MAX = 8,          ///< Widest line, in pixels.
    R3D_OUTLINE_TEXELS_MAX = 64,        ///< Most shadow texels a cell, each way.
    R3D_OUTLINE_SHADOW_MAX = 1 << 28,   ///< Most texels of a shadow map.
    R3D_OUTLINE_CREASE_LIMIT = 16,      ///< The crease limit of block maps.
    R3D_OUTLINE_PLACE_A64_MAX = 1 << 20 ///< Greatest magnitude of a foot's coordinate.
};

/// What two pixels of equal id belong to.
typedef enum r3d_outline_ids {
    R3D_OUTLINE_IDS_SURFACE = 0, ///< A connected set of coplanar faces.
    R3D_OUTLINE_IDS_BLOCK = 1,   ///< One unit cube; one floor cell.
    R3D_OUTLINE_IDS_FACE = 2     ///< One unit face.
} r3d_outline_ids;

/// What wrote a pixel.
typedef enum r3d_outline_kind {
    R3D_OUTLINE_BACKDROP = 0,
    R3D_OUTLINE_TOP = 1,
    R3D_OUTLINE_X_SIDE = 2, ///< The side of a cell that looks towards +X, down to the right.
    R3D_OUTLINE_Y_SIDE = 3, ///< The side that looks towards +Y, down to the left.
    R3D_OUTLINE_BILLBOARD = 4
} r3d_outline_kind;

/// Values of a mask of lines.
typedef enum r3d_outline_line {
    R3D_OUTLINE_NO_LINE = 0,
    R3D_OUTLINE_DARK = 128,
    R3D_OUTLINE_LIGHT = 255
} r3d_outline_line;

/// The picture that all cells and sprites are cut from: 0xAARRGGBB, alpha above 127 is opaque in sprites.
typedef struct r3d_outline_sheet {
    const uint32_t *pixels; ///< Row-major; borrowed for as long as maps and frames use it.
    int32_t width;          ///< 1..R3D_SURFACE_SIZE_MAX
    int32_t height;         ///< 1..R3D_SURFACE_SIZE_MAX
    int32_t stride_px;      ///< Elements between rows, at least width.
} r3d_outline_sheet;

/// A rectangle of a sheet; 1..R3D_OUTLINE_RECT_SIZE_MAX each way and wholly inside the sheet.
typedef struct r3d_outline_rect {
    int32_t x;
    int32_t y;
    int32_t width;
    int32_t height;
} r3d_outline_rect;

/// What a map is made of. Fill it with r3d_outline_map_desc_init first.
typedef struct r3d_outline_map_desc {
    uint32_t struct_size;           ///< Set by r3d_outline_map_desc_init.
    const r3d_allocator *allocator; ///< NULL: malloc and free. Copied.
    int32_t width;                  ///< Cells along x, 1..R3D_OUTLINE_MAP_SIZE_MAX.
    int32_t height;                 ///< Cells along y, likewise.
    const uint8_t *heights; ///< width * height, rows of y, each 0..R3D_OUTLINE_HEIGHT_MAX. Copied.
    const uint8_t *top_rects;  ///< The rectangle of each cell's top; NULL: 0 for all. Copied.
    const uint8_t *side_rects; ///< The rectangle of each cell's sides; NULL: 0 for all. Copied.
    const r3d_outline_rect
        *rects;         ///< The rectangles; NULL with rect_count 0: the map has no colours. Copied.
    int32_t rect_count; ///< 0..R3D_OUTLINE_RECT_COUNT_MAX
    r3d_outline_sheet sheet; ///< Needed when there are rectangles.
    int32_t quadrant; ///< Quarter turns of the map before drawing, 0..3; see r3d_outline_turn.
    r3d_outline_ids ids;
} r3d_outline_map_desc;

/// A map, turned and numbered. It does not change; frames and threads may share it.
typedef struct r3d_outline_map r3d_outline_map;

/// As r3d_outline_map_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_outline_map_desc_init_sized(r3d_outline_map_desc *out_desc, uint32_t struct_size);

/// Fills in the defaults: no map, no rectangles, quadrant 0, ids of surfaces.
static inline void r3d_outline_map_desc_init(r3d_outline_map_desc *out_desc)
{
    r3d_outline_map_desc_init_sized(out_desc, (uint32_t)sizeof(r3d_outline_map_desc));
}

/// Makes a map.
/// @param out_map  Set on success. Destroy it with r3d_outline_map_destroy.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL, a desc of unknown size, half an allocator); R3D_ERR_RANGE (a
///         size, height, rectangle, quadrant or kind of ids); R3D_ERR_LIMIT (more than
///         R3D_OUTLINE_ID_MAX ids); R3D_ERR_MEMORY. *out_map is then unchanged.
R3D_API r3d_result r3d_outline_map_create(const r3d_outline_map_desc *desc,
                                          r3d_outline_map **out_map);

/// Frees a map. NULL is allowed.
R3D_API void r3d_outline_map_destroy(r3d_outline_map *map);

/// Counts of a map. Source: spec outline section 11.
typedef struct r3d_outline_map_counts {
    int32_t width;          ///< Cells, after the turn.
    int32_t height;         ///< Cells, after the turn.
    int32_t tops;           ///< Unit faces.
    int32_t x_sides;        ///< Unit faces.
    int32_t y_sides;        ///< Unit faces.
    int32_t cube_faces_max; ///< The most faces of one unit cube of a cell with a height above 0.
    int32_t ids;            ///< Ids without the background.
} r3d_outline_map_counts;

/// Tells the counts of a map. NULL: *out_counts is all 0.
R3D_API void r3d_outline_map_get_counts(const r3d_outline_map *map,
                                        r3d_outline_map_counts *out_counts);

/// Turns a place by quarter turns as a map of that size is turned: (x, y) goes to
/// (64 * height - y, x), then width and height change places, `quadrant` times.
/// @param width,height  Cells of the map before the turn.
/// @param x_a64,y_a64   The place; changed.
R3D_API void r3d_outline_turn(int32_t quadrant, int32_t width, int32_t height, int32_t *x_a64,
                              int32_t *y_a64);

/// An upright sprite. Its pixels are columns * rows texels of the rectangle.
typedef struct r3d_outline_billboard {
    int32_t x_a64;          ///< The foot, turned as the map is (r3d_outline_turn).
    int32_t y_a64;          ///< Likewise.
    r3d_outline_rect rect;  ///< Of the sheet of the map.
    bool mirrored;          ///< Left to right, colours and opacity.
    const uint8_t *opacity; ///< NULL: alpha of the sheet above 127. Otherwise rect.width *
                            ///< rect.height bytes, not 0: opaque. Borrowed while frames hold it.
} r3d_outline_billboard;

/// A shadow map: which places of a map a light sees.
typedef struct r3d_outline_shadow r3d_outline_shadow;

/// Makes a shadow map, lit everywhere.
/// @param map        Borrowed for as long as the shadow map lives.
/// @param texels     Texels a cell, each way, 1..R3D_OUTLINE_TEXELS_MAX.
/// @param allocator  NULL: malloc and free. Copied.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE; R3D_ERR_LIMIT (more than R3D_OUTLINE_SHADOW_MAX
///         texels); R3D_ERR_MEMORY.
R3D_API r3d_result r3d_outline_shadow_create(const r3d_outline_map *map, int32_t texels,
                                             const r3d_allocator *allocator,
                                             r3d_outline_shadow **out_shadow);

/// Frees a shadow map. NULL is allowed.
R3D_API void r3d_outline_shadow_destroy(r3d_outline_shadow *shadow);

/// Casts the light of one place.
/// @param x_a64,y_a64  The light, turned as the map is; inside the map, in a cell of height 0.
/// @param rho_16       How far light soaks into walls, in 1/16 cell, 0..65535; 24 is usual.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL); R3D_ERR_RANGE (in a wall, outside the map, rho): nothing
///         is changed then.
/// @note Allocates nothing. Source: spec outline section 6.
R3D_API r3d_result r3d_outline_shadow_cast(r3d_outline_shadow *shadow, int32_t x_a64, int32_t y_a64,
                                           int32_t rho_16);

/// The texels of a shadow map: rows of map width * texels bytes, 255 lit, 0 not. Valid until the next
/// cast. NULL gives NULL, and 0 for the sizes.
R3D_API const uint8_t *r3d_outline_shadow_get_texels(const r3d_outline_shadow *shadow,
                                                     int32_t *out_width, int32_t *out_height);

/// Whether the light reaches a place; places outside the map are dark.
R3D_API bool r3d_outline_shadow_is_lit(const r3d_outline_shadow *shadow, int32_t x_a64,
                                       int32_t y_a64);

/// The buffers of a frame. One thread uses a frame at a time; nothing is allocated while drawing.
typedef struct r3d_outline_frame r3d_outline_frame;

/// How large the frames may be. Fill it with r3d_outline_frame_desc_init first.
typedef struct r3d_outline_frame_desc {
    uint32_t struct_size;           ///< Set by r3d_outline_frame_desc_init.
    const r3d_allocator *allocator; ///< NULL: malloc and free. Copied.
    int32_t max_width;              ///< Pixels, 1..R3D_SURFACE_SIZE_MAX; 1920 by default.
    int32_t max_height;             ///< Likewise; 1080 by default.
    int32_t max_billboards;         ///< 0..R3D_OUTLINE_ID_MAX; 1024 by default.
} r3d_outline_frame_desc;

/// As r3d_outline_frame_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_outline_frame_desc_init_sized(r3d_outline_frame_desc *out_desc,
                                               uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_outline_frame_desc_init(r3d_outline_frame_desc *out_desc)
{
    r3d_outline_frame_desc_init_sized(out_desc, (uint32_t)sizeof(r3d_outline_frame_desc));
}

/// Makes the buffers of frames.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE; R3D_ERR_MEMORY.
R3D_API r3d_result r3d_outline_frame_create(const r3d_outline_frame_desc *desc,
                                            r3d_outline_frame **out_frame);

/// Frees a frame. NULL is allowed.
R3D_API void r3d_outline_frame_destroy(r3d_outline_frame *frame);

/// Begins a picture: all background.
/// @param map                 Borrowed until the next begin.
/// @param origin_x,origin_y   Where the corner (0, 0, 0) of the map is, in pixels, +-2^24.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (sizes beyond those of the frame, the origin).
R3D_API r3d_result r3d_outline_frame_begin(r3d_outline_frame *frame, const r3d_outline_map *map,
                                           int32_t width, int32_t height, int32_t origin_x,
                                           int32_t origin_y);

/// A cell of a (turned) map.
typedef struct r3d_outline_cell {
    int32_t x;
    int32_t y;
} r3d_outline_cell;

/// Draws the visible faces of cells: tops, then +X sides, then +Y sides. What is nearer stays, so the
/// order of the cells does not matter, and many cells at once are the same as one by one.
/// @param cells  NULL: all cells of the map; `count` is then ignored.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (no begin); R3D_ERR_RANGE (a cell outside the map):
///         nothing is drawn then.
R3D_API r3d_result r3d_outline_frame_draw_cells(r3d_outline_frame *frame,
                                                const r3d_outline_cell *cells, int32_t count);

/// Draws billboards in the order given, after those of earlier calls. Their ids follow those of the map.
/// @param billboards  `count` of them; borrowed until the next begin. One call takes all billboards of a
///                    frame or one call each: the picture is the same.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE; R3D_ERR_RANGE (a rectangle outside the sheet, a foot
///         too far away); R3D_ERR_LIMIT (ids, or more billboards than the frame has room for). Nothing
///         is drawn then.
R3D_API r3d_result r3d_outline_frame_draw_billboards(r3d_outline_frame *frame,
                                                     const r3d_outline_billboard *billboards,
                                                     int32_t count);

/// How lines are drawn. Fill it with r3d_outline_lines_init first.
typedef struct r3d_outline_lines {
    uint32_t struct_size;             ///< Set by r3d_outline_lines_init.
    int32_t width;                    ///< Pixels, 1..R3D_OUTLINE_WIDTH_MAX; 1 by default.
    int32_t sprite_width;             ///< Of sprites in the world pass, likewise.
    int32_t crease_limit;             ///< Of the screen pass; R3D_OUTLINE_CREASE_LIMIT by default.
    const r3d_outline_shadow *shadow; ///< Decides dark and light; NULL: all lines are dark.
} r3d_outline_lines;

/// As r3d_outline_lines_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_outline_lines_init_sized(r3d_outline_lines *out_lines, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_outline_lines_init(r3d_outline_lines *out_lines)
{
    r3d_outline_lines_init_sized(out_lines, (uint32_t)sizeof(r3d_outline_lines));
}

/// Finds the lines of the frame from ids and nearness. Source: spec outline section 4.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (no begin); R3D_ERR_RANGE (widths, crease limit).
R3D_API r3d_result r3d_outline_frame_mark_screen(r3d_outline_frame *frame,
                                                 const r3d_outline_lines *lines);

/// Finds the lines of the frame from the map. Source: spec outline section 5.
/// @return As r3d_outline_frame_mark_screen.
R3D_API r3d_result r3d_outline_frame_mark_world(r3d_outline_frame *frame,
                                                const r3d_outline_lines *lines);

/// How the coloured picture is made. Fill it with r3d_outline_paint_init first.
typedef struct r3d_outline_paint {
    uint32_t struct_size;  ///< Set by r3d_outline_paint_init.
    int32_t top_shade;     ///< Of tops, 0..256; 256 by default.
    int32_t x_side_shade;  ///< 160 by default.
    int32_t y_side_shade;  ///< 208 by default.
    int32_t dark_shade;    ///< Of unlit places, 0..256; 128 by default.
    int32_t color_percent; ///< 0..100; below 100 colours fade to white.
    uint32_t backdrop_rgb; ///< 0x00RRGGBB, black by default.
    uint32_t dark_rgb;     ///< Of dark lines, black by default.
    uint32_t light_rgb;    ///< Of light lines, white by default.
    bool has_lines;        ///< Whether the lines of the last pass are drawn; true by default.
    const r3d_outline_shadow *shadow; ///< NULL: no light in the scene, so nothing is dark.
} r3d_outline_paint;

/// As r3d_outline_paint_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_outline_paint_init_sized(r3d_outline_paint *out_paint, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_outline_paint_init(r3d_outline_paint *out_paint)
{
    r3d_outline_paint_init_sized(out_paint, (uint32_t)sizeof(r3d_outline_paint));
}

/// Draws the coloured picture into a surface, its left upper pixel at (x, y), inside the clip rectangle.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (no begin, or a map without rectangles);
///         R3D_ERR_RANGE (shades). Source: spec outline section 10.
R3D_API r3d_result r3d_outline_frame_paint(const r3d_outline_frame *frame,
                                           const r3d_outline_paint *paint, r3d_surface *surface,
                                           int32_t x, int32_t y);

/// What is known of one pixel of a frame.
typedef struct r3d_outline_pixel {
    r3d_outline_kind kind;
    uint16_t id;      ///< 0: background.
    int32_t nearness; ///< 0 for background.
    int32_t cell_x;   ///< Of faces; of the turned map.
    int32_t cell_y;
    int32_t level;       ///< Of sides; the height of tops.
    int32_t billboard;   ///< Number from 0 in drawing order; -1: none.
    int32_t place_x_a64; ///< Where on the face; the foot of a billboard.
    int32_t place_y_a64;
    int32_t place_z_a64; ///< 0 for billboards.
    int32_t texel_x;     ///< Of the sheet; -1 where the map has no rectangles.
    int32_t texel_y;
    r3d_outline_line line; ///< What the last pass marked.
    uint16_t
        line_owner; ///< The id of the surface or billboard that the line belongs to; 0: no line.
} r3d_outline_pixel;

/// Tells what a pixel of the frame holds.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE; R3D_ERR_RANGE (outside the picture).
R3D_API r3d_result r3d_outline_frame_get_pixel(const r3d_outline_frame *frame, int32_t x, int32_t y,
                                               r3d_outline_pixel *out_pixel);

/// Views of the buffers of a frame, rows of `width` elements; valid until it is destroyed, and what
/// they hold until the next call. NULL before a begin.
typedef struct r3d_outline_buffers {
    int32_t width;
    int32_t height;
    const uint16_t *ids;     ///< 0: background.
    const int32_t *nearness; ///< Greater is nearer; INT32_MIN: background.
    const uint8_t *lines;    ///< r3d_outline_line
} r3d_outline_buffers;

/// Tells where the buffers of a frame are; borrowed from it.
R3D_API void r3d_outline_frame_get_buffers(const r3d_outline_frame *frame,
                                           r3d_outline_buffers *out_buffers);

/// The screen pass over buffers of any origin.
typedef struct r3d_outline_pass {
    uint32_t struct_size;    ///< Set by r3d_outline_pass_init.
    int32_t width;           ///< Pixels of a row, 1..R3D_SURFACE_SIZE_MAX.
    int32_t height;          ///< Rows, likewise.
    const uint16_t *ids;     ///< Rows of `width` ids; 0: background.
    const int32_t *nearness; ///< Likewise; greater is nearer. Not read where the id is 0.
    const uint8_t
        *classes; ///< The class rank of each id below class_count: 0 floor, 1 raised, 2 side,
                  ///< 3 billboard (marks the other pixel). NULL: 2 for all.
    int32_t class_count;  ///< Ids from here on have the class 2.
    int32_t crease_limit; ///< Pixels whose nearness differs by at most this touch; at least 0.
    int32_t line_width;   ///< 1..R3D_OUTLINE_WIDTH_MAX
} r3d_outline_pass;

/// As r3d_outline_pass_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_outline_pass_init_sized(r3d_outline_pass *out_pass, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_outline_pass_init(r3d_outline_pass *out_pass)
{
    r3d_outline_pass_init_sized(out_pass, (uint32_t)sizeof(r3d_outline_pass));
}

/// Runs the pass.
/// @param out_owners  width * height ids: whose line the pixel is, 0: not marked. The pixel's own id,
///                    or that of the billboard that marked it. Widened pixels: that of the one that
///                    widened onto them.
/// @param scratch     width * height bytes; 1 + the step in which a pixel was marked, 0: not marked.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE. Source: spec outline section 4.
R3D_API r3d_result r3d_outline_pass_run(const r3d_outline_pass *pass, uint16_t *out_owners,
                                        uint8_t *scratch);

#ifdef __cplusplus
}
#endif

#endif
