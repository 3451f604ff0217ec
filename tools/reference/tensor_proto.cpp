// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/tensor_proto.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

namespace reference {
namespace {

template <class To, class From>
To bits_as(From value) {
    static_assert(sizeof(To) == sizeof(From));
    To result;
    std::memcpy(&result, &value, sizeof result);
    return result;
}

double half_from_bits(std::uint64_t bits) {
    const double sign = bits >> 15 & 1 ? -1 : 1;
    const int exponent = int(bits >> 10 & 31);
    const double fraction = double(bits & 1023);
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    if (exponent == 31)
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

std::uint64_t bits_of_half(double value) {
    const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return sign | 0x7e00;
    const double size = std::fabs(rounded(element_type::float16, value));
    if (std::isinf(size)) return sign | 0x7c00;
    if (size < std::ldexp(1, -14)) return sign | std::uint64_t(std::ldexp(size, 24));
    const int exponent = std::ilogb(size);
    return sign + (std::uint64_t(exponent + 14) << 10) +
           std::uint64_t(std::ldexp(size, 10 - exponent));
}

double real_from_bits(element_type type, std::uint64_t bits) {
    switch (type) {
        case element_type::float16: return half_from_bits(bits);
        case element_type::bfloat16: return double(bits_as<float>(std::uint32_t(bits << 16)));
        case element_type::float32: return double(bits_as<float>(std::uint32_t(bits)));
        default: return bits_as<double>(bits);
    }
}

std::uint64_t bits_of_real(element_type type, double value) {
    switch (type) {
        case element_type::float16: return bits_of_half(value);
        case element_type::bfloat16:
            return bits_as<std::uint32_t>(float(rounded(type, value))) >> 16;
        case element_type::float32: return bits_as<std::uint32_t>(float(value));
        default: return bits_as<std::uint64_t>(value);
    }
}

void set_bits(tensor& values, std::int64_t i, std::uint64_t bits) {
    if (values.is_real())
        values.set(i, real_from_bits(values.type, bits));
    else
        values.set(i, std::int64_t(bits));
}

std::uint64_t get_bits(const tensor& values, std::int64_t i) {
    return values.is_real() ? bits_of_real(values.type, values.reals.at(std::size_t(i)))
                            : std::uint64_t(values.integer(i));
}

/// Two to a byte, the first one in the low half.
void read_nibbles(tensor& values, const std::string& bytes) {
    for (std::int64_t i = 0; i < values.size(); ++i)
        set_bits(values, i, std::uint8_t(bytes.at(std::size_t(i / 2))) >> (i % 2 * 4) & 15);
}

void read_raw(tensor& values, const std::string& bytes) {
    if (bits_of(values.type) == 4) return read_nibbles(values, bytes);
    const auto width = std::size_t(bits_of(values.type) / 8);
    for (std::int64_t i = 0; i < values.size(); ++i) {
        std::uint64_t bits = 0;
        for (std::size_t k = width; k-- > 0;)
            bits = bits << 8 | std::uint8_t(bytes.at(std::size_t(i) * width + k));
        set_bits(values, i, bits);
    }
}

std::string file_bytes(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error(file.string() + ": cannot be read");
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string external_bytes(const onnx::TensorProto& proto, const std::filesystem::path& folder) {
    std::string location;
    std::size_t offset = 0;
    std::size_t length = std::string::npos;
    for (const auto& entry : proto.external_data()) {
        if (entry.key() == "location") location = entry.value();
        if (entry.key() == "offset") offset = std::stoul(entry.value());
        if (entry.key() == "length") length = std::stoul(entry.value());
    }
    return file_bytes(folder / location).substr(offset, length);
}

template <class Values>
bool read_list(tensor& values, const Values& list) {
    for (int i = 0; i < list.size(); ++i) {
        if constexpr (std::is_floating_point_v<std::decay_t<decltype(list.Get(0))>>)
            values.set(i, double(list.Get(i)));
        else
            set_bits(values, i, std::uint64_t(list.Get(i)));
    }
    return list.size() > 0;
}

void read_typed(tensor& values, const onnx::TensorProto& proto) {
    if (bits_of(values.type) == 4 && proto.int32_data_size() > 0)
        return read_nibbles(values, {proto.int32_data().begin(), proto.int32_data().end()});
    if (!read_list(values, proto.float_data()) && !read_list(values, proto.double_data()) &&
        !read_list(values, proto.int32_data()) && !read_list(values, proto.int64_data()))
        read_list(values, proto.uint64_data());
}

void read_texts(tensor& values, const onnx::TensorProto& proto) {
    if (proto.string_data_size() != values.size())
        throw std::invalid_argument("the tensor has another number of texts");
    values.texts.assign(proto.string_data().begin(), proto.string_data().end());
}

std::string raw_bytes(const tensor& values) {
    const int bits = bits_of(values.type);
    std::string bytes(std::size_t(values.size() * bits + 7) / 8, '\0');
    for (std::int64_t i = 0; i < values.size(); ++i) {
        const std::uint64_t element = get_bits(values, i);
        if (bits == 4) bytes[std::size_t(i / 2)] |= char((element & 15) << (i % 2 * 4));
        for (int k = 0; k < bits / 8; ++k)
            bytes[std::size_t(i * (bits / 8) + k)] = char(element >> (8 * k));
    }
    return bytes;
}

}  // namespace

tensor from_proto(const onnx::TensorProto& proto, const std::filesystem::path& folder) {
    tensor result(type_of(proto.data_type()), {proto.dims().begin(), proto.dims().end()});
    if (result.is_text())
        read_texts(result, proto);
    else if (proto.data_location() == onnx::TensorProto::EXTERNAL)
        read_raw(result, external_bytes(proto, folder));
    else if (proto.has_raw_data())
        read_raw(result, proto.raw_data());
    else
        read_typed(result, proto);
    return result;
}

onnx::TensorProto to_proto(const tensor& values, const std::string& name) {
    onnx::TensorProto result;
    result.set_name(name);
    result.set_data_type(int(values.type));
    for (const std::int64_t extent : values.dims) result.add_dims(extent);
    if (!values.is_text()) result.set_raw_data(raw_bytes(values));
    for (const std::string& text : values.texts) result.add_string_data(text);
    return result;
}

tensor read_tensor(const std::filesystem::path& file) {
    onnx::TensorProto proto;
    if (!proto.ParseFromString(file_bytes(file)))
        throw std::runtime_error(file.string() + ": is no tensor");
    return from_proto(proto, file.parent_path());
}

void write_tensor(const std::filesystem::path& file, const tensor& values,
                  const std::string& name) {
    std::ofstream stream(file, std::ios::binary);
    if (!to_proto(values, name).SerializeToOstream(&stream) || !stream.flush())
        throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace reference
