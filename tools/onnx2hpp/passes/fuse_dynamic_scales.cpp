// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_dynamic_scales.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// A node as its reader sees it: the number of the node, or -1.
int producer_as(const rewriter& r, value_id v, std::string_view op_type) {
    const int n = r.producer_of(v);
    return n >= 0 && r.at(n).op_type == op_type && r.at(n).clamp == tigris::ops::clamp{} ? n : -1;
}

/// The only reader of v, if it is `op_type`; else -1.
int sole_reader_as(const rewriter& r, value_id v, std::string_view op_type) {
    const int n = r.sole_reader(v);
    return n >= 0 && r.at(n).op_type == op_type && r.at(n).clamp == tigris::ops::clamp{} ? n : -1;
}

value_id other_operand(const node& n, value_id v) { return n.inputs[n.inputs[0] == v ? 1 : 0]; }

/// v before Reshapes.
value_id before_reshapes(const rewriter& r, value_id v) {
    for (int n = producer_as(r, v, "Reshape"); n >= 0; n = producer_as(r, v, "Reshape"))
        v = r.at(n).inputs[0];
    return v;
}

/// Whether v is the scale of a range: its first element.
bool is_scale_of(const rewriter& r, value_id v, value_id range) {
    const int part = producer_as(r, before_reshapes(r, v), "Slice");
    if (part < 0 || r.at(part).inputs[0] != range || element_count(r.at_value(v).dims) != 1)
        return false;
    const value_id begin = r.at(part).inputs[1];
    return r.is_constant(begin) && integers_of(*r.at_value(begin).constant)[0] == 0;
}

/// The constant scales of weights, where v is their product with the scale of a range.
shared_tensor weight_scales(const rewriter& r, value_id v, value_id range) {
    const int product = producer_as(r, v, "Mul");
    if (product < 0) return {};
    for (const std::size_t slot : {std::size_t{0}, std::size_t{1}}) {
        const value& scales = r.at_value(r.at(product).inputs[slot]);
        if (scales.constant && scales.type == dtype::f32 &&
            is_scale_of(r, r.at(product).inputs[1 - slot], range))
            return scales.constant;
    }
    return {};
}

/// Whether there is one element, or one for each channel of a result of `dims` whose channels lie
/// along `axis`.
bool is_by_channel(const extents& given, const extents& dims, std::size_t axis) {
    if (element_count(given) == 1) return given.size() <= dims.size();
    if (given.size() > dims.size()) return false;
    const std::size_t missing = dims.size() - given.size();
    for (std::size_t i = 0; i < given.size(); ++i)
        if (given[i] != 1 && (i + missing != axis || given[i] != dims[axis])) return false;
    return true;
}

/// Where a Transpose or Reshape leaves an axis, if it stays one.
std::optional<std::size_t> axis_behind(const rewriter& r, int n, std::size_t axis) {
    const extents &from = r.at_value(r.at(n).inputs[0]).dims,
                  &to = r.at_value(r.at(n).outputs[0]).dims;
    const bool transposes = r.at(n).op_type == "Transpose";
    if (!transposes && r.at(n).op_type != "Reshape") return {};
    const auto outer = [](const extents& dims, std::size_t end) {
        return element_count({dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(end)});
    };
    const extents perm = integers_attribute(r.at(n), "perm", {});
    for (std::size_t k = 0; k < to.size(); ++k)
        if (transposes ? !perm.empty() && perm[k] == static_cast<std::int64_t>(axis)
                       : to[k] == from[axis] && outer(to, k) == outer(from, axis))
            return k;
    return {};
}

/// The numbers of `t`, one for each channel.
shared_tensor one_for_each(const tensor_data& t, std::int64_t channels) {
    std::vector<float> numbers = elements_of<float>(t);
    if (numbers.size() == 1) numbers.resize(static_cast<std::size_t>(channels), numbers[0]);
    return tensor_of(dtype::f32, {channels}, numbers);
}

/// Everything between sums and the numbers that they become.
struct sums_to_numbers {
    std::vector<int> moves;   ///< Transposes and Reshapes of the sums, in order
    int integer_bias = -1;    ///< the Add before the Cast
    shared_tensor floored{};  ///< its bias in float
    int cast = -1;
    int scale = -1;          ///< the Mul
    shared_tensor scales{};  ///< of the weights
    int bias = -1;           ///< the Add after it
    shared_tensor addends{};
};

class fusing {
public:
    fusing(rewriter& r, int n)
        : r(r),
          n(n),
          range(r.at(n).inputs[1]),
          axis(axis_attribute(r.at(n), r.at_value(r.at(n).outputs[0]).dims.size(), -1)) {}

    void run() {
        if (!find()) return;
        apply();
    }

private:
    rewriter& r;
    const int n;
    const value_id range;
    std::size_t axis;  // of the channels, after the moves
    sums_to_numbers found{};

    std::int64_t channels() const { return element_count(r.at_value(r.at(n).inputs[2]).dims); }

    value_id skip_moves(value_id v) {
        for (int reader = r.sole_reader(v); reader >= 0; reader = r.sole_reader(v)) {
            const auto moved = axis_behind(r, reader, axis);
            if (!moved) break;
            axis = *moved;
            found.moves.push_back(reader);
            v = r.at(reader).outputs[0];
        }
        return v;
    }

    /// The bias of a Cast(Floor(bias / (scale * scales))).
    shared_tensor floored_bias(value_id v, shared_tensor& scales) const {
        const int cast = producer_as(r, before_reshapes(r, v), "Cast");
        const int floor = cast < 0 ? -1 : producer_as(r, r.at(cast).inputs[0], "Floor");
        const int quotient = floor < 0 ? -1 : producer_as(r, r.at(floor).inputs[0], "Div");
        if (quotient < 0) return {};
        scales = weight_scales(r, r.at(quotient).inputs[1], range);
        return scales ? r.at_value(r.at(quotient).inputs[0]).constant : nullptr;
    }

    value_id find_integer_bias(value_id v) {
        const int add = sole_reader_as(r, v, "Add");
        if (add < 0) return v;
        const value_id other = other_operand(r.at(add), v);
        const value_id result = r.at(add).outputs[0];
        found.floored = floored_bias(other, found.scales);
        const bool fits = found.floored && found.floored->type == dtype::f32 &&
                          element_count(found.floored->dims) == channels() &&
                          is_by_channel(r.at_value(other).dims, r.at_value(result).dims, axis);
        if (!fits) return absent;
        found.integer_bias = add;
        return result;
    }

    bool find() {
        value_id v = skip_moves(r.at(n).outputs[0]);
        if (r.is_output(v)) return false;
        v = find_integer_bias(v);
        if (v == absent) return false;
        found.cast = sole_reader_as(r, v, "Cast");
        if (found.cast < 0 || r.at_value(r.at(found.cast).outputs[0]).type != dtype::f32)
            return false;
        return find_scale(r.at(found.cast).outputs[0]);
    }

    bool find_scale(value_id v) {
        found.scale = sole_reader_as(r, v, "Mul");
        if (found.scale < 0) return false;
        const value_id result = r.at(found.scale).outputs[0];
        const shared_tensor scales = weight_scales(r, other_operand(r.at(found.scale), v), range);
        if (!scales || r.at_value(result).dims != r.at_value(v).dims) return false;
        if (found.integer_bias >= 0 && scales->bytes != found.scales->bytes) return false;
        if (!is_by_channel(scales->dims, r.at_value(v).dims, axis)) return false;
        found.scales = scales;
        if (found.integer_bias < 0) find_bias(result);
        return true;
    }

    /// The last node's clamp goes with it.
    void find_bias(value_id v) {
        const int add = r.sole_reader(v);
        if (add < 0 || r.at(add).op_type != "Add") return;
        if (!(r.at(found.scale).clamp == tigris::ops::clamp{})) return;
        const shared_tensor other = r.at_value(other_operand(r.at(add), v)).constant;
        if (!other || r.at_value(r.at(add).outputs[0]).dims != r.at_value(v).dims) return;
        if (!is_by_channel(other->dims, r.at_value(v).dims, axis)) return;
        found.bias = add;
        found.addends = other;
    }

    shared_tensor scales_of_channels() const {
        const std::int64_t count = element_count(found.scales->dims);
        return reshaped(*found.scales, {count});
    }

    /// What is added to the sums, with a bias in their units.
    value_id add_addends(value_id scales) {
        const value_id totals = r.at(n).inputs[2];
        const value_id bias = r.add_constant(r.at_value(totals).name + "_bias",
                                             one_for_each(*found.floored, channels()));
        const std::string name = r.at_value(r.at(n).outputs[0]).name + "_addends";
        const value_id result = r.add_value({name, dtype::i32, true, {channels()}, {}, {}});
        node addends =
            make_node(r.at(n), name, "SumAddends", {range, totals, scales, bias}, {result});
        set_operator(addends, "tigris.SumAddends");
        addends.attributes["base"] = integer_attribute(r.at(n), "base", 0);
        r.add_node(addends);
        return result;
    }

    void apply() {
        const std::string name = r.at_value(r.at(n).outputs[0]).name;
        const value_id scales = r.add_constant(name + "_scales", scales_of_channels());
        std::vector<value_id> inputs = r.at(n).inputs;
        inputs.resize(5, absent);
        if (found.integer_bias >= 0) inputs[2] = add_addends(scales);
        inputs[3] = scales;
        if (found.bias >= 0)
            inputs[4] = r.add_constant(name + "_bias", one_for_each(*found.addends, channels()));
        if (inputs[4] == absent) inputs.pop_back();
        const int last = found.bias >= 0 ? found.bias : found.scale;
        const value_id result = r.at(last).outputs[0];
        r.at(n).clamp = r.at(last).clamp;
        for (const int part : {found.integer_bias, found.cast, found.scale, found.bias})
            if (part >= 0) r.remove(part);
        r.set_inputs(n, inputs);
        if (found.moves.empty()) return r.set_output(n, result);
        r.at_value(r.at(n).outputs[0]).type = dtype::f32;
        for (const int move : found.moves) r.at_value(r.at(move).outputs[0]).type = dtype::f32;
        r.set_output(found.moves.back(), result);
    }
};

}  // namespace

void fuse_dynamic_scales(onnx_model& m) {
    rewriter r(m);
    const int count = r.node_count();
    for (int n = 0; n < count; ++n)
        if (is_own(r.at(n), "RescaleSums") && r.at_value(r.at(n).outputs[0]).type == dtype::i32)
            fusing(r, n).run();
    r.finish();
}

}  // namespace onnx2hpp
