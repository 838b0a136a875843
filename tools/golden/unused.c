/* SPDX-License-Identifier: MIT */
/* See unused.h. */

#include "unused.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>

#include "walk.h"

typedef struct unused_search {
    const results *found;
    const char *suite;  /* NULL: the folder is a golden root */
    const char *folder; /* that is walked */
    char *gathered;     /* words of display lists and of what they name, each between zeros */
    size_t gathered_size;
    size_t gathered_capacity;
    char *named; /* the copy of it into which `words` points */
    size_t named_size;
    const char **words; /* those of `named` when it was sorted last, in order */
    size_t word_count;
    removal *plan; /* NULL: nothing is to be removed */
    int count;
    int failed;
} unused_search;

/* A folder below a suite's may belong to another suite, "a/b" beside "a". */
static bool belongs_to_other_suite(const unused_search *s, const char *name)
{
    size_t own = strlen(s->suite);
    for (size_t i = 0; i < s->found->count; i++) {
        const char *other = s->found->entries[i].suite;
        size_t length = strlen(other);
        if (length > own && memcmp(other, s->suite, own) == 0 && other[own] == '/' &&
            strncmp(name, other + own + 1, length - own - 1) == 0 &&
            name[length - own - 1] == '/') {
            return true;
        }
    }
    return false;
}

static bool was_used(const unused_search *s, const char *name, walk_kind kind)
{
    const char *wanted = kind == WALK_I32 ? "i32" : kind == WALK_TEXT ? "text" : "picture";
    for (size_t i = 0; i < s->found->count; i++) {
        const result_entry *e = &s->found->entries[i];
        if (strcmp(e->suite, s->suite) == 0 && strcmp(e->name, name) == 0 &&
            strcmp(e->kind, wanted) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a path below a golden root lies in a suite of which a test ran. */
static bool belongs_to_a_suite(const unused_search *s, const char *name)
{
    for (size_t i = 0; i < s->found->count; i++) {
        const char *suite = s->found->entries[i].suite;
        size_t length = strlen(suite);
        if (strncmp(name, suite, length) == 0 && name[length] == '/') {
            return true;
        }
    }
    return false;
}

/* In a golden root only files of folders are goldens, and notes of a suite lie deeper there. */
static bool is_golden_below_root(walk_kind kind, const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash != NULL &&
           !(kind == WALK_TEXT && (strcmp(slash, "/goldens") == 0 || strcmp(slash, "/xfail") == 0));
}

/* ---- what is in use without a result, and what is ours ---- */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static int compare_words(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool sort_words(unused_search *s)
{
    free(s->words);
    free(s->named);
    s->words = NULL;
    s->word_count = 0;
    s->named_size = 0;
    s->named = malloc(s->gathered_size + 1);
    if (s->named == NULL) {
        return false;
    }
    if (s->gathered_size != 0) {
        memcpy(s->named, s->gathered, s->gathered_size);
    }
    s->named_size = s->gathered_size;
    size_t count = 0;
    for (size_t at = 0; at < s->named_size; at += strlen(s->named + at) + 1) {
        count += s->named[at] != '\0' ? 1 : 0;
    }
    s->words = malloc((count + 1) * sizeof *s->words);
    for (size_t at = 0; s->words != NULL && at < s->named_size; at += strlen(s->named + at) + 1) {
        if (s->named[at] != '\0') {
            s->words[s->word_count++] = s->named + at;
        }
    }
    if (s->word_count != 0) {
        qsort(s->words, s->word_count, sizeof *s->words, compare_words);
    }
    return s->words != NULL;
}

static bool is_named(const unused_search *s, const char *word, size_t length)
{
    char text[RESULT_PATH_MAX];
    const char *key = text;
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    return s->word_count != 0 &&
           bsearch(&key, s->words, s->word_count, sizeof *s->words, compare_words) != NULL;
}

/* Gathers the words of a file: some of them name files. */
static bool gather_words_of(unused_search *s, const char *path)
{
    void *data;
    size_t size;
    if (r3d_file_read(path, 0, NULL, &data, &size, NULL) != R3D_OK) {
        fprintf(stderr, "%s: cannot be read, and it may name files\n", path);
        return false;
    }
    char *text = data;
    for (size_t i = 0; i < size; i++) {
        text[i] = strchr(" \t\r\n\"'=,/\\:#", text[i]) != NULL ? '\0' : text[i];
    }
    /* Sorted words point into the old text: it stays until they are sorted again. */
    if (s->gathered_capacity - s->gathered_size < size + 1) {
        const size_t capacity = (s->gathered_size + size + 1) * 2;
        char *grown = realloc(s->gathered, capacity);
        if (grown == NULL) {
            free(data);
            return false;
        }
        s->gathered = grown;
        s->gathered_capacity = capacity;
    }
    memcpy(s->gathered + s->gathered_size, text, size + 1);
    s->gathered_size += size + 1;
    free(data);
    return true;
}

static bool gather_script(const char *path, walk_kind kind, const char *name, const char *tag,
                          void *user)
{
    const size_t length = strlen(path);
    (void)kind;
    (void)name;
    (void)tag;
    return length < 4 || strcmp(path + length - 4, ".r3d") != 0 || gather_words_of(user, path);
}

/* What a named file names in its turn, as a level its pictures: of those that are texts of moderate size. */
static bool gather_named(const char *path, walk_kind kind, const char *name, const char *tag,
                         void *user)
{
    enum { NAMED_MAX = 1 << 22 };
    static const char *const not_texts[] = {".r3d", ".png", ".wad", ".bin"};
    unused_search *s = user;
    const char *file = last_part(path);
    const char *dot = strrchr(file, '.');
    (void)kind;
    (void)name;
    (void)tag;
    for (size_t i = 0; dot != NULL && i < sizeof not_texts / sizeof not_texts[0]; i++) {
        if (strcmp(dot, not_texts[i]) == 0) {
            return true;
        }
    }
    return r3d_path_get_kind(path) != R3D_PATH_FILE || r3d_file_get_size(path) > NAMED_MAX ||
           !is_named(s, file, strlen(file)) || gather_words_of(s, path);
}

/* Whether a display list names a file of this name, or a folder in which it lies, or the file is its picture. */
static bool is_of_a_script(const unused_search *s, const char *path, const char *name)
{
    char script[RESULT_PATH_MAX];
    if (snprintf(script, sizeof script, "%s/%s.r3d", s->folder, name) < (int)sizeof script &&
        r3d_path_get_kind(script) != R3D_PATH_NONE) {
        return true;
    }
    for (const char *part = path + strlen(s->folder) + 1; *part != '\0';) {
        const size_t length = strcspn(part, "/");
        if (is_named(s, part, length)) {
            return true;
        }
        part += length + (part[length] == '/' ? 1 : 0);
    }
    return false;
}

/* Whether goldens.txt of one of the folders above a picture has a line for it. */
static bool is_in_manifest(const char *folder, const char *path)
{
    char manifest[RESULT_PATH_MAX];
    char place[RESULT_PATH_MAX];
    snprintf(place, sizeof place, "%s", path);
    for (char *slash = strrchr(place, '/');
         slash != NULL && (size_t)(slash - place) >= strlen(folder); slash = strrchr(place, '/')) {
        void *data;
        size_t size;
        bool found = false;
        const char *name = path + (slash - place) + 1;
        const size_t length = strlen(name) > 4 ? strlen(name) - 4 : 0; /* without ".png" */
        *slash = '\0';
        snprintf(manifest, sizeof manifest, "%.4000s/goldens.txt", place);
        if (r3d_file_read(manifest, 0, NULL, &data, &size, NULL) != R3D_OK) {
            continue;
        }
        const char *text = data;
        static const char head[] = "# hash ";
        for (const char *line = text; length != 0 && size > sizeof head &&
                                      memcmp(text, head, sizeof head - 1) == 0 && line != NULL &&
                                      *line != '\0' && !found;) {
            found = strncmp(line, name, length) == 0 && line[length] == ' ';
            line = strchr(line, '\n');
            line = line != NULL ? line + 1 : NULL;
        }
        free(data);
        if (found) {
            return true;
        }
    }
    return false;
}

static bool visit(const char *path, walk_kind kind, const char *name, const char *tag, void *user)
{
    unused_search *s = user;
    (void)tag;
    if (kind == WALK_OTHER || strcmp(last_part(path), "CMakeLists.txt") == 0 ||
        (s->suite != NULL ? belongs_to_other_suite(s, name) || was_used(s, name, kind)
                          : belongs_to_a_suite(s, name) || !is_golden_below_root(kind, name)) ||
        is_of_a_script(s, path, name)) {
        return true;
    }
    s->count++;
    if (s->plan == NULL) {
        printf("unused: %s\n", path);
    } else if (kind == WALK_PICTURE && is_in_manifest(s->folder, path)) {
        removal_add(s->plan, path);
    } else {
        printf("kept: %s: no manifest names it\n", path);
    }
    return true;
}

const char *unused_root(const unused_request *ask, const result_entry *entry)
{
    return ask->root != NULL ? ask->root : entry->root;
}

/* True when an earlier entry has the same root and, with `suites`, the same suite. */
static bool was_walked(const unused_request *ask, size_t index, bool suites)
{
    const result_entry *e = &ask->found->entries[index];
    for (size_t i = index; i > 0; i--) {
        const result_entry *earlier = &ask->found->entries[i - 1];
        if (strcmp(unused_root(ask, earlier), unused_root(ask, e)) == 0 &&
            (!suites || strcmp(earlier->suite, e->suite) == 0)) {
            return true;
        }
    }
    return false;
}

bool unused_is_known_root(const unused_request *ask, size_t index)
{
    return was_walked(ask, index, false);
}

/* Whether a golden was there during the run. */
static bool had_golden(const result_entry *entry)
{
    return strcmp(entry->status, "missing") != 0 && strcmp(entry->status, "error") != 0 &&
           strcmp(entry->status, "refused") != 0;
}

bool unused_is_other_root(const unused_request *ask, const char *root)
{
    char path[RESULT_PATH_MAX];
    for (size_t i = 0; i < ask->found->count; i++) {
        const result_entry *e = &ask->found->entries[i];
        if (strcmp(unused_root(ask, e), root) == 0 && had_golden(e) &&
            (!result_golden(e, root, path) || r3d_path_get_kind(path) == R3D_PATH_NONE)) {
            fprintf(stderr,
                    "%s: the goldens of the run are not here: there is no %s/%s; name their root "
                    "with --root\n",
                    root, e->suite, last_part(path));
            return true;
        }
        if (strcmp(e->root, root) != 0 && removal_is_inside(e->root, root)) {
            fprintf(stderr, "%s: holds another golden root, %s, so nothing is removed there\n",
                    root, e->root);
            return true;
        }
    }
    return false;
}

static void walk_unused(unused_search *s, const char *root, const char *folder)
{
    s->folder = folder;
    s->gathered_size = 0;
    /* Twice: what a named file names may name a file in its turn. */
    if (!walk_goldens(root, gather_script, s) || !sort_words(s) ||
        !walk_goldens(root, gather_named, s) || !sort_words(s) ||
        !walk_goldens(root, gather_named, s) || !sort_words(s) || !walk_goldens(folder, visit, s)) {
        fprintf(stderr, "%s: not all of it can be read, so it is not known what is unused\n",
                folder);
        s->failed++;
    }
}

int unused_find(const unused_request *ask, removal *plan)
{
    const results *found = ask->found;
    unused_search s;
    memset(&s, 0, sizeof s);
    s.found = found;
    s.plan = plan;
    for (size_t i = 0; i < found->count; i++) {
        const result_entry *e = &found->entries[i];
        const char *root = unused_root(ask, e);
        char folder[RESULT_PATH_MAX];
        if (root[0] == '\0' || (plan != NULL && strcmp(root, plan->root) != 0) ||
            snprintf(folder, sizeof folder, "%s/%s", root, e->suite) >= (int)sizeof folder) {
            continue;
        }
        if (r3d_path_get_kind(folder) != R3D_PATH_FOLDER) {
            /* The results are perhaps another machine's: nothing can be said then. */
            if (had_golden(e) && s.failed == 0) {
                fprintf(stderr,
                        "%s: the goldens of the run are not here; name their root with --root\n",
                        folder);
                s.failed++;
            }
        } else if (!was_walked(ask, i, true)) {
            s.suite = e->suite;
            walk_unused(&s, root, folder);
        }
        if (ask->all_suites && r3d_path_get_kind(root) == R3D_PATH_FOLDER &&
            !was_walked(ask, i, false)) {
            s.suite = NULL;
            walk_unused(&s, root, root);
        }
    }
    free(s.named);
    free(s.gathered);
    free(s.words);
    return s.failed != 0 ? -1 : s.count;
}
