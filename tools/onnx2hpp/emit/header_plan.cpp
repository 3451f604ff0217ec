// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/header_plan.hpp>

#include <onnx2hpp/plan/plan.hpp>

namespace onnx2hpp {

header_plan plan_of_header(const lowered_model& model, const options& o,
                           const std::vector<owned_hint>& hints) {
    const tigris::target wanted = target_of(model, o);
    const owned_network network = network_of(model, wanted);
    planner plans(network.view(), wanted);
    return {hints.empty() ? plan_to_show(model, plans, wanted) : plans.plan(hints.front().view()),
            plans.alignment()};
}

}  // namespace onnx2hpp
