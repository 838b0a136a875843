/* SPDX-License-Identifier: MIT */
/// @file level_io.h
/// Level files: the `.level` text form with its `.sprite` pictures, and maps of DOOM-format WAD
/// files with their graphics. Everything read is checked; errors name the file and the line, or the
/// lump and the offset. Source: spec column sections 3 and 12.

#ifndef RETRO3D_LEVEL_IO_H
#define RETRO3D_LEVEL_IO_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/column.h>
#include <retro3d/level.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a level file is read.
typedef struct r3d_column_level_load_options {
    size_t size;       ///< sizeof(r3d_column_level_load_options)
    bool strict;       ///< See r3d_column_level_options.
    bool rebuild_tree; ///< Ignore the file's tree. Maps of WAD files always get a new one.
    /// Material names given to faces that have none; NULL leaves them plain.
    const char *wall_material;
    const char *step_material;
    const char *floor_material;
    const char *ceiling_material;
    /// Hears warnings and the error that ended the load; `line` is 0 where lines do not apply.
    void (*on_issue)(const r3d_column_level_issue *issue, int32_t line, void *user);
    void *user;
} r3d_column_level_load_options;

R3D_API void r3d_column_level_load_options_init(r3d_column_level_load_options *options);

/// Reads a `.level` file.
/// @param options    NULL for the defaults.
/// @param allocator  NULL for malloc.
/// @return R3D_OK or an error with its line.
/// @note Release with r3d_column_level_destroy.
R3D_API r3d_result r3d_column_level_load(const char *path,
                                         const r3d_column_level_load_options *options,
                                         const r3d_allocator *allocator,
                                         r3d_column_level **out_level, r3d_error *out_error);

/// The same from memory. `name` is what errors call it.
R3D_API r3d_result r3d_column_level_parse(const char *text, size_t size, const char *name,
                                          const r3d_column_level_load_options *options,
                                          const r3d_allocator *allocator,
                                          r3d_column_level **out_level, r3d_error *out_error);

/// Writes a level as text with the tree in use. Reading it back gives an equal level.
R3D_API r3d_result r3d_column_level_save(const r3d_column_level *level, const char *path,
                                         r3d_error *out_error);

/// Pictures that belong to a level, and their memory.
typedef struct r3d_column_level_pictures r3d_column_level_pictures;

/// Releases pictures; NULL is accepted.
R3D_API void r3d_column_level_pictures_destroy(r3d_column_level_pictures *pictures);

/// What r3d_column_draw takes; valid while the pictures are.
R3D_API const r3d_column_materials *
r3d_column_level_pictures_get(const r3d_column_level_pictures *pictures);

/// Reads the pictures of a text level: `NAME.sprite` for things, `NAME.png` for materials.
///
/// A material or sprite without a file stays plain, except that a sprite named by a thing type must
/// exist.
/// @param sprite_dir   Folder of the `.sprite` files, with or without a final slash; NULL for none.
/// @param texture_dir  Folder of the PNG files, which may also lie in its sub-folders `walls` and
///                     `flats`; NULL for none.
R3D_API r3d_result r3d_column_level_load_pictures(const r3d_column_level *level,
                                                  const char *sprite_dir, const char *texture_dir,
                                                  const r3d_allocator *allocator,
                                                  r3d_column_level_pictures **out_pictures,
                                                  r3d_error *out_error);

/// A WAD file in memory.
typedef struct r3d_wad r3d_wad;

/// One entry of a WAD's directory.
typedef struct r3d_wad_lump {
    char name[9];
    int32_t offset;
    int32_t size;
} r3d_wad_lump;

/// Reads a WAD file and checks its directory: every lump lies inside the file.
/// @note Release with r3d_wad_destroy.
R3D_API r3d_result r3d_wad_load(const char *path, const r3d_allocator *allocator, r3d_wad **out_wad,
                                r3d_error *out_error);

/// The same from memory, which is copied.
R3D_API r3d_result r3d_wad_parse(const void *data, size_t size, const char *name,
                                 const r3d_allocator *allocator, r3d_wad **out_wad,
                                 r3d_error *out_error);

R3D_API void r3d_wad_destroy(r3d_wad *wad);

R3D_API int32_t r3d_wad_lump_count(const r3d_wad *wad);

/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE.
R3D_API r3d_result r3d_wad_get_lump(const r3d_wad *wad, int32_t index, r3d_wad_lump *out_lump);

/// The number of the next map's marker lump at or after `index`; -1 when there is none.
R3D_API int32_t r3d_wad_next_map(const r3d_wad *wad, int32_t index);

/// Reads a map. All its lumps are checked, the tree of the file too, but the tree in use is built
/// anew: the file's is rounded to whole units.
/// @param map        "E1M1", "MAP01" ...; NULL for the first one.
/// @param iwad       Where graphics and textures are looked up when `wad` has none; NULL for none.
///                   Not used for the map itself.
/// @param out_pictures  NULL when pictures are not wanted.
R3D_API r3d_result r3d_wad_load_map(const r3d_wad *wad, const r3d_wad *iwad, const char *map,
                                    const r3d_column_level_load_options *options,
                                    const r3d_allocator *allocator, r3d_column_level **out_level,
                                    r3d_column_level_pictures **out_pictures, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
