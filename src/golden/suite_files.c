/* SPDX-License-Identifier: MIT */
// The text files of a suite folder: goldens.txt and xfail.txt. Spec golden section 5.

#include "suite_files.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/png.h>

#include "../base/memory.h"
#include "../diff/text_format.h"
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

static const char manifest_head[] = "# hash murmur3-x64-128\n";

// The hash of a file's bytes as those of a picture: rows of 1,024 pixels of four bytes, the rest zero. The
// size stands beside it, so that zeros at the end count.
static r3d_result hash_bytes(const char *path, const r3d_allocator *allocator, int64_t *out_size,
                             char *out_hex, r3d_error *out_error)
{
    enum { ROW = 1024 };
    void *data = NULL;
    size_t size = 0;
    r3d_result result = r3d_file_read(path, 0, allocator, &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const size_t rows = size / ((size_t)ROW * 4) + 1;
    uint8_t *pixels = r3d_priv_alloc(allocator, rows, (size_t)ROW * 4);
    if (pixels == NULL || rows > INT32_MAX) {
        result = r3d_priv_error_printf(out_error, R3D_ERR_MEMORY, path, 0, -1, "out of memory");
    } else {
        memset(pixels, 0, rows * ROW * 4);
        memcpy(pixels, data, size);
        const r3d_picture_view view = {pixels, (ptrdiff_t)ROW * 4, ROW, (int32_t)rows,
                                       R3D_LAYOUT_RGBA8};
        result = r3d_diff_hash(&view, allocator, out_hex);
        *out_size = (int64_t)size;
    }
    r3d_priv_release(allocator, pixels);
    r3d_priv_release(allocator, data);
    return result;
}

r3d_result r3d_golden_hash_file(const char *path, const r3d_allocator *allocator, char *out_hex,
                                r3d_error *out_error)
{
    r3d_allocator hooks;
    int64_t size = 0;
    if (path == NULL || out_hex == NULL || r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, path, 0, -1,
                                     "a pointer is NULL, or half an allocator");
    }
    return hash_bytes(path, &hooks, &size, out_hex, out_error);
}

bool r3d_priv_manifest_vouches(const r3d_golden *golden, const char *name, const char *golden_path,
                               const r3d_picture_view *actual)
{
    char path[R3D_PRIV_PATH_MAX];
    char *text;
    if (read_text(golden, "goldens.txt", &text, path, NULL) != R3D_OK || text == NULL) {
        return false;
    }
    long width = 0;
    long height = 0;
    long long bytes = -1;
    char hash[R3D_DIFF_HASH_SIZE];
    char checksum[R3D_DIFF_HASH_SIZE];
    char own[R3D_DIFF_HASH_SIZE];
    int64_t size = 0;
    char *line =
        strncmp(text, manifest_head, sizeof manifest_head - 1) == 0 ? find_line(text, name) : NULL;
    // Neither the size nor the time of a file says that it is the one that was entered: only its bytes do.
    bool vouches =
        line != NULL &&
        // NOLINTNEXTLINE(cert-err34-c): numbers that do not fit are not those of the file
        sscanf(line, "%ld %ld %32[0-9a-f] %lld %32[0-9a-f]", &width, &height, hash, &bytes,
               checksum) == 5 &&
        width == actual->width && height == actual->height &&
        r3d_file_get_size(golden_path) == bytes &&
        r3d_diff_hash(actual, &golden->allocator, own) == R3D_OK && strcmp(hash, own) == 0 &&
        hash_bytes(golden_path, &golden->allocator, &size, own, NULL) == R3D_OK && size == bytes &&
        strcmp(checksum, own) == 0;
    r3d_priv_release(&golden->allocator, text);
    return vouches;
}

r3d_result r3d_golden_manifest_line(const char *path, const char *name, r3d_diff_text *text,
                                    r3d_error *out_error)
{
    r3d_picture picture;
    r3d_picture_view view;
    char hash[R3D_DIFF_HASH_SIZE];
    char checksum[R3D_DIFF_HASH_SIZE];
    int64_t size = 0;
    if (path == NULL || name == NULL || text == NULL) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
    }
    r3d_allocator hooks;
    if (r3d_allocator_resolve(&text->allocator, &hooks) != R3D_OK) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "half an allocator");
    }
    r3d_result result = r3d_png_load(path, NULL, &hooks, &picture, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_picture_get_view(&picture, &view);
    if (view.layout == R3D_LAYOUT_RGBA8) {
        result = r3d_diff_hash(&view, &hooks, hash);
        if (result == R3D_OK) {
            result = hash_bytes(path, &hooks, &size, checksum, out_error);
        }
        if (result == R3D_OK) {
            r3d_priv_text_printf(text, "%s %ld %ld %s %lld %s\n", name, (long)view.width,
                                 (long)view.height, hash, (long long)size, checksum);
            result = text->result;
        }
    }
    r3d_picture_free(&picture);
    return result;
}

// The order in which a walk through the folders meets the files of two names: "/" goes before every
// character, the ending ".png" counts.
static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length)
{
    static const char ending[] = ".png";
    for (size_t i = 0;; i++) {
        int x = i < a_length                       ? (a[i] == '/' ? 1 : (unsigned char)a[i])
                : i < a_length + sizeof ending - 1 ? ending[i - a_length]
                                                   : 0;
        int y = i < b_length                       ? (b[i] == '/' ? 1 : (unsigned char)b[i])
                : i < b_length + sizeof ending - 1 ? ending[i - b_length]
                                                   : 0;
        if (x != y || x == 0) {
            return x - y;
        }
    }
}

r3d_result r3d_golden_manifest_renew(const char *suite_folder, const char *name,
                                     r3d_error *out_error)
{
    char path[R3D_PRIV_PATH_MAX];
    char golden[R3D_PRIV_PATH_MAX];
    void *data = NULL;
    size_t size = 0;
    if (suite_folder == NULL || name == NULL) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "a pointer is NULL");
    }
    if (snprintf(path, sizeof path, "%s/goldens.txt", suite_folder) >= (int)sizeof path ||
        snprintf(golden, sizeof golden, "%s/%s.png", suite_folder, name) >= (int)sizeof golden) {
        return r3d_priv_error_printf(out_error, R3D_ERR_LIMIT, NULL, 0, -1, "a path is too long");
    }
    if (r3d_path_get_kind(path) == R3D_PATH_NONE) {
        return R3D_OK;
    }
    r3d_result result = r3d_file_read(path, TEXT_MAX, NULL, &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_diff_text fresh;
    r3d_diff_text whole;
    memset(&fresh, 0, sizeof fresh);
    memset(&whole, 0, sizeof whole);
    result = r3d_golden_manifest_line(golden, name, &fresh, out_error);
    const char *text = data;
    bool placed = false;
    for (size_t at = 0; at < size && result == R3D_OK;) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - line) + 1 : size - at;
        size_t word = 0;
        while (word < length && strchr(" \t\r\n", line[word]) == NULL) {
            word++;
        }
        const int order = line[0] == '#' ? -1 : compare_names(line, word, name, strlen(name));
        if (order >= 0 && !placed) {
            (void)r3d_diff_text_append(&whole, fresh.data != NULL ? fresh.data : "", fresh.length);
            placed = true;
        }
        if (order != 0) {
            (void)r3d_diff_text_append(&whole, line, length);
        }
        at += length;
    }
    if (!placed) {
        (void)r3d_diff_text_append(&whole, fresh.data != NULL ? fresh.data : "", fresh.length);
    }
    if (result == R3D_OK && whole.result != R3D_OK) {
        result = r3d_priv_error_printf(out_error, R3D_ERR_MEMORY, path, 0, -1, "out of memory");
    }
    if (result == R3D_OK && (whole.length != size || memcmp(whole.data, data, size) != 0)) {
        result = r3d_file_write(path, whole.data, whole.length, out_error);
    }
    r3d_diff_text_free(&fresh);
    r3d_diff_text_free(&whole);
    free(data);
    return result;
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
