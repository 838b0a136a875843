/* SPDX-License-Identifier: MIT */
/* Models of many sizes, whose faces all cover the same number of pixels: vertices, sorting and
 * fills together. The cost of a face must not grow with the model. Times are those this thread
 * computed. Source: spec performance sections 1 and 2. */

#include "models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/light.h>
#include <retro3d/model.h>

#include "ball.h"
#include "clock.h"
#include "result.h"
#include "../common/commands.h"
#include "../common/options.h"

enum { OPTION_ROUNDS, OPTION_ICONS, OPTION_THREADS, OPTION_CSV, OPTION_AGAINST };

static const command_option options[] = {
    {"rounds", 'r', "N", "Rounds of which the median is taken (default 7)", NULL},
    {"icons", 'i', "SCRIPT.r3d", "Also draw the icons of this script", NULL},
    {"threads", 't', "N",
     "Draw the ball in bands by N threads, too; frames by the wall's clock then", NULL},
    {"csv", 0, "OUT.csv", "Write all figures", NULL},
    {"against", 0, "OLD.csv",
     "Show the change of the ratios since an earlier --csv, of speed "
     "where there is no ratio",
     NULL},
};

static const command_help help = {
    "bench --models",
    "[options]",
    "Draws 60,000 faces of about 32 pixels into 512x334, as models of 100 to 60,000 faces each, "
    "and prints\n"
    "faces a second: with and without priorities, in an icon's view and in a scene. Before that, "
    "with\n"
    "bars: the frame of a ball of 988 faces, its lighting and the transform of vertices, at each "
    "instruction set.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a file cannot be read, 6 one cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

enum {
    ROUNDS_MAX = 1001,
    THREADS_MAX = 64,
    PASSES = 3, /* over all models of a size in a sample */
    WIDTH = 512,
    HEIGHT = 334,
    DISTANCE = 1200,
    SPREAD_X = 500, /* of the cloud around its middle */
    SPREAD_Y = 320,
    SPREAD_Z = 500,
    QUAD = 19 /* units, which is 8 pixels at DISTANCE */
};

static const int32_t face_counts[] = {100, 1000, 10000, 60000};

enum { SIZE_COUNT = sizeof face_counts / sizeof face_counts[0], VARIANT_COUNT = 4 };

typedef struct variant {
    const char *name;
    const char *csv_name; /* without a comma */
    bool priorities;
    bool scene;
} variant;

static const variant variants[VARIANT_COUNT] = {
    {"icon", "face in an icon", false, false},
    {"icon, priorities", "face with priorities in an icon", true, false},
    {"scene", "face in a scene", false, true},
    {"scene, priorities", "face with priorities in a scene", true, true}};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static int32_t around(uint32_t *state, int32_t spread)
{
    return (int32_t)(next_random(state) % (uint32_t)(2 * spread)) - spread;
}

/* The arrays of a cloud, in one block. */
static r3d_mesh *make_cloud(int32_t face_count, bool priorities, uint32_t seed)
{
    int32_t quads = face_count / 2;
    size_t vertices = (size_t)quads * 4;
    size_t faces = (size_t)quads * 2;
    int32_t *block = calloc(vertices * 3 + faces * 5, sizeof *block);
    if (block == NULL) {
        return NULL;
    }
    int32_t *x = block;
    int32_t *y = x + vertices;
    int32_t *z = y + vertices;
    int32_t *corners = z + vertices;
    int32_t *colors = corners + faces * 3;
    int32_t *priority = colors + faces;
    uint32_t random = 12345 + seed * 7919;
    for (int32_t q = 0; q < quads; q++) {
        int32_t left = around(&random, SPREAD_X);
        int32_t top = around(&random, SPREAD_Y);
        int32_t depth = around(&random, SPREAD_Z);
        for (int32_t i = 0; i < 4; i++) {
            x[q * 4 + i] = left + (i % 2) * QUAD;
            y[q * 4 + i] = top + (i / 2) * QUAD;
            z[q * 4 + i] = depth;
        }
        const int32_t pattern[6] = {0, 2, 1, 1, 2, 3};
        for (int32_t i = 0; i < 6; i++) {
            corners[q * 6 + i] = q * 4 + pattern[i];
        }
        for (int32_t i = 0; i < 2; i++) {
            colors[q * 2 + i] = (int32_t)(next_random(&random) & 0xFFFF);
            priority[q * 2 + i] = (int32_t)(next_random(&random) % 12);
        }
    }
    r3d_mesh_desc desc;
    r3d_mesh *mesh = NULL;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = quads * 4;
    desc.face_count = quads * 2;
    desc.x = x;
    desc.y = y;
    desc.z = z;
    desc.corners = corners;
    desc.colors = colors;
    desc.priorities = priorities ? priority : NULL;
    const r3d_light light = {64, 768, {-50, -10, -50}};
    if (r3d_mesh_create(&desc, NULL, &mesh) == R3D_OK && r3d_mesh_light(mesh, &light) != R3D_OK) {
        r3d_mesh_destroy(mesh);
        mesh = NULL;
    }
    free(block);
    return mesh;
}

typedef struct stage {
    r3d_draw_context *context;
    r3d_palette *palette;
    uint32_t *pixels;
    r3d_surface surface;
    r3d_raster raster;
} stage;

static bool make_stage(stage *s)
{
    r3d_draw_context_desc desc;
    r3d_gamma gamma;
    memset(s, 0, sizeof *s);
    r3d_draw_context_desc_init(&desc);
    desc.vertex_capacity = face_counts[SIZE_COUNT - 1] * 2;
    desc.face_capacity = face_counts[SIZE_COUNT - 1];
    s->palette = malloc(sizeof *s->palette);
    s->pixels = calloc((size_t)WIDTH * HEIGHT, sizeof *s->pixels);
    return s->palette != NULL && s->pixels != NULL &&
           r3d_draw_context_create(&desc, &s->context) == R3D_OK &&
           r3d_gamma_build(0.8, &gamma) == R3D_OK &&
           r3d_palette_build(&gamma, R3D_BLACK_KEPT, s->palette) == R3D_OK &&
           r3d_surface_init(&s->surface, s->pixels, WIDTH, HEIGHT, WIDTH) == R3D_OK &&
           r3d_raster_init(&s->raster, &s->surface, s->palette) == R3D_OK;
}

static void release_stage(stage *s)
{
    r3d_draw_context_destroy(s->context);
    free(s->palette);
    free(s->pixels);
}

static int32_t draw(const stage *s, const variant *v, const r3d_mesh *mesh)
{
    r3d_draw_report report;
    if (v->scene) {
        const r3d_scene_view view = {0, 0, 0, {0, 0, DISTANCE}, 0, false};
        (void)r3d_draw_model_in_scene(s->context, &s->raster, mesh, &view, &report);
    } else {
        const r3d_icon_view view = {0, 0, 0, 0, {0, 0, DISTANCE}};
        (void)r3d_draw_model(s->context, &s->raster, mesh, &view, &report);
    }
    return report.faces_drawn;
}

/* Models of one size, together as many faces whatever the size, so that all sizes find caches and
 * branch predictors in the same state. */
typedef struct pool {
    r3d_mesh **meshes;
    int32_t count;
} pool;

static void release_pool(pool *p)
{
    for (int32_t i = 0; i < p->count; i++) {
        r3d_mesh_destroy(p->meshes[i]);
    }
    free((void *)p->meshes);
    p->meshes = NULL;
}

static bool make_pool(pool *p, int32_t face_count, bool priorities)
{
    p->count = face_counts[SIZE_COUNT - 1] / face_count;
    p->meshes = calloc((size_t)p->count, sizeof *p->meshes);
    bool made = p->meshes != NULL;
    for (int32_t i = 0; i < p->count && made; i++) {
        p->meshes[i] = make_cloud(face_count, priorities, (uint32_t)i);
        made = p->meshes[i] != NULL;
    }
    if (p->meshes == NULL) {
        p->count = 0;
    }
    return made;
}

/* Nanoseconds for one face, over all models of a pool. */
static double time_faces(const stage *s, const variant *v, const pool *p)
{
    int64_t drawn = 0;
    int64_t start = bench_thread_ns();
    for (int32_t i = 0; i < p->count * PASSES; i++) {
        drawn += draw(s, v, p->meshes[i % p->count]);
    }
    double ns = (double)(bench_thread_ns() - start);
    return drawn > 0 ? ns / (double)drawn : 0;
}

/* Measures one variant; the sizes take turns within a round. */
static bool run_variant(const stage *s, const variant *v, int32_t rounds, bench_log *log)
{
    pool pools[SIZE_COUNT] = {{NULL, 0}};
    double *samples = calloc((size_t)rounds * SIZE_COUNT, sizeof *samples);
    bool ready = samples != NULL;
    for (int i = 0; i < SIZE_COUNT && ready; i++) {
        ready = make_pool(&pools[i], face_counts[i], v->priorities);
    }
    double fastest = 0;
    double slowest = 0;
    for (int32_t round = -1; round < rounds && ready; round++) { /* the first one warms up */
        for (int i = 0; i < SIZE_COUNT; i++) {
            samples[i * rounds + (round < 0 ? 0 : round)] = time_faces(s, v, &pools[i]);
        }
    }
    for (int i = 0; i < SIZE_COUNT && ready; i++) {
        double ns = bench_median(samples + i * rounds, rounds);
        fastest = i == 0 || ns < fastest ? ns : fastest;
        slowest = i == 0 || ns > slowest ? ns : slowest;
        printf("%-20s %6ld faces  %8.1f us a frame  %6.2f million faces/s", v->name,
               (long)face_counts[i], ns * face_counts[i] / 1000, 1000 / ns);
        bench_result result = bench_model_result(v->csv_name, "best", face_counts[i],
                                                 samples + i * rounds, rounds, 0);
        result.width = WIDTH;
        result.height = HEIGHT;
        result.index = face_counts[i];
        bench_log_add(log, &result);
        printf("\n");
    }
    if (ready) {
        printf("%-20s slowest to fastest: %.2f\n", v->name, slowest / fastest);
    }
    for (int i = 0; i < SIZE_COUNT; i++) {
        release_pool(&pools[i]);
    }
    free(samples);
    return ready;
}

typedef struct model_options {
    int32_t rounds;
    int32_t threads;
    const char *icons;
    const char *csv;
    const char *against;
} model_options;

/* Returns false if the command ends with *exit_code. */
static bool parse_options(int argc, char **argv, model_options *o, int *exit_code)
{
    command_arguments arguments;
    const char *value;
    arguments_init(&arguments, &help, argc, argv);
    *exit_code = R3D_EXIT_USAGE;
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        bool ok = true;
        switch (option) {
        case OPTION_ROUNDS:
            ok = option_i32(&help, option, value, 1, ROUNDS_MAX, &o->rounds);
            break;
        case OPTION_THREADS:
            ok = option_i32(&help, option, value, 1, THREADS_MAX, &o->threads);
            break;
        case OPTION_ICONS:
            o->icons = value;
            break;
        case OPTION_CSV:
            o->csv = value;
            break;
        case OPTION_AGAINST:
            o->against = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            (void)usage_error(&help, "no file expected, found \"%.100s\"", value);
            ok = false;
            break;
        default:
            *exit_code = arguments_exit_code(&arguments);
            return false;
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

static int run(const model_options *o, bench_log *log)
{
    if (o->against != NULL) {
        if (!bench_read_csv(o->against, &log->previous)) {
            return R3D_EXIT_INPUT;
        }
        log->has_previous = true;
    }
    int code = bench_ball(o->rounds, o->icons, o->threads, log);
    if (code != R3D_EXIT_OK) {
        return code;
    }
    stage s;
    bool ready = make_stage(&s);
    for (int i = 0; i < VARIANT_COUNT && ready; i++) {
        ready = run_variant(&s, &variants[i], o->rounds, log);
    }
    release_stage(&s);
    if (!ready || log->failed) {
        fprintf(stderr, "retro3d bench: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    return o->csv == NULL || bench_write_csv(o->csv, &log->results) ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

int bench_models(int argc, char **argv)
{
    model_options o = {7, 1, NULL, NULL, NULL};
    int code;
    if (!parse_options(argc, argv, &o, &code)) {
        return code;
    }
    if (!outputs_are_safe(&help, &o.csv, 1, &o.against, 1)) {
        return R3D_EXIT_USAGE;
    }
    bench_log log;
    memset(&log, 0, sizeof log);
    code = run(&o, &log);
    bench_log_free(&log);
    return code;
}
