/* SPDX-License-Identifier: MIT */
/// @file diff_words.h
/// What differs in words: summaries for people, one JSON object for machines, hints at the cause, and who wrote the
/// mismatches.
/// Source: spec golden sections 2.8, 4 and 8.

#ifndef RETRO3D_DIFF_WORDS_H
#define RETRO3D_DIFF_WORDS_H

#include <retro3d/diff.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- words --------------------------------------------------------------------------------- */

/// Text that grows. Zeroed is empty; release with r3d_diff_text_free.
typedef struct r3d_diff_text {
    char *data; ///< Zero terminated, or NULL when nothing was written.
    size_t length;
    size_t capacity;
    r3d_result result; ///< R3D_ERR_MEMORY once growing failed; the text is then cut.
    r3d_allocator allocator;
} r3d_diff_text;

/// Releases a text and empties it. NULL is accepted.
R3D_API void r3d_diff_text_free(r3d_diff_text *text);

/// Makes room for `extra` more bytes and the zero behind them.
/// @return R3D_OK, R3D_ERR_ARGUMENT for NULL; R3D_ERR_MEMORY, then and ever after.
R3D_API r3d_result r3d_diff_text_reserve(r3d_diff_text *text, size_t extra);

/// Appends `length` bytes. Nothing is appended when it fails.
/// @return As r3d_diff_text_reserve.
R3D_API r3d_result r3d_diff_text_append(r3d_diff_text *text, const char *data, size_t length);

/// Appends the two-line summary ("583 of 131072 px (0.44 %), 12 clusters, max delta 228" without a
/// line end, and the details), up to 5 cluster lines and the first ten coordinates.
/// Source: spec golden sections 4 and 8.
R3D_API r3d_result r3d_diff_describe(const r3d_diff_result *result, r3d_diff_text *text);

/// Appends one line "hint: ..." for each cheap hypothesis that holds. Never changes the verdict.
///
/// A transform (a shift of up to 8 pixels, a flip, a turn; channels or bytes of words in another order,
/// a constant offset, premultiplied alpha, black instead of transparent, gamma 2.2, inverted, a
/// factor) is told when it makes at least 95 % of the mismatches right and nothing wrong that was
/// right, over the whole picture; of moves and of changes of values one each. Statements are told when
/// they hold for every mismatch: only the lowest bits differ, only alpha differs. Of pictures of
/// different sizes: where the common part is equal, turned, enlarged. 16-bit pictures are looked at in
/// 16 bits. Nothing is told after a comparison that stopped at the first mismatch.
/// Source: spec golden section 2.8.
R3D_API r3d_result r3d_diff_hints(const r3d_diff_result *result, const r3d_picture_view *expected,
                                  const r3d_picture_view *actual, const r3d_allocator *allocator,
                                  r3d_diff_text *text);

/// Appends the result as one JSON object on one line (docs/golden-results.schema.json).
R3D_API r3d_result r3d_diff_describe_json(const r3d_diff_result *result, r3d_diff_text *text);

/// Appends a JSON string with its quotes, escaped by r3d_text_escape_json.
R3D_API r3d_result r3d_diff_text_json_string(r3d_diff_text *text, const char *string);

/// Appends the verdict in words: "equal", "within bounds (tolerance 40)" with what let it pass, "different",
/// or "sizes differ, expected 64x64, actual 60x64".
R3D_API r3d_result r3d_diff_describe_verdict(const r3d_diff_result *result, r3d_diff_text *text);

/// Appends one line without its end: "583 of 131072 px (0.44 %), 12 clusters, max delta 228" when the
/// pictures are different, behind "within bounds (max-pixels 600): " when that passed; "equal: 131072 px";
/// only the sizes when these differ.
R3D_API r3d_result r3d_diff_describe_short(const r3d_diff_result *result, r3d_diff_text *text);

/* ---- who wrote the mismatches ---------------------------------------------------------------- */

/// Bounds of r3d_diff_owners.
enum r3d_diff_owner_limits {
    R3D_DIFF_OWNER_CLUSTERS = 64,  ///< Clusters whose owners are counted, largest first.
    R3D_DIFF_OWNERS_A_CLUSTER = 32 ///< Different owners that are told apart; the rest is summed.
};

/// How many mismatches one primitive wrote.
typedef struct r3d_diff_owner_count {
    uint32_t owner;
    int64_t count;
} r3d_diff_owner_count;

/// Who wrote the mismatches of a cluster.
typedef struct r3d_diff_cluster_owners {
    r3d_diff_owner_count owners[R3D_DIFF_OWNERS_A_CLUSTER]; ///< Most pixels first, then by id.
    int32_t owner_count;
    int64_t others; ///< Pixels of owners beyond the table.
} r3d_diff_cluster_owners;

/// Who wrote the mismatches of a comparison. No pointers: nothing to release; some 35 KiB.
typedef struct r3d_diff_owners {
    r3d_diff_cluster_owners clusters[R3D_DIFF_OWNER_CLUSTERS];
    int64_t moved; ///< Mismatches whose owner differs from the expected picture's owner plane.
    int64_t kept;  ///< Mismatches whose owner is the same.
} r3d_diff_owners;

/// Counts the owners of every mismatching pixel that the actual picture has: cluster by cluster, and
/// how many of them the expected picture's owner plane gives to another primitive. The views must be
/// those that `result` was made from.
/// @param owner           One id a pixel of the actual picture, row-major.
/// @param stride_px       Elements between its rows; 0 means the actual picture's width.
/// @param expected_owner  The same of the expected picture, as a picture of ids 0xAARRGGBB; NULL: none.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY; `out_owners` is all zero after an error.
/// Source: spec golden section 2.8, "Ownership".
R3D_API r3d_result r3d_diff_count_owners(const r3d_diff_result *result,
                                         const r3d_picture_view *expected,
                                         const r3d_picture_view *actual, const uint32_t *owner,
                                         int32_t stride_px, const r3d_picture_view *expected_owner,
                                         const r3d_allocator *allocator,
                                         r3d_diff_owners *out_owners);

#ifdef __cplusplus
}
#endif

#endif
