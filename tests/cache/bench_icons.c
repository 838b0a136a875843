/* SPDX-License-Identifier: MIT */
/* How long it takes to draw all icons of a cache, cold: opening it, decoding, lighting, drawing.
 * The cache has 3,000 items and is made here. Prints CPU times; fails when they pass the bars, if
 * --bars is given. */

#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <retro3d/assembly.h>

#include "cmocka_all.h"
#include "forge.h"
#include "rng.h"

enum { ITEMS = 3000, MODELS = 2500, ROUNDS = 7, ICON = R3D_ICON_SIZE * R3D_ICON_SIZE };

static const double all_bar_ms = 100;
static const double first_bar_ms = 20;

/* The streams of a models archive that is being made. */
typedef struct model_streams {
    forge_archive archive;
    int count;
} model_streams;

static forge_bytes *stream(model_streams *s, const char *name)
{
    return forge_entry_named(&s->archive, name);
}

typedef struct mesh {
    int vertex_count;
    int face_count;
    int x[512];
    int y[512];
    int z[512];
    int corners[1024][3];
    int colors[1024];
} mesh;

static void add_axis(model_streams *s, const char *name, const int *values, int count)
{
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (values[i] != last) {
            forge_smart(stream(s, name), values[i] - last);
            last = values[i];
        }
    }
}

/* Strips are stored shorter than single triangles, as in real archives. */
static void add_corners(model_streams *s, const mesh *m)
{
    int a = 0;
    int b = 0;
    int c = 0;
    for (int i = 0; i < m->face_count; i++) {
        const int *f = m->corners[i];
        int last = c;
        int opcode = 1;
        if (i > 0 && f[0] == a && f[1] == c) {
            opcode = 2;
        } else if (i > 0 && f[0] == c && f[1] == b) {
            opcode = 3;
        } else if (i > 0 && f[0] == b && f[1] == a) {
            opcode = 4;
        }
        forge_u8(stream(s, "ob_vertex2.dat"), (uint32_t)opcode);
        forge_bytes *steps = stream(s, "ob_vertex1.dat");
        if (opcode == 1) {
            forge_smart(steps, f[0] - last);
            forge_smart(steps, f[1] - f[0]);
            forge_smart(steps, f[2] - f[1]);
        } else {
            forge_smart(steps, f[2] - last);
        }
        a = f[0];
        b = f[1];
        c = f[2];
    }
}

static void add_model(model_streams *s, const mesh *m)
{
    forge_bytes *head = stream(s, "ob_head.dat");
    forge_u16(head, (uint32_t)s->count++);
    forge_u16(head, (uint32_t)m->vertex_count);
    forge_u16(head, (uint32_t)m->face_count);
    for (int i = 0; i < 6; i++) {
        forge_u8(head, 0);
    }
    for (int i = 0; i < m->vertex_count; i++) {
        uint32_t flags = (m->x[i] != (i > 0 ? m->x[i - 1] : 0) ? 1u : 0) |
                         (m->y[i] != (i > 0 ? m->y[i - 1] : 0) ? 2u : 0) |
                         (m->z[i] != (i > 0 ? m->z[i - 1] : 0) ? 4u : 0);
        forge_u8(stream(s, "ob_point1.dat"), flags);
    }
    add_axis(s, "ob_point2.dat", m->x, m->vertex_count);
    add_axis(s, "ob_point3.dat", m->y, m->vertex_count);
    add_axis(s, "ob_point4.dat", m->z, m->vertex_count);
    add_corners(s, m);
    for (int i = 0; i < m->face_count; i++) {
        forge_u16(stream(s, "ob_face1.dat"), (uint32_t)m->colors[i]);
    }
}

/* A lathe: rings of points around an axis, each ring of a radius of its own, as cups, swords and
 * hats are. */
static void make_mesh(mesh *m, rng *r)
{
    int rings = rng_range(r, 3, 6);
    int points = rng_range(r, 4, 9);
    double turn = 6.283185307179586 / points;
    int color = rng_range(r, 0, 511) * 128;
    m->vertex_count = 0;
    m->face_count = 0;
    for (int ring = 0; ring < rings; ring++) {
        int radius = rng_range(r, 8, 70);
        for (int k = 0; k < points; k++) {
            m->x[m->vertex_count] = (int)(radius * cos(k * turn));
            m->z[m->vertex_count] = (int)(radius * sin(k * turn));
            m->y[m->vertex_count++] = -ring * rng_range(r, 18, 40);
        }
    }
    for (int ring = 0; ring + 1 < rings; ring++) {
        for (int k = 0; k < points; k++) {
            int p = ring * points + k;
            int q = ring * points + (k + 1) % points;
            const int faces[2][3] = {{p, q, p + points}, {p + points, q, q + points}};
            for (int f = 0; f < 2; f++) {
                memcpy(m->corners[m->face_count], faces[f], sizeof faces[f]);
                m->colors[m->face_count++] = color + 40 + ring * 10;
            }
        }
    }
}

static void write_cache(const char *folder, int *out_faces)
{
    static model_streams s;
    static mesh m;
    rng r = {77};
    char path[1100];
    memset(&s, 0, sizeof s);
    forge_u16(stream(&s, "ob_head.dat"), MODELS);
    *out_faces = 0;
    for (int i = 0; i < MODELS; i++) {
        make_mesh(&m, &r);
        add_model(&s, &m);
        *out_faces += m.face_count;
    }
    static const char *const others[] = {"ob_face2.dat", "ob_face3.dat",  "ob_face4.dat",
                                         "ob_face5.dat", "ob_point5.dat", "ob_axis.dat"};
    for (size_t i = 0; i < TEST_COUNT(others); i++) {
        (void)stream(&s, others[i]);
    }
    forge_make_folder(folder);
    forge_bytes file = forge_pack(&s.archive, false);
    snprintf(path, sizeof path, "%s/models", folder);
    forge_write_file(path, file.data, file.size);
    forge_free(&file);
    forge_archive_free(&s.archive);

    static forge_archive config;
    memset(&config, 0, sizeof config);
    forge_bytes *data = forge_entry_named(&config, "obj.dat");
    forge_bytes *index = forge_entry_named(&config, "obj.idx");
    forge_u16(data, ITEMS);
    forge_u16(index, ITEMS);
    for (int i = 0; i < ITEMS; i++) {
        size_t start = data->size;
        forge_u8(data, 1);
        forge_u16(data, (uint32_t)(i % MODELS));
        forge_u8(data, 2);
        char name[32];
        snprintf(name, sizeof name, "Item %d", i);
        forge_text(data, name);
        forge_u8(data, 4);
        forge_u16(data, (uint32_t)rng_range(&r, 700, 1800));
        forge_u8(data, 5);
        forge_u16(data, (uint32_t)rng_range(&r, 0, 2047));
        forge_u8(data, 6);
        forge_u16(data, (uint32_t)rng_range(&r, 0, 2047));
        if (i >= MODELS) {
            forge_u8(data, 40);
            forge_u8(data, 1);
            forge_u16(data, 100);
            forge_u16(data, 200);
        }
        forge_u8(data, 0);
        forge_u16(index, (uint32_t)(data->size - start));
    }
    file = forge_pack(&config, false);
    snprintf(path, sizeof path, "%s/config", folder);
    forge_write_file(path, file.data, file.size);
    forge_free(&file);
    forge_archive_free(&config);
}

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* All icons of a cache, cold. */
static void measure(const char *root, double *out_first, double *out_all, int *out_drawn)
{
    static uint32_t pixels[ICON];
    double start = cpu_ms();
    r3d_cache *cache = NULL;
    r3d_cache_renderer *renderer = NULL;
    int32_t count = 0;
    assert_int_equal(r3d_cache_open(root, NULL, &cache, NULL), R3D_OK);
    assert_int_equal(r3d_cache_renderer_create(cache, &renderer, NULL), R3D_OK);
    assert_int_equal(r3d_cache_count(cache, R3D_CACHE_OBJS, &count, NULL), R3D_OK);
    *out_drawn = 0;
    for (int32_t id = 0; id < count; id++) {
        if (r3d_cache_draw_icon(renderer, id, 1, NULL, pixels, NULL) == R3D_OK) {
            (*out_drawn)++;
        }
        if (id == 0) {
            *out_first = cpu_ms() - start;
        }
    }
    *out_all = cpu_ms() - start;
    r3d_cache_renderer_destroy(renderer);
    r3d_cache_close(cache);
}

static bool report(const char *name, const char *root, bool with_bars)
{
    double first = 1e9;
    double all = 1e9;
    int drawn = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double f = 0;
        double a = 0;
        measure(root, &f, &a, &drawn);
        first = f < first ? f : first;
        all = a < all ? a : all;
    }
    printf("%-10s %5d icons  first %7.2f ms  all %7.2f ms  %6.1f us each\n", name, drawn, first,
           all, all * 1000 / drawn);
    return !with_bars || (first <= first_bar_ms && all <= all_bar_ms);
}

int main(int argc, char **argv)
{
    bool with_bars = argc > 1 && strcmp(argv[1], "--bars") == 0;
    char folder[1024];
    int faces = 0;
    snprintf(folder, sizeof folder, "%s", work_path("bench"));
    write_cache(folder, &faces);
    printf("generated: %d items, %d models, %d faces\n", ITEMS, MODELS, faces);
    bool good = report("generated", folder, with_bars);
    good = report("synthetic", source_path("golden/cache"), with_bars) && good;
    return good ? 0 : 1;
}
