/* SPDX-License-Identifier: MIT */
/* Decoder of the bzip2 streams in archives: without the four bytes "BZh1", level 1, checksums that
 * may be wrong. libbz2 stops at a wrong checksum, which these files are allowed to have, so it
 * cannot be used for them; the tests compare this decoder with it. Source: spec rs2-cache
 * section 1. */

#ifndef R3D_SRC_CACHE_BZIP2_H
#define R3D_SRC_CACHE_BZIP2_H

#include <stdbool.h>

#include <retro3d/base.h>

/* How a stream ended. */
typedef struct r3d_priv_bzip2_report {
    r3d_result result;
    size_t produced;     /* bytes of output that are good */
    size_t offset;       /* of the input, where the problem was noticed */
    const char *problem; /* what was found and expected; NULL for R3D_OK */
} r3d_priv_bzip2_report;

/* Scratch memory of a decoder: r3d_priv_bzip2_scratch_size() bytes aligned as malloc's. */
size_t r3d_priv_bzip2_scratch_size(void);

/* Decodes until `out_size` bytes are out.
 * check  Compare checksums and the end of the stream too: what the original did not do. */
r3d_result r3d_priv_bzip2_decode(const uint8_t *data, size_t size, bool check, void *scratch,
                                 uint8_t *out, size_t out_size, r3d_priv_bzip2_report *report);

#endif
