/* SPDX-License-Identifier: MIT */

#include "forge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

void put8(struct forge *f, int32_t value)
{
    assert_true(f->size < BYTES_MAX);
    f->bytes[f->size++] = (uint8_t)value;
}

void put16(struct forge *f, int32_t value)
{
    put8(f, value);
    put8(f, value >> 8);
}

void put32(struct forge *f, int32_t value)
{
    put16(f, value);
    put16(f, value >> 16);
}

void put_name(struct forge *f, const char *name)
{
    for (size_t i = 0; i < 8; i++) {
        put8(f, i < strlen(name) ? name[i] : 0);
    }
}

void begin(struct forge *f, const char *name)
{
    assert_true(f->lump_count < LUMPS_MAX);
    snprintf(f->lumps[f->lump_count].name, 9, "%s", name);
    f->lumps[f->lump_count++].offset = f->size;
}

void end(struct forge *f)
{
    f->lumps[f->lump_count - 1].size = f->size - f->lumps[f->lump_count - 1].offset;
}

static void put_linedef(struct forge *f, int32_t a, int32_t b, int32_t flags, int32_t right,
                        int32_t left)
{
    put16(f, a);
    put16(f, b);
    put16(f, flags);
    put16(f, 0);
    put16(f, 0);
    put16(f, right);
    put16(f, left);
}

static void put_sidedef(struct forge *f, int32_t sector)
{
    put16(f, 3);
    put16(f, 5);
    put_name(f, "BRICK");
    put_name(f, "BRICK");
    put_name(f, "BRICK");
    put16(f, sector);
}

static void put_seg(struct forge *f, int32_t a, int32_t b, int32_t linedef, int32_t side)
{
    put16(f, a);
    put16(f, b);
    put16(f, 0);
    put16(f, linedef);
    put16(f, side);
    put16(f, 0);
}

void forge_map(struct forge *f)
{
    begin(f, "MAP01");
    end(f);
    begin(f, "THINGS");
    const int32_t things[3][3] = {{32, 32, 1}, {100, 40, 2035}, {40, 20, 9999}};
    for (int32_t i = 0; i < 3; i++) {
        put16(f, things[i][0]);
        put16(f, things[i][1]);
        put16(f, 90);
        put16(f, things[i][2]);
        put16(f, 7);
    }
    end(f);
    /* Two rooms side by side, 0..64 and 64..160; vertices clockwise from the south-west corner. */
    begin(f, "LINEDEFS");
    put_linedef(f, 0, 1, 1, 0, 65535);
    put_linedef(f, 1, 2, 1, 1, 65535);
    put_linedef(f, 2, 3, 4, 2, 3); /* between the rooms */
    put_linedef(f, 3, 0, 1, 4, 65535);
    put_linedef(f, 2, 4, 1, 5, 65535);
    put_linedef(f, 4, 5, 1, 6, 65535);
    put_linedef(f, 5, 3, 1, 7, 65535);
    put_linedef(f, 4, 4, 1, 7, 65535); /* no length */
    end(f);
    begin(f, "SIDEDEFS");
    const int32_t sides[8] = {0, 0, 0, 1, 0, 1, 1, 1};
    for (int32_t i = 0; i < 8; i++) {
        put_sidedef(f, sides[i]);
    }
    end(f);
    begin(f, "VERTEXES");
    const int32_t vertices[6][2] = {{0, 0}, {0, 96}, {64, 96}, {64, 0}, {160, 96}, {160, 0}};
    for (int32_t i = 0; i < 6; i++) {
        put16(f, vertices[i][0]);
        put16(f, vertices[i][1]);
    }
    end(f);
    begin(f, "SEGS");
    put_seg(f, 0, 1, 0, 0);
    put_seg(f, 1, 2, 1, 0);
    put_seg(f, 2, 3, 2, 0);
    put_seg(f, 3, 0, 3, 0);
    put_seg(f, 3, 2, 2, 1);
    put_seg(f, 2, 4, 4, 0);
    put_seg(f, 4, 5, 5, 0);
    put_seg(f, 5, 3, 6, 0);
    end(f);
    begin(f, "SSECTORS");
    put16(f, 4);
    put16(f, 0);
    put16(f, 4);
    put16(f, 4);
    end(f);
    begin(f, "NODES");
    put16(f, 64);
    put16(f, 0);
    put16(f, 0);
    put16(f, 96);
    for (int32_t i = 0; i < 8; i++) {
        put16(f, 0);
    }
    put16(f, 0x8001);
    put16(f, 0x8000);
    end(f);
    begin(f, "SECTORS");
    for (int32_t i = 0; i < 2; i++) {
        put16(f, i == 0 ? 0 : 16);
        put16(f, i == 0 ? 128 : 96);
        put_name(f, "FLOOR");
        put_name(f, i == 0 ? "F_SKY1" : "FLOOR");
        put16(f, 160 + 300 * i);
        put16(f, 0);
        put16(f, 0);
    }
    end(f);
}

void put_patch(struct forge *f, int32_t width, int32_t height)
{
    put16(f, width);
    put16(f, height);
    put16(f, 0);
    put16(f, 0);
    const int32_t column_size = height / 2 + 5;
    for (int32_t i = 0; i < width; i++) {
        put32(f, 8 + 4 * width + i * column_size);
    }
    for (int32_t i = 0; i < width; i++) {
        put8(f, height / 4); /* one post in the middle, holes above and below */
        put8(f, height / 2);
        put8(f, 0);
        for (int32_t row = 0; row < height / 2; row++) {
            put8(f, 16 * i + row);
        }
        put8(f, 0);
        put8(f, 255);
    }
}

void forge_graphics(struct forge *f)
{
    begin(f, "PLAYPAL");
    for (int32_t i = 0; i < 256; i++) {
        put8(f, i);
        put8(f, 255 - i);
        put8(f, i / 2);
    }
    end(f);
    begin(f, "COLORMAP");
    for (int32_t i = 0; i < 34 * 256; i++) {
        put8(f, i % 256);
    }
    end(f);
    begin(f, "TEXTURE1");
    put32(f, 2);
    put32(f, 12);
    put32(f, 12 + 22 + 20);
    for (int32_t i = 0; i < 2; i++) {
        put_name(f, i == 0 ? "BRICK" : "SKY1");
        put32(f, 0);
        put16(f, 12);
        put16(f, 24);
        put32(f, 0);
        put16(f, 2);
        for (int32_t patch = 0; patch < 2; patch++) {
            put16(f, patch * 6);
            put16(f, patch * 4 - 2);
            put16(f, 0);
            put16(f, 1);
            put16(f, 0);
        }
    }
    end(f);
    begin(f, "PNAMES");
    put32(f, 1);
    put_name(f, "PATCH");
    end(f);
    begin(f, "PATCH");
    put_patch(f, 8, 24);
    end(f);
    begin(f, "BAR1A0");
    put_patch(f, 6, 16);
    end(f);
    begin(f, "F_START");
    end(f);
    begin(f, "FLOOR");
    for (int32_t i = 0; i < 4096; i++) {
        put8(f, i / 16);
    }
    end(f);
    begin(f, "F_END");
    end(f);
}

void forge_finish(struct forge *f)
{
    const int32_t directory = (int32_t)f->size;
    for (int32_t i = 0; i < f->lump_count; i++) {
        put32(f, (int32_t)f->lumps[i].offset);
        put32(f, (int32_t)f->lumps[i].size);
        put_name(f, f->lumps[i].name);
    }
    const size_t size = f->size;
    f->size = 0;
    put8(f, 'P');
    put8(f, 'W');
    put8(f, 'A');
    put8(f, 'D');
    put32(f, f->lump_count);
    put32(f, directory);
    f->size = size;
}

struct forge *forge_wad(void)
{
    struct forge *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->size = 12;
    forge_map(f);
    forge_graphics(f);
    forge_finish(f);
    return f;
}

int32_t find(const struct forge *f, const char *name)
{
    for (int32_t i = 0; i < f->lump_count; i++) {
        if (strcmp(f->lumps[i].name, name) == 0) {
            return i;
        }
    }
    fail_msg("no lump %s", name);
    return -1;
}
