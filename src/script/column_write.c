/* SPDX-License-Identifier: MIT */
/* Draws of column worlds as lines: the level with its tree as a .level text, each picture in files
 * of its own, what has moved since, and the camera. */

#include <stdio.h>
#include <string.h>

#include <retro3d/column_calls.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "column_write.h"

enum { NUMBER_SIZE = 304, COLORS = 256 };

/* ---- numbers ---- */

/* Writes " NUMBER" so that reading it back gives the same double. */
static void write_number(r3d_script_writer *writer, double value)
{
    static const int digits[] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, 20, 40, 80, 160, 270};
    char text[NUMBER_SIZE];
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        double back = 0.0;
        int length = snprintf(text, sizeof text, "%.*f", digits[i], value);
        if (length < 0 || (size_t)length >= sizeof text) {
            break;
        }
        /* The decimal point may be that of another country, in more than one byte. */
        int to = 0;
        bool has_point = false;
        for (int from = 0; from < length; from++) {
            const bool is_plain = (text[from] >= '0' && text[from] <= '9') || text[from] == '-';
            if (is_plain || !has_point) {
                text[to++] = is_plain ? text[from] : '.';
                has_point = has_point || !is_plain;
            }
        }
        text[to] = '\0';
        if (r3d_text_to_double(text, (size_t)to, &back) == R3D_OK && back == value) {
            r3d_script_write(writer, " %s", text);
            return;
        }
    }
    r3d_script_write_fail(writer, R3D_ERR_RANGE, "a number that has no short decimal form: %g",
                          value);
}

static void write_numbers(r3d_script_writer *writer, const double *values, int count)
{
    for (int i = 0; i < count; i++) {
        write_number(writer, values[i]);
    }
    r3d_script_write(writer, "\n");
}

/* ---- what the replay of the lines has ---- */

static uint64_t hash_of(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    return hash;
}

static uint64_t hash_of_level(const r3d_column_level *level)
{
    const r3d_column_level_desc *d = r3d_column_level_get_desc(level);
    uint64_t hash = 14695981039346656037u;
    hash = hash_of(hash, d->vertices, (size_t)d->vertex_count * sizeof *d->vertices);
    for (int32_t i = 0; i < d->wall_count; i++) { /* without padding */
        const r3d_column_level_wall *w = &d->walls[i];
        const int32_t numbers[] = {w->a,           w->b,           w->front.sector,  w->back.sector,
                                   w->front.upper, w->front.lower, w->front.middle,  w->back.upper,
                                   w->back.lower,  w->back.middle, (int32_t)w->flags};
        hash = hash_of(hash, numbers, sizeof numbers);
    }
    return hash;
}

static void clear_level(r3d_priv_written_level *l, const r3d_allocator *hooks)
{
    r3d_column_world_destroy(l->world);
    r3d_column_level_destroy(l->level);
    hooks->free(l->material_of, hooks->user);
    hooks->free(l->pictures, hooks->user);
    memset(l, 0, sizeof *l);
}

void r3d_priv_columns_written_release(void *state, const r3d_allocator *allocator)
{
    r3d_priv_written_columns *columns = state;
    for (int i = 0; i < R3D_PRIV_COLUMN_PLACES; i++) {
        clear_level(&columns->levels[i], allocator);
    }
}

/* ---- levels ---- */

/* The client's number of a material with this name that has the same use; -1 without one. */
static int32_t find_material(const r3d_column_level_desc *desc, const char *name)
{
    for (int32_t i = 0; i < desc->material_count; i++) {
        if (strcmp(desc->materials[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool take_level(r3d_script_writer *writer, r3d_priv_written_level *l,
                       const r3d_column_level *source, const char *text, size_t size)
{
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    r3d_error error;
    if (r3d_column_level_decode(text, size, "level", NULL, hooks, &l->level, &error) != R3D_OK) {
        r3d_script_write_fail(writer, error.result, "a level that cannot be read back: %.120s",
                              error.message);
        return false;
    }
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(l->level);
    const size_t materials = (size_t)desc->material_count;
    const size_t pictures = materials + (size_t)desc->thing_type_count + 1;
    l->material_of = hooks->alloc((materials + 1) * sizeof *l->material_of, hooks->user);
    l->pictures = hooks->alloc(pictures * sizeof *l->pictures, hooks->user);
    if (l->material_of == NULL || l->pictures == NULL ||
        r3d_column_world_create(l->level, hooks, &l->world) != R3D_OK) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a level");
        return false;
    }
    memset(l->pictures, 0, pictures * sizeof *l->pictures);
    for (int32_t i = 0; i < desc->material_count; i++) {
        l->material_of[i] = find_material(r3d_column_level_get_desc(source), desc->materials[i]);
    }
    l->source = source;
    l->source_hash = hash_of_level(source);
    return true;
}

/* The place of a level; writes the level first if the replay does not have it. Returns -1 after a
 * failure. */
static int32_t find_place(r3d_script_writer *writer, r3d_priv_written_columns *columns,
                          const r3d_column_level *source)
{
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    int32_t oldest = 0;
    for (int32_t i = 0; i < R3D_PRIV_COLUMN_PLACES; i++) {
        r3d_priv_written_level *l = &columns->levels[i];
        if (l->source == source && l->source_hash == hash_of_level(source)) {
            l->last_use = ++columns->clock;
            return i;
        }
        oldest = l->last_use < columns->levels[oldest].last_use ? i : oldest;
    }
    r3d_priv_written_level *l = &columns->levels[oldest];
    clear_level(l, hooks);
    char *text = NULL;
    size_t size = 0;
    r3d_error error;
    if (r3d_column_level_encode(source, hooks, &text, &size, &error) != R3D_OK) {
        r3d_script_write_fail(writer, error.result, "a level: %.120s", error.message);
        return -1;
    }
    const bool taken = take_level(writer, l, source, text, size);
    if (taken) {
        r3d_script_write(writer, "column_level %ld %s\n", (long)oldest,
                         r3d_script_write_file(writer, "level", "level", text, size));
        l->last_use = ++columns->clock;
    } else {
        clear_level(l, hooks);
    }
    hooks->free(text, hooks->user);
    return taken ? oldest : -1;
}

/* ---- worlds ---- */

static void write_heights(r3d_script_writer *writer, int32_t place, r3d_priv_written_level *l,
                          const r3d_column_world *world)
{
    const int32_t count = r3d_column_level_get_desc(l->level)->sector_count;
    for (int32_t i = 0; i < count; i++) {
        const double heights[] = {r3d_column_world_get_floor(world, i),
                                  r3d_column_world_get_ceiling(world, i)};
        if (heights[0] != r3d_column_world_get_floor(l->world, i) ||
            heights[1] != r3d_column_world_get_ceiling(l->world, i)) {
            r3d_script_write(writer, "column_heights %ld %ld", (long)place, (long)i);
            write_numbers(writer, heights, 2);
            (void)r3d_column_world_set_heights(l->world, i, heights[0], heights[1]);
        }
    }
}

static void write_things(r3d_script_writer *writer, int32_t place, r3d_priv_written_level *l,
                         const r3d_column_world *world)
{
    const int32_t count = r3d_column_level_get_desc(l->level)->thing_count;
    for (int32_t i = 0; i < count; i++) {
        r3d_column_thing_place seen;
        r3d_column_thing_place known;
        if (r3d_column_world_get_thing(world, i, &seen) != R3D_OK ||
            r3d_column_world_get_thing(l->world, i, &known) != R3D_OK) {
            continue;
        }
        if (seen.x != known.x || seen.y != known.y || seen.z != known.z) {
            const double numbers[] = {seen.x, seen.y, seen.z};
            r3d_script_write(writer, "column_thing %ld %ld", (long)place, (long)i);
            write_numbers(writer, numbers, 3);
            (void)r3d_column_world_move_thing(l->world, i, seen.x, seen.y, &seen.z);
        }
    }
}

/* ---- pictures ---- */

static size_t texel_at(const r3d_column_texture *t, int32_t u, int32_t v)
{
    return (size_t)u * (size_t)t->u_step + (size_t)v * (size_t)t->v_step;
}

/* Of what is drawn of a picture, whatever its layout. */
static uint64_t hash_of_picture(const r3d_column_texture *t)
{
    const int32_t head[] = {t->width,        t->height,         t->copies, (int32_t)t->average_rgb,
                            t->three_valued, t->indices != NULL};
    uint64_t hash = hash_of(14695981039346656037u, head, sizeof head);
    const size_t copy_size = (size_t)t->width * (size_t)t->height;
    for (int32_t v = 0; v < t->height; v++) {
        for (int32_t u = 0; u < t->width; u++) {
            const size_t texel = texel_at(t, u, v);
            const uint8_t pair[] = {t->indices != NULL ? t->indices[texel] : 0,
                                    t->mask == NULL || t->mask[texel] != 0};
            hash = hash_of(hash, pair, sizeof pair);
            for (int32_t copy = 0; t->indices == NULL && copy < t->copies; copy++) {
                hash =
                    hash_of(hash, &t->texels[(size_t)copy * copy_size + texel], sizeof *t->texels);
            }
        }
    }
    if (t->indices != NULL) {
        hash = hash_of(hash, t->shades, (size_t)t->copies * COLORS * sizeof *t->shades);
    }
    return hash != 0 ? hash : 1;
}

static const char *write_png(r3d_script_writer *writer, const char *kind, const uint32_t *pixels,
                             int32_t width, int32_t height, bool has_alpha)
{
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    const r3d_picture_view view = {pixels, (ptrdiff_t)width * (ptrdiff_t)sizeof *pixels, width,
                                   height, has_alpha ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32};
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    const r3d_result result = r3d_png_encode(&view, R3D_PNG_FAST, hooks, &data, &size, &error);
    if (result != R3D_OK) {
        r3d_script_write_fail(writer, result, "a picture cannot be encoded: %.100s", error.message);
        return "missing";
    }
    const char *name = r3d_script_write_file(writer, kind, "png", data, size);
    hooks->free(data, hooks->user);
    return name;
}

static const char *write_indices(r3d_script_writer *writer, const r3d_column_texture *t,
                                 uint32_t *pixels)
{
    bool has_holes = false;
    for (int32_t v = 0; v < t->height; v++) {
        for (int32_t u = 0; u < t->width; u++) {
            const size_t texel = texel_at(t, u, v);
            const bool hole = t->mask != NULL && t->mask[texel] == 0;
            has_holes = has_holes || hole;
            pixels[(size_t)v * (size_t)t->width + (size_t)u] =
                (hole ? 0u : 0xFF000000u) | (uint32_t)t->indices[texel] * 0x10101u;
        }
    }
    return write_png(writer, "indices", pixels, t->width, t->height, has_holes);
}

static const char *write_texels(r3d_script_writer *writer, const r3d_column_texture *t,
                                uint32_t *pixels)
{
    const size_t copy_size = (size_t)t->width * (size_t)t->height;
    bool has_holes = false;
    for (int32_t copy = 0; copy < t->copies; copy++) {
        for (int32_t v = 0; v < t->height; v++) {
            for (int32_t u = 0; u < t->width; u++) {
                const size_t texel = texel_at(t, u, v);
                const bool hole = t->mask != NULL && t->mask[texel] == 0;
                has_holes = has_holes || hole;
                pixels[(size_t)copy * copy_size + (size_t)v * (size_t)t->width + (size_t)u] =
                    (hole ? 0u : 0xFF000000u) |
                    (t->texels[(size_t)copy * copy_size + texel] & 0xFFFFFFu);
            }
        }
    }
    return write_png(writer, "texels", pixels, t->width, t->height * t->copies, has_holes);
}

static void write_picture(r3d_script_writer *writer, int32_t place, const char *kind,
                          int32_t number, const r3d_column_texture *t)
{
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    const int32_t copies = t->indices != NULL ? 1 : t->copies;
    if ((int64_t)t->height * copies > INT32_MAX) {
        r3d_script_write_fail(writer, R3D_ERR_LIMIT, "a picture of %ld copies", (long)copies);
        return;
    }
    const size_t count = (size_t)t->width * (size_t)t->height * (size_t)copies;
    uint32_t *pixels = hooks->alloc(count * sizeof *pixels, hooks->user);
    if (pixels == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a picture");
        return;
    }
    if (t->indices != NULL) {
        const char *indices = write_indices(writer, t, pixels);
        const char *shades = write_png(writer, "shades", t->shades, COLORS, t->copies, false);
        r3d_script_write(writer, "column_indexed %ld %s %ld %s %s 0x%06lx %d\n", (long)place, kind,
                         (long)number, indices, shades, (unsigned long)t->average_rgb & 0xFFFFFFul,
                         t->three_valued);
    } else {
        r3d_script_write(writer, "column_texels %ld %s %ld %s %ld 0x%06lx\n", (long)place, kind,
                         (long)number, write_texels(writer, t, pixels), (long)t->copies,
                         (unsigned long)t->average_rgb & 0xFFFFFFul);
    }
    hooks->free(pixels, hooks->user);
}

static void bring_picture(r3d_script_writer *writer, int32_t place, uint64_t *known,
                          const char *kind, int32_t number, const r3d_column_texture *t)
{
    const bool is_there = t != NULL && t->width > 0;
    const uint64_t hash = is_there ? hash_of_picture(t) : 0;
    if (hash == *known) {
        return;
    }
    *known = hash;
    if (is_there) {
        write_picture(writer, place, kind, number, t);
    } else {
        r3d_script_write(writer, "column_plain %ld %s %ld\n", (long)place, kind, (long)number);
    }
}

static const r3d_column_texture *picture_of(const r3d_column_texture *pictures, int32_t count,
                                            int32_t number)
{
    return pictures != NULL && number >= 0 && number < count ? &pictures[number] : NULL;
}

/* Flat fills need the averages of textures, other modes but the textured one no textures at all. */
static void write_pictures(r3d_script_writer *writer, int32_t place, r3d_priv_written_level *l,
                           const r3d_column_view *view)
{
    static const r3d_column_materials none = {NULL, 0, NULL, 0, NULL};
    const r3d_column_materials *m = view->materials != NULL ? view->materials : &none;
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(l->level);
    uint64_t *known = l->pictures;
    if (view->mode == R3D_COLUMN_TEXTURED || view->mode == R3D_COLUMN_FLAT) {
        for (int32_t i = 0; i < desc->material_count; i++) {
            bring_picture(writer, place, &known[i], "material", i,
                          picture_of(m->textures, m->texture_count, l->material_of[i]));
        }
    }
    known += desc->material_count;
    for (int32_t i = 0; view->things && i < desc->thing_type_count; i++) {
        bring_picture(writer, place, &known[i], "type", i,
                      picture_of(m->sprites, m->sprite_count, i));
    }
    known += desc->thing_type_count;
    if (view->mode == R3D_COLUMN_TEXTURED) {
        bring_picture(writer, place, known, "sky", 0, m->sky);
    }
}

/* ---- the view ---- */

static void write_view(r3d_script_writer *writer, r3d_priv_written_columns *columns,
                       const r3d_column_view *view)
{
    const r3d_column_view *known = &columns->view;
    const r3d_column_camera *k = &view->camera;
    const r3d_column_camera *old = &known->camera;
    const bool all = !columns->has_view;
    if (all || k->x != old->x || k->y != old->y || k->z != old->z || k->yaw != old->yaw ||
        k->shear != old->shear) {
        const double numbers[] = {k->x, k->y, k->z, k->yaw, k->shear};
        r3d_script_write(writer, "column_camera");
        write_numbers(writer, numbers, 5);
    }
    if (all || k->focal_x != old->focal_x || k->focal_y != old->focal_y) {
        const double numbers[] = {k->focal_x, k->focal_y};
        r3d_script_write(writer, "column_focal");
        write_numbers(writer, numbers, 2);
    }
    if (all || view->fade_start != known->fade_start || view->fade_length != known->fade_length ||
        view->contrast != known->contrast) {
        r3d_script_write(writer, "column_light");
        write_number(writer, view->fade_start);
        write_number(writer, view->fade_length);
        r3d_script_write(writer, " %d\n", view->contrast);
    }
    if (all || view->background_rgb != known->background_rgb ||
        view->sky_horizon != known->sky_horizon) {
        r3d_script_write(writer, "column_behind 0x%06lx",
                         (unsigned long)view->background_rgb & 0xFFFFFFul);
        write_numbers(writer, &view->sky_horizon, 1);
    }
    if (all || view->column_begin != known->column_begin || view->column_end != known->column_end) {
        r3d_script_write(writer, "column_band %ld %ld\n", (long)view->column_begin,
                         (long)view->column_end);
    }
    columns->view = *view;
    columns->has_view = true;
}

void r3d_priv_column_write_draw(r3d_script_writer *writer, const r3d_draw_call *call)
{
    static const char *const modes[] = {"ids", "lines", "dither", "flat", "textured"};
    const r3d_column_draw_call *a = call->arguments;
    r3d_priv_written_columns *columns = r3d_script_writer_get_state(writer, &r3d_priv_column_room);
    const int32_t place = columns != NULL ? find_place(writer, columns, a->level) : -1;
    if (place < 0) {
        return;
    }
    r3d_priv_written_level *l = &columns->levels[place];
    write_heights(writer, place, l, a->world);
    write_things(writer, place, l, a->world);
    write_pictures(writer, place, l, a->view);
    write_view(writer, columns, a->view);
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "column_draw %ld %s%s\n", (long)place, modes[a->view->mode],
                     a->view->things ? " things" : "");
}
