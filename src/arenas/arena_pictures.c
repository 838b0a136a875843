/* SPDX-License-Identifier: MIT */
/* The picture files of an arena, and the colours of its mode. Source: spec affine section 15. */

#include <string.h>

#include <retro3d/png_rows.h>

#include "arenas_internal.h"

enum { COLORS_MAX = 255, OPAQUE = 0x80 };

/* ---- files ---- */

/* The path of a file: in the folder of the arena. NULL without memory. */
static char *path_of(const r3d_priv_arenas_reader *r, const r3d_priv_arenas_word *file)
{
    const char *slash = strrchr(r->lines.name, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - r->lines.name) + 1;
    char *path = r3d_priv_alloc(&r->hooks, folder + file->length + 1, 1);
    if (path != NULL) {
        memcpy(path, r->lines.name, folder);
        memcpy(path + folder, file->text, file->length);
        path[folder + file->length] = '\0';
    }
    return path;
}

/* The fault of a picture, with the line that names it. */
static r3d_result fail_sheet(r3d_priv_arenas_reader *r, const r3d_priv_arenas_word *file,
                             const r3d_error *cause)
{
    return r3d_priv_arenas_fail(&r->lines, file, cause->result, "%.160s: %.200s", cause->file,
                                cause->message);
}

static uint32_t argb_of(const uint8_t rgba[4])
{
    return rgba[3] < OPAQUE
               ? 0
               : 0xFF000000u | (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

/* Rows of a picture with a palette as indices, others as colours. */
static r3d_result read_pixels(r3d_priv_arenas_reader *r, r3d_png_reader *png,
                              r3d_priv_arenas_sheet *sheet, r3d_error *cause)
{
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    const size_t count = (size_t)sheet->width * (size_t)sheet->height;
    r3d_result result = R3D_OK;
    sheet->argb = r3d_priv_arenas_keep(r->arena, count, sizeof *sheet->argb);
    if (sheet->argb == NULL) {
        return r3d_priv_io_fail(cause, R3D_ERR_MEMORY, "", 0, -1, "no memory for the pixels");
    }
    if (header->color_type == R3D_PNG_PALETTE) {
        sheet->indices = r3d_priv_arenas_keep(r->arena, count, 1);
        if (sheet->indices == NULL) {
            return r3d_priv_io_fail(cause, R3D_ERR_MEMORY, "", 0, -1, "no memory for the pixels");
        }
        sheet->color_count = header->palette_count;
        for (int32_t i = 0; i < header->palette_count; i++) {
            sheet->palette[i] = (uint32_t)header->palette[i][0] << 16 |
                                (uint32_t)header->palette[i][1] << 8 | header->palette[i][2];
        }
        result = r3d_png_reader_set_rows(png, R3D_PNG_ROWS_INDEX8, cause);
        if (result == R3D_OK) {
            result = r3d_png_reader_read_all(png, sheet->indices, cause);
        }
        for (size_t i = 0; i < count && result == R3D_OK; i++) {
            sheet->argb[i] = argb_of(header->palette[sheet->indices[i]]);
        }
        return result;
    }
    uint8_t *row = r3d_priv_alloc(&r->hooks, header->row_size, 1);
    if (row == NULL) {
        return r3d_priv_io_fail(cause, R3D_ERR_MEMORY, "", 0, -1, "no memory for a row");
    }
    for (int32_t y = 0; y < sheet->height && result == R3D_OK; y++) {
        result = r3d_png_reader_read_row(png, row, cause);
        for (int32_t x = 0; x < sheet->width && result == R3D_OK; x++) {
            sheet->argb[(size_t)y * (size_t)sheet->width + (size_t)x] =
                argb_of(row + (size_t)x * 4);
        }
    }
    r3d_priv_release(&r->hooks, row);
    return result;
}

static r3d_result read_sheet(r3d_priv_arenas_reader *r, r3d_png_reader *png, const char *path,
                             r3d_priv_arenas_sheet *sheet, r3d_error *cause)
{
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    enum { CHANNELS = 4 };
    sheet->width = header->width;
    sheet->height = header->height;
    r->samples += (int64_t)header->width * header->height * CHANNELS;
    if (r->samples > r->limits.max_samples) {
        return r3d_priv_io_fail(cause, R3D_ERR_LIMIT, path, 0, -1,
                                "all pictures together have %lld samples, expected at most %lld",
                                (long long)r->samples, (long long)r->limits.max_samples);
    }
    if (header->layout == R3D_LAYOUT_RGBA16) {
        return r3d_priv_io_fail(cause, R3D_ERR_FORMAT_UNSUPPORTED, path, 0, -1,
                                "16 bits a channel, expected 8 or fewer");
    }
    const r3d_result result = read_pixels(r, png, sheet, cause);
    return result == R3D_OK ? r3d_png_reader_finish(png, cause) : result;
}

/* Reads the name of a file, and the file unless it is known. */
static r3d_result need_sheet(r3d_priv_arenas_reader *r, int32_t *out_sheet)
{
    r3d_priv_arenas_word file;
    r3d_result result = r3d_priv_arenas_need_word(&r->lines, &file, "a PNG file");
    if (result != R3D_OK) {
        return result;
    }
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    if (file.text[0] == '/' || memchr(file.text, '\0', file.length) != NULL) {
        return r3d_priv_arenas_fail(&r->lines, &file, R3D_ERR_FORMAT_SYNTAX,
                                    "found \"%s\", expected a file beside the arena",
                                    r3d_priv_io_excerpt(file.text, file.length, excerpt));
    }
    const r3d_priv_arenas_sheet *known = r->sheets.items;
    for (size_t i = 0; i < r->sheets.count; i++) {
        if (known[i].file.length == file.length &&
            memcmp(known[i].file.text, file.text, file.length) == 0) {
            *out_sheet = (int32_t)i;
            return R3D_OK;
        }
    }
    if (r->sheets.count == R3D_ARENA_PICTURES_MAX) {
        return r3d_priv_arenas_fail(&r->lines, &file, R3D_ERR_LIMIT,
                                    "more than %d picture files, expected fewer",
                                    R3D_ARENA_PICTURES_MAX);
    }
    char *path = path_of(r, &file);
    *out_sheet = (int32_t)r->sheets.count;
    r3d_priv_arenas_sheet *sheet =
        r3d_priv_arenas_add(&r->lines, &r->hooks, &r->sheets, sizeof *sheet);
    if (path == NULL || sheet == NULL) {
        r3d_priv_release(&r->hooks, path);
        return r3d_priv_arenas_fail(&r->lines, &file, R3D_ERR_MEMORY, "out of memory");
    }
    sheet->file = file;
    r3d_png_reader *png = NULL;
    r3d_error cause;
    result = r3d_png_reader_open_from(r->files, path, &r->limits, &r->hooks, &png, &cause);
    if (result == R3D_OK) {
        result = read_sheet(r, png, path, sheet, &cause);
        r3d_png_reader_close(png);
    }
    r3d_priv_release(&r->hooks, path);
    return result == R3D_OK ? result : fail_sheet(r, &file, &cause);
}

/* ---- records ---- */

static r3d_priv_arenas_picture *add_picture(r3d_priv_arenas_reader *r, r3d_priv_growing *pictures,
                                            int32_t sheet)
{
    r3d_priv_arenas_picture *picture =
        r3d_priv_arenas_add(&r->lines, &r->hooks, pictures, sizeof *picture);
    if (picture != NULL) {
        const r3d_priv_arenas_sheet *s = (const r3d_priv_arenas_sheet *)r->sheets.items + sheet;
        picture->line = r->lines.line;
        picture->sheet = sheet;
        picture->rect[2] = s->width;
        picture->rect[3] = s->height;
    }
    return picture;
}

r3d_result r3d_priv_arenas_read_tiles(r3d_priv_arenas_reader *r)
{
    enum { TILE = 8 };
    int32_t sheet = 0;
    r3d_result result =
        r3d_priv_arenas_take_name(r, R3D_PRIV_ARENAS_TILES, (int32_t)r->tile_sets.count);
    if (result == R3D_OK) {
        result = need_sheet(r, &sheet);
    }
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_arenas_picture *tiles = add_picture(r, &r->tile_sets, sheet);
    if (tiles == NULL) {
        return r->lines.failure;
    }
    if (tiles->rect[2] % TILE != 0 || tiles->rect[3] % TILE != 0 ||
        tiles->rect[2] > R3D_SURFACE_SIZE_MAX || tiles->rect[3] > R3D_SURFACE_SIZE_MAX) {
        return r3d_priv_arenas_fail(
            &r->lines, NULL, R3D_ERR_RANGE,
            "the picture of tiles is %ldx%ld, expected multiples of 8 up to "
            "%d",
            (long)tiles->rect[2], (long)tiles->rect[3], R3D_SURFACE_SIZE_MAX);
    }
    return R3D_OK;
}

/* `X Y W H`, which lie in the picture. */
static r3d_result read_rectangle(r3d_priv_arenas_reader *r, r3d_priv_arenas_picture *picture)
{
    static const char *const corner[] = {"X", "Y"};
    static const char *const size[] = {"W", "H"};
    const int32_t sheet[2] = {picture->rect[2], picture->rect[3]};
    r3d_result result =
        r3d_priv_arenas_need_numbers(&r->lines, corner, 2, 0, R3D_PICTURE_SIZE_MAX, picture->rect);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(&r->lines, size, 2, 1, R3D_PICTURE_SIZE_MAX,
                                              picture->rect + 2);
    }
    if (result == R3D_OK && (picture->rect[0] + picture->rect[2] > sheet[0] ||
                             picture->rect[1] + picture->rect[3] > sheet[1])) {
        result = r3d_priv_arenas_fail(
            &r->lines, NULL, R3D_ERR_RANGE,
            "the rectangle ends at %ld, %ld, expected inside the picture of %ldx%ld",
            (long)picture->rect[0] + picture->rect[2], (long)picture->rect[1] + picture->rect[3],
            (long)sheet[0], (long)sheet[1]);
    }
    return result;
}

r3d_result r3d_priv_arenas_read_picture(r3d_priv_arenas_reader *r)
{
    int32_t sheet = 0;
    r3d_result result =
        r3d_priv_arenas_take_name(r, R3D_PRIV_ARENAS_PICTURE, (int32_t)r->pictures.count);
    if (result == R3D_OK) {
        result = need_sheet(r, &sheet);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_arenas_picture *picture = add_picture(r, &r->pictures, sheet);
    if (picture == NULL) {
        return r->lines.failure;
    }
    const char *before = r->lines.next;
    r3d_priv_arenas_word word;
    if (r3d_priv_arenas_next_word(&r->lines, &word)) {
        r->lines.next = before;
        result = read_rectangle(r, picture);
    }
    if (result == R3D_OK &&
        (picture->rect[2] > R3D_AFFINE_PICTURE_MAX || picture->rect[3] > R3D_AFFINE_PICTURE_MAX)) {
        result = r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_RANGE,
                                      "the picture is %ldx%ld, expected at most %dx%d",
                                      (long)picture->rect[2], (long)picture->rect[3],
                                      R3D_AFFINE_PICTURE_MAX, R3D_AFFINE_PICTURE_MAX);
    }
    return result;
}

r3d_affine_picture r3d_priv_arenas_view(const r3d_priv_arenas_reader *r,
                                        const r3d_priv_arenas_picture *picture)
{
    const r3d_priv_arenas_sheet *sheet =
        (const r3d_priv_arenas_sheet *)r->sheets.items + picture->sheet;
    r3d_affine_picture view;
    memset(&view, 0, sizeof view);
    view.argb = sheet->argb + (size_t)picture->rect[1] * (size_t)sheet->width + picture->rect[0];
    view.width = picture->rect[2];
    view.height = picture->rect[3];
    view.stride_px = sheet->width;
    return view;
}

/* ---- colours ---- */

/* Colours of one palette of the handheld, in the order in which they come. */
typedef struct color_set {
    uint8_t known[(1 << 15) / 8];
    int32_t count;
} color_set;

static void add_color(color_set *set, uint32_t argb)
{
    const uint32_t five = (argb >> 9 & 0x7C00) | (argb >> 6 & 0x3E0) | (argb >> 3 & 0x1F);
    if ((set->known[five / 8] >> (five & 7) & 1) == 0) {
        set->known[five / 8] |= (uint8_t)(1u << (five & 7));
        set->count++;
    }
}

/* Counts what pictures have, in the order of their lines. */
static r3d_result count_colors(r3d_priv_arenas_reader *r, const r3d_priv_growing *pictures,
                               const char *what, color_set *set)
{
    for (size_t i = 0; i < pictures->count; i++) {
        const r3d_priv_arenas_picture *picture =
            (const r3d_priv_arenas_picture *)pictures->items + i;
        const r3d_affine_picture view = r3d_priv_arenas_view(r, picture);
        for (int32_t y = 0; y < view.height; y++) {
            const uint32_t *row = view.argb + (size_t)y * (size_t)view.stride_px;
            for (int32_t x = 0; x < view.width; x++) {
                if (row[x] != 0) {
                    add_color(set, row[x]);
                }
            }
        }
        if (set->count > COLORS_MAX) {
            const r3d_priv_arenas_sheet *sheet =
                (const r3d_priv_arenas_sheet *)r->sheets.items + picture->sheet;
            char excerpt[R3D_PRIV_EXCERPT_SIZE];
            return r3d_priv_arenas_fail_at(
                &r->lines, picture->line, R3D_ERR_LIMIT,
                "with %s the %s have more than %d colours, expected fewer in mode hw",
                r3d_priv_io_excerpt(sheet->file.text, sheet->file.length, excerpt), what,
                COLORS_MAX);
        }
    }
    return R3D_OK;
}

/* With cycles all tiles have one palette, whose indices are used. */
static r3d_result check_palettes(r3d_priv_arenas_reader *r)
{
    const r3d_priv_arenas_picture *sets = r->tile_sets.items;
    const r3d_priv_arenas_sheet *sheets = r->sheets.items;
    for (size_t i = 0; i < r->tile_sets.count; i++) {
        const r3d_priv_arenas_sheet *sheet = &sheets[sets[i].sheet];
        const r3d_priv_arenas_sheet *first = &sheets[sets[0].sheet];
        char excerpt[R3D_PRIV_EXCERPT_SIZE];
        r3d_priv_io_excerpt(sheet->file.text, sheet->file.length, excerpt);
        if (sheet->indices == NULL) {
            return r3d_priv_arenas_fail_at(&r->lines, sets[i].line, R3D_ERR_FORMAT_UNSUPPORTED,
                                           "%s has no palette, expected one for the cycle of line "
                                           "%ld",
                                           excerpt, (long)r->once[R3D_PRIV_ARENAS_ONCE_CYCLE]);
        }
        if (sheet->color_count != first->color_count ||
            memcmp(sheet->palette, first->palette, sizeof first->palette) != 0) {
            return r3d_priv_arenas_fail_at(&r->lines, sets[i].line, R3D_ERR_FORMAT_DATA,
                                           "%s has another palette than the tiles of line %ld, "
                                           "expected the same for a cycle",
                                           excerpt, (long)sets[0].line);
        }
    }
    if (r->tile_sets.count == 0) {
        return r3d_priv_arenas_fail_at(&r->lines, r->once[R3D_PRIV_ARENAS_ONCE_CYCLE],
                                       R3D_ERR_FORMAT_DATA,
                                       "a cycle without tiles, expected a picture with a palette");
    }
    memcpy(r->arena->palettes[0], sheets[sets[0].sheet].palette, sizeof r->arena->palettes[0]);
    return R3D_OK;
}

static void reduce_colors(r3d_priv_arenas_reader *r)
{
    r3d_arena *arena = r->arena;
    r3d_priv_arenas_sheet *sheets = r->sheets.items;
    for (size_t i = 0; i < r->sheets.count; i++) {
        const size_t count = (size_t)sheets[i].width * (size_t)sheets[i].height;
        for (size_t k = 0; k < count; k++) {
            const uint32_t argb = sheets[i].argb[k];
            sheets[i].argb[k] = argb == 0 ? 0 : 0xFF000000u | r3d_priv_arenas_hw_color(argb);
        }
    }
    for (int i = 0; i < 256; i++) {
        arena->palettes[0][i] = r3d_priv_arenas_hw_color(arena->palettes[0][i]);
    }
    arena->scene.backdrop_rgb = r3d_priv_arenas_hw_color(arena->scene.backdrop_rgb);
}

r3d_result r3d_priv_arenas_settle_colors(r3d_priv_arenas_reader *r)
{
    const bool is_hw = r->arena->scene.mode == R3D_AFFINE_HW;
    const bool has_cycles = r->arena->scene.cycle_count > 0;
    color_set set;
    r3d_result result = has_cycles ? check_palettes(r) : R3D_OK;
    if (!is_hw) {
        return result;
    }
    memset(&set, 0, sizeof set);
    if (result == R3D_OK && !has_cycles) {
        result = count_colors(r, &r->tile_sets, "tiles", &set);
    }
    memset(&set, 0, sizeof set);
    if (result == R3D_OK) {
        result = count_colors(r, &r->pictures, "pictures", &set);
    }
    if (result == R3D_OK) {
        reduce_colors(r);
    }
    return result;
}

r3d_result r3d_priv_arenas_default_shadows(r3d_priv_arenas_reader *r)
{
    enum { WIDTH = R3D_AFFINE_SHADOW_WIDTH, HEIGHT = R3D_AFFINE_SHADOW_HEIGHT };
    for (int32_t frame = 0; frame < 3; frame++) {
        uint32_t *argb = r3d_priv_arenas_keep(r->arena, (size_t)WIDTH * HEIGHT, sizeof *argb);
        if (argb == NULL) {
            return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_MEMORY, "out of memory");
        }
        for (int32_t v = 0; v < HEIGHT; v++) {
            for (int32_t u = 0; u < WIDTH; u++) {
                argb[v * WIDTH + u] = r3d_priv_scene_is_shadow(frame, u, v) ? 0xFF000000u : 0;
            }
        }
        r3d_affine_picture *picture = &r->arena->scene.shadows[frame];
        memset(picture, 0, sizeof *picture);
        picture->argb = argb;
        picture->width = picture->stride_px = WIDTH;
        picture->height = HEIGHT;
    }
    return R3D_OK;
}
