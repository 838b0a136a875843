/* SPDX-License-Identifier: MIT */
/* Doors and lifts of a map: which heights its lines can move, and how far. Only what a line does to a
 * height is read, not who may set it off. Source: spec column section 12; the engine's own rules for
 * doors (lowest ceiling around, less 4), lifts (lowest floor around) and platforms. */

#include <stdio.h>
#include <string.h>

#include "wad.h"

enum { LINEDEF_SIZE = 14, SECTOR_SIZE = 26, TAGS = 65536, DOOR_GAP = 4 };

enum mover_kind { DOOR, LIFT, PLATFORM, MOVER_KINDS };

/* Units a second: the engine's units a tick, 35 times. */
enum { DOOR_SPEED = 70, BLAZING_SPEED = 280, LIFT_SPEED = 140, PLATFORM_SPEED = 35 };

struct special {
    uint8_t number;
    uint8_t kind;
    bool is_manual; /* The sector behind the line; otherwise all with the line's tag. */
    int16_t speed;
};

static const struct special specials[] = {
    {1, DOOR, true, DOOR_SPEED},          {26, DOOR, true, DOOR_SPEED},
    {27, DOOR, true, DOOR_SPEED},         {28, DOOR, true, DOOR_SPEED},
    {31, DOOR, true, DOOR_SPEED},         {32, DOOR, true, DOOR_SPEED},
    {33, DOOR, true, DOOR_SPEED},         {34, DOOR, true, DOOR_SPEED},
    {117, DOOR, true, BLAZING_SPEED},     {118, DOOR, true, BLAZING_SPEED},
    {2, DOOR, false, DOOR_SPEED},         {4, DOOR, false, DOOR_SPEED},
    {29, DOOR, false, DOOR_SPEED},        {46, DOOR, false, DOOR_SPEED},
    {61, DOOR, false, DOOR_SPEED},        {63, DOOR, false, DOOR_SPEED},
    {86, DOOR, false, DOOR_SPEED},        {90, DOOR, false, DOOR_SPEED},
    {103, DOOR, false, DOOR_SPEED},       {99, DOOR, false, BLAZING_SPEED},
    {105, DOOR, false, BLAZING_SPEED},    {106, DOOR, false, BLAZING_SPEED},
    {108, DOOR, false, BLAZING_SPEED},    {109, DOOR, false, BLAZING_SPEED},
    {111, DOOR, false, BLAZING_SPEED},    {112, DOOR, false, BLAZING_SPEED},
    {114, DOOR, false, BLAZING_SPEED},    {115, DOOR, false, BLAZING_SPEED},
    {133, DOOR, false, BLAZING_SPEED},    {134, DOOR, false, BLAZING_SPEED},
    {135, DOOR, false, BLAZING_SPEED},    {136, DOOR, false, BLAZING_SPEED},
    {137, DOOR, false, BLAZING_SPEED},    {10, LIFT, false, LIFT_SPEED},
    {21, LIFT, false, LIFT_SPEED},        {62, LIFT, false, LIFT_SPEED},
    {88, LIFT, false, LIFT_SPEED},        {120, LIFT, false, BLAZING_SPEED},
    {121, LIFT, false, BLAZING_SPEED},    {122, LIFT, false, BLAZING_SPEED},
    {123, LIFT, false, BLAZING_SPEED},    {53, PLATFORM, false, PLATFORM_SPEED},
    {87, PLATFORM, false, PLATFORM_SPEED}};

static const struct special *find_special(int32_t number)
{
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        if (specials[i].number == number) {
            return &specials[i];
        }
    }
    return NULL;
}

/* What lies around a sector, across lines with two sides and the two-sided flag. */
struct around {
    bool has_neighbour;
    double lowest_ceiling;
    double lowest_floor;
    double highest_floor;
    int32_t next_of_tag;
    bool moves[2]; /* floor, ceiling */
};

struct mover_reader {
    const struct r3d_priv_mover_lumps *lumps;
    const r3d_allocator *allocator;
    struct around *around;
    int32_t *first_of_tag;
    uint8_t *done; /* by tag, a bit for each kind */
    struct r3d_priv_list *movers;
    struct r3d_priv_names *names;
};

static void look_across(struct around *around, const r3d_column_level_sector *other)
{
    if (!around->has_neighbour || other->ceiling < around->lowest_ceiling) {
        around->lowest_ceiling = other->ceiling;
    }
    if (!around->has_neighbour || other->floor < around->lowest_floor) {
        around->lowest_floor = other->floor;
    }
    if (!around->has_neighbour || other->floor > around->highest_floor) {
        around->highest_floor = other->floor;
    }
    around->has_neighbour = true;
}

static bool has_length(const r3d_column_level_wall *wall)
{
    return wall->a != wall->b;
}

static void look_around(struct mover_reader *m)
{
    const struct r3d_priv_mover_lumps *in = m->lumps;
    for (int32_t i = 0; i < in->wall_count; i++) {
        const r3d_column_level_wall *wall = &in->walls[i];
        if (has_length(wall) && wall->back.sector >= 0 &&
            (wall->flags & R3D_COLUMN_WALL_OPAQUE) == 0) {
            look_across(&m->around[wall->front.sector], &in->sectors[wall->back.sector]);
            look_across(&m->around[wall->back.sector], &in->sectors[wall->front.sector]);
        }
    }
    for (int32_t tag = 0; tag < TAGS; tag++) {
        m->first_of_tag[tag] = -1;
    }
    for (int32_t i = in->sector_count - 1; i >= 0; i--) {
        const int32_t tag = r3d_priv_u16(in->sector_bytes + (size_t)i * SECTOR_SIZE + 24);
        m->around[i].next_of_tag = m->first_of_tag[tag];
        m->first_of_tag[tag] = i;
    }
}

/* How far the engine moves the height of a sector; false when it does not move. */
static bool find_range(const struct mover_reader *m, int32_t sector, enum mover_kind kind,
                       r3d_column_level_mover *out)
{
    const struct around *around = &m->around[sector];
    const r3d_column_level_sector *s = &m->lumps->sectors[sector];
    out->sector = sector;
    out->is_ceiling = kind == DOOR;
    out->min = s->floor;
    out->max = s->floor;
    if (!around->has_neighbour) {
        return false;
    }
    if (kind == DOOR) {
        out->max = around->lowest_ceiling - (double)DOOR_GAP;
    } else {
        out->min = around->lowest_floor < s->floor ? around->lowest_floor : s->floor;
        const bool rises = kind == PLATFORM && around->highest_floor > s->floor;
        out->max = rises ? around->highest_floor : s->floor;
    }
    return out->max > out->min;
}

/* Of several lines that move one height the first counts. */
static r3d_result add_mover(struct mover_reader *m, int32_t sector, const struct special *special)
{
    static const char *const words[MOVER_KINDS] = {"door", "lift", "platform"};
    r3d_column_level_mover mover;
    memset(&mover, 0, sizeof mover);
    if (!find_range(m, sector, (enum mover_kind)special->kind, &mover) ||
        m->around[sector].moves[mover.is_ceiling]) {
        return R3D_OK;
    }
    m->around[sector].moves[mover.is_ceiling] = true;
    char name[24];
    snprintf(name, sizeof name, "%s-%ld", words[special->kind], (long)sector);
    int32_t number = 0;
    r3d_result result = r3d_priv_names_add(m->allocator, m->names, name, strlen(name), &number);
    if (result == R3D_OK) {
        result = r3d_priv_list_grow(m->allocator, m->movers, m->movers->count + 1, sizeof(mover));
    }
    if (result == R3D_OK) {
        mover.name = ((char **)m->names->names.items)[number];
        mover.speed = (double)special->speed;
        ((r3d_column_level_mover *)m->movers->items)[m->movers->count++] = mover;
    }
    return result;
}

static r3d_result read_line(struct mover_reader *m, int32_t line)
{
    const uint8_t *record = m->lumps->linedef_bytes + (size_t)line * LINEDEF_SIZE;
    const struct special *special = find_special(r3d_priv_u16(record + 6));
    if (special == NULL) {
        return R3D_OK;
    }
    if (special->is_manual) {
        const r3d_column_level_wall *wall = &m->lumps->walls[line];
        return has_length(wall) && wall->back.sector >= 0 ? add_mover(m, wall->back.sector, special)
                                                          : R3D_OK;
    }
    /* Tag 0 is a tag as any other: the engine moves every sector that has no tag. */
    const int32_t tag = r3d_priv_u16(record + 8);
    const uint8_t bit = (uint8_t)(1U << special->kind);
    if ((m->done[tag] & bit) != 0) {
        return R3D_OK;
    }
    m->done[tag] |= bit;
    r3d_result result = R3D_OK;
    for (int32_t i = m->first_of_tag[tag]; i >= 0 && result == R3D_OK;
         i = m->around[i].next_of_tag) {
        result = add_mover(m, i, special);
    }
    return result;
}

r3d_result r3d_priv_wad_movers(const struct r3d_priv_mover_lumps *lumps,
                               const r3d_allocator *allocator, struct r3d_priv_list *movers,
                               struct r3d_priv_names *names)
{
    struct mover_reader m = {.lumps = lumps, .allocator = allocator, .movers = movers};
    m.names = names;
    const size_t sectors = (size_t)(lumps->sector_count > 0 ? lumps->sector_count : 1);
    m.around = r3d_priv_io_alloc(allocator, sectors * sizeof *m.around);
    m.first_of_tag = r3d_priv_io_alloc(allocator, TAGS * sizeof *m.first_of_tag);
    m.done = r3d_priv_io_alloc(allocator, TAGS);
    r3d_result result =
        m.around == NULL || m.first_of_tag == NULL || m.done == NULL ? R3D_ERR_MEMORY : R3D_OK;
    if (result == R3D_OK) {
        memset(m.around, 0, sectors * sizeof *m.around);
        memset(m.done, 0, TAGS);
        look_around(&m);
    }
    for (int32_t i = 0; i < lumps->wall_count && result == R3D_OK; i++) {
        result = read_line(&m, i);
    }
    r3d_priv_io_free(allocator, m.around);
    r3d_priv_io_free(allocator, m.first_of_tag);
    r3d_priv_io_free(allocator, m.done);
    return result;
}
