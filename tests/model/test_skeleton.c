/* SPDX-License-Identifier: MIT */
/* Posing and playing. The arithmetic of frames is in golden/model (anim-*, rule-mask-*). */

#include "support.h"

static r3d_mesh *labelled(void)
{
    arrays a = arrays_make(3, 1, 0);
    arrays_set_vertex(&a, 0, 0, 0, 0);
    arrays_set_vertex(&a, 1, 100, 0, 0);
    arrays_set_vertex(&a, 2, 0, 100, 0);
    arrays_set_face(&a, 0, 0, 1, 2, 5056);
    a.vertex_labels[0] = 1;
    a.vertex_labels[1] = 2;
    a.vertex_labels[2] = 2;
    a.face_labels[0] = 1;
    a.desc.vertex_labels = a.vertex_labels;
    a.desc.face_labels = a.face_labels;
    r3d_mesh *mesh = arrays_create(&a);
    assert_int_equal(r3d_mesh_group_labels(mesh), R3D_OK);
    arrays_free(&a);
    return mesh;
}

static const int32_t label_1[] = {1};
static const int32_t label_2[] = {2};
static const int32_t labels_beyond[] = {3, 65535, -1};
static const r3d_base bases[] = {
    {R3D_BASE_ORIGIN, 1, label_1},
    {R3D_BASE_TRANSLATE, 1, label_2},
    {R3D_BASE_ALPHA, 1, label_1},
    {R3D_BASE_ROTATE, 3, labels_beyond},
    {4, 1, label_2},
};
static const r3d_skeleton skeleton = {5, bases};

static void a_frame_moves_the_vertices_of_its_labels_only(void **state)
{
    (void)state;
    r3d_mesh *mesh = labelled();
    const r3d_frame_op ops[] = {{0, 0, 0, 0}, {1, 5, 6, 7}, {3, 1, 1, 1}, {4, 9, 9, 9}};
    const r3d_frame frame = {4, ops, &skeleton, 1};
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_apply_frame(mesh, &frame), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.x[0], 0);
    assert_int_equal(view.x[1], 105);
    assert_int_equal(view.y[2], 106);
    assert_int_equal(view.z[2], 7);
    r3d_mesh_destroy(mesh);
}

static void each_pose_has_its_own_alphas(void **state)
{
    (void)state;
    r3d_mesh *mesh = labelled();
    r3d_mesh *pose = NULL;
    const r3d_frame_op ops[] = {{2, 10, 0, 0}};
    const r3d_frame frame = {1, ops, &skeleton, 1};
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_apply_frame(mesh, &frame), R3D_OK); /* no alphas: nothing happens */
    r3d_mesh_get_view(mesh, &view);
    assert_null(view.alphas);
    assert_int_equal(r3d_mesh_add_alphas(mesh), R3D_OK);
    assert_int_equal(r3d_mesh_copy(mesh, &pose), R3D_OK);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(r3d_mesh_apply_frame(pose, &frame), R3D_OK);
    }
    r3d_mesh_get_view(pose, &view);
    assert_int_equal(view.alphas[0], 255); /* 40 * 80, clamped each time */
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.alphas[0], 0);
    r3d_mesh_destroy(mesh);
    r3d_mesh_destroy(pose);
}

static void a_base_that_does_not_exist_is_refused_before_anything_moves(void **state)
{
    (void)state;
    r3d_mesh *mesh = labelled();
    const r3d_frame_op ops[] = {{1, 5, 6, 7}, {5, 0, 0, 0}};
    const r3d_frame frame = {2, ops, &skeleton, 1};
    r3d_frame good = frame;
    r3d_mesh_view view;
    good.op_count = 1;
    const r3d_mask mask = {0, NULL};
    assert_int_equal(r3d_mesh_apply_frame(mesh, &frame), R3D_ERR_FORMAT_INDEX);
    assert_int_equal(r3d_mesh_apply_two_frames(mesh, &good, &frame, &mask), R3D_ERR_FORMAT_INDEX);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.x[1], 100);
    r3d_mesh_destroy(mesh);
}

static void a_mesh_without_groups_ignores_frames(void **state)
{
    (void)state;
    arrays a = arrays_make(3, 1, 0);
    r3d_mesh *mesh = arrays_create(&a);
    const r3d_frame_op ops[] = {{1, 5, 6, 7}};
    const r3d_frame frame = {1, ops, &skeleton, 1};
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_apply_frame(mesh, &frame), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.x[0], 0);
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

/* ---- sequences ---- */

static const r3d_sequence_step steps[] = {{10, -1, 2, 0}, {11, -1, 0, 3}, {12, -1, 0, 0}};

static r3d_sequence three_steps(void)
{
    r3d_sequence sequence;
    r3d_sequence_init(&sequence);
    sequence.step_count = 3;
    sequence.steps = steps;
    return sequence;
}

static void delays_fall_back_to_the_frame_and_then_to_one(void **state)
{
    (void)state;
    const r3d_sequence sequence = three_steps();
    assert_int_equal(r3d_sequence_step_delay(&sequence, 0), 2);
    assert_int_equal(r3d_sequence_step_delay(&sequence, 1), 3);
    assert_int_equal(r3d_sequence_step_delay(&sequence, 2), 1);
    assert_int_equal(r3d_sequence_step_delay(&sequence, 3), 0);
}

/* Asserts the step after each tick. */
static void check_steps(const r3d_sequence *sequence, r3d_play_kind kind, const char *expected)
{
    r3d_sequence_player player = {0, 0, 0, 0, false};
    for (int tick = 0; expected[tick] != '\0'; tick++) {
        assert_int_equal(r3d_sequence_player_advance(&player, sequence, kind, 1), R3D_OK);
        char shown = player.ended ? 'x' : (char)('0' + player.step);
        if (shown != expected[tick]) {
            fail_msg("kind %d, tick %d: step %c, expected %c", (int)kind, tick, shown,
                     expected[tick]);
        }
    }
}

static void players_count_as_their_places_in_the_engine_do(void **state)
{
    (void)state;
    r3d_sequence sequence = three_steps();
    /* Delays 2, 3, 1. A movement counts from 0 at each step and shows it for delay + 1 ticks. */
    check_steps(&sequence, R3D_PLAY_MOVEMENT, "001111220001111220001");
    /* An action takes the delay off the counter and keeps the rest, so steps are a tick shorter. */
    check_steps(&sequence, R3D_PLAY_ACTION, "001112xxx");
    check_steps(&sequence, R3D_PLAY_EFFECT, "001112xxx");
    /* In the world an effect takes one tick more off. */
    check_steps(&sequence, R3D_PLAY_WORLD_EFFECT, "00111122xx");
    sequence.replay_offset = 2; /* from the end back to step 1 */
    sequence.loop_limit = 3;
    check_steps(&sequence, R3D_PLAY_ACTION, "00111211121112xx");
}

static void time_accumulates_to_ticks(void **state)
{
    (void)state;
    const r3d_sequence sequence = three_steps();
    r3d_sequence_player by_time = {0, 0, 0, 0, false};
    r3d_sequence_player by_ticks = {0, 0, 0, 0, false};
    for (int frame = 0; frame < 300; frame++) {
        assert_int_equal(
            r3d_sequence_player_advance_time(&by_time, &sequence, R3D_PLAY_MOVEMENT, 7), R3D_OK);
    }
    assert_int_equal(
        r3d_sequence_player_advance(&by_ticks, &sequence, R3D_PLAY_MOVEMENT, 300 * 7 / 20), R3D_OK);
    assert_int_equal(by_time.step, by_ticks.step);
    assert_int_equal(by_time.counter, by_ticks.counter);
    assert_int_equal(r3d_sequence_player_advance_time(&by_time, &sequence, R3D_PLAY_MOVEMENT, -1),
                     R3D_ERR_RANGE);
    assert_int_equal(r3d_sequence_player_advance(&by_time, &sequence, R3D_PLAY_MOVEMENT,
                                                 R3D_SEQUENCE_PLAYER_TICKS_MAX + 1),
                     R3D_ERR_RANGE);
}

static void hostile_sequences_end(void **state)
{
    (void)state;
    const r3d_sequence_step negative[] = {{0, -1, INT32_MIN, 0}, {0, -1, -1, 0}};
    r3d_sequence sequence = {2, negative, INT32_MIN, INT32_MAX, NULL};
    for (int kind = R3D_PLAY_MOVEMENT; kind <= R3D_PLAY_WORLD_EFFECT; kind++) {
        r3d_sequence_player player = {0, INT32_MAX, 0, 0, false};
        assert_int_equal(
            r3d_sequence_player_advance(&player, &sequence, (r3d_play_kind)kind, 100000), R3D_OK);
        assert_in_range(player.step, 0, 1);
    }
    r3d_sequence_player player = {0, 0, 0, 0, false};
    sequence.step_count = 0;
    assert_int_equal(r3d_sequence_player_advance(&player, &sequence, R3D_PLAY_ACTION, 1), R3D_OK);
    assert_true(player.ended);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_moves_the_vertices_of_its_labels_only),
        cmocka_unit_test(each_pose_has_its_own_alphas),
        cmocka_unit_test(a_base_that_does_not_exist_is_refused_before_anything_moves),
        cmocka_unit_test(a_mesh_without_groups_ignores_frames),
        cmocka_unit_test(delays_fall_back_to_the_frame_and_then_to_one),
        cmocka_unit_test(players_count_as_their_places_in_the_engine_do),
        cmocka_unit_test(time_accumulates_to_ticks),
        cmocka_unit_test(hostile_sequences_end),
    };
    return cmocka_run_group_tests_name("skeleton", tests, NULL, NULL);
}
