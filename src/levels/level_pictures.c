/* SPDX-License-Identifier: MIT */
/* Pictures of text levels: `.sprite` files and PNG textures. Source: spec column section 3. */

#include "../base/memory.h"
#include "level_pictures.h"

#include <retro3d/png.h>

#include <stdio.h>
#include <string.h>

#include "../base/desc.h"

#include "level_colors.h"
#include "wad.h"

/* ---- the store ---- */

r3d_result r3d_priv_pictures_create(int32_t texture_count, int32_t sprite_count,
                                    const r3d_allocator *allocator, r3d_column_level_pictures **out)
{
    r3d_allocator hooks;
    *out = NULL;
    if (r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_column_level_pictures *p = r3d_priv_io_alloc(&hooks, sizeof *p);
    if (p == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(p, 0, sizeof *p);
    p->allocator = hooks;
    const size_t textures = (size_t)texture_count * sizeof *p->textures;
    const size_t sprites = (size_t)sprite_count * sizeof *p->sprites;
    p->textures = r3d_priv_pictures_alloc(p, textures);
    p->sprites = r3d_priv_pictures_alloc(p, sprites);
    const size_t all = (size_t)texture_count + (size_t)sprite_count + 1;
    p->told = r3d_priv_pictures_alloc(p, all);
    if (p->textures == NULL || p->sprites == NULL || p->told == NULL) {
        r3d_column_level_pictures_destroy(p);
        return R3D_ERR_MEMORY;
    }
    memset(p->textures, 0, textures);
    memset(p->sprites, 0, sprites);
    memset(p->told, 0, all);
    p->materials.textures = p->textures;
    p->materials.texture_count = texture_count;
    p->materials.sprites = p->sprites;
    p->materials.sprite_count = sprite_count;
    *out = p;
    return R3D_OK;
}

void *r3d_priv_pictures_alloc(r3d_column_level_pictures *p, size_t size)
{
    r3d_priv_growing array = {p->blocks, (size_t)p->block_count, (size_t)p->block_capacity};
    if (r3d_priv_reserve_by(r3d_priv_io_alloc, &p->allocator, &array, array.count + 1,
                            sizeof(void *), INT32_MAX) != R3D_OK) {
        return NULL;
    }
    p->blocks = array.items;
    p->block_capacity = (int32_t)array.capacity;
    void *memory = r3d_priv_io_alloc(&p->allocator, size == 0 ? 1 : size);
    if (memory != NULL) {
        p->blocks[p->block_count++] = memory;
    }
    return memory;
}

void r3d_column_level_pictures_destroy(r3d_column_level_pictures *p)
{
    if (p == NULL) {
        return;
    }
    const r3d_allocator hooks = p->allocator;
    for (int32_t i = 0; i < p->block_count; i++) {
        r3d_priv_io_free(&hooks, p->blocks[i]);
    }
    r3d_priv_io_free(&hooks, p->blocks);
    r3d_priv_io_free(&hooks, p);
}

const r3d_column_materials *
r3d_column_level_pictures_get_materials(const r3d_column_level_pictures *pictures)
{
    if (pictures == NULL) {
        return NULL;
    }
    return &pictures->materials;
}

/* ---- sprites ---- */

enum { SPRITE_SIZE_MAX = 1024, PATH_SIZE = 1024 };

static bool join_path(const char *folder, const char *name, const char *extension, char *out)
{
    const size_t length = strlen(folder);
    const bool slash = length > 0 && folder[length - 1] != '/';
    const int used =
        snprintf(out, PATH_SIZE, "%s%s%s%s", folder, slash ? "/" : "", name, extension);
    return used > 0 && used < PATH_SIZE;
}

/* A name from a file becomes part of a path: it must not leave the folder. */
static bool is_plain_name(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && strpbrk(name, "/\\:") == NULL;
}

struct sprite_text {
    const char *path;
    const char *next;
    const char *end;
    int32_t line;
    r3d_error *out_error;
};

static bool next_line(struct sprite_text *t, const char **out_line, size_t *out_length)
{
    if (t->next >= t->end) {
        return false;
    }
    const char *newline = memchr(t->next, '\n', (size_t)(t->end - t->next));
    const char *end = newline == NULL ? t->end : newline;
    *out_line = t->next;
    *out_length = (size_t)(end - t->next);
    if (*out_length > 0 && (*out_line)[*out_length - 1] == '\r') {
        (*out_length)--;
    }
    t->next = newline == NULL ? t->end : newline + 1;
    t->line++;
    return true;
}

static r3d_result sprite_fail(const struct sprite_text *t, r3d_result result, const char *text)
{
    return r3d_priv_io_fail(t->out_error, result, t->path, t->line, -1, "%s", text);
}

static r3d_result read_sprite_head(struct sprite_text *t, int32_t *out_width, int32_t *out_height)
{
    const char *line = NULL;
    size_t length = 0;
    do {
        if (!next_line(t, &line, &length)) {
            return sprite_fail(t, R3D_ERR_FORMAT_TRUNCATED,
                               "the file ends, expected \"sprite W H\"");
        }
    } while (length == 0 || line[0] == '#');
    char head[64];
    int width = 0;
    int height = 0;
    if (length >= sizeof head) {
        return sprite_fail(t, R3D_ERR_FORMAT_MAGIC, "expected \"sprite W H\"");
    }
    memcpy(head, line, length);
    head[length] = '\0';
    // NOLINTNEXTLINE(cert-err34-c): the width of the fields bounds the numbers
    if (sscanf(head, "sprite %4d %4d", &width, &height) != 2) {
        return sprite_fail(t, R3D_ERR_FORMAT_MAGIC, "expected \"sprite W H\"");
    }
    if (width < 1 || height < 1 || width > SPRITE_SIZE_MAX || height > SPRITE_SIZE_MAX) {
        return sprite_fail(t, R3D_ERR_LIMIT, "sizes must be 1..1024");
    }
    *out_width = width;
    *out_height = height;
    return R3D_OK;
}

/* The colours of three-valued pictures: white, black. */
static const uint32_t *sprite_shades(r3d_column_level_pictures *p)
{
    uint32_t *shades =
        r3d_priv_pictures_alloc(p, (size_t)R3D_PRIV_SHADE_COPIES * 256 * sizeof *shades);
    for (uint32_t copy = 0; shades != NULL && copy < R3D_PRIV_SHADE_COPIES; copy++) {
        const uint32_t grey = 255u * (R3D_PRIV_SHADE_COPIES - copy) / R3D_PRIV_SHADE_COPIES;
        memset(shades + copy * 256u, 0, 256 * sizeof *shades);
        shades[copy * 256u] = grey << 16 | grey << 8 | grey;
    }
    return shades;
}

static r3d_result read_sprite_rows(struct sprite_text *t, int32_t width, int32_t height,
                                   uint8_t *indices, uint8_t *mask)
{
    for (int32_t row = 0; row < height; row++) {
        const char *line = NULL;
        size_t length = 0;
        if (!next_line(t, &line, &length)) {
            return sprite_fail(t, R3D_ERR_FORMAT_TRUNCATED, "the file ends before the last row");
        }
        if (length != (size_t)width) {
            return sprite_fail(t, R3D_ERR_FORMAT_COUNT, "the row's length is not the width");
        }
        for (int32_t column = 0; column < width; column++) {
            const char texel = line[column];
            if (texel != '.' && texel != 'o' && texel != '#') {
                return sprite_fail(t, R3D_ERR_FORMAT_SYNTAX, "expected . o or #");
            }
            indices[row * width + column] = texel == '#';
            mask[row * width + column] = texel != '.';
        }
    }
    return R3D_OK;
}

static r3d_result load_sprite(r3d_column_level_pictures *p, const char *path,
                              const uint32_t *shades, r3d_column_texture *out, r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    r3d_result result =
        r3d_file_read_from(p->files, path, 1 << 22, &p->allocator, &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    struct sprite_text text = {path, data, (const char *)data + size, 0, out_error};
    int32_t width = 0;
    int32_t height = 0;
    result = read_sprite_head(&text, &width, &height);
    uint8_t *indices = NULL;
    uint8_t *mask = NULL;
    if (result == R3D_OK) {
        indices = r3d_priv_pictures_alloc(p, (size_t)width * (size_t)height);
        mask = r3d_priv_pictures_alloc(p, (size_t)width * (size_t)height);
        result = indices == NULL || mask == NULL
                     ? sprite_fail(&text, R3D_ERR_MEMORY, "out of memory")
                     : read_sprite_rows(&text, width, height, indices, mask);
    }
    r3d_priv_io_free(&p->allocator, data);
    if (result == R3D_OK) {
        out->width = width;
        out->height = height;
        out->u_step = 1;
        out->v_step = width;
        out->indices = indices;
        out->mask = mask;
        out->shades = shades;
        out->copies = R3D_PRIV_SHADE_COPIES;
        out->three_valued = true;
        out->average_rgb = 0x808080u;
    }
    return result;
}

/* ---- textures ---- */

static const uint32_t *shade_palette(r3d_column_level_pictures *p,
                                     const struct r3d_priv_colors *colors)
{
    uint32_t *shades =
        r3d_priv_pictures_alloc(p, (size_t)R3D_PRIV_SHADE_COPIES * 256 * sizeof *shades);
    for (uint32_t copy = 0; shades != NULL && copy < R3D_PRIV_SHADE_COPIES; copy++) {
        const uint32_t factor = R3D_PRIV_SHADE_COPIES - copy;
        for (int32_t i = 0; i < 256; i++) {
            const uint32_t rgb = i < colors->count ? colors->rgb[i] : 0;
            shades[copy * 256u + (uint32_t)i] =
                ((rgb >> 16 & 255u) * factor / R3D_PRIV_SHADE_COPIES) << 16 |
                ((rgb >> 8 & 255u) * factor / R3D_PRIV_SHADE_COPIES) << 8 |
                (rgb & 255u) * factor / R3D_PRIV_SHADE_COPIES;
        }
    }
    return shades;
}

/* Turns a decoded picture into column-major indices; holes hold black. */
static r3d_result take_picture(r3d_column_level_pictures *p, const r3d_picture *picture,
                               r3d_column_texture *out)
{
    const size_t count = (size_t)picture->width * (size_t)picture->height;
    uint8_t *indices = r3d_priv_pictures_alloc(p, count);
    uint8_t *mask = r3d_priv_pictures_alloc(p, count);
    uint32_t *pixels = r3d_priv_io_alloc(&p->allocator, count * sizeof *pixels);
    if (indices == NULL || mask == NULL || pixels == NULL) {
        r3d_priv_io_free(&p->allocator, pixels);
        return R3D_ERR_MEMORY;
    }
    const uint8_t *bytes = picture->pixels;
    uint64_t sum[3] = {0, 0, 0};
    bool has_holes = false;
    for (int32_t x = 0; x < picture->width; x++) {
        for (int32_t y = 0; y < picture->height; y++) {
            const uint8_t *rgba = bytes + ((size_t)y * (size_t)picture->width + (size_t)x) * 4;
            const bool solid = rgba[3] >= 128;
            const size_t texel = (size_t)x * (size_t)picture->height + (size_t)y;
            pixels[texel] = solid ? (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2] : 0;
            mask[texel] = solid;
            has_holes = has_holes || !solid;
            for (int i = 0; i < 3; i++) {
                sum[i] += rgba[i];
            }
        }
    }
    struct r3d_priv_colors colors;
    const r3d_result result =
        r3d_priv_choose_colors(&p->allocator, pixels, count, &colors, indices);
    r3d_priv_io_free(&p->allocator, pixels);
    out->shades = result == R3D_OK ? shade_palette(p, &colors) : NULL;
    if (out->shades == NULL) {
        return R3D_ERR_MEMORY;
    }
    out->width = picture->width;
    out->height = picture->height;
    out->u_step = picture->height;
    out->v_step = 1;
    out->indices = indices;
    out->mask = has_holes ? mask : NULL;
    out->copies = R3D_PRIV_SHADE_COPIES;
    out->average_rgb = (uint32_t)(sum[0] / count) << 16 | (uint32_t)(sum[1] / count) << 8 |
                       (uint32_t)(sum[2] / count);
    return R3D_OK;
}

static r3d_result load_texture(r3d_column_level_pictures *p, const char *path,
                               r3d_column_texture *out, r3d_error *out_error)
{
    r3d_picture picture;
    r3d_error error;
    r3d_result result = r3d_png_load_from(p->files, path, NULL, &p->allocator, &picture, &error);
    if (result == R3D_ERR_IO_OPEN) {
        return R3D_OK; /* no such picture: the material stays plain */
    }
    if (result == R3D_OK && picture.layout != R3D_LAYOUT_RGBA8) {
        r3d_picture_free(&picture);
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, path, 0, -1,
                                "textures have 8 bits a channel");
    }
    if (result != R3D_OK) {
        if (out_error != NULL) {
            *out_error = error;
        }
        return result;
    }
    result = take_picture(p, &picture, out);
    r3d_picture_free(&picture);
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_io_fail(out_error, result, path, 0, -1, "out of memory");
}

/* ---- together ---- */

void r3d_priv_pictures_warn(const r3d_column_picture_sources *sources,
                            r3d_column_level_record record, int32_t index, const char *what,
                            const char *name)
{
    char message[R3D_ERROR_MESSAGE_SIZE];
    if (sources->on_missing != NULL) {
        snprintf(message, sizeof message, "%s %s", what, name);
        const r3d_column_level_issue issue = {false, record, index, message};
        sources->on_missing(&issue, sources->user);
    }
}

uint8_t *r3d_priv_pictures_told(const r3d_column_level_pictures *p,
                                const r3d_column_texture *texture)
{
    for (int32_t i = 0; i < p->materials.texture_count; i++) {
        if (texture == &p->textures[i]) {
            return &p->told[1 + i];
        }
    }
    for (int32_t i = 0; i < p->materials.sprite_count; i++) {
        if (texture == &p->sprites[i]) {
            return &p->told[1 + p->materials.texture_count + i];
        }
    }
    return &p->told[0];
}

/* Warns of everything that has no picture although pictures were looked for. */
static void report_missing(const r3d_column_level_pictures *p,
                           const r3d_column_picture_sources *sources,
                           const r3d_column_level_desc *desc)
{
    for (int32_t i = 0; i < desc->material_count; i++) {
        if (p->textures[i].width == 0 && *r3d_priv_pictures_told(p, &p->textures[i]) == 0 &&
            strcmp(desc->materials[i], R3D_PRIV_FLAT_PREFIX "F_SKY1") != 0) {
            r3d_priv_pictures_warn(sources, R3D_COLUMN_RECORD_LEVEL, -1, "no picture of material",
                                   desc->materials[i]);
        }
    }
    for (int32_t i = 0; i < desc->thing_type_count; i++) {
        const bool sought = sources->sprite_dir != NULL || sources->wad != NULL;
        if (p->sprites[i].width == 0 && desc->thing_types[i].sprite != NULL && sought &&
            *r3d_priv_pictures_told(p, &p->sprites[i]) == 0) {
            r3d_priv_pictures_warn(sources, R3D_COLUMN_RECORD_THING_TYPE, i, "no picture of sprite",
                                   desc->thing_types[i].sprite);
        }
    }
}

static r3d_result load_sprites(r3d_column_level_pictures *p,
                               const r3d_column_picture_sources *sources,
                               const r3d_column_level_desc *desc, r3d_error *out_error)
{
    const uint32_t *shades = sprite_shades(p);
    r3d_result result = shades == NULL ? R3D_ERR_MEMORY : R3D_OK;
    for (int32_t i = 0; i < desc->thing_type_count && result == R3D_OK; i++) {
        const char *name = desc->thing_types[i].sprite;
        char path[PATH_SIZE];
        if (name == NULL) {
            continue;
        }
        if (!is_plain_name(name) || !join_path(sources->sprite_dir, name, ".sprite", path)) {
            return r3d_priv_io_fail(out_error, R3D_ERR_IO_OPEN, name, 0, -1,
                                    "is not a file name for a sprite");
        }
        r3d_error error;
        result = load_sprite(p, path, shades, &p->sprites[i], &error);
        if (result == R3D_ERR_IO_OPEN && sources->wad != NULL) {
            result = R3D_OK; /* looked for there */
        } else if (result != R3D_OK && out_error != NULL) {
            *out_error = error;
        }
    }
    return result != R3D_ERR_MEMORY
               ? result
               : r3d_priv_io_fail(out_error, result, "", 0, -1, "out of memory");
}

/* "NAME" or "flat:NAME": NAME.png, in the folder or the sub-folder for its kind; pictures of WAD
 * files are named in capitals, their PNG files often not. */
static r3d_result find_texture(r3d_column_level_pictures *p, const char *folder,
                               const char *material, r3d_column_texture *out, r3d_error *out_error)
{
    static const char *const folders[] = {"", "walls/", "flats/"};
    const size_t prefix = strlen(R3D_PRIV_FLAT_PREFIX);
    const bool is_flat = strncmp(material, R3D_PRIV_FLAT_PREFIX, prefix) == 0;
    const char *name = material + (is_flat ? prefix : 0);
    r3d_result result = R3D_OK;
    if (!is_plain_name(name)) {
        return R3D_OK;
    }
    for (int spelling = 0; spelling < 2; spelling++) {
        for (size_t k = 0; k < 3 && result == R3D_OK && out->width == 0; k++) {
            char file[PATH_SIZE];
            char path[PATH_SIZE];
            const size_t order = is_flat ? (k + 2) % 3 : k; /* flats: their own folder first */
            const int used = snprintf(file, sizeof file, "%s%s", folders[order], name);
            if (used <= 0 || used >= PATH_SIZE) {
                continue;
            }
            for (char *c = file; *c != '\0' && spelling == 1; c++) {
                *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
            }
            if (join_path(folder, file, ".png", path)) {
                result = load_texture(p, path, out, out_error);
            }
        }
    }
    return result;
}

static r3d_result load_textures(r3d_column_level_pictures *p,
                                const r3d_column_picture_sources *sources,
                                const r3d_column_level_desc *desc, r3d_error *out_error)
{
    if (p->files == NULL && !r3d_priv_file_is_folder(sources->texture_dir)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_OPEN, sources->texture_dir, 0, -1,
                                "is not a folder of textures");
    }
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < desc->material_count && result == R3D_OK; i++) {
        result =
            find_texture(p, sources->texture_dir, desc->materials[i], &p->textures[i], out_error);
    }
    return result;
}

/* Hears what is missing for whoever wants to hear it, and keeps the first for a strict load. */
struct missing_pictures {
    void (*on_missing)(const r3d_column_level_issue *issue, void *user);
    void *user;
    int32_t count;
    char first[R3D_ERROR_MESSAGE_SIZE / 2];
};

static void hear_missing(const r3d_column_level_issue *issue, void *user)
{
    struct missing_pictures *missing = user;
    if (missing->count++ == 0) {
        snprintf(missing->first, sizeof missing->first, "%s", issue->message);
    }
    if (missing->on_missing != NULL) {
        missing->on_missing(issue, missing->user);
    }
}

void r3d_column_picture_sources_init_sized(r3d_column_picture_sources *sources,
                                           uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(sources, struct_size);
}

r3d_result r3d_column_level_load_pictures(const r3d_column_level *level,
                                          const r3d_column_picture_sources *sources,
                                          const r3d_allocator *allocator,
                                          r3d_column_level_pictures **out_pictures,
                                          r3d_error *out_error)
{
    r3d_column_picture_sources whole;
    r3d_column_picture_sources_init(&whole);
    if (level == NULL || out_pictures == NULL ||
        r3d_priv_desc_read(&whole, sizeof whole, sources) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1,
                                "a level, sources and a place for its pictures are needed");
    }
    *out_pictures = NULL;
    struct missing_pictures missing = {whole.on_missing, whole.user, 0, ""};
    whole.on_missing = hear_missing;
    whole.user = &missing;
    sources = &whole;
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    r3d_column_level_pictures *p = NULL;
    r3d_result result =
        r3d_priv_pictures_create(desc->material_count, desc->thing_type_count, allocator, &p);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(out_error, result, "", 0, -1,
                                "out of memory, or the allocator is not complete");
    }
    p->files = sources->files;
    if (sources->sprite_dir != NULL) {
        result = load_sprites(p, sources, desc, out_error);
    }
    if (result == R3D_OK && sources->texture_dir != NULL) {
        result = load_textures(p, sources, desc, out_error);
    }
    if (result == R3D_OK && sources->wad != NULL) {
        result = r3d_priv_wad_pictures(sources, level, p, out_error);
    }
    if (result == R3D_OK && (sources->texture_dir != NULL || sources->wad != NULL)) {
        report_missing(p, sources, desc);
    }
    if (result == R3D_OK && sources->strict && missing.count > 0) {
        const char *place = sources->wad != NULL ? sources->wad->name : sources->texture_dir;
        result =
            r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_DATA, place, 0, -1,
                             "pictures are missing (%ld): %s", (long)missing.count, missing.first);
    }
    if (result != R3D_OK) {
        r3d_column_level_pictures_destroy(p);
        return result;
    }
    *out_pictures = p;
    return R3D_OK;
}
