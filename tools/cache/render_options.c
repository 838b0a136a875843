/* SPDX-License-Identifier: MIT */
/* See render_options.h. */

#include "render_options.h"

#include <stdint.h>
#include <string.h>

#include <retro3d/text.h>

#include "../common/jobs.h"
#include "../common/scale.h"
#include "kinds.h"

enum {
    OPTION_KIND = R3D_CACHE_DRAWING_COUNT,
    OPTION_IDS,
    OPTION_AMOUNT,
    OPTION_SEQ,
    OPTION_FRAME,
    OPTION_APNG,
    OPTION_ROTATION,
    OPTION_GENDER,
    OPTION_SIZE,
    OPTION_SCALE,
    OPTION_ZOOM,
    OPTION_PITCH,
    OPTION_YAW,
    OPTION_ROWS,
    OPTION_COMPARE,
    OPTION_HASH,
    OPTION_OUTPUT,
    OPTION_SHEET,
    OPTION_COLUMNS,
    OPTION_HTML,
    OPTION_WORN_SEQ,
    OPTION_WEAR,
    OPTION_RIGHT_HAND,
    OPTION_LEFT_HAND,
    OPTION_KITS_MAN,
    OPTION_KITS_WOMAN,
    OPTION_COVERAGE,
    OPTION_JOBS,
    OPTION_SHARD,
    OPTION_RESUME,
    OPTION_QUIET
};

enum { TEXELS_HEIGHT = 512 }; /* of the highest picture of a fixed size */

/* Beside what options of models, and of cards, are looked at. */
#define MODELS_WITH "!kind|kind=model,obj,npc,loc,idk,spot,worn,icon,mesh,gltf"
#define CARDS_WITH "!kind|kind=model,npc,loc,idk,spot,worn,mesh,gltf"

static const command_option options[] = {
    R3D_CACHE_OPTIONS_OF_FILES(MODELS_WITH),
    R3D_CACHE_OPTION_OF_RULES(NULL),
    R3D_CACHE_OPTION_OF_BRIGHTNESS,
    {"kind", 'k', "KIND", "What to draw, see below", NULL},
    {"ids", 0, "LIST", "Which: all (default) or a list like 1-50,77", "kind"},
    {"amount", 0, "N", "obj: the amount (default 1)", "kind=obj,icon"},
    {"seq", 0, "N", "npc, loc, worn, spot: what it does, sequence N (its first step)",
     "kind=npc,loc,worn,spot"},
    {"frame", 0, "N", "This step of --seq, or of its own: of the walk of an npc",
     "kind=npc,spot,loc&!apng|seq&!apng"},
    {"apng", 0, NULL,
     "Animated pictures: all steps of --seq, or of its own (npc: it stands), as long as they last",
     "kind=npc,loc,worn,spot&output"},
    {"rotation", 0, "N", "loc: 0..7 (default: the last two bits of the id)", "kind=loc"},
    {"gender", 0, "N", "worn: 0 man (default) or 1 woman", "kind=worn"},
    {"size", 0, "N", "Width and height of the cards, which show the same (default 256)",
     CARDS_WITH},
    {"scale", 0, "N", SCALE_HELP, "output"},
    {"zoom", 0, "PERCENT", "Distance of the camera (default 100)", MODELS_WITH},
    {"pitch", 0, "ANGLE", "Pitch of the camera, in 1/2048 turn", MODELS_WITH},
    {"yaw", 0, "ANGLE", "Yaw of what is drawn, in 1/2048 turn", MODELS_WITH},
    {"rows", 0, "FILE.tsv", "Draw the rows of a table instead", NULL},
    {"compare", 0, "FILE.tsv", "Draw the rows of a table and list those that differ", NULL},
    {"hash", 0, "OUT.tsv", "Write such a table of what was drawn", NULL},
    {"output", 'o', "DIR", "Write the pictures, KIND-ID-PARAM.png", NULL},
    {"sheet", 0, "OUT.png", "Write one picture of all, with their ids", NULL},
    {"columns", 0, "N", "Columns of the sheet", "sheet"},
    {"html", 0, NULL, "Write DIR/index.html, a page with search", "output"},
    {"worn-seq", 0, "N", "worn: the sequence whose first frame is shown, -1 none (default 2)",
     "!kind|kind=worn&!seq"},
    {"wear", 0, "LIST", "worn: items that are put on besides", "!kind|kind=worn"},
    {"right-hand", 0, "ITEM",
     "worn: the item held in the slot that a sequence's right hand replaces", "!kind|kind=worn"},
    {"left-hand", 0, "ITEM", "worn: the same for the left hand", "!kind|kind=worn"},
    {"kits-man", 0, "LIST", "worn: body parts of the man (default: the first of each kind)",
     "!kind|kind=worn&!gender|kind=worn&gender=0"},
    {"kits-woman", 0, "LIST", "worn: body parts of the woman", "!kind|kind=worn&gender=1"},
    {"coverage", 0, NULL,
     "Print how many pictures were drawn and which opcodes, faces and arrays were behind them",
     NULL},
    {"jobs", 'j', "N", "Draw on N threads (default 1)", NULL},
    {"shard", 0, "I/N", "Draw only part I of N", NULL},
    {"resume", 0, NULL, "Do not draw what DIR has a picture of", "output&!scale"},
    {"quiet", 'q', NULL, "No progress bar", NULL},
};

const command_help render_help = {
    "cache render",
    "ROOT (--kind KIND | --rows FILE.tsv | --compare FILE.tsv) [options]",
    "Draws what is in a cache, each thing as a fresh renderer would, so that neither order nor\n"
    "threads matter. docs/cache.md has the cameras.\n" R3D_CACHE_KINDS_HELP
    "While a sequence plays, what it puts into the hands of a player takes the place of\n"
    "--right-hand and --left-hand.\n"
    "--compare prints the rows that differ (kind, id, parameter, expected and actual CRC-32 and\n"
    "count of pixels that are not black), then \"N of M rows equal\".\n"
    "Tables of parts 1/N to N/N put together, without the headings of all but the first, are the\n"
    "table of a whole run.\n"
    "Exit codes: 0 done or equal, 1 rows differ, 2 wrong usage, 3 the cache or something in it\n"
    "cannot be read, 6 output cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

static bool take_kind(render_request *r, const char *value)
{
    const cache_word *word = cache_word_parse(&render_help, OPTION_KIND, value);
    if (word == NULL || !cache_word_is_drawn(&render_help, word)) {
        return false;
    }
    r->choice.kind = word->card;
    r->has_kind = true;
    return true;
}

static bool take_kits(render_request *r, int option, const char *value)
{
    id_list list;
    int sex = option == OPTION_KITS_MAN ? 0 : 1;
    int32_t room = (int32_t)(sizeof r->worn.kits[0] / sizeof r->worn.kits[0][0]);
    if (!id_list_parse(&render_help, option, value, &list)) {
        return false;
    }
    r->worn.has_kits[sex] = !list.all;
    r->worn.kit_count[sex] = 0;
    for (int i = 0; i < list.count; i++) {
        for (int32_t id = list.ranges[i].first; id <= list.ranges[i].last; id++) {
            if (r->worn.kit_count[sex] == room) {
                (void)usage_error(&render_help, "option --%s: at most %ld body parts",
                                  render_help.options[option].name, (long)room);
                return false;
            }
            r->worn.kits[sex][r->worn.kit_count[sex]++] = id;
        }
    }
    return true;
}

/* Items that are worn besides. */
static bool take_wear(render_request *r, const char *value)
{
    id_list list;
    if (!id_list_parse(&render_help, OPTION_WEAR, value, &list)) {
        return false;
    }
    if (list.all) {
        (void)usage_error(&render_help, "option --wear: expected a list like 3,12, not all");
        return false;
    }
    r->worn.wear_count = 0;
    for (int i = 0; i < list.count; i++) {
        for (int32_t id = list.ranges[i].first; id <= list.ranges[i].last; id++) {
            if (id < 0 || r->worn.wear_count == CARD_WEAR_MAX) {
                (void)usage_error(&render_help, "option --wear: expected at most %d items",
                                  CARD_WEAR_MAX);
                return false;
            }
            r->worn.wear[r->worn.wear_count++] = id;
        }
    }
    return true;
}

static bool take_worn(render_request *r, int option, const char *value)
{
    card_worn *worn = &r->worn;
    switch (option) {
    case OPTION_WORN_SEQ:
        worn->has_seq = true;
        return option_i32(&render_help, option, value, -1, UINT16_MAX, &worn->seq);
    case OPTION_WEAR:
        return take_wear(r, value);
    case OPTION_RIGHT_HAND:
        worn->has_right_hand = true;
        return option_i32(&render_help, option, value, 0, UINT16_MAX, &worn->right_hand);
    case OPTION_LEFT_HAND:
        worn->has_left_hand = true;
        return option_i32(&render_help, option, value, 0, UINT16_MAX, &worn->left_hand);
    default:
        return take_kits(r, option, value);
    }
}

static bool take_shard(render_request *r, const char *value)
{
    size_t left = strcspn(value, "/");
    if (value[left] == '/' && r3d_text_to_i32(value, left, &r->shard) == R3D_OK &&
        r3d_text_to_i32(value + left + 1, strlen(value + left + 1), &r->shard_count) == R3D_OK &&
        r->shard >= 1 && r->shard <= r->shard_count) {
        return true;
    }
    (void)usage_error(&render_help, "option --shard: \"%.40s\", expected I/N with I in 1..N",
                      value);
    return false;
}

static bool take_camera(render_request *r, int option, const char *value)
{
    card_camera *camera = &r->camera;
    switch (option) {
    case OPTION_SIZE:
        return option_i32(&render_help, option, value, 1, 4096, &camera->size_px);
    case OPTION_ZOOM:
        return option_i32(&render_help, option, value, 1, 100000, &camera->zoom_percent);
    case OPTION_PITCH:
        camera->has_pitch = true;
        return option_i32(&render_help, option, value, -65536, 65536, &camera->pitch_a11);
    default:
        camera->has_yaw = true;
        return option_i32(&render_help, option, value, -65536, 65536, &camera->yaw_a11);
    }
}

static bool take_file(render_request *r, int option, const char *value)
{
    switch (option) {
    case OPTION_ROWS:
        r->rows = value;
        return true;
    case OPTION_COMPARE:
        r->compare = value;
        return true;
    case OPTION_HASH:
        r->hash = value;
        return true;
    case OPTION_OUTPUT:
        r->folder = value;
        return true;
    case OPTION_SHEET:
        r->sheet = value;
        return true;
    case OPTION_HTML:
        r->html = true;
        return true;
    case OPTION_COVERAGE:
        r->coverage = true;
        return true;
    case OPTION_RESUME:
        r->resume = true;
        return true;
    default:
        r->quiet = true;
        return true;
    }
}

static bool take_option(render_request *r, int option, const char *value)
{
    switch (option) {
    case R3D_ARGUMENT_POSITIONAL:
        return cache_source_root(&r->source, &render_help, value);
    case OPTION_KIND:
        return take_kind(r, value);
    case OPTION_IDS:
        return id_list_parse(&render_help, option, value, &r->choice.ids);
    case OPTION_AMOUNT:
        return option_i32(&render_help, option, value, INT32_MIN, INT32_MAX, &r->choice.amount);
    case OPTION_SEQ:
        return option_i32(&render_help, option, value, 0, UINT16_MAX, &r->choice.seq);
    case OPTION_APNG:
        r->choice.film = true;
        return true;
    case OPTION_FRAME:
        return option_i32(&render_help, option, value, 0, UINT16_MAX, &r->choice.frame);
    case OPTION_ROTATION:
        return option_i32(&render_help, option, value, 0, 7, &r->choice.rotation);
    case OPTION_GENDER:
        return option_i32(&render_help, option, value, 0, 1, &r->choice.gender);
    case OPTION_SCALE:
        return option_scale(&render_help, option, value, &r->scale);
    case OPTION_SIZE:
    case OPTION_ZOOM:
    case OPTION_PITCH:
    case OPTION_YAW:
        return take_camera(r, option, value);
    case OPTION_COLUMNS:
        return option_i32(&render_help, option, value, 1, 1000, &r->columns);
    case OPTION_WORN_SEQ:
    case OPTION_WEAR:
    case OPTION_RIGHT_HAND:
    case OPTION_LEFT_HAND:
    case OPTION_KITS_MAN:
    case OPTION_KITS_WOMAN:
        return take_worn(r, option, value);
    case OPTION_JOBS:
        return option_i32(&render_help, option, value, 1, JOBS_THREADS_MAX, &r->jobs);
    case OPTION_SHARD:
        return take_shard(r, value);
    default:
        return option < R3D_CACHE_DRAWING_COUNT
                   ? cache_source_option(&r->source, &render_help, option, value)
                   : take_file(r, option, value);
    }
}

static bool check_request(const render_request *r)
{
    int ways = (r->has_kind ? 1 : 0) + (r->rows != NULL ? 1 : 0) + (r->compare != NULL ? 1 : 0);
    if (r->source.root == NULL) {
        (void)usage_error(&render_help, "no folder given");
        return false;
    }
    if (ways != 1) {
        (void)usage_error(&render_help, "expected one of --kind, --rows and --compare");
        return false;
    }
    if (r->folder == NULL && r->hash == NULL && r->sheet == NULL && r->compare == NULL &&
        !r->coverage) {
        (void)usage_error(&render_help,
                          "no output: expected -o, --hash, --sheet, --compare or --coverage");
        return false;
    }
    const int32_t side = r->camera.size_px > TEXELS_HEIGHT ? r->camera.size_px : TEXELS_HEIGHT;
    if (!scale_fits(&render_help, r->scale, side, side)) {
        return false;
    }
    const char *const outputs[2] = {r->hash, r->sheet};
    return cache_outputs_are_safe(&r->source, &render_help, outputs, 2,
                                  r->rows != NULL ? r->rows : r->compare);
}

bool render_request_read(render_request *request, int argc, char **argv, int *out_exit_code)
{
    command_arguments arguments;
    const char *value;
    memset(request, 0, sizeof *request);
    cache_source_init(&request->source);
    request->choice.ids.all = true;
    request->choice.command = "render";
    request->choice.amount = 1;
    request->choice.seq = -1;
    request->choice.frame = -1;
    request->choice.rotation = -1;
    request->scale = 1;
    request->jobs = 1;
    request->shard = 1;
    request->shard_count = 1;
    *out_exit_code = R3D_EXIT_USAGE;
    arguments_init(&arguments, &render_help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == R3D_ARGUMENT_EXIT) {
            *out_exit_code = arguments_exit_code(&arguments);
            return false;
        }
        if (!take_option(request, option, value)) {
            return false;
        }
    }
    return check_request(request);
}
