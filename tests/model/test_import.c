/* SPDX-License-Identifier: MIT */
/* retro3d import on every shared model: the drawn silhouette against rays cast at the same
 * triangles, and which side of them the rays hit first. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/models.h>

#include "support.h"

enum { RIM = 3, SIZE = 768, YAWS = 4, PITCHES = 2, DISTANCE_PERCENT = 120 };

#define DATA R3D_TEST_SOURCE_DIR "/golden/data/kenney/"
#define OUT R3D_TEST_BINARY_DIR "/import_out"

static const char *const models[] = {
    "city/building-small-a",
    "city/building-small-b",
    "city/building-small-d",
    "city/grass-trees",
    "city/grass-trees-tall",
    "city/pavement",
    "city/pavement-fountain",
    "city/road-straight",
    "city/road-straight-lightposts",
    "platformer/block-coin",
    "platformer/brick",
    "platformer/character",
    "platformer/cloud",
    "platformer/coin",
    "platformer/flag",
    "platformer/grass",
    "platformer/grass-small",
    "platformer/platform",
    "platformer/platform-grass-large-round",
    "platformer/platform-large",
    "platformer/platform-medium",
};

static int run(const char *arguments)
{
    char command[8192];
    snprintf(command, sizeof command, "\"%s\" %s > \"%s.log\" 2>&1", R3D_PROGRAM, arguments, OUT);
    return system(command);
}

static r3d_mesh *import_with(const char *name, const char *options)
{
    char arguments[2048];
    r3d_mesh *mesh = NULL;
    r3d_error error;
    snprintf(arguments, sizeof arguments, "import \"%s%s.glb\" -o \"%s.mesh\" %s", DATA, name, OUT,
             options);
    if (run(arguments) != 0) {
        fail_msg("%s: import failed, see %s.log", name, OUT);
    }
    if (r3d_mesh_load_text(OUT ".mesh", false, NULL, &mesh, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    return mesh;
}

/* The triangles of a model as they are. */
static r3d_mesh *import_model(const char *name)
{
    return import_with(name, "--scale 1024 --split 0");
}

/* ---- rays ---- */

typedef struct vector {
    double x, y, z;
} vector;

static vector minus(vector a, vector b)
{
    const vector d = {a.x - b.x, a.y - b.y, a.z - b.z};
    return d;
}

static vector cross(vector a, vector b)
{
    const vector c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

static double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Where a vertex is in front of the eye. */
static vector place(const r3d_mesh_view *mesh, int32_t i, const r3d_icon_view *view)
{
    double sy = r3d_sin_a11(view->yaw_a11) / 65536.0;
    double cy = r3d_cos_a11(view->yaw_a11) / 65536.0;
    double sp = r3d_sin_a11(view->eye_pitch_a11) / 65536.0;
    double cp = r3d_cos_a11(view->eye_pitch_a11) / 65536.0;
    double x = mesh->z[i] * sy + mesh->x[i] * cy + view->eye.x;
    double y = mesh->y[i] + view->eye.y;
    double z = mesh->z[i] * cy - mesh->x[i] * sy + view->eye.z;
    const vector v = {x, y * cp - z * sp, y * sp + z * cp};
    return v;
}

/* What the ray of each pixel hits first. */
typedef struct ray_picture {
    float distance[SIZE * SIZE]; /* 0: nothing */
    bool front[SIZE * SIZE];     /* the side that the triangle shows */
    int32_t face[SIZE * SIZE];   /* which triangle */
} ray_picture;

/* Where a pixel is sampled in one direction. The projection truncates toward the centre, on average
 * by half a pixel; the fills then sample a row at its upper edge and a column at its right edge
 * (docs/rounding.md). */
static double sample(int pixel)
{
    return pixel + (pixel < SIZE / 2 ? -0.5 : 0.5);
}

static void cast_at(ray_picture *rays, int32_t face, vector a, vector b, vector c)
{
    vector e = minus(b, a);
    vector f = minus(c, a);
    vector normal = cross(e, f);
    double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;
    const vector corners[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        double sx = corners[i].x / corners[i].z * 512 + SIZE / 2;
        double sy = corners[i].y / corners[i].z * 512 + SIZE / 2;
        low_x = fmin(low_x, sx);
        high_x = fmax(high_x, sx);
        low_y = fmin(low_y, sy);
        high_y = fmax(high_y, sy);
    }
    for (int y = (int)fmax(low_y - 3, 0); y < SIZE && y <= high_y + 3; y++) {
        for (int x = (int)fmax(low_x - 3, 0); x < SIZE && x <= high_x + 3; x++) {
            const vector ray = {(sample(x) + 1 - SIZE / 2) / 512, (sample(y) - SIZE / 2) / 512, 1};
            vector p = cross(ray, f);
            double determinant = dot(e, p);
            if (fabs(determinant) < 1e-9) {
                continue;
            }
            vector t = {-a.x, -a.y, -a.z};
            double u = dot(t, p) / determinant;
            vector q = cross(t, e);
            double v = dot(ray, q) / determinant;
            double distance = dot(f, q) / determinant;
            if (u < 0 || v < 0 || u + v > 1 || distance <= 0) {
                continue;
            }
            int i = y * SIZE + x;
            bool front = dot(normal, ray) < 0; /* outward means toward the eye */
            double known = (double)rays->distance[i];
            if (known == 0 || distance < known * 0.999999) {
                rays->distance[i] = (float)distance;
                rays->front[i] = front;
                rays->face[i] = face;
            } else if (distance < known * 1.000001) { /* a face and its back: one of them shows */
                rays->front[i] = rays->front[i] || front;
                rays->face[i] = front ? face : rays->face[i];
            }
        }
    }
}

static void cast_rays(const r3d_mesh_view *mesh, const r3d_icon_view *view, ray_picture *rays)
{
    memset(rays, 0, sizeof *rays);
    for (int32_t i = 0; i < mesh->face_count; i++) {
        const int32_t *corner = mesh->corners + i * 3;
        cast_at(rays, i, place(mesh, corner[0], view), place(mesh, corner[1], view),
                place(mesh, corner[2], view));
    }
}

/* A distance from which the whole model is in the picture. */
static r3d_icon_view view_of(const r3d_bounds *bounds, int32_t yaw, int32_t pitch)
{
    double half = (bounds->up + bounds->down) / 2.0;
    double sphere = sqrt((double)bounds->radius * bounds->radius + half * half);
    double distance = sphere * 512 / (SIZE / 2) * DISTANCE_PERCENT / 100;
    r3d_icon_view view = {0, yaw, 0, pitch, {0, 0, 0}};
    view.eye.y =
        (int32_t)(distance * r3d_sin_a11(pitch) / 65536.0) + (bounds->up - bounds->down) / 2;
    view.eye.z = (int32_t)(distance * r3d_cos_a11(pitch) / 65536.0);
    return view;
}

/* Totals over all views of a model. */
typedef struct totals {
    long pixels;
    long different;
    long hits;
    long backs;
    long cracks; /* pixels inside the silhouette that were not drawn */
    long holes;  /* 2 x 2 of them together */
} totals;

/* Whether all pixels around one are hit, so that it is no rim. */
static bool is_inside(const ray_picture *rays, int x, int y)
{
    for (int dy = -RIM; dy <= RIM; dy++) {
        for (int dx = -RIM; dx <= RIM; dx++) {
            if (x + dx < 0 || x + dx >= SIZE || y + dy < 0 || y + dy >= SIZE ||
                rays->distance[(y + dy) * SIZE + x + dx] == 0) {
                return false;
            }
        }
    }
    return true;
}

static void compare_view(r3d_draw_context *context, const canvas *c, const r3d_mesh *mesh,
                         const r3d_icon_view *view, ray_picture *rays, totals *t)
{
    r3d_mesh_view contents;
    r3d_mesh_get_view(mesh, &contents);
    memset(c->pixels, 0, SIZE * SIZE * sizeof *c->pixels);
    assert_int_equal(r3d_draw_model(context, &c->raster, mesh, view, NULL), R3D_OK);
    cast_rays(&contents, view, rays);
    for (int i = 0; i < SIZE * SIZE; i++) {
        bool drawn = c->pixels[i] >> 24 != 0;
        bool hit = rays->distance[i] != 0;
        t->pixels++;
        t->different += drawn != hit ? 1 : 0;
        if (hit && !drawn && is_inside(rays, i % SIZE, i / SIZE)) {
            /* A vertex of one face on the edge of another moves off it by rounding: a crack, one
             * pixel wide. A face that is missing or shows its back leaves more. */
            t->cracks++;
            t->holes += c->pixels[i + 1] >> 24 == 0 && c->pixels[i + SIZE] >> 24 == 0 &&
                                c->pixels[i + SIZE + 1] >> 24 == 0
                            ? 1
                            : 0;
        }
        t->hits += hit ? 1 : 0;
        t->backs += hit && !rays->front[i] ? 1 : 0;
    }
}

static void every_model_has_the_silhouette_and_the_windings_that_rays_see(void **state)
{
    (void)state;
    ray_picture *rays = malloc(sizeof *rays);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    canvas c;
    assert_non_null(rays);
    canvas_make(&c, SIZE, SIZE);
    double worst = 1;
    for (size_t m = 0; m < TEST_COUNT(models); m++) {
        r3d_mesh *mesh = import_model(models[m]);
        r3d_mesh_view view;
        totals t = {0, 0, 0, 0, 0, 0};
        light_standard(mesh);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(r3d_draw_context_reserve(context, view.vertex_count, view.face_count),
                         R3D_OK);
        for (int yaw = 0; yaw < YAWS; yaw++) {
            for (int pitch = 0; pitch < PITCHES; pitch++) {
                r3d_icon_view eye =
                    view_of(&view.bounds, 130 + yaw * 2048 / YAWS, pitch == 0 ? 100 : 260);
                compare_view(context, &c, mesh, &eye, rays, &t);
            }
        }
        double equal = 1 - (double)t.different / (double)t.pixels;
        double fronts = 1 - (double)t.backs / (double)t.hits;
        worst = equal < worst ? equal : worst;
        print_message("%-40s silhouette %.3f %%, front sides %.3f %%, cracks %ld\n", models[m],
                      equal * 100, fronts * 100, t.cracks);
        assert_true(t.hits > t.pixels / 100);
        assert_true(equal >= 0.995);
        assert_true(fronts >= 0.995);
        assert_int_equal(t.holes, 0);
        assert_true(t.cracks < t.hits / 1000);
        r3d_mesh_destroy(mesh);
    }
    print_message("the least equal silhouette: %.3f %%\n", worst * 100);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
    free(rays);
}

/* ---- the order of the faces ---- */

/* Whether a colour lies between those of the corners of a face, up to rounding. */
static bool is_of_face(const r3d_mesh_view *mesh, const r3d_palette *palette, int32_t face,
                       uint32_t rgb)
{
    bool flat = mesh->infos != NULL && (mesh->infos[face] & R3D_FACE_FLAT) != 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int least = 255;
        int most = 0;
        for (int i = 0; i < 3; i++) {
            int32_t color = mesh->lit[face * 3 + (flat ? 0 : i)];
            int channel = (int)(palette->rgb[color] >> shift & 0xFF);
            least = channel < least ? channel : least;
            most = channel > most ? channel : most;
        }
        int channel = (int)(rgb >> shift & 0xFF);
        if (channel < least - 12 || channel > most + 12) {
            return false;
        }
    }
    return true;
}

/* The share of pixels that show none of the faces which are in front there or beside it. */
static double wrong_order(r3d_draw_context *context, const canvas *c, r3d_mesh *mesh,
                          ray_picture *rays)
{
    r3d_mesh_view contents;
    long inside = 0;
    long wrong = 0;
    light_standard(mesh);
    r3d_mesh_get_view(mesh, &contents);
    assert_int_equal(r3d_draw_context_reserve(context, contents.vertex_count, contents.face_count),
                     R3D_OK);
    for (int yaw = 0; yaw < YAWS; yaw++) {
        r3d_icon_view view = view_of(&contents.bounds, 200 + yaw * 2048 / YAWS, 170);
        memset(c->pixels, 0, SIZE * SIZE * sizeof *c->pixels);
        assert_int_equal(r3d_draw_model(context, &c->raster, mesh, &view, NULL), R3D_OK);
        cast_rays(&contents, &view, rays);
        for (int i = 0; i < SIZE * SIZE; i++) {
            if (c->pixels[i] >> 24 == 0 || !is_inside(rays, i % SIZE, i / SIZE)) {
                continue;
            }
            bool found = false;
            for (int k = 0; k < 25 && !found; k++) {
                int near = i + (k / 5 - 2) * SIZE + k % 5 - 2;
                found = is_of_face(&contents, c->raster.palette, rays->face[near], c->pixels[i]);
            }
            inside++;
            wrong += found ? 0 : 1;
        }
    }
    return (double)wrong / (double)inside;
}

static void default_pictures_show_the_faces_that_are_in_front(void **state)
{
    (void)state;
    ray_picture *rays = malloc(sizeof *rays);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    canvas c;
    assert_non_null(rays);
    canvas_make(&c, SIZE, SIZE);
    for (size_t m = 0; m < TEST_COUNT(models); m++) {
        r3d_mesh *mesh = import_with(models[m], "");
        r3d_mesh_view view;
        r3d_mesh_get_view(mesh, &view);
        double wrong = wrong_order(context, &c, mesh, rays);
        print_message("%-40s %ld faces, %.3f %% in a wrong order\n", models[m],
                      (long)view.face_count, wrong * 100);
        assert_true(view.face_count <= 4096 && view.vertex_count <= 4096);
        assert_true(wrong < 0.02);
        r3d_mesh_destroy(mesh);
    }
    /* what would be wrong otherwise is seen by this test */
    r3d_mesh *brick = import_with("platformer/brick", "--split 0");
    r3d_mesh *character = import_with("platformer/character", "--split 0");
    assert_true(wrong_order(context, &c, brick, rays) > 0.1);
    assert_true(wrong_order(context, &c, character, rays) > 0.02);
    r3d_mesh_destroy(brick);
    r3d_mesh_destroy(character);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
    free(rays);
}

static void cutting_edges_keeps_the_silhouette(void **state)
{
    (void)state;
    char arguments[2048];
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    canvas c;
    canvas_make(&c, SIZE, SIZE);
    snprintf(arguments, sizeof arguments,
             "import \"%splatformer/character.glb\" -o \"%s-cut.mesh\" --scale 1024 --split 80",
             DATA, OUT);
    assert_int_equal(run(arguments), 0);
    r3d_mesh *whole = import_model("platformer/character");
    r3d_mesh *cut = NULL;
    assert_int_equal(r3d_mesh_load_text(OUT "-cut.mesh", false, NULL, &cut, NULL), R3D_OK);
    light_standard(whole);
    light_standard(cut);
    r3d_mesh_view v;
    r3d_mesh_get_view(cut, &v);
    assert_true(v.face_count > 2000);
    for (int32_t i = 0; i < v.face_count * 3; i++) { /* no edge is longer than was asked */
        int32_t a = v.corners[i];
        int32_t b = v.corners[i % 3 == 2 ? i - 2 : i + 1];
        double dx = v.x[a] - v.x[b];
        double dy = v.y[a] - v.y[b];
        double dz = v.z[a] - v.z[b];
        assert_true(sqrt(dx * dx + dy * dy + dz * dz) <= 80);
    }
    assert_int_equal(r3d_draw_context_reserve(context, v.vertex_count, v.face_count), R3D_OK);
    r3d_icon_view eye = view_of(&v.bounds, 200, 170);
    uint8_t *first = malloc(SIZE * SIZE);
    assert_non_null(first);
    assert_int_equal(r3d_draw_model(context, &c.raster, whole, &eye, NULL), R3D_OK);
    for (int i = 0; i < SIZE * SIZE; i++) {
        first[i] = (uint8_t)(c.pixels[i] >> 24);
    }
    memset(c.pixels, 0, SIZE * SIZE * sizeof *c.pixels);
    assert_int_equal(r3d_draw_model(context, &c.raster, cut, &eye, NULL), R3D_OK);
    int different = 0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        different += first[i] != (uint8_t)(c.pixels[i] >> 24) ? 1 : 0;
    }
    assert_true(different < SIZE * SIZE / 200);
    free(first);
    r3d_mesh_destroy(whole);
    r3d_mesh_destroy(cut);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

static void the_character_has_labels_masks_and_its_animations(void **state)
{
    (void)state;
    char arguments[2048];
    r3d_mesh *mesh = NULL;
    r3d_mesh *pose = NULL;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    r3d_error error;
    snprintf(arguments, sizeof arguments,
             "import \"%splatformer/character.glb\" -o \"%s.mesh\" --skel \"%s.skel\" --anim "
             "\"%s.anim\"",
             DATA, OUT, OUT, OUT);
    assert_int_equal(run(arguments), 0);
    assert_int_equal(r3d_mesh_load_text(OUT ".mesh", false, NULL, &mesh, &error), R3D_OK);
    assert_int_equal(r3d_skeleton_load_text(OUT ".skel", NULL, &skeleton, &error), R3D_OK);
    assert_int_equal(
        r3d_animation_load_text(OUT ".anim", &skeleton.skeleton, NULL, &animation, &error), R3D_OK);
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    bool used[7] = {false};
    for (int32_t i = 0; i < view.vertex_count; i++) {
        assert_in_range(view.vertex_labels[i], 1, 6);
        used[view.vertex_labels[i]] = true;
    }
    for (int label = 1; label <= 6; label++) {
        assert_true(used[label]);
    }
    assert_non_null(r3d_animation_find_mask(&animation, "leg-left"));
    const char *names[] = {"static", "idle", "walk", "jump"};
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        assert_non_null(r3d_animation_find_sequence(&animation, names[i]));
    }
    /* Parts are rigid: a pose keeps the distance of two vertices of a part, up to rounding. */
    assert_int_equal(r3d_mesh_group_labels(mesh), R3D_OK);
    assert_int_equal(r3d_mesh_copy(mesh, &pose), R3D_OK);
    const r3d_named_sequence *walk = r3d_animation_find_sequence(&animation, "walk");
    double farthest = 0;
    for (int32_t f = 0; f < walk->frame_count; f++) {
        const r3d_frame *frame = r3d_animation_find_frame(&animation, walk->frame_ids[f]);
        assert_non_null(frame);
        assert_int_equal(r3d_mesh_reset(pose, mesh), R3D_OK);
        assert_int_equal(r3d_mesh_apply_frame(pose, frame), R3D_OK);
        r3d_mesh_view posed;
        r3d_mesh_get_view(pose, &posed);
        r3d_mesh_get_view(mesh, &view);
        for (int32_t i = 0; i < view.face_count; i++) {
            int32_t a = view.corners[i * 3];
            int32_t b = view.corners[i * 3 + 1];
            double before =
                hypot(hypot(view.x[a] - view.x[b], view.y[a] - view.y[b]), view.z[a] - view.z[b]);
            double after = hypot(hypot(posed.x[a] - posed.x[b], posed.y[a] - posed.y[b]),
                                 posed.z[a] - posed.z[b]);
            assert_true(fabs(before - after) < 3.5);
            farthest = fmax(farthest, fabs((double)(posed.z[a] - view.z[a])));
        }
    }
    assert_true(farthest > 10); /* it does walk */
    r3d_mesh_destroy(mesh);
    r3d_mesh_destroy(pose);
    r3d_animation_free(&animation);
    r3d_loaded_skeleton_free(&skeleton);
}

static bool is_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL;
}

static void outputs_are_written_together_or_not_at_all(void **state)
{
    (void)state;
    char arguments[2048];
    remove(OUT "-no.mesh");
    remove(OUT "-no.skel");
    snprintf(arguments, sizeof arguments,
             "import \"%splatformer/character.glb\" -o \"%s-no.mesh\" --skel /no/such/place.skel",
             DATA, OUT);
    assert_int_equal(run(arguments) / 256, 6);
    assert_false(is_file(OUT "-no.mesh"));
    snprintf(arguments, sizeof arguments,
             "import \"%splatformer/character.glb\" -o \"%s-no.mesh\" --skel \"%s-no.skel\" "
             "--anim /no/such/place.anim",
             DATA, OUT, OUT);
    assert_int_equal(run(arguments) / 256, 6);
    assert_false(is_file(OUT "-no.mesh"));
    assert_false(is_file(OUT "-no.skel"));
    snprintf(arguments, sizeof arguments, "import \"%splatformer/coin.glb\" -o -", DATA);
    assert_int_equal(run(arguments) / 256, 2);
}

static void a_missing_material_file_is_told(void **state)
{
    (void)state;
    static const char text[] = "mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
    static const char material[] = "newmtl red\nKd 1 0 0\n";
    void *log = NULL;
    size_t size = 0;
    remove(R3D_TEST_BINARY_DIR "/none.mtl");
    assert_int_equal(r3d_file_write(OUT ".obj", text, sizeof text - 1, NULL), R3D_OK);
    assert_int_equal(run("import \"" OUT ".obj\" -o \"" OUT "-obj.mesh\""), 0);
    assert_int_equal(r3d_file_read(OUT ".log", 0, NULL, &log, &size, NULL), R3D_OK);
    assert_non_null(strstr(log, "none.mtl"));
    free(log);
    assert_int_equal(
        r3d_file_write(R3D_TEST_BINARY_DIR "/none.mtl", material, sizeof material - 1, NULL),
        R3D_OK);
    assert_int_equal(run("import \"" OUT ".obj\" -o \"" OUT "-obj.mesh\""), 0);
    assert_int_equal(r3d_file_read(OUT ".log", 0, NULL, &log, &size, NULL), R3D_OK);
    assert_null(strstr(log, "none.mtl"));
    free(log);
    remove(R3D_TEST_BINARY_DIR "/none.mtl");
}

static void wrong_models_and_options_are_refused(void **state)
{
    (void)state;
    char arguments[2048];
    assert_int_not_equal(run("import"), 0);
    assert_int_not_equal(run("import none.glb -o \"" OUT "-no.mesh\""), 0);
    assert_int_not_equal(run("import \"" DATA "LICENSE.txt\" -o \"" OUT "-no.mesh\""), 0);
    snprintf(arguments, sizeof arguments,
             "import \"%splatformer/coin.glb\" -o \"%s-no.mesh\" --anim \"%s.anim\"", DATA, OUT,
             OUT);
    assert_int_not_equal(run(arguments), 0); /* frames without a skeleton */
    assert_null(fopen(OUT "-no.mesh", "rb"));
    snprintf(arguments, sizeof arguments,
             "import \"%splatformer/coin.glb\" -o \"%s-no.mesh\" --split ", DATA, OUT);
    static const char *const splits[] = {"1", "-1", "auot", "1000001", ""};
    for (size_t i = 0; i < TEST_COUNT(splits); i++) {
        char whole[4096];
        snprintf(whole, sizeof whole, "%s\"%s\"", arguments, splits[i]);
        assert_int_equal(run(whole) / 256, 2);
    }
    assert_null(fopen(OUT "-no.mesh", "rb"));
    assert_int_equal(run("import --help"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_has_the_silhouette_and_the_windings_that_rays_see),
        cmocka_unit_test(default_pictures_show_the_faces_that_are_in_front),
        cmocka_unit_test(cutting_edges_keeps_the_silhouette),
        cmocka_unit_test(the_character_has_labels_masks_and_its_animations),
        cmocka_unit_test(outputs_are_written_together_or_not_at_all),
        cmocka_unit_test(a_missing_material_file_is_told),
        cmocka_unit_test(wrong_models_and_options_are_refused),
    };
    return cmocka_run_group_tests_name("import", tests, NULL, NULL);
}
