// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From one element type to another.

#include <reference/call.hpp>

#include <cmath>
#include <cstring>

namespace reference {
namespace {

/// What becomes an integer is cut off; of 4 bits, rounded, ties to even (ONNX, technical/int4.md).
double whole(double x, element_type to) {
    return bits_of(to) == 4 ? std::nearbyint(x) : std::trunc(x);
}

/// Floats are rounded to the nearest; what an integer cannot hold wraps around (ONNX leaves it
/// undefined), and everything but zero is true.
tensor cast(const tensor& x, element_type to) {
    tensor result(to, x.dims);
    for (std::int64_t i = 0; i < x.size(); ++i) {
        if (is_real(to))
            result.set(i, rounded(to, x.number(i)));
        else if (to == element_type::boolean)
            result.set(i, std::int64_t(x.number(i) != 0));
        else if (x.is_real())
            result.set(i, whole(x.number(i), to));
        else
            result.set(i, x.integer(i));
    }
    return result;
}

std::uint64_t bits_at(const tensor& x, std::int64_t i) {
    if (!x.is_real()) return std::uint64_t(x.integer(i));
    if (x.type == element_type::float32) {
        const auto value = float(x.number(i));
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    if (x.type != element_type::float64) throw unsupported("BitCast of short floats");
    std::uint64_t bits;
    const double value = x.number(i);
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

void put_bits(tensor& x, std::int64_t i, std::uint64_t bits) {
    if (!x.is_real()) return x.set(i, std::int64_t(bits));
    if (x.type == element_type::float32) {
        const auto low = std::uint32_t(bits);
        float value;
        std::memcpy(&value, &low, sizeof value);
        return x.set(i, double(value));
    }
    if (x.type != element_type::float64) throw unsupported("BitCast to short floats");
    double value;
    std::memcpy(&value, &bits, sizeof value);
    x.set(i, value);
}

tensors bit_cast_of(const call& c) {
    tensor result(type_of(c.integer("to", 0)), c[0].dims);
    if (bits_of(result.type) != bits_of(c[0].type))
        throw std::invalid_argument("BitCast between types of different width");
    for (std::int64_t i = 0; i < result.size(); ++i) put_bits(result, i, bits_at(c[0], i));
    return {result};
}

tensors cast_of(const call& c) { return {cast(c[0], type_of(c.integer("to", 0)))}; }
tensors cast_like(const call& c) { return {cast(c[0], c[1].type)}; }

}  // namespace

void add_casts(operator_map& all) {
    all["BitCast"] = bit_cast_of;
    all["Cast"] = cast_of;
    all["CastLike"] = cast_like;
}

}  // namespace reference
