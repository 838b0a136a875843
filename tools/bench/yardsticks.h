/* SPDX-License-Identifier: MIT */
/* What comparisons of pictures are measured against. */

#ifndef R3D_TOOLS_BENCH_YARDSTICKS_H
#define R3D_TOOLS_BENCH_YARDSTICKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads both arrays as fast as one core can; returns 0 if they are equal. */
uint64_t r3d_bench_read_both(const uint32_t *first, const uint32_t *second, size_t count);

/* The zlib stream of a PNG file in one piece. */
typedef struct r3d_bench_streams {
    uint8_t *data;
    size_t size;
    size_t raw_size;
} r3d_bench_streams;

bool r3d_bench_find_stream(const void *png, size_t size, size_t raw_size, r3d_bench_streams *out);
void r3d_bench_release_stream(r3d_bench_streams *stream);

/* By the inflater of the PNG reader and by zlib. Both inflate to `scratch`, which has room for `raw_size` bytes; no checksums. */
bool r3d_bench_inflate_ours(const r3d_bench_streams *stream, uint8_t *scratch);
bool r3d_bench_inflate_zlib(const r3d_bench_streams *stream, uint8_t *scratch);

bool r3d_bench_decode_stb(const void *png, size_t size);

/* What inflates and computes checksums in the PNG reader: "ISA-L" or "zlib". */
const char *r3d_bench_inflater_name(void);

#endif
