/* SPDX-License-Identifier: MIT */
/* The report page: one file that works from file:// without network. Without scripting it shows the
 * triptychs one after the other; report/report.js makes the viewer. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "../diff/put_text.h"
#include "text.h"
#include "report/report_parts.h"

enum {
    EMBED_MAX = 64 << 20 /* bytes of pictures that "auto" embeds */
};

static const char *const picture_kinds[] = {"expected", "actual", "diff", "triptych", "owner"};

enum { PICTURE_KINDS = sizeof picture_kinds / sizeof picture_kinds[0], KIND_TRIPTYCH = 3 };

static void picture_ending(int kind, char *out_ending)
{
    snprintf(out_ending, 32, ".%s.png", picture_kinds[kind]);
}

static bool is_shown(const report *r, const result_entry *e)
{
    return r->all || result_is_bad(e);
}

static int64_t picture_bytes(const report *r)
{
    int64_t total = 0;
    for (size_t i = 0; i < r->found.count; i++) {
        for (int kind = 0; kind < PICTURE_KINDS && is_shown(r, &r->found.entries[i]); kind++) {
            char ending[32];
            char relative[RESULT_PATH_MAX];
            char path[RESULT_PATH_MAX];
            picture_ending(kind, ending);
            if (report_artefact(r, &r->found.entries[i], ending, relative, path)) {
                total += r3d_file_get_size(path);
            }
        }
    }
    return total;
}

static void put_base64(r3d_diff_text *text, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char chunk[4096];
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        unsigned long bits = (unsigned long)data[i] << 16;
        bits |= i + 1 < size ? (unsigned long)data[i + 1] << 8 : 0;
        bits |= i + 2 < size ? data[i + 2] : 0;
        chunk[used++] = digits[bits >> 18 & 63];
        chunk[used++] = digits[bits >> 12 & 63];
        chunk[used++] = i + 1 < size ? digits[bits >> 6 & 63] : '=';
        chunk[used++] = i + 2 < size ? digits[bits & 63] : '=';
        if (used == sizeof chunk) {
            (void)r3d_diff_text_append(text, chunk, used);
            used = 0;
        }
    }
    (void)r3d_diff_text_append(text, chunk, used);
}

/* Writes the source of a picture: data or relative path; false when there is none. Neither needs
 * escaping: base64, and names that were checked. The prefix of a path is escaped. */
static bool put_source(const report *r, const result_entry *e, int kind, bool embed,
                       r3d_diff_text *text)
{
    char ending[32];
    char relative[RESULT_PATH_MAX];
    char path[RESULT_PATH_MAX];
    void *data;
    size_t size;
    picture_ending(kind, ending);
    if (!report_artefact(r, e, ending, relative, path)) {
        return false;
    }
    if (embed && r3d_file_read(path, 0, NULL, &data, &size, NULL) == R3D_OK) {
        put_text(text, "data:image/png;base64,");
        put_base64(text, data, size);
        free(data);
        return true;
    }
    text_url(text, relative);
    return true;
}

/* ---- the part that shows without scripting ---- */

/* What an entry without numbers shows. */
static const char *what_there_is(const result_entry *e)
{
    return strcmp(e->status, "missing") == 0 ? "there is no golden yet: this is what was drawn"
           : strcmp(e->status, "passed") == 0
               ? "equal to its golden; pictures of what passed are not kept"
               : "";
}

/* The line of the source that made the check. */
static void put_place(const result_entry *e, r3d_diff_text *text)
{
    const json *source = json_get(e->line, "source");
    if (source == NULL) {
        return;
    }
    put_text(text, "<p class=\"source\">");
    text_escaped(text, json_get_string(source, "file"));
    put_text_format(text, ":%.0f <code>", json_get_number(source, "line"));
    text_escaped(text, json_get_string(source, "text"));
    put_text(text, "</code></p>\n");
}

/* When there is no entry to show: nothing was checked, or all passed. */
static void put_state(const report *r, r3d_diff_text *text)
{
    if (r->found.count == 0) {
        put_text(text,
                 "<section class=\"state missing\"><h2>Nothing was checked</h2><p>There are no "
                 "results. Did "
                 "the tests run, and with this artefact root (R3D_GOLDEN_OUT)?</p></section>\n");
        return;
    }
    put_text_format(
        text,
        "<section class=\"state passed\"><h2>All %zu goldens passed</h2><p>Nothing differs, is "
        "missing or new. <code>--all</code> lists what passed.</p></section>\n",
        r->found.count);
}

static void put_article(const report *r, const result_entry *e, bool embed, r3d_diff_text *text)
{
    char counts[96];
    report_counts(e, counts, sizeof counts);
    put_text(text, "<article id=\"");
    text_escaped(text, e->suite);
    put_text(text, "/");
    text_escaped(text, e->name);
    put_text(text, "\">\n<h2>");
    text_escaped(text, e->suite);
    put_text(text, "/");
    text_escaped(text, e->name);
    put_text_format(text, " <span class=\"status %s\">%s</span></h2>\n<p>%s</p>\n", result_group(e),
                    result_group(e), counts[0] != '\0' ? counts : what_there_is(e));
    put_place(e, text);
    r3d_diff_text source;
    memset(&source, 0, sizeof source);
    const char *what = "expected, actual and diff";
    if (!put_source(r, e, KIND_TRIPTYCH, embed, &source)) {
        what = "actual picture";
        put_source(r, e, 1, embed, &source);
    }
    if (source.length != 0) {
        put_text_format(text, "<img loading=\"lazy\" alt=\"%s\" src=\"", what);
        (void)r3d_diff_text_append(text, source.data, source.length);
        put_text(text, "\">\n");
    }
    r3d_diff_text_free(&source);
    r3d_diff_text lines;
    memset(&lines, 0, sizeof lines);
    report_portable_text(e, &lines);
    put_text(text, "<pre>");
    text_escaped(text, lines.data != NULL ? lines.data : "");
    r3d_diff_text_free(&lines);
    put_text(text, "</pre>\n</article>\n");
}

/* ---- the data of the viewer ---- */

/* Tables and texts of moderate size are shown side by side. */
static void put_texts(const result_entry *e, r3d_diff_text *text)
{
    enum { TEXT_SHOWN_MAX = 1 << 16 };
    static const char *const kinds[] = {"expected", "actual"};
    bool first = true;
    put_text(text, ",\"texts\":{");
    for (int i = 0; i < 2 && strcmp(e->kind, "picture") != 0; i++) {
        char path[RESULT_PATH_MAX];
        char ending[32];
        void *data;
        size_t size;
        snprintf(ending, sizeof ending, ".%s%s", kinds[i], result_ending(e));
        if (!result_artefact(e, ending, path) || r3d_path_get_kind(path) != R3D_PATH_FILE ||
            r3d_file_read(path, TEXT_SHOWN_MAX, NULL, &data, &size, NULL) != R3D_OK) {
            continue;
        }
        put_text_format(text, "%s\"%s\":", first ? "" : ",", kinds[i]);
        r3d_diff_text_json_string(text, data);
        first = false;
        free(data);
    }
    put_text(text, "}");
}

static void put_pictures(const report *r, const result_entry *e, bool embed, r3d_diff_text *text)
{
    bool first = true;
    put_text(text, ",\"pictures\":{");
    for (int kind = 0; kind < PICTURE_KINDS; kind++) {
        r3d_diff_text source;
        memset(&source, 0, sizeof source);
        if (kind != KIND_TRIPTYCH && put_source(r, e, kind, embed, &source) && source.length != 0) {
            put_text_format(text, "%s\"%s\":\"", first ? "" : ",", picture_kinds[kind]);
            (void)r3d_diff_text_append(text, source.data, source.length);
            put_text(text, "\"");
            first = false;
        }
        r3d_diff_text_free(&source);
    }
    put_text(text, "}");
}

static void put_data(const report *r, bool embed, r3d_diff_text *text)
{
    bool first = true;
    put_text(text, "{\"folders\":[");
    for (size_t i = 0; i < r->folder_count; i++) {
        put_text(text, i == 0 ? "" : ",");
        r3d_diff_text_json_string(text, r->prefixes[i] != NULL ? r->prefixes[i] : "");
    }
    put_text_format(text, "],\"checked\":%zu,\"entries\":[", r->found.count);
    for (size_t i = 0; i < r->found.count; i++) {
        const result_entry *e = &r->found.entries[i];
        if (!is_shown(r, e)) {
            continue;
        }
        put_text(text, first ? "\n{\"suite\":" : ",\n{\"suite\":");
        first = false;
        r3d_diff_text_json_string(text, e->suite);
        static const char *const keys[] = {"name", "kind", "variant"};
        for (int k = 0; k < 3; k++) {
            put_text_format(text, ",\"%s\":", keys[k]);
            r3d_diff_text_json_string(text, json_get_string(e->line, keys[k]));
        }
        r3d_diff_text lines;
        memset(&lines, 0, sizeof lines);
        report_portable_text(e, &lines);
        put_text(text, ",\"text\":");
        r3d_diff_text_json_string(text, lines.data != NULL ? lines.data : "");
        r3d_diff_text_free(&lines);
        for (size_t k = 0; k < r->folder_count; k++) {
            if (r->folders[k] == e->folder) {
                put_text_format(text, ",\"folder\":%zu", k);
                break;
            }
        }
        put_text_format(text, ",\"status\":\"%s\",\"reason\":\"%s\",\"passed\":%s", result_group(e),
                        e->status, e->passed ? "true" : "false");
        for (const json *m = e->line->first; m != NULL; m = m->next) {
            if (strcmp(m->key, "diff") == 0 || strcmp(m->key, "owners") == 0 ||
                strcmp(m->key, "source") == 0) {
                put_text_format(text, ",\"%s\":", m->key);
                text_json_value(text, m);
            }
        }
        put_texts(e, text);
        put_pictures(r, e, embed, text);
        put_text(text, "}");
    }
    put_text(text, "\n]}");
}

static void put_part(r3d_diff_text *text, const unsigned char *part)
{
    put_text(text, (const char *)part);
}

void report_html(const report *r, r3d_diff_text *text)
{
    size_t failed = 0;
    bool embed = r->embed == 2 || (r->embed == 1 && picture_bytes(r) < EMBED_MAX);
    for (size_t i = 0; i < r->found.count; i++) {
        failed += r->found.entries[i].passed ? 0 : 1;
    }
    put_text(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"generator\" content=\"retro3d golden\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "img-src data: file: 'self'; style-src 'unsafe-inline'; script-src "
                   "'unsafe-inline'\">\n<link rel=\"icon\" href=\"data:,\">\n");
    if (r->found.count == 0) {
        put_text(text, "<title>Goldens: nothing was checked</title>\n<style>\n");
    } else {
        put_text_format(text, "<title>Goldens: %zu of %zu failed</title>\n<style>\n", failed,
                        r->found.count);
    }
    put_part(text, report_part_css);
    /* Before the list is there: its pictures must not begin to load. */
    put_text(text,
             "</style>\n<script>document.documentElement.classList.add('scripted');</script>\n"
             "</head>\n<body>\n<header><h1>Golden report</h1>");
    if (r->found.count == 0) {
        put_text(text, "<p><span class=\"status missing\">nothing was checked</span></p>");
    } else {
        put_text_format(text, "<p><span class=\"status %s\">%zu failed</span> of %zu checked</p>",
                        failed != 0 ? "failed" : "passed", failed, r->found.count);
    }
    static const char *const groups[] = {"missing", "new", "updated", "unstable", "known", "error"};
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        size_t count = 0;
        for (size_t i = 0; i < r->found.count; i++) {
            count += strcmp(result_group(&r->found.entries[i]), groups[g]) == 0 ? 1 : 0;
        }
        if (count != 0) {
            put_text_format(text, "<p><span class=\"status %s\">%zu %s</span></p>", groups[g],
                            count, groups[g]);
        }
    }
    if (r->found.unreadable != 0) {
        put_text_format(text, "<p><span class=\"status error\">%zu unreadable</span> results</p>",
                        r->found.unreadable);
    }
    put_text(text, "</header>\n");
    put_part(text, report_part_html);
    put_text(text, "<main id=\"entries\">\n");
    size_t shown = 0;
    for (size_t i = 0; i < r->found.count; i++) {
        shown += is_shown(r, &r->found.entries[i]) ? 1 : 0;
    }
    if (shown == 0) {
        put_state(r, text);
    }
    for (size_t i = 0; i < r->found.count; i++) {
        if (is_shown(r, &r->found.entries[i])) {
            put_article(r, &r->found.entries[i], embed, text);
        }
    }
    put_text(text, "</main>\n<script type=\"application/json\" id=\"data\">");
    put_data(r, embed, text);
    put_text(text, "</script>\n<script>\n");
    put_part(text, report_part_js);
    put_text(text, "</script>\n</body>\n</html>\n");
}
