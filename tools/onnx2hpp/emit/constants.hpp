// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the constants of a model are called in C++, and how they are written.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Names of all constants: the first step that reads one, and its role there (conv_1_weights).
std::vector<std::string> constant_names(const lowered_model& model);

/// Whether a constant is written as a list of integers; all others are bytes.
inline bool is_words(const tensor_data& c) { return c.type == tigris::dtype::i32; }

/// A constant's elements as flash has them.
std::vector<std::byte> flash_bytes(const tensor_data& c);

/// Definitions of all constants in the header.
std::string define_constants(const lowered_model& model, const options& options);

/// Declarations of constants that lie in an object file.
std::string declare_constants(const lowered_model& model, const options& options);

/// The assembler source of that object file; it includes `binary_name`.
std::string assemble_constants(const lowered_model& model, const options& options,
                               const std::string& binary_name);

/// Numbers of blocks by constants, and offsets in them; -1 of those that are read in place.
struct block_places {
    std::vector<int> blocks;
    std::vector<std::int64_t> offsets;
};

/// Those of constants that are copied.
block_places places_of(const lowered_model& model, const std::vector<constant_block>& blocks);

/// The member that says of each constant the number of its block and its offset there.
std::string spell_places(const block_places& places);

/// The members of the model that say where its constants are, unless they are in a blob.
std::string spell_constants(const lowered_model& model, const options& options);

/// The bytes that the assembler source includes, every constant at a multiple of 16.
std::string binary_constants(const lowered_model& model);

}  // namespace onnx2hpp
