// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's numbers for element types.

#include <tigris/model/dtype.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace onnx2hpp {

/// The type with number `data_type` in ONNX's TensorProto, if the library has it.
std::optional<tigris::dtype> element_type_of(std::int32_t data_type);

/// The type that values of a type have here: float16's are floats, those of 4 bits have 8.
tigris::dtype value_type_of(tigris::dtype type);
std::optional<tigris::dtype> value_type_of(std::int32_t data_type);

/// The type with number `data_type`, if its values have another one here (value::file_type).
std::optional<tigris::dtype> file_type_of(std::int32_t data_type);

/// ONNX's name of a type, such as float or int8; "unknown (99)" for numbers that ONNX does not
/// know.
std::string name_of_data_type(std::int32_t data_type);

/// ONNX's names of all types that element_type_of knows.
std::string known_types();

/// ONNX's number and name of a type.
std::int32_t data_type_of(tigris::dtype type);
std::string name_of(tigris::dtype type);

}  // namespace onnx2hpp
