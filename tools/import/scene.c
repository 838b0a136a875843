/* SPDX-License-Identifier: MIT */
/* Opening a model: Assimp's scene, its parts and the pictures of its materials. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>

#include <retro3d/io.h>
#include <retro3d/pictures.h>
#include <retro3d/png.h>

#include "import.h"

enum {
    PATH_SIZE = 2048,
    DEPTH_MAX = 1000, /* of nodes within nodes */
    PARTS_MAX = 4096
};

/* Adds the nodes with triangles below `node`, depth first. */
static bool collect_parts(import_job *import, const struct aiNode *node, int depth)
{
    if (depth > DEPTH_MAX) {
        fprintf(stderr, "%s: nodes are nested more than %d deep\n", import->path, DEPTH_MAX);
        return false;
    }
    if (node->mNumMeshes > 0) {
        if (import->part_count == PARTS_MAX) {
            fprintf(stderr, "%s: more than %d parts\n", import->path, PARTS_MAX);
            return false;
        }
        import_part *part = &import->parts[import->part_count++];
        part->node = node;
        part->bind = node_place(node);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        if (!collect_parts(import, node->mChildren[i], depth + 1)) {
            return false;
        }
    }
    return true;
}

/* Tells of material files that an .obj names and that are not there: Assimp would make everything
 * grey without a word. */
static void check_material_files(const char *path)
{
    const size_t length = strlen(path);
    const char *slash = strrchr(path, '/');
    const int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    void *text = NULL;
    size_t size = 0;
    if (length < 4 ||
        (strcmp(path + length - 4, ".obj") != 0 && strcmp(path + length - 4, ".OBJ") != 0) ||
        r3d_file_read(path, R3D_MODEL_TEXT_BYTES_MAX, NULL, &text, &size, NULL) != R3D_OK) {
        return;
    }
    for (const char *line = text; *line != '\0';) {
        const size_t line_length = strcspn(line, "\r\n");
        if (line_length > 7 && strncmp(line, "mtllib ", 7) == 0) {
            char name[PATH_SIZE];
            const int written = snprintf(name, sizeof name, "%.*s%.*s", folder, path,
                                         (int)(line_length - 7), line + 7);
            FILE *file = written > 0 && written < PATH_SIZE ? fopen(name, "rb") : NULL;
            if (file != NULL) {
                (void)fclose(file);
            } else {
                fprintf(stderr,
                        "%s: the material file \"%.*s\" cannot be opened; what it colours "
                        "becomes grey\n",
                        path, (int)(line_length - 7 < 200 ? line_length - 7 : 200), line + 7);
            }
        }
        line += line_length;
        line += strspn(line, "\r\n");
    }
    free(text);
}

/* Loads a picture beside the model: under the path that the model gives, or else under its last
 * part. */
static bool load_beside(const import_job *import, const char *name, r3d_picture *out)
{
    char path[PATH_SIZE];
    r3d_error error;
    const char *slash = strrchr(import->path, '/');
    int folder = slash != NULL ? (int)(slash - import->path) + 1 : 0;
    const char *last = strrchr(name, '/');
    const char *tries[2] = {name, last != NULL ? last + 1 : name};
    for (int i = 0; i < 2; i++) {
        int length = snprintf(path, sizeof path, "%.*s%s", folder, import->path, tries[i]);
        if (length > 0 && (size_t)length < sizeof path &&
            r3d_picture_load(path, NULL, NULL, out, &error) == R3D_OK) {
            return true;
        }
    }
    fprintf(stderr, "%s: picture \"%.100s\": %s\n", import->path, name, error.message);
    return false;
}

static bool load_swatch(const import_job *import, const struct aiMaterial *material,
                        r3d_picture *out)
{
    struct aiString name;
    if (aiGetMaterialTexture(material, aiTextureType_BASE_COLOR, 0, &name, NULL, NULL, NULL, NULL,
                             NULL, NULL) != aiReturn_SUCCESS &&
        aiGetMaterialTexture(material, aiTextureType_DIFFUSE, 0, &name, NULL, NULL, NULL, NULL,
                             NULL, NULL) != aiReturn_SUCCESS) {
        return true; /* a plain colour */
    }
    const struct aiTexture *embedded = NULL;
    if (name.data[0] == '*') {
        unsigned long number = strtoul(name.data + 1, NULL, 10);
        embedded = number < import->scene->mNumTextures ? import->scene->mTextures[number] : NULL;
        r3d_error error;
        if (embedded == NULL || embedded->mHeight != 0 ||
            r3d_png_decode(embedded->pcData, embedded->mWidth, import->path, NULL, NULL, out,
                           &error) != R3D_OK) {
            fprintf(stderr, "%s: the picture inside is not a PNG\n", import->path);
            return false;
        }
        return true;
    }
    return load_beside(import, name.data, out);
}

bool import_open(import_job *import, const char *path, double scale)
{
    memset(import, 0, sizeof *import);
    import->path = path;
    import->scale = scale;
    import->scene = aiImportFile(path, aiProcess_Triangulate | aiProcess_FindInvalidData);
    if (import->scene == NULL || import->scene->mRootNode == NULL) {
        fprintf(stderr, "%s: %s\n", path, aiGetErrorString());
        return false;
    }
    check_material_files(path);
    import->parts = calloc(PARTS_MAX, sizeof *import->parts);
    import->swatches = calloc(import->scene->mNumMaterials + 1u, sizeof *import->swatches);
    if (import->parts == NULL || import->swatches == NULL) {
        fprintf(stderr, "%s: out of memory\n", path);
        import_close(import);
        return false;
    }
    bool opened = collect_parts(import, import->scene->mRootNode, 0);
    for (unsigned i = 0; opened && i < import->scene->mNumMaterials; i++) {
        opened = load_swatch(import, import->scene->mMaterials[i], &import->swatches[i]);
    }
    if (!opened) {
        import_close(import);
    }
    return opened;
}

void import_close(import_job *import)
{
    for (unsigned i = 0; import->swatches != NULL && i < import->scene->mNumMaterials; i++) {
        r3d_picture_free(&import->swatches[i]);
    }
    free(import->swatches);
    free(import->parts);
    if (import->scene != NULL) {
        aiReleaseImport(import->scene);
    }
    memset(import, 0, sizeof *import);
}

bool import_has_labels(const import_job *import)
{
    return import->part_count > 1 || import->scene->mNumAnimations > 0;
}
