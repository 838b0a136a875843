# SPDX-License-Identifier: MIT
# The commands about models: "render" and "import".
target_sources(retro3d_program PRIVATE bench_ball.c bench_icons.c bench_models.c cmd_render.c render_model.c)
include(import.cmake)
