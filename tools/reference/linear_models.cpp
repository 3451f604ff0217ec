// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ai.onnx.ml's linear models, and what stands before and after them.

#include <reference/call.hpp>
#include <reference/scores.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace reference {

void transform_scores(const std::string& name, std::vector<double>& scores) {
    if (name == "NONE") return;
    if (name == "LOGISTIC") {
        for (double& x : scores) x = 1 / (1 + std::exp(-x));
        return;
    }
    if (name != "SOFTMAX" && name != "SOFTMAX_ZERO") throw unsupported("transform " + name);
    double sum = 0;
    for (double& x : scores) {
        if (name == "SOFTMAX_ZERO" && x == 0) continue;
        x = std::exp(x);
        sum += x;
    }
    for (double& x : scores) x /= sum == 0 ? 1 : sum;
}

tensor table_of(const std::vector<std::vector<double>>& rows, std::size_t columns,
                element_type type) {
    std::vector<double> all;
    for (const std::vector<double>& row : rows) all.insert(all.end(), row.begin(), row.end());
    return from_numbers(type, {std::int64_t(rows.size()), std::int64_t(columns)}, all);
}

tensor class_labels(const call& c, const char* name) {
    if (c.attribute("classlabels_strings")) return texts(c.texts("classlabels_strings"));
    const shape labels = c.integers(name, {});
    if (labels.empty()) throw std::invalid_argument("no labels");
    return integers({std::int64_t(labels.size())}, labels);
}

tensors classified(const tensor& labels, const std::string& transform,
                   std::vector<std::vector<double>> rows) {
    const auto count = std::int64_t(rows.size());
    tensor chosen(labels.type, {count});
    for (std::int64_t row = 0; row < count; ++row) {
        std::vector<double>& all = rows[std::size_t(row)];
        const auto top = std::max_element(all.begin(), all.end()) - all.begin();
        if (labels.is_text())
            chosen.texts[std::size_t(row)] = labels.texts.at(std::size_t(top));
        else
            chosen.set(row, labels.integer(top));
        transform_scores(transform, all);
    }
    return {chosen, table_of(rows, std::size_t(labels.size()))};
}

namespace {

/// coefficients of [targets, features] times each row, and intercepts.
std::vector<std::vector<double>> sums_of(const call& c, std::size_t targets) {
    const std::vector<double> factors = c.reals("coefficients", {});
    const std::vector<double> offsets = c.reals("intercepts", std::vector<double>(targets));
    const std::size_t features = targets == 0 ? 0 : factors.size() / targets;
    if (features == 0) throw std::invalid_argument("no coefficients");
    std::vector<std::vector<double>> rows;
    for (std::int64_t first = 0; first < c[0].size(); first += std::int64_t(features)) {
        std::vector<double> row = offsets;
        for (std::size_t t = 0; t < targets; ++t)
            for (std::size_t i = 0; i < features; ++i)
                row.at(t) += factors[t * features + i] * c[0].number(first + std::int64_t(i));
        rows.push_back(row);
    }
    return rows;
}

tensors linear_regressor(const call& c) {
    const auto targets = std::size_t(c.integer("targets", 1));
    auto rows = sums_of(c, targets);
    for (std::vector<double>& row : rows) transform_scores(c.text("post_transform", "NONE"), row);
    return {table_of(rows, targets)};
}

tensors linear_classifier(const call& c) {
    const tensor labels = class_labels(c, "classlabels_ints");
    if (c.reals("intercepts", {}).size() == 1) throw unsupported("one row for two classes");
    return classified(labels, c.text("post_transform", "NONE"),
                      sums_of(c, std::size_t(labels.size())));
}

/// Lists of one number hold for all features.
tensors scaler(const call& c) {
    const std::vector<double> offsets = c.reals("offset", {0});
    const std::vector<double> factors = c.reals("scale", {1});
    tensor y(element_type::float32, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const auto feature = std::size_t(i % c[0].extent(-1));
        y.set(i, (c[0].number(i) - offsets[feature % offsets.size()]) *
                     factors[feature % factors.size()]);
    }
    return {y};
}

/// Rows over their norm; a row of zeros stays one.
tensors normalizer(const call& c) {
    const std::string norm = c.text("norm", "MAX");
    const std::int64_t length = c[0].extent(-1);
    tensor y(element_type::float32, c[0].dims);
    for (std::int64_t first = 0; first < y.size(); first += length) {
        double sum = 0;
        for (std::int64_t i = first; i < first + length; ++i) {
            const double x = c[0].number(i);
            sum = norm == "MAX" ? std::max(sum, x) : sum + (norm == "L1" ? std::fabs(x) : x * x);
        }
        if (norm == "L2") sum = std::sqrt(sum);
        for (std::int64_t i = first; i < first + length; ++i)
            y.set(i, sum == 0 ? 0 : c[0].number(i) / sum);
    }
    return {y};
}

tensors binarizer(const call& c) {
    tensor y(c[0].type, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i, std::int64_t{c[0].number(i) > c.real("threshold", 0)});
    return {y};
}

/// Columns of the last axis; a vector is one row.
tensors feature_extractor(const call& c) {
    shape dims = c[0].dims;
    if (dims.size() == 1) dims.insert(dims.begin(), 1);
    const std::int64_t length = dims.back();
    dims.back() = c[1].size();
    std::vector<std::int64_t> positions;
    for (std::int64_t first = 0; first < c[0].size(); first += length)
        for (std::int64_t i = 0; i < c[1].size(); ++i) positions.push_back(first + c[1].integer(i));
    return {pick(c[0], dims, positions)};
}

}  // namespace

void add_linear_models(operator_map& all) {
    all["ai.onnx.ml.ArrayFeatureExtractor"] = feature_extractor;
    all["ai.onnx.ml.Binarizer"] = binarizer;
    all["ai.onnx.ml.LinearClassifier"] = linear_classifier;
    all["ai.onnx.ml.LinearRegressor"] = linear_regressor;
    all["ai.onnx.ml.Normalizer"] = normalizer;
    all["ai.onnx.ml.Scaler"] = scaler;
}

}  // namespace reference
