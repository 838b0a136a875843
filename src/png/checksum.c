/* SPDX-License-Identifier: MIT */
// The checksums of PNG files, by ISA-L where it is the inflater: on whole pictures zlib's take a tenth of
// the time of a comparison.

#include "png_state.h"

#if defined(R3D_INFLATE_ISAL)

#include <isa-l.h>

uint32_t r3d_priv_crc32(uint32_t crc, const void *data, size_t size)
{
    return crc32_gzip_refl(crc, data, size);
}

uint32_t r3d_priv_adler32(uint32_t adler, const void *data, size_t size)
{
    return isal_adler32(adler, data, size);
}

#else

#include <zlib.h>

uint32_t r3d_priv_crc32(uint32_t crc, const void *data, size_t size)
{
    return (uint32_t)crc32_z(crc, data, size);
}

uint32_t r3d_priv_adler32(uint32_t adler, const void *data, size_t size)
{
    return (uint32_t)adler32_z(adler, data, size);
}

#endif
