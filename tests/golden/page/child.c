/* SPDX-License-Identifier: MIT */
// Makes goldens of the scenes and checks what is drawn "now" against them, so that there is
// something to report. Usage: golden_page_child GOLDEN_ROOT ARTEFACT_ROOT

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/golden.h>

#include "../../diff/scenes.h"

static const char *fixed_environment(const char *name, void *user)
{
    return strcmp(name, "R3D_GOLDEN") == 0               ? user
           : strcmp(name, "R3D_GOLDEN_SOURCE_BASE") == 0 ? getenv(name)
                                                         : NULL;
}

static void name_owner(uint32_t owner, char *out_text, size_t size, void *user)
{
    (void)user;
    snprintf(out_text, size, "<b>face</b> %lu", (unsigned long)owner);
}

static int check_all(const char *root, const char *out, char *mode)
{
    r3d_golden_desc desc;
    r3d_golden *golden;
    r3d_error error;
    bool update = strcmp(mode, "update") == 0;
    r3d_golden_desc_init(&desc);
    desc.suite = "scenes";
    desc.root = root;
    desc.out_dir = out;
    desc.get_env = fixed_environment;
    desc.env_user = mode;
    if (r3d_golden_create(&desc, &golden, &error) != R3D_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    for (int i = 0; i < scene_count(); i++) {
        scene s = scene_make(i);
        const slow_picture *p = update ? &s.expected : &s.actual;
        r3d_picture_view view;
        r3d_golden_report report;
        r3d_golden_options options;
        uint32_t *owner = calloc((size_t)p->width * (size_t)p->height, sizeof *owner);
        for (int k = 0; owner != NULL && k < p->width * p->height; k++) {
            owner[k] = (uint32_t)(k / p->width / 10);
        }
        r3d_golden_options_init(&options);
        options.owner = owner;
        options.owner_name = name_owner;
        // One golden with settings of its own.
        const r3d_diff_rect corner = {0, 0, 3, 4};
        r3d_diff_options diff;
        r3d_diff_options_init(&diff);
        diff.max_rings = 2;
        diff.ignore = &corner;
        diff.ignore_count = 1;
        options.diff = strcmp(s.name, "noise") == 0 ? &diff : NULL;
        r3d_diff_view_xrgb32(p->pixels, p->width, p->height, 0, &view);
        r3d_golden_set_place(golden, __FILE__, __LINE__ + 1);
        r3d_golden_check(golden, &view, s.name, &options, &report);
        r3d_golden_report_free(&report);
        scene_free(&s);
        free(owner);
    }
    r3d_golden_destroy(golden);
    return 0;
}

int main(int argc, char **argv)
{
    char update[] = "update";
    char check[] = "check";
    return argc != 3                                  ? 2
           : check_all(argv[1], argv[2], update) != 0 ? 1
                                                      : check_all(argv[1], argv[2], check);
}
