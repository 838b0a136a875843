/* SPDX-License-Identifier: MIT */
/* Which vector code is compiled. The only place that decides it: whether it runs is asked of
 * r3d_isa_features.
 *
 * No source file needs a compiler flag for its instruction set: each function carries a target
 * attribute, and files of another processor compile to nothing. So the library builds from a plain
 * list of its sources. Define R3D_NO_SIMD to leave all vector code out. */

#ifndef R3D_SRC_BASE_ISA_INTERNAL_H
#define R3D_SRC_BASE_ISA_INTERNAL_H

#include <retro3d/isa.h>

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define R3D_PRIV_X86 1
#else
#define R3D_PRIV_X86 0
#endif

#if R3D_PRIV_X86 && defined(__x86_64__)
#define R3D_PRIV_X86_64 1
#else
#define R3D_PRIV_X86_64 0
#endif

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && defined(__aarch64__) && defined(__AARCH64EL__)
#define R3D_PRIV_NEON 1
#else
#define R3D_PRIV_NEON 0
#endif

#endif
