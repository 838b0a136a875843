/* SPDX-License-Identifier: MIT */
/* What the writers of reports share: escaping, relative paths, artefacts of an entry. */

#ifndef R3D_TOOLS_GOLDEN_TEXT_H
#define R3D_TOOLS_GOLDEN_TEXT_H

#include "results.h"

/* Everything a report is made from. */
typedef struct report {
    results found;
    char **prefixes; /* of each folder: its path relative to the report, "" or "a/b/" */
    const char *const *folders;
    size_t folder_count;
    bool all;  /* passed entries too */
    int embed; /* 0 none, 1 auto, 2 all */
} report;

/* Escapes for HTML and XML: < > & " '; characters that are not shown (r3d_text_is_shown) and bytes that are no UTF-8
 * become their numbers. */
void text_escaped(r3d_diff_text *text, const char *string);

/* A relative path as part of an address. */
void text_url(r3d_diff_text *text, const char *path);

/* Writes a value as JSON. */
void text_json_value(r3d_diff_text *text, const json *value);

/* Path of an artefact relative to the report; false when the file does not exist. */
bool report_artefact(const report *r, const result_entry *entry, const char *ending,
                     char *out_relative, char *out_path);

/* "583 of 131072 px" of an entry, "sizes differ: ..." or "" when nothing was compared. */
void report_counts(const result_entry *entry, char *out_text, size_t size);

/* What the check printed, without the lines that name paths. */
void report_portable_text(const result_entry *entry, r3d_diff_text *out);

void report_html(const report *r, r3d_diff_text *text);
void report_json(const report *r, r3d_diff_text *text);
void report_junit(const report *r, r3d_diff_text *text);
void report_markdown(const report *r, r3d_diff_text *text);

#endif
