// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tensors in ONNX order, their order in memory, and what their elements mean.

#include <tigris/model/tensor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace verify {

/// Elements in ONNX order, little-endian.
struct array {
    std::string name;
    tigris::dtype type = tigris::dtype::f32;
    std::vector<std::int64_t> dims;
    std::vector<std::byte> bytes;

    std::int64_t size() const { return std::int64_t(bytes.size()) * 8 / tigris::bits_of(type); }
};

/// Extents in ONNX order of a tensor of a model.
std::vector<std::int64_t> onnx_extents(const tigris::tensor& info);

/// Elements from ONNX order to the tensor's order in memory, and back. `bytes` holds elements of
/// the tensor's type and count.
void to_memory(const tigris::tensor& info, const std::byte* bytes, void* memory);
array from_memory(const tigris::tensor& info, const std::string& name, const void* memory);

/// "[1, 3, 96, 96]".
std::string spell(const std::vector<std::int64_t>& dims);

/// Element `i` as a number: codes of integers, not the reals that they stand for.
double number_at(const array& values, std::int64_t i);

/// The same numbers as floats: halves exactly, integers and doubles rounded.
array as_floats(const array& values);

/// The same real numbers in another element type. Halves and doubles become floats. 8-bit codes
/// become floats, and floats the nearest code (ties to even, saturated), by `quant`. Codes of uint8
/// become int8, 128 less, as the tool makes them. Throws std::runtime_error for any other change.
array as_type(const array& values, tigris::dtype type, tigris::quantization quant);

}  // namespace verify
