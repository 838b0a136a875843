/* SPDX-License-Identifier: MIT */
// 128-bit hash of a picture's pixels: MurmurHash3 x64 128, seed 0, over the bytes R, G, B, A row by
// row. It finds changed files, it does not defend against forged ones.

#include <string.h>

#include "diff_internal.h"

typedef struct pixel_hash {
    uint64_t h1;
    uint64_t h2;
    uint64_t length;
    uint32_t pending[4];
    int32_t pending_count;
} pixel_hash;

static const uint64_t c1 = UINT64_C(0x87c37b91114253d5);
static const uint64_t c2 = UINT64_C(0x4cf5ad432745937f);

static uint64_t rotate(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

static uint64_t mix_first(uint64_t k)
{
    return rotate(k * c1, 31) * c2;
}

static uint64_t mix_second(uint64_t k)
{
    return rotate(k * c2, 33) * c1;
}

static uint64_t avalanche(uint64_t k)
{
    k ^= k >> 33;
    k *= UINT64_C(0xff51afd7ed558ccd);
    k ^= k >> 33;
    k *= UINT64_C(0xc4ceb9fe1a85ec53);
    return k ^ k >> 33;
}

// Four pixels as little-endian bytes R, G, B, A make one block of 16 bytes.
static uint64_t two_words(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

static void hash_begin(pixel_hash *hash)
{
    memset(hash, 0, sizeof *hash);
}

static void add_block(pixel_hash *hash, const uint32_t *words)
{
    hash->h1 ^= mix_first(two_words(words[0], words[1]));
    hash->h1 = rotate(hash->h1, 27) + hash->h2;
    hash->h1 = hash->h1 * 5 + 0x52dce729;
    hash->h2 ^= mix_second(two_words(words[2], words[3]));
    hash->h2 = rotate(hash->h2, 31) + hash->h1;
    hash->h2 = hash->h2 * 5 + 0x38495ab5;
}

static void hash_row(pixel_hash *hash, const uint32_t *argb, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        uint32_t p = argb[i];
        hash->pending[hash->pending_count++] =
            (p & 0xff00ff00u) | (p >> 16 & 0xffu) | (p & 0xffu) << 16;
        if (hash->pending_count == 4) {
            add_block(hash, hash->pending);
            hash->pending_count = 0;
        }
    }
    hash->length += (uint64_t)count * 4;
}

static void hash_end(pixel_hash *hash, char *out_hex)
{
    uint32_t words[4] = {0, 0, 0, 0};
    memcpy(words, hash->pending, (size_t)hash->pending_count * sizeof *words);
    if (hash->pending_count > 2) {
        hash->h2 ^= mix_second(two_words(words[2], words[3]));
    }
    if (hash->pending_count > 0) {
        hash->h1 ^= mix_first(two_words(words[0], words[1]));
    }
    uint64_t a = hash->h1 ^ hash->length;
    uint64_t b = hash->h2 ^ hash->length;
    a += b;
    b += a;
    a = avalanche(a);
    b = avalanche(b);
    a += b;
    b += a;
    snprintf(out_hex, R3D_DIFF_HASH_SIZE, "%016llx%016llx", (unsigned long long)a,
             (unsigned long long)b);
}

r3d_result r3d_diff_hash(const r3d_picture_view *view, const r3d_allocator *allocator,
                         char *out_hex)
{
    pixel_hash hash;
    if (out_hex == NULL || view == NULL || view->pixels == NULL ||
        r3d_priv_hooks_are_half(allocator)) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_result result = r3d_diff_view_check(view, "picture", NULL);
    if (result != R3D_OK) {
        return result;
    }
    if (view->layout == R3D_LAYOUT_RGBA16) {
        return R3D_ERR_FORMAT_UNSUPPORTED;
    }
    uint32_t *row = r3d_priv_diff_alloc(allocator, (size_t)view->width, sizeof *row);
    if (row == NULL) {
        return R3D_ERR_MEMORY;
    }
    hash_begin(&hash);
    for (int32_t y = 0; y < view->height; y++) {
        r3d_priv_diff_row_argb(r3d_priv_diff_view_row(view, y), view->layout, R3D_PRIV_RULE_RGBA,
                               view->width, R3D_ISA_BEST, row);
        hash_row(&hash, row, view->width);
    }
    hash_end(&hash, out_hex);
    r3d_priv_diff_free(allocator, row);
    return R3D_OK;
}
