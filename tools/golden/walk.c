/* SPDX-License-Identifier: MIT */
/* See walk.h. */

#include "walk.h"

#include <stdio.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>

#include "../common/commands.h"

enum { PATH_SIZE = 4096, DEPTH_MAX = 32 };

typedef struct walker {
    const char *folder;
    char below[PATH_SIZE]; /* "" or "a/b/" */
    int depth;
    walk_fn visit;
    void *user;
    bool failed;
    bool stopped;
} walker;

/* Whether a folder is one of those above it: a link that leads back. */
static bool leads_back(const walker *w, const char *path)
{
    char part[PATH_SIZE];
    const size_t top = strlen(w->folder);
    if (!r3d_path_is_link(path)) {
        return false;
    }
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = strrchr(part, '/'); slash != NULL && (size_t)(slash - part) >= top;
         slash = strrchr(part, '/')) {
        *slash = '\0';
        if (r3d_file_is_same(part, path)) {
            return true;
        }
    }
    return false;
}

static bool cut_ending(char *text, const char *ending)
{
    size_t length = strlen(text);
    size_t size = strlen(ending);
    if (length <= size || strcmp(text + length - size, ending) != 0) {
        return false;
    }
    text[length - size] = '\0';
    return true;
}

static walk_kind classify(char *name, bool top)
{
    if (top && (strcmp(name, "goldens.txt") == 0 || strcmp(name, "xfail.txt") == 0)) {
        return WALK_OTHER;
    }
    if (cut_ending(name, ".png")) {
        return cut_ending(name, ".mask")    ? WALK_MASK
               : cut_ending(name, ".owner") ? WALK_OWNER
               : cut_ending(name, ".xfail") ? WALK_XFAIL
                                            : WALK_PICTURE;
    }
    if (cut_ending(name, ".txt")) {
        return cut_ending(name, ".i32") ? WALK_I32 : WALK_TEXT;
    }
    return WALK_OTHER;
}

static void list(walker *w, const char *folder);

static bool visit_entry(const char *entry, void *user)
{
    walker *w = user;
    char path[PATH_SIZE];
    char name[PATH_SIZE];
    char tag[PATH_SIZE] = "";
    if (snprintf(path, sizeof path, "%s/%s%s", w->folder, w->below, entry) >= (int)sizeof path ||
        snprintf(name, sizeof name, "%s%s", w->below, entry) >= (int)sizeof name) {
        fprintf(stderr, "%s/%s: a path in it is too long\n", w->folder, w->below);
        w->failed = true;
        return true;
    }
    if (r3d_path_get_kind(path) == R3D_PATH_FOLDER) {
        size_t length = strlen(w->below);
        if (leads_back(w, path)) {
            return true;
        }
        if (w->depth == DEPTH_MAX || length + strlen(entry) + 2 > sizeof w->below) {
            fprintf(stderr, "%s: lies too deep\n", path);
            w->failed = true;
            return true;
        }
        char folder[PATH_SIZE];
        memcpy(folder, path, sizeof folder);
        snprintf(w->below + length, sizeof w->below - length, "%s/", entry);
        w->depth++;
        list(w, folder);
        w->depth--;
        w->below[length] = '\0';
        return !w->stopped;
    }
    walk_kind kind = classify(name, w->depth == 0);
    char *at = kind == WALK_PICTURE || kind == WALK_MASK ? strrchr(name, '@') : NULL;
    if (at != NULL && strchr(at, '/') == NULL) {
        snprintf(tag, sizeof tag, "%s", at + 1);
        *at = '\0';
    }
    w->stopped = !w->visit(path, kind, name, tag, w->user);
    return !w->stopped;
}

static void list(walker *w, const char *folder)
{
    r3d_error error;
    if (r3d_folder_list(folder, NULL, visit_entry, w, &error) != R3D_OK) {
        report_error(&error);
        w->failed = true;
    }
}

bool walk_goldens(const char *folder, walk_fn visit, void *user)
{
    walker w;
    memset(&w, 0, sizeof w);
    w.folder = folder;
    w.visit = visit;
    w.user = user;
    list(&w, folder);
    return !w.failed && !w.stopped;
}
