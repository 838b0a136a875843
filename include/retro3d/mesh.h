/* SPDX-License-Identifier: MIT */
/// @file mesh.h
/// Models as data: vertices, faces, texture planes and their optional arrays; whole-model changes,
/// bounds, and combining several models into one. Lighting is in light.h, animation in skeleton.h,
/// drawing in model.h.
///
/// A mesh is a handle on arrays that handles may share. r3d_mesh_copy is cheap: the copy shares
/// every array until one of the two is changed, and then only that array is made anew. So a loaded
/// mesh that nobody changes may be used, copied and drawn by any number of threads at once, and
/// posing one of its copies costs the vertices only.
///
/// Every function that changes a mesh either does it completely or fails and leaves it unchanged.
/// Source: spec rs2-model sections 0, 2, 3, 4 and 5.

#ifndef RETRO3D_MESH_H
#define RETRO3D_MESH_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/fixed.h>
#include <retro3d/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_mesh_limits {
    R3D_MESH_COUNT_MAX = 1048576, ///< Most vertices, faces or planes of one mesh.
    R3D_MESH_LABEL_MAX = 65535,   ///< Largest label.
    R3D_MESH_TEXTURE_MAX = 65535  ///< Largest texture number.
};

/// Bits 0-1 of a face's info: how it is filled. Bits 2 and up are the number of its texture plane.
typedef enum r3d_face_kind {
    R3D_FACE_GOURAUD = 0,      ///< Colours of the corners, from the normals of the vertices.
    R3D_FACE_FLAT = 1,         ///< One colour, from the normal of the face.
    R3D_FACE_TEXTURED = 2,     ///< Textured, shades of the corners.
    R3D_FACE_TEXTURED_FLAT = 3 ///< Textured, one shade.
} r3d_face_kind;

enum r3d_face_info {
    R3D_FACE_HIDDEN = -1 ///< An info with all bits set: the face is never drawn.
};

/// A mesh.
typedef struct r3d_mesh r3d_mesh;

/// The arrays to make a mesh of. Fill it with r3d_mesh_desc_init, then set what there is.
/// Everything is copied. NULL for an optional array means that the mesh does not have it, which is
/// not the same as zeros: several rules ask whether an array is there.
typedef struct r3d_mesh_desc {
    uint32_t struct_size;         ///< Size of this struct.
    int32_t vertex_count;         ///< 0..R3D_MESH_COUNT_MAX
    int32_t face_count;           ///< 0..R3D_MESH_COUNT_MAX
    int32_t plane_count;          ///< 0..R3D_MESH_COUNT_MAX
    const int32_t *x;             ///< One for each vertex, right. Any values.
    const int32_t *y;             ///< Down: a standing model has negative y.
    const int32_t *z;             ///< Into the screen.
    const int32_t *vertex_labels; ///< Optional, 0..R3D_MESH_LABEL_MAX.
    const int32_t *corners;     ///< Three vertex numbers for each face. The visible side is the one
                                ///< that (B - A) x (C - A) points away from the model.
    const int32_t *colors;      ///< One for each face: a packed colour, or for textured kinds the
                                ///< number of the texture; 0..65535.
    const int32_t *infos;       ///< Optional: r3d_face_kind + 4 * plane, or R3D_FACE_HIDDEN.
    const int32_t *priorities;  ///< Optional; 0..11 can be drawn.
    const int32_t *alphas;      ///< Optional: share of the background, 0 opaque .. 255.
    const int32_t *face_labels; ///< Optional, 0..R3D_MESH_LABEL_MAX.
    const int32_t *planes;      ///< Three vertex numbers for each texture plane: origin, end of u,
                                ///< end of v.
    int32_t priority;           ///< Of the whole model; -1 stands for "differs by face".
    bool allow_missing_planes;  ///< Accept infos that name planes that are not there, as welded
                                ///< models of revision 225 have: such faces cannot be drawn.
} r3d_mesh_desc;

/// As r3d_mesh_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_mesh_desc_init_sized(r3d_mesh_desc *desc, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_mesh_desc_init(r3d_mesh_desc *desc)
{
    r3d_mesh_desc_init_sized(desc, (uint32_t)sizeof(r3d_mesh_desc));
}

/// Makes a mesh.
/// @param allocator  NULL for malloc; all memory of this mesh and of its copies comes from it, so
///                   it must be callable from every thread that uses one of them.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL, wrong struct_size), R3D_ERR_LIMIT (counts),
///         R3D_ERR_RANGE (colour, label or alpha), R3D_ERR_FORMAT_INDEX (vertex or plane number),
///         R3D_ERR_MEMORY. `*out_mesh` is NULL then.
R3D_API r3d_result r3d_mesh_create(const r3d_mesh_desc *desc, const r3d_allocator *allocator,
                                   r3d_mesh **out_mesh);

/// Chooses the instruction set that lights a mesh and computes its bounds; R3D_ISA_BEST at first. Copies
/// and what is made of several meshes (of the first that is not empty) have the same.
/// @return R3D_OK; R3D_ERR_ARGUMENT for NULL; R3D_ERR_RANGE for one that is not available (the mesh is
///         unchanged).
R3D_API r3d_result r3d_mesh_set_isa(r3d_mesh *mesh, r3d_isa isa);

/// Makes a copy that shares all arrays with `mesh`.
R3D_API r3d_result r3d_mesh_copy(const r3d_mesh *mesh, r3d_mesh **out_mesh);

/// Turns `pose` into a copy of `base` again, whatever it was before. Vertices and alphas that
/// belong to `pose` alone are overwritten, not allocated anew: posing frame after frame costs no
/// allocation. `pose` must have been made with the same allocator as `base`.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY (`pose` is then unchanged).
R3D_API r3d_result r3d_mesh_reset(r3d_mesh *pose, const r3d_mesh *base);

/// Destroys a mesh; arrays that copies share stay. NULL is accepted.
R3D_API void r3d_mesh_destroy(r3d_mesh *mesh);

/// The extent of a mesh as drawing uses it, see r3d_mesh_set_bounds.
typedef struct r3d_bounds {
    int32_t up;        ///< Greatest height above the origin, 0 or more.
    int32_t down;      ///< Greatest depth below it, 0 or more.
    int32_t radius;    ///< Of the upright cylinder around everything.
    int32_t min_depth; ///< What is added to a face's depth to give its depth bucket.
    int32_t max_depth; ///< Number of depth buckets.
    int32_t min_x;     ///< The box; all 0 if it was never made.
    int32_t max_x;
    int32_t min_z;
    int32_t max_z;
} r3d_bounds;

/// Which bounds r3d_mesh_set_bounds computes.
typedef enum r3d_bounds_kind {
    R3D_BOUNDS_CYLINDER = 0, ///< up, down, radius and depths.
    R3D_BOUNDS_HEIGHT = 1,   ///< up, down and depths; the radius is kept.
    R3D_BOUNDS_BOX = 2       ///< All members; radius and depths round down instead of up.
} r3d_bounds_kind;

/// Computes the bounds of the vertices as they are now. Neither frames nor the changes below do
/// this by themselves, except where their comment says so.
/// @return R3D_OK, R3D_ERR_ARGUMENT.
R3D_API r3d_result r3d_mesh_set_bounds(r3d_mesh *mesh, r3d_bounds_kind kind);

/// The sum of the normals around a vertex, and of how many faces.
typedef struct r3d_vertex_normal {
    int32_t x;
    int32_t y;
    int32_t z;
    int32_t count;
} r3d_vertex_normal;

/// Gives a mesh colours and bounds that were computed elsewhere: what lighting would have left, for
/// meshes that were stored after it.
/// @param lit          Three numbers for each face; copied.
/// @param bounds       Copied.
/// @param drop_colors  Whether the colours are gone, as r3d_mesh_view tells after some kinds of
///                     lighting.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY (the mesh is unchanged).
R3D_API r3d_result r3d_mesh_restore_lit(r3d_mesh *mesh, const int32_t *lit,
                                        const r3d_bounds *bounds, bool drop_colors);

/// The contents of a mesh, read only. Valid until the mesh is changed or destroyed.
typedef struct r3d_mesh_view {
    int32_t vertex_count;
    int32_t face_count;
    int32_t plane_count;
    int32_t priority;
    const int32_t *x;
    const int32_t *y;
    const int32_t *z;
    const int32_t *vertex_labels; ///< NULL if absent, or consumed by label groups or lighting.
    const int32_t *corners;       ///< Three for each face.
    const int32_t *colors;        ///< NULL once lighting has dropped them.
    const int32_t *infos;         ///< NULL if absent.
    const int32_t *priorities;    ///< NULL if absent.
    const int32_t *alphas;        ///< NULL if absent.
    const int32_t *face_labels;   ///< NULL if absent or consumed.
    const int32_t *lit;           ///< Three for each face, NULL before lighting. Colours, or shades
                                  ///< for textured kinds. Flat faces have the first only.
    const int32_t *planes;        ///< Three for each plane.
    const r3d_vertex_normal *normals; ///< One for each vertex between the two steps of split
                                      ///< lighting, else NULL.
    r3d_bounds bounds;
} r3d_mesh_view;

/// Describes a mesh.
R3D_API void r3d_mesh_get_view(const r3d_mesh *mesh, r3d_mesh_view *out_view);

/// Gives the mesh an info array of zeros if it has none.
R3D_API r3d_result r3d_mesh_add_infos(r3d_mesh *mesh);

/// Gives the mesh an alpha array of zeros if it has none, so that frames can make it translucent.
R3D_API r3d_result r3d_mesh_add_alphas(r3d_mesh *mesh);

/// Turns labels into label groups, which frames use; the labels themselves are gone then. Lighting
/// drops labels too, so this comes first. Does nothing for a mesh that never had labels.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY; R3D_ERR_STATE: lighting has dropped the labels, so frames would
///         move nothing. The mesh is unchanged then.
R3D_API r3d_result r3d_mesh_group_labels(r3d_mesh *mesh);

/// @name Whole-model changes
/// All return R3D_OK, R3D_ERR_ARGUMENT (NULL) or R3D_ERR_MEMORY. Arithmetic wraps.
/// @{

/// Moves all vertices.
R3D_API r3d_result r3d_mesh_translate(r3d_mesh *mesh, int32_t dx, int32_t dy, int32_t dz);

/// Turns about the y axis by quarters: (x, z) becomes (z, -x), `count` times (modulo 4).
R3D_API r3d_result r3d_mesh_rotate_quarters(r3d_mesh *mesh, int32_t count);

/// Turns about the x axis.
R3D_API r3d_result r3d_mesh_rotate_x(r3d_mesh *mesh, r3d_a11 angle_a11);

/// Turns z into -z and exchanges the first and last corner of every face. Planes stay as they are.
R3D_API r3d_result r3d_mesh_mirror(r3d_mesh *mesh);

/// Multiplies each coordinate by a factor in 1/128, rounding towards zero.
R3D_API r3d_result r3d_mesh_scale(r3d_mesh *mesh, int32_t x, int32_t y, int32_t z);

/// Replaces a colour (or texture number) wherever it occurs. Rules that follow each other see the
/// results of those before.
/// @return Also R3D_ERR_RANGE when `to` is not 0..65535; R3D_ERR_STATE when lighting has dropped
///         the colours.
R3D_API r3d_result r3d_mesh_recolor(r3d_mesh *mesh, int32_t from, int32_t to);

/// Heights of the ground at the corners of a tile, for r3d_mesh_skew.
typedef struct r3d_corner_heights {
    int32_t south_west;
    int32_t south_east;
    int32_t north_east;
    int32_t north_west;
} r3d_corner_heights;

/// Shears a mesh in y so that it stands on sloping ground, then computes R3D_BOUNDS_HEIGHT.
R3D_API r3d_result r3d_mesh_skew(r3d_mesh *mesh, const r3d_corner_heights *heights);
/// @}

/// @name Combining
/// @{

/// How plane numbers of the second and later parts are treated.
typedef enum r3d_plane_numbering {
    R3D_PLANES_REBASED = 0, ///< They go on counting: revision 317, and what one expects.
    R3D_PLANES_KEPT = 1 ///< They stay, so later parts use the planes of the first: revision 225.
} r3d_plane_numbering;

/// Makes one mesh of several that are not lit yet. Vertices at the same place become one, so that
/// the smooth normals of the parts flow together. NULL parts are skipped.
///
/// Optional arrays are there if a part has them; the others count as 0. The label of a shared
/// vertex is that of its first user. The priority of the whole is that of the first part without an
/// array of priorities; if others differ there is an array.
/// @param part_count  0 or more.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_LIMIT (too many of something), R3D_ERR_STATE (a part's
///         colours were dropped by lighting), R3D_ERR_MEMORY.
R3D_API r3d_result r3d_mesh_weld(const r3d_mesh *const *parts, int32_t part_count,
                                 r3d_plane_numbering numbering, const r3d_allocator *allocator,
                                 r3d_mesh **out_mesh);

/// Makes one mesh of several that are lit: everything is put one behind the other, labels are lost,
/// and the bounds become R3D_BOUNDS_CYLINDER. Infos, priorities, alphas and colours combine as
/// above.
/// @return As above; R3D_ERR_STATE when a part is not lit.
R3D_API r3d_result r3d_mesh_join(const r3d_mesh *const *parts, int32_t part_count,
                                 r3d_plane_numbering numbering, const r3d_allocator *allocator,
                                 r3d_mesh **out_mesh);
/// @}

#ifdef __cplusplus
}
#endif

#endif
