/* SPDX-License-Identifier: MIT */
#include "buffers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_OFFSET = 32768, GRAY = 0x010101 };

static r3d_outline_buffers get_buffers(const r3d_isomap *map)
{
    r3d_outline_buffers buffers;
    r3d_outline_frame_get_buffers(r3d_isomap_get_frame(map), &buffers);
    return buffers;
}

static size_t count_of(const r3d_outline_buffers *buffers)
{
    return (size_t)buffers->width * (size_t)buffers->height;
}

void draw_ids(const r3d_isomap *map, uint32_t *out_rgb)
{
    const r3d_outline_buffers buffers = get_buffers(map);
    for (size_t i = 0; i < count_of(&buffers); i++) {
        out_rgb[i] = (buffers.ids[i] & 255u) << 16 | (uint32_t)(buffers.ids[i] >> 8) << 8;
    }
}

void draw_near(const r3d_isomap *map, uint32_t *out_rgb)
{
    const r3d_outline_buffers buffers = get_buffers(map);
    for (size_t i = 0; i < count_of(&buffers); i++) {
        const uint32_t n = (uint32_t)buffers.nearness[i] + NEAR_OFFSET;
        out_rgb[i] =
            buffers.ids[i] == 0 ? 0 : (n & 255) << 16 | (n >> 8 & 255) << 8 | (n >> 16 & 255);
    }
}

void draw_lines(const r3d_isomap *map, uint32_t *out_rgb)
{
    const r3d_outline_buffers buffers = get_buffers(map);
    for (size_t i = 0; i < count_of(&buffers); i++) {
        out_rgb[i] = buffers.lines[i] * (uint32_t)GRAY;
    }
}

void draw_mask(const r3d_isomap *map, uint32_t *out_rgb)
{
    const r3d_outline_buffers buffers = get_buffers(map);
    for (size_t i = 0; i < count_of(&buffers); i++) {
        out_rgb[i] = buffers.lines[i] != 0 ? 0xFFFFFF : 0;
    }
}

void draw_faces(const r3d_isomap *map, uint32_t *out_rgb)
{
    static const uint32_t colors[] = {0x000000, 0xE0E060, 0x6060E0, 0xE06060, 0xE060E0};
    static const uint32_t floor_color = 0x60A060;
    const r3d_outline_frame *frame = r3d_isomap_get_frame(map);
    int32_t width = 0;
    int32_t height = 0;
    r3d_isomap_get_size(map, &width, &height);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            r3d_outline_pixel pixel;
            memset(&pixel, 0, sizeof pixel);
            r3d_outline_frame_get_pixel(frame, x, y, &pixel);
            const bool is_floor = pixel.kind == R3D_OUTLINE_TOP && pixel.level == 0;
            *out_rgb++ = is_floor ? floor_color : colors[pixel.kind];
        }
    }
}

void draw_image(const r3d_isomap *map, uint32_t *out_rgb)
{
    int32_t width = 0;
    int32_t height = 0;
    r3d_surface surface;
    r3d_isomap_get_size(map, &width, &height);
    r3d_surface_init(&surface, out_rgb, width, height, width);
    r3d_isomap_paint(map, &surface, 0, 0);
}

uint32_t *draw_lit(const r3d_isomap *map, int32_t *out_width, int32_t *out_height)
{
    r3d_isomap_counts counts;
    r3d_isomap_settings settings;
    r3d_isomap_settings_init(&settings);
    r3d_isomap_get_settings(map, &settings);
    r3d_isomap_get_counts(map, &counts);
    *out_width = counts.map.width * settings.texels;
    *out_height = counts.map.height * settings.texels;
    const size_t count = (size_t)*out_width * (size_t)*out_height;
    uint32_t *rgb = malloc(count * sizeof *rgb);
    const uint8_t *lit = r3d_outline_shadow_get_texels(r3d_isomap_get_shadow(map), NULL, NULL);
    for (size_t i = 0; rgb != NULL && i < count; i++) {
        rgb[i] = lit == NULL || lit[i] != 0 ? 0xFFFFFF : 0;
    }
    return rgb;
}

int write_counters(const r3d_isomap *map, char *out_text, size_t size)
{
    r3d_isomap_counts c;
    r3d_isomap_get_counts(map, &c);
    return snprintf(out_text, size,
                    "faces tops %ld xsides %ld ysides %ld billboards %ld\ncube_faces_max %ld\n"
                    "draws %ld\nsurfaces %ld\nlit %ld of %ld\n",
                    (long)c.map.tops, (long)c.map.x_sides, (long)c.map.y_sides, (long)c.billboards,
                    (long)c.map.cube_faces_max, (long)c.draws, (long)c.surfaces, (long)c.lit_texels,
                    (long)c.texels);
}
