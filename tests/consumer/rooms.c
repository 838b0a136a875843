/* SPDX-License-Identifier: MIT */
/* A client of every library: replays a display list, changes one pixel, and lets the comparison find
 * it. */

#include <retro3d/diff.h>
#include <retro3d/io.h>
#include <retro3d/script.h>
#include <retro3d/text.h>

#include <stdio.h>
#include <string.h>

static const char list[] = "size 16 12\n"
                           "clear 0x102030\n"
                           "rect 4 3 5 6 0xFF0000\n";

static int failed(const char *what, const r3d_error *error)
{
    printf("%s: %s, line %ld: %s\n", what, error->file, (long)error->line, error->message);
    return 1;
}

int main(void)
{
    r3d_error error;
    r3d_script *script;
    r3d_replay *replay;
    memset(&error, 0, sizeof error);
    if (r3d_script_parse(list, sizeof list - 1, "list.r3d", NULL, &script, &error) != R3D_OK) {
        return failed("parsing", &error);
    }
    if (r3d_replay_create(NULL, &replay) != R3D_OK ||
        r3d_replay_run(replay, script, &error) != R3D_OK) {
        return failed("replaying", &error);
    }
    const r3d_surface *surface = r3d_replay_get_surface(replay);
    if (surface->pixels[4 * 16 + 5] != 0xFFFF0000u || surface->pixels[0] != 0xFF102030u) {
        printf("the frame has other colours\n");
        return 1;
    }

    uint32_t changed[16 * 12];
    memcpy(changed, surface->pixels, sizeof changed);
    changed[7 * 16 + 11] ^= 0x000100u;
    r3d_picture_view expected;
    r3d_picture_view actual;
    r3d_diff_result result;
    r3d_diff_view_xrgb32(surface->pixels, 16, 12, surface->stride_px, &expected);
    r3d_diff_view_xrgb32(changed, 16, 12, 0, &actual);
    if (r3d_diff_compare(&expected, &actual, NULL, NULL, &result, &error) != R3D_OK) {
        return failed("comparing", &error);
    }
    int wrong = 0;
    if (r3d_diff_passed(&result) || result.mismatches != 1 || result.x0 != 11 || result.y0 != 7) {
        printf("the changed pixel was not found\n");
        wrong = 1;
    }
    int32_t number = 0;
    if (r3d_text_to_i32("0x10", 4, &number) != R3D_OK || number != 16) {
        printf("0x10 is %ld\n", (long)number);
        wrong = 1;
    }
    r3d_diff_result_free(&result);
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    return wrong;
}
