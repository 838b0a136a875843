/* SPDX-License-Identifier: MIT */
/* Reading of path files. */

#include "path.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/text.h>

#include "../common/commands.h"

enum { FRAMES_MAX = 100000, WORDS_MAX = 8 };

struct word {
    const char *text;
    size_t length;
};

struct path_reader {
    column_path *path;
    const r3d_column_level_desc *desc;
    int32_t line;
    struct word words[WORDS_MAX];
    int32_t word_count;
};

/* ---- telling ---- */

static bool fail(const struct path_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(const struct path_reader *r, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "%s:%ld: ", r->path->name, (long)r->line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

/* A word of the file as it may reach a terminal. */
static const char *printable(const struct word *word, char out[40])
{
    size_t used = 0;
    for (; used < word->length && used < 32; used++) {
        const char c = word->text[used];
        out[used] = c >= ' ' && c <= '~' ? c : '?';
    }
    strcpy(out + used, used < word->length ? "..." : "");
    return out;
}

/* ---- words ---- */

static bool is_word(const struct word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts a line into words, up to a #; false when there are too many. */
static bool split(struct path_reader *r, const char *line, size_t length)
{
    size_t at = 0;
    r->word_count = 0;
    while (at < length && line[at] != '#') {
        size_t end = at;
        while (end < length && !is_blank(line[end]) && line[end] != '#') {
            end++;
        }
        if (end > at) {
            if (r->word_count == WORDS_MAX) {
                return false;
            }
            r->words[r->word_count].text = line + at;
            r->words[r->word_count++].length = end - at;
        }
        at = end < length && is_blank(line[end]) ? end + 1 : end;
    }
    return true;
}

/* A number from -most to most. */
static bool take_number(const struct word *word, double most, double *out)
{
    return r3d_text_to_double(word->text, word->length, out) == R3D_OK && *out >= -most &&
           *out <= most;
}

/* Whole frames, 1 to FRAMES_MAX. */
static bool take_frames(const struct word *word, int32_t *out)
{
    double value = 0.0;
    if (!take_number(word, (double)FRAMES_MAX, &value) || value < 1.0) {
        return false;
    }
    *out = (int32_t)value;
    *out += (double)*out < value; /* of a fraction the next whole number */
    return true;
}

/* ---- lines ---- */

static path_step *add_step(struct path_reader *r, path_kind kind)
{
    column_path *path = r->path;
    if (path->count == path->capacity) {
        const int32_t capacity = path->capacity == 0 ? 64 : path->capacity * 2;
        path_step *grown = realloc(path->steps, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            fail(r, "out of memory");
            return NULL;
        }
        path->steps = grown;
        path->capacity = capacity;
    }
    path_step *step = &path->steps[path->count++];
    memset(step, 0, sizeof *step);
    step->kind = kind;
    step->line = r->line;
    return step;
}

static bool read_camera(struct path_reader *r)
{
    double values[5] = {0, 0, 0, 0, 0};
    int32_t frames = 0;
    bool good = r->word_count == 5 || r->word_count == 6;
    for (int32_t i = 0; i < 5 && good; i++) {
        good = take_number(&r->words[i], (double)R3D_COLUMN_CAMERA_MAX, &values[i]);
    }
    if (!good || (r->word_count == 6 && !take_frames(&r->words[5], &frames))) {
        return fail(r,
                    "expected X Y Z YAW SHEAR [FRAMES], numbers within +-%ld and 1 to %d frames, "
                    "or walk, turn, wait, mover or set",
                    (long)R3D_COLUMN_CAMERA_MAX, FRAMES_MAX);
    }
    path_step *step = add_step(r, PATH_CAMERA);
    if (step == NULL) {
        return false;
    }
    memcpy(step->values, values, sizeof values);
    step->frames = frames;
    return true;
}

/* A line of numbers and then frames: `walk FORWARD FRAMES [LEFT]`, `turn DEGREES FRAMES`, `wait FRAMES`. */
static bool read_timed(struct path_reader *r, path_kind kind)
{
    const bool has_value = kind != PATH_WAIT;
    const int32_t needed = has_value ? 3 : 2;
    const int32_t most = kind == PATH_WALK ? 4 : needed;
    const double limit =
        kind == PATH_WALK ? (double)R3D_COLUMN_COORDINATE_MAX : (double)R3D_COLUMN_CAMERA_MAX;
    double values[2] = {0.0, 0.0};
    int32_t frames = 0;
    if (r->word_count < needed || r->word_count > most ||
        (has_value && !take_number(&r->words[1], limit, &values[0])) ||
        (r->word_count == 4 && !take_number(&r->words[3], limit, &values[1])) ||
        !take_frames(&r->words[needed - 1], &frames)) {
        const char *form = kind == PATH_WALK   ? "walk FORWARD FRAMES [LEFT]"
                           : kind == PATH_TURN ? "turn DEGREES FRAMES"
                                               : "wait FRAMES";
        return fail(r, "expected %s, numbers within +-%.0f and 1 to %d frames", form, limit,
                    FRAMES_MAX);
    }
    path_step *step = add_step(r, kind);
    if (step == NULL) {
        return false;
    }
    step->values[0] = values[0];
    step->values[1] = values[1];
    step->frames = frames;
    r->path->has_time = true;
    return true;
}

static bool read_mover(struct path_reader *r)
{
    static const struct {
        const char *word;
        r3d_column_mover_direction direction;
    } ways[] = {{"up", R3D_COLUMN_MOVER_UP},
                {"down", R3D_COLUMN_MOVER_DOWN},
                {"stop", R3D_COLUMN_MOVER_STOPPED}};
    char name[40];
    double speed = 0.0;
    int32_t way = 3;
    int32_t mover = 0;
    for (int32_t i = 0; i < 3 && r->word_count >= 3; i++) {
        way = is_word(&r->words[2], ways[i].word) ? i : way;
    }
    if (way == 3 || r->word_count > 4 ||
        (r->word_count == 4 &&
         !(take_number(&r->words[3], (double)R3D_COLUMN_COORDINATE_MAX, &speed) && speed > 0.0))) {
        return fail(r, "expected mover NAME up|down|stop [UNITS_A_SECOND above 0]");
    }
    while (mover < r->desc->mover_count && !is_word(&r->words[1], r->desc->movers[mover].name)) {
        mover++;
    }
    if (mover == r->desc->mover_count) {
        return fail(r, "there is no mover %s among the %ld of the level (level info lists them)",
                    printable(&r->words[1], name), (long)r->desc->mover_count);
    }
    if (way < 2 && speed == 0.0 && r->desc->movers[mover].speed == 0.0) {
        return fail(r, "mover %s has no speed of its own: give one", printable(&r->words[1], name));
    }
    path_step *step = add_step(r, PATH_MOVER);
    if (step == NULL) {
        return false;
    }
    step->index = mover;
    step->values[0] = speed;
    step->direction = ways[way].direction;
    r->path->has_time = true;
    return true;
}

bool path_parse_set(const char *text, size_t length, int32_t *out_sector, bool *out_ceiling,
                    double *out_z)
{
    const char *end = text + length;
    const char *first = memchr(text, ':', length);
    const char *second = first == NULL ? NULL : memchr(first + 1, ':', (size_t)(end - first) - 1);
    if (second == NULL || r3d_text_to_i32(text, (size_t)(first - text), out_sector) != R3D_OK) {
        return false;
    }
    const struct word height = {first + 1, (size_t)(second - first) - 1};
    *out_ceiling = is_word(&height, "ceil");
    return (*out_ceiling || is_word(&height, "floor")) &&
           r3d_text_to_double(second + 1, (size_t)(end - second) - 1, out_z) == R3D_OK;
}

static bool read_set(struct path_reader *r)
{
    int32_t sector = 0;
    bool is_ceiling = false;
    double z = 0.0;
    if (r->word_count != 2 ||
        !path_parse_set(r->words[1].text, r->words[1].length, &sector, &is_ceiling, &z)) {
        return fail(r, "expected set SECTOR:floor:Z or set SECTOR:ceil:Z");
    }
    if (sector < 0 || sector >= r->desc->sector_count) {
        return fail(r, "there is no sector %ld: they are 0..%ld", (long)sector,
                    (long)r->desc->sector_count - 1);
    }
    path_step *step = add_step(r, PATH_SET);
    if (step == NULL) {
        return false;
    }
    step->index = sector;
    step->is_ceiling = is_ceiling;
    step->values[0] = z;
    return true;
}

static bool read_line(struct path_reader *r, const char *line, size_t length)
{
    if (!split(r, line, length)) {
        return fail(r, "more than %d words", WORDS_MAX);
    }
    if (r->word_count == 0) {
        return true;
    }
    static const struct {
        const char *word;
        path_kind kind;
    } timed[] = {{"walk", PATH_WALK}, {"turn", PATH_TURN}, {"wait", PATH_WAIT}};
    for (size_t i = 0; i < sizeof timed / sizeof timed[0]; i++) {
        if (is_word(&r->words[0], timed[i].word)) {
            return read_timed(r, timed[i].kind);
        }
    }
    return is_word(&r->words[0], "mover") ? read_mover(r)
           : is_word(&r->words[0], "set") ? read_set(r)
                                          : read_camera(r);
}

/* ---- together ---- */

/* The first step from `at` on that takes time; count when there is none. */
static int32_t next_timed(const column_path *path, int32_t at)
{
    while (at < path->count &&
           (path->steps[at].kind == PATH_MOVER || path->steps[at].kind == PATH_SET)) {
        at++;
    }
    return at;
}

/* A camera takes its frames to the next camera, one if none are given; before something else it is
 * held for them; the last one is the last frame. */
static bool count_frames(struct path_reader *r)
{
    column_path *path = r->path;
    int64_t frames = 1;
    for (int32_t i = 0; i < path->count; i++) {
        path_step *step = &path->steps[i];
        if (step->kind == PATH_CAMERA) {
            const int32_t next = next_timed(path, i + 1);
            const bool is_last = next == path->count;
            const bool is_glide = !is_last && path->steps[next].kind == PATH_CAMERA;
            step->frames = is_last ? 0 : is_glide && step->frames == 0 ? 1 : step->frames;
        }
        frames += step->frames;
        if (frames > FRAMES_MAX) {
            r->line = step->line;
            return fail(r, "more than %d frames", FRAMES_MAX);
        }
    }
    path->frame_count = (int32_t)frames;
    return true;
}

static bool read_lines(struct path_reader *r, const char *next, const char *end)
{
    if (end - next >= 3 && memcmp(next, "\xEF\xBB\xBF", 3) == 0) {
        next += 3; /* the mark that some editors put before UTF-8 */
    }
    bool good = true;
    for (r->line = 1; good && next < end; r->line++) {
        const char *newline = memchr(next, '\n', (size_t)(end - next));
        const char *stop = newline == NULL ? end : newline;
        good = read_line(r, next, (size_t)(stop - next));
        next = newline == NULL ? end : newline + 1;
    }
    if (good && next_timed(r->path, 0) == r->path->count) {
        fprintf(stderr, "%s: has no cameras\n", r->path->name);
        good = false;
    }
    if (good && r->path->steps[next_timed(r->path, 0)].kind != PATH_CAMERA && !r->desc->has_start) {
        r->line = r->path->steps[next_timed(r->path, 0)].line;
        good = fail(r, "the level has no start: begin with a camera X Y Z YAW SHEAR");
    }
    return good && count_frames(r);
}

int column_path_read(column_path *path, const char *name, const r3d_column_level *level)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    memset(path, 0, sizeof *path);
    path->name = name;
    if (r3d_file_read(name, 1 << 26, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    struct path_reader reader;
    memset(&reader, 0, sizeof reader);
    reader.path = path;
    reader.desc = r3d_column_level_get_desc(level);
    const bool good = read_lines(&reader, data, (const char *)data + size);
    free(data);
    return good ? R3D_EXIT_OK : R3D_EXIT_INPUT;
}

void column_path_free(column_path *path)
{
    free(path->steps);
    memset(path, 0, sizeof *path);
}
