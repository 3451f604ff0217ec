// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which floats functions are tried with.

#include <bit>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

namespace functions {

/// Both signs of zero, infinity and NaN, neighbors of every power of 2, and of numbers at which
/// functions change their formula or leave the floats.
std::vector<float> edges();

/// Says on a terminal how far it is.
void show_progress(std::string_view name, double share);
void clear_progress();

/// visit(x) of the edges, and of every `step`th float.
template <class Visit>
void sweep(std::string_view name, std::uint32_t step, Visit visit) {
    for (const float x : edges()) visit(x);
    constexpr std::uint64_t all = std::uint64_t(1) << 32, piece = all / 64;
    std::uint64_t next = 0;
    for (std::uint64_t end = piece; end <= all; end += piece) {
        for (; next < end; next += step) visit(std::bit_cast<float>(std::uint32_t(next)));
        show_progress(name, double(end) / double(all));
    }
    clear_progress();
}

}  // namespace functions
