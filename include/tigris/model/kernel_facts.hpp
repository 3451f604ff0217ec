// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of a step's kernel: it crosses from kernels/ to planning/ by value.

#include <stdint.h>
#include <tigris/model/backend.hpp>

namespace tigris {

/// Bytes: a call that makes n rows needs scratch_bytes + n * scratch_row_bytes of working memory,
/// placed in the arena by the planner; `accumulator_bytes` hold the sums, of `bytes_of_sum` each,
/// of a step that adds up its input row by row, or the state of one that makes its rows in order,
/// from the first row to the last; `table_bytes` and the step's `record_bytes` of flash come on top
/// of the model's constants, and
/// `prepared_bytes` where calls for one row each read what they would else make of constants
/// (prepare_constants; target::optimize): in place of `prepared_inputs`, bit k for input k.
/// Cost: a call takes `call_cycles`, and `window_row_cycles` for each input row under its windows;
/// kernels work on blocks of `pixel_block` pixels, a part costs as a whole. A call for fewer
/// columns wants no more working memory, unless the kernel makes `only_whole_rows`. `family` is the
/// backend whose kernel it is: portable where the target's has none for the step, or leaves it to
/// portable's `by_choice`, because the core's instructions make it no faster. Where the target's
/// kernel wants more working memory than a call may take, another family's `is_substitute` for it.
struct kernel_facts {
    int32_t scratch_bytes = 0;
    int32_t scratch_row_bytes = 0;
    int32_t accumulator_bytes = 0;
    int32_t bytes_of_sum = 0;
    int32_t table_bytes = 0;
    int32_t record_bytes = 0;
    int32_t prepared_bytes = 0;
    int32_t call_cycles = 50;
    int32_t window_row_cycles = 0;
    int32_t pixel_block = 1;
    uint8_t prepared_inputs = 0;
    backend family{};
    bool by_choice = false;
    bool only_whole_rows = false;
    bool is_substitute = false;
};

/// Working memory of a call that makes `rows` rows.
constexpr int64_t scratch_of(const kernel_facts& k, int32_t rows) {
    return k.scratch_bytes + int64_t(k.scratch_row_bytes) * rows;
}

}  // namespace tigris
