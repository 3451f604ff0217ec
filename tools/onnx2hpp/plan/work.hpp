// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Work of planning. It is counted, in about nanoseconds of a desktop computer, and never measured:
// so searches stop at the same place on every computer.

#include <tigris/planning/layout/arena_block.hpp>
#include <tigris/planning/rows/row_network.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// Work of other planning steps, for each task: the cuts, the time of a run, and the rest.
inline constexpr std::int64_t work_of_cutting = 4096, work_of_timing = 4096, work_of_writing = 512;

/// The replays of segments.
std::int64_t work_of_replays(const tigris::planning::row_network& n,
                             tigris::view<const tigris::planning::segment_tasks> segments);

/// Work of giving blocks their offsets once, in one sequence.
std::int64_t work_of_placing(const std::vector<tigris::planning::block>& blocks);

/// Work that a search may do. `tenths` counts tenths of a second for any model, and as many tenths
/// of a millisecond for each task.
constexpr std::int64_t work_for(int tasks, int tenths) {
    return (100'000'000 + std::int64_t(tasks) * 100'000) * tenths;
}

/// Work that the longest search may do: 4.5 seconds for any model, at least 4.5 milliseconds for
/// each task. Hard graphs take up to twice that (docs/explanation/memory.md).
constexpr std::int64_t most_work_for(int tasks) {
    return std::int64_t(std::max(tasks, 1000)) * 4'500'000;
}

}  // namespace onnx2hpp
