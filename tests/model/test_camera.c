/* SPDX-License-Identifier: MIT */
/* Cameras, views that fit, the face that is seen at a pixel, and what tells of models that are not drawn.
 * Views are checked by drawing: where vertices come out, which pixels are written. */

#include <stdlib.h>
#include <string.h>

#include <retro3d/bands.h>
#include <retro3d/camera.h>

#include "support.h"

enum { WIDTH = 320, HEIGHT = 200 };

static rng seed;

static int32_t between(int32_t least, int32_t most)
{
    return rng_range(&seed, least, most);
}

/* A model of random faces within a box, lit. */
static r3d_mesh *random_mesh(int32_t faces, int32_t size)
{
    arrays a = arrays_make(faces * 3, faces, 0);
    for (int32_t i = 0; i < faces * 3; i++) {
        arrays_set_vertex(&a, i, between(-size, size), between(-2 * size, 0), between(-size, size));
    }
    for (int32_t i = 0; i < faces; i++) {
        arrays_set_face(&a, i, i * 3, i * 3 + 1, i * 3 + 2, between(0, 65535));
    }
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    light_standard(mesh);
    return mesh;
}

/* ---- looking ---- */

static void the_target_lands_in_the_middle(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    seed.state = 77;
    for (int i = 0; i < 3000; i++) {
        r3d_camera camera = {
            {between(-2000, 2000), between(-2000, 2000), between(-2000, 2000)}, 0, 0};
        const r3d_vec3i target = {camera.eye.x + between(-1800, 1800),
                                  camera.eye.y + between(-1800, 1800),
                                  camera.eye.z + between(-1800, 1800)};
        const int64_t dx = target.x - camera.eye.x;
        const int64_t dy = target.y - camera.eye.y;
        const int64_t dz = target.z - camera.eye.z;
        if (dx * dx + dy * dy + dz * dz < 512 * 512) {
            continue; /* a unit is more than a pixel there */
        }
        assert_int_equal(r3d_camera_look_at(&camera, &target), R3D_OK);
        r3d_scene_view view;
        r3d_screen_vertex at;
        const r3d_vec3i origin = {0, 0, 0};
        r3d_camera_get_view(&camera, &target, between(0, 2047), &view);
        assert_int_equal(r3d_scene_view_project(&view, &c.raster, &origin, &at), R3D_OK);
        if (abs(at.x - WIDTH / 2) > 3 || abs(at.y - HEIGHT / 2) > 3) {
            fail_msg("(%d,%d,%d) lands at (%d,%d)", (int)dx, (int)dy, (int)dz, (int)at.x,
                     (int)at.y);
        }
        assert_int_equal(at.depth, 0);
    }
    canvas_free(&c);
}

static void signs_are_those_of_the_header(void **state)
{
    (void)state;
    static const struct {
        r3d_vec3i target;
        int32_t yaw;
        int32_t pitch;
    } cases[] = {{{0, 0, 900}, 0, 0},     {{-900, 0, 0}, 512, 0},  {{0, 0, -900}, 1024, 0},
                 {{900, 0, 0}, 1536, 0},  {{0, 900, 0}, 0, 512},   {{0, -900, 0}, 0, 1536},
                 {{0, 900, 900}, 0, 256}, {{-900, 0, 900}, 256, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        r3d_camera camera = {{0, 0, 0}, 9, 0};
        assert_int_equal(r3d_camera_look_at(&camera, &cases[i].target), R3D_OK);
        assert_int_equal(camera.yaw_a11, cases[i].yaw);
        assert_int_equal(camera.pitch_a11, cases[i].pitch);
    }
    /* A positive yaw of the model turns its far side to the right; y is down. */
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    const r3d_scene_view view = {512, 0, 0, {0, 0, 600}, 0, false};
    const r3d_vec3i far_side = {0, 10, 100};
    r3d_screen_vertex at;
    assert_int_equal(r3d_scene_view_project(&view, &c.raster, &far_side, &at), R3D_OK);
    assert_true(at.x > WIDTH / 2 + 50 && at.y > HEIGHT / 2);
    canvas_free(&c);
}

static void what_cannot_be_looked_at_is_refused(void **state)
{
    (void)state;
    static const r3d_vec3i targets[] = {
        {5, 6, 7}, {5 + R3D_CAMERA_REACH_MAX + 1, 6, 7}, {5, 6, INT32_MIN}};
    for (size_t i = 0; i < 3; i++) {
        r3d_camera camera = {{5, 6, 7}, 11, 12};
        assert_int_equal(r3d_camera_look_at(&camera, &targets[i]), R3D_ERR_RANGE);
        assert_int_equal(camera.pitch_a11, 11);
        assert_int_equal(camera.yaw_a11, 12);
    }
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    const r3d_scene_view view = {0, 0, 0, {0, 0, 100}, 0, false};
    const r3d_vec3i behind = {0, 0, -51};
    r3d_screen_vertex at;
    assert_int_equal(r3d_scene_view_project(&view, &c.raster, &behind, &at), R3D_ERR_RANGE);
    assert_int_equal(at.x, R3D_DRAW_NEAR_X);
    canvas_free(&c);
}

static void points_are_projected_as_vertices_are(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    seed.state = 5;
    for (int i = 0; i < 200; i++) {
        r3d_mesh *mesh = random_mesh(5, 100);
        r3d_mesh_view whole;
        r3d_mesh_get_view(mesh, &whole);
        const r3d_scene_view view = {between(0, 2047),
                                     between(0, 200),
                                     between(-300, 300),
                                     {between(-50, 50), between(-50, 50), between(500, 900)},
                                     0,
                                     false};
        r3d_draw_report report;
        assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, &report), R3D_OK);
        for (int32_t v = 0; v < whole.vertex_count && report.outcome == R3D_DRAW_DONE; v++) {
            const r3d_vec3i point = {whole.x[v], whole.y[v], whole.z[v]};
            r3d_screen_vertex drawn;
            r3d_screen_vertex told;
            assert_int_equal(r3d_draw_context_get_vertex(context, v, &drawn), R3D_OK);
            (void)r3d_scene_view_project(&view, &c.raster, &point, &told);
            assert_int_equal(told.x, drawn.x);
            assert_int_equal(told.depth, drawn.depth);
            assert_true(told.x == R3D_DRAW_NEAR_X || told.y == drawn.y);
        }
        r3d_mesh_destroy(mesh);
    }
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

/* ---- fitting ---- */

/* Fits, draws, and looks at where the vertices came out and which pixels were written. */
static void assert_fits(canvas *c, r3d_draw_context *context, r3d_mesh *mesh, int32_t margin)
{
    r3d_scene_view view = {
        between(0, 2047), between(0, 2047), between(0, 2047), {9, 9, 9}, 3, true};
    const r3d_scene_view before = view;
    const bool looks_down = view.camera_pitch_a11 <= 512;
    const r3d_result fitted = r3d_scene_view_fit(&view, mesh, &c->raster, margin);
    if (fitted == R3D_ERR_RANGE && !looks_down) {
        return; /* the original culls it wherever it stands */
    }
    if (fitted != R3D_OK) {
        r3d_mesh_view m;
        r3d_mesh_get_view(mesh, &m);
        fail_msg("%s: yaw %d pitch %d yaw %d margin %d, radius %d up %d", r3d_result_string(fitted),
                 (int)view.yaw_a11, (int)view.camera_pitch_a11, (int)view.camera_yaw_a11,
                 (int)margin, (int)m.bounds.radius, (int)m.bounds.up);
    }
    assert_int_equal(view.yaw_a11, before.yaw_a11);
    assert_int_equal(view.id, 3);
    r3d_draw_report report;
    r3d_surface_erase(&c->surface);
    assert_int_equal(r3d_draw_model_in_scene(context, &c->raster, mesh, &view, &report), R3D_OK);
    assert_int_equal(report.outcome, R3D_DRAW_DONE);
    r3d_mesh_view whole;
    r3d_mesh_get_view(mesh, &whole);
    int32_t box[4] = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    bool near = false;
    for (int32_t v = 0; v < whole.vertex_count; v++) {
        r3d_screen_vertex at;
        assert_int_equal(r3d_draw_context_get_vertex(context, v, &at), R3D_OK);
        assert_true(at.x >= margin && at.x < WIDTH - margin);
        assert_true(at.y >= margin && at.y < HEIGHT - margin);
        box[0] = at.x < box[0] ? at.x : box[0];
        box[1] = at.y < box[1] ? at.y : box[1];
        box[2] = at.x > box[2] ? at.x : box[2];
        box[3] = at.y > box[3] ? at.y : box[3];
        near = near || at.depth + view.position.z < 80;
    }
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            const bool inside =
                x >= margin && x < WIDTH - margin && y >= margin && y < HEIGHT - margin;
            assert_true(inside || c->pixels[y * WIDTH + x] == 0);
        }
    }
    /* As large as can be: it fills the frame one way or the other, unless the near plane stops it. */
    const int32_t wide = box[2] - box[0] + 1;
    const int32_t high = box[3] - box[1] + 1;
    if (looks_down && wide * 100 < (WIDTH - 2 * margin) * 90 &&
        high * 100 < (HEIGHT - 2 * margin) * 90) {
        fail_msg("only %d x %d of %d x %d (margin %d)", (int)wide, (int)high, WIDTH, HEIGHT,
                 (int)margin);
    }
}

static void a_fitted_model_is_whole_and_large(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    seed.state = 2024;
    for (int i = 0; i < 400; i++) {
        r3d_mesh *mesh = random_mesh(between(2, 12), between(60, 350));
        assert_fits(&c, context, mesh, between(0, 30));
        r3d_mesh_destroy(mesh);
    }
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

static void what_cannot_be_fitted_is_told(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    seed.state = 3;
    const r3d_scene_view before = {1, 2, 3, {4, 5, 6}, 7, true};
    r3d_scene_view view = before;
    r3d_mesh *mesh = random_mesh(4, 100);
    r3d_mesh *large = random_mesh(4, 4000);
    r3d_mesh *larger = random_mesh(4, 9000);
    arrays none = arrays_make(0, 0, 0);
    r3d_mesh *empty = arrays_create(&none);
    assert_int_equal(r3d_scene_view_fit(&view, large, &c.raster, 0), R3D_ERR_RANGE);
    assert_int_equal(r3d_scene_view_fit(&view, larger, &c.raster, 0), R3D_ERR_RANGE);
    assert_int_equal(r3d_scene_view_fit(&view, empty, &c.raster, 0), R3D_ERR_STATE);
    assert_int_equal(r3d_scene_view_fit(&view, mesh, &c.raster, 100), R3D_ERR_RANGE);
    assert_int_equal(r3d_scene_view_fit(&view, mesh, &c.raster, -1), R3D_ERR_RANGE);
    assert_memory_equal(&view, &before, sizeof view);
    arrays_free(&none);
    r3d_mesh_destroy(empty);
    r3d_mesh_destroy(larger);
    r3d_mesh_destroy(large);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static void a_fitted_icon_is_whole(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, R3D_ICON_SIZE, R3D_ICON_SIZE);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    seed.state = 31;
    int large = 0;
    enum { TRIES = 300 };
    for (int i = 0; i < TRIES; i++) {
        r3d_mesh *mesh = random_mesh(between(2, 10), between(30, 200));
        const int32_t margin = between(0, 3);
        r3d_icon_look look = {0, between(0, 2047), between(0, 2047), between(0, 2047), 0, 0};
        r3d_icon_view view;
        const r3d_result fitted = r3d_icon_look_fit(&look, mesh, margin);
        if (fitted == R3D_ERR_RANGE && abs(look.pitch_a11 % 1024 - 256) < 60) {
            r3d_mesh_destroy(mesh); /* no offset moves it there */
            continue;
        }
        if (fitted != R3D_OK) {
            fail_msg("pitch %d, margin %d", (int)look.pitch_a11, (int)margin);
        }
        r3d_icon_get_view(&look, mesh, &view);
        assert_int_equal(r3d_draw_model(context, &c.raster, mesh, &view, NULL), R3D_OK);
        r3d_mesh_view whole;
        r3d_mesh_get_view(mesh, &whole);
        int32_t box[4] = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
        for (int32_t v = 0; v < whole.vertex_count; v++) {
            r3d_screen_vertex at;
            assert_int_equal(r3d_draw_context_get_vertex(context, v, &at), R3D_OK);
            assert_true(at.x >= margin && at.x < R3D_ICON_SIZE - margin);
            assert_true(at.y >= margin && at.y < R3D_ICON_SIZE - margin);
            box[0] = at.x < box[0] ? at.x : box[0];
            box[1] = at.y < box[1] ? at.y : box[1];
            box[2] = at.x > box[2] ? at.x : box[2];
            box[3] = at.y > box[3] ? at.y : box[3];
        }
        const int32_t side = box[2] - box[0] > box[3] - box[1] ? box[2] - box[0] : box[3] - box[1];
        large += side + 1 >= (R3D_ICON_SIZE - 2 * margin) * 3 / 4 ? 1 : 0;
        r3d_mesh_destroy(mesh);
    }
    if (large < TRIES * 8 / 10) {
        fail_msg("only %d of %d icons are filled", large, TRIES);
    }
    r3d_mesh *mesh = random_mesh(3, 100);
    r3d_icon_look look = {5, 0, 0, 0, 6, 7};
    assert_int_equal(r3d_icon_look_fit(&look, mesh, 16), R3D_ERR_RANGE);
    assert_int_equal(look.zoom, 5);
    r3d_mesh_destroy(mesh);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

/* ---- the face that is seen ---- */

/* Which face wrote each pixel last, found by drawing the faces one after the other. */
typedef struct owner_plane {
    canvas *c;
    int32_t id;
    int32_t face;
    bool has_face;
    uint32_t before[WIDTH * HEIGHT];
    int32_t ids[WIDTH * HEIGHT];
    int32_t faces[WIDTH * HEIGHT];
} owner_plane;

static void note_written(owner_plane *o)
{
    for (int i = 0; i < WIDTH * HEIGHT && o->has_face; i++) {
        if (o->c->pixels[i] >> 24 != 0) {
            o->ids[i] = o->id;
            o->faces[i] = o->face;
            o->c->pixels[i] &= 0xFFFFFFu;
        }
    }
}

static void begin_face(int32_t face, int32_t bucket, void *user)
{
    owner_plane *o = user;
    (void)bucket;
    note_written(o);
    o->face = face;
    o->has_face = true;
}

static r3d_scene_view random_view(int32_t id)
{
    const r3d_scene_view view = {between(0, 2047),
                                 between(0, 300),
                                 between(-100, 100),
                                 {between(-80, 80), between(-40, 120), between(150, 700)},
                                 id,
                                 false};
    return view;
}

static void the_seen_face_is_that_of_the_owner_plane(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    static owner_plane o;
    o.c = &c;
    seed.state = 99;
    int seen_count = 0;
    for (int frame = 0; frame < 40; frame++) {
        r3d_mesh *meshes[3];
        r3d_scene_view views[3];
        memset(o.faces, -1, sizeof o.faces);
        memset(o.ids, 0, sizeof o.ids);
        r3d_surface_erase(&c.surface);
        const r3d_draw_observer observer = {begin_face, NULL, &o};
        r3d_draw_context_watch_nothing(context);
        r3d_draw_context_set_observer(context, &observer);
        for (int i = 0; i < 3; i++) {
            meshes[i] = random_mesh(30, 120);
            views[i] = random_view(i + 1);
            o.id = i + 1;
            o.has_face = false;
            (void)r3d_draw_model_in_scene(context, &c.raster, meshes[i], &views[i], NULL);
            note_written(&o);
        }
        r3d_draw_context_set_observer(context, NULL);
        for (int probe = 0; probe < 40; probe++) {
            const int32_t x = between(WIDTH / 5, WIDTH * 4 / 5);
            const int32_t y = between(0, HEIGHT - 1);
            r3d_draw_seen seen = {-7, -7};
            r3d_surface_clear(&c.surface, 0x102030);
            r3d_draw_context_watch_pixel(context, x, y);
            for (int i = 0; i < 3; i++) {
                (void)r3d_draw_model_in_scene(context, &c.raster, meshes[i], &views[i], NULL);
            }
            const bool found = r3d_draw_context_get_seen(context, &seen);
            const int32_t face = o.faces[y * WIDTH + x];
            assert_int_equal(found, face >= 0);
            assert_int_equal(seen.face, found ? face : -7);
            assert_int_equal(seen.id, found ? o.ids[y * WIDTH + x] : -7);
            assert_int_equal(c.pixels[y * WIDTH + x] >> 24, 255);
            seen_count += found;
        }
        for (int i = 0; i < 3; i++) {
            r3d_mesh_destroy(meshes[i]);
        }
    }
    if (seen_count < 200) {
        fail_msg("only %d pixels show a face", seen_count);
    }
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

static void watching_changes_no_pixel(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    seed.state = 12;
    for (int i = 0; i < 60; i++) {
        r3d_mesh *mesh = random_mesh(40, 120);
        const r3d_scene_view view = random_view(1);
        uint32_t crc[2];
        for (int watched = 0; watched < 2; watched++) {
            r3d_surface_erase(&c.surface);
            r3d_draw_context_watch_nothing(context);
            if (watched != 0) {
                r3d_draw_context_watch_pixel(context, i % 7 == 0 ? -1 : WIDTH / 2, HEIGHT / 2);
            }
            (void)r3d_draw_model_in_scene(context, &c.raster, mesh, &view, NULL);
            crc[watched] = canvas_crc(&c);
        }
        assert_int_equal(crc[0], crc[1]);
        r3d_mesh_destroy(mesh);
    }
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

static void frames_that_are_drawn_later_cannot_be_watched(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    seed.state = 8;
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_mesh *mesh = random_mesh(4, 100);
    const r3d_scene_view view = {0, 0, 0, {0, 50, 500}, 1, false};
    r3d_bands *bands = NULL;
    r3d_raster later;
    assert_int_equal(r3d_bands_create(NULL, 100, &bands), R3D_OK);
    assert_int_equal(r3d_bands_begin(bands, &c.raster, 1, NULL, NULL, &later), R3D_OK);
    r3d_draw_context_watch_pixel(context, 1, 1);
    assert_int_equal(r3d_draw_model_in_scene(context, &later, mesh, &view, NULL), R3D_ERR_STATE);
    r3d_draw_context_watch_nothing(context);
    assert_int_equal(r3d_draw_model_in_scene(context, &later, mesh, &view, NULL), R3D_OK);
    assert_int_equal(r3d_bands_end(bands), R3D_OK);
    r3d_bands_destroy(bands);
    r3d_mesh_destroy(mesh);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

/* ---- what is not drawn is told ---- */

static void a_culled_model_is_counted_and_the_side_is_told(void **state)
{
    (void)state;
    static const struct {
        r3d_vec3i position;
        r3d_cull cull;
        const char *name;
    } cases[] = {
        {{0, 0, 600}, R3D_CULL_NONE, "none"},     {{0, 0, -600}, R3D_CULL_NEAR, "near"},
        {{0, 0, 3500}, R3D_CULL_FAR, "far"},      {{-900, 0, 600}, R3D_CULL_LEFT, "left"},
        {{900, 0, 600}, R3D_CULL_RIGHT, "right"}, {{0, -900, 600}, R3D_CULL_ABOVE, "above"},
        {{0, 900, 600}, R3D_CULL_BELOW, "below"}};
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_mesh *mesh = make_front_faces(3, 0);
    light_standard(mesh);
    r3d_draw_counts counts;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const r3d_scene_view view = {0, 0, 0, cases[i].position, 0, false};
        assert_int_equal(r3d_scene_view_get_cull(&view, mesh, &c.raster), cases[i].cull);
        assert_string_equal(r3d_cull_name(cases[i].cull), cases[i].name);
        assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, NULL), R3D_OK);
        r3d_draw_context_get_counts(context, &counts);
        assert_int_equal(counts.models, i + 1);
        assert_int_equal(counts.culled, i);
    }
    assert_int_equal(counts.faces_drawn, 3);
    assert_int_equal(counts.empty, 0);
    /* From behind no face is drawn: no error, no culling, but a count. */
    const r3d_scene_view behind = {1024, 0, 0, {0, 0, 600}, 0, false};
    assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &behind, NULL), R3D_OK);
    r3d_draw_context_get_counts(context, &counts);
    assert_int_equal(counts.empty, 1);
    r3d_draw_context_clear_counts(context);
    r3d_draw_context_get_counts(context, &counts);
    assert_int_equal(counts.models + counts.culled + counts.empty + counts.faces_drawn, 0);
    assert_string_equal(r3d_cull_name((r3d_cull)99), "?");
    r3d_mesh_destroy(mesh);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

static void labels_that_are_grouped_after_lighting_are_told(void **state)
{
    (void)state;
    arrays a = arrays_make(3, 1, 0);
    int32_t labels[3] = {0, 0, 1};
    arrays_set_vertex(&a, 1, 10, 0, 0);
    arrays_set_vertex(&a, 2, 0, 10, 0);
    arrays_set_face(&a, 0, 0, 1, 2, 900);
    r3d_mesh *unlabelled = arrays_create(&a);
    a.desc.vertex_labels = labels;
    r3d_mesh *mesh = arrays_create(&a);
    r3d_mesh *right = arrays_create(&a);
    assert_int_equal(r3d_mesh_group_labels(right), R3D_OK);
    light_standard(right);
    assert_int_equal(r3d_mesh_group_labels(right), R3D_OK);
    light_standard(mesh);
    assert_int_equal(r3d_mesh_group_labels(mesh), R3D_ERR_STATE);
    r3d_mesh *copy = NULL;
    assert_int_equal(r3d_mesh_copy(mesh, &copy), R3D_OK);
    assert_int_equal(r3d_mesh_group_labels(copy), R3D_ERR_STATE);
    assert_int_equal(r3d_mesh_reset(copy, right), R3D_OK);
    assert_int_equal(r3d_mesh_group_labels(copy), R3D_OK);
    light_standard(unlabelled);
    assert_int_equal(r3d_mesh_group_labels(unlabelled), R3D_OK); /* it never had any */
    r3d_mesh_destroy(copy);
    r3d_mesh_destroy(unlabelled);
    r3d_mesh_destroy(right);
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_lands_in_the_middle),
        cmocka_unit_test(signs_are_those_of_the_header),
        cmocka_unit_test(what_cannot_be_looked_at_is_refused),
        cmocka_unit_test(points_are_projected_as_vertices_are),
        cmocka_unit_test(a_fitted_model_is_whole_and_large),
        cmocka_unit_test(what_cannot_be_fitted_is_told),
        cmocka_unit_test(a_fitted_icon_is_whole),
        cmocka_unit_test(the_seen_face_is_that_of_the_owner_plane),
        cmocka_unit_test(watching_changes_no_pixel),
        cmocka_unit_test(frames_that_are_drawn_later_cannot_be_watched),
        cmocka_unit_test(a_culled_model_is_counted_and_the_side_is_told),
        cmocka_unit_test(labels_that_are_grouped_after_lighting_are_told),
    };
    return cmocka_run_group_tests_name("camera", tests, NULL, NULL);
}
