/* SPDX-License-Identifier: MIT */
/* One reference scene: every picture that golden/outline has of it. usage: outline_reference NAME */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "reference_picture.h"
#include "scene.h"

static const char *name;

/* Compares rgb pixels with a reference and says where they differ. */
static void compare(const char *kind, const uint32_t *rgb, int32_t width, int32_t height)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/outline/%s.%s.png", R3D_TEST_SOURCE_DIR, name, kind);
    expect_reference_picture(path, rgb, width, height, 0xFFFFFF);
}

static void compare_gray(const char *kind, const uint8_t *gray, int32_t width, int32_t height)
{
    uint32_t *rgb = calloc((size_t)(width * height), sizeof *rgb);
    assert_non_null(rgb);
    for (int32_t i = 0; i < width * height; i++) {
        rgb[i] = gray[i] * 0x010101u;
    }
    compare(kind, rgb, width, height);
    free(rgb);
}

static void compare_buffers(const scene *s, uint32_t *rgb)
{
    r3d_outline_buffers buffers;
    r3d_outline_frame_get_buffers(s->frame, &buffers);
    const int32_t count = buffers.width * buffers.height;
    for (int32_t i = 0; i < count; i++) {
        rgb[i] = (buffers.ids[i] & 255u) << 16 | (uint32_t)(buffers.ids[i] >> 8) << 8;
    }
    compare("ids", rgb, buffers.width, buffers.height);
    for (int32_t i = 0; i < count; i++) {
        const uint32_t n = (uint32_t)(buffers.nearness[i] + 32768);
        rgb[i] = buffers.ids[i] == 0 ? 0 : (n & 255) << 16 | (n >> 8 & 255) << 8 | n >> 16;
    }
    compare("near", rgb, buffers.width, buffers.height);
}

static void compare_faces(const scene *s, uint32_t *rgb)
{
    for (int32_t y = 0; y < s->canvas[1]; y++) {
        for (int32_t x = 0; x < s->canvas[0]; x++) {
            r3d_outline_pixel pixel;
            assert_int_equal(r3d_outline_frame_get_pixel(s->frame, x, y, &pixel), R3D_OK);
            static const uint32_t colors[5] = {0x000000, 0xE0E060, 0x6060E0, 0xE06060, 0xE060E0};
            const bool is_floor = pixel.kind == R3D_OUTLINE_TOP && pixel.level == 0;
            rgb[y * s->canvas[0] + x] = is_floor ? 0x60A060 : colors[pixel.kind];
        }
    }
    compare("faces", rgb, s->canvas[0], s->canvas[1]);
}

static void compare_image(const scene *s, const char *kind, uint32_t *rgb)
{
    r3d_surface surface;
    assert_int_equal(r3d_surface_init(&surface, rgb, s->canvas[0], s->canvas[1], s->canvas[0]),
                     R3D_OK);
    assert_int_equal(r3d_outline_frame_paint(s->frame, &s->paint, &surface, 0, 0), R3D_OK);
    compare(kind, rgb, s->canvas[0], s->canvas[1]);
}

static void compare_info(const scene *s)
{
    r3d_outline_map_counts counts;
    r3d_outline_map_get_counts(s->map, &counts);
    int32_t width = counts.width * s->texels;
    int32_t height = counts.height * s->texels;
    int32_t lit = width * height;
    if (s->shadow != NULL) {
        const uint8_t *texels = r3d_outline_shadow_get_texels(s->shadow, &width, &height);
        lit = 0;
        for (int32_t i = 0; i < width * height; i++) {
            lit += texels[i] != 0 ? 1 : 0;
        }
    }
    const int draws = 1 + (counts.x_sides > 0) + (counts.y_sides > 0) + (s->billboard_count > 0);
    char text[512];
    snprintf(text, sizeof text,
             "faces tops %d xsides %d ysides %d billboards %d\ncube_faces_max %d\ndraws %d\n"
             "surfaces %d\nlit %d of %d\n",
             (int)counts.tops, (int)counts.x_sides, (int)counts.y_sides, (int)s->billboard_count,
             (int)counts.cube_faces_max, draws, (int)(counts.ids + s->billboard_count), (int)lit,
             (int)(width * height));
    char path[512];
    snprintf(path, sizeof path, "%s/golden/outline/%s.info", R3D_TEST_SOURCE_DIR, name);
    void *expected;
    size_t size;
    assert_int_equal(r3d_file_read(path, 4096, NULL, &expected, &size, NULL), R3D_OK);
    assert_string_equal(text, (const char *)expected);
    free(expected);
}

static bool wants(const scene *s, const char *kind)
{
    for (int32_t i = 0; i < s->want_count; i++) {
        if (strcmp(s->want[i], kind) == 0) {
            return true;
        }
    }
    return false;
}

static void scene_equals_its_references(void **state)
{
    (void)state;
    scene *s = scene_read(name);
    scene_make(s);
    uint32_t *rgb = calloc((size_t)(s->canvas[0] * s->canvas[1]), sizeof *rgb);
    assert_non_null(rgb);
    r3d_outline_buffers buffers;
    compare_buffers(s, rgb);
    if (s->shadow != NULL) {
        int32_t width;
        int32_t height;
        const uint8_t *texels = r3d_outline_shadow_get_texels(s->shadow, &width, &height);
        compare_gray("lit", texels, width, height);
    }

    assert_int_equal(r3d_outline_frame_mark_world(s->frame, &s->lines), R3D_OK);
    r3d_outline_frame_get_buffers(s->frame, &buffers);
    compare_gray("world", buffers.lines, buffers.width, buffers.height);
    int32_t done = 0;
    if (wants(s, "image")) {
        compare_image(s, "image", rgb);
        done++;
    }
    assert_int_equal(r3d_outline_frame_mark_screen(s->frame, &s->lines), R3D_OK);
    if (wants(s, "lines")) {
        compare_gray("lines", buffers.lines, buffers.width, buffers.height);
        done++;
    }
    if (wants(s, "image_screen")) {
        compare_image(s, "image_screen", rgb);
        done++;
    }
    uint8_t *mask = calloc((size_t)(s->canvas[0] * s->canvas[1]), 1);
    assert_non_null(mask);
    for (int32_t i = 0; i < s->canvas[0] * s->canvas[1]; i++) {
        mask[i] = buffers.lines[i] != 0 ? 255 : 0;
    }
    compare_gray("screen", mask, buffers.width, buffers.height);
    free(mask);
    if (wants(s, "faces")) {
        compare_faces(s, rgb);
        done++;
    }
    if (wants(s, "info")) {
        compare_info(s);
        done++;
    }
    assert_int_equal(done, s->want_count);
    free(rgb);
    scene_free(s);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        return 2;
    }
    name = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(scene_equals_its_references)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
