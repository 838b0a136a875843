/* SPDX-License-Identifier: MIT */
/* Pixel histories of every reference script, against a plain replay of the same script. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/history.h>
#include <retro3d/raster_calls.h>
#include <retro3d/surface_calls.h>

#include "reference_scripts.h"
#include "rng.h"

enum { POINTS = 100 };

static bool is_fill(const r3d_pixel_write *w)
{
    return w->call == &r3d_call_flat || w->call == &r3d_call_gouraud ||
           w->call == &r3d_call_textured;
}

static reference_scripts scripts;

static const uint32_t drawn = 0xFF000000u;

static int read_lists(void **state)
{
    (void)state;
    read_reference_scripts(&scripts);
    return 0;
}

static r3d_script *load(const char *path)
{
    r3d_script *script = NULL;
    r3d_error error;
    if (r3d_script_load(path, NULL, &script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    return script;
}

static r3d_history *make(const r3d_script *script, const r3d_history_point *points, size_t count,
                         bool owner)
{
    r3d_history_desc desc;
    r3d_history *history = NULL;
    r3d_error error;
    r3d_history_desc_init(&desc);
    desc.points = points;
    desc.point_count = count;
    desc.owner = owner;
    if (r3d_history_create(script, &desc, &history, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    return history;
}

static uint32_t pixel_of(const r3d_surface *surface, int32_t x, int32_t y)
{
    return surface->pixels[(ptrdiff_t)y * surface->stride_px + x];
}

/* A blended channel, by both of the rules that spec rs2-raster gives: fills truncate each product,
 * 2D calls and copies the sum. */
static uint32_t blend(uint32_t source, uint32_t background, int32_t share, bool is_fill)
{
    uint32_t result = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int32_t s = (int32_t)(source >> shift & 255);
        int32_t b = (int32_t)(background >> shift & 255);
        int32_t value = is_fill ? (s * share >> 8) + (b * (256 - share) >> 8)
                                : (s * share + b * (256 - share)) >> 8;
        result |= (uint32_t)value << shift;
    }
    return result;
}

/* What a write says of itself gives the colour that it wrote. */
static void check_write(const char *path, const r3d_history_point *p, const r3d_pixel_write *w)
{
    if (w->call == &r3d_call_erase) {
        assert_int_equal(w->after, 0);
        return;
    }
    assert_int_equal(w->after & drawn, drawn);
    uint32_t rgb = w->share < 256 ? blend(w->source_rgb, w->background, w->share, is_fill(w))
                                  : w->source_rgb & 0xFFFFFFu;
    if (rgb != (w->after & 0xFFFFFFu)) {
        fail_msg("%s, line %d: pixel (%d,%d) is %06x, but its history gives %06x", path,
                 (int)w->line, (int)p->x, (int)p->y, (unsigned)(w->after & 0xFFFFFFu),
                 (unsigned)rgb);
    }
    if (is_fill(w)) {
        assert_true(w->span_left <= p->x && p->x < w->span_right);
        assert_true(w->call != &r3d_call_gouraud || w->hsl16 >= 0);
        if (w->call == &r3d_call_textured) {
            assert_true(w->texture >= 0);
            /* Spec rs2-raster section 6: the four banks, and the shift. */
            if (w->shade >= 0) {
                const uint32_t kept = 0xF8F8FFu;
                const uint32_t t = w->texel_rgb;
                const uint32_t bank[4] = {t, (t - (t >> 3)) & kept, (t - (t >> 2)) & kept,
                                          (t - (t >> 2) - (t >> 3)) & kept};
                assert_int_equal(bank[w->shade & 3] >> (w->shade >> 2), rgb);
            }
        }
    }
}

/* Runs the script command by command and follows the points. */
static void check_against_replay(const char *path, const r3d_script *script,
                                 const r3d_history *history, size_t count)
{
    r3d_replay *replay = NULL;
    r3d_error error;
    static uint32_t value[POINTS];
    static size_t next[POINTS];
    memset(value, 0, sizeof value);
    memset(next, 0, sizeof next);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    for (size_t i = 0; i < r3d_script_command_count(script); i++) {
        assert_int_equal(r3d_replay_run_range(replay, script, i, 1, &error), R3D_OK);
        const r3d_surface *surface = r3d_replay_get_surface(replay);
        int32_t line = r3d_script_command_line(script, i);
        for (size_t p = 0; surface != NULL && p < count; p++) {
            const r3d_history_point *point = r3d_history_get_point(history, p);
            const r3d_pixel_write *w;
            while ((w = r3d_history_get_write(history, p, next[p])) != NULL && w->line == line) {
                assert_int_equal(w->before, value[p]);
                check_write(path, point, w);
                value[p] = w->after;
                next[p]++;
            }
            if (pixel_of(surface, point->x, point->y) != value[p]) {
                fail_msg("%s, line %d: pixel (%d,%d) is %08x, its history says %08x", path,
                         (int)line, (int)point->x, (int)point->y,
                         (unsigned)pixel_of(surface, point->x, point->y), (unsigned)value[p]);
            }
        }
    }
    const r3d_surface *frame = r3d_replay_get_surface(replay);
    const r3d_surface *heard = r3d_history_get_surface(history);
    for (int32_t y = 0; y < frame->height; y++) {
        for (int32_t x = 0; x < frame->width; x++) {
            assert_int_equal(pixel_of(frame, x, y), pixel_of(heard, x, y));
        }
    }
    for (size_t p = 0; p < count; p++) {
        assert_int_equal(next[p], r3d_history_write_count(history, p));
    }
    r3d_replay_destroy(replay);
}

static void check_owners(const r3d_history *history, size_t count)
{
    const uint32_t *owner = r3d_history_get_owner(history);
    const r3d_surface *frame = r3d_history_get_surface(history);
    assert_non_null(owner);
    for (int32_t y = 0; y < frame->height; y++) {
        for (int32_t x = 0; x < frame->width; x++) {
            assert_int_equal(owner[y * frame->width + x] != 0, pixel_of(frame, x, y) >> 24 != 0);
        }
    }
    for (size_t p = 0; p < count; p++) {
        const r3d_history_point *point = r3d_history_get_point(history, p);
        uint32_t id = owner[point->y * frame->width + point->x];
        size_t writes = r3d_history_write_count(history, p);
        const r3d_pixel_write *last =
            writes > 0 ? r3d_history_get_write(history, p, writes - 1) : NULL;
        if (last == NULL || last->call == &r3d_call_erase) {
            assert_int_equal(id, 0);
            continue;
        }
        assert_int_equal(id, r3d_history_owner_of(history, last));
        char name[200];
        char line[64];
        r3d_history_owner_name(history, id, name, sizeof name);
        snprintf(line, sizeof line, "line %d %s", (int)last->line, last->command);
        assert_memory_equal(name, line, strlen(line));
    }
}

static void writes_in_order_give_the_pixel_and_the_last_writer_owns_it(void **state)
{
    (void)state;
    static r3d_history_point points[POINTS];
    rng random = {20260101};
    size_t writes = 0;
    size_t fills = 0;
    for (size_t s = 0; s < scripts.count; s++) {
        r3d_script *script = load(scripts.path[s]);
        r3d_history *size = make(script, NULL, 0, false);
        const r3d_surface *frame = r3d_history_get_surface(size);
        memset(points, 0, sizeof points);
        /* Half of them where something was drawn, if there is such a place. */
        for (int i = 0; i < POINTS; i++) {
            for (int attempt = 0; attempt < 50; attempt++) {
                points[i].x = (int32_t)(rng_next(&random) % (uint32_t)frame->width);
                points[i].y = (int32_t)(rng_next(&random) % (uint32_t)frame->height);
                if (i % 2 == 0 || (pixel_of(frame, points[i].x, points[i].y) & 0xFFFFFFu) != 0) {
                    break;
                }
            }
        }
        r3d_history_destroy(size);
        r3d_history *history = make(script, points, POINTS, true);
        check_against_replay(scripts.path[s], script, history, POINTS);
        check_owners(history, POINTS);
        for (size_t p = 0; p < POINTS; p++) {
            size_t count = r3d_history_write_count(history, p);
            writes += count;
            for (size_t i = 0; i < count; i++) {
                fills += is_fill(r3d_history_get_write(history, p, i)) ? 1 : 0;
            }
        }
        r3d_history_destroy(history);
        r3d_script_destroy(script);
    }
    print_message("%zu scripts, %zu writes, %zu of them by fills\n", scripts.count, writes, fills);
    assert_true(writes > 35800 && fills > 10000);
}

/* Who drew a pixel of an icon, against the owners of the same view drawn as a model. */
static void pixels_of_icons_name_the_faces_that_drew_them(void **state)
{
    (void)state;
    static r3d_history_point points[32 * 32];
    /* With pitch 0 the icon's camera is at (0, up / 2, zoom). */
    static const char icon[] = "size 32 32\nbrightness 0.8\nsmooth 1\nmesh m mesh/prioall.mesh\n"
                               "light m 64 768 -50 -10 -50\nicon i m 2000 0 300 0 0 0\n"
                               "ploticon i 0 0\n";
    char path[1024];
    char model[1024];
    snprintf(path, sizeof path, "%s/golden/model/icon.r3d", R3D_TEST_SOURCE_DIR);
    for (int32_t i = 0; i < 32 * 32; i++) {
        points[i].x = i % 32;
        points[i].y = i / 32;
        points[i].has_expected = false;
    }
    r3d_error error;
    r3d_script *scripts_of[2];
    r3d_history *histories[2];
    r3d_replay *replay = NULL;
    assert_int_equal(r3d_script_parse(icon, sizeof icon - 1, path, NULL, &scripts_of[0], &error),
                     R3D_OK);
    histories[0] = make(scripts_of[0], points, 32 * 32, false);
    snprintf(model, sizeof model, "%.*sdump bounds m\n", (int)(strstr(icon, "icon i") - icon),
             icon);
    assert_int_equal(r3d_script_parse(model, strlen(model), path, NULL, &scripts_of[1], &error),
                     R3D_OK);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_int_equal(r3d_replay_run(replay, scripts_of[1], &error), R3D_OK);
    size_t size;
    const char *dump = r3d_replay_get_dump(replay, &size);
    int up = 0;
    assert_true(size < sizeof model);
    memcpy(model, dump, size);
    model[size] = '\0';
    assert_int_equal(sscanf(model, "bounds m up %d", &up), 1);
    r3d_replay_destroy(replay);
    r3d_script_destroy(scripts_of[1]);
    snprintf(model, sizeof model, "%.*sdraw m 0 300 0 0 0 %d 2000\n",
             (int)(strstr(icon, "icon i") - icon), icon, up / 2);
    assert_int_equal(r3d_script_parse(model, strlen(model), path, NULL, &scripts_of[1], &error),
                     R3D_OK);
    histories[1] = make(scripts_of[1], points, 32 * 32, false);
    int faces = 0;
    int edges = 0;
    for (size_t i = 0; i < 32 * 32; i++) {
        const r3d_pixel_write *w = r3d_history_get_write(histories[0], i, 0);
        size_t count = r3d_history_write_count(histories[1], i);
        const r3d_pixel_write *last =
            count > 0 ? r3d_history_get_write(histories[1], i, count - 1) : NULL;
        if (w == NULL) {
            assert_true(last == NULL || (last->after & 0xFFFFFFu) == 0);
            continue;
        }
        assert_string_equal(w->icon_model, "m");
        assert_int_equal(w->icon_line, 6);
        if (w->icon_face < 0) {
            assert_true(w->source_rgb == 0x000001 || w->source_rgb == 0x302020);
            edges++;
            continue;
        }
        assert_non_null(last);
        assert_int_equal(w->icon_face, last->face);
        assert_int_equal(w->icon_priority, last->priority);
        assert_int_equal(w->icon_bucket, last->bucket);
        faces++;
    }
    print_message("%d pixels of faces, %d of outline and shadow\n", faces, edges);
    assert_true(faces > 100 && edges > 20);
    for (int i = 0; i < 2; i++) {
        r3d_history_destroy(histories[i]);
        r3d_script_destroy(scripts_of[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_of_icons_name_the_faces_that_drew_them),
        cmocka_unit_test(writes_in_order_give_the_pixel_and_the_last_writer_owns_it),
    };
    return cmocka_run_group_tests_name("history", tests, read_lists, NULL);
}
