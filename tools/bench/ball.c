/* SPDX-License-Identifier: MIT */
/* A ball of 988 faces: the frame (clear, transform, sort, draw), its lighting and, for vertices
 * alone, a cloud without faces. All instruction sets take turns, round by round. */

#include "ball.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/light.h>
#include <retro3d/model.h>

#include "clock.h"
#include "icons.h"
#include "result.h"
#include "threads.h"
#include "../common/commands.h"

enum {
    WIDTH = 512,
    HEIGHT = 334,
    SEGMENTS = 26,
    STACKS = 20,
    BALL_VERTICES = SEGMENTS * (STACKS - 1) + 2,
    BALL_FACES = SEGMENTS * (STACKS - 1) * 2,
    RADIUS = 140,
    DISTANCE = 493, /* at which it covers 69,500 pixels */
    FRAMES = 200,   /* in a sample */
    CLOUD_VERTICES = 4096,
    CLOUDS = 20,
    LIGHTINGS = 100
};

/* What the original took on a warm Java virtual machine, in microseconds on a 3.5 GHz Zen 5 core,
 * and how many times less is asked for. Source: spec performance section 2, issue "Speed". */
static const double original_frame = 136.0;
static const double frame_bar = 3;
static const double frame_scalar_bar = 2.5;
static const double original_light = 28.0;
static const double light_bar = 5;
static const double threads_bar = 1.6;

static const r3d_light item_light = {64, 768, {-50, -10, -50}};

/* Gives the vertices of a ball, stack by stack between the two poles. */
static void place_vertices(int32_t *x, int32_t *y, int32_t *z)
{
    x[0] = z[0] = 0;
    y[0] = -RADIUS;
    int32_t i = 1;
    for (int32_t stack = 1; stack < STACKS; stack++) {
        r3d_a11 down = (stack * 1024 + STACKS / 2) / STACKS;
        for (int32_t segment = 0; segment < SEGMENTS; segment++, i++) {
            r3d_a11 around = (segment * 2048 + SEGMENTS / 2) / SEGMENTS;
            int64_t ring = (int64_t)RADIUS * r3d_sin_a11(down);
            x[i] = (int32_t)(ring * r3d_cos_a11(around) / 65536 / 65536);
            z[i] = (int32_t)(ring * r3d_sin_a11(around) / 65536 / 65536);
            y[i] = (int32_t)(-(int64_t)RADIUS * r3d_cos_a11(down) / 65536);
        }
    }
    x[i] = z[i] = 0;
    y[i] = RADIUS;
}

static int32_t *add_face(int32_t *corners, int32_t a, int32_t b, int32_t c)
{
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    return corners + 3;
}

static void place_faces(int32_t *corners)
{
    for (int32_t segment = 0; segment < SEGMENTS; segment++) {
        int32_t after = (segment + 1) % SEGMENTS;
        corners = add_face(corners, 0, 1 + after, 1 + segment);
        for (int32_t stack = 0; stack + 2 < STACKS; stack++) {
            int32_t upper = 1 + stack * SEGMENTS;
            int32_t lower = upper + SEGMENTS;
            corners = add_face(corners, upper + segment, upper + after, lower + after);
            corners = add_face(corners, upper + segment, lower + after, lower + segment);
        }
        int32_t upper = 1 + (STACKS - 2) * SEGMENTS;
        corners = add_face(corners, upper + segment, upper + after, BALL_VERTICES - 1);
    }
}

/* A ball that is not lit. */
static r3d_mesh *make_ball(void)
{
    static const size_t size = BALL_VERTICES * 3 + BALL_FACES * 4;
    int32_t *block = malloc(size * sizeof *block);
    r3d_mesh *mesh = NULL;
    if (block == NULL) {
        return NULL;
    }
    int32_t *x = block;
    int32_t *y = x + BALL_VERTICES;
    int32_t *z = y + BALL_VERTICES;
    int32_t *corners = z + BALL_VERTICES;
    int32_t *colors = corners + BALL_FACES * 3;
    place_vertices(x, y, z);
    place_faces(corners);
    for (int32_t i = 0; i < BALL_FACES; i++) {
        colors[i] = 2728 + (i & 1) * 2048;
    }
    r3d_mesh_desc desc;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = BALL_VERTICES;
    desc.face_count = BALL_FACES;
    desc.x = x;
    desc.y = y;
    desc.z = z;
    desc.corners = corners;
    desc.colors = colors;
    (void)r3d_mesh_create(&desc, NULL, &mesh);
    free(block);
    return mesh;
}

/* Vertices without faces, so that drawing them is turning and projecting them. */
static r3d_mesh *make_cloud(void)
{
    int32_t *block = malloc(CLOUD_VERTICES * 3 * sizeof *block);
    r3d_mesh *mesh = NULL;
    if (block == NULL) {
        return NULL;
    }
    uint32_t state = 20074;
    for (int32_t i = 0; i < CLOUD_VERTICES * 3; i++) {
        state = state * 1664525u + 1013904223u;
        block[i] = (int32_t)(state >> 8) % 401 - 200;
    }
    r3d_mesh_desc desc;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = CLOUD_VERTICES;
    desc.x = block;
    desc.y = block + CLOUD_VERTICES;
    desc.z = block + CLOUD_VERTICES * 2;
    desc.corners = block;
    desc.colors = block;
    if (r3d_mesh_create(&desc, NULL, &mesh) == R3D_OK &&
        r3d_mesh_light(mesh, &item_light) != R3D_OK) {
        r3d_mesh_destroy(mesh);
        mesh = NULL;
    }
    free(block);
    return mesh;
}

typedef enum job {
    FRAME,
    FRAME_BANDS,      /* a frame by all threads */
    FRAMES_OF_THEIRS, /* each thread draws whole frames of its own */
    VERTICES_ICON,
    VERTICES_SCENE,
    JOB_COUNT
} job;

/* What a thread needs to draw frames of its own. */
typedef struct easel {
    r3d_draw_context *context;
    uint32_t *pixels;
    r3d_surface surface;
    r3d_raster raster;
} easel;

typedef struct stage {
    int32_t rounds;
    int32_t threads;
    easel *easels; /* one a thread; the first is that of all measurements by one */
    r3d_palette *palette;
    bench_pool *pool;
    r3d_mesh *dark; /* the ball before lighting */
    r3d_mesh *ball;
    r3d_mesh *cloud;
    r3d_mesh *relit;
    double *samples[JOB_COUNT][R3D_ISA_COUNT];
    double *light_samples;
    double *block;
    bench_log *log;
} stage;

static void release(stage *s)
{
    bench_pool_destroy(s->pool);
    for (int32_t i = 0; s->easels != NULL && i < s->threads; i++) {
        r3d_draw_context_destroy(s->easels[i].context);
        free(s->easels[i].pixels);
    }
    free(s->easels);
    r3d_mesh_destroy(s->dark);
    r3d_mesh_destroy(s->ball);
    r3d_mesh_destroy(s->relit);
    r3d_mesh_destroy(s->cloud);
    free(s->palette);
    free(s->block);
}

static bool make_samples(stage *s)
{
    size_t rounds = (size_t)s->rounds;
    s->block = calloc((JOB_COUNT * R3D_ISA_COUNT + 1) * rounds, sizeof *s->block);
    if (s->block == NULL) {
        return false;
    }
    for (size_t j = 0; j < JOB_COUNT; j++) {
        for (size_t isa = 0; isa < R3D_ISA_COUNT; isa++) {
            s->samples[j][isa] = s->block + (j * R3D_ISA_COUNT + isa) * rounds;
        }
    }
    s->light_samples = s->block + JOB_COUNT * R3D_ISA_COUNT * rounds;
    return true;
}

static bool make_easels(stage *s)
{
    r3d_draw_context_desc desc;
    r3d_draw_context_desc_init(&desc);
    s->easels = calloc((size_t)s->threads, sizeof *s->easels);
    bool ok = s->easels != NULL;
    for (int32_t i = 0; i < s->threads && ok; i++) {
        easel *e = &s->easels[i];
        e->pixels = calloc((size_t)WIDTH * HEIGHT, sizeof *e->pixels);
        ok = e->pixels != NULL && r3d_draw_context_create(&desc, &e->context) == R3D_OK &&
             r3d_surface_init(&e->surface, e->pixels, WIDTH, HEIGHT, WIDTH) == R3D_OK &&
             r3d_raster_init(&e->raster, &e->surface, s->palette) == R3D_OK;
    }
    return ok;
}

static bool make_stage(stage *s)
{
    r3d_gamma gamma;
    s->palette = malloc(sizeof *s->palette);
    s->dark = make_ball();
    s->cloud = make_cloud();
    s->pool = s->threads > 1 ? bench_pool_create(s->threads, BALL_FACES) : NULL;
    return s->palette != NULL && s->dark != NULL && s->cloud != NULL &&
           (s->pool != NULL || s->threads <= 1) && make_samples(s) &&
           r3d_mesh_copy(s->dark, &s->ball) == R3D_OK &&
           r3d_mesh_copy(s->dark, &s->relit) == R3D_OK &&
           r3d_mesh_light(s->ball, &item_light) == R3D_OK &&
           r3d_gamma_build(0.8, &gamma) == R3D_OK &&
           r3d_palette_build(&gamma, R3D_BLACK_KEPT, s->palette) == R3D_OK && make_easels(s);
}

static void draw_ball(const stage *s, const easel *e, const r3d_raster *raster)
{
    const r3d_icon_view view = {0, 100, 40, 20, {0, 0, DISTANCE}};
    (void)r3d_draw_model(e->context, raster, s->ball, &view, NULL);
}

/* An bench_draw_call. */
static void keep_ball(void *user, const r3d_raster *raster)
{
    const stage *s = user;
    draw_ball(s, s->easels, raster);
}

static void draw_frames(const stage *s, easel *e)
{
    for (int i = 0; i < FRAMES; i++) {
        r3d_surface_clear(&e->surface, 0);
        draw_ball(s, e, &e->raster);
    }
}

/* An bench_job: the frames of one thread. */
static void frames_of_theirs(int32_t number, void *user)
{
    stage *s = user;
    draw_frames(s, &s->easels[number]);
}

/* Nanoseconds of one frame; by the wall's clock with a pool. */
static double time_frame(stage *s, job j)
{
    bool by_wall = s->pool != NULL;
    int64_t count = FRAMES;
    int64_t start = by_wall ? bench_wall_ns() : bench_thread_ns();
    if (j == FRAME_BANDS) {
        for (int i = 0; i < FRAMES; i++) {
            bench_pool_keep(s->pool, &s->easels->raster, true, keep_ball, s);
        }
    } else if (j == FRAMES_OF_THEIRS) {
        bench_pool_run(s->pool, s->threads, frames_of_theirs, s);
        count *= s->threads;
    } else {
        draw_frames(s, s->easels);
    }
    int64_t end = by_wall ? bench_wall_ns() : bench_thread_ns();
    return (double)(end - start) / (double)count;
}

/* Nanoseconds of one vertex. */
static double time_vertices(const stage *s, bool scene)
{
    const easel *e = s->easels;
    int64_t start = bench_thread_ns();
    for (int i = 0; i < CLOUDS; i++) {
        if (scene) {
            const r3d_scene_view view = {300 + i, 128, 1900, {10, 20, 900}, 0, false};
            (void)r3d_draw_model_in_scene(e->context, &e->raster, s->cloud, &view, NULL);
        } else {
            const r3d_icon_view view = {100 + i, 200, 300, 128, {10, 20, 900}};
            (void)r3d_draw_model(e->context, &e->raster, s->cloud, &view, NULL);
        }
    }
    return (double)(bench_thread_ns() - start) / CLOUDS / CLOUD_VERTICES;
}

/* Nanoseconds of lighting the ball once, its colours and vertices taken back before; 0 if memory
 * ran out. */
static double time_light(const stage *s)
{
    bool ok = true;
    int64_t start = bench_thread_ns();
    for (int i = 0; i < LIGHTINGS && ok; i++) {
        ok = r3d_mesh_reset(s->relit, s->dark) == R3D_OK &&
             r3d_mesh_light(s->relit, &item_light) == R3D_OK;
    }
    double ns = (double)(bench_thread_ns() - start) / LIGHTINGS;
    return ok ? ns : 0;
}

static bool set_isa(stage *s, r3d_isa isa)
{
    bool ok = true;
    for (int32_t i = 0; i < s->threads; i++) {
        ok = r3d_raster_set_isa(&s->easels[i].raster, isa) == R3D_OK && ok;
    }
    return ok;
}

static void measure(stage *s)
{
    for (int32_t round = -1; round < s->rounds; round++) { /* the first one warms up */
        int32_t at = round < 0 ? 0 : round;
        for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
            if (!set_isa(s, (r3d_isa)isa)) {
                continue;
            }
            for (job j = FRAME; j <= (s->pool != NULL ? FRAMES_OF_THEIRS : FRAME); j++) {
                s->samples[j][isa][at] = time_frame(s, j);
            }
            s->samples[VERTICES_ICON][isa][at] = time_vertices(s, false);
            s->samples[VERTICES_SCENE][isa][at] = time_vertices(s, true);
        }
        s->light_samples[at] = time_light(s);
    }
}

/* "12.34 times (bar 10: met)", or nothing without a bar's figure. */
static void print_bar(double ratio, double bar, const char *of)
{
    printf("  %.2f times %s", ratio, of);
    if (bar > 0) {
        printf(" (bar %g: %s)", bar, ratio >= bar ? "met" : "not met");
    }
}

static double vertex_bar(int isa)
{
    return isa == R3D_ISA_AVX2 ? 6 : isa == R3D_ISA_AVX512 ? 10 : 0;
}

static int64_t count_drawn(const stage *s)
{
    int64_t count = 0;
    const easel *e = s->easels;
    memset(e->pixels, 0, (size_t)WIDTH * HEIGHT * sizeof *e->pixels);
    draw_ball(s, e, &e->raster);
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        count += e->pixels[i] != 0 ? 1 : 0;
    }
    return count;
}

/* Adds a figure of an instruction set and ends its line; `frame` for those of a whole frame. */
static void log_job(stage *s, const char *name, job j, int isa, int32_t threads, bool frame)
{
    double scalar = bench_median(s->samples[j][R3D_ISA_SCALAR], s->rounds);
    bench_result result =
        bench_model_result(name, r3d_isa_name((r3d_isa)isa), frame ? 1 : CLOUD_VERTICES,
                           s->samples[j][isa], s->rounds, scalar);
    result.width = frame ? WIDTH : 0;
    result.height = frame ? HEIGHT : 0;
    result.index = frame ? BALL_FACES : CLOUD_VERTICES;
    result.threads = threads;
    bench_log_add(s->log, &result);
    printf("\n");
}

static void print_isa(stage *s, int isa, bool is_best)
{
    double medians[JOB_COUNT];
    double scalar[JOB_COUNT];
    for (int j = 0; j < JOB_COUNT; j++) {
        medians[j] = bench_median(s->samples[j][isa], s->rounds);
        scalar[j] = bench_median(s->samples[j][R3D_ISA_SCALAR], s->rounds);
    }
    const char *name = r3d_isa_name((r3d_isa)isa);
    printf("%-16s %-7s %9.2f us", "frame", name, medians[FRAME] / 1000);
    print_bar(scalar[FRAME] / medians[FRAME], is_best ? frame_scalar_bar : 0, "scalar");
    print_bar(original_frame * 1000 / medians[FRAME], is_best ? frame_bar : 0, "the original");
    log_job(s, "frame", FRAME, isa, 1, true);
    if (s->pool != NULL) {
        double bar = is_best && s->threads == 2 ? threads_bar : 0;
        printf("%-16s %-7s %9.2f us", "frames, threads", name, medians[FRAMES_OF_THEIRS] / 1000);
        print_bar(medians[FRAME] / medians[FRAMES_OF_THEIRS], bar, "one thread");
        log_job(s, "frames side by side", FRAMES_OF_THEIRS, isa, s->threads, true);
        printf("%-16s %-7s %9.2f us", "frame, bands", name, medians[FRAME_BANDS] / 1000);
        print_bar(medians[FRAME] / medians[FRAME_BANDS], bar, "one thread");
        log_job(s, "frame", FRAME_BANDS, isa, s->threads, true);
    }
    printf("%-16s %-7s %9.2f ns", "vertex, icon", name, medians[VERTICES_ICON]);
    print_bar(scalar[VERTICES_ICON] / medians[VERTICES_ICON], vertex_bar(isa), "scalar");
    log_job(s, "vertex in an icon", VERTICES_ICON, isa, 1, false);
    printf("%-16s %-7s %9.2f ns", "vertex, scene", name, medians[VERTICES_SCENE]);
    print_bar(scalar[VERTICES_SCENE] / medians[VERTICES_SCENE], vertex_bar(isa), "scalar");
    log_job(s, "vertex in a scene", VERTICES_SCENE, isa, 1, false);
}

static void print_results(stage *s)
{
    (void)set_isa(s, R3D_ISA_BEST);
    int best = (int)r3d_raster_get_isa(&s->easels->raster);
    printf(
        "A ball of %d faces and %d vertices, %ld pixels of %dx%d; frame: clear, transform, sort, "
        "draw.\n",
        BALL_FACES, BALL_VERTICES, (long)count_drawn(s), WIDTH, HEIGHT);
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        if (r3d_isa_available((r3d_isa)isa)) {
            print_isa(s, isa, isa == best);
        }
    }
    double light = bench_median(s->light_samples, s->rounds);
    printf("%-16s %-7s %9.2f us", "lighting", "", light / 1000);
    print_bar(original_light * 1000 / light, light_bar, "the original");
    bench_result result = bench_model_result("lighting", r3d_isa_name((r3d_isa)best), 1,
                                             s->light_samples, s->rounds, 0);
    result.index = BALL_FACES;
    bench_log_add(s->log, &result);
    printf("\n");
}

int bench_ball(int32_t rounds, const char *icons, int32_t threads, bench_log *log)
{
    stage s;
    memset(&s, 0, sizeof s);
    s.rounds = rounds;
    s.threads = threads > 1 ? threads : 1;
    s.log = log;
    int code = R3D_EXIT_OK;
    if (!make_stage(&s)) {
        fprintf(stderr, "retro3d bench: out of memory, or a build without threads\n");
        code = R3D_EXIT_INPUT;
    } else {
        measure(&s);
        print_results(&s);
        if (icons != NULL) {
            code = bench_icons(icons, rounds, s.easels->context, s.palette, log);
        }
    }
    release(&s);
    return code;
}
