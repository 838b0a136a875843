/* SPDX-License-Identifier: MIT */
/* The buffers of an isometric map as pictures and counters. Source: spec outline sections 11 and 12. */

#ifndef R3D_TOOLS_OUTLINE_BUFFERS_H
#define R3D_TOOLS_OUTLINE_BUFFERS_H

#include <retro3d/isomaps.h>

/* All functions write rows without padding, 0x00RRGGBB, as many pixels as the picture has. */

/* Surface ids, R + 256 * G. */
void draw_ids(const r3d_isomap *map, uint32_t *out_rgb);

/* Nearness + 32768, R + 256 * G + 65536 * B; black where there is background. */
void draw_near(const r3d_isomap *map, uint32_t *out_rgb);

/* The lines that were marked last: 0, 128 dark, 255 light. */
void draw_lines(const r3d_isomap *map, uint32_t *out_rgb);

/* The same without light: 255 where there is one. */
void draw_mask(const r3d_isomap *map, uint32_t *out_rgb);

/* One colour for each kind of face. */
void draw_faces(const r3d_isomap *map, uint32_t *out_rgb);

/* The coloured picture. The map has colours. */
void draw_image(const r3d_isomap *map, uint32_t *out_rgb);

/* The texels of the shadow map, 255 lit; all are without a light. Returns pixels of the size given, to be freed;
 * NULL without memory. */
uint32_t *draw_lit(const r3d_isomap *map, int32_t *out_width, int32_t *out_height);

/* Writes the counters as text; returns its length. */
int write_counters(const r3d_isomap *map, char *out_text, size_t size);

#endif
