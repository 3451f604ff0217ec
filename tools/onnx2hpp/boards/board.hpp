// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A board: its memories, its core, and what firmware for it is compiled with.

#include <tigris/planning/target/target.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onnx2hpp {

/// A memory, as tigris::memory_region has it.
struct board_memory {
    std::string name;
    std::optional<std::uint64_t> address{};  // address of its first byte, if known
    std::uint64_t bytes = 0;
    std::uint32_t alignment = 1;
    std::uint32_t read_cost = 0;
    std::uint32_t write_cost = 0;
    bool is_writable = true;
    bool is_addressable = true;
    std::string section{};
};

/// A board.
struct board {
    std::string name;
    std::string core;             // name of the core
    std::uint64_t clock_hz = 0;   // clock of the core, in Hz
    tigris::backend backend{};    // backend of its kernels
    std::uint32_t alignment = 4;  // addresses of tensors are multiples of this number of bytes
    tigris::plan_costs costs{};   // costs for the planner
    std::vector<board_memory> memories;  // all memories
    int constants = -1;                  // number of the memory of constants; -1: none of them

    /// Bytes of the memory where constants are.
    std::optional<std::uint64_t> flash() const {
        if (constants < 0) return {};
        return memories[std::size_t(constants)].bytes;
    }
};

/// A board's memories as planners see them. The map points to names of the board, which must
/// outlive the map and stay where it is.
tigris::memory_map map_of(const board& described);

/// A board with its map. The object does not move, because the map points to the board, and targets
/// to the map.
struct mapped_board {
    explicit mapped_board(board of) : described(std::move(of)), map(map_of(described)) {}
    mapped_board(const mapped_board&) = delete;
    mapped_board& operator=(const mapped_board&) = delete;

    const board described;
    const tigris::memory_map map;
};

}  // namespace onnx2hpp
