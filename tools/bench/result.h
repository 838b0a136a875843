/* SPDX-License-Identifier: MIT */
/* What was measured: one line a case and instruction set, as a table, as CSV, and from an old CSV. */

#ifndef R3D_TOOLS_BENCH_RESULT_H
#define R3D_TOOLS_BENCH_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { R3D_BENCH_NAME_SIZE = 64 };

typedef struct bench_result {
    char kind[16];                  /* "fill", "scene", "frame" or "model" */
    char name[R3D_BENCH_NAME_SIZE]; /* class or script */
    int32_t width;
    int32_t height;
    int32_t index; /* pixels a triangle of a fill; number of a frame; faces of a model */
    char isa[16];
    int32_t threads;
    int64_t units;    /* triangles or frames in a pass */
    int64_t pixels;   /* in a pass; 0: unknown */
    double median_ns; /* of a pass */
    double min_ns;
    double scalar_ratio; /* scalar time / this time; 0: unknown */
    double bound_share;  /* bound time / this time; 0: no bound */
    double bar_ratio;    /* 0: no bar */
    double bar_share;
} bench_result;

typedef struct bench_results {
    bench_result *items;
    size_t count;
    size_t capacity;
} bench_results;

/* Returns false if memory runs out. */
bool bench_results_add(bench_results *results, const bench_result *result);
void bench_results_free(bench_results *results);

/* The middle of `count` values, which are sorted. */
double bench_median(double *values, int32_t count);

/* The result of the same case in an older list, or NULL. */
const bench_result *bench_results_find(const bench_results *results, const bench_result *wanted);

/* What a run measures and what an older one did. */
typedef struct bench_log {
    bench_results results;
    bench_results previous;
    bool has_previous;
    bool failed; /* memory ran out */
} bench_log;

/* Makes a result of kind "model" with this name and the median and least of `samples`, which are
 * sorted: nanoseconds a unit. A pass are so many units. `scalar` is the median of the scalar code,
 * 0 if there is none. */
bench_result bench_model_result(const char *name, const char *isa, int32_t units, double *samples,
                                int32_t rounds, double scalar);

/* Adds a result and prints how it changed since the older run, if that has it: its ratio, or
 * without one its speed. Prints no newline. */
void bench_log_add(bench_log *log, const bench_result *result);
void bench_log_free(bench_log *log);

/* `previous` may be NULL. */
void bench_print_header(bool with_previous);
void bench_print_result(const bench_result *result, const bench_result *previous);

/* Both print what is wrong and return false on failure. */
bool bench_write_csv(const char *path, const bench_results *results);
bool bench_read_csv(const char *path, bench_results *results);

#endif
