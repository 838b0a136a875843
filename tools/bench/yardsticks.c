/* SPDX-License-Identifier: MIT */
/* See yardsticks.h. */

#include "yardsticks.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/isa.h>

#include <zlib.h>
#if defined(R3D_INFLATE_ISAL)
#include <isa-l.h>
#endif

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#endif
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#if defined(__GNUC__)

/* Four sums, so that no load waits for another. */
#define READ_LOOP(bytes)                                                                           \
    typedef uint64_t wide __attribute__((vector_size(bytes), aligned(4), may_alias));              \
    const size_t step = (bytes) / sizeof(uint32_t);                                                \
    wide sum0 = {0};                                                                               \
    wide sum1 = {0};                                                                               \
    wide sum2 = {0};                                                                               \
    wide sum3 = {0};                                                                               \
    size_t i = 0;                                                                                  \
    for (; i + 4 * step <= count; i += 4 * step) {                                                 \
        const wide *a = (const wide *)(const void *)(first + i);                                   \
        const wide *b = (const wide *)(const void *)(second + i);                                  \
        sum0 |= a[0] ^ b[0];                                                                       \
        sum1 |= a[1] ^ b[1];                                                                       \
        sum2 |= a[2] ^ b[2];                                                                       \
        sum3 |= a[3] ^ b[3];                                                                       \
    }                                                                                              \
    uint64_t difference = 0;                                                                       \
    sum0 |= sum1 | sum2 | sum3;                                                                    \
    for (size_t k = 0; k < (bytes) / sizeof difference; k++) {                                     \
        difference |= sum0[k];                                                                     \
    }                                                                                              \
    for (; i < count; i++) {                                                                       \
        difference |= first[i] ^ second[i];                                                        \
    }                                                                                              \
    return difference;

static uint64_t read_narrow(const uint32_t *first, const uint32_t *second, size_t count)
{
    READ_LOOP(16)
}

#if defined(__x86_64__) || defined(__i386__)
__attribute__((target("avx2"))) static uint64_t read_wide(const uint32_t *first,
                                                          const uint32_t *second, size_t count)
{
    READ_LOOP(32)
}
#endif

#else

static uint64_t read_narrow(const uint32_t *first, const uint32_t *second, size_t count)
{
    uint32_t difference = 0;
    for (size_t i = 0; i < count; i++) {
        difference |= first[i] ^ second[i];
    }
    return difference;
}

#endif

uint64_t bench_read_both(const uint32_t *first, const uint32_t *second, size_t count)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    if (r3d_isa_available(R3D_ISA_AVX2)) {
        return read_wide(first, second, count);
    }
#endif
    return read_narrow(first, second, count);
}

static uint32_t read_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

bool bench_find_stream(const void *png, size_t size, size_t raw_size, bench_streams *out)
{
    const uint8_t *bytes = png;
    out->data = malloc(size);
    out->size = 0;
    out->raw_size = raw_size;
    for (size_t at = 8; out->data != NULL && at + 12 <= size;) {
        size_t length = read_u32(bytes + at);
        if (length > size - at - 12) {
            return false;
        }
        if (memcmp(bytes + at + 4, "IDAT", 4) == 0) {
            memcpy(out->data + out->size, bytes + at + 8, length);
            out->size += length;
        }
        at += length + 12;
    }
    return out->data != NULL && out->size > 6;
}

void bench_release_stream(bench_streams *stream)
{
    free(stream->data);
}

#if defined(R3D_INFLATE_ISAL)

bool bench_inflate_ours(const bench_streams *stream, uint8_t *scratch)
{
    struct inflate_state *isal = malloc(sizeof *isal);
    if (isal == NULL) {
        return false;
    }
    isal_inflate_init(isal);
    isal->next_in = stream->data + 2;
    isal->avail_in = (uint32_t)(stream->size - 6);
    isal->next_out = scratch;
    isal->avail_out = (uint32_t)stream->raw_size;
    bool done = isal_inflate(isal) == ISAL_DECOMP_OK && isal->block_state == ISAL_BLOCK_FINISH;
    free(isal);
    return done;
}

#else

bool bench_inflate_ours(const bench_streams *stream, uint8_t *scratch)
{
    return bench_inflate_zlib(stream, scratch);
}

#endif

bool bench_inflate_zlib(const bench_streams *stream, uint8_t *scratch)
{
    z_stream zlib;
    memset(&zlib, 0, sizeof zlib);
    zlib.next_in = stream->data + 2;
    zlib.avail_in = (uInt)(stream->size - 6);
    zlib.next_out = scratch;
    zlib.avail_out = (uInt)stream->raw_size;
    bool done = inflateInit2(&zlib, -15) == Z_OK && inflate(&zlib, Z_FINISH) == Z_STREAM_END;
    (void)inflateEnd(&zlib);
    return done;
}

bool bench_decode_stb(const void *png, size_t size)
{
    int width;
    int height;
    int channels;
    stbi_uc *pixels = stbi_load_from_memory(png, (int)size, &width, &height, &channels, 0);
    stbi_image_free(pixels);
    return pixels != NULL;
}

const char *bench_inflater_name(void)
{
#if defined(R3D_INFLATE_ISAL)
    return "ISA-L";
#else
    return "zlib";
#endif
}
