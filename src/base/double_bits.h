/* SPDX-License-Identifier: MIT */
/* The parts of an IEEE double, for code that takes doubles apart instead of computing with them. */

#ifndef R3D_SRC_BASE_DOUBLE_BITS_H
#define R3D_SRC_BASE_DOUBLE_BITS_H

enum { R3D_PRIV_DOUBLE_FRACTION_BITS = 52, R3D_PRIV_DOUBLE_EXPONENT_BIAS = 1023 };

#endif
