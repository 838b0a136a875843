/* SPDX-License-Identifier: MIT */
/* Textured frames from eyes all over a level: things' places, four directions each. Times are those
 * this thread computed. Source: spec column section 14, performance section 1. */

#include "column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "../column/load_level.h"
#include "../column/stats.h"
#include "../common/commands.h"
#include "../common/options.h"

enum { OPTION_ROUNDS, OPTION_TEXTURES, OPTION_IWAD };

static const command_option options[] = {
    {"rounds", 'r', "N", "Rounds of which the median is taken (default 7)", NULL},
    {"textures", 0, "DIR", "Folder of PNG textures for text levels (default golden/data/freedoom)",
     NULL},
    {"iwad", 0, "FILE.wad", "Where the graphics of a map without own ones are looked up", NULL},
};

static const command_help help = {
    "bench --column",
    "[LEVEL ...] [options]",
    "Draws textured frames of levels (default golden/data/nostromo/e2m7-demo.level) from the "
    "places "
    "of\n"
    "their things and prints frames a second of computing time. The last two rows show what a "
    "pitch "
    "of\n"
    "2,048 bytes costs.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a level cannot be read.\n",
    options,
    sizeof options / sizeof options[0],
};

enum { ROUNDS_MAX = 101, VIEWS_MAX = 64, SAMPLE_NS = 100000000, LEVELS_MAX = 32 };

struct case_size {
    int32_t width;
    int32_t height;
    int32_t pitch;
};

static const struct case_size sizes[] = {
    {320, 200, 320}, {1920, 1080, 1920}, {512, 334, 520}, {512, 334, 512}};

enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0] };

struct stage {
    open_level open;
    r3d_column_world *world;
    r3d_column_context *context;
    uint32_t *pixels;
    r3d_surface surface;
    r3d_column_view view;
    r3d_column_camera cameras[VIEWS_MAX];
    int32_t camera_count;
};

/* Eyes at the places of up to 16 things spread over the list, or at the start. */
static void choose_cameras(struct stage *stage)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(stage->open.level);
    const int32_t places = desc->thing_count == 0   ? 1
                           : desc->thing_count > 16 ? 16
                                                    : desc->thing_count;
    for (int32_t i = 0; i < places; i++) {
        double x = desc->start_x;
        double y = desc->start_y;
        if (desc->thing_count > 0) {
            const r3d_column_level_thing *thing = &desc->things[i * desc->thing_count / places];
            x = thing->x + 1.0;
            y = thing->y + 1.0;
        }
        const int32_t sector = r3d_column_level_find_sector(stage->open.level, x, y);
        const double z =
            sector < 0 ? desc->start_eye : desc->sectors[sector].floor + desc->actor_eye;
        for (int32_t turn = 0; turn < 4; turn++) {
            r3d_column_camera *camera = &stage->cameras[stage->camera_count++];
            memset(camera, 0, sizeof *camera);
            camera->x = x;
            camera->y = y;
            camera->z = z;
            camera->yaw = 90.0 * turn + 23.0;
        }
    }
}

static bool make_stage(struct stage *stage)
{
    stage->pixels = malloc((size_t)1920 * 1080 * sizeof *stage->pixels);
    if (stage->pixels == NULL || r3d_column_world_create(stage->open.level, NULL, &stage->world) ||
        r3d_column_context_create(stage->open.level, 1920, 1080, 0, NULL, &stage->context)) {
        fprintf(stderr, "retro3d bench: out of memory\n");
        return false;
    }
    r3d_column_view_init(&stage->view);
    stage->view.mode = R3D_COLUMN_TEXTURED;
    stage->view.things = true;
    stage->view.contrast = true;
    stage->view.fade_start = 200.0;
    stage->view.fade_length = 2000.0;
    stage->view.materials = r3d_column_level_pictures_get_materials(stage->open.pictures);
    choose_cameras(stage);
    return true;
}

static void free_stage(struct stage *stage)
{
    r3d_column_context_destroy(stage->context);
    r3d_column_world_destroy(stage->world);
    close_level(&stage->open);
    free(stage->pixels);
}

/* Nanoseconds a frame, over whole rounds of all cameras. */
static double measure(struct stage *stage, const struct case_size *size)
{
    r3d_surface_init(&stage->surface, stage->pixels, size->width, size->height, size->pitch);
    const int64_t begin = bench_thread_ns();
    int64_t spent = 0;
    int64_t frames = 0;
    while (spent < SAMPLE_NS) {
        for (int32_t i = 0; i < stage->camera_count; i++) {
            stage->view.camera = stage->cameras[i];
            r3d_column_camera_square(&stage->view.camera, size->width, 90.0);
            r3d_column_draw(stage->context, stage->world, &stage->view, &stage->surface, NULL);
        }
        frames += stage->camera_count;
        spent = bench_thread_ns() - begin;
    }
    return (double)spent / (double)frames;
}

/* What the pictures of all cameras were made of, apart from the measuring. */
static void print_counters(struct stage *stage, const struct case_size *size)
{
    r3d_column_counters counters;
    column_sums sums;
    char name[48];
    memset(&sums, 0, sizeof sums);
    r3d_column_counters_init(&counters);
    r3d_surface_init(&stage->surface, stage->pixels, size->width, size->height, size->pitch);
    stage->view.counters = &counters;
    for (int32_t i = 0; i < stage->camera_count; i++) {
        r3d_column_stats stats;
        stage->view.camera = stage->cameras[i];
        r3d_column_camera_square(&stage->view.camera, size->width, 90.0);
        if (r3d_column_draw(stage->context, stage->world, &stage->view, &stage->surface, &stats) ==
            R3D_OK) {
            column_sums_add(&sums, &stats, &counters);
        }
    }
    stage->view.counters = NULL;
    snprintf(name, sizeof name, "a frame at %ldx%ld", (long)size->width, (long)size->height);
    column_sums_print(name, &sums);
}

static int compare_doubles(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static int bench_level(const char *name, const open_level_options *open_options, int32_t rounds)
{
    struct stage stage;
    memset(&stage, 0, sizeof stage);
    const int exit_code = open_level_file(name, open_options, &stage.open);
    if (exit_code != R3D_EXIT_OK) {
        return exit_code;
    }
    if (!make_stage(&stage)) {
        free_stage(&stage);
        return R3D_EXIT_INPUT;
    }
    static const char *const row = "%-44s %9s %9s %12s %10s\n";
    printf(row, name, "size", "pitch", "frames/s", "ms");
    double times[SIZE_COUNT][ROUNDS_MAX];
    for (int32_t i = 0; i < SIZE_COUNT; i++) {
        measure(&stage, &sizes[i]); /* warm caches */
    }
    for (int32_t round = 0; round < rounds; round++) {
        for (int32_t i = 0; i < SIZE_COUNT; i++) {
            times[i][round] = measure(&stage, &sizes[i]);
        }
    }
    for (int32_t i = 0; i < SIZE_COUNT; i++) {
        qsort(times[i], (size_t)rounds, sizeof times[i][0], compare_doubles);
        const double median = times[i][rounds / 2];
        char size_text[24];
        char pitch_text[24];
        char rate_text[24];
        char time_text[24];
        snprintf(size_text, sizeof size_text, "%ldx%ld", (long)sizes[i].width,
                 (long)sizes[i].height);
        snprintf(pitch_text, sizeof pitch_text, "%ld B", (long)sizes[i].pitch * 4);
        snprintf(rate_text, sizeof rate_text, "%.0f", 1e9 / median);
        snprintf(time_text, sizeof time_text, "%.3f", median / 1e6);
        printf(row, "", size_text, pitch_text, rate_text, time_text);
    }
    printf("pitch of 2,048 bytes against 2,080: %.2f\n",
           times[3][rounds / 2] / times[2][rounds / 2]);
    print_counters(&stage, &sizes[0]);
    free_stage(&stage);
    return R3D_EXIT_OK;
}

int bench_column(int argc, char **argv)
{
    command_arguments arguments;
    const char *levels[LEVELS_MAX] = {"golden/data/nostromo/e2m7-demo.level"};
    int32_t level_count = 0;
    int32_t rounds = 7;
    open_level_options open_options;
    memset(&open_options, 0, sizeof open_options);
    open_options.textures = "golden/data/freedoom";
    open_options.pictures = true;
    open_options.sprites = true;
    open_options.show_missing = true;
    arguments_init(&arguments, &help, argc, argv);
    for (;;) {
        const char *value = NULL;
        const int option = arguments_next(&arguments, &value);
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (option == R3D_ARGUMENT_END) {
            break;
        }
        if (option == R3D_ARGUMENT_POSITIONAL) {
            if (level_count == LEVELS_MAX) {
                return usage_error(&help, "too many levels");
            }
            levels[level_count++] = value;
        } else if (option == OPTION_ROUNDS) {
            if (!option_i32(&help, option, value, 1, ROUNDS_MAX, &rounds)) {
                return R3D_EXIT_USAGE;
            }
        } else if (option == OPTION_TEXTURES) {
            open_options.textures = value;
        } else {
            open_options.iwad = value;
        }
    }
    bool has_text_level = level_count == 0;
    for (int32_t i = 0; i < level_count; i++) {
        has_text_level = has_text_level || !level_is_wad(levels[i]);
    }
    if (arguments.given[OPTION_TEXTURES] != NULL && !has_text_level) {
        return usage_error(&help, "--textures is for text levels");
    }
    int exit_code = R3D_EXIT_OK;
    for (int32_t i = 0; i < (level_count == 0 ? 1 : level_count) && exit_code == R3D_EXIT_OK; i++) {
        exit_code = bench_level(levels[i], &open_options, rounds);
    }
    return exit_code;
}
