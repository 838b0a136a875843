/* SPDX-License-Identifier: MIT */
/* The one form of a public options struct (docs/embedding.md, "Options that can grow"): its first
 * member is `uint32_t struct_size`, members are only ever appended, and each function reads it into
 * a whole one of its own before it looks at anything. */

#ifndef R3D_SRC_BASE_DESC_H
#define R3D_SRC_BASE_DESC_H

#include <stdbool.h>
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

/* Whether a version of the library can have a struct of this size: not 0, a multiple of a pointer's,
 * since members' ends are cut by no other, and not too large. */
static inline bool r3d_priv_desc_size_is_possible(uint32_t size)
{
    return size != 0 && size % sizeof(void *) == 0 && size <= R3D_PRIV_DESC_SIZE_MAX;
}

/* Reads a struct of this or another version of the library into `out`, which holds the defaults and
 * keeps them where a shorter one ends.
 * Returns R3D_ERR_ARGUMENT for NULL, for a size that no version can have, and for a longer one whose
 * members that we do not know are not zero. `out` is unchanged then. */
static inline r3d_result r3d_priv_desc_read(void *out, size_t out_size, const void *in)
{
    uint32_t given = 0;
    if (in == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    memcpy(&given, in, sizeof given);
    if (!r3d_priv_desc_size_is_possible(given)) {
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

/* Writes a struct of defaults into one of another version: as much as fits, zeros behind what we
 * know, and the size that it has; no byte behind that. A size that no version can have leaves a
 * struct_size of 0, which no function accepts. NULL is accepted. */
static inline void r3d_priv_desc_give(void *out, uint32_t struct_size, const void *defaults,
                                      size_t size)
{
    const bool is_possible = r3d_priv_desc_size_is_possible(struct_size);
    const uint32_t own_size = is_possible ? struct_size : 0;
    if (out == NULL) {
        return;
    }
    if (is_possible) {
        memset(out, 0, struct_size);
        memcpy(out, defaults, struct_size < size ? struct_size : size);
    }
    if (struct_size >= sizeof own_size) {
        memcpy(out, &own_size, sizeof own_size);
    }
}

/* The end of an init function (`..._init_sized`): gives `whole`, which holds the defaults. */
#define R3D_PRIV_DESC_GIVE(desc, whole, struct_size)                                               \
    do {                                                                                           \
        _Static_assert(sizeof *(desc) == sizeof(whole) && sizeof(whole) % sizeof(void *) == 0 &&   \
                           sizeof(whole) <= R3D_PRIV_DESC_SIZE_MAX,                                \
                       "a size that r3d_priv_desc_read accepts");                                  \
        r3d_priv_desc_give((desc), (struct_size), &(whole), sizeof(whole));                        \
    } while (0)

/* The body of an init function whose defaults are zero. */
#define R3D_PRIV_DESC_INIT(desc, struct_size)                                                      \
    do {                                                                                           \
        const uint32_t r3d_priv_size = (uint32_t)sizeof *(desc);                                   \
        _Static_assert(sizeof *(desc) % sizeof(void *) == 0 &&                                     \
                           sizeof *(desc) <= R3D_PRIV_DESC_SIZE_MAX,                               \
                       "a size that r3d_priv_desc_read accepts");                                  \
        r3d_priv_desc_give((desc), (struct_size), &r3d_priv_size, sizeof r3d_priv_size);           \
    } while (0)

#endif
