/* SPDX-License-Identifier: MIT */
// Results that are incomplete, damaged or from elsewhere: they hide nothing else and never pass for
// success. Spec golden sections 5 (status, prune, check), 6 and 7.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/golden.h>
#include <retro3d/png.h>

#include "../diff/scenes.h"
#include "golden_workspace.h"

enum { WIDTH = 40, HEIGHT = 30 };

static workspace w;
static char output[1 << 18];

// Runs a shell command in the workspace; $R is the program.
static int sh(const char *text)
{
    static char command[8 * WORKSPACE_PATH];
    snprintf(command, sizeof command, "cd '%s' && R='%s' && { %s; } 2>&1", w.folder, R3D_PROGRAM,
             text);
    return workspace_run(command, output, sizeof output);
}

static void expect(const char *text, int code, const char *words)
{
    int found = sh(text);
    if (found != code || strstr(output, words) == NULL) {
        fail_msg("%s: exit code %d, expected %d and \"%s\": %s", text, found, code, words, output);
    }
}

// Runs the suite: good passes, and of wrong one pixel differs from what it was first.
static void run_suite(const slow_picture *p)
{
    static const char *const names[] = {"good", "wrong"};
    r3d_picture_view view;
    r3d_diff_view_xrgb32(p->pixels, WIDTH, HEIGHT, 0, &view);
    r3d_golden *g = workspace_golden(&w, NULL);
    for (int i = 0; i < 2; i++) {
        r3d_golden_report report;
        p->pixels[7] ^= i == 1 ? 1u : 0u;
        assert_int_equal(r3d_golden_check(g, &view, names[i], NULL, &report), R3D_OK);
        assert_true(i != 0 || report.passed);
        r3d_golden_report_free(&report);
    }
    r3d_golden_destroy(g);
}

// A run after accepting, which only tells what is used when all passed.
static void run_again(void)
{
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    run_suite(&p);
    free(p.pixels);
    expect("$R golden check --out out", 0, "");
}

// Checks suite/good, which passes, and suite/wrong, of which one pixel differs.
static void start(const char *name)
{
    workspace_make(&w, R3D_TEST_BINARY_DIR, name);
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_picture_view view;
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    static const char *const names[] = {"good", "wrong"};
    assert_int_equal(sh("mkdir -p goldens/suite"), 0);
    for (int i = 0; i < 2; i++) {
        char path[WORKSPACE_PATH];
        snprintf(path, sizeof path, "%.900s/goldens/suite/%s.png", w.folder, names[i]);
        assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, NULL), R3D_OK);
    }
    run_suite(&p);
    free(p.pixels);
}

static void a_line_that_cannot_be_read_hides_no_other(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "printf '{\"version\":1,\"suite\":\"su' >> out/results/suite.*.jsonl", // killed while
                                                                               // writing
        "echo garbage > out/results/a.1.jsonl",
        "head -c 1000 /dev/zero > out/results/a.1.jsonl",
        "mkdir out/results/a.1.jsonl",
        "printf '[%.0s' $(seq 5000) > out/results/z.1.jsonl",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        start("results-damaged");
        assert_int_equal(sh(damages[i]), 0);
        expect("$R golden json out --all", 3, "\"total\":2,\"passed\":1,\"failed\":1,");
        assert_non_null(strstr(output, "\"unreadable\":1}"));
        expect("$R golden report out -o page.html", 3, "written: page.html");
        expect("grep -c '1 unreadable</span> results' page.html", 0, "1");
        expect("$R golden markdown out", 3, "1 failed, 1 results unreadable**");
        expect("$R golden junit out", 3, "tests=\"2\" failures=\"1\"");
        expect("$R golden status --out out", 3, "failed: suite/wrong (1 px)");
        expect("$R golden check --out out", 3, "failed: suite/wrong");
        // Perhaps the lost lines used it.
        assert_int_equal(sh("cp goldens/suite/good.png goldens/suite/old.png"), 0);
        expect("$R golden prune --yes --out out", 3, "nothing is known to be unused");
        expect("ls goldens/suite", 0, "old.png");
        expect("$R golden accept suite/wrong --out out", 3, "suite/wrong 40x30, 1 px differ");
        expect("$R golden status --out out", 3, "updated: suite/wrong");
    }
}

static void checking_nothing_is_no_success(void **state)
{
    (void)state;
    start("results-none");
    assert_int_equal(sh("mkdir -p empty/results other"), 0);
    expect("$R golden check --out empty", 1, "empty: no results, so nothing was checked");
    expect("$R golden check --out other", 1, "no results");
    expect("$R golden check --out nowhere", 3, "nowhere: no such folder");
}

static void goldens_that_are_not_here_are_not_said_to_be_used(void **state)
{
    (void)state;
    start("results-moved");
    expect("$R golden accept --all --out out", 0, "accepted");
    run_again();
    expect("$R golden check --fail-unused --out out", 0, "");
    assert_int_equal(sh("mv goldens elsewhere"), 0);
    expect("$R golden check --out out", 0, "");
    expect("$R golden check --fail-unused --out out", 3, "the goldens of the run are not here");
    expect("$R golden prune --out out", 3, "name their root with --root");
    expect("$R golden status --out out", 0, "unused goldens not known");
    expect("$R golden check --fail-unused --out out --root elsewhere", 0, "");
    assert_int_equal(sh("cp elsewhere/suite/good.png elsewhere/suite/old.png"), 0);
    expect("$R golden check --fail-unused --out out --root elsewhere", 1,
           "unused: elsewhere/suite/old.png");
}

static void suites_of_which_no_test_ran_are_looked_at_when_asked(void **state)
{
    (void)state;
    start("results-suites");
    assert_int_equal(
        sh("mkdir -p goldens/gone/sub goldens/suiteb && cp goldens/suite/good.png "
           "goldens/gone/sub/a.png && cp goldens/suite/good.png goldens/gone/b@x.png && "
           "echo 1 > goldens/suiteb/n.i32.txt && echo x > goldens/suiteb/goldens.txt && "
           "echo x > goldens/readme.txt && echo x > goldens/gone/xfail.txt && "
           "$R golden accept --all --out out"),
        0);
    run_again();
    expect("$R golden check --fail-unused --out out", 0, "");
    expect("$R golden check --fail-unused --all-suites --out out | sed 's,.*/goldens/,,' | tr "
           "'\\n' ' '",
           0, "gone/b@x.png gone/sub/a.png suiteb/n.i32.txt ");
    expect("$R golden check --fail-unused --all-suites --out out", 1, "unused: ");
    expect("$R golden status --all-suites --out out", 0, "3 unused goldens");
    // A wrong root is told, and then nothing is deleted.
    expect(
        "$R golden manifest goldens/gone && mkdir -p other/root && cp -r goldens other/root/photos",
        0, "");
    expect("$R golden prune --all-suites --yes --out out --root other/root", 3, "are not here");
    expect("diff -r goldens other/root/photos", 0, "");
    expect("$R golden prune --all-suites --yes --out out", 0, "removed: 2");
    expect("find goldens -type f | sort | tr '\\n' ' '", 0,
           "goldens/gone/goldens.txt goldens/gone/xfail.txt goldens/readme.txt "
           "goldens/suite/good.png goldens/suite/wrong.png goldens/suiteb/goldens.txt "
           "goldens/suiteb/n.i32.txt ");
}

// Two machines ran the same suite: a success must not hide the other one's failure.
static void a_failure_of_any_machine_is_reported(void **state)
{
    (void)state;
    static const char *const orders[] = {"failing passing", "passing failing"};
    for (int i = 0; i < 2; i++) {
        char text[256];
        start("results-machines");
        assert_int_equal(
            sh("mv out failing && mkdir -p passing/results passing/suite && "
               "sed 's/\"status\":\"differs\",\"passed\":false/\"status\":\"passed\","
               "\"passed\":true/' failing/results/*.jsonl > passing/results/suite.9.jsonl "
               "&& touch -d 2001-01-01 failing/results/*.jsonl && "
               "echo x > passing/suite/wrong.diff.png && mkdir -p all/results && "
               "cp passing/results/suite.9.jsonl all/results/merged.jsonl"),
            0);
        snprintf(text, sizeof text, "$R golden json %s", orders[i]);
        expect(text, 0, "\"total\":2,\"passed\":1,\"failed\":1,");
        assert_non_null(strstr(output, "\"diff\":\"failing/suite/wrong.diff.png\""));
        snprintf(text, sizeof text, "$R golden merge %s -o all", orders[i]);
        expect(text, 0, "");
        expect("$R golden check --out all", 1, "failed: suite/wrong");
        expect("cmp all/suite/wrong.diff.png failing/suite/wrong.diff.png", 0, "");
        expect("$R golden accept suite/wrong --out all", 0, "suite/wrong 40x30, 1 px differ");
        expect("$R golden check --out all", 0, "");
    }
    // In one folder the last run counts.
    start("results-again");
    assert_int_equal(sh("sed 's/\"status\":\"differs\",\"passed\":false/\"status\":\"passed\","
                        "\"passed\":true/' out/results/*.jsonl > out/results/0.jsonl && "
                        "touch -d 2037-01-01 out/results/0.jsonl"),
                     0);
    expect("$R golden check --out out", 0, "");
    assert_int_equal(sh("touch -d 2001-01-01 out/results/0.jsonl"), 0);
    expect("$R golden check --out out", 1, "failed: suite/wrong");
}

// A picture, a table and a text of one name are three goldens.
static void kinds_of_one_name_do_not_touch_each_other(void **state)
{
    (void)state;
    start("results-kinds");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_picture_view view;
    const int32_t table[2] = {1, 2};
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    for (int run = 0; run < 3; run++) {
        r3d_golden_report report;
        r3d_golden *g = workspace_golden(&w, NULL);
        // The text differs in the second run; the others, which come later, pass.
        assert_int_equal(r3d_golden_check_text(g, run == 1 ? "b\n" : "a\n", "x", &report), R3D_OK);
        assert_int_equal(report.passed, run == 2);
        r3d_golden_report_free(&report);
        assert_int_equal(r3d_golden_check_i32(g, table, 1, 2, "x", &report), R3D_OK);
        assert_int_equal(report.passed, run != 0);
        r3d_golden_report_free(&report);
        assert_int_equal(r3d_golden_check(g, &view, "x", NULL, &report), R3D_OK);
        assert_int_equal(report.passed, run != 0);
        r3d_golden_report_free(&report);
        r3d_golden_destroy(g);
        if (run == 0) {
            expect("$R golden accept suite/x --out out", 0, "suite/x (missing) accepted: ");
            expect("cat goldens/suite/x.i32.txt goldens/suite/x.txt; ls out/suite/x.*", 2,
                   "1 2\na\n");
            assert_int_equal(sh("test -s goldens/suite/x.png"), 0);
        } else if (run == 1) {
            // An older file in its place is another one, too.
            assert_int_equal(sh("cp -p goldens/suite/x.txt kept && echo c > goldens/suite/x.txt && "
                                "touch -d 2001-01-01 goldens/suite/x.txt"),
                             0);
            expect("$R golden accept suite/x --out out", 1, "the golden changed after the run");
            assert_int_equal(sh("cp -p kept goldens/suite/x.txt"), 0);
            expect("$R golden accept suite/x --dry-run --out out", 0, "would be accepted");
        }
    }
    free(p.pixels);
}

static void notes_of_a_suite_are_no_texts(void **state)
{
    (void)state;
    static const char *const names[] = {"goldens", "xfail", "a.i32"};
    start("results-notes");
    workspace_set(&w, "R3D_GOLDEN", "update");
    for (int i = 0; i < 3; i++) {
        r3d_golden_report report;
        r3d_golden *g = workspace_golden(&w, NULL);
        assert_int_equal(r3d_golden_check_text(g, "x", names[i], &report), R3D_OK);
        assert_int_equal(report.status, R3D_GOLDEN_ERROR);
        r3d_golden_report_free(&report);
        // Below a folder it is a name like any other.
        assert_int_equal(
            r3d_golden_check_text(g, "x", i == 0 ? "sub/goldens" : "sub/xfail", &report), R3D_OK);
        assert_true(report.passed);
        r3d_golden_report_free(&report);
        r3d_golden_destroy(g);
    }
    expect("find goldens/suite -name '*.txt' | sort | tr '\\n' ' '", 0,
           "goldens/suite/sub/goldens.txt goldens/suite/sub/xfail.txt ");
}

// An artefact root may be a folder that holds other things, goldens even.
static void cleaning_removes_what_runs_made_and_nothing_else(void **state)
{
    (void)state;
    start("results-clean");
    assert_int_equal(sh("cp -r goldens/suite/* out/suite && echo x > out/CMakeLists.txt && "
                        "echo x > out/suite/notes.txt && cp goldens/suite/good.png out/logo.png && "
                        "cp goldens/suite/good.png out/suite/good.owner.png && "
                        "cp goldens/suite/good.png out/suite/wrong.owner.png && "
                        "echo 1 > out/suite/t.i32.txt && echo 1 > out/suite/t.actual.i32.txt && "
                        "echo {} > out/data.jsonl && echo x > out/suite/report.html && "
                        "$R golden report out -o out/report.html && $R golden clean --out out"),
                     0);
    expect("find out -type f | sort | tr '\\n' ' '", 0,
           "out/CMakeLists.txt out/data.jsonl out/logo.png out/suite/good.owner.png "
           "out/suite/good.png out/suite/notes.txt out/suite/report.html "
           "out/suite/t.actual.i32.txt out/suite/t.i32.txt out/suite/wrong.png ");
    expect("test ! -e out/results && $R golden clean --out out", 0, "");
}

// What lies in a suite's folder and is no golden of ours stays: build files, notes, what a display list
// names, its picture, and whatever lies behind a link, also when the manifest names it.
static void pruning_removes_only_what_the_manifest_names(void **state)
{
    (void)state;
    start("results-prune");
    assert_int_equal(
        sh("cd goldens/suite && echo x > CMakeLists.txt && echo x > notes.txt && "
           "mkdir textures ../../away && for n in old textures/brick menu ../../away/far; do cp "
           "good.png $n.png; done && ln -s ../../away away && ln -s good.png linked.png && "
           "echo 'texture 1 textures/brick.png' > menu.r3d && $R golden manifest . && "
           "cp good.png photo.png && cd ../.. && grep -c away/far goldens/suite/goldens.txt"),
        0);
    expect("$R golden prune --yes --out out", 1, "suite suite is not complete: wrong failed");
    expect("$R golden accept --all --out out", 0, "accepted");
    expect("$R golden prune --yes --out out", 1,
           "suite suite is not complete: a check failed, and what comes after it may not have run");
    run_again();
    assert_int_equal(sh("cp -r goldens before"), 0);
    expect("$R golden prune --dry-run --out out", 0, "/old.png");
    expect("diff -r goldens before", 0, "");
    expect("mkdir goldens/.git && $R golden prune --yes --out out", 1, "a git repository");
    expect("rmdir goldens/.git && diff -r goldens before", 0, "");
    expect("$R golden prune --yes --out out", 0, "removed: 1");
    expect("diff -rq goldens before", 1, "Only in before/suite: old.png");
    expect("diff -rq goldens before | wc -l", 0, "1");
    expect("test -f away/far.png", 0, "");
}

// A folder in which somebody keeps other things, also in one called results.
static void cleaning_knows_whose_folder_it_is(void **state)
{
    (void)state;
    start("results-clean-else");
    assert_int_equal(sh("mkdir -p p/results p/suite && echo '{\"a\":1}' > p/results/a.jsonl && "
                        "cp out/suite/*.png p/suite && echo x > p/report.html && cp -r p q"),
                     0);
    expect("$R golden clean --out p", 0, "no results");
    expect("diff -r p q", 0, "");
    expect("rm p/results/a.jsonl q/results/a.jsonl && $R golden clean --out p", 0, "no results");
    expect("diff -r p q", 0, "");
    // With results beside it, but in a repository; or where the goldens are.
    assert_int_equal(sh("mkdir out/.git && cp -r out kept"), 0);
    expect("$R golden clean --out out", 1, "a git repository");
    expect("diff -r out kept && rmdir out/.git kept/.git", 0, "");
    assert_int_equal(sh("cp -r out/results . && cp -r goldens before"), 0);
    expect("$R golden clean --out .", 1, "holds the goldens");
    expect("diff -r goldens before && rm -r results", 0, "");
    // A link in it leads to somebody's folder.
    assert_int_equal(sh("mv out/suite mine && cp -r mine kept/mine && ln -s ../mine out/suite"), 0);
    expect("$R golden clean --dry-run --out out", 0, "would remove: out/results/");
    expect("test -d out/results && $R golden clean --out out", 0, "remove: out/results/");
    expect("diff -r mine kept/mine && test ! -e out/results", 0, "");
}

// Killed behind the writing of the golden, or in it: accepting again does the rest.
static void accepting_again_does_the_rest(void **state)
{
    (void)state;
    start("results-interrupted");
    assert_int_equal(sh("cp out/suite/wrong.actual.png goldens/suite/wrong.png && echo x > "
                        "goldens/suite/wrong.png.retro3d-2147483646-0.tmp"),
                     0);
    expect("$R golden accept suite/wrong --out out", 0, "accepted: ");
    expect("find goldens out -name '*.tmp' -o -name '*.actual.png' | wc -l", 0, "0");
    expect("$R golden check --out out", 0, "");
}

// A golden that cannot be written is not called accepted, and 6 is the exit code.
static void what_is_not_written_is_not_called_accepted(void **state)
{
    (void)state;
    start("results-unwritten");
    assert_int_equal(sh("ln -s nowhere/x goldens/suite/wrong@t.png"), 0);
    expect("$R golden accept suite/wrong --variant t --out out", 6, "leads to no file");
    assert_null(strstr(output, "accepted"));
}

static void masks_of_another_size_or_of_everything_are_refused(void **state)
{
    (void)state;
    start("results-masks");
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_picture_view view;
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    expect("$R golden mask suite/good 0,0,5,5", 2, "no golden root");
    expect("ln -s goldens golden && $R golden mask suite/good 0,0,39,30", 0,
           "mask: golden/suite/good.mask.png");
    expect("cp golden/suite/good.mask.png kept && $R golden mask suite/good -- -1,0,1,30", 2,
           "good.mask.png: not written, it would cover every pixel");
    expect("cmp golden/suite/good.mask.png kept", 0, "");
    for (int wrong = 0; wrong < 2; wrong++) {
        r3d_golden_report report;
        r3d_golden *g = workspace_golden(&w, NULL);
        assert_int_equal(r3d_golden_check(g, &view, "good", NULL, &report), R3D_OK);
        assert_int_equal(report.passed, wrong == 0);
        if (wrong != 0) {
            assert_int_equal(report.status, R3D_GOLDEN_ERROR);
            assert_non_null(strstr(report.text.data,
                                   "good.mask.png: the mask is 39x30, but the golden is 40x30\n"));
        }
        r3d_golden_report_free(&report);
        r3d_golden_destroy(g);
        view.width = WIDTH - 1;
        char path[WORKSPACE_PATH];
        snprintf(path, sizeof path, "%.900s/goldens/suite/good.mask.png", w.folder);
        assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, NULL), R3D_OK);
        view.width = WIDTH;
    }
    free(p.pixels);
}

static void diff_says_what_was_masked_and_what_it_could_not_compare(void **state)
{
    (void)state;
    start("results-diff");
    assert_int_equal(sh("cp goldens/suite/good.png a.png && cp out/suite/wrong.actual.png b.png && "
                        "head -c 60 a.png > broken.png && mkdir e f && cp a.png e/x.PNG && "
                        "cp b.png f/x.PNG && cp a.png e/y.png && cp broken.png f/y.png"),
                     0);
    expect("$R diff a.png b.png --ignore 7,0,1,1", 0,
           "within bounds (ignore): no mismatch in 1199 px, 1 masked\n");
    assert_null(strstr(output, "note"));
    expect("$R diff a.png b.png --ignore 0,0,2,2", 1,
           "note: the mask is not needed, nothing differs below it\n");
    expect("cp a.png c.png; $R diff a.png c.png --ignore 0,0,2,2", 0,
           "equal: identical files\nnote: the mask is not needed");
    expect("$R diff a.png b.png --threshold 0.5", 2,
           "--threshold is looked at only with --metric yiq or oklab");
    expect("$R diff a.png b.png --background checker -t 3", 2,
           "--background is looked at only with --metric yiq or oklab");
    expect("$R diff a.png b.png -m yiq --threshold 0.5", 0, "within bounds (yiq 0.5)");
    // The limit holds however the files are read.
    expect("$R diff a.png b.png --max-samples 4799", 3, "the limit is 4799 samples");
    expect("$R diff a.png b.png --max-samples 4799 -m yiq --antialias", 3, "the limit is 4799");
    expect("$R diff a.png b.png --max-samples 4799 --low-memory", 3, "the limit is 4799 samples");
    expect("$R diff a.png b.png --max-samples 4800 -o d.png", 1, "1 of 1200 px");
    expect("$R diff a.png b.png --max-samples 0", 2, "--max-samples");
    expect("$R diff a.png broken.png --json", 3,
           "{\"expected\":\"a.png\",\"actual\":\"broken.png\",\"diff\":{\"verdict\":\"error\","
           "\"message\":\"broken.png, byte 33: ");
    expect("$R diff a.png b.png --json --window 1:0 --metric exact --antialias", 2,
           "\"verdict\":\"error\",\"message\":\"retro3d diff: antialias needs");
    expect("$R diff e f --json", 3,
           "{\"expected\":\"e/y.png\",\"actual\":\"f/y.png\",\"diff\":{\"verdict\":\"error\"");
    assert_non_null(
        strstr(output, "{\"expected\":\"e/x.PNG\",\"actual\":\"f/x.PNG\",\"diff\":{\"settings\""));
    expect("$R diff e f --json -q", 3, "f/y.png, byte 33");
    assert_null(strchr(output, '{'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_that_cannot_be_read_hides_no_other),
        cmocka_unit_test(checking_nothing_is_no_success),
        cmocka_unit_test(goldens_that_are_not_here_are_not_said_to_be_used),
        cmocka_unit_test(suites_of_which_no_test_ran_are_looked_at_when_asked),
        cmocka_unit_test(a_failure_of_any_machine_is_reported),
        cmocka_unit_test(kinds_of_one_name_do_not_touch_each_other),
        cmocka_unit_test(notes_of_a_suite_are_no_texts),
        cmocka_unit_test(cleaning_removes_what_runs_made_and_nothing_else),
        cmocka_unit_test(pruning_removes_only_what_the_manifest_names),
        cmocka_unit_test(cleaning_knows_whose_folder_it_is),
        cmocka_unit_test(accepting_again_does_the_rest),
        cmocka_unit_test(what_is_not_written_is_not_called_accepted),
        cmocka_unit_test(masks_of_another_size_or_of_everything_are_refused),
        cmocka_unit_test(diff_says_what_was_masked_and_what_it_could_not_compare),
    };
    return cmocka_run_group_tests_name("golden results", tests, NULL, NULL);
}
