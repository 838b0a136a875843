/* SPDX-License-Identifier: MIT */
/// @file isa.h
/// Instruction sets: which of them drawing, lighting, reading and comparing may use. Everything gives
/// the same pixels with each of them; they differ in speed only, so one is chosen by hand for tests,
/// measurements and to find out whether one of them is wrong.
///
/// The wish is a value in an object of the caller's, R3D_ISA_BEST (0) unless it is set:
/// r3d_surface_set_isa, r3d_raster_set_isa, r3d_mesh_set_isa, r3d_draw_context_desc, r3d_io_limits,
/// r3d_diff_options, r3d_replay_desc. What it reaches uses the best code it has within the wish.
/// Nothing here keeps anything, so all functions may be called from several threads at once.

#ifndef RETRO3D_ISA_H
#define RETRO3D_ISA_H

#include <stdbool.h>

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Instruction sets. A build has those of its processor family; with R3D_NO_SIMD defined it has the
/// scalar one alone.
typedef enum r3d_isa {
    R3D_ISA_BEST = 0,   ///< All that this machine has.
    R3D_ISA_SCALAR = 1, ///< Plain C: the definition of every pixel. Always available.
    R3D_ISA_SSE2 = 2,   ///< x86, baseline of x86-64.
    R3D_ISA_AVX2 = 3,   ///< x86 with AVX2, BMI1 and BMI2 and what came before.
    R3D_ISA_AVX512 = 4, ///< x86 with AVX-512 F, BW, CD, DQ and VL (x86-64-v4) and what came before.
    R3D_ISA_NEON = 5    ///< 64-bit ARM.
} r3d_isa;

enum {
    R3D_ISA_COUNT = 6 ///< All numbers above, R3D_ISA_BEST included.
};

/// Groups of instructions, the bits of r3d_isa_features.
typedef enum r3d_isa_feature {
    R3D_ISA_HAS_SSE2 = 1 << 0,
    R3D_ISA_HAS_SSE41 = 1 << 1, ///< SSSE3 and SSE4.1. Only by the best and from AVX2 on.
    R3D_ISA_HAS_AVX2 = 1 << 2,  ///< AVX2, BMI1 and BMI2.
    R3D_ISA_HAS_AVX512 = 1 << 3,
    R3D_ISA_HAS_NEON = 1 << 4
} r3d_isa_feature;

/// Returns whether this build has an instruction set and this machine runs it. R3D_ISA_BEST is
/// available always, unknown numbers never. Costs a few loads.
R3D_API bool r3d_isa_available(r3d_isa isa);

/// Returns what code with this wish may use: bits of r3d_isa_feature. 0 for R3D_ISA_SCALAR and for
/// what is not available.
R3D_API uint32_t r3d_isa_features(r3d_isa isa);

/// Returns the instruction set that stands behind a wish: for R3D_ISA_BEST the last available one,
/// R3D_ISA_SCALAR for what is not available, else `isa` itself.
R3D_API r3d_isa r3d_isa_resolve(r3d_isa isa);

/// Returns the name of an instruction set in lower case ("best", "scalar", "sse2", "avx2", "avx512",
/// "neon"), or NULL for an unknown number. Static storage.
R3D_API const char *r3d_isa_name(r3d_isa isa);

/// Finds an instruction set by such a name.
/// @param out_isa  Set also when it is known and not available; unchanged when it is unknown.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL), R3D_ERR_FORMAT_SYNTAX (no such name), R3D_ERR_RANGE (not
///         available).
R3D_API r3d_result r3d_isa_from_name(const char *name, r3d_isa *out_isa);

#ifdef __cplusplus
}
#endif

#endif
