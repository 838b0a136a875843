/* SPDX-License-Identifier: MIT */
// The files of a failure. Each is written under a temporary name and renamed; one that cannot be
// written is reported beside the verdict and never hides it. Spec golden sections 4 and 6.

#include <string.h>

#include "../base/memory.h"
#include "../diff/text_format.h"

#include <retro3d/folders.h>
#include <retro3d/png.h>

#include "session_internal.h"

enum { ZOOM_COUNT = 4 };

static const char *const artefact_endings[] = {
    ".actual.png", ".expected.png", ".diff.png",   ".circled.png", ".triptych.png",
    ".owner.png",  ".zoom-1.png",   ".zoom-2.png", ".zoom-3.png",  ".zoom-4.png"};

// The file of an earlier run must not stay: accepting would take it for what was drawn now.
static void report_failure(r3d_diff_text *text, const char *path, const r3d_error *error)
{
    r3d_priv_golden_put_named(text, "artefact not written: ", path, ": ");
    r3d_priv_golden_put_named(text, "", error->message, "\n");
    if (r3d_path_get_kind(path) == R3D_PATH_FILE && r3d_file_remove(path, NULL) != R3D_OK) {
        r3d_priv_golden_put_named(text, "stale artefact not removed: ", path, "\n");
    }
}

static void save_view(const r3d_golden *golden, const char *name, const char *ending,
                      const r3d_picture_view *view, r3d_diff_text *text)
{
    char path[R3D_PRIV_PATH_MAX];
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (!r3d_priv_golden_path(golden->out_dir, golden->suite, name, ending, path)) {
        r3d_priv_text_printf(text, "artefact not written: the path of %s%s is too long\n", name,
                             ending);
    } else if (r3d_png_save(path, view, R3D_PNG_FAST, &error) != R3D_OK) {
        report_failure(text, path, &error);
    }
}

// Artefacts are 8-bit files: the high bytes of 16-bit pictures.
static void save_picture(const r3d_golden *golden, const char *name, const char *ending,
                         const r3d_picture_view *view, r3d_diff_text *text)
{
    r3d_diff_canvas canvas;
    if (view->layout != R3D_LAYOUT_RGBA16) {
        save_view(golden, name, ending, view, text);
    } else if (r3d_diff_canvas_copy(view, &golden->allocator, &canvas) == R3D_OK) {
        r3d_picture_view copy;
        r3d_diff_canvas_get_view(&canvas, &copy);
        save_view(golden, name, ending, &copy, text);
        r3d_diff_canvas_free(&canvas);
    } else {
        r3d_priv_text_printf(text, "artefact not written: %s%s: out of memory\n", name, ending);
    }
}

static void save_canvas(const r3d_golden *golden, const char *name, const char *ending,
                        r3d_result rendered, r3d_diff_canvas *canvas, r3d_diff_text *text)
{
    if (rendered != R3D_OK) {
        r3d_priv_text_printf(text, "artefact not written: %s%s: %s\n", name, ending,
                             r3d_result_string(rendered));
        return;
    }
    r3d_picture_view view;
    r3d_diff_canvas_get_view(canvas, &view);
    save_view(golden, name, ending, &view, text);
    r3d_diff_canvas_free(canvas);
}

static void copy_golden(const r3d_golden *golden, const r3d_priv_failure *failure,
                        r3d_diff_text *text)
{
    char path[R3D_PRIV_PATH_MAX];
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (!r3d_priv_golden_path(golden->out_dir, golden->suite, failure->name, ".expected.png",
                              path)) {
        return;
    }
    if (r3d_file_read(failure->golden_path, INT32_MAX, &golden->allocator, &data, &size, &error) !=
            R3D_OK ||
        r3d_file_write(path, data, size, &error) != R3D_OK) {
        report_failure(text, path, &error);
    }
    r3d_priv_release(&golden->allocator, data);
}

static void remove_artefact(const r3d_golden *golden, const char *name, const char *ending,
                            r3d_diff_text *text)
{
    char path[R3D_PRIV_PATH_MAX];
    if (golden->out_dir != NULL &&
        r3d_priv_golden_path(golden->out_dir, golden->suite, name, ending, path) &&
        r3d_path_get_kind(path) != R3D_PATH_NONE && r3d_file_remove(path, NULL) != R3D_OK) {
        r3d_priv_golden_put_named(text, "stale artefact not removed: ", path, "\n");
    }
}

// The diff picture is made once, without rings: the zooms and the triptych begin from it.
static void write_comparison(const r3d_golden *golden, const r3d_priv_failure *f,
                             r3d_diff_text *text)
{
    r3d_diff_canvas plain;
    r3d_diff_canvas canvas;
    const r3d_allocator *allocator = &golden->allocator;
    r3d_result status = r3d_diff_render_plain(f->diff, f->expected, f->actual, allocator, &plain);
    if (status != R3D_OK) {
        r3d_priv_text_printf(text, "artefacts not written: %s: %s\n", f->name,
                             r3d_result_string(status));
        return;
    }
    for (size_t i = 0; i < ZOOM_COUNT; i++) {
        char ending[32];
        snprintf(ending, sizeof ending, ".zoom-%zu.png", i + 1);
        if (i >= f->diff->cluster_count) {
            // An earlier failure may have had more clusters.
            remove_artefact(golden, f->name, ending, text);
            continue;
        }
        save_canvas(
            golden, f->name, ending,
            r3d_diff_render_zoom(f->diff, f->expected, f->actual, &plain, i, allocator, &canvas),
            &canvas, text);
    }
    status = r3d_diff_render_triptych(f->diff, f->expected, f->actual, &plain, f->name, allocator,
                                      &canvas);
    // Pictures too large for one triptych are seen in the other files.
    if (status != R3D_ERR_LIMIT) {
        save_canvas(golden, f->name, ".triptych.png", status, &canvas, text);
    }
    (void)r3d_diff_draw_rings(f->diff, &plain);
    save_canvas(golden, f->name, ".diff.png", R3D_OK, &plain, text);
    save_canvas(golden, f->name, ".circled.png",
                r3d_diff_render_circled(f->diff, f->actual, allocator, &canvas), &canvas, text);
}

void r3d_priv_artefacts_write(const r3d_golden *golden, const r3d_priv_failure *failure,
                              r3d_diff_text *text)
{
    char path[R3D_PRIV_PATH_MAX];
    if (golden->out_dir == NULL) {
        return;
    }
    if (!r3d_priv_golden_path(golden->out_dir, golden->suite, failure->name, ".actual.png", path) ||
        r3d_folder_make_of(path, NULL) != R3D_OK) {
        r3d_priv_golden_put_named(text, "artefacts not written: the folder of ", path,
                                  " cannot be made\n");
        return;
    }
    save_picture(golden, failure->name, ".actual.png", failure->actual, text);
    if (failure->golden_path != NULL) {
        copy_golden(golden, failure, text);
    }
    if (failure->owner.pixels != NULL) {
        save_view(golden, failure->name, ".owner.png", &failure->owner, text);
    }
    if (failure->diff == NULL || failure->expected == NULL) {
        return;
    }
    write_comparison(golden, failure, text);
}

void r3d_priv_artefacts_remove(const r3d_golden *golden, const char *name, r3d_diff_text *text)
{
    for (size_t i = 0; i < sizeof artefact_endings / sizeof artefact_endings[0]; i++) {
        remove_artefact(golden, name, artefact_endings[i], text);
    }
}
