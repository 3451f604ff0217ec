// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/expansion.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

std::vector<std::int64_t> integers_in(const onnx_model& m, value_id v) {
    return integers_of(*value_of(m, v).constant);
}

/// The extents of a node's outputs, all of them outputs of the model.
std::vector<extents> split_extents(int since, std::size_t count, attributes held,
                                   const extents& lengths = {}, bool last_is_read = true) {
    model_builder b;
    std::vector<value_id> inputs{b.input({7, 2})};
    if (!lengths.empty()) inputs.push_back(b.integers(lengths));
    b.node("Split", inputs, std::move(held), since);
    std::vector<value_id> outputs = b.model.nodes[0].outputs;
    while (outputs.size() < count) {
        outputs.push_back(b.add_value("part", dtype::f32, {}));
        b.model.values.back().shape_known = false;
    }
    if (!last_is_read) outputs.back() = absent;
    b.model.nodes[0].outputs = outputs;
    std::vector<extents> result;
    const onnx_model m = b.build();
    for (const value_id v : outputs)
        if (v != absent) result.push_back(value_of(m, v).dims);
    return result;
}

}  // namespace

TEST_CASE("Shape and Size are constants; start and end are brought into range") {
    model_builder b;
    const value_id x = b.input({2, 3, 4});
    const value_id all = b.node("Shape", {x}, {}, 13);
    const value_id some =
        b.node("Shape", {x}, {{"start", std::int64_t{-2}}, {"end", std::int64_t{9}}}, 15);
    const value_id none =
        b.node("Shape", {x}, {{"start", std::int64_t{2}}, {"end", std::int64_t{1}}}, 15);
    const value_id size = b.node("Size", {x}, {}, 13);
    const onnx_model m = b.build();
    CHECK(m.nodes.empty());
    CHECK(integers_in(m, all) == extents{2, 3, 4});
    CHECK(integers_in(m, some) == extents{3, 4});
    CHECK(integers_in(m, none) == extents{});
    CHECK(integers_in(m, size) == extents{24});
    CHECK(value_of(m, size).dims == extents{});
}

TEST_CASE("EyeLike has the input's type, or another, and a diagonal anywhere") {
    model_builder b;
    const value_id x = b.input({2, 3});
    const value_id eye = b.node("EyeLike", {x}, {{"k", std::int64_t{1}}}, 9);
    const value_id whole = b.node("EyeLike", {x}, {{"dtype", std::int64_t{7}}}, 9);
    const onnx_model m = b.build();
    CHECK(integers_in(m, eye) == extents{0, 1, 0, 0, 0, 1});
    CHECK(value_of(m, eye).type == dtype::f32);
    CHECK(value_of(m, whole).type == dtype::i64);
}

TEST_CASE("a Split makes equal parts, a shorter last one since version 18, or given ones") {
    CHECK(split_extents(18, 2, {{"num_outputs", std::int64_t{2}}}) ==
          std::vector<extents>{{4, 2}, {3, 2}});
    CHECK(split_extents(11, 3, {{"split", extents{1, 2, 4}}, {"axis", std::int64_t{-2}}}) ==
          std::vector<extents>{{1, 2}, {2, 2}, {4, 2}});
    CHECK(split_extents(13, 2, {}, {5, 2}) == std::vector<extents>{{5, 2}, {2, 2}});
    CHECK(split_extents(13, 2, {{"axis", std::int64_t{1}}}) ==
          std::vector<extents>{{7, 1}, {7, 1}});
}

TEST_CASE("parts that nobody reads count all the same") {
    CHECK(split_extents(13, 2, {{"axis", std::int64_t{1}}}, {}, false) ==
          std::vector<extents>{{7, 1}});
    onnx::ModelProto m = make_model();
    add_input(m, "x", {6});
    add_node(m, "Split", {"x"}, {"a", "b", "c"});
    add_node(m, "Relu", {"a"}, {"y"});
    add_output(m, "y");
    CHECK(value_named(load_proto(m), "y").dims == extents{2});
}

TEST_CASE("parts that do not make the whole are refused") {
    const auto refusal = [](int since, std::size_t count, attributes held,
                            const extents& lengths = {}) {
        return verdict_of([&] { split_extents(since, count, held, lengths); });
    };
    CHECK(refusal(13, 2, {}).says(bad, "an extent of 7 does not make 2 equal parts"));
    CHECK(refusal(13, 2, {}, {3, 3}).says(bad, "parts [3, 3] do not make 2 outputs"));
    CHECK(refusal(18, 2, {{"num_outputs", std::int64_t{3}}}).says(bad, "num_outputs is 3"));
}

TEST_CASE("an empty part is left out of a Concat, and of the model's outputs unless it is alone") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {6});
    add_initializer<std::int64_t>(m, "parts", {2}, {6, 0});
    add_node(m, "Split", {"x", "parts"}, {"a", "b"});
    set(add_node(m, "Concat", {"b", "a"}, {"y"}), "axis", std::int64_t{0});
    add_output(m, "y");
    CHECK(value_named(load_proto(m), "y").dims == extents{6});
    add_output(m, "b");
    captured_notes notes;
    CHECK(load_proto(m).outputs.size() == 1);
    CHECK(notes.take() ==
          "onnx2hpp: note: output 'b' of shape [0] has no elements and is left out\n");
    m.mutable_graph()->mutable_output()->erase(m.graph().output().begin());
    CHECK(verdict_of_loading(m).says(outcome::unsupported, "every output of the model is empty"));
}

TEST_CASE("DepthToSpace takes channels as rows and columns first or last, SpaceToDepth undoes it") {
    model_builder b;
    const value_id x = b.constant({1, 4, 1, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
    const value_id wide = b.constant({1, 8, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7});
    const attributes two{{"blocksize", std::int64_t{2}}};
    const attributes crd{{"blocksize", std::int64_t{2}}, {"mode", std::string("CRD")}};
    const value_id image = b.node("DepthToSpace", {x}, two, 11);
    const value_id back = b.node("SpaceToDepth", {image}, two, 13);
    const value_id dcr = b.node("DepthToSpace", {wide}, two, 11);
    const value_id other = b.node("DepthToSpace", {wide}, crd, 11);
    const onnx_model m = b.build();
    CHECK(integers_in(m, image) == extents{0, 2, 1, 3, 4, 6, 5, 7});
    CHECK(integers_in(m, back) == extents{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(integers_in(m, dcr) == extents{0, 2, 4, 6, 1, 3, 5, 7});
    CHECK(integers_in(m, other) == extents{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a Gather of regular constant indices is a Slice, others are not") {
    const auto made_of = [](const extents& indices) {
        model_builder b;
        b.output(b.node("Gather", {b.input({5, 2}), b.integers(indices)}));
        return op_types(b.build());
    };
    using list = std::vector<std::string>;
    CHECK(made_of({-1, 3, 2, 1, 0}) == list{"Slice", "Identity"});
    CHECK(made_of({1, 3}) == list{"Slice", "Identity"});
    CHECK(made_of({1, 1}) == list{"Gather"});
    CHECK(made_of({0, 1, 3}) == list{"Gather"});
    model_builder b;
    const value_id y = b.node("Gather", {b.input({5, 2}), b.constant({}, {-2}, dtype::i64)});
    CHECK(value_of(b.build(), y).dims == extents{2});
}

TEST_CASE("an index outside of its axis is refused") {
    model_builder b;
    b.node("Gather", {b.input({5, 2}), b.integers({5})});
    CHECK(verdict_of([&] { b.build(); }).says(bad, "index 5 is outside of an axis of 5"));
}

TEST_CASE("a mirroring Pad that also cuts off cuts first") {
    model_builder b;
    b.output(b.node("Pad", {b.constant({4}, {1, 2, 3, 4}), b.integers({-1, 2})},
                    {{"mode", std::string("reflect")}}));
    const onnx_model m = b.build();
    CHECK(integers_in(m, m.outputs[0]) == extents{2, 3, 4, 3, 2});
}

TEST_CASE("CenterCropPad leaves an odd element at the end") {
    model_builder b;
    const value_id shorter =
        b.node("CenterCropPad", {b.constant({4}, {1, 2, 3, 4}), b.integers({1})}, {}, 18);
    const value_id longer =
        b.node("CenterCropPad", {b.constant({1}, {5}), b.integers({4})}, {}, 18);
    const onnx_model m = b.build();
    CHECK(integers_in(m, shorter) == extents{2});
    CHECK(integers_in(m, longer) == extents{0, 5, 0, 0});
}

TEST_CASE("what a node gives is called so, and no part of it is") {
    model_builder b;
    const value_id codes = b.node("DynamicQuantizeLinear", {b.input({2, 3})}, {}, 11);
    b.output(codes);
    const std::string name = value_of(b.model, codes).name;
    REQUIRE(b.model.nodes[0].name == name);
    const onnx_model m = b.build();
    std::vector<std::string> made;
    for (const node& n : m.nodes)
        if (value_of(m, n.outputs[0]).name == name) made.push_back(n.op_type);
    CHECK(made == std::vector<std::string>{"DynamicQuantize", "Identity"});
}
