/* SPDX-License-Identifier: MIT */
/* See runs.h. */

#include "runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/golden.h>

#include "../diff/put_text.h"

/* ---- lists of words, each followed by a zero ---- */

static char *copy(const char *text)
{
    char *made = malloc(strlen(text) + 1);
    return made != NULL ? memcpy(made, text, strlen(text) + 1) : NULL;
}

static bool add_word(char **words, size_t *size, const char *first, const char *second)
{
    const size_t length = strlen(first) + strlen(second) + (second[0] != '\0' ? 2 : 1);
    char *grown = realloc(*words, *size + length);
    if (grown == NULL) {
        return false;
    }
    snprintf(grown + *size, length, "%s%s%s", first, second[0] != '\0' ? " " : "", second);
    *words = grown;
    *size += length;
    return true;
}

static bool has_word(const char *words, size_t size, const char *word)
{
    for (size_t at = 0; at < size; at += strlen(words + at) + 1) {
        if (strcmp(words + at, word) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_all_words(const char *words, size_t size, const char *wanted, size_t wanted_size)
{
    for (size_t at = 0; at < wanted_size; at += strlen(wanted + at) + 1) {
        if (!has_word(words, size, wanted + at)) {
            return false;
        }
    }
    return true;
}

/* ---- reading ---- */

static void free_run(result_run *run)
{
    free(run->suite);
    free(run->test);
    free(run->tests);
    free(run->names);
    free(run->why);
}

static bool read_words(const json *array, char **words, size_t *size)
{
    for (size_t i = 0; i < json_count(array); i++) {
        const json *entry = json_at(array, i);
        if (entry->kind != JSON_STRING || !add_word(words, size, entry->string, "")) {
            return false;
        }
    }
    return true;
}

static bool begin(result_runs *runs, const json *line, size_t file, int64_t changed)
{
    if (runs->count == runs->capacity) {
        const size_t capacity = runs->capacity == 0 ? 64 : runs->capacity * 2;
        result_run *grown = realloc(runs->runs, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        runs->runs = grown;
        runs->capacity = capacity;
    }
    result_run *run = &runs->runs[runs->count];
    memset(run, 0, sizeof *run);
    run->suite = copy(json_get_string(line, "suite"));
    run->test = copy(json_get_string(line, "test"));
    run->file = file;
    run->changed = changed;
    if (run->suite == NULL || run->test == NULL ||
        !read_words(json_get(line, "tests"), &run->tests, &run->tests_size) ||
        !read_words(json_get(line, "names"), &run->names, &run->names_size)) {
        free_run(run);
        return false;
    }
    runs->count++;
    return true;
}

static bool end(result_run *run, const json *line)
{
    run->ended = true;
    if (!json_get_bool(line, "complete")) {
        run->why = copy(json_get_string(line, "why"));
        return run->why != NULL;
    }
    return true;
}

/* The run of a suite in a file that has not ended; NULL when there is none. */
static result_run *find_open(result_runs *runs, size_t file, const char *suite)
{
    for (size_t i = runs->count; i > 0; i--) {
        result_run *run = &runs->runs[i - 1];
        if (run->file == file && !run->ended && !run->is_last && strcmp(run->suite, suite) == 0) {
            return run;
        }
    }
    return NULL;
}

bool runs_take(result_runs *runs, const json *line, size_t file, int64_t changed)
{
    const char *what = json_get_string(line, "run");
    const char *suite = json_get_string(line, "suite");
    if (!r3d_golden_name_valid(suite)) {
        return false;
    }
    if (strcmp(what, "end") == 0) {
        result_run *run = find_open(runs, file, suite);
        return run == NULL || end(run, line); /* its beginning could not be written */
    }
    if ((strcmp(what, "begin") != 0 && strcmp(what, "whole") != 0 && strcmp(what, "last") != 0) ||
        !begin(runs, line, file, changed)) {
        return false;
    }
    result_run *run = &runs->runs[runs->count - 1];
    run->is_last = strcmp(what, "last") == 0;
    const json *ended = json_get(line, "ended");
    return strcmp(what, "whole") != 0 || (ended != NULL && !ended->truth) || end(run, line);
}

bool runs_take_check(result_runs *runs, size_t file, const char *suite, const char *kind,
                     const char *name)
{
    result_run *run = find_open(runs, file, suite);
    return run == NULL || add_word(&run->names, &run->names_size, kind, name);
}

void runs_free(result_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        free_run(&runs->runs[i]);
    }
    free(runs->runs);
    memset(runs, 0, sizeof *runs);
}

/* ---- asking ---- */

static bool is_later(const result_runs *runs, size_t index, size_t other)
{
    return runs->runs[index].changed != runs->runs[other].changed
               ? runs->runs[index].changed > runs->runs[other].changed
               : index > other;
}

static bool is_complete(const result_run *run)
{
    return run->ended && run->why == NULL;
}

/* Whether a later run says the same and more: a complete one that checked all that this one had checked, or the
 * last check of those that are made one by one. */
static bool is_made_good(const result_runs *runs, size_t index)
{
    const result_run *run = &runs->runs[index];
    for (size_t i = 0; i < runs->count; i++) {
        const result_run *other = &runs->runs[i];
        if (i == index || strcmp(other->suite, run->suite) != 0 ||
            !(other->is_last ? other->changed >= run->changed : is_later(runs, i, index))) {
            continue;
        }
        if (other->is_last ? run->why != NULL && strcmp(run->why, RUN_OF_ONE_FILE) == 0
                           : is_complete(other) && has_all_words(other->names, other->names_size,
                                                                 run->names, run->names_size)) {
            return true;
        }
    }
    return false;
}

bool runs_are_incomplete(const result_runs *runs, const char *suite, char *out_why, size_t size)
{
    bool any = false;
    for (size_t i = 0; i < runs->count; i++) {
        const result_run *run = &runs->runs[i];
        if (run->is_last || strcmp(run->suite, suite) != 0) {
            continue;
        }
        any = true;
        if (!is_complete(run) && !is_made_good(runs, i)) {
            snprintf(out_why, size, "%s",
                     run->ended ? run->why : "a run of it did not end: it crashed or was stopped");
            return true;
        }
    }
    if (!any) {
        snprintf(out_why, size, "no result says that a run of it ended");
    }
    return !any;
}

bool runs_miss_a_test(const result_runs *runs, char *out_name, size_t size)
{
    const result_run *latest = NULL;
    for (size_t i = 0; i < runs->count; i++) {
        const result_run *run = &runs->runs[i];
        if (run->tests != NULL && (latest == NULL || run->changed >= latest->changed)) {
            latest = run;
        }
    }
    for (size_t at = 0; latest != NULL && at < latest->tests_size;
         at += strlen(latest->tests + at) + 1) {
        bool found = false;
        for (size_t i = 0; i < runs->count && !found; i++) {
            found = strcmp(runs->runs[i].test, latest->tests + at) == 0;
        }
        if (!found) {
            snprintf(out_name, size, "%s", latest->tests + at);
            return true;
        }
    }
    return false;
}

/* ---- writing ---- */

static void put_words(r3d_diff_text *text, const char *key, const char *words, size_t size)
{
    put_text_format(text, ",\"%s\":[", key);
    for (size_t at = 0; at < size; at += strlen(words + at) + 1) {
        put_text(text, at == 0 ? "" : ",");
        r3d_diff_text_json_string(text, words + at);
    }
    put_text(text, "]");
}

void runs_put(const result_runs *runs, r3d_diff_text *text)
{
    for (size_t i = 0; i < runs->count; i++) {
        const result_run *run = &runs->runs[i];
        const bool made_good = !is_complete(run) && is_made_good(runs, i);
        put_text(text, "{\"version\":1,\"suite\":");
        r3d_diff_text_json_string(text, run->suite);
        put_text(text, run->is_last ? ",\"run\":\"last\"" : ",\"run\":\"whole\",\"test\":");
        if (!run->is_last) {
            r3d_diff_text_json_string(text, run->test);
            if (run->tests != NULL) {
                put_words(text, "tests", run->tests, run->tests_size);
            }
            put_words(text, "names", run->names, run->names_size);
            put_text_format(text, ",\"ended\":%s,\"complete\":%s",
                            run->ended || made_good ? "true" : "false",
                            is_complete(run) || made_good ? "true" : "false");
            if (run->why != NULL && !made_good) {
                put_text(text, ",\"why\":");
                r3d_diff_text_json_string(text, run->why);
            }
        }
        put_text(text, "}\n");
    }
}
