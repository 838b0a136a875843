/* SPDX-License-Identifier: MIT */
/* The triangles of a model as a mesh. Axes: the model's x right, y up, z toward us become x right,
 * y down, z away from us. That is half a turn about x, so windings stay. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/material.h>

#include "import.h"

enum { COORDINATE_MAX = 1000000, GREY = 0x808080 };

/* Corners of a face whose normals differ less than this are those of a flat face. */
static const double flat_cosine = 0.995;

/* The mesh while it grows. Arrays have room for all triangles. */
typedef struct builder {
    const import_job *import;
    color_finder *finder;
    import_faces faces;
    int32_t *normals; /* of the vertices, see corner_key */
    int32_t *slots;   /* hash table of vertex numbers + 1 */
    uint32_t slot_mask;
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
static int32_t coarse_normal(const struct aiMesh *mesh, unsigned corner)
{
    if (mesh->mNormals == NULL) {
        return 0;
    }
    const struct aiVector3D *n = &mesh->mNormals[corner];
    const float components[3] = {n->x, n->y, n->z};
    int32_t packed = 0;
    for (int i = 0; i < 3; i++) {
        float c = components[i] >= -1 && components[i] <= 1 ? components[i] : 0;
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

/* A repeating texture coordinate as a pixel number. */
static int32_t to_pixel(double coordinate, int32_t size)
{
    double part = coordinate - floor(coordinate);
    int32_t pixel = (int32_t)(part * size);
    return pixel >= 0 && pixel < size ? pixel : 0; /* also for what is not a number */
}

static uint32_t plain_color(const struct aiMaterial *material)
{
    struct aiColor4D color;
    if (aiGetMaterialColor(material, AI_MATKEY_BASE_COLOR, &color) != aiReturn_SUCCESS &&
        aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &color) != aiReturn_SUCCESS) {
        return GREY;
    }
    const float channels[3] = {color.r, color.g, color.b};
    uint32_t rgb = 0;
    for (int i = 0; i < 3; i++) {
        float channel = channels[i] >= 0 && channels[i] <= 1 ? channels[i] : 0.5F;
        rgb = rgb << 8 | (uint32_t)(channel * 255.0F + 0.5F);
    }
    return rgb;
}

/* The colour in the middle of a face. */
static uint32_t color_of(const import_job *import, const struct aiMesh *mesh,
                         const unsigned corner[3])
{
    unsigned material = mesh->mMaterialIndex;
    if (material >= import->scene->mNumMaterials) {
        return GREY;
    }
    const r3d_picture *swatch = &import->swatches[material];
    const struct aiVector3D *uv = mesh->mTextureCoords[0];
    if (swatch->pixels == NULL || swatch->layout != R3D_LAYOUT_RGBA8 || uv == NULL) {
        return plain_color(import->scene->mMaterials[material]);
    }
    double u = ((double)uv[corner[0]].x + uv[corner[1]].x + uv[corner[2]].x) / 3;
    double v = ((double)uv[corner[0]].y + uv[corner[1]].y + uv[corner[2]].y) / 3;
    int32_t x = to_pixel(u, swatch->width);
    int32_t y = swatch->height - 1 - to_pixel(v, swatch->height); /* v runs up */
    const uint8_t *pixel =
        (const uint8_t *)swatch->pixels + ((size_t)y * (size_t)swatch->width + (size_t)x) * 4;
    return (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
}

static double dot(const struct aiVector3D *a, const struct aiVector3D *b)
{
    return (double)a->x * b->x + (double)a->y * b->y + (double)a->z * b->z;
}

static bool is_flat(const struct aiMesh *mesh, const unsigned corner[3])
{
    const struct aiVector3D *n = mesh->mNormals;
    return n == NULL || (dot(&n[corner[0]], &n[corner[1]]) > flat_cosine &&
                         dot(&n[corner[1]], &n[corner[2]]) > flat_cosine);
}

static bool is_two_sided(const import_job *import, const struct aiMesh *mesh)
{
    int two_sided = 0;
    return mesh->mMaterialIndex < import->scene->mNumMaterials &&
           aiGetMaterialIntegerArray(import->scene->mMaterials[mesh->mMaterialIndex],
                                     AI_MATKEY_TWOSIDED, &two_sided, NULL) == aiReturn_SUCCESS &&
           two_sided != 0;
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

static bool add_face(builder *b, const import_part *part, int32_t label, const struct aiMesh *mesh,
                     const struct aiFace *face)
{
    if (face->mNumIndices != 3) {
        return true; /* points and lines */
    }
    unsigned corner[3] = {face->mIndices[0], face->mIndices[1], face->mIndices[2]};
    if (matrix_determinant(&part->bind) < 0) { /* a mirrored part turns its faces inside out */
        unsigned last = corner[2];
        corner[2] = corner[1];
        corner[1] = last;
    }
    int32_t vertices[3];
    for (int i = 0; i < 3; i++) {
        if (corner[i] >= mesh->mNumVertices) {
            fprintf(stderr, "%s: a face has vertex %u of %u\n", b->import->path, corner[i],
                    mesh->mNumVertices);
            return false;
        }
        const struct aiVector3D *v = &mesh->mVertices[corner[i]];
        const double local[3] = {v->x, v->y, v->z};
        double placed[3];
        corner_key key;
        matrix_apply(&part->bind, local, placed);
        if (!to_units(placed[0], b->import->scale, &key.x) ||
            !to_units(-placed[1], b->import->scale, &key.y) ||
            !to_units(-placed[2], b->import->scale, &key.z)) {
            fprintf(stderr, "%s: a vertex lies more than %d units away; try a smaller --scale\n",
                    b->import->path, COORDINATE_MAX);
            return false;
        }
        key.label = label;
        key.normal = coarse_normal(mesh, corner[i]);
        vertices[i] = vertex_at(b, &key);
    }
    if (!is_line(b, vertices)) {
        memcpy(b->faces.corners + b->faces.face_count * 3, vertices, sizeof vertices);
        b->faces.colors[b->faces.face_count] =
            color_finder_nearest(b->finder, color_of(b->import, mesh, corner));
        b->faces.two_sided[b->faces.face_count] = is_two_sided(b->import, mesh);
        b->faces.infos[b->faces.face_count] =
            is_flat(mesh, corner) ? R3D_FACE_FLAT : R3D_FACE_GOURAUD;
        b->faces.face_count++;
    }
    return true;
}

static int64_t count_triangles(const import_job *import)
{
    int64_t count = 0;
    for (int32_t p = 0; p < import->part_count; p++) {
        const struct aiNode *node = import->parts[p].node;
        for (unsigned i = 0; i < node->mNumMeshes; i++) {
            count += import->scene->mMeshes[node->mMeshes[i]]->mNumFaces;
        }
    }
    return count;
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
    b->faces.two_sided = calloc(room, sizeof *b->faces.two_sided);
    b->finder = color_finder_create();
    return b->faces.x != NULL && b->faces.y != NULL && b->faces.z != NULL &&
           b->faces.labels != NULL && b->normals != NULL && b->slots != NULL &&
           b->faces.corners != NULL && b->faces.colors != NULL && b->faces.infos != NULL &&
           b->faces.two_sided != NULL && b->finder != NULL;
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
    free(b->faces.two_sided);
    color_finder_destroy(b->finder);
}

static bool add_all(builder *b)
{
    const import_job *import = b->import;
    for (int32_t p = 0; p < import->part_count; p++) {
        const import_part *part = &import->parts[p];
        for (unsigned i = 0; i < part->node->mNumMeshes; i++) {
            const struct aiMesh *mesh = import->scene->mMeshes[part->node->mMeshes[i]];
            for (unsigned f = 0; f < mesh->mNumFaces; f++) {
                if (!add_face(b, part, p + 1, mesh, &mesh->mFaces[f])) {
                    return false;
                }
            }
        }
    }
    return true;
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
    desc.vertex_labels = import_has_labels(b->import) ? b->faces.labels : NULL;
    r3d_result result = r3d_mesh_create(&desc, NULL, &mesh);
    if (result != R3D_OK) {
        fprintf(stderr, "%s: %s\n", b->import->path, r3d_result_string(result));
    }
    return mesh;
}

r3d_mesh *import_mesh(const import_job *import)
{
    int64_t triangles = count_triangles(import);
    if (triangles == 0 || triangles > R3D_MESH_COUNT_MAX / 6) {
        fprintf(stderr, "%s: %lld triangles, expected 1..%d\n", import->path, (long long)triangles,
                R3D_MESH_COUNT_MAX / 6);
        return NULL;
    }
    builder b;
    memset(&b, 0, sizeof b);
    b.import = import;
    r3d_mesh *mesh = NULL;
    if (!reserve(&b, (int32_t)triangles)) {
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
