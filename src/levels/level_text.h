/* SPDX-License-Identifier: MIT */
/* Pieces of the level readers that other files of this room share. */

#ifndef R3D_SRC_LEVELS_LEVEL_TEXT_H
#define R3D_SRC_LEVELS_LEVEL_TEXT_H

#include <retro3d/levels.h>

#include "../io/io_internal.h"

/// A growing array.
struct r3d_priv_list {
    void *items;
    int32_t count;
    int32_t capacity;
};

/// Makes room for `needed` items of `size` bytes and sets new ones to zero.
r3d_result r3d_priv_list_grow(const r3d_allocator *allocator, struct r3d_priv_list *list,
                              int32_t needed, size_t size);

/// Distinct names, numbered in order of appearance.
struct r3d_priv_names {
    struct r3d_priv_list names;   ///< char *
    struct r3d_priv_list buckets; ///< int32_t; name number + 1, 0 empty; a power of two of them
};

/// Finds a name, or adds it. @return R3D_ERR_MEMORY, R3D_ERR_LIMIT.
r3d_result r3d_priv_names_add(const r3d_allocator *allocator, struct r3d_priv_names *names,
                              const char *text, size_t length, int32_t *out_index);

/// Numbers as text: digits, sign, point and slash. All fit into this many bytes.
enum { R3D_PRIV_NUMBER_SIZE = 48 };

void r3d_priv_format_whole(int64_t number, char *out);

/// At most 15 digits.
void r3d_priv_format_decimal(double value, char *out);

/// A decimal if 15 digits say which double it is, otherwise a fraction of two whole numbers below
/// `limit`; magnitudes below 2^-25 or so are rounded when they need more.
void r3d_priv_format_number(double value, int64_t limit, char *out);

void r3d_priv_names_free(const r3d_allocator *allocator, struct r3d_priv_names *names);

#endif
