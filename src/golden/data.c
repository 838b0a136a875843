/* SPDX-License-Identifier: MIT */
// Data goldens: tables of integers and texts. Spec golden section 5.

#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "../base/memory.h"
#include "../diff/text_format.h"
#include "records.h"
#include "session_internal.h"

enum { DATA_MAX = 1 << 28, CONTEXT_ROWS = 2 };

typedef struct data_check {
    r3d_golden *golden;
    const char *name;
    const char *kind;   // "i32" or "text"
    const char *ending; // ".i32.txt" or ".txt"
    r3d_golden_report *report;
    char path[R3D_PRIV_PATH_MAX];
    char *golden_text;  // NULL when there is no golden
    const char *actual; // what would be stored
    size_t actual_size;
} data_check;

static r3d_diff_text *say(data_check *c)
{
    return &c->report->text;
}

static void conclude(data_check *c, r3d_golden_status status, bool passed)
{
    r3d_priv_golden_conclude(c->golden, c->report, status, passed);
}

static void fail_with_error(data_check *c, const char *message)
{
    r3d_priv_golden_fail(c->golden, c->report, c->name, message);
}

/* ---- files ---- */

static bool load_golden(data_check *c)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (!r3d_priv_golden_path(c->golden->root, c->golden->suite, c->name, c->ending, c->path)) {
        fail_with_error(c, "the path of the golden is too long");
        return false;
    }
    if (r3d_path_get_kind(c->path) == R3D_PATH_NONE) {
        return true;
    }
    if (r3d_file_read(c->path, DATA_MAX, &c->golden->allocator, &data, &size, &error) != R3D_OK) {
        fail_with_error(c, error.message);
        return false;
    }
    if (size != 0 && memchr(data, '\0', size) != NULL) {
        r3d_priv_release(&c->golden->allocator, data);
        fail_with_error(c, "the golden holds a zero byte, it is no text");
        return false;
    }
    c->golden_text = data;
    return true;
}

static bool write_file(data_check *c, const char *path, const char *data, size_t size)
{
    r3d_error error;
    memset(&error, 0, sizeof error);
    if (r3d_folder_make_of(path, NULL) != R3D_OK ||
        r3d_file_write(path, data, size, &error) != R3D_OK) {
        r3d_priv_golden_put_named(say(c), "not written: ", path, ": ");
        r3d_priv_golden_put_named(say(c), "", error.message, "\n");
        return false;
    }
    return true;
}

// Path of NAME.actual.txt and the like; false when there are no artefacts.
static bool artefact_path(const data_check *c, const char *what, char *out_path)
{
    char ending[32];
    snprintf(ending, sizeof ending, ".%s%s", what, c->ending);
    return c->golden->out_dir != NULL &&
           r3d_priv_golden_path(c->golden->out_dir, c->golden->suite, c->name, ending, out_path);
}

// Writes an artefact. One of an earlier run must not stay: accepting would take it for this one.
static bool write_artefact(data_check *c, const char *what, const char *data, size_t size,
                           char *out_path)
{
    if (!artefact_path(c, what, out_path)) {
        return false;
    }
    if (write_file(c, out_path, data, size)) {
        return true;
    }
    (void)r3d_file_remove(out_path, NULL);
    return false;
}

// The golden's copy shows when accepting whether the golden is still the one that was compared.
static void write_artefacts(data_check *c)
{
    char path[R3D_PRIV_PATH_MAX];
    if (c->golden_text != NULL) {
        write_artefact(c, "expected", c->golden_text, strlen(c->golden_text), path);
    }
    if (write_artefact(c, "actual", c->actual, c->actual_size, path)) {
        r3d_priv_golden_put_named(say(c), "actual: ", path, "\n");
    }
    r3d_priv_golden_put_accept(c->golden, c->name, say(c));
}

static void remove_artefacts(data_check *c)
{
    char path[R3D_PRIV_PATH_MAX];
    if (artefact_path(c, "actual", path)) {
        (void)r3d_file_remove(path, NULL);
    }
    if (artefact_path(c, "expected", path)) {
        (void)r3d_file_remove(path, NULL);
    }
}

// Writes the golden as the mode says. `text` holds what differs, or is empty when it is missing.
static void settle(data_check *c, const r3d_diff_text *text)
{
    const r3d_golden *g = c->golden;
    bool missing = c->golden_text == NULL;
    bool writes = g->mode == R3D_GOLDEN_MODE_UPDATE || (g->mode == R3D_GOLDEN_MODE_NEW && missing);
    if (writes && g->writes_refused) {
        conclude(c, R3D_GOLDEN_REFUSED, false);
        r3d_priv_text_printf(say(c),
                             "golden refused: %s/%s: goldens are not written while CI is "
                             "set; R3D_GOLDEN_ALLOW_CI=1 allows it\n",
                             g->suite, c->name);
    } else if (writes) {
        if (!write_file(c, c->path, c->actual, c->actual_size)) {
            conclude(c, R3D_GOLDEN_ERROR, false);
            return;
        }
        bool passes = g->mode == R3D_GOLDEN_MODE_UPDATE ? !g->update_fails : g->new_passes;
        conclude(c, missing ? R3D_GOLDEN_WRITTEN : R3D_GOLDEN_UPDATED, passes);
        r3d_priv_text_printf(say(c), "golden %s: %s/%s", missing ? "new" : "updated", g->suite,
                             c->name);
        r3d_priv_golden_put_named(say(c), missing ? ": new golden written, review it: " : ": ",
                                  c->path, "\n");
        remove_artefacts(c);
    } else if (missing) {
        conclude(c, R3D_GOLDEN_MISSING, false);
        r3d_priv_text_printf(say(c), "golden missing: %s/%s: ", g->suite, c->name);
        r3d_priv_golden_put_named(say(c), "there is no ", c->path, "\n");
        write_artefacts(c);
    } else {
        conclude(c, R3D_GOLDEN_DIFFERS, false);
        (void)r3d_diff_text_append(say(c), text->data, text->length);
        write_artefacts(c);
    }
}

static void finish(data_check *c)
{
    r3d_priv_golden_record record;
    memset(&record, 0, sizeof record);
    record.name = c->name;
    record.kind = c->kind;
    record.actual_ending = strcmp(c->kind, "i32") == 0 ? ".actual.i32.txt" : ".actual.txt";
    record.status = c->report->status;
    record.passed = c->report->passed;
    record.text = say(c)->data;
    if (r3d_golden_name_valid(c->name)) {
        r3d_diff_text notes;
        memset(&notes, 0, sizeof notes);
        notes.allocator = c->golden->allocator;
        r3d_priv_record_write(c->golden, &record, &notes);
        if (notes.length != 0) {
            (void)r3d_diff_text_append(say(c), notes.data, notes.length);
        }
        r3d_diff_text_free(&notes);
    }
    r3d_priv_release(&c->golden->allocator, c->golden_text);
    if (!c->report->passed) {
        r3d_priv_golden_put_report(c->golden, say(c));
    }
}

static bool begin(data_check *c, r3d_golden *golden, const char *name, r3d_golden_report *report)
{
    memset(report, 0, sizeof *report);
    report->text.allocator = golden->allocator;
    c->golden = golden;
    c->name = name != NULL ? name : "";
    c->report = report;
    const char *problem = r3d_priv_golden_claim_name(golden, c->name, c->ending, false);
    if (problem != NULL) {
        fail_with_error(c, problem);
        return false;
    }
    if (strcmp(c->ending, ".txt") == 0 &&
        (strcmp(c->name, "goldens") == 0 || strcmp(c->name, "xfail") == 0)) {
        fail_with_error(
            c, "a text cannot have this name: goldens.txt and xfail.txt are notes of the suite");
        return false;
    }
    return load_golden(c);
}

/* ---- integers ---- */

typedef struct data_table {
    int32_t *values;
    size_t count;
    size_t *row_starts; // row_count + 1 entries
    size_t row_count;
} data_table;

static void free_table(const r3d_allocator *allocator, data_table *t)
{
    r3d_priv_release(allocator, t->values);
    r3d_priv_release(allocator, t->row_starts);
}

// Reads one line's numbers; false with the column (from 1) when something is no 32-bit number.
static bool parse_line(const char *line, const char *end, data_table *t, int *out_column)
{
    int column = 0;
    while (line < end) {
        if (*line == ' ' || *line == '\t' || *line == '\r') {
            line++;
            continue;
        }
        if (*line == '#') {
            return true;
        }
        column++;
        *out_column = column;
        bool negative = *line == '-';
        int64_t value = 0;
        int digits = 0;
        for (line += negative ? 1 : 0; line < end && *line >= '0' && *line <= '9'; line++) {
            value = value * 10 + (*line - '0');
            if (++digits > 10) {
                return false;
            }
        }
        value = negative ? -value : value;
        if (digits == 0 || value > INT32_MAX || value < INT32_MIN ||
            (line < end && *line != ' ' && *line != '\t' && *line != '\r' && *line != '#')) {
            return false;
        }
        t->values[t->count++] = (int32_t)value;
    }
    return true;
}

static bool parse_table(data_check *c, data_table *t)
{
    const r3d_allocator *allocator = &c->golden->allocator;
    size_t size = strlen(c->golden_text);
    size_t lines = 1;
    for (const char *p = c->golden_text; *p != '\0'; p++) {
        lines += *p == '\n' ? 1 : 0;
    }
    memset(t, 0, sizeof *t);
    // At most one number in two characters.
    t->values = r3d_priv_alloc(allocator, size / 2 + 1, sizeof *t->values);
    t->row_starts = r3d_priv_alloc(allocator, lines + 1, sizeof *t->row_starts);
    if (t->values == NULL || t->row_starts == NULL) {
        fail_with_error(c, "out of memory");
        return false;
    }
    const char *line = c->golden_text;
    for (size_t number = 1; number <= lines; number++) {
        const char *end = line + strcspn(line, "\n");
        size_t before = t->count;
        int column = 0;
        if (!parse_line(line, end, t, &column)) {
            char message[160];
            snprintf(message, sizeof message,
                     "line %zu, column %d of the golden is no 32-bit decimal number", number,
                     column);
            fail_with_error(c, message);
            return false;
        }
        if (t->count != before) {
            t->row_starts[t->row_count++] = before;
        }
        line = *end == '\n' ? end + 1 : end;
    }
    t->row_starts[t->row_count] = t->count;
    return true;
}

static void put_row(r3d_diff_text *text, const char *label, const int32_t *values, size_t count)
{
    r3d_priv_text_printf(text, "  %s", label);
    for (size_t i = 0; i < count && i < 16; i++) {
        r3d_priv_text_printf(text, " %ld", (long)values[i]);
    }
    r3d_priv_text_puts(text, count > 16 ? " ...\n" : "\n");
}

// Finds the first difference and counts all; describes them in `text`. False when equal.
static bool compare_table(data_check *c, const data_table *t, const int32_t *values, size_t rows,
                          size_t columns, r3d_diff_text *text)
{
    size_t differing = 0;
    size_t first_row = 0;
    size_t first_column = 0;
    size_t all_rows = t->row_count > rows ? t->row_count : rows;
    for (size_t row = 0; row < all_rows; row++) {
        size_t stored = row < t->row_count ? t->row_starts[row + 1] - t->row_starts[row] : 0;
        size_t present = row < rows ? columns : 0;
        size_t widest = stored > present ? stored : present;
        for (size_t column = 0; column < widest; column++) {
            if (column < stored && column < present &&
                t->values[t->row_starts[row] + column] == values[row * columns + column]) {
                continue;
            }
            if (differing++ == 0) {
                first_row = row;
                first_column = column;
            }
        }
    }
    if (differing == 0) {
        return false;
    }
    r3d_priv_text_printf(text,
                         "golden mismatch: %s/%s: %zu cells differ, first in row %zu, column "
                         "%zu: expected ",
                         c->golden->suite, c->name, differing, first_row + 1, first_column + 1);
    size_t stored =
        first_row < t->row_count ? t->row_starts[first_row + 1] - t->row_starts[first_row] : 0;
    if (first_column < stored) {
        r3d_priv_text_printf(text, "%ld, actual ",
                             (long)t->values[t->row_starts[first_row] + first_column]);
    } else {
        r3d_priv_text_puts(text, "nothing, actual ");
    }
    if (first_row < rows && first_column < columns) {
        r3d_priv_text_printf(text, "%ld\n", (long)values[first_row * columns + first_column]);
    } else {
        r3d_priv_text_puts(text, "nothing\n");
    }
    size_t from = first_row > CONTEXT_ROWS ? first_row - CONTEXT_ROWS : 0;
    for (size_t row = from; row <= first_row + CONTEXT_ROWS && row < all_rows; row++) {
        char label[64];
        if (row < t->row_count) {
            snprintf(label, sizeof label, "row %zu expected:", row + 1);
            put_row(text, label, t->values + t->row_starts[row],
                    t->row_starts[row + 1] - t->row_starts[row]);
        }
        if (row < rows) {
            snprintf(label, sizeof label, "row %zu actual:  ", row + 1);
            put_row(text, label, values + row * columns, columns);
        }
    }
    return true;
}

static void format_table(const int32_t *values, size_t rows, size_t columns, r3d_diff_text *out)
{
    for (size_t i = 0; i < rows * columns; i++) {
        r3d_priv_text_printf(out, "%ld%s", (long)values[i], (i + 1) % columns == 0 ? "\n" : " ");
    }
}

r3d_result r3d_golden_check_i32(r3d_golden *golden, const int32_t *values, int32_t rows,
                                int32_t columns, const char *name, r3d_golden_report *out_report)
{
    data_check c;
    r3d_diff_text stored;
    r3d_diff_text text;
    if (golden == NULL || out_report == NULL || rows < 0 || columns < 1) {
        return R3D_ERR_ARGUMENT;
    }
    memset(&c, 0, sizeof c);
    memset(&stored, 0, sizeof stored);
    memset(&text, 0, sizeof text);
    stored.allocator = golden->allocator;
    text.allocator = golden->allocator;
    c.kind = "i32";
    c.ending = ".i32.txt";
    if (!begin(&c, golden, name, out_report)) {
        // concluded
    } else if (values == NULL && rows != 0) {
        fail_with_error(&c, "there is no table");
    } else {
        data_table t;
        memset(&t, 0, sizeof t);
        format_table(values, (size_t)rows, (size_t)columns, &stored);
        c.actual = stored.data != NULL ? stored.data : "";
        c.actual_size = stored.length;
        if (stored.result != R3D_OK) {
            fail_with_error(&c, "out of memory");
        } else if (c.golden_text == NULL) {
            settle(&c, NULL);
        } else if (parse_table(&c, &t)) {
            if (compare_table(&c, &t, values, (size_t)rows, (size_t)columns, &text)) {
                settle(&c, &text);
            } else {
                conclude(&c, R3D_GOLDEN_PASSED, true);
                remove_artefacts(&c);
            }
        }
        free_table(&golden->allocator, &t);
    }
    finish(&c);
    r3d_diff_text_free(&stored);
    r3d_diff_text_free(&text);
    return out_report->text.result;
}

/* ---- text ---- */

static const char *line_end(const char *line, size_t *out_length)
{
    const char *end = line + strcspn(line, "\n");
    *out_length = (size_t)(end - line);
    if (*out_length != 0 && line[*out_length - 1] == '\r') {
        (*out_length)--;
    }
    return *end == '\n' ? end + 1 : NULL;
}

static void put_line(r3d_diff_text *text, const char *label, const char *line, size_t length)
{
    r3d_priv_text_printf(text, "  %s ", label);
    char piece[161];
    snprintf(piece, sizeof piece, "%.*s", (int)(length < 160 ? length : 160), line);
    r3d_priv_golden_put_shown(text, piece);
    r3d_priv_text_puts(text, length < 160 ? "\n" : "...\n");
}

// Finds the first differing line and counts all. False when the texts are equal.
static bool compare_text(data_check *c, r3d_diff_text *text)
{
    const char *expected = c->golden_text;
    const char *actual = c->actual;
    size_t differing = 0;
    r3d_diff_text detail;
    memset(&detail, 0, sizeof detail);
    detail.allocator = c->golden->allocator;
    for (size_t number = 1; expected != NULL || actual != NULL; number++) {
        size_t expected_length = 0;
        size_t actual_length = 0;
        const char *expected_next = expected != NULL ? line_end(expected, &expected_length) : NULL;
        const char *actual_next = actual != NULL ? line_end(actual, &actual_length) : NULL;
        bool same = expected != NULL && actual != NULL && expected_length == actual_length &&
                    memcmp(expected, actual, expected_length) == 0;
        // An empty last line is no line: a text may or may not end with a line end.
        bool trailing = (expected == NULL || (expected_length == 0 && expected_next == NULL)) &&
                        (actual == NULL || (actual_length == 0 && actual_next == NULL));
        if (!same && !trailing && differing++ == 0) {
            size_t column = 0;
            while (column < expected_length && column < actual_length &&
                   expected[column] == actual[column]) {
                column++;
            }
            r3d_priv_text_printf(&detail, "first in line %zu, column %zu\n", number, column + 1);
            put_line(&detail, "expected:", expected != NULL ? expected : "", expected_length);
            put_line(&detail, "actual:  ", actual != NULL ? actual : "", actual_length);
        }
        expected = expected_next;
        actual = actual_next;
    }
    if (differing != 0) {
        r3d_priv_text_printf(text, "golden mismatch: %s/%s: %zu lines differ, ", c->golden->suite,
                             c->name, differing);
        (void)r3d_diff_text_append(text, detail.data, detail.length);
    }
    r3d_diff_text_free(&detail);
    return differing != 0;
}

r3d_result r3d_golden_check_text(r3d_golden *golden, const char *actual, const char *name,
                                 r3d_golden_report *out_report)
{
    data_check c;
    r3d_diff_text text;
    if (golden == NULL || out_report == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    memset(&c, 0, sizeof c);
    memset(&text, 0, sizeof text);
    text.allocator = golden->allocator;
    c.kind = "text";
    c.ending = ".txt";
    c.actual = actual;
    c.actual_size = actual != NULL ? strlen(actual) : 0;
    if (!begin(&c, golden, name, out_report)) {
        // concluded
    } else if (actual == NULL) {
        fail_with_error(&c, "there is no text");
    } else if (c.golden_text == NULL || compare_text(&c, &text)) {
        settle(&c, &text);
    } else {
        conclude(&c, R3D_GOLDEN_PASSED, true);
        remove_artefacts(&c);
    }
    finish(&c);
    r3d_diff_text_free(&text);
    return out_report->text.result;
}
