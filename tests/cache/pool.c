/* SPDX-License-Identifier: MIT */
#include "pool.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

#if defined(__SANITIZE_ADDRESS__)
#define R3D_TEST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define R3D_TEST_ASAN 1
#endif
#endif
#if defined(R3D_TEST_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

enum { HEADER = 16, LARGE = 1024, KEPT_MAX = 256, NOISE = 0xA5 };

/* The longest kept come first. */
static struct kept {
    uint8_t *block;
    size_t size;
} kept_blocks[KEPT_MAX];
static int kept_count;

static uint8_t *take_kept(size_t size)
{
    for (int i = kept_count - 1; i >= 0; i--) {
        if (kept_blocks[i].size == size) {
            uint8_t *block = kept_blocks[i].block;
            kept_count--;
            memmove(&kept_blocks[i], &kept_blocks[i + 1],
                    (size_t)(kept_count - i) * sizeof kept_blocks[0]);
            ASAN_UNPOISON_MEMORY_REGION(block + HEADER, size);
            /* What was there is not what somebody may rely on. */
            memset(block + HEADER, NOISE, 256);
            return block;
        }
    }
    return NULL;
}

void *pool_take(size_t size)
{
    uint8_t *block = size >= LARGE ? take_kept(size) : NULL;
    if (block == NULL) {
        block = malloc(size + HEADER);
        assert_non_null(block);
        memcpy(block, &size, sizeof size);
    }
    return block + HEADER;
}

size_t pool_size_of(const void *memory)
{
    size_t size;
    memcpy(&size, (const uint8_t *)memory - HEADER, sizeof size);
    return size;
}

static void drop_oldest(void)
{
    ASAN_UNPOISON_MEMORY_REGION(kept_blocks[0].block + HEADER, kept_blocks[0].size);
    free(kept_blocks[0].block);
    kept_count--;
    memmove(&kept_blocks[0], &kept_blocks[1], (size_t)kept_count * sizeof kept_blocks[0]);
}

void pool_give(void *memory)
{
    if (memory == NULL) {
        return;
    }
    size_t size = pool_size_of(memory);
    uint8_t *block = (uint8_t *)memory - HEADER;
    if (size < LARGE) {
        free(block);
        return;
    }
    if (kept_count == KEPT_MAX) {
        drop_oldest();
    }
    ASAN_POISON_MEMORY_REGION(memory, size);
    kept_blocks[kept_count++] = (struct kept){.block = block, .size = size};
}

void pool_end(void)
{
    while (kept_count > 0) {
        drop_oldest();
    }
}
