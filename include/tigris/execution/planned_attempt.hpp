// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The layout and the plan of a schedule.

#include <tigris/execution/schedule.hpp>

namespace tigris::execution {

template <int Fast, int Slow>
struct layout {
    static constexpr int fast_count = Fast;
    static constexpr int slow_count = Slow;

    bool found = false;
    hint_fault fault = hint_fault::none;
    int64_t fast_bytes = 0;
    int64_t slow_bytes = 0;
    planning::block fast[Fast > 0 ? Fast : 1]{};
    planning::block slow[Slow > 0 ? Slow : 1]{};
};

constexpr view<const int32_t> offsets_of(const plan_hint& hint, int region) {
    return region == fast_region ? hint.fast_offsets : hint.slow_offsets;
}

struct block_counts {
    int of[region_count]{};
};

template <auto Model, target Target, auto Attempt>
inline constexpr block_counts counts_for =
    with_replays<Model, Target, Attempt>([](const planning::planned& p) {
        block_counts counts{};
        for (int region = 0; region < region_count; ++region)
            counts.of[region] = planning::count_blocks(p, region, arena_alignment<Model, Target>);
        return counts;
    });

template <auto Model, target Target, auto Attempt>
constexpr auto make_layout() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    if constexpr (!made.result.found) {
        return layout<0, 0>{};
    } else {
        constexpr int fast = counts_for<Model, Target, Attempt>.of[fast_region];
        constexpr int slow = counts_for<Model, Target, Attempt>.of[slow_region];
        return with_replays<Model, Target, Attempt>([](const planning::planned& p) {
            layout<fast, slow> out{.found = true};
            planning::layout_room<(fast > slow ? fast : slow), made.result.segments> working{};
            const auto lay_out = [&](int region, view<planning::block> blocks) {
                planning::collect_blocks(p, region, arena_alignment<Model, Target>, blocks);
                const hint_fault fault = planning::place_blocks(
                    offsets_of(hint_for<Model, Attempt>, region), arena_alignment<Model, Target>,
                    blocks, working.all(),
                    planning::least_bytes(made.result, region, arena_alignment<Model, Target>));
                if (fault != hint_fault::none) out.fault = fault;
                return planning::end_of({blocks.data, blocks.size});
            };
            out.fast_bytes = lay_out(fast_region, {out.fast, fast});
            out.slow_bytes = lay_out(slow_region, {out.slow, slow});
            return out;
        });
    }
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto layout_for = make_layout<Model, Target, Attempt>();

template <auto Model, target Target, auto Attempt>
constexpr auto make_plan() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    constexpr auto& placed = layout_for<Model, Target, Attempt>;
    constexpr planning::row_network_size rows{made.used.tasks, made.used.reads, made.used.tensors};
    constexpr planning::plan_size size{Model.graph.tensor_count, Model.graph.node_count, rows};
    using sized_plan = planning::plan<size>;
    return with_replays<Model, Target, Attempt>([](const planning::planned& p) {
        sized_plan out{};
        constexpr auto& storage = storages<Model, Target>;
        const planning::network network = network_for<Model, Target.backend>();
        planning::plan_writer writer(network, view_of(storage.of), p, view_of(out));
        writer.write({placed.fast, placed.fast_count}, {placed.slow, placed.slow_count},
                     arena_alignment<Model, Target>);
        out.estimated_bytes = made.result.peak;
        out.cost = made.result.cost;
        if constexpr (is_hint(Attempt)) {
            out.estimated_bytes = placed.fast_bytes;
            out.cost = planning::schedule_cost(p.n, p.lives, p.segments, p.tiles, Target.costs);
        }
        return out;
    });
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto plan_for = make_plan<Model, Target, Attempt>();

}  // namespace tigris::execution
