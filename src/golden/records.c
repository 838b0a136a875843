/* SPDX-License-Identifier: MIT */
// Result lines. Each process writes its own file; only reports read them all. A line is a function
// of the inputs: no time, no host, and no path but the golden root, which accepting needs and
// reports leave out. Spec golden sections 6 and 7.

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "../diff/text_format.h"
#include "records.h"

#include <string.h>

#include "../base/memory.h"

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

#include <retro3d/folders.h>

static void put_text_member(r3d_diff_text *line, const char *key, const char *value)
{
    r3d_priv_text_printf(line, ",\"%s\":", key);
    r3d_diff_text_json_string(line, value != NULL ? value : "");
}

static void put_owners(r3d_diff_text *line, const r3d_priv_golden_record *record)
{
    size_t count = r3d_diff_ring_count(record->diff);
    r3d_priv_text_puts(line, ",\"owners\":[");
    for (size_t i = 0; i < count && i < R3D_DIFF_OWNER_CLUSTERS; i++) {
        const r3d_diff_cluster_owners *c = &record->owners->clusters[i];
        r3d_priv_text_puts(line, i == 0 ? "[" : ",[");
        for (int32_t k = 0; k < c->owner_count; k++) {
            char name[128];
            snprintf(name, sizeof name, "%lu", (unsigned long)c->owners[k].owner);
            if (record->owner_name != NULL) {
                record->owner_name(c->owners[k].owner, name, sizeof name, record->user);
                name[sizeof name - 1] = '\0';
            }
            r3d_priv_text_printf(line, "%s{\"owner\":%lu,\"name\":", k == 0 ? "" : ",",
                                 (unsigned long)c->owners[k].owner);
            r3d_diff_text_json_string(line, name);
            r3d_priv_text_printf(line, ",\"count\":%lld}", (long long)c->owners[k].count);
        }
        r3d_priv_text_puts(line, "]");
    }
    r3d_priv_text_puts(line, "]");
}

// Lines of text as a JSON array.
static void put_lines(r3d_diff_text *line, const char *key, const char *text)
{
    r3d_priv_text_printf(line, ",\"%s\":[", key);
    bool first = true;
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, "\n");
        char piece[512];
        size_t size = length < sizeof piece - 1 ? length : sizeof piece - 1;
        memcpy(piece, text, size);
        piece[size] = '\0';
        r3d_priv_text_puts(line, first ? "" : ",");
        r3d_diff_text_json_string(line, piece);
        first = false;
        text += length + (text[length] == '\n' ? 1 : 0);
    }
    r3d_priv_text_puts(line, "]");
}

static unsigned long process_number(void)
{
#if defined(_WIN32)
    return (unsigned long)_getpid();
#else
    return (unsigned long)getpid();
#endif
}

static bool results_path(const r3d_golden *golden, char *out_path)
{
    char suite[R3D_PRIV_NAME_MAX + 1];
    snprintf(suite, sizeof suite, "%s", golden->suite);
    for (char *c = suite; *c != '\0'; c++) {
        *c = *c == '/' ? '+' : *c; // "+" is no character of names
    }
    int length = snprintf(out_path, R3D_PRIV_PATH_MAX, "%s/results/%s.%lu.jsonl", golden->out_dir,
                          suite, process_number());
    return length > 0 && length < R3D_PRIV_PATH_MAX;
}

const char *r3d_golden_status_name(r3d_golden_status status)
{
    static const char *const names[] = {"passed",  "differs", "missing",         "new",
                                        "updated", "known",   "unexpected-pass", "unstable",
                                        "refused", "error"};
    return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown";
}

/* ---- runs ---- */

static void begin_line(const r3d_golden *golden, r3d_diff_text *line)
{
    memset(line, 0, sizeof *line);
    line->allocator = golden->allocator;
    r3d_priv_text_puts(line, "{\"version\":1,\"suite\":");
    r3d_diff_text_json_string(line, golden->suite);
}

static void end_line(const r3d_golden *golden, r3d_diff_text *line)
{
    char path[R3D_PRIV_PATH_MAX];
    r3d_priv_text_puts(line, "}\n");
    if (line->result == R3D_OK && results_path(golden, path) &&
        r3d_folder_make_of(path, NULL) == R3D_OK) {
        (void)r3d_file_append(path, line->data, line->length, NULL);
    }
    r3d_diff_text_free(line);
}

// The names of all tests of the build, one a line in the file.
static void put_tests(const r3d_golden *golden, r3d_diff_text *line)
{
    enum { LIST_MAX = 1 << 22 };
    void *data = NULL;
    size_t size = 0;
    if (golden->tests != NULL &&
        r3d_file_read(golden->tests, LIST_MAX, &golden->allocator, &data, &size, NULL) == R3D_OK) {
        put_lines(line, "tests", data);
        r3d_priv_release(&golden->allocator, data);
    }
}

void r3d_priv_record_begin(const r3d_golden *golden)
{
    r3d_diff_text line;
    if (golden->out_dir == NULL) {
        return;
    }
    begin_line(golden, &line);
    put_text_member(&line, "run", "begin");
    if (golden->test != NULL) {
        put_text_member(&line, "test", golden->test);
        put_tests(golden, &line);
    }
    end_line(golden, &line);
}

void r3d_priv_record_end(const r3d_golden *golden)
{
    r3d_diff_text line;
    if (golden->out_dir == NULL) {
        return;
    }
    begin_line(golden, &line);
    put_text_member(&line, "run", "end");
    r3d_priv_text_printf(&line, ",\"complete\":%s", golden->is_incomplete ? "false" : "true");
    if (golden->is_incomplete) {
        put_text_member(&line, "why", golden->why_incomplete);
    }
    end_line(golden, &line);
}

/* ---- checks ---- */

// What accepting may take: it must still be the file that this check wrote.
static void put_actual(const r3d_golden *golden, const r3d_priv_golden_record *record,
                       r3d_diff_text *line)
{
    char path[R3D_PRIV_PATH_MAX];
    char hash[R3D_DIFF_HASH_SIZE];
    if (record->actual_ending != NULL &&
        r3d_priv_golden_path(golden->out_dir, golden->suite, record->name, record->actual_ending,
                             path) &&
        r3d_golden_hash_file(path, &golden->allocator, hash, NULL) == R3D_OK) {
        put_text_member(line, "actual", hash);
    }
}

// The line of the source that made the check, if the file is to be had here.
static void put_source_line(const r3d_golden *golden, r3d_diff_text *line)
{
    enum { SOURCE_MAX = 1 << 24 };
    void *data = NULL;
    size_t size = 0;
    char path[R3D_PRIV_PATH_MAX];
    snprintf(path, sizeof path, "%s", golden->place_file);
    // Compilers are given paths from the build folder, where tests need not run.
    if (r3d_path_get_kind(path) != R3D_PATH_FILE && golden->source_base != NULL &&
        snprintf(path, sizeof path, "%s/%s", golden->source_base, golden->place_file) >=
            (int)sizeof path) {
        return;
    }
    if (r3d_path_get_kind(path) != R3D_PATH_FILE ||
        r3d_file_read(path, SOURCE_MAX, &golden->allocator, &data, &size, NULL) != R3D_OK) {
        return;
    }
    const char *text = data;
    const char *end = text + size;
    for (int32_t number = 1; text < end && number < golden->place_line; number++) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        text = next != NULL ? next + 1 : end;
    }
    while (text < end && (*text == ' ' || *text == '\t')) {
        text++;
    }
    char piece[256];
    size_t length = 0;
    while (text + length < end && length < sizeof piece - 1 && text[length] != '\n' &&
           text[length] != '\r' && text[length] != '\0') {
        piece[length] = text[length];
        length++;
    }
    piece[length] = '\0';
    put_text_member(line, "text", piece);
    r3d_priv_release(&golden->allocator, data);
}

// Without its folders, which differ from machine to machine.
static void put_place(const r3d_golden *golden, r3d_diff_text *line)
{
    const char *name = golden->place_file;
    if (name[0] == '\0') {
        return;
    }
    for (const char *c = name; *c != '\0'; c++) {
        name = *c == '/' || *c == '\\' ? c + 1 : name;
    }
    r3d_priv_text_puts(line, ",\"source\":{\"file\":");
    r3d_diff_text_json_string(line, name);
    r3d_priv_text_printf(line, ",\"line\":%ld", (long)golden->place_line);
    put_source_line(golden, line);
    r3d_priv_text_puts(line, "}");
}

void r3d_priv_record_write(const r3d_golden *golden, const r3d_priv_golden_record *record,
                           r3d_diff_text *text)
{
    char path[R3D_PRIV_PATH_MAX];
    if (golden->out_dir == NULL) {
        return;
    }
    r3d_diff_text line;
    begin_line(golden, &line);
    put_text_member(&line, "name", record->name);
    put_text_member(&line, "kind", record->kind);
    put_text_member(&line, "status", r3d_golden_status_name(record->status));
    r3d_priv_text_printf(&line, ",\"passed\":%s", record->passed ? "true" : "false");
    put_text_member(&line, "variant", record->variant);
    put_text_member(&line, "root", golden->root);
    if (!record->passed && record->is_deep) {
        r3d_priv_text_puts(&line, ",\"deep\":true");
    } else if (!record->passed) {
        put_actual(golden, record, &line);
    }
    put_place(golden, &line);
    if (record->diff != NULL) {
        r3d_priv_text_puts(&line, ",\"diff\":");
        r3d_diff_describe_json(record->diff, &line);
    }
    if (record->diff != NULL && record->owners != NULL) {
        put_owners(&line, record);
    }
    put_lines(&line, "hints", record->hints);
    put_lines(&line, "explain", record->explain);
    put_text_member(&line, "text", record->text);
    r3d_priv_text_puts(&line, "}\n");
    if (line.result != R3D_OK) {
        r3d_priv_text_puts(text, "result not recorded: out of memory\n");
    } else if (!results_path(golden, path) || r3d_folder_make_of(path, NULL) != R3D_OK ||
               r3d_file_append(path, line.data, line.length, NULL) != R3D_OK) {
        r3d_priv_golden_put_named(text, "result not recorded: ", path, " cannot be written\n");
    }
    r3d_diff_text_free(&line);
}
