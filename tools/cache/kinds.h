/* SPDX-License-Identifier: MIT */
/* The words for what is in a cache: the same in every subcommand. */

#ifndef R3D_TOOLS_CACHE_KINDS_H
#define R3D_TOOLS_CACHE_KINDS_H

#include <retro3d/cache.h>

#include "../common/options.h"
#include "cards.h"

/* What extract writes of a kind: any of these. */
enum cache_forms {
    CACHE_FORM_MESH = 1,     /* a model as text */
    CACHE_FORM_GLTF = 2,     /* as binary glTF */
    CACHE_FORM_SKELETON = 4, /* bones, and the frames that use them, as text */
    CACHE_FORM_PICTURE = 8
};

/* A word and what it stands for. */
typedef struct cache_word {
    const char *name;
    r3d_cache_kind kind;
    card_kind card;      /* what render draws; CARD_KIND_COUNT: nothing */
    unsigned forms;      /* what extract writes; 0: nothing */
    const char *instead; /* where extract writes nothing: what does */
} cache_word;

/* How --help explains the words. */
#define R3D_CACHE_KINDS_HELP                                                                       \
    "Kinds, the same words in list, extract and render:\n"                                         \
    "  KIND      what it is                    render draws             extract writes\n"          \
    "  model     a model by its number         it, lit as items are     .mesh and .glb\n"          \
    "  frame     a pose of a skeleton          (with --seq)             (with its skeleton)\n"     \
    "  skeleton  bases that move labels        (with --seq)             .skel and .anim\n"         \
    "  texture   a picture on faces            its bank of texels       .png\n"                    \
    "  obj       an item                       its icon                 .glb\n"                    \
    "  npc       a character                   it                       .glb, stands and walks\n"  \
    "  loc       a piece of scenery            each of its shapes       .glb, each of its "        \
    "shapes\n"                                                                                     \
    "  idk       a part of a player's body     it                       .glb\n"                    \
    "  seq       frames and their times        (with --seq)             (with an npc)\n"           \
    "  spot      an effect                     it                       .glb\n"                    \
    "  worn      an item that is put on        a player who wears it    .glb of the item\n"        \
    "icon is obj, texels is texture, mesh and gltf are model, of which extract then writes one\n"  \
    "file.\n"

/* What of the cache an option's word stands for; on failure prints a usage error and returns NULL. */
const cache_word *cache_word_parse(const command_help *help, int option, const char *value);

/* Whether render draws, extract writes something of a word; if not prints a usage error. */
bool cache_word_is_drawn(const command_help *help, const cache_word *word);
bool cache_word_is_extracted(const command_help *help, const cache_word *word);

/* Which kind holds what a card shows. */
r3d_cache_kind cache_kind_of_card(card_kind card);

#endif
