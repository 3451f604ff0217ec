// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks that the core for which the compiler makes machine code has what the target's backend
// needs.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/core_feature.hpp>
#include <tigris/model/tensor.hpp>
#include <tigris/planning/target/target.hpp>
#include <tigris/support/check.hpp>

namespace tigris::execution {

/// Completing this type gives one error: the core lacks a feature that the backend's kernels need.
template <class Model, kernels::core_feature Missing>
struct backend_check {
    static_assert(Missing != kernels::core_feature::dsp,
                  "tigris: the backend arm_dsp needs a core with DSP instructions; add -mcpu= with "
                  "your core, choose blocked, or set target::emulate");
    static_assert(Missing != kernels::core_feature::mve,
                  "tigris: the backend helium needs a core with Helium; add -mfloat-abi=hard and "
                  "-mcpu= with your core, choose arm_dsp, or set target::emulate");
    static_assert(Missing != kernels::core_feature::avx2,
                  "tigris: the backend x86 needs a PC with AVX2; add -mavx2 -mfma, choose another, "
                  "or set target::emulate");
    static_assert(Missing != kernels::core_feature::neon,
                  "tigris: the backend aarch64 needs a 64-bit Arm core; choose another, or set "
                  "target::emulate");
};

/// The rounding of a library's kernels is not the model's.
template <class Model, rounding Rounds>
struct rounding_check {
    static_assert(Rounds == rounding::tflite,
                  "tigris: the backend's kernels round as TensorFlow Lite does, and the model does "
                  "not; convert it with --rounding tflite, or set target::emulate");
};

template <class Graph>
constexpr bool has_quantized(const Graph& graph) {
    for (const tensor& t : graph.tensors)
        if (is_quantized(t)) return true;
    return false;
}

/// The fault of a target's backend: the core lacks its instructions, or its kernels round
/// differently from the model. With target::emulate there is no fault. Then plain C++ replaces the
/// instructions, and portable kernels run if the roundings differ.
template <auto Model, target Target>
constexpr auto fault_of_backend() {
    using tag = typename kernels::backend_tag<Target.backend>::type;
    constexpr kernels::core_feature needs = kernels::feature_of<tag>();
    if constexpr (Target.emulate)
        return as_check<nothing_to_say>();
    else if constexpr (!kernels::has_feature(needs))
        return as_check<backend_check<type_of<Model>, needs>>();
    else if constexpr (!kernels::can_round<tag>(Model.graph.rounds) && has_quantized(Model.graph))
        return as_check<rounding_check<type_of<Model>, Model.graph.rounds>>();
    else
        return as_check<nothing_to_say>();
}

}  // namespace tigris::execution
