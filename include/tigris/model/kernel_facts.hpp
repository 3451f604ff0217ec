// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of a step's kernel: it crosses from kernels/ to planning/ by value.

#include <stdint.h>

namespace tigris {

/// `scratch_bytes`: working memory that the kernel needs while its step runs, placed in the arena
/// by the planner. `table_bytes`: flash that it needs besides the model's constants.
struct kernel_facts {
    int32_t scratch_bytes = 0;
    int32_t table_bytes = 0;
};

}  // namespace tigris
