// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace reference {
namespace {

/// Significant bits of a float type and the exponents of its smallest and of its largest power
/// of 2.
struct float_format {
    int digits;
    int lowest_exponent;
    int highest_exponent;
};

constexpr float_format format_of(element_type type) {
    switch (type) {
        case element_type::float16: return {11, -14, 15};
        case element_type::bfloat16: return {8, -126, 127};
        case element_type::float32: return {24, -126, 127};
        default: return {53, -1022, 1023};
    }
}

}  // namespace

element_type type_of(std::int64_t number) {
    const auto type = element_type(number);
    switch (type) {
        case element_type::float32:
        case element_type::uint8:
        case element_type::int8:
        case element_type::uint16:
        case element_type::int16:
        case element_type::int32:
        case element_type::int64:
        case element_type::text:
        case element_type::boolean:
        case element_type::float16:
        case element_type::float64:
        case element_type::uint32:
        case element_type::uint64:
        case element_type::bfloat16:
        case element_type::uint4:
        case element_type::int4: return type;
    }
    throw unsupported("element type " + std::to_string(number));
}

bool is_real(element_type type) {
    return type == element_type::float16 || type == element_type::bfloat16 ||
           type == element_type::float32 || type == element_type::float64;
}

bool is_signed(element_type type) {
    return type == element_type::int4 || type == element_type::int8 ||
           type == element_type::int16 || type == element_type::int32 ||
           type == element_type::int64;
}

int bits_of(element_type type) {
    switch (type) {
        case element_type::uint4:
        case element_type::int4: return 4;
        case element_type::boolean:
        case element_type::uint8:
        case element_type::int8: return 8;
        case element_type::float16:
        case element_type::bfloat16:
        case element_type::uint16:
        case element_type::int16: return 16;
        case element_type::float32:
        case element_type::uint32:
        case element_type::int32: return 32;
        default: return 64;
    }
}

std::int64_t wrapped(element_type type, std::int64_t value) {
    if (type == element_type::boolean) return value != 0;
    const int unused = 64 - bits_of(type);
    const auto shifted = std::uint64_t(value) << unused;
    return is_signed(type) ? std::int64_t(shifted) >> unused : std::int64_t(shifted >> unused);
}

std::int64_t lowest(element_type type) {
    return is_signed(type) ? -(std::int64_t{1} << (bits_of(type) - 2)) * 2 : 0;
}

std::int64_t highest(element_type type) {
    if (type == element_type::boolean) return 1;
    return std::int64_t((std::uint64_t{1} << (bits_of(type) - is_signed(type)))) - 1;
}

std::int64_t saturated(element_type type, double value) {
    return std::int64_t(std::clamp(value, double(lowest(type)), double(highest(type))));
}

double rounded(element_type type, double value) {
    if (value == 0 || !std::isfinite(value) || type == element_type::float64) return value;
    const float_format format = format_of(type);
    const int exponent = std::max(std::ilogb(value), format.lowest_exponent);
    const int last_bit = exponent - format.digits + 1;
    const double result = std::ldexp(std::nearbyint(std::ldexp(value, -last_bit)), last_bit);
    return std::ilogb(result) <= format.highest_exponent || result == 0
               ? result
               : std::copysign(std::numeric_limits<double>::infinity(), value);
}

std::int64_t volume(const shape& dims) { return volume(dims, 0, dims.size()); }

std::int64_t volume(const shape& dims, std::size_t first, std::size_t last) {
    std::int64_t result = 1;
    for (std::size_t i = first; i < last; ++i) result *= dims.at(i);
    return result;
}

shape index_of(std::int64_t position, const shape& dims) {
    shape index(dims.size());
    for (std::size_t i = dims.size(); i-- > 0;) {
        index[i] = position % dims[i];
        position /= dims[i];
    }
    return index;
}

std::int64_t position_of(const shape& index, const shape& dims) {
    std::int64_t result = 0;
    for (std::size_t i = 0; i < dims.size(); ++i) result = result * dims[i] + index.at(i);
    return result;
}

std::vector<shape> indices_of(const shape& dims) {
    std::vector<shape> result;
    for (std::int64_t i = 0; i < volume(dims); ++i) result.push_back(index_of(i, dims));
    return result;
}

bool is_inside(const shape& index, const shape& dims) {
    for (std::size_t i = 0; i < dims.size(); ++i)
        if (index.at(i) < 0 || index[i] >= dims[i]) return false;
    return true;
}

std::size_t axis_of(std::int64_t axis, std::size_t rank) {
    const std::int64_t result = axis < 0 ? axis + std::int64_t(rank) : axis;
    if (result < 0 || result >= std::int64_t(rank))
        throw std::out_of_range("axis " + std::to_string(axis));
    return std::size_t(result);
}

tensor::tensor(element_type type_, shape dims_) : type(type_), dims(std::move(dims_)) {
    for (const std::int64_t extent : dims)
        if (extent < 0) throw std::invalid_argument("a negative extent");
    if (is_real())
        reals.resize(std::size_t(size()));
    else if (is_text())
        texts.resize(std::size_t(size()));
    else
        integers.resize(std::size_t(size()));
}

double tensor::number(std::int64_t i) const {
    if (is_real()) return reals.at(std::size_t(i));
    const std::int64_t value = integers.at(std::size_t(i));
    return type == element_type::uint64 ? double(std::uint64_t(value)) : double(value);
}

void tensor::set(std::int64_t i, double value) {
    if (is_real())
        reals.at(std::size_t(i)) = value;
    else
        integers.at(std::size_t(i)) = wrapped(type, std::int64_t(value));
}

void tensor::set(std::int64_t i, std::int64_t value) {
    if (is_real())
        reals.at(std::size_t(i)) = double(value);
    else
        integers.at(std::size_t(i)) = wrapped(type, value);
}

tensor reals(shape dims, std::vector<double> values, element_type type) {
    tensor result(type, std::move(dims));
    if (result.reals.size() != values.size())
        throw std::invalid_argument("the tensor has another number of reals");
    result.reals = std::move(values);
    return result;
}

tensor integers(shape dims, std::vector<std::int64_t> values, element_type type) {
    tensor result(type, std::move(dims));
    if (result.integers.size() != values.size())
        throw std::invalid_argument("the tensor has another number of integers");
    result.integers = std::move(values);
    return result;
}

tensor texts(std::vector<std::string> values) {
    tensor result(element_type::text, {std::int64_t(values.size())});
    result.texts = std::move(values);
    return result;
}

tensor pick(const tensor& from, shape dims, const std::vector<std::int64_t>& positions,
            const tensor* fill) {
    tensor result(from.type, std::move(dims));
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const bool is_filled = positions[i] < 0;
        if (is_filled && !fill) continue;
        const tensor& source = is_filled ? *fill : from;
        const auto position = std::size_t(is_filled ? 0 : positions[i]);
        if (from.is_real())
            result.reals.at(i) = source.reals.at(position);
        else
            result.integers.at(i) = source.integers.at(position);
    }
    return result;
}

tensor reshaped(tensor values, shape dims) {
    if (volume(dims) != values.size()) throw std::invalid_argument("another number of elements");
    values.dims = std::move(dims);
    return values;
}

tensor transposed(const tensor& values, const std::vector<std::size_t>& axes) {
    shape dims;
    for (const std::size_t axis : axes) dims.push_back(values.dims.at(axis));
    std::vector<std::int64_t> positions;
    shape source(values.rank());
    for (const shape& index : indices_of(dims)) {
        for (std::size_t i = 0; i < axes.size(); ++i) source.at(axes[i]) = index[i];
        positions.push_back(position_of(source, values.dims));
    }
    return pick(values, std::move(dims), positions);
}

shape broadcast(const shape& a, const shape& b) {
    if (a.size() < b.size()) return broadcast(b, a);
    shape result = a;
    const std::size_t lead = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i) {
        std::int64_t& extent = result[lead + i];
        if (extent != b[i] && extent != 1 && b[i] != 1)
            throw std::invalid_argument("shapes that do not broadcast");
        if (extent == 1) extent = b[i];
    }
    return result;
}

tensor broadcast_to(const tensor& values, const shape& dims) {
    if (values.dims == dims) return values;
    if (broadcast(values.dims, dims) != dims)
        throw std::invalid_argument("a shape that does not broadcast to the other");
    const std::size_t lead = dims.size() - values.rank();
    std::vector<std::int64_t> positions;
    shape source(values.rank());
    for (const shape& index : indices_of(dims)) {
        for (std::size_t i = 0; i < source.size(); ++i)
            source[i] = values.dims[i] == 1 ? 0 : index[lead + i];
        positions.push_back(position_of(source, values.dims));
    }
    return pick(values, dims, positions);
}

std::vector<double> numbers(const tensor& values) {
    std::vector<double> result;
    for (std::int64_t i = 0; i < values.size(); ++i) result.push_back(values.number(i));
    return result;
}

tensor from_numbers(element_type type, shape dims, const std::vector<double>& values) {
    tensor result(type, std::move(dims));
    for (std::size_t i = 0; i < values.size(); ++i) result.set(std::int64_t(i), values[i]);
    return result;
}

tensor as_type(const tensor& values, element_type type) {
    return from_numbers(type, values.dims, numbers(values));
}

}  // namespace reference
