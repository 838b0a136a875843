/* SPDX-License-Identifier: MIT */
// The text files of a suite folder: goldens.txt and xfail.txt. Spec golden section 5.

#include "suite_files.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "../base/memory.h"
#include "../base/error_text.h"

enum { TEXT_MAX = 1 << 26 };

// Reads <root>/<suite>/<file> as text; *out_text is NULL when it does not exist.
static r3d_result read_text(const r3d_golden *golden, const char *file, char **out_text,
                            char *out_path, r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    *out_text = NULL;
    if (!r3d_priv_golden_path(golden->root, golden->suite, file, "", out_path) ||
        r3d_path_get_kind(out_path) == R3D_PATH_NONE) {
        return R3D_OK;
    }
    r3d_result result =
        r3d_file_read(out_path, TEXT_MAX, &golden->allocator, &data, &size, out_error);
    if (result == R3D_OK && size != 0 && memchr(data, '\0', size) != NULL) {
        r3d_priv_release(&golden->allocator, data);
        return r3d_priv_error_printf(out_error, R3D_ERR_FORMAT_SYNTAX, out_path, 0, -1,
                                     "a zero byte in a text file");
    }
    *out_text = result == R3D_OK ? data : NULL;
    return result;
}

// Finds the line that begins with `name` and a blank; returns what follows, or NULL.
static char *find_line(char *text, const char *name)
{
    size_t length = strlen(name);
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = line + strcspn(line, "\r\n");
        char *next = *end != '\0' ? end + 1 : NULL;
        if ((size_t)(end - line) >= length && memcmp(line, name, length) == 0 &&
            (line + length == end || line[length] == ' ' || line[length] == '\t')) {
            *end = '\0';
            return line + length + strspn(line + length, " \t");
        }
        line = next;
    }
    return NULL;
}

bool r3d_priv_manifest_vouches(const r3d_golden *golden, const char *name, const char *golden_path,
                               const r3d_picture_view *actual)
{
    char path[R3D_PRIV_PATH_MAX];
    char *text;
    static const char first_line[] = "# hash murmur3-x64-128\n";
    if (read_text(golden, "goldens.txt", &text, path, NULL) != R3D_OK || text == NULL) {
        return false;
    }
    long width = 0;
    long height = 0;
    long long bytes = -1;
    char hash[R3D_DIFF_HASH_SIZE];
    char own[R3D_DIFF_HASH_SIZE];
    char *line =
        strncmp(text, first_line, sizeof first_line - 1) == 0 ? find_line(text, name) : NULL;
    bool vouches =
        line != NULL &&
        // NOLINTNEXTLINE(cert-err34-c): numbers that do not fit are not those of the file
        sscanf(line, "%ld %ld %32[0-9a-f] %lld", &width, &height, hash, &bytes) == 4 &&
        width == actual->width && height == actual->height &&
        r3d_file_get_size(golden_path) == bytes &&
        r3d_file_get_changed_ns(golden_path) <= r3d_file_get_changed_ns(path) &&
        r3d_diff_hash(actual, &golden->allocator, own) == R3D_OK && strcmp(hash, own) == 0;
    r3d_priv_release(&golden->allocator, text);
    return vouches;
}

r3d_result r3d_priv_xfail_find(const r3d_golden *golden, const char *name, bool *out_found,
                               char *out_reason, size_t size, r3d_error *out_error)
{
    char path[R3D_PRIV_PATH_MAX];
    char *text;
    *out_found = false;
    out_reason[0] = '\0';
    r3d_result result = read_text(golden, "xfail.txt", &text, path, out_error);
    if (result != R3D_OK || text == NULL) {
        return result;
    }
    char *reason = find_line(text, name);
    if (reason != NULL) {
        *out_found = true;
        snprintf(out_reason, size, "%s", reason);
    }
    r3d_priv_release(&golden->allocator, text);
    return R3D_OK;
}
