// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's functions of two numbers as the canonical operator's.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/binary.hpp>

#include <optional>

namespace onnx2hpp {

/// A function, and whether it takes ONNX's operands the other way round.
struct binary_form {
    tigris::ops::binary_function function;
    bool is_mirrored = false;
};

/// What node n computes of each pair of elements; nothing if it is no such function.
std::optional<binary_form> binary_of(const node& n);

}  // namespace onnx2hpp
