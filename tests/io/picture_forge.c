/* SPDX-License-Identifier: MIT */
#include "picture_forge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stb_oracle.h"

void forge_pixels_random(forge_pixels *self, int width, int height, uint32_t seed)
{
    uint32_t state = seed * 2654435761u + 1u;
    size_t count = (size_t)width * (size_t)height;
    self->width = width;
    self->height = height;
    self->rgba = malloc(count * 4);
    if (self->rgba == NULL) {
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t value = forge_random(&state);
        if (i > 0 && (value >> 28) < 12) {
            memcpy(self->rgba + 4 * i, self->rgba + 4 * (i - 1), 4);
        } else {
            self->rgba[4 * i] = (uint8_t)(value & 255u);
            self->rgba[4 * i + 1] = (uint8_t)(value >> 8 & 255u);
            self->rgba[4 * i + 2] = (uint8_t)(value >> 16 & 255u);
            self->rgba[4 * i + 3] = 255;
        }
    }
}

void forge_pixels_free(forge_pixels *self)
{
    free(self->rgba);
    self->rgba = NULL;
}

static const uint8_t *at(const forge_pixels *self, int x, int y)
{
    return self->rgba + ((size_t)y * (size_t)self->width + (size_t)x) * 4;
}

static void little(forge *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        forge_u8(out, i < 4 ? value >> (8 * i) & 255u : 0u);
    }
}

/* ---- BMP ---- */

static void bmp_head(const forge_pixels *self, unsigned bits, unsigned colors, uint32_t data,
                     forge *out)
{
    uint32_t begin = 54 + 4 * colors;
    forge_bytes(out, "BM", 2);
    little(out, begin + data, 4);
    little(out, 0, 4);
    little(out, begin, 4);
    little(out, 40, 4);
    little(out, (uint32_t)self->width, 4);
    little(out, (uint32_t)self->height, 4);
    little(out, 1, 2);
    little(out, bits, 2);
    little(out, 0, 4);
    little(out, data, 4);
    little(out, 2835, 4);
    little(out, 2835, 4);
    little(out, colors, 4);
    little(out, 0, 4);
}

void forge_bmp24(const forge_pixels *self, forge *out)
{
    uint32_t row = ((uint32_t)self->width * 3 + 3) / 4 * 4;
    bmp_head(self, 24, 0, row * (uint32_t)self->height, out);
    for (int y = self->height - 1; y >= 0; y--) {
        for (int x = 0; x < self->width; x++) {
            const uint8_t *rgba = at(self, x, y);
            forge_u8(out, rgba[2]);
            forge_u8(out, rgba[1]);
            forge_u8(out, rgba[0]);
        }
        little(out, 0, (int)(row - (uint32_t)self->width * 3));
    }
}

void forge_bmp4(const forge_pixels *self, forge *out)
{
    uint32_t row = (((uint32_t)self->width + 1) / 2 + 3) / 4 * 4;
    bmp_head(self, 4, 16, row * (uint32_t)self->height, out);
    for (unsigned i = 0; i < 16; i++) {
        little(out, i * 0x111111u, 4);
    }
    for (int y = self->height - 1; y >= 0; y--) {
        for (uint32_t i = 0; i < row; i++) {
            unsigned byte = 0;
            for (int k = 0; k < 2; k++) {
                int x = (int)i * 2 + k;
                byte = byte << 4 | (x < self->width ? at(self, x, y)[1] % 16u : 0u);
            }
            forge_u8(out, byte);
        }
    }
}

/* ---- TGA ---- */

static void tga_pixel(const uint8_t *rgba, unsigned bits, forge *out)
{
    forge_u8(out, rgba[2]);
    forge_u8(out, rgba[1]);
    forge_u8(out, rgba[0]);
    if (bits == 32) {
        forge_u8(out, rgba[3]);
    }
}

void forge_tga(const forge_pixels *self, unsigned bits, int compressed, forge *out)
{
    little(out, 0, 2);
    forge_u8(out, compressed != 0 ? 10 : 2);
    little(out, 0, 9);
    little(out, (uint32_t)self->width, 2);
    little(out, (uint32_t)self->height, 2);
    forge_u8(out, bits);
    forge_u8(out, 0x20u | (bits == 32 ? 8u : 0u)); // top-down
    int count = self->width * self->height;
    for (int i = 0; i < count;) {
        const uint8_t *rgba = self->rgba + (size_t)i * 4;
        int run = 1;
        while (compressed != 0 && run < 128 && i + run < count &&
               memcmp(rgba, rgba + (size_t)run * 4, 4) == 0) {
            run++;
        }
        if (compressed != 0) {
            forge_u8(out, run > 1 ? 0x80u + (unsigned)run - 1u : 0u);
        }
        tga_pixel(rgba, bits, out);
        i += run;
    }
}

/* ---- GIF ---- */

void forge_gif(const forge_pixels *self, forge *out)
{
    forge_bytes(out, "GIF89a", 6);
    little(out, (uint32_t)self->width, 2);
    little(out, (uint32_t)self->height, 2);
    forge_u8(out, 0xf7); // 256 colours
    little(out, 0, 2);
    for (unsigned i = 0; i < 256; i++) {
        forge_u8(out, i);
        forge_u8(out, 255 - i);
        forge_u8(out, i / 2);
    }
    forge_u8(out, ',');
    little(out, 0, 4);
    little(out, (uint32_t)self->width, 2);
    little(out, (uint32_t)self->height, 2);
    forge_u8(out, 0);
    forge_u8(out, 8);
    // Codes of 9 bits throughout: the table is cleared before it needs more.
    forge codes = {.data = NULL};
    forge_bits bits = {.out = &codes};
    int count = self->width * self->height;
    for (int i = 0; i < count; i++) {
        if (i % 250 == 0) {
            forge_put(&bits, 256, 9);
        }
        forge_put(&bits, self->rgba[(size_t)i * 4 + 1], 9);
    }
    forge_put(&bits, 257, 9);
    forge_flush(&bits);
    for (size_t i = 0; i < codes.size; i += 255) {
        size_t part = codes.size - i < 255 ? codes.size - i : 255;
        forge_u8(out, (unsigned)part);
        forge_bytes(out, codes.data + i, part);
    }
    forge_u8(out, 0);
    forge_u8(out, ';');
    forge_free(&codes);
}

/* ---- JPEG ---- */

static void append(void *context, void *data, int size)
{
    forge_bytes(context, data, (size_t)size);
}

void forge_jpeg(const forge_pixels *self, forge *out)
{
    if (!stb_write_jpeg(append, out, self->width, self->height, self->rgba)) {
        abort();
    }
}

/* ---- PNM ---- */

void forge_pnm(const forge_pixels *self, int kind, int depth, unsigned max, forge *out)
{
    char head[200];
    int size;
    if (kind == 7) {
        size = snprintf(head, sizeof head, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL %u\nENDHDR\n",
                        self->width, self->height, depth, max);
    } else {
        size =
            snprintf(head, sizeof head, "P%d\n%d %d\n%u\n", kind, self->width, self->height, max);
    }
    forge_bytes(out, head, (size_t)size);
    for (int i = 0; i < self->width * self->height; i++) {
        for (int c = 0; c < depth; c++) {
            // Grey + alpha: red and green.
            unsigned sample = self->rgba[i * 4 + c] * max / 255u;
            if (max > 255) {
                forge_u8(out, sample >> 8);
            }
            forge_u8(out, sample & 255u);
        }
    }
}
