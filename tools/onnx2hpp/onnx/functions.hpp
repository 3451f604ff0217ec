// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's functions of one number and of two as the canonical operators'.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/binary.hpp>
#include <tigris/ops/unary.hpp>

#include <optional>

namespace onnx2hpp {

/// A function of two numbers, and whether it takes ONNX's operands the other way round.
struct binary_form {
    tigris::ops::binary_function function;
    bool is_mirrored = false;
};

/// The function that node n computes for each element, with its attributes. Nothing if it computes
/// no function of one number.
std::optional<tigris::ops::unary> unary_of(const onnx_model& m, const node& n);

/// Whether a node is a function from real numbers to real numbers.
bool is_real_function(const onnx_model& m, const node& n);

/// The function that node n computes for each pair of elements. Nothing if it computes no function
/// of two numbers.
std::optional<binary_form> binary_of(const onnx_model& m, const node& n);

}  // namespace onnx2hpp
