/* SPDX-License-Identifier: MIT */
/// @file script.h
/// Display lists: the text form `.r3d` of everything a renderer can be told to draw, its parser and
/// its replay. docs/script.md describes the language.
/// Needs retro3d::io. A script is read-only after loading and may be shared; each replay belongs to one
/// thread. A script must outlive the replays that have run it.

#ifndef RETRO3D_SCRIPT_H
#define RETRO3D_SCRIPT_H

#include <stdbool.h>

#include <retro3d/bands.h>
#include <retro3d/base.h>
#include <retro3d/io.h>
#include <retro3d/listen.h>
#include <retro3d/raster.h>
#include <retro3d/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_script_limits {
    R3D_SCRIPT_FILE_BYTES_MAX = 64 * 1024 * 1024, ///< Largest `.r3d` file.
    R3D_SCRIPT_LINE_BYTES_MAX = 65535,            ///< Longest line, without its end.
    R3D_SCRIPT_FRAME_PIXELS_MAX = 1 << 26,        ///< Largest width * height of the frame.
    R3D_REPLAY_MEMORY_DEFAULT = 1 << 30           ///< Default bound on all memory of a replay.
};

/// A parsed display list.
typedef struct r3d_script r3d_script;

/// Reads and parses a file.
///
/// Checks everything that does not need the drawing state: known commands, numbers of fields, number
/// syntax and ranges. Files that the script names are opened by the replay, relative to the script.
/// @param allocator  NULL for malloc; kept for r3d_script_destroy.
/// @return R3D_OK or an error with file, line and reason; `*out_script` is then NULL.
R3D_API r3d_result r3d_script_load(const char *path, const r3d_allocator *allocator,
                                   r3d_script **out_script, r3d_error *out_error);

/// Parses text in memory.
/// @param text  `size` bytes; copied.
/// @param path  What errors call it; files it names are searched in its folder.
R3D_API r3d_result r3d_script_parse(const char *text, size_t size, const char *path,
                                    const r3d_allocator *allocator, r3d_script **out_script,
                                    r3d_error *out_error);

/// A room of display lists: its commands and how its draw calls are written; see script_room.h.
typedef struct r3d_script_room r3d_script_room;

/// How a script is read. Zero members mean the default.
typedef struct r3d_script_load_options {
    uint32_t struct_size;
    r3d_allocator allocator;             ///< Both functions or none; kept for r3d_script_destroy.
    const r3d_script_room *const *rooms; ///< Besides the rooms of the library; the array is copied,
                                         ///< the rooms must outlive the script.
    size_t room_count;
    const r3d_file_source *files; ///< Where the script is, and the files that it names in every
                                  ///< replay; NULL: on disk. Copied.
} r3d_script_load_options;

/// As r3d_script_load_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_script_load_options_init_sized(r3d_script_load_options *options,
                                                uint32_t struct_size);

/// Fills options with defaults.
static inline void r3d_script_load_options_init(r3d_script_load_options *options)
{
    r3d_script_load_options_init_sized(options, (uint32_t)sizeof(r3d_script_load_options));
}

/// As r3d_script_load and r3d_script_parse, with options.
/// @return Also R3D_ERR_ARGUMENT for options that are wrong, R3D_ERR_LIMIT for too many rooms.
R3D_API r3d_result r3d_script_load_with(const char *path, const r3d_script_load_options *options,
                                        r3d_script **out_script, r3d_error *out_error);
R3D_API r3d_result r3d_script_parse_with(const char *text, size_t size, const char *path,
                                         const r3d_script_load_options *options,
                                         r3d_script **out_script, r3d_error *out_error);

/// Releases a script. NULL is accepted.
R3D_API void r3d_script_destroy(r3d_script *script);

/// Returns the number of commands in a script.
R3D_API size_t r3d_script_command_count(const r3d_script *script);

/// Returns the line, from 1, of command `index`; 0 if there is no such command.
R3D_API int32_t r3d_script_command_line(const r3d_script *script, size_t index);

/// Returns the name of command `index`, NULL if there is no such command. Static storage.
R3D_API const char *r3d_script_command_name(const r3d_script *script, size_t index);

/// Gets the path of a file that command `index` loads, as the replay opens it.
/// @param number  Which of its files, from 0 (`column_indexed` has two). "" behind the last, and for commands that load none.
/// @return R3D_OK; R3D_ERR_RANGE if there is no such command; R3D_ERR_LIMIT when `size` bytes are too
///         few, R3D_ERR_ARGUMENT.
R3D_API r3d_result r3d_script_command_file(const r3d_script *script, size_t index, int32_t number,
                                           char *out_path, size_t size);

/// The drawing state of one script run: frame, settings, textures, sprites and lists.
typedef struct r3d_replay r3d_replay;

/// How a replay is made. Zero members mean the default; set struct_size to sizeof(r3d_replay_desc).
typedef struct r3d_replay_desc {
    uint32_t struct_size;
    r3d_allocator allocator; ///< Both functions or none.
    int64_t max_memory;      ///< Bound in bytes on everything the replay allocates.
    r3d_isa isa;             ///< Instruction set of the triangle fills; must be available.
    const r3d_draw_listener
        *listener;       ///< Told of every call that draws into the frame; NULL: nobody.
                         ///< Borrowed until the replay is destroyed.
    int32_t band_count;  ///< 1..R3D_BANDS_MAX: the triangles of each command are drawn in so many
                         ///< bands; 0: at once. Does not go together with a listener.
    r3d_run_jobs_fn run; ///< Runs the bands, see r3d_bands_begin; NULL: this thread.
    void *run_user;      ///< Passed to `run`.
} r3d_replay_desc;

/// As r3d_replay_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_replay_desc_init_sized(r3d_replay_desc *desc, uint32_t struct_size);

/// Fills a descriptor with defaults.
static inline void r3d_replay_desc_init(r3d_replay_desc *desc)
{
    r3d_replay_desc_init_sized(desc, (uint32_t)sizeof(r3d_replay_desc));
}

/// Makes a fresh renderer: no frame, no textures, high detail, brightness 0.8, blackfix 0.
/// @param desc  NULL for the defaults.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL, a wrong struct_size, half an allocator, a negative limit, a
///         instruction set that is not available), R3D_ERR_MEMORY; `*out_replay` is then NULL.
R3D_API r3d_result r3d_replay_create(const r3d_replay_desc *desc, r3d_replay **out_replay);

/// Runs all commands of a script, once per replay.
/// @return R3D_OK or an error with file, line and reason. After an error the replay may only be
///         destroyed; further calls return R3D_ERR_STATE or NULL.
R3D_API r3d_result r3d_replay_run(r3d_replay *replay, const r3d_script *script,
                                  r3d_error *out_error);

/// Runs the commands first..first+count-1 only; ranges must follow one another from 0. For tools that
/// look at the frame between commands.
R3D_API r3d_result r3d_replay_run_range(r3d_replay *replay, const r3d_script *script, size_t first,
                                        size_t count, r3d_error *out_error);

/// Returns the frame, or NULL before `size`. Owned by the replay. Pixels that nothing drew are 0,
/// drawn ones have an alpha byte of 255.
R3D_API const r3d_surface *r3d_replay_get_surface(const r3d_replay *replay);

/// Returns whether the script asked for coverage (`sentinel`): pixels with alpha 0 are then transparent
/// in the picture. Otherwise the picture is opaque whatever the alpha bytes are.
R3D_API bool r3d_replay_has_alpha(const r3d_replay *replay);

/// Returns the text that the `dump` commands have written so far; not zero-terminated, valid until the
/// next run or destroy. Empty after an error. Empty for NULL, too; `out_size` may be NULL.
R3D_API const char *r3d_replay_get_dump(const r3d_replay *replay, size_t *out_size);

/// Releases a replay and its frame. NULL is accepted.
R3D_API void r3d_replay_destroy(r3d_replay *replay);

#ifdef __cplusplus
}
#endif

#endif
