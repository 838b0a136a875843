/* SPDX-License-Identifier: MIT */
// Folders and what lies at a path.

#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "io_test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>

#include "counting_allocator.h"

#define FOLDER R3D_TEST_BINARY_DIR "/folder-test"

static bool remove_entry(const char *name, void *user)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", (const char *)user, name);
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        assert_int_equal(r3d_folder_list(path, NULL, remove_entry, path, NULL), R3D_OK);
    }
    assert_int_equal(r3d_file_remove(path, NULL), R3D_OK);
    return true;
}

static int empty_folder(void **state)
{
    (void)state;
    char path[] = FOLDER;
    assert_int_equal(r3d_folder_make(path, NULL), R3D_OK);
    assert_int_equal(r3d_folder_list(path, NULL, remove_entry, path, NULL), R3D_OK);
    return 0;
}

/* ---- making ---- */

static void test_folders_above_are_made(void **state)
{
    (void)state;
    assert_int_equal(r3d_folder_make(FOLDER "/a/b//c", NULL), R3D_OK);
    assert_int_equal(r3d_path_get_kind(FOLDER "/a/b/c"), R3D_PATH_FOLDER);
    assert_int_equal(r3d_folder_make(FOLDER "/a/b/c/", NULL), R3D_OK);
    assert_int_equal(r3d_folder_make_of(FOLDER "/d/e/file", NULL), R3D_OK);
    assert_int_equal(r3d_path_get_kind(FOLDER "/d/e"), R3D_PATH_FOLDER);
    assert_int_equal(r3d_path_get_kind(FOLDER "/d/e/file"), R3D_PATH_NONE);
    assert_int_equal(r3d_folder_make_of("file", NULL), R3D_OK);
    assert_int_equal(r3d_folder_make_of("/file", NULL), R3D_OK);
}

static void test_a_file_in_the_way_is_named(void **state)
{
    (void)state;
    r3d_error error;
    assert_int_equal(r3d_file_write(FOLDER "/x", "1", 1, NULL), R3D_OK);
    assert_int_equal(r3d_folder_make(FOLDER "/x", &error), R3D_ERR_IO_WRITE);
    assert_string_equal(error.file, FOLDER "/x");
    assert_non_null(strstr(error.message, "cannot be made"));
    assert_int_equal(r3d_folder_make_of(FOLDER "/x/y/z", &error), R3D_ERR_IO_WRITE);
    assert_string_equal(error.file, FOLDER "/x/y");
    assert_non_null(strstr(error.message, "not a folder"));
    assert_int_equal(r3d_path_get_kind(FOLDER "/x"), R3D_PATH_FILE);
}

static void test_bad_paths_are_refused(void **state)
{
    (void)state;
    char name[5000];
    memset(name, 'n', sizeof name);
    name[0] = '/';
    name[sizeof name - 1] = '\0';
    name[4500] = '/';
    assert_int_equal(r3d_folder_make(NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_folder_make("", NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_folder_make(name, NULL), R3D_ERR_LIMIT);
    assert_int_equal(r3d_folder_make_of(NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_folder_make_of(name, NULL), R3D_ERR_LIMIT);
    assert_int_equal(r3d_file_append(NULL, "1", 1, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_file_append(FOLDER "/x", NULL, 1, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_file_remove(NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_folder_list(NULL, NULL, remove_entry, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_folder_list(FOLDER, NULL, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_path_get_kind(NULL), R3D_PATH_NONE);
    assert_int_equal(r3d_file_get_size(NULL), -1);
    assert_int_equal(r3d_file_get_changed_ns(NULL), 0);
}

/* ---- asking ---- */

static void test_kinds_sizes_and_times(void **state)
{
    (void)state;
    assert_int_equal(r3d_path_get_kind(FOLDER), R3D_PATH_FOLDER);
    assert_int_equal(r3d_path_get_kind(FOLDER "/none"), R3D_PATH_NONE);
    assert_int_equal(r3d_file_get_size(FOLDER "/none"), -1);
    assert_int_equal(r3d_file_get_changed_ns(FOLDER "/none"), 0);
    assert_int_equal(symlink("nowhere", FOLDER "/link"), 0);
    assert_int_equal(r3d_path_get_kind(FOLDER "/link"), R3D_PATH_OTHER);
    assert_int_equal(mkfifo(FOLDER "/pipe", 0666), 0);
    assert_int_equal(r3d_path_get_kind(FOLDER "/pipe"), R3D_PATH_OTHER);

    const struct timespec times[2] = {{1000, 5000000}, {1000, 5000000}};
    assert_int_equal(r3d_file_write(FOLDER "/file", "12345", 5, NULL), R3D_OK);
    assert_int_equal(utimensat(AT_FDCWD, FOLDER "/file", times, 0), 0);
    assert_int_equal(r3d_path_get_kind(FOLDER "/file"), R3D_PATH_FILE);
    assert_int_equal(r3d_file_get_size(FOLDER "/file"), 5);
    assert_int_equal(r3d_file_get_changed_ns(FOLDER "/file"), 1000005000000);
}

/* ---- appending and removing ---- */

static void test_bytes_are_appended(void **state)
{
    (void)state;
    r3d_error error;
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_append(FOLDER "/lines", "one\n", 4, NULL), R3D_OK);
    assert_int_equal(r3d_file_append(FOLDER "/lines", NULL, 0, NULL), R3D_OK);
    assert_int_equal(r3d_file_append(FOLDER "/lines", "two\n", 4, NULL), R3D_OK);
    assert_int_equal(r3d_file_read(FOLDER "/lines", 0, NULL, &data, &size, NULL), R3D_OK);
    assert_int_equal(size, 8);
    assert_memory_equal(data, "one\ntwo\n", 8);
    free(data);
    assert_int_equal(r3d_file_append(FOLDER "/none/lines", "1", 1, &error), R3D_ERR_IO_WRITE);
    assert_string_equal(error.file, FOLDER "/none/lines");
    assert_string_equal(error.message, "cannot append: no such file or folder");
}

static void test_files_are_removed(void **state)
{
    (void)state;
    r3d_error error;
    assert_int_equal(r3d_folder_make(FOLDER "/full", NULL), R3D_OK);
    assert_int_equal(r3d_file_write(FOLDER "/full/file", "1", 1, NULL), R3D_OK);
    assert_int_equal(r3d_file_remove(FOLDER "/full", &error), R3D_ERR_IO_WRITE);
    assert_string_equal(error.file, FOLDER "/full");
    assert_int_equal(r3d_file_remove(FOLDER "/full/file", NULL), R3D_OK);
    assert_int_equal(r3d_file_remove(FOLDER "/full/file", NULL), R3D_OK); /* is not there */
    assert_int_equal(r3d_file_remove(FOLDER "/full", NULL), R3D_OK);
    assert_int_equal(r3d_path_get_kind(FOLDER "/full"), R3D_PATH_NONE);
}

/* ---- listing ---- */

enum { MANY = 100 };

typedef struct names {
    char text[MANY * 8];
    int count;
    int last;
} names;

static bool collect(const char *name, void *user)
{
    names *n = user;
    size_t length = strlen(n->text);
    (void)snprintf(n->text + length, sizeof n->text - length, "%s ", name);
    return ++n->count != n->last;
}

static void test_names_are_sorted(void **state)
{
    (void)state;
    static const char *const made[] = {"b", "a", "Z", "a.b", "a0"};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        char path[1024];
        (void)snprintf(path, sizeof path, FOLDER "/%s", made[i]);
        assert_int_equal(r3d_file_write(path, "", 0, NULL), R3D_OK);
    }
    names all = {.count = 0};
    assert_int_equal(r3d_folder_list(FOLDER, NULL, collect, &all, NULL), R3D_OK);
    assert_string_equal(all.text, "Z a a.b a0 b ");
    names two = {.last = 2};
    assert_int_equal(r3d_folder_list(FOLDER, NULL, collect, &two, NULL), R3D_OK);
    assert_string_equal(two.text, "Z a ");
}

static void test_a_list_that_fails_visits_nothing(void **state)
{
    (void)state;
    r3d_error error;
    names none = {.count = 0};
    assert_int_equal(r3d_folder_list(FOLDER "/none", NULL, collect, &none, &error),
                     R3D_ERR_IO_OPEN);
    assert_string_equal(error.file, FOLDER "/none");
    for (int i = 0; i < MANY; i++) {
        char path[1024];
        (void)snprintf(path, sizeof path, FOLDER "/%03d", i);
        assert_int_equal(r3d_file_write(path, "", 0, NULL), R3D_OK);
    }
    r3d_result result = R3D_ERR_MEMORY;
    for (size_t n = 1; result != R3D_OK; n++) {
        counting_allocator counter = {.fail_at = n};
        r3d_allocator hooks = counting_hooks(&counter);
        names list = {.count = 0};
        result = r3d_folder_list(FOLDER, &hooks, collect, &list, &error);
        assert_int_equal(counter.live, 0);
        assert_int_equal(list.count, result == R3D_OK ? MANY : 0);
        assert_true(result == R3D_OK || (result == R3D_ERR_MEMORY && error.result == result));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_folders_above_are_made, empty_folder),
        cmocka_unit_test_setup(test_a_file_in_the_way_is_named, empty_folder),
        cmocka_unit_test_setup(test_bad_paths_are_refused, empty_folder),
        cmocka_unit_test_setup(test_kinds_sizes_and_times, empty_folder),
        cmocka_unit_test_setup(test_bytes_are_appended, empty_folder),
        cmocka_unit_test_setup(test_files_are_removed, empty_folder),
        cmocka_unit_test_setup(test_names_are_sorted, empty_folder),
        cmocka_unit_test_setup(test_a_list_that_fails_visits_nothing, empty_folder),
    };
    return cmocka_run_group_tests_name("io_folder", tests, NULL, NULL);
}
