// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The parts of a summary, and which of them stay where they are too many.

#include <cstddef>
#include <string>
#include <vector>

namespace onnx2hpp {

/// The most lines of a summary, and the most columns of a line.
inline constexpr std::size_t most_summary_lines = 15;
inline constexpr std::size_t summary_columns = 100;

/// The columns of a title. What it is about stands beside and below it.
inline constexpr std::size_t title_width = 9;

using text_lines = std::vector<std::string>;

/// What an item is worth. Of a summary that is too long the last of these go first; a verdict never
/// goes.
enum class worth { verdict, kind, edges, cost, facts, remark, remedy, io_remedy, note };

/// Lines that stay or go together.
struct summary_item {
    worth value = worth::verdict;
    text_lines lines;
};

/// What a summary says under a title.
struct matter {
    std::string title;
    std::vector<summary_item> items;
};

/// Items of a line each.
std::vector<summary_item> items_of(worth value, const text_lines& lines);

/// The matters in at most `most` lines of at most summary_columns: long lines are continued below
/// themselves, and what is worth least is left out.
text_lines joined(std::vector<matter> matters, std::size_t most);

}  // namespace onnx2hpp
