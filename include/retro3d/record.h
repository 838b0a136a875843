/* SPDX-License-Identifier: MIT */
/// @file record.h
/// Writing what a client draws as a display list: every call that draws into a surface, with the
/// meshes, textures, palettes and sprites it used in files beside it, each once, named after their
/// contents. A client switches it on for one frame, and has a case that shows what it drew wrong.
///
///     r3d_recorder_attach(recorder, &surface);
///     draw_the_frame();
///     r3d_recorder_detach(recorder, &surface);
///     r3d_recorder_save(recorder, &surface, "frame.r3d", &error);
///
/// The recording begins with the frame as it is and with what earlier draws left in draw contexts, so
/// that it can begin at any time. Saving replays it and compares: what is written draws the same.

#ifndef RETRO3D_RECORD_H
#define RETRO3D_RECORD_H

#include <retro3d/base.h>
#include <retro3d/listen.h>
#include <retro3d/script.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A recording in memory. For one thread at a time.
typedef struct r3d_recorder r3d_recorder;

/// Makes an empty one.
/// @param allocator  NULL for malloc.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY.
R3D_API r3d_result r3d_recorder_create(const r3d_allocator *allocator, r3d_recorder **out_recorder);

/// Releases a recording. NULL is accepted. Detach it first.
R3D_API void r3d_recorder_destroy(r3d_recorder *recorder);

/// Says which rooms besides those of the library are heard: how their calls are written, and their
/// commands, with which the recording is checked. Forgets what was recorded.
/// @param rooms  See script_room.h; must outlive the recorder. The array is copied.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_LIMIT (too many rooms).
R3D_API r3d_result r3d_recorder_set_rooms(r3d_recorder *recorder,
                                          const r3d_script_room *const *rooms, size_t room_count);

/// Forgets what was recorded and begins to listen to a surface. Failures show when it is saved.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE if somebody listens to the surface already.
R3D_API r3d_result r3d_recorder_attach(r3d_recorder *recorder, r3d_surface *surface);

/// Stops listening. The recording stays.
R3D_API void r3d_recorder_detach(r3d_recorder *recorder, r3d_surface *surface);

/// What listens: for r3d_replay_desc and other places that take a listener. The frame is then that of
/// the first call. Valid as long as the recorder.
R3D_API const r3d_draw_listener *r3d_recorder_get_listener(r3d_recorder *recorder);

/// Writes the recording: files beside the script, then the script. Nothing is left half-written: a file
/// appears whole or not at all, and after a failure the files that were new are taken away again.
/// @param surface  Holds the frame as it was drawn. The recording is replayed and compared with it
///                 (all of R, G, B, and whether a pixel was drawn).
/// @param path     Of the script, with its ending.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE if the replay differs: the client changed pixels
///         without a call, drew into several surfaces, or a
///         call belongs to a room that is not known; R3D_ERR_LIMIT if something does not fit into
///         a display list (a texture number of a model above 127, a sprite above 32767 pixels);
///         R3D_ERR_MEMORY; R3D_ERR_IO_OPEN, R3D_ERR_IO_WRITE. `out_error` tells which.
R3D_API r3d_result r3d_recorder_save(r3d_recorder *recorder, const r3d_surface *surface,
                                     const char *path, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
