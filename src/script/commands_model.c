/* SPDX-License-Identifier: MIT */
/* Models, their lighting, animation, drawing, picking and icons. Source: golden/model/README.md. */

#include <string.h>

#include <retro3d/light.h>
#include <retro3d/model.h>

#include "model_state.h"

#define V(index) (args->values[index].i)

/* ---- objects ---- */

static r3d_mesh *find_mesh(r3d_replay *replay, const r3d_priv_args *args, int index)
{
    r3d_priv_object *object =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_MESH, r3d_priv_word(args, index));
    return object != NULL ? object->mesh : NULL;
}

/* Gives a name to a mesh, which belongs to the replay then. */
static r3d_result set_mesh(r3d_replay *replay, const char *name, r3d_mesh *mesh)
{
    r3d_priv_object *object = r3d_priv_object_reset(replay, R3D_PRIV_OBJECT_MESH, name);
    if (object == NULL) {
        r3d_mesh_destroy(mesh);
        return R3D_ERR_MEMORY;
    }
    object->mesh = mesh;
    object->is_set = true;
    return R3D_OK;
}

/* The error of a file that a command loads. */
static r3d_result fail_file(r3d_replay *replay, const char *what, const r3d_error *cause)
{
    if (cause->line > 0) {
        return r3d_priv_fail(replay, cause->result, "%s: %.200s:%ld: %.250s", what, cause->file,
                             (long)cause->line, cause->message);
    }
    return r3d_priv_fail(replay, cause->result, "%s: %.200s: %.250s", what, cause->file,
                         cause->message);
}

static r3d_result run_mesh(r3d_replay *replay, const r3d_priv_args *args)
{
    char *path = NULL;
    r3d_mesh *mesh = NULL;
    r3d_error cause;
    r3d_result result = r3d_priv_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    /* Faces without their plane are welcome: scripts show what becomes of them. */
    result = r3d_mesh_load_text(path, true, &replay->allocator, &mesh, &cause);
    replay->allocator.free(path, replay->allocator.user);
    return result != R3D_OK ? fail_file(replay, "mesh", &cause)
                            : set_mesh(replay, r3d_priv_word(args, 0), mesh);
}

static r3d_result run_skel(r3d_replay *replay, const r3d_priv_args *args)
{
    char *path = NULL;
    r3d_loaded_skeleton skeleton;
    r3d_error cause;
    const char *name = r3d_priv_word(args, 0);
    r3d_result result = r3d_priv_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_skeleton_load_text(path, &replay->allocator, &skeleton, &cause);
    replay->allocator.free(path, replay->allocator.user);
    if (result != R3D_OK) {
        return fail_file(replay, "skel", &cause);
    }
    r3d_priv_object *object = r3d_priv_object_reset(replay, R3D_PRIV_OBJECT_SKELETON, name);
    if (object == NULL) {
        r3d_loaded_skeleton_free(&skeleton);
        return R3D_ERR_MEMORY;
    }
    object->skeleton = skeleton;
    object->is_set = true;
    return R3D_OK;
}

static r3d_result run_anim(r3d_replay *replay, const r3d_priv_args *args)
{
    char *path = NULL;
    r3d_animation animation;
    r3d_error cause;
    r3d_priv_object *skeleton =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_SKELETON, r3d_priv_word(args, 2));
    if (skeleton == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_priv_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_animation_load_text(path, &skeleton->skeleton.skeleton, &replay->allocator,
                                     &animation, &cause);
    replay->allocator.free(path, replay->allocator.user);
    if (result != R3D_OK) {
        return fail_file(replay, "anim", &cause);
    }
    r3d_priv_object *object =
        r3d_priv_object_reset(replay, R3D_PRIV_OBJECT_ANIMATION, r3d_priv_word(args, 0));
    if (object == NULL) {
        r3d_animation_free(&animation);
        return R3D_ERR_MEMORY;
    }
    object->animation = animation;
    object->is_set = true;
    return R3D_OK;
}

static r3d_result run_copy(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 1);
    r3d_mesh *copy = NULL;
    if (mesh == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_mesh_copy(mesh, &copy);
    return result != R3D_OK ? result : set_mesh(replay, r3d_priv_word(args, 0), copy);
}

typedef r3d_result (*combine)(const r3d_mesh *const *, int32_t, r3d_plane_numbering,
                              const r3d_allocator *, r3d_mesh **);

/* Welds or joins; the result may take the name of a part. */
static r3d_result run_combine(r3d_replay *replay, const r3d_priv_args *args, combine function,
                              r3d_plane_numbering numbering)
{
    if (args->count < 2) {
        return r3d_priv_fail(replay, R3D_ERR_FORMAT_COUNT, "no parts, expected one or more meshes");
    }
    const r3d_allocator *hooks = &replay->allocator;
    int32_t count = (int32_t)args->count - 1;
    const r3d_mesh **parts = hooks->alloc((size_t)count * sizeof *parts, hooks->user);
    if (parts == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        parts[i] = find_mesh(replay, args, i + 1);
        result = parts[i] == NULL ? R3D_ERR_STATE : R3D_OK;
    }
    r3d_mesh *whole = NULL;
    if (result == R3D_OK) {
        result = function(parts, count, numbering, hooks, &whole);
    }
    hooks->free((void *)parts, hooks->user);
    return result != R3D_OK ? result : set_mesh(replay, r3d_priv_word(args, 0), whole);
}

static r3d_result run_weld(r3d_replay *replay, const r3d_priv_args *args)
{
    return run_combine(replay, args, r3d_mesh_weld, R3D_PLANES_KEPT);
}

static r3d_result run_weld317(r3d_replay *replay, const r3d_priv_args *args)
{
    return run_combine(replay, args, r3d_mesh_weld, R3D_PLANES_REBASED);
}

static r3d_result run_join(r3d_replay *replay, const r3d_priv_args *args)
{
    return run_combine(replay, args, r3d_mesh_join, R3D_PLANES_KEPT);
}

static r3d_result run_join317(r3d_replay *replay, const r3d_priv_args *args)
{
    return run_combine(replay, args, r3d_mesh_join, R3D_PLANES_REBASED);
}

/* ---- changes ---- */

static r3d_result run_translate(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_translate(mesh, V(1), V(2), V(3));
}

static r3d_result run_rotate90(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_rotate_quarters(mesh, V(1));
}

static r3d_result run_rotatex(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_rotate_x(mesh, V(1));
}

static r3d_result run_mirror(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_mirror(mesh);
}

static r3d_result run_scale(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_scale(mesh, V(1), V(2), V(3));
}

static r3d_result run_recolour(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_recolor(mesh, V(1), V(2));
}

static r3d_result run_hillskew(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    const r3d_corner_heights heights = {V(1), V(2), V(3), V(4)};
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_skew(mesh, &heights);
}

static r3d_result run_labels(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_group_labels(mesh);
}

static r3d_result run_alphas(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_add_alphas(mesh);
}

static r3d_result run_infos(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    return mesh == NULL ? R3D_ERR_STATE : r3d_mesh_add_infos(mesh);
}

static r3d_result run_bounds(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    const char *kind = r3d_priv_word(args, 1);
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
    return r3d_priv_fail(replay, R3D_ERR_RANGE, "bounds: \"%.40s\", expected cylinder, y or aabb",
                         kind);
}

/* ---- light ---- */

static r3d_light light_of(const r3d_priv_args *args)
{
    const r3d_light light = {V(1), V(2), {V(3), V(4), V(5)}};
    return light;
}

static r3d_result run_light_function(r3d_replay *replay, const r3d_priv_args *args,
                                     r3d_result (*function)(r3d_mesh *, const r3d_light *))
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    const r3d_light light = light_of(args);
    if (mesh == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = function(mesh, &light);
    if (result == R3D_ERR_STATE) {
        return r3d_priv_fail(replay, result, "\"%.40s\" was lit before, or has no normals",
                             r3d_priv_word(args, 0));
    }
    return result;
}

static r3d_result run_light(r3d_replay *replay, const r3d_priv_args *args)
{
    return run_light_function(replay, args, r3d_mesh_light);
}

static r3d_result run_normals(r3d_replay *replay, const r3d_priv_args *args)
{
    return run_light_function(replay, args, r3d_mesh_light_begin);
}

static r3d_result run_applylight(r3d_replay *replay, const r3d_priv_args *args)
{
    return run_light_function(replay, args, r3d_mesh_light_finish);
}

static r3d_result run_mergenormals(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *a = find_mesh(replay, args, 0);
    r3d_mesh *b = find_mesh(replay, args, 1);
    return a == NULL || b == NULL ? R3D_ERR_STATE
                                  : r3d_mesh_share_normals(a, b, V(2), V(3), V(4), V(5) != 0);
}

/* ---- animation ---- */

static r3d_animation *find_animation(r3d_replay *replay, const r3d_priv_args *args, int index)
{
    r3d_priv_object *object =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_ANIMATION, r3d_priv_word(args, index));
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
               : r3d_priv_fail(replay, R3D_ERR_STATE, "the animation has no frame %ld", (long)id);
}

static r3d_result run_frame(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
    const r3d_animation *animation = find_animation(replay, args, 1);
    const r3d_frame *frame;
    if (mesh == NULL || animation == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = find_frame(replay, animation, V(2), &frame);
    return result != R3D_OK ? result : r3d_mesh_apply_two_frames(mesh, frame, NULL, NULL);
}

static r3d_result run_frame2(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_mesh *mesh = find_mesh(replay, args, 0);
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
        mask = r3d_animation_find_mask(animation, r3d_priv_word(args, 4));
        if (mask == NULL) {
            return r3d_priv_fail(replay, R3D_ERR_STATE, "the animation has no mask \"%.40s\"",
                                 r3d_priv_word(args, 4));
        }
    }
    return result != R3D_OK ? result : r3d_mesh_apply_two_frames(mesh, primary, secondary, mask);
}

/* ---- drawing ---- */

static void record_face(int32_t face, int32_t bucket, void *user)
{
    r3d_priv_last_draw *last = user;
    last->face = face;
    last->bucket = bucket;
    int32_t *place = r3d_priv_grow(&last->replay->allocator, &last->order, 1, sizeof *place);
    if (place == NULL) {
        last->incomplete = true;
        return;
    }
    *place = face;
}

static void record_triangle(const r3d_draw_triangle *triangle, void *user)
{
    r3d_priv_last_draw *last = user;
    r3d_draw_triangle *place =
        r3d_priv_grow(&last->replay->allocator, &last->triangles, 1, sizeof *place);
    if (place == NULL) {
        last->incomplete = true;
        return;
    }
    *place = *triangle;
}

/* Hands the textures that are loaded to the draw context, at the current brightness. */
static r3d_result bind_textures(r3d_replay *replay)
{
    const int32_t count = replay->models->limits == R3D_LIMITS_NONE ? R3D_PRIV_BOUND_TEXTURES
                                                                    : R3D_PRIV_NUMBERED_TEXTURES;
    for (int32_t id = 0; id < count; id++) {
        if (replay->textures[id].loaded) {
            const r3d_texels *texels = r3d_priv_current_texels(replay, id);
            r3d_result result = r3d_draw_context_set_texture(replay->models->context, id, texels);
            if (result != R3D_OK) {
                return result;
            }
        }
    }
    return R3D_OK;
}

/* Prepares a draw of the mesh that argument `index` names. */
static r3d_result begin_draw(r3d_replay *replay, const r3d_priv_args *args, int index,
                             r3d_priv_object **out_object)
{
    const char *name = r3d_priv_word(args, index);
    *out_object = r3d_priv_object_find(replay, R3D_PRIV_OBJECT_MESH, name);
    if (*out_object == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view((*out_object)->mesh, &view);
    if (view.lit == NULL) {
        return r3d_priv_fail(replay, R3D_ERR_STATE, "\"%.40s\" is not lit", name);
    }
    r3d_priv_last_draw *last = &replay->models->last;
    last->mesh = name;
    last->vertex_count = view.vertex_count;
    last->order.count = 0;
    last->triangles.count = 0;
    last->incomplete = false;
    last->face = -1;
    const r3d_draw_observer observer = {record_face, record_triangle, last};
    r3d_draw_context_set_observer(replay->models->context, &observer);
    replay->raster.palette = r3d_priv_current_palette(replay);
    if (replay->models->limits == R3D_LIMITS_NONE) {
        r3d_result result = r3d_draw_context_reserve(replay->models->context, view.vertex_count,
                                                     view.face_count);
        if (result != R3D_OK) {
            return result;
        }
    }
    return bind_textures(replay);
}

/* What cannot be drawn of a model is left out silently; being unable to tell what was drawn is an
 * error. */
static r3d_result end_draw(const r3d_replay *replay, r3d_result result)
{
    if (replay->models->limits == R3D_LIMITS_NONE && replay->models->last.report.reason == result) {
        result = R3D_OK;
    }
    return result == R3D_OK && replay->models->last.incomplete ? R3D_ERR_MEMORY : result;
}

static r3d_result run_draw(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_priv_object *object;
    r3d_result result = begin_draw(replay, args, 0, &object);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_icon_view view = {V(1), V(2), V(3), V(4), {V(5), V(6), V(7)}};
    result = r3d_draw_model(replay->models->context, &replay->raster, object->mesh, &view,
                            &replay->models->last.report);
    return end_draw(replay, result);
}

static r3d_result run_drawscene(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_priv_object *object;
    r3d_result result = begin_draw(replay, args, 0, &object);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_scene_view view = {
        V(1), V(2), V(3), {V(4), V(5), V(6)}, args->count > 7 ? V(7) : 0, object->pick_by_box};
    result = r3d_draw_model_in_scene(replay->models->context, &replay->raster, object->mesh, &view,
                                     &replay->models->last.report);
    return end_draw(replay, result);
}

static r3d_result run_icon(r3d_replay *replay, const r3d_priv_args *args)
{
    const r3d_allocator *hooks = &replay->allocator;
    r3d_priv_object *object;
    r3d_result result = begin_draw(replay, args, 1, &object);
    const uint32_t *linked = NULL;
    if (result == R3D_OK && args->count > 8) {
        const r3d_priv_object *other =
            r3d_priv_object_find(replay, R3D_PRIV_OBJECT_ICON, r3d_priv_word(args, 8));
        result = other == NULL ? R3D_ERR_STATE : R3D_OK;
        linked = other != NULL ? other->icon : NULL;
    }
    if (result != R3D_OK) {
        return result;
    }
    size_t size = (size_t)R3D_ICON_SIZE * R3D_ICON_SIZE * sizeof(uint32_t);
    uint32_t *pixels = hooks->alloc(size, hooks->user);
    if (pixels == NULL) {
        return R3D_ERR_MEMORY;
    }
    const r3d_icon_look look = {V(2), V(3), V(4), V(5), V(6), V(7)};
    result = r3d_icon_draw(replay->models->context, replay->raster.palette, object->mesh, &look,
                           R3D_ICON_BY_COLOR, linked, pixels, &replay->models->last.report);
    result = end_draw(replay, result);
    r3d_priv_object *icon = NULL;
    if (result == R3D_OK) {
        icon = r3d_priv_object_reset(replay, R3D_PRIV_OBJECT_ICON, r3d_priv_word(args, 0));
        result = icon == NULL ? R3D_ERR_MEMORY : R3D_OK;
    }
    if (result != R3D_OK) {
        hooks->free(pixels, hooks->user);
        return result;
    }
    icon->icon = pixels;
    icon->is_set = true;
    return R3D_OK;
}

static r3d_result run_ploticon(r3d_replay *replay, const r3d_priv_args *args)
{
    const r3d_priv_object *icon =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_ICON, r3d_priv_word(args, 0));
    if (icon == NULL) {
        return R3D_ERR_STATE;
    }
    uint32_t rgb[R3D_ICON_SIZE * R3D_ICON_SIZE];
    for (size_t i = 0; i < sizeof rgb / sizeof rgb[0]; i++) {
        rgb[i] = icon->icon[i] & 0xFFFFFFu;
    }
    const r3d_image24 image = {{R3D_ICON_SIZE, R3D_ICON_SIZE, 0, 0, R3D_ICON_SIZE, R3D_ICON_SIZE},
                               rgb};
    r3d_draw_image24(&replay->surface, &image, V(1), V(2));
    return R3D_OK;
}

/* ---- picking and coverage ---- */

static r3d_result run_pickable(r3d_replay *replay, const r3d_priv_args *args)
{
    r3d_priv_object *object =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_MESH, r3d_priv_word(args, 0));
    if (object == NULL) {
        return R3D_ERR_STATE;
    }
    object->pick_by_box = V(1) != 0;
    return R3D_OK;
}

static r3d_result run_mouse(r3d_replay *replay, const r3d_priv_args *args)
{
    const struct r3d_priv_models *models = r3d_priv_models_get(replay);
    if (models == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_draw_context_set_mouse(models->context, V(0), V(1));
    return R3D_OK;
}

/* Every draw sets the alpha byte, so pixels with alpha 0 are the ones that still hold the sentinel.
 */
static r3d_result run_sentinel(r3d_replay *replay, const r3d_priv_args *args)
{
    (void)args;
    r3d_surface_erase(&replay->surface);
    replay->has_sentinel = true;
    return R3D_OK;
}

#define ANY R3D_PRIV_ANY_INT
#define MESH R3D_PRIV_WORD("M")
#define MODEL(name, run, optional, repeated)                                                       \
    (name), (run), R3D_PRIV_AFTER_SIZE, (optional), (repeated)
#define LIGHT_ARGS                                                                                 \
    {                                                                                              \
        MESH, ANY("ambient"), ANY("contrast"), ANY("lx"), ANY("ly"), ANY("lz")                     \
    }

static const r3d_priv_command_spec specs[] = {
    {MODEL("mesh", run_mesh, 0, 0), {MESH, R3D_PRIV_FILE}},
    {MODEL("skel", run_skel, 0, 0), {R3D_PRIV_WORD("S"), R3D_PRIV_FILE}},
    {MODEL("anim", run_anim, 0, 0), {R3D_PRIV_WORD("A"), R3D_PRIV_FILE, R3D_PRIV_WORD("S")}},
    {MODEL("copy", run_copy, 0, 0), {R3D_PRIV_WORD("D"), MESH}},
    {MODEL("weld", run_weld, 0, 1), {R3D_PRIV_WORD("D"), MESH}},
    {MODEL("weld317", run_weld317, 0, 1), {R3D_PRIV_WORD("D"), MESH}},
    {MODEL("join", run_join, 0, 1), {R3D_PRIV_WORD("D"), MESH}},
    {MODEL("join317", run_join317, 0, 1), {R3D_PRIV_WORD("D"), MESH}},
    {MODEL("translate", run_translate, 0, 0), {MESH, ANY("dx"), ANY("dy"), ANY("dz")}},
    {MODEL("rotate90", run_rotate90, 0, 0), {MESH, ANY("n")}},
    {MODEL("rotatex", run_rotatex, 0, 0), {MESH, ANY("angle")}},
    {MODEL("mirror", run_mirror, 0, 0), {MESH}},
    {MODEL("scale", run_scale, 0, 0), {MESH, ANY("sx"), ANY("sy"), ANY("sz")}},
    {MODEL("recolour", run_recolour, 0, 0),
     {MESH, R3D_PRIV_INT("from", 0, R3D_MESH_TEXTURE_MAX),
      R3D_PRIV_INT("to", 0, R3D_MESH_TEXTURE_MAX)}},
    {MODEL("hillskew", run_hillskew, 0, 0), {MESH, ANY("sw"), ANY("se"), ANY("ne"), ANY("nw")}},
    {MODEL("labels", run_labels, 0, 0), {MESH}},
    {MODEL("alphas", run_alphas, 0, 0), {MESH}},
    {MODEL("infos", run_infos, 0, 0), {MESH}},
    {MODEL("bounds", run_bounds, 0, 0), {MESH, R3D_PRIV_WORD("kind")}},
    {MODEL("light", run_light, 0, 0), LIGHT_ARGS},
    {MODEL("normals", run_normals, 0, 0), LIGHT_ARGS},
    {MODEL("applylight", run_applylight, 0, 0), LIGHT_ARGS},
    {MODEL("mergenormals", run_mergenormals, 0, 0),
     {R3D_PRIV_WORD("A"), R3D_PRIV_WORD("B"), ANY("dx"), ANY("dy"), ANY("dz"),
      R3D_PRIV_INT("hide", 0, 1)}},
    {MODEL("frame", run_frame, 0, 0),
     {MESH, R3D_PRIV_WORD("A"), R3D_PRIV_INT("ID", -1, INT32_MAX)}},
    {MODEL("frame2", run_frame2, 1, 0),
     {MESH, R3D_PRIV_WORD("A"), R3D_PRIV_INT("PRIMARY", -1, INT32_MAX),
      R3D_PRIV_INT("SECONDARY", -1, INT32_MAX), R3D_PRIV_WORD("MASK")}},
    {MODEL("draw", run_draw, 0, 0),
     {MESH, ANY("pitch"), ANY("yaw"), ANY("roll"), ANY("eyePitch"), ANY("ex"), ANY("ey"),
      ANY("ez")}},
    {MODEL("drawscene", run_drawscene, 1, 0),
     {MESH, ANY("yaw"), ANY("camPitch"), ANY("camYaw"), ANY("rx"), ANY("ry"), ANY("rz"),
      ANY("id")}},
    {MODEL("icon", run_icon, 1, 0),
     {R3D_PRIV_WORD("I"), MESH, ANY("zoom"), ANY("xan"), ANY("yan"), ANY("zan"), ANY("xof"),
      ANY("yof"), R3D_PRIV_WORD("J")}},
    {MODEL("ploticon", run_ploticon, 0, 0), {R3D_PRIV_WORD("I"), ANY("x"), ANY("y")}},
    {MODEL("pickable", run_pickable, 0, 0), {MESH, R3D_PRIV_INT("pickable", 0, 1)}},
    {MODEL("mouse", run_mouse, 0, 0), {ANY("x"), ANY("y")}},
    {MODEL("sentinel", run_sentinel, 0, 0), {{0}}},
    {MODEL("dump", r3d_priv_run_dump, 1, 0), {R3D_PRIV_WORD("WHAT"), MESH}},
};

const r3d_priv_command_table r3d_priv_model_commands = R3D_PRIV_TABLE(specs);
