/* SPDX-License-Identifier: MIT */
/* The one form of a public options struct (docs/embedding.md, "Options that can grow"): its first
 * member is `uint32_t struct_size`, members are only ever appended, and each function reads it into
 * a whole one of its own before it looks at anything. */

#ifndef R3D_SRC_BASE_DESC_H
#define R3D_SRC_BASE_DESC_H

#include <stdint.h>
#include <string.h>

#include <retro3d/base.h>

/* No options struct of any version is larger: more is a size that was never set. */
enum r3d_priv_desc_sizes { R3D_PRIV_DESC_SIZE_MAX = 4096 };

/* Makes a struct all zero but for its size. */
static inline void r3d_priv_desc_init(void *desc, size_t size)
{
    const uint32_t struct_size = (uint32_t)size;
    memset(desc, 0, size);
    memcpy(desc, &struct_size, sizeof struct_size);
}

/* Reads a struct of this or another version of the library into `out`, which holds the defaults and
 * keeps them where a shorter one ends.
 * Returns R3D_ERR_ARGUMENT for NULL, for a size that no version can have (0; no multiple of a
 * pointer's, which every member's end would cut; too large), and for a longer one whose members that
 * we do not know are not zero. `out` is unchanged then. */
static inline r3d_result r3d_priv_desc_read(void *out, size_t out_size, const void *in)
{
    uint32_t given = 0;
    if (in == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    memcpy(&given, in, sizeof given);
    if (given == 0 || given % sizeof(void *) != 0 || given > R3D_PRIV_DESC_SIZE_MAX) {
        return R3D_ERR_ARGUMENT;
    }
    const unsigned char *bytes = in;
    for (size_t i = out_size; i < given; i++) {
        if (bytes[i] != 0) {
            return R3D_ERR_ARGUMENT;
        }
    }
    const uint32_t own_size = (uint32_t)out_size;
    memcpy(out, in, given < out_size ? given : out_size);
    memcpy(out, &own_size, sizeof own_size);
    return R3D_OK;
}

/* The body of an init function whose defaults are zero. NULL is accepted. */
#define R3D_PRIV_DESC_INIT(desc)                                                                   \
    do {                                                                                           \
        _Static_assert(sizeof *(desc) % sizeof(void *) == 0 &&                                     \
                           sizeof *(desc) <= R3D_PRIV_DESC_SIZE_MAX,                               \
                       "a size that r3d_priv_desc_read accepts");                                  \
        if ((desc) != NULL) {                                                                      \
            r3d_priv_desc_init((desc), sizeof *(desc));                                            \
        }                                                                                          \
    } while (0)

#endif
