/* SPDX-License-Identifier: MIT */
/// @file icon.h
/// Item icons: a model drawn into 32 x 32 pixels, with an outline and a shadow, and notes that show
/// another icon on them.
/// Source: spec rs2-model section 11.

#ifndef RETRO3D_ICON_H
#define RETRO3D_ICON_H

#include <retro3d/model.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_icon_sizes {
    R3D_ICON_SIZE = 32, ///< Width and height of an icon.
    R3D_ICON_OUTLINE_RGB = 0x000001,
    R3D_ICON_SHADOW_RGB = 0x302020
};

/// What counts as background when outline and shadow are drawn.
typedef enum r3d_icon_background {
    /// Pixels that were not drawn, by their alpha: black parts of a model stay. The finished icon
    /// is RGBA: alpha 0 for the background, 255 for all else.
    R3D_ICON_BY_COVERAGE = 0,
    /// Pixels whose colour is 0, as in the original: black parts of a model get outline and shadow
    /// too.
    R3D_ICON_BY_COLOR = 1
} r3d_icon_background;

/// How an item looks as an icon.
typedef struct r3d_icon_look {
    int32_t zoom; ///< Distance.
    r3d_a11 pitch_a11;
    r3d_a11 yaw_a11;
    r3d_a11 roll_a11;
    int32_t x_offset;
    int32_t y_offset;
} r3d_icon_look;

/// The view under which a look shows a mesh, for drawing it elsewhere.
R3D_API void r3d_icon_get_view(const r3d_icon_look *look, const r3d_mesh *mesh,
                               r3d_icon_view *out_view);

/// Draws an icon: clears the target, draws the mesh in smooth mode, then outline and shadow.
/// `out_report` may be NULL.
/// @param palette  Colours.
/// @param linked   NULL, or a finished icon of R3D_ICON_SIZE squared pixels that a note shows,
///                 scaled to 22 x 22 pixels at (5, 5). With R3D_ICON_BY_COLOR its pixels of colour
///                 0 are holes, with R3D_ICON_BY_COVERAGE those of alpha 0.
/// @param pixels   R3D_ICON_SIZE * R3D_ICON_SIZE pixels 0xAARRGGBB.
/// @return As r3d_draw_model; the icon is finished even if some faces could not be drawn.
R3D_API r3d_result r3d_icon_draw(r3d_draw_context *context, const r3d_palette *palette,
                                 const r3d_mesh *mesh, const r3d_icon_look *look,
                                 r3d_icon_background background, const uint32_t *linked,
                                 uint32_t *pixels, r3d_draw_report *out_report);

/// Draws an icon as revision 317 shows it on a note: with its outline, without its shadow.
/// `out_report` may be NULL.
/// @return As r3d_icon_draw.
R3D_API r3d_result r3d_icon_draw_unshadowed(r3d_draw_context *context, const r3d_palette *palette,
                                            const r3d_mesh *mesh, const r3d_icon_look *look,
                                            r3d_icon_background background, uint32_t *pixels,
                                            r3d_draw_report *out_report);

/// Draws an icon as revision 317 draws that of a selected item: a little smaller (its zoom times
/// 1.04), and with a second outline around the first one in place of the shadow.
/// `out_report` may be NULL.
/// @param outline_rgb  Colour of the second outline, 0x000001..0xFFFFFF.
/// @return As r3d_icon_draw, and R3D_ERR_RANGE for `outline_rgb`.
/// @note Written after the description of that revision; no reference picture shows it.
R3D_API r3d_result r3d_icon_draw_selected(r3d_draw_context *context, const r3d_palette *palette,
                                          const r3d_mesh *mesh, const r3d_icon_look *look,
                                          r3d_icon_background background, uint32_t outline_rgb,
                                          uint32_t *pixels, r3d_draw_report *out_report);

/// One entry of an item's list of looks by amount.
typedef struct r3d_stack_entry {
    int32_t item;
    int32_t count;
} r3d_stack_entry;

/// Returns the item to draw for an amount: that of the last entry whose count is not 0 and at most
/// `amount`, or `item` if there is none or the amount is 1 or less. `entries` NULL: there is none.
/// @param entry_count  Only the first 10 entries are looked at, as in the original.
R3D_API int32_t r3d_icon_stack_item(const r3d_stack_entry *entries, int32_t entry_count,
                                    int32_t item, int32_t amount);

#ifdef __cplusplus
}
#endif

#endif
