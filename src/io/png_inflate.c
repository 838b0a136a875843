/* SPDX-License-Identifier: MIT */
// See png_inflate.h. R3D_INFLATE_ZLIB chooses zlib's inflate; without it our own is used.

#include "png_inflate.h"

#include "io_internal.h"

#if !defined(R3D_INFLATE_ZLIB)

#include "inflate.h"

struct r3d_priv_png_inflater {
    r3d_allocator allocator;
    r3d_priv_inflate inflate;
};

r3d_priv_png_inflater *r3d_priv_png_inflater_open(const r3d_allocator *allocator)
{
    r3d_priv_png_inflater *self = r3d_priv_io_alloc(allocator, sizeof *self);
    if (self != NULL) {
        self->allocator = *allocator;
        r3d_priv_inflate_init(&self->inflate);
    }
    return self;
}

void r3d_priv_png_inflater_close(r3d_priv_png_inflater *self)
{
    if (self != NULL) {
        r3d_allocator allocator = self->allocator;
        r3d_priv_io_free(&allocator, self);
    }
}

bool r3d_priv_png_inflater_is_ahead(const r3d_priv_png_inflater *self)
{
    return self->inflate.taken < self->inflate.end || self->inflate.step >= R3D_PRIV_INFLATE_ENDED;
}

size_t r3d_priv_png_inflater_run(r3d_priv_png_inflater *self, const uint8_t *in, size_t in_size,
                                 size_t *out_used, uint8_t *out, size_t size,
                                 r3d_priv_png_inflate_state *out_state, const char **out_message)
{
    r3d_priv_inflate *inflate = &self->inflate;
    size_t got = r3d_priv_inflate_run(inflate, in, in_size, out_used, out, size);
    *out_state = R3D_PRIV_PNG_INFLATE_GOES_ON;
    if (inflate->taken == inflate->end) {
        if (inflate->step == R3D_PRIV_INFLATE_ENDED) {
            *out_state = R3D_PRIV_PNG_INFLATE_ENDED;
        } else if (inflate->step == R3D_PRIV_INFLATE_BAD && got == 0) {
            *out_state = R3D_PRIV_PNG_INFLATE_BAD;
            *out_message = inflate->message;
        }
    }
    return got;
}

bool r3d_priv_png_inflater_give_back(r3d_priv_png_inflater *self, uint8_t *out_byte)
{
    return r3d_priv_inflate_give_back(&self->inflate, out_byte);
}

#else

#include <string.h>

#include <zlib.h>

enum { INPUT_MAX = 1 << 30 }; // of one call: zlib counts in unsigned int

struct r3d_priv_png_inflater {
    r3d_allocator allocator;
    z_stream zlib;
    bool is_bad; ///< Found while there was output to hand out.
};

r3d_priv_png_inflater *r3d_priv_png_inflater_open(const r3d_allocator *allocator)
{
    r3d_priv_png_inflater *self = r3d_priv_io_alloc(allocator, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    memset(self, 0, sizeof *self);
    self->allocator = *allocator;
    self->zlib.zalloc = r3d_priv_io_zlib_alloc;
    self->zlib.zfree = r3d_priv_io_zlib_free;
    self->zlib.opaque = &self->allocator;
    if (inflateInit2(&self->zlib, -MAX_WBITS) != Z_OK) {
        r3d_priv_io_free(allocator, self);
        return NULL;
    }
    return self;
}

void r3d_priv_png_inflater_close(r3d_priv_png_inflater *self)
{
    if (self != NULL) {
        (void)inflateEnd(&self->zlib);
        r3d_allocator allocator = self->allocator;
        r3d_priv_io_free(&allocator, self);
    }
}

bool r3d_priv_png_inflater_is_ahead(const r3d_priv_png_inflater *self)
{
    return self->is_bad;
}

size_t r3d_priv_png_inflater_run(r3d_priv_png_inflater *self, const uint8_t *in, size_t in_size,
                                 size_t *out_used, uint8_t *out, size_t size,
                                 r3d_priv_png_inflate_state *out_state, const char **out_message)
{
    z_stream *zlib = &self->zlib;
    size_t part = in_size < INPUT_MAX ? in_size : INPUT_MAX;
    size_t room = size < INPUT_MAX ? size : INPUT_MAX;
    zlib->next_in = (z_const Bytef *)(uintptr_t)in; // never written to; old zlibs have no const
    zlib->avail_in = (uInt)part;
    zlib->next_out = out;
    zlib->avail_out = (uInt)room;
    int status = inflate(zlib, Z_NO_FLUSH);
    size_t got = room - zlib->avail_out;
    *out_used = part - zlib->avail_in;
    *out_state = R3D_PRIV_PNG_INFLATE_GOES_ON;
    if (status == Z_STREAM_END) {
        *out_state = R3D_PRIV_PNG_INFLATE_ENDED;
    } else if (status == Z_MEM_ERROR) {
        *out_state = R3D_PRIV_PNG_INFLATE_NO_MEMORY;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
        self->is_bad = true;
        if (got == 0) {
            *out_state = R3D_PRIV_PNG_INFLATE_BAD;
            *out_message = zlib->msg != NULL ? zlib->msg : "unknown fault";
        }
    }
    return got;
}

bool r3d_priv_png_inflater_give_back(r3d_priv_png_inflater *self, uint8_t *out_byte)
{
    (void)self; // zlib reads no byte that it does not need
    (void)out_byte;
    return false;
}

#endif
