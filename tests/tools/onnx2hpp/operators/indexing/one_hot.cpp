// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// What loading says of a OneHot of classes at run time.
std::string notes_of(int opset, int type) {
    onnx::ModelProto m = make_model(opset);
    add_input(m, "x", {3}, type);
    add_initializer(m, "depth", {1}, std::vector<std::int64_t>{5});
    add_initializer(m, "values", {2}, std::vector<float>{0, 1});
    add_node(m, "OneHot", {"x", "depth", "values"}, {"y"});
    add_output(m, "y");
    captured_notes notes;
    load_proto(m);
    return notes.take();
}

}  // namespace

TEST_CASE("classes below 0 are noted before version 11, where ONNX Runtime counts from the end") {
    const std::string said = "an index below 0 selects nothing";
    CHECK(notes_of(9, onnx::TensorProto::INT64).find(said) != std::string::npos);
    CHECK(notes_of(9, onnx::TensorProto::UINT8).empty());
    CHECK(notes_of(11, onnx::TensorProto::INT64).empty());
}
