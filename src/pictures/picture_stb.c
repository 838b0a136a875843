/* SPDX-License-Identifier: MIT */
// BMP, TGA, GIF and JPEG by stb_image. The only file that includes it; nothing of it is exported.

#include "pictures_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// A test replaces these to make allocations fail.
#if defined(R3D_PRIV_STB_CALLOC)
void *R3D_PRIV_STB_CALLOC(size_t count, size_t size);
void *R3D_PRIV_STB_REALLOC(void *memory, size_t size);
void R3D_PRIV_STB_FREE(void *memory);
#else
#define R3D_PRIV_STB_CALLOC calloc
#define R3D_PRIV_STB_REALLOC realloc
#define R3D_PRIV_STB_FREE free
#endif

enum {
    // One block of stb: a progressive JPEG keeps 2 bytes for each coefficient of 32767 x 32767
    // pixels at most; the size of the picture is checked against the limits before.
    STB_BLOCK_MAX = INT_MAX
};

// Zeroed: stb_image gives out pixels that no scan of a JPEG wrote.
static void *bounded_malloc(size_t size)
{
    return size <= (size_t)STB_BLOCK_MAX ? R3D_PRIV_STB_CALLOC(1, size) : NULL;
}

static void *bounded_realloc(void *memory, size_t size)
{
    return size <= (size_t)STB_BLOCK_MAX ? R3D_PRIV_STB_REALLOC(memory, size) : NULL;
}

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_ONLY_GIF
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_SIMD            // the same pixels on every machine
#define STBI_NO_FAILURE_STRINGS // they live in a variable that threads would share
#define STBI_NO_THREAD_LOCALS
#define STBI_MAX_DIMENSIONS R3D_PICTURE_SIZE_MAX
#define STBI_MALLOC(size) bounded_malloc(size)
#define STBI_REALLOC(memory, size) bounded_realloc(memory, size)
#define STBI_FREE(memory) R3D_PRIV_STB_FREE(memory)
#if !defined(R3D_PRIV_STB_ASSERT)
#define R3D_PRIV_STB_ASSERT(condition) ((void)0)
#endif
#define STBI_ASSERT(condition) R3D_PRIV_STB_ASSERT(condition)

// Versions before 2.28 take bits that a cut-off JPEG does not have: the count of bits falls below zero, and the next
// byte, a zero then, is shifted by 32 and more. Where the function is called, with `j` or `z`, the count is mended first; its
// definition, whose argument begins with the type, only gets another name.
#define stbi__grow_buffer_unsafe(argument) R3D_PRIV_STB_GROW_##argument)
#define R3D_PRIV_STB_GROW_stbi__jpeg r3d_priv_stb_grow(stbi__jpeg
#define R3D_PRIV_STB_GROW_BITS(of) ((void)((of)->code_bits < 0 ? ((of)->code_bits = 0) : 0)
#define R3D_PRIV_STB_GROW_j R3D_PRIV_STB_GROW_BITS(j), r3d_priv_stb_grow(j)
#define R3D_PRIV_STB_GROW_z R3D_PRIV_STB_GROW_BITS(z), r3d_priv_stb_grow(z)

#if defined(__GNUC__)
// Not restored below: compilers look for unused functions at the end of the file.
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

// What stb reads from. It invents zeros behind the end of the data; asking for them is what tells
// us that the file is cut off.
typedef struct reader {
    const uint8_t *data;
    size_t size;
    size_t position;
    const char *buffer; ///< stb's own buffer.
    bool past_end;
} reader;

// stb fills its buffer with what there is, the first time before anything else; then a short answer
// is no sign of an end, only an empty one is. What it reads to elsewhere it needs as a whole.
static int reader_read(void *user, char *out, int size)
{
    reader *self = user;
    if (self->buffer == NULL) {
        self->buffer = out;
    }
    size_t left = self->size - self->position;
    size_t wanted = size < 0 ? 0 : (size_t)size;
    size_t part = wanted < left ? wanted : left;
    memcpy(out, self->data + self->position, part);
    self->position += part;
    if (part < wanted && (part == 0 || out != self->buffer)) {
        self->past_end = true;
    }
    return (int)part;
}

static void reader_skip(void *user, int count)
{
    reader *self = user;
    if (count < 0) {
        // stb steps back over bytes of its buffer only.
        size_t back = 0u - (size_t)count;
        self->position -= back < self->position ? back : self->position;
        return;
    }
    size_t left = self->size - self->position;
    if ((size_t)count > left) {
        self->past_end = true;
        self->position = self->size;
    } else {
        self->position += (size_t)count;
    }
}

static int reader_eof(void *user)
{
    const reader *self = user;
    return self->position == self->size;
}

static const stbi_io_callbacks callbacks = {reader_read, reader_skip, reader_eof};

static const char *format_of(const uint8_t *data, size_t size)
{
    static const struct {
        const char *magic;
        const char *name;
    } formats[] = {{"BM", "BMP"}, {"GIF8", "GIF"}, {"\xff\xd8\xff", "JPEG"}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        size_t length = strlen(formats[i].magic);
        if (size >= length && memcmp(data, formats[i].magic, length) == 0) {
            return formats[i].name;
        }
    }
    return NULL; // TGA has no magic
}

// stb does not say why it failed, short of a variable that threads would share. If a block of the
// size it needed cannot be had now, that was the reason.
static r3d_result why_failed(size_t size)
{
    void *probe = bounded_malloc(size);
    R3D_PRIV_STB_FREE(probe);
    return probe != NULL ? R3D_ERR_FORMAT_DATA : R3D_ERR_MEMORY;
}

static r3d_result no_memory(const char *name, r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1,
                            "no memory to decode the picture");
}

static r3d_result check_size(const reader *source, int width, int height, const char *name,
                             const r3d_io_limits *limits, r3d_error *out_error)
{
    if (width < 1 || height < 1 || width > R3D_PICTURE_SIZE_MAX || height > R3D_PICTURE_SIZE_MAX ||
        (int64_t)width * height * 4 > limits->max_samples) {
        return r3d_priv_io_fail(out_error, R3D_ERR_LIMIT, name, 0, 0,
                                "%d x %d pixels; the limits are %d each and %lld samples", width,
                                height, (int)R3D_PICTURE_SIZE_MAX, (long long)limits->max_samples);
    }
    // The densest code of these formats is GIF's: 12 bits for a run of up to 4095 pixels. Even
    // that gives less than 4096 pixels a byte, so a tiny file cannot claim a huge picture.
    if ((int64_t)width * height / 4096 > (int64_t)source->size) {
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, name, 0, (int64_t)source->size,
                                "%zu bytes cannot hold %d x %d pixels", source->size, width,
                                height);
    }
    return R3D_OK;
}

static r3d_result unknown_format(const char *name, r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_MAGIC, name, 0, 0,
                            "not a PNG, BMP, TGA, GIF, JPEG or binary PNM file");
}

static r3d_result check_structure(const uint8_t *data, size_t size, const char *format,
                                  const char *name, r3d_error *out_error)
{
    // To stb_image two bytes ff may begin a JPEG; nothing of the kind is let past the check.
    if (format == NULL && size >= 2 && data[0] == 0xff && data[1] == 0xff) {
        return unknown_format(name, out_error);
    }
    size_t offset = 0;
    const char *problem = format != NULL ? r3d_priv_stb_problem(format, data, size, &offset) : NULL;
    if (problem != NULL) {
        return r3d_priv_io_fail(out_error,
                                offset < size ? R3D_ERR_FORMAT_DATA : R3D_ERR_FORMAT_TRUNCATED,
                                name, 0, (int64_t)offset, "%s: %s", format, problem);
    }
    return R3D_OK;
}

r3d_result r3d_priv_stb_decode(const void *data, size_t size, const char *name,
                               const r3d_io_limits *limits, const r3d_allocator *allocator,
                               r3d_picture *out_picture, r3d_error *out_error)
{
    reader source = {.data = data, .size = size};
    const char *format = format_of(data, size);
    r3d_result result = check_structure(data, size, format, name, out_error);
    if (result != R3D_OK) {
        return result;
    }
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_callbacks(&callbacks, &source, &width, &height, &channels) == 0) {
        if (why_failed(sizeof(stbi__jpeg)) == R3D_ERR_MEMORY) {
            return no_memory(name, out_error);
        }
        if (format == NULL) {
            return unknown_format(name, out_error);
        }
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_DATA, name, 0, 0,
                                "the header of the %s file is malformed or of a kind that is not "
                                "read",
                                format);
    }
    format = format != NULL ? format : "TGA";
    result = check_size(&source, width, height, name, limits, out_error);
    if (result != R3D_OK) {
        return result;
    }
    source = (reader){.data = data, .size = size};
    int decoded_channels = 0;
    int decoded_width = 0;
    int decoded_height = 0;
    stbi_uc *pixels = stbi_load_from_callbacks(&callbacks, &source, &decoded_width, &decoded_height,
                                               &decoded_channels, 4);
    if (source.past_end) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, name, 0, (int64_t)size,
                                  "the %s file ends before the picture does", format);
    } else if (pixels == NULL) {
        result = why_failed((size_t)width * (size_t)height * 4);
        result = result == R3D_ERR_MEMORY
                     ? no_memory(name, out_error)
                     : r3d_priv_io_fail(out_error, result, name, 0, -1,
                                        "the %s data are malformed or of a kind that is not read",
                                        format);
    } else if (decoded_width != width || decoded_height != height) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_COUNT, name, 0, -1,
                                  "the %s file states two sizes", format);
    } else {
        result = r3d_priv_picture_make(out_picture, width, height, R3D_LAYOUT_RGBA8,
                                       channels == 2 || channels == 4, allocator, name, out_error);
    }
    if (result == R3D_OK) {
        memcpy(out_picture->pixels, pixels, (size_t)width * (size_t)height * 4);
    }
    R3D_PRIV_STB_FREE(pixels);
    return result;
}
