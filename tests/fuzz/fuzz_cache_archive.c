/* SPDX-License-Identifier: MIT */
// Fuzz target of archives and of the bzip2 decoder: bytes as an archive, loosely and strictly read.
// What strict reading accepts, loose reading gives the same way.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/cache.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "demand failed: %s\n", what);
        abort();
    }
}

static r3d_archive *open_one(const uint8_t *data, size_t size, bool strict)
{
    r3d_archive_options options;
    r3d_archive *archive = NULL;
    r3d_error error;
    r3d_archive_options_init(&options);
    options.strict = strict;
    r3d_cache_limits limits;
    r3d_cache_limits_init(&limits);
    limits.max_inflated_bytes = 4 * 1024 * 1024;
    options.limits = &limits;
    r3d_result result = r3d_archive_open_memory(data, size, "a", &options, &archive, &error);
    if (result != R3D_OK) {
        demand(archive == NULL, "nothing is left");
        demand(error.result == result && error.message[0] != '\0', "there is a report");
    }
    return archive;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    r3d_archive *loose = open_one(data, size, false);
    r3d_archive *strict = open_one(data, size, true);
    demand(strict == NULL || loose != NULL, "strict reading accepts less");
    int32_t count = r3d_archive_count(loose);
    for (int32_t i = 0; i < count && i < 64; i++) {
        const uint8_t *a;
        const uint8_t *b;
        size_t a_size;
        size_t b_size;
        r3d_error error;
        r3d_result result = r3d_archive_read(loose, i, &a, &a_size, &error);
        demand(result == R3D_OK || (error.offset >= 0 && error.message[0] != '\0'),
               "an error says where");
        if (strict != NULL && r3d_archive_read(strict, i, &b, &b_size, NULL) == R3D_OK) {
            demand(result == R3D_OK && a_size == b_size && memcmp(a, b, a_size) == 0,
                   "both ways give the same");
        }
    }
    r3d_archive_close(loose);
    r3d_archive_close(strict);
    return 0;
}
