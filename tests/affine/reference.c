/* SPDX-License-Identifier: MIT */
/* One reference scene: picture, values, inspector. usage: affine_reference NAME */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "reference_picture.h"
#include "scene.h"

static const char *name;

/* ---- pictures ---- */

static void compare(const char *ending, const uint32_t *argb, int32_t width, int32_t height)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/affine/%s%s", R3D_TEST_SOURCE_DIR, name, ending);
    expect_reference_picture(path, argb, width, height, 0xFFFFFFFF);
}

/* ---- texts ---- */

typedef struct text {
    char bytes[65536];
    size_t length;
} text;

static void put(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int count =
        vsnprintf(t->bytes + t->length, sizeof t->bytes - t->length, format, arguments);
    va_end(arguments);
    assert_true(count >= 0 && (size_t)count < sizeof t->bytes - t->length);
    t->length += (size_t)count;
}

static void put_matrix(text *t, const r3d_affine_matrix *m)
{
    put(t, " %lld %lld %lld %lld\n", (long long)m->pa, (long long)m->pb, (long long)m->pc,
        (long long)m->pd);
}

/* A blank at the end of a line means nothing. */
static void drop_blanks(char *bytes)
{
    char *to = bytes;
    for (const char *from = bytes; *from != 0; from++) {
        if (*from == ' ' && (from[1] == '\n' || from[1] == 0)) {
            continue;
        }
        if (*from != '\r') {
            *to++ = *from;
        }
    }
    *to = 0;
}

static void compare_text(const char *ending, text *actual)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/affine/%s%s", R3D_TEST_SOURCE_DIR, name, ending);
    void *expected;
    size_t size;
    assert_int_equal(r3d_file_read(path, 1 << 20, NULL, &expected, &size, NULL), R3D_OK);
    drop_blanks(actual->bytes);
    drop_blanks(expected);
    assert_string_equal(actual->bytes, (const char *)expected);
    free(expected);
}

static void put_info(text *t, const scene *s, const r3d_affine_report *r)
{
    put(t, "visible_dirs");
    for (int d = 0; d < R3D_AFFINE_DIRECTIONS; d++) {
        if (r->kinds[d].is_visible) {
            put(t, " %d", d);
        }
    }
    put(t, "\n");
    for (int k = 0; k < r->kind_count; k++) {
        const r3d_affine_kind *kind = &r->kinds[k];
        if (!kind->is_visible) {
            continue;
        }
        if (k < R3D_AFFINE_DIRECTIONS) {
            put(t, "wall_matrix %d", k);
        } else if (kind->has_tangent) {
            put(t, "extra_matrix tan %d %d hs %d", (int)kind->tangent_x_fx16,
                (int)kind->tangent_y_fx16, (int)kind->hs);
        } else {
            put(t, "extra_matrix turn %d hs %d", (int)kind->turn_a11, (int)kind->hs);
        }
        put_matrix(t, &kind->matrix);
    }
    put(t, "floor_matrix");
    put_matrix(t, &r->floor_matrix);
    put(t, "culled_walls");
    for (int i = 0; i < s->scene.wall_count; i++) {
        if (r->wall_states[i] == R3D_AFFINE_WALL_CULLED) {
            put(t, " %d", i);
        }
    }
    put(t, "\n");
    for (int i = 0; i < s->scene.sprite_count; i++) {
        const r3d_affine_shadow_state *shadow = &r->shadows[i];
        if (shadow->floor >= 0 && s->scene.has_continuous_shadows) {
            put(t, "shadow %d floor %d scale %d\n", i, (int)shadow->floor, (int)shadow->scale);
        } else if (shadow->floor >= 0) {
            put(t, "shadow %d floor %d frame %d\n", i, (int)shadow->floor, (int)shadow->frame);
        }
    }
    for (int level = 0; level < 2; level++) {
        put(t, "order%d", level);
        for (int i = 0; i < r->order_counts[level]; i++) {
            const r3d_affine_item *item = &r->orders[level][i];
            put(t, " %c%d", item->is_sprite ? 's' : 'w', (int)item->number);
        }
        put(t, "\n");
    }
    for (int level = 0; level < 2 && s->scene.mode == R3D_AFFINE_HW; level++) {
        if (s->scene.floors[level].is_present) {
            put(t, "floor_ref %d %lld %lld\n", level, (long long)r->floor_reference[level][0],
                (long long)r->floor_reference[level][1]);
        }
    }
    if (s->has_counters) {
        const r3d_affine_counters *c = &r->counters;
        put(t,
            "counters camera %d tests %d wall_matrices %d floor_matrices %d walls_drawn %d "
            "walls_culled %d walls_hidden %d\n",
            (int)c->camera_updates, (int)c->direction_tests, (int)c->wall_matrices,
            (int)c->floor_matrices, (int)c->walls_drawn, (int)c->walls_culled,
            (int)c->walls_hidden);
    }
}

static void put_objects(text *t, const r3d_affine_hw_frame *frame)
{
    for (int i = 0; i < frame->object_count; i++) {
        const r3d_affine_hw_object *object = &frame->objects[i];
        const int factor = object->is_affine && object->is_doubled ? 2 : 1;
        put(t, "%d %d %d %d %d prio %d ", i, (int)(object->x & 511), (int)(object->y & 255),
            (int)object->picture.width * factor, (int)object->picture.height * factor,
            (int)object->priority);
        if (object->is_affine) {
            put(t, "affine %d double %d ", (int)object->matrix, object->is_doubled ? 1 : 0);
        } else {
            put(t, "regular %d %d ", object->flips_across ? 1 : 0, object->flips_down ? 1 : 0);
        }
        static const char letters[4] = {'r', 'w', 's', 'h'};
        if (object->origin == R3D_AFFINE_HW_RAW) {
            put(t, "raw\n");
        } else {
            put(t, "%c%d\n", letters[object->origin], (int)object->number);
        }
    }
}

static void scene_equals_its_references(void **state)
{
    (void)state;
    scene *s = scene_read(name);
    const int32_t width = s->scene.width;
    const int32_t height = s->scene.height;
    uint32_t *pixels = calloc((size_t)(width * height), sizeof *pixels);
    static text t;
    assert_non_null(pixels);
    r3d_surface surface;
    assert_int_equal(r3d_surface_init(&surface, pixels, width, height, width), R3D_OK);
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    desc.max_walls = s->scene.wall_count;
    desc.max_sprites = s->scene.sprite_count;
    r3d_affine_context *context;
    assert_int_equal(r3d_affine_context_create(&desc, &context), R3D_OK);
    r3d_affine_hw_frame hw = s->hw;
    if (s->has_camera) {
        assert_int_equal(r3d_affine_draw(context, &s->scene, &s->camera, &surface, 0, 0), R3D_OK);
        r3d_affine_report report;
        assert_int_equal(r3d_affine_context_get_report(context, &report), R3D_OK);
        put_info(&t, s, &report);
        compare_text(".info", &t);
    } else {
        assert_int_equal(r3d_affine_compose(&hw, &surface, 0, 0), R3D_OK);
    }
    compare(".png", pixels, width, height);
    if (s->has_inspector) {
        if (s->has_camera) {
            r3d_affine_hw_frame_init(&hw);
            assert_int_equal(r3d_affine_context_get_hw_frame(context, &hw), R3D_OK);
        }
        memset(&t, 0, sizeof t);
        put_objects(&t, &hw);
        compare_text(".sprites", &t);
        assert_int_equal(r3d_affine_draw_boxes(&hw, &surface, 0, 0), R3D_OK);
        compare(".sprites.png", pixels, width, height);
    }
    free(pixels);
    r3d_affine_context_destroy(context);
    scene_free(s);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        return 2;
    }
    name = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(scene_equals_its_references)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
