/* SPDX-License-Identifier: MIT */
/* What comparisons of pictures are measured against. */

#ifndef R3D_TOOLS_BENCH_YARDSTICKS_H
#define R3D_TOOLS_BENCH_YARDSTICKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads both arrays as fast as one core can; returns 0 if they are equal. */
uint64_t bench_read_both(const uint32_t *first, const uint32_t *second, size_t count);

/* The zlib stream of a PNG file in one piece. */
typedef struct bench_streams {
    uint8_t *data;
    size_t size;
    size_t raw_size;
} bench_streams;

bool bench_find_stream(const void *png, size_t size, size_t raw_size, bench_streams *out);
void bench_release_stream(bench_streams *stream);

/* By the inflater of the PNG reader and by zlib. Both inflate to `scratch`, which has room for `raw_size` bytes; no checksums. */
bool bench_inflate_ours(const bench_streams *stream, uint8_t *scratch);
bool bench_inflate_zlib(const bench_streams *stream, uint8_t *scratch);

bool bench_decode_stb(const void *png, size_t size);

/* What inflates and computes checksums in the PNG reader: "ISA-L" or "zlib". */
const char *bench_inflater_name(void);

#endif
