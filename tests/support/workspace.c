/* SPDX-License-Identifier: MIT */
// See workspace.h.

#define _POSIX_C_SOURCE 200809L

#include "workspace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "workspace: %s failed\n", what);
        abort();
    }
}

void workspace_path(const char *folder, const char *name, char *out)
{
    int length = snprintf(out, WORKSPACE_PATH, "%s/%s", folder, name);
    must(length > 0 && length < WORKSPACE_PATH, "path");
}

void workspace_make(workspace *w, const char *base, const char *name)
{
    char command[4 * WORKSPACE_PATH];
    memset(w, 0, sizeof *w);
    workspace_path(base, "workspaces", w->folder);
    char folder[WORKSPACE_PATH];
    workspace_path(w->folder, name, folder);
    memcpy(w->folder, folder, sizeof folder);
    workspace_path(w->folder, "goldens", w->root);
    workspace_path(w->folder, "out", w->out);
    snprintf(command, sizeof command, "chmod -R u+w '%s' 2>/dev/null; rm -rf '%s' && mkdir -p '%s'",
             w->folder, w->folder, w->root);
    must(system(command) == 0, "making the folder");
}

void workspace_set(workspace *w, const char *name, const char *value)
{
    for (int i = 0; i < w->environment_count; i++) {
        if (strcmp(w->environment[i][0], name) == 0) {
            w->environment[i][1] = value;
            return;
        }
    }
    must(w->environment_count < 16, "environment");
    w->environment[w->environment_count][0] = name;
    w->environment[w->environment_count++][1] = value;
}

bool workspace_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

const char *workspace_read(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    text[0] = '\0';
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

int workspace_run(const char *command, char *out, size_t size)
{
    FILE *pipe = popen(command, "r");
    must(pipe != NULL, "popen");
    size_t length = fread(out, 1, size - 1, pipe);
    out[length] = '\0';
    char rest[4096];
    while (fread(rest, 1, sizeof rest, pipe) != 0) {
    }
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int workspace_count_files(const char *folder)
{
    char command[2 * WORKSPACE_PATH];
    char out[64];
    snprintf(command, sizeof command, "find '%s' -type f 2>/dev/null | wc -l", folder);
    workspace_run(command, out, sizeof out);
    return atoi(out);
}
