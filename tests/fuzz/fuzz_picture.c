/* SPDX-License-Identifier: MIT */
// Fuzz target of all picture formats but PNG, which has its own.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    static const r3d_io_limits limits = {
        .struct_size = sizeof(r3d_io_limits), .max_samples = 1 << 16, .max_file_bytes = 1 << 20};
    r3d_picture picture;
    r3d_picture again;
    r3d_error error;
    if (data == NULL) {
        return 0;
    }
    r3d_result result = r3d_picture_decode(data, size, "", &limits, NULL, &picture, &error);
    if (result != R3D_OK) {
        demand(picture.pixels == NULL, "nothing is left after an error");
        demand(error.result == result && error.message[0] != '\0', "there is a report");
        demand(error.offset >= -1 && error.offset <= (int64_t)size, "the offset is in the file");
        return 0;
    }
    // No byte may depend on memory that nobody wrote: the second time it holds something else.
    demand(r3d_picture_decode(data, size, "", &limits, NULL, &again, NULL) == R3D_OK, "once more");
    demand(again.width == picture.width && again.height == picture.height, "same size");
    size_t bytes = (size_t)picture.width * (size_t)picture.height *
                   (picture.layout == R3D_LAYOUT_RGBA16 ? 8 : 4);
    demand(memcmp(again.pixels, picture.pixels, bytes) == 0, "same pixels");
    r3d_picture_free(&again);
    r3d_picture_free(&picture);
    return 0;
}
