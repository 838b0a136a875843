/* SPDX-License-Identifier: MIT */
/* apng_frames RATE WALK.png FRAME.png ...: exit code 0 when the animated PNG has just these frames,
 * at RATE a second. Frames become PNG files of their own here, which the library's reader checks.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

static uint32_t get_u32(const uint8_t *in)
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

static void put_u32(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

struct png {
    uint8_t *data;
    size_t size;
};

static void put_chunk(struct png *png, const char *type, const uint8_t *data, size_t size)
{
    uint8_t *out = png->data + png->size;
    put_u32(out, (uint32_t)size);
    memcpy(out + 4, type, 4);
    if (size > 0) {
        memcpy(out + 8, data, size);
    }
    put_u32(out + 8 + size, (uint32_t)crc32(0, out + 4, (uInt)size + 4));
    png->size += size + 12;
}

/* The picture of one frame: signature, header, and the frame's data as IDAT. */
static int same_picture(const struct png *png, const char *path)
{
    r3d_picture a;
    r3d_picture b;
    r3d_error error;
    if (r3d_png_decode(png->data, png->size, "frame", NULL, NULL, &a, &error) != R3D_OK ||
        r3d_png_load(path, NULL, NULL, &b, &error) != R3D_OK) {
        fprintf(stderr, "%s: %s\n", error.file, error.message);
        return 0;
    }
    const int same = a.width == b.width && a.height == b.height && a.layout == b.layout &&
                     memcmp(a.pixels, b.pixels, (size_t)a.width * (size_t)a.height * 4) == 0;
    r3d_picture_free(&a);
    r3d_picture_free(&b);
    return same;
}

static int check(const uint8_t *file, size_t size, long rate, char **frames, int frame_count,
                 struct png *png)
{
    const uint8_t *header = NULL;
    uint32_t sequence = 0;
    int frame = -1;
    int announced = 0;
    for (size_t at = 8; at + 12 <= size; at += get_u32(file + at) + 12) {
        const uint8_t *chunk = file + at;
        const size_t length = get_u32(chunk);
        const char *type = (const char *)chunk + 4;
        const int ends = memcmp(type, "IEND", 4) == 0;
        const int begins = memcmp(type, "fcTL", 4) == 0;
        if (at + 12 + length > size ||
            get_u32(chunk + 8 + length) != (uint32_t)crc32(0, chunk + 4, (uInt)length + 4)) {
            fprintf(stderr, "a chunk is damaged\n");
            return 0;
        }
        if ((begins || ends) && frame >= 0) {
            put_chunk(png, "IEND", NULL, 0);
            if (frame >= frame_count || !same_picture(png, frames[frame])) {
                fprintf(stderr, "frame %d differs\n", frame);
                return 0;
            }
        }
        if (memcmp(type, "IHDR", 4) == 0) {
            header = chunk + 8;
        } else if (memcmp(type, "acTL", 4) == 0) {
            announced = (int)get_u32(chunk + 8);
        } else if (begins) {
            if (header == NULL || length != 26 || get_u32(chunk + 8) != sequence++ ||
                memcmp(chunk + 12, header, 8) != 0 ||
                (chunk[28] << 8 | chunk[29]) * rate != (chunk[30] << 8 | chunk[31])) {
                fprintf(stderr, "frame %d: wrong order, size or rate\n", frame + 1);
                return 0;
            }
            frame++;
            png->size = 8;
            memcpy(png->data, file, 8);
            put_chunk(png, "IHDR", header, 13);
        } else if (memcmp(type, "IDAT", 4) == 0 && frame == 0) {
            put_chunk(png, "IDAT", chunk + 8, length);
        } else if (memcmp(type, "fdAT", 4) == 0 && frame > 0 && length > 4 &&
                   get_u32(chunk + 8) == sequence) {
            sequence++;
            put_chunk(png, "IDAT", chunk + 12, length - 4);
        } else if (!ends) {
            fprintf(stderr, "unexpected %.4s\n", type);
            return 0;
        }
        if (ends) {
            return frame + 1 == frame_count && announced == frame_count;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    if (argc < 4) {
        return 2;
    }
    if (r3d_file_read(argv[2], 1 << 28, NULL, &data, &size, &error) != R3D_OK) {
        fprintf(stderr, "%s: %s\n", error.file, error.message);
        return 3;
    }
    struct png png = {malloc(size + 100), 0};
    const int good =
        png.data != NULL && check(data, size, strtol(argv[1], NULL, 10), argv + 3, argc - 3, &png);
    free(png.data);
    free(data);
    return good ? 0 : 1;
}
