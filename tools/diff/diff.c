/* SPDX-License-Identifier: MIT */
/* retro3d diff: compares two pictures and shows where they differ. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/diff.h>
#include <retro3d/folders.h>
#include <retro3d/io.h>

#include "../common/commands.h"
#include "folders.h"
#include "input.h"
#include "diff_options.h"
#include "pair.h"
#include "../common/isa_option.h"
#include "../common/options.h"
#include "preview.h"

enum {
    OPTION_OUTPUT = DIFF_OPTION_COUNT,
    OPTION_CIRCLED,
    OPTION_TRIPTYCH,
    OPTION_HTML,
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_VERIFY,
    OPTION_LIST_OPTIONS,
    OPTION_LOW_MEMORY,
    OPTION_THREADS,
    OPTION_RAW,
    OPTION_PALETTE,
    OPTION_MAX_SAMPLES,
    OPTION_PREVIEW,
    OPTION_ISA
};

static const command_option options[] = {
    DIFF_OPTIONS,
    {"output", 'o', "OUT.png", "Write the diff picture here when the pictures differ", NULL},
    {"circled", 0, "OUT.png", "Write ACTUAL with red rings here when the pictures differ", NULL},
    {"triptych", 0, "OUT.png", "Write expected, actual and diff side by side here", NULL},
    {"html", 0, "OUT.html", "Of two folders: write one page of the pairs that differ",
     "!low-memory"},
    {"json", 0, NULL, "Print one JSON object instead of text", NULL},
    {"quiet", 'q', NULL, "Print nothing", NULL},
    {"verify", 0, NULL, "Decode even files whose bytes are identical", NULL},
    {"list-options", 0, NULL, "Print every setting's value and where it comes from", NULL},
    {"low-memory", 0, NULL, "Compare PNG files row by row while they are decoded",
     "!raw&!output&!circled&!triptych&!preview"},
    {"threads", 'j', "N", "Decode both files, or compare pairs of folders, at once (default 2)",
     NULL},
    {"raw", 0, "WxH:LAYOUT", "Files that are no PNG are raw frames of this size and layout", NULL},
    {"palette", 0, "FILE", "Colours of raw frames of layout gray8: 3 bytes R, G, B each", "raw"},
    {"max-samples", 0, "N", "Largest width x height x 4 of a file (default 1073741824)", NULL},
    {"preview", 0, NULL, "Show expected, actual and diff in a terminal with pictures; asks it",
     "!json&!quiet"},
    {"isa", 0, "NAME", "Instruction set that reads and compares; every one finds the same", NULL},
};

static const command_help help = {
    "diff",
    "EXPECTED ACTUAL [-o OUT.png] [options]\n       retro3d diff FOLDER FOLDER [-o FOLDER] "
    "[options]",
    "Compares two pictures, pixel by pixel. PNG files are verified completely; other formats are "
    "told\n"
    "by their first bytes; \"-\" reads a picture from standard input. When the pictures are equal\n"
    "nothing is written, and an old OUT.png is removed. Two folders are compared file by file, "
    "paired\n"
    "by relative path; a picture on one side only counts as a difference.\n"
    "Layouts of raw frames: rgba8, bgra8, argb8, xrgb8, abgr8, rgb8 and gray8 (bytes in this "
    "order); "
    "xrgb32,\n"
    "argb32, rgba16, rgb565 and xrgb1555 (words in this machine's byte order). Terminals that "
    "announce pictures of kitty, iTerm2 or sixel show "
    "them\n"
    "without being asked; R3D_PREVIEW=kitty, iterm2, sixel or none overrides what they say.\n"
    "Exit codes: 0 equal within bounds, 1 pixels differ, 2 wrong usage, 3 a file cannot be read or "
    "is\n"
    "corrupt, 4 the sizes differ, 6 output cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *paths[2];
    int path_count;
    diff_pair pair;
    int jobs;
    r3d_picture_view raw;
    const char *palette_path;
    diff_palette palette;
    bool preview; /* asked for */
    diff_settings settings;
} request;

static bool take_option(request *r, int option, const char *value)
{
    if (option < DIFF_OPTION_COUNT) {
        return diff_settings_take(&r->settings, &help, option, value);
    }
    switch (option) {
    case OPTION_OUTPUT:
        r->pair.output = value;
        break;
    case OPTION_CIRCLED:
        r->pair.circled = value;
        break;
    case OPTION_TRIPTYCH:
        r->pair.triptych = value;
        break;
    case OPTION_HTML:
        r->pair.html = value;
        break;
    case OPTION_JSON:
        r->pair.json = true;
        break;
    case OPTION_QUIET:
        r->pair.quiet = true;
        break;
    case OPTION_VERIFY:
        r->pair.verify = true;
        break;
    case OPTION_LIST_OPTIONS:
        r->pair.list = true;
        break;
    case OPTION_LOW_MEMORY:
        r->pair.low_memory = true;
        break;
    case OPTION_THREADS: {
        int32_t threads;
        if (!option_i32(&help, option, value, 1, 64, &threads)) {
            return false;
        }
        r->pair.threads = threads > 1 ? 2 : 1;
        r->jobs = threads;
        break;
    }
    case OPTION_RAW:
        if (!diff_raw_parse(value, &r->raw)) {
            usage_error(&help,
                        "--raw is \"%.60s\", expected WxH:LAYOUT with W and H 1 to 32767 and "
                        "rgba8, bgra8, argb8, xrgb8, abgr8, rgb8, gray8, xrgb32, argb32, rgba16, "
                        "rgb565 or xrgb1555",
                        value);
            return false;
        }
        r->pair.raw = &r->raw;
        break;
    case OPTION_PALETTE:
        r->palette_path = value;
        break;
    case OPTION_MAX_SAMPLES:
        if (!diff_take_count(&help, option, value, &r->pair.limits.max_samples)) {
            return false;
        }
        if (r->pair.limits.max_samples == 0) {
            usage_error(&help, "--max-samples must be 1 or more");
            return false;
        }
        break;
    case OPTION_PREVIEW:
        r->preview = true;
        break;
    case OPTION_ISA:
        if (!option_isa(&help, option, value, &r->settings.options.isa)) {
            return false;
        }
        r->pair.limits.isa = r->settings.options.isa;
        break;
    default:
        break;
    }
    return true;
}

static int check_request(const request *r)
{
    const char *outputs[3] = {r->pair.output, r->pair.circled, r->pair.triptych};
    if (r->path_count != 2) {
        return usage_error(&help, "two pictures are needed, %d given", r->path_count);
    }
    if (strcmp(r->paths[0], "-") == 0 && strcmp(r->paths[1], "-") == 0) {
        return usage_error(&help, "only one picture can be read from standard input");
    }
    if (r->pair.raw != NULL && r->pair.low_memory) {
        return usage_error(&help, "--low-memory is for PNG files, not for --raw");
    }
    if (r->palette_path != NULL && r->raw.layout != R3D_LAYOUT_GRAY8) {
        return usage_error(&help, "--palette is for raw frames of layout gray8");
    }
    if (r->preview && (r->pair.json || r->pair.quiet)) {
        return usage_error(&help, "--preview does not go with --json or --quiet");
    }
    const char *inputs[3] = {r->paths[0], r->paths[1], r->settings.mask_path};
    for (int i = 0; i < 9; i++) {
        const char *output = outputs[i / 3];
        if (output != NULL && r3d_file_is_same(output, inputs[i % 3])) {
            return usage_error(&help, "output %s would overwrite a picture that is compared",
                               output);
        }
    }
    for (int i = 1; i < 3; i++) {
        for (int k = 0; k < i; k++) {
            if (outputs[i] != NULL && outputs[k] != NULL &&
                r3d_file_is_same(outputs[i], outputs[k])) {
                return usage_error(&help, "two outputs cannot both be written to %s", outputs[i]);
            }
        }
    }
    return R3D_EXIT_OK;
}

static int parse(request *r, int argc, char **argv)
{
    command_arguments arguments;
    const char *value;
    arguments_init(&arguments, &help, argc, argv);
    for (;;) {
        int option = arguments_next(&arguments, &value);
        if (option == R3D_ARGUMENT_END) {
            return check_request(r);
        }
        if (option == R3D_ARGUMENT_EXIT) {
            r->path_count = -1;
            return arguments_exit_code(&arguments);
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

/* Whether and how the terminal shows pictures. False after a usage error. */
static bool choose_preview(request *r)
{
    if (r->pair.json || r->pair.quiet || r->pair.low_memory) {
        return true; /* a preview takes whole pictures */
    }
    r->pair.preview = preview_detect(r->preview);
    if (r->pair.preview == PREVIEW_UNKNOWN) {
        usage_error(&help, "R3D_PREVIEW is \"%.40s\", expected kitty, iterm2, sixel or none",
                    getenv("R3D_PREVIEW"));
        return false;
    }
    if (r->pair.preview == PREVIEW_NONE && r->preview) {
        fprintf(stderr, "retro3d diff: no preview: standard output is no terminal that announces "
                        "pictures of kitty, iTerm2 or sixel\n");
    }
    return true;
}

static int run(request *r)
{
    r3d_diff_text out;
    r3d_diff_text errors;
    memset(&out, 0, sizeof out);
    memset(&errors, 0, sizeof errors);
    r->pair.expected = r->paths[0];
    r->pair.actual = r->paths[1];
    r->pair.effective = &r->settings.effective;
    bool folders[2] = {r3d_path_get_kind(r->paths[0]) == R3D_PATH_FOLDER,
                       r3d_path_get_kind(r->paths[1]) == R3D_PATH_FOLDER};
    if (folders[0] && folders[1]) {
        if (r->pair.circled != NULL || r->pair.triptych != NULL || r->pair.raw != NULL ||
            r->preview) {
            return usage_error(&help,
                               "--circled, --triptych, --raw and --preview are for two files");
        }
        return diff_folders(&r->pair, r->jobs);
    }
    if (r->pair.html != NULL) {
        return usage_error(&help, "--html is for two folders");
    }
    if (folders[0] != folders[1]) {
        /* The one that is not a folder is the mistake. */
        const char *other = r->paths[folders[0] ? 1 : 0];
        bool exists = strcmp(other, "-") == 0 || r3d_path_get_kind(other) != R3D_PATH_NONE;
        fprintf(stderr, "%s: %s, but %s is a folder\n", other,
                exists ? "not a folder" : "does not exist", r->paths[folders[0] ? 0 : 1]);
        return R3D_EXIT_INPUT;
    }
    if (!choose_preview(r)) {
        return R3D_EXIT_USAGE;
    }
    if (r->palette_path != NULL) {
        r3d_error error;
        if (!diff_palette_load(r->palette_path, &r->palette, &error)) {
            report_error(&error);
            return R3D_EXIT_INPUT;
        }
        r->pair.palette = &r->palette;
    }
    int exit_code = diff_pair_run(&r->pair, &out, &errors);
    fputs(out.data != NULL ? out.data : "", stdout);
    fputs(errors.data != NULL ? errors.data : "", stderr);
    r3d_diff_text_free(&out);
    r3d_diff_text_free(&errors);
    return exit_code;
}

int cmd_diff(int argc, char **argv)
{
    request r;
    memset(&r, 0, sizeof r);
    r3d_io_limits_init(&r.pair.limits);
    r.pair.threads = 2;
    r.jobs = 2;
    diff_settings_init(&r.settings);
    int exit_code = parse(&r, argc, argv);
    if (exit_code == R3D_EXIT_OK && r.path_count == 2) {
        exit_code = diff_settings_finish(&r.settings);
        if (exit_code == R3D_EXIT_OK) {
            exit_code = run(&r);
        }
    }
    diff_settings_free(&r.settings);
    return exit_code;
}
