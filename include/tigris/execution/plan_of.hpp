// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan of a model for a target as a constant of the program, and whether it fits.

#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/portable/all.hpp>
#include <tigris/model/validate.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/planning/budget.hpp>
#include <tigris/planning/hints.hpp>
#include <tigris/planning/target.hpp>

namespace tigris {

namespace execution {

/// Plain facts of all steps and tensors: where types end and values begin.
template <auto Model, backend Backend>
struct facts_table {
    planning::tensor_facts tensors[Model.graph.tensor_count];
    planning::step_facts steps[Model.graph.node_count];
};

template <auto Model, backend Backend, int Step>
constexpr planning::step_facts facts_of_step() {
    constexpr graph_view graph = Model.graph.all();
    constexpr operands tensors = graph.operands_of(Step);
    constexpr const auto& op = ops::attributes_of<Model, Step>();
    constexpr ops::description described = describe(op, tensors);
    static_assert(described.output == tensors.output().dims,
                  "tigris: the graph is inconsistent: a step's output has another shape");
    static_assert(graph.nodes[Step].outputs == 1, "tigris: a step makes one tensor");
    return planning::facts_of(
        graph.nodes[Step], tensors, described, ops::writes_slices(op),
        facts_of(typename kernels::backend_tag<Backend>::type{}, op, tensors));
}

template <auto Model, backend Backend>
constexpr auto make_facts() {
    static_assert(is_valid(Model.graph), "tigris: the graph is inconsistent");
    facts_table<Model, Backend> table{};
    for (int t = 0; t < Model.graph.tensor_count; ++t)
        table.tensors[t] = planning::facts_of(Model.graph.tensors[t]);
    for_each_index<Model.graph.node_count>(
        [&](auto step) { table.steps[step.value] = facts_of_step<Model, Backend, step.value>(); });
    return table;
}

template <auto Model, backend Backend>
inline constexpr auto facts_for = make_facts<Model, Backend>();

template <auto Model, backend Backend>
constexpr planning::network network_for() {
    constexpr auto& facts = facts_for<Model, Backend>;
    return {view_of(facts.tensors), view_of(facts.steps), Model.graph.all().edges};
}

/// A target without its budgets: what a plan is made from, before one is chosen.
constexpr target without_budgets(target t) {
    t.fast = t.slow = t.flash = 0;
    return t;
}

/// What the planner finds step by step (planning/make_plan.hpp), each step a constant of its own,
/// because compilers limit the length of a single evaluation. Target has no budgets here.
template <auto Model, target Target>
inline constexpr planning::row_network_size rows_size =
    planning::size_of_rows(network_for<Model, Target.backend>(), Target.input, Target.output);

template <int N>
struct storage_table {
    int16_t of[N]{};
};

template <auto Model, target Target>
inline constexpr auto storages = [] {
    storage_table<Model.graph.tensor_count> table{};
    planning::find_storages(network_for<Model, Target.backend>(), view_of(table.of));
    return table;
}();

template <auto Model, target Target>
inline constexpr auto row_facts_for = [] {
    planning::row_facts<rows_size<Model, Target>> facts{};
    storage_table<Model.graph.tensor_count> working{};
    planning::find_facts(network_for<Model, Target.backend>(), Target.input, Target.output,
                         view_of(working.of), view_of(facts));
    return facts;
}();

template <int Tasks>
struct sums_table {
    planning::task_sums of[Tasks > 0 ? Tasks : 1]{};
};

template <auto Model, target Target>
inline constexpr auto sums_for = [] {
    constexpr auto& facts = row_facts_for<Model, Target>;
    sums_table<facts.used.tasks> table{};
    planning::find_sums(network_of(facts), lifetimes_of(facts), {facts.ring, facts.used.tensors},
                        Target.costs, view_of(table.of));
    return table;
}();

/// A hint instead of an attempt: set `set` of the model's, or the override for a target.
struct hinted {
    static constexpr int none = -2;
    static constexpr int is_override = -1;
    static constexpr bool given_up = false;

    int set = none;
    target for_target{};

    friend constexpr bool operator==(const hinted&, const hinted&) = default;
};
constexpr bool is_hint(const planning::attempt&) { return false; }
constexpr bool is_hint(const hinted&) { return true; }

template <auto Model>
constexpr int hint_sets() {
    if constexpr (requires { Model.hints; })
        return Model.hints.size();
    else
        return 0;
}

template <auto Model, auto Attempt>
constexpr plan_hint find_hint() {
    if constexpr (!is_hint(Attempt))
        return {};
    else if constexpr (Attempt.set == hinted::is_override)
        return plan_override<Model, Attempt.for_target>;
    else
        return Model.hints[Attempt.set];
}
template <auto Model, auto Attempt>
inline constexpr plan_hint hint_for = find_hint<Model, Attempt>();

constexpr bool may_spill(const planning::attempt& a, const plan_hint&) { return a.may_spill; }
constexpr bool may_spill(const hinted&, const plan_hint& h) { return planning::asks_to_spill(h); }

/// Attempt is a planning::attempt, or a hint whose segments are possible.
template <auto Model, target Target, auto Attempt>
inline constexpr auto schedule_for = [] {
    constexpr auto& facts = row_facts_for<Model, Target>;
    constexpr int tasks = facts.used.tasks, tensors = facts.used.tensors;
    constexpr bool transfers =
        may_spill(Attempt, hint_for<Model, Attempt>) || planning::uses_slow(network_of(facts));
    planning::schedule<planning::size_with_transfers(rows_size<Model, Target>, transfers)> made{};
    const planning::schedule_view out{view_of(made), view_of(made.segments), made.result};
    int16_t copy[tensors]{};
    if constexpr (is_hint(Attempt)) {
        planning::find_hinted_schedule(network_of(facts), lifetimes_of(facts),
                                       hint_for<Model, Attempt>, view_of(copy), out);
    } else {
        constexpr int most = planning::most_labels(Attempt);
        planning::label labels[(tasks + 1) * most]{};
        int16_t label_counts[tasks + 1]{};
        planning::progress_line lines[tasks + 1]{};
        planning::strip_parts strips[tasks + 1]{};
        bool spills[tasks + 1]{};
        planning::find_schedule(
            network_of(facts), lifetimes_of(facts), {facts.ring, tensors},
            view_of(sums_for<Model, Target>.of), Target.costs, Attempt,
            {{view_of(labels), view_of(label_counts), most}, view_of(lines), view_of(strips)},
            view_of(spills), view_of(copy), out);
    }
    return made;
}();

template <int Tasks>
struct task_table {
    int32_t tiles[Tasks > 0 ? Tasks : 1]{};
    int16_t segment_at[Tasks > 0 ? Tasks : 1]{};
    int32_t row_bytes[Tasks > 0 ? Tasks : 1]{};
};

template <auto Model, target Target, auto Attempt>
inline constexpr auto tasks_for = [] {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    task_table<made.used.tasks> table{};
    const view<const planning::segment_tasks> segments{made.segments, made.result.segments};
    planning::find_tiles(network_of(made), segments, view_of(table.tiles));
    planning::take_tiles(hint_for<Model, Attempt>, view_of(table.tiles));
    planning::number_segments(segments, view_of(table.segment_at));
    planning::find_row_bytes(network_of(made), lifetimes_of(made), segments,
                             view_of(table.row_bytes));
    return table;
}();

template <auto Model, target Target, auto Attempt, int Segment>
inline constexpr auto replay_for = [] {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    constexpr auto& tasks = tasks_for<Model, Target, Attempt>;
    constexpr planning::segment_tasks segment = made.segments[Segment];
    return planning::replay<segment.size()>(network_of(made), lifetimes_of(made),
                                            {tasks.tiles, made.used.tasks}, segment);
}();

/// Calls use(planned) with everything that the layout needs.
template <auto Model, target Target, auto Attempt, class Use, int... Segment>
constexpr auto with_replays(const Use& use, index_sequence<Segment...>) {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    constexpr auto& tasks = tasks_for<Model, Target, Attempt>;
    const planning::replay_facts replays[]{
        planning::facts_of(replay_for<Model, Target, Attempt, Segment>)...};
    return use(planning::planned{network_of(made),
                                 lifetimes_of(made),
                                 {made.segments, made.result.segments},
                                 {tasks.tiles, made.used.tasks},
                                 {replays, int(sizeof...(Segment))},
                                 {tasks.segment_at, made.used.tasks},
                                 {tasks.row_bytes, made.used.tasks}});
}

template <int Blocks>
struct layout {
    bool found = false;
    hint_fault fault = hint_fault::none;
    int fast_count = 0;
    int slow_count = 0;
    int64_t fast_bytes = 0;
    int64_t slow_bytes = 0;
    planning::block fast[Blocks]{};
    planning::block slow[Blocks]{};
};

constexpr view<const int32_t> offsets_of(const plan_hint& hint, int region) {
    return region == fast_region ? hint.fast_offsets : hint.slow_offsets;
}

template <auto Model, target Target, auto Attempt>
constexpr auto make_layout() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    if constexpr (!made.result.found) {
        return layout<1>{};
    } else {
        constexpr int room = made.used.tensors + made.used.tasks;
        using blocks_in_room = planning::block[room];
        using offsets_in_room = planning::forbidden_offsets[room];
        return with_replays<Model, Target, Attempt>(
            [](const planning::planned& p) {
                layout<room> out{.found = true};
                offsets_in_room around{};
                const auto lay_out = [&](int region, blocks_in_room& blocks, int& count) {
                    count = planning::collect_blocks(p, region, Target.alignment, view_of(blocks));
                    const hint_fault fault =
                        planning::place_blocks(offsets_of(hint_for<Model, Attempt>, region),
                                               Target.alignment, {blocks, count}, view_of(around),
                                               region == fast_region ? made.result.peak : 0);
                    if (fault != hint_fault::none) out.fault = fault;
                    return planning::end_of({blocks, count});
                };
                out.fast_bytes = lay_out(fast_region, out.fast, out.fast_count);
                out.slow_bytes = lay_out(slow_region, out.slow, out.slow_count);
                return out;
            },
            make_index_sequence<made.result.segments>{});
    }
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto layout_for = make_layout<Model, Target, Attempt>();

/// The first attempt that fits, or, where none does, one that has given up.
template <auto Model, target Target, planning::attempt Attempt = planning::attempt{}>
constexpr planning::attempt choose() {
    if constexpr (Attempt.given_up) {
        return Attempt;
    } else {
        constexpr auto& tried = layout_for<Model, without_budgets(Target), Attempt>;
        if constexpr (tried.found && uint64_t(tried.fast_bytes) <= Target.fast &&
                      uint64_t(tried.slow_bytes) <= Target.slow)
            return Attempt;
        else
            return choose<Model, Target,
                          planning::next(Attempt, tried.found,
                                         uint64_t(tried.fast_bytes) <= Target.fast,
                                         planning::means_of(Target))>();
    }
}

template <auto Model, backend Backend>
inline constexpr uint64_t graph_hash_for = planning::graph_hash(network_for<Model, Backend>());

/// What is wrong with a hint for a target, asked in the order in which it is used.
template <auto Model, target Target, hinted Hint>
constexpr hint_fault find_fault() {
    constexpr plan_hint hint = hint_for<Model, Hint>;
    constexpr target key = without_budgets(Target);
    constexpr auto& facts = row_facts_for<Model, key>;
    if constexpr (hint.graph != graph_hash_for<Model, Target.backend>) {
        return hint_fault::stale;
    } else if constexpr (planning::check_segments(network_of(facts), lifetimes_of(facts), hint) !=
                         hint_fault::none) {
        return hint_fault::segments;
    } else {
        constexpr auto& made = schedule_for<Model, key, Hint>;
        constexpr view<const planning::segment_tasks> segments{made.segments, made.result.segments};
        if constexpr (planning::check_lengths(network_of(made), segments) != hint_fault::none) {
            return hint_fault::segments;
        } else if constexpr (planning::check_tiles(network_of(made), segments, hint) !=
                             hint_fault::none) {
            return hint_fault::tiles;
        } else {
            constexpr auto& placed = layout_for<Model, key, Hint>;
            if (placed.fault != hint_fault::none) return placed.fault;
            if (uint64_t(placed.fast_bytes) > Target.fast) return hint_fault::fast_memory;
            if (uint64_t(placed.slow_bytes) > Target.slow) return hint_fault::slow_memory;
            return hint_fault::none;
        }
    }
}
template <auto Model, target Target, hinted Hint>
inline constexpr hint_fault fault_for = find_fault<Model, Target, Hint>();

/// The override, or the first of the model's hints that is for the target.
template <auto Model, target Target>
constexpr hinted find_matching_hint() {
    if constexpr (plan_override<Model, Target>.exists()) {
        return {hinted::is_override, Target};
    } else {
        if constexpr (hint_sets<Model>() > 0)
            for (int set = 0; set < Model.hints.size(); ++set)
                if (planning::same_key(Model.hints[set].target, Target)) return {set, {}};
        return {};
    }
}

/// Names a hint in an error.
template <int Set>
constexpr auto name_of_hint() {
    if constexpr (Set == hinted::is_override)
        return type_list<the_plan_override>{};
    else
        return type_list<hint_set<Set>>{};
}

struct no_hint {};

/// The check of the hint for a target, if there is one.
template <auto Model, target Target>
constexpr auto find_hint_check() {
    constexpr hinted hint = find_matching_hint<Model, Target>();
    if constexpr (hint.set == hinted::none) {
        return type_list<no_hint>{};
    } else {
        using name = typename decltype(name_of_hint<hint.set>())::template at<0>;
        return type_list<
            planning::sound_hint<type_of<Model>, name, hint_is<fault_for<Model, Target, hint>>>>{};
    }
}
template <auto Model, target Target>
using hint_check = typename decltype(find_hint_check<Model, Target>())::template at<0>;

/// Looking up what is called with a pointer completes its class, whose assertion speaks then; what
/// depends on the class would cause more errors.
constexpr void complete(const void*) {}

/// A hint that is sound wins; behind the error that another causes, and without one, the planner
/// decides.
template <auto Model, target Target>
constexpr auto choose_hint_or_attempt() {
    constexpr hinted hint = find_matching_hint<Model, Target>();
    complete(static_cast<hint_check<Model, Target>*>(nullptr));
    if constexpr (hint.set == hinted::none)
        return choose<Model, Target>();
    else if constexpr (fault_for<Model, Target, hint> == hint_fault::none)
        return hint;
    else
        return choose<Model, Target>();
}

template <auto Model, target Target>
inline constexpr auto chosen = choose_hint_or_attempt<Model, Target>();

/// The plan that is shown where none fits: the smallest.
template <auto Model, target Target>
constexpr auto find_shown() {
    if constexpr (chosen<Model, Target>.given_up)
        return planning::smallest_attempt(planning::means_of(Target));
    else
        return chosen<Model, Target>;
}
template <auto Model, target Target>
inline constexpr auto shown = find_shown<Model, Target>();

template <auto Model, target Target, auto Attempt>
constexpr auto make_plan() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    constexpr auto& placed = layout_for<Model, Target, Attempt>;
    constexpr planning::row_network_size rows{made.used.tasks, made.used.reads, made.used.tensors};
    constexpr planning::plan_size size{Model.graph.tensor_count, Model.graph.node_count, rows};
    using sized_plan = planning::plan<size>;
    return with_replays<Model, Target, Attempt>(
        [](const planning::planned& p) {
            sized_plan out{};
            constexpr auto& storage = storages<Model, Target>;
            const planning::network network = network_for<Model, Target.backend>();
            planning::plan_writer writer(network, view_of(storage.of), p, view_of(out));
            writer.write({placed.fast, placed.fast_count}, {placed.slow, placed.slow_count},
                         Target.alignment);
            out.estimated_bytes = made.result.peak;
            out.cost = made.result.cost;
            if constexpr (is_hint(Attempt)) {
                out.estimated_bytes = placed.fast_bytes;
                out.cost = planning::schedule_cost(p.n, p.lives, p.segments, p.tiles, Target.costs);
            }
            return out;
        },
        make_index_sequence<made.result.segments>{});
}

template <auto Model, target Target, auto Attempt>
inline constexpr auto plan_for = make_plan<Model, Target, Attempt>();

/// The smallest budget with which an attempt of this kind fits, at most `best`: see attempt.hpp.
template <auto Model, target Target, auto Attempt>
constexpr int64_t smallest_from(int64_t best) {
    if constexpr (!planning::is_worth_trying(Attempt)) {
        return best;
    } else {
        constexpr auto& tried = layout_for<Model, Target, Attempt>;
        constexpr planning::attempt lower = planning::with_lower_limit(Attempt, tried.found);
        const int64_t needed = tried.fast_bytes > Attempt.limit ? tried.fast_bytes : Attempt.limit;
        return smallest_from<Model, Target, lower>(tried.found && needed < best ? needed : best);
    }
}

template <auto Model, target Target, planning::attempt Kind>
constexpr int64_t smallest_of_kind() {
    constexpr auto& tried = layout_for<Model, Target, planning::smallest_of(Kind)>;
    if constexpr (!tried.found) {
        return INT64_MAX;
    } else {
        int64_t best = tried.fast_bytes;
        // Its layout may be smaller than any estimate.
        if constexpr (Kind.limit == INT64_MAX)
            if (layout_for<Model, Target, Kind>.fast_bytes < best)
                best = layout_for<Model, Target, Kind>.fast_bytes;
        return smallest_from<Model, Target,
                             planning::with_limit(Kind, planning::limit_below(tried.fast_bytes))>(
            best);
    }
}

/// The same for this kind of plans and all that follow.
template <auto Model, target Target, planning::plan_means Means,
          planning::attempt Kind = planning::attempt{}>
constexpr int64_t find_smallest() {
    if constexpr (Kind.given_up) {
        return INT64_MAX;
    } else {
        const int64_t own = smallest_of_kind<Model, Target, Kind>();
        const int64_t rest =
            find_smallest<Model, Target, Means, planning::next_kind(Kind, Means)>();
        return own < rest ? own : rest;
    }
}

/// A sound hint that is for the target but for its fast memory may be for less.
template <auto Model, target Target, int Set = 0>
constexpr int64_t smallest_of_hints(int64_t best) {
    if constexpr (Set >= hint_sets<Model>()) {
        return best;
    } else {
        constexpr target hinted_target = Model.hints[Set].target;
        if constexpr (planning::same_but_fast(hinted_target, Target)) {
            constexpr hinted hint{Set};
            if constexpr (fault_for<Model, hinted_target, hint> == hint_fault::none)
                if (planning::signed_bytes(hinted_target.fast) < best)
                    best = planning::signed_bytes(hinted_target.fast);
        }
        return smallest_of_hints<Model, Target, Set + 1>(best);
    }
}

}  // namespace execution

/// The hash of a model's graph that its hints must name.
template <auto Model, backend Backend = portable>
inline constexpr uint64_t graph_hash_of = execution::graph_hash_for<Model, Backend>;

/// The plan of a model for a target: totals, stages, segments, tasks, buffers, tensors, steps
/// (planning/plan.hpp). The override's or a hint's; else the cheapest that fits; where none does,
/// the smallest. Asks no budget.
template <auto Model, target Target = Model.default_target>
inline constexpr auto& plan_of =
    execution::plan_for<Model, execution::without_budgets(Target), execution::shown<Model, Target>>;

/// Whether the model fits its target; never an error, unless a hint is wrong.
template <auto Model, target Target = Model.default_target>
inline constexpr bool fits = !execution::chosen<Model, Target>.given_up &&
                             uint64_t(plan_of<Model, Target>.flash_bytes) <= Target.flash;

/// Bytes of fast memory without which no plan fits, with the slow memory that the target has. A
/// hint of the model's for the same target with less fast memory counts: with just that it is
/// taken.
template <auto Model, target Target = Model.default_target>
inline constexpr int64_t smallest_fast_bytes = execution::smallest_of_hints<Model, Target>(
    execution::find_smallest<Model, execution::without_budgets(Target),
                             planning::means_without_limit(Target)>());

namespace execution {

/// The step whose constants take most flash.
template <auto Model>
constexpr int heaviest_step() {
    int heaviest = 0;
    int64_t most = -1;
    for (int step = 0; step < Model.graph.node_count; ++step) {
        const int64_t bytes = planning::constant_bytes_of(Model.graph.all().operands_of(step));
        if (bytes > most) most = bytes, heaviest = step;
    }
    return heaviest;
}

constexpr target with_much_slow_memory(target t) {
    t.slow = unlimited;
    return t;
}

template <auto Model, target Target>
inline constexpr bool slow_would_do = fits<Model, with_much_slow_memory(Target)>;

template <auto Model, target Target>
constexpr uint64_t slow_needed() {
    return uint64_t(plan_of<Model, with_much_slow_memory(Target)>.slow_peak_bytes);
}

template <auto Model, target Target>
constexpr auto help_for_fast() {
    if constexpr (slow_would_do<Model, Target>)
        return type_list<what_would_help<advice::give_slow_memory, slow_needed<Model, Target>()>>{};
    else
        return type_list<what_would_help<advice::raise_fast_memory>>{};
}

template <auto Model, target Target>
using fast_memory_budget = planning::fast_memory_budget<
    type_of<Model>, needs_bytes<uint64_t(smallest_fast_bytes<Model, Target>)>,
    budget_bytes<Target.fast>,
    worst_op<static_cast<typename type_of<Model>::op>(plan_of<Model, Target>.peak_step)>,
    typename decltype(help_for_fast<Model, Target>())::template at<0>>;

template <auto Model, target Target>
using slow_memory_budget =
    planning::slow_memory_budget<type_of<Model>, needs_bytes<slow_needed<Model, Target>()>,
                                 budget_bytes<Target.slow>,
                                 what_would_help<advice::raise_slow_memory>>;

template <auto Model, target Target>
using flash_budget = planning::flash_budget<
    type_of<Model>, needs_bytes<uint64_t(plan_of<Model, Target>.flash_bytes)>,
    budget_bytes<Target.flash>,
    worst_op<static_cast<typename type_of<Model>::op>(heaviest_step<Model>())>,
    what_would_help<advice::raise_flash>>;

struct nothing_to_say {};

/// Where fast memory would be enough, slow memory is what lacks: also when an input or an output
/// is to be there.
template <auto Model, target Target>
constexpr bool lacks_slow() {
    if constexpr (!slow_would_do<Model, Target>)
        return false;
    else
        return Target.slow > 0 || uint64_t(smallest_fast_bytes<Model, Target>) <= Target.fast;
}

/// The budget that is exceeded, whose completion is one compile error, or nothing_to_say.
template <auto Model, target Target>
constexpr auto exceeded_budget() {
    if constexpr (fits<Model, Target>)
        return type_list<nothing_to_say>{};
    else if constexpr (!chosen<Model, Target>.given_up)
        return type_list<flash_budget<Model, Target>>{};
    else if constexpr (lacks_slow<Model, Target>())
        return type_list<slow_memory_budget<Model, Target>>{};
    else
        return type_list<fast_memory_budget<Model, Target>>{};
}

template <auto Model, target Target>
using budget_check = typename decltype(exceeded_budget<Model, Target>())::template at<0>;

}  // namespace execution
}  // namespace tigris
