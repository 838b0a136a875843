/* SPDX-License-Identifier: MIT */
// The golden context: names, folders and switches. Spec golden sections 5 and 6.

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/error_text.h"
#include "../diff/text_format.h"
#include <retro3d/text.h>

#include "records.h"
#include "session_internal.h"

#include "../base/desc.h"

/* ---- names and paths ---- */

static bool name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

static bool ends_with(const char *text, size_t length, const char *ending)
{
    size_t size = strlen(ending);
    return length >= size && memcmp(text + length - size, ending, size) == 0;
}

// Endings that would make one golden's file another one's mask or artefact.
static bool reserved_ending(const char *name, size_t length)
{
    static const char *const endings[] = {".mask",    ".owner", ".xfail",    ".actual", ".expected",
                                          ".circled", ".diff",  ".triptych", ".i32"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (ends_with(name, length, endings[i])) {
            return true;
        }
    }
    return length > 7 && memcmp(name + length - 7, ".zoom-", 6) == 0;
}

bool r3d_golden_name_valid(const char *name)
{
    if (name == NULL) {
        return false;
    }
    size_t length = strlen(name);
    if (length == 0 || length > R3D_PRIV_NAME_MAX || reserved_ending(name, length)) {
        return false;
    }
    const char *part = name;
    for (const char *c = name;; c++) {
        if (*c != '/' && *c != '\0') {
            if (!name_character(*c)) {
                return false;
            }
            continue;
        }
        size_t size = (size_t)(c - part);
        if (size == 0 || (size == 1 && part[0] == '.') ||
            (size == 2 && part[0] == '.' && part[1] == '.')) {
            return false;
        }
        if (*c == '\0') {
            return true;
        }
        part = c + 1;
    }
}

bool r3d_priv_golden_path(const char *root, const char *suite, const char *name, const char *ending,
                          char *out_path)
{
    int length = snprintf(out_path, R3D_PRIV_PATH_MAX, "%s/%s/%s%s", root, suite, name, ending);
    return length > 0 && length < R3D_PRIV_PATH_MAX;
}

// Names of others for a terminal: no character of them steers it.
void r3d_priv_golden_put_shown(r3d_diff_text *text, const char *string)
{
    size_t left = strlen(string);
    while (left != 0) {
        char piece[8] = "";
        char shown[16];
        const size_t length = r3d_text_next_character(string, left, NULL);
        memcpy(piece, string, length);
        r3d_priv_text_puts(text, piece[0] == '\t' || r3d_text_show(piece, shown, sizeof shown) == 0
                                     ? piece
                                     : shown);
        string += length;
        left -= length;
    }
}

void r3d_priv_golden_put_named(r3d_diff_text *text, const char *before, const char *string,
                               const char *after)
{
    r3d_priv_text_puts(text, before);
    r3d_priv_golden_put_shown(text, string);
    r3d_priv_text_puts(text, after);
}

// A path as one word of a shell; one that starts with "-" is no option.
static void put_word(r3d_diff_text *text, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:,@%";
    const bool quoted = word[strspn(word, plain)] != '\0';
    r3d_priv_text_puts(text, quoted ? "'" : "");
    r3d_priv_text_puts(text, word[0] == '-' ? "./" : "");
    for (const char *rest = word; *rest != '\0';) {
        char part[R3D_PRIV_PATH_MAX];
        const size_t length = strcspn(rest, "'");
        snprintf(part, sizeof part, "%.*s", (int)length, rest);
        r3d_priv_golden_put_shown(text, part);
        rest += length;
        r3d_priv_text_puts(text, *rest == '\'' ? "'\\''" : "");
        rest += *rest == '\'' ? 1 : 0;
    }
    r3d_priv_text_puts(text, quoted ? "'" : "");
}

// Always with the artefact root: another build's may be nearer to where the command is typed.
void r3d_priv_golden_put_accept(const r3d_golden *golden, const char *name, r3d_diff_text *text)
{
    if (golden->out_dir == NULL) {
        r3d_priv_text_puts(text,
                           "accept: not possible without an artefact root: set R3D_GOLDEN_OUT\n");
        return;
    }
    r3d_priv_text_printf(text, "accept: retro3d golden accept %s/%s --out ", golden->suite, name);
    put_word(text, golden->out_dir);
    r3d_priv_text_puts(text, "\n");
}

// The last line of a failure: where the report is, or what writes it.
void r3d_priv_golden_put_report(const r3d_golden *golden, r3d_diff_text *text)
{
    if (golden->out_dir == NULL) {
        return;
    }
    char path[R3D_PRIV_PATH_MAX];
    if (snprintf(path, sizeof path, "%s/report.html", golden->out_dir) >= (int)sizeof path) {
        return;
    }
    r3d_priv_text_puts(text, "report: ");
    if (!golden->ctest_lines) { // CTest's fixture writes it
        r3d_priv_text_puts(text, "retro3d golden report ");
        put_word(text, golden->out_dir);
        r3d_priv_text_puts(text, " -o ");
    }
    put_word(text, path);
    r3d_priv_text_puts(text, "\n");
}

char *r3d_priv_golden_copy_text(const r3d_allocator *allocator, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = r3d_priv_alloc(allocator, size, 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

/* ---- switches ---- */

typedef struct environment {
    r3d_golden_env_fn get;
    void *user;
} environment;

static const char *look_up(const environment *env, const char *name)
{
    const char *value = env->get != NULL ? env->get(name, env->user) : getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

// Reads a variable that may have one of two values; anything else is an error, so that a typo never
// changes what happens to goldens.
static r3d_result read_choice(const environment *env, const char *name, const char *no,
                              const char *yes, bool *out_value, r3d_error *out_error)
{
    const char *value = look_up(env, name);
    *out_value = false;
    if (value == NULL || strcmp(value, no) == 0) {
        return R3D_OK;
    }
    if (strcmp(value, yes) == 0) {
        *out_value = true;
        return R3D_OK;
    }
    return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                 "%s is \"%.60s\", but it must be \"%s\" or \"%s\"", name, value,
                                 no, yes);
}

static r3d_result read_mode(r3d_golden *g, const environment *env, r3d_error *out_error)
{
    const char *value = look_up(env, "R3D_GOLDEN");
    if (value == NULL || strcmp(value, "check") == 0) {
        g->mode = R3D_GOLDEN_MODE_CHECK;
    } else if (strcmp(value, "new") == 0) {
        g->mode = R3D_GOLDEN_MODE_NEW;
    } else if (strcmp(value, "update") == 0) {
        g->mode = R3D_GOLDEN_MODE_UPDATE;
    } else {
        return r3d_priv_error_printf(
            out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
            "R3D_GOLDEN is \"%.60s\", but it must be \"check\", \"new\" or "
            "\"update\"",
            value);
    }
    return R3D_OK;
}

static r3d_result read_repeat(r3d_golden *g, const environment *env, r3d_error *out_error)
{
    const char *value = look_up(env, "R3D_GOLDEN_REPEAT");
    if (value == NULL) {
        return R3D_OK;
    }
    char *end;
    long number = strtol(value, &end, 10);
    if (*end != '\0' || number < 1 || number > 1000) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                     "R3D_GOLDEN_REPEAT is \"%.60s\", but it must be 1..1000",
                                     value);
    }
    g->repeat = (int32_t)number;
    return R3D_OK;
}

static r3d_result read_switches(r3d_golden *g, const environment *env, r3d_error *out_error)
{
    bool allow_ci;
    r3d_result result = read_mode(g, env, out_error);
    if (result == R3D_OK) {
        result = read_choice(env, "R3D_GOLDEN_NEW", "fail", "pass", &g->new_passes, out_error);
    }
    if (result == R3D_OK) {
        result = read_choice(env, "R3D_GOLDEN_UPDATE", "pass", "fail", &g->update_fails, out_error);
    }
    if (result == R3D_OK) {
        result = read_choice(env, "R3D_GOLDEN_ALLOW_CI", "0", "1", &allow_ci, out_error);
    }
    if (result == R3D_OK) {
        result = read_choice(env, "R3D_GOLDEN_CTEST", "0", "1", &g->ctest_lines, out_error);
    }
    if (result == R3D_OK) {
        result = read_repeat(g, env, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    const char *ci = look_up(env, "CI");
    bool in_ci = ci != NULL && strcmp(ci, "0") != 0 && strcmp(ci, "false") != 0;
    g->writes_refused = in_ci && !allow_ci;
    return R3D_OK;
}

static const char *first_of(const char *a, const char *b, const char *c)
{
    return a != NULL ? a : b != NULL ? b : c;
}

static r3d_result copy_paths(r3d_golden *g, const r3d_golden_desc *desc, const environment *env,
                             r3d_error *out_error)
{
    const char *root = first_of(desc->root, look_up(env, "R3D_GOLDEN_DIR"), desc->default_root);
    const char *out =
        first_of(first_of(desc->out_dir, look_up(env, "R3D_GOLDEN_OUT"), desc->default_out_dir),
                 look_up(env, "R3D_GOLDEN_DEFAULT_OUT"), NULL);
    if (root == NULL) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                     "no golden root: set R3D_GOLDEN_DIR or give a default");
    }
    g->suite = r3d_priv_golden_copy_text(&g->allocator, desc->suite);
    g->root = r3d_priv_golden_copy_text(&g->allocator, root);
    g->out_dir = out != NULL ? r3d_priv_golden_copy_text(&g->allocator, out) : NULL;
    g->variant_tags = desc->variant_tags != NULL
                          ? r3d_priv_golden_copy_text(&g->allocator, desc->variant_tags)
                          : NULL;
    const char *test = look_up(env, "R3D_GOLDEN_TEST");
    const char *tests = look_up(env, "R3D_GOLDEN_TESTS");
    const char *base = look_up(env, "R3D_GOLDEN_SOURCE_BASE");
    g->source_base = base != NULL ? r3d_priv_golden_copy_text(&g->allocator, base) : NULL;
    g->test = test != NULL ? r3d_priv_golden_copy_text(&g->allocator, test) : NULL;
    g->tests = tests != NULL ? r3d_priv_golden_copy_text(&g->allocator, tests) : NULL;
    if (g->suite == NULL || g->root == NULL || (test != NULL && g->test == NULL) ||
        (tests != NULL && g->tests == NULL) || (base != NULL && g->source_base == NULL) ||
        (out != NULL && g->out_dir == NULL) ||
        (desc->variant_tags != NULL && g->variant_tags == NULL)) {
        return r3d_priv_error_printf(out_error, R3D_ERR_MEMORY, NULL, 0, -1, "out of memory");
    }
    return R3D_OK;
}

static void release(r3d_golden *golden);

void r3d_golden_desc_init_sized(r3d_golden_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

r3d_result r3d_golden_create(const r3d_golden_desc *desc, r3d_golden **out_golden,
                             r3d_error *out_error)
{
    if (out_golden == NULL) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                     "out_golden is NULL");
    }
    *out_golden = NULL;
    r3d_golden_desc whole;
    r3d_golden_desc_init(&whole);
    if (r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                     "there is no description, or its struct_size is none");
    }
    desc = &whole;
    if (desc->suite == NULL) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "no suite is given");
    }
    if (!r3d_golden_name_valid(desc->suite)) {
        return r3d_priv_error_printf(out_error, R3D_ERR_RANGE, NULL, 0, -1,
                                     "suite \"%.80s\" is not a valid name: use A-Z a-z 0-9 . _ - "
                                     "and /",
                                     desc->suite);
    }
    r3d_allocator hooks;
    if (r3d_allocator_resolve(&desc->allocator, &hooks) != R3D_OK) {
        return r3d_priv_error_printf(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                     "half an allocator: alloc and free belong together");
    }
    r3d_golden *g = r3d_priv_alloc(&hooks, 1, sizeof *g);
    if (g == NULL) {
        return r3d_priv_error_printf(out_error, R3D_ERR_MEMORY, NULL, 0, -1, "out of memory");
    }
    memset(g, 0, sizeof *g);
    g->allocator = hooks;
    g->failures.allocator = hooks;
    r3d_diff_effective_init(&g->effective);
    environment env = {desc->get_env, desc->env_user};
    r3d_result result = r3d_diff_effective_merge(&g->effective, desc->options, R3D_DIFF_FROM_SUITE);
    if (result != R3D_OK) {
        r3d_priv_error_printf(out_error, result, NULL, 0, -1,
                              "the struct_size of the suite's settings is none");
    } else {
        result = read_switches(g, &env, out_error);
    }
    if (result == R3D_OK) {
        result = copy_paths(g, desc, &env, out_error);
    }
    if (result != R3D_OK) {
        release(g);
        return result;
    }
    r3d_priv_record_begin(g);
    *out_golden = g;
    return R3D_OK;
}

void r3d_golden_destroy(r3d_golden *golden)
{
    if (golden == NULL) {
        return;
    }
    r3d_priv_record_end(golden);
    release(golden);
}

static void release(r3d_golden *golden)
{
    r3d_allocator allocator = golden->allocator;
    for (size_t i = 0; i < golden->checked_count; i++) {
        r3d_priv_release(&allocator, golden->checked[i]);
    }
    r3d_priv_release(&allocator, golden->checked);
    r3d_priv_release(&allocator, golden->suite);
    r3d_priv_release(&allocator, golden->root);
    r3d_priv_release(&allocator, golden->out_dir);
    r3d_priv_release(&allocator, golden->variant_tags);
    r3d_priv_release(&allocator, golden->test);
    r3d_priv_release(&allocator, golden->tests);
    r3d_priv_release(&allocator, golden->source_base);
    r3d_diff_text_free(&golden->failures);
    r3d_priv_release(&allocator, golden);
}

void r3d_priv_golden_leave_out(r3d_golden *golden, const char *why)
{
    if (!golden->is_incomplete) {
        golden->is_incomplete = true;
        snprintf(golden->why_incomplete, sizeof golden->why_incomplete, "%s", why);
    }
}

void r3d_priv_golden_conclude(r3d_golden *golden, r3d_golden_report *report,
                              r3d_golden_status status, bool passed)
{
    if (!passed) { // a failed check ends its test in most harnesses
        r3d_priv_golden_leave_out(golden,
                                  "a check failed, and what comes after it may not have run");
    }
    report->status = status;
    report->passed = passed;
}

void r3d_priv_golden_fail(r3d_golden *golden, r3d_golden_report *report, const char *name,
                          const char *message)
{
    r3d_priv_golden_conclude(golden, report, R3D_GOLDEN_ERROR, false);
    r3d_priv_text_printf(&report->text, "golden error: %s/", golden->suite);
    r3d_priv_golden_put_named(&report->text, "", name, ": ");
    r3d_priv_golden_put_named(&report->text, "", message, "\n");
}

void r3d_golden_note_incomplete(r3d_golden *golden, const char *why)
{
    if (golden != NULL) {
        r3d_priv_golden_leave_out(golden, why != NULL ? why : "");
    }
}

void r3d_golden_set_place(r3d_golden *golden, const char *file, int32_t line)
{
    if (golden != NULL) {
        golden->place_line = line;
        snprintf(golden->place_file, sizeof golden->place_file, "%s", file != NULL ? file : "");
    }
}

r3d_result r3d_golden_note_failure(r3d_golden *golden, const char *text)
{
    if (golden == NULL || text == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    golden->failure_count++;
    r3d_priv_text_puts(&golden->failures, text);
    return golden->failures.result;
}

int32_t r3d_golden_failure_count(const r3d_golden *golden)
{
    return golden != NULL ? golden->failure_count : 0;
}

const char *r3d_golden_get_failure_text(const r3d_golden *golden)
{
    return golden != NULL && golden->failures.data != NULL ? golden->failures.data : "";
}
