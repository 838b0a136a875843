/* SPDX-License-Identifier: MIT */
/* The model commands of display lists: their errors, and names. */

#include <retro3d/script.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define SIZE "size 16 16\n"
#define BOX SIZE "mesh m mesh/cube.mesh\n"
#define LIT BOX "light m 64 768 -50 -10 -50\n"

/* Runs a text that lies beside the references; *out_dump, if not NULL, receives the dump. */
static r3d_result run_text(const char *text, char *out_dump, size_t dump_size, r3d_error *out_error,
                           const r3d_allocator *allocator)
{
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    memset(out_error, 0, sizeof *out_error);
    r3d_replay_desc_init(&desc);
    if (allocator != NULL) {
        desc.allocator = *allocator;
    }
    r3d_result result =
        r3d_script_parse(text, strlen(text), R3D_TEST_SOURCE_DIR "/golden/model/inline.r3d", NULL,
                         &script, out_error);
    if (result == R3D_OK) {
        result = r3d_replay_create(&desc, &replay);
    }
    if (result == R3D_OK) {
        result = r3d_replay_run(replay, script, out_error);
        size_t size;
        const char *dump = r3d_replay_get_dump(replay, &size);
        if (out_dump != NULL && size < dump_size) {
            memcpy(out_dump, dump, size);
            out_dump[size] = '\0';
        }
        if (result != R3D_OK) {
            assert_int_equal(size, 0);
        }
    }
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    return result;
}

typedef struct bad_script {
    const char *text;
    int line;
    r3d_result result;
    const char *reason;
} bad_script;

static const bad_script bad_scripts[] = {
    {"mesh m mesh/cube.mesh\n", 1, R3D_ERR_STATE, "comes before \"size\""},
    {SIZE "mesh m mesh/none.mesh\n", 2, R3D_ERR_IO_OPEN, "none.mesh"},
    {SIZE "mesh m mesh/bob.skel\n", 2, R3D_ERR_FORMAT_SYNTAX, "bob.skel:1: found 'base'"},
    {SIZE "mesh m /etc/passwd\n", 2, R3D_ERR_ARGUMENT, "absolute"},
    {SIZE "copy a b\n", 2, R3D_ERR_STATE, "there is no mesh \"b\" yet"},
    {SIZE "anim a mesh/bob.anim s\n", 2, R3D_ERR_STATE, "there is no skeleton \"s\" yet"},
    {SIZE "ploticon i 0 0\n", 2, R3D_ERR_STATE, "there is no icon \"i\" yet"},
    {BOX "weld w\n", 3, R3D_ERR_FORMAT_COUNT, "expected one or more meshes"},
    {BOX "weld w m n\n", 3, R3D_ERR_STATE, "there is no mesh \"n\""},
    {BOX "join j m\n", 3, R3D_ERR_STATE, "a part is not lit, expected parts after \"light\""},
    {LIT "weld w m\n", 4, R3D_ERR_STATE, "a part was lit and has no colours any more"},
    {LIT "recolour m 1 2\n", 4, R3D_ERR_STATE, "expected \"recolour\" before \"light\""},
    {BOX "mergenormals m m 0 0 0 0\n", 3, R3D_ERR_ARGUMENT, "cannot share normals with itself"},
    {BOX "copy n m\nmergenormals n m 0 0 0 0\n", 4, R3D_ERR_STATE, "is not between \"normals\""},
    {BOX "draw m 0 0 0 0 0 0 500\n", 3, R3D_ERR_STATE, "\"m\" is not lit"},
    {BOX "bounds m sphere\n", 3, R3D_ERR_RANGE, "expected cylinder, y or aabb"},
    {BOX "recolour m 1 65536\n", 3, R3D_ERR_RANGE, "expected 0..65535"},
    {BOX "applylight m 64 768 -50 -10 -50\n", 3, R3D_ERR_STATE, "has no normals"},
    {BOX "light m 64 0 0 0 0\n", 3, R3D_ERR_RANGE, "contrast 0 and direction 0, 0, 0"},
    {BOX "dump normals m\n", 3, R3D_ERR_STATE, "\"m\" has no normals"},
    {BOX "dump lit m\n", 3, R3D_ERR_STATE, "\"m\" has no lit"},
    {BOX "dump order\n", 3, R3D_ERR_STATE, "nothing was drawn yet"},
    {BOX "dump faces\n", 3, R3D_ERR_FORMAT_COUNT, "no mesh is named"},
    {BOX "dump order m\n", 3, R3D_ERR_FORMAT_COUNT, "takes no mesh"},
    {BOX "dump everything\n", 3, R3D_ERR_RANGE, "expected vertices"},
    {BOX "drawscene m 0 0 0 0 0\n", 3, R3D_ERR_FORMAT_COUNT, "6 fields, expected 7 to 8"},
    {BOX "mergenormals m m 0 0 0 2\n", 3, R3D_ERR_RANGE, "hide is 2"},
    {LIT "light m 64 768 -50 -10 -50\n", 4, R3D_ERR_STATE, "was lit before"},
    {LIT "skel s mesh/bob.skel\nanim a mesh/bob.anim s\nframe m a 99999\n", 6, R3D_ERR_STATE,
     "no frame 99999"},
    {LIT "skel s mesh/bob.skel\nanim a mesh/bob.anim s\nframe2 m a 1 2 wings\n", 6, R3D_ERR_STATE,
     "no mask \"wings\""},
};

static void wrong_model_commands_are_refused_with_line_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(bad_scripts); i++) {
        const bad_script *bad = &bad_scripts[i];
        r3d_error error;
        r3d_result result = run_text(bad->text, NULL, 0, &error, NULL);
        if (result != bad->result || error.line != bad->line ||
            strstr(error.message, bad->reason) == NULL) {
            fail_msg("\"%s\": result %d, line %d: %s", bad->text, (int)result, (int)error.line,
                     error.message);
        }
    }
}

static void names_of_different_kinds_do_not_meet_and_can_be_given_again(void **state)
{
    (void)state;
    const char *text = LIT "skel m mesh/bob.skel\nanim m mesh/bob.anim m\nicon m m 1000 0 0 0 0 0\n"
                           "ploticon m 0 0\nframe m m 1\nmesh m mesh/crate.mesh\n"
                           "skel m mesh/bob.skel\ncopy m m\nweld m m m\nlabels m\ndump bounds m\n";
    char dump[256] = "";
    r3d_error error;
    r3d_result result = run_text(text, dump, sizeof dump, &error, NULL);
    if (result != R3D_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    assert_string_equal(dump, "bounds m up 0 down 0 radius 0 mindepth 0 maxdepth 0 x 0 0 z 0 0\n");
}

static void many_names_stay_quick_and_all_memory_comes_back(void **state)
{
    (void)state;
    enum { NAMES = 20000 };
    char *text = malloc(64 + NAMES * 24);
    assert_non_null(text);
    size_t size = (size_t)sprintf(text, BOX);
    for (int i = 0; i < NAMES; i++) {
        size += (size_t)sprintf(text + size, "copy n%d m\n", i);
    }
    counting counted = {0, 0, -1};
    const r3d_allocator allocator = counting_allocator(&counted);
    r3d_error error;
    assert_int_equal(run_text(text, NULL, 0, &error, &allocator), R3D_OK);
    assert_int_equal(counted.live, 0);
    free(text);
}

static void a_replay_survives_a_failing_allocation_at_every_point(void **state)
{
    (void)state;
    const char *text =
        SIZE "texture 0 tex/crate.tx8\nmesh a mesh/crate.mesh\nmesh b mesh/bob-legs.mesh\n"
             "weld w a b\nlabels w\ncopy v w\nlight w 64 768 -50 -10 -50\n"
             "normals v 64 768 -50 -10 -50\ncopy u v\nmergenormals u v 0 0 0 0\n"
             "applylight u 64 768 -50 -10 -50\njoin j w u\nskel s mesh/bob.skel\n"
             "anim n mesh/bob.anim s\nframe2 w n 1 2 legs\ndraw w 0 0 0 0 0 0 500\n"
             "dump triangles\ndrawscene j 0 0 0 0 0 500 1\ndump order\nicon i w 900 0 0 0 0 0\n"
             "ploticon i 0 0\n";
    int failures = 0;
    for (long n = 0;; n++) {
        counting counted = {0, 0, n};
        const r3d_allocator allocator = counting_allocator(&counted);
        r3d_error error;
        r3d_result result = run_text(text, NULL, 0, &error, &allocator);
        assert_int_equal(counted.live, 0);
        if (counted.calls <= n) {
            assert_int_equal(result, R3D_OK);
            break;
        }
        failures++;
        if (result != R3D_ERR_MEMORY) {
            fail_msg("allocation %ld: result %d, line %d: %s", n, (int)result, (int)error.line,
                     error.message);
        }
    }
    assert_true(failures > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_model_commands_are_refused_with_line_and_reason),
        cmocka_unit_test(names_of_different_kinds_do_not_meet_and_can_be_given_again),
        cmocka_unit_test(many_names_stay_quick_and_all_memory_comes_back),
        cmocka_unit_test(a_replay_survives_a_failing_allocation_at_every_point),
    };
    return cmocka_run_group_tests_name("model script", tests, NULL, NULL);
}
