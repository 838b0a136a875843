/* SPDX-License-Identifier: MIT */
/* retro3d bench: how fast the fills are, beside the scalar ones and beside what the memory allows,
 * all in one process and taking turns. Source: spec performance section 1. */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include <retro3d/script_room.h>

#include "bench.h"
#include "clock.h"
#include "affine.h"
#include "column.h"
#include "diff.h"
#include "models.h"
#include "result.h"
#include "threads.h"
#include "work.h"
#include "../common/commands.h"
#include "../common/isa_option.h"
#include "../common/options.h"

enum {
    OPTION_ROUNDS,
    OPTION_ISA,
    OPTION_CLASS,
    OPTION_SIZE,
    OPTION_AREA,
    OPTION_FRAMES,
    OPTION_CSV,
    OPTION_AGAINST,
    OPTION_THREADS
};

static const command_option options[] = {
    {"rounds", 'r', "N", "Rounds of which the median is taken (default 7)", NULL},
    {"isa", 'i', "NAME", "Instruction set: best (default), all, scalar, sse2, avx2, avx512, neon",
     NULL},
    {"class", 'c', "NAME",
     "Only this class: flat, flat-alpha, gouraud, gouraud-alpha, smooth,"
     " smooth-alpha, textured, masked",
     "!@1"},
    {"size", 's', "WxH", "Only this frame size (default 512x334 and 1920x1080)", "!@1"},
    {"area", 'a', "PIXELS", "Only triangles of this size (default 10, 100, 1000, 10000, 50000)",
     "!@1"},
    {"frames", 'f', "N", "How often each script is drawn in a round (default 10)", "@1"},
    {"csv", 0, "OUT.csv", "Write all figures, for scripts those of every frame, too", NULL},
    {"against", 0, "OLD.csv", "Show the change of the ratios since an earlier --csv", NULL},
    {"threads", 't', "N",
     "Draw triangles in bands by N threads, too; all times are the wall's then", "!@1"},
};

static const command_help help = {
    "bench",
    "[SCRIPT.r3d ...] [options]",
    "Measures the triangle fills, or the drawing of scripts: commands that load or make what is "
    "drawn with,\n"
    "wherever they stand, are not timed. Each round runs the memory bound, the scalar fills and "
    "those of the\n"
    "instruction set one after the other; the table has medians over the rounds. Times are those\n"
    "this thread computed.\n"
    "\"x scalar\" is the speed in units of the scalar fills, \"of bound\" the share of what the "
    "memory\n"
    "allows (docs/performance.md); a bar stands behind it, with < when it is not reached.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a script or CSV file cannot be read, 6 the CSV file "
    "cannot be\n"
    "written.\n"
    "\"retro3d bench --column\" measures column worlds instead, --affine arenas, --models whole "
    "models, --diff the "
    "comparison of pictures; each has a "
    "--help\n"
    "of their own.\n",
    options,
    sizeof options / sizeof options[0],
};

enum {
    ROUNDS_MAX = 1001,
    FRAME_ALIGNMENT = 64,
    PASSES = 3, /* of the same triangles in a sample: some 100 microseconds at least */
    WARM_PASSES = 3,
    BAR_AREA = 10000,
    BAR_AREA_SMALL = 100
};

static const frame_size default_sizes[] = {{512, 334}, {1920, 1080}};
static const int32_t default_areas[] = {10, 100, 1000, 10000, 50000};

/* ---- the frame ---- */

typedef struct frame_memory {
    void *block;
    uint32_t *pixels; /* begins on a cache line */
    size_t count;
} frame_memory;

static bool make_frame(frame_memory *frame, frame_size size)
{
    frame->count = (size_t)size.width * (size_t)size.height;
    frame->block = malloc(frame->count * sizeof(uint32_t) + FRAME_ALIGNMENT);
    if (frame->block == NULL) {
        return false;
    }
    size_t offset = (uintptr_t)frame->block % FRAME_ALIGNMENT;
    frame->pixels = (uint32_t *)(void *)((char *)frame->block + FRAME_ALIGNMENT - offset);
    for (size_t i = 0; i < frame->count; i++) {
        frame->pixels[i] = (uint32_t)i * 2654435761u;
    }
    return true;
}

/* ---- progress and reports ---- */

static bool is_terminal(FILE *stream)
{
#if defined(__unix__) || defined(__APPLE__)
    return isatty(fileno(stream)) != 0;
#else
    (void)stream;
    return false;
#endif
}

static void show_progress(const bench *b, const char *name, frame_size size, int32_t area)
{
    if (b->shows_progress) {
        fprintf(stderr, "\r%-14.40s %ldx%ld %ld pixels ... \r", name, (long)size.width,
                (long)size.height, (long)area);
        (void)fflush(stderr);
    }
}

static bool report(bench *b, const bench_result *result)
{
    const bench_result *before = b->has_previous ? bench_results_find(&b->previous, result) : NULL;
    bench_print_result(result, before);
    return bench_results_add(&b->results, result);
}

/* ---- triangles ---- */

/* Samples of one case: the bound, the scalar fills, then each instruction set. */
typedef struct case_samples {
    double *bound;
    double *scalar;
    double *isas[R3D_ISA_COUNT];
    double *threads[R3D_ISA_COUNT];
    double memory[(2 * R3D_ISA_COUNT + 2) * ROUNDS_MAX];
} case_samples;

static void split_samples(case_samples *samples)
{
    samples->bound = samples->memory;
    samples->scalar = samples->memory + ROUNDS_MAX;
    for (int i = 0; i < R3D_ISA_COUNT; i++) {
        samples->isas[i] = samples->memory + (2 * i + 2) * ROUNDS_MAX;
        samples->threads[i] = samples->memory + (2 * i + 3) * ROUNDS_MAX;
    }
}

typedef struct triangle_case {
    const bench_class *class;
    frame_size size;
    int32_t area;
    bench_triangle *triangles;
    int32_t count;
    int64_t pixels;
} triangle_case;

/* With a pool the wall's time is what counts. */
static int64_t now_ns(const bench *b)
{
    return b->pool != NULL ? bench_wall_ns() : bench_thread_ns();
}

static void draw_case(const bench *b, const triangle_case *c, const r3d_raster *raster,
                      bench_pool *pool)
{
    if (pool != NULL) {
        bench_pool_draw(pool, c->class, b->assets, raster, c->triangles, c->count);
    } else {
        bench_draw(c->class, b->assets, raster, c->triangles, c->count);
    }
}

/* With a pool each measurement, also that of one thread, begins with frames that do not count: the
 * threads are awake then, and the caches are then those of a program that draws every frame the same way. Otherwise one thread
 * would have to fetch half of the frame from the other's cache, and two threads the other half. */
static double time_fill(const bench *b, const triangle_case *c, r3d_raster *raster, r3d_isa isa,
                        bench_pool *pool)
{
    (void)r3d_raster_set_isa(raster, isa); /* available: the options were checked */
    for (int i = 0; i < WARM_PASSES && b->pool != NULL; i++) {
        draw_case(b, c, raster, pool);
    }
    int64_t start = now_ns(b);
    for (int i = 0; i < PASSES; i++) {
        draw_case(b, c, raster, pool);
    }
    return (double)(now_ns(b) - start) / PASSES;
}

static double time_bound(const bench *b, const triangle_case *c, const frame_memory *frame)
{
    int64_t start = now_ns(b);
    bench_run_bound(c->class->bound, frame->pixels, frame->count, (size_t)c->pixels * PASSES,
                    b->assets->palette.rgb);
    return (double)(now_ns(b) - start) / PASSES;
}

static void set_bars(const triangle_case *c, r3d_isa isa, bench_result *result)
{
    if (c->size.width != default_sizes[0].width || c->size.height != default_sizes[0].height) {
        return;
    }
    if (c->area >= BAR_AREA && isa == R3D_ISA_SSE2) {
        result->bar_ratio = c->class->bar_ratio_sse2;
    } else if (c->area >= BAR_AREA) {
        result->bar_ratio = c->class->bar_ratio;
        result->bar_share = c->class->bar_share;
    } else if (c->area == BAR_AREA_SMALL && isa != R3D_ISA_SSE2) {
        result->bar_ratio = c->class->bar_ratio_small;
    } else if (c->area < BAR_AREA_SMALL) {
        result->bar_ratio = 1;
    }
}

static bool report_case(bench *b, const triangle_case *c, case_samples *samples)
{
    double bound = bench_median(samples->bound, b->rounds);
    double scalar = bench_median(samples->scalar, b->rounds);
    for (int32_t i = 0; i < b->isa_count; i++) {
        bench_result result;
        memset(&result, 0, sizeof result);
        snprintf(result.kind, sizeof result.kind, "fill");
        snprintf(result.name, sizeof result.name, "%s", c->class->name);
        snprintf(result.isa, sizeof result.isa, "%s", r3d_isa_name(b->isas[i]));
        result.width = c->size.width;
        result.height = c->size.height;
        result.index = c->area;
        result.threads = 1;
        result.units = c->count;
        result.pixels = c->pixels;
        result.median_ns = bench_median(samples->isas[i], b->rounds);
        result.min_ns = samples->isas[i][0];
        result.scalar_ratio = scalar / result.median_ns;
        result.bound_share = c->class->bound != R3D_BOUND_NONE ? bound / result.median_ns : 0;
        if (b->isas[i] != R3D_ISA_SCALAR) {
            set_bars(c, b->isas[i], &result);
        }
        if (!report(b, &result)) {
            return false;
        }
        if (b->pool == NULL) {
            continue;
        }
        result.threads = b->threads;
        result.median_ns = bench_median(samples->threads[i], b->rounds);
        result.min_ns = samples->threads[i][0];
        result.scalar_ratio = scalar / result.median_ns;
        result.bound_share = 0;
        result.bar_ratio = 0;
        result.bar_share = 0;
        if (!report(b, &result)) {
            return false;
        }
    }
    return true;
}

static bool run_case(bench *b, const triangle_case *c, frame_memory *frame, case_samples *samples)
{
    r3d_surface surface;
    r3d_raster raster;
    (void)r3d_surface_init(&surface, frame->pixels, c->size.width, c->size.height, c->size.width);
    (void)r3d_raster_init(&raster, &surface, &b->assets->palette);
    bench_begin_class(c->class, &raster);
    show_progress(b, c->class->name, c->size, c->area);
    for (int32_t round = -1; round < b->rounds; round++) { /* the first one warms up */
        int32_t at = round < 0 ? 0 : round;
        samples->bound[at] = time_bound(b, c, frame);
        samples->scalar[at] = time_fill(b, c, &raster, R3D_ISA_SCALAR, NULL);
        for (int32_t i = 0; i < b->isa_count; i++) {
            samples->isas[i][at] = time_fill(b, c, &raster, b->isas[i], NULL);
            if (b->pool != NULL) {
                samples->threads[i][at] = time_fill(b, c, &raster, b->isas[i], b->pool);
            }
        }
    }
    return report_case(b, c, samples);
}

static bool run_size(bench *b, frame_size size, const int32_t *areas, int32_t area_count,
                     bench_triangle *triangles, case_samples *samples)
{
    frame_memory frame;
    if (!make_frame(&frame, size)) {
        return false;
    }
    bool ok = true;
    for (int32_t k = 0; k < bench_class_count && ok; k++) {
        for (int32_t i = 0; i < area_count && ok; i++) {
            triangle_case c;
            c.class = &bench_classes[k];
            c.size = size;
            c.area = areas[i];
            c.triangles = triangles;
            c.count = bench_triangle_count(areas[i]);
            if (b->only_class != NULL && b->only_class != c.class) {
                continue;
            }
            c.pixels = bench_make_triangles(triangles, c.count, c.area, size.width, size.height);
            if (c.pixels < 0) {
                fprintf(stderr,
                        "retro3d bench: a triangle of %ld pixels does not fit into %ldx%ld\n",
                        (long)c.area, (long)size.width, (long)size.height);
                continue;
            }
            ok = run_case(b, &c, &frame, samples);
        }
    }
    free(frame.block);
    return ok;
}

static bool run_triangles(bench *b)
{
    const int32_t *areas = b->only_area > 0 ? &b->only_area : default_areas;
    int32_t area_count =
        b->only_area > 0 ? 1 : (int32_t)(sizeof default_areas / sizeof default_areas[0]);
    const frame_size *sizes = b->only_size.width > 0 ? &b->only_size : default_sizes;
    size_t size_count = b->only_size.width > 0 ? 1 : sizeof default_sizes / sizeof default_sizes[0];
    bench_triangle *triangles = malloc((size_t)bench_triangle_count(1) * sizeof *triangles);
    case_samples *samples = malloc(sizeof *samples);
    bool ok = triangles != NULL && samples != NULL;
    if (ok) {
        split_samples(samples);
        bench_print_header(b->has_previous);
    }
    for (size_t i = 0; i < size_count && ok; i++) {
        ok = run_size(b, sizes[i], areas, area_count, triangles, samples);
    }
    free(triangles);
    free(samples);
    return ok;
}

/* ---- options ---- */

static bool parse_isa(bench *b, const char *value)
{
    b->isa_count = 0;
    if (strcmp(value, "all") != 0) {
        b->isa_count = 1;
        return option_isa(&help, OPTION_ISA, value, &b->isas[0]);
    }
    for (int i = R3D_ISA_SCALAR + 1; i < R3D_ISA_COUNT; i++) {
        if (r3d_isa_available((r3d_isa)i)) {
            b->isas[b->isa_count++] = (r3d_isa)i;
        }
    }
    return true;
}

static bool parse_class(bench *b, const char *value)
{
    for (int i = 0; i < bench_class_count; i++) {
        if (strcmp(value, bench_classes[i].name) == 0) {
            b->only_class = &bench_classes[i];
            return true;
        }
    }
    (void)usage_error(&help, "option --class: unknown class \"%.40s\"", value);
    return false;
}

static bool parse_size(bench *b, const char *value)
{
    char width[16];
    const char *x = strchr(value, 'x');
    size_t length = x != NULL ? (size_t)(x - value) : 0;
    if (length == 0 || length >= sizeof width) {
        (void)usage_error(&help, "option --size: \"%.40s\", expected WIDTHxHEIGHT", value);
        return false;
    }
    memcpy(width, value, length);
    width[length] = '\0';
    return option_i32(&help, OPTION_SIZE, width, 1, R3D_SURFACE_SIZE_MAX, &b->only_size.width) &&
           option_i32(&help, OPTION_SIZE, x + 1, 1, R3D_SURFACE_SIZE_MAX, &b->only_size.height);
}

static bool parse_option(bench *b, int option, const char *value, const char **against)
{
    switch (option) {
    case OPTION_ROUNDS:
        return option_i32(&help, option, value, 1, ROUNDS_MAX, &b->rounds);
    case OPTION_ISA:
        return parse_isa(b, value);
    case OPTION_CLASS:
        return parse_class(b, value);
    case OPTION_SIZE:
        return parse_size(b, value);
    case OPTION_AREA:
        return option_i32(&help, option, value, 1, 100000000, &b->only_area);
    case OPTION_FRAMES:
        return option_i32(&help, option, value, 1, 10000, &b->frames);
    case OPTION_CSV:
        b->csv = value;
        return true;
    case OPTION_AGAINST:
        *against = value;
        return true;
    case OPTION_THREADS:
        return option_i32(&help, option, value, 1, 64, &b->threads);
    default: /* a script */
        if (b->script_count == SCRIPTS_MAX) {
            (void)usage_error(&help, "at most %d scripts", SCRIPTS_MAX);
            return false;
        }
        b->scripts[b->script_count++] = value;
        return true;
    }
}

static int run(bench *b)
{
    int exit_code = R3D_EXIT_OK;
    if (b->script_count > 0) {
        exit_code = bench_run_scripts(b);
    } else {
        b->assets = malloc(sizeof *b->assets);
        if (b->assets != NULL) {
            bench_make_assets(b->assets);
        }
        if (b->threads > 1) {
            b->pool = bench_pool_create(b->threads, bench_triangle_count(1));
        }
        if (b->assets == NULL || (b->threads > 1 && b->pool == NULL) || !run_triangles(b)) {
            fprintf(stderr, "retro3d bench: out of memory, or a build without threads\n");
            exit_code = R3D_EXIT_INPUT;
        }
        bench_pool_destroy(b->pool);
        free(b->assets);
    }
    if (exit_code == R3D_EXIT_OK && b->csv != NULL && !bench_write_csv(b->csv, &b->results)) {
        exit_code = R3D_EXIT_OUTPUT;
    }
    return exit_code;
}

int cmd_bench(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--models") == 0) {
        return bench_models(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "--diff") == 0) {
        return bench_diff(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "--affine") == 0) {
        return bench_affine(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "--column") == 0) {
        return bench_column(argc - 1, argv + 1);
    }
    command_arguments arguments;
    const char *against = NULL;
    const char *value;
    bench b;
    memset(&b, 0, sizeof b);
    b.rounds = 7;
    b.frames = 10;
    b.shows_progress = is_terminal(stderr);
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (!parse_option(&b, option, value, &against)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (b.isa_count == 0) {
        b.isas[b.isa_count++] = R3D_ISA_BEST;
    }
    for (int32_t i = 0; i < b.isa_count; i++) {
        if (b.isas[i] == R3D_ISA_BEST) { /* name it */
            r3d_raster raster;
            memset(&raster, 0, sizeof raster);
            (void)r3d_raster_set_isa(&raster, R3D_ISA_BEST);
            b.isas[i] = r3d_raster_get_isa(&raster);
        }
    }
    if (!outputs_are_safe(&help, &b.csv, 1, &against, 1) ||
        !outputs_are_safe(&help, &b.csv, 1, b.scripts, (size_t)b.script_count)) {
        return R3D_EXIT_USAGE;
    }
    int exit_code = R3D_EXIT_INPUT;
    if (against == NULL || bench_read_csv(against, &b.previous)) {
        b.has_previous = against != NULL;
        exit_code = run(&b);
    }
    bench_results_free(&b.results);
    bench_results_free(&b.previous);
    return exit_code;
}
