/* SPDX-License-Identifier: MIT */
/* Prints width, height, number of pixels that are not black and number of different colours of a
 * picture, read by a decoder that is not the library's own. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb_image.h>

static uint8_t seen[1 << 24];

int main(int argc, char **argv)
{
    int width;
    int height;
    int channels;
    stbi_uc *pixels = argc == 2 ? stbi_load(argv[1], &width, &height, &channels, 3) : NULL;
    if (pixels == NULL) {
        fprintf(stderr, "describe_png: not a readable picture\n");
        return 1;
    }
    long drawn = 0;
    long colors = 0;
    for (long i = 0; i < (long)width * height; i++) {
        const stbi_uc *p = pixels + i * 3;
        uint32_t rgb = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        drawn += rgb != 0;
        colors += seen[rgb] == 0;
        seen[rgb] = 1;
    }
    printf("%d %d %ld %ld\n", width, height, drawn, colors);
    stbi_image_free(pixels);
    return 0;
}
