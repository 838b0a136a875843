/* SPDX-License-Identifier: MIT */
/* Large faces cut into small ones. The engine sorts whole faces by their middle, so a large face
 * and a small one in front of it can come in the wrong order; faces of similar size do not. Every
 * edge that is too long is cut in the middle for both of its faces, so no gap opens. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"

enum {
    PASSES_MAX = 24,
    ROUNDS_MAX = 16,   /* of looking and cutting */
    AUTO_FACES = 4096, /* the original engine draws no more; r3d_draw_context has no such limit */
    BLAME_MIN = 4,     /* wrong pixels of a face */
    SHORTEST_CUT = 8   /* units; cutting shorter edges only adds rounding */
};

/* Share of wrong pixels that is good enough. */
static const double good_enough = 0.001;

/* A mesh between two passes. */
typedef struct pieces {
    int32_t *x;
    int32_t *y;
    int32_t *z;
    int32_t *labels;
    int32_t vertex_count;
    int32_t *corners;
    int32_t *origins; /* the faces of the mesh that they were cut of */
    int32_t face_count;
} pieces;

/* The middles of edges, by the numbers of their ends. */
typedef struct middles {
    int32_t *keys;   /* two for each slot */
    int32_t *values; /* vertex + 1; 0 is a free slot */
    uint32_t mask;
} middles;

/* Edges that are to be cut, by the places of their ends: faces that do not share vertices, because
 * of their normals or labels, must be cut alike. */
typedef struct edge {
    int32_t at[6]; /* the lesser end first */
    bool is_used;
} edge;

typedef struct edge_set {
    edge *slots;
    uint32_t mask;
} edge_set;

/* Which edges are cut: those longer than `limit`, or those in the set if there is one. */
typedef struct rule {
    int64_t limit;
    const edge_set *set;
} rule;

static void release(pieces *p)
{
    free(p->x);
    free(p->y);
    free(p->z);
    free(p->labels);
    free(p->corners);
    free(p->origins);
    memset(p, 0, sizeof *p);
}

static bool reserve(pieces *p, size_t vertices, size_t faces)
{
    memset(p, 0, sizeof *p);
    p->x = calloc(vertices + 1, sizeof *p->x);
    p->y = calloc(vertices + 1, sizeof *p->y);
    p->z = calloc(vertices + 1, sizeof *p->z);
    p->labels = calloc(vertices + 1, sizeof *p->labels);
    p->corners = calloc(faces * 3 + 1, sizeof *p->corners);
    p->origins = calloc(faces + 1, sizeof *p->origins);
    return p->x != NULL && p->y != NULL && p->z != NULL && p->labels != NULL &&
           p->corners != NULL && p->origins != NULL;
}

static bool is_long(const pieces *p, int32_t a, int32_t b, int64_t limit)
{
    int64_t dx = (int64_t)p->x[a] - p->x[b];
    int64_t dy = (int64_t)p->y[a] - p->y[b];
    int64_t dz = (int64_t)p->z[a] - p->z[b];
    return dx * dx + dy * dy + dz * dz > limit * limit;
}

static void describe(const pieces *p, int32_t a, int32_t b, edge *out)
{
    const int32_t ends[2][3] = {{p->x[a], p->y[a], p->z[a]}, {p->x[b], p->y[b], p->z[b]}};
    int first = 0;
    for (int i = 0; i < 3; i++) {
        if (ends[0][i] != ends[1][i]) {
            first = ends[0][i] < ends[1][i] ? 0 : 1;
            break;
        }
    }
    memcpy(out->at, ends[first], sizeof ends[0]);
    memcpy(out->at + 3, ends[1 - first], sizeof ends[0]);
    out->is_used = true;
}

/* The slot of an edge, or the free one where it belongs. */
static edge *find(const edge_set *set, const edge *e)
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 6; i++) {
        hash = (hash ^ (uint32_t)e->at[i]) * 16777619u;
        hash ^= hash >> 15;
    }
    uint32_t slot = hash & set->mask;
    while (set->slots[slot].is_used && memcmp(set->slots[slot].at, e->at, sizeof e->at) != 0) {
        slot = (slot + 1) & set->mask;
    }
    return &set->slots[slot];
}

static bool is_cut(const pieces *p, int32_t a, int32_t b, const rule *r)
{
    edge e;
    if (r->set == NULL) {
        return is_long(p, a, b, r->limit);
    }
    describe(p, a, b, &e);
    return find(r->set, &e)->is_used;
}

/* The same from either end: sums do not care for order, and >> rounds down always. */
static int32_t half(int32_t a, int32_t b)
{
    return (a + b) >> 1; /* coordinates are at most a million */
}

static int32_t middle(pieces *p, middles *m, int32_t a, int32_t b)
{
    int32_t low = a < b ? a : b;
    int32_t high = a < b ? b : a;
    uint32_t slot = ((uint32_t)low * 2654435761u ^ (uint32_t)high * 0x85EBCA77u) & m->mask;
    while (m->values[slot] != 0) {
        if (m->keys[slot * 2] == low && m->keys[slot * 2 + 1] == high) {
            return m->values[slot] - 1;
        }
        slot = (slot + 1) & m->mask;
    }
    int32_t v = p->vertex_count++;
    p->x[v] = half(p->x[a], p->x[b]);
    p->y[v] = half(p->y[a], p->y[b]);
    p->z[v] = half(p->z[a], p->z[b]);
    p->labels[v] = p->labels[a];
    m->keys[slot * 2] = low;
    m->keys[slot * 2 + 1] = high;
    m->values[slot] = v + 1;
    return v;
}

static void add(pieces *p, int32_t a, int32_t b, int32_t c, int32_t origin)
{
    int32_t *corner = p->corners + (size_t)p->face_count * 3;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    p->origins[p->face_count] = origin;
    p->face_count++;
}

/* Cuts the long edges of one face; returns how many there were. */
static int cut_face(pieces *to, middles *m, const int32_t corner[3], int32_t origin, const rule *r)
{
    int32_t at[3]; /* the middle of edge i (corner i to the next), or -1 */
    int count = 0;
    int last_long = 0;
    for (int i = 0; i < 3; i++) {
        int32_t a = corner[i];
        int32_t b = corner[(i + 1) % 3];
        at[i] = -1;
        if (is_cut(to, a, b, r)) {
            at[i] = middle(to, m, a, b);
            last_long = i;
            count++;
        }
    }
    int32_t a = corner[last_long];
    int32_t b = corner[(last_long + 1) % 3];
    int32_t c = corner[(last_long + 2) % 3];
    int32_t ab = at[last_long];
    int32_t bc = at[(last_long + 1) % 3];
    int32_t ca = at[(last_long + 2) % 3];
    if (count == 0) {
        add(to, a, b, c, origin);
    } else if (count == 1) {
        add(to, a, ab, c, origin);
        add(to, ab, b, c, origin);
    } else if (count == 3) {
        add(to, a, ab, ca, origin);
        add(to, ab, b, bc, origin);
        add(to, ca, bc, c, origin);
        add(to, ab, bc, ca, origin);
    } else if (ca >= 0) {
        add(to, a, ab, ca, origin);
        add(to, ab, b, ca, origin);
        add(to, ca, b, c, origin);
    } else {
        add(to, ab, b, bc, origin);
        add(to, a, ab, bc, origin);
        add(to, a, bc, c, origin);
    }
    return count;
}

/* One pass over all faces. *out_cut tells whether there was a long edge. False without memory. */
static bool cut_all(const pieces *from, pieces *to, const rule *r, bool *out_cut)
{
    size_t faces = (size_t)from->face_count;
    size_t vertices = (size_t)from->vertex_count;
    middles m;
    m.mask = 15;
    while (m.mask + 1u < faces * 6) {
        m.mask = m.mask * 2 + 1;
    }
    m.keys = calloc(((size_t)m.mask + 1) * 2, sizeof *m.keys);
    m.values = calloc((size_t)m.mask + 1, sizeof *m.values);
    bool ready = reserve(to, vertices + faces * 3, faces * 4) && m.keys != NULL && m.values != NULL;
    *out_cut = false;
    if (ready) {
        memcpy(to->x, from->x, vertices * sizeof *to->x);
        memcpy(to->y, from->y, vertices * sizeof *to->y);
        memcpy(to->z, from->z, vertices * sizeof *to->z);
        memcpy(to->labels, from->labels, vertices * sizeof *to->labels);
        to->vertex_count = from->vertex_count;
        for (size_t i = 0; i < faces; i++) {
            *out_cut |= cut_face(to, &m, from->corners + i * 3, from->origins[i], r) > 0;
        }
    }
    free(m.keys);
    free(m.values);
    return ready;
}

static bool take_mesh(const r3d_mesh *mesh, pieces *out)
{
    r3d_mesh_view v;
    r3d_mesh_get_view(mesh, &v);
    size_t vertices = (size_t)v.vertex_count;
    size_t faces = (size_t)v.face_count;
    if (!reserve(out, vertices, faces)) {
        return false;
    }
    memcpy(out->x, v.x, vertices * sizeof *v.x);
    memcpy(out->y, v.y, vertices * sizeof *v.y);
    memcpy(out->z, v.z, vertices * sizeof *v.z);
    if (v.vertex_labels != NULL) {
        memcpy(out->labels, v.vertex_labels, vertices * sizeof *v.vertex_labels);
    }
    memcpy(out->corners, v.corners, faces * 3 * sizeof *v.corners);
    for (int32_t i = 0; i < v.face_count; i++) {
        out->origins[i] = i;
    }
    out->vertex_count = v.vertex_count;
    out->face_count = v.face_count;
    return true;
}

/* What each face of a mesh has, for the pieces of it; NULL if the mesh has none of it. */
static const int32_t *spread(const pieces *p, const int32_t *of_faces, int32_t *room)
{
    for (int32_t i = 0; of_faces != NULL && i < p->face_count; i++) {
        room[i] = of_faces[p->origins[i]];
    }
    return of_faces != NULL ? room : NULL;
}

/* The pieces as a mesh that has all that `whole`, which they were cut of, has. */
static r3d_mesh *make_mesh(const pieces *p, const r3d_mesh *whole)
{
    enum { ARRAYS = 5 };
    const size_t faces = (size_t)p->face_count + 1;
    int32_t *room = calloc(faces * ARRAYS, sizeof *room);
    r3d_mesh_desc desc;
    r3d_mesh_view view;
    r3d_mesh *mesh = NULL;
    if (room == NULL) {
        return NULL;
    }
    r3d_mesh_get_view(whole, &view);
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = p->vertex_count;
    desc.face_count = p->face_count;
    desc.x = p->x;
    desc.y = p->y;
    desc.z = p->z;
    desc.vertex_labels = view.vertex_labels != NULL ? p->labels : NULL;
    desc.corners = p->corners;
    desc.colors = spread(p, view.colors, room);
    desc.infos = spread(p, view.infos, room + faces);
    desc.alphas = spread(p, view.alphas, room + faces * 2);
    desc.priorities = spread(p, view.priorities, room + faces * 3);
    desc.face_labels = spread(p, view.face_labels, room + faces * 4);
    desc.priority = view.priority;
    desc.planes = view.planes; /* vertices keep their numbers */
    desc.plane_count = view.plane_count;
    desc.allow_missing_planes = true;
    const r3d_result result = r3d_mesh_create(&desc, NULL, &mesh);
    free(room);
    return result == R3D_OK ? mesh : NULL;
}

r3d_mesh *import_split(const r3d_mesh *mesh, int32_t length)
{
    pieces now;
    pieces next;
    bool cut = true;
    const rule r = {length, NULL};
    bool ok = take_mesh(mesh, &now);
    for (int pass = 0; ok && cut && pass < PASSES_MAX; pass++) {
        if (now.face_count > R3D_MESH_COUNT_MAX / 4) {
            fprintf(stderr, "retro3d import: --split %ld makes more than %d faces\n", (long)length,
                    R3D_MESH_COUNT_MAX / 4);
            release(&now);
            return NULL;
        }
        ok = cut_all(&now, &next, &r, &cut);
        release(&now);
        now = next;
    }
    r3d_mesh *split = ok ? make_mesh(&now, mesh) : NULL;
    if (split == NULL) {
        fprintf(stderr, "retro3d import: out of memory\n");
    }
    release(&now);
    return split;
}

/* ---- cutting what is in the wrong order ---- */

static int64_t square_of(const pieces *p, int32_t a, int32_t b)
{
    const int64_t dx = (int64_t)p->x[a] - p->x[b];
    const int64_t dy = (int64_t)p->y[a] - p->y[b];
    const int64_t dz = (int64_t)p->z[a] - p->z[b];
    return dx * dx + dy * dy + dz * dz;
}

/* Puts the long edges of a face into the set: those of more than 0.84 of the longest. */
static bool mark(const pieces *p, int32_t face, edge_set *set)
{
    const int32_t *corner = p->corners + (size_t)face * 3;
    int64_t squares[3];
    int64_t longest = 0;
    for (int i = 0; i < 3; i++) {
        squares[i] = square_of(p, corner[i], corner[(i + 1) % 3]);
        longest = squares[i] > longest ? squares[i] : longest;
    }
    if (longest < (int64_t)SHORTEST_CUT * SHORTEST_CUT) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (squares[i] / 7 > longest / 10) {
            edge e;
            describe(p, corner[i], corner[(i + 1) % 3], &e);
            *find(set, &e) = e;
        }
    }
    return true;
}

/* Cuts the faces that are to blame. *out_cut is false if there are none. */
static bool cut_blamed(const pieces *now, const int32_t *blame, pieces *next, bool *out_cut)
{
    edge_set set = {NULL, 15};
    const rule r = {0, &set};
    bool any = false;
    while (set.mask < (uint32_t)now->face_count * 6u) {
        set.mask = set.mask * 2 + 1;
    }
    set.slots = calloc((size_t)set.mask + 1, sizeof *set.slots);
    for (int32_t i = 0; set.slots != NULL && i < now->face_count; i++) {
        any = (blame[i] >= BLAME_MIN && mark(now, i, &set)) || any;
    }
    bool ok = set.slots != NULL;
    *out_cut = any;
    if (ok && any) {
        ok = cut_all(now, next, &r, out_cut);
    }
    free(set.slots);
    return ok;
}

r3d_mesh *import_split_well(const r3d_mesh *mesh, double *out_faults)
{
    pieces now;
    r3d_mesh *best = NULL;
    bool ok = take_mesh(mesh, &now);
    bool cut = true;
    *out_faults = 1;
    for (int round = 0; ok && cut && round < ROUNDS_MAX; round++) {
        pieces next = {0};
        int32_t *blame = calloc((size_t)now.face_count + 1, sizeof *blame);
        r3d_mesh *made = make_mesh(&now, mesh);
        ok = blame != NULL && made != NULL;
        const double faults = ok ? import_faults(made, blame) : -1;
        ok = ok && faults >= 0;
        if (ok && (best == NULL || faults < *out_faults)) {
            r3d_mesh_destroy(best);
            best = made;
            made = NULL;
            *out_faults = faults;
        }
        cut = faults > good_enough;
        if (ok && cut) {
            ok = cut_blamed(&now, blame, &next, &cut);
            cut = cut && next.face_count <= AUTO_FACES && next.vertex_count <= AUTO_FACES;
        }
        if (ok && cut) {
            release(&now);
            now = next;
        } else {
            release(&next);
        }
        r3d_mesh_destroy(made);
        free(blame);
    }
    release(&now);
    if (!ok) {
        fprintf(stderr, "retro3d import: out of memory\n");
        r3d_mesh_destroy(best);
        best = NULL;
    }
    return best;
}
