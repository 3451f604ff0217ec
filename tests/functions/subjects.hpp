// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The library's functions of floats beside functions of doubles that compute the same.

#include <span>
#include <string_view>

namespace functions {

/// `single` runs on the core. `tabled` is what tables and constants hold, computed by the compiler
/// in double, or null.
struct subject {
    std::string_view name;
    float (*single)(float);
    float (*tabled)(float);
    double (*known)(double);
};

std::span<const subject> subjects();

}  // namespace functions
