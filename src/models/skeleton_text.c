/* SPDX-License-Identifier: MIT */
/* `.skel` files. Source: golden/model/README.md. Numbers in place of the names of base types are an
 * addition of this project. */

#include <retro3d/models.h>

#include <string.h>

#include <retro3d/text.h>

#include "model_text.h"

typedef struct base_word {
    const char *text;
    r3d_base_type type;
} base_word;

static const base_word base_words[] = {
    {"origin", R3D_BASE_ORIGIN}, {"translate", R3D_BASE_TRANSLATE}, {"rotate", R3D_BASE_ROTATE},
    {"scale", R3D_BASE_SCALE},   {"alpha", R3D_BASE_ALPHA},
};

enum { BASE_WORD_COUNT = sizeof base_words / sizeof base_words[0] };

static r3d_result count_skeleton(r3d_priv_model_text *t, int32_t *out_bases, int32_t *out_labels)
{
    r3d_priv_word_view word;
    *out_bases = 0;
    *out_labels = 0;
    while (r3d_priv_model_text_line(t, &word)) {
        if (!r3d_priv_word_is(word, "base")) {
            return r3d_priv_model_text_unknown(t, word, "base");
        }
        int32_t words = r3d_priv_model_text_count(t);
        r3d_result result =
            r3d_priv_model_text_add(t, out_bases, 1, R3D_MODEL_TEXT_ITEMS_MAX, "bases");
        if (result == R3D_OK) {
            result =
                r3d_priv_model_text_add(t, out_labels, words, R3D_MODEL_TEXT_LABELS_MAX, "labels");
        }
        if (result != R3D_OK) {
            return result;
        }
    }
    return R3D_OK;
}

static r3d_result read_base_type(r3d_priv_model_text *t, int32_t *out_type)
{
    r3d_priv_word_view word;
    if (!r3d_priv_model_text_word(t, &word)) {
        return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_TRUNCATED,
                                        "the line ends, expected the type of the base");
    }
    for (int i = 0; i < BASE_WORD_COUNT; i++) {
        if (r3d_priv_word_is(word, base_words[i].text)) {
            *out_type = (int32_t)base_words[i].type;
            return R3D_OK;
        }
    }
    int32_t number;
    if (r3d_text_to_i32(word.text, word.size, &number) == R3D_ERR_FORMAT_SYNTAX) {
        return r3d_priv_model_text_unknown(t, word,
                                           "origin, translate, rotate, scale, alpha or a number");
    }
    return r3d_priv_word_number(t, word, "type of the base", 0, R3D_PRIV_BASE_TYPE_MAX, out_type);
}

static r3d_result read_base(r3d_priv_model_text *t, r3d_base *base, int32_t *labels)
{
    r3d_priv_word_view word;
    r3d_result type_result = read_base_type(t, &base->type);
    if (type_result != R3D_OK) {
        return type_result;
    }
    base->labels = labels;
    base->label_count = 0;
    while (r3d_priv_model_text_word(t, &word)) {
        r3d_result result = r3d_priv_word_number(t, word, "label", 0, R3D_MESH_LABEL_MAX,
                                                 &labels[base->label_count]);
        if (result != R3D_OK) {
            return result;
        }
        base->label_count++;
    }
    return R3D_OK;
}

r3d_result r3d_skeleton_decode_text(const char *text, size_t size, const char *name,
                                    const r3d_allocator *allocator,
                                    r3d_loaded_skeleton *out_skeleton, r3d_error *out_error)
{
    r3d_allocator hooks;
    if (text == NULL || out_skeleton == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "a pointer is NULL, or the allocator has one function only");
    }
    memset(out_skeleton, 0, sizeof *out_skeleton);
    r3d_priv_model_text t;
    int32_t base_count;
    int32_t label_count;
    r3d_priv_model_text_init(&t, text, size, name, out_error);
    r3d_result result = count_skeleton(&t, &base_count, &label_count);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_block block = {NULL, 0};
    (void)r3d_priv_block_take(&block, (size_t)base_count, sizeof(r3d_base));
    (void)r3d_priv_block_take(&block, (size_t)label_count, sizeof(int32_t));
    block.memory = r3d_priv_io_alloc(&hooks, block.used + 1);
    block.used = 0;
    if (block.memory == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1,
                                "no memory for the skeleton");
    }
    r3d_base *bases = r3d_priv_block_take(&block, (size_t)base_count, sizeof *bases);
    int32_t *labels = r3d_priv_block_take(&block, (size_t)label_count, sizeof *labels);
    r3d_priv_word_view word;
    r3d_priv_model_text_rewind(&t);
    for (int32_t i = 0; i < base_count; i++) {
        (void)r3d_priv_model_text_line(&t, &word);
        result = read_base(&t, &bases[i], labels);
        if (result != R3D_OK) {
            r3d_priv_io_free(&hooks, block.memory);
            return result;
        }
        labels += bases[i].label_count;
    }
    out_skeleton->skeleton.base_count = base_count;
    out_skeleton->skeleton.bases = bases;
    out_skeleton->memory = block.memory;
    out_skeleton->allocator = hooks;
    return R3D_OK;
}

r3d_result r3d_skeleton_load_text_from(const r3d_file_source *files, const char *name,
                                       const r3d_allocator *allocator,
                                       r3d_loaded_skeleton *out_skeleton, r3d_error *out_error)
{
    if (out_skeleton != NULL) {
        memset(out_skeleton, 0, sizeof *out_skeleton);
    }
    r3d_allocator hooks;
    if (name == NULL || out_skeleton == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "a pointer is NULL, or the allocator has one function only");
    }
    void *text = NULL;
    size_t size = 0;
    r3d_result result =
        r3d_file_read_from(files, name, R3D_MODEL_TEXT_BYTES_MAX, &hooks, &text, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_skeleton_decode_text(text, size, name, &hooks, out_skeleton, out_error);
        r3d_priv_io_free(&hooks, text);
    }
    return result;
}

r3d_result r3d_skeleton_load_text(const char *path, const r3d_allocator *allocator,
                                  r3d_loaded_skeleton *out_skeleton, r3d_error *out_error)
{
    return r3d_skeleton_load_text_from(NULL, path, allocator, out_skeleton, out_error);
}

void r3d_loaded_skeleton_free(r3d_loaded_skeleton *skeleton)
{
    if (skeleton != NULL && skeleton->memory != NULL) {
        r3d_priv_io_free(&skeleton->allocator, skeleton->memory);
        memset(skeleton, 0, sizeof *skeleton);
    }
}
