/* SPDX-License-Identifier: MIT */
/* retro3d cache render: pictures of what a cache holds. */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "../common/jobs.h"
#include "rows.h"
#include "sheet.h"

enum {
    OPTION_KIND = R3D_CACHE_DRAWING_COUNT,
    OPTION_IDS,
    OPTION_AMOUNT,
    OPTION_FRAME,
    OPTION_ROTATION,
    OPTION_GENDER,
    OPTION_SIZE,
    OPTION_ZOOM,
    OPTION_PITCH,
    OPTION_YAW,
    OPTION_ROWS,
    OPTION_COMPARE,
    OPTION_HASH,
    OPTION_OUTPUT,
    OPTION_SHEET,
    OPTION_COLUMNS,
    OPTION_HTML,
    OPTION_WORN_SEQ,
    OPTION_KITS_MAN,
    OPTION_KITS_WOMAN,
    OPTION_JOBS,
    OPTION_SHARD,
    OPTION_RESUME,
    OPTION_QUIET
};

static const command_option options[] = {
    R3D_CACHE_OPTIONS_OF_FILES("!kind|kind=icon,npc,loc,worn,spot"),
    R3D_CACHE_OPTION_OF_RULES(NULL),
    R3D_CACHE_OPTION_OF_BRIGHTNESS,
    {"kind", 'k', "KIND", "What to draw: icon, npc, loc, worn, spot or texels", NULL},
    {"ids", 0, "LIST", "Which: all (default) or a list like 1-50,77", "kind"},
    {"amount", 0, "N", "Icons: the amount (default 1)", "kind=icon"},
    {"frame", 0, "N", "npc: this frame of its walk; spot: this frame; loc: animated",
     "kind=npc,spot,loc"},
    {"rotation", 0, "N", "loc: 0..7 (default: the last two bits of the id)", "kind=loc"},
    {"gender", 0, "N", "worn: 0 man (default) or 1 woman", "kind=worn"},
    {"size", 0, "N", "Width and height of the cards (default 256)", "!kind|kind=npc,loc,worn,spot"},
    {"zoom", 0, "PERCENT", "Distance of the camera (default 100)",
     "!kind|kind=icon,npc,loc,worn,spot"},
    {"pitch", 0, "ANGLE", "Pitch of the camera, in 1/2048 turn",
     "!kind|kind=icon,npc,loc,worn,spot"},
    {"yaw", 0, "ANGLE", "Yaw of what is drawn, in 1/2048 turn",
     "!kind|kind=icon,npc,loc,worn,spot"},
    {"rows", 0, "FILE.tsv", "Draw the rows of a table instead", NULL},
    {"compare", 0, "FILE.tsv", "Draw the rows of a table and list those that differ", NULL},
    {"hash", 0, "OUT.tsv", "Write such a table of what was drawn", NULL},
    {"output", 'o', "DIR", "Write the pictures, KIND-ID-PARAM.png", NULL},
    {"sheet", 0, "OUT.png", "Write one picture of all, with their ids", NULL},
    {"columns", 0, "N", "Columns of the sheet", "sheet"},
    {"html", 0, NULL, "Write DIR/index.html, a page with search", "output"},
    {"worn-seq", 0, "N", "worn: the sequence whose first frame is shown, -1 none (default 2)",
     "!kind|kind=worn"},
    {"kits-man", 0, "LIST", "worn: body parts of the man (default: the first of each kind)",
     "!kind|kind=worn&!gender|kind=worn&gender=0"},
    {"kits-woman", 0, "LIST", "worn: body parts of the woman", "!kind|kind=worn&gender=1"},
    {"jobs", 'j', "N", "Draw on N threads (default 1)", NULL},
    {"shard", 0, "I/N", "Draw only part I of N", NULL},
    {"resume", 0, NULL, "Do not draw what DIR has a picture of", "output"},
    {"quiet", 'q', NULL, "No progress bar", NULL},
};

static const command_help help = {
    "cache render",
    "ROOT (--kind KIND | --rows FILE.tsv | --compare FILE.tsv) [options]",
    "Draws icons, characters, scenery, worn items, effects and textures of a cache, each as a "
    "fresh\n"
    "renderer would, so that neither order nor threads matter. docs/cache.md has the cameras.\n"
    "--compare prints the rows that differ (kind, id, parameter, expected and actual CRC-32 and\n"
    "count of pixels that are not black), then \"N of M rows equal\".\n"
    "Tables of parts 1/N to N/N put together, without the headings of all but the first, are the\n"
    "table of a whole run.\n"
    "Exit codes: 0 done or equal, 1 rows differ, 2 wrong usage, 3 the cache or something in it\n"
    "cannot be read, 6 output cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

/* What the arguments say. */
typedef struct request {
    cache_source source;
    bool has_kind;
    row_choice choice;
    const char *rows;
    const char *compare;
    const char *hash;
    const char *folder;
    const char *sheet;
    int32_t columns;
    bool html;
    card_camera camera;
    card_worn worn;
    int32_t jobs;
    int32_t shard;
    int32_t shard_count;
    bool resume;
    bool quiet;
} request;

/* ---- arguments ---- */

static bool take_kind(request *r, const char *value)
{
    const char *names[CARD_KIND_COUNT];
    for (int kind = 0; kind < CARD_KIND_COUNT; kind++) {
        names[kind] = card_kind_name((card_kind)kind);
        if (strcmp(names[kind], value) == 0) {
            r->choice.kind = (card_kind)kind;
            r->has_kind = true;
            return true;
        }
    }
    const char *nearest = r3d_text_nearest(value, names, CARD_KIND_COUNT);
    (void)usage_error(&help, "option --kind: there is no kind \"%.40s\"%s%s", value,
                      nearest != NULL ? ", did you mean " : "", nearest != NULL ? nearest : "");
    return false;
}

static bool take_kits(request *r, int option, const char *value)
{
    id_list list;
    int sex = option == OPTION_KITS_MAN ? 0 : 1;
    int32_t room = (int32_t)(sizeof r->worn.kits[0] / sizeof r->worn.kits[0][0]);
    if (!id_list_parse(&help, option, value, &list)) {
        return false;
    }
    r->worn.has_kits[sex] = !list.all;
    r->worn.kit_count[sex] = 0;
    for (int i = 0; i < list.count; i++) {
        for (int32_t id = list.ranges[i].first; id <= list.ranges[i].last; id++) {
            if (r->worn.kit_count[sex] == room) {
                (void)usage_error(&help, "option --%s: at most %ld body parts",
                                  help.options[option].name, (long)room);
                return false;
            }
            r->worn.kits[sex][r->worn.kit_count[sex]++] = id;
        }
    }
    return true;
}

static bool take_shard(request *r, const char *value)
{
    size_t left = strcspn(value, "/");
    if (value[left] == '/' && r3d_text_to_i32(value, left, &r->shard) == R3D_OK &&
        r3d_text_to_i32(value + left + 1, strlen(value + left + 1), &r->shard_count) == R3D_OK &&
        r->shard >= 1 && r->shard <= r->shard_count) {
        return true;
    }
    (void)usage_error(&help, "option --shard: \"%.40s\", expected I/N with I in 1..N", value);
    return false;
}

static bool take_camera(request *r, int option, const char *value)
{
    card_camera *camera = &r->camera;
    switch (option) {
    case OPTION_SIZE:
        return option_i32(&help, option, value, 1, 4096, &camera->size_px);
    case OPTION_ZOOM:
        return option_i32(&help, option, value, 1, 100000, &camera->zoom_percent);
    case OPTION_PITCH:
        camera->has_pitch = true;
        return option_i32(&help, option, value, -65536, 65536, &camera->pitch_a11);
    default:
        camera->has_yaw = true;
        return option_i32(&help, option, value, -65536, 65536, &camera->yaw_a11);
    }
}

static bool take_file(request *r, int option, const char *value)
{
    switch (option) {
    case OPTION_ROWS:
        r->rows = value;
        return true;
    case OPTION_COMPARE:
        r->compare = value;
        return true;
    case OPTION_HASH:
        r->hash = value;
        return true;
    case OPTION_OUTPUT:
        r->folder = value;
        return true;
    case OPTION_SHEET:
        r->sheet = value;
        return true;
    case OPTION_HTML:
        r->html = true;
        return true;
    case OPTION_RESUME:
        r->resume = true;
        return true;
    default:
        r->quiet = true;
        return true;
    }
}

static bool take_option(request *r, int option, const char *value)
{
    switch (option) {
    case R3D_ARGUMENT_POSITIONAL:
        return cache_source_root(&r->source, &help, value);
    case OPTION_KIND:
        return take_kind(r, value);
    case OPTION_IDS:
        return id_list_parse(&help, option, value, &r->choice.ids);
    case OPTION_AMOUNT:
        return option_i32(&help, option, value, INT32_MIN, INT32_MAX, &r->choice.amount);
    case OPTION_FRAME:
        return option_i32(&help, option, value, 0, UINT16_MAX, &r->choice.frame);
    case OPTION_ROTATION:
        return option_i32(&help, option, value, 0, 7, &r->choice.rotation);
    case OPTION_GENDER:
        return option_i32(&help, option, value, 0, 1, &r->choice.gender);
    case OPTION_SIZE:
    case OPTION_ZOOM:
    case OPTION_PITCH:
    case OPTION_YAW:
        return take_camera(r, option, value);
    case OPTION_COLUMNS:
        return option_i32(&help, option, value, 1, 1000, &r->columns);
    case OPTION_WORN_SEQ:
        r->worn.has_seq = true;
        return option_i32(&help, option, value, -1, UINT16_MAX, &r->worn.seq);
    case OPTION_KITS_MAN:
    case OPTION_KITS_WOMAN:
        return take_kits(r, option, value);
    case OPTION_JOBS:
        return option_i32(&help, option, value, 1, JOBS_THREADS_MAX, &r->jobs);
    case OPTION_SHARD:
        return take_shard(r, value);
    default:
        return option < R3D_CACHE_DRAWING_COUNT
                   ? cache_source_option(&r->source, &help, option, value)
                   : take_file(r, option, value);
    }
}

static bool check_request(const request *r)
{
    int ways = (r->has_kind ? 1 : 0) + (r->rows != NULL ? 1 : 0) + (r->compare != NULL ? 1 : 0);
    if (r->source.root == NULL) {
        (void)usage_error(&help, "no folder given");
        return false;
    }
    if (ways != 1) {
        (void)usage_error(&help, "expected one of --kind, --rows and --compare");
        return false;
    }
    if (r->folder == NULL && r->hash == NULL && r->sheet == NULL && r->compare == NULL) {
        (void)usage_error(&help, "no output: expected -o, --hash, --sheet or --compare");
        return false;
    }
    const char *const outputs[2] = {r->hash, r->sheet};
    return cache_outputs_are_safe(&r->source, &help, outputs, 2,
                                  r->rows != NULL ? r->rows : r->compare);
}

/* ---- drawing ---- */

/* One run, shared by the threads. A row belongs to the thread that took it. */
typedef struct run {
    const request *request;
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
    return r3d_png_save(path, &view, R3D_PNG_FAST, error) == R3D_OK;
}

static void draw_row(worker *w, size_t index)
{
    const request *r = w->run->request;
    render_row *row = &w->run->list.rows[index];
    r3d_error error;
    char path[4096];
    char name[R3D_PICTURE_FILE_SIZE];
    int32_t width;
    int32_t height;
    memset(&error, 0, sizeof error);
    card_size(&row->row, &r->camera, &width, &height);
    picture_file_name(&row->row, name);
    if (!reserve_pixels(w, width, height) ||
        (r->folder != NULL && !join_path(path, sizeof path, r->folder, name))) {
        return;
    }
    bool loaded = r->resume && load_picture(w, path, width, height);
    row->tried = true;
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
    row->actual.width = width;
    row->actual.height = height;
    card_hash(w->pixels, width, height, &row->actual.crc, &row->actual.nonzero);
    if (w->run->sheet != NULL) {
        card_sheet_put(w->run->sheet, index, &row->row, w->pixels, width, height);
    }
    row->drawn = true;
}

static void work(job_queue *queue, void *user)
{
    worker w = {.run = user};
    r3d_error error;
    int exit_code;
    w.cache = cache_source_open(&w.run->request->source, &help, &exit_code);
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
static int collect_rows(const request *r, row_list *list)
{
    const char *table = r->rows != NULL ? r->rows : r->compare;
    int exit_code;
    r3d_cache *cache = cache_source_open(&r->source, &help, &exit_code);
    if (cache != NULL &&
        !(table != NULL ? row_list_load(list, table) : row_list_choose(list, cache, &r->choice))) {
        exit_code = R3D_EXIT_INPUT;
    }
    r3d_cache_close(cache);
    return exit_code;
}

static bool save_page(const request *r, const row_list *list)
{
    int exit_code;
    r3d_cache *cache = cache_source_open(&r->source, &help, &exit_code);
    bool saved = cache != NULL && page_save(list, cache, r->folder);
    r3d_cache_close(cache);
    return saved;
}

static int draw_all(run *u)
{
    const request *r = u->request;
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
                   (!r->html || save_page(r, &u->list));
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
    command_arguments arguments;
    request r;
    const char *value;
    memset(&r, 0, sizeof r);
    cache_source_init(&r.source);
    r.choice.ids.all = true;
    r.choice.amount = 1;
    r.choice.frame = -1;
    r.choice.rotation = -1;
    r.jobs = 1;
    r.shard = 1;
    r.shard_count = 1;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (!take_option(&r, option, value)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (!check_request(&r)) {
        return R3D_EXIT_USAGE;
    }
    run u = {.request = &r};
#if !defined(_WIN32)
    u.show_progress = !r.quiet && isatty(STDERR_FILENO) != 0;
#endif
    int exit_code = collect_rows(&r, &u.list);
    if (exit_code == R3D_EXIT_OK) {
        row_list_shard(&u.list, (int)r.shard, (int)r.shard_count);
        exit_code = draw_all(&u);
    }
    card_sheet_destroy(u.sheet);
    row_list_free(&u.list);
    return exit_code;
}
