/* SPDX-License-Identifier: MIT */
/// @file bands.h
/// Triangles of a frame, kept in order and then drawn in horizontal bands, which several
/// threads may draw at once: the pixels are those of drawing at once, byte for byte. The core
/// starts no thread. The bands are handed to a function that runs them: that of retro3d/threads.h,
/// one of the client's own pool, or none, which draws them one after the other.
///
/// A run function that can also be told of a frame while it is being filled (r3d_offer_help_fn) lets
/// its threads draw beside the one that keeps.
///
/// Keeping needs no other code than drawing: r3d_bands_begin makes a raster whose fills keep.
/// It may be passed to everything that takes a raster, models for example. Only the triangle fills
/// of raster.h are kept; call r3d_bands_end before anything else is drawn into or read from the
/// surface, but for r3d_bands_clear. A surface that somebody listens to (listen.h) is drawn at once, not in bands.

#ifndef RETRO3D_BANDS_H
#define RETRO3D_BANDS_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/jobs.h>
#include <retro3d/raster.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_bands_limits {
    R3D_BANDS_MAX = 64,                        ///< Most bands of a frame.
    R3D_BANDS_HELPERS_MAX = 64,                ///< Threads with higher numbers do not help.
    R3D_BANDS_TRIANGLES_MAX = 16 * 1024 * 1024 ///< Largest capacity.
};

/// Kept triangles and their bands. Belongs to one thread; draws in others only while a run
/// function is running, or between an offer and the end of the next run.
typedef struct r3d_bands r3d_bands;

/// How a frame is drawn. Zero members mean the default.
typedef struct r3d_bands_desc {
    uint32_t struct_size; ///< Size of this struct; r3d_bands_desc_init sets it.
    int32_t band_count;   ///< 1..R3D_BANDS_MAX; about four a thread share the work well. Rows are
                          ///< dealt evenly. There is no default.
    r3d_run_jobs_fn run;  ///< NULL: the bands are drawn by the caller's thread. Not called for what
                          ///< takes no longer than waking a thread: some 20 small triangles.
    r3d_offer_help_fn offer; ///< r3d_pool_offer for example, and `run` is then r3d_pool_run. NULL:
                             ///< nothing is drawn before r3d_bands_end.
    void *user;              ///< Passed to both.
} r3d_bands_desc;

/// As r3d_bands_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_bands_desc_init_sized(r3d_bands_desc *desc, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_bands_desc_init(r3d_bands_desc *desc)
{
    r3d_bands_desc_init_sized(desc, (uint32_t)sizeof(r3d_bands_desc));
}

/// Allocates room for `capacity` triangles, about 190 bytes each, and 130 KiB. More triangles than that are no
/// error: what was kept is drawn first then, as r3d_bands_end would.
/// @param allocator  NULL for malloc; kept for r3d_bands_destroy.
/// @param capacity   1..R3D_BANDS_TRIANGLES_MAX
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE, R3D_ERR_MEMORY (*out_bands is then NULL).
R3D_API r3d_result r3d_bands_create(const r3d_allocator *allocator, int32_t capacity,
                                    r3d_bands **out_bands);

/// Releases everything; kept triangles are dropped. NULL is accepted.
R3D_API void r3d_bands_destroy(r3d_bands *bands);

/// Begins a frame: makes a raster that keeps instead of drawing.
///
/// The keeper's members may be changed between fills as those of any raster, and so may the clip
/// rectangle of its surface; r3d_raster_set_isa would end it. Palettes and texels must
/// stay as they are until r3d_bands_end.
/// @param target      Surface, start values and instruction set.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL, a wrong struct_size, an offer without a run function, or a
///         target that keeps itself), R3D_ERR_RANGE, R3D_ERR_STATE if a frame was begun and not
///         ended.
R3D_API r3d_result r3d_bands_begin_with(r3d_bands *bands, const r3d_raster *target,
                                        const r3d_bands_desc *desc, r3d_raster *out_keeper);

/// The same without an offer. `run` NULL: this thread.
/// @param band_count,run,user  As in r3d_bands_desc.
R3D_API r3d_result r3d_bands_begin(r3d_bands *bands, const r3d_raster *target, int32_t band_count,
                                   r3d_run_jobs_fn run, void *user, r3d_raster *out_keeper);

/// Keeps r3d_surface_clear: each thread clears the rows that it will draw in, which are then in the
/// cache of its processor. Clearing at once, before r3d_bands_begin, puts them all into the caller's.
/// @param keeper  Made by r3d_bands_begin.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_STATE if no frame was begun.
R3D_API r3d_result r3d_bands_clear(r3d_bands *bands, const r3d_raster *keeper, uint32_t rgb);

/// Draws what is kept and ends the frame. Allocates nothing.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_STATE if no frame was begun.
R3D_API r3d_result r3d_bands_end(r3d_bands *bands);

#ifdef __cplusplus
}
#endif

#endif
