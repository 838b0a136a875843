/* SPDX-License-Identifier: MIT */
/* WAD files: what the map and the graphics reader share. */

#ifndef R3D_SRC_LEVELS_WAD_H
#define R3D_SRC_LEVELS_WAD_H

#include <retro3d/levels.h>

#include "../base/bytes.h"
#include "../io/io_internal.h"
#include "level_pictures.h"
#include "level_text.h"

struct r3d_wad {
    r3d_allocator allocator;
    char *name;
    uint8_t *data;
    size_t size;
    int32_t lump_count;
    int64_t directory; ///< Where in the file the list of lumps is, R3D_PRIV_ENTRY_SIZE bytes each.
    r3d_wad_lump *lumps;
};

enum { R3D_PRIV_ENTRY_SIZE = 16 };

/// The lumps of a map, in their order.
enum r3d_priv_map_lump {
    R3D_PRIV_MAP_THINGS,
    R3D_PRIV_MAP_LINEDEFS,
    R3D_PRIV_MAP_SIDEDEFS,
    R3D_PRIV_MAP_VERTEXES,
    R3D_PRIV_MAP_SEGS,
    R3D_PRIV_MAP_SSECTORS,
    R3D_PRIV_MAP_NODES,
    R3D_PRIV_MAP_SECTORS,
    R3D_PRIV_MAP_LUMPS
};

/// Where they are in the directory.
struct r3d_priv_map_lumps {
    int32_t marker;
    int32_t at[R3D_PRIV_MAP_LUMPS]; ///< -1: missing; only SEGS, SSECTORS and NODES may be.
};

/// Finds a map and its lumps, by name or, where a name is damaged, by place; other lumps between
/// them are skipped. Maps of other formats are refused by the format's name.
/// @param map  NULL for the first one.
r3d_result r3d_priv_wad_map_lumps(const r3d_wad *wad, const char *map,
                                  struct r3d_priv_map_lumps *out, r3d_error *out_error);

/// Bytes of a lump.
struct r3d_priv_bytes {
    const uint8_t *data;
    size_t size;
    int64_t offset; ///< Where they are in the file.
    char name[9];
    const char *file;
};

static inline int32_t r3d_priv_i16(const uint8_t *p)
{
    return r3d_priv_le16_signed(p);
}

static inline int32_t r3d_priv_u16(const uint8_t *p)
{
    return (int32_t)r3d_priv_le16(p);
}

static inline uint32_t r3d_priv_u32(const uint8_t *p)
{
    return r3d_priv_le32(p);
}

/// The last lump of a name; -1 when there is none.
int32_t r3d_priv_wad_find(const r3d_wad *wad, const char *name);

void r3d_priv_wad_bytes(const r3d_wad *wad, int32_t lump, struct r3d_priv_bytes *out);

/// Reports "LUMP: text" at a byte of a lump and returns `result`.
r3d_result r3d_priv_lump_fail(r3d_error *out_error, r3d_result result,
                              const struct r3d_priv_bytes *lump, size_t at, const char *text);

/// Copies an eight-byte name: upper case, ended by a zero byte; what is not printable becomes '_'.
void r3d_priv_name8(const uint8_t *bytes, char out[9]);

/// Fills in the pictures that are still missing from sources->wad and sources->iwad; the level's
/// name decides which sky is shown.
r3d_result r3d_priv_wad_pictures(const r3d_column_picture_sources *sources,
                                 const r3d_column_level *level, r3d_column_level_pictures *pictures,
                                 r3d_error *out_error);

/// The picture lump of a thing type ("BAR1" gives BAR1A0 or BAR1A1) and its size.
/// @return false when there is none.
bool r3d_priv_wad_sprite(const r3d_wad *wad, const r3d_wad *iwad, const char *sprite,
                         struct r3d_priv_bytes *out);

/// Sprite name of a thing number; NULL for numbers that are not drawn.
const char *r3d_priv_thing_sprite(int32_t number);

/// Checks SEGS, SSECTORS and NODES of a map.
struct r3d_priv_tree_lumps {
    struct r3d_priv_bytes segs;
    struct r3d_priv_bytes ssectors;
    struct r3d_priv_bytes nodes;
    struct r3d_priv_bytes linedefs;
    int32_t vertex_count;
    int32_t linedef_count;
};

r3d_result r3d_priv_wad_check_tree(const struct r3d_priv_tree_lumps *lumps,
                                   const r3d_allocator *allocator, r3d_error *out_error);

/// What the movers of a map are made of; the lumps have a record for each wall and sector.
struct r3d_priv_mover_lumps {
    const uint8_t *linedef_bytes;
    const uint8_t *sector_bytes;
    const r3d_column_level_wall *walls;
    int32_t wall_count;
    const r3d_column_level_sector *sectors;
    int32_t sector_count;
};

/// Adds the doors and lifts of a map: r3d_column_level_mover, named "door-12" by kind and sector.
r3d_result r3d_priv_wad_movers(const struct r3d_priv_mover_lumps *lumps,
                               const r3d_allocator *allocator, struct r3d_priv_list *movers,
                               struct r3d_priv_names *names);

/// Prefix of the material names of flats, which have names of their own.
#define R3D_PRIV_FLAT_PREFIX "flat:"

#endif
