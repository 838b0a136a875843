/* SPDX-License-Identifier: MIT */
// Runs a fuzz target on the files, and on the files of the folders, named on the command line: the
// corpus is tested everywhere, without a fuzzer. Exits with 1 when there is nothing to run.

#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#if !defined(_FILE_OFFSET_BITS)
#define _FILE_OFFSET_BITS 64 // or a 32-bit readdir may stop at large file numbers
#endif

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Returns how many inputs were run: 1, or 0 for what cannot be read.
static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return 0;
    }
    uint8_t *data = NULL;
    size_t size = 0;
    size_t capacity = 0;
    for (;;) {
        if (size == capacity) {
            capacity = 2 * capacity + 4096;
            uint8_t *larger = realloc(data, capacity);
            if (larger == NULL) {
                abort();
            }
            data = larger;
        }
        size_t got = fread(data + size, 1, capacity - size, file);
        if (got == 0) {
            break;
        }
        size += got;
    }
    int readable = ferror(file) == 0;
    (void)fclose(file);
    if (readable) {
        // In a block of its exact size a sanitizer sees every read behind the end.
        uint8_t *exact = malloc(size > 0 ? size : 1);
        if (exact == NULL) {
            abort();
        }
        memcpy(exact, data, size);
        (void)LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    free(data);
    return readable;
}

static int run_path(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return run_file(path);
    }
    int count = 0;
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        char name[4096];
        int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && length > 0 && (size_t)length < sizeof name) {
            count += run_path(name);
        }
    }
    (void)closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        count += run_path(argv[i]);
    }
    (void)printf("%d inputs\n", count);
    return count == 0;
}
