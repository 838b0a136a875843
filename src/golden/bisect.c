/* SPDX-License-Identifier: MIT */
// The first draw after which two back ends differ, and folders of scenes.

#include <string.h>

#include "../base/error_text.h"
#include "../base/memory.h"

#include <retro3d/folders.h>
#include <retro3d/golden.h>

/* ---- bisecting ---- */

typedef struct bisect_search {
    r3d_golden_replay_fn replay;
    void *user;
    const r3d_allocator *allocator;
    r3d_error *out_error;
} bisect_search;

// Compares the frames after `count` commands; the result belongs to the caller.
static r3d_result compare_after(const bisect_search *s, int32_t count, r3d_picture_view *views,
                                r3d_diff_result *out_diff)
{
    memset(out_diff, 0, sizeof *out_diff);
    for (int32_t backend = 0; backend < 2; backend++) {
        r3d_result result = s->replay(backend, count, &views[backend], s->user);
        if (result != R3D_OK) {
            return r3d_priv_error_printf(s->out_error, result, NULL, 0, -1,
                                         "back end %ld failed to draw %ld commands", (long)backend,
                                         (long)count);
        }
    }
    return r3d_diff_compare(&views[0], &views[1], NULL, s->allocator, out_diff, s->out_error);
}

static r3d_result keep_frames(const bisect_search *s, const r3d_picture_view *views,
                              r3d_golden_bisection *out)
{
    for (int i = 0; i < 2; i++) {
        if (r3d_diff_canvas_copy(&views[i], s->allocator, &out->frames[i]) != R3D_OK) {
            return r3d_priv_error_printf(s->out_error, R3D_ERR_MEMORY, NULL, 0, -1,
                                         "out of memory");
        }
    }
    return R3D_OK;
}

void r3d_golden_bisection_free(r3d_golden_bisection *bisection)
{
    if (bisection == NULL) {
        return;
    }
    r3d_diff_result_free(&bisection->diff);
    r3d_diff_canvas_free(&bisection->frames[0]);
    r3d_diff_canvas_free(&bisection->frames[1]);
    memset(bisection, 0, sizeof *bisection);
}

r3d_result r3d_golden_bisect(int32_t command_count, r3d_golden_replay_fn replay, void *user,
                             const r3d_allocator *allocator, r3d_golden_bisection *out_bisection,
                             r3d_error *out_error)
{
    bisect_search s = {replay, user, allocator, out_error};
    r3d_picture_view views[2];
    r3d_diff_result diff;
    if (replay == NULL || out_bisection == NULL || command_count < 0 ||
        r3d_priv_hooks_are_half(allocator)) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                     "an argument is wrong");
    }
    memset(out_bisection, 0, sizeof *out_bisection);
    r3d_result result = compare_after(&s, command_count, views, &diff);
    if (result != R3D_OK || diff.verdict == R3D_DIFF_EQUAL) {
        r3d_diff_result_free(&diff);
        return result;
    }
    r3d_diff_result_free(&diff);
    // Frames are equal after `equal` commands (or nothing is known: -1) and differ after
    // `differing`.
    int32_t equal = -1;
    int32_t differing = command_count;
    while (differing - equal > 1) {
        int32_t middle = equal + (differing - equal) / 2;
        result = compare_after(&s, middle, views, &diff);
        bool same = diff.verdict == R3D_DIFF_EQUAL;
        r3d_diff_result_free(&diff);
        if (result != R3D_OK) {
            return result;
        }
        equal = same ? middle : equal;
        differing = same ? differing : middle;
    }
    result = compare_after(&s, differing, views, &out_bisection->diff);
    if (result == R3D_OK) {
        result = keep_frames(&s, views, out_bisection);
    }
    if (result != R3D_OK) {
        r3d_golden_bisection_free(out_bisection);
        return result;
    }
    out_bisection->differs = true;
    // 0 commands that differ: the very beginning is to blame, which is no command.
    out_bisection->first_command = differing - 1;
    return R3D_OK;
}

/* ---- folders ---- */

typedef struct visitor {
    const char *folder;
    const char *ending;
    r3d_golden_visit_fn visit;
    void *user;
} visitor;

static bool visit_entry(const char *entry, void *user)
{
    visitor *v = user;
    char path[4096];
    char name[512];
    size_t length = strlen(entry);
    size_t ending = strlen(v->ending);
    if (length <= ending || length - ending >= sizeof name ||
        strcmp(entry + length - ending, v->ending) != 0 ||
        snprintf(path, sizeof path, "%s/%s", v->folder, entry) >= (int)sizeof path ||
        r3d_path_get_kind(path) != R3D_PATH_FILE) {
        return true;
    }
    memcpy(name, entry, length - ending);
    name[length - ending] = '\0';
    return v->visit(path, name, v->user);
}

r3d_result r3d_golden_visit_folder(const char *folder, const char *ending,
                                   const r3d_allocator *allocator, r3d_golden_visit_fn visit,
                                   void *user)
{
    if (folder == NULL || ending == NULL || visit == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    visitor v = {folder, ending, visit, user};
    return r3d_folder_list(folder, allocator, visit_entry, &v, NULL);
}
