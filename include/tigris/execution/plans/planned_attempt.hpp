// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The layout and the plan of a schedule.

#include <tigris/execution/plans/planned.hpp>

namespace tigris::execution {

/// The blocks of fast and slow memory: at most `Fast` and `Slow` blocks.
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
        const auto lay_out = [&](int space, const planning::space& where,
                                 view<planning::block>& blocks) {
            const hint_fault fault =
                planning::lay_out(p, made.result, hint_for<Model, Attempt>, space, where,
                                  offset_alignment<Model, Target>, working.all(), blocks);
            if (fault != hint_fault::none) out.fault = fault;
        };
        view<planning::block> in_fast = view_of(out.fast), in_slow = view_of(out.slow);
        lay_out(planning::fast_space, fast_space_of<Model, Target>, in_fast);
        lay_out(planning::slow_space, slow_space_of<Model, Target>, in_slow);
        out.fast_count = in_fast.size, out.slow_count = in_slow.size;
        out.fast_bytes = planning::end_of({out.fast, in_fast.size});
        out.slow_bytes = planning::end_of({out.slow, in_slow.size});
        return out;
    }
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto layout_for = make_layout<Model, Target, Attempt>();

/// The driver of planning::make_plan: constants. No layout is made where tensors carry more than
/// MostFast bytes.
template <auto Model, target Target, auto Attempt, int64_t MostFast = INT64_MAX>
struct plan_constants {
    static constexpr bool makes_constants = true;
    static const plan_constants made;

    static constexpr const planning::decision& how() { return decision_for<Model, Attempt>; }
    static constexpr int64_t most_fast_bytes() { return MostFast; }
    static constexpr planning::made_rows rows() {
        constexpr auto& facts = row_facts_for<Model, Target>;
        return {network_of(facts), lifetimes_of(facts)};
    }
    static constexpr const auto& sums() { return sums_for<Model, Target>; }
    static constexpr const planning::made_schedule& schedule() {
        return made_for<Model, Target, Attempt>;
    }
    static constexpr const auto& tasks() { return tasks_for<Model, Target, Attempt>; }
    static constexpr const auto& replays() { return replay_list_for<Model, Target, Attempt>; }
    static constexpr hint_fault fault_of_layout() {
        return layout_for<Model, Target, Attempt>.fault;
    }
};
template <auto Model, target Target, auto Attempt, int64_t MostFast>
inline constexpr plan_constants<Model, Target, Attempt, MostFast>
    plan_constants<Model, Target, Attempt, MostFast>::made{};

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
    constexpr planning::plan_estimate estimate =
        planning::estimate_of(p, made.result, decision_for<Model, Attempt>,
                              {placed.fast, placed.fast_count}, resolved<Model, Target>.costs);
    out.estimated_bytes = estimate.bytes;
    out.cost = estimate.cost;
    return out;
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto plan_for = make_plan<Model, Target, Attempt>();

}  // namespace tigris::execution
