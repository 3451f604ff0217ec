// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user asks for on the command line.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/model/quantization.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace onnx2hpp {

/// Types of the model's inputs and outputs: as the model has them, integers by folding a
/// QuantizeLinear behind an input and a DequantizeLinear before an output, or floats.
enum class edge_types { model, quantized, floating };

/// Layout of rank-4 inputs and outputs: channels last, or as ONNX has it.
enum class io_layout { nhwc, onnx };

/// Where weights go: into the header as string literals, or into an assembler file beside it.
enum class weight_form { literal, object };

/// Memories are in bytes. `name` is a C++ identifier.
struct options {
    std::string input;
    std::string output;
    std::string name;
    std::optional<std::uint64_t> fast, slow, flash;
    std::map<std::string, extents> input_shapes;
    edge_types edges = edge_types::model;
    io_layout layout = io_layout::nhwc;
    tigris::rounding rounds = tigris::rounding::nearest;
    weight_form weights = weight_form::literal;
};

/// The command line, or nothing where --help or --version was asked for and printed.
/// Throws failure(bad_input) for whatever is wrong with it, failure(unsupported) for slow memory.
std::optional<options> parse_options(int argc, const char* const* argv);

/// Bytes: a decimal number, with K (1024), M or G behind it. Throws failure(bad_input) for zero,
/// signs, fractions, anything else, and what does not fit into 64 bits.
std::uint64_t parse_size(std::string_view text);

/// `NAME=1,3,96,96`, all extents positive. Throws failure(bad_input) for anything else.
std::pair<std::string, extents> parse_input_shape(std::string_view text);

}  // namespace onnx2hpp
