/* SPDX-License-Identifier: MIT */
// See golden_workspace.h.

#include "golden_workspace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *get_env(const char *name, void *user)
{
    const workspace *w = user;
    for (int i = 0; i < w->environment_count; i++) {
        if (strcmp(w->environment[i][0], name) == 0) {
            return w->environment[i][1];
        }
    }
    return NULL;
}

r3d_golden *workspace_golden(workspace *w, const r3d_diff_options *options)
{
    r3d_golden_desc desc;
    r3d_golden *golden;
    r3d_error error;
    r3d_golden_desc_init(&desc);
    desc.suite = "suite";
    desc.root = w->root;
    desc.out_dir = w->out;
    desc.options = options;
    desc.get_env = get_env;
    desc.env_user = w;
    if (r3d_golden_create(&desc, &golden, &error) != R3D_OK) {
        fprintf(stderr, "workspace: %s\n", error.message);
        abort();
    }
    return golden;
}
