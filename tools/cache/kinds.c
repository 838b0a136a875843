/* SPDX-License-Identifier: MIT */

#include "kinds.h"

#include <string.h>

#include <retro3d/text.h>

#define POSED_BY                                                                                   \
    "a pose shows on what plays it: --kind npc, worn, loc or spot with --seq N and --frame F, "    \
    "--apng for all of a sequence"
#define IN_SKELETON "frames are written with their skeleton: --kind skeleton"
#define IN_NPC                                                                                     \
    "an npc is written with the sequences that it stands and walks by: --kind npc; frames with "   \
    "their skeleton: --kind skeleton"

static const cache_word words[] = {
    {"model", R3D_CACHE_MODELS, CARD_MODEL, CACHE_FORM_MESH | CACHE_FORM_GLTF, NULL},
    {"frame", R3D_CACHE_FRAMES, CARD_KIND_COUNT, 0, IN_SKELETON},
    {"skeleton", R3D_CACHE_SKELETONS, CARD_KIND_COUNT, CACHE_FORM_SKELETON, NULL},
    {"texture", R3D_CACHE_TEXTURES, CARD_TEXELS, CACHE_FORM_PICTURE, NULL},
    {"obj", R3D_CACHE_OBJS, CARD_ICON, CACHE_FORM_GLTF, NULL},
    {"npc", R3D_CACHE_NPCS, CARD_NPC, CACHE_FORM_GLTF, NULL},
    {"loc", R3D_CACHE_LOCS, CARD_LOC, CACHE_FORM_GLTF, NULL},
    {"idk", R3D_CACHE_IDKS, CARD_IDK, CACHE_FORM_GLTF, NULL},
    {"seq", R3D_CACHE_SEQS, CARD_KIND_COUNT, 0, IN_NPC},
    {"spot", R3D_CACHE_SPOTS, CARD_SPOT, CACHE_FORM_GLTF, NULL},
    {"worn", R3D_CACHE_OBJS, CARD_WORN, CACHE_FORM_GLTF, NULL},
    {"icon", R3D_CACHE_OBJS, CARD_ICON, CACHE_FORM_GLTF, NULL},
    {"texels", R3D_CACHE_TEXTURES, CARD_TEXELS, CACHE_FORM_PICTURE, NULL},
    {"mesh", R3D_CACHE_MODELS, CARD_MODEL, CACHE_FORM_MESH, NULL},
    {"gltf", R3D_CACHE_MODELS, CARD_MODEL, CACHE_FORM_GLTF, NULL},
};

enum { WORD_COUNT = sizeof words / sizeof words[0] };

const cache_word *cache_word_parse(const command_help *help, int option, const char *value)
{
    const char *names[WORD_COUNT];
    for (int i = 0; i < WORD_COUNT; i++) {
        names[i] = words[i].name;
        if (strcmp(names[i], value) == 0) {
            return &words[i];
        }
    }
    const char *nearest = r3d_text_nearest(value, names, WORD_COUNT);
    (void)usage_error(help, "option --%s: there is no kind \"%.40s\"%s%s",
                      help->options[option].name, value,
                      nearest != NULL ? ", did you mean " : ", --help lists them",
                      nearest != NULL ? nearest : "");
    return NULL;
}

bool cache_word_is_drawn(const command_help *help, const cache_word *word)
{
    if (word->card != CARD_KIND_COUNT) {
        return true;
    }
    (void)usage_error(help, "option --kind: a %s is not drawn by itself; %s", word->name, POSED_BY);
    return false;
}

bool cache_word_is_extracted(const command_help *help, const cache_word *word)
{
    if (word->forms != 0) {
        return true;
    }
    (void)usage_error(help, "option --kind: a %s has no file of its own; %s", word->name,
                      word->instead);
    return false;
}

r3d_cache_kind cache_kind_of_card(card_kind card)
{
    for (int i = 0; i < WORD_COUNT; i++) {
        if (words[i].card == card) {
            return words[i].kind;
        }
    }
    return R3D_CACHE_OBJS;
}
