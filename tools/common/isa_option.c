/* SPDX-License-Identifier: MIT */

#include "isa_option.h"

#include <stdio.h>

#include <retro3d/text.h>

enum { LIST_SIZE = 64 /* all names */ };

static void list_available(char out_list[LIST_SIZE])
{
    size_t length = 0;
    for (int i = 0; i < R3D_ISA_COUNT; i++) {
        if (r3d_isa_available((r3d_isa)i)) {
            length += (size_t)snprintf(out_list + length, LIST_SIZE - length, "%s%s",
                                       i == 0 ? "" : ", ", r3d_isa_name((r3d_isa)i));
        }
    }
}

bool option_isa(const command_help *help, int option, const char *value, r3d_isa *out_isa)
{
    const char *name = help->options[option].name;
    r3d_isa isa = R3D_ISA_BEST;
    char list[LIST_SIZE];
    r3d_result result = r3d_isa_from_name(value, &isa);
    if (result == R3D_OK) {
        *out_isa = isa;
        return true;
    }
    list_available(list);
    if (result == R3D_ERR_RANGE) {
        (void)usage_error(help, "option --%s: this machine or build has no %s; it has %s", name,
                          value, list);
        return false;
    }
    const char *names[R3D_ISA_COUNT];
    for (int i = 0; i < R3D_ISA_COUNT; i++) {
        names[i] = r3d_isa_name((r3d_isa)i);
    }
    const char *nearest = r3d_text_nearest(value, names, R3D_ISA_COUNT);
    (void)usage_error(help, "option --%s: \"%.40s\"%s%s%s; this machine has %s", name, value,
                      nearest != NULL ? ", did you mean \"" : " is no instruction set",
                      nearest != NULL ? nearest : "", nearest != NULL ? "\"?" : "", list);
    return false;
}
