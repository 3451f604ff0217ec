// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sets what --board says, and what other options change in it.

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

/// Applies a board; `which` is a name or a file (boards/find_board.hpp). It sets what the board
/// says. Options that were given win, and so do memories that `wanted` already has. A note says
/// which of them replace the board's.
void apply_board(const std::string& which, const given_beside_board& given, options& wanted);

}  // namespace onnx2hpp
