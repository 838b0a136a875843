/* SPDX-License-Identifier: MIT */
// Why a picture may differ from its golden: hints, who drew the pixels, histories of pixels.
// Spec golden sections 2.8 and 8.

#include <string.h>

#include "../diff/text_format.h"
#include "check.h"

#include <retro3d/folders.h>
#include <retro3d/png.h>

enum { EXPLAINED_CLUSTERS = 3, OWNERS_SHOWN = 4 };

static r3d_diff_text *say(r3d_priv_check *c)
{
    return &c->report->text;
}

static void put_owner(r3d_priv_check *c, const r3d_diff_owner_count *owner)
{
    char name[128];
    snprintf(name, sizeof name, "owner %lu", (unsigned long)owner->owner);
    if (c->options->owner_name != NULL) {
        c->options->owner_name(owner->owner, name, sizeof name, c->options->user);
        name[sizeof name - 1] = '\0';
    }
    r3d_priv_golden_put_shown(say(c), name);
    r3d_priv_text_printf(say(c), ": %lld px", (long long)owner->count);
}

static void put_owners(r3d_priv_check *c)
{
    char path[R3D_PRIV_PATH_MAX];
    r3d_picture stored;
    r3d_picture_view stored_view;
    const r3d_picture_view *golden_owner = NULL;
    if (c->options == NULL || c->options->owner == NULL) {
        return;
    }
    memset(&stored, 0, sizeof stored);
    if (r3d_priv_golden_path(c->golden->root, c->golden->suite, c->name, ".owner.png", path) &&
        r3d_path_get_kind(path) == R3D_PATH_FILE &&
        r3d_png_load(path, NULL, &c->golden->allocator, &stored, NULL) == R3D_OK) {
        r3d_picture_get_view(&stored, &stored_view);
        golden_owner = &stored_view;
    }
    c->has_owners =
        r3d_diff_count_owners(&c->best.diff, &c->best.view, c->actual, c->options->owner,
                              r3d_priv_check_owner_stride(c), golden_owner, &c->golden->allocator,
                              &c->owners) == R3D_OK;
    for (size_t i = 0; c->has_owners && i < c->best.diff.cluster_count && i < 5; i++) {
        const r3d_diff_cluster_owners *owners = &c->owners.clusters[i];
        r3d_priv_text_printf(say(c), "#%zu written by ", i + 1);
        for (int32_t k = 0; k < owners->owner_count && k < OWNERS_SHOWN; k++) {
            r3d_priv_text_puts(say(c), k == 0 ? "" : "; ");
            put_owner(c, &owners->owners[k]);
        }
        r3d_priv_text_puts(say(c), owners->owner_count > OWNERS_SHOWN ? "; ...\n" : "\n");
    }
    if (c->has_owners && golden_owner != NULL) {
        r3d_priv_text_printf(
            say(c),
            "owner differs at %lld px (sorting or coverage), is the same at %lld px "
            "(shading)\n",
            (long long)c->owners.moved, (long long)c->owners.kept);
    }
    r3d_picture_free(&stored);
}

// Lines of a client or a script, which name files.
static void put_history(r3d_priv_check *c, char *lines)
{
    while (*lines != '\0') {
        char *end = lines + strcspn(lines, "\n");
        char *next = *end != '\0' ? end + 1 : end;
        *end = '\0';
        r3d_priv_golden_put_named(&c->explain, "", lines, "\n");
        lines = next;
    }
}

static void put_explanations(r3d_priv_check *c)
{
    if (c->options == NULL ||
        (c->options->explain == NULL && c->options->explain_difference == NULL)) {
        return;
    }
    for (size_t i = 0; i < c->best.diff.cluster_count && i < EXPLAINED_CLUSTERS; i++) {
        const r3d_diff_pixel *p = &c->best.diff.clusters[i].first;
        char history[4096];
        history[0] = '\0';
        if (!p->in_actual) {
            continue;
        }
        r3d_result result =
            c->options->explain_difference != NULL
                ? c->options->explain_difference(p->x, p->y, p->in_expected, p->expected_argb,
                                                 history, sizeof history, c->options->user)
                : c->options->explain(p->x, p->y, history, sizeof history, c->options->user);
        history[sizeof history - 1] = '\0';
        r3d_priv_text_printf(&c->explain, "history of (%ld,%ld):\n", (long)p->x, (long)p->y);
        if (result != R3D_OK) {
            snprintf(history, sizeof history, "%s", r3d_result_string(result));
        }
        put_history(c, history);
    }
    (void)r3d_diff_text_append(say(c), c->explain.data != NULL ? c->explain.data : "",
                               c->explain.length);
}

void r3d_priv_check_put_reasons(r3d_priv_check *c)
{
    r3d_diff_hints(&c->best.diff, &c->best.view, c->actual, &c->golden->allocator, &c->hints);
    if (c->hints.length != 0) {
        (void)r3d_diff_text_append(say(c), c->hints.data, c->hints.length);
    }
    put_owners(c);
    put_explanations(c);
}
