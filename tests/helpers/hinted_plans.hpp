// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Plans of synthetic networks whose segments, tile heights and offsets a test chooses.

#include <helpers/synthetic_network.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <doctest/doctest.h>

namespace tigris::test {

/// Decisions of a hint. Offsets are in units of the target's alignment.
struct decisions {
    std::vector<segment_hint> segments;
    std::vector<std::int32_t> tiles{};
    std::vector<std::int32_t> fast_offsets{};

    plan_hint hint() const {
        return {.segments = {segments.data(), int(segments.size())},
                .tiles = {tiles.data(), int(tiles.size())},
                .fast_offsets = {fast_offsets.data(), int(fast_offsets.size())}};
    }
};

inline onnx2hpp::hinted_plan plan_as(const planning::network& n, const target& like,
                                     const decisions& chosen) {
    onnx2hpp::planner plans(n, like);
    onnx2hpp::hinted_plan made = plans.plan(chosen.hint());
    REQUIRE(made.fault == hint_fault::none);
    return made;
}
inline onnx2hpp::hinted_plan plan_as(const owned_network& n, const target& like,
                                     const decisions& chosen) {
    return plan_as(n.view(), like, chosen);
}

}  // namespace tigris::test
