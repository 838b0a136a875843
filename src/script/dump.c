/* SPDX-License-Identifier: MIT */
/* `dump`: numbers as text, for tests that see more than pixels. Source: golden/model/README.md,
 * "Dumps". */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/io.h>

#include "model_state.h"

enum { FACES_A_LINE = 20 };

/* Where text goes; `failed` when there was no memory for it. */
typedef struct dump_writer {
    r3d_replay *replay;
    bool failed;
} dump_writer;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(dump_writer *w, const char *format, ...)
{
    char text[512]; /* longer than any line but those of names, which are cut */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || w->failed) {
        w->failed = true;
        return;
    }
    size_t size = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    char *place =
        r3d_priv_grow(&w->replay->allocator, &r3d_priv_models_of(w->replay)->dump, size, 1);
    if (place == NULL) {
        w->failed = true;
        return;
    }
    memcpy(place, text, size);
}

/* " number", or " -" for an element of an absent array. */
static void put_optional(dump_writer *w, const int32_t *array, int32_t index)
{
    if (array != NULL) {
        put(w, " %ld", (long)array[index]);
    } else {
        put(w, " -");
    }
}

static void dump_vertices(dump_writer *w, const char *name, const r3d_mesh_view *mesh)
{
    put(w, "vertices %s %ld\n", name, (long)mesh->vertex_count);
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        put(w, "%ld %ld %ld %ld\n", (long)i, (long)mesh->x[i], (long)mesh->y[i], (long)mesh->z[i]);
    }
}

static void dump_faces(dump_writer *w, const char *name, const r3d_mesh_view *mesh)
{
    put(w, "faces %s %ld planes %ld priority %ld\n", name, (long)mesh->face_count,
        (long)mesh->plane_count, (long)mesh->priority);
    for (int32_t i = 0; i < mesh->face_count; i++) {
        const int32_t *corner = mesh->corners + i * 3;
        put(w, "%ld %ld %ld %ld", (long)i, (long)corner[0], (long)corner[1], (long)corner[2]);
        put_optional(w, mesh->colors, i);
        put_optional(w, mesh->infos, i);
        put_optional(w, mesh->priorities, i);
        put_optional(w, mesh->alphas, i);
        put(w, "\n");
    }
    for (int32_t i = 0; i < mesh->plane_count; i++) {
        const int32_t *point = mesh->planes + i * 3;
        put(w, "p%ld %ld %ld %ld\n", (long)i, (long)point[0], (long)point[1], (long)point[2]);
    }
}

static void dump_lit(dump_writer *w, const char *name, const r3d_mesh_view *mesh)
{
    put(w, "lit %s %ld\n", name, (long)mesh->face_count);
    for (int32_t i = 0; i < mesh->face_count; i++) {
        const int32_t *lit = mesh->lit + i * 3;
        int32_t info = mesh->infos != NULL ? mesh->infos[i] : 0;
        if (info == R3D_FACE_HIDDEN) {
            put(w, "%ld hidden\n", (long)i);
        } else if ((info & 1) != 0) {
            put(w, "%ld %ld - -\n", (long)i, (long)lit[0]);
        } else {
            put(w, "%ld %ld %ld %ld\n", (long)i, (long)lit[0], (long)lit[1], (long)lit[2]);
        }
    }
}

static void dump_normals(dump_writer *w, const char *name, const r3d_mesh_view *mesh)
{
    put(w, "normals %s %ld\n", name, (long)mesh->vertex_count);
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const r3d_vertex_normal *n = &mesh->normals[i];
        put(w, "%ld %ld %ld %ld %ld\n", (long)i, (long)n->x, (long)n->y, (long)n->z,
            (long)n->count);
    }
}

static void dump_alpha(dump_writer *w, const char *name, const r3d_mesh_view *mesh)
{
    put(w, "alpha %s %ld\n", name, (long)mesh->face_count);
    for (int32_t i = 0; i < mesh->face_count; i++) {
        put(w, "%ld", (long)i);
        put_optional(w, mesh->alphas, i);
        put(w, "\n");
    }
}

static void dump_bounds(dump_writer *w, const char *name, const r3d_mesh_view *mesh)
{
    const r3d_bounds *b = &mesh->bounds;
    put(w, "bounds %s up %ld down %ld radius %ld mindepth %ld maxdepth %ld x %ld %ld z %ld %ld\n",
        name, (long)b->up, (long)b->down, (long)b->radius, (long)b->min_depth, (long)b->max_depth,
        (long)b->min_x, (long)b->max_x, (long)b->min_z, (long)b->max_z);
}

static void dump_projected(dump_writer *w, const r3d_priv_last_draw *last)
{
    put(w, "projected %s %ld\n", last->mesh, (long)last->vertex_count);
    for (int32_t i = 0; i < last->vertex_count; i++) {
        r3d_screen_vertex vertex;
        if (r3d_draw_context_get_vertex(r3d_priv_models_of(w->replay)->context, i, &vertex) !=
            R3D_OK) {
            break; /* the draw stopped at the end of its scratch memory */
        }
        if (vertex.x == R3D_DRAW_NEAR_X) {
            put(w, "%ld %ld - %ld\n", (long)i, (long)vertex.x, (long)vertex.depth);
        } else {
            put(w, "%ld %ld %ld %ld\n", (long)i, (long)vertex.x, (long)vertex.y,
                (long)vertex.depth);
        }
    }
}

static const char *outcome_text(r3d_draw_outcome outcome)
{
    switch (outcome) {
    case R3D_DRAW_CULLED:
        return "culled";
    case R3D_DRAW_ABORTED:
        return "aborted";
    case R3D_DRAW_FAILED:
        return "error";
    case R3D_DRAW_DONE:
        break;
    }
    return "ok";
}

static void dump_order(dump_writer *w, const r3d_priv_last_draw *last)
{
    const int32_t *faces = last->order.items;
    put(w, "order %s %lu %s\n", last->mesh, (unsigned long)last->order.count,
        outcome_text(last->report.outcome));
    for (size_t i = 0; i < last->order.count; i++) {
        bool ends_line = i % FACES_A_LINE == FACES_A_LINE - 1 || i + 1 == last->order.count;
        put(w, "%ld%c", (long)faces[i], ends_line ? '\n' : ' ');
    }
}

static void put_corners(dump_writer *w, const char *kind, const r3d_draw_triangle *t)
{
    put(w, "%s %ld %ld %ld %ld %ld %ld", kind, (long)t->x[0], (long)t->y[0], (long)t->x[1],
        (long)t->y[1], (long)t->x[2], (long)t->y[2]);
}

static void put_values(dump_writer *w, const r3d_draw_triangle *t)
{
    put(w, " %ld %ld %ld %ld %d", (long)t->value[0], (long)t->value[1], (long)t->value[2],
        (long)t->translucency, t->side_clip ? 1 : 0);
}

static void put_point(dump_writer *w, const r3d_vec3i *point)
{
    put(w, " %ld %ld %ld", (long)point->x, (long)point->y, (long)point->z);
}

static void dump_triangles(dump_writer *w, const r3d_priv_last_draw *last)
{
    const r3d_draw_triangle *triangles = last->triangles.items;
    put(w, "triangles %s %lu\n", last->mesh, (unsigned long)last->triangles.count);
    for (size_t i = 0; i < last->triangles.count; i++) {
        const r3d_draw_triangle *t = &triangles[i];
        if (t->kind == R3D_FACE_GOURAUD) {
            put_corners(w, "gouraud", t);
            put_values(w, t);
        } else if (t->kind == R3D_FACE_FLAT) {
            put_corners(w, "flat", t);
            put(w, " %06lx %ld %d", (unsigned long)t->rgb, (long)t->translucency,
                t->side_clip ? 1 : 0);
        } else {
            put_corners(w, "texture", t);
            put_values(w, t);
            put(w, " %ld", (long)t->texture);
            put_point(w, &t->plane.origin);
            put_point(w, &t->plane.u_end);
            put_point(w, &t->plane.v_end);
        }
        put(w, "\n");
    }
}

static void dump_picked(dump_writer *w)
{
    int32_t count;
    const int32_t *ids = r3d_draw_context_get_picks(r3d_priv_models_of(w->replay)->context, &count);
    put(w, "picked %ld", (long)count);
    for (int32_t i = 0; i < count; i++) {
        put(w, " %ld", (long)ids[i]);
    }
    put(w, "\n");
}

static void dump_coverage(dump_writer *w)
{
    const r3d_surface *surface = &w->replay->surface;
    int64_t count = (int64_t)surface->width * surface->height;
    if (w->replay->has_sentinel) {
        for (int64_t i = 0, all = count; i < all; i++) {
            count -= w->replay->pixels[i] >> 24 == 0 ? 1 : 0;
        }
    }
    put(w, "coverage %lld\n", (long long)count);
}

static r3d_result dump_crc(dump_writer *w)
{
    const r3d_surface *surface = &w->replay->surface;
    const r3d_picture_view view = {surface->pixels,
                                   (ptrdiff_t)surface->stride_px * (ptrdiff_t)sizeof(uint32_t),
                                   surface->width, surface->height, R3D_LAYOUT_XRGB32};
    uint32_t crc;
    r3d_result result = r3d_picture_crc32_rgb(&view, &crc);
    if (result == R3D_OK) {
        put(w, "crc %08lx\n", (unsigned long)crc);
    }
    return result;
}

/* What a mesh can be asked for, and what it must have for that. */
typedef struct mesh_dump {
    const char *what;
    void (*run)(dump_writer *w, const char *name, const r3d_mesh_view *mesh);
} mesh_dump;

static const mesh_dump mesh_dumps[] = {
    {"vertices", dump_vertices}, {"faces", dump_faces}, {"lit", dump_lit},
    {"normals", dump_normals},   {"alpha", dump_alpha}, {"bounds", dump_bounds},
};

enum { MESH_DUMP_COUNT = sizeof mesh_dumps / sizeof mesh_dumps[0] };

static r3d_result dump_mesh(dump_writer *w, const mesh_dump *dump, const r3d_script_args *args)
{
    if (args->count < 2) {
        return r3d_replay_fail(w->replay, R3D_ERR_FORMAT_COUNT, "dump %s: no mesh is named",
                               dump->what);
    }
    const char *name = r3d_script_word(args, 1);
    const r3d_priv_object *object = r3d_priv_object_find(w->replay, R3D_PRIV_OBJECT_MESH, name);
    if (object == NULL) {
        return R3D_ERR_STATE;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(object->mesh, &view);
    if ((dump->run == dump_lit && view.lit == NULL) ||
        (dump->run == dump_normals && view.normals == NULL)) {
        return r3d_replay_fail(w->replay, R3D_ERR_STATE, "\"%.40s\" has no %s", name, dump->what);
    }
    dump->run(w, name, &view);
    return R3D_OK;
}

static r3d_result dump_last_draw(dump_writer *w, const char *what,
                                 void (*run)(dump_writer *, const r3d_priv_last_draw *))
{
    const r3d_priv_last_draw *last = &r3d_priv_models_of(w->replay)->last;
    if (last->mesh == NULL) {
        return r3d_replay_fail(w->replay, R3D_ERR_STATE, "dump %s: nothing was drawn yet", what);
    }
    run(w, last);
    return R3D_OK;
}

r3d_result r3d_priv_run_dump(r3d_replay *replay, const r3d_script_args *args)
{
    const char *what = r3d_script_word(args, 0);
    dump_writer w = {replay, false};
    r3d_result result = R3D_OK;
    if (r3d_priv_models_get(replay) == NULL) {
        return R3D_ERR_MEMORY;
    }
    const mesh_dump *of_mesh = NULL;
    for (int i = 0; i < MESH_DUMP_COUNT; i++) {
        if (strcmp(mesh_dumps[i].what, what) == 0) {
            of_mesh = &mesh_dumps[i];
        }
    }
    if (of_mesh != NULL) {
        result = dump_mesh(&w, of_mesh, args);
    } else if (args->count > 1) {
        result = r3d_replay_fail(replay, R3D_ERR_FORMAT_COUNT, "dump %.40s takes no mesh", what);
    } else if (strcmp(what, "projected") == 0) {
        result = dump_last_draw(&w, what, dump_projected);
    } else if (strcmp(what, "order") == 0) {
        result = dump_last_draw(&w, what, dump_order);
    } else if (strcmp(what, "triangles") == 0) {
        result = dump_last_draw(&w, what, dump_triangles);
    } else if (strcmp(what, "picked") == 0) {
        dump_picked(&w);
    } else if (strcmp(what, "coverage") == 0) {
        dump_coverage(&w);
    } else if (strcmp(what, "crc") == 0) {
        result = dump_crc(&w);
    } else {
        result = r3d_replay_fail(replay, R3D_ERR_RANGE,
                                 "dump: \"%.40s\", expected vertices, faces, lit, normals, alpha, "
                                 "bounds, projected, order, triangles, picked, coverage or crc",
                                 what);
    }
    return result == R3D_OK && w.failed ? R3D_ERR_MEMORY : result;
}
