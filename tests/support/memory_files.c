/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "memory_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "cmocka_all.h"

enum { PATH_MAX_SIZE = 1024 };

static void add_file(memory_files *memory, const char *path, const char *name)
{
    memory_file file = {.name = strdup(name)};
    r3d_error error;
    if (file.name == NULL ||
        r3d_file_read(path, 0, NULL, &file.data, &file.size, &error) != R3D_OK) {
        fail_msg("cannot read %s", path);
    }
    memory_file *grown = realloc(memory->files, (memory->count + 1) * sizeof *grown);
    assert_non_null(grown);
    memory->files = grown;
    memory->files[memory->count++] = file;
}

void memory_files_add(memory_files *memory, const char *folder, const char *prefix)
{
    DIR *opened = opendir(folder);
    if (opened == NULL) {
        fail_msg("cannot read the folder %s", folder);
    }
    for (struct dirent *entry = readdir(opened); entry != NULL; entry = readdir(opened)) {
        char path[PATH_MAX_SIZE];
        char name[PATH_MAX_SIZE];
        struct stat status;
        if (entry->d_name[0] == '.') {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        snprintf(name, sizeof name, "%s/%s", prefix, entry->d_name);
        assert_int_equal(stat(path, &status), 0);
        if (S_ISDIR(status.st_mode)) {
            memory_files_add(memory, path, name);
        } else {
            add_file(memory, path, name);
        }
    }
    closedir(opened);
}

void memory_files_free(memory_files *memory)
{
    for (size_t i = 0; i < memory->count; i++) {
        free(memory->files[i].name);
        free(memory->files[i].data);
    }
    free(memory->files);
    memset(memory, 0, sizeof *memory);
}

/* Takes "PART/../" out of a name, as folders would. */
static void simplify(const char *name, char out[PATH_MAX_SIZE])
{
    snprintf(out, PATH_MAX_SIZE, "%s", name);
    for (char *up = strstr(out, "/../"); up != NULL; up = strstr(out, "/../")) {
        char *before = up;
        while (before > out && before[-1] != '/') {
            before--;
        }
        memmove(before, up + 4, strlen(up + 4) + 1);
    }
}

static r3d_result open_file(const char *name, const void **out_data, size_t *out_size, void *user)
{
    memory_files *memory = user;
    char simple[PATH_MAX_SIZE];
    simplify(name, simple);
    for (size_t i = 0; i < memory->count; i++) {
        if (strcmp(memory->files[i].name, simple) == 0) {
            *out_data = memory->files[i].data;
            *out_size = memory->files[i].size;
            memory->opened++;
            memory->opened_ever++;
            return R3D_OK;
        }
    }
    return R3D_ERR_IO_OPEN;
}

static void close_file(const char *name, const void *data, size_t size, void *user)
{
    memory_files *memory = user;
    char simple[PATH_MAX_SIZE];
    simplify(name, simple);
    memory->opened--;
    for (size_t i = 0; i < memory->count; i++) {
        if (strcmp(memory->files[i].name, simple) == 0) {
            memory->wrong_closes +=
                memory->files[i].data != data || memory->files[i].size != size ? 1 : 0;
            return;
        }
    }
    memory->wrong_closes++;
}

r3d_file_source memory_files_source(memory_files *memory)
{
    return (r3d_file_source){.open = open_file, .close = close_file, .user = memory};
}

static void set_limit(rlim_t limit)
{
    struct rlimit now;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &now), 0);
    now.rlim_cur = limit < now.rlim_max ? limit : now.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &now), 0);
}

void forbid_files(void)
{
    set_limit(0);
    assert_null(fopen("/", "rb"));
}

void allow_files(void)
{
    set_limit(256);
}
