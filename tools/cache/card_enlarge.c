/* SPDX-License-Identifier: MIT */
/* Cards of other sizes. The engine's projection has one focal length, so a larger surface alone would show more of
 * the world, and a nearer eye would change the perspective. Here the vertices are turned by the camera first, which
 * the draw then leaves alone, and x and y are multiplied: that is a longer focal length. Depths stay, and with them
 * the order of faces. */

#include "card_drawer.h"

#include <string.h>

enum { FRACTION = 16, ONE = 256, PLANE_SHIFT = 14, SLOPE_SHIFT = 5 };

/* Sines and cosines of a view, in 1/65536, and how much larger things are: size / base. */
typedef struct lens {
    int64_t yaw_sine;
    int64_t yaw_cosine;
    int64_t pitch_sine;
    int64_t pitch_cosine;
    r3d_vec3i position;
    int32_t middle; /* what depths are relative to */
    int32_t size;
    int32_t base;
} lens;

/* Arrays of a mesh that is being made. */
typedef struct seen_vertices {
    int32_t *x;
    int32_t *y;
    int32_t *z;
    int32_t *planes;
    int32_t *no_colors;
    int32_t count;
} seen_vertices;

static int32_t rounded(int64_t value)
{
    return (int32_t)((value + (1 << (FRACTION - 1))) >> FRACTION);
}

/* A vertex as the camera sees it, in 1/65536. No coordinate passes 2^42. */
typedef struct seen_vertex {
    int64_t x;
    int64_t y;
    int64_t z;
} seen_vertex;

static seen_vertex look(const lens *l, const r3d_mesh_view *mesh, int32_t index)
{
    const int64_t z = mesh->z[index] * l->yaw_cosine - mesh->x[index] * l->yaw_sine +
                      (int64_t)l->position.z * (1 << FRACTION);
    const int64_t y = (int64_t)mesh->y[index] + l->position.y;
    const seen_vertex seen = {mesh->x[index] * l->yaw_cosine + mesh->z[index] * l->yaw_sine,
                              y * l->pitch_cosine -
                                  (z >> FRACTION / 2) * l->pitch_sine / (1 << FRACTION / 2),
                              y * l->pitch_sine + (z >> FRACTION) * l->pitch_cosine};
    return seen;
}

/* The part of a card of `base` pixels that a mesh covers, from its middle. */
typedef struct screen_box {
    int64_t left;
    int64_t right;
    int64_t top;
    int64_t bottom;
} screen_box;

static int64_t within(int64_t value, int64_t limit)
{
    return value < -limit ? -limit : value > limit ? limit : value;
}

static screen_box find_box(const lens *l, const r3d_mesh_view *mesh)
{
    enum { FOCAL = 512 };
    const int64_t half = l->base / 2;
    screen_box box = {half, -half, half, -half};
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const seen_vertex v = look(l, mesh, i);
        if (v.z >> FRACTION < R3D_DRAW_NEAR_Z) {
            return (screen_box){-half, half, -half, half};
        }
        const int64_t x = within(v.x * FOCAL / v.z, half);
        const int64_t y = within(v.y * FOCAL / v.z, half);
        box.left = x < box.left ? x : box.left;
        box.right = x > box.right ? x : box.right;
        box.top = y < box.top ? y : box.top;
        box.bottom = y > box.bottom ? y : box.bottom;
    }
    return box;
}

/* The greatest value that a term of a plane, the vector product of two edges, has on a part of the card. */
static int64_t greatest_term(const int64_t a[3], const int64_t b[3], const screen_box *box)
{
    const int64_t across = (a[1] * b[2] - a[2] * b[1]) * (1 << SLOPE_SHIFT);
    const int64_t down = (a[2] * b[0] - a[0] * b[2]) * (1 << SLOPE_SHIFT);
    const int64_t middle = (a[0] * b[1] - a[1] * b[0]) * (1 << PLANE_SHIFT);
    int64_t greatest = 0;
    for (int corner = 0; corner < 4; corner++) {
        const int64_t x = (corner & 1) != 0 ? box->right : box->left;
        const int64_t y = (corner & 2) != 0 ? box->bottom : box->top;
        const int64_t value = middle + across * x + down * y;
        const int64_t size = value < 0 ? -value : value;
        greatest = size > greatest ? size : greatest;
    }
    return greatest;
}

/* How much x and y of a plane may grow, in 1/256: its terms grow by the square, and the fill keeps 32 bits of them. 1
 * at least, which is no worse than on the small card. */
static int32_t plane_growth(const lens *l, const seen_vertex corners[3], const screen_box *box)
{
    int64_t origin[3] = {0};
    int64_t edges[2][3] = {{0}};
    const seen_vertex *const o = &corners[0];
    const int64_t whole[3][3] = {
        {o->x >> FRACTION, o->y >> FRACTION, o->z >> FRACTION},
        {corners[1].x >> FRACTION, corners[1].y >> FRACTION, corners[1].z >> FRACTION},
        {corners[2].x >> FRACTION, corners[2].y >> FRACTION, corners[2].z >> FRACTION}};
    for (int i = 0; i < 3; i++) {
        origin[i] = whole[0][i];
        edges[0][i] = whole[0][i] - whole[1][i];
        edges[1][i] = whole[2][i] - whole[0][i];
    }
    int64_t greatest = greatest_term(edges[1], origin, box);
    const int64_t others[2] = {greatest_term(edges[0], origin, box),
                               greatest_term(edges[1], edges[0], box)};
    greatest = others[0] > greatest ? others[0] : greatest;
    greatest = others[1] > greatest ? others[1] : greatest;
    const int64_t room = (int64_t)INT32_MAX * 3 / 4 / (greatest > 0 ? greatest : 1);
    const int32_t most = (int32_t)((int64_t)l->size * ONE / l->base);
    int32_t growth = ONE;
    while (growth < most && (int64_t)(growth + 1) * (growth + 1) / (ONE * ONE) < room) {
        growth++;
    }
    return growth;
}

/* All vertices. Planes of textures get vertices of their own: only the ratios of their coordinates matter, so they
 * lie nearer to the eye where the numbers of the fill would grow too large. */
static void put_vertices(const lens *l, const r3d_mesh_view *mesh, seen_vertices *out)
{
    out->count = mesh->vertex_count;
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const seen_vertex v = look(l, mesh, i);
        out->x[i] = rounded(v.x * l->size / l->base);
        out->y[i] = rounded(v.y * l->size / l->base);
        out->z[i] = (int32_t)(v.z >> FRACTION) - l->middle;
    }
    const bool fits =
        mesh->vertex_count + (int64_t)mesh->plane_count * 3 <= R3D_DRAW_VERTICES_DEFAULT;
    const screen_box box = find_box(l, mesh);
    for (int32_t plane = 0; plane < mesh->plane_count; plane++) {
        const int32_t *from = mesh->planes + plane * 3;
        const seen_vertex corners[3] = {look(l, mesh, from[0]), look(l, mesh, from[1]),
                                        look(l, mesh, from[2])};
        const int64_t growth = plane_growth(l, corners, &box);
        for (int i = 0; i < 3; i++) {
            int32_t *to = &out->planes[plane * 3 + i];
            *to = from[i];
            if (fits && l->size > l->base) {
                out->x[out->count] = rounded(corners[i].x * growth / ONE);
                out->y[out->count] = rounded(corners[i].y * growth / ONE);
                out->z[out->count] =
                    rounded(corners[i].z * growth / ONE * l->base / l->size) - l->middle;
                *to = out->count++;
            }
        }
    }
}

/* The same mesh with other vertices. */
static r3d_result with_vertices(const r3d_mesh_view *view, const seen_vertices *vertices,
                                const r3d_allocator *allocator, r3d_mesh **out_mesh)
{
    r3d_mesh_desc desc;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = vertices->count;
    desc.face_count = view->face_count;
    desc.plane_count = view->plane_count;
    desc.x = vertices->x;
    desc.y = vertices->y;
    desc.z = vertices->z;
    desc.corners = view->corners;
    desc.colors = view->colors != NULL ? view->colors : vertices->no_colors;
    desc.infos = view->infos;
    desc.priorities = view->priorities;
    desc.alphas = view->alphas;
    desc.planes = vertices->planes;
    desc.priority = view->priority;
    desc.allow_missing_planes = true;
    r3d_result result = r3d_mesh_create(&desc, allocator, out_mesh);
    if (result == R3D_OK) {
        /* Nothing of it is at the sides of the view; it is as deep as it was, from whichever side. */
        r3d_bounds bounds = view->bounds;
        bounds.radius += bounds.up + bounds.down;
        result = r3d_mesh_restore_lit(*out_mesh, view->lit, &bounds, view->colors == NULL);
        if (result != R3D_OK) {
            r3d_mesh_destroy(*out_mesh);
            *out_mesh = NULL;
        }
    }
    return result;
}

r3d_result card_enlarge(const r3d_mesh *mesh, const r3d_scene_view *view, int32_t size,
                        int32_t base, const r3d_allocator *allocator, r3d_mesh **out_mesh,
                        r3d_scene_view *out_view)
{
    *out_mesh = NULL;
    r3d_mesh_view seen;
    r3d_mesh_get_view(mesh, &seen);
    lens l = {.yaw_sine = r3d_sin_a11(view->yaw_a11),
              .yaw_cosine = r3d_cos_a11(view->yaw_a11),
              .pitch_sine = r3d_sin_a11(view->camera_pitch_a11),
              .pitch_cosine = r3d_cos_a11(view->camera_pitch_a11),
              .position = view->position,
              .size = size,
              .base = base};
    l.middle = (int32_t)((view->position.y * l.pitch_sine + view->position.z * l.pitch_cosine) >>
                         FRACTION);
    const size_t planes = (size_t)seen.plane_count * 3;
    const size_t vertices = (size_t)seen.vertex_count + planes;
    const size_t faces = (size_t)seen.face_count;
    const size_t count = vertices * 3 + planes + faces + 1;
    int32_t *numbers = allocator->alloc(count * sizeof *numbers, allocator->user);
    if (numbers == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(numbers, 0, count * sizeof *numbers);
    seen_vertices turned = {.x = numbers,
                            .y = numbers + vertices,
                            .z = numbers + 2 * vertices,
                            .planes = numbers + 3 * vertices,
                            .no_colors = numbers + 3 * vertices + planes};
    put_vertices(&l, &seen, &turned);
    const r3d_result result = with_vertices(&seen, &turned, allocator, out_mesh);
    allocator->free(numbers, allocator->user);
    memset(out_view, 0, sizeof *out_view);
    out_view->position.z = l.middle;
    return result;
}
