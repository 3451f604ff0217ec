// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/extents.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// Fails unless input is [batch, channels, length] and weight [channels, 1, k].
void check_shapes(const expansion& e) {
    const extents &x = e.dims(e.input(0)), &w = e.dims(e.input(1));
    const bool fits = x.size() == 3 && w.size() == 3 && w[0] == x[1] && w[1] == 1;
    const bool fits_state =
        !e.has_input(3) ||
        (fits && w[2] > 1 && e.dims(e.input(3)) == extents{x[0], x[1], w[2] - 1});
    if (!fits || !fits_state)
        fail_bad_input(e.at, fmt::format("weights of shape {} or its state do not fit an input of "
                                         "shape {}",
                                         to_text(w), to_text(x)));
}

/// The k - 1 positions before the input: the state, or zeros.
value_id with_past(expansion& e, std::int64_t before) {
    const extents& x = e.dims(e.input(0));
    if (before == 0) return e.input(0);
    const value_id past =
        e.has_input(3) ? e.input(3)
                       : e.constant(make_tensor(
                             e.type(e.input(0)), {x[0], x[1], before},
                             std::vector<double>(static_cast<std::size_t>(x[0] * x[1] * before))));
    return e.add("Concat", {past, e.input(0)}, {{"axis", std::int64_t{2}}});
}

value_id activated(expansion& e, value_id y) {
    const std::string name = text_attribute(e.at, "activation", "none");
    if (name == "none") return y;
    if (name != "silu" && name != "swish")
        fail_bad_input(e.at, "ONNX has no activation " + in_quotes(name) + " here");
    return e.add("Mul", {y, e.add("Sigmoid", {y})});
}

}  // namespace

/// A depthwise Conv behind the positions that were before. Source: ONNX CausalConvWithState-27.
bool expand_causal_conv_with_state(expansion& e) {
    check_shapes(e);
    const extents& w = e.dims(e.input(1));
    const std::int64_t before = w[2] - 1, channels = w[0];
    const value_id all = with_past(e, before);
    if (e.wants_output(0))
        e.give(0,
               activated(e, e.add("Conv", {all, e.input(1), e.input(2)}, {{"group", channels}})));
    if (!e.wants_output(1)) return true;
    if (before == 0) fail_unsupported(e.at, "its state is empty", "leave its second output unused");
    const std::int64_t end = e.dims(all)[2];
    e.give(1,
           e.add("Slice", {all, e.integers({end - before}), e.integers({end}), e.integers({2})}));
    return true;
}

}  // namespace onnx2hpp
