// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/two_pass/variants.hpp>

#include <algorithm>
#include <limits>

namespace onnx2hpp {
namespace {

using namespace tigris;

variant variant_of(lowered_model model, target like) {
    owned_network network = network_of(model, like.backend);
    like.costs = costs_left(model, network, like.costs);
    const std::int64_t again = macs_made_again(model, network);
    return {std::move(model), std::move(network), like, again};
}

/// The header numbers tensors, steps and edges with 16 bits.
bool can_be_numbered(const variant& v) {
    constexpr std::size_t highest = std::numeric_limits<std::int16_t>::max();
    std::size_t edges = 0;
    for (const lowered_node& n : v.model.nodes) edges += n.inputs.size() + n.outputs.size();
    return v.network.tensors.size() + v.network.steps.size() < highest && edges <= highest;
}

/// With these second passes, whatever they leave to be recomputed.
std::int64_t smallest_peak(const lowered_model& model, const std::vector<second_pass>& passes,
                           const target& like) {
    const owned_network network = network_of(with_second_passes(model, passes), like.backend);
    const bool may_recompute = like.costs.recompute_percent > 0;
    const std::optional<owned_plan> made =
        planner(network.view(), like).plan(planning::smallest_of({.may_recompute = may_recompute}));
    return made ? made->fast_peak_bytes : INT64_MAX;
}

/// A second pass, and the fast memory that the model takes with all but this one.
struct weighed {
    second_pass pass;
    std::int64_t peak_without;
};

/// Those that spare memory, first those that spare most.
std::vector<weighed> weigh(const lowered_model& model, const std::vector<second_pass>& passes,
                           const target& like) {
    const std::int64_t least = smallest_peak(model, passes, like);
    std::vector<weighed> found;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        std::vector<second_pass> others = passes;
        others.erase(others.begin() + std::ptrdiff_t(i));
        const std::int64_t peak = smallest_peak(model, others, like);
        if (peak > least) found.push_back({passes[i], peak});
    }
    std::stable_sort(found.begin(), found.end(), [](const weighed& a, const weighed& b) {
        if (a.peak_without != b.peak_without) return a.peak_without > b.peak_without;
        return a.pass.macs < b.pass.macs;
    });
    return found;
}

}  // namespace

std::vector<variant> variants_of(const lowered_model& model, const target& like) {
    std::vector<variant> found;
    found.push_back(variant_of(model, like));
    const std::int64_t most = macs_allowed(found.front().network, like.costs);
    std::vector<second_pass> passes = find_second_passes(model);
    std::erase_if(passes, [most](const second_pass& pass) { return pass.macs > most; });
    if (passes.empty() || !can_be_numbered(variant_of(with_second_passes(model, passes), like)))
        return found;
    std::vector<second_pass> chosen;
    for (weighed& next : weigh(model, passes, like)) {
        if (found.back().macs_again + next.pass.macs > most) break;
        chosen.push_back(std::move(next.pass));
        found.push_back(variant_of(with_second_passes(model, chosen), like));
    }
    return found;
}

std::int64_t smallest_fast_bytes(const std::vector<variant>& variants, bool has_slow) {
    std::int64_t least = INT64_MAX;
    for (const variant& v : variants)
        least = std::min(least, v.plans().smallest_fast_bytes(has_slow));
    return least;
}

}  // namespace onnx2hpp
