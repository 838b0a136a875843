/* SPDX-License-Identifier: MIT */
/* Records that maps and reference scenes have in common, and the loop over all records. Source: spec
 * outline section 12. */

#include <string.h>

#include "isomaps_internal.h"

/* ---- the picture ---- */

static r3d_result read_canvas(r3d_priv_iso_reader *reader)
{
    static const char *const size[] = {"the width", "the height"};
    static const char *const origin[] = {"the origin's x", "the origin's y"};
    r3d_isomap *map = reader->map;
    r3d_result result =
        r3d_priv_lines_need_numbers(&reader->lines, size, 2, 1, R3D_SURFACE_SIZE_MAX, map->canvas);
    map->has_canvas = true;
    if (result == R3D_OK && !r3d_priv_lines_is_at_end(&reader->lines)) {
        map->has_origin = true;
        result = r3d_priv_lines_need_numbers(&reader->lines, origin, 2, -(1 << 24), 1 << 24,
                                             map->canvas + 2);
    }
    return result;
}

static r3d_result read_backdrop(r3d_priv_iso_reader *reader)
{
    static const char *const what[] = {"red", "green", "blue"};
    int32_t c[3];
    const r3d_result result = r3d_priv_lines_need_numbers(&reader->lines, what, 3, 0, 255, c);
    if (result == R3D_OK) {
        reader->map->paint.backdrop_rgb =
            (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | (uint32_t)c[2];
    }
    return result;
}

static r3d_result read_face_shade(r3d_priv_iso_reader *reader)
{
    static const char *const what[] = {"the shade of tops", "the shade of +X sides",
                                       "the shade of +Y sides"};
    int32_t shades[3];
    const r3d_result result = r3d_priv_lines_need_numbers(&reader->lines, what, 3, 0, 256, shades);
    if (result == R3D_OK) {
        reader->map->paint.top_shade = shades[0];
        reader->map->paint.x_side_shade = shades[1];
        reader->map->paint.y_side_shade = shades[2];
    }
    return result;
}

static r3d_result need_color(r3d_priv_iso_reader *reader, uint32_t *out_rgb)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    r3d_priv_line_word word;
    const r3d_result result = r3d_priv_lines_need_word(&reader->lines, &word, "a colour RRGGBB");
    if (result != R3D_OK) {
        return result;
    }
    uint32_t rgb = 0;
    bool is_color = word.length == 6;
    for (size_t i = 0; i < 6 && is_color; i++) {
        const char *digit = word.text[i] != '\0' ? strchr(digits, word.text[i]) : NULL;
        is_color = digit != NULL;
        if (is_color) {
            const int32_t value = (int32_t)(digit - digits);
            rgb = rgb << 4 | (uint32_t)(value < 16 ? value : value - 6);
        }
    }
    if (!is_color) {
        return r3d_priv_lines_fail(&reader->lines, &word, R3D_ERR_FORMAT_SYNTAX,
                                   "found \"%s\", expected a colour RRGGBB",
                                   r3d_priv_io_excerpt(word.text, word.length, excerpt));
    }
    *out_rgb = rgb;
    return R3D_OK;
}

static r3d_result read_lines(r3d_priv_iso_reader *reader)
{
    static const char *const choices[] = {"both", "dark"};
    int32_t choice = 0;
    r3d_result result = r3d_priv_lines_need_choice(&reader->lines, choices, 2, &choice);
    reader->map->has_dark_lines = choice == 1;
    if (result == R3D_OK && !r3d_priv_lines_is_at_end(&reader->lines)) {
        result = need_color(reader, &reader->map->paint.dark_rgb);
        if (result == R3D_OK) {
            result = need_color(reader, &reader->map->paint.light_rgb);
        }
    }
    return result;
}

static r3d_result read_ids(r3d_priv_iso_reader *reader)
{
    static const char *const choices[] = {"surface", "block", "face"};
    int32_t choice = 0;
    const r3d_result result = r3d_priv_lines_need_choice(&reader->lines, choices, 3, &choice);
    reader->map->settings.ids = (r3d_outline_ids)choice;
    return result;
}

static r3d_result read_width(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_need_number(&reader->lines, "the width", 1, R3D_OUTLINE_WIDTH_MAX,
                                      &reader->map->settings.width);
}

static r3d_result read_sprite_width(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_need_number(&reader->lines, "the width", 1, R3D_OUTLINE_WIDTH_MAX,
                                      &reader->map->sprite_width);
}

static r3d_result read_fade(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_need_number(&reader->lines, "the percentage", 0, 100,
                                      &reader->map->settings.color_percent);
}

static r3d_result read_quadrant(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_need_number(&reader->lines, "the quadrant", 0, 3,
                                      &reader->map->settings.quadrant);
}

static r3d_result read_shade(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_need_number(&reader->lines, "the shade", 0, 256,
                                      &reader->map->paint.dark_shade);
}

static r3d_result read_rho(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_need_number(&reader->lines, "the distance", 0, 65535,
                                      &reader->map->rho_16);
}

static r3d_result read_texels(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_need_number(&reader->lines, "the texels a cell", 1,
                                      R3D_OUTLINE_TEXELS_MAX, &reader->map->settings.texels);
}

/* ---- all records ---- */

r3d_result r3d_priv_iso_read_heights(r3d_priv_iso_reader *reader)
{
    return r3d_priv_iso_read_row(reader, &reader->heights, "heights, digits 0 to 9", '0', '9');
}

static const r3d_priv_iso_record common[] = {
    {"iso", NULL, false},
    {"canvas", read_canvas, false},
    {"rho", read_rho, false},
    {"texels", read_texels, false},
    {"shade", read_shade, false},
    {"faceshade", read_face_shade, false},
    {"backdrop", read_backdrop, false},
    {"width", read_width, false},
    {"spritewidth", read_sprite_width, false},
    {"ids", read_ids, false},
    {"lines", read_lines, false},
    {"fade", read_fade, false},
    {"quadrant", read_quadrant, false},
};

enum { COMMON_COUNT = sizeof common / sizeof common[0] };

static r3d_result read_record(r3d_priv_iso_reader *reader, const r3d_priv_line_word *word,
                              const r3d_priv_iso_record *own, size_t own_count)
{
    const char *names[R3D_PRIV_ISO_RECORDS];
    for (size_t i = 0; i < own_count; i++) {
        names[i] = own[i].name;
    }
    for (size_t i = 0; i < COMMON_COUNT; i++) {
        names[own_count + i] = common[i].name;
    }
    r3d_priv_lines *lines = &reader->lines;
    const int32_t number = r3d_priv_lines_record(lines, word, names, own_count + COMMON_COUNT);
    if (number < 0) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    const r3d_priv_iso_record *record =
        (size_t)number < own_count ? &own[number] : &common[(size_t)number - own_count];
    int32_t *first_line =
        record->read == NULL ? &reader->version_line : &reader->record_lines[number];
    if (record->read == NULL && *first_line == 0) {
        return r3d_priv_lines_fail(lines, word, R3D_ERR_FORMAT_SYNTAX,
                                   "\"iso\" has to be the first record");
    }
    if (!record->repeats && *first_line != 0) {
        return r3d_priv_lines_fail(lines, word, R3D_ERR_FORMAT_DATA,
                                   "\"%s\" was given in line %ld already", record->name,
                                   (long)*first_line);
    }
    *first_line = lines->line;
    const r3d_result result = record->read(reader);
    return result == R3D_OK ? r3d_priv_lines_need_end(lines) : result;
}

r3d_result r3d_priv_iso_read_all(r3d_priv_iso_reader *reader, const r3d_priv_iso_record *own,
                                 size_t own_count)
{
    r3d_priv_line_word word;
    r3d_result result = R3D_OK;
    while (result == R3D_OK && r3d_priv_lines_next(&reader->lines, &word)) {
        result = read_record(reader, &word, own, own_count);
    }
    return result;
}
