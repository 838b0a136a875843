/* SPDX-License-Identifier: MIT */
/* Pictures of levels: where they are looked up, what is missing, and how many colours they keep. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "cmocka_all.h"
#include "forge.h"
#include "plan.h"
#include "scene.h"

#define TEXTURES R3D_TEST_SOURCE_DIR "/golden/data/freedoom"

/* What was said to be missing, a line each. */
struct heard {
    char text[1024];
    int32_t count;
};

static void hear(const r3d_column_level_issue *issue, void *user)
{
    struct heard *heard = user;
    assert_false(issue->is_error);
    heard->count++;
    strncat(heard->text, issue->message, sizeof heard->text - strlen(heard->text) - 1);
    strncat(heard->text, "\n", sizeof heard->text - strlen(heard->text) - 1);
}

static void hear_with_line(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    (void)line;
    hear(issue, user);
}

/* A room with the given materials, none of which is on a wall, and one kind of thing. */
static r3d_column_level *make_level(const char *const *materials, int32_t count, const char *sprite)
{
    plan p;
    plan_init(&p, 16);
    plan_room(&p, 0.0, 0.0, 99.0, 99.0, plan_sector(&p, 0.0, 99.0));
    p.sectors[0].flags = R3D_COLUMN_SECTOR_SKY;
    p.type.sprite = sprite;
    r3d_column_level_desc d;
    plan_desc(&p, &d);
    d.materials = materials;
    d.material_count = count;
    r3d_column_level *level = NULL;
    assert_int_equal(r3d_column_level_create(&d, NULL, NULL, &level, NULL), R3D_OK);
    plan_free(&p);
    return level;
}

static void folders_are_searched_and_missing_pictures_named(void **state)
{
    (void)state;
    static const char *const materials[] = {"brick1", "nosuch", "flat:AQF001", "../walls/brick1"};
    r3d_column_level *level = make_level(materials, 4, NULL);
    struct heard heard = {"", 0};
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.texture_dir = TEXTURES;
    sources.on_missing = hear;
    sources.user = &heard;
    r3d_column_level_pictures *pictures = NULL;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, NULL),
                     R3D_OK);
    assert_string_equal(heard.text, "no picture of material nosuch\n"
                                    "no picture of material ../walls/brick1\n");
    const r3d_column_materials *m = r3d_column_level_pictures_get_materials(pictures);
    assert_true(m->textures[0].width > 0 && m->textures[2].width == 64);
    assert_int_equal(m->textures[1].width, 0);
    r3d_column_level_pictures_destroy(pictures);

    /* Nothing was looked for: nothing is missing. */
    r3d_column_picture_sources_init(&sources);
    sources.on_missing = hear;
    sources.user = &heard;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, NULL),
                     R3D_OK);
    assert_int_equal(heard.count, 2);
    r3d_column_level_pictures_destroy(pictures);

    r3d_error error;
    static const char *const no_folders[] = {TEXTURES "/nonexistent", TEXTURES "/COPYING.adoc"};
    for (size_t i = 0; i < sizeof no_folders / sizeof no_folders[0]; i++) {
        sources.texture_dir = no_folders[i];
        assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error),
                         R3D_ERR_IO_OPEN);
        assert_null(pictures);
        assert_string_equal(error.file, no_folders[i]);
        assert_non_null(strstr(error.message, "folder of textures"));
    }
    r3d_column_level_destroy(level);
}

static void a_text_level_takes_the_graphics_of_a_wad(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    r3d_wad *wad = NULL;
    r3d_error error;
    assert_int_equal(r3d_wad_decode(f->bytes, f->size, "forged.wad", NULL, &wad, &error), R3D_OK);
    static const char *const materials[] = {"brick", "flat:FLOOR", "floor", "NINELETTERS", "NONE"};
    r3d_column_level *level = make_level(materials, 5, "bar1");
    struct heard heard = {"", 0};
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.wad = wad;
    sources.on_missing = hear;
    sources.user = &heard;
    r3d_column_level_pictures *pictures = NULL;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error),
                     R3D_OK);
    const r3d_column_materials *m = r3d_column_level_pictures_get_materials(pictures);
    assert_int_equal(m->textures[0].width, 12);
    assert_int_equal(m->textures[1].width, 64);
    assert_int_equal(m->textures[2].width, 64);
    assert_int_equal(m->sprites[0].width, 6);
    assert_non_null(m->sky);
    assert_string_equal(heard.text, "no picture of material NINELETTERS\n"
                                    "no picture of material NONE\n");
    r3d_column_level_pictures_destroy(pictures);

    /* A sprite that has no file comes from the WAD; one that is nowhere is missing. */
    sources.sprite_dir = R3D_TEST_BINARY_DIR;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error),
                     R3D_OK);
    assert_int_equal(r3d_column_level_pictures_get_materials(pictures)->sprites[0].width, 6);
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    level = make_level(materials, 1, "a-long-sprite-name");
    heard.text[0] = '\0';
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error),
                     R3D_OK);
    assert_string_equal(heard.text, "no picture of sprite a-long-sprite-name\n");
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    r3d_wad_destroy(wad);
    free(f);
}

static void a_sprite_may_share_its_lump_with_another_frame(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    const size_t directory = f->size - (size_t)f->lump_count * DIRECTORY_ENTRY;
    memcpy(f->bytes + directory + (size_t)find(f, "BAR1A0") * DIRECTORY_ENTRY + 8, "BAR1A1D1", 8);
    r3d_wad *wad = NULL;
    r3d_error error;
    assert_int_equal(r3d_wad_decode(f->bytes, f->size, "forged.wad", NULL, &wad, &error), R3D_OK);
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    assert_int_equal(r3d_wad_load_map(wad, NULL, NULL, NULL, NULL, &level, &pictures, &error),
                     R3D_OK);
    assert_int_equal(r3d_column_level_pictures_get_materials(pictures)->sprites[0].width, 6);
    assert_true(r3d_column_level_get_desc(level)->thing_types[0].width == 6.0);
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    r3d_wad_destroy(wad);
    free(f);
}

/* Renames a lump in the directory, so that it is missing. */
static void lose(struct forge *f, const char *name)
{
    const size_t directory = f->size - (size_t)f->lump_count * DIRECTORY_ENTRY;
    f->bytes[directory + (size_t)find(f, name) * DIRECTORY_ENTRY + 8] = '!';
}

static void graphics_that_a_map_lacks_are_named_and_refused_when_strict(void **state)
{
    (void)state;
    static const struct {
        const char *lump;
        const char *said;
    } losses[] = {
        {"PLAYPAL", "all is plain: no palette (PLAYPAL) in an IWAD or forged.wad\n"},
        {"PATCH", "no picture of patch PATCH\n"},
        {"FLOOR", "no picture of material flat:FLOOR\n"},
        {"BAR1A0", "no picture of sprite BAR1\n"},
        {"TEXTURE1", "no picture of the sky SKY1\nno picture of material BRICK\n"},
        {"COLORMAP", ""},
    };
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        struct forge *f = forge_wad();
        lose(f, losses[i].lump);
        r3d_wad *wad = NULL;
        r3d_error error;
        assert_int_equal(r3d_wad_decode(f->bytes, f->size, "forged.wad", NULL, &wad, &error),
                         R3D_OK);
        struct heard heard = {"", 0};
        r3d_column_level_load_options options;
        r3d_column_level_load_options_init(&options);
        options.strict = true;
        options.on_issue = hear_with_line;
        options.user = &heard;
        r3d_column_level *level = NULL;
        r3d_column_level_pictures *pictures = NULL;
        assert_int_equal(
            r3d_wad_load_map(wad, NULL, NULL, &options, NULL, &level, &pictures, &error),
            losses[i].said[0] == '\0' ? R3D_OK : R3D_ERR_FORMAT_DATA);
        if (strstr(heard.text, losses[i].said) == NULL) {
            fail_msg("without %s: %s", losses[i].lump, heard.text);
        }
        if (losses[i].said[0] == '\0') {
            assert_int_equal(heard.count, 0);
        }
        r3d_column_level_pictures_destroy(pictures);
        r3d_column_level_destroy(level);
        r3d_wad_destroy(wad);
        free(f);
    }
}

/* ---- colours ---- */

enum { SIDE = 64 };

/* Saves a picture of SIDE x SIDE colours and loads it as a material. */
static void load_colors(const uint32_t *rgb, r3d_column_level *level,
                        r3d_column_level_pictures **out_pictures)
{
    const r3d_picture_view view = {rgb, SIDE * 4, SIDE, SIDE, R3D_LAYOUT_XRGB32};
    r3d_error error;
    assert_int_equal(r3d_png_save(R3D_TEST_BINARY_DIR "/colours.png", &view, R3D_PNG_FAST, &error),
                     R3D_OK);
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.texture_dir = R3D_TEST_BINARY_DIR;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, out_pictures, &error),
                     R3D_OK);
    remove(R3D_TEST_BINARY_DIR "/colours.png");
}

static uint32_t texel(const r3d_column_texture *t, int32_t x, int32_t y)
{
    return t->shades[t->indices[x * t->u_step + y * t->v_step]];
}

static int32_t distance(uint32_t a, uint32_t b)
{
    int32_t sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const int32_t d = (int32_t)(a >> shift & 255u) - (int32_t)(b >> shift & 255u);
        sum += d * d;
    }
    return sum;
}

static void pictures_of_256_colors_keep_them(void **state)
{
    (void)state;
    static const char *const material[] = {"colours"};
    r3d_column_level *level = make_level(material, 1, NULL);
    uint32_t rgb[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        rgb[i] = (i % 256u * 0x010305u * 37u + 5u) & 0xFFFFFFu;
    }
    r3d_column_level_pictures *pictures = NULL;
    load_colors(rgb, level, &pictures);
    const r3d_column_texture *t = &r3d_column_level_pictures_get_materials(pictures)->textures[0];
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        assert_int_equal(texel(t, i % SIDE, i / SIDE), rgb[i]);
    }
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
}

/* The scan begins with hundreds of dark reds, which must not take all the places. */
static void more_colors_are_shared_out_over_the_whole_picture(void **state)
{
    (void)state;
    static const char *const material[] = {"colours"};
    r3d_column_level *level = make_level(material, 1, NULL);
    uint32_t rgb[SIDE * SIDE];
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            rgb[y * SIDE + x] = x < 8 ? (x * 64 + y) % 100u << 16 | (x * 64 + y) / 100u
                                      : x * 4u << 16 | y * 4u << 8 | ((x + y) & 15u);
        }
    }
    r3d_column_level_pictures *pictures = NULL;
    load_colors(rgb, level, &pictures);
    const r3d_column_texture *t = &r3d_column_level_pictures_get_materials(pictures)->textures[0];
    bool used[256] = {false};
    int64_t total = 0;
    int32_t worst = 0;
    uint32_t upright[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        upright[i] = texel(t, i % SIDE, i / SIDE);
        used[t->indices[i]] = true;
        const int32_t d = distance(upright[i], rgb[i]);
        total += d;
        worst = d > worst ? d : worst;
    }
    int32_t colors = 0;
    for (int32_t i = 0; i < 256; i++) {
        colors += used[i];
    }
    print_message("%d colours, squared error: mean %.1f, largest %d\n", (int)colors,
                  (double)total / (SIDE * SIDE), (int)worst);
    assert_int_equal(colors, 256);
    assert_true(total / (SIDE * SIDE) < 80);
    assert_true(worst < 900);
    r3d_column_level_pictures_destroy(pictures);

    /* The mirrored picture gets the mirrored result: the order of the pixels does not matter. */
    uint32_t mirrored[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        mirrored[SIDE * SIDE - 1 - i] = rgb[i];
    }
    load_colors(mirrored, level, &pictures);
    t = &r3d_column_level_pictures_get_materials(pictures)->textures[0];
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const int32_t j = SIDE * SIDE - 1 - i;
        assert_int_equal(texel(t, j % SIDE, j / SIDE), upright[i]);
    }
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_are_searched_and_missing_pictures_named),
        cmocka_unit_test(a_text_level_takes_the_graphics_of_a_wad),
        cmocka_unit_test(graphics_that_a_map_lacks_are_named_and_refused_when_strict),
        cmocka_unit_test(a_sprite_may_share_its_lump_with_another_frame),
        cmocka_unit_test(pictures_of_256_colors_keep_them),
        cmocka_unit_test(more_colors_are_shared_out_over_the_whole_picture),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
