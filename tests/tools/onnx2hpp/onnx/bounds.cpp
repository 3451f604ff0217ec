// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/bounds.hpp>
#include <onnx2hpp/operators/list.hpp>

#include <helpers/body_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A NonZero, called `nz`, of an input.
onnx::ModelProto model() {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_node(m, "NonZero", {"x"}, {"y"})->set_name("nz");
    add_node(m, "Relu", {"x"}, {"z"})->set_name("relu");
    add_output(m, "y");
    return m;
}

onnx_model bounded(const std::map<std::string, std::int64_t>& bounds,
                   const onnx::ModelProto& m = model()) {
    const temporary_folder folder;
    options wanted;
    wanted.input = folder.write("model.onnx", m.SerializeAsString());
    wanted.bounds = bounds;
    return load(wanted, all_operators());
}

}  // namespace

TEST_CASE("a bounded node makes so many rows, and the model an output that counts") {
    const onnx_model m = bounded({{"nz", 4}});
    REQUIRE(m.outputs.size() == 2);
    CHECK(value_named(m, "y").dims == extents{2, 4});
    CHECK(m.values[std::size_t(m.outputs[1])].name == "y_count");
    CHECK(value_named(m, "y_count").dims == extents{1});
    CHECK(value_named(m, "y_count").type == tigris::dtype::i64);
    CHECK(value_named(bounded({{"nz", 9}}), "y").dims == extents{2, 9});
}

TEST_CASE("without a bound the node is refused, with the option that helps") {
    CHECK(verdict_of([] { bounded({}); })
              .says(outcome::unsupported,
                    "node 'nz' (NonZero-13): how many rows it makes is known at run time only; "
                    "say the most rows with --bound nz=N"));
}

TEST_CASE("only nodes that need a bound take one") {
    CHECK(verdict_of([] {
              bounded({{"other", 4}});
          }).says(outcome::bad_input, "--bound 'other': the model has no such node"));
    CHECK(verdict_of([] {
              bounded({{"relu", 4}});
          }).says(outcome::bad_input, "node 'relu' (Relu-13): --bound names it, but only"));
}

TEST_CASE("a node in the body of a loop is no unknown name, but takes no bound") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_initializer<std::int64_t>(m, "count", {}, {2});
    body_builder body;
    body.inputs({"i", "on"}).input("state", {2, 3}).outputs({"on", "state", "found"});
    body.node("NonZero", {"state"}, {"found"})->set_name("nz");
    add_repeated(m, "Loop", {"count", "", "x"}, {"last", "all"}, body);
    m = with_outputs(m, {"all"});
    CHECK(verdict_of([&] {
              bounded({}, m);
          }).says(outcome::unsupported, "node 'loop#1/nz' (NonZero-13): how many rows"));
    CHECK(verdict_of([&] {
              bounded({{"loop#1/nz", 4}}, m);
          })
              .says(outcome::unsupported,
                    "node 'loop#1/nz' (NonZero-13): --bound names it, but it "
                    "is in the body of a loop"));
}
