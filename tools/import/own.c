/* SPDX-License-Identifier: MIT */
/* Our own exports: the texts that they hold, at the scale that is asked for. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"

enum { TEXT_MESH = 0, TEXT_SKELETON = 1, TEXT_ANIMATION = 2 };

bool import_is_own(const import_job *import)
{
    return import->texts[TEXT_MESH] != NULL;
}

static bool tell(const import_job *import, const r3d_error *error)
{
    fprintf(stderr, "%s: %s\n", import->path, error->message);
    return false;
}

r3d_mesh *import_own_mesh(const import_job *import, bool resting)
{
    const int32_t scale = (int32_t)import->scale; /* lengths of IMPORT_OWN_SCALE are as they were */
    r3d_mesh *mesh = NULL;
    r3d_error error;
    if (r3d_mesh_decode_text(import->texts[TEXT_MESH], import->text_sizes[TEXT_MESH], import->path,
                             true, NULL, &mesh, &error) != R3D_OK) {
        (void)tell(import, &error);
        return NULL;
    }
    const int32_t *size = import->own_size;
    bool made = true;
    if (size[0] > 0 && size[1] > 0 && resting) {
        made = r3d_mesh_scale(mesh, size[0], size[1], size[0]) == R3D_OK;
    } else if (size[0] > 0 && size[1] > 0) {
        fprintf(stderr,
                "%s: the character is %ld %% wide and %ld %% high; its frames make it so, the mesh "
                "is as large as its models\n",
                import->path, (long)size[0] * 100 / 128, (long)size[1] * 100 / 128);
    }
    if (made && scale != IMPORT_OWN_SCALE) {
        made = r3d_mesh_scale(mesh, scale, scale, scale) == R3D_OK;
    }
    if (!made) {
        fprintf(stderr, "%s: out of memory\n", import->path);
        r3d_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

static bool load_skeleton(const import_job *import, r3d_loaded_skeleton *out)
{
    r3d_error error;
    return r3d_skeleton_decode_text(import->texts[TEXT_SKELETON], import->text_sizes[TEXT_SKELETON],
                                    import->path, NULL, out, &error) == R3D_OK ||
           tell(import, &error);
}

/* Of what does not move the skeleton and the animation are empty. */
static bool encode_nothing(const import_job *import, const char *what, char **out_text,
                           size_t *out_size)
{
    fprintf(stderr, "%s: nothing moves in this model; its %s is empty\n", import->path, what);
    *out_text = calloc(1, 1);
    *out_size = 0;
    return *out_text != NULL;
}

bool import_encode_own_skeleton(const import_job *import, char **out_text, size_t *out_size)
{
    r3d_loaded_skeleton skeleton;
    r3d_error error;
    if (import->texts[TEXT_SKELETON] == NULL) {
        return encode_nothing(import, "skeleton", out_text, out_size);
    }
    if (!load_skeleton(import, &skeleton)) {
        return false;
    }
    const bool encoded =
        r3d_skeleton_encode_text(&skeleton.skeleton, NULL, out_text, out_size, &error) == R3D_OK ||
        tell(import, &error);
    r3d_loaded_skeleton_free(&skeleton);
    return encoded;
}

static int32_t scaled(int32_t value, double scale)
{
    return (int32_t)((double)value * scale / IMPORT_OWN_SCALE);
}

/* The same animation with longer or shorter ways. */
static bool encode_scaled(const import_job *import, const r3d_animation *animation, char **out_text,
                          size_t *out_size)
{
    r3d_animation copy = *animation;
    size_t op_count = 0;
    size_t next = 0;
    r3d_error error;
    for (int32_t i = 0; i < animation->frame_count; i++) {
        op_count += (size_t)animation->frames[i].frame.op_count;
    }
    r3d_numbered_frame *frames = calloc((size_t)animation->frame_count + 1, sizeof *frames);
    r3d_frame_op *ops = calloc(op_count + 1, sizeof *ops);
    bool encoded = false;
    if (frames == NULL || ops == NULL) {
        fprintf(stderr, "%s: out of memory\n", import->path);
    } else {
        for (int32_t i = 0; i < animation->frame_count; i++) {
            const r3d_frame *frame = &animation->frames[i].frame;
            frames[i] = animation->frames[i];
            frames[i].frame.ops = ops + next;
            for (int32_t k = 0; k < frame->op_count; k++) {
                r3d_frame_op *op = &ops[next++];
                const int32_t type = frame->skeleton->bases[frame->ops[k].base].type;
                *op = frame->ops[k];
                if (type == R3D_BASE_ORIGIN || type == R3D_BASE_TRANSLATE) {
                    op->x = scaled(op->x, import->scale);
                    op->y = scaled(op->y, import->scale);
                    op->z = scaled(op->z, import->scale);
                }
            }
        }
        copy.frames = frames;
        encoded = r3d_animation_encode_text(&copy, NULL, out_text, out_size, &error) == R3D_OK ||
                  tell(import, &error);
    }
    free(frames);
    free(ops);
    return encoded;
}

bool import_encode_own_animation(const import_job *import, char **out_text, size_t *out_size)
{
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    r3d_error error;
    if (import->texts[TEXT_SKELETON] == NULL || import->texts[TEXT_ANIMATION] == NULL) {
        return encode_nothing(import, "animation", out_text, out_size);
    }
    if (!load_skeleton(import, &skeleton)) {
        return false;
    }
    bool encoded = r3d_animation_decode_text(
                       import->texts[TEXT_ANIMATION], import->text_sizes[TEXT_ANIMATION],
                       import->path, &skeleton.skeleton, NULL, &animation, &error) == R3D_OK;
    if (encoded) {
        encoded = encode_scaled(import, &animation, out_text, out_size);
        r3d_animation_free(&animation);
    } else {
        (void)tell(import, &error);
    }
    r3d_loaded_skeleton_free(&skeleton);
    return encoded;
}
