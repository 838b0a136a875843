/* SPDX-License-Identifier: MIT */
/* See diff_options.h. */

#include "diff_options.h"

#include <retro3d/png.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../common/commands.h"

void diff_settings_init(diff_settings *settings)
{
    memset(settings, 0, sizeof *settings);
    r3d_diff_options_init(&settings->options);
    settings->options.include = settings->include;
    settings->options.ignore = settings->ignore;
}

static bool refuse(const command_help *help, int option, const char *value, const char *expected)
{
    usage_error(help, "--%s is \"%.60s\", expected %s", help->options[option].name, value,
                expected);
    return false;
}

/* Returns the index of a word in a list "a|b|c", or -1. */
static int word_index(const char *value, const char *words)
{
    size_t length = strlen(value);
    for (int index = 0;; index++) {
        size_t size = strcspn(words, "|");
        if (size == length && memcmp(words, value, size) == 0) {
            return index;
        }
        if (words[size] == '\0') {
            return -1;
        }
        words += size + 1;
    }
}

static bool take_word(const command_help *help, int option, const char *value, const char *words,
                      int *out_index)
{
    *out_index = word_index(value, words);
    return *out_index >= 0 || refuse(help, option, value, words);
}

bool diff_take_count(const command_help *help, int option, const char *value, int64_t *out_number)
{
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (end == value || *end != '\0' || errno != 0 || number < 0) {
        return refuse(help, option, value, "a whole number, 0 or more");
    }
    *out_number = number;
    return true;
}

static bool take_real(const command_help *help, int option, const char *value, double *out_number)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end != '\0' || !(number >= 0.0 && number <= 1.0)) {
        return refuse(help, option, value, "a number from 0 to 1");
    }
    *out_number = number;
    return true;
}

/* Reads `count` whole numbers with commas or colons between them. */
static bool take_list(const char *value, char separator, int count, long *out_numbers)
{
    for (int i = 0; i < count; i++) {
        char *end;
        errno = 0;
        out_numbers[i] = strtol(value, &end, 10);
        if (end == value || errno != 0 || out_numbers[i] > INT32_MAX ||
            out_numbers[i] < -INT32_MAX || *end != (i == count - 1 ? '\0' : separator)) {
            return false;
        }
        value = end + 1;
    }
    return true;
}

static bool take_tolerance(diff_settings *s, const command_help *help, int option,
                           const char *value)
{
    long numbers[4];
    int count = strchr(value, ',') == NULL ? 1 : 4;
    if (!take_list(value, ',', count, numbers)) {
        return refuse(help, option, value, "T or R,G,B,A");
    }
    for (int i = 0; i < 4; i++) {
        s->options.tolerance[i] = (int32_t)numbers[count == 1 ? 0 : i];
    }
    if ((s->options.given & (1u << R3D_DIFF_SET_METRIC)) == 0) {
        s->options.metric = R3D_DIFF_TOLERANCE;
    }
    return true;
}

static bool take_rect(const command_help *help, int option, const char *value, r3d_diff_rect *rects,
                      size_t *count)
{
    long n[4];
    if (*count == DIFF_RECTS_MAX) {
        return refuse(help, option, value, "at most 256 rectangles");
    }
    if (!take_list(value, ',', 4, n) || n[2] < 1 || n[3] < 1) {
        return refuse(help, option, value, "X,Y,W,H with W and H 1 or more");
    }
    rects[*count].x = (int32_t)n[0];
    rects[*count].y = (int32_t)n[1];
    rects[*count].width = (int32_t)n[2];
    rects[*count].height = (int32_t)n[3];
    (*count)++;
    return true;
}

static bool take_window(diff_settings *s, const command_help *help, int option, const char *value)
{
    long n[2];
    if (!take_list(value, ':', 2, n) || n[0] < 1 || n[0] > R3D_PICTURE_SIZE_MAX || n[1] < 0) {
        return refuse(help, option, value, "N:K with N 1 to 32767 and K 0 or more");
    }
    s->options.window_size = (int32_t)n[0];
    s->options.window_count = n[1];
    return true;
}

static bool take_words(diff_settings *s, const command_help *help, int option, const char *value)
{
    int index = 0;
    switch (option) {
    case DIFF_OPTION_METRIC:
        if (!take_word(help, option, value, "exact|tolerance|yiq|oklab", &index)) {
            return false;
        }
        s->options.metric = (r3d_diff_metric)index;
        return true;
    case DIFF_OPTION_CHANNELS:
        if (!take_word(help, option, value, "auto|rgb|rgba|rgba-over|alpha", &index)) {
            return false;
        }
        s->options.channels = (r3d_diff_channels)index;
        return true;
    case DIFF_OPTION_BACKGROUND:
        if (!take_word(help, option, value, "white|checker", &index)) {
            return false;
        }
        s->options.background = (r3d_diff_background)index;
        return true;
    case DIFF_OPTION_DIM:
        if (!take_word(help, option, value, "light|dark", &index)) {
            return false;
        }
        s->options.dim = (r3d_diff_dim)index;
        return true;
    default:
        if (!take_word(help, option, value, "red|sign|heat|abs", &index)) {
            return false;
        }
        s->options.paint = (r3d_diff_paint)index;
        return true;
    }
}

bool diff_settings_take(diff_settings *s, const command_help *help, int option, const char *value)
{
    r3d_diff_options *o = &s->options;
    /* The options stand in the order of r3d_diff_setting. */
    o->given |= 1u << option;
    switch (option) {
    case DIFF_OPTION_METRIC:
    case DIFF_OPTION_CHANNELS:
    case DIFF_OPTION_BACKGROUND:
    case DIFF_OPTION_DIM:
    case DIFF_OPTION_PAINT:
        return take_words(s, help, option, value);
    case DIFF_OPTION_TOLERANCE:
        return take_tolerance(s, help, option, value);
    case DIFF_OPTION_THRESHOLD:
        return take_real(help, option, value, &o->threshold);
    case DIFF_OPTION_ANTIALIAS:
        o->antialiasing = true;
        return true;
    case DIFF_OPTION_MAX_PIXELS:
        return diff_take_count(help, option, value, &o->max_pixels);
    case DIFF_OPTION_MAX_RATIO:
        return take_real(help, option, value, &o->max_ratio);
    case DIFF_OPTION_MAX_CLUSTER:
        return diff_take_count(help, option, value, &o->max_cluster);
    case DIFF_OPTION_MAX_DELTA:
        return option_i32(help, option, value, 0, 65535, &o->max_delta);
    case DIFF_OPTION_WINDOW:
        return take_window(s, help, option, value);
    case DIFF_OPTION_DEPTH8:
        o->depth8 = true;
        return true;
    case DIFF_OPTION_CROP:
        o->crop_to_common = true;
        return true;
    case DIFF_OPTION_FIRST:
        o->first_only = true;
        return true;
    case DIFF_OPTION_INCLUDE:
        return take_rect(help, option, value, s->include, &o->include_count);
    case DIFF_OPTION_IGNORE:
        return take_rect(help, option, value, s->ignore, &o->ignore_count);
    case DIFF_OPTION_MASK:
        s->mask_path = value;
        return true;
    case DIFF_OPTION_LINK_DISTANCE:
        return option_i32(help, option, value, 1, R3D_PICTURE_SIZE_MAX, &o->link_distance);
    case DIFF_OPTION_BASE_RADIUS:
        return option_i32(help, option, value, 1, R3D_PICTURE_SIZE_MAX, &o->base_radius);
    case DIFF_OPTION_STROKE:
        return option_i32(help, option, value, 1, R3D_PICTURE_SIZE_MAX, &o->stroke);
    case DIFF_OPTION_MAX_RINGS:
        return option_i32(help, option, value, 0, INT32_MAX, &o->max_rings);
    case DIFF_OPTION_PAINT_FACTOR:
        return option_i32(help, option, value, 1, 255, &o->paint_factor);
    case DIFF_OPTION_NO_RINGS:
        o->no_rings = true;
        return true;
    default:
        return true;
    }
}

int diff_settings_finish(diff_settings *s)
{
    r3d_error error;
    if (s->mask_path != NULL) {
        const r3d_io_limits limits = {.struct_size = sizeof(r3d_io_limits), .isa = s->options.isa};
        if (r3d_png_load(s->mask_path, &limits, NULL, &s->mask, &error) != R3D_OK) {
            report_error(&error);
            return R3D_EXIT_INPUT;
        }
        r3d_picture_get_view(&s->mask, &s->mask_view);
        s->options.mask = &s->mask_view;
    }
    r3d_diff_effective_init(&s->effective);
    r3d_diff_effective_merge(&s->effective, &s->options, R3D_DIFF_FROM_CALL);
    return R3D_EXIT_OK;
}

void diff_settings_free(diff_settings *s)
{
    r3d_picture_free(&s->mask);
}
