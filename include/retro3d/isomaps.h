/* SPDX-License-Identifier: MIT */
/// @file isomaps.h
/// Isometric maps as files: the `.iso` text form with its sheet, and the `.scene` form of the
/// references, drawn by outline.h. Everything read is checked; errors name the file, the line, the
/// column and what was expected. docs/outline.md describes both forms. Part of retro3d::io.
/// Source: spec outline section 12.

#ifndef RETRO3D_ISOMAPS_H
#define RETRO3D_ISOMAPS_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/io.h>
#include <retro3d/outline.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_isomap_limits {
    R3D_ISOMAP_SPRITES_MAX = 4096,     ///< Sprites of a file.
    R3D_ISOMAP_BILLBOARDS_MAX = 65535, ///< Billboards of a file.
    R3D_ISOMAP_KEYS_MAX = 65536,       ///< Keys of a file.
    R3D_ISOMAP_PIXELS_MAX = 1 << 26    ///< Pixels of a canvas.
};

/// A map that was read: heights, colours, sprites and what moves, with a frame to draw it. It belongs
/// to one thread at a time.
typedef struct r3d_isomap r3d_isomap;

/// How a map is read. Fill it with r3d_isomap_load_options_init first.
typedef struct r3d_isomap_load_options {
    uint32_t struct_size;         ///< Set by r3d_isomap_load_options_init.
    const r3d_file_source *files; ///< Where the map and its sheet are; NULL: on disk.
    const r3d_io_limits *limits;  ///< Of the sheet; NULL: the defaults.
} r3d_isomap_load_options;

/// As r3d_isomap_load_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_isomap_load_options_init_sized(r3d_isomap_load_options *out_options,
                                                uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_isomap_load_options_init(r3d_isomap_load_options *out_options)
{
    r3d_isomap_load_options_init_sized(out_options, (uint32_t)sizeof(r3d_isomap_load_options));
}

/// Reads a map and the sheet that it names, which lies in its folder. A file whose first record is
/// `iso` is a map, every other one a reference scene.
/// @param options    NULL for the defaults.
/// @param allocator  NULL for malloc; copied.
/// @param out_map    Release it with r3d_isomap_destroy; NULL after an error.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, R3D_ERR_LIMIT; R3D_ERR_IO_OPEN, R3D_ERR_IO_READ;
///         R3D_ERR_FORMAT_SYNTAX (records, words), R3D_ERR_RANGE (numbers, rectangles, a light in a
///         wall), R3D_ERR_FORMAT_INDEX (names), R3D_ERR_FORMAT_COUNT (rows), R3D_ERR_FORMAT_DATA (given
///         twice). Faults of the sheet are reported with the line that names it.
/// @note Time is 0, and the settings are those of the file, after reading.
R3D_API r3d_result r3d_isomap_load(const char *path, const r3d_isomap_load_options *options,
                                   const r3d_allocator *allocator, r3d_isomap **out_map,
                                   r3d_error *out_error);

/// The same from memory. `text` need not end with a zero byte.
/// @param name  What errors call it; the sheet is looked for in its folder. NULL is the empty name.
R3D_API r3d_result r3d_isomap_decode(const char *text, size_t size, const char *name,
                                     const r3d_isomap_load_options *options,
                                     const r3d_allocator *allocator, r3d_isomap **out_map,
                                     r3d_error *out_error);

/// Finds the file that a map names as its sheet, without reading anything else of it.
/// @param out_name  Becomes the name as it stands there, or "" where there is none (also of a reference
///                  scene) or it does not fit.
/// @return R3D_OK; R3D_ERR_ARGUMENT.
R3D_API r3d_result r3d_isomap_find_sheet(const char *text, size_t text_size, char *out_name,
                                         size_t size);

/// Releases a map. NULL is allowed.
R3D_API void r3d_isomap_destroy(r3d_isomap *map);

/// Which pass finds the lines of the picture.
typedef enum r3d_isomap_mode {
    R3D_ISOMAP_WORLD = 0, ///< Spec outline section 5.
    R3D_ISOMAP_SCREEN = 1 ///< Spec outline section 4.
} r3d_isomap_mode;

/// What a file says of its picture and a program may replace. Get it with r3d_isomap_get_settings.
typedef struct r3d_isomap_settings {
    uint32_t struct_size; ///< Set by r3d_isomap_settings_init.
    r3d_isomap_mode mode;
    int32_t width; ///< Of lines, in pixels, 1..R3D_OUTLINE_WIDTH_MAX.
    r3d_outline_ids ids;
    int32_t color_percent; ///< 0..100
    int32_t texels;        ///< Shadow texels a cell, each way, 1..R3D_OUTLINE_TEXELS_MAX.
    int32_t quadrant;      ///< 0..3
    bool has_light;        ///< The light stands at light_*: in place of that of the file.
    int32_t light_x_a64;   ///< In 1/64 cell, before `quadrant`.
    int32_t light_y_a64;
} r3d_isomap_settings;

/// As r3d_isomap_settings_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_isomap_settings_init_sized(r3d_isomap_settings *out_settings,
                                            uint32_t struct_size);

/// Sets struct_size and the settings of a file that says nothing of them.
static inline void r3d_isomap_settings_init(r3d_isomap_settings *out_settings)
{
    r3d_isomap_settings_init_sized(out_settings, (uint32_t)sizeof(r3d_isomap_settings));
}

/// Tells the settings in use.
/// @param out_settings  Set up by r3d_isomap_settings_init.
/// @return R3D_OK; R3D_ERR_ARGUMENT.
R3D_API r3d_result r3d_isomap_get_settings(const r3d_isomap *map,
                                           r3d_isomap_settings *out_settings);

/// Replaces the settings. Maps, shadow map and frame are made anew if they have to be; the time stays.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (also: the light is in a wall or outside);
///         R3D_ERR_LIMIT; R3D_ERR_MEMORY. The map is then as it was. `out_error` has the reason.
R3D_API r3d_result r3d_isomap_set_settings(r3d_isomap *map, const r3d_isomap_settings *settings,
                                           r3d_error *out_error);

/// Tells the size of the picture, in pixels. 0 and 0 for NULL.
R3D_API void r3d_isomap_get_size(const r3d_isomap *map, int32_t *out_width, int32_t *out_height);

/// Draws the map as it is at a time: moves billboards and light, casts the light, fills the buffers of
/// the frame and marks the lines of the mode. r3d_isomap_get_frame has the result.
/// @param time_ms  Milliseconds, -2^40..2^40.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (the time; a light that stood in no open cell up to
///         then). @note Allocates nothing.
R3D_API r3d_result r3d_isomap_draw(r3d_isomap *map, int64_t time_ms, r3d_error *out_error);

/// Marks the lines of a mode in the frame that was drawn, as r3d_isomap_draw does for that of the settings.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (nothing was drawn); R3D_ERR_RANGE (no such mode).
R3D_API r3d_result r3d_isomap_mark(r3d_isomap *map, r3d_isomap_mode mode);

/// Paints what was drawn into a surface, its left upper pixel at (x, y), inside the clip rectangle.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (nothing was drawn, or the map has no sheet).
R3D_API r3d_result r3d_isomap_paint(const r3d_isomap *map, r3d_surface *surface, int32_t x,
                                    int32_t y);

/// Whether the map has a sheet, so that it can be painted. False for NULL.
R3D_API bool r3d_isomap_has_colors(const r3d_isomap *map);

/// The frame with the buffers; belongs to the map, and is another one after r3d_isomap_set_settings.
/// NULL for NULL.
R3D_API const r3d_outline_frame *r3d_isomap_get_frame(const r3d_isomap *map);

/// The shadow map; NULL without a light. Belongs to the map as the frame does.
R3D_API const r3d_outline_shadow *r3d_isomap_get_shadow(const r3d_isomap *map);

/// Counters of what was drawn. Source: spec outline section 11.
typedef struct r3d_isomap_counts {
    r3d_outline_map_counts map; ///< Without billboards.
    int32_t billboards;
    int32_t draws;      ///< Kinds of faces that have an instance, at most 4.
    int32_t surfaces;   ///< Ids without the background, billboards included.
    int32_t lit_texels; ///< Of the shadow map; all of them without a light.
    int32_t texels;     ///< Of the shadow map.
} r3d_isomap_counts;

/// Tells the counters. NULL: all 0.
R3D_API void r3d_isomap_get_counts(const r3d_isomap *map, r3d_isomap_counts *out_counts);

/// Writes what r3d_outline_frame_paint draws of a frame as a map file that draws the same picture.
/// @param sheet_name  What the file calls its sheet, see r3d_isomap_encode_sheet: a name without blanks
///                    or '#', not absolute.
/// @param allocator   NULL for malloc.
/// @param out_text    `*out_size` bytes without a zero at the end; release them with the allocator.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (nothing drawn, or without colours);
///         R3D_ERR_FORMAT_UNSUPPORTED for what no file can say: cells that were drawn in part, no
///         lines, another crease limit, more kinds of cells than there are letters, lights of lines and
///         of colours that differ; R3D_ERR_MEMORY, R3D_ERR_LIMIT.
R3D_API r3d_result r3d_isomap_encode(const r3d_outline_frame *frame, const r3d_outline_paint *paint,
                                     const char *sheet_name, const r3d_allocator *allocator,
                                     char **out_text, size_t *out_size, r3d_error *out_error);

/// Writes the sheet that such a file needs, a PNG: that of the map, and below it the sprites that have an
/// opacity of their own.
/// @return As r3d_isomap_encode; R3D_ERR_LIMIT also for a sheet that becomes too high.
R3D_API r3d_result r3d_isomap_encode_sheet(const r3d_outline_frame *frame,
                                           const r3d_allocator *allocator, void **out_png,
                                           size_t *out_size, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
