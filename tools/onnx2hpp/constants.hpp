// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constant tensors as vectors of numbers, and back.

#include <onnx2hpp/onnx_model.hpp>

#include <cstring>
#include <memory>
#include <vector>

namespace onnx2hpp {

using shared_tensor = std::shared_ptr<const tensor_data>;

/// Makes `data` what a value is.
void set_constant(value& v, shared_tensor data);

/// The product of extents; 1 for a scalar.
std::int64_t element_count(const extents& dims);

/// Whether numbers_of and integers_of can read elements of this type. Doubles are only constants.
bool is_readable(tigris::dtype type);

/// Whether elements of a type are floating point that is_readable: float and double.
bool is_real(tigris::dtype type);

/// All elements of a tensor as doubles: exact, but for 64-bit integers beyond 2^53. Requires
/// is_readable.
std::vector<double> numbers_of(const tensor_data& t);

/// All elements of a tensor as integers; floats are cut off toward zero. Requires is_readable.
std::vector<std::int64_t> integers_of(const tensor_data& t);

/// A tensor of `numbers`, each converted to `type` as static_cast does.
shared_tensor make_tensor(tigris::dtype type, const extents& dims,
                          const std::vector<double>& numbers);
shared_tensor make_tensor(tigris::dtype type, const extents& dims,
                          const std::vector<std::int64_t>& numbers);

/// The bytes of `t` under other extents.
shared_tensor reshaped(const tensor_data& t, const extents& dims);

/// Axis k of the result is axis axes[k] of `t`. Source: ONNX Transpose.
shared_tensor permuted(const tensor_data& t, const std::vector<int>& axes);

/// Calls f(T{}) with the C++ type of `type`'s elements; false if it has none.
template <class F>
bool with_element(tigris::dtype type, F&& f) {
    switch (type) {
        case tigris::dtype::f32: return f(float{}), true;
        case tigris::dtype::f64: return f(double{}), true;
        case tigris::dtype::i8: return f(std::int8_t{}), true;
        case tigris::dtype::u8: return f(std::uint8_t{}), true;
        case tigris::dtype::i16: return f(std::int16_t{}), true;
        case tigris::dtype::u16: return f(std::uint16_t{}), true;
        case tigris::dtype::i32: return f(std::int32_t{}), true;
        case tigris::dtype::u32: return f(std::uint32_t{}), true;
        case tigris::dtype::i64: return f(std::int64_t{}), true;
        case tigris::dtype::u64: return f(std::uint64_t{}), true;
        case tigris::dtype::boolean: return f(std::uint8_t{}), true;
        default: return false;
    }
}

/// The elements of a tensor whose C++ type is T.
template <class T>
std::vector<T> elements_of(const tensor_data& t) {
    std::vector<T> result(t.bytes.size() / sizeof(T));
    if (!result.empty()) std::memcpy(result.data(), t.bytes.data(), result.size() * sizeof(T));
    return result;
}

/// A tensor of `elements`, as they are.
template <class T>
shared_tensor tensor_of(tigris::dtype type, const extents& dims, const std::vector<T>& elements) {
    tensor_data result{type, dims, std::vector<std::byte>(elements.size() * sizeof(T))};
    if (!elements.empty()) std::memcpy(result.bytes.data(), elements.data(), result.bytes.size());
    return std::make_shared<const tensor_data>(std::move(result));
}

}  // namespace onnx2hpp
