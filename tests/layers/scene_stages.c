/* SPDX-License-Identifier: MIT */
/* Textures and stages of reference scenes. */
#include "scene_words.h"

/* ---- textures ---- */

static int32_t clamped(int32_t value)
{
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

static int32_t triangle_wave(int32_t x)
{
    const int32_t at = x & 63;
    return 8 * (at < 63 - at ? at : 63 - at);
}

static int32_t height_at(int32_t u, int32_t v, int32_t size, int32_t seed)
{
    u &= size - 1;
    v &= size - 1;
    return (triangle_wave(4 * u + seed) + triangle_wave(4 * v)) >> 1;
}

static uint32_t texel(const char *kind, int32_t u, int32_t v, int32_t size, int32_t seed)
{
    const int32_t x = 2 * u + 1 - size;
    const int32_t y = 2 * v + 1 - size;
    const int32_t d = x * x + y * y;
    if (is(kind, "noise")) {
        return pack(37 * u + 57 * v + 11 * (u ^ v) + 13 * seed, 17 * u + 91 * v + 7 * seed,
                    u * v + 5 * seed, 255);
    }
    if (is(kind, "grad")) {
        return pack(255 * u / (size - 1), 255 * v / (size - 1), seed,
                    255 * (u + v) / (2 * (size - 1)));
    }
    if (is(kind, "check")) {
        return (((u >> 2) + (v >> 2) + seed) & 1) != 0 ? pack(220, 200, 60, 255)
                                                       : pack(40, 60, 120, 64);
    }
    if (is(kind, "ring")) {
        return size * size / 4 < d && d <= size * size ? 0xFFFFFFFF : 0;
    }
    if (is(kind, "blob")) {
        const int32_t f = clamped(255 - 255 * d / (size * size));
        return pack(f, f, f, f);
    }
    if (is(kind, "height")) {
        const int32_t h = height_at(u, v, size, seed);
        return pack(h, h, h, h);
    }
    if (is(kind, "normal")) {
        return pack(
            clamped(128 +
                    ((height_at(u - 1, v, size, seed) - height_at(u + 1, v, size, seed)) >> 1)),
            clamped(128 +
                    ((height_at(u, v - 1, size, seed) - height_at(u, v + 1, size, seed)) >> 1)),
            255, 255);
    }
    assert_string_equal(kind, "sky");
    const int32_t h = height_at(u + v, 2 * v, size, seed);
    return pack(h / 2, h / 2 + 40, h + 60 < 255 ? h + 60 : 255, h);
}

static r3d_layers_texture with_levels(scene *s, int32_t size, const uint32_t *argb)
{
    r3d_layers_texture texture;
    uint32_t *texels = scene_keep(s, r3d_layers_texture_count(size) * sizeof *texels);
    assert_int_equal(r3d_layers_texture_build(size, argb, texels, &texture), R3D_OK);
    return texture;
}

r3d_layers_texture scene_texture_of(scene *s, const char *kind, int32_t size, int32_t seed)
{
    for (int32_t i = 0; i < s->texture_count; i++) {
        if (is(s->textures[i].name, kind)) {
            return s->textures[i].texture;
        }
    }
    if (is(kind, "pool")) {
        /* The water of a film comes after the stages that show it. */
        if (s->pool_texels == NULL) {
            s->pool_texels = scene_keep(s, (size_t)(size * size) * sizeof *s->pool_texels);
            s->pool.size = size;
        }
        return (r3d_layers_texture){s->pool_texels, s->pool.size, 1};
    }
    uint32_t *argb = scene_keep(s, (size_t)(size * size) * sizeof *argb);
    for (int32_t v = 0; v < size; v++) {
        for (int32_t u = 0; u < size; u++) {
            argb[v * size + u] = texel(kind, u, v, size, seed);
        }
    }
    return with_levels(s, size, argb);
}

void scene_read_dxt1(reader *r, scene *s)
{
    scene_texture *t = &s->textures[s->texture_count];
    snprintf(t->name, sizeof t->name, "%s", r->words[1]);
    const int32_t size = reader_number(r, 2);
    uint8_t *blocks = scene_keep(s, (size_t)(size * size / 2));
    size_t used = 0;
    while (reader_next(r) && !is(r->words[0], "end")) {
        for (int i = 0; i < 8; i++) {
            char digits[3] = {r->words[0][2 * i], r->words[0][2 * i + 1], 0};
            blocks[used++] = (uint8_t)strtoul(digits, NULL, 16);
        }
    }
    uint32_t *argb = scene_keep(s, (size_t)(size * size) * sizeof *argb);
    assert_int_equal(r3d_layers_decode_dxt1(blocks, used, size, argb), R3D_OK);
    t->texture = with_levels(s, size, argb);
    s->texture_count++;
}

/* ---- stages ---- */

static const char *const ops[] = {"replace",   "modulate",    "modulate2x", "modulate4x", "add",
                                  "addsigned", "addsigned2x", "addsmooth",  "subtract",   "blend",
                                  "muladd",    "dot3",        "emboss",     "bump"};
static const char *const sources[] = {"none", "tex", "texa", "invtex", "cur",    "cura",  "tmp",
                                      "tmpa", "dif", "difa", "const",  "consta", "white", "black"};

static void read_stage_word(const char *word, r3d_layers_stage *stage, char kind[32], int32_t *size,
                            int32_t *seed)
{
    static const char *const alphas[] = {"keep", "rep", "mod"};
    static const char *const froms[] = {"uv", "uv1", "planar"};
    const char *v;
    if ((v = value_of(word, "dst")) != NULL) {
        stage->to_temporary = is(v, "tmp");
    } else if ((v = value_of(word, "a")) != NULL) {
        stage->a = (r3d_layers_source)index_of(v, sources, 14);
    } else if ((v = value_of(word, "b")) != NULL) {
        stage->b = (r3d_layers_source)index_of(v, sources, 14);
    } else if ((v = value_of(word, "k")) != NULL) {
        stage->k = (r3d_layers_source)index_of(v, sources, 14);
    } else if ((v = value_of(word, "tex")) != NULL) {
        snprintf(kind, 32, "%s", v);
    } else if ((v = value_of(word, "size")) != NULL) {
        *size = number_at(v);
    } else if ((v = value_of(word, "seed")) != NULL) {
        *seed = number_at(v);
    } else if ((v = value_of(word, "filter")) != NULL) {
        stage->is_bilinear = is(v, "bilinear");
    } else if ((v = value_of(word, "coord")) != NULL) {
        int32_t n[6];
        if (is(v, "env")) {
            stage->from = R3D_LAYERS_ENVIRONMENT;
        } else {
            assert_int_equal(list(v, n, 6), 6);
            memcpy(stage->matrix_q16, n, sizeof stage->matrix_q16);
            memcpy(stage->offset_q16, n + 4, sizeof stage->offset_q16);
        }
    } else if ((v = value_of(word, "from")) != NULL) {
        stage->from = (r3d_layers_coordinates)index_of(v, froms, 3);
    } else if ((v = value_of(word, "wrap")) != NULL) {
        stage->is_clamped = is(v, "clamp");
    } else if ((v = value_of(word, "const")) != NULL) {
        int32_t n[4] = {0, 0, 0, 0};
        list(v, n, 4);
        for (int i = 0; i < 4; i++) {
            stage->constant[i] = (uint8_t)n[i];
        }
    } else if ((v = value_of(word, "mat")) != NULL) {
        list(v, stage->small_matrix, 4);
    } else if ((v = value_of(word, "aop")) != NULL) {
        stage->alpha = (r3d_layers_alpha)index_of(v, alphas, 3);
    } else if ((v = value_of(word, "speed")) != NULL) {
        assert_int_equal(list(v, stage->speed_q16, 2), 2);
    } else if ((v = value_of(word, "mip")) != NULL) {
        stage->mip = R3D_LAYERS_MIP_LINEAR;
        stage->mip_depth_q16 = number_at(v);
    } else if ((v = value_of(word, "mipq")) != NULL) {
        stage->mip = R3D_LAYERS_MIP_SQUARE;
        stage->mip_depth_q16 = number_at(v);
    } else {
        fail_msg("unknown word %s", word);
    }
}

r3d_layers_stage scene_read_stage(const reader *r, scene *s)
{
    r3d_layers_stage stage;
    r3d_layers_stage_init(&stage);
    stage.op = (r3d_layers_op)index_of(r->words[1], ops, 14);
    char kind[32] = "noise";
    int32_t size = 32;
    int32_t seed = 0;
    for (int i = 2; i < r->count; i++) {
        read_stage_word(r->words[i], &stage, kind, &size, &seed);
    }
    stage.texture = scene_texture_of(s, kind, size, seed);
    return stage;
}
