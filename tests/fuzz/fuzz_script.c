/* SPDX-License-Identifier: MIT */
// Fuzz target of display lists: any text is parsed; what parses is replayed into a bounded frame, by the
// scalar code and by the best instruction set, with the same verdict, frame and dump. Scripts may read
// what the goldens of the raster and of models read, and nothing else.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/script.h>

enum { MEMORY_MAX = 12 << 20, COMMANDS_MAX = 400, PATH_SIZE = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A script stands in one of these: seeds name files beside them, and those that all rooms share.
static const char *const homes[] = {R3D_FUZZ_GOLDEN "/raster/", R3D_FUZZ_GOLDEN "/model/"};
static const char shared[] = "../data/";

static void demand(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "demand failed: %s\n", what);
        abort();
    }
}

static void check_error(const r3d_error *error, r3d_result result)
{
    demand(error->result == result, "the report holds the result");
    demand(memchr(error->message, '\0', sizeof error->message) != NULL, "the message ends");
    demand(error->message[0] != '\0', "there is a message");
}

static bool is_readable(const char *path, const char *home)
{
    size_t length = strlen(home);
    if (strncmp(path, home, length) != 0) {
        return false;
    }
    path += length;
    path += strncmp(path, shared, sizeof shared - 1) == 0 ? sizeof shared - 1 : 0;
    return strstr(path, "..") == NULL;
}

// Counts the files that the script reads. False if it is not to be replayed.
static bool may_replay(const r3d_script *script, const char *home, size_t *out_files)
{
    char path[PATH_SIZE];
    size_t count = r3d_script_command_count(script);
    *out_files = 0;
    for (size_t i = 0; i < count; i++) {
        for (int32_t k = 0; k == 0 || path[0] != '\0'; k++) {
            if (r3d_script_command_file(script, i, k, path, sizeof path) != R3D_OK ||
                (path[0] != '\0' && !is_readable(path, home))) {
                return false;
            }
            *out_files += path[0] != '\0';
        }
    }
    return count <= COMMANDS_MAX;
}

static r3d_result replay(const r3d_script *script, r3d_isa isa, r3d_replay **out_replay)
{
    r3d_replay_desc desc;
    r3d_error error;
    r3d_replay_desc_init(&desc);
    desc.max_memory = MEMORY_MAX;
    desc.isa = isa;
    demand(r3d_replay_create(&desc, out_replay) == R3D_OK, "a replay");
    r3d_result result = r3d_replay_run(*out_replay, script, &error);
    if (result != R3D_OK) {
        check_error(&error, result);
        demand(r3d_replay_get_surface(*out_replay) == NULL, "no frame after an error");
    }
    return result;
}

static void compare(const r3d_replay *expected, const r3d_replay *actual)
{
    const r3d_surface *a = r3d_replay_get_surface(expected);
    const r3d_surface *b = r3d_replay_get_surface(actual);
    demand((a == NULL) == (b == NULL), "both have a frame");
    for (int32_t y = 0; a != NULL && y < a->height; y++) {
        demand(memcmp(a->pixels + (ptrdiff_t)y * a->stride_px,
                      b->pixels + (ptrdiff_t)y * b->stride_px,
                      (size_t)a->width * sizeof *a->pixels) == 0,
               "the same pixels");
    }
    size_t sizes[2];
    const char *dumps[2] = {r3d_replay_get_dump(expected, &sizes[0]),
                            r3d_replay_get_dump(actual, &sizes[1])};
    demand(sizes[0] == sizes[1] && (sizes[0] == 0 || memcmp(dumps[0], dumps[1], sizes[0]) == 0),
           "the same dump");
}

// Whether the script reads files, so that it may do something else elsewhere.
static bool try_home(const uint8_t *data, size_t size, const char *home)
{
    char name[PATH_SIZE];
    size_t files = 0;
    r3d_script *script = NULL;
    (void)snprintf(name, sizeof name, "%sfuzz.r3d", home);
    r3d_error error;
    r3d_result result = r3d_script_parse((const char *)data, size, name, NULL, &script, &error);
    if (result != R3D_OK) {
        check_error(&error, result);
        demand(script == NULL, "nothing is left after an error");
        return false;
    }
    if (may_replay(script, home, &files)) {
        r3d_replay *scalar;
        r3d_replay *best;
        result = replay(script, R3D_ISA_SCALAR, &scalar);
        demand(replay(script, R3D_ISA_BEST, &best) == result, "the same verdict");
        if (result == R3D_OK) {
            compare(scalar, best);
        }
        r3d_replay_destroy(scalar);
        r3d_replay_destroy(best);
    }
    r3d_script_destroy(script);
    return files > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (try_home(data, size, homes[0])) {
        (void)try_home(data, size, homes[1]);
    }
    return 0;
}
