/* SPDX-License-Identifier: MIT */

#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "../common/commands.h"

static const char csv_header[] = "kind,name,width,height,index,isa,threads,units,pixels,median_"
                                 "ns,min_ns,scalar_ratio,bound_share";

enum { LINE_SIZE = 512, FIELD_COUNT = 13, RESULTS_MAX = 1 << 20 };

bool bench_results_add(bench_results *results, const bench_result *result)
{
    if (results->count == results->capacity) {
        size_t capacity = results->capacity == 0 ? 64 : results->capacity * 2;
        bench_result *items =
            capacity <= RESULTS_MAX ? realloc(results->items, capacity * sizeof *items) : NULL;
        if (items == NULL) {
            return false;
        }
        results->items = items;
        results->capacity = capacity;
    }
    results->items[results->count++] = *result;
    return true;
}

void bench_results_free(bench_results *results)
{
    free(results->items);
    memset(results, 0, sizeof *results);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, int32_t count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return count % 2 != 0 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

const bench_result *bench_results_find(const bench_results *results, const bench_result *wanted)
{
    for (size_t i = 0; i < results->count; i++) {
        const bench_result *r = &results->items[i];
        if (strcmp(r->kind, wanted->kind) == 0 && strcmp(r->name, wanted->name) == 0 &&
            strcmp(r->isa, wanted->isa) == 0 && r->width == wanted->width &&
            r->height == wanted->height && r->index == wanted->index &&
            r->threads == wanted->threads) {
            return r;
        }
    }
    return NULL;
}

bench_result bench_model_result(const char *name, const char *isa, int32_t units, double *samples,
                                int32_t rounds, double scalar)
{
    bench_result result;
    memset(&result, 0, sizeof result);
    snprintf(result.kind, sizeof result.kind, "model");
    snprintf(result.name, sizeof result.name, "%s", name);
    snprintf(result.isa, sizeof result.isa, "%s", isa);
    result.threads = 1;
    double median = bench_median(samples, rounds);
    result.units = units;
    result.median_ns = median * units;
    result.min_ns = samples[0] * units;
    result.scalar_ratio = scalar > 0 ? scalar / median : 0;
    return result;
}

void bench_log_add(bench_log *log, const bench_result *result)
{
    const bench_result *previous =
        log->has_previous ? bench_results_find(&log->previous, result) : NULL;
    if (previous != NULL && previous->scalar_ratio > 0 && result->scalar_ratio > 0) {
        printf("  ratio %+.1f %%", (result->scalar_ratio / previous->scalar_ratio - 1) * 100);
    } else if (previous != NULL && result->median_ns > 0) {
        printf("  speed %+.1f %%", (previous->median_ns / result->median_ns - 1) * 100);
    }
    if (!bench_results_add(&log->results, result)) {
        log->failed = true;
    }
}

void bench_log_free(bench_log *log)
{
    bench_results_free(&log->results);
    bench_results_free(&log->previous);
}

void bench_print_header(bool with_previous)
{
    printf("%-22s %10s %7s %-7s %2s %9s %9s %9s %9s%s\n", "class", "frame", "pixels", "isa", "th",
           "Mpx/s", "Mtri/s", "x scalar", "of bound", with_previous ? "  previous" : "");
}

/* A figure with its bar behind it: "5.31/5.0" or, below the bar, "4.80<5.0". */
static void format_figure(char *text, size_t size, double figure, double bar, const char *unit)
{
    if (figure <= 0) {
        snprintf(text, size, "-");
    } else if (bar <= 0) {
        snprintf(text, size, "%.2f%s", figure, unit);
    } else {
        snprintf(text, size, "%.2f%s%.2g", figure, figure < bar ? "<" : "/", bar);
    }
}

void bench_print_result(const bench_result *result, const bench_result *previous)
{
    char frame[24];
    char ratio[24];
    char share[24];
    snprintf(frame, sizeof frame, "%ldx%ld", (long)result->width, (long)result->height);
    format_figure(ratio, sizeof ratio, result->scalar_ratio, result->bar_ratio, "");
    format_figure(share, sizeof share, result->bound_share, result->bar_share, "");
    printf("%-22.22s %10s %7ld %-7s %2ld %9.0f %9.3f %9s %9s", result->name, frame,
           (long)result->index, result->isa, (long)result->threads,
           (double)result->pixels * 1000 / result->median_ns,
           (double)result->units * 1000 / result->median_ns, ratio, share);
    if (previous != NULL && previous->scalar_ratio > 0 && result->scalar_ratio > 0) {
        printf("  %+.1f %%", (result->scalar_ratio / previous->scalar_ratio - 1) * 100);
    }
    printf("\n");
    (void)fflush(stdout);
}

bool bench_write_csv(const char *path, const bench_results *results)
{
    char *text = malloc((results->count + 1) * LINE_SIZE);
    if (text == NULL) {
        fprintf(stderr, "%s: no memory to write it\n", path);
        return false;
    }
    size_t size = (size_t)snprintf(text, LINE_SIZE, "%s\n", csv_header);
    for (size_t i = 0; i < results->count; i++) {
        const bench_result *r = &results->items[i];
        int length = snprintf(text + size, LINE_SIZE,
                              "%s,%s,%ld,%ld,%ld,%s,%ld,%lld,%lld,%.0f,%.0f,%.4f,%.4f\n", r->kind,
                              r->name, (long)r->width, (long)r->height, (long)r->index, r->isa,
                              (long)r->threads, (long long)r->units, (long long)r->pixels,
                              r->median_ns, r->min_ns, r->scalar_ratio, r->bound_share);
        size += length < LINE_SIZE ? (size_t)length : LINE_SIZE - 1; /* of times beyond 10^100 ns */
    }
    r3d_error error;
    bool ok = r3d_file_write(path, text, size, &error) == R3D_OK;
    if (!ok) {
        report_error(&error);
    }
    free(text);
    return ok;
}

static bool copy_word(char *out, size_t size, const char *word)
{
    size_t length = strlen(word);
    if (length >= size) {
        return false;
    }
    memcpy(out, word, length + 1);
    return true;
}

static bool read_number(const char *word, double *out_number)
{
    char *end = NULL;
    *out_number = strtod(word, &end);
    return end != word && *end == '\0';
}

static bool parse_line(char *line, bench_result *result)
{
    char *fields[FIELD_COUNT];
    double numbers[FIELD_COUNT] = {0};
    int count = 0;
    for (char *word = line; word != NULL; count++) {
        if (count == FIELD_COUNT) {
            return false;
        }
        fields[count] = word;
        word = strchr(word, ',');
        if (word != NULL) {
            *word++ = '\0';
        }
    }
    if (count != FIELD_COUNT) {
        return false;
    }
    for (int i = 0; i < FIELD_COUNT; i++) {
        bool is_text = i == 0 || i == 1 || i == 5;
        if (is_text) {
            continue;
        }
        /* not NaN either, with which every comparison is false */
        if (!read_number(fields[i], &numbers[i]) ||
            !(numbers[i] >= 0 && numbers[i] <= (i < 7 ? 1e9 : 1e15))) {
            return false;
        }
    }
    memset(result, 0, sizeof *result);
    result->width = (int32_t)numbers[2];
    result->height = (int32_t)numbers[3];
    result->index = (int32_t)numbers[4];
    result->threads = (int32_t)numbers[6];
    result->units = (int64_t)numbers[7];
    result->pixels = (int64_t)numbers[8];
    result->median_ns = numbers[9];
    result->min_ns = numbers[10];
    result->scalar_ratio = numbers[11];
    result->bound_share = numbers[12];
    return copy_word(result->kind, sizeof result->kind, fields[0]) &&
           copy_word(result->name, sizeof result->name, fields[1]) &&
           copy_word(result->isa, sizeof result->isa, fields[5]);
}

bool bench_read_csv(const char *path, bench_results *results)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return false;
    }
    char line[LINE_SIZE];
    bool ok = true;
    bool is_empty = true;
    for (long number = 1; ok && fgets(line, sizeof line, file) != NULL; number++) {
        bench_result result;
        is_empty = false;
        bool complete = strchr(line, '\n') != NULL || feof(file);
        line[strcspn(line, "\r\n")] = '\0';
        if (number == 1) {
            ok = strcmp(line, csv_header) == 0;
        } else {
            ok = complete && parse_line(line, &result) && bench_results_add(results, &result);
        }
        if (!ok) {
            fprintf(stderr, "%s:%ld: not a line of \"retro3d bench --csv\", expected %s%s\n", path,
                    number, number == 1 ? "" : "the fields ", csv_header);
        }
    }
    if (ferror(file)) {
        fprintf(stderr, "%s: reading failed\n", path);
        ok = false;
    } else if (is_empty) {
        fprintf(stderr, "%s:1: not a line of \"retro3d bench --csv\", expected %s\n", path,
                csv_header);
        ok = false;
    }
    fclose(file);
    return ok;
}
