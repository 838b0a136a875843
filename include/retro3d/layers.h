/* SPDX-License-Identifier: MIT */
/// @file layers.h
/// Surfaces of up to eight texture layers, as graphics cards of 2001 drew them in one pass: stages with
/// registers, rectangles, meshes in perspective with depth, light and fog. layers_effects.h has
/// particles, shadows, lightning, the pool and portals.
///
/// Everything is exact in integers, and all animation is a function of a frame number.
/// Source: spec layers sections 2, 3, 4, 12 and 13.

#ifndef RETRO3D_LAYERS_H
#define RETRO3D_LAYERS_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/perspective.h>
#include <retro3d/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_layers_limits {
    R3D_LAYERS_STAGES_MAX = 8,
    R3D_LAYERS_TEXTURE_MAX = 2048, ///< Largest side of a texture, a power of two.
    R3D_LAYERS_COORDINATE_MAX =
        1 << 28, ///< Texture coordinates of vertices lie below, in 1/65536 texel.
    R3D_LAYERS_MATRIX_MAX = 1 << 23, ///< Entries of stage matrices lie below, in 1/65536.
    R3D_LAYERS_LAMPS_USED = 4,       ///< The nearest lamps that light a vertex.
    R3D_LAYERS_INTENSITY_MAX = 1023
};

/// A square texture, with or without smaller levels. Texels are 0xAARRGGBB, level after level, each half
/// as large as the one before, down to 1x1. Borrowed while stages use it.
typedef struct r3d_layers_texture {
    const uint32_t *texels;
    int32_t size;        ///< A power of two, 1..R3D_LAYERS_TEXTURE_MAX.
    int32_t level_count; ///< 1, or all.
} r3d_layers_texture;

/// How many texels a texture of that size has with all its levels; 0 for sizes that are not allowed.
R3D_API size_t r3d_layers_texture_count(int32_t size);

/// Fills in a texture with all levels from the pixels of level 0.
/// @param argb        size * size pixels.
/// @param out_texels  Room for r3d_layers_texture_count(size) texels; not overlapping `argb`. Borrowed by
///                    the texture.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (size). Source: spec layers section 3, "Mip levels".
R3D_API r3d_result r3d_layers_texture_build(int32_t size, const uint32_t *argb,
                                            uint32_t *out_texels, r3d_layers_texture *out_texture);

/// Decodes DXT1 blocks, row by row, 8 bytes each.
/// @param size      Of the picture, a power of two from 4 on.
/// @param out_argb  Room for size * size pixels.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (size); R3D_ERR_FORMAT_TRUNCATED (byte_count is not
///         size * size / 2). Source: spec layers section 11.
R3D_API r3d_result r3d_layers_decode_dxt1(const uint8_t *blocks, size_t byte_count, int32_t size,
                                          uint32_t *out_argb);

typedef enum r3d_layers_op {
    R3D_LAYERS_REPLACE = 0,
    R3D_LAYERS_MODULATE = 1,
    R3D_LAYERS_MODULATE2X = 2,
    R3D_LAYERS_MODULATE4X = 3,
    R3D_LAYERS_ADD = 4,
    R3D_LAYERS_ADDSIGNED = 5,
    R3D_LAYERS_ADDSIGNED2X = 6,
    R3D_LAYERS_ADDSMOOTH = 7,
    R3D_LAYERS_SUBTRACT = 8,
    R3D_LAYERS_BLEND = 9, ///< Needs a factor.
    R3D_LAYERS_MULADD = 10,
    R3D_LAYERS_DOT3 = 11,
    R3D_LAYERS_EMBOSS = 12,
    R3D_LAYERS_BUMP = 13 ///< Moves the coordinates of the next stage.
} r3d_layers_op;

typedef enum r3d_layers_source {
    R3D_LAYERS_NO_SOURCE = 0,
    R3D_LAYERS_TEXEL = 1,
    R3D_LAYERS_TEXEL_ALPHA = 2,
    R3D_LAYERS_INVERSE_TEXEL = 3,
    R3D_LAYERS_CURRENT = 4,
    R3D_LAYERS_CURRENT_ALPHA = 5,
    R3D_LAYERS_TEMPORARY = 6,
    R3D_LAYERS_TEMPORARY_ALPHA = 7,
    R3D_LAYERS_DIFFUSE = 8,
    R3D_LAYERS_DIFFUSE_ALPHA = 9,
    R3D_LAYERS_CONSTANT = 10,
    R3D_LAYERS_CONSTANT_ALPHA = 11,
    R3D_LAYERS_WHITE = 12,
    R3D_LAYERS_BLACK = 13
} r3d_layers_source;

typedef enum r3d_layers_coordinates {
    R3D_LAYERS_UV = 0,
    R3D_LAYERS_UV1 = 1,
    R3D_LAYERS_PLANAR = 2,     ///< World x and y.
    R3D_LAYERS_ENVIRONMENT = 3 ///< The normal on a sphere.
} r3d_layers_coordinates;

typedef enum r3d_layers_alpha {
    R3D_LAYERS_ALPHA_KEEP = 0,
    R3D_LAYERS_ALPHA_REPLACE = 1,
    R3D_LAYERS_ALPHA_MODULATE = 2
} r3d_layers_alpha;

/// Which level of a texture a pixel of depth w takes.
typedef enum r3d_layers_mip {
    R3D_LAYERS_MIP_NONE = 0,
    R3D_LAYERS_MIP_LINEAR = 1, ///< The number of k with w >= D * 2^(k-1).
    R3D_LAYERS_MIP_SQUARE = 2  ///< The number of k with w * w >= D * D * 2^(k-1).
} r3d_layers_mip;

/// One stage. Fill it with r3d_layers_stage_init first.
typedef struct r3d_layers_stage {
    r3d_layers_op op;
    bool to_temporary;   ///< The destination: CUR, or TMP.
    r3d_layers_source a; ///< R3D_LAYERS_TEXEL by default.
    r3d_layers_source b; ///< R3D_LAYERS_CURRENT by default.
    r3d_layers_source k; ///< None by default.
    r3d_layers_alpha alpha;
    r3d_layers_texture
        texture; ///< Needed when a source, the alpha rule or the operation reads a texel.
    bool is_bilinear;
    bool is_clamped; ///< Otherwise textures repeat.
    r3d_layers_coordinates from;
    int32_t matrix_q16[4];   ///< m00, m01, m10, m11; 1, 0, 0, 1 by default.
    int32_t offset_q16[2];   ///< Texels.
    int32_t speed_q16[2];    ///< Added times the frame number.
    int32_t small_matrix[4]; ///< Of bump; the first two are the offset of emboss, in 1/65536 texel.
    uint8_t constant[4];     ///< R, G, B, A
    r3d_layers_mip mip;
    int32_t mip_depth_q16; ///< D, above 0.
} r3d_layers_stage;

/// Sets the defaults.
R3D_API void r3d_layers_stage_init(r3d_layers_stage *out_stage);

/// A list of stages that was looked at once.
typedef struct r3d_layers_stack {
    r3d_layers_stage stages[R3D_LAYERS_STAGES_MAX];
    int32_t count;
} r3d_layers_stack;

/// Checks stages and keeps them.
/// @param stages  `count` of them, 0..R3D_LAYERS_STAGES_MAX; NULL with 0. Without stages a surface has its
///                diffuse colour.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL, blend without a factor, a texture that is missing); R3D_ERR_RANGE
///         (numbers, unknown operations and sources, a size that is no power of two, levels that the
///         texture does not have); R3D_ERR_LIMIT (more stages). *out_stack is unchanged then.
R3D_API r3d_result r3d_layers_stack_prepare(const r3d_layers_stage *stages, int32_t count,
                                            r3d_layers_stack *out_stack);

/// How a colour meets the picture.
typedef enum r3d_layers_blend {
    R3D_LAYERS_BLEND_REPLACE = 0,
    R3D_LAYERS_BLEND_ALPHA = 1,
    R3D_LAYERS_BLEND_ADD = 2,
    R3D_LAYERS_BLEND_ADD_ALPHA = 3,
    R3D_LAYERS_BLEND_MODULATE = 4
} r3d_layers_blend;

/// @name Targets
/// A target adds depth, a stencil bit and counts to a surface.
/// @{

/// What is kept when a target is begun; nothing by default: everything is cleared.
enum r3d_layers_keep {
    R3D_LAYERS_KEEP_COLOR = 1,
    R3D_LAYERS_KEEP_DEPTH = 2,
    R3D_LAYERS_KEEP_STENCIL = 4
};

typedef struct r3d_layers_target r3d_layers_target;

/// Makes a target of up to R3D_PERSPECTIVE_SIZE_MAX pixels each way.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE; R3D_ERR_MEMORY.
R3D_API r3d_result r3d_layers_target_create(int32_t width, int32_t height,
                                            const r3d_allocator *allocator,
                                            r3d_layers_target **out_target);

/// Frees a target. NULL is allowed.
R3D_API void r3d_layers_target_destroy(r3d_layers_target *target);

/// Begins to draw into a surface of the target's size: until then nothing can be drawn.
/// @param surface  Borrowed until the next begin. Its clip rectangle is what is drawn at all.
/// @param rgb      The colour that clears it.
/// @param keep     What is not cleared (r3d_layers_keep); 0: all is cleared.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE (another size); R3D_ERR_STATE (something is to be kept
///         that was never cleared).
R3D_API r3d_result r3d_layers_target_begin(r3d_layers_target *target, r3d_surface *surface,
                                           uint32_t rgb, uint32_t keep);

/// The buffers of a target, rows of its width; valid until it is destroyed. NULL before a begin.
typedef struct r3d_layers_buffers {
    int32_t width;
    int32_t height;
    int32_t *depth_q16;
    uint8_t *stencil;       ///< 0 or 1
    const uint16_t *writes; ///< How often each pixel was written since the colour was cleared.
    const int16_t
        *cells; ///< The cell of the last mesh that wrote it; -1: a mesh without, -2: none.
} r3d_layers_buffers;

/// Tells where the buffers of a target are; borrowed from it.
R3D_API void r3d_layers_target_get_buffers(r3d_layers_target *target,
                                           r3d_layers_buffers *out_buffers);

/// Counts since the colour was cleared. Source: spec layers section 7.
typedef struct r3d_layers_counters {
    int64_t triangles; ///< Of meshes, after clipping.
    int64_t pixels;    ///< Written, by meshes, rectangles and sprites.
    int64_t touched;   ///< Pixels written at least once.
    int32_t stages;    ///< The most of a surface that wrote a pixel.
} r3d_layers_counters;

/// Tells what was drawn since the last begin that cleared the colours.
R3D_API void r3d_layers_target_get_counters(const r3d_layers_target *target,
                                            r3d_layers_counters *out_counters);
/// @}

/// A rectangle. Zeroed members: white, replace, no stages.
typedef struct r3d_layers_quad {
    int32_t x;
    int32_t y;
    int32_t width; ///< 0..R3D_PERSPECTIVE_SIZE_MAX
    int32_t height;
    r3d_layers_blend blend;
    bool has_gradient;  ///< The diffuse colour is that of the reference scenes, over the rectangle.
    uint8_t diffuse[4]; ///< R, G, B, A
    const r3d_layers_stack *stack; ///< NULL: no stages.
} r3d_layers_quad;

/// Draws a rectangle, without depth. Its texture coordinates are its own pixels.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE; R3D_ERR_STATE (no begin).
R3D_API r3d_result r3d_layers_draw_quad(r3d_layers_target *target, const r3d_layers_quad *quad,
                                        int32_t frame);

/// @name Light
/// @{

/// A lamp. Its intensity is base + ((amp * (hash(id, frame >> 1) & 255)) >> 8), 0..1023; 256 is its colour.
typedef struct r3d_layers_lamp {
    uint32_t id;
    int32_t place_q16[3];
    uint8_t rgb[3];
    int32_t radius_q16; ///< Above 0.
    int32_t base;
    int32_t amp;
} r3d_layers_lamp;

/// The lights of a frame.
typedef struct r3d_layers_lights {
    uint8_t ambient[3];
    bool has_sun;
    int32_t sun_q16[3]; ///< Towards the sun, of any length but 0.
    uint8_t sun_rgb[3];
    const r3d_layers_lamp *lamps;
    int32_t lamp_count;
} r3d_layers_lights;

/// hash(id, n) of the specification.
R3D_API uint32_t r3d_layers_hash(uint32_t id, uint32_t n);

/// The intensity of a lamp in a frame.
R3D_API int32_t r3d_layers_lamp_intensity(const r3d_layers_lamp *lamp, int32_t frame);

/// How bright a vertex is, per channel.
/// @return R3D_OK; R3D_ERR_ARGUMENT. Source: spec layers section 13.
R3D_API r3d_result r3d_layers_light_vertex(const r3d_layers_lights *lights, int32_t frame,
                                           const int32_t place_q16[3], const int32_t normal_q14[3],
                                           uint8_t out_rgb[3]);
/// @}

/// A vertex of a mesh: in space, or given on the picture.
typedef struct r3d_layers_vertex {
    int32_t place_q16[3]; ///< Or X, Y in 1/16 pixel and the depth.
    int32_t uv_q16[2];
    int32_t uv1_q16[2];
    int32_t normal_q14[3]; ///< In eye space, y up, for vertices on the picture.
    uint8_t rgba[4];
    int32_t planar_q16[2]; ///< Of vertices on the picture only.
} r3d_layers_vertex;

typedef enum r3d_layers_depth {
    R3D_LAYERS_DEPTH_WRITE = 0, ///< Test and write.
    R3D_LAYERS_DEPTH_READ = 1,  ///< Test.
    R3D_LAYERS_DEPTH_OFF = 2
} r3d_layers_depth;

/// A mesh. Fill it with r3d_layers_mesh_init first; arrays are borrowed while it is drawn.
typedef struct r3d_layers_mesh {
    uint32_t struct_size; ///< Set by r3d_layers_mesh_init.
    r3d_layers_blend blend;
    r3d_perspective_cull cull;
    r3d_layers_depth depth;
    bool is_lit;
    bool has_fog;
    int32_t alpha_test; ///< 0..255: pixels of less alpha are dropped.
    bool is_on_picture; ///< The vertices are given on the picture.
    const r3d_layers_vertex *vertices;
    int32_t vertex_count;
    const int32_t *corners; ///< 3 vertex numbers a face.
    int32_t face_count;
    const r3d_layers_stack *stack; ///< NULL: no stages.
    int32_t instance_q16[12];      ///< Three rows, then the translation; no change by default.
    int32_t cell;                  ///< -1: none.
} r3d_layers_mesh;

/// As r3d_layers_mesh_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_layers_mesh_init_sized(r3d_layers_mesh *out_mesh, uint32_t struct_size);

/// Sets struct_size and the defaults.
static inline void r3d_layers_mesh_init(r3d_layers_mesh *out_mesh)
{
    r3d_layers_mesh_init_sized(out_mesh, (uint32_t)sizeof(r3d_layers_mesh));
}

/// What a frame's meshes have in common.
typedef struct r3d_layers_view {
    r3d_perspective_camera camera;
    const r3d_layers_lights *lights; ///< NULL: all is dark that is lit.
    int32_t frame;
    uint8_t fog_rgb[3];
    int32_t fog_near_q16; ///< No fog up to here.
    int32_t fog_far_q16;  ///< All fog from here on; at least fog_near_q16.
} r3d_layers_view;

/// Checks the arrays of a mesh: numbers in range, corners that exist, coordinates.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE.
R3D_API r3d_result r3d_layers_mesh_prepare(const r3d_layers_mesh *mesh);

/// Draws a mesh that was prepared.
/// @param scissor  NULL: the whole target. It never changes a value.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE (no begin); R3D_ERR_RANGE (the instance leaves the
///         world): nothing is drawn then. @note Allocates nothing.
R3D_API r3d_result r3d_layers_draw_mesh(r3d_layers_target *target, const r3d_layers_view *view,
                                        const r3d_layers_mesh *mesh, const r3d_rect *scissor);

/// Multiplies the whole picture by factor / 255. @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE.
R3D_API r3d_result r3d_layers_fade(r3d_layers_target *target, uint8_t factor);

#ifdef __cplusplus
}
#endif

#endif
