/* SPDX-License-Identifier: MIT */
/// @file layers_film.h
/// A film of the room layers: tracks by frame number, what is shown when, flames, shadows, lightning,
/// water and panels, drawn in one order. A player holds what goes on from frame to frame.
/// Source: spec layers section 8.

#ifndef RETRO3D_LAYERS_FILM_H
#define RETRO3D_LAYERS_FILM_H

#include <retro3d/layers_effects.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_layers_film_limits {
    R3D_LAYERS_TRACK_VALUES_MAX = 12,
    R3D_LAYERS_CUBIC_FRAMES_MAX = 512, ///< Most frames between two keys of a cubic track.
    R3D_LAYERS_FRAMES_MAX = 1 << 24
};

typedef enum r3d_layers_track_kind {
    R3D_LAYERS_TRACK_STEP = 0,
    R3D_LAYERS_TRACK_LINEAR = 1,
    R3D_LAYERS_TRACK_CUBIC = 2 ///< Uniform Catmull-Rom.
} r3d_layers_track_kind;

typedef struct r3d_layers_key {
    int32_t frame;
    bool is_cut; ///< Begins a new shot: nothing is interpolated across it.
    int32_t values[R3D_LAYERS_TRACK_VALUES_MAX];
} r3d_layers_key;

/// What a track moves.
typedef enum r3d_layers_track_target {
    R3D_LAYERS_TRACK_EYE = 0,   ///< x y z
    R3D_LAYERS_TRACK_LOOK = 1,  ///< x y z
    R3D_LAYERS_TRACK_ZOOM = 2,  ///< The focal length.
    R3D_LAYERS_TRACK_FADE = 3,  ///< 0..255
    R3D_LAYERS_TRACK_LIGHT = 4, ///< Of lamp `number`: x y z
    R3D_LAYERS_TRACK_POWER = 5, ///< Of lamp `number`: its base.
    R3D_LAYERS_TRACK_MOVE = 6,  ///< Of mesh `number`: the translation.
    R3D_LAYERS_TRACK_PLACE = 7, ///< Of mesh `number`: the instance.
    R3D_LAYERS_TRACK_AT = 8     ///< Of fire `number`: x y z
} r3d_layers_track_target;

typedef struct r3d_layers_track {
    r3d_layers_track_target target;
    int32_t number; ///< Index of the lamp, mesh or fire.
    r3d_layers_track_kind kind;
    const r3d_layers_key *keys; ///< Frames ascend strictly.
    int32_t key_count;          ///< At least 1.
} r3d_layers_track;

/// The values of a track at a frame.
/// @param value_count  1..R3D_LAYERS_TRACK_VALUES_MAX
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (counts, frames that do not ascend, cubic keys too far
///         apart).
R3D_API r3d_result r3d_layers_track_value(const r3d_layers_track *track, int32_t frame,
                                          int32_t value_count, int32_t *out_values);

/// A mesh of a film and when it is shown.
typedef struct r3d_layers_film_mesh {
    const r3d_layers_mesh *mesh; ///< Prepared.
    const int32_t (*shown)[2];   ///< First and last frames; NULL: always.
    int32_t shown_count;
} r3d_layers_film_mesh;

/// A billboard of a flame's target.
typedef struct r3d_layers_fire {
    int32_t flame;
    int32_t place_q16[3];
    int32_t half_q16;
    int32_t cell; ///< Left out while that cell is not visited; -1: always there.
} r3d_layers_fire;

/// The shadow of a mesh on a plane, by a lamp.
typedef struct r3d_layers_cast {
    int32_t mesh;
    int32_t normal_q14[3];
    int32_t d_q16;
    int32_t lamp;
    uint8_t weight; ///< That of the first cast darkens all.
    int32_t cell;
} r3d_layers_cast;

/// Lightning of some frames.
typedef struct r3d_layers_strike {
    int32_t first;
    int32_t last;
    uint32_t seed;
    int32_t from_q16[3];
    int32_t to_q16[3];
    int32_t depth;
    int32_t amplitude_q16;
    uint8_t rgb[3];
    int32_t cell;
} r3d_layers_strike;

/// A film. Fill it with r3d_layers_film_init first; all arrays are borrowed while players use it.
typedef struct r3d_layers_film {
    uint32_t struct_size; ///< Set by r3d_layers_film_init.
    int32_t frame_count;
    uint32_t sky_rgb;
    int32_t eye_q16[3]; ///< Where no track says so.
    int32_t look_q16[3];
    int32_t focal_fx4;
    int32_t near_q16;
    r3d_layers_lights lights;
    uint8_t fog_rgb[3];
    int32_t fog_near_q16;
    int32_t fog_far_q16;
    const r3d_layers_film_mesh *meshes;
    int32_t mesh_count;
    const r3d_layers_track *tracks; ///< They act in this order.
    int32_t track_count;
    const r3d_layers_cell *cells;
    int32_t cell_count;
    const r3d_layers_portal *portals;
    int32_t portal_count;
    const r3d_layers_system_desc *flames;
    int32_t flame_count;
    const r3d_layers_fire *fires;
    int32_t fire_count;
    const r3d_layers_cast *casts;
    int32_t cast_count;
    const r3d_layers_strike *strikes;
    int32_t strike_count;
    int32_t water_size; ///< 0: no water.
    uint32_t water_seed;
    int32_t water_rate;
    int32_t water_amplitude;
    uint32_t
        *water_texels; ///< water_size * water_size, written by the player for stages that show it.
    const r3d_layers_quad *panels;
    int32_t panel_count;
} r3d_layers_film;

/// As r3d_layers_film_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_layers_film_init_sized(r3d_layers_film *out_film, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_layers_film_init(r3d_layers_film *out_film)
{
    r3d_layers_film_init_sized(out_film, (uint32_t)sizeof(r3d_layers_film));
}

/// Goes through a film. One thread uses a player at a time.
typedef struct r3d_layers_player r3d_layers_player;

/// Makes a player for pictures of one size, before frame 0.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (numbers, indices, systems); R3D_ERR_LIMIT;
///         R3D_ERR_MEMORY.
R3D_API r3d_result r3d_layers_player_create(const r3d_layers_film *film, int32_t width,
                                            int32_t height, const r3d_allocator *allocator,
                                            r3d_layers_player **out_player);

/// Frees a player. NULL is allowed.
R3D_API void r3d_layers_player_destroy(r3d_layers_player *player);

/// Goes to a frame: tracks, flicker, particles and water. Going back starts them again.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (the frame; an eye that equals its target).
R3D_API r3d_result r3d_layers_player_set_frame(r3d_layers_player *player, int32_t frame);

/// Draws the frame into a surface of the player's size. Allocates nothing.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE; R3D_ERR_STATE (no frame yet); R3D_ERR_LIMIT.
R3D_API r3d_result r3d_layers_player_draw(r3d_layers_player *player, r3d_surface *surface);

/// What a frame looks like. Pointers are valid until the next frame.
typedef struct r3d_layers_posed {
    int32_t frame;
    int32_t eye_q16[3];
    int32_t look_q16[3];
    r3d_layers_view view; ///< Camera, lights, fog.
    uint8_t fade;
    const r3d_layers_mesh *const *meshes; ///< With the instances of the frame.
    const bool *is_shown;                 ///< Of each mesh.
    const r3d_layers_pool *water;         ///< NULL: none.
    r3d_layers_target
        *target;          ///< Of the player; its counters and buffers are those of the last draw.
    const uint8_t *marks; ///< The stencil as it was before the darkening of the last draw.
    const r3d_layers_visit *visits; ///< Of each cell, at the last draw; NULL without cells.
    const int32_t *visit_order;
    int32_t visit_count;
} r3d_layers_posed;

/// Tells what the frame that was set last looks like.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (no frame yet).
R3D_API r3d_result r3d_layers_player_get_posed(const r3d_layers_player *player,
                                               r3d_layers_posed *out_posed);

/// The 64x64 pixels of a flame's target, as filled by the last draw. NULL for numbers out of range.
R3D_API const uint32_t *r3d_layers_player_get_flame(const r3d_layers_player *player, int32_t flame);

#ifdef __cplusplus
}
#endif

#endif
