/* SPDX-License-Identifier: MIT */
/// @file retro3d.h
/// All of the core library (target retro3d::retro3d) at once. Each header also stands alone; those of
/// the other targets (io, diff, script, golden, threads) are not included here.

#ifndef RETRO3D_RETRO3D_H
#define RETRO3D_RETRO3D_H

#include <retro3d/affine.h>
#include <retro3d/affine_calls.h>
#include <retro3d/bands.h>
#include <retro3d/base.h>
#include <retro3d/camera.h>
#include <retro3d/column.h>
#include <retro3d/column_calls.h>
#include <retro3d/column_inspect.h>
#include <retro3d/column_level.h>
#include <retro3d/column_world.h>
#include <retro3d/fixed.h>
#include <retro3d/font.h>
#include <retro3d/gamma.h>
#include <retro3d/icon.h>
#include <retro3d/image.h>
#include <retro3d/isa.h>
#include <retro3d/jobs.h>
#include <retro3d/layers.h>
#include <retro3d/layers_calls.h>
#include <retro3d/layers_effects.h>
#include <retro3d/layers_film.h>
#include <retro3d/light.h>
#include <retro3d/listen.h>
#include <retro3d/mesh.h>
#include <retro3d/model.h>
#include <retro3d/model_calls.h>
#include <retro3d/outline.h>
#include <retro3d/outline_calls.h>
#include <retro3d/palette.h>
#include <retro3d/perspective.h>
#include <retro3d/raster.h>
#include <retro3d/raster_calls.h>
#include <retro3d/skeleton.h>
#include <retro3d/surface.h>
#include <retro3d/surface_calls.h>
#include <retro3d/text.h>
#include <retro3d/texture.h>

#endif
