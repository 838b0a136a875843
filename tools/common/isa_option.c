/* SPDX-License-Identifier: MIT */

#include "isa_option.h"

#include <string.h>

#include <retro3d/text.h>

bool r3d_option_isa(const r3d_command_help *help, int option, const char *value, r3d_isa *out_isa)
{
    const char *names[R3D_ISA_COUNT];
    const char *name = help->options[option].name;
    for (int i = 0; i < R3D_ISA_COUNT; i++) {
        names[i] = r3d_isa_name((r3d_isa)i);
        if (strcmp(value, names[i]) != 0) {
            continue;
        }
        if (!r3d_isa_available((r3d_isa)i)) {
            (void)r3d_usage_error(help, "option --%s: this machine or build has no %s", name,
                                  value);
            return false;
        }
        *out_isa = (r3d_isa)i;
        return true;
    }
    const char *nearest = r3d_text_nearest(value, names, R3D_ISA_COUNT);
    if (nearest != NULL) {
        (void)r3d_usage_error(help, "option --%s: \"%.40s\", did you mean \"%s\"?", name, value,
                              nearest);
    } else {
        (void)r3d_usage_error(help,
                              "option --%s: \"%.40s\", expected best, scalar, sse2, avx2, avx512 "
                              "or neon",
                              name, value);
    }
    return false;
}
