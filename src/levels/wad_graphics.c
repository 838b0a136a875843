/* SPDX-License-Identifier: MIT */
/* Pictures of WAD files: palette, light maps, flats, composed wall textures, sprites.
 * Source: spec column section 12, "Graphics". */

#include <string.h>

#include "wad.h"

enum {
    COLORS = 256,
    FLAT_SIZE = 64,
    PICTURE_SIZE_MAX = 4096,
    TEXELS_MAX = 1 << 28, /* All pictures of a map together. */
    MAP_TEXTURE_HEAD = 22,
    MAP_PATCH_SIZE = 10,
    INVISIBLE = 0 /* Palette index under holes. */
};

static const uint8_t png_mark[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

struct graphics {
    const r3d_wad *wads[2]; /* The map's own first; the second may be NULL. */
    const r3d_column_picture_sources *sources;
    r3d_column_level_pictures *pictures;
    uint32_t *shades;
    uint32_t palette[COLORS];
    struct r3d_priv_bytes patch_names;
    int32_t patch_count;
    int64_t texels_left;
    r3d_error *out_error;
};

/* ---- lumps ---- */

static bool find_lump(const struct graphics *g, const char *name, struct r3d_priv_bytes *out)
{
    for (int i = 0; i < 2; i++) {
        const int32_t lump = g->wads[i] == NULL ? -1 : r3d_priv_wad_find(g->wads[i], name);
        if (lump >= 0) {
            r3d_priv_wad_bytes(g->wads[i], lump, out);
            return true;
        }
    }
    return false;
}

/* ---- marks around lumps ---- */

/* Which marks a lump lies between: 'F', 'P', 'S', or 0. */
struct marks {
    char outer; /* F_START or FF_START */
    char inner; /* F1_START and the like, with or without the outer ones */
};

static void step_marks(struct marks *marks, const char *name)
{
    const char kind = name[0];
    if (kind != 'F' && kind != 'P' && kind != 'S') {
        return;
    }
    const bool is_inner = name[1] >= '0' && name[1] <= '9';
    const char *tail = name + (is_inner || name[1] == kind ? 2 : 1);
    char *at = is_inner ? &marks->inner : &marks->outer;
    if (strcmp(tail, "_START") == 0) {
        *at = kind;
    } else if (strcmp(tail, "_END") == 0) {
        *at = 0;
    }
}

static char kind_at(const struct marks *marks)
{
    return marks->outer != 0 ? marks->outer : marks->inner;
}

/* A flat's lump: the last of its name between the markers. */
static bool find_flat(const struct graphics *g, const char *name, struct r3d_priv_bytes *out)
{
    for (int i = 0; i < 2; i++) {
        const r3d_wad *wad = g->wads[i];
        struct marks marks = {0, 0};
        int32_t found = -1;
        for (int32_t lump = 0; wad != NULL && lump < wad->lump_count; lump++) {
            step_marks(&marks, wad->lumps[lump].name);
            if (kind_at(&marks) == 'F' && strcmp(wad->lumps[lump].name, name) == 0) {
                found = lump;
            }
        }
        if (found >= 0) {
            r3d_priv_wad_bytes(wad, found, out);
            return true;
        }
    }
    return false;
}

static r3d_result no_memory(struct graphics *g)
{
    return r3d_priv_io_fail(g->out_error, R3D_ERR_MEMORY, g->wads[0]->name, 0, -1, "out of memory");
}

/* A damaged picture is one warning, and its material stays plain. */
static r3d_result forgive(struct graphics *g, r3d_result result, const char *what, const char *name,
                          r3d_column_texture *out)
{
    if (result == R3D_OK || result == R3D_ERR_MEMORY) {
        return result;
    }
    r3d_priv_pictures_warn(g->sources, R3D_COLUMN_RECORD_LEVEL, -1, what, name);
    *r3d_priv_pictures_told(g->pictures, out) = 1;
    return R3D_OK;
}

/* ---- colours ---- */

static r3d_result read_colors(struct graphics *g)
{
    struct r3d_priv_bytes playpal = {NULL, 0, 0, "", ""};
    struct r3d_priv_bytes colormap;
    g->shades = r3d_priv_pictures_alloc(g->pictures,
                                        (size_t)R3D_PRIV_SHADE_COPIES * COLORS * sizeof *g->shades);
    if (g->shades == NULL) {
        return no_memory(g);
    }
    find_lump(g, "PLAYPAL", &playpal); /* it is there: see r3d_priv_wad_pictures */
    if (playpal.size < 3 * COLORS) {
        return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_TRUNCATED, &playpal, playpal.size,
                                  "a palette has 768 bytes");
    }
    for (int i = 0; i < COLORS; i++) {
        const uint8_t *rgb = playpal.data + 3 * i;
        g->palette[i] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    }
    const bool has_map = find_lump(g, "COLORMAP", &colormap);
    if (has_map && colormap.size < (size_t)R3D_PRIV_SHADE_COPIES * COLORS) {
        return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_TRUNCATED, &colormap, colormap.size,
                                  "32 light maps have 8192 bytes");
    }
    for (uint32_t copy = 0; copy < R3D_PRIV_SHADE_COPIES; copy++) {
        for (uint32_t i = 0; i < COLORS; i++) {
            g->shades[copy * COLORS + i] =
                has_map ? g->palette[colormap.data[copy * COLORS + i]] : g->palette[i];
        }
    }
    return R3D_OK;
}

/* ---- pictures ---- */

/* A picture being composed: columns of indices, and which texels are covered. */
struct wad_canvas {
    uint8_t *indices;
    uint8_t *mask;
    int32_t width;
    int32_t height;
};

static r3d_result make_canvas(struct graphics *g, int32_t width, int32_t height,
                              struct wad_canvas *out, const struct r3d_priv_bytes *lump, size_t at)
{
    const int64_t count = (int64_t)width * height;
    if (width < 1 || height < 1 || width > PICTURE_SIZE_MAX || height > PICTURE_SIZE_MAX ||
        count > g->texels_left) {
        return r3d_priv_lump_fail(g->out_error, R3D_ERR_LIMIT, lump, at,
                                  "a picture's size is not 1..4096, or all are too large together");
    }
    g->texels_left -= count;
    out->width = width;
    out->height = height;
    out->indices = r3d_priv_pictures_alloc(g->pictures, (size_t)count);
    out->mask = r3d_priv_pictures_alloc(g->pictures, (size_t)count);
    if (out->indices == NULL || out->mask == NULL) {
        return no_memory(g);
    }
    memset(out->indices, INVISIBLE, (size_t)count);
    memset(out->mask, 0, (size_t)count);
    return R3D_OK;
}

static void finish_canvas(const struct graphics *g, const struct wad_canvas *canvas,
                          r3d_column_texture *out)
{
    const size_t count = (size_t)canvas->width * (size_t)canvas->height;
    bool has_holes = false;
    uint64_t sum[3] = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        const uint32_t rgb = g->palette[canvas->indices[i]];
        sum[0] += rgb >> 16;
        sum[1] += rgb >> 8 & 255u;
        sum[2] += rgb & 255u;
        has_holes = has_holes || canvas->mask[i] == 0;
    }
    out->width = canvas->width;
    out->height = canvas->height;
    out->u_step = canvas->height;
    out->v_step = 1;
    out->indices = canvas->indices;
    out->mask = has_holes ? canvas->mask : NULL;
    out->shades = g->shades;
    out->copies = R3D_PRIV_SHADE_COPIES;
    out->average_rgb = (uint32_t)(sum[0] / count) << 16 | (uint32_t)(sum[1] / count) << 8 |
                       (uint32_t)(sum[2] / count);
}

/* One column of a patch: posts of texels with gaps between them. */
static r3d_result draw_posts(struct graphics *g, const struct r3d_priv_bytes *patch, size_t at,
                             int32_t x, int32_t y, struct wad_canvas *canvas)
{
    int32_t top = -1;
    for (;;) {
        if (at >= patch->size) {
            return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_TRUNCATED, patch, at,
                                      "a column's posts do not end");
        }
        const int32_t delta = patch->data[at];
        if (delta == 255) {
            return R3D_OK;
        }
        /* Tall patches: a top that does not grow counts from the one before. */
        top = delta <= top ? top + delta : delta;
        if (patch->size - at < 3 || patch->size - at - 3 < patch->data[at + 1]) {
            return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_TRUNCATED, patch, at,
                                      "a post is longer than the lump");
        }
        const int32_t length = patch->data[at + 1];
        /* What would be above the picture shortens a post, but its first texel stays the first. */
        const int32_t above = y + top < 0 ? -(y + top) : 0;
        for (int32_t i = 0; i < length - above; i++) {
            const int32_t row = y + top + above + i;
            if (x >= 0 && x < canvas->width && row >= 0 && row < canvas->height) {
                const size_t texel = (size_t)x * (size_t)canvas->height + (size_t)row;
                canvas->indices[texel] = patch->data[at + 3 + (size_t)i];
                canvas->mask[texel] = 1;
            }
        }
        at += (size_t)length + 4;
    }
}

static r3d_result draw_patch(struct graphics *g, const struct r3d_priv_bytes *patch, int32_t x,
                             int32_t y, struct wad_canvas *canvas)
{
    const int32_t width = patch->size < 8 ? 0 : r3d_priv_i16(patch->data);
    if (width < 1 || width > PICTURE_SIZE_MAX || patch->size < 8 + 4 * (size_t)width) {
        return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_COUNT, patch, 0,
                                  "it is no patch: its width or its columns are out of range");
    }
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < width && result == R3D_OK; i++) {
        const uint32_t at = r3d_priv_u32(patch->data + 8 + 4 * (size_t)i);
        if (at >= patch->size) {
            return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_INDEX, patch, 8 + 4 * (size_t)i,
                                      "a column begins outside the lump");
        }
        result = draw_posts(g, patch, at, x + i, y, canvas);
    }
    return result;
}

/* Whether a lump is a patch through and through. */
static bool is_patch(const struct graphics *g, const struct r3d_priv_bytes *patch)
{
    struct graphics silent = *g;
    r3d_error error;
    silent.out_error = &error;
    struct wad_canvas nothing = {NULL, NULL, 0, 0};
    return draw_patch(&silent, patch, 0, 0, &nothing) == R3D_OK;
}

/* The patch of a name: the last between its marks, else the last that is not between those of flats
 * and sprites, and in either case one that parses. Sets *out_seen when there is a lump at all. */
static bool find_patch(const struct graphics *g, const char *name, struct r3d_priv_bytes *out,
                       bool *out_seen)
{
    *out_seen = false;
    for (int i = 0; i < 2; i++) {
        const r3d_wad *wad = g->wads[i];
        struct marks marks = {0, 0};
        int32_t between = -1;
        int32_t outside = -1;
        for (int32_t lump = 0; wad != NULL && lump < wad->lump_count; lump++) {
            step_marks(&marks, wad->lumps[lump].name);
            if (strcmp(wad->lumps[lump].name, name) != 0) {
                continue;
            }
            const char kind = kind_at(&marks);
            struct r3d_priv_bytes bytes;
            r3d_priv_wad_bytes(wad, lump, &bytes);
            *out_seen = *out_seen || kind == 'P' || kind == 0;
            if ((kind == 'P' || kind == 0) && is_patch(g, &bytes)) {
                *(kind == 'P' ? &between : &outside) = lump;
            }
        }
        if (between >= 0 || outside >= 0) {
            r3d_priv_wad_bytes(wad, between >= 0 ? between : outside, out);
            return true;
        }
    }
    return false;
}

/* ---- wall textures ---- */

static r3d_result read_patch_names(struct graphics *g)
{
    g->patch_count = 0;
    if (!find_lump(g, "PNAMES", &g->patch_names)) {
        return R3D_OK;
    }
    const struct r3d_priv_bytes *lump = &g->patch_names;
    const uint32_t count = lump->size < 4 ? UINT32_MAX : r3d_priv_u32(lump->data);
    if (count > (lump->size - 4) / 8 || lump->size < 4) {
        return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_COUNT, lump, 0,
                                  "more patch names than the lump holds");
    }
    g->patch_count = (int32_t)count;
    return R3D_OK;
}

static r3d_result compose(struct graphics *g, const struct r3d_priv_bytes *lump, size_t at,
                          r3d_column_texture *out)
{
    const uint8_t *head = lump->data + at;
    const int32_t count = r3d_priv_i16(head + 20);
    if (count < 0 || (lump->size - at - MAP_TEXTURE_HEAD) / MAP_PATCH_SIZE < (size_t)count) {
        return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_COUNT, lump, at,
                                  "more patches than the lump holds");
    }
    int32_t drawn = 0;
    struct wad_canvas canvas;
    r3d_result result =
        make_canvas(g, r3d_priv_i16(head + 12), r3d_priv_i16(head + 14), &canvas, lump, at);
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        const size_t patch_at = at + MAP_TEXTURE_HEAD + (size_t)i * MAP_PATCH_SIZE;
        const uint8_t *record = lump->data + patch_at;
        const int32_t number = r3d_priv_u16(record + 4);
        if (number >= g->patch_count) {
            return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_INDEX, lump, patch_at,
                                      "a patch number is not in PNAMES");
        }
        char name[9];
        r3d_priv_name8(g->patch_names.data + 4 + 8 * (size_t)number, name);
        struct r3d_priv_bytes patch;
        bool is_seen = false;
        if (find_patch(g, name, &patch, &is_seen)) {
            result = draw_patch(g, &patch, r3d_priv_i16(record), r3d_priv_i16(record + 2), &canvas);
            drawn++;
        } else {
            r3d_priv_pictures_warn(g->sources, R3D_COLUMN_RECORD_LEVEL, -1,
                                   is_seen ? "no readable picture of patch" : "no picture of patch",
                                   name);
        }
    }
    if (result == R3D_OK && drawn > 0) {
        finish_canvas(g, &canvas, out);
    } else if (result == R3D_OK && count > 0) {
        *r3d_priv_pictures_told(g->pictures, out) = 1;
    }
    return result;
}

/* Looks a texture up in one of the two lists and composes it; sets *out_found. */
static r3d_result find_in_list(struct graphics *g, const char *list, const char *name,
                               r3d_column_texture *out, bool *out_found)
{
    struct r3d_priv_bytes lump;
    if (!find_lump(g, list, &lump)) {
        return R3D_OK;
    }
    const uint32_t count = lump.size < 4 ? UINT32_MAX : r3d_priv_u32(lump.data);
    if (lump.size < 4 || count > (lump.size - 4) / 4) {
        return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_COUNT, &lump, 0,
                                  "more textures than the lump holds");
    }
    for (uint32_t i = 0; i < count; i++) {
        const size_t entry = 4 + 4 * (size_t)i;
        const uint32_t at = r3d_priv_u32(lump.data + entry);
        if (at > lump.size || lump.size - at < MAP_TEXTURE_HEAD) {
            return r3d_priv_lump_fail(g->out_error, R3D_ERR_FORMAT_INDEX, &lump, entry,
                                      "a texture lies outside the lump");
        }
        char found[9];
        r3d_priv_name8(lump.data + at, found);
        if (strcmp(found, name) == 0) {
            *out_found = true;
            return forgive(g, compose(g, &lump, at, out), "no readable picture of texture", name,
                           out);
        }
    }
    return R3D_OK;
}

static r3d_result load_wall(struct graphics *g, const char *name, r3d_column_texture *out)
{
    bool found = false;
    r3d_result result = find_in_list(g, "TEXTURE1", name, out, &found);
    if (result == R3D_OK && !found) {
        result = find_in_list(g, "TEXTURE2", name, out, &found);
    }
    return result;
}

static r3d_result load_flat(struct graphics *g, const char *name, r3d_column_texture *out)
{
    struct r3d_priv_bytes flat;
    if (!find_flat(g, name, &flat)) {
        return R3D_OK; /* stays plain */
    }
    if (flat.size < FLAT_SIZE * FLAT_SIZE || memcmp(flat.data, png_mark, sizeof png_mark) == 0) {
        return forgive(g, R3D_ERR_FORMAT_TRUNCATED, "no readable picture of flat", name, out);
    }
    struct wad_canvas canvas;
    const r3d_result result = make_canvas(g, FLAT_SIZE, FLAT_SIZE, &canvas, &flat, 0);
    if (result == R3D_OK) {
        for (size_t x = 0; x < FLAT_SIZE; x++) {
            for (size_t y = 0; y < FLAT_SIZE; y++) {
                canvas.indices[x * FLAT_SIZE + y] = flat.data[y * FLAT_SIZE + x];
            }
        }
        memset(canvas.mask, 1, FLAT_SIZE * FLAT_SIZE);
        finish_canvas(g, &canvas, out);
    }
    return result;
}

/* ---- sprites ---- */

/* A lump that shows two frames, the first of which is A seen from the front: "VILEA1D1". */
static bool find_shared_frame(const struct graphics *g, const char *sprite,
                              struct r3d_priv_bytes *out)
{
    for (int i = 0; i < 2; i++) {
        const r3d_wad *wad = g->wads[i];
        for (int32_t lump = wad == NULL ? -1 : wad->lump_count - 1; lump >= 0; lump--) {
            const char *name = wad->lumps[lump].name;
            if (strlen(name) == 8 && strncmp(name, sprite, 4) == 0 &&
                strncmp(name + 4, "A1", 2) == 0) {
                r3d_priv_wad_bytes(wad, lump, out);
                return true;
            }
        }
    }
    return false;
}

static bool find_sprite(const struct graphics *g, const char *sprite, struct r3d_priv_bytes *out)
{
    static const char *const frames[] = {"A0", "A1", "N0"};
    bool found = false;
    for (size_t i = 0; i < sizeof frames / sizeof frames[0] && strlen(sprite) <= 6 && !found; i++) {
        char name[9];
        strcpy(name, sprite);
        strcat(name, frames[i]);
        found = find_lump(g, name, out);
    }
    found = found || (strlen(sprite) == 4 && find_shared_frame(g, sprite, out));
    return found && out->size >= 8 && r3d_priv_i16(out->data) > 0 &&
           r3d_priv_i16(out->data + 2) > 0;
}

bool r3d_priv_wad_sprite(const r3d_wad *wad, const r3d_wad *iwad, const char *sprite,
                         struct r3d_priv_bytes *out)
{
    struct graphics g;
    memset(&g, 0, sizeof g);
    g.wads[0] = wad;
    g.wads[1] = iwad;
    return find_sprite(&g, sprite, out);
}

static r3d_result load_sprite(struct graphics *g, const char *sprite, r3d_column_texture *out)
{
    struct r3d_priv_bytes patch;
    if (!find_sprite(g, sprite, &patch)) {
        return R3D_OK;
    }
    struct wad_canvas canvas;
    r3d_result result =
        make_canvas(g, r3d_priv_i16(patch.data), r3d_priv_i16(patch.data + 2), &canvas, &patch, 0);
    if (result == R3D_OK) {
        result = draw_patch(g, &patch, 0, 0, &canvas);
    }
    if (result == R3D_OK) {
        finish_canvas(g, &canvas, out);
    }
    return forgive(g, result, "no readable picture of sprite", sprite, out);
}

/* ---- together ---- */

/* E2M5 has SKY2; MAP12 to MAP20 have SKY2 and later ones SKY3. */
static const char *sky_name(const char *map)
{
    static const char *const names[] = {"SKY1", "SKY2", "SKY3", "SKY4"};
    if (map[0] == 'E' && map[1] >= '1' && map[1] <= '4') {
        return names[map[1] - '1'];
    }
    if (strncmp(map, "MAP", 3) == 0 && map[3] >= '0' && map[3] <= '9' && map[4] >= '0' &&
        map[4] <= '9') {
        const int number = (map[3] - '0') * 10 + map[4] - '0';
        return names[number < 12 ? 0 : number < 21 ? 1 : 2];
    }
    return names[0];
}

/* Lump names are in capitals; one that is too long for a lump is nobody's. */
static bool lump_name(const char *name, char out[9])
{
    const size_t length = strlen(name);
    if (length == 0 || length > 8) {
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        out[i] = name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 32) : name[i];
    }
    return true;
}

static r3d_result load_material(struct graphics *g, const char *material, r3d_column_texture *out)
{
    const size_t prefix = strlen(R3D_PRIV_FLAT_PREFIX);
    const bool is_flat = strncmp(material, R3D_PRIV_FLAT_PREFIX, prefix) == 0;
    char name[9];
    if (out->width > 0 || !lump_name(material + (is_flat ? prefix : 0), name)) {
        return R3D_OK;
    }
    r3d_result result = is_flat ? R3D_OK : load_wall(g, name, out);
    if (result == R3D_OK && out->width == 0 && *r3d_priv_pictures_told(g->pictures, out) == 0) {
        result = load_flat(g, name, out);
    }
    return result;
}

static bool has_sky(const r3d_column_level_desc *desc)
{
    bool found = false;
    for (int32_t i = 0; i < desc->sector_count; i++) {
        found = found || (desc->sectors[i].flags &
                          (R3D_COLUMN_SECTOR_SKY | R3D_COLUMN_SECTOR_SKY_FLOOR)) != 0;
    }
    return found;
}

static r3d_result load_all(struct graphics *g, const r3d_column_level_desc *desc)
{
    r3d_result result = read_patch_names(g);
    for (int32_t i = 0; i < desc->material_count && result == R3D_OK; i++) {
        result = load_material(g, desc->materials[i], &g->pictures->textures[i]);
    }
    for (int32_t i = 0; i < desc->thing_type_count && result == R3D_OK; i++) {
        char name[9];
        const char *sprite = desc->thing_types[i].sprite;
        if (sprite != NULL && g->pictures->sprites[i].width == 0 && lump_name(sprite, name)) {
            result = load_sprite(g, name, &g->pictures->sprites[i]);
        }
    }
    if (result == R3D_OK) {
        const char *sky = sky_name(desc->name == NULL ? "" : desc->name);
        result = load_wall(g, sky, &g->pictures->sky);
        if (g->pictures->sky.width > 0) {
            g->pictures->materials.sky = &g->pictures->sky;
        } else if (result == R3D_OK && has_sky(desc) &&
                   *r3d_priv_pictures_told(g->pictures, &g->pictures->sky) == 0) {
            r3d_priv_pictures_warn(g->sources, R3D_COLUMN_RECORD_LEVEL, -1, "no picture of the sky",
                                   sky);
        }
    }
    return result;
}

r3d_result r3d_priv_wad_pictures(const r3d_column_picture_sources *sources,
                                 const r3d_column_level *level, r3d_column_level_pictures *pictures,
                                 r3d_error *out_error)
{
    struct graphics g;
    memset(&g, 0, sizeof g);
    g.wads[0] = sources->wad;
    g.wads[1] = sources->iwad;
    g.sources = sources;
    g.pictures = pictures;
    g.texels_left = TEXELS_MAX;
    g.out_error = out_error;
    struct r3d_priv_bytes playpal;
    /* A map without any palette in reach is drawn plain. */
    if (!find_lump(&g, "PLAYPAL", &playpal)) {
        r3d_priv_pictures_warn(sources, R3D_COLUMN_RECORD_LEVEL, -1,
                               "all is plain: no palette (PLAYPAL) in an IWAD or",
                               sources->wad->name);
        return R3D_OK;
    }
    const r3d_result result = read_colors(&g);
    return result == R3D_OK ? load_all(&g, r3d_column_level_get_desc(level)) : result;
}
