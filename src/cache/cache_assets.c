/* SPDX-License-Identifier: MIT */
/* What a cache hands out: meshes, frames, textures and records. Source: spec rs2-cache. */

#include "root_internal.h"

#include <stdio.h>
#include <string.h>

/* Four times the largest canvas: what lies outside of it is not seen. */
enum { TEXTURE_PIXELS_MAX = 65536 };

static const char *const kind_names[R3D_CACHE_KIND_COUNT] = {
    "model", "frame", "skeleton", "texture", "obj", "npc", "loc", "idk", "seq", "spot",
};

const char *r3d_cache_kind_name(r3d_cache_kind kind)
{
    return kind >= R3D_CACHE_MODELS && kind < R3D_CACHE_KIND_COUNT ? kind_names[kind] : NULL;
}

static r3d_result null_argument(r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
}

/* ---- counting ---- */

static int32_t count_textures(const r3d_archive *archive)
{
    for (int32_t id = R3D_DRAW_TEXTURES_DEFAULT - 1; id >= 0; id--) {
        char name[16];
        snprintf(name, sizeof name, "%ld.dat", (long)id);
        if (r3d_archive_find(archive, name) >= 0) {
            return id + 1;
        }
    }
    return 0;
}

static r3d_result count_models(r3d_cache *cache, int32_t *out_count, r3d_error *out_error)
{
    if (cache->layout == R3D_CACHE_STORE) {
        *out_count = r3d_store_count(cache->store, R3D_STORE_MODELS);
        return R3D_OK;
    }
    r3d_result result;
    const r3d_priv_model_set *set =
        r3d_priv_cache_part(cache, R3D_PRIV_MODEL_SET, &result, out_error);
    *out_count = set != NULL ? r3d_priv_model_set_count(set) : 0;
    return result;
}

r3d_result r3d_cache_count(r3d_cache *cache, r3d_cache_kind kind, int32_t *out_count,
                           r3d_error *out_error)
{
    if (cache == NULL || out_count == NULL) {
        return null_argument(out_error);
    }
    r3d_result result = R3D_OK;
    const void *part;
    *out_count = 0;
    switch (kind) {
    case R3D_CACHE_MODELS:
        return count_models(cache, out_count, out_error);
    case R3D_CACHE_FRAMES:
    case R3D_CACHE_SKELETONS:
        part = r3d_priv_cache_part(cache, R3D_PRIV_FRAME_SET, &result, out_error);
        if (part != NULL) {
            *out_count = kind == R3D_CACHE_FRAMES ? r3d_priv_frame_set_count(part)
                                                  : r3d_priv_frame_set_skeleton_count(part);
        }
        return result;
    case R3D_CACHE_TEXTURES:
        part = r3d_priv_cache_part(cache, R3D_PRIV_TEXTURE_ARCHIVE, &result, out_error);
        *out_count = part != NULL ? count_textures(part) : 0;
        return result;
    case R3D_CACHE_OBJS:
    case R3D_CACHE_NPCS:
    case R3D_CACHE_LOCS:
    case R3D_CACHE_IDKS:
    case R3D_CACHE_SEQS:
    case R3D_CACHE_SPOTS:
        part = r3d_priv_cache_records(cache, kind, &result, out_error);
        *out_count = part != NULL ? r3d_priv_record_set_count(part) : 0;
        return result;
    default:
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                   "there is no kind %d", (int)kind);
    }
}

bool r3d_cache_contains(r3d_cache *cache, r3d_cache_kind kind, int32_t id)
{
    int32_t count = 0;
    if (cache == NULL || id < 0 || r3d_cache_count(cache, kind, &count, NULL) != R3D_OK ||
        id >= count) {
        return false;
    }
    char name[16];
    switch (kind) {
    case R3D_CACHE_MODELS:
        return cache->layout == R3D_CACHE_STORE
                   ? r3d_store_contains(cache->store, R3D_STORE_MODELS, id)
                   : r3d_priv_model_set_contains(cache->parts[R3D_PRIV_MODEL_SET].part, id);
    case R3D_CACHE_FRAMES:
        return r3d_priv_frame_set_contains(cache->parts[R3D_PRIV_FRAME_SET].part, id);
    case R3D_CACHE_SKELETONS:
        return r3d_priv_frame_set_contains_skeleton(cache->parts[R3D_PRIV_FRAME_SET].part, id);
    case R3D_CACHE_TEXTURES:
        snprintf(name, sizeof name, "%ld.dat", (long)id);
        return r3d_archive_find(cache->parts[R3D_PRIV_TEXTURE_ARCHIVE].part, name) >= 0;
    default:
        return true; /* records are dense */
    }
}

/* Of a result, makes that of a thing which does not exist say which is the largest. */
static r3d_result look_for_largest(r3d_cache *cache, r3d_cache_kind kind, int32_t id,
                                   r3d_result result, r3d_error *out_error)
{
    int32_t largest = 0;
    if (result != R3D_ERR_RANGE || out_error == NULL || r3d_cache_contains(cache, kind, id) ||
        r3d_cache_count(cache, kind, &largest, NULL) != R3D_OK) {
        return result;
    }
    do {
        largest--; /* ids need not be dense */
    } while (largest >= 0 && !r3d_cache_contains(cache, kind, largest));
    snprintf(out_error->message, sizeof out_error->message,
             largest >= 0 ? "there is no %s %ld, the largest is %ld"
                          : "there is no %s %ld, nor any",
             r3d_cache_kind_name(kind), (long)id, (long)largest);
    return result;
}

/* ---- meshes ---- */

static int64_t mesh_bytes(const r3d_mesh *mesh)
{
    /* Coordinates and label of a vertex, all there can be of a face, and the handle. */
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    return 512 + (int64_t)view.vertex_count * 16 + (int64_t)view.face_count * 32 +
           (int64_t)view.plane_count * 12;
}

static void unlink_kept(r3d_priv_kept *kept)
{
    kept->before->after = kept->after;
    kept->after->before = kept->before;
}

static void link_first(r3d_cache *cache, r3d_priv_kept *kept)
{
    kept->before = &cache->ring;
    kept->after = cache->ring.after;
    kept->before->after = kept;
    kept->after->before = kept;
}

/* Keeps a mesh, and lets those go that were not used for longest. */
static void keep_mesh(r3d_cache *cache, int32_t id, r3d_mesh *mesh)
{
    r3d_priv_kept *kept = &cache->kept[id];
    kept->mesh = mesh;
    kept->bytes = mesh_bytes(mesh);
    cache->kept_bytes += kept->bytes;
    link_first(cache, kept);
    while (cache->kept_bytes > cache->limits.max_kept_bytes && cache->ring.before != kept) {
        r3d_priv_kept *oldest = cache->ring.before;
        unlink_kept(oldest);
        cache->kept_bytes -= oldest->bytes;
        r3d_mesh_destroy(oldest->mesh);
        oldest->mesh = NULL;
    }
}

static r3d_result load_from_store(r3d_cache *cache, int32_t id, r3d_mesh **out_mesh,
                                  r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    r3d_result result =
        r3d_store_read_gzip(cache->store, R3D_STORE_MODELS, id, &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    char entry[R3D_PRIV_STORE_NAME_SIZE];
    r3d_priv_store_entry_name(R3D_STORE_MODELS, id, entry);
    r3d_priv_origin origin = {.archive = r3d_priv_store_path(cache->store), .entry = entry};
    result = r3d_priv_model_decode_file(data, size, origin, cache->strict, &cache->scratch,
                                        &cache->allocator, out_mesh, out_error);
    r3d_priv_io_free(&cache->allocator, data);
    return result;
}

static r3d_result load_mesh(r3d_cache *cache, int32_t id, r3d_mesh **out_mesh, r3d_error *out_error)
{
    if (cache->layout == R3D_CACHE_STORE) {
        return load_from_store(cache, id, out_mesh, out_error);
    }
    r3d_result result;
    r3d_priv_model_set *set = r3d_priv_cache_part(cache, R3D_PRIV_MODEL_SET, &result, out_error);
    return set != NULL ? r3d_priv_model_set_get(set, id, &cache->scratch, out_mesh, out_error)
                       : result;
}

static r3d_result reserve_kept(r3d_cache *cache, r3d_error *out_error)
{
    if (cache->kept != NULL) {
        return R3D_OK;
    }
    int32_t count;
    r3d_result result = count_models(cache, &count, out_error);
    if (result != R3D_OK) {
        return result;
    }
    cache->kept = r3d_priv_cache_alloc_array(&cache->allocator, (size_t)count, sizeof *cache->kept);
    if (cache->kept == NULL) {
        return r3d_priv_cache_no_memory(out_error, r3d_priv_cache_origin(cache));
    }
    cache->kept_count = count;
    return R3D_OK;
}

r3d_result r3d_cache_get_mesh(r3d_cache *cache, int32_t id, r3d_mesh **out_mesh,
                              r3d_error *out_error)
{
    if (cache == NULL || out_mesh == NULL) {
        return null_argument(out_error);
    }
    *out_mesh = NULL;
    r3d_result result = reserve_kept(cache, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (id < 0 || id >= cache->kept_count) {
        result = r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                     "there is no model %ld", (long)id);
        return look_for_largest(cache, R3D_CACHE_MODELS, id, result, out_error);
    }
    r3d_priv_kept *kept = &cache->kept[id];
    if (kept->mesh == NULL) {
        r3d_mesh *mesh = NULL;
        result = load_mesh(cache, id, &mesh, out_error);
        if (result != R3D_OK) {
            return look_for_largest(cache, R3D_CACHE_MODELS, id, result, out_error);
        }
        keep_mesh(cache, id, mesh);
    } else if (cache->ring.after != kept) {
        unlink_kept(kept);
        link_first(cache, kept);
    }
    result = r3d_mesh_copy(kept->mesh, out_mesh);
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_cache_no_memory(out_error, r3d_priv_cache_origin(cache));
}

/* ---- frames ---- */

r3d_result r3d_cache_get_skeleton(r3d_cache *cache, int32_t id, const r3d_skeleton **out_skeleton,
                                  r3d_error *out_error)
{
    if (cache == NULL || out_skeleton == NULL) {
        return null_argument(out_error);
    }
    *out_skeleton = NULL;
    r3d_result result;
    r3d_priv_frame_set *set = r3d_priv_cache_part(cache, R3D_PRIV_FRAME_SET, &result, out_error);
    if (set != NULL) {
        result = r3d_priv_frame_set_get_skeleton(set, id, out_skeleton, out_error);
    }
    return look_for_largest(cache, R3D_CACHE_SKELETONS, id, result, out_error);
}

r3d_result r3d_cache_get_frame(r3d_cache *cache, int32_t id, const r3d_frame **out_frame,
                               r3d_error *out_error)
{
    if (cache == NULL || out_frame == NULL) {
        return null_argument(out_error);
    }
    *out_frame = NULL;
    r3d_result result;
    r3d_priv_frame_set *set = r3d_priv_cache_part(cache, R3D_PRIV_FRAME_SET, &result, out_error);
    if (set != NULL) {
        result = r3d_priv_frame_set_get(set, id, out_frame, out_error);
    }
    return look_for_largest(cache, R3D_CACHE_FRAMES, id, result, out_error);
}

int32_t r3d_cache_get_frame_skeleton(r3d_cache *cache, int32_t id)
{
    r3d_result result;
    if (cache == NULL) {
        return -1;
    }
    const r3d_priv_frame_set *set = r3d_priv_cache_part(cache, R3D_PRIV_FRAME_SET, &result, NULL);
    return set != NULL ? r3d_priv_frame_set_skeleton_of(set, id) : -1;
}

/* ---- textures ---- */

static r3d_result load_texture(r3d_cache *cache, int32_t id, r3d_error *out_error)
{
    r3d_result result;
    r3d_archive *archive = r3d_priv_cache_part(cache, R3D_PRIV_TEXTURE_ARCHIVE, &result, out_error);
    if (archive == NULL) {
        return result;
    }
    const uint8_t *data;
    size_t size;
    const uint8_t *index;
    size_t index_size;
    char name[16];
    snprintf(name, sizeof name, "%ld.dat", (long)id);
    r3d_priv_origin origin = {.archive = r3d_priv_archive_name(archive), .entry = name};
    if (r3d_archive_find(archive, name) < 0) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin, -1, "there is no texture %ld",
                                   (long)id);
    }
    result = r3d_archive_read_name(archive, name, &data, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_archive_read_name(archive, "index.dat", &index, &index_size, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    char full[R3D_ERROR_FILE_SIZE];
    snprintf(full, sizeof full, "%s:%s", origin.archive, name);
    return r3d_priv_sprite_decode(data, size, index, index_size, 0, full, TEXTURE_PIXELS_MAX,
                                  &cache->allocator, &cache->textures[id].image, out_error);
}

static r3d_result check_texture(r3d_cache *cache, int32_t id, r3d_error *out_error)
{
    r3d_result result = R3D_OK;
    if (id < 0 || id >= R3D_DRAW_TEXTURES_DEFAULT) {
        result = r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                     "there is no texture %ld", (long)id);
    } else if (cache->textures[id].image.pixels == NULL) {
        result = load_texture(cache, id, out_error);
    }
    return look_for_largest(cache, R3D_CACHE_TEXTURES, id, result, out_error);
}

r3d_result r3d_cache_get_texture(r3d_cache *cache, int32_t id, const r3d_image8 **out_image,
                                 r3d_error *out_error)
{
    if (cache == NULL || out_image == NULL) {
        return null_argument(out_error);
    }
    *out_image = NULL;
    r3d_result result = check_texture(cache, id, out_error);
    if (result == R3D_OK) {
        *out_image = &cache->textures[id].image;
    }
    return result;
}

/* Where in index.dat a texture is described: its file begins with that. */
static int64_t description_of(r3d_archive *archive, const char *name)
{
    const uint8_t *data;
    size_t size;
    if (r3d_archive_read_name(archive, name, &data, &size, NULL) != R3D_OK || size < 2) {
        return 0;
    }
    return r3d_priv_be16(data);
}

/* Whether a picture can be a texture. */
static r3d_result check_canvas(r3d_cache *cache, int32_t id, r3d_error *out_error)
{
    const r3d_image_frame *frame = &cache->textures[id].image.frame;
    bool fits = frame->canvas_width == frame->canvas_height &&
                (frame->canvas_width == 128 || frame->canvas_width == 64);
    if (fits) {
        return R3D_OK;
    }
    r3d_archive *archive = cache->parts[R3D_PRIV_TEXTURE_ARCHIVE].part;
    char name[16];
    snprintf(name, sizeof name, "%ld.dat", (long)id);
    r3d_priv_origin origin = {.archive = r3d_priv_archive_name(archive), .entry = "index.dat"};
    return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, origin,
                               description_of(archive, name),
                               "texture %ld has a canvas of %ldx%ld, expected 128x128 or 64x64",
                               (long)id, (long)frame->canvas_width, (long)frame->canvas_height);
}

/* The engine reads pixels as signed bytes, so a texture can use the first 128 colours only. */
static r3d_result check_colors(r3d_cache *cache, int32_t id, r3d_image8 *image,
                               r3d_error *out_error)
{
    if (image->palette_count <= R3D_TEXTURE_PALETTE_MAX) {
        return R3D_OK;
    }
    image->palette_count = R3D_TEXTURE_PALETTE_MAX;
    if (r3d_image8_validate(image) == R3D_OK) {
        return R3D_OK;
    }
    char name[16];
    snprintf(name, sizeof name, "%ld.dat", (long)id);
    r3d_priv_origin origin = {
        .archive = r3d_priv_archive_name(cache->parts[R3D_PRIV_TEXTURE_ARCHIVE].part),
        .entry = name};
    return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_INDEX, origin, 2,
                               "texture %ld has pixels of colour 128 or above", (long)id);
}

static r3d_result build_texels(r3d_cache *cache, int32_t id, r3d_error *out_error)
{
    r3d_priv_cache_texture *texture = &cache->textures[id];
    r3d_image8 image = texture->image;
    r3d_result result = check_canvas(cache, id, out_error);
    if (result == R3D_OK) {
        result = check_colors(cache, id, &image, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (!cache->has_gamma) {
        (void)r3d_gamma_build(cache->brightness, &cache->gamma);
        cache->has_gamma = true;
    }
    r3d_priv_origin origin = r3d_priv_cache_origin(cache);
    uint32_t *bank = r3d_priv_cache_alloc_array(&cache->allocator, R3D_TEXELS_HIGH_COUNT, 4);
    if (bank == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    result = r3d_texels_build(&image, R3D_DETAIL_HIGH, &cache->gamma, cache->rules.black, bank,
                              &texture->texels);
    if (result != R3D_OK) {
        r3d_priv_io_free(&cache->allocator, bank);
        return r3d_priv_cache_fail(out_error, result, origin, -1, "texture %ld: %s", (long)id,
                                   r3d_result_string(result));
    }
    texture->bank = bank;
    return R3D_OK;
}

r3d_result r3d_cache_get_texels(r3d_cache *cache, int32_t id, const r3d_texels **out_texels,
                                r3d_error *out_error)
{
    if (cache == NULL || out_texels == NULL) {
        return null_argument(out_error);
    }
    *out_texels = NULL;
    r3d_result result = check_texture(cache, id, out_error);
    if (result == R3D_OK && cache->textures[id].bank == NULL) {
        result = build_texels(cache, id, out_error);
    }
    if (result == R3D_OK) {
        *out_texels = &cache->textures[id].texels;
    }
    return result;
}

/* ---- records ---- */

static r3d_result get_record(r3d_cache *cache, r3d_cache_kind kind, int32_t id,
                             const void **out_record, r3d_error *out_error)
{
    *out_record = NULL;
    if (cache == NULL) {
        return null_argument(out_error);
    }
    r3d_result result;
    r3d_priv_record_set *set = r3d_priv_cache_records(cache, kind, &result, out_error);
    if (set != NULL) {
        result = r3d_priv_record_set_get(set, id, out_record, out_error);
    }
    return look_for_largest(cache, kind, id, result, out_error);
}

#define GETTER(function, type, kind)                                                               \
    r3d_result function(r3d_cache *cache, int32_t id, const type **out_record,                     \
                        r3d_error *out_error)                                                      \
    {                                                                                              \
        const void *record;                                                                        \
        if (out_record == NULL) {                                                                  \
            return null_argument(out_error);                                                       \
        }                                                                                          \
        r3d_result result = get_record(cache, kind, id, &record, out_error);                       \
        *out_record = record;                                                                      \
        return result;                                                                             \
    }

GETTER(r3d_cache_get_obj, r3d_cache_obj, R3D_CACHE_OBJS)
GETTER(r3d_cache_get_npc, r3d_cache_npc, R3D_CACHE_NPCS)
GETTER(r3d_cache_get_loc, r3d_cache_loc, R3D_CACHE_LOCS)
GETTER(r3d_cache_get_idk, r3d_cache_idk, R3D_CACHE_IDKS)
GETTER(r3d_cache_get_seq, r3d_cache_seq, R3D_CACHE_SEQS)
GETTER(r3d_cache_get_spot, r3d_cache_spot, R3D_CACHE_SPOTS)

#undef GETTER

r3d_result r3d_cache_get_obj_name(r3d_cache *cache, int32_t id, const char **out_name,
                                  r3d_error *out_error)
{
    enum { NOTES_MAX = 8 }; /* notes of notes: records that name each other in a circle end, too */
    const r3d_cache_obj *record = NULL;
    if (out_name == NULL) {
        return null_argument(out_error);
    }
    *out_name = "";
    r3d_result result = r3d_cache_get_obj(cache, id, &record, out_error);
    for (int i = 0;
         i < NOTES_MAX && result == R3D_OK && record->note_template >= 0 && record->note_item >= 0;
         i++) {
        result = r3d_cache_get_obj(cache, record->note_item, &record, out_error);
    }
    if (result == R3D_OK) {
        *out_name = record->name;
    }
    return result;
}

r3d_result r3d_cache_count_opcodes(r3d_cache *cache, r3d_cache_kind kind, int32_t id,
                                   int32_t *counts, r3d_error *out_error)
{
    r3d_result result;
    if (cache == NULL || counts == NULL) {
        return null_argument(out_error);
    }
    memset(counts, 0, R3D_CACHE_OPCODES * sizeof *counts);
    if (kind < R3D_CACHE_OBJS || kind > R3D_CACHE_SPOTS) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(cache), -1,
                                   "kind %d has no records with opcodes", (int)kind);
    }
    r3d_priv_record_set *set = r3d_priv_cache_records(cache, kind, &result, out_error);
    if (set != NULL) {
        result = r3d_priv_record_set_count_opcodes(set, id, counts, out_error);
    }
    if (result != R3D_OK) {
        memset(counts, 0, R3D_CACHE_OPCODES * sizeof *counts);
    }
    return look_for_largest(cache, kind, id, result, out_error);
}

/* ---- sequences ---- */

static r3d_sequence *make_sequence(r3d_cache *cache, const r3d_cache_seq *seq)
{
    const r3d_priv_arena mark = cache->arena;
    r3d_sequence *sequence = r3d_priv_arena_alloc(&cache->arena, sizeof *sequence);
    r3d_mask *mask = r3d_priv_arena_alloc(&cache->arena, sizeof *mask);
    r3d_sequence_step *steps =
        r3d_priv_arena_alloc(&cache->arena, (size_t)seq->step_count * sizeof *steps);
    if (sequence == NULL || mask == NULL || steps == NULL) {
        r3d_priv_arena_rewind(&cache->arena, &mark);
        return NULL;
    }
    for (int32_t i = 0; i < seq->step_count; i++) {
        const r3d_frame *frame;
        steps[i] = seq->steps[i];
        if (steps[i].frame >= 0 &&
            r3d_cache_get_frame(cache, steps[i].frame, &frame, NULL) == R3D_OK) {
            steps[i].frame_delay = frame->delay;
        }
    }
    mask->base_count = seq->mask_count;
    mask->bases = seq->mask;
    r3d_sequence_init(sequence);
    sequence->step_count = seq->step_count;
    sequence->steps = steps;
    sequence->replay_offset = seq->replay_offset;
    sequence->loop_limit = seq->loop_limit;
    sequence->mask = seq->mask_count > 0 ? mask : NULL;
    return sequence;
}

r3d_result r3d_cache_get_sequence(r3d_cache *cache, int32_t id, const r3d_sequence **out_sequence,
                                  r3d_error *out_error)
{
    if (cache == NULL || out_sequence == NULL) {
        return null_argument(out_error);
    }
    *out_sequence = NULL;
    const r3d_cache_seq *seq;
    r3d_result result = r3d_cache_get_seq(cache, id, &seq, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (cache->sequences == NULL) {
        int32_t count = 0;
        (void)r3d_cache_count(cache, R3D_CACHE_SEQS, &count, NULL);
        cache->sequences =
            r3d_priv_cache_alloc_array(&cache->allocator, (size_t)count, sizeof *cache->sequences);
    }
    if (cache->sequences != NULL && cache->sequences[id] == NULL) {
        cache->sequences[id] = make_sequence(cache, seq);
    }
    if (cache->sequences == NULL || cache->sequences[id] == NULL) {
        return r3d_priv_arena_fail(out_error, &cache->arena, r3d_priv_cache_origin(cache));
    }
    *out_sequence = cache->sequences[id];
    return R3D_OK;
}
