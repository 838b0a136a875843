/* SPDX-License-Identifier: MIT */
// Pictures in terminals: what is announced, what is written, and retro3d diff and accept on a
// pseudo-terminal that answers. Spec golden section 4.

#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // posix_openpt
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#include <retro3d/golden.h>
#include <retro3d/png.h>

#include "../../tools/diff/preview.h"
#include "../diff/scenes.h"
#include "golden_workspace.h"

enum { WIDTH = 70, HEIGHT = 50, OUTPUT_SIZE = 1 << 20 };

static workspace w;
static char output[OUTPUT_SIZE];
static size_t output_size;

/* ---- announcements ---- */

static const char *const (*variables)[2]; // ends with NULL

static const char *get(const char *name)
{
    for (int i = 0; variables[i][0] != NULL; i++) {
        if (strcmp(variables[i][0], name) == 0) {
            return variables[i][1];
        }
    }
    return NULL;
}

static void variables_announce_what_a_terminal_shows(void **state)
{
    (void)state;
    static const struct {
        const char *variables[4][2];
        preview_kind kind;
    } cases[] = {
        {{{NULL, NULL}}, PREVIEW_NONE},
        {{{"TERM", "xterm-256color"}, {NULL, NULL}}, PREVIEW_NONE},
        {{{"TERM", "xterm-kitty"}, {NULL, NULL}}, PREVIEW_KITTY},
        {{{"TERM", "xterm"}, {"KITTY_WINDOW_ID", "1"}, {NULL, NULL}}, PREVIEW_KITTY},
        {{{"TERM", "xterm"}, {"TERM_PROGRAM", "ghostty"}, {NULL, NULL}}, PREVIEW_KITTY},
        {{{"TERM", "xterm"}, {"TERM_PROGRAM", "iTerm.app"}, {NULL, NULL}}, PREVIEW_ITERM2},
        {{{"TERM", "xterm"}, {"TERM_PROGRAM", "WezTerm"}, {NULL, NULL}}, PREVIEW_ITERM2},
        {{{"TERM", "xterm"}, {"LC_TERMINAL", "iTerm2"}, {NULL, NULL}}, PREVIEW_ITERM2},
        {{{"TERM", "xterm"}, {"TERM_PROGRAM", "Apple_Terminal"}, {NULL, NULL}}, PREVIEW_NONE},
        {{{"TERM", "foot-extra"}, {NULL, NULL}}, PREVIEW_SIXEL},
        {{{"TERM", "xterm-sixel"}, {NULL, NULL}}, PREVIEW_SIXEL},
        // Inside another program the variables are those of a terminal that cannot be reached.
        {{{"TERM", "tmux-256color"}, {"KITTY_WINDOW_ID", "1"}, {NULL, NULL}}, PREVIEW_NONE},
        {{{"TERM", "xterm-kitty"}, {"TMUX", "/tmp/x"}, {NULL, NULL}}, PREVIEW_NONE},
        {{{"TERM", "dumb"}, {"TERM_PROGRAM", "iTerm.app"}, {NULL, NULL}}, PREVIEW_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        variables = cases[i].variables;
        if (preview_of_environment(get) != cases[i].kind) {
            fail_msg("case %zu", i);
        }
    }
}

static void answers_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *answer;
        preview_kind kind;
    } cases[] = {
        {"", PREVIEW_NONE},
        {"\033[?62;c", PREVIEW_NONE},
        {"\033[?62;4c", PREVIEW_SIXEL},
        {"\033[?62;1;4;22c", PREVIEW_SIXEL},
        {"\033[?4c", PREVIEW_NONE}, // the class
        {"\033[?64;14;40;44c", PREVIEW_NONE},
        {"\033[?64;4", PREVIEW_NONE}, // cut off
        {"\033_Gi=31;OK\033\\\033[?62;c", PREVIEW_KITTY},
        {"\033_Gi=31;ENOTSUPPORTED\033\\\033[?62;4;6c", PREVIEW_SIXEL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (preview_of_answer(cases[i].answer) != cases[i].kind) {
            fail_msg("case %zu: %s", i, cases[i].answer + 1);
        }
    }
}

/* ---- what is written ---- */

static void start(const char *name)
{
    r3d_picture_view view;
    char path[WORKSPACE_PATH];
    workspace_make(&w, R3D_TEST_BINARY_DIR, name);
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    workspace_path(w.folder, "a.png", path);
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, NULL), R3D_OK);
    p.pixels[20 * WIDTH + 30] ^= 0x40u;
    workspace_path(w.folder, "b.png", path);
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, NULL), R3D_OK);
    free(p.pixels);
}

static int run(const char *before, const char *arguments)
{
    char command[4 * WORKSPACE_PATH];
    snprintf(command, sizeof command, "cd '%s' && %s '%s' %s 2>errors", w.folder, before,
             R3D_PROGRAM, arguments);
    int code = workspace_run(command, output, sizeof output);
    output_size = strlen(output);
    return code;
}

static int digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

// Appends what base64 digits from `text` stand for; returns where they end.
static const char *decode_base64(const char *text, uint8_t *out, size_t *size)
{
    unsigned bits = 0;
    int count = 0;
    for (; digit_of(*text) >= 0; text++) {
        bits = (bits << 6 | (unsigned)digit_of(*text)) & 0xffffffu;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out[(*size)++] = (uint8_t)(bits >> count);
        }
    }
    return text + strspn(text, "=");
}

static void assert_is_triptych(const uint8_t *png, size_t size)
{
    char path[WORKSPACE_PATH];
    void *data;
    size_t expected;
    workspace_path(w.folder, "t.png", path);
    assert_int_equal(r3d_file_read(path, 0, NULL, &data, &expected, NULL), R3D_OK);
    assert_int_equal(size, expected);
    assert_memory_equal(png, data, size);
    free(data);
}

static void kitty_gets_the_triptych_in_parts(void **state)
{
    (void)state;
    static uint8_t png[OUTPUT_SIZE];
    size_t size = 0;
    start("terminal-kitty");
    assert_int_equal(run("R3D_PREVIEW=kitty", "diff a.png b.png --preview --triptych t.png"), 1);
    const char *at = strstr(output, "\033_Ga=T,f=100,q=2,m=1;");
    assert_non_null(at);
    assert_true(strstr(output, "1 of 3500 px") < at); // the words come first
    while (*at == '\033') {
        const char *part = strchr(at, ';') + 1;
        bool more = strncmp(part - 4, "m=1;", 4) == 0;
        at = decode_base64(part, png, &size);
        assert_true(at - part <= 4096);
        assert_memory_equal(at, "\033\\", 2);
        at += 2;
        assert_true(more ? *at == '\033' : *at == '\n');
    }
    assert_is_triptych(png, size);
}

static void iterm2_gets_the_triptych_in_one_piece(void **state)
{
    (void)state;
    static uint8_t png[OUTPUT_SIZE];
    size_t size = 0;
    start("terminal-iterm2");
    assert_int_equal(run("R3D_PREVIEW=iterm2", "diff a.png b.png --preview --triptych t.png"), 1);
    const char *at = strstr(output, "\033]1337;File=inline=1;size=");
    assert_non_null(at);
    at = decode_base64(strchr(at, ':') + 1, png, &size);
    assert_memory_equal(at, "\a\n", 2);
    assert_is_triptych(png, size);
}

// Draws the sixels of `text`; 0x00RRGGBB from percentages.
static uint32_t *read_sixel(const char *text, int *out_width, int *out_height)
{
    static uint32_t colors[256];
    int width;
    int height;
    const char *at = strstr(text, "\033Pq\"1;1;");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "\033Pq\"1;1;%d;%d", &width, &height), 2);
    uint32_t *pixels = calloc((size_t)width * (size_t)height, sizeof *pixels);
    assert_non_null(pixels);
    at = strchr(at, '#');
    int x = 0;
    int y = 0;
    int color = 0;
    while (*at != '\033') {
        char *end;
        int count = 1;
        if (*at == '#') {
            color = (int)strtol(at + 1, &end, 10);
            int rgb[3];
            if (sscanf(end, ";2;%d;%d;%d", &rgb[0], &rgb[1], &rgb[2]) == 3) {
                colors[color] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | (uint32_t)rgb[2];
                end += strspn(end, ";0123456789");
            }
            at = end;
            continue;
        }
        if (*at == '$' || *at == '-') {
            x = 0;
            y += *at == '-' ? 6 : 0;
            at++;
            continue;
        }
        if (*at == '!') {
            count = (int)strtol(at + 1, &end, 10);
            at = end;
        }
        assert_in_range(*at, '?', '~');
        for (; count > 0; count--, x++) {
            for (int bit = 0; bit < 6; bit++) {
                if (((*at - '?') >> bit & 1) != 0) {
                    assert_true(x < width && y + bit < height);
                    pixels[(size_t)(y + bit) * (size_t)width + (size_t)x] = colors[color];
                }
            }
        }
        at++;
    }
    assert_memory_equal(at, "\033\\\n", 3);
    *out_width = width;
    *out_height = height;
    return pixels;
}

static int to_percent(int value)
{
    return (value * 100 + 127) / 255;
}

// Whether percentages are those of the colour within half a step of six levels.
static bool is_near(uint32_t argb, uint32_t shown)
{
    bool near = true;
    for (int shift = 0; shift <= 16; shift += 8) {
        int wanted = to_percent((int)(argb >> shift & 255u));
        near = near && abs(wanted - (int)(shown >> shift & 255u)) <= 11;
    }
    return near;
}

static void sixels_are_the_triptych_within_the_cube_of_colors(void **state)
{
    (void)state;
    r3d_picture picture;
    r3d_picture_view view;
    char path[WORKSPACE_PATH];
    int width;
    int height;
    start("terminal-sixel");
    assert_int_equal(run("R3D_PREVIEW=sixel", "diff a.png b.png --preview --triptych t.png"), 1);
    uint32_t *pixels = read_sixel(output, &width, &height);
    workspace_path(w.folder, "t.png", path);
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, NULL), R3D_OK);
    r3d_picture_get_view(&picture, &view);
    // Wider than terminals are: every second pixel, or the red one near it.
    assert_int_equal(width, (view.width + 1) / 2);
    assert_int_equal(height, (view.height + 1) / 2);
    int reds = 0;
    for (int i = 0; i < width * height; i++) {
        bool near = false;
        bool red = false;
        for (int part = 0; part < 4; part++) {
            uint32_t argb;
            int x = i % width * 2 + (part & 1);
            int y = i / width * 2 + part / 2;
            if (r3d_diff_view_pixel(&view, x, y, &argb) == R3D_OK) {
                near = near || is_near(argb, pixels[i]);
                red = red || argb == 0xffff0000u;
            }
        }
        reds += red ? 1 : 0;
        assert_true(near);
        assert_true(!red || pixels[i] == 100u << 16);
    }
    assert_true(reds > 50); // two rings and a pixel
    free(pixels);
    r3d_picture_free(&picture);
}

static void few_colors_keep_their_values_and_wide_pictures_their_red(void **state)
{
    (void)state;
    enum { WIDE = 1500, LOW = 4 };
    static uint8_t pixels[WIDE * LOW * 3];
    r3d_picture_view view = {pixels, WIDE * 3, WIDE, LOW, R3D_LAYOUT_RGB8};
    r3d_diff_text text;
    void *png;
    size_t size;
    int width;
    int height;
    for (int i = 0; i < WIDE * LOW; i++) {
        pixels[i * 3] = (uint8_t)(i % 7);
        pixels[i * 3 + 2] = 77;
    }
    pixels[(WIDE + 701) * 3] = 255;
    pixels[(WIDE + 701) * 3 + 2] = 0;
    memset(&text, 0, sizeof text);
    assert_int_equal(r3d_png_encode(&view, R3D_PNG_FAST, NULL, &png, &size, NULL), R3D_OK);
    assert_true(preview_append(PREVIEW_SIXEL, png, size, &text));
    uint32_t *shown = read_sixel(text.data, &width, &height);
    assert_int_equal(width, WIDE / 2);
    assert_int_equal(height, LOW / 2);
    for (int i = 0; i < width * height; i++) {
        if (i == 350) {
            assert_int_equal(shown[i], 100u << 16);
        } else {
            assert_int_equal(shown[i] & 255u, to_percent(77));
        }
    }
    free(shown);
    free(png);
    r3d_diff_text_free(&text);
    memset(&text, 0, sizeof text);
    assert_false(preview_append(PREVIEW_SIXEL, "no picture", 10, &text));
    r3d_diff_text_free(&text);
}

static void nothing_but_a_terminal_is_sent_pictures(void **state)
{
    (void)state;
    char path[WORKSPACE_PATH];
    start("terminal-none");
    assert_int_equal(run("TERM=xterm-kitty", "diff a.png b.png"), 1);
    assert_null(strchr(output, '\033'));
    assert_int_equal(run("R3D_PREVIEW=kitty", "diff a.png b.png"), 1);
    assert_null(strchr(output, '\033'));
    assert_int_equal(run("env -u R3D_PREVIEW TERM=xterm-kitty", "diff a.png b.png --preview"), 1);
    assert_null(strchr(output, '\033'));
    workspace_path(w.folder, "errors", path);
    assert_non_null(strstr(workspace_read(path), "no preview"));
    // Equal pictures have nothing to show.
    assert_int_equal(run("R3D_PREVIEW=kitty", "diff a.png a.png --preview"), 0);
    assert_null(strchr(output, '\033'));
    assert_int_equal(run("R3D_PREVIEW=kitty", "diff a.png b.png -t 255 --preview"), 0);
    assert_null(strchr(output, '\033'));
    assert_int_equal(run("R3D_PREVIEW=tek", "diff a.png b.png --preview"), 2);
    assert_non_null(strstr(workspace_read(path), "R3D_PREVIEW is \"tek\""));
    assert_int_equal(run("", "diff a.png b.png --preview --json"), 2);
    assert_int_equal(run("", "diff a.png b.png --preview --quiet"), 2);
}

/* ---- on a terminal ---- */

// Runs the program on a pseudo-terminal, answers what is asked and types `typed` on "accept?".
static int run_on_terminal(const char *term, const char *answer, const char *typed,
                           const char *arguments)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
        print_message("skipped: no pseudo-terminals here\n");
        skip();
    }
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char command[4 * WORKSPACE_PATH];
        setsid();
        int slave = open(ptsname(master), O_RDWR);
        if (slave < 0) {
            _exit(120);
        }
#if defined(TIOCSCTTY)
        (void)ioctl(slave, TIOCSCTTY, 0);
#endif
        dup2(slave, 0);
        dup2(slave, 1);
        dup2(slave, 2);
        close(master);
        snprintf(command, sizeof command,
                 "cd '%s' && unset R3D_PREVIEW TMUX TERM_PROGRAM KITTY_WINDOW_ID LC_TERMINAL; "
                 "TERM=%s exec '%s' %s",
                 w.folder, term, R3D_PROGRAM, arguments);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(121);
    }
    output_size = 0;
    bool answered = false;
    for (;;) {
        struct pollfd waiting = {master, POLLIN, 0};
        ssize_t got = poll(&waiting, 1, 20000) == 1
                          ? read(master, output + output_size, sizeof output - 1 - output_size)
                          : 0;
        if (got <= 0) {
            break;
        }
        output_size += (size_t)got;
        output[output_size] = '\0';
        if (!answered && strstr(output, "\033[c") != NULL && answer != NULL) {
            assert_int_equal(write(master, answer, strlen(answer)), strlen(answer));
            answered = true;
        }
        if (typed != NULL && strstr(output, "accept? [y/n/q] ") != NULL) {
            assert_int_equal(write(master, typed, strlen(typed)), strlen(typed));
            typed = NULL;
        }
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    close(master);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void a_terminal_is_asked_and_believed(void **state)
{
    (void)state;
    start("terminal-asked");
    // Without the option only variables count, and nothing is asked.
    assert_int_equal(run_on_terminal("xterm", NULL, NULL, "diff a.png b.png"), 1);
    assert_null(strchr(output, '\033'));
    assert_int_equal(run_on_terminal("xterm-kitty", NULL, NULL, "diff a.png b.png"), 1);
    assert_non_null(strstr(output, "\033_Ga=T,f=100"));
    assert_int_equal(run_on_terminal("xterm-kitty", NULL, NULL, "diff a.png b.png --json"), 1);
    assert_null(strchr(output, '\033'));
    assert_int_equal(run_on_terminal("xterm", "\033[?62;4;6c", NULL, "diff a.png b.png --preview"),
                     1);
    assert_non_null(strstr(output, "\033Pq"));
    assert_int_equal(run_on_terminal("xterm", "\033_Gi=31;OK\033\\\033[?62c", NULL,
                                     "diff a.png b.png --preview"),
                     1);
    assert_non_null(strstr(output, "\033_Ga=T,f=100"));
    assert_int_equal(run_on_terminal("xterm", "\033[?62;22c", NULL, "diff a.png b.png --preview"),
                     1);
    assert_non_null(strstr(output, "no preview"));
    // One that never answers does not hold the command up.
    assert_int_equal(run_on_terminal("xterm", NULL, NULL, "diff a.png b.png --preview"), 1);
    assert_non_null(strstr(output, "1 of 3500 px"));
}

static void accepting_shows_what_it_asks_for(void **state)
{
    (void)state;
    char path[WORKSPACE_PATH];
    r3d_picture_view view;
    r3d_golden_report report;
    start("terminal-accept");
    r3d_golden *g = workspace_golden(&w, NULL);
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    assert_int_equal(r3d_golden_check(g, &view, "fresh", NULL, &report), R3D_OK);
    assert_false(report.passed);
    r3d_golden_report_free(&report);
    r3d_golden_destroy(g);
    free(p.pixels);
    assert_int_equal(
        run_on_terminal("xterm", "\033[?62;4c", "y\n", "golden accept --all -i --out out"), 0);
    const char *sixels = strstr(output, "\033Pq");
    assert_non_null(sixels);
    assert_true(sixels < strstr(output, "accept? [y/n/q]"));
    workspace_path(w.root, "suite/fresh.png", path);
    assert_true(workspace_exists(path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_announce_what_a_terminal_shows),
        cmocka_unit_test(answers_are_understood),
        cmocka_unit_test(kitty_gets_the_triptych_in_parts),
        cmocka_unit_test(iterm2_gets_the_triptych_in_one_piece),
        cmocka_unit_test(sixels_are_the_triptych_within_the_cube_of_colors),
        cmocka_unit_test(few_colors_keep_their_values_and_wide_pictures_their_red),
        cmocka_unit_test(nothing_but_a_terminal_is_sent_pictures),
        cmocka_unit_test(a_terminal_is_asked_and_believed),
        cmocka_unit_test(accepting_shows_what_it_asks_for),
    };
    return cmocka_run_group_tests_name("golden_terminal", tests, NULL, NULL);
}
