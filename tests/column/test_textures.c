/* SPDX-License-Identifier: MIT */
/* How surfaces look: texels, light, sky, masked walls, dithering. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "plan.h"
#include "rng.h"
#include "scene.h"

static void aim(r3d_column_view *view, double x, double y, double z, double yaw, double shear)
{
    view->camera.x = x;
    view->camera.y = y;
    view->camera.z = z;
    view->camera.yaw = yaw;
    view->camera.shear = shear;
}

static void open_named(scene *s, const char *name, int32_t width, int32_t height)
{
    r3d_column_level *level = load_level(name, false);
    scene_make(s, level, load_sprites(level, name), width, height);
    r3d_column_camera_square(&s->view.camera, width, 90.0);
}

enum { CODE = 4096 };

/* ---- textures ---- */

static void textures_of_every_size_wrap_at_their_own_size(void **state)
{
    (void)state;
    enum { WIDTH = 120, HEIGHT = 90 };
    static const int32_t heights[] = {8, 24, 43, 56, 65, 68, 72, 96, 112, 1, 7, 64};
    scene s;
    scene_make(&s, textured_level("transitions"), NULL, WIDTH, HEIGHT);
    r3d_column_camera_square(&s.view.camera, WIDTH, 90.0);
    s.view.mode = R3D_COLUMN_TEXTURED;
    r3d_column_materials materials;
    memset(&materials, 0, sizeof materials);
    materials.texture_count = 1;
    s.view.materials = &materials;
    uint32_t *plain = malloc(WIDTH * HEIGHT * sizeof *plain);
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        aim(&s.view, 10.0, -7.0, 41.0, 31.0 * (double)i + 5.0, 0.0);
        r3d_column_texture large;
        uint32_t *large_texels = number_texels(CODE, CODE, &large);
        materials.textures = &large;
        scene_draw(&s);
        memcpy(plain, s.pixels, WIDTH * HEIGHT * sizeof *plain);
        r3d_column_texture small;
        const int32_t width = 16 + 5 * (int32_t)i;
        uint32_t *small_texels = number_texels(width, heights[i], &small);
        materials.textures = &small;
        scene_draw(&s);
        int32_t off = 0;
        for (int32_t j = 0; j < WIDTH * HEIGHT; j++) {
            /* Coordinates reach from -256 to 1024: bring them back to signed numbers. */
            int32_t u = (int32_t)((plain[j] & 0xFFFFFFu) / CODE);
            int32_t v = (int32_t)((plain[j] & 0xFFFFFFu) % CODE);
            u -= u >= CODE / 2 ? CODE : 0;
            v -= v >= CODE / 2 ? CODE : 0;
            const int32_t su = (u % width + width) % width;
            const int32_t sv = (v % heights[i] + heights[i]) % heights[i];
            const uint32_t expected = (uint32_t)(su * heights[i] + sv);
            off += (s.pixels[j] & 0xFFFFFFu) != expected;
        }
        /* A coordinate that is a whole number may round to either side. */
        assert_true(off <= WIDTH * HEIGHT / 500);
        free(small_texels);
        free(large_texels);
    }
    free(plain);
    scene_free(&s);
}

static void indexed_textures_equal_direct_ones(void **state)
{
    (void)state;
    enum { WIDTH = 120, HEIGHT = 90 };
    static const int32_t sizes[][2] = {{64, 64}, {128, 32}, {24, 43}};
    scene s;
    scene_make(&s, textured_level("transitions"), NULL, WIDTH, HEIGHT);
    r3d_column_camera_square(&s.view.camera, WIDTH, 90.0);
    s.view.mode = R3D_COLUMN_TEXTURED;
    s.view.fade_start = 20.0;
    s.view.fade_length = 400.0;
    s.view.contrast = true;
    r3d_column_materials materials;
    memset(&materials, 0, sizeof materials);
    materials.texture_count = 1;
    s.view.materials = &materials;
    uint32_t *first = malloc(WIDTH * HEIGHT * sizeof *first);
    for (int32_t i = 0; i < 3; i++) {
        const int32_t count = sizes[i][0] * sizes[i][1];
        uint8_t *indices = malloc((size_t)count);
        uint32_t *texels = malloc((size_t)count * 8 * sizeof *texels);
        uint32_t shades[8 * 256];
        rng r = {11};
        for (int32_t k = 0; k < 8 * 256; k++) {
            shades[k] = rng_next(&r) & 0xFFFFFFu;
        }
        for (int32_t k = 0; k < count; k++) {
            indices[k] = (uint8_t)rng_next(&r);
            for (int32_t copy = 0; copy < 8; copy++) {
                texels[copy * count + k] = shades[copy * 256 + indices[k]];
            }
        }
        r3d_column_texture texture;
        memset(&texture, 0, sizeof texture);
        texture.width = sizes[i][0];
        texture.height = sizes[i][1];
        texture.u_step = sizes[i][1];
        texture.v_step = 1;
        texture.copies = 8;
        texture.indices = indices;
        texture.shades = shades;
        materials.textures = &texture;
        aim(&s.view, 10.0, -7.0, 41.0, 31.0 * i + 5.0, 0.0);
        scene_draw(&s);
        memcpy(first, s.pixels, WIDTH * HEIGHT * sizeof *first);
        texture.indices = NULL;
        texture.shades = NULL;
        texture.texels = texels;
        scene_draw(&s);
        assert_memory_equal(first, s.pixels, WIDTH * HEIGHT * sizeof *first);
        free(indices);
        free(texels);
    }
    free(first);
    scene_free(&s);
}

static void the_texel_banks_of_the_core_serve_as_textures(void **state)
{
    (void)state;
    enum { WIDTH = 120, HEIGHT = 90, SIZE = 128, FAR_COPY = 3 };
    static uint8_t indices[SIZE * SIZE];
    static uint32_t palette[128];
    static uint32_t bank[R3D_TEXELS_HIGH_COUNT];
    rng r = {31};
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        indices[i] = (uint8_t)rng_range(&r, 1, 127);
    }
    for (int32_t i = 0; i < 128; i++) {
        palette[i] = rng_next(&r) & 0xFFFFFFu;
    }
    r3d_image8 image;
    memset(&image, 0, sizeof image);
    image.frame.canvas_width = image.frame.canvas_height = SIZE;
    image.frame.width = image.frame.height = SIZE;
    image.pixels = indices;
    image.palette_rgb = palette;
    image.palette_count = 128;
    r3d_gamma gamma;
    r3d_texels texels;
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    assert_int_equal(
        r3d_texels_build(&image, R3D_DETAIL_HIGH, &gamma, R3D_BLACK_KEPT, bank, &texels), R3D_OK);

    scene s;
    scene_make(&s, textured_level("transitions"), NULL, WIDTH, HEIGHT);
    r3d_column_camera_square(&s.view.camera, WIDTH, 90.0);
    s.view.mode = R3D_COLUMN_TEXTURED;
    r3d_column_materials materials;
    memset(&materials, 0, sizeof materials);
    materials.texture_count = 1;
    s.view.materials = &materials;
    aim(&s.view, 10.0, -7.0, 41.0, 36.0, 0.0);
    /* Which texel each pixel shows, then the bank at both ends of the light. */
    r3d_column_texture numbers;
    uint32_t *number = number_texels(SIZE, SIZE, &numbers);
    materials.textures = &numbers;
    scene_draw(&s);
    uint32_t *shown = malloc(WIDTH * HEIGHT * sizeof *shown);
    memcpy(shown, s.pixels, WIDTH * HEIGHT * sizeof *shown);
    r3d_column_texture texture;
    r3d_column_texture_from_texels(&texels, &texture);
    materials.textures = &texture;
    for (int32_t dark = 0; dark < 2; dark++) {
        s.view.fade_length = dark == 1 ? 1e-6 : 0.0; /* no light at any depth */
        scene_draw(&s);
        for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
            const uint32_t u = (shown[i] & 0xFFFFFFu) / SIZE;
            const uint32_t v = (shown[i] & 0xFFFFFFu) % SIZE;
            const uint32_t copy = dark == 1 ? FAR_COPY : 0;
            assert_int_equal(s.pixels[i], 0xFF000000u | bank[copy * SIZE * SIZE + v * SIZE + u]);
        }
    }
    free(number);
    free(shown);
    scene_free(&s);
}

static void light_only_fades_with_depth(void **state)
{
    (void)state;
    enum { WIDTH = 64, HEIGHT = 200, COPIES = 32 };
    scene s;
    scene_make(&s, textured_level("longwall"), NULL, WIDTH, HEIGHT);
    r3d_column_camera_square(&s.view.camera, WIDTH, 60.0);
    s.view.mode = R3D_COLUMN_TEXTURED;
    s.view.fade_start = 64.0;
    s.view.fade_length = 700.0;
    uint32_t texels[COPIES];
    for (uint32_t i = 0; i < COPIES; i++) {
        texels[i] = i;
    }
    r3d_column_texture texture;
    memset(&texture, 0, sizeof texture);
    texture.width = texture.height = texture.u_step = texture.v_step = 1;
    texture.texels = texels;
    texture.copies = COPIES;
    r3d_column_materials materials;
    memset(&materials, 0, sizeof materials);
    materials.textures = &texture;
    materials.texture_count = 1;
    s.view.materials = &materials;
    aim(&s.view, 0.0, 0.0, 41.0, 0.0, 0.0);
    scene_draw(&s);
    uint32_t previous = 0xFFu;
    for (int32_t row = HEIGHT / 2 + 2; row < HEIGHT; row++) { /* the floor, from far to near */
        const uint32_t copy = s.pixels[row * WIDTH + WIDTH / 2] & 0xFFFFFFu;
        assert_true(copy <= previous && copy < COPIES);
        previous = copy;
    }
    assert_true(previous < 16);
    assert_true((s.pixels[(HEIGHT / 2 + 2) * WIDTH + WIDTH / 2] & 0xFFFFFFu) > 20);
    scene_free(&s);
}

static void the_sky_turns_with_the_eye_and_does_not_move_with_it(void **state)
{
    (void)state;
    enum { WIDTH = 96, HEIGHT = 64 };
    scene s;
    open_named(&s, "sky", WIDTH, HEIGHT);
    r3d_column_texture sky;
    uint32_t *texels = number_texels(256, 128, &sky);
    r3d_column_materials materials;
    memset(&materials, 0, sizeof materials);
    materials.sky = &sky;
    s.view.materials = &materials;
    s.view.mode = R3D_COLUMN_TEXTURED;
    uint32_t *first = malloc(WIDTH * HEIGHT * sizeof *first);
    uint32_t *ids = malloc(WIDTH * HEIGHT * sizeof *ids);
    aim(&s.view, -200.0, 30.0, 50.0, 12.0, 6.0);
    scene_draw(&s);
    memcpy(first, s.pixels, WIDTH * HEIGHT * sizeof *first);
    aim(&s.view, -200.0, 30.0, 50.0, 12.0 + 360.0, 6.0);
    scene_draw(&s);
    assert_memory_equal(first, s.pixels, WIDTH * HEIGHT * sizeof *first);
    s.view.mode = R3D_COLUMN_IDS;
    scene_draw(&s);
    memcpy(ids, s.pixels, WIDTH * HEIGHT * sizeof *ids);
    s.view.mode = R3D_COLUMN_TEXTURED;
    aim(&s.view, -215.0, 80.0, 90.0, 12.0, 6.0);
    scene_draw(&s);
    int32_t sky_pixels = 0;
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        const double k = (i % WIDTH + 0.5 - WIDTH / 2.0) / s.view.camera.focal_x;
        double column = floor((12.0 - atan(k) * 57.29577951308232) * 256.0 * 4.0 / 360.0);
        column -= 256.0 * floor(column / 256.0);
        double row =
            floor(100.0 + (i / WIDTH + 0.5 - HEIGHT / 2.0 - 6.0) * 160.0 / s.view.camera.focal_y);
        row = row < 0.0 ? 0.0 : row > 127.0 ? 127.0 : row;
        const uint32_t expected = 0xFF000000u | (uint32_t)(column * 128.0 + row);
        if (ids[i] == r3d_column_id(R3D_COLUMN_SKY, 0)) {
            assert_int_equal(first[i], expected);
            sky_pixels++;
        }
    }
    assert_true(sky_pixels > 200);
    /* From the second place: the same picture wherever both show the sky. */
    uint32_t *second = malloc(WIDTH * HEIGHT * sizeof *second);
    memcpy(second, s.pixels, WIDTH * HEIGHT * sizeof *second);
    s.view.mode = R3D_COLUMN_IDS;
    scene_draw(&s);
    int32_t both = 0;
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        const uint32_t id = r3d_column_id(R3D_COLUMN_SKY, 0);
        if (ids[i] == id && s.pixels[i] == id) {
            assert_int_equal(second[i], first[i]);
            both++;
        }
    }
    assert_true(both > 200);
    free(second);
    free(texels);
    free(first);
    free(ids);
    scene_free(&s);
}

/* ---- masked walls ---- */

/* Two rooms of 200 units with a hole wall of the given material between them. */
static r3d_column_level *masked_level(double post_x)
{
    plan p;
    plan_init(&p, 32);
    const int32_t west = plan_sector(&p, 0.0, 128.0);
    const int32_t east = plan_sector(&p, 0.0, 128.0);
    const int32_t a = plan_vertex(&p, -200.0, -100.0);
    const int32_t b = plan_vertex(&p, -200.0, 100.0);
    const int32_t c = plan_vertex(&p, 0.0, 100.0);
    const int32_t d = plan_vertex(&p, 200.0, 100.0);
    const int32_t e = plan_vertex(&p, 200.0, -100.0);
    const int32_t f = plan_vertex(&p, 0.0, -100.0);
    plan_wall(&p, a, b, west, -1);
    plan_wall(&p, b, c, west, -1);
    const int32_t hole = plan_wall(&p, c, f, west, east);
    plan_wall(&p, f, a, west, -1);
    plan_wall(&p, c, d, east, -1);
    plan_wall(&p, d, e, east, -1);
    plan_wall(&p, e, f, east, -1);
    p.walls[hole].front.middle = p.walls[hole].back.middle = 0;
    plan_thing(&p, post_x, 0.0);
    r3d_column_level_desc desc;
    plan_desc(&p, &desc);
    const char *const names[] = {"grate"};
    desc.materials = names;
    desc.material_count = 1;
    r3d_column_level *level = NULL;
    assert_int_equal(r3d_column_level_create(&desc, NULL, NULL, &level, NULL), R3D_OK);
    plan_free(&p);
    return level;
}

static void masked_walls_and_things_cover_each_other_by_depth(void **state)
{
    (void)state;
    static const uint32_t red[16] = {
        0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u,
        0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u, 0xFF0000u};
    static const uint32_t green = 0x00FF00u;
    /* Every second column of texels is a hole. */
    static const uint8_t mask[16] = {1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
    r3d_column_texture grate;
    memset(&grate, 0, sizeof grate);
    grate.width = 4;
    grate.height = 4;
    grate.u_step = 4;
    grate.v_step = 1;
    grate.texels = red;
    grate.copies = 1;
    grate.mask = mask;
    r3d_column_texture post;
    memset(&post, 0, sizeof post);
    post.width = post.height = post.u_step = post.v_step = post.copies = 1;
    post.texels = &green;
    const r3d_column_materials materials = {&grate, 1, &post, 1, NULL};
    for (int32_t behind = 0; behind < 2; behind++) {
        scene s;
        scene_make(&s, masked_level(behind == 1 ? 40.0 : -40.0), NULL, 200, 200);
        r3d_column_camera_square(&s.view.camera, 200, 90.0);
        s.view.materials = &materials;
        s.view.mode = R3D_COLUMN_TEXTURED;
        s.view.things = true;
        aim(&s.view, -100.0, 0.0, 120.0, 0.0, -60.0);
        scene_draw(&s);
        int32_t counts[3] = {0, 0, 0}; /* grate, post, other, in the grate's top rows */
        int32_t mixed = 0;
        int32_t red_rows = 0;
        for (int32_t y = 0; y < 200; y++) {
            bool has_red = false;
            bool has_green = false;
            for (int32_t x = 0; x < 200; x++) {
                const uint32_t rgb = s.pixels[y * 200 + x] & 0xFFFFFFu;
                counts[rgb == 0xFF0000u ? 0 : rgb == 0x00FF00u ? 1 : 2]++;
                has_red = has_red || rgb == 0xFF0000u;
                has_green = has_green || rgb == 0x00FF00u;
            }
            red_rows += has_red;
            mixed += has_red && has_green;
        }
        /* It hangs from the ceiling and is four units high: no tiling. At t = 100 and focal length
         * 100 that is four rows, half of the columns. */
        assert_int_equal(red_rows, 4);
        assert_true(counts[0] >= 2 * 200 - 20 && counts[0] <= 2 * 200 + 20);
        assert_true(counts[1] > 0);
        assert_int_equal(mixed, 0); /* the post is 32 high, far below */
        scene_free(&s);
        /* The same with a tall grate that the post stands behind or before. */
        static uint32_t tall_texels[4 * 128];
        static uint8_t tall_mask[4 * 128];
        for (int32_t i = 0; i < 4 * 128; i++) {
            tall_texels[i] = 0xFF0000u;
            tall_mask[i] = i / 128 % 2 == 0;
        }
        r3d_column_texture tall = grate;
        tall.height = tall.u_step = 128;
        tall.texels = tall_texels;
        tall.mask = tall_mask;
        const r3d_column_materials tall_materials = {&tall, 1, &post, 1, NULL};
        scene_make(&s, masked_level(behind == 1 ? 40.0 : -40.0), NULL, 200, 200);
        r3d_column_camera_square(&s.view.camera, 200, 90.0);
        s.view.materials = &tall_materials;
        s.view.mode = R3D_COLUMN_TEXTURED;
        s.view.things = true;
        aim(&s.view, -100.0, 0.0, 60.0, 0.0, 0.0);
        scene_draw(&s);
        /* The row through the post's middle, over its width. */
        const double depth = behind == 1 ? 140.0 : 60.0;
        const int32_t row = 100 + (int32_t)(44.0 / depth * 100.0);
        const int32_t half = (int32_t)(8.0 / depth * 100.0) - 1;
        int32_t red_pixels = 0;
        int32_t green_pixels = 0;
        for (int32_t x = 100 - half; x < 100 + half; x++) {
            red_pixels += s.pixels[row * 200 + x] == 0xFFFF0000u;
            green_pixels += s.pixels[row * 200 + x] == 0xFF00FF00u;
        }
        assert_int_equal(red_pixels + green_pixels, 2 * half);
        if (behind == 1) {
            assert_true(red_pixels >= half - 2 && green_pixels >= half - 2);
        } else {
            assert_int_equal(red_pixels, 0);
        }
        scene_free(&s);
    }
}

static void dithering_is_fixed_to_the_screen(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "transitions", 64, 64);
    s.view.mode = R3D_COLUMN_DITHER;
    aim(&s.view, 0.0, 0.0, 41.0, 20.0, 0.0);
    scene_draw(&s);
    static const int32_t thresholds[4][4] = {
        {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    /* In every 4 x 4 block of one face black pixels have lower thresholds than white ones. */
    uint32_t *dithered = malloc(64 * 64 * sizeof *dithered);
    memcpy(dithered, s.pixels, 64 * 64 * sizeof *dithered);
    s.view.mode = R3D_COLUMN_IDS;
    scene_draw(&s);
    int32_t blocks = 0;
    for (int32_t by = 0; by < 64; by += 4) {
        for (int32_t bx = 0; bx < 64; bx += 4) {
            int32_t highest_black = -1;
            int32_t lowest_white = 16;
            bool uniform = true;
            for (int32_t i = 0; i < 16; i++) {
                const int32_t at = (by + i / 4) * 64 + bx + i % 4;
                uniform = uniform && s.pixels[at] == s.pixels[by * 64 + bx];
                const int32_t m = thresholds[i / 4][i % 4];
                if (dithered[at] == 0xFF000000u) {
                    highest_black = m > highest_black ? m : highest_black;
                } else {
                    assert_int_equal(dithered[at], 0xFFFFFFFFu);
                    lowest_white = m < lowest_white ? m : lowest_white;
                }
            }
            if (uniform) {
                assert_true(highest_black < lowest_white);
                blocks++;
            }
        }
    }
    assert_true(blocks > 20);
    free(dithered);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_of_every_size_wrap_at_their_own_size),
        cmocka_unit_test(indexed_textures_equal_direct_ones),
        cmocka_unit_test(the_texel_banks_of_the_core_serve_as_textures),
        cmocka_unit_test(light_only_fades_with_depth),
        cmocka_unit_test(the_sky_turns_with_the_eye_and_does_not_move_with_it),
        cmocka_unit_test(masked_walls_and_things_cover_each_other_by_depth),
        cmocka_unit_test(dithering_is_fixed_to_the_screen),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
