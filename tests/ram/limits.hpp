// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The rows of the table: what is measured, and the most that it may be.

#include <tigris/planning/target/target.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ram {

/// One line of the file. With `fast`, bytes moved from and to slow memory are limited, else the
/// smallest fast memory; so much of the model's multiply-accumulates may be done again. A target
/// of 0 is none. `searched`: by the tool's search for hints, instead of the planner alone.
struct limit {
    std::string network;
    tigris::io input = tigris::io::caller;
    tigris::io output = tigris::io::caller;
    std::optional<std::uint64_t> fast{};
    std::int64_t bytes = 0;
    std::int64_t target = 0;
    std::uint32_t recompute_percent = 0;
    bool searched = false;
};

/// Reads lines of words; # begins a comment. Throws std::runtime_error for what it does not
/// understand, naming the line.
std::vector<limit> read_limits(const std::filesystem::path& file);

/// caller, arena, rows or slow.
const char* word_of(tigris::io mode);

}  // namespace ram
