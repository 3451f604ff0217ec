// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/external_data.hpp>
#include <onnx2hpp/load/tensors.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <vector>

namespace onnx2hpp {
namespace {

using tigris::dtype;

static_assert(std::endian::native == std::endian::little, "ONNX's raw_data is little-endian");

std::string label_of(const onnx::TensorProto& tensor) {
    return "tensor " + in_quotes(tensor.name());
}

std::vector<std::byte> bytes_from(const void* data, std::size_t size) {
    std::vector<std::byte> bytes(size);
    if (size > 0) std::memcpy(bytes.data(), data, size);
    return bytes;
}

template <class T>
std::vector<std::byte> bytes_from(const std::vector<T>& elements) {
    return bytes_from(elements.data(), elements.size() * sizeof(T));
}

/// A typed field's numbers as elements of type T, which must hold them.
template <class T, class Field>
std::vector<std::byte> narrowed(const Field& field, const std::string& label) {
    std::vector<T> elements;
    elements.reserve(static_cast<std::size_t>(field.size()));
    for (const auto number : field) {
        if (number != static_cast<decltype(number)>(static_cast<T>(number)))
            fail_bad_input(fmt::format("{}: {} does not fit its element type", label, number));
        elements.push_back(static_cast<T>(number));
    }
    return bytes_from(elements);
}

/// The typed field in which ONNX keeps elements of each type.
std::vector<std::byte> typed_bytes(const onnx::TensorProto& tensor, dtype type) {
    const std::string label = label_of(tensor);
    switch (type) {
        case dtype::f32:
            return bytes_from(tensor.float_data().data(),
                              static_cast<std::size_t>(tensor.float_data_size()) * sizeof(float));
        case dtype::f64:
            return bytes_from(tensor.double_data().data(),
                              static_cast<std::size_t>(tensor.double_data_size()) * sizeof(double));
        case dtype::boolean:
        case dtype::i4:  // two to a number
        case dtype::u4:
        case dtype::u8: return narrowed<std::uint8_t>(tensor.int32_data(), label);
        case dtype::i8: return narrowed<std::int8_t>(tensor.int32_data(), label);
        case dtype::f16:
        case dtype::bf16:
        case dtype::u16: return narrowed<std::uint16_t>(tensor.int32_data(), label);
        case dtype::i16: return narrowed<std::int16_t>(tensor.int32_data(), label);
        case dtype::i32: return narrowed<std::int32_t>(tensor.int32_data(), label);
        case dtype::i64: return narrowed<std::int64_t>(tensor.int64_data(), label);
        case dtype::u32: return narrowed<std::uint32_t>(tensor.uint64_data(), label);
        default: return narrowed<std::uint64_t>(tensor.uint64_data(), label);
    }
}

bool has_typed_data(const onnx::TensorProto& tensor) {
    return tensor.float_data_size() || tensor.int32_data_size() || tensor.int64_data_size() ||
           tensor.uint64_data_size() || tensor.double_data_size() || tensor.string_data_size();
}

std::vector<std::byte> bytes_of(const onnx::TensorProto& tensor, dtype type,
                                const std::string& folder, std::int64_t expected) {
    if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
        const std::string file =
            read_external_data(tensor, folder, static_cast<std::uint64_t>(expected));
        return bytes_from(file.data(), file.size());
    }
    if (tensor.raw_data().empty()) return typed_bytes(tensor, type);
    if (has_typed_data(tensor)) fail_bad_input(label_of(tensor) + " holds its elements twice");
    return bytes_from(tensor.raw_data().data(), tensor.raw_data().size());
}

dtype type_of(const onnx::TensorProto& tensor) {
    const auto type = element_type_of(tensor.data_type());
    if (tensor.data_type() == onnx::TensorProto::UNDEFINED)
        fail_bad_input(label_of(tensor) + " has no element type");
    if (!type)
        fail_unsupported(fmt::format("{} has elements of type {}, which is not supported",
                                     label_of(tensor), name_of_data_type(tensor.data_type())),
                         "use one of " + known_types());
    return *type;
}

std::int64_t bytes_needed(const onnx::TensorProto& tensor, dtype type, const extents& dims) {
    const auto count = count_elements(dims);
    if (!count)
        fail_bad_input(
            fmt::format("{} has the impossible shape {}", label_of(tensor), to_text(dims)));
    return tigris::bytes_of(type, *count);
}

/// Elements of 4 bits, two to a byte, the first in its low half, as those of 8 bits.
std::vector<std::byte> unpacked(const std::vector<std::byte>& pairs, dtype type,
                                std::int64_t count) {
    std::vector<std::byte> elements(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < elements.size(); ++i) {
        elements[i] = pairs[i / 2] >> (i % 2 * 4) & std::byte{15};
        const bool is_negative = type == dtype::i4 && elements[i] > std::byte{7};
        if (is_negative) elements[i] |= std::byte{0xF0};
    }
    return elements;
}

/// Numbers of float16 become floats, which is what they are computed with.
std::vector<std::byte> as_floats(const std::vector<std::byte>& halves) {
    std::vector<float> numbers(halves.size() / sizeof(tigris::half));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        tigris::half number;
        std::memcpy(&number, &halves[i * sizeof number], sizeof number);
        numbers[i] = to_float(number);
    }
    return bytes_from(numbers);
}

}  // namespace

std::shared_ptr<const tensor_data> tensor_from(const onnx::TensorProto& tensor,
                                               const std::string& folder) {
    if (tensor.has_segment())
        fail_unsupported(label_of(tensor) + " is split into segments", "save it in one piece");
    tensor_data result{type_of(tensor), {tensor.dims().begin(), tensor.dims().end()}, {}};
    const std::int64_t expected = bytes_needed(tensor, result.type, result.dims);
    result.bytes = bytes_of(tensor, result.type, folder, expected);
    if (result.bytes.size() != static_cast<std::size_t>(expected))
        fail_bad_input(fmt::format("{} has {} bytes, but its shape {} needs {}", label_of(tensor),
                                   result.bytes.size(), to_text(result.dims), expected));
    if (result.type == dtype::f16) result.bytes = as_floats(result.bytes);
    if (tigris::bits_of(result.type) == 4)
        result.bytes = unpacked(result.bytes, result.type, *count_elements(result.dims));
    result.type = value_type_of(result.type);
    if (result.type == dtype::boolean)
        for (std::byte& element : result.bytes) element = std::byte{element != std::byte{0}};
    return std::make_shared<const tensor_data>(std::move(result));
}

}  // namespace onnx2hpp
