/* SPDX-License-Identifier: MIT */
/* Reducing what commands have in them: parts of their files, such as the faces of a mesh, and numbers. */

#include "reduce_internal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/text.h>

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
            reduce_is_blank(m->data[i + length])) {
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
                                       reduce_count_left(list), counts[2]);
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
    reducer *r = list->reduction;
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
    bool ok = reduce_beside(r->path, name, path, sizeof path) &&
              reduce_make_file(r, path, text, size, &error) &&
              reduce_set_word(m->command, m->file_word, name);
    m->failed = m->failed || !ok;
    free(text);
    return ok;
}

static bool faces_hold(items *list)
{
    parts_file *m = list->context;
    reducer *r = list->reduction;
    char before[PATH_SIZE];
    const size_t made = r->made_count;
    snprintf(before, sizeof before, "%s", reduce_word_of(m->command, m->file_word));
    if (!use_parts(list)) {
        return false;
    }
    if (reducer_holds(r)) {
        return true;
    }
    (void)reduce_set_word(m->command, m->file_word, before);
    if (r->made_count > made) { /* nobody needs it any more */
        (void)remove(r->made[made]);
        free(r->made[made]);
        r->made_count = made;
    }
    return false;
}

static bool cut_parts_of_file(reducer *r, line *command, size_t index, r3d_error *out_error)
{
    char path[PATH_SIZE];
    void *data = NULL;
    parts_file m;
    memset(&m, 0, sizeof m);
    m.command = command;
    m.file_word = index;
    m.part = reduce_argument_of(r, command, index)->parts;
    if (!reduce_beside(r->path, reduce_word_of(command, m.file_word), path, sizeof path) ||
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
            reduce_cut_items(&list);
        }
    }
    free(list.is_cut);
    free(m.starts);
    free(m.ends);
    free(m.data);
    return !m.failed;
}

bool reducer_cut_faces(reducer *r, r3d_error *out_error)
{
    for (size_t i = 0; i < r->line_count; i++) {
        line *l = &r->lines[i];
        for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
            if (reduce_is_file(r, l, k) && reduce_argument_of(r, l, k)->parts != NULL &&
                !cut_parts_of_file(r, l, k, out_error)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- numbers ---- */

/* Tries a number in place of a word; the word stays if the test fails. */
static bool try_number(reducer *r, line *l, size_t index, int32_t number)
{
    char before[64];
    char word[32];
    snprintf(before, sizeof before, "%s", reduce_word_of(l, index));
    snprintf(word, sizeof word, "%ld", (long)number);
    if (!reduce_set_word(l, index, word)) {
        return false;
    }
    if (reducer_holds(r)) {
        return true;
    }
    (void)reduce_set_word(l, index, before);
    return false;
}

/* 0 if it can be, else as near to 0 as halving and then steps of one bring it. */
static void cut_number(reducer *r, line *l, size_t index)
{
    enum { STEPS_MAX = 8 };
    const char *word = reduce_word_of(l, index);
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
static bool is_repeated_word(const reducer *r, const line *l, size_t index)
{
    const r3d_script_command *command = reduce_command_of(r, l);
    const r3d_script_arg *argument = reduce_argument_of(r, l, index);
    size_t count = 0;
    while (command != NULL && count < R3D_SCRIPT_ARGS_MAX &&
           command->args[count].kind != R3D_SCRIPT_ARG_NONE) {
        count++;
    }
    return argument != NULL && command->repeated == 1 && index >= count &&
           argument->kind == R3D_SCRIPT_ARG_WORD;
}

/* Takes words away from commands that have any number of them. */
static void cut_parts(reducer *r, line *l)
{
    for (size_t k = l->word_count; k-- > 1;) {
        if (!is_repeated_word(r, l, k)) {
            continue;
        }
        line without = {NULL, 0, false};
        size_t size = 0;
        for (size_t i = 0; i < l->word_count; i++) {
            size += strlen(reduce_word_of(l, i)) + 1;
        }
        without.words = malloc(size);
        if (without.words == NULL) {
            return;
        }
        char *at = without.words;
        for (size_t i = 0; i < l->word_count; i++) {
            if (i != k) {
                const char *word = reduce_word_of(l, i);
                memcpy(at, word, strlen(word) + 1);
                at += strlen(word) + 1;
                without.word_count++;
            }
        }
        const line before = *l;
        *l = without;
        if (reducer_holds(r)) {
            free(before.words);
        } else {
            free(without.words);
            *l = before;
        }
    }
}

void reducer_cut_numbers(reducer *r)
{
    for (size_t i = 0; i < r->line_count; i++) {
        line *l = &r->lines[i];
        if (!l->is_cut) {
            cut_parts(r, l);
        }
        for (size_t k = 1; !l->is_cut && k < l->word_count; k++) {
            if (!reduce_is_file(r, l, k)) {
                cut_number(r, l, k);
            }
        }
        if (r->progress != NULL && !l->is_cut) {
            r->progress("numbers", reducer_command_count(r), r->tried, r->user);
        }
    }
}
