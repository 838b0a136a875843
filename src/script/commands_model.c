/* SPDX-License-Identifier: MIT */
/* Models: loading and combining them, drawing, picking and icons. Source: golden/model/README.md.
 */

#include <string.h>

#include <retro3d/model.h>

#include "model_commands.h"
#include "script_writing.h"

/* ---- objects ---- */

r3d_mesh *r3d_priv_find_mesh(r3d_replay *replay, const r3d_script_args *args, int index)
{
    r3d_priv_object *object =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_MESH, r3d_script_word(args, index));
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
    return r3d_mesh_set_isa(mesh, replay->isa);
}

/* The error of a file that a command loads. */
static r3d_result fail_file(r3d_replay *replay, const char *what, const r3d_error *cause)
{
    if (cause->line > 0) {
        return r3d_replay_fail(replay, cause->result, "%s: %.200s:%ld: %.250s", what, cause->file,
                               (long)cause->line, cause->message);
    }
    return r3d_replay_fail(replay, cause->result, "%s: %.200s: %.250s", what, cause->file,
                           cause->message);
}

static r3d_result run_mesh(r3d_replay *replay, const r3d_script_args *args)
{
    char *path = NULL;
    r3d_mesh *mesh = NULL;
    r3d_error cause;
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    /* Faces without their plane are welcome: scripts show what becomes of them. */
    result = r3d_mesh_load_text_from(r3d_replay_get_files(replay), path, true, &replay->allocator,
                                     &mesh, &cause);
    replay->allocator.free(path, replay->allocator.user);
    return result != R3D_OK ? fail_file(replay, "mesh", &cause)
                            : set_mesh(replay, r3d_script_word(args, 0), mesh);
}

static r3d_result run_skel(r3d_replay *replay, const r3d_script_args *args)
{
    char *path = NULL;
    r3d_loaded_skeleton skeleton;
    r3d_error cause;
    const char *name = r3d_script_word(args, 0);
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_skeleton_load_text_from(r3d_replay_get_files(replay), path, &replay->allocator,
                                         &skeleton, &cause);
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

static r3d_result run_anim(r3d_replay *replay, const r3d_script_args *args)
{
    char *path = NULL;
    r3d_animation animation;
    r3d_error cause;
    r3d_priv_object *skeleton =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_SKELETON, r3d_script_word(args, 2));
    if (skeleton == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_replay_resolve_path(replay, args, 1, &path);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_animation_load_text_from(r3d_replay_get_files(replay), path,
                                          &skeleton->skeleton.skeleton, &replay->allocator,
                                          &animation, &cause);
    replay->allocator.free(path, replay->allocator.user);
    if (result != R3D_OK) {
        return fail_file(replay, "anim", &cause);
    }
    r3d_priv_object *object =
        r3d_priv_object_reset(replay, R3D_PRIV_OBJECT_ANIMATION, r3d_script_word(args, 0));
    if (object == NULL) {
        r3d_animation_free(&animation);
        return R3D_ERR_MEMORY;
    }
    object->animation = animation;
    object->is_set = true;
    return R3D_OK;
}

static r3d_result run_copy(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_mesh *mesh = r3d_priv_find_mesh(replay, args, 1);
    r3d_mesh *copy = NULL;
    if (mesh == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_result result = r3d_mesh_copy(mesh, &copy);
    return result != R3D_OK ? result : set_mesh(replay, r3d_script_word(args, 0), copy);
}

typedef r3d_result (*combine)(const r3d_mesh *const *, int32_t, r3d_plane_numbering,
                              const r3d_allocator *, r3d_mesh **);

/* Welds or joins; the result may take the name of a part. */
static r3d_result run_combine(r3d_replay *replay, const r3d_script_args *args, combine function,
                              r3d_plane_numbering numbering)
{
    if (args->count < 2) {
        return r3d_replay_fail(replay, R3D_ERR_FORMAT_COUNT,
                               "no parts, expected one or more meshes");
    }
    const r3d_allocator *hooks = &replay->allocator;
    int32_t count = (int32_t)args->count - 1;
    const r3d_mesh **parts = hooks->alloc((size_t)count * sizeof *parts, hooks->user);
    if (parts == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        parts[i] = r3d_priv_find_mesh(replay, args, i + 1);
        result = parts[i] == NULL ? R3D_ERR_STATE : R3D_OK;
    }
    r3d_mesh *whole = NULL;
    const bool is_missing = result != R3D_OK;
    if (!is_missing) {
        result = function(parts, count, numbering, hooks, &whole);
    }
    hooks->free((void *)parts, hooks->user);
    if (result == R3D_ERR_STATE && whole == NULL && !is_missing) {
        return r3d_replay_fail(replay, result, "%s",
                               function == r3d_mesh_weld
                                   ? "a part was lit and has no colours any more, expected parts "
                                     "before \"light\""
                                   : "a part is not lit, expected parts after \"light\"");
    }
    return result != R3D_OK ? result : set_mesh(replay, r3d_script_word(args, 0), whole);
}

static r3d_result run_weld(r3d_replay *replay, const r3d_script_args *args)
{
    return run_combine(replay, args, r3d_mesh_weld, R3D_PLANES_KEPT);
}

static r3d_result run_weld317(r3d_replay *replay, const r3d_script_args *args)
{
    return run_combine(replay, args, r3d_mesh_weld, R3D_PLANES_REBASED);
}

static r3d_result run_join(r3d_replay *replay, const r3d_script_args *args)
{
    return run_combine(replay, args, r3d_mesh_join, R3D_PLANES_KEPT);
}

static r3d_result run_join317(r3d_replay *replay, const r3d_script_args *args)
{
    return run_combine(replay, args, r3d_mesh_join, R3D_PLANES_REBASED);
}

/* ---- drawing ---- */

/* Notes the pixels of an icon that were drawn since the last call as those of face last->face, and
 * marks them as not drawn, which no rule of drawing reads. */
static void note_icon_pixels(r3d_priv_last_draw *last)
{
    static const uint32_t alpha_mask = 0xFF000000u;
    for (int i = 0; i < R3D_ICON_SIZE * R3D_ICON_SIZE; i++) {
        if ((last->icon_pixels[i] & alpha_mask) != 0 && last->face >= 0) {
            const r3d_priv_icon_pixel pixel = {
                R3D_PRIV_ICON_FACE, last->face,
                last->icon_priorities != NULL ? last->icon_priorities[last->face] : -1,
                last->bucket};
            last->icon_source->pixels[i] = pixel;
        }
        last->icon_pixels[i] &= ~alpha_mask;
    }
}

/* Whether the linked icon covers a pixel of the icon: spec rs2-model section 11, 22 x 22 at (5, 5). */
static bool is_linked(const uint32_t *linked, int32_t x, int32_t y)
{
    enum { LINKED = 22, FIRST = 5, STEP = (R3D_ICON_SIZE << 16) / LINKED };
    if (linked == NULL || x < FIRST || y < FIRST || x >= FIRST + LINKED || y >= FIRST + LINKED) {
        return false;
    }
    return (linked[((y - FIRST) * STEP >> 16) * R3D_ICON_SIZE + ((x - FIRST) * STEP >> 16)] &
            0xFFFFFFu) != 0;
}

/* After the icon was drawn: what is neither edge nor linked icon is of the last face. */
static void finish_icon(r3d_priv_last_draw *last, const uint32_t *linked)
{
    static const r3d_priv_icon_pixel edge = {R3D_PRIV_ICON_EDGE, -1, -1, -1};
    for (int i = 0; i < R3D_ICON_SIZE * R3D_ICON_SIZE; i++) {
        uint32_t pixel = last->icon_pixels[i];
        uint32_t rgb = pixel & 0xFFFFFFu;
        if (pixel != rgb && (rgb == R3D_ICON_OUTLINE_RGB || rgb == R3D_ICON_SHADOW_RGB ||
                             is_linked(linked, i % R3D_ICON_SIZE, i / R3D_ICON_SIZE))) {
            last->icon_source->pixels[i] = edge;
            last->icon_pixels[i] = rgb;
        }
    }
    note_icon_pixels(last);
}

/* Begins to note who draws the pixels of an icon, if somebody listens. */
static r3d_result begin_icon(r3d_replay *replay, const r3d_mesh *mesh, uint32_t *pixels)
{
    r3d_priv_last_draw *last = &r3d_priv_models_of(replay)->last;
    if (replay->listener == NULL) {
        return R3D_OK;
    }
    last->icon_source = replay->allocator.alloc(sizeof *last->icon_source, replay->allocator.user);
    if (last->icon_source == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    memset(last->icon_source, 0, sizeof *last->icon_source);
    memset(pixels, 0, R3D_ICON_SIZE * R3D_ICON_SIZE * sizeof *pixels);
    last->icon_source->model = last->mesh;
    last->icon_source->command = replay->next_command;
    last->icon_pixels = pixels;
    last->icon_priorities = view.priorities;
    return R3D_OK;
}

/* Ends it; the caller owns what was noted. */
static r3d_priv_icon_source *end_icon(r3d_replay *replay, const uint32_t *linked)
{
    r3d_priv_last_draw *last = &r3d_priv_models_of(replay)->last;
    r3d_priv_icon_source *source = last->icon_source;
    if (source != NULL) {
        finish_icon(last, linked);
    }
    last->icon_source = NULL;
    last->icon_pixels = NULL;
    return source;
}

static void record_face(int32_t face, int32_t bucket, void *user)
{
    r3d_priv_last_draw *last = user;
    if (last->icon_source != NULL) {
        note_icon_pixels(last);
    }
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
    const int32_t count = r3d_priv_models_of(replay)->limits == R3D_LIMITS_NONE
                              ? R3D_PRIV_BOUND_TEXTURES
                              : R3D_PRIV_NUMBERED_TEXTURES;
    for (int32_t id = 0; id < count; id++) {
        if (r3d_priv_textures_of(replay)->textures[id].loaded) {
            const r3d_texels *texels = r3d_priv_current_texels(replay, id);
            r3d_result result =
                r3d_draw_context_set_texture(r3d_priv_models_of(replay)->context, id, texels);
            if (result != R3D_OK) {
                return result;
            }
        }
    }
    return R3D_OK;
}

/* Prepares a draw of the mesh that argument `index` names. */
static r3d_result begin_draw(r3d_replay *replay, const r3d_script_args *args, int index,
                             r3d_priv_object **out_object)
{
    const char *name = r3d_script_word(args, index);
    *out_object = r3d_priv_object_find(replay, R3D_PRIV_OBJECT_MESH, name);
    if (*out_object == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view((*out_object)->mesh, &view);
    if (view.lit == NULL) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "\"%.40s\" is not lit", name);
    }
    r3d_priv_last_draw *last = &r3d_priv_models_of(replay)->last;
    last->mesh = name;
    last->vertex_count = view.vertex_count;
    last->order.count = 0;
    last->triangles.count = 0;
    last->incomplete = false;
    last->face = -1;
    const r3d_draw_observer observer = {record_face, record_triangle, last};
    r3d_draw_context_set_observer(r3d_priv_models_of(replay)->context,
                                  replay->is_unobserved ? NULL : &observer);
    replay->raster.palette = r3d_priv_current_palette(replay);
    if (r3d_priv_models_of(replay)->limits == R3D_LIMITS_NONE) {
        r3d_result result = r3d_draw_context_reserve(r3d_priv_models_of(replay)->context,
                                                     view.vertex_count, view.face_count);
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
    if (r3d_priv_models_of(replay)->limits == R3D_LIMITS_NONE &&
        r3d_priv_models_of(replay)->last.report.reason == result) {
        result = R3D_OK;
    }
    return result == R3D_OK && r3d_priv_models_of(replay)->last.incomplete ? R3D_ERR_MEMORY
                                                                           : result;
}

static r3d_result run_draw(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_object *object;
    r3d_result result = begin_draw(replay, args, 0, &object);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_icon_view view = {V(1), V(2), V(3), V(4), {V(5), V(6), V(7)}};
    r3d_draw_origin origin = {NULL, "model", r3d_priv_models_of(replay)->last.mesh,
                              -1,   0,       {{NULL, 0}}};
    r3d_draw_push(&replay->surface, &origin);
    result = r3d_draw_model(r3d_priv_models_of(replay)->context, &replay->raster, object->mesh,
                            &view, &r3d_priv_models_of(replay)->last.report);
    r3d_draw_pop(&replay->surface);
    return end_draw(replay, result);
}

static r3d_result run_drawscene(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_object *object;
    r3d_result result = begin_draw(replay, args, 0, &object);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_scene_view view = {
        V(1), V(2), V(3), {V(4), V(5), V(6)}, args->count > 7 ? V(7) : 0, object->pick_by_box};
    r3d_draw_origin origin = {NULL, "model", r3d_priv_models_of(replay)->last.mesh,
                              -1,   0,       {{NULL, 0}}};
    r3d_draw_push(&replay->surface, &origin);
    result = r3d_draw_model_in_scene(r3d_priv_models_of(replay)->context, &replay->raster,
                                     object->mesh, &view, &r3d_priv_models_of(replay)->last.report);
    r3d_draw_pop(&replay->surface);
    return end_draw(replay, result);
}

static r3d_result make_icon(r3d_replay *replay, const r3d_script_args *args, bool shadow)
{
    const r3d_allocator *hooks = &replay->allocator;
    r3d_priv_object *object;
    r3d_result result = begin_draw(replay, args, 1, &object);
    const uint32_t *linked = NULL;
    if (result == R3D_OK && args->count > 8) {
        const r3d_priv_object *other =
            r3d_priv_object_find(replay, R3D_PRIV_OBJECT_ICON, r3d_script_word(args, 8));
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
    result = begin_icon(replay, object->mesh, pixels);
    if (result != R3D_OK) {
        hooks->free(pixels, hooks->user);
        return result;
    }
    const r3d_icon_look look = {V(2), V(3), V(4), V(5), V(6), V(7)};
    r3d_draw_context *context = r3d_priv_models_of(replay)->context;
    r3d_draw_report *report = &r3d_priv_models_of(replay)->last.report;
    result = shadow ? r3d_icon_draw(context, replay->raster.palette, object->mesh, &look,
                                    R3D_ICON_BY_COLOR, linked, pixels, report)
                    : r3d_icon_draw_unshadowed(context, replay->raster.palette, object->mesh, &look,
                                               R3D_ICON_BY_COLOR, pixels, report);
    r3d_priv_icon_source *source = end_icon(replay, linked);
    result = end_draw(replay, result);
    r3d_priv_object *icon = NULL;
    if (result == R3D_OK) {
        icon = r3d_priv_object_reset(replay, R3D_PRIV_OBJECT_ICON, r3d_script_word(args, 0));
        result = icon == NULL ? R3D_ERR_MEMORY : R3D_OK;
    }
    if (result != R3D_OK) {
        hooks->free(pixels, hooks->user);
        hooks->free(source, hooks->user);
        return result;
    }
    icon->icon = pixels;
    icon->icon_source = source;
    icon->is_set = true;
    return R3D_OK;
}

static r3d_result run_icon(r3d_replay *replay, const r3d_script_args *args)
{
    return make_icon(replay, args, true);
}

static r3d_result run_icon317(r3d_replay *replay, const r3d_script_args *args)
{
    return make_icon(replay, args, false);
}

static r3d_result run_ploticon(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_priv_object *icon =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_ICON, r3d_script_word(args, 0));
    if (icon == NULL) {
        return R3D_ERR_STATE;
    }
    uint32_t rgb[R3D_ICON_SIZE * R3D_ICON_SIZE];
    for (size_t i = 0; i < sizeof rgb / sizeof rgb[0]; i++) {
        rgb[i] = icon->icon[i] & 0xFFFFFFu;
    }
    const r3d_image24 image = {{R3D_ICON_SIZE, R3D_ICON_SIZE, 0, 0, R3D_ICON_SIZE, R3D_ICON_SIZE},
                               rgb};
    r3d_priv_models_of(replay)->plotted = icon->icon_source;
    r3d_draw_image24(&replay->surface, &image, V(1), V(2));
    r3d_priv_models_of(replay)->plotted = NULL;
    return R3D_OK;
}

/* ---- picking and coverage ---- */

static r3d_result run_pickable(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_object *object =
        r3d_priv_object_find(replay, R3D_PRIV_OBJECT_MESH, r3d_script_word(args, 0));
    if (object == NULL) {
        return R3D_ERR_STATE;
    }
    object->pick_by_box = V(1) != 0;
    return R3D_OK;
}

static r3d_result run_mouse(r3d_replay *replay, const r3d_script_args *args)
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
static r3d_result run_sentinel(r3d_replay *replay, const r3d_script_args *args)
{
    (void)args;
    r3d_surface_erase(&replay->surface);
    replay->has_sentinel = true;
    return R3D_OK;
}

static const r3d_script_command specs[] = {
    {MAKE("mesh", run_mesh, 0, 0), {MESH, R3D_SCRIPT_FILE_OF_PARTS("f")}},
    {MAKE("skel", run_skel, 0, 0), {R3D_SCRIPT_WORD("S"), R3D_SCRIPT_FILE}},
    {MAKE("anim", run_anim, 0, 0), {R3D_SCRIPT_WORD("A"), R3D_SCRIPT_FILE, R3D_SCRIPT_WORD("S")}},
    {MAKE("copy", run_copy, 0, 0), {R3D_SCRIPT_WORD("D"), MESH}},
    {MAKE("weld", run_weld, 0, 1), {R3D_SCRIPT_WORD("D"), MESH}},
    {MAKE("weld317", run_weld317, 0, 1), {R3D_SCRIPT_WORD("D"), MESH}},
    {MAKE("join", run_join, 0, 1), {R3D_SCRIPT_WORD("D"), MESH}},
    {MAKE("join317", run_join317, 0, 1), {R3D_SCRIPT_WORD("D"), MESH}},
    {MODEL("draw", run_draw, 0, 0),
     {MESH, ANY("pitch"), ANY("yaw"), ANY("roll"), ANY("eyePitch"), ANY("ex"), ANY("ey"),
      ANY("ez")}},
    {MODEL("drawscene", run_drawscene, 1, 0),
     {MESH, ANY("yaw"), ANY("camPitch"), ANY("camYaw"), ANY("rx"), ANY("ry"), ANY("rz"),
      ANY("id")}},
    {MODEL("icon", run_icon, 1, 0),
     {R3D_SCRIPT_WORD("I"), MESH, ANY("zoom"), ANY("xan"), ANY("yan"), ANY("zan"), ANY("xof"),
      ANY("yof"), R3D_SCRIPT_WORD("J")}},
    {MODEL("icon317", run_icon317, 0, 0),
     {R3D_SCRIPT_WORD("I"), MESH, ANY("zoom"), ANY("xan"), ANY("yan"), ANY("zan"), ANY("xof"),
      ANY("yof")}},
    {MODEL("ploticon", run_ploticon, 0, 0), {R3D_SCRIPT_WORD("I"), ANY("x"), ANY("y")}},
    {MODEL("pickable", run_pickable, 0, 0), {MESH, R3D_SCRIPT_INT("pickable", 0, 1)}},
    {MODEL("mouse", run_mouse, 0, 0), {ANY("x"), ANY("y")}},
    {MAKE("sentinel", run_sentinel, 0, 0), {{0}}},
    {MODEL("dump", r3d_priv_run_dump, 1, 0), {R3D_SCRIPT_WORD("WHAT"), MESH}},
};

const r3d_script_room r3d_priv_model_room = {
    "models",
    specs,
    R3D_PRIV_COUNT(specs),
    r3d_priv_model_calls,
    R3D_PRIV_MODEL_CALLS_COUNT,
    {sizeof(struct r3d_priv_models), r3d_priv_models_release},
    {sizeof(r3d_priv_model_writing), r3d_priv_model_writing_release}};
