/* SPDX-License-Identifier: MIT */
/* Scenery. Source: spec rs2-cache section 5, loc. */

#include "record_internal.h"

enum { SHAPE_DEFAULT = 10 };

static void read_models(r3d_priv_record_reader *r, bool with_shape, r3d_cache_loc *loc)
{
    r3d_priv_reader *reader = r->reader;
    int32_t count = r3d_priv_read_u8(reader);
    loc->model_count = 0;
    loc->models = NULL;
    loc->models_without_shape = !with_shape;
    if (count == 0 || !r3d_priv_reader_has(reader, (size_t)count * (with_shape ? 3 : 2))) {
        return;
    }
    r3d_cache_loc_model *models = r3d_priv_arena_alloc(r->arena, (size_t)count * sizeof *models);
    if (models == NULL) {
        r->out_of_memory = true;
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        models[i].model = r3d_priv_read_u16(reader);
        models[i].shape = with_shape ? r3d_priv_read_u8(reader) : SHAPE_DEFAULT;
    }
    loc->models = models;
    loc->model_count = count;
}

/* What it is. */
static bool handle_kind(r3d_priv_record_reader *r, int32_t opcode, r3d_cache_loc *loc)
{
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 1:
    case 5:
        read_models(r, opcode == 1, loc);
        return true;
    case 2:
        loc->name = r3d_priv_record_text(r);
        return true;
    case 3:
        loc->description = r3d_priv_record_text(r);
        return true;
    case 14:
        loc->width = r3d_priv_read_u8(reader);
        return true;
    case 15:
        loc->length = r3d_priv_read_u8(reader);
        return true;
    case 17:
        loc->solid = false;
        return true;
    case 18:
    case 23:
    case 73:
    case 74:
        return true;
    case 19:
    case 28:
    case 69:
    case 75:
        r3d_priv_skip(reader, 1);
        return true;
    case 60:
    case 68:
        r3d_priv_skip(reader, 2);
        return true;
    case 77:
        r3d_priv_skip(reader, 4);
        r3d_priv_skip(reader, ((size_t)r3d_priv_read_u8(reader) + 1) * 2);
        return true;
    default:
        return false;
    }
}

/* How it looks. */
static bool handle_look(r3d_priv_record_reader *r, int32_t opcode, r3d_cache_loc *loc)
{
    r3d_priv_reader *reader = r->reader;
    switch (opcode) {
    case 21:
        loc->hill_skew = true;
        return true;
    case 22:
        loc->shares_light = true;
        return true;
    case 24:
        loc->seq = r3d_priv_record_id(r);
        return true;
    case 25:
        loc->has_alpha = true;
        return true;
    case 29:
        loc->ambient = r3d_priv_read_s8(reader);
        return true;
    case 39:
        loc->contrast = r3d_priv_read_s8(reader);
        return true;
    case 40:
        loc->recolors = r3d_priv_record_recolors(r, &loc->recolor_count);
        return true;
    case 62:
        loc->mirrored = true;
        return true;
    case 64:
        loc->casts_shadow = false;
        return true;
    case 65:
        loc->scale.x = r3d_priv_read_u16(reader);
        return true;
    case 66:
        loc->scale.y = r3d_priv_read_u16(reader);
        return true;
    case 67:
        loc->scale.z = r3d_priv_read_u16(reader);
        return true;
    case 70:
        loc->offset.x = r3d_priv_read_s16(reader);
        return true;
    case 71:
        loc->offset.y = r3d_priv_read_s16(reader);
        return true;
    case 72:
        loc->offset.z = r3d_priv_read_s16(reader);
        return true;
    default:
        return false;
    }
}

static bool handle(r3d_priv_record_reader *r, int32_t opcode, void *record)
{
    r3d_cache_loc *loc = record;
    if (opcode >= 30 && opcode <= 38) {
        loc->options[opcode - 30] = r3d_priv_record_text(r);
        return true;
    }
    return handle_kind(r, opcode, loc) || handle_look(r, opcode, loc);
}

r3d_result r3d_priv_decode_loc(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error)
{
    r3d_cache_loc *loc = record;
    loc->name = "";
    loc->description = "";
    r3d_priv_record_no_texts(loc->options, R3D_CACHE_OPTIONS);
    loc->width = 1;
    loc->length = 1;
    loc->solid = true;
    loc->casts_shadow = true;
    loc->seq = -1;
    loc->scale = (r3d_vec3i){.x = 128, .y = 128, .z = 128};
    r3d_priv_record_reader r = {.reader = reader,
                                .origin = origin,
                                .arena = arena,
                                .out_error = out_error,
                                .kind = "loc",
                                .id = id};
    return r3d_priv_record_read(&r, handle, loc);
}
