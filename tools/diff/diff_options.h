/* SPDX-License-Identifier: MIT */
/* The comparison settings as command-line options, for every command that compares pictures. */

#ifndef R3D_TOOLS_DIFF_OPTIONS_H
#define R3D_TOOLS_DIFF_OPTIONS_H

#include <retro3d/diff.h>

#include "../common/options.h"

enum { DIFF_RECTS_MAX = 256 };

/* In the order of DIFF_OPTIONS. */
enum {
    DIFF_OPTION_METRIC,
    DIFF_OPTION_CHANNELS,
    DIFF_OPTION_TOLERANCE,
    DIFF_OPTION_THRESHOLD,
    DIFF_OPTION_BACKGROUND,
    DIFF_OPTION_ANTIALIAS,
    DIFF_OPTION_MAX_PIXELS,
    DIFF_OPTION_MAX_RATIO,
    DIFF_OPTION_MAX_CLUSTER,
    DIFF_OPTION_MAX_DELTA,
    DIFF_OPTION_WINDOW,
    DIFF_OPTION_DEPTH8,
    DIFF_OPTION_CROP,
    DIFF_OPTION_FIRST,
    DIFF_OPTION_INCLUDE,
    DIFF_OPTION_IGNORE,
    DIFF_OPTION_MASK,
    DIFF_OPTION_LINK_DISTANCE,
    DIFF_OPTION_BASE_RADIUS,
    DIFF_OPTION_STROKE,
    DIFF_OPTION_MAX_RINGS,
    DIFF_OPTION_DIM,
    DIFF_OPTION_PAINT,
    DIFF_OPTION_PAINT_FACTOR,
    DIFF_OPTION_NO_RINGS,
    DIFF_OPTION_COUNT
};

/* Where rings and the paint of mismatches are seen. */
#define DIFF_WITH_RINGS "output|circled|triptych|preview|list-options"
#define DIFF_WITH_PAINT "output|triptych|preview|list-options"

/* Put first in a command's table of options. */
#define DIFF_OPTIONS                                                                               \
    {"metric", 'm', "NAME", "exact (default), tolerance, yiq or oklab", NULL},                     \
        {"channels", 0, "NAME", "auto (default), rgb, rgba, rgba-over or alpha", NULL},            \
        {"tolerance", 't', "T", "Largest allowed difference, T or R,G,B,A; sets the metric",       \
         "!metric|metric=tolerance"},                                                              \
        {"threshold", 0, "X", "Bound of yiq and oklab, 0 to 1 (default 0.1)", "metric=yiq,oklab"}, \
        {"background", 0, "NAME", "white (default) or checker, below transparent pixels",          \
         "metric=yiq,oklab"},                                                                      \
        {"antialias", 0, NULL, "Excuse anti-aliased pixels (yiq and oklab)", NULL},                \
        {"max-pixels", 0, "N", "Most mismatches (default 0)", NULL},                               \
        {"max-ratio", 0, "X", "Most mismatches divided by compared pixels", NULL},                 \
        {"max-cluster", 0, "N", "Most mismatches in one cluster", NULL},                           \
        {"max-delta", 0, "N", "Largest channel difference of any mismatch", NULL},                 \
        {"window", 0, "N:K", "At most K mismatches in any N x N window", NULL},                    \
        {"depth8", 0, NULL, "Compare 16-bit pictures by their high bytes", NULL},                  \
        {"crop-to-common", 0, NULL, "Compare the common part of pictures of different sizes",      \
         NULL},                                                                                    \
        {"first", 0, NULL, "Stop as soon as the pictures are known to differ", NULL},              \
        {"include", 0, "X,Y,W,H", "Compare only here (repeatable; negative: from right, bottom)",  \
         NULL},                                                                                    \
        {"ignore", 0, "X,Y,W,H", "Do not compare here (repeatable)", NULL},                        \
        {"mask", 0, "MASK.png", "Painted mask: black compares, grey tolerates, rest is ignored",   \
         NULL},                                                                                    \
        {"link-distance", 0, "N", "Pixels this near are one cluster", NULL},                       \
        {"base-radius", 0, "N", "Radius of the ring round one pixel", DIFF_WITH_RINGS},            \
        {"stroke", 0, "N", "Width of the rings", DIFF_WITH_RINGS},                                 \
        {"max-rings", 0, "N", "Most clusters that are circled (default 64)", DIFF_WITH_RINGS},     \
        {"dim", 0, "NAME", "light (default) or dark background of the diff picture",               \
         DIFF_WITH_PAINT},                                                                         \
        {"paint", 0, "NAME", "red (default), sign, heat or abs", DIFF_WITH_PAINT},                 \
        {"paint-factor", 0, "N", "Factor of --paint abs (default 8)", "paint=abs"},                \
    {                                                                                              \
        "no-rings", 0, NULL, "Draw no rings", DIFF_WITH_RINGS                                      \
    }

typedef struct diff_settings {
    r3d_diff_options options;
    r3d_diff_effective effective;
    r3d_diff_rect include[DIFF_RECTS_MAX];
    r3d_diff_rect ignore[DIFF_RECTS_MAX];
    const char *mask_path;
    r3d_picture mask;
    r3d_picture_view mask_view;
} diff_settings;

void diff_settings_init(diff_settings *settings);

/* Reads a whole number, 0 or more; false after a usage error. */
bool diff_take_count(const command_help *help, int option, const char *value, int64_t *out_number);

/* Takes one option; after a usage error was printed returns false. */
bool diff_settings_take(diff_settings *settings, const command_help *help, int option,
                        const char *value);

/* Reads the mask and fills `effective`; returns an exit code. */
int diff_settings_finish(diff_settings *settings);
void diff_settings_free(diff_settings *settings);

#endif
