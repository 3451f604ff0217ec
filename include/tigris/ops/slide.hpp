// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows that are kept from run to run: new ones come, the oldest ones go.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs: rows [1, rows, ...] and the new rows, at most as many; equal but for the number of rows.
/// Output: as input 0, without its first rows, and with the new ones at the end. It may overwrite
/// input 0.
struct slide {
    static constexpr const char* name = "slide";
    static constexpr const char* member_names = "";

    static constexpr int data_inputs = 2;
};

constexpr description describe(const slide&, const operands& t) {
    return {.output = t.input(0).dims, .contract = contract::whole, .in_place = first_input()};
}

}  // namespace tigris::ops
