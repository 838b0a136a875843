/* SPDX-License-Identifier: MIT */
/* All commands of the display list, group by group. */

#include <string.h>

#include <retro3d/text.h>

#include "script_internal.h"

static const r3d_priv_command_table *const groups[] = {
    &r3d_priv_frame_commands,  &r3d_priv_2d_commands,     &r3d_priv_sprite_commands,
    &r3d_priv_raster_commands, &r3d_priv_mesh_commands,   &r3d_priv_model_commands,
    &r3d_priv_record_commands, &r3d_priv_column_commands, &r3d_priv_column_picture_commands,
};

enum { GROUP_COUNT = sizeof groups / sizeof groups[0], NAMES_MAX = 256 };

const r3d_priv_command_spec *r3d_priv_find_command(const char *name, const char **out_nearest)
{
    const char *names[NAMES_MAX];
    size_t name_count = 0;
    for (size_t g = 0; g < GROUP_COUNT; g++) {
        for (size_t i = 0; i < groups[g]->count; i++) {
            const r3d_priv_command_spec *spec = &groups[g]->specs[i];
            if (strcmp(spec->name, name) == 0) {
                return spec;
            }
            if (name_count < NAMES_MAX) {
                names[name_count++] = spec->name;
            }
        }
    }
    *out_nearest = r3d_text_nearest(name, names, name_count);
    return NULL;
}
