/* SPDX-License-Identifier: MIT */
/* Every reference script and 1,000 random meshes, drawn in bands by a pool of threads, give the
 * bytes of drawing at once. usage: test_frames_in_bands [all]: "all" means 1, 2, 3, 4 and 8 threads
 * times 1 to 64 bands for each of them; without it each is drawn with every number of threads and
 * one number of bands, a different one each time. */

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/script.h>
#include <retro3d/threads.h>

#include "../../src/script/script_internal.h" /* the raster that a script draws with */

enum { CAPACITY = 3000, MESHES = 1000, NAME_SIZE = 100, WIDTH = 150, HEIGHT = 110 };

static const int32_t thread_counts[] = {1, 2, 3, 4, 8};

enum { POOLS = sizeof thread_counts / sizeof thread_counts[0] };

/* ThreadSanitizer makes everything 20 times as slow: one case of eight there. */
#if defined(__SANITIZE_THREAD__)
enum { CASES_A_TEST = 8 };
#else
enum { CASES_A_TEST = 1 };
#endif

static bool all_combinations;
static r3d_pool *pools[POOLS];
static r3d_bands *bands;

static int start_threads(void **state)
{
    (void)state;
    assert_int_equal(r3d_bands_create(NULL, CAPACITY, &bands), R3D_OK);
    for (size_t i = 0; i < POOLS; i++) {
        assert_int_equal(r3d_pool_create(NULL, thread_counts[i], &pools[i]), R3D_OK);
    }
    return 0;
}

static int end_threads(void **state)
{
    (void)state;
    r3d_bands_destroy(bands);
    for (size_t i = 0; i < POOLS; i++) {
        r3d_pool_destroy(pools[i]);
    }
    return 0;
}

static void begin_bands(r3d_pool *pool, int32_t band_count, const r3d_raster *target,
                        r3d_raster *out_keeper)
{
    r3d_bands_desc desc;
    r3d_bands_desc_init(&desc);
    desc.band_count = band_count;
    desc.run = r3d_pool_run;
    desc.offer = band_count % 4 != 0 ? r3d_pool_offer : NULL;
    desc.user = pool;
    assert_int_equal(r3d_bands_begin_with(bands, target, &desc, out_keeper), R3D_OK);
}

/* Calls `draw` for all combinations, or for some that depend on `number`. */
static void for_each_combination(int32_t number,
                                 void (*draw)(r3d_pool *pool, int32_t band_count, void *user),
                                 void *user)
{
    for (int32_t i = 0; i < (int32_t)POOLS && number % CASES_A_TEST == 0; i++) {
        for (int32_t count = 1; count <= R3D_BANDS_MAX; count++) {
            if (all_combinations || count == (number * 5 + i) % R3D_BANDS_MAX + 1) {
                draw(pools[i], count, user);
            }
        }
    }
}

/* ---- scripts ---- */

/* Commands that fill triangles or change what the next ones look like; before any other one, what
 * is kept must be drawn. */
static bool is_kept(const char *command)
{
    static const char *const names[] = {"flat",  "gouraud", "tex",    "draw", "drawscene", "alpha",
                                        "hclip", "smooth",  "center", "clip", "unclip"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(command, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

typedef struct script_case {
    const char *name;
    r3d_script *script;
    uint32_t *expected;
    size_t size;
    int32_t width;
    long kept; /* commands, over all combinations */
} script_case;

static void end_keeping(r3d_replay *replay, const r3d_kernels **kernels)
{
    if (*kernels != NULL) {
        assert_int_equal(r3d_bands_end(bands), R3D_OK);
        replay->raster.kernels = *kernels;
        *kernels = NULL;
    }
}

static void compare_frame(const script_case *c, const r3d_replay *replay, r3d_pool *pool,
                          int32_t band_count)
{
    const uint32_t *actual = r3d_replay_get_surface(replay)->pixels;
    if (memcmp(actual, c->expected, c->size) == 0) {
        return;
    }
    int32_t i = 0;
    while (actual[i] == c->expected[i]) {
        i++;
    }
    fail_msg("%s, %d threads, %d bands: pixel %d,%d is %08x, expected %08x", c->name,
             (int)r3d_pool_thread_count(pool), (int)band_count, (int)(i % c->width),
             (int)(i / c->width), (unsigned)actual[i], (unsigned)c->expected[i]);
}

/* A palette depends on the brightness only; that of the last replay will do for most of the next
 * 320. */
static void share_palette(r3d_replay *replay)
{
    static r3d_palette palette;
    static r3d_gamma gamma;
    static r3d_black_rule rule;
    static bool known;
    if (replay->palette == NULL || replay->palette_valid) {
        return;
    }
    if (!known || memcmp(&gamma, &replay->gamma, sizeof gamma) != 0 || rule != replay->black_rule) {
        palette = *r3d_priv_current_palette(replay);
        gamma = replay->gamma;
        rule = replay->black_rule;
        known = true;
    }
    *replay->palette = palette;
    replay->palette_valid = true;
}

static void replay_in_bands(r3d_pool *pool, int32_t band_count, void *user)
{
    script_case *c = user;
    r3d_replay *replay = NULL;
    r3d_error error;
    const r3d_kernels *kernels = NULL; /* not NULL: keeping */
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    size_t count = r3d_script_command_count(c->script);
    for (size_t i = 0; i < count; i++) {
        if (!is_kept(r3d_script_command_name(c->script, i))) {
            end_keeping(replay, &kernels);
        } else if (kernels == NULL && replay->raster.surface != NULL) {
            r3d_raster keeping;
            kernels = replay->raster.kernels;
            begin_bands(pool, band_count, &replay->raster, &keeping);
            replay->raster = keeping;
        }
        c->kept += kernels != NULL ? 1 : 0;
        share_palette(replay);
        assert_int_equal(r3d_replay_run_range(replay, c->script, i, 1, &error), R3D_OK);
    }
    end_keeping(replay, &kernels);
    compare_frame(c, replay, pool, band_count);
    r3d_replay_destroy(replay);
}

/* Returns how many commands were kept. */
static long check_script(const char *suite, const char *name, int32_t number)
{
    char path[1024];
    r3d_error error;
    r3d_replay *replay = NULL;
    script_case c;
    memset(&c, 0, sizeof c);
    c.name = name;
    snprintf(path, sizeof path, "%s/golden/%s/%s.r3d", R3D_TEST_SOURCE_DIR, suite, name);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    if (r3d_script_load(path, NULL, &c.script, &error) != R3D_OK ||
        r3d_replay_run(replay, c.script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    const r3d_surface *surface = r3d_replay_get_surface(replay);
    c.width = surface->width;
    c.size = (size_t)surface->width * (size_t)surface->height * sizeof *c.expected;
    c.expected = malloc(c.size);
    assert_non_null(c.expected);
    memcpy(c.expected, surface->pixels, c.size);
    r3d_replay_destroy(replay);
    for_each_combination(number, replay_in_bands, &c);
    free(c.expected);
    r3d_script_destroy(c.script);
    return c.kept;
}

/* The names are the column `field` of a list of the references. */
static void check_suite(const char *suite, const char *list, int field, int least)
{
    char path[1024];
    char line[1024];
    int count = 0;
    long kept = 0;
    snprintf(path, sizeof path, "%s/golden/%s/%s", R3D_TEST_SOURCE_DIR, suite, list);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char words[2][NAME_SIZE];
        if (line[0] == '#' || sscanf(line, "%99s %99s", words[0], words[1]) <= field) {
            continue;
        }
        kept += check_script(suite, words[field], count);
        count++;
    }
    fclose(file);
    print_message("%s: %d scripts, %ld commands recorded\n", suite, count, kept);
    assert_true(count >= least);
    assert_true(kept > count);
}

static void raster_references_in_bands(void **state)
{
    (void)state;
    check_suite("raster", "crc32.txt", 1, 176);
}

static void model_references_in_bands(void **state)
{
    (void)state;
    check_suite("model", "cases.txt", 0, 182);
}

/* ---- meshes ---- */

typedef struct mesh_case {
    r3d_mesh *mesh;
    r3d_draw_context *context;
    canvas canvas;
    r3d_icon_view view;
    int32_t number;
    uint32_t expected[WIDTH * HEIGHT];
} mesh_case;

static uint32_t texels[R3D_TEXELS_HIGH_COUNT];

static r3d_mesh *make_mesh(rng *r)
{
    int32_t vertex_count = rng_range(r, 3, 40);
    int32_t face_count = rng_range(r, 1, 60);
    arrays a = arrays_make(vertex_count, face_count, 1);
    for (int32_t i = 0; i < vertex_count; i++) {
        arrays_set_vertex(&a, i, rng_range(r, -150, 150), rng_range(r, -120, 120),
                          rng_range(r, -150, 150));
    }
    for (int32_t i = 0; i < face_count; i++) {
        int32_t last = vertex_count - 1;
        a.infos[i] = rng_range(r, 0, 3);
        a.alphas[i] = rng_range(r, 0, 3) == 0 ? rng_range(r, 1, 255) : 0;
        a.priorities[i] = rng_range(r, 0, 11);
        arrays_set_face(&a, i, rng_range(r, 0, last), rng_range(r, 0, last), rng_range(r, 0, last),
                        (a.infos[i] & 2) != 0 ? 0 : rng_range(r, 0, 65535));
    }
    a.planes[0] = 0;
    a.planes[1] = 1;
    a.planes[2] = 2;
    a.desc.infos = a.infos;
    a.desc.alphas = rng_range(r, 0, 1) != 0 ? a.alphas : NULL;
    a.desc.priorities = rng_range(r, 0, 1) != 0 ? a.priorities : NULL;
    r3d_mesh *mesh = arrays_create(&a);
    light_standard(mesh);
    arrays_free(&a);
    return mesh;
}

static void clear(mesh_case *c)
{
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        c->canvas.pixels[i] = i * 2654435761u;
    }
    c->canvas.raster.smooth = c->number % 3 == 0;
}

static void draw_mesh_in_bands(r3d_pool *pool, int32_t band_count, void *user)
{
    mesh_case *c = user;
    r3d_raster keeping;
    clear(c);
    begin_bands(pool, band_count, &c->canvas.raster, &keeping);
    (void)r3d_draw_model(c->context, &keeping, c->mesh, &c->view, NULL);
    assert_int_equal(r3d_bands_end(bands), R3D_OK);
    if (memcmp(c->canvas.pixels, c->expected, sizeof c->expected) != 0) {
        fail_msg("mesh %d, %d threads, %d bands: another frame than at once", (int)c->number,
                 (int)r3d_pool_thread_count(pool), (int)band_count);
    }
}

static void random_meshes_in_bands(void **state)
{
    (void)state;
    static mesh_case c;
    rng r = {20078};
    int32_t drawn = 0;
    for (size_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        texels[i] = rng_range(&r, 0, 3) == 0 ? 0 : rng_next(&r) & 0xF8F8FFu;
    }
    const r3d_texels texture = {texels, R3D_DETAIL_HIGH, true};
    canvas_make(&c.canvas, WIDTH, HEIGHT);
    c.context = make_context(R3D_LIMITS_NONE);
    assert_int_equal(r3d_draw_context_set_texture(c.context, 0, &texture), R3D_OK);
    for (c.number = 0; c.number < MESHES; c.number++) {
        r3d_draw_report report;
        c.mesh = make_mesh(&r);
        const r3d_icon_view view = {rng_range(&r, 0, 2047),
                                    rng_range(&r, 0, 2047),
                                    rng_range(&r, 0, 2047),
                                    0,
                                    {0, 0, rng_range(&r, 300, 1200)}};
        c.view = view;
        clear(&c);
        (void)r3d_draw_model(c.context, &c.canvas.raster, c.mesh, &view, &report);
        drawn += report.faces_drawn > 0 ? 1 : 0;
        memcpy(c.expected, c.canvas.pixels, sizeof c.expected);
        for_each_combination(c.number, draw_mesh_in_bands, &c);
        r3d_mesh_destroy(c.mesh);
    }
    assert_true(drawn > MESHES * 9 / 10);
    r3d_draw_context_destroy(c.context);
    canvas_free(&c.canvas);
}

int main(int argc, char **argv)
{
    all_combinations = argc > 1 && strcmp(argv[1], "all") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raster_references_in_bands),
        cmocka_unit_test(model_references_in_bands),
        cmocka_unit_test(random_meshes_in_bands),
    };
    return cmocka_run_group_tests_name("threads/frames in bands", tests, start_threads,
                                       end_threads);
}
