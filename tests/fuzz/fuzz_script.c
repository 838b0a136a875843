/* SPDX-License-Identifier: MIT */
// Fuzz target of display lists: any text is parsed; what parses is replayed into a bounded frame, by the
// scalar code and by the best instruction set, with the same verdict, frame and dump. Scripts may read
// the data of the goldens (../data/...) and nothing else.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/script.h>

enum { MEMORY_MAX = 12 << 20, COMMANDS_MAX = 400, PATH_SIZE = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char home[] = R3D_FUZZ_GOLDEN "/raster/fuzz.r3d";
static const char readable[] = R3D_FUZZ_GOLDEN "/raster/../data/";

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

static bool reads_data_only(const r3d_script *script)
{
    char path[PATH_SIZE];
    size_t count = r3d_script_command_count(script);
    for (size_t i = 0; i < count; i++) {
        if (r3d_script_command_file(script, i, path, sizeof path) != R3D_OK) {
            return false;
        }
        if (path[0] != '\0' && (strncmp(path, readable, sizeof readable - 1) != 0 ||
                                strstr(path + sizeof readable - 1, "..") != NULL)) {
            return false;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    r3d_script *script = NULL;
    r3d_error error;
    r3d_result result = r3d_script_parse((const char *)data, size, home, NULL, &script, &error);
    if (result != R3D_OK) {
        check_error(&error, result);
        demand(script == NULL, "nothing is left after an error");
        return 0;
    }
    if (reads_data_only(script)) {
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
    return 0;
}
