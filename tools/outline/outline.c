/* SPDX-License-Identifier: MIT */
/* retro3d outline: draws an outlined isometric map, or every buffer of one. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/apng.h>
#include <retro3d/folders.h>
#include <retro3d/isomaps.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "../common/commands.h"
#include "../common/options.h"
#include "../common/scale.h"
#include "buffers.h"

enum {
    OPTION_OUTPUT,
    OPTION_OUT_DIR,
    OPTION_MODE,
    OPTION_WIDTH,
    OPTION_IDS,
    OPTION_COLOR,
    OPTION_TEXELS,
    OPTION_QUADRANT,
    OPTION_LIGHT,
    OPTION_SHOW,
    OPTION_TIME,
    OPTION_FRAMES,
    OPTION_RATE,
    OPTION_SCALE,
    OPTION_COUNT
};

static const command_option options[] = {
    {"output", 'o', "OUT.png", "Where to write the picture with the lines of the mode", "!out-dir"},
    {"out-dir", 0, "DIR",
     "Write NAME.ids.png, near, screen, world, lit, lines, faces, image, image_screen and "
     "NAME.info",
     "!output"},
    {"mode", 'm', "world|screen", "Which pass finds the lines (default: what the file says)",
     "!out-dir&!show|show=lines"},
    {"width", 'w', "N", "Width of lines in pixels, 1..8", "!show|show=lines"},
    {"ids", 0, "surface|block|face", "What the screen pass draws lines between",
     "!show|show=lines"},
    {"color", 0, "PERCENT", "0..100; below 100 colours fade to white", "!show"},
    {"texels", 0, "N", "Shadow texels a cell, each way, 1..64", "!show|show=lines"},
    {"quadrant", 'q', "N", "Quarter turns of the map, 0..3", NULL},
    {"light", 0, "X,Y", "Put the light there: in 1/64 cell, before --quadrant", "!show|show=lines"},
    {"show", 0, "faces|lines", "Write the kinds of faces or the lines in place of the picture",
     "output"},
    {"time", 0, "MS", "Milliseconds at which the map is drawn (default 0)", NULL},
    {"frames", 'n', "N", "Write an animated PNG of that many frames", "output"},
    {"rate", 0, "N", "Frames a second (default 30)", "frames"},
    {"scale", 0, "N", SCALE_HELP, "output"},
};

static const command_help help = {
    "outline",
    "FILE -o OUT.png | --out-dir DIR [options]",
    "FILE is an .iso map or a reference scene. Options replace what it says.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the file or its sheet cannot be read or is wrong,\n"
    "6 an output cannot be written. After an error there is no output file.\n",
    options,
    sizeof options / sizeof options[0],
};

enum { FRAMES_MAX = 100000, RATE_MAX = 1000, PATH_SIZE = 4096, LIGHT_MAX = 1 << 21 };

typedef enum show { SHOW_PICTURE, SHOW_FACES, SHOW_LINES } show;

typedef struct job {
    const char *input;
    const char *output;
    const char *out_dir;
    show show;
    bool is_given[OPTION_COUNT];
    r3d_isomap_settings settings; /* where given */
    int32_t time_ms;
    int32_t frames;
    int32_t rate;
    int32_t scale;
} job;

/* ---- options ---- */

/* Finds a word among those of "a|b|c". */
static bool read_choice(int option, const char *value, int32_t *out)
{
    const char *list = options[option].value;
    int32_t number = 0;
    for (;;) {
        const size_t length = strcspn(list, "|");
        if (strlen(value) == length && strncmp(list, value, length) == 0) {
            *out = number;
            return true;
        }
        if (list[length] == '\0') {
            break;
        }
        list += length + 1;
        number++;
    }
    usage_error(&help, "--%s: \"%.200s\" is not one of %s", options[option].name, value,
                options[option].value);
    return false;
}

static bool read_light(const char *value, r3d_isomap_settings *settings)
{
    const size_t length = strcspn(value, ",");
    settings->has_light = true;
    if (value[length] == ',' && r3d_text_to_i32(value, length, &settings->light_x_a64) == R3D_OK &&
        r3d_text_to_i32(value + length + 1, strlen(value + length + 1), &settings->light_y_a64) ==
            R3D_OK &&
        settings->light_x_a64 >= -LIGHT_MAX && settings->light_x_a64 <= LIGHT_MAX &&
        settings->light_y_a64 >= -LIGHT_MAX && settings->light_y_a64 <= LIGHT_MAX) {
        return true;
    }
    usage_error(&help, "--light: \"%.200s\" is not X,Y, two whole numbers in 1/64 cell", value);
    return false;
}

static bool take_option(job *j, int option, const char *value)
{
    r3d_isomap_settings *s = &j->settings;
    int32_t choice = 0;
    bool is_good = true;
    j->is_given[option] = true;
    switch (option) {
    case OPTION_OUTPUT:
        j->output = value;
        break;
    case OPTION_OUT_DIR:
        j->out_dir = value;
        break;
    case OPTION_MODE:
        is_good = read_choice(option, value, &choice);
        s->mode = (r3d_isomap_mode)choice;
        break;
    case OPTION_WIDTH:
        is_good = option_i32(&help, option, value, 1, R3D_OUTLINE_WIDTH_MAX, &s->width);
        break;
    case OPTION_IDS:
        is_good = read_choice(option, value, &choice);
        s->ids = (r3d_outline_ids)choice;
        break;
    case OPTION_COLOR:
        is_good = option_i32(&help, option, value, 0, 100, &s->color_percent);
        break;
    case OPTION_TEXELS:
        is_good = option_i32(&help, option, value, 1, R3D_OUTLINE_TEXELS_MAX, &s->texels);
        break;
    case OPTION_QUADRANT:
        is_good = option_i32(&help, option, value, 0, 3, &s->quadrant);
        break;
    case OPTION_LIGHT:
        is_good = read_light(value, s);
        break;
    case OPTION_SHOW:
        is_good = read_choice(option, value, &choice);
        j->show = choice == 0 ? SHOW_FACES : SHOW_LINES;
        break;
    case OPTION_TIME:
        is_good = option_i32(&help, option, value, INT32_MIN, INT32_MAX, &j->time_ms);
        break;
    case OPTION_FRAMES:
        is_good = option_i32(&help, option, value, 1, FRAMES_MAX, &j->frames);
        break;
    case OPTION_SCALE:
        is_good = option_scale(&help, option, value, &j->scale);
        break;
    default:
        is_good = option_i32(&help, option, value, 1, RATE_MAX, &j->rate);
        break;
    }
    return is_good;
}

/* What the file says, with the options in place of it. */
static r3d_result apply(const job *j, r3d_isomap *map, r3d_error *error)
{
    r3d_isomap_settings s;
    r3d_isomap_settings_init(&s);
    r3d_isomap_get_settings(map, &s);
    s.mode = j->is_given[OPTION_MODE] ? j->settings.mode : s.mode;
    s.width = j->is_given[OPTION_WIDTH] ? j->settings.width : s.width;
    s.ids = j->is_given[OPTION_IDS] ? j->settings.ids : s.ids;
    s.color_percent = j->is_given[OPTION_COLOR] ? j->settings.color_percent : s.color_percent;
    s.texels = j->is_given[OPTION_TEXELS] ? j->settings.texels : s.texels;
    s.quadrant = j->is_given[OPTION_QUADRANT] ? j->settings.quadrant : s.quadrant;
    if (j->is_given[OPTION_LIGHT]) {
        s.has_light = true;
        s.light_x_a64 = j->settings.light_x_a64;
        s.light_y_a64 = j->settings.light_y_a64;
    }
    return r3d_isomap_set_settings(map, &s, error);
}

/* ---- one picture, or one a frame ---- */

typedef struct canvas {
    uint32_t *rgb;
    r3d_picture_view view;
} canvas;

static bool canvas_init(canvas *c, int32_t width, int32_t height)
{
    c->rgb = malloc((size_t)width * (size_t)height * sizeof *c->rgb);
    c->view = (r3d_picture_view){c->rgb, (ptrdiff_t)width * 4, width, height, R3D_LAYOUT_XRGB32};
    if (c->rgb == NULL) {
        fprintf(stderr, "retro3d outline: out of memory\n");
    }
    return c->rgb != NULL;
}

static int draw_picture(const job *j, r3d_isomap *map, int64_t time_ms, const canvas *c)
{
    r3d_error error;
    if (r3d_isomap_draw(map, time_ms, &error) != R3D_OK) {
        fprintf(stderr, "retro3d outline: %s: %s\n", j->input, error.message);
        return R3D_EXIT_INPUT;
    }
    switch (j->show) {
    case SHOW_FACES:
        draw_faces(map, c->rgb);
        break;
    case SHOW_LINES:
        draw_lines(map, c->rgb);
        break;
    default:
        draw_image(map, c->rgb);
        break;
    }
    return R3D_EXIT_OK;
}

static int write_film(const job *j, r3d_isomap *map, const canvas *c)
{
    r3d_apng_options how;
    r3d_apng *film = NULL;
    r3d_error error;
    r3d_apng_options_init(&how);
    how.delay_numerator = 1;
    how.delay_denominator = (uint32_t)j->rate;
    r3d_result result = r3d_apng_create(j->output, &how, NULL, &film, &error);
    int exit_code = R3D_EXIT_OK;
    for (int32_t i = 0; i < j->frames && result == R3D_OK && exit_code == R3D_EXIT_OK; i++) {
        exit_code = draw_picture(j, map, j->time_ms + (int64_t)i * 1000 / j->rate, c);
        if (exit_code == R3D_EXIT_OK) {
            result = scale_add(film, &c->view, j->scale, &error);
        }
    }
    if (exit_code == R3D_EXIT_OK && result == R3D_OK) {
        result = r3d_apng_finish(film, &error);
    }
    r3d_apng_destroy(film);
    if (result != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    return exit_code;
}

static int write_output(const job *j, r3d_isomap *map)
{
    int32_t width = 0;
    int32_t height = 0;
    canvas c;
    r3d_error error;
    if (j->show == SHOW_PICTURE && !r3d_isomap_has_colors(map)) {
        fprintf(stderr,
                "retro3d outline: %s: without a sheet there is no coloured picture, expected a "
                "record \"sheet\", or --show or --out-dir\n",
                j->input);
        return R3D_EXIT_INPUT;
    }
    r3d_isomap_get_size(map, &width, &height);
    if (!scale_fits(&help, j->scale, width, height)) {
        return R3D_EXIT_USAGE;
    }
    if (!canvas_init(&c, width, height)) {
        return R3D_EXIT_INPUT;
    }
    int exit_code = R3D_EXIT_OK;
    if (j->frames > 0) {
        exit_code = write_film(j, map, &c);
    } else {
        exit_code = draw_picture(j, map, j->time_ms, &c);
        if (exit_code == R3D_EXIT_OK &&
            scale_save(j->output, &c.view, j->scale, R3D_PNG_SMALL, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_OUTPUT;
        }
    }
    free(c.rgb);
    return exit_code;
}

/* ---- every buffer ---- */

enum { BUFFERS_MAX = 10, COUNTERS_SIZE = 512 };

typedef struct buffer_files {
    char paths[BUFFERS_MAX][PATH_SIZE];
    r3d_file_content files[BUFFERS_MAX];
    int count;
    const char *folder;
    const char *name; /* of the map, without folder and ending */
    int name_length;
} buffer_files;

/* Keeps a file; takes the data. */
static bool keep_file(buffer_files *to, const char *ending, void *data, size_t size)
{
    char *path = to->paths[to->count];
    const size_t length = strlen(to->folder);
    const char *slash = length > 0 && to->folder[length - 1] == '/' ? "" : "/";
    const int used = snprintf(path, PATH_SIZE, "%s%s%.*s.%s", to->folder, slash, to->name_length,
                              to->name, ending);
    to->files[to->count] = (r3d_file_content){path, data, size};
    to->count++;
    if (used < 0 || used >= PATH_SIZE) {
        fprintf(stderr, "retro3d outline: the name of the folder is too long\n");
        return false;
    }
    return true;
}

static bool keep_picture(buffer_files *to, const char *kind, const uint32_t *rgb, int32_t width,
                         int32_t height)
{
    const r3d_picture_view view = {rgb, (ptrdiff_t)width * 4, width, height, R3D_LAYOUT_XRGB32};
    char ending[32];
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    if (r3d_png_encode(&view, R3D_PNG_SMALL, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    snprintf(ending, sizeof ending, "%s.png", kind);
    return keep_file(to, ending, data, size);
}

static bool keep_counters(buffer_files *to, const r3d_isomap *map)
{
    char *text = malloc(COUNTERS_SIZE);
    const int length = text == NULL ? -1 : write_counters(map, text, COUNTERS_SIZE);
    if (length < 0) {
        free(text);
        return false;
    }
    return keep_file(to, "info", text, (size_t)length);
}

static bool keep_lit(buffer_files *to, const r3d_isomap *map)
{
    int32_t width = 0;
    int32_t height = 0;
    uint32_t *rgb = draw_lit(map, &width, &height);
    const bool is_kept = rgb != NULL && width <= R3D_PICTURE_SIZE_MAX &&
                         height <= R3D_PICTURE_SIZE_MAX &&
                         keep_picture(to, "lit", rgb, width, height);
    free(rgb);
    return is_kept;
}

/* All buffers of a map that was drawn. */
static bool keep_all(buffer_files *to, r3d_isomap *map, uint32_t *rgb)
{
    int32_t w = 0;
    int32_t h = 0;
    r3d_isomap_get_size(map, &w, &h);
    draw_ids(map, rgb);
    bool ok = keep_picture(to, "ids", rgb, w, h);
    draw_near(map, rgb);
    ok = ok && keep_picture(to, "near", rgb, w, h);
    draw_faces(map, rgb);
    ok = ok && keep_picture(to, "faces", rgb, w, h);
    r3d_isomap_mark(map, R3D_ISOMAP_WORLD);
    draw_lines(map, rgb);
    ok = ok && keep_picture(to, "world", rgb, w, h);
    if (ok && r3d_isomap_has_colors(map)) {
        draw_image(map, rgb);
        ok = keep_picture(to, "image", rgb, w, h);
    }
    r3d_isomap_mark(map, R3D_ISOMAP_SCREEN);
    draw_mask(map, rgb);
    ok = ok && keep_picture(to, "screen", rgb, w, h);
    draw_lines(map, rgb);
    ok = ok && keep_picture(to, "lines", rgb, w, h);
    if (ok && r3d_isomap_has_colors(map)) {
        draw_image(map, rgb);
        ok = keep_picture(to, "image_screen", rgb, w, h);
    }
    return ok && keep_lit(to, map) && keep_counters(to, map);
}

/* The last part of a path without its ending. */
static void find_name(const char *path, buffer_files *out)
{
    const char *slash = strrchr(path, '/');
    out->name = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(out->name, '.');
    out->name_length =
        (int)(dot == NULL || dot == out->name ? strlen(out->name) : (size_t)(dot - out->name));
}

static int write_buffers(const job *j, r3d_isomap *map)
{
    int32_t width = 0;
    int32_t height = 0;
    r3d_error error;
    if (r3d_isomap_draw(map, j->time_ms, &error) != R3D_OK) {
        fprintf(stderr, "retro3d outline: %s: %s\n", j->input, error.message);
        return R3D_EXIT_INPUT;
    }
    r3d_isomap_get_size(map, &width, &height);
    uint32_t *rgb = malloc((size_t)width * (size_t)height * sizeof *rgb);
    buffer_files *to = calloc(1, sizeof *to);
    int exit_code = R3D_EXIT_OUTPUT;
    if (rgb == NULL || to == NULL) {
        fprintf(stderr, "retro3d outline: out of memory\n");
    } else {
        to->folder = j->out_dir;
        find_name(j->input, to);
        if (!keep_all(to, map, rgb)) {
            fprintf(stderr, "retro3d outline: out of memory, or a picture is too large\n");
        } else if (r3d_folder_make(j->out_dir, &error) != R3D_OK ||
                   r3d_file_write_all(to->files, (size_t)to->count, &error) != R3D_OK) {
            report_error(&error);
        } else {
            exit_code = R3D_EXIT_OK;
        }
    }
    for (int i = 0; to != NULL && i < to->count; i++) {
        free((void *)(uintptr_t)to->files[i].data);
    }
    free(to);
    free(rgb);
    return exit_code;
}

/* ---- the command ---- */

static int run(const job *j)
{
    r3d_isomap *map = NULL;
    r3d_error error;
    if (r3d_isomap_load(j->input, NULL, NULL, &map, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    int exit_code = R3D_EXIT_INPUT;
    if (apply(j, map, &error) != R3D_OK) {
        fprintf(stderr, "retro3d outline: %s: %s\n", j->input, error.message);
    } else {
        exit_code = j->out_dir != NULL ? write_buffers(j, map) : write_output(j, map);
    }
    r3d_isomap_destroy(map);
    return exit_code;
}

int cmd_outline(int argc, char **argv)
{
    command_arguments arguments;
    job j;
    memset(&j, 0, sizeof j);
    j.rate = 30;
    j.scale = 1;
    r3d_isomap_settings_init(&j.settings);
    arguments_init(&arguments, &help, argc, argv);
    for (;;) {
        const char *value = NULL;
        const int option = arguments_next(&arguments, &value);
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (option == R3D_ARGUMENT_END) {
            break;
        }
        if (option == R3D_ARGUMENT_POSITIONAL) {
            if (j.input != NULL) {
                return usage_error(&help, "one map at a time, not \"%.200s\" too", value);
            }
            j.input = value;
        } else if (!take_option(&j, option, value)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (j.input == NULL || (j.output == NULL && j.out_dir == NULL)) {
        return usage_error(&help, "expected a map, and --output OUT.png or --out-dir DIR");
    }
    const char *const outputs[] = {j.output};
    const char *const inputs[] = {j.input};
    if (!outputs_are_safe(&help, outputs, 1, inputs, 1)) {
        return R3D_EXIT_USAGE;
    }
    return run(&j);
}
