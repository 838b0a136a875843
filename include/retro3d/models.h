/* SPDX-License-Identifier: MIT */
/// @file models.h
/// The text forms of models: `.mesh`, `.skel` and `.anim` files, in and out. Part of retro3d::io.
/// docs/formats.md and golden/model/README.md describe the formats.
/// Everything read is checked; errors name the file, the line, what was found and what was
/// expected.

#ifndef RETRO3D_MODELS_H
#define RETRO3D_MODELS_H

#include <stdbool.h>

#include <retro3d/io.h>
#include <retro3d/mesh.h>
#include <retro3d/skeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_model_text_limits {
    R3D_MODEL_TEXT_BYTES_MAX = 256 * 1024 * 1024, ///< Largest file.
    R3D_MODEL_TEXT_LABELS_MAX = 1048576, ///< Most labels of all bases of a skeleton together.
    R3D_MODEL_TEXT_FRAMES_MAX = 16384,   ///< Most frames of an animation.
    R3D_MODEL_TEXT_STEPS_MAX = 65536,    ///< Most frames that sequences name.
    R3D_MODEL_TEXT_ITEMS_MAX = 1048576   ///< Most bases, operations, masks, mask entries, or
                                         ///< bytes of names.
};

/// Reads a `.mesh` file.
/// @param allow_missing_planes  See r3d_mesh_desc: accept infos whose plane does not exist.
/// @param allocator             NULL for malloc.
/// @return R3D_OK or an error; `*out_mesh` is NULL then.
R3D_API r3d_result r3d_mesh_load_text(const char *path, bool allow_missing_planes,
                                      const r3d_allocator *allocator, r3d_mesh **out_mesh,
                                      r3d_error *out_error);

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_mesh_load_text_from(const r3d_file_source *files, const char *name,
                                           bool allow_missing_planes,
                                           const r3d_allocator *allocator, r3d_mesh **out_mesh,
                                           r3d_error *out_error);

/// The same from memory. `name` is what errors call it.
R3D_API r3d_result r3d_mesh_decode_text(const char *text, size_t size, const char *name,
                                        bool allow_missing_planes, const r3d_allocator *allocator,
                                        r3d_mesh **out_mesh, r3d_error *out_error);

/// Writes a mesh that is not lit. The file appears whole or not at all.
/// @return R3D_OK; R3D_ERR_STATE when the colours were dropped by lighting; R3D_ERR_MEMORY;
///         R3D_ERR_IO_WRITE.
R3D_API r3d_result r3d_mesh_save_text(const r3d_mesh *mesh, const char *path, r3d_error *out_error);

/// The same into memory: text that is not zero-terminated. Free it with the allocator (NULL: free).
/// @return As above without R3D_ERR_IO_WRITE; `*out_text` is NULL then.
R3D_API r3d_result r3d_mesh_encode_text(const r3d_mesh *mesh, const r3d_allocator *allocator,
                                        char **out_text, size_t *out_size, r3d_error *out_error);

/// A skeleton that owns its arrays. All members zero is a valid empty one. Release it with
/// r3d_loaded_skeleton_free.
typedef struct r3d_loaded_skeleton {
    r3d_skeleton skeleton;
    void *memory;
    r3d_allocator allocator;
} r3d_loaded_skeleton;

/// Reads a `.skel` file.
/// @return R3D_OK or an error; the result is empty then.
R3D_API r3d_result r3d_skeleton_load_text(const char *path, const r3d_allocator *allocator,
                                          r3d_loaded_skeleton *out_skeleton, r3d_error *out_error);

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_skeleton_load_text_from(const r3d_file_source *files, const char *name,
                                               const r3d_allocator *allocator,
                                               r3d_loaded_skeleton *out_skeleton,
                                               r3d_error *out_error);

/// The same from memory.
R3D_API r3d_result r3d_skeleton_decode_text(const char *text, size_t size, const char *name,
                                            const r3d_allocator *allocator,
                                            r3d_loaded_skeleton *out_skeleton,
                                            r3d_error *out_error);

/// Writes a skeleton. Types of bases without a name are written as numbers.
/// @return R3D_OK; R3D_ERR_RANGE for types outside 0..255, or an error of writing.
R3D_API r3d_result r3d_skeleton_save_text(const r3d_skeleton *skeleton, const char *path,
                                          r3d_error *out_error);

/// The same into memory: text that is not zero-terminated. Free it with the allocator (NULL: free).
/// @return As above without R3D_ERR_IO_WRITE; `*out_text` is NULL then.
R3D_API r3d_result r3d_skeleton_encode_text(const r3d_skeleton *skeleton,
                                            const r3d_allocator *allocator, char **out_text,
                                            size_t *out_size, r3d_error *out_error);

/// Releases a loaded skeleton and empties it. NULL and empty ones are accepted.
R3D_API void r3d_loaded_skeleton_free(r3d_loaded_skeleton *skeleton);

/// A frame and the number that scripts call it.
typedef struct r3d_numbered_frame {
    int32_t id;
    r3d_frame frame;
} r3d_numbered_frame;

/// A mask and its name.
typedef struct r3d_named_mask {
    const char *name;
    r3d_mask mask;
} r3d_named_mask;

/// Frames that are played one after the other: line `sequence NAME ID ID ...`.
typedef struct r3d_named_sequence {
    const char *name;
    int32_t frame_count;
    const int32_t *frame_ids;
} r3d_named_sequence;

/// An animation that owns its arrays, but not the skeleton that its frames use. All members zero is
/// a valid empty one. Release it with r3d_animation_free.
typedef struct r3d_animation {
    int32_t frame_count;
    const r3d_numbered_frame *frames; ///< In file order.
    int32_t mask_count;
    const r3d_named_mask *masks;
    int32_t sequence_count;
    const r3d_named_sequence *sequences;
    void *memory;
    r3d_allocator allocator;
} r3d_animation;

/// Reads an `.anim` file.
/// @param skeleton  What its base numbers refer to; borrowed, must outlive the animation.
/// @return R3D_OK or an error; the result is empty then.
R3D_API r3d_result r3d_animation_load_text(const char *path, const r3d_skeleton *skeleton,
                                           const r3d_allocator *allocator,
                                           r3d_animation *out_animation, r3d_error *out_error);

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_animation_load_text_from(const r3d_file_source *files, const char *name,
                                                const r3d_skeleton *skeleton,
                                                const r3d_allocator *allocator,
                                                r3d_animation *out_animation, r3d_error *out_error);

/// The same from memory.
R3D_API r3d_result r3d_animation_decode_text(const char *text, size_t size, const char *name,
                                             const r3d_skeleton *skeleton,
                                             const r3d_allocator *allocator,
                                             r3d_animation *out_animation, r3d_error *out_error);

/// Writes an animation.
R3D_API r3d_result r3d_animation_save_text(const r3d_animation *animation, const char *path,
                                           r3d_error *out_error);

/// The same into memory: text that is not zero-terminated. Free it with the allocator (NULL: free).
/// @return As above without R3D_ERR_IO_WRITE; `*out_text` is NULL then.
R3D_API r3d_result r3d_animation_encode_text(const r3d_animation *animation,
                                             const r3d_allocator *allocator, char **out_text,
                                             size_t *out_size, r3d_error *out_error);

/// Releases an animation and empties it. NULL and empty ones are accepted.
R3D_API void r3d_animation_free(r3d_animation *animation);

/// Finds a frame by its number, NULL if there is none.
R3D_API const r3d_frame *r3d_animation_find_frame(const r3d_animation *animation, int32_t id);

/// Finds a mask by its name, NULL if there is none.
R3D_API const r3d_mask *r3d_animation_find_mask(const r3d_animation *animation, const char *name);

/// Finds a sequence by its name, NULL if there is none.
R3D_API const r3d_named_sequence *r3d_animation_find_sequence(const r3d_animation *animation,
                                                              const char *name);

#ifdef __cplusplus
}
#endif

#endif
