// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What --board sets, and what the options beside it change.

#include <onnx2hpp/options.hpp>

#include <optional>
#include <string>

namespace onnx2hpp {

/// What options say that boards say, too.
struct given_beside_board {
    std::optional<tigris::backend> backend{};
    std::optional<std::uint32_t> alignment{};  // bytes
    std::optional<std::string> core{};
};

/// `which` is a name or a file (boards/find_board.hpp). Sets what the board says, but for what is
/// given, and what `wanted` has of memories already. A note says what is taken instead of the
/// board's.
void apply_board(const std::string& which, const given_beside_board& given, options& wanted);

}  // namespace onnx2hpp
