// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/substituted.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {

using tigris::planning::step_facts;

std::optional<options> with_substitutes(const lowered_model& model, const options& wanted) {
    if (wanted.substitutes) return {};
    const owned_network network = network_of(model, tigris::target{.backend = wanted.backend});
    const bool has_some = std::any_of(network.least.begin(), network.least.end(),
                                      [](const step_facts& s) { return s.kernel.is_substitute; });
    if (!has_some) return {};
    options more = wanted;
    more.substitutes = true;
    return more;
}

std::vector<substituted_step> substituted_steps(const lowered_model& model, const owned_plan& plan,
                                                tigris::backend backend) {
    const owned_network own = network_of(model, backend);
    std::vector<substituted_step> found;
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        if (plan.steps[i].is_substitute)
            found.push_back({int(i), plan.steps[i].backend, scratch_of(own.steps[i].kernel, 1)});
    return found;
}

std::vector<std::string> describe_substitutes(const lowered_model& model, const owned_plan& plan,
                                              tigris::backend backend) {
    std::vector<std::string> sentences;
    for (const substituted_step& s : substituted_steps(model, plan, backend))
        sentences.push_back(
            fmt::format("step {} takes the {} kernel: the scratch of {}'s, {} bytes, does not fit",
                        in_quotes(model.nodes[std::size_t(s.step)].name), spell(s.taken),
                        spell(backend), s.scratch_bytes));
    return sentences;
}

}  // namespace onnx2hpp
