/* SPDX-License-Identifier: MIT */
/// @file skeleton.h
/// Animation by labels: a skeleton names groups of vertices, a frame is a list of moves, turns and
/// scalings of such groups, and a sequence plays frames in time. All types here are plain views of
/// the caller's arrays; nothing is copied and nothing is allocated, except the vertices of a mesh
/// that is posed while it shares them. Source: spec rs2-model section 6.

#ifndef RETRO3D_SKELETON_H
#define RETRO3D_SKELETON_H

#include <retro3d/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a base does. Other values do nothing.
typedef enum r3d_base_type {
    R3D_BASE_ORIGIN = 0,    ///< Sets the pivot to the middle of its vertices, plus the offset.
    R3D_BASE_TRANSLATE = 1, ///< Adds the offset.
    R3D_BASE_ROTATE = 2, ///< Turns about the pivot: first z, then x, then y; angles in 1/256 turn.
    R3D_BASE_SCALE = 3,  ///< Scales about the pivot by factors in 1/128.
    R3D_BASE_ALPHA = 5   ///< Adds 8 * x to the alpha of its faces, clamped to 0..255.
} r3d_base_type;

/// A base: an operation on the vertices (or faces) of some labels. A label that is listed twice
/// counts twice; labels that the mesh does not have are passed over.
typedef struct r3d_base {
    int32_t type; ///< r3d_base_type
    int32_t label_count;
    const int32_t *labels; ///< `label_count` labels.
} r3d_base;

/// A skeleton ("base set").
typedef struct r3d_skeleton {
    int32_t base_count;
    const r3d_base *bases;
} r3d_skeleton;

/// One operation of a frame.
typedef struct r3d_frame_op {
    int32_t base; ///< Number of the base in the skeleton.
    int32_t x;
    int32_t y;
    int32_t z;
} r3d_frame_op;

/// A frame: operations in the order in which they are done.
typedef struct r3d_frame {
    int32_t op_count;
    const r3d_frame_op *ops;
    const r3d_skeleton *skeleton;
    int32_t delay; ///< How long it is shown if its sequence does not say, in ticks of 20 ms.
} r3d_frame;

/// Base numbers, ascending. In an animation of two frames these follow the second.
typedef struct r3d_mask {
    int32_t base_count;
    const int32_t *bases;
} r3d_mask;

/// Poses a mesh: does the operations of a frame on its vertices as they are now, so frames add up;
/// start each pose with r3d_mesh_reset. A mesh without label groups is left as it is. Bounds and
/// lighting stay.
/// @return R3D_OK; R3D_ERR_FORMAT_INDEX when an operation names a base that the skeleton does not
///         have; R3D_ERR_STATE: lighting has dropped the labels of the mesh before they were grouped
///         (r3d_mesh_group_labels), so nothing would move; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY. The mesh is
///         unchanged then.
R3D_API r3d_result r3d_mesh_apply_frame(r3d_mesh *mesh, const r3d_frame *frame);

/// Poses a mesh by two frames at once: the primary (an action, say a blow) for the bases that are
/// not in the mask, the secondary (the movement, say a walk) for those that are. Both use the
/// primary's skeleton; origins are done in both.
/// @param primary    NULL: nothing is done.
/// @param secondary  NULL: as r3d_mesh_apply_frame with the primary.
/// @param mask       NULL: the same.
/// @return As r3d_mesh_apply_frame.
R3D_API r3d_result r3d_mesh_apply_two_frames(r3d_mesh *mesh, const r3d_frame *primary,
                                             const r3d_frame *secondary, const r3d_mask *mask);

/// A step of a sequence.
typedef struct r3d_sequence_step {
    int32_t frame;       ///< Which frame; the caller knows of what list.
    int32_t extra_frame; ///< Of heads in interfaces; -1 for none.
    int32_t delay;       ///< In ticks; 0 takes `frame_delay`, and 1 if that is 0 too.
    int32_t frame_delay; ///< The frame's own delay.
} r3d_sequence_step;

/// How the players of a sequence count. The four places of the engine that play sequences differ.
typedef enum r3d_play_kind {
    R3D_PLAY_MOVEMENT = 0, ///< Walking, standing: counts from zero at each step; loops for ever.
    R3D_PLAY_ACTION = 1,   ///< Carries what is left of a tick over; goes back by `replay_offset`,
                           ///< at most `loop_limit` times.
    R3D_PLAY_EFFECT = 2,   ///< An effect on a being: as an action, ends after the last step.
    R3D_PLAY_WORLD_EFFECT = 3 ///< An effect in the world: the same with steps one tick longer.
} r3d_play_kind;

/// A sequence.
typedef struct r3d_sequence {
    int32_t step_count;
    const r3d_sequence_step *steps;
    int32_t replay_offset; ///< Steps to go back at the end of an action; -1: none, it ends.
    int32_t loop_limit;    ///< The engine's default is 99.
    const r3d_mask *mask;  ///< Bases that follow the movement while this action plays, or NULL.
} r3d_sequence;

/// Sets the defaults: no steps, replay_offset -1, loop_limit 99.
R3D_API void r3d_sequence_init(r3d_sequence *sequence);

/// Returns how many ticks a step is shown, 1 or more for delays that are not negative; 0 for a step
/// that does not exist.
R3D_API int32_t r3d_sequence_step_delay(const r3d_sequence *sequence, int32_t step);

/// Where a sequence stands. Set it to zero to start; read `step` and `ended`.
typedef struct r3d_sequence_player {
    int32_t step;         ///< The step to show.
    int32_t counter;      ///< Ticks that it was shown for.
    int32_t loops;        ///< How often an action has gone back.
    int32_t milliseconds; ///< Time that is not yet a tick.
    bool ended;           ///< There is nothing to show any more; `step` is 0.
} r3d_sequence_player;

enum r3d_sequence_player_limits {
    R3D_TICK_MILLISECONDS = 20, ///< Length of a tick.
    R3D_SEQUENCE_PLAYER_TICKS_MAX = 1000000
};

/// Lets ticks pass.
/// @param ticks  0..R3D_SEQUENCE_PLAYER_TICKS_MAX
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE (ticks, or an unknown kind).
R3D_API r3d_result r3d_sequence_player_advance(r3d_sequence_player *player,
                                               const r3d_sequence *sequence, r3d_play_kind kind,
                                               int32_t ticks);

/// Lets time pass: as many whole ticks as have accumulated.
/// @param milliseconds  0..R3D_SEQUENCE_PLAYER_TICKS_MAX
R3D_API r3d_result r3d_sequence_player_advance_time(r3d_sequence_player *player,
                                                    const r3d_sequence *sequence,
                                                    r3d_play_kind kind, int32_t milliseconds);

#ifdef __cplusplus
}
#endif

#endif
