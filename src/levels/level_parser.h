/* SPDX-License-Identifier: MIT */
/* The state of the `.level` reader and its words; level_words.c. */

#ifndef R3D_SRC_LEVELS_LEVEL_PARSER_H
#define R3D_SRC_LEVELS_LEVEL_PARSER_H

#include "level_text.h"

struct r3d_priv_leveltext_word {
    const char *text;
    size_t length;
};

/* Records of one kind: the items and the line each came from (0: not seen yet). */
struct r3d_priv_leveltext_table {
    struct r3d_priv_list items;
    struct r3d_priv_list lines;
    size_t item_size;
};

struct r3d_priv_leveltext_parser {
    const char *name;
    const char *next;
    const char *end;
    const char *line_end;
    int32_t line;
    int32_t line_limit; /* Lines of the file: no record can have a higher number. */
    r3d_allocator allocator;
    const r3d_column_level_load_options *options;
    r3d_error *out_error;

    r3d_column_level_desc desc;
    /* Lines of the records that come once; 0: not seen yet. */
    int32_t version_line;
    int32_t name_line;
    int32_t start_line;
    int32_t actor_line;
    int32_t root_line;
    int32_t blockmap_line;
    char *level_name;
    struct r3d_priv_leveltext_table vertices;
    struct r3d_priv_leveltext_table sectors;
    struct r3d_priv_leveltext_table walls;
    struct r3d_priv_leveltext_table leaves;
    struct r3d_priv_leveltext_table nodes;
    struct r3d_priv_leveltext_table things;
    struct r3d_priv_leveltext_table thing_types; /* Not numbered in the text. */
    struct r3d_priv_leveltext_table movers;
    struct r3d_priv_leveltext_table blocks; /* One item a block: first and count in block_walls. */
    struct r3d_priv_list leaf_walls;
    struct r3d_priv_list block_walls;
    struct r3d_priv_list block_offsets;
    struct r3d_priv_list block_packed;
    struct r3d_priv_names materials;
    struct r3d_priv_names type_names;
    struct r3d_priv_names other_names; /* Sprites and movers. */
    bool grid_given;
    bool has_empty_walls; /* Some wall carries R3D_PRIV_WALL_MARKED_EMPTY. */
};

/* In a wall's flags while its file is read: the word "empty" was there. */
#define R3D_PRIV_WALL_MARKED_EMPTY 0x80000000u

struct r3d_priv_leveltext_range {
    int32_t first;
    int32_t count;
};

/* A block's list; kept as column, row and range until the grid's size is known. */
struct r3d_priv_leveltext_block {
    int32_t column;
    int32_t row;
    struct r3d_priv_leveltext_range walls;
};

/// Reports an error of the line at hand.
r3d_result r3d_priv_leveltext_fail(struct r3d_priv_leveltext_parser *p, r3d_result result,
                                   const char *text);
r3d_result r3d_priv_leveltext_fail_word(struct r3d_priv_leveltext_parser *p,
                                        const struct r3d_priv_leveltext_word *word,
                                        const char *expected);

static inline bool r3d_priv_leveltext_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/// The next word of the line; false at its end or at a comment.
bool r3d_priv_leveltext_next_word(struct r3d_priv_leveltext_parser *p,
                                  struct r3d_priv_leveltext_word *out);
bool r3d_priv_leveltext_word_is(const struct r3d_priv_leveltext_word *word, const char *text);

/// The functions below read what must come next, or report what was found in its place.
r3d_result r3d_priv_leveltext_need_word(struct r3d_priv_leveltext_parser *p,
                                        struct r3d_priv_leveltext_word *out, const char *expected);
r3d_result r3d_priv_leveltext_need_keyword(struct r3d_priv_leveltext_parser *p,
                                           const char *keyword);
r3d_result r3d_priv_leveltext_need_number(struct r3d_priv_leveltext_parser *p, double *out);
r3d_result r3d_priv_leveltext_need_ratio(struct r3d_priv_leveltext_parser *p, double *out_numerator,
                                         double *out_denominator);
r3d_result r3d_priv_leveltext_need_whole(struct r3d_priv_leveltext_parser *p, int32_t *out,
                                         const char *expected);
r3d_result r3d_priv_leveltext_need_name(struct r3d_priv_leveltext_parser *p,
                                        struct r3d_priv_names *names, int32_t *out_index,
                                        const char *expected);

/// The material of a name; none for NULL.
r3d_result r3d_priv_leveltext_material(struct r3d_priv_leveltext_parser *p, const char *name,
                                       int32_t *out);

bool r3d_priv_leveltext_parse_whole(const char *text, size_t length, int32_t *out);
const char *r3d_priv_leveltext_name_text(const struct r3d_priv_names *names, int32_t index);

/// The place of a numbered record, which must not have been seen before.
r3d_result r3d_priv_leveltext_claim(struct r3d_priv_leveltext_parser *p,
                                    struct r3d_priv_leveltext_table *table, int32_t index,
                                    void **out_item);
r3d_result r3d_priv_leveltext_claim_numbered(struct r3d_priv_leveltext_parser *p,
                                             struct r3d_priv_leveltext_table *table,
                                             void **out_item);

/// The rest of the line as numbers of walls.
r3d_result r3d_priv_leveltext_read_walls(struct r3d_priv_leveltext_parser *p,
                                         struct r3d_priv_list *list,
                                         struct r3d_priv_leveltext_range *out);

/// Reads the record of a wall; level_walls.c.
r3d_result r3d_priv_leveltext_read_wall(struct r3d_priv_leveltext_parser *p);

/// Reads the record of the line at hand; level_records.c.
r3d_result r3d_priv_leveltext_read_line(struct r3d_priv_leveltext_parser *p);

#endif
