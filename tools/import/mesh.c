/* SPDX-License-Identifier: MIT */
/* The triangles of a model as a mesh. Axes: the model's x right, y up, z toward us become x right,
 * y down, z away from us. That is half a turn about x, so windings stay. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"

enum { COORDINATE_MAX = 1000000 };

/* The mesh while it grows. Arrays have room for all triangles. */
typedef struct builder {
    const import_job *import;
    color_finder *finder;
    import_faces faces;
    int32_t *normals; /* of the vertices, see corner_key */
    int32_t *slots;   /* hash table of vertex numbers + 1 */
    uint32_t slot_mask;
    bool has_alphas;
    int32_t line_count; /* triangles that rounding made lines */
} builder;

/* What makes two corners one vertex: place, part and normal. Corners at one place with other
 * normals (a hard edge, or the two sides of a sheet) stay apart, so that their light does not mix.
 */
typedef struct corner_key {
    int32_t x;
    int32_t y;
    int32_t z;
    int32_t label;
    int32_t normal; /* its direction, coarsely */
} corner_key;

static uint32_t hash(const corner_key *key)
{
    uint32_t h = (uint32_t)key->x * 0x9E3779B1u;
    h = (h ^ h >> 15) + (uint32_t)key->y;
    h *= 0x85EBCA77u;
    h = (h ^ h >> 13) + (uint32_t)key->z;
    h *= 0xC2B2AE3Du;
    h = (h ^ h >> 14) + (uint32_t)key->label;
    h *= 0x27D4EB2Fu;
    h = (h ^ h >> 16) + (uint32_t)key->normal;
    h *= 0x9E3779B1u;
    return h ^ h >> 15;
}

static int32_t vertex_at(builder *b, const corner_key *key)
{
    uint32_t slot = hash(key) & b->slot_mask;
    while (b->slots[slot] != 0) {
        int32_t i = b->slots[slot] - 1;
        if (b->faces.x[i] == key->x && b->faces.y[i] == key->y && b->faces.z[i] == key->z &&
            b->faces.labels[i] == key->label && b->normals[i] == key->normal) {
            return i;
        }
        slot = (slot + 1u) & b->slot_mask;
    }
    int32_t i = b->faces.vertex_count++;
    b->faces.x[i] = key->x;
    b->faces.y[i] = key->y;
    b->faces.z[i] = key->z;
    b->faces.labels[i] = key->label;
    b->normals[i] = key->normal;
    b->slots[slot] = i + 1;
    return i;
}

/* The direction of a normal in steps of an eighth, packed. */
static int32_t coarse_normal(const float normal[3])
{
    int32_t packed = 0;
    for (int i = 0; i < 3; i++) {
        const float c = normal[i] >= -1 && normal[i] <= 1 ? normal[i] : 0;
        packed = packed * 32 + (int32_t)(c * 8.0F + 12.5F);
    }
    return packed;
}

/* Rounds a coordinate; false if it is not a number or too large. */
static bool to_units(double value, double scale, int32_t *out)
{
    double scaled = value * scale;
    if (!(scaled >= -COORDINATE_MAX && scaled <= COORDINATE_MAX)) {
        return false;
    }
    *out = (int32_t)floor(scaled + 0.5);
    return true;
}

/* Whether three vertices of ours lie in a line, which rounding can cause. */
static bool is_line(const builder *b, const int32_t v[3])
{
    int64_t ex = b->faces.x[v[1]] - b->faces.x[v[0]];
    int64_t ey = b->faces.y[v[1]] - b->faces.y[v[0]];
    int64_t ez = b->faces.z[v[1]] - b->faces.z[v[0]];
    int64_t fx = b->faces.x[v[2]] - b->faces.x[v[0]];
    int64_t fy = b->faces.y[v[2]] - b->faces.y[v[0]];
    int64_t fz = b->faces.z[v[2]] - b->faces.z[v[0]];
    return ey * fz == fy * ez && ez * fx == fz * ex && ex * fy == fx * ey;
}

static bool add_face(builder *b, const import_triangle *triangle)
{
    int32_t vertices[3];
    for (int i = 0; i < 3; i++) {
        const import_corner *corner = &triangle->corners[i];
        corner_key key;
        if (!to_units(corner->place[0], b->import->scale, &key.x) ||
            !to_units(-corner->place[1], b->import->scale, &key.y) ||
            !to_units(-corner->place[2], b->import->scale, &key.z)) {
            fprintf(stderr,
                    "%s: a vertex is not a number, or lies more than %d units away; try a smaller "
                    "--scale\n",
                    b->import->path, COORDINATE_MAX);
            return false;
        }
        key.label = corner->part + 1;
        key.normal = coarse_normal(corner->normal);
        vertices[i] = vertex_at(b, &key);
    }
    if (is_line(b, vertices)) {
        b->line_count++;
        return true;
    }
    const uint32_t rgb =
        (uint32_t)triangle->rgb[0] << 16 | (uint32_t)triangle->rgb[1] << 8 | triangle->rgb[2];
    const int32_t face = b->faces.face_count++;
    memcpy(b->faces.corners + (size_t)face * 3, vertices, sizeof vertices);
    b->faces.colors[face] = color_finder_nearest(b->finder, rgb);
    b->faces.alphas[face] = triangle->transparency;
    b->faces.two_sided[face] = triangle->two_sided != 0;
    b->faces.infos[face] = triangle->smooth != 0 ? R3D_FACE_GOURAUD : R3D_FACE_FLAT;
    b->has_alphas = b->has_alphas || triangle->transparency > 0;
    return true;
}

static bool reserve(builder *b, int32_t faces)
{
    size_t room = ((size_t)faces + 1) * 2; /* backs may double everything */
    uint32_t slots = 16;
    while (slots < room * 3) {
        slots *= 2;
    }
    b->slot_mask = slots - 1;
    b->faces.x = calloc(room * 3, sizeof *b->faces.x);
    b->faces.y = calloc(room * 3, sizeof *b->faces.y);
    b->faces.z = calloc(room * 3, sizeof *b->faces.z);
    b->faces.labels = calloc(room * 3, sizeof *b->faces.labels);
    b->normals = calloc(room * 3, sizeof *b->normals);
    b->slots = calloc(slots, sizeof *b->slots);
    b->faces.corners = calloc(room * 3, sizeof *b->faces.corners);
    b->faces.colors = calloc(room, sizeof *b->faces.colors);
    b->faces.infos = calloc(room, sizeof *b->faces.infos);
    b->faces.alphas = calloc(room, sizeof *b->faces.alphas);
    b->faces.two_sided = calloc(room, sizeof *b->faces.two_sided);
    b->finder = color_finder_create();
    return b->faces.x != NULL && b->faces.y != NULL && b->faces.z != NULL &&
           b->faces.labels != NULL && b->normals != NULL && b->slots != NULL &&
           b->faces.corners != NULL && b->faces.colors != NULL && b->faces.infos != NULL &&
           b->faces.alphas != NULL && b->faces.two_sided != NULL && b->finder != NULL;
}

static void release(builder *b)
{
    free(b->faces.x);
    free(b->faces.y);
    free(b->faces.z);
    free(b->faces.labels);
    free(b->normals);
    free(b->slots);
    free(b->faces.corners);
    free(b->faces.colors);
    free(b->faces.infos);
    free(b->faces.alphas);
    free(b->faces.two_sided);
    color_finder_destroy(b->finder);
}

static bool add_all(builder *b)
{
    for (int32_t i = 0; i < b->import->triangle_count; i++) {
        if (!add_face(b, &b->import->triangles[i])) {
            return false;
        }
    }
    if (b->faces.face_count == 0) {
        fprintf(stderr, "%s: all %ld triangles are points or lines at this --scale\n",
                b->import->path, (long)b->line_count);
        return false;
    }
    if (b->line_count > 0) {
        fprintf(stderr, "%s: %ld triangles are points or lines at this --scale and are left out\n",
                b->import->path, (long)b->line_count);
    }
    return true;
}

bool import_has_labels(const import_job *import)
{
    return import->part_count > 1 || import->clip_count > 0 || import->has_too_many_frames;
}

static r3d_mesh *create(const builder *b)
{
    r3d_mesh_desc desc;
    r3d_mesh *mesh = NULL;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = b->faces.vertex_count;
    desc.face_count = b->faces.face_count;
    desc.x = b->faces.x;
    desc.y = b->faces.y;
    desc.z = b->faces.z;
    desc.corners = b->faces.corners;
    desc.colors = b->faces.colors;
    desc.infos = b->faces.infos;
    desc.alphas = b->has_alphas ? b->faces.alphas : NULL;
    desc.vertex_labels = import_has_labels(b->import) ? b->faces.labels : NULL;
    r3d_result result = r3d_mesh_create(&desc, NULL, &mesh);
    if (result != R3D_OK) {
        fprintf(stderr, "%s: %s\n", b->import->path, r3d_result_string(result));
    }
    return mesh;
}

r3d_mesh *import_mesh(const import_job *import)
{
    if (import->triangle_count == 0) {
        fprintf(stderr, "%s: no triangles in it\n", import->path);
        return NULL;
    }
    builder b;
    memset(&b, 0, sizeof b);
    b.import = import;
    r3d_mesh *mesh = NULL;
    if (!reserve(&b, import->triangle_count)) {
        fprintf(stderr, "%s: out of memory\n", import->path);
    } else if (add_all(&b)) {
        if (import_fix_sides(&b.faces)) {
            mesh = create(&b);
        } else {
            fprintf(stderr, "%s: out of memory\n", import->path);
        }
    }
    release(&b);
    return mesh;
}
