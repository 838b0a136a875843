/* SPDX-License-Identifier: MIT */
/* Poses of models. Source: spec rs2-model section 5. */

#include "make_internal.h"

r3d_result r3d_priv_make_failed(const r3d_cache *cache, r3d_result result, const char *kind,
                                int32_t id, r3d_error *out_error)
{
    if (result == R3D_OK) {
        return R3D_OK;
    }
    return r3d_priv_cache_fail(out_error, result, r3d_priv_cache_origin(cache), -1,
                               "%s %ld cannot be put together: %s", kind, (long)id,
                               r3d_result_string(result));
}

void r3d_cache_pose_init(r3d_cache_pose *pose)
{
    if (pose != NULL) {
        pose->primary = -1;
        pose->secondary = -1;
        pose->mask_seq = -1;
    }
}

r3d_result r3d_cache_get_step_frame(r3d_cache *cache, int32_t seq, int32_t step, int32_t *out_frame,
                                    r3d_error *out_error)
{
    if (cache == NULL || out_frame == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    *out_frame = -1;
    if (seq < 0) {
        return R3D_OK;
    }
    const r3d_cache_seq *record;
    r3d_result result = r3d_cache_get_seq(cache, seq, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (step < 0 || step >= record->step_count) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                   "seq %ld has the frames 0..%ld, %ld was asked for", (long)seq,
                                   (long)record->step_count - 1, (long)step);
    }
    *out_frame = record->steps[step].frame;
    return R3D_OK;
}

/* Gives the mesh translucency that frames can change, where the rules say so. */
static r3d_result prepare_alpha(const r3d_cache *cache, r3d_mesh *mesh, bool flagged)
{
    bool wanted = flagged || cache->rules.alpha == R3D_POSE_ALPHA_ALWAYS;
    return wanted ? r3d_mesh_add_alphas(mesh) : R3D_OK;
}

r3d_result r3d_priv_make_frame(r3d_cache *cache, r3d_mesh *mesh, int32_t id, bool flagged,
                               r3d_error *out_error)
{
    const r3d_frame *frame = NULL;
    if (id < 0) {
        return R3D_OK;
    }
    r3d_result result = r3d_cache_get_frame(cache, id, &frame, out_error);
    if (result != R3D_OK) {
        return result;
    }
    result = prepare_alpha(cache, mesh, flagged);
    if (result == R3D_OK) {
        result = r3d_mesh_apply_frame(mesh, frame);
    }
    return r3d_priv_make_failed(cache, result, "the pose of frame", id, out_error);
}

r3d_result r3d_priv_make_pose(r3d_cache *cache, r3d_mesh *mesh, const r3d_cache_pose *pose,
                              bool flagged, r3d_error *out_error)
{
    const r3d_frame *primary = NULL;
    const r3d_frame *secondary = NULL;
    const r3d_cache_seq *seq = NULL;
    if (pose == NULL || pose->primary < 0) {
        return R3D_OK;
    }
    if (pose->secondary < 0 || pose->mask_seq < 0) {
        return r3d_priv_make_frame(cache, mesh, pose->primary, flagged, out_error);
    }
    r3d_result result = r3d_cache_get_frame(cache, pose->primary, &primary, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_get_frame(cache, pose->secondary, &secondary, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_cache_get_seq(cache, pose->mask_seq, &seq, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_mask mask = {.base_count = seq->mask_count, .bases = seq->mask};
    result = prepare_alpha(cache, mesh, flagged);
    if (result == R3D_OK) {
        result =
            r3d_mesh_apply_two_frames(mesh, primary, secondary, seq->mask_count > 0 ? &mask : NULL);
    }
    return r3d_priv_make_failed(cache, result, "the pose of frame", pose->primary, out_error);
}
