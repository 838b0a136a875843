/* SPDX-License-Identifier: MIT */
/* Frames of display lists. */

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/script_room.h>

#include "../common/commands.h"
#include "clock.h"

/* How many commands from the first on are of its sort: they prepare, or they are timed. */
static size_t run_of_commands(const r3d_script *script, size_t first, bool *out_prepares)
{
    const size_t count = r3d_script_command_count(script);
    const uint32_t wanted = r3d_script_get_command(script, first)->flags & R3D_SCRIPT_PREPARES;
    size_t end = first + 1;
    while (end < count &&
           (r3d_script_get_command(script, end)->flags & R3D_SCRIPT_PREPARES) == wanted) {
        end++;
    }
    *out_prepares = wanted != 0;
    return end - first;
}

/* Draws a script in a fresh renderer. Loading and making are not timed. Returns nanoseconds, or -1 with the error filled in. */
static double time_script(const r3d_script *script, r3d_isa isa, frame_size *out_size,
                          r3d_error *error)
{
    r3d_replay_desc desc;
    r3d_replay *replay = NULL;
    r3d_replay_desc_init(&desc);
    desc.isa = isa;
    if (r3d_replay_create(&desc, &replay) != R3D_OK) {
        memset(error, 0, sizeof *error);
        snprintf(error->message, sizeof error->message, "out of memory");
        error->offset = -1;
        return -1;
    }
    size_t count = r3d_script_command_count(script);
    double ns = 0;
    for (size_t first = 0; first < count && ns >= 0;) {
        bool prepares;
        const size_t run = run_of_commands(script, first, &prepares);
        const int64_t start = bench_thread_ns();
        if (r3d_replay_run_range(replay, script, first, run, error) != R3D_OK) {
            ns = -1;
        } else if (!prepares) {
            ns += (double)(bench_thread_ns() - start);
        }
        first += run;
    }
    ns = ns == 0 ? 1 : ns; /* it draws nothing */
    const r3d_surface *surface = r3d_replay_get_surface(replay);
    out_size->width = surface != NULL ? surface->width : 0;
    out_size->height = surface != NULL ? surface->height : 0;
    r3d_replay_destroy(replay);
    return ns;
}

static bool run_script(bench *b, const char *path, const r3d_script *script, r3d_error *error,
                       bool *out_of_memory)
{
    int32_t count = b->rounds * b->frames;
    double *samples = malloc((size_t)(b->isa_count + 1) * (size_t)count * sizeof *samples);
    *out_of_memory = samples == NULL;
    if (samples == NULL) {
        return false;
    }
    frame_size size = {0, 0};
    bool ok = true;
    for (int32_t i = 0; i < count && ok; i++) {
        for (int32_t k = 0; k <= b->isa_count && ok; k++) {
            r3d_isa isa = k == 0 ? R3D_ISA_SCALAR : b->isas[k - 1];
            double ns = time_script(script, isa, &size, error);
            samples[k * count + i] = ns;
            ok = ns >= 0;
        }
    }
    const char *slash = strrchr(path, '/');
    bench_result result;
    memset(&result, 0, sizeof result);
    snprintf(result.name, sizeof result.name, "%.60s", slash != NULL ? slash + 1 : path);
    result.name[strcspn(result.name, ",")] = '\0';
    result.width = size.width;
    result.height = size.height;
    result.threads = 1;
    result.units = 1;
    for (int32_t k = 1; k <= b->isa_count && ok; k++) {
        snprintf(result.isa, sizeof result.isa, "%s", r3d_isa_name(b->isas[k - 1]));
        snprintf(result.kind, sizeof result.kind, "frame");
        for (int32_t i = 0; i < count && ok && b->csv != NULL; i++) {
            result.index = i;
            result.median_ns = result.min_ns = samples[k * count + i];
            result.scalar_ratio = samples[i] / samples[k * count + i];
            ok = bench_results_add(&b->results, &result);
        }
    }
    double scalar = ok ? bench_median(samples, count) : 0;
    for (int32_t k = 1; k <= b->isa_count && ok; k++) {
        snprintf(result.isa, sizeof result.isa, "%s", r3d_isa_name(b->isas[k - 1]));
        snprintf(result.kind, sizeof result.kind, "scene");
        result.index = 0;
        result.median_ns = bench_median(samples + k * count, count);
        result.min_ns = samples[k * count];
        result.scalar_ratio = scalar / result.median_ns;
        printf("%-40s %-7s %10.1f us a frame, %5.2f x scalar", result.name, result.isa,
               result.median_ns / 1000, result.scalar_ratio);
        const bench_result *previous =
            b->has_previous ? bench_results_find(&b->previous, &result) : NULL;
        if (previous != NULL && previous->scalar_ratio > 0) {
            printf("  %+.1f %%", (result.scalar_ratio / previous->scalar_ratio - 1) * 100);
        }
        printf("\n");
        ok = bench_results_add(&b->results, &result);
    }
    free(samples);
    return ok;
}

int bench_run_scripts(bench *b)
{
    for (int32_t i = 0; i < b->script_count; i++) {
        r3d_script *script = NULL;
        r3d_error error;
        bool out_of_memory = false;
        if (r3d_script_load(b->scripts[i], NULL, &script, &error) != R3D_OK) {
            report_error(&error);
            return R3D_EXIT_INPUT;
        }
        bool ok = run_script(b, b->scripts[i], script, &error, &out_of_memory);
        r3d_script_destroy(script);
        if (!ok) {
            if (out_of_memory) {
                fprintf(stderr, "retro3d bench: out of memory\n");
            } else {
                report_error(&error);
            }
            return R3D_EXIT_INPUT;
        }
    }
    return R3D_EXIT_OK;
}
