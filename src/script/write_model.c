/* SPDX-License-Identifier: MIT */
/* Draws of models as lines, with everything that they depend on: meshes as they are, textures, and
 * what earlier draws left in the draw context. */

#include <string.h>

#include <retro3d/model_calls.h>

#include "../model/draw_internal.h"
#include "script_writing.h"

void r3d_priv_model_writing_release(void *state, const r3d_allocator *allocator)
{
    r3d_priv_model_writing *known = state;
    allocator->free(known->leftovers[0].numbers, allocator->user);
    allocator->free(known->leftovers[1].numbers, allocator->user);
    allocator->free(known->seen.numbers, allocator->user);
    allocator->free(known->meshes.items, allocator->user);
}

static r3d_priv_model_writing *state_of(r3d_script_writer *writer)
{
    r3d_priv_model_writing *state = r3d_script_writer_get_state(writer, &r3d_priv_model_room);
    if (state != NULL && !state->is_begun) {
        state->is_begun = true;
        state->limits = R3D_LIMITS_ORIGINAL; /* with which replays begin */
    }
    return state;
}

/* The textures that the faces of a mesh name. */
static void put_model_textures(r3d_script_writer *writer, const r3d_draw_context *context,
                               const r3d_mesh_view *mesh)
{
    const int32_t most = context->original ? R3D_PRIV_NUMBERED_TEXTURES : R3D_PRIV_BOUND_TEXTURES;
    for (int32_t face = 0; face < mesh->face_count && mesh->colors != NULL; face++) {
        int32_t info = mesh->infos != NULL ? mesh->infos[face] : 0;
        int32_t number = mesh->colors[face];
        if (info == R3D_FACE_HIDDEN || (info & R3D_FACE_TEXTURED) == 0 ||
            number >= context->texture_capacity) {
            continue;
        }
        const r3d_priv_bound_texture *bound = &context->textures[number];
        if (number >= most && bound->state == R3D_PRIV_TEXTURE_SET) {
            r3d_script_write_fail(writer, R3D_ERR_LIMIT,
                                  "a model has texture %ld, display lists have 0..%ld",
                                  (long)number, (long)most - 1);
        } else if (bound->state == R3D_PRIV_TEXTURE_SET) {
            r3d_priv_write_texels(writer, number, &bound->texels);
        } else if (number < most && r3d_priv_wrote_texels(writer, number)) {
            r3d_script_write_fail(writer, R3D_ERR_LIMIT,
                                  "texture %ld was taken away while recording", (long)number);
        }
    }
}

/* The number of a mesh in the recording. */
static size_t put_mesh(r3d_script_writer *writer, r3d_priv_model_writing *known,
                       const r3d_mesh_view *mesh)
{
    r3d_priv_growing text = {NULL, 0, 0};
    if (!r3d_priv_lit_mesh_text(mesh, &writer->allocator, &text)) {
        writer->allocator.free(text.items, writer->allocator.user);
        text.items = NULL;
    }
    int32_t asset = r3d_priv_writer_keep(writer, "mesh", "litmesh", text.items, text.count);
    r3d_priv_written_mesh *meshes = known->meshes.items;
    for (size_t i = 0; i < known->meshes.count; i++) {
        if (meshes[i].asset == asset) {
            return i;
        }
    }
    r3d_priv_written_mesh *made =
        r3d_priv_grow(&writer->allocator, &known->meshes, 1, sizeof *made);
    if (made == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a mesh");
        return 0;
    }
    made->asset = asset;
    made->pick_by_box = false;
    r3d_script_write(writer, "litmesh m%zu %s\n", known->meshes.count,
                     r3d_priv_writer_file_name(writer, asset));
    return known->meshes.count - 1;
}

/* What the replay's context has: zeros at first. */
static void put_leftover(r3d_script_writer *writer, r3d_priv_model_writing *state,
                         const r3d_draw_context *context)
{
    const r3d_allocator *hooks = &writer->allocator;
    r3d_priv_leftover *known = &state->leftovers[state->limits];
    if (!r3d_priv_leftover_take(context, hooks, &state->seen)) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for leftovers");
        return;
    }
    const bool mouse_moved = r3d_priv_leftover_mouse_differs(known, &state->seen);
    if (r3d_priv_leftover_is_equal(known, &state->seen) && (!mouse_moved || context->has_mouse)) {
        if (mouse_moved) {
            r3d_script_write(writer, "mouse %ld %ld\n", (long)context->mouse_x,
                             (long)context->mouse_y);
        }
        return;
    }
    r3d_priv_growing text = {NULL, 0, 0};
    if (!r3d_priv_leftover_text(context, hooks, &text)) {
        hooks->free(text.items, hooks->user);
        text.items = NULL;
    }
    int32_t asset = r3d_priv_writer_keep(writer, "context", "leftover", text.items, text.count);
    r3d_script_write(writer, "leftover %s\n", r3d_priv_writer_file_name(writer, asset));
}

static void write_model(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_model_call *c = call->arguments;
    r3d_priv_model_writing *state = state_of(writer);
    const r3d_draw_limits limits = c->context->original ? R3D_LIMITS_ORIGINAL : R3D_LIMITS_NONE;
    r3d_mesh_view mesh;
    r3d_mesh_get_view(c->mesh, &mesh);
    if (state == NULL || mesh.lit == NULL) {
        return; /* refused by the draw */
    }
    r3d_script_write_clip(writer, call->surface);
    r3d_priv_write_raster(writer, c->raster);
    r3d_priv_write_palette(writer, c->raster->palette);
    if (limits != state->limits) {
        state->limits = limits;
        r3d_script_write(writer, "limits %s\n", limits == R3D_LIMITS_NONE ? "none" : "original");
    }
    put_model_textures(writer, c->context, &mesh);
    put_leftover(writer, state, c->context);
    size_t number = put_mesh(writer, state, &mesh);
    if (writer->result != R3D_OK) {
        return;
    }
    if (c->icon_view != NULL) {
        const r3d_icon_view *v = c->icon_view;
        r3d_script_write(writer, "draw m%zu %ld %ld %ld %ld %ld %ld %ld\n", number + 1,
                         (long)v->pitch_a11, (long)v->yaw_a11, (long)v->roll_a11,
                         (long)v->eye_pitch_a11, (long)v->eye.x, (long)v->eye.y, (long)v->eye.z);
        return;
    }
    const r3d_scene_view *v = c->scene_view;
    r3d_priv_written_mesh *known = (r3d_priv_written_mesh *)state->meshes.items + number;
    if (known->pick_by_box != v->pick_by_box) {
        known->pick_by_box = v->pick_by_box;
        r3d_script_write(writer, "pickable m%zu %d\n", number + 1, v->pick_by_box ? 1 : 0);
    }
    r3d_script_write(writer, "drawscene m%zu %ld %ld %ld %ld %ld %ld %ld\n", number + 1,
                     (long)v->yaw_a11, (long)v->camera_pitch_a11, (long)v->camera_yaw_a11,
                     (long)v->position.x, (long)v->position.y, (long)v->position.z, (long)v->id);
}

/* The draw has changed what is left in the context. */
static void look_at_leftover(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_model_call *c = call->arguments;
    r3d_priv_model_writing *state = state_of(writer);
    if (state != NULL &&
        !r3d_priv_leftover_take(c->context, &writer->allocator, &state->leftovers[state->limits])) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for leftovers");
    }
}

const r3d_script_call r3d_priv_model_calls[R3D_PRIV_MODEL_CALLS_COUNT] = {
    {&r3d_call_model, write_model, look_at_leftover},
    {&r3d_call_model_in_scene, write_model, look_at_leftover},
};
