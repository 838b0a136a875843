/* SPDX-License-Identifier: MIT */
/* What was measured: one line a case and instruction set, as a table, as CSV, and from an old CSV. */

#ifndef R3D_TOOLS_BENCH_RESULT_H
#define R3D_TOOLS_BENCH_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { R3D_BENCH_NAME_SIZE = 64 };

typedef struct r3d_bench_result {
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
} r3d_bench_result;

typedef struct r3d_bench_results {
    r3d_bench_result *items;
    size_t count;
    size_t capacity;
} r3d_bench_results;

/* Returns false if memory runs out. */
bool r3d_bench_results_add(r3d_bench_results *results, const r3d_bench_result *result);
void r3d_bench_results_free(r3d_bench_results *results);

/* The middle of `count` values, which are sorted. */
double r3d_bench_median(double *values, int32_t count);

/* The result of the same case in an older list, or NULL. */
const r3d_bench_result *r3d_bench_results_find(const r3d_bench_results *results,
                                               const r3d_bench_result *wanted);

/* What a run measures and what an older one did. */
typedef struct r3d_bench_log {
    r3d_bench_results results;
    r3d_bench_results previous;
    bool has_previous;
    bool failed; /* memory ran out */
} r3d_bench_log;

/* Makes a result of kind "model" with this name and the median and least of `samples`, which are
 * sorted: nanoseconds a unit. A pass are so many units. `scalar` is the median of the scalar code,
 * 0 if there is none. */
r3d_bench_result r3d_bench_model_result(const char *name, const char *isa, int32_t units,
                                        double *samples, int32_t rounds, double scalar);

/* Adds a result and prints how it changed since the older run, if that has it: its ratio, or
 * without one its speed. Prints no newline. */
void r3d_bench_log_add(r3d_bench_log *log, const r3d_bench_result *result);
void r3d_bench_log_free(r3d_bench_log *log);

/* `previous` may be NULL. */
void r3d_bench_print_header(bool with_previous);
void r3d_bench_print_result(const r3d_bench_result *result, const r3d_bench_result *previous);

/* Both print what is wrong and return false on failure. */
bool r3d_bench_write_csv(const char *path, const r3d_bench_results *results);
bool r3d_bench_read_csv(const char *path, r3d_bench_results *results);

#endif
