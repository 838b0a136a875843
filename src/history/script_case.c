/* SPDX-License-Identifier: MIT */
/* Display lists as golden cases. */

#include <retro3d/script_case.h>

#include <string.h>

#include <retro3d/history.h>

#include "../script/script_internal.h"

struct r3d_script_case {
    r3d_allocator allocator;
    r3d_script *script;
    r3d_replay *replay;
    r3d_history *owners; /* NULL until it is asked for */
};

r3d_result r3d_script_case_create_from(const r3d_file_source *files, const char *name, r3d_isa isa,
                                       const r3d_allocator *allocator, r3d_script_case **out_case,
                                       r3d_error *out_error)
{
    r3d_allocator hooks;
    if (out_case == NULL || name == NULL || r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_ARGUMENT, name);
    }
    *out_case = NULL;
    r3d_script_case *made = hooks.alloc(sizeof *made, hooks.user);
    if (made == NULL) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_MEMORY, name);
    }
    memset(made, 0, sizeof *made);
    made->allocator = hooks;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.allocator = hooks;
    desc.isa = isa;
    r3d_script_load_options options;
    r3d_script_load_options_init(&options);
    options.allocator = hooks;
    options.files = files;
    r3d_result result = r3d_script_load_with(name, &options, &made->script, out_error);
    if (result == R3D_OK) {
        result = r3d_replay_create(&desc, &made->replay);
        if (result != R3D_OK) {
            (void)r3d_priv_refuse_call(out_error, result, name);
        }
    }
    if (result == R3D_OK) {
        result = r3d_replay_run(made->replay, made->script, out_error);
    }
    if (result == R3D_OK && r3d_replay_get_surface(made->replay) == NULL) {
        result = r3d_priv_refuse_call(out_error, R3D_ERR_STATE, name);
    }
    if (result != R3D_OK) {
        r3d_script_case_destroy(made);
        return result;
    }
    *out_case = made;
    return R3D_OK;
}

r3d_result r3d_script_case_create(const char *path, r3d_isa isa, const r3d_allocator *allocator,
                                  r3d_script_case **out_case, r3d_error *out_error)
{
    return r3d_script_case_create_from(NULL, path, isa, allocator, out_case, out_error);
}

void r3d_script_case_destroy(r3d_script_case *c)
{
    if (c == NULL) {
        return;
    }
    const r3d_allocator hooks = c->allocator;
    r3d_history_destroy(c->owners);
    r3d_replay_destroy(c->replay);
    r3d_script_destroy(c->script);
    hooks.free(c, hooks.user);
}

void r3d_script_case_get_view(const r3d_script_case *c, r3d_picture_view *out_view)
{
    if (c == NULL || out_view == NULL) {
        return;
    }
    const r3d_surface *surface = r3d_replay_get_surface(c->replay);
    out_view->pixels = surface->pixels;
    out_view->stride_bytes = (ptrdiff_t)surface->stride_px * (ptrdiff_t)sizeof *surface->pixels;
    out_view->width = surface->width;
    out_view->height = surface->height;
    out_view->layout = r3d_replay_has_alpha(c->replay) ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32;
}

static const r3d_history *owners_of(r3d_script_case *c)
{
    if (c->owners == NULL) {
        r3d_history_desc desc;
        r3d_history_desc_init(&desc);
        desc.allocator = c->allocator;
        desc.owner = true;
        (void)r3d_history_create(c->script, &desc, &c->owners, NULL);
    }
    return c->owners;
}

const uint32_t *r3d_script_case_get_owner(r3d_script_case *c)
{
    if (c == NULL) {
        return NULL;
    }
    return r3d_history_get_owner(owners_of(c));
}

void r3d_script_case_owner_name(uint32_t owner, char *out_text, size_t size, void *user)
{
    if (out_text == NULL || user == NULL) {
        return;
    }
    r3d_script_case *c = user;
    r3d_history_owner_name(owners_of(c), owner, out_text, size);
}

r3d_result r3d_script_case_explain(int32_t x, int32_t y, bool has_expected, uint32_t expected_argb,
                                   char *out_text, size_t size, void *user)
{
    if (out_text == NULL || user == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_script_case *c = user;
    const r3d_history_point point = {x, y, has_expected, expected_argb & 0xFFFFFFu};
    r3d_history *history = NULL;
    r3d_history_desc desc;
    r3d_history_desc_init(&desc);
    desc.allocator = c->allocator;
    desc.points = &point;
    desc.point_count = 1;
    r3d_result result = r3d_history_create(c->script, &desc, &history, NULL);
    if (result == R3D_OK) {
        (void)r3d_history_text(history, 0, out_text, size);
    }
    r3d_history_destroy(history);
    return result;
}
