/* SPDX-License-Identifier: MIT */
/* The files of a recording on disk: meshes, texels, palettes, sprites, frames. */

#include <stdio.h>
#include <string.h>

#include "recorder_internal.h"

enum { PATH_SIZE = 4096 };

/* The path of a file beside the script. Without an allocation: it is needed to take files away when
 * there is no memory. Returns false if it is too long. */
static bool path_beside(const char *path, const char *name, char out[PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    size_t size = strlen(name) + 1;
    if (folder + size > PATH_SIZE) {
        return false;
    }
    memcpy(out, path, folder);
    memcpy(out + folder, name, size);
    return true;
}

/* Whether a file is there already. If so and its contents differ, which takes two contents with one
 * hash or a file that was changed, it is not to be overwritten: other recordings use it. */
static r3d_result look_at_existing(const r3d_recorder *recorder, const char *path,
                                   const r3d_priv_asset *asset, bool *out_exists,
                                   r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error ignored;
    FILE *file = fopen(path, "rb");
    *out_exists = file != NULL;
    if (file == NULL) {
        return R3D_OK;
    }
    fclose(file);
    r3d_result result =
        r3d_file_read(path, INT32_MAX, &recorder->allocator, &data, &size, &ignored);
    bool is_same = result == R3D_OK && size == asset->size && memcmp(data, asset->data, size) == 0;
    recorder->allocator.free(data, recorder->allocator.user);
    if (is_same) {
        return R3D_OK;
    }
    return r3d_priv_error_fill(out_error, R3D_ERR_IO_WRITE, path, 0, -1,
                               "is there already with other contents than its name says");
}

r3d_result r3d_priv_recorder_write_files(const r3d_recorder *recorder, const char *path,
                                         bool *is_new, r3d_error *out_error)
{
    r3d_priv_asset *const *assets = recorder->writer.assets.items;
    r3d_result result = R3D_OK;
    for (size_t i = 0; i < recorder->writer.assets.count && result == R3D_OK; i++) {
        bool exists = false;
        char file[PATH_SIZE];
        if (!path_beside(path, assets[i]->name, file)) {
            return r3d_priv_refuse_call(out_error, R3D_ERR_IO_WRITE, path);
        }
        result = look_at_existing(recorder, file, assets[i], &exists, out_error);
        if (result == R3D_OK && !exists) {
            result = r3d_file_write(file, assets[i]->data, assets[i]->size, out_error);
            is_new[i] = result == R3D_OK;
        }
    }
    return result;
}

void r3d_priv_recorder_remove_files(const r3d_recorder *recorder, const char *path,
                                    const bool *is_new)
{
    r3d_priv_asset *const *assets = recorder->writer.assets.items;
    for (size_t i = 0; i < recorder->writer.assets.count; i++) {
        char file[PATH_SIZE];
        if (is_new[i] && path_beside(path, assets[i]->name, file)) {
            (void)remove(file);
        }
    }
}
