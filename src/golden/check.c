/* SPDX-License-Identifier: MIT */
// One check of a picture against its golden. Spec golden sections 5 and 8.

#include <string.h>

#include "../diff/text_format.h"

#include <retro3d/folders.h>
#include <retro3d/png.h>

#include "check.h"
#include "../base/memory.h"
#include "records.h"
#include "suite_files.h"

#include "../base/desc.h"

void r3d_golden_report_free(r3d_golden_report *report)
{
    if (report == NULL) {
        return;
    }
    r3d_diff_result_free(&report->diff);
    r3d_diff_text_free(&report->text);
    memset(report, 0, sizeof *report);
}

/* ---- outcomes ---- */

static void conclude(r3d_priv_check *c, r3d_golden_status status, bool passed)
{
    r3d_priv_golden_conclude(c->golden, c->report, status, passed);
}

static r3d_diff_text *say(r3d_priv_check *c)
{
    return &c->report->text;
}

static void fail_with_error(r3d_priv_check *c, const char *message)
{
    r3d_priv_golden_fail(c->golden, c->report, c->name, message);
}

static void put_error(r3d_priv_check *c, const r3d_error *error)
{
    conclude(c, R3D_GOLDEN_ERROR, false);
    r3d_priv_text_printf(say(c), "golden error: %s/%s: ", c->golden->suite, c->name);
    if (error->file[0] != '\0') {
        r3d_priv_golden_put_named(say(c), "", error->file, ": ");
    }
    r3d_priv_golden_put_shown(say(c), error->message);
    if (error->offset >= 0) {
        r3d_priv_text_printf(say(c), " (offset %lld)", (long long)error->offset);
    }
    r3d_priv_text_puts(say(c), "\n");
}

// The lines that tell what to do and where to look, then what CTest collects.
static void put_paths(r3d_priv_check *c, const char *shown_ending)
{
    const r3d_golden *g = c->golden;
    static const char *const kinds[] = {"expected", "actual", "diff"};
    char path[R3D_PRIV_PATH_MAX];
    if (g->out_dir != NULL &&
        r3d_priv_golden_path(g->out_dir, g->suite, c->name, shown_ending, path)) {
        r3d_priv_golden_put_named(
            say(c), strcmp(shown_ending, ".diff.png") == 0 ? "diff: " : "actual: ", path, "\n");
    }
    r3d_priv_golden_put_accept(g, c->name, say(c));
    if (!g->ctest_lines) {
        return;
    }
    for (int i = 0; i < 3 && g->out_dir != NULL; i++) {
        char ending[32];
        snprintf(ending, sizeof ending, ".%s.png", kinds[i]);
        if (r3d_priv_golden_path(g->out_dir, g->suite, c->name, ending, path) &&
            r3d_path_get_kind(path) == R3D_PATH_FILE) {
            r3d_priv_text_printf(say(c),
                                 "<CTestMeasurementFile type=\"image/png\" name=\"%s/%s %s\">",
                                 g->suite, c->name, kinds[i]);
            r3d_priv_golden_put_named(say(c), "", path, "</CTestMeasurementFile>\n");
        }
    }
    if (c->has_candidate) {
        r3d_priv_text_printf(say(c),
                             "<CTestMeasurement type=\"numeric/integer\" name=\"mismatches\">%lld"
                             "</CTestMeasurement>\n",
                             (long long)c->best.diff.mismatches);
    }
}

static void write_artefacts(r3d_priv_check *c)
{
    r3d_priv_failure failure;
    memset(&failure, 0, sizeof failure);
    failure.name = c->name;
    failure.actual = c->actual;
    if (c->has_candidate) {
        failure.golden_path = c->best.path;
        failure.expected = &c->best.view;
        failure.diff = &c->best.diff;
    }
    if (c->options != NULL && c->options->owner != NULL) {
        failure.owner.pixels = c->options->owner;
        failure.owner.width = c->actual->width;
        failure.owner.height = c->actual->height;
        // The low 24 bits, opaque: browsers lose colours below transparent alpha.
        failure.owner.layout = R3D_LAYOUT_XRGB32;
        failure.owner.stride_bytes = (ptrdiff_t)r3d_priv_check_owner_stride(c) * 4;
    }
    r3d_priv_artefacts_write(c->golden, &failure, &c->notes);
}

static void put_notes(r3d_priv_check *c)
{
    if (c->notes.length != 0) {
        (void)r3d_diff_text_append(say(c), c->notes.data, c->notes.length);
    }
}

/* ---- writing goldens ---- */

// True when the mode may write goldens here; otherwise the check is concluded as refused.
static bool may_write(r3d_priv_check *c)
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

static bool store_owner(r3d_priv_check *c)
{
    char path[R3D_PRIV_PATH_MAX];
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (c->options == NULL || c->options->owner == NULL || !c->options->store_owner ||
        !r3d_priv_golden_path(c->golden->root, c->golden->suite, c->name, ".owner.png", path)) {
        return true;
    }
    r3d_picture_view plane = {c->options->owner, (ptrdiff_t)r3d_priv_check_owner_stride(c) * 4,
                              c->actual->width, c->actual->height, R3D_LAYOUT_ARGB32};
    if (r3d_png_save(path, &plane, R3D_PNG_SMALL, &error) != R3D_OK) {
        put_error(c, &error);
        return false;
    }
    return true;
}

static bool write_golden(r3d_priv_check *c)
{
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (r3d_folder_make_of(c->golden_path, NULL) != R3D_OK) {
        fail_with_error(c, "the folder of the golden cannot be made");
        return false;
    }
    if (r3d_png_save(c->golden_path, c->actual, R3D_PNG_SMALL, &error) != R3D_OK) {
        put_error(c, &error);
        return false;
    }
    char folder[R3D_PRIV_PATH_MAX];
    snprintf(folder, sizeof folder, "%s/%s", c->golden->root, c->golden->suite);
    if (r3d_golden_manifest_renew(folder, c->name, &error) != R3D_OK) {
        r3d_priv_golden_put_named(&c->notes, "note: ", folder, "/goldens.txt is not renewed: ");
        r3d_priv_golden_put_named(&c->notes, "", error.message, "\n");
    }
    return store_owner(c);
}

static void handle_missing(r3d_priv_check *c)
{
    const r3d_golden *g = c->golden;
    if (g->mode == R3D_GOLDEN_MODE_CHECK) {
        conclude(c, R3D_GOLDEN_MISSING, false);
        r3d_priv_text_printf(say(c), "golden missing: %s/%s: ", g->suite, c->name);
        r3d_priv_golden_put_named(say(c), "there is no ", c->golden_path, "\n");
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
    r3d_priv_text_printf(say(c), "golden new: %s/%s: ", g->suite, c->name);
    r3d_priv_golden_put_named(say(c), "new golden written, review it: ", c->golden_path, "\n");
    r3d_priv_artefacts_remove(g, c->name, say(c));
}

/* ---- comparing ---- */

static bool compare(r3d_priv_check *c)
{
    r3d_error error;
    r3d_diff_effective effective = c->golden->effective;
    memset(&error, 0, sizeof error);
    if (c->options != NULL) {
        (void)r3d_diff_effective_merge(&effective, c->options->diff, R3D_DIFF_FROM_CALL);
    }
    if (r3d_priv_candidates_compare(c->golden, c->name, c->actual, &effective, &c->best,
                                    &c->has_candidate, &error) != R3D_OK) {
        put_error(c, &error);
        return false;
    }
    return true;
}

static void put_mask_notes(r3d_priv_check *c)
{
    const r3d_diff_result *d = &c->best.diff;
    const r3d_diff_options *v = &d->effective.values;
    bool is_masked = v->include_count != 0 || v->ignore_count != 0 || v->mask != NULL;
    if (is_masked && d->mask_needed == 0) {
        r3d_priv_text_printf(&c->notes,
                             "note: %s/%s: the mask is not needed, nothing differs below it\n",
                             c->golden->suite, c->name);
    }
}

/* ---- mismatches ---- */

// Whether a known failure's stored wrong picture, if there is one, equals the actual.
static bool same_wrong_picture(r3d_priv_check *c)
{
    char path[R3D_PRIV_PATH_MAX];
    r3d_picture stored;
    r3d_diff_result diff;
    bool same = false;
    if (!r3d_priv_golden_path(c->golden->root, c->golden->suite, c->name, ".xfail.png", path) ||
        r3d_path_get_kind(path) == R3D_PATH_NONE) {
        return true;
    }
    if (r3d_png_load(path, NULL, &c->golden->allocator, &stored, NULL) == R3D_OK) {
        r3d_picture_view view;
        r3d_picture_get_view(&stored, &view);
        if (r3d_diff_compare(&view, c->actual, NULL, &c->golden->allocator, &diff, NULL) ==
            R3D_OK) {
            same = diff.verdict == R3D_DIFF_EQUAL;
            r3d_diff_result_free(&diff);
        }
        r3d_picture_free(&stored);
    }
    return same;
}

static void update_golden(r3d_priv_check *c)
{
    if (!may_write(c) || !write_golden(c)) {
        return;
    }
    conclude(c, R3D_GOLDEN_UPDATED, !c->golden->update_fails);
    r3d_priv_text_printf(say(c), "golden updated: %s/%s: ", c->golden->suite, c->name);
    r3d_diff_describe_short(&c->best.diff, say(c));
    r3d_priv_text_puts(say(c), "\n");
    r3d_priv_artefacts_remove(c->golden, c->name, say(c));
}

static void handle_mismatch(r3d_priv_check *c)
{
    const r3d_golden *g = c->golden;
    bool another = c->known && !same_wrong_picture(c);
    if (c->known && !another) {
        conclude(c, R3D_GOLDEN_KNOWN, true);
        r3d_priv_text_printf(say(c), "golden known: %s/%s: ", g->suite, c->name);
        r3d_diff_describe_short(&c->best.diff, say(c));
        r3d_priv_golden_put_named(say(c), "; ", c->reason, "\n");
        write_artefacts(c);
        put_notes(c);
        return;
    }
    if (g->mode == R3D_GOLDEN_MODE_UPDATE && !c->known) {
        update_golden(c);
        return;
    }
    conclude(c, R3D_GOLDEN_DIFFERS, false);
    r3d_priv_text_printf(say(c), "golden mismatch: %s/%s: ", g->suite, c->name);
    r3d_diff_describe(&c->best.diff, say(c));
    if (c->best.tag[0] != '\0') {
        r3d_priv_text_printf(say(c), "nearest variant: @%s\n", c->best.tag);
    }
    if (another) {
        r3d_priv_golden_put_named(say(c), "a known failure (", c->reason, "), ");
        r3d_priv_text_printf(say(c), "but another wrong picture than %s.xfail.png\n", c->name);
    }
    r3d_priv_check_put_reasons(c);
    write_artefacts(c);
    put_notes(c);
    put_paths(c, ".diff.png");
}

static void handle_pass(r3d_priv_check *c)
{
    if (c->known) {
        conclude(c, R3D_GOLDEN_UNEXPECTED_PASS, false);
        r3d_priv_text_printf(say(c), "golden unexpected pass: %s/%s: ", c->golden->suite, c->name);
        r3d_priv_golden_put_named(say(c), "remove it from xfail.txt (", c->reason, ")\n");
    } else {
        conclude(c, R3D_GOLDEN_PASSED, true);
    }
    r3d_priv_artefacts_remove(c->golden, c->name, &c->notes);
    put_notes(c);
}

// Renders the frame several times; returns false and concludes when two of them differ.
static bool is_stable(r3d_priv_check *c)
{
    const r3d_golden_options *o = c->options;
    int32_t repeat = o != NULL && o->repeat != 0 ? o->repeat : c->golden->repeat;
    r3d_picture_view first;
    r3d_picture_view next;
    if (o == NULL || o->render == NULL || repeat < 2) {
        return true;
    }
    for (int32_t i = 0; i < repeat; i++) {
        r3d_error error;
        memset(&error, 0, sizeof error);
        if (o->render(&next, o->user) != R3D_OK || next.pixels == NULL ||
            r3d_diff_view_check(&next, "render", &error) != R3D_OK) {
            fail_with_error(c, "the render callback failed");
            return false;
        }
        if (i == 0) {
            if (r3d_diff_canvas_copy(&next, &c->golden->allocator, &c->first_frame) != R3D_OK) {
                fail_with_error(c, "out of memory");
                return false;
            }
            r3d_diff_canvas_get_view(&c->first_frame, &first);
            continue;
        }
        if (r3d_diff_compare(&first, &next, NULL, &c->golden->allocator, &c->best.diff, &error) !=
            R3D_OK) {
            put_error(c, &error);
            return false;
        }
        if (c->best.diff.verdict == R3D_DIFF_EQUAL) {
            r3d_diff_result_free(&c->best.diff);
            continue;
        }
        conclude(c, R3D_GOLDEN_UNSTABLE, false);
        r3d_priv_text_printf(say(c),
                             "golden unstable: %s/%s: frame %ld of %ld differs from the "
                             "first: ",
                             c->golden->suite, c->name, (long)i + 1, (long)repeat);
        r3d_diff_describe(&c->best.diff, say(c));
        r3d_priv_failure failure;
        memset(&failure, 0, sizeof failure);
        failure.name = c->name;
        failure.expected = &first;
        failure.actual = &next;
        failure.diff = &c->best.diff;
        r3d_priv_artefacts_write(c->golden, &failure, &c->notes);
        put_notes(c);
        return false;
    }
    return true;
}

static void run_check(r3d_priv_check *c)
{
    r3d_error error;
    memset(&error, 0, sizeof error);
    const char *problem = r3d_priv_golden_claim_name(c->golden, c->name, ".png",
                                                     c->options != NULL && c->options->shared);
    if (problem != NULL) {
        fail_with_error(c, problem);
        return;
    }
    if (c->actual != NULL && c->actual->pixels == NULL) {
        fail_with_error(c, "the picture has no pixels");
        return;
    }
    if (r3d_diff_view_check(c->actual, "actual", &error) != R3D_OK) {
        put_error(c, &error);
        return;
    }
    if (!r3d_priv_golden_path(c->golden->root, c->golden->suite, c->name, ".png", c->golden_path)) {
        fail_with_error(c, "the path of the golden is too long");
        return;
    }
    if (r3d_priv_xfail_find(c->golden, c->name, &c->known, c->reason, sizeof c->reason, &error) !=
        R3D_OK) {
        put_error(c, &error);
        return;
    }
    if (!is_stable(c)) {
        return;
    }
    if (r3d_priv_manifest_vouches(c->golden, c->name, c->golden_path, c->actual)) {
        handle_pass(c);
        return;
    }
    if (!compare(c)) {
        return;
    }
    if (!c->has_candidate) {
        handle_missing(c);
        return;
    }
    put_mask_notes(c);
    if (r3d_diff_passed(&c->best.diff)) {
        handle_pass(c);
    } else {
        handle_mismatch(c);
    }
}

// The record carries the text without the lines that only CTest reads.
static void write_record(r3d_priv_check *c)
{
    r3d_priv_golden_record record;
    char *lines = say(c)->data != NULL ? strstr(say(c)->data, "<CTestMeasurement") : NULL;
    memset(&record, 0, sizeof record);
    record.name = c->name;
    record.kind = "picture";
    record.status = c->report->status;
    record.passed = c->report->passed;
    record.variant = c->best.tag;
    // The artefact of a deep picture has only its high bytes.
    record.is_deep = c->actual != NULL && c->actual->layout == R3D_LAYOUT_RGBA16;
    record.actual_ending = ".actual.png";
    record.diff = c->best.diff.width != 0 ? &c->best.diff : NULL;
    record.owners = c->has_owners ? &c->owners : NULL;
    record.hints = c->hints.data;
    record.explain = c->explain.data;
    if (c->options != NULL) {
        record.owner_name = c->options->owner_name;
        record.user = c->options->user;
    }
    if (lines != NULL) {
        *lines = '\0';
    }
    record.text = say(c)->data;
    r3d_priv_record_write(c->golden, &record, &c->notes);
    if (lines != NULL) {
        *lines = '<';
    }
}

// Hands the result over; what it borrowed ends with the check.
static void hand_over(r3d_priv_check *c)
{
    r3d_golden_report *report = c->report;
    report->compared = c->best.diff.width != 0;
    report->diff = c->best.diff;
    report->diff.effective.values.mask = NULL;
    memset(&c->best.diff, 0, sizeof c->best.diff);
    memcpy(report->variant, c->best.tag, sizeof report->variant);
}

void r3d_golden_options_init_sized(r3d_golden_options *options, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(options, struct_size);
}

r3d_result r3d_golden_check(r3d_golden *golden, const r3d_picture_view *actual, const char *name,
                            const r3d_golden_options *options, r3d_golden_report *out_report)
{
    r3d_golden_options whole;
    r3d_diff_effective settings;
    r3d_golden_options_init(&whole);
    r3d_diff_effective_init(&settings);
    if (out_report != NULL) {
        memset(out_report, 0, sizeof *out_report);
    }
    if (golden == NULL || out_report == NULL ||
        (options != NULL && r3d_priv_desc_read(&whole, sizeof whole, options) != R3D_OK) ||
        r3d_diff_effective_merge(&settings, whole.diff, R3D_DIFF_FROM_CALL) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    out_report->text.allocator = golden->allocator;
    r3d_priv_check *c = r3d_priv_alloc(&golden->allocator, 1, sizeof *c);
    if (c == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(c, 0, sizeof *c);
    c->golden = golden;
    c->name = name != NULL ? name : "";
    c->actual = actual;
    c->options = options != NULL ? &whole : NULL;
    c->report = out_report;
    c->notes.allocator = golden->allocator;
    c->hints.allocator = golden->allocator;
    c->explain.allocator = golden->allocator;
    run_check(c);
    c->notes.length = 0;
    // Names that are not valid must not reach files.
    if (r3d_golden_name_valid(c->name)) {
        write_record(c);
        put_notes(c);
    }
    if (!out_report->passed) {
        r3d_priv_golden_put_report(golden, say(c));
    }
    hand_over(c);
    r3d_priv_candidate_free(&c->best);
    r3d_diff_canvas_free(&c->first_frame);
    r3d_diff_text_free(&c->notes);
    r3d_diff_text_free(&c->hints);
    r3d_diff_text_free(&c->explain);
    r3d_priv_release(&golden->allocator, c);
    return out_report->text.result;
}
