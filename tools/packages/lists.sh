# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# Debian packages by purpose; sourced by tools/demo, tools/check and .ci/run.
build_packages=(cmake ninja-build gcc g++ libc6-dev pkg-config libstb-dev zlib1g-dev libisal-dev libbz2-dev
  libtinygltf-dev libtinyobjloader-dev libassimp-dev)
test_packages=(libcmocka-dev python3 binutils freedoom)
full_packages=(chromium chromium-driver valgrind)
# For 64-bit ARM clang compiles: gcc's cross compilers conflict with gcc-multilib.
ci_packages=(clang gcc-multilib qemu-user libclang-rt-14-dev
  binutils-aarch64-linux-gnu libc6-dev-arm64-cross libgcc-12-dev-arm64-cross)
lint_packages=(clang-format-14 clang-tidy-14 shellcheck)
