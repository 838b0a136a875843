/* SPDX-License-Identifier: MIT */
/* retro3d explain: which commands of a display list wrote a pixel, and why it is not what it should
 * be. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/diff.h>
#include <retro3d/history.h>
#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "../common/commands.h"
#include "../common/isa_option.h"
#include "../common/options.h"

enum { OPTION_RECT, OPTION_DIFF, OPTION_EXPECT, OPTION_JSON, OPTION_ISA };

static const command_option options[] = {
    {"rect", 0, "X,Y,W,H", "Explain every pixel of a rectangle", NULL},
    {"diff", 0, "EXPECTED.png",
     "Explain the first pixel of each cluster that differs from a picture", NULL},
    {"expect", 0, "EXPECTED.png", "For X Y and --rect: say why a pixel differs from this picture",
     "!diff"},
    {"json", 0, NULL, "Print JSON, one object a line", NULL},
    {"isa", 0, "NAME", "Instruction set of the triangle fills (default: scalar)", NULL},
};

static const command_help help = {
    "explain",
    "SCRIPT.r3d X Y | --rect X,Y,W,H | --diff EXPECTED.png",
    "Replays the display list SCRIPT.r3d and prints, for each pixel asked for, every write to it "
    "in\n"
    "order: line, command, model, face, priority and depth bucket, the span, the packed colour or\n"
    "the texel and its shade, what it was blended with, the value before and after.\n"
    "With a picture of what is expected, it says which earlier write, which write that did not\n"
    "happen or which other colour would have given the expected value.\n"
    "Exit codes: 0 done (--diff: nothing differs), 1 --diff: something differs, 2 wrong usage, 3 "
    "a\n"
    "file cannot be read or is wrong, 4 the picture has another size.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *script_path;
    const char *expected_path;
    bool is_diff;
    bool is_json;
    bool has_rect;
    bool has_point;
    int32_t rect[4]; /* x, y, width, height */
    r3d_isa isa;
} request;

/* What is explained, and all that has to be released. */
typedef struct work {
    const request *ask;
    r3d_script *script;
    r3d_picture expected;
    r3d_history_point *points;
    size_t count;
    r3d_history *history;
    char *text;
    size_t text_size;
} work;

static bool parse_rect(const char *value, int32_t rect[4])
{
    for (int i = 0; i < 4; i++) {
        size_t length = strcspn(value, ",");
        if (r3d_text_to_i32(value, length, &rect[i]) != R3D_OK ||
            (value[length] == ',') != (i < 3)) {
            return false;
        }
        value += length + (i < 3 ? 1 : 0);
    }
    return rect[2] > 0 && rect[3] > 0 && (int64_t)rect[2] * rect[3] <= R3D_HISTORY_POINTS_MAX;
}

static uint32_t expected_rgb(const r3d_picture *picture, int32_t x, int32_t y)
{
    const uint8_t *p =
        (const uint8_t *)picture->pixels + ((size_t)y * (size_t)picture->width + (size_t)x) * 4;
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static bool add_point(work *w, int32_t x, int32_t y)
{
    r3d_history_point *p = &w->points[w->count++];
    p->x = x;
    p->y = y;
    p->has_expected = w->expected.pixels != NULL && x >= 0 && y >= 0 && x < w->expected.width &&
                      y < w->expected.height;
    p->expected_rgb = p->has_expected ? expected_rgb(&w->expected, x, y) : 0;
    return true;
}

static int out_of_memory(void)
{
    fprintf(stderr, "retro3d explain: out of memory\n");
    return R3D_EXIT_INPUT;
}

static int tell_sizes(const work *w, const r3d_surface *s)
{
    fprintf(stderr, "%s is %ld x %ld, the frame of %s is %ld x %ld\n", w->ask->expected_path,
            (long)w->expected.width, (long)w->expected.height, w->ask->script_path, (long)s->width,
            (long)s->height);
    return R3D_EXIT_SIZES;
}

/* Replays the script and compares; the first pixels of the clusters become the points. */
static int points_of_diff(work *w)
{
    r3d_error error;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.isa = w->ask->isa;
    if (r3d_replay_create(&desc, &replay) != R3D_OK) {
        return out_of_memory();
    }
    if (r3d_replay_run(replay, w->script, &error) != R3D_OK) {
        report_error(&error);
        r3d_replay_destroy(replay);
        return R3D_EXIT_INPUT;
    }
    int exit_code = R3D_EXIT_OK;
    r3d_diff_result diff;
    const r3d_surface *s = r3d_replay_get_surface(replay);
    r3d_picture_view expected;
    r3d_picture_get_view(&w->expected, &expected);
    if (s == NULL) {
        fprintf(stderr, "%s: the script has no \"size\" command\n", w->ask->script_path);
        exit_code = R3D_EXIT_INPUT;
    } else if (s->width != expected.width || s->height != expected.height) {
        exit_code = tell_sizes(w, s);
    } else {
        const r3d_picture_view actual = {s->pixels,
                                         (ptrdiff_t)s->stride_px * (ptrdiff_t)sizeof *s->pixels,
                                         s->width, s->height, R3D_LAYOUT_XRGB32};
        r3d_diff_effective effective;
        r3d_diff_options rgb;
        r3d_diff_options_init(&rgb);
        rgb.channels = R3D_DIFF_RGB;
        r3d_diff_effective_init(&effective);
        r3d_diff_effective_merge(&effective, &rgb, R3D_DIFF_FROM_CALL);
        if (r3d_diff_compare(&expected, &actual, &effective, NULL, &diff, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_INPUT;
        } else {
            w->points = malloc((diff.cluster_count + 1) * sizeof *w->points);
            for (size_t i = 0; w->points != NULL && i < diff.cluster_count; i++) {
                (void)add_point(w, diff.clusters[i].first.x, diff.clusters[i].first.y);
            }
            exit_code = w->points == NULL        ? out_of_memory()
                        : diff.cluster_count > 0 ? R3D_EXIT_DIFFERS
                                                 : R3D_EXIT_OK;
            r3d_diff_result_free(&diff);
        }
    }
    r3d_replay_destroy(replay);
    return exit_code;
}

static int points_of_rect(work *w)
{
    const int32_t *rect = w->ask->rect;
    w->points = malloc((size_t)rect[2] * (size_t)rect[3] * sizeof *w->points);
    if (w->points == NULL) {
        return out_of_memory();
    }
    for (int32_t y = 0; y < rect[3]; y++) {
        for (int32_t x = 0; x < rect[2]; x++) {
            (void)add_point(w, rect[0] + x, rect[1] + y);
        }
    }
    return R3D_EXIT_OK;
}

static bool print_point(work *w, size_t point)
{
    size_t (*write)(const r3d_history *, size_t, char *, size_t) =
        w->ask->is_json ? r3d_history_json : r3d_history_text;
    size_t needed = write(w->history, point, NULL, 0) + 1;
    if (needed > w->text_size) {
        char *larger = realloc(w->text, needed * 2);
        if (larger == NULL) {
            return false;
        }
        w->text = larger;
        w->text_size = needed * 2;
    }
    (void)write(w->history, point, w->text, w->text_size);
    fputs(w->text, stdout);
    fputs(w->ask->is_json ? "\n" : "", stdout);
    return true;
}

static int print_all(work *w)
{
    r3d_error error;
    r3d_history_desc desc;
    r3d_history_desc_init(&desc);
    desc.isa = w->ask->isa;
    desc.points = w->points;
    desc.point_count = w->count;
    if (r3d_history_create(w->script, &desc, &w->history, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    const r3d_surface *s = r3d_history_get_surface(w->history);
    if (w->expected.pixels != NULL &&
        (w->expected.width != s->width || w->expected.height != s->height)) {
        return tell_sizes(w, s);
    }
    for (size_t i = 0; i < w->count; i++) {
        if (!print_point(w, i)) {
            return out_of_memory();
        }
    }
    return R3D_EXIT_OK;
}

static int explain(work *w)
{
    r3d_error error;
    const request *ask = w->ask;
    if (r3d_script_load(ask->script_path, NULL, &w->script, &error) != R3D_OK ||
        (ask->expected_path != NULL &&
         r3d_png_load(ask->expected_path, NULL, NULL, &w->expected, &error) != R3D_OK)) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    if (w->expected.pixels != NULL && w->expected.layout != R3D_LAYOUT_RGBA8) {
        fprintf(stderr, "%s: 16 bits a channel, expected 8\n", ask->expected_path);
        return R3D_EXIT_INPUT;
    }
    int found = ask->is_diff ? points_of_diff(w) : points_of_rect(w);
    if (found != R3D_EXIT_OK && found != R3D_EXIT_DIFFERS) {
        return found;
    }
    if (ask->is_diff && w->count == 0) {
        if (!ask->is_json) {
            printf("%s draws what %s shows\n", ask->script_path, ask->expected_path);
        }
        return R3D_EXIT_OK;
    }
    if (w->count > R3D_HISTORY_POINTS_MAX) {
        w->count = R3D_HISTORY_POINTS_MAX;
    }
    int exit_code = print_all(w);
    return exit_code != R3D_EXIT_OK ? exit_code : found;
}

static bool take_positional(request *ask, int number, const char *value, int32_t xy[2])
{
    if (number == 0) {
        ask->script_path = value;
        return true;
    }
    if (number > 2) {
        (void)usage_error(&help, "\"%.100s\" is one argument too many", value);
        return false;
    }
    if (r3d_text_to_i32(value, strlen(value), &xy[number - 1]) != R3D_OK) {
        (void)usage_error(&help, "%s is \"%.40s\", expected a number", number == 1 ? "X" : "Y",
                          value);
        return false;
    }
    return true;
}

static bool parse(request *ask, command_arguments *arguments)
{
    const char *value;
    int32_t xy[2] = {0, 0};
    int positional = 0;
    for (int option; (option = arguments_next(arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_RECT:
            if (!parse_rect(value, ask->rect)) {
                (void)usage_error(&help,
                                  "--rect is \"%.40s\", expected X,Y,W,H with at most %d pixels",
                                  value, R3D_HISTORY_POINTS_MAX);
                arguments->failed = true;
                return false;
            }
            ask->has_rect = true;
            break;
        case OPTION_DIFF:
            ask->is_diff = true;
            ask->expected_path = value;
            break;
        case OPTION_EXPECT:
            ask->expected_path = value;
            break;
        case OPTION_JSON:
            ask->is_json = true;
            break;
        case OPTION_ISA:
            if (!option_isa(&help, option, value, &ask->isa)) {
                arguments->failed = true;
                return false;
            }
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (!take_positional(ask, positional++, value, xy)) {
                arguments->failed = true;
                return false;
            }
            break;
        default:
            return false;
        }
    }
    ask->has_point = positional == 3;
    if (positional == 2) {
        (void)usage_error(&help, "X without Y");
        arguments->failed = true;
        return false;
    }
    if (ask->has_point) {
        const int32_t rect[4] = {xy[0], xy[1], 1, 1};
        if (ask->has_rect) {
            ask->is_diff = true; /* makes two ways, which is refused below */
        }
        memcpy(ask->rect, rect, sizeof rect);
    }
    return true;
}

int cmd_explain(int argc, char **argv)
{
    command_arguments arguments;
    request ask;
    memset(&ask, 0, sizeof ask);
    ask.isa = R3D_ISA_SCALAR;
    arguments_init(&arguments, &help, argc, argv);
    arguments.takes_numbers = true;
    if (!parse(&ask, &arguments)) {
        return arguments_exit_code(&arguments);
    }
    if (ask.script_path == NULL) {
        return usage_error(&help, "no script given");
    }
    if ((ask.has_point ? 1 : 0) + (ask.has_rect ? 1 : 0) + (ask.is_diff ? 1 : 0) != 1) {
        return usage_error(&help, "expected one of X Y, --rect X,Y,W,H and --diff EXPECTED.png");
    }
    work w;
    memset(&w, 0, sizeof w);
    w.ask = &ask;
    int exit_code = explain(&w);
    r3d_history_destroy(w.history);
    r3d_script_destroy(w.script);
    r3d_picture_free(&w.expected);
    free(w.points);
    free(w.text);
    return exit_code;
}
