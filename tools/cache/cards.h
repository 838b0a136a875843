/* SPDX-License-Identifier: MIT */
/* Cards: pictures of what a cache holds under fixed cameras, for regression tests. A card is a row of a
 * table like golden/cache/expected.tsv; golden/cache/README.md defines rows and cameras. The tests of the
 * readers draw them, too. */

#ifndef R3D_TOOLS_CACHE_CARDS_H
#define R3D_TOOLS_CACHE_CARDS_H

#include <stdbool.h>
#include <stdint.h>

#include <retro3d/assembly.h>
#include <retro3d/listen.h>

/* What a card shows. */
typedef enum card_kind {
    CARD_TEXELS = 0, /* The texel bank of a texture, 128 x 512. */
    CARD_ICON = 1,   /* An item's icon, 32 x 32. */
    CARD_NPC = 2,    /* These and the following are 256 x 256. */
    CARD_LOC = 3,
    CARD_WORN = 4, /* A body of the first kits, wearing an item. */
    CARD_SPOT = 5,
    CARD_MODEL = 6, /* By itself, lit as an item. */
    CARD_IDK = 7,   /* A part of a body, lit as a character. */
    CARD_KIND_COUNT = 8
} card_kind;

/* What a character does. Any other kind that moves has CARD_ACTION_STAND or CARD_ACTION_SEQ. */
typedef enum card_action {
    CARD_ACTION_STAND = 0,  /* First frame of its stand sequence. */
    CARD_ACTION_WALK = 1,   /* A frame of its walk sequence. */
    CARD_ACTION_MASKED = 2, /* A frame of sequence 1 over the next frame of sequence 0, by the mask
                               of sequence 1. */
    CARD_ACTION_SEQ = 3     /* A step of any sequence: characters, scenery, worn items, effects. */
} card_action;

/* One card. Members that its kind does not use are 0. */
typedef struct card_row {
    card_kind kind;
    int32_t id;
    int32_t amount; /* Icons. */
    card_action action;
    int32_t seq; /* Of CARD_ACTION_SEQ. */
    int32_t
        frame; /* Place in the sequence: of walking and masked characters, effects, CARD_ACTION_SEQ. */
    int32_t shape; /* Scenery. */
    int32_t rotation;
    bool animated;  /* Scenery: first frame of its sequence. */
    int32_t gender; /* Worn items. An id of -1 is the body alone. */
} card_row;

/* Reads the three words that name a card, for example "npc", "3", "walk 2".
 * Returns R3D_OK, R3D_ERR_FORMAT_SYNTAX. */
r3d_result card_row_parse(const char *kind, const char *id, const char *param, card_row *out_row);

enum { CARD_PARAM_SIZE = 64 };

/* Writes the third word. */
void card_row_param(const card_row *row, char out_param[CARD_PARAM_SIZE]);

/* What a kind is called: "texels", "icon", ... */
const char *card_kind_name(card_kind kind);

/* Changes of the camera. Zero members mean the fixed one. */
typedef struct card_camera {
    int32_t
        size_px; /* Width and height of all but texels and icons, which show the same, larger or smaller. */
    int32_t zoom_percent; /* Distance: 200 is twice as far. Icons: their zoom. */
    bool has_pitch;
    r3d_a11 pitch_a11; /* Of the camera; icons: of the item. */
    bool has_yaw;
    r3d_a11 yaw_a11; /* Of the model. */
} card_camera;

enum { CARD_KITS_MAX = 12, CARD_WEAR_MAX = 12 };

/* What worn rows take from a cache. Zeroed members mean what golden/cache/README.md says. */
typedef struct card_worn {
    bool has_seq;
    int32_t seq; /* Its first frame is the pose; -1: none. Default: sequence 2. */
    bool has_kits[2];
    int32_t kit_count[2];           /* Of man and woman. */
    int32_t kits[2][CARD_KITS_MAX]; /* Body parts in the order in which they are welded. */
    int32_t wear_count;             /* Items that are worn besides. */
    int32_t wear[CARD_WEAR_MAX];
    bool has_right_hand; /* Items in the slots that sequences replace. */
    int32_t right_hand;
    bool has_left_hand;
    int32_t left_hand;
} card_worn;

/* Draws cards. For one thread at a time, as its cache. */
typedef struct card_drawer card_drawer;

/* `cache` must outlive the drawer; `allocator` and `worn` may be NULL for the defaults, and are copied.
 * Returns R3D_OK, R3D_ERR_MEMORY, R3D_ERR_RANGE. */
r3d_result card_drawer_create(r3d_cache *cache, const r3d_allocator *allocator,
                              const card_worn *worn, card_drawer **out_drawer,
                              r3d_error *out_error);
void card_drawer_destroy(card_drawer *drawer);

/* Who hears of the draws of cards other than icons and texels; NULL: nobody. Borrowed. */
void card_drawer_set_listener(card_drawer *drawer, const r3d_draw_listener *listener);

/* `camera` NULL: the fixed one. */
void card_size(const card_row *row, const card_camera *camera, int32_t *out_width,
               int32_t *out_height);

/* Draws one card, with a fresh renderer's state, so that the order of rows does not matter. Whatever passes
 * a limit of the original ends the drawing where the original gave up.
 * camera  NULL: the fixed one.
 * pixels  Room for the card, rows without padding, 0xAARRGGBB.
 * Returns R3D_OK, an error of the cache, R3D_ERR_RANGE (a camera or row that is none). */
r3d_result card_draw(card_drawer *drawer, const card_row *row, const card_camera *camera,
                     uint32_t *pixels, r3d_error *out_error);

/* What a table says of a card: CRC-32 of R, G, B row by row, and how many pixels are not 0. */
void card_hash(const uint32_t *pixels, int32_t width, int32_t height, uint32_t *out_crc,
               int32_t *out_nonzero);

/* Fills a report (unless it is NULL) of the cache as a whole and returns `result`. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
r3d_result
card_fail(r3d_error *out_error, r3d_result result, const r3d_cache *cache, const char *format, ...);

#endif
