// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A board from its YAML (docs/how_to/boards.md).

#include <onnx2hpp/boards/board.hpp>
#include <onnx2hpp/yaml/document.hpp>

namespace onnx2hpp {

/// Throws failure(bad_input), with the line, in these cases:
///
/// * a key is unknown or missing, or a value is not understood;
/// * the core cannot run the backend;
/// * two memories have one name or common addresses;
/// * no memory can hold activations.
board parse_board(const yaml_document& document);

}  // namespace onnx2hpp
