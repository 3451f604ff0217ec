// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The boards that come with the tool, and those of the user's files.

#include <onnx2hpp/boards/board.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

/// A file of boards/, which CMake puts into the tool.
struct ready_made_board {
    const char* name;
    const char* yaml;
};

/// All files of boards/, sorted by name.
const std::vector<ready_made_board>& ready_made_boards();

/// The names of all ready-made boards, separated by commas.
std::string names_of_boards();

/// Whether what --board says is a file: it ends in .yaml or .yml, or names a folder.
bool names_file(std::string_view wanted);

/// The board of that name, or of that file. Throws failure(bad_input) where there is none, or what
/// parse_board throws.
std::shared_ptr<const mapped_board> find_board(const std::string& wanted);

}  // namespace onnx2hpp
