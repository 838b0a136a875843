/* SPDX-License-Identifier: MIT */
/* Exported twins of the inline arithmetic, and access to the tables. */

#include <retro3d/fixed.h>

#include "tables.h"

_Static_assert((-1 >> 1) == -1, "r3d_i32_sar relies on >> being arithmetic for signed numbers");

int32_t r3d_call_i32_add(int32_t a, int32_t b)
{
    return r3d_i32_add(a, b);
}

int32_t r3d_call_i32_sub(int32_t a, int32_t b)
{
    return r3d_i32_sub(a, b);
}

int32_t r3d_call_i32_mul(int32_t a, int32_t b)
{
    return r3d_i32_mul(a, b);
}

int32_t r3d_call_i32_neg(int32_t a)
{
    return r3d_i32_neg(a);
}

int32_t r3d_call_i32_shl(int32_t a, int32_t count)
{
    return r3d_i32_shl(a, count);
}

int32_t r3d_call_i32_sar(int32_t a, int32_t count)
{
    return r3d_i32_sar(a, count);
}

int32_t r3d_call_i32_shr(int32_t a, int32_t count)
{
    return r3d_i32_shr(a, count);
}

int32_t r3d_call_i32_div(int32_t a, int32_t b)
{
    return b == 0 ? 0 : r3d_i32_div(a, b);
}

r3d_fx16 r3d_sin_a11(r3d_a11 angle_a11)
{
    return r3d_priv_sine[(uint32_t)angle_a11 & 2047u];
}

r3d_fx16 r3d_cos_a11(r3d_a11 angle_a11)
{
    return r3d_priv_cosine[(uint32_t)angle_a11 & 2047u];
}

int32_t r3d_recip15(int32_t index)
{
    return index > 0 ? 32768 / index : 0;
}

int32_t r3d_recip16(int32_t index)
{
    return index > 0 ? 65536 / index : 0;
}
