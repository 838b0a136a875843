/* SPDX-License-Identifier: MIT */
/* Whole `.level` files. Source: spec column section 3. */

#include "level_text.h"

#include <string.h>

#include "../base/desc.h"

#include "level_parser.h"

static r3d_result check_no_gaps(struct r3d_priv_leveltext_parser *p,
                                const struct r3d_priv_leveltext_table *table, const char *kind)
{
    const int32_t *lines = table->lines.items;
    for (int32_t i = 0; i < table->items.count; i++) {
        if (lines[i] == 0) {
            return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_COUNT, p->name, p->line, -1,
                                    "%s %d is missing; %d was the highest number", kind, (int)i,
                                    (int)table->items.count - 1);
        }
    }
    return R3D_OK;
}

/* Brings the block lists into grid order. */
static r3d_result pack_grid(struct r3d_priv_leveltext_parser *p)
{
    if (!p->grid_given) {
        return p->blocks.items.count == 0
                   ? R3D_OK
                   : r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_DATA,
                                             "blocks without \"blockmap origin\"");
    }
    r3d_column_level_blockmap *g = &p->desc.blockmap;
    const int32_t count = g->columns * g->rows;
    const struct r3d_priv_leveltext_block *blocks = p->blocks.items.items;
    r3d_result result =
        r3d_priv_list_grow(&p->allocator, &p->block_offsets, count + 1, sizeof(int32_t));
    if (result == R3D_OK) {
        result = r3d_priv_list_grow(&p->allocator, &p->block_packed, p->block_walls.count + 1,
                                    sizeof(int32_t));
    }
    if (result != R3D_OK) {
        return r3d_priv_leveltext_fail(p, result, "out of memory");
    }
    int32_t *offsets = p->block_offsets.items;
    int32_t *packed = p->block_packed.items;
    for (int32_t i = 0; i < p->blocks.items.count; i++) {
        if (blocks[i].column < 0 || blocks[i].column >= g->columns || blocks[i].row < 0 ||
            blocks[i].row >= g->rows) {
            p->line = ((int32_t *)p->blocks.lines.items)[i];
            return r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_INDEX,
                                           "the block lies outside the grid");
        }
        for (int32_t k = 0; k < blocks[i].walls.count; k++) {
            const int32_t wall = ((int32_t *)p->block_walls.items)[blocks[i].walls.first + k];
            if (wall < 0 || wall >= p->walls.items.count) {
                p->line = ((int32_t *)p->blocks.lines.items)[i];
                return r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_INDEX,
                                               "the block lists a wall that does not exist");
            }
        }
        offsets[blocks[i].row * g->columns + blocks[i].column + 1] += blocks[i].walls.count;
    }
    for (int32_t i = 0; i < count; i++) {
        offsets[i + 1] += offsets[i];
    }
    for (int32_t i = 0; i < p->blocks.items.count; i++) {
        const int32_t cell = blocks[i].row * g->columns + blocks[i].column;
        memcpy(packed + offsets[cell], (int32_t *)p->block_walls.items + blocks[i].walls.first,
               (size_t)blocks[i].walls.count * sizeof(int32_t));
        offsets[cell] += blocks[i].walls.count;
    }
    for (int32_t i = count; i > 0; i--) {
        offsets[i] = offsets[i - 1];
    }
    offsets[0] = 0;
    g->offsets = offsets;
    g->walls = packed;
    return R3D_OK;
}

static const struct r3d_priv_leveltext_table *table_of(const struct r3d_priv_leveltext_parser *p,
                                                       r3d_column_level_record record)
{
    switch (record) {
    case R3D_COLUMN_RECORD_VERTEX:
        return &p->vertices;
    case R3D_COLUMN_RECORD_SECTOR:
        return &p->sectors;
    case R3D_COLUMN_RECORD_WALL:
        return &p->walls;
    case R3D_COLUMN_RECORD_LEAF:
        return &p->leaves;
    case R3D_COLUMN_RECORD_NODE:
        return &p->nodes;
    case R3D_COLUMN_RECORD_THING_TYPE:
        return &p->thing_types;
    case R3D_COLUMN_RECORD_THING:
        return &p->things;
    case R3D_COLUMN_RECORD_MOVER:
        return &p->movers;
    default:
        return NULL;
    }
}

/* The line of a record; 0 when there is none. */
static int32_t line_of(const struct r3d_priv_leveltext_parser *p,
                       const r3d_column_level_issue *issue)
{
    const struct r3d_priv_leveltext_table *table = table_of(p, issue->record);
    if (table != NULL && issue->index >= 0 && issue->index < table->items.count) {
        return ((int32_t *)table->lines.items)[issue->index];
    }
    switch (issue->record) {
    case R3D_COLUMN_RECORD_START:
        return p->start_line;
    case R3D_COLUMN_RECORD_ACTOR:
        return p->actor_line;
    case R3D_COLUMN_RECORD_ROOT:
        return p->root_line;
    case R3D_COLUMN_RECORD_BLOCK:
        return p->blockmap_line;
    default:
        return 0;
    }
}

/* Turns record numbers into lines; the last error's line stays in the parser. */
static void hear_issue(const r3d_column_level_issue *issue, void *user)
{
    struct r3d_priv_leveltext_parser *p = user;
    p->line = line_of(p, issue);
    if (p->options->on_issue != NULL) {
        p->options->on_issue(issue, p->line, p->options->user);
    }
}

/* A wall without length is an error unless its line says that it is meant; then it keeps its number
 * and is never seen or touched. */
static r3d_result check_empty_walls(struct r3d_priv_leveltext_parser *p)
{
    r3d_column_level_wall *walls = p->walls.items.items;
    const r3d_column_level_vertex *vertices = p->vertices.items.items;
    for (int32_t i = 0; i < p->walls.items.count && p->has_empty_walls; i++) {
        const bool marked = (walls[i].flags & R3D_PRIV_WALL_MARKED_EMPTY) != 0;
        const int32_t a = walls[i].a;
        const int32_t b = walls[i].b;
        walls[i].flags &= ~R3D_PRIV_WALL_MARKED_EMPTY;
        if (a < 0 || b < 0 || a >= p->vertices.items.count || b >= p->vertices.items.count) {
            continue; /* reported when the level is made */
        }
        const bool is_empty = vertices[a].x == vertices[b].x && vertices[a].y == vertices[b].y;
        if (is_empty != marked) {
            p->line = ((int32_t *)p->walls.lines.items)[i];
            return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_DATA, p->name, p->line, -1,
                                    is_empty ? "wall %d: has no length"
                                             : "wall %d: is called empty and has a length",
                                    (int)i);
        }
    }
    return R3D_OK;
}

static r3d_result finish(struct r3d_priv_leveltext_parser *p, r3d_column_level **out_level)
{
    const struct {
        const struct r3d_priv_leveltext_table *table;
        const char *kind;
    } numbered[] = {{&p->vertices, "vertex"},      {&p->sectors, "sector"}, {&p->walls, "wall"},
                    {&p->leaves, "subsector"},     {&p->nodes, "node"},     {&p->things, "thing"},
                    {&p->thing_types, "thingtype"}};
    r3d_result result = R3D_OK;
    for (size_t i = 0; i < sizeof numbered / sizeof numbered[0] && result == R3D_OK; i++) {
        result = check_no_gaps(p, numbered[i].table, numbered[i].kind);
    }
    for (int32_t i = 0; i < p->things.items.count && result == R3D_OK; i++) {
        const r3d_column_level_thing *thing = (r3d_column_level_thing *)p->things.items.items + i;
        if (thing->type >= p->thing_types.items.count) {
            p->line = ((int32_t *)p->things.lines.items)[i];
            result =
                r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_INDEX, "the thing's type does not exist");
        }
    }
    if (result == R3D_OK && p->leaves.items.count > 0 && p->root_line == 0) {
        result =
            r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_SYNTAX, "the file ends, expected a root");
    }
    if (result == R3D_OK) {
        result = check_empty_walls(p);
    }
    if (result == R3D_OK) {
        result = pack_grid(p);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_desc *d = &p->desc;
    d->name = p->level_name;
    d->vertices = p->vertices.items.items;
    d->vertex_count = p->vertices.items.count;
    d->sectors = p->sectors.items.items;
    d->sector_count = p->sectors.items.count;
    d->walls = p->walls.items.items;
    d->wall_count = p->walls.items.count;
    d->leaves = p->leaves.items.items;
    d->leaf_count = p->leaves.items.count;
    d->leaf_walls = p->leaf_walls.items;
    d->leaf_wall_count = p->leaf_walls.count;
    d->nodes = p->nodes.items.items;
    d->node_count = p->nodes.items.count;
    d->things = p->things.items.items;
    d->thing_count = p->things.items.count;
    d->thing_types = p->thing_types.items.items;
    d->thing_type_count = p->thing_types.items.count;
    d->movers = p->movers.items.items;
    d->mover_count = p->movers.items.count;
    d->materials = p->materials.names.items;
    d->material_count = p->materials.names.count;

    r3d_column_level_options options;
    r3d_column_level_options_init(&options);
    options.strict = p->options->strict;
    options.ignore_tree = p->options->rebuild_tree;
    options.allow_empty_walls = p->has_empty_walls;
    options.on_issue = hear_issue;
    options.user = p;
    r3d_error error;
    p->line = 0;
    result = r3d_column_level_create(d, &options, &p->allocator, out_level, &error);
    return result == R3D_OK ? R3D_OK : r3d_priv_leveltext_fail(p, result, error.message);
}

static void release(struct r3d_priv_leveltext_parser *p)
{
    struct r3d_priv_leveltext_table *tables[] = {&p->vertices,    &p->sectors, &p->walls,
                                                 &p->leaves,      &p->nodes,   &p->things,
                                                 &p->thing_types, &p->movers,  &p->blocks};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        r3d_priv_io_free(&p->allocator, tables[i]->items.items);
        r3d_priv_io_free(&p->allocator, tables[i]->lines.items);
    }
    r3d_priv_io_free(&p->allocator, p->leaf_walls.items);
    r3d_priv_io_free(&p->allocator, p->block_walls.items);
    r3d_priv_io_free(&p->allocator, p->block_offsets.items);
    r3d_priv_io_free(&p->allocator, p->block_packed.items);
    r3d_priv_io_free(&p->allocator, p->level_name);
    r3d_priv_names_free(&p->allocator, &p->materials);
    r3d_priv_names_free(&p->allocator, &p->type_names);
    r3d_priv_names_free(&p->allocator, &p->other_names);
}

void r3d_column_level_load_options_init_sized(r3d_column_level_load_options *options,
                                              uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(options, struct_size);
}

static void start_tables(struct r3d_priv_leveltext_parser *p)
{
    p->vertices.item_size = sizeof(r3d_column_level_vertex);
    p->sectors.item_size = sizeof(r3d_column_level_sector);
    p->walls.item_size = sizeof(r3d_column_level_wall);
    p->leaves.item_size = sizeof(r3d_column_level_leaf);
    p->nodes.item_size = sizeof(r3d_column_level_node);
    p->things.item_size = sizeof(r3d_column_level_thing);
    p->thing_types.item_size = sizeof(r3d_column_level_thing_type);
    p->movers.item_size = sizeof(r3d_column_level_mover);
    p->blocks.item_size = sizeof(struct r3d_priv_leveltext_block);
}

r3d_result r3d_column_level_decode(const char *text, size_t size, const char *name,
                                   const r3d_column_level_load_options *options,
                                   const r3d_allocator *allocator, r3d_column_level **out_level,
                                   r3d_error *out_error)
{
    name = name != NULL ? name : "";
    r3d_column_level_load_options whole;
    r3d_column_level_load_options_init(&whole);
    if (text == NULL || out_level == NULL ||
        (options != NULL && r3d_priv_desc_read(&whole, sizeof whole, options) != R3D_OK)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "text and a place for the level are needed");
    }
    *out_level = NULL;
    struct r3d_priv_leveltext_parser p;
    memset(&p, 0, sizeof p);
    p.name = name;
    p.next = text;
    p.end = text + size;
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        p.next += 3; /* the mark that some editors put before UTF-8 */
    }
    p.options = &whole;
    p.out_error = out_error;
    r3d_column_level_desc_init(&p.desc);
    start_tables(&p);
    r3d_result result = r3d_priv_io_allocator(allocator, &p.allocator);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(out_error, result, name, 0, -1, "the allocator is not complete");
    }
    int64_t lines = 1;
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    p.line_limit = lines > INT32_MAX ? INT32_MAX : (int32_t)lines;
    while (result == R3D_OK && p.next < p.end) {
        p.line++;
        const char *newline = memchr(p.next, '\n', (size_t)(p.end - p.next));
        p.line_end = newline == NULL ? p.end : newline;
        result = r3d_priv_leveltext_read_line(&p);
        p.next = newline == NULL ? p.end : newline + 1;
    }
    if (result == R3D_OK && p.version_line == 0) {
        result = r3d_priv_leveltext_fail(&p, R3D_ERR_FORMAT_TRUNCATED,
                                         "the file is empty, expected \"level 1\"");
    }
    if (result == R3D_OK) {
        result = finish(&p, out_level);
    }
    release(&p);
    return result;
}

r3d_result r3d_column_level_load(const char *path, const r3d_column_level_load_options *options,
                                 const r3d_allocator *allocator, r3d_column_level **out_level,
                                 r3d_error *out_error)
{
    r3d_column_level_load_options whole;
    r3d_column_level_load_options_init(&whole);
    if (path == NULL || out_level == NULL ||
        (options != NULL && r3d_priv_desc_read(&whole, sizeof whole, options) != R3D_OK)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path == NULL ? "" : path, 0, -1,
                                "a path and a place for the level are needed");
    }
    *out_level = NULL;
    r3d_allocator hooks;
    r3d_result result = r3d_priv_io_allocator(allocator, &hooks);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(out_error, result, path, 0, -1, "the allocator is not complete");
    }
    void *data = NULL;
    size_t size = 0;
    result = r3d_file_read_from(whole.files, path, 1 << 30, &hooks, &data, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_column_level_decode(data, size, path, options, &hooks, out_level, out_error);
        r3d_priv_io_free(&hooks, data);
    }
    return result;
}
