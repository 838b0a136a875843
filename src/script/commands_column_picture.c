/* SPDX-License-Identifier: MIT */
/* Single pictures of column levels as a client has them, for recordings. docs/script.md. */

#include <string.h>

#include "column_state.h"
#include "command_forms.h"

enum { COLORS = 256, SIZE_MAX_PX = 32767 };

/* Which picture a command means: of wall material N, of thing type N, or the sky. */
static r3d_result find_target(r3d_replay *replay, const r3d_script_args *args,
                              r3d_priv_script_level **out_place,
                              r3d_priv_column_picture_kind *out_kind)
{
    static const char *const words[] = {"material", "type", "sky"};
    r3d_priv_script_level *place = r3d_priv_column_place_get(replay, V(0));
    if (place == NULL) {
        return R3D_ERR_STATE;
    }
    const int32_t counts[] = {place->materials.texture_count, place->materials.sprite_count, 1};
    const char *word = r3d_script_word(args, 1);
    int kind = 0;
    while (kind < 3 && strcmp(word, words[kind]) != 0) {
        kind++;
    }
    if (kind == 3) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "\"%.40s\", expected material, type or sky",
                               word);
    }
    if (V(2) >= counts[kind]) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "%s %ld: the level has %ld of them", word,
                               (long)V(2), (long)counts[kind]);
    }
    *out_place = place;
    *out_kind = (r3d_priv_column_picture_kind)kind;
    return R3D_OK;
}

static bool check_size(r3d_replay *replay, const r3d_picture *picture, int32_t copies)
{
    const bool fits = picture->width <= SIZE_MAX_PX && picture->height % copies == 0 &&
                      picture->height / copies <= SIZE_MAX_PX;
    if (!fits) {
        (void)r3d_replay_fail(replay, R3D_ERR_RANGE,
                              "the picture is %ld x %ld, expected at most %d each way and %ld "
                              "copies of equal height",
                              (long)picture->width, (long)picture->height, (int)SIZE_MAX_PX,
                              (long)copies);
    }
    return fits;
}

/* One block: colours first, for their alignment, then bytes. */
static void *make_block(r3d_replay *replay, size_t colors, size_t bytes)
{
    return replay->allocator.alloc(colors * sizeof(uint32_t) + bytes, replay->allocator.user);
}

static uint32_t rgb_of(const uint8_t *rgba)
{
    return (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

static void set_common(r3d_column_texture *texture, int32_t width, int32_t height, int32_t copies)
{
    memset(texture, 0, sizeof *texture);
    texture->width = width;
    texture->height = height;
    texture->u_step = 1;
    texture->v_step = width;
    texture->copies = copies;
}

static r3d_result take_indexed(r3d_replay *replay, const r3d_script_args *args,
                               const r3d_picture *indices, const r3d_picture *shades,
                               r3d_column_texture *out, void **out_memory)
{
    if (!check_size(replay, indices, 1)) {
        return R3D_ERR_RANGE;
    }
    if (shades->width != COLORS) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE, "the shades are %ld wide, expected %d",
                               (long)shades->width, (int)COLORS);
    }
    const size_t count = (size_t)indices->width * (size_t)indices->height;
    const size_t color_count = (size_t)COLORS * (size_t)shades->height;
    uint32_t *colors = make_block(replay, color_count, 2 * count);
    if (colors == NULL) {
        return R3D_ERR_MEMORY;
    }
    const uint8_t *rgba = shades->pixels;
    for (size_t i = 0; i < color_count; i++) {
        colors[i] = rgb_of(rgba + i * 4);
    }
    uint8_t *texels = (uint8_t *)(colors + color_count);
    uint8_t *mask = texels + count;
    bool has_holes = false;
    rgba = indices->pixels;
    for (size_t i = 0; i < count; i++) {
        texels[i] = rgba[i * 4];
        mask[i] = rgba[i * 4 + 3] != 0;
        has_holes = has_holes || mask[i] == 0;
    }
    set_common(out, indices->width, indices->height, shades->height);
    out->indices = texels;
    out->shades = colors;
    out->mask = has_holes ? mask : NULL;
    out->average_rgb = (uint32_t)V(5);
    out->three_valued = V(6) != 0;
    *out_memory = colors;
    return R3D_OK;
}

static r3d_result run_indexed(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = NULL;
    r3d_priv_column_picture_kind kind = R3D_PRIV_COLUMN_PICTURE_WALL;
    r3d_picture indices;
    r3d_picture shades;
    r3d_result result = find_target(replay, args, &place, &kind);
    if (result == R3D_OK) {
        result = r3d_priv_replay_load_picture(replay, args, 3, &indices);
    }
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_priv_replay_load_picture(replay, args, 4, &shades);
    if (result == R3D_OK) {
        r3d_column_texture texture;
        void *memory = NULL;
        result = take_indexed(replay, args, &indices, &shades, &texture, &memory);
        if (result == R3D_OK) {
            r3d_priv_column_place_put(replay, place, kind, V(2), &texture, memory);
        }
        r3d_picture_free(&shades);
    }
    r3d_picture_free(&indices);
    return result;
}

static r3d_result run_texels(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = NULL;
    r3d_priv_column_picture_kind kind = R3D_PRIV_COLUMN_PICTURE_WALL;
    r3d_picture picture;
    const int32_t copies = V(4);
    r3d_result result = find_target(replay, args, &place, &kind);
    if (result == R3D_OK) {
        result = r3d_priv_replay_load_picture(replay, args, 3, &picture);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (!check_size(replay, &picture, copies)) {
        r3d_picture_free(&picture);
        return R3D_ERR_RANGE;
    }
    const size_t all = (size_t)picture.width * (size_t)picture.height;
    const size_t count = all / (size_t)copies;
    uint32_t *texels = make_block(replay, all, count);
    if (texels != NULL) {
        uint8_t *mask = (uint8_t *)(texels + all);
        const uint8_t *rgba = picture.pixels;
        bool has_holes = false;
        for (size_t i = 0; i < all; i++) {
            texels[i] = rgb_of(rgba + i * 4);
        }
        for (size_t i = 0; i < count; i++) { /* the first copy says where holes are */
            mask[i] = rgba[i * 4 + 3] != 0;
            has_holes = has_holes || mask[i] == 0;
        }
        r3d_column_texture texture;
        set_common(&texture, picture.width, picture.height / copies, copies);
        texture.texels = texels;
        texture.mask = has_holes ? mask : NULL;
        texture.average_rgb = (uint32_t)V(5);
        r3d_priv_column_place_put(replay, place, kind, V(2), &texture, texels);
    }
    r3d_picture_free(&picture);
    return texels != NULL ? R3D_OK : R3D_ERR_MEMORY;
}

static r3d_result run_plain(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_script_level *place = NULL;
    r3d_priv_column_picture_kind kind = R3D_PRIV_COLUMN_PICTURE_WALL;
    const r3d_result result = find_target(replay, args, &place, &kind);
    if (result == R3D_OK) {
        r3d_column_texture none;
        memset(&none, 0, sizeof none);
        r3d_priv_column_place_put(replay, place, kind, V(2), &none, NULL);
    }
    return result;
}

#define TARGET                                                                                     \
    INT("L", 0, R3D_PRIV_COLUMN_PLACES - 1), R3D_SCRIPT_WORD("KIND"),                              \
        INT("N", 0, R3D_COLUMN_NAMES_MAX - 1)
#define SET_COLUMN_PICTURE(name, run) (name), (run), R3D_SCRIPT_ANY_TIME, R3D_SCRIPT_PREPARES, 0, 0

static const r3d_script_command specs[] = {
    {SET_COLUMN_PICTURE("column_indexed", run_indexed),
     {TARGET, R3D_SCRIPT_FILE, R3D_SCRIPT_FILE, R3D_SCRIPT_RGB, INT("three", 0, 1)}},
    {SET_COLUMN_PICTURE("column_texels", run_texels),
     {TARGET, R3D_SCRIPT_FILE, INT("COPIES", 1, 65536), R3D_SCRIPT_RGB}},
    {SET_COLUMN_PICTURE("column_plain", run_plain), {TARGET}},
};

const r3d_script_room r3d_priv_column_picture_room = {
    "column pictures", specs, R3D_PRIV_COUNT(specs), NULL, 0, {0, NULL}, {0, NULL}};
