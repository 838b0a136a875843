/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <stdio.h>

void report_error(const r3d_error *error)
{
    if (error->line > 0) {
        fprintf(stderr, "%s:%ld: %s\n", error->file, (long)error->line, error->message);
    } else if (error->offset >= 0) {
        fprintf(stderr, "%s, byte %lld: %s\n", error->file, (long long)error->offset,
                error->message);
    } else {
        fprintf(stderr, "%s: %s\n", error->file, error->message);
    }
}
