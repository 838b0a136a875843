/* SPDX-License-Identifier: MIT */
/* Textured rows with four divisions at once: the walk from group to group. Before this file is
 * included there is draw_group(). */

#ifndef R3D_SRC_RASTER_X86_TEXTURE_ROWS_4_H
#define R3D_SRC_RASTER_X86_TEXTURE_ROWS_4_H

KERNEL bool draw_textured_row(const texture_row *row, const r3d_priv_plane_terms *terms,
                              const r3d_texels *texels)
{
    const r3d_priv_addressing *address = &r3d_priv_addressings[texels->detail == R3D_DETAIL_LOW];
    int32_t group_count = (row->count + R3D_PRIV_GROUP - 1) / R3D_PRIV_GROUP;
    points_terms at;
    at.u = four_of(row->u, terms->u.per_group);
    at.v = four_of(row->v, terms->v.per_group);
    at.w = four_of(row->w, terms->w.per_group);
    __m128i u_step = _mm_set1_epi32(r3d_i32_shl(terms->u.per_group, 2));
    __m128i v_step = _mm_set1_epi32(r3d_i32_shl(terms->v.per_group, 2));
    __m128i w_step = _mm_set1_epi32(r3d_i32_shl(terms->w.per_group, 2));
    __m128i least = _mm_setr_epi32(0, 7, 7, 7); /* the first point of a row has no lower limit */
    /* Points 4k..4k+3 with the last one of the four before in front. */
    int32_t a[5] = {0, 0, 0, 0, 0};
    int32_t b[5] = {0, 0, 0, 0, 0};
    group g;
    g.pixels = row->pixels;
    g.light = row->light;
    int32_t left = row->count; /* pixels */
    int32_t room = row->room;
    for (int32_t point = 0; point <= group_count; point += 4) {
        a[0] = a[4];
        b[0] = b[4];
        int zero = divide_points(&at, address, least, a + 1, b + 1);
        int32_t needed = group_count + 1 - point;
        if (needed < 4) {
            zero &= (1 << needed) - 1;
        }
        if (zero != 0) {
            return false;
        }
        at.u = _mm_add_epi32(at.u, u_step);
        at.v = _mm_add_epi32(at.v, v_step);
        at.w = _mm_add_epi32(at.w, w_step);
        least = _mm_set1_epi32(7);
        /* The group between points i - 1 and i; the first point begins none. */
        for (int i = point == 0 ? 1 : 0; i < 4 && left > 0; i++) {
            g.a = a[i];
            g.b = b[i];
            g.a_step = r3d_i32_sub(a[i + 1], a[i]) >> 3;
            g.b_step = r3d_i32_sub(b[i + 1], b[i]) >> 3;
            draw_group(&g, left, room, texels, address);
            g.pixels += R3D_PRIV_GROUP;
            g.light = r3d_i32_add(g.light, row->light_step);
            left -= R3D_PRIV_GROUP;
            room -= R3D_PRIV_GROUP;
        }
    }
    return true;
}

#endif
