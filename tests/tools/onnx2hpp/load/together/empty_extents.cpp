// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that divide by an extent, or repeat elements, where there are none.
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// One node that reads `inputs` float tensors of one shape.
onnx::ModelProto model_of(int opset, const std::string& op, const extents& dims, int inputs = 1) {
    onnx::ModelProto m = make_model(opset, 10);
    names used;
    for (int i = 0; i < inputs; ++i) {
        used.push_back("x" + std::to_string(i));
        add_input(m, used.back(), dims);
    }
    add_node(m, op, used, {"y"});
    add_output(m, "y");
    return m;
}

verdict verdict_of_padding(const char* mode) {
    onnx::ModelProto m = model_of(10, "Pad", {0, 2});
    set(m.mutable_graph()->mutable_node(0), "pads", extents{1, 0, 0, 0});
    set(m.mutable_graph()->mutable_node(0), "mode", std::string(mode));
    return verdict_of_loading(m);
}

}  // namespace

TEST_CASE("Attention without heads is refused") {
    CHECK(verdict_of_loading(model_of(23, "Attention", {1, 0, 3, 4}, 3))
              .says(bad, "do not fit 0 heads"));
}

TEST_CASE("Hardmax of no rows makes none") {
    CHECK(verdict_of_loading(model_of(11, "Hardmax", {0, 3, 4}))
              .says(no, "every output of the model is empty"));
}

TEST_CASE("an axis of no elements is padded with a number only") {
    CHECK(verdict_of_padding("constant").sentence == "");
    CHECK(verdict_of_padding("edge").says(bad, "has none to repeat"));
    CHECK(verdict_of_padding("reflect").says(bad, "cannot be reflected"));
}
