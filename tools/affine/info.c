/* SPDX-License-Identifier: MIT */
/* See info.h. */

#include "info.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(info_text *out, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    const int count = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t length = count < 0 ? 0 : (size_t)count;
    if (out->capacity - out->length < length) {
        const size_t capacity = 2 * out->capacity + sizeof text;
        char *bytes = realloc(out->bytes, capacity);
        out->failed = out->failed || bytes == NULL;
        out->bytes = bytes != NULL ? bytes : out->bytes;
        out->capacity = bytes != NULL ? capacity : out->capacity;
    }
    if (!out->failed) {
        memcpy(out->bytes + out->length, text, length);
        out->length += length;
    }
}

static void put_matrix(info_text *out, const r3d_affine_matrix *m)
{
    put(out, " %lld %lld %lld %lld\n", (long long)m->pa, (long long)m->pb, (long long)m->pc,
        (long long)m->pd);
}

static void put_kinds(info_text *out, const r3d_affine_report *report)
{
    put(out, "visible_dirs");
    for (int d = 0; d < R3D_AFFINE_DIRECTIONS; d++) {
        if (report->kinds[d].is_visible) {
            put(out, " %d", d);
        }
    }
    put(out, "\n");
    for (int32_t k = 0; k < report->kind_count; k++) {
        const r3d_affine_kind *kind = &report->kinds[k];
        if (!kind->is_visible) {
            continue;
        }
        if (k < R3D_AFFINE_DIRECTIONS) {
            put(out, "wall_matrix %ld", (long)k);
        } else if (kind->has_tangent) {
            put(out, "extra_matrix tan %ld %ld hs %ld", (long)kind->tangent_x_fx16,
                (long)kind->tangent_y_fx16, (long)kind->hs);
        } else {
            put(out, "extra_matrix turn %ld hs %ld", (long)kind->turn_a11, (long)kind->hs);
        }
        put_matrix(out, &kind->matrix);
    }
}

static void put_order(info_text *out, const r3d_affine_report *report, int level)
{
    put(out, "order%d", level);
    for (int32_t i = 0; i < report->order_counts[level]; i++) {
        const r3d_affine_item *item = &report->orders[level][i];
        put(out, " %c%ld", item->is_sprite ? 's' : 'w', (long)item->number);
    }
    put(out, "\n");
}

void info_of_frame(info_text *out, const r3d_affine_scene *scene, const r3d_affine_report *report,
                   bool counters)
{
    put_kinds(out, report);
    put(out, "floor_matrix");
    put_matrix(out, &report->floor_matrix);
    put(out, "culled_walls");
    for (int32_t i = 0; i < scene->wall_count; i++) {
        if (report->wall_states[i] == R3D_AFFINE_WALL_CULLED) {
            put(out, " %ld", (long)i);
        }
    }
    put(out, "\n");
    for (int32_t i = 0; i < scene->sprite_count; i++) {
        const r3d_affine_shadow_state *shadow = &report->shadows[i];
        if (shadow->floor >= 0) {
            put(out, "shadow %ld floor %ld %s %ld\n", (long)i, (long)shadow->floor,
                scene->has_continuous_shadows ? "scale" : "frame",
                (long)(scene->has_continuous_shadows ? shadow->scale : shadow->frame));
        }
    }
    put_order(out, report, 0);
    put_order(out, report, 1);
    for (int level = 0; level < 2 && scene->mode == R3D_AFFINE_HW; level++) {
        if (scene->floors[level].is_present) {
            put(out, "floor_ref %d %lld %lld\n", level,
                (long long)report->floor_reference[level][0],
                (long long)report->floor_reference[level][1]);
        }
    }
    if (counters) {
        const r3d_affine_counters *c = &report->counters;
        put(out,
            "counters camera %ld tests %ld wall_matrices %ld floor_matrices %ld walls_drawn %ld "
            "walls_culled %ld walls_hidden %ld\n",
            (long)c->camera_updates, (long)c->direction_tests, (long)c->wall_matrices,
            (long)c->floor_matrices, (long)c->walls_drawn, (long)c->walls_culled,
            (long)c->walls_hidden);
    }
}

void info_of_objects(info_text *out, const r3d_affine_hw_frame *frame)
{
    static const char letters[] = {'r', 'w', 's', 'h'};
    for (int32_t i = 0; i < frame->object_count; i++) {
        const r3d_affine_hw_object *object = &frame->objects[i];
        const bool is_doubled = object->is_affine && object->is_doubled;
        const long factor = is_doubled ? 2 : 1;
        put(out, "%ld %ld %ld %ld %ld prio %ld ", (long)i, (long)((uint32_t)object->x & 511),
            (long)((uint32_t)object->y & 255), object->picture.width * factor,
            object->picture.height * factor, (long)object->priority);
        if (object->is_affine) {
            put(out, "affine %ld double %d ", (long)object->matrix, is_doubled ? 1 : 0);
        } else {
            put(out, "regular %d %d ", object->flips_across ? 1 : 0, object->flips_down ? 1 : 0);
        }
        if (object->origin == R3D_AFFINE_HW_RAW) {
            put(out, "raw\n");
        } else {
            put(out, "%c%ld\n", letters[object->origin], (long)object->number);
        }
    }
}
