/* SPDX-License-Identifier: MIT */
#include "model_state.h"

#include <string.h>

#include "../base/hash.h"

enum { OBJECTS_MAX = 1 << 20 };

static r3d_result set_limits(const r3d_replay *replay, struct r3d_priv_models *models,
                             r3d_draw_limits limits)
{
    if (models->contexts[limits] == NULL) {
        r3d_draw_context_desc desc;
        r3d_draw_context_desc_init(&desc);
        desc.limits = limits;
        desc.allocator = replay->allocator;
        desc.isa = replay->isa;
        desc.texture_capacity = limits == R3D_LIMITS_NONE ? R3D_PRIV_BOUND_TEXTURES : 0;
        r3d_result result = r3d_draw_context_create(&desc, &models->contexts[limits]);
        if (result != R3D_OK) {
            return result;
        }
    }
    models->limits = limits;
    models->context = models->contexts[limits];
    return R3D_OK;
}

struct r3d_priv_models *r3d_priv_models_get(r3d_replay *replay)
{
    struct r3d_priv_models *models = r3d_replay_get_room_state(replay, &r3d_priv_model_room);
    if (models != NULL && models->context == NULL) {
        models->last.replay = replay;
        if (set_limits(replay, models, R3D_LIMITS_ORIGINAL) != R3D_OK) {
            return NULL;
        }
    }
    return models;
}

struct r3d_priv_models *r3d_priv_models_of(const r3d_replay *replay)
{
    struct r3d_priv_models *models = r3d_replay_get_room_state(replay, &r3d_priv_model_room);
    return models != NULL && models->context != NULL ? models : NULL;
}

r3d_result r3d_priv_models_set_limits(r3d_replay *replay, r3d_draw_limits limits)
{
    struct r3d_priv_models *models = r3d_priv_models_get(replay);
    return models != NULL ? set_limits(replay, models, limits) : R3D_ERR_MEMORY;
}

static void clear_object(r3d_priv_object *object, const r3d_allocator *hooks)
{
    r3d_mesh_destroy(object->mesh);
    r3d_loaded_skeleton_free(&object->skeleton);
    r3d_animation_free(&object->animation);
    hooks->free(object->icon, hooks->user);
    hooks->free(object->icon_source, hooks->user);
    object->mesh = NULL;
    object->icon = NULL;
    object->icon_source = NULL;
    object->pick_by_box = false;
    object->is_set = false;
}

void r3d_priv_models_release(void *state, const r3d_allocator *hooks)
{
    struct r3d_priv_models *models = state;
    r3d_priv_object **objects = models->objects.items;
    for (size_t i = 0; i < models->objects.count; i++) {
        clear_object(objects[i], hooks);
        hooks->free(objects[i], hooks->user);
    }
    r3d_draw_context_destroy(models->contexts[0]);
    r3d_draw_context_destroy(models->contexts[1]);
    hooks->free(models->objects.items, hooks->user);
    hooks->free(models->slots, hooks->user);
    hooks->free(models->last.order.items, hooks->user);
    hooks->free(models->last.triangles.items, hooks->user);
    hooks->free(models->dump.items, hooks->user);
}

static uint32_t hash(r3d_priv_object_kind kind, const char *name)
{
    const uint32_t h = r3d_priv_hash_name(name, strlen(name)) + (uint32_t)kind;
    return h ^ h >> 15;
}

/* The slot of a name: it holds the object's number + 1, or 0 if there is none. */
static uint32_t *find_slot(const struct r3d_priv_models *models, r3d_priv_object_kind kind,
                           const char *name)
{
    r3d_priv_object *const *objects = models->objects.items;
    uint32_t mask = models->slot_count - 1u;
    uint32_t at = hash(kind, name) & mask;
    while (models->slots[at] != 0) {
        const r3d_priv_object *object = objects[models->slots[at] - 1u];
        if (object->kind == kind && strcmp(object->name, name) == 0) {
            break;
        }
        at = (at + 1u) & mask;
    }
    return &models->slots[at];
}

/* Doubles the hash table when it is half full. */
static bool grow_slots(r3d_replay *replay)
{
    struct r3d_priv_models *models = r3d_priv_models_of(replay);
    if (models->objects.count * 2 < models->slot_count) {
        return true;
    }
    const r3d_allocator *hooks = &replay->allocator;
    uint32_t count = models->slot_count == 0 ? 64u : models->slot_count * 2u;
    uint32_t *slots = hooks->alloc(count * sizeof *slots, hooks->user);
    if (slots == NULL) {
        return false;
    }
    memset(slots, 0, count * sizeof *slots);
    hooks->free(models->slots, hooks->user);
    models->slots = slots;
    models->slot_count = count;
    r3d_priv_object *const *objects = models->objects.items;
    for (size_t i = 0; i < models->objects.count; i++) {
        *find_slot(models, objects[i]->kind, objects[i]->name) = (uint32_t)i + 1u;
    }
    return true;
}

static const char *kind_name(r3d_priv_object_kind kind)
{
    switch (kind) {
    case R3D_PRIV_OBJECT_MESH:
        return "mesh";
    case R3D_PRIV_OBJECT_SKELETON:
        return "skeleton";
    case R3D_PRIV_OBJECT_ANIMATION:
        return "animation";
    case R3D_PRIV_OBJECT_ICON:
        break;
    }
    return "icon";
}

r3d_priv_object *r3d_priv_object_find(r3d_replay *replay, r3d_priv_object_kind kind,
                                      const char *name)
{
    const struct r3d_priv_models *models = r3d_priv_models_of(replay);
    if (models != NULL && models->slot_count > 0) {
        uint32_t number = *find_slot(models, kind, name);
        r3d_priv_object *const *objects = models->objects.items;
        if (number != 0 && objects[number - 1u]->is_set) {
            return objects[number - 1u];
        }
    }
    (void)r3d_replay_fail(replay, R3D_ERR_STATE, "there is no %s \"%.40s\" yet", kind_name(kind),
                          name);
    return NULL;
}

r3d_priv_object *r3d_priv_object_reset(r3d_replay *replay, r3d_priv_object_kind kind,
                                       const char *name)
{
    struct r3d_priv_models *models = r3d_priv_models_get(replay);
    if (models == NULL || !grow_slots(replay)) {
        return NULL;
    }
    const r3d_allocator *hooks = &replay->allocator;
    uint32_t *slot = find_slot(models, kind, name);
    if (*slot != 0) {
        r3d_priv_object *known = ((r3d_priv_object **)models->objects.items)[*slot - 1u];
        clear_object(known, hooks);
        return known;
    }
    if (models->objects.count >= OBJECTS_MAX) {
        return NULL;
    }
    r3d_priv_object *object = hooks->alloc(sizeof *object, hooks->user);
    r3d_priv_object **place =
        object != NULL ? r3d_priv_grow(hooks, &models->objects, 1, sizeof(r3d_priv_object *))
                       : NULL;
    if (place == NULL) {
        hooks->free(object, hooks->user);
        return NULL;
    }
    memset(object, 0, sizeof *object);
    object->name = name;
    object->kind = kind;
    *place = object;
    *slot = (uint32_t)models->objects.count;
    return object;
}

const char *r3d_replay_get_dump(const r3d_replay *replay, size_t *out_size)
{
    const struct r3d_priv_models *models = r3d_priv_models_of(replay);
    const size_t size =
        models == NULL || replay->state == R3D_PRIV_REPLAY_FAILED ? 0 : models->dump.count;
    if (out_size != NULL) {
        *out_size = size;
    }
    return size == 0 ? "" : models->dump.items;
}

bool r3d_replay_has_alpha(const r3d_replay *replay)
{
    return replay != NULL && replay->has_sentinel;
}

int32_t r3d_priv_flat_value(const r3d_replay *replay)
{
    const struct r3d_priv_models *models = r3d_priv_models_of(replay);
    const r3d_priv_growing *list = models != NULL ? &models->last.triangles : NULL;
    if (list == NULL || list->count == 0) {
        return -1;
    }
    const r3d_draw_triangle *last = (const r3d_draw_triangle *)list->items + (list->count - 1);
    return last->kind == R3D_FACE_FLAT ? last->value[0] : -1;
}
