/* SPDX-License-Identifier: MIT */
/* Isometric maps and reference scenes: whatever is accepted must draw, and be written and read again as the
 * same picture. The sheet is a small one, whatever its name. */

#include <stdlib.h>
#include <string.h>

#include <retro3d/isomaps.h>
#include <retro3d/png.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SHEET = 64, SIDE = 96 };

typedef struct sheet_file {
    void *data;
    size_t size;
} sheet_file;

static r3d_result open_sheet(const char *name, const void **out_data, size_t *out_size, void *user)
{
    const sheet_file *file = user;
    (void)name;
    *out_data = file->data;
    *out_size = file->size;
    return R3D_OK;
}

static void make_sheet(sheet_file *file)
{
    static uint32_t pixels[SHEET * SHEET];
    for (int i = 0; i < SHEET * SHEET; i++) {
        pixels[i] = (uint32_t)i * 2654435761u;
    }
    const r3d_picture_view view = {pixels, SHEET * 4, SHEET, SHEET, R3D_LAYOUT_ARGB32};
    if (r3d_png_encode(&view, R3D_PNG_FAST, NULL, &file->data, &file->size, NULL) != R3D_OK) {
        abort();
    }
}

static void paint(const r3d_outline_frame *frame, const r3d_outline_paint *how, uint32_t *pixels)
{
    r3d_surface surface;
    memset(pixels, 0, sizeof *pixels * SIDE * SIDE);
    if (r3d_surface_init(&surface, pixels, SIDE, SIDE, SIDE) != R3D_OK ||
        r3d_outline_frame_paint(frame, how, &surface, -20, -10) != R3D_OK) {
        abort();
    }
}

/* What was drawn is written, and read back as the same picture. Of a scene whose sprites have an opacity of their
 * own the sheet is another one. */
static void write_and_read(const r3d_isomap *map, const r3d_isomap_load_options *options)
{
    static uint32_t first[SIDE * SIDE];
    static uint32_t second[SIDE * SIDE];
    char *text = NULL;
    size_t size = 0;
    sheet_file sheet = {NULL, 0};
    const r3d_outline_frame *frame = r3d_isomap_get_frame(map);
    r3d_outline_paint how;
    r3d_outline_paint_init(&how);
    how.shadow = r3d_isomap_get_shadow(map);
    paint(frame, &how, first);
    if (r3d_isomap_encode(frame, &how, "s.png", NULL, &text, &size, NULL) != R3D_OK) {
        return; /* more kinds of cells than letters, lines in another light */
    }
    if (r3d_isomap_encode_sheet(frame, NULL, &sheet.data, &sheet.size, NULL) == R3D_OK) {
        const r3d_file_source files = {open_sheet, NULL, &sheet};
        r3d_isomap_load_options again_options = *options;
        r3d_isomap *again = NULL;
        again_options.files = &files;
        if (r3d_isomap_decode(text, size, "again.iso", &again_options, NULL, &again, NULL) !=
                R3D_OK ||
            r3d_isomap_draw(again, 0, NULL) != R3D_OK) {
            abort();
        }
        r3d_surface surface;
        memset(second, 0, sizeof second);
        if (r3d_surface_init(&surface, second, SIDE, SIDE, SIDE) != R3D_OK ||
            r3d_isomap_paint(again, &surface, -20, -10) != R3D_OK ||
            memcmp(first, second, sizeof first) != 0) {
            abort();
        }
        r3d_isomap_destroy(again);
    }
    free(sheet.data);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static sheet_file sheet;
    if (sheet.data == NULL) {
        make_sheet(&sheet);
    }
    const r3d_file_source files = {open_sheet, NULL, &sheet};
    r3d_isomap_load_options options;
    r3d_isomap_load_options_init(&options);
    options.files = &files;
    r3d_isomap *map = NULL;
    if (r3d_isomap_decode((const char *)data, size, "fuzz.iso", &options, NULL, &map, NULL) !=
        R3D_OK) {
        return 0;
    }
    int32_t width = 0;
    int32_t height = 0;
    r3d_isomap_settings settings;
    r3d_isomap_settings_init(&settings);
    r3d_isomap_get_settings(map, &settings);
    r3d_isomap_get_size(map, &width, &height);
    /* What is large and right takes its time. */
    if ((int64_t)width * height < 1 << 18 && settings.texels <= 8 &&
        r3d_isomap_draw(map, 0, NULL) == R3D_OK && r3d_isomap_has_colors(map)) {
        write_and_read(map, &options);
    }
    r3d_isomap_destroy(map);
    return 0;
}
