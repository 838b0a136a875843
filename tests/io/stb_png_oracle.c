/* SPDX-License-Identifier: MIT */
#include "stb_png_oracle.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>

uint8_t *stb_png_rgba8(const void *data, size_t size, int *out_width, int *out_height)
{
    int channels = 0;
    return stbi_load_from_memory(data, (int)size, out_width, out_height, &channels, 4);
}

uint16_t *stb_png_rgba16(const void *data, size_t size, int *out_width, int *out_height)
{
    int channels = 0;
    return stbi_load_16_from_memory(data, (int)size, out_width, out_height, &channels, 4);
}
