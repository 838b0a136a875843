/* SPDX-License-Identifier: MIT */
/* What an export was made of, as texts beside its glTF: packed colours, labels, priorities, textures by
 * number, operations of frames. glTF has no words for these; retro3d import takes them while the file is as
 * it was written. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/models.h>

#include "gltf_job.h"

enum { SKELETONS_MAX = 16, PART_SCALE = 128, SIZE_BASES = 2 };

static const char *const names[GLTF_SEQUENCES_MAX] = {"stand", "walk"};

/* The frames of all sequences, and the skeletons that they use, one behind the other. */
typedef struct motion {
    r3d_skeleton skeleton;
    r3d_base *bases;
    const r3d_skeleton *skeletons[SKELETONS_MAX];
    int32_t first_bases[SKELETONS_MAX];
    int32_t skeleton_count;
    int32_t labels[R3D_GLTF_LABELS_MAX]; /* all of them */
    r3d_numbered_frame *frames;
    int32_t *ids;
    r3d_frame_op *ops;
    int32_t frame_count;
    int32_t op_count;
    r3d_named_sequence sequences[GLTF_SEQUENCES_MAX];
    int32_t sequence_count;
} motion;

static void release(motion *m)
{
    free(m->bases);
    free(m->frames);
    free(m->ids);
    free(m->ops);
}

/* A frame of the cache; *out_frame is NULL for a step without one. */
static r3d_result frame_of(const gltf_job *j, int32_t number, const r3d_frame **out_frame)
{
    *out_frame = NULL;
    return number >= 0 ? r3d_cache_get_frame(j->cache, number, out_frame, j->out_error) : R3D_OK;
}

/* Notes a skeleton; false if there are too many. */
static bool add_skeleton(motion *m, const r3d_skeleton *skeleton)
{
    for (int32_t i = 0; i < m->skeleton_count; i++) {
        if (m->skeletons[i] == skeleton) {
            return true;
        }
    }
    if (m->skeleton_count == SKELETONS_MAX) {
        return false;
    }
    m->skeletons[m->skeleton_count] = skeleton;
    m->first_bases[m->skeleton_count++] = m->skeleton.base_count;
    m->skeleton.base_count += skeleton->base_count;
    return true;
}

static int32_t first_base(const motion *m, const r3d_skeleton *skeleton)
{
    int32_t i = 0;
    while (m->skeletons[i] != skeleton) {
        i++;
    }
    return m->first_bases[i];
}

/* Counts frames, operations and bases. */
static r3d_result measure(const gltf_job *j, const r3d_sequence *sequence, motion *m)
{
    for (int32_t step = 0; step < sequence->step_count; step++) {
        const r3d_frame *frame;
        r3d_result result = frame_of(j, sequence->steps[step].frame, &frame);
        if (result != R3D_OK) {
            return result;
        }
        m->frame_count++;
        m->op_count += SIZE_BASES;
        if (frame != NULL) {
            m->op_count += frame->op_count;
            if (!add_skeleton(m, frame->skeleton)) {
                gltf_fail_memory(j->out_error, "skeletons");
                return R3D_ERR_MEMORY;
            }
        }
    }
    return R3D_OK;
}

/* The engine poses a character in the size of its models and scales it then: two bases at the end of the
 * skeleton do that to all labels, about the middle of the world. */
static bool is_scaled(const gltf_job *j)
{
    return j->part_scale[0] != PART_SCALE || j->part_scale[1] != PART_SCALE;
}

static bool reserve(const gltf_job *j, motion *m)
{
    m->bases = calloc((size_t)m->skeleton.base_count + SIZE_BASES, sizeof *m->bases);
    m->frames = calloc((size_t)m->frame_count + 1, sizeof *m->frames);
    m->ids = calloc((size_t)m->frame_count + 1, sizeof *m->ids);
    m->ops = calloc((size_t)m->op_count + 1, sizeof *m->ops);
    if (m->bases == NULL || m->frames == NULL || m->ids == NULL || m->ops == NULL) {
        return false;
    }
    for (int32_t i = 0; i < m->skeleton_count; i++) {
        memcpy(m->bases + m->first_bases[i], m->skeletons[i]->bases,
               (size_t)m->skeletons[i]->base_count * sizeof *m->bases);
    }
    if (is_scaled(j)) {
        for (int32_t i = 0; i < R3D_GLTF_LABELS_MAX; i++) {
            m->labels[i] = i;
        }
        m->bases[m->skeleton.base_count++].type = R3D_BASE_ORIGIN;
        r3d_base *size = &m->bases[m->skeleton.base_count++];
        size->type = R3D_BASE_SCALE;
        size->label_count = j->joint_count;
        size->labels = m->labels;
    }
    m->skeleton.bases = m->bases;
    m->frame_count = 0;
    m->op_count = 0;
    return true;
}

static void add_size(const gltf_job *j, motion *m, r3d_frame *frame)
{
    r3d_frame_op *ops = &m->ops[m->op_count];
    memset(ops, 0, SIZE_BASES * sizeof *ops);
    ops[0].base = m->skeleton.base_count - 2;
    ops[1].base = m->skeleton.base_count - 1;
    ops[1].x = j->part_scale[0];
    ops[1].y = j->part_scale[1];
    ops[1].z = j->part_scale[0];
    m->op_count += SIZE_BASES;
    frame->op_count += SIZE_BASES;
}

/* Adds a frame. */
static void add_frame(const gltf_job *j, motion *m, const r3d_frame *frame, int32_t delay)
{
    r3d_numbered_frame *made = &m->frames[m->frame_count];
    m->ids[m->frame_count] = m->frame_count;
    made->id = m->frame_count++;
    made->frame.delay = delay;
    made->frame.skeleton = &m->skeleton;
    made->frame.ops = m->ops + m->op_count;
    for (int32_t i = 0; frame != NULL && i < frame->op_count; i++) {
        r3d_frame_op *op = &m->ops[m->op_count++];
        *op = frame->ops[i];
        op->base += first_base(m, frame->skeleton);
        made->frame.op_count++;
    }
    if (is_scaled(j)) {
        add_size(j, m, &made->frame);
    }
}

static r3d_result add_sequence(const gltf_job *j, motion *m, const r3d_sequence *sequence,
                               const char *name)
{
    r3d_named_sequence *made = &m->sequences[m->sequence_count++];
    made->name = name;
    made->frame_ids = m->ids + m->frame_count;
    made->frame_count = sequence->step_count;
    for (int32_t step = 0; step < sequence->step_count; step++) {
        const r3d_frame *frame;
        r3d_result result = frame_of(j, sequence->steps[step].frame, &frame);
        if (result != R3D_OK) {
            return result;
        }
        add_frame(j, m, frame, r3d_sequence_step_delay(sequence, step));
    }
    return R3D_OK;
}

static r3d_result collect(const gltf_job *j, const int32_t seqs[GLTF_SEQUENCES_MAX], motion *m)
{
    r3d_result result = R3D_OK;
    for (int round = 0; round < 2 && result == R3D_OK; round++) {
        for (int i = 0; i < GLTF_SEQUENCES_MAX && result == R3D_OK; i++) {
            const r3d_sequence *sequence;
            if (seqs[i] < 0) {
                continue;
            }
            result = r3d_cache_get_sequence(j->cache, seqs[i], &sequence, j->out_error);
            if (result == R3D_OK) {
                result =
                    round == 0 ? measure(j, sequence, m) : add_sequence(j, m, sequence, names[i]);
            }
        }
        if (round == 0 && result == R3D_OK && !reserve(j, m)) {
            gltf_fail_memory(j->out_error, "frames");
            result = R3D_ERR_MEMORY;
        }
    }
    return result;
}

/* Adds a text as a view, and its number to the list of `extras`. */
static void add_text(gltf_job *j, const char *key, char *text, size_t size)
{
    if (size > 0) { /* no view is empty */
        gltf_print(&j->file, &j->json, ",\"%s\":%d", key,
                   gltf_add_view(&j->file, text, size, R3D_GLTF_NO_TARGET));
    }
    free(text);
}

static r3d_result add_motion(gltf_job *j, const int32_t seqs[GLTF_SEQUENCES_MAX])
{
    motion m;
    char *text = NULL;
    size_t size = 0;
    memset(&m, 0, sizeof m);
    r3d_result result = collect(j, seqs, &m);
    if (result == R3D_OK) {
        result = r3d_skeleton_encode_text(&m.skeleton, NULL, &text, &size, j->out_error);
    }
    if (result == R3D_OK) {
        add_text(j, "skeleton", text, size);
        r3d_animation animation;
        memset(&animation, 0, sizeof animation);
        animation.frame_count = m.frame_count;
        animation.frames = m.frames;
        animation.sequence_count = m.sequence_count;
        animation.sequences = m.sequences;
        result = r3d_animation_encode_text(&animation, NULL, &text, &size, j->out_error);
    }
    if (result == R3D_OK) {
        add_text(j, "animation", text, size);
    }
    release(&m);
    return result;
}

r3d_result gltf_add_source(gltf_job *j, const int32_t seqs[GLTF_SEQUENCES_MAX])
{
    char *text = NULL;
    size_t size = 0;
    r3d_result result = r3d_mesh_encode_text(j->source, NULL, &text, &size, j->out_error);
    if (result != R3D_OK) {
        return result;
    }
    gltf_print(&j->file, &j->json, ",\"extras\":{%s0000000000000000\"", GLTF_CHECKSUM_MARK);
    add_text(j, "mesh", text, size);
    if (j->has_motion && is_scaled(j)) {
        gltf_print(&j->file, &j->json, ",\"size\":[%ld,%ld]", (long)j->part_scale[0],
                   (long)j->part_scale[1]);
    }
    if (j->has_motion) {
        result = add_motion(j, seqs);
    }
    gltf_print(&j->file, &j->json, "}}");
    return result;
}
