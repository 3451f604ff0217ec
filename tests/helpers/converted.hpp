// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model file as planners get it.

#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/operators/list.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/plan/plan.hpp>

namespace onnx2hpp::test {

inline lowered_model converted(const options& wanted) {
    onnx_model model = load(wanted, all_operators());
    run_passes(model, wanted);
    return lower(model, wanted);
}

/// The smallest budget of fast memory that it fits into.
inline std::uint64_t least_bytes(const lowered_model& model, const options& wanted) {
    const owned_network network = network_of(model);
    return std::uint64_t(
        planner(network.view(), target_of(model, wanted)).smallest_fast_bytes(false));
}

}  // namespace onnx2hpp::test
