/* SPDX-License-Identifier: MIT */
/* What the files that draw cards share. */

#ifndef R3D_TOOLS_CACHE_CARD_DRAWER_H
#define R3D_TOOLS_CACHE_CARD_DRAWER_H

#include "cards.h"

struct card_drawer {
    r3d_cache *cache;
    r3d_allocator allocator;
    r3d_cache_renderer *icons;
    card_worn worn;
    bool has_kits[2]; /* `worn.kits` are known */
    const r3d_draw_listener *listener;
    r3d_palette palette;
};

/* What a row shows, put together and posed; *out_yaw is how it is turned on the fixed card. The caller
 * destroys the mesh. For all kinds but texels and icons. */
r3d_result card_make_mesh(card_drawer *drawer, const card_row *row, r3d_mesh **out_mesh,
                          int32_t *out_yaw, r3d_error *out_error);

/* A mesh as it is seen on a card of `size` pixels that shows what one of `base` pixels shows: a copy whose
 * vertices are those of the camera, as many times as wide and high, and the view that shows it.
 * Returns R3D_OK, R3D_ERR_MEMORY, R3D_ERR_RANGE. */
r3d_result card_enlarge(const r3d_mesh *mesh, const r3d_scene_view *view, int32_t size,
                        int32_t base, const r3d_allocator *allocator, r3d_mesh **out_mesh,
                        r3d_scene_view *out_view);

#endif
