/* SPDX-License-Identifier: MIT */
/* Playing sequences. Source: spec rs2-model section 6, "Sequences". */

#include <retro3d/skeleton.h>

void r3d_sequence_init(r3d_sequence *sequence)
{
    if (sequence != NULL) {
        sequence->step_count = 0;
        sequence->steps = NULL;
        sequence->replay_offset = -1;
        sequence->loop_limit = 99;
        sequence->mask = NULL;
    }
}

int32_t r3d_sequence_step_delay(const r3d_sequence *sequence, int32_t step)
{
    if (sequence == NULL || step < 0 || step >= sequence->step_count) {
        return 0;
    }
    int32_t delay = sequence->steps[step].delay;
    if (delay == 0) {
        delay = sequence->steps[step].frame_delay;
    }
    return delay == 0 ? 1 : delay;
}

static void end_sequence(r3d_sequence_player *player)
{
    player->ended = true;
    player->step = 0;
    player->counter = 0;
}

static void count_tick(r3d_sequence_player *player)
{
    if (player->counter < INT32_MAX) {
        player->counter++;
    }
}

static void tick_movement(r3d_sequence_player *player, const r3d_sequence *sequence)
{
    count_tick(player);
    if (player->counter > r3d_sequence_step_delay(sequence, player->step)) {
        player->counter = 0;
        player->step++;
        if (player->step >= sequence->step_count) {
            player->step = 0;
        }
    }
}

/* Goes on while the counter is beyond the step's delay. `extra` is what a step takes besides its
 * delay. */
static void next_steps(r3d_sequence_player *player, const r3d_sequence *sequence, int32_t extra)
{
    count_tick(player);
    while (player->step < sequence->step_count) {
        int32_t delay = r3d_sequence_step_delay(sequence, player->step);
        /* A negative delay would never use the counter up; it passes its step at once. */
        int32_t used = r3d_i32_add(delay, extra);
        if (player->counter <= delay) {
            break;
        }
        player->counter -= used > 0 ? used : 0;
        player->step++;
    }
}

static void tick_action(r3d_sequence_player *player, const r3d_sequence *sequence)
{
    next_steps(player, sequence, 0);
    if (player->step >= sequence->step_count) {
        player->step = r3d_i32_sub(player->step, sequence->replay_offset);
        player->loops++;
        if (player->loops >= sequence->loop_limit || player->step < 0 ||
            player->step >= sequence->step_count) {
            end_sequence(player);
        }
    }
}

static void tick_effect(r3d_sequence_player *player, const r3d_sequence *sequence, int32_t extra)
{
    next_steps(player, sequence, extra);
    if (player->step >= sequence->step_count) {
        end_sequence(player);
    }
}

r3d_result r3d_sequence_player_advance(r3d_sequence_player *player, const r3d_sequence *sequence,
                                       r3d_play_kind kind, int32_t ticks)
{
    if (player == NULL || sequence == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (ticks < 0 || ticks > R3D_SEQUENCE_PLAYER_TICKS_MAX || player->step < 0 ||
        player->counter < 0) {
        return R3D_ERR_RANGE;
    }
    if (sequence->step_count <= 0) {
        end_sequence(player);
        return R3D_OK;
    }
    for (int32_t i = 0; i < ticks && !player->ended; i++) {
        switch (kind) {
        case R3D_PLAY_MOVEMENT:
            tick_movement(player, sequence);
            break;
        case R3D_PLAY_ACTION:
            tick_action(player, sequence);
            break;
        case R3D_PLAY_EFFECT:
            tick_effect(player, sequence, 0);
            break;
        case R3D_PLAY_WORLD_EFFECT:
            tick_effect(player, sequence, 1);
            break;
        default:
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

r3d_result r3d_sequence_player_advance_time(r3d_sequence_player *player,
                                            const r3d_sequence *sequence, r3d_play_kind kind,
                                            int32_t milliseconds)
{
    if (player == NULL || sequence == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (milliseconds < 0 || milliseconds > R3D_SEQUENCE_PLAYER_TICKS_MAX ||
        player->milliseconds < 0 || player->milliseconds >= R3D_TICK_MILLISECONDS) {
        return R3D_ERR_RANGE;
    }
    int32_t time = player->milliseconds + milliseconds;
    r3d_result result =
        r3d_sequence_player_advance(player, sequence, kind, time / R3D_TICK_MILLISECONDS);
    if (result == R3D_OK) {
        player->milliseconds = time % R3D_TICK_MILLISECONDS;
    }
    return result;
}
