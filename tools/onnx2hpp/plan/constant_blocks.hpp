// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where the constants of a header are: their sections, and the blocks that are copied before a run.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace onnx2hpp {

/// Whether a literal constant of `bytes` bytes is written as a string. Compilers read a string
/// faster than a list, but a string ends with a zero.
bool is_written_as_string(tigris::dtype type, std::int64_t bytes);

/// Constants that are copied to one region as one block.
struct constant_block {
    int memory = -1;                     // region that they come from; -1: not a board's
    int destination = -1;                // region that they are copied to
    std::vector<std::size_t> constants;  // numbers of the constants
    std::vector<std::int64_t> offsets;   // bytes from the start of the block to each constant
    std::int64_t bytes = 0;              // bytes of the block
};

/// The blocks of a model with tidy places. A constant is in at most one block; destinations ascend.
/// Throws failure(bad_input) if constants of one destination come from different memories, or if
/// one of the two memories does not suit.
std::vector<constant_block> find_constant_blocks(const lowered_model& model,
                                                 const options& options);

/// Where the linker puts a constant.
struct constant_section {
    std::string name;        // section; empty: the usual one
    bool is_loaded = false;  // start-up code loads the section, so it holds not only constants

    friend bool operator==(const constant_section&, const constant_section&) = default;
};

/// The section of a constant that is read in place, or of the block that holds it. Throws
/// failure(bad_input) where the memory has no section and needs one.
constant_section section_of(const lowered_model& model, std::size_t constant,
                            const options& options);

/// The model with tidy places: they contain only what is needed. Throws what section_of throws.
lowered_model with_tidy_places(lowered_model model, const options& options);

/// Bytes of constants, by region, that are read in place in memories that runs also write. Requires
/// tidy places.
std::map<int, std::int64_t> cold_bytes(const lowered_model& model, const options& options);

}  // namespace onnx2hpp
