/* SPDX-License-Identifier: MIT */
/* Files that a model names: looked for in its folder and below, nowhere else. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <retro3d/pictures.h>

#include "paint.h"

enum { NAME_SIZE = 1024, PATH_SIZE = 4096, PICTURE_SAMPLES_MAX = 1 << 28 };

/* Whether a name stays in the folder: not absolute on any system, and never above where it starts. */
static bool stays_inside(const char *name)
{
    int depth = 0;
    if (name[0] == '/' || name[0] == '\\' || (isalpha((unsigned char)name[0]) && name[1] == ':')) {
        return false;
    }
    for (const char *c = name; *c != '\0';) {
        const size_t length = strcspn(c, "/\\");
        if (length == 2 && c[0] == '.' && c[1] == '.') {
            depth--;
        } else if (length > 0 && !(length == 1 && c[0] == '.')) {
            depth++;
        }
        if (depth < 0) {
            return false;
        }
        c += length;
        c += *c != '\0' ? 1 : 0;
    }
    return true;
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The place of a name in the model's folder, if there is such a file. */
static bool try_name(const char *model, const char *name, char *out_path, size_t size)
{
    const char *slash = strrchr(model, '/');
    const int folder = slash != NULL ? (int)(slash - model) + 1 : 0;
    const int length = snprintf(out_path, size, "%.*s%s", folder, model, name);
    return name[0] != '\0' && length > 0 && (size_t)length < size && is_file(out_path);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static void decode_percents(const char *name, char *out)
{
    while (*name != '\0') {
        const int high = name[0] == '%' ? hex_digit(name[1]) : -1;
        const int low = high >= 0 ? hex_digit(name[2]) : -1;
        if (low >= 0 && high * 16 + low != 0) {
            *out++ = (char)(high * 16 + low);
            name += 3;
        } else {
            *out++ = *name++;
        }
    }
    *out = '\0';
}

static void use_slashes(char *name)
{
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '\\' ? '/' : *c;
    }
}

import_place import_find_beside(const char *model, const char *name, char *out_path, size_t size)
{
    char spellings[3][NAME_SIZE];
    if (strlen(name) >= NAME_SIZE) {
        return IMPORT_MISSING;
    }
    snprintf(spellings[0], NAME_SIZE, "%s", name);
    snprintf(spellings[1], NAME_SIZE, "%s", name);
    use_slashes(spellings[1]);
    decode_percents(spellings[1], spellings[2]);
    use_slashes(spellings[2]);
    for (int i = 0; i < 3; i++) {
        if (stays_inside(spellings[i]) && try_name(model, spellings[i], out_path, size)) {
            return IMPORT_FOUND;
        }
    }
    const bool inside = stays_inside(spellings[1]) && stays_inside(spellings[2]);
    for (int i = 1; i < 3; i++) {
        const char *slash = strrchr(spellings[i], '/');
        if (try_name(model, slash != NULL ? slash + 1 : spellings[i], out_path, size)) {
            return inside ? IMPORT_FOUND : IMPORT_FOUND_BY_NAME;
        }
    }
    return inside ? IMPORT_MISSING : IMPORT_OUTSIDE;
}

static void init_limits(r3d_io_limits *limits)
{
    r3d_io_limits_init(limits);
    limits->max_samples = PICTURE_SAMPLES_MAX;
}

bool import_decode_picture(import_job *import, const void *data, size_t size, const char *name,
                           r3d_picture *out)
{
    r3d_io_limits limits;
    r3d_error error;
    init_limits(&limits);
    if (r3d_picture_decode(data, size, name, &limits, NULL, out, &error) == R3D_OK) {
        return true;
    }
    import_remark(import,
                  "picture \"%.200s\" cannot be read (%.150s); its faces have the plain "
                  "colour of their material",
                  name, error.message);
    return false;
}

bool import_load_picture(import_job *import, const char *name, r3d_picture *out)
{
    char path[PATH_SIZE];
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    const import_place place = import_find_beside(import->path, name, path, sizeof path);
    if (place == IMPORT_MISSING || place == IMPORT_OUTSIDE) {
        import_remark(
            import, "picture \"%.200s\" %s; its faces have the plain colour of their material",
            name,
            place == IMPORT_MISSING ? "is not there"
                                    : "lies outside of the model's folder and is not read "
                                      "(put it beside the model)");
        return false;
    }
    if (place == IMPORT_FOUND_BY_NAME) {
        import_remark(import,
                      "picture \"%.200s\" lies outside of the model's folder; the one of that name "
                      "beside the model is read",
                      name);
    }
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        import_remark(import,
                      "picture \"%.200s\" cannot be read (%.150s); its faces have the plain "
                      "colour of their material",
                      name, error.message);
        return false;
    }
    const bool decoded = import_decode_picture(import, data, size, name, out);
    free(data);
    return decoded;
}
