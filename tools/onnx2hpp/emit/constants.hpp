// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The constants of a model in its header, and what the model says of their places.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Definitions of all constants in the header.
std::string define_constants(const lowered_model& model, const options& options);

/// For each constant the number of its block, and the offset in the block; -1 if it is read in
/// place.
struct block_places {
    std::vector<int> blocks;
    std::vector<std::int64_t> offsets;
};

/// Places of the constants that are copied.
block_places places_of(const lowered_model& model, const std::vector<constant_block>& blocks);

/// The member that says of each constant the number of its block and its offset there.
std::string spell_places(const block_places& places);

/// The members of the model that say where its constants are, unless they are in a blob.
std::string spell_constants(const lowered_model& model, const options& options);

}  // namespace onnx2hpp
