/* SPDX-License-Identifier: MIT */
/* A map that was read, and the state of its readers. */

#ifndef R3D_SRC_ISOMAPS_INTERNAL_H
#define R3D_SRC_ISOMAPS_INTERNAL_H

#include <retro3d/isomaps.h>

#include "../base/memory.h"
#include "../io/lines.h"

enum {
    R3D_PRIV_ISO_MAP_ITEMS = R3D_OUTLINE_MAP_SIZE_MAX * R3D_OUTLINE_MAP_SIZE_MAX,
    R3D_PRIV_ISO_LETTERS = 128,
    R3D_PRIV_ISO_BUCKETS = 4096,
    R3D_PRIV_ISO_RECORDS = 32 /* kinds */
};

/* Where a billboard stands at a time. */
typedef struct r3d_priv_iso_key {
    int32_t billboard;
    int32_t time_ms;
    int32_t x_a64;
    int32_t y_a64;
} r3d_priv_iso_key;

typedef struct r3d_priv_iso_billboard {
    r3d_outline_billboard shape; /* its foot: where it stands without keys, before the turn */
    int32_t first_key;
    int32_t key_count;
    int32_t line; /* of its record */
} r3d_priv_iso_billboard;

typedef enum r3d_priv_iso_light {
    R3D_PRIV_ISO_NO_LIGHT,
    R3D_PRIV_ISO_PLACE,
    R3D_PRIV_ISO_FOOT /* of a billboard */
} r3d_priv_iso_light;

struct r3d_isomap {
    r3d_allocator allocator;
    r3d_isomap_settings settings;
    /* What was read. */
    int32_t width; /* cells, before the turn */
    int32_t height;
    uint8_t *heights;
    uint8_t *tops; /* rectangles of cells */
    uint8_t *sides;
    r3d_outline_rect rects[R3D_OUTLINE_RECT_COUNT_MAX];
    int32_t rect_count; /* 0: no colours */
    uint32_t *sheet;
    int32_t sheet_width;
    int32_t sheet_height;
    r3d_priv_growing billboards; /* r3d_priv_iso_billboard */
    r3d_priv_growing keys;       /* r3d_priv_iso_key, those of a billboard together */
    r3d_priv_growing opacities;  /* uint8_t *, of reference scenes */
    r3d_priv_iso_light light_kind;
    int32_t light_x_a64;
    int32_t light_y_a64;
    int32_t light_billboard;
    int32_t rho_16;
    int32_t canvas[4]; /* width, height, origin */
    bool has_canvas;
    bool has_origin;
    int32_t sprite_height_max; /* of the sprites in use */
    int32_t sprite_width;      /* of the lines round sprites */
    bool has_dark_lines;       /* only */
    r3d_outline_paint paint;
    /* What is made of it, for the settings. */
    r3d_outline_map *map;
    r3d_outline_shadow *shadow; /* NULL: no light */
    r3d_outline_frame *frame;
    int32_t size[4];              /* of the picture, and the origin */
    r3d_outline_billboard *shown; /* billboards at the time that was drawn, turned */
    bool is_drawn;
};

/* ---- the reader of `.iso` ---- */

typedef enum r3d_priv_iso_name_kind {
    R3D_PRIV_ISO_SPRITE,
    R3D_PRIV_ISO_BILLBOARD,
    R3D_PRIV_ISO_NAME_KINDS
} r3d_priv_iso_name_kind;

typedef struct r3d_priv_iso_name {
    r3d_priv_line_word word;
    int32_t kind;
    int32_t number; /* of its kind, from 0 */
    int32_t line;
    int32_t next; /* of its bucket, + 1; 0: the last */
} r3d_priv_iso_name;

typedef struct r3d_priv_iso_sprite {
    r3d_outline_rect rect;
    bool is_mirrored;
    int32_t line;
} r3d_priv_iso_sprite;

typedef struct r3d_priv_iso_letter {
    int32_t line; /* 0: the letter means nothing */
    uint8_t top;
    uint8_t side;
} r3d_priv_iso_letter;

/* Rows of as many characters as there are cells along x. */
typedef struct r3d_priv_iso_grid {
    uint8_t *items; /* R3D_PRIV_ISO_MAP_ITEMS, rows one behind the other */
    int32_t rows;
    int32_t line; /* of the last row */
} r3d_priv_iso_grid;

typedef struct r3d_priv_iso_reader {
    r3d_priv_lines lines;
    r3d_isomap *map;
    const r3d_isomap_load_options *options;
    int32_t row_width; /* 0: no row yet */
    r3d_priv_iso_grid heights;
    r3d_priv_iso_grid cells;
    r3d_priv_iso_grid sides; /* of reference scenes, whose `cells` are those of tops */
    int32_t first_letter;
    r3d_priv_iso_letter letters[R3D_PRIV_ISO_LETTERS];
    int32_t rect_lines[R3D_OUTLINE_RECT_COUNT_MAX];
    r3d_priv_growing names;   /* r3d_priv_iso_name */
    r3d_priv_growing sprites; /* r3d_priv_iso_sprite */
    int32_t buckets[R3D_PRIV_ISO_BUCKETS];
    int32_t name_counts[R3D_PRIV_ISO_NAME_KINDS];
    int32_t version_line;
    int32_t record_lines[R3D_PRIV_ISO_RECORDS]; /* where each was last; 0: nowhere yet */
    int32_t light_line;
    int32_t sheet_line;
    r3d_priv_line_word sheet_file;
} r3d_priv_iso_reader;

/* A record: how what follows its name is read, and whether it may be given again. */
typedef struct r3d_priv_iso_record {
    const char *name;
    r3d_result (*read)(r3d_priv_iso_reader *reader);
    bool repeats;
} r3d_priv_iso_record;

/* Reads all records: those of the one form, and the common ones. */
r3d_result r3d_priv_iso_read_all(r3d_priv_iso_reader *reader, const r3d_priv_iso_record *own,
                                 size_t own_count);

/* A row of heights. */
r3d_result r3d_priv_iso_read_heights(r3d_priv_iso_reader *reader);

/* Reads all records of a map, behind the record `iso`, or of a reference scene. */
r3d_result r3d_priv_iso_read_records(r3d_priv_iso_reader *reader);
r3d_result r3d_priv_iso_read_scene(r3d_priv_iso_reader *reader);

/* A row of characters of which all are in first..last; they are kept as they are less `first`. */
r3d_result r3d_priv_iso_read_row(r3d_priv_iso_reader *reader, r3d_priv_iso_grid *grid,
                                 const char *what, char first, char last);

/* Whether a grid has as many rows as the heights; a report if not. */
r3d_result r3d_priv_iso_check_rows(r3d_priv_iso_reader *reader, const r3d_priv_iso_grid *grid,
                                   const char *what);

/* Whether a rectangle is in the sheet; a report for `line` if not. */
r3d_result r3d_priv_iso_check_rect(r3d_priv_iso_reader *reader, const r3d_outline_rect *rect,
                                   int32_t line);

/* One more billboard, zeroed, at most R3D_ISOMAP_BILLBOARDS_MAX; NULL after a report. */
r3d_priv_iso_billboard *r3d_priv_iso_add_billboard(r3d_priv_iso_reader *reader);

/* ---- what is made of it ---- */

/* Makes map, shadow map and frame for the settings. On failure nothing is changed. `line` is that of the
 * light, or 0. */
r3d_result r3d_priv_iso_build(r3d_isomap *map, const r3d_isomap_settings *settings,
                              const char *name, int32_t line, r3d_error *out_error);

/* Where a billboard stands at a time, before the turn. */
void r3d_priv_iso_place(const r3d_isomap *map, const r3d_priv_iso_billboard *billboard,
                        int64_t time_ms, int32_t *out_x, int32_t *out_y);

/* Where the light stands at a time, after the turn of `built`; false where it stood in no open cell. */
bool r3d_priv_iso_light_place(const r3d_isomap *map, const r3d_isomap_settings *settings,
                              int64_t time_ms, int32_t *out_x, int32_t *out_y);

#endif
