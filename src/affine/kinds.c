/* SPDX-License-Identifier: MIT */
/* Which walls are seen and by which matrices. Source: spec affine sections 4, 4.1 and 3 (roll). */

#include <string.h>

#include "affine_internal.h"

/* A matrix after the roll: M * [C S; -S C]. */
static r3d_affine_matrix rolled(const r3d_priv_affine_view *view, const r3d_affine_matrix *m)
{
    r3d_affine_matrix result;
    result.pa = r3d_priv_round16(m->pa * view->cos_r - m->pb * view->sin_r);
    result.pb = r3d_priv_round16(m->pa * view->sin_r + m->pb * view->cos_r);
    result.pc = r3d_priv_round16(m->pc * view->cos_r - m->pd * view->sin_r);
    result.pd = r3d_priv_round16(m->pc * view->sin_r + m->pd * view->cos_r);
    return result;
}

static r3d_priv_affine_axes axes_of(const r3d_priv_affine_view *view, int32_t vs,
                                    const r3d_affine_kind *kind)
{
    int64_t a;
    int64_t b;
    if (kind->has_tangent) {
        a = r3d_priv_round16(kind->tangent_x_fx16 * view->cos_h +
                             kind->tangent_y_fx16 * view->sin_h);
        b = r3d_priv_round16(kind->tangent_y_fx16 * view->cos_h -
                             kind->tangent_x_fx16 * view->sin_h);
    } else {
        const int32_t angle = view->camera.heading_a11 - kind->turn_a11;
        a = -(int64_t)r3d_affine_cos(angle);
        b = r3d_affine_sin(angle);
    }
    r3d_priv_affine_axes axes;
    axes.tx = a * kind->hs;
    axes.ty = -r3d_priv_round16(b * view->cos_p) * kind->hs;
    axes.by = view->sin_p * vs;
    return axes;
}

void r3d_priv_affine_kind_update(const r3d_priv_affine_view *view, r3d_affine_mode mode, int32_t vs,
                                 r3d_affine_kind *kind, r3d_priv_affine_axes *out_axes)
{
    const r3d_priv_affine_axes axes = axes_of(view, vs, kind);
    *out_axes = axes;
    kind->is_visible = false;
    memset(&kind->matrix, 0, sizeof kind->matrix);
    if (axes.tx <= 0 || axes.by <= 0) {
        return;
    }
    r3d_affine_matrix m;
    m.pb = 0;
    if (mode == R3D_AFFINE_HW) {
        const int64_t one = (int64_t)1 << 32;
        const int64_t greatest = 32767;
        m.pa = r3d_priv_divide_rounded(one, axes.tx);
        m.pd = r3d_priv_divide_rounded(one, axes.by);
        /* |ty| is below 2^30, tx * by below 2^58. */
        m.pc = -r3d_priv_divide_rounded(axes.ty * one, axes.tx * axes.by);
        if (r3d_priv_affine_magnitude(m.pa) > greatest ||
            r3d_priv_affine_magnitude(m.pc) > greatest ||
            r3d_priv_affine_magnitude(m.pd) > greatest) {
            return;
        }
    } else {
        const int64_t one = (int64_t)1 << 40;
        const int64_t greatest = (int64_t)1 << 37;
        m.pa = r3d_priv_divide_rounded(one, axes.tx);
        m.pd = r3d_priv_divide_rounded(one, axes.by);
        m.pc = -r3d_priv_divide_rounded(axes.ty * m.pd, axes.tx);
        if (r3d_priv_affine_magnitude(m.pa) > greatest ||
            r3d_priv_affine_magnitude(m.pc) > greatest) {
            return;
        }
    }
    kind->is_visible = true;
    kind->matrix = rolled(view, &m);
}

r3d_affine_matrix r3d_priv_affine_floor_matrix(const r3d_priv_affine_view *view,
                                               r3d_affine_mode mode, int32_t hs)
{
    const int64_t one = mode == R3D_AFFINE_HW ? 1 : 256;
    r3d_affine_matrix m;
    m.pa = r3d_priv_divide_rounded(view->cos_h * one, hs);
    m.pb = r3d_priv_divide_rounded(view->sin_h * one * 65536, hs * view->cos_p);
    m.pc = r3d_priv_divide_rounded(-view->sin_h * one, hs);
    m.pd = r3d_priv_divide_rounded(view->cos_h * one * 65536, hs * view->cos_p);
    return rolled(view, &m);
}
