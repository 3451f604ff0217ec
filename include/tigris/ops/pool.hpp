// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Maximum or average over a sliding window.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::ops {

/// mean: the average of a ReduceMean, for which rounding::tflite has another rule.
enum class pool_function : uint8_t { max, average, mean };

/// Input and output: images [n, rows, width, channels]. The average counts padding only if
/// `count_include_pad`. Source: ONNX MaxPool, AveragePool, and
/// ReduceMean over rows or columns.
struct pool {
    static constexpr const char* name = "pool";
    static constexpr const char* member_names = "function, window, count_include_pad, clamp";

    pool_function function = pool_function::max;
    struct window window {};
    bool count_include_pad = false;
    struct clamp clamp {};
};

constexpr description describe(const pool& op, const operands& t) {
    const shape input = t.input(0).dims;
    return {.output = output_shape(op.window, input, input[input.rank - 1]),
            .reach = reach_of(op.window),
            .by_columns = true,
            .columns = reach_of_columns(op.window)};
}

}  // namespace tigris::ops
