/* SPDX-License-Identifier: MIT */
/* An output's ending must not promise another format than the one that is written. */

#include "options.h"

#include <ctype.h>
#include <string.h>

enum { ENDING_MAX = 8 };

/* The ending of a path in small letters, "" when it has none of this length. */
static void ending_of(const char *path, char *out_ending)
{
    const char *dot = strrchr(path, '.');
    size_t length = dot != NULL ? strlen(dot + 1) : 0;
    length = length > ENDING_MAX || strpbrk(dot != NULL ? dot : "", "/\\") != NULL ? 0 : length;
    for (size_t i = 0; i < length; i++) {
        out_ending[i] = (char)tolower((unsigned char)dot[1 + i]);
    }
    out_ending[length] = '\0';
}

static bool is_known_format(const char *ending)
{
    static const char *const known[] = {
        "png",  "apng",  "jpg",   "jpeg", "gif",  "bmp",  "tga",  "webp", "tif",  "tiff", "ppm",
        "pgm",  "pbm",   "pnm",   "pam",  "svg",  "ico",  "avif", "jxl",  "qoi",  "pcx",  "mp4",
        "webm", "avi",   "mov",   "pdf",  "json", "html", "htm",  "xml",  "md",   "csv",  "tsv",
        "r3d",  "level", "wad",   "mesh", "skel", "anim", "obj",  "glb",  "gltf", "tx8",  "arena",
        "zip",  "gz",    "jsonl", "exr",  "hdr",  "psd",  "dds",  "ktx",
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(ending, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Other endings of a format. */
static bool is_same_format(const char *ending, const char *written)
{
    static const char *const same[][2] = {{"apng", "png"}, {"htm", "html"}};
    bool found = strcmp(ending, written) == 0;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        found = found || (strcmp(ending, same[i][0]) == 0 && strcmp(written, same[i][1]) == 0);
    }
    return found;
}

bool output_ending_fits(const command_help *help, int option, const char *path)
{
    char written[ENDING_MAX + 1];
    char ending[ENDING_MAX + 1];
    const char *value = help->options[option].value;
    if (value == NULL || path == NULL || strncmp(value, "OUT.", 4) != 0) {
        return true;
    }
    ending_of(value, written);
    ending_of(path, ending);
    if (!is_known_format(ending) || is_same_format(ending, written)) {
        return true;
    }
    (void)usage_error(help, "option --%s: %s would hold %s, not %s: give it the ending .%s",
                      help->options[option].name, path, written, ending, written);
    return false;
}
