/* SPDX-License-Identifier: MIT */
/* What listeners hear of a scene and of a composed frame, and drawing a part once more. What a part did at a
 * pixel is in calls_explain.c. Source: spec affine section 14, "History". */

#include <string.h>

#include "affine_internal.h"

enum { AFFINE_FAR = 2 * R3D_SURFACE_SIZE_MAX };

/* Nothing of a picture further away can be on a surface. */
static r3d_rect rect_of(int32_t x, int32_t y, int32_t width, int32_t height)
{
    const int32_t left = x < -AFFINE_FAR ? -AFFINE_FAR : x > AFFINE_FAR ? AFFINE_FAR : x;
    const int32_t top = y < -AFFINE_FAR ? -AFFINE_FAR : y > AFFINE_FAR ? AFFINE_FAR : y;
    const r3d_rect rect = {left, top, left + width, top + height};
    return rect;
}

/* ---- the whole ---- */

static void touch_scene(const r3d_draw_call *call, r3d_rect *out_rect)
{
    const r3d_affine_draw_call *c = call->arguments;
    *out_rect = rect_of(c->x, c->y, c->scene->width, c->scene->height);
}

static r3d_result repeat_scene(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_affine_draw_call *c = call->arguments;
    return r3d_affine_draw(c->context, c->scene, c->camera, quiet, c->x, c->y);
}

static int32_t owners_of_scene(const r3d_draw_call *call,
                               r3d_draw_owners out[R3D_DRAW_OWNER_KINDS_MAX])
{
    const r3d_affine_scene *scene = ((const r3d_affine_draw_call *)call->arguments)->scene;
    const r3d_draw_owners owners[] = {{"backdrop", 1},
                                      {"floor", 2},
                                      {"shadow", scene->sprite_count},
                                      {"wall", scene->wall_count},
                                      {"object", scene->sprite_count}};
    memcpy(out, owners, sizeof owners);
    return (int32_t)(sizeof owners / sizeof owners[0]);
}

static void touch_compose(const r3d_draw_call *call, r3d_rect *out_rect)
{
    const r3d_affine_compose_call *c = call->arguments;
    *out_rect = rect_of(c->x, c->y, c->frame->width, c->frame->height);
}

static r3d_result repeat_compose(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_affine_compose_call *c = call->arguments;
    return r3d_affine_compose(c->frame, quiet, c->x, c->y);
}

static int32_t owners_of_compose(const r3d_draw_call *call,
                                 r3d_draw_owners out[R3D_DRAW_OWNER_KINDS_MAX])
{
    const r3d_affine_hw_frame *frame = ((const r3d_affine_compose_call *)call->arguments)->frame;
    const r3d_draw_owners owners[] = {
        {"backdrop", 1}, {"background", frame->background_count}, {"object", frame->object_count}};
    memcpy(out, owners, sizeof owners);
    return (int32_t)(sizeof owners / sizeof owners[0]);
}

static r3d_result repeat_boxes(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_affine_compose_call *c = call->arguments;
    return r3d_affine_draw_boxes(c->frame, quiet, c->x, c->y);
}

const r3d_draw_call_type r3d_call_affine_draw = {
    "affine scene", R3D_DRAW_WRITES_PARTS, touch_scene, repeat_scene, NULL, owners_of_scene};
const r3d_draw_call_type r3d_call_affine_compose = {
    "composed frame", R3D_DRAW_WRITES_PARTS, touch_compose, repeat_compose, NULL,
    owners_of_compose};
const r3d_draw_call_type r3d_call_affine_boxes = {
    "boxes of objects", R3D_DRAW_WRITES_PIXELS, touch_compose, repeat_boxes, NULL, NULL};

/* ---- parts ---- */

static void touch_affine_part(const r3d_draw_call *call, r3d_rect *out_rect)
{
    const r3d_affine_part_call *c = call->arguments;
    *out_rect = rect_of(c->x, c->y, c->scene != NULL ? c->scene->width : c->frame->width,
                        c->scene != NULL ? c->scene->height : c->frame->height);
}

static r3d_result repeat_affine_part(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_priv_affine_part *part = call->arguments;
    if (part->call.frame != NULL) {
        r3d_priv_affine_compose(part->call.frame, part->cycled, quiet, part->call.x, part->call.y,
                                part->owner);
        return R3D_OK;
    }
    r3d_priv_affine_frame frame = *part->frame;
    frame.surface = quiet;
    frame.told = NULL;
    if (!part->is_culled && r3d_priv_affine_clip(&frame, frame.scene->width, frame.scene->height)) {
        r3d_priv_affine_paint(&frame, part->call.kind, part->call.number);
    }
    return R3D_OK;
}

#define AFFINE_PART(symbol, name)                                                                  \
    const r3d_draw_call_type symbol = {(name),                                                     \
                                       R3D_DRAW_WRITES_PIXELS,                                     \
                                       touch_affine_part,                                          \
                                       repeat_affine_part,                                         \
                                       r3d_priv_affine_explain,                                    \
                                       NULL}

AFFINE_PART(r3d_call_affine_backdrop, "backdrop");
AFFINE_PART(r3d_call_affine_floor, "floor");
AFFINE_PART(r3d_call_affine_shadow, "shadow");
AFFINE_PART(r3d_call_affine_wall, "wall");
AFFINE_PART(r3d_call_affine_object, "object");

static void tell(r3d_surface *surface, const r3d_priv_affine_part *part)
{
    static const r3d_draw_call_type *const types[] = {
        &r3d_call_affine_backdrop, &r3d_call_affine_floor, &r3d_call_affine_shadow,
        &r3d_call_affine_wall, &r3d_call_affine_object};
    static const char *const kinds[] = {"backdrop", "floor", "shadow", "wall", "object"};
    const bool is_alone = part->call.scene == NULL;
    r3d_draw_origin origin;
    memset(&origin, 0, sizeof origin);
    origin.kind = is_alone && part->call.kind == R3D_AFFINE_PART_FLOOR ? "background"
                                                                       : kinds[part->call.kind];
    origin.id = part->call.number;
    origin.number_count = 1;
    origin.numbers[0].name = "place";
    origin.numbers[0].value = part->call.place;
    r3d_draw_push(surface, &origin);
    (void)r3d_draw_tell(types[part->call.kind], surface, part);
    r3d_draw_pop(surface);
}

void r3d_priv_affine_tell_part(r3d_priv_affine_frame *frame, r3d_affine_part_kind kind,
                               int32_t number)
{
    r3d_priv_affine_part part;
    memset(&part, 0, sizeof part);
    part.call.kind = kind;
    part.call.number = number;
    part.call.place = frame->part_count++;
    part.call.x = frame->x;
    part.call.y = frame->y;
    part.call.scene = frame->scene;
    part.frame = frame;
    part.cycled = frame->cycled;
    part.is_culled = kind == R3D_AFFINE_PART_WALL &&
                     frame->context->wall_states[number] == R3D_AFFINE_WALL_CULLED;
    tell(frame->told, &part);
}

/* What an object of the compositor stands for. */
static void name_object(const r3d_affine_hw_object *object, int32_t number,
                        r3d_priv_affine_part *part)
{
    static const r3d_affine_part_kind kinds[] = {R3D_AFFINE_PART_OBJECT, R3D_AFFINE_PART_WALL,
                                                 R3D_AFFINE_PART_OBJECT, R3D_AFFINE_PART_SHADOW};
    const bool is_alone = part->call.scene == NULL;
    part->call.kind = is_alone ? R3D_AFFINE_PART_OBJECT : kinds[object->origin];
    part->call.number = is_alone ? number : object->number;
}

void r3d_priv_affine_tell_composed(const r3d_affine_hw_frame *frame, const r3d_affine_scene *scene,
                                   const uint8_t cycled[256], r3d_surface *surface, int32_t x,
                                   int32_t y)
{
    r3d_priv_affine_part part;
    memset(&part, 0, sizeof part);
    part.call.x = x;
    part.call.y = y;
    part.call.scene = scene;
    part.call.frame = frame;
    part.cycled = cycled;
    part.call.kind = R3D_AFFINE_PART_BACKDROP;
    part.owner = R3D_PRIV_AFFINE_OWNER_BACKDROP;
    tell(surface, &part);
    for (int32_t i = 0; i < frame->background_count; i++) {
        part.call.kind = R3D_AFFINE_PART_FLOOR;
        /* Floor 0 is background 3, floor 1 background 2. */
        part.call.number = scene == NULL ? i : 3 - frame->backgrounds[i].number;
        part.call.place++;
        part.owner = i;
        tell(surface, &part);
    }
    /* The first of the memory lies in front. */
    for (int32_t i = frame->object_count - 1; i >= 0; i--) {
        name_object(&frame->objects[i], i, &part);
        part.call.place++;
        part.owner = R3D_PRIV_AFFINE_OWNER_OBJECTS + i;
        tell(surface, &part);
    }
}
