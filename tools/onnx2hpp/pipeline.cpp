// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/dead_channels.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/depfile.hpp>
#include <onnx2hpp/emit/header_plan.hpp>
#include <onnx2hpp/emit/pack_constants.hpp>
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/int4_weights.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/lower/split_layers.hpp>
#include <onnx2hpp/lower/stream.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/operators/list.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/passes/tie_states.hpp>
#include <onnx2hpp/pipeline.hpp>
#include <onnx2hpp/placement/place_tensors.hpp>
#include <onnx2hpp/plan/idle_backend.hpp>
#include <onnx2hpp/plan/memories_left.hpp>
#include <onnx2hpp/plan/over_budget.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/plan/substituted.hpp>
#include <onnx2hpp/progress.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/show/cost/estimate.hpp>
#include <onnx2hpp/show/planner_input.hpp>
#include <onnx2hpp/show/units.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// A model that is lowered and placed, with the names of its file, and all files that it came from.
struct model_read {
    lowered_model model;
    model_names names;
    std::vector<std::string> files;
};

lowered_model with_orders(lowered_model model, const options& wanted) {
    return wanted.for_header.empty() ? with_weight_orders(std::move(model), wanted.backend)
                                     : with_orders_of_header(std::move(model), wanted);
}

model_read read(const options& wanted) {
    refuse_idle_backend(wanted);
    show_stage("reading the model");
    onnx_model model = load(wanted, all_operators());
    const model_names names(model, keeps_elements);
    show_stage("rewriting the graph");
    run_passes(model, wanted);
    tie_states(model, wanted);
    show_stage("lowering it to the library's operators");
    lowered_model made = lower(model, wanted);
    if (!wanted.keeps_dead)
        made = without_dead_channels(std::move(made), channel_multiple(wanted.backend));
    if (wanted.stream > 0) made = with_stream(std::move(made), wanted.stream, wanted.most_kept);
    if (wanted.packs) {
        made = with_places(std::move(made), names, wanted);
        made = with_split_layers(std::move(made), std::int64_t(wanted.group_bytes));
        made = with_int4_weights(std::move(made));
        made = with_packed_constants(with_weight_orders(std::move(made), wanted.backend), wanted);
    } else {
        made = with_int4_weights(std::move(made));
        made = with_places(with_orders(std::move(made), wanted), names, wanted);
    }
    return {with_memories_left(std::move(made), wanted), names, model.files};
}

/// Says what was packed for that plan.
lowered_model settled(const lowered_model& model, const owned_plan& plan, const options& wanted) {
    lowered_model made = with_groups_side_by_side(model, plan);
    if (wanted.packs) note(describe_packing(made, wanted));
    return made;
}

prepared_model planned(const lowered_model& model, const options& wanted) {
    const model_clock clock = clock_for(wanted);
    prepared_model made = prepare(in_better_order(model, wanted), wanted, clock);
    if (!wanted.memories || model.state_count == 0) return made;
    const owned_plan plan = plan_of_header(made.model, wanted, made.hints);
    if (have_states_room(made.model, plan, wanted)) return made;
    const std::string lack = lack_for_states(made.model, plan, wanted).sentence;
    try {
        prepared_model other =
            prepare(in_better_order(with_memories_left(model, wanted, values_for_any_plan), wanted),
                    wanted, clock);
        if (!other.hints.empty() || fits_budgets(other.model, wanted)) return other;
    } catch (const failure&) {
        throw failure(outcome::over_budget, lack);
    }
    throw failure(outcome::over_budget, lack);
}

/// A model that is planned, and the options with which that was done.
struct model_planned : prepared_model {
    options with;

    bool fits() const { return !hints.empty() || fits_budgets(model, with); }
};

model_planned plan(const lowered_model& model, const options& wanted) {
    return {planned(model, wanted), wanted};
}

/// Plans with kernels of the backend alone, or, where no plan fits, with substitutes.
model_planned plan_with_kernels_that_fit(const lowered_model& model, const options& wanted) {
    model_planned made = plan(model, wanted);
    if (made.fits()) return made;
    const std::optional<options> more = with_substitutes(model, wanted);
    return more ? plan(model, *more) : made;
}

void note_substitutes(const model_planned& made) {
    const owned_plan plan = plan_of_header(made.model, made.with, made.hints);
    constexpr std::size_t most = 4;
    const std::vector<std::string> sentences =
        describe_substitutes(made.model, plan, made.with.backend);
    for (std::size_t i = 0; i < sentences.size() && i < most; ++i) note(sentences[i]);
    if (sentences.size() > most)
        note(fmt::format("the same holds for {}; onnx2hpp analyze names all of them",
                         spell_more_steps(sentences.size() - most)));
}

/// A few of a curve's budgets: the ends, and what lies evenly between them.
std::vector<std::uint64_t> some_of(const std::vector<swept_budget>& curve) {
    constexpr std::size_t most = 4;
    std::vector<std::uint64_t> out;
    for (std::size_t i = 0; i < curve.size() && out.size() < most; ++i)
        if (i * (most - 1) >= out.size() * (curve.size() - 1)) out.push_back(curve[i].fast);
    return out;
}

options with_fast(options wanted, std::uint64_t fast) {
    wanted.fast = fast;
    wanted.json = true;  // without alternatives
    return wanted;
}

/// The curve of budgets that --sweep finds.
std::vector<swept_budget> curve_of(const lowered_model& model, options wanted) {
    wanted.finds_sweep = true;
    wanted.calls = false;
    wanted.search_effort = effort::none;
    return analyze_with_states(model, wanted).sweep;
}

}  // namespace

conversion converted(const options& wanted) {
    const model_read given = read(wanted);
    show_stage("planning its memory");
    model_planned made = plan_with_kernels_that_fit(given.model, wanted);
    if (wanted.packs)
        made.model = settled(made.model, plan_of_header(made.model, made.with, made.hints), wanted);
    if (made.hints.empty()) check_budgets(made.model, made.with, made.least_searched);
    if (made.with.substitutes) note_substitutes(made);
    show_stage("writing the header");
    conversion result{emit(made.model, made.with, made.hints), {}};
    if (!wanted.depfile.empty())
        result.files.push_back({wanted.depfile, depfile_text(wanted.output, given.files)});
    if (!wanted.for_header.empty() || wanted.quiet) return result;
    owned_plan plan = plan_of_header(made.model, made.with, made.hints);
    result.planned = describe(std::move(made.model), made.with, std::move(plan));
    return result;
}

analysis analyzed(const options& wanted) {
    const lowered_model model = read(wanted).model;
    show_stage("planning its memory");
    analysis found = analyze_with_states(model, wanted);
    if (wanted.packs) found.model = settled(found.model, found.plan, wanted);
    return found;
}

std::string input_for_planner(const options& wanted) {
    return to_bytes({read(wanted).model, wanted});
}

std::vector<board_result> analyzed_on_boards(const options& wanted) {
    std::vector<board_result> results;
    for (const options& on : wanted.on_boards) {
        board_result result{on.board->described.name, on.board->described.core, {}, {}};
        try {
            result.planned = analyzed(on);
        } catch (const failure& f) {
            if (f.code != outcome::over_budget) throw;
            result.refusal = f.what();
        }
        results.push_back(std::move(result));
    }
    return results;
}

reported_model reported(const options& wanted, const std::vector<std::uint64_t>& budgets) {
    const model_read given = read(wanted);
    const lowered_model& model = given.model;
    show_stage("planning its memory");
    reported_model made{.file = wanted.input,
                        .options = wanted.words,
                        .plans = {analyze_with_states(model, wanted)},
                        .curve = curve_of(model, wanted),
                        .planner_input = to_bytes({model, wanted}),
                        .tensors = {},
                        .files = given.files};
    made.tensors = list_tensors(made.plans.front(), given.names);
    options other = wanted;
    if (budgets.empty()) other.search_effort = effort::none;
    for (const std::uint64_t fast : budgets.empty() ? some_of(made.curve) : budgets)
        made.plans.push_back(analyze_with_states(model, with_fast(other, fast)));
    if (wanted.packs)
        for (analysis& a : made.plans) a.model = settled(a.model, a.plan, wanted);
    return made;
}

std::vector<listed_tensor> listed(const options& wanted) {
    const model_read made = read(wanted);
    show_stage("planning its memory");
    return list_tensors(analyze_with_states(made.model, wanted), made.names);
}

}  // namespace onnx2hpp
