/* SPDX-License-Identifier: MIT */
// Writes the committed pictures of golden/diff with the slow program alone; the library only
// encodes them as PNG. Usage: diff_slow FOLDER

#include <stdio.h>
#include <stdlib.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "scenes.h"
#include "slow.h"

static int save(const char *folder, const char *name, const char *kind, const slow_picture *p)
{
    char path[1024];
    r3d_picture_view view = {p->pixels, (ptrdiff_t)p->width * 4, p->width, p->height,
                             R3D_LAYOUT_XRGB32};
    r3d_error error;
    snprintf(path, sizeof path, "%s/%s.%s.png", folder, name, kind);
    if (r3d_png_save(path, &view, R3D_PNG_SMALL, &error) != R3D_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static slow_result result;
    int failed = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < scene_count(); i++) {
        scene s = scene_make(i);
        slow_compare(&s.expected, &s.actual, 0, 0, 0, &result);
        slow_picture diff = slow_diff_picture(&s.expected, &s.actual, &result, 64);
        slow_picture circled = slow_circled_picture(&s.actual, &result, 64);
        failed |= save(argv[1], s.name, "diff", &diff);
        failed |= save(argv[1], s.name, "circled", &circled);
        slow_picture triptych = slow_triptych(&s.expected, &s.actual, &result, s.name, 64);
        failed |= save(argv[1], s.name, "triptych", &triptych);
        free(triptych.pixels);
        free(diff.pixels);
        free(circled.pixels);
        scene_free(&s);
    }
    return failed;
}
