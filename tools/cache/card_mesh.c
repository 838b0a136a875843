/* SPDX-License-Identifier: MIT */
/* What cards show, put together and posed. Source: golden/cache/README.md. */

#include "card_drawer.h"

#include <string.h>

#include <retro3d/light.h>

enum {
    CARD_YAW = 100,
    MASKED_YAW = 1100,
    ACTION_SEQ = 1, /* what masked rows play */
    MOVEMENT_SEQ = 0,
    WORN_SEQ = 2,
    LEFT_HAND = 3, /* appearance slots, which sequences replace */
    RIGHT_HAND = 5,
    SLOTS_MAX = CARD_KITS_MAX + CARD_WEAR_MAX + 3
};

/* What scenery that follows the ground stands on. */
static const r3d_corner_heights card_ground = {0, -16, -40, -24};

static r3d_result make_model(card_drawer *drawer, int32_t id, r3d_mesh **out_mesh,
                             r3d_error *out_error)
{
    static const r3d_light light = {64, 768, {-50, -10, -50}}; /* as an item */
    r3d_result result = r3d_cache_get_mesh(drawer->cache, id, out_mesh, out_error);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_mesh_light(*out_mesh, &light);
    if (result != R3D_OK) {
        r3d_mesh_destroy(*out_mesh);
        *out_mesh = NULL;
        return card_fail(out_error, result, drawer->cache, "model %ld cannot be lit: %s", (long)id,
                         r3d_result_string(result));
    }
    return R3D_OK;
}

static r3d_result make_npc(card_drawer *drawer, const card_row *row, r3d_mesh **out_mesh,
                           r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    const r3d_cache_npc *record;
    r3d_cache_pose pose;
    r3d_cache_pose_init(&pose);
    r3d_result result = r3d_cache_get_npc(cache, row->id, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    switch (row->action) {
    case CARD_ACTION_STAND:
        result = r3d_cache_get_step_frame(cache, record->stand_seq, 0, &pose.primary, out_error);
        break;
    case CARD_ACTION_WALK:
        result =
            r3d_cache_get_step_frame(cache, record->walk_seq, row->frame, &pose.primary, out_error);
        break;
    case CARD_ACTION_SEQ:
        result = r3d_cache_get_step_frame(cache, row->seq, row->frame, &pose.primary, out_error);
        break;
    default:
        result = r3d_cache_get_step_frame(cache, ACTION_SEQ, row->frame, &pose.primary, out_error);
        if (result == R3D_OK) {
            result = r3d_cache_get_step_frame(cache, MOVEMENT_SEQ, row->frame + 1, &pose.secondary,
                                              out_error);
        }
        pose.mask_seq = ACTION_SEQ;
        break;
    }
    return result == R3D_OK ? r3d_cache_make_npc(cache, row->id, &pose, out_mesh, out_error)
                            : result;
}

static r3d_result make_loc(card_drawer *drawer, const card_row *row, r3d_mesh **out_mesh,
                           r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    const r3d_cache_loc *record;
    int32_t frame = -1;
    r3d_result result = r3d_cache_get_loc(cache, row->id, &record, out_error);
    if (result == R3D_OK && row->action == CARD_ACTION_SEQ) {
        result = r3d_cache_get_step_frame(cache, row->seq, row->frame, &frame, out_error);
    } else if (result == R3D_OK && row->animated) {
        result = r3d_cache_get_step_frame(cache, record->seq, 0, &frame, out_error);
    }
    return result == R3D_OK ? r3d_cache_make_loc(cache, row->id, row->shape, row->rotation,
                                                 &card_ground, frame, out_mesh, out_error)
                            : result;
}

/* The first body part of each kind that may be chosen. */
static r3d_result find_kits(card_drawer *drawer, int32_t gender, r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    int32_t count = 0;
    r3d_result result = r3d_cache_count(cache, R3D_CACHE_IDKS, &count, out_error);
    if (result != R3D_OK) {
        return result;
    }
    int32_t found[R3D_CACHE_BODY_PARTS];
    for (int part = 0; part < R3D_CACHE_BODY_PARTS; part++) {
        found[part] = -1;
    }
    for (int32_t id = count - 1; id >= 0; id--) {
        const r3d_cache_idk *record;
        result = r3d_cache_get_idk(cache, id, &record, out_error);
        if (result != R3D_OK) {
            return result;
        }
        int32_t part = record->body_part - gender * R3D_CACHE_BODY_PARTS;
        if (!record->disabled && part >= 0 && part < R3D_CACHE_BODY_PARTS) {
            found[part] = id;
        }
    }
    int32_t kits = 0;
    for (int part = 0; part < R3D_CACHE_BODY_PARTS; part++) {
        if (found[part] >= 0) {
            drawer->worn.kits[gender][kits++] = found[part];
        }
    }
    drawer->worn.kit_count[gender] = kits;
    drawer->has_kits[gender] = true;
    return R3D_OK;
}

/* The appearance of a worn row. The hands have the slots that sequences replace; the rest is welded in the order
 * in which it is named. Slots that are 0 are empty. Returns how many slots there are. */
static int32_t fill_slots(const card_drawer *drawer, const card_row *row, int32_t slots[SLOTS_MAX])
{
    const card_worn *worn = &drawer->worn;
    int32_t count = 0;
    memset(slots, 0, SLOTS_MAX * sizeof *slots);
    for (int32_t i = 0; i < worn->kit_count[row->gender]; i++) {
        count += count == LEFT_HAND || count == RIGHT_HAND ? 1 : 0;
        slots[count++] = worn->kits[row->gender][i] + R3D_APPEARANCE_KIT;
    }
    if (worn->has_left_hand) {
        slots[LEFT_HAND] = worn->left_hand + R3D_APPEARANCE_ITEM;
    }
    if (worn->has_right_hand) {
        slots[RIGHT_HAND] = worn->right_hand + R3D_APPEARANCE_ITEM;
    }
    count = count > RIGHT_HAND ? count : RIGHT_HAND + 1;
    for (int32_t i = 0; i < worn->wear_count; i++) {
        slots[count++] = worn->wear[i] + R3D_APPEARANCE_ITEM;
    }
    if (row->id >= 0) {
        slots[count++] = row->id + R3D_APPEARANCE_ITEM;
    }
    return count;
}

static r3d_result make_worn(card_drawer *drawer, const card_row *row, r3d_mesh **out_mesh,
                            r3d_error *out_error)
{
    const int32_t gender = row->gender;
    r3d_result result = drawer->has_kits[gender] ? R3D_OK : find_kits(drawer, gender, out_error);
    if (result != R3D_OK) {
        return result;
    }
    int32_t slots[SLOTS_MAX];
    const int32_t count = fill_slots(drawer, row, slots);
    r3d_cache_pose pose;
    r3d_cache_pose_init(&pose);
    int32_t seq = drawer->worn.has_seq ? drawer->worn.seq : WORN_SEQ;
    if (row->action == CARD_ACTION_SEQ) {
        seq = row->seq;
        pose.mask_seq = seq; /* what it puts into the hands */
    }
    result = r3d_cache_get_step_frame(drawer->cache, seq, row->frame, &pose.primary, out_error);
    return result == R3D_OK ? r3d_cache_make_player(drawer->cache, gender, slots, count, NULL, 0,
                                                    &pose, out_mesh, out_error)
                            : result;
}

static r3d_result make_idk(card_drawer *drawer, int32_t id, r3d_mesh **out_mesh,
                           r3d_error *out_error)
{
    const r3d_cache_idk *record;
    r3d_result result = r3d_cache_get_idk(drawer->cache, id, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const int32_t slot = id + R3D_APPEARANCE_KIT;
    if (slot >= R3D_APPEARANCE_ITEM) {
        return card_fail(out_error, R3D_ERR_RANGE, drawer->cache,
                         "body part %ld cannot be worn, appearances name 0..%d", (long)id,
                         R3D_APPEARANCE_ITEM - R3D_APPEARANCE_KIT - 1);
    }
    return r3d_cache_make_player(drawer->cache, 0, &slot, 1, NULL, 0, NULL, out_mesh, out_error);
}

static r3d_result make_spot(card_drawer *drawer, const card_row *row, r3d_mesh **out_mesh,
                            r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    const r3d_cache_spot *record;
    int32_t frame = -1;
    r3d_result result = r3d_cache_get_spot(cache, row->id, &record, out_error);
    if (result == R3D_OK) {
        const int32_t seq = row->action == CARD_ACTION_SEQ ? row->seq : record->seq;
        result = r3d_cache_get_step_frame(cache, seq, row->frame, &frame, out_error);
    }
    return result == R3D_OK ? r3d_cache_make_spot(cache, row->id, frame, out_mesh, out_error)
                            : result;
}

r3d_result card_make_mesh(card_drawer *drawer, const card_row *row, r3d_mesh **out_mesh,
                          int32_t *out_yaw, r3d_error *out_error)
{
    *out_mesh = NULL;
    *out_yaw = CARD_YAW;
    switch (row->kind) {
    case CARD_NPC:
        *out_yaw = row->action == CARD_ACTION_MASKED ? MASKED_YAW : CARD_YAW;
        return make_npc(drawer, row, out_mesh, out_error);
    case CARD_LOC:
        return make_loc(drawer, row, out_mesh, out_error);
    case CARD_WORN:
        if (row->gender == 0 || row->gender == 1) {
            return make_worn(drawer, row, out_mesh, out_error);
        }
        break;
    case CARD_SPOT:
        return make_spot(drawer, row, out_mesh, out_error);
    case CARD_MODEL:
        return make_model(drawer, row->id, out_mesh, out_error);
    case CARD_IDK:
        return make_idk(drawer, row->id, out_mesh, out_error);
    default:
        break;
    }
    return card_fail(out_error, R3D_ERR_RANGE, drawer->cache, "a row of kind %d and gender %ld",
                     (int)row->kind, (long)row->gender);
}
