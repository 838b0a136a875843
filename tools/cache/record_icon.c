/* SPDX-License-Identifier: MIT */
/* Icons as display lists. What an icon is made of is drawn once without outline and shadow, which a recorder hears; its
 * recording has the meshes, texels and the palette in files, and each `draw` in it becomes an `icon`. */

#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/icon.h>
#include <retro3d/io.h>
#include <retro3d/raster.h>

enum { PARTS_MAX = 9, NOTE_AMOUNT = 10, LINE_MAX = 160 };

/* A model of an icon: the item, or a note's paper. */
typedef struct icon_part {
    r3d_mesh *mesh;
    r3d_icon_look look;
    bool is_note;
    bool has_shadow;
} icon_part;

/* From what lies on top to what is below: the paper of a note is part 0, what it stands for part 1. */
typedef struct icon_parts {
    icon_part parts[PARTS_MAX];
    int count;
    bool scaled; /* notes show the finished icon, scaled; else it is drawn over the paper */
} icon_parts;

static void drop_parts(icon_parts *icon)
{
    for (int i = 0; i < icon->count; i++) {
        r3d_mesh_destroy(icon->parts[i].mesh);
    }
    icon->count = 0;
}

/* The camera's changes are of the icon itself, not of what a note shows. */
static void change_look(r3d_icon_look *look, const card_camera *camera)
{
    if (camera->zoom_percent != 0) {
        look->zoom = (int32_t)((int64_t)look->zoom * camera->zoom_percent / 100);
    }
    if (camera->has_pitch) {
        look->pitch_a11 = camera->pitch_a11;
    }
    if (camera->has_yaw) {
        look->yaw_a11 = camera->yaw_a11;
    }
}

static r3d_result collect(r3d_cache *cache, const card_row *row, const card_camera *camera,
                          icon_parts *icon, r3d_error *out_error)
{
    r3d_cache_rules rules;
    int32_t obj = row->id;
    int32_t amount = row->amount;
    r3d_cache_rules_init(&rules);
    r3d_cache_get_rules(cache, &rules);
    icon->scaled = rules.notes == R3D_NOTE_SCALED;
    for (icon->count = 0; icon->count < PARTS_MAX;) {
        icon_part *part = &icon->parts[icon->count];
        const r3d_cache_obj *record;
        int32_t shown = obj;
        r3d_result result = r3d_cache_get_stack_item(cache, obj, amount, &shown, out_error);
        if (result == R3D_OK) {
            result = r3d_cache_get_obj(cache, shown, &record, out_error);
        }
        if (result == R3D_OK) {
            result = r3d_cache_make_obj(cache, shown, &part->mesh, &part->look, out_error);
        }
        if (result != R3D_OK) {
            return result;
        }
        part->is_note = record->note_template >= 0 && record->note_item >= 0;
        part->has_shadow = icon->scaled || icon->count == 0;
        if (!part->has_shadow) {
            part->look.zoom = (int32_t)((int64_t)part->look.zoom * 3 / 2);
        }
        if (icon->count == 0) {
            change_look(&part->look, camera);
        }
        icon->count++;
        if (!part->is_note) {
            return R3D_OK;
        }
        obj = record->note_item;
        amount = NOTE_AMOUNT;
    }
    return card_fail(out_error, R3D_ERR_LIMIT, cache, "notes of notes, more than %d deep",
                     PARTS_MAX - 1);
}

/* Draws a part for the recorder to hear. */
static r3d_result draw_part(r3d_cache *cache, const icon_part *part, const r3d_palette *palette,
                            r3d_surface *surface, r3d_error *out_error)
{
    r3d_draw_context_desc desc;
    r3d_draw_context *context = NULL;
    r3d_icon_view view;
    r3d_raster raster;
    r3d_draw_context_desc_init(&desc);
    desc.limits = R3D_LIMITS_ORIGINAL;
    r3d_icon_get_view(&part->look, part->mesh, &view);
    r3d_result result = r3d_draw_context_create(&desc, &context);
    if (result != R3D_OK) {
        return card_fail(out_error, result, cache, "out of memory");
    }
    result = r3d_cache_bind_textures(cache, part->mesh, context, out_error);
    if (result == R3D_OK) {
        (void)r3d_raster_init(&raster, surface, palette);
        raster.smooth = true;
        result = r3d_draw_model(context, &raster, part->mesh, &view, NULL);
        if (result != R3D_OK) {
            (void)card_fail(out_error, result, cache, "cannot draw: %s", r3d_result_string(result));
        }
    }
    r3d_draw_context_destroy(context);
    return result;
}

/* The line that makes part `index` an icon, drawn of the mesh of a line "draw m7 ...". */
static void icon_line(const icon_parts *icon, int index, const char *draw, char out[LINE_MAX])
{
    const icon_part *part = &icon->parts[index];
    const r3d_icon_look *look = &part->look;
    char mesh[24] = "";
    char linked[24] = "";
    (void)sscanf(draw, "draw %23s", mesh);
    if (icon->scaled && part->is_note) {
        snprintf(linked, sizeof linked, " icon%d", index + 1);
    }
    snprintf(out, LINE_MAX, "%s icon%d %s %ld %ld %ld %ld %ld %ld%s\n",
             part->has_shadow ? "icon" : "icon317", index, mesh, (long)look->zoom,
             (long)look->pitch_a11, (long)look->yaw_a11, (long)look->roll_a11, (long)look->x_offset,
             (long)look->y_offset, linked);
}

/* The recording with icons in place of draws, and with what shows them at its end. NULL without memory. */
static char *with_icons(const icon_parts *icon, const char *text, size_t size, size_t *out_size)
{
    const size_t room = size + (size_t)icon->count * 2 * LINE_MAX + 1;
    char *out = malloc(room);
    size_t used = 0;
    int index = icon->count - 1; /* what a note shows is made before its paper */
    if (out == NULL) {
        return NULL;
    }
    for (const char *at = text, *end = text + size; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = stop != NULL ? (size_t)(stop - at) + 1 : (size_t)(end - at);
        if (index >= 0 && length > 5 && memcmp(at, "draw ", 5) == 0) {
            char line[LINE_MAX];
            char draw[LINE_MAX];
            snprintf(draw, sizeof draw, "%.*s", (int)(length < LINE_MAX ? length : LINE_MAX - 1),
                     at);
            icon_line(icon, index, draw, line);
            used += (size_t)snprintf(out + used, room - used, "%s", line);
            index--;
        } else {
            memcpy(out + used, at, length);
            used += length;
        }
        at += length;
    }
    const int plotted = icon->scaled ? 1 : icon->count;
    for (int i = 0; i < plotted; i++) {
        used += (size_t)snprintf(out + used, room - used, "ploticon icon%d 0 0\n", i);
    }
    *out_size = used;
    return out;
}

r3d_result record_icon(r3d_cache *cache, const card_row *row, const card_camera *camera,
                       const char *path, r3d_error *out_error)
{
    static const card_camera fixed = {0};
    uint32_t pixels[R3D_ICON_SIZE * R3D_ICON_SIZE] = {0};
    r3d_surface surface;
    r3d_recorder *recorder = NULL;
    icon_parts icon = {.count = 0};
    r3d_palette *palette = malloc(sizeof *palette);
    r3d_result result = r3d_recorder_create(NULL, &recorder);
    if (palette == NULL || result != R3D_OK) {
        r3d_recorder_destroy(recorder);
        free(palette);
        return card_fail(out_error, R3D_ERR_MEMORY, cache, "out of memory");
    }
    (void)r3d_surface_init(&surface, pixels, R3D_ICON_SIZE, R3D_ICON_SIZE, R3D_ICON_SIZE);
    (void)r3d_recorder_attach(recorder, &surface);
    result = r3d_cache_build_palette(cache, palette, out_error);
    if (result == R3D_OK) {
        result = collect(cache, row, camera != NULL ? camera : &fixed, &icon, out_error);
    }
    for (int i = icon.count - 1; i >= 0 && result == R3D_OK; i--) {
        result = draw_part(cache, &icon.parts[i], palette, &surface, out_error);
    }
    r3d_recorder_detach(recorder, &surface);
    if (result == R3D_OK) {
        result = r3d_recorder_save(recorder, &surface, path, out_error);
    }
    void *text = NULL;
    size_t size = 0;
    if (result == R3D_OK) {
        result = r3d_file_read(path, 0, NULL, &text, &size, out_error);
    }
    if (result == R3D_OK) {
        size_t made_size = 0;
        char *made = with_icons(&icon, text, size, &made_size);
        result = made != NULL ? r3d_file_write(path, made, made_size, out_error)
                              : card_fail(out_error, R3D_ERR_MEMORY, cache, "out of memory");
        free(made);
    }
    free(text);
    drop_parts(&icon);
    r3d_recorder_destroy(recorder);
    free(palette);
    return result;
}
