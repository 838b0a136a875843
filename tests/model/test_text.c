/* SPDX-License-Identifier: MIT */
/* The text forms of models: exact errors, nothing leaked, and what is written reads back equal. */

#include <retro3d/io.h>
#include <retro3d/models.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct bad_text {
    const char *text;
    int line;
    r3d_result result;
    const char *reason; /* part of the message */
} bad_text;

static const bad_text bad_meshes[] = {
    {"v 0 0 0\nx 1\n", 2, R3D_ERR_FORMAT_SYNTAX, "found 'x', expected v, f, p or priority"},
    {"v 0 0\n", 1, R3D_ERR_FORMAT_TRUNCATED, "expected z"},
    {"v 0 0 0 1 2\n", 1, R3D_ERR_FORMAT_SYNTAX, "the end of the line"},
    {"# a comment\n\nv 0 zero 0\n", 3, R3D_ERR_FORMAT_SYNTAX, "y is 'zero'"},
    {"v 0 0 4294967296\n", 1, R3D_ERR_RANGE, "z is 4294967296"},
    {"v 0 0 0 65536\n", 1, R3D_ERR_RANGE, "label is 65536, expected 0..65535"},
    {"v 0 0 0\nf 0 0 1 5\n", 2, R3D_ERR_FORMAT_INDEX, "vertex number 1, but the file has 1"},
    {"v 0 0 0\nf 0 0 -1 5\n", 2, R3D_ERR_FORMAT_INDEX, "vertex number -1"},
    {"v 0 0 0\nf 0 0 0 65536\n", 2, R3D_ERR_RANGE, "colour is 65536"},
    {"v 0 0 0\nf 0 0 0\n", 2, R3D_ERR_FORMAT_TRUNCATED, "expected colour"},
    {"v 0 0 0\nf 0 0 0 5 alpha=256\n", 2, R3D_ERR_RANGE, "alpha is 256, expected 0..255"},
    {"v 0 0 0\nf 0 0 0 5 label=-1\n", 2, R3D_ERR_RANGE, "label is -1"},
    {"v 0 0 0\nf 0 0 0 5 pri=\n", 2, R3D_ERR_FORMAT_SYNTAX, "pri is ''"},
    {"v 0 0 0\nf 0 0 0 5 pri=1 pri=2\n", 2, R3D_ERR_FORMAT_SYNTAX, "pri is there twice"},
    {"v 0 0 0\nf 0 0 0 5 colour=1\n", 2, R3D_ERR_FORMAT_SYNTAX, "found 'colour=1'"},
    {"v 0 0 0\nf 0 0 0 5 info=6\np 0 0 0\n", 2, R3D_ERR_FORMAT_INDEX,
     "plane 1, but the file has 1"},
    {"v 0 0 0\np 0 0 1\n", 2, R3D_ERR_FORMAT_INDEX, "vertex number 1"},
    {"priority\n", 1, R3D_ERR_FORMAT_TRUNCATED, "expected priority"},
    {"priority 1\nv 0 0 0\npriority 1\n", 3, R3D_ERR_FORMAT_DATA, "priority is there twice"},
    {"priority 1 2\n", 1, R3D_ERR_FORMAT_SYNTAX, "the end of the line"},
};

static const bad_text bad_skeletons[] = {
    {"bone origin\n", 1, R3D_ERR_FORMAT_SYNTAX, "expected base"},
    {"base\n", 1, R3D_ERR_FORMAT_TRUNCATED, "type of the base"},
    {"base origin 1\nbase turn 1\n", 2, R3D_ERR_FORMAT_SYNTAX, "found 'turn'"},
    {"base origin -1\n", 1, R3D_ERR_RANGE, "label is -1"},
    {"base origin 1 2 x\n", 1, R3D_ERR_FORMAT_SYNTAX, "label is 'x'"},
    {"base 256\n", 1, R3D_ERR_RANGE, "type of the base is 256, expected 0..255"},
    {"base 4\nbase -1\n", 2, R3D_ERR_RANGE, "type of the base is -1"},
    {"base 4x\n", 1, R3D_ERR_FORMAT_SYNTAX, "alpha or a number"},
};

static const bad_text bad_animations[] = {
    {"op 0 0 0 0\n", 1, R3D_ERR_FORMAT_SYNTAX, "expected frame first"},
    {"frame 0\nop 2 0 0 0\n", 2, R3D_ERR_FORMAT_INDEX, "base number 2, but the skeleton has 2"},
    {"frame 0\nop 0 0 0\n", 2, R3D_ERR_FORMAT_TRUNCATED, "expected z"},
    {"frame 0\nop 0 0 0 0 0\n", 2, R3D_ERR_FORMAT_SYNTAX, "the end of the line"},
    {"frame -1\n", 1, R3D_ERR_RANGE, "frame number is -1"},
    {"frame 1\nframe 1\n", 2, R3D_ERR_FORMAT_DATA, "frame 1 is there twice"},
    {"frame 1 2 3\n", 1, R3D_ERR_FORMAT_SYNTAX, "the end of the line"},
    {"mask m 1\nmask n 1\nmask m 0\n", 3, R3D_ERR_FORMAT_DATA, "mask m is there twice"},
    {"frame 1\nsequence s 1\nmask s 1\nsequence s\n", 4, R3D_ERR_FORMAT_DATA,
     "sequence s is there twice"},
    {"mask\n", 1, R3D_ERR_FORMAT_TRUNCATED, "expected a name"},
    {"mask m 5 4\n", 1, R3D_ERR_RANGE, "ascending base number is 4"},
    {"frame 1\nsequence s 1 2\n", 2, R3D_ERR_FORMAT_INDEX, "sequence s names frame 2"},
    {"sequence r 1\n\n# no frame 3\nsequence s 1 3\nframe 1\nsequence t 4\n", 4,
     R3D_ERR_FORMAT_INDEX, "sequence s names frame 3"},
    {"frame 1\nmask m 1\nop 0 0 0 0\n", 3, R3D_ERR_FORMAT_SYNTAX, "expected frame first"},
};

static const r3d_base two_bases[2] = {{R3D_BASE_ORIGIN, 0, NULL}, {R3D_BASE_ROTATE, 0, NULL}};
static const r3d_skeleton two_base_skeleton = {2, two_bases};

static void check_error(const bad_text *bad, r3d_result result, const r3d_error *error)
{
    if (result != bad->result || error->line != bad->line ||
        strstr(error->message, bad->reason) == NULL || strcmp(error->file, "bad") != 0) {
        fail_msg("\"%s\": result %d, line %d: %s", bad->text, (int)result, (int)error->line,
                 error->message);
    }
}

static void wrong_texts_are_refused_with_line_and_reason(void **state)
{
    (void)state;
    counting counted = {0, 0, -1};
    const r3d_allocator allocator = counting_allocator(&counted);
    r3d_error error;
    for (size_t i = 0; i < TEST_COUNT(bad_meshes); i++) {
        const bad_text *bad = &bad_meshes[i];
        r3d_mesh *mesh = (r3d_mesh *)1;
        r3d_result result = r3d_mesh_decode_text(bad->text, strlen(bad->text), "bad", false,
                                                 &allocator, &mesh, &error);
        assert_null(mesh);
        check_error(bad, result, &error);
    }
    for (size_t i = 0; i < TEST_COUNT(bad_skeletons); i++) {
        const bad_text *bad = &bad_skeletons[i];
        r3d_loaded_skeleton skeleton;
        check_error(bad,
                    r3d_skeleton_decode_text(bad->text, strlen(bad->text), "bad", &allocator,
                                             &skeleton, &error),
                    &error);
        assert_null(skeleton.memory);
    }
    for (size_t i = 0; i < TEST_COUNT(bad_animations); i++) {
        const bad_text *bad = &bad_animations[i];
        r3d_animation animation;
        check_error(bad,
                    r3d_animation_decode_text(bad->text, strlen(bad->text), "bad",
                                              &two_base_skeleton, &allocator, &animation, &error),
                    &error);
        assert_null(animation.memory);
    }
    assert_int_equal(counted.live, 0);
}

static void missing_planes_are_accepted_when_asked(void **state)
{
    (void)state;
    const char *text = "v 0 0 0\nf 0 0 0 5 info=6\n";
    r3d_mesh *mesh = NULL;
    assert_int_equal(r3d_mesh_decode_text(text, strlen(text), "m", true, NULL, &mesh, NULL),
                     R3D_OK);
    r3d_mesh_destroy(mesh);
}

static void line_ends_comments_and_missing_newlines_do_not_matter(void **state)
{
    (void)state;
    const char *texts[] = {"v 1 2 3\nf 0 0 0 5 pri=2\n", "v 1 2 3\r\nf 0 0 0 5 pri=2\r\n",
                           "\n#x\n\tv  1 2 0x3 # y\n f 0 0 0 5\tpri=2"};
    for (size_t i = 0; i < TEST_COUNT(texts); i++) {
        r3d_mesh *mesh = NULL;
        r3d_mesh_view view;
        assert_int_equal(
            r3d_mesh_decode_text(texts[i], strlen(texts[i]), "m", false, NULL, &mesh, NULL),
            R3D_OK);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.z[0], 3);
        assert_int_equal(view.priorities[0], 2);
        assert_null(view.vertex_labels);
        r3d_mesh_destroy(mesh);
    }
}

static void a_byte_order_mark_before_a_text_is_skipped(void **state)
{
    (void)state;
    static const char mesh_text[] = "\xEF\xBB\xBFv 1 2 3\nf 0 0 0 5\n";
    static const char skeleton_text[] = "\xEF\xBB\xBF"
                                        "base origin 1\n";
    static const char animation_text[] = "\xEF\xBB\xBF"
                                         "frame 3\n";
    r3d_mesh *mesh = NULL;
    r3d_mesh_view view;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    r3d_error error;
    assert_int_equal(
        r3d_mesh_decode_text(mesh_text, strlen(mesh_text), "m", false, NULL, &mesh, NULL), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.vertex_count, 1);
    r3d_mesh_destroy(mesh);
    assert_int_equal(
        r3d_skeleton_decode_text(skeleton_text, strlen(skeleton_text), "s", NULL, &skeleton, NULL),
        R3D_OK);
    assert_int_equal(skeleton.skeleton.base_count, 1);
    r3d_loaded_skeleton_free(&skeleton);
    assert_int_equal(r3d_animation_decode_text(animation_text, strlen(animation_text), "a",
                                               &two_base_skeleton, NULL, &animation, NULL),
                     R3D_OK);
    assert_int_equal(animation.frame_count, 1);
    r3d_animation_free(&animation);
    /* Only at the start, only once, and only whole; errors have the line that an editor shows. */
    static const char *const wrong[] = {"\xEF\xBB\xBF\xEF\xBB\xBFv 1 2 3\n", "\xEF\xBBv 1 2 3\n",
                                        "\xEF\xBB\xBFx\n"};
    for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
        assert_int_equal(
            r3d_mesh_decode_text(wrong[i], strlen(wrong[i]), "m", false, NULL, &mesh, &error),
            R3D_ERR_FORMAT_SYNTAX);
        assert_int_equal(error.line, 1);
    }
}

/* ---- round trips ---- */

static void assert_same_array(const int32_t *a, const int32_t *b, int32_t count)
{
    assert_int_equal(a != NULL, b != NULL);
    if (a != NULL && count > 0) {
        assert_memory_equal(a, b, (size_t)count * sizeof *a);
    }
}

static void assert_same_mesh(const r3d_mesh *left, const r3d_mesh *right)
{
    r3d_mesh_view a;
    r3d_mesh_view b;
    r3d_mesh_get_view(left, &a);
    r3d_mesh_get_view(right, &b);
    assert_int_equal(a.vertex_count, b.vertex_count);
    assert_int_equal(a.face_count, b.face_count);
    assert_int_equal(a.plane_count, b.plane_count);
    assert_int_equal(a.priority, b.priority);
    assert_same_array(a.x, b.x, a.vertex_count);
    assert_same_array(a.y, b.y, a.vertex_count);
    assert_same_array(a.z, b.z, a.vertex_count);
    assert_same_array(a.vertex_labels, b.vertex_labels, a.vertex_count);
    assert_same_array(a.corners, b.corners, a.face_count * 3);
    assert_same_array(a.colors, b.colors, a.face_count);
    assert_same_array(a.infos, b.infos, a.face_count);
    assert_same_array(a.priorities, b.priorities, a.face_count);
    assert_same_array(a.alphas, b.alphas, a.face_count);
    assert_same_array(a.face_labels, b.face_labels, a.face_count);
    assert_same_array(a.planes, b.planes, a.plane_count * 3);
}

#define MODELS R3D_TEST_SOURCE_DIR "/golden/model/mesh/"
#define OUT R3D_TEST_BINARY_DIR "/model_text_out"

static void meshes_read_back_as_they_were_written(void **state)
{
    (void)state;
    const char *names[] = {"bob-torso", "crate",    "mixed",   "glass",
                           "prioall",   "rule-hid", "hatglass"};
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        char path[1024];
        r3d_mesh *mesh = NULL;
        r3d_mesh *again = NULL;
        r3d_error error;
        snprintf(path, sizeof path, MODELS "%s.mesh", names[i]);
        assert_int_equal(r3d_mesh_load_text(path, true, NULL, &mesh, &error), R3D_OK);
        assert_int_equal(r3d_mesh_save_text(mesh, OUT ".mesh", &error), R3D_OK);
        assert_int_equal(r3d_mesh_load_text(OUT ".mesh", true, NULL, &again, &error), R3D_OK);
        assert_same_mesh(mesh, again);
        r3d_mesh_destroy(again);
        light_standard(mesh);
        r3d_mesh_view view;
        r3d_mesh_get_view(mesh, &view);
        if (view.colors == NULL) {
            assert_int_equal(r3d_mesh_save_text(mesh, OUT ".mesh", &error), R3D_ERR_STATE);
        }
        r3d_mesh_destroy(mesh);
    }
    remove(OUT ".mesh");
}

static void animations_read_back_as_they_were_written(void **state)
{
    (void)state;
    r3d_loaded_skeleton skeleton;
    r3d_loaded_skeleton skeleton_again;
    r3d_animation animation;
    r3d_animation again;
    r3d_error error;
    assert_int_equal(r3d_skeleton_load_text(MODELS "bob.skel", NULL, &skeleton, &error), R3D_OK);
    assert_int_equal(r3d_skeleton_save_text(&skeleton.skeleton, OUT ".skel", &error), R3D_OK);
    assert_int_equal(r3d_skeleton_load_text(OUT ".skel", NULL, &skeleton_again, &error), R3D_OK);
    assert_int_equal(skeleton.skeleton.base_count, skeleton_again.skeleton.base_count);
    for (int32_t i = 0; i < skeleton.skeleton.base_count; i++) {
        const r3d_base *a = &skeleton.skeleton.bases[i];
        const r3d_base *b = &skeleton_again.skeleton.bases[i];
        assert_int_equal(a->type, b->type);
        assert_int_equal(a->label_count, b->label_count);
        assert_same_array(a->labels, b->labels, a->label_count);
    }
    assert_int_equal(
        r3d_animation_load_text(MODELS "bob.anim", &skeleton.skeleton, NULL, &animation, &error),
        R3D_OK);
    const int32_t ids[] = {3, 1, 3};
    const r3d_named_sequence sequence = {"walk", 3, ids};
    animation.sequences = &sequence;
    animation.sequence_count = 1;
    assert_int_equal(r3d_animation_save_text(&animation, OUT ".anim", &error), R3D_OK);
    assert_int_equal(r3d_animation_load_text(OUT ".anim", &skeleton.skeleton, NULL, &again, &error),
                     R3D_OK);
    assert_int_equal(animation.frame_count, again.frame_count);
    for (int32_t i = 0; i < animation.frame_count; i++) {
        const r3d_frame *a = &animation.frames[i].frame;
        const r3d_frame *b = r3d_animation_find_frame(&again, animation.frames[i].id);
        assert_non_null(b);
        assert_int_equal(a->delay, b->delay);
        assert_int_equal(a->op_count, b->op_count);
        assert_memory_equal(a->ops, b->ops, (size_t)a->op_count * sizeof *a->ops);
    }
    assert_int_equal(animation.mask_count, again.mask_count);
    const r3d_mask *legs = r3d_animation_find_mask(&again, "legs");
    assert_non_null(legs);
    assert_int_equal(legs->base_count, 8);
    assert_null(r3d_animation_find_mask(&again, "wings"));
    const r3d_named_sequence *walk = r3d_animation_find_sequence(&again, "walk");
    assert_non_null(walk);
    assert_int_equal(walk->frame_count, 3);
    assert_memory_equal(walk->frame_ids, ids, sizeof ids);
    r3d_animation_free(&animation);
    r3d_animation_free(&again);
    r3d_loaded_skeleton_free(&skeleton);
    r3d_loaded_skeleton_free(&skeleton_again);
    r3d_loaded_skeleton_free(&skeleton); /* empty: nothing happens */
    remove(OUT ".skel");
    remove(OUT ".anim");
}

static void types_of_bases_without_a_name_are_written_as_numbers(void **state)
{
    (void)state;
    enum { TYPES = 256 };
    const int32_t labels[2] = {7, 0};
    r3d_base bases[TYPES];
    for (int32_t i = 0; i < TYPES; i++) {
        bases[i] = (r3d_base){.type = i, .label_count = i % 3, .labels = labels};
    }
    r3d_skeleton skeleton = {TYPES, bases};
    r3d_loaded_skeleton again;
    char *text = NULL;
    size_t size = 0;
    r3d_error error;
    assert_int_equal(r3d_skeleton_encode_text(&skeleton, NULL, &text, &size, &error), R3D_OK);
    assert_int_equal(r3d_skeleton_decode_text(text, size, "s", NULL, &again, &error), R3D_OK);
    assert_memory_equal(text, "base origin\nbase translate 7\n", 29);
    free(text);
    assert_int_equal(again.skeleton.base_count, TYPES);
    for (int32_t i = 0; i < TYPES; i++) {
        assert_int_equal(again.skeleton.bases[i].type, i);
        assert_int_equal(again.skeleton.bases[i].label_count, i % 3);
    }
    r3d_loaded_skeleton_free(&again);
    static const int32_t wrong[] = {-1, 256, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
        bases[0].type = wrong[i];
        assert_int_equal(r3d_skeleton_encode_text(&skeleton, NULL, &text, &size, &error),
                         R3D_ERR_RANGE);
        assert_null(text);
    }
}

static void texts_in_memory_are_those_of_files_and_survive_failing_allocations(void **state)
{
    (void)state;
    r3d_mesh *mesh = NULL;
    void *file = NULL;
    size_t file_size = 0;
    int failures = 0;
    assert_int_equal(r3d_mesh_load_text(MODELS "ball1000.mesh", true, NULL, &mesh, NULL), R3D_OK);
    assert_int_equal(r3d_mesh_save_text(mesh, OUT ".mesh", NULL), R3D_OK);
    assert_int_equal(r3d_file_read(OUT ".mesh", 0, NULL, &file, &file_size, NULL), R3D_OK);
    for (long n = 0;; n++) {
        counting counted = {0, 0, n};
        const r3d_allocator allocator = counting_allocator(&counted);
        char *text = NULL;
        size_t size = 0;
        r3d_result result = r3d_mesh_encode_text(mesh, &allocator, &text, &size, NULL);
        if (counted.calls > n) {
            failures++;
            assert_int_equal(result, R3D_ERR_MEMORY);
            assert_null(text);
            assert_int_equal(size, 0);
        } else {
            assert_int_equal(result, R3D_OK);
            assert_int_equal(size, file_size);
            assert_memory_equal(text, file, size);
            allocator.free(text, allocator.user);
        }
        assert_int_equal(counted.live, 0);
        if (result == R3D_OK) {
            break;
        }
    }
    assert_true(failures > 3);
    free(file);
    r3d_mesh_destroy(mesh);
    remove(OUT ".mesh");
}

static void loading_survives_a_failing_allocation_at_every_point(void **state)
{
    (void)state;
    static const char *const files[] = {MODELS "mixed.mesh", MODELS "bob.skel", MODELS "bob.anim"};
    r3d_loaded_skeleton bob;
    assert_int_equal(r3d_skeleton_load_text(MODELS "bob.skel", NULL, &bob, NULL), R3D_OK);
    for (size_t f = 0; f < TEST_COUNT(files); f++) {
        int failures = 0;
        for (long n = 0;; n++) {
            counting counted = {0, 0, n};
            const r3d_allocator allocator = counting_allocator(&counted);
            r3d_mesh *mesh = (r3d_mesh *)1;
            r3d_loaded_skeleton skeleton;
            r3d_animation animation;
            r3d_error error;
            r3d_result result;
            switch (f) {
            case 0:
                result = r3d_mesh_load_text(files[f], true, &allocator, &mesh, &error);
                assert_true((mesh == NULL) == (result != R3D_OK));
                r3d_mesh_destroy(mesh);
                break;
            case 1:
                result = r3d_skeleton_load_text(files[f], &allocator, &skeleton, &error);
                assert_true((skeleton.memory == NULL) == (result != R3D_OK));
                r3d_loaded_skeleton_free(&skeleton);
                break;
            default:
                result = r3d_animation_load_text(files[f], &bob.skeleton, &allocator, &animation,
                                                 &error);
                assert_true((animation.memory == NULL) == (result != R3D_OK));
                r3d_animation_free(&animation);
                break;
            }
            assert_int_equal(counted.live, 0);
            assert_int_equal(result, counted.calls > n ? R3D_ERR_MEMORY : R3D_OK);
            if (result == R3D_OK) {
                break;
            }
            failures++;
        }
        assert_true(failures >= 2); /* the text, and what is made of it */
    }
    r3d_loaded_skeleton_free(&bob);
}

static void many_names_are_read_quickly(void **state)
{
    (void)state;
    enum { NAMES = 100000 };
    char *text = malloc(NAMES * 32);
    assert_non_null(text);
    size_t size = 0;
    for (int i = 0; i < NAMES; i++) {
        size += (size_t)sprintf(text + size, i % 2 == 0 ? "mask m%d 0\n" : "sequence s%d\n", i);
    }
    r3d_animation animation;
    assert_int_equal(
        r3d_animation_decode_text(text, size, "a", &two_base_skeleton, NULL, &animation, NULL),
        R3D_OK);
    assert_int_equal(animation.mask_count, NAMES / 2);
    r3d_animation_free(&animation);
    free(text);
}

static void damaged_texts_never_crash(void **state)
{
    (void)state;
    const char *files[] = {MODELS "crate.mesh", MODELS "bob.skel", MODELS "rule-low0.anim"};
    rng r = {2024};
    counting counted = {0, 0, -1};
    const r3d_allocator allocator = counting_allocator(&counted);
    for (size_t f = 0; f < TEST_COUNT(files); f++) {
        void *data = NULL;
        size_t size = 0;
        assert_int_equal(r3d_file_read(files[f], 0, NULL, &data, &size, NULL), R3D_OK);
        char *text = malloc(size);
        assert_non_null(text);
        for (int round = 0; round < 3000; round++) {
            memcpy(text, data, size);
            for (int hits = rng_range(&r, 1, 6); hits > 0; hits--) {
                static const char bytes[] = "0123456789-=# \n\tvfpx\xff";
                text[rng_range(&r, 0, (int32_t)size - 1)] =
                    bytes[rng_range(&r, 0, (int32_t)sizeof bytes - 1)];
            }
            size_t length = (size_t)rng_range(&r, 0, (int32_t)size);
            r3d_mesh *mesh = NULL;
            r3d_loaded_skeleton skeleton;
            r3d_animation animation;
            (void)r3d_mesh_decode_text(text, length, "m", true, &allocator, &mesh, NULL);
            r3d_mesh_destroy(mesh);
            (void)r3d_skeleton_decode_text(text, length, "s", &allocator, &skeleton, NULL);
            r3d_loaded_skeleton_free(&skeleton);
            (void)r3d_animation_decode_text(text, length, "a", &two_base_skeleton, &allocator,
                                            &animation, NULL);
            r3d_animation_free(&animation);
        }
        free(text);
        free(data);
    }
    assert_int_equal(counted.live, 0);
}

static void files_that_do_not_exist_are_reported(void **state)
{
    (void)state;
    r3d_mesh *mesh = NULL;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    r3d_error error;
    assert_int_equal(r3d_mesh_load_text(MODELS "none.mesh", false, NULL, &mesh, &error),
                     R3D_ERR_IO_OPEN);
    assert_non_null(strstr(error.file, "none.mesh"));
    assert_int_equal(r3d_skeleton_load_text(MODELS "none.skel", NULL, &skeleton, &error),
                     R3D_ERR_IO_OPEN);
    assert_int_equal(
        r3d_animation_load_text(MODELS "none.anim", &two_base_skeleton, NULL, &animation, &error),
        R3D_ERR_IO_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_texts_are_refused_with_line_and_reason),
        cmocka_unit_test(missing_planes_are_accepted_when_asked),
        cmocka_unit_test(line_ends_comments_and_missing_newlines_do_not_matter),
        cmocka_unit_test(a_byte_order_mark_before_a_text_is_skipped),
        cmocka_unit_test(meshes_read_back_as_they_were_written),
        cmocka_unit_test(animations_read_back_as_they_were_written),
        cmocka_unit_test(types_of_bases_without_a_name_are_written_as_numbers),
        cmocka_unit_test(texts_in_memory_are_those_of_files_and_survive_failing_allocations),
        cmocka_unit_test(loading_survives_a_failing_allocation_at_every_point),
        cmocka_unit_test(many_names_are_read_quickly),
        cmocka_unit_test(damaged_texts_never_crash),
        cmocka_unit_test(files_that_do_not_exist_are_reported),
    };
    return cmocka_run_group_tests_name("model text", tests, NULL, NULL);
}
