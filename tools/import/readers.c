/* SPDX-License-Identifier: MIT */
/* Which reader a file is for. */

#include <stdio.h>
#include <string.h>
#if !defined(_WIN32)
#include <strings.h>
#endif

#include "import.h"

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    const size_t size = strlen(ending);
    return length > size && strcasecmp(path + length - size, ending) == 0;
}

/* Binary glTF has a word at its head; other models are told by their names. */
static bool is_binary_gltf(const char *path)
{
    char head[4] = {0, 0, 0, 0};
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        (void)!fread(head, 1, sizeof head, file);
        (void)fclose(file);
    }
    return memcmp(head, "glTF", sizeof head) == 0;
}

import_reader *import_find_reader(const char *path, const char **out_library)
{
    if (ends_with(path, ".glb") || ends_with(path, ".gltf") || ends_with(path, ".vrm") ||
        is_binary_gltf(path)) {
        *out_library = "TinyGLTF was not found (Debian: libtinygltf-dev)";
#if defined(IMPORT_HAS_GLTF)
        return import_read_gltf;
#else
        return NULL;
#endif
    }
    if (ends_with(path, ".obj")) {
        *out_library = "tinyobjloader was not found (Debian: libtinyobjloader-dev)";
#if defined(IMPORT_HAS_OBJ)
        return import_read_obj;
#else
        return NULL;
#endif
    }
    *out_library = "Assimp, which reads all formats but glTF and OBJ, was not found (Debian: "
                   "libassimp-dev)";
#if defined(IMPORT_HAS_ASSIMP)
    return import_read_assimp;
#else
    return NULL;
#endif
}
