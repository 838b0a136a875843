# SPDX-License-Identifier: MIT
# The commands about models: "render" and "import".
target_sources(retro3d_program PRIVATE bench_ball.c bench_icons.c bench_models.c cmd_render.c
  render_fit.c render_model.c render_options.c)
include(import.cmake)
