// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace verify {
namespace {

using tigris::dtype;

/// Calls visit(place in memory, place in ONNX order) for each element.
template <class Visit>
void for_each_place(const tigris::tensor& info, Visit visit) {
    for (std::int64_t i = 0, count = element_count(info); i < count; ++i)
        visit(memory_place(info, i), i);
}

template <class T>
double read_as(const std::byte* bytes, std::int64_t i) {
    T value;
    std::memcpy(&value, bytes + std::size_t(i) * sizeof(T), sizeof(T));
    return double(value);
}

/// IEEE 754 binary16: 1 bit of sign, 5 of exponent, 10 of fraction.
double from_half(std::uint16_t bits) {
    const double sign = bits & 0x8000 ? -1 : 1;
    const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
    if (exponent == 31) return fraction ? std::nan("") : sign * HUGE_VAL;
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(fraction + 1024, exponent - 25);
}

double from_bfloat16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t(bits) << 16); }

float real_of(double code, tigris::quantization quant) {
    return float(code - quant.zero_point) * quant.scale;
}

int code_of(double real, dtype type, tigris::quantization quant) {
    const float code = std::nearbyint(float(real) / quant.scale) + float(quant.zero_point);
    const float limited = std::clamp(code, float(lowest_of(type)), float(highest_of(type)));
    return int(limited);
}

}  // namespace

std::vector<std::int64_t> onnx_extents(const tigris::tensor& info) {
    const tigris::shape dims = tigris::onnx_dims(info);
    return {dims.extent, dims.extent + dims.rank};
}

void to_memory(const tigris::tensor& info, const std::byte* bytes, void* memory) {
    const std::size_t size = std::size_t(tigris::bits_of(info.type)) / 8;
    for_each_place(info, [&](std::int64_t here, std::int64_t there) {
        std::memcpy(static_cast<std::byte*>(memory) + std::size_t(here) * size,
                    bytes + std::size_t(there) * size, size);
    });
}

array from_memory(const tigris::tensor& info, const std::string& name, const void* memory) {
    const std::size_t size = std::size_t(tigris::bits_of(info.type)) / 8;
    array result{name, info.type, onnx_extents(info), {}};
    result.bytes.resize(std::size_t(bytes_of(info)));
    for_each_place(info, [&](std::int64_t here, std::int64_t there) {
        std::memcpy(result.bytes.data() + std::size_t(there) * size,
                    static_cast<const std::byte*>(memory) + std::size_t(here) * size, size);
    });
    return result;
}

std::string spell(const std::vector<std::int64_t>& dims) {
    std::string text = "[";
    for (const std::int64_t extent : dims)
        text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
    return text + "]";
}

double number_at(const array& values, std::int64_t i) {
    const std::byte* bytes = values.bytes.data();
    switch (values.type) {
        case dtype::f32: return read_as<float>(bytes, i);
        case dtype::f64: return read_as<double>(bytes, i);
        case dtype::f16: return from_half(std::uint16_t(read_as<std::uint16_t>(bytes, i)));
        case dtype::bf16: return from_bfloat16(std::uint16_t(read_as<std::uint16_t>(bytes, i)));
        case dtype::i8: return read_as<std::int8_t>(bytes, i);
        case dtype::u8:
        case dtype::boolean: return read_as<std::uint8_t>(bytes, i);
        case dtype::i16: return read_as<std::int16_t>(bytes, i);
        case dtype::u16: return read_as<std::uint16_t>(bytes, i);
        case dtype::i32: return read_as<std::int32_t>(bytes, i);
        case dtype::u32: return read_as<std::uint32_t>(bytes, i);
        case dtype::i64: return read_as<std::int64_t>(bytes, i);
        case dtype::u64: return read_as<std::uint64_t>(bytes, i);
        default: throw std::runtime_error(values.name + ": no comparison for its element type");
    }
}

array as_floats(const array& values) {
    array result{values.name, dtype::f32, values.dims, {}};
    result.bytes.resize(std::size_t(values.size()) * sizeof(float));
    for (std::int64_t i = 0; i < values.size(); ++i) {
        const auto number = float(number_at(values, i));
        std::memcpy(result.bytes.data() + std::size_t(i) * sizeof number, &number, sizeof number);
    }
    return result;
}

/// Of the same numbers: the tool makes codes of uint8 signed, 128 less.
array as_signed_codes(const array& codes) {
    array result{codes.name, dtype::i8, codes.dims, codes.bytes};
    for (std::byte& code : result.bytes) code ^= std::byte{0x80};
    return result;
}

array as_type(const array& values, dtype type, tigris::quantization quant) {
    if (values.type == type) return values;
    if (quant.scale > 0 && values.type == dtype::u8 && type == dtype::i8)
        return as_signed_codes(values);
    const bool is_real = values.type == dtype::f16 || values.type == dtype::f64;
    if (is_real && type == dtype::f32) return as_floats(values);
    const bool to_float = tigris::is_quantizable(values.type) && type == dtype::f32;
    const bool to_code = values.type == dtype::f32 && tigris::is_quantizable(type);
    if (quant.scale <= 0 || !(to_float || to_code))
        throw std::runtime_error(values.name +
                                 ": has another element type than the model's tensor");
    array result{values.name, type, values.dims, {}};
    result.bytes.resize(std::size_t(bytes_of(type, values.size())));
    for (std::int64_t i = 0; i < values.size(); ++i) {
        if (to_code) {
            const int code = code_of(number_at(values, i), type, quant);
            const auto size = std::size_t(tigris::bits_of(type)) / 8;  // little-endian
            std::memcpy(result.bytes.data() + std::size_t(i) * size, &code, size);
        } else {
            const float real = real_of(number_at(values, i), quant);
            std::memcpy(result.bytes.data() + std::size_t(i) * sizeof real, &real, sizeof real);
        }
    }
    return result;
}

}  // namespace verify
