/* SPDX-License-Identifier: MIT */

#include "rows.h"

#include "kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/text.h>

enum { COLUMNS = 7, ROTATIONS = 4, SHAPE_COUNT = 256 };

static const char heading[] = "kind\tid\tparam\twidth\theight\tcrc32\tnonzero\n";

void row_list_free(row_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->rows[i].error);
    }
    free(list->rows);
    memset(list, 0, sizeof *list);
}

/* A new row, all zero. NULL, after an error was printed, without memory. */
static render_row *add_row(row_list *list)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? list->capacity * 2 : 256;
        render_row *rows = realloc(list->rows, capacity * sizeof *rows);
        if (rows == NULL) {
            fprintf(stderr, "retro3d cache render: out of memory\n");
            return NULL;
        }
        list->rows = rows;
        list->capacity = capacity;
    }
    render_row *row = &list->rows[list->count++];
    memset(row, 0, sizeof *row);
    return row;
}

/* ---- tables ---- */

/* Splits a line at its tabs; returns how many columns there are. */
static int split(char *line, char *columns[COLUMNS])
{
    int count = 0;
    for (char *at = line; at != NULL; count++) {
        if (count < COLUMNS) {
            columns[count] = at;
        }
        at = strchr(at, '\t');
        if (at != NULL) {
            *at++ = '\0';
        }
    }
    return count;
}

static bool parse_crc(const char *word, uint32_t *out_crc)
{
    if (strlen(word) != 8 || strspn(word, "0123456789abcdefABCDEF") != 8) {
        return false;
    }
    *out_crc = (uint32_t)strtoul(word, NULL, 16);
    return true;
}

static bool parse_number(const char *word, int32_t *out_number)
{
    return r3d_text_to_i32(word, strlen(word), out_number) == R3D_OK;
}

static bool parse_line(char *line, render_row *row)
{
    char *columns[COLUMNS];
    return split(line, columns) == COLUMNS &&
           card_row_parse(columns[0], columns[1], columns[2], &row->row) == R3D_OK &&
           parse_number(columns[3], &row->expected.width) &&
           parse_number(columns[4], &row->expected.height) &&
           parse_crc(columns[5], &row->expected.crc) &&
           parse_number(columns[6], &row->expected.nonzero);
}

bool row_list_load(row_list *list, const char *path)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    bool valid = true;
    long line_number = 0;
    for (char *line = data, *end = line + size; line < end && valid;) {
        char *line_end = memchr(line, '\n', (size_t)(end - line));
        char *next = line_end != NULL ? line_end + 1 : end;
        line_end = line_end != NULL ? line_end : end;
        if (line_end > line && line_end[-1] == '\r') {
            line_end--;
        }
        *line_end = '\0';
        line_number++;
        bool is_heading = line_number == 1 && strncmp(line, "kind\t", 5) == 0;
        if (line_end > line && !is_heading) {
            char shown[48];
            snprintf(shown, sizeof shown, "%.40s", line);
            render_row *row = add_row(list);
            valid = row != NULL;
            bool whole = strlen(line) == (size_t)(line_end - line); /* no zero byte in it */
            if (valid && !(whole && parse_line(line, row))) {
                fprintf(stderr,
                        "%s:%ld: \"%s\" is no row, expected kind, id, parameter, width, height, "
                        "crc32 and nonzero, separated by tabs\n",
                        path, line_number, shown);
                valid = false;
            }
        }
        line = next;
    }
    free(data);
    return valid;
}

bool row_list_save(const row_list *list, const char *path)
{
    /* A row has at most 100 characters or so. */
    size_t room = sizeof heading + list->count * 160;
    char *text = malloc(room);
    if (text == NULL) {
        fprintf(stderr, "retro3d cache render: out of memory\n");
        return false;
    }
    size_t used = (size_t)snprintf(text, room, "%s", heading);
    for (size_t i = 0; i < list->count; i++) {
        const render_row *row = &list->rows[i];
        char param[CARD_PARAM_SIZE];
        if (!row->drawn) {
            continue;
        }
        card_row_param(&row->row, param);
        used += (size_t)snprintf(text + used, room - used, "%s\t%ld\t%s\t%ld\t%ld\t%08lx\t%ld\n",
                                 card_kind_name(row->row.kind), (long)row->row.id, param,
                                 (long)row->actual.width, (long)row->actual.height,
                                 (unsigned long)row->actual.crc, (long)row->actual.nonzero);
    }
    r3d_error error;
    r3d_result result = r3d_file_write(path, text, used, &error);
    free(text);
    if (result != R3D_OK) {
        report_error(&error);
    }
    return result == R3D_OK;
}

/* ---- choices ---- */

/* Whether there is something to draw. What cannot be read is drawn all the same, so that the error
 * is seen. */
static bool is_drawable(r3d_cache *cache, const row_choice *choice, int32_t id)
{
    const r3d_cache_obj *obj;
    const r3d_cache_npc *npc;
    switch (choice->kind) {
    case CARD_WORN:
        return r3d_cache_get_obj(cache, id, &obj, NULL) != R3D_OK ||
               obj->wear[choice->gender][0] >= 0;
    case CARD_NPC:
        return r3d_cache_get_npc(cache, id, &npc, NULL) != R3D_OK || npc->model_count > 0;
    default:
        return r3d_cache_contains(cache, cache_kind_of_card(choice->kind), id);
    }
}

/* The sequence that a thing plays by itself; -1: it does not move. */
static int32_t own_seq(r3d_cache *cache, const row_choice *choice, int32_t id)
{
    const r3d_cache_npc *npc;
    const r3d_cache_loc *loc;
    const r3d_cache_spot *spot;
    switch (choice->kind) {
    case CARD_NPC:
        return r3d_cache_get_npc(cache, id, &npc, NULL) == R3D_OK ? npc->stand_seq : -1;
    case CARD_LOC:
        return r3d_cache_get_loc(cache, id, &loc, NULL) == R3D_OK ? loc->seq : -1;
    case CARD_SPOT:
        return r3d_cache_get_spot(cache, id, &spot, NULL) == R3D_OK ? spot->seq : -1;
    default:
        return -1;
    }
}

/* What a row plays, by the options that choose. */
static void choose_step(r3d_cache *cache, const row_choice *choice, card_row *row)
{
    const int32_t frame = choice->frame >= 0 ? choice->frame : 0;
    const bool loc_step =
        choice->kind == CARD_LOC && frame > 0; /* its first has a name of its own */
    row->frame = choice->kind == CARD_LOC || choice->kind == CARD_WORN ? 0 : frame;
    if (choice->seq >= 0 || choice->film || loc_step) {
        row->action = CARD_ACTION_SEQ;
        row->seq = choice->seq >= 0 ? choice->seq : own_seq(cache, choice, row->id);
        row->frame = frame;
    } else if (choice->kind == CARD_NPC) {
        row->action = choice->frame >= 0 ? CARD_ACTION_WALK : CARD_ACTION_STAND;
    }
    row->animated =
        choice->kind == CARD_LOC && choice->frame >= 0 && row->action != CARD_ACTION_SEQ;
}

/* Whether a row has what it is to play. */
static bool can_play(const row_choice *choice, const card_row *row)
{
    if (row->action != CARD_ACTION_SEQ || row->seq >= 0) {
        return true;
    }
    if (!choice->ids.all) {
        fprintf(stderr, "retro3d cache %s: %s %ld has no sequence of its own, expected --seq N\n",
                choice->command, card_kind_name(row->kind), (long)row->id);
    }
    return false;
}

/* A row for each shape of a piece of scenery. */
static bool add_shapes(row_list *list, r3d_cache *cache, const row_choice *choice,
                       const render_row *model)
{
    const r3d_cache_loc *loc;
    bool seen[SHAPE_COUNT] = {false};
    if (r3d_cache_get_loc(cache, model->row.id, &loc, NULL) != R3D_OK) {
        render_row *row = add_row(list); /* drawing it reports the error */
        if (row != NULL) {
            *row = *model;
        }
        return row != NULL;
    }
    for (int32_t i = 0; i < loc->model_count; i++) {
        int32_t shape = loc->models[i].shape;
        if (seen[shape]) {
            continue;
        }
        seen[shape] = true;
        render_row *row = add_row(list);
        if (row == NULL) {
            return false;
        }
        *row = *model;
        row->row.shape = shape;
        row->row.rotation =
            choice->rotation >= 0 ? choice->rotation : model->row.id & (ROTATIONS - 1);
    }
    return true;
}

static bool add_id(row_list *list, r3d_cache *cache, const row_choice *choice, int32_t id)
{
    render_row model;
    memset(&model, 0, sizeof model);
    model.row.kind = choice->kind;
    model.row.id = id;
    model.row.amount = choice->kind == CARD_ICON ? choice->amount : 0;
    model.row.gender = choice->kind == CARD_WORN ? choice->gender : 0;
    if (choice->kind == CARD_NPC || choice->kind == CARD_LOC || choice->kind == CARD_WORN ||
        choice->kind == CARD_SPOT) {
        choose_step(cache, choice, &model.row);
        if (!can_play(choice, &model.row)) {
            list->misses_ids = list->misses_ids || !choice->ids.all;
            return true;
        }
    }
    if (choice->kind == CARD_LOC) {
        return add_shapes(list, cache, choice, &model);
    }
    render_row *row = add_row(list);
    if (row != NULL) {
        *row = model;
    }
    return row != NULL;
}

bool row_list_choose(row_list *list, r3d_cache *cache, const row_choice *choice)
{
    const r3d_cache_kind kind = cache_kind_of_card(choice->kind);
    int32_t count = 0;
    r3d_error error;
    if (r3d_cache_count(cache, kind, &count, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    if (choice->ids.all) {
        for (int32_t id = 0; id < count; id++) {
            if (is_drawable(cache, choice, id) && !add_id(list, cache, choice, id)) {
                return false;
            }
        }
        return true;
    }
    list->misses_ids = !id_list_is_within(&choice->ids, cache, kind, choice->command);
    const int32_t least = choice->kind == CARD_WORN ? -1 : 0; /* -1: the body alone */
    for (int i = 0; i < choice->ids.count; i++) {
        const int32_t first = choice->ids.ranges[i].first;
        const int32_t last = choice->ids.ranges[i].last;
        for (int32_t id = first > least ? first : least; id <= last && id < count; id++) {
            if (!add_id(list, cache, choice, id)) {
                return false;
            }
        }
    }
    return true;
}

void row_list_shard(row_list *list, int part, int count)
{
    if (list->count == 0) {
        return; /* nor are there rows to move */
    }
    size_t first = list->count * (size_t)(part - 1) / (size_t)count;
    size_t last = list->count * (size_t)part / (size_t)count;
    memmove(list->rows, list->rows + first, (last - first) * sizeof *list->rows);
    list->count = last - first;
}

void picture_param(const card_row *row, bool film, char out_param[CARD_PARAM_SIZE])
{
    card_row_param(row, out_param);
    char *last = strrchr(out_param, ' ');
    if (film && last != NULL) {
        *last = '\0';
    }
}

void picture_file_name(const card_row *row, bool film, char out_name[R3D_PICTURE_FILE_SIZE])
{
    char param[CARD_PARAM_SIZE];
    picture_param(row, film, param);
    for (char *c = param; *c != '\0'; c++) {
        *c = *c == ' ' ? '-' : *c;
    }
    const char *name = card_kind_name(row->kind);
    if (strcmp(param, "-") == 0) {
        snprintf(out_name, R3D_PICTURE_FILE_SIZE, "%s-%ld.png", name, (long)row->id);
    } else {
        snprintf(out_name, R3D_PICTURE_FILE_SIZE, "%s-%ld-%s.png", name, (long)row->id, param);
    }
}
