/* SPDX-License-Identifier: MIT */
/// @file history.h
/// The history of pixels: every write that a display list makes to them, in order, with where it
/// came from; the owner plane (which command and face wrote each pixel last); and, when the right
/// colour of a pixel is known, why it is not what it should be.
///
/// A history is made by replaying the script while listening (listen.h). The fills that draw are
/// those of the library, and what they do inside is found out by feeding them numbers instead of
/// colours: nothing here knows a rule of drawing twice.

#ifndef RETRO3D_HISTORY_H
#define RETRO3D_HISTORY_H

#include <stdbool.h>

#include <retro3d/listen.h>
#include <retro3d/script.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_history_limits {
    R3D_HISTORY_POINTS_MAX = 65536,  ///< Pixels of one history.
    R3D_HISTORY_WRITES_MAX = 1 << 22 ///< Writes to all of them together.
};

/// One write to one pixel. Members that do not apply are -1 (numbers) or NULL.
typedef struct r3d_pixel_write {
    int32_t line;                   ///< Of the script, from 1.
    const char *command;            ///< Its name. Static storage.
    const r3d_draw_call_type *call; ///< What was drawn.
    const r3d_draw_origin *origin;  ///< What it is part of, the innermost first; valid as long as
                                    ///< the history and the script.
    uint32_t owner;                 ///< Its id in owner planes.
    const char *model;              ///< Its name in the script; valid as long as the script.
    int32_t face;
    int32_t priority; ///< Of the face; -1 when the model has none by face.
    int32_t bucket;   ///< Depth bucket.
    int32_t x[3];     ///< Fills: the corners.
    int32_t y[3];
    int32_t span_left;  ///< Fills: first column of the row that the fill covers here.
    int32_t span_right; ///< First column behind it.
    int32_t hsl16;      ///< Packed colour, Gouraud fills and flat faces.
    int32_t texture;    ///< Number of the texture in the script.
    int32_t texel_x;    ///< Its column and row in the texture.
    int32_t texel_y;
    int32_t shade;      ///< 0 brightest .. 15 and more: 4 * shift + bank.
    uint32_t texel_rgb; ///< The texel in bank 0, before any shade.
    bool is_masked;     ///< The texture has holes.
    int32_t sprite_x;   ///< Sprite copies: column and row of the stored picture.
    int32_t sprite_y;
    int32_t index;          ///< Copies of 8-bit pictures: the palette index.
    const char *icon_model; ///< `ploticon`: the model that the icon shows, as `model`.
    int32_t icon_line;      ///< Of the `icon` command.
    int32_t icon_face;      ///< The face that drew this pixel of the icon; -1: its outline, its
    int32_t
        icon_priority; ///< shadow or the linked icon, which R3D_ICON_OUTLINE_RGB and others tell.
    int32_t icon_bucket;
    uint32_t source_rgb; ///< The colour before blending.
    int32_t share;       ///< Of the new colour in 1/256; 256 is opaque.
    uint32_t background; ///< What the colour was blended with: for translucent fills the pixel to
                         ///< the right.
    uint32_t before;     ///< The pixel, 0xAARRGGBB.
    uint32_t after;
    size_t first_fact;  ///< Of what its room tells of it: r3d_history_get_fact.
    int32_t fact_count; ///< 0 for calls of the rooms surface, raster and model.
} r3d_pixel_write;

/// Why a pixel does not have its expected colour.
typedef enum r3d_pixel_cause {
    R3D_CAUSE_NOT_EXPLAINED = 0, ///< Nothing below gives the colour; the nearest write is named.
    R3D_CAUSE_HOLE = 1,          ///< A texel that is a hole was drawn, or one that is none was not.
    R3D_CAUSE_COVERAGE = 2,      ///< A pixel outside the triangle was drawn, or one inside was not.
    R3D_CAUSE_CLIP = 3,          ///< The same at the clip rectangle or at the last column.
    R3D_CAUSE_CULLING = 4,  ///< A face that shows its back was drawn, or one that does not was not.
    R3D_CAUSE_PRIORITY = 5, ///< Two faces of one model in the wrong order: their priorities differ,
    R3D_CAUSE_TIE = 6,      ///< their priorities and depth buckets are equal,
    R3D_CAUSE_BUCKET = 7,   ///< their depth buckets differ.
    R3D_CAUSE_ORDER = 8,    ///< Writes of different commands in the wrong order, or one too many.
    R3D_CAUSE_TRANSLUCENCY = 9, ///< The right colours were blended wrongly.
    R3D_CAUSE_SHADE = 10,       ///< The right texel in a wrong shade.
    R3D_CAUSE_TEXEL = 11,       ///< Another texel of the same texture.
    R3D_CAUSE_COLOR = 12,       ///< Another packed colour of the palette.
    R3D_CAUSE_STEPPING = 13,    ///< The colour that the other Gouraud stepping mode gives.
    R3D_CAUSE_OF_ROOM = 14      ///< One that only the room of the call has a name for.
} r3d_pixel_cause;

/// Returns "hole", "coverage" and so on; "other" for R3D_CAUSE_OF_ROOM, see
/// r3d_history_cause_name. Static storage.
R3D_API const char *r3d_pixel_cause_name(r3d_pixel_cause cause);

/// A pixel to look at.
typedef struct r3d_history_point {
    int32_t x;
    int32_t y;
    bool has_expected;
    uint32_t expected_rgb; ///< 0x00RRGGBB
} r3d_history_point;

/// What to make. Zero members mean the default; set struct_size to sizeof(r3d_history_desc).
typedef struct r3d_history_desc {
    uint32_t struct_size;
    r3d_allocator allocator;
    int64_t max_memory; ///< Of the replay, see r3d_replay_desc.
    r3d_isa isa;        ///< Fills that draw; R3D_ISA_BEST (0) stands for R3D_ISA_SCALAR here.
    const r3d_history_point *points; ///< Copied. Points outside the frame have no writes.
    size_t point_count;
    bool owner; ///< Make the owner plane.
} r3d_history_desc;

/// As r3d_history_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_history_desc_init_sized(r3d_history_desc *desc, uint32_t struct_size);

/// Fills a descriptor with defaults.
static inline void r3d_history_desc_init(r3d_history_desc *desc)
{
    r3d_history_desc_init_sized(desc, (uint32_t)sizeof(r3d_history_desc));
}

/// A finished history. Read-only: threads may share it.
typedef struct r3d_history r3d_history;

/// Replays a script and notes what happens. The script must outlive the history.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_RANGE (too many points), R3D_ERR_LIMIT (too many
///         writes), R3D_ERR_MEMORY, R3D_ERR_STATE (the script has no frame), and what
///         r3d_replay_run returns.
R3D_API r3d_result r3d_history_create(const r3d_script *script, const r3d_history_desc *desc,
                                      r3d_history **out_history, r3d_error *out_error);

/// Releases a history. NULL is accepted.
R3D_API void r3d_history_destroy(r3d_history *history);

/// The frame at the end of the script.
R3D_API const r3d_surface *r3d_history_get_surface(const r3d_history *history);

/// Returns the owner plane: one id a pixel, row by row without padding; 0 was not drawn. NULL if it
/// was not asked for. An id depends on the commands of the script and on how many faces, walls and so
/// on there are of what it draws only, so planes of two renderers of the same script can be compared.
R3D_API const uint32_t *r3d_history_get_owner(const r3d_history *history);

/// Writes what an id stands for, such as "line 12 drawscene, bob face 17"; cut when it is too long.
R3D_API void r3d_history_owner_name(const r3d_history *history, uint32_t owner, char *out_text,
                                    size_t size);

/// The id of a write, as the owner plane has it.
R3D_API uint32_t r3d_history_owner_of(const r3d_history *history, const r3d_pixel_write *write);

/// The number of writes to a point; 0 for a point that does not exist.
R3D_API size_t r3d_history_write_count(const r3d_history *history, size_t point);

/// Returns write `index`, in the order of drawing; NULL if there is none.
R3D_API const r3d_pixel_write *r3d_history_get_write(const r3d_history *history, size_t point,
                                                     size_t index);

/// Returns number `index` of what the room of a call told of a write, such as {"texel x", 12}; NULL
/// if there is none. Valid as long as the history.
R3D_API const r3d_draw_number *r3d_history_get_fact(const r3d_history *history,
                                                    const r3d_pixel_write *write, int32_t index);

/// Returns the point as it was asked for; NULL if there is none.
R3D_API const r3d_history_point *r3d_history_get_point(const r3d_history *history, size_t point);

/// The most telling cause of a point whose colour is not the expected one. R3D_CAUSE_NOT_EXPLAINED
/// when there is none, when no colour was expected, and when the pixel has its expected colour.
R3D_API r3d_pixel_cause r3d_history_cause(const r3d_history *history, size_t point);

/// What that cause is called: as r3d_pixel_cause_name says, or as the room of the call does. Static
/// storage. "not explained" for NULL.
R3D_API const char *r3d_history_cause_name(const r3d_history *history, size_t point);

/// Writes the history of a point as text of several lines, with the causes if a colour is expected.
/// @param out_text  At most `size` bytes with the zero at the end; what is longer is cut in the
///                  middle, so that the first write and the last ones stay. NULL with size 0 asks
///                  for the length only.
/// @return The length of the whole text.
R3D_API size_t r3d_history_text(const r3d_history *history, size_t point, char *out_text,
                                size_t size);

/// Writes the history of a point as one JSON object on one line.
/// @return As r3d_history_text, but what is longer is cut at the end.
R3D_API size_t r3d_history_json(const r3d_history *history, size_t point, char *out_text,
                                size_t size);

#ifdef __cplusplus
}
#endif

#endif
