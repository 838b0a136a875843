/* SPDX-License-Identifier: MIT */
/* Telling listeners, whatever the room. */

#include <retro3d/listen.h>

#include <string.h>

static r3d_draw_call call_of(const r3d_draw_call_type *type, r3d_surface *surface,
                             const void *arguments)
{
    const r3d_draw_call call = {type, surface, arguments, surface->origin};
    return call;
}

void r3d_draw_tell_before(const r3d_draw_call_type *type, r3d_surface *surface,
                          const void *arguments)
{
    if (type == NULL || surface == NULL) {
        return;
    }
    const r3d_draw_listener *listener = surface->listener;
    if (listener != NULL && listener->before != NULL) {
        const r3d_draw_call call = call_of(type, surface, arguments);
        listener->before(&call, listener->user);
    }
}

void r3d_draw_tell_after(const r3d_draw_call_type *type, r3d_surface *surface,
                         const void *arguments)
{
    if (type == NULL || surface == NULL) {
        return;
    }
    const r3d_draw_listener *listener = surface->listener;
    if (listener != NULL && listener->after != NULL) {
        const r3d_draw_call call = call_of(type, surface, arguments);
        listener->after(&call, listener->user);
    }
}

static r3d_result repeat(const r3d_draw_call *call, const r3d_surface *target)
{
    r3d_surface quiet = *target;
    quiet.listener = NULL;
    quiet.origin = NULL;
    return call->type->repeat(call, &quiet);
}

r3d_result r3d_draw_tell(const r3d_draw_call_type *type, r3d_surface *surface,
                         const void *arguments)
{
    if (type == NULL || surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_draw_tell_before(type, surface, arguments);
    const r3d_draw_call call = call_of(type, surface, arguments);
    r3d_result result = repeat(&call, surface);
    r3d_draw_tell_after(type, surface, arguments);
    return result;
}

r3d_result r3d_draw_call_repeat(const r3d_draw_call *call, r3d_surface *target)
{
    if (call == NULL || target == NULL || target->pixels == NULL || call->type == NULL ||
        call->type->repeat == NULL || call->arguments == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    return repeat(call, target);
}

void r3d_surface_set_listener(r3d_surface *surface, const r3d_draw_listener *listener)
{
    if (surface != NULL) {
        surface->listener = listener;
    }
}

void r3d_draw_push(r3d_surface *surface, r3d_draw_origin *origin)
{
    if (surface == NULL || origin == NULL) {
        return;
    }
    origin->outer = surface->origin;
    surface->origin = origin;
}

void r3d_draw_pop(r3d_surface *surface)
{
    if (surface == NULL) {
        return;
    }
    if (surface->origin != NULL) {
        surface->origin = surface->origin->outer;
    }
}

const r3d_draw_origin *r3d_draw_origin_find(const r3d_draw_origin *origin, const char *kind)
{
    if (kind == NULL) {
        return NULL;
    }
    while (origin != NULL && strcmp(origin->kind, kind) != 0) {
        origin = origin->outer;
    }
    return origin;
}

int32_t r3d_draw_origin_number(const r3d_draw_origin *origin, const char *name, int32_t otherwise)
{
    if (name == NULL) {
        return otherwise;
    }
    for (int32_t i = 0; origin != NULL && i < origin->number_count; i++) {
        if (strcmp(origin->numbers[i].name, name) == 0) {
            return origin->numbers[i].value;
        }
    }
    return otherwise;
}
