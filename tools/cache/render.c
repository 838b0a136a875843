/* SPDX-License-Identifier: MIT */
/* retro3d cache render: pictures of what a cache holds. */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include <retro3d/apng.h>
#include <retro3d/io.h>
#include <retro3d/png.h>

#include "../common/jobs.h"
#include "../common/scale.h"
#include "coverage.h"
#include "render_options.h"
#include "sheet.h"

/* ---- drawing ---- */

/* One run, shared by the threads. A row belongs to the thread that took it. */
typedef struct run {
    const render_request *request;
    row_list list;
    card_sheet *sheet;
    bool show_progress;
} run;

/* What a thread works with. */
typedef struct worker {
    run *run;
    r3d_cache *cache;
    card_drawer *drawer;
    uint32_t *pixels;
    size_t room;
    bool gives_up; /* nothing can be written */
} worker;

static void keep_error(render_row *row, const r3d_error *error)
{
    row->error = malloc(sizeof *row->error);
    if (row->error != NULL) {
        *row->error = *error;
    }
}

static bool reserve_pixels(worker *w, int32_t width, int32_t height)
{
    size_t count = (size_t)width * (size_t)height;
    if (count > w->room) {
        free(w->pixels);
        w->pixels = malloc(count * sizeof *w->pixels);
        w->room = w->pixels != NULL ? count : 0;
    }
    return w->pixels != NULL;
}

/* Takes a picture from an earlier run. Returns false if there is none of the right size. */
static bool load_picture(worker *w, const char *path, int32_t width, int32_t height)
{
    r3d_picture picture;
    if (r3d_png_load(path, NULL, NULL, &picture, NULL) != R3D_OK) {
        return false;
    }
    bool fits =
        picture.width == width && picture.height == height && picture.layout == R3D_LAYOUT_RGBA8;
    const uint8_t *bytes = picture.pixels;
    for (size_t i = 0; fits && i < (size_t)width * (size_t)height; i++) {
        w->pixels[i] = 0xFF000000u | (uint32_t)bytes[i * 4] << 16 |
                       (uint32_t)bytes[i * 4 + 1] << 8 | bytes[i * 4 + 2];
    }
    r3d_picture_free(&picture);
    return fits;
}

static bool save_picture(const worker *w, const char *path, int32_t width, int32_t height,
                         r3d_error *error)
{
    r3d_picture_view view = {.pixels = w->pixels,
                             .stride_bytes = (ptrdiff_t)width * 4,
                             .width = width,
                             .height = height,
                             .layout = R3D_LAYOUT_XRGB32};
    return scale_save(path, &view, w->run->request->scale, R3D_PNG_FAST, error) == R3D_OK;
}

/* What was drawn, as tables and sheets tell it. */
static void note_picture(worker *w, size_t index, int32_t width, int32_t height)
{
    render_row *row = &w->run->list.rows[index];
    row->actual.width = width;
    row->actual.height = height;
    card_hash(w->pixels, width, height, &row->actual.crc, &row->actual.nonzero);
    if (w->run->sheet != NULL) {
        card_sheet_put(w->run->sheet, index, &row->row, w->pixels, width, height);
    }
}

/* Draws all steps of the sequence that a row plays, each for as long as the sequence shows it. Tables and sheets
 * tell of the first. */
static bool draw_film(worker *w, size_t index, const char *path, int32_t width, int32_t height,
                      r3d_error *error)
{
    enum { TICKS_PER_SECOND = 1000 / R3D_TICK_MILLISECONDS };
    card_row step = w->run->list.rows[index].row;
    const r3d_sequence *sequence;
    if (r3d_cache_get_sequence(w->cache, step.seq, &sequence, error) != R3D_OK) {
        return false;
    }
    r3d_apng *film = NULL;
    r3d_apng_options options;
    r3d_apng_options_init(&options);
    options.effort = R3D_PNG_FAST;
    const r3d_picture_view view = {.pixels = w->pixels,
                                   .stride_bytes = (ptrdiff_t)width * 4,
                                   .width = width,
                                   .height = height,
                                   .layout = R3D_LAYOUT_XRGB32};
    r3d_result result = r3d_apng_create(path, &options, NULL, &film, error);
    for (int32_t i = 0; i < sequence->step_count && result == R3D_OK; i++) {
        step.frame = i;
        result = card_draw(w->drawer, &step, &w->run->request->camera, w->pixels, error);
        if (result == R3D_OK) {
            /* Delays are those of a file, 16 bits. */
            (void)r3d_apng_set_delay(film, (uint16_t)r3d_sequence_step_delay(sequence, i),
                                     TICKS_PER_SECOND);
            result = scale_add(film, &view, w->run->request->scale, error);
        }
        if (result == R3D_OK && i == 0) {
            note_picture(w, index, width, height);
        }
    }
    if (result == R3D_OK) {
        result = r3d_apng_finish(film, error);
    }
    w->gives_up = w->gives_up || result == R3D_ERR_IO_WRITE; /* a disk that is full stays full */
    r3d_apng_destroy(film);
    return result == R3D_OK;
}

static void draw_row(worker *w, size_t index)
{
    const render_request *r = w->run->request;
    render_row *row = &w->run->list.rows[index];
    r3d_error error;
    char path[4096];
    char name[R3D_PICTURE_FILE_SIZE];
    int32_t width;
    int32_t height;
    memset(&error, 0, sizeof error);
    card_size(&row->row, &r->camera, &width, &height);
    picture_file_name(&row->row, r->choice.film, name);
    if (!reserve_pixels(w, width, height) ||
        (r->folder != NULL && !join_path(path, sizeof path, r->folder, name))) {
        return;
    }
    bool loaded = r->resume && load_picture(w, path, width, height);
    row->tried = true;
    if (!loaded && r->choice.film) {
        row->drawn = draw_film(w, index, path, width, height, &error);
        if (!row->drawn) {
            keep_error(row, &error);
        }
        return;
    }
    if (!loaded) {
        if (card_draw(w->drawer, &row->row, &r->camera, w->pixels, &error) != R3D_OK) {
            keep_error(row, &error);
            return;
        }
        if (r->folder != NULL && !save_picture(w, path, width, height, &error)) {
            keep_error(row, &error);
            w->gives_up = true; /* a disk that is full stays full */
            return;
        }
    }
    note_picture(w, index, width, height);
    row->drawn = true;
}

static void work(job_queue *queue, void *user)
{
    worker w = {.run = user};
    r3d_error error;
    int exit_code;
    w.cache = cache_source_open(&w.run->request->source, &render_help, &exit_code);
    if (w.cache == NULL) {
        return;
    }
    if (card_drawer_create(w.cache, NULL, &w.run->request->worn, &w.drawer, &error) != R3D_OK) {
        report_error(&error);
    } else {
        for (size_t i; !w.gives_up && (i = job_queue_next(queue)) < w.run->list.count;) {
            draw_row(&w, i);
        }
    }
    free(w.pixels);
    card_drawer_destroy(w.drawer);
    r3d_cache_close(w.cache);
}

static void show_progress(size_t done, void *user)
{
    const run *u = user;
    enum { BAR = 40 };
    size_t count = u->list.count;
    if (!u->show_progress || count == 0 ||
        (done * BAR / count == (done > 0 ? done - 1 : 0) * BAR / count && done != count &&
         done % 64 != 0)) {
        return;
    }
    int filled = (int)(done * BAR / count);
    fprintf(stderr, "\r[%.*s%.*s] %zu of %zu%s", filled, "########################################",
            BAR - filled, "........................................", done, count,
            done == count ? "\n" : "");
}

/* ---- results ---- */

static int report_errors(const row_list *list)
{
    int exit_code = R3D_EXIT_OK;
    size_t untried = 0;
    for (size_t i = 0; i < list->count; i++) {
        const render_row *row = &list->rows[i];
        char param[CARD_PARAM_SIZE];
        if (row->drawn) {
            continue;
        }
        if (!row->tried) {
            untried++;
            continue;
        }
        card_row_param(&row->row, param);
        fprintf(stderr, "%s %ld %s: ", card_kind_name(row->row.kind), (long)row->row.id, param);
        if (row->error != NULL) {
            report_error(row->error);
        } else {
            fprintf(stderr, "not drawn\n");
        }
        bool output = row->error != NULL && row->error->result == R3D_ERR_IO_WRITE;
        if (exit_code != R3D_EXIT_OUTPUT) {
            exit_code = output ? R3D_EXIT_OUTPUT : R3D_EXIT_INPUT;
        }
    }
    if (untried > 0) {
        fprintf(stderr, "%zu pictures were not drawn\n", untried);
        exit_code = exit_code == R3D_EXIT_OK ? R3D_EXIT_INPUT : exit_code;
    }
    return exit_code;
}

static int print_differences(const row_list *list)
{
    size_t equal = 0;
    for (size_t i = 0; i < list->count; i++) {
        const render_row *row = &list->rows[i];
        char param[CARD_PARAM_SIZE];
        if (row->drawn && memcmp(&row->actual, &row->expected, sizeof row->actual) == 0) {
            equal++;
            continue;
        }
        card_row_param(&row->row, param);
        printf("%s\t%ld\t%s\texpected %08lx %ld\tactual ", card_kind_name(row->row.kind),
               (long)row->row.id, param, (unsigned long)row->expected.crc,
               (long)row->expected.nonzero);
        if (row->drawn) {
            printf("%08lx %ld\n", (unsigned long)row->actual.crc, (long)row->actual.nonzero);
        } else {
            printf("none\n");
        }
    }
    printf("%zu of %zu rows equal\n", equal, list->count);
    return equal == list->count ? R3D_EXIT_OK : R3D_EXIT_DIFFERS;
}

/* Fills the list of rows. Returns an exit code. */
static int collect_rows(const render_request *r, row_list *list)
{
    const char *table = r->rows != NULL ? r->rows : r->compare;
    int exit_code;
    r3d_cache *cache = cache_source_open(&r->source, &render_help, &exit_code);
    if (cache != NULL &&
        !(table != NULL ? row_list_load(list, table) : row_list_choose(list, cache, &r->choice))) {
        exit_code = R3D_EXIT_INPUT;
    }
    r3d_cache_close(cache);
    return exit_code;
}

static bool save_page(const render_request *r, const row_list *list)
{
    int exit_code;
    r3d_cache *cache = cache_source_open(&r->source, &render_help, &exit_code);
    bool saved = cache != NULL && page_save(list, cache, r->choice.film, r->folder);
    r3d_cache_close(cache);
    return saved;
}

/* After all is drawn. */
static bool print_coverage(const render_request *r, const row_list *list)
{
    int exit_code;
    r3d_cache *cache = cache_source_open(&r->source, &render_help, &exit_code);
    if (cache != NULL) {
        coverage_print_rows(cache, list);
    }
    r3d_cache_close(cache);
    return cache != NULL;
}

static int draw_all(run *u)
{
    const render_request *r = u->request;
    if (r->folder != NULL && !create_folder(r->folder)) {
        return R3D_EXIT_OUTPUT;
    }
    if (r->sheet != NULL) {
        u->sheet = card_sheet_create(&u->list, r->columns);
        if (u->sheet == NULL) {
            return R3D_EXIT_INPUT;
        }
    }
    job_queue_run(r->jobs, u->list.count, work, show_progress, u);
    int exit_code = report_errors(&u->list);
    bool written = (r->hash == NULL || row_list_save(&u->list, r->hash)) &&
                   (u->sheet == NULL || card_sheet_save(u->sheet, r->sheet)) &&
                   (!r->html || save_page(r, &u->list)) &&
                   (!r->coverage || print_coverage(r, &u->list));
    if (!written) {
        return R3D_EXIT_OUTPUT;
    }
    if (r->compare != NULL) {
        int code = print_differences(&u->list);
        return exit_code == R3D_EXIT_OUTPUT ? exit_code : code;
    }
    return exit_code;
}

int cmd_cache_render(int argc, char **argv)
{
    render_request r;
    int exit_code;
    if (!render_request_read(&r, argc, argv, &exit_code)) {
        return exit_code;
    }
    run u = {.request = &r};
#if !defined(_WIN32)
    u.show_progress = !r.quiet && isatty(STDERR_FILENO) != 0;
#endif
    exit_code = collect_rows(&r, &u.list);
    if (exit_code == R3D_EXIT_OK) {
        row_list_shard(&u.list, (int)r.shard, (int)r.shard_count);
        exit_code = draw_all(&u);
        exit_code = exit_code == R3D_EXIT_OK && u.list.misses_ids ? R3D_EXIT_INPUT : exit_code;
    }
    card_sheet_destroy(u.sheet);
    row_list_free(&u.list);
    return exit_code;
}
