// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random numbers that are the same everywhere.

#include <cstdint>

namespace onnx2hpp {

/// Source: Steele, Lea, Flood 2014, SplitMix64.
class random_sequence {
public:
    /// A number below `bound`.
    int below(int bound) { return int(mix(state_ += step) % std::uint64_t(bound)); }

    /// A number in which each bit depends on all of the given one.
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

private:
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15u;
    std::uint64_t state_ = 0;
};

}  // namespace onnx2hpp
