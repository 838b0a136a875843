/* SPDX-License-Identifier: MIT */
// Fuzz target of what lies in archives and stores, behind the compression. The first byte says what
// the others are: a model file, a gzip member, a sprite, a record of one kind, or the streams of a
// models archive, which are cut at the lengths that come first.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cache_internal.h>

enum { STREAMS = 20, KINDS = 10 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const stream_names[STREAMS] = {
    "ob_head.dat",   "ob_face1.dat",   "ob_face2.dat",   "ob_face3.dat",  "ob_face4.dat",
    "ob_face5.dat",  "ob_point1.dat",  "ob_point2.dat",  "ob_point3.dat", "ob_point4.dat",
    "ob_point5.dat", "ob_vertex1.dat", "ob_vertex2.dat", "ob_axis.dat",   "base_head.dat",
    "base_type.dat", "base_label.dat", "frame_head.dat", "frame_del.dat", "frame_tran1.dat",
};

static void fuzz_model(const uint8_t *data, size_t size)
{
    r3d_mesh *mesh = NULL;
    (void)r3d_cache_decode_model(data, size, "m", NULL, &mesh, NULL);
    r3d_mesh_destroy(mesh);
}

static void fuzz_gzip(const uint8_t *data, size_t size, const r3d_allocator *hooks)
{
    r3d_priv_origin origin = {.archive = "s", .entry = "1/1"};
    void *out = NULL;
    size_t out_size;
    (void)r3d_priv_gzip_decode(data, size, 1 << 20, false, origin, hooks, &out, &out_size, NULL);
    r3d_priv_io_free(hooks, out);
}

// The first two bytes say where index.dat ends and N.dat begins.
static void fuzz_sprite(const uint8_t *data, size_t size)
{
    if (size < 3) {
        return;
    }
    size_t cut = ((size_t)data[0] << 8 | data[1]) % (size - 2);
    int32_t image = data[2] % 4;
    r3d_image8 image8;
    r3d_image24 image24;
    if (r3d_cache_decode_sprite(data + 2 + cut, size - 2 - cut, data + 2, cut, image, "t", NULL,
                                &image8, NULL) == R3D_OK) {
        if (r3d_image8_validate(&image8) != R3D_OK) {
            abort();
        }
        r3d_image8_free(&image8, NULL);
    }
    if (r3d_cache_decode_sprite24(data + 2 + cut, size - 2 - cut, data + 2, cut, image, "t", NULL,
                                  &image24, NULL) == R3D_OK) {
        r3d_image24_free(&image24, NULL);
    }
}

static void fuzz_record(int kind, const uint8_t *data, size_t size, const r3d_allocator *hooks)
{
    static const r3d_priv_record_decoder decoders[R3D_PRIV_RECORD_KINDS] = {
        r3d_priv_decode_obj, r3d_priv_decode_npc, r3d_priv_decode_loc,
        r3d_priv_decode_idk, r3d_priv_decode_seq, r3d_priv_decode_spot};
    union {
        r3d_cache_obj obj;
        r3d_cache_npc npc;
        r3d_cache_loc loc;
        r3d_cache_idk idk;
        r3d_cache_seq seq;
        r3d_cache_spot spot;
    } record;
    r3d_priv_origin origin = {.archive = "config", .entry = "x.dat"};
    r3d_priv_reader reader = r3d_priv_reader_make(data, size, 0);
    r3d_priv_arena arena;
    memset(&record, 0, sizeof record);
    r3d_priv_arena_init(&arena, hooks);
    (void)decoders[kind](&reader, origin, 0, &arena, &record, NULL);
    r3d_priv_arena_free(&arena);
}

static void put(uint8_t **at, uint32_t value, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--) {
        *(*at)++ = (uint8_t)(value >> 8 * i);
    }
}

// An archive of another shape than the compressed ones would be slow to fuzz: bzip2 hides
// everything. The body here is handed over as an inflated one: a whole archive whose reader was
// given its inside.
static void fuzz_streams(const uint8_t *data, size_t size, const r3d_allocator *hooks)
{
    size_t lengths[STREAMS + 1];
    if (size < STREAMS) {
        return;
    }
    size_t left = size - STREAMS;
    const uint8_t *body = data + STREAMS;
    for (int i = 0; i < STREAMS; i++) {
        lengths[i] = data[i] < left ? data[i] : left;
        left -= lengths[i];
    }
    lengths[STREAMS] = left; // frame_tran2.dat
    size_t directory = 2 + 10 * (STREAMS + 1);
    size_t total = directory + (size - STREAMS);
    uint8_t *bytes = malloc(total);
    if (bytes == NULL) {
        abort();
    }
    uint8_t *at = bytes;
    put(&at, STREAMS + 1, 2);
    for (int i = 0; i <= STREAMS; i++) {
        put(&at, r3d_archive_hash(i < STREAMS ? stream_names[i] : "frame_tran2.dat"), 4);
        put(&at, (uint32_t)lengths[i], 3);
        put(&at, (uint32_t)lengths[i], 3);
    }
    if (size > STREAMS) {
        memcpy(at, body, size - STREAMS);
    }
    r3d_archive *archive = NULL;
    r3d_archive_options options;
    r3d_archive_options_init(&options);
    options.allocator = *hooks;
    if (r3d_priv_archive_adopt_body(bytes, total, "models", &options, &archive, NULL) == R3D_OK) {
        r3d_priv_model_set *models = NULL;
        r3d_priv_frame_set *frames = NULL;
        r3d_priv_model_scratch scratch = {NULL, 0};
        if (r3d_priv_model_set_open(archive, hooks, &models, NULL) == R3D_OK) {
            for (int32_t id = 0; id < r3d_priv_model_set_count(models) && id < 200; id++) {
                r3d_mesh *mesh = NULL;
                (void)r3d_priv_model_set_get(models, id, &scratch, &mesh, NULL);
                r3d_mesh_destroy(mesh);
            }
            r3d_priv_model_set_close(models);
        }
        if (r3d_priv_frame_set_open_archive(archive, 1 << 20, hooks, &frames, NULL) == R3D_OK) {
            for (int32_t id = 0; id < r3d_priv_frame_set_count(frames); id++) {
                const r3d_frame *frame;
                (void)r3d_priv_frame_set_get(frames, id, &frame, NULL);
            }
            r3d_priv_frame_set_close(frames);
        }
        r3d_priv_model_scratch_free(&scratch, hooks);
        r3d_archive_close(archive);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    r3d_allocator hooks;
    (void)r3d_priv_io_allocator(NULL, &hooks);
    if (size == 0) {
        return 0;
    }
    int kind = data[0] % KINDS;
    const uint8_t *rest = data + 1;
    switch (kind) {
    case 0:
        fuzz_model(rest, size - 1);
        break;
    case 1:
        fuzz_gzip(rest, size - 1, &hooks);
        break;
    case 2:
        fuzz_sprite(rest, size - 1);
        break;
    case 3:
        fuzz_streams(rest, size - 1, &hooks);
        break;
    default:
        fuzz_record(kind - 4, rest, size - 1, &hooks);
        break;
    }
    return 0;
}
