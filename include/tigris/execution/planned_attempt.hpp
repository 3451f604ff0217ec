// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The layout and the plan of a schedule.

#include <tigris/execution/schedule.hpp>

namespace tigris::execution {

/// The blocks of each space, of which there are at most so many.
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
        constexpr int64_t alignment = offset_alignment<Model, Target>;
        constexpr plan_hint hint = hint_for<Model, Attempt>;
        const auto lay_out = [&](const planning::space& where, view<const int32_t> offsets,
                                 int64_t least, view<planning::block> blocks) {
            if (where.has_costs()) planning::count_accesses(p, blocks);
            const hint_fault fault =
                planning::place_blocks(offsets, alignment, blocks, working.all(), where, least);
            if (fault != hint_fault::none) out.fault = fault;
        };
        out.fast_count =
            planning::collect_blocks(p, planning::fast_space, alignment, view_of(out.fast));
        out.slow_count =
            planning::collect_blocks(p, planning::slow_space, alignment, view_of(out.slow));
        lay_out(fast_space_of<Model, Target>, hint.fast_offsets,
                planning::align_up(made.result.peak, alignment), {out.fast, out.fast_count});
        lay_out(slow_space_of<Model, Target>, hint.slow_offsets, 0, {out.slow, out.slow_count});
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
    constexpr planning::plan_size size{Model.graph.tensor_count, Model.graph.node_count, rows,
                                       planning::count_regions(Target)};
    planning::plan<size> out{};
    planning::plan_writer writer(network_for<Model, Target.backend, Target.scratch>,
                                 view_of(storages<Model, key>.of), p, view_of(out));
    writer.write({placed.fast, placed.fast_count}, {placed.slow, placed.slow_count},
                 offset_alignment<Model, key>, without_constants<Model, Target>());
    if constexpr (is_hint(Attempt)) {
        constexpr int64_t cost = planning::schedule_cost(p.n, p.lives, p.segments, p.tiles,
                                                         resolved<Model, Target>.costs);
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
