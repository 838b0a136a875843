/* SPDX-License-Identifier: MIT */
/* Which lumps of a WAD file belong to a map. Source: spec column sections 12 and 12.1, "map lumps"
 * and "other formats". */

#include <stdio.h>
#include <string.h>

#include "wad.h"

static const char *const lump_names[R3D_PRIV_MAP_LUMPS] = {
    "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS", "NODES", "SECTORS"};

static bool is_lump(const r3d_wad *wad, int32_t index, const char *name)
{
    return index < wad->lump_count && strcmp(wad->lumps[index].name, name) == 0;
}

static bool is_map_name(const char *name)
{
    static const char *const others[] = {"REJECT", "BLOCKMAP", "BEHAVIOR"};
    bool found = false;
    for (size_t i = 0; i < R3D_PRIV_MAP_LUMPS; i++) {
        found = found || strcmp(name, lump_names[i]) == 0;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        found = found || strcmp(name, others[i]) == 0;
    }
    return found;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "E1M1", "E2M10", "MAP01". */
static bool is_standard_name(const char *name)
{
    const bool is_map = strncmp(name, "MAP", 3) == 0 && is_digit(name[3]);
    const bool is_episode =
        name[0] == 'E' && is_digit(name[1]) && name[2] == 'M' && is_digit(name[3]);
    if (!is_map && !is_episode) {
        return false;
    }
    const char *rest = name + 4;
    while (is_digit(*rest)) {
        rest++;
    }
    return *rest == '\0';
}

static bool ends_with(const char *name, const char *tail)
{
    const size_t length = strlen(name);
    const size_t rest = strlen(tail);
    return length >= rest && strcmp(name + length - rest, tail) == 0;
}

/* Lumps that a WAD has once, and marks around its pictures: no map goes on behind them. */
static bool ends_map(const r3d_wad *wad, int32_t index)
{
    static const char *const names[] = {"PLAYPAL",  "COLORMAP", "PNAMES",
                                        "TEXTURE1", "TEXTURE2", "ENDMAP"};
    const char *name = wad->lumps[index].name;
    bool ends = is_standard_name(name) || ends_with(name, "_START") || ends_with(name, "_END");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ends = ends || strcmp(name, names[i]) == 0;
    }
    return ends || (!is_map_name(name) &&
                    (is_lump(wad, index + 1, "THINGS") || is_lump(wad, index + 1, "TEXTMAP")));
}

/* The first lump behind those of the map. */
static int32_t map_end(const r3d_wad *wad, int32_t marker)
{
    int32_t end = marker + 1;
    while (end < wad->lump_count && !ends_map(wad, end)) {
        end++;
    }
    return end;
}

static int32_t find_within(const r3d_wad *wad, int32_t first, int32_t end, const char *name)
{
    for (int32_t i = first; i < end; i++) {
        if (is_lump(wad, i, name)) {
            return i;
        }
    }
    return -1;
}

int32_t r3d_wad_next_map(const r3d_wad *wad, int32_t index)
{
    if (wad == NULL) {
        return -1;
    }
    for (int32_t i = index < 0 ? 0 : index; i + 1 < wad->lump_count; i++) {
        const char *name = wad->lumps[i].name;
        if (is_map_name(name)) {
            continue;
        }
        const bool is_followed =
            is_lump(wad, i + 1, "TEXTMAP") || is_lump(wad, i + 1, "THINGS") ||
            (is_lump(wad, i + 2, "LINEDEFS") && !is_standard_name(wad->lumps[i + 1].name));
        if (is_followed ||
            (is_standard_name(name) && find_within(wad, i + 1, map_end(wad, i), "LINEDEFS") >= 0)) {
            return i;
        }
    }
    return -1;
}

static int32_t find_marker(const r3d_wad *wad, const char *map)
{
    char name[9] = "";
    int32_t marker = -1;
    if (map != NULL && strlen(map) <= 8) {
        uint8_t bytes[8] = {0}; /* of a name of eight there is no end */
        for (int i = 0; i < 8 && map[i] != '\0'; i++) {
            bytes[i] = (uint8_t)map[i];
        }
        r3d_priv_name8(bytes, name);
    }
    for (int32_t i = r3d_wad_next_map(wad, 0); i >= 0; i = r3d_wad_next_map(wad, i + 1)) {
        if (map == NULL) {
            return i;
        }
        if (strcmp(wad->lumps[i].name, name) == 0) {
            marker = i; /* of several maps of one name the last counts */
        }
    }
    return marker;
}

/* ---- lumps whose name is damaged ---- */

static bool is_taken(const struct r3d_priv_map_lumps *lumps, int32_t index)
{
    bool taken = false;
    for (int i = 0; i < R3D_PRIV_MAP_LUMPS; i++) {
        taken = taken || lumps->at[i] == index;
    }
    return taken;
}

/* The free lump behind the one that comes before, or before the one that comes behind. */
static int32_t find_by_place(const r3d_wad *wad, const struct r3d_priv_map_lumps *lumps, int kind,
                             int32_t end)
{
    const int32_t before = kind == 0 ? lumps->marker : lumps->at[kind - 1];
    const int32_t behind = kind + 1 < R3D_PRIV_MAP_LUMPS ? lumps->at[kind + 1] : -1;
    const int32_t places[2] = {before < 0 ? -1 : before + 1, behind - 1};
    for (int i = 0; i < 2; i++) {
        const int32_t place = places[i];
        const bool is_inside = place > lumps->marker && place < end;
        /* A second lump of another kind's name is a damaged name, too. */
        if (is_inside && !is_taken(lumps, place) && !is_lump(wad, place, "REJECT") &&
            !is_lump(wad, place, "BLOCKMAP")) {
            return place;
        }
    }
    return -1;
}

static r3d_result refuse_format(const r3d_wad *wad, int32_t marker, const char *format,
                                r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, wad->name, 0,
                            wad->directory + (int64_t)marker * R3D_PRIV_ENTRY_SIZE,
                            "%s is a map in %s, which is not read; DOOM format is",
                            wad->lumps[marker].name, format);
}

/* "E1M1 E1M2 ...", as many as fit; how many there are more. */
static int32_t list_maps(const r3d_wad *wad, char *out, size_t size)
{
    size_t used = 0;
    int32_t left = 0;
    out[0] = '\0';
    for (int32_t i = r3d_wad_next_map(wad, 0); i >= 0; i = r3d_wad_next_map(wad, i + 1)) {
        const char *name = wad->lumps[i].name;
        if (left == 0 && used + strlen(name) + 2 <= size) {
            used += (size_t)snprintf(out + used, size - used, "%s%s", used == 0 ? "" : " ", name);
        } else {
            left++;
        }
    }
    return left;
}

static r3d_result refuse_name(const r3d_wad *wad, const char *map, r3d_error *out_error)
{
    char maps[320];
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    const int32_t left = list_maps(wad, maps, sizeof maps);
    if (maps[0] == '\0') {
        return r3d_priv_io_fail(
            out_error, R3D_ERR_FORMAT_DATA, wad->name, 0, -1,
            "there is no map at all (a marker followed by THINGS and LINEDEFS)");
    }
    char more[32] = "";
    if (left > 0) {
        snprintf(more, sizeof more, " and %ld more", (long)left);
    }
    return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_DATA, wad->name, 0, -1,
                            "there is no map %s; the maps are %s%s",
                            r3d_priv_io_excerpt(map, strlen(map), excerpt), maps, more);
}

r3d_result r3d_priv_wad_map_lumps(const r3d_wad *wad, const char *map,
                                  struct r3d_priv_map_lumps *out, r3d_error *out_error)
{
    const int32_t marker = find_marker(wad, map);
    if (marker < 0) {
        return refuse_name(wad, map == NULL ? "" : map, out_error);
    }
    const int32_t end = map_end(wad, marker);
    if (is_lump(wad, marker + 1, "TEXTMAP")) {
        return refuse_format(wad, marker, "UDMF (a TEXTMAP lump)", out_error);
    }
    if (find_within(wad, marker + 1, end, "BEHAVIOR") >= 0) {
        return refuse_format(wad, marker, "Hexen format (a BEHAVIOR lump)", out_error);
    }
    out->marker = marker;
    for (int i = 0; i < R3D_PRIV_MAP_LUMPS; i++) {
        out->at[i] = find_within(wad, marker + 1, end, lump_names[i]);
    }
    for (int i = 0; i < R3D_PRIV_MAP_LUMPS; i++) {
        const bool is_needed =
            i != R3D_PRIV_MAP_SEGS && i != R3D_PRIV_MAP_SSECTORS && i != R3D_PRIV_MAP_NODES;
        if (out->at[i] < 0 && is_needed) {
            out->at[i] = find_by_place(wad, out, i, end);
        }
        if (out->at[i] < 0 && is_needed) {
            return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_DATA, wad->name, 0,
                                    wad->directory + (int64_t)marker * R3D_PRIV_ENTRY_SIZE,
                                    "%s: the lump %s is missing", wad->lumps[marker].name,
                                    lump_names[i]);
        }
    }
    return R3D_OK;
}
