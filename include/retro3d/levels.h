/* SPDX-License-Identifier: MIT */
/// @file levels.h
/// Level files: the `.level` text form with its `.sprite` pictures, and maps of DOOM-format WAD
/// files with their graphics. Everything read is checked; errors name the file and the line, or the
/// lump and the offset. Source: spec column sections 3 and 12.

#ifndef RETRO3D_LEVELS_H
#define RETRO3D_LEVELS_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/column.h>
#include <retro3d/column_level.h>
#include <retro3d/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Which things of a WAD map are read, by the flags of their records. All but the last leave out
/// what only several players meet, and numbers that no picture is known for are always left out.
typedef enum r3d_wad_skill {
    R3D_WAD_SKILL_MEDIUM = 0, ///< The default.
    R3D_WAD_SKILL_EASY = 1,
    R3D_WAD_SKILL_HARD = 2,
    R3D_WAD_SKILL_ALL = 3 ///< Whatever the flags are.
} r3d_wad_skill;

/// How a level file is read.
typedef struct r3d_column_level_load_options {
    uint32_t struct_size; ///< Set by r3d_column_level_load_options_init.
    bool strict;          ///< See r3d_column_level_options.
    bool rebuild_tree;    ///< Ignore the file's tree. Maps of WAD files always get a new one.
    /// Material names given to faces that have none; NULL leaves them plain.
    const char *wall_material;
    const char *step_material;
    const char *floor_material;
    const char *ceiling_material;
    /// Hears warnings and the error that ended the load; `line` is 0 where lines do not apply.
    void (*on_issue)(const r3d_column_level_issue *issue, int32_t line, void *user);
    void *user;
    const r3d_file_source *files; ///< Where r3d_column_level_load reads; NULL: from disk.
    r3d_wad_skill skill;          ///< For maps of WAD files.
} r3d_column_level_load_options;

/// As r3d_column_level_load_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_column_level_load_options_init_sized(r3d_column_level_load_options *options,
                                                      uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_column_level_load_options_init(r3d_column_level_load_options *options)
{
    r3d_column_level_load_options_init_sized(options,
                                             (uint32_t)sizeof(r3d_column_level_load_options));
}

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
R3D_API r3d_result r3d_column_level_decode(const char *text, size_t size, const char *name,
                                           const r3d_column_level_load_options *options,
                                           const r3d_allocator *allocator,
                                           r3d_column_level **out_level, r3d_error *out_error);

/// Writes a level as text with the tree in use. Reading it back gives a level that draws and
/// behaves the same: every record keeps its number and its values. Only materials are numbered
/// anew, and what is never seen is left out: the back of a middle wall, and its upper and lower
/// materials.
/// @return R3D_OK; R3D_ERR_FORMAT_DATA for a name that a text cannot hold (with blanks or #, or of
///         two thing types); R3D_ERR_MEMORY, R3D_ERR_LIMIT or why the file cannot be written.
R3D_API r3d_result r3d_column_level_save(const r3d_column_level *level, const char *path,
                                         r3d_error *out_error);

/// The same into memory.
/// @param allocator  NULL for malloc.
/// @param out_text   `*out_size` bytes without a zero at the end; release them with the allocator.
R3D_API r3d_result r3d_column_level_encode(const r3d_column_level *level,
                                           const r3d_allocator *allocator, char **out_text,
                                           size_t *out_size, r3d_error *out_error);

/// Pictures that belong to a level, and their memory.
typedef struct r3d_column_level_pictures r3d_column_level_pictures;

/// Releases pictures; NULL is accepted.
R3D_API void r3d_column_level_pictures_destroy(r3d_column_level_pictures *pictures);

/// What r3d_column_draw takes; valid while the pictures are.
R3D_API const r3d_column_materials *
r3d_column_level_pictures_get_materials(const r3d_column_level_pictures *pictures);

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

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_wad_load_from(const r3d_file_source *files, const char *name,
                                     const r3d_allocator *allocator, r3d_wad **out_wad,
                                     r3d_error *out_error);

/// The same from memory, which is copied.
R3D_API r3d_result r3d_wad_decode(const void *data, size_t size, const char *name,
                                  const r3d_allocator *allocator, r3d_wad **out_wad,
                                  r3d_error *out_error);

/// Releases a WAD file. NULL is accepted.
R3D_API void r3d_wad_destroy(r3d_wad *wad);

/// Returns how many lumps there are.
R3D_API int32_t r3d_wad_lump_count(const r3d_wad *wad);

/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE.
R3D_API r3d_result r3d_wad_get_lump(const r3d_wad *wad, int32_t index, r3d_wad_lump *out_lump);

/// The number of the next map's marker lump at or after `index`; -1 when there is none.
/// Also -1 for NULL.
R3D_API int32_t r3d_wad_next_map(const r3d_wad *wad, int32_t index);

/// Where the pictures of a level are looked up. Start from r3d_column_picture_sources_init; what is
/// NULL is left out. For everything the sources are tried in the order of the members.
typedef struct r3d_column_picture_sources {
    uint32_t struct_size;    ///< Set by r3d_column_picture_sources_init.
    const char *sprite_dir;  ///< Folder of NAME.sprite, with or without a final slash.
    const char *texture_dir; ///< Folder of NAME.png, which may also lie in its sub-folders `walls`
                             ///< and `flats`; for `flat:NAME` in `flats` first.
    const r3d_wad *wad;      ///< Wall textures, flats (`flat:NAME`, or a name that is no wall
                             ///< texture), sprites, sky, palette and light maps.
    const r3d_wad *iwad;     ///< The same for what `wad` lacks; only with `wad`.
    /// Hears a warning for each material, sprite, patch or sky without a picture; may be NULL.
    void (*on_missing)(const r3d_column_level_issue *issue, void *user);
    void *user;
    const r3d_file_source *files; ///< Where the files of both folders are read; NULL: from disk.
    bool strict; ///< A picture that is missing is an error, once all have been told.
} r3d_column_picture_sources;

/// As r3d_column_picture_sources_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_column_picture_sources_init_sized(r3d_column_picture_sources *sources,
                                                   uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_column_picture_sources_init(r3d_column_picture_sources *sources)
{
    r3d_column_picture_sources_init_sized(sources, (uint32_t)sizeof(r3d_column_picture_sources));
}

/// Reads the pictures of a level by the names of its materials and sprites.
///
/// What has no picture stays plain (things are then not drawn), with a warning. It is an error when
/// `texture_dir` is no folder of the disk, and when a sprite has no file in `sprite_dir` and there is no WAD.
/// PNG textures with more than 256 colours are reduced to 256 by median cut.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, R3D_ERR_IO_OPEN, or what is wrong in a file;
///         with `strict` R3D_ERR_FORMAT_DATA when a picture is missing.
R3D_API r3d_result r3d_column_level_load_pictures(const r3d_column_level *level,
                                                  const r3d_column_picture_sources *sources,
                                                  const r3d_allocator *allocator,
                                                  r3d_column_level_pictures **out_pictures,
                                                  r3d_error *out_error);

/// Reads a map in DOOM format; one in Hexen format or UDMF is R3D_ERR_FORMAT_UNSUPPORTED. The tree in
/// use is built anew, for the file's is rounded to whole units: one that is missing or not sound is a
/// warning, also in a strict load. So is a line that has no side (it becomes an unseen wall), only a
/// left side (it is turned round), or a side that does not exist (it becomes a wall without length);
/// in a strict load those are errors. Of several things of type 1 the last is the start. Doors and
/// lifts are read as movers (docs/column.md has the table).
/// Source: spec column section 12.1.
/// @param map        "E1M1", "MAP01" ..., in any case; NULL for the first one.
/// @param iwad       Where graphics and textures are looked up when `wad` has none; NULL for none.
///                   Not used for the map itself.
/// @param out_pictures  NULL when pictures are not wanted. Those that are missing are told to
///                   `options->on_issue` as warnings; a strict load fails then.
R3D_API r3d_result r3d_wad_load_map(const r3d_wad *wad, const r3d_wad *iwad, const char *map,
                                    const r3d_column_level_load_options *options,
                                    const r3d_allocator *allocator, r3d_column_level **out_level,
                                    r3d_column_level_pictures **out_pictures, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
