/* SPDX-License-Identifier: MIT */
/// @file golden_workspace.h
/// A golden context that lives in a workspace.

#ifndef R3D_TEST_GOLDEN_WORKSPACE_H
#define R3D_TEST_GOLDEN_WORKSPACE_H

#include <retro3d/golden.h>

#include "workspace.h"

/// A context of suite "suite" with the workspace's folders and environment.
r3d_golden *workspace_golden(workspace *w, const r3d_diff_options *options);

#endif
