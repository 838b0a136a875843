/* SPDX-License-Identifier: MIT */
/* The finished tree as records, and its comparison with the records that a description brought. */

#include "level_internal.h"

#include <string.h>

#include "numbers.h"

static void export_node(const r3d_column_level *level, int32_t index, r3d_column_level_node *out)
{
    const struct r3d_priv_column_node *node = &level->nodes[index];
    if (node->source >= 0) {
        *out = level->desc.nodes[node->source];
    } else {
        const double a = node->a < 0.0 ? -node->a : node->a;
        const double b = node->b < 0.0 ? -node->b : node->b;
        const bool on_y = b >= a;
        out->m_numerator = on_y ? -node->a : -node->b;
        out->m_denominator = on_y ? node->b : node->a;
        out->c_numerator = node->c;
        out->c_denominator = out->m_denominator;
        if (node->a == 0.0 || node->b == 0.0) {
            out->kind = on_y ? R3D_COLUMN_NODE_Y : R3D_COLUMN_NODE_X;
            out->m_numerator = 0.0;
        } else {
            out->kind = on_y ? R3D_COLUMN_NODE_YMX : R3D_COLUMN_NODE_XMY;
        }
    }
    out->low = node->child[0];
    out->high = node->child[1];
}

/* A leaf has few walls; both sides of one may be in it. */
static bool is_listed(const int32_t *walls, int32_t count, int32_t wall)
{
    for (int32_t i = 0; i < count; i++) {
        if (walls[i] == wall) {
            return true;
        }
    }
    return false;
}

r3d_result r3d_priv_column_level_export_tree(r3d_column_level *level)
{
    const size_t node_size = (size_t)level->node_count * sizeof(r3d_column_level_node);
    const size_t leaf_size = (size_t)level->leaf_count * sizeof(r3d_column_level_leaf);
    char *memory =
        r3d_priv_alloc(&level->allocator,
                       node_size + leaf_size + (size_t)level->fragment_count * sizeof(int32_t), 1);
    if (memory == NULL) {
        return R3D_ERR_MEMORY;
    }
    level->tree_memory = memory;
    r3d_column_level_node *nodes = (r3d_column_level_node *)(void *)memory;
    r3d_column_level_leaf *leaves = (r3d_column_level_leaf *)(void *)(memory + node_size);
    int32_t *walls = (int32_t *)(void *)(memory + node_size + leaf_size);
    for (int32_t i = 0; i < level->node_count; i++) {
        export_node(level, i, &nodes[i]);
    }
    int32_t used = 0;
    for (int32_t i = 0; i < level->leaf_count; i++) {
        const struct r3d_priv_column_leaf *leaf = &level->leaves[i];
        leaves[i].sector = leaf->sector;
        leaves[i].first_wall = used;
        for (int32_t j = 0; j < leaf->fragment_count; j++) {
            const int32_t wall = level->fragments[leaf->first_fragment + j].wall;
            if (!is_listed(walls + leaves[i].first_wall, used - leaves[i].first_wall, wall)) {
                walls[used++] = wall;
            }
        }
        leaves[i].wall_count = used - leaves[i].first_wall;
    }
    level->tree.nodes = nodes;
    level->tree.node_count = level->node_count;
    level->tree.leaves = leaves;
    level->tree.leaf_count = level->leaf_count;
    level->tree.leaf_walls = walls;
    level->tree.leaf_wall_count = used;
    level->tree.root = level->root;
    return R3D_OK;
}

r3d_result r3d_priv_column_level_check_leaves(const r3d_column_level *level,
                                              struct r3d_priv_column_level_reporter *reporter)
{
    /* Pieces shorter than this come from partitions that miss a vertex by rounding. */
    const double noticeable = 1.0 / 64.0;
    const r3d_column_level_desc *desc = &level->desc;
    for (int32_t i = 0; i < level->leaf_count; i++) {
        const struct r3d_priv_column_leaf *leaf = &level->leaves[i];
        if (leaf->source < 0) {
            continue;
        }
        const r3d_column_level_leaf *record = &desc->leaves[leaf->source];
        for (int32_t j = 0; j < leaf->fragment_count; j++) {
            const struct r3d_priv_column_fragment *piece =
                &level->fragments[leaf->first_fragment + j];
            const r3d_column_level_wall *wall = &desc->walls[piece->wall];
            if ((piece->q1 - piece->q0) * level->wall_length[piece->wall] < noticeable) {
                continue;
            }
            r3d_result result = R3D_OK;
            if ((piece->side == 0 ? wall->front.sector : wall->back.sector) != record->sector) {
                result =
                    r3d_priv_column_level_warn(reporter, R3D_COLUMN_RECORD_LEAF, leaf->source,
                                               "a bordering wall has another sector on this side");
            }
            if (result == R3D_OK && !is_listed(desc->leaf_walls + record->first_wall,
                                               record->wall_count, piece->wall)) {
                result = r3d_priv_column_level_warn(reporter, R3D_COLUMN_RECORD_LEAF, leaf->source,
                                                    "its list lacks a bordering wall");
            }
            if (result != R3D_OK) {
                return result;
            }
        }
    }
    return R3D_OK;
}
