/* SPDX-License-Identifier: MIT */
/// @file script_room.h
/// How a room joins display lists: its commands, what a replay keeps for it, and how its draw calls
/// (listen.h) are written as lines. The rooms of this library join in the same way; a client's rooms
/// are given to r3d_script_load_with and r3d_recorder_set_rooms. docs/architecture.md, "How a room
/// joins the protocol", is the guide.

#ifndef RETRO3D_SCRIPT_ROOM_H
#define RETRO3D_SCRIPT_ROOM_H

#include <stdint.h>

#include <retro3d/base.h>
#include <retro3d/listen.h>
#include <retro3d/raster.h>
#include <retro3d/script.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- commands ---- */

enum r3d_script_room_limits {
    R3D_SCRIPT_ARGS_MAX = 24, ///< Arguments of a command, without repetitions.
    R3D_SCRIPT_ROOMS_MAX = 32 ///< Rooms of one script, those of the library included.
};

typedef enum r3d_script_arg_kind {
    R3D_SCRIPT_ARG_NONE = 0, ///< Ends a list.
    R3D_SCRIPT_ARG_INT,      ///< A number min..max, decimal or 0x hexadecimal.
    R3D_SCRIPT_ARG_DECIMAL,  ///< A decimal fraction.
    R3D_SCRIPT_ARG_FILE,     ///< The path of a file, relative to the script.
    R3D_SCRIPT_ARG_WORD      ///< Any word.
} r3d_script_arg_kind;

/// An argument; the macros below make them.
/// Tells the names of files that the contents of a file name, relative to it.
typedef void (*r3d_script_list_files_fn)(const void *data, size_t size,
                                         void (*found)(const char *name, void *user), void *user);

typedef struct r3d_script_arg {
    const char *name; ///< What errors call it.
    r3d_script_arg_kind kind;
    int32_t min;
    int32_t max;
    /// Files: lines that begin with this word are parts of what the file holds, and it still holds
    /// something without some of them; NULL: none are. If the file has a line `counts A B C`, B is
    /// their number.
    const char *parts;
    /// Files: which other files it names; whoever copies a script copies those, too. NULL: none.
    r3d_script_list_files_fn list_files;
} r3d_script_arg;

#define R3D_SCRIPT_INT(name, min, max)                                                             \
    {                                                                                              \
        (name), R3D_SCRIPT_ARG_INT, (min), (max), NULL, NULL                                       \
    }
#define R3D_SCRIPT_ANY_INT(name) R3D_SCRIPT_INT(name, INT32_MIN, INT32_MAX)
#define R3D_SCRIPT_RGB R3D_SCRIPT_INT("RGB", 0, 0xFFFFFF)
#define R3D_SCRIPT_DECIMAL(name)                                                                   \
    {                                                                                              \
        (name), R3D_SCRIPT_ARG_DECIMAL, 0, 0, NULL, NULL                                           \
    }
#define R3D_SCRIPT_WORD(name)                                                                      \
    {                                                                                              \
        (name), R3D_SCRIPT_ARG_WORD, 0, 0, NULL, NULL                                              \
    }
#define R3D_SCRIPT_FILE_OF(parts, list_files)                                                      \
    {                                                                                              \
        "FILE", R3D_SCRIPT_ARG_FILE, 0, 0, (parts), (list_files)                                   \
    }
#define R3D_SCRIPT_FILE_OF_PARTS(parts) R3D_SCRIPT_FILE_OF(parts, NULL)
#define R3D_SCRIPT_FILE R3D_SCRIPT_FILE_OF(NULL, NULL)

/// An argument as it was given.
typedef union r3d_script_value {
    int32_t i;
    double d;
    uint32_t text; ///< Of a file or word: see r3d_script_word.
} r3d_script_value;

/// What the function of a command gets.
typedef struct r3d_script_args {
    const r3d_script_value *values;
    uint32_t count;
    const char *text;
} r3d_script_args;

/// When a command is allowed.
typedef enum r3d_script_phase {
    R3D_SCRIPT_ANY_TIME,
    R3D_SCRIPT_AFTER_SIZE,
    R3D_SCRIPT_BEFORE_SIZE
} r3d_script_phase;

enum r3d_script_command_flags {
    R3D_SCRIPT_PREPARES = 1 ///< It loads, makes or chooses something, and is no part of drawing the
                            ///< frame: measurements leave it out.
};

/// A command of display lists.
typedef struct r3d_script_command {
    const char
        *name; ///< One word. Commands of one name are told apart by their arguments: a line is the
               ///< first one whose numbers are numbers in it.
    /// Runs it. A failure that is told by r3d_replay_fail is an error of the script.
    r3d_result (*run)(r3d_replay *replay, const r3d_script_args *args);
    r3d_script_phase phase;
    uint32_t flags;   ///< r3d_script_command_flags
    uint8_t optional; ///< How many of the last arguments may be left out.
    uint8_t repeated; ///< How many of the last arguments repeat as a group, any number of times.
    r3d_script_arg args[R3D_SCRIPT_ARGS_MAX];
} r3d_script_command;

/* ---- rooms ---- */

/// Something that is kept for a room: zeroed memory at first, released at the end.
typedef struct r3d_script_state {
    size_t size; ///< 0: nothing is kept.
    /// Releases what the state refers to; NULL: nothing. The state itself goes afterwards.
    void (*release)(void *state, const r3d_allocator *allocator);
} r3d_script_state;

/// Writes display lists; see below.
typedef struct r3d_script_writer r3d_script_writer;

/// How a draw call is written. Only calls that are no part of others are.
typedef struct r3d_script_call {
    const r3d_draw_call_type *type;
    /// Writes the lines that make this call, with what they need before, when it begins.
    void (*write)(r3d_script_writer *writer, const r3d_draw_call *call);
    /// Looks at what the call has changed besides pixels, when it has ended; NULL: nothing.
    void (*written)(r3d_script_writer *writer, const r3d_draw_call *call);
} r3d_script_call;

/// A room. Static storage, or at least as long as the scripts and recorders that know it.
struct r3d_script_room {
    const char *name;
    const r3d_script_command *commands;
    size_t command_count;
    const r3d_script_call *calls;
    size_t call_count;
    r3d_script_state replay_state; ///< Of one replay.
    r3d_script_state writer_state; ///< Of one writer: what the replay of the lines so far has.
};

/// Finds a command of the library's rooms and the given ones.
/// @param rooms        `room_count` of them; NULL for none.
/// @param out_nearest  Gets the known name that is nearest if there is no such command, or NULL. NULL
///                     is allowed.
/// @return NULL if there is none. Static storage, or the room's.
R3D_API const r3d_script_command *r3d_script_find_command(const r3d_script_room *const *rooms,
                                                          size_t room_count, const char *name,
                                                          const char **out_nearest);

/// The next command of the same name, behind `command`, in the order in which they are tried.
/// @param rooms  As given to r3d_script_find_command.
/// @return NULL if there is none.
R3D_API const r3d_script_command *r3d_script_find_next_command(const r3d_script_room *const *rooms,
                                                               size_t room_count,
                                                               const r3d_script_command *command);

/// Whether a word may be argument `index` of a command, from 0: whether it is a number where one belongs,
/// in range or not. Words that are too many may be anything.
R3D_API bool r3d_script_command_takes(const r3d_script_command *command, size_t index,
                                      const char *word, size_t length);

/// The command that command `index` of a script is; NULL if there is none.
R3D_API const r3d_script_command *r3d_script_get_command(const r3d_script *script, size_t index);

/* ---- for commands ---- */

/// What the replay keeps for a room; NULL if the script does not know the room.
R3D_API void *r3d_replay_get_room_state(const r3d_replay *replay, const r3d_script_room *room);

/// The frame, to draw into; after `size`.
R3D_API r3d_surface *r3d_replay_get_target(r3d_replay *replay);

/// The raster of the frame, with the settings of the script; after `size`.
R3D_API r3d_raster *r3d_replay_get_raster(r3d_replay *replay);

/// What a replay allocates with; counts into its max_memory.
R3D_API const r3d_allocator *r3d_replay_get_allocator(const r3d_replay *replay);

/// The word of a file or word argument. Valid as long as the script.
R3D_API const char *r3d_script_word(const r3d_script_args *args, int index);

/// Makes the path of a file argument, relative to the script.
/// @param out_path  Free it with r3d_replay_get_allocator.
/// @return R3D_OK, R3D_ERR_ARGUMENT for absolute paths, R3D_ERR_MEMORY; the reason is noted.
R3D_API r3d_result r3d_replay_resolve_path(r3d_replay *replay, const r3d_script_args *args,
                                           int index, char **out_path);

/// Where the files of the script that is running are, for the functions in `_from`; NULL: on disk.
R3D_API const r3d_file_source *r3d_replay_get_files(const r3d_replay *replay);

/// Notes why a command fails and returns `result`, for `return r3d_replay_fail(...)`.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
R3D_API r3d_result
r3d_replay_fail(r3d_replay *replay, r3d_result result, const char *format, ...);

/* ---- for writing calls ---- */

/// What the writer keeps for a room; NULL, with the reason noted, without memory.
R3D_API void *r3d_script_writer_get_state(r3d_script_writer *writer, const r3d_script_room *room);

/// What a writer allocates with; NULL for NULL.
R3D_API const r3d_allocator *r3d_script_writer_get_allocator(const r3d_script_writer *writer);

/// Appends text: lines with their ends, at most 511 bytes at once.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
R3D_API void
r3d_script_write(r3d_script_writer *writer, const char *format, ...);

/// Keeps a file beside the script, once for equal contents. NULL for NULL.
/// @param kind    First word of its name.
/// @param ending  Last word of its name, without a dot.
/// @param data    `size` bytes; copied.
/// @return Its name, for lines, valid as long as the writer; "missing" after a failure, which is noted.
R3D_API const char *r3d_script_write_file(r3d_script_writer *writer, const char *kind,
                                          const char *ending, const void *data, size_t size);

/// Writes the clip rectangle, if it is not the one that the replay has by then. For calls that obey
/// it.
R3D_API void r3d_script_write_clip(r3d_script_writer *writer, const r3d_surface *surface);

/// Notes that a call cannot be written, and why; the first failure counts.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
R3D_API void
r3d_script_write_fail(r3d_script_writer *writer, r3d_result result, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
