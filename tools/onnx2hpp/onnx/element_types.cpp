// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/element_types.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace onnx2hpp {
namespace {

using tigris::dtype;

// In the order of ONNX's numbers. Source: onnx.in.proto, TensorProto.DataType.
constexpr const char* names[] = {
    "undefined",      "float",    "uint8",        "int8",           "uint16",
    "int16",          "int32",    "int64",        "string",         "bool",
    "float16",        "double",   "uint32",       "uint64",         "complex64",
    "complex128",     "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2",
    "float8e5m2fnuz", "uint4",    "int4",         "float4e2m1",     "float8e8m0",
    "uint2",          "int2"};

struct numbered_type {
    dtype type;
    std::int32_t data_type;
};

constexpr numbered_type types[] = {
    {dtype::f32, 1},  {dtype::u8, 2},   {dtype::i8, 3},      {dtype::u16, 4},  {dtype::i16, 5},
    {dtype::i32, 6},  {dtype::i64, 7},  {dtype::boolean, 9}, {dtype::f16, 10}, {dtype::f64, 11},
    {dtype::u32, 12}, {dtype::u64, 13}, {dtype::bf16, 16},   {dtype::u4, 21},  {dtype::i4, 22}};

}  // namespace

std::optional<dtype> element_type_of(std::int32_t data_type) {
    for (const numbered_type& known : types)
        if (known.data_type == data_type) return known.type;
    return std::nullopt;
}

dtype value_type_of(dtype type) {
    switch (type) {
        case dtype::f16: return dtype::f32;
        case dtype::i4: return dtype::i8;
        case dtype::u4: return dtype::u8;
        default: return type;
    }
}

std::optional<dtype> value_type_of(std::int32_t data_type) {
    const auto type = element_type_of(data_type);
    return type ? std::optional(value_type_of(*type)) : std::nullopt;
}

std::optional<dtype> file_type_of(std::int32_t data_type) {
    const auto type = element_type_of(data_type);
    return type && value_type_of(*type) != *type ? type : std::nullopt;
}

std::string name_of_data_type(std::int32_t data_type) {
    const bool known = data_type >= 0 && data_type < static_cast<std::int32_t>(std::size(names));
    return known ? names[data_type] : fmt::format("unknown ({})", data_type);
}

std::string known_types() {
    std::string text;
    for (const numbered_type& known : types)
        text += (text.empty() ? "" : ", ") + name_of_data_type(known.data_type);
    return text;
}

std::int32_t data_type_of(dtype type) {
    return std::find_if(std::begin(types), std::end(types),
                        [type](const numbered_type& known) { return known.type == type; })
        ->data_type;
}

std::string name_of(dtype type) { return name_of_data_type(data_type_of(type)); }

}  // namespace onnx2hpp
