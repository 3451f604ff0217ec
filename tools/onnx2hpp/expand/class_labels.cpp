// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/class_labels.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

const attribute_map to_int64{{"to", std::int64_t{7}}};

bool counts_classes(const std::vector<std::int64_t>& labels) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] != static_cast<std::int64_t>(i)) return false;
    return true;
}

value_id real(expansion& e, double number) { return e.number(dtype::f32, number); }

value_id highest(expansion& e, value_id scores) {
    return e.add("ReduceMax", {scores, e.integers({1})});
}

/// exp(score - highest), but what is 0 stays it: a class without votes gets no probability. Source:
/// ONNX Runtime, which takes 1e-7 for 0.
value_id exponentials_but_zero(expansion& e, value_id scores) {
    const value_id top = highest(e, scores);
    const value_id is_zero = e.add("LessOrEqual", {e.add("Abs", {scores}), real(e, 0.0000001)});
    const value_id zeros = e.add("Mul", {scores, e.add("Exp", {e.add("Neg", {top})})});
    return e.add("Where", {is_zero, zeros, e.add("Exp", {e.add("Sub", {scores, top})})});
}

value_id softmax_zero(expansion& e, value_id scores) {
    const value_id exponentials = exponentials_but_zero(e, scores);
    return e.add("Div", {exponentials, e.add("ReduceSum", {exponentials, e.integers({1})})});
}

/// sqrt(2) * inverse of erf at 2 p - 1, by Winitzki's formula with these digits. Source: ONNX
/// Runtime, and ONNX's reference.
value_id probit(expansion& e, value_id p) {
    constexpr double a = 0.147;
    const value_id x = e.add("Sub", {e.add("Mul", {p, real(e, 2)}), real(e, 1)});
    const value_id log = e.add(
        "Log", {e.add("Mul", {e.add("Sub", {real(e, 1), x}), e.add("Add", {real(e, 1), x})})});
    const value_id v =
        e.add("Add", {e.add("Mul", {log, real(e, 0.5)}), real(e, 2 / (3.14159 * a))});
    const value_id square =
        e.add("Sub", {e.add("Mul", {v, v}), e.add("Mul", {log, real(e, 1 / a)})});
    const value_id root = e.add("Sqrt", {e.add("Sub", {e.add("Sqrt", {square}), v})});
    return e.add("Mul", {e.add("Mul", {e.add("Sign", {x}), root}), real(e, 1.41421356)});
}

}  // namespace

value_id features_of(expansion& e) {
    value_id x = e.input(0);
    const extents dims = e.dims(x);
    if (dims.size() != 1 && dims.size() != 2)
        fail_bad_input(e.at, fmt::format("its input has shape {}, but must be [rows, features]",
                                         to_text(dims)));
    if (dims.back() == 0)
        fail_bad_input(e.at, fmt::format("its input of shape {} has no features", to_text(dims)));
    const dtype type = e.type(x);
    if (type == dtype::i32 || type == dtype::i64)
        x = e.add("Cast", {x}, {{"to", std::int64_t{1}}});
    else
        require_float(e, 0);
    return dims.size() == 2 ? x : reshaped(e, x, {1, dims[0]});
}

class_labels class_labels_of(const node& n, const std::string& integers) {
    using texts = std::vector<std::string>;
    const class_labels labels{integers_attribute(n, integers, {}),
                              find_attribute<texts>(n, "classlabels_strings").value_or(texts{})};
    if (labels.integers.empty() == labels.texts.empty())
        fail_bad_input(n, fmt::format("it must have either {} or classlabels_strings", integers));
    if (labels.count() == 1)
        fail_unsupported(n, "runtimes disagree about a classifier of one class",
                         "give it the labels of both classes");
    return labels;
}

void give_labels(expansion& e, const class_labels& labels, value_id classes) {
    if (!labels.texts.empty()) return e.give_texts(0, classes, labels.texts);
    if (counts_classes(labels.integers)) return e.give(0, classes);
    e.give(0, e.add("Gather", {e.integers(labels.integers), classes}));
}

value_id top_class(expansion& e, value_id scores) {
    return e.add("ArgMax", {scores}, {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}});
}

value_id class_above(expansion& e, value_id score, double threshold) {
    const value_id is_above = e.add("Greater", {score, real(e, threshold)});
    return reshaped(e, e.add("Cast", {is_above}, to_int64), {e.dims(score)[0]});
}

value_id pair_of(expansion& e, value_id first, value_id second) {
    return e.add("Concat", {first, second}, {{"axis", std::int64_t{1}}});
}

value_id transformed(expansion& e, value_id scores, const std::string& transform) {
    if (transform == "NONE") return scores;
    if (transform == "SOFTMAX") return e.add("Softmax", {scores}, {{"axis", std::int64_t{1}}});
    if (transform == "LOGISTIC") return e.add("Sigmoid", {scores});
    if (transform == "SOFTMAX_ZERO") return softmax_zero(e, scores);
    if (transform == "PROBIT") return probit(e, scores);
    fail_bad_input(e.at, "ONNX has no post_transform " + in_quotes(transform));
}

}  // namespace onnx2hpp
