// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;

constexpr std::int64_t onnx_float = 1;  // TensorProto.FLOAT

std::int64_t checked_axis(const expansion& e, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(e.dims(e.input(0)).size());
    if (axis < -rank || axis >= rank)
        fail_bad_input(e.at, fmt::format("axis {} is outside of its {} axes", axis, rank));
    return axis < 0 ? axis + rank : axis;
}

/// Axes [first, rank) of the input.
extents axes_from(const expansion& e, std::int64_t first) {
    const auto rank = static_cast<std::int64_t>(e.dims(e.input(0)).size());
    extents axes(static_cast<std::size_t>(std::max<std::int64_t>(rank - first, 0)));
    std::iota(axes.begin(), axes.end(), first);
    return axes;
}

value_id normalized(expansion& e, value_id x, const char* function, const extents& axes,
                    float epsilon) {
    return e.add("Normalize", {x},
                 {{"function", std::string(function)}, {"axes", axes}, {"epsilon", epsilon}});
}

/// y * scale + bias, each if it is there.
value_id scaled(expansion& e, value_id y, value_id scale, value_id bias) {
    if (scale != absent) y = e.add("Mul", {y, scale});
    return bias != absent ? e.add("Add", {y, bias}) : y;
}

/// A vector along axis `axis` of tensors with `rank` axes.
value_id along(expansion& e, value_id vector, std::size_t axis, std::size_t rank) {
    extents dims(rank - axis, 1);
    dims[0] = e.dims(vector).empty() ? 1 : e.dims(vector)[0];
    if (e.dims(vector).size() != 1)
        fail_bad_input(e.at, fmt::format("its input {} has shape {}, but must be a vector",
                                         e.of(vector).name, to_text(e.dims(vector))));
    return reshaped(e, vector, dims);
}

void require_channels(const expansion& e, std::size_t slot, std::int64_t channels) {
    if (e.dims(e.input(slot)) != extents{channels})
        fail_bad_input(e.at, fmt::format("input {} has shape {}, but there are {} channels", slot,
                                         to_text(e.dims(e.input(slot))), channels));
}

void require_single_precision(const expansion& e) {
    if (integer_attribute(e.at, "stash_type", onnx_float) != onnx_float)
        fail_unsupported(e.at, "its stash_type is not float32", "set stash_type to 1");
}

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

void require_images(const expansion& e) {
    const extents& dims = e.dims(e.input(0));
    if (dims.size() < 3)
        fail_bad_input(
            e.at, fmt::format("its input has shape {}, but must have batch, channels and space",
                              to_text(dims)));
}

}  // namespace

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

namespace {

/// 1 / the root of the mean of squares.
void give_root_mean_square(expansion& e, std::size_t output, value_id x, const extents& axes,
                           float epsilon) {
    if (!e.wants_output(output)) return;
    const value_id mean = e.add("ReduceMean", {e.add("Mul", {x, x}), e.integers(axes)});
    const value_id sum = e.add("Add", {mean, e.number(dtype::f32, static_cast<double>(epsilon))});
    e.give(output, e.add("Reciprocal", {e.add("Sqrt", {sum})}));
}

}  // namespace

/// RMSNormalization, as ONNX Runtime's optimizer writes it.
bool expand_simplified_layer_normalization(expansion& e) {
    expand_rms_normalization(e);
    const extents axes = axes_from(e, checked_axis(e, integer_attribute(e.at, "axis", -1)));
    give_root_mean_square(e, 1, e.input(0), axes, real_attribute(e.at, "epsilon", 1e-5f));
    return true;
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

bool expand_instance_normalization(expansion& e) {
    require_images(e);
    const extents dims = e.dims(e.input(0));
    require_channels(e, 1, dims[1]);
    require_channels(e, 2, dims[1]);
    const value_id y = normalized(e, e.input(0), "standard", axes_from(e, 2),
                                  real_attribute(e.at, "epsilon", 1e-5f));
    e.give(0, scaled(e, y, along(e, e.input(1), 1, dims.size()),
                     along(e, e.input(2), 1, dims.size())));
    return true;
}

/// Channels as [groups, channels of a group]. Scale and bias are one for each group before version
/// 21, one for each channel since.
bool expand_group_normalization(expansion& e) {
    require_single_precision(e);
    require_images(e);
    const extents dims = e.dims(e.input(0));
    const std::int64_t groups = integer_attribute(e.at, "num_groups", 1);
    if (groups < 1 || dims[1] % groups != 0)
        fail_bad_input(e.at, fmt::format("{} channels do not make {} groups", dims[1], groups));
    const bool per_group = e.at.since < 21;
    require_channels(e, 1, per_group ? groups : dims[1]);
    require_channels(e, 2, per_group ? groups : dims[1]);
    if (dims.size() >= tigris::max_rank)
        fail_unsupported(e.at, fmt::format("its input has {} axes", dims.size()),
                         fmt::format("at most {} are supported", tigris::max_rank - 1));
    extents grouped = dims;
    grouped[1] = groups;
    grouped.insert(grouped.begin() + 2, dims[1] / groups);
    const value_id x = reshaped(e, e.input(0), grouped);
    extents axes(grouped.size() - 2);
    std::iota(axes.begin(), axes.end(), 2);
    value_id y = normalized(e, x, "standard", axes, real_attribute(e.at, "epsilon", 1e-5f));
    if (!per_group) y = reshaped(e, y, dims);
    const std::size_t rank = per_group ? grouped.size() : dims.size();
    y = scaled(e, y, along(e, e.input(1), 1, rank), along(e, e.input(2), 1, rank));
    e.give(0, per_group ? reshaped(e, y, dims) : y);
    return true;
}

/// ONNX adds 1e-9 to the standard deviation: the same as its square under the root, but where both
/// are noise.
bool expand_mean_variance_normalization(expansion& e) {
    extents axes;
    for (const std::int64_t axis : integers_attribute(e.at, "axes", {0, 2, 3}))
        axes.push_back(checked_axis(e, axis));
    e.give(0, normalized(e, e.input(0), "standard", axes, 1e-18f));
    return true;
}

bool expand_lp_normalization(expansion& e) {
    const std::int64_t p = integer_attribute(e.at, "p", 2);
    if (p != 1 && p != 2) fail_bad_input(e.at, fmt::format("its p is {}, but must be 1 or 2", p));
    const std::int64_t axis = checked_axis(e, integer_attribute(e.at, "axis", -1));
    e.give(0, normalized(e, e.input(0), p == 1 ? "l1" : "l2", {axis}, 0));
    return true;
}

/// Constant statistics are a line for each channel, which lowering makes of them.
bool expand_batch_normalization(expansion& e) {
    const extents dims = e.dims(e.input(0));
    bool is_constant = true;
    for (std::size_t slot = 1; slot < 5; ++slot) is_constant &= e.is_constant(e.input(slot));
    if (is_constant || dims.size() < 2) return false;
    value_id parameters[5]{};
    for (std::size_t slot = 1; slot < 5; ++slot) {
        require_channels(e, slot, dims[1]);
        parameters[slot] = along(e, e.input(slot), 1, dims.size());
    }
    const float epsilon = real_attribute(e.at, "epsilon", 1e-5f);
    const value_id variance =
        e.add("Add", {parameters[4], e.number(dtype::f32, static_cast<double>(epsilon))});
    const value_id factor = e.add("Div", {parameters[1], e.add("Sqrt", {variance})});
    const value_id centered = e.add("Sub", {e.input(0), parameters[3]});
    e.give(0, scaled(e, centered, factor, parameters[2]));
    return true;
}

/// Inputs: input, skip, gamma, bias. Outputs: the result, nothing, 1 / the root of the mean of
/// squares, and the sum that was normalized. Source: ONNX Runtime, docs/ContribOperators.md.
bool expand_skip_simplified_layer_normalization(expansion& e) {
    value_id sum = e.add("Add", {e.input(0), e.input(1)});
    if (e.has_input(3)) sum = e.add("Add", {sum, e.input(3)});
    const auto rank = static_cast<std::int64_t>(e.dims(sum).size());
    if (rank < 1) fail_bad_input(e.at, "its input has no axes");
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
    value_id sum = e.add("Add", {e.input(0), e.input(1)});
    if (e.has_input(4)) sum = e.add("Add", {sum, e.input(4)});
    const auto rank = static_cast<std::int64_t>(e.dims(sum).size());
    if (rank < 1) fail_bad_input(e.at, "its input has no axes");
    const float epsilon = real_attribute(e.at, "epsilon", 1e-12f);
    const value_id y = normalized(e, sum, "standard", {rank - 1}, epsilon);
    e.give(0, scaled(e, y, e.input(2), e.input(3)));
    give_statistics(e, 1, sum, {rank - 1}, epsilon);
    e.give(3, sum);
    return true;
}

}  // namespace onnx2hpp
