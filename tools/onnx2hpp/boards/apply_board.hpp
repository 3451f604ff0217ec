// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What --board sets, and what the options beside it change.

#include <onnx2hpp/options.hpp>

#include <optional>
#include <string>

namespace onnx2hpp {

/// `which` is a name or a file (boards/find_board.hpp). Sets what the board says, but for what
/// `wanted` has of memories already. A note says which of these, and of `backend` and `alignment`,
/// are taken instead of the board's.
void apply_board(const std::string& which, std::optional<tigris::backend> backend,
                 std::optional<std::uint32_t> alignment, options& wanted);

}  // namespace onnx2hpp
