// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the words after options mean. All throw failure(bad_input) for what they do not understand.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/planning/target/target.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onnx2hpp {

/// Bytes: a decimal number, with K (1024), M or G after it. Neither zero, signs nor fractions, and
/// nothing that does not fit into 64 bits.
std::uint64_t parse_size(std::string_view text);

/// The words of --stream.
struct stream_words {
    int rows = 0;
    std::optional<std::int64_t> most_kept;  // bytes
};
/// "2" or "2,KEEP=8K". Throws failure(bad_input).
stream_words parse_stream(std::string_view text);

/// `lz4` or `lz4,GROUP=16K`: the size of a group, if one is given; at most 1G.
std::optional<std::uint64_t> parse_compression(std::string_view text);

/// The words between commas, empty ones, too.
std::vector<std::string_view> split_at_commas(std::string_view text);

/// The words between commas; throws where one is empty.
std::vector<std::string> parse_words(std::string_view text);

/// Parses sizes with commas between them.
std::vector<std::uint64_t> parse_sizes(std::string_view text);

/// `NAME=1,3,96,96`, all extents positive.
std::pair<std::string, extents> parse_input_shape(std::string_view text);

/// `NODE=32`, a positive number of rows.
std::pair<std::string, std::int64_t> parse_bound(std::string_view text);

/// Parses `NAME=VALUE`, neither of them empty.
std::pair<std::string, std::string> parse_constant(std::string_view text);

/// `INPUT=OUTPUT`: split at the first `=`.
std::pair<std::string, std::string> parse_state(std::string_view text);

/// `NODE=then` or `NODE=else`: whether the then_branch is taken.
std::pair<std::string, bool> parse_branch(std::string_view text);

/// The numbers in `5`, `1,2,3` or `[1, 2, 3]`, as they are written; none if `text` is no list of
/// numbers.
std::vector<std::string> numbers_in(std::string_view text);

/// `rows` or `rows,caller`: the I/O modes that `option` gives.
std::vector<tigris::io> parse_modes(std::string_view option, std::string_view text);

/// `2%`, `2` or `0.5`: percent.
double parse_tolerance(std::string_view text);

/// Parses a number of workers: 1 or 2.
std::uint8_t parse_workers(std::string_view text);

/// A power of two from 4 to 65536.
std::uint32_t parse_alignment(std::string_view text);

}  // namespace onnx2hpp
