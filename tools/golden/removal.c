/* SPDX-License-Identifier: MIT */
/* See removal.h. */

#include "removal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>

bool removal_refused(const char *root)
{
    char path[RESULT_PATH_MAX];
    if (snprintf(path, sizeof path, "%s/.git", root) >= (int)sizeof path ||
        r3d_path_get_kind(path) != R3D_PATH_NONE) {
        fprintf(stderr, "%s: a git repository, so nothing is removed there\n", root);
        return true;
    }
    return false;
}

bool removal_is_inside(const char *path, const char *folder)
{
    char *real = result_real_path(path);
    char *real_folder = result_real_path(folder);
    bool inside = false;
    if (real != NULL && real_folder != NULL) {
        size_t length = strlen(real_folder);
        length -= length != 0 && real_folder[length - 1] == '/' ? 1 : 0; /* "/" itself */
        inside = strncmp(real, real_folder, length) == 0 &&
                 (real[length] == '\0' || real[length] == '/');
    }
    free(real);
    free(real_folder);
    return inside;
}

/* Whether the way from the root to a path of some kind has no link and enters no repository. */
static bool is_reached_plainly(const char *root, const char *path, r3d_path_kind kind)
{
    char part[RESULT_PATH_MAX];
    char repository[RESULT_PATH_MAX];
    const size_t root_length = strlen(root);
    const size_t length = strlen(path);
    if (strncmp(path, root, root_length) != 0 || path[root_length] != '/' ||
        length >= sizeof part || strstr(path + root_length, "/../") != NULL) {
        return false;
    }
    for (size_t i = root_length + 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        memcpy(part, path, i);
        part[i] = '\0';
        if (r3d_path_is_link(part) ||
            (path[i] == '/' &&
             (snprintf(repository, sizeof repository, "%s/.git", part) >= (int)sizeof repository ||
              r3d_path_get_kind(repository) != R3D_PATH_NONE))) {
            return false;
        }
    }
    return r3d_path_get_kind(path) == kind;
}

bool removal_leftovers(const char *root, const char *folder)
{
    return !is_reached_plainly(root, folder, R3D_PATH_FOLDER) ||
           r3d_folder_remove_leftovers(folder, NULL) == R3D_OK;
}

void removal_add(removal *plan, const char *path)
{
    if (!is_reached_plainly(plan->root, path, R3D_PATH_FILE)) {
        return;
    }
    if (plan->count == plan->capacity) {
        const size_t capacity = plan->capacity == 0 ? 64 : plan->capacity * 2;
        char **paths = realloc(plan->paths, capacity * sizeof *paths);
        if (paths == NULL) {
            plan->failed = true;
            return;
        }
        plan->paths = paths;
        plan->capacity = capacity;
    }
    char *copy = malloc(strlen(path) + 1);
    if (copy == NULL) {
        plan->failed = true;
        return;
    }
    memcpy(copy, path, strlen(path) + 1);
    plan->paths[plan->count++] = copy;
}

void removal_add_artefacts(removal *plan, const result_entry *entry)
{
    char path[RESULT_PATH_MAX];
    size_t count;
    const char *const *endings = result_artefact_endings(entry, &count);
    /* Owner planes have the names of stored ones and go with their picture. */
    const bool has_owner =
        result_artefact(entry, ".actual.png", path) && r3d_path_get_kind(path) == R3D_PATH_FILE;
    for (size_t i = 0; i < count; i++) {
        if ((has_owner || strcmp(endings[i], ".owner.png") != 0) &&
            result_artefact(entry, endings[i], path)) {
            removal_add(plan, path);
        }
    }
}

bool removal_is_marked(const char *path, const char *mark)
{
    enum { HEAD = 1024 };
    char head[HEAD + 1];
    if (r3d_path_get_kind(path) != R3D_PATH_FILE) {
        return false;
    }
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(head, 1, HEAD, file) : 0;
    if (file != NULL) {
        (void)fclose(file);
    }
    head[size] = '\0';
    return strstr(head, mark) != NULL;
}

void removal_print(const removal *plan, const char *word)
{
    for (size_t i = 0; i < plan->count && word != NULL; i++) {
        printf("%s: %s\n", word, plan->paths[i]);
    }
}

/* Folders above a file that went, as long as they are empty. */
static void remove_emptied(const char *root, const char *path)
{
    char folder[RESULT_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (;;) {
        char *slash = strrchr(folder, '/');
        if (slash == NULL || (size_t)(slash - folder) <= strlen(root)) {
            return;
        }
        *slash = '\0';
        if (r3d_file_remove(folder, NULL) != R3D_OK) {
            return;
        }
    }
}

bool removal_run(removal *plan)
{
    bool done = !plan->failed;
    if (plan->failed) {
        fprintf(stderr, "retro3d golden: out of memory, nothing is removed\n");
        return false;
    }
    for (size_t i = 0; i < plan->count; i++) {
        /* Looked at again: time has passed. */
        if (!is_reached_plainly(plan->root, plan->paths[i], R3D_PATH_FILE) ||
            r3d_file_remove(plan->paths[i], NULL) != R3D_OK) {
            fprintf(stderr, "%s: cannot be removed\n", plan->paths[i]);
            done = false;
        }
    }
    for (size_t i = 0; i < plan->count; i++) {
        remove_emptied(plan->root, plan->paths[i]);
    }
    return done;
}

void removal_free(removal *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->paths[i]);
    }
    free(plan->paths);
    memset(plan, 0, sizeof *plan);
}
