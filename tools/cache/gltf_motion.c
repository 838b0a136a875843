/* SPDX-License-Identifier: MIT */
/* Nodes of a glTF file, and what moves them. */

#include "gltf_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 256 };

static const float tick_seconds = 0.02f;

void gltf_fail_memory(r3d_error *out_error, const char *what)
{
    if (out_error != NULL) {
        memset(out_error, 0, sizeof *out_error);
        out_error->result = R3D_ERR_MEMORY;
        out_error->offset = -1;
        snprintf(out_error->message, sizeof out_error->message, "%s: out of memory", what);
    }
}

void gltf_count_joints(gltf_job *j)
{
    for (int32_t i = 0; j->vertices.labels != NULL && i < j->vertices.count; i++) {
        if (j->vertices.labels[i] >= j->joint_count) {
            j->joint_count = j->vertices.labels[i] + 1;
        }
    }
    if (j->joint_count > R3D_GLTF_LABELS_MAX) {
        j->vertices.labels = NULL; /* a cache has no labels above 255 */
        j->joint_count = 0;
    }
}

/* The vertices are bound as they lie, so each joint's matrix is that of no move. Readers may take that for
 * granted when there are none, but some end when there are none. */
static int add_bind_matrices(gltf_job *j)
{
    float matrices[R3D_GLTF_LABELS_MAX][16];
    memset(matrices, 0, sizeof matrices);
    for (int i = 0; i < j->joint_count; i++) {
        for (int k = 0; k < 4; k++) {
            matrices[i][k * 5] = 1;
        }
    }
    return gltf_add_floats(&j->file, &matrices[0][0], j->joint_count, 16, R3D_GLTF_NO_TARGET,
                           false);
}

/* Node 0 is the mesh; with a skin node 1 carries the joints, which follow it. */
void gltf_print_nodes(gltf_job *j)
{
    bool skinned = j->joint_count > 0;
    const char *mesh = j->material_count > 0 ? "\"mesh\":0," : "";
    gltf_print(&j->file, &j->json, "\"asset\":{\"version\":\"2.0\",\"generator\":\"retro3d\"}");
    if (j->material_count > 0) {
        gltf_print(&j->file, &j->json, ",\"extensionsUsed\":[\"KHR_materials_unlit\"]");
    }
    gltf_print(&j->file, &j->json, ",\"scene\":0,\"scenes\":[{\"nodes\":[0%s]}],\"nodes\":[",
               skinned ? ",1" : "");
    if (!skinned) {
        gltf_print(&j->file, &j->json, "{%s\"scale\":[%.9g,%.9g,%.9g]}]", mesh,
                   (double)j->node_scale[0], (double)j->node_scale[1], (double)j->node_scale[2]);
        return;
    }
    gltf_print(&j->file, &j->json,
               "{%s\"skin\":0},{\"name\":\"labels\",\"scale\":[%.9g,%.9g,%.9g],"
               "\"children\":[",
               mesh, (double)j->node_scale[0], (double)j->node_scale[1], (double)j->node_scale[2]);
    for (int i = 0; i < j->joint_count; i++) {
        gltf_print(&j->file, &j->json, "%s%d", i > 0 ? "," : "", i + 2);
    }
    gltf_print(&j->file, &j->json, "]}");
    for (int i = 0; i < j->joint_count; i++) {
        gltf_print(&j->file, &j->json, ",{\"name\":\"label %d\"}", i);
    }
    gltf_print(&j->file, &j->json, "],\"skins\":[{\"skeleton\":1,\"joints\":[");
    for (int i = 0; i < j->joint_count; i++) {
        gltf_print(&j->file, &j->json, "%s%d", i > 0 ? "," : "", i + 2);
    }
    gltf_print(&j->file, &j->json, "],\"inverseBindMatrices\":%d}]", add_bind_matrices(j));
}

/* Poses of a sequence: all labels at every key. */
typedef struct keys {
    int count;
    float times[STEPS_MAX + 1];
    gltf_transform (*poses)[R3D_GLTF_LABELS_MAX];
} keys;

static r3d_result collect_keys(gltf_job *j, const r3d_sequence *sequence, keys *k)
{
    int32_t time = 0;
    k->count = 0;
    for (int32_t step = 0; step <= sequence->step_count && step <= STEPS_MAX; step++) {
        /* The end of the sequence is one more key, so that its last frame is seen, too. */
        bool end = step == sequence->step_count || step == STEPS_MAX;
        int32_t shown = end ? step - 1 : step;
        const r3d_frame *frame = NULL;
        if (sequence->steps[shown].frame >= 0) {
            r3d_result result =
                r3d_cache_get_frame(j->cache, sequence->steps[shown].frame, &frame, j->out_error);
            if (result != R3D_OK) {
                return result;
            }
        }
        if (!gltf_pose(&j->vertices, frame, k->poses[k->count])) {
            gltf_fail_memory(j->out_error, "animation");
            return R3D_ERR_MEMORY;
        }
        k->times[k->count++] = (float)time * tick_seconds;
        int32_t delay = r3d_sequence_step_delay(sequence, shown);
        time += delay > 0 ? delay : 1;
        if (end) {
            break;
        }
    }
    return R3D_OK;
}

/* Adds one property of one joint over all keys; returns the accessor. */
static int add_channel(gltf_job *j, const keys *k, int label, int property)
{
    float values[(STEPS_MAX + 1) * 4];
    int width = property == 1 ? 4 : 3;
    for (int i = 0; i < k->count; i++) {
        const gltf_transform *t = &k->poses[i][label];
        const float *from = property == 0 ? t->translation : property == 1 ? t->rotation : t->scale;
        memcpy(values + i * width, from, (size_t)width * sizeof *values);
    }
    return gltf_add_floats(&j->file, values, k->count, width, R3D_GLTF_NO_TARGET, false);
}

static void print_animation(gltf_job *j, const keys *k, const char *name, bool first)
{
    static const char *const paths[3] = {"translation", "rotation", "scale"};
    growing_text channels = {NULL, 0, 0};
    int input = gltf_add_floats(&j->file, k->times, k->count, 1, R3D_GLTF_NO_TARGET, true);
    gltf_print(&j->file, &j->json, "%s{\"name\":\"%s\",\"samplers\":[", first ? "" : ",", name);
    for (int label = 0; label < j->joint_count; label++) {
        for (int property = 0; property < 3; property++) {
            int sampler = label * 3 + property;
            gltf_print(&j->file, &j->json,
                       "%s{\"input\":%d,\"output\":%d,\"interpolation\":\"STEP\"}",
                       sampler > 0 ? "," : "", input, add_channel(j, k, label, property));
            gltf_print(&j->file, &channels,
                       "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
                       sampler > 0 ? "," : "", sampler, label + 2, paths[property]);
        }
    }
    gltf_print(&j->file, &j->json, "],\"channels\":[");
    gltf_append(&j->file, &j->json, &channels);
    gltf_print(&j->file, &j->json, "]}");
    free(channels.data);
}

r3d_result gltf_print_animations(gltf_job *j, const int32_t seqs[GLTF_SEQUENCES_MAX])
{
    static const char *const names[GLTF_SEQUENCES_MAX] = {"stand", "walk"};
    bool first = true;
    r3d_result result = R3D_OK;
    if (j->joint_count == 0 || (seqs[0] < 0 && seqs[1] < 0)) {
        return R3D_OK;
    }
    keys k;
    k.poses = malloc((STEPS_MAX + 1) * sizeof *k.poses);
    if (k.poses == NULL) {
        gltf_fail_memory(j->out_error, "animation");
        return R3D_ERR_MEMORY;
    }
    gltf_print(&j->file, &j->json, ",\"animations\":[");
    for (int i = 0; i < GLTF_SEQUENCES_MAX && result == R3D_OK; i++) {
        const r3d_sequence *sequence;
        if (seqs[i] < 0) {
            continue;
        }
        result = r3d_cache_get_sequence(j->cache, seqs[i], &sequence, j->out_error);
        if (result == R3D_OK) {
            result = collect_keys(j, sequence, &k);
        }
        if (result == R3D_OK) {
            print_animation(j, &k, names[i], first);
            first = false;
        }
    }
    gltf_print(&j->file, &j->json, "]");
    free(k.poses);
    return result;
}
