/* SPDX-License-Identifier: MIT */
/// @file owners.h
/// Which primitives wrote the wrong pixels. Spec golden section 2.8, "Ownership".

#ifndef RETRO3D_DIFF_OWNERS_H
#define RETRO3D_DIFF_OWNERS_H

#include "diff_internal.h"

enum {
    R3D_PRIV_OWNER_CLUSTERS = 64,  ///< Clusters whose owners are counted, largest first.
    R3D_PRIV_OWNERS_A_CLUSTER = 32 ///< Different owners that are told apart; the rest is summed.
};

typedef struct r3d_priv_owner_count {
    uint32_t owner;
    int64_t count;
} r3d_priv_owner_count;

typedef struct r3d_priv_cluster_owners {
    r3d_priv_owner_count owners[R3D_PRIV_OWNERS_A_CLUSTER]; ///< Most pixels first, then by id.
    int32_t owner_count;
    int64_t others; ///< Pixels of owners beyond the table.
} r3d_priv_cluster_owners;

typedef struct r3d_priv_owners {
    r3d_priv_cluster_owners clusters[R3D_PRIV_OWNER_CLUSTERS];
    int64_t moved; ///< Mismatches whose owner differs from the golden's owner plane.
    int64_t kept;  ///< Mismatches whose owner is the same.
} r3d_priv_owners;

/// Counts the owners of every mismatching pixel that the actual picture has.
/// @param golden_owner  The golden's owner plane as a picture of ids 0xAARRGGBB, or NULL.
r3d_result r3d_priv_owners_count(const r3d_diff_result *result, const r3d_picture_view *expected,
                                 const r3d_picture_view *actual, const uint32_t *owner,
                                 int32_t stride_px, const r3d_picture_view *golden_owner,
                                 const r3d_allocator *allocator, r3d_priv_owners *out_owners);

#endif
