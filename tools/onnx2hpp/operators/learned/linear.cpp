// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/class_labels.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using real_numbers = std::vector<float>;

real_numbers reals_attribute(const node& n, const char* name) {
    return find_attribute<real_numbers>(n, name).value_or(real_numbers{});
}

value_id vector_of(expansion& e, const real_numbers& numbers, const extents& dims) {
    return e.constant(tensor_of(dtype::f32, dims, numbers));
}

/// How many rows of coefficients there are, one coefficient for each feature.
std::int64_t rows_of_coefficients(const node& n, std::int64_t features) {
    const auto count = static_cast<std::int64_t>(reals_attribute(n, "coefficients").size());
    if (count == 0 || count % features != 0)
        fail_bad_input(n, fmt::format("its {} coefficients are not some for each of {} features",
                                      count, features));
    return count / features;
}

/// x times the coefficients of each target, plus its intercept: [rows, targets].
value_id scores_of(expansion& e, value_id x, std::int64_t targets) {
    const std::int64_t features = e.dims(x)[1];
    const real_numbers intercepts = reals_attribute(e.at, "intercepts");
    if (rows_of_coefficients(e.at, features) != targets ||
        (!intercepts.empty() && static_cast<std::int64_t>(intercepts.size()) != targets))
        fail_bad_input(e.at, fmt::format("its coefficients or intercepts are not those of {} "
                                         "targets",
                                         targets));
    std::vector<value_id> inputs{
        x, vector_of(e, reals_attribute(e.at, "coefficients"), {targets, features})};
    if (!intercepts.empty()) inputs.push_back(vector_of(e, intercepts, {targets}));
    return e.add("Gemm", inputs, {{"transB", std::int64_t{1}}});
}

/// Two classes of one row of coefficients, as ONNX Runtime has it.
void give_two_of_one(expansion& e, const class_labels& labels, value_id score,
                     const std::string& transform) {
    if (transform != "NONE")
        fail_unsupported(
            e.at,
            "runtimes disagree about " + transform + " of two classes with one row of coefficients",
            "export a row of coefficients for each class");
    give_labels(e, labels, class_above(e, score, 0));
    e.give(1, pair_of(e, e.add("Sub", {e.number(dtype::f32, 1), score}), score));
}

/// How many features there are, along the last axis.
std::int64_t require_features(const expansion& e) {
    const extents dims = e.dims(e.input(0));
    if (dims.empty()) fail_bad_input(e.at, "its input has no axes");
    return dims.back();
}

/// A list of one number for all features, or of one for each.
value_id for_features(expansion& e, const char* name) {
    const real_numbers numbers = reals_attribute(e.at, name);
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (count != 1 && count != require_features(e))
        fail_bad_input(e.at, fmt::format("its {} has {} elements, but the input has {} features",
                                         name, count, require_features(e)));
    if (count != 1 && e.dims(e.input(0)).size() > 2)
        fail_unsupported(e.at, "its input has more than 2 axes", "reshape it to [rows, features]");
    return vector_of(e, numbers, {count});
}

value_id as_floats(expansion& e) {
    const dtype type = e.type(e.input(0));
    if (type == dtype::i32 || type == dtype::i64)
        return e.add("Cast", {e.input(0)}, {{"to", std::int64_t{1}}});
    require_float(e, 0);
    return e.input(0);
}

/// x / the largest of a row; x itself where that is 0.
value_id divided_by_maximum(expansion& e, value_id x) {
    const auto last = static_cast<std::int64_t>(e.dims(x).size()) - 1;
    const value_id highest = e.add("ReduceMax", {x, e.integers({last})});
    const value_id is_zero = e.add("Equal", {highest, e.number(dtype::f32, 0)});
    const value_id divisor = e.add("Where", {is_zero, e.number(dtype::f32, 1), highest});
    return e.add("Div", {x, divisor});
}

bool expand_linear_classifier(expansion& e) {
    const class_labels labels = class_labels_of(e.at, "classlabels_ints");
    const std::string transform = text_attribute(e.at, "post_transform", "NONE");
    const value_id x = features_of(e);
    const std::int64_t rows = rows_of_coefficients(e.at, e.dims(x)[1]);
    const bool has_one_row = rows == 1 && labels.count() == 2;
    const auto targets = has_one_row ? 1 : static_cast<std::int64_t>(labels.count());
    const value_id scores = scores_of(e, x, targets);
    if (has_one_row) {
        give_two_of_one(e, labels, scores, transform);
    } else {
        give_labels(e, labels, top_class(e, scores));
        e.give(1, transformed(e, scores, transform));
    }
    return true;
}

bool expand_linear_regressor(expansion& e) {
    const std::int64_t targets = integer_attribute(e.at, "targets", 1);
    const std::string transform = text_attribute(e.at, "post_transform", "NONE");
    if (targets < 1) fail_bad_input(e.at, fmt::format("it has {} targets", targets));
    if (targets == 1 && transform != "NONE" && transform != "PROBIT")
        note(label_of(e.at) + ": ONNX Runtime leaves out " + transform + " of one target");
    const value_id x = features_of(e);
    e.give(0, transformed(e, scores_of(e, x, targets), transform));
    return true;
}

/// Some features of each row, those of a list of numbers. One list of features is one row.
bool expand_array_feature_extractor(expansion& e) {
    const extents dims = e.dims(e.input(0));
    require_features(e);
    const value_id places = reshaped(e, e.input(1), {element_count(e.dims(e.input(1)))});
    const value_id some = e.add("Gather", {e.input(0), places}, {{"axis", std::int64_t{-1}}});
    e.give(0, dims.size() == 1 ? reshaped(e, some, {1, e.dims(some)[0]}) : some);
    return true;
}

/// Expands Binarizer: 1 above the threshold, else 0.
bool expand_binarizer(expansion& e) {
    require_float(e, 0);
    const double threshold = static_cast<double>(real_attribute(e.at, "threshold", 0));
    const value_id is_above = e.add("Greater", {e.input(0), e.number(dtype::f32, threshold)});
    e.give(0, e.add("Cast", {is_above}, {{"to", std::int64_t{1}}}));
    return true;
}

/// (x - offset) * scale.
bool expand_scaler(expansion& e) {
    value_id y = as_floats(e);
    if (!reals_attribute(e.at, "offset").empty()) y = e.add("Sub", {y, for_features(e, "offset")});
    if (!reals_attribute(e.at, "scale").empty()) y = e.add("Mul", {y, for_features(e, "scale")});
    e.give(0, y);
    return true;
}

/// Expands Normalizer: each row divided by its norm. Sums of magnitudes and squares are never 0 but
/// for zeros.
bool expand_normalizer(expansion& e) {
    const std::string norm = text_attribute(e.at, "norm", "MAX");
    const value_id x = as_floats(e);
    if (e.dims(x).empty() || e.dims(x).size() > 2)
        fail_bad_input(e.at, fmt::format("its input has shape {}, but must be [rows, features]",
                                         to_text(e.dims(x))));
    if (norm != "MAX" && norm != "L1" && norm != "L2")
        fail_bad_input(e.at, "ONNX has no norm " + in_quotes(norm));
    const std::int64_t p = norm == "L1" ? 1 : 2;
    e.give(0, norm == "MAX"
                  ? divided_by_maximum(e, x)
                  : e.add("LpNormalization", {x}, {{"axis", std::int64_t{-1}}, {"p", p}}));
    return true;
}

}  // namespace

namespace operators {

operator_entries linear_operators() {
    return {
        {.type = "ai.onnx.ml.LinearClassifier",
         .versions = {{.since = {1},
                       .outputs = 2,
                       .attributes = {integers("classlabels_ints"), texts("classlabels_strings"),
                                      required(reals("coefficients")), reals("intercepts"),
                                      integer("multi_class"), text("post_transform")}}},
         .expand = expand_linear_classifier,
         .traits = {.may_lack_first_output = true}},
        {.type = "ai.onnx.ml.LinearRegressor",
         .versions = {{.since = {1},
                       .attributes = {reals("coefficients"), reals("intercepts"),
                                      text("post_transform"), integer("targets")}}},
         .expand = expand_linear_regressor},
        {.type = "ai.onnx.ml.ArrayFeatureExtractor",
         .versions = {{.since = {1}, .inputs = {2, 2}}},
         .expand = expand_array_feature_extractor},
        {.type = "ai.onnx.ml.Binarizer",
         .versions = {{.since = {1}, .attributes = {real("threshold")}}},
         .expand = expand_binarizer},
        {.type = "ai.onnx.ml.Normalizer",
         .versions = {{.since = {1}, .attributes = {text("norm")}}},
         .expand = expand_normalizer},
        {.type = "ai.onnx.ml.Scaler",
         .versions = {{.since = {1}, .attributes = {reals("offset"), reals("scale")}}},
         .expand = expand_scaler},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
