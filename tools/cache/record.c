/* SPDX-License-Identifier: MIT */
/* retro3d cache record: one picture of a cache as a display list, for explain, diff and bisect. */

#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/script.h>

#include "kinds.h"
#include "rows.h"

enum {
    OPTION_KIND = R3D_CACHE_DRAWING_COUNT,
    OPTION_IDS,
    OPTION_AMOUNT,
    OPTION_SHAPE,
    OPTION_ROTATION,
    OPTION_GENDER,
    OPTION_SEQ,
    OPTION_FRAME,
    OPTION_SIZE,
    OPTION_ZOOM,
    OPTION_PITCH,
    OPTION_YAW,
    OPTION_RIGHT_HAND,
    OPTION_LEFT_HAND,
    OPTION_OUTPUT
};

#define PLAYING "kind=npc,loc,worn,spot"

static const command_option options[] = {
    R3D_CACHE_OPTIONS_OF_FILES(NULL),
    R3D_CACHE_OPTION_OF_RULES(NULL),
    R3D_CACHE_OPTION_OF_BRIGHTNESS,
    {"kind", 'k', "KIND", "What to record, see below (required)", NULL},
    {"ids", 0, "ID", "Which (required)", NULL},
    {"amount", 0, "N", "obj: the amount (default 1)", "kind=obj,icon"},
    {"shape", 0, "N", "loc: which of its shapes, where it has several", "kind=loc"},
    {"rotation", 0, "N", "loc: 0..7 (default: the last two bits of the id)", "kind=loc"},
    {"gender", 0, "N", "worn: 0 man (default) or 1 woman", "kind=worn"},
    {"seq", 0, "N", "npc, loc, worn, spot: what it does, sequence N (its first step)", PLAYING},
    {"frame", 0, "N", "This step of --seq, or of its own", "kind=npc,spot,loc|seq"},
    {"size", 0, "N", "Width and height of the card (default 256)",
     "kind=model,npc,loc,idk,spot,worn,mesh,gltf"},
    {"zoom", 0, "PERCENT", "Distance of the camera (default 100)", NULL},
    {"pitch", 0, "ANGLE", "Pitch of the camera, in 1/2048 turn", NULL},
    {"yaw", 0, "ANGLE", "Yaw of what is drawn, in 1/2048 turn", NULL},
    {"right-hand", 0, "ITEM", "worn: the item in this hand", "kind=worn"},
    {"left-hand", 0, "ITEM", "worn: the item in this hand", "kind=worn"},
    {"output", 'o', "OUT.r3d", "Where to write the display list (required)", NULL},
};

static const command_help help = {
    "cache record",
    "ROOT --kind KIND --ids ID -o OUT.r3d [options]",
    "Writes what render draws of one thing as a display list, with its meshes, texels and palette\n"
    "in files beside it, named after their contents. It draws the same pixels as render:\n"
    "  retro3d cache record CACHE --kind obj --ids 4 --amount 100 -o coins.r3d\n"
    "  retro3d explain coins.r3d 16 20\n" R3D_CACHE_KINDS_HELP
    "Exit codes: 0 done, 2 wrong usage, 3 the cache or something in it cannot be read, 6 the\n"
    "recording cannot be written; nothing is written then.\n",
    options,
    sizeof options / sizeof options[0],
};

/* What the arguments say. */
typedef struct record_request {
    cache_source source;
    bool has_kind;
    bool has_ids;
    row_choice choice;
    int32_t shape; /* -1: not given */
    card_camera camera;
    card_worn worn;
    const char *output;
} record_request;

static bool take_view(record_request *r, int option, const char *value)
{
    card_camera *camera = &r->camera;
    switch (option) {
    case OPTION_SIZE:
        return option_i32(&help, option, value, 1, 4096, &camera->size_px);
    case OPTION_ZOOM:
        return option_i32(&help, option, value, 1, 100000, &camera->zoom_percent);
    case OPTION_PITCH:
        camera->has_pitch = true;
        return option_i32(&help, option, value, -65536, 65536, &camera->pitch_a11);
    default:
        camera->has_yaw = true;
        return option_i32(&help, option, value, -65536, 65536, &camera->yaw_a11);
    }
}

static bool take_choice(record_request *r, int option, const char *value)
{
    row_choice *choice = &r->choice;
    switch (option) {
    case OPTION_AMOUNT:
        return option_i32(&help, option, value, INT32_MIN, INT32_MAX, &choice->amount);
    case OPTION_SHAPE:
        return option_i32(&help, option, value, 0, UINT8_MAX, &r->shape);
    case OPTION_ROTATION:
        return option_i32(&help, option, value, 0, 7, &choice->rotation);
    case OPTION_GENDER:
        return option_i32(&help, option, value, 0, 1, &choice->gender);
    case OPTION_SEQ:
        return option_i32(&help, option, value, 0, UINT16_MAX, &choice->seq);
    case OPTION_FRAME:
        return option_i32(&help, option, value, 0, UINT16_MAX, &choice->frame);
    case OPTION_RIGHT_HAND:
        r->worn.has_right_hand = true;
        return option_i32(&help, option, value, 0, UINT16_MAX, &r->worn.right_hand);
    default:
        r->worn.has_left_hand = true;
        return option_i32(&help, option, value, 0, UINT16_MAX, &r->worn.left_hand);
    }
}

static bool take_kind(record_request *r, const char *value)
{
    const cache_word *word = cache_word_parse(&help, OPTION_KIND, value);
    if (word == NULL || !cache_word_is_drawn(&help, word)) {
        return false;
    }
    if (word->card == CARD_TEXELS) {
        (void)usage_error(&help, "option --kind: a texture is not drawn but expanded; record what "
                                 "it is on");
        return false;
    }
    r->choice.kind = word->card;
    r->has_kind = true;
    return true;
}

static bool take_option(record_request *r, int option, const char *value)
{
    switch (option) {
    case R3D_ARGUMENT_POSITIONAL:
        return cache_source_root(&r->source, &help, value);
    case OPTION_KIND:
        return take_kind(r, value);
    case OPTION_IDS:
        r->has_ids = true;
        return id_list_parse(&help, option, value, &r->choice.ids);
    case OPTION_SIZE:
    case OPTION_ZOOM:
    case OPTION_PITCH:
    case OPTION_YAW:
        return take_view(r, option, value);
    case OPTION_OUTPUT:
        r->output = value;
        return true;
    default:
        return option < R3D_CACHE_DRAWING_COUNT
                   ? cache_source_option(&r->source, &help, option, value)
                   : take_choice(r, option, value);
    }
}

static bool check_request(const record_request *r)
{
    if (r->source.root == NULL || !r->has_kind || !r->has_ids || r->output == NULL) {
        (void)usage_error(&help, "expected ROOT, --kind, --ids and -o OUT.r3d");
        return false;
    }
    const size_t length = strlen(r->output);
    if (length < 5 || strcmp(r->output + length - 4, ".r3d") != 0) {
        (void)usage_error(&help, "option -o: \"%.100s\", expected a name that ends in .r3d",
                          r->output);
        return false;
    }
    return cache_outputs_are_safe(&r->source, &help, &r->output, 1, NULL);
}

/* The one row that is asked for. Returns an exit code. */
static int choose_row(const record_request *r, r3d_cache *cache, card_row *out_row)
{
    row_list list;
    memset(&list, 0, sizeof list);
    if (!row_list_choose(&list, cache, &r->choice)) {
        row_list_free(&list);
        return R3D_EXIT_INPUT;
    }
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (r->shape < 0 || list.rows[i].row.shape == r->shape) {
            *out_row = list.rows[i].row;
            count++;
        }
    }
    const bool misses_ids = list.misses_ids;
    row_list_free(&list);
    if (count == 1) {
        return R3D_EXIT_OK;
    }
    if (count == 0) {
        if (!misses_ids) {
            fprintf(stderr, "retro3d cache record: it has no such shape\n");
        }
        return R3D_EXIT_INPUT;
    }
    return usage_error(&help, "%zu pictures, expected one: %s", count,
                       r->choice.kind == CARD_LOC ? "--ids with one id, and --shape"
                                                  : "--ids with one id");
}

/* Draws the card for a recorder to hear, and saves the recording. */
static r3d_result record_card(card_drawer *drawer, const card_row *row, const card_camera *camera,
                              uint32_t *pixels, const char *path, r3d_cache *cache,
                              r3d_error *out_error)
{
    r3d_recorder *recorder = NULL;
    r3d_surface surface;
    int32_t width;
    int32_t height;
    card_size(row, camera, &width, &height);
    r3d_result result = r3d_recorder_create(NULL, &recorder);
    if (result != R3D_OK) {
        return card_fail(out_error, result, cache, "out of memory");
    }
    card_drawer_set_listener(drawer, r3d_recorder_get_listener(recorder));
    result = card_draw(drawer, row, camera, pixels, out_error);
    card_drawer_set_listener(drawer, NULL);
    if (result == R3D_OK) {
        (void)r3d_surface_init(&surface, pixels, width, height, width);
        result = r3d_recorder_save(recorder, &surface, path, out_error);
    }
    r3d_recorder_destroy(recorder);
    return result;
}

/* Whether a display list draws these pixels. */
static r3d_result check_recording(const char *path, const uint32_t *pixels, int32_t width,
                                  int32_t height, r3d_cache *cache, r3d_error *out_error)
{
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_result result = r3d_script_load(path, NULL, &script, out_error);
    if (result == R3D_OK) {
        result = r3d_replay_create(NULL, &replay);
        result = result == R3D_OK ? r3d_replay_run(replay, script, out_error)
                                  : card_fail(out_error, result, cache, "out of memory");
    }
    const r3d_surface *drawn = result == R3D_OK ? r3d_replay_get_surface(replay) : NULL;
    if (result == R3D_OK) {
        bool same = drawn != NULL && drawn->width == width && drawn->height == height;
        for (int32_t i = 0; same && i < width * height; i++) {
            const uint32_t pixel =
                drawn->pixels[(ptrdiff_t)(i / width) * drawn->stride_px + i % width];
            same = ((pixel ^ pixels[i]) & 0xFFFFFFu) == 0;
        }
        result = same ? R3D_OK
                      : card_fail(out_error, R3D_ERR_STATE, cache,
                                  "the recording does not draw the same pixels");
    }
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    return result;
}

static r3d_result record_row(const record_request *r, r3d_cache *cache, const card_row *row,
                             r3d_error *out_error)
{
    card_drawer *drawer = NULL;
    int32_t width;
    int32_t height;
    card_size(row, &r->camera, &width, &height);
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    if (pixels == NULL) {
        return card_fail(out_error, R3D_ERR_MEMORY, cache, "out of memory");
    }
    r3d_result result = card_drawer_create(cache, NULL, &r->worn, &drawer, out_error);
    if (result == R3D_OK && row->kind == CARD_ICON) {
        result = card_draw(drawer, row, &r->camera, pixels, out_error);
        if (result == R3D_OK) {
            result = record_icon(cache, row, &r->camera, r->output, out_error);
        }
    } else if (result == R3D_OK) {
        result = record_card(drawer, row, &r->camera, pixels, r->output, cache, out_error);
    }
    if (result == R3D_OK) {
        result = check_recording(r->output, pixels, width, height, cache, out_error);
        if (result != R3D_OK) {
            (void)remove(r->output);
        }
    }
    card_drawer_destroy(drawer);
    free(pixels);
    return result;
}

int cmd_cache_record(int argc, char **argv)
{
    command_arguments arguments;
    record_request r;
    const char *value;
    memset(&r, 0, sizeof r);
    cache_source_init(&r.source);
    r.choice.command = "record";
    r.choice.amount = 1;
    r.choice.seq = -1;
    r.choice.frame = -1;
    r.choice.rotation = -1;
    r.shape = -1;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (!take_option(&r, option, value)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (!check_request(&r)) {
        return R3D_EXIT_USAGE;
    }
    int exit_code;
    card_row row;
    r3d_error error;
    r3d_cache *cache = cache_source_open(&r.source, &help, &exit_code);
    if (cache == NULL) {
        return exit_code;
    }
    exit_code = choose_row(&r, cache, &row);
    if (exit_code == R3D_EXIT_OK && record_row(&r, cache, &row, &error) != R3D_OK) {
        report_error(&error);
        exit_code = error.result == R3D_ERR_IO_WRITE || error.result == R3D_ERR_STATE
                        ? R3D_EXIT_OUTPUT
                        : R3D_EXIT_INPUT;
    }
    r3d_cache_close(cache);
    return exit_code;
}
