// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Facts of a step's kernel for planners: plain values that pass from kernels/ to planning/.

#include <stdint.h>
#include <tigris/model/backend.hpp>

namespace tigris {

/// Where prepared constants are. instead: in place of the original ones. beside: beside the
/// original ones, if a plan reads them. blob: in a blob, even if no plan reads them.
enum class prepared_home : uint8_t { instead, beside, blob };

/// A call that makes n rows needs scratch_bytes + n * scratch_row_bytes of working memory, but at
/// most scratch_rows_most for its rows. The planner places that memory in the arena. A call for
/// some columns needs no more, except with only_whole_rows.
struct kernel_facts {
    int32_t scratch_bytes = 0;              // bytes of a call, however many rows it makes
    int32_t scratch_row_bytes = 0;          // more bytes for each row that a call makes
    int64_t scratch_rows_most = INT64_MAX;  // most bytes for all rows of a call
    int32_t accumulator_bytes = 0;  // sums over input rows, or a state that passes from row to row
    int32_t bytes_of_sum = 0;       // bytes of one sum of an accumulator
    int32_t table_bytes = 0;        // flash of tables, without the model's constants
    int32_t record_bytes = 0;       // flash of the step's record
    int32_t prepared_bytes = 0;     // flash of constants as one-row calls read them
    int32_t call_cycles = 50;       // cycles of a call, whatever it makes
    int32_t window_row_cycles = 0;  // cycles of a call for each input row under its windows
    /// Cycles of a one-row call, if the kernel has another program for it; else -1.
    int32_t row_cycles = -1;
    int32_t pixel_block = 1;    // pixels made at once; a part of a block costs as much as all of it
    int32_t pass_pixels = 0;    // pixels that a call makes in one pass
    int32_t pass_cycles = 0;    // cycles of a pass, however many pixels it makes
    int32_t single_cycles = 0;  // cycles of each pixel of a pass outside blocks of four
    int32_t alignment = 1;      // bytes that addresses of its tensors must be multiples of
    uint8_t prepared_inputs = 0;   // bit k: prepared_bytes stand for constant input k
    tigris::backend backend{};     // backend of the kernel; portable where the target's has none
    bool by_choice = false;        // the kernel is portable because the core has nothing faster
    bool only_whole_rows = false;  // makes all columns of a row in one call
    prepared_home prepared_at = prepared_home::instead;  // where prepared_bytes lie
    bool one_at_a_time = false;  // two workers must not call the kernel at once: it has a state
    bool is_substitute = false;  // another backend's kernel: the target's scratch does not fit
};

/// Bytes of working memory of a call that makes `rows` rows.
constexpr int64_t scratch_of(const kernel_facts& k, int32_t rows) {
    const int64_t of_rows = int64_t(k.scratch_row_bytes) * rows;
    return k.scratch_bytes + (of_rows < k.scratch_rows_most ? of_rows : k.scratch_rows_most);
}

/// The most rows that a call makes in `bytes` bytes of working memory; at most `rows`.
constexpr int32_t rows_in_scratch(const kernel_facts& k, int64_t bytes, int32_t rows) {
    return scratch_of(k, rows) <= bytes ? rows
                                        : int32_t((bytes - k.scratch_bytes) / k.scratch_row_bytes);
}

}  // namespace tigris
