/* SPDX-License-Identifier: MIT */
/* Everything that "cache extract" writes as glTF comes back: meshes byte by byte, characters with the colours
 * and the vertices that the cache's own functions give them in every step of their sequences. And what comes
 * of the glTF alone, when the file was changed and the texts in it are not believed. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

#include <retro3d/assembly.h>
#include <retro3d/cache.h>
#include <retro3d/io.h>
#include <retro3d/light.h>
#include <retro3d/models.h>
#include <retro3d/palette.h>

#define CACHE_A R3D_TEST_SOURCE_DIR "/golden/cache"
#define CACHE_B R3D_TEST_SOURCE_DIR "/golden/cache2"
#define OUT R3D_TEST_BINARY_DIR "/round_trip"

enum { PATH_SIZE = 1024, SEQUENCES = 2 };

static int run(const char *arguments)
{
    char command[4096];
    snprintf(command, sizeof command, "\"%s\" %s > \"%s.log\" 2>&1", R3D_PROGRAM, arguments, OUT);
    return system(command);
}

static void extract(const char *root, const char *kind)
{
    char arguments[2048];
    snprintf(arguments, sizeof arguments, "cache extract \"%s\" --kind %s -o \"%s\"", root, kind,
             OUT);
    assert_int_equal(run(arguments), 0);
}

static char *file_name(char *out, const char *name, long id, const char *ending)
{
    snprintf(out, PATH_SIZE, "%s/%s-%ld.%s", OUT, name, id, ending);
    return out;
}

static void import_file(const char *model, const char *options)
{
    char arguments[3072];
    snprintf(arguments, sizeof arguments,
             "import \"%s\" -o \"%s/in.mesh\" --skel \"%s/in.skel\" --anim \"%s/in.anim\" %s",
             model, OUT, OUT, OUT, options);
    if (run(arguments) != 0) {
        fail_msg("%s is not imported, see %s.log", model, OUT);
    }
}

static bool is_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL;
}

static void expect_same_bytes(const char *a, const char *b)
{
    void *data[2];
    size_t size[2];
    assert_int_equal(r3d_file_read(a, 0, NULL, &data[0], &size[0], NULL), R3D_OK);
    assert_int_equal(r3d_file_read(b, 0, NULL, &data[1], &size[1], NULL), R3D_OK);
    if (size[0] != size[1] || memcmp(data[0], data[1], size[0]) != 0) {
        fail_msg("%s and %s differ", a, b);
    }
    free(data[0]);
    free(data[1]);
}

static void every_model_comes_back_byte_by_byte(void **state)
{
    static const char *const roots[] = {CACHE_A, CACHE_B};
    int count = 0;
    (void)state;
    for (size_t r = 0; r < 2; r++) {
        char glb[PATH_SIZE];
        char mesh[PATH_SIZE];
        extract(roots[r], "gltf");
        extract(roots[r], "mesh");
        for (long id = 0; id < 200; id++) {
            if (is_file(file_name(glb, "model", id, "glb"))) {
                import_file(glb, "");
                expect_same_bytes(OUT "/in.mesh", file_name(mesh, "model", id, "mesh"));
                (void)remove(glb);
                count++;
            }
        }
    }
    print_message("%d models\n", count);
    assert_true(count > 50);
}

/* ---- characters ---- */

typedef struct imported {
    r3d_mesh *mesh;
    r3d_mesh *pose;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
} imported;

static void load(imported *in)
{
    r3d_error error;
    memset(in, 0, sizeof *in);
    if (r3d_mesh_load_text(OUT "/in.mesh", true, NULL, &in->mesh, &error) != R3D_OK ||
        r3d_skeleton_load_text(OUT "/in.skel", NULL, &in->skeleton, &error) != R3D_OK ||
        r3d_animation_load_text(OUT "/in.anim", &in->skeleton.skeleton, NULL, &in->animation,
                                &error) != R3D_OK) {
        fail_msg("%s:%ld: %s", error.file, (long)error.line, error.message);
    }
}

static void unload(imported *in)
{
    r3d_mesh_destroy(in->mesh);
    r3d_mesh_destroy(in->pose);
    r3d_animation_free(&in->animation);
    r3d_loaded_skeleton_free(&in->skeleton);
}

/* Lights as the engine lights characters. */
static void light(imported *in, const r3d_cache_npc *npc)
{
    const r3d_light light = {64 + npc->ambient, 850 + npc->contrast, {-30, -50, -30}};
    assert_int_equal(r3d_mesh_group_labels(in->mesh), R3D_OK);
    assert_int_equal(r3d_mesh_light(in->mesh, &light), R3D_OK);
    assert_int_equal(r3d_mesh_copy(in->mesh, &in->pose), R3D_OK);
}

/* The farthest that a vertex is from where the cache puts it. */
static double distance(const r3d_mesh_view *a, const r3d_mesh_view *b)
{
    double farthest = 0;
    assert_int_equal(a->vertex_count, b->vertex_count);
    for (int32_t i = 0; i < a->vertex_count; i++) {
        const double d = hypot(hypot(a->x[i] - b->x[i], a->y[i] - b->y[i]), a->z[i] - b->z[i]);
        farthest = d > farthest ? d : farthest;
    }
    return farthest;
}

static void expect_same_look(const r3d_mesh_view *a, const r3d_mesh_view *b)
{
    assert_int_equal(a->face_count, b->face_count);
    assert_memory_equal(a->corners, b->corners, (size_t)a->face_count * 3 * sizeof *a->corners);
    for (int32_t i = 0; i < a->face_count; i++) {
        const bool flat = a->infos != NULL && (a->infos[i] & 1) != 0;
        for (int k = 0; k < (flat ? 1 : 3); k++) {
            assert_int_equal(a->lit[i * 3 + k], b->lit[i * 3 + k]);
        }
    }
}

static r3d_cache *open_cache(const char *root)
{
    r3d_cache *cache = NULL;
    r3d_error error;
    if (r3d_cache_open(root, NULL, &cache, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    return cache;
}

/* Compares one sequence of a character; returns the number of steps. */
static int compare_steps(r3d_cache *cache, int32_t npc, int32_t seq, const char *name, imported *in)
{
    const r3d_named_sequence *own = r3d_animation_find_sequence(&in->animation, name);
    const r3d_sequence *sequence;
    assert_int_equal(r3d_cache_get_sequence(cache, seq, &sequence, NULL), R3D_OK);
    assert_non_null(own);
    assert_int_equal(own->frame_count, sequence->step_count);
    for (int32_t step = 0; step < sequence->step_count; step++) {
        const r3d_frame *frame = r3d_animation_find_frame(&in->animation, own->frame_ids[step]);
        r3d_cache_pose pose;
        r3d_mesh *expected = NULL;
        r3d_mesh_view views[2];
        r3d_cache_pose_init(&pose);
        pose.primary = sequence->steps[step].frame;
        assert_int_equal(r3d_cache_make_npc(cache, npc, &pose, &expected, NULL), R3D_OK);
        assert_non_null(frame);
        assert_int_equal(frame->delay, r3d_sequence_step_delay(sequence, step));
        assert_int_equal(r3d_mesh_reset(in->pose, in->mesh), R3D_OK);
        assert_int_equal(r3d_mesh_apply_frame(in->pose, frame), R3D_OK);
        r3d_mesh_get_view(expected, &views[0]);
        r3d_mesh_get_view(in->pose, &views[1]);
        const double far = distance(&views[0], &views[1]);
        if (far > 0) {
            fail_msg("npc %ld, %s, step %ld: %.2f units off", (long)npc, name, (long)step, far);
        }
        expect_same_look(&views[0], &views[1]);
        r3d_mesh_destroy(expected);
    }
    return sequence->step_count;
}

/* Without frames the mesh itself has the character's size. */
static void compare_resting(r3d_cache *cache, int32_t npc, const char *glb)
{
    char arguments[2048];
    r3d_mesh *mesh = NULL;
    r3d_mesh *expected = NULL;
    r3d_mesh_view views[2];
    snprintf(arguments, sizeof arguments, "import \"%s\" -o \"%s/in.mesh\"", glb, OUT);
    assert_int_equal(run(arguments), 0);
    assert_int_equal(r3d_mesh_load_text(OUT "/in.mesh", true, NULL, &mesh, NULL), R3D_OK);
    assert_int_equal(r3d_cache_make_npc(cache, npc, NULL, &expected, NULL), R3D_OK);
    r3d_mesh_get_view(expected, &views[0]);
    r3d_mesh_get_view(mesh, &views[1]);
    assert_true(distance(&views[0], &views[1]) <= 0);
    r3d_mesh_destroy(mesh);
    r3d_mesh_destroy(expected);
}

static void every_character_comes_back_with_its_colors_and_frames(void **state)
{
    static const char *const roots[] = {CACHE_A, CACHE_B};
    static const char *const names[SEQUENCES] = {"stand", "walk"};
    int characters = 0;
    int steps = 0;
    (void)state;
    for (size_t r = 0; r < 2; r++) {
        r3d_cache *cache = open_cache(roots[r]);
        extract(roots[r], "npc");
        for (int32_t npc = 0; npc < 50; npc++) {
            char glb[PATH_SIZE];
            const r3d_cache_npc *record;
            if (!is_file(file_name(glb, "npc", npc, "glb"))) {
                continue;
            }
            imported in;
            assert_int_equal(r3d_cache_get_npc(cache, npc, &record, NULL), R3D_OK);
            import_file(glb, "");
            load(&in);
            light(&in, record);
            const int32_t seqs[SEQUENCES] = {record->stand_seq, record->walk_seq};
            for (int s = 0; s < SEQUENCES; s++) {
                if (seqs[s] >= 0) {
                    steps += compare_steps(cache, npc, seqs[s], names[s], &in);
                }
            }
            unload(&in);
            compare_resting(cache, npc, glb);
            (void)remove(glb);
            characters++;
        }
        r3d_cache_close(cache);
    }
    print_message("%d characters, %d steps\n", characters, steps);
    assert_true(characters >= 6 && steps >= 20);
}

/* ---- the glTF alone ---- */

/* Changes a digit of the checksum. */
static void change(const char *path)
{
    void *data;
    size_t size;
    assert_int_equal(r3d_file_read(path, 0, NULL, &data, &size, NULL), R3D_OK);
    char *bytes = data;
    static const char mark[] = "\"checksum\":\"";
    size_t at = 0;
    while (memcmp(bytes + at, mark, sizeof mark - 1) != 0) {
        at++;
        assert_true(at + sizeof mark < size);
    }
    bytes[at + sizeof mark - 1] = bytes[at + sizeof mark - 1] == '0' ? '1' : '0';
    assert_int_equal(r3d_file_write(path, data, size, NULL), R3D_OK);
    free(data);
}

static void a_changed_export_is_read_as_gltf_and_that_is_told(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(CACHE_A);
    int compared = 0;
    extract(CACHE_A, "npc");
    for (int32_t npc = 0; npc < 50; npc++) {
        char glb[PATH_SIZE];
        const r3d_cache_npc *record;
        const r3d_sequence *sequence;
        r3d_mesh *expected = NULL;
        void *log;
        size_t size;
        imported in;
        r3d_mesh_view views[2];
        if (!is_file(file_name(glb, "npc", npc, "glb"))) {
            continue;
        }
        change(glb);
        import_file(glb, "--scale 128 --split 0");
        assert_int_equal(r3d_file_read(OUT ".log", 0, NULL, &log, &size, NULL), R3D_OK);
        assert_non_null(strstr(log, "was changed"));
        free(log);
        load(&in);
        assert_int_equal(r3d_cache_get_npc(cache, npc, &record, NULL), R3D_OK);
        assert_int_equal(r3d_cache_make_npc(cache, npc, NULL, &expected, NULL), R3D_OK);
        r3d_mesh_get_view(expected, &views[0]);
        r3d_mesh_get_view(in.mesh, &views[1]);
        int32_t visible = 0;
        for (int32_t i = 0; i < views[0].face_count; i++) {
            visible += views[0].infos == NULL || views[0].infos[i] != R3D_FACE_HIDDEN ? 1 : 0;
        }
        assert_int_equal(views[1].face_count, visible);
        /* its lowest and highest places, at rest and in every frame of the walk */
        assert_int_equal(r3d_mesh_group_labels(in.mesh), R3D_OK);
        assert_int_equal(r3d_mesh_copy(in.mesh, &in.pose), R3D_OK);
        if (record->walk_seq >= 0 &&
            r3d_cache_get_sequence(cache, record->walk_seq, &sequence, NULL) == R3D_OK) {
            const r3d_named_sequence *walk = r3d_animation_find_sequence(&in.animation, "walk");
            assert_non_null(walk);
            int32_t ticks = 0;
            for (int32_t step = 0; step < sequence->step_count; step++) {
                ticks += r3d_sequence_step_delay(sequence, step);
            }
            assert_in_range(walk->frame_count * 4, ticks - 4, ticks + 4);
            compared++;
        }
        r3d_mesh_destroy(expected);
        unload(&in);
        (void)remove(glb);
    }
    assert_true(compared >= 3);
    r3d_cache_close(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_comes_back_byte_by_byte),
        cmocka_unit_test(every_character_comes_back_with_its_colors_and_frames),
        cmocka_unit_test(a_changed_export_is_read_as_gltf_and_that_is_told),
    };
    return cmocka_run_group_tests_name("import round trip", tests, NULL, NULL);
}
