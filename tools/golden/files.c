/* SPDX-License-Identifier: MIT */
/* retro3d golden manifest, verify and mask: the files of suite folders. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/golden.h>
#include <retro3d/png.h>

#include "../diff/put_text.h"
#include "golden.h"
#include "../common/commands.h"
#include "walk.h"
#include "../common/options.h"

enum { PATH_SIZE = 4096, FOLDERS_MAX = 256 };

static const char manifest_head[] = "# hash murmur3-x64-128\n";

static const command_help manifest_help = {
    "golden manifest", "SUITE_FOLDER..",
    "Writes goldens.txt in each suite folder: name, width, height, hash of the pixels, bytes of "
    "the\n"
    "file and their hash, one line a golden. A check whose picture has the first hash passes "
    "without\n"
    "decoding the golden, if that file has the second.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a golden cannot be read, 6 the file cannot be written.\n",
    NULL, 0};
static const command_help verify_help = {
    "golden verify", "SUITE_FOLDER..",
    "Decodes every golden and checks names, sizes of masks, needless masks, tables and the "
    "manifest.\n"
    "Exit codes: 0 all is well, 1 something is wrong, 2 wrong usage, 3 a file is corrupt.\n",
    NULL, 0};

/* Returns -1 when the action goes on, otherwise an exit code. */
static int parse_folders(const command_help *help, int argc, char **argv, const char **out_folders,
                         int *out_count)
{
    command_arguments arguments;
    const char *value;
    int count = 0;
    arguments_init(&arguments, help, argc, argv);
    for (;;) {
        switch (arguments_next(&arguments, &value)) {
        case R3D_ARGUMENT_POSITIONAL:
            if (count == FOLDERS_MAX) {
                return usage_error(help, "at most %d folders", (int)FOLDERS_MAX);
            }
            out_folders[count++] = value;
            break;
        case R3D_ARGUMENT_END:
            *out_count = count;
            return count != 0 ? -1 : usage_error(help, "name a suite folder");
        default:
            return arguments_exit_code(&arguments);
        }
    }
}

/* ---- manifest lines ---- */

/* Appends a golden's line; false after an error. Pictures of 16 bits have no hash and no line. */
static bool manifest_line(const char *path, const char *name, const char *tag, r3d_diff_text *text,
                          r3d_error *error)
{
    char whole[PATH_SIZE];
    snprintf(whole, sizeof whole, "%s%s%s", name, tag[0] != '\0' ? "@" : "", tag);
    return r3d_golden_manifest_line(path, whole, text, error) == R3D_OK;
}

typedef struct manifest {
    r3d_diff_text text;
    bool failed;
} manifest;

static bool add_golden(const char *path, walk_kind kind, const char *name, const char *tag,
                       void *user)
{
    manifest *m = user;
    r3d_error error;
    if (kind == WALK_PICTURE && !manifest_line(path, name, tag, &m->text, &error)) {
        report_error(&error);
        m->failed = true;
        return false;
    }
    return true;
}

/* A file of that name that does not begin as manifests do is somebody's. */
static bool is_other_text(const char *path)
{
    void *data = NULL;
    size_t size = 0;
    if (r3d_path_get_kind(path) == R3D_PATH_NONE) {
        return false;
    }
    const size_t head = sizeof "# hash " - 1;
    const bool other = r3d_file_read(path, 0, NULL, &data, &size, NULL) != R3D_OK ||
                       (size != 0 && (size < head || memcmp(data, manifest_head, head) != 0));
    free(data);
    return other;
}

static int write_manifest(const char *folder)
{
    manifest m;
    char path[PATH_SIZE];
    r3d_error error;
    memset(&m, 0, sizeof m);
    put_text(&m.text, manifest_head);
    bool walked = walk_goldens(folder, add_golden, &m);
    int exit_code = R3D_EXIT_OK;
    if (!walked || m.text.result != R3D_OK ||
        snprintf(path, sizeof path, "%s/goldens.txt", folder) >= (int)sizeof path) {
        if (!m.failed) {
            fprintf(stderr, "%s: cannot be read\n", folder);
        }
        exit_code = R3D_EXIT_INPUT;
    } else if (is_other_text(path)) {
        fprintf(stderr, "%s: is no manifest and would be overwritten\n", path);
        exit_code = R3D_EXIT_OUTPUT;
    } else if (r3d_file_write(path, m.text.data, m.text.length, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    r3d_diff_text_free(&m.text);
    return exit_code;
}

int golden_manifest(int argc, char **argv)
{
    const char *folders[FOLDERS_MAX];
    int count = 0;
    int exit_code = parse_folders(&manifest_help, argc, argv, folders, &count);
    if (exit_code >= 0) {
        return exit_code;
    }
    exit_code = R3D_EXIT_OK;
    for (int i = 0; i < count && exit_code == R3D_EXIT_OK; i++) {
        exit_code = write_manifest(folders[i]);
    }
    return exit_code;
}

/* ---- verify ---- */

/* A golden's name with its tag, in small letters and as it is. */
typedef struct known_name {
    char *small;
    char *path;
} known_name;

typedef struct verification {
    const char *folder;
    known_name *names;
    size_t name_count;
    size_t name_capacity;
    r3d_diff_text manifest; /* what the manifest should say */
    char previous[PATH_SIZE];
    int problems;
    int corrupt;
    int goldens;
} verification;

static void problem(verification *v, const char *path, const char *what)
{
    printf("%s: %s\n", path, what);
    v->problems++;
}

static bool load(verification *v, const char *path, r3d_picture *out)
{
    r3d_error error;
    if (r3d_png_load(path, NULL, NULL, out, &error) == R3D_OK) {
        return true;
    }
    if (error.offset >= 0) {
        printf("%s, byte %lld: %s\n", path, (long long)error.offset, error.message);
    } else {
        printf("%s: %s\n", path, error.message);
    }
    v->corrupt++;
    return false;
}

/* A mask must have its golden's size, and mask something but not everything. */
static void verify_mask(verification *v, const char *path, const char *name, const char *tag)
{
    char golden[PATH_SIZE];
    r3d_picture mask;
    r3d_picture picture;
    snprintf(golden, sizeof golden, "%s/%s%s%s.png", v->folder, name, tag[0] != '\0' ? "@" : "",
             tag);
    if (!load(v, path, &mask)) {
        return;
    }
    if (r3d_path_get_kind(golden) == R3D_PATH_NONE) {
        problem(v, path, "a mask without golden");
    } else if (load(v, golden, &picture)) {
        if (mask.width != picture.width || mask.height != picture.height) {
            problem(v, path, "the mask has another size than the golden");
        }
        r3d_picture_free(&picture);
    }
    if (mask.layout != R3D_LAYOUT_RGBA8) {
        problem(v, path, "a mask must have 8 bits a channel");
    } else {
        const uint8_t *p = mask.pixels;
        int64_t ignored = 0;
        int64_t tolerated = 0;
        int64_t total = (int64_t)mask.width * mask.height;
        for (int64_t i = 0; i < total; i++, p += 4) {
            bool compares = p[3] == 0 || (p[0] == 0 && p[1] == 0 && p[2] == 0);
            bool grey = p[0] == p[1] && p[1] == p[2] && p[0] != 255;
            ignored += !compares && !grey ? 1 : 0;
            tolerated += !compares && grey ? 1 : 0;
        }
        if (ignored == total) {
            problem(v, path, "the mask covers every pixel");
        } else if (ignored == 0 && tolerated == 0) {
            problem(v, path, "the mask covers nothing");
        }
    }
    r3d_picture_free(&mask);
}

static void verify_table(verification *v, const char *path)
{
    void *data;
    size_t size;
    r3d_error error;
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        printf("%s: %s\n", path, error.message);
        v->corrupt++;
        return;
    }
    const char *text = data;
    bool comment = false;
    for (size_t i = 0; i < size; i++) {
        comment = text[i] == '\n' ? false : comment || text[i] == '#';
        if (!comment && strchr("0123456789- \t\r\n", text[i]) == NULL) {
            problem(v, path, "a table holds something that is no decimal number");
            break;
        }
    }
    free(data);
}

/* Remembers a golden's name for verify_case. */
static bool add_name(verification *v, const char *path, const char *name, const char *tag)
{
    if (v->name_count == v->name_capacity) {
        size_t capacity = v->name_capacity == 0 ? 64 : v->name_capacity * 2;
        known_name *names = realloc(v->names, capacity * sizeof *names);
        if (names == NULL) {
            return false;
        }
        v->names = names;
        v->name_capacity = capacity;
    }
    size_t size = strlen(name) + strlen(tag) + 2;
    known_name *added = &v->names[v->name_count];
    added->small = malloc(size);
    added->path = malloc(strlen(path) + 1);
    if (added->small == NULL || added->path == NULL) {
        free(added->small);
        free(added->path);
        return false;
    }
    snprintf(added->small, size, "%s@%s", name, tag);
    for (char *c = added->small; *c != '\0'; c++) {
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    }
    memcpy(added->path, path, strlen(path) + 1);
    v->name_count++;
    return true;
}

static int compare_names(const void *left, const void *right)
{
    const known_name *a = left;
    const known_name *b = right;
    int order = strcmp(a->small, b->small);
    return order != 0 ? order : strcmp(a->path, b->path);
}

/* Names that differ only by case are one file on some machines. */
static void verify_case(verification *v)
{
    if (v->name_count != 0) {
        qsort(v->names, v->name_count, sizeof *v->names, compare_names);
    }
    for (size_t i = 1; i < v->name_count; i++) {
        if (strcmp(v->names[i - 1].small, v->names[i].small) == 0) {
            problem(v, v->names[i].path, "differs only by case from another golden");
        }
    }
    for (size_t i = 0; i < v->name_count; i++) {
        free(v->names[i].small);
        free(v->names[i].path);
    }
    free(v->names);
}

static void verify_picture(verification *v, const char *path, const char *name, const char *tag)
{
    r3d_error error;
    v->goldens++;
    if (!add_name(v, path, name, tag)) {
        problem(v, path, "out of memory");
    }
    if (!manifest_line(path, name, tag, &v->manifest, &error)) {
        r3d_picture unused;
        if (load(v, path, &unused)) {
            r3d_picture_free(&unused);
        }
    }
}

static bool verify_file(const char *path, walk_kind kind, const char *name, const char *tag,
                        void *user)
{
    verification *v = user;
    r3d_picture picture;
    if (kind == WALK_OTHER) {
        return true;
    }
    if (!r3d_golden_name_valid(name) || (tag[0] != '\0' && !r3d_golden_name_valid(tag))) {
        problem(v, path, "not a valid name");
        return true;
    }
    switch (kind) {
    case WALK_PICTURE:
        verify_picture(v, path, name, tag);
        break;
    case WALK_MASK:
        verify_mask(v, path, name, tag);
        break;
    case WALK_OWNER:
    case WALK_XFAIL:
        if (load(v, path, &picture)) {
            r3d_picture_free(&picture);
        }
        break;
    case WALK_I32:
        verify_table(v, path);
        break;
    default:
        break;
    }
    return true;
}

static void verify_manifest(verification *v)
{
    char path[PATH_SIZE];
    void *data;
    size_t size;
    snprintf(path, sizeof path, "%s/goldens.txt", v->folder);
    if (r3d_path_get_kind(path) == R3D_PATH_NONE) {
        return;
    }
    if (r3d_file_read(path, 0, NULL, &data, &size, NULL) != R3D_OK) {
        problem(v, path, "cannot be read");
        return;
    }
    if (size != v->manifest.length || memcmp(data, v->manifest.data, size) != 0) {
        problem(v, path,
                "disagrees with the pictures; \"retro3d golden manifest\" writes it again");
    }
    free(data);
}

int golden_verify(int argc, char **argv)
{
    const char *folders[FOLDERS_MAX];
    int count = 0;
    int exit_code = parse_folders(&verify_help, argc, argv, folders, &count);
    if (exit_code >= 0) {
        return exit_code;
    }
    exit_code = R3D_EXIT_OK;
    for (int i = 0; i < count; i++) {
        verification v;
        memset(&v, 0, sizeof v);
        v.folder = folders[i];
        put_text(&v.manifest, manifest_head);
        if (!walk_goldens(folders[i], verify_file, &v)) {
            fprintf(stderr, "%s: cannot be read\n", folders[i]);
            v.corrupt++;
        }
        verify_case(&v);
        verify_manifest(&v);
        printf("%s: %d goldens, %d problems\n", folders[i], v.goldens, v.problems + v.corrupt);
        exit_code = v.corrupt != 0                                ? R3D_EXIT_INPUT
                    : v.problems != 0 && exit_code == R3D_EXIT_OK ? R3D_EXIT_DIFFERS
                                                                  : exit_code;
        r3d_diff_text_free(&v.manifest);
    }
    return exit_code;
}

/* ---- mask ---- */

enum { OPTION_ROOT };

static const command_option mask_options[] = {
    {"root", 0, "DIR", "Golden root (default: R3D_GOLDEN_DIR, golden)", NULL},
};

static const command_help mask_help = {
    "golden mask", "SUITE/NAME X,Y,W,H [X,Y,W,H..] [--root DIR]",
    "Adds rectangles to the mask SUITE/NAME.mask.png: they are not compared any more. Negative X "
    "and Y\n"
    "count from the right and bottom; put \"--\" before them.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the golden or mask cannot be read, 6 it cannot be "
    "written.\n",
    mask_options, 1};

typedef struct mask_request {
    const char *name;
    const char *root;
    r3d_diff_rect rects[64];
    int rect_count;
} mask_request;

static bool take_rect(const char *value, r3d_diff_rect *rect)
{
    long n[4];
    char rest;
    // NOLINTNEXTLINE(cert-err34-c): numbers that do not fit are out of range below
    if (sscanf(value, "%ld,%ld,%ld,%ld%c", &n[0], &n[1], &n[2], &n[3], &rest) != 4) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (n[i] < (i < 2 ? -R3D_PICTURE_SIZE_MAX : 1) || n[i] > R3D_PICTURE_SIZE_MAX) {
            return false;
        }
    }
    rect->x = (int32_t)n[0];
    rect->y = (int32_t)n[1];
    rect->width = (int32_t)n[2];
    rect->height = (int32_t)n[3];
    return true;
}

static void paint(uint8_t *pixels, int32_t width, int32_t height, const r3d_diff_rect *rect)
{
    int32_t x0 = rect->x < 0 ? rect->x + width : rect->x;
    int32_t y0 = rect->y < 0 ? rect->y + height : rect->y;
    for (int32_t y = y0 < 0 ? 0 : y0; y < y0 + rect->height && y < height; y++) {
        for (int32_t x = x0 < 0 ? 0 : x0; x < x0 + rect->width && x < width; x++) {
            memset(pixels + ((size_t)y * (size_t)width + (size_t)x) * 4, 255, 4);
        }
    }
}

static bool compares_something(const uint8_t *pixels, int32_t width, int32_t height)
{
    for (int64_t i = 0; i < (int64_t)width * height; i++, pixels += 4) {
        if (pixels[3] == 0 ||
            (pixels[0] == pixels[1] && pixels[1] == pixels[2] && pixels[0] < 255)) {
            return true;
        }
    }
    return false;
}

static int write_mask(const mask_request *r)
{
    char golden[PATH_SIZE];
    char path[PATH_SIZE];
    r3d_picture picture;
    r3d_picture mask;
    r3d_error error;
    const char *root = r->root != NULL ? r->root : getenv("R3D_GOLDEN_DIR");
    if ((root == NULL || root[0] == '\0') && r3d_path_get_kind("golden") == R3D_PATH_FOLDER) {
        root = "golden";
    }
    if (root == NULL || root[0] == '\0') {
        return usage_error(&mask_help,
                           "no golden root: there is no folder \"golden\" here; give --root or "
                           "R3D_GOLDEN_DIR");
    }
    snprintf(golden, sizeof golden, "%s/%s.png", root, r->name);
    snprintf(path, sizeof path, "%s/%s.mask.png", root, r->name);
    if (r3d_png_load(golden, NULL, NULL, &picture, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    int32_t width = picture.width;
    int32_t height = picture.height;
    r3d_picture_free(&picture);
    uint8_t *pixels = calloc((size_t)width * (size_t)height, 4);
    int exit_code = R3D_EXIT_OK;
    if (pixels != NULL && r3d_path_get_kind(path) != R3D_PATH_NONE) {
        if (r3d_png_load(path, NULL, NULL, &mask, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_INPUT;
        } else {
            if (mask.width == width && mask.height == height && mask.layout == R3D_LAYOUT_RGBA8) {
                memcpy(pixels, mask.pixels, (size_t)width * (size_t)height * 4);
            } else {
                fprintf(stderr, "%s: the mask there has another size or depth\n", path);
                exit_code = R3D_EXIT_INPUT;
            }
            r3d_picture_free(&mask);
        }
    }
    for (int i = 0; i < r->rect_count && pixels != NULL; i++) {
        paint(pixels, width, height, &r->rects[i]);
    }
    r3d_picture_view view = {pixels, (ptrdiff_t)width * 4, width, height, R3D_LAYOUT_RGBA8};
    if (pixels == NULL) {
        fprintf(stderr, "retro3d golden mask: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (exit_code == R3D_EXIT_OK && !compares_something(pixels, width, height)) {
        fprintf(stderr, "%s: not written, it would cover every pixel\n", path);
        exit_code = R3D_EXIT_USAGE;
    } else if (exit_code == R3D_EXIT_OK &&
               r3d_png_save(path, &view, R3D_PNG_SMALL, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    } else if (exit_code == R3D_EXIT_OK) {
        printf("mask: %s\n", path);
    }
    free(pixels);
    return exit_code;
}

int golden_mask(int argc, char **argv)
{
    mask_request r;
    command_arguments arguments;
    const char *value;
    memset(&r, 0, sizeof r);
    arguments_init(&arguments, &mask_help, argc, argv);
    for (;;) {
        switch (arguments_next(&arguments, &value)) {
        case OPTION_ROOT:
            r.root = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (r.name == NULL) {
                r.name = value;
            } else if (r.rect_count == 64 || !take_rect(value, &r.rects[r.rect_count++])) {
                return usage_error(&mask_help, "\"%.60s\" is no rectangle X,Y,W,H", value);
            }
            break;
        case R3D_ARGUMENT_END:
            if (r.name == NULL || r.rect_count == 0 || !r3d_golden_name_valid(r.name)) {
                return usage_error(&mask_help, "a valid SUITE/NAME and rectangles are needed");
            }
            return write_mask(&r);
        default:
            return arguments_exit_code(&arguments);
        }
    }
}
