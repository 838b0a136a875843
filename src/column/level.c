/* SPDX-License-Identifier: MIT */
/* Making, copying and asking levels. */

#include "../base/error.h"
#include "level_internal.h"

#include <stdlib.h>
#include <string.h>

#include "../base/desc.h"

#include "numbers.h"

/* ---- reports ---- */

static const char *const record_names[] = {"level", "vertex",    "sector", "wall",  "subsector",
                                           "node",  "thingtype", "thing",  "mover", "block",
                                           "start", "actor",     "root"};

static void append_text(char *buffer, size_t capacity, size_t *length, const char *text)
{
    while (*text != '\0' && *length + 1 < capacity) {
        buffer[(*length)++] = *text++;
    }
    buffer[*length] = '\0';
}

static void append_number(char *buffer, size_t capacity, size_t *length, int32_t number)
{
    char digits[12];
    size_t i = sizeof digits;
    digits[--i] = '\0';
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    append_text(buffer, capacity, length, digits + i);
}

static void report(struct r3d_priv_column_level_reporter *reporter, bool is_error,
                   r3d_result result, r3d_column_level_record record, int32_t index,
                   const char *text)
{
    char message[R3D_ERROR_MESSAGE_SIZE];
    size_t length = 0;
    append_text(message, sizeof message, &length, record_names[record]);
    if (index >= 0) {
        append_text(message, sizeof message, &length, " ");
        append_number(message, sizeof message, &length, index);
    }
    append_text(message, sizeof message, &length, ": ");
    append_text(message, sizeof message, &length, text);
    if (reporter->options->on_issue != NULL) {
        const r3d_column_level_issue issue = {is_error, record, index, message};
        reporter->options->on_issue(&issue, reporter->options->user);
    }
    if (is_error) {
        (void)r3d_priv_error_fill(reporter->out_error, result, NULL, 0, -1, message);
    }
}

r3d_result r3d_priv_column_level_fail(struct r3d_priv_column_level_reporter *reporter,
                                      r3d_result result, r3d_column_level_record record,
                                      int32_t index, const char *text)
{
    report(reporter, true, result, record, index, text);
    return result;
}

r3d_result r3d_priv_column_level_warn(struct r3d_priv_column_level_reporter *reporter,
                                      r3d_column_level_record record, int32_t index,
                                      const char *text)
{
    const bool strict = reporter->options->strict;
    report(reporter, strict, R3D_ERR_FORMAT_DATA, record, index, text);
    return strict ? R3D_ERR_FORMAT_DATA : R3D_OK;
}

/* ---- the copy of the description ---- */

/* One block of memory holds all arrays and texts. The same code runs twice: first with `memory`
 * NULL to learn the size, then to fill it. */
struct packer {
    char *memory;
    size_t used;
};

static void *pack_array(struct packer *packer, const void *source, size_t count,
                        size_t element_size)
{
    const size_t alignment = 8;
    packer->used = (packer->used + alignment - 1) / alignment * alignment;
    void *target = packer->memory == NULL ? NULL : packer->memory + packer->used;
    if (target != NULL && count > 0) {
        memcpy(target, source, count * element_size);
    }
    packer->used += count * element_size;
    return target;
}

static const char *pack_text(struct packer *packer, const char *text)
{
    return text == NULL ? NULL : pack_array(packer, text, strlen(text) + 1, 1);
}

static void pack_names(struct packer *packer, const r3d_column_level_desc *from,
                       r3d_column_level_desc *to)
{
    to->name = pack_text(packer, from->name);
    const char **materials =
        pack_array(packer, from->materials, (size_t)from->material_count, sizeof *from->materials);
    r3d_column_level_thing_type *types = pack_array(
        packer, from->thing_types, (size_t)from->thing_type_count, sizeof *from->thing_types);
    r3d_column_level_mover *movers =
        pack_array(packer, from->movers, (size_t)from->mover_count, sizeof *from->movers);
    for (int32_t i = 0; i < from->material_count; i++) {
        const char *text = pack_text(packer, from->materials[i]);
        if (materials != NULL) {
            materials[i] = text;
        }
    }
    for (int32_t i = 0; i < from->thing_type_count; i++) {
        const char *name = pack_text(packer, from->thing_types[i].name);
        const char *sprite = pack_text(packer, from->thing_types[i].sprite);
        if (types != NULL) {
            types[i].name = name;
            types[i].sprite = sprite;
        }
    }
    for (int32_t i = 0; i < from->mover_count; i++) {
        const char *text = pack_text(packer, from->movers[i].name);
        if (movers != NULL) {
            movers[i].name = text;
        }
    }
    to->materials = materials;
    to->thing_types = types;
    to->movers = movers;
}

static void pack_desc(struct packer *packer, const r3d_column_level_desc *from,
                      r3d_column_level_desc *to)
{
    *to = *from;
    pack_names(packer, from, to);
    to->vertices =
        pack_array(packer, from->vertices, (size_t)from->vertex_count, sizeof *from->vertices);
    to->sectors =
        pack_array(packer, from->sectors, (size_t)from->sector_count, sizeof *from->sectors);
    to->walls = pack_array(packer, from->walls, (size_t)from->wall_count, sizeof *from->walls);
    to->leaves = pack_array(packer, from->leaves, (size_t)from->leaf_count, sizeof *from->leaves);
    to->leaf_walls = pack_array(packer, from->leaf_walls, (size_t)from->leaf_wall_count,
                                sizeof *from->leaf_walls);
    to->nodes = pack_array(packer, from->nodes, (size_t)from->node_count, sizeof *from->nodes);
    to->things = pack_array(packer, from->things, (size_t)from->thing_count, sizeof *from->things);
    /* The grid is copied by r3d_priv_column_level_make_blocks. */
    to->blockmap.offsets = NULL;
    to->blockmap.walls = NULL;
}

r3d_result r3d_priv_column_level_copy(r3d_column_level *level, const r3d_column_level_desc *desc)
{
    struct packer packer = {NULL, 0};
    pack_desc(&packer, desc, &level->desc);
    packer.memory = r3d_priv_alloc(&level->allocator, packer.used, 1);
    if (packer.memory == NULL) {
        return R3D_ERR_MEMORY;
    }
    level->desc_memory = packer.memory;
    packer.used = 0;
    pack_desc(&packer, desc, &level->desc);
    return R3D_OK;
}

/* ---- walls that are never seen ---- */

/* Order by position, then by number, so that walls between the same two points become neighbours.
 */
struct wall_key {
    double x0, y0, x1, y1;
    int32_t wall;
    bool reversed;
};

static int compare_keys(const void *left, const void *right)
{
    const struct wall_key *a = left;
    const struct wall_key *b = right;
    const double pa[4] = {a->x0, a->y0, a->x1, a->y1};
    const double pb[4] = {b->x0, b->y0, b->x1, b->y1};
    for (int i = 0; i < 4; i++) {
        if (pa[i] != pb[i]) {
            return pa[i] < pb[i] ? -1 : 1;
        }
    }
    return a->wall < b->wall ? -1 : a->wall > b->wall;
}

static struct wall_key make_key(const r3d_column_level *level, int32_t wall)
{
    const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(level, wall, 0);
    const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(level, wall, 1);
    const bool reversed = a->x > b->x || (a->x == b->x && a->y > b->y);
    if (reversed) {
        const r3d_column_level_vertex *swap = a;
        a = b;
        b = swap;
    }
    const struct wall_key key = {a->x, a->y, b->x, b->y, wall, reversed};
    return key;
}

/* Two walls between the same points that separate the same sectors the same way. */
static bool is_twin(const r3d_column_level *level, const struct wall_key *first,
                    const struct wall_key *second)
{
    if (first->x0 != second->x0 || first->y0 != second->y0 || first->x1 != second->x1 ||
        first->y1 != second->y1) {
        return false;
    }
    const r3d_column_level_wall *a = &level->desc.walls[first->wall];
    const r3d_column_level_wall *b = &level->desc.walls[second->wall];
    if (first->reversed == second->reversed) {
        return a->front.sector == b->front.sector && a->back.sector == b->back.sector;
    }
    return a->back.sector != R3D_COLUMN_NONE && a->front.sector == b->back.sector &&
           a->back.sector == b->front.sector;
}

static r3d_result classify_walls(r3d_column_level *level,
                                 struct r3d_priv_column_level_reporter *reporter)
{
    const int32_t count = level->desc.wall_count;
    level->wall_state = r3d_priv_alloc(&level->allocator, (size_t)count, 1);
    level->wall_length = r3d_priv_alloc(&level->allocator, (size_t)count, sizeof(double));
    struct wall_key *keys = r3d_priv_alloc(&level->allocator, (size_t)count, sizeof *keys);
    r3d_result result = R3D_OK;
    if (level->wall_state == NULL || level->wall_length == NULL || keys == NULL) {
        r3d_priv_release(&level->allocator, keys);
        return R3D_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(level, i, 0);
        const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(level, i, 1);
        const double dx = b->x - a->x;
        const double dy = b->y - a->y;
        level->wall_length[i] = r3d_priv_column_sqrt(dx * dx + dy * dy);
        level->wall_state[i] = dx == 0.0 && dy == 0.0 ? R3D_PRIV_COLUMN_WALL_EMPTY
                               : (level->desc.walls[i].flags & R3D_COLUMN_WALL_UNSEEN) != 0
                                   ? R3D_PRIV_COLUMN_WALL_UNSEEN
                                   : R3D_PRIV_COLUMN_WALL_NORMAL;
        keys[i] = make_key(level, i);
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int32_t i = 1; i < count && result == R3D_OK; i++) {
        if (level->wall_state[keys[i].wall] != R3D_PRIV_COLUMN_WALL_NORMAL) {
            continue;
        }
        for (int32_t j = i - 1; j >= 0; j--) {
            if (level->wall_state[keys[j].wall] == R3D_PRIV_COLUMN_WALL_NORMAL &&
                is_twin(level, &keys[j], &keys[i])) {
                level->wall_state[keys[i].wall] = R3D_PRIV_COLUMN_WALL_TWIN;
                result = r3d_priv_column_level_warn(reporter, R3D_COLUMN_RECORD_WALL, keys[i].wall,
                                                    "repeats an earlier wall and is left out");
                break;
            }
            /* Walls between the same two points are neighbours; a file with thousands of them is
             * not worth a quadratic search. */
            if (i - j > 64 || keys[j].x0 != keys[i].x0 || keys[j].y0 != keys[i].y0 ||
                keys[j].x1 != keys[i].x1 || keys[j].y1 != keys[i].y1) {
                break;
            }
        }
    }
    r3d_priv_release(&level->allocator, keys);
    return result;
}

/* ---- making and releasing ---- */

void r3d_column_level_desc_init_sized(r3d_column_level_desc *desc, uint32_t struct_size)
{
    r3d_column_level_desc whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.actor_radius = 16.0;
    whole.actor_knee = 24.0;
    whole.actor_eye = 41.0;
    whole.actor_head = 56.0;
    whole.blockmap.size = 128.0;
    R3D_PRIV_DESC_GIVE(desc, whole, struct_size);
}

void r3d_column_level_options_init_sized(r3d_column_level_options *options, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(options, struct_size);
}

static r3d_result make(r3d_column_level *level, const r3d_column_level_desc *desc,
                       struct r3d_priv_column_level_reporter *reporter)
{
    r3d_result result = r3d_priv_column_level_check(desc, reporter);
    if (result == R3D_OK) {
        result = r3d_priv_column_level_copy(level, desc);
    }
    if (result == R3D_OK && reporter->options->ignore_tree) {
        level->desc.leaf_count = 0;
        level->desc.leaf_wall_count = 0;
        level->desc.node_count = 0;
        level->desc.root = 0;
    }
    if (result == R3D_OK) {
        result = classify_walls(level, reporter);
    }
    if (result == R3D_OK) {
        result = r3d_priv_column_level_make_tree(level, reporter);
    }
    if (result == R3D_OK) {
        result = r3d_priv_column_level_check_leaves(level, reporter);
    }
    if (result == R3D_OK) {
        result = r3d_priv_column_level_check_free_edges(level, reporter);
    }
    if (result == R3D_OK) {
        result = r3d_priv_column_level_export_tree(level);
    }
    if (result == R3D_OK) {
        level->blocks = desc->blockmap;
        result = r3d_priv_column_level_make_blocks(level, reporter);
    }
    return result;
}

r3d_result r3d_column_level_create(const r3d_column_level_desc *desc,
                                   const r3d_column_level_options *options,
                                   const r3d_allocator *allocator, r3d_column_level **out_level,
                                   r3d_error *out_error)
{
    r3d_column_level_options all_options;
    r3d_column_level_desc whole;
    r3d_column_level_options_init(&all_options);
    r3d_column_level_desc_init(&whole);
    struct r3d_priv_column_level_reporter reporter = {&all_options, out_error};
    if (out_level == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_level = NULL;
    r3d_allocator hooks;
    if ((options != NULL &&
         r3d_priv_desc_read(&all_options, sizeof all_options, options) != R3D_OK) ||
        r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK ||
        r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        r3d_column_level_options_init(&all_options);
        return r3d_priv_column_level_fail(&reporter, R3D_ERR_ARGUMENT, R3D_COLUMN_RECORD_LEVEL, -1,
                                          "description, options or allocator are not complete");
    }
    r3d_column_level *level = r3d_priv_alloc(&hooks, 1, sizeof *level);
    r3d_result result = R3D_ERR_MEMORY;
    if (level != NULL) {
        memset(level, 0, sizeof *level);
        level->allocator = hooks;
        result = make(level, &whole, &reporter);
    }
    if (result == R3D_ERR_MEMORY) {
        r3d_priv_column_level_fail(&reporter, result, R3D_COLUMN_RECORD_LEVEL, -1, "out of memory");
    }
    if (result != R3D_OK) {
        r3d_column_level_destroy(level);
        return result;
    }
    *out_level = level;
    return R3D_OK;
}

void r3d_column_level_destroy(r3d_column_level *level)
{
    if (level == NULL) {
        return;
    }
    const r3d_allocator allocator = level->allocator;
    r3d_priv_release(&allocator, level->desc_memory);
    r3d_priv_release(&allocator, level->tree_memory);
    r3d_priv_release(&allocator, level->wall_state);
    r3d_priv_release(&allocator, level->wall_length);
    r3d_priv_release(&allocator, level->nodes);
    r3d_priv_release(&allocator, level->leaves);
    r3d_priv_release(&allocator, level->fragments);
    r3d_priv_release(&allocator, level->block_offsets);
    r3d_priv_release(&allocator, level->block_walls);
    r3d_priv_release(&allocator, level);
}

/* ---- questions ---- */

const r3d_column_level_desc *r3d_column_level_get_desc(const r3d_column_level *level)
{
    if (level == NULL) {
        return NULL;
    }
    return &level->desc;
}

void r3d_column_level_get_tree(const r3d_column_level *level, r3d_column_level_desc *out_desc)
{
    if (level == NULL || out_desc == NULL) {
        return;
    }
    out_desc->leaves = level->tree.leaves;
    out_desc->leaf_count = level->tree.leaf_count;
    out_desc->leaf_walls = level->tree.leaf_walls;
    out_desc->leaf_wall_count = level->tree.leaf_wall_count;
    out_desc->nodes = level->tree.nodes;
    out_desc->node_count = level->tree.node_count;
    out_desc->root = level->tree.root;
}

void r3d_column_level_get_tree_info(const r3d_column_level *level,
                                    r3d_column_level_tree_info *out_info)
{
    if (level == NULL || out_info == NULL) {
        return;
    }
    out_info->node_count = level->node_count;
    out_info->sloped_node_count = 0;
    for (int32_t i = 0; i < level->node_count; i++) {
        if (level->nodes[i].a != 0.0 && level->nodes[i].b != 0.0) {
            out_info->sloped_node_count++;
        }
    }
    out_info->leaf_count = level->leaf_count;
    out_info->fragment_count = level->fragment_count;
    out_info->depth = level->depth;
    out_info->built = level->tree_built;
}

int32_t r3d_column_level_find_leaf(const r3d_column_level *level, double x, double y)
{
    if (level == NULL) {
        return R3D_COLUMN_NONE;
    }
    int32_t child = level->root;
    while (child >= 0) {
        const struct r3d_priv_column_node *node = &level->nodes[child];
        child = node->child[r3d_priv_column_node_value(node, x, y) > 0.0];
    }
    return -1 - child;
}

int32_t r3d_column_level_find_sector(const r3d_column_level *level, double x, double y)
{
    if (level == NULL) {
        return R3D_COLUMN_NONE;
    }
    return level->leaves[r3d_column_level_find_leaf(level, x, y)].sector;
}
