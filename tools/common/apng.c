/* SPDX-License-Identifier: MIT */
/* Every frame is encoded as a PNG of its own; its IDAT chunks become fdAT chunks of the animation.
 */

#include "apng.h"

#include <retro3d/png.h>

#include <stdlib.h>
#include <string.h>

enum { SIGNATURE_SIZE = 8, CHUNK_EXTRA = 12 };

struct r3d_apng {
    uint8_t *data;
    size_t size;
    size_t capacity;
    uint32_t frame_count;
    uint16_t delay_numerator; /* in seconds */
    uint16_t delay_denominator;
    uint32_t sequence;
    uint32_t frames_added;
    bool failed;
};

static void put_u32(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)(value >> 24);
    out[1] = (uint8_t)(value >> 16);
    out[2] = (uint8_t)(value >> 8);
    out[3] = (uint8_t)value;
}

static uint32_t get_u32(const uint8_t *in)
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

/* CRC-32 of the PNG specification, a bit at a time; files are small. */
static uint32_t update_crc(uint32_t crc, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
        }
    }
    return crc;
}

static void put_bytes(r3d_apng *apng, const void *data, size_t size)
{
    if (apng->failed || size > SIZE_MAX / 4 - apng->size) {
        apng->failed = true;
        return;
    }
    if (apng->size + size > apng->capacity) {
        const size_t capacity = (apng->size + size) * 2;
        uint8_t *grown = realloc(apng->data, capacity);
        if (grown == NULL) {
            apng->failed = true;
            return;
        }
        apng->data = grown;
        apng->capacity = capacity;
    }
    memcpy(apng->data + apng->size, data, size);
    apng->size += size;
}

/* A chunk whose data come in two pieces. */
static void put_chunk(r3d_apng *apng, const char *type, const uint8_t *first, size_t first_size,
                      const uint8_t *second, size_t second_size)
{
    uint8_t head[8];
    uint8_t tail[4];
    put_u32(head, (uint32_t)(first_size + second_size));
    memcpy(head + 4, type, 4);
    uint32_t crc = update_crc(0xFFFFFFFFu, head + 4, 4);
    crc = update_crc(crc, first, first_size);
    crc = second_size > 0 ? update_crc(crc, second, second_size) : crc;
    put_u32(tail, ~crc);
    put_bytes(apng, head, sizeof head);
    put_bytes(apng, first, first_size);
    if (second_size > 0) {
        put_bytes(apng, second, second_size);
    }
    put_bytes(apng, tail, sizeof tail);
}

r3d_apng *r3d_apng_create(int32_t frame_count, int32_t frames_per_second)
{
    r3d_apng *apng = calloc(1, sizeof *apng);
    if (apng != NULL) {
        apng->frame_count = (uint32_t)frame_count;
        r3d_apng_set_delay(apng, 1, (uint16_t)frames_per_second);
    }
    return apng;
}

void r3d_apng_set_delay(r3d_apng *apng, uint16_t numerator, uint16_t denominator)
{
    apng->delay_numerator = numerator;
    apng->delay_denominator = denominator;
}

static void put_frame_control(r3d_apng *apng, const r3d_picture_view *view)
{
    uint8_t control[26];
    memset(control, 0, sizeof control);
    put_u32(control, apng->sequence++);
    put_u32(control + 4, (uint32_t)view->width);
    put_u32(control + 8, (uint32_t)view->height);
    control[20] = (uint8_t)(apng->delay_numerator >> 8);
    control[21] = (uint8_t)apng->delay_numerator;
    control[22] = (uint8_t)(apng->delay_denominator >> 8);
    control[23] = (uint8_t)apng->delay_denominator;
    put_chunk(apng, "fcTL", control, sizeof control, NULL, 0);
}

r3d_result r3d_apng_add(r3d_apng *apng, const r3d_picture_view *view, r3d_error *out_error)
{
    void *memory = NULL;
    size_t size = 0;
    const r3d_result result = r3d_png_encode(view, R3D_PNG_SMALL, NULL, &memory, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const uint8_t *png = memory;
    const bool is_first = apng->frames_added++ == 0;
    if (is_first) {
        put_bytes(apng, png, SIGNATURE_SIZE);
    }
    for (size_t at = SIGNATURE_SIZE; at + CHUNK_EXTRA <= size;) {
        const uint8_t *chunk = png + at;
        const size_t length = get_u32(chunk);
        if (memcmp(chunk + 4, "IHDR", 4) == 0) {
            if (is_first) {
                uint8_t animation[8];
                put_u32(animation, apng->frame_count);
                put_u32(animation + 4, 0);
                put_bytes(apng, chunk, length + CHUNK_EXTRA);
                put_chunk(apng, "acTL", animation, sizeof animation, NULL, 0);
            }
            put_frame_control(apng, view);
        } else if (memcmp(chunk + 4, "IDAT", 4) == 0 && is_first) {
            put_bytes(apng, chunk, length + CHUNK_EXTRA);
        } else if (memcmp(chunk + 4, "IDAT", 4) == 0) {
            uint8_t number[4];
            put_u32(number, apng->sequence++);
            put_chunk(apng, "fdAT", number, sizeof number, chunk + 8, length);
        }
        at += length + CHUNK_EXTRA;
    }
    free(memory);
    return R3D_OK;
}

r3d_result r3d_apng_save(r3d_apng *apng, const char *path, r3d_error *out_error)
{
    put_chunk(apng, "IEND", (const uint8_t *)"", 0, NULL, 0);
    if (apng->failed) {
        if (out_error != NULL) {
            memset(out_error, 0, sizeof *out_error);
            out_error->result = R3D_ERR_MEMORY;
            out_error->offset = -1;
            strcpy(out_error->message, "out of memory");
        }
        return R3D_ERR_MEMORY;
    }
    return r3d_file_write(path, apng->data, apng->size, out_error);
}

void r3d_apng_destroy(r3d_apng *apng)
{
    if (apng != NULL) {
        free(apng->data);
        free(apng);
    }
}
