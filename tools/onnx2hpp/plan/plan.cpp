// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/plan.hpp>

#include <onnx2hpp/plan/planes.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/full_region.hpp>

#include <fmt/format.h>

#include <tigris/kernels/portable/record_bytes.hpp>
#include <tigris/planning/layout/alignment.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

/// A step's edges are appended, outputs after inputs, as emit/ does.
tigris::node append_edges(const lowered_node& n, std::vector<std::int16_t>& edges) {
    const auto first = std::int16_t(edges.size());
    edges.insert(edges.end(), n.inputs.begin(), n.inputs.end());
    edges.insert(edges.end(), n.outputs.begin(), n.outputs.end());
    const auto inputs = std::int16_t(n.inputs.size());
    return {0, 0, first, inputs, std::int16_t(first + inputs), std::int16_t(n.outputs.size())};
}

template <class Op>
kernel_facts kernel_of(const Op& op, const operands& tensors, tigris::backend backend,
                       rounding rounds, std::uint64_t scratch) {
    return with_tag_of(backend, rounds, [&](auto tag) {
        return kernels::facts_within<decltype(tag)>(op, tensors, scratch);
    });
}

/// Whether a constant is copied, or decoded, before it is read.
bool is_copied(const lowered_model& model, std::size_t constant) {
    if (!model.constant_places.empty() && model.constant_places[constant].destination >= 0)
        return true;
    return std::any_of(model.packed.begin(), model.packed.end(), [&](const packed_group& g) {
        return std::find(g.constants.begin(), g.constants.end(), constant) != g.constants.end();
    });
}

/// Numbers of the constants that a step reads.
std::vector<std::size_t> constants_of(const lowered_model& model, const lowered_node& step) {
    std::vector<std::size_t> out;
    for (const int t : step.inputs)
        if (t >= 0 && model.tensors[std::size_t(t)].kind == tensor_kind::constant)
            out.push_back(std::size_t(model.tensors[std::size_t(t)].index));
    return out;
}

/// What a step's kernel takes of flash beside the model's constants.
template <class Op>
void set_flash(kernel_facts& kernel, const lowered_model& model, const lowered_node& step,
               const Op& op, const operands& tensors) {
    const std::vector<std::size_t> read = constants_of(model, step);
    const auto copied = [&](std::size_t c) { return is_copied(model, c); };
    if (std::any_of(read.begin(), read.end(), copied))
        kernel.prepared_bytes = 0;
    else if (model.weights_vary && !read.empty())
        kernel.prepared_at = prepared_home::beside;
    else
        kernel.record_bytes = kernels::record_bytes(op, tensors);
}

step_facts facts_of_step(const lowered_model& model, const owned_network& known,
                         const lowered_node& step, const tigris::node& n, tigris::backend backend,
                         std::uint64_t scratch) {
    const operands tensors{{model.tensors.data(), int(model.tensors.size())},
                           known.edges.data() + n.first_input,
                           known.edges.data() + n.first_output,
                           n.inputs,
                           n.outputs};
    return std::visit(
        [&](const auto& op) {
            kernel_facts kernel = kernel_of(op, tensors, backend, model.rounds, scratch);
            set_flash(kernel, model, step, op, tensors);
            return planning::facts_of(n, {known.tensors.data(), int(known.tensors.size())}, tensors,
                                      describe(op, tensors), ops::writes_slices(op), kernel);
        },
        step.op);
}

io_modes modes_of(const char* option, const std::vector<io>& given, std::size_t edges) {
    if (given.size() > 1 && given.size() > edges)
        fail_bad_input(
            fmt::format("{} gives {} modes, but the model has {}", option, given.size(), edges));
    io_modes modes = given.empty() ? io::caller : given.front();
    for (std::size_t i = 1; i < std::size_t(io_modes::capacity) && !given.empty(); ++i)
        modes.of[i] = given[std::min(i, given.size() - 1)];
    return modes;
}

std::int64_t macs_of(const owned_network& network) {
    std::int64_t macs = 0;
    for (const step_facts& s : network.steps) macs += s.op.macs;
    return macs;
}

}  // namespace

std::int64_t macs_made_again(const lowered_model& model, const owned_network& network) {
    std::int64_t macs = 0;
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (model.nodes[i].again) macs += network.steps[i].op.macs;
    return macs;
}

std::int64_t macs_allowed(const owned_network& network, const plan_costs& costs) {
    return macs_of(network) / 100 * costs.recompute_percent;
}

plan_costs costs_left(const lowered_model& model, const owned_network& network, plan_costs costs) {
    const std::int64_t again = macs_made_again(model, network), all = macs_of(network);
    if (again == 0) return costs;
    const std::int64_t allowed = (all - again) / 100 * costs.recompute_percent;
    costs.recompute_percent = std::uint32_t(std::max<std::int64_t>(0, allowed - again) * 100 / all);
    return costs;
}

target target_of(const lowered_model& model, const options& o) {
    refuse_rows_of_planes(model, o);
    const target wanted{
        .fast = without_prefix(o.fast.value_or(unlimited), model.prefix_bytes),
        .slow = o.slow.value_or(0),
        .flash = o.flash.value_or(unlimited),
        .backend = o.backend,
        .input = modes_of("--input", o.input_modes, model.inputs.size() - model.state_count),
        .output = modes_of("--output", o.output_modes, model.outputs.size() - model.state_count),
        .alignment = o.alignment,
        .workers = o.workers,
        .costs = costs_left(model, network_of(model), o.costs),
        .forbid_fallback = !o.substitutes,
        .memories = model.memories_left ? model.memories_left.get() : o.memories};
    if (!o.memories) return wanted;
    const owned_network network = network_of(model, o.backend);
    return resolve(wanted, alignment_for(network.view().tensors, network.view().steps, wanted));
}

owned_network network_of(const lowered_model& model, tigris::backend backend) {
    owned_network out;
    if (model.state_count > 0) {
        out.own_inputs = int(model.inputs.size() - model.state_count);
        out.own_outputs = int(model.outputs.size() - model.state_count);
    }
    out.prefix_bytes = model.prefix_bytes;
    out.saved_bytes = saved_bytes(model);
    for (const tensor& t : model.tensors) out.tensors.push_back(planning::facts_of(t));
    for (const tensor_place& p : model.tensor_places) out.regions.push_back(std::int8_t(p.region));
    for (const lowered_node& step : model.nodes) {
        const tigris::node n = append_edges(step, out.edges);
        out.steps.push_back(facts_of_step(model, out, step, n, backend, unlimited));
    }
    return out;
}

owned_network network_of(const lowered_model& model, const target& wanted) {
    owned_network out = network_of(model, wanted.backend);
    if (wanted.forbid_fallback) return out;
    owned_network numbered = out;
    numbered.edges.clear();
    for (const lowered_node& step : model.nodes) {
        const tigris::node n = append_edges(step, numbered.edges);
        out.least.push_back(facts_of_step(model, numbered, step, n, wanted.backend, 0));
    }
    return out;
}

owned_network with_least_scratch(owned_network network) {
    if (!network.least.empty()) network.steps = std::move(network.least);
    network.least.clear();
    return network;
}

std::int64_t least_fast_bytes(planner& plans, const target& t) {
    constexpr int most_raises = 128;  // by 1/64: up to 7 times as many
    const std::int64_t least = plans.smallest_fast_bytes(t.slow > 0);
    if (plans.plan(std::uint64_t(least), t.slow)) return least;
    const std::int64_t without_slow = plans.smallest_fast_bytes(false);
    if (without_slow == INT64_MAX) return INT64_MAX;
    std::int64_t bytes = without_slow;
    // In several banks the planner may not find its smallest plan for just its bytes.
    for (int i = 0; has_banks(t) && i < most_raises; ++i, bytes += bytes / 64 + 1)
        if (plans.plan(std::uint64_t(bytes), t.slow)) return bytes;
    return without_slow;
}

owned_plan smallest_plan(const lowered_model& model, planner& plans, const target& t) {
    std::optional<owned_plan> made = plans.smallest_plan(t.slow > 0);
    if (!made)
        if (const auto lack = small_banks(model, t)) throw failure(outcome::over_budget, *lack);
    if (!made)
        fail_unsupported("there is no plan with these I/O modes, whatever the memories",
                         plans.can_number_transfers()
                             ? "fewer inputs and outputs in slow memory may help"
                             : "fewer steps may help: 16 bits number all transfers");
    const bool lacks_both = std::uint64_t(made->planned_fast_bytes()) > t.fast &&
                            std::uint64_t(made->slow_peak_bytes) > t.slow;
    if (!lacks_both) return std::move(*made);
    std::optional<owned_plan> other = plans.plan(std::uint64_t(least_fast_bytes(plans, t)), t.slow);
    return other ? std::move(*other) : std::move(*made);
}

owned_plan plan_to_show(const lowered_model& model, planner& plans, const target& t) {
    std::optional<owned_plan> made = plans.plan(t.fast, t.slow);
    return made ? std::move(*made) : smallest_plan(model, plans, t);
}

bool fits_budgets(const lowered_model& model, const options& options) {
    const target wanted = target_of(model, options);
    const owned_network network = network_of(model, wanted);
    const auto made = planner(network.view(), wanted).plan(wanted.fast, wanted.slow);
    return made && std::uint64_t(made->flash_bytes) <= wanted.flash;
}

}  // namespace onnx2hpp
