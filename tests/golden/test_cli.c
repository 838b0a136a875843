/* SPDX-License-Identifier: MIT */
// The commands retro3d diff and retro3d golden as processes: exit codes, accepting, reports.
// Spec golden sections 5 and 7, section 11, items 7 and 9.

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

enum { WIDTH = 70, HEIGHT = 50 };

static workspace w;
static char output[1 << 18];
static char command[16 * WORKSPACE_PATH];

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static int
run(const char *format, ...)
{
    char arguments[12 * WORKSPACE_PATH];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    snprintf(command, sizeof command, "cd '%s' && '%s' %s 2>&1", w.folder, R3D_PROGRAM, arguments);
    return workspace_run(command, output, sizeof output);
}

static int shell(const char *text)
{
    snprintf(command, sizeof command, "cd '%s' && %s", w.folder, text);
    return workspace_run(command, output, sizeof output);
}

static void save(const char *file, const slow_picture *p)
{
    char path[WORKSPACE_PATH];
    r3d_picture_view view;
    snprintf(path, sizeof path, "%.900s/%s", w.folder, file);
    r3d_diff_view_xrgb32(p->pixels, p->width, p->height, 0, &view);
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, NULL), R3D_OK);
}

static void start(const char *name)
{
    workspace_make(&w, R3D_TEST_BINARY_DIR, name);
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    save("a.png", &p);
    p.pixels[20 * WIDTH + 30] ^= 0x40u;
    save("b.png", &p);
    free(p.pixels);
    p = scene_pattern(WIDTH + 5, HEIGHT, 1);
    save("wide.png", &p);
    free(p.pixels);
}

// The pixels of a.png, or of b.png with 0x40, as R, G, B bytes.
static void save_raw(const char *file, uint32_t change)
{
    static uint8_t bytes[WIDTH * HEIGHT * 3];
    char path[WORKSPACE_PATH];
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    p.pixels[20 * WIDTH + 30] ^= change;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        bytes[i * 3] = (uint8_t)(p.pixels[i] >> 16);
        bytes[i * 3 + 1] = (uint8_t)(p.pixels[i] >> 8);
        bytes[i * 3 + 2] = (uint8_t)p.pixels[i];
    }
    free(p.pixels);
    snprintf(path, sizeof path, "%.900s/%s", w.folder, file);
    assert_int_equal(r3d_file_write(path, bytes, sizeof bytes, NULL), R3D_OK);
}

// Every layout holds the same picture: opaque, or with alpha of its own.
static void raw_frames_of_every_layout_are_read(void **state)
{
    (void)state;
    static const char *const names[] = {"rgba8", "bgra8", "xrgb32", "argb32",
                                        "rgb8",  "gray8", "rgba16"};
    static uint8_t bytes[7][8];
    // One pixel (1, 2, 3) of alpha 4; as one grey 2; 16 bits with low bytes of their own.
    const uint32_t word = 0x04010203u;
    const uint16_t deep[4] = {0x01fe, 0x02fe, 0x03fe, 0x04fe};
    memcpy(bytes[0], "\1\2\3\4", 4);
    memcpy(bytes[1], "\3\2\1\4", 4);
    memcpy(bytes[2], &word, 4);
    memcpy(bytes[3], &word, 4);
    memcpy(bytes[4], "\1\2\3", 3);
    bytes[5][0] = 2;
    memcpy(bytes[6], deep, 8);
    static const size_t sizes[] = {4, 4, 4, 4, 3, 1, 8};
    static const char *const told[] = {"#01020304", "#01020304", "#010203",  "#01020304",
                                       "#010203",   "#020202",   "#01020304"};
    workspace_make(&w, R3D_TEST_BINARY_DIR, "cli-raw");
    for (int i = 0; i < 7; i++) {
        char path[WORKSPACE_PATH];
        uint8_t other[8];
        workspace_path(w.folder, "x.raw", path);
        assert_int_equal(r3d_file_write(path, bytes[i], sizes[i], NULL), R3D_OK);
        memcpy(other, bytes[i], sizeof other);
        other[1 % sizes[i]] ^= 0x10u;
        workspace_path(w.folder, "y.raw", path);
        assert_int_equal(r3d_file_write(path, other, sizes[i], NULL), R3D_OK);
        assert_int_equal(run("diff x.raw x.raw --raw 1x1:%s", names[i]), 0);
        assert_int_equal(run("diff x.raw y.raw --raw 1x1:%s", names[i]), 1);
        char expected[64];
        snprintf(expected, sizeof expected, "expected %s actual", told[i]);
        if (strstr(output, expected) == NULL) {
            fail_msg("%s: no %s in %s", names[i], expected, output);
        }
    }
}

// One grey pixel of 16 bits.
static const uint8_t deep_png[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x10, 0x00, 0x00, 0x00,
    0x00, 0x6a, 0xee, 0x47, 0x16, 0x00, 0x00, 0x00, 0x0b, 0x49, 0x44, 0x41, 0x54, 0x78,
    0x9c, 0x63, 0x10, 0x32, 0x01, 0x00, 0x00, 0x5b, 0x00, 0x47, 0x96, 0xfb, 0x1b, 0x65,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

static void diff_has_the_fixed_exit_codes(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int code;
        const char *text;
    } cases[] = {
        {"diff a.png a.png", 0, "equal"},
        {"diff a.png a.png --verify", 0, "equal: 3500 px"},
        {"diff a.png b.png", 1, "1 of 3500 px (0.03 %), 1 cluster, max delta 64"},
        {"diff a.png b.png --max-pixels 1", 0, "within bounds"},
        {"diff a.png b.png -t 64", 0, "within bounds (tolerance 64): no mismatch in 3500 px"},
        {"diff a.png b.png -t 63", 1, "1 of 3500"},
        {"diff a.png b.png --ignore 30,20,1,1", 0,
         "within bounds (ignore): no mismatch in 3499 px, 1 masked"},
        {"diff a.png b.png --ignore -40,-30,1,1", 0, "within bounds (ignore)"},
        {"diff a.png b.png --include 0,0,5,5", 0, "within bounds (include)"},
        {"diff a.png b.png --window 3:1", 0, "within"},
        {"diff a.png b.png --quiet", 1, ""},
        {"diff a.png wide.png", 4, "sizes differ, expected 70x50, actual 75x50"},
        {"diff a.png wide.png --crop-to-common", 0, "within bounds (crop-to-common)"},
        {"diff a.png none.png", 3, "none.png"},
        {"diff none.png a.png", 3, "none.png"},
        {"diff broken.png a.png", 3, "broken.png"},
        {"diff a.png .", 3, ""},
        {"diff a.png", 2, "two pictures are needed"},
        {"diff a.png b.png a.png", 2, "3 given"},
        {"diff a.png b.png --metrik yiq", 2, "did you mean --metric?"},
        {"diff a.png b.png --metric best", 2, "exact|tolerance|yiq|oklab"},
        {"diff a.png b.png --max-ratio 2", 2, "0 to 1"},
        {"diff a.png b.png --ignore 1,2,3", 2, "X,Y,W,H"},
        {"diff a.png b.png -o a.png", 2, "would overwrite"},
        {"diff a.png b.png -o none/d.png", 6, "1 of 3500"},
        {"diff a.png b.png --list-options", 1, "max-pixels       0 (default)"},
        {"diff a.png b.png --list-options", 1, "link-distance    8 (default)"},
        {"diff a.png b.png --list-options", 1, "stroke           2 (default)"},
        {"diff - b.png < a.png", 1, "1 of 3500"},
        {"diff - - < a.png", 2, "only one"},
        {"diff --help", 0, "usage: retro3d diff"},
        {"diff a.png a.png --low-memory", 0, "equal: identical files"},
        {"diff a.png a.png --low-memory --verify", 0, "equal: 3500 px"},
        {"diff a.png - --low-memory < b.png", 1, "1 of 3500 px"},
        {"diff a.png a.png --tolerance 300", 2, "tolerance"},
        {"diff a.raw a.raw --tolerance 300", 2, "tolerance"},
        {"diff deep.png deep.png --tolerance 300", 0, "equal"},
        {"diff a.raw none.png --tolerance 65536", 2, "tolerance"},
        {"diff a.raw none.png --tolerance 300", 3, "none.png"},
        {"diff a.raw none.png --antialias", 2, "antialias needs the metric"},
        {"diff a.png a.png --mask wide.png", 2, "the mask is"},
        {"diff a.png a.png --list-options", 0, "link-distance    8 (default)"},
        {"diff a.png b.png --low-memory", 1, "1 of 3500 px (0.03 %), 1 cluster, max delta 64"},
        {"diff a.png b.png --low-memory -o d.png", 2, "--low-memory is looked at only without"},
        {"diff a.png wide.png --low-memory", 4, "sizes differ, expected 70x50, actual 75x50"},
        {"diff wide.png a.png --low-memory --crop-to-common", 0,
         "within bounds (crop-to-common): no mismatch in 3500 px"},
        {"diff a.png broken.png --low-memory", 3, "broken.png"},
        {"diff a.png b.png --low-memory --metric yiq --antialias", 2, "whole pictures"},
        {"diff a.png b.png --threads 1", 1, "1 of 3500"},
        {"diff a.png b.png --triptych t.png", 1, "1 of 3500"},
        {"diff a.raw a.png --raw 70x50:rgb8", 0, "equal: 3500 px"},
        {"diff a.png a.raw --raw 70x50:rgb8", 0, "equal: 3500 px"},
        {"diff a.raw a.raw --raw 70x50:rgb8", 0, "equal: 3500 px"},
        {"diff a.png b.png --raw 70x50:rgb8", 2, "for files that are no PNG"},
        {"diff a.raw b.png --raw 70x50:rgb8 -o r.png", 1, "first (30,20)"},
        {"diff a.raw b.raw --raw 70x50:rgb8", 1, "1 of 3500 px (0.03 %), 1 cluster, max delta 64"},
        {"diff a.raw b.raw --raw 210x50:gray8", 1, "first (92,20)"},
        {"diff - a.png --raw 70x50:rgb8 < b.raw", 1, "1 of 3500"},
        {"diff a.raw a.png --raw 50x70:rgb8", 4, "sizes differ, expected 50x70, actual 70x50"},
        {"diff a.raw a.raw --raw 70x50:rgba8", 3,
         "a.raw, byte 10500: 10500 bytes, but a raw frame of 70x50 rgba8 has 14000"},
        {"diff a.raw a.raw --raw 70x49:rgb8", 3, "a.raw, byte 10290: 10500 bytes"},
        {"diff broken.png a.raw --raw 70x50:rgb8", 3, "broken.png"},
        {"diff a.raw a.png", 3, "a.raw"},
        {"diff a.raw a.png --raw 70x50", 2, "expected WxH:LAYOUT"},
        {"diff a.raw a.png --raw 70x50:rgb9", 2, "expected WxH:LAYOUT"},
        {"diff a.raw a.png --raw 0x50:rgb8", 2, "expected WxH:LAYOUT"},
        {"diff a.raw a.png --raw 32768x1:rgb8", 2, "expected WxH:LAYOUT"},
        {"diff a.raw a.png --raw ' 70x50:rgb8'", 2, "expected WxH:LAYOUT"},
        {"diff a.raw a.png --raw 70x50:rgb8 --low-memory", 2,
         "--low-memory is looked at only without --raw"},
        {"diff . . --raw 70x50:rgb8", 2, "for two files"},
    };
    start("cli-diff");
    assert_int_equal(shell("head -c 100 a.png > broken.png"), 0);
    save_raw("a.raw", 0);
    save_raw("b.raw", 0x40u);
    char deep[WORKSPACE_PATH];
    snprintf(deep, sizeof deep, "%.900s/deep.png", w.folder);
    assert_int_equal(r3d_file_write(deep, deep_png, sizeof deep_png, NULL), R3D_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int code = run("%s", cases[i].arguments);
        if (code != cases[i].code || strstr(output, cases[i].text) == NULL) {
            fail_msg("%s: exit code %d: %s", cases[i].arguments, code, output);
        }
    }
    assert_int_equal(run("diff a.png b.png --quiet"), 1);
    assert_string_equal(output, "");
}

static void diff_writes_its_picture_and_removes_a_stale_one(void **state)
{
    (void)state;
    start("cli-output");
    char path[WORKSPACE_PATH];
    workspace_path(w.folder, "d.png", path);
    assert_int_equal(run("diff a.png b.png -o d.png --circled c.png"), 1);
    assert_non_null(strstr(output, "diff: d.png\n"));
    r3d_picture picture;
    r3d_picture_view view;
    uint32_t argb;
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, NULL), R3D_OK);
    r3d_picture_get_view(&picture, &view);
    r3d_diff_view_pixel(&view, 30, 20, &argb);
    assert_int_equal(argb, 0xffff0000u);
    r3d_picture_free(&picture);
    assert_int_equal(run("diff a.png a.png -o d.png"), 0);
    assert_false(workspace_exists(path));
}

// A limit on the size of files stands for a full disk: writing fails where it would there.
static void a_full_disk_keeps_the_old_file_and_the_verdict(void **state)
{
    (void)state;
    static const char *const outputs[] = {"-o", "--circled", "--triptych"};
    start("cli-full");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(shell("cp a.png old.png"), 0);
        char line[8192];
        snprintf(line, sizeof line,
                 "(trap '' XFSZ; ulimit -f 0; exec %s diff a.png b.png %s old.png --quiet "
                 "2>/dev/null); test $? = 6 && cmp -s a.png old.png && test -z \"$(ls *.tmp "
                 "2>/dev/null)\"",
                 R3D_PROGRAM, outputs[i]);
        assert_int_equal(shell(line), 0);
    }
    // The verdict is still told.
    assert_int_equal(run("diff a.png b.png -o none/d.png"), 6);
    assert_non_null(strstr(output, "1 of 3500"));
}

static void folders_are_compared_file_by_file(void **state)
{
    (void)state;
    start("cli-folders");
    assert_int_equal(
        shell("mkdir -p e/sub a/sub && cp a.png e/same.png && cp a.png a/same.png && cp "
              "a.png e/sub/x.png && cp b.png a/sub/x.png && cp a.png e/z.png && cp "
              "wide.png a/z.png"),
        0);
    assert_int_equal(run("diff e a -o out"), 1);
    assert_non_null(strstr(output, "same.png: equal: identical files\nsub/x.png: 1 of 3500 px"));
    assert_non_null(strstr(output, "z.png: sizes differ"));
    assert_non_null(strstr(output, "3 pictures, 2 differ\n"));
    assert_int_equal(shell("ls out/sub/x.png.diff.png out/z.png.diff.png"), 0);
    assert_int_equal(shell("test ! -e out/same.png.diff.png"), 0);
    // The same words with any number of jobs.
    static char one[4096];
    assert_int_equal(run("diff e a -j 1"), 1);
    memcpy(one, output, sizeof one);
    assert_int_equal(run("diff e a -j 8"), 1);
    assert_string_equal(output, one);
    assert_int_equal(shell("rm a/z.png && cp a.png a/y.png"), 0);
    assert_int_equal(run("diff e a"), 1);
    assert_non_null(strstr(output, "y.png: only in a\nz.png: only in e\n4 pictures, 3 differ\n"));
    assert_int_equal(run("diff e a --json"), 1);
    assert_non_null(strstr(output, "{\"expected\":null,\"actual\":\"a/y.png\","));
    assert_non_null(strstr(output, "{\"expected\":\"e/z.png\",\"actual\":null,"));
    assert_int_equal(run("diff e e"), 0);
    assert_int_equal(run("diff e nodir"), 3);
    assert_non_null(strstr(output, "nodir: does not exist, but e is a folder"));
    assert_int_equal(run("diff a.png e"), 3);
    assert_non_null(strstr(output, "a.png: not a folder, but e is a folder"));
    assert_int_equal(shell("mkdir -p none1 none2"), 0);
    assert_int_equal(run("diff none1 none2"), 3);
    assert_non_null(strstr(output, "no pictures in either folder"));
    assert_int_equal(shell("head -c 50 a.png > a/sub/x.png"), 0);
    assert_int_equal(run("diff e a --quiet"), 3);
}

static void json_is_one_object_on_one_line(void **state)
{
    (void)state;
    start("cli-json");
    assert_int_equal(run("diff a.png b.png --json"), 1);
    assert_int_equal(strchr(output, '\n') - output, (long)strlen(output) - 1);
    assert_int_equal(
        shell("\"$PYTHON\" -c '' 2>/dev/null; python3 -c 'import json' 2>/dev/null || exit 9"), 0);
    snprintf(command, sizeof command,
             "cd '%s' && '%s' diff a.png b.png --json | python3 -c \"import json,sys; "
             "d=json.load(sys.stdin)['diff']; print(d['mismatches'], d['clusters'][0]['first'])\"",
             w.folder, R3D_PROGRAM);
    assert_int_equal(workspace_run(command, output, sizeof output), 0);
    assert_string_equal(output, "1 [30, 20]\n");
}

// A run of the harness with one good, one wrong and one missing golden.
static void run_suite(void)
{
    r3d_golden *g = workspace_golden(&w, NULL);
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_picture_view view;
    static const char *const names[] = {"good", "wrong", "gone"};
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    for (int i = 0; i < 3; i++) {
        r3d_golden_report report;
        if (i == 1) {
            p.pixels[5] ^= 1u;
        }
        assert_int_equal(r3d_golden_check(g, &view, names[i], NULL, &report), R3D_OK);
        r3d_golden_report_free(&report);
    }
    int32_t table[2] = {1, 2};
    r3d_golden_report report;
    assert_int_equal(r3d_golden_check_i32(g, table, 1, 2, "numbers", &report), R3D_OK);
    r3d_golden_report_free(&report);
    r3d_golden_destroy(g);
    free(p.pixels);
}

static void start_suite(const char *name)
{
    start(name);
    assert_int_equal(
        shell("mkdir -p goldens/suite && cp a.png goldens/suite/good.png && cp a.png "
              "goldens/suite/wrong.png && cp a.png goldens/suite/old.png && echo 1 3 > "
              "goldens/suite/numbers.i32.txt"),
        0);
    run_suite();
}

static void accepting_takes_what_the_last_run_drew(void **state)
{
    (void)state;
    start_suite("cli-accept");
    assert_int_equal(run("golden status --out out"), 0);
    assert_non_null(strstr(output, "failed: suite/wrong (1 px)\n"));
    assert_non_null(strstr(output, "missing: suite/gone\n"));
    assert_non_null(strstr(output, "failed: suite/numbers\n"));
    assert_non_null(strstr(output, "goldens/suite/old.png\n"));
    assert_non_null(strstr(output, "4 results, 1 passed, 1 unused goldens\n"));
    assert_int_equal(run("golden check --out out"), 1);

    assert_int_equal(run("golden accept --out out"), 2);
    assert_int_equal(run("golden accept nothing/* --out out"), 5);
    assert_int_equal(run("golden accept suite/wrong --dry-run --out out"), 0);
    assert_non_null(strstr(output, "suite/wrong 70x50, 1 px differ (differs) would be accepted"));
    // The golden changed after the run: refused.
    assert_int_equal(
        shell("cp goldens/suite/wrong.png kept.png && cp b.png goldens/suite/wrong.png"), 0);
    assert_int_equal(run("golden accept suite/wrong --out out"), 1);
    assert_non_null(strstr(output, "the golden changed after the run"));
    assert_int_equal(shell("cp kept.png goldens/suite/wrong.png && sleep 0.02"), 0);
    assert_int_equal(run("golden accept --all --out out"), 0);
    run_suite();
    assert_int_equal(run("golden check --out out"), 0);
    assert_int_equal(run("golden check --fail-unused --out out"), 1);
    assert_int_equal(run("golden prune --yes --out out"), 0); // nothing says that it is a golden
    assert_non_null(strstr(output, "old.png: no manifest names it"));
    assert_int_equal(run("golden manifest goldens/suite"), 0);
    assert_int_equal(run("golden prune --out out"), 0);
    assert_non_null(strstr(output, "1 unused; --yes removes them"));
    assert_int_equal(run("golden prune --dry-run --out out"), 0);
    assert_int_equal(shell("ls goldens/suite/old.png"), 0);
    assert_int_equal(run("golden prune --yes --out out"), 0);
    assert_int_equal(run("golden check --fail-unused --out out"), 0);
    assert_int_equal(shell("ls goldens/suite"), 0);
    assert_string_equal(output, "goldens.txt\ngone.png\ngood.png\nnumbers.i32.txt\nwrong.png\n");
    assert_int_equal(run("golden clean --out out"), 0);
    assert_int_equal(workspace_count_files(w.out), 0);
}

static void what_changed_after_the_run_is_not_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *change;
        const char *name;
        const char *text;
    } cases[] = {
        {"cp b.png goldens/suite/wrong.png", "wrong", "the golden changed after the run"},
        {"rm goldens/suite/wrong.png", "wrong", "the golden changed after the run"},
        {"cp b.png goldens/suite/gone.png", "gone", "the golden appeared after the run"},
        {"echo 1 4 > goldens/suite/numbers.i32.txt", "numbers", "the golden changed after the run"},
        {"rm out/suite/wrong.actual.png", "wrong", "its actual picture is gone"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start_suite("cli-changed");
        assert_int_equal(shell("sleep 0.02"), 0);
        assert_int_equal(shell(cases[i].change), 0);
        assert_int_equal(shell("cp -r goldens before"), 0);
        assert_int_equal(run("golden accept suite/%s --out out", cases[i].name), 1);
        assert_non_null(strstr(output, cases[i].text));
        assert_int_equal(shell("diff -r goldens before"), 0);
    }
}

static void asking_for_each_accepts_only_the_yes(void **state)
{
    (void)state;
    start_suite("cli-interactive");
    assert_int_equal(shell("printf 'n\\ny\\nq\\n' > answers"), 0);
    assert_int_equal(run("golden accept 'suite/*' --interactive --out out < answers"), 0);
    assert_int_equal(run("golden status --out out"), 0);
    assert_non_null(strstr(output, "missing: suite/gone\n"));
    assert_non_null(strstr(output, "updated: suite/numbers\n"));
    assert_non_null(strstr(output, "failed: suite/wrong"));
}

static void reports_are_well_formed_repeatable_and_name_no_machine(void **state)
{
    (void)state;
    static const char *const kinds[][2] = {{"report --all", "page.html"},
                                           {"json --all", "page.json"},
                                           {"junit", "page.xml"},
                                           {"markdown", "page.md"}};
    start_suite("cli-reports");
    // A line as hostile as the format allows: texts end script elements and attributes.
    assert_int_equal(
        shell("printf '%s\\n' '{\"version\":1,\"suite\":\"suite\",\"name\":\"evil\",\"kind\":"
              "\"picture\",\"status\":\"differs\",\"passed\":false,\"variant\":\"\",\"root\":\"/\","
              "\"hints\":[\"</script><script>hostile=1</script>\"],\"text\":\"\\u0022\\u003e<img "
              "src=x onerror=hostile=1>&amp; \\u0000\\u00ff ]]> --\\u003e\"}' > "
              "out/results/evil.jsonl"),
        0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(run("golden %s out -o out/%s", kinds[i][0], kinds[i][1]), 0);
        assert_int_equal(run("golden %s out -o out/again", kinds[i][0]), 0);
        snprintf(command, sizeof command, "cd '%s/out' && cmp again %s", w.folder, kinds[i][1]);
        assert_int_equal(workspace_run(command, output, sizeof output), 0);
        snprintf(command, sizeof command, "grep -c '%s' '%s/out/%s'", R3D_TEST_BINARY_DIR, w.folder,
                 kinds[i][1]);
        workspace_run(command, output, sizeof output);
        assert_string_equal(output, "0\n");
    }
    assert_int_equal(
        shell("python3 -c \"\n"
              "import json, xml.dom.minidom, html.parser\n"
              "j = json.load(open('out/page.json'))\n"
              "assert j['summary']['total'] == 5 and len(j['entries']) == 5, j\n"
              "assert j['entries'][0]['name'] == 'evil'\n"
              "x = xml.dom.minidom.parse('out/page.xml').documentElement\n"
              "assert x.getAttribute('tests') == '5', 1\n"
              "assert len(x.getElementsByTagName('failure')) == 4\n"
              "class P(html.parser.HTMLParser):\n"
              "  tags = []\n"
              "  def handle_starttag(self, tag, attrs): self.tags.append((tag, dict(attrs)))\n"
              "p = P(); p.feed(open('out/page.html').read())\n"
              "assert sum(t == 'script' for t, a in p.tags) == 3\n"
              "assert not any('onerror' in a for t, a in p.tags)\n"
              "d = open('out/page.html').read().split('id=\\\"data\\\">')[1]"
              ".split('</script>')[0]\n"
              "e = json.loads(d)['entries']\n"
              "assert len(e) == 5 and e[4]['pictures']['diff'].startswith('data:image/png')\n"
              "\" 2>&1"),
        0);
    assert_int_equal(run("golden report out"), 2);
    assert_int_equal(run("golden report out -o none.html --embed some"), 2);
    assert_int_equal(run("golden report nowhere -o x.html"), 3);
    // Names are checked when results are read, whoever wrote them.
    assert_int_equal(
        shell("printf '%s\\n' '{\"version\":1,\"suite\":\"suite\",\"name\":\"../evil\","
              "\"kind\":\"picture\",\"status\":\"differs\"}' > out/results/evil.jsonl"),
        0);
    assert_int_equal(run("golden json out"), 3);
    assert_non_null(strstr(output, "evil.jsonl:1: not a result line"));
}

static void results_of_several_machines_become_one_report(void **state)
{
    (void)state;
    start_suite("cli-merge");
    assert_int_equal(shell("cp -r out one && rm -rf out"), 0);
    assert_int_equal(shell("mkdir two && mkdir two/results && sed 's/\"suite\":\"suite\"/"
                           "\"suite\":\"other\"/' one/results/*.jsonl > two/results/other.7.jsonl"),
                     0);
    assert_int_equal(run("golden merge one two -o both"), 0);
    assert_int_equal(run("golden json both --all"), 0);
    assert_non_null(strstr(output, "{\"version\":1,\"summary\":{\"total\":8,\"passed\":2,"));
    assert_int_equal(run("golden json one two --all"), 0);
    assert_non_null(strstr(output, "{\"version\":1,\"summary\":{\"total\":8,\"passed\":2,"));
    assert_non_null(strstr(output, "\"diff\":\"one/suite/wrong.diff.png\""));
}

static void verify_finds_what_is_wrong_with_a_suite_folder(void **state)
{
    (void)state;
    start_suite("cli-verify");
    assert_int_equal(run("golden manifest goldens/suite"), 0);
    assert_int_equal(run("golden verify goldens/suite"), 0);
    assert_non_null(strstr(output, "goldens/suite: 3 goldens, 0 problems\n"));
    assert_int_equal(shell("cp b.png goldens/suite/good.png"), 0);
    assert_int_equal(run("golden verify goldens/suite"), 1);
    assert_non_null(strstr(output, "disagrees with the pictures"));
    assert_int_equal(run("golden manifest goldens/suite"), 0);
    assert_int_equal(run("golden mask suite/good 0,0,5,5 --root goldens -- -1,-1,1,1"), 0);
    assert_int_equal(run("golden verify goldens/suite"), 0);
    assert_int_equal(shell("cp goldens/suite/good.mask.png goldens/suite/lost.mask.png && cp a.png "
                           "goldens/suite/GOOD.png && cp a.png 'goldens/suite/a b.png' && echo x > "
                           "goldens/suite/t.i32.txt"),
                     0);
    assert_int_equal(run("golden verify goldens/suite"), 1);
    assert_non_null(strstr(output, "lost.mask.png: a mask without golden"));
    assert_non_null(strstr(output, "differs only by case"));
    assert_non_null(strstr(output, "a b.png: not a valid name"));
    assert_non_null(strstr(output, "t.i32.txt: a table holds something"));
    assert_int_equal(shell("head -c 60 a.png > goldens/suite/old.png"), 0);
    assert_int_equal(run("golden verify goldens/suite"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diff_has_the_fixed_exit_codes),
        cmocka_unit_test(raw_frames_of_every_layout_are_read),
        cmocka_unit_test(diff_writes_its_picture_and_removes_a_stale_one),
        cmocka_unit_test(a_full_disk_keeps_the_old_file_and_the_verdict),
        cmocka_unit_test(folders_are_compared_file_by_file),
        cmocka_unit_test(json_is_one_object_on_one_line),
        cmocka_unit_test(accepting_takes_what_the_last_run_drew),
        cmocka_unit_test(what_changed_after_the_run_is_not_accepted),
        cmocka_unit_test(asking_for_each_accepts_only_the_yes),
        cmocka_unit_test(reports_are_well_formed_repeatable_and_name_no_machine),
        cmocka_unit_test(results_of_several_machines_become_one_report),
        cmocka_unit_test(verify_finds_what_is_wrong_with_a_suite_folder),
    };
    return cmocka_run_group_tests_name("golden cli", tests, NULL, NULL);
}
