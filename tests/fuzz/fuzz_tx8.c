/* SPDX-License-Identifier: MIT */
// Fuzz target of the `.tx8` reader, in both kinds. What is accepted is a valid image.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/image.h>
#include <retro3d/io.h>
#include <retro3d/pictures.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "demand failed: %s\n", what);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const r3d_tx8_kind kinds[2] = {R3D_TX8_SPRITE, R3D_TX8_TEXTURE};
    bool accepted[2];
    // The reader refuses NULL, which a fuzzer may give for no bytes.
    const char *text = data != NULL ? (const char *)data : "";
    for (int i = 0; i < 2; i++) {
        r3d_image8 image;
        r3d_error error;
        r3d_result result = r3d_image8_decode_tx8(text, size, "", kinds[i], NULL, &image, &error);
        accepted[i] = result == R3D_OK;
        if (result == R3D_OK) {
            demand(r3d_image8_validate(&image) == R3D_OK, "the image is valid");
            demand(image.palette_rgb[0] == 0, "entry 0 is the hole");
            r3d_image8_free(&image, NULL);
        } else {
            demand(image.pixels == NULL && image.palette_rgb == NULL, "nothing is left");
            demand(error.result == result && error.message[0] != '\0', "there is a report");
            demand(error.line >= 1 && (size_t)error.line <= size + 1, "the line is in the file");
        }
    }
    demand(accepted[0] || !accepted[1], "every texture is a sprite");
    return 0;
}
