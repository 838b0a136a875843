/* SPDX-License-Identifier: MIT */
/* A binary glTF file that is being written: its buffer, and the lists of its JSON. */

#ifndef R3D_TOOLS_GLTF_FILE_H
#define R3D_TOOLS_GLTF_FILE_H

#include <stdbool.h>

#include <retro3d/base.h>

/* Text or bytes that grow. */
typedef struct r3d_growing {
    char *data;
    size_t size;
    size_t capacity;
} r3d_growing;

/* The file. `failed` means that memory has run out; nothing more happens then. */
typedef struct r3d_gltf_file {
    r3d_growing bytes;
    r3d_growing views;
    r3d_growing accessors;
    int view_count;
    int accessor_count;
    bool failed;
} r3d_gltf_file;

/* Component types and shapes of accessors. */
enum r3d_gltf_component { R3D_GLTF_U8 = 5121, R3D_GLTF_FLOAT = 5126 };

enum r3d_gltf_target { R3D_GLTF_NO_TARGET = 0, R3D_GLTF_VERTICES = 34962 };

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void r3d_gltf_print(r3d_gltf_file *file, r3d_growing *text, const char *format, ...);

/* Adds one text to another, whatever its length. */
void r3d_gltf_append(r3d_gltf_file *file, r3d_growing *text, const r3d_growing *more);

/* Adds bytes as a buffer view; returns its number. */
int r3d_gltf_add_view(r3d_gltf_file *file, const void *data, size_t size, int target);

/* Adds `count` elements of `width` floats each ("SCALAR", "VEC3" ...), with their least and
 * greatest values if `bounds`; returns the accessor's number. */
int r3d_gltf_add_floats(r3d_gltf_file *file, const float *data, int count, int width, int target,
                        bool bounds);

/* Adds `count` elements of four bytes. */
int r3d_gltf_add_joints(r3d_gltf_file *file, const unsigned char *data, int count);

/* Writes the file: `json` is all of it but buffers, views and accessors, from the first key on. */
r3d_result r3d_gltf_save(r3d_gltf_file *file, const char *path, const r3d_growing *json,
                         r3d_error *out_error);

void r3d_gltf_free(r3d_gltf_file *file);

#endif
