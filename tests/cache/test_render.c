/* SPDX-License-Identifier: MIT */
/* "retro3d cache render": the words for what is drawn, films, what players wear and hold, and sizes. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/assembly.h>
#include <retro3d/io.h>
#include <retro3d/png.h>

#include "cmocka_all.h"
#include "forge.h"
#include "program.h"
#include "tables.h"

/* Of the paths that source_path gives only the last sixteen are kept. */
static const char *golden_cache(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", source_path("golden/cache"));
    return path;
}

/* ---- the words ---- */

static void the_same_words_hold_in_every_subcommand(void **state)
{
    (void)state;
    static const struct word {
        const char *name;
        const char *listed; /* what the lines of list begin with */
        const char *drawn;  /* a picture that render writes, or NULL */
        const char *extracted;
    } words[] = {
        {"model", "model\t12\t", "model-12.png", "model-12.glb"},
        {"mesh", "model\t12\t", "model-12.png", "model-12.mesh"},
        {"gltf", "model\t12\t", "model-12.png", "model-12.glb"},
        {"frame", "frame\t0\t", NULL, NULL},
        {"skeleton", "skeleton\t0\t", NULL, "skeleton-0.skel"},
        {"texture", "texture\t2\t", "texels-2.png", "texture-2.png"},
        {"texels", "texture\t2\t", "texels-2.png", "texture-2.png"},
        {"obj", "obj\t0\tSword\t", "icon-0-1.png", "obj-0.glb"},
        {"icon", "obj\t0\tSword\t", "icon-0-1.png", "obj-0.glb"},
        {"worn", "obj\t12\tHat\t", "worn-12-0.png", "obj-12.glb"},
        {"npc", "npc\t1\tGuard\t", "npc-1-stand.png", "npc-1.glb"},
        {"loc", "loc\t1\tTree\t", "loc-1-11-1.png", "loc-1-11.glb"},
        {"idk", "idk\t3\t", "idk-3.png", "idk-3.glb"},
        {"seq", "seq\t1\t", NULL, NULL},
        {"spot", "spot\t1\t", "spot-1-0.png", "spot-1.glb"},
    };
    const char *cache = golden_cache();
    for (size_t i = 0; i < TEST_COUNT(words); i++) {
        const struct word *w = &words[i];
        char name[128];
        assert_int_equal(run("list '%s' --kind %s", cache, w->name), 0);
        expect_in_output(w->listed);
        snprintf(name, sizeof name, "words-%s", w->name);
        assert_int_equal(run("render '%s' --kind %s -o words -q", cache, w->name),
                         w->drawn != NULL ? 0 : 2);
        if (w->drawn != NULL) {
            snprintf(name, sizeof name, "words/%s", w->drawn);
            forge_bytes picture = forge_read_file(work_path(name));
            forge_free(&picture);
            (void)remove(work_path(name));
        } else {
            expect_in_output("is not drawn by itself; a pose shows on what plays it");
        }
        assert_int_equal(run("extract '%s' --kind %s -o words", cache, w->name),
                         w->extracted != NULL ? 0 : 2);
        if (w->extracted != NULL) {
            snprintf(name, sizeof name, "words/%s", w->extracted);
            forge_bytes file = forge_read_file(work_path(name));
            forge_free(&file);
            (void)remove(work_path(name));
        } else {
            expect_in_output("has no file of its own; ");
        }
        /* Explained where it is asked for. */
        static const char *const helps[] = {"list --help%s%s", "render --help%s%s",
                                            "extract --help%s%s", "--help%s%s"};
        for (size_t h = 0; h < TEST_COUNT(helps); h++) {
            assert_int_equal(run(helps[h], "", ""), 0);
            expect_in_output(w->name);
            expect_in_output("KIND      what it is ");
        }
    }
    assert_int_equal(run("list '%s' --kind texel%s", cache, ""), 2);
    expect_in_output("did you mean texels");
}

static void worn_lists_only_what_can_be_put_on(void **state)
{
    (void)state;
    assert_int_equal(run("list '%s' --kind worn%s", source_path("golden/cache"), ""), 0);
    expect_in_output("Hat");
    assert_null(strstr(output, "Crate"));
}

static void ids_beyond_the_largest_are_told_once(void **state)
{
    (void)state;
    const char *cache = golden_cache();
    assert_int_equal(run("render '%s' --kind obj --ids 17-4000 --hash beyond.tsv%s", cache, ""), 3);
    assert_string_equal(output,
                        "retro3d cache render: there is no obj 19..4000, the largest is 18\n");
    forge_bytes table = forge_read_file(work_path("beyond.tsv"));
    assert_non_null(strstr((char *)table.data, "icon\t18\t"));
    forge_free(&table);
    assert_int_equal(run("list '%s' --kind model --ids 58%s", cache, ""), 3);
    expect_in_output("there is no model 58, the largest is 57");
    assert_int_equal(run("extract '%s' --kind npc --ids 7 -o none%s", cache, ""), 3);
    expect_in_output("there is no npc 7, the largest is 6");
    assert_int_equal(run("list '%s' --ids 9999%s", cache, ""), 3);
    expect_in_output("nothing in the cache has such an id");
    /* Ids between those that are there. */
    assert_int_equal(run("render '%s' --kind model --ids 30 --hash beyond.tsv%s", cache, ""), 3);
    expect_in_output("there is no model 30, the largest is 57");
}

static void the_library_tells_the_largest_of_every_kind(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(source_path("golden/cache"), R3D_REVISION_225, NULL);
    const void *thing = NULL;
    r3d_error error;
    r3d_mesh *mesh = NULL;
    assert_int_equal(r3d_cache_get_mesh(cache, 900, &mesh, &error), R3D_ERR_RANGE);
    assert_string_equal(error.message, "there is no model 900, the largest is 57");
    assert_int_equal(r3d_cache_get_frame(cache, 900, (const r3d_frame **)&thing, &error),
                     R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "there is no frame 900, the largest is "));
    assert_int_equal(r3d_cache_get_skeleton(cache, 900, (const r3d_skeleton **)&thing, &error),
                     R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "there is no skeleton 900, the largest is "));
    assert_int_equal(r3d_cache_get_texture(cache, 40, (const r3d_image8 **)&thing, &error),
                     R3D_ERR_RANGE);
    assert_string_equal(error.message, "there is no texture 40, the largest is 5");
    assert_int_equal(r3d_cache_get_texture(cache, 900, (const r3d_image8 **)&thing, &error),
                     R3D_ERR_RANGE);
    assert_string_equal(error.message, "there is no texture 900, the largest is 5");
    assert_int_equal(r3d_cache_get_spot(cache, 900, (const r3d_cache_spot **)&thing, &error),
                     R3D_ERR_RANGE);
    assert_string_equal(error.message, "there is no spot 900, the largest is 1");
    r3d_cache_close(cache);
}

static void notes_have_the_name_of_what_they_stand_for(void **state)
{
    (void)state;
    const char *cache = golden_cache();
    assert_int_equal(run("list '%s' --kind obj --ids 8,16%s", cache, ""), 0);
    expect_in_output("obj\t8\tSword\t");
    expect_in_output("obj\t16\tGlass\t");
    assert_int_equal(run("render '%s' --kind obj --ids 16 -o named --html -q%s", cache, ""), 0);
    forge_bytes page = forge_read_file(work_path("named/index.html"));
    assert_non_null(strstr((char *)page.data, "icon 16 1 Glass<"));
    forge_free(&page);
}

/* ---- films ---- */

/* The frames of an animated PNG as pictures of their own would be hard to read here: what it says of them. */
typedef struct film_facts {
    uint32_t frames;
    uint32_t delay[16][2];
} film_facts;

static uint32_t number_at(const uint8_t *at, int size)
{
    uint32_t number = 0;
    for (int i = 0; i < size; i++) {
        number = number << 8 | at[i];
    }
    return number;
}

static film_facts read_film(const char *name)
{
    film_facts facts;
    memset(&facts, 0, sizeof facts);
    forge_bytes file = forge_read_file(work_path(name));
    uint32_t frames = 0;
    for (size_t at = 8; at + 12 <= file.size;) {
        const uint32_t size = number_at(file.data + at, 4);
        const uint8_t *data = file.data + at + 8;
        if (memcmp(file.data + at + 4, "acTL", 4) == 0) {
            facts.frames = number_at(data, 4);
        } else if (memcmp(file.data + at + 4, "fcTL", 4) == 0) {
            assert_true(frames < TEST_COUNT(facts.delay));
            facts.delay[frames][0] = number_at(data + 20, 2);
            facts.delay[frames++][1] = number_at(data + 22, 2);
        }
        at += 12 + (size_t)size;
    }
    assert_int_equal(frames, facts.frames);
    forge_free(&file);
    return facts;
}

/* The delays are those of the sequence, in ticks of 20 ms, and the first picture is its first step. */
static void expect_film(const char *root, const char *name, const char *still, int32_t seq)
{
    r3d_cache *cache = open_cache(source_path(root), R3D_REVISION_225, NULL);
    const r3d_sequence *sequence = NULL;
    assert_int_equal(r3d_cache_get_sequence(cache, seq, &sequence, NULL), R3D_OK);
    const film_facts facts = read_film(name);
    assert_int_equal(facts.frames, sequence->step_count);
    for (int32_t i = 0; i < sequence->step_count; i++) {
        assert_int_equal(facts.delay[i][1], 50);
        assert_int_equal(facts.delay[i][0], r3d_sequence_step_delay(sequence, i));
    }
    r3d_cache_close(cache);
    r3d_picture a;
    r3d_picture b;
    assert_int_equal(r3d_png_load(work_path(name), NULL, NULL, &a, NULL), R3D_OK);
    assert_int_equal(r3d_png_load(work_path(still), NULL, NULL, &b, NULL), R3D_OK);
    assert_int_equal(a.width, b.width);
    assert_memory_equal(a.pixels, b.pixels, (size_t)a.width * (size_t)a.height * 4);
    r3d_picture_free(&a);
    r3d_picture_free(&b);
}

static void what_moves_is_filmed(void **state)
{
    (void)state;
    const char *cache = golden_cache();
    static const struct film {
        const char *options;
        const char *film;
        const char *still;
        int32_t seq;
    } films[] = {
        {"--kind npc --ids 1 --seq 0", "films/npc-1-seq-0.png", "films/npc-1-seq-0-0.png", 0},
        {"--kind worn --ids 0 --seq 1", "films/worn-0-0-seq-1.png", "films/worn-0-0-seq-1-0.png",
         1},
        {"--kind worn --ids -1 --seq 0", "films/worn--1-0-seq-0.png", "films/worn--1-0-seq-0-0.png",
         0},
        {"--kind loc --ids 9 --seq 3", "films/loc-9-10-1-seq-3.png", "films/loc-9-10-1-seq-3-0.png",
         3},
        {"--kind spot --ids 0 --seq 3", "films/spot-0-seq-3.png", "films/spot-0-seq-3-0.png", 3},
    };
    for (size_t i = 0; i < TEST_COUNT(films); i++) {
        assert_int_equal(run("render '%s' %s --apng -o films -q", cache, films[i].options), 0);
        assert_int_equal(run("render '%s' %s -o films -q", cache, films[i].options), 0);
        expect_film("golden/cache", films[i].film, films[i].still, films[i].seq);
    }
    /* Without --seq what a thing does by itself, and those that do nothing are left out. */
    assert_int_equal(run("render '%s' --kind npc --apng -o own -q%s", cache, ""), 0);
    assert_int_equal(read_film("own/npc-0-seq-2.png").frames, 2);
    assert_int_equal(run("render '%s' --kind loc --apng -o own -q%s", cache, ""), 0);
    assert_int_equal(read_film("own/loc-9-10-1-seq-3.png").frames, 3);
    assert_int_equal(run("render '%s' --kind spot --apng --scale 2 -o own -q%s", cache, ""), 0);
    assert_int_equal(read_film("own/spot-0-seq-3.png").frames, 3);
    assert_int_equal(run("render '%s' --kind loc --ids 0 --apng -o own%s", cache, ""), 3);
    expect_in_output("loc 0 has no sequence of its own, expected --seq N");
    assert_int_equal(run("render '%s' --kind npc --ids 0 --seq 77 --apng -o own%s", cache, ""), 3);
    expect_in_output("there is no seq 77, the largest is 4");
}

static void a_step_of_a_sequence_is_a_row_of_tables(void **state)
{
    (void)state;
    const char *cache = golden_cache();
    static const char *const kinds[] = {"npc --ids 1", "worn --ids 12", "loc --ids 9",
                                        "spot --ids 0"};
    for (size_t i = 0; i < TEST_COUNT(kinds); i++) {
        assert_int_equal(
            run("render '%s' --kind %s --seq 1 --frame 4 --hash steps.tsv", cache, kinds[i]), 0);
        assert_int_equal(run("render '%s' --compare steps.tsv%s", cache, ""), 0);
        assert_string_equal(output, "1 of 1 rows equal\n");
        forge_bytes table = forge_read_file(work_path("steps.tsv"));
        assert_non_null(strstr((char *)table.data, "seq 1 4\t256\t256\t"));
        forge_free(&table);
    }
    /* A walk is what it was. */
    assert_int_equal(run("render '%s' --kind npc --ids 1 --frame 4 --hash a.tsv%s", cache, ""), 0);
    assert_int_equal(
        run("render '%s' --kind npc --ids 1 --seq 0 --frame 4 --hash b.tsv%s", cache, ""), 0);
    forge_bytes walk = forge_read_file(work_path("a.tsv"));
    forge_bytes step = forge_read_file(work_path("b.tsv"));
    const char *at = strstr((char *)walk.data, "\t256\t256\t");
    assert_non_null(at);
    assert_non_null(strstr((char *)step.data, at));
    forge_free(&walk);
    forge_free(&step);
}

/* ---- players ---- */

/* A cache of golden/cache whose sequence 1 puts things into the hands. */
static void forge_hands(const char *folder, int32_t right, int32_t left)
{
    static const char *const others[2] = {"models", "textures"};
    char path[256];
    forge_make_folder(work_path(folder));
    for (int i = 0; i < 2; i++) {
        char from[64];
        snprintf(from, sizeof from, "golden/cache/%s", others[i]);
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        forge_bytes other = forge_read_file(source_path(from));
        forge_write_file(work_path(path), other.data, other.size);
        forge_free(&other);
    }
    forge_archive config = forge_unpack(source_path("golden/cache/config"));
    forge_bytes *data = forge_entry_named(&config, "seq.dat");
    data->size = 0;
    forge_u16(data, 3);
    for (int i = 0; i < 3; i++) {
        forge_u8(data, 1);
        forge_u8(data, 1);
        forge_u16(data, 33); /* a frame of sequence 2 */
        forge_u16(data, 65535);
        forge_u16(data, 5);
        if (i == 1 && right >= 0) {
            forge_u8(data, 6);
            forge_u16(data, (uint32_t)right);
        }
        if (i == 1 && left >= 0) {
            forge_u8(data, 7);
            forge_u16(data, (uint32_t)left);
        }
        forge_u8(data, 0);
    }
    forge_bytes file = forge_pack(&config, true);
    snprintf(path, sizeof path, "%s/config", folder);
    forge_write_file(work_path(path), file.data, file.size);
    forge_free(&file);
    forge_archive_free(&config);
}

/* The picture of a player: CRC-32 and how many pixels are not black. */
static long draw_player(const char *folder, const char *options)
{
    assert_int_equal(run("render %s --kind worn --ids -1 %s --hash player.tsv", folder, options),
                     0);
    forge_bytes table = forge_read_file(work_path("player.tsv"));
    char *at = strstr((char *)table.data, "\t256\t256\t");
    assert_non_null(at);
    const long crc = strtol(at + 9, NULL, 16);
    forge_free(&table);
    return crc;
}

/* Item 0 is the sword, 1 the shield. */
static void a_sequence_replaces_what_the_hands_hold(void **state)
{
    (void)state;
    enum { ITEM = 512, EMPTY = 0, NOTHING = -1 };
    static const struct hands {
        int32_t right; /* what sequence 1 says */
        int32_t left;
        const char *given; /* while sequence 0 plays, which says nothing: the same picture */
        const char *held;  /* while sequence 1 plays */
    } cases[] = {
        {NOTHING, NOTHING, "--right-hand 0 --left-hand 1", "--right-hand 0 --left-hand 1"},
        {ITEM + 0, NOTHING, "--right-hand 0", ""},
        {ITEM + 0, NOTHING, "--right-hand 0", "--right-hand 1"},
        {NOTHING, ITEM + 1, "--left-hand 1", ""},
        {NOTHING, ITEM + 1, "--right-hand 0 --left-hand 1", "--right-hand 0 --left-hand 0"},
        {EMPTY, NOTHING, "--left-hand 1", "--right-hand 0 --left-hand 1"},
        {NOTHING, EMPTY, "--right-hand 0", "--right-hand 0 --left-hand 1"},
        {EMPTY, EMPTY, "", "--right-hand 0 --left-hand 1"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        char other[128];
        char same[128];
        forge_hands("hands", cases[i].right, cases[i].left);
        snprintf(same, sizeof same, "--seq 0 %s", cases[i].given);
        snprintf(other, sizeof other, "--seq 1 %s", cases[i].held);
        assert_int_equal(draw_player("hands", same), draw_player("hands", other));
    }
    const long bare = draw_player("hands", "--seq 0");
    assert_int_not_equal(draw_player("hands", "--seq 0 --right-hand 0"), bare);
    assert_int_not_equal(draw_player("hands", "--seq 0 --left-hand 1"), bare);
    assert_int_not_equal(draw_player("hands", "--seq 0 --wear 12"), bare);
    assert_int_not_equal(draw_player("hands", "--seq 0 --wear 12,13"),
                         draw_player("hands", "--seq 0 --wear 12"));
}

/* The same in the library, whatever slots there are. */
static void the_library_fills_the_hands_of_any_appearance(void **state)
{
    (void)state;
    forge_hands("hands-library", R3D_APPEARANCE_ITEM + 0, 0);
    r3d_cache *cache = open_cache(work_path("hands-library"), R3D_REVISION_225, NULL);
    static const int32_t torso = R3D_APPEARANCE_KIT + 1;
    const int32_t slots[3][7] = {
        {R3D_APPEARANCE_KIT + 1},
        {torso, 0, 0, R3D_APPEARANCE_ITEM + 1, 0, 0, 0},
        {torso, 0, 0, R3D_APPEARANCE_ITEM + 1, 0, R3D_APPEARANCE_ITEM + 12, 0}};
    const int32_t counts[3] = {1, 7, 7};
    const int32_t armed[6] = {torso, 0, 0, 0, 0, R3D_APPEARANCE_ITEM + 0};
    r3d_cache_pose pose;
    r3d_cache_pose_init(&pose);
    r3d_mesh *expected = NULL;
    r3d_mesh_view wanted;
    assert_int_equal(r3d_cache_make_player(cache, 0, armed, 6, NULL, 0, &pose, &expected, NULL),
                     R3D_OK);
    r3d_mesh_get_view(expected, &wanted);
    pose.mask_seq = 1;
    for (int i = 0; i < 3; i++) {
        r3d_mesh *mesh = NULL;
        r3d_mesh_view view;
        assert_int_equal(
            r3d_cache_make_player(cache, 0, slots[i], counts[i], NULL, 0, &pose, &mesh, NULL),
            R3D_OK);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.face_count, wanted.face_count);
        assert_int_equal(view.vertex_count, wanted.vertex_count);
        assert_memory_equal(view.lit, wanted.lit, (size_t)view.face_count * 3 * sizeof *view.lit);
        r3d_mesh_destroy(mesh);
    }
    pose.mask_seq = 9; /* no such sequence */
    r3d_mesh *none = NULL;
    assert_int_equal(r3d_cache_make_player(cache, 0, slots[0], 1, NULL, 0, &pose, &none, NULL),
                     R3D_ERR_RANGE);
    r3d_mesh_destroy(expected);
    r3d_cache_close(cache);
}

/* ---- sizes ---- */

/* The box of what is not black, and how much that is. */
typedef struct extent {
    int32_t left;
    int32_t top;
    int32_t right;
    int32_t bottom;
    int32_t count;
} extent;

static extent extent_of(const char *name, int32_t size)
{
    r3d_picture picture;
    extent e = {size, size, 0, 0, 0};
    assert_int_equal(r3d_png_load(work_path(name), NULL, NULL, &picture, NULL), R3D_OK);
    assert_int_equal(picture.width, size);
    assert_int_equal(picture.height, size);
    const uint8_t *p = picture.pixels;
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++, p += 4) {
            if ((p[0] | p[1] | p[2]) != 0) {
                e.left = x < e.left ? x : e.left;
                e.right = x + 1 > e.right ? x + 1 : e.right;
                e.top = y < e.top ? y : e.top;
                e.bottom = y + 1 > e.bottom ? y + 1 : e.bottom;
                e.count++;
            }
        }
    }
    r3d_picture_free(&picture);
    return e;
}

static void expect_near(int32_t actual, int32_t expected, int32_t tolerance)
{
    if (actual < expected - tolerance || actual > expected + tolerance) {
        fail_msg("%ld, expected %ld within %ld", (long)actual, (long)expected, (long)tolerance);
    }
}

/* A card of any size shows the same: its model is as much larger as it is, in the same place. */
static void other_sizes_show_the_same_larger_or_smaller(void **state)
{
    (void)state;
    static const char *const things[][2] = {
        {"npc --ids 1", "npc-1-stand.png"}, {"loc --ids 9 --frame 0", "loc-9-10-1-anim.png"},
        {"worn --ids 12", "worn-12-0.png"}, {"spot --ids 0", "spot-0-0.png"},
        {"model --ids 12", "model-12.png"}, {"model --ids 41", "model-41.png"},
        {"idk --ids 3", "idk-3.png"},       {"loc --ids 7", "loc-7-10-3.png"}};
    static const int32_t sizes[] = {64, 100, 512, 1000, 2048};
    const char *cache = golden_cache();
    for (size_t i = 0; i < TEST_COUNT(things); i++) {
        char name[128];
        assert_int_equal(run("render '%s' --kind %s -o fixed -q", cache, things[i][0]), 0);
        snprintf(name, sizeof name, "fixed/%s", things[i][1]);
        const extent fixed = extent_of(name, 256);
        assert_true(fixed.count > 100);
        for (size_t k = 0; k < TEST_COUNT(sizes); k++) {
            char format[128];
            const int32_t size = sizes[k];
            const int32_t tolerance =
                size / 128 + 2; /* the fixed card rounds to whole units and pixels */
            snprintf(format, sizeof format, "render '%%s' --kind %%s -o sized -q --size %ld",
                     (long)size);
            assert_int_equal(run(format, cache, things[i][0]), 0);
            snprintf(name, sizeof name, "sized/%s", things[i][1]);
            const extent e = extent_of(name, size);
            expect_near(e.left, fixed.left * size / 256, tolerance);
            expect_near(e.right, fixed.right * size / 256, tolerance);
            expect_near(e.top, fixed.top * size / 256, tolerance);
            expect_near(e.bottom, fixed.bottom * size / 256, tolerance);
            const double area = (double)size * size / 65536;
            /* Edges are a pixel wide in any size, and thin things fall between the pixels of small ones. */
            expect_near((int32_t)(e.count / area), fixed.count,
                        fixed.count / (size < 256 ? 6 : 12));
        }
    }
    /* The fixed size is that of the references. */
    assert_int_equal(run("render '%s' --compare '%s' --size 256", cache,
                         source_path("golden/cache/expected.tsv")),
                     0);
}

/* Textures are where they were: mean colours of small squares are near those of the fixed card. */
static void textures_of_other_sizes_do_not_break(void **state)
{
    (void)state;
    enum { SIZE = 2048, STEP = SIZE / 256, SQUARE = 8 };
    const char *cache = golden_cache();
    static const char *const models[] = {"12", "13", "41", "57"};
    for (size_t m = 0; m < TEST_COUNT(models); m++) {
        r3d_picture fixed;
        r3d_picture large;
        char a[64];
        char b[64];
        assert_int_equal(run("render '%s' --kind model --ids %s -o fixed -q", cache, models[m]), 0);
        assert_int_equal(
            run("render '%s' --kind model --ids %s -o sized -q --size 2048", cache, models[m]), 0);
        snprintf(a, sizeof a, "fixed/model-%s.png", models[m]);
        snprintf(b, sizeof b, "sized/model-%s.png", models[m]);
        assert_int_equal(r3d_png_load(work_path(a), NULL, NULL, &fixed, NULL), R3D_OK);
        assert_int_equal(r3d_png_load(work_path(b), NULL, NULL, &large, NULL), R3D_OK);
        const uint8_t *p = fixed.pixels;
        const uint8_t *q = large.pixels;
        int compared = 0;
        int wrong = 0;
        for (int y = 0; y + SQUARE <= 256; y += SQUARE) {
            for (int x = 0; x + SQUARE <= 256; x += SQUARE) {
                long small_sum = 0;
                long large_sum = 0;
                bool whole = true; /* inside of the model */
                for (int i = 0; i < SQUARE * SQUARE; i++) {
                    const uint8_t *at = p + ((y + i / SQUARE) * 256 + x + i % SQUARE) * 4;
                    whole = whole && (at[0] | at[1] | at[2]) != 0;
                    small_sum += at[0] + at[1] + at[2];
                }
                for (int i = 0; whole && i < SQUARE * SQUARE * STEP * STEP; i++) {
                    const int side = SQUARE * STEP;
                    const uint8_t *at =
                        q +
                        ((size_t)(y * STEP + i / side) * SIZE + (size_t)(x * STEP + i % side)) * 4;
                    large_sum += at[0] + at[1] + at[2];
                }
                const long mean = large_sum / (STEP * STEP);
                compared += whole ? 1 : 0;
                wrong += whole && labs(mean - small_sum) > small_sum / 6 ? 1 : 0;
            }
        }
        assert_true(compared > 50);
        if (wrong * 10 > compared) {
            fail_msg("model %s: %d of %d squares have another colour", models[m], wrong, compared);
        }
        r3d_picture_free(&fixed);
        r3d_picture_free(&large);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_words_hold_in_every_subcommand),
        cmocka_unit_test(worn_lists_only_what_can_be_put_on),
        cmocka_unit_test(ids_beyond_the_largest_are_told_once),
        cmocka_unit_test(the_library_tells_the_largest_of_every_kind),
        cmocka_unit_test(notes_have_the_name_of_what_they_stand_for),
        cmocka_unit_test(what_moves_is_filmed),
        cmocka_unit_test(a_step_of_a_sequence_is_a_row_of_tables),
        cmocka_unit_test(a_sequence_replaces_what_the_hands_hold),
        cmocka_unit_test(the_library_fills_the_hands_of_any_appearance),
        cmocka_unit_test(other_sizes_show_the_same_larger_or_smaller),
        cmocka_unit_test(textures_of_other_sizes_do_not_break),
    };
    return cmocka_run_group_tests_name("cache render", tests, NULL, NULL);
}
