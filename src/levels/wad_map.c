/* SPDX-License-Identifier: MIT */
/* Maps of WAD files. Source: spec column section 12. */

#include <stdio.h>
#include <string.h>

#include "../base/desc.h"

#include "wad.h"

enum {
    THING_SIZE = 10,
    LINEDEF_SIZE = 14,
    SIDEDEF_SIZE = 30,
    VERTEX_SIZE = 4,
    SECTOR_SIZE = 26,
    NO_SIDE = 65535,
    PLAYER_START = 1,
    LINE_BLOCKS = 1,
    LINE_TWO_SIDED = 4,
    LINE_UPPER_UNPEGGED = 8,
    LINE_LOWER_UNPEGGED = 16,
    THING_EASY = 1,
    THING_MEDIUM = 2,
    THING_HARD = 4,
    THING_SEVERAL_PLAYERS = 16,
    EYE_HEIGHT = 41
};

struct map_reader {
    const r3d_wad *wad;
    const r3d_wad *iwad;
    const char *map;
    r3d_allocator allocator;
    const r3d_column_level_load_options *options;
    r3d_error *out_error;
    struct r3d_priv_bytes lumps[R3D_PRIV_MAP_LUMPS];
    r3d_column_level_desc desc;
    struct r3d_priv_names materials;
    struct r3d_priv_names type_names;
    struct r3d_priv_list vertices;
    struct r3d_priv_list sectors;
    struct r3d_priv_list walls;
    struct r3d_priv_list things;
    struct r3d_priv_list types;
    struct r3d_priv_names mover_names;
    struct r3d_priv_list movers;
};

static r3d_result fail_at(struct map_reader *m, enum r3d_priv_map_lump lump, r3d_result result,
                          size_t at, const char *text)
{
    return r3d_priv_lump_fail(m->out_error, result, &m->lumps[lump], at, text);
}

/* ---- finding ---- */

static r3d_result find_lumps(struct map_reader *m)
{
    struct r3d_priv_map_lumps found;
    const r3d_result result = r3d_priv_wad_map_lumps(m->wad, m->map, &found, m->out_error);
    if (result != R3D_OK) {
        return result;
    }
    m->map = m->wad->lumps[found.marker].name;
    for (int lump = 0; lump < R3D_PRIV_MAP_LUMPS; lump++) {
        if (found.at[lump] >= 0) {
            r3d_priv_wad_bytes(m->wad, found.at[lump], &m->lumps[lump]);
        }
    }
    return R3D_OK;
}

static r3d_result count_records(struct map_reader *m, enum r3d_priv_map_lump lump, size_t size,
                                int32_t *out)
{
    const size_t bytes = m->lumps[lump].size;
    if (bytes % size != 0) {
        return fail_at(m, lump, R3D_ERR_FORMAT_COUNT, bytes,
                       "its size is no multiple of a record's");
    }
    *out = (int32_t)(bytes / size);
    return R3D_OK;
}

static r3d_result grow(struct map_reader *m, struct r3d_priv_list *list, int32_t count, size_t size)
{
    const r3d_result result = r3d_priv_list_grow(&m->allocator, list, count, size);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(m->out_error, result, m->wad->name, 0, -1, "out of memory");
    }
    list->count = count;
    return R3D_OK;
}

static void hear_issue(const r3d_column_level_issue *issue, void *user)
{
    const struct map_reader *m = user;
    if (m->options->on_issue != NULL) {
        m->options->on_issue(issue, 0, m->options->user);
    }
}

/* The material of a texture or flat name; "-" is none. */
static r3d_result add_material(struct map_reader *m, const uint8_t *name8, bool is_flat,
                               int32_t *out)
{
    char text[sizeof R3D_PRIV_FLAT_PREFIX + 9];
    char name[9];
    r3d_priv_name8(name8, name);
    *out = R3D_COLUMN_NONE;
    if (strcmp(name, "-") == 0 || name[0] == '\0') {
        return R3D_OK;
    }
    strcpy(text, is_flat ? R3D_PRIV_FLAT_PREFIX : "");
    strcat(text, name);
    const r3d_result result =
        r3d_priv_names_add(&m->allocator, &m->materials, text, strlen(text), out);
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_io_fail(m->out_error, result, m->wad->name, 0, -1,
                                               "too many different materials");
}

/* ---- records ---- */

static r3d_result read_vertices(struct map_reader *m)
{
    int32_t count = 0;
    r3d_result result = count_records(m, R3D_PRIV_MAP_VERTEXES, VERTEX_SIZE, &count);
    if (result == R3D_OK) {
        result = grow(m, &m->vertices, count, sizeof(r3d_column_level_vertex));
    }
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        const uint8_t *record = m->lumps[R3D_PRIV_MAP_VERTEXES].data + (size_t)i * VERTEX_SIZE;
        r3d_column_level_vertex *vertex = (r3d_column_level_vertex *)m->vertices.items + i;
        vertex->x = (double)r3d_priv_i16(record);
        vertex->y = (double)r3d_priv_i16(record + 2);
    }
    return result;
}

/* Sectors whose ceiling lies below their floor occur in maps that are in use; nothing is between
 * the two, so they are read as closed. */
static r3d_result close_sector(struct map_reader *m, int32_t index, r3d_column_level_sector *sector)
{
    if (sector->ceiling >= sector->floor) {
        return R3D_OK;
    }
    char text[120];
    snprintf(text, sizeof text,
             "sector %ld: the ceiling (%g) lies below the floor (%g); read as closed at the floor",
             (long)index, sector->ceiling, sector->floor);
    const bool strict = m->options->strict;
    const r3d_column_level_issue issue = {strict, R3D_COLUMN_RECORD_SECTOR, index, text};
    hear_issue(&issue, m);
    sector->ceiling = sector->floor;
    return strict ? fail_at(m, R3D_PRIV_MAP_SECTORS, R3D_ERR_FORMAT_DATA,
                            (size_t)index * SECTOR_SIZE, text)
                  : R3D_OK;
}

static r3d_result read_sectors(struct map_reader *m)
{
    int32_t count = 0;
    r3d_result result = count_records(m, R3D_PRIV_MAP_SECTORS, SECTOR_SIZE, &count);
    if (result == R3D_OK) {
        result = grow(m, &m->sectors, count, sizeof(r3d_column_level_sector));
    }
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        const uint8_t *record = m->lumps[R3D_PRIV_MAP_SECTORS].data + (size_t)i * SECTOR_SIZE;
        r3d_column_level_sector *sector = (r3d_column_level_sector *)m->sectors.items + i;
        sector->floor = (double)r3d_priv_i16(record);
        sector->ceiling = (double)r3d_priv_i16(record + 2);
        result = close_sector(m, i, sector);
        const int32_t light = r3d_priv_i16(record + 20);
        sector->light = light < 0 ? 0 : light > 255 ? 255 : light;
        char name[9];
        r3d_priv_name8(record + 12, name);
        if (strcmp(name, "F_SKY1") == 0) {
            sector->flags |= R3D_COLUMN_SECTOR_SKY;
        }
        r3d_priv_name8(record + 4, name);
        if (strcmp(name, "F_SKY1") == 0) {
            sector->flags |= R3D_COLUMN_SECTOR_SKY_FLOOR;
        }
        if (result == R3D_OK) {
            result = add_material(m, record + 4, true, &sector->floor_material);
        }
        if (result == R3D_OK) {
            result = add_material(m, record + 12, true, &sector->ceiling_material);
        }
    }
    return result;
}

/* Whether a side and its sector exist. */
static bool is_side(const struct map_reader *m, int32_t index, int32_t side_count)
{
    return index < side_count && r3d_priv_u16(m->lumps[R3D_PRIV_MAP_SIDEDEFS].data +
                                              (size_t)index * SIDEDEF_SIZE + 28) < m->sectors.count;
}

static r3d_result read_side(struct map_reader *m, int32_t index, r3d_column_level_side *out)
{
    const uint8_t *record = m->lumps[R3D_PRIV_MAP_SIDEDEFS].data + (size_t)index * SIDEDEF_SIZE;
    out->offset_u = (double)r3d_priv_i16(record);
    out->offset_v = (double)r3d_priv_i16(record + 2);
    out->sector = r3d_priv_u16(record + 28);
    r3d_result result = add_material(m, record + 4, false, &out->upper);
    if (result == R3D_OK) {
        result = add_material(m, record + 12, false, &out->lower);
    }
    if (result == R3D_OK) {
        result = add_material(m, record + 20, false, &out->middle);
    }
    return result;
}

static uint32_t wall_flags(int32_t line_flags)
{
    uint32_t flags = R3D_COLUMN_WALL_STROKE_START | R3D_COLUMN_WALL_STROKE_END;
    flags |= (line_flags & LINE_BLOCKS) != 0 ? R3D_COLUMN_WALL_BLOCKS : 0;
    flags |= (line_flags & LINE_UPPER_UNPEGGED) == 0 ? R3D_COLUMN_WALL_UPPER_BOTTOM : 0;
    flags |= (line_flags & LINE_LOWER_UNPEGGED) != 0
                 ? R3D_COLUMN_WALL_LOWER_CEILING | R3D_COLUMN_WALL_MIDDLE_BOTTOM
                 : 0;
    return flags;
}

/* A line that is not as the format wants it: a warning, in a strict load an error. */
static r3d_result tell_line(struct map_reader *m, int32_t index, const char *what)
{
    char text[120];
    const bool strict = m->options->strict;
    snprintf(text, sizeof text, "linedef %ld: %s", (long)index, what);
    const r3d_column_level_issue issue = {strict, R3D_COLUMN_RECORD_WALL, index, text};
    hear_issue(&issue, m);
    return strict ? fail_at(m, R3D_PRIV_MAP_LINEDEFS, R3D_ERR_FORMAT_DATA,
                            (size_t)index * LINEDEF_SIZE, text)
                  : R3D_OK;
}

static void clear_sides(r3d_column_level_wall *wall)
{
    wall->front.upper = wall->front.middle = wall->front.lower = R3D_COLUMN_NONE;
    wall->back = wall->front;
    wall->back.sector = R3D_COLUMN_NONE;
}

static r3d_result read_wall(struct map_reader *m, int32_t index, int32_t side_count)
{
    const size_t at = (size_t)index * LINEDEF_SIZE;
    const uint8_t *record = m->lumps[R3D_PRIV_MAP_LINEDEFS].data + at;
    r3d_column_level_wall *wall = (r3d_column_level_wall *)m->walls.items + index;
    wall->a = r3d_priv_u16(record);
    wall->b = r3d_priv_u16(record + 2);
    if (wall->a >= m->vertices.count || wall->b >= m->vertices.count) {
        return fail_at(m, R3D_PRIV_MAP_LINEDEFS, R3D_ERR_FORMAT_INDEX, at,
                       "a vertex does not exist");
    }
    wall->flags = wall_flags(r3d_priv_u16(record + 4));
    clear_sides(wall);
    int32_t right = r3d_priv_u16(record + 10);
    int32_t left = r3d_priv_u16(record + 12);
    if (right == NO_SIDE && left == NO_SIDE) {
        wall->flags |= R3D_COLUMN_WALL_UNSEEN;
        return tell_line(m, index, "it has no side; it is never seen and blocks");
    }
    if ((right != NO_SIDE && !is_side(m, right, side_count)) ||
        (left != NO_SIDE && !is_side(m, left, side_count))) {
        wall->b = wall->a; /* keeps its number */
        return tell_line(m, index, "a side or its sector does not exist; it is left out");
    }
    r3d_result result = R3D_OK;
    if (right == NO_SIDE) {
        const int32_t vertex = wall->a;
        wall->a = wall->b;
        wall->b = vertex;
        right = left;
        left = NO_SIDE;
        result = tell_line(m, index, "it has only a left side; it is turned round");
    }
    if (result == R3D_OK) {
        result = read_side(m, right, &wall->front);
    }
    if (result == R3D_OK && left != NO_SIDE) {
        result = read_side(m, left, &wall->back);
        wall->flags |=
            (r3d_priv_u16(record + 4) & LINE_TWO_SIDED) == 0 ? R3D_COLUMN_WALL_OPAQUE : 0;
    }
    return result;
}

static r3d_result read_walls(struct map_reader *m)
{
    int32_t count = 0;
    int32_t side_count = 0;
    r3d_result result = count_records(m, R3D_PRIV_MAP_LINEDEFS, LINEDEF_SIZE, &count);
    if (result == R3D_OK) {
        result = count_records(m, R3D_PRIV_MAP_SIDEDEFS, SIDEDEF_SIZE, &side_count);
    }
    if (result == R3D_OK) {
        result = grow(m, &m->walls, count, sizeof(r3d_column_level_wall));
    }
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        result = read_wall(m, i, side_count);
    }
    return result;
}

/* ---- things ---- */

/* Floor at a point before there is a tree: the side that the nearest wall to the east shows. */
static double floor_at(const struct map_reader *m, double x, double y)
{
    const r3d_column_level_vertex *vertices = m->vertices.items;
    const r3d_column_level_wall *walls = m->walls.items;
    double nearest = 1e30;
    int32_t sector = R3D_COLUMN_NONE;
    for (int32_t i = 0; i < m->walls.count; i++) {
        const r3d_column_level_vertex *a = &vertices[walls[i].a];
        const r3d_column_level_vertex *b = &vertices[walls[i].b];
        if ((a->y > y) == (b->y > y) || (walls[i].flags & R3D_COLUMN_WALL_UNSEEN) != 0) {
            continue;
        }
        const double meeting = a->x + (y - a->y) * (b->x - a->x) / (b->y - a->y) - x;
        if (meeting >= 0.0 && meeting < nearest) {
            nearest = meeting;
            /* Seen from the west a wall that runs south shows its front. */
            sector = b->y < a->y ? walls[i].front.sector : walls[i].back.sector;
        }
    }
    return sector < 0 ? 0.0 : ((r3d_column_level_sector *)m->sectors.items)[sector].floor;
}

/* The type of a thing number, named "58:SARG": several numbers may share a sprite. Made when it is
 * new. */
static r3d_result find_type(struct map_reader *m, int32_t number, const char *sprite, int32_t *out)
{
    char name[24];
    snprintf(name, sizeof name, "%ld:%s", (long)number, sprite);
    r3d_result result = r3d_priv_names_add(&m->allocator, &m->type_names, name, strlen(name), out);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(m->out_error, result, m->wad->name, 0, -1, "out of memory");
    }
    if (*out < m->types.count) {
        return R3D_OK;
    }
    result = grow(m, &m->types, m->types.count + 1, sizeof(r3d_column_level_thing_type));
    if (result == R3D_OK) {
        r3d_column_level_thing_type *type = (r3d_column_level_thing_type *)m->types.items + *out;
        type->name = ((char **)m->type_names.names.items)[*out];
        type->sprite = sprite;
        type->width = 16.0;
        type->height = 16.0;
        struct r3d_priv_bytes picture;
        if (r3d_priv_wad_sprite(m->wad, m->iwad, sprite, &picture)) {
            type->width = (double)r3d_priv_i16(picture.data);
            type->height = (double)r3d_priv_i16(picture.data + 2);
            type->has_offset = true;
            type->left = (double)r3d_priv_i16(picture.data + 4);
            type->top = (double)r3d_priv_i16(picture.data + 6);
        }
    }
    return result;
}

/* Whether a single player meets a thing. */
static bool is_met(int32_t flags, r3d_wad_skill skill)
{
    static const int32_t present[] = {THING_MEDIUM, THING_EASY, THING_HARD};
    return skill == R3D_WAD_SKILL_ALL ||
           ((flags & present[skill]) != 0 && (flags & THING_SEVERAL_PLAYERS) == 0);
}

static r3d_result read_things(struct map_reader *m)
{
    int32_t count = 0;
    r3d_result result = count_records(m, R3D_PRIV_MAP_THINGS, THING_SIZE, &count);
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        const uint8_t *record = m->lumps[R3D_PRIV_MAP_THINGS].data + (size_t)i * THING_SIZE;
        const double x = (double)r3d_priv_i16(record);
        const double y = (double)r3d_priv_i16(record + 2);
        const int32_t type = r3d_priv_u16(record + 6);
        if (type == PLAYER_START) { /* of several the last counts */
            m->desc.start_x = x;
            m->desc.start_y = y;
            m->desc.start_yaw = (double)r3d_priv_i16(record + 4);
            m->desc.start_eye = floor_at(m, x, y) + (double)EYE_HEIGHT;
            m->desc.has_start = true;
        }
        const char *sprite = r3d_priv_thing_sprite(type);
        if (sprite == NULL || !is_met(r3d_priv_u16(record + 8), m->options->skill)) {
            continue;
        }
        result = grow(m, &m->things, m->things.count + 1, sizeof(r3d_column_level_thing));
        if (result == R3D_OK) {
            r3d_column_level_thing *thing =
                (r3d_column_level_thing *)m->things.items + m->things.count - 1;
            thing->x = x;
            thing->y = y;
            result = find_type(m, type, sprite, &thing->type);
        }
    }
    return result;
}

/* ---- together ---- */

static r3d_result read_movers(struct map_reader *m)
{
    struct r3d_priv_mover_lumps lumps;
    lumps.linedef_bytes = m->lumps[R3D_PRIV_MAP_LINEDEFS].data;
    lumps.sector_bytes = m->lumps[R3D_PRIV_MAP_SECTORS].data;
    lumps.walls = m->walls.items;
    lumps.wall_count = m->walls.count;
    lumps.sectors = m->sectors.items;
    lumps.sector_count = m->sectors.count;
    const r3d_result result =
        r3d_priv_wad_movers(&lumps, &m->allocator, &m->movers, &m->mover_names);
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_io_fail(m->out_error, result, m->wad->name, 0, -1,
                                               "out of memory, or too many doors and lifts");
}

static r3d_result make_level(struct map_reader *m, r3d_column_level **out_level)
{
    r3d_column_level_desc *d = &m->desc;
    d->name = m->map;
    d->vertices = m->vertices.items;
    d->vertex_count = m->vertices.count;
    d->sectors = m->sectors.items;
    d->sector_count = m->sectors.count;
    d->walls = m->walls.items;
    d->wall_count = m->walls.count;
    d->things = m->things.items;
    d->thing_count = m->things.count;
    d->thing_types = m->types.items;
    d->thing_type_count = m->types.count;
    d->movers = m->movers.items;
    d->mover_count = m->movers.count;
    d->materials = m->materials.names.items;
    d->material_count = m->materials.names.count;
    r3d_column_level_options options;
    r3d_column_level_options_init(&options);
    options.allow_empty_walls = true;
    options.allow_equal_sides = true; /* grates and the like hang inside one sector */
    options.strict = m->options->strict;
    options.on_issue = hear_issue;
    options.user = m;
    r3d_error error;
    const r3d_result result =
        r3d_column_level_create(d, &options, &m->allocator, out_level, &error);
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_io_fail(m->out_error, result, m->wad->name, 0, -1, "%s: %s",
                                               m->map, error.message);
}

/* The tree of the file is not needed: whatever is wrong with it is one warning, also in a strict
 * load. */
static r3d_result check_tree(struct map_reader *m)
{
    r3d_error error;
    struct r3d_priv_tree_lumps lumps;
    lumps.segs = m->lumps[R3D_PRIV_MAP_SEGS];
    lumps.ssectors = m->lumps[R3D_PRIV_MAP_SSECTORS];
    lumps.nodes = m->lumps[R3D_PRIV_MAP_NODES];
    lumps.linedefs = m->lumps[R3D_PRIV_MAP_LINEDEFS];
    lumps.vertex_count = m->vertices.count;
    lumps.linedef_count = m->walls.count;
    const r3d_result result = r3d_priv_wad_check_tree(&lumps, &m->allocator, &error);
    if (result == R3D_ERR_MEMORY) {
        return r3d_priv_io_fail(m->out_error, result, m->wad->name, 0, -1, "out of memory");
    }
    if (result != R3D_OK) {
        char text[R3D_ERROR_MESSAGE_SIZE];
        snprintf(text, sizeof text, "the tree of the file is not sound, one is built: %.150s",
                 error.message);
        const r3d_column_level_issue issue = {false, R3D_COLUMN_RECORD_LEVEL, -1, text};
        hear_issue(&issue, m);
    }
    return R3D_OK;
}

r3d_result r3d_wad_load_map(const r3d_wad *wad, const r3d_wad *iwad, const char *map,
                            const r3d_column_level_load_options *options,
                            const r3d_allocator *allocator, r3d_column_level **out_level,
                            r3d_column_level_pictures **out_pictures, r3d_error *out_error)
{
    struct map_reader m;
    memset(&m, 0, sizeof m);
    r3d_column_level_load_options whole;
    r3d_column_level_load_options_init(&whole);
    if (wad == NULL || out_level == NULL ||
        (options != NULL && r3d_priv_desc_read(&whole, sizeof whole, options) != R3D_OK) ||
        (uint32_t)whole.skill > R3D_WAD_SKILL_ALL ||
        r3d_priv_io_allocator(allocator, &m.allocator) != R3D_OK) {
        return r3d_priv_io_fail(
            out_error, R3D_ERR_ARGUMENT, "", 0, -1,
            "a WAD, a place for the level, a skill that there is and a complete "
            "allocator are needed");
    }
    *out_level = NULL;
    if (out_pictures != NULL) {
        *out_pictures = NULL;
    }
    m.wad = wad;
    m.iwad = iwad;
    m.map = map;
    m.options = &whole;
    m.out_error = out_error;
    r3d_column_level_desc_init(&m.desc);
    r3d_result (*const steps[])(struct map_reader *) = {
        find_lumps, read_vertices, read_sectors, read_walls, read_things, read_movers, check_tree};
    r3d_result result = R3D_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == R3D_OK; i++) {
        result = steps[i](&m);
    }
    if (result == R3D_OK) {
        result = make_level(&m, out_level);
    }
    if (result == R3D_OK && out_pictures != NULL) {
        r3d_column_picture_sources sources;
        r3d_column_picture_sources_init(&sources);
        sources.wad = wad;
        sources.iwad = iwad;
        sources.on_missing = hear_issue;
        sources.user = &m;
        sources.strict = whole.strict;
        result = r3d_column_level_load_pictures(*out_level, &sources, &m.allocator, out_pictures,
                                                out_error);
        if (result != R3D_OK) {
            r3d_column_level_destroy(*out_level);
            *out_level = NULL;
        }
    }
    r3d_priv_names_free(&m.allocator, &m.materials);
    r3d_priv_names_free(&m.allocator, &m.type_names);
    r3d_priv_names_free(&m.allocator, &m.mover_names);
    r3d_priv_io_free(&m.allocator, m.vertices.items);
    r3d_priv_io_free(&m.allocator, m.sectors.items);
    r3d_priv_io_free(&m.allocator, m.walls.items);
    r3d_priv_io_free(&m.allocator, m.things.items);
    r3d_priv_io_free(&m.allocator, m.types.items);
    r3d_priv_io_free(&m.allocator, m.movers.items);
    return result;
}
