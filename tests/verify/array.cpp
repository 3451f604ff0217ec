// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>

// onnx_pb.h is generated code that -Wconversion and -Wpedantic have much to say about.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <onnx/onnx_pb.h>
#pragma GCC diagnostic pop

namespace verify {
namespace {

using tigris::dtype;

constexpr std::pair<int, dtype> element_types[]{
    {onnx::TensorProto::FLOAT, dtype::f32},   {onnx::TensorProto::INT8, dtype::i8},
    {onnx::TensorProto::UINT8, dtype::u8},    {onnx::TensorProto::INT16, dtype::i16},
    {onnx::TensorProto::UINT16, dtype::u16},  {onnx::TensorProto::INT32, dtype::i32},
    {onnx::TensorProto::UINT32, dtype::u32},  {onnx::TensorProto::INT64, dtype::i64},
    {onnx::TensorProto::UINT64, dtype::u64},  {onnx::TensorProto::BOOL, dtype::boolean},
    {onnx::TensorProto::FLOAT16, dtype::f16}, {onnx::TensorProto::BFLOAT16, dtype::bf16},
};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
    throw std::runtime_error(file.string() + ": " + reason);
}

/// Appends each item of a typed field as an element of `element_bytes`; the fields widen integers.
template <class Field>
std::vector<std::byte> narrow(const Field& field, std::size_t element_bytes) {
    std::vector<std::byte> bytes(std::size_t(field.size()) * element_bytes);
    for (int i = 0; i < field.size(); ++i) {
        const auto item = field.Get(i);
        std::memcpy(bytes.data() + std::size_t(i) * element_bytes, &item, element_bytes);
    }
    return bytes;
}

std::vector<std::byte> bytes_in(const onnx::TensorProto& proto, dtype type) {
    const std::size_t element_bytes = std::size_t(tigris::bits_of(type)) / 8;
    if (proto.has_raw_data()) {
        const auto* raw = reinterpret_cast<const std::byte*>(proto.raw_data().data());
        return {raw, raw + proto.raw_data().size()};
    }
    if (type == dtype::f32) return narrow(proto.float_data(), element_bytes);
    if (type == dtype::i64) return narrow(proto.int64_data(), element_bytes);
    if (type == dtype::u64 || type == dtype::u32) return narrow(proto.uint64_data(), element_bytes);
    return narrow(proto.int32_data(), element_bytes);
}

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

std::byte code_of(double real, dtype type, tigris::quantization quant) {
    const float code = std::nearbyint(float(real) / quant.scale) + float(quant.zero_point);
    const float limited = std::clamp(code, float(lowest_of(type)), float(highest_of(type)));
    return std::byte(int(limited));
}

}  // namespace

array read_array(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) fail(file, "is missing");
    onnx::TensorProto proto;
    if (!proto.ParseFromIstream(&stream) || !proto.has_data_type()) fail(file, "is no TensorProto");
    const auto* known = std::find_if(std::begin(element_types), std::end(element_types),
                                     [&](auto& pair) { return pair.first == proto.data_type(); });
    if (known == std::end(element_types))
        fail(file, "has element type " + std::to_string(proto.data_type()));
    array result{proto.name(), known->second, {proto.dims().begin(), proto.dims().end()}, {}};
    result.bytes = bytes_in(proto, result.type);
    std::int64_t count = 1;
    for (const std::int64_t extent : result.dims) count *= extent;
    if (result.bytes.size() != std::size_t(bytes_of(result.type, count)))
        fail(file, "has another number of elements than its shape says");
    return result;
}

void write_array(const std::filesystem::path& file, const array& values) {
    onnx::TensorProto proto;
    proto.set_name(values.name);
    for (const auto& [id, type] : element_types)
        if (type == values.type) proto.set_data_type(id);
    for (const std::int64_t extent : values.dims) proto.add_dims(extent);
    proto.set_raw_data(values.bytes.data(), values.bytes.size());
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    if (!proto.SerializeToOstream(&stream)) fail(file, "cannot be written");
}

std::vector<std::int64_t> onnx_dims(const tigris::tensor& info) {
    std::vector<std::int64_t> dims(std::size_t(info.dims.rank));
    for (int place = 0; place < info.dims.rank; ++place)
        dims[std::size_t(info.onnx_axis[place])] = info.dims[place];
    return dims;
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
    array result{name, info.type, onnx_dims(info), {}};
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

array as_type(const array& values, dtype type, tigris::quantization quant) {
    if (values.type == type) return values;
    const bool to_float = tigris::is_quantizable(values.type) && type == dtype::f32;
    const bool to_code = values.type == dtype::f32 && tigris::is_quantizable(type);
    if (quant.scale <= 0 || !(to_float || to_code))
        throw std::runtime_error(values.name +
                                 ": has another element type than the model's tensor");
    array result{values.name, type, values.dims, {}};
    result.bytes.resize(std::size_t(bytes_of(type, values.size())));
    for (std::int64_t i = 0; i < values.size(); ++i) {
        if (to_code) {
            result.bytes[std::size_t(i)] = code_of(number_at(values, i), type, quant);
        } else {
            const float real = real_of(number_at(values, i), quant);
            std::memcpy(result.bytes.data() + std::size_t(i) * sizeof real, &real, sizeof real);
        }
    }
    return result;
}

}  // namespace verify
