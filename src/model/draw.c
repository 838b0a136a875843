/* SPDX-License-Identifier: MIT */
/* Drawing models: the order of the steps. Source: spec rs2-model sections 7 to 10. */

#include <retro3d/model_calls.h>

#include <string.h>

#include "../raster/bands_internal.h"
#include "draw_internal.h"

bool r3d_priv_draw_error(r3d_priv_draw *draw, r3d_result reason, int32_t face)
{
    r3d_draw_report *report = draw->report;
    if (report->reason == R3D_OK) {
        report->reason = reason;
        report->reason_face = face;
    }
    if (!draw->context->original) {
        report->faces_skipped += face >= 0 ? 1 : 0;
        return true;
    }
    if (report->outcome == R3D_DRAW_DONE) {
        report->outcome = R3D_DRAW_ABORTED;
    }
    return false;
}

/* Checks the arguments and sets up what the steps share. */
static r3d_result begin_draw(r3d_priv_draw *draw, r3d_draw_context *context,
                             const r3d_raster *raster, const r3d_mesh *mesh,
                             r3d_draw_report *report)
{
    memset(report, 0, sizeof *report);
    report->reason_face = -1;
    if (context == NULL || raster == NULL || raster->surface == NULL || raster->palette == NULL ||
        mesh == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (mesh->arrays[R3D_PRIV_LIT] == NULL) {
        return R3D_ERR_STATE;
    }
    if (context->has_watch && raster->kernels != NULL &&
        r3d_priv_bands_is_keeper(raster->kernels)) {
        return R3D_ERR_STATE; /* it would be drawn later, so what is seen is not known */
    }
    /* With the original's limits larger meshes are drawn as far as these allow, which the smallest
     * context has room for. */
    bool fits = mesh->vertex_count <= context->vertex_capacity &&
                mesh->face_count <= context->face_capacity;
    bool has_original_room = context->vertex_capacity >= R3D_PRIV_VERTICES_MAX &&
                             context->face_capacity >= R3D_PRIV_FACES_MAX;
    if (!fits && !(context->original && has_original_room)) {
        r3d_result grown = r3d_draw_context_reserve(context, mesh->vertex_count, mesh->face_count);
        if (grown != R3D_OK) {
            return grown;
        }
    }
    if (context->at_eye_count > 0) {
        memset(context->at_eye, 0, (size_t)context->vertex_capacity);
        context->at_eye_count = 0;
    }
    draw->context = context;
    r3d_mesh_get_view(mesh, &draw->mesh);
    draw->raster = *raster;
    draw->last_x = r3d_i32_sub(raster->surface->clip.right, 1);
    draw->has_near_vertices = false;
    draw->picks_faces = false;
    draw->id = 0;
    draw->report = report;
    return R3D_OK;
}

/* The original gave up without a word; without its limits the caller gets to know. */
static r3d_result end_draw(const r3d_priv_draw *draw)
{
    r3d_draw_counts *counts = &draw->context->counts;
    const r3d_draw_report *report = draw->report;
    counts->models++;
    counts->culled += report->outcome == R3D_DRAW_CULLED ? 1 : 0;
    counts->ended += report->outcome > R3D_DRAW_CULLED ? 1 : 0;
    counts->empty += report->outcome == R3D_DRAW_DONE && report->faces_drawn == 0 ? 1 : 0;
    counts->faces_drawn += report->faces_drawn;
    counts->faces_skipped += report->faces_skipped;
    return draw->context->original ? R3D_OK : draw->report->reason;
}

static int32_t owners(const r3d_draw_call *call,
                      r3d_draw_owners out_owners[R3D_DRAW_OWNER_KINDS_MAX])
{
    const r3d_model_call *c = call->arguments;
    out_owners[0].kind = "face";
    out_owners[0].count = c->mesh->face_count;
    return 1;
}

const r3d_draw_call_type r3d_call_model = {"model", R3D_DRAW_WRITES_PARTS, NULL, NULL, NULL,
                                           owners};
const r3d_draw_call_type r3d_call_model_in_scene = {
    "model in scene", R3D_DRAW_WRITES_PARTS, NULL, NULL, NULL, owners};

r3d_result r3d_draw_model(r3d_draw_context *context, const r3d_raster *raster, const r3d_mesh *mesh,
                          const r3d_icon_view *view, r3d_draw_report *out_report)
{
    if (view == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_draw_report ignored;
    r3d_priv_draw draw;
    r3d_result result =
        begin_draw(&draw, context, raster, mesh, out_report != NULL ? out_report : &ignored);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_model_call call = {&draw.raster, context, mesh, view, NULL};
    r3d_draw_tell_before(&r3d_call_model, draw.raster.surface, &call);
    if (r3d_priv_project_icon(&draw, view)) {
        r3d_priv_draw_faces(&draw);
    }
    r3d_draw_tell_after(&r3d_call_model, draw.raster.surface, &call);
    return end_draw(&draw);
}

static void draw_in_scene(r3d_priv_draw *draw, const r3d_scene_view *view)
{
    r3d_priv_placement placement;
    if (r3d_priv_place(&draw->mesh.bounds, draw->raster.surface, view, &placement) !=
        R3D_CULL_NONE) {
        draw->report->outcome = R3D_DRAW_CULLED;
        return;
    }
    draw->id = view->id;
    if (r3d_priv_mouse_inside(draw, &placement)) {
        if (!view->pick_by_box) {
            draw->picks_faces = true;
        } else if (!r3d_priv_pick(draw, -1)) {
            return;
        }
    }
    if (r3d_priv_project_scene(draw, view, &placement)) {
        r3d_priv_draw_faces(draw);
    }
}

r3d_result r3d_draw_model_in_scene(r3d_draw_context *context, const r3d_raster *raster,
                                   const r3d_mesh *mesh, const r3d_scene_view *view,
                                   r3d_draw_report *out_report)
{
    if (view == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_draw_report ignored;
    r3d_priv_draw draw;
    r3d_result result =
        begin_draw(&draw, context, raster, mesh, out_report != NULL ? out_report : &ignored);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_model_call call = {&draw.raster, context, mesh, NULL, view};
    r3d_draw_tell_before(&r3d_call_model_in_scene, draw.raster.surface, &call);
    draw_in_scene(&draw, view);
    r3d_draw_tell_after(&r3d_call_model_in_scene, draw.raster.surface, &call);
    return end_draw(&draw);
}
