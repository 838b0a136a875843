# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# Debian packages by purpose; sourced by tools/demo, tools/check and .ci/run.
build_packages=(cmake ninja-build gcc libc6-dev pkg-config libstb-dev zlib1g-dev)
test_packages=(g++ libcmocka-dev python3-minimal binutils)
ci_packages=(clang gcc-multilib)
