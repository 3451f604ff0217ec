// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Moves rows that are kept from run to run: new rows come, the oldest rows go.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs: rows [1, rows, ...], and new rows, at most as many. Both have the same shape but for the
/// number of rows. Output: the shape of input 0; its first rows are gone, and the new rows are at
/// the end. The output may overwrite input 0.
struct slide {
    static constexpr const char* name = "slide";
    static constexpr const char* member_names = "";

    static constexpr int data_inputs = 2;
};

constexpr description describe(const slide&, const operands& t) {
    return {.output = t.input(0).dims, .contract = contract::whole, .in_place = first_input()};
}

}  // namespace tigris::ops
