/* SPDX-License-Identifier: MIT */
/// @file column_inspect.h
/// Looks for faults of a level that a load bears and a picture shows: regions that are not closed,
/// walls that run the wrong way, sectors that are exchanged, a start or things outside. It says
/// which record is wrong, so that a builder of levels can mend it; it changes nothing.
/// Source: spec column section 3, "Loader should warn".

#ifndef RETRO3D_COLUMN_INSPECT_H
#define RETRO3D_COLUMN_INSPECT_H

#include <stdint.h>

#include <retro3d/base.h>
#include <retro3d/column_level.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum r3d_column_fault {
    R3D_COLUMN_FAULT_OPEN = 0,      ///< A sector's border has a gap between two vertices.
    R3D_COLUMN_FAULT_REVERSED = 1,  ///< A middle wall runs the wrong way: its front is outside.
    R3D_COLUMN_FAULT_EXCHANGED = 2, ///< A hole wall's front and back sector are exchanged.
    R3D_COLUMN_FAULT_SECTOR = 3,    ///< A wall side names another sector than lies there.
    R3D_COLUMN_FAULT_LEAF = 4,      ///< A leaf of the tree in use lies in another sector.
    R3D_COLUMN_FAULT_OUTSIDE = 5,   ///< The start or a thing lies in no sector.
    R3D_COLUMN_FAULT_UNUSED = 6     ///< No wall names a sector or a vertex.
} r3d_column_fault;

/// One fault.
typedef struct r3d_column_finding {
    r3d_column_fault fault;
    r3d_column_level_record record; ///< What the fault is in,
    int32_t index;                  ///< and its number; -1 for the start.
    int32_t sector;      ///< The sector that is open, or that lies there; R3D_COLUMN_NONE.
    int32_t vertices[2]; ///< The ends of a gap, where the border arrives and where it goes on.
    const char *message; ///< "sector 0: open between vertices 3 and 0"; valid during the call.
} r3d_column_finding;

/// Hears one fault.
typedef void (*r3d_column_finding_fn)(const r3d_column_finding *finding, void *user);

/// Inspects the walls, sectors, start, things and the tree in use of a level.
///
/// A border is followed by the positions of its vertices: for each sector as many wall sides must
/// leave a point as arrive there. Where walls and sectors contradict each other, the smallest
/// change that makes them agree is told. Sectors that lie on both sides of a wall, things outside
/// by intent and such are told as they are: whether they matter is for the caller to say.
/// @param on_finding  Hears each fault; NULL only counts.
/// @param out_count   How many there are; may be NULL.
/// @return R3D_OK, also with findings; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY.
/// @note Allocates with the level's allocator and releases all before it returns. Time is bounded:
///       of a level with many thousand contradictions not every one is told.
R3D_API r3d_result r3d_column_level_inspect(const r3d_column_level *level,
                                            r3d_column_finding_fn on_finding, void *user,
                                            int32_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
