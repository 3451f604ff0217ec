// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Scale and bias must broadcast to the input, and not the other way.
void require_broadcast(const expansion& e, std::size_t slot) {
    if (!e.has_input(slot)) return;
    const extents& dims = e.dims(e.input(0));
    if (broadcast(dims, e.dims(e.input(slot))) != dims)
        fail_bad_input(e.at, fmt::format("input {} of shape {} does not broadcast to shape {}",
                                         slot, to_text(e.dims(e.input(slot))), to_text(dims)));
}

/// Outputs 1 and 2 of LayerNormalization: the mean and 1 / standard deviation.
void give_statistics(expansion& e, std::size_t first_output, value_id x, const extents& axes,
                     float epsilon) {
    if (!e.wants_output(first_output) && !e.wants_output(first_output + 1)) return;
    const value_id mean = e.add("ReduceMean", {x, e.integers(axes)});
    e.give(first_output, mean);
    if (!e.wants_output(first_output + 1)) return;
    const value_id distance = e.add("Sub", {x, mean});
    const value_id square = e.add("Mul", {distance, distance});
    const value_id variance = e.add("ReduceMean", {square, e.integers(axes)});
    const value_id sum =
        e.add("Add", {variance, e.number(dtype::f32, static_cast<double>(epsilon))});
    e.give(first_output + 1, e.add("Reciprocal", {e.add("Sqrt", {sum})}));
}

bool expand_layer_normalization(expansion& e) {
    require_single_precision(e);
    const float epsilon = real_attribute(e.at, "epsilon", 1e-5f);
    const extents axes = axes_from(e, checked_axis(e, integer_attribute(e.at, "axis", -1)));
    require_broadcast(e, 1);
    require_broadcast(e, 2);
    const value_id y = normalized(e, e.input(0), "standard", axes, epsilon);
    e.give(0, scaled(e, y, e.input(1), e.input(2)));
    give_statistics(e, 1, e.input(0), axes, epsilon);
    return true;
}

/// 1 / the root of the mean of squares.
void give_root_mean_square(expansion& e, std::size_t output, value_id x, const extents& axes,
                           float epsilon) {
    if (!e.wants_output(output)) return;
    const value_id mean = e.add("ReduceMean", {e.add("Mul", {x, x}), e.integers(axes)});
    const value_id sum = e.add("Add", {mean, e.number(dtype::f32, static_cast<double>(epsilon))});
    e.give(output, e.add("Reciprocal", {e.add("Sqrt", {sum})}));
}

bool expand_rms_normalization(expansion& e) {
    require_single_precision(e);
    const extents axes = axes_from(e, checked_axis(e, integer_attribute(e.at, "axis", -1)));
    require_broadcast(e, 1);
    const value_id y =
        normalized(e, e.input(0), "root_mean_square", axes, real_attribute(e.at, "epsilon", 1e-5f));
    e.give(0, scaled(e, y, e.input(1), absent));
    return true;
}

/// RMSNormalization, as ONNX Runtime's optimizer writes it.
bool expand_simplified_layer_normalization(expansion& e) {
    expand_rms_normalization(e);
    const extents axes = axes_from(e, checked_axis(e, integer_attribute(e.at, "axis", -1)));
    give_root_mean_square(e, 1, e.input(0), axes, real_attribute(e.at, "epsilon", 1e-5f));
    return true;
}

/// The sum that is normalized: the input, the skip, which may repeat along the batch, and the bias.
value_id sum_with_skip(expansion& e, std::size_t bias) {
    const value_id sum = e.add("Add", {e.input(0), e.input(1)});
    if (e.dims(sum).empty()) fail_bad_input(e.at, "its input has no axes");
    if (e.dims(sum) != e.dims(e.input(0)))
        fail_bad_input(e.at, fmt::format("its skip of shape {} does not fit its input of shape {}",
                                         to_text(e.dims(e.input(1))), to_text(e.dims(e.input(0)))));
    return e.has_input(bias) ? e.add("Add", {sum, e.input(bias)}) : sum;
}

/// Inputs: input, skip, gamma, bias. Outputs: the result, nothing, 1 / the root of the mean of
/// squares, and the sum that was normalized. Source: ONNX Runtime, docs/ContribOperators.md.
bool expand_skip_simplified_layer_normalization(expansion& e) {
    const value_id sum = sum_with_skip(e, 3);
    const auto rank = static_cast<std::int64_t>(e.dims(sum).size());
    if (e.wants_output(1)) fail_unsupported(e.at, "its output 1 is never computed", "leave it out");
    const float epsilon = real_attribute(e.at, "epsilon", 1e-12f);
    const value_id y = normalized(e, sum, "root_mean_square", {rank - 1}, epsilon);
    e.give(0, scaled(e, y, e.input(2), absent));
    give_root_mean_square(e, 2, sum, {rank - 1}, epsilon);
    e.give(3, sum);
    return true;
}

/// Inputs: input, skip, gamma, beta, bias. Outputs: the result, mean and 1 / standard deviation,
/// and the sum that was normalized. Source: ONNX Runtime, docs/ContribOperators.md.
bool expand_skip_layer_normalization(expansion& e) {
    const value_id sum = sum_with_skip(e, 4);
    const auto rank = static_cast<std::int64_t>(e.dims(sum).size());
    const float epsilon = real_attribute(e.at, "epsilon", 1e-12f);
    const value_id y = normalized(e, sum, "standard", {rank - 1}, epsilon);
    e.give(0, scaled(e, y, e.input(2), e.input(3)));
    give_statistics(e, 1, sum, {rank - 1}, epsilon);
    e.give(3, sum);
    return true;
}

}  // namespace

namespace operators {

operator_entries layer_normalization_operators() {
    return {
        {.type = "LayerNormalization",
         .versions = {{.since = {1, 17},
                       .inputs = {2, 3},
                       .outputs = 3,
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_layer_normalization},
        {.type = "RMSNormalization",
         .versions = {{.since = {23},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_rms_normalization},
        {.type = "SimplifiedLayerNormalization",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .outputs = 2,
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_simplified_layer_normalization},
        {.type = "com.microsoft.SimplifiedLayerNormalization",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .outputs = 2,
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_simplified_layer_normalization},
        {.type = "com.microsoft.SkipLayerNormalization",
         .versions =
             {{.since = {1}, .inputs = {3, 5}, .outputs = 4, .attributes = {real("epsilon")}}},
         .expand = expand_skip_layer_normalization},
        {.type = "com.microsoft.SkipSimplifiedLayerNormalization",
         .versions =
             {{.since = {1}, .inputs = {3, 4}, .outputs = 4, .attributes = {real("epsilon")}}},
         .expand = expand_skip_simplified_layer_normalization},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
