// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The decisions of a plan that a search found. The compiler checks and replays them, and makes no
// decisions of its own.

#include <tigris/planning/target/target.hpp>
#include <tigris/support/is_set.hpp>
#include <tigris/support/view.hpp>

namespace tigris {

/// A segment: the tasks from the end of the segment before it up to task `end`. These are tasks
/// before transfers (planning/rows/row_network.hpp). A segment has strips or parts, not both.
struct segment_hint {
    int16_t end = 0;      // the task after the segment's last one
    bool whole = false;   // the segment is one task in one call
    bool spills = false;  // results of the segment go to slow memory
    int8_t strips = 1;    // how often the segment runs, each time for some columns
    int8_t parts = 1;     // parts in which rows pass from task to task
    bool again = false;   // parts also pass to windows; rows are made anew for each output row
    bool keeps = false;   // parts also pass to windows, whose rows stay for the next row

    friend constexpr bool operator==(const segment_hint&, const segment_hint&) = default;
};

/// A plan's decisions for one graph and one target.
struct plan_hint {
    uint64_t graph = 0;  // hash of the graph (planning/hints/graph_hash.hpp)
    tigris::target
        target{};  // memories, placement, backend, I/O modes, alignment and workers count
    uint64_t scratch = unlimited;  // most bytes of scratch of a kernel; `graph` depends on them
    view<const segment_hint> segments{};
    /// Rows per call of each task, transfers included; 0 where the planner's rule decides. Empty if
    /// the rule decides for all.
    view<const int32_t> tiles{};
    /// Where the blocks of each memory are, in the order of planning/layout/schedule_layout.hpp and
    /// in units of the alignment (planning/layout/alignment.hpp). Empty if the compiler searches.
    view<const int32_t> fast_offsets{};
    view<const int32_t> slow_offsets{};

    constexpr bool exists() const { return segments.size > 0; }
};

/// The plan that firmware wants for a model and a target: a specialization takes the place of the
/// model's hints, and is checked like a hint. Its `target` is the template's.
template <auto Model, target Target>
inline constexpr plan_hint plan_override{};

/// Why a hint cannot be used.
///
/// * stale: the hint was made for another graph.
/// * segments: they do not cover all tasks in order, are too long, or hold tasks that cannot run
///   that way.
/// * tiles, offsets: the list has another length than the plan's, or an impossible element.
/// * overlap: two blocks that are live together share bytes.
/// * fast_memory, slow_memory: the plan needs more than the target has.
enum class hint_fault : uint8_t {
    none,
    stale,
    segments,
    tiles,
    offsets,
    overlap,
    fast_memory,
    slow_memory
};

// The compiler prints the types declared here: which hint, and what is wrong with the hint.
template <int Number>
struct hint_set;
struct the_plan_override;
template <hint_fault>
struct hint_is;

namespace planning {

template <class Model, class Hint, class Fault>
inline constexpr bool is_sound = false;
template <class Model, class Hint>
inline constexpr bool is_sound<Model, Hint, hint_is<hint_fault::none>> = true;

/// Completing this type gives one error if a hint for the target cannot be used
/// (docs/how_to/hints.md).
template <class Model, class Hint, class Fault>
struct sound_hint {
    static_assert(is_sound<Model, Hint, Fault>,
                  "tigris: a plan hint does not fit this model and target");
};

constexpr bool have_equal_memories(const target& a, const target& b) {
    if (!is_set(a.memories) || !is_set(b.memories)) return is_set(a.memories) == is_set(b.memories);
    return *a.memories == *b.memories;
}

constexpr bool have_equal_placement(const target& a, const target& b) {
    if (!is_set(a.placement) || !is_set(b.placement))
        return is_set(a.placement) == is_set(b.placement);
    return *a.placement == *b.placement;
}

/// Whether a hint for target `a` is also one for target `b`. Their bytes of fast memory may differ.
constexpr bool same_but_fast(const target& a, const target& b) {
    return a.slow == b.slow && a.backend == b.backend && a.input == b.input &&
           a.output == b.output && a.alignment == b.alignment && a.workers == b.workers &&
           have_equal_memories(a, b) && have_equal_placement(a, b);
}
constexpr bool same_key(const target& a, const target& b) {
    return a.fast == b.fast && same_but_fast(a, b);
}

/// Whether kernels of a target may give way to substitutes, so that none takes more than `most`
/// bytes of scratch.
constexpr bool may_limit_scratch(const target& t, uint64_t most) {
    return most == t.scratch || (most < t.scratch && !t.forbid_fallback);
}

/// The target with at most `most` bytes of scratch.
constexpr target with_scratch(target t, uint64_t most) {
    if (most < t.scratch) t.scratch = most;
    return t;
}

}  // namespace planning
}  // namespace tigris
