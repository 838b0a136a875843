/* SPDX-License-Identifier: MIT */
// Files from a source that the caller provides. What a source gives is checked as little trusted as a
// disk is: its result, its pointer, its size; what the bytes say is checked by the readers.

#include "io_internal.h"

#include <inttypes.h>
#include <string.h>

r3d_result r3d_priv_lend(const r3d_file_source *files, const char *name, int64_t max_bytes,
                         r3d_priv_lent *out_lent, r3d_error *out_error)
{
    memset(out_lent, 0, sizeof *out_lent);
    if (files->open == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "the source of files has no function `open`");
    }
    const void *data = NULL;
    size_t size = 0;
    const r3d_result result = files->open(name, &data, &size, files->user);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(out_error, result, name, 0, -1,
                                "cannot open the file: the source of files says \"%s\"",
                                r3d_result_string(result));
    }
    out_lent->files = *files;
    out_lent->name = name;
    out_lent->given = data;
    out_lent->data = data != NULL ? data : "";
    out_lent->size = size;
    r3d_result refused = R3D_OK;
    if (data == NULL && size > 0) {
        refused = r3d_priv_io_fail(out_error, R3D_ERR_IO_READ, name, 0, 0,
                                   "the source of files gave NULL for %zu bytes", size);
    } else if ((uint64_t)size > (uint64_t)max_bytes) {
        refused =
            r3d_priv_io_fail(out_error, R3D_ERR_LIMIT, name, 0, -1,
                             "the file has %zu bytes, the limit is %" PRId64, size, max_bytes);
    }
    if (refused != R3D_OK) {
        r3d_priv_lent_close(out_lent);
    }
    return refused;
}

void r3d_priv_lent_close(r3d_priv_lent *lent)
{
    if (lent->data != NULL && lent->files.close != NULL) {
        lent->files.close(lent->name, lent->given, lent->size, lent->files.user);
    }
    memset(lent, 0, sizeof *lent);
}

r3d_result r3d_file_read_from(const r3d_file_source *files, const char *name, int64_t max_bytes,
                              const r3d_allocator *allocator, void **out_data, size_t *out_size,
                              r3d_error *out_error)
{
    if (files == NULL) {
        return r3d_file_read(name, max_bytes, allocator, out_data, out_size, out_error);
    }
    if (out_data != NULL) {
        *out_data = NULL;
    }
    if (out_size != NULL) {
        *out_size = 0;
    }
    r3d_allocator hooks;
    if (name == NULL || out_data == NULL || out_size == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "a pointer is NULL or the allocator has only one function");
    }
    if (max_bytes < 0) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1,
                                "max_bytes is %" PRId64 ", expected 0 or more", max_bytes);
    }
    r3d_priv_lent lent;
    r3d_result result = r3d_priv_lend(
        files, name, max_bytes > 0 ? max_bytes : R3D_PRIV_MAX_FILE_BYTES, &lent, out_error);
    if (result != R3D_OK) {
        return result;
    }
    char *data = lent.size < SIZE_MAX ? r3d_priv_io_alloc(&hooks, lent.size + 1) : NULL;
    if (data == NULL) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1,
                                  "no memory for the %zu bytes of the file", lent.size);
    } else {
        memcpy(data, lent.data, lent.size);
        data[lent.size] = '\0';
        *out_data = data;
        *out_size = lent.size;
    }
    r3d_priv_lent_close(&lent);
    return result;
}
