/* SPDX-License-Identifier: MIT */
/* A WAD file made in memory: a map of two rooms with its graphics. */

#ifndef R3D_TESTS_COLUMN_FORGE_H
#define R3D_TESTS_COLUMN_FORGE_H

#include <stddef.h>
#include <stdint.h>

enum { LUMPS_MAX = 40, BYTES_MAX = 65536, DIRECTORY_ENTRY = 16 };

/* A WAD being written. */
struct forge {
    uint8_t bytes[BYTES_MAX];
    size_t size;
    struct {
        char name[9];
        size_t offset;
        size_t size;
    } lumps[LUMPS_MAX];
    int32_t lump_count;
};

void put8(struct forge *f, int32_t value);
void put16(struct forge *f, int32_t value);
void put32(struct forge *f, int32_t value);
void put_name(struct forge *f, const char *name);

/* Lumps between these two calls. */
void begin(struct forge *f, const char *name);
void end(struct forge *f);

/* A patch of texels 16 * column + row in its middle, holes above and below. */
void put_patch(struct forge *f, int32_t width, int32_t height);

/* MAP01: two rooms side by side. */
void forge_map(struct forge *f);

/* Palette, texture BRICK of the patch PATCH, flat FLOOR, sprite BAR1. */
void forge_graphics(struct forge *f);

/* Writes the directory and the header. */
void forge_finish(struct forge *f);

/* The whole file; free() it. */
struct forge *forge_wad(void);

/* The number of a lump; fails the test when there is none. */
int32_t find(const struct forge *f, const char *name);

#endif
