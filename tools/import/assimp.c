/* SPDX-License-Identifier: MIT */
/* All formats but glTF and OBJ, by Assimp. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include "paint.h"
#include "rig.h"

/* What a scene becomes, while it is read. */
typedef struct reading {
    import_job *import;
    const struct aiScene *scene;
    rig rig;
    const struct aiNode **nodes; /* of the rig */
    import_matrix *places;
    import_paint *paints;  /* of the materials */
    r3d_picture *pictures; /* of the materials */
    double *numbers;       /* of keys */
    rig_channel *channels;
    rig_clip *clips;
} reading;

/* ---- nodes ---- */

static import_matrix matrix_from(const struct aiMatrix4x4 *m)
{
    const import_matrix matrix = {{{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                                   {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                                   {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4}}};
    return matrix;
}

static bool count_nodes(reading *r, const struct aiNode *node, int depth, int32_t *count)
{
    if (depth > IMPORT_DEPTH_MAX) {
        return import_fail(r->import, "nodes are nested more than %d deep", IMPORT_DEPTH_MAX);
    }
    if (++*count > RIG_NODES_MAX) {
        return import_fail(r->import, "more than %d nodes", RIG_NODES_MAX);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        if (!count_nodes(r, node->mChildren[i], depth + 1, count)) {
            return false;
        }
    }
    return true;
}

/* The depth was looked at. */
static void add_node(reading *r, const struct aiNode *node, int32_t parent)
{
    const int32_t number = r->rig.node_count++;
    rig_node *made = &r->rig.nodes[number];
    rig_node_init(made);
    made->name = node->mName.data;
    made->parent = parent;
    made->has_matrix = true;
    made->matrix = matrix_from(&node->mTransformation);
    r->nodes[number] = node;
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        add_node(r, node->mChildren[i], number);
    }
}

static int32_t node_named(const reading *r, const struct aiString *name)
{
    for (int32_t i = 0; i < r->rig.node_count; i++) {
        if (strcmp(r->nodes[i]->mName.data, name->data) == 0) {
            return i;
        }
    }
    return -1;
}

static const struct aiMesh *mesh_of(const reading *r, int32_t node, unsigned i)
{
    const unsigned number = r->nodes[node]->mMeshes[i];
    return number < r->scene->mNumMeshes ? r->scene->mMeshes[number] : NULL;
}

static void mark_parts(reading *r)
{
    for (int32_t n = 0; n < r->rig.node_count; n++) {
        for (unsigned i = 0; i < r->nodes[n]->mNumMeshes; i++) {
            const struct aiMesh *mesh = mesh_of(r, n, i);
            r->rig.nodes[n].is_part =
                r->rig.nodes[n].is_part || mesh == NULL || mesh->mNumBones == 0;
            for (unsigned b = 0; mesh != NULL && b < mesh->mNumBones; b++) {
                const int32_t joint = node_named(r, &mesh->mBones[b]->mName);
                r->rig.nodes[joint >= 0 ? joint : n].is_part = true;
            }
        }
    }
}

/* ---- materials ---- */

static bool load_inside(reading *r, const struct aiTexture *texture, const char *name,
                        r3d_picture *out)
{
    if (texture->mHeight == 0) {
        return import_decode_picture(r->import, texture->pcData, texture->mWidth, name, out);
    }
    const size_t count = (size_t)texture->mWidth * texture->mHeight;
    uint8_t *pixels =
        texture->mWidth <= 32767 && texture->mHeight <= 32767 ? malloc(count * 4) : NULL;
    if (pixels == NULL) {
        import_remark(r->import, "picture \"%.200s\" is too large", name);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const struct aiTexel *texel = &texture->pcData[i];
        const uint8_t channels[4] = {texel->r, texel->g, texel->b, texel->a};
        memcpy(pixels + i * 4, channels, 4);
    }
    memset(out, 0, sizeof *out);
    out->pixels = pixels;
    out->width = (int32_t)texture->mWidth;
    out->height = (int32_t)texture->mHeight;
    out->layout = R3D_LAYOUT_RGBA8;
    return true;
}

/* The picture inside the model that a name stands for, or NULL: "*2" is number 2, others have a name. */
static const struct aiTexture *find_inside(const struct aiScene *scene, const char *name)
{
    if (name[0] == '*') {
        const unsigned long number = strtoul(name + 1, NULL, 10);
        return number < scene->mNumTextures ? scene->mTextures[number] : NULL;
    }
    for (unsigned i = 0; i < scene->mNumTextures; i++) {
        if (scene->mTextures[i]->mFilename.length > 0 &&
            strcmp(scene->mTextures[i]->mFilename.data, name) == 0) {
            return scene->mTextures[i];
        }
    }
    return NULL;
}

static import_wrap wrap_of(enum aiTextureMapMode mode)
{
    return mode == aiTextureMapMode_Clamp    ? IMPORT_CLAMP
           : mode == aiTextureMapMode_Mirror ? IMPORT_MIRROR
                                             : IMPORT_REPEAT;
}

static void load_picture(reading *r, unsigned number)
{
    const struct aiMaterial *material = r->scene->mMaterials[number];
    import_paint *paint = &r->paints[number];
    r3d_picture *picture = &r->pictures[number];
    struct aiString name;
    enum aiTextureMapMode modes[2] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
    if (aiGetMaterialTexture(material, aiTextureType_BASE_COLOR, 0, &name, NULL, NULL, NULL, NULL,
                             modes, NULL) != aiReturn_SUCCESS &&
        aiGetMaterialTexture(material, aiTextureType_DIFFUSE, 0, &name, NULL, NULL, NULL, NULL,
                             modes, NULL) != aiReturn_SUCCESS) {
        return;
    }
    const struct aiTexture *inside = find_inside(r->scene, name.data);
    const bool loaded = inside != NULL ? load_inside(r, inside, name.data, picture)
                                       : import_load_picture(r->import, name.data, picture);
    if (loaded) {
        paint->picture = picture;
        paint->wrap[0] = wrap_of(modes[0]);
        paint->wrap[1] = wrap_of(modes[1]);
        paint->map[1][1] = -1; /* v runs up */
        paint->map[1][2] = 1;
    }
}

static void load_material(reading *r, unsigned number)
{
    const struct aiMaterial *material = r->scene->mMaterials[number];
    import_paint *paint = &r->paints[number];
    struct aiColor4D color;
    ai_real opacity = 1;
    int two_sided = 0;
    import_paint_init(paint);
    paint->is_linear = false;
    load_picture(r, number);
    if (aiGetMaterialColor(material, AI_MATKEY_BASE_COLOR, &color) == aiReturn_SUCCESS ||
        aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &color) == aiReturn_SUCCESS) {
        const double channels[4] = {(double)color.r, (double)color.g, (double)color.b,
                                    (double)color.a};
        memcpy(paint->factor, channels, sizeof channels);
    } else if (paint->picture == NULL) {
        for (int i = 0; i < 3; i++) {
            paint->factor[i] = 128 / 255.0;
        }
    }
    if (aiGetMaterialFloatArray(material, AI_MATKEY_OPACITY, &opacity, NULL) == aiReturn_SUCCESS &&
        opacity >= 0 && opacity < 1) {
        paint->factor[3] = (double)opacity;
    }
    paint->alpha = paint->factor[3] < 1 ? IMPORT_BLEND : IMPORT_OPAQUE;
    paint->is_two_sided = aiGetMaterialIntegerArray(material, AI_MATKEY_TWOSIDED, &two_sided,
                                                    NULL) == aiReturn_SUCCESS &&
                          two_sided != 0;
}

/* ---- triangles ---- */

/* Corners of a mesh where the node, or the bones, put them. */
static bool place_corners(reading *r, int32_t node, const struct aiMesh *mesh,
                          import_corner *corners)
{
    double *sums =
        calloc((size_t)mesh->mNumVertices + 1, 5 * sizeof *sums); /* place, weight, most */
    if (sums == NULL) {
        return import_fail(r->import, "out of memory");
    }
    for (unsigned b = 0; b < mesh->mNumBones; b++) {
        const struct aiBone *bone = mesh->mBones[b];
        const int32_t joint = node_named(r, &bone->mName);
        const import_matrix offset = matrix_from(&bone->mOffsetMatrix);
        const import_matrix place =
            joint >= 0 ? matrix_multiply(&r->places[joint], &offset) : r->places[node];
        for (unsigned w = 0; w < bone->mNumWeights; w++) {
            const unsigned v = bone->mWeights[w].mVertexId;
            const double weight = (double)bone->mWeights[w].mWeight;
            if (v < mesh->mNumVertices && weight > 0) {
                const double local[3] = {(double)mesh->mVertices[v].x, (double)mesh->mVertices[v].y,
                                         (double)mesh->mVertices[v].z};
                double moved[3];
                matrix_apply(&place, local, moved);
                for (int i = 0; i < 3; i++) {
                    sums[v * 5 + (unsigned)i] += weight * moved[i];
                }
                sums[v * 5 + 3] += weight;
                if (weight > sums[v * 5 + 4]) {
                    sums[v * 5 + 4] = weight;
                    corners[v].part = r->rig.nodes[joint >= 0 ? joint : node].part;
                }
            }
        }
    }
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        const double local[3] = {(double)mesh->mVertices[v].x, (double)mesh->mVertices[v].y,
                                 (double)mesh->mVertices[v].z};
        const double weight = sums[v * 5 + 3];
        double place[3] = {sums[v * 5], sums[v * 5 + 1], sums[v * 5 + 2]};
        if (!(weight > 0)) {
            matrix_apply(&r->places[node], local, place);
            corners[v].part = r->rig.nodes[node].part;
        }
        for (int i = 0; i < 3; i++) {
            corners[v].place[i] = (float)(weight > 0 ? place[i] / weight : place[i]);
        }
        if (mesh->mNormals != NULL) {
            const float normal[3] = {mesh->mNormals[v].x, mesh->mNormals[v].y, mesh->mNormals[v].z};
            memcpy(corners[v].normal, normal, sizeof normal);
        }
        if (corners[v].part < 0) { /* a vertex that no bone holds, in a node that is no part */
            corners[v].part = 0;
        }
    }
    free(sums);
    return true;
}

static double dot(const float a[3], const float b[3])
{
    return (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2];
}

static bool add_face(reading *r, const struct aiMesh *mesh, const import_corner *corners,
                     const struct aiFace *face, bool mirrored)
{
    import_paint plain;
    const import_paint *paint = &plain;
    import_triangle triangle;
    double uv[3][2];
    double colors[3][4];
    if (face->mNumIndices != 3) {
        import_remark(r->import, "not read: points and lines");
        return true;
    }
    import_paint_init(&plain);
    if (mesh->mMaterialIndex < r->scene->mNumMaterials) {
        paint = &r->paints[mesh->mMaterialIndex];
    }
    memset(&triangle, 0, sizeof triangle);
    for (int k = 0; k < 3; k++) {
        const unsigned v = face->mIndices[mirrored && k > 0 ? 3 - k : k];
        if (v >= mesh->mNumVertices) {
            return import_fail(r->import, "a face has vertex %u of %u", v, mesh->mNumVertices);
        }
        triangle.corners[k] = corners[v];
        if (mesh->mTextureCoords[0] != NULL) {
            uv[k][0] = (double)mesh->mTextureCoords[0][v].x;
            uv[k][1] = (double)mesh->mTextureCoords[0][v].y;
        }
        if (mesh->mColors[0] != NULL) {
            const double channels[4] = {
                (double)mesh->mColors[0][v].r, (double)mesh->mColors[0][v].g,
                (double)mesh->mColors[0][v].b, (double)mesh->mColors[0][v].a};
            memcpy(colors[k], channels, sizeof channels);
        }
    }
    triangle.smooth =
        mesh->mNormals != NULL &&
                !(dot(triangle.corners[0].normal, triangle.corners[1].normal) > 0.995 &&
                  dot(triangle.corners[1].normal, triangle.corners[2].normal) > 0.995)
            ? 1
            : 0;
    return !import_paint_face(paint, mesh->mTextureCoords[0] != NULL ? uv : NULL,
                              mesh->mColors[0] != NULL ? colors : NULL, &triangle) ||
           import_add_triangle(r->import, &triangle);
}

static bool add_mesh(reading *r, int32_t node, const struct aiMesh *mesh)
{
    import_corner *corners = calloc((size_t)mesh->mNumVertices + 1, sizeof *corners);
    const bool mirrored =
        mesh->mNumBones == 0 && matrix_determinant(&r->places[node]) < 0; /* turns inside out */
    if (corners == NULL) {
        return import_fail(r->import, "out of memory");
    }
    if (mesh->mNumAnimMeshes > 0) {
        import_remark(r->import, "not read: morph targets");
    }
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        corners[v].part = -1;
    }
    bool added = place_corners(r, node, mesh, corners);
    for (unsigned f = 0; f < mesh->mNumFaces && added; f++) {
        added = add_face(r, mesh, corners, &mesh->mFaces[f], mirrored);
    }
    free(corners);
    return added;
}

/* ---- animations ---- */

static void add_keys(rig_channel **channel, double **numbers, int32_t node, rig_target target,
                     unsigned count)
{
    rig_channel *c = (*channel)++;
    const unsigned width = target == RIG_TURN ? 4 : 3;
    c->node = node;
    c->target = target;
    c->interpolation = RIG_LINEAR;
    c->key_count = (int32_t)count;
    c->times = *numbers;
    c->values = *numbers + count;
    *numbers += (size_t)count * (width + 1);
}

static void add_vectors(rig_channel **channel, double **numbers, int32_t node, rig_target target,
                        const struct aiVectorKey *keys, unsigned count, double rate)
{
    double *times = *numbers;
    double *values = times + count;
    for (unsigned i = 0; i < count; i++) {
        times[i] = keys[i].mTime / rate;
        values[i * 3] = (double)keys[i].mValue.x;
        values[i * 3 + 1] = (double)keys[i].mValue.y;
        values[i * 3 + 2] = (double)keys[i].mValue.z;
    }
    if (count > 0) {
        add_keys(channel, numbers, node, target, count);
    }
}

static void add_turns(rig_channel **channel, double **numbers, int32_t node,
                      const struct aiQuatKey *keys, unsigned count, double rate)
{
    double *times = *numbers;
    double *values = times + count;
    for (unsigned i = 0; i < count; i++) {
        times[i] = keys[i].mTime / rate;
        values[i * 4] = (double)keys[i].mValue.x;
        values[i * 4 + 1] = (double)keys[i].mValue.y;
        values[i * 4 + 2] = (double)keys[i].mValue.z;
        values[i * 4 + 3] = (double)keys[i].mValue.w;
    }
    if (count > 0) {
        add_keys(channel, numbers, node, RIG_TURN, count);
    }
}

static bool make_clips(reading *r)
{
    size_t channel_count = 0;
    size_t number_count = 0;
    for (unsigned a = 0; a < r->scene->mNumAnimations; a++) {
        const struct aiAnimation *animation = r->scene->mAnimations[a];
        for (unsigned c = 0; c < animation->mNumChannels; c++) {
            const struct aiNodeAnim *channel = animation->mChannels[c];
            channel_count += 3;
            number_count += (size_t)channel->mNumPositionKeys * 4 +
                            (size_t)channel->mNumScalingKeys * 4 +
                            (size_t)channel->mNumRotationKeys * 5;
        }
    }
    r->channels = calloc(channel_count + 1, sizeof *r->channels);
    r->numbers = calloc(number_count + 1, sizeof *r->numbers);
    r->clips = calloc((size_t)r->scene->mNumAnimations + 1, sizeof *r->clips);
    if (r->channels == NULL || r->numbers == NULL || r->clips == NULL) {
        return import_fail(r->import, "out of memory");
    }
    rig_channel *next = r->channels;
    double *numbers = r->numbers;
    for (unsigned a = 0; a < r->scene->mNumAnimations; a++) {
        const struct aiAnimation *animation = r->scene->mAnimations[a];
        const double rate = animation->mTicksPerSecond > 0 ? animation->mTicksPerSecond : 25;
        const double seconds = animation->mDuration / rate;
        rig_clip *clip = &r->clips[a];
        clip->name = animation->mName.data;
        clip->channels = next;
        clip->seconds = seconds > 0 && seconds < 1e6 ? seconds : 0;
        for (unsigned c = 0; c < animation->mNumChannels; c++) {
            const struct aiNodeAnim *channel = animation->mChannels[c];
            const int32_t node = node_named(r, &channel->mNodeName);
            if (node < 0) {
                continue;
            }
            add_vectors(&next, &numbers, node, RIG_SHIFT, channel->mPositionKeys,
                        channel->mNumPositionKeys, rate);
            add_turns(&next, &numbers, node, channel->mRotationKeys, channel->mNumRotationKeys,
                      rate);
            add_vectors(&next, &numbers, node, RIG_SIZE, channel->mScalingKeys,
                        channel->mNumScalingKeys, rate);
        }
        clip->channel_count = (int32_t)(next - clip->channels);
    }
    r->rig.clips = r->clips;
    r->rig.clip_count = (int32_t)r->scene->mNumAnimations;
    return true;
}

/* ---- all of it ---- */

static bool read_scene(reading *r)
{
    int32_t count = 0;
    if (!count_nodes(r, r->scene->mRootNode, 0, &count)) {
        return false;
    }
    const size_t materials = (size_t)r->scene->mNumMaterials + 1;
    r->rig.nodes = calloc((size_t)count + 1, sizeof *r->rig.nodes);
    r->nodes = calloc((size_t)count + 1, sizeof *r->nodes);
    r->places = calloc((size_t)count + 1, sizeof *r->places);
    r->paints = calloc(materials, sizeof *r->paints);
    r->pictures = calloc(materials, sizeof *r->pictures);
    if (r->rig.nodes == NULL || r->nodes == NULL || r->places == NULL || r->paints == NULL ||
        r->pictures == NULL) {
        return import_fail(r->import, "out of memory");
    }
    add_node(r, r->scene->mRootNode, -1);
    mark_parts(r);
    rig_places(&r->rig, NULL, 0, r->places);
    if (!rig_add_parts(r->import, &r->rig, r->places)) {
        return false;
    }
    for (unsigned i = 0; i < r->scene->mNumMaterials; i++) {
        load_material(r, i);
    }
    for (int32_t n = 0; n < r->rig.node_count; n++) {
        for (unsigned i = 0; i < r->nodes[n]->mNumMeshes; i++) {
            const struct aiMesh *mesh = mesh_of(r, n, i);
            if (mesh != NULL && !add_mesh(r, n, mesh)) {
                return false;
            }
        }
    }
    return make_clips(r) && rig_add_clips(r->import, &r->rig);
}

bool import_read_assimp(import_job *import, const char *path)
{
    reading r;
    memset(&r, 0, sizeof r);
    r.import = import;
    r.scene = aiImportFile(path, aiProcess_Triangulate | aiProcess_FindInvalidData);
    if (r.scene == NULL || r.scene->mRootNode == NULL) {
        const char *reason = aiGetErrorString();
        return import_fail(import, "%s",
                           reason != NULL && reason[0] != '\0' ? reason : "it cannot be read");
    }
    const bool was_read = read_scene(&r);
    for (unsigned i = 0; r.pictures != NULL && i < r.scene->mNumMaterials; i++) {
        r3d_picture_free(&r.pictures[i]);
    }
    free(r.rig.nodes);
    free(r.nodes);
    free(r.places);
    free(r.paints);
    free(r.pictures);
    free(r.numbers);
    free(r.channels);
    free(r.clips);
    aiReleaseImport(r.scene);
    return was_read;
}
