/* SPDX-License-Identifier: MIT */
// Where the bytes of a PNG come from, and what is said when they are wrong.

#include "png_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

r3d_result r3d_priv_png_fail(r3d_png_reader *png, r3d_result result, int64_t offset,
                             const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    png->step = R3D_PRIV_PNG_FAILED;
    return r3d_priv_io_fail(png->error, result, png->name, 0, offset, "%s", length < 0 ? "" : text);
}

void r3d_priv_png_set_memory(r3d_png_reader *png, const void *data, size_t size)
{
    /* In a variable of its own: compared directly, a size_t of 32 bits is always below the limit, and
     * the compiler says so. */
    uint64_t total = size;
    png->source = (r3d_png_source){.read = NULL, .user = NULL, .size = INT64_MAX};
    if (total < INT64_MAX) {
        png->source.size = (int64_t)total;
    }
    png->input = data;
    png->input_size = size;
}

r3d_result r3d_priv_png_fill(r3d_png_reader *png)
{
    if (png->input_size > 0 || png->source.read == NULL) {
        return R3D_OK;
    }
    size_t got = 0;
    if (!png->source.read(png->source.user, png->input_buffer, R3D_PRIV_PNG_INPUT_SIZE, &got) ||
        got > R3D_PRIV_PNG_INPUT_SIZE) {
        return r3d_priv_png_fail(png, R3D_ERR_IO_READ, png->offset, "reading the file failed");
    }
    if ((int64_t)got > png->limits.max_file_bytes - png->offset) {
        return r3d_priv_png_fail(png, R3D_ERR_LIMIT, png->offset,
                                 "the file is longer than the limit of %" PRId64 " bytes",
                                 png->limits.max_file_bytes);
    }
    png->input = png->input_buffer;
    png->input_size = got;
    return R3D_OK;
}

void r3d_priv_png_advance(r3d_png_reader *png, size_t size)
{
    png->input += size;
    png->input_size -= size;
    png->offset += (int64_t)size;
}

r3d_result r3d_priv_png_read_some(r3d_png_reader *png, uint8_t *out, size_t size, size_t *out_got)
{
    *out_got = 0;
    while (*out_got < size) {
        r3d_result result = r3d_priv_png_fill(png);
        if (result != R3D_OK) {
            return result;
        }
        if (png->input_size == 0) {
            return R3D_OK;
        }
        size_t part = size - *out_got < png->input_size ? size - *out_got : png->input_size;
        memcpy(out + *out_got, png->input, part);
        r3d_priv_png_advance(png, part);
        *out_got += part;
    }
    return R3D_OK;
}

r3d_result r3d_priv_png_read_exact(r3d_png_reader *png, uint8_t *out, size_t size, const char *what)
{
    size_t got = 0;
    r3d_result result = r3d_priv_png_read_some(png, out, size, &got);
    if (result == R3D_OK && got < size) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, png->offset,
                                 "the file ends inside %s", what);
    }
    return result;
}
