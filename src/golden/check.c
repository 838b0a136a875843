/* SPDX-License-Identifier: MIT */
// One check of a picture against its golden. Spec golden sections 5 and 8.

#include <string.h>

#include "fs.h"
#include "session_internal.h"

// Everything one check works with; released at its end.
typedef struct check {
    r3d_golden *golden;
    const char *name;
    const r3d_picture_view *actual;
    const r3d_golden_options *options;
    r3d_golden_report *report;
    r3d_diff_text notes;  // printed behind the verdict
    r3d_picture expected;
    r3d_picture_view expected_view;
    r3d_picture mask;
    r3d_picture_view mask_view;
    r3d_diff_effective effective;
    char golden_path[R3D_PRIV_PATH_MAX];
} check;

const char *r3d_golden_status_name(r3d_golden_status status)
{
    static const char *const names[] = {"passed",  "differs", "missing",         "new",
                                        "updated", "known",   "unexpected-pass", "unstable",
                                        "refused", "error"};
    return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown";
}

void r3d_golden_report_free(r3d_golden_report *report)
{
    if (report == NULL) {
        return;
    }
    r3d_diff_result_free(&report->diff);
    r3d_diff_text_free(&report->text);
    memset(report, 0, sizeof *report);
}

/* ---- names that were checked before ---- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_but_for_case(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static r3d_result remember_name(r3d_golden *g, const char *name)
{
    if (g->checked_count == g->checked_capacity) {
        size_t capacity = g->checked_capacity == 0 ? 32 : g->checked_capacity * 2;
        char **names = r3d_priv_golden_alloc(&g->allocator, capacity, sizeof *names);
        if (names == NULL) {
            return R3D_ERR_MEMORY;
        }
        if (g->checked_count != 0) {
            memcpy(names, g->checked, g->checked_count * sizeof *names);
        }
        r3d_priv_golden_free(&g->allocator, g->checked);
        g->checked = names;
        g->checked_capacity = capacity;
    }
    char *copy = r3d_priv_golden_copy_text(&g->allocator, name);
    if (copy == NULL) {
        return R3D_ERR_MEMORY;
    }
    g->checked[g->checked_count++] = copy;
    return R3D_OK;
}

/* ---- outcomes ---- */

static void conclude(check *c, r3d_golden_status status, bool passed)
{
    c->report->status = status;
    c->report->passed = passed;
}

static r3d_diff_text *say(check *c)
{
    return &c->report->text;
}

static void fail_with_error(check *c, const char *message)
{
    conclude(c, R3D_GOLDEN_ERROR, false);
    r3d_priv_text_printf(say(c), "golden error: %s/%s: %s\n", c->golden->suite, c->name, message);
}

static void put_error(check *c, const r3d_error *error)
{
    conclude(c, R3D_GOLDEN_ERROR, false);
    r3d_priv_text_printf(say(c), "golden error: %s/%s: ", c->golden->suite, c->name);
    if (error->file[0] != '\0') {
        r3d_priv_text_printf(say(c), "%s: ", error->file);
    }
    r3d_priv_text_puts(say(c), error->message);
    if (error->offset >= 0) {
        r3d_priv_text_printf(say(c), " (offset %lld)", (long long)error->offset);
    }
    r3d_priv_text_puts(say(c), "\n");
}

// The lines that tell what to do and where to look, then what CTest collects.
static void put_paths(check *c, const char *shown_ending)
{
    const r3d_golden *g = c->golden;
    static const char *const kinds[] = {"expected", "actual", "diff"};
    char path[R3D_PRIV_PATH_MAX];
    if (g->out_dir != NULL &&
        r3d_priv_golden_path(g->out_dir, g->suite, c->name, shown_ending, path)) {
        r3d_priv_text_printf(say(c), "%s: %s\n",
                             strcmp(shown_ending, ".diff.png") == 0 ? "diff" : "actual", path);
    }
    r3d_priv_text_printf(say(c), "accept: retro3d golden accept %s/%s\n", g->suite, c->name);
    if (!g->ctest_lines) {
        return;
    }
    for (int i = 0; i < 3 && g->out_dir != NULL; i++) {
        char ending[32];
        snprintf(ending, sizeof ending, ".%s.png", kinds[i]);
        if (r3d_priv_golden_path(g->out_dir, g->suite, c->name, ending, path) &&
            r3d_priv_fs_kind_of(path) == R3D_PRIV_FS_FILE) {
            r3d_priv_text_printf(say(c),
                                 "<CTestMeasurementFile type=\"image/png\" name=\"%s/%s %s\">%s"
                                 "</CTestMeasurementFile>\n",
                                 g->suite, c->name, kinds[i], path);
        }
    }
    if (c->report->compared) {
        r3d_priv_text_printf(say(c),
                             "<CTestMeasurement type=\"numeric/integer\" name=\"mismatches\">%lld"
                             "</CTestMeasurement>\n",
                             (long long)c->report->diff.mismatches);
    }
}

static void write_artefacts(check *c)
{
    r3d_priv_failure failure;
    bool has_golden = c->expected.pixels != NULL;
    failure.name = c->name;
    failure.golden_path = has_golden ? c->golden_path : NULL;
    failure.expected = has_golden ? &c->expected_view : NULL;
    failure.actual = c->actual;
    failure.diff = c->report->compared ? &c->report->diff : NULL;
    r3d_priv_artefacts_write(c->golden, &failure, &c->notes);
}

static void put_notes(check *c)
{
    if (c->notes.length != 0) {
        r3d_priv_text_append(say(c), c->notes.data, c->notes.length);
    }
}

/* ---- writing goldens ---- */

// True when the mode may write goldens here; otherwise the check is concluded as refused.
static bool may_write(check *c)
{
    if (!c->golden->writes_refused) {
        return true;
    }
    conclude(c, R3D_GOLDEN_REFUSED, false);
    r3d_priv_text_printf(say(c),
                         "golden refused: %s/%s: R3D_GOLDEN=%s is not allowed while CI is set; "
                         "R3D_GOLDEN_ALLOW_CI=1 allows it\n",
                         c->golden->suite, c->name,
                         c->golden->mode == R3D_GOLDEN_MODE_NEW ? "new" : "update");
    return false;
}

static bool write_golden(check *c)
{
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (!r3d_priv_fs_make_folder_of(c->golden_path)) {
        fail_with_error(c, "the folder of the golden cannot be made");
        return false;
    }
    if (r3d_png_save(c->golden_path, c->actual, R3D_PNG_SMALL, &error) != R3D_OK) {
        put_error(c, &error);
        return false;
    }
    return true;
}

static void handle_missing(check *c)
{
    const r3d_golden *g = c->golden;
    if (g->mode == R3D_GOLDEN_MODE_CHECK) {
        conclude(c, R3D_GOLDEN_MISSING, false);
        r3d_priv_text_printf(say(c), "golden missing: %s/%s: there is no %s\n", g->suite, c->name,
                             c->golden_path);
        write_artefacts(c);
        put_notes(c);
        put_paths(c, ".actual.png");
        return;
    }
    if (!may_write(c) || !write_golden(c)) {
        return;
    }
    bool passes = g->mode == R3D_GOLDEN_MODE_UPDATE ? !g->update_fails : g->new_passes;
    conclude(c, R3D_GOLDEN_WRITTEN, passes);
    r3d_priv_text_printf(say(c), "golden new: %s/%s: new golden written, review it: %s\n", g->suite,
                         c->name, c->golden_path);
    r3d_priv_artefacts_remove(g, c->name, say(c));
}

/* ---- comparing ---- */

static bool load_mask(check *c, r3d_error *error)
{
    char path[R3D_PRIV_PATH_MAX];
    if (c->effective.values.mask != NULL ||
        !r3d_priv_golden_path(c->golden->root, c->golden->suite, c->name, ".mask.png", path) ||
        r3d_priv_fs_kind_of(path) == R3D_PRIV_FS_NONE) {
        return true;
    }
    if (r3d_png_load(path, NULL, &c->golden->allocator, &c->mask, error) != R3D_OK) {
        return false;
    }
    r3d_picture_get_view(&c->mask, &c->mask_view);
    c->effective.values.mask = &c->mask_view;
    c->effective.origin[R3D_DIFF_SET_MASK] = R3D_DIFF_FROM_GOLDEN;
    return true;
}

static void settle_channels(check *c)
{
    bool alpha = c->expected.has_alpha || r3d_priv_golden_layout_has_alpha(c->actual->layout);
    if (c->effective.values.channels == R3D_DIFF_CHANNELS_AUTO && !alpha) {
        c->effective.values.channels = R3D_DIFF_RGB;
    }
}

static bool compare(check *c)
{
    r3d_error error;
    memset(&error, 0, sizeof error);
    c->effective = c->golden->effective;
    if (c->options != NULL) {
        r3d_diff_effective_merge(&c->effective, c->options->diff, R3D_DIFF_FROM_CALL);
    }
    if (r3d_png_load(c->golden_path, NULL, &c->golden->allocator, &c->expected, &error) != R3D_OK ||
        !load_mask(c, &error)) {
        put_error(c, &error);
        return false;
    }
    r3d_picture_get_view(&c->expected, &c->expected_view);
    settle_channels(c);
    if (r3d_diff_compare(&c->expected_view, c->actual, &c->effective, &c->golden->allocator,
                         &c->report->diff, &error) != R3D_OK) {
        put_error(c, &error);
        return false;
    }
    c->report->compared = true;
    return true;
}

static void put_mask_notes(check *c)
{
    const r3d_diff_result *d = &c->report->diff;
    if (r3d_priv_mask_active(&c->effective.values) && d->mask_needed == 0) {
        r3d_priv_text_printf(&c->notes,
                             "note: %s/%s: the mask is not needed, nothing differs below it\n",
                             c->golden->suite, c->name);
    }
}

static void handle_mismatch(check *c)
{
    const r3d_golden *g = c->golden;
    if (g->mode == R3D_GOLDEN_MODE_UPDATE) {
        if (!may_write(c) || !write_golden(c)) {
            return;
        }
        conclude(c, R3D_GOLDEN_UPDATED, !g->update_fails);
        r3d_priv_text_printf(say(c), "golden updated: %s/%s: ", g->suite, c->name);
        r3d_diff_describe_short(&c->report->diff, say(c));
        r3d_priv_text_puts(say(c), "\n");
        r3d_priv_artefacts_remove(g, c->name, say(c));
        return;
    }
    conclude(c, R3D_GOLDEN_DIFFERS, false);
    r3d_priv_text_printf(say(c), "golden mismatch: %s/%s: ", g->suite, c->name);
    r3d_diff_describe(&c->report->diff, say(c));
    write_artefacts(c);
    put_notes(c);
    put_paths(c, ".diff.png");
}

static void handle_existing(check *c)
{
    if (!compare(c)) {
        return;
    }
    put_mask_notes(c);
    if (!r3d_diff_passed(&c->report->diff)) {
        handle_mismatch(c);
        return;
    }
    conclude(c, R3D_GOLDEN_PASSED, true);
    r3d_priv_artefacts_remove(c->golden, c->name, &c->notes);
    put_notes(c);
}

static bool name_is_free(check *c)
{
    if (!r3d_golden_name_valid(c->name)) {
        fail_with_error(c, "not a valid name: use A-Z a-z 0-9 . _ - and /, at most 200 bytes, no "
                           "empty part, no part \".\" or \"..\", no ending like .mask or .diff");
        return false;
    }
    bool shared = c->options != NULL && c->options->shared;
    for (size_t i = 0; i < c->golden->checked_count; i++) {
        const char *other = c->golden->checked[i];
        if (strcmp(other, c->name) == 0) {
            if (!shared) {
                fail_with_error(c, "duplicate name: it was checked before and is not declared "
                                   "shared");
            }
            return shared;
        }
        if (same_but_for_case(other, c->name)) {
            fail_with_error(c, "differs only by case from a name that was checked before");
            return false;
        }
    }
    if (remember_name(c->golden, c->name) != R3D_OK) {
        fail_with_error(c, "out of memory");
        return false;
    }
    return true;
}

static void run_check(check *c)
{
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (!name_is_free(c)) {
        return;
    }
    if (r3d_priv_golden_view_check(c->actual, "actual", &error) != R3D_OK) {
        put_error(c, &error);
        return;
    }
    if (c->actual->pixels == NULL) {
        fail_with_error(c, "the picture has no pixels");
        return;
    }
    if (!r3d_priv_golden_path(c->golden->root, c->golden->suite, c->name, ".png",
                              c->golden_path)) {
        fail_with_error(c, "the path of the golden is too long");
        return;
    }
    if (r3d_priv_fs_kind_of(c->golden_path) == R3D_PRIV_FS_NONE) {
        handle_missing(c);
    } else {
        handle_existing(c);
    }
}

r3d_result r3d_golden_check(r3d_golden *golden, const r3d_picture_view *actual, const char *name,
                            const r3d_golden_options *options, r3d_golden_report *out_report)
{
    if (golden == NULL || out_report == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    memset(out_report, 0, sizeof *out_report);
    out_report->text.allocator = golden->allocator;
    check *c = r3d_priv_golden_alloc(&golden->allocator, 1, sizeof *c);
    if (c == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(c, 0, sizeof *c);
    c->golden = golden;
    c->name = name != NULL ? name : "";
    c->actual = actual;
    c->options = options;
    c->report = out_report;
    c->notes.allocator = golden->allocator;
    run_check(c);
    // The mask ends here, so the result must not point to it.
    out_report->diff.effective.values.mask = NULL;
    r3d_picture_free(&c->expected);
    r3d_picture_free(&c->mask);
    r3d_diff_text_free(&c->notes);
    r3d_priv_golden_free(&golden->allocator, c);
    return out_report->text.result;
}
