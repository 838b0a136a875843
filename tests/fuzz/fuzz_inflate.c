/* SPDX-License-Identifier: MIT */
// The inflater of the PNG reader beside zlib's: the same verdict, the same bytes, the same end, but for
// what docs/formats.md says of ISA-L. The first two bytes of an input say into what pieces the rest, a raw
// deflate stream, is cut. Pieces end where a page ends that cannot be touched: sanitizers do not see what
// libraries do.

#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>
#include <zlib.h>

#include "io_internal.h"
#include "png_inflate.h"

enum { DATA_MAX = 1 << 18, GUARD = 1 << 16, SPAN = DATA_MAX + GUARD };

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

// The end of DATA_MAX bytes that memory which cannot be touched follows.
static uint8_t *guarded_end(void)
{
    uint8_t *memory = mmap(NULL, SPAN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    require(memory != MAP_FAILED, "no memory");
    require(mprotect(memory + DATA_MAX, GUARD, PROT_NONE) == 0, "no guard");
    return memory + DATA_MAX;
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

static void by_us(r3d_priv_png_inflater *self, const uint8_t *packed, size_t size, size_t in_step,
                  size_t out_step, outcome *out)
{
    static uint8_t *in_end;
    static uint8_t *out_end;
    if (in_end == NULL) {
        in_end = guarded_end();
        out_end = guarded_end();
    }
    size_t at = 0;
    r3d_priv_png_inflate_state state = R3D_PRIV_PNG_INFLATE_GOES_ON;
    out->size = 0;
    while (out->size < DATA_MAX && state == R3D_PRIV_PNG_INFLATE_GOES_ON) {
        // As the reader does: no input while there is output without it.
        bool ahead = r3d_priv_png_inflater_is_ahead(self);
        if (!ahead && at == size) {
            break;
        }
        size_t in = size - at < in_step ? size - at : in_step;
        in = ahead ? 0 : in < DATA_MAX ? in : DATA_MAX;
        size_t room = DATA_MAX - out->size < out_step ? DATA_MAX - out->size : out_step;
        memcpy(in_end - in, packed + at, in);
        size_t used = 0;
        size_t got = r3d_priv_png_inflater_run(self, in_end - in, in, &used, out_end - room, room,
                                               &state, &out->message);
        require(used <= in && got <= room, "more than was asked for");
        memcpy(out->data + out->size, out_end - room, got);
        out->size += got;
        at += used;
        // Input that is not used although there is room would be given again for ever.
        require(ahead || got > 0 || used > 0 || state != R3D_PRIV_PNG_INFLATE_GOES_ON,
                "stands still");
    }
    uint8_t back[8];
    size_t count = 0;
    out->ended = state == R3D_PRIV_PNG_INFLATE_ENDED;
    while (out->ended && r3d_priv_png_inflater_give_back(self, &back[count])) {
        count++;
        require(count < sizeof back, "gives back more than it can have read");
    }
    require(count <= at && memcmp(back, packed + at - count, count) == 0,
            "gives back what it did not get");
    out->used = at - count;
}

static bool isal_may_differ(const outcome *zlib, const outcome *ours)
{
#if defined(R3D_INFLATE_ISAL)
    return zlib->message == NULL ? ours->message != NULL && !zlib->ended
                                 : strcmp(zlib->message, "invalid code lengths set") == 0 ||
                                       strcmp(zlib->message, "invalid literal/lengths set") == 0 ||
                                       strcmp(zlib->message, "invalid distances set") == 0;
#else
    (void)zlib;
    (void)ours;
    return false;
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t steps[] = {7, 9, 15, 31, 32, 33, 64, 257, 1000, 4096, 65536, SIZE_MAX};
    enum { STEPS = sizeof steps / sizeof steps[0] };
    r3d_allocator allocator;
    if (size < 2) {
        return 0;
    }
    require(r3d_priv_io_allocator(NULL, &allocator) == R3D_OK, "no allocator");
    outcome zlib = {.data = malloc(DATA_MAX)};
    outcome ours = {.data = malloc(DATA_MAX)};
    r3d_priv_png_inflater *self = r3d_priv_png_inflater_open(&allocator);
    require(zlib.data != NULL && ours.data != NULL && self != NULL, "no memory");
    z_stream stream;
    by_zlib(&stream, data + 2, size - 2, &zlib);
    by_us(self, data + 2, size - 2, steps[data[0] % STEPS], steps[data[1] % STEPS], &ours);
    // A full buffer ends the work of both, each where it stands: one may have looked further.
    bool full = zlib.size == DATA_MAX || ours.size == DATA_MAX;
    bool same = ours.ended == zlib.ended && (ours.message == NULL) == (zlib.message == NULL);
    if (!full) {
        require(same || isal_may_differ(&zlib, &ours), "other verdicts");
        require(!same || !ours.ended || (ours.used == zlib.used && ours.size == zlib.size),
                "other ends");
    }
    size_t common = ours.size < zlib.size ? ours.size : zlib.size;
    require(memcmp(ours.data, zlib.data, common) == 0, "other bytes");
    (void)inflateEnd(&stream);
    r3d_priv_png_inflater_close(self);
    free(zlib.data);
    free(ours.data);
    return 0;
}
