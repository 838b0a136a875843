/* SPDX-License-Identifier: MIT */
/* retro3d diff: compares two pictures and shows where they differ. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/golden.h>
#include <retro3d/io.h>

#include "commands.h"
#include "diff_options.h"
#include "options.h"

enum {
    OPTION_OUTPUT = DIFF_OPTION_COUNT,
    OPTION_CIRCLED,
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_VERIFY,
    OPTION_LIST_OPTIONS
};

static const r3d_option options[] = {
    DIFF_OPTIONS,
    {"output", 'o', "DIFF.png", "Write the diff picture here when the pictures differ"},
    {"circled", 0, "OUT.png", "Write ACTUAL with red rings here when the pictures differ"},
    {"json", 0, NULL, "Print one JSON object instead of text"},
    {"quiet", 'q', NULL, "Print nothing"},
    {"verify", 0, NULL, "Decode even files whose bytes are identical"},
    {"list-options", 0, NULL, "Print every setting's value and where it comes from"},
};

static const r3d_command_help help = {
    "diff",
    "EXPECTED ACTUAL [-o DIFF.png] [options]",
    "Compares two pictures, pixel by pixel. PNG files are verified completely; other formats are "
    "told\n"
    "by their first bytes; \"-\" reads a picture from standard input. When the pictures are equal\n"
    "nothing is written, and an old DIFF.png is removed.\n"
    "Exit codes: 0 equal within bounds, 1 pixels differ, 2 wrong usage, 3 a file cannot be read or "
    "is\n"
    "corrupt, 4 the sizes differ, 6 output cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *paths[2];
    int path_count;
    const char *output;
    const char *circled;
    bool json;
    bool quiet;
    bool verify;
    bool list;
    diff_settings settings;
} request;

/* ---- reading ---- */

typedef struct input {
    void *data;
    size_t size;
    r3d_picture picture;
} input;

/* Reads standard input to its end. */
static bool read_standard_input(input *in, r3d_error *error)
{
    size_t capacity = (size_t)1 << 16;
    char *data = malloc(capacity);
    size_t size = 0;
    while (data != NULL) {
        size += fread(data + size, 1, capacity - size, stdin);
        if (size < capacity) {
            break;
        }
        char *larger = capacity <= (size_t)INT32_MAX / 2 ? realloc(data, capacity * 2) : NULL;
        if (larger == NULL) {
            free(data);
            data = NULL;
        } else {
            data = larger;
            capacity *= 2;
        }
    }
    if (data == NULL || ferror(stdin)) {
        memset(error, 0, sizeof *error);
        error->result = data == NULL ? R3D_ERR_LIMIT : R3D_ERR_IO_READ;
        error->offset = -1;
        snprintf(error->file, sizeof error->file, "-");
        snprintf(error->message, sizeof error->message, "%s",
                 data == NULL ? "standard input is too large" : "reading standard input failed");
        free(data);
        return false;
    }
    in->data = data;
    in->size = size;
    return true;
}

static bool read_input(const char *path, input *in, r3d_error *error)
{
    if (strcmp(path, "-") == 0) {
        return read_standard_input(in, error);
    }
    return r3d_file_read(path, 0, NULL, &in->data, &in->size, error) == R3D_OK;
}

static bool decode_input(const char *path, input *in, r3d_error *error)
{
    return r3d_picture_decode(in->data, in->size, path, NULL, NULL, &in->picture, error) == R3D_OK;
}

static void free_input(input *in)
{
    free(in->data);
    r3d_picture_free(&in->picture);
}

/* ---- writing ---- */

typedef struct comparison {
    r3d_picture_view expected;
    r3d_picture_view actual;
    r3d_diff_result result;
} comparison;

static bool save_canvas(const char *path, r3d_result rendered, r3d_diff_canvas *canvas)
{
    r3d_picture_view view;
    r3d_error error;
    if (rendered != R3D_OK) {
        fprintf(stderr, "%s: %s\n", path, r3d_result_string(rendered));
        return false;
    }
    r3d_diff_canvas_get_view(canvas, &view);
    r3d_result saved = r3d_png_save(path, &view, R3D_PNG_FAST, &error);
    r3d_diff_canvas_free(canvas);
    if (saved != R3D_OK) {
        r3d_print_error(&error);
    }
    return saved == R3D_OK;
}

static bool write_pictures(const request *r, const comparison *c)
{
    r3d_diff_canvas canvas;
    bool written = true;
    if (r->output != NULL) {
        written = save_canvas(
            r->output, r3d_diff_render_diff(&c->result, &c->expected, &c->actual, NULL, &canvas),
            &canvas);
    }
    if (r->circled != NULL) {
        written =
            save_canvas(r->circled, r3d_diff_render_circled(&c->result, &c->actual, NULL, &canvas),
                        &canvas) &&
            written;
    }
    return written;
}

static bool remove_stale(const char *path)
{
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        return true;
    }
    fclose(file);
    if (remove(path) != 0) {
        fprintf(stderr, "%s: an old file cannot be removed\n", path);
        return false;
    }
    return true;
}

/* ---- saying ---- */

static void print_options(const r3d_diff_effective *effective)
{
    for (int i = 0; i < R3D_DIFF_SET_COUNT; i++) {
        char value[128];
        r3d_diff_setting_text(effective, (r3d_diff_setting)i, value, sizeof value);
        printf("%-16s %s (%s)\n", r3d_diff_setting_name((r3d_diff_setting)i), value,
               effective->origin[i] == R3D_DIFF_FROM_CALL ? "command line" : "default");
    }
}

static void print_json(const request *r, const comparison *c)
{
    r3d_diff_text text;
    memset(&text, 0, sizeof text);
    printf("{\"expected\":");
    r3d_diff_text_json_string(&text, r->paths[0]);
    fputs(text.data != NULL ? text.data : "\"\"", stdout);
    text.length = 0;
    r3d_diff_text_json_string(&text, r->paths[1]);
    printf(",\"actual\":%s,\"diff\":", text.data != NULL ? text.data : "\"\"");
    text.length = 0;
    if (c != NULL) {
        r3d_diff_describe_json(&c->result, &text);
    }
    printf("%s}\n", c != NULL && text.data != NULL ? text.data : "{\"verdict\":\"equal\"}");
    r3d_diff_text_free(&text);
}

static void print_result(const request *r, const comparison *c, bool written)
{
    r3d_diff_text text;
    if (r->quiet) {
        return;
    }
    if (r->list) {
        print_options(&c->result.effective);
    }
    if (r->json) {
        print_json(r, c);
        return;
    }
    memset(&text, 0, sizeof text);
    if (c->result.verdict == R3D_DIFF_EQUAL) {
        printf("equal: %lld px\n", (long long)c->result.compared);
        return;
    }
    r3d_diff_describe(&c->result, &text);
    printf("%s%s", c->result.verdict == R3D_DIFF_WITHIN ? "within bounds: " : "",
           text.data != NULL ? text.data : "\n");
    text.length = 0;
    if (r3d_diff_hints(&c->result, &c->expected, &c->actual, NULL, &text) == R3D_OK &&
        text.length != 0) {
        fputs(text.data, stdout);
    }
    if (r->output != NULL && written && !r3d_diff_passed(&c->result)) {
        printf("diff: %s\n", r->output);
    }
    r3d_diff_text_free(&text);
}

/* ---- one pair ---- */

static int exit_code_of(const r3d_diff_result *result)
{
    switch (result->verdict) {
    case R3D_DIFF_EQUAL:
    case R3D_DIFF_WITHIN:
        return R3D_EXIT_OK;
    case R3D_DIFF_LAYOUT:
        return R3D_EXIT_SIZES;
    case R3D_DIFF_DIFFERENT:
        break;
    }
    return R3D_EXIT_DIFFERS;
}

static int compare_inputs(request *r, input *in)
{
    comparison c;
    r3d_error error;
    r3d_picture_get_view(&in[0].picture, &c.expected);
    r3d_picture_get_view(&in[1].picture, &c.actual);
    r3d_diff_effective *effective = &r->settings.effective;
    if (effective->values.channels == R3D_DIFF_CHANNELS_AUTO && !in[0].picture.has_alpha &&
        !in[1].picture.has_alpha) {
        effective->values.channels = R3D_DIFF_RGB;
    }
    r3d_result compared =
        r3d_diff_compare(&c.expected, &c.actual, effective, NULL, &c.result, &error);
    if (compared != R3D_OK) {
        fprintf(stderr, "retro3d diff: %s\n", error.message);
        return compared == R3D_ERR_FORMAT_UNSUPPORTED || compared == R3D_ERR_MEMORY
                   ? R3D_EXIT_INPUT
                   : R3D_EXIT_USAGE;
    }
    int exit_code = exit_code_of(&c.result);
    bool written = r3d_diff_passed(&c.result) ? remove_stale(r->output) && remove_stale(r->circled)
                                              : write_pictures(r, &c);
    print_result(r, &c, written);
    r3d_diff_result_free(&c.result);
    return written ? exit_code : R3D_EXIT_OUTPUT;
}

static int compare_files(request *r)
{
    input in[2];
    r3d_error error;
    int exit_code = R3D_EXIT_INPUT;
    memset(in, 0, sizeof in);
    if (!read_input(r->paths[0], &in[0], &error) || !read_input(r->paths[1], &in[1], &error)) {
        r3d_print_error(&error);
    } else if (!r->verify && in[0].size == in[1].size && in[0].size != 0 &&
               memcmp(in[0].data, in[1].data, in[0].size) == 0) {
        bool removed = remove_stale(r->output) && remove_stale(r->circled);
        if (!r->quiet && r->list) {
            print_options(&r->settings.effective);
        }
        if (!r->quiet && r->json) {
            print_json(r, NULL);
        } else if (!r->quiet) {
            printf("equal: identical files\n");
        }
        exit_code = removed ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
    } else if (!decode_input(r->paths[0], &in[0], &error) ||
               !decode_input(r->paths[1], &in[1], &error)) {
        r3d_print_error(&error);
    } else {
        exit_code = compare_inputs(r, in);
    }
    free_input(&in[0]);
    free_input(&in[1]);
    return exit_code;
}

/* ---- arguments ---- */

static bool take_option(request *r, int option, const char *value)
{
    if (option < DIFF_OPTION_COUNT) {
        return diff_settings_take(&r->settings, &help, option, value);
    }
    switch (option) {
    case OPTION_OUTPUT:
        r->output = value;
        break;
    case OPTION_CIRCLED:
        r->circled = value;
        break;
    case OPTION_JSON:
        r->json = true;
        break;
    case OPTION_QUIET:
        r->quiet = true;
        break;
    case OPTION_VERIFY:
        r->verify = true;
        break;
    case OPTION_LIST_OPTIONS:
        r->list = true;
        break;
    default:
        break;
    }
    return true;
}

static int check_request(const request *r)
{
    const char *outputs[2] = {r->output, r->circled};
    if (r->path_count != 2) {
        return r3d_usage_error(&help, "two pictures are needed, %d given", r->path_count);
    }
    if (strcmp(r->paths[0], "-") == 0 && strcmp(r->paths[1], "-") == 0) {
        return r3d_usage_error(&help, "only one picture can be read from standard input");
    }
    for (int i = 0; i < 4; i++) {
        if (outputs[i / 2] != NULL && strcmp(outputs[i / 2], r->paths[i % 2]) == 0) {
            return r3d_usage_error(&help, "output %s would overwrite a picture that is compared",
                                   outputs[i / 2]);
        }
    }
    return R3D_EXIT_OK;
}

static int parse(request *r, int argc, char **argv)
{
    r3d_arguments arguments;
    const char *value;
    r3d_arguments_init(&arguments, &help, argc, argv);
    for (;;) {
        int option = r3d_arguments_next(&arguments, &value);
        if (option == R3D_ARGUMENT_END) {
            return check_request(r);
        }
        if (option == R3D_ARGUMENT_EXIT) {
            r->path_count = -1;
            return r3d_arguments_exit_code(&arguments);
        }
        if (option == R3D_ARGUMENT_POSITIONAL) {
            if (r->path_count < 2) {
                r->paths[r->path_count] = value;
            }
            r->path_count++;
        } else if (!take_option(r, option, value)) {
            return R3D_EXIT_USAGE;
        }
    }
}

int r3d_cmd_diff(int argc, char **argv)
{
    request r;
    memset(&r, 0, sizeof r);
    diff_settings_init(&r.settings);
    int exit_code = parse(&r, argc, argv);
    if (exit_code == R3D_EXIT_OK && r.path_count == 2) {
        exit_code = diff_settings_finish(&r.settings, &help);
        if (exit_code == R3D_EXIT_OK) {
            exit_code = compare_files(&r);
        }
    }
    diff_settings_free(&r.settings);
    return exit_code;
}
