/* SPDX-License-Identifier: MIT */
/* The pictures that commands name. */

#include "script_internal.h"

#include <retro3d/png.h>

r3d_result r3d_priv_replay_load_picture(r3d_replay *replay, const r3d_script_args *args, int index,
                                        r3d_picture *out_picture)
{
    char *path = NULL;
    r3d_error cause;
    r3d_result result = r3d_replay_resolve_path(replay, args, index, &path);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_png_load_from(r3d_replay_get_files(replay), path, NULL, &replay->allocator,
                               out_picture, &cause);
    replay->allocator.free(path, replay->allocator.user);
    if (result != R3D_OK) {
        return r3d_replay_fail(replay, result, "%.200s: %.250s", cause.file, cause.message);
    }
    if (out_picture->layout != R3D_LAYOUT_RGBA8) {
        r3d_picture_free(out_picture);
        return r3d_replay_fail(replay, R3D_ERR_FORMAT_UNSUPPORTED,
                               "the picture has 16 bits a channel, expected 8");
    }
    return R3D_OK;
}
