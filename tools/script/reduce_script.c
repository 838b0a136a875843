/* SPDX-License-Identifier: MIT */
#include "reduce_internal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>
#include <retro3d/script_room.h>
#include <retro3d/text.h>

/* ---- words ---- */

const char *reduce_word_of(const line *l, size_t index)
{
    const char *word = l->words;
    for (size_t i = 0; i < index; i++) {
        word += strlen(word) + 1;
    }
    return word;
}

bool reduce_set_word(line *l, size_t index, const char *word)
{
    size_t size = 0;
    for (size_t i = 0; i < l->word_count; i++) {
        size += strlen(i == index ? word : reduce_word_of(l, i)) + 1;
    }
    char *words = malloc(size);
    if (words == NULL) {
        return false;
    }
    char *at = words;
    for (size_t i = 0; i < l->word_count; i++) {
        const char *from = i == index ? word : reduce_word_of(l, i);
        memcpy(at, from, strlen(from) + 1);
        at += strlen(from) + 1;
    }
    free(l->words);
    l->words = words;
    return true;
}

bool reduce_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts one line of text into words; an empty line gives none. */
static bool split(const char *text, size_t length, line *out)
{
    out->words = malloc(length + 1);
    out->word_count = 0;
    out->is_cut = false;
    if (out->words == NULL) {
        return false;
    }
    char *at = out->words;
    for (size_t i = 0; i < length && text[i] != '#';) {
        if (reduce_is_blank(text[i])) {
            i++;
            continue;
        }
        while (i < length && !reduce_is_blank(text[i]) && text[i] != '#') {
            *at++ = text[i++];
        }
        *at++ = '\0';
        out->word_count++;
    }
    return true;
}

static bool read_lines(reducer *r, const char *text, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++) {
        count += text[i] == '\n' ? 1 : 0;
    }
    r->lines = calloc(count, sizeof *r->lines);
    for (size_t i = 0; r->lines != NULL && i < size;) {
        const char *end = memchr(text + i, '\n', size - i);
        size_t length = end != NULL ? (size_t)(end - (text + i)) : size - i;
        line *l = &r->lines[r->line_count];
        if (!split(text + i, length, l)) {
            return false;
        }
        if (l->word_count > 0) {
            r->line_count++;
        } else {
            free(l->words);
            l->words = NULL;
        }
        i += length + 1;
    }
    return r->lines != NULL;
}

reducer *reducer_open(const char *path, r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    reducer *r = calloc(1, sizeof *r);
    if (r == NULL || strlen(path) >= sizeof r->path) {
        free(r);
        memset(out_error, 0, sizeof *out_error);
        snprintf(out_error->file, sizeof out_error->file, "%.200s", path);
        out_error->offset = -1;
        snprintf(out_error->message, sizeof out_error->message, "no memory, or a path too long");
        return NULL;
    }
    memcpy(r->path, path, strlen(path) + 1);
    if (r3d_file_read(path, FILE_BYTES_MAX, NULL, &data, &size, out_error) != R3D_OK) {
        reducer_close(r);
        return NULL;
    }
    const char *text = data;
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size -= 3;
    }
    bool ok = read_lines(r, text, size);
    free(data);
    if (!ok) {
        reducer_close(r);
        snprintf(out_error->message, sizeof out_error->message, "no memory");
        return NULL;
    }
    return r;
}

void reducer_close(reducer *r)
{
    if (r == NULL) {
        return;
    }
    for (size_t i = 0; i < r->line_count; i++) {
        free(r->lines[i].words);
    }
    for (size_t i = 0; i < r->made_count; i++) {
        free(r->made[i]);
        free(r->made_for[i]);
    }
    free(r->lines);
    free(r->text);
    free(r);
}

void reducer_set_rooms(reducer *r, const r3d_script_room *const *rooms, size_t count)
{
    r->rooms = rooms;
    r->room_count = count;
}

void reducer_set_test(reducer *r, reducer_test test, reducer_progress progress, void *user)
{
    r->test = test;
    r->progress = progress;
    r->user = user;
}

const char *reducer_text(reducer *r, size_t *out_size)
{
    size_t size = 1;
    for (size_t i = 0; i < r->line_count; i++) {
        for (size_t k = 0; !r->lines[i].is_cut && k < r->lines[i].word_count; k++) {
            size += strlen(reduce_word_of(&r->lines[i], k)) + 1;
        }
    }
    if (size > r->text_capacity) {
        char *larger = realloc(r->text, size);
        if (larger == NULL) {
            *out_size = 0;
            return "";
        }
        r->text = larger;
        r->text_capacity = size;
    }
    char *at = r->text;
    for (size_t i = 0; i < r->line_count; i++) {
        const line *l = &r->lines[i];
        const char *word = l->words;
        for (size_t k = 0; !l->is_cut && k < l->word_count; k++) {
            size_t length = strlen(word);
            memcpy(at, word, length);
            at += length;
            *at++ = k + 1 < l->word_count ? ' ' : '\n';
            word += length + 1;
        }
    }
    *at = '\0';
    *out_size = (size_t)(at - r->text);
    return r->text;
}

size_t reducer_command_count(const reducer *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->line_count; i++) {
        count += r->lines[i].is_cut ? 0 : 1;
    }
    return count;
}

size_t reducer_tried(const reducer *r)
{
    return r->tried;
}

bool reducer_holds(reducer *r)
{
    size_t size;
    const char *text = reducer_text(r, &size);
    r->tried++;
    return size > 0 && r->test(text, size, r->path, r->user);
}

/* ---- delta debugging ---- */

size_t reduce_count_left(const items *list)
{
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        left += list->is_cut[i] ? 0 : 1;
    }
    return left;
}

/* Cuts the items from the `first`-th that is left on, `size` of them, if the test still holds then.
 * Returns how many of those that were left it has passed. */
static size_t try_to_cut(items *list, size_t first, size_t size, bool *out_cut)
{
    size_t seen = 0;
    size_t taken = 0;
    size_t *which = malloc(size * sizeof *which);
    *out_cut = false;
    for (size_t i = 0; which != NULL && i < list->count && taken < size; i++) {
        if (!list->is_cut[i] && seen++ >= first) {
            which[taken++] = i;
        }
    }
    for (size_t i = 0; i < taken; i++) {
        list->is_cut[which[i]] = true;
    }
    if (taken > 0 && list->holds(list)) {
        *out_cut = true;
    } else {
        for (size_t i = 0; i < taken; i++) {
            list->is_cut[which[i]] = false;
        }
    }
    free(which);
    return taken;
}

void reduce_cut_items(items *list)
{
    size_t size = reduce_count_left(list) / 2;
    for (size = size == 0 ? 1 : size; size > 0;) {
        bool any = false;
        size_t left = reduce_count_left(list);
        for (size_t end = left; end > 0;) {
            size_t first = end > size ? end - size : 0;
            bool cut;
            (void)try_to_cut(list, first, end - first, &cut);
            any = any || cut;
            end = first;
        }
        if (list->reduction->progress != NULL) {
            list->reduction->progress(list->what, reduce_count_left(list), list->reduction->tried,
                                      list->reduction->user);
        }
        if (size > 1) {
            size /= 2;
        } else if (!any) {
            break;
        }
    }
}

static bool commands_hold(items *list)
{
    reducer *r = list->reduction;
    for (size_t i = 0; i < list->count; i++) {
        r->lines[i].is_cut = list->is_cut[i];
    }
    bool holds = reducer_holds(r);
    return holds;
}

void reducer_cut_commands(reducer *r)
{
    items list = {r->line_count, NULL, commands_hold, r, "commands", NULL};
    list.is_cut = calloc(r->line_count + 1, sizeof *list.is_cut);
    if (list.is_cut == NULL) {
        return;
    }
    for (size_t i = 0; i < r->line_count; i++) {
        list.is_cut[i] = r->lines[i].is_cut;
    }
    reduce_cut_items(&list);
    for (size_t i = 0; i < r->line_count; i++) {
        r->lines[i].is_cut = list.is_cut[i];
    }
    free(list.is_cut);
}

/* ---- files ---- */

const r3d_script_command *reduce_command_of(const reducer *r, const line *l)
{
    const r3d_script_command *first =
        r3d_script_find_command(r->rooms, r->room_count, l->words, NULL);
    for (const r3d_script_command *c = first; c != NULL;
         c = r3d_script_find_next_command(r->rooms, r->room_count, c)) {
        const char *word = l->words;
        bool takes_all = true;
        for (size_t i = 1; i < l->word_count && takes_all; i++) {
            word += strlen(word) + 1;
            takes_all = r3d_script_command_takes(c, i - 1, word, strlen(word));
        }
        if (takes_all) {
            return c;
        }
    }
    return first;
}

const r3d_script_arg *reduce_argument_of(const reducer *r, const line *l, size_t index)
{
    const r3d_script_command *command = reduce_command_of(r, l);
    size_t count = 0;
    while (command != NULL && count < R3D_SCRIPT_ARGS_MAX &&
           command->args[count].kind != R3D_SCRIPT_ARG_NONE) {
        count++;
    }
    if (command == NULL || index == 0 || index >= l->word_count) {
        return NULL;
    }
    if (index <= count) {
        return &command->args[index - 1];
    }
    return command->repeated > 0
               ? &command->args[count - command->repeated + (index - 1 - count) % command->repeated]
               : NULL;
}

bool reduce_is_file(const reducer *r, const line *l, size_t index)
{
    const r3d_script_arg *argument = reduce_argument_of(r, l, index);
    return argument != NULL && argument->kind == R3D_SCRIPT_ARG_FILE;
}

bool reduce_beside(const char *path, const char *name, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    int length = snprintf(out, size, "%.*s%s", folder, path, name);
    return length >= 0 && (size_t)length < size;
}

static void remember_made(reducer *r, const char *path)
{
    for (size_t i = 0; i < r->made_count; i++) {
        if (strcmp(r->made[i], path) == 0) {
            return;
        }
    }
    char *copy = r->made_count < MADE_FILES_MAX ? malloc(strlen(path) + 1) : NULL;
    if (copy != NULL) {
        memcpy(copy, path, strlen(path) + 1);
        r->made_for[r->made_count] = NULL;
        r->made[r->made_count++] = copy;
    }
}

bool reduce_make_file(reducer *r, const char *path, const void *data, size_t size,
                      r3d_error *out_error)
{
    void *there = NULL;
    size_t there_size = 0;
    r3d_error ignored;
    if (r3d_file_read(path, FILE_BYTES_MAX, NULL, &there, &there_size, &ignored) == R3D_OK) {
        bool is_same = there_size == size && memcmp(there, data, size) == 0;
        free(there);
        if (is_same) {
            return true;
        }
    }
    if (r3d_file_write(path, data, size, out_error) != R3D_OK) {
        return false;
    }
    remember_made(r, path);
    return true;
}

/* ---- files that files name ---- */

typedef struct named_files {
    reducer *reduction;
    const char *from; /* the file that names them, and where it lies now */
    const char *to;
    r3d_error *out_error;
    bool ok;
} named_files;

/* Copies a file that lies relative to another one. What lies at its place already must be the same. */
static void move_named(const char *name, void *user)
{
    named_files *files = user;
    reducer *r = files->reduction;
    char from[PATH_SIZE];
    char to[PATH_SIZE];
    void *data = NULL;
    void *there = NULL;
    size_t size = 0;
    size_t there_size = 0;
    r3d_error ignored;
    if (!files->ok || !reduce_beside(files->from, name, from, sizeof from) ||
        !reduce_beside(files->to, name, to, sizeof to) || r3d_file_is_same(from, to)) {
        return;
    }
    /* A file that is missing is the loader's to tell of. */
    if (r3d_file_read(from, FILE_BYTES_MAX, NULL, &data, &size, &ignored) != R3D_OK) {
        return;
    }
    if (r3d_path_get_kind(to) != R3D_PATH_NONE) {
        files->ok = r3d_file_read(to, FILE_BYTES_MAX, NULL, &there, &there_size,
                                  files->out_error) == R3D_OK;
        if (files->ok && (there_size != size || memcmp(there, data, size) != 0)) {
            files->ok = false;
            snprintf(files->out_error->file, sizeof files->out_error->file, "%.*s",
                     (int)sizeof files->out_error->file - 1, to);
            snprintf(files->out_error->message, sizeof files->out_error->message,
                     "another file of this name is there already");
            files->out_error->result = R3D_ERR_IO_WRITE;
            files->out_error->line = 0;
            files->out_error->offset = -1;
        }
        free(there);
    } else {
        files->ok = r3d_folder_make_of(to, files->out_error) == R3D_OK &&
                    r3d_file_write(to, data, size, files->out_error) == R3D_OK;
        if (files->ok) {
            remember_made(r, to);
            char *owner = malloc(strlen(files->to) + 1);
            if (owner != NULL && r->made_count > 0) {
                memcpy(owner, files->to, strlen(files->to) + 1);
                r->made_for[r->made_count - 1] = owner;
            } else {
                free(owner);
            }
        }
    }
    free(data);
}

/* Makes a file of a line lie beside the output. */
static bool move_file(reducer *r, line *l, size_t index, const char *output, r3d_error *out_error)
{
    char from[PATH_SIZE];
    char to[PATH_SIZE];
    char name[PATH_SIZE];
    snprintf(name, sizeof name, "%s", reduce_word_of(l, index));
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '/' || *c == '\\' ? '-' : *c;
    }
    void *data = NULL;
    size_t size = 0;
    if (!reduce_beside(r->path, reduce_word_of(l, index), from, sizeof from) ||
        !reduce_beside(output, name, to, sizeof to) ||
        r3d_file_read(from, FILE_BYTES_MAX, NULL, &data, &size, out_error) != R3D_OK) {
        return false;
    }
    bool ok = r3d_file_is_same(from, to) || reduce_make_file(r, to, data, size, out_error);
    const r3d_script_arg *argument = reduce_argument_of(r, l, index);
    if (ok && argument != NULL && argument->list_files != NULL) {
        named_files files = {r, from, to, out_error, true};
        argument->list_files(data, size, move_named, &files);
        ok = files.ok;
    }
    free(data);
    return ok && reduce_set_word(l, index, name);
}

bool reducer_move(reducer *r, const char *output, r3d_error *out_error)
{
    if (strlen(output) >= sizeof r->path) {
        return false;
    }
    for (size_t i = 0; i < r->line_count; i++) {
        line *l = &r->lines[i];
        for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
            if (reduce_is_file(r, l, k) && !move_file(r, l, k, output, out_error)) {
                return false;
            }
        }
    }
    memcpy(r->path, output, strlen(output) + 1);
    return true;
}

void reducer_abandon(reducer *r)
{
    for (size_t i = 0; i < r->line_count; i++) {
        r->lines[i].is_cut = true;
    }
}

static bool names_file(const reducer *r, const line *l, const char *made)
{
    char path[PATH_SIZE];
    for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
        if (reduce_is_file(r, l, k) &&
            reduce_beside(r->path, reduce_word_of(l, k), path, sizeof path) &&
            strcmp(path, made) == 0) {
            return true;
        }
    }
    return false;
}

void reducer_tidy(reducer *r)
{
    for (size_t k = 0; k < r->made_count; k++) {
        bool is_named = false;
        const char *named = r->made_for[k] != NULL ? r->made_for[k] : r->made[k];
        for (size_t i = 0; i < r->line_count && !is_named; i++) {
            is_named = names_file(r, &r->lines[i], named);
        }
        if (!is_named) {
            (void)remove(r->made[k]);
        }
    }
}
