// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_file.hpp"

#include "wire_format.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

namespace verify {
namespace {

using tigris::dtype;

/// Numbers of TensorProto's fields in onnx.proto, and of its element types.
enum field_id : unsigned {
    dims_id = 1,
    data_type_id = 2,
    float_data_id = 4,
    int32_data_id = 5,
    int64_data_id = 7,
    name_id = 8,
    raw_data_id = 9,
    double_data_id = 10,
    uint64_data_id = 11,
};
constexpr std::pair<std::uint64_t, dtype> element_types[]{
    {1, dtype::f32},  {2, dtype::u8},    {3, dtype::i8},      {4, dtype::u16},  {5, dtype::i16},
    {6, dtype::i32},  {7, dtype::i64},   {9, dtype::boolean}, {10, dtype::f16}, {12, dtype::u32},
    {13, dtype::u64}, {16, dtype::bf16}, {11, dtype::f64},    {21, dtype::u4},  {22, dtype::i4},
};

/// A TensorProto's fields; of those for elements each type has its own.
struct tensor_proto {
    std::string name;
    std::optional<std::uint64_t> data_type;
    std::vector<std::uint64_t> dims;
    std::optional<std::string_view> raw;
    std::string floats, doubles;
    std::vector<std::uint64_t> int32s, int64s, uint64s;
};

void add(tensor_proto& proto, const wire_field& field) {
    switch (field.id) {
        case dims_id: return append_integers(field, proto.dims);
        case data_type_id: proto.data_type = field.value; return;
        case float_data_id: proto.floats += field.bytes; return;
        case double_data_id: proto.doubles += field.bytes; return;
        case int32_data_id: return append_integers(field, proto.int32s);
        case int64_data_id: return append_integers(field, proto.int64s);
        case name_id: proto.name = field.bytes; return;
        case raw_data_id: proto.raw = field.bytes; return;
        case uint64_data_id: return append_integers(field, proto.uint64s);
    }
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
    throw std::runtime_error(file.string() + ": " + reason);
}

tensor_proto parse(const std::string& message, const std::filesystem::path& file) try {
    tensor_proto proto;
    for (const wire_field& field : wire_fields(message)) add(proto, field);
    return proto;
} catch (const std::runtime_error& error) {
    fail(file, std::string("is no TensorProto: ") + error.what());
}

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}

/// Each number as an element of `element_bytes`; the fields widen integers.
std::vector<std::byte> narrow(const std::vector<std::uint64_t>& numbers,
                              std::size_t element_bytes) {
    std::vector<std::byte> bytes(numbers.size() * element_bytes);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::memcpy(bytes.data() + i * element_bytes, &numbers[i], element_bytes);
    return bytes;
}

std::vector<std::byte> elements_of(const tensor_proto& proto, dtype type) {
    const std::size_t element_bytes = std::size_t(tigris::bytes_of(type, 1));
    if (proto.raw) return bytes_of(*proto.raw);
    if (type == dtype::f32) return bytes_of(proto.floats);
    if (type == dtype::f64) return bytes_of(proto.doubles);
    if (type == dtype::i64) return narrow(proto.int64s, element_bytes);
    if (type == dtype::u64 || type == dtype::u32) return narrow(proto.uint64s, element_bytes);
    return narrow(proto.int32s, element_bytes);
}

dtype element_type(const tensor_proto& proto, const std::filesystem::path& file) {
    if (!proto.data_type) fail(file, "is no TensorProto: it has no element type");
    const auto* known = std::find_if(std::begin(element_types), std::end(element_types),
                                     [&](auto& pair) { return pair.first == *proto.data_type; });
    if (known == std::end(element_types))
        fail(file, "has element type " + std::to_string(*proto.data_type));
    return known->second;
}

constexpr std::int64_t most_elements = std::int64_t{1} << 48;  // more than any file holds

/// Extents are what a file says, so their product may exceed any integer.
std::int64_t element_count(const array& a, const std::filesystem::path& file) {
    std::int64_t count = 1;
    for (const std::int64_t extent : a.dims)
        if (extent < 0 || __builtin_mul_overflow(count, extent, &count) || count > most_elements)
            fail(file, "has impossible extents");
    return count;
}

/// Elements of 4 bits, two to a byte, the first in its low half, become those of 8 bits, which is
/// what models have.
array in_bytes(array a, std::int64_t count) {
    if (tigris::bits_of(a.type) != 4) return a;
    const bool has_sign = a.type == dtype::i4;
    array result{a.name, has_sign ? dtype::i8 : dtype::u8, a.dims, {}};
    for (std::size_t i = 0; i < std::size_t(count); ++i) {
        const int bits = std::to_integer<int>(a.bytes[i / 2] >> (i % 2 * 4)) & 15;
        result.bytes.push_back(std::byte(has_sign && bits > 7 ? bits - 16 : bits));
    }
    return result;
}

}  // namespace

array read_array(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) fail(file, "is missing");
    const std::string message(std::istreambuf_iterator<char>(stream), {});
    const tensor_proto proto = parse(message, file);
    const dtype type = element_type(proto, file);
    array result{
        proto.name, type, {proto.dims.begin(), proto.dims.end()}, elements_of(proto, type)};
    const std::int64_t count = element_count(result, file);
    if (result.bytes.size() != std::size_t(tigris::bytes_of(type, count)))
        fail(file, "has another number of elements than its shape says");
    return in_bytes(std::move(result), count);
}

void write_array(const std::filesystem::path& file, const array& values) {
    std::string message;
    for (const std::int64_t extent : values.dims)
        write_number(message, dims_id, std::uint64_t(extent));
    for (const auto& [id, type] : element_types)
        if (type == values.type) write_number(message, data_type_id, id);
    write_bytes(message, name_id, values.name);
    write_bytes(message, raw_data_id,
                {reinterpret_cast<const char*>(values.bytes.data()), values.bytes.size()});
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    if (!stream.write(message.data(), std::streamsize(message.size())))
        fail(file, "cannot be written");
}

}  // namespace verify
