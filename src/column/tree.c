/* SPDX-License-Identifier: MIT */
/* The partition tree. One procedure serves levels with and without a tree of their own: all wall
 * sides start at the root; given nodes sort them downwards, and wherever the given nodes end the
 * sides that arrive are split further until they are convex. So a wall is in every leaf that it
 * borders, whatever a file's lists say.
 * Source: spec column section 3, "Fragments". */

#include "tree_internal.h"

#include <string.h>

#include "numbers.h"

/* A part of the tree still to be made: the pieces [first, first + count) of the pool. The pool is a
 * stack like the task list, so the task on top owns the pool's end. */
struct task {
    int32_t first;
    int32_t count;
    int32_t child; /* What the description has here; see `given`. */
    bool given;
    int32_t source_leaf; /* Subsector of the description, or -1. */
    int32_t parent;      /* Node whose child this is; -1 for the root. */
    int32_t parent_side;
    int32_t depth;
};

struct builder {
    r3d_column_level *level;
    struct r3d_priv_column_level_reporter *reporter;
    struct r3d_priv_column_fragment *pool;
    int32_t pool_capacity;
    struct r3d_priv_column_fragment *scratch;
    int32_t scratch_capacity;
    struct task *tasks;
    int32_t task_count;
    int32_t task_capacity;
    int32_t node_capacity;
    int32_t leaf_capacity;
    int32_t fragment_capacity;
    uint8_t *node_seen;
    uint8_t *leaf_seen;
};

/* Makes room for `needed` elements in a growing array. */
static r3d_result reserve(struct builder *b, void **array, int32_t *capacity, int64_t needed,
                          int32_t used, size_t element_size)
{
    r3d_priv_growing list = {*array, (size_t)used, (size_t)*capacity};
    const r3d_result result = r3d_priv_reserve(&b->level->allocator, &list, (size_t)needed,
                                               element_size, R3D_COLUMN_NODES_MAX);
    if (result == R3D_ERR_LIMIT) {
        return r3d_priv_column_level_fail(b->reporter, result, R3D_COLUMN_RECORD_LEVEL, -1,
                                          "the tree would have more parts than the stated limit");
    }
    *array = list.items;
    *capacity = (int32_t)list.capacity;
    return result;
}

/* ---- lines ---- */

static bool is_bounded(double value)
{
    return value > -1e15 && value < 1e15;
}

static r3d_result line_of_record(struct builder *b, int32_t index, struct r3d_priv_column_node *out)
{
    const r3d_column_level_node *n = &b->level->desc.nodes[index];
    double cn = n->c_numerator;
    double cd = n->c_denominator;
    double mn = n->m_numerator;
    double md = n->m_denominator;
    if (cd == 0.0 || md == 0.0 || !is_bounded(cn) || !is_bounded(cd) || !is_bounded(mn) ||
        !is_bounded(md) || (int)n->kind < R3D_COLUMN_NODE_X || (int)n->kind > R3D_COLUMN_NODE_XMY) {
        return r3d_priv_column_level_fail(b->reporter, R3D_ERR_RANGE, R3D_COLUMN_RECORD_NODE, index,
                                          "its line is not a proper one");
    }
    if (cd < 0.0) {
        cd = -cd;
        cn = -cn;
    }
    if (md < 0.0) {
        md = -md;
        mn = -mn;
    }
    const bool sloped = n->kind == R3D_COLUMN_NODE_YMX || n->kind == R3D_COLUMN_NODE_XMY;
    double main_factor = cd;
    double other_factor = 0.0;
    double constant = cn;
    if (sloped && md == cd) {
        other_factor = -mn; /* a common denominator keeps the products small enough to be exact */
    } else if (sloped) {
        main_factor = md * cd;
        other_factor = -mn * cd;
        constant = cn * md;
    }
    const bool on_x = n->kind == R3D_COLUMN_NODE_X || n->kind == R3D_COLUMN_NODE_XMY;
    out->a = on_x ? main_factor : other_factor;
    out->b = on_x ? other_factor : main_factor;
    out->c = constant;
    out->wall = -1;
    return R3D_OK;
}

/* ---- doing it ---- */

static r3d_result push_task(struct builder *b, const struct task *task)
{
    void *array = b->tasks;
    const r3d_result result = reserve(b, &array, &b->task_capacity, (int64_t)b->task_count + 1,
                                      b->task_count, sizeof *b->tasks);
    b->tasks = array;
    if (result == R3D_OK) {
        b->tasks[b->task_count++] = *task;
    }
    return result;
}

static void link_child(struct builder *b, const struct task *task, int32_t child)
{
    if (task->parent < 0) {
        b->level->root = child;
    } else {
        b->level->nodes[task->parent].child[task->parent_side] = child;
    }
}

static r3d_result make_leaf(struct builder *b, const struct task *task)
{
    r3d_column_level *level = b->level;
    void *leaves = level->leaves;
    r3d_result result = reserve(b, &leaves, &b->leaf_capacity, (int64_t)level->leaf_count + 1,
                                level->leaf_count, sizeof *level->leaves);
    level->leaves = leaves;
    if (result != R3D_OK) {
        return result;
    }
    void *fragments = level->fragments;
    result =
        reserve(b, &fragments, &b->fragment_capacity, (int64_t)level->fragment_count + task->count,
                level->fragment_count, sizeof *level->fragments);
    level->fragments = fragments;
    if (result != R3D_OK) {
        return result;
    }
    struct r3d_priv_column_leaf *leaf = &level->leaves[level->leaf_count];
    leaf->source = task->source_leaf;
    leaf->first_fragment = level->fragment_count;
    leaf->fragment_count = task->count;
    leaf->sector = R3D_COLUMN_NONE;
    /* In damaged maps the sides of a leaf disagree: the longest piece decides. */
    double longest = -1.0;
    for (int32_t i = 0; i < task->count; i++) {
        const struct r3d_priv_column_fragment *piece = &b->pool[task->first + i];
        const r3d_column_level_wall *wall = &level->desc.walls[piece->wall];
        const double length = (piece->q1 - piece->q0) * level->wall_length[piece->wall];
        if (length > longest) {
            longest = length;
            leaf->sector = piece->side == 0 ? wall->front.sector : wall->back.sector;
        }
        level->fragments[level->fragment_count + i] = *piece;
    }
    if (task->source_leaf >= 0) {
        leaf->sector = level->desc.leaves[task->source_leaf].sector;
    }
    level->fragment_count += task->count;
    link_child(b, task, -1 - level->leaf_count);
    level->leaf_count++;
    return R3D_OK;
}

/* Sorts the task's pieces to the two sides of a line: high ones first in the pool, then low ones.
 */
static r3d_result split_pieces(struct builder *b, const struct task *task,
                               const struct r3d_priv_column_node *line, int32_t *out_high,
                               int32_t *out_low)
{
    void *array = b->scratch;
    r3d_result result =
        reserve(b, &array, &b->scratch_capacity, task->count, 0, sizeof *b->scratch);
    b->scratch = array;
    if (result != R3D_OK) {
        return result;
    }
    array = b->pool;
    result = reserve(b, &array, &b->pool_capacity, (int64_t)task->first + 2 * (int64_t)task->count,
                     task->first + task->count, sizeof *b->pool);
    b->pool = array;
    if (result != R3D_OK) {
        return result;
    }
    const struct r3d_priv_column_scaled_line scaled = r3d_priv_column_scale_line(line);
    struct r3d_priv_column_fragment *high = &b->pool[task->first];
    int32_t high_count = 0;
    int32_t low_count = 0;
    /* Low pieces wait in the scratch; it never holds more of them than pieces were read. */
    for (int32_t i = 0; i < task->count; i++) {
        struct r3d_priv_column_fragment piece = high[i];
        struct r3d_priv_column_fragment low_piece = piece;
        double cut = 0.0;
        const enum r3d_priv_column_place place =
            r3d_priv_column_place_piece(b->level, &scaled, &piece, &cut);
        bool to_high =
            place == R3D_PRIV_COLUMN_PLACE_HIGH || place == R3D_PRIV_COLUMN_PLACE_ON_HIGH;
        bool to_low = !to_high;
        if (place == R3D_PRIV_COLUMN_PLACE_SPLIT) {
            const r3d_column_level_vertex *p = r3d_priv_column_wall_vertex(b->level, piece.wall, 0);
            const bool starts_high = r3d_priv_column_node_value(line, p->x, p->y) > 0.0;
            to_high = true;
            *(starts_high ? &piece.q1 : &piece.q0) = cut;
            *(starts_high ? &low_piece.q0 : &low_piece.q1) = cut;
        }
        if (to_low) {
            b->scratch[low_count++] = low_piece;
        }
        if (to_high) {
            high[high_count++] = piece; /* high_count <= i: nothing unread is overwritten */
        }
    }
    memcpy(high + high_count, b->scratch, (size_t)low_count * sizeof *high);
    *out_high = high_count;
    *out_low = low_count;
    return R3D_OK;
}

static r3d_result make_node(struct builder *b, const struct task *task,
                            const struct r3d_priv_column_node *line, const struct task *low_part,
                            const struct task *high_part)
{
    r3d_column_level *level = b->level;
    void *nodes = level->nodes;
    r3d_result result = reserve(b, &nodes, &b->node_capacity, (int64_t)level->node_count + 1,
                                level->node_count, sizeof *level->nodes);
    level->nodes = nodes;
    if (result != R3D_OK) {
        return result;
    }
    const int32_t index = level->node_count++;
    level->nodes[index] = *line;
    link_child(b, task, index);
    if (task->depth + 1 > level->depth) {
        level->depth = task->depth + 1;
    }
    int32_t high_count = 0;
    int32_t low_count = 0;
    result = split_pieces(b, task, line, &high_count, &low_count);
    struct task low = *low_part;
    struct task high = *high_part;
    low.parent = high.parent = index;
    low.depth = high.depth = task->depth + 1;
    high.parent_side = 1;
    high.first = task->first;
    high.count = high_count;
    low.parent_side = 0;
    low.first = task->first + high_count;
    low.count = low_count;
    if (result == R3D_OK) {
        result = push_task(b, &high);
    }
    if (result == R3D_OK) {
        result = push_task(b, &low);
    }
    return result;
}

/* A wrong child of a node, or of the root. */
static r3d_result fail_reference(struct builder *b, const struct task *task, const char *text)
{
    const bool is_root = task->parent < 0;
    return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_INDEX,
                                      is_root ? R3D_COLUMN_RECORD_ROOT : R3D_COLUMN_RECORD_NODE,
                                      is_root ? -1 : b->level->nodes[task->parent].source, text);
}

/* A node or subsector that the description has at this place. */
static r3d_result follow_record(struct builder *b, struct task *task)
{
    const r3d_column_level_desc *desc = &b->level->desc;
    if (task->child < 0) {
        const int32_t leaf = -1 - task->child;
        if (leaf >= desc->leaf_count) {
            return fail_reference(b, task, "refers to a subsector that does not exist");
        }
        if (b->leaf_seen[leaf]) {
            return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_DATA,
                                              R3D_COLUMN_RECORD_LEAF, leaf,
                                              "is referred to twice; the nodes are not a tree");
        }
        b->leaf_seen[leaf] = 1;
        task->given = false;
        task->source_leaf = leaf;
        return push_task(b, task);
    }
    if (task->child >= desc->node_count) {
        return fail_reference(b, task, "refers to a node that does not exist");
    }
    if (b->node_seen[task->child]) {
        return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_DATA, R3D_COLUMN_RECORD_NODE,
                                          task->child,
                                          "is referred to twice; the nodes are not a tree");
    }
    b->node_seen[task->child] = 1;
    struct r3d_priv_column_node line;
    const r3d_result result = line_of_record(b, task->child, &line);
    if (result != R3D_OK) {
        return result;
    }
    line.source = task->child;
    struct task low = *task;
    struct task high = *task;
    low.child = desc->nodes[task->child].low;
    high.child = desc->nodes[task->child].high;
    return make_node(b, task, &line, &low, &high);
}

static r3d_result run_tasks(struct builder *b)
{
    r3d_result result = R3D_OK;
    while (b->task_count > 0 && result == R3D_OK) {
        struct task task = b->tasks[--b->task_count];
        struct r3d_priv_column_node line;
        if (task.given) {
            result = follow_record(b, &task);
        } else if (r3d_priv_column_choose_partition(b->level, &b->pool[task.first], task.count,
                                                    &line)) {
            line.source = -1;
            result = make_node(b, &task, &line, &task, &task);
        } else {
            result = make_leaf(b, &task);
        }
    }
    return result;
}

static r3d_result check_records(struct builder *b)
{
    const r3d_column_level_desc *desc = &b->level->desc;
    for (int32_t i = 0; i < desc->leaf_count; i++) {
        const r3d_column_level_leaf *s = &desc->leaves[i];
        if (s->sector < 0 || s->sector >= desc->sector_count) {
            return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_INDEX,
                                              R3D_COLUMN_RECORD_LEAF, i,
                                              "its sector does not exist");
        }
        if (s->wall_count < 0 || s->first_wall < 0 ||
            s->wall_count > desc->leaf_wall_count - s->first_wall) {
            return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_COUNT,
                                              R3D_COLUMN_RECORD_LEAF, i,
                                              "its list of walls lies outside the lists");
        }
        for (int32_t j = 0; j < s->wall_count; j++) {
            const int32_t wall = desc->leaf_walls[s->first_wall + j];
            if (wall < 0 || wall >= desc->wall_count) {
                return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_INDEX,
                                                  R3D_COLUMN_RECORD_LEAF, i,
                                                  "lists a wall that does not exist");
            }
        }
    }
    if (desc->leaf_count == 0 && desc->node_count > 0) {
        return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_COUNT, R3D_COLUMN_RECORD_NODE,
                                          0, "there are nodes but no subsectors");
    }
    return R3D_OK;
}

static r3d_result check_all_reached(struct builder *b)
{
    const r3d_column_level_desc *desc = &b->level->desc;
    for (int32_t i = 0; i < desc->node_count; i++) {
        if (!b->node_seen[i]) {
            return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_DATA,
                                              R3D_COLUMN_RECORD_NODE, i,
                                              "cannot be reached from the root");
        }
    }
    for (int32_t i = 0; i < desc->leaf_count; i++) {
        if (!b->leaf_seen[i]) {
            return r3d_priv_column_level_fail(b->reporter, R3D_ERR_FORMAT_DATA,
                                              R3D_COLUMN_RECORD_LEAF, i,
                                              "cannot be reached from the root");
        }
    }
    return R3D_OK;
}

/* All visible sides, in the order of the subsector lists as far as those go: the order inside a
 * leaf is then the file's. */
static r3d_result fill_pool(struct builder *b, int32_t *out_count)
{
    r3d_column_level *level = b->level;
    const r3d_column_level_desc *desc = &level->desc;
    void *array = NULL;
    r3d_result result =
        reserve(b, &array, &b->pool_capacity, 2 * (int64_t)desc->wall_count, 0, sizeof *b->pool);
    b->pool = array;
    uint8_t *used = r3d_priv_alloc(&level->allocator, (size_t)desc->wall_count, 1);
    if (result == R3D_OK && used == NULL) {
        result = R3D_ERR_MEMORY;
    }
    if (result != R3D_OK) {
        r3d_priv_release(&level->allocator, used);
        return result;
    }
    memset(used, 0, (size_t)desc->wall_count);
    int32_t count = 0;
    const int64_t total = (int64_t)desc->leaf_wall_count + desc->wall_count;
    for (int64_t i = 0; i < total; i++) {
        const int32_t wall =
            i < desc->leaf_wall_count ? desc->leaf_walls[i] : (int32_t)(i - desc->leaf_wall_count);
        if (used[wall] || level->wall_state[wall] != R3D_PRIV_COLUMN_WALL_NORMAL) {
            continue;
        }
        used[wall] = 1;
        const int32_t sides = desc->walls[wall].back.sector == R3D_COLUMN_NONE ? 1 : 2;
        for (int32_t side = 0; side < sides; side++) {
            const struct r3d_priv_column_fragment piece = {wall, side, 0.0, 1.0};
            b->pool[count++] = piece;
        }
    }
    r3d_priv_release(&level->allocator, used);
    *out_count = count;
    return R3D_OK;
}

r3d_result r3d_priv_column_level_make_tree(r3d_column_level *level,
                                           struct r3d_priv_column_level_reporter *reporter)
{
    struct builder b;
    memset(&b, 0, sizeof b);
    b.level = level;
    b.reporter = reporter;
    const r3d_column_level_desc *desc = &level->desc;
    const bool given = desc->leaf_count > 0;
    level->tree_built = !given;
    r3d_result result = check_records(&b);
    int32_t count = 0;
    if (result == R3D_OK) {
        result = fill_pool(&b, &count);
    }
    if (result == R3D_OK) {
        b.node_seen = r3d_priv_alloc(&level->allocator, (size_t)desc->node_count, 1);
        b.leaf_seen = r3d_priv_alloc(&level->allocator, (size_t)desc->leaf_count, 1);
        if (b.node_seen == NULL || b.leaf_seen == NULL) {
            result = R3D_ERR_MEMORY;
        } else {
            memset(b.node_seen, 0, (size_t)desc->node_count);
            memset(b.leaf_seen, 0, (size_t)desc->leaf_count);
        }
    }
    if (result == R3D_OK) {
        const struct task all = {0, count, desc->root, given, -1, -1, 0, 0};
        result = push_task(&b, &all);
    }
    if (result == R3D_OK) {
        result = run_tasks(&b);
    }
    if (result == R3D_OK && given) {
        result = check_all_reached(&b);
    }
    r3d_priv_release(&level->allocator, b.pool);
    r3d_priv_release(&level->allocator, b.scratch);
    r3d_priv_release(&level->allocator, b.tasks);
    r3d_priv_release(&level->allocator, b.node_seen);
    r3d_priv_release(&level->allocator, b.leaf_seen);
    return result;
}
