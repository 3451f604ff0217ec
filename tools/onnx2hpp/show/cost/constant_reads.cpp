// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/constant_reads.hpp>

#include <onnx2hpp/show/cost/features.hpp>
#include <onnx2hpp/show/cost/layer_facts.hpp>

#include <tigris/kernels/arm_dsp/conv/shape.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using kernels::arm_dsp_kernels::held_words;

/// A step whose constants are counted, with the features of its kernel's work.
struct counted_step {
    const lowered_model& model;
    const planning::step_plan& step;
    const lowered_node& node;
    bool prepared;
    std::vector<made_calls> calls;
    feature_list features;

    counted_step(const lowered_model& m, const owned_plan& plan, int s)
        : model(m),
          step(plan.steps[std::size_t(s)]),
          node(m.nodes[std::size_t(s)]),
          prepared(plan.tasks[std::size_t(step.task)].prepared),
          calls(calls_made(plan, step.task)),
          features(work_of_step(m, plan, s).features) {}

    std::int64_t feature(std::string_view name) const {
        for (const auto& [known, value] : features.all())
            if (known == name) return value;
        return 0;
    }
    const tensor& weights() const { return model.tensors[std::size_t(node.inputs[1])]; }

    /// Each multiply-accumulate reads a weight.
    std::int64_t bytes_of_products() const {
        return bytes_of_bits(bits_of(weights().type), step.macs);
    }
};

/// Blocks of arm_dsp that have four pixels or more.
std::int64_t blocks_with_fours(const counted_step& s, std::int64_t depth) {
    const std::int64_t pixels =
        kernels::arm_dsp_kernels::pixels_at_once(std::int32_t(depth), false);
    std::int64_t blocks = 0;
    for (const made_calls& m : s.calls) {
        const std::int64_t windows = std::int64_t(m.rows) * m.columns;
        blocks += m.count * (windows / pixels + (windows % pixels >= 4));
    }
    return blocks;
}

/// How often a product of matrices reads all weights: arm_dsp and helium bring those in canonical
/// order into working memory for each block; others are read for each unit of pixels, and for each
/// pixel beside such.
std::int64_t bytes_of_weights(const counted_step& s, std::int64_t units, std::int64_t singles) {
    const std::int64_t blocks = s.feature("blocks"), bytes = bytes_of(s.weights());
    const bool widens = s.step.backend == arm_dsp || s.step.backend == helium;
    if (widens && s.weights().order == weight_order::canonical && s.weights().type == dtype::i8)
        return blocks * bytes;
    if (s.weights().order != weight_order::arm_dsp_pairs) return (units + singles) * bytes;
    const std::int64_t depth = s.feature("begun_depth") / s.feature("begun_groups");
    const std::int64_t words = depth / 2;
    if (words <= held_words) return (blocks_with_fours(s, depth) + singles) * bytes;
    return (units * blocks_of(words, held_words) * held_words / words + singles) * bytes;
}

constant_reads reads_of(const ops::conv&, const counted_step& s) {
    if (s.feature("begun_groups") == 0) return {s.bytes_of_products(), s.feature("pixels")};
    const std::int64_t groups = s.feature("begun_groups") / s.feature("blocks");
    const std::int64_t units = s.feature("unit_groups") / groups;
    const std::int64_t singles = s.feature("single_groups") / groups;
    const bool is_blocked = s.step.backend == blocked;
    return {bytes_of_weights(s, units, singles),
            is_blocked ? units + singles : s.feature("blocks")};
}

/// Panels and planes have tables of their own, which a call makes unless flash holds them.
constant_reads reads_of(const ops::depthwise_conv&, const counted_step& s) {
    const bool is_laid = s.feature("panels") + s.feature("groups") > 0;
    const std::int64_t calls = s.prepared ? 0 : s.feature("calls");
    if (is_laid) return {calls * bytes_of(s.weights()), calls};
    const bool keeps_scales = s.step.backend == helium;
    return {s.bytes_of_products(), keeps_scales ? calls : s.feature("pixels")};
}

constant_reads reads_of(const ops::gemm&, const counted_step& s) {
    return {s.bytes_of_products(), s.feature("vectors")};
}

template <class Op>
constant_reads reads_of(const Op&, const counted_step& s) {
    const bool has_weights = s.step.macs > 0 && s.node.inputs.size() > 1 && s.node.inputs[1] >= 0;
    return {has_weights ? s.bytes_of_products() : 0, std::max<std::int64_t>(s.feature("calls"), 1)};
}

}  // namespace

constant_reads constant_reads_of(const lowered_model& model, const owned_plan& plan, int step) {
    const counted_step s(model, plan, step);
    return std::visit([&](const auto& op) { return reads_of(op, s); }, s.node.op);
}

}  // namespace onnx2hpp
