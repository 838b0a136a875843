/* SPDX-License-Identifier: MIT */
/* Caches: opening them, and their parts when they are first needed. Source: spec rs2-cache. */

#include "root_internal.h"

#include <stdio.h>
#include <string.h>

#include "../base/desc.h"

enum {
    STORE_CONFIG = 2, /* archives of a store, in its index 0 */
    STORE_TEXTURES = 6,
    PATH_EXTRA = 24
};

static const double brightness_default = 0.8;

void r3d_cache_desc_init_sized(r3d_cache_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

static r3d_result rules_of(r3d_cache_revision revision, r3d_cache_rules *rules)
{
    r3d_priv_desc_init(rules, sizeof *rules);
    switch (revision) {
    case R3D_REVISION_225:
        rules->notes = R3D_NOTE_SCALED;
        rules->planes = R3D_PLANES_KEPT;
        rules->alpha = R3D_POSE_ALPHA_IF_FLAGGED;
        rules->black = R3D_BLACK_IS_HOLE;
        return R3D_OK;
    case R3D_REVISION_317:
        rules->notes = R3D_NOTE_ZOOMED;
        rules->planes = R3D_PLANES_REBASED;
        rules->alpha = R3D_POSE_ALPHA_ALWAYS;
        rules->black = R3D_BLACK_KEPT;
        return R3D_OK;
    default:
        return R3D_ERR_RANGE;
    }
}

void r3d_cache_rules_init_sized(r3d_cache_rules *out_rules, uint32_t struct_size)
{
    r3d_cache_rules whole;
    (void)rules_of(R3D_REVISION_225, &whole);
    R3D_PRIV_DESC_GIVE(out_rules, whole, struct_size);
}

r3d_result r3d_cache_rules_set_revision(r3d_cache_rules *rules, r3d_cache_revision revision)
{
    r3d_cache_rules whole;
    if (rules == NULL || !r3d_priv_desc_size_is_possible(rules->struct_size)) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_result result = rules_of(revision, &whole);
    if (result == R3D_OK) {
        r3d_priv_desc_give(rules, rules->struct_size, &whole, sizeof whole);
    }
    return result;
}

r3d_priv_origin r3d_priv_cache_origin(const r3d_cache *cache)
{
    return (r3d_priv_origin){.archive = cache->root, .entry = NULL};
}

static char *copy_text(const r3d_allocator *allocator, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = r3d_priv_io_alloc(allocator, size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

/* "ROOT/NAME" in new memory. */
static char *path_in_root(const r3d_cache *cache, const char *name)
{
    size_t root = strlen(cache->root);
    size_t size = strlen(name) + 1;
    char *path = r3d_priv_io_alloc(&cache->allocator, root + 1 + size);
    if (path != NULL) {
        memcpy(path, cache->root, root);
        path[root] = '/';
        memcpy(path + root + 1, name, size);
    }
    return path;
}

/* Where the files are; NULL: on disk. */
static const r3d_file_source *files_of(const r3d_cache *cache)
{
    return cache->files.open != NULL ? &cache->files : NULL;
}

/* Whether a file can be opened. */
static bool file_exists(const r3d_cache *cache, const char *name)
{
    char *path = path_in_root(cache, name);
    const r3d_file_source *files = files_of(cache);
    if (path != NULL && files != NULL) {
        r3d_priv_lent lent;
        const bool exists = r3d_priv_lend(files, path, INT64_MAX, &lent, NULL) == R3D_OK;
        r3d_priv_lent_close(&lent);
        r3d_priv_io_free(&cache->allocator, path);
        return exists;
    }
    FILE *file = NULL;
    int64_t size = 0;
    if (path != NULL && r3d_priv_file_open(path, &file, &size, NULL) == R3D_OK) {
        (void)fclose(file);
    }
    r3d_priv_io_free(&cache->allocator, path);
    return file != NULL;
}

static r3d_archive_options options_of(const r3d_cache *cache)
{
    r3d_archive_options options;
    r3d_archive_options_init(&options);
    options.strict = cache->strict;
    options.limits = &cache->limits;
    options.allocator = cache->allocator;
    options.files = files_of(cache);
    return options;
}

/* ---- opening ---- */

/* Whether the root is a file, where a folder is expected. */
static bool root_is_file(const r3d_cache *cache)
{
    FILE *file = NULL;
    int64_t size = 0;
    const bool is_file =
        files_of(cache) == NULL && r3d_priv_file_open(cache->root, &file, &size, NULL) == R3D_OK;
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_file;
}

/* Says what was looked for. */
static r3d_result no_layout(const r3d_cache *cache, r3d_cache_layout wanted, r3d_error *out_error)
{
    const char *here =
        root_is_file(cache) ? "this is a file, not the folder of a cache" : "no cache is here";
    const r3d_priv_origin origin = r3d_priv_cache_origin(cache);
    switch (wanted) {
    case R3D_CACHE_ARCHIVES:
        return r3d_priv_cache_fail(out_error, R3D_ERR_IO_OPEN, origin, -1,
                                   "%s, expected a folder with one of the files %.100s, textures "
                                   "and config at least, as archives were asked for",
                                   here, cache->models_name);
    case R3D_CACHE_STORE:
        return r3d_priv_cache_fail(out_error, R3D_ERR_IO_OPEN, origin, -1,
                                   "%s, expected a folder with main_file_cache.dat, as a store was "
                                   "asked for",
                                   here);
    default:
        return r3d_priv_cache_fail(out_error, R3D_ERR_IO_OPEN, origin, -1,
                                   "%s, expected a folder with the files %.100s, textures and "
                                   "config, or main_file_cache.dat",
                                   here, cache->models_name);
    }
}

static r3d_result find_layout(r3d_cache *cache, r3d_cache_layout wanted, r3d_error *out_error)
{
    if (wanted != R3D_CACHE_ARCHIVES && file_exists(cache, "main_file_cache.dat")) {
        cache->layout = R3D_CACHE_STORE;
        r3d_archive_options options = options_of(cache);
        return r3d_store_open(cache->root, &options, &cache->store, out_error);
    }
    /* One archive is enough: icons need no textures, and textures no models. */
    if (wanted != R3D_CACHE_STORE &&
        (file_exists(cache, cache->models_name) || file_exists(cache, "config") ||
         file_exists(cache, "textures"))) {
        cache->layout = R3D_CACHE_ARCHIVES;
        return R3D_OK;
    }
    return no_layout(cache, wanted, out_error);
}

static bool is_revision(r3d_cache_revision revision)
{
    return revision == R3D_REVISION_OF_LAYOUT || revision == R3D_REVISION_225 ||
           revision == R3D_REVISION_317;
}

static bool are_rules(const r3d_cache_rules *rules)
{
    return ((rules->notes == R3D_NOTE_SCALED || rules->notes == R3D_NOTE_ZOOMED) &&
            (rules->planes == R3D_PLANES_REBASED || rules->planes == R3D_PLANES_KEPT) &&
            (rules->alpha == R3D_POSE_ALPHA_IF_FLAGGED || rules->alpha == R3D_POSE_ALPHA_ALWAYS) &&
            (rules->black == R3D_BLACK_KEPT || rules->black == R3D_BLACK_IS_HOLE));
}

// Reads the description and what it points to, each of the caller's own version.
static r3d_result check_desc(const char *root, const r3d_cache_desc *desc,
                             r3d_cache_rules *out_rules, r3d_error *out_error)
{
    r3d_allocator hooks;
    r3d_cache_limits limits;
    r3d_gamma gamma;
    r3d_priv_origin origin = {.archive = root, .entry = NULL};
    (void)rules_of(R3D_REVISION_225, out_rules);
    if (root == NULL || r3d_priv_io_allocator(&desc->allocator, &hooks) != R3D_OK ||
        r3d_priv_cache_limits(desc->limits, &limits) == R3D_ERR_ARGUMENT ||
        (desc->rules != NULL &&
         r3d_priv_desc_read(out_rules, sizeof *out_rules, desc->rules) != R3D_OK)) {
        return r3d_priv_cache_fail(
            out_error, R3D_ERR_ARGUMENT, origin, -1,
            "a pointer is NULL, a struct_size is none or the allocator has only one function");
    }
    if (!is_revision(desc->revision) || !are_rules(out_rules) || desc->layout < R3D_CACHE_ANY ||
        desc->layout > R3D_CACHE_STORE || r3d_priv_cache_limits(desc->limits, &limits) != R3D_OK ||
        (desc->brightness != 0 && r3d_gamma_build(desc->brightness, &gamma) != R3D_OK)) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin, -1,
                                   "the layout, revision, rules, limits or brightness are none");
    }
    return R3D_OK;
}

r3d_result r3d_cache_open(const char *root, const r3d_cache_desc *desc, r3d_cache **out_cache,
                          r3d_error *out_error)
{
    r3d_cache_desc full;
    r3d_cache_desc_init(&full);
    if (out_cache == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, root, 0, -1, "a pointer is NULL");
    }
    *out_cache = NULL;
    const bool is_read = desc == NULL || r3d_priv_desc_read(&full, sizeof full, desc) == R3D_OK;
    r3d_cache_rules rules;
    r3d_result result = check_desc(is_read ? root : NULL, &full, &rules, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_allocator hooks;
    (void)r3d_priv_io_allocator(&full.allocator, &hooks);
    r3d_priv_origin origin = {.archive = root, .entry = NULL};
    r3d_cache *cache = r3d_priv_cache_alloc_array(&hooks, 1, sizeof *cache);
    if (cache == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    cache->allocator = hooks;
    (void)r3d_priv_cache_limits(full.limits, &cache->limits);
    cache->brightness = full.brightness != 0 ? full.brightness : brightness_default;
    cache->strict = full.strict;
    if (full.files != NULL) {
        cache->files = *full.files;
    }
    cache->ring.before = &cache->ring;
    cache->ring.after = &cache->ring;
    cache->inflated_left = cache->limits.max_inflated_bytes + cache->limits.max_inflated_bytes / 2;
    cache->record_left = cache->limits.max_record_bytes;
    r3d_priv_arena_init(&cache->arena, &cache->allocator);
    cache->arena.budget = &cache->record_left;
    cache->root = copy_text(&hooks, root);
    cache->models_name = copy_text(&hooks, full.models_name != NULL ? full.models_name : "models");
    result = cache->root != NULL && cache->models_name != NULL
                 ? find_layout(cache, full.layout, out_error)
                 : r3d_priv_cache_no_memory(out_error, origin);
    if (result != R3D_OK) {
        r3d_cache_close(cache);
        return result;
    }
    r3d_cache_revision revision = full.revision;
    if (revision == R3D_REVISION_OF_LAYOUT) {
        revision = cache->layout == R3D_CACHE_STORE ? R3D_REVISION_317 : R3D_REVISION_225;
    }
    (void)rules_of(revision, &cache->rules);
    if (full.rules != NULL) {
        cache->rules = rules;
    }
    *out_cache = cache;
    return R3D_OK;
}

void r3d_cache_close(r3d_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    r3d_allocator allocator = cache->allocator;
    for (int32_t i = 0; i < cache->kept_count; i++) {
        r3d_mesh_destroy(cache->kept[i].mesh);
    }
    for (int i = 0; i < R3D_DRAW_TEXTURES_DEFAULT; i++) {
        r3d_image8_free(&cache->textures[i].image, &allocator);
        r3d_priv_io_free(&allocator, cache->textures[i].bank);
    }
    r3d_priv_model_set_close(cache->parts[R3D_PRIV_MODEL_SET].part);
    r3d_priv_frame_set_close(cache->parts[R3D_PRIV_FRAME_SET].part);
    for (int i = 0; i < R3D_PRIV_RECORD_KINDS; i++) {
        r3d_priv_record_set_close(cache->parts[R3D_PRIV_RECORD_SET + i].part);
    }
    r3d_archive_close(cache->parts[R3D_PRIV_MODEL_ARCHIVE].part);
    r3d_archive_close(cache->parts[R3D_PRIV_TEXTURE_ARCHIVE].part);
    r3d_archive_close(cache->parts[R3D_PRIV_CONFIG_ARCHIVE].part);
    for (int i = 0; i < R3D_PRIV_PART_ID_COUNT; i++) {
        r3d_priv_io_free(&allocator, cache->parts[i].failure);
    }
    r3d_store_close(cache->store);
    r3d_priv_model_scratch_free(&cache->scratch, &allocator);
    r3d_priv_arena_free(&cache->arena);
    r3d_priv_io_free(&allocator, cache->sequences);
    r3d_priv_io_free(&allocator, cache->kept);
    r3d_priv_io_free(&allocator, cache->models_name);
    r3d_priv_io_free(&allocator, cache->root);
    r3d_priv_io_free(&allocator, cache);
}

const char *r3d_cache_get_root(const r3d_cache *cache)
{
    return cache != NULL ? cache->root : "";
}

r3d_cache_layout r3d_cache_get_layout(const r3d_cache *cache)
{
    return cache != NULL ? cache->layout : R3D_CACHE_ANY;
}

void r3d_cache_get_rules(const r3d_cache *cache, r3d_cache_rules *out_rules)
{
    if (cache != NULL && out_rules != NULL &&
        r3d_priv_desc_size_is_possible(out_rules->struct_size)) {
        r3d_priv_desc_give(out_rules, out_rules->struct_size, &cache->rules, sizeof cache->rules);
    }
}

/* ---- parts ---- */

static r3d_result open_unshared(r3d_cache *cache, const char *name, int32_t number,
                                r3d_archive **out_archive, r3d_error *out_error)
{
    r3d_archive_options options = options_of(cache);
    if (cache->layout == R3D_CACHE_ARCHIVES) {
        char *path = path_in_root(cache, name);
        if (path == NULL) {
            return r3d_priv_cache_no_memory(out_error, r3d_priv_cache_origin(cache));
        }
        r3d_result result = r3d_archive_open(path, &options, out_archive, out_error);
        r3d_priv_io_free(&cache->allocator, path);
        return result;
    }
    void *data = NULL;
    size_t size = 0;
    r3d_result result =
        r3d_store_read(cache->store, R3D_STORE_ARCHIVES, number, &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    size = r3d_priv_archive_size_without_version(data, size);
    char title[R3D_PRIV_STORE_NAME_SIZE];
    r3d_priv_store_entry_name(R3D_STORE_ARCHIVES, number, title);
    const char *store_path = r3d_priv_store_path(cache->store);
    size_t length = strlen(store_path);
    char *full = r3d_priv_io_alloc(&cache->allocator, length + PATH_EXTRA + 2);
    if (full == NULL) {
        r3d_priv_io_free(&cache->allocator, data);
        return r3d_priv_cache_no_memory(out_error, r3d_priv_cache_origin(cache));
    }
    snprintf(full, length + PATH_EXTRA + 2, "%s:%s", store_path, title);
    result = r3d_priv_archive_adopt(data, size, full, &options, out_archive, out_error);
    r3d_priv_io_free(&cache->allocator, full);
    return result;
}

static r3d_result open_archive(r3d_cache *cache, const char *name, int32_t number,
                               r3d_archive **out_archive, r3d_error *out_error)
{
    r3d_result result = open_unshared(cache, name, number, out_archive, out_error);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_priv_archive_share(*out_archive, &cache->inflated_left, out_error);
    if (result != R3D_OK) {
        r3d_archive_close(*out_archive);
        *out_archive = NULL;
    }
    return result;
}

static r3d_result open_part(r3d_cache *cache, r3d_priv_part_id id, void **out_part,
                            r3d_error *out_error)
{
    r3d_archive *archive = NULL;
    r3d_priv_model_set *models = NULL;
    r3d_priv_frame_set *frames = NULL;
    r3d_priv_record_set *records = NULL;
    r3d_result result;
    switch (id) {
    case R3D_PRIV_MODEL_ARCHIVE:
        result = open_archive(cache, cache->models_name, 0, &archive, out_error);
        *out_part = archive;
        return result;
    case R3D_PRIV_TEXTURE_ARCHIVE:
        result = open_archive(cache, "textures", STORE_TEXTURES, &archive, out_error);
        *out_part = archive;
        return result;
    case R3D_PRIV_CONFIG_ARCHIVE:
        result = open_archive(cache, "config", STORE_CONFIG, &archive, out_error);
        *out_part = archive;
        return result;
    case R3D_PRIV_MODEL_SET:
        archive = r3d_priv_cache_part(cache, R3D_PRIV_MODEL_ARCHIVE, &result, out_error);
        if (archive != NULL) {
            result = r3d_priv_model_set_open(archive, &cache->allocator, &models, out_error);
        }
        *out_part = models;
        return result;
    case R3D_PRIV_FRAME_SET:
        if (cache->layout == R3D_CACHE_STORE) {
            result = r3d_priv_frame_set_open_store(cache->store, cache->limits.max_frame_bytes,
                                                   &cache->allocator, &frames, out_error);
        } else {
            archive = r3d_priv_cache_part(cache, R3D_PRIV_MODEL_ARCHIVE, &result, out_error);
            if (archive != NULL) {
                result = r3d_priv_frame_set_open_archive(archive, cache->limits.max_frame_bytes,
                                                         &cache->allocator, &frames, out_error);
            }
        }
        *out_part = frames;
        return result;
    default:
        archive = r3d_priv_cache_part(cache, R3D_PRIV_CONFIG_ARCHIVE, &result, out_error);
        if (archive != NULL) {
            result = r3d_priv_record_set_open(archive, (int)id - R3D_PRIV_RECORD_SET, cache->strict,
                                              &cache->record_left, &cache->allocator, &records,
                                              out_error);
        }
        *out_part = records;
        return result;
    }
}

void *r3d_priv_cache_part(r3d_cache *cache, r3d_priv_part_id id, r3d_result *out_result,
                          r3d_error *out_error)
{
    r3d_priv_lazy *lazy = &cache->parts[id];
    *out_result = R3D_OK;
    if (lazy->part == NULL && lazy->failure == NULL) {
        r3d_error error;
        *out_result = open_part(cache, id, &lazy->part, &error);
        if (*out_result == R3D_OK) {
            return lazy->part;
        }
        /* What is broken stays broken: the reason is kept instead of being found again each time.
         * Want of memory may pass. */
        if (*out_result != R3D_ERR_MEMORY) {
            lazy->failure = r3d_priv_io_alloc(&cache->allocator, sizeof error);
            if (lazy->failure != NULL) {
                *lazy->failure = error;
            }
        }
        if (out_error != NULL) {
            *out_error = error;
        }
        return NULL;
    }
    if (lazy->part == NULL) {
        *out_result = lazy->failure->result;
        if (out_error != NULL) {
            *out_error = *lazy->failure;
        }
    }
    return lazy->part;
}

r3d_priv_record_set *r3d_priv_cache_records(r3d_cache *cache, r3d_cache_kind kind,
                                            r3d_result *out_result, r3d_error *out_error)
{
    int part = R3D_PRIV_RECORD_SET + ((int)kind - R3D_CACHE_OBJS);
    return r3d_priv_cache_part(cache, (r3d_priv_part_id)part, out_result, out_error);
}
