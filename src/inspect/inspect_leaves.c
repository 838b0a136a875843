/* SPDX-License-Identifier: MIT */
/* Leaves of the tree in use that lie in another sector than they say. */

#include "inspect_internal.h"

/* The middle of an outline; false when it is not closed or hardly there. */
static bool find_middle(const struct r3d_priv_column_outline *o, double limit,
                        r3d_column_level_vertex *out)
{
    double twice_area = 0.0;
    bool is_closed = true;
    out->x = 0.0;
    out->y = 0.0;
    for (int32_t i = 0; i < o->count; i++) {
        const r3d_column_level_vertex p = o->points[i];
        const r3d_column_level_vertex q = o->points[(i + 1) % o->count];
        twice_area += p.x * q.y - p.y * q.x;
        is_closed = is_closed && p.x > 1.0 - limit && p.x < limit - 1.0 && p.y > 1.0 - limit &&
                    p.y < limit - 1.0;
        out->x += p.x / (double)o->count;
        out->y += p.y / (double)o->count;
    }
    return is_closed && twice_area > 8.0;
}

/* The sector that every border in sight shows from a point, two at least; R3D_COLUMN_NONE when they
 * differ, or one of them is known to be wrong or lies within a sector. */
static int32_t shown_sector(struct r3d_priv_column_inspection *in, double x, double y)
{
    int32_t sector = R3D_COLUMN_NONE;
    int32_t count = 0;
    for (int32_t direction = 0; direction < 4; direction++) {
        const struct r3d_priv_column_hit hit = r3d_priv_column_look(in, x, y, direction);
        if (hit.wall < 0) {
            continue;
        }
        if (hit.sector < 0 || in->told[hit.wall] != 0 ||
            in->edge_of_side[2 * hit.wall + hit.side] < 0 || (count > 0 && hit.sector != sector)) {
            return R3D_COLUMN_NONE;
        }
        sector = hit.sector;
        count++;
    }
    return count > 1 ? sector : R3D_COLUMN_NONE;
}

/* Whether a wall in the leaf is known to be wrong, or lies within a sector. */
static bool is_odd_leaf(const struct r3d_priv_column_inspection *in,
                        const struct r3d_priv_column_leaf *leaf)
{
    bool is_odd = false;
    for (int32_t i = 0; i < leaf->fragment_count; i++) {
        const struct r3d_priv_column_fragment *piece =
            &in->level->fragments[leaf->first_fragment + i];
        is_odd = is_odd || in->told[piece->wall] != 0 ||
                 in->edge_of_side[2 * piece->wall + piece->side] < 0;
    }
    return is_odd;
}

r3d_result r3d_priv_column_inspect_leaves(struct r3d_priv_column_inspection *in)
{
    const r3d_column_level *level = in->level;
    struct r3d_priv_column_outliner o;
    const r3d_result result = r3d_priv_column_make_outliner(level, &o);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < level->leaf_count && in->work_left > 0; i++) {
        const struct r3d_priv_column_leaf *leaf = &level->leaves[i];
        r3d_column_level_vertex middle;
        if (leaf->sector < 0 || is_odd_leaf(in, leaf) ||
            !r3d_priv_column_make_outline(level, i, &o) ||
            !find_middle(&o.outline, o.limit, &middle)) {
            continue;
        }
        const int32_t sector = shown_sector(in, middle.x, middle.y);
        if (sector < 0 || sector == leaf->sector || in->work_left <= 0) {
            continue;
        }
        const r3d_column_finding finding = {R3D_COLUMN_FAULT_LEAF,
                                            R3D_COLUMN_RECORD_LEAF,
                                            leaf->source >= 0 ? leaf->source : i,
                                            sector,
                                            {R3D_COLUMN_NONE, R3D_COLUMN_NONE},
                                            NULL};
        char text[R3D_ERROR_MESSAGE_SIZE] = "its sector is ";
        r3d_priv_column_text_number(text, leaf->sector);
        r3d_priv_column_text(text, ", the walls around it show ");
        r3d_priv_column_text_number(text, sector);
        r3d_priv_column_tell(in, &finding, text);
    }
    r3d_priv_column_free_outliner(level, &o);
    return R3D_OK;
}
