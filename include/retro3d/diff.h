/* SPDX-License-Identifier: MIT */
/// @file diff.h
/// Comparing two pictures, and showing what differs. Two layers, each usable alone:
///  1. r3d_diff_compare: two views and options give a result: how many pixels differ, where, in which
///     clusters, by how much. It touches no file and prints nothing. r3d_diff_files_* and
///     r3d_diff_compare_png_files do the same with PNG files while they are decoded.
///  2. r3d_diff_render_*, r3d_diff_describe_*: pictures that show the result, with red rings round the
///     clusters, and words. They are in diff_pictures.h and diff_words.h, which this header includes.
///
/// It knows no suite and no reference pictures: golden.h keeps those. Needs retro3d::io.
/// Source: spec golden sections 2 to 4.

#ifndef RETRO3D_DIFF_H
#define RETRO3D_DIFF_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/io.h>
#include <retro3d/isa.h>
#include <retro3d/jobs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options ------------------------------------------------------------------------------- */

/// What makes a pair of pixels a mismatch.
typedef enum r3d_diff_metric {
    R3D_DIFF_EXACT = 0,     ///< Any compared channel differs.
    R3D_DIFF_TOLERANCE = 1, ///< Any channel differs by more than its `tolerance`.
    R3D_DIFF_YIQ = 2,       ///< Weighted YIQ distance above `threshold` (pixelmatch 5 to 7, odiff).
    R3D_DIFF_OKLAB = 3      ///< HyAB distance in OKLab above `threshold` (pixelmatch 8).
} r3d_diff_metric;

/// Which channels are compared.
typedef enum r3d_diff_channels {
    R3D_DIFF_CHANNELS_AUTO = 0, ///< RGBA when a picture has alpha that is not all opaque, else RGB.
    R3D_DIFF_RGB = 1,
    R3D_DIFF_RGBA = 2,
    R3D_DIFF_RGBA_OVER = 3, ///< RGBA, but pixels fully transparent in both pictures are equal.
    R3D_DIFF_ALPHA = 4      ///< Alpha alone; only with the metrics exact and tolerance.
} r3d_diff_channels;

/// What non-opaque pixels are laid over before YIQ and OKLab distances.
typedef enum r3d_diff_background {
    R3D_DIFF_OVER_WHITE = 0,
    R3D_DIFF_OVER_CHECKER = 1 ///< The position dependent colours of pixelmatch 7.
} r3d_diff_background;

/// How the picture under the marks of the diff picture is dimmed.
typedef enum r3d_diff_dim {
    R3D_DIFF_DIM_LIGHT = 0, ///< Grey 192 + luma / 4.
    R3D_DIFF_DIM_DARK = 1   ///< Grey luma / 4.
} r3d_diff_dim;

/// How mismatching pixels are painted in the diff picture.
typedef enum r3d_diff_paint {
    R3D_DIFF_PAINT_RED = 0,
    R3D_DIFF_PAINT_SIGN = 1, ///< Red where the actual is brighter, blue where it is darker.
    R3D_DIFF_PAINT_HEAT = 2, ///< Yellow (delta 1) to red (delta 255).
    R3D_DIFF_PAINT_ABS = 3   ///< Absolute difference per channel times `paint_factor`.
} r3d_diff_paint;

/// A rectangle of pixels. Negative x or y count from the right or bottom border: x = -1 is the last
/// column. Width and height are positive; what lies outside the picture is ignored.
typedef struct r3d_diff_rect {
    int32_t x;
    int32_t y;
    int32_t width;
    int32_t height;
} r3d_diff_rect;

/// Names the settings of r3d_diff_options, for `given` and for the origin of effective values.
typedef enum r3d_diff_setting {
    R3D_DIFF_SET_METRIC = 0,
    R3D_DIFF_SET_CHANNELS,
    R3D_DIFF_SET_TOLERANCE,
    R3D_DIFF_SET_THRESHOLD,
    R3D_DIFF_SET_BACKGROUND,
    R3D_DIFF_SET_ANTIALIASING,
    R3D_DIFF_SET_MAX_PIXELS,
    R3D_DIFF_SET_MAX_RATIO,
    R3D_DIFF_SET_MAX_CLUSTER,
    R3D_DIFF_SET_MAX_DELTA,
    R3D_DIFF_SET_WINDOW,
    R3D_DIFF_SET_DEPTH8,
    R3D_DIFF_SET_CROP,
    R3D_DIFF_SET_FIRST,
    R3D_DIFF_SET_INCLUDE,
    R3D_DIFF_SET_IGNORE,
    R3D_DIFF_SET_MASK,
    R3D_DIFF_SET_LINK_DISTANCE,
    R3D_DIFF_SET_BASE_RADIUS,
    R3D_DIFF_SET_STROKE,
    R3D_DIFF_SET_MAX_RINGS,
    R3D_DIFF_SET_DIM,
    R3D_DIFF_SET_PAINT,
    R3D_DIFF_SET_PAINT_FACTOR,
    R3D_DIFF_SET_NO_RINGS,
    R3D_DIFF_SET_COUNT
} r3d_diff_setting;

/// Where an effective value came from; later ones win.
typedef enum r3d_diff_origin {
    R3D_DIFF_FROM_DEFAULT = 0,
    R3D_DIFF_FROM_SUITE = 1,  ///< The context's options.
    R3D_DIFF_FROM_GOLDEN = 2, ///< Files beside the golden (masks).
    R3D_DIFF_FROM_CALL = 3    ///< The options of this comparison, or the command line.
} r3d_diff_origin;

/// How to compare. All members zero is a valid value: exact, no mismatch allowed.
///
/// A member is "given" when it is not zero or when its bit in `given` is set; a given member
/// replaces the value of an outer level (suite, default). Bounds are upper bounds: a picture that
/// matches exactly always passes. `max_pixels` is 0 unless it or one of `max_ratio`, `max_cluster`
/// and `window_count` is given: then only the given ones bind.
typedef struct r3d_diff_options {
    uint32_t struct_size; ///< Set by r3d_diff_options_init.
    uint32_t given;       ///< Bits 1u << r3d_diff_setting: zero members that are meant.

    r3d_diff_metric metric;
    r3d_diff_channels channels;
    int32_t tolerance[4]; ///< R, G, B, A; 0..255, or 0..65535 when 16-bit pictures are compared.
    double threshold;     ///< 0..1 for YIQ and OKLab; default 0.1.
    r3d_diff_background background;
    bool antialiasing; ///< Excuse pixels that look anti-aliased; YIQ and OKLab only.

    int64_t max_pixels;   ///< Most mismatches in the whole picture.
    double max_ratio;     ///< Most mismatches divided by compared pixels, 0..1.
    int64_t max_cluster;  ///< Most mismatches in one cluster.
    int32_t max_delta;    ///< Largest channel difference, even where mismatches are allowed.
    int32_t window_size;  ///< Side N of the window of `window_count`, 1..32767.
    int64_t window_count; ///< Most mismatches in any N x N window.

    bool depth8;         ///< Compare 16-bit pictures by their high bytes.
    bool crop_to_common; ///< Compare the common top-left part of pictures of different sizes.
    bool first_only;     ///< Stop at the first mismatch: the counts are then lower bounds.

    const r3d_diff_rect
        *include; ///< When given, only these rectangles are compared. Borrowed, also by results.
    size_t include_count;
    const r3d_diff_rect *ignore; ///< These rectangles are not compared. Borrowed, also by results.
    size_t ignore_count;
    const r3d_picture_view *mask; ///< Painted mask of the expected picture's size: alpha 0 or black
                                  ///< compares, grey 1..254 is that pixel's tolerance, anything
                                  ///< else is not compared. Borrowed; R3D_LAYOUT_RGBA16 is refused.

    int32_t link_distance; ///< D; default max(8, ceil(M / 64)), M the larger side. 1..32767.
    int32_t base_radius;   ///< R0; default max(8, ceil(M / 64)). 1..32767.
    int32_t stroke;        ///< t; default max(2, ceil(M / 640)). 1..32767.
    int32_t max_rings;     ///< Most clusters that are circled; default 64.

    r3d_diff_dim dim;
    r3d_diff_paint paint;
    int32_t paint_factor; ///< For R3D_DIFF_PAINT_ABS; default 8.
    bool no_rings;

    r3d_isa isa; ///< What may convert rows; no setting, since it changes no result. Not available:
                 ///< R3D_ERR_RANGE.
} r3d_diff_options;

/// Room of r3d_diff_effective, which results carry by value: it stays as large as it is when options are
/// appended.
enum r3d_diff_effective_sizes {
    R3D_DIFF_SETTING_MAX = 32,    ///< Bits of `given`.
    R3D_DIFF_EFFECTIVE_SIZE = 640 ///< Bytes of `values` with what is reserved behind them.
};

/// The options after defaults, suite and call were merged.
typedef struct r3d_diff_effective {
    r3d_diff_origin origin[R3D_DIFF_SETTING_MAX]; ///< By r3d_diff_setting.
    r3d_diff_options values; ///< Every member has its effective value; bounds that are none are -1.
    uint8_t reserved[R3D_DIFF_EFFECTIVE_SIZE - sizeof(r3d_diff_options)]; ///< 0.
} r3d_diff_effective;

/// As r3d_diff_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_diff_options_init_sized(r3d_diff_options *out_options, uint32_t struct_size);

/// Fills `out_options` with zeros and its size.
static inline void r3d_diff_options_init(r3d_diff_options *out_options)
{
    r3d_diff_options_init_sized(out_options, (uint32_t)sizeof(r3d_diff_options));
}

/// Fills `out` with the defaults.
R3D_API void r3d_diff_effective_init(r3d_diff_effective *out);

/// Lays the given members of `options` over `effective`. NULL options change nothing.
/// @return R3D_OK; R3D_ERR_ARGUMENT for a struct_size that is none, nothing has changed then.
R3D_API r3d_result r3d_diff_effective_merge(r3d_diff_effective *effective,
                                            const r3d_diff_options *options,
                                            r3d_diff_origin origin);

/// Writes "max-pixels" and the like: the setting's name on the command line. Static storage.
R3D_API const char *r3d_diff_setting_name(r3d_diff_setting setting);

/// Writes one setting's effective value as text, for example "0.1" or "none". Always terminated;
/// cut when `size` is too small.
R3D_API void r3d_diff_setting_text(const r3d_diff_effective *effective, r3d_diff_setting setting,
                                   char *out_text, size_t size);

/* ---- results ------------------------------------------------------------------------------- */

enum r3d_diff_limits {
    R3D_DIFF_HISTOGRAM_COUNT = 8,   ///< Buckets 1, 2, 3-4, 5-8, 9-16, 17-32, 33-64, 65-255.
    R3D_DIFF_FIRST_COUNT = 10,      ///< Mismatches that a result lists one by one.
    R3D_DIFF_CLUSTERS_MAX = 1 << 22 ///< More clusters than this are R3D_ERR_LIMIT.
};

/// One mismatching pixel. Colours are 0xAARRGGBB (the high bytes of 16-bit pictures).
typedef struct r3d_diff_pixel {
    int32_t x;
    int32_t y;
    uint32_t expected_argb;
    uint32_t actual_argb;
    bool in_expected; ///< False when only the actual picture has this pixel.
    bool in_actual;   ///< False when only the expected picture has this pixel.
} r3d_diff_pixel;

/// Mismatches that lie near each other. A pixel that only one picture has counts as delta 255
/// (65535 in 16 bits).
typedef struct r3d_diff_cluster {
    int64_t count;
    int64_t delta_sum; ///< Of the largest channel difference per pixel; mean = delta_sum / count.
    int32_t max_delta;
    int32_t x0; ///< Bounding box, all four inclusive.
    int32_t y0;
    int32_t x1;
    int32_t y1;
    r3d_diff_pixel first; ///< The first pixel in row-major order.
} r3d_diff_cluster;

/// The verdict of a comparison.
typedef enum r3d_diff_verdict {
    R3D_DIFF_EQUAL = 0, ///< No pixel differs in anything.
    R3D_DIFF_WITHIN =
        1, ///< Some do, but within the metric, the channels, the mask and every bound.
    R3D_DIFF_DIFFERENT = 2, ///< A bound is exceeded; `failed_bounds` says which.
    R3D_DIFF_LAYOUT = 3     ///< The sizes differ.
} r3d_diff_verdict;

/// Everything a comparison found. Release it with r3d_diff_result_free. As all that functions fill, it has one size;
/// `reserved` becomes members.
///
/// Coordinates lie on the union canvas: the larger width, the larger height, both pictures at its
/// top-left corner. Pixels that only one picture has count as mismatches.
typedef struct r3d_diff_result {
    r3d_diff_verdict verdict;
    uint32_t failed_bounds;       ///< Bits 1u << R3D_DIFF_SET_MAX_PIXELS and so on.
    r3d_diff_effective effective; ///< Its pointers are those of the options and borrowed.
    int32_t depth;                ///< 8 or 16: in how many bits deltas are counted.
    int32_t expected_width;
    int32_t expected_height;
    int32_t actual_width;
    int32_t actual_height;
    int32_t width; ///< Of the union canvas.
    int32_t height;

    int64_t compared;      ///< Pixels that were compared, those of one picture only included.
    int64_t masked;        ///< Pixels that were not compared because of regions or the mask.
    int64_t mismatches;    ///< Counted mismatches.
    int64_t excused;       ///< Mismatches that look anti-aliased.
    int64_t only_expected; ///< Mismatches because only the expected picture has the pixel.
    int64_t only_actual;   ///< Mismatches because only the actual picture has the pixel.
    int64_t mask_needed;   ///< Masked or tolerated pixels that would have mismatched.
    int32_t x0; ///< Bounding box of the mismatches, inclusive; meaningless when there are none.
    int32_t y0;
    int32_t x1;
    int32_t y1;
    int32_t max_delta[4];  ///< Largest difference of R, G, B, A where both pictures have the pixel.
    int32_t largest_delta; ///< The largest of them.
    int64_t delta_sum[4];  ///< Sum of actual - expected over those mismatches, R, G, B, A.
    int64_t histogram[R3D_DIFF_HISTOGRAM_COUNT]; ///< Largest channel difference per mismatch.
    int64_t window_max; ///< Most mismatches in a window; 0 unless that bound is given.
    int64_t window_x;   ///< Top-left corner of the first such window.
    int64_t window_y;
    r3d_diff_pixel first[R3D_DIFF_FIRST_COUNT];
    int32_t first_count;

    r3d_diff_cluster *clusters; ///< Largest first, then by first pixel's y, then x.
    size_t cluster_count;
    int32_t link_distance; ///< D, R0 and t as used.
    int32_t base_radius;
    int32_t stroke;

    r3d_allocator allocator; ///< Frees `clusters`.
    uint64_t reserved[16];   ///< 0.
} r3d_diff_result;

/// Compares two pictures in place, whatever their layouts.
///
/// @param effective  NULL for the defaults.
/// @param allocator  NULL for malloc. A comparison that passes allocates two rows, never a frame.
/// @param out_result Filled when the return value is R3D_OK, emptied otherwise.
/// @return R3D_OK whatever the verdict; R3D_ERR_ARGUMENT, R3D_ERR_RANGE (sizes, option values, a
///         mask that covers everything or has another size), R3D_ERR_FORMAT_UNSUPPORTED (one
///         picture is 16-bit and the other is not, without `depth8`), R3D_ERR_LIMIT,
///         R3D_ERR_MEMORY.
/// Source: spec golden sections 2 and 3.
R3D_API r3d_result r3d_diff_compare(const r3d_picture_view *expected,
                                    const r3d_picture_view *actual,
                                    const r3d_diff_effective *effective,
                                    const r3d_allocator *allocator, r3d_diff_result *out_result,
                                    r3d_error *out_error);

/// One of two PNG pictures: a file, or its bytes in memory.
typedef struct r3d_diff_source {
    const char *path; ///< The file, and what errors call it. Borrowed until close.
    const void *data; ///< NULL: `path` is read. Else the file's bytes; borrowed until close.
    size_t size;
} r3d_diff_source;

/// How two files are compared. Zero everything that is not wanted.
typedef struct r3d_diff_files_desc {
    uint32_t struct_size; ///< Set by r3d_diff_files_desc_init.
    r3d_diff_source expected;
    r3d_diff_source actual;
    const r3d_allocator *allocator; ///< NULL for malloc. Called by the threads of `run`.
    /// Pictures of at most so many pixels each are kept for r3d_diff_files_get_views, which decodes
    /// them again otherwise. With 0 a comparison needs memory for a few rows of each file, whatever
    /// the size (an interlaced one needs its whole picture).
    int64_t keep_pixels;
    r3d_run_jobs_fn run; ///< Runs two jobs at once, r3d_pool_run for example. NULL: this thread.
    void *run_user;
    const r3d_io_limits *limits; ///< Of each file. NULL: the default ones. Borrowed until closing.
} r3d_diff_files_desc;

/// As r3d_diff_files_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_diff_files_desc_init_sized(r3d_diff_files_desc *desc, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_diff_files_desc_init(r3d_diff_files_desc *desc)
{
    r3d_diff_files_desc_init_sized(desc, (uint32_t)sizeof(r3d_diff_files_desc));
}

/// Two PNG files that are compared while they are decoded.
typedef struct r3d_diff_files r3d_diff_files;

/// Opens both files and reads their headers.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, and what r3d_png_load returns for files.
R3D_API r3d_result r3d_diff_files_open(const r3d_diff_files_desc *desc, r3d_diff_files **out_files,
                                       r3d_error *out_error);

/// Compares them, once for each open. Both files are verified to their ends, unless `first_only` ended the
/// comparison. Anti-aliasing is refused: it looks at neighbouring rows.
/// @return As r3d_diff_compare, and what r3d_png_load returns for files; R3D_ERR_STATE the second
///         time.
R3D_API r3d_result r3d_diff_files_compare(r3d_diff_files *files,
                                          const r3d_diff_effective *effective,
                                          r3d_diff_result *out_result, r3d_error *out_error);

/// What r3d_diff_files_compare says of files whose bytes the caller found to be identical, without
/// decoding them: checks the options and counts the compared pixels.
R3D_API r3d_result r3d_diff_files_assume_equal(r3d_diff_files *files,
                                               const r3d_diff_effective *effective,
                                               r3d_diff_result *out_result, r3d_error *out_error);

/// The pixels of both pictures, for drawing what differs: those of the comparison where they are
/// still in memory, else decoded again. Valid until close.
/// @return R3D_OK, R3D_ERR_ARGUMENT, and what r3d_png_load returns for files.
R3D_API r3d_result r3d_diff_files_get_views(r3d_diff_files *files, r3d_picture_view *out_expected,
                                            r3d_picture_view *out_actual, r3d_error *out_error);

/// Releases everything. NULL is accepted.
R3D_API void r3d_diff_files_close(r3d_diff_files *files);

/// Compares two PNG files row by row while they are decoded: memory for a few rows of each (an
/// interlaced file needs its whole picture). Both files are verified to their ends, unless
/// `first_only` ended the comparison. Anti-aliasing is refused: it looks at neighbouring rows. The
/// settings' instruction set reads the files, too.
/// @return As r3d_diff_compare, and what r3d_png_load returns for files.
R3D_API r3d_result r3d_diff_compare_png_files(const char *expected_path, const char *actual_path,
                                              const r3d_diff_effective *effective,
                                              const r3d_allocator *allocator,
                                              r3d_diff_result *out_result, r3d_error *out_error);

/// Releases a result's clusters and empties it. NULL is accepted.
R3D_API void r3d_diff_result_free(r3d_diff_result *result);

/// True when the verdict is R3D_DIFF_EQUAL or R3D_DIFF_WITHIN.
R3D_API bool r3d_diff_passed(const r3d_diff_result *result);

/* ---- views --------------------------------------------------------------------------------- */

/// Fills a view of a frame buffer of native uint32_t 0x??RRGGBB, as the rasterizers draw it.
/// @param stride_px  Elements between rows; negative for bottom-up; 0 means `width`.
R3D_API void r3d_diff_view_xrgb32(const uint32_t *pixels, int32_t width, int32_t height,
                                  int32_t stride_px, r3d_picture_view *out_view);

/// True when pixels of a layout have alpha. False for values that are no layout, too.
R3D_API bool r3d_diff_layout_has_alpha(r3d_layout layout);

/// Checks size, layout and stride of a view. Pixels may be NULL. `what` NULL: nothing.
/// @param what  What the error calls the view, "actual" for example.
/// @return R3D_OK, R3D_ERR_ARGUMENT for NULL, R3D_ERR_RANGE; the error says what is wrong.
R3D_API r3d_result r3d_diff_view_check(const r3d_picture_view *view, const char *what,
                                       r3d_error *out_error);

/// Reads one pixel of a view as 0xAARRGGBB (alpha 255 where the layout has none; the high bytes of
/// 16-bit samples).
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_RANGE outside the picture.
R3D_API r3d_result r3d_diff_view_pixel(const r3d_picture_view *view, int32_t x, int32_t y,
                                       uint32_t *out_argb);

enum r3d_diff_hash_sizes {
    R3D_DIFF_HASH_SIZE = 33 ///< 32 hexadecimal digits and a zero.
};

/// Hashes the bytes R, G, B, A of a picture of 8-bit layout, row by row: MurmurHash3 x64 128.
/// @param out_hex  Room for R3D_DIFF_HASH_SIZE characters.
R3D_API r3d_result r3d_diff_hash(const r3d_picture_view *view, const r3d_allocator *allocator,
                                 char *out_hex);

#ifdef __cplusplus
}
#endif

/* Behind everything that they need: each of the three may come first. */
#include <retro3d/diff_pictures.h>
#include <retro3d/diff_words.h>

#endif
