/* SPDX-License-Identifier: MIT */
/* Meshes as they are drawn: lit, with the bounds they have, whatever was done to them. docs/script.md
 * describes the file. */

#include <string.h>

#include "number_text.h"

enum { OPTIONAL_ARRAYS = 4 };

/* colours, infos, priorities, alphas */
static void optional_arrays(const r3d_mesh_view *mesh, const int32_t *out[OPTIONAL_ARRAYS])
{
    out[0] = mesh->colors;
    out[1] = mesh->infos;
    out[2] = mesh->priorities;
    out[3] = mesh->alphas;
}

bool r3d_priv_lit_mesh_text(const r3d_mesh_view *mesh, const r3d_allocator *allocator,
                            r3d_priv_growing *out)
{
    const int32_t *optional[OPTIONAL_ARRAYS];
    const r3d_bounds *b = &mesh->bounds;
    optional_arrays(mesh, optional);
    bool ok =
        r3d_priv_append(allocator, out, "litmesh 1\ncounts %ld %ld %ld\npriority %ld\n",
                        (long)mesh->vertex_count, (long)mesh->face_count, (long)mesh->plane_count,
                        (long)mesh->priority) &&
        r3d_priv_append(allocator, out, "bounds %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (long)b->up,
                        (long)b->down, (long)b->radius, (long)b->min_depth, (long)b->max_depth,
                        (long)b->min_x, (long)b->max_x, (long)b->min_z, (long)b->max_z) &&
        r3d_priv_append(allocator, out, "arrays %d %d %d %d\n", optional[0] != NULL,
                        optional[1] != NULL, optional[2] != NULL, optional[3] != NULL);
    for (int32_t i = 0; ok && i < mesh->vertex_count; i++) {
        ok = r3d_priv_append(allocator, out, "v %ld %ld %ld\n", (long)mesh->x[i], (long)mesh->y[i],
                             (long)mesh->z[i]);
    }
    for (int32_t i = 0; ok && i < mesh->face_count; i++) {
        const int32_t *corner = mesh->corners + i * 3;
        const int32_t *lit = mesh->lit + i * 3;
        ok = r3d_priv_append(allocator, out, "f %ld %ld %ld %ld %ld %ld", (long)corner[0],
                             (long)corner[1], (long)corner[2], (long)lit[0], (long)lit[1],
                             (long)lit[2]);
        for (int k = 0; ok && k < OPTIONAL_ARRAYS; k++) {
            if (optional[k] != NULL) {
                ok = r3d_priv_append(allocator, out, " %ld", (long)optional[k][i]);
            }
        }
        ok = ok && r3d_priv_append(allocator, out, "\n");
    }
    for (int32_t i = 0; ok && i < mesh->plane_count; i++) {
        const int32_t *p = mesh->planes + i * 3;
        ok = r3d_priv_append(allocator, out, "p %ld %ld %ld\n", (long)p[0], (long)p[1], (long)p[2]);
    }
    return ok;
}

/* ---- reading ---- */

/* A mesh while it is read: one block of memory, cut into arrays. */
typedef struct reading {
    int32_t *memory;
    int32_t *vertices[3];
    int32_t *corners;
    int32_t *lit;
    int32_t *optional[OPTIONAL_ARRAYS];
    int32_t *planes;
    bool has[OPTIONAL_ARRAYS];
    int32_t counts[3];
    int32_t priority;
    r3d_bounds bounds;
} reading;

static r3d_result read_header(r3d_replay *replay, r3d_priv_number_text *text, reading *r)
{
    static const struct {
        const char *word;
        int32_t count;
    } lines[] = {{"counts", 3}, {"priority", 1}, {"bounds", 9}, {"arrays", OPTIONAL_ARRAYS}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        r3d_priv_number_line line;
        bool is_end;
        r3d_result result = r3d_priv_number_text_line(replay, text, &line, &is_end);
        if (result != R3D_OK) {
            return result;
        }
        if (is_end || strcmp(line.word, lines[i].word) != 0 || line.count != lines[i].count) {
            return r3d_priv_number_text_fail(replay, text, R3D_ERR_FORMAT_SYNTAX,
                                             "counts, priority, bounds and arrays, in this order");
        }
        const int32_t *n = line.numbers;
        const r3d_bounds bounds = {n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]};
        switch (i) {
        case 0:
            memcpy(r->counts, n, sizeof r->counts);
            for (int k = 0; k < 3; k++) {
                if (n[k] < 0 || n[k] > R3D_MESH_COUNT_MAX) {
                    return r3d_priv_number_text_fail(replay, text, R3D_ERR_LIMIT,
                                                     "counts of 0..1048576");
                }
            }
            break;
        case 1:
            r->priority = n[0];
            break;
        case 2:
            r->bounds = bounds;
            break;
        default:
            for (int k = 0; k < OPTIONAL_ARRAYS; k++) {
                r->has[k] = n[k] != 0;
            }
            break;
        }
    }
    return R3D_OK;
}

static bool allocate(const r3d_allocator *hooks, reading *r)
{
    size_t v = (size_t)r->counts[0];
    size_t f = (size_t)r->counts[1];
    size_t p = (size_t)r->counts[2];
    size_t total = v * 3 + f * (6 + OPTIONAL_ARRAYS) + p * 3 + 1;
    r->memory = hooks->alloc(total * sizeof *r->memory, hooks->user);
    if (r->memory == NULL) {
        return false;
    }
    memset(r->memory, 0, total * sizeof *r->memory);
    int32_t *next = r->memory;
    for (int i = 0; i < 3; i++, next += v) {
        r->vertices[i] = next;
    }
    r->corners = next;
    r->lit = next + f * 3;
    next += f * 6;
    for (int i = 0; i < OPTIONAL_ARRAYS; i++, next += f) {
        r->optional[i] = next;
    }
    r->planes = next;
    return true;
}

/* Puts a line where it belongs. Returns false if it has the wrong form or is one too many. */
static bool take_line(reading *r, const r3d_priv_number_line *line, int32_t seen[3])
{
    const int32_t *n = line->numbers;
    if (strcmp(line->word, "v") == 0 && line->count == 3 && seen[0] < r->counts[0]) {
        for (int i = 0; i < 3; i++) {
            r->vertices[i][seen[0]] = n[i];
        }
        seen[0]++;
        return true;
    }
    if (strcmp(line->word, "p") == 0 && line->count == 3 && seen[2] < r->counts[2]) {
        memcpy(r->planes + seen[2]++ * 3, n, 3 * sizeof *n);
        return true;
    }
    int32_t expected = 6;
    for (int k = 0; k < OPTIONAL_ARRAYS; k++) {
        expected += r->has[k] ? 1 : 0;
    }
    if (strcmp(line->word, "f") != 0 || line->count != expected || seen[1] >= r->counts[1]) {
        return false;
    }
    memcpy(r->corners + seen[1] * 3, n, 3 * sizeof *n);
    memcpy(r->lit + seen[1] * 3, n + 3, 3 * sizeof *n);
    int32_t next = 6;
    for (int k = 0; k < OPTIONAL_ARRAYS; k++) {
        if (r->has[k]) {
            r->optional[k][seen[1]] = n[next++];
        }
    }
    seen[1]++;
    return true;
}

static r3d_result read_lines(r3d_replay *replay, r3d_priv_number_text *text, reading *r)
{
    int32_t seen[3] = {0, 0, 0};
    for (;;) {
        r3d_priv_number_line line;
        bool is_end;
        r3d_result result = r3d_priv_number_text_line(replay, text, &line, &is_end);
        if (result != R3D_OK) {
            return result;
        }
        if (is_end) {
            break;
        }
        if (!take_line(r, &line, seen)) {
            return r3d_priv_number_text_fail(
                replay, text, R3D_ERR_FORMAT_SYNTAX,
                "v, f or p with as many numbers and lines as the head says");
        }
    }
    if (memcmp(seen, r->counts, sizeof seen) != 0) {
        return r3d_priv_number_text_fail(replay, text, R3D_ERR_FORMAT_COUNT,
                                         "as many v, f and p as the head says");
    }
    return R3D_OK;
}

static r3d_result make_mesh(r3d_replay *replay, const reading *r, r3d_mesh **out_mesh)
{
    r3d_mesh_desc desc;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = r->counts[0];
    desc.face_count = r->counts[1];
    desc.plane_count = r->counts[2];
    desc.x = r->vertices[0];
    desc.y = r->vertices[1];
    desc.z = r->vertices[2];
    desc.corners = r->corners;
    desc.colors = r->optional[0];
    desc.infos = r->has[1] ? r->optional[1] : NULL;
    desc.priorities = r->has[2] ? r->optional[2] : NULL;
    desc.alphas = r->has[3] ? r->optional[3] : NULL;
    desc.planes = r->planes;
    desc.priority = r->priority;
    desc.allow_missing_planes = true;
    r3d_result result = r3d_mesh_create(&desc, &replay->allocator, out_mesh);
    if (result == R3D_OK) {
        result = r3d_mesh_restore_lit(*out_mesh, r->lit, &r->bounds, !r->has[0]);
    }
    return result;
}

r3d_result r3d_priv_run_litmesh(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_number_text text;
    reading r;
    r3d_mesh *mesh = NULL;
    memset(&r, 0, sizeof r);
    r3d_result result = r3d_priv_number_text_open(replay, args, 1, "litmesh", &text);
    if (result != R3D_OK) {
        return result;
    }
    result = read_header(replay, &text, &r);
    if (result == R3D_OK) {
        result = allocate(&replay->allocator, &r) ? read_lines(replay, &text, &r) : R3D_ERR_MEMORY;
    }
    if (result == R3D_OK) {
        result = make_mesh(replay, &r, &mesh);
    }
    r3d_priv_number_text_close(&text);
    replay->allocator.free(r.memory, replay->allocator.user);
    r3d_priv_object *object = NULL;
    if (result == R3D_OK) {
        object = r3d_priv_object_reset(replay, R3D_PRIV_OBJECT_MESH, r3d_script_word(args, 0));
        result = object == NULL ? R3D_ERR_MEMORY : R3D_OK;
    }
    if (result != R3D_OK) {
        r3d_mesh_destroy(mesh);
        return result;
    }
    object->mesh = mesh;
    object->is_set = true;
    return r3d_mesh_set_isa(mesh, replay->isa);
}
