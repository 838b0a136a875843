/* SPDX-License-Identifier: MIT */
/* What reference scenes tell beside pictures. */
#include "scene_words.h"

#include <stdarg.h>

/* ---- info ---- */

void scene_put(scene *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int count =
        vsnprintf(s->info + s->info_length, sizeof s->info - s->info_length, format, arguments);
    va_end(arguments);
    assert_true(count >= 0 && (size_t)count < sizeof s->info - s->info_length);
    s->info_length += (size_t)count;
}

static void put_depth(scene *s)
{
    r3d_layers_buffers buffers;
    r3d_layers_target_get_buffers(scene_target_of(s), &buffers);
    uint32_t crc = 0;
    for (int32_t i = 0; i < buffers.width * buffers.height; i++) {
        const uint32_t d = (uint32_t)buffers.depth_q16[i];
        const uint8_t bytes[4] = {(uint8_t)d, (uint8_t)(d >> 8), (uint8_t)(d >> 16),
                                  (uint8_t)(d >> 24)};
        crc = r3d_crc32(crc, bytes, 4);
    }
    scene_put(s, "depth %08" PRIx32 "\n", crc);
}

static void put_pool(scene *s)
{
    uint32_t crc = 0;
    for (int32_t i = 0; i < s->pool.size * s->pool.size; i++) {
        const uint16_t h = (uint16_t)s->pool.current[i];
        const uint8_t bytes[2] = {(uint8_t)h, (uint8_t)(h >> 8)};
        crc = r3d_crc32(crc, bytes, 2);
    }
    scene_put(s, "pool %08" PRIx32 "\n", crc);
}

void scene_put_lights(scene *s, const r3d_layers_lamp *lamps, int32_t count, int32_t frame)
{
    for (int32_t i = 0; i < count; i++) {
        scene_put(s, "light %" PRIu32 " intensity %d\n", lamps[i].id,
                  (int)r3d_layers_lamp_intensity(&lamps[i], frame));
    }
}

static void put_counters(scene *s)
{
    r3d_layers_counters main_counters;
    r3d_layers_counters sprite_counters;
    r3d_layers_target_get_counters(s->target, &main_counters);
    r3d_layers_target_get_counters(s->sprite_target, &sprite_counters);
    scene_put(s, "triangles %" PRId64 " pixels %" PRId64 "\n",
              main_counters.triangles + sprite_counters.triangles,
              main_counters.pixels + sprite_counters.pixels);
}

void scene_put_info(scene *s, const char *word)
{
    if (s->film != NULL && film_info(s, word)) {
        return;
    }
    if (is(word, "counters")) {
        put_counters(s);
    } else if (is(word, "cells")) {
        scene_put(s, "cells");
        for (int32_t i = 0; i < s->visited; i++) {
            scene_put(s, " %d", (int)s->order[i]);
        }
        scene_put(s, "\n");
        for (int32_t i = 0; i < s->visited; i++) {
            const r3d_rect *b = &s->visits[s->order[i]].bounds;
            scene_put(s, "rect %d %d %d %d %d\n", (int)s->order[i], (int)b->left, (int)b->top,
                      (int)b->right, (int)b->bottom);
        }
    } else if (is(word, "system")) {
        scene_put(s, "system %08" PRIx32 "\n", r3d_layers_system_hash(&s->system));
    } else if (is(word, "depth")) {
        put_depth(s);
    } else if (is(word, "stencil")) {
        r3d_layers_buffers buffers;
        r3d_layers_target_get_buffers(scene_target_of(s), &buffers);
        int32_t count = 0;
        for (int32_t i = 0; i < buffers.width * buffers.height; i++) {
            count += buffers.stencil[i];
        }
        scene_put(s, "stencil %d\n", (int)count);
    } else if (is(word, "pool")) {
        put_pool(s);
    } else if (is(word, "lights")) {
        scene_put_lights(s, s->lamps, s->lights.lamp_count, s->view.frame);
    } else {
        fail_msg("unknown word %s", word);
    }
}
