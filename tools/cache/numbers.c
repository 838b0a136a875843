/* SPDX-License-Identifier: MIT */
/* retro3d cache numbers: checksums of models and frames, for comparing decoders. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/text.h>

#include "common.h"
#include "identify.h"

enum { OPTION_COMPARE = R3D_CACHE_FILES_COUNT, OPTION_OUTPUT };

enum { LINE_SIZE = 512, ENTRY_SIZE = 2048 };

/* Text that is written when all of it is there: a run that fails leaves an earlier file alone. */
typedef struct text {
    char *data;
    size_t size;
    size_t capacity;
    bool failed; /* no memory */
} text;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(text *t, const char *format, ...)
{
    if (t->capacity - t->size < ENTRY_SIZE && !t->failed) {
        size_t capacity = t->capacity * 2 + 8 * ENTRY_SIZE;
        char *data = realloc(t->data, capacity);
        t->failed = data == NULL;
        t->data = data != NULL ? data : t->data;
        t->capacity = data != NULL ? capacity : t->capacity;
    }
    if (t->failed) {
        return;
    }
    va_list list;
    va_start(list, format);
    int length = vsnprintf(t->data + t->size, ENTRY_SIZE, format, list);
    va_end(list);
    if (length > 0) {
        t->size += length < ENTRY_SIZE ? (size_t)length : ENTRY_SIZE - 1;
    }
}

static const command_option options[] = {
    R3D_CACHE_OPTIONS_OF_FILES(NULL),
    {"compare", 0, "FILE.tsv", "Compute the rows of FILE.tsv and print those that differ", NULL},
    {"output", 'o', "OUT.tsv", "Write to a file instead of standard output", NULL},
};

static const command_help help = {
    "cache numbers",
    "ROOT [options]",
    "Prints a row of numbers for each model and frame of a cache: counts, checksums of its data "
    "and\n"
    "of its lit colours, bounds. golden/cache/README.md says of what.\n"
    "With --compare it computes the rows of a file instead, prints those that differ, then\n"
    "\"N of M rows equal\".\n"
    "Exit codes: 0 done or equal, 1 rows differ, 2 wrong usage, 3 something cannot be read, 6 the\n"
    "output cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

static const char heading[] = "kind\tid\tn1\tn2\tn3\tcrc_a\tcrc_b\tcrc_lit\tup\tdown\tradius\t"
                              "mindepth\tmaxdepth";

static void format_row(r3d_cache_kind kind, int32_t id, const identity *n, char out_line[LINE_SIZE])
{
    int used = snprintf(out_line, LINE_SIZE, "%s\t%ld\t%ld\t%ld\t%ld\t%08lx\t%08lx",
                        r3d_cache_kind_name(kind), (long)id, (long)n->count[0], (long)n->count[1],
                        (long)n->count[2], (unsigned long)n->crc_a, (unsigned long)n->crc_b);
    size_t room = LINE_SIZE - (size_t)used;
    if (kind == R3D_CACHE_MODELS) {
        snprintf(out_line + used, room, "\t%08lx\t%ld\t%ld\t%ld\t%ld\t%ld",
                 (unsigned long)n->crc_lit, (long)n->bounds.up, (long)n->bounds.down,
                 (long)n->bounds.radius, (long)n->bounds.min_depth, (long)n->bounds.max_depth);
    } else {
        snprintf(out_line + used, room, "\t-\t-\t-\t-\t-\t-");
    }
}

static int print_all(r3d_cache *cache, text *out)
{
    static const r3d_cache_kind kinds[2] = {R3D_CACHE_MODELS, R3D_CACHE_FRAMES};
    int exit_code = R3D_EXIT_OK;
    add(out, "%s\n", heading);
    for (int i = 0; i < 2; i++) {
        int32_t count = 0;
        r3d_error error;
        if (r3d_cache_count(cache, kinds[i], &count, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_INPUT;
            continue;
        }
        for (int32_t id = 0; id < count; id++) {
            identity numbers;
            char line[LINE_SIZE];
            if (!r3d_cache_contains(cache, kinds[i], id)) {
                continue;
            }
            if (identify(cache, kinds[i], id, &numbers, &error) != R3D_OK) {
                report_error(&error);
                exit_code = R3D_EXIT_INPUT;
                continue;
            }
            format_row(kinds[i], id, &numbers, line);
            add(out, "%s\n", line);
        }
    }
    return exit_code;
}

/* Reads "model" or "frame" and an id off the beginning of a row. */
static bool parse_row(const char *line, r3d_cache_kind *out_kind, int32_t *out_id)
{
    const char *tab = strchr(line, '\t');
    if (tab == NULL) {
        return false;
    }
    size_t length = (size_t)(tab - line);
    if (length == 5 && memcmp(line, "model", 5) == 0) {
        *out_kind = R3D_CACHE_MODELS;
    } else if (length == 5 && memcmp(line, "frame", 5) == 0) {
        *out_kind = R3D_CACHE_FRAMES;
    } else {
        return false;
    }
    const char *id = tab + 1;
    return r3d_text_to_i32(id, strcspn(id, "\t"), out_id) == R3D_OK;
}

static bool compare_row(r3d_cache *cache, const char *line, r3d_cache_kind kind, int32_t id,
                        text *out)
{
    identity numbers;
    r3d_error error;
    char actual[LINE_SIZE];
    if (identify(cache, kind, id, &numbers, &error) != R3D_OK) {
        add(out, "%s\t%ld\tcannot be read: %s", r3d_cache_kind_name(kind), (long)id, error.file);
        if (error.offset >= 0) {
            add(out, ", byte %lld", (long long)error.offset);
        }
        add(out, ": %s\n", error.message);
        return false;
    }
    format_row(kind, id, &numbers, actual);
    if (strcmp(actual, line) == 0) {
        return true;
    }
    add(out, "expected\t%.600s\nactual\t%s\n", line, actual);
    return false;
}

static int compare(r3d_cache *cache, const char *path, text *out)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    long rows = 0;
    long equal = 0;
    long line_number = 0;
    int exit_code = R3D_EXIT_OK;
    for (char *line = data, *end = line + size; line < end;) {
        size_t length = strcspn(line, "\r\n");
        char *next = line + length;
        next += *next == '\r' ? 1 : 0;
        next += *next == '\n' ? 1 : 0;
        if (next == line + length) {
            next++; /* a zero byte, at the end or inside */
        }
        line[length] = '\0';
        line_number++;
        r3d_cache_kind kind;
        int32_t id;
        if (length > 0 && !(line_number == 1 && strncmp(line, "kind\t", 5) == 0)) {
            if (!parse_row(line, &kind, &id)) {
                fprintf(stderr, "%s:%ld: \"%.40s\" is no row, expected model or frame and an id\n",
                        path, line_number, line);
                exit_code = R3D_EXIT_INPUT;
                break;
            }
            rows++;
            equal += compare_row(cache, line, kind, id, out) ? 1 : 0;
        }
        line = next;
    }
    free(data);
    if (exit_code != R3D_EXIT_OK) {
        return exit_code;
    }
    add(out, "%ld of %ld rows equal\n", equal, rows);
    return equal == rows ? R3D_EXIT_OK : R3D_EXIT_DIFFERS;
}

int cmd_cache_numbers(int argc, char **argv)
{
    command_arguments arguments;
    cache_source source;
    const char *table = NULL;
    const char *output = NULL;
    const char *value;
    cache_source_init(&source);
    source.only_models = true;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        bool valid = true;
        switch (option) {
        case OPTION_COMPARE:
            table = value;
            break;
        case OPTION_OUTPUT:
            output = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            valid = cache_source_root(&source, &help, value);
            break;
        case R3D_ARGUMENT_EXIT:
            return arguments_exit_code(&arguments);
        default:
            valid = cache_source_option(&source, &help, option, value);
            break;
        }
        if (!valid) {
            return R3D_EXIT_USAGE;
        }
    }
    if (source.root == NULL) {
        return usage_error(&help, "no folder given");
    }
    if (!cache_outputs_are_safe(&source, &help, &output, 1, table)) {
        return R3D_EXIT_USAGE;
    }
    int exit_code;
    r3d_cache *cache = cache_source_open(&source, &help, &exit_code);
    if (cache == NULL) {
        return exit_code;
    }
    text out = {.data = NULL};
    exit_code = table != NULL ? compare(cache, table, &out) : print_all(cache, &out);
    if (out.failed) {
        fprintf(stderr, "retro3d cache numbers: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (output == NULL) {
        (void)fwrite(out.data != NULL ? out.data : "", 1, out.size, stdout);
    } else if (out.size > 0) {
        r3d_error error;
        if (r3d_file_write(output, out.data, out.size, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_OUTPUT;
        }
    }
    free(out.data);
    r3d_cache_close(cache);
    return exit_code;
}
