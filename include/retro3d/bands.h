/* SPDX-License-Identifier: MIT */
/// @file bands.h
/// Triangles of a frame, recorded in order and then drawn in horizontal bands, which several
/// threads may draw at once: the pixels are those of drawing at once, byte for byte. The core
/// starts no thread. The bands are handed to a function that runs them: that of retro3d/threads.h,
/// one of the client's own pool, or none, which draws them one after the other.
///
/// Recording needs no other code than drawing: r3d_bands_begin makes a raster whose fills record.
/// It may be passed to everything that takes a raster, models for example. Only the triangle fills
/// of raster.h are recorded; call r3d_bands_end before anything else is drawn into or read from the
/// surface. A surface that somebody listens to (listen.h) is drawn at once, not in bands.

#ifndef RETRO3D_BANDS_H
#define RETRO3D_BANDS_H

#include <retro3d/base.h>
#include <retro3d/raster.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_bands_limits {
    R3D_BANDS_MAX = 64,                        ///< Most bands of a frame.
    R3D_BANDS_TRIANGLES_MAX = 16 * 1024 * 1024 ///< Largest capacity.
};

/// Recorded triangles and their bands. Belongs to one thread; draws in others only while a run
/// function is running.
typedef struct r3d_bands r3d_bands;

/// One job of a run function: job number `index`, 0..job_count - 1.
typedef void (*r3d_bands_job)(int32_t index, void *argument);

/// Calls job(0, argument) to job(job_count - 1, argument), each once, in any order and in any
/// threads, and returns when all of them have returned; what they wrote is then visible to the
/// caller.
typedef void (*r3d_bands_run)(int32_t job_count, r3d_bands_job job, void *argument, void *user);

/// Allocates room for `capacity` triangles, about 200 bytes each. More triangles than that are no
/// error: what was recorded is drawn first then, as r3d_bands_end would.
/// @param allocator  NULL for malloc; kept for r3d_bands_destroy.
/// @param capacity   1..R3D_BANDS_TRIANGLES_MAX
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE, R3D_ERR_MEMORY (*out_bands is then NULL).
R3D_API r3d_result r3d_bands_create(const r3d_allocator *allocator, int32_t capacity,
                                    r3d_bands **out_bands);

/// Releases everything; recorded triangles are dropped. NULL is accepted.
R3D_API void r3d_bands_destroy(r3d_bands *bands);

/// Begins a frame: makes a raster that records instead of drawing.
///
/// The recorder's members may be changed between fills as those of any raster, and so may the clip
/// rectangle of its surface; r3d_raster_set_level would end the recording. Palettes and texels must
/// stay as they are until r3d_bands_end.
/// @param target      Surface, start values and level.
/// @param band_count  1..R3D_BANDS_MAX; about four a thread share the work well. Rows are dealt
/// evenly.
/// @param run         NULL: the bands are drawn by the caller's thread.
/// @param user        Passed to `run`.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL, or a target that records itself), R3D_ERR_RANGE,
///         R3D_ERR_STATE if a frame was begun and not ended.
R3D_API r3d_result r3d_bands_begin(r3d_bands *bands, const r3d_raster *target, int32_t band_count,
                                   r3d_bands_run run, void *user, r3d_raster *out_recorder);

/// Draws what is recorded and ends the frame. Allocates nothing.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_STATE if no frame was begun.
R3D_API r3d_result r3d_bands_end(r3d_bands *bands);

#ifdef __cplusplus
}
#endif

#endif
