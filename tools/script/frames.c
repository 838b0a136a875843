/* SPDX-License-Identifier: MIT */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE
#endif

#include "frames.h"

#include <retro3d/png.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../common/commands.h"

enum { COMMAND_SIZE = 16384, PATH_SIZE = 4096 };

bool outputs_spare_script(const command_help *help, const char *const *outputs, size_t count,
                          const r3d_script *script)
{
    char path[PATH_SIZE];
    const char *input = path;
    for (size_t i = 0; i < r3d_script_command_count(script); i++) {
        for (int32_t k = 0;
             r3d_script_command_file(script, i, k, path, sizeof path) == R3D_OK && path[0] != '\0';
             k++) {
            if (!outputs_are_safe(help, outputs, count, &input, 1)) {
                return false;
            }
        }
    }
    return true;
}

bool outputs_spare_script_file(const command_help *help, const char *const *outputs, size_t count,
                               const char *script_path)
{
    r3d_script *script = NULL;
    if (r3d_script_load(script_path, NULL, &script, NULL) != R3D_OK) {
        return true;
    }
    const bool spared = outputs_spare_script(help, outputs, count, script);
    r3d_script_destroy(script);
    return spared;
}

r3d_replay *frames_replay(const char *text, size_t size, const char *path,
                          const r3d_replay_desc *desc, r3d_script **out_script)
{
    r3d_replay *replay = NULL;
    *out_script = NULL;
    if (r3d_script_parse(text, size, path, NULL, out_script, NULL) != R3D_OK ||
        r3d_replay_create(desc, &replay) != R3D_OK ||
        r3d_replay_run(replay, *out_script, NULL) != R3D_OK ||
        r3d_replay_get_surface(replay) == NULL) {
        r3d_replay_destroy(replay);
        r3d_script_destroy(*out_script);
        *out_script = NULL;
        return NULL;
    }
    return replay;
}

bool frames_equal(const r3d_surface *a, const r3d_surface *b)
{
    if (a == NULL || b == NULL || a->width != b->width || a->height != b->height) {
        return a == b;
    }
    for (int32_t y = 0; y < a->height; y++) {
        const uint32_t *p = a->pixels + (ptrdiff_t)y * a->stride_px;
        const uint32_t *q = b->pixels + (ptrdiff_t)y * b->stride_px;
        for (int32_t x = 0; x < a->width; x++) {
            if (p[x] != q[x]) {
                return false;
            }
        }
    }
    return true;
}

bool frames_equal_picture(const r3d_surface *a, const r3d_picture *picture)
{
    if (picture->layout != R3D_LAYOUT_RGBA8 || a->width != picture->width ||
        a->height != picture->height) {
        return false;
    }
    const uint8_t *rgba = picture->pixels;
    for (int32_t y = 0; y < a->height; y++) {
        const uint32_t *p = a->pixels + (ptrdiff_t)y * a->stride_px;
        for (int32_t x = 0; x < a->width; x++, rgba += 4) {
            uint32_t argb = (uint32_t)rgba[3] << 24 | (uint32_t)rgba[0] << 16 |
                            (uint32_t)rgba[1] << 8 | rgba[2];
            if (p[x] != argb) {
                return false;
            }
        }
    }
    return true;
}

bool frames_write_try(const char *text, size_t size, const char *path, char *out, size_t out_size)
{
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    snprintf(out, out_size, "%.*s.try-%ld.r3d", folder, path, (long)getpid());
    /* Written plainly: nobody else reads it, and hundreds of flushes would take minutes. */
    FILE *file = fopen(out, "wb");
    bool ok = file != NULL && fwrite(text, 1, size, file) == size;
    ok = (file == NULL || fclose(file) == 0) && ok;
    if (!ok) {
        fprintf(stderr, "%s: cannot be written\n", out);
    }
    return ok;
}

/* 'text' for a shell, whatever is in it. */
static bool quote(const char *text, char *out, size_t size)
{
    size_t length = 0;
    if (size < strlen(text) * 4 + 3) {
        return false;
    }
    out[length++] = '\'';
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'') {
            memcpy(out + length, "'\\''", 4);
            length += 4;
        } else {
            out[length++] = *c;
        }
    }
    out[length++] = '\'';
    out[length] = '\0';
    return true;
}

static int exit_code_of(int status)
{
    return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int frames_of_program(const char *program, const char *script_path, r3d_picture *out_picture)
{
    static char words[3][PATH_SIZE];
    static char command[COMMAND_SIZE];
    char picture[PATH_SIZE];
    r3d_error error;
    memset(out_picture, 0, sizeof *out_picture);
    snprintf(picture, sizeof picture, "%.4000s.png", script_path);
    if (!quote(program, words[0], PATH_SIZE) || !quote(script_path, words[1], PATH_SIZE) ||
        !quote(picture, words[2], PATH_SIZE)) {
        return -1;
    }
    snprintf(command, sizeof command, "%s replay %s -o %s --isa scalar --coverage 2>/dev/null",
             words[0], words[1], words[2]);
    // NOLINTNEXTLINE(cert-env33-c): the program of another build, named by the user, its words quoted
    int code = exit_code_of(system(command));
    if (code == 0 && r3d_png_load(picture, NULL, NULL, out_picture, &error) != R3D_OK) {
        code = -1;
    }
    (void)remove(picture);
    return code;
}

int frames_run_command(const char *command, const char *argument)
{
    static char quoted[PATH_SIZE];
    static char line[COMMAND_SIZE];
    if (!quote(argument, quoted, sizeof quoted)) {
        return -1;
    }
    const char *place = strstr(command, "{}");
    int length = place != NULL ? snprintf(line, sizeof line, "%.*s%s%s", (int)(place - command),
                                          command, quoted, place + 2)
                               : snprintf(line, sizeof line, "%s %s", command, quoted);
    // NOLINTNEXTLINE(cert-env33-c): the user's own command
    return length < 0 || (size_t)length >= sizeof line ? -1 : exit_code_of(system(line));
}
