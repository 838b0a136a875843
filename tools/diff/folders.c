/* SPDX-License-Identifier: MIT */
/* See folders.h. */

#include "folders.h"
#include "page.h"
#include "put_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "../common/commands.h"
#include "../common/jobs.h"

enum { PATH_SIZE = 4096, DEPTH_MAX = 32 };

typedef struct path_list {
    char **paths; /* relative */
    size_t count;
    size_t capacity;
} path_list;

typedef struct walker {
    const char *folder;
    char below[PATH_SIZE]; /* "" or "a/b/" */
    int depth;
    path_list *list;
    path_list *unread; /* folders that could not be read, relative, "a/b/" */
    r3d_diff_text *errors;
    bool no_memory;
} walker;

static bool is_picture(const char *name)
{
    static const char *const endings[] = {".png", ".bmp", ".tga", ".gif",  ".ppm",
                                          ".pgm", ".pam", ".jpg", ".jpeg", ".pnm"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t size = strlen(endings[i]);
        size_t same = 0;
        while (length > size && same < size &&
               tolower((unsigned char)name[length - size + same]) == endings[i][same]) {
            same++;
        }
        if (length > size && same == size) {
            return true;
        }
    }
    return false;
}

static bool add_path(path_list *list, const char *path)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        char **paths = realloc(list->paths, capacity * sizeof *paths);
        if (paths == NULL) {
            return false;
        }
        list->paths = paths;
        list->capacity = capacity;
    }
    size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, path, size);
    list->paths[list->count++] = copy;
    return true;
}

static void walk(walker *w, const char *path);

/* Whether a folder is one of those that lead to it. */
static bool leads_back(const walker *w, const char *path)
{
    char above[PATH_SIZE];
    if (r3d_file_is_same(path, w->folder)) {
        return true;
    }
    for (const char *at = strchr(w->below, '/'); at != NULL; at = strchr(at + 1, '/')) {
        snprintf(above, sizeof above, "%s/%.*s", w->folder, (int)(at - w->below), w->below);
        if (r3d_file_is_same(path, above)) {
            return true;
        }
    }
    return false;
}

/* Notes a folder that is not looked at: "a/b/" relative, "" for the whole. */
static void give_up(walker *w, const char *relative)
{
    w->no_memory = !add_path(w->unread, relative) || w->no_memory;
}

static bool visit(const char *entry, void *user)
{
    walker *w = user;
    char path[PATH_SIZE];
    char relative[PATH_SIZE];
    size_t length = strlen(w->below);
    if (snprintf(path, sizeof path, "%s/%s%s", w->folder, w->below, entry) >=
            (int)sizeof path - 1 ||
        snprintf(relative, sizeof relative, "%s%s/", w->below, entry) >= (int)sizeof relative) {
        put_words_format(w->errors, "%s/%s: a path in it is too long\n", w->folder, w->below);
        give_up(w, w->below);
        return true;
    }
    if (r3d_path_get_kind(path) != R3D_PATH_FOLDER) {
        relative[length + strlen(entry)] = '\0';
        if (is_picture(entry)) {
            w->no_memory = !add_path(w->list, relative) || w->no_memory;
        }
        return !w->no_memory;
    }
    if (leads_back(w, path)) {
        put_words_format(w->errors,
                         "%s: leads back to a folder that it lies in; it is not followed\n", path);
        return true;
    }
    if (w->depth == DEPTH_MAX) {
        put_words_format(w->errors, "%s: lies below %d folders, no more are looked at\n", path,
                         (int)DEPTH_MAX);
        give_up(w, relative);
        return true;
    }
    memcpy(w->below, relative, strlen(relative) + 1);
    w->depth++;
    walk(w, path);
    w->depth--;
    w->below[length] = '\0';
    return !w->no_memory;
}

/* Lists a folder; one that cannot be read is told, and the walk goes on. */
static void walk(walker *w, const char *path)
{
    r3d_error error;
    if (r3d_folder_list(path, NULL, visit, w, &error) != R3D_OK) {
        put_words_format(w->errors, "%s: %s\n", path, error.message);
        give_up(w, w->below);
    }
}

static bool list_pictures(const char *folder, path_list *list, path_list *unread,
                          r3d_diff_text *errors)
{
    walker w;
    memset(&w, 0, sizeof w);
    w.folder = folder;
    w.list = list;
    w.unread = unread;
    w.errors = errors;
    walk(&w, folder);
    return !w.no_memory;
}

static void free_list(path_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->paths[i]);
    }
    free(list->paths);
}

/* ---- the work ---- */

typedef struct task {
    const char *relative;
    bool in_expected;
    bool in_actual;
    bool unknown; /* the other folder may have it, but it could not be read there */
    int exit_code;
    r3d_diff_text out;
    r3d_diff_text errors;
} task;

/* Pairs; each is worked on by one thread. */
typedef struct work_list {
    const diff_pair *common;
    task *tasks;
    size_t count;
} work_list;

static void run_task(const work_list *p, task *t)
{
    char expected[PATH_SIZE];
    char actual[PATH_SIZE];
    char output[PATH_SIZE];
    diff_pair pair = *p->common;
    if (snprintf(expected, sizeof expected, "%s/%s", p->common->expected, t->relative) >=
            (int)sizeof expected ||
        snprintf(actual, sizeof actual, "%s/%s", p->common->actual, t->relative) >=
            (int)sizeof actual ||
        snprintf(output, sizeof output, "%s/%s.diff.png",
                 p->common->output != NULL ? p->common->output : "",
                 t->relative) >= (int)sizeof output) {
        put_words_format(&t->errors, "%s: the path is too long\n", t->relative);
        t->exit_code = R3D_EXIT_INPUT;
        return;
    }
    pair.expected = expected;
    pair.actual = actual;
    pair.output = p->common->output != NULL ? output : NULL;
    if (pair.output == NULL && p->common->html != NULL) {
        /* For the page; removed when that is made. */
        snprintf(output, sizeof output, "%s.retro3d-%zu.tmp.png", p->common->html,
                 (size_t)(t - p->tasks));
        pair.output = output;
        pair.passing_output = true;
    }
    pair.threads = 1;
    if (pair.output != NULL && r3d_folder_make_of(output, NULL) != R3D_OK) {
        put_words_format(&t->errors, "%s: its folder cannot be made\n", output);
        t->exit_code = R3D_EXIT_OUTPUT;
        return;
    }
    if (!pair.quiet && !pair.json) {
        put_words_format(&t->out, "%s: ", t->relative);
    }
    t->exit_code = diff_pair_run(&pair, &t->out, &t->errors);
    if (t->exit_code == R3D_EXIT_INPUT && !pair.json && t->out.data != NULL) {
        t->out.data[0] = '\0'; /* the error names the file */
    }
}

static void work(job_queue *queue, void *user)
{
    const work_list *p = user;
    for (size_t i; (i = job_queue_next(queue)) < p->count;) {
        if (p->tasks[i].in_expected && p->tasks[i].in_actual) {
            run_task(p, &p->tasks[i]);
        }
    }
}

static bool lies_below(const char *path, const path_list *folders)
{
    for (size_t i = 0; i < folders->count; i++) {
        if (strncmp(path, folders->paths[i], strlen(folders->paths[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Joins the two sorted lists. */
static size_t make_tasks(const path_list *expected, const path_list *actual,
                         const path_list unread[2], task *tasks)
{
    size_t count = 0;
    size_t i = 0;
    size_t j = 0;
    while (i < expected->count || j < actual->count) {
        int order = i == expected->count ? 1
                    : j == actual->count ? -1
                                         : strcmp(expected->paths[i], actual->paths[j]);
        task *t = &tasks[count++];
        memset(t, 0, sizeof *t);
        t->in_expected = order <= 0;
        t->in_actual = order >= 0;
        t->relative = order <= 0 ? expected->paths[i] : actual->paths[j];
        t->unknown = (!t->in_expected && lies_below(t->relative, &unread[0])) ||
                     (!t->in_actual && lies_below(t->relative, &unread[1]));
        i += order <= 0 ? 1 : 0;
        j += order >= 0 ? 1 : 0;
    }
    return count;
}

/* The JSON line of a picture that one folder alone has: the other one is null. */
static void put_one_sided(const diff_pair *common, task *t)
{
    char path[PATH_SIZE];
    const char *folder = t->in_expected ? common->expected : common->actual;
    snprintf(path, sizeof path, "%s/%s", folder, t->relative);
    put_text(&t->out, "{\"expected\":");
    if (t->in_expected) {
        r3d_diff_text_json_string(&t->out, path);
    }
    put_text(&t->out, t->in_expected ? ",\"actual\":null" : "null,\"actual\":");
    if (!t->in_expected) {
        r3d_diff_text_json_string(&t->out, path);
    }
    put_text(&t->out, ",\"diff\":{\"verdict\":\"missing\"}}\n");
}

static void put_on_page(const diff_pair *common, const work_list *p, size_t index,
                        r3d_diff_text *page)
{
    const task *t = &p->tasks[index];
    char expected[PATH_SIZE];
    char actual[PATH_SIZE];
    char output[PATH_SIZE];
    snprintf(expected, sizeof expected, "%s/%s", common->expected, t->relative);
    snprintf(actual, sizeof actual, "%s/%s", common->actual, t->relative);
    if (common->output != NULL) {
        snprintf(output, sizeof output, "%s/%s.diff.png", common->output, t->relative);
    } else {
        snprintf(output, sizeof output, "%s.retro3d-%zu.tmp.png", common->html, index);
    }
    if (t->exit_code != R3D_EXIT_OK) {
        const char *words = t->out.data != NULL && t->out.data[0] != '\0' ? t->out.data
                            : t->errors.data != NULL                      ? t->errors.data
                            : t->in_expected                              ? "only expected"
                                                                          : "only actual";
        const char *const paths[3] = {
            t->in_expected ? expected : NULL, t->in_actual ? actual : NULL,
            t->in_expected && t->in_actual && r3d_path_get_kind(output) == R3D_PATH_FILE ? output
                                                                                         : NULL};
        page_pair(page, t->relative, words, paths);
    }
    if (common->output == NULL && t->in_expected && t->in_actual) {
        (void)remove(output);
    }
}

static int print_tasks(const diff_pair *common, const work_list *p)
{
    r3d_diff_text page;
    memset(&page, 0, sizeof page);
    if (common->html != NULL) {
        page_begin(&page, common->expected, common->actual);
    }
    int trouble = R3D_EXIT_OK;
    size_t differing = 0;
    size_t failed = 0;
    size_t seen = 0;
    for (size_t i = 0; i < p->count; i++) {
        task *t = &p->tasks[i];
        if (t->unknown) {
            continue;
        }
        if (!t->in_expected || !t->in_actual) {
            t->exit_code = R3D_EXIT_DIFFERS;
            if (!common->quiet && common->json) {
                put_one_sided(common, t);
            } else if (!common->quiet) {
                printf("%s: only in %s\n", t->relative,
                       t->in_expected ? common->expected : common->actual);
            }
        }
        fputs(t->out.data != NULL ? t->out.data : "", stdout);
        fputs(t->errors.data != NULL ? t->errors.data : "", stderr);
        if ((t->exit_code == R3D_EXIT_INPUT || t->exit_code == R3D_EXIT_OUTPUT ||
             t->exit_code == R3D_EXIT_USAGE) &&
            t->exit_code > trouble) {
            trouble = t->exit_code;
        }
        if (common->html != NULL) {
            put_on_page(common, p, i, &page);
        }
        bool compared = t->exit_code != R3D_EXIT_INPUT && t->exit_code != R3D_EXIT_USAGE;
        seen++;
        failed += compared ? 0 : 1;
        differing += compared && t->exit_code != R3D_EXIT_OK ? 1 : 0;
        r3d_diff_text_free(&t->out);
        r3d_diff_text_free(&t->errors);
    }
    if (!common->quiet && !common->json) {
        printf("%zu pictures, %zu differ", seen, differing);
        if (failed != 0) {
            printf(", %zu could not be compared", failed);
        }
        printf("\n");
    }
    if (common->html != NULL && !page_end(&page, common->html, seen, differing)) {
        trouble = R3D_EXIT_OUTPUT;
    }
    r3d_diff_text_free(&page);
    return trouble != R3D_EXIT_OK ? trouble : differing != 0 ? R3D_EXIT_DIFFERS : R3D_EXIT_OK;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

int diff_folders(const diff_pair *common, int jobs)
{
    path_list expected = {NULL, 0, 0};
    path_list actual = {NULL, 0, 0};
    path_list unread[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    r3d_diff_text errors;
    int exit_code = R3D_EXIT_INPUT;
    memset(&errors, 0, sizeof errors);
    bool listed = list_pictures(common->expected, &expected, &unread[0], &errors);
    listed = list_pictures(common->actual, &actual, &unread[1], &errors) && listed;
    task *tasks = calloc(expected.count + actual.count + 1, sizeof *tasks);
    if (!listed || tasks == NULL) {
        fprintf(stderr, "retro3d diff: out of memory\n");
    } else if (expected.count + actual.count == 0 && unread[0].count + unread[1].count == 0) {
        fprintf(stderr, "%s and %s: no pictures in either folder\n", common->expected,
                common->actual);
    } else {
        work_list p;
        memset(&p, 0, sizeof p);
        /* Walking sorts within folders; "a-b" and "a/b" need the order of whole paths. */
        if (expected.count != 0) {
            qsort(expected.paths, expected.count, sizeof *expected.paths, compare_names);
        }
        if (actual.count != 0) {
            qsort(actual.paths, actual.count, sizeof *actual.paths, compare_names);
        }
        p.common = common;
        p.tasks = tasks;
        p.count = make_tasks(&expected, &actual, unread, tasks);
        job_queue_run(jobs, p.count, work, NULL, &p);
        exit_code = print_tasks(common, &p);
        if (unread[0].count + unread[1].count != 0 && exit_code != R3D_EXIT_OUTPUT) {
            exit_code = R3D_EXIT_INPUT; /* something was not compared */
        }
    }
    fputs(errors.data != NULL ? errors.data : "", stderr);
    r3d_diff_text_free(&errors);
    free(tasks);
    free_list(&expected);
    free_list(&actual);
    free_list(&unread[0]);
    free_list(&unread[1]);
    return exit_code;
}
