// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A tensor of the reference executor: floats of any width are doubles, strings are texts,
// everything else is an int64.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace reference {

/// Numbers of TensorProto.DataType. Debian's onnx.proto does not know the last ones yet.
enum class element_type : int {
    float32 = 1,
    uint8 = 2,
    int8 = 3,
    uint16 = 4,
    int16 = 5,
    int32 = 6,
    int64 = 7,
    text = 8,
    boolean = 9,
    float16 = 10,
    float64 = 11,
    uint32 = 12,
    uint64 = 13,
    bfloat16 = 16,
    uint4 = 21,
    int4 = 22
};

/// What this executor does not know. Everything else that is thrown is a broken model.
struct unsupported : std::runtime_error {
    using runtime_error::runtime_error;
};

/// Throws unsupported for numbers of types that have no place here (complex numbers, ...).
element_type type_of(std::int64_t number);
bool is_real(element_type type);
bool is_signed(element_type type);
int bits_of(element_type type);

/// An integer as the type holds it: its low bits. Those of uint64 stay as they are.
std::int64_t wrapped(element_type type, std::int64_t value);
/// The integer nearest to what the type can hold. Requires an integer type below 64 bits.
std::int64_t saturated(element_type type, double value);
std::int64_t lowest(element_type type);
std::int64_t highest(element_type type);
/// The nearest number that a float type holds; ties go to the even one.
double rounded(element_type type, double value);

using shape = std::vector<std::int64_t>;

std::int64_t volume(const shape& dims);
/// Product of the extents of axes [first, last).
std::int64_t volume(const shape& dims, std::size_t first, std::size_t last);
/// The index of the element at a position in row-major order, and the way back.
shape index_of(std::int64_t position, const shape& dims);
std::int64_t position_of(const shape& index, const shape& dims);
/// All indices of a shape, in row-major order.
std::vector<shape> indices_of(const shape& dims);
bool is_inside(const shape& index, const shape& dims);
/// An axis that counts from the end if it is negative. Throws std::out_of_range.
std::size_t axis_of(std::int64_t axis, std::size_t rank);

/// Elements in row-major order. Floats are in `reals`, strings in `texts`, all other types in
/// `integers`. Only labels are strings: kernels that expect numbers throw std::out_of_range.
struct tensor {
    element_type type = element_type::float32;
    shape dims;
    std::vector<double> reals;
    std::vector<std::int64_t> integers;
    std::vector<std::string> texts;

    tensor() = default;
    /// Of zeros.
    tensor(element_type type, shape dims);

    bool is_real() const { return reference::is_real(type); }
    bool is_text() const { return type == element_type::text; }
    std::int64_t size() const { return volume(dims); }
    std::size_t rank() const { return dims.size(); }
    std::int64_t extent(std::int64_t axis) const { return dims[axis_of(axis, rank())]; }

    /// An element as a double, whatever its type. Throws std::out_of_range, as all access does.
    double number(std::int64_t i) const;
    std::int64_t integer(std::int64_t i) const { return integers.at(std::size_t(i)); }
    /// Stores a number as the type holds it: integers lose their fraction and wrap around.
    void set(std::int64_t i, double value);
    void set(std::int64_t i, std::int64_t value);
};

tensor reals(shape dims, std::vector<double> values, element_type type = element_type::float32);
tensor integers(shape dims, std::vector<std::int64_t> values,
                element_type type = element_type::int64);
/// Of one axis.
tensor texts(std::vector<std::string> values);

/// Elements of `from` at these positions, as a tensor of `dims`; -1 gives zero, or the first
/// element of `fill`.
tensor pick(const tensor& from, shape dims, const std::vector<std::int64_t>& positions,
            const tensor* fill = nullptr);
tensor reshaped(tensor values, shape dims);
tensor transposed(const tensor& values, const std::vector<std::size_t>& axes);

/// The shape of an operation on both: ONNX's (numpy's) multidirectional broadcasting.
shape broadcast(const shape& a, const shape& b);
tensor broadcast_to(const tensor& values, const shape& dims);

/// Elements as doubles or int64, for kernels that are the same for both.
std::vector<double> numbers(const tensor& values);

/// A tensor of `type`, from doubles.
tensor from_numbers(element_type type, shape dims, const std::vector<double>& values);
/// The same numbers, rounded to another type.
tensor as_type(const tensor& values, element_type type);

}  // namespace reference
