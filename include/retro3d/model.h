/* SPDX-License-Identifier: MIT */
/// @file model.h
/// Drawing models: projection, depth buckets, priorities, near plane, picking. What the original
/// kept in statics is held by a draw context, and so are all scratch arrays: drawing allocates
/// nothing once the context has room for the mesh. Two threads may draw at once with a context each, and may share meshes, palettes and
/// textures. Source: spec rs2-model sections 7 to 10.

#ifndef RETRO3D_MODEL_H
#define RETRO3D_MODEL_H

#include <retro3d/mesh.h>
#include <retro3d/raster.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What becomes of a model that passes the limits of the original's scratch memory.
typedef enum r3d_draw_limits {
    /// There are none: every face that can be drawn is drawn, in depth order. What cannot be drawn
    /// is left out and reported.
    R3D_LIMITS_NONE = 0,
    /// 4,096 vertices and faces, 1,500 depth buckets of 512 faces, 2,000 faces of a priority, 50
    /// textures, faces beyond the last bucket vanish, and whatever passes a limit ends the drawing
    /// of that model, silently, exactly where the original gave up. Display lists are replayed with
    /// this.
    R3D_LIMITS_ORIGINAL = 1
} r3d_draw_limits;

enum r3d_draw_sizes {
    R3D_DRAW_VERTICES_DEFAULT = 4096,
    R3D_DRAW_FACES_DEFAULT = 4096,
    R3D_DRAW_TEXTURES_DEFAULT = 50,
    R3D_DRAW_PICKS_DEFAULT = 1000,
    R3D_DRAW_NEAR_Z = 50,   ///< Distance of the near plane.
    R3D_DRAW_FAR_Z = 3500,  ///< Models farther away are not drawn in a scene.
    R3D_DRAW_NEAR_X = -5000 ///< Screen column of vertices before the near plane.
};

/// How to make a draw context. Zero members mean the default.
typedef struct r3d_draw_context_desc {
    uint32_t struct_size; ///< Size of this struct; r3d_draw_context_desc_init sets it.
    r3d_draw_limits limits;
    int32_t vertex_capacity;  ///< Vertices there is room for at once; R3D_DRAW_VERTICES_DEFAULT. A
                              ///< larger mesh makes the context grow.
    int32_t face_capacity;    ///< The same of faces; R3D_DRAW_FACES_DEFAULT.
    int32_t texture_capacity; ///< Texture numbers 0 .. capacity - 1; R3D_DRAW_TEXTURES_DEFAULT.
                              ///< Always the default with R3D_LIMITS_ORIGINAL.
    int32_t pick_capacity;    ///< Picks that are kept; R3D_DRAW_PICKS_DEFAULT.
    r3d_allocator allocator;
    r3d_isa isa; ///< Instruction set of what is drawn without a raster of the caller's: icons.
                 ///< R3D_ISA_BEST, which is 0, or one that is available. Models are drawn with
                 ///< that of their raster.
} r3d_draw_context_desc;

/// As r3d_draw_context_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_draw_context_desc_init_sized(r3d_draw_context_desc *desc, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_draw_context_desc_init(r3d_draw_context_desc *desc)
{
    r3d_draw_context_desc_init_sized(desc, (uint32_t)sizeof(r3d_draw_context_desc));
}

/// Scratch memory and what survives from one draw to the next. For one thread at a time.
typedef struct r3d_draw_context r3d_draw_context;

/// Makes a context.
/// @param desc  NULL for the defaults.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE (negative or too large capacity, an instruction
/// set that is not available), R3D_ERR_MEMORY.
R3D_API r3d_result r3d_draw_context_create(const r3d_draw_context_desc *desc,
                                           r3d_draw_context **out_context);

/// Destroys a context. NULL is accepted.
R3D_API void r3d_draw_context_destroy(r3d_draw_context *context);

/// Grows a context so that meshes of these sizes can be drawn without allocating; a draw of a larger
/// mesh does this itself. Never shrinks it; what survives from draw to draw is kept.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE, R3D_ERR_MEMORY (the context is unchanged).
R3D_API r3d_result r3d_draw_context_reserve(r3d_draw_context *context, int32_t vertex_count,
                                            int32_t face_count);

/// Sets a texture.
/// @param texels  The struct is copied, the texels it points to are borrowed. NULL takes the
/// texture away.
/// @return R3D_OK, R3D_ERR_ARGUMENT; R3D_ERR_RANGE for numbers outside the capacity.
R3D_API r3d_result r3d_draw_context_set_texture(r3d_draw_context *context, int32_t number,
                                                const r3d_texels *texels);

/// Sets the mouse position for picking, in pixels of the surface. Until it is set nothing is
/// picked.
R3D_API void r3d_draw_context_set_mouse(r3d_draw_context *context, int32_t x, int32_t y);

/// Takes the mouse away and forgets all picks.
R3D_API void r3d_draw_context_clear_picks(r3d_draw_context *context);

/// Returns the ids that scene draws have reported since the last clear, in order; the same id may
/// occur more than once. Valid until the next draw. `out_count` may be NULL.
R3D_API const int32_t *r3d_draw_context_get_picks(const r3d_draw_context *context,
                                                  int32_t *out_count);

/// Returns the face of each pick, in the same order: the first face of the mesh whose box on the
/// screen holds the mouse, as the original tests it (so it may be one that others cover); -1 for
/// models that are picked by their own box. Valid until the next draw. `out_count` may be NULL.
R3D_API const int32_t *r3d_draw_context_get_picked_faces(const r3d_draw_context *context,
                                                         int32_t *out_count);

/// What is seen at a watched pixel.
typedef struct r3d_draw_seen {
    int32_t id;   ///< r3d_scene_view.id; 0 for r3d_draw_model.
    int32_t face; ///< Number of the face in its mesh.
} r3d_draw_seen;

/// Watches a pixel of the surface, mostly that under the mouse: from now on each face that writes it is noted, so
/// that after a frame r3d_draw_context_get_seen tells which face of which model is seen there: not one that
/// others cover, not one through the hole of a texture. Forgets what was seen. Call it before each frame.
/// @note Outside the surface nothing is seen. Faces are drawn one by one then, as for an observer; pixels are
///       the same. What is drawn over the models by other functions is not noticed. A raster of r3d_bands_begin draws
///       later: while a pixel is watched, draws with one return R3D_ERR_STATE.
R3D_API void r3d_draw_context_watch_pixel(r3d_draw_context *context, int32_t x, int32_t y);

/// Ends the watching.
R3D_API void r3d_draw_context_watch_nothing(r3d_draw_context *context);

/// Which face wrote the watched pixel last. Returns false, and leaves `out_seen` as it is, if none did since
/// r3d_draw_context_watch_pixel.
R3D_API bool r3d_draw_context_get_seen(const r3d_draw_context *context, r3d_draw_seen *out_seen);

/// What became of the models that were drawn with a context since it was made or the counts were cleared: also
/// of those whose report nobody asked for.
typedef struct r3d_draw_counts {
    int64_t models; ///< Draws that were not refused.
    int64_t culled; ///< R3D_DRAW_CULLED: outside the view. r3d_scene_view_get_cull says why.
    int64_t ended;  ///< R3D_DRAW_ABORTED and R3D_DRAW_FAILED.
    int64_t empty;  ///< Inside the view, and no face was drawn: all are hidden or show their back.
    int64_t faces_drawn;   ///< As in reports.
    int64_t faces_skipped; ///< As in reports.
} r3d_draw_counts;

/// Reads the counts.
R3D_API void r3d_draw_context_get_counts(const r3d_draw_context *context,
                                         r3d_draw_counts *out_counts);

/// Sets the counts to zero.
R3D_API void r3d_draw_context_clear_counts(r3d_draw_context *context);

/// A projected vertex.
typedef struct r3d_screen_vertex {
    int32_t x; ///< R3D_DRAW_NEAR_X before the near plane; `y` means nothing then.
    int32_t y;
    int32_t depth; ///< Relative to the middle of the model.
} r3d_screen_vertex;

/// Reads a vertex as the last draw projected it. Slots that a draw does not reach keep what they
/// held.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE (index outside the capacity).
R3D_API r3d_result r3d_draw_context_get_vertex(const r3d_draw_context *context, int32_t index,
                                               r3d_screen_vertex *out_vertex);

/// A triangle as it is handed to the filler.
typedef struct r3d_draw_triangle {
    int32_t face;
    r3d_face_kind kind;
    int32_t x[3];
    int32_t y[3];
    int32_t value[3]; ///< Packed colours, or shades of textured kinds. Flat kinds: all equal.
    uint32_t rgb;     ///< R3D_FACE_FLAT: the colour.
    int32_t translucency;
    bool side_clip;
    int32_t texture; ///< Textured kinds: number and plane.
    r3d_texture_plane plane;
} r3d_draw_triangle;

/// Calls while a model is drawn, for tools that explain pictures. Either may be NULL. They must not
/// use the context.
typedef struct r3d_draw_observer {
    /// The drawing of a face begins. `bucket` is its depth bucket.
    void (*face)(int32_t face, int32_t bucket, void *user);
    /// A triangle is about to be filled; a face that crosses the near plane may have none or two.
    void (*triangle)(const r3d_draw_triangle *triangle, void *user);
    void *user;
} r3d_draw_observer;

/// Sets the observer (copied); NULL for none.
R3D_API void r3d_draw_context_set_observer(r3d_draw_context *context,
                                           const r3d_draw_observer *observer);

/// How a draw ended.
typedef enum r3d_draw_outcome {
    R3D_DRAW_DONE = 0,    ///< All faces were seen to.
    R3D_DRAW_CULLED = 1,  ///< The model is outside the view.
    R3D_DRAW_ABORTED = 2, ///< R3D_LIMITS_ORIGINAL: the original gave up among the faces.
    R3D_DRAW_FAILED = 3   ///< R3D_LIMITS_ORIGINAL: it gave up among the vertices.
} r3d_draw_outcome;

/// What a draw did.
typedef struct r3d_draw_report {
    r3d_draw_outcome outcome;
    r3d_result reason;     ///< R3D_OK, or the first thing that could not be drawn:
                           ///< R3D_ERR_LIMIT: a limit of the original; full pick list.
                           ///< R3D_ERR_RANGE: a priority outside 0..11, or a corner at depth 0.
                           ///< R3D_ERR_FORMAT_INDEX: a texture plane that does not exist.
                           ///< R3D_ERR_STATE: a texture that is not set.
    int32_t reason_face;   ///< The face it was found at, -1 if none.
    int32_t faces_drawn;   ///< Faces whose drawing was begun.
    int32_t faces_skipped; ///< R3D_LIMITS_NONE: faces left out because of errors.
} r3d_draw_report;

/// An icon-style view: the model is turned, moved in front of an eye, and the eye is pitched.
/// Angles in 1/2048 turn, any values.
typedef struct r3d_icon_view {
    r3d_a11 pitch_a11;
    r3d_a11 yaw_a11;
    r3d_a11 roll_a11;
    r3d_a11 eye_pitch_a11;
    r3d_vec3i eye; ///< Where the model is, before the eye is pitched.
} r3d_icon_view;

/// Draws a lit model as item icons and interfaces do: no test against the view, no near plane
/// (vertices behind the eye are mirrored), no picking.
/// @param raster      Surface, palette, centre and smooth mode; translucency and side_clip are set
///                    face by face and do not matter here.
/// @param out_report  May be NULL.
/// @return R3D_OK; report.reason with R3D_LIMITS_NONE (what could be drawn is drawn);
///         R3D_ERR_ARGUMENT (NULL, or a raster without palette), R3D_ERR_STATE (the mesh is not
///         lit), R3D_ERR_MEMORY (the context cannot grow for the mesh); nothing is drawn by these.
R3D_API r3d_result r3d_draw_model(r3d_draw_context *context, const r3d_raster *raster,
                                  const r3d_mesh *mesh, const r3d_icon_view *view,
                                  r3d_draw_report *out_report);

/// A scene-style view: where the model stands relative to the eye, and how the camera looks. camera.h has the
/// formula, axes and signs, and functions that make views: of a camera that looks at a point, and of a whole model.
typedef struct r3d_scene_view {
    r3d_a11 yaw_a11; ///< Of the model.
    r3d_a11 camera_pitch_a11;
    r3d_a11 camera_yaw_a11;
    r3d_vec3i position; ///< Of the model's origin, relative to the eye.
    int32_t id;         ///< What picking reports; 0 and below are never picked.
    bool pick_by_box;   ///< Pick as soon as the mouse is inside the model's box on the screen,
                        ///< without looking at its faces.
} r3d_scene_view;

/// Draws a lit model in a scene: tested against the view by its bounds, cut at the near plane,
/// picked. `out_report` may be NULL.
/// @return As r3d_draw_model.
R3D_API r3d_result r3d_draw_model_in_scene(r3d_draw_context *context, const r3d_raster *raster,
                                           const r3d_mesh *mesh, const r3d_scene_view *view,
                                           r3d_draw_report *out_report);

#ifdef __cplusplus
}
#endif

#endif
