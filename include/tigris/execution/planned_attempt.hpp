// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The layout and the plan of a schedule.

#include <tigris/execution/schedule.hpp>

namespace tigris::execution {

/// The blocks of each memory, of which there are at most so many.
template <int Fast, int Slow>
struct layout {
    bool found = false;
    hint_fault fault = hint_fault::none;
    int64_t fast_bytes = 0;
    int64_t slow_bytes = 0;
    int fast_count = 0;
    int slow_count = 0;
    planning::block fast[Fast]{};
    planning::block slow[Slow]{};
};

constexpr view<const int32_t> offsets_of(const plan_hint& hint, int region) {
    return region == fast_region ? hint.fast_offsets : hint.slow_offsets;
}

template <auto Model, target Target, auto Attempt>
constexpr auto make_layout() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    if constexpr (!made.result.found) {
        return layout<1, 1>{};
    } else {
        constexpr auto& p = planned_for<Model, Target, Attempt>;
        constexpr int fast = made.used.tensors + made.used.tasks + 1;
        constexpr int slow = planning::uses_slow(p.n) ? made.used.tensors : 1;
        layout<fast, slow> out{.found = true};
        planning::layout_room<fast, made.result.segments> working{};
        const auto lay_out = [&](int region, view<planning::block> blocks) {
            constexpr int64_t alignment = arena_alignment<Model, Target>;
            blocks.size = planning::collect_blocks(p, region, alignment, blocks);
            const hint_fault fault = planning::place_blocks(
                offsets_of(hint_for<Model, Attempt>, region), alignment, blocks, working.all(),
                planning::least_bytes(made.result, region, alignment));
            if (fault != hint_fault::none) out.fault = fault;
            return blocks.size;
        };
        out.fast_count = lay_out(fast_region, view_of(out.fast));
        out.slow_count = lay_out(slow_region, view_of(out.slow));
        out.fast_bytes = planning::end_of({out.fast, out.fast_count});
        out.slow_bytes = planning::end_of({out.slow, out.slow_count});
        return out;
    }
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto layout_for = make_layout<Model, Target, Attempt>();

/// Target has no budget but that of flash.
template <auto Model, target Target, auto Attempt>
constexpr auto make_plan() {
    constexpr target key = without_budgets(Target);
    constexpr auto& made = schedule_for<Model, key, Attempt>;
    constexpr auto& placed = layout_for<Model, key, Attempt>;
    constexpr auto& p = planned_for<Model, key, Attempt>;
    constexpr planning::row_network_size rows{made.used.tasks, made.used.reads, made.used.tensors};
    constexpr planning::plan_size size{Model.graph.tensor_count, Model.graph.node_count, rows};
    planning::plan<size> out{};
    planning::plan_writer writer(network_for<Model, Target.backend>,
                                 view_of(storages<Model, key>.of), p, view_of(out));
    writer.write({placed.fast, placed.fast_count}, {placed.slow, placed.slow_count},
                 arena_alignment<Model, key>, Target);
    if constexpr (is_hint(Attempt)) {
        constexpr int64_t cost =
            planning::schedule_cost(p.n, p.lives, p.segments, p.tiles, Target.costs);
        out.estimated_bytes = placed.fast_bytes;
        out.cost = cost;
    } else {
        out.estimated_bytes = made.result.peak;
        out.cost = made.result.cost;
    }
    return out;
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto plan_for = make_plan<Model, Target, Attempt>();

}  // namespace tigris::execution
