// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The sum over taps k of weight k times the signal k places later. The weights are computed at run
/// time.
value_id summed_taps(expansion& e, value_id signal, std::int64_t taps, std::int64_t length) {
    value_id sum = absent;
    const extents weights = e.dims(e.input(1));
    for (std::int64_t k = 0; k < taps; ++k) {
        const value_id weight = reshaped(e, sliced(e, e.input(1), 2, k, k + 1), {weights[0], 1});
        const value_id term = product(e, sliced(e, signal, 2, k, k + length), weight);
        sum = sum == absent ? term : e.add("Add", {sum, term});
    }
    if (!e.has_input(2)) return sum;
    return e.add("Add", {sum, reshaped(e, e.input(2), {weights[0], 1})});
}

value_id convolved(expansion& e, value_id signal, std::int64_t taps, std::int64_t length) {
    if (!e.is_constant(e.input(1))) return summed_taps(e, signal, taps, length);
    std::vector<value_id> inputs{signal, e.input(1)};
    if (e.has_input(2)) inputs.push_back(e.input(2));
    return e.add("Conv", inputs, {{"group", e.dims(signal)[1]}, {"kernel_shape", extents{taps}}});
}

value_id gated(expansion& e, value_id x) {
    const std::string activation = text_attribute(e.at, "activation", "none");
    if (activation == "none") return x;
    if (activation != "silu" && activation != "swish")
        fail_bad_input(e.at, "its activation is " + in_quotes(activation));
    return product(e, x, e.add("Sigmoid", {x}));
}

/// What comes before the signal: the state, or zeros.
value_id before_signal(expansion& e, const extents& dims) {
    if (!e.has_input(3)) {
        check_size(e, dims);
        const std::vector<double> zeros(static_cast<std::size_t>(element_count(dims)));
        return e.constant(make_tensor(dtype::f32, dims, zeros));
    }
    if (e.dims(e.input(3)) != dims) fail_shape(e, 3);
    return e.input(3);
}

bool expand_causal_conv_with_state(expansion& e) {
    for (std::size_t slot = 0; slot < 4; ++slot) require_float(e, slot);
    const extents dims = e.dims(e.input(0)), weights = e.dims(e.input(1));
    if (dims.size() != 3) fail_shape(e, 0);
    if (weights.size() != 3 || weights[0] != dims[1] || weights[1] != 1) fail_shape(e, 1);
    if (e.has_input(2) && e.dims(e.input(2)) != extents{dims[1]}) fail_shape(e, 2);
    const std::int64_t taps = weights[2];
    value_id signal = e.input(0);
    if (taps > 1)
        signal = concatenated(e, {before_signal(e, {dims[0], dims[1], taps - 1}), signal}, 2);
    e.give(0, gated(e, convolved(e, signal, taps, dims[2])));
    if (e.wants_output(1)) e.give(1, sliced(e, signal, 2, dims[2], dims[2] + taps - 1));
    return true;
}

}  // namespace

namespace operators {

operator_entries causal_conv_with_state_operators() {
    return {
        {.type = "CausalConvWithState",
         .versions =
             {{.since = {27}, .inputs = {2, 4}, .outputs = 2, .attributes = {text("activation")}}},
         .expand = expand_causal_conv_with_state},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
