/* SPDX-License-Identifier: MIT */
/* Body parts, sequences and effects: the records without an index. Source: spec rs2-cache
 * section 5. */

#include "record_internal.h"

enum {
    SLOT_ROOM = 10, /* opcodes of a slot reach this far; only the first few slots are used */
    LOOP_LIMIT = 99,
    PRIORITY = 5
};

/* Opcodes 40-49 and 50-59: the colour pairs of body parts and effects. */
static bool handle_slots(r3d_priv_record_reader *r, int32_t opcode,
                         r3d_cache_recolor recolors[R3D_CACHE_BODY_COLORS])
{
    if (opcode < 40 || opcode >= 40 + 2 * SLOT_ROOM) {
        return false;
    }
    int32_t slot = (opcode - 40) % SLOT_ROOM;
    int32_t color = r3d_priv_read_u16(r->reader);
    if (slot >= R3D_CACHE_BODY_COLORS) {
        return true;
    }
    if (opcode < 40 + SLOT_ROOM) {
        recolors[slot].from = color;
    } else {
        recolors[slot].to = color;
    }
    return true;
}

/* ---- body parts ---- */

static bool handle_idk(r3d_priv_record_reader *r, int32_t opcode, void *record)
{
    r3d_cache_idk *idk = record;
    switch (opcode) {
    case 1:
        idk->body_part = r3d_priv_read_u8(r->reader);
        return true;
    case 2:
        idk->models = r3d_priv_record_u16_list(r, &idk->model_count);
        return true;
    case 3:
        idk->disabled = true;
        return true;
    default:
        if (opcode >= 60 && opcode < 60 + SLOT_ROOM) {
            int32_t model = r3d_priv_read_u16(r->reader);
            if (opcode - 60 < R3D_CACHE_BODY_HEADS) {
                idk->heads[opcode - 60] = model;
            }
            return true;
        }
        return handle_slots(r, opcode, idk->recolors);
    }
}

r3d_result r3d_priv_decode_idk(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error)
{
    r3d_cache_idk *idk = record;
    idk->body_part = -1;
    for (int i = 0; i < R3D_CACHE_BODY_HEADS; i++) {
        idk->heads[i] = -1;
    }
    r3d_priv_record_reader r = {.reader = reader,
                                .origin = origin,
                                .arena = arena,
                                .out_error = out_error,
                                .kind = "idk",
                                .id = id};
    return r3d_priv_record_read(&r, handle_idk, idk);
}

/* ---- sequences ---- */

static void read_steps(r3d_priv_record_reader *r, r3d_cache_seq *seq)
{
    int32_t count = r3d_priv_read_u8(r->reader);
    seq->step_count = 0;
    seq->steps = NULL;
    if (count == 0 || !r3d_priv_reader_has(r->reader, (size_t)count * 6)) {
        return;
    }
    r3d_sequence_step *steps = r3d_priv_arena_alloc(r->arena, (size_t)count * sizeof *steps);
    if (steps == NULL) {
        r->out_of_memory = true;
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        steps[i].frame = r3d_priv_read_u16(r->reader);
        steps[i].extra_frame = r3d_priv_record_id(r);
        steps[i].delay = r3d_priv_read_u16(r->reader);
    }
    seq->steps = steps;
    seq->step_count = count;
}

static void read_mask(r3d_priv_record_reader *r, r3d_cache_seq *seq)
{
    int32_t count = r3d_priv_read_u8(r->reader);
    seq->mask_count = 0;
    seq->mask = NULL;
    if (count == 0 || !r3d_priv_reader_has(r->reader, (size_t)count)) {
        return;
    }
    int32_t *mask = r3d_priv_arena_alloc(r->arena, (size_t)count * sizeof *mask);
    if (mask == NULL) {
        r->out_of_memory = true;
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        mask[i] = r3d_priv_read_u8(r->reader);
    }
    seq->mask = mask;
    seq->mask_count = count;
}

static bool handle_seq(r3d_priv_record_reader *r, int32_t opcode, void *record)
{
    r3d_cache_seq *seq = record;
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 1:
        read_steps(r, seq);
        return true;
    case 2:
        seq->replay_offset = r3d_priv_read_u16(reader);
        return true;
    case 3:
        read_mask(r, seq);
        return true;
    case 4:
        seq->stretches = true;
        return true;
    case 5:
        seq->priority = r3d_priv_read_u8(reader);
        return true;
    case 6:
        seq->right_hand = r3d_priv_read_u16(reader);
        return true;
    case 7:
        seq->left_hand = r3d_priv_read_u16(reader);
        return true;
    case 8:
        seq->loop_limit = r3d_priv_read_u8(reader);
        return true;
    case 9:
    case 10:
    case 11:
        r3d_priv_skip(reader, 1);
        return true;
    case 12:
        r3d_priv_skip(reader, 4);
        return true;
    default:
        return false;
    }
}

r3d_result r3d_priv_decode_seq(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error)
{
    /* A sequence without steps shows the model as it is, for ever. */
    static const r3d_sequence_step no_pose = {
        .frame = -1, .extra_frame = -1, .delay = -1, .frame_delay = 0};
    r3d_cache_seq *seq = record;
    seq->replay_offset = -1;
    seq->priority = PRIORITY;
    seq->right_hand = -1;
    seq->left_hand = -1;
    seq->loop_limit = LOOP_LIMIT;
    r3d_priv_record_reader r = {.reader = reader,
                                .origin = origin,
                                .arena = arena,
                                .out_error = out_error,
                                .kind = "seq",
                                .id = id};
    r3d_result result = r3d_priv_record_read(&r, handle_seq, seq);
    if (result == R3D_OK && seq->step_count == 0) {
        seq->step_count = 1;
        seq->steps = &no_pose;
    }
    return result;
}

/* ---- effects ---- */

static bool handle_spot(r3d_priv_record_reader *r, int32_t opcode, void *record)
{
    r3d_cache_spot *spot = record;
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 1:
        spot->model = r3d_priv_read_u16(reader);
        return true;
    case 2:
        spot->seq = r3d_priv_record_id(r);
        return true;
    case 3:
        spot->has_alpha = true;
        return true;
    case 4:
        spot->scale_xz = r3d_priv_read_u16(reader);
        return true;
    case 5:
        spot->scale_y = r3d_priv_read_u16(reader);
        return true;
    case 6:
        spot->orientation = r3d_priv_read_u16(reader);
        return true;
    case 7:
        spot->ambient = r3d_priv_read_u8(reader);
        return true;
    case 8:
        spot->contrast = r3d_priv_read_u8(reader);
        return true;
    default:
        return handle_slots(r, opcode, spot->recolors);
    }
}

r3d_result r3d_priv_decode_spot(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                                r3d_priv_arena *arena, void *record, r3d_error *out_error)
{
    r3d_cache_spot *spot = record;
    spot->seq = -1;
    spot->scale_xz = 128;
    spot->scale_y = 128;
    r3d_priv_record_reader r = {.reader = reader,
                                .origin = origin,
                                .arena = arena,
                                .out_error = out_error,
                                .kind = "spotanim",
                                .id = id};
    return r3d_priv_record_read(&r, handle_spot, spot);
}
