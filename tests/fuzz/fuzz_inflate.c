/* SPDX-License-Identifier: MIT */
// The inflater beside zlib's: the same verdict in the same words, the same bytes, the same end. The
// first two bytes of an input say into what pieces the rest, a raw deflate stream, is cut.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "inflate.h"

enum { DATA_MAX = 1 << 18 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct outcome {
    const char *message; // NULL: not bad
    bool ended;
    size_t size;
    size_t used;
    uint8_t *data;
} outcome;

static void require(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "%s\n", what);
        abort();
    }
}

static void by_zlib(z_stream *stream, const uint8_t *packed, size_t size, outcome *out)
{
    memset(stream, 0, sizeof *stream);
    require(inflateInit2(stream, -MAX_WBITS) == Z_OK, "no memory");
    stream->next_in = (z_const Bytef *)(uintptr_t)packed;
    stream->avail_in = (uInt)size;
    stream->next_out = out->data;
    stream->avail_out = DATA_MAX;
    int status = inflate(stream, Z_NO_FLUSH);
    out->message = status == Z_DATA_ERROR ? stream->msg : NULL;
    out->ended = status == Z_STREAM_END;
    out->size = DATA_MAX - stream->avail_out;
    out->used = size - stream->avail_in;
}

static void by_us(r3d_priv_inflate *self, const uint8_t *packed, size_t size, size_t in_step,
                  size_t out_step, outcome *out)
{
    size_t at = 0;
    out->size = 0;
    r3d_priv_inflate_init(self);
    while (out->size < DATA_MAX) {
        size_t in = size - at < in_step ? size - at : in_step;
        size_t room = DATA_MAX - out->size < out_step ? DATA_MAX - out->size : out_step;
        // A copy of exactly this size, so that a sanitizer sees each byte beyond it.
        uint8_t *piece = malloc(in + 1);
        require(piece != NULL, "no memory");
        memcpy(piece + 1, packed + at, in);
        size_t used = 0;
        size_t got = r3d_priv_inflate_run(self, piece + 1, in, &used, out->data + out->size, room);
        free(piece);
        require(used <= in && got <= room, "more than was asked for");
        out->size += got;
        at += used;
        if (got < room && (at == size || self->step >= R3D_PRIV_INFLATE_ENDED)) {
            break;
        }
        // Input that is not used although there is room would be given again for ever.
        require(got > 0 || used > 0, "stands still");
    }
    uint8_t back;
    out->ended = self->step == R3D_PRIV_INFLATE_ENDED && self->taken == self->end;
    while (out->ended && r3d_priv_inflate_give_back(self, &back)) {
        require(at > 0 && packed[at - 1] == back, "gives back what it did not get");
        at--;
    }
    out->used = at;
    out->message = self->step == R3D_PRIV_INFLATE_BAD ? self->message : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t steps[] = {7, 9, 15, 31, 32, 33, 64, 257, 1000, 4096, 65536, SIZE_MAX};
    enum { STEPS = sizeof steps / sizeof steps[0] };
    if (size < 2) {
        return 0;
    }
    outcome zlib = {.data = malloc(DATA_MAX)};
    outcome ours = {.data = malloc(DATA_MAX)};
    r3d_priv_inflate *self = malloc(sizeof *self);
    require(zlib.data != NULL && ours.data != NULL && self != NULL, "no memory");
    z_stream stream;
    by_zlib(&stream, data + 2, size - 2, &zlib);
    by_us(self, data + 2, size - 2, steps[data[0] % STEPS], steps[data[1] % STEPS], &ours);
    // A full buffer ends the work of both, each where it stands: ours has looked further.
    bool full = zlib.size == DATA_MAX || ours.size == DATA_MAX;
    if (!full) {
        require(ours.ended == zlib.ended, "one ended");
        require((ours.message == NULL) == (zlib.message == NULL), "one is bad");
        require(ours.message == NULL || strcmp(ours.message, zlib.message) == 0, "other words");
        require(!ours.ended || ours.used == zlib.used, "other ends");
        require(ours.size == zlib.size, "other sizes");
    }
    size_t common = ours.size < zlib.size ? ours.size : zlib.size;
    require(memcmp(ours.data, zlib.data, common) == 0, "other bytes");
    (void)inflateEnd(&stream);
    free(zlib.data);
    free(ours.data);
    free(self);
    return 0;
}
