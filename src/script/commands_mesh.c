/* SPDX-License-Identifier: MIT */
/* Models: whole-model changes, lighting and frames. Source: golden/model/README.md. */

#include <string.h>

#include <retro3d/light.h>
#include <retro3d/model.h>

#include "model_commands.h"

/* ---- changes ---- */

static r3d_result run_translate(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_translate(mesh, V(1), V(2), V(3));
}

static r3d_result run_rotate90(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_rotate_quarters(mesh, V(1));
}

static r3d_result run_rotatex(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_rotate_x(mesh, V(1));
}

static r3d_result run_mirror(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_mirror(mesh);
}

static r3d_result run_scale(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_scale(mesh, V(1), V(2), V(3));
}

static r3d_result run_recolor(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    if (mesh == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_mesh_recolor(mesh, V(1), V(2));
    if (result == R3D_ERR_STATE) {
        return r3d_replay_fail(
            replay, result,
            "\"%.40s\" was lit and has no colours any more, expected \"recolour\" "
            "before \"light\"",
            r3d_script_word(args, 0));
    }
    return result;
}

static r3d_result run_hillskew(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    const r3d_corner_heights heights = {V(1), V(2), V(3), V(4)};
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_skew(mesh, &heights);
}

static r3d_result run_labels(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_group_labels(mesh);
}

static r3d_result run_alphas(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_add_alphas(mesh);
}

static r3d_result run_infos(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_add_infos(mesh);
}

static r3d_result run_bounds(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    const char *kind = r3d_script_word(args, 1);
    if (mesh == NULL) {
        return R3D_ERR_STATE;
    }
    if (strcmp(kind, "cylinder") == 0) {
        return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER);
    }
    if (strcmp(kind, "y") == 0) {
        return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_HEIGHT);
    }
    if (strcmp(kind, "aabb") == 0) {
        return r3d_mesh_set_bounds(mesh, R3D_BOUNDS_BOX);
    }
    return r3d_replay_fail(replay, R3D_ERR_RANGE, "bounds: \"%.40s\", expected cylinder, y or aabb",
                           kind);
}

/* ---- light ---- */

static r3d_light light_of(const r3d_script_args *args)
{
    const r3d_light light = {V(1), V(2), {V(3), V(4), V(5)}};
    return light;
}

static r3d_result run_light_function(r3d_replay *replay, const r3d_script_args *args,
                                     r3d_result (*function)(r3d_mesh *, const r3d_light *))
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    const r3d_light light = light_of(args);
    if (mesh == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = function(mesh, &light);
    if (result == R3D_ERR_STATE) {
        return r3d_replay_fail(replay, result, "\"%.40s\" was lit before, or has no normals",
                               r3d_script_word(args, 0));
    }
    if (result == R3D_ERR_RANGE) {
        return r3d_replay_fail(
            replay, result,
            "contrast %ld and direction %ld, %ld, %ld make a rule divide by zero, "
            "expected a stronger light",
            (long)light.contrast, (long)light.direction.x, (long)light.direction.y,
            (long)light.direction.z);
    }
    return result;
}

static r3d_result run_light(r3d_replay *replay, const r3d_script_args *args)
{
    return run_light_function(replay, args, r3d_mesh_light);
}

static r3d_result run_normals(r3d_replay *replay, const r3d_script_args *args)
{
    return run_light_function(replay, args, r3d_mesh_light_begin);
}

static r3d_result run_applylight(r3d_replay *replay, const r3d_script_args *args)
{
    return run_light_function(replay, args, r3d_mesh_light_finish);
}

static r3d_result run_mergenormals(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *a = r3d_priv_find_mesh(replay, args, 0);
    r3d_mesh *b = r3d_priv_find_mesh(replay, args, 1);
    if (a == NULL || b == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_mesh_share_normals(a, b, V(2), V(3), V(4), V(5) != 0);
    if (result == R3D_ERR_STATE) {
        return r3d_replay_fail(replay, result,
                               "a mesh is not between \"normals\" and \"applylight\", or has faces "
                               "to hide and no infos");
    }
    if (result == R3D_ERR_ARGUMENT) {
        return r3d_replay_fail(replay, result, "\"%.40s\" cannot share normals with itself",
                               r3d_script_word(args, 0));
    }
    return result;
}

/* ---- animation ---- */

static r3d_animation *find_animation(r3d_replay *replay, const r3d_script_args *args, int index)
{
    r3d_priv_object *object =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_ANIMATION, r3d_script_word(args, index));
    return object != NULL ? &object->animation : NULL;
}

/* The frame of a number; *out_frame is NULL for -1. */
static r3d_result find_frame(r3d_replay *replay, const r3d_animation *animation, int32_t id,
                             const r3d_frame **out_frame)
{
    *out_frame = NULL;
    if (id == -1) {
        return R3D_OK;
    }
    *out_frame = r3d_animation_find_frame(animation, id);
    return *out_frame != NULL
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_STATE, "the animation has no frame %ld", (long)id);
}

static r3d_result run_frame(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    const r3d_animation *animation = find_animation(replay, args, 1);
    const r3d_frame *frame;
    if (mesh == NULL || animation == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = find_frame(replay, animation, V(2), &frame);
    return result != R3D_OK ? result : r3d_mesh_apply_two_frames(mesh, frame, NULL, NULL);
}

static r3d_result run_frame2(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 0);
    const r3d_animation *animation = find_animation(replay, args, 1);
    const r3d_frame *primary;
    const r3d_frame *secondary = NULL;
    const r3d_mask *mask = NULL;
    if (mesh == NULL || animation == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = find_frame(replay, animation, V(2), &primary);
    if (result == R3D_OK) {
        result = find_frame(replay, animation, V(3), &secondary);
    }
    if (result == R3D_OK && args->count > 4) {
        mask = r3d_animation_find_mask(animation, r3d_script_word(args, 4));
        if (mask == NULL) {
            return r3d_replay_fail(replay, R3D_ERR_STATE, "the animation has no mask \"%.40s\"",
                                   r3d_script_word(args, 4));
        }
    }
    return result != R3D_OK ? result : r3d_mesh_apply_two_frames(mesh, primary, secondary, mask);
}

#define LIGHT_ARGS                                                                                 \
    {                                                                                              \
        MESH, ANY("ambient"), ANY("contrast"), ANY("lx"), ANY("ly"), ANY("lz")                     \
    }

static const r3d_script_command specs[] = {
    {MAKE("translate", run_translate, 0, 0), {MESH, ANY("dx"), ANY("dy"), ANY("dz")}},
    {MAKE("rotate90", run_rotate90, 0, 0), {MESH, ANY("n")}},
    {MAKE("rotatex", run_rotatex, 0, 0), {MESH, ANY("angle")}},
    {MAKE("mirror", run_mirror, 0, 0), {MESH}},
    {MAKE("scale", run_scale, 0, 0), {MESH, ANY("sx"), ANY("sy"), ANY("sz")}},
    {MAKE("recolour", run_recolor, 0, 0),
     {MESH, R3D_SCRIPT_INT("from", 0, R3D_MESH_TEXTURE_MAX),
      R3D_SCRIPT_INT("to", 0, R3D_MESH_TEXTURE_MAX)}},
    {MAKE("hillskew", run_hillskew, 0, 0), {MESH, ANY("sw"), ANY("se"), ANY("ne"), ANY("nw")}},
    {MAKE("labels", run_labels, 0, 0), {MESH}},
    {MAKE("alphas", run_alphas, 0, 0), {MESH}},
    {MAKE("infos", run_infos, 0, 0), {MESH}},
    {MAKE("bounds", run_bounds, 0, 0), {MESH, R3D_SCRIPT_WORD("kind")}},
    {MAKE("light", run_light, 0, 0), LIGHT_ARGS},
    {MAKE("normals", run_normals, 0, 0), LIGHT_ARGS},
    {MAKE("applylight", run_applylight, 0, 0), LIGHT_ARGS},
    {MAKE("mergenormals", run_mergenormals, 0, 0),
     {R3D_SCRIPT_WORD("A"), R3D_SCRIPT_WORD("B"), ANY("dx"), ANY("dy"), ANY("dz"),
      R3D_SCRIPT_INT("hide", 0, 1)}},
    {MAKE("frame", run_frame, 0, 0),
     {MESH, R3D_SCRIPT_WORD("A"), R3D_SCRIPT_INT("ID", -1, INT32_MAX)}},
    {MAKE("frame2", run_frame2, 1, 0),
     {MESH, R3D_SCRIPT_WORD("A"), R3D_SCRIPT_INT("PRIMARY", -1, INT32_MAX),
      R3D_SCRIPT_INT("SECONDARY", -1, INT32_MAX), R3D_SCRIPT_WORD("MASK")}},
};

const r3d_script_room r3d_priv_mesh_room = {"meshes",  specs,    R3D_PRIV_COUNT(specs), NULL, 0,
                                            {0, NULL}, {0, NULL}};
