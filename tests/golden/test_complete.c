/* SPDX-License-Identifier: MIT */
// Only what all tests left unused is unused: runs that left something out, crashed or are of another build.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "workspace.h"

static workspace w;
static char output[1 << 16];

// Runs a shell command in the workspace; $R is the program, $C the child with its folders set.
static int sh(const char *text)
{
    static char command[8 * WORKSPACE_PATH];
    snprintf(command, sizeof command,
             "unset CI R3D_GOLDEN R3D_GOLDEN_TEST R3D_GOLDEN_TESTS R3D_GOLDEN_CTEST; cd '%s' && "
             "R='%s' C='%s' && "
             "export R3D_GOLDEN_DIR=\"$PWD/goldens\" R3D_GOLDEN_OUT=\"$PWD/out\"; { %s; } 2>&1",
             w.folder, R3D_PROGRAM, R3D_CHILD, text);
    return workspace_run(command, output, sizeof output);
}

static void expect(const char *text, int code, const char *words)
{
    const int found = sh(text);
    if (found != code || strstr(output, words) == NULL) {
        fail_msg("%s: exit code %d, expected %d and \"%s\": %s", text, found, code, words, output);
    }
}

// Goldens a, b, c of suite m, accepted, in the manifest; no results.
static void start(const char *name)
{
    workspace_make(&w, R3D_TEST_BINARY_DIR, name);
    assert_int_equal(sh("R3D_GOLDEN=new R3D_GOLDEN_NEW=pass $C && $R golden manifest goldens/m && "
                        "$R golden clean && "
                        "cp -r goldens before"),
                     0);
}

static void a_run_that_left_something_out_prunes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *mode;
        const char *why;
    } cases[] = {
        {"filter", "suite m is not complete: a test filter was set"},
        {"skip-filter", "suite m is not complete: a test filter was set"},
        {"skip", "suite m is not complete: a test was skipped"},
        {"fail", "suite m is not complete: a test failed, and its checks may not have run"},
        {"crash", "suite m is not complete: a run of it did not end: it crashed or was stopped"},
        {"no-teardown", "suite m is not complete: a run of it did not end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[128];
        start("complete");
        snprintf(command, sizeof command, "$C %s; $R golden prune --yes", cases[i].mode);
        expect(command, 1, cases[i].why);
        assert_non_null(strstr(output, "nothing is removed"));
        expect("$R golden prune --dry-run", 1, cases[i].why);
        expect("$R golden prune --yes --all-suites", 1, cases[i].why);
        expect("$R golden merge out -o all && $R golden prune --yes --out all", 1, cases[i].why);
        expect("diff -r goldens before", 0, "");
        if (strcmp(cases[i].mode, "no-teardown") != 0) {
            expect("$R golden status", 0, "unused: ");
            assert_non_null(strstr(output, cases[i].why));
        }
        // A whole run after it tells what is unused.
        expect("cp goldens/m/c.png goldens/m/old.png && $R golden manifest goldens/m && sleep 0.02 "
               "&& $C && "
               "$R golden prune --yes",
               0, "removed: 1");
        expect("ls goldens/m | tr '\\n' ' '", 0, "a.png b.png c.png goldens.txt");
    }
}

// What was accepted after the failure was not run again, and b comes after a in one test.
static void accepting_makes_no_run_complete(void **state)
{
    (void)state;
    start("complete-accept");
    expect("$C differ; $R golden accept m/a && $R golden prune --yes", 1,
           "suite m is not complete: a check failed");
    expect("ls goldens/m | tr '\\n' ' '", 0, "a.png b.png c.png goldens.txt");
}

static void a_suite_that_crashed_before_its_first_check_loses_nothing(void **state)
{
    (void)state;
    start("complete-at-once");
    // Suite n ran whole.
    assert_int_equal(
        sh("$C && sed 's/\"suite\":\"m\"/\"suite\":\"n\"/' out/results/m.*.jsonl > n.jsonl && "
           "rm out/results/* && mv n.jsonl out/results/n.1.jsonl && cp -r goldens/m goldens/n && "
           "rm -r before && cp -r goldens before"),
        0);
    expect("$C crash-at-once; $R golden prune --yes --all-suites", 1, "suite m is not complete");
    expect("diff -r goldens before", 0, "");
}

// A test of the build that did not run, as with ctest -R or a shard.
static void a_test_of_the_build_that_did_not_run_keeps_everything(void **state)
{
    (void)state;
    start("complete-tests");
    assert_int_equal(sh("printf 'one\\ntwo\\n' > tests.txt"), 0);
    expect("R3D_GOLDEN_TEST=one R3D_GOLDEN_TESTS=$PWD/tests.txt $C fewer && $R golden prune --yes",
           1, "test two of the build has no results");
    expect("$R golden merge out -o all && $R golden prune --yes --out all", 1,
           "test two of the build");
    expect("diff -r goldens before", 0, "");
    expect(
        "R3D_GOLDEN_OUT=$PWD/shard R3D_GOLDEN_TEST=two R3D_GOLDEN_TESTS=$PWD/tests.txt $C fewer && "
        "$R golden merge out shard -o both && $R golden prune --yes --out both",
        0, "removed: 1");
}

static void a_test_that_is_gone_leaves_its_golden_unused(void **state)
{
    (void)state;
    start("complete-gone");
    expect("$C fewer && $R golden prune --yes", 0, "remove: ");
    expect("ls goldens/m | tr '\\n' ' '", 0, "a.png b.png goldens.txt");
}

// --root that is no golden root, holds another one, or is another checkout without all goldens.
static void a_wrong_root_loses_nothing(void **state)
{
    (void)state;
    start("complete-root");
    assert_int_equal(
        sh("mkdir wrong wrong/m && cp goldens/m/a.png wrong/m/mine.png && "
           "printf '# hash murmur3-x64-128\\nmine 1 1 0 1 0\\n' > wrong/m/goldens.txt && "
           "cp -r wrong kept && $C && cp -r goldens sub && mkdir above && cp -r goldens above/m"),
        0);
    expect("$R golden prune --yes --root wrong", 3,
           "there is no m/a.png; name their root with --root");
    expect("$R golden prune --yes --all-suites --root wrong", 3, "there is no m/a.png");
    expect("$R golden prune --yes --all-suites --root nowhere", 3, "there is no m/a.png");
    expect("$R golden prune --yes --all-suites --root above", 3, "there is no m/a.png");
    expect("diff -r wrong kept && diff -r goldens before", 0, "");
    // The folder above the golden root, made to look like it.
    expect("cp -r goldens/m m && $R golden prune --yes --all-suites --root .", 3,
           "holds another golden root");
    expect("diff -r goldens before && test -f m/c.png", 0, "");
    expect("$R golden accept --all --root nowhere", 3, "nowhere: no such folder");
    expect("test ! -e nowhere", 0, "");
}

// A folder that cannot be read may hold a display list that names files; a link back is no reason to stop.
static void walks_go_on_and_prune_waits(void **state)
{
    (void)state;
    start("complete-walk");
    assert_int_equal(
        sh("mkdir goldens/m/sub && ln -s .. goldens/m/sub/up && ln -s . goldens/m/self && "
           "cp goldens/m/a.png goldens/m/z.png && $R golden manifest goldens/m"),
        0);
    expect("cat goldens/m/goldens.txt | cut -d' ' -f1 | tr '\\n' ' '", 0, "# a b c z ");
    expect("$R golden verify goldens/m", 0, "goldens/m: 4 goldens, 0 problems");
    expect("$C && $R golden prune --dry-run", 0, "would remove");
    assert_non_null(strstr(output, "1 would be removed"));
    if (sh("mkdir goldens/m/closed && chmod 0 goldens/m/closed && ! ls goldens/m/closed") ==
        0) { // not as root
        expect("$R golden verify goldens/m", 3, "goldens/m: 4 goldens, 1 problems");
        assert_non_null(strstr(output, "goldens/m/closed: the folder cannot be listed"));
        expect("$R golden prune --yes", 3, "goldens/m/closed: the folder cannot be listed");
        expect("test -f goldens/m/z.png", 0, "");
    }
    assert_int_equal(sh("chmod 755 goldens/m/closed"), 0);
}

// Files that display lists name, in any suite and in turn: a level names its pictures.
static void what_display_lists_name_stays(void **state)
{
    (void)state;
    start("complete-named");
    assert_int_equal(
        sh("mkdir -p goldens/m/tex goldens/m/set goldens/n && for n in level-wall tex/brick "
           "set/one other "
           "colon alone; do cp goldens/m/a.png goldens/m/$n.png; done && "
           "echo 'column_level ../m/world.level' > goldens/n/x.r3d && "
           "echo 'texture 0 level-wall.png' > goldens/m/world.level && "
           "printf 'column_pictures set\\nsprite tex\\\\brick.png # other.png\\nmap a:colon.png' > "
           "goldens/m/y.r3d && $R golden manifest goldens/m && $C"),
        0);
    expect("$R golden prune --yes | sed 's,.*/goldens/,,'", 0, "m/alone.png\nremoved: 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_left_something_out_prunes_nothing),
        cmocka_unit_test(accepting_makes_no_run_complete),
        cmocka_unit_test(a_suite_that_crashed_before_its_first_check_loses_nothing),
        cmocka_unit_test(a_test_of_the_build_that_did_not_run_keeps_everything),
        cmocka_unit_test(a_test_that_is_gone_leaves_its_golden_unused),
        cmocka_unit_test(a_wrong_root_loses_nothing),
        cmocka_unit_test(walks_go_on_and_prune_waits),
        cmocka_unit_test(what_display_lists_name_stays),
    };
    return cmocka_run_group_tests_name("golden complete", tests, NULL, NULL);
}
