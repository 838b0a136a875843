/* SPDX-License-Identifier: MIT */
/* WAD files: header and directory. Source: spec column section 12. */

#include "wad.h"

#include <string.h>

enum { HEADER_SIZE = 12 };

void r3d_priv_name8(const uint8_t *bytes, char out[9])
{
    int length = 0;
    while (length < 8 && bytes[length] != 0) {
        const uint8_t c = bytes[length];
        const bool lower = c >= 'a' && c <= 'z';
        out[length++] = c <= ' ' || c >= 127 || c == '#' ? '_' : lower ? (char)(c - 32) : (char)c;
    }
    out[length] = '\0';
}

/* The format's numbers have a sign; a negative one is never inside a file, so they are compared
 * without and only shown with it. */
static long as_signed(uint32_t value)
{
    return value <= INT32_MAX ? (long)value : -1L - (long)(UINT32_MAX - value);
}

static r3d_result parse_directory(r3d_wad *wad, r3d_error *out_error)
{
    if (wad->size < HEADER_SIZE ||
        (memcmp(wad->data, "IWAD", 4) != 0 && memcmp(wad->data, "PWAD", 4) != 0)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_MAGIC, wad->name, 0, 0,
                                "expected IWAD or PWAD and a header of 12 bytes");
    }
    const uint32_t count = r3d_priv_u32(wad->data + 4);
    const uint32_t offset = r3d_priv_u32(wad->data + 8);
    if (offset > wad->size || count > (wad->size - offset) / R3D_PRIV_ENTRY_SIZE) {
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, wad->name, 0, 4,
                                "a directory of %ld entries at byte %ld does not fit into the file",
                                as_signed(count), as_signed(offset));
    }
    wad->lump_count = (int32_t)count;
    wad->directory = offset;
    wad->lumps = r3d_priv_io_alloc(&wad->allocator, (size_t)count * sizeof *wad->lumps);
    if (wad->lumps == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, wad->name, 0, -1, "out of memory");
    }
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = (size_t)offset + (size_t)i * R3D_PRIV_ENTRY_SIZE;
        const uint8_t *entry = wad->data + at;
        const uint32_t lump_offset = r3d_priv_u32(entry);
        const uint32_t lump_size = r3d_priv_u32(entry + 4);
        r3d_wad_lump *lump = &wad->lumps[i];
        r3d_priv_name8(entry + 8, lump->name);
        /* Markers have no bytes and often no sensible offset. */
        const bool fits = lump_offset <= wad->size && lump_size <= wad->size - lump_offset;
        if (lump_size > 0 && !fits) {
            return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, wad->name, 0, (int64_t)at,
                                    "lump %s (%ld bytes at %ld) does not lie inside the file",
                                    lump->name, as_signed(lump_size), as_signed(lump_offset));
        }
        lump->offset = fits ? (int32_t)lump_offset : 0;
        lump->size = (int32_t)lump_size;
    }
    return R3D_OK;
}

/* Takes over `data`, also when it fails. */
static r3d_result make_wad(void *data, size_t size, const char *name, const r3d_allocator *hooks,
                           r3d_wad **out_wad, r3d_error *out_error)
{
    r3d_wad *wad = r3d_priv_io_alloc(hooks, sizeof *wad);
    const size_t name_size = strlen(name) + 1;
    char *copy = r3d_priv_io_alloc(hooks, name_size);
    if (wad == NULL || copy == NULL || size > INT32_MAX) {
        r3d_priv_io_free(hooks, wad);
        r3d_priv_io_free(hooks, copy);
        r3d_priv_io_free(hooks, data);
        return size > INT32_MAX
                   ? r3d_priv_io_fail(out_error, R3D_ERR_LIMIT, name, 0, -1, "larger than 2 GiB")
                   : r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1, "out of memory");
    }
    memcpy(copy, name, name_size);
    memset(wad, 0, sizeof *wad);
    wad->allocator = *hooks;
    wad->name = copy;
    wad->data = data;
    wad->size = size;
    const r3d_result result = parse_directory(wad, out_error);
    if (result != R3D_OK) {
        r3d_wad_destroy(wad);
        return result;
    }
    *out_wad = wad;
    return R3D_OK;
}

r3d_result r3d_wad_load_from(const r3d_file_source *files, const char *name,
                             const r3d_allocator *allocator, r3d_wad **out_wad,
                             r3d_error *out_error)
{
    r3d_allocator hooks;
    if (name == NULL || out_wad == NULL || r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name == NULL ? "" : name, 0, -1,
                                "a path, a place for the WAD and a complete allocator are needed");
    }
    *out_wad = NULL;
    void *data = NULL;
    size_t size = 0;
    const r3d_result result =
        r3d_file_read_from(files, name, INT32_MAX, &hooks, &data, &size, out_error);
    return result == R3D_OK ? make_wad(data, size, name, &hooks, out_wad, out_error) : result;
}

r3d_result r3d_wad_load(const char *path, const r3d_allocator *allocator, r3d_wad **out_wad,
                        r3d_error *out_error)
{
    return r3d_wad_load_from(NULL, path, allocator, out_wad, out_error);
}

r3d_result r3d_wad_decode(const void *data, size_t size, const char *name,
                          const r3d_allocator *allocator, r3d_wad **out_wad, r3d_error *out_error)
{
    name = name != NULL ? name : "";
    r3d_allocator hooks;
    if (data == NULL || out_wad == NULL || r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "data, a place for the WAD and a complete allocator are needed");
    }
    *out_wad = NULL;
    void *copy = r3d_priv_io_alloc(&hooks, size == 0 ? 1 : size);
    if (copy == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1, "out of memory");
    }
    memcpy(copy, data, size);
    return make_wad(copy, size, name, &hooks, out_wad, out_error);
}

void r3d_wad_destroy(r3d_wad *wad)
{
    if (wad == NULL) {
        return;
    }
    const r3d_allocator hooks = wad->allocator;
    r3d_priv_io_free(&hooks, wad->name);
    r3d_priv_io_free(&hooks, wad->data);
    r3d_priv_io_free(&hooks, wad->lumps);
    r3d_priv_io_free(&hooks, wad);
}

int32_t r3d_wad_lump_count(const r3d_wad *wad)
{
    if (wad == NULL) {
        return 0;
    }
    return wad->lump_count;
}

r3d_result r3d_wad_get_lump(const r3d_wad *wad, int32_t index, r3d_wad_lump *out_lump)
{
    if (wad == NULL || out_lump == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (index < 0 || index >= wad->lump_count) {
        return R3D_ERR_RANGE;
    }
    *out_lump = wad->lumps[index];
    return R3D_OK;
}

int32_t r3d_priv_wad_find(const r3d_wad *wad, const char *name)
{
    for (int32_t i = wad->lump_count - 1; i >= 0; i--) {
        if (strcmp(wad->lumps[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

void r3d_priv_wad_bytes(const r3d_wad *wad, int32_t lump, struct r3d_priv_bytes *out)
{
    const r3d_wad_lump *entry = &wad->lumps[lump];
    out->data = wad->data + entry->offset;
    out->size = (size_t)entry->size;
    out->offset = entry->offset;
    memcpy(out->name, entry->name, sizeof out->name);
    out->file = wad->name;
}

r3d_result r3d_priv_lump_fail(r3d_error *out_error, r3d_result result,
                              const struct r3d_priv_bytes *lump, size_t at, const char *text)
{
    return r3d_priv_io_fail(out_error, result, lump->file, 0, lump->offset + (int64_t)at, "%s: %s",
                            lump->name, text);
}
