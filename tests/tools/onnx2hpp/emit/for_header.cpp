// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/for_header.hpp>

#include <onnx2hpp/emit/blob.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

/// Two Relu, one after the other.
lowered_model two_steps() {
    lowered_model model;
    tigris::tensor row{.type = tigris::dtype::f32, .dims = {2, {1, 4}}};
    model.tensors = {row, row, row};
    model.tensors[0].kind = tigris::tensor_kind::input;
    model.tensors[0].index = 0;
    model.tensors[2].kind = tigris::tensor_kind::output;
    model.tensors[2].index = 0;
    model.tensor_names = {"x", "between", "y"};
    model.nodes = {{"first", tigris::ops::unary{}, {0}, {1}},
                   {"second", tigris::ops::unary{}, {1}, {2}}};
    return model;
}

std::string difference(const lowered_model& before, const lowered_model& now) {
    std::vector<std::string> names;
    for (const lowered_node& n : now.nodes) names.push_back(n.name);
    return first_difference(spell_layout(before, {}, {}), spell_layout(now, {}, {}), names);
}

}  // namespace

TEST_CASE("of two layouts that which differs first is named") {
    const lowered_model before = two_steps();
    CHECK(difference(before, before).empty());
    lowered_model now = before;
    now.tensors[1].dims = {2, {1, 5}};
    CHECK(difference(before, now) ==
          "tensor 1: between: the header has .dims = {2, {1, 4}}}, the model .dims = {2, {1, 5}}}");
    now = before;
    now.tensor_names[1] = "other";
    CHECK(difference(before, now) == "the header has tensor 1: between, the model tensor 1: other");
    now = before;
    std::get<tigris::ops::unary>(now.nodes[1].op).function = tigris::ops::unary_function::tanh;
    CHECK(difference(before, now).starts_with("step 1: second: the header has "));
    now = before;
    now.tensors.push_back(now.tensors[1]);
    now.tensor_names.push_back("more");
    CHECK(difference(before, now).find("tensor 3: more") != std::string::npos);
}
