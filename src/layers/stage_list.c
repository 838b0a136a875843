/* SPDX-License-Identifier: MIT */
/* Lists of stages are checked once. Source: spec layers sections 2, 3 and 17. */

#include <string.h>

#include "layers_internal.h"

void r3d_layers_stage_init(r3d_layers_stage *out_stage)
{
    enum { ONE_Q16 = 65536 };
    if (out_stage != NULL) {
        memset(out_stage, 0, sizeof *out_stage);
        out_stage->a = R3D_LAYERS_TEXEL;
        out_stage->b = R3D_LAYERS_CURRENT;
        out_stage->matrix_q16[0] = ONE_Q16;
        out_stage->matrix_q16[3] = ONE_Q16;
    }
}

static bool reads_texel(const r3d_layers_stage *stage)
{
    const r3d_layers_source sources[3] = {stage->a, stage->b, stage->k};
    for (int i = 0; i < 3; i++) {
        if (sources[i] == R3D_LAYERS_TEXEL || sources[i] == R3D_LAYERS_TEXEL_ALPHA ||
            sources[i] == R3D_LAYERS_INVERSE_TEXEL) {
            return true;
        }
    }
    return stage->op == R3D_LAYERS_EMBOSS || stage->op == R3D_LAYERS_BUMP ||
           stage->alpha != R3D_LAYERS_ALPHA_KEEP;
}

static bool is_source(r3d_layers_source source, bool may_be_none)
{
    return (int)source >= (may_be_none ? R3D_LAYERS_NO_SOURCE : R3D_LAYERS_TEXEL) &&
           (int)source <= R3D_LAYERS_BLACK;
}

static r3d_result check_texture(const r3d_layers_stage *stage)
{
    const r3d_layers_texture *texture = &stage->texture;
    if (texture->texels == NULL) {
        return reads_texel(stage) || stage->mip != R3D_LAYERS_MIP_NONE ? R3D_ERR_ARGUMENT : R3D_OK;
    }
    if (r3d_layers_texture_count(texture->size) == 0) {
        return R3D_ERR_RANGE;
    }
    const int32_t all = r3d_priv_bit_length((uint64_t)texture->size);
    if (texture->level_count != 1 && texture->level_count != all) {
        return R3D_ERR_RANGE;
    }
    if (stage->mip != R3D_LAYERS_MIP_NONE &&
        (texture->level_count != all || stage->mip_depth_q16 < 1)) {
        return R3D_ERR_RANGE;
    }
    return R3D_OK;
}

static r3d_result check_stage(const r3d_layers_stage *stage)
{
    if ((int)stage->op < R3D_LAYERS_REPLACE || (int)stage->op > R3D_LAYERS_BUMP ||
        !is_source(stage->a, false) || !is_source(stage->b, false) || !is_source(stage->k, true) ||
        (int)stage->alpha < R3D_LAYERS_ALPHA_KEEP ||
        (int)stage->alpha > R3D_LAYERS_ALPHA_MODULATE || (int)stage->from < R3D_LAYERS_UV ||
        (int)stage->from > R3D_LAYERS_ENVIRONMENT || (int)stage->mip < R3D_LAYERS_MIP_NONE ||
        (int)stage->mip > R3D_LAYERS_MIP_SQUARE) {
        return R3D_ERR_RANGE;
    }
    if (stage->op == R3D_LAYERS_BLEND && stage->k == R3D_LAYERS_NO_SOURCE) {
        return R3D_ERR_ARGUMENT;
    }
    for (int i = 0; i < 4; i++) {
        if (stage->matrix_q16[i] <= -R3D_LAYERS_MATRIX_MAX ||
            stage->matrix_q16[i] >= R3D_LAYERS_MATRIX_MAX) {
            return R3D_ERR_RANGE;
        }
    }
    return check_texture(stage);
}

r3d_result r3d_layers_stack_prepare(const r3d_layers_stage *stages, int32_t count,
                                    r3d_layers_stack *out_stack)
{
    if (out_stack == NULL || count < 0 || (stages == NULL && count > 0)) {
        return R3D_ERR_ARGUMENT;
    }
    if (count > R3D_LAYERS_STAGES_MAX) {
        return R3D_ERR_LIMIT;
    }
    for (int32_t i = 0; i < count; i++) {
        const r3d_result result = check_stage(&stages[i]);
        if (result != R3D_OK) {
            return result;
        }
    }
    memset(out_stack, 0, sizeof *out_stack);
    for (int32_t i = 0; i < count; i++) {
        out_stack->stages[i] = stages[i];
    }
    out_stack->count = count;
    return R3D_OK;
}
