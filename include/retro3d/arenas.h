/* SPDX-License-Identifier: MIT */
/// @file arenas.h
/// Arena files: the `.arena` text form with its pictures, and the `.scene` form of the references, as
/// scenes for affine.h. Everything read is checked; errors name the file, the line and the column,
/// and what was expected. docs/affine.md describes both forms. Part of retro3d::io.
/// Source: spec affine section 15.

#ifndef RETRO3D_ARENAS_H
#define RETRO3D_ARENAS_H

#include <stdbool.h>

#include <retro3d/affine.h>
#include <retro3d/base.h>
#include <retro3d/io.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_arena_bounds {
    R3D_ARENA_ITEMS_MAX = 1 << 20,      ///< Walls, and sprites, and boxes, and keys of one file.
    R3D_ARENA_PICTURES_MAX = 1024,      ///< Picture files of one arena.
    R3D_ARENA_FILE_BYTES_MAX = 64 << 20 ///< Longest text, unless the limits say otherwise.
};

/// An arena that was read: a scene, a camera, and where its sprites are at which time.
typedef struct r3d_arena r3d_arena;

/// How an arena is read. Fill it with r3d_arena_load_options_init first.
typedef struct r3d_arena_load_options {
    uint32_t struct_size;         ///< Set by r3d_arena_load_options_init.
    const r3d_file_source *files; ///< Where the arena and its pictures are; NULL: on disk.
    const r3d_io_limits *limits;  ///< NULL: the defaults. max_samples bounds all pictures together.
} r3d_arena_load_options;

/// As r3d_arena_load_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_arena_load_options_init_sized(r3d_arena_load_options *out_options,
                                               uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_arena_load_options_init(r3d_arena_load_options *out_options)
{
    r3d_arena_load_options_init_sized(out_options, (uint32_t)sizeof(r3d_arena_load_options));
}

/// Reads an arena and the pictures that it names, which lie in its folder. A file whose name ends in
/// `.scene` and that does not begin with the record `arena` is read as a reference scene.
/// @param options    NULL for the defaults.
/// @param allocator  NULL for malloc; what it refers to must outlive the arena.
/// @param out_arena  Release it with r3d_arena_destroy; NULL after an error.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, R3D_ERR_LIMIT; R3D_ERR_IO_OPEN, R3D_ERR_IO_READ;
///         R3D_ERR_FORMAT_MAGIC (first record), R3D_ERR_FORMAT_SYNTAX (words), R3D_ERR_RANGE (numbers),
///         R3D_ERR_FORMAT_INDEX (names), R3D_ERR_FORMAT_COUNT, R3D_ERR_FORMAT_DATA (given twice),
///         R3D_ERR_FORMAT_UNSUPPORTED (what mode hw cannot do). Faults of pictures are reported with
///         the line that names them.
/// @note Safe from several threads, as everything in this room.
R3D_API r3d_result r3d_arena_load(const char *path, const r3d_arena_load_options *options,
                                  const r3d_allocator *allocator, r3d_arena **out_arena,
                                  r3d_error *out_error);

/// The same from memory. `text` need not end with a zero byte.
/// @param name  What errors call it; pictures are looked for in its folder. NULL is the empty name.
R3D_API r3d_result r3d_arena_decode(const char *text, size_t size, const char *name,
                                    const r3d_arena_load_options *options,
                                    const r3d_allocator *allocator, r3d_arena **out_arena,
                                    r3d_error *out_error);

/// Releases an arena. NULL is allowed.
R3D_API void r3d_arena_destroy(r3d_arena *arena);

/// Moves the sprites to where they are at a time, and turns the colours of the floors: what
/// r3d_arena_get_scene gives from then on. Time is 0 after reading; of a reference scene what its line
/// `time` says.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE beyond -2^40..2^40. @note Allocates nothing.
R3D_API r3d_result r3d_arena_set_time(r3d_arena *arena, int64_t time_ms);

/// What to draw: by r3d_affine_draw. Belongs to the arena. NULL for NULL, and for a reference scene
/// without a camera, which is a frame of the compositor instead.
R3D_API const r3d_affine_scene *r3d_arena_get_scene(const r3d_arena *arena);

/// The camera of the file.
/// @return R3D_OK; R3D_ERR_ARGUMENT.
R3D_API r3d_result r3d_arena_get_camera(const r3d_arena *arena, r3d_affine_camera *out_camera);

/// What to draw of a reference scene without a camera: by r3d_affine_compose. Belongs to the arena.
/// NULL for all others.
R3D_API const r3d_affine_hw_frame *r3d_arena_get_hw_frame(const r3d_arena *arena);

/// Whether the file asks for counters in its `.info`: the line `counters` of a reference scene.
R3D_API bool r3d_arena_has_counters(const r3d_arena *arena);

#ifdef __cplusplus
}
#endif

#endif
