/* SPDX-License-Identifier: MIT */
/* Models out of what a cache holds. Source: spec rs2-cache section 5, spec rs2-model sections 4
 * to 6. */

#include "make_internal.h"

#include <retro3d/light.h>

#include <string.h>

enum {
    AMBIENT = 64,
    THING_CONTRAST = 768, /* items and scenery */
    BEING_CONTRAST = 850, /* living beings and effects */
    SCALE_ONE = 128,
    SLOTS_MAX = 64,
    SHAPE_DEFAULT = 10,
    WOMAN = 1
};

static const r3d_vec3i thing_light = {-50, -10, -50};
static const r3d_vec3i being_light = {-30, -50, -30};

static r3d_result null_argument(r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
}

/* Hands a finished mesh out, or destroys it after an error. */
static r3d_result hand_out(r3d_result result, r3d_mesh *mesh, r3d_mesh **out_mesh)
{
    if (result != R3D_OK) {
        r3d_mesh_destroy(mesh);
        return result;
    }
    *out_mesh = mesh;
    return R3D_OK;
}

/* ---- parts ---- */

/* Meshes that become one. */
typedef struct part_list {
    r3d_mesh *parts[SLOTS_MAX * 4];
    int32_t count;
    int64_t faces;
    int64_t vertices;
} part_list;

static void drop_parts(part_list *list)
{
    for (int32_t i = 0; i < list->count; i++) {
        r3d_mesh_destroy(list->parts[i]);
    }
    list->count = 0;
}

/* Takes a mesh over; NULL is passed over. */
static r3d_result add_part(r3d_cache *cache, part_list *list, r3d_mesh *mesh, r3d_error *out_error)
{
    if (mesh == NULL) {
        return R3D_OK;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    list->faces += view.face_count;
    list->vertices += view.vertex_count;
    int32_t room = (int32_t)(sizeof list->parts / sizeof list->parts[0]);
    if (list->count == room || list->faces > cache->limits.max_faces ||
        list->vertices > cache->limits.max_faces) {
        r3d_mesh_destroy(mesh);
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, r3d_priv_cache_origin(cache), -1,
                                   "a model of %ld parts has %lld faces and %lld vertices, the "
                                   "limits are %ld, %ld and %ld",
                                   (long)list->count + 1, (long long)list->faces,
                                   (long long)list->vertices, (long)room,
                                   (long)cache->limits.max_faces, (long)cache->limits.max_faces);
    }
    list->parts[list->count++] = mesh;
    return R3D_OK;
}

static r3d_result add_model(r3d_cache *cache, part_list *list, int32_t model, r3d_error *out_error)
{
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_cache_get_mesh(cache, model, &mesh, out_error);
    return result == R3D_OK ? add_part(cache, list, mesh, out_error) : result;
}

/* Makes one mesh of the parts and empties the list. NULL for no parts.
 * always  Weld a single part, too, instead of taking it as it is. */
static r3d_result weld_parts(r3d_cache *cache, part_list *list, bool always, r3d_mesh **out_mesh,
                             r3d_error *out_error)
{
    *out_mesh = NULL;
    if (list->count == 0) {
        return R3D_OK;
    }
    if (list->count == 1 && !always) {
        *out_mesh = list->parts[0];
        list->count = 0;
        return R3D_OK;
    }
    r3d_result result = r3d_mesh_weld((const r3d_mesh *const *)list->parts, list->count,
                                      cache->rules.planes, &cache->allocator, out_mesh);
    drop_parts(list);
    if (result != R3D_OK) {
        return r3d_priv_cache_fail(out_error, result, r3d_priv_cache_origin(cache), -1,
                                   "parts of a model cannot be welded: %s",
                                   r3d_result_string(result));
    }
    return R3D_OK;
}

/* One mesh of several models. */
static r3d_result weld_models(r3d_cache *cache, const int32_t *models, int32_t count,
                              r3d_mesh **out_mesh, r3d_error *out_error)
{
    part_list list = {.count = 0};
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        result = add_model(cache, &list, models[i], out_error);
    }
    if (result == R3D_OK) {
        result = weld_parts(cache, &list, false, out_mesh, out_error);
    }
    drop_parts(&list);
    return result;
}

static r3d_result recolor_all(r3d_mesh *mesh, const r3d_cache_recolor *recolors, int32_t count)
{
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        result = r3d_mesh_recolor(mesh, recolors[i].from, recolors[i].to);
    }
    return result;
}

static r3d_result scale_unless_one(r3d_mesh *mesh, int32_t x, int32_t y, int32_t z)
{
    return x == SCALE_ONE && y == SCALE_ONE && z == SCALE_ONE ? R3D_OK
                                                              : r3d_mesh_scale(mesh, x, y, z);
}

static r3d_result light_thing(r3d_mesh *mesh, int32_t ambient, int32_t contrast)
{
    r3d_light light = {.ambient = AMBIENT + ambient,
                       .contrast = THING_CONTRAST + contrast,
                       .direction = thing_light};
    return r3d_mesh_light(mesh, &light);
}

static r3d_result light_being(r3d_mesh *mesh, int32_t ambient, int32_t contrast)
{
    r3d_light light = {.ambient = AMBIENT + ambient,
                       .contrast = BEING_CONTRAST + contrast,
                       .direction = being_light};
    return r3d_mesh_light(mesh, &light);
}

/* ---- items ---- */

r3d_result r3d_cache_get_stack_item(r3d_cache *cache, int32_t obj, int32_t amount, int32_t *out_obj,
                                    r3d_error *out_error)
{
    if (cache == NULL || out_obj == NULL) {
        return null_argument(out_error);
    }
    const r3d_cache_obj *record;
    r3d_result result = r3d_cache_get_obj(cache, obj, &record, out_error);
    if (result == R3D_OK) {
        *out_obj = r3d_icon_stack_item(record->stack, record->stack_count, obj, amount);
    }
    return result;
}

r3d_result r3d_cache_make_obj(r3d_cache *cache, int32_t obj, r3d_mesh **out_mesh,
                              r3d_icon_look *out_look, r3d_error *out_error)
{
    if (cache == NULL || out_mesh == NULL) {
        return null_argument(out_error);
    }
    *out_mesh = NULL;
    const r3d_cache_obj *record;
    r3d_result result = r3d_cache_get_obj(cache, obj, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_cache_obj *paper = record;
    if (record->note_template >= 0) {
        result = r3d_cache_get_obj(cache, record->note_template, &paper, out_error);
        if (result != R3D_OK) {
            return result;
        }
    }
    r3d_mesh *mesh = NULL;
    result = r3d_cache_get_mesh(cache, paper->model, &mesh, out_error);
    if (result != R3D_OK) {
        return result;
    }
    result = scale_unless_one(mesh, record->scale.x, record->scale.y, record->scale.z);
    if (result == R3D_OK) {
        result = recolor_all(mesh, paper->recolors, paper->recolor_count);
    }
    if (result == R3D_OK) {
        result = light_thing(mesh, record->ambient, record->contrast);
    }
    if (out_look != NULL) {
        *out_look = paper->look;
    }
    return hand_out(r3d_priv_make_failed(cache, result, "obj", obj, out_error), mesh, out_mesh);
}

/* What somebody wears; NULL for an item that cannot be worn. Not lit. */
static r3d_result make_worn(r3d_cache *cache, int32_t obj, int32_t gender, r3d_mesh **out_mesh,
                            r3d_error *out_error)
{
    const r3d_cache_obj *record;
    *out_mesh = NULL;
    r3d_result result = r3d_cache_get_obj(cache, obj, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const int32_t *models = record->wear[gender];
    if (models[0] < 0) {
        return R3D_OK;
    }
    /* A third model counts only behind a second. */
    int32_t count = models[1] < 0 ? 1 : models[2] < 0 ? 2 : 3;
    r3d_mesh *mesh = NULL;
    result = weld_models(cache, models, count, &mesh, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (record->wear_y[gender] != 0) {
        result = r3d_mesh_translate(mesh, 0, record->wear_y[gender], 0);
    }
    if (result == R3D_OK) {
        result = recolor_all(mesh, record->recolors, record->recolor_count);
    }
    return hand_out(r3d_priv_make_failed(cache, result, "worn obj", obj, out_error), mesh,
                    out_mesh);
}

/* ---- characters ---- */

r3d_result r3d_cache_make_npc(r3d_cache *cache, int32_t npc, const r3d_cache_pose *pose,
                              r3d_mesh **out_mesh, r3d_error *out_error)
{
    if (cache == NULL || out_mesh == NULL) {
        return null_argument(out_error);
    }
    *out_mesh = NULL;
    const r3d_cache_npc *record;
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_cache_get_npc(cache, npc, &record, out_error);
    if (result == R3D_OK) {
        result = weld_models(cache, record->models, record->model_count, &mesh, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (mesh == NULL) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_STATE, r3d_priv_cache_origin(cache), -1,
                                   "npc %ld has no model", (long)npc);
    }
    result = recolor_all(mesh, record->recolors, record->recolor_count);
    if (result == R3D_OK) {
        result = r3d_mesh_group_labels(mesh);
    }
    if (result == R3D_OK) {
        result = light_being(mesh, record->ambient, record->contrast);
    }
    result = r3d_priv_make_failed(cache, result, "npc", npc, out_error);
    if (result == R3D_OK) {
        result = r3d_priv_make_pose(cache, mesh, pose, record->has_alpha, out_error);
    }
    if (result == R3D_OK) {
        result = scale_unless_one(mesh, record->scale_xz, record->scale_y, record->scale_xz);
        if (result == R3D_OK) {
            result = r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER);
        }
        result = r3d_priv_make_failed(cache, result, "npc", npc, out_error);
    }
    return hand_out(result, mesh, out_mesh);
}

/* ---- scenery ---- */

/* The models that a shape is made of, as one mesh. */
static r3d_result loc_shape(r3d_cache *cache, const r3d_cache_loc *record, int32_t loc,
                            int32_t shape, r3d_mesh **out_mesh, r3d_error *out_error)
{
    part_list list = {.count = 0};
    r3d_result result = R3D_OK;
    bool all = record->models_without_shape && shape == SHAPE_DEFAULT;
    for (int32_t i = 0; i < record->model_count && result == R3D_OK; i++) {
        if (record->models[i].shape == shape && (all || list.count == 0)) {
            result = add_model(cache, &list, record->models[i].model, out_error);
        }
    }
    if (result == R3D_OK && list.count == 0) {
        result = r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                     "loc %ld has no model of shape %ld", (long)loc, (long)shape);
    }
    if (result == R3D_OK) {
        result = weld_parts(cache, &list, false, out_mesh, out_error);
    }
    drop_parts(&list);
    return result;
}

/* Light of a piece of scenery by itself, and the ground that it stands on. */
static r3d_result light_loc(r3d_mesh *mesh, const r3d_cache_loc *record,
                            const r3d_corner_heights *heights)
{
    r3d_light own = {.ambient = AMBIENT + record->ambient,
                     .contrast = THING_CONTRAST + record->contrast * 5,
                     .direction = thing_light};
    /* Scenery that shares its light with neighbours is lit by the scene in the end; there are none.
     */
    r3d_light scene = {.ambient = AMBIENT, .contrast = THING_CONTRAST, .direction = thing_light};
    r3d_result result =
        record->shares_light ? r3d_mesh_light_begin(mesh, &own) : r3d_mesh_light(mesh, &own);
    if (result == R3D_OK && record->hill_skew && heights != NULL) {
        result = r3d_mesh_skew(mesh, heights);
    }
    if (result == R3D_OK && record->shares_light) {
        result = r3d_mesh_light_finish(mesh, &scene);
    }
    return result;
}

/* Colours and places of a piece of scenery that has been posed. */
static r3d_result place_loc(r3d_mesh *mesh, const r3d_cache_loc *record, int32_t rotation)
{
    r3d_result result = r3d_mesh_rotate_quarters(mesh, rotation);
    if (result == R3D_OK) {
        result = recolor_all(mesh, record->recolors, record->recolor_count);
    }
    if (result == R3D_OK) {
        result = scale_unless_one(mesh, record->scale.x, record->scale.y, record->scale.z);
    }
    if (result == R3D_OK &&
        (record->offset.x != 0 || record->offset.y != 0 || record->offset.z != 0)) {
        result = r3d_mesh_translate(mesh, record->offset.x, record->offset.y, record->offset.z);
    }
    return result;
}

r3d_result r3d_cache_make_loc(r3d_cache *cache, int32_t loc, int32_t shape, int32_t rotation,
                              const r3d_corner_heights *heights, int32_t frame, r3d_mesh **out_mesh,
                              r3d_error *out_error)
{
    if (cache == NULL || out_mesh == NULL) {
        return null_argument(out_error);
    }
    *out_mesh = NULL;
    const r3d_cache_loc *record;
    r3d_mesh *mesh = NULL;
    if (rotation < 0 || rotation > 7) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                   "rotation %ld, expected 0..7", (long)rotation);
    }
    r3d_result result = r3d_cache_get_loc(cache, loc, &record, out_error);
    if (result == R3D_OK) {
        result = loc_shape(cache, record, loc, shape, &mesh, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (record->mirrored != (rotation > 3)) {
        result = r3d_mesh_mirror(mesh);
    }
    if (result == R3D_OK && frame >= 0) {
        result = r3d_mesh_group_labels(mesh);
    }
    result = r3d_priv_make_failed(cache, result, "loc", loc, out_error);
    if (result == R3D_OK) {
        result = r3d_priv_make_frame(cache, mesh, frame, record->has_alpha, out_error);
    }
    if (result == R3D_OK) {
        result = place_loc(mesh, record, rotation);
        if (result == R3D_OK) {
            result = light_loc(mesh, record, heights);
        }
        result = r3d_priv_make_failed(cache, result, "loc", loc, out_error);
    }
    return hand_out(result, mesh, out_mesh);
}

/* ---- players ---- */

/* A body part; NULL if it has no models. Not lit. */
static r3d_result make_kit(r3d_cache *cache, int32_t idk, r3d_mesh **out_mesh, r3d_error *out_error)
{
    const r3d_cache_idk *record;
    *out_mesh = NULL;
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_cache_get_idk(cache, idk, &record, out_error);
    if (result == R3D_OK) {
        result = weld_models(cache, record->models, record->model_count, &mesh, out_error);
    }
    if (result != R3D_OK || mesh == NULL) {
        return result;
    }
    int32_t count = 0;
    while (count < R3D_CACHE_BODY_COLORS && record->recolors[count].from != 0) {
        count++;
    }
    result = recolor_all(mesh, record->recolors, count);
    return hand_out(r3d_priv_make_failed(cache, result, "idk", idk, out_error), mesh, out_mesh);
}

/* Slots as they are while a sequence plays, which may put other things into the hands. */
static r3d_result fill_hands(r3d_cache *cache, const r3d_cache_pose *pose, int32_t slots[SLOTS_MAX],
                             int32_t *slot_count, r3d_error *out_error)
{
    const r3d_cache_seq *seq;
    if (pose == NULL || pose->mask_seq < 0) {
        return R3D_OK;
    }
    r3d_result result = r3d_cache_get_seq(cache, pose->mask_seq, &seq, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const int32_t replaced[2][2] = {{R3D_APPEARANCE_LEFT_HAND, seq->left_hand},
                                    {R3D_APPEARANCE_RIGHT_HAND, seq->right_hand}};
    for (int i = 0; i < 2; i++) {
        if (replaced[i][1] >= 0) {
            slots[replaced[i][0]] = replaced[i][1];
            *slot_count = *slot_count > replaced[i][0] ? *slot_count : replaced[i][0] + 1;
        }
    }
    return R3D_OK;
}

/* The parts of a player as one mesh, not lit. */
static r3d_result weld_slots(r3d_cache *cache, int32_t gender, const int32_t *slots,
                             int32_t slot_count, r3d_mesh **out_mesh, r3d_error *out_error)
{
    part_list list = {.count = 0};
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < slot_count && result == R3D_OK; i++) {
        r3d_mesh *part = NULL;
        if (slots[i] >= R3D_APPEARANCE_ITEM) {
            result = make_worn(cache, slots[i] - R3D_APPEARANCE_ITEM, gender, &part, out_error);
        } else if (slots[i] >= R3D_APPEARANCE_KIT) {
            result = make_kit(cache, slots[i] - R3D_APPEARANCE_KIT, &part, out_error);
        }
        if (result == R3D_OK) {
            result = add_part(cache, &list, part, out_error);
        }
    }
    if (result == R3D_OK) {
        result = weld_parts(cache, &list, true, out_mesh, out_error);
    }
    drop_parts(&list);
    if (result == R3D_OK && *out_mesh == NULL) {
        result = r3d_priv_cache_fail(out_error, R3D_ERR_STATE, r3d_priv_cache_origin(cache), -1,
                                     "a player without any body part");
    }
    return result;
}

r3d_result r3d_cache_make_player(r3d_cache *cache, int32_t gender, const int32_t *slots,
                                 int32_t slot_count, const r3d_cache_recolor *recolors,
                                 int32_t recolor_count, const r3d_cache_pose *pose,
                                 r3d_mesh **out_mesh, r3d_error *out_error)
{
    if (cache == NULL || out_mesh == NULL || (slots == NULL && slot_count > 0) ||
        (recolors == NULL && recolor_count > 0)) {
        return null_argument(out_error);
    }
    *out_mesh = NULL;
    if (gender < 0 || gender > WOMAN || slot_count < 0 || slot_count > SLOTS_MAX) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                   "gender %ld and %ld slots, expected 0..1 and 0..%d",
                                   (long)gender, (long)slot_count, SLOTS_MAX);
    }
    int32_t held[SLOTS_MAX] = {0};
    for (int32_t i = 0; i < slot_count; i++) {
        held[i] = slots[i];
    }
    r3d_mesh *mesh = NULL;
    r3d_result result = fill_hands(cache, pose, held, &slot_count, out_error);
    if (result == R3D_OK) {
        result = weld_slots(cache, gender, held, slot_count, &mesh, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    result = recolor_all(mesh, recolors, recolor_count);
    if (result == R3D_OK) {
        result = r3d_mesh_group_labels(mesh);
    }
    if (result == R3D_OK) {
        result = light_being(mesh, 0, 0);
    }
    result = r3d_priv_make_failed(cache, result, "a player of gender", gender, out_error);
    if (result == R3D_OK) {
        result = r3d_priv_make_pose(cache, mesh, pose, false, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER);
    }
    return hand_out(result, mesh, out_mesh);
}

/* ---- effects ---- */

static int32_t quarter_turns(int32_t degrees)
{
    return degrees == 90 ? 1 : degrees == 180 ? 2 : degrees == 270 ? 3 : 0;
}

r3d_result r3d_cache_make_spot(r3d_cache *cache, int32_t spot, int32_t frame, r3d_mesh **out_mesh,
                               r3d_error *out_error)
{
    if (cache == NULL || out_mesh == NULL) {
        return null_argument(out_error);
    }
    *out_mesh = NULL;
    const r3d_cache_spot *record;
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_cache_get_spot(cache, spot, &record, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_get_mesh(cache, record->model, &mesh, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    /* The first pair decides whether there are any; pairs that were never set turn 0 into 0. */
    if (record->recolors[0].from != 0) {
        result = recolor_all(mesh, record->recolors, R3D_CACHE_BODY_COLORS);
    }
    if (result == R3D_OK && frame >= 0) {
        result = r3d_mesh_group_labels(mesh);
    }
    result = r3d_priv_make_failed(cache, result, "spot", spot, out_error);
    if (result == R3D_OK) {
        result = r3d_priv_make_frame(cache, mesh, frame, record->has_alpha, out_error);
    }
    if (result == R3D_OK) {
        result = scale_unless_one(mesh, record->scale_xz, record->scale_y, record->scale_xz);
        if (result == R3D_OK) {
            result = r3d_mesh_rotate_quarters(mesh, quarter_turns(record->orientation));
        }
        if (result == R3D_OK) {
            result = light_being(mesh, record->ambient, record->contrast);
        }
        result = r3d_priv_make_failed(cache, result, "spot", spot, out_error);
    }
    return hand_out(result, mesh, out_mesh);
}
