/* SPDX-License-Identifier: MIT */
/* An arena, and the state of the readers of both text forms. */

#ifndef R3D_SRC_ARENAS_INTERNAL_H
#define R3D_SRC_ARENAS_INTERNAL_H

#include <retro3d/arenas.h>

#include "../base/memory.h"
#include "../io/io_internal.h"

/* ---- what is kept of a file ---- */

/* A sprite at a time; the keys of one sprite are a chain. */
typedef struct r3d_priv_arenas_key {
    int32_t time_ms;
    int32_t place[3];
    int32_t next; /* -1: the last */
} r3d_priv_arenas_key;

/* The keys of a sprite. */
typedef struct r3d_priv_arenas_path {
    int32_t first; /* -1: it stands */
    int32_t last;
} r3d_priv_arenas_path;

struct r3d_arena {
    r3d_allocator allocator;
    r3d_affine_scene scene;
    r3d_affine_camera camera;
    r3d_affine_hw_frame frame; /* of a reference scene without a camera */
    bool is_raw;
    bool wants_counters;
    r3d_priv_growing walls;    /* r3d_affine_wall */
    r3d_priv_growing sprites;  /* r3d_affine_sprite */
    r3d_priv_growing boxes;    /* r3d_affine_box */
    r3d_priv_growing paths;    /* r3d_priv_arenas_path, as many as sprites */
    r3d_priv_growing keys;     /* r3d_priv_arenas_key */
    r3d_priv_growing cells[2]; /* int16_t */
    r3d_priv_growing blocks;   /* void *: pixels, released with the arena */
    r3d_affine_hw_background backgrounds[R3D_AFFINE_HW_BACKGROUNDS_MAX];
    r3d_affine_hw_object objects[R3D_AFFINE_HW_OBJECTS_MAX];
    r3d_affine_matrix matrices[R3D_AFFINE_HW_MATRICES_MAX];
    uint32_t palettes[2][256]; /* of floors and of the rest */
};

/* ---- words of a line ---- */

typedef struct r3d_priv_arenas_word {
    const char *text;
    size_t length;
} r3d_priv_arenas_word;

typedef struct r3d_priv_arenas_lines {
    const char *name;
    const char *next;
    const char *line_start;
    const char *line_end;
    const char *end;
    int32_t line;
    r3d_error *out_error;
    r3d_result failure; /* of r3d_priv_arenas_add */
} r3d_priv_arenas_lines;

void r3d_priv_arenas_lines_init(r3d_priv_arenas_lines *lines, const char *text, size_t size,
                                const char *name, r3d_error *out_error);

/* The next line with a word in it, and that word; false at the end. */
bool r3d_priv_arenas_next_line(r3d_priv_arenas_lines *lines, r3d_priv_arenas_word *out_record);

bool r3d_priv_arenas_next_word(r3d_priv_arenas_lines *lines, r3d_priv_arenas_word *out);
bool r3d_priv_arenas_word_is(const r3d_priv_arenas_word *word, const char *text);

/* Reports a fault of the line at hand, at a word (NULL: at no column). */
r3d_result r3d_priv_arenas_fail(const r3d_priv_arenas_lines *lines,
                                const r3d_priv_arenas_word *word, r3d_result result,
                                const char *format, ...) R3D_PRIV_PRINTF(4, 5);

/* A fault of another line. */
r3d_result r3d_priv_arenas_fail_at(r3d_priv_arenas_lines *lines, int32_t line, r3d_result result,
                                   const char *format, ...) R3D_PRIV_PRINTF(4, 5);

/* What must come next, or a report of what was found in its place. */
r3d_result r3d_priv_arenas_need_word(r3d_priv_arenas_lines *lines, r3d_priv_arenas_word *out,
                                     const char *expected);
r3d_result r3d_priv_arenas_need_keyword(r3d_priv_arenas_lines *lines, const char *keyword);
r3d_result r3d_priv_arenas_need_number(r3d_priv_arenas_lines *lines, const char *what, int32_t min,
                                       int32_t max, int32_t *out);
r3d_result r3d_priv_arenas_need_numbers(r3d_priv_arenas_lines *lines, const char *const *what,
                                        int32_t count, int32_t min, int32_t max, int32_t *out);
r3d_result r3d_priv_arenas_need_end(r3d_priv_arenas_lines *lines);
/* One of `count` words; its number. */
r3d_result r3d_priv_arenas_need_choice(r3d_priv_arenas_lines *lines, const char *const *choices,
                                       int32_t count, int32_t *out);

/* The number of a record among `count` known ones; -1 after a report. */
int32_t r3d_priv_arenas_record(const r3d_priv_arenas_lines *lines,
                               const r3d_priv_arenas_word *record, const char *const *known,
                               size_t count);

/* A decimal whole number; false when it is none. */
bool r3d_priv_arenas_parse_number(const r3d_priv_arenas_word *word, int64_t *out);

/* ---- memory ---- */

/* Memory that lives as long as the arena; NULL without. */
void *r3d_priv_arenas_keep(r3d_arena *arena, size_t count, size_t item_size);

/* One more item, zeroed, at most R3D_ARENA_ITEMS_MAX; NULL after a report. */
void *r3d_priv_arenas_add(r3d_priv_arenas_lines *lines, const r3d_allocator *hooks,
                          r3d_priv_growing *items, size_t item_size);

/* ---- the reader of `.arena` ---- */

/* A picture file. */
typedef struct r3d_priv_arenas_sheet {
    r3d_priv_arenas_word file;
    int32_t width;
    int32_t height;
    uint32_t *argb;   /* alpha 255 or the pixel 0 */
    uint8_t *indices; /* NULL: it has no palette */
    int32_t color_count;
    uint32_t palette[256];
} r3d_priv_arenas_sheet;

/* A name: of tiles, a picture or a sprite. */
typedef enum r3d_priv_arenas_name_kind {
    R3D_PRIV_ARENAS_TILES,
    R3D_PRIV_ARENAS_PICTURE,
    R3D_PRIV_ARENAS_SPRITE
} r3d_priv_arenas_name_kind;

typedef struct r3d_priv_arenas_name {
    r3d_priv_arenas_word word;
    r3d_priv_arenas_name_kind kind;
    int32_t line;
    int32_t next;   /* of its bucket; -1: the last */
    int32_t number; /* of its kind, from 0 */
} r3d_priv_arenas_name;

typedef struct r3d_priv_arenas_picture {
    int32_t line;
    int32_t sheet;
    int32_t rect[4]; /* x, y, width, height */
} r3d_priv_arenas_picture;

typedef enum r3d_priv_arenas_wall_form {
    R3D_PRIV_ARENAS_WALL_TURN,
    R3D_PRIV_ARENAS_WALL_FROM,
    R3D_PRIV_ARENAS_WALL_ROUND
} r3d_priv_arenas_wall_form;

/* A line `wall` or `walls`: turned into walls when the whole file is known. */
typedef struct r3d_priv_arenas_wall_line {
    r3d_priv_arenas_wall_form form;
    int32_t line;
    int32_t turn_a11;
    int32_t place[4]; /* x y z; or the ends x y x y; or x y w h */
    int32_t z;
    int32_t picture;
    int32_t hs;  /* 0: not given */
    int32_t run; /* 0: not given */
    bool is_inward;
} r3d_priv_arenas_wall_line;

typedef struct r3d_priv_arenas_letter {
    int32_t line; /* 0: not given */
    int32_t tile;
} r3d_priv_arenas_letter;

typedef struct r3d_priv_arenas_floor_lines {
    int32_t line; /* 0: not given */
    int32_t tiles;
    int32_t columns; /* 0: no row yet */
    r3d_priv_arenas_letter letters[128];
    r3d_priv_growing row_lines; /* int32_t */
} r3d_priv_arenas_floor_lines;

enum { R3D_PRIV_ARENAS_BUCKETS = 1024 };

typedef enum r3d_priv_arenas_once {
    R3D_PRIV_ARENAS_ONCE_SCREEN,
    R3D_PRIV_ARENAS_ONCE_BACKDROP,
    R3D_PRIV_ARENAS_ONCE_MODE,
    R3D_PRIV_ARENAS_ONCE_SCALE,
    R3D_PRIV_ARENAS_ONCE_SEAL,
    R3D_PRIV_ARENAS_ONCE_CONTINUOUS,
    R3D_PRIV_ARENAS_ONCE_OFFSET,
    R3D_PRIV_ARENAS_ONCE_CAMERA,
    R3D_PRIV_ARENAS_ONCE_SHADOW,
    R3D_PRIV_ARENAS_ONCE_CYCLE,
    R3D_PRIV_ARENAS_ONCE_COUNT
} r3d_priv_arenas_once;

typedef struct r3d_priv_arenas_reader {
    r3d_priv_arenas_lines lines;
    r3d_arena *arena;
    r3d_allocator hooks;
    const r3d_file_source *files;
    r3d_io_limits limits;
    int64_t samples;                          /* of all sheets */
    int32_t once[R3D_PRIV_ARENAS_ONCE_COUNT]; /* the line of each; 0: not given */
    bool is_vs_auto;
    int32_t shadows[3]; /* pictures */
    r3d_priv_arenas_floor_lines floors[2];
    r3d_priv_growing sheets;       /* r3d_priv_arenas_sheet */
    r3d_priv_growing tile_sets;    /* r3d_priv_arenas_picture */
    r3d_priv_growing pictures;     /* r3d_priv_arenas_picture */
    r3d_priv_growing wall_lines;   /* r3d_priv_arenas_wall_line */
    r3d_priv_growing sprite_lines; /* int32_t pairs: line, picture */
    r3d_priv_growing names;        /* r3d_priv_arenas_name */
    int32_t buckets[R3D_PRIV_ARENAS_BUCKETS];
} r3d_priv_arenas_reader;

typedef struct r3d_priv_arenas_sprite_line {
    int32_t line;
    int32_t picture;
} r3d_priv_arenas_sprite_line;

/* Reads the record of the line at hand. */
r3d_result r3d_priv_arenas_read_record(r3d_priv_arenas_reader *r,
                                       const r3d_priv_arenas_word *record);

/* `wall`, `walls`, `sprite` and `key`. */
r3d_result r3d_priv_arenas_read_wall(r3d_priv_arenas_reader *r);
r3d_result r3d_priv_arenas_read_walls(r3d_priv_arenas_reader *r);
r3d_result r3d_priv_arenas_read_sprite(r3d_priv_arenas_reader *r);
r3d_result r3d_priv_arenas_read_key(r3d_priv_arenas_reader *r);

/* `tiles` and `picture`: a name and a file. */
r3d_result r3d_priv_arenas_read_tiles(r3d_priv_arenas_reader *r);
r3d_result r3d_priv_arenas_read_picture(r3d_priv_arenas_reader *r);

/* Takes a new name; its number among those of its kind. */
r3d_result r3d_priv_arenas_take_name(r3d_priv_arenas_reader *r, r3d_priv_arenas_name_kind kind,
                                     int32_t number);
/* Reads a name that must be known. */
r3d_result r3d_priv_arenas_need_name(r3d_priv_arenas_reader *r, r3d_priv_arenas_name_kind kind,
                                     int32_t *out_number);

/* Puts the scene together when all lines are read; arena_build.c. */
r3d_result r3d_priv_arenas_build(r3d_priv_arenas_reader *r);

/* The colours of the mode, and their number; arena_pictures.c. */
r3d_result r3d_priv_arenas_settle_colors(r3d_priv_arenas_reader *r);
r3d_affine_picture r3d_priv_arenas_view(const r3d_priv_arenas_reader *r,
                                        const r3d_priv_arenas_picture *picture);
static inline const r3d_priv_arenas_picture *
r3d_priv_arenas_picture_at(const r3d_priv_arenas_reader *r, int32_t number)
{
    return (const r3d_priv_arenas_picture *)r->pictures.items + number;
}
r3d_result r3d_priv_arenas_default_shadows(r3d_priv_arenas_reader *r);

/* What the handheld can show of a colour. */
static inline uint32_t r3d_priv_arenas_hw_color(uint32_t rgb)
{
    const uint32_t five = (rgb >> 3) & 0x1F1F1Fu;
    return five << 3 | ((five >> 2) & 0x070707u);
}

/* ---- reference scenes ---- */

r3d_result r3d_priv_scene_read(r3d_arena *arena, r3d_priv_arenas_lines *lines);

/* Pictures by formula; pixels NULL without memory. Source: golden/affine/README.md. */
typedef enum r3d_priv_scene_bitmap {
    R3D_PRIV_SCENE_NOISE,
    R3D_PRIV_SCENE_BRICK,
    R3D_PRIV_SCENE_DISC,
    R3D_PRIV_SCENE_LETTER,
    R3D_PRIV_SCENE_SOLID
} r3d_priv_scene_bitmap;

r3d_affine_picture r3d_priv_scene_make_bitmap(r3d_arena *arena, r3d_priv_scene_bitmap kind,
                                              int32_t width, int32_t height, int32_t seed);
r3d_affine_picture r3d_priv_scene_make_tiles(r3d_arena *arena);
bool r3d_priv_scene_make_shadows(r3d_arena *arena);
void r3d_priv_scene_make_palettes(r3d_arena *arena);
int16_t *r3d_priv_scene_make_map(r3d_arena *arena, int32_t side, int32_t seed, bool is_raised);

/* Whether a pixel of a box of that size lies in the ellipse of shadow frame 0..2. */
bool r3d_priv_scene_is_shadow(int32_t frame, int32_t u, int32_t v);

#endif
