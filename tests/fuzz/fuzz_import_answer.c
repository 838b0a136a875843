/* SPDX-License-Identifier: MIT */
/* Fuzz target of what the reading child of "retro3d import" sends: what is believed can be used. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "demand failed: %s\n", what);
        abort();
    }
}

static void use(const import_job *import)
{
    for (int32_t i = 0; i < import->part_count; i++) {
        demand(import->parts[i].above < i, "parts are in order");
        demand(isfinite(import->parts[i].bind.at[0][0]), "places are numbers");
    }
    for (int32_t i = 0; i < import->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            const int32_t part = import->triangles[i].corners[k].part;
            demand(part >= 0 && part < import->part_count, "corners have parts");
        }
    }
    for (int32_t i = 0; i < import->clip_count; i++) {
        const import_clip *clip = &import->clips[i];
        for (int32_t m = 0; m < clip->frame_count * import->part_count; m++) {
            demand(isfinite(import->matrices[clip->first + m].at[2][3]), "frames are numbers");
        }
    }
    demand(import->remarks_size == 0 || import->remarks[import->remarks_size] == '\0', "words end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import_job import;
    memset(&import, 0, sizeof import);
    if (import_receive(&import, data, size)) {
        use(&import);
    } else {
        demand(import.failure[0] != '\0', "there is a reason");
    }
    import_free(&import);
    return 0;
}
