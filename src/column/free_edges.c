/* SPDX-License-Identifier: MIT */
/* Looks for places where two sectors meet without a wall between them. Each leaf of a given tree is
 * cut out of the plan by its partitions and walls; where its border has no wall the other side must
 * belong to the same sector. Source: spec column section 3, "Loader should warn". */

#include "level_internal.h"

#include <string.h>

enum { SAMPLES = 7 };

static const double near_by = 1.0 / 1024.0;

/* Keeps the part of the outline where a x + b y - c has the sign. */
static void cut_outline(struct r3d_priv_column_outline *o, double a, double b, double c,
                        double sign)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < o->count; i++) {
        const r3d_column_level_vertex p = o->points[i];
        const r3d_column_level_vertex q = o->points[(i + 1) % o->count];
        const double dp = (a * p.x + b * p.y - c) * sign;
        const double dq = (a * q.x + b * q.y - c) * sign;
        if (dp >= 0.0) {
            o->scratch[kept++] = p;
        }
        if ((dp > 0.0 && dq < 0.0) || (dp < 0.0 && dq > 0.0)) {
            const double f = dp / (dp - dq);
            o->scratch[kept].x = p.x + f * (q.x - p.x);
            o->scratch[kept++].y = p.y + f * (q.y - p.y);
        }
    }
    r3d_column_level_vertex *swap = o->points;
    o->points = o->scratch;
    o->scratch = swap;
    o->count = kept;
}

static void cut_by_wall(const r3d_column_level *level, struct r3d_priv_column_outline *o,
                        const struct r3d_priv_column_fragment *piece)
{
    const r3d_column_level_vertex *p = r3d_priv_column_wall_vertex(level, piece->wall, 0);
    const r3d_column_level_vertex *q = r3d_priv_column_wall_vertex(level, piece->wall, 1);
    const double a = q->y - p->y;
    const double b = p->x - q->x;
    cut_outline(o, a, b, a * p->x + b * p->y, piece->side == 0 ? 1.0 : -1.0);
}

/* Whether some wall piece of the leaf passes by the point. */
static bool has_wall(const r3d_column_level *level, const struct r3d_priv_column_leaf *leaf,
                     double x, double y)
{
    for (int32_t i = 0; i < leaf->fragment_count; i++) {
        const struct r3d_priv_column_fragment *piece = &level->fragments[leaf->first_fragment + i];
        const r3d_column_level_vertex *p = r3d_priv_column_wall_vertex(level, piece->wall, 0);
        const r3d_column_level_vertex *q = r3d_priv_column_wall_vertex(level, piece->wall, 1);
        const double dx = q->x - p->x;
        const double dy = q->y - p->y;
        double along = ((x - p->x) * dx + (y - p->y) * dy) / (dx * dx + dy * dy);
        along = along < piece->q0 ? piece->q0 : along > piece->q1 ? piece->q1 : along;
        const double ox = p->x + along * dx - x;
        const double oy = p->y + along * dy - y;
        if (ox * ox + oy * oy < 4.0 * near_by * near_by) {
            return true;
        }
    }
    return false;
}

/* Whether the leaf's border, away from walls, has another sector on its other side. */
static bool meets_other_sector(const r3d_column_level *level,
                               const struct r3d_priv_column_leaf *leaf,
                               const struct r3d_priv_column_outline *o, double limit)
{
    for (int32_t i = 0; i < o->count; i++) {
        const r3d_column_level_vertex p = o->points[i];
        const r3d_column_level_vertex q = o->points[(i + 1) % o->count];
        const double dx = q.x - p.x;
        const double dy = q.y - p.y;
        const double length = r3d_priv_column_sqrt(dx * dx + dy * dy);
        if (length < 1.0) {
            continue;
        }
        for (int32_t k = 1; k <= SAMPLES; k++) {
            const double x = p.x + dx * (double)k / (SAMPLES + 1);
            const double y = p.y + dy * (double)k / (SAMPLES + 1);
            /* The outline runs counter-clockwise: outside is on the right. */
            const double ox = x + dy / length * near_by;
            const double oy = y - dx / length * near_by;
            if (ox <= -limit || ox >= limit || oy <= -limit || oy >= limit ||
                has_wall(level, leaf, x, y)) {
                continue;
            }
            const struct r3d_priv_column_leaf *other =
                &level->leaves[r3d_column_level_find_leaf(level, ox, oy)];
            if (other->fragment_count > 0 && other->sector != leaf->sector) {
                return true;
            }
        }
    }
    return false;
}

/* The node above each node and leaf; the lowest bit tells the side. -1 at the root. */
static void find_parents(const r3d_column_level *level, int32_t *of_nodes, int32_t *of_leaves)
{
    for (int32_t i = 0; i < level->node_count; i++) {
        for (int32_t side = 0; side < 2; side++) {
            const int32_t child = level->nodes[i].child[side];
            *(child >= 0 ? &of_nodes[child] : &of_leaves[-1 - child]) = i * 2 + side;
        }
    }
}

static void outline_leaf(const r3d_column_level *level, int32_t index, const int32_t *of_nodes,
                         const int32_t *of_leaves, double limit, struct r3d_priv_column_outline *o)
{
    const double corners[4][2] = {
        {-limit, -limit}, {limit, -limit}, {limit, limit}, {-limit, limit}};
    o->count = 4;
    for (int32_t i = 0; i < 4; i++) {
        o->points[i].x = corners[i][0];
        o->points[i].y = corners[i][1];
    }
    for (int32_t link = of_leaves[index]; link >= 0 && o->count > 2; link = of_nodes[link / 2]) {
        const struct r3d_priv_column_node *node = &level->nodes[link / 2];
        cut_outline(o, node->a, node->b, node->c, link % 2 == 1 ? 1.0 : -1.0);
    }
    const struct r3d_priv_column_leaf *leaf = &level->leaves[index];
    for (int32_t i = 0; i < leaf->fragment_count && o->count > 2; i++) {
        cut_by_wall(level, o, &level->fragments[leaf->first_fragment + i]);
    }
}

void r3d_priv_column_free_outliner(const r3d_column_level *level,
                                   struct r3d_priv_column_outliner *o)
{
    r3d_priv_release(&level->allocator, o->points);
    r3d_priv_release(&level->allocator, o->parents);
}

r3d_result r3d_priv_column_make_outliner(const r3d_column_level *level,
                                         struct r3d_priv_column_outliner *o)
{
    int32_t most = 0;
    for (int32_t i = 0; i < level->leaf_count; i++) {
        most = level->leaves[i].fragment_count > most ? level->leaves[i].fragment_count : most;
    }
    /* Each cut adds at most one corner. */
    const size_t corners = (size_t)level->depth + (size_t)most + 8;
    const size_t links = (size_t)level->node_count + (size_t)level->leaf_count;
    o->points = r3d_priv_alloc(&level->allocator, corners * 2, sizeof *o->points);
    o->parents = r3d_priv_alloc(&level->allocator, links, sizeof *o->parents);
    if (o->points == NULL || o->parents == NULL) {
        r3d_priv_column_free_outliner(level, o);
        return R3D_ERR_MEMORY;
    }
    memset(o->parents, 0xFF, links * sizeof *o->parents); /* -1 everywhere */
    find_parents(level, o->parents, o->parents + level->node_count);
    o->outline.points = o->points;
    o->outline.scratch = o->points + corners;
    o->limit = 2.0 * (double)R3D_COLUMN_COORDINATE_MAX;
    return R3D_OK;
}

bool r3d_priv_column_make_outline(const r3d_column_level *level, int32_t leaf,
                                  struct r3d_priv_column_outliner *o)
{
    outline_leaf(level, leaf, o->parents, o->parents + level->node_count, o->limit, &o->outline);
    return o->outline.count > 2;
}

r3d_result r3d_priv_column_level_check_free_edges(const r3d_column_level *level,
                                                  struct r3d_priv_column_level_reporter *reporter)
{
    struct r3d_priv_column_outliner o;
    if (level->tree_built) {
        return R3D_OK;
    }
    r3d_result result = r3d_priv_column_make_outliner(level, &o);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < level->leaf_count && result == R3D_OK; i++) {
        const struct r3d_priv_column_leaf *leaf = &level->leaves[i];
        if (leaf->source >= 0 && leaf->fragment_count > 0 &&
            r3d_priv_column_make_outline(level, i, &o) &&
            meets_other_sector(level, leaf, &o.outline, o.limit)) {
            result = r3d_priv_column_level_warn(reporter, R3D_COLUMN_RECORD_LEAF, leaf->source,
                                                "meets another sector without a wall between them");
        }
    }
    r3d_priv_column_free_outliner(level, &o);
    return result;
}
