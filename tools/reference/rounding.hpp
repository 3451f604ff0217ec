// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the type of a node's result holds of it: operators compute in double.

#include <reference/tensor.hpp>

#include <cstdint>
#include <optional>
#include <random>

namespace reference {

/// Each number becomes the nearest one that the type holds. Or, from a seed, one of the two float32
/// around it is drawn: last bits differ then, as they do between correct implementations.
class rounding {
public:
    rounding() = default;
    explicit rounding(std::uint32_t seed) : random_(seed) {}

    void round(tensor& values);

private:
    double drawn(element_type type, double value);

    std::optional<std::mt19937> random_;
};

}  // namespace reference
