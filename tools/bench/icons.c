/* SPDX-License-Identifier: MIT */
/* Icons of the models of a script. Of its commands only texture, mesh, light and icon are read; the
 * rest does not change what an icon costs. */

#include "icons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/icon.h>
#include <retro3d/io.h>
#include <retro3d/light.h>
#include <retro3d/models.h>
#include <retro3d/pictures.h>

#include "clock.h"
#include "result.h"
#include "../common/commands.h"

enum {
    ICONS_MAX = 256,
    MESHES_MAX = 256,
    TEXTURES_MAX = 50,
    WORD_SIZE = 64,
    PATH_SIZE = 1024,
    LINE_SIZE = 512,
    PASSES = 20 /* over all icons in a sample */
};

/* What the original took for one on a warm Java virtual machine, and how many times less is asked
 * for. Source: issue "Speed". */
static const double original_icon = 7.0;
static const double icon_bar = 3;

typedef struct named_mesh {
    char name[WORD_SIZE];
    r3d_mesh *mesh;
} named_mesh;

typedef struct icon {
    const r3d_mesh *mesh;
    r3d_icon_look look;
} icon;

typedef struct icon_set {
    const char *script;
    long line;
    r3d_gamma gamma;
    r3d_draw_context *context;
    named_mesh meshes[MESHES_MAX];
    int mesh_count;
    uint32_t *texels[TEXTURES_MAX];
    icon icons[ICONS_MAX];
    int icon_count;
} icon_set;

static bool fail(const icon_set *set, const char *message)
{
    fprintf(stderr, "%s:%ld: %s\n", set->script, set->line, message);
    return false;
}

/* The path of a file that is named relative to the script. */
static bool find_path(const icon_set *set, const char *file, char path[PATH_SIZE])
{
    const char *slash = strrchr(set->script, '/');
    int folder = slash != NULL ? (int)(slash - set->script) + 1 : 0;
    int length = snprintf(path, PATH_SIZE, "%.*s%s", folder, set->script, file);
    return length >= 0 && length < PATH_SIZE ? true : fail(set, "the path is too long");
}

static bool load_texture(icon_set *set, long number, const char *file)
{
    char path[PATH_SIZE];
    r3d_error error;
    r3d_image8 image;
    if (number < 0 || number >= TEXTURES_MAX || set->texels[number] != NULL) {
        return fail(set, "a texture number of 0 to 49 expected, each once");
    }
    if (!find_path(set, file, path)) {
        return false;
    }
    if (r3d_image8_load_tx8(path, R3D_TX8_TEXTURE, NULL, &image, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    r3d_texels texels;
    uint32_t *memory = malloc(r3d_texels_count(R3D_DETAIL_HIGH) * sizeof *memory);
    set->texels[number] = memory;
    bool ok = memory != NULL &&
              r3d_texels_build(&image, R3D_DETAIL_HIGH, &set->gamma, R3D_BLACK_KEPT, memory,
                               &texels) == R3D_OK &&
              r3d_draw_context_set_texture(set->context, (int32_t)number, &texels) == R3D_OK;
    r3d_image8_free(&image, NULL);
    return ok ? true : fail(set, "the texture cannot be used");
}

static r3d_mesh *find_mesh(const icon_set *set, const char *name)
{
    for (int i = set->mesh_count - 1; i >= 0; i--) {
        if (strcmp(set->meshes[i].name, name) == 0) {
            return set->meshes[i].mesh;
        }
    }
    return NULL;
}

static bool load_mesh(icon_set *set, const char *name, const char *file)
{
    char path[PATH_SIZE];
    r3d_error error;
    if (set->mesh_count == MESHES_MAX) {
        return fail(set, "at most 256 meshes");
    }
    if (!find_path(set, file, path)) {
        return false;
    }
    named_mesh *entry = &set->meshes[set->mesh_count];
    if (r3d_mesh_load_text(path, false, NULL, &entry->mesh, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    snprintf(entry->name, sizeof entry->name, "%s", name);
    set->mesh_count++;
    return true;
}

static bool read_line(icon_set *set, const char *line)
{
    char first[WORD_SIZE];
    char second[WORD_SIZE];
    long n[6];
    // NOLINTNEXTLINE(cert-err34-c): a list of ours
    if (sscanf(line, "texture %ld %63s", &n[0], first) == 2) {
        return load_texture(set, n[0], first);
    }
    if (sscanf(line, "mesh %63s %63s", first, second) == 2) {
        return load_mesh(set, first, second);
    }
    // NOLINTNEXTLINE(cert-err34-c): a list of ours
    if (sscanf(line, "light %63s %ld %ld %ld %ld %ld", first, &n[0], &n[1], &n[2], &n[3], &n[4]) ==
        6) {
        const r3d_light light = {
            (int32_t)n[0], (int32_t)n[1], {(int32_t)n[2], (int32_t)n[3], (int32_t)n[4]}};
        return r3d_mesh_light(find_mesh(set, first), &light) == R3D_OK
                   ? true
                   : fail(set, "this mesh cannot be lit");
    }
    // NOLINTNEXTLINE(cert-err34-c): a list of ours
    if (sscanf(line, "icon %63s %63s %ld %ld %ld %ld %ld %ld", first, second, &n[0], &n[1], &n[2],
               &n[3], &n[4], &n[5]) == 8) {
        const r3d_icon_look look = {(int32_t)n[0], (int32_t)n[1], (int32_t)n[2],
                                    (int32_t)n[3], (int32_t)n[4], (int32_t)n[5]};
        icon *next = &set->icons[set->icon_count];
        next->mesh = find_mesh(set, second);
        next->look = look;
        if (next->mesh == NULL || set->icon_count + 1 == ICONS_MAX) {
            return fail(set, "a mesh of this script and at most 255 icons expected");
        }
        set->icon_count++;
    }
    return true;
}

static bool read_script(icon_set *set)
{
    FILE *file = fopen(set->script, "r");
    char line[LINE_SIZE];
    bool ok = true;
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", set->script);
        return false;
    }
    while (ok && fgets(line, sizeof line, file) != NULL) {
        set->line++;
        ok = read_line(set, line);
    }
    if (ferror(file)) {
        ok = fail(set, "reading failed");
    }
    fclose(file);
    if (ok && set->icon_count == 0) {
        ok = fail(set, "no icon in this script");
    }
    return ok;
}

static double time_icons(const icon_set *set, const r3d_palette *palette)
{
    uint32_t pixels[R3D_ICON_SIZE * R3D_ICON_SIZE];
    int64_t start = bench_thread_ns();
    for (int pass = 0; pass < PASSES; pass++) {
        for (int i = 0; i < set->icon_count; i++) {
            (void)r3d_icon_draw(set->context, palette, set->icons[i].mesh, &set->icons[i].look,
                                R3D_ICON_BY_COLOR, NULL, pixels, NULL);
        }
    }
    return (double)(bench_thread_ns() - start) / PASSES / set->icon_count;
}

static void release(icon_set *set)
{
    for (int i = 0; i < set->mesh_count; i++) {
        r3d_mesh_destroy(set->meshes[i].mesh);
    }
    for (int32_t i = 0; i < TEXTURES_MAX; i++) {
        if (set->texels[i] != NULL) {
            (void)r3d_draw_context_set_texture(set->context, i, NULL);
        }
        free(set->texels[i]);
    }
    free(set);
}

int bench_icons(const char *script, int32_t rounds, r3d_draw_context *context,
                const r3d_palette *palette, bench_log *log)
{
    icon_set *set = calloc(1, sizeof *set);
    double *samples = calloc((size_t)rounds, sizeof *samples);
    if (set == NULL || samples == NULL) {
        fprintf(stderr, "retro3d bench: out of memory\n");
        free(set);
        free(samples);
        return R3D_EXIT_INPUT;
    }
    set->script = script;
    set->context = context;
    bool ok = r3d_gamma_build(0.8, &set->gamma) == R3D_OK && read_script(set);
    if (ok) {
        for (int32_t round = -1; round < rounds; round++) { /* the first one warms up */
            samples[round < 0 ? 0 : round] = time_icons(set, palette);
        }
        bench_result result = bench_model_result("icon", "best", 1, samples, rounds, 0);
        double us = result.median_ns / 1000;
        result.width = result.height = R3D_ICON_SIZE;
        result.index = set->icon_count;
        printf("%-16s %-7d %9.2f us  %.2f times the original (bar %g: %s)", "icons",
               set->icon_count, us, original_icon / us, icon_bar,
               original_icon / us >= icon_bar ? "met" : "not met");
        bench_log_add(log, &result);
        printf("\n");
    }
    release(set);
    free(samples);
    return ok ? R3D_EXIT_OK : R3D_EXIT_INPUT;
}
