/* SPDX-License-Identifier: MIT */
/// @file assembly.h
/// Models put together from what a cache holds, lit and posed as the engine does it: items,
/// characters, scenery, dressed players, effects; and pictures of them under fixed cameras, for
/// regression tests. Part of retro3d::io. Source: spec rs2-cache section 5, spec rs2-model sections
/// 4, 5, 6 and 11.

#ifndef RETRO3D_ASSEMBLY_H
#define RETRO3D_ASSEMBLY_H

#include <retro3d/cache.h>
#include <retro3d/model.h>

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
    int32_t mask_seq;  ///< The sequence whose mask tells which bases follow the movement.
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

/// A character in a pose (NULL: as it is), with cylinder bounds.
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
    R3D_APPEARANCE_KIT = 256, ///< 256.. is a body part.
    R3D_APPEARANCE_ITEM = 512 ///< 512.. is an item. Other values: nothing is there.
};

/// A player in a pose, with cylinder bounds.
/// @param gender         0 man, 1 woman.
/// @param slots          `slot_count` appearance codes, in the order in which they are welded.
/// @param recolors       `recolor_count` pairs for the whole; may be NULL.
R3D_API r3d_result r3d_cache_make_player(r3d_cache *cache, int32_t gender, const int32_t *slots,
                                         int32_t slot_count, const r3d_cache_recolor *recolors,
                                         int32_t recolor_count, const r3d_cache_pose *pose,
                                         r3d_mesh **out_mesh, r3d_error *out_error);

/// An effect.
/// @param frame  Its pose; -1.
R3D_API r3d_result r3d_cache_make_spot(r3d_cache *cache, int32_t spot, int32_t frame,
                                       r3d_mesh **out_mesh, r3d_error *out_error);
/// @}

/// @name Pictures
/// @{

/// What a picture shows.
typedef enum r3d_cache_picture {
    R3D_PICTURE_TEXELS = 0, ///< The texel bank of a texture, 128 x 512.
    R3D_PICTURE_ICON = 1,   ///< An item's icon, 32 x 32.
    R3D_PICTURE_NPC = 2,    ///< These and the following are cards of 256 x 256.
    R3D_PICTURE_LOC = 3,
    R3D_PICTURE_WORN = 4, ///< A body of the first kits, wearing an item.
    R3D_PICTURE_SPOT = 5,
    R3D_PICTURE_KIND_COUNT = 6
} r3d_cache_picture;

/// What a character does in a picture.
typedef enum r3d_cache_action {
    R3D_ACTION_STAND = 0, ///< First frame of its stand sequence.
    R3D_ACTION_WALK = 1,  ///< A frame of its walk sequence.
    R3D_ACTION_MASKED = 2 ///< A frame of sequence 1 over the next frame of sequence 0, by the mask
                          ///< of sequence 1.
} r3d_cache_action;

/// One picture: a row of a table like golden/cache/expected.tsv. Members that its kind does not use
/// are 0.
typedef struct r3d_cache_row {
    r3d_cache_picture kind;
    int32_t id;
    int32_t amount;          ///< Icons.
    r3d_cache_action action; ///< Characters.
    int32_t frame;           ///< Place in the sequence: walking and masked characters, effects.
    int32_t shape;           ///< Scenery.
    int32_t rotation;
    bool animated;  ///< Scenery: first frame of its sequence.
    int32_t gender; ///< Worn items. An id of -1 is the body alone.
} r3d_cache_row;

/// Reads the three words that name a picture, for example "npc", "3", "walk 2".
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_FORMAT_SYNTAX.
R3D_API r3d_result r3d_cache_row_parse(const char *kind, const char *id, const char *param,
                                       r3d_cache_row *out_row);

enum r3d_cache_param_size { R3D_CACHE_PARAM_SIZE = 40 };

/// Writes the third word.
R3D_API void r3d_cache_row_param(const r3d_cache_row *row, char out_param[R3D_CACHE_PARAM_SIZE]);

/// Returns what a kind of picture is called: "texels", "icon", ... NULL for a number that is none.
R3D_API const char *r3d_cache_picture_name(r3d_cache_picture kind);

/// Changes of the camera. Zero members mean the fixed one.
typedef struct r3d_cache_camera {
    int32_t size_px;      ///< Width and height of cards.
    int32_t zoom_percent; ///< Distance: 200 is twice as far. Icons: their zoom.
    bool has_pitch;
    r3d_a11 pitch_a11; ///< Of the camera; icons: of the item.
    bool has_yaw;
    r3d_a11 yaw_a11; ///< Of the model.
} r3d_cache_camera;

/// What worn rows take from a cache. Zeroed members mean what golden/cache/README.md says.
typedef struct r3d_cache_worn {
    bool has_seq;
    int32_t seq; ///< Its first frame is the pose; -1: none. Default: sequence 2.
    bool has_kits[2];
    int32_t kit_count[2]; ///< Of man and woman.
    int32_t kits[2][12];  ///< Body parts in the order in which they are welded.
} r3d_cache_worn;

/// Draws rows. For one thread at a time, as its cache.
typedef struct r3d_cache_renderer r3d_cache_renderer;

/// Makes a renderer.
/// @param cache  Borrowed; must outlive the renderer.
/// @param worn   NULL for the defaults; copied.
R3D_API r3d_result r3d_cache_renderer_create(r3d_cache *cache, const r3d_cache_worn *worn,
                                             r3d_cache_renderer **out_renderer,
                                             r3d_error *out_error);

/// Destroys a renderer. NULL is accepted.
R3D_API void r3d_cache_renderer_destroy(r3d_cache_renderer *renderer);

/// Tells the size of a picture.
/// @param camera  NULL for the fixed one.
R3D_API void r3d_cache_picture_size(const r3d_cache_row *row, const r3d_cache_camera *camera,
                                    int32_t *out_width, int32_t *out_height);

/// Draws one picture, each with a fresh renderer's state, so that the order of rows does not
/// matter. Whatever passes a limit of the original ends the drawing where the original gave up.
/// @param pixels  Room for the picture, rows without padding, 0xAARRGGBB.
/// @return R3D_OK, an error of the cache, R3D_ERR_RANGE (a camera or row that is none).
R3D_API r3d_result r3d_cache_draw(r3d_cache_renderer *renderer, const r3d_cache_row *row,
                                  const r3d_cache_camera *camera, uint32_t *pixels,
                                  r3d_error *out_error);

/// Draws the icon of an item.
/// @param pixels  R3D_ICON_SIZE * R3D_ICON_SIZE pixels; colour 0 is background, as in the original.
R3D_API r3d_result r3d_cache_draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                                       uint32_t *pixels, r3d_error *out_error);

/// What a table says of a picture: CRC-32 of R, G, B row by row, and how many pixels are not 0.
R3D_API void r3d_cache_picture_hash(const uint32_t *pixels, int32_t width, int32_t height,
                                    uint32_t *out_crc, int32_t *out_nonzero);
/// @}

#ifdef __cplusplus
}
#endif

#endif
