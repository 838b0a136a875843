/* SPDX-License-Identifier: MIT */
/* Characters. Source: spec rs2-cache section 5, npc. */

#include "record_internal.h"

/* What it looks like. */
static bool handle_look(r3d_priv_record_reader *r, int32_t opcode, r3d_cache_npc *npc)
{
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 1:
        npc->models = r3d_priv_record_u16_list(r, &npc->model_count);
        return true;
    case 2:
        npc->name = r3d_priv_record_text(r);
        return true;
    case 3:
        npc->description = r3d_priv_record_text(r);
        return true;
    case 12:
        npc->size = r3d_priv_read_s8(reader);
        return true;
    case 40:
        npc->recolors = r3d_priv_record_recolors(r, &npc->recolor_count);
        return true;
    case 60:
        npc->heads = r3d_priv_record_u16_list(r, &npc->head_count);
        return true;
    case 90:
    case 91:
    case 92:
    case 102:
    case 103:
        r3d_priv_skip(reader, 2);
        return true;
    case 93:
    case 99:
    case 107:
        return true;
    case 95:
        npc->level = r3d_priv_read_u16(reader);
        return true;
    case 97:
        npc->scale_xz = r3d_priv_read_u16(reader);
        return true;
    case 98:
        npc->scale_y = r3d_priv_read_u16(reader);
        return true;
    case 100:
        npc->ambient = r3d_priv_read_s8(reader);
        return true;
    case 101:
        npc->contrast = r3d_priv_read_s8(reader) * 5;
        return true;
    case 106:
        r3d_priv_skip(reader, 4);
        r3d_priv_skip(reader, ((size_t)r3d_priv_read_u8(reader) + 1) * 2);
        return true;
    default:
        return false;
    }
}

/* How it moves. */
static bool handle_movement(r3d_priv_record_reader *r, int32_t opcode, r3d_cache_npc *npc)
{
    switch (opcode) {
    case 13:
        npc->stand_seq = r3d_priv_record_id(r);
        return true;
    case 14:
        npc->walk_seq = r3d_priv_record_id(r);
        return true;
    case 16:
        npc->has_alpha = true;
        return true;
    case 17:
        npc->walk_seq = r3d_priv_record_id(r);
        npc->walk_back_seq = r3d_priv_record_id(r);
        npc->walk_right_seq = r3d_priv_record_id(r);
        npc->walk_left_seq = r3d_priv_record_id(r);
        return true;
    default:
        return false;
    }
}

static bool handle(r3d_priv_record_reader *r, int32_t opcode, void *record)
{
    r3d_cache_npc *npc = record;
    if (opcode >= 30 && opcode < 30 + R3D_CACHE_OPTIONS) {
        npc->options[opcode - 30] = r3d_priv_record_text(r);
        return true;
    }
    return handle_look(r, opcode, npc) || handle_movement(r, opcode, npc);
}

r3d_result r3d_priv_decode_npc(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error)
{
    r3d_cache_npc *npc = record;
    npc->name = "";
    npc->description = "";
    r3d_priv_record_no_texts(npc->options, R3D_CACHE_OPTIONS);
    npc->size = 1;
    npc->stand_seq = -1;
    npc->walk_seq = -1;
    npc->walk_back_seq = -1;
    npc->walk_right_seq = -1;
    npc->walk_left_seq = -1;
    npc->level = -1;
    npc->scale_xz = 128;
    npc->scale_y = 128;
    r3d_priv_record_reader r = {.reader = reader,
                                .origin = origin,
                                .arena = arena,
                                .out_error = out_error,
                                .kind = "npc",
                                .id = id};
    return r3d_priv_record_read(&r, handle, npc);
}
