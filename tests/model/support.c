/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <stdlib.h>
#include <string.h>

const r3d_light standard_light = {64, 768, {-50, -10, -50}};

static void *counting_alloc(size_t size, void *user)
{
    counting *c = user;
    if (c->calls++ == c->fail_at) {
        return NULL;
    }
    void *memory = malloc(size);
    if (memory != NULL) {
        c->live++;
    }
    return memory;
}

static void counting_free(void *memory, void *user)
{
    counting *c = user;
    if (memory != NULL) {
        c->live--;
        free(memory);
    }
}

r3d_allocator counting_allocator(counting *c)
{
    const r3d_allocator allocator = {counting_alloc, counting_free, c};
    return allocator;
}

static int32_t *zeros(int32_t count)
{
    int32_t *array = calloc((size_t)count + 1, sizeof *array);
    assert_non_null(array);
    return array;
}

arrays arrays_make(int32_t vertex_count, int32_t face_count, int32_t plane_count)
{
    arrays a;
    a.x = zeros(vertex_count);
    a.y = zeros(vertex_count);
    a.z = zeros(vertex_count);
    a.vertex_labels = zeros(vertex_count);
    a.corners = zeros(face_count * 3);
    a.colors = zeros(face_count);
    a.infos = zeros(face_count);
    a.priorities = zeros(face_count);
    a.alphas = zeros(face_count);
    a.face_labels = zeros(face_count);
    a.planes = zeros(plane_count * 3);
    r3d_mesh_desc_init(&a.desc);
    a.desc.vertex_count = vertex_count;
    a.desc.face_count = face_count;
    a.desc.plane_count = plane_count;
    a.desc.x = a.x;
    a.desc.y = a.y;
    a.desc.z = a.z;
    a.desc.corners = a.corners;
    a.desc.colors = a.colors;
    a.desc.planes = a.planes;
    return a;
}

void arrays_free(arrays *a)
{
    free(a->x);
    free(a->y);
    free(a->z);
    free(a->vertex_labels);
    free(a->corners);
    free(a->colors);
    free(a->infos);
    free(a->priorities);
    free(a->alphas);
    free(a->face_labels);
    free(a->planes);
}

void arrays_set_vertex(arrays *a, int32_t i, int32_t x, int32_t y, int32_t z)
{
    a->x[i] = x;
    a->y[i] = y;
    a->z[i] = z;
}

void arrays_set_face(arrays *a, int32_t i, int32_t v0, int32_t v1, int32_t v2, int32_t color)
{
    a->corners[i * 3] = v0;
    a->corners[i * 3 + 1] = v1;
    a->corners[i * 3 + 2] = v2;
    a->colors[i] = color;
}

r3d_mesh *arrays_create(const arrays *a)
{
    r3d_mesh *mesh = NULL;
    assert_int_equal(r3d_mesh_create(&a->desc, NULL, &mesh), R3D_OK);
    assert_non_null(mesh);
    return mesh;
}

r3d_mesh *make_front_faces(int32_t count, int32_t z)
{
    arrays a = arrays_make(count * 3, count, 0);
    for (int32_t i = 0; i < count; i++) {
        int32_t x = i % 32 * 4 - 64;
        int32_t y = i / 32 % 32 * 4 - 64;
        arrays_set_vertex(&a, i * 3, x, y, z);
        arrays_set_vertex(&a, i * 3 + 1, x, y + 3, z);
        arrays_set_vertex(&a, i * 3 + 2, x + 3, y, z);
        arrays_set_face(&a, i, i * 3, i * 3 + 1, i * 3 + 2, 5056);
    }
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    return mesh;
}

void light_standard(r3d_mesh *mesh)
{
    assert_int_equal(r3d_mesh_light(mesh, &standard_light), R3D_OK);
}

void canvas_make(canvas *c, int32_t width, int32_t height)
{
    r3d_gamma gamma;
    c->pixels = calloc((size_t)width * (size_t)height, sizeof *c->pixels);
    c->palette = malloc(sizeof *c->palette);
    assert_non_null(c->pixels);
    assert_non_null(c->palette);
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    assert_int_equal(r3d_palette_build(&gamma, R3D_BLACK_IS_HOLE, c->palette), R3D_OK);
    assert_int_equal(r3d_surface_init(&c->surface, c->pixels, width, height, width), R3D_OK);
    assert_int_equal(r3d_raster_init(&c->raster, &c->surface, c->palette), R3D_OK);
}

void canvas_free(canvas *c)
{
    free(c->pixels);
    free(c->palette);
}

/* A checksum of all pixels (FNV-1a). */
uint32_t canvas_crc(const canvas *c)
{
    uint32_t h = 2166136261u;
    for (int32_t i = 0; i < c->surface.width * c->surface.height; i++) {
        h = (h ^ c->pixels[i]) * 16777619u;
    }
    return h;
}

r3d_draw_context *make_context(r3d_draw_limits limits)
{
    r3d_draw_context_desc desc;
    r3d_draw_context *context = NULL;
    r3d_draw_context_desc_init(&desc);
    desc.limits = limits;
    assert_int_equal(r3d_draw_context_create(&desc, &context), R3D_OK);
    return context;
}

static void record_face(int32_t face, int32_t bucket, void *user)
{
    recorder *r = user;
    assert_true(r->count < ARRAYS_MAX);
    r->faces[r->count] = face;
    r->buckets[r->count] = bucket;
    r->count++;
}

static void record_triangle(const r3d_draw_triangle *triangle, void *user)
{
    recorder *r = user;
    r->triangle_count++;
    r->last_triangle = *triangle;
}

void recorder_attach(recorder *r, r3d_draw_context *context)
{
    const r3d_draw_observer observer = {record_face, record_triangle, r};
    r->count = 0;
    r->triangle_count = 0;
    r3d_draw_context_set_observer(context, &observer);
}
