/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include <string.h>

#include "../../tools/cache/cards.h"
#include "cmocka_all.h"
#include "pool.h"

static void *count_alloc(size_t size, void *user)
{
    counting *c = user;
    if (c->calls++ == c->fail_at) {
        return NULL;
    }
    c->used += size;
    c->peak = c->used > c->peak ? c->used : c->peak;
    return pool_take(size);
}

static void count_free(void *memory, void *user)
{
    counting *c = user;
    if (memory != NULL) {
        c->used -= pool_size_of(memory);
        pool_give(memory);
    }
}

r3d_allocator counting_hooks(counting *c)
{
    return (r3d_allocator){.alloc = count_alloc, .free = count_free, .user = c};
}

/* What is true of every error: it says where and why. */
static void count(sweep_result *total, r3d_result result, const r3d_error *error)
{
    if (result == R3D_OK) {
        total->loaded++;
        return;
    }
    total->failed++;
    assert_int_equal(error->result, result);
    assert_true(error->file[0] != '\0');
    assert_true(error->message[0] != '\0');
    bool is_format = result <= R3D_ERR_FORMAT_MAGIC && result >= R3D_ERR_FORMAT_UNSUPPORTED;
    if (is_format && error->offset < 0) {
        fail_msg("no offset: %s: %s", error->file, error->message);
    }
}

static void sweep_kind(r3d_cache *cache, r3d_cache_kind kind, sweep_result *total)
{
    int32_t number = 0;
    r3d_error error;
    r3d_result result = r3d_cache_count(cache, kind, &number, &error);
    count(total, result, &error);
    for (int32_t id = 0; id < number; id++) {
        r3d_mesh *mesh = NULL;
        const r3d_frame *frame;
        const r3d_skeleton *skeleton;
        const r3d_image8 *texture;
        const r3d_sequence *sequence;
        const void *record;
        if (!r3d_cache_contains(cache, kind, id)) {
            continue;
        }
        switch (kind) {
        case R3D_CACHE_MODELS:
            result = r3d_cache_get_mesh(cache, id, &mesh, &error);
            r3d_mesh_destroy(mesh);
            break;
        case R3D_CACHE_FRAMES:
            result = r3d_cache_get_frame(cache, id, &frame, &error);
            break;
        case R3D_CACHE_SKELETONS:
            result = r3d_cache_get_skeleton(cache, id, &skeleton, &error);
            break;
        case R3D_CACHE_TEXTURES:
            result = r3d_cache_get_texture(cache, id, &texture, &error);
            break;
        case R3D_CACHE_OBJS:
            result = r3d_cache_get_obj(cache, id, (const r3d_cache_obj **)&record, &error);
            break;
        case R3D_CACHE_NPCS:
            result = r3d_cache_get_npc(cache, id, (const r3d_cache_npc **)&record, &error);
            break;
        case R3D_CACHE_LOCS:
            result = r3d_cache_get_loc(cache, id, (const r3d_cache_loc **)&record, &error);
            break;
        case R3D_CACHE_IDKS:
            result = r3d_cache_get_idk(cache, id, (const r3d_cache_idk **)&record, &error);
            break;
        case R3D_CACHE_SEQS:
            result = r3d_cache_get_sequence(cache, id, &sequence, &error);
            break;
        default:
            result = r3d_cache_get_spot(cache, id, (const r3d_cache_spot **)&record, &error);
            break;
        }
        count(total, result, &error);
    }
}

static void sweep_pictures(r3d_cache *cache, const r3d_allocator *hooks, uint32_t *pixels,
                           sweep_result *total)
{
    static const char *const rows[][3] = {
        {"icon", "0", "1"},    {"icon", "4", "10"},       {"icon", "8", "1"},
        {"npc", "0", "stand"}, {"npc", "1", "walk 0"},    {"npc", "2", "masked 0"},
        {"loc", "1", "10 1"},  {"loc", "9", "10 5 anim"}, {"worn", "1", "0"},
        {"spot", "0", "0"},
    };
    card_drawer *drawer = NULL;
    r3d_error error;
    r3d_result result = card_drawer_create(cache, hooks, NULL, &drawer, &error);
    count(total, result, &error);
    for (size_t i = 0; result == R3D_OK && i < TEST_COUNT(rows); i++) {
        card_row row;
        assert_int_equal(card_row_parse(rows[i][0], rows[i][1], rows[i][2], &row), R3D_OK);
        count(total, card_draw(drawer, &row, NULL, pixels, &error), &error);
    }
    card_drawer_destroy(drawer);
}

static unsigned part_of(r3d_cache_kind kind)
{
    switch (kind) {
    case R3D_CACHE_MODELS:
    case R3D_CACHE_FRAMES:
    case R3D_CACHE_SKELETONS:
        return SWEEP_MODELS;
    case R3D_CACHE_TEXTURES:
        return SWEEP_TEXTURES;
    default:
        return SWEEP_CONFIG;
    }
}

sweep_result sweep(const char *root, const r3d_cache_desc *desc, unsigned parts, size_t max_bytes)
{
    static uint32_t pixels[65536];
    sweep_result total = {0, 0};
    counting c = {.fail_at = -1};
    r3d_cache_desc counted = *desc;
    r3d_cache *cache = NULL;
    r3d_error error;
    counted.allocator = counting_hooks(&c);
    count(&total, r3d_cache_open(root, &counted, &cache, &error), &error);
    for (int kind = 0; cache != NULL && kind < R3D_CACHE_KIND_COUNT; kind++) {
        if ((parts & part_of((r3d_cache_kind)kind)) != 0) {
            sweep_kind(cache, (r3d_cache_kind)kind, &total);
        }
    }
    if (cache != NULL && (parts & SWEEP_PICTURES) != 0) {
        sweep_pictures(cache, &counted.allocator, pixels, &total);
    }
    r3d_cache_close(cache);
    assert_int_equal(c.used, 0);
    if (c.peak > max_bytes) {
        fail_msg("%zu bytes were in use at a time, expected %zu at most", c.peak, max_bytes);
    }
    return total;
}
