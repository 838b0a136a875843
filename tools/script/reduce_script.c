/* SPDX-License-Identifier: MIT */
#include "reduce_script.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/script_room.h>
#include <retro3d/text.h>

enum { PATH_SIZE = 4096, FILE_BYTES_MAX = 64 * 1024 * 1024, MADE_FILES_MAX = 512 };

typedef struct line {
    char *words; /* zero-terminated one behind the other */
    size_t word_count;
    bool is_cut;
} line;

struct r3d_reduction {
    const r3d_script_room *const *rooms; /* besides those of the library */
    size_t room_count;
    char path[PATH_SIZE]; /* whose folder holds the files */
    line *lines;
    size_t line_count;
    char *text;
    size_t text_capacity;
    r3d_reduction_test test;
    r3d_reduction_progress progress;
    void *user;
    size_t tried;
    char *made[MADE_FILES_MAX]; /* paths of files that this reduction wrote */
    size_t made_count;
};

/* ---- words ---- */

static const char *word_of(const line *l, size_t index)
{
    const char *word = l->words;
    for (size_t i = 0; i < index; i++) {
        word += strlen(word) + 1;
    }
    return word;
}

/* Exchanges a word. Returns false without memory; the line is unchanged then. */
static bool set_word(line *l, size_t index, const char *word)
{
    size_t size = 0;
    for (size_t i = 0; i < l->word_count; i++) {
        size += strlen(i == index ? word : word_of(l, i)) + 1;
    }
    char *words = malloc(size);
    if (words == NULL) {
        return false;
    }
    char *at = words;
    for (size_t i = 0; i < l->word_count; i++) {
        const char *from = i == index ? word : word_of(l, i);
        memcpy(at, from, strlen(from) + 1);
        at += strlen(from) + 1;
    }
    free(l->words);
    l->words = words;
    return true;
}

static bool is_blank(char c)
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
        if (is_blank(text[i])) {
            i++;
            continue;
        }
        while (i < length && !is_blank(text[i]) && text[i] != '#') {
            *at++ = text[i++];
        }
        *at++ = '\0';
        out->word_count++;
    }
    return true;
}

static bool read_lines(r3d_reduction *r, const char *text, size_t size)
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

r3d_reduction *r3d_reduction_open(const char *path, r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    r3d_reduction *r = calloc(1, sizeof *r);
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
        r3d_reduction_close(r);
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
        r3d_reduction_close(r);
        snprintf(out_error->message, sizeof out_error->message, "no memory");
        return NULL;
    }
    return r;
}

void r3d_reduction_close(r3d_reduction *r)
{
    if (r == NULL) {
        return;
    }
    for (size_t i = 0; i < r->line_count; i++) {
        free(r->lines[i].words);
    }
    for (size_t i = 0; i < r->made_count; i++) {
        free(r->made[i]);
    }
    free(r->lines);
    free(r->text);
    free(r);
}

void r3d_reduction_set_rooms(r3d_reduction *r, const r3d_script_room *const *rooms, size_t count)
{
    r->rooms = rooms;
    r->room_count = count;
}

void r3d_reduction_set_test(r3d_reduction *r, r3d_reduction_test test,
                            r3d_reduction_progress progress, void *user)
{
    r->test = test;
    r->progress = progress;
    r->user = user;
}

const char *r3d_reduction_text(r3d_reduction *r, size_t *out_size)
{
    size_t size = 1;
    for (size_t i = 0; i < r->line_count; i++) {
        for (size_t k = 0; !r->lines[i].is_cut && k < r->lines[i].word_count; k++) {
            size += strlen(word_of(&r->lines[i], k)) + 1;
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

size_t r3d_reduction_command_count(const r3d_reduction *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->line_count; i++) {
        count += r->lines[i].is_cut ? 0 : 1;
    }
    return count;
}

size_t r3d_reduction_tried(const r3d_reduction *r)
{
    return r->tried;
}

bool r3d_reduction_holds(r3d_reduction *r)
{
    size_t size;
    const char *text = r3d_reduction_text(r, &size);
    r->tried++;
    return size > 0 && r->test(text, size, r->path, r->user);
}

/* ---- delta debugging ---- */

/* Items that can be cut or put back. */
typedef struct items {
    size_t count;
    bool *is_cut;
    bool (*holds)(struct items *items);
    r3d_reduction *reduction;
    const char *what;
    void *context;
} items;

static size_t count_left(const items *list)
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

/* Chunks of half the items, a quarter and so on; single items until none can be cut. From the end: what
 * comes last depends on what comes first, seldom the other way round. */
static void cut_items(items *list)
{
    size_t size = count_left(list) / 2;
    for (size = size == 0 ? 1 : size; size > 0;) {
        bool any = false;
        size_t left = count_left(list);
        for (size_t end = left; end > 0;) {
            size_t first = end > size ? end - size : 0;
            bool cut;
            (void)try_to_cut(list, first, end - first, &cut);
            any = any || cut;
            end = first;
        }
        if (list->reduction->progress != NULL) {
            list->reduction->progress(list->what, count_left(list), list->reduction->tried,
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
    r3d_reduction *r = list->reduction;
    for (size_t i = 0; i < list->count; i++) {
        r->lines[i].is_cut = list->is_cut[i];
    }
    bool holds = r3d_reduction_holds(r);
    return holds;
}

void r3d_reduction_cut_commands(r3d_reduction *r)
{
    items list = {r->line_count, NULL, commands_hold, r, "commands", NULL};
    list.is_cut = calloc(r->line_count + 1, sizeof *list.is_cut);
    if (list.is_cut == NULL) {
        return;
    }
    for (size_t i = 0; i < r->line_count; i++) {
        list.is_cut[i] = r->lines[i].is_cut;
    }
    cut_items(&list);
    for (size_t i = 0; i < r->line_count; i++) {
        r->lines[i].is_cut = list.is_cut[i];
    }
    free(list.is_cut);
}

/* ---- files ---- */

/* What word `index` of a line is; NULL for the command itself and for words that no command has. */
static const r3d_script_arg *argument_of(const r3d_reduction *r, const line *l, size_t index)
{
    const r3d_script_command *command =
        r3d_script_find_command(r->rooms, r->room_count, l->words, NULL);
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

static bool is_file(const r3d_reduction *r, const line *l, size_t index)
{
    const r3d_script_arg *argument = argument_of(r, l, index);
    return argument != NULL && argument->kind == R3D_SCRIPT_ARG_FILE;
}

static bool beside(const char *path, const char *name, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    int length = snprintf(out, size, "%.*s%s", folder, path, name);
    return length >= 0 && (size_t)length < size;
}

static void remember_made(r3d_reduction *r, const char *path)
{
    for (size_t i = 0; i < r->made_count; i++) {
        if (strcmp(r->made[i], path) == 0) {
            return;
        }
    }
    char *copy = r->made_count < MADE_FILES_MAX ? malloc(strlen(path) + 1) : NULL;
    if (copy != NULL) {
        memcpy(copy, path, strlen(path) + 1);
        r->made[r->made_count++] = copy;
    }
}

/* Writes a file that a candidate or the result needs, unless it is there. */
static bool make_file(r3d_reduction *r, const char *path, const void *data, size_t size,
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

/* Makes a file of a line lie beside the output. */
static bool move_file(r3d_reduction *r, line *l, size_t index, const char *output,
                      r3d_error *out_error)
{
    char from[PATH_SIZE];
    char to[PATH_SIZE];
    char name[PATH_SIZE];
    snprintf(name, sizeof name, "%s", word_of(l, index));
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '/' || *c == '\\' ? '-' : *c;
    }
    void *data = NULL;
    size_t size = 0;
    if (!beside(r->path, word_of(l, index), from, sizeof from) ||
        !beside(output, name, to, sizeof to) ||
        r3d_file_read(from, FILE_BYTES_MAX, NULL, &data, &size, out_error) != R3D_OK) {
        return false;
    }
    bool ok = r3d_file_is_same(from, to) || make_file(r, to, data, size, out_error);
    free(data);
    return ok && set_word(l, index, name);
}

bool r3d_reduction_move(r3d_reduction *r, const char *output, r3d_error *out_error)
{
    if (strlen(output) >= sizeof r->path) {
        return false;
    }
    for (size_t i = 0; i < r->line_count; i++) {
        line *l = &r->lines[i];
        for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
            if (is_file(r, l, k) && !move_file(r, l, k, output, out_error)) {
                return false;
            }
        }
    }
    memcpy(r->path, output, strlen(output) + 1);
    return true;
}

void r3d_reduction_abandon(r3d_reduction *r)
{
    for (size_t i = 0; i < r->line_count; i++) {
        r->lines[i].is_cut = true;
    }
}

static bool names_file(const r3d_reduction *r, const line *l, const char *made)
{
    char path[PATH_SIZE];
    for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
        if (is_file(r, l, k) && beside(r->path, word_of(l, k), path, sizeof path) &&
            strcmp(path, made) == 0) {
            return true;
        }
    }
    return false;
}

void r3d_reduction_tidy(r3d_reduction *r)
{
    for (size_t k = 0; k < r->made_count; k++) {
        bool is_named = false;
        for (size_t i = 0; i < r->line_count && !is_named; i++) {
            is_named = names_file(r, &r->lines[i], r->made[k]);
        }
        if (!is_named) {
            (void)remove(r->made[k]);
        }
    }
}

/* ---- parts of files, such as the faces of a mesh ---- */

/* A file while its parts are cut. */
typedef struct parts_file {
    line *command;
    size_t file_word;
    char *data;
    size_t size;
    const char *part; /* the first word of lines that are parts */
    size_t *starts;   /* of these lines; then their ends */
    size_t *ends;
    bool failed;
} parts_file;

static uint64_t hash_of(const char *data, size_t size)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)data[i]) * 1099511628211u;
    }
    return hash;
}

static size_t find_parts(parts_file *m)
{
    size_t count = 0;
    const size_t length = strlen(m->part);
    for (size_t i = 0; i < m->size;) {
        const char *end = memchr(m->data + i, '\n', m->size - i);
        size_t next = end != NULL ? (size_t)(end - m->data) + 1 : m->size;
        if (next - i > length && memcmp(m->data + i, m->part, length) == 0 &&
            is_blank(m->data[i + length])) {
            m->starts[count] = i;
            m->ends[count++] = next;
        }
        i = next;
    }
    return count;
}

/* The file without the parts that are cut; a line of counts follows. */
static char *text_of_parts(const parts_file *m, const items *list, size_t *out_size)
{
    char *text = malloc(m->size + 64);
    size_t length = 0;
    size_t face = 0;
    for (size_t i = 0; text != NULL && i < m->size;) {
        const char *end = memchr(m->data + i, '\n', m->size - i);
        size_t next = end != NULL ? (size_t)(end - m->data) + 1 : m->size;
        long counts[3];
        if (face < list->count && m->starts[face] == i) {
            if (!list->is_cut[face]) {
                memcpy(text + length, m->data + i, next - i);
                length += next - i;
            }
            face++;
            // NOLINTNEXTLINE(cert-err34-c): parsed before by the reader of meshes
        } else if (sscanf(m->data + i, "counts %ld %ld %ld", &counts[0], &counts[1], &counts[2]) ==
                   3) {
            length += (size_t)snprintf(text + length, 64, "counts %ld %zu %ld\n", counts[0],
                                       count_left(list), counts[2]);
        } else {
            memcpy(text + length, m->data + i, next - i);
            length += next - i;
        }
        i = next;
    }
    *out_size = length;
    return text;
}

/* Writes the file without the cut parts and names it in the command. */
static bool use_parts(items *list)
{
    parts_file *m = list->context;
    r3d_reduction *r = list->reduction;
    r3d_error error;
    char name[64];
    char path[PATH_SIZE];
    size_t size;
    char *text = text_of_parts(m, list, &size);
    if (text == NULL) {
        return false;
    }
    snprintf(name, sizeof name, "mesh-%016llx.%.20s", (unsigned long long)hash_of(text, size),
             m->command->words);
    bool ok = beside(r->path, name, path, sizeof path) && make_file(r, path, text, size, &error) &&
              set_word(m->command, m->file_word, name);
    m->failed = m->failed || !ok;
    free(text);
    return ok;
}

static bool faces_hold(items *list)
{
    parts_file *m = list->context;
    r3d_reduction *r = list->reduction;
    char before[PATH_SIZE];
    const size_t made = r->made_count;
    snprintf(before, sizeof before, "%s", word_of(m->command, m->file_word));
    if (!use_parts(list)) {
        return false;
    }
    if (r3d_reduction_holds(r)) {
        return true;
    }
    (void)set_word(m->command, m->file_word, before);
    if (r->made_count > made) { /* nobody needs it any more */
        (void)remove(r->made[made]);
        free(r->made[made]);
        r->made_count = made;
    }
    return false;
}

static bool cut_parts_of_file(r3d_reduction *r, line *command, size_t index, r3d_error *out_error)
{
    char path[PATH_SIZE];
    void *data = NULL;
    parts_file m;
    memset(&m, 0, sizeof m);
    m.command = command;
    m.file_word = index;
    m.part = argument_of(r, command, index)->parts;
    if (!beside(r->path, word_of(command, m.file_word), path, sizeof path) ||
        r3d_file_read(path, FILE_BYTES_MAX, NULL, &data, &m.size, out_error) != R3D_OK) {
        return false;
    }
    m.data = data;
    m.starts = calloc(m.size + 1, sizeof *m.starts);
    m.ends = calloc(m.size + 1, sizeof *m.ends);
    items list = {0, NULL, faces_hold, r, "faces", &m};
    if (m.starts != NULL && m.ends != NULL) {
        list.count = find_parts(&m);
        list.is_cut = calloc(list.count + 1, sizeof *list.is_cut);
        if (list.is_cut != NULL && list.count > 1) {
            cut_items(&list);
        }
    }
    free(list.is_cut);
    free(m.starts);
    free(m.ends);
    free(m.data);
    return !m.failed;
}

bool r3d_reduction_cut_faces(r3d_reduction *r, r3d_error *out_error)
{
    for (size_t i = 0; i < r->line_count; i++) {
        line *l = &r->lines[i];
        for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
            if (is_file(r, l, k) && argument_of(r, l, k)->parts != NULL &&
                !cut_parts_of_file(r, l, k, out_error)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- numbers ---- */

/* Tries a number in place of a word; the word stays if the test fails. */
static bool try_number(r3d_reduction *r, line *l, size_t index, int32_t number)
{
    char before[64];
    char word[32];
    snprintf(before, sizeof before, "%s", word_of(l, index));
    snprintf(word, sizeof word, "%ld", (long)number);
    if (!set_word(l, index, word)) {
        return false;
    }
    if (r3d_reduction_holds(r)) {
        return true;
    }
    (void)set_word(l, index, before);
    return false;
}

/* 0 if it can be, else as near to 0 as halving and then steps of one bring it. */
static void cut_number(r3d_reduction *r, line *l, size_t index)
{
    enum { STEPS_MAX = 8 };
    const char *word = word_of(l, index);
    int32_t number;
    if (strlen(word) > 30 || r3d_text_to_i32(word, strlen(word), &number) != R3D_OK ||
        number == 0) {
        return;
    }
    if (try_number(r, l, index, 0)) {
        return;
    }
    while (number / 2 != 0 && try_number(r, l, index, number / 2)) {
        number /= 2;
    }
    for (int i = 0; i < STEPS_MAX && number != 0; i++) {
        int32_t nearer = number > 0 ? number - 1 : number + 1;
        if (nearer == 0 || !try_number(r, l, index, nearer)) {
            break;
        }
        number = nearer;
    }
}

/* Whether a word is one of any number of words that a command ends with. */
static bool is_repeated_word(const r3d_reduction *r, const line *l, size_t index)
{
    const r3d_script_command *command =
        r3d_script_find_command(r->rooms, r->room_count, l->words, NULL);
    const r3d_script_arg *argument = argument_of(r, l, index);
    size_t count = 0;
    while (command != NULL && count < R3D_SCRIPT_ARGS_MAX &&
           command->args[count].kind != R3D_SCRIPT_ARG_NONE) {
        count++;
    }
    return argument != NULL && command->repeated == 1 && index >= count &&
           argument->kind == R3D_SCRIPT_ARG_WORD;
}

/* Takes words away from commands that have any number of them. */
static void cut_parts(r3d_reduction *r, line *l)
{
    for (size_t k = l->word_count; k-- > 1;) {
        if (!is_repeated_word(r, l, k)) {
            continue;
        }
        line without = {NULL, 0, false};
        size_t size = 0;
        for (size_t i = 0; i < l->word_count; i++) {
            size += strlen(word_of(l, i)) + 1;
        }
        without.words = malloc(size);
        if (without.words == NULL) {
            return;
        }
        char *at = without.words;
        for (size_t i = 0; i < l->word_count; i++) {
            if (i != k) {
                const char *word = word_of(l, i);
                memcpy(at, word, strlen(word) + 1);
                at += strlen(word) + 1;
                without.word_count++;
            }
        }
        const line before = *l;
        *l = without;
        if (r3d_reduction_holds(r)) {
            free(before.words);
        } else {
            free(without.words);
            *l = before;
        }
    }
}

void r3d_reduction_cut_numbers(r3d_reduction *r)
{
    for (size_t i = 0; i < r->line_count; i++) {
        line *l = &r->lines[i];
        if (!l->is_cut) {
            cut_parts(r, l);
        }
        for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
            if (!is_file(r, l, k)) {
                cut_number(r, l, k);
            }
        }
        if (r->progress != NULL && !l->is_cut) {
            r->progress("numbers", r3d_reduction_command_count(r), r->tried, r->user);
        }
    }
}
