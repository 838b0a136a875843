/* SPDX-License-Identifier: MIT */
/* Recordings: of every reference script, and of a client that draws by itself. */

#define _DEFAULT_SOURCE

#include "cmocka_all.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <retro3d/io.h>
#include <retro3d/light.h>
#include <retro3d/model.h>
#include <retro3d/models.h>
#include <retro3d/record.h>
#include <retro3d/script.h>

#include "reference_scripts.h"

static reference_scripts scripts;
static char folder[] = "/tmp/r3d-recorder-XXXXXX";

static int begin(void **state)
{
    (void)state;
    read_reference_scripts(&scripts);
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int count_files(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        count += e->d_name[0] != '.' ? 1 : 0;
    }
    closedir(dir);
    return count;
}

static void empty_folder(void)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.') {
            assert_int_equal(unlink(path), 0);
        }
    }
    closedir(dir);
}

static int end(void **state)
{
    (void)state;
    empty_folder();
    return rmdir(folder);
}

static void path_in_folder(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
}

static r3d_replay *replay_file(const char *path, const r3d_draw_listener *listener,
                               r3d_script **out_script)
{
    r3d_error error;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.listener = listener;
    assert_int_equal(r3d_replay_create(&desc, &replay), R3D_OK);
    if (r3d_script_load(path, NULL, out_script, &error) != R3D_OK ||
        r3d_replay_run(replay, *out_script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    return replay;
}

static void assert_same_frame(const char *name, const r3d_surface *a, const r3d_surface *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    for (int32_t y = 0; y < a->height; y++) {
        for (int32_t x = 0; x < a->width; x++) {
            uint32_t p = a->pixels[(ptrdiff_t)y * a->stride_px + x];
            uint32_t q = b->pixels[(ptrdiff_t)y * b->stride_px + x];
            if (p != q) {
                fail_msg("%s: pixel (%d,%d) is %08x, recorded %08x", name, (int)x, (int)y,
                         (unsigned)p, (unsigned)q);
            }
        }
    }
}

static void reference_scripts_record_and_replay_with_equal_bytes(void **state)
{
    (void)state;
    r3d_recorder *recorder = NULL;
    assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
    size_t most_files = 0;
    for (size_t i = 0; i < scripts.count; i++) {
        char path[1024];
        r3d_error error;
        r3d_script *original_script = NULL;
        r3d_script *script = NULL;
        r3d_recorder_destroy(recorder);
        assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
        r3d_replay *original =
            replay_file(scripts.path[i], r3d_recorder_get_listener(recorder), &original_script);
        const r3d_surface *frame = r3d_replay_get_surface(original);
        path_in_folder(path, sizeof path, "recording.r3d");
        if (r3d_recorder_save(recorder, frame, path, &error) != R3D_OK) {
            fail_msg("%s: %s: %s", scripts.path[i], error.file, error.message);
        }
        r3d_replay *again = replay_file(path, NULL, &script);
        assert_same_frame(scripts.path[i], frame, r3d_replay_get_surface(again));
        /* Listening has not changed what was drawn. */
        r3d_script *plain_script = NULL;
        r3d_replay *plain = replay_file(scripts.path[i], NULL, &plain_script);
        assert_same_frame(scripts.path[i], r3d_replay_get_surface(plain), frame);
        /* A recording of the recording is the same text and adds no file. */
        int files = count_files();
        void *first = NULL;
        void *second = NULL;
        size_t first_size = 0;
        size_t second_size = 0;
        assert_int_equal(r3d_file_read(path, 1 << 26, NULL, &first, &first_size, &error), R3D_OK);
        r3d_replay_destroy(again);
        r3d_script_destroy(script);
        r3d_recorder_destroy(recorder);
        assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
        again = replay_file(path, r3d_recorder_get_listener(recorder), &script);
        assert_int_equal(r3d_recorder_save(recorder, r3d_replay_get_surface(again), path, &error),
                         R3D_OK);
        assert_int_equal(r3d_file_read(path, 1 << 26, NULL, &second, &second_size, &error), R3D_OK);
        assert_int_equal(count_files(), files);
        assert_int_equal(first_size, second_size);
        assert_memory_equal(first, second, first_size);
        most_files = (size_t)files > most_files ? (size_t)files : most_files;
        free(first);
        free(second);
        r3d_replay_destroy(again);
        r3d_replay_destroy(plain);
        r3d_replay_destroy(original);
        r3d_script_destroy(script);
        r3d_script_destroy(plain_script);
        r3d_script_destroy(original_script);
        empty_folder();
    }
    r3d_recorder_destroy(recorder);
    assert_true(most_files > 8);
}

/* ---- a client ---- */

enum { WIDTH = 160, HEIGHT = 120, STRIDE = 170 };

typedef struct client {
    uint32_t pixels[STRIDE * HEIGHT];
    r3d_surface surface;
    r3d_raster raster;
    r3d_palette palette;
    r3d_draw_context *context;
    r3d_mesh *mesh;
    int32_t frame;
} client;

static client *start_client(r3d_draw_limits limits)
{
    char path[1024];
    r3d_error error;
    client *c = calloc(1, sizeof *c);
    assert_non_null(c);
    assert_int_equal(r3d_surface_init(&c->surface, c->pixels, WIDTH, HEIGHT, STRIDE), R3D_OK);
    for (uint32_t i = 0; i < R3D_PALETTE_COUNT; i++) {
        c->palette.rgb[i] = (i * 2654435761u) >> 8; /* no palette of the engine */
    }
    assert_int_equal(r3d_raster_init(&c->raster, &c->surface, &c->palette), R3D_OK);
    r3d_draw_context_desc desc;
    r3d_draw_context_desc_init(&desc);
    desc.limits = limits;
    assert_int_equal(r3d_draw_context_create(&desc, &c->context), R3D_OK);
    snprintf(path, sizeof path, "%s/golden/model/mesh/bob-torso.mesh", R3D_TEST_SOURCE_DIR);
    if (r3d_mesh_load_text(path, true, NULL, &c->mesh, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    const r3d_light light = {64, 850, {-30, -50, -30}};
    assert_int_equal(r3d_mesh_light(c->mesh, &light), R3D_OK);
    return c;
}

static void stop_client(client *c)
{
    r3d_draw_context_destroy(c->context);
    r3d_mesh_destroy(c->mesh);
    free(c);
}

/* Draws over what the last frame left. */
static void draw_frame(client *c)
{
    const int32_t x[3] = {10, 150, 40};
    const int32_t y[3] = {5, 60, 115};
    const int32_t color[3] = {900, 30000, 65000};
    const r3d_scene_view view = {c->frame * 100, 128, 0, {0, 400, 500}, 7, false};
    uint32_t sprite_pixels[4 * 4];
    uint8_t mask[WIDTH * HEIGHT];
    r3d_image24 sprite = {{6, 6, 1, 1, 4, 4}, sprite_pixels};
    const r3d_row_span rows[6] = {{0, 6}, {1, 4}, {-1, 6}, {0, 0}, {2, 3}, {0, 6}};
    const r3d_rotation turn = {100, 70, 6, 6, 2, 2, 12345, 64000, 200};
    for (uint32_t i = 0; i < 16; i++) {
        sprite_pixels[i] = i % 5 == 0 ? 0 : 0x112233u * (i % 7) & 0xFFFFFFu;
    }
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        mask[i] = (uint8_t)(i % 3 == 0 ? 200 : 0);
    }
    r3d_draw_rect_alpha(&c->surface, 3, 4, 70, 50, 0x80FF20, 77);
    r3d_surface_set_clip(&c->surface, 5, 6, 140, 110);
    r3d_draw_outline_alpha(&c->surface, 20, 10, 60, 1, 0xFFFFFF, 100);
    c->raster.translucency = 100 + c->frame;
    c->raster.side_clip = true;
    r3d_fill_gouraud(&c->raster, x, y, color);
    c->raster.smooth = !c->raster.smooth;
    c->palette.rgb[900] ^= 0x00FF00; /* changed in place */
    r3d_fill_gouraud(&c->raster, y, x, color);
    (void)r3d_draw_model_in_scene(c->context, &c->raster, c->mesh, &view, NULL);
    r3d_draw_image24_masked(&c->surface, &sprite, 30, 30, mask);
    assert_int_equal(r3d_draw_image24_scaled(&c->surface, &sprite, 60, 60, 20, 17), R3D_OK);
    assert_int_equal(r3d_draw_image24_rotated(&c->surface, &sprite, &turn, rows, 6), R3D_OK);
    assert_int_equal(r3d_draw_image24_rotated_masked(&c->surface, &sprite, &turn), R3D_OK);
    assert_int_equal(r3d_draw_image24_scaled(&c->surface, &sprite, 60, 60, 5000, 17),
                     R3D_ERR_LIMIT);
    r3d_surface_reset_clip(&c->surface);
    c->frame++;
}

static void a_frame_in_the_middle_of_a_clients_life_is_recorded(void **state)
{
    (void)state;
    static const r3d_draw_limits limits[] = {R3D_LIMITS_NONE, R3D_LIMITS_ORIGINAL};
    for (size_t i = 0; i < TEST_COUNT(limits); i++) {
        char path[1024];
        r3d_error error;
        r3d_script *script = NULL;
        r3d_recorder *recorder = NULL;
        client *c = start_client(limits[i]);
        assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
        draw_frame(c);
        draw_frame(c);
        assert_int_equal(r3d_recorder_attach(recorder, &c->surface), R3D_OK);
        assert_int_equal(r3d_recorder_attach(recorder, &c->surface), R3D_ERR_STATE);
        draw_frame(c);
        r3d_recorder_detach(recorder, &c->surface);
        path_in_folder(path, sizeof path, "frame.r3d");
        if (r3d_recorder_save(recorder, &c->surface, path, &error) != R3D_OK) {
            fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
        }
        r3d_replay *replay = replay_file(path, NULL, &script);
        assert_same_frame(path, &c->surface, r3d_replay_get_surface(replay));
        r3d_replay_destroy(replay);
        r3d_script_destroy(script);

        /* Nothing listens any more: a frame more does not end up in the recording. */
        draw_frame(c);
        assert_int_equal(r3d_recorder_save(recorder, &c->surface, path, &error), R3D_ERR_STATE);
        /* And the recorder can be used again. */
        assert_int_equal(r3d_recorder_attach(recorder, &c->surface), R3D_OK);
        draw_frame(c);
        r3d_recorder_detach(recorder, &c->surface);
        assert_int_equal(r3d_recorder_save(recorder, &c->surface, path, &error), R3D_OK);
        r3d_recorder_destroy(recorder);
        stop_client(c);
        empty_folder();
    }
}

static void what_cannot_be_recorded_is_told_and_nothing_is_left(void **state)
{
    (void)state;
    char path[1024];
    r3d_error error;
    r3d_recorder *recorder = NULL;
    client *c = start_client(R3D_LIMITS_NONE);
    assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
    path_in_folder(path, sizeof path, "frame.r3d");

    /* Pixels that change without a call. */
    assert_int_equal(r3d_recorder_attach(recorder, &c->surface), R3D_OK);
    draw_frame(c);
    c->pixels[50 * STRIDE + 50] ^= 1;
    assert_int_equal(r3d_recorder_save(recorder, &c->surface, path, &error), R3D_ERR_STATE);
    assert_non_null(strstr(error.message, "pixels were changed"));
    assert_int_equal(count_files(), 0);
    c->pixels[50 * STRIDE + 50] ^= 1;

    /* A folder that is not there. */
    assert_int_equal(
        r3d_recorder_save(recorder, &c->surface, "/tmp/r3d-none/none/frame.r3d", &error),
        R3D_ERR_IO_WRITE);
    /* The disk is full: after the first small files, or for the script itself. */
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    const struct rlimit full = {900, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    assert_int_equal(r3d_recorder_save(recorder, &c->surface, path, &error), R3D_ERR_IO_WRITE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(count_files(), 0);

    /* A file with the right name and wrong contents is neither used nor overwritten. */
    assert_int_equal(r3d_recorder_save(recorder, &c->surface, path, &error), R3D_OK);
    int files = count_files();
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    char victim[1024] = "";
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        if (strncmp(e->d_name, "mesh-", 5) == 0) {
            path_in_folder(victim, sizeof victim, e->d_name);
        }
    }
    closedir(dir);
    assert_int_not_equal(victim[0], '\0');
    assert_int_equal(r3d_file_write(victim, "x", 1, &error), R3D_OK);
    assert_int_equal(r3d_recorder_save(recorder, &c->surface, path, &error), R3D_ERR_IO_WRITE);
    assert_string_equal(error.file, victim);
    assert_int_equal(count_files(), files);

    /* A second surface. */
    r3d_recorder_detach(recorder, &c->surface);
    assert_int_equal(r3d_recorder_attach(recorder, &c->surface), R3D_OK);
    uint32_t other_pixels[16];
    r3d_surface other;
    assert_int_equal(r3d_surface_init(&other, other_pixels, 4, 4, 4), R3D_OK);
    r3d_surface_set_listener(&other, r3d_recorder_get_listener(recorder));
    r3d_surface_clear(&other, 0);
    assert_int_equal(r3d_recorder_save(recorder, &c->surface, path, &error), R3D_ERR_STATE);
    assert_non_null(strstr(error.message, "surface"));
    r3d_recorder_detach(recorder, &c->surface);
    r3d_recorder_destroy(recorder);
    stop_client(c);
    empty_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_scripts_record_and_replay_with_equal_bytes),
        cmocka_unit_test(a_frame_in_the_middle_of_a_clients_life_is_recorded),
        cmocka_unit_test(what_cannot_be_recorded_is_told_and_nothing_is_left),
    };
    return cmocka_run_group_tests_name("recorder", tests, begin, end);
}
