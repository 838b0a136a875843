/* SPDX-License-Identifier: MIT */
// Variants, known failures, manifest, masks beside goldens, instability, owners, histories, data
// goldens and result lines. Spec golden sections 2.6, 2.8, 5 and 6.

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

enum { WIDTH = 60, HEIGHT = 40 };

static slow_picture picture; // what is drawn now
static r3d_picture_view view;
static workspace w;
static char shell[16 * WORKSPACE_PATH];
static char shell_out[1024];

static void start(const char *name)
{
    workspace_make(&w, R3D_TEST_BINARY_DIR, name);
    snprintf(shell, sizeof shell, "mkdir -p '%s/suite'", w.root);
    assert_int_equal(workspace_run(shell, shell_out, sizeof shell_out), 0);
    free(picture.pixels);
    picture = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_diff_view_xrgb32(picture.pixels, WIDTH, HEIGHT, 0, &view);
}

static void golden_path(const char *file, char *out)
{
    snprintf(out, WORKSPACE_PATH, "%.900s/suite/%s", w.root, file);
}

static void put_picture(const char *file, const slow_picture *p)
{
    char path[WORKSPACE_PATH];
    r3d_picture_view v;
    r3d_diff_view_xrgb32(p->pixels, p->width, p->height, 0, &v);
    golden_path(file, path);
    assert_int_equal(r3d_png_save(path, &v, R3D_PNG_SMALL, NULL), R3D_OK);
}

static void put_text(const char *file, const char *text)
{
    char path[WORKSPACE_PATH];
    golden_path(file, path);
    assert_int_equal(r3d_file_write(path, text, strlen(text), NULL), R3D_OK);
}

static r3d_golden_report check_with(const r3d_golden_options *options)
{
    r3d_golden *g = workspace_golden(&w, NULL);
    r3d_golden_report report;
    assert_int_equal(r3d_golden_check(g, &view, "a", options, &report), R3D_OK);
    r3d_golden_destroy(g);
    return report;
}

static void any_variant_may_match_and_the_nearest_is_shown(void **state)
{
    (void)state;
    start("variants");
    slow_picture other = scene_pattern(WIDTH, HEIGHT, 9);
    put_picture("a.png", &other);
    put_picture("a@avx2.png", &picture);
    put_picture("ab@avx2.png", &picture);
    r3d_golden_report r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_PASSED);
    assert_string_equal(r.variant, "avx2");
    r3d_golden_report_free(&r);

    picture.pixels[7] ^= 1u;
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_DIFFERS);
    assert_string_equal(r.variant, "avx2");
    assert_int_equal(r.diff.mismatches, 1);
    assert_non_null(strstr(r.text.data, "nearest variant: @avx2\n"));
    r3d_golden_report_free(&r);
    picture.pixels[7] ^= 1u;

    // Tags that are not wanted here do not count.
    r3d_golden_desc desc;
    r3d_golden *g;
    r3d_golden_desc_init(&desc);
    desc.suite = "suite";
    desc.root = w.root;
    desc.variant_tags = "be,sse2";
    assert_int_equal(r3d_golden_create(&desc, &g, NULL), R3D_OK);
    assert_int_equal(r3d_golden_check(g, &view, "a", NULL, &r), R3D_OK);
    assert_int_equal(r.status, R3D_GOLDEN_DIFFERS);
    assert_string_equal(r.variant, "");
    r3d_golden_report_free(&r);
    r3d_golden_destroy(g);
    free(other.pixels);
}

static void known_failures_do_not_fail_and_unexpected_passes_do(void **state)
{
    (void)state;
    start("xfail");
    slow_picture good = scene_pattern(WIDTH, HEIGHT, 1);
    put_picture("a.png", &good);
    put_text("xfail.txt", "ab another\na  the sky is late\n");
    picture.pixels[3] ^= 1u;
    r3d_golden_report r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_KNOWN);
    assert_true(r.passed);
    assert_non_null(strstr(r.text.data, "golden known: suite/a: 1 of 2400 px"));
    assert_non_null(strstr(r.text.data, "the sky is late"));
    r3d_golden_report_free(&r);

    // With the wrong picture stored, only that one is known.
    put_picture("a.xfail.png", &picture);
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_KNOWN);
    r3d_golden_report_free(&r);
    picture.pixels[4] ^= 1u;
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_DIFFERS);
    assert_false(r.passed);
    r3d_golden_report_free(&r);

    // Updating leaves known failures alone.
    workspace_set(&w, "R3D_GOLDEN", "update");
    picture.pixels[4] ^= 1u;
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_KNOWN);
    r3d_golden_report_free(&r);

    workspace_set(&w, "R3D_GOLDEN", NULL);
    picture.pixels[3] ^= 1u;
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_UNEXPECTED_PASS);
    assert_false(r.passed);
    assert_non_null(strstr(r.text.data, "remove it from xfail.txt"));
    r3d_golden_report_free(&r);
    free(good.pixels);
}

// Writes goldens.txt with the line of a.png as the library makes it.
static void put_manifest(void)
{
    char path[WORKSPACE_PATH];
    r3d_diff_text line;
    memset(&line, 0, sizeof line);
    golden_path("a.png", path);
    assert_int_equal(r3d_diff_text_append(&line, "# hash murmur3-x64-128\n", 23), R3D_OK);
    assert_int_equal(r3d_golden_manifest_line(path, "a", &line, NULL), R3D_OK);
    put_text("goldens.txt", line.data);
    r3d_diff_text_free(&line);
}

static void the_manifest_spares_decoding_but_is_no_authority(void **state)
{
    (void)state;
    char text[2048];
    start("manifest");
    put_picture("a.png", &picture);
    put_manifest();
    r3d_golden_report r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_PASSED);
    assert_false(r.compared); // not decoded
    r3d_golden_report_free(&r);
    // Other bytes of equal size and time, as a fresh clone may have them: they must be decoded.
    snprintf(
        shell, sizeof shell,
        "cd '%s/suite' && cp a.png kept.png && printf x | dd of=a.png bs=1 seek=50 conv=notrunc "
        "2>/dev/null && touch -d '2000-01-01' a.png goldens.txt",
        w.root);
    assert_int_equal(workspace_run(shell, shell_out, sizeof shell_out), 0);
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_ERROR);
    r3d_golden_report_free(&r);
    // A manifest without the hash of the bytes, as older versions wrote it, vouches for nothing.
    snprintf(shell, sizeof shell, "cd '%s/suite' && cp kept.png a.png && cat goldens.txt", w.root);
    assert_int_equal(workspace_run(shell, text, sizeof text), 0);
    memcpy(strrchr(text, ' '), "\n", 2);
    put_text("goldens.txt", text);
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_PASSED);
    assert_true(r.compared);
    r3d_golden_report_free(&r);
    // A picture of another hash is compared with the file.
    put_manifest();
    picture.pixels[0] ^= 1u;
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_DIFFERS);
    r3d_golden_report_free(&r);
}

// A fresh clone: the entry is that of an earlier golden, whose file had the same size.
static void a_stale_manifest_lets_no_wrong_picture_pass(void **state)
{
    (void)state;
    static uint32_t pixels[64 * 64];
    start("manifest-stale");
    snprintf(shell, sizeof shell,
             "cd '%s/suite' && cp %s/tests/golden/data/manifest-a.png a.png && cp "
             "%s/tests/golden/data/manifest-goldens.txt goldens.txt && touch -d '2000-01-01' a.png "
             "goldens.txt",
             w.root, R3D_TEST_SOURCE_DIR, R3D_TEST_SOURCE_DIR);
    assert_int_equal(workspace_run(shell, shell_out, sizeof shell_out), 0);
    for (int i = 0; i < 64 * 64; i++) {
        pixels[i] = 0x00ff02u;
    }
    r3d_diff_view_xrgb32(pixels, 64, 64, 0, &view);
    r3d_golden_report r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_DIFFERS);
    assert_false(r.passed);
    r3d_golden_report_free(&r);
}

static void updating_renews_the_entry_of_the_manifest(void **state)
{
    (void)state;
    char path[WORKSPACE_PATH];
    char expected[2048];
    start("manifest-renew");
    put_picture("a.png", &picture);
    put_manifest();
    picture.pixels[0] ^= 1u;
    workspace_set(&w, "R3D_GOLDEN", "update");
    r3d_golden_report r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_UPDATED);
    r3d_golden_report_free(&r);
    golden_path("goldens.txt", path);
    snprintf(expected, sizeof expected, "%s", workspace_read(path));
    put_manifest();
    assert_string_equal(workspace_read(path), expected);
    // In the order of a walk, also names that were not there.
    static const char *const order[] = {"Z", "a-b", "a/x", "a", "a@t", "b"};
    snprintf(shell, sizeof shell,
             "cd '%s/suite' && mkdir a && for n in Z a-b a/x a@t b; do cp a.png $n.png; done",
             w.root);
    assert_int_equal(workspace_run(shell, shell_out, sizeof shell_out), 0);
    char folder[WORKSPACE_PATH];
    golden_path(".", folder);
    static const int turns[] = {5, 1, 4, 0, 2, 3, 1};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        assert_int_equal(r3d_golden_manifest_renew(folder, order[turns[i]], NULL), R3D_OK);
    }
    snprintf(shell, sizeof shell, "cut -d' ' -f1 '%s' | tr '\\n' ' '", path);
    assert_int_equal(workspace_run(shell, shell_out, sizeof shell_out), 0);
    assert_string_equal(shell_out, "# Z a/x a-b a a@t b ");
}

static void the_hash_is_the_published_one(void **state)
{
    (void)state;
    // Four zero bytes; the value comes from another implementation of the published algorithm.
    uint8_t bytes[16] = {0};
    r3d_picture_view v = {bytes, 4, 1, 1, R3D_LAYOUT_RGBA8};
    char hash[R3D_DIFF_HASH_SIZE];
    char same[R3D_DIFF_HASH_SIZE];
    assert_int_equal(r3d_diff_hash(&v, NULL, hash), R3D_OK);
    assert_string_equal(hash, "cfa0f7ddd84c76bc589623161cf526f1");
    // Layout does not matter, pixels do.
    uint32_t argb[4] = {0, 0, 0, 0};
    r3d_picture_view u = {argb, 16, 4, 1, R3D_LAYOUT_ARGB32};
    v.width = 4;
    v.stride_bytes = 16;
    assert_int_equal(r3d_diff_hash(&v, NULL, hash), R3D_OK);
    assert_int_equal(r3d_diff_hash(&u, NULL, same), R3D_OK);
    assert_string_equal(hash, same);
    argb[3] = 0x00010000u;
    assert_int_equal(r3d_diff_hash(&u, NULL, same), R3D_OK);
    assert_string_not_equal(hash, same);
    bytes[12] = 1;
    assert_int_equal(r3d_diff_hash(&v, NULL, hash), R3D_OK);
    assert_string_equal(hash, same);
}

static void a_mask_beside_the_golden_is_used_and_noted_when_needless(void **state)
{
    (void)state;
    start("mask");
    put_picture("a.png", &picture);
    slow_picture mask = {WIDTH, HEIGHT, calloc(WIDTH * HEIGHT, sizeof(uint32_t))};
    mask.pixels[2 * WIDTH + 2] = 0xffffff;
    put_picture("a.mask.png", &mask);
    picture.pixels[2 * WIDTH + 2] ^= 0xffu;
    r3d_golden_report r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_PASSED);
    assert_int_equal(r.diff.masked, 1);
    assert_int_equal(r.diff.effective.origin[R3D_DIFF_SET_MASK], R3D_DIFF_FROM_GOLDEN);
    assert_int_equal(r.text.length, 0);
    r3d_golden_report_free(&r);
    picture.pixels[2 * WIDTH + 2] ^= 0xffu;
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_PASSED);
    assert_non_null(strstr(r.text.data, "the mask is not needed"));
    r3d_golden_report_free(&r);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        mask.pixels[i] = 0xffffff;
    }
    put_picture("a.mask.png", &mask);
    r = check_with(NULL);
    assert_int_equal(r.status, R3D_GOLDEN_ERROR);
    assert_non_null(strstr(r.text.data, "cover every pixel"));
    r3d_golden_report_free(&r);
    free(mask.pixels);
}

static r3d_result render(r3d_picture_view *out_view, void *user)
{
    int *calls = user;
    (*calls)++;
    if (*calls == 3) {
        picture.pixels[5] ^= 1u;
    }
    *out_view = view;
    return R3D_OK;
}

static void frames_that_differ_from_each_other_are_unstable_not_wrong(void **state)
{
    (void)state;
    int calls = 0;
    start("unstable");
    put_picture("a.png", &picture);
    r3d_golden_options o;
    r3d_golden_options_init(&o);
    o.render = render;
    o.user = &calls;
    r3d_golden_report r = check_with(&o);
    assert_int_equal(r.status, R3D_GOLDEN_PASSED);
    assert_int_equal(calls, 0);
    r3d_golden_report_free(&r);
    o.repeat = 2;
    r = check_with(&o);
    assert_int_equal(r.status, R3D_GOLDEN_PASSED);
    assert_int_equal(calls, 2);
    r3d_golden_report_free(&r);
    calls = 0;
    workspace_set(&w, "R3D_GOLDEN_REPEAT", "4");
    o.repeat = 0;
    r = check_with(&o);
    assert_int_equal(r.status, R3D_GOLDEN_UNSTABLE);
    assert_int_equal(calls, 3);
    assert_non_null(strstr(r.text.data, "golden unstable: suite/a: frame 3 of 4 differs"));
    assert_non_null(strstr(r.text.data, "(5,0)"));
    r3d_golden_report_free(&r);
}

static void owner_name(uint32_t owner, char *out, size_t size, void *user)
{
    (void)user;
    snprintf(out, size, "face %lu%s", (unsigned long)owner, owner == 7 ? " of \033[31m" : "");
}

static r3d_result explain(int32_t x, int32_t y, char *out, size_t size, void *user)
{
    (void)user;
    snprintf(out, size, "  line 12 wrote (%ld,%ld)\n\tof \033]0;x", (long)x, (long)y);
    return R3D_OK;
}

static void owners_and_histories_say_who_wrote_the_wrong_pixels(void **state)
{
    (void)state;
    static uint32_t owner[WIDTH * HEIGHT];
    start("owners");
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        owner[i] = i % WIDTH < 30 ? 7u : 112u;
    }
    r3d_golden_options o;
    r3d_golden_options_init(&o);
    o.owner = owner;
    o.store_owner = true;
    o.owner_name = owner_name;
    o.explain = explain;
    workspace_set(&w, "R3D_GOLDEN", "update");
    r3d_golden_report r = check_with(&o);
    assert_int_equal(r.status, R3D_GOLDEN_WRITTEN);
    r3d_golden_report_free(&r);
    workspace_set(&w, "R3D_GOLDEN", "check");
    // Five pixels across the border of two owners; one of them has a new owner.
    for (int x = 28; x < 33; x++) {
        picture.pixels[10 * WIDTH + x] ^= 0x30u;
    }
    owner[10 * WIDTH + 28] = 5u;
    r = check_with(&o);
    assert_int_equal(r.status, R3D_GOLDEN_DIFFERS);
    assert_non_null(strstr(
        r.text.data, "#1 written by face 112: 3 px; face 5: 1 px; face 7 of \\x1b[31m: 1 px\n"));
    assert_non_null(strstr(r.text.data, "owner differs at 1 px (sorting or coverage), is the same "
                                        "at 4 px (shading)\n"));
    assert_non_null(
        strstr(r.text.data, "history of (28,10):\n  line 12 wrote (28,10)\n\tof \\x1b]0;x\n"));
    r3d_golden_report_free(&r);
}

static void tables_name_the_first_wrong_cell_with_its_context(void **state)
{
    (void)state;
    int32_t table[12] = {1, -2, 3, 4, 5, 6, 7, 8, INT32_MIN, 10, 11, INT32_MAX};
    r3d_golden_report r;
    start("tables");
    workspace_set(&w, "R3D_GOLDEN", "new");
    workspace_set(&w, "R3D_GOLDEN_NEW", "pass");
    r3d_golden *g = workspace_golden(&w, NULL);
    assert_int_equal(r3d_golden_check_i32(g, table, 4, 3, "t", &r), R3D_OK);
    assert_int_equal(r.status, R3D_GOLDEN_WRITTEN);
    r3d_golden_report_free(&r);
    assert_int_equal(r3d_golden_check_i32(g, table, 4, 3, "t", &r), R3D_OK);
    assert_non_null(strstr(r.text.data, "duplicate name"));
    r3d_golden_report_free(&r);
    r3d_golden_destroy(g);
    char path[WORKSPACE_PATH];
    golden_path("t.i32.txt", path);
    assert_string_equal(workspace_read(path), "1 -2 3\n4 5 6\n7 8 -2147483648\n10 11 2147483647\n");
    static const struct {
        const char *golden;
        r3d_golden_status status;
        const char *text;
    } cases[] = {
        {"# comment\n1 -2 3 # tail\n\n4\t5 6\r\n7 8 -2147483648\n10 11 2147483647",
         R3D_GOLDEN_PASSED, NULL},
        {"1 -2 3\n4 5 7\n7 9 -2147483648\n10 11 2147483647\n", R3D_GOLDEN_DIFFERS,
         "2 cells differ, first in row 2, column 3: expected 7, actual 6\n"
         "  row 1 expected: 1 -2 3\n  row 1 actual:   1 -2 3\n"
         "  row 2 expected: 4 5 7\n  row 2 actual:   4 5 6\n"},
        {"1 -2 3\n4 5 6\n7 8 -2147483648\n", R3D_GOLDEN_DIFFERS,
         "3 cells differ, first in row 4, column 1: expected nothing, actual 10\n"},
        {"1 -2 3 9\n4 5 6\n7 8 -2147483648\n10 11 2147483647\n", R3D_GOLDEN_DIFFERS,
         "expected 9, actual nothing\n"},
        {"1 -2 3\n4 x 6\n", R3D_GOLDEN_ERROR, "line 2, column 2 of the golden"},
        {"1 -2 2147483648\n", R3D_GOLDEN_ERROR, "line 1, column 3"},
        {"1 - 2\n", R3D_GOLDEN_ERROR, "line 1, column 2"},
    };
    workspace_set(&w, "R3D_GOLDEN", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_text("t.i32.txt", cases[i].golden);
        g = workspace_golden(&w, NULL);
        assert_int_equal(r3d_golden_check_i32(g, table, 4, 3, "t", &r), R3D_OK);
        assert_int_equal(r.status, cases[i].status);
        if (cases[i].text != NULL && strstr(r.text.data, cases[i].text) == NULL) {
            fail_msg("case %zu: %s", i, r.text.data);
        }
        r3d_golden_report_free(&r);
        r3d_golden_destroy(g);
    }
}

static void texts_are_compared_line_by_line(void **state)
{
    (void)state;
    static const struct {
        const char *golden;
        const char *actual;
        const char *text; // NULL: equal
    } cases[] = {{"a\nb\n", "a\nb\n", NULL},
                 {"a\r\nb", "a\nb\n", NULL},
                 {"", "", NULL},
                 {"a\nb\nc\n", "a\nbx\nc\nd\n",
                  "2 lines differ, first in line 2, column 2\n"
                  "  expected: b\n  actual:   bx\n"},
                 {"a\n\nb\n", "a\nb\n", "first in line 2, column 1"}};
    r3d_golden_report r;
    start("texts");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_text("t.txt", cases[i].golden);
        r3d_golden *g = workspace_golden(&w, NULL);
        assert_int_equal(r3d_golden_check_text(g, cases[i].actual, "t", &r), R3D_OK);
        assert_int_equal(r.passed, cases[i].text == NULL);
        if (cases[i].text != NULL && strstr(r.text.data, cases[i].text) == NULL) {
            fail_msg("case %zu: %s", i, r.text.data);
        }
        r3d_golden_report_free(&r);
        r3d_golden_destroy(g);
    }
}

static void every_check_leaves_one_result_line_that_runs_repeat_exactly(void **state)
{
    (void)state;
    static char first[1 << 16];
    start("records");
    put_picture("a.png", &picture);
    for (int run = 0; run < 2; run++) {
        snprintf(shell, sizeof shell, "rm -rf '%s/results'", w.out);
        workspace_run(shell, shell_out, sizeof shell_out);
        for (int i = 0; i < 2; i++) {
            picture.pixels[9] ^= 1u;
            r3d_golden_report r = check_with(NULL);
            r3d_golden_report_free(&r);
        }
        snprintf(shell, sizeof shell, "cat '%s'/results/suite.*.jsonl", w.out);
        static char lines[1 << 16];
        assert_int_equal(workspace_run(shell, lines, sizeof lines), 0);
        if (run == 0) {
            memcpy(first, lines, sizeof first);
        }
        assert_string_equal(lines, first);
        assert_non_null(
            strstr(lines, "\"name\":\"a\",\"kind\":\"picture\",\"status\":\"differs\""));
        // Between the beginning and the end of the run, twice.
        int count = 0;
        for (const char *line = lines; *line != '\0'; line = strchr(line, '\n') + 1) {
            static const char *const words[] = {"\"run\":\"begin\"",
                                                "\"status\":\"differs\"",
                                                "\"run\":\"end\",\"complete\":false",
                                                "\"run\":\"begin\"",
                                                "\"status\":\"passed\",\"passed\":true",
                                                "\"run\":\"end\",\"complete\":true"};
            assert_true(count < 6);
            const char *found = strstr(line, words[count++]);
            assert_non_null(found);
            assert_true(found < strchr(line, '\n'));
        }
        assert_int_equal(count, 6);
    }
}

typedef struct replay_state {
    uint32_t frames[2][32 * 8];
    int32_t wrong; // the command that back end 1 draws wrongly; -1: none
    int calls;
} replay_state;

// Command i paints pixel i; later commands paint none of it.
static r3d_result replay(int32_t backend, int32_t count, r3d_picture_view *out_view, void *user)
{
    replay_state *s = user;
    s->calls++;
    memset(s->frames[backend], 0, sizeof s->frames[backend]);
    for (int32_t i = 0; i < count; i++) {
        s->frames[backend][i] = 0x102030u + (backend == 1 && i == s->wrong ? 1u : 0u);
    }
    r3d_diff_view_xrgb32(s->frames[backend], 32, 8, 0, out_view);
    return count > 200 ? R3D_ERR_LIMIT : R3D_OK;
}

static void bisecting_finds_the_first_wrong_command(void **state)
{
    (void)state;
    static replay_state s;
    for (int32_t count = 0; count <= 200; count += 25) {
        for (int32_t wrong = -1; wrong < count; wrong += 1 + count / 9) {
            r3d_golden_bisection b;
            s.wrong = wrong;
            s.calls = 0;
            assert_int_equal(r3d_golden_bisect(count, replay, &s, NULL, &b, NULL), R3D_OK);
            assert_int_equal(b.differs, wrong >= 0);
            assert_true(s.calls <= 2 * 10);
            if (wrong >= 0) {
                assert_int_equal(b.first_command, wrong);
                assert_int_equal(b.diff.mismatches, 1);
                assert_int_equal(b.diff.first[0].x, wrong % 32);
                assert_int_equal(b.frames[1].width, 32);
            }
            r3d_golden_bisection_free(&b);
        }
    }
    r3d_golden_bisection b;
    r3d_error error;
    assert_int_equal(r3d_golden_bisect(201, replay, &s, NULL, &b, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.message, "back end 0"));
}

static int release(void **state)
{
    (void)state;
    free(picture.pixels);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_variant_may_match_and_the_nearest_is_shown),
        cmocka_unit_test(known_failures_do_not_fail_and_unexpected_passes_do),
        cmocka_unit_test(the_manifest_spares_decoding_but_is_no_authority),
        cmocka_unit_test(a_stale_manifest_lets_no_wrong_picture_pass),
        cmocka_unit_test(updating_renews_the_entry_of_the_manifest),
        cmocka_unit_test(the_hash_is_the_published_one),
        cmocka_unit_test(a_mask_beside_the_golden_is_used_and_noted_when_needless),
        cmocka_unit_test(frames_that_differ_from_each_other_are_unstable_not_wrong),
        cmocka_unit_test(owners_and_histories_say_who_wrote_the_wrong_pixels),
        cmocka_unit_test(tables_name_the_first_wrong_cell_with_its_context),
        cmocka_unit_test(texts_are_compared_line_by_line),
        cmocka_unit_test(bisecting_finds_the_first_wrong_command),
        cmocka_unit_test(every_check_leaves_one_result_line_that_runs_repeat_exactly),
    };
    return cmocka_run_group_tests_name("golden workflow", tests, NULL, release);
}
