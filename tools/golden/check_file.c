/* SPDX-License-Identifier: MIT */
/* retro3d golden check-file: files that a program of any language wrote are checked as the suites of C programs
 * are, with the same results, so that everything that reads results serves it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/golden.h>
#include <retro3d/io.h>
#include <retro3d/text.h>

#include "../common/commands.h"
#include "../common/options.h"
#include "../diff/diff_options.h"
#include "../diff/input.h"
#include "../diff/put_text.h"
#include "golden.h"
#include "runs.h"
#include "walk.h"

enum {
    OPTION_AS,
    OPTION_ROOT,
    OPTION_OUT,
    OPTION_LAST,
    OPTION_RAW,
    OPTION_SETTINGS, /* and what follows: settings of the comparison */
    PATH_SIZE = 4096
};

static const command_option options[] = {
    {"as", 0, "SUITE/NAME", "What it is checked as; SUITE for a folder (required)", NULL},
    {"root", 0, "DIR", "Golden root (default: R3D_GOLDEN_DIR, golden)", NULL},
    {"out", 0, "DIR", "Artefact root (default: R3D_GOLDEN_OUT, golden-out)", NULL},
    {"last", 0, NULL, "The whole suite is checked now: what was not checked is unused", NULL},
    {"raw", 0, "WxH:LAYOUT", "ACTUAL that is no PNG is a raw frame", NULL},
    {"metric", 'm', "NAME", "exact (default), tolerance, yiq or oklab", NULL},
    {"channels", 0, "NAME", "auto (default), rgb, rgba, rgba-over or alpha", NULL},
    {"tolerance", 't', "T", "Largest allowed difference, T or R,G,B,A; sets the metric",
     "!metric|metric=tolerance"},
    {"threshold", 0, "X", "Bound of yiq and oklab, 0 to 1 (default 0.1)", "metric=yiq,oklab"},
    {"background", 0, "NAME", "white (default) or checker, below transparent pixels",
     "metric=yiq,oklab"},
    {"antialias", 0, NULL, "Excuse anti-aliased pixels (yiq and oklab)", NULL},
    {"max-pixels", 0, "N", "Most mismatches (default 0)", NULL},
    {"max-ratio", 0, "X", "Most mismatches divided by compared pixels", NULL},
    {"max-cluster", 0, "N", "Most mismatches in one cluster", NULL},
    {"max-delta", 0, "N", "Largest channel difference of any mismatch", NULL},
    {"window", 0, "N:K", "At most K mismatches in any N x N window", NULL},
    {"crop-to-common", 0, NULL, "Compare the common part of pictures of different sizes", NULL},
    {"include", 0, "X,Y,W,H", "Compare only here (repeatable; negative: from right, bottom)", NULL},
    {"ignore", 0, "X,Y,W,H", "Do not compare here (repeatable)", NULL},
};

/* The settings behind OPTION_SETTINGS, as diff knows them. */
static const int settings_of[] = {
    DIFF_OPTION_METRIC,      DIFF_OPTION_CHANNELS,  DIFF_OPTION_TOLERANCE,  DIFF_OPTION_THRESHOLD,
    DIFF_OPTION_BACKGROUND,  DIFF_OPTION_ANTIALIAS, DIFF_OPTION_MAX_PIXELS, DIFF_OPTION_MAX_RATIO,
    DIFF_OPTION_MAX_CLUSTER, DIFF_OPTION_MAX_DELTA, DIFF_OPTION_WINDOW,     DIFF_OPTION_CROP,
    DIFF_OPTION_INCLUDE,     DIFF_OPTION_IGNORE};

static const command_help help = {
    "golden check-file",
    "ACTUAL --as SUITE/NAME [options]",
    "Checks a file that a program drew or wrote with its golden, as assert_golden does in C, and "
    "writes\n"
    "the same results, so that accept, report, junit, merge and prune work with them. ACTUAL is a\n"
    "picture, a table of integers (NAME.i32.txt), a text (NAME.txt), or a folder of them, which is "
    "checked\n"
    "as a whole suite: each golden of it must have its file. R3D_GOLDEN=new and update work as in "
    "C.\n"
    "Exit codes: 0 passed, 1 differs, 2 wrong usage, 3 a file cannot be read, 4 sizes differ, 5 "
    "the golden\n"
    "is missing, 6 a result or picture cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *actual;
    const char *as;
    const char *root;
    const char *out;
    bool is_last;
    r3d_picture_view raw;
    bool has_raw;
    diff_settings settings;
} request;

typedef struct session {
    const request *ask;
    r3d_golden *golden;
    const char *folder; /* of the actual files, when there are many */
    const char *suite;
    int exit_code;
} session;

/* ---- one file ---- */

/* 6 wins, for what is not written cannot be looked at; then what could not be read. */
static void add_exit_code(session *s, int exit_code)
{
    static const int order[] = {R3D_EXIT_OK,      R3D_EXIT_MISSING, R3D_EXIT_SIZES,
                                R3D_EXIT_DIFFERS, R3D_EXIT_INPUT,   R3D_EXIT_OUTPUT};
    int found = 0;
    int now = 0;
    for (int i = 0; i < 6; i++) {
        found = order[i] == exit_code ? i : found;
        now = order[i] == s->exit_code ? i : now;
    }
    s->exit_code = found > now ? exit_code : s->exit_code;
}

static int exit_code_of(const r3d_golden_report *report)
{
    static const char *const unwritten[] = {"artefact not written", "artefacts not written",
                                            "result not recorded",
                                            "not written: ", "stale artefact not removed"};
    for (const char *line = report->text.data; line != NULL;) {
        for (size_t i = 0; i < sizeof unwritten / sizeof unwritten[0]; i++) {
            if (strncmp(line, unwritten[i], strlen(unwritten[i])) == 0) {
                return R3D_EXIT_OUTPUT;
            }
        }
        const char *end = strchr(line, '\n');
        line = end != NULL ? end + 1 : NULL;
    }
    if (report->passed) {
        return R3D_EXIT_OK;
    }
    switch (report->status) {
    case R3D_GOLDEN_MISSING:
        return R3D_EXIT_MISSING;
    case R3D_GOLDEN_ERROR:
        return R3D_EXIT_INPUT;
    case R3D_GOLDEN_DIFFERS:
        return report->compared && report->diff.verdict == R3D_DIFF_LAYOUT ? R3D_EXIT_SIZES
                                                                           : R3D_EXIT_DIFFERS;
    default:
        return R3D_EXIT_DIFFERS;
    }
}

static void conclude(session *s, r3d_result result, r3d_golden_report *report, const char *name)
{
    if (result != R3D_OK) {
        fprintf(stderr, "%s: %s\n", name, r3d_result_string(result));
        add_exit_code(s, R3D_EXIT_INPUT);
    } else {
        if (report->text.length != 0) {
            fputs(report->text.data, stdout);
        } else if (s->folder == NULL) {
            printf("golden %s: %s/%s", r3d_golden_status_name(report->status), s->suite, name);
            if (report->compared && report->diff.verdict != R3D_DIFF_EQUAL) {
                r3d_diff_text words;
                memset(&words, 0, sizeof words);
                r3d_diff_describe_short(&report->diff, &words);
                printf(": %s", words.data != NULL ? words.data : "");
                r3d_diff_text_free(&words);
            }
            printf("\n");
        }
        add_exit_code(s, exit_code_of(report));
    }
    r3d_golden_report_free(report);
}

static void check_picture(session *s, const char *path, const char *name)
{
    diff_input in;
    r3d_golden_options check;
    r3d_golden_report report;
    memset(&in, 0, sizeof in);
    in.path = path;
    in.raw = s->ask->has_raw ? &s->ask->raw : NULL;
    const bool read = strcmp(path, "-") == 0 ? diff_input_read_standard(&in) : diff_input_read(&in);
    if (read) {
        diff_input_decode(0, &in);
    }
    if (!read || in.failed) { /* the check is recorded all the same: it did not pass */
        report_error(&in.error);
        memset(&in.view, 0, sizeof in.view);
    }
    r3d_golden_options_init(&check);
    check.diff = &s->ask->settings.options;
    conclude(s, r3d_golden_check(s->golden, &in.view, name, &check, &report), &report, name);
    diff_input_free(&in);
}

/* Reads whitespace-separated rows of integers, all of one length; false when they are none. */
static bool read_table(const char *text, int32_t **out_values, int32_t *out_rows,
                       int32_t *out_columns)
{
    const size_t size = strlen(text);
    int32_t *values = malloc((size / 2 + 1) * sizeof *values);
    int32_t count = 0;
    int32_t rows = 0;
    int32_t columns = 0;
    bool good = values != NULL && size / 2 < INT32_MAX;
    for (const char *line = text; good && *line != '\0';) {
        const char *end = line + strcspn(line, "\n#");
        const int32_t before = count;
        while (good && line < end) {
            const size_t length = strcspn(line, " \t\r\n#");
            good = length == 0 || r3d_text_to_i32(line, length, &values[count]) == R3D_OK;
            count += length != 0 ? 1 : 0;
            line += length != 0 ? length : 1;
        }
        if (count != before) {
            columns = rows == 0 ? count : columns;
            good = good && count - before == columns;
            rows++;
        }
        line = end + strcspn(end, "\n");
        line += *line == '\n' ? 1 : 0;
    }
    if (!good) {
        free(values);
        return false;
    }
    *out_values = values;
    *out_rows = rows;
    *out_columns = columns != 0 ? columns : 1;
    return true;
}

/* Records that there is nothing to compare, so that the check does not pass by being left out. Of the kind that it
 * would have: a later result takes the place of this one. */
static void check_nothing(session *s, walk_kind kind, const char *name)
{
    r3d_golden_report report;
    r3d_picture_view none;
    memset(&none, 0, sizeof none);
    const r3d_result result =
        kind == WALK_I32    ? r3d_golden_check_i32(s->golden, NULL, 1, 1, name, &report)
        : kind == WALK_TEXT ? r3d_golden_check_text(s->golden, NULL, name, &report)
                            : r3d_golden_check(s->golden, &none, name, NULL, &report);
    conclude(s, result, &report, name);
    add_exit_code(s, R3D_EXIT_INPUT);
}

static void check_data(session *s, const char *path, const char *name, walk_kind kind)
{
    const bool table = kind == WALK_I32;
    r3d_golden_report report;
    r3d_error error;
    void *data = NULL;
    size_t size = 0;
    int32_t *values = NULL;
    int32_t rows = 0;
    int32_t columns = 1;
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        check_nothing(s, kind, name);
        return;
    }
    if (memchr(data, '\0', size) != NULL ||
        (table && !read_table(data, &values, &rows, &columns))) {
        fprintf(stderr, "%s: %s\n", path,
                table ? "no table: rows of as many 32-bit integers each" : "a zero byte in a text");
        check_nothing(s, kind, name);
    } else if (table) {
        conclude(s, r3d_golden_check_i32(s->golden, values, rows, columns, name, &report), &report,
                 name);
    } else {
        conclude(s, r3d_golden_check_text(s->golden, data, name, &report), &report, name);
    }
    free(values);
    free(data);
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t size = strlen(ending);
    return length > size && strcmp(text + length - size, ending) == 0;
}

static void check_file(session *s, const char *path, const char *name)
{
    if (ends_with(path, ".txt")) {
        check_data(s, path, name, ends_with(path, ".i32.txt") ? WALK_I32 : WALK_TEXT);
    } else {
        check_picture(s, path, name);
    }
}

/* ---- a folder ---- */

static const char *const picture_endings[] = {".png", ".bmp", ".tga", ".gif",  ".ppm", ".pgm",
                                              ".pam", ".pnm", ".jpg", ".jpeg", ".raw"};

enum { PICTURE_ENDINGS = sizeof picture_endings / sizeof picture_endings[0] };

static const char *ending_of(walk_kind kind)
{
    return kind == WALK_I32 ? ".i32.txt" : kind == WALK_TEXT ? ".txt" : ".png";
}

static bool visit_actual(const char *path, walk_kind kind, const char *name, const char *tag,
                         void *user)
{
    session *s = user;
    char stem[PATH_SIZE];
    bool wanted = kind != WALK_OTHER;
    snprintf(stem, sizeof stem, "%s%s%s", name, tag[0] != '\0' ? "@" : "", tag);
    for (size_t i = 0; kind == WALK_OTHER && i < PICTURE_ENDINGS; i++) {
        if (ends_with(stem, picture_endings[i])) {
            stem[strlen(stem) - strlen(picture_endings[i])] = '\0';
            wanted = true;
            break;
        }
    }
    if (!wanted) {
        return true;
    }
    if (kind == WALK_MASK || kind == WALK_OWNER || kind == WALK_XFAIL ||
        !r3d_golden_name_valid(stem)) {
        fprintf(stderr, "%s: not checked, its name is none of a golden\n", path);
        add_exit_code(s, R3D_EXIT_INPUT);
        return true;
    }
    check_file(s, path, stem);
    return true;
}

/* A golden of the suite that has no file in the folder: what draws it perhaps stopped before. */
static bool visit_golden(const char *path, walk_kind kind, const char *name, const char *tag,
                         void *user)
{
    session *s = user;
    char actual[PATH_SIZE];
    (void)path;
    if ((kind != WALK_PICTURE && kind != WALK_I32 && kind != WALK_TEXT) || tag[0] != '\0' ||
        !r3d_golden_name_valid(name)) {
        return true;
    }
    bool found = false;
    for (size_t i = 0; i < PICTURE_ENDINGS && !found; i++) {
        const char *ending = kind == WALK_PICTURE ? picture_endings[i] : ending_of(kind);
        found = snprintf(actual, sizeof actual, "%s/%s%s", s->folder, name, ending) >=
                    (int)sizeof actual ||
                r3d_path_get_kind(actual) != R3D_PATH_NONE;
    }
    if (!found) {
        fprintf(stderr, "%s/%s: there is no %s%s in %s (--last says that the golden is unused)\n",
                s->suite, name, name, ending_of(kind), s->folder);
        check_nothing(s, kind, name);
    }
    return true;
}

static void check_folder(session *s, const char *root)
{
    char goldens[PATH_SIZE];
    s->folder = s->ask->actual;
    if (!walk_goldens(s->folder, visit_actual, s)) {
        add_exit_code(s, R3D_EXIT_INPUT);
    }
    if (!s->ask->is_last &&
        snprintf(goldens, sizeof goldens, "%s/%s", root, s->suite) < (int)sizeof goldens &&
        r3d_path_get_kind(goldens) == R3D_PATH_FOLDER && !walk_goldens(goldens, visit_golden, s)) {
        add_exit_code(s, R3D_EXIT_INPUT);
    }
}

/* ---- the command ---- */

/* Says in the results that nothing of the suite was left out. */
static int put_last(const char *out, const char *suite)
{
    char path[PATH_SIZE];
    r3d_diff_text line;
    memset(&line, 0, sizeof line);
    put_text(&line, "{\"version\":1,\"suite\":");
    r3d_diff_text_json_string(&line, suite);
    put_text(&line, ",\"run\":\"last\"}\n");
    const bool done =
        line.result == R3D_OK &&
        snprintf(path, sizeof path, "%s/results/last.jsonl", out) < (int)sizeof path &&
        r3d_folder_make_of(path, NULL) == R3D_OK &&
        r3d_file_append(path, line.data, line.length, NULL) == R3D_OK;
    if (!done) {
        fprintf(stderr, "%s/results/last.jsonl: cannot be written\n", out);
    }
    r3d_diff_text_free(&line);
    return done ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

static const char *first_of(const char *given, const char *variable, const char *otherwise)
{
    const char *value = getenv(variable);
    return given != NULL ? given : value != NULL && value[0] != '\0' ? value : otherwise;
}

static int run(const request *ask, const char *suite, const char *name)
{
    const char *out = first_of(ask->out, "R3D_GOLDEN_OUT", "golden-out");
    const char *root = first_of(ask->root, "R3D_GOLDEN_DIR", "golden");
    session s;
    r3d_golden_desc desc;
    r3d_error error;
    memset(&s, 0, sizeof s);
    s.ask = ask;
    s.suite = suite;
    r3d_golden_desc_init(&desc);
    desc.suite = suite;
    desc.root = root;
    desc.out_dir = out;
    if (r3d_golden_create(&desc, &s.golden, &error) != R3D_OK) {
        return usage_error(&help, "%s", error.message);
    }
    r3d_golden_note_incomplete(s.golden, RUN_OF_ONE_FILE);
    if (name == NULL) {
        check_folder(&s, root);
    } else {
        check_file(&s, ask->actual, name);
    }
    r3d_golden_destroy(s.golden);
    if (ask->is_last && s.exit_code != R3D_EXIT_INPUT) { /* then something could not be looked at */
        add_exit_code(&s, put_last(out, suite));
    }
    return s.exit_code;
}

int golden_check_file(int argc, char **argv)
{
    static request ask;
    static char suite[256];
    command_arguments arguments;
    const char *value;
    memset(&ask, 0, sizeof ask);
    diff_settings_init(&ask.settings);
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_AS:
            ask.as = value;
            break;
        case OPTION_ROOT:
            ask.root = value;
            break;
        case OPTION_OUT:
            ask.out = value;
            break;
        case OPTION_LAST:
            ask.is_last = true;
            break;
        case OPTION_RAW:
            if (!diff_raw_parse(value, &ask.raw)) {
                return usage_error(&help, "--raw is \"%.60s\", expected WxH:LAYOUT", value);
            }
            ask.has_raw = true;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (ask.actual != NULL) {
                return usage_error(&help, "\"%.100s\" is one argument too many", value);
            }
            ask.actual = value;
            break;
        default:
            if (option < OPTION_SETTINGS) {
                return arguments_exit_code(&arguments);
            }
            if (!diff_settings_take(&ask.settings, &help, settings_of[option - OPTION_SETTINGS],
                                    value)) {
                return R3D_EXIT_USAGE;
            }
            break;
        }
    }
    if (ask.actual == NULL || ask.as == NULL) {
        return usage_error(&help, "expected ACTUAL and --as SUITE/NAME");
    }
    const bool is_folder = r3d_path_get_kind(ask.actual) == R3D_PATH_FOLDER;
    const char *slash = is_folder ? NULL : strchr(ask.as, '/');
    if (strlen(ask.as) >= sizeof suite || (!is_folder && slash == NULL)) {
        return usage_error(&help, "--as is \"%.100s\", expected SUITE/NAME", ask.as);
    }
    snprintf(suite, sizeof suite, "%.*s",
             slash != NULL ? (int)(slash - ask.as) : (int)strlen(ask.as), ask.as);
    if (!r3d_golden_name_valid(suite) || (slash != NULL && !r3d_golden_name_valid(slash + 1))) {
        return usage_error(&help, "--as is \"%.100s\", which is no %s: A-Z a-z 0-9 . _ - and /",
                           ask.as, is_folder ? "SUITE" : "SUITE/NAME");
    }
    return run(&ask, suite, slash != NULL ? slash + 1 : NULL);
}
