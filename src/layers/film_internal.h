/* SPDX-License-Identifier: MIT */
/* The inside of a player. */

#ifndef R3D_SRC_LAYERS_FILM_INTERNAL_H
#define R3D_SRC_LAYERS_FILM_INTERNAL_H

#include <retro3d/layers_film.h>

#include "layers_internal.h"

enum { R3D_PRIV_FLAME_PIXELS = R3D_LAYERS_PARTICLE_TARGET * R3D_LAYERS_PARTICLE_TARGET };

/* A particle system with its target. */
typedef struct r3d_priv_flame {
    r3d_layers_system system;
    r3d_layers_target *target;
    r3d_surface surface;
    uint32_t pixels[R3D_PRIV_FLAME_PIXELS];
} r3d_priv_flame;

struct r3d_layers_player {
    r3d_allocator allocator;
    r3d_layers_film film; /* a copy of the struct; its arrays are the caller's */
    r3d_layers_target *target;
    int32_t simulated; /* the frame that particles and water are at; -1: none */
    bool has_frame;
    r3d_layers_posed posed;
    r3d_layers_lights lights;
    r3d_layers_lamp *lamps;
    r3d_layers_mesh *meshes;
    const r3d_layers_mesh *
        *mesh_list; /* each of them: what is handed out is no array of structs that grow */
    bool *is_shown;
    int32_t (*fire_places_q16)[3];
    r3d_priv_flame *flames;
    r3d_layers_pool water;
    int16_t *water_memory;
    uint32_t water_random;
    uint8_t *marks;
    r3d_layers_visit *visits;
    int32_t *visit_order;
};

/* How many values a track of that kind has; 0 for unknown ones. */
int32_t r3d_priv_layers_track_size(r3d_layers_track_target target);

/* Poses camera, lamps, meshes and fires at a frame. */
r3d_result r3d_priv_layers_pose(r3d_layers_player *player, int32_t frame);

#endif
