/* SPDX-License-Identifier: MIT */
/* The child process that reads: readers that misbehave, and answers that are damaged. */

#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* pipes and processes */
#endif

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_all.h"

#include "import.h"

static volatile int never = 0;

static bool fill(import_job *import, const char *path)
{
    const import_matrix place = matrix_identity();
    import_triangle triangle;
    (void)path;
    memset(&triangle, 0, sizeof triangle);
    triangle.corners[1].place[0] = 1;
    triangle.rgb[1] = 200;
    import_remark(import, "a word");
    import_remark(import, "a word");
    if (!import_add_part(import, "up\x1b", -1, &place) ||
        !import_add_part(import, "down", 0, &place) || !import_add_triangle(import, &triangle)) {
        return false;
    }
    import_matrix *out = import_add_clip(import, "walk", 2);
    for (int i = 0; i < 4 && out != NULL; i++) {
        out[i] = place;
    }
    return out != NULL && import_set_text(import, 1, "text", 4);
}

static bool hang(import_job *import, const char *path)
{
    (void)import;
    (void)path;
    while (never == 0) {
    }
    return true;
}

static bool sleep_long(import_job *import, const char *path)
{
    (void)import;
    (void)path;
    (void)sleep(1000);
    return true;
}

static bool crash(import_job *import, const char *path)
{
    (void)import;
    (void)path;
    (void)signal(SIGSEGV, SIG_DFL); /* a sanitizer has its own words */
    (void)raise(SIGSEGV);
    return true;
}

static bool give_up(import_job *import, const char *path)
{
    (void)import;
    (void)path;
    (void)signal(SIGABRT, SIG_DFL);
    (void)raise(SIGABRT);
    return true;
}

static bool end_early(import_job *import, const char *path)
{
    (void)import;
    (void)path;
    _exit(7);
}

static bool refuse(import_job *import, const char *path)
{
    return import_fail(import, "line 3 of %s: \x1b[31mwrong", path);
}

static bool take_memory(import_job *import, const char *path)
{
    (void)path;
    for (size_t i = 0; i < 64; i++) {
        char *block = malloc(16 * 1024 * 1024);
        if (block == NULL) {
            return import_fail(import, "out of memory");
        }
        memset(block, 1, 16 * 1024 * 1024); /* never freed: the child ends */
    }
    return true;
}

static bool say_much(import_job *import, const char *path)
{
    char *text = calloc(1, 4 * 1024 * 1024);
    (void)path;
    return text != NULL && import_set_text(import, 0, text, 4 * 1024 * 1024);
}

static bool read_with(import_job *import, import_reader *reader)
{
    import_limits limits;
    import_limits_init(&limits);
    limits.seconds = 2;
    limits.memory = 512 * 1024 * 1024;
    limits.answer = 1024 * 1024;
    memset(import, 0, sizeof *import);
    return import_read(import, reader, "model.x", &limits);
}

static void expect_failure(import_reader *reader, const char *word)
{
    import_job import;
    assert_false(read_with(&import, reader));
    if (strstr(import.failure, word) == NULL) {
        fail_msg("\"%s\" expected in \"%s\"", word, import.failure);
    }
    import_free(&import);
}

static void what_a_reader_fills_comes_back(void **state)
{
    import_job import;
    (void)state;
    assert_true(read_with(&import, fill));
    assert_int_equal(import.part_count, 2);
    assert_string_equal(import.parts[0].name, "up?");
    assert_int_equal(import.parts[1].above, 0);
    assert_int_equal(import.triangle_count, 1);
    assert_int_equal(import.triangles[0].rgb[1], 200);
    assert_int_equal(import.clip_count, 1);
    assert_int_equal(import.clips[0].frame_count, 2);
    assert_int_equal(import.matrix_count, 4);
    assert_string_equal(import.remarks, "a word\n");
    assert_null(import.texts[0]);
    assert_string_equal(import.texts[1], "text");
    import_free(&import);
}

static void readers_that_misbehave_are_ended_with_a_reason(void **state)
{
    (void)state;
    expect_failure(hang, "2 seconds");
    expect_failure(sleep_long, "2 seconds");
    expect_failure(crash, "crashed (signal 11)");
    expect_failure(give_up, "gave up (signal 6)");
    expect_failure(end_early, "without an answer");
    expect_failure(refuse, "line 3 of model.x: ?[31mwrong");
    expect_failure(say_much, "more than 1 MiB");
#if !defined(R3D_TEST_SANITIZED)
    expect_failure(take_memory, "out of memory");
#else
    (void)take_memory; /* sanitizers reserve terabytes, so the child has no limit of memory there */
#endif
}

/* ---- damaged answers ---- */

/* What a child sends for `fill`. */
static size_t make_answer(char **out_bytes)
{
    import_job import;
    int ends[2];
    char *bytes = calloc(1, 65536);
    assert_non_null(bytes);
    memset(&import, 0, sizeof import);
    assert_true(fill(&import, ""));
    assert_int_equal(pipe(ends), 0);
    assert_true(import_send(&import, true, ends[1]));
    (void)close(ends[1]);
    size_t size = 0;
    for (ssize_t got = 1; got > 0; size += got > 0 ? (size_t)got : 0) {
        got = read(ends[0], bytes + size, 65536 - size);
    }
    (void)close(ends[0]);
    import_free(&import);
    *out_bytes = bytes;
    return size;
}

/* All of what is believed must be usable. */
static void use(const import_job *import)
{
    for (int32_t i = 0; i < import->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            assert_in_range(import->triangles[i].corners[k].part, 0, import->part_count - 1);
        }
    }
    for (int32_t i = 0; i < import->part_count; i++) {
        assert_true(import->parts[i].above < i && strlen(import->parts[i].name) < IMPORT_NAME_SIZE);
    }
    for (int32_t i = 0; i < import->clip_count; i++) {
        assert_true(import->clips[i].first + import->clips[i].frame_count * import->part_count <=
                    import->matrix_count);
    }
}

static void damaged_answers_are_refused_or_harmless(void **state)
{
    char *bytes;
    const size_t size = make_answer(&bytes);
    int refused = 0;
    (void)state;
    for (size_t cut = 0; cut < size; cut++) {
        import_job import;
        memset(&import, 0, sizeof import);
        assert_false(import_receive(&import, bytes, cut));
        assert_true(import.failure[0] != '\0');
        import_free(&import);
    }
    for (size_t at = 0; at < size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            import_job import;
            memset(&import, 0, sizeof import);
            bytes[at] = (char)(bytes[at] ^ 1 << bit);
            if (import_receive(&import, bytes, size)) {
                use(&import);
            } else {
                refused++;
            }
            bytes[at] = (char)(bytes[at] ^ 1 << bit);
            import_free(&import);
        }
    }
    assert_true(refused > 500);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_reader_fills_comes_back),
        cmocka_unit_test(readers_that_misbehave_are_ended_with_a_reason),
        cmocka_unit_test(damaged_answers_are_refused_or_harmless),
    };
    return cmocka_run_group_tests_name("import child", tests, NULL, NULL);
}
