/* SPDX-License-Identifier: MIT */
/* The partition tree of a WAD map. It is checked, not used: its lines are rounded to whole units,
 * so the level builds its own. Source: spec column section 12. */

#include <string.h>

#include "wad.h"

/* Sizes and places of the fields in the two ways that the three lumps are written. */
struct format {
    size_t seg_size;
    size_t ssector_size;
    size_t node_size;
    size_t node_start; /* Bytes before the first node. */
    bool is_wide;      /* 32-bit indices. */
};

static const struct format narrow = {12, 4, 28, 0, false};
static const struct format wide = {16, 6, 32, 8, true};

static r3d_result check_segs(const struct r3d_priv_tree_lumps *l, const struct format *f,
                             r3d_error *out_error)
{
    if (l->segs.size % f->seg_size != 0) {
        return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_COUNT, &l->segs, l->segs.size,
                                  "its size is no multiple of a record's");
    }
    for (size_t at = 0; at < l->segs.size; at += f->seg_size) {
        const uint8_t *seg = l->segs.data + at;
        const uint32_t v1 = f->is_wide ? r3d_priv_u32(seg) : (uint32_t)r3d_priv_u16(seg);
        const uint32_t v2 = f->is_wide ? r3d_priv_u32(seg + 4) : (uint32_t)r3d_priv_u16(seg + 2);
        const uint8_t *rest = seg + (f->is_wide ? 8 : 4);
        const int32_t linedef = r3d_priv_u16(rest + 2);
        const int32_t side = r3d_priv_i16(rest + 4);
        if (v1 >= (uint32_t)l->vertex_count || v2 >= (uint32_t)l->vertex_count) {
            return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_INDEX, &l->segs, at,
                                      "a vertex does not exist");
        }
        if (linedef >= l->linedef_count) {
            return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_INDEX, &l->segs, at,
                                      "its linedef does not exist");
        }
        if ((side != 0 && side != 1) || r3d_priv_u16(l->linedefs.data + (size_t)linedef * 14 + 10 +
                                                     2 * (size_t)side) == 65535) {
            return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_INDEX, &l->segs, at,
                                      "its linedef has no such side");
        }
    }
    return R3D_OK;
}

static r3d_result check_ssectors(const struct r3d_priv_tree_lumps *l, const struct format *f,
                                 r3d_error *out_error)
{
    const size_t seg_count = l->segs.size / f->seg_size;
    if (l->ssectors.size % f->ssector_size != 0 || l->ssectors.size == 0) {
        return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_COUNT, &l->ssectors, l->ssectors.size,
                                  "it is empty or its size is no multiple of a record's");
    }
    for (size_t at = 0; at < l->ssectors.size; at += f->ssector_size) {
        const uint8_t *record = l->ssectors.data + at;
        const size_t count = (size_t)r3d_priv_u16(record);
        const size_t first =
            f->is_wide ? (size_t)r3d_priv_u32(record + 2) : (size_t)r3d_priv_u16(record + 2);
        if (count == 0 || first > seg_count || count > seg_count - first) {
            return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_INDEX, &l->ssectors, at,
                                      "its segs do not exist");
        }
    }
    return R3D_OK;
}

/* Every node and subsector must be reached once from the last node. */
static r3d_result check_nodes(const struct r3d_priv_tree_lumps *l, const struct format *f,
                              const r3d_allocator *allocator, r3d_error *out_error)
{
    const size_t bytes = l->nodes.size - f->node_start;
    const size_t node_count = bytes / f->node_size;
    const size_t leaf_count = l->ssectors.size / f->ssector_size;
    if (bytes % f->node_size != 0) {
        return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_COUNT, &l->nodes, l->nodes.size,
                                  "its size is no multiple of a record's");
    }
    if (node_count + 1 != leaf_count) {
        return r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_COUNT, &l->nodes, 0,
                                  "a tree has one node less than subsectors");
    }
    uint8_t *seen = r3d_priv_io_alloc(allocator, node_count + leaf_count);
    if (seen == NULL) {
        return r3d_priv_lump_fail(out_error, R3D_ERR_MEMORY, &l->nodes, 0, "out of memory");
    }
    memset(seen, 0, node_count + leaf_count);
    r3d_result result = R3D_OK;
    /* With one node less than leaves, a graph in which nothing is referred to twice is a tree iff
     * no node refers to itself or a later one's place: node builders write children before parents.
     */
    for (size_t i = 0; i < node_count && result == R3D_OK; i++) {
        const size_t at = f->node_start + i * f->node_size;
        for (size_t side = 0; side < 2 && result == R3D_OK; side++) {
            const uint8_t *field = l->nodes.data + at + 24 + side * (f->is_wide ? 4 : 2);
            const uint32_t raw = f->is_wide ? r3d_priv_u32(field) : (uint32_t)r3d_priv_u16(field);
            const uint32_t leaf_bit = f->is_wide ? 0x80000000u : 0x8000u;
            const size_t index = raw & ~leaf_bit;
            const bool is_leaf = (raw & leaf_bit) != 0;
            if (index >= (is_leaf ? leaf_count : node_count)) {
                result = r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_INDEX, &l->nodes, at,
                                            "a child does not exist");
            } else if (!is_leaf && index >= i) {
                result = r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_DATA, &l->nodes, at,
                                            "a child is the node itself or comes after it; "
                                            "the nodes are not a tree");
            } else if (seen[is_leaf ? node_count + index : index]++ != 0) {
                result = r3d_priv_lump_fail(out_error, R3D_ERR_FORMAT_DATA, &l->nodes, at,
                                            "a child has two parents; the nodes are not a tree");
            }
        }
    }
    r3d_priv_io_free(allocator, seen);
    return result;
}

r3d_result r3d_priv_wad_check_tree(const struct r3d_priv_tree_lumps *lumps,
                                   const r3d_allocator *allocator, r3d_error *out_error)
{
    const struct r3d_priv_bytes *nodes = &lumps->nodes;
    if (nodes->file == NULL || lumps->segs.file == NULL || lumps->ssectors.file == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_DATA, "", 0, -1,
                                "SEGS, SSECTORS or NODES is missing");
    }
    const bool is_wide = nodes->size >= 8 && memcmp(nodes->data, "xNd4\0\0\0\0", 8) == 0;
    const struct format *format = is_wide ? &wide : &narrow;
    r3d_result result = check_segs(lumps, format, out_error);
    if (result == R3D_OK) {
        result = check_ssectors(lumps, format, out_error);
    }
    if (result == R3D_OK) {
        result = check_nodes(lumps, format, allocator, out_error);
    }
    return result;
}
