/* SPDX-License-Identifier: MIT */
/// @file column_level.h
/// Levels of the column engine: vertices, walls, sectors, things and the partition tree over them.
/// A level is made from plain arrays, checked once, and never changes afterwards, so any number of
/// threads may share it. What moves (heights, things, actors) lives in column_world.h; drawing is
/// column.h; level files are read by levels.h.
///
/// Plan coordinates: x east, y north; heights go up; one unit on all three axes. Numbers are
/// doubles; only + - * / and comparisons are used on them, so results are the same on every IEEE
/// machine. Source: spec column sections 1 to 3.

#ifndef RETRO3D_LEVEL_H
#define RETRO3D_LEVEL_H

#include <stdbool.h>

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_column_level_limits {
    R3D_COLUMN_VERTICES_MAX = 1 << 21,
    R3D_COLUMN_WALLS_MAX = 1 << 20,
    R3D_COLUMN_SECTORS_MAX = 1 << 16,
    R3D_COLUMN_THINGS_MAX = 1 << 20,
    R3D_COLUMN_NODES_MAX = 1 << 23,      ///< Nodes, leaves and wall pieces of a tree, each.
    R3D_COLUMN_NAMES_MAX = 1 << 16,      ///< Materials, thing types and movers, each.
    R3D_COLUMN_COORDINATE_MAX = 1 << 20, ///< Largest magnitude of a coordinate or height.
    R3D_COLUMN_NONE = -1                 ///< "No sector", "no material".
};

/// A point of the plan.
typedef struct r3d_column_level_vertex {
    double x;
    double y;
} r3d_column_level_vertex;

enum r3d_column_sector_flags {
    R3D_COLUMN_SECTOR_SKY = 1,      ///< The ceiling is open sky.
    R3D_COLUMN_SECTOR_SKY_FLOOR = 2 ///< The floor is open sky: drawn without depth and light.
};

/// A set of plan regions with the same heights, light and materials.
typedef struct r3d_column_level_sector {
    double floor;
    double ceiling;         ///< At least `floor`.
    int32_t light;          ///< 0..255.
    int32_t floor_material; ///< Index into the material names, or R3D_COLUMN_NONE.
    int32_t ceiling_material;
    uint32_t flags; ///< r3d_column_sector_flags
} r3d_column_level_sector;

enum r3d_column_wall_flags {
    R3D_COLUMN_WALL_STROKE_START = 1, ///< Line mode draws the vertical edge at vertex a.
    R3D_COLUMN_WALL_STROKE_END = 2,   ///< Line mode draws the vertical edge at vertex b.
    R3D_COLUMN_WALL_BLOCKS = 4,       ///< A hole wall that stops actors whatever the heights are.
    R3D_COLUMN_WALL_UPPER_BOTTOM =
        8, ///< Upper face: the texture's last row sits on its lower edge.
    R3D_COLUMN_WALL_MIDDLE_BOTTOM =
        16, ///< Middle face, masked too: the last row sits on the floor.
    R3D_COLUMN_WALL_LOWER_CEILING =
        32, ///< Lower face: texture rows are counted from the near ceiling.
    R3D_COLUMN_WALL_UNSEEN =
        64, ///< Never seen and no border of a sector, but solid to actors; its sides mean nothing.
    R3D_COLUMN_WALL_OPAQUE =
        128 ///< A hole wall that is solid to the eye: each side shows its own middle material from
            ///< floor to ceiling. Actors pass as through any hole.
};

/// What one side of a wall looks like.
typedef struct r3d_column_level_side {
    int32_t sector; ///< The sector on this side; R3D_COLUMN_NONE for the back of a middle wall.
    int32_t upper;  ///< Materials, or R3D_COLUMN_NONE.
    int32_t middle; ///< The face of a middle wall; the masked texture of a hole wall.
    int32_t lower;
    double offset_u; ///< Added to the texel coordinates of all faces of this side.
    double offset_v;
} r3d_column_level_side;

/// A straight wall from vertex a to vertex b. Its front is the right-hand side of a -> b.
/// Without a back sector it is a middle wall (solid), otherwise a hole wall.
typedef struct r3d_column_level_wall {
    int32_t a;
    int32_t b;
    uint32_t flags; ///< r3d_column_wall_flags
    r3d_column_level_side front;
    r3d_column_level_side back;
} r3d_column_level_wall;

/// A convex region: a leaf of the tree.
typedef struct r3d_column_level_leaf {
    int32_t sector;
    int32_t first_wall; ///< Index into `leaf_walls`.
    int32_t wall_count;
} r3d_column_level_leaf;

/// Shapes of a partition line; "low" is the side where the left expression is smaller.
typedef enum r3d_column_node_kind {
    R3D_COLUMN_NODE_X = 0,   ///< x = C
    R3D_COLUMN_NODE_Y = 1,   ///< y = C
    R3D_COLUMN_NODE_YMX = 2, ///< y = M x + C
    R3D_COLUMN_NODE_XMY = 3  ///< x = M y + C
} r3d_column_node_kind;

/// A partition. M and C are fractions so that lines through whole points stay exact. A point
/// exactly on the line counts as low. Children: n for node n, -1 - n for leaf n.
typedef struct r3d_column_level_node {
    r3d_column_node_kind kind;
    double m_numerator;
    double m_denominator; ///< Not 0 (also for the kinds that do not use M).
    double c_numerator;
    double c_denominator; ///< Not 0.
    int32_t low;
    int32_t high;
} r3d_column_level_node;

/// A kind of billboard.
typedef struct r3d_column_level_thing_type {
    const char *name;
    const char *sprite; ///< Name of its picture; NULL for none.
    double width;       ///< Level units, above 0.
    double height;
    bool has_offset; ///< false: it is centred and stands on its feet.
    double left;     ///< With an offset: how far left of the thing its picture begins,
    double top;      ///< and how high above the feet.
} r3d_column_level_thing_type;

/// A billboard in the level.
typedef struct r3d_column_level_thing {
    int32_t type;
    double x;
    double y;
    double z;   ///< Height of its feet.
    bool has_z; ///< false: it stands on the floor of its leaf's sector.
} r3d_column_level_thing;

/// A height that moves.
typedef struct r3d_column_level_mover {
    const char *name;
    int32_t sector;
    bool is_ceiling;
    double min;
    double max;
    double speed; ///< Units per second; 0 leaves it to the program.
} r3d_column_level_mover;

/// The block grid for collision queries. With `columns` 0 it is derived from the walls. Lists that
/// lack a wall which touches their block give a warning and are not used: all are derived then.
typedef struct r3d_column_level_blockmap {
    double x; ///< South-west corner.
    double y;
    double size; ///< Side of a block; 0 means 128.
    int32_t columns;
    int32_t rows;
    const int32_t
        *offsets; ///< columns * rows + 1 indices into `walls`, ascending; row-major from the south.
    const int32_t *walls;
    bool derived; ///< In a level's own description: the grid itself was made from the walls.
} r3d_column_level_blockmap;

/// Everything a level is made of. All arrays are copied by r3d_column_level_create. Start from
/// r3d_column_level_desc_init and set what is needed: vertices, sectors and walls are enough.
typedef struct r3d_column_level_desc {
    uint32_t struct_size; ///< Set by r3d_column_level_desc_init.
    const char *name;
    double start_x;
    double start_y;
    double start_yaw; ///< Degrees, counter-clockwise from east.
    double start_eye; ///< Height of the eye at the start.
    bool has_start;
    double actor_radius; ///< Defaults 16, 24, 41, 56.
    double actor_knee;
    double actor_eye;
    double actor_head;
    const r3d_column_level_vertex *vertices;
    int32_t vertex_count;
    const r3d_column_level_sector *sectors;
    int32_t sector_count;
    const r3d_column_level_wall *walls;
    int32_t wall_count;
    const char *const *materials;
    int32_t material_count;
    /// The tree. With no leaves at all the tree is built from the walls.
    const r3d_column_level_leaf *leaves;
    int32_t leaf_count;
    const int32_t *leaf_walls;
    int32_t leaf_wall_count;
    const r3d_column_level_node *nodes;
    int32_t node_count;
    int32_t root; ///< As a child of a node.
    const r3d_column_level_thing_type *thing_types;
    int32_t thing_type_count;
    const r3d_column_level_thing *things;
    int32_t thing_count;
    const r3d_column_level_mover *movers;
    int32_t mover_count;
    r3d_column_level_blockmap blockmap;
} r3d_column_level_desc;

/// What a report about a level speaks of.
typedef enum r3d_column_level_record {
    R3D_COLUMN_RECORD_LEVEL = 0,
    R3D_COLUMN_RECORD_VERTEX = 1,
    R3D_COLUMN_RECORD_SECTOR = 2,
    R3D_COLUMN_RECORD_WALL = 3,
    R3D_COLUMN_RECORD_LEAF = 4,
    R3D_COLUMN_RECORD_NODE = 5,
    R3D_COLUMN_RECORD_THING_TYPE = 6,
    R3D_COLUMN_RECORD_THING = 7,
    R3D_COLUMN_RECORD_MOVER = 8,
    R3D_COLUMN_RECORD_BLOCK = 9, ///< Index: row * columns + column.
    R3D_COLUMN_RECORD_START = 10,
    R3D_COLUMN_RECORD_ACTOR = 11,
    R3D_COLUMN_RECORD_ROOT = 12
} r3d_column_level_record;

/// One finding of the checks.
typedef struct r3d_column_level_issue {
    bool is_error;
    r3d_column_level_record record;
    int32_t index;       ///< Number of the record; -1 for the level as a whole.
    const char *message; ///< "wall 17: vertex a does not exist"; valid during the call.
} r3d_column_level_issue;

/// How a level is made.
typedef struct r3d_column_level_options {
    uint32_t struct_size;   ///< Set by r3d_column_level_options_init.
    bool strict;            ///< Warnings are errors; hole walls with equal front and back too.
    bool allow_empty_walls; ///< Walls of length 0 keep their number and are never seen or touched.
    bool ignore_tree;       ///< Build the tree even when the description has one.
    /// Hears every warning and the error that ends the checks; may be NULL.
    void (*on_issue)(const r3d_column_level_issue *issue, void *user);
    void *user;
    bool allow_equal_sides; ///< Hole walls with equal front and back also when strict.
} r3d_column_level_options;

/// A checked level. Immutable; threads may share it.
typedef struct r3d_column_level r3d_column_level;

/// As r3d_column_level_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_column_level_desc_init_sized(r3d_column_level_desc *desc, uint32_t struct_size);

/// Fills a description with defaults: no records, actor 16 24 41 56, blocks of 128.
static inline void r3d_column_level_desc_init(r3d_column_level_desc *desc)
{
    r3d_column_level_desc_init_sized(desc, (uint32_t)sizeof(r3d_column_level_desc));
}

/// As r3d_column_level_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_column_level_options_init_sized(r3d_column_level_options *options,
                                                 uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_column_level_options_init(r3d_column_level_options *options)
{
    r3d_column_level_options_init_sized(options, (uint32_t)sizeof(r3d_column_level_options));
}

/// Checks a description, copies it and makes the tree and the block grid.
///
/// A partition tree in the description is followed; where a leaf of it is not convex, or when it
/// has none, partitions are chosen among the walls' lines. Every wall is sorted into the leaves by
/// the tree itself, so an incomplete list in a leaf loses nothing (it gives a warning).
/// @param options    NULL for the defaults (lenient).
/// @param allocator  NULL for malloc.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, R3D_ERR_LIMIT, or R3D_ERR_RANGE,
///         R3D_ERR_FORMAT_INDEX, R3D_ERR_FORMAT_COUNT, R3D_ERR_FORMAT_DATA naming the record.
/// Source: spec column section 3.
R3D_API r3d_result r3d_column_level_create(const r3d_column_level_desc *desc,
                                           const r3d_column_level_options *options,
                                           const r3d_allocator *allocator,
                                           r3d_column_level **out_level, r3d_error *out_error);

/// Releases a level; NULL is accepted. Nothing that was made for it may be used afterwards.
R3D_API void r3d_column_level_destroy(r3d_column_level *level);

/// The level's own copy of its description, valid while the level is. Its tree members are those
/// that were given; see r3d_column_level_get_tree for the one in use.
R3D_API const r3d_column_level_desc *r3d_column_level_get_desc(const r3d_column_level *level);

/// Writes the tree in use into the tree members of `out_desc` (arrays valid while the level is):
/// leaves with the walls of each, nodes and root. Other members are left alone.
R3D_API void r3d_column_level_get_tree(const r3d_column_level *level,
                                       r3d_column_level_desc *out_desc);

/// Figures about the tree in use.
typedef struct r3d_column_level_tree_info {
    int32_t node_count;
    int32_t sloped_node_count;
    int32_t leaf_count;
    int32_t fragment_count; ///< Pieces of wall sides over all leaves.
    int32_t depth;          ///< Longest way from the root, in nodes.
    bool built;             ///< The description had no tree (or it was ignored).
} r3d_column_level_tree_info;

/// Tells how the partition tree of a level is made.
R3D_API void r3d_column_level_get_tree_info(const r3d_column_level *level,
                                            r3d_column_level_tree_info *out_info);

/// Finds the leaf (subsector) that holds a point. Points on a partition count as low.
/// -1 for NULL.
R3D_API int32_t r3d_column_level_find_leaf(const r3d_column_level *level, double x, double y);

/// Finds the sector of the leaf that holds a point; R3D_COLUMN_NONE where the leaf has none.
/// Also for NULL.
R3D_API int32_t r3d_column_level_find_sector(const r3d_column_level *level, double x, double y);

/// Finds the walls in all blocks that a box touches, each once, in ascending order.
///
/// Boxes that reach beyond the grid are legal: there are no blocks there.
/// @param out_walls  Room for `capacity` numbers.
/// @return How many walls were written; capacity + 1 when there are more than fit.
/// @note Does not allocate. Walls that are never touched (empty ones, twins) are left out.
R3D_API int32_t r3d_column_level_query_box(const r3d_column_level *level, double min_x,
                                           double min_y, double max_x, double max_y,
                                           int32_t *out_walls, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
