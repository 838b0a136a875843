/* SPDX-License-Identifier: MIT */
/// @file assembly.h
/// Models put together from what a cache holds, lit and posed as the engine does it: items,
/// characters, scenery, dressed players, effects; what drawing them needs, and icons of items. Part of
/// retro3d::io. Source: spec rs2-cache section 5, spec rs2-model sections 4, 5, 6 and 11.

#ifndef RETRO3D_ASSEMBLY_H
#define RETRO3D_ASSEMBLY_H

#include <retro3d/cache.h>
#include <retro3d/model.h>
#include <retro3d/palette.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @name Models
/// All of them return R3D_OK or an error of the cache, or R3D_ERR_LIMIT when a model put together
/// passes r3d_cache_limits.max_faces; `*out_mesh` is NULL then. The caller owns the mesh, which is
/// lit.
/// @{

/// Which frames pose a model. Ids of frames, not places in a sequence; -1: none.
typedef struct r3d_cache_pose {
    int32_t primary;   ///< The action, or the movement if there is nothing else.
    int32_t secondary; ///< The movement while an action plays.
    int32_t mask_seq; ///< The sequence that the action is of: its mask tells which bases follow the
                      ///< movement, and what it puts into a player's hands, see
                      ///< r3d_cache_make_player.
} r3d_cache_pose;

/// The pose of a model as it is: all members -1.
R3D_API void r3d_cache_pose_init(r3d_cache_pose *pose);

/// Tells the frame of a step of a sequence; -1 for a sequence of -1 and for one without steps.
/// @return Also R3D_ERR_RANGE when the sequence has no such step.
R3D_API r3d_result r3d_cache_get_step_frame(r3d_cache *cache, int32_t seq, int32_t step,
                                            int32_t *out_frame, r3d_error *out_error);

/// The item to draw for an amount: the item itself or one of its looks by amount.
R3D_API r3d_result r3d_cache_get_stack_item(r3d_cache *cache, int32_t obj, int32_t amount,
                                            int32_t *out_obj, r3d_error *out_error);

/// An item as it lies in the inventory or on the ground. A note is its paper.
/// @param out_look  How its icon shows it; may be NULL.
R3D_API r3d_result r3d_cache_make_obj(r3d_cache *cache, int32_t obj, r3d_mesh **out_mesh,
                                      r3d_icon_look *out_look, r3d_error *out_error);

/// A character in a pose, with cylinder bounds. `pose` NULL: as it is.
R3D_API r3d_result r3d_cache_make_npc(r3d_cache *cache, int32_t npc, const r3d_cache_pose *pose,
                                      r3d_mesh **out_mesh, r3d_error *out_error);

/// A piece of scenery.
/// @param shape     One of the shapes it has.
/// @param rotation  0..7: quarter turns; from 4 on mirrored.
/// @param heights   Corners of the ground, for those that follow it; NULL: flat.
/// @param frame     Its pose; -1.
/// @return Also R3D_ERR_RANGE when it does not have the shape.
R3D_API r3d_result r3d_cache_make_loc(r3d_cache *cache, int32_t loc, int32_t shape,
                                      int32_t rotation, const r3d_corner_heights *heights,
                                      int32_t frame, r3d_mesh **out_mesh, r3d_error *out_error);

/// How appearance slots are coded.
enum r3d_cache_appearance {
    R3D_APPEARANCE_KIT = 256,     ///< 256.. is a body part.
    R3D_APPEARANCE_ITEM = 512,    ///< 512.. is an item. Other values: nothing is there.
    R3D_APPEARANCE_LEFT_HAND = 3, ///< The slot that r3d_cache_seq.left_hand replaces.
    R3D_APPEARANCE_RIGHT_HAND = 5 ///< The slot that r3d_cache_seq.right_hand replaces.
};

/// A player in a pose, with cylinder bounds. `pose` NULL: as it is. If pose->mask_seq is a sequence that
/// replaces what the hands hold, the slots R3D_APPEARANCE_LEFT_HAND and R3D_APPEARANCE_RIGHT_HAND have what it says
/// instead of what `slots` say, also if there are fewer slots.
/// @param gender         0 man, 1 woman.
/// @param slots          `slot_count` appearance codes, in the order in which they are welded.
/// @param recolors       `recolor_count` pairs for the whole; NULL with recolor_count 0.
R3D_API r3d_result r3d_cache_make_player(r3d_cache *cache, int32_t gender, const int32_t *slots,
                                         int32_t slot_count, const r3d_cache_recolor *recolors,
                                         int32_t recolor_count, const r3d_cache_pose *pose,
                                         r3d_mesh **out_mesh, r3d_error *out_error);

/// An effect.
/// @param frame  Its pose; -1.
R3D_API r3d_result r3d_cache_make_spot(r3d_cache *cache, int32_t spot, int32_t frame,
                                       r3d_mesh **out_mesh, r3d_error *out_error);
/// @}

/// @name Drawing
/// @{

/// Builds the palette with which what a cache holds is drawn: its brightness, its rule of black.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE (a brightness that makes none).
R3D_API r3d_result r3d_cache_build_palette(const r3d_cache *cache, r3d_palette *out_palette,
                                           r3d_error *out_error);

/// Hands the textures that the faces of a mesh name to a context, which borrows them from the cache. A texture
/// that does not exist is left out: the original draws black then.
/// @return R3D_OK, R3D_ERR_ARGUMENT; for a texture that is damaged an error of the cache.
R3D_API r3d_result r3d_cache_bind_textures(r3d_cache *cache, const r3d_mesh *mesh,
                                           r3d_draw_context *context, r3d_error *out_error);

/// Draws icons of items. For one thread at a time, as its cache.
typedef struct r3d_cache_renderer r3d_cache_renderer;

/// Makes a renderer.
/// @param cache  Borrowed; must outlive the renderer.
R3D_API r3d_result r3d_cache_renderer_create(r3d_cache *cache, r3d_cache_renderer **out_renderer,
                                             r3d_error *out_error);

/// Destroys a renderer. NULL is accepted.
R3D_API void r3d_cache_renderer_destroy(r3d_cache_renderer *renderer);

/// How an icon is to look other than its item says. Zero members change nothing.
typedef struct r3d_cache_icon_change {
    int32_t zoom_percent; ///< 200: from twice as far; at most 100,000.
    bool has_pitch;
    r3d_a11 pitch_a11; ///< Instead of the item's.
    bool has_yaw;
    r3d_a11 yaw_a11; ///< Instead of the item's.
} r3d_cache_icon_change;

/// Draws the icon of an item, with a fresh renderer's state. What a note shows does not change.
/// @param change  NULL: as the item says.
/// @param pixels  R3D_ICON_SIZE * R3D_ICON_SIZE pixels; colour 0 is background, as in the original.
/// @return R3D_OK, R3D_ERR_ARGUMENT, an error of the cache, R3D_ERR_RANGE (a zoom that is none),
///         R3D_ERR_LIMIT (notes of notes, more than 8 deep).
R3D_API r3d_result r3d_cache_draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                                       const r3d_cache_icon_change *change, uint32_t *pixels,
                                       r3d_error *out_error);
/// @}

#ifdef __cplusplus
}
#endif

#endif
