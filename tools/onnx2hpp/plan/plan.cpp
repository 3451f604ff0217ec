// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/plan.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/portable/facts.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr std::int64_t smallest_alignment = 4;

/// A network with the memory that its views look at.
struct owned_network {
    std::vector<std::int16_t> edges;
    std::vector<tensor_facts> tensors;
    std::vector<step_facts> steps;

    network view() const {
        return {{tensors.data(), int(tensors.size())},
                {steps.data(), int(steps.size())},
                {edges.data(), int(edges.size())}};
    }
};

/// A step's edges are appended, outputs behind inputs, as emit/ does.
tigris::node append_edges(const lowered_node& n, std::vector<std::int16_t>& edges) {
    const auto first = std::int16_t(edges.size());
    edges.insert(edges.end(), n.inputs.begin(), n.inputs.end());
    edges.insert(edges.end(), n.outputs.begin(), n.outputs.end());
    const auto inputs = std::int16_t(n.inputs.size());
    return {0, 0, first, inputs, std::int16_t(first + inputs), std::int16_t(n.outputs.size())};
}

step_facts facts_of_step(const lowered_model& model, const lowered_node& step,
                         const tigris::node& n, const std::vector<std::int16_t>& edges) {
    const operands tensors{{model.tensors.data(), int(model.tensors.size())},
                           edges.data() + n.first_input,
                           edges.data() + n.first_output,
                           n.inputs,
                           n.outputs};
    return std::visit(
        [&](const auto& op) {
            return planning::facts_of(n, describe(op, tensors),
                                      facts_of(kernels::portable_tag{}, op, tensors));
        },
        step.op);
}

owned_network network_of(const lowered_model& model) {
    owned_network out;
    for (const tensor& t : model.tensors) out.tensors.push_back(planning::facts_of(t));
    for (const lowered_node& step : model.nodes) {
        const tigris::node n = append_edges(step, out.edges);
        out.steps.push_back(facts_of_step(model, step, n, out.edges));
    }
    return out;
}

[[noreturn]] void fail_over_budget(const std::string& sentence) {
    throw failure(outcome::over_budget, sentence);
}

}  // namespace

model_plan plan(const lowered_model& model, std::int64_t alignment) {
    const owned_network network = network_of(model);
    const std::size_t tensors = model.tensors.size(), steps = model.nodes.size();
    model_plan out;
    out.tensors.resize(tensors);
    out.steps.resize(steps);
    std::vector<lifetime> lives(tensors);
    std::vector<std::int64_t> live(steps);
    std::vector<block> blocks(tensors + steps);
    std::vector<std::int16_t> by_offset(tensors + steps);
    const working_memory working{{lives.data(), int(tensors)},
                                 {live.data(), int(steps)},
                                 {blocks.data(), int(blocks.size())},
                                 {by_offset.data(), int(by_offset.size())}};
    make_plan(network.view(), alignment, working, out, {out.tensors.data(), int(tensors)},
              {out.steps.data(), int(steps)});
    return out;
}

void check_budgets(const lowered_model& model, const options& options) {
    const model_plan p = plan(model, smallest_alignment);
    if (options.fast && std::uint64_t(p.fast_peak_bytes) > *options.fast)
        fail_over_budget(fmt::format(
            "{} needs {} bytes of fast memory and was given {}; step '{}' needs most; raise -m",
            model.name, p.fast_peak_bytes, *options.fast,
            model.nodes[std::size_t(p.peak_step)].name));
    if (options.flash && std::uint64_t(p.flash_bytes) > *options.flash)
        fail_over_budget(
            fmt::format("{} needs {} bytes of flash for weights and tables and was given "
                        "{}; raise -f",
                        model.name, p.flash_bytes, *options.flash));
}

}  // namespace onnx2hpp
