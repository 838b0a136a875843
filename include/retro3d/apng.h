/* SPDX-License-Identifier: MIT */
/// @file apng.h
/// Animated PNG files: frames of one size, shown one after the other. Browsers and most viewers play them;
/// what knows only PNG shows the first frame. Part of retro3d::io; needs zlib. docs/formats.md says what is
/// written.
///
///     r3d_apng_create("walk.png", NULL, NULL, &apng, &error);
///     r3d_apng_add(apng, &view, &error);      // for each frame
///     r3d_apng_finish(apng, &error);
///     r3d_apng_destroy(apng);
///
/// Frames go to the file row by row as they are added: memory is that of a few rows, however many frames
/// there are. The number of frames need not be known in advance. The file appears whole or not at all:
/// until `finish` it has another name, and without `finish` nothing is left of it.

#ifndef RETRO3D_APNG_H
#define RETRO3D_APNG_H

#include <stdint.h>

#include <retro3d/base.h>
#include <retro3d/io.h>
#include <retro3d/png.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the file has transparency. All frames of a file are stored in the same way.
typedef enum r3d_apng_alpha {
    /// If the layout of the first frame has it (RGBA8, BGRA8, ARGB32, ARGB8, ABGR8). A later frame whose layout has
    /// alpha is refused in a file without it: its alpha would be lost unseen.
    R3D_APNG_ALPHA_OF_FIRST = 0,
    R3D_APNG_ALPHA_KEPT = 1,   ///< It has: layouts without alpha give 255.
    R3D_APNG_ALPHA_DROPPED = 2 ///< It has none: R, G, B are stored, alpha is not looked at.
} r3d_apng_alpha;

/// How an animation is written. Fill it with r3d_apng_options_init.
typedef struct r3d_apng_options {
    uint32_t struct_size;     ///< Set by r3d_apng_options_init.
    r3d_png_effort effort;    ///< R3D_PNG_SMALL (default) or R3D_PNG_FAST; R3D_ERR_RANGE else.
    r3d_apng_alpha alpha;     ///< Default R3D_APNG_ALPHA_OF_FIRST.
    uint32_t loops;           ///< How often it is played, 0: for ever (default). At most 2^31 - 1.
    uint32_t delay_numerator; ///< How long a frame is shown: delay_numerator / delay_denominator
    uint32_t delay_denominator; ///< seconds, 0..65535 / 1..65535 (R3D_ERR_RANGE). Default 1 / 10.
} r3d_apng_options;

/// As r3d_apng_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_apng_options_init_sized(r3d_apng_options *options, uint32_t struct_size);

/// Fills in the defaults and struct_size.
static inline void r3d_apng_options_init(r3d_apng_options *options)
{
    r3d_apng_options_init_sized(options, (uint32_t)sizeof(r3d_apng_options));
}

/// An animation that is being written. One thread at a time.
typedef struct r3d_apng r3d_apng;

/// Begins a file.
/// @param path       Copied. What stands there is replaced by r3d_apng_finish, and untouched until then.
/// @param options    NULL for the defaults.
/// @param allocator  NULL for malloc; copied. Two names of files come from malloc all the same.
/// @param out_apng   Give it back with r3d_apng_destroy; NULL after an error.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE (a member of the options), R3D_ERR_MEMORY,
///         R3D_ERR_IO_WRITE.
R3D_API r3d_result r3d_apng_create(const char *path, const r3d_apng_options *options,
                                   const r3d_allocator *allocator, r3d_apng **out_apng,
                                   r3d_error *out_error);

/// Says how long the frames that are added from now on are shown: numerator / denominator seconds. A
/// numerator of 0 is "as fast as can be"; browsers then take a tenth of a second.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE: the denominator is 0.
R3D_API r3d_result r3d_apng_set_delay(r3d_apng *apng, uint16_t numerator, uint16_t denominator);

/// Adds a frame.
/// @param view  Any 8-bit layout; of the size of the first frame. Read during the call only.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_RANGE (another size than the first, RGBA16, a layout with
///         alpha where the file has none), R3D_ERR_MEMORY: the animation is as before. R3D_ERR_IO_WRITE, or
///         R3D_ERR_LIMIT (2^31 - 1 pieces are written): nothing more can be added. R3D_ERR_STATE: it failed
///         before, or is finished.
/// @note Allocates at the first frame only.
R3D_API r3d_result r3d_apng_add(r3d_apng *apng, const r3d_picture_view *view, r3d_error *out_error);

/// A frame whose rows are made when they are written: no whole picture need be in memory.
typedef struct r3d_apng_rows {
    int32_t width;     ///< 1..R3D_PICTURE_SIZE_MAX.
    int32_t height;    ///< 1..R3D_PICTURE_SIZE_MAX.
    r3d_layout layout; ///< Of the rows; any 8-bit layout.
    /// Makes row y, `width` pixels without padding; called from the top row to the bottom row. Another
    /// result than R3D_OK ends the frame and the animation.
    r3d_result (*row)(void *user, int32_t y, void *out_row);
    void *user;
} r3d_apng_rows;

/// The same row by row.
/// @return As r3d_apng_add; and what `row` returned, after which nothing more can be added.
R3D_API r3d_result r3d_apng_add_rows(r3d_apng *apng, const r3d_apng_rows *frame,
                                     r3d_error *out_error);

/// Completes the file and gives it its name.
/// @return R3D_OK, R3D_ERR_ARGUMENT; R3D_ERR_STATE: no frame was added, an earlier call failed, or it is
///         finished; R3D_ERR_IO_WRITE. After an error nothing is left of the file, and one that stood there
///         is unchanged.
R3D_API r3d_result r3d_apng_finish(r3d_apng *apng, r3d_error *out_error);

/// Releases everything; a file that is not finished is removed. NULL is accepted.
R3D_API void r3d_apng_destroy(r3d_apng *apng);

#ifdef __cplusplus
}
#endif

#endif
