// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names of the constants of a model, and how each is written as an array of C++.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace onnx2hpp {

/// Names of all constants: the first step that reads one, and its role there (conv_1_weights).
std::vector<std::string> constant_names(const lowered_model& model);

/// Whether a constant is written as a list of integers; all others are bytes.
inline bool is_words(const tensor_data& c) { return c.type == tigris::dtype::i32; }

/// A constant's elements as flash has them.
std::vector<std::byte> flash_bytes(const tensor_data& c);

/// Whether a constant is written as a string literal.
bool is_string(const tensor_data& c);

/// An array's element type, its extent, and what begins it.
struct spelled_array {
    std::string type;
    std::string extent;
    std::string initializer;
};
spelled_array spell_array(const tensor_data& c);

/// Name of a block of constants that are copied: in the header, and after the model's name.
std::string name_of_block(const constant_block& block, const options& o);
inline std::string type_of_block(const std::string& name) { return name + "_type"; }

/// The type of a block, whose bytes are in the header or, if `object`, in an object file.
std::string define_type_of_block(const lowered_model& model, const std::vector<std::string>& names,
                                 const constant_block& block, const options& o, bool object);

}  // namespace onnx2hpp
