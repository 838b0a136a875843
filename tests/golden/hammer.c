/* SPDX-License-Identifier: MIT */
// One of the processes of test_parallel.c: checks the same goldens again and again in the mode that
// the environment says. Exit status 0 unless a check ends in a way that the caller did not expect.
// Usage: golden_hammer ROUNDS PHASE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/golden.h>

enum { SIDE = 96, NAMES = 4 };

int main(int argc, char **argv)
{
    static uint32_t pixels[SIDE * SIDE];
    if (argc != 3) {
        return 2;
    }
    int rounds = atoi(argv[1]);
    uint32_t phase = (uint32_t)atoi(argv[2]);
    for (int round = 0; round < rounds; round++) {
        r3d_golden_desc desc;
        r3d_golden *golden;
        r3d_error error;
        r3d_golden_desc_init(&desc);
        desc.suite = "hammer";
        if (r3d_golden_create(&desc, &golden, &error) != R3D_OK) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        for (uint32_t name = 0; name < NAMES; name++) {
            char text[16];
            r3d_picture_view view;
            r3d_golden_report report;
            // Two pictures a name; processes of both phases overwrite each other.
            for (uint32_t i = 0; i < SIDE * SIDE; i++) {
                pixels[i] =
                    (i * 2654435761u + name * 77u + (phase + (uint32_t)round) % 2u) & 0xffffffu;
            }
            r3d_diff_view_xrgb32(pixels, SIDE, SIDE, 0, &view);
            snprintf(text, sizeof text, "n%lu", (unsigned long)name);
            if (r3d_golden_check(golden, &view, text, NULL, &report) != R3D_OK ||
                report.status == R3D_GOLDEN_ERROR || report.status == R3D_GOLDEN_MISSING) {
                fprintf(stderr, "round %d: %s", round,
                        report.text.data != NULL ? report.text.data : "no report\n");
                return 1;
            }
            r3d_golden_report_free(&report);
        }
        r3d_golden_destroy(golden);
    }
    return 0;
}
