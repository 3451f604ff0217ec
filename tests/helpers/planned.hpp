// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Options for a model of the tests, and the plan that they give.

#include <onnx2hpp/plan/plan.hpp>

#include <filesystem>

namespace onnx2hpp::test {

inline options options_for(const std::filesystem::path& file) {
    options wanted;
    wanted.input = file.string();
    wanted.name = "m";
    return wanted;
}

inline options small_options() {
    return options_for(std::filesystem::path(TIGRIS_TESTS) / "models/conv_int8/model.onnx");
}

inline owned_plan plan_of(const lowered_model& model, const options& wanted) {
    const owned_network network = network_of(model);
    const tigris::target target = target_of(model, wanted);
    planner plans(network.view(), target);
    return plan_to_show(model, plans, target);
}

}  // namespace onnx2hpp::test
