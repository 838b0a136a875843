/* SPDX-License-Identifier: MIT */
/* See bench_diff.h. Source: spec golden section 9. */

#include "diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/diff.h>
#if defined(R3D_PROGRAM_HAS_THREADS)
#include <retro3d/png.h>
#include <retro3d/threads.h>
#endif

#include "clock.h"
#include "pairs.h"
#include "result.h"
#include "yardsticks.h"
#include "../common/commands.h"
#include "../common/options.h"

enum { OPTION_ROUNDS, OPTION_SIZE, OPTION_WRITE };

static const command_option options[] = {
    {"rounds", 'r', "N", "Rounds of which the median is taken (default 7)", "!write"},
    {"size", 's', "WxH", "Size of the pictures (default 1920x1080)", NULL},
    {"write", 'w', "FOLDER", "Write the pairs of pictures there and measure nothing", NULL},
};

static const command_help help = {
    "bench --diff",
    "[options]",
    "Measures the comparison of pictures. All cases and yardsticks take turns in each round; the "
    "table has\n"
    "medians of the time that this thread computed, two threads of the wall's time. Yardsticks: "
    "reading\n"
    "both frames, inflating both files (by the inflater of the PNG reader and by zlib), and "
    "decoding both\n"
    "with stb_image. Bars (docs/performance.md) stand behind what they are for, with < when they "
    "are missed.\n",
    options,
    sizeof options / sizeof options[0],
};

enum { ROUNDS_MAX = 101 };

typedef enum measure {
    READ_BOTH,
    COMPARE_IDENTICAL,
    COMPARE_ONE_PIXEL,
    COMPARE_ONE_PERCENT,
    COMPARE_ALL,
    INFLATE_OURS,
    INFLATE_ZLIB,
    DECODE_STB,
    FILES_EQUAL,
    FILES_ONE_THREAD,
    FILES_TWO_THREADS,
    MEASURE_COUNT
} measure;

typedef struct stage {
    int32_t width;
    int32_t height;
    uint32_t *frames[2 + R3D_BENCH_CHANGE_COUNT]; /* expected, then one for each change */
    void *files[2];                               /* of equal pixels, stored differently */
    size_t sizes[2];
    bench_streams streams[2];
    uint8_t *scratch;
    void *pool;
    double samples[MEASURE_COUNT][ROUNDS_MAX];
} stage;

static r3d_picture_view view_of(const stage *s, const uint32_t *pixels)
{
    r3d_picture_view view = {.pixels = pixels,
                             .width = s->width,
                             .height = s->height,
                             .stride_bytes = (ptrdiff_t)s->width * 4,
                             .layout = R3D_LAYOUT_XRGB32};
    return view;
}

static bool compare_frames(const stage *s, bench_change change)
{
    r3d_picture_view expected = view_of(s, s->frames[0]);
    r3d_picture_view actual = view_of(s, s->frames[1 + (int)change]);
    r3d_diff_result result;
    bool compared = r3d_diff_compare(&expected, &actual, NULL, NULL, &result, NULL) == R3D_OK &&
                    r3d_diff_passed(&result) == (change == R3D_BENCH_IDENTICAL);
    r3d_diff_result_free(&result);
    return compared;
}

static bool compare_files(const stage *s, bool two_threads)
{
    r3d_diff_files_desc desc;
    r3d_diff_files *files;
    r3d_diff_result result;
    r3d_diff_files_desc_init(&desc);
    desc.expected.path = "expected";
    desc.expected.data = s->files[0];
    desc.expected.size = s->sizes[0];
    desc.actual.path = "actual";
    desc.actual.data = s->files[1];
    desc.actual.size = s->sizes[1];
#if defined(R3D_PROGRAM_HAS_THREADS)
    desc.run = two_threads ? r3d_pool_run : NULL;
    desc.run_user = s->pool;
#else
    (void)two_threads;
#endif
    bool equal = r3d_diff_files_open(&desc, &files, NULL) == R3D_OK &&
                 r3d_diff_files_compare(files, NULL, &result, NULL) == R3D_OK &&
                 r3d_diff_passed(&result);
    if (equal) {
        r3d_diff_result_free(&result);
    }
    r3d_diff_files_close(files);
    return equal;
}

static bool run_measure(stage *s, measure m)
{
    size_t pixels = (size_t)s->width * (size_t)s->height;
    switch (m) {
    case READ_BOTH:
        return bench_read_both(s->frames[0], s->frames[1], pixels) == 0;
    case COMPARE_IDENTICAL:
        return compare_frames(s, R3D_BENCH_IDENTICAL);
    case COMPARE_ONE_PIXEL:
        return compare_frames(s, R3D_BENCH_ONE_PIXEL);
    case COMPARE_ONE_PERCENT:
        return compare_frames(s, R3D_BENCH_ONE_PERCENT);
    case COMPARE_ALL:
        return compare_frames(s, R3D_BENCH_ALL);
    case INFLATE_OURS:
        return bench_inflate_ours(&s->streams[0], s->scratch) &&
               bench_inflate_ours(&s->streams[1], s->scratch);
    case INFLATE_ZLIB:
        return bench_inflate_zlib(&s->streams[0], s->scratch) &&
               bench_inflate_zlib(&s->streams[1], s->scratch);
    case DECODE_STB:
        return bench_decode_stb(s->files[0], s->sizes[0]) &&
               bench_decode_stb(s->files[1], s->sizes[1]);
    case FILES_TWO_THREADS:
        return compare_files(s, true);
    default:
        return compare_files(s, false);
    }
}

static bool make_file(stage *s, int index, r3d_png_effort effort)
{
    r3d_picture_view view = view_of(s, s->frames[0]);
    return r3d_png_encode(&view, effort, NULL, &s->files[index], &s->sizes[index], NULL) ==
               R3D_OK &&
           bench_find_stream(s->files[index], s->sizes[index],
                             ((size_t)s->width * 3 + 1) * (size_t)s->height, &s->streams[index]);
}

static bool make_stage(stage *s)
{
    size_t pixels = (size_t)s->width * (size_t)s->height;
    s->frames[0] = bench_draw_picture(s->width, s->height);
    for (int i = 0; i < R3D_BENCH_CHANGE_COUNT && s->frames[0] != NULL; i++) {
        s->frames[1 + i] = malloc(pixels * sizeof(uint32_t));
        if (s->frames[1 + i] == NULL) {
            return false;
        }
        bench_change_picture((bench_change)i, s->width, s->height, s->frames[0], s->frames[1 + i]);
    }
    s->scratch = malloc(((size_t)s->width * 3 + 1) * (size_t)s->height);
    if (s->frames[0] == NULL || s->scratch == NULL || !make_file(s, 0, R3D_PNG_SMALL) ||
        !make_file(s, 1, R3D_PNG_FAST)) {
        return false;
    }
#if defined(R3D_PROGRAM_HAS_THREADS)
    r3d_pool *pool = NULL;
    (void)r3d_pool_create(NULL, 2, &pool);
    s->pool = pool;
#endif
    return true;
}

static void release_stage(stage *s)
{
    for (size_t i = 0; i < sizeof s->frames / sizeof s->frames[0]; i++) {
        free(s->frames[i]);
    }
    for (int i = 0; i < 2; i++) {
        free(s->files[i]);
        bench_release_stream(&s->streams[i]);
    }
    free(s->scratch);
#if defined(R3D_PROGRAM_HAS_THREADS)
    r3d_pool_destroy(s->pool);
#endif
}

/* ---- the table ---- */

/* `share`: unit divided by time, a bar from below; else time divided by unit, a bar from above. */
static void print_line(const char *name, double ns, const char *what, double ratio, double bar,
                       bool share)
{
    printf("%-42s %9.3f ms", name, ns / 1e6);
    if (what != NULL) {
        printf("  %6.2f %-24s", ratio, what);
    }
    if (bar > 0) {
        bool reached = share ? ratio >= bar : ratio <= bar;
        printf(" %s bar %.2f", reached ? " " : "<", bar);
    }
    printf("\n");
}

static void print_table(const double *ns)
{
    static const char bound[] = "of the read bound";
    print_line("read both frames", ns[READ_BOTH], NULL, 0, 0, false);
    print_line("compare frames, identical", ns[COMPARE_IDENTICAL], bound,
               ns[READ_BOTH] / ns[COMPARE_IDENTICAL], 0.6, true);
    print_line("compare frames, one pixel", ns[COMPARE_ONE_PIXEL], bound,
               ns[READ_BOTH] / ns[COMPARE_ONE_PIXEL], 0.6, true);
    print_line("compare frames, one percent", ns[COMPARE_ONE_PERCENT], bound,
               ns[READ_BOTH] / ns[COMPARE_ONE_PERCENT], 0, true);
    print_line("compare frames, all", ns[COMPARE_ALL], bound, ns[READ_BOTH] / ns[COMPARE_ALL], 0,
               true);
    print_line("inflate both files", ns[INFLATE_OURS], NULL, 0, 0, false);
    print_line("inflate both files, zlib", ns[INFLATE_ZLIB], "x inflating", //
               ns[INFLATE_ZLIB] / ns[INFLATE_OURS], 0, false);
    print_line("decode both files, stb_image", ns[DECODE_STB], "x inflating",
               ns[DECODE_STB] / ns[INFLATE_OURS], 0, false);
    print_line("verdict on two equal files", ns[FILES_EQUAL], "x inflating",
               ns[FILES_EQUAL] / ns[INFLATE_OURS], 1.15, false);
    print_line("the same, one thread, wall", ns[FILES_ONE_THREAD], NULL, 0, 0, false);
    print_line("the same, two threads, wall", ns[FILES_TWO_THREADS], "of one thread",
               ns[FILES_TWO_THREADS] / ns[FILES_ONE_THREAD], 0.6, false);
}

/* What a comparison of frames reads lies where the read bound found it, too: as near as it gets. */
static void warm_up(const stage *s, measure m)
{
    if (m <= COMPARE_ALL) {
        int change = m == READ_BOTH ? 0 : (int)m - COMPARE_IDENTICAL;
        (void)bench_read_both(s->frames[0], s->frames[1 + change],
                              (size_t)s->width * (size_t)s->height);
    }
}

static bool run(stage *s, int32_t rounds)
{
    double medians[MEASURE_COUNT];
    for (int32_t round = -1; round < rounds; round++) { /* the first one warms up */
        for (int m = 0; m < MEASURE_COUNT; m++) {
            bool wall = m == FILES_ONE_THREAD || m == FILES_TWO_THREADS;
            warm_up(s, (measure)m);
            int64_t start = wall ? bench_wall_ns() : bench_thread_ns();
            if (!run_measure(s, (measure)m)) {
                return false;
            }
            int64_t end = wall ? bench_wall_ns() : bench_thread_ns();
            s->samples[m][round < 0 ? 0 : round] = (double)(end - start);
        }
    }
    for (int m = 0; m < MEASURE_COUNT; m++) {
        medians[m] = bench_median(s->samples[m], rounds);
    }
    printf("%ldx%ld, medians of %ld rounds, inflater: %s, files of %zu and %zu bytes\n",
           (long)s->width, (long)s->height, (long)rounds, bench_inflater_name(), s->sizes[0],
           s->sizes[1]);
    print_table(medians);
    return true;
}

static bool take_size(const char *value, stage *s)
{
    char rest;
    long width;
    long height;
    // NOLINTNEXTLINE(cert-err34-c): the width of the fields bounds the numbers
    if (sscanf(value, "%5ldx%5ld%c", &width, &height, &rest) != 2 || width < 1 || height < 1 ||
        width > 16384 || height > 16384) {
        (void)usage_error(&help, "option --size: \"%.40s\", expected WxH, each 1..16384", value);
        return false;
    }
    s->width = (int32_t)width;
    s->height = (int32_t)height;
    return true;
}

int bench_diff(int argc, char **argv)
{
    command_arguments arguments;
    const char *value;
    const char *folder = NULL;
    int32_t rounds = 7;
    stage *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fprintf(stderr, "retro3d bench: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    s->width = 1920;
    s->height = 1080;
    int exit_code = R3D_EXIT_OK;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; exit_code == R3D_EXIT_OK &&
                     (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == OPTION_WRITE) {
            folder = value;
        } else if (option == OPTION_ROUNDS) {
            exit_code = option_i32(&help, option, value, 1, ROUNDS_MAX, &rounds) ? R3D_EXIT_OK
                                                                                 : R3D_EXIT_USAGE;
        } else if (option == OPTION_SIZE) {
            exit_code = take_size(value, s) ? R3D_EXIT_OK : R3D_EXIT_USAGE;
        } else if (option == R3D_ARGUMENT_POSITIONAL) {
            exit_code = usage_error(&help, "no file expected, found \"%.100s\"", value);
        } else {
            free(s);
            return arguments_exit_code(&arguments);
        }
    }
    if (exit_code == R3D_EXIT_OK && folder != NULL) {
        exit_code = bench_write_pairs(folder, s->width, s->height) ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
    } else if (exit_code == R3D_EXIT_OK && (!make_stage(s) || !run(s, rounds))) {
        fprintf(stderr, "retro3d bench: out of memory, or a comparison went wrong\n");
        exit_code = R3D_EXIT_INPUT;
    }
    release_stage(s);
    free(s);
    return exit_code;
}
