/* SPDX-License-Identifier: MIT */
// Whole files: what is no regular file is refused at once, and a written file appears whole or not
// at all, without leftovers. Source: spec golden section 6.

#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#if !defined(_FILE_OFFSET_BITS)
#define _FILE_OFFSET_BITS 64 // or a 32-bit readdir may stop at large file numbers
#endif

#include "io_test.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>
#include <retro3d/pictures.h>
#include <retro3d/png.h>

#include "counting_allocator.h"

#define FOLDER R3D_TEST_BINARY_DIR "/file-test"

/* ---- the folder ---- */

static int folder_entries(void)
{
    DIR *folder = opendir(FOLDER);
    assert_non_null(folder);
    int count = 0;
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    (void)closedir(folder);
    return count;
}

static int empty_folder(void **state)
{
    (void)state;
    (void)mkdir(FOLDER, 0777);
    DIR *folder = opendir(FOLDER);
    if (folder == NULL) {
        return -1;
    }
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/%s", FOLDER, entry->d_name);
        if (entry->d_name[0] != '.') {
            (void)remove(path);
        }
    }
    (void)closedir(folder);
    return 0;
}

static void assert_content(const char *path, const char *text)
{
    void *data = NULL;
    size_t size = 99;
    r3d_error error;
    if (r3d_file_read(path, 0, NULL, &data, &size, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(size, strlen(text));
    assert_string_equal(data, text);
    free(data);
}

/* ---- reading ---- */

static void a_file_comes_back_with_a_zero_byte_behind_it(void **state)
{
    (void)state;
    assert_int_equal(r3d_file_write(FOLDER "/a", "hello", 5, NULL), R3D_OK);
    assert_content(FOLDER "/a", "hello");
    assert_int_equal(r3d_file_write(FOLDER "/a", NULL, 0, NULL), R3D_OK);
    assert_content(FOLDER "/a", "");
    assert_int_equal(folder_entries(), 1);
}

static void the_limit_on_bytes_is_kept(void **state)
{
    (void)state;
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    assert_int_equal(r3d_file_write(FOLDER "/a", "hello", 5, NULL), R3D_OK);
    assert_int_equal(r3d_file_read(FOLDER "/a", 4, &hooks, &data, &size, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.message, "5 bytes, the limit is 4"));
    assert_int_equal(counter.calls, 0);
    assert_int_equal(r3d_file_read(FOLDER "/a", -1, &hooks, &data, &size, &error), R3D_ERR_RANGE);
    assert_int_equal(r3d_file_read(FOLDER "/a", 5, &hooks, &data, &size, &error), R3D_OK);
    assert_int_equal(counter.live_bytes, 6);
    hooks.free(data, hooks.user);
}

static void expect_not_opened(const char *path, const char *text)
{
    void *data = &data;
    size_t size = 99;
    r3d_error error;
    assert_int_equal(r3d_file_read(path, 0, NULL, &data, &size, &error), R3D_ERR_IO_OPEN);
    assert_null(data);
    assert_int_equal(size, 0);
    assert_int_equal(error.offset, -1);
    assert_string_equal(error.file, path);
    if (strstr(error.message, text) == NULL) {
        fail_msg("found '%s', expected '%s'", error.message, text);
    }
    r3d_picture picture;
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, &error), R3D_ERR_IO_OPEN);
    assert_int_equal(r3d_picture_load(path, NULL, NULL, &picture, &error), R3D_ERR_IO_OPEN);
    r3d_image24 image24;
    assert_int_equal(r3d_image24_load_png(path, NULL, &image24, &error), R3D_ERR_IO_OPEN);
    r3d_image8 image8;
    assert_int_equal(r3d_image8_load_png(path, 256, NULL, &image8, &error), R3D_ERR_IO_OPEN);
    assert_int_equal(r3d_image8_load_tx8(path, R3D_TX8_SPRITE, NULL, &image8, &error),
                     R3D_ERR_IO_OPEN);
}

static void what_is_no_regular_file_is_refused_without_waiting(void **state)
{
    (void)state;
    expect_not_opened(FOLDER "/missing", "no such file");
    expect_not_opened("", "no such file");
    expect_not_opened(FOLDER, "not a regular file");
    expect_not_opened("/dev/null", "not a regular file");
    assert_int_equal(mkfifo(FOLDER "/pipe", 0666), 0);
    expect_not_opened(FOLDER "/pipe", "not a regular file");
    assert_int_equal(symlink("loop", FOLDER "/loop"), 0);
    expect_not_opened(FOLDER "/loop", "too many symbolic links");
    assert_int_equal(r3d_file_write(FOLDER "/a", "x", 1, NULL), R3D_OK);
    expect_not_opened(FOLDER "/a/b", "not a folder");
    assert_int_equal(symlink("a", FOLDER "/link"), 0);
    assert_content(FOLDER "/link", "x");
}

static void an_unreadable_file_is_refused(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        print_message("skipped: root reads everything\n");
        skip();
    }
    assert_int_equal(r3d_file_write(FOLDER "/a", "x", 1, NULL), R3D_OK);
    assert_int_equal(chmod(FOLDER "/a", 0), 0);
    expect_not_opened(FOLDER "/a", "permission denied");
}

static void a_long_path_is_cut_at_the_front_between_characters(void **state)
{
    (void)state;
    char path[2000];
    r3d_error error;
    void *data = NULL;
    size_t size = 0;
    // Two-byte characters: one of the two alignments would be cut in the middle.
    for (size_t shift = 0; shift < 2; shift++) {
        memset(path, 'a', sizeof path);
        for (size_t i = shift; i + 1 < 1990; i += 2) {
            memcpy(path + i, "\xc3\xa9", 2);
        }
        memcpy(path + 1990, "/end.png", 9);
        assert_int_equal(r3d_file_read(path, 0, NULL, &data, &size, &error), R3D_ERR_IO_OPEN);
        assert_true(strlen(error.file) < R3D_ERROR_FILE_SIZE);
        assert_true(strlen(error.file) > R3D_ERROR_FILE_SIZE - 4);
        assert_memory_equal(error.file, "...", 3);
        assert_int_not_equal((unsigned char)error.file[3] & 0xc0u, 0x80);
        assert_string_equal(error.file + strlen(error.file) - 8, "/end.png");
    }
}

/* ---- writing ---- */

static void a_written_file_replaces_the_old_one_and_leaves_nothing_else(void **state)
{
    (void)state;
    assert_int_equal(r3d_file_write(FOLDER "/a", "old", 3, NULL), R3D_OK);
    assert_int_equal(r3d_file_write(FOLDER "/a", "newer", 5, NULL), R3D_OK);
    assert_content(FOLDER "/a", "newer");
    assert_int_equal(folder_entries(), 1);
}

static void a_name_of_the_largest_length_can_be_written(void **state)
{
    (void)state;
    char path[sizeof FOLDER + 1 + 255];
    memset(path, 'n', sizeof path);
    memcpy(path, FOLDER "/", sizeof FOLDER);
    path[sizeof FOLDER + 255] = '\0';
    assert_int_equal(r3d_file_write(path, "x", 1, NULL), R3D_OK);
    assert_content(path, "x");
    assert_int_equal(folder_entries(), 1);
}

static void expect_not_written(const char *path, const char *text)
{
    r3d_error error;
    assert_int_equal(r3d_file_write(path, "new", 3, &error), R3D_ERR_IO_WRITE);
    assert_string_equal(error.file, path);
    if (strstr(error.message, text) == NULL) {
        fail_msg("found '%s', expected '%s'", error.message, text);
    }
}

static void several_files_are_written_all_or_none(void **state)
{
    (void)state;
    r3d_error error;
    const r3d_file_content good[] = {{FOLDER "/a", "one", 3}, {FOLDER "/b", NULL, 0}};
    assert_int_equal(r3d_file_write_all(good, 2, &error), R3D_OK);
    assert_content(FOLDER "/a", "one");
    assert_content(FOLDER "/b", "");
    assert_int_equal(folder_entries(), 2);
    static const char *const bad[] = {FOLDER "/none/c", FOLDER, FOLDER "/"};
    for (size_t i = 0; i < 3; i++) {
        for (size_t place = 0; place < 3; place++) {
            r3d_file_content files[3] = {
                {FOLDER "/a", "two", 3}, {FOLDER "/b", "two", 3}, {FOLDER "/new", "two", 3}};
            files[place].path = bad[i];
            assert_int_equal(r3d_file_write_all(files, 3, &error), R3D_ERR_IO_WRITE);
            assert_content(FOLDER "/a", "one");
            assert_content(FOLDER "/b", "");
            assert_int_equal(folder_entries(), 2); /* neither the new one nor temporary ones */
        }
    }
    const r3d_file_content null[] = {{FOLDER "/a", "two", 3}, {NULL, "two", 3}};
    assert_int_equal(r3d_file_write_all(null, 2, &error), R3D_ERR_ARGUMENT);
    const r3d_file_content no_data[] = {{FOLDER "/a", "two", 3}, {FOLDER "/b", NULL, 3}};
    assert_int_equal(r3d_file_write_all(no_data, 2, &error), R3D_ERR_ARGUMENT);
    assert_content(FOLDER "/a", "one");
    assert_int_equal(r3d_file_write_all(NULL, 0, &error), R3D_OK);
}

static void names_of_one_place_are_the_same_before_there_is_a_file(void **state)
{
    (void)state;
    char folder[1024];
    char path[4096];
    assert_non_null(getcwd(folder, sizeof folder));
    assert_int_equal(chdir(FOLDER), 0);
    assert_non_null(getcwd(path, sizeof path - 2));
    assert_int_equal(chdir(folder), 0);
    strcat(path, "/x");
    assert_true(r3d_file_is_same(FOLDER "/x", FOLDER "/x"));
    assert_true(r3d_file_is_same(FOLDER "/x", FOLDER "/./x"));
    assert_true(r3d_file_is_same(FOLDER "/../file-test/x", path));
    assert_false(r3d_file_is_same(FOLDER "/x", FOLDER "/y"));
    assert_false(r3d_file_is_same(FOLDER "/x", FOLDER "/../x"));
    assert_false(r3d_file_is_same(FOLDER "/none/x", FOLDER "/x"));
    assert_true(r3d_file_is_same("x-none", "./x-none"));
    assert_int_equal(r3d_file_write(FOLDER "/x", "x", 1, NULL), R3D_OK);
    assert_true(r3d_file_is_same(FOLDER "/x", path));
    assert_false(r3d_file_is_same(FOLDER "/x", FOLDER "/y"));
    assert_false(r3d_file_is_same(NULL, FOLDER "/y"));
}

static void places_that_cannot_be_written_are_reported(void **state)
{
    (void)state;
    expect_not_written(FOLDER "/missing/a", "no such file or folder");
    expect_not_written("", "does not end in a file name");
    expect_not_written(FOLDER "/", "does not end in a file name");
    assert_int_equal(r3d_file_write(FOLDER "/a", "old", 3, NULL), R3D_OK);
    expect_not_written(FOLDER "/a/b", "not a folder");
    assert_content(FOLDER "/a", "old");
    assert_int_equal(folder_entries(), 1);
    assert_int_equal(mkdir(FOLDER "/sub", 0777), 0);
    expect_not_written(FOLDER "/sub", "not a regular file");
    assert_int_equal(mkfifo(FOLDER "/pipe", 0666), 0); /* renaming over it would destroy it */
    expect_not_written(FOLDER "/pipe", "not a regular file");
    assert_int_equal(folder_entries(), 3);
    assert_int_equal(r3d_file_write(NULL, "new", 3, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_file_write(FOLDER "/a", NULL, 3, NULL), R3D_ERR_ARGUMENT);
}

static void a_read_only_folder_is_reported(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        print_message("skipped: root writes everywhere\n");
        skip();
    }
    assert_int_equal(chmod(FOLDER, 0555), 0);
    expect_not_written(FOLDER "/a", "permission denied");
    assert_int_equal(chmod(FOLDER, 0777), 0);
    assert_int_equal(folder_entries(), 0);
}

// Runs `body` in a child whose files cannot grow beyond 1000 bytes, as on a full disk.
static void in_a_full_disk(void (*body)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit limit = {1000, 1000};
        if (signal(SIGXFSZ, SIG_IGN) == SIG_ERR || setrlimit(RLIMIT_FSIZE, &limit) != 0) {
            _exit(99);
        }
        body();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void write_too_much(void)
{
    static const char large[200000] = {0};
    r3d_error error = {.result = R3D_OK};
    if (r3d_file_write(FOLDER "/a", large, sizeof large, &error) != R3D_ERR_IO_WRITE) {
        _exit(1);
    }
    // Small enough to stay in the stream's buffer until it is closed.
    if (r3d_file_write(FOLDER "/a", large, 1500, &error) != R3D_ERR_IO_WRITE ||
        strstr(error.message, "file too large") == NULL) {
        _exit(2);
    }
}

static void save_too_much(void)
{
    static uint8_t pixels[100 * 100 * 3];
    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = (uint8_t)(i * i >> 7 & 255u);
    }
    const r3d_picture_view view = {.pixels = pixels,
                                   .stride_bytes = 300,
                                   .width = 100,
                                   .height = 100,
                                   .layout = R3D_LAYOUT_RGB8};
    r3d_error error = {.result = R3D_OK};
    if (r3d_png_save(FOLDER "/a", &view, R3D_PNG_FAST, &error) != R3D_ERR_IO_WRITE ||
        strstr(error.message, "cannot write the file: file too large") == NULL) {
        _exit(3);
    }
}

static void a_full_disk_leaves_the_old_file_and_nothing_else(void **state)
{
    (void)state;
    assert_int_equal(r3d_file_write(FOLDER "/a", "old", 3, NULL), R3D_OK);
    in_a_full_disk(write_too_much);
    in_a_full_disk(save_too_much);
    assert_content(FOLDER "/a", "old");
    assert_int_equal(folder_entries(), 1);
}

// A link given as an output stays a link: what it leads to gets the bytes, or nothing does.
static void a_link_is_written_through_or_refused(void **state)
{
    (void)state;
    r3d_error error;
    assert_int_equal(r3d_file_write(FOLDER "/real", "old", 3, NULL), R3D_OK);
    assert_int_equal(symlink("real", FOLDER "/link"), 0);
    assert_int_equal(symlink("nowhere", FOLDER "/dangling"), 0);
    assert_int_equal(r3d_file_write(FOLDER "/link", "new", 3, NULL), R3D_OK);
    assert_true(r3d_path_is_link(FOLDER "/link"));
    assert_content(FOLDER "/real", "new");
    assert_int_equal(r3d_file_write(FOLDER "/dangling", "x", 1, &error), R3D_ERR_IO_WRITE);
    assert_non_null(strstr(error.message, "a symbolic link that leads to no file"));
    assert_true(r3d_path_is_link(FOLDER "/dangling"));
    assert_int_equal(folder_entries(), 3);
}

static void files_named_alike_are_refused(void **state)
{
    (void)state;
    assert_int_equal(r3d_file_write(FOLDER "/a", "old", 3, NULL), R3D_OK);
    assert_int_equal(symlink("a", FOLDER "/b"), 0);
    const r3d_file_content pairs[][2] = {{{FOLDER "/a", "1", 1}, {FOLDER "/./a", "2", 1}},
                                         {{FOLDER "/a", "1", 1}, {FOLDER "/b", "2", 1}},
                                         {{FOLDER "/c", "1", 1}, {FOLDER "/./c", "2", 1}}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_int_equal(r3d_file_write_all(pairs[i], 2, NULL), R3D_ERR_IO_WRITE);
        assert_content(FOLDER "/a", "old");
    }
    assert_int_equal(folder_entries(), 2);
}

// Only files with our mark, of processes that are gone: neither another writer's, nor a link, nor a
// file that is merely called so.
static void leftovers_of_killed_processes_are_removed(void **state)
{
    (void)state;
    static const char *const kept[] = {"a.123-0.tmp", "a.tmp", "a.retro3d-x-0.tmp",
                                       "a.retro3d-2147483646-0.tmp.png",

                                       "a.retro3d-1-0.tmp"};
    char path[200];
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        (void)snprintf(path, sizeof path, FOLDER "/%s", kept[i]);
        assert_int_equal(r3d_file_append(path, "x", 1, NULL), R3D_OK);
    }
    (void)snprintf(path, sizeof path, FOLDER "/b.retro3d-%lu-0.tmp", (unsigned long)getpid());
    assert_int_equal(r3d_file_append(path, "x", 1, NULL), R3D_OK);
    assert_int_equal(symlink("a.tmp", FOLDER "/c.retro3d-2147483646-1.tmp"), 0);
    assert_int_equal(r3d_file_append(FOLDER "/a.png.retro3d-2147483646-7.tmp", "x", 1, NULL),
                     R3D_OK);
    assert_int_equal(folder_entries(), 8);
    assert_int_equal(r3d_folder_remove_leftovers(FOLDER, NULL), R3D_OK);
    assert_int_equal(folder_entries(), 7);
    assert_int_equal(r3d_path_get_kind(FOLDER "/a.png.retro3d-2147483646-7.tmp"), R3D_PATH_NONE);
    assert_int_equal(r3d_folder_remove_leftovers(FOLDER "/nowhere", NULL), R3D_ERR_IO_OPEN);
}

static void temporary_names_in_use_are_not_touched(void **state)
{
    (void)state;
    // What a killed process with our number left behind, and a trap: a link to another file.
    char path[200];
    (void)snprintf(path, sizeof path, FOLDER "/a.retro3d-%lu-0.tmp", (unsigned long)getpid());
    assert_int_equal(r3d_file_write(FOLDER "/victim", "precious", 8, NULL), R3D_OK);
    assert_int_equal(symlink("victim", path), 0);
    assert_int_equal(r3d_file_write(FOLDER "/a", "new", 3, NULL), R3D_OK);
    assert_content(FOLDER "/a", "new");
    assert_content(FOLDER "/victim", "precious");
    assert_int_equal(folder_entries(), 3);
}

static void many_processes_write_the_same_file_at_once(void **state)
{
    (void)state;
    enum { CHILDREN = 8, ROUNDS = 100, SIZE = 20000 };
    pid_t children[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            static char text[SIZE];
            memset(text, 'a' + i, sizeof text);
            for (int round = 0; round < ROUNDS; round++) {
                if (r3d_file_write(FOLDER "/shared", text, sizeof text, NULL) != R3D_OK) {
                    _exit(1);
                }
            }
            _exit(0);
        }
    }
    int running = CHILDREN;
    while (running > 0) {
        int status = 0;
        while (waitpid(-1, &status, WNOHANG) > 0) {
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
            running--;
        }
        char *data = NULL;
        size_t size = 0;
        void *read = NULL;
        if (r3d_file_read(FOLDER "/shared", 0, NULL, &read, &size, NULL) == R3D_OK) {
            // One writer's content, whole.
            data = read;
            assert_int_equal(size, SIZE);
            for (size_t i = 1; i < size; i++) {
                assert_int_equal(data[i], data[0]);
            }
            free(data);
        }
    }
    assert_int_equal(folder_entries(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_file_comes_back_with_a_zero_byte_behind_it, empty_folder),
        cmocka_unit_test_setup(the_limit_on_bytes_is_kept, empty_folder),
        cmocka_unit_test_setup(what_is_no_regular_file_is_refused_without_waiting, empty_folder),
        cmocka_unit_test_setup(an_unreadable_file_is_refused, empty_folder),
        cmocka_unit_test_setup(a_long_path_is_cut_at_the_front_between_characters, empty_folder),
        cmocka_unit_test_setup(a_written_file_replaces_the_old_one_and_leaves_nothing_else,
                               empty_folder),
        cmocka_unit_test_setup(a_name_of_the_largest_length_can_be_written, empty_folder),
        cmocka_unit_test_setup(several_files_are_written_all_or_none, empty_folder),
        cmocka_unit_test_setup(names_of_one_place_are_the_same_before_there_is_a_file,
                               empty_folder),
        cmocka_unit_test_setup(places_that_cannot_be_written_are_reported, empty_folder),
        cmocka_unit_test_setup(a_read_only_folder_is_reported, empty_folder),
        cmocka_unit_test_setup(a_full_disk_leaves_the_old_file_and_nothing_else, empty_folder),
        cmocka_unit_test_setup(a_link_is_written_through_or_refused, empty_folder),
        cmocka_unit_test_setup(files_named_alike_are_refused, empty_folder),
        cmocka_unit_test_setup(leftovers_of_killed_processes_are_removed, empty_folder),
        cmocka_unit_test_setup(temporary_names_in_use_are_not_touched, empty_folder),
        cmocka_unit_test_setup(many_processes_write_the_same_file_at_once, empty_folder),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
