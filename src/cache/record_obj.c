/* SPDX-License-Identifier: MIT */
/* Items. Source: spec rs2-cache section 5, obj. */

#include "record_internal.h"

enum { MAN = 0, WOMAN = 1 };

/* What an item is and how it lies in the inventory. */
static bool handle_look(r3d_priv_record_reader *r, int32_t opcode, r3d_cache_obj *obj)
{
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 1:
        obj->model = r3d_priv_read_u16(reader);
        return true;
    case 2:
        obj->name = r3d_priv_record_text(r);
        return true;
    case 3:
        obj->description = r3d_priv_record_text(r);
        return true;
    case 4:
        obj->look.zoom = r3d_priv_read_u16(reader);
        return true;
    case 5:
        obj->look.pitch_a11 = r3d_priv_read_u16(reader);
        return true;
    case 6:
        obj->look.yaw_a11 = r3d_priv_read_u16(reader);
        return true;
    case 7:
        obj->look.x_offset = r3d_priv_read_s16(reader);
        return true;
    case 8:
        obj->look.y_offset = r3d_priv_read_s16(reader);
        return true;
    case 9:
        return true;
    case 10:
        r3d_priv_skip(reader, 2);
        return true;
    case 11:
        obj->stackable = true;
        return true;
    case 12:
        obj->cost = r3d_i32_from_bits(r3d_priv_read_u32(reader));
        return true;
    case 16:
        obj->members = true;
        return true;
    case 40:
        obj->recolors = r3d_priv_record_recolors(r, &obj->recolor_count);
        return true;
    case 95:
        obj->look.roll_a11 = r3d_priv_read_u16(reader);
        return true;
    case 97:
        obj->note_item = r3d_priv_read_u16(reader);
        return true;
    case 98:
        obj->note_template = r3d_priv_read_u16(reader);
        return true;
    default:
        return false;
    }
}

/* What it is when somebody wears it. */
static bool handle_wear(r3d_priv_record_reader *r, int32_t opcode, r3d_cache_obj *obj)
{
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 23:
        obj->wear[MAN][0] = r3d_priv_read_u16(reader);
        obj->wear_y[MAN] = r3d_priv_read_s8(reader);
        return true;
    case 24:
        obj->wear[MAN][1] = r3d_priv_read_u16(reader);
        return true;
    case 25:
        obj->wear[WOMAN][0] = r3d_priv_read_u16(reader);
        obj->wear_y[WOMAN] = r3d_priv_read_s8(reader);
        return true;
    case 26:
        obj->wear[WOMAN][1] = r3d_priv_read_u16(reader);
        return true;
    case 78:
        obj->wear[MAN][2] = r3d_priv_read_u16(reader);
        return true;
    case 79:
        obj->wear[WOMAN][2] = r3d_priv_read_u16(reader);
        return true;
    case 90:
    case 92:
        obj->heads[MAN][(opcode - 90) / 2] = r3d_priv_read_u16(reader);
        return true;
    case 91:
    case 93:
        obj->heads[WOMAN][(opcode - 91) / 2] = r3d_priv_read_u16(reader);
        return true;
    default:
        return false;
    }
}

/* Revision 317. */
static bool handle_317(r3d_priv_record_reader *r, int32_t opcode, r3d_cache_obj *obj)
{
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 110:
        obj->scale.x = r3d_priv_read_u16(reader);
        return true;
    case 111:
        obj->scale.z = r3d_priv_read_u16(reader);
        return true;
    case 112:
        obj->scale.y = r3d_priv_read_u16(reader);
        return true;
    case 113:
        obj->ambient = r3d_priv_read_s8(reader);
        return true;
    case 114:
        obj->contrast = r3d_priv_read_s8(reader) * 5;
        return true;
    case 115:
        obj->team = r3d_priv_read_u8(reader);
        return true;
    default:
        return false;
    }
}

static bool handle(r3d_priv_record_reader *r, int32_t opcode, void *record)
{
    r3d_cache_obj *obj = record;
    if (opcode >= 30 && opcode < 30 + R3D_CACHE_OPTIONS) {
        obj->options[opcode - 30] = r3d_priv_record_text(r);
        return true;
    }
    if (opcode >= 100 && opcode < 100 + R3D_CACHE_STACK_LOOKS) {
        obj->stack_count = R3D_CACHE_STACK_LOOKS;
        obj->stack[opcode - 100].item = r3d_priv_read_u16(r->reader);
        obj->stack[opcode - 100].count = r3d_priv_read_u16(r->reader);
        return true;
    }
    return handle_look(r, opcode, obj) || handle_wear(r, opcode, obj) || handle_317(r, opcode, obj);
}

r3d_result r3d_priv_decode_obj(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error)
{
    r3d_cache_obj *obj = record;
    obj->name = "";
    obj->description = "";
    r3d_priv_record_no_texts(obj->options, R3D_CACHE_OPTIONS);
    /* Without opcode 1 the model is 0, which the records are made of: it is drawn, it is not "none". */
    obj->look.zoom = 2000;
    obj->cost = 1;
    for (int sex = MAN; sex <= WOMAN; sex++) {
        for (int i = 0; i < 3; i++) {
            obj->wear[sex][i] = -1;
        }
        obj->heads[sex][0] = -1;
        obj->heads[sex][1] = -1;
    }
    obj->note_item = -1;
    obj->note_template = -1;
    obj->scale = (r3d_vec3i){.x = 128, .y = 128, .z = 128};
    r3d_priv_record_reader r = {.reader = reader,
                                .origin = origin,
                                .arena = arena,
                                .out_error = out_error,
                                .kind = "obj",
                                .id = id};
    return r3d_priv_record_read(&r, handle, obj);
}
