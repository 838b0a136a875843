/* SPDX-License-Identifier: MIT */
// See png_inflate.h. R3D_INFLATE_ISAL chooses ISA-L, which reads ahead of what it decodes; without it
// zlib is used.

#include "png_inflate.h"

#include "../io/io_internal.h"

#if defined(R3D_INFLATE_ISAL)

#include <isa-l.h>

enum { INPUT_MAX = 1 << 30 }; // of one call: the library counts in 32 bits

struct r3d_priv_png_inflater {
    r3d_allocator allocator;
    struct inflate_state isal;
    bool is_full; ///< The last output was filled: more may follow without input.
    int fault;    ///< What the library said of the stream; 0 while it is good.
};

r3d_priv_png_inflater *r3d_priv_png_inflater_open(const r3d_allocator *allocator)
{
    r3d_priv_png_inflater *self = r3d_priv_io_alloc(allocator, sizeof *self);
    if (self != NULL) {
        self->allocator = *allocator;
        self->is_full = false;
        self->fault = 0;
        isal_inflate_init(&self->isal);
        self->isal.crc_flag = ISAL_DEFLATE;
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
    return self->is_full || self->fault != 0;
}

static const char *fault_name(int fault)
{
    switch (fault) {
    case ISAL_INVALID_BLOCK:
        return "invalid block";
    case ISAL_INVALID_SYMBOL:
        return "invalid symbol";
    case ISAL_INVALID_LOOKBACK:
        return "invalid distance too far back";
    default:
        return "unknown fault";
    }
}

size_t r3d_priv_png_inflater_run(r3d_priv_png_inflater *self, const uint8_t *in, size_t in_size,
                                 size_t *out_used, uint8_t *out, size_t size,
                                 r3d_priv_png_inflate_state *out_state, const char **out_message)
{
    struct inflate_state *isal = &self->isal;
    size_t got = 0;
    *out_used = 0;
    *out_state = R3D_PRIV_PNG_INFLATE_GOES_ON;
    if (self->fault == 0) {
        size_t part = in_size < INPUT_MAX ? in_size : INPUT_MAX;
        size_t room = size < INPUT_MAX ? size : INPUT_MAX;
        isal->next_in = (uint8_t *)(uintptr_t)in; // never written to
        isal->avail_in = (uint32_t)part;
        isal->next_out = out;
        isal->avail_out = (uint32_t)room;
        int status = isal_inflate(isal);
        // By the pointer: after a fault the counts may be off by what the fast loop keeps free.
        got = (size_t)(isal->next_out - out);
        self->is_full = got == room;
        self->fault = status < 0 ? status : 0;
        *out_used = status < 0 ? part : part - isal->avail_in;
    }
    if (self->fault != 0) {
        if (got == 0) {
            *out_state = R3D_PRIV_PNG_INFLATE_BAD;
            *out_message = fault_name(self->fault);
        }
    } else if (isal->block_state == ISAL_BLOCK_FINISH) {
        *out_state = R3D_PRIV_PNG_INFLATE_ENDED;
    }
    return got;
}

bool r3d_priv_png_inflater_give_back(r3d_priv_png_inflater *self, uint8_t *out_byte)
{
    struct inflate_state *isal = &self->isal;
    if (isal->read_in_length < 8) {
        return false;
    }
    // The rest of the byte in which the stream ended comes first.
    *out_byte = (uint8_t)(isal->read_in >> (isal->read_in_length % 8));
    isal->read_in >>= 8;
    isal->read_in_length -= 8;
    return true;
}

#else

#include <string.h>

#include <zlib.h>

enum { INPUT_MAX = 1 << 30 }; // of one call: zlib counts in unsigned int

struct r3d_priv_png_inflater {
    r3d_allocator allocator;
    z_stream zlib;
    bool is_full; ///< The last output was filled: more may follow without input.
    bool is_bad;  ///< Found while there was output to hand out.
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
    return self->is_full || self->is_bad;
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
    self->is_full = got == room;
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
