// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The steps of planning, in order. The compiler takes each in a constant evaluation of its own
// (execution/plans/schedule.hpp and others), because it limits the length of one; the tool takes
// one after the other.

#include <tigris/planning/hints/hinted_schedule.hpp>
#include <tigris/planning/plan/finish.hpp>
#include <tigris/planning/segments/replays.hpp>
#include <tigris/planning/segments/tiles.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::planning {

/// What decides how a plan is made: an attempt, or the hint in its place, where that exists.
struct decision {
    attempt by{};
    plan_hint hint{};

    constexpr bool is_hint() const { return hint.exists(); }
    constexpr bool may_spill() const { return is_hint() ? asks_to_spill(hint) : by.may_spill; }
};

/// 1. The model as rows, and when each tensor is needed: find_facts (schedule.hpp).
struct made_rows {
    row_network n;
    view<const lifetime> lifetimes;
};

// 2. What its tasks cost and hold, for any attempt: find_sums (task_sums.hpp).

/// 3. The segments, with the transfers between them. `spills` and `copy` are working memory for a
/// flag for each task and a number for each tensor. A hint's segments must be possible; a hint
/// needs neither `spills` nor the partition's rooms.
constexpr void make_schedule(const partition_input& p, const decision& how, view<bool> spills,
                             view<int16_t> copy, const schedule_view& out) {
    if (how.is_hint())
        find_hinted_schedule(p.n, p.lifetimes, how.hint, copy, out);
    else
        find_schedule(p, how.by, spills, copy, out);
}

/// A schedule, made by an attempt or a hint.
struct made_schedule {
    row_network n;
    view<const lifetime> lifetimes;
    view<const segment_tasks> segments;
    const partition_result& result;
};

/// 4. Of each task: the rows that a call makes, its segment, the bytes of a row that is kept.
struct tasks_view {
    view<int32_t> tiles;
    view<int16_t> segment_at;
    view<int32_t> row_bytes;
};

constexpr void describe_tasks(const made_schedule& made, const plan_hint& hint,
                              const tasks_view& out) {
    find_tiles(made.n, made.segments, out.tiles);
    take_tiles(hint, out.tiles);
    for (int s = 0, k = 0; s < made.segments.size; ++s)
        for (const int end = made.segments.data[s].end; k < end; ++k)
            out.segment_at.data[k] = int16_t(s);
    for (const segment_tasks& s : made.segments)
        find_row_bytes(made.n, made.lifetimes, s, out.row_bytes);
}

// 5. How each segment runs: replay_all (replays.hpp). All of that is then `planned`.

/// What a layout of the partition should take: less is not worth a search.
constexpr int64_t least_bytes(const partition_result& made, int space, int64_t alignment) {
    return space == fast_space ? align_up(made.peak, alignment) : 0;
}

/// 6. The blocks of space number `space`, which is `where`, at the hint's offsets or the best that
/// are found. `blocks` has room for one for each tensor and task, and takes their number.
constexpr hint_fault lay_out(const planned& p, const partition_result& made, const plan_hint& hint,
                             int space, const planning::space& where, int64_t alignment,
                             const layout_memory& working, view<block>& blocks) {
    blocks.size = collect_blocks(p, space, alignment, blocks);
    if (where.has_costs()) count_accesses(p, blocks);
    return place_blocks(space == fast_space ? hint.fast_offsets : hint.slow_offsets, alignment,
                        blocks, working, where, least_bytes(made, space, alignment));
}

// 7. Directions, tile heights that cost nothing, prepared constants, totals: plan_writer
// (finish.hpp).

/// What is known of a plan before its layout: the bytes and the cost of its partition. A hint has
/// no partition: what its layout takes, and what its schedule costs.
struct plan_estimate {
    int64_t bytes = 0;
    int64_t cost = 0;
};

constexpr plan_estimate estimate_of(const planned& p, const partition_result& made,
                                    const decision& how, view<const block> fast,
                                    const plan_costs& costs) {
    if (!how.is_hint()) return {made.peak, made.cost};
    return {end_of(fast), schedule_cost(p.n, p.lifetimes, p.segments, p.tiles, costs)};
}

/// The steps of a plan up to its layout. A driver makes what a step asks it for. A step says what
/// is wrong with that, as of a hint.
struct make_rows {
    template <class Driver>
    static constexpr hint_fault of(Driver& d) {
        const made_rows rows = d.rows();
        const decision& how = d.how();
        return how.is_hint() ? check_segments(rows.n, rows.lifetimes, how.hint) : hint_fault::none;
    }
};
struct make_sums {
    template <class Driver>
    static constexpr hint_fault of(Driver& d) {
        d.sums();
        return hint_fault::none;
    }
};
struct make_segments {
    template <class Driver>
    static constexpr hint_fault of(Driver& d) {
        const made_schedule made = d.schedule();
        if (!made.result.found) return hint_fault::segments;
        if (made.result.carried > d.most_fast_bytes()) return hint_fault::fast_memory;
        const hint_fault fault = check_lengths(made.n, made.segments);
        return fault != hint_fault::none ? fault : check_tiles(made.n, made.segments, d.how().hint);
    }
};
struct make_tasks {
    template <class Driver>
    static constexpr hint_fault of(Driver& d) {
        d.tasks();
        return hint_fault::none;
    }
};
struct make_replays {
    template <class Driver>
    static constexpr hint_fault of(Driver& d) {
        d.replays();
        return hint_fault::none;
    }
};
struct make_layout {
    template <class Driver>
    static constexpr hint_fault of(Driver& d) {
        return d.fault_of_layout();
    }
};
using plan_steps =
    type_list<make_rows, make_sums, make_segments, make_tasks, make_replays, make_layout>;

/// Makes a plan up to its layout, step by step, until one fails: says why, as of a hint. The driver
/// keeps what each makes, and makes it when it is asked: in constants, each of which exists where
/// it is named, so that no step is named after one that fails; or in memory.
template <class Driver, int Step = 0>
constexpr hint_fault make_plan(Driver& d) {
    if constexpr (Step == plan_steps::size) {
        return hint_fault::none;
    } else if constexpr (Driver::makes_constants) {
        constexpr hint_fault fault = plan_steps::at<Step>::of(Driver::made);
        if constexpr (fault != hint_fault::none)
            return fault;
        else
            return make_plan<Driver, Step + 1>(d);
    } else {
        const hint_fault fault = plan_steps::at<Step>::of(d);
        return fault != hint_fault::none ? fault : make_plan<Driver, Step + 1>(d);
    }
}

}  // namespace tigris::planning
