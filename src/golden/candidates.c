/* SPDX-License-Identifier: MIT */
// The plain golden and its variants NAME@TAG.png.

#include "candidates.h"

#include <retro3d/folders.h>
#include <retro3d/png.h>

#include <string.h>

#include "../base/memory.h"
#include "../base/error_text.h"

void r3d_priv_candidate_free(r3d_priv_candidate *candidate)
{
    r3d_picture_free(&candidate->picture);
    r3d_picture_free(&candidate->mask);
    r3d_diff_result_free(&candidate->diff);
    memset(candidate, 0, sizeof *candidate);
}

/* ---- finding variants ---- */

typedef struct tag_list {
    const r3d_golden *golden;
    const char *base; // last part of the name
    size_t base_length;
    char (*tags)[R3D_PRIV_TAG_SIZE];
    size_t count;
    size_t capacity;
    bool failed;
} tag_list;

static bool tag_allowed(const r3d_golden *golden, const char *tag)
{
    const char *list = golden->variant_tags;
    size_t length = strlen(tag);
    while (list != NULL) {
        size_t size = strcspn(list, ",");
        if (size == length && memcmp(list, tag, size) == 0) {
            return true;
        }
        list = list[size] == ',' ? list + size + 1 : NULL;
    }
    return golden->variant_tags == NULL;
}

static bool visit_entry(const char *entry, void *user)
{
    tag_list *list = user;
    size_t length = strlen(entry);
    size_t tag_length = length - list->base_length - 5;
    if (length < list->base_length + 6 || memcmp(entry, list->base, list->base_length) != 0 ||
        entry[list->base_length] != '@' || strcmp(entry + length - 4, ".png") != 0 ||
        tag_length >= R3D_PRIV_TAG_SIZE) {
        return true;
    }
    char tag[R3D_PRIV_TAG_SIZE];
    memcpy(tag, entry + list->base_length + 1, tag_length);
    tag[tag_length] = '\0';
    // A tag follows the rules of names, so masks of variants are no variants.
    if (!r3d_golden_name_valid(tag) || strchr(tag, '/') != NULL ||
        !tag_allowed(list->golden, tag)) {
        return true;
    }
    const char *dot = strrchr(tag, '.');
    if (dot != NULL && (strcmp(dot, ".mask") == 0 || strcmp(dot, ".xfail") == 0)) {
        return true;
    }
    r3d_priv_growing array = {list->tags, list->count, list->capacity};
    if (r3d_priv_reserve(&list->golden->allocator, &array, array.count + 1, sizeof(*list->tags),
                         R3D_PRIV_ANY_COUNT) != R3D_OK) {
        list->failed = true;
        return false;
    }
    list->tags = array.items;
    list->capacity = array.capacity;
    memcpy(list->tags[list->count++], tag, sizeof tag);
    return true;
}

static r3d_result find_tags(const r3d_golden *golden, const char *name, tag_list *list)
{
    char folder[R3D_PRIV_PATH_MAX];
    memset(list, 0, sizeof *list);
    list->golden = golden;
    const char *slash = strrchr(name, '/');
    list->base = slash != NULL ? slash + 1 : name;
    list->base_length = strlen(list->base);
    int length = snprintf(folder, sizeof folder, "%s/%s/%.*s", golden->root, golden->suite,
                          (int)(list->base - name), name);
    if (length <= 0 || length >= (int)sizeof folder) {
        return R3D_ERR_LIMIT;
    }
    r3d_result result = r3d_folder_list(folder, &golden->allocator, visit_entry, list, NULL);
    if (result == R3D_ERR_IO_OPEN) {
        return R3D_OK; // no folder, no variants
    }
    return list->failed ? R3D_ERR_MEMORY : result;
}

/* ---- comparing ---- */

// The mask of a golden lies beside it: NAME.mask.png, or NAME@TAG.mask.png for a variant that needs
// its own.
static r3d_result load_mask(const r3d_golden *golden, const char *name, r3d_priv_candidate *c,
                            r3d_diff_effective *effective, r3d_error *out_error)
{
    char path[R3D_PRIV_PATH_MAX];
    char ending[R3D_PRIV_TAG_SIZE + 16];
    if (effective->values.mask != NULL) {
        return R3D_OK;
    }
    for (int own = 1; own >= 0; own--) {
        snprintf(ending, sizeof ending, "%s%s.mask.png", own && c->tag[0] != '\0' ? "@" : "",
                 own ? c->tag : "");
        if (!r3d_priv_golden_path(golden->root, golden->suite, name, ending, path) ||
            r3d_path_get_kind(path) == R3D_PATH_NONE) {
            continue;
        }
        r3d_result result = r3d_png_load(path, NULL, &golden->allocator, &c->mask, out_error);
        if (result == R3D_OK &&
            (c->mask.width != c->picture.width || c->mask.height != c->picture.height)) {
            return r3d_priv_error_printf(out_error, R3D_ERR_RANGE, path, 0, -1,
                                         "the mask is %ldx%ld, but the golden is %ldx%ld",
                                         (long)c->mask.width, (long)c->mask.height,
                                         (long)c->picture.width, (long)c->picture.height);
        }
        if (result == R3D_OK) {
            r3d_picture_get_view(&c->mask, &c->mask_view);
            effective->values.mask = &c->mask_view;
            effective->origin[R3D_DIFF_SET_MASK] = R3D_DIFF_FROM_GOLDEN;
        }
        return result;
    }
    return R3D_OK;
}

static r3d_result compare_one(const r3d_golden *golden, const char *name,
                              const r3d_picture_view *actual, const r3d_diff_effective *effective,
                              r3d_priv_candidate *c, r3d_error *out_error)
{
    r3d_diff_effective own = *effective;
    r3d_result result = r3d_png_load(c->path, NULL, &golden->allocator, &c->picture, out_error);
    if (result == R3D_OK) {
        result = load_mask(golden, name, c, &own, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_picture_get_view(&c->picture, &c->view);
    if (own.values.channels == R3D_DIFF_CHANNELS_AUTO && !c->picture.has_alpha &&
        !r3d_diff_layout_has_alpha(actual->layout)) {
        own.values.channels = R3D_DIFF_RGB;
    }
    result = r3d_diff_compare(&c->view, actual, &own, &golden->allocator, &c->diff, out_error);
    if (result != R3D_OK && out_error != NULL && out_error->file[0] == '\0') {
        size_t length = strlen(c->path);
        size_t room = sizeof out_error->file - 1;
        memcpy(out_error->file, c->path + (length > room ? length - room : 0),
               (length > room ? room : length) + 1);
    }
    c->compared = result == R3D_OK;
    return result;
}

static bool nearer(const r3d_priv_candidate *a, const r3d_priv_candidate *b)
{
    bool a_sized = a->diff.verdict != R3D_DIFF_LAYOUT;
    bool b_sized = b->diff.verdict != R3D_DIFF_LAYOUT;
    if (a_sized != b_sized) {
        return a_sized;
    }
    return a->diff.mismatches < b->diff.mismatches;
}

// The borrowed views of masks point into the candidate itself, which is moved here.
static void move(r3d_priv_candidate *to, r3d_priv_candidate *from)
{
    bool masked = from->diff.effective.values.mask == &from->mask_view;
    r3d_priv_candidate_free(to);
    *to = *from;
    if (masked) {
        to->diff.effective.values.mask = &to->mask_view;
    }
    memset(from, 0, sizeof *from);
}

r3d_result r3d_priv_candidates_compare(const r3d_golden *golden, const char *name,
                                       const r3d_picture_view *actual,
                                       const r3d_diff_effective *effective,
                                       r3d_priv_candidate *out_best, bool *out_found,
                                       r3d_error *out_error)
{
    tag_list list;
    r3d_result result = R3D_OK;
    memset(out_best, 0, sizeof *out_best);
    memset(&list, 0, sizeof list);
    *out_found = false;
    r3d_priv_candidate *c = r3d_priv_alloc(&golden->allocator, 1, sizeof *c);
    if (c == NULL) {
        return r3d_priv_error_printf(out_error, R3D_ERR_MEMORY, NULL, 0, -1, "out of memory");
    }
    for (size_t i = 0; result == R3D_OK && i <= list.count; i++) {
        char ending[R3D_PRIV_TAG_SIZE + 8];
        memset(c, 0, sizeof *c);
        if (i != 0) {
            memcpy(c->tag, list.tags[i - 1], sizeof c->tag);
        }
        snprintf(ending, sizeof ending, "%s%s.png", i != 0 ? "@" : "", c->tag);
        if (!r3d_priv_golden_path(golden->root, golden->suite, name, ending, c->path)) {
            result = r3d_priv_error_printf(out_error, R3D_ERR_LIMIT, NULL, 0, -1,
                                           "the path of the golden is too long");
        } else if (i != 0 || r3d_path_get_kind(c->path) != R3D_PATH_NONE) {
            result = compare_one(golden, name, actual, effective, c, out_error);
        }
        if (result == R3D_OK && c->compared && (!*out_found || nearer(c, out_best))) {
            move(out_best, c);
            *out_found = true;
        }
        r3d_priv_candidate_free(c);
        if (result == R3D_OK && *out_found && r3d_diff_passed(&out_best->diff)) {
            break;
        }
        // Folders are only listed when the plain golden did not match.
        if (i == 0 && result == R3D_OK && find_tags(golden, name, &list) != R3D_OK) {
            result = r3d_priv_error_printf(out_error, R3D_ERR_IO_READ, NULL, 0, -1,
                                           "the variants cannot be listed");
        }
    }
    r3d_priv_release(&golden->allocator, c);
    r3d_priv_release(&golden->allocator, list.tags);
    return result;
}
