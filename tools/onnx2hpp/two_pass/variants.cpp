// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/work.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Work (plan/work.hpp) per step of a model that is copied.
constexpr std::int64_t work_of_model = 1000;

/// The header numbers tensors, steps and edges with 16 bits.
bool can_be_numbered(const lowered_model& m) {
    constexpr std::size_t highest = std::numeric_limits<std::int16_t>::max();
    std::size_t edges = 0;
    for (const lowered_node& n : m.nodes) edges += n.inputs.size() + n.outputs.size();
    return m.tensors.size() + m.nodes.size() < highest && edges <= highest;
}

/// The least fast memory with these second passes, whatever they leave to be recomputed. The work
/// is taken from `left`.
std::int64_t smallest_peak(const lowered_model& model, const std::vector<second_pass>& passes,
                           const target& like, std::int64_t& left) {
    const owned_network network =
        with_least_scratch(network_of(with_second_passes(model, passes), like));
    const bool may_recompute = like.costs.recompute_percent > 0;
    planner plans(network.view(), like);
    const std::optional<owned_plan> made =
        plans.plan(planning::smallest_of({.may_recompute = may_recompute}));
    left -= plans.work() + work_of_model * std::int64_t(model.nodes.size());
    return made ? made->planned_fast_bytes() : INT64_MAX;
}

/// A second pass, and the fast memory that the model takes with all but this one.
struct weighed {
    second_pass pass;
    std::int64_t peak_without;
};

/// Second passes that spare memory, first those that spare most; of a large model perhaps not all.
std::vector<weighed> weigh(const lowered_model& model, const std::vector<second_pass>& passes,
                           const target& like) {
    std::int64_t left = work_for(int(model.nodes.size()), 10);
    const std::int64_t least = smallest_peak(model, passes, like, left);
    std::vector<weighed> found;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        if (left < 0) {
            note(fmt::format(
                "of {} tensors that may be made twice, {} were tried, since the model is "
                "large; more -m needs none",
                passes.size(), i));
            break;
        }
        std::vector<second_pass> others = passes;
        others.erase(others.begin() + std::ptrdiff_t(i));
        const std::int64_t peak = smallest_peak(model, others, like, left);
        if (peak > least) found.push_back({passes[i], peak});
    }
    std::stable_sort(found.begin(), found.end(), [](const weighed& a, const weighed& b) {
        if (a.peak_without != b.peak_without) return a.peak_without > b.peak_without;
        return a.pass.macs < b.pass.macs;
    });
    return found;
}

/// The first second passes that make no more again than `most` multiply-accumulates.
std::vector<second_pass> within(std::int64_t most, std::vector<weighed> from) {
    std::vector<second_pass> chosen;
    for (weighed& next : from) {
        most -= next.pass.macs;
        if (most < 0) break;
        chosen.push_back(std::move(next.pass));
    }
    return chosen;
}

/// The most variants of a model: each takes memory, and is planned.
std::size_t most_variants(const lowered_model& model) {
    constexpr std::size_t steps_of_all = 16'384, fewest = 4;
    return std::max(fewest, steps_of_all / (model.nodes.size() + 1));
}

}  // namespace

variant::variant(lowered_model of, tigris::target like)
    : model(std::move(of)), network(network_of(model, like)), target(like) {
    target.costs = costs_left(model, network, like.costs);
    macs_again = macs_made_again(model, network);
    plans_ = std::make_unique<planner>(network.view(), target);
}

std::vector<variant> variants_of(const lowered_model& model, const target& like) {
    std::vector<variant> found;
    found.emplace_back(model, like);
    add_second_passes(found, like);
    return found;
}

void add_second_passes(std::vector<variant>& to, target like) {
    if (to.size() > 1) return;
    to.reserve(most_variants(to.front().model) + 2);
    const lowered_model& model = to.front().model;
    const std::int64_t most = macs_allowed(to.front().network, like.costs);
    std::vector<second_pass> passes = find_second_passes(model);
    std::erase_if(passes, [most](const second_pass& pass) { return pass.macs > most; });
    if (passes.empty() || !can_be_numbered(with_second_passes(model, passes))) return;
    const std::vector<second_pass> chosen = within(most, weigh(model, passes, like));
    const std::size_t more = chosen.size() / most_variants(model) + 1;
    for (std::size_t count = 0; count < chosen.size();) {
        count = std::min(count + more, chosen.size());
        const std::vector<second_pass> first(chosen.begin(),
                                             chosen.begin() + std::ptrdiff_t(count));
        to.emplace_back(with_second_passes(model, first), like);
    }
}

bool is_affordable(const std::vector<variant>& variants, std::size_t number) {
    std::int64_t spent = 0;
    for (std::size_t v = 1; v < number; ++v) spent += variants[v].plans().work();
    return spent <= work_for(variants.front().plans().task_count(), 10);
}

std::int64_t smallest_fast_bytes(const std::vector<variant>& variants, bool has_slow) {
    std::int64_t least = INT64_MAX;
    for (std::size_t v = 0; v < variants.size() && is_affordable(variants, v); ++v)
        least = std::min(least, variants[v].plans().smallest_fast_bytes(has_slow));
    return least;
}

}  // namespace onnx2hpp
