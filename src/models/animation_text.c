/* SPDX-License-Identifier: MIT */
/* `.anim` files. Source: golden/model/README.md. Lines `sequence NAME ID ...` are an addition of this
 * project. */

#include <retro3d/models.h>

#include <string.h>

#include <retro3d/text.h>

#include "model_text.h"

#include "../base/hash.h"

/* How much an animation has of everything, or how much of it was read. */
typedef struct amounts {
    int32_t frames;
    int32_t ops;
    int32_t masks;
    int32_t mask_bases;
    int32_t sequences;
    int32_t sequence_ids;
    int32_t name_bytes;
} amounts;

typedef struct animation_arrays {
    r3d_numbered_frame *frames;
    r3d_frame_op *ops;
    r3d_named_mask *masks;
    int32_t *mask_bases;
    r3d_named_sequence *sequences;
    int32_t *sequence_ids;
    char *names;
    int32_t *mask_slots; /* hash tables of masks and sequences by name: number + 1, 0 is free */
    int32_t *sequence_slots;
} animation_arrays;

/* How many slots a table of `count` names has: a power of two. */
static uint32_t slot_count(int32_t count)
{
    uint32_t slots = 16;
    while (slots < (uint32_t)count * 2u) {
        slots *= 2;
    }
    return slots;
}

static void take_arrays(r3d_priv_block *block, const amounts *n, animation_arrays *out)
{
    out->frames = r3d_priv_block_take(block, (size_t)n->frames, sizeof *out->frames);
    out->ops = r3d_priv_block_take(block, (size_t)n->ops, sizeof *out->ops);
    out->masks = r3d_priv_block_take(block, (size_t)n->masks, sizeof *out->masks);
    out->mask_bases = r3d_priv_block_take(block, (size_t)n->mask_bases, sizeof *out->mask_bases);
    out->sequences = r3d_priv_block_take(block, (size_t)n->sequences, sizeof *out->sequences);
    out->sequence_ids =
        r3d_priv_block_take(block, (size_t)n->sequence_ids, sizeof *out->sequence_ids);
    out->names = r3d_priv_block_take(block, (size_t)n->name_bytes, sizeof *out->names);
    out->mask_slots = r3d_priv_block_take(block, slot_count(n->masks), sizeof(int32_t));
    out->sequence_slots = r3d_priv_block_take(block, slot_count(n->sequences), sizeof(int32_t));
}

/* Counts the name and the numbers of a mask or sequence. */
static r3d_result count_list(r3d_priv_model_text *t, int32_t *items, int32_t *numbers,
                             int32_t numbers_max, amounts *n)
{
    r3d_priv_word_view name;
    if (!r3d_priv_model_text_word(t, &name)) {
        return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_TRUNCATED,
                                        "the line ends, expected a name");
    }
    if (name.size >= R3D_MODEL_TEXT_ITEMS_MAX) {
        return r3d_priv_model_text_fail(t, R3D_ERR_LIMIT, "the name is too long");
    }
    r3d_result result =
        r3d_priv_model_text_add(t, items, 1, R3D_MODEL_TEXT_ITEMS_MAX, "masks or sequences");
    if (result == R3D_OK) {
        result = r3d_priv_model_text_add(t, numbers, r3d_priv_model_text_count(t), numbers_max,
                                         "numbers of masks or sequences");
    }
    if (result == R3D_OK) {
        result = r3d_priv_model_text_add(t, &n->name_bytes, (int32_t)name.size + 1,
                                         R3D_MODEL_TEXT_ITEMS_MAX, "bytes of names");
    }
    return result;
}

static r3d_result count_animation(r3d_priv_model_text *t, amounts *out)
{
    r3d_priv_word_view word;
    bool in_frame = false;
    memset(out, 0, sizeof *out);
    while (r3d_priv_model_text_line(t, &word)) {
        r3d_result result;
        if (r3d_priv_word_is(word, "frame")) {
            in_frame = true;
            result =
                r3d_priv_model_text_add(t, &out->frames, 1, R3D_MODEL_TEXT_FRAMES_MAX, "frames");
        } else if (r3d_priv_word_is(word, "op")) {
            result = in_frame ? r3d_priv_model_text_add(t, &out->ops, 1, R3D_MODEL_TEXT_ITEMS_MAX,
                                                        "operations")
                              : r3d_priv_model_text_unknown(t, word, "frame first");
        } else if (r3d_priv_word_is(word, "mask")) {
            in_frame = false;
            result = count_list(t, &out->masks, &out->mask_bases, R3D_MODEL_TEXT_ITEMS_MAX, out);
        } else if (r3d_priv_word_is(word, "sequence")) {
            in_frame = false;
            result =
                count_list(t, &out->sequences, &out->sequence_ids, R3D_MODEL_TEXT_STEPS_MAX, out);
        } else {
            result = r3d_priv_model_text_unknown(t, word, "frame, op, mask or sequence");
        }
        if (result != R3D_OK) {
            return result;
        }
    }
    return R3D_OK;
}

static r3d_result read_frame(r3d_priv_model_text *t, const animation_arrays *a, amounts *at,
                             const r3d_skeleton *skeleton)
{
    r3d_numbered_frame *frame = &a->frames[at->frames];
    frame->frame.op_count = 0;
    frame->frame.ops = a->ops + at->ops;
    frame->frame.skeleton = skeleton;
    frame->frame.delay = 0;
    r3d_result result = r3d_priv_model_text_number(t, "frame number", 0, INT32_MAX, &frame->id);
    r3d_priv_word_view word;
    if (result == R3D_OK && r3d_priv_model_text_word(t, &word)) {
        result = r3d_priv_word_number(t, word, "delay", 0, INT32_MAX, &frame->frame.delay);
    }
    for (int32_t i = 0; result == R3D_OK && i < at->frames; i++) {
        if (a->frames[i].id == frame->id) {
            return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_DATA, "frame %ld is there twice",
                                            (long)frame->id);
        }
    }
    at->frames++;
    return result;
}

static r3d_result read_op(r3d_priv_model_text *t, const animation_arrays *a, amounts *at,
                          const r3d_skeleton *skeleton)
{
    r3d_frame_op *op = &a->ops[at->ops++];
    a->frames[at->frames - 1].frame.op_count++;
    r3d_result result =
        r3d_priv_model_text_number(t, "base number", INT32_MIN, INT32_MAX, &op->base);
    if (result == R3D_OK && (op->base < 0 || op->base >= skeleton->base_count)) {
        return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_INDEX,
                                        "base number %ld, but the skeleton has %ld bases",
                                        (long)op->base, (long)skeleton->base_count);
    }
    if (result == R3D_OK) {
        result = r3d_priv_model_text_number(t, "x", INT32_MIN, INT32_MAX, &op->x);
    }
    if (result == R3D_OK) {
        result = r3d_priv_model_text_number(t, "y", INT32_MIN, INT32_MAX, &op->y);
    }
    if (result == R3D_OK) {
        result = r3d_priv_model_text_number(t, "z", INT32_MIN, INT32_MAX, &op->z);
    }
    return result;
}

/* Copies a name behind the others. */
static const char *read_name(r3d_priv_model_text *t, const animation_arrays *a, amounts *at)
{
    r3d_priv_word_view word;
    (void)r3d_priv_model_text_word(t, &word); /* the first walk saw it */
    char *name = a->names + at->name_bytes;
    memcpy(name, word.text, word.size);
    name[word.size] = '\0';
    at->name_bytes += (int32_t)word.size + 1;
    return name;
}

static uint32_t hash_of(const char *name)
{
    const uint32_t hash = r3d_priv_hash_name(name, strlen(name));
    return hash ^ hash >> 15;
}

static r3d_result fail_twice(r3d_priv_model_text *t, const char *what, const char *name)
{
    return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_DATA, "%s %.100s is there twice", what, name);
}

/* Notes the name of the last mask. */
static r3d_result add_mask_name(r3d_priv_model_text *t, const animation_arrays *a, int32_t count,
                                int32_t number)
{
    const char *name = a->masks[number].name;
    const uint32_t last = slot_count(count) - 1;
    uint32_t slot = hash_of(name) & last;
    for (; a->mask_slots[slot] != 0; slot = (slot + 1) & last) {
        if (strcmp(a->masks[a->mask_slots[slot] - 1].name, name) == 0) {
            return fail_twice(t, "mask", name);
        }
    }
    a->mask_slots[slot] = number + 1;
    return R3D_OK;
}

/* Notes the name of the last sequence. */
static r3d_result add_sequence_name(r3d_priv_model_text *t, const animation_arrays *a,
                                    int32_t count, int32_t number)
{
    const char *name = a->sequences[number].name;
    const uint32_t last = slot_count(count) - 1;
    uint32_t slot = hash_of(name) & last;
    for (; a->sequence_slots[slot] != 0; slot = (slot + 1) & last) {
        if (strcmp(a->sequences[a->sequence_slots[slot] - 1].name, name) == 0) {
            return fail_twice(t, "sequence", name);
        }
    }
    a->sequence_slots[slot] = number + 1;
    return R3D_OK;
}

static r3d_result read_mask(r3d_priv_model_text *t, const animation_arrays *a, const amounts *n,
                            amounts *at)
{
    r3d_named_mask *mask = &a->masks[at->masks++];
    int32_t *bases = a->mask_bases + at->mask_bases;
    mask->name = read_name(t, a, at);
    mask->mask.bases = bases;
    mask->mask.base_count = 0;
    r3d_priv_word_view word;
    r3d_result named = add_mask_name(t, a, n->masks, at->masks - 1);
    if (named != R3D_OK) {
        return named;
    }
    while (r3d_priv_model_text_word(t, &word)) {
        int32_t count = mask->mask.base_count;
        int32_t least = count > 0 ? bases[count - 1] : 0;
        r3d_result result =
            r3d_priv_word_number(t, word, "ascending base number", least, INT32_MAX, &bases[count]);
        if (result != R3D_OK) {
            return result;
        }
        mask->mask.base_count++;
    }
    at->mask_bases += mask->mask.base_count;
    return R3D_OK;
}

static r3d_result read_sequence(r3d_priv_model_text *t, const animation_arrays *a, const amounts *n,
                                amounts *at)
{
    r3d_named_sequence *sequence = &a->sequences[at->sequences++];
    int32_t *ids = a->sequence_ids + at->sequence_ids;
    sequence->name = read_name(t, a, at);
    sequence->frame_ids = ids;
    sequence->frame_count = 0;
    r3d_priv_word_view word;
    r3d_result named = add_sequence_name(t, a, n->sequences, at->sequences - 1);
    if (named != R3D_OK) {
        return named;
    }
    while (r3d_priv_model_text_word(t, &word)) {
        r3d_result result = r3d_priv_word_number(t, word, "frame number", 0, INT32_MAX,
                                                 &ids[sequence->frame_count]);
        if (result != R3D_OK) {
            return result;
        }
        sequence->frame_count++;
    }
    at->sequence_ids += sequence->frame_count;
    return R3D_OK;
}

static r3d_result read_animation(r3d_priv_model_text *t, const animation_arrays *a,
                                 const amounts *n, const r3d_skeleton *skeleton)
{
    amounts at;
    memset(&at, 0, sizeof at);
    r3d_priv_word_view word;
    while (r3d_priv_model_text_line(t, &word)) {
        r3d_result result;
        if (r3d_priv_word_is(word, "frame")) {
            result = read_frame(t, a, &at, skeleton);
        } else if (r3d_priv_word_is(word, "op")) {
            result = read_op(t, a, &at, skeleton);
        } else if (r3d_priv_word_is(word, "mask")) {
            result = read_mask(t, a, n, &at);
        } else {
            result = read_sequence(t, a, n, &at);
        }
        if (result == R3D_OK) {
            result = r3d_priv_model_text_end(t);
        }
        if (result != R3D_OK) {
            return result;
        }
    }
    return R3D_OK;
}

/* Goes back to the line of a sequence. */
static void find_sequence_line(r3d_priv_model_text *t, int32_t number)
{
    r3d_priv_word_view word;
    r3d_priv_model_text_rewind(t);
    while (number >= 0 && r3d_priv_model_text_line(t, &word)) {
        number -= r3d_priv_word_is(word, "sequence") ? 1 : 0;
    }
}

/* Sequences may come before the frames that they name. */
static r3d_result check_sequences(r3d_priv_model_text *t, const r3d_animation *animation)
{
    for (int32_t i = 0; i < animation->sequence_count; i++) {
        const r3d_named_sequence *sequence = &animation->sequences[i];
        for (int32_t k = 0; k < sequence->frame_count; k++) {
            if (r3d_animation_find_frame(animation, sequence->frame_ids[k]) == NULL) {
                find_sequence_line(t, i);
                return r3d_priv_model_text_fail(
                    t, R3D_ERR_FORMAT_INDEX, "sequence %.100s names frame %ld, which is not there",
                    sequence->name, (long)sequence->frame_ids[k]);
            }
        }
    }
    return R3D_OK;
}

r3d_result r3d_animation_decode_text(const char *text, size_t size, const char *name,
                                     const r3d_skeleton *skeleton, const r3d_allocator *allocator,
                                     r3d_animation *out_animation, r3d_error *out_error)
{
    r3d_allocator hooks;
    if (text == NULL || skeleton == NULL || out_animation == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "a pointer is NULL, or the allocator has one function only");
    }
    memset(out_animation, 0, sizeof *out_animation);
    r3d_priv_model_text t;
    amounts n;
    r3d_priv_model_text_init(&t, text, size, name, out_error);
    r3d_result result = count_animation(&t, &n);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_block block = {NULL, 0};
    animation_arrays a;
    take_arrays(&block, &n, &a);
    block.memory = r3d_priv_io_alloc(&hooks, block.used + 1);
    block.used = 0;
    if (block.memory == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1,
                                "no memory for the animation");
    }
    take_arrays(&block, &n, &a);
    memset(a.mask_slots, 0, slot_count(n.masks) * sizeof(int32_t));
    memset(a.sequence_slots, 0, slot_count(n.sequences) * sizeof(int32_t));
    r3d_priv_model_text_rewind(&t);
    result = read_animation(&t, &a, &n, skeleton);
    r3d_animation animation = {n.frames,    a.frames,    n.masks,      a.masks,
                               n.sequences, a.sequences, block.memory, hooks};
    if (result == R3D_OK) {
        result = check_sequences(&t, &animation);
    }
    if (result != R3D_OK) {
        r3d_priv_io_free(&hooks, block.memory);
        return result;
    }
    *out_animation = animation;
    return R3D_OK;
}

r3d_result r3d_animation_load_text_from(const r3d_file_source *files, const char *name,
                                        const r3d_skeleton *skeleton,
                                        const r3d_allocator *allocator,
                                        r3d_animation *out_animation, r3d_error *out_error)
{
    if (out_animation != NULL) {
        memset(out_animation, 0, sizeof *out_animation);
    }
    r3d_allocator hooks;
    if (name == NULL || skeleton == NULL || out_animation == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "a pointer is NULL, or the allocator has one function only");
    }
    void *text = NULL;
    size_t size = 0;
    r3d_result result =
        r3d_file_read_from(files, name, R3D_MODEL_TEXT_BYTES_MAX, &hooks, &text, &size, out_error);
    if (result == R3D_OK) {
        result =
            r3d_animation_decode_text(text, size, name, skeleton, &hooks, out_animation, out_error);
        r3d_priv_io_free(&hooks, text);
    }
    return result;
}

r3d_result r3d_animation_load_text(const char *path, const r3d_skeleton *skeleton,
                                   const r3d_allocator *allocator, r3d_animation *out_animation,
                                   r3d_error *out_error)
{
    return r3d_animation_load_text_from(NULL, path, skeleton, allocator, out_animation, out_error);
}

void r3d_animation_free(r3d_animation *animation)
{
    if (animation != NULL && animation->memory != NULL) {
        r3d_priv_io_free(&animation->allocator, animation->memory);
        memset(animation, 0, sizeof *animation);
    }
}

const r3d_frame *r3d_animation_find_frame(const r3d_animation *animation, int32_t id)
{
    for (int32_t i = 0; animation != NULL && i < animation->frame_count; i++) {
        if (animation->frames[i].id == id) {
            return &animation->frames[i].frame;
        }
    }
    return NULL;
}

const r3d_mask *r3d_animation_find_mask(const r3d_animation *animation, const char *name)
{
    for (int32_t i = 0; animation != NULL && name != NULL && i < animation->mask_count; i++) {
        if (strcmp(animation->masks[i].name, name) == 0) {
            return &animation->masks[i].mask;
        }
    }
    return NULL;
}

const r3d_named_sequence *r3d_animation_find_sequence(const r3d_animation *animation,
                                                      const char *name)
{
    for (int32_t i = 0; animation != NULL && name != NULL && i < animation->sequence_count; i++) {
        if (strcmp(animation->sequences[i].name, name) == 0) {
            return &animation->sequences[i];
        }
    }
    return NULL;
}
