/* SPDX-License-Identifier: MIT */
/* See results.h. */

#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 /* realpath */
#endif

#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "../common/commands.h"

enum { FILES_OF_A_FOLDER = 1 << 24 };

/* ---- reading ---- */

typedef struct loader {
    results *out;
    const char *folder;
    int exit_code;
    size_t file;
} loader;

static bool known_status(const char *status)
{
    for (int i = 0; i <= R3D_GOLDEN_ERROR; i++) {
        if (strcmp(r3d_golden_status_name((r3d_golden_status)i), status) == 0) {
            return true;
        }
    }
    return false;
}

/* Fills an entry from its line; false when the line is none of ours. */
static bool fill_entry(result_entry *entry, json *line)
{
    entry->line = line;
    entry->suite = json_get_string(line, "suite");
    entry->name = json_get_string(line, "name");
    entry->status = json_get_string(line, "status");
    entry->kind = json_get_string(line, "kind");
    entry->variant = json_get_string(line, "variant");
    entry->root = json_get_string(line, "root");
    entry->passed = json_get_bool(line, "passed");
    entry->diff = json_get(line, "diff");
    entry->mismatches = (int64_t)json_get_number(entry->diff, "mismatches");
    /* Names become paths, so they are checked again: the file may come from anywhere. */
    return json_get_number(line, "version") > 0.0 && r3d_golden_name_valid(entry->suite) &&
           r3d_golden_name_valid(entry->name) && known_status(entry->status) &&
           (entry->variant[0] == '\0' ||
            (r3d_golden_name_valid(entry->variant) && strchr(entry->variant, '/') == NULL)) &&
           (strcmp(entry->kind, "picture") == 0 || strcmp(entry->kind, "i32") == 0 ||
            strcmp(entry->kind, "text") == 0);
}

static bool add_entry(results *out, const result_entry *entry)
{
    if (out->count == out->capacity) {
        size_t capacity = out->capacity == 0 ? 64 : out->capacity * 2;
        result_entry *entries = realloc(out->entries, capacity * sizeof *entries);
        if (entries == NULL) {
            return false;
        }
        out->entries = entries;
        out->capacity = capacity;
    }
    out->entries[out->count++] = *entry;
    return true;
}

/* A process that was killed or found the disk full leaves half a line: the others count. */
static bool read_lines(loader *l, const char *path, char *text, size_t size)
{
    size_t number = 1;
    l->file++;
    int64_t changed = r3d_file_get_changed_ns(path);
    for (char *line = text; line < text + size; number++) {
        char *end = memchr(line, '\n', (size_t)(text + size - line));
        size_t length = (size_t)((end != NULL ? end : text + size) - line);
        result_entry entry;
        memset(&entry, 0, sizeof entry);
        json *value = length != 0 ? json_read(line, length) : NULL;
        if (value != NULL && json_get(value, "run") != NULL) {
            const bool taken = runs_take(&l->out->runs, value, l->file, changed);
            json_free(value);
            value = NULL;
            if (taken) {
                line += length + 1;
                continue;
            }
        }
        bool good = value != NULL && fill_entry(&entry, value) &&
                    runs_take_check(&l->out->runs, l->file, entry.suite, entry.kind, entry.name);
        if (length != 0 && !good) {
            json_free(value);
            fprintf(stderr, "%s:%zu: not a result line\n", path, number);
            l->out->unreadable++;
        }
        entry.folder = l->folder;
        entry.changed = changed;
        if (good && !add_entry(l->out, &entry)) {
            json_free(value);
            fprintf(stderr, "%s: out of memory\n", path);
            l->exit_code = R3D_EXIT_INPUT;
            return false;
        }
        line += length + 1;
    }
    return true;
}

static bool visit_file(const char *name, void *user)
{
    loader *l = user;
    char path[RESULT_PATH_MAX];
    void *data;
    size_t size;
    r3d_error error;
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, ".jsonl") != 0) {
        return true;
    }
    if (snprintf(path, sizeof path, "%s/results/%s", l->folder, name) >= (int)sizeof path) {
        return true;
    }
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        l->out->unreadable++;
        return true;
    }
    bool good = read_lines(l, path, data, size);
    free(data);
    return good;
}

/* By suite, name and kind. Sorting is stable: results of one golden stay in the order of the
 * folders, and lines of one file in theirs. */
static int compare_entries(const void *left, const void *right)
{
    const result_entry *a = left;
    const result_entry *b = right;
    int order = strcmp(a->suite, b->suite);
    order = order != 0 ? order : strcmp(a->name, b->name);
    return order != 0 ? order : strcmp(a->kind, b->kind);
}

/* Sorts stably by merging, so that of equal goldens the later line stays later. */
static void merge_sort(result_entry *entries, result_entry *scratch, size_t count)
{
    if (count < 2) {
        return;
    }
    size_t half = count / 2;
    merge_sort(entries, scratch, half);
    merge_sort(entries + half, scratch, count - half);
    memcpy(scratch, entries, count * sizeof *entries);
    size_t i = 0;
    size_t j = half;
    for (size_t k = 0; k < count; k++) {
        bool left = j == count || (i < half && compare_entries(&scratch[i], &scratch[j]) <= 0);
        entries[k] = left ? scratch[i++] : scratch[j++];
    }
}

/* Whether the second of two results of one golden takes the place of the first: of one folder the
 * one written last, as tests run again; of several folders the failure, as no machine's success may
 * hide another one's failure. */
static bool replaces(const result_entry *first, const result_entry *second, bool same_folder)
{
    return same_folder ? second->changed >= first->changed : first->passed && !second->passed;
}

static void keep_one_of_each(results *r, bool of_each_folder)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        result_entry *last = kept != 0 ? &r->entries[kept - 1] : NULL;
        result_entry *next = &r->entries[i];
        bool same_folder = last != NULL && last->folder == next->folder;
        if (last == NULL || compare_entries(last, next) != 0 || (of_each_folder && !same_folder)) {
            r->entries[kept++] = *next;
        } else if (replaces(last, next, same_folder)) {
            json_free(last->line);
            *last = *next;
        } else {
            json_free(next->line);
        }
    }
    r->count = kept;
}

int results_load(results *out, const char *const *folders, size_t folder_count)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < folder_count; i++) {
        char path[RESULT_PATH_MAX];
        loader l = {out, folders[i], R3D_EXIT_OK, i * FILES_OF_A_FOLDER};
        if (r3d_path_get_kind(folders[i]) != R3D_PATH_FOLDER) {
            fprintf(stderr, "%s: no such folder\n", folders[i]);
            return R3D_EXIT_INPUT;
        }
        if (snprintf(path, sizeof path, "%s/results", folders[i]) >= (int)sizeof path) {
            return R3D_EXIT_INPUT;
        }
        if (r3d_path_get_kind(path) != R3D_PATH_NONE &&
            r3d_folder_list(path, NULL, visit_file, &l, NULL) != R3D_OK) {
            fprintf(stderr, "%s: the folder cannot be read\n", path);
            l.exit_code = R3D_EXIT_INPUT;
        }
        if (l.exit_code != R3D_EXIT_OK) {
            return l.exit_code;
        }
    }
    if (out->count > 1) {
        result_entry *scratch = malloc(out->count * sizeof *scratch);
        if (scratch == NULL) {
            fprintf(stderr, "retro3d golden: out of memory\n");
            return R3D_EXIT_INPUT;
        }
        merge_sort(out->entries, scratch, out->count);
        free(scratch);
        keep_one_of_each(out, true);
        keep_one_of_each(out, false);
    }
    return R3D_EXIT_OK;
}

int results_exit_code(const results *r)
{
    return r->unreadable != 0 ? R3D_EXIT_INPUT : r->count == 0 ? R3D_EXIT_DIFFERS : R3D_EXIT_OK;
}

bool results_are_incomplete(const results *r, const char *who)
{
    char why[256];
    for (size_t i = 0; i < r->count; i++) {
        if (!r->entries[i].passed) {
            fprintf(stderr,
                    "%s: suite %s is not complete: %s failed, and what comes after a failed check "
                    "is not run\n",
                    who, r->entries[i].suite, r->entries[i].name);
            return true;
        }
    }
    for (size_t i = 0; i < r->count + r->runs.count; i++) {
        const char *suite = i < r->count ? r->entries[i].suite : r->runs.runs[i - r->count].suite;
        if (i > 0 && i < r->count && strcmp(suite, r->entries[i - 1].suite) == 0) {
            continue;
        }
        if (runs_are_incomplete(&r->runs, suite, why, sizeof why)) {
            fprintf(stderr, "%s: suite %s is not complete: %s\n", who, suite, why);
            return true;
        }
    }
    if (runs_miss_a_test(&r->runs, why, sizeof why)) {
        fprintf(stderr,
                "%s: test %s of the build has no results: it did not run, or crashed at once\n",
                who, why);
        return true;
    }
    return false;
}

void results_free(results *r)
{
    runs_free(&r->runs);
    for (size_t i = 0; i < r->count; i++) {
        json_free(r->entries[i].line);
    }
    free(r->entries);
    memset(r, 0, sizeof *r);
}

/* ---- paths and groups ---- */

bool result_artefact(const result_entry *entry, const char *ending, char *out_path)
{
    return snprintf(out_path, RESULT_PATH_MAX, "%s/%s/%s%s", entry->folder, entry->suite,
                    entry->name, ending) < RESULT_PATH_MAX;
}

const char *result_ending(const result_entry *entry)
{
    return strcmp(entry->kind, "i32") == 0    ? ".i32.txt"
           : strcmp(entry->kind, "text") == 0 ? ".txt"
                                              : ".png";
}

const char *const *result_artefact_endings(const result_entry *entry, size_t *out_count)
{
    static const char *const pictures[] = {
        ".actual.png", ".expected.png", ".diff.png",   ".circled.png", ".triptych.png",
        ".owner.png",  ".zoom-1.png",   ".zoom-2.png", ".zoom-3.png",  ".zoom-4.png"};
    static const char *const tables[] = {".actual.i32.txt", ".expected.i32.txt"};
    static const char *const texts[] = {".actual.txt", ".expected.txt"};
    const bool is_picture = strcmp(entry->kind, "picture") == 0;
    *out_count = is_picture ? sizeof pictures / sizeof pictures[0] : 2;
    return is_picture ? pictures : strcmp(entry->kind, "i32") == 0 ? tables : texts;
}

bool result_golden(const result_entry *entry, const char *root, char *out_path)
{
    return snprintf(out_path, RESULT_PATH_MAX, "%s/%s/%s%s%s%s", root != NULL ? root : entry->root,
                    entry->suite, entry->name, entry->variant[0] != '\0' ? "@" : "", entry->variant,
                    result_ending(entry)) < RESULT_PATH_MAX;
}

const char *result_group(const result_entry *entry)
{
    const char *s = entry->status;
    if (strcmp(s, "differs") == 0 || strcmp(s, "unexpected-pass") == 0) {
        return "failed";
    }
    if (strcmp(s, "refused") == 0) {
        return "error";
    }
    return s;
}

bool result_is_bad(const result_entry *entry)
{
    return !entry->passed || (strcmp(entry->status, "passed") != 0);
}

char *result_real_path(const char *path)
{
#if defined(_WIN32)
    return _fullpath(NULL, path, 0);
#else
    return realpath(path, NULL);
#endif
}

static bool glob(const char *pattern, const char *text)
{
    const char *star = NULL;
    const char *retry = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

bool result_matches(const result_entry *entry, const char *pattern)
{
    char full[512];
    snprintf(full, sizeof full, "%s/%s", entry->suite, entry->name);
    return glob(pattern, full);
}

/* ---- the artefact root ---- */

typedef struct search {
    char *found;
    int count;
} search;

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    if (copy != NULL) {
        memcpy(copy, text, strlen(text) + 1);
    }
    return copy;
}

static void consider(search *s, const char *path)
{
    if (r3d_path_get_kind(path) == R3D_PATH_FOLDER) {
        s->count++;
        free(s->found);
        s->found = copy_text(path);
    }
}

static bool visit_build(const char *name, void *user)
{
    char path[RESULT_PATH_MAX];
    if (snprintf(path, sizeof path, "build/%s/golden-out", name) < (int)sizeof path) {
        consider(user, path);
    }
    return true;
}

char *results_find_folder(const char *given)
{
    const char *named[2] = {given, getenv("R3D_GOLDEN_OUT")};
    for (int i = 0; i < 2; i++) {
        if (named[i] != NULL && named[i][0] != '\0') {
            return copy_text(named[i]);
        }
    }
    search s = {NULL, 0};
    consider(&s, "golden-out");
    consider(&s, "build/golden-out");
    (void)r3d_folder_list("build", NULL, visit_build, &s, NULL);
    if (s.count == 1) {
        return s.found;
    }
    free(s.found);
    fprintf(stderr, "retro3d golden: %s; name it with --out or R3D_GOLDEN_OUT\n",
            s.count == 0 ? "no folder of results (golden-out) here or in build/"
                         : "several folders golden-out here and in build/");
    return NULL;
}
