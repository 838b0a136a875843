/* SPDX-License-Identifier: MIT */
/* Every opcode of every record, of both revisions. */

#include <string.h>

#include <cache_internal.h>

#include "cmocka_all.h"
#include "forge.h"

/* A record of its own, and what decoding it gave. */
typedef struct decoded {
    r3d_priv_arena arena;
    r3d_allocator hooks;
    r3d_result result;
    size_t end;
    r3d_error error;
} decoded;

static void decode(decoded *d, const forge_bytes *bytes, r3d_priv_record_decoder decoder,
                   void *record, size_t record_size)
{
    r3d_priv_origin origin = {.archive = "config", .entry = "x.dat"};
    r3d_priv_reader reader = r3d_priv_reader_make(bytes->data, bytes->size, 0);
    memset(d, 0, sizeof *d);
    memset(record, 0, record_size);
    (void)r3d_priv_io_allocator(NULL, &d->hooks);
    r3d_priv_arena_init(&d->arena, &d->hooks);
    d->result = decoder(&reader, origin, 7, &d->arena, record, &d->error);
    d->end = reader.at;
}

static void finish(decoded *d, forge_bytes *bytes)
{
    r3d_priv_arena_free(&d->arena);
    forge_free(bytes);
}

static void op_u16(forge_bytes *b, uint32_t opcode, uint32_t value)
{
    forge_u8(b, opcode);
    forge_u16(b, value);
}

static void op_text(forge_bytes *b, uint32_t opcode, const char *text)
{
    forge_u8(b, opcode);
    forge_text(b, text);
}

static void op_recolor(forge_bytes *b)
{
    forge_u8(b, 40);
    forge_u8(b, 2);
    forge_u16(b, 0);
    forge_u16(b, 9);
    forge_u16(b, 65535);
    forge_u16(b, 1);
}

static void an_item_has_all_that_its_opcodes_say(void **state)
{
    (void)state;
    forge_bytes b = {0};
    op_u16(&b, 1, 511);
    op_text(&b, 2, "Sword");
    op_text(&b, 3, "Sharp.");
    op_u16(&b, 4, 1500);
    op_u16(&b, 5, 300);
    op_u16(&b, 6, 1000);
    op_u16(&b, 7, 0xFFFB); /* -5 */
    op_u16(&b, 8, 12);
    forge_u8(&b, 9);
    op_u16(&b, 10, 77);
    forge_u8(&b, 11);
    forge_u8(&b, 12);
    forge_u32(&b, 123456);
    forge_u8(&b, 16);
    op_u16(&b, 23, 40);
    forge_u8(&b, 0xFE);
    op_u16(&b, 24, 41);
    op_u16(&b, 25, 50);
    forge_u8(&b, 6);
    op_u16(&b, 26, 51);
    for (uint32_t i = 30; i < 40; i++) {
        op_text(&b, i, i == 34 ? "Take" : "x");
    }
    op_recolor(&b);
    op_u16(&b, 78, 42);
    op_u16(&b, 79, 52);
    for (uint32_t i = 90; i < 94; i++) {
        op_u16(&b, i, i);
    }
    op_u16(&b, 95, 1024);
    op_u16(&b, 97, 3);
    op_u16(&b, 98, 4);
    op_u16(&b, 109, 8);
    forge_u16(&b, 1000);
    op_u16(&b, 110, 120);
    op_u16(&b, 111, 130);
    op_u16(&b, 112, 140);
    forge_u8(&b, 113);
    forge_u8(&b, 0xF6); /* -10 */
    forge_u8(&b, 114);
    forge_u8(&b, 3);
    forge_u8(&b, 115);
    forge_u8(&b, 2);
    forge_u8(&b, 0);
    decoded d;
    r3d_cache_obj obj;
    decode(&d, &b, r3d_priv_decode_obj, &obj, sizeof obj);
    assert_int_equal(d.result, R3D_OK);
    assert_int_equal(d.end, b.size);
    assert_int_equal(obj.model, 511);
    assert_string_equal(obj.name, "Sword");
    assert_string_equal(obj.description, "Sharp.");
    assert_int_equal(obj.look.zoom, 1500);
    assert_int_equal(obj.look.pitch_a11, 300);
    assert_int_equal(obj.look.yaw_a11, 1000);
    assert_int_equal(obj.look.roll_a11, 1024);
    assert_int_equal(obj.look.x_offset, -5);
    assert_int_equal(obj.look.y_offset, 12);
    assert_true(obj.stackable);
    assert_true(obj.members);
    assert_int_equal(obj.cost, 123456);
    assert_int_equal(obj.wear[0][0], 40);
    assert_int_equal(obj.wear[0][1], 41);
    assert_int_equal(obj.wear[0][2], 42);
    assert_int_equal(obj.wear[1][0], 50);
    assert_int_equal(obj.wear[1][2], 52);
    assert_int_equal(obj.wear_y[0], -2);
    assert_int_equal(obj.wear_y[1], 6);
    assert_string_equal(obj.options[4], "Take");
    assert_int_equal(obj.recolor_count, 2);
    assert_int_equal(obj.recolors[0].from, 0);
    assert_int_equal(obj.recolors[1].to, 1);
    assert_int_equal(obj.heads[0][0], 90);
    assert_int_equal(obj.heads[0][1], 92);
    assert_int_equal(obj.heads[1][0], 91);
    assert_int_equal(obj.heads[1][1], 93);
    assert_int_equal(obj.note_item, 3);
    assert_int_equal(obj.note_template, 4);
    assert_int_equal(obj.stack_count, R3D_CACHE_STACK_LOOKS);
    assert_int_equal(obj.stack[9].item, 8);
    assert_int_equal(obj.stack[9].count, 1000);
    assert_int_equal(obj.scale.x, 120);
    assert_int_equal(obj.scale.z, 130);
    assert_int_equal(obj.scale.y, 140);
    assert_int_equal(obj.ambient, -10);
    assert_int_equal(obj.contrast, 15);
    assert_int_equal(obj.team, 2);
    finish(&d, &b);
}

static void an_empty_record_has_the_defaults_of_the_engine(void **state)
{
    (void)state;
    forge_bytes b = {0};
    forge_u8(&b, 0);
    decoded d;
    r3d_cache_obj obj;
    decode(&d, &b, r3d_priv_decode_obj, &obj, sizeof obj);
    assert_int_equal(obj.look.zoom, 2000);
    assert_int_equal(obj.model, 0);
    assert_int_equal(obj.note_template, -1);
    assert_int_equal(obj.wear[1][0], -1);
    assert_string_equal(obj.options[9], "");
    r3d_priv_arena_free(&d.arena);
    r3d_cache_npc npc;
    decode(&d, &b, r3d_priv_decode_npc, &npc, sizeof npc);
    assert_int_equal(npc.size, 1);
    assert_int_equal(npc.scale_xz, 128);
    assert_int_equal(npc.walk_seq, -1);
    r3d_priv_arena_free(&d.arena);
    r3d_cache_loc loc;
    decode(&d, &b, r3d_priv_decode_loc, &loc, sizeof loc);
    assert_int_equal(loc.scale.y, 128);
    assert_true(loc.solid);
    assert_int_equal(loc.seq, -1);
    r3d_priv_arena_free(&d.arena);
    r3d_cache_seq seq;
    decode(&d, &b, r3d_priv_decode_seq, &seq, sizeof seq);
    assert_int_equal(seq.step_count, 1);
    assert_int_equal(seq.steps[0].frame, -1);
    assert_int_equal(seq.loop_limit, 99);
    assert_int_equal(seq.priority, 5);
    assert_int_equal(seq.replay_offset, -1);
    r3d_priv_arena_free(&d.arena);
    r3d_cache_spot spot;
    decode(&d, &b, r3d_priv_decode_spot, &spot, sizeof spot);
    assert_int_equal(spot.model, 0);
    assert_int_equal(spot.scale_xz, 128);
    assert_int_equal(spot.seq, -1);
    finish(&d, &b);
}

static void a_character_has_all_that_its_opcodes_say(void **state)
{
    (void)state;
    forge_bytes b = {0};
    forge_u8(&b, 1);
    forge_u8(&b, 2);
    forge_u16(&b, 10);
    forge_u16(&b, 11);
    op_text(&b, 2, "Goblin");
    op_text(&b, 3, "Green.");
    forge_u8(&b, 12);
    forge_u8(&b, 3);
    op_u16(&b, 13, 20);
    op_u16(&b, 14, 21);
    forge_u8(&b, 16);
    op_u16(&b, 17, 22);
    forge_u16(&b, 23);
    forge_u16(&b, 24);
    forge_u16(&b, 65535);
    op_text(&b, 30, "Talk-to");
    op_recolor(&b);
    forge_u8(&b, 60);
    forge_u8(&b, 1);
    forge_u16(&b, 30);
    op_u16(&b, 90, 1);
    op_u16(&b, 91, 1);
    op_u16(&b, 92, 1);
    forge_u8(&b, 93);
    op_u16(&b, 95, 13);
    op_u16(&b, 97, 100);
    op_u16(&b, 98, 150);
    forge_u8(&b, 99);
    forge_u8(&b, 100);
    forge_u8(&b, 0xFB);
    forge_u8(&b, 101);
    forge_u8(&b, 2);
    op_u16(&b, 102, 1);
    op_u16(&b, 103, 1);
    op_u16(&b, 106, 1);
    forge_u16(&b, 2);
    forge_u8(&b, 1);
    forge_u16(&b, 3);
    forge_u16(&b, 4);
    forge_u8(&b, 107);
    forge_u8(&b, 0);
    decoded d;
    r3d_cache_npc npc;
    decode(&d, &b, r3d_priv_decode_npc, &npc, sizeof npc);
    assert_int_equal(d.result, R3D_OK);
    assert_int_equal(d.end, b.size);
    assert_int_equal(npc.model_count, 2);
    assert_int_equal(npc.models[1], 11);
    assert_string_equal(npc.name, "Goblin");
    assert_int_equal(npc.size, 3);
    assert_int_equal(npc.stand_seq, 20);
    assert_int_equal(npc.walk_seq, 22);
    assert_int_equal(npc.walk_right_seq, 24);
    assert_int_equal(npc.walk_left_seq, -1);
    assert_true(npc.has_alpha);
    assert_string_equal(npc.options[0], "Talk-to");
    assert_int_equal(npc.recolor_count, 2);
    assert_int_equal(npc.head_count, 1);
    assert_int_equal(npc.level, 13);
    assert_int_equal(npc.scale_xz, 100);
    assert_int_equal(npc.scale_y, 150);
    assert_int_equal(npc.ambient, -5);
    assert_int_equal(npc.contrast, 10);
    finish(&d, &b);
}

static void scenery_has_all_that_its_opcodes_say(void **state)
{
    (void)state;
    static const uint8_t flags[] = {17, 18, 21, 22, 23, 25, 62, 64, 73, 74};
    forge_bytes b = {0};
    forge_u8(&b, 1);
    forge_u8(&b, 2);
    forge_u16(&b, 10);
    forge_u8(&b, 4);
    forge_u16(&b, 11);
    forge_u8(&b, 22);
    op_text(&b, 2, "Tree");
    op_text(&b, 3, "Tall.");
    forge_u8(&b, 14);
    forge_u8(&b, 2);
    forge_u8(&b, 15);
    forge_u8(&b, 3);
    forge_add(&b, flags, sizeof flags);
    forge_u8(&b, 19);
    forge_u8(&b, 1);
    op_u16(&b, 24, 5);
    forge_u8(&b, 28);
    forge_u8(&b, 16);
    forge_u8(&b, 29);
    forge_u8(&b, 0xF0);
    forge_u8(&b, 39);
    forge_u8(&b, 7);
    op_text(&b, 38, "Chop");
    op_recolor(&b);
    op_u16(&b, 60, 1);
    op_u16(&b, 65, 100);
    op_u16(&b, 66, 110);
    op_u16(&b, 67, 120);
    op_u16(&b, 68, 1);
    forge_u8(&b, 69);
    forge_u8(&b, 3);
    op_u16(&b, 70, 0xFFFF);
    op_u16(&b, 71, 2);
    op_u16(&b, 72, 3);
    forge_u8(&b, 75);
    forge_u8(&b, 1);
    op_u16(&b, 77, 1);
    forge_u16(&b, 2);
    forge_u8(&b, 0);
    forge_u16(&b, 3);
    forge_u8(&b, 0);
    decoded d;
    r3d_cache_loc loc;
    decode(&d, &b, r3d_priv_decode_loc, &loc, sizeof loc);
    assert_int_equal(d.result, R3D_OK);
    assert_int_equal(d.end, b.size);
    assert_int_equal(loc.model_count, 2);
    assert_int_equal(loc.models[1].model, 11);
    assert_int_equal(loc.models[1].shape, 22);
    assert_int_equal(loc.width, 2);
    assert_int_equal(loc.length, 3);
    assert_false(loc.solid);
    assert_true(loc.hill_skew && loc.shares_light && loc.has_alpha && loc.mirrored);
    assert_false(loc.casts_shadow);
    assert_int_equal(loc.seq, 5);
    assert_int_equal(loc.ambient, -16);
    assert_int_equal(loc.contrast, 7);
    assert_string_equal(loc.options[8], "Chop");
    assert_int_equal(loc.scale.x, 100);
    assert_int_equal(loc.scale.y, 110);
    assert_int_equal(loc.scale.z, 120);
    assert_int_equal(loc.offset.x, -1);
    assert_int_equal(loc.offset.z, 3);
    finish(&d, &b);

    forge_u8(&b, 5); /* revision 317: models without a shape */
    forge_u8(&b, 2);
    forge_u16(&b, 10);
    forge_u16(&b, 11);
    op_u16(&b, 24, 65535);
    forge_u8(&b, 0);
    decode(&d, &b, r3d_priv_decode_loc, &loc, sizeof loc);
    assert_int_equal(d.result, R3D_OK);
    assert_true(loc.models_without_shape);
    assert_int_equal(loc.models[1].shape, 10);
    assert_int_equal(loc.seq, -1);
    finish(&d, &b);
}

static void body_parts_sequences_and_effects_have_all_that_their_opcodes_say(void **state)
{
    (void)state;
    forge_bytes b = {0};
    decoded d;
    forge_u8(&b, 1);
    forge_u8(&b, 8);
    forge_u8(&b, 2);
    forge_u8(&b, 1);
    forge_u16(&b, 99);
    forge_u8(&b, 3);
    op_u16(&b, 40, 5);
    op_u16(&b, 50, 6);
    op_u16(&b, 49, 7); /* a slot that is read and not used */
    op_u16(&b, 60, 70);
    op_u16(&b, 69, 71);
    forge_u8(&b, 0);
    r3d_cache_idk idk;
    decode(&d, &b, r3d_priv_decode_idk, &idk, sizeof idk);
    assert_int_equal(d.result, R3D_OK);
    assert_int_equal(d.end, b.size);
    assert_int_equal(idk.body_part, 8);
    assert_int_equal(idk.models[0], 99);
    assert_true(idk.disabled);
    assert_int_equal(idk.recolors[0].from, 5);
    assert_int_equal(idk.recolors[0].to, 6);
    assert_int_equal(idk.heads[0], 70);
    assert_int_equal(idk.heads[4], -1);
    finish(&d, &b);

    forge_u8(&b, 1);
    forge_u8(&b, 1);
    forge_u16(&b, 500);
    forge_u16(&b, 65535);
    forge_u16(&b, 6);
    op_u16(&b, 2, 2);
    forge_u8(&b, 3);
    forge_u8(&b, 2);
    forge_u8(&b, 4);
    forge_u8(&b, 200);
    forge_u8(&b, 4);
    forge_u8(&b, 5);
    forge_u8(&b, 10);
    op_u16(&b, 6, 0);
    op_u16(&b, 7, 513);
    forge_u8(&b, 8);
    forge_u8(&b, 3);
    forge_u8(&b, 9);
    forge_u8(&b, 1);
    forge_u8(&b, 10);
    forge_u8(&b, 1);
    forge_u8(&b, 11);
    forge_u8(&b, 1);
    forge_u8(&b, 12);
    forge_u32(&b, 1);
    forge_u8(&b, 0);
    r3d_cache_seq seq;
    decode(&d, &b, r3d_priv_decode_seq, &seq, sizeof seq);
    assert_int_equal(d.result, R3D_OK);
    assert_int_equal(d.end, b.size);
    assert_int_equal(seq.steps[0].frame, 500);
    assert_int_equal(seq.steps[0].extra_frame, -1);
    assert_int_equal(seq.steps[0].delay, 6);
    assert_int_equal(seq.replay_offset, 2);
    assert_int_equal(seq.mask_count, 2);
    assert_int_equal(seq.mask[1], 200);
    assert_true(seq.stretches);
    assert_int_equal(seq.priority, 10);
    assert_int_equal(seq.right_hand, 0);
    assert_int_equal(seq.left_hand, 513);
    assert_int_equal(seq.loop_limit, 3);
    finish(&d, &b);

    op_u16(&b, 1, 12);
    op_u16(&b, 2, 13);
    forge_u8(&b, 3);
    op_u16(&b, 4, 64);
    op_u16(&b, 5, 256);
    op_u16(&b, 6, 270);
    forge_u8(&b, 7);
    forge_u8(&b, 200);
    forge_u8(&b, 8);
    forge_u8(&b, 201);
    op_u16(&b, 45, 1);
    op_u16(&b, 55, 2);
    forge_u8(&b, 0);
    r3d_cache_spot spot;
    decode(&d, &b, r3d_priv_decode_spot, &spot, sizeof spot);
    assert_int_equal(d.result, R3D_OK);
    assert_int_equal(d.end, b.size);
    assert_int_equal(spot.model, 12);
    assert_int_equal(spot.seq, 13);
    assert_true(spot.has_alpha);
    assert_int_equal(spot.scale_xz, 64);
    assert_int_equal(spot.scale_y, 256);
    assert_int_equal(spot.orientation, 270);
    assert_int_equal(spot.ambient, 200);
    assert_int_equal(spot.contrast, 201);
    assert_int_equal(spot.recolors[5].from, 1);
    assert_int_equal(spot.recolors[5].to, 2);
    finish(&d, &b);
}

static void a_record_that_is_cut_or_has_an_unknown_opcode_says_where(void **state)
{
    (void)state;
    forge_bytes b = {0};
    decoded d;
    r3d_cache_obj obj;
    op_text(&b, 2, "Bow");
    op_u16(&b, 1, 5);
    b.size--;
    decode(&d, &b, r3d_priv_decode_obj, &obj, sizeof obj);
    assert_int_equal(d.result, R3D_ERR_FORMAT_TRUNCATED);
    assert_int_equal(d.error.offset, 5); /* where opcode 1 is */
    assert_string_equal(d.error.file, "config:x.dat");
    assert_non_null(strstr(d.error.message, "obj 7"));
    finish(&d, &b);

    op_text(&b, 2, "Bow");
    decode(&d, &b, r3d_priv_decode_obj, &obj, sizeof obj);
    assert_int_equal(d.result, R3D_ERR_FORMAT_TRUNCATED); /* no opcode 0 */
    finish(&d, &b);

    op_text(&b, 2, "Bow");
    forge_u8(&b, 200);
    forge_u8(&b, 0);
    decode(&d, &b, r3d_priv_decode_obj, &obj, sizeof obj);
    assert_int_equal(d.result, R3D_ERR_FORMAT_DATA);
    assert_int_equal(d.error.offset, 5);
    assert_non_null(strstr(d.error.message, "opcode 200"));
    finish(&d, &b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_item_has_all_that_its_opcodes_say),
        cmocka_unit_test(an_empty_record_has_the_defaults_of_the_engine),
        cmocka_unit_test(a_character_has_all_that_its_opcodes_say),
        cmocka_unit_test(scenery_has_all_that_its_opcodes_say),
        cmocka_unit_test(body_parts_sequences_and_effects_have_all_that_their_opcodes_say),
        cmocka_unit_test(a_record_that_is_cut_or_has_an_unknown_opcode_says_where),
    };
    return cmocka_run_group_tests_name("cache records", tests, NULL, NULL);
}
