/* SPDX-License-Identifier: MIT */
#include "stb_oracle.h"

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
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

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

bool stb_write_jpeg(void (*write)(void *user, void *data, int size), void *user, int width,
                    int height, const uint8_t *rgba)
{
    return stbi_write_jpg_to_func(write, user, width, height, 4, rgba, 95) != 0;
}
