// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/lower.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;
using reals = std::vector<float>;

namespace {

/// A node of ai.onnx.ml that reads a tensor of this shape; all its outputs are the model's.
struct ml_node {
    std::string op_type;
    attributes held;
    extents dims{2, 2};
    std::size_t outputs = 1;
    int since = 1;
    dtype type = dtype::f32;

    onnx_model model() const {
        model_builder b;
        b.node(op_type, {b.input(dims, type)}, held, since);
        node& n = b.model.nodes.back();
        n.domain = "ai.onnx.ml";
        while (n.outputs.size() < outputs) {
            n.outputs.push_back(b.add_value("scores", dtype::f32, {}));
            b.model.values.back().shape_known = false;
        }
        for (const value_id v : n.outputs) b.output(v);
        return b.build();
    }
    std::vector<elements> results(const elements& x) const {
        const lowered_model lowered = lower(model(), {});
        const std::vector<elements> held_numbers = interpret(lowered, {x});
        std::vector<elements> result;
        for (const int t : lowered.outputs)
            result.push_back(held_numbers[static_cast<std::size_t>(t)]);
        return result;
    }
    verdict refusal() const {
        return verdict_of([&] { model(); });
    }
};

}  // namespace

TEST_CASE("a linear classifier takes the class with the highest score, and gives its label") {
    const ml_node n{.op_type = "LinearClassifier",
                    .held = {{"coefficients", reals{1, 0, 0, 1, -1, -1}},
                             {"intercepts", reals{0, 0, 0.5f}},
                             {"classlabels_ints", extents{7, 3, 9}}},
                    .outputs = 2};
    CHECK(n.results({2, 1, -3, -4}) == std::vector<elements>{{7, 9}, {2, 1, -2.5, -3, -4, 7.5}});
    CHECK(has_node(n.model(), "Gather"));
    ml_node counted = n;
    counted.held["classlabels_ints"] = extents{0, 1, 2};
    CHECK(counted.results({2, 1, -3, -4})[0] == elements{0, 2});
    CHECK(!has_node(counted.model(), "Gather"));  // labels that count are the places themselves
}

TEST_CASE("one row of coefficients tells two classes apart") {
    ml_node n{.op_type = "LinearClassifier",
              .held = {{"coefficients", reals{1, 2}},
                       {"intercepts", reals{0.25f}},
                       {"classlabels_ints", extents{7, 3}}},
              .outputs = 2};
    CHECK(n.results({1, 0, -1, 0}) == std::vector<elements>{{3, 7}, {-0.25, 1.25, 1.75, -0.75}});
    n.held["post_transform"] = std::string("LOGISTIC");
    CHECK(n.refusal().says(no, "runtimes disagree about LOGISTIC of two classes"));
}

TEST_CASE("coefficients that do not fit are refused") {
    ml_node n{.op_type = "LinearClassifier",
              .held = {{"coefficients", reals{1, 2, 3}}, {"classlabels_ints", extents{7, 3}}},
              .outputs = 2};
    CHECK(n.refusal().says(bad, "its 3 coefficients are not some for each of 2 features"));
    n.held["coefficients"] = reals{1, 2, 3, 4, 5, 6};
    CHECK(n.refusal().says(bad, "are not those of 2 targets"));
    n.held["classlabels_ints"] = extents{};
    CHECK(n.refusal().says(bad, "it must have either classlabels_ints or classlabels_strings"));
    n.held.erase("classlabels_ints");
    CHECK(n.refusal().says(bad, "it must have either"));
    n.dims = {2, 2, 2};
    n.held["classlabels_ints"] = extents{1, 2};
    CHECK(n.refusal().says(bad, "must be [rows, features]"));
    n.dims = {2, 0};
    CHECK(n.refusal().says(bad, "its input of shape [2, 0] has no features"));
}

TEST_CASE("a linear regressor makes a score for each target; one list of features is one row") {
    const ml_node n{.op_type = "LinearRegressor",
                    .held = {{"coefficients", reals{1, 2, 3, 4}},
                             {"intercepts", reals{10, 20}},
                             {"targets", std::int64_t{2}}},
                    .dims = {2}};
    CHECK(n.results({1, -1}) == std::vector<elements>{{9, 19}});
}

TEST_CASE("post transforms are those of ONNX") {
    ml_node n{.op_type = "LinearRegressor",
              .held = {{"coefficients", reals{1, 0, 0, 1}}, {"targets", std::int64_t{2}}}};
    const auto transformed = [&](const char* transform, const elements& x) {
        n.held["post_transform"] = std::string(transform);
        return n.results(x)[0];
    };
    const elements zero = transformed("SOFTMAX_ZERO", {0, 1, -1, 2});
    CHECK(zero[0] == 0);
    CHECK(zero[1] == 1);
    CHECK(zero[2] + zero[3] == doctest::Approx(1));
    CHECK(transformed("LOGISTIC", {0, 0, 0, 0}) == elements{0.5, 0.5, 0.5, 0.5});
    const elements probit = transformed("PROBIT", {0.5, 0.7, 0.2, 0.95});
    CHECK(probit[0] == 0);
    CHECK(probit[1] == doctest::Approx(0.524446));
    CHECK(probit[2] == doctest::Approx(-0.841756));
    CHECK(probit[3] == doctest::Approx(1.64485).epsilon(0.01));
    n.held["post_transform"] = std::string("TANH");
    CHECK(n.refusal().says(bad, "ONNX has no post_transform 'TANH'"));
}

TEST_CASE("numbers above a threshold are 1, others 0") {
    const ml_node n{.op_type = "Binarizer", .held = {{"threshold", 1.0f}}};
    CHECK(n.results({1, 2, -3, 1.5}) == std::vector<elements>{{0, 1, 0, 1}});
}

TEST_CASE("a scaler shifts, then scales, all features alike or each its own way") {
    ml_node n{.op_type = "Scaler", .held = {{"offset", reals{1, 2}}, {"scale", reals{2, 0.5f}}}};
    CHECK(n.results({1, 2, 3, 4}) == std::vector<elements>{{0, 0, 4, 1}});
    n.held = {{"offset", reals{1}}, {"scale", reals{2}}};
    n.type = dtype::i32;
    CHECK(n.results({1, 2, 3, 4}) == std::vector<elements>{{0, 2, 4, 6}});
    n.held["offset"] = reals{1, 2, 3};
    CHECK(n.refusal().says(bad, "its offset has 3 elements, but the input has 2 features"));
}

TEST_CASE("a row is divided by its largest number, unless that is 0") {
    ml_node n{.op_type = "Normalizer", .held = {}};
    CHECK(n.results({-4, 2, -3, 0}) == std::vector<elements>{{-2, 1, -3, 0}});
    n.held["norm"] = std::string("L0");
    CHECK(n.refusal().says(bad, "ONNX has no norm 'L0'"));
    n.held["norm"] = std::string("L1");
    CHECK(text_attribute(find_node(n.model(), "Normalize"), "function", "") == "l1");
}
