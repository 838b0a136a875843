/* SPDX-License-Identifier: MIT */
/* The stages of one pixel: the definition. Source: spec layers sections 2, 3 and 4. */

#include <string.h>

#include "layers_internal.h"

/* The registers and what a stage left for the next one. */
typedef struct registers {
    int32_t current[4];
    int32_t temporary[4];
    int64_t pending[2]; /* an offset of coordinates, 16.16 texels */
} registers;

/* ---- texels ---- */

static int32_t level_of(const r3d_layers_stage *stage, int32_t depth_q16)
{
    if (stage->mip == R3D_LAYERS_MIP_NONE) {
        return 0;
    }
    const int64_t w = depth_q16;
    const int64_t d = stage->mip_depth_q16;
    int32_t level = 0;
    for (int32_t k = 1; k < stage->texture.level_count; k++) {
        const bool reaches = stage->mip == R3D_LAYERS_MIP_LINEAR ? w >= d * ((int64_t)1 << (k - 1))
                                                                 : (w * w) >> (k - 1) >= d * d;
        level += reaches ? 1 : 0;
    }
    return level;
}

static const uint32_t *texels_of(const r3d_layers_texture *texture, int32_t level)
{
    const uint32_t *texels = texture->texels;
    for (int32_t i = 0; i < level; i++) {
        const size_t size = (size_t)texture->size >> i;
        texels += size * size;
    }
    return texels;
}

static int64_t wrapped(const r3d_layers_stage *stage, int64_t index, int64_t size)
{
    if (stage->is_clamped) {
        return index < 0 ? 0 : index >= size ? size - 1 : index;
    }
    return index & (size - 1);
}

static void split(uint32_t argb, int32_t out_rgba[4])
{
    out_rgba[0] = (int32_t)(argb >> 16 & 255);
    out_rgba[1] = (int32_t)(argb >> 8 & 255);
    out_rgba[2] = (int32_t)(argb & 255);
    out_rgba[3] = (int32_t)(argb >> 24);
}

static void sample(const r3d_layers_stage *stage, int64_t u, int64_t v, int32_t level,
                   int32_t out_rgba[4])
{
    const uint32_t *texels = texels_of(&stage->texture, level);
    const int64_t size = stage->texture.size >> level;
    if (!stage->is_bilinear) {
        const int64_t x = wrapped(stage, (u >> level) >> 16, size);
        const int64_t y = wrapped(stage, (v >> level) >> 16, size);
        split(texels[y * size + x], out_rgba);
        return;
    }
    /* A texel of a level lies in the middle of those that it is the mean of. */
    const int64_t shift = (((int64_t)1 << level) - 1) * 32768;
    u = (u - shift) >> level;
    v = (v - shift) >> level;
    const int32_t fu = (int32_t)(u >> 8) & 255;
    const int32_t fv = (int32_t)(v >> 8) & 255;
    int32_t sums[4] = {32768, 32768, 32768, 32768};
    for (int corner = 0; corner < 4; corner++) {
        const int right = corner & 1;
        const int below = corner >> 1;
        const int32_t weight = (right ? fu : 256 - fu) * (below ? fv : 256 - fv);
        const int64_t x = wrapped(stage, (u >> 16) + right, size);
        const int64_t y = wrapped(stage, (v >> 16) + below, size);
        int32_t texel[4];
        split(texels[y * size + x], texel);
        for (int i = 0; i < 4; i++) {
            sums[i] += texel[i] * weight;
        }
    }
    for (int i = 0; i < 4; i++) {
        out_rgba[i] = sums[i] >> 16;
    }
}

static void coordinates_of(const r3d_layers_stage *stage, const r3d_priv_layers_input *input,
                           int32_t frame, const int64_t pending[2], int64_t out[2])
{
    if (stage->from == R3D_LAYERS_ENVIRONMENT) {
        const int64_t size = stage->texture.size;
        out[0] = size * 32768 + input->normal8[0] * size;
        out[1] = size * 32768 - input->normal8[1] * size;
    } else {
        const int32_t *c = stage->from == R3D_LAYERS_UV1      ? input->uv1_q16
                           : stage->from == R3D_LAYERS_PLANAR ? input->planar_q16
                                                              : input->uv_q16;
        const int32_t *m = stage->matrix_q16;
        out[0] = (((int64_t)c[0] * m[0] + (int64_t)c[1] * m[1]) >> 16) + stage->offset_q16[0];
        out[1] = (((int64_t)c[0] * m[2] + (int64_t)c[1] * m[3]) >> 16) + stage->offset_q16[1];
    }
    for (int i = 0; i < 2; i++) {
        out[i] += pending[i] + (int64_t)frame * stage->speed_q16[i];
    }
}

/* ---- sources and operations ---- */

static int32_t source(const r3d_layers_stage *stage, r3d_layers_source from, int channel,
                      const int32_t texel[4], const registers *r, const int32_t diffuse[4])
{
    switch (from) {
    case R3D_LAYERS_TEXEL:
        return texel[channel];
    case R3D_LAYERS_TEXEL_ALPHA:
        return texel[3];
    case R3D_LAYERS_INVERSE_TEXEL:
        return 255 - texel[channel];
    case R3D_LAYERS_CURRENT:
        return r->current[channel];
    case R3D_LAYERS_CURRENT_ALPHA:
        return r->current[3];
    case R3D_LAYERS_TEMPORARY:
        return r->temporary[channel];
    case R3D_LAYERS_TEMPORARY_ALPHA:
        return r->temporary[3];
    case R3D_LAYERS_DIFFUSE:
        return diffuse[channel];
    case R3D_LAYERS_DIFFUSE_ALPHA:
        return diffuse[3];
    case R3D_LAYERS_CONSTANT:
        return stage->constant[channel];
    case R3D_LAYERS_CONSTANT_ALPHA:
        return stage->constant[3];
    case R3D_LAYERS_WHITE:
        return 255;
    default:
        return 0;
    }
}

/* One channel of the operations that look at one channel only. */
static int32_t operate(r3d_layers_op op, int32_t a, int32_t b, int32_t k, int32_t destination)
{
    switch (op) {
    case R3D_LAYERS_MODULATE:
        return r3d_priv_channel(r3d_priv_d255(a * b));
    case R3D_LAYERS_MODULATE2X:
        return r3d_priv_channel(r3d_priv_d255(2 * a * b));
    case R3D_LAYERS_MODULATE4X:
        return r3d_priv_channel(r3d_priv_d255(4 * a * b));
    case R3D_LAYERS_ADD:
        return r3d_priv_channel(a + b);
    case R3D_LAYERS_ADDSIGNED:
        return r3d_priv_channel(a + b - 128);
    case R3D_LAYERS_ADDSIGNED2X:
        return r3d_priv_channel(2 * (a + b - 128));
    case R3D_LAYERS_ADDSMOOTH:
        return a + b - r3d_priv_mul8(a, b);
    case R3D_LAYERS_SUBTRACT:
        return r3d_priv_channel(a - b);
    case R3D_LAYERS_BLEND:
        return r3d_priv_d255(a * k + b * (255 - k));
    case R3D_LAYERS_MULADD:
        return r3d_priv_channel(destination + r3d_priv_mul8(a, b));
    default:
        return a;
    }
}

static void run_stage(const r3d_layers_stage *stage, const r3d_priv_layers_input *input,
                      int32_t frame, registers *r)
{
    int32_t texel[4] = {0, 0, 0, 0};
    int64_t at[2] = {0, 0};
    int32_t level = 0;
    if (stage->texture.texels != NULL) {
        coordinates_of(stage, input, frame, r->pending, at);
        level = level_of(stage, input->depth_q16);
        sample(stage, at[0], at[1], level, texel);
    }
    r->pending[0] = 0;
    r->pending[1] = 0;
    if (stage->op == R3D_LAYERS_BUMP) {
        const int64_t red = texel[0] - 128;
        const int64_t green = texel[1] - 128;
        const int32_t *m = stage->small_matrix;
        r->pending[0] = (red * m[0] + green * m[1]) * 256;
        r->pending[1] = (red * m[2] + green * m[3]) * 256;
        return;
    }
    int32_t *destination = stage->to_temporary ? r->temporary : r->current;
    int32_t result[3];
    int32_t dot = 0;
    int32_t moved[4] = {0, 0, 0, 0};
    if (stage->op == R3D_LAYERS_EMBOSS) {
        sample(stage, at[0] + stage->small_matrix[0], at[1] + stage->small_matrix[1], level, moved);
    }
    for (int i = 0; i < 3; i++) {
        const int32_t a = source(stage, stage->a, i, texel, r, input->diffuse);
        const int32_t b = source(stage, stage->b, i, texel, r, input->diffuse);
        const int32_t k = source(stage, stage->k, i, texel, r, input->diffuse);
        dot += (a - 128) * (b - 128);
        result[i] = stage->op == R3D_LAYERS_EMBOSS ? r3d_priv_channel(b + texel[i] - moved[i])
                                                   : operate(stage->op, a, b, k, destination[i]);
    }
    for (int i = 0; i < 3; i++) {
        destination[i] =
            stage->op == R3D_LAYERS_DOT3 ? r3d_priv_channel((dot + 32) >> 6) : result[i];
    }
    if (stage->alpha == R3D_LAYERS_ALPHA_REPLACE) {
        destination[3] = texel[3];
    } else if (stage->alpha == R3D_LAYERS_ALPHA_MODULATE) {
        destination[3] = r3d_priv_mul8(destination[3], texel[3]);
    }
}

void r3d_priv_layers_run(const r3d_layers_stack *stack, const r3d_priv_layers_input *input,
                         int32_t frame, int32_t out_rgba[4])
{
    registers r;
    for (int i = 0; i < 4; i++) {
        r.current[i] = input->diffuse[i];
        r.temporary[i] = 255;
    }
    r.pending[0] = 0;
    r.pending[1] = 0;
    for (int32_t i = 0; stack != NULL && i < stack->count; i++) {
        run_stage(&stack->stages[i], input, frame, &r);
    }
    memcpy(out_rgba, r.current, sizeof r.current);
}
