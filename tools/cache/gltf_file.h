/* SPDX-License-Identifier: MIT */
/* A binary glTF file that is being written: its buffer, and the lists of its JSON. */

#ifndef R3D_TOOLS_GLTF_FILE_H
#define R3D_TOOLS_GLTF_FILE_H

#include <stdbool.h>

#include <retro3d/base.h>

/* Text or bytes that grow. */
typedef struct growing_text {
    char *data;
    size_t size;
    size_t capacity;
} growing_text;

/* The file. `failed` means that memory has run out; nothing more happens then. */
typedef struct gltf_file {
    growing_text bytes;
    growing_text views;
    growing_text accessors;
    int view_count;
    int accessor_count;
    bool failed;
} gltf_file;

/* Before the sixteen digits of the file's own checksum: FNV-1a of all its bytes, with zeros for these digits. */
#define GLTF_CHECKSUM_MARK "\"retro3d\":{\"checksum\":\""

/* Component types and shapes of accessors. */
enum gltf_component { R3D_GLTF_U8 = 5121, R3D_GLTF_FLOAT = 5126 };

enum gltf_target { R3D_GLTF_NO_TARGET = 0, R3D_GLTF_VERTICES = 34962 };

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void gltf_print(gltf_file *file, growing_text *text, const char *format, ...);

/* Adds one text to another, whatever its length. */
void gltf_append(gltf_file *file, growing_text *text, const growing_text *more);

/* Adds bytes as a buffer view; returns its number. */
int gltf_add_view(gltf_file *file, const void *data, size_t size, int target);

/* Adds `count` elements of `width` floats each (1..4: "SCALAR", "VEC3" ...; 16: "MAT4"), with their least
 * and greatest values if `bounds` (not for matrices); returns the accessor's number. */
int gltf_add_floats(gltf_file *file, const float *data, int count, int width, int target,
                    bool bounds);

/* Adds `count` elements of four bytes. */
int gltf_add_joints(gltf_file *file, const unsigned char *data, int count);

/* Writes the file: `json` is all of it but buffers, views and accessors, from the first key on. */
r3d_result gltf_save(gltf_file *file, const char *path, const growing_text *json,
                     r3d_error *out_error);

void gltf_free(gltf_file *file);

#endif
