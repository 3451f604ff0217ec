// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a header has that was converted for a board: its memories, and arenas in their sections.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/search/candidate.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// The board in a comment; nothing without one, as everywhere here.
std::string note_board(const options& options);

/// The member `memories` of a model, and what bind() calls the arenas in them.
std::string spell_memories(const lowered_model& model, const options& options);

/// The arenas of the memories that the header's plan uses, in the sections that these name.
std::string spell_arenas(const lowered_model& model, const options& options,
                         const std::vector<owned_hint>& hints);

}  // namespace onnx2hpp
