// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Inputs and outputs in words.

#include <onnx2hpp/lowered_model.hpp>
#include <tigris/planning/target/target.hpp>

#include <string>

namespace onnx2hpp {

/// An input or output in words: "audio: int8_t 1x49x40x3 NHWC (ONNX 1x3x49x40), scale 0.58, zero
/// point 83, row by row". The name is shortened, so that the text has at most `width` characters.
/// ONNX's order is not named if both orders are the same bytes, nor is the caller's memory.
std::string describe_edge(const lowered_model& model, int number, tigris::io mode,
                          std::size_t width);

}  // namespace onnx2hpp
