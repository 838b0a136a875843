/* SPDX-License-Identifier: MIT */
/* Causes that lie in what was not drawn: holes, clips, edges that end early, faces that were left out.
 */

#include <string.h>

#include "../model/draw_internal.h"
#include "history_internal.h"

void r3d_priv_tell_missing(const r3d_history *history, const r3d_draw_call *call,
                           r3d_priv_point *point, r3d_pixel_cause cause, const char *why)
{
    char name[160];
    r3d_priv_name_missing(history, call, name, sizeof name);
    r3d_priv_add_cause(point, cause, R3D_PRIV_RANK_MISSING,
                       "a write that did not happen, between #%zu and #%zu (%s), would give it: %s",
                       point->write_number, point->write_number + 1, name, why);
}

void r3d_priv_name_missing(const r3d_history *history, const r3d_draw_call *call, char *out_text,
                           size_t size)
{
    r3d_pixel_write write;
    memset(&write, 0, sizeof write);
    write.line = r3d_script_command_line(history->script, history->replay->next_command);
    write.command = r3d_script_command_name(history->script, history->replay->next_command);
    write.origin = call->origin;
    r3d_priv_name_write(&write, out_text, size);
}

/* The colour a fill would have given a pixel that it did not reach: opaque or blended. */
static uint32_t missing_pixel(const r3d_draw_call *call, const r3d_priv_point *point,
                              uint32_t opaque)
{
    const r3d_fill_call *fill = call->arguments;
    int32_t rest = fill->texels != NULL ? 0 : fill->raster->translucency & 0xFF;
    return rest == 0 ? opaque : r3d_priv_blend(opaque, 256 - rest, point->following, rest, true);
}

/* The fill moved by a pixel reaches the place: the edge on the other side ends too early. */
static void look_at_edges(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point)
{
    static const struct {
        int32_t dx;
        int32_t dy;
        const char *words;
    } moves[] = {
        {1, 0, "its triangle ends one column earlier, at its right edge"},
        {-1, 0, "its triangle begins one column later, at its left edge"},
        {0, 1, "its triangle ends one row earlier, at its bottom"},
        {0, -1, "its triangle begins one row later, at its top"},
    };
    const r3d_fill_call *fill = call->arguments;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        r3d_fill_call moved = *fill;
        r3d_raster raster = *fill->raster;
        for (int k = 0; k < 3; k++) {
            moved.x[k] = r3d_i32_add(fill->x[k], moves[i].dx);
            moved.y[k] = r3d_i32_add(fill->y[k], moves[i].dy);
        }
        raster.center_x = r3d_i32_add(raster.center_x, moves[i].dx);
        raster.center_y = r3d_i32_add(raster.center_y, moves[i].dy);
        uint32_t pixel = r3d_priv_trace_fill(history, call->type, &moved, &raster, point->point.x,
                                             point->point.y, true);
        if (pixel != 0 && r3d_priv_is_expected(point, missing_pixel(call, point, pixel))) {
            r3d_priv_tell_missing(history, call, point, R3D_CAUSE_COVERAGE, moves[i].words);
            return;
        }
    }
}

void r3d_priv_causes_of_miss(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point)
{
    if (!r3d_priv_is_fill(call->type)) {
        r3d_priv_causes_of_2d_miss(history, call, point);
        r3d_priv_causes_of_room(history, call, point, NULL);
        return;
    }
    const r3d_fill_call *fill = call->arguments;
    const int32_t x = point->point.x;
    const int32_t y = point->point.y;
    /* Holes: the texel at this place, had it been drawn. */
    if (fill->texels != NULL && fill->texels->masked) {
        uint32_t pixel = r3d_priv_trace_fill(history, call->type, fill, fill->raster, x, y, false);
        if (pixel != 0) {
            if (r3d_priv_is_expected(point, pixel)) {
                r3d_priv_tell_missing(history, call, point, R3D_CAUSE_HOLE,
                                      "its texel here is black and was left out as a hole");
            }
            return;
        }
    }
    /* The clip rectangle. */
    r3d_raster raster = *fill->raster;
    r3d_surface whole = *call->surface;
    whole.clip.left = whole.clip.top = 0;
    whole.clip.right = whole.width + 1;
    whole.clip.bottom = whole.height;
    raster.surface = &whole;
    uint32_t pixel = r3d_priv_trace_fill(history, call->type, fill, &raster, x, y, true);
    if (pixel != 0) {
        if (r3d_priv_is_expected(point, missing_pixel(call, point, pixel))) {
            const r3d_rect *clip = &call->surface->clip;
            bool is_clipped =
                y >= clip->bottom || (fill->raster->side_clip && x >= clip->right - 1);
            r3d_priv_tell_missing(history, call, point, R3D_CAUSE_CLIP,
                                  is_clipped ? "the clip rectangle cuts it off here"
                                             : "this pixel lies inside the clip rectangle, but its "
                                               "triangle ends early where it is cut");
        }
        return;
    }
    look_at_edges(history, call, point);
}

/* ---- faces that were not drawn ---- */

static bool was_begun(const r3d_replay *replay, int32_t face)
{
    const r3d_priv_growing *order = &r3d_priv_models_of(replay)->last.order;
    const int32_t *faces = order->items;
    for (size_t i = 0; i < order->count; i++) {
        if (faces[i] == face) {
            return true;
        }
    }
    return false;
}

/* The fill that a face would be, from the vertices as the draw has left them. Returns NULL if it
 * cannot be made: a hidden face, one at the near plane, a texture that is missing. */
static const r3d_draw_call_type *fill_of_face(const r3d_model_call *model,
                                              const r3d_mesh_view *mesh, int32_t face,
                                              r3d_raster *raster, r3d_texture_plane *plane,
                                              r3d_fill_call *out)
{
    const r3d_draw_context *context = model->context;
    const r3d_priv_vertex_scratch *v = &context->vertices;
    const int32_t *corners = mesh->corners + face * 3;
    const int32_t info = mesh->infos != NULL ? mesh->infos[face] : 0;
    const int32_t *lit = mesh->lit + face * 3;
    if (info == R3D_FACE_HIDDEN) {
        return NULL;
    }
    memset(out, 0, sizeof *out);
    out->raster = raster;
    raster->translucency = mesh->alphas != NULL ? mesh->alphas[face] : 0;
    raster->side_clip = true;
    for (int i = 0; i < 3; i++) {
        if (corners[i] >= context->vertex_capacity || v->screen_x[corners[i]] == R3D_DRAW_NEAR_X) {
            return NULL;
        }
        out->x[i] = v->screen_x[corners[i]];
        out->y[i] = v->screen_y[corners[i]];
        out->value[i] = (info & 3) == R3D_FACE_TEXTURED_FLAT ? lit[0] : lit[i];
    }
    switch (info & 3) {
    case R3D_FACE_GOURAUD:
        return &r3d_call_gouraud;
    case R3D_FACE_FLAT:
        out->rgb = raster->palette->rgb[lit[0] & (R3D_PALETTE_COUNT - 1)];
        return &r3d_call_flat;
    default:
        break;
    }
    int32_t number = info >> 2;
    if (number < 0 || number >= mesh->plane_count || mesh->colors == NULL ||
        mesh->colors[face] >= context->texture_capacity ||
        context->textures[mesh->colors[face]].state != R3D_PRIV_TEXTURE_SET) {
        return NULL;
    }
    r3d_vec3i *points[3] = {&plane->origin, &plane->u_end, &plane->v_end};
    for (int i = 0; i < 3; i++) {
        int32_t vertex = mesh->planes[number * 3 + i];
        points[i]->x = v->camera_x[vertex];
        points[i]->y = v->camera_y[vertex];
        points[i]->z = v->camera_z[vertex];
    }
    out->plane = plane;
    out->texels = &context->textures[mesh->colors[face]].texels;
    return &r3d_call_textured;
}

static void look_at_face(r3d_history *history, const r3d_draw_call *call, const r3d_mesh_view *mesh,
                         int32_t face, r3d_priv_point *point)
{
    const r3d_model_call *model = call->arguments;
    r3d_raster raster = *model->raster;
    r3d_texture_plane plane;
    r3d_fill_call fill;
    const r3d_draw_call_type *type = fill_of_face(model, mesh, face, &raster, &plane, &fill);
    if (type == NULL) {
        return;
    }
    uint32_t pixel =
        r3d_priv_trace_fill(history, type, &fill, &raster, point->point.x, point->point.y, true);
    /* What it would have blended with is not known any more. */
    if (pixel == 0 || (raster.translucency & 0xFF) != 0 || !r3d_priv_is_expected(point, pixel)) {
        return;
    }
    const char *name = r3d_priv_name_of_origin(call->origin);
    bool is_front = r3d_priv_faces_eye(fill.x, fill.y);
    r3d_priv_add_cause(
        point, R3D_CAUSE_CULLING, is_front ? R3D_PRIV_RANK_FACE_MISSING : R3D_PRIV_RANK_MISSING + 1,
        "face %ld of %s (line %ld) would give it, but was not drawn: %s", (long)face,
        name != NULL ? name : "a model",
        (long)r3d_script_command_line(history->script, history->replay->next_command),
        is_front ? "it shows its front, so culling or sorting lost it" : "it shows its back");
}

void r3d_priv_causes_of_model(r3d_history *history, const r3d_draw_call *call)
{
    const r3d_model_call *model = call->arguments;
    r3d_mesh_view mesh;
    r3d_mesh_get_view(model->mesh, &mesh);
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *point = &history->points[i];
        for (int32_t face = 0; point->is_wrong && face < mesh.face_count; face++) {
            if (!was_begun(history->replay, face)) {
                look_at_face(history, call, &mesh, face, point);
            }
        }
    }
}
