/* SPDX-License-Identifier: MIT */
/* Reports as text: JSON, JUnit XML and Markdown. They are functions of the results: no time, no
 * host, no absolute path. */

#include "text.h"
#include "../diff/put_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/text.h>

static void put_escaped(r3d_diff_text *text, const char *shown)
{
    static const char special[] = "<>&\"'";
    static const char *const escapes[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    for (const char *c = shown; *c != '\0'; c++) {
        const char *found = strchr(special, *c);
        if (found != NULL) {
            put_text(text, escapes[found - special]);
        } else {
            (void)r3d_diff_text_append(text, c, 1);
        }
    }
}

void text_escaped(r3d_diff_text *text, const char *string)
{
    char shown[64];
    size_t left = strlen(string);
    for (size_t length = 0; left != 0; string += length, left -= length) {
        char piece[8] = "";
        uint32_t code;
        length = r3d_text_next_character(string, left, &code);
        memcpy(piece, string, length);
        if (code == '\n' || code == '\t') {
            put_text(text, piece);
        } else if (r3d_text_show(piece, shown, sizeof shown) != 0) {
            put_escaped(text,
                        code == 0xfffe || code == 0xffff ? "\\u{ffff}" : shown); /* not in XML */
        }
    }
}

void text_url(r3d_diff_text *text, const char *path)
{
    /* Percent signs and the like in names of folders must not be taken for escapes. */
    for (const unsigned char *c = (const unsigned char *)path; *c != '\0'; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                           (*c >= '0' && *c <= '9') || strchr("-._/", *c) != NULL;
        if (plain) {
            (void)r3d_diff_text_append(text, (const char *)c, 1);
        } else {
            put_text_format(text, "%%%02X", *c);
        }
    }
}

bool report_artefact(const report *r, const result_entry *entry, const char *ending,
                     char *out_relative, char *out_path)
{
    const char *prefix = "";
    for (size_t i = 0; i < r->folder_count; i++) {
        if (r->folders[i] == entry->folder && r->prefixes[i] != NULL) {
            prefix = r->prefixes[i];
        }
    }
    if (!result_artefact(entry, ending, out_path) || r3d_path_get_kind(out_path) != R3D_PATH_FILE) {
        return false;
    }
    return snprintf(out_relative, RESULT_PATH_MAX, "%s%s/%s%s", prefix, entry->suite, entry->name,
                    ending) < RESULT_PATH_MAX;
}

void report_counts(const result_entry *entry, char *out_text, size_t size)
{
    const json *sizes[2] = {json_get(entry->diff, "expectedSize"),
                            json_get(entry->diff, "actualSize")};
    const char *verdict = json_get_string(entry->diff, "verdict");
    out_text[0] = '\0';
    if (strcmp(verdict, "sizes") == 0 && json_count(sizes[0]) == 2 && json_count(sizes[1]) == 2) {
        /* Pixels are not counted where they have no partners. */
        snprintf(out_text, size, "sizes differ: %.0fx%.0f expected, %.0fx%.0f actual",
                 json_at(sizes[0], 0)->number, json_at(sizes[0], 1)->number,
                 json_at(sizes[1], 0)->number, json_at(sizes[1], 1)->number);
    } else if (entry->diff != NULL) {
        snprintf(out_text, size, "%lld of %.0f px%s", (long long)entry->mismatches,
                 json_get_number(entry->diff, "compared"),
                 strcmp(verdict, "within") == 0 ? " differ, within bounds" : "");
    }
}

/* Of paths from the root of the file system only the last part is the same on every machine. */
static void put_without_folders(const char *line, size_t length, r3d_diff_text *out)
{
    for (size_t at = 0; at < length;) {
        size_t size = 0;
        size_t from = at;
        while (at + size < length && line[at + size] != ' ') {
            from = line[at] == '/' && line[at + size] == '/' ? at + size + 1 : from;
            size++;
        }
        (void)r3d_diff_text_append(out, line + from, at + size - from);
        at += size;
        for (; at < length && line[at] == ' '; at++) {
            put_text(out, " ");
        }
    }
}

/* Lines that name paths differ from machine to machine. */
void report_portable_text(const result_entry *entry, r3d_diff_text *out)
{
    static const char *const starts[] = {"diff: ",      "actual: ",       "artefact",
                                         "golden new",  "stale artefact", "result not recorded",
                                         "not written", "report: "};
    const char *lines = json_get_string(entry->line, "text");
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        bool path = false;
        for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
            path = path || strncmp(lines, starts[i], strlen(starts[i])) == 0;
        }
        if (!path) {
            /* The command without the folder of this machine. */
            const char *folder =
                strncmp(lines, "accept: ", 8) == 0 ? strstr(lines, " --out ") : NULL;
            const bool cut = folder != NULL && (size_t)(folder - lines) < length;
            put_without_folders(lines, cut ? (size_t)(folder - lines) : length, out);
            put_text(out, "\n");
        }
        lines += length + (lines[length] == '\n' ? 1 : 0);
    }
}

/* ---- JSON ---- */

void text_json_value(r3d_diff_text *text, const json *value)
{
    switch (value->kind) {
    case JSON_NULL:
        put_text(text, "null");
        break;
    case JSON_BOOL:
        put_text(text, value->truth ? "true" : "false");
        break;
    case JSON_NUMBER:
        if (value->number >= -9e15 && value->number <= 9e15 &&
            fabs(value->number - floor(value->number)) <= 0.0) {
            put_text_format(text, "%.0f", value->number);
        } else if (isfinite(value->number)) {
            /* Only ratios are not whole; they have six decimals. */
            double scaled = floor(fabs(value->number) * 1000000.0 + 0.5);
            put_text_format(text, "%s%.0f.%06.0f", value->number < 0.0 ? "-" : "",
                            floor(scaled / 1000000.0), fmod(scaled, 1000000.0));
        } else {
            put_text(text, "null");
        }
        break;
    case JSON_STRING:
        r3d_diff_text_json_string(text, value->string);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        put_text(text, value->kind == JSON_ARRAY ? "[" : "{");
        for (const json *m = value->first; m != NULL; m = m->next) {
            if (m->key != NULL) {
                r3d_diff_text_json_string(text, m->key);
                put_text(text, ":");
            }
            text_json_value(text, m);
            put_text(text, m->next != NULL ? "," : "");
        }
        put_text(text, value->kind == JSON_ARRAY ? "]" : "}");
        break;
    }
}

static void put_member(r3d_diff_text *text, const char *key, const char *value)
{
    put_text_format(text, ",\"%s\":", key);
    r3d_diff_text_json_string(text, value);
}

static void put_summary(const report *r, r3d_diff_text *text)
{
    static const char *const groups[] = {"passed",  "failed",   "missing", "new",
                                         "updated", "unstable", "known",   "error"};
    put_text_format(text, "{\"total\":%zu", r->found.count);
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        size_t count = 0;
        for (size_t i = 0; i < r->found.count; i++) {
            count += strcmp(result_group(&r->found.entries[i]), groups[g]) == 0 ? 1 : 0;
        }
        put_text_format(text, ",\"%s\":%zu", groups[g], count);
    }
    if (r->found.unreadable != 0) {
        put_text_format(text, ",\"unreadable\":%zu", r->found.unreadable);
    }
    put_text(text, r->found.count == 0 ? ",\"note\":\"nothing was checked\"}" : "}");
}

void report_json(const report *r, r3d_diff_text *text)
{
    static const char *const endings[][2] = {
        {"expected", ".expected.png"}, {"actual", ".actual.png"},     {"diff", ".diff.png"},
        {"circled", ".circled.png"},   {"triptych", ".triptych.png"}, {"owner", ".owner.png"}};
    bool first = true;
    put_text(text, "{\"version\":1,\"summary\":");
    put_summary(r, text);
    put_text(text, ",\"entries\":[");
    for (size_t i = 0; i < r->found.count; i++) {
        const result_entry *e = &r->found.entries[i];
        if (!r->all && !result_is_bad(e)) {
            continue;
        }
        put_text(text, first ? "\n{\"suite\":" : ",\n{\"suite\":");
        first = false;
        r3d_diff_text_json_string(text, e->suite);
        put_member(text, "name", e->name);
        put_member(text, "kind", e->kind);
        put_member(text, "status", result_group(e));
        put_member(text, "reason", e->status);
        put_text_format(text, ",\"passed\":%s", e->passed ? "true" : "false");
        put_member(text, "variant", e->variant);
        char golden[RESULT_PATH_MAX];
        if (result_golden(e, "", golden)) {
            put_member(text, "golden", golden + 1); /* behind the slash of the empty root */
        }
        for (const json *m = e->line->first; m != NULL; m = m->next) {
            if (strcmp(m->key, "diff") == 0 || strcmp(m->key, "owners") == 0 ||
                strcmp(m->key, "hints") == 0 || strcmp(m->key, "explain") == 0 ||
                strcmp(m->key, "source") == 0) {
                put_text_format(text, ",\"%s\":", m->key);
                text_json_value(text, m);
            }
        }
        put_text(text, ",\"artefacts\":{");
        bool first_artefact = true;
        for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
            char relative[RESULT_PATH_MAX];
            char path[RESULT_PATH_MAX];
            if (report_artefact(r, e, endings[k][1], relative, path)) {
                put_text_format(text, "%s\"%s\":", first_artefact ? "" : ",", endings[k][0]);
                r3d_diff_text_json_string(text, relative);
                first_artefact = false;
            }
        }
        put_text(text, "}}");
    }
    put_text(text, "\n]}\n");
}

/* ---- JUnit ---- */

static void put_testcase(const report *r, const result_entry *e, r3d_diff_text *text)
{
    static const char *const endings[] = {".expected.png", ".actual.png", ".diff.png",
                                          ".triptych.png"};
    put_text(text, "    <testcase classname=\"");
    text_escaped(text, e->suite);
    put_text(text, "\" name=\"");
    text_escaped(text, e->name);
    put_text(text, "\">\n");
    if (!e->passed) {
        char counts[96];
        report_counts(e, counts, sizeof counts);
        put_text_format(text, "      <failure type=\"%s\" message=\"%s%s%s\">", e->status,
                        e->status, counts[0] != '\0' ? ": " : "", counts);
        r3d_diff_text lines;
        memset(&lines, 0, sizeof lines);
        report_portable_text(e, &lines);
        text_escaped(text, lines.data != NULL ? lines.data : "");
        r3d_diff_text_free(&lines);
        put_text(text, "</failure>\n");
    }
    bool open = false;
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        char relative[RESULT_PATH_MAX];
        char path[RESULT_PATH_MAX];
        if (report_artefact(r, e, endings[k], relative, path)) {
            put_text(text, open ? "" : "      <system-out>");
            open = true;
            put_text(text, "[[ATTACHMENT|");
            text_escaped(text, relative);
            put_text(text, "]]\n");
        }
    }
    put_text(text, open ? "</system-out>\n    </testcase>\n" : "    </testcase>\n");
}

void report_junit(const report *r, r3d_diff_text *text)
{
    size_t failures = 0;
    for (size_t i = 0; i < r->found.count; i++) {
        failures += r->found.entries[i].passed ? 0 : 1;
    }
    put_text(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- retro3d golden -->\n");
    if (r->found.count == 0) { /* nothing is no success */
        put_text(text,
                 "<testsuites tests=\"1\" failures=\"0\" errors=\"1\">\n"
                 "  <testsuite name=\"retro3d golden\" tests=\"1\" failures=\"0\" errors=\"1\" "
                 "skipped=\"0\">\n    <testcase classname=\"retro3d golden\" name=\"results\">\n"
                 "      <error type=\"empty\" message=\"nothing was checked\">There are no results."
                 "</error>\n    </testcase>\n  </testsuite>\n</testsuites>\n");
        return;
    }
    put_text_format(text, "<testsuites tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n",
                    r->found.count, failures);
    for (size_t i = 0; i < r->found.count;) {
        const char *suite = r->found.entries[i].suite;
        size_t end = i;
        size_t suite_failures = 0;
        for (; end < r->found.count && strcmp(r->found.entries[end].suite, suite) == 0; end++) {
            suite_failures += r->found.entries[end].passed ? 0 : 1;
        }
        put_text(text, "  <testsuite name=\"");
        text_escaped(text, suite);
        put_text_format(text, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\">\n",
                        end - i, suite_failures);
        for (; i < end; i++) {
            put_testcase(r, &r->found.entries[i], text);
        }
        put_text(text, "  </testsuite>\n");
    }
    put_text(text, "</testsuites>\n");
}

/* ---- Markdown ---- */

void report_markdown(const report *r, r3d_diff_text *text)
{
    size_t shown = 0;
    size_t failures = 0;
    for (size_t i = 0; i < r->found.count; i++) {
        failures += r->found.entries[i].passed ? 0 : 1;
        shown += r->all || result_is_bad(&r->found.entries[i]) ? 1 : 0;
    }
    if (r->found.count == 0) {
        put_text(text, "**Goldens: nothing was checked");
    } else {
        put_text_format(text, "**Goldens: %zu checked, %zu failed", r->found.count, failures);
    }
    if (r->found.unreadable != 0) {
        put_text_format(text, ", %zu results unreadable", r->found.unreadable);
    }
    put_text(text, "**\n");
    if (shown == 0) {
        return;
    }
    put_text(text, "\n| status | golden | mismatches | largest cluster | pictures |\n"
                   "| --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < r->found.count; i++) {
        const result_entry *e = &r->found.entries[i];
        if (!r->all && !result_is_bad(e)) {
            continue;
        }
        char counts[96];
        report_counts(e, counts, sizeof counts);
        const json *bbox = json_get(json_at(json_get(e->diff, "clusters"), 0), "bbox");
        put_text_format(text, "| %s | `%s/%s` | %s | ", result_group(e), e->suite, e->name, counts);
        if (json_count(bbox) == 4) {
            put_text_format(text, "%.0f,%.0f..%.0f,%.0f", json_at(bbox, 0)->number,
                            json_at(bbox, 1)->number, json_at(bbox, 2)->number,
                            json_at(bbox, 3)->number);
        }
        put_text(text, " |");
        static const char *const links[][2] = {
            {"triptych", ".triptych.png"}, {"diff", ".diff.png"}, {"actual", ".actual.png"}};
        for (int k = 0; k < 3; k++) {
            char relative[RESULT_PATH_MAX];
            char path[RESULT_PATH_MAX];
            if (report_artefact(r, e, links[k][1], relative, path)) {
                put_text_format(text, " [%s](<", links[k][0]);
                text_url(text, relative);
                put_text(text, ">)");
            }
        }
        put_text(text, " |\n");
    }
}
