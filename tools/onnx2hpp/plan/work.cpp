// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/work.hpp>

#include <tigris/planning/layout/arena_placer.hpp>
#include <tigris/planning/segments/replays.hpp>

#include <algorithm>

namespace onnx2hpp {

using namespace tigris;
using namespace tigris::planning;

std::int64_t work_of_replays(const row_network& n, view<const segment_tasks> segments) {
    constexpr std::int64_t work_of_row = 32;
    std::int64_t rows = 0;
    for (const segment_tasks& s : segments) rows += replayed_rows(n, s);
    return rows * work_of_row;
}

std::int64_t work_of_placing(const std::vector<block>& blocks) {
    constexpr std::int64_t work_of_neighbor = 8;
    int segments = 0;
    for (const block& b : blocks) segments = std::max(segments, b.last_segment + 1);
    std::vector<std::int64_t> begun(std::size_t(segments) + 1), ended(std::size_t(segments) + 1);
    for (const block& b : blocks)
        ++begun[std::size_t(b.first_segment)], ++ended[std::size_t(b.last_segment) + 1];
    for (std::size_t s = 1; s < begun.size(); ++s)
        begun[s] += begun[s - 1], ended[s] += ended[s - 1];
    std::int64_t neighbors = 0;
    for (const block& b : blocks)
        neighbors += begun[std::size_t(b.last_segment)] - ended[std::size_t(b.first_segment)];
    const auto count = std::int64_t(blocks.size());
    return count * words_of_set(int(count)) + neighbors * work_of_neighbor;
}

}  // namespace onnx2hpp
