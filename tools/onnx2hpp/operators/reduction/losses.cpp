// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

const attribute_map without_axes{{"keepdims", std::int64_t{0}}};

/// Scores [batch, classes, ...] and labels [batch, ...].
void check_labels(const expansion& e) {
    require_float(e, 0);
    require_float(e, 2);
    const extents& scores = e.dims(e.input(0));
    extents expected = scores;
    if (scores.size() < 2)
        fail_bad_input(e.at, fmt::format("its input has shape {}, but must have batch and classes",
                                         to_text(scores)));
    expected.erase(expected.begin() + 1);
    if (e.dims(e.input(1)) != expected)
        fail_bad_input(e.at, fmt::format("its labels have shape {}, expected {}",
                                         to_text(e.dims(e.input(1))), to_text(expected)));
    if (e.has_input(2) && e.dims(e.input(2)) != extents{scores[1]})
        fail_bad_input(e.at, fmt::format("its weights have shape {}, but there are {} classes",
                                         to_text(e.dims(e.input(2))), scores[1]));
}

/// Where labels count; absent where all do.
value_id counting(expansion& e) {
    const auto ignored = find_attribute<std::int64_t>(e.at, "ignore_index");
    if (!ignored) return absent;
    const value_id labels = e.input(1);
    const value_id number =
        e.constant(make_tensor(e.type(labels), {}, std::vector<std::int64_t>{*ignored}));
    return e.add("Not", {e.add("Equal", {labels, number})});
}

value_id only_where(expansion& e, value_id mask, value_id x) {
    if (mask == absent) return x;
    return e.add("Where", {mask, x, e.number(e.type(x), 0)});
}

/// The weight of each label, or absent where all weigh 1.
value_id weights_of(expansion& e, value_id labels, value_id mask) {
    const attribute_map to_float{{"to", std::int64_t{data_type_of(dtype::f32)}}};
    if (!e.has_input(2)) return mask == absent ? absent : e.add("Cast", {mask}, to_float);
    const value_id weights = e.add("Gather", {e.input(2), labels}, {{"axis", std::int64_t{0}}});
    return only_where(e, mask, weights);
}

value_id sum_of(expansion& e, value_id x) { return e.add("ReduceSum", {x}, without_axes); }

value_id reduced(expansion& e, value_id loss, value_id weights) {
    const std::string reduction = text_attribute(e.at, "reduction", "mean");
    if (reduction == "none") return loss;
    if (reduction == "sum") return sum_of(e, loss);
    if (reduction != "mean")
        fail_bad_input(
            e.at, fmt::format("its reduction is '{}', but must be none, sum or mean", reduction));
    if (weights == absent) return e.add("ReduceMean", {loss}, without_axes);
    return e.add("Div", {sum_of(e, loss), sum_of(e, weights)});
}

/// Each label's score, negative and weighted.
value_id loss_of(expansion& e, value_id scores) {
    const value_id mask = counting(e);
    const value_id labels = only_where(e, mask, e.input(1));
    extents column = e.dims(e.input(0));
    column[1] = 1;
    const value_id picked =
        e.add("GatherElements", {scores, reshaped(e, labels, column)}, {{"axis", std::int64_t{1}}});
    value_id loss = e.add("Neg", {reshaped(e, picked, e.dims(e.input(1)))});
    loss = only_where(e, mask, loss);
    const value_id weights = weights_of(e, labels, mask);
    if (e.has_input(2)) loss = e.add("Mul", {loss, weights});
    return reduced(e, loss, weights);
}

bool expand_negative_log_likelihood_loss(expansion& e) {
    check_labels(e);
    e.give(0, loss_of(e, e.input(0)));
    return true;
}

bool expand_softmax_cross_entropy_loss(expansion& e) {
    check_labels(e);
    const value_id scores = e.add("LogSoftmax", {e.input(0)}, {{"axis", std::int64_t{1}}});
    e.give(0, loss_of(e, scores));
    e.give(1, scores);
    return true;
}

}  // namespace

namespace operators {

operator_entries losses_operators() {
    return {
        {.type = "NegativeLogLikelihoodLoss",
         .versions = {{.since = {12, 13, 22},
                       .inputs = {2, 3},
                       .attributes = {integer("ignore_index"), text("reduction")}}},
         .expand = expand_negative_log_likelihood_loss},
        {.type = "SoftmaxCrossEntropyLoss",
         .versions = {{.since = {12, 13},
                       .inputs = {2, 3},
                       .outputs = 2,
                       .attributes = {integer("ignore_index"), text("reduction")}}},
         .expand = expand_softmax_cross_entropy_loss},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
